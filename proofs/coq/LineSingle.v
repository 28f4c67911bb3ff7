(** * One on each, all others on the last: single losses

    - [two_battles n f]    the value of a battle against one, and then against n
    - [left_over n f a]    what a first round against n leaves of it, with the same dice

    Main result: [one_on_each].  A round before the battle against one is worth no less than that
    battle at once ([the_source]).  So a garrison of more than one may be cut to one, while the
    others join the next ([one_first]), by induction on the units of both. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Battle Lines Geometric SaddlePoint Line.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Single.
Variable p : nat -> nat -> nat -> Qc.
Hypothesis chances : forall x y i, 0 <= p x y i.
Notation beat := (beat 1 p).
Notation hit a n := (p (Nat.min a 3) (Nat.min n 2) 1).
Notation miss a n := (p (Nat.min a 3) (Nat.min n 2) 0).

Lemma one_round n f a : (1 <= n)%nat -> (1 <= a)%nat ->
  beat n f a = miss a n * beat n f (a - 1) + hit a n * beat (n - 1) f a.
Proof.
  intros some_n some_a. rewrite beat_round by lia. cbv zeta.
  replace (Nat.min 1 (Nat.min (Nat.min a 3) (Nat.min n 2))) with 1%nat by lia.
  now rewrite sum_of_2, !Nat.sub_0_r.
Qed.

(** ** One territory with one unit, and then one with n *)

Definition two_battles (n : nat) (f : nat -> Qc) : nat -> Qc := beat 1 (leave (beat n f)).

Definition left_over (n : nat) (f : nat -> Qc) (a : nat) : Qc :=
  hit a 2 * two_battles (n - 1) f a + miss a 2 * two_battles n f (a - 1) - two_battles n f a.

Lemma two_battles_round n f a : two_battles n f (S (S a)) =
  p (Nat.min (S (S a)) 3) 1 0 * two_battles n f (S a)
  + p (Nat.min (S (S a)) 3) 1 1 * beat n f (S a).
Proof.
  unfold two_battles at 1. rewrite one_round by lia. rewrite beat_nobody by lia. unfold leave.
  replace (S (S a) - 1)%nat with (S a) by lia. easy.
Qed.

Lemma two_battles_of_one n f : two_battles n f 1 = 0.
Proof.
  unfold two_battles. rewrite one_round, beat_nobody, beat_by_nobody by lia.
  unfold leave. cbn [Nat.leb]. ring.
Qed.

(** What decides: a battle is the easier the more dice are thrown, by these two measures. *)
Hypothesis more_dice_hit_more : p 1 2 1 <= p 2 2 1 /\ p 2 2 1 <= p 3 2 1.
Hypothesis two_attackers : 0 <=
  p 3 1 0 * p 2 1 1 * (p 3 2 1 - p 1 2 1) + p 3 2 0 * p 2 1 1 * p 1 2 1
  - p 3 1 1 * p 2 2 0 * p 1 2 1.

Lemma the_source n f a : (forall x, 0 <= f x) -> (2 <= n)%nat -> (1 <= a)%nat ->
  0 <= left_over n f a.
Proof.
  intros positive many some.
  assert (one : 0 <= beat (n - 1) f 1) by now apply beat_not_negative.
  assert (two : 0 <= beat (n - 1) f 2) by now apply beat_not_negative.
  assert (h1 : beat n f 1 = p 1 2 1 * beat (n - 1) f 1).
  { rewrite one_round, beat_by_nobody by lia. replace (Nat.min n 2) with 2%nat by lia.
    cbn [Nat.min]. ring. }
  assert (h2 : beat n f 2 = p 2 2 0 * beat n f 1 + p 2 2 1 * beat (n - 1) f 2).
  { rewrite one_round by lia. now replace (Nat.min n 2) with 2%nat by lia. }
  destruct more_dice_hit_more as [of_two of_three].
  apply difference_not_negative in of_two, of_three.
  destruct a as [|[|[|a]]]; [lia| | |].
  - unfold left_over. rewrite !two_battles_of_one. unfold two_battles. cbn [Nat.sub].
    rewrite beat_by_nobody by lia. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - unfold left_over. cbn [Nat.sub]. rewrite two_battles_of_one, !two_battles_round,
      !two_battles_of_one, h1. cbn [Nat.min].
    apply (le_by _ _ (p 2 1 1 * (p 2 2 1 - p 1 2 1) * beat (n - 1) f 1)); [|ring].
    now repeat apply product_not_negative.
  - induction a as [|a IH].
    + unfold left_over. cbn [Nat.sub].
      rewrite !two_battles_round, !two_battles_of_one, h2, h1. cbn [Nat.min].
      apply (le_by _ _ (p 3 1 1 * (p 3 2 1 - p 2 2 1) * beat (n - 1) f 2
        + (p 3 1 0 * p 2 1 1 * (p 3 2 1 - p 1 2 1) + p 3 2 0 * p 2 1 1 * p 1 2 1
           - p 3 1 1 * p 2 2 0 * p 1 2 1) * beat (n - 1) f 1)); [|ring].
      apply sum_not_negative; now repeat apply product_not_negative.
    + apply (le_by _ _ (p 3 1 0 * left_over n f (S (S (S a)))));
        [apply product_not_negative; [easy|apply IH; lia]|].
      unfold left_over. cbn [Nat.sub]. rewrite !(two_battles_round _ _ (S (S a))),
        (two_battles_round n f (S a)), (one_round n f (S (S (S a)))), !(Nat.min_r _ 3), (Nat.min_r
          n 2)
        by lia.
      cbn [Nat.sub Nat.min]. ring.
Qed.
(** ** The first garrison may be cut to one *)

Lemma one_first f : (forall x, 0 <= f x) -> forall a i j, (1 <= i)%nat -> (1 <= j)%nat ->
  two_battles (i + j - 1) f a <= beat i (leave (beat j f)) a.
Proof.
  intros positive.
  apply (induction_on_units (fun a i => forall j, (1 <= i)%nat -> (1 <= j)%nat ->
    two_battles (i + j - 1) f a <= beat i (leave (beat j f)) a)).
  intros a i IH j some_i some_j.
  destruct (Nat.eq_dec i 1) as [->|more].
  { replace (1 + j - 1)%nat with j by lia. apply Qcle_refl. }
  destruct (Nat.eq_dec a 0) as [->|].
  { unfold two_battles. rewrite !beat_by_nobody by lia. apply Qcle_refl. }
  apply (le_by _ _ (left_over (i + j - 1) f a
    + (hit a 2 * (beat (i - 1) (leave (beat j f)) a - two_battles (i - 1 + j - 1) f a)
       + miss a 2 * (beat i (leave (beat j f)) (a - 1) - two_battles (i + j - 1) f (a - 1))))).
  - apply sum_not_negative; [apply the_source; easy || lia|].
    apply sum_not_negative; apply product_not_negative, difference_not_negative, IH; easy || lia.
  - rewrite (one_round i) by lia. unfold left_over.
    replace (i + j - 1 - 1)%nat with (i - 1 + j - 1)%nat by lia.
    rewrite (Nat.min_r i 2), (Nat.min_id 2) by lia. ring.
Qed.

Lemma ones_first later : Forall (le 1) later -> forall i a, (1 <= i)%nat ->
  whole_line 1 p (repeat 1%nat (length later) ++ [i + list_sum later - length later]%nat) a
  <= whole_line 1 p (i :: later) a.
Proof.
  induction later as [|j later IH]; intros some i a some_i.
  - cbn [length repeat app list_sum fold_right].
    replace (i + 0 - 0)%nat with i by lia. apply Qcle_refl.
  - inversion some as [|j' later' some_j others]; subst.
    apply Qcle_trans with (whole_line 1 p (1 :: (i + j - 1) :: later)%nat a).
    + cbn [length repeat app list_sum fold_right].
      replace (i + (j + fold_right Nat.add 0 later) - S (length later))%nat
        with (i + j - 1 + list_sum later - length later)%nat by (unfold list_sum; lia).
      assert (le := fun x => IH others (i + j - 1)%nat x ltac:(lia)). revert le.
      destruct later as [|m later]; cbn [length repeat app]; intros le; now apply whole_line_le.
    + apply (exchange 1 p ltac:(lia) chances i j 1 (i + j - 1) [] later). intros x.
      apply one_first; [|lia..]. now apply after_not_negative; [lia|].
Qed.
End Single.

(** ** Single-loss rules *)

Definition counts_of_single_losses : list (list (list N)) :=
  [[[21; 15]; [161; 55]]; [[91; 125]; [791; 505]]; [[441; 855]; [4109; 3667]]]%N.

Lemma single_loss_rounds : has_rounds single_loss_rules 1 (counted counts_of_single_losses) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem one_on_each a k n : (1 <= k <= n)%nat ->
  is_best single_loss_rules a (spread (k - 1) 0 (n - (k - 1))).
Proof.
  unfold is_best, spread. cbn [repeat app]. intros enough others.
  rewrite app_length, repeat_length, list_sum_app, list_sum_repeat.
  cbn [length list_sum fold_right].
  intros same_length same_sum some.
  destruct others as [|i later]; cbn [length list_sum fold_right] in same_length, same_sum; [lia|].
  inversion some as [|i' later' some_i others]; subst.
  rewrite !(line_is_whole_line single_loss_rules 1 (counted counts_of_single_losses)
    ltac:(lia) single_loss_rounds).
  replace (k - 1)%nat with (length later) by lia.
  replace (n - length later)%nat with (i + list_sum later - length later)%nat
    by (unfold list_sum; lia).
  apply ones_first; [apply counted_not_negative| | |easy|lia].
  - split; apply leb_le; vm_compute; reflexivity.
  - apply leb_le. vm_compute. reflexivity.
Qed.
