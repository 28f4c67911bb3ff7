(** * Two countries, one each: what the first player wins, and that nobody plays better

    - [one_can_force]   the policy of Bellman's equation wins as often as it says, but for as little
                        as one likes, in a number of steps that does not depend on the other

    Main result: [two_countries], for any number of new armies from 3 on. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Rules Lines SaddlePoint Powers DuelRows DuelValues DuelPlay.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Force.
Variables (r : nat) (W : nat -> nat -> Qc) (best : nat -> nat -> nat).
Hypothesis solves : bellman r W best.
Hypothesis some_new : (1 <= r)%nat.
Hypothesis four : forall x y, (4 <= x)%nat -> best x y <> 0%nat.
Hypothesis far : forall few, 0 < few -> exists K, forall n x, (K <= n)%nat -> (1 <= x <= 3)%nat ->
  1 - W n x <= few.

Lemma one_can_force x y short : (1 <= x)%nat -> (1 <= y)%nat -> 0 < short ->
  exists steps, forall other, legal other ->
  W x y - short <= won_within steps r true (always best) other [] x y /\
  1 - W x y - short <= won_within steps r false other (always best) [] x y.
Proof.
  intros some_x some_y positive. set (half := Q2Qc (1 # 2) * short).
  assert (half + half = short) as halves.
  { unfold half. rewrite <- Qcmult_plus_distr_l.
    replace (Q2Qc (1 # 2) + Q2Qc (1 # 2)) with 1 by now apply Qc_is_canon. ring. }
  assert (0 < half) as some_half.
  { unfold half. rewrite <- (Qcmult_0_l short). now apply Qcmult_lt_compat_r. }
  destruct (far half some_half) as [K beyond].
  set (M := Nat.max K (x + y)).
  assert (forall n x, (M <= n)%nat -> (1 <= x <= 3)%nat -> 1 - W n x <= half) as from_M
    by (intros; apply beyond; lia).
  set (long := DuelPlay.long r M).
  destruct (powers_vanish (1 - Q2Qc (1 # 5) ^ long) half) as [j vanished]; [| |easy|].
  { apply -> Qcle_minus_iff. exact (proj2 (c_power_chance long)). }
  { apply Qclt_minus_iff.
    replace (1 + - (1 - Q2Qc (1 # 5) ^ long)) with (Q2Qc (1 # 5) ^ long) by ring.
    clear. induction long as [|n IH]; cbn [Qcpower]; [easy|].
    rewrite <- (Qcmult_0_l (Q2Qc (1 # 5) ^ n)). now apply Qcmult_lt_compat_r. }
  exists (j * long)%nat. intros other legal_other.
  assert (forall a b, a <= b + half + (1 - Q2Qc (1 # 5) ^ long) ^ j -> a - short <= b) as enough.
  { intros a b le. rewrite <- halves.
    apply Qcle_trans with (b + half + half - (half + half)).
    - apply Qcplus_le_compat; [|apply Qcle_refl]. apply Qcle_trans with (1 := le).
      apply Qcplus_le_compat; [apply Qcle_refl|easy].
    - replace (b + half + half - (half + half)) with b by ring. apply Qcle_refl. }
  apply Qclt_le_weak in some_half.
  pose proof (blocks r W best solves some_new four M half some_half from_M j) as all.
  split; apply enough.
  - apply (all [] x y other legal_other); [lia|easy].
  - apply (all [] y x other legal_other); [lia|easy].
Qed.
End Force.

Lemma kept_power q : (this (Q2Qc (49 # 144) ^ (S q))%Qc == kept q)%Q.
Proof.
  induction q as [|n IH]; [reflexivity|].
  change (Q2Qc (49 # 144) ^ S (S n)) with (Q2Qc (49 # 144) * Q2Qc (49 # 144) ^ S n).
  rewrite this_mul, IH, fraction_in_Q. reflexivity.
Qed.

Theorem two_countries r : (3 <= r)%nat -> exists (W : nat -> nat -> Qc) (best : nat -> nat -> nat),
  bellman r W best /\
  (forall x y, best x y = dice_allowed x \/ (x <= 3)%nat /\ best x y = 0%nat) /\
  W (1 + r)%nat 1%nat = one_each r /\
  forall x y, (1 <= x)%nat -> (1 <= y)%nat ->
  (forall other steps, legal other ->
    won_within steps r true other (always best) [] x y <= W x y /\
    won_within steps r false (always best) other [] x y <= 1 - W x y) /\
  (forall short, 0 < short -> exists steps, forall other, legal other ->
    W x y - short <= won_within steps r true (always best) other [] x y /\
    1 - W x y - short <= won_within steps r false other (always best) [] x y).
Proof.
  intros three. replace r with (3 + (r - 3))%nat by lia. set (q := (r - 3)%nat). clearbody q.
  destruct (solved q) as (w & (obeyed & limit & _) & first). exists (W_of w), (best_of w q).
  assert (forall x y, best_of w q x y = dice_allowed x \/ (x <= 3)%nat /\ best_of w q x y = 0%nat)
    as all_or_none.
  { intros [|[|[|[|x]]]] y; cbn [best_of]; [now left..| | |now left];
      destruct (stops w q _ y); (now left) || (right; lia). }
  split; [easy|]. split; [easy|]. split.
  - unfold W_of, one_each. apply Qc_is_canon. rewrite fraction_in_Q.
    replace (1 + (3 + q))%nat with (4 + q)%nat by lia. rewrite first. unfold Qcdiv.
    rewrite this_mul. unfold Qdiv. apply Qmult_comp; [reflexivity|].
    unfold Qcinv. rewrite fraction_in_Q. apply Qinv_comp.
    rewrite this_add, !this_mul, !fraction_in_Q. apply Qplus_comp; [reflexivity|].
    unfold loss. apply Qmult_comp; [reflexivity|]. replace (3 + q - 2)%nat with (S q) by lia.
    symmetry. apply kept_power.
  - intros x y some_x some_y. split.
    + intros other steps legal_other. now apply no_better.
    + intros short positive. apply one_can_force; try easy; [lia|].
      intros x' y' many. destruct (all_or_none x' y'); unfold dice_allowed in *; lia.
Qed.
