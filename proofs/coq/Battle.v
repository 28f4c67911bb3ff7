(** * A battle: the recursion by which the odds are defined

    A state is (a, d): attackers free to fight, and defenders.

    Main results: [value] obeys the recursion; it is the mean of the end values over the ends of the
    battle; total mass 1. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** What is played until it is over *)

Definition all_units '((a, d) : nat * nat) : nat := (a + d)%nat.
Definition fewer_units '((x, y) : nat * nat) '((a, d) : nat * nat) : Prop :=
  (x <= a /\ y <= d /\ x + y < a + d)%nat.

Section Play.
Variables (over : nat * nat -> bool) (round : (nat * nat -> Qc) -> nat * nat -> Qc).
(** A round costs units: it looks at states with fewer, and no others. *)
Definition ends : Prop := (forall s, all_units s = 0%nat -> over s = true) /\
  forall V W s, over s = false -> (forall t, fewer_units t s -> V t = W t) -> round V s = round W s.
Hypothesis play_ends : ends.
Notation payoff f s := (play over round f (all_units s) s).

(** What holds at the end, and of a state if it holds of all with fewer units, holds of all. *)
Lemma play_keeps (R : nat * nat -> Qc -> Prop) f : (forall s, over s = true -> R s (f s)) ->
  (forall V s, over s = false -> (forall t, fewer_units t s -> R t (V t)) -> R s (round V s)) ->
  forall n s, (all_units s <= n)%nat -> R s (play over round f n s).
Proof.
  intros at_end before. induction n as [|n IH]; intros s enough; cbn [play].
  - apply at_end, play_ends. lia.
  - destruct (over s) eqn:state; [now apply at_end|]. apply before; [easy|].
    intros t less. apply IH. destruct s, t. cbn in *. lia.
Qed.

Lemma enough_rounds f n s : (all_units s <= n)%nat -> play over round f n s = payoff f s.
Proof.
  intros enough. revert s enough. assert (all : forall n s, (all_units s <= n)%nat ->
    forall m, (all_units s <= m)%nat -> play over round f n s = play over round f m s); [|auto].
  apply (play_keeps (fun s v => forall m, (all_units s <= m)%nat -> v = play over round f m s)).
  - intros s state [|m] _; cbn [play]; now rewrite ?state.
  - intros V s state IH [|m] enough; [now rewrite (proj1 play_ends) in state by lia|].
    cbn [play]. rewrite state. apply play_ends; [easy|]. intros t less.
    apply IH; [easy|]. destruct s, t. cbn in *. lia.
Qed.

Lemma play_recursion f s : payoff f s = if over s then f s else round (fun t => payoff f t) s.
Proof.
  destruct (all_units s) as [|m] eqn:all; cbn [play]; [now rewrite (proj1 play_ends)|].
  destruct (over s) eqn:state; [easy|]. apply play_ends; [easy|].
  intros t less. apply enough_rounds. destruct s, t. cbn in *. lia.
Qed.

(** The payoff depends on the end values of states that can be reached, and no others. *)
Lemma payoff_ext f g s :
  (forall x y, (x <= fst s)%nat -> (y <= snd s)%nat -> f (x, y) = g (x, y)) ->
  payoff f s = payoff g s.
Proof.
  apply (play_keeps (fun s v => (forall x y, (x <= fst s)%nat -> (y <= snd s)%nat ->
    f (x, y) = g (x, y)) -> v = payoff g s)); [| |easy].
  - intros [a d] state same. rewrite play_recursion, state. now apply same.
  - intros V [a d] state IH same. rewrite play_recursion, state. apply play_ends; [easy|].
    intros [x y] less. apply IH; [easy|]. cbn in *. intros. apply same; lia.
Qed.

(** Where a round is a mean, a battle is one. *)
Definition linear : Prop := forall n c (V : nat -> nat * nat -> Qc) s,
  round (fun t => Σ k < n, c k * V k t) s = Σ k < n, c k * round (V k) s.
Hypothesis means : linear.

Lemma payoff_linear n c (f : nat -> nat * nat -> Qc) s :
  payoff (fun t => Σ k < n, c k * f k t) s = Σ k < n, c k * payoff (f k) s.
Proof.
  apply (play_keeps (fun s v => v = Σ k < n, c k * payoff (f k) s)); [| |easy].
  - intros t state. apply sum_ext. intros k _. now rewrite play_recursion, state.
  - intros V t state IH. rewrite (proj2 play_ends _ _ t state IH), means.
    apply sum_ext. intros k _. now rewrite (play_recursion (f k) t), state.
Qed.

Definition at_end (x y : nat) '((a, d) : nat * nat) : Qc :=
  if ((a =? x) && (d =? y))%nat then 1 else 0.

(** Of all states x <= a, y <= d one alone is (a', d'). *)
Lemma sum_over_states f a d a' d' : (a' <= a)%nat -> (d' <= d)%nat ->
  Σ x < S a, Σ y < S d, f x y * at_end x y (a', d') = f a' d'.
Proof.
  intros le_a le_d. unfold at_end. rewrite (sum_only _ a'); [rewrite (sum_only _ d')|lia|].
  - rewrite !Nat.eqb_refl. cbn [andb]. ring.
  - lia.
  - intros y _ other. apply Nat.neq_sym, Nat.eqb_neq in other as ->. rewrite andb_false_r. ring.
  - intros x _ other. apply Nat.neq_sym, Nat.eqb_neq in other as ->. apply sum_0. intros y _.
    cbn [andb]. ring.
Qed.

Lemma payoff_is_a_mean f a d : payoff (fun '(x, y) => f x y) (a, d) =
  Σ x < S a, Σ y < S d, f x y * payoff (at_end x y) (a, d).
Proof.
  rewrite (payoff_ext _ (fun t => Σ x < S a, 1 * (Σ y < S d, f x y * at_end x y t))).
  - rewrite payoff_linear. apply sum_ext. intros x _. rewrite payoff_linear. ring.
  - intros x y le_x le_y. rewrite <- (sum_over_states f a d) by easy.
    apply sum_ext. intros. ring.
Qed.

Lemma payoffs_add_up a d : (forall s, over s = false -> round (fun _ => 1) s = 1) ->
  Σ x < S a, Σ y < S d, payoff (at_end x y) (a, d) = 1.
Proof.
  intros all. transitivity (payoff (fun '(_, _) => 1) (a, d)).
  - rewrite (payoff_is_a_mean (fun _ _ => 1)). apply sum_ext. intros x _.
    apply sum_ext. intros y _. ring.
  - apply (play_keeps (fun _ v => v = 1)); [now intros []| |easy].
    intros V s state IH. rewrite <- (all s state). now apply play_ends.
Qed.
End Play.

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

(** ** The recursion of a battle *)

Lemma over_false b a d : over b a d = false <-> (retreat_at b < a /\ 0 < d)%nat.
Proof. unfold over. rewrite orb_false_iff, Nat.eqb_neq, Nat.leb_gt. lia. Qed.

Definition over_in b '((a, d) : nat * nat) : bool := over b a d.
Definition round_in b V '((a, d) : nat * nat) : Qc :=
  Σ i < S (cost b a d), chance b a d i * V (a - (cost b a d - i), d - i)%nat.

Lemma battle_ends b : rounds_cost b -> ends (over_in b) (round_in b).
Proof.
  intros costs. split.
  - intros [a d]. cbn. unfold over. intros none. now replace d with 0%nat by lia.
  - intros V W [a d] ongoing same. apply sum_ext. intros i le. f_equal. apply same.
    pose proof (costs a d ongoing). apply over_false in ongoing. cbn. lia.
Qed.

Lemma battle_is_linear b : linear (round_in b).
Proof.
  intros n c V [a d]. unfold round_in.
  rewrite (sum_ext n _ (fun k => _) (fun k _ => eq_sym (sum_mul _ (c k) _))), sum_exchange.
  apply sum_ext. intros i _. rewrite <- sum_mul. apply sum_ext. intros. ring.
Qed.

Theorem the_recursion b f a d : rounds_cost b -> value b f a d =
  if over b a d then f a d
  else Σ i < S (cost b a d), chance b a d i * value b f (a - (cost b a d - i)) (d - i).
Proof.
  intros costs. exact (play_recursion _ _ (battle_ends b costs) (fun '(x, y) => f x y) (a, d)).
Qed.

Lemma value_at_the_end b f a d : over b a d = true -> value b f a d = f a d.
Proof. unfold value. intros ended. destruct (a + d)%nat; cbn; [easy|]. now rewrite ended. Qed.

Lemma value_before_the_end b f a d : rounds_cost b -> over b a d = false -> value b f a d =
  Σ i < S (cost b a d), chance b a d i * value b f (a - (cost b a d - i)) (d - i).
Proof. intros costs ongoing. now rewrite the_recursion, ongoing. Qed.

Lemma value_ext b f g a d : rounds_cost b ->
  (forall x y, (x <= a)%nat -> (y <= d)%nat -> f x y = g x y) -> value b f a d = value b g a d.
Proof. intros costs. exact (payoff_ext _ _ (battle_ends b costs) _ _ (a, d)). Qed.

Lemma value_linear b n c (f : nat -> nat -> nat -> Qc) a d : rounds_cost b ->
  value b (fun x y => Σ k < n, c k * f k x y) a d = Σ k < n, c k * value b (f k) a d.
Proof.
  intros costs. refine (eq_trans _ (payoff_linear _ _ (battle_ends b costs) (battle_is_linear b)
    n c (fun k '(x, y) => f k x y) (a, d))).
  now apply (payoff_ext _ _ (battle_ends b costs) _ _ (a, d)).
Qed.

Theorem value_is_a_mean b f a d : rounds_cost b ->
  value b f a d = Σ x < S a, Σ y < S d, f x y * ends_in b x y a d.
Proof.
  intros costs. exact (payoff_is_a_mean _ _ (battle_ends b costs) (battle_is_linear b) f a d).
Qed.

Theorem total_mass_1 b a d : rounds_cost b -> chances_add_up b ->
  Σ x < S a, Σ y < S d, ends_in b x y a d = 1.
Proof.
  intros costs all. apply (payoffs_add_up _ _ (battle_ends b costs) (battle_is_linear b)).
  intros [x y] state. refine (eq_trans (sum_ext _ _ _ _) (all x y state)).
  intros i _. apply Qcmult_1_r.
Qed.

Lemma dice_cost A D pairs r p : (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat ->
  rounds_cost (dice A D pairs r p).
Proof. intros HA HD HP a d ongoing. apply over_false in ongoing. cbn in *. lia. Qed.
