(** * Exponential bounds of the odds, for all numbers of units at once

    - [power_of_state x y a d]   x^a y^d

    Main results: [win_bound] and [loss_bound].  Against D defenders or more C x^a y^d does not grow on
    average; against fewer it is 1 or more.  With the sides exchanged, the same of the other. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric Rules Lines Rounds MostDice SaddlePoint Powers
  Monotone.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition power_of_state (x y : Qc) (a d : nat) : Qc := x ^ a * y ^ d.

(** ** A function that a round does not make larger on average *)

Section Bound.
Variables (g : game) (A D : nat) (C x y : Qc).
Hypothesis formed : well_formed g A D.
Hypothesis fair : rounds_are_fair g A D = true.
Notation Q := (most_odds g).
Notation B := (fun a d => C * power_of_state x y a d).

Lemma mean_of_powers k c a d : (k <= a)%nat -> (k <= d)%nat ->
  mean_after (power_of_state x y) k c a d = power_of_state x y (a - k) (d - k) * after_round k c x y.
Proof.
  intros le_a le_d. unfold mean_after, after_round. rewrite <- sum_mul. apply sum_ext. intros i lt.
  unfold power_of_state. replace (a - (k - i))%nat with (a - k + i)%nat by lia.
  replace (d - i)%nat with (d - k + (k - i))%nat by lia. rewrite !power_add. ring.
Qed.

Lemma mean_of_multiple U k c a d :
  mean_after (fun a d => C * U a d) k c a d = C * mean_after U k c a d.
Proof. unfold mean_after. rewrite <- sum_mul. apply sum_ext. intros i _. ring. Qed.

Lemma bound_does_not_grow a d : 0 <= C -> 0 <= x -> 0 <= y -> (1 <= a)%nat -> (1 <= d)%nat ->
  does_not_grow g x y a d = true -> mean_after B (units_at g a d) (chances_at g a d) a d <= B a d.
Proof.
  intros someC someX someY some_a some_d less. apply leb_le in less.
  pose proof (units_fit_at g A D formed a d some_a some_d).
  rewrite mean_of_multiple, mean_of_powers by lia. apply times_le; [easy|].
  set (k := units_at g a d) in *.
  replace (power_of_state x y a d) with (power_of_state x y (a - k) (d - k) * (x * y) ^ k).
  - apply times_le; [|easy]. now apply product_not_negative; apply power_not_negative.
  - unfold power_of_state. rewrite power_of_product.
    replace a with (a - k + k)%nat at 2 by lia. replace d with (d - k + k)%nat at 2 by lia.
    rewrite !power_add. ring.
Qed.

(** A function of the states that obeys the recursion is below the bound if it is so at the border. *)
Lemma bounded F near_a near_d : (1 <= near_a)%nat -> (1 <= near_d)%nat ->
  0 <= C -> 0 <= x -> 0 <= y ->
  (forall a d, (1 <= a)%nat -> (1 <= d)%nat ->
    F a d = mean_after F (units_at g a d) (chances_at g a d) a d) ->
  (forall a d, (a < near_a \/ d < near_d)%nat -> F a d <= B a d) ->
  (forall a d, (near_a <= a)%nat -> (near_d <= d)%nat -> does_not_grow g x y a d = true) ->
  forall a d, F a d <= B a d.
Proof.
  intros some_a some_d someC someX someY recursion near far.
  apply induction_on_units. intros a d IH.
  destruct (le_lt_dec near_a a) as [far_a|]; [destruct (le_lt_dec near_d d) as [far_d|]|];
    try (apply near; lia).
  rewrite recursion by lia.
  apply Qcle_trans with (mean_after B (units_at g a d) (chances_at g a d) a d);
    [|apply bound_does_not_grow; auto; lia].
  pose proof (units_fit_at g A D formed a d ltac:(lia) ltac:(lia)).
  apply sum_le. intros i lt. apply times_le; [|apply IH; lia].
  apply (fair_round g A D formed fair a d); lia.
Qed.

Lemma same_growth a d : (1 <= a)%nat -> (1 <= d)%nat ->
  does_not_grow g x y a d = does_not_grow g x y (Nat.min a A) (Nat.min d D).
Proof.
  intros some_a some_d. destruct (same_dice g A D formed a d) as (dice_x & _ & dice_y & _).
  unfold does_not_grow, units_at, chances_at. now rewrite dice_x, dice_y.
Qed.

Lemma power_of_state_not_negative a d : 0 <= x -> 0 <= y -> 0 <= power_of_state x y a d.
Proof. intros X Y. now apply product_not_negative; apply power_not_negative. Qed.

Lemma win_bound_near a d : 1 <= x -> 0 <= y <= 1 -> 1 <= C * y ^ (D - 1) -> 0 <= C ->
  (a < 1 \/ d < D)%nat -> Q a d <= B a d.
Proof.
  intros X [Y Y'] near someC border. assert (0 <= x) by now apply Qcle_trans with 1.
  destruct formed as (_ & _ & someD & _). destruct (le_lt_dec D d) as [many|few].
  - replace a with 0%nat by lia. rewrite odds_of_the_dead by lia.
    apply product_not_negative; [easy|now apply power_of_state_not_negative].
  - apply Qcle_trans with 1; [now apply (odds_are_chances g A D formed fair)|].
    apply Qcle_trans with (1 := near). apply times_le; [easy|].
    rewrite <- (Qcmult_1_l (y ^ (D - 1))). apply times_compat.
    + easy.
    + now apply power_not_negative.
    + now apply power_at_least_1.
    + apply power_descends; easy || lia.
Qed.

Theorem win_bound : win_is_bounded g A D C x y = true -> forall a d, Q a d <= C * x ^ a * y ^ d.
Proof.
  unfold win_is_bounded. rewrite !andb_true_iff. intros [[[[[X Y] Y'] near] someC] growth] a d.
  apply leb_le in X, Y, Y', near, someC. destruct formed as (_ & someA & someD & _).
  rewrite <- Qcmult_assoc. revert a d. apply (bounded Q 1 D); try easy.
  - now apply Qcle_trans with 1.
  - apply (one_round g A D formed).
  - intros a d border. now apply win_bound_near.
  - intros a d some_a many. rewrite same_growth by lia.
    rewrite (Nat.min_r d) by easy. apply (forallb_seq _ _ _ _ growth). lia.
Qed.

Lemma loss_bound_near a d : 0 <= x <= 1 -> 1 <= y -> 1 <= C * x ^ (A - 1) -> 0 <= C ->
  (a < A \/ d < 1)%nat -> 1 - Q a d <= B a d.
Proof.
  intros [X X'] Y near someC border. assert (0 <= y) by now apply Qcle_trans with 1.
  destruct formed as (_ & someA & _). destruct (Nat.eq_dec d 0) as [->|some].
  - rewrite odds_of_the_undefended. replace (1 - 1) with (Q2Qc 0) by ring.
    apply product_not_negative; [easy|now apply power_of_state_not_negative].
  - apply Qcle_trans with (1 - 0).
    { apply Qcplus_le_compat; [apply Qcle_refl|]. apply Qcopp_le_compat.
      apply (odds_are_chances g A D formed fair). }
    replace (1 - 0) with (Q2Qc 1) by ring.
    apply Qcle_trans with (1 := near). apply times_le; [easy|].
    rewrite <- (Qcmult_1_r (x ^ (A - 1))). apply times_compat.
    + now apply power_not_negative.
    + now apply power_not_negative.
    + apply power_descends; easy || lia.
    + now apply power_at_least_1.
Qed.

Lemma loss_recursion a d : (1 <= a)%nat -> (1 <= d)%nat ->
  1 - Q a d = mean_after (fun a d => 1 - Q a d) (units_at g a d) (chances_at g a d) a d.
Proof.
  intros some_a some_d. rewrite (one_round g A D formed) by easy.
  destruct (fair_round g A D formed fair a d some_a some_d) as [_ all].
  set (k := units_at g a d) in *. set (c := chances_at g a d) in *. unfold mean_after.
  transitivity (sum (S k) c + (- (1)) * (Σ i < S k, c i * Q (a - (k - i))%nat (d - i)%nat)).
  - rewrite all. ring.
  - rewrite <- sum_mul, <- sum_add. apply sum_ext. intros i _. ring.
Qed.

Theorem loss_bound : loss_is_bounded g A D C x y = true ->
  forall a d, 1 - Q a d <= C * x ^ a * y ^ d.
Proof.
  unfold loss_is_bounded. rewrite !andb_true_iff. intros [[[[[Y X] X'] near] someC] growth] a d.
  apply leb_le in X, Y, X', near, someC. destruct formed as (_ & someA & someD & _).
  rewrite <- Qcmult_assoc. revert a d. apply (bounded (fun a d => 1 - Q a d) A 1); try easy.
  - now apply Qcle_trans with 1.
  - apply loss_recursion.
  - intros a d border. now apply loss_bound_near.
  - intros a d many some_d. rewrite same_growth by lia.
    rewrite (Nat.min_r a) by easy. apply (forallb_seq _ _ _ _ growth). lia.
Qed.
End Bound.

(** ** The standard and the single-loss rules, with the constants of [riskexact.odds.bounds] *)

Theorem standard_win_bound a d :
  standard_odds a d <= Q2Qc (10 # 9) * Q2Qc (29 # 25) ^ a * Q2Qc (9 # 10) ^ d.
Proof.
  apply (win_bound standard 3 2 _ _ _ standard_well_formed standard_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem standard_loss_bound a d :
  1 - standard_odds a d <= Q2Qc (100 # 81) * Q2Qc (9 # 10) ^ a * Q2Qc (111 # 100) ^ d.
Proof.
  apply (loss_bound standard 3 2 _ _ _ standard_well_formed standard_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem single_loss_win_bound a d :
  single_loss_odds a d <= Q2Qc (10 # 9) * Q2Qc (28 # 25) ^ a * Q2Qc (9 # 10) ^ d.
Proof.
  apply (win_bound single_loss_dice 3 2 _ _ _ single_loss_well_formed single_loss_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem single_loss_loss_bound a d :
  1 - single_loss_odds a d <= Q2Qc (100 # 81) * Q2Qc (9 # 10) ^ a * Q2Qc (23 # 20) ^ d.
Proof.
  apply (loss_bound single_loss_dice 3 2 _ _ _ single_loss_well_formed single_loss_rounds_are_fair).
  vm_cast_no_check (eq_refl true).
Qed.
