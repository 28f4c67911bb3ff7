(** * The game in which both sides choose their dice anew for every round: the most are best

    Main results: [saddle_point], for the standard rules, whatever a and d; [rules_saddle], for any
    rules that [MostDice] decides.  A defender who sees the attacker's dice before he chooses plays
    another game, and there the most dice are not always best. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric Rules Lines Rounds MostDice.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Means *)

Lemma mean_of_constant n (z : nat -> Qc) v : sum n z = 1 -> Σ i < n, z i * v = v.
Proof. intros all. rewrite sum_mul_right, all. ring. Qed.

Lemma mean_le n z f v : (forall i, (i < n)%nat -> 0 <= z i) -> sum n z = 1 ->
  (forall i, (i < n)%nat -> f i <= v) -> Σ i < n, z i * f i <= v.
Proof.
  intros positive all le. rewrite <- (mean_of_constant n z v) by easy.
  apply sum_le. intros i lt. apply times_le; auto.
Qed.

Lemma mean_ge n z f v : (forall i, (i < n)%nat -> 0 <= z i) -> sum n z = 1 ->
  (forall i, (i < n)%nat -> v <= f i) -> v <= Σ i < n, z i * f i.
Proof.
  intros positive all le. rewrite <- (mean_of_constant n z v) at 1 by easy.
  apply sum_le. intros i lt. apply times_le; auto.
Qed.

(** A side that always throws the most leaves a mean over the dice of the other. *)
Lemma pick_one n m (R : nat -> Qc) : (1 <= m <= n)%nat ->
  Σ i < n, (if (S i =? m)%nat then 1 else 0) * R i = R (m - 1)%nat.
Proof.
  intros le. rewrite (sum_only _ (m - 1)); [|lia|].
  - replace (S (m - 1)) with m by lia. rewrite Nat.eqb_refl. ring.
  - intros i _ other. rewrite (proj2 (Nat.eqb_neq (S i) m)) by lia. ring.
Qed.

Lemma against_most_defence X Y w (R : nat -> nat -> Qc) : (1 <= Y)%nat ->
  Σ m < X, Σ n < Y, w m * (if (S n =? Y)%nat then 1 else 0) * R m n =
  Σ m < X, w m * R m (Y - 1)%nat.
Proof.
  intros some. apply sum_ext. intros m _.
  rewrite <- (pick_one Y Y (R m)), <- sum_mul by lia. apply sum_ext. intros n _. ring.
Qed.

Lemma against_most_attack X Y w (R : nat -> nat -> Qc) : (1 <= X)%nat ->
  Σ m < X, Σ n < Y, (if (S m =? X)%nat then 1 else 0) * w n * R m n =
  Σ n < Y, w n * R (X - 1)%nat n.
Proof.
  intros some. rewrite sum_exchange. apply sum_ext. intros n _.
  rewrite <- (pick_one X X (fun m => R m n)), <- sum_mul by lia. apply sum_ext. intros m _. ring.
Qed.

(** ** From one round to all *)

Notation played_within n g x y h a d := (play (fun '(_, a, d) => (d =? 0) || (a =? 0))%nat
  (round_played g x y) (fun '(_, a, d) => won a d) n (h, a, d)).

Section Saddle.
Variables (g : game) (A D : nat).
Hypothesis formed : well_formed g A D.
Hypothesis positive : forall x y i, 0 <= chances g x y i.
Hypothesis fewer : forall a d, (1 <= a)%nat -> (1 <= d)%nat ->
  forall s x y, In (s, x, y) (choices g a d) ->
  0 <= gain s (units g x y) (chances g x y) (most_odds g) a d.

Lemma attack_round x a d : (1 <= a)%nat -> (1 <= d)%nat -> (1 <= x <= attack_dice g a)%nat ->
  mean_after (most_odds g) (units g x (defence_dice g d)) (chances g x (defence_dice g d)) a d
  <= most_odds g a d.
Proof.
  intros some_a some_d dice. apply Qcle_minus_iff.
  replace (_ + _) with (gain 1 (units g x (defence_dice g d)) (chances g x (defence_dice g d))
    (most_odds g) a d) by (unfold gain; ring).
  apply fewer; [easy|easy|]. apply in_or_app. left. apply in_map_iff. exists x.
  split; [easy|]. apply in_seq. lia.
Qed.

Lemma defence_round y a d : (1 <= a)%nat -> (1 <= d)%nat -> (1 <= y <= defence_dice g d)%nat ->
  most_odds g a d
  <= mean_after (most_odds g) (units g (attack_dice g a) y) (chances g (attack_dice g a) y) a d.
Proof.
  intros some_a some_d dice. apply Qcle_minus_iff.
  replace (_ + _) with (gain (- (1)) (units g (attack_dice g a) y) (chances g (attack_dice g a) y)
    (most_odds g) a d) by (unfold gain; ring).
  apply fewer; [easy|easy|]. apply in_or_app. right. apply in_map_iff. exists y.
  split; [easy|]. apply in_seq. lia.
Qed.

Lemma odds_at_the_end a d : ((d =? 0) || (a =? 0))%nat = true -> most_odds g a d = won a d.
Proof.
  intros ended. apply value_at_the_end. unfold over. cbn.
  destruct a, d; easy.
Qed.

Lemma units_fit x y a d : (1 <= x <= attack_dice g a)%nat -> (1 <= y <= defence_dice g d)%nat ->
  (1 <= a)%nat -> (1 <= d)%nat ->
  (1 <= units g x y)%nat /\ (units g x y <= a)%nat /\ (units g x y <= d)%nat.
Proof.
  intros dice_x dice_y some_a some_d. destruct formed as (P & _ & _ & X & Y & _).
  pose proof (X a some_a). pose proof (Y d some_d). unfold units, pairs_compared. lia.
Qed.

Lemma ongoing a d : ((d =? 0) || (a =? 0))%nat = false -> (1 <= a)%nat /\ (1 <= d)%nat.
Proof. rewrite orb_false_iff, !Nat.eqb_neq. lia. Qed.

Lemma no_attack_is_better x : legal_attack g x -> forall fuel h a d, (a + d <= fuel)%nat ->
  played_within fuel g x (most_defence g) h a d <= most_odds g a d.
Proof.
  intros legal. induction fuel as [|fuel IH]; intros h a d enough; cbn [play round_played].
  { rewrite odds_at_the_end; [apply Qcle_refl|]. now replace d with 0%nat by lia. }
  destruct ((d =? 0) || (a =? 0))%nat eqn:state.
  { rewrite odds_at_the_end by easy. apply Qcle_refl. }
  apply ongoing in state as [some_a some_d]. destruct (legal h a d some_a some_d) as [chance all].
  destruct formed as (_ & _ & _ & _ & Y & _). specialize (Y d some_d).
  unfold most_defence at 1, always.
  rewrite (against_most_defence _ _ (fun m => x h a d (S m))) by lia.
  apply mean_le; [easy|easy|]. intros m lt. cbn beta.
  replace (S (defence_dice g d - 1)) with (defence_dice g d) by lia.
  apply Qcle_trans with (2 := attack_round (S m) a d some_a some_d ltac:(lia)).
  apply sum_le. intros i le. apply times_le; [apply positive|]. apply IH.
  pose proof (units_fit (S m) (defence_dice g d) a d). lia.
Qed.

Lemma no_defence_is_better y : legal_defence g y -> forall fuel h a d, (a + d <= fuel)%nat ->
  most_odds g a d <= played_within fuel g (most_attack g) y h a d.
Proof.
  intros legal. induction fuel as [|fuel IH]; intros h a d enough; cbn [play round_played].
  { rewrite odds_at_the_end; [apply Qcle_refl|]. now replace d with 0%nat by lia. }
  destruct ((d =? 0) || (a =? 0))%nat eqn:state.
  { rewrite odds_at_the_end by easy. apply Qcle_refl. }
  apply ongoing in state as [some_a some_d]. destruct (legal h a d some_a some_d) as [chance all].
  destruct formed as (_ & _ & _ & X & _). specialize (X a some_a).
  unfold most_attack at 1, always.
  rewrite (against_most_attack _ _ (fun n => y h a d (S n))) by lia.
  apply mean_ge; [easy|easy|]. intros n lt. cbn beta.
  replace (S (attack_dice g a - 1)) with (attack_dice g a) by lia.
  apply Qcle_trans with (1 := defence_round (S n) a d some_a some_d ltac:(lia)).
  apply sum_le. intros i le. apply times_le; [apply positive|]. apply IH.
  pose proof (units_fit (attack_dice g a) (S n) a d). lia.
Qed.

Lemma one_choice most m : (1 <= m <= most)%nat ->
  (forall n, 0 <= (if (n =? m)%nat then 1 else 0)) /\
  Σ n < most, (if (S n =? m)%nat then 1 else 0) = 1.
Proof.
  intros le. split; [intros n; now destruct (n =? m)%nat|].
  transitivity (Σ n < most, (if (S n =? m)%nat then 1 else 0) * 1); [|now apply pick_one].
  apply sum_ext. intros n _. ring.
Qed.

Lemma saddle_of_rounds : saddle g.
Proof.
  destruct formed as (_ & _ & _ & X & Y & _). intros a d. split; [apply Qcle_antisym|split].
  - apply no_attack_is_better; [|easy]. intros h a' d' some _.
    apply one_choice. now destruct (X a' some).
  - apply no_defence_is_better; [|easy]. intros h a' d' _ some.
    apply one_choice. now destruct (Y d' some).
  - intros x legal. now apply no_attack_is_better.
  - intros y legal. now apply no_defence_is_better.
Qed.
End Saddle.

Lemma decided_saddle g A D b : well_formed g A D -> (forall x y i, 0 <= chances g x y i) ->
  0 < b -> decided g A D b = true -> saddle g.
Proof.
  intros formed positive scale decision. apply (saddle_of_rounds g A D formed positive).
  intros a d some_a some_d. now apply (fewer_dice_never_gain g A D b formed scale decision).
Qed.

(** ** Rules given by their counts *)

Definition needs_fit (needs : list nat) : bool :=
  (1 <=? list_max needs)%nat &&
  forallb (fun n => (1 <=? dice_of needs n)%nat && (dice_of needs n <=? n)%nat)
    (seq 1 (list_max needs)).

Lemma dice_of_many needs n : (list_max needs <= n)%nat -> dice_of needs n = length needs.
Proof.
  rewrite list_max_le. unfold dice_of. induction 1 as [|least needs le _ IH]; [easy|]. cbn.
  apply Nat.leb_le in le as ->. cbn. now f_equal.
Qed.

Lemma dice_of_fits needs : needs_fit needs = true ->
  (1 <= list_max needs)%nat /\
  (forall n, (1 <= n)%nat -> (1 <= dice_of needs n <= n)%nat) /\
  (forall n, (list_max needs <= n)%nat -> dice_of needs n = dice_of needs (list_max needs)).
Proof.
  intros fit. apply andb_prop in fit as [some each]. apply Nat.leb_le in some.
  assert (within : forall n, (1 <= n <= list_max needs)%nat -> (1 <= dice_of needs n <= n)%nat).
  { intros n le. apply (forallb_seq _ _ _ n) in each; [|lia].
    apply andb_prop in each as [low high]. apply Nat.leb_le in low, high. lia. }
  split; [easy|split; intros n le].
  - destruct (le_lt_dec n (list_max needs)); [apply within; lia|].
    pose proof (within (list_max needs) ltac:(lia)).
    rewrite dice_of_many in * by lia. lia.
  - now rewrite !dice_of_many by lia.
Qed.

Lemma counted_not_negative counts x y i : 0 <= counted counts x y i.
Proof.
  unfold counted, Qcdiv. apply product_not_negative; unfold Qcinv, Qcle; rewrite fraction_in_Q.
  - rewrite fraction_in_Q. unfold Qle. cbn. lia.
  - rewrite !fraction_in_Q. apply Qinv_le_0_compat. unfold Qle. cbn. lia.
Qed.

Definition decided_rules (attack_needs defence_needs : list nat) (pairs : nat)
    (counts : list (list (list N))) (scale : positive) : bool :=
  (1 <=? pairs)%nat && needs_fit attack_needs && needs_fit defence_needs &&
  decided (rule_set attack_needs defence_needs pairs counts)
    (list_max attack_needs) (list_max defence_needs) (Q2Qc (Zpos scale # 1)).

Lemma rules_saddle attack_needs defence_needs pairs counts scale :
  decided_rules attack_needs defence_needs pairs counts scale = true ->
  saddle (rule_set attack_needs defence_needs pairs counts).
Proof.
  unfold decided_rules. rewrite !andb_true_iff, Nat.leb_le.
  intros [[[some attack] defence] decision].
  apply dice_of_fits in attack, defence.
  apply (decided_saddle _ (list_max attack_needs) (list_max defence_needs)
    (Q2Qc (Zpos scale # 1))); [| | |easy].
  - unfold well_formed. cbn. tauto.
  - apply counted_not_negative.
  - unfold Qclt. now rewrite !fraction_in_Q.
Qed.

(** ** The standard rules, from the dice on *)

Definition standard_counts : list (list (list N)) :=
  [[[21; 15]; [161; 55]]; [[91; 125]; [581; 420; 295]]; [[441; 855]; [2275; 2611; 2890]]]%N.

(** The same game, with its 14 counts written down. *)
Definition standard_counted : game :=
  Game (fun a => Nat.min a 3) (fun d => Nat.min d 2) 2 (counted standard_counts).

Lemma counts_agree x y i : (1 <= x <= 3)%nat -> (1 <= y <= 2)%nat -> (i <= units standard x y)%nat ->
  dice_chance 2 x y i = counted standard_counts x y i.
Proof.
  intros dice_x dice_y le. unfold units, pairs_compared in le. cbn [compared standard] in le.
  destruct standard_chances as
    (w0 & w1 & w2 & r0 & r1 & v0 & v1 & v2 & u0 & u1 & s0 & s1 & t0 & t1).
  assert (x = 1 \/ x = 2 \/ x = 3)%nat as [-> | [-> | ->]] by lia;
    assert (y = 1 \/ y = 2)%nat as [-> | ->] by lia;
    assert (i = 0 \/ i = 1 \/ i = 2)%nat as [-> | [-> | ->]] by lia; try (cbn in le; lia);
    rewrite ?w0, ?w1, ?w2, ?r0, ?r1, ?v0, ?v1, ?v2, ?u0, ?u1, ?s0, ?s1, ?t0, ?t1;
    apply Qc_is_canon; vm_compute; reflexivity.
Qed.

Lemma odds_agree a d : most_odds standard a d = most_odds standard_counted a d.
Proof.
  unfold most_odds, value. generalize (a + d)%nat. intros fuel. revert a d.
  induction fuel as [|fuel IH]; intros a d; [easy|]. cbn [play].
  destruct (over (most_dice standard) a d) eqn:state;
    change (over (most_dice standard_counted) a d) with (over (most_dice standard) a d);
    rewrite state; [easy|].
  apply over_false in state. cbn [retreat_at most_dice] in state.
  apply sum_ext. intros i lt. rewrite IH. f_equal.
  change (i < S (units standard (Nat.min a 3) (Nat.min d 2)))%nat in lt.
  apply counts_agree; cbn [cost most_dice attack_dice defence_dice standard] in *; lia.
Qed.

Lemma standard_well_formed : well_formed standard 3 2.
Proof.
  unfold well_formed. cbn [compared attack_dice defence_dice standard]. repeat split; intros; lia.
Qed.

Lemma dice_chance_not_negative x y i : 0 <= dice_chance 2 x y i.
Proof.
  unfold dice_chance, Qcdiv, number.
  apply product_not_negative; unfold Qcinv, Qcle; rewrite !fraction_in_Q.
  - unfold Qle. cbn. lia.
  - apply Qinv_le_0_compat. unfold Qle. cbn. lia.
Qed.

Lemma standard_is_decided : decided standard_counted 3 2 (Q2Qc (7776 # 1)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma standard_most_dice_are_legal :
  legal_attack standard (most_attack standard) /\ legal_defence standard (most_defence standard).
Proof. split; intros h a d some_a some_d; apply one_choice; cbn; lia. Qed.

Theorem saddle_point a d :
  played standard (most_attack standard) (most_defence standard) a d = standard_odds a d /\
  (forall x, legal_attack standard x ->
    played standard x (most_defence standard) a d <= standard_odds a d) /\
  (forall y, legal_defence standard y ->
    standard_odds a d <= played standard (most_attack standard) y a d).
Proof.
  revert a d. change (saddle standard).
  apply (saddle_of_rounds standard 3 2 standard_well_formed dice_chance_not_negative).
  intros a d some_a some_d s x y there.
  assert (0 <= gain s (units standard_counted x y) (chances standard_counted x y)
    (most_odds standard_counted) a d) as fewer.
  { now apply (fewer_dice_never_gain standard_counted 3 2 (Q2Qc (7776 # 1))
      standard_well_formed eq_refl standard_is_decided). }
  replace (gain s (units standard x y) (chances standard x y) (most_odds standard) a d)
    with (gain s (units standard_counted x y) (chances standard_counted x y)
    (most_odds standard_counted) a d); [easy|].
  unfold gain, mean_after. rewrite odds_agree. f_equal. unfold Qcminus. f_equal. f_equal.
  apply sum_ext. intros i lt. rewrite odds_agree. f_equal. symmetry.
  apply in_app_or in there as [there|there]; apply in_map_iff in there as (z & way & there);
    apply in_seq in there; injection way; intros; subst;
    apply counts_agree; try (cbn [attack_dice defence_dice standard] in *; lia);
    apply Nat.lt_succ_r, lt.
Qed.
