(** * The two rule sets of the tables, with the dice of [Dice]

    - [standard_odds a d]       the chance to win under the standard rules
    - [single_loss_odds a d]    the same where the highest dice alone are compared

    Main results: their chances as numbers; total mass 1; the odds are chances; under the standard
    rules more attackers are never worse, and more defenders never better.  (The formulas of
    [Geometric], [Binomial] and [Trinomial] hold for any chances, so for these.)  The odds are
    compared as numbers of [Q], for which the library decides linear inequalities. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon Lqa.
From Risk Require Import Sums Battle Dice Geometric Binomial Trinomial.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition standard_odds : nat -> nat -> Qc := odds 2 (dice_chance 2).
Definition single_loss_odds : nat -> nat -> Qc := odds 1 (dice_chance 1).

(** ** Total mass *)

Theorem dice_total_mass_1 A D pairs r a d : (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat ->
  Σ x < S a, Σ y < S d, ends_in (dice A D pairs r (dice_chance pairs)) x y a d = 1.
Proof.
  intros HA HD HP. apply total_mass_1.
  - now apply dice_cost.
  - intros x y _. apply dice_chances_add_up.
Qed.

(** ** The chances of a round *)

Theorem standard_chances :
  dice_chance 2 3 2 0 = Q2Qc (2275 # 7776) /\
  dice_chance 2 3 2 1 = Q2Qc (2611 # 7776) /\
  dice_chance 2 3 2 2 = Q2Qc (2890 # 7776) /\
  dice_chance 2 3 1 0 = Q2Qc (441 # 1296) /\ dice_chance 2 3 1 1 = Q2Qc (855 # 1296) /\
  dice_chance 2 2 2 0 = Q2Qc (581 # 1296) /\
  dice_chance 2 2 2 1 = Q2Qc (420 # 1296) /\
  dice_chance 2 2 2 2 = Q2Qc (295 # 1296) /\
  dice_chance 2 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 2 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 2 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 2 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 2 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 2 1 1 1 = Q2Qc (15 # 36).
Proof. repeat split; apply Qc_is_canon; vm_compute; reflexivity. Qed.

Theorem single_loss_chances :
  dice_chance 1 3 2 0 = Q2Qc (4109 # 7776) /\ dice_chance 1 3 2 1 = Q2Qc (3667 # 7776) /\
  dice_chance 1 3 1 0 = Q2Qc (441 # 1296) /\ dice_chance 1 3 1 1 = Q2Qc (855 # 1296) /\
  dice_chance 1 2 2 0 = Q2Qc (791 # 1296) /\ dice_chance 1 2 2 1 = Q2Qc (505 # 1296) /\
  dice_chance 1 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 1 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 1 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 1 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 1 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 1 1 1 1 = Q2Qc (15 # 36).
Proof. repeat split; apply Qc_is_canon; vm_compute; reflexivity. Qed.

(** ** The recursion of the standard rules, in [Q] *)

Definition q (a d : nat) : Q := this (standard_odds a d).

Lemma plus_in_Q x y : (this (x + y)%Qc == this x + this y)%Q.
Proof. apply Qred_correct. Qed.

Lemma times_in_Q x y : (this (x * y)%Qc == this x * this y)%Q.
Proof. apply Qred_correct. Qed.

Lemma fraction_in_Q x : (this (Q2Qc x) == x)%Q.
Proof. apply Qred_correct. Qed.

(** Replace the chances of a round of x v y dice by their numbers. *)
Ltac numbers_of_chances :=
  destruct standard_chances as
    (w0 & w1 & w2 & r0 & r1 & v0 & v1 & v2 & u0 & u1 & s0 & s1 & t0 & t1);
  rewrite ?w0, ?w1, ?w2, ?r0, ?r1, ?v0, ?v1, ?v2, ?u0, ?u1, ?s0, ?s1, ?t0, ?t1.

Ltac in_Q :=
  unfold q, standard_odds; rewrite ?plus_in_Q, ?times_in_Q, ?fraction_in_Q.

Lemma q_won a : (q a 0 == 1)%Q.
Proof. unfold q, standard_odds. now rewrite odds_won. Qed.

Lemma q_lost d : (q 0 (S d) == 0)%Q.
Proof. unfold q, standard_odds. now rewrite odds_lost by lia. Qed.

Lemma q_1_1 : (q 1 1 == 15 # 36)%Q.
Proof.
  unfold q, standard_odds. rewrite one_attacker by lia. numbers_of_chances.
  in_Q. cbn. lra.
Qed.

Lemma q_1 d : (q 1 (S (S d)) == (55 # 216) * q 1 (S d))%Q.
Proof.
  unfold q at 1, standard_odds. rewrite (round_of_one 2 _ ltac:(lia) 1 2), odds_lost by lia.
  numbers_of_chances. cbn [Nat.sub]. in_Q. cbn [this Q2Qc Qred]. lra.
Qed.

Lemma q_2_1 : (q 2 1 == (125 # 216) + (91 # 216) * q 1 1)%Q.
Proof.
  unfold q at 1, standard_odds. rewrite (round_of_one 2 _ ltac:(lia) 2 1), odds_won by lia.
  numbers_of_chances. cbn [Nat.sub]. in_Q. cbn [this Q2Qc Qred]. lra.
Qed.

Lemma q_2 d : (q 2 (S (S d)) == (295 # 1296) * q 2 d + (420 # 1296) * q 1 (S d))%Q.
Proof.
  unfold q at 1, standard_odds. rewrite (round_of_two _ 2) by lia. cbn [Nat.sub].
  rewrite odds_lost, Nat.sub_0_r by lia. numbers_of_chances. in_Q. cbn [this Q2Qc Qred]. lra.
Qed.

Lemma q_many_1 a : (q (3 + a) 1 == (855 # 1296) + (441 # 1296) * q (2 + a) 1)%Q.
Proof.
  unfold q at 1, standard_odds. rewrite (round_of_one 2 _ ltac:(lia) 3 1), odds_won by lia.
  numbers_of_chances. cbn [Nat.sub Nat.add]. in_Q. cbn [this Q2Qc Qred]. lra.
Qed.

Lemma q_many a d : (q (3 + a) (2 + d) ==
  (2890 # 7776) * q (3 + a) d + (2611 # 7776) * q (2 + a) (1 + d)
  + (2275 # 7776) * q (1 + a) (2 + d))%Q.
Proof.
  unfold q at 1, standard_odds. rewrite (round_of_two _ 3) by lia. cbn [Nat.sub Nat.add].
  rewrite !Nat.sub_0_r. numbers_of_chances. in_Q. lra.
Qed.

(** ** Odds are chances *)

Lemma q_bounds : forall a d, (0 <= q a d <= 1)%Q.
Proof.
  apply induction_on_units. intros a d IH.
  destruct d as [|d]; [rewrite q_won; lra|].
  destruct a as [|[|[|a]]].
  - rewrite q_lost. lra.
  - destruct d as [|d]; [rewrite q_1_1; lra|].
    rewrite q_1. pose proof (IH 1%nat (S d) ltac:(lia)). lra.
  - destruct d as [|d].
    + rewrite q_2_1, q_1_1. lra.
    + rewrite q_2. pose proof (IH 2%nat d ltac:(lia)). pose proof (IH 1%nat (S d) ltac:(lia)). lra.
  - destruct d as [|d].
    + rewrite (q_many_1 a). pose proof (IH (2 + a)%nat 1%nat ltac:(lia)). lra.
    + rewrite (q_many a d). pose proof (IH (3 + a)%nat d ltac:(lia)).
      pose proof (IH (2 + a)%nat (1 + d)%nat ltac:(lia)).
      pose proof (IH (1 + a)%nat (2 + d)%nat ltac:(lia)). lra.
Qed.

Theorem standard_odds_are_chances a d : 0 <= standard_odds a d /\ standard_odds a d <= 1.
Proof. apply q_bounds. Qed.

(** ** More attackers are never worse *)

Lemma q_increases : forall a d, (1 <= d)%nat -> (q a d <= q (S a) d)%Q.
Proof.
  apply (induction_on_units (fun a d => (1 <= d)%nat -> (q a d <= q (S a) d)%Q)).
  intros a d IH some. destruct d as [|d]; [lia|].
  destruct a as [|[|[|a]]].
  - rewrite q_lost. apply q_bounds.
  - destruct d as [|d].
    + rewrite q_2_1, q_1_1. lra.
    + rewrite q_2, q_1. pose proof (q_bounds 2 d). pose proof (q_bounds 1 (S d)). lra.
  - destruct d as [|d].
    + pose proof (q_many_1 0). pose proof (q_bounds 2 1). cbn [Nat.add] in *. lra.
    + rewrite q_2. pose proof (q_many 0 d). pose proof (q_bounds 1 (2 + d)).
      pose proof (q_bounds 2 d).
      pose proof (q_bounds 1 (S d)).
      assert (side : (q 1 (S d) <= q 2 (S d))%Q) by (apply IH; lia).
      assert (above : (q 2 d <= q 3 d)%Q).
      { destruct d as [|d]; [rewrite !q_won; lra|apply IH; lia]. }
      cbn [Nat.add] in *. lra.
  - destruct d as [|d].
    + rewrite (q_many_1 (S a)). pose proof (q_bounds (3 + a) 1).
      rewrite (q_many_1 a) in *. cbn [Nat.add] in *.
      pose proof (IH (S (S a)) 1%nat ltac:(lia) ltac:(lia)).
      rewrite (q_many_1 a) in *. cbn [Nat.add] in *. lra.
    + rewrite (q_many (S a) d), (q_many a d).
      assert (above : (q (3 + a) d <= q (4 + a) d)%Q).
      { destruct d as [|d]; [rewrite !q_won; lra|apply IH; lia]. }
      pose proof (IH (2 + a)%nat (1 + d)%nat ltac:(lia) ltac:(lia)).
      pose proof (IH (1 + a)%nat (2 + d)%nat ltac:(lia) ltac:(lia)).
      cbn [Nat.add] in *. lra.
Qed.

Theorem more_attackers_are_never_worse a a' d : (1 <= d)%nat -> (a <= a')%nat ->
  standard_odds a d <= standard_odds a' d.
Proof.
  intros some. induction 1 as [|a' _ IH]; [apply Qcle_refl|].
  apply Qcle_trans with (1 := IH). now apply q_increases.
Qed.

(** ** More defenders are never better *)

Lemma q_decreases : forall a d, (1 <= a)%nat -> (q a (S d) <= q a d)%Q.
Proof.
  apply (induction_on_units (fun a d => (1 <= a)%nat -> (q a (S d) <= q a d)%Q)).
  intros a d IH some. destruct a as [|a]; [lia|].
  destruct d as [|d]; [rewrite q_won; apply q_bounds|].
  destruct a as [|[|a]].
  - rewrite q_1. pose proof (q_bounds 1 (S d)). lra.
  - destruct d as [|d].
    + rewrite q_2, q_2_1, q_1_1, q_won. lra.
    + rewrite !q_2. pose proof (IH 2%nat d ltac:(lia) ltac:(lia)).
      pose proof (IH 1%nat (S d) ltac:(lia) ltac:(lia)). lra.
  - destruct d as [|d].
    + (* two dice against one instead of two against two: the others are compared at (a, 1) *)
      rewrite (q_many a 0), (q_many_1 a), q_won.
      pose proof (IH (1 + a)%nat 1%nat ltac:(lia) ltac:(lia)).
      pose proof (q_increases (1 + a) 1 ltac:(lia)).
      pose proof (q_bounds (2 + a) 1). cbn [Nat.add] in *. lra.
    + rewrite (q_many a (S d)), (q_many a d).
      pose proof (IH (3 + a)%nat d ltac:(lia) ltac:(lia)).
      pose proof (IH (2 + a)%nat (1 + d)%nat ltac:(lia) ltac:(lia)).
      pose proof (IH (1 + a)%nat (2 + d)%nat ltac:(lia) ltac:(lia)).
      cbn [Nat.add] in *. lra.
Qed.

Theorem more_defenders_are_never_better a d d' : (1 <= a)%nat -> (d <= d')%nat ->
  standard_odds a d' <= standard_odds a d.
Proof.
  intros some. induction 1 as [|d' _ IH]; [apply Qcle_refl|].
  apply Qcle_trans with (2 := IH). now apply q_decreases.
Qed.
