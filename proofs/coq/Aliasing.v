(** * How large the aliases of a coefficient are ([riskexact.engine.circle], the first bound)

    The coefficients c n are not negative, and C is a bound of all c n r^n: 1 for r = 1 if they are
    chances, or by [coefficient_bound] the value of the polynomial at r.  On a circle of radius R with
    m nodes, t is (R/r)^m for the aliases beyond d, and (r/R)^m for those before.

    Main results: [aliases_beyond], [aliases_before]: at most C r^-d t / (1 - t), multiplied out. *)

From Coq Require Import Arith Lia QArith Qcanon.
From Risk Require Import Sums Weights Dice Rules Lines SaddlePoint Powers.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Geometric tails *)

Lemma tail_of_powers t n : 0 <= t -> (1 - t) * (Σ k < n, t ^ S k) <= t.
Proof.
  intros T. replace (_ * _) with (t + - (t * t ^ n)).
  - apply Qcle_minus_iff. replace (_ + _) with (t * t ^ n) by ring.
    apply product_not_negative; [easy|now apply power_not_negative].
  - induction n as [|n IH]; cbn [sum]; [cbn [Qcpower]; ring|].
    rewrite Qcmult_plus_distr_r, <- IH. cbn [Qcpower]. ring.
Qed.

(** Terms that are at most C t, C t^2, C t^3, ... *)
Lemma geometric_tail C t n f : 0 <= t <= 1 -> 0 <= C ->
  (forall k, (k < n)%nat -> f k <= C * t ^ S k) -> (1 - t) * sum n f <= C * t.
Proof.
  intros [T T'] someC terms. apply Qcle_trans with (C * ((1 - t) * (Σ k < n, t ^ S k))).
  - replace (C * _) with ((1 - t) * (Σ k < n, C * t ^ S k)) by (rewrite sum_mul; ring).
    apply times_le; [now apply Qcle_minus_iff in T'|]. now apply sum_le.
  - apply times_le; [easy|]. now apply tail_of_powers.
Qed.

(** ** One coefficient *)

Theorem coefficient_bound N c r n : not_negative c -> 0 <= r -> (n < N)%nat ->
  c n * r ^ n <= Σ i < N, c i * r ^ i.
Proof.
  intros some positive lt. apply (sum_has N (fun i => c i * r ^ i)); [intros i _|easy].
  apply product_not_negative; [easy|now apply power_not_negative].
Qed.

(** ** All aliases *)

Section Aliases.
Variables (c : nat -> Qc) (C r R : Qc) (m d N : nat).
Hypotheses (some : not_negative c) (bound : bounds C r c).

Lemma bound_not_negative : 0 <= C.
Proof. apply Qcle_trans with (2 := bound 0%nat). cbn [Qcpower]. now rewrite Qcmult_1_r. Qed.

Lemma quotient_times x y n : y <> 0 -> (x / y) ^ n * y ^ n = x ^ n.
Proof. intros other. rewrite <- power_of_product. f_equal. now field. Qed.

Theorem aliases_beyond : 0 < r -> 0 <= (R / r) ^ m <= 1 ->
  (1 - (R / r) ^ m) * (Σ k < N, c (d + S k * m)%nat * R ^ (S k * m) * r ^ d) <= C * (R / r) ^ m.
Proof.
  intros positive small. apply geometric_tail; [easy|apply bound_not_negative|]. intros k _.
  assert (other : r <> 0) by (intros zero; now rewrite zero in positive).
  replace (_ * r ^ d) with (c (d + S k * m)%nat * r ^ (d + S k * m) * ((R / r) ^ m) ^ S k).
  - apply Qcmult_le_compat_r; [apply bound|]. now apply power_not_negative.
  - rewrite <- power_mul, (Nat.mul_comm m), power_add, <- (quotient_times R r (S k * m)) by easy.
    ring.
Qed.

Theorem aliases_before : 0 < R -> 0 <= (r / R) ^ m <= 1 -> (N * m <= d)%nat ->
  (1 - (r / R) ^ m) * (Σ k < N, c (d - S k * m)%nat / R ^ (S k * m) * r ^ d) <= C * (r / R) ^ m.
Proof.
  intros positive small enough. apply geometric_tail; [easy|apply bound_not_negative|]. intros k lt.
  assert (other : R <> 0) by (intros zero; now rewrite zero in positive).
  replace (_ * r ^ d) with (c (d - S k * m)%nat * r ^ (d - S k * m) * ((r / R) ^ m) ^ S k).
  - apply Qcmult_le_compat_r; [apply bound|]. now apply power_not_negative.
  - assert (le : (S k * m <= d)%nat) by nia.
    replace d with (d - S k * m + S k * m)%nat at 4 by lia.
    rewrite <- power_mul, (Nat.mul_comm m), power_add, <- (quotient_times r R (S k * m)) by easy.
    field. now apply power_not_0.
Qed.
End Aliases.

(** ** Real dice: the weights of the interior *)

Lemma T_not_negative K c n : not_negative c -> forall i, 0 <= T K c n i.
Proof.
  intros some. induction n as [|n IH]; intros i.
  - rewrite T_no_round. now destruct (i =? 0)%nat.
  - rewrite T_one_more_round. apply sum_of_nonnegative. intros k _.
    apply product_not_negative; [easy|]. unfold shift. now destruct (k <=? i)%nat.
Qed.

(** No weight is more than P(r)^n / r^i, for any radius r > 0: the bound at the saddle. *)
Lemma standard_weights_not_negative n : not_negative (T 2 (dice_chance 2 3 2) n).
Proof. intros j. apply T_not_negative. intros k. apply dice_chance_not_negative. Qed.

Definition standard_coefficient_bound N n i s := coefficient_bound N (T 2 (dice_chance 2 3 2) n)
  (number s) i (standard_weights_not_negative n) (number_not_negative s).

Theorem standard_weights_are_bounded n i s :
  T 2 (dice_chance 2 3 2) n i * number s ^ i <= P 2 (dice_chance 2 3 2) (number s) ^ n.
Proof.
  rewrite <- T_is_the_coefficient. destruct (Nat.le_gt_cases i (2 * n)) as [within|beyond].
  - apply standard_coefficient_bound. lia.
  - rewrite T_beyond, Qcmult_0_l by easy. apply sum_of_nonnegative. intros j _.
    apply product_not_negative; [|apply power_not_negative, number_not_negative].
    apply standard_weights_not_negative.
Qed.

Lemma quotient_of_radii s m : (1 <= s)%nat -> 0 <= (1 / number s) ^ m <= 1.
Proof.
  intros some. pose proof (number_positive s some) as positive.
  assert (other : number s <> 0) by (intros zero; now rewrite zero in positive).
  assert (0 <= 1 / number s <= 1) as [low high].
  { split; apply (Qcmult_lt_0_le_reg_r _ _ (number s) positive);
      replace (1 / number s * number s) with (Q2Qc 1) by (now field).
    - now rewrite Qcmult_0_l.
    - rewrite Qcmult_1_l, <- number_1. unfold number, Qcle. rewrite !fraction_in_Q.
      unfold Qle. cbn. lia. }
  split; [now apply power_not_negative|].
  change (Q2Qc 1) with ((1 / number s) ^ 0). apply power_descends; easy || lia.
Qed.

Lemma standard_weights_are_chances n i : 0 <= T 2 (dice_chance 2 3 2) n i <= 1.
Proof.
  split; [apply T_not_negative; intros k; apply dice_chance_not_negative|].
  pose proof (standard_weights_are_bounded n i 1) as bounded.
  assert (all : P 2 (dice_chance 2 3 2) 1 = 1).
  { transitivity (sum 3 (dice_chance 2 3 2)); [|apply (dice_chances_add_up 2 3 2)].
    apply sum_ext. intros k _. rewrite one_to_the. ring. }
  now rewrite number_1, all, !one_to_the, Qcmult_1_r in bounded.
Qed.

Theorem standard_aliases_beyond n d m N s : (1 <= s)%nat ->
  (1 - (1 / number s) ^ m) * (Σ k < N, T 2 (dice_chance 2 3 2) n (d + S k * m) * 1 ^ (S k * m)
    * number s ^ d) <= P 2 (dice_chance 2 3 2) (number s) ^ n * (1 / number s) ^ m.
Proof.
  intros some. apply (aliases_beyond (T 2 (dice_chance 2 3 2) n)).
  - intros i. apply standard_weights_are_chances.
  - intros i. apply standard_weights_are_bounded.
  - now apply number_positive.
  - now apply quotient_of_radii.
Qed.

Theorem standard_aliases_before n d m N s : (1 <= s)%nat -> (N * m <= d)%nat ->
  (1 - (1 / number s) ^ m) * (Σ k < N, T 2 (dice_chance 2 3 2) n (d - S k * m) / number s ^ (S k * m)
    * 1 ^ d) <= 1 * (1 / number s) ^ m.
Proof.
  intros some enough. apply (aliases_before (T 2 (dice_chance 2 3 2) n)).
  - intros i. apply standard_weights_are_chances.
  - intros i. rewrite one_to_the, Qcmult_1_r. apply standard_weights_are_chances.
  - now apply number_positive.
  - now apply quotient_of_radii.
  - easy.
Qed.
