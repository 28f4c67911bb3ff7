(** * Two countries: a policy that obeys Bellman's equation, against all others

    - [chosen ... n]      what n dice lead to, or the end of the turn
    - [no_better]         against the policy nobody wins more often than the equation says
    - [luck]              all throws may go one's way: then one wins, and soon if the other has few
    - [block]             hence the chance that is missing gets smaller by a factor
    - [blocks]            and so as small as one likes, but for what it is worth that the other has
                          many armies while it is his turn *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Rules Lines MostDice SaddlePoint Powers.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Numbers, and sums of them *)

Lemma this_add x y : (this (x + y)%Qc == this x + this y)%Q.
Proof. apply Qred_correct. Qed.

Lemma this_mul x y : (this (x * y)%Qc == this x * this y)%Q.
Proof. apply Qred_correct. Qed.

Lemma this_sub x y : (this (x - y)%Qc == this x - this y)%Q.
Proof. unfold Qcminus. rewrite this_add. unfold Qcopp. now rewrite fraction_in_Q. Qed.

Notation c := (Q2Qc (1 # 5)).

Lemma c_power n : c ^ (S n) <= c ^ n.
Proof. apply power_descends; [easy|easy|lia]. Qed.

Lemma c_power_chance n : 0 <= c ^ n <= 1.
Proof. split; [now apply power_not_negative|]. now apply (power_descends c 0 n); [| |lia]. Qed.

(** ** Rounds *)

Lemma allowed_dice x n : (1 <= n <= dice_allowed x)%nat ->
  (n = 1 \/ n = 2 \/ n = 3)%nat /\ (n < x)%nat.
Proof. unfold dice_allowed. lia. Qed.

Lemma round_cost n y : (1 <= n)%nat -> (1 <= y)%nat ->
  (1 <= units standard n (Nat.min y 2) <= n)%nat /\ (units standard n (Nat.min y 2) <= y)%nat.
Proof. intros. unfold units, pairs_compared. cbn [compared standard]. lia. Qed.

Lemma mean_of_round_le n y f g : (forall i j, (i + j = units standard n (Nat.min y 2))%nat ->
  f i j <= g i j) -> mean_of_round n y f <= mean_of_round n y g.
Proof.
  intros le. apply sum_le. intros i lt. apply times_le; [apply dice_chance_not_negative|].
  apply le. lia.
Qed.

Lemma round_adds_up n y : Σ i < S (units standard n (Nat.min y 2)),
  dice_chance 2 n (Nat.min y 2) i = 1.
Proof. apply dice_chances_add_up. Qed.

Lemma mean_of_round_constant n y v : mean_of_round n y (fun _ _ => v) = v.
Proof. unfold mean_of_round. cbv zeta. rewrite sum_mul_right, round_adds_up. ring. Qed.

Lemma mean_of_round_linear n y a b c f g : mean_of_round n y (fun i j => a + b * f i j + c * g i j)
  = a + b * mean_of_round n y f + c * mean_of_round n y g.
Proof.
  transitivity ((Σ i < S (units standard n (Nat.min y 2)), dice_chance 2 n (Nat.min y 2) i * a)
    + b * mean_of_round n y f + c * mean_of_round n y g).
  - unfold mean_of_round. cbv zeta. rewrite <- !sum_mul, <- !sum_add. apply sum_ext. intros i _.
    ring.
  - rewrite sum_mul_right, round_adds_up. ring.
Qed.

Lemma mean_of_rest n y f : mean_of_round n y (fun i j => 1 - f i j) = 1 - mean_of_round n y f.
Proof.
  transitivity (1 + - (1) * mean_of_round n y f + 0 * mean_of_round n y f); [|ring].
  rewrite <- mean_of_round_linear. apply sum_ext. intros i _. ring.
Qed.

Lemma least_chance n y : (n = 1 \/ n = 2 \/ n = 3)%nat -> (1 <= y)%nat ->
  Q2Qc (1 # 5) <= dice_chance 2 n (Nat.min y 2) 0 /\
  Q2Qc (1 # 5) <= dice_chance 2 n (Nat.min y 2) (units standard n (Nat.min y 2)).
Proof.
  intros dice some. destruct standard_chances as
    (w0 & w1 & w2 & r0 & r1 & v0 & v1 & v2 & u0 & u1 & s0 & s1 & t0 & t1).
  assert (Nat.min y 2 = 1 \/ Nat.min y 2 = 2)%nat as [-> | ->] by lia;
    destruct dice as [-> | [-> | ->]]; unfold units, pairs_compared;
    cbn [compared standard Nat.min];
    rewrite ?w0, ?w1, ?w2, ?r0, ?r1, ?v0, ?v1, ?v2, ?u0, ?u1, ?s0, ?s1, ?t0, ?t1;
    split; unfold Qcle, Qle; vm_compute; discriminate.
Qed.

Section Play.
Variables (r : nat) (W : nat -> nat -> Qc) (best : nat -> nat -> nat).
Hypothesis solves : bellman r W best.
Notation mine := (always best).

Lemma best_is_legal : legal mine.
Proof.
  intros h x y some_x some_y. destruct (solves x y some_x) as (_ & _ & here).
  destruct (here some_y) as (allowed & _). unfold always. split.
  - intros n. now destruct (n =? best x y)%nat.
  - rewrite (sum_only _ (best x y)); [now rewrite Nat.eqb_refl|lia|].
    intros i _ other. now apply Nat.eqb_neq in other as ->.
Qed.

(** What is chosen, and what follows. *)
Definition chosen (steps : nat) (mover : bool) (p q : policy) (h : history) (x y n : nat) : Qc :=
  if (n =? 0)%nat then won_within steps r (negb mover) q p ((0, 0, 0)%nat :: h) (y + r) x
  else mean_of_round n y (fun i j =>
    won_within steps r mover p q ((n, Nat.min y 2, j) :: h) (x - i) (y - j)).

Lemma one_step steps mover p q h x y : (1 <= y)%nat -> won_within (S steps) r mover p q h x y =
  Σ n < S (dice_allowed x), p h x y n * chosen steps mover p q h x y n.
Proof. intros some. cbn [won_within]. now replace (y =? 0)%nat with false by (symmetry;
  apply Nat.eqb_neq; lia). Qed.

Lemma best_step steps mover q h x y : (1 <= x)%nat -> (1 <= y)%nat ->
  won_within (S steps) r mover mine q h x y = chosen steps mover mine q h x y (best x y).
Proof.
  intros some_x some_y. rewrite one_step by easy.
  destruct (solves x y some_x) as (_ & _ & here). destruct (here some_y) as (allowed & _).
  unfold always at 1. rewrite (sum_only _ (best x y)); [rewrite Nat.eqb_refl; ring|lia|].
  intros i _ other. apply Nat.eqb_neq in other as ->. ring.
Qed.

Lemma won_at_end steps mover p q h x :
  won_within steps r mover p q h x 0 = if mover then 1 else 0.
Proof. now destruct steps. Qed.

Lemma won_at_0 mover p q h x y : (1 <= y)%nat -> won_within 0 r mover p q h x y = 0.
Proof. intros some. cbn. now replace (y =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
Qed.

(** ** Chances *)
Lemma mean_between n y f : (forall i j, (i + j = units standard n (Nat.min y 2))%nat ->
  0 <= f i j <= 1) -> 0 <= mean_of_round n y f <= 1.
Proof.
  intros within. split.
  - apply Qcle_trans with (mean_of_round n y (fun _ _ => 0)).
    + rewrite mean_of_round_constant. apply Qcle_refl.
    + apply mean_of_round_le. intros. now apply within.
  - apply Qcle_trans with (mean_of_round n y (fun _ _ => 1)).
    + apply mean_of_round_le. intros. now apply within.
    + rewrite mean_of_round_constant. apply Qcle_refl.
Qed.

Lemma won_is_chance steps : forall mover p q h x y, legal p -> legal q -> (1 <= x)%nat ->
  0 <= won_within steps r mover p q h x y <= 1.
Proof.
  induction steps as [|steps IH]; intros mover p q h x y legal_p legal_q some;
    (destruct y as [|y]; [rewrite won_at_end; now destruct mover|]).
  - now rewrite won_at_0 by lia.
  - rewrite one_step by lia. destruct (legal_p h x (S y) some ltac:(lia)) as [chances all].
    assert (forall n, (n < S (dice_allowed x))%nat ->
      0 <= chosen steps mover p q h x (S y) n <= 1) as each.
    { intros n lt. unfold chosen. destruct (Nat.eqb_spec n 0); [apply IH; easy || lia|].
      apply mean_between. intros i j all_lost. apply IH; [easy|easy|].
      pose proof (round_cost n (S y)). pose proof (allowed_dice x n). lia. }
    split; [apply mean_ge|apply mean_le]; intros; try apply chances; try apply all; now apply each.
Qed.

(** ** Nobody does better *)
Lemma no_better steps : forall h x y p, legal p -> (1 <= x)%nat ->
  won_within steps r true p mine h x y <= W x y /\
  won_within steps r false mine p h x y <= 1 - W x y.
Proof.
  induction steps as [|steps IH]; intros h x y p legal_p some;
    destruct (solves x y some) as (won & [least most] & here);
    (destruct y as [|y];
      [rewrite !won_at_end, won; split; [apply Qcle_refl|apply Qcle_refl]|]).
  - rewrite !won_at_0 by lia. split; [easy|]. now apply -> Qcle_minus_iff.
  - specialize (here ltac:(lia)) as (allowed & equal & others). split.
    + rewrite one_step by lia. destruct (legal_p h x (S y) some ltac:(lia)) as [chances all].
      apply mean_le; [intros; apply chances|easy|]. intros n lt.
      apply Qcle_trans with (2 := others n ltac:(lia)). unfold chosen, worth_of.
      destruct (Nat.eqb_spec n 0); [apply IH; easy || lia|].
      apply mean_of_round_le. intros i j lost. apply IH; [easy|].
      pose proof (round_cost n (S y)). pose proof (allowed_dice x n). lia.
    + rewrite best_step by lia. rewrite <- equal. unfold chosen, worth_of.
      destruct (Nat.eqb_spec (best x (S y)) 0).
      * replace (1 - (1 - W (S y + r)%nat x)) with (W (S y + r)%nat x) by ring.
        apply IH; easy || lia.
      * rewrite <- mean_of_rest. apply mean_of_round_le. intros i j lost. apply IH; [easy|].
        pose proof (round_cost (best x (S y)) (S y)).
        pose proof (allowed_dice x (best x (S y))). lia.
Qed.

(** ** One can force it *)
Hypothesis some_new : (1 <= r)%nat.
Hypothesis four : forall x y, (4 <= x)%nat -> best x y <> 0%nat.
Lemma mean_has n y f i : (forall i j, (i + j = units standard n (Nat.min y 2))%nat -> 0 <= f i j) ->
  (i <= units standard n (Nat.min y 2))%nat ->
  dice_chance 2 n (Nat.min y 2) i * f (units standard n (Nat.min y 2) - i)%nat i
  <= mean_of_round n y f.
Proof.
  intros each le. apply (sum_has (S (units standard n (Nat.min y 2)))
    (fun i => dice_chance 2 n (Nat.min y 2) i * f (units standard n (Nat.min y 2) - i)%nat i));
      [|lia].
  intros j lt. apply product_not_negative; [apply dice_chance_not_negative|]. apply each. lia.
Qed.

Definition rest (x : nat) : nat := (4 - x) * (r + 2).

Lemma rest_falls x : (x < 4)%nat -> (rest (x + r) + r + 2 <= rest x)%nat.
Proof.
  intros few. unfold rest. replace (4 - x)%nat with (S (3 - x)) by lia.
  assert ((4 - (x + r)) * (r + 2) <= (3 - x) * (r + 2))%nat by (apply Nat.mul_le_mono_r; lia). lia.
Qed.

Lemma rest_most x : (rest x <= 4 * (r + 2))%nat.
Proof. apply Nat.mul_le_mono_r. lia. Qed.

(** All throws may go one's way. *)
Lemma luck steps : forall h x y q, legal q -> (1 <= x)%nat ->
  ((y + rest x <= steps)%nat -> c ^ steps <= won_within steps r true mine q h x y) /\
  ((1 <= y)%nat -> (y + 1 + rest (x + r) <= steps)%nat ->
    c ^ steps <= won_within steps r false q mine h y x).
Proof.
  pose proof best_is_legal as legal_mine.
  induction steps as [|steps IH]; intros h x y q legal_q some.
  { split; intros; [|lia]. replace y with 0%nat by lia. apply Qcle_refl. }
  split.
  - intros enough. destruct (Nat.eq_dec y 0) as [->|some_y].
    { rewrite won_at_end. apply c_power_chance. }
    rewrite best_step by lia. unfold chosen.
    destruct (Nat.eqb_spec (best x y) 0) as [stops|attacks].
    + apply Qcle_trans with (1 := c_power steps). cbn [negb]. apply IH; [easy|easy|lia|].
      assert (x < 4)%nat by (pose proof (four x y); lia).
      pose proof (rest_falls x). lia.
    + destruct (solves x y some) as (_ & _ & here). destruct (here ltac:(lia)) as (allowed & _).
      destruct (allowed_dice x (best x y) ltac:(lia)) as [dice less].
      pose proof (round_cost (best x y) y ltac:(lia) ltac:(lia)) as [cost_n cost_y].
      set (n := best x y) in *. set (k := units standard n (Nat.min y 2)) in *.
      eapply Qcle_trans; [|apply (mean_has n y _ k)]; fold k; [|intros; apply won_is_chance;
        easy || lia|lia].
      cbn [Qcpower]. rewrite Nat.sub_diag, Nat.sub_0_r. apply times_compat; try easy.
      * apply won_is_chance; easy || lia.
      * exact (proj2 (least_chance n y dice ltac:(lia))).
      * apply IH; [easy|easy|lia].
  - intros some_y enough. rewrite one_step by lia.
    destruct (legal_q h y x some_y some) as [chances all].
    apply mean_ge; [intros; apply chances|easy|]. intros n lt. unfold chosen.
    destruct (Nat.eqb_spec n 0) as [stops|attacks].
    + apply Qcle_trans with (1 := c_power steps). cbn [negb]. apply IH; [easy|lia|].
      lia.
    + destruct (allowed_dice y n ltac:(lia)) as [dice less].
      pose proof (round_cost n x ltac:(lia) ltac:(lia)) as [cost_n cost_y].
      set (k := units standard n (Nat.min x 2)) in *.
      eapply Qcle_trans; [|apply (mean_has n x _ 0)]; fold k; [|intros; apply won_is_chance;
        easy || lia|lia].
      cbn [Qcpower]. rewrite !Nat.sub_0_r. apply times_compat; try easy.
      * apply won_is_chance; easy || lia.
      * exact (proj1 (least_chance n x dice ltac:(lia))).
      * apply IH; [easy|easy|lia|lia].
Qed.

Section Block.
Variables (K : nat) (few : Qc).
Hypothesis few_positive : 0 <= few.
Hypothesis far : forall n x, (K <= n)%nat -> (1 <= x <= 3)%nat -> 1 - W n x <= few.

(** Short by no more than [few] and b after that number of steps, while the other has few armies. *)
Definition short_by (steps : nat) (b : nat -> bool -> policy -> policy -> history -> nat ->
  nat -> Qc)
  (n : nat) : Prop :=
  forall h x y q, legal q -> (y <= K + r)%nat ->
  ((1 <= x)%nat -> W x y <= won_within steps r true mine q h x y + few + b n true mine q h x y) /\
  ((1 <= y)%nat -> 1 - W y x <= won_within steps r false q mine h y x + few + b n false q mine h
    y x).
Definition left_over (b : Qc) (n : nat) (mover : bool) (p q : policy) (h : history) (x y : nat) :
  Qc :=
  b * (1 - won_within n r mover p q h x y).

Lemma below a f g b : 0 <= f -> g <= 1 -> 0 <= b -> a <= few -> a <= f + few + b * (1 - g).
Proof.
  intros F G B le. apply Qcle_trans with (1 := le). replace few with (0 + few + 0) at 1 by ring.
  repeat apply Qcplus_le_compat; [easy|apply Qcle_refl|]. apply product_not_negative; [easy|].
  now apply -> Qcle_minus_iff.
Qed.

Lemma rearranged f g b : f + few + b * (1 - g) = few + b + 1 * f + - b * g.
Proof. ring. Qed.

Lemma block n0 b : 0 <= b -> short_by n0 (fun _ _ _ _ _ _ _ => b) 0 ->
  forall n, short_by (n + n0) (left_over b) n.
Proof.
  pose proof best_is_legal as legal_mine. unfold left_over.
  intros some_b start.
  assert (forall m n h x q, (1 <= x)%nat -> W x 0%nat <= won_within m r true mine q h x 0 + few
    + b * (1 - won_within n r true mine q h x 0)) as at_end.
  { intros m n h x q some. rewrite !won_at_end. destruct (solves x 0%nat some) as (-> & _).
    replace (1 + few + b * (1 - 1)) with (1 + few) by ring.
    rewrite <- (Qcplus_0_r 1) at 1. apply Qcplus_le_compat; [apply Qcle_refl|easy]. }
  assert (forall m n h y q, (1 <= y)%nat -> 1 - W y 0%nat <= won_within m r false q mine h y 0
    + few + b * (1 - won_within n r false q mine h y 0)) as lost_at_end.
  { intros m n h y q some. rewrite !won_at_end. destruct (solves y 0%nat some) as (-> & _).
    now apply below. }
  induction n as [|n IH]; intros h x y q legal_q few_armies.
  - specialize (start h x y q legal_q few_armies) as [A B]. cbn [Nat.add]. split; intros some.
    + destruct y as [|y]; [now apply at_end|].
      rewrite (won_at_0 true) by lia. replace (b * (1 - 0)) with b by ring. auto.
    + destruct x as [|x]; [now apply lost_at_end|].
      rewrite (won_at_0 false) by lia. replace (b * (1 - 0)) with b by ring. auto.
  - cbn [Nat.add]. split; intros some.
    + destruct (Nat.eq_dec y 0) as [->|some_y]; [now apply at_end|].
      destruct (solves x y some) as (_ & _ & here).
      destruct (here ltac:(lia)) as (allowed & equal & _).
      rewrite !best_step by lia. rewrite <- equal. unfold chosen, worth_of.
      destruct (Nat.eqb_spec (best x y) 0) as [stops|attacks].
      * cbn [negb]. destruct (le_lt_dec y K) as [less|more].
        -- apply IH; [easy|lia|lia].
        -- assert (x < 4)%nat by (pose proof (four x y); lia).
           apply below; [apply won_is_chance; easy || lia|apply won_is_chance; easy || lia|easy|].
           apply far; lia.
      * rewrite rearranged, <- mean_of_round_linear. apply mean_of_round_le. intros i j lost.
        rewrite <- rearranged.
        destruct (allowed_dice x (best x y) ltac:(lia)) as [dice less].
        pose proof (round_cost (best x y) y ltac:(lia) ltac:(lia)).
        apply IH; [easy|lia|lia].
    + destruct (Nat.eq_dec x 0) as [->|some_x]; [now apply lost_at_end|].
      destruct (legal_q h y x some ltac:(lia)) as [chances all].
      destruct (solves y x some) as (_ & _ & here).
      destruct (here ltac:(lia)) as (_ & _ & others).
      rewrite !one_step by lia. rewrite rearranged.
      rewrite <- (mean_of_constant _ _ (few + b) all).
      rewrite <- !sum_mul, <- !sum_add.
      apply Qcle_trans with (Σ i < S (dice_allowed y), q h y x i *
        (few + b + 1 * chosen (n + n0) false q mine h y x i + - b * chosen n false q mine h y x i)).
      2: { match goal with |- ?a <= ?b => replace a with b end; [apply Qcle_refl|].
           apply sum_ext. intros i _. ring. }
      apply mean_ge; [intros; apply chances|easy|]. intros k lt.
      rewrite <- rearranged. specialize (others k ltac:(lia)).
      apply Qcle_trans with (1 - worth_of r W y x k).
      { apply Qcplus_le_compat; [apply Qcle_refl|]. now apply Qcopp_le_compat. }
      unfold chosen, worth_of. destruct (Nat.eqb_spec k 0) as [stops|attacks].
      * replace (1 - (1 - W (x + r)%nat y)) with (W (x + r)%nat y) by ring. cbn [negb].
        apply IH; [easy|easy|lia].
      * destruct (allowed_dice y k ltac:(lia)) as [dice less].
        pose proof (round_cost k x ltac:(lia) ltac:(lia)).
        rewrite <- mean_of_rest, rearranged, <- mean_of_round_linear.
        apply mean_of_round_le. intros i j lost. rewrite <- rearranged.
        apply IH; [easy|lia|lia].
Qed.

Definition long : nat := K + r + 1 + 4 * (r + 2).

Lemma blocks j : short_by (j * long) (fun _ _ _ _ _ _ _ => (1 - c ^ long) ^ j) 0.
Proof.
  pose proof best_is_legal as legal_mine.
  assert (0 <= 1 - c ^ long) as some by (apply -> Qcle_minus_iff; apply c_power_chance).
  induction j as [|j IH]; intros h x y q legal_q few_armies.
  - cbn [Nat.mul Qcpower]. split; intros here.
    + destruct (solves x y here) as (_ & [least most] & _). apply Qcle_trans with (1 := most).
      replace 1 with (0 + 0 + 1) at 1 by ring.
      repeat apply Qcplus_le_compat; [apply won_is_chance; easy|easy|apply Qcle_refl].
    + destruct (solves y x here) as (_ & [least most] & _). apply Qcle_trans with 1.
      { apply Qcle_minus_iff. now replace (1 + - (1 - W y x)) with (W y x) by ring. }
      replace 1 with (0 + 0 + 1) at 1 by ring.
      repeat apply Qcplus_le_compat; [apply won_is_chance; easy|easy|apply Qcle_refl].
  - pose proof (block _ _ (power_not_negative _ j some) IH long h x y q legal_q few_armies) as [A
      B].
    pose proof (luck long h x y q legal_q) as lucky.
    pose proof (rest_most x). pose proof (rest_most (x + r)).
    change (S j * long)%nat with (long + j * long)%nat. cbn [Qcpower].
    unfold left_over in *. split; intros here.
    + apply Qcle_trans with (1 := A here). apply Qcplus_le_compat; [apply Qcle_refl|].
      rewrite Qcmult_comm. apply Qcmult_le_compat_r; [|now apply power_not_negative].
      apply Qcplus_le_compat; [apply Qcle_refl|]. apply Qcopp_le_compat.
      apply lucky; unfold long in *; lia.
    + destruct x as [|x].
      * rewrite won_at_end. destruct (solves y 0%nat here) as (-> & _).
        apply Qcle_trans with few; [exact few_positive|].
        replace few with (0 + few + 0) at 1 by ring.
        repeat apply Qcplus_le_compat; [easy|apply Qcle_refl|].
        now apply product_not_negative; [|apply power_not_negative].
      * apply Qcle_trans with (1 := B here). apply Qcplus_le_compat; [apply Qcle_refl|].
        rewrite Qcmult_comm. apply Qcmult_le_compat_r; [|now apply power_not_negative].
        apply Qcplus_le_compat; [apply Qcle_refl|]. apply Qcopp_le_compat.
        apply lucky; unfold long in *; lia.
Qed.
End Block.
End Play.
