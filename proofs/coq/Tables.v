(** * Certified tables

    - [wrong_cells]          the cells in which the table does not obey the recursion, or is not in
                             lowest terms.  The recursion is evaluated in whole numbers: fractions
                             t / (2^x 3^y) are kept as (t, x, y), and raised to a common denominator

    Main result: [certified].  Where no cell is wrong, all are the odds, in lowest terms.  The
    tables themselves are generated from the program, and compiled with the rest. *)

From Coq Require Import Arith Bool Lia List ZArith Znumtheory Zpow_facts QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Evaluation in whole numbers *)

(** (t, x, y) stands for t / (2^x 3^y). *)
Definition ratio : Set := Z * Z * Z.

Definition read (c : cell) : ratio := (Z.of_num_uint (numerator c), twos c, threes c).

Definition entry (ratios : list (list ratio)) (a d : nat) : ratio :=
  if (d =? 0)%nat then (1, 0, 0)
  else if (a =? 0)%nat then (0, 0, 0)
  else at_ (read nothing) ratios a d.

(** The numerator over 2^X 3^Y instead. *)
Definition raised (X Y : Z) (r : ratio) : Z :=
  let '(t, x, y) := r in Z.shiftl (t * 3 ^ (Y - y)) (X - x).

Definition fits (X Y : Z) (r : ratio) : bool :=
  let '(t, x, y) := r in (0 <=? x) && (x <=? X) && (0 <=? y) && (y <=? Y).

(** The weights of a round of x v y dice over 6^5, which is what the most dice throw. *)
Definition weights (pairs x y : nat) : list Z :=
  map (fun i => Z.of_nat (loss_count pairs x y i) * 6 ^ Z.of_nat (5 - (x + y)))
    (seq 0 (S (pairs_compared pairs x y))).

Definition all_weights (pairs : nat) : list (list (list Z)) :=
  map (fun x => map (weights pairs x) (seq 1 2)) (seq 1 3).

Fixpoint whole_sum (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S m => whole_sum m f + f m end.

Definition recursion_holds (pairs : nat) (w : list (list (list Z))) (ratios : list (list ratio))
    (a d : nat) : bool :=
  let x := Nat.min a 3 in
  let y := Nat.min d 2 in
  let k := pairs_compared pairs x y in
  let after i := entry ratios (a - (k - i)) (d - i) in
  let all := entry ratios a d :: map after (seq 0 (S k)) in
  let X := fold_right Z.max 0 (map (fun '(t, x, y) => x) all) in
  let Y := fold_right Z.max 0 (map (fun '(t, x, y) => y) all) in
  forallb (fits X Y) all
  && (6 ^ 5 * raised X Y (entry ratios a d)
      =? whole_sum (S k) (fun i => nth i (at_ [] w x y) 0 * raised X Y (after i))).

Fixpoint powers_of_3 (n : nat) (first : Z) : list Z :=
  match n with O => [] | S m => first :: powers_of_3 m (3 * first) end.

Definition most_threes : nat := 1000.

Definition denominator_is_right (powers : list Z) (c : cell) : bool :=
  (0 <=? twos c) && (0 <=? threes c) && (threes c <? Z.of_nat most_threes)
  && (Z.of_num_uint (denominator c) =? Z.shiftl (nth (Z.to_nat (threes c)) powers 0) (twos c)).

Definition in_lowest_terms (c : cell) : bool :=
  let t := Z.of_num_uint (numerator c) in
  (Z.odd t || (twos c =? 0)) && (negb (t mod 3 =? 0) || (threes c =? 0)).

Definition wrong_cells (pairs : nat) (table : list (list cell)) (n : nat) : list (nat * nat) :=
  let w := all_weights pairs in
  let ratios := map (map read) table in
  let powers := powers_of_3 most_threes 1 in
  filter (fun '(a, d) =>
      negb (recursion_holds pairs w ratios a d
            && denominator_is_right powers (at_ nothing table a d)
            && in_lowest_terms (at_ nothing table a d)))
    (list_prod (seq 1 n) (seq 1 n)).

(** ** Whole numbers among the rationals *)

Local Open Scope Qc_scope.

Lemma integer_sum n f : integer (whole_sum n f) = Σ i < n, integer (f i).
Proof. induction n as [|n IH]; [now apply Qc_is_canon|]. cbn. now rewrite integer_add, IH. Qed.

Lemma number_power m n : number (m ^ n) = number m ^ n.
Proof. induction n as [|n IH]; [easy|]. cbn [Nat.pow Qcpower]. now rewrite number_mul, IH. Qed.

(** ** The weights are the chances *)

Lemma weights_looked_up pairs x y : (1 <= x <= 3)%nat -> (1 <= y <= 2)%nat ->
  at_ [] (all_weights pairs) x y = weights pairs x y.
Proof.
  intros x_dice y_dice.
  assert (x = 1 \/ x = 2 \/ x = 3)%nat as [-> | [-> | ->]] by lia;
    assert (y = 1 \/ y = 2)%nat as [-> | ->] by lia; reflexivity.
Qed.

Lemma weight_is_chance pairs x y i :
  (1 <= x <= 3)%nat -> (1 <= y <= 2)%nat -> (i <= pairs_compared pairs x y)%nat ->
  integer (nth i (weights pairs x y) 0%Z) = integer (6 ^ 5) * dice_chance pairs x y i.
Proof.
  intros x_dice y_dice le. unfold weights. set (weight i := (_ * _)%Z).
  rewrite (nth_indep _ 0%Z (weight 0%nat)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth, Nat.add_0_l by lia.
  unfold weight. rewrite integer_mul, integer_power.
  unfold dice_chance. rewrite number_power.
  change (integer (Z.of_nat (loss_count pairs x y i))) with (number (loss_count pairs x y i)).
  change 5%Z with (Z.of_nat 5). rewrite integer_power. change (integer 6) with (number 6).
  replace (number 6 ^ 5) with (number 6 ^ (x + y) * number 6 ^ (5 - (x + y)))
    by (rewrite <- power_add; f_equal; lia).
  field. now apply power_not_0, number_not_0.
Qed.

(** ** Ratios *)

(** The number z is t / (2^x 3^y). *)
Definition is_ratio (z : Qc) (r : ratio) : Prop :=
  let '(t, x, y) := r in z * integer (2 ^ x * 3 ^ y) = integer t.

Lemma smooth_not_0 x y : (0 <= x)%Z -> (0 <= y)%Z -> integer (2 ^ x * 3 ^ y) <> 0.
Proof.
  intros some_x some_y. apply integer_not_0, Z.neq_mul_0. split; apply Z.pow_nonzero; lia.
Qed.

Lemma raised_by X Y t x y : fits X Y (t, x, y) = true ->
  raised X Y (t, x, y) = (t * (2 ^ (X - x) * 3 ^ (Y - y)))%Z
  /\ (2 ^ X * 3 ^ Y = 2 ^ x * 3 ^ y * (2 ^ (X - x) * 3 ^ (Y - y)))%Z
  /\ (0 <= x <= X /\ 0 <= y <= Y)%Z.
Proof.
  unfold fits. rewrite !andb_true_iff, !Z.leb_le. intros bounds. repeat split; try lia.
  - unfold raised. rewrite Z.shiftl_mul_pow2 by lia. ring.
  - replace (2 ^ X)%Z with (2 ^ x * 2 ^ (X - x))%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    replace (3 ^ Y)%Z with (3 ^ y * 3 ^ (Y - y))%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    ring.
Qed.

Lemma ratio_raised X Y z r : fits X Y r = true ->
  is_ratio z r <-> z * integer (2 ^ X * 3 ^ Y) = integer (raised X Y r).
Proof.
  destruct r as [[t x] y]. intros fitting.
  destruct (raised_by X Y t x y fitting) as (-> & -> & bounds). unfold is_ratio.
  set (more := (2 ^ (X - x) * 3 ^ (Y - y))%Z). rewrite !(integer_mul _ more).
  assert (more_not_0 : integer more <> 0) by (apply smooth_not_0; lia).
  split; intros equal.
  - rewrite <- equal. ring.
  - transitivity (z * (integer (2 ^ x * 3 ^ y) * integer more) / integer more); [now field|].
    rewrite equal. now field.
Qed.

(** ** A table without a wrong cell *)

Lemma power_of_3_looked_up n : forall i first, (i < n)%nat ->
  nth i (powers_of_3 n first) 0%Z = (first * 3 ^ Z.of_nat i)%Z.
Proof.
  induction n as [|n IH]; intros [|i] first lt; try lia.
  - cbn. lia.
  - cbn [powers_of_3 nth]. rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Section Certified.
Variables (pairs : nat) (table : list (list cell)) (n : nat).
Hypothesis pairs_positive : (1 <= pairs)%nat.
Hypothesis right : wrong_cells pairs table n = [].
Notation ratios := (map (map read) table).
Notation Q := (odds pairs (dice_chance pairs)).

Lemma every_cell_is_right a d : (1 <= a <= n)%nat -> (1 <= d <= n)%nat ->
  recursion_holds pairs (all_weights pairs) ratios a d = true
  /\ denominator_is_right (powers_of_3 most_threes 1) (at_ nothing table a d) = true
  /\ in_lowest_terms (at_ nothing table a d) = true.
Proof.
  intros in_a in_d. rewrite <- !andb_true_iff, andb_assoc.
  destruct (_ && _ && _)%bool eqn:verdict; [easy|]. exfalso.
  assert (wrong : In (a, d) (wrong_cells pairs table n)).
  { apply filter_In. split; [apply in_prod; apply in_seq; lia|]. now rewrite verdict. }
  rewrite right in wrong. easy.
Qed.

Lemma entry_of_table a d : (1 <= a)%nat -> (1 <= d)%nat ->
  entry ratios a d = read (at_ nothing table a d).
Proof.
  intros some_a some_d. unfold entry.
  destruct (Nat.eqb_spec d 0); [lia|]. destruct (Nat.eqb_spec a 0); [lia|].
  unfold at_. change (@nil ratio) with (map read []). now rewrite !map_nth.
Qed.

Lemma odds_are_ratios : forall a d, (a <= n)%nat -> (d <= n)%nat -> (1 <= a + d)%nat ->
  is_ratio (Q a d) (entry ratios a d).
Proof.
  apply (induction_on_units (fun a d => (a <= n)%nat -> (d <= n)%nat ->
    (1 <= a + d)%nat -> is_ratio (Q a d) (entry ratios a d))).
  intros a d IH in_a in_d some.
  destruct (Nat.eq_dec d 0) as [->|]; [|destruct (Nat.eq_dec a 0) as [->|]].
  - rewrite odds_won. now apply Qc_is_canon.
  - rewrite odds_lost by lia. unfold entry.
    destruct (Nat.eqb_spec d 0); [lia|]. now apply Qc_is_canon.
  - destruct (every_cell_is_right a d ltac:(lia) ltac:(lia)) as (holds & _).
    unfold recursion_holds in holds.
    set (x := Nat.min a 3) in *. set (y := Nat.min d 2) in *.
    set (k := pairs_compared pairs x y) in *.
    set (X := fold_right _ _ _) in holds. set (Y := fold_right _ _ _) in holds.
    apply andb_true_iff in holds as [fitting holds]. apply Z.eqb_eq in holds.
    rewrite forallb_forall in fitting.
    assert (cost : (1 <= k /\ k <= a /\ k <= d)%nat) by (unfold k, pairs_compared, x, y; lia).
    assert (x_dice : (1 <= x <= 3)%nat) by (unfold x; lia).
    assert (y_dice : (1 <= y <= 2)%nat) by (unfold y; lia).
    apply (ratio_raised X Y); [apply fitting; now left|].
    assert (six_not_0 : integer (6 ^ 5) <> 0) by now apply integer_not_0.
    transitivity (integer (6 ^ 5) * integer (raised X Y (entry ratios a d)) / integer (6 ^ 5));
      [|now field].
    rewrite <- integer_mul, holds, integer_sum.
    rewrite (odds_round pairs (dice_chance pairs) pairs_positive k) by (easy || lia). fold x y.
    unfold Qcdiv. rewrite <- !sum_mul_right. apply sum_ext. intros i le.
    rewrite (integer_mul (nth _ _ _)), weights_looked_up, weight_is_chance
      by (easy || (fold k; lia)).
    assert (fits_after : fits X Y (entry ratios (a - (k - i)) (d - i)) = true).
    { apply fitting. right. apply in_map_iff. exists i. split; [easy|]. apply in_seq. lia. }
    rewrite <- (proj1 (ratio_raised X Y (Q (a - (k - i)) (d - i)) _ fits_after)).
    + now field.
    + apply IH; lia.
Qed.

(** ** Lowest terms *)

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

Lemma certified a d : (1 <= a <= n)%nat -> (1 <= d <= n)%nat ->
  this (Q a d) = published table a d.
Proof.
  intros in_a in_d.
  destruct (every_cell_is_right a d in_a in_d) as (_ & denominator_right & lowest).
  assert (ratio := odds_are_ratios a d ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite entry_of_table in ratio by lia. unfold published.
  set (c := at_ nothing table a d) in *. unfold is_ratio, read in ratio.
  unfold denominator_is_right in denominator_right.
  rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt, Z.eqb_eq in denominator_right.
  destruct denominator_right as (((some_twos & some_threes) & few) & equal).
  rewrite power_of_3_looked_up, Z2Nat.id, Z.shiftl_mul_pow2 in equal by lia.
  replace (1 * 3 ^ threes c * 2 ^ twos c)%Z with (2 ^ twos c * 3 ^ threes c)%Z in equal by ring.
  assert (positive : (0 < 2 ^ twos c * 3 ^ threes c)%Z)
    by (apply Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia).
  assert (quotient : Q a d
    = Q2Qc (Z.of_num_uint (numerator c) # Z.to_pos (Z.of_num_uint (denominator c)))).
  { rewrite equal. set (D := (2 ^ twos c * 3 ^ threes c)%Z) in *.
    transitivity (integer (Z.of_num_uint (numerator c)) / integer D).
    - rewrite <- ratio. field. apply integer_not_0. lia.
    - unfold Qcdiv, Qcmult, Qcinv, integer. apply Q2Qc_eq_iff. cbn [this Q2Qc].
      rewrite !Qred_correct, Qmake_Qdiv, Z2Pos.id by lia. easy. }
  rewrite quotient. cbn [this Q2Qc]. apply Qred_iff. cbn [Qnum Qden].
  rewrite equal, Z2Pos.id by lia. now apply lowest_terms.
Qed.

End Certified.
