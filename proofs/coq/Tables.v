(** * Certified tables

    - [columns r B n]     the values of all states with up to n attackers and defenders: whole numbers
                          over powers of the base B, which has the prime factors 2 and 3 alone
    - [table_holds ...]   each cell is the number in its column, and in lowest terms

    Main result: [certified].  Where a table holds, its cells are the odds, in lowest terms.  The
    tables themselves are generated from the program, and compiled with the rest. *)

From Coq Require Import Arith Bool Lia List ZArith Znumtheory Zpow_facts QArith Qcanon.
From Risk Require Import Sums Battle Lines Contest Hands Certify Line.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Evaluation in whole numbers *)

Definition columns (r : ruleset) (B : Z) (n : nat) : list (list Z) :=
  lines_to (fought r 0 0) (found r (round_table r B)) n n (powers B n) n.

Fixpoint powers_of_3 (n : nat) (first : Z) : list Z :=
  match n with O => [] | S m => first :: powers_of_3 m (3 * first) end.

Definition in_lowest_terms (c : cell) : bool :=
  let t := Z.of_num_uint (numerator c) in
  (Z.odd t || (twos c =? 0)) && (negb (t mod 3 =? 0) || (threes c =? 0)).

(** The value x over 2^X 3^Y is the cell. *)
Definition cell_holds (powers : list Z) (x X Y : Z) (c : cell) : bool :=
  let power_of_3 y := nth (Z.to_nat y) powers 0 in
  (0 <=? twos c) && (twos c <=? X) && (0 <=? threes c) && (threes c <=? Y)
  && (x =? Z.shiftl (Z.of_num_uint (numerator c) * power_of_3 (Y - threes c)) (X - twos c))
  && (Z.of_num_uint (denominator c) =? Z.shiftl (power_of_3 (threes c)) (twos c))
  && in_lowest_terms c.

Definition table_holds (r : ruleset) (x y : nat) (table : list (list cell)) (n : nat) : bool :=
  let B := 2 ^ Z.of_nat x * 3 ^ Z.of_nat y in
  let all := columns r B n in
  let powers := powers_of_3 (S (y * (n + n))) 1 in
  base_is_right r B && (most_lost r <=? n)%nat
  && forallb (fun a => forallb (fun d => cell_holds powers (nth a (nth (n - d) all []) 0)
       (Z.of_nat (x * (a + d))) (Z.of_nat (y * (a + d))) (at_ nothing table a d))
     (seq 1 n)) (seq 1 n).

(** ** Cells *)

Lemma power_of_3_looked_up n : forall i first, (i < n)%nat ->
  nth i (powers_of_3 n first) 0%Z = (first * 3 ^ Z.of_nat i)%Z.
Proof.
  induction n as [|n IH]; intros [|i] first lt; try lia.
  - cbn. lia.
  - cbn [powers_of_3 nth]. rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma no_common_prime t prime power : (0 <= power)%Z -> Znumtheory.prime prime ->
  (~ (prime | t) \/ power = 0)%Z -> rel_prime t (prime ^ power).
Proof.
  intros some is_prime [indivisible | ->].
  - apply rel_prime_Zpower_r; [easy|]. now apply rel_prime_sym, prime_rel_prime.
  - apply rel_prime_sym, rel_prime_1.
Qed.

Lemma lowest_terms c : (0 <= twos c)%Z -> (0 <= threes c)%Z -> in_lowest_terms c = true ->
  Z.gcd (Z.of_num_uint (numerator c)) (2 ^ twos c * 3 ^ threes c) = 1%Z.
Proof.
  intros some_twos some_threes. unfold in_lowest_terms.
  rewrite andb_true_iff, !orb_true_iff, negb_true_iff, Z.eqb_neq, !Z.eqb_eq. intros (no_2 & no_3).
  apply Zgcd_1_rel_prime, rel_prime_mult; apply no_common_prime; auto using prime_2, prime_3.
  - destruct no_2 as [odd | ->]; [left | now right].
    apply Z.odd_spec in odd as [half odd]. intros [other even]. lia.
  - destruct no_3 as [indivisible | ->]; [left | now right].
    intros divisible. apply indivisible. now apply Zdivide_mod.
Qed.

Local Open Scope Qc_scope.

Lemma cell_right n v x X Y c : (Y < Z.of_nat n)%Z ->
  integer x = v * integer (2 ^ X * 3 ^ Y) -> cell_holds (powers_of_3 n 1) x X Y c = true ->
  this v = (Z.of_num_uint (numerator c) # Z.to_pos (Z.of_num_uint (denominator c)))%Q.
Proof.
  intros many value. unfold cell_holds. rewrite !andb_true_iff, !Z.leb_le, !Z.eqb_eq.
  intros [[[[[[some_x in_X] some_y] in_Y] same] denominator_right] lowest].
  rewrite power_of_3_looked_up, Z2Nat.id, Z.shiftl_mul_pow2 in same, denominator_right by lia.
  set (t := Z.of_num_uint (numerator c)) in *. set (m := Z.of_num_uint (denominator c)) in *.
  replace (1 * 3 ^ threes c * 2 ^ twos c)%Z with (2 ^ twos c * 3 ^ threes c)%Z
    in denominator_right by ring.
  assert (positive : forall i j, (0 <= i)%Z -> (0 <= j)%Z -> (0 < 2 ^ i * 3 ^ j)%Z)
    by (intros; apply Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia).
  pose proof (positive _ _ some_x some_y) as some_m. rewrite <- denominator_right in some_m.
  set (more := (2 ^ (X - twos c) * 3 ^ (Y - threes c))%Z).
  assert (integer more <> 0) as some_more
    by (apply integer_not_0; pose proof (positive (X - twos c) (Y - threes c))%Z; lia).
  assert (integer m <> 0) as m_not_0 by (apply integer_not_0; lia).
  assert (v = Q2Qc (t # Z.to_pos m)) as ->.
  { transitivity (integer t / integer m).
    - transitivity (integer t * integer more / (integer m * integer more)); [|now field].
      replace (integer t * integer more) with (integer x).
      + rewrite value, <- integer_mul. replace (2 ^ X * 3 ^ Y)%Z with (m * more)%Z; [|].
        * field. rewrite integer_mul. intros zero. now apply Qcmult_integral in zero as [|].
        * rewrite denominator_right. unfold more.
          replace (2 ^ X)%Z with (2 ^ twos c * 2 ^ (X - twos c))%Z
            by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
          replace (3 ^ Y)%Z with (3 ^ threes c * 3 ^ (Y - threes c))%Z
            by (rewrite <- Z.pow_add_r by lia; f_equal; lia). ring.
      + rewrite same, <- integer_mul. f_equal. unfold more. ring.
    - unfold Qcdiv, Qcmult, Qcinv, integer. apply Q2Qc_eq_iff. cbn [this Q2Qc].
      rewrite !Qred_correct, Qmake_Qdiv, Z2Pos.id by lia. easy. }
  cbn [this Q2Qc]. apply Qred_iff. cbn [Qnum Qden]. rewrite Z2Pos.id by lia.
  rewrite denominator_right. now apply lowest_terms.
Qed.

(** ** A table of them *)

Lemma certified r pairs x y table n : (1 <= pairs)%nat ->
  has_rounds r pairs (dice_chance pairs) = true -> table_holds r x y table n = true ->
  table_is_right (odds pairs (dice_chance pairs)) table n.
Proof.
  intros some rounds. unfold table_holds. set (B := (2 ^ Z.of_nat x * 3 ^ Z.of_nat y)%Z).
  rewrite !andb_true_iff, Nat.leb_le. intros [[base few] cells] a d in_a in_d.
  apply (forallb_seq _ _ _ a) in cells; [|lia]. apply (forallb_seq _ _ _ d) in cells; [|lia].
  refine (cell_right _ _ _ _ _ _ _ _ cells); [nia|].
  assert (ends_right : forall u, (u <= n)%nat ->
    integer (nth u (powers B n) 0%Z) = won u 0 * 1 * integer B ^ u)
    by (intros u le; rewrite power_looked_up by easy; unfold won; cbn [Nat.eqb]; ring).
  assert (line := lines_right (fought r 0 0) (found r (round_table r B)) B n n (powers B n) won 1
    (fun a d => found_is_whole r B n a d base few) ends_right ltac:(now intros u [|w])
    n (n - d) a ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold stands_for in line. replace (n - (n - d))%nat with d in line by lia.
  unfold columns. rewrite line, (expected_is_value r pairs _ some rounds won), Qcmult_1_r.
  unfold odds. f_equal. rewrite <- integer_power. f_equal. unfold B.
  rewrite !Nat2Z.inj_mul, !Z.pow_mul_r, Z.pow_mul_l by lia. easy.
Qed.
