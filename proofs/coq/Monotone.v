(** * More units never hurt: a finite criterion, for all numbers of units at once

    Main result: [helpful_units_are_monotone].  A round with one die more costs the same number of
    units, or one more.  Either way its ends can be numbered so that the i-th is better than the i-th
    of the other round, and both are better the larger i is.  Then [dominance] does the rest. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle Dice Geometric Rules Lines Rounds MostDice SaddlePoint.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Criterion.
Variable g : game.
Notation units_at := (units_at g).
Notation chances_at := (chances_at g).
Notation round_is_fair := (round_is_fair g).
Notation attacker_helps := (attacker_helps g).
Notation defender_helps := (defender_helps g).
Notation rounds_are_fair := (rounds_are_fair g).
Notation more_units_help := (more_units_help g).
Notation monotone := (monotone g).

(** ** Dominance *)

Lemma tail_first n c m : (m < n)%nat -> tail n c m = c m + tail n c (S m).
Proof.
  intros lt. unfold tail. replace (n - m)%nat with (S (n - S m)) by lia.
  rewrite sum_first, Nat.add_0_r. f_equal. apply sum_ext. intros i _. f_equal. lia.
Qed.

Lemma tail_shifted n c m : tail n (fun i => c (S i)) m = tail (S n) c (S m).
Proof. unfold tail. apply sum_ext. intros i _. f_equal. Qed.

(** Weights of which no tail is negative give an ascending sequence its first term, or more. *)
Lemma ascending_sum n : forall e f,
  (forall m, (m < n)%nat -> 0 <= tail n e m) ->
  (forall i, (S i < n)%nat -> f i <= f (S i)) ->
  f 0%nat * tail n e 0 <= Σ i < n, e i * f i.
Proof.
  induction n as [|n IH]; intros e f tails ascends.
  { unfold tail. cbn. rewrite Qcmult_0_r. apply Qcle_refl. }
  rewrite sum_first, tail_first by lia.
  destruct n as [|n].
  { unfold tail. cbn. replace (f 0%nat * (e 0%nat + 0)) with (e 0%nat * f 0%nat + 0) by ring.
    apply Qcle_refl. }
  replace (f 0%nat * (e 0%nat + tail (S (S n)) e 1))
    with (e 0%nat * f 0%nat + f 0%nat * tail (S (S n)) e 1) by ring.
  apply Qcplus_le_compat; [apply Qcle_refl|].
  apply Qcle_trans with (f 1%nat * tail (S (S n)) e 1).
  - apply Qcmult_le_compat_r; [apply ascends|apply tails]; lia.
  - rewrite <- tail_shifted. apply (IH (fun i => e (S i)) (fun i => f (S i))).
    + intros m lt. rewrite tail_shifted. apply tails. lia.
    + intros i lt. apply ascends. lia.
Qed.

Lemma tail_difference n c c' m :
  tail n (fun i => c' i - c i) m = tail n c' m - tail n c m.
Proof.
  unfold tail. transitivity (Σ i < n - m, (c' (m + i)%nat + (- (1)) * c (m + i)%nat)).
  - apply sum_ext. intros i _. ring.
  - rewrite sum_add, sum_mul. ring.
Qed.

Lemma dominance n c c' f : dominated n c c' = true ->
  (forall i, (S i < n)%nat -> f i <= f (S i)) ->
  Σ i < n, c i * f i <= Σ i < n, c' i * f i.
Proof.
  intros better ascends. apply andb_prop in better as [equal tails].
  apply Qc_eq_bool_correct in equal. apply Qcle_minus_iff.
  replace (_ + _) with (Σ i < n, (c' i - c i) * f i).
  - apply Qcle_trans with (f 0%nat * tail n (fun i => c' i - c i) 0).
    + rewrite tail_difference, equal. replace (_ * _) with (Q2Qc 0) by ring. apply Qcle_refl.
    + apply ascending_sum; [|easy]. intros m lt. rewrite tail_difference.
      apply (forallb_seq _ _ _ m) in tails; [|lia]. apply leb_le in tails.
      now apply Qcle_minus_iff in tails.
  - transitivity (Σ i < n, (c' i * f i + (- (1)) * (c i * f i))).
    + apply sum_ext. intros i _. ring.
    + rewrite sum_add, sum_mul. ring.
Qed.

(** ** Rounds *)

Variables A D : nat.
Hypothesis formed : well_formed g A D.
Hypothesis fair : rounds_are_fair A D = true.
Notation Q := (most_odds g).

Lemma everywhere_near f a d : everywhere A D f = true -> (1 <= a <= A)%nat -> (1 <= d <= D)%nat ->
  f a d = true.
Proof.
  intros all in_a in_d.
  apply (forallb_seq _ _ _ a) in all; [|lia]. apply (forallb_seq _ _ _ d) in all; [easy|lia].
Qed.

(** The same dice as in a state near the corner, and with one unit more. *)
Lemma same_dice a d : attack_dice g a = attack_dice g (Nat.min a A) /\
  attack_dice g (S a) = attack_dice g (S (Nat.min a A)) /\
  defence_dice g d = defence_dice g (Nat.min d D) /\
  defence_dice g (S d) = defence_dice g (S (Nat.min d D)).
Proof.
  destruct formed as (_ & _ & _ & _ & _ & X & Y).
  destruct (Nat.min_spec a A) as [[_ ->]|[le_a ->]], (Nat.min_spec d D) as [[_ ->]|[le_d ->]];
    repeat split; try easy;
    now rewrite ?(X a), ?(X (S a)), ?(X (S A)), ?(Y d), ?(Y (S d)), ?(Y (S D)) by lia.
Qed.

Lemma fair_round a d : (1 <= a)%nat -> (1 <= d)%nat ->
  (forall i, (i < S (units_at a d))%nat -> 0 <= chances_at a d i) /\
  Σ i < S (units_at a d), chances_at a d i = 1.
Proof.
  intros some_a some_d. destruct (same_dice a d) as (x & _ & y & _).
  destruct formed as (_ & someA & someD & _).
  assert (round_is_fair a d = true) as fair_here.
  { unfold round_is_fair, units_at, chances_at. rewrite x, y.
    apply (everywhere_near round_is_fair); easy || lia. }
  apply andb_prop in fair_here as [each all]. split; [|now apply Qc_eq_bool_correct].
  intros i lt. apply leb_le. now apply (forallb_seq _ _ _ i) in each; [|lia].
Qed.

Lemma units_fit_at a d : (1 <= a)%nat -> (1 <= d)%nat ->
  (1 <= units_at a d)%nat /\ (units_at a d <= a)%nat /\ (units_at a d <= d)%nat.
Proof.
  destruct formed as (P & _ & _ & X & Y & _). intros some_a some_d.
  pose proof (X a some_a). pose proof (Y d some_d).
  unfold units_at, units, pairs_compared. lia.
Qed.

Lemma one_round a d : (1 <= a)%nat -> (1 <= d)%nat ->
  Q a d = mean_after Q (units_at a d) (chances_at a d) a d.
Proof.
  intros some_a some_d. apply value_before_the_end; [|apply over_false; cbn; lia].
  now apply (every_round_costs_units g A D).
Qed.

Lemma odds_of_the_dead d : (1 <= d)%nat -> Q 0 d = 0.
Proof. intros some. rewrite odds_at_the_end; unfold won; now destruct d; [lia|]. Qed.

Lemma odds_of_the_undefended a : Q a 0 = 1.
Proof. now rewrite odds_at_the_end. Qed.

Lemma odds_are_chances : forall a d, 0 <= Q a d <= 1.
Proof.
  apply induction_on_units. intros a d IH.
  destruct (Nat.eq_dec d 0) as [->|some_d]; [now rewrite odds_of_the_undefended|].
  destruct (Nat.eq_dec a 0) as [->|some_a]; [now rewrite odds_of_the_dead by lia|].
  destruct (fair_round a d) as [positive all]; [lia|lia|].
  pose proof (units_fit_at a d). rewrite one_round by lia.
  split; [apply mean_ge|apply mean_le]; try easy; intros i lt; apply IH; lia.
Qed.

(** ** One unit more *)

Hypothesis helps : more_units_help A D = true.

Lemma help a d : (1 <= a)%nat -> (1 <= d)%nat ->
  attacker_helps a d = true /\ defender_helps a d = true.
Proof.
  intros some_a some_d. destruct (same_dice a d) as (x & x' & y & y').
  destruct formed as (_ & someA & someD & _).
  unfold attacker_helps, defender_helps, units_at, chances_at. rewrite x, x', y, y'.
  apply andb_prop. change (attacker_helps (Nat.min a A) (Nat.min d D)
    && defender_helps (Nat.min a A) (Nat.min d D) = true).
  apply (everywhere_near (fun a d => attacker_helps a d && defender_helps a d)); easy || lia.
Qed.

Definition ordered (N : nat) : Prop := forall a a' d d', (a <= a')%nat -> (d' <= d)%nat ->
  (a + d <= N)%nat -> (a' + d' <= N)%nat -> Q a d <= Q a' d'.

Lemma sum_up_to k n c f : (k < n)%nat ->
  Σ i < n, up_to k c i * f i = Σ i < S k, c i * f i.
Proof.
  intros lt. rewrite (sum_cut (S k) n); [|lia|].
  - apply sum_ext. intros i le. unfold up_to. now replace (i <=? k)%nat with true
      by (symmetry; apply Nat.leb_le; lia).
  - intros i between. unfold up_to. replace (i <=? k)%nat with false
      by (symmetry; apply Nat.leb_gt; lia). ring.
Qed.

Lemma one_attacker_more N a d : ordered N -> (a + d <= N)%nat -> Q a d <= Q (S a) d.
Proof.
  intros before le.
  destruct (Nat.eq_dec d 0) as [->|]; [rewrite !odds_of_the_undefended; apply Qcle_refl|].
  destruct (Nat.eq_dec a 0) as [->|]; [rewrite odds_of_the_dead by lia; apply odds_are_chances|].
  destruct (help a d) as [better _]; [lia|lia|].
  unfold attacker_helps in better. rewrite !andb_true_iff, !Nat.leb_le in better.
  destruct better as [[least most] better].
  pose proof (units_fit_at a d ltac:(lia) ltac:(lia)).
  rewrite !one_round by lia. unfold mean_after.
  set (k := units_at a d) in *. set (k' := units_at (S a) d) in *.
  pose (f i := Q (a - (k - Nat.min i k))%nat (d - Nat.min i k)%nat).
  apply Qcle_trans with (Σ i < S k', up_to k (chances_at a d) i * f i);
    [|apply Qcle_trans with (Σ i < S k', chances_at (S a) d i * f i)].
  - rewrite sum_up_to by lia.
    rewrite (sum_ext (S k) _ (fun i => chances_at a d i * f i)); [apply Qcle_refl|].
    intros i lt. unfold f. now replace (Nat.min i k) with i by lia.
  - apply dominance; [easy|]. intros i lt. apply before; lia.
  - apply sum_le. intros i lt. apply times_le; [|apply before; lia].
    apply (fair_round (S a) d); lia.
Qed.

Lemma sum_of_shifted_by_one_or_none k k' c f : (k <= k' <= S k)%nat ->
  Σ i < S k', shift (k' - k) (up_to k c) i * f i = Σ i < S k, c i * f (k' - k + i)%nat.
Proof.
  intros steps. replace (S k') with (k' - k + S k)%nat at 1 by lia.
  rewrite sum_of_shifted, sum_up_to by lia. easy.
Qed.

Lemma one_defender_more N a d : ordered N -> (a + d <= N)%nat -> Q a (S d) <= Q a d.
Proof.
  intros before le.
  destruct (Nat.eq_dec a 0) as [->|]; [rewrite odds_of_the_dead by lia; apply odds_are_chances|].
  destruct (Nat.eq_dec d 0) as [->|]; [rewrite odds_of_the_undefended; apply odds_are_chances|].
  destruct (help a d) as [_ better]; [lia|lia|].
  unfold defender_helps in better. rewrite !andb_true_iff, !Nat.leb_le in better.
  destruct better as [[least most] better].
  pose proof (units_fit_at a d ltac:(lia) ltac:(lia)).
  pose proof (units_fit_at a (S d) ltac:(lia) ltac:(lia)).
  rewrite !one_round by lia. unfold mean_after.
  set (k := units_at a d) in *. set (k' := units_at a (S d)) in *.
  pose (f i := Q (a - (k' - i))%nat (S d - i)%nat).
  apply Qcle_trans with (Σ i < S k', shift (k' - k) (up_to k (chances_at a d)) i * f i).
  - apply dominance; [easy|]. intros i lt. apply before; lia.
  - rewrite sum_of_shifted_by_one_or_none by lia.
    apply sum_le. intros i lt. apply times_le; [|apply before; lia].
    apply (fair_round a d); lia.
Qed.

(** ** From single steps to any *)

Lemma attackers_more N : ordered N -> forall a a' d, (a <= a')%nat -> (a' + d <= S N)%nat ->
  Q a d <= Q a' d.
Proof.
  intros before a a' d. induction 1 as [|a' _ IH]; intros le; [apply Qcle_refl|].
  apply Qcle_trans with (Q a' d); [apply IH|apply (one_attacker_more N)]; easy || lia.
Qed.

Lemma defenders_more N : ordered N -> forall a d d', (d' <= d)%nat -> (a + d <= S N)%nat ->
  Q a d <= Q a d'.
Proof.
  intros before a d d'. induction 1 as [|d _ IH]; intros le; [apply Qcle_refl|].
  apply Qcle_trans with (Q a d); [apply (one_defender_more N)|apply IH]; easy || lia.
Qed.

Lemma all_ordered N : ordered N.
Proof.
  induction N as [|N IH]; intros a a' d d' more fewer le le'.
  - replace a with 0%nat by lia. replace a' with 0%nat by lia.
    replace d with 0%nat by lia. replace d' with 0%nat by lia. apply Qcle_refl.
  - apply Qcle_trans with (Q a d').
    + apply (defenders_more N); easy || lia.
    + apply (attackers_more N); easy || lia.
Qed.

Theorem helpful_units_are_monotone : monotone.
Proof. intros a a' d d' more fewer. apply (all_ordered (a' + d)); lia. Qed.
End Criterion.

(** ** Rules given by their counts *)

Definition monotone_rules (attack_needs defence_needs : list nat) (pairs : nat)
    (counts : list (list (list N))) : bool :=
  let g := rule_set attack_needs defence_needs pairs counts in
  let A := list_max attack_needs in
  let D := list_max defence_needs in
  (1 <=? pairs)%nat && needs_fit attack_needs && needs_fit defence_needs &&
  rounds_are_fair g A D && more_units_help g A D.

Lemma rules_monotone attack_needs defence_needs pairs counts :
  monotone_rules attack_needs defence_needs pairs counts = true ->
  monotone (rule_set attack_needs defence_needs pairs counts).
Proof.
  unfold monotone_rules. rewrite !andb_true_iff, Nat.leb_le.
  intros [[[[some attack] defence] fair] help].
  apply dice_of_fits in attack, defence.
  apply (helpful_units_are_monotone _ (list_max attack_needs) (list_max defence_needs));
    [|easy|easy].
  unfold well_formed. cbn. tauto.
Qed.

(** ** The standard and the single-loss rules, from the dice on *)

Definition single_loss_dice : game :=
  Game (fun a => Nat.min a 3) (fun d => Nat.min d 2) 1 (dice_chance 1).

Lemma single_loss_well_formed : well_formed single_loss_dice 3 2.
Proof.
  unfold well_formed. cbn [compared attack_dice defence_dice single_loss_dice].
  repeat split; intros; lia.
Qed.

Lemma standard_rounds_are_fair : rounds_are_fair standard 3 2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma single_loss_rounds_are_fair : rounds_are_fair single_loss_dice 3 2 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem standard_odds_are_chances a d : 0 <= standard_odds a d <= 1.
Proof. apply (odds_are_chances standard 3 2 standard_well_formed standard_rounds_are_fair). Qed.

Theorem single_loss_odds_are_chances a d : 0 <= single_loss_odds a d <= 1.
Proof.
  apply (odds_are_chances single_loss_dice 3 2 single_loss_well_formed single_loss_rounds_are_fair).
Qed.

Lemma standard_is_monotone : monotone standard.
Proof.
  apply (helpful_units_are_monotone standard 3 2 standard_well_formed standard_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem standard_odds_are_monotone a a' d d' : (a <= a')%nat -> (d' <= d)%nat ->
  standard_odds a d <= standard_odds a' d'.
Proof. apply standard_is_monotone. Qed.

Theorem single_loss_odds_are_monotone a a' d d' : (a <= a')%nat -> (d' <= d)%nat ->
  single_loss_odds a d <= single_loss_odds a' d'.
Proof.
  revert a a' d d'. change (monotone single_loss_dice).
  apply (helpful_units_are_monotone single_loss_dice 3 2 single_loss_well_formed
    single_loss_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.

(** ** The smallest force found is the least *)

Theorem attackers_found_are_the_least g goal d n : monotone g ->
  most_odds g n d < goal -> goal <= most_odds g (S n) d ->
  forall m, goal <= most_odds g m d <-> (S n <= m)%nat.
Proof.
  intros ordered too_few enough m. split; intros le.
  - apply Nat.nle_gt. intros few. apply Qclt_not_le in too_few. apply too_few.
    apply Qcle_trans with (1 := le). now apply ordered.
  - apply Qcle_trans with (1 := enough). now apply ordered.
Qed.

Theorem garrison_found_is_the_least g goal a n : monotone g ->
  1 - most_odds g a n < goal -> goal <= 1 - most_odds g a (S n) ->
  forall m, goal <= 1 - most_odds g a m <-> (S n <= m)%nat.
Proof.
  intros ordered too_few enough m.
  assert (holds : forall d d', (d <= d')%nat -> 1 - most_odds g a d <= 1 - most_odds g a d').
  { intros d d' le. apply Qcplus_le_compat; [apply Qcle_refl|]. apply Qcopp_le_compat.
    now apply ordered. }
  split; intros le.
  - apply Nat.nle_gt. intros few. apply Qclt_not_le in too_few. apply too_few.
    apply Qcle_trans with (1 := le). apply holds. lia.
  - apply Qcle_trans with (1 := enough). apply holds. lia.
Qed.

(** To take two armies, or to hold against three, with a chance of 1/2 takes three. *)
Theorem three_attackers_are_needed m : Q2Qc (1 # 2) <= standard_odds m 2 <-> (3 <= m)%nat.
Proof.
  apply (attackers_found_are_the_least standard).
  - exact standard_odds_are_monotone.
  - vm_cast_no_check (eq_refl Lt).
  - vm_compute. easy.
Qed.

Theorem three_defenders_are_needed m : Q2Qc (1 # 2) <= 1 - standard_odds 3 m <-> (3 <= m)%nat.
Proof.
  apply (garrison_found_is_the_least standard).
  - exact standard_odds_are_monotone.
  - vm_cast_no_check (eq_refl Lt).
  - vm_compute. easy.
Qed.
