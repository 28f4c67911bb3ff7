(** * The standard rules as hands

    Main results: their battle is that of [Rules], for all numbers of units; and for each theorem
    with hypotheses that computation decides, an instance that fulfils them. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Dice FirstExit Contest Hands Certify Geometric Rules Line.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** They are the standard rules *)

Theorem standard_rules_are_standard a d :
  win_chance standard_rules 0 0 a d = standard_odds a d.
Proof.
  apply (expected_is_value standard_rules 2 (dice_chance 2)); [lia|].
  vm_cast_no_check (eq_refl true).
Qed.

(** ** Instances *)

Lemma standard_base : base_is_right standard_rules 432 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem standard_ends_add_up a d :
  Σ x < S a, Σ y < S d, ends_at (fought standard_rules 0 0) x y a d = 1.
Proof. apply general_total_mass_1, (hands_are_decisive 432), standard_base. Qed.

Theorem standard_thrown_again a d : (1 <= a)%nat -> (1 <= d)%nat ->
  win_chance standard_rules 0 0 a d =
  mean (fun losses => win_chance standard_rules 0 0 (a - fst losses) (d - snd losses))
    (all_throws standard_rules a d).
Proof.
  intros some_a some_d. assert (ongoing : ended (fought standard_rules 0 0) a d = false)
    by (apply ended_false; cbn; lia).
  apply (thrown_again (fought standard_rules 0 0) won); [exact ongoing|].
  now apply (hands_are_decisive 432), ongoing.
Qed.

Theorem standard_hands_first_exit a d : (3 <= a)%nat -> (2 <= d)%nat ->
  win_chance standard_rules 0 0 a d =
  exit_sum 2 3 2 (share (full_round standard_rules)) (win_chance standard_rules 0 0) a d.
Proof.
  intros in_a in_d.
  refine (hands_first_exit standard_rules 0 0 won a d eq_refl _ in_a in_d). repeat constructor.
Qed.

Lemma standard_1_against_1 : win_chance standard_rules 0 0 1 1 = fraction 5 12.
Proof. apply (win_certified 432). vm_cast_no_check (eq_refl true). Qed.

Theorem standard_3_against_2 : win_chance standard_rules 0 0 3 2 = fraction 6610505 10077696.
Proof. apply (win_certified 432). vm_cast_no_check (eq_refl true). Qed.

Theorem standard_least_against_2 : fraction 9 10 <= win_chance standard_rules 0 0 6 2 /\
  forall fewer, (fewer < 6)%nat -> win_chance standard_rules 0 0 fewer 2 < fraction 9 10.
Proof. apply (least_certified 432). vm_cast_no_check (eq_refl true). Qed.

Theorem standard_campaign : campaign two_territories 0 4 = fraction 2017223125 3869835264.
Proof. apply (campaign_certified 432). vm_cast_no_check (eq_refl true). Qed.

Theorem standard_least_for_campaign : fraction 9 10 <= campaign two_territories 0 8 /\
  forall fewer, (fewer < 8)%nat -> campaign two_territories 0 fewer < fraction 9 10.
Proof. apply (least_for_campaign_certified 432). vm_cast_no_check (eq_refl true). Qed.
