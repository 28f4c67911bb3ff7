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

Lemma more_fuel_is_harmless c f : forall fuel more a d, (a + d <= fuel)%nat ->
  expected_within (fuel + more) c f a d = expected_within fuel c f a d.
Proof.
  induction fuel as [|fuel IH]; intros more a d enough.
  - destruct more as [|more]; [easy|]. cbn.
    destruct (ended c a d) eqn:ongoing; [easy|]. apply ended_false in ongoing. lia.
  - cbn [Nat.add expected_within]. destruct (ended c a d) eqn:ongoing; [easy|].
    apply mean_ext. intros losses w there. apply costly_costs in there.
    apply ended_false in ongoing. apply IH. lia.
Qed.

Theorem general_recursion c f a d : expected c f a d =
  if ended c a d then f a d
  else mean (fun losses => expected c f (a - fst losses) (d - snd losses))
            (costly (throws_at c a d)).
Proof.
  unfold expected at 1. destruct (ended c a d) eqn:ongoing.
  - destruct (a + d)%nat; cbn; [easy|]. now rewrite ongoing.
  - pose proof (proj1 (ended_false c a d) ongoing).
    destruct (a + d)%nat as [|fuel] eqn:units; [lia|]. cbn [expected_within]. rewrite ongoing.
    apply mean_ext. intros losses w there. apply costly_costs in there. unfold expected.
    set (left := (a - fst losses + (d - snd losses))%nat).
    replace fuel with (left + (fuel - left))%nat by lia. now apply more_fuel_is_harmless.
Qed.

(** ** The mean over the ends of the battle, and its mass *)

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

Lemma expected_of_a_sum c n (f : nat -> nat -> nat -> Qc) : forall a d,
  Σ k < n, expected c (f k) a d = expected c (fun x y => Σ k < n, f k x y) a d.
Proof.
  apply (induction_on_rounds c); intros a d ongoing; [|intros IH];
    rewrite (sum_ext n _ (fun k => _) (fun k _ => general_recursion c (f k) a d)),
      (general_recursion c (fun x y => Σ k < n, f k x y)), ongoing; [easy|].
  rewrite mean_exchange. now apply mean_ext.
Qed.

Lemma expected_times c x f : forall a d,
  expected c (fun a' d' => x * f a' d') a d = x * expected c f a d.
Proof.
  apply (induction_on_rounds c); intros a d ongoing; [|intros IH];
    rewrite !(general_recursion c _ a d), ongoing; [easy|].
  rewrite <- mean_mul. now apply mean_ext.
Qed.

Lemma expected_ext c f g : forall a d,
  (forall x y, (x <= a)%nat -> (y <= d)%nat -> f x y = g x y) ->
  expected c f a d = expected c g a d.
Proof.
  apply (induction_on_rounds c (fun a d =>
    (forall x y, (x <= a)%nat -> (y <= d)%nat -> f x y = g x y) ->
    expected c f a d = expected c g a d)); intros a d ongoing; [intros same|intros IH same];
    rewrite !(general_recursion c _ a d), ongoing; [now apply same|].
  apply mean_ext. intros losses w there. apply (IH losses w there). intros x y le_x le_y.
  apply same; lia.
Qed.

Theorem general_mean c f a d :
  expected c f a d = Σ x < S a, Σ y < S d, f x y * ends_at c x y a d.
Proof.
  unfold ends_at.
  rewrite (sum_ext _ (fun x => Σ y < S d, f x y * _) (fun x => expected c (fun a' d' =>
    Σ y < S d, f x y * (if ((a' =? x) && (d' =? y))%nat then 1 else 0)) a d)).
  - rewrite expected_of_a_sum. apply expected_ext. intros a' d' le_a le_d.
    now rewrite sum_over_states.
  - intros x _. rewrite <- expected_of_a_sum. apply sum_ext. intros y _.
    now rewrite expected_times.
Qed.

Theorem general_total_mass_1 c a d : decisive c -> Σ x < S a, Σ y < S d, ends_at c x y a d = 1.
Proof.
  intros some. transitivity (expected c (fun _ _ => 1) a d).
  - rewrite general_mean. apply sum_ext. intros x _. apply sum_ext. intros y _. ring.
  - revert a d. apply (induction_on_rounds c); intros a d ongoing; [|intros IH];
      rewrite general_recursion, ongoing; [easy|].
    transitivity (mean (fun _ => 1) (costly (throws_at c a d))).
    + now apply mean_ext.
    + now apply mean_of_1, some.
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
  rewrite (sum_one _ j).
  - cbn [snd]. rewrite Nat.eqb_refl. destruct (Nat.ltb_spec j (S K)); [|lia].
    replace (K - j)%nat with i by lia. ring.
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
