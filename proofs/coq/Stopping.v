(** * An attacker who may stop before every round: the best policy, and that no other is better

    - [worth a d]           the payoff of a battle that ends, or is stopped, at (a, d)

    Main results: [best_obeys_bellman], [no_policy_is_better] and [best_policy_is_best], for any
    battle and any payoff, whatever the policy remembers. *)

From Coq Require Import Arith Bool Lia List QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric Rules RealDice Lines Rounds SaddlePoint.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** A mixture of two numbers is not more than the larger. *)
Lemma mixture_le s x y z : 0 <= s <= 1 -> x <= z -> y <= z -> s * x + (1 - s) * y <= z.
Proof.
  intros [S S'] X Y. replace z with (s * z + (1 - s) * z) by ring.
  apply Qcplus_le_compat; apply times_le; try easy. now apply Qcle_minus_iff in S'.
Qed.

Section Stopping.
Variables (b : battle) (worth : nat -> nat -> Qc).

(** ** Bellman's equation *)

Hypothesis costs : rounds_cost b.

Theorem best_obeys_bellman a d : best b worth a d =
  if over b a d then worth a d
  else larger (worth a d) (mean_after (best b worth) (cost b a d) (chance b a d) a d).
Proof.
  refine (play_recursion (over_in b) (fun V '(a, d) => larger (worth a d) (round_in b V (a, d)))
    (conj (proj1 (battle_ends b costs)) _) (fun '(x, y) => worth x y) (a, d)).
  intros V W [x y] ongoing same. f_equal. now apply (battle_ends b costs).
Qed.

(** ** No policy is better, and one is as good *)

Hypothesis positive : chances_not_negative b.

Theorem no_policy_is_better s a d : is_stopping s -> stopped b worth s a d <= best b worth a d.
Proof.
  intros chances. unfold stopped, best. generalize (a + d)%nat, (@nil (nat * nat)). intros rounds.
  revert a d. induction rounds as [|rounds IH]; intros a d before; cbn [play]; [apply Qcle_refl|].
  destruct (over b a d); [apply Qcle_refl|].
  apply mixture_le; [apply chances|apply larger_left|].
  apply Qcle_trans with (2 := larger_right _ _). apply sum_le. intros i _.
  apply times_le; [apply positive|apply IH].
Qed.

Theorem best_policy_is_best a d : stopped b worth (stop_at_best b worth) a d = best b worth a d.
Proof.
  unfold stopped. assert (enough : (a + d <= a + d)%nat) by easy. revert enough.
  generalize (a + d)%nat at 2 3, (@nil (nat * nat)). intros rounds. revert a d.
  induction rounds as [|rounds IH]; intros a d before enough; cbn [play];
    rewrite best_obeys_bellman.
  { unfold over. now replace d with 0%nat by lia. }
  destruct (over b a d) eqn:ongoing; [easy|]. unfold stop_at_best, larger.
  set (on := mean_after (best b worth) _ _ a d). replace (mean_after _ _ _ _ _) with on.
  - destruct (leb on (worth a d)) eqn:stop, (leb (worth a d) on) eqn:go; try ring.
    + apply leb_le in stop, go. rewrite (Qcle_antisym _ _ stop go). ring.
    + apply leb_total in stop, go. rewrite (Qcle_antisym _ _ stop go). ring.
  - apply sum_ext. intros i le. rewrite IH; [easy|].
    pose proof (costs a d ongoing). apply over_false in ongoing. lia.
Qed.
End Stopping.

Lemma stop_at_best_is_stopping b worth : is_stopping (stop_at_best b worth).
Proof. intros before a d. unfold stop_at_best. now destruct (leb _ _). Qed.

(** ** Real dice *)

Lemma standard_chances_not_negative : chances_not_negative standard_battle.
Proof. intros a d i. apply dice_chance_not_negative. Qed.

Lemma standard_best_policy worth a d :
  stopped standard_battle worth (stop_at_best standard_battle worth) a d
  = best standard_battle worth a d.
Proof. apply best_policy_is_best, standard_rounds_cost. Qed.

Definition standard_stopping worth a d := no_policy_is_better standard_battle worth
  standard_chances_not_negative _ a d (stop_at_best_is_stopping standard_battle worth).

(** Whatever the payoff, and whatever a policy remembers. *)
Theorem standard_optimal_stopping worth a d :
  stopped standard_battle worth (stop_at_best standard_battle worth) a d
    = best standard_battle worth a d /\
  forall s, is_stopping s -> stopped standard_battle worth s a d <= best standard_battle worth a d.
Proof.
  split; [apply standard_best_policy|]. intros s.
  apply no_policy_is_better, standard_chances_not_negative.
Qed.

Theorem standard_bellman worth a d : best standard_battle worth a d =
  if over standard_battle a d then worth a d
  else larger (worth a d) (mean_after (best standard_battle worth)
    (cost standard_battle a d) (chance standard_battle a d) a d).
Proof. apply best_obeys_bellman, standard_rounds_cost. Qed.
