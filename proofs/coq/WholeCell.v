(** * One cell of the standard rules, in whole numbers

    The sums of [two_units_sums] with the chances of the dice put in, over a common denominator.
    They take the weights of two lines of states: the lowest rows, and the columns on the left.

    - [low_rows d], [left_columns a]   what is to be found of each line
    - [odds_numerator a d], [odds_denominator a d]
                             the chance to win is their quotient, which is not in lowest terms

    Main results: where the kernel finds that these agree with a fraction, the chance to win is that
    fraction ([standard_certified]), or a number of attackers is the least that has a chance
    ([least_standard_certified]). *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Weights Geometric Hands Certify Cell Rules RealDice
  RealHands Monotone WholeColumn.
Open Scope nat_scope.
Open Scope Z_scope.

Definition low_rows (d : nat) : task :=
  Task 18200 20888 23120 (d - 2) (Wanted 5501 2890 62208) (Wanted 2611 2890 7203).

Definition left_columns (a : nat) : task :=
  Task 17340 15666 13650 (a - 3) (Wanted (-453055) (-702000) 3025) (Wanted 2611 2275 10620).

Definition rounds (a d : nat) : nat := (a + d - 4) / 2.

Definition odds_numerator (a d : nat) : Z :=
  let n := rounds a d in
  let b := after_rounds (low_rows d) n in
  let l := after_rounds (left_columns a) n in
  if ((a + d) mod 2 =? 1)%nat then
    3 ^ Z.of_nat n * (562464 * (first_sum b + 5501 * weight_here b)
                      - 138229 * (second_sum b + 2611 * weight_here b))
    + 4 ^ Z.of_nat n * (385 * (first_sum l + 352625 * weight_here l) + 543035 * second_sum l)
  else
    3 ^ Z.of_nat n * (562464 * first_sum b - 406224 * second_sum b)
    + 4 ^ Z.of_nat n * (1512 * first_sum l + 1029024 * second_sum l).

Definition odds_denominator (a d : nat) : Z := 562464 * 7776 * 186624 ^ Z.of_nat (rounds a d).

Definition standard_is (a d : nat) (n m : Number.uint) : bool :=
  ((3 <=? a) && (2 <=? d))%nat && is_fraction (odds_numerator a d) (odds_denominator a d) n m.

(** More units never hurt, so one attacker fewer is the only other number to look at. *)
Definition standard_needs (a d : nat) (n m : Number.uint) : bool :=
  ((4 <=? a) && (2 <=? d))%nat && is_enough (odds_numerator a d) (odds_denominator a d) n m
  && is_less (odds_numerator (a - 1) d) (odds_denominator (a - 1) d) n m.

Local Open Scope Qc_scope.

(** ** Weights over a base *)

Section Weights.
Variables (l : task) (base : Qc) (c : nat -> Qc).
Hypothesis over_base : forall k, (k <= 2)%nat -> weights_of l k = base * c k.
Notation low n := (T 2 c n (lost l)).
Notation low_below n := (shift 1 (T 2 c n) (lost l)).

Lemma weight_over_base n : forall i, T 2 (weights_of l) n i = base ^ n * T 2 c n i.
Proof.
  induction n as [|n IH]; intros i; [rewrite !T_no_round; cbn [Qcpower]; ring|].
  rewrite !T_one_more_round, <- sum_mul. apply sum_ext. intros k lt.
  rewrite over_base, (shift_ext k _ _ i IH), shift_mul by lia. cbn [Qcpower]. ring.
Qed.

Lemma weight_below_over_base n i :
  shift 1 (T 2 (weights_of l) n) i = base ^ n * shift 1 (T 2 c n) i.
Proof. now rewrite (shift_ext 1 _ _ i (weight_over_base n)), shift_mul. Qed.

(** What makes the factors of the weights whole, and what makes the powers those of [summed]. *)
Lemma sum_over_base w y heavy lead alpha beta power N : integer (factor w) = base * y ->
  integer (of_here w) = heavy * alpha -> integer (of_below w) = heavy * beta ->
  (forall n, (n < N)%nat -> lead * power n = y ^ (N - n)) ->
  summed l w N
  = base ^ N * (heavy * lead * (Σ n < N, power n * (alpha * low n + beta * low_below n))).
Proof.
  intros factor_right weight_right below_right power_right. unfold summed.
  rewrite <- !sum_mul. apply sum_ext. intros n lt.
  rewrite weight_over_base, weight_below_over_base, factor_right, weight_right, below_right.
  rewrite power_of_product, <- power_right by easy.
  replace (base ^ N) with (base ^ (N - n) * base ^ n)
    by (rewrite <- power_add; f_equal; lia). ring.
Qed.
End Weights.

(** ** The common denominator, for any numbers *)

Section Numerator.
Variables three four base_3 base_4 G H M K q g c s S1 S2 S3 S4 w0 w1 w12 low high : Qc.
Hypotheses (threes : three * base_3 = G) (fours : four * base_4 = G).

Lemma even_numerator c2 c4 r : c2 * r = K * q -> c * M = K * H -> c4 = K * g ->
  three * (K * (base_3 * (H * S1)) - c2 * (base_3 * (H * r * S2)))
  + four * (c * (base_4 * (M * 1 * S3)) + c4 * (base_4 * (H * S4)))
  = ((S1 + 0) - q * (S2 + 0) + (S3 + 0) + g * S4) * (K * H * G).
Proof.
  intros second third ->.
  transitivity (three * base_3 * (K * H * S1 - c2 * r * H * S2)
    + four * base_4 * (c * M * S3 + K * g * H * S4)); [ring|].
  rewrite threes, fours, second, third. ring.
Qed.

Lemma odd_numerator c2 c4 x y z : s <> 0 -> c2 = K * q -> c * M = K * H * s -> c4 = K * g ->
  H * w12 = x -> H * w1 = y -> M * w0 = z ->
  three * (K * (base_3 * (H * S1) + x * (base_3 * low))
    - c2 * (base_3 * (H * 1 * S2) + y * (base_3 * low)))
  + four * (c * (base_4 * (M * (1 / s) * S3) + z * (base_4 * high)) + c4 * (base_4 * (H * S4)))
  = ((S1 + w12 * low) - q * (S2 + w1 * low) + (S3 + s * (w0 * high)) + g * S4) * (K * H * G).
Proof.
  intros some -> third -> <- <- <-.
  transitivity (three * base_3 * (K * H * (S1 + w12 * low) - K * q * H * (S2 + w1 * low))
    + four * base_4 * (c * M * (1 / s * S3 + w0 * high) + K * g * H * S4)); [ring|].
  rewrite threes, fours, third. now field.
Qed.
End Numerator.

(** ** The chances of the standard dice *)

Section Standard.
Notation p := (dice_chance 2).

Lemma bottom_over_base d k : (k <= 2)%nat -> weights_of (low_rows d) k = integer 62208 * p 3 2 k.
Proof.
  intros le. destruct standard_chances as (w0 & w1 & w2 & _).
  assert (k = 0 \/ k = 1 \/ k = 2)%nat as [-> | [-> | ->]] by lia;
    cbn [weights_of low_rows loses_0 loses_1 loses_2];
    rewrite ?w0, ?w1, ?w2; now apply Qc_is_canon.
Qed.

Lemma left_over_base a k : (k <= 2)%nat ->
  weights_of (left_columns a) k = integer 46656 * turned (p 3 2) k.
Proof.
  intros le. destruct standard_chances as (w0 & w1 & w2 & _). unfold turned.
  assert (k = 0 \/ k = 1 \/ k = 2)%nat as [-> | [-> | ->]] by lia;
    cbn [weights_of left_columns Nat.sub loses_0 loses_1 loses_2];
    rewrite ?w0, ?w1, ?w2; now apply Qc_is_canon.
Qed.

Lemma standard_kappa : kappa p = Q2Qc (- 180 # 217).
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & v1 & v2 & _ & _ & _ & s & _ & p11).
  unfold kappa. rewrite v1, v2, s, p11. now apply Qc_is_canon.
Qed.

Lemma standard_two_against_one : standard_odds 2 1 = Q2Qc (1955 # 2592).
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & p210 & p211 & _ & _ & _ & p11).
  unfold standard_odds. rewrite two_against_one, p210, p211, p11 by lia. now apply Qc_is_canon.
Qed.

Lemma standard_gee e : (e <= 1)%nat ->
  gee p e = if (e =? 1)%nat then Q2Qc (543035 # 562464) else Q2Qc (397 # 217).
Proof.
  intros le. unfold gee. rewrite standard_kappa.
  assert (e = 0 \/ e = 1)%nat as [-> | ->] by lia; cbn [Nat.eqb].
  - rewrite odds_won. now apply Qc_is_canon.
  - fold (standard_odds 2 1). rewrite standard_two_against_one.
    destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & -> & _).
    now apply Qc_is_canon.
Qed.

Lemma standard_constants :
  integer 7776 * p 3 2 0%nat = integer 2275 /\
  integer 7776 * p 3 2 1%nat = integer 2611 /\
  integer 7776 * p 3 2 2%nat = integer 2890 /\
  integer 7776 * (p 3 2 1%nat + p 3 2 2%nat) = integer 5501 /\
  integer 2892672 * (p 3 2 0%nat * p 1 1 1%nat) = integer 352625 /\
  integer 2892672 * (p 3 2 0%nat * p 1 1 1%nat + p 3 2 1%nat * kappa p) = integer (-453055) /\
  integer 2892672 * (p 3 2 0%nat * kappa p) = integer (-702000).
Proof.
  rewrite standard_kappa.
  destruct standard_chances as (-> & -> & -> & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ->).
  repeat split; now apply Qc_is_canon.
Qed.

(** ** One cell *)

Section Cell.
Variables a d : nat.
Hypotheses (enough_a : (3 <= a)%nat) (enough_d : (2 <= d)%nat).
Notation N := (rounds a d).
Notation e := ((a + d) mod 2)%nat.
Notation low n := (T 2 (p 3 2) n (d - 2)).
Notation low_below n := (shift 1 (T 2 (p 3 2) n) (d - 2)).
Notation high n := (T 2 (turned (p 3 2)) n (a - 3)).
Notation high_below n := (shift 1 (T 2 (turned (p 3 2)) n) (a - 3)).

Lemma units_of_cell : (a + d = 2 * N + 4 + e /\ e <= 1)%nat.
Proof. apply sizes_of_units. lia. Qed.

Lemma bottom_after : is_after (low_rows d) N (after_rounds (low_rows d) N).
Proof. apply after_is_right; [easy|]. pose proof units_of_cell. cbn [lost low_rows]. lia. Qed.

Lemma left_after : is_after (left_columns a) N (after_rounds (left_columns a) N).
Proof. apply after_is_right; [easy|]. pose proof units_of_cell. cbn [lost left_columns]. lia. Qed.

Lemma bottom_weight :
  integer (weight_here (after_rounds (low_rows d) N)) = integer 62208 ^ N * low N.
Proof. destruct bottom_after as (-> & _). apply (weight_over_base _ _ _ (bottom_over_base d)). Qed.

Lemma left_weight :
  integer (weight_here (after_rounds (left_columns a) N)) = integer 46656 ^ N * high N.
Proof. destruct left_after as (-> & _). apply (weight_over_base _ _ _ (left_over_base a)). Qed.

Lemma first_of_bottom : integer (first_sum (after_rounds (low_rows d) N)) = integer 62208 ^ N
  * (integer 7776 * (Σ n < N, ((p 3 2 1 + p 3 2 2) * low n + p 3 2 2 * low_below n))).
Proof.
  destruct bottom_after as (_ & _ & -> & _). destruct standard_constants as (_ & _ & w2 & w12 & _).
  rewrite (sum_over_base _ _ _ (bottom_over_base d) (first (low_rows d)) 1 (integer 7776) 1
    (p 3 2 1 + p 3 2 2) (p 3 2 2) (fun _ => 1)).
  - rewrite Qcmult_1_r. apply (f_equal (fun x => integer 62208 ^ N * (integer 7776 * x))).
    apply sum_ext. intros n _. apply Qcmult_1_l.
  - symmetry. apply Qcmult_1_r.
  - symmetry. exact w12.
  - symmetry. exact w2.
  - intros n _. rewrite one_to_the. ring.
Qed.

Lemma second_of_bottom : integer (second_sum (after_rounds (low_rows d) N)) = integer 62208 ^ N
  * (integer 7776 * (if (e =? 1)%nat then 1 else p 3 1 0)
     * (Σ n < N, p 3 1 0 ^ (a + d - 5 - 2 * n) * (p 3 2 1 * low n + p 3 2 2 * low_below n))).
Proof.
  destruct bottom_after as (_ & _ & _ & ->). destruct standard_constants as (_ & w1 & w2 & _).
  apply (sum_over_base _ _ _ (bottom_over_base d) (second (low_rows d)) (p 3 1 0 ^ 2));
    [|symmetry; exact w1|symmetry; exact w2|].
  - destruct standard_chances as (_ & _ & _ & -> & _). now apply Qc_is_canon.
  - intros n lt. pose proof units_of_cell. rewrite <- power_mul. destruct (Nat.eqb_spec e 1).
    + rewrite Qcmult_1_l. f_equal. lia.
    + replace (2 * (N - n))%nat with (S (a + d - 5 - 2 * n)) by lia. easy.
Qed.

Lemma first_of_left : integer (first_sum (after_rounds (left_columns a) N)) = integer 46656 ^ N
  * (integer 2892672 * (if (e =? 1)%nat then 1 / p 1 2 1 else 1)
     * (Σ n < N, p 1 2 1 ^ (a + d - 4 - 2 * n)
         * ((p 3 2 0 * p 1 1 1 + p 3 2 1 * kappa p) * high n + p 3 2 0 * kappa p * high_below n))).
Proof.
  destruct left_after as (_ & _ & -> & _).
  destruct standard_constants as (_ & _ & _ & _ & _ & corner & edge).
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & s_is & _).
  apply (sum_over_base _ _ _ (left_over_base a) (first (left_columns a)) (p 1 2 1 ^ 2));
    [|symmetry; exact corner|symmetry; exact edge|].
  - rewrite s_is. now apply Qc_is_canon.
  - intros n lt. pose proof units_of_cell. rewrite <- power_mul. destruct (Nat.eqb_spec e 1).
    + replace (a + d - 4 - 2 * n)%nat with (S (2 * (N - n))) by lia. cbn [Qcpower].
      field. rewrite s_is. now apply different.
    + rewrite Qcmult_1_l. f_equal. lia.
Qed.

Lemma second_of_left : integer (second_sum (after_rounds (left_columns a) N)) = integer 46656 ^ N
  * (integer 7776 * (Σ n < N, p 2 2 2 ^ ((a + d - 4) / 2 - n)
       * (p 3 2 1 * high n + p 3 2 0 * high_below n))).
Proof.
  destruct left_after as (_ & _ & _ & ->). destruct standard_constants as (w0 & w1 & _).
  rewrite <- (Qcmult_1_r (integer 7776)).
  apply (sum_over_base _ _ _ (left_over_base a) (second (left_columns a)) (p 2 2 2));
    [|symmetry; exact w1|symmetry; exact w0|].
  - destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & -> & _). now apply Qc_is_canon.
  - intros n _. apply Qcmult_1_l.
Qed.

Lemma numerator_is_right :
  integer (odds_numerator a d) = standard_odds a d * integer (odds_denominator a d).
Proof.
  destruct standard_chances as (_ & _ & _ & r_is & _ & _ & _ & _ & _ & _ & _ & s_is & _).
  destruct standard_constants as (_ & w1 & _ & w12 & corner & _).
  assert (threes : integer 3 ^ N * integer 62208 ^ N = integer 186624 ^ N)
    by (rewrite <- power_of_product; f_equal; now apply Qc_is_canon).
  assert (fours : integer 4 ^ N * integer 46656 ^ N = integer 186624 ^ N)
    by (rewrite <- power_of_product; f_equal; now apply Qc_is_canon).
  assert (left_bottom := first_of_bottom). assert (right_bottom := second_of_bottom).
  assert (left_left := first_of_left).
  pose proof units_of_cell as [_ parity]. assert (gee_is := standard_gee e parity).
  rewrite standard_cell by easy. unfold two_units_sums, odds_numerator, odds_denominator. cbv zeta.
  fold (standard_odds 2 1). rewrite standard_two_against_one.
  destruct (Nat.eqb_spec e 1);
    repeat first [rewrite integer_add | rewrite integer_sub | rewrite integer_mul];
    rewrite !integer_power, left_bottom, right_bottom, left_left, second_of_left,
      ?bottom_weight, ?left_weight.
  - apply odd_numerator; try assumption; rewrite ?gee_is, ?s_is;
      try (now apply Qc_is_canon). now apply different.
  - apply even_numerator; try assumption; rewrite ?gee_is, ?r_is; now apply Qc_is_canon.
Qed.

End Cell.
End Standard.

(** ** Certificates *)

Lemma standard_certified a d n m : standard_is a d n m = true ->
  win_chance standard_rules 0 0 a d = fraction n m.
Proof.
  unfold standard_is. rewrite !andb_true_iff, !Nat.leb_le. intros [[enough_a enough_d] same].
  rewrite standard_rules_are_standard.
  exact (is_fraction_right _ _ _ _ _ (numerator_is_right a d enough_a enough_d) same).
Qed.

Lemma least_standard_certified a d n m : standard_needs a d n m = true ->
  fraction n m <= win_chance standard_rules 0 0 a d /\
  forall fewer, (fewer < a)%nat -> win_chance standard_rules 0 0 fewer d < fraction n m.
Proof.
  unfold standard_needs. rewrite !andb_true_iff, !Nat.leb_le.
  intros [[[enough_a enough_d] enough] less]. split.
  - rewrite standard_rules_are_standard.
    exact (is_enough_right _ _ _ _ _ (numerator_is_right a d ltac:(lia) enough_d) enough).
  - intros fewer lt. rewrite standard_rules_are_standard.
    apply Qcle_lt_trans with (standard_odds (a - 1) d).
    + apply standard_odds_are_monotone; lia.
    + exact (is_less_right _ _ _ _ _ (numerator_is_right (a - 1) d ltac:(lia) enough_d) less).
Qed.

Theorem standard_least_against_20 : fraction 9 10 <= win_chance standard_rules 0 0 27 20 /\
  forall fewer, (fewer < 27)%nat -> win_chance standard_rules 0 0 fewer 20 < fraction 9 10.
Proof. apply least_standard_certified. vm_cast_no_check (eq_refl true). Qed.
