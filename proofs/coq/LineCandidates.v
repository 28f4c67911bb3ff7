(** * Ones, then twos, then all others: where a line is held best

    - [rises_after]  what comes after a battle is worth no less to more attackers
    - [twos_first]   all garrisons but the last may be cut to two
    - [ones_first]   and those of one may stand before those of two
    - [is_least]     one of the spreads that are left is the best

    Main result: [ones_twos_rest], for the standard rules. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Battle Lines SaddlePoint Line LineTwo.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Candidates.
Variable p : nat -> nat -> nat -> Qc.
Hypothesis chances : forall x y i, 0 <= p x y i.
Hypothesis numbers : fair p.
Hypothesis bases : based p.
Notation line_of := (whole_line 2 p).

Lemma rises_after later : rising (after 2 p later).
Proof.
  induction later as [|n later IH]; [split; intros; easy|].
  assert (each : forall x, 0 <= beat 2 p n (after 2 p later) x)
    by (intros; apply beat_not_negative; [lia|exact chances|apply IH]).
  split; intros x; cbn [after].
  - now apply leave_not_negative.
  - unfold leave. destruct x as [|[|x]]; cbn [Nat.leb Nat.sub]; [easy|apply each|].
    now apply beat_rises.
Qed.

(** ** All but the last are cut to two *)

Lemma cut_to_two i j later a :
  line_of (2 :: S (i + j) :: later)%nat a <= line_of (S (S i) :: S j :: later) a.
Proof.
  apply (exchange 2 p ltac:(lia) chances (S (S i)) (S j) 2 (S (i + j)) [] later). intros x.
  apply le_of_difference.
  exact (cut_not_negative p chances numbers bases _ (rises_after later) j x i).
Qed.

Definition one_or_two (n : nat) : Prop := n = 1%nat \/ n = 2%nat.

Lemma twos_first later : Forall (le 1) later -> forall i, (1 <= i)%nat -> exists heads rest,
  Forall one_or_two heads /\ (1 <= rest)%nat /\ length heads = length later /\
  (list_sum heads + rest = i + list_sum later)%nat /\
  forall a, line_of (heads ++ [rest]) a <= line_of (i :: later) a.
Proof.
  induction later as [|j later IH]; intros some i some_i.
  { exists [], i. repeat split; try easy; cbn; try lia. intros a. apply Qcle_refl. }
  inversion some as [|j' later' some_j others]; subst.
  destruct (le_lt_dec i 2) as [few|many].
  - destruct (IH others j some_j) as (heads & rest & small & some_rest & same & units & le).
    exists (i :: heads), rest. repeat split.
    + constructor; [unfold one_or_two; lia|exact small].
    + exact some_rest.
    + cbn. lia.
    + unfold list_sum in *. cbn [fold_right] in *. lia.
    + intros a. cbn [app]. destruct heads as [|h heads]; cbn [app] in *;
        apply whole_line_le; (lia || exact chances || exact le).
  - destruct (IH others (S (i - 2 + (j - 1))) ltac:(lia))
      as (heads & rest & small & some_rest & same & units & le).
    exists (2%nat :: heads), rest. repeat split.
    + constructor; [unfold one_or_two; lia|exact small].
    + exact some_rest.
    + cbn. lia.
    + unfold list_sum in *. cbn [fold_right] in *. lia.
    + intros a. apply Qcle_trans with (line_of (2 :: S (i - 2 + (j - 1)) :: later)%nat a).
      * cbn [app]. destruct heads as [|h heads]; cbn [app] in *;
          apply whole_line_le; (lia || exact chances || exact le).
      * replace (i :: j :: later) with (S (S (i - 2)) :: S (j - 1) :: later)
          by (f_equal; [lia|f_equal; lia]). apply cut_to_two.
Qed.

(** ** Ones before twos *)

Lemma two_behind_ones s next later : forall a,
  line_of (repeat 1%nat s ++ 2%nat :: next :: later) a <=
  line_of (2%nat :: repeat 1%nat s ++ next :: later) a.
Proof.
  induction s as [|s IH]; intros a; [apply Qcle_refl|]. cbn [repeat app].
  apply Qcle_trans with (line_of (1 :: 2 :: repeat 1%nat s ++ next :: later)%nat a).
  - destruct s as [|s]; cbn [repeat app] in *;
      apply whole_line_le; (lia || exact chances || exact IH).
  - apply (exchange 2 p ltac:(lia) chances 2 1 1 2 [] (repeat 1%nat s ++ next :: later)).
    intros x. apply le_of_difference.
    apply (le_by _ _ (- edge p 1 (after 2 p (repeat 1%nat s ++ next :: later)) x)).
    + apply (Qcopp_le_compat _ 0), second_edge; [exact chances|exact numbers| |].
      * destruct s; cbn [repeat app after]; easy.
      * apply after_not_negative; [lia|exact chances].
    + unfold edge, pair. ring.
Qed.

Lemma ones_before_twos heads rest : Forall one_or_two heads -> exists ones twos,
  (ones + twos)%nat = length heads /\ (ones + 2 * twos)%nat = list_sum heads /\
  forall a, line_of (spread ones twos rest) a <= line_of (heads ++ [rest]) a.
Proof.
  induction 1 as [|h heads one_two _ IH].
  { exists 0%nat, 0%nat. repeat split. intros a. apply Qcle_refl. }
  destruct IH as (ones & twos & same & units & le).
  assert (within : forall a, line_of (h :: spread ones twos rest) a
                             <= line_of ((h :: heads) ++ [rest]) a).
  { intros a. cbn [app]. unfold spread in *.
    destruct ones as [|ones], twos as [|twos], heads as [|h' heads]; cbn [repeat app] in *;
      apply whole_line_le; (lia || exact chances || exact le). }
  destruct one_two as [-> | ->].
  - exists (S ones), twos. repeat split; [cbn; lia|unfold list_sum in *; cbn [fold_right] in *;
      lia|exact within].
  - exists ones, (S twos). repeat split; [cbn; lia|unfold list_sum in *; cbn [fold_right] in *;
      lia|].
    intros a. apply Qcle_trans with (2 := within a). unfold spread.
    destruct twos as [|twos]; cbn [repeat app]; apply two_behind_ones.
Qed.

Lemma candidates garrisons : garrisons <> [] -> Forall (le 1) garrisons -> exists ones twos rest,
  (ones + twos + 1)%nat = length garrisons /\ (ones + 2 * twos + rest)%nat = list_sum garrisons /\
  (1 <= rest)%nat /\ forall a, line_of (spread ones twos rest) a <= line_of garrisons a.
Proof.
  intros some each. destruct garrisons as [|i later]; [easy|].
  inversion each as [|i' later' some_i others]; subst.
  destruct (twos_first later others i some_i) as (heads & rest & small & some_rest & same & units &
    le).
  destruct (ones_before_twos heads rest small) as (ones & twos & same' & units' & le').
  exists ones, twos, rest. repeat split; [cbn; lia|unfold list_sum in *; cbn [fold_right] in *;
    lia|easy|].
  intros a. now apply Qcle_trans with (1 := le' a).
Qed.

(** ** One of them is the best *)

Lemma is_least (V : nat -> Qc) k most : (most < k)%nat -> exists s, (s < k)%nat /\ (most <= s)%nat
  /\
  forall t, (t < k)%nat -> (most <= t)%nat -> V s <= V t.
Proof.
  induction k as [|k IH]; intros lt; [lia|]. destruct (Nat.eq_dec most k) as [->|].
  - exists k. repeat split; try lia. intros t le ge. replace t with k by lia. apply Qcle_refl.
  - destruct (IH ltac:(lia)) as (s & small & large & least).
    destruct (Qclt_le_dec (V k) (V s)) as [less|more].
    + exists k. repeat split; try lia. intros t le ge.
      destruct (Nat.eq_dec t k) as [->|]; [apply Qcle_refl|].
      apply Qcle_trans with (V s); [now apply Qclt_le_weak|apply least; lia].
    + exists s. repeat split; try lia. intros t le ge.
      destruct (Nat.eq_dec t k) as [->|]; [easy|apply least; lia].
Qed.
(** ** Rules with such rounds *)

Lemma held_so r : has_rounds r 2 p = true -> held_by_ones_and_twos r.
Proof.
  intros rounds a k n enough.
  destruct (is_least (fun s => line r
      (spread s (k - 1 - s) (n - (s + 2 * (k - 1 - s)))) a) k (2 * k - 1 - n))
    as (s & small & large & least); [lia|].
  exists s, (k - 1 - s)%nat. repeat split; [lia|lia|].
  intros others same_length same_sum each. unfold spread in same_length, same_sum.
  rewrite !app_length, !repeat_length in same_length. cbn [length] in same_length.
  rewrite !list_sum_app, !list_sum_repeat in same_sum.
  unfold list_sum in same_sum at 2. cbn [fold_right] in same_sum.
  destruct (candidates others) as (ones & twos & rest & length & units & some & le);
    [intros ->; cbn in same_length; lia|exact each|].
  apply Qcle_trans with (line r (spread ones twos rest) a).
  - replace rest with (n - (ones + 2 * (k - 1 - ones)))%nat by lia.
    replace twos with (k - 1 - ones)%nat by lia. apply least; lia.
  - rewrite !(line_is_whole_line r 2 p (Nat.lt_0_succ 1) rounds). apply le.
Qed.
End Candidates.

(** ** Standard rules *)

Definition standard_numbers : nat -> nat -> nat -> Qc := counted standard_counts.

Lemma standard_rounds : has_rounds standard_rules 2 standard_numbers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma standard_is_fair : fair standard_numbers.
Proof.
  split; match goal with
  | |- _ = _ => apply Qc_is_canon; vm_compute; reflexivity
  | |- _ <= _ => apply leb_le; vm_cast_no_check (eq_refl true)
  | _ => intros c [-> | ->]; apply leb_le; vm_cast_no_check (eq_refl true) end.
Qed.

Lemma standard_is_based : based standard_numbers.
Proof. split; vm_cast_no_check (eq_refl true). Qed.

Notation standard_line := (line_is_whole_line standard_rules 2 standard_numbers
  (Nat.lt_0_succ 1) standard_rounds).

Theorem ones_twos_rest : held_by_ones_and_twos standard_rules.
Proof.
  exact (held_so standard_numbers (counted_not_negative _) standard_is_fair standard_is_based
    standard_rules standard_rounds).
Qed.
