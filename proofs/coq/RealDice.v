(** * What the theorems about any chances say of real dice

    A theorem with hypotheses would be true, and empty, if nothing fulfilled them.  For each of those
    with hypotheses on more than whole numbers, one instance: the standard or the single-loss rules
    fulfil them all. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice FirstExit Weights Geometric Binomial Trinomial
  TrinomialSum Rules Columns Cell.
Open Scope nat_scope.
Open Scope Qc_scope.

Lemma standard_rounds_cost : rounds_cost standard_battle.
Proof. apply dice_cost; lia. Qed.

(** Two fractions are compared in [Q]. *)
Lemma different x y : Qeq_bool x y = false -> Q2Qc x <> Q2Qc y.
Proof.
  intros other same. apply Q2Qc_eq_iff in same. apply Qeq_eq_bool in same. congruence.
Qed.

Lemma two_standard_dice_differ : dice_chance 2 1 2 1 ^ 2 <> dice_chance 2 2 2 2.
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & -> & _ & _ & _ & -> & _).
  replace (Q2Qc (55 # 216) ^ 2) with (Q2Qc (3025 # 46656)) by (apply Qc_is_canon; reflexivity).
  now apply different.
Qed.

Lemma two_single_loss_dice_differ : dice_chance 1 2 2 1 <> dice_chance 1 1 2 1.
Proof.
  destruct single_loss_chances as (_ & _ & _ & _ & _ & -> & _ & _ & _ & -> & _).
  now apply different.
Qed.

Lemma three_against_one_add_up pairs : (1 <= pairs)%nat ->
  dice_chance pairs 3 1 0 + dice_chance pairs 3 1 1 = 1.
Proof.
  intros some. rewrite <- (dice_chances_add_up pairs 3 1). unfold pairs_compared.
  replace (Nat.min pairs (Nat.min 3 1)) with 1%nat by lia. now rewrite sum_of_2.
Qed.

(** ** The recursion and the first exit *)

Theorem standard_recursion a d : standard_odds a d =
  if over standard_battle a d then won a d
  else Σ i < S (cost standard_battle a d),
    chance standard_battle a d i * standard_odds (a - (cost standard_battle a d - i)) (d - i).
Proof. apply (the_recursion standard_battle won), standard_rounds_cost. Qed.

Theorem standard_odds_are_a_mean a d :
  standard_odds a d = Σ x < S a, Σ y < S d, won x y * ends_in standard_battle x y a d.
Proof. apply (value_is_a_mean standard_battle won), standard_rounds_cost. Qed.

Theorem standard_total_mass_1 a d : Σ x < S a, Σ y < S d, ends_in standard_battle x y a d = 1.
Proof.
  apply total_mass_1; [apply standard_rounds_cost|]. intros x y _. apply dice_chances_add_up.
Qed.

Theorem standard_first_exit a d : (3 <= a)%nat -> (2 <= d)%nat ->
  standard_odds a d = exit_sum 2 3 2 (dice_chance 2 3 2) standard_odds a d.
Proof.
  apply (first_exit standard_battle); [apply standard_rounds_cost|].
  apply (dice_have_constant_rounds 3 2 2 0); lia.
Qed.

(** ** The borders *)

Theorem standard_one_defender a : (2 <= a)%nat ->
  standard_odds a 1 = 1 - (1 - standard_odds 2 1) * dice_chance 2 3 1 0 ^ (a - 2).
Proof. apply one_defender; [|apply three_against_one_add_up]; lia. Qed.

Theorem standard_geometric_sum n :
  geometric_sum (dice_chance 2 1 2 1 ^ 2) (dice_chance 2 2 2 2) n =
  ((dice_chance 2 1 2 1 ^ 2) ^ n - dice_chance 2 2 2 2 ^ n)
  / (dice_chance 2 1 2 1 ^ 2 - dice_chance 2 2 2 2).
Proof. apply geometric_sum_quotient, two_standard_dice_differ. Qed.

Theorem standard_two_attackers_as_powers d : standard_odds 2 d =
  kappa (dice_chance 2) * dice_chance 2 1 2 1 ^ d
  + gee (dice_chance 2) (d mod 2) * dice_chance 2 2 2 2 ^ (d / 2).
Proof. apply two_attackers_as_powers, two_standard_dice_differ. Qed.

Theorem standard_powers_taken_out m n : (2 * n <= m)%nat ->
  dice_chance 2 1 2 1 ^ (m - 2 * n) =
  dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n.
Proof.
  apply powers_taken_out.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & -> & _).
  now apply different.
Qed.

(** ** The weights *)

Theorem standard_weights_are_trinomial n i : (i < S (2 * n))%nat ->
  T 2 (dice_chance 2 3 2) n i = trinomial_sum (dice_chance 2 3 2) n i.
Proof.
  apply coefficients_are_unique. intros x. apply sum_ext. intros k _. now rewrite T_trinomial.
Qed.

(** ** The engine's sums *)

Theorem powers_make_blocks lo :
  let x := dice_chance 2 3 1 0 in
  let b := Block x 0 0 1 1 0 1 in
  is_block (fun n => x ^ n) (fun _ => 0) (fun _ => 1) (fun _ => 0) 1 lo 2 (joined 1 1 b b).
Proof.
  cbv zeta. apply (blocks_join _ _ _ _ _ lo 1 1); unfold is_block;
    cbn [A00 A01 A10 A11 V0 V1 D]; rewrite sum_of_1, !Nat.add_1_r, Nat.add_0_r;
    cbn [Qcpower Nat.sub]; repeat split; ring.
Qed.

Theorem standard_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->
  standard_odds a d = two_units_sums (dice_chance 2) a d.
Proof.
  intros enough_a enough_d. apply two_units_cell; [easy|easy| |apply two_standard_dice_differ].
  apply three_against_one_add_up. lia.
Qed.

Theorem single_loss_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->
  single_loss_odds a d = one_unit_sums (dice_chance 1) a d.
Proof.
  intros enough_a enough_d. apply one_unit_cell; [lia|lia| |apply two_single_loss_dice_differ].
  apply three_against_one_add_up. lia.
Qed.
