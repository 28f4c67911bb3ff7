(** * The diagonals of the interior: polynomials that obey the recursion, and how large they are

    The interior is the states a >= A, d >= D.  A round there costs s units, 1 <= s <= K, of which the
    defender loses j, with the chance p s j.

    Main results: [diagonal_recursion], I_S = Σ_s P_s I_(S-s) + X_S; [diagonal_at_most], |I_S(z)| is
    at most J_S where |z| <= R and |P_s(z)| <= q_s.  Both in any ring, as in [Modulus]. *)

From Coq Require Import Arith Bool Lia Ring QArith Qcanon.
From Risk Require Import Sums Weights FirstExit Lines Nodes Aliasing Modulus.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Diagonal.
Variables (K A D : nat) (p V : nat -> nat -> Qc).
Variable F : numbers.
Notation zero := (@zero F).
Notation one := (@one F).
Notation real := (@real F).
Notation at_most := (@at_most F).
Notation obeys_rounds := (obeys_rounds K A D p V).
Notation diagonal := (diagonal A D V).
Notation outside_value := (outside_value A D V).
Notation entering := (entering K A D p V).
Notation largest_within := (largest_within K A D p V).
Notation largest := (largest K A D p V).

Hypotheses (A_positive : (1 <= A)%nat) (D_positive : (1 <= D)%nat).

(** ** The coefficients *)

Lemma entering_outside units m : (units - m < A \/ m < D)%nat -> entering units m = 0.
Proof. intros outside. unfold entering. now rewrite (proj2 (inside_false _ _ _ _) outside). Qed.

Lemma diagonal_outside units m : (units - m < A \/ m < D)%nat -> diagonal units m = 0.
Proof. apply inside_value_outside. Qed.

Lemma diagonal_after units m s j : (j <= s)%nat -> (m <= units)%nat ->
  shift j (diagonal (units - s)) m = inside_value A D V (units - m - (s - j)) (m - j).
Proof.
  intros part within. unfold shift, diagonal. destruct (Nat.leb_spec j m).
  - f_equal. lia.
  - symmetry. apply inside_value_outside. lia.
Qed.

Lemma diagonal_round units m : obeys_rounds -> diagonal units m =
  Σ i < K, Σ j < S (S i), p (S i) j * shift j (diagonal (units - S i)) m + entering units m.
Proof.
  intros obeys. destruct (inside A D (units - m) m) eqn:state.
  - unfold diagonal at 1, entering, inside_value. rewrite state. apply inside_true in state.
    rewrite obeys, <- sum_add by easy. apply sum_ext. intros i _.
    rewrite <- sum_add. apply sum_ext. intros j lt. rewrite diagonal_after by lia.
    unfold inside_value, outside_value. destruct (inside _ _ _ _); ring.
  - apply inside_false in state. rewrite entering_outside, diagonal_outside by easy.
    rewrite sum_0; [ring|]. intros i _. apply sum_0. intros j lt. unfold shift.
    destruct (Nat.leb_spec j m); [rewrite diagonal_outside by lia|]; ring.
Qed.

(** ** The same recursion in numbers *)

Lemma largest_of_nothing fuel q R : largest_within fuel q R 0 = 0.
Proof.
  induction fuel as [|fuel IH]; cbn [largest_within]; [easy|].
  rewrite !sum_0; [ring|intros m _; rewrite entering_outside by lia; ring|].
  intros i _. rewrite Nat.sub_0_l, IH. ring.
Qed.

Lemma more_fuel_is_as_large q R : forall fuel more units, (units <= fuel)%nat ->
  largest_within (fuel + more) q R units = largest_within fuel q R units.
Proof.
  induction fuel as [|fuel IH]; intros more units enough.
  - replace units with 0%nat by lia. apply largest_of_nothing.
  - cbn [Nat.add largest_within]. f_equal. apply sum_ext. intros i _. rewrite IH by lia. easy.
Qed.

Theorem largest_recursion q R units : largest q R units =
  Σ i < K, q (S i) * largest q R (units - S i) + Σ m < S units, entering units m * R ^ m.
Proof.
  unfold largest. destruct units as [|units].
  - rewrite <- (largest_of_nothing 1 q R) at 1. easy.
  - cbn [largest_within]. f_equal. apply sum_ext. intros i _. cbn [Nat.sub].
    replace units with (units - i + (units - (units - i)))%nat at 1 by lia.
    rewrite more_fuel_is_as_large by lia. easy.
Qed.

(** ** Polynomials *)

Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Hypothesis rationals : embedding F.
Add Ring nodes : is_ring.

Notation power := (ring_power F).
Notation total := (ring_sum F).
Notation at_point := (rational_polynomial F).

Lemma point_add N c c' z : at_point N (fun m => c m + c' m) z = add (at_point N c z) (at_point N c' z).
Proof.
  destruct rationals as (_ & _ & sums & _). unfold rational_polynomial, polynomial.
  rewrite <- (total_add F is_ring). apply total_ext. intros m.
  rewrite sums. ring.
Qed.

Lemma point_mul N x c z : at_point N (fun m => x * c m) z = mul (real x) (at_point N c z).
Proof.
  destruct rationals as (_ & _ & _ & products). unfold rational_polynomial, polynomial.
  rewrite <- (total_mul F is_ring). apply total_ext. intros m.
  rewrite products. ring.
Qed.

Lemma point_zeros N c z : (forall m, (m < N)%nat -> c m = 0) -> at_point N c z = zero.
Proof.
  destruct rationals as (zero_is_0 & _). intros zeros.
  apply (total_of_zeros F is_ring). intros m lt.
  rewrite zeros, zero_is_0 by easy. ring.
Qed.

Lemma point_sum N n c z :
  at_point N (fun m => Σ i < n, c i m) z = total n (fun i => at_point N (c i) z).
Proof.
  induction n as [|n IH]; cbn [sum ring_sum].
  - now apply point_zeros.
  - now rewrite point_add, IH.
Qed.

Lemma point_cut M N c z : (M <= N)%nat -> (forall m, (M <= m)%nat -> c m = 0) ->
  at_point N c z = at_point M c z.
Proof.
  intros le zeros. induction le as [|N le IH]; [easy|]. rewrite <- IH.
  destruct rationals as (zero_is_0 & _).
  unfold rational_polynomial, polynomial. cbn [ring_sum]. rewrite zeros, zero_is_0 by easy. ring.
Qed.

Lemma point_shift_all j N c z :
  at_point (j + N) (shift j c) z = mul (power z j) (at_point N c z).
Proof.
  induction N as [|N IH].
  - rewrite Nat.add_0_r, point_zeros by (intros; now apply shift_below).
    unfold rational_polynomial, polynomial. cbn [ring_sum]. ring.
  - unfold rational_polynomial, polynomial in *. rewrite Nat.add_succ_r. cbn [ring_sum].
    rewrite IH, shift_from, (powers_add F is_ring). ring.
Qed.

Lemma point_shift j N c z : (forall m, (N - j <= m)%nat -> c m = 0) ->
  at_point N (shift j c) z = mul (power z j) (at_point N c z).
Proof.
  intros zeros. rewrite (point_cut (N - j) N c) by (easy || lia).
  destruct (Nat.le_gt_cases j N) as [le|gt].
  - rewrite <- point_shift_all. f_equal. lia.
  - rewrite !point_zeros; [ring| |]; intros m lt; [lia|apply shift_below; lia].
Qed.

Theorem diagonal_recursion N units z : obeys_rounds -> (units < N)%nat ->
  at_point N (diagonal units) z = add
    (total K (fun i => mul (at_point (S (S i)) (p (S i)) z) (at_point N (diagonal (units - S i)) z)))
    (at_point N (entering units) z).
Proof.
  intros obeys enough.
  transitivity (at_point N (fun m => Σ i < K, Σ j < S (S i),
    p (S i) j * shift j (diagonal (units - S i)) m + entering units m) z).
  { apply total_ext. intros m. now rewrite <- diagonal_round. }
  rewrite point_add, point_sum. f_equal. apply total_ext. intros i. rewrite point_sum.
  unfold rational_polynomial at 2. unfold polynomial.
  transitivity (total (S (S i)) (fun j => mul (at_point N (diagonal (units - S i)) z)
    (mul (real (p (S i) j)) (power z j)))).
  - apply (total_same F). intros j lt. rewrite point_mul, point_shift; [ring|].
    intros m beyond. apply diagonal_outside. lia.
  - rewrite (total_mul F is_ring). ring.
Qed.

(** ** Their bounds *)

Hypothesis absolute : modulus F.

Lemma entering_not_negative units m : (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) ->
  0 <= entering units m.
Proof.
  intros values chances. unfold entering. destruct (inside _ _ _ _); [|apply Qcle_refl].
  apply sum_of_nonnegative. intros i _. apply sum_of_nonnegative. intros j _.
  apply product_not_negative; [easy|]. unfold outside_value. now destruct (inside _ _ _ _).
Qed.

Lemma diagonal_within q R N z fuel :
  obeys_rounds -> (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> at_most z R ->
  (forall s, (1 <= s <= K)%nat -> at_most (at_point (S s) (p s) z) (q s)) ->
  forall units, (units <= fuel)%nat -> (units < N)%nat ->
  at_most (at_point N (diagonal units) z) (largest_within fuel q R units).
Proof.
  intros obeys values chances radius rounds.
  induction fuel as [|fuel IH]; intros units few enough; cbn [largest_within].
  - rewrite point_zeros by (intros; apply diagonal_outside; lia).
    apply (zero_at_most F rationals absolute).
  - rewrite diagonal_recursion by easy. apply absolute.
    + apply (sum_at_most F rationals absolute). intros i lt.
      apply absolute; [apply rounds|apply IH]; lia.
    + rewrite (point_cut (S units)) by (lia || (intros; apply entering_outside; lia)).
      apply (polynomial_at_most F rationals absolute); [|easy].
      intros m. now apply entering_not_negative.
Qed.

Theorem diagonal_at_most q R N units z :
  obeys_rounds -> (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat ->
  at_most z R -> (forall s, (1 <= s <= K)%nat -> at_most (at_point (S s) (p s) z) (q s)) ->
  at_most (at_point N (diagonal units) z) (largest q R units).
Proof. intros. now apply diagonal_within. Qed.
End Diagonal.
