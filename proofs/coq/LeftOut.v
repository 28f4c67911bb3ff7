(** * Nodes left out of a mean over a circle ([riskexact.engine.circle], the second bound)

    Main results: [nodes_left_out], the nodes left out add up to at most that many times the bound of
    the diagonal; [hands_obey_rounds], by which that holds for any rule set of hands; and real dice. *)

From Coq Require Import Arith Bool Lia List NArith Ring ZArith QArith Qcanon.
From Risk Require Import Sums Means Weights Battle FirstExit Contest Hands Dice Rules RealHands
  Lines SaddlePoint Powers Nodes Aliasing Modulus Diagonal.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section LeftOut.
Variables (K A D : nat) (p V : nat -> nat -> Qc).
Variable F : numbers.
Notation zero := (@zero F).
Notation one := (@one F).
Notation real := (@real F).
Notation at_most := (@at_most F).
Notation sum_over_kept := (sum_over_kept F).

Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Hypotheses (rationals : embedding F)
  (absolute : modulus F).
Add Ring nodes : is_ring.

Notation power := (ring_power F).

Lemma left_out_alone kept m w N c z e :
  sub (sum_over_nodes F m w N c z e) (sum_over_kept kept m w N c z e)
  = sum_over_kept (fun j => negb (kept j)) m w N c z e.
Proof.
  unfold sum_over_nodes, sum_over_kept. induction m as [|m IH]; cbn [ring_sum]; [ring|].
  rewrite <- IH. destruct (kept m); cbn [negb]; ring.
Qed.

Lemma sum_of_equals m (f : nat -> bool) x :
  Σ j < m, (if f j then x else 0) = number (length (filter f (seq 0 m))) * x.
Proof.
  induction m as [|m IH]; cbn [sum].
  - cbn [seq filter length]. rewrite number_0. ring.
  - rewrite seq_S, filter_app, app_length, number_add, IH. cbn [Nat.add filter].
    destruct (f m); cbn [length]; [rewrite number_1|rewrite number_0]; ring.
Qed.

Theorem nodes_left_out q R N units z m w e kept :
  (1 <= A)%nat -> (1 <= D)%nat -> obeys_rounds K A D p V ->
  (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat ->
  at_most z R -> at_most w 1 ->
  (forall j s, (j < m)%nat -> kept j = false -> (1 <= s <= K)%nat -> at_most
    (rational_polynomial F (S s) (p s) (mul z (power w j))) (q s)) ->
  let c m := real (diagonal A D V units m) in
  at_most (sub (sum_over_nodes F m w N c z e) (sum_over_kept kept m w N c z e))
    (number (length (filter (fun j => negb (kept j)) (seq 0 m))) * largest K A D p V q R units).
Proof.
  intros some_a some_d obeys values chances enough radius unit rounds c.
  assert (on_unit : forall n, at_most (power w n) 1).
  { intros n. rewrite <- (one_to_the n).
    now apply (power_at_most F rationals absolute). }
  rewrite left_out_alone, <- sum_of_equals. unfold sum_over_kept.
  apply (sum_at_most F rationals absolute). intros j lt.
  destruct (kept j) eqn:left; cbn [negb]; 
    [apply (zero_at_most F rationals absolute)|].
  rewrite <- (Qcmult_1_l (largest _ _ _ _ _ _ _ _)). apply absolute; [apply on_unit|].
  apply (diagonal_at_most K A D p V F some_a some_d
    is_ring rationals absolute); auto.
  rewrite <- (Qcmult_1_r R). now apply absolute.
Qed.
End LeftOut.

(** ** Any rule set of hands *)

Lemma expected_not_negative c f : (forall a d, 0 <= f a d) -> forall a d, 0 <= expected c f a d.
Proof.
  intros some. unfold expected. intros a d. generalize (a + d)%nat as fuel. intros fuel. revert a d.
  induction fuel as [|fuel IH]; intros a d; cbn [play]; [easy|].
  destruct (ended c a d); [easy|]. now apply mean_not_negative.
Qed.

Lemma most_units_are_most throws losses w : In (losses, w) throws ->
  (fst losses + snd losses <= most_units throws)%nat.
Proof.
  induction throws as [|first others IH]; [easy|].
  intros [->|there]; cbn [most_units fold_right]; [cbn; lia|].
  fold (most_units others). pose proof (IH there). lia.
Qed.

Lemma mean_by_units throws f : mean f (costly throws) = Σ i < most_units throws, Σ j < S (S i),
  round_share throws (S i) j * f (S i - j, j)%nat.
Proof.
  unfold round_share.
  rewrite (sum_ext _ _ (fun i => mean (fun losses => Σ j < S (S i), f (S i - j, j)%nat
    * (if ((fst losses + snd losses =? S i) && (snd losses =? j))%nat then 1 else 0))
    (costly throws))).
  - rewrite mean_exchange. apply mean_ext. intros [x y] w there.
    pose proof (costly_costs throws _ w there) as some. apply filter_In in there as [there _].
    apply most_units_are_most in there as most. cbn [fst snd] in *.
    rewrite (sum_only _ (x + y - 1)); [|lia|].
    + replace (S (x + y - 1)) with (x + y)%nat by lia. rewrite (sum_only _ y); [|lia|].
      * rewrite !Nat.eqb_refl. replace (x + y - y)%nat with x by lia. cbn. ring.
      * intros j _ other. destruct (Nat.eqb_spec y j); [congruence|]. rewrite andb_false_r. ring.
    + intros i _ other. apply sum_0. intros j _. destruct (Nat.eqb_spec (x + y) (S i)); [lia|].
      cbn. ring.
  - intros i _. rewrite <- mean_exchange. apply sum_ext. intros j _. rewrite mean_mul. ring.
Qed.

(** f is what the states outside the interior are worth: those of some lines alone, or all. *)
Theorem hands_obey_rounds r retreat stop f :
  obeys_rounds (most_units (full_round r)) (Nat.max (units_for_all_dice (attack r)) (S retreat))
    (Nat.max (units_for_all_dice (defence r)) (S stop)) (round_share (full_round r))
    (expected (fought r retreat stop) f).
Proof.
  intros a d in_a in_d. rewrite general_recursion, (proj2 (ended_false (fought r retreat stop) a d));
    [|cbn [fought retreat_line stop_line]; lia].
  replace (throws_at (fought r retreat stop) a d) with (full_round r).
  - now rewrite mean_by_units.
  - unfold fought, full_round. cbn [throws_at]. rewrite (throws_of_most_dice r a d). f_equal; lia.
Qed.

(** ** Rounds that all cost K units *)

Definition of_one_cost (K : nat) (c : nat -> Qc) (s j : nat) : Qc :=
  if (s =? K)%nat then c j else 0.

Lemma constant_rounds_obey b K A D c f : rounds_cost b -> constant_rounds b K A D c ->
  obeys_rounds K A D (of_one_cost K c) (value b f).
Proof.
  intros costs (some & A_positive & D_positive & constant) a d in_a in_d.
  destruct (constant a d in_a in_d) as (ongoing & K_units & C).
  rewrite value_before_the_end, K_units; [|easy|apply over_false; lia].
  rewrite (sum_only K (K - 1)); [|lia|].
  - replace (S (K - 1)) with K by lia.
    apply sum_ext. intros j lt. unfold of_one_cost. now rewrite Nat.eqb_refl, C by lia.
  - intros i lt other. apply sum_0. intros j _. unfold of_one_cost.
    destruct (Nat.eqb_spec (S i) K); [lia|]. ring.
Qed.

(** ** Real dice *)

Definition standard_share : nat -> nat -> Qc := of_one_cost 2 (dice_chance 2 3 2).

Lemma standard_obeys_rounds : obeys_rounds 2 3 2 standard_share standard_odds.
Proof.
  apply constant_rounds_obey; [apply dice_cost; lia|].
  apply (dice_have_constant_rounds 3 2 2 0); lia.
Qed.

Lemma standard_share_not_negative s j : 0 <= standard_share s j.
Proof.
  unfold standard_share, of_one_cost. destruct (s =? 2)%nat; [|easy].
  apply dice_chance_not_negative.
Qed.

Lemma standard_odds_not_negative a d : 0 <= standard_odds a d.
Proof.
  rewrite <- standard_rules_are_standard. apply expected_not_negative.
  intros x y. unfold won. now destruct (y =? 0)%nat.
Qed.

Theorem standard_norm_on_a_circle s :
  let h := (Q2Qc (4 # 5), Q2Qc (3 # 5)) in
  let w j := dice_chance 2 3 2 j * number s ^ j in
  let sine n := snd (ring_power complex_numbers h n) in
  complex_norm (rational_polynomial complex_numbers
    3 (dice_chance 2 3 2) (complex_mul (complex_real (number s)) (complex_mul h h)))
  = sum 3 w ^ 2 - Σ k < 3, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2.
Proof. apply norm_on_a_circle. apply Qc_is_canon. reflexivity. Qed.

Theorem standard_diagonal N units z : (units < N)%nat ->
  let at_point := rational_polynomial complex_numbers in
  let I units := at_point N (diagonal 3 2 standard_odds units) z in
  let X units := at_point N (entering 2 3 2 standard_share standard_odds units) z in
  I units = add (ring_sum complex_numbers 2 (fun i =>
    mul (at_point (S (S i)) (standard_share (S i)) z) (I (units - S i)%nat))) (X units).
Proof.
  intros enough. cbv zeta.
  refine (diagonal_recursion 2 3 2 standard_share standard_odds complex_numbers _ _ complex_ring
    complex_embedding N units z standard_obeys_rounds enough); now repeat constructor.
Qed.

(** A bound of |P_2| at i, -1 and -i: the greater of the two is 2682.4... / 7776. *)
Definition standard_round_bound (s : nat) : Qc := if (s =? 2)%nat then Q2Qc (2683 # 7776) else 0.

Lemma standard_round_at_nodes j s : (1 <= j <= 3)%nat -> (1 <= s <= 2)%nat ->
  at_most (rational_polynomial complex_numbers
    (S s) (standard_share s) (complex_mul (1, 0) (ring_power complex_numbers (0, 1) j)))
    (standard_round_bound s).
Proof.
  intros node units.
  assert (j = 1 \/ j = 2 \/ j = 3)%nat as [-> | [-> | ->]] by lia;
    assert (s = 1 \/ s = 2)%nat as [-> | ->] by lia;
    split; apply leb_le; vm_compute; reflexivity.
Qed.

(** At i, which is on the circle of radius 1. *)
Theorem standard_diagonal_at_most units : at_most
  (rational_polynomial complex_numbers (S units)
    (diagonal 3 2 standard_odds units) (0, 1))
  (largest 2 3 2 standard_share standard_odds standard_round_bound 1 units).
Proof.
  refine (diagonal_at_most 2 3 2 standard_share standard_odds complex_numbers _ _ complex_ring
    complex_embedding complex_modulus _ 1 _ _ _ standard_obeys_rounds standard_odds_not_negative
    standard_share_not_negative _ _ _); [now repeat constructor|now repeat constructor|lia| |].
  - split; apply leb_le; vm_compute; reflexivity.
  - intros s units_lost. apply (standard_round_at_nodes 1 s); lia.
Qed.

(** Of the four nodes 1, i, -1 and -i the first alone is kept. *)
Theorem standard_nodes_left_out units e :
  let c m := complex_real (diagonal 3 2 standard_odds units m) in
  at_most (sub
    (sum_over_nodes complex_numbers 4 (0, 1) (S units) c (1, 0) e)
    (sum_over_kept complex_numbers (fun j => j =? 0)%nat
      4 (0, 1) (S units) c (1, 0) e))
    (number 3 * largest 2 3 2 standard_share standard_odds standard_round_bound 1 units).
Proof.
  refine (nodes_left_out 2 3 2 standard_share standard_odds complex_numbers complex_ring
    complex_embedding complex_modulus _ 1 _ _ _ 4 _ _ (fun j => j =? 0)%nat _ _ standard_obeys_rounds
    standard_odds_not_negative standard_share_not_negative _ _ _ _);
    [now repeat constructor|now repeat constructor|lia| | |].
  - split; apply leb_le; vm_compute; reflexivity.
  - split; apply leb_le; vm_compute; reflexivity.
  - intros j s lt left_out units_lost. apply Nat.eqb_neq in left_out.
    apply standard_round_at_nodes; lia.
Qed.
