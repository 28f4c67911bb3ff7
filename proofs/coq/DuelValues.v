(** * Two countries: the chances near the corner, for each number of new armies from 3 on

    - [near e u v]    nine chances, if those of 1 v 1, 2 v 2 and 2 v 3 are e, u and v
    - [chance ... x y]   all others, by the recursion; rows 2 and 3 attack where that is worth more
    - [first q]       the chance of 1 v 1 in the middle of a turn, for 3 + q new armies

    From six new armies on two armies attack up to three, so that u and v follow from e, which is
    between 0 and 1/300: all comparisons are linear.  Three, four and five are cases.

    Main result: [solved]. *)

From Coq Require Import Arith Lia List ZArith QArith Qcanon Lqa.
From Risk Require Import Sums DuelPlay DuelRows.
Open Scope nat_scope.
Open Scope Q_scope.

Definition bigger (x y : Q) : Q := if Qle_bool x y then y else x.

Lemma bigger_is x y : x <= bigger x y /\ y <= bigger x y /\ (bigger x y == x \/ bigger x y == y).
Proof.
  unfold bigger. destruct (Qle_bool x y) eqn:le.
  - apply Qle_bool_iff in le. repeat split; [easy|lra|now right].
  - assert (~ x <= y) by (rewrite <- Qle_bool_iff; congruence). repeat split; lra || now left.
Qed.

(** The chances of nine positions, by three of them. *)
Definition near (e u v : Q) (x y : nat) : Q :=
  let chance_2_1 := (15 # 36) + (21 # 36) * e in
  let chance_3_1 := (125 # 216) + (91 # 216) * chance_2_1 in
  match x, y with
  | 1%nat, 1%nat => e
  | 1%nat, 2%nat => (49 # 144) * e
  | 1%nat, _ => (49 # 144) * ((49 # 144) * e)
  | 2%nat, 1%nat => chance_2_1
  | 2%nat, 2%nat => u
  | 2%nat, _ => v
  | _, 1%nat => chance_3_1
  | _, 2%nat => (295 # 1296) + (420 # 1296) * chance_2_1 + (581 # 1296) * ((49 # 144) * e)
  | _, _ => (295 # 1296) * chance_3_1 + (420 # 1296) * u
            + (581 # 1296) * ((49 # 144) * ((49 # 144) * e))
  end.

Section Values.
Variables (e u v : Q) (q : nat).

Fixpoint column_1 (x : nat) : Q :=
  match x with
  | S (S (S (S _)) as before) => (855 # 1296) + (441 # 1296) * column_1 before
  | _ => near e u v x 1
  end.
Fixpoint column_2 (x : nat) : Q :=
  match x with
  | S (S (S (S _) as two_before) as before) =>
      (2890 # 7776) * 1 + (2611 # 7776) * column_1 before + (2275 # 7776) * column_2 two_before
  | _ => near e u v x 2
  end.
Fixpoint column_3 (x : nat) : Q :=
  match x with
  | S (S (S (S _) as two_before) as before) => (2890 # 7776) * column_1 x
      + (2611 # 7776) * column_2 before + (2275 # 7776) * column_3 two_before
  | _ => near e u v x 3
  end.
Definition row_1 (y : nat) : Q := match y with O => 1 | S n => 1 - column_1 (4 + (n + q)) end.
Fixpoint row_2 (y : nat) : Q :=
  match y with
  | O => 1
  | 1%nat => near e u v 2 1
  | S (S n as before) => bigger (1 - column_2 (5 + (n + q)))
      ((55 # 216) * row_2 before + (161 # 216) * row_1 y)
  end.
Fixpoint row_3 (y : nat) : Q :=
  match y with
  | O => 1
  | 1%nat => near e u v 3 1
  | S (S n as before) => bigger (1 - column_3 (5 + (n + q)))
      ((295 # 1296) * row_3 n + (420 # 1296) * row_2 before + (581 # 1296) * row_1 y)
  end.
Definition next_row (one_before two_before : nat -> Q) : nat -> Q :=
  fix row y := match y with
  | O => 1
  | 1%nat => (855 # 1296) + (441 # 1296) * one_before 1%nat
  | S (S n as before) => (2890 # 7776) * row n + (2611 # 7776) * one_before before
      + (2275 # 7776) * two_before y
  end.
Fixpoint chance (x : nat) : nat -> Q :=
  match x with
  | O | 1%nat => row_1
  | 2%nat => row_2
  | 3%nat => row_3
  | S (S two_before as before) => next_row (chance before) (chance two_before)
  end.

Lemma row_2_next y : row_2 (2 + y) = bigger (1 - column_2 (5 + (y + q)))
  ((55 # 216) * row_2 (1 + y) + (161 # 216) * row_1 (2 + y)).
Proof. reflexivity. Qed.

Lemma row_3_next y : row_3 (2 + y) = bigger (1 - column_3 (5 + (y + q)))
  ((295 # 1296) * row_3 y + (420 # 1296) * row_2 (1 + y) + (581 # 1296) * row_1 (2 + y)).
Proof. reflexivity. Qed.

(** They agree with what follows from them. *)
Hypothesis one : e == 1 - column_1 (4 + q).
Hypothesis two : 1 - column_2 (4 + q) <= near e u v 2 1 /\ row_2 2 == u /\ row_2 3 == v.
Hypothesis three : 1 - column_3 (4 + q) <= near e u v 3 1
  /\ 1 - column_3 (5 + q) <= near e u v 3 2 /\ 1 - column_3 (6 + q) <= near e u v 3 3.

Lemma chance_rows_1 x : chance (4 + x) 1 == (855 # 1296) + (441 # 1296) * chance (3 + x) 1.
Proof. reflexivity. Qed.

Lemma chance_rows x y : chance (4 + x) (2 + y) ==
  (2890 # 7776) * chance (4 + x) y + (2611 # 7776) * chance (3 + x) (1 + y)
  + (2275 # 7776) * chance (2 + x) (2 + y).
Proof. reflexivity. Qed.

Lemma ended x : chance x 0 == 1.
Proof. destruct x as [|[|[|[|x]]]]; reflexivity. Qed.

Lemma first_row : row_1 1 == near e u v 1 1 /\ row_1 2 == near e u v 1 2
  /\ row_1 3 == near e u v 1 3.
Proof.
  pose proof one. change (column_1 (4 + q)) with ((855 # 1296) + (441 # 1296) * column_1 (3 + q))
    in *.
  unfold row_1. cbn [Nat.add].
  change (column_1 (S (S (S (S (S (S q)))))))
    with ((855 # 1296) + (441 # 1296) * column_1 (5 + q)).
  change (column_1 (5 + q)) with ((855 # 1296) + (441 # 1296) * column_1 (4 + q)).
  change (column_1 (S (S (S (S (S q)))))) with ((855 # 1296) + (441 # 1296) * column_1 (4 + q)).
  change (column_1 (4 + q)) with ((855 # 1296) + (441 # 1296) * column_1 (3 + q)).
  change (column_1 (S (S (S (S q))))) with ((855 # 1296) + (441 # 1296) * column_1 (3 + q)).
  cbn in *. repeat split; lra.
Qed.

Lemma row_3_near : row_3 2 == near e u v 3 2 /\ row_3 3 == near e u v 3 3.
Proof.
  pose proof first_row as (A & B & C). pose proof two as (_ & U & _).
  pose proof three as (_ & S2 & S3).
  pose proof (row_3_next 0) as two_defenders. pose proof (row_3_next 1) as three_defenders.
  change (row_3 0) with 1 in *. change (row_3 1) with (near e u v 3 1) in *.
  change (row_2 1) with (near e u v 2 1) in *. cbn [Nat.add] in *.
  rewrite two_defenders, three_defenders. split.
  - destruct (bigger_is (1 - column_3 (S (S (S (S (S q)))))) ((295 # 1296) * 1
      + (420 # 1296) * near e u v 2 1 + (581 # 1296) * row_1 2)) as (L & R & [is | is]);
      rewrite is in *; cbn [near] in *; lra.
  - destruct (bigger_is (1 - column_3 (S (S (S (S (S (S q))))))) ((295 # 1296) * near e u v 3 1
      + (420 # 1296) * row_2 2 + (581 # 1296) * row_1 3)) as (L & R & [is | is]);
      rewrite is in *; cbn [near] in *; lra.
Qed.

Lemma chance_columns x : chance (1 + x) 1 == column_1 (1 + x)
  /\ chance (1 + x) 2 == column_2 (1 + x) /\ chance (1 + x) 3 == column_3 (1 + x).
Proof.
  enough (forall n, (n <= x)%nat -> chance (1 + n) 1 == column_1 (1 + n)
    /\ chance (1 + n) 2 == column_2 (1 + n) /\ chance (1 + n) 3 == column_3 (1 + n)) by auto.
  induction x as [|x IH]; intros n le.
  - replace n with 0%nat by lia. apply first_row.
  - destruct n as [|[|[|n]]]; [apply first_row| |split; [reflexivity|apply row_3_near]|].
    + split; [reflexivity|apply two].
    + pose proof (IH (1 + n)%nat ltac:(lia)) as (A & B & C).
      pose proof (IH (2 + n)%nat ltac:(lia)) as (A' & B' & C').
      pose proof (chance_rows_1 n) as R1. pose proof (chance_rows n 0) as R2.
      pose proof (chance_rows n 1) as R3. pose proof (ended (4 + n)) as R0.
      cbn [Nat.add] in *.
      change (column_1 (S (S (S (S n)))))
        with ((855 # 1296) + (441 # 1296) * column_1 (S (S (S n)))).
      change (column_2 (S (S (S (S n))))) with ((2890 # 7776) * 1
        + (2611 # 7776) * column_1 (S (S (S n))) + (2275 # 7776) * column_2 (S (S n))).
      change (column_3 (S (S (S (S n))))) with ((2890 # 7776)
        * ((855 # 1296) + (441 # 1296) * column_1 (S (S (S n))))
        + (2611 # 7776) * column_2 (S (S (S n))) + (2275 # 7776) * column_3 (S (S n))).
      repeat split; lra.
Qed.

(** They fulfil all that [DuelRows] asks for, if nine of them do. *)
Hypothesis small : 0 <= e /\ e <= 1 # 12 /\ v <= u.
Hypothesis near_u : 4 * u <= 3 * near e u v 2 1
  /\ 4 * near e u v 3 2 <= 3 * near e u v 3 1 /\ 4 * near e u v 3 3 <= 3 * near e u v 3 2
  /\ (55 # 216) * near e u v 3 1 + (161 # 216) * u <= near e u v 3 2.
Hypothesis near_columns : 4 * (1 - column_2 4) <= 3 * (1 - column_2 3)
  /\ 4 * (1 - column_2 5) <= 3 * (1 - column_2 4) /\ 4 * (1 - column_3 4) <= 3 * (1 - column_3 3)
  /\ 4 * (1 - column_3 5) <= 3 * (1 - column_3 4)
  /\ (55 # 216) * column_1 4 + (161 # 216) * column_2 3 <= column_2 4
  /\ (55 # 216) * column_1 5 + (161 # 216) * column_2 4 <= column_2 5
  /\ (161 # 216) * (1 - column_2 6)
    <= (441 # 1620) * (1 - column_2 5) + (4 # 25) * (1 - column_3 6)
  /\ (161 # 216) * (1 - column_2 7)
    <= (441 # 1620) * (1 - column_2 6) + (4 # 25) * (1 - column_3 7).

Lemma solved_by_chance : best_play chance q.
Proof.
  pose proof row_3_near as [E G]. pose proof two as (_ & D & F). pose proof first_row as (A & _).
  pose proof (chance_columns 3) as (C41 & C42 & C43).
  pose proof (chance_columns 4) as (C51 & C52 & C53).
  pose proof (chance_columns 5) as (C61 & C62 & C63).
  pose proof (chance_columns 6) as (C71 & C72 & C73).
  change (near e u v 1 1) with e in A. change row_1 with (chance 1) in A.
  change row_2 with (chance 2) in D, F. change row_3 with (chance 3) in E, G.
  assert (chance 2 1 == near e u v 2 1) as B by reflexivity.
  assert (chance 3 1 == near e u v 3 1) as C by reflexivity.
  apply rows_are_best.
  - apply ended.
  - intros y. rewrite (proj1 (chance_columns (3 + (y + q)))). reflexivity.
  - intros y. rewrite (proj1 (proj2 (chance_columns (3 + (y + q))))).
    destruct y as [|y]; [apply two|].
    change (chance 2 (S (S y))) with (row_2 (2 + y)). rewrite row_2_next.
    exact (proj1 (bigger_is _ _)).
  - intros y. rewrite (proj2 (proj2 (chance_columns (3 + (y + q))))).
    destruct y as [|y]; [apply three|].
    change (chance 3 (S (S y))) with (row_3 (2 + y)). rewrite row_3_next.
    exact (proj1 (bigger_is _ _)).
  - rewrite A, B. reflexivity.
  - intros y. change (chance 2 (2 + y)) with (row_2 (2 + y)). rewrite row_2_next.
    exact (proj1 (proj2 (bigger_is _ _))).
  - rewrite B, C. reflexivity.
  - intros y. change (chance 3 (2 + y)) with (row_3 (2 + y)). rewrite row_3_next.
    exact (proj1 (proj2 (bigger_is _ _))).
  - intros y. rewrite (proj1 (proj2 (chance_columns (4 + (y + q))))).
    change (chance 2 (2 + y)) with (row_2 (2 + y)). rewrite row_2_next.
    exact (proj2 (proj2 (bigger_is _ _))).
  - intros y. rewrite (proj2 (proj2 (chance_columns (4 + (y + q))))).
    change (chance 3 (2 + y)) with (row_3 (2 + y)). rewrite row_3_next.
    exact (proj2 (proj2 (bigger_is _ _))).
  - apply chance_rows_1.
  - apply chance_rows.
  - rewrite A, B, C. cbn [near]. lra.
  - rewrite B, C, D, E, F, G. lra.
  - cbn [Nat.add] in *. rewrite C42, C43, C52, C53, E, G.
    change (column_2 3) with (near e u v 3 2) in *. change (column_3 3) with (near e u v 3 3) in *.
    lra.
  - cbn [Nat.add] in *. rewrite C, D, E, C41, C42, C51, C52.
    change (column_2 3) with (near e u v 3 2) in *. lra.
  - cbn [Nat.add] in *. rewrite C52, C62, C63, C72, C73. lra.
Qed.
End Values.

Lemma bigger_first x y : y <= x -> bigger x y == x.
Proof. intros le. destruct (bigger_is x y) as (A & B & [is | is]); lra. Qed.

Lemma bigger_second x y : x <= y -> bigger x y == y.
Proof. intros le. destruct (bigger_is x y) as (A & B & [is | is]); lra. Qed.

Fixpoint kept (q : nat) : Q := match q with O => 49 # 144 | S n => (49 # 144) * kept n end.
Definition loss (q : nat) : Q := (7 # 12) * (91 # 216) * kept q.
Definition first (q : nat) : Q := loss q / (1 + loss q).

Lemma column_1_powers e u v q :
  1 - column_1 e u v (4 + q) == kept q * ((7 # 12) * (91 # 216) * (1 - e)).
Proof.
  induction q as [|n IH].
  - cbn [column_1 Nat.add near kept]. lra.
  - change (column_1 e u v (4 + S n)) with ((855 # 1296) + (441 # 1296) * column_1 e u v (4 + n)).
    cbn [kept]. lra.
Qed.

Lemma kept_falls q : 0 < kept q /\ kept q <= 49 # 144.
Proof. induction q; cbn [kept]; lra. Qed.

Lemma first_solves q u v : first q == 1 - column_1 (first q) u v (4 + q).
Proof.
  rewrite column_1_powers. unfold first, loss. pose proof (kept_falls q). field. lra.
Qed.

Lemma first_wins q u v : column_1 (first q) u v (4 + q) == 1 / (1 + loss q).
Proof.
  pose proof (first_solves q u v) as solves. pose proof (kept_falls q).
  assert (column_1 (first q) u v (4 + q) == 1 - first q) as -> by lra.
  unfold first, loss. field. lra.
Qed.


Lemma row_2_is e u v q : e == 1 - column_1 e u v (4 + q) ->
  let die := (55 # 216) * near e u v 2 1 + (161 # 216) * ((49 # 144) * e) in
  let next_die := (55 # 216) * u + (161 # 216) * ((49 # 144) * ((49 # 144) * e)) in
  u == die /\ 1 - column_2 e u v (5 + q) <= die
    \/ u == 1 - column_2 e u v (5 + q) /\ die <= 1 - column_2 e u v (5 + q) ->
  v == next_die /\ 1 - column_2 e u v (6 + q) <= next_die
    \/ v == 1 - column_2 e u v (6 + q) /\ next_die <= 1 - column_2 e u v (6 + q) ->
  row_2 e u v q 2 == u /\ row_2 e u v q 3 == v.
Proof.
  intros one. cbv zeta. intros U V. pose proof (first_row e u v q one) as (A & B & C).
  pose proof (row_2_next e u v q 0) as two. pose proof (row_2_next e u v q 1) as three.
  cbn [Nat.add near] in *. change (row_2 e u v q 1) with (near e u v 2 1) in *.
  assert (row_2 e u v q 2 == u) as D.
  { rewrite two. destruct U as [[U le] | [U le]].
    - rewrite bigger_second; rewrite B; cbn [near]; lra.
    - rewrite bigger_first; [lra|]. rewrite B. exact le. }
  split; [exact D|]. rewrite three. destruct V as [[V le] | [V le]].
  - rewrite bigger_second; rewrite C, D; cbn [near]; lra.
  - rewrite bigger_first; [lra|]. rewrite C, D. exact le.
Qed.

Lemma column_1_small e u v k : 0 <= e /\ e <= 1 # 300 ->
  0 <= 1 - column_1 e u v (5 + k) /\ 1 - column_1 e u v (5 + k) <= 1 # 30
  /\ 1 - column_1 e u v (9 + k) <= 1 # 1000.
Proof.
  intros small. induction k as [|n IH]; [cbn in *; lra|].
  change (column_1 e u v (5 + S n)) with ((855 # 1296) + (441 # 1296) * column_1 e u v (5 + n)).
  change (column_1 e u v (9 + S n)) with ((855 # 1296) + (441 # 1296) * column_1 e u v (9 + n)).
  lra.
Qed.
Lemma columns_small e u v : 0 <= e /\ e <= 1 # 300 ->
  u == (55 # 216) * near e u v 2 1 + (161 # 216) * ((49 # 144) * e) ->
  v == (55 # 216) * u + (161 # 216) * ((49 # 144) * ((49 # 144) * e)) ->
  forall k, 1 - column_2 e u v (7 + k) <= 1 # 10 /\ 1 - column_2 e u v (9 + k) <= 1 # 40
    /\ 1 - column_3 e u v (7 + k) <= 1 # 5.
Proof.
  intros small die next_die k. pattern k. apply by_twos; clear k.
  - cbn in *. lra.
  - cbn in *. lra.
  - intros k (A & B & C) (A' & B' & C').
    pose proof (column_1_small e u v k small). pose proof (column_1_small e u v (1 + k) small).
    pose proof (column_1_small e u v (3 + k) small).
    pose proof (column_1_small e u v (4 + k) small).
    change (column_2 e u v (7 + S (S k))) with ((2890 # 7776) * 1
      + (2611 # 7776) * column_1 e u v (8 + k) + (2275 # 7776) * column_2 e u v (7 + k)).
    change (column_2 e u v (9 + S (S k))) with ((2890 # 7776) * 1
      + (2611 # 7776) * column_1 e u v (10 + k) + (2275 # 7776) * column_2 e u v (9 + k)).
    change (column_3 e u v (7 + S (S k))) with ((2890 # 7776) * column_1 e u v (9 + k)
      + (2611 # 7776) * column_2 e u v (8 + k) + (2275 # 7776) * column_3 e u v (7 + k)).
    cbn [Nat.add] in *. lra.
Qed.

Lemma solved_for_many e k : 0 <= e /\ e <= 1 # 300 ->
  (forall u v, e == 1 - column_1 e u v (7 + k)) ->
  exists u v, best_play (chance e u v (3 + k)) (3 + k).
Proof.
  intros small one.
  set (u := (55 # 216) * near e 0 0 2 1 + (161 # 216) * ((49 # 144) * e)).
  set (v := (55 # 216) * u + (161 # 216) * ((49 # 144) * ((49 # 144) * e))).
  exists u, v. specialize (one u v).
  assert (u == (55 # 216) * near e u v 2 1 + (161 # 216) * ((49 # 144) * e)) as die by reflexivity.
  assert (v == (55 # 216) * u + (161 # 216) * ((49 # 144) * ((49 # 144) * e))) as next_die
    by reflexivity.
  clearbody v. clearbody u.
  pose proof (columns_small e u v small die next_die k).
  pose proof (columns_small e u v small die next_die (1 + k)).
  pose proof (columns_small e u v small die next_die (2 + k)).
  apply solved_by_chance; cbn [Nat.add] in *; try exact one.
  - split; [cbn [near] in *; lra|]. apply row_2_is; [exact one| |]; left;
      cbn [Nat.add near] in *; lra.
  - cbn [near] in *. lra.
  - cbn [near] in *. lra.
  - cbn [near] in *. lra.
  - cbn in *. lra.
Qed.

Lemma solved_for_3 e : (forall u v, e == 1 - column_1 e u v 4) ->
  exists u v, best_play (chance e u v 0) 0.
Proof.
  intros one. exists (1 - column_2 e 0 0 5). exists (1 - column_2 e (1 - column_2 e 0 0 5) 0 6).
  set (u := 1 - column_2 e 0 0 5). set (v := 1 - column_2 e u 0 6). specialize (one u v).
  assert (u == 1 - column_2 e u v 5) as U by (unfold v, u; cbn; lra).
  assert (v == 1 - column_2 e u v 6) as V by (unfold v, u; cbn; lra).
  clearbody v. clearbody u.
  apply solved_by_chance; cbn [Nat.add] in *; try exact one.
  - split; [cbn in *; lra|].
    apply row_2_is; [exact one| |]; right; cbn in *; lra.
  - cbn in *. lra.
  - cbn in *. lra.
  - cbn in *. lra.
  - cbn in *. lra.
Qed.

Lemma solved_for_4_and_5 e q : (q = 1 \/ q = 2)%nat ->
  (forall u v, e == 1 - column_1 e u v (4 + q)) -> exists u v, best_play (chance e u v q) q.
Proof.
  intros few one. set (u := (55 # 216) * near e 0 0 2 1 + (161 # 216) * ((49 # 144) * e)).
  set (v := 1 - column_2 e u 0 (6 + q)). exists u, v. specialize (one u v).
  assert (u == (55 # 216) * near e u v 2 1 + (161 # 216) * ((49 # 144) * e)) as U by reflexivity.
  assert (v == 1 - column_2 e u v (6 + q)) as V
    by (unfold v, u; destruct few as [-> | ->]; cbn; lra).
  clearbody v. clearbody u. destruct few as [-> | ->];
    (apply solved_by_chance; cbn [Nat.add] in *; [exact one| | | | |];
    [split; [|apply row_2_is; [exact one|left|right]]| | | |]; cbn in *; lra).
Qed.

Lemma solved q : exists w, best_play w q /\ w (4 + q)%nat 1%nat == 1 / (1 + loss q).
Proof.
  assert (exists u v, best_play (chance (first q) u v q) q) as (u & v & found).
  { pose proof (first_solves q) as solves. destruct q as [|[|[|k]]].
    - now apply solved_for_3.
    - apply solved_for_4_and_5; [now left|easy].
    - apply solved_for_4_and_5; [now right|easy].
    - apply solved_for_many; [|exact solves]. unfold first, loss. pose proof (kept_falls k).
      cbn [kept]. split.
      + apply Qle_shift_div_l; lra.
      + apply Qle_shift_div_r; lra. }
  exists (chance (first q) u v q). split; [easy|]. rewrite <- (first_wins q u v).
  destruct found as (_ & _ & wins).
  change (chance (first q) u v q 1 1) with (1 - column_1 (first q) u v (4 + q)) in wins.
  cbn [Nat.add] in *. lra.
Qed.
