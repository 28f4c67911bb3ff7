(** * The standard rules as hands

    - [standard_rules]          three dice against two, all pairs compared, a tie costs the attacker

    Main results: their battle is that of [Rules], for all numbers of units; and for each theorem
    with hypotheses that computation decides, an instance that fulfils them. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Dice FirstExit Contest Hands Certify Geometric Rules.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** They are the standard rules *)

Definition cost_is (K : nat) (throws : weighted (nat * nat)) : bool :=
  forallb (fun each => fst (fst each) + snd (fst each) =? K)%nat throws.

Lemma shares_are_chances x y K p : cost_is K (costly (grouped_throws standard_rules x y)) = true ->
  (forall k, (k <= K)%nat -> share (costly (grouped_throws standard_rules x y)) k = p k) ->
  forall f, mean f (costly (all_throws standard_rules x y)) = Σ k < S K, p k * f (K - k, k)%nat.
Proof.
  intros cost same f. unfold mean, total. rewrite <- !grouped_costly.
  transitivity (mean f (costly (grouped_throws standard_rules x y))); [easy|].
  rewrite (mean_by_losses K).
  - apply sum_ext. intros k lt. now rewrite same by lia.
  - unfold cost_is in cost. rewrite forallb_forall in cost.
    intros losses w there. apply Nat.eqb_eq, (cost (losses, w)), there.
Qed.

Lemma standard_round a d f : (1 <= a)%nat -> (1 <= d)%nat ->
  let K := Nat.min 2 (Nat.min (Nat.min a 3) (Nat.min d 2)) in
  mean f (costly (all_throws standard_rules a d))
  = Σ k < S K, dice_chance 2 (Nat.min a 3) (Nat.min d 2) k * f (K - k, k)%nat.
Proof.
  intros some_a some_d. cbv zeta. rewrite throws_of_most_dice.
  change (units_for_all_dice (attack standard_rules)) with 3%nat.
  change (units_for_all_dice (defence standard_rules)) with 2%nat.
  assert (x_dice : (Nat.min a 3 = 1 \/ Nat.min a 3 = 2 \/ Nat.min a 3 = 3)%nat) by lia.
  assert (y_dice : (Nat.min d 2 = 1 \/ Nat.min d 2 = 2)%nat) by lia.
  destruct x_dice as [-> | [-> | ->]], y_dice as [-> | ->];
    (apply shares_are_chances; [now vm_compute|]); cbn [Nat.min]; intros k le;
    (assert (k = 0 \/ k = 1 \/ k = 2)%nat as [-> | [-> | ->]] by lia; try lia);
    apply Qc_is_canon; vm_compute; reflexivity.
Qed.

Theorem standard_rules_are_standard : forall a d,
  win_chance standard_rules 0 0 a d = standard_odds a d.
Proof.
  apply induction_on_units. intros a d IH. unfold win_chance, standard_odds, odds.
  rewrite general_recursion, the_recursion by (apply dice_cost; lia).
  assert (same : ended (fought standard_rules 0 0) a d = over (dice 3 2 2 0 (dice_chance 2)) a d).
  { unfold ended, over. cbn [fought retreat_line stop_line dice retreat_at].
    destruct d; [easy|]. now destruct (a <=? 0)%nat. }
  rewrite same. destruct (over _ a d) eqn:ongoing; [easy|]. apply over_false in ongoing.
  cbn [fought throws_at dice cost chance retreat_at] in *. rewrite standard_round by lia.
  apply sum_ext. intros k lt. cbn [fst snd]. f_equal. apply IH. lia.
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
