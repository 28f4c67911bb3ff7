(** * A battle of any losses: each throw of a round costs something, or is thrown again

    Main results: [expected] obeys the recursion; it is the mean over the ends of the battle; total
    mass 1; it is the mean over all throws, those that are thrown again included; where all rounds
    of the interior are one and cost K units, it is the sum over the first exits. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Weights FirstExit.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** The recursion *)

Lemma ended_false c a d :
  ended c a d = false <-> (retreat_line c < a /\ stop_line c < d)%nat.
Proof.
  unfold ended. rewrite !orb_false_iff, Nat.eqb_neq, !Nat.leb_gt. lia.
Qed.

Lemma costly_costs throws losses w : In (losses, w) (costly throws) ->
  (1 <= fst losses + snd losses)%nat.
Proof. intros there. apply filter_In in there as [_ units]. now apply Nat.ltb_lt in units. Qed.

(** Induction the way the battle goes. *)
Lemma induction_on_rounds c (P : nat -> nat -> Prop) :
  (forall a d, ended c a d = true -> P a d) ->
  (forall a d, ended c a d = false ->
    (forall losses w, In (losses, w) (costly (throws_at c a d)) ->
      P (a - fst losses)%nat (d - snd losses)%nat) -> P a d) ->
  forall a d, P a d.
Proof.
  intros at_the_end before. apply induction_on_units. intros a d IH.
  destruct (ended c a d) eqn:ongoing; [now apply at_the_end|].
  apply before; [easy|]. intros losses w there. apply costly_costs in there.
  apply ended_false in ongoing. apply IH. lia.
Qed.

Definition ended_in c '((a, d) : nat * nat) : bool := ended c a d.
Definition mean_in c V '((a, d) : nat * nat) : Qc :=
  mean (fun losses => V (a - fst losses, d - snd losses)%nat) (costly (throws_at c a d)).

Lemma contest_ends c : ends (ended_in c) (mean_in c).
Proof.
  split.
  - intros [a d]. cbn. unfold ended. intros none. now replace d with 0%nat by lia.
  - intros V W [a d] ongoing same. apply mean_ext. intros losses w there. apply same.
    apply costly_costs in there. apply ended_false in ongoing. cbn. lia.
Qed.

Lemma contest_is_linear c : linear (mean_in c).
Proof.
  intros n x V [a d]. unfold mean_in. rewrite <- mean_exchange. apply sum_ext. intros k _.
  apply mean_mul.
Qed.

Theorem general_recursion c f a d : expected c f a d =
  if ended c a d then f a d
  else mean (fun losses => expected c f (a - fst losses) (d - snd losses))
            (costly (throws_at c a d)).
Proof. exact (play_recursion _ _ (contest_ends c) (fun '(x, y) => f x y) (a, d)). Qed.

(** ** The mean over the ends of the battle, and its mass *)

Theorem general_mean c f a d :
  expected c f a d = Σ x < S a, Σ y < S d, f x y * ends_at c x y a d.
Proof. exact (payoff_is_a_mean _ _ (contest_ends c) (contest_is_linear c) f a d). Qed.

Theorem general_total_mass_1 c a d : decisive c -> Σ x < S a, Σ y < S d, ends_at c x y a d = 1.
Proof.
  intros some. apply (payoffs_add_up _ _ (contest_ends c) (contest_is_linear c)).
  intros [x y] state. now apply mean_of_1, some.
Qed.

(** ** A throw that costs nothing is thrown again: it may as well be counted *)

Theorem thrown_again c f a d : ended c a d = false ->
  total (costly (throws_at c a d)) <> 0 ->
  expected c f a d =
  mean (fun losses => expected c f (a - fst losses) (d - snd losses)) (throws_at c a d).
Proof.
  intros ongoing some. apply (conditioning costs_units); [easy| |].
  - intros [i j] nothing_lost. apply Nat.ltb_ge in nothing_lost.
    cbn [fst snd] in *. replace i with 0%nat by lia. replace j with 0%nat by lia.
    now rewrite !Nat.sub_0_r.
  - rewrite general_recursion at 1. now rewrite ongoing.
Qed.

(** ** The first exit *)

(** In the interior all rounds are the same, and cost K units. *)
Definition same_throws (c : contest) (K A D : nat) (throws : weighted (nat * nat)) : Prop :=
  (1 <= K)%nat /\ (retreat_line c < A)%nat /\ (stop_line c < D)%nat /\
  (forall a d, (A <= a)%nat -> (D <= d)%nat -> throws_at c a d = throws) /\
  (forall losses w, In (losses, w) throws -> (fst losses + snd losses = K)%nat).

Lemma mean_by_losses K throws f :
  (forall losses w, In (losses, w) throws -> (fst losses + snd losses = K)%nat) ->
  mean f throws = Σ k < S K, share throws k * f (K - k, k)%nat.
Proof.
  intros units. unfold share.
  rewrite (sum_ext (S K) _ (fun k =>
    mean (fun losses => f (K - k, k)%nat * (if (snd losses =? k)%nat then 1 else 0)) throws)).
  2:{ intros k _. rewrite mean_mul. ring. }
  rewrite mean_exchange. apply mean_ext. intros [i j] w there.
  pose proof (units (i, j) w there) as both. cbn in both.
  rewrite (sum_only _ j); [|lia|].
  - cbn [snd]. rewrite Nat.eqb_refl. replace (K - j)%nat with i by lia. ring.
  - intros k _ other. cbn [snd]. destruct (Nat.eqb_spec j k); [congruence|]. ring.
Qed.

Lemma costly_all K throws : (1 <= K)%nat ->
  (forall losses w, In (losses, w) throws -> (fst losses + snd losses = K)%nat) ->
  costly throws = throws.
Proof.
  intros some units. unfold costly. rewrite <- (app_nil_r throws) at 2.
  induction throws as [|[losses w] others IH]; [easy|]. cbn [filter fst].
  assert (here : costs_units losses = true).
  { apply Nat.ltb_lt. rewrite (units losses w); [lia|now left]. }
  rewrite here. cbn. f_equal. apply IH. intros each v there. apply (units each v). now right.
Qed.

Lemma general_first_exit c K A D throws f a d : same_throws c K A D throws ->
  (A <= a)%nat -> (D <= d)%nat ->
  expected c f a d = exit_sum K A D (share throws) (expected c f) a d.
Proof.
  intros (some & before_a & before_d & same & units) in_a in_d.
  apply first_exit_of_function; try lia. intros x y in_x in_y.
  rewrite general_recursion, (proj2 (ended_false c x y)) by lia.
  rewrite same, (costly_all K) by easy.
  now rewrite (mean_by_losses K).
Qed.
