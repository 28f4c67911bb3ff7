(** * A chance as a mean over some nodes of a circle, and its error ([riskexact.engine.circle])

    The nodes are z w^j, w being a primitive m-th root of 1; y is 1 / z, and |y| <= r.

    Main result: [certain_digits].  The mean differs from the coefficient d, the chance, by at most the
    aliases of [Aliasing] and the nodes of [LeftOut]. *)

From Coq Require Import Arith Bool Lia List Ring QArith Qcanon.
From Risk Require Import Sums FirstExit Dice Rules Lines Powers Nodes Aliasing Modulus Diagonal LeftOut.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Every m-th term *)

Lemma multiples m M g : (1 <= m)%nat ->
  Σ i < M, (if (S i mod m =? 0)%nat then g (S i) else 0) = Σ k < M / m, g (S k * m)%nat.
Proof.
  intros some. induction M as [|M IH]; [now rewrite Nat.div_0_l by lia|].
  cbn [sum]. rewrite IH. assert (parts := Nat.div_mod M m ltac:(lia)).
  assert (less := Nat.mod_upper_bound M m ltac:(lia)).
  destruct (Nat.eq_dec (S (M mod m)) m) as [last|other].
  - rewrite <- (Nat.mod_unique (S M) m (S (M / m)) 0), <- (Nat.div_unique (S M) m (S (M / m)) 0)
      by nia.
    cbn [Nat.eqb sum]. do 2 f_equal. nia.
  - rewrite <- (Nat.mod_unique (S M) m (M / m) (S (M mod m))),
      <- (Nat.div_unique (S M) m (M / m) (S (M mod m))) by lia.
    cbn [Nat.eqb]. ring.
Qed.

Lemma same_remainder m x y : (1 <= m)%nat -> ((x + y) mod m = 0)%nat ->
  (x mod m =? 0)%nat = (y mod m =? 0)%nat.
Proof.
  intros some both. apply Nat.mod_divide in both; [|lia].
  apply eq_true_iff_eq. rewrite !Nat.eqb_eq, !Nat.mod_divide by lia. split; intros one.
  - now apply (Nat.divide_add_cancel_r m x y).
  - apply (Nat.divide_add_cancel_r m y x); [easy|]. now rewrite Nat.add_comm.
Qed.

Lemma aliases_are_every_mth m d e N c R : (1 <= m)%nat -> (d < N)%nat -> ((d + e) mod m = 0)%nat ->
  Σ n < N, (if (n =? d)%nat then 0 else if ((n + e) mod m =? 0)%nat then c n * R ^ n else 0)
  = aliases m d N c R.
Proof.
  intros some lt divides. unfold aliases.
  rewrite <- (multiples m (N - 1 - d) (fun i => c (d + i)%nat * R ^ (d + i)) some).
  rewrite <- (multiples m d (fun i => c (d - i)%nat * R ^ (d - i)) some).
  replace N with (d + S (N - 1 - d))%nat at 1 by lia.
  rewrite sum_split, sum_first, <- sum_turned, Nat.add_0_r, Nat.eqb_refl.
  rewrite (sum_ext (N - 1 - d) (fun i => if (d + S i =? d)%nat then 0 else _)
    (fun i => if (S i mod m =? 0)%nat then c (d + S i)%nat * R ^ (d + S i) else 0)).
  - rewrite (sum_ext d _ (fun i => if (S i mod m =? 0)%nat then c (d - S i)%nat * R ^ (d - S i)
      else 0)); [ring|].
    intros i less. replace (d - 1 - i)%nat with (d - S i)%nat by lia.
    destruct (Nat.eqb_spec (d - S i) d); [lia|].
    rewrite (same_remainder m (S i) (d - S i + e)); [easy|easy|].
    now replace (S i + (d - S i + e))%nat with (d + e)%nat by lia.
  - intros i _. destruct (Nat.eqb_spec (d + S i) d); [lia|].
    replace (d + S i + e)%nat with (S i + (d + e))%nat by lia.
    rewrite <- Nat.add_mod_idemp_r, divides, Nat.add_0_r by lia. easy.
Qed.

Section Circle.
Variables (K A D : nat) (p V : nat -> nat -> Qc).
Variable F : numbers.
Notation zero := (@zero F).
Notation one := (@one F).
Notation real := (@real F).
Notation at_most := (@at_most F).
Notation mean_of_kept := (mean_of_kept F).

Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Hypothesis integral : without_divisors_of_0 F.
Hypotheses (rationals : embedding F)
  (absolute : modulus F).
Add Ring nodes : is_ring.

Notation power := (ring_power F).
Notation total := (ring_sum F).

Lemma ones m : total m (fun _ => one) = real (number m).
Proof.
  destruct rationals as (zero_is_0 & one_is_1 & sums & _).
  induction m as [|m IH]; cbn [ring_sum]; [easy|].
  now rewrite number_S, sums, IH, one_is_1.
Qed.

Lemma one_term N d f : (d < N)%nat ->
  total N f = add (f d) (total N (fun n => if (n =? d)%nat then zero else f n)).
Proof.
  intros lt. induction lt as [|N lt IH]; cbn [ring_sum].
  - rewrite Nat.eqb_refl, (total_same F d (fun n => if (n =? d)%nat then zero else f n) f).
    + ring.
    + intros n less. now destruct (Nat.eqb_spec n d); [lia|].
  - rewrite IH. destruct (Nat.eqb_spec N d); [lia|]. ring.
Qed.

Lemma other_nodes_at_most m w N c z e d R : (forall n, 0 <= c n) -> (d < N)%nat ->
  primitive_root F m w -> ((d + e) mod m = 0)%nat -> at_most z R ->
  exists others, at_most others (number m * aliases m d N c R) /\
  sum_over_nodes F m w N (fun n => real (c n)) z e
  = add (mul (real (number m)) (mul (real (c d)) (power z d))) others.
Proof.
  intros some lt root divides radius. destruct rationals as (_ & _ & _ & products).
  rewrite (nodes_pick F is_ring integral m w root), (one_term N d) by easy.
  rewrite divides, Nat.eqb_refl, ones. eexists. split; [|easy].
  rewrite <- (aliases_are_every_mth m d e) by (easy || apply root). rewrite <- sum_mul.
  apply (sum_at_most F rationals absolute). intros n _.
  assert (nothing : at_most zero (number m * 0)).
  { rewrite Qcmult_0_r. apply (zero_at_most F rationals absolute). }
  destruct (n =? d)%nat; [easy|]. destruct ((n + e) mod m =? 0)%nat; [|easy]. apply absolute.
  - apply (real_at_most F absolute), number_not_negative.
  - apply absolute; [now apply (real_at_most F absolute)|].
    now apply (power_at_most F rationals absolute).
Qed.

Lemma diagonal_not_negative units n : (forall a d, 0 <= V a d) -> 0 <= diagonal A D V units n.
Proof. intros values. unfold diagonal, inside_value. now destruct (inside _ _ _ _). Qed.

Theorem certain_digits q R r N units z y m w d e kept :
  (1 <= A)%nat -> (1 <= D)%nat -> obeys_rounds K A D p V ->
  (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat -> (d < N)%nat ->
  at_most z R -> at_most y r -> mul y z = one -> at_most w 1 -> primitive_root F m w ->
  ((d + e) mod m = 0)%nat ->
  (forall j s, (j < m)%nat -> kept j = false -> (1 <= s <= K)%nat -> at_most
    (rational_polynomial F (S s) (p s) (mul z (power w j))) (q s)) ->
  let c := diagonal A D V units in
  let left_out := number (length (filter (fun j => negb (kept j)) (seq 0 m))) in
  at_most (sub (mean_of_kept kept m w N c z y d e) (real (c d)))
    ((aliases m d N c R + left_out / number m * largest K A D p V q R units) * r ^ d).
Proof.
  intros some_a some_d obeys values chances enough within radius inverse_radius inverse unit root
    divides rounds c left_out.
  destruct (other_nodes_at_most m w N c z e d R) as (others & few & all); try easy.
  { intros n. now apply diagonal_not_negative. }
  assert (missing := nodes_left_out K A D p V F is_ring
    rationals absolute q R N units z m w e kept some_a some_d obeys values chances enough radius
    unit rounds).
  cbv zeta in missing. fold c in missing. rewrite all in missing.
  set (found := sum_over_kept F kept m w N (fun n => real (c n)) z e) in *.
  assert (other : number m <> 0) by (apply number_not_0; destruct root; lia).
  assert (unit_m : mul (real (1 / number m)) (real (number m)) = one).
  { destruct rationals as (_ & <- & _ & <-). f_equal. now field. }
  assert (unit_z : mul (power y d) (power z d) = one)
    by now apply (powers_inverse F is_ring).
  replace (sub _ _) with (mul (mul (real (1 / number m)) (power y d)) (add others (opp
    (sub (add (mul (real (number m)) (mul (real (c d)) (power z d))) others) found)))).
  - replace (_ * r ^ d) with (1 / number m * r ^ d * (number m * aliases m d N c R
      + left_out * largest K A D p V q R units)) by now field.
    apply absolute; apply absolute; [| |easy|].
    + apply (real_at_most F absolute).
      apply (Qcmult_lt_0_le_reg_r _ _ (number m)); [apply number_positive; apply root|].
      replace (1 / number m * number m) with (Q2Qc 1) by now field. now rewrite Qcmult_0_l.
    + now apply (power_at_most F rationals absolute).
    + now apply (opposite_at_most F is_ring rationals absolute).
  - unfold mean_of_kept. fold found.
    transitivity (sub (mul (real (1 / number m)) (mul (power y d) found)) (mul (real (c d))
      (mul (mul (real (1 / number m)) (real (number m))) (mul (power y d) (power z d))))); [ring|].
    rewrite unit_m, unit_z. ring.
Qed.
End Circle.

(** ** Real dice *)

(** Of the four nodes 1, i, -1 and -i the first alone is kept. *)
Definition standard_mean (a d : nat) : scalar complex_numbers :=
  mean_of_kept complex_numbers (fun j => j =? 0)%nat
    4 (0, 1) (S (a + d)) (diagonal 3 2 standard_odds (a + d)) (1, 0) (1, 0) d (3 * d).

Definition standard_error (a d : nat) : Qc :=
  aliases 4 d (S (a + d)) (diagonal 3 2 standard_odds (a + d)) 1
  + number 3 / number 4
    * largest 2 3 2 standard_share standard_odds standard_round_bound 1 (a + d).

Lemma four_nodes a d : (3 <= a)%nat -> (2 <= d)%nat ->
  @at_most complex_numbers
    (sub (standard_mean a d) (real (diagonal 3 2 standard_odds (a + d) d)))
    (standard_error a d * 1 ^ d).
Proof.
  intros in_a in_d.
  assert (unit : complex_at_most (1, 0) 1) by (split; apply leb_le; vm_compute; reflexivity).
  refine (certain_digits 2 3 2 standard_share standard_odds complex_numbers complex_ring
    complex_integral complex_embedding complex_modulus _ 1 1 _ _ _ _ 4 _ _ _ (fun j => j =? 0)%nat
    _ _ standard_obeys_rounds standard_odds_not_negative standard_share_not_negative _ _ unit unit
    _ _ i_is_primitive _ _); try lia.
  - apply complex_ring.
  - split; apply leb_le; vm_compute; reflexivity.
  - replace (d + 3 * d)%nat with (d * 4)%nat by lia. apply Nat.mod_mul. lia.
  - intros j s lt left_out units_lost. apply Nat.eqb_neq in left_out.
    apply standard_round_at_nodes; lia.
Qed.

Definition four_real_parts a d in_a in_d := real_part_at_most _ _ (four_nodes a d in_a in_d).
