(** * Moduli of complex numbers, without square roots ([riskexact.engine.circle], the second bound)

    F is a ring, as in [Nodes], that has the rational numbers in it.

    Pairs of rational numbers, with [complex_real x] = x, [complex_norm z] = |z|^2:

    Main results: [complex_modulus], these have a modulus; [norm_on_a_circle], |P(R e^(it))|^2 by sines
    of multiples of t/2, which is [chords] in any ring.  All complex numbers have a modulus, too, so
    that what is proved of F holds for the roots of unity of any order. *)

From Coq Require Import Arith Lia Ring QArith Qcanon.
From Risk Require Import Sums Lines SaddlePoint Powers Nodes Aliasing.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Modulus.
Variable F : numbers.
Notation zero := (@zero F).
Notation one := (@one F).
Notation real := (@real F).
Notation at_most := (@at_most F).
Notation embedding := (embedding F).
Notation modulus := (modulus F).
Notation rational_polynomial := (rational_polynomial F).

Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Add Ring nodes : is_ring.

Notation power := (ring_power F).
Notation total := (ring_sum F).

(** ** Sums *)

Lemma total_of_zeros n f : (forall j, (j < n)%nat -> f j = zero) -> total n f = zero.
Proof.
  induction n as [|n IH]; intros zeros; cbn; [easy|].
  rewrite IH, (zeros n) by auto. ring.
Qed.

Lemma total_same n f g : (forall j, (j < n)%nat -> f j = g j) -> total n f = total n g.
Proof.
  induction n as [|n IH]; intros same; cbn; [easy|]. rewrite IH, (same n); auto.
Qed.

(** ** The square of a modulus on a circle *)

Lemma powers_inverse g h n : mul g h = one -> mul (power g n) (power h n) = one.
Proof.
  intros inverse. rewrite <- (power_of_a_product F is_ring), inverse.
  apply (power_of_one F is_ring).
Qed.

Lemma powers_cancel g h n j : mul g h = one -> (j <= n)%nat ->
  mul (power (mul h h) n) (power (mul g g) j) = mul (power h (n - j)) (power h (n - j)).
Proof.
  intros inverse le. rewrite !(power_of_a_product F is_ring).
  replace n with (n - j + j)%nat at 1 2 by lia.
  rewrite (powers_add F is_ring).
  transitivity (mul (mul (power h (n - j)) (power h (n - j)))
    (mul (mul (power g j) (power h j)) (mul (power g j) (power h j)))); [ring|].
  rewrite (powers_inverse g h j inverse). ring.
Qed.

Lemma on_a_circle N c R u : polynomial F N c (mul R u) =
  total N (fun j => mul (mul (c j) (power R j)) (power u j)).
Proof.
  apply total_ext. intros j. rewrite (power_of_a_product F is_ring). ring.
Qed.

Lemma chords_of_weights N w g h : mul g h = one ->
  let chord n := sub (power h n) (power g n) in
  mul (total N (fun j => mul (w j) (power (mul h h) j)))
      (total N (fun j => mul (w j) (power (mul g g) j)))
  = add (mul (total N w) (total N w)) (total N (fun k => total k (fun j =>
      mul (mul (w j) (w k)) (mul (chord (k - j)%nat) (chord (k - j)%nat))))).
Proof.
  intros inverse chord. induction N as [|N IH]; cbn [ring_sum]; [ring|].
  set (A := total N (fun j => mul (w j) (power (mul h h) j))) in *.
  set (B := total N (fun j => mul (w j) (power (mul g g) j))) in *.
  assert (other : mul h g = one) by (rewrite <- inverse; ring).
  assert (cross : add (mul (power (mul h h) N) B) (mul (power (mul g g) N) A) =
    add (mul (add one one) (total N w))
      (total N (fun j => mul (w j) (mul (chord (N - j)%nat) (chord (N - j)%nat))))).
  { unfold A, B. rewrite <- !(total_mul F is_ring), <- !(total_add F is_ring). apply total_same. intros j lt.
    transitivity (mul (w j) (add (mul (power (mul h h) N) (power (mul g g) j))
      (mul (power (mul g g) N) (power (mul h h) j)))); [ring|].
    rewrite (powers_cancel g h N j), (powers_cancel h g N j) by (easy || lia). unfold chord.
    assert (ends := powers_inverse g h (N - j) inverse). revert ends.
    generalize (power h (N - j)), (power g (N - j)), (w j). intros x y v ends.
    transitivity (add (mul v (add (mul x x) (mul y y)))
      (mul (mul (add one one) v) (sub one (mul y x)))); [rewrite ends|]; ring. }
  assert (all : mul (power (mul h h) N) (power (mul g g) N) = one).
  { rewrite (powers_cancel g h N N), Nat.sub_diag by easy. cbn. ring. }
  transitivity (add (mul A B) (add (mul (w N) (add (mul (power (mul h h) N) B)
    (mul (power (mul g g) N) A))) (mul (mul (w N) (w N)) (mul (power (mul h h) N)
    (power (mul g g) N))))); [ring|].
  rewrite IH, cross, all, (total_same N (fun j => mul (mul (w j) (w N)) _) (fun j => mul (w N)
    (mul (w j) (mul (chord (N - j)%nat) (chord (N - j)%nat))))) by (intros; ring).
  rewrite (total_mul F is_ring). ring.
Qed.

(** For |h| = 1 and its conjugate g, R h^2 and R g^2 are conjugates on the circle of radius R, and
    (h^n - g^n)^2 is -4 Im(h^n)^2. *)
Lemma chords N c R g h : mul g h = one ->
  let w j := mul (c j) (power R j) in
  let chord n := sub (power h n) (power g n) in
  mul (polynomial F N c (mul R (mul h h)))
      (polynomial F N c (mul R (mul g g)))
  = add (mul (total N w) (total N w)) (total N (fun k => total k (fun j =>
      mul (mul (w j) (w k)) (mul (chord (k - j)%nat) (chord (k - j)%nat))))).
Proof. intros inverse w chord. rewrite !on_a_circle. now apply chords_of_weights. Qed.

(** ** Moduli of sums and products *)

Hypothesis rationals : embedding.

Lemma real_sum n f : real (sum n f) = total n (fun j => real (f j)).
Proof.
  destruct rationals as (zero_is_0 & _ & sums & _).
  induction n as [|n IH]; cbn [sum ring_sum]; [easy|]. now rewrite sums, IH.
Qed.

Lemma real_power x n : real (x ^ n) = power (real x) n.
Proof.
  destruct rationals as (_ & one_is_1 & _ & products).
  induction n as [|n IH]; cbn [Qcpower ring_power]; [easy|]. now rewrite products, IH.
Qed.

Hypothesis absolute : modulus.

Lemma real_at_most x : 0 <= x -> at_most (real x) x.
Proof.
  intros X. apply absolute. split; [|apply Qcle_refl]. apply Qcle_trans with 0; [|easy].
  now apply Qcopp_le_compat in X.
Qed.

Lemma zero_at_most : at_most zero 0.
Proof. destruct rationals as (zero_is_0 & _). rewrite <- zero_is_0. now apply real_at_most. Qed.

Lemma opposite_at_most z q : at_most z q -> at_most (opp z) q.
Proof.
  destruct rationals as (zero_is_0 & one_is_1 & sums & _), absolute as (own & _ & product).
  intros small. replace (opp z) with (mul (real (- (1))) z).
  - rewrite <- (Qcmult_1_l q). apply product; [|easy]. apply own. now split.
  - assert (minus_1 : real (- (1)) = opp one).
    { transitivity (sub (add (real (- (1))) (real 1)) one); [rewrite one_is_1; ring|].
      rewrite <- sums. replace (- (1) + 1) with (Q2Qc 0) by ring. rewrite zero_is_0. ring. }
    rewrite minus_1. ring.
Qed.

Lemma power_at_most z R n : at_most z R -> at_most (power z n) (R ^ n).
Proof.
  destruct rationals as (_ & one_is_1 & _). intros small.
  induction n as [|n IH]; cbn [ring_power Qcpower]; [|now apply absolute].
  rewrite <- one_is_1. now apply real_at_most.
Qed.

Lemma sum_at_most n f g : (forall j, (j < n)%nat -> at_most (f j) (g j)) ->
  at_most (total n f) (sum n g).
Proof.
  induction n as [|n IH]; cbn [ring_sum sum]; intros small; [apply zero_at_most|].
  apply absolute; [apply IH; intros|]; apply small; lia.
Qed.

Lemma polynomial_at_most N c z R : not_negative c -> at_most z R ->
  at_most (rational_polynomial N c z) (Σ n < N, c n * R ^ n).
Proof.
  intros some small. apply sum_at_most. intros n _.
  apply absolute; [apply real_at_most, some|now apply power_at_most].
Qed.
End Modulus.

(** ** Pairs of rational numbers *)

Lemma less_of_squares x y : 0 <= y -> x * x <= y * y -> x <= y.
Proof.
  intros Y le. destruct (Qclt_le_dec y x) as [lt|]; [exfalso|easy].
  apply (Qcle_not_lt _ _ le). apply Qcle_lt_trans with (y * x).
  - now apply times_le, Qclt_le_weak.
  - apply Qcmult_lt_compat_r; [now apply Qcle_lt_trans with y|easy].
Qed.

(** The inequality of Cauchy and Schwarz *)
Lemma inner_product_at_most x y :
  (fst x * fst y + snd x * snd y) * (fst x * fst y + snd x * snd y)
  <= complex_norm x * complex_norm y.
Proof.
  apply Qcle_minus_iff. unfold complex_norm.
  replace (_ + - _) with ((fst x * snd y - snd x * fst y) * (fst x * snd y - snd x * fst y)) by ring.
  apply square_not_negative.
Qed.

Lemma norm_not_negative z : 0 <= complex_norm z.
Proof. apply sum_not_negative; apply square_not_negative. Qed.

Lemma complex_sum_at_most y z p q : complex_at_most y p -> complex_at_most z q ->
  complex_at_most (complex_add y z) (p + q).
Proof.
  intros [P small_y] [Q small_z]. split; [now apply sum_not_negative|].
  assert (inner : fst y * fst z + snd y * snd z <= p * q).
  { apply less_of_squares; [now apply product_not_negative|].
    apply Qcle_trans with (1 := inner_product_at_most y z).
    replace (p * q * (p * q)) with (p * p * (q * q)) by ring.
    apply times_compat; try easy; [apply norm_not_negative|now apply product_not_negative]. }
  replace (complex_norm (complex_add y z)) with
    (complex_norm y + complex_norm z + number 2 * (fst y * fst z + snd y * snd z)).
  - replace ((p + q) * (p + q)) with (p * p + q * q + number 2 * (p * q)).
    + apply Qcplus_le_compat; [now apply Qcplus_le_compat|]. apply times_le; [easy|exact inner].
    + change (number 2) with (number (1 + 1)). rewrite number_add, number_1. ring.
  - change (number 2) with (number (1 + 1)). rewrite number_add, number_1.
    unfold complex_norm, complex_add. cbn [fst snd]. ring.
Qed.

Lemma complex_product_at_most y z p q : complex_at_most y p -> complex_at_most z q ->
  complex_at_most (complex_mul y z) (p * q).
Proof.
  intros [P small_y] [Q small_z]. split; [now apply product_not_negative|].
  replace (complex_norm (complex_mul y z)) with (complex_norm y * complex_norm z).
  - replace (p * q * (p * q)) with (p * p * (q * q)) by ring.
    apply times_compat; try easy; [apply norm_not_negative|now apply product_not_negative].
  - unfold complex_norm, complex_mul. cbn [fst snd]. ring.
Qed.

Lemma complex_embedding : embedding complex_numbers.
Proof.
  unfold embedding. cbn [scalar zero one add mul real complex_numbers].
  unfold complex_real, complex_add, complex_mul. cbn [fst snd].
  repeat split; intros; f_equal; ring.
Qed.

Theorem complex_modulus : modulus complex_numbers.
Proof.
  split; [|split]; [|apply complex_sum_at_most|apply complex_product_at_most].
  intros x q [low high].
  assert (product : 0 <= (q + - x) * (x + - - q))
    by (now apply product_not_negative; apply -> Qcle_minus_iff).
  split.
  - destruct (Qclt_le_dec q 0) as [negative|]; [exfalso|easy]. apply (Qcle_not_lt 0 q); [|easy].
    apply Qcle_trans with (- q); [|now apply Qcle_trans with x].
    now apply Qclt_le_weak, Qcopp_le_compat in negative.
  - apply Qcle_minus_iff. unfold complex_norm. cbn [real complex_numbers complex_real fst snd].
    now replace (q * q + _) with ((q + - x) * (x + - - q)) by ring.
Qed.

Theorem real_part_at_most z q : complex_at_most z q -> - q <= fst z <= q.
Proof.
  intros [Q small].
  assert (square : fst z * fst z <= q * q).
  { apply Qcle_trans with (2 := small). unfold complex_norm.
    rewrite <- (Qcplus_0_r (fst z * fst z)) at 1.
    apply Qcplus_le_compat; [apply Qcle_refl|apply square_not_negative]. }
  split; [|now apply less_of_squares].
  replace (fst z) with (- - fst z) by ring.
  apply Qcopp_le_compat, less_of_squares; [easy|].
  now replace (- fst z * - fst z) with (fst z * fst z) by ring.
Qed.

(** ** Rounds on a circle *)

Section OnACircle.
Notation power := (ring_power complex_numbers).
Notation at_point := (rational_polynomial complex_numbers).

Definition conjugate (z : complex) : complex := (fst z, - snd z).

Lemma conjugate_add y z :
  conjugate (complex_add y z) = complex_add (conjugate y) (conjugate z).
Proof. unfold conjugate, complex_add. cbn [fst snd]. f_equal. ring. Qed.

Lemma conjugate_mul y z :
  conjugate (complex_mul y z) = complex_mul (conjugate y) (conjugate z).
Proof. unfold conjugate, complex_mul. cbn [fst snd]. f_equal; ring. Qed.

Lemma conjugate_real x : conjugate (complex_real x) = complex_real x.
Proof. unfold conjugate, complex_real. cbn [fst snd]. f_equal. Qed.

Lemma conjugate_power z n : conjugate (power z n) = power (conjugate z) n.
Proof.
  induction n as [|n IH]; cbn [ring_power]; [apply conjugate_real|].
  now rewrite conjugate_mul, IH.
Qed.

Lemma conjugate_at_point N c z : conjugate (at_point N c z) = at_point N c (conjugate z).
Proof.
  unfold rational_polynomial, polynomial.
  induction N as [|N IH]; cbn [ring_sum]; [apply (conjugate_real 0)|].
  now rewrite conjugate_add, conjugate_mul, conjugate_real, conjugate_power, IH.
Qed.

Lemma times_conjugate z : complex_mul z (conjugate z) = complex_real (complex_norm z).
Proof. unfold complex_mul, conjugate, complex_real, complex_norm. cbn [fst snd]. f_equal; ring. Qed.

Lemma conjugates_differ z : let y := complex_sub z (conjugate z) in
  complex_mul y y = complex_real (- (number 4 * (snd z * snd z))).
Proof.
  change (number 4) with (number (1 + 1 + (1 + 1))). rewrite !number_add, number_1.
  unfold complex_mul, complex_sub, complex_add, complex_opp, conjugate, complex_real.
  cbn [fst snd]. f_equal; ring.
Qed.

(** h is cos (t/2) + i sin (t/2), so that this is the formula of the engine for |P(R e^(it))|^2. *)
Theorem norm_on_a_circle N c R h : complex_norm h = 1 ->
  let w j := c j * R ^ j in
  let sine n := snd (power h n) in
  complex_norm (at_point N c (complex_mul (complex_real R) (complex_mul h h)))
  = sum N w ^ 2 - Σ k < N, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2.
Proof.
  intros unit w sine.
  assert (inverse : complex_mul (conjugate h) h = (1, 0)).
  { rewrite <- unit. change (complex_norm h, Q2Qc 0) with (complex_real (complex_norm h)).
    rewrite <- times_conjugate. unfold complex_mul. f_equal; ring. }
  pose proof complex_embedding as (_ & _ & sums & products).
  cbn [scalar add mul real complex_numbers] in sums, products.
  assert (real_sums : forall n f, complex_real (sum n f) =
    ring_sum complex_numbers n (fun j => complex_real (f j))) by exact (real_sum _ complex_embedding).
  assert (weight : forall j, complex_mul (complex_real (c j)) (power (complex_real R) j)
    = complex_real (w j)).
  { intros j. unfold w. rewrite products. f_equal. symmetry. apply (real_power _ complex_embedding). }
  assert (term : forall j k, complex_mul (complex_mul (complex_real (w j)) (complex_real (w k)))
    (complex_mul (complex_sub (power h (k - j)) (power (conjugate h) (k - j)))
      (complex_sub (power h (k - j)) (power (conjugate h) (k - j))))
    = complex_real (- (1) * (number 4 * w j * w k * sine (k - j)%nat ^ 2))).
  { intros j k. rewrite <- conjugate_power, conjugates_differ, <- !products. f_equal.
    unfold sine. cbn [Qcpower]. ring. }
  enough (same : complex_real (complex_norm
      (at_point N c (complex_mul (complex_real R) (complex_mul h h))))
    = complex_real (sum N w * sum N w
      + Σ k < N, Σ j < k, - (1) * (number 4 * w j * w k * sine (k - j)%nat ^ 2))).
  { apply (f_equal fst) in same. cbn [complex_real fst] in same. rewrite same.
    replace (sum N w ^ 2) with (sum N w * sum N w) by (cbn [Qcpower]; ring).
    rewrite (sum_ext N (fun k => Σ j < k, _) (fun k => - (1) * (Σ j < k, number 4 * w j * w k
      * sine (k - j)%nat ^ 2))) by (intros; apply sum_mul).
    rewrite sum_mul. ring. }
  rewrite <- times_conjugate, conjugate_at_point, !conjugate_mul, conjugate_real.
  etransitivity; [exact (chords complex_numbers complex_ring N _ (complex_real R) _ h inverse)|].
  cbv beta zeta. cbn [add mul sub complex_numbers].
  rewrite sums, products, !real_sums. f_equal; [f_equal|].
  - now apply total_ext.
  - now apply total_ext.
  - apply total_ext. intros k. rewrite real_sums. apply total_ext. intros j.
    now rewrite !weight, term.
Qed.
End OnACircle.
