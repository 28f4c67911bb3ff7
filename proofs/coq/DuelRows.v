(** * Two countries: Bellman's inequalities for all x and y, from some near the corner

    [w x y] is the chance to win with x armies against y in the middle of one's turn, if both attack
    with three dice from four armies on, and else where that is worth more than to stop.

    - columns: y is 1, 2 or 3.  [1 - w x y] falls geometrically, and what is compared obeys the
      recursion but for terms of one sign; so the comparison holds from its first two places on
    - rows: x is 1, 2, 3 or 4, by cases: each is the greater of two numbers
    - elsewhere each difference is a mean of differences nearer to the edges, but for terms of one
      sign.  The attacker's advantage in a round, 2890 > 2275, decides whether to attack

    Main result: [rows_are_best]. *)

From Coq Require Import Arith Lia List ZArith QArith Qcanon Lqa.
From Risk Require Import Sums Dice Rules Lines MostDice SaddlePoint Powers DuelPlay.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Lemma by_twos (P : nat -> Prop) : P 0%nat -> P 1%nat ->
  (forall n, P n -> P (S n) -> P (S (S n))) -> forall n, P n.
Proof.
  intros zero one step n. enough (P n /\ P (S n)) by easy. induction n as [|n [IH next]]; auto.
Qed.

(** ** One round in [Q] *)

Lemma round_1_v_1 f : mean_of_round 1 1 f = Q2Qc (21 # 36) * f 1%nat 0%nat + Q2Qc (15 # 36) * f
  0%nat 1%nat.
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & <- & <-).
  exact (sum_of_2 _).
Qed.
Lemma round_1_v_2 y f : mean_of_round 1 (2 + y) f
  = Q2Qc (161 # 216) * f 1%nat 0%nat + Q2Qc (55 # 216) * f 0%nat 1%nat.
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & <- & <- & _ & _).
  unfold mean_of_round. replace (Nat.min (2 + y) 2) with 2%nat by lia. exact (sum_of_2 _).
Qed.
Lemma round_2_v_1 f : mean_of_round 2 1 f = Q2Qc (91 # 216) * f 1%nat 0%nat + Q2Qc (125 # 216) *
  f 0%nat 1%nat.
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & _ & _ & _ & <- & <- & _ & _ & _ & _).
  exact (sum_of_2 _).
Qed.
Lemma round_2_v_2 y f : mean_of_round 2 (2 + y) f = Q2Qc (581 # 1296) * f 2%nat 0%nat
  + Q2Qc (420 # 1296) * f 1%nat 1%nat + Q2Qc (295 # 1296) * f 0%nat 2%nat.
Proof.
  destruct standard_chances as (_ & _ & _ & _ & _ & <- & <- & <- & _ & _ & _ & _ & _ & _).
  unfold mean_of_round. replace (Nat.min (2 + y) 2) with 2%nat by lia. exact (sum_of_3 _).
Qed.
Lemma round_3_v_1 f : mean_of_round 3 1 f = Q2Qc (441 # 1296) * f 1%nat 0%nat + Q2Qc (855 # 1296)
  * f 0%nat 1%nat.
Proof.
  destruct standard_chances as (_ & _ & _ & <- & <- & _ & _ & _ & _ & _ & _ & _ & _ & _).
  exact (sum_of_2 _).
Qed.
Lemma round_3_v_2 y f : mean_of_round 3 (2 + y) f = Q2Qc (2275 # 7776) * f 2%nat 0%nat
  + Q2Qc (2611 # 7776) * f 1%nat 1%nat + Q2Qc (2890 # 7776) * f 0%nat 2%nat.
Proof.
  destruct standard_chances as (<- & <- & <- & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _).
  unfold mean_of_round. replace (Nat.min (2 + y) 2) with 2%nat by lia. exact (sum_of_3 _).
Qed.

Lemma in_Q a b : Q2Qc a * Q2Qc b = Q2Qc (a * b).
Proof. apply Qc_is_canon. rewrite this_mul, !fraction_in_Q. reflexivity. Qed.

Lemma sum_in_Q a b : Q2Qc a + Q2Qc b = Q2Qc (a + b).
Proof. apply Qc_is_canon. rewrite this_add, !fraction_in_Q. reflexivity. Qed.

Lemma left_in_Q a : 1 - Q2Qc a = Q2Qc (1 - a).
Proof. apply Qc_is_canon. rewrite this_sub, !fraction_in_Q. reflexivity. Qed.

Lemma le_in_Q a b : (a <= b)%Q -> Q2Qc a <= Q2Qc b.
Proof. intros le. unfold Qcle. now rewrite !fraction_in_Q. Qed.

Lemma equal_in_Q a b : (a == b)%Q -> Q2Qc a = Q2Qc b.
Proof. intros equal. apply Qc_is_canon. now rewrite !fraction_in_Q. Qed.

(** The chances, and the policy: three dice from four armies on; else as many as one may, or none.
*)
Section Policy.
Variables (w : nat -> nat -> Q) (q : nat).
Definition W_of (x y : nat) : Qc := Q2Qc (w x y).
Definition stops (x y : nat) : bool := Qle_bool (w x y) (1 - w (y + (3 + q)) x).
Definition best_of (x y : nat) : nat :=
  match x with
  | O | 1%nat => 0
  | 2%nat => if stops 2 y then 0 else 1
  | 3%nat => if stops 3 y then 0 else 2
  | _ => 3
  end.
Definition best_play : Prop :=
  bellman (3 + q) W_of best_of /\
  (forall few, 0 < few -> exists K, forall n x, (K <= n)%nat -> (1 <= x <= 3)%nat ->
    1 - W_of n x <= few) /\
  (w (4 + q) 1 == 1 - w 1 1)%Q.
End Policy.

Local Open Scope Q_scope.
Section Rows.
Variables (w : nat -> nat -> Q) (q : nat).
Hypothesis ended : forall x, w x 0 == 1.
Hypothesis row_1 : forall y, w 1 (S y) == 1 - w (4 + (y + q)) 1.
Hypothesis stop_2 : forall y, 1 - w (4 + (y + q)) 2 <= w 2 (S y).
Hypothesis stop_3 : forall y, 1 - w (4 + (y + q)) 3 <= w 3 (S y).
Hypothesis die_2_1 : w 2 1 == (15 # 36) + (21 # 36) * w 1 1.
Hypothesis die_2 : forall y, (55 # 216) * w 2 (1 + y) + (161 # 216) * w 1 (2 + y) <= w 2 (2 + y).
Hypothesis dice_3_1 : w 3 1 == (125 # 216) + (91 # 216) * w 2 1.
Hypothesis dice_3 : forall y,
  (295 # 1296) * w 3 y + (420 # 1296) * w 2 (1 + y) + (581 # 1296) * w 1 (2 + y) <= w 3 (2 + y).
Hypothesis row_2 : forall y, w 2 (2 + y) == 1 - w (5 + (y + q)) 2 \/
  w 2 (2 + y) == (55 # 216) * w 2 (1 + y) + (161 # 216) * w 1 (2 + y).
Hypothesis row_3 : forall y, w 3 (2 + y) == 1 - w (5 + (y + q)) 3 \/ w 3 (2 + y) ==
  (295 # 1296) * w 3 y + (420 # 1296) * w 2 (1 + y) + (581 # 1296) * w 1 (2 + y).
Hypothesis rows_1 : forall x, w (4 + x) 1 == (855 # 1296) + (441 # 1296) * w (3 + x) 1.
Hypothesis rows : forall x y, w (4 + x) (2 + y) ==
  (2890 # 7776) * w (4 + x) y + (2611 # 7776) * w (3 + x) (1 + y)
  + (2275 # 7776) * w (2 + x) (2 + y).
(** Near the corner *)
Hypothesis near_1 : w 1 1 <= w 2 1 /\ w 2 1 <= w 3 1 /\ w 3 1 <= 1.
Hypothesis near_2 : w 2 2 <= (3 # 4) * w 2 1 /\ w 3 2 <= (3 # 4) * w 3 1
  /\ w 3 3 <= (3 # 4) * w 3 2 /\ w 2 3 <= w 2 2.
Hypothesis near_3 : 1 - w 4 2 <= (3 # 4) * (1 - w 3 2) /\ 1 - w 5 2 <= (3 # 4) * (1 - w 4 2)
  /\ 1 - w 4 3 <= (3 # 4) * (1 - w 3 3) /\ 1 - w 5 3 <= (3 # 4) * (1 - w 4 3).
Hypothesis near_4 : (55 # 216) * w 3 1 + (161 # 216) * w 2 2 <= w 3 2
  /\ (55 # 216) * w 4 1 + (161 # 216) * w 3 2 <= w 4 2
  /\ (55 # 216) * w 5 1 + (161 # 216) * w 4 2 <= w 5 2.
Hypothesis near_5 : (161 # 216) * (1 - w 6 2)
    <= (441 # 1620) * (1 - w 5 2) + (4 # 25) * (1 - w 6 3)
  /\ (161 # 216) * (1 - w 7 2) <= (441 # 1620) * (1 - w 6 2) + (4 # 25) * (1 - w 7 3).

(** ** Columns *)
Lemma column_1 x : w (3 + x) 1 <= 1.
Proof.
  induction x as [|x IH]; [apply near_1|]. cbn [Nat.add] in *. pose proof (rows_1 x). cbn in *. lra.
Qed.

Lemma column_1_rises x : w (2 + x) 1 <= w (3 + x) 1.
Proof.
  destruct x as [|x]; [apply near_1|]. pose proof (rows_1 x). pose proof (column_1 x). cbn in *.
  lra.
Qed.

Lemma column_2 x : w (2 + x) 2 <= w (2 + x) 1.
Proof.
  pattern x. apply by_twos; clear x.
  - pose proof near_1. pose proof near_2. pose proof (row_1 0). pose proof (column_1 (1 + q)).
    cbn in *. lra.
  - pose proof near_1. pose proof near_2. pose proof (row_1 0). pose proof (column_1 (1 + q)).
    cbn in *. lra.
  - intros x IH _. pose proof (rows_1 x). pose proof (rows x 0). pose proof (ended (4 + x)).
    pose proof (column_1_rises x). pose proof (column_1 x). cbn in *. lra.
Qed.

Lemma column_3 x : w (2 + x) 3 <= w (2 + x) 2.
Proof.
  pattern x. apply by_twos; clear x.
  - apply near_2.
  - pose proof near_1. pose proof near_2. pose proof (row_1 0). pose proof (column_1 (1 + q)).
    pose proof (row_1 1). pose proof (column_1 (2 + q)). pose proof (dice_3 0).
    pose proof (ended 3).
    cbn in *. lra.
  - intros x IH IH'. pose proof (rows x 1). pose proof (rows x 0). pose proof (ended (4 + x)).
    pose proof (column_2 (1 + x)). pose proof (column_1 (1 + x)). cbn in *. lra.
Qed.

Lemma column_2_falls x : 1 - w (4 + x) 2 <= (3 # 4) * (1 - w (3 + x) 2).
Proof.
  pattern x. apply by_twos; clear x; [apply near_3|apply near_3|].
  intros x IH _. pose proof (rows (2 + x) 0). pose proof (rows (1 + x) 0).
  pose proof (ended (5 + x)). pose proof (ended (6 + x)). pose proof (rows_1 (1 + x)).
  pose proof (column_1 (1 + x)). cbn in *. lra.
Qed.

Lemma column_3_falls x : 1 - w (4 + x) 3 <= (3 # 4) * (1 - w (3 + x) 3).
Proof.
  pattern x. apply by_twos; clear x; [apply near_3|apply near_3|].
  intros x IH _. pose proof (rows (2 + x) 1). pose proof (rows (1 + x) 1).
  pose proof (rows_1 (2 + x)). pose proof (column_1 (2 + x)). pose proof (column_2_falls (1 + x)).
  cbn in *. lra.
Qed.

Lemma columns_mixed x : (161 # 216) * (1 - w (6 + x) 2)
  <= (441 # 1620) * (1 - w (5 + x) 2) + (4 # 25) * (1 - w (6 + x) 3).
Proof.
  pattern x. apply by_twos; clear x; [apply near_5|apply near_5|].
  intros x IH _. pose proof (rows (4 + x) 0). pose proof (rows (3 + x) 0).
  pose proof (rows (4 + x) 1).
  pose proof (ended (7 + x)). pose proof (ended (8 + x)).
  pose proof (rows_1 (2 + x)). pose proof (rows_1 (3 + x)). pose proof (rows_1 (4 + x)).
  pose proof (column_1 (3 + x)). pose proof (column_2 (5 + x)). cbn in *. lra.
Qed.

Lemma column_2_die x : (55 # 216) * w (4 + x) 1 + (161 # 216) * w (3 + x) 2 <= w (4 + x) 2.
Proof.
  pattern x. apply by_twos; clear x; [apply near_4|apply near_4|].
  intros x IH _. pose proof (rows (2 + x) 0). pose proof (rows (1 + x) 0).
  pose proof (ended (5 + x)). pose proof (ended (6 + x)).
  pose proof (rows_1 (1 + x)). pose proof (rows_1 (2 + x)).
  pose proof (column_1 (1 + x)). cbn in *. lra.
Qed.

(** ** Rows 1 to 3 *)
Lemma row_1_positive y : 0 <= w 1 (1 + y).
Proof. pose proof (row_1 y). pose proof (column_1 (1 + (y + q))). cbn in *. lra. Qed.

Lemma row_1_falls y : w 1 (2 + y) <= (3 # 4) * w 1 (1 + y).
Proof.
  pose proof (row_1 y). pose proof (row_1 (1 + y)). pose proof (column_1 (1 + (y + q))).
  pose proof (rows_1 (1 + (y + q))). cbn in *. lra.
Qed.

Lemma row_2_above y : w 1 (1 + y) <= w 2 (1 + y).
Proof.
  pose proof (row_1 y). pose proof (stop_2 y). pose proof (column_2 (2 + (y + q))). cbn in *. lra.
Qed.

Lemma row_2_falls y : w 2 (2 + y) <= (3 # 4) * w 2 (1 + y).
Proof.
  induction y as [|y IH]; [apply near_2|].
  pose proof (column_2_falls (2 + (y + q))). pose proof (stop_2 (1 + y)). pose proof (die_2 y).
  pose proof (row_1_falls (1 + y)). destruct (row_2 (1 + y)); cbn in *; lra.
Qed.

Lemma row_3_above y : w 2 y <= w 3 y.
Proof.
  pattern y. apply by_twos; clear y.
  - pose proof (ended 2). pose proof (ended 3). lra.
  - apply near_1.
  - intros y IH IH'. pose proof (stop_3 (1 + y)). pose proof (dice_3 y).
    pose proof (column_3 (3 + (y + q))). pose proof (row_2_falls y).
    pose proof (row_2_above y). pose proof (row_2_above (1 + y)).
    pose proof (row_1_positive (1 + y)).
    pose proof (row_1_positive y).
    assert (w 2 (1 + y) <= w 2 y).
    { destruct y as [|y]; cbn in *; [pose proof near_1; pose proof (ended 2); lra|].
      pose proof (row_2_falls y). pose proof (row_2_above y). pose proof (row_1_positive y).
      cbn in *. lra. }
    destruct (row_2 y); cbn in *; lra.
Qed.

Lemma row_3_falls y : w 3 (2 + y) <= (3 # 4) * w 3 (1 + y).
Proof.
  pattern y. apply by_twos; clear y; [apply near_2|apply near_2|].
  intros y IH _. pose proof (column_3_falls (3 + (y + q))). pose proof (stop_3 (2 + y)).
  pose proof (dice_3 (1 + y)). pose proof (row_2_falls (1 + y)). pose proof (row_1_falls (2 + y)).
  destruct (row_3 (2 + y)); cbn in *; lra.
Qed.

Lemma row_3_die y : (55 # 216) * w 3 y + (161 # 216) * w 2 (1 + y) <= w 3 (1 + y).
Proof.
  destruct y as [|[|y]].
  - pose proof near_1. pose proof dice_3_1. pose proof (ended 3). cbn in *. lra.
  - apply near_4.
  - pose proof (row_3_falls y). pose proof (dice_3 (1 + y)). pose proof (stop_3 (2 + y)).
    pose proof (stop_2 (1 + y)). pose proof (columns_mixed (y + q)).
    pose proof (row_2_above (1 + y)). pose proof (row_1_falls (1 + y)).
    pose proof (row_3_above (2 + y)).
    pose proof (row_1_positive (1 + y)). pose proof (row_1_positive (2 + y)).
    destruct (row_2 (1 + y)); cbn in *; lra.
Qed.

(** ** All positions *)
Lemma positive x y : 0 <= w (1 + x) y.
Proof.
  revert y. enough ((forall y, 0 <= w (1 + x) y) /\ (forall y, 0 <= w (2 + x) y)
    /\ (forall y, 0 <= w (3 + x) y)) by easy.
  assert (forall y, 0 <= w 1 y) as one.
  { intros [|y]; [pose proof (ended 1); lra|apply row_1_positive]. }
  assert (forall y, 0 <= w 2 y) as two.
  { intros [|y]; [pose proof (ended 2); lra|].
    pose proof (row_2_above y). pose proof (one (S y)). cbn in *. lra. }
  induction x as [|x (IH1 & IH2 & IH3)].
  - repeat split; [easy|easy|]. intros y. pose proof (row_3_above y). pose proof (two y). cbn in *.
    lra.
  - repeat split; [easy|easy|]. intros y. cbn [Nat.add]. pattern y. apply by_twos; clear y.
    + pose proof (ended (4 + x)). cbn in *. lra.
    + pose proof (rows_1 x). pose proof (IH3 1%nat). cbn in *. lra.
    + intros y IH _. pose proof (rows x y). pose proof (IH3 (1 + y)%nat).
      pose proof (IH2 (2 + y)%nat). cbn in *. lra.
Qed.

Lemma row_3_falls_0 y : w 3 (1 + y) <= w 3 y.
Proof.
  destruct y as [|y]; [pose proof near_1; pose proof (ended 3); cbn in *; lra|].
  pose proof (row_3_falls y). pose proof (positive 2 (1 + y)). cbn in *. lra.
Qed.

Lemma row_2_falls_0 y : w 2 (1 + y) <= w 2 y.
Proof.
  destruct y as [|y]; [pose proof near_1; pose proof (ended 2); cbn in *; lra|].
  pose proof (row_2_falls y). pose proof (positive 1 (1 + y)). cbn in *. lra.
Qed.

(** To stop with three is no better than to throw three dice, if one could. *)
Lemma stop_below y : 1 - w (5 + (y + q)) 3
  <= (2890 # 7776) * w 3 y + (2611 # 7776) * w 2 (1 + y) + (2275 # 7776) * w 1 (2 + y).
Proof.
  pose proof (rows (1 + (y + q)) 1). pose proof (stop_2 y). pose proof (row_1 (1 + y)).
  destruct y as [|y].
  - pose proof (ended 3). pose proof (positive (2 + q) 3). pose proof (column_1 (2 + q)).
    pose proof (positive (4 + q) 1). cbn in *. lra.
  - pose proof (stop_3 y). pose proof (column_2 (2 + (y + q))). pose proof (column_3 (2 + (y + q))).
    pose proof (column_1_rises (2 + (y + q))). pose proof (column_1_rises (3 + (y + q))).
    cbn in *. lra.
Qed.

Lemma row_3_below y : w 3 (2 + y)
  <= (2890 # 7776) * w 3 y + (2611 # 7776) * w 2 (1 + y) + (2275 # 7776) * w 1 (2 + y).
Proof.
  pose proof (stop_below y). pose proof (row_3_falls_0 y). pose proof (row_3_above (1 + y)).
  pose proof (row_2_falls_0 (1 + y)). pose proof (row_2_above (1 + y)).
  destruct (row_3 y); cbn in *; lra.
Qed.

Lemma row_4_above y : w 3 y <= w 4 y.
Proof.
  pattern y. apply by_twos; clear y.
  - pose proof (ended 3). pose proof (ended 4). lra.
  - pose proof (rows_1 0). pose proof near_1. cbn in *. lra.
  - intros y IH _. pose proof (rows 0 y). pose proof (row_3_below y).
    pose proof (row_3_above (1 + y)). pose proof (row_2_above (1 + y)). cbn in *. lra.
Qed.

Lemma rises x y : w (1 + x) y <= w (2 + x) y.
Proof.
  revert y. enough ((forall y, w (1 + x) y <= w (2 + x) y) /\ (forall y, w (2 + x) y <= w (3 + x) y)
    /\ (forall y, w (3 + x) y <= w (4 + x) y)) by easy.
  induction x as [|x (IH1 & IH2 & IH3)].
  - repeat split; [|apply row_3_above|apply row_4_above].
    intros [|y]; [pose proof (ended 1); pose proof (ended 2); cbn in *; lra|apply row_2_above].
  - repeat split; [easy|easy|]. intros y. cbn [Nat.add]. pattern y. apply by_twos; clear y.
    + pose proof (ended (4 + x)). pose proof (ended (5 + x)). cbn in *. lra.
    + apply (column_1_rises (2 + x)).
    + intros y IH _. pose proof (rows x y). pose proof (rows (1 + x) y).
      pose proof (IH3 (1 + y)%nat). pose proof (IH2 (2 + y)%nat). cbn in *. lra.
Qed.

Lemma falls x y : w (1 + x) (1 + y) <= w (1 + x) y.
Proof.
  revert y. enough ((forall y, w (1 + x) (1 + y) <= w (1 + x) y)
    /\ (forall y, w (2 + x) (1 + y) <= w (2 + x) y)
    /\ (forall y, w (3 + x) (1 + y) <= w (3 + x) y)) by easy.
  induction x as [|x (IH1 & IH2 & IH3)].
  - repeat split; [|apply row_2_falls_0|apply row_3_falls_0].
    intros [|y].
    + pose proof near_1. pose proof (ended 1). cbn in *. lra.
    + pose proof (row_1_falls y). pose proof (row_1_positive y). cbn in *. lra.
  - repeat split; [easy|easy|]. intros y. cbn [Nat.add]. pattern y. apply by_twos; clear y.
    + pose proof (ended (4 + x)). pose proof (column_1 (1 + x)). cbn in *. lra.
    + apply (column_2 (2 + x)).
    + intros y IH _. pose proof (rows x y). pose proof (rows x (1 + y)).
      pose proof (IH3 (1 + y)%nat). pose proof (IH2 (2 + y)%nat). cbn in *. lra.
Qed.

Lemma at_most_1 x y : w (1 + x) y <= 1.
Proof.
  induction y as [|y IH]; [pose proof (ended (1 + x)); lra|]. pose proof (falls x y). cbn in *. lra.
Qed.

(** ** To attack is worth as much as to stop *)
Lemma stop_column x : 1 - w (4 + q) (2 + x) <= w (2 + x) 1.
Proof.
  pattern x. apply by_twos; clear x; [apply (stop_2 0)|apply (stop_3 0)|].
  intros x IH _. pose proof (rows q (2 + x)). pose proof (rows_1 x). pose proof (column_1_rises x).
  pose proof (positive (2 + q) (3 + x)). pose proof (positive (1 + q) (4 + x)).
  pose proof (column_1 x). cbn in *. lra.
Qed.

Lemma stop x y : 1 - w (4 + (y + q)) (1 + x) <= w (1 + x) (1 + y).
Proof.
  revert y. enough ((forall y, 1 - w (4 + (y + q)) (1 + x) <= w (1 + x) (1 + y))
    /\ (forall y, 1 - w (4 + (y + q)) (2 + x) <= w (2 + x) (1 + y))
    /\ (forall y, 1 - w (4 + (y + q)) (3 + x) <= w (3 + x) (1 + y))) by easy.
  induction x as [|x (IH1 & IH2 & IH3)].
  - repeat split; [|apply stop_2|apply stop_3]. intros y. pose proof (row_1 y). cbn in *. lra.
  - repeat split; [easy|easy|]. intros y. enough (1 - w (3 + (y + q)) (4 + x) <= w (4 + x) y /\
      1 - w (4 + (y + q)) (4 + x) <= w (4 + x) (1 + y)) by easy.
    induction y as [|y [IH next]].
    + split; [|apply (stop_column (2 + x))]. pose proof (ended (4 + x)).
      pose proof (positive (2 + q) (4 + x)). cbn in *. lra.
    + split; [easy|]. pose proof (rows x y). pose proof (rows (1 + (y + q)) (2 + x)).
      pose proof (IH3 y). pose proof (IH2 (1 + y)%nat).
      pose proof (rises (2 + (y + q)) (2 + x)). pose proof (rises (3 + (y + q)) (2 + x)).
      pose proof (falls (2 + (y + q)) (2 + x)). pose proof (falls (2 + (y + q)) (3 + x)).
      cbn in *. lra.
Qed.

(** ** Fewer dice *)
Lemma row_4_die y : (55 # 216) * w 4 y + (161 # 216) * w 3 (1 + y) <= w 4 (1 + y).
Proof.
  pattern y. apply by_twos; clear y.
  - pose proof (rows_1 0). pose proof (ended 4). pose proof near_1. cbn in *. lra.
  - apply near_4.
  - intros y IH _. pose proof (rows 0 y). pose proof (rows 0 (1 + y)).
    pose proof (row_3_die (1 + y)).
    pose proof (die_2 (1 + y)). pose proof (row_3_below (1 + y)). cbn in *. lra.
Qed.

Lemma one_die x y : (55 # 216) * w (3 + x) y + (161 # 216) * w (2 + x) (1 + y) <= w (3 + x) (1 + y).
Proof.
  revert y. pattern x. apply by_twos; clear x; [apply row_3_die|apply row_4_die|].
  intros x IH IH' y. cbn [Nat.add] in *. pattern y. apply by_twos; clear y.
  - pose proof (rows_1 (1 + x)). pose proof (ended (5 + x)). pose proof (column_1 (1 + x)).
    cbn in *. lra.
  - apply (column_2_die (1 + x)).
  - intros y before _. pose proof (rows (1 + x) y). pose proof (rows (1 + x) (1 + y)).
    pose proof (rows x (1 + y)). pose proof (IH' (1 + y)%nat). pose proof (IH (2 + y)%nat).
    cbn in *. lra.
Qed.

Lemma one_die_against_1 x : (15 # 36) + (21 # 36) * w (1 + x) 1 <= w (2 + x) 1.
Proof.
  pose proof (at_most_1 x 1). destruct x as [|[|x]].
  - pose proof die_2_1. cbn in *. lra.
  - pose proof dice_3_1. cbn in *. lra.
  - pose proof (rows_1 x). cbn in *. lra.
Qed.

Lemma two_dice_against_1 x : (125 # 216) + (91 # 216) * w (2 + x) 1 <= w (3 + x) 1.
Proof.
  destruct x as [|x]; [pose proof dice_3_1; cbn in *; lra|]. pose proof (rows_1 x).
  pose proof (column_1 x).
  cbn in *. lra.
Qed.

Lemma two_dice x y : (295 # 1296) * w (3 + x) y + (420 # 1296) * w (2 + x) (1 + y)
  + (581 # 1296) * w (1 + x) (2 + y) <= w (3 + x) (2 + y).
Proof.
  destruct x as [|x]; [apply dice_3|]. pose proof (rows x y).
  pose proof (falls (3 + x) y). pose proof (rises (2 + x) (1 + y)).
  pose proof (falls (2 + x) (1 + y)).
  pose proof (rises (1 + x) (2 + y)). cbn in *. lra.
Qed.

(** ** Bellman's equation *)
Local Open Scope Qc_scope.
Notation W := (W_of w).

Lemma stops_spec x y : if stops w q x y then (w x y <= 1 - w (y + (3 + q)) x)%Q
  else (1 - w (y + (3 + q)) x < w x y)%Q.
Proof.
  unfold stops. destruct (Qle_bool (w x y) (1 - w (y + (3 + q)) x)) eqn:le.
  - now apply Qle_bool_iff.
  - apply Qnot_le_lt. rewrite <- Qle_bool_iff. congruence.
Qed.

Lemma new_armies y : (S y + (3 + q) = 4 + (y + q))%nat.
Proof. lia. Qed.

Lemma worth_in_Q x y n : (1 <= n <= 3)%nat -> (n < x)%nat -> worth_of (3 + q) W x (S y) n =
  Q2Qc match n, y with
  | 1%nat, O => (15 # 36) + (21 # 36) * w (x - 1) 1
  | 1%nat, S z => (55 # 216) * w x y + (161 # 216) * w (x - 1) (S y)
  | 2%nat, O => (125 # 216) + (91 # 216) * w (x - 1) 1
  | 2%nat, S z => (295 # 1296) * w x z + (420 # 1296) * w (x - 1) y + (581 # 1296) * w (x - 2) (S y)
  | _, O => (855 # 1296) + (441 # 1296) * w (x - 1) 1
  | _, S z => (2890 # 7776) * w x z + (2611 # 7776) * w (x - 1) y + (2275 # 7776) * w (x - 2) (S y)
  end.
Proof.
  intros dice less. unfold worth_of. replace (n =? 0)%nat with false by (symmetry;
    apply Nat.eqb_neq; lia).
  assert (n = 1 \/ n = 2 \/ n = 3)%nat as [-> | [-> | ->]] by lia; destruct y as [|y];
    rewrite ?round_1_v_1, ?(round_1_v_2 y), ?round_2_v_1, ?(round_2_v_2 y), ?round_3_v_1,
      ?(round_3_v_2 y);
    unfold W_of; rewrite !in_Q, !sum_in_Q; apply equal_in_Q; rewrite ?Nat.sub_0_r;
    cbn [Nat.sub Nat.add]; rewrite ?Nat.sub_0_r; rewrite ?ended; lra.
Qed.

Lemma obeys_bellman : bellman (3 + q) W (best_of w q).
Proof.
  intros x y some. destruct x as [|x]; [lia|]. split; [|split].
  - unfold W_of. rewrite (equal_in_Q _ 1); [reflexivity|]. apply ended.
  - split.
    + apply (le_in_Q 0). apply positive.
    + apply (le_in_Q _ 1). apply at_most_1.
  - intros some_y. destruct y as [|y]; [lia|]. split; [|split].
    + unfold best_of, dice_allowed. destruct x as [|[|[|x]]]; try destruct (stops _ _ _ _); lia.
    + destruct x as [|[|[|x]]]; cbn [best_of].
      * unfold worth_of, W_of. cbn [Nat.eqb]. rewrite left_in_Q. apply equal_in_Q.
        rewrite new_armies. pose proof (row_1 y). lra.
      * pose proof (stops_spec 2 (S y)) as choice. pose proof (stop 1 y).
        rewrite new_armies in choice. cbn [Nat.add] in *. destruct (stops w q 2 (S y)).
        -- unfold worth_of, W_of. cbn [Nat.eqb]. rewrite left_in_Q. apply equal_in_Q.
           rewrite new_armies. cbn [Nat.add]. lra.
        -- rewrite worth_in_Q by lia. apply equal_in_Q. destruct y as [|y].
           ++ pose proof die_2_1. cbn in *. lra.
           ++ destruct (row_2 y); cbn in *; lra.
      * pose proof (stops_spec 3 (S y)) as choice. pose proof (stop 2 y).
        rewrite new_armies in choice. cbn [Nat.add] in *. destruct (stops w q 3 (S y)).
        -- unfold worth_of, W_of. cbn [Nat.eqb]. rewrite left_in_Q. apply equal_in_Q.
           rewrite new_armies. cbn [Nat.add]. lra.
        -- rewrite worth_in_Q by lia. apply equal_in_Q. destruct y as [|y].
           ++ pose proof dice_3_1. cbn in *. lra.
           ++ destruct (row_3 y); cbn in *; lra.
      * rewrite worth_in_Q by lia. apply equal_in_Q. destruct y as [|y].
        -- pose proof (rows_1 x). cbn in *. lra.
        -- pose proof (rows x y). cbn in *. lra.
    + intros n allowed. destruct (Nat.eq_dec n 0) as [->|attacks].
      * unfold worth_of, W_of. cbn [Nat.eqb]. rewrite left_in_Q. apply le_in_Q. rewrite new_armies.
        apply stop.
      * destruct (allowed_dice (S x) n ltac:(lia)) as [dice less].
        rewrite worth_in_Q by lia. apply le_in_Q.
        destruct dice as [-> | [-> | ->]]; destruct y as [|y].
        -- destruct x as [|x]; [lia|]. pose proof (one_die_against_1 x). cbn in *. lra.
        -- destruct x as [|[|x]]; [lia| |].
           ++ apply die_2.
           ++ apply (one_die x (S y)).
        -- destruct x as [|[|x]]; [lia|lia|]. apply (two_dice_against_1 x).
        -- destruct x as [|[|x]]; [lia|lia|]. pose proof (two_dice x y). cbn in *. lra.
        -- destruct x as [|[|[|x]]]; [lia|lia|lia|].
           pose proof (rows_1 x). cbn in *. lra.
        -- destruct x as [|[|[|x]]]; [lia|lia|lia|].
           pose proof (rows x y). cbn in *. lra.
Qed.

Lemma column_3_to_1 n : (1 - w (3 + n) 3 <= this (Q2Qc (3 # 4) ^ n)%Qc)%Q.
Proof.
  induction n as [|n IH]; cbn [Nat.add Qcpower].
  - pose proof (positive 2 3). change (this 1%Qc) with 1%Q. cbn in *. lra.
  - pose proof (column_3_falls n). rewrite this_mul, fraction_in_Q.
    cbn [Nat.add] in *. lra.
Qed.

Lemma far few : 0 < few -> exists K, forall n x, (K <= n)%nat -> (1 <= x <= 3)%nat ->
  1 - W n x <= few.
Proof.
  intros some. destruct (powers_vanish (Q2Qc (3 # 4)) few ltac:(easy) ltac:(easy) some) as [j
    small].
  exists (3 + j)%nat. intros n x above [low high].
  apply Qcle_trans with (Q2Qc (3 # 4) ^ (n - 3)).
  - unfold W_of. rewrite left_in_Q. unfold Qcle. rewrite fraction_in_Q.
    apply Qle_trans with (2 := column_3_to_1 (n - 3)).
    pose proof (column_2 (n - 2)). pose proof (column_3 (n - 2)).
    replace (2 + (n - 2))%nat with n in * by lia. replace (3 + (n - 3))%nat with n by lia.
    assert (x = 1 \/ x = 2 \/ x = 3)%nat as [-> | [-> | ->]] by lia; lra.
  - apply Qcle_trans with (2 := small). apply power_descends; [easy|easy|lia].
Qed.
Lemma rows_are_best : best_play w q.
Proof.
  split; [exact obeys_bellman|split; [exact far|]]. pose proof (row_1 0). cbn in *. lra.
Qed.
End Rows.

