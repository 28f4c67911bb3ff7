(** * A battle: the recursion by which the odds are defined

    A state is (a, d): attackers free to fight, and defenders.

    Main results: [value] obeys the recursion; it is the mean of the end values over the ends of the
    battle; total mass 1. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** The recursion *)

Lemma over_false b a d : over b a d = false <-> (retreat_at b < a /\ 0 < d)%nat.
Proof. unfold over. rewrite orb_false_iff, Nat.eqb_neq, Nat.leb_gt. lia. Qed.

Lemma more_fuel_changes_nothing b end_value : rounds_cost b ->
  forall fuel more a d, (a + d <= fuel)%nat ->
  value_within (fuel + more) b end_value a d = value_within fuel b end_value a d.
Proof.
  intros costs fuel more. induction fuel as [|fuel IH]; intros a d enough.
  - destruct more as [|more]; [easy|]. cbn. unfold over.
    now replace d with 0%nat by lia.
  - cbn [Nat.add value_within]. destruct (over b a d) eqn:ongoing; [easy|].
    apply sum_ext. intros i le. rewrite IH; [easy|].
    pose proof (costs a d ongoing). apply over_false in ongoing. lia.
Qed.

Lemma value_at_the_end b end_value a d : over b a d = true -> value b end_value a d = end_value a d.
Proof. unfold value. intros ended. destruct (a + d)%nat; cbn; [easy|]. now rewrite ended. Qed.

Lemma value_before_the_end b end_value a d : rounds_cost b -> over b a d = false ->
  value b end_value a d =
  Σ i < S (cost b a d), chance b a d i * value b end_value (a - (cost b a d - i)) (d - i).
Proof.
  intros costs ongoing. unfold value at 1.
  destruct (a + d)%nat as [|fuel] eqn:units.
  - apply over_false in ongoing. lia.
  - cbn [value_within]. rewrite ongoing. apply sum_ext. intros i le. f_equal.
    pose proof (costs a d ongoing). apply over_false in ongoing.
    unfold value.
    replace fuel with (a - (cost b a d - i) + (d - i)
                       + (fuel - (a - (cost b a d - i) + (d - i))))%nat by lia.
    now apply more_fuel_changes_nothing.
Qed.

Theorem the_recursion b end_value a d : rounds_cost b ->
  value b end_value a d =
  if over b a d then end_value a d
  else Σ i < S (cost b a d), chance b a d i * value b end_value (a - (cost b a d - i)) (d - i).
Proof.
  intros costs. destruct (over b a d) eqn:state.
  - now apply value_at_the_end.
  - now apply value_before_the_end.
Qed.

Lemma dice_cost A D pairs r p : (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat ->
  rounds_cost (dice A D pairs r p).
Proof.
  intros HA HD HP a d ongoing. apply over_false in ongoing. cbn in *. lia.
Qed.

(** Induction on the number of units left, the way the recursion goes. *)
Lemma induction_on_units (P : nat -> nat -> Prop) :
  (forall a d, (forall a' d', (a' + d' < a + d)%nat -> P a' d') -> P a d) -> forall a d, P a d.
Proof.
  intros step.
  assert (all : forall units a d, (a + d < units)%nat -> P a d).
  { induction units as [|units IH]; [lia|]. intros a d lt. apply step.
    intros a' d' less. apply IH. lia. }
  intros a d. apply (all (S (a + d))). lia.
Qed.

(** ** Total mass *)

Lemma value_of_1 b a d : rounds_cost b -> chances_add_up b -> value b (fun _ _ => 1) a d = 1.
Proof.
  intros costs all. revert a d. apply induction_on_units. intros a d IH.
  rewrite the_recursion by easy. destruct (over b a d) eqn:ongoing; [easy|].
  transitivity (Σ i < S (cost b a d), chance b a d i); [|now apply all].
  apply sum_ext. intros i le.
  pose proof (costs a d ongoing). apply over_false in ongoing.
  rewrite IH by lia. ring.
Qed.

Lemma value_of_a_sum b n (f : nat -> nat -> nat -> Qc) a d : rounds_cost b ->
  Σ k < n, value b (f k) a d = value b (fun x y => Σ k < n, f k x y) a d.
Proof.
  intros costs. revert a d. apply induction_on_units. intros a d IH.
  rewrite (the_recursion b (fun x y => Σ k < n, f k x y)) by easy.
  rewrite (sum_ext n _ (fun k => _) (fun k _ => the_recursion b (f k) a d costs)).
  destruct (over b a d) eqn:ongoing; [easy|].
  rewrite sum_exchange. apply sum_ext. intros i le.
  pose proof (costs a d ongoing). apply over_false in ongoing.
  now rewrite <- IH, sum_mul by lia.
Qed.

(** The value depends on the end values of states that can be reached, and no others. *)
Lemma value_ext b f g a d : rounds_cost b ->
  (forall x y, (x <= a)%nat -> (y <= d)%nat -> f x y = g x y) -> value b f a d = value b g a d.
Proof.
  intros costs. revert a d.
  apply (induction_on_units (fun a d =>
    (forall x y, (x <= a)%nat -> (y <= d)%nat -> f x y = g x y) ->
    value b f a d = value b g a d)).
  intros a d IH same.
  rewrite !the_recursion by easy. destruct (over b a d) eqn:ongoing; [apply same; lia|].
  apply sum_ext. intros i le. f_equal.
  pose proof (costs a d ongoing). apply over_false in ongoing.
  apply IH; [lia|]. intros. apply same; lia.
Qed.

Lemma value_times b x f a d : rounds_cost b ->
  value b (fun a' d' => x * f a' d') a d = x * value b f a d.
Proof.
  intros costs. revert a d. apply induction_on_units. intros a d IH.
  rewrite !the_recursion by easy. destruct (over b a d) eqn:ongoing; [easy|].
  rewrite <- sum_mul. apply sum_ext. intros i le.
  pose proof (costs a d ongoing). apply over_false in ongoing.
  rewrite IH by lia. ring.
Qed.

(** Of all states x <= a, y <= d one alone is (a', d'). *)
Lemma sum_over_states f a d a' d' : (a' <= a)%nat -> (d' <= d)%nat ->
  Σ x < S a, Σ y < S d, f x y * (if ((a' =? x) && (d' =? y))%nat then 1 else 0) = f a' d'.
Proof.
  intros le_a le_d. rewrite (sum_one _ a').
  - replace (a' <? S a)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    rewrite (sum_one _ d').
    + replace (d' <? S d)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
      rewrite !Nat.eqb_refl. cbn [andb]. ring.
    + intros y _ other. destruct (Nat.eqb_spec d' y); [congruence|].
      rewrite andb_false_r. ring.
  - intros x _ other. apply sum_0. intros y _.
    destruct (Nat.eqb_spec a' x); [congruence|]. cbn [andb]. ring.
Qed.

Theorem value_is_a_mean b f a d : rounds_cost b ->
  value b f a d = Σ x < S a, Σ y < S d, f x y * ends_in b x y a d.
Proof.
  intros costs. unfold ends_in.
  rewrite (sum_ext _ (fun x => Σ y < S d, f x y * _) (fun x => value b (fun a' d' =>
    Σ y < S d, f x y * (if ((a' =? x) && (d' =? y))%nat then 1 else 0)) a d)).
  - rewrite value_of_a_sum by easy. apply value_ext; [easy|]. intros a' d' le_a le_d.
    now rewrite sum_over_states.
  - intros x _. rewrite <- value_of_a_sum by easy. apply sum_ext. intros y _.
    now rewrite value_times.
Qed.

Theorem total_mass_1 b a d : rounds_cost b -> chances_add_up b ->
  Σ x < S a, Σ y < S d, ends_in b x y a d = 1.
Proof.
  intros costs all. rewrite <- (value_of_1 b a d), value_is_a_mean by easy.
  apply sum_ext. intros x _. apply sum_ext. intros y _. ring.
Qed.
