(** * Of two neighbours, the former may be cut to two units

    Battles with at most 3 v 2 dice, all compared, for a value f that rises with the attackers left.

    - [pair i j f]         the value of a battle against i, and then against j
    - [cut i j]            what the attacker loses where the pair becomes 2 and i + j - 2
    - [edge k f]           what the pair of 1 and k + 1 is worth more than that of 2 and k
    - [gap i m f]          what a round before a pair of i and m + 2 is worth, taken from the second
    - [excess k f]         what a round leaves of [edge]
    - [rising f]           f is not negative, and does not fall
    - [ray c]              1 from c on, 0 before

    Main result: [cut_not_negative], from [fair], inequalities between the chances of a round, and
    [based].  A gap is a multiple of what two attackers, and one, make of the second battle
    ([gap_1_at_4], [gap_2_at_3]), or falls from one that is.  A rising value is a sum of rays; so what
    is linear in it need be looked at for rays alone: [based]. *)

From Coq Require Import Arith Bool Lia List Permutation ZArith QArith Qcanon.
From Risk Require Import Sums Battle Lines Line.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** What is not negative for rays, and linear, is not negative for what rises *)

Definition rising (f : nat -> Qc) : Prop := (forall x, 0 <= f x) /\ forall x, f x <= f (S x).

Definition ray (c x : nat) : Qc := if (c <=? x)%nat then 1 else 0.

Record linear (N : nat) (F : (nat -> Qc) -> Qc) : Prop := Linear {
  of_sum : forall f g, F (fun x => f x + g x) = F f + F g;
  of_multiple : forall c f, F (fun x => c * f x) = c * F f;
  of_equals : forall f g, (forall x, (1 <= x <= N)%nat -> f x = g x) -> F f = F g }.

Lemma linear_add N F G : linear N F -> linear N G -> linear N (fun f => F f + G f).
Proof.
  intros [a m e] [a' m' e']. split; intros; [rewrite a, a'; ring|rewrite m, m'; ring|].
  now rewrite (e f g), (e' f g).
Qed.

Lemma linear_mul N c F : linear N F -> linear N (fun f => c * F f).
Proof.
  intros [a m e]. split; intros; [rewrite a; ring|rewrite m; ring|]. now rewrite (e f g).
Qed.

Lemma linear_sub N F G : linear N F -> linear N G -> linear N (fun f => F f - G f).
Proof.
  intros [a m e] [a' m' e']. split; intros; [rewrite a, a'; ring|rewrite m, m'; ring|].
  now rewrite (e f g), (e' f g).
Qed.

Lemma linear_sum N F n (f : nat -> nat -> Qc) : linear N F ->
  F (fun x => Σ i < n, f i x) = Σ i < n, F (f i).
Proof.
  intros [a m e]. induction n as [|n IH]; cbn [sum].
  - transitivity (0 * F (fun _ => 0)); [|ring]. rewrite <- m. apply e. intros x _. ring.
  - now rewrite a, IH.
Qed.

Definition increment (f : nat -> Qc) (c : nat) : Qc :=
  match c with O => f 1%nat | S b => f (S c) - f (S b) end.

Lemma increments_add_up f n : Σ c < S n, increment f c = f (S n).
Proof.
  induction n as [|n IH]; [cbn; ring|].
  change (sum (S (S n)) (fun c => increment f c))
    with ((Σ c < S n, increment f c) + increment f (S n)).
  rewrite IH. cbn [increment]. ring.
Qed.

Lemma sum_of_rays N f x : (1 <= x <= N)%nat -> f x = Σ c < N, increment f c * ray (S c) x.
Proof.
  intros within. rewrite (sum_cut x); [|lia|].
  - destruct x as [|x]; [lia|]. rewrite <- (increments_add_up f x). apply sum_ext. intros c lt.
    unfold ray. replace (S c <=? S x)%nat with true by (symmetry; apply Nat.leb_le; lia). ring.
  - intros c between. unfold ray.
    replace (S c <=? x)%nat with false by (symmetry; apply Nat.leb_gt; lia). ring.
Qed.

Lemma rays_decide N F f : linear N F -> rising f ->
  forallb (fun c => leb 0 (F (ray c))) (seq 1 N) = true -> 0 <= F f.
Proof.
  intros lin [positive rises] all. destruct (lin) as [_ m e].
  rewrite (e f (fun x => Σ c < N, increment f c * ray (S c) x)) by apply sum_of_rays.
  rewrite (linear_sum N) by easy. apply sum_of_nonnegative. intros c lt. rewrite m.
  apply product_not_negative.
  - destruct c as [|c]; [apply positive|]. apply difference_not_negative, rises.
  - apply leb_le. now apply (forallb_seq _ _ _ (S c)) in all; [|lia].
Qed.

(** ** Two battles *)

Section Two.
Variable p : nat -> nat -> nat -> Qc.
Hypothesis chances : forall x y i, 0 <= p x y i.
Notation beat := (beat 2 p).
Notation p2 := (p 3 2 2).
Notation p1 := (p 3 2 1).
Notation p0 := (p 3 2 0).
Notation w3 := (p 3 1 1).
Notation l3 := (p 3 1 0).
Notation q2 := (p 2 2 2).
Notation q1 := (p 2 2 1).
Notation w2 := (p 2 1 1).
Notation l2 := (p 2 1 0).
Notation v := (p 1 2 1).
Notation w1 := (p 1 1 1).

Lemma nobody f a : beat 0 f a = f a.
Proof. apply beat_nobody. Qed.

Lemma one_of_one f : beat 1 f 1 = w1 * f 1%nat.
Proof.
  rewrite beat_round by lia. cbn [Nat.min]. rewrite sum_of_2. cbn [Nat.sub].
  rewrite nobody, beat_by_nobody by lia. ring.
Qed.

Lemma one_of_two f : beat 1 f 2 = w2 * f 2%nat + l2 * beat 1 f 1.
Proof.
  rewrite beat_round by lia. cbn [Nat.min]. rewrite sum_of_2. cbn [Nat.sub]. rewrite nobody. ring.
Qed.

Lemma one_of_more f a : beat 1 f (S (S (S a))) = w3 * f (S (S (S a))) + l3 * beat 1 f (S (S a)).
Proof.
  rewrite beat_round by lia. cbv zeta. rewrite (Nat.min_r (S (S (S a)))) by lia. cbn [Nat.min].
  rewrite sum_of_2. cbn [Nat.sub Nat.add]. rewrite nobody. ring.
Qed.

Lemma two_of_one n f : beat (S (S n)) f 1 = v * beat (S n) f 1.
Proof.
  rewrite beat_round by lia. cbv zeta. rewrite (Nat.min_r (S (S n))) by lia. cbn [Nat.min].
  rewrite sum_of_2. cbn [Nat.sub Nat.add]. rewrite beat_by_nobody by lia. ring.
Qed.

Lemma two_of_two n f : beat (S (S n)) f 2 = q2 * beat n f 2 + q1 * beat (S n) f 1.
Proof.
  rewrite beat_round by lia. cbv zeta. rewrite (Nat.min_r (S (S n))) by lia. cbn [Nat.min].
  rewrite sum_of_3. cbn [Nat.sub Nat.add]. rewrite beat_by_nobody, Nat.sub_0_r by lia. ring.
Qed.

Lemma two_of_more n f a : beat (S (S n)) f (S (S (S a))) =
  p2 * beat n f (S (S (S a))) + p1 * beat (S n) f (S (S a)) + p0 * beat (S (S n)) f (S a).
Proof.
  rewrite beat_round by lia. cbv zeta. rewrite (Nat.min_r (S (S n))), (Nat.min_r (S (S (S a)))) by
    lia.
  cbn [Nat.min]. rewrite sum_of_3. cbn [Nat.sub Nat.add]. rewrite Nat.sub_0_r. ring.
Qed.

Definition pair (i j : nat) (f : nat -> Qc) : nat -> Qc := beat i (leave (beat j f)).

Lemma pair_of_nobody i j f : (1 <= i)%nat -> pair i j f 0 = 0.
Proof. intros some_i. apply beat_by_nobody; lia. Qed.

Lemma pair_of_one i j f : pair i j f 1 = 0.
Proof.
  unfold pair. induction i as [i IH] using lt_wf_ind. destruct i as [|[|i]].
  - now rewrite nobody.
  - rewrite one_of_one. unfold leave. cbn [Nat.leb]. ring.
  - rewrite two_of_one, IH by lia. ring.
Qed.

Lemma pair_0 j f a : pair 0 j f (S (S a)) = beat j f (S a).
Proof. unfold pair. now rewrite nobody. Qed.

Lemma pair_1_of_two j f : pair 1 j f 2 = w2 * beat j f 1.
Proof.
  unfold pair. rewrite one_of_two. change (beat 1 _ 1) with (pair 1 j f 1).
  rewrite pair_of_one. unfold leave. cbn [Nat.leb Nat.sub]. ring.
Qed.

Lemma pair_1_of_more j f a :
  pair 1 j f (S (S (S a))) = w3 * beat j f (S (S a)) + l3 * pair 1 j f (S (S a)).
Proof. unfold pair. now rewrite one_of_more. Qed.

Lemma pair_2_of_two i j f : pair (S (S i)) j f 2 = q2 * pair i j f 2.
Proof.
  unfold pair. rewrite two_of_two. change (beat (S i) _ 1) with (pair (S i) j f 1).
  rewrite pair_of_one. ring.
Qed.

Lemma pair_2_of_more i j f a : pair (S (S i)) j f (S (S (S a))) =
  p2 * pair i j f (S (S (S a))) + p1 * pair (S i) j f (S (S a)) + p0 * pair (S (S i)) j f (S a).
Proof. apply two_of_more. Qed.

Lemma linear_pair N i j a : (a <= N)%nat -> linear N (fun f => pair i j f a).
Proof.
  intros le_a. unfold pair. split; intros.
  - rewrite <- beat_add by lia. apply beat_ext; [lia|]. intros x _. unfold leave.
    destruct (x <=? 1)%nat; [ring|]. now apply beat_add; lia.
  - rewrite <- beat_mul by lia. apply beat_ext; [lia|]. intros x _. unfold leave.
    destruct (x <=? 1)%nat; [ring|]. now apply beat_mul; lia.
  - apply beat_ext; [lia|]. intros x le. unfold leave. destruct (Nat.leb_spec x 1); [easy|].
    apply beat_ext_of_some; [lia|lia|]. intros y le'. apply H. lia.
Qed.

(** ** What is required of the numbers *)

(** What a gap is of the second battle of two attackers, and of one, who has c times as much after
    one defender more. *)
Notation two_1_4 := (l3 * w3 * (p2 - q2)).
Notation one_1_4 c := (p2 * l3 * l3 * w2
  + c * (l3 * (p1 * w2 - w3 * q1) + v * (p0 * w2 - w3 * p0 - l3 * l3 * w2))).
Notation two_2_3 := (p2 * (p2 - q2)).
Notation one_2_3 c := (p2 * p1 * w2 + c * (p1 * q2 - p2 * q1 - p1 * w2 * v)).
Notation two_2_4 := (p1 * w3 * (p2 - q2)).
Notation one_2_4 c := (p2 * (p1 * l3 * w2 + p0 * q2)
  + c * (p1 * (p1 * w2 - w3 * q1) - v * (p2 * p0 + p1 * l3 * w2))).

Record fair : Prop := Fair {
  three_v_one : w3 + l3 = 1; two_v_one : w2 + l2 = 1;
  three_v_two : p2 + p1 + p0 = 1; two_v_two : 0 <= 1 - (q2 + q1);
  p2_q2 : 0 <= p2 - q2; p_q : 0 <= p2 + p1 - (q2 + q1); q_v : 0 <= q2 + q1 - v;
  w3_w2 : 0 <= w3 - w2; w2_q2 : 0 <= w2 - q2; w2_v : 0 <= w2 - v; w3_v : 0 <= w3 - v;
  q2_vv : 0 <= q2 - v * v; at_most_1 : 0 <= 1 - w1; p0_l3 : 0 <= p0 - l3 * l3;
  w3_p2 : 0 <= w3 * w3 - p2; turns : 0 <= p2 * w2 - w3 * q2;
  three_at_3 : 0 <= p2 * l3 * w2 + p1 * (q2 - v * w2);
  driven : 0 <= w3 * w3 - p2 + (l3 * w3 * w3 + l3 * p2 - p1 * w3) - w3 * (p0 - l3 * l3);
  gap_1_4 : forall c, c = w1 \/ c = v -> 0 <= two_1_4 + one_1_4 c;
  gap_falls : 0 <= l3 * two_1_4 + (1 - v) * one_1_4 v;
  gap_2_3 : forall c, c = w1 \/ c = v -> 0 <= one_2_3 c;
  gap_2_4 : forall c, c = w1 \/ c = v -> 0 <= one_2_4 c;
  excess_of_two : 0 <= p1 * l3 * two_1_4 + p0 * two_2_4 - l3 * l3 * two_1_4;
  excess_of_one : 0 <= p1 * l3 * one_1_4 v + p0 * one_2_4 v - l3 * l3 * one_1_4 v;
  later_excess : 0 <= p1 * l3 * l3 + p0 * p1 - l3 * l3 * l3 }.
Hypothesis numbers : fair.

(** ** More attackers are better, and more defenders worse *)

Lemma one_not_more f : rising f -> forall a, beat 1 f (S a) <= f (S a).
Proof.
  intros [positive rises] a. pose proof (three_v_one numbers) as three.
  pose proof (two_v_one numbers) as two.
  induction a as [|[|a] IH].
  - apply (le_by _ _ ((1 - w1) * f 1%nat)); [|rewrite one_of_one; ring].
    now apply product_not_negative, positive; apply (at_most_1 numbers).
  - apply (le_by _ _ (l2 * (f 1%nat - beat 1 f 1 + (f 2%nat - f 1%nat)))).
    + apply product_not_negative; [apply chances|].
      apply sum_not_negative; now apply difference_not_negative.
    + rewrite one_of_two. replace w2 with (1 - l2) by (rewrite <- two; ring). ring.
  - apply (le_by _ _ (l3 * (f (S (S a)) - beat 1 f (S (S a)) + (f (S (S (S a))) - f (S (S a)))))).
    + apply product_not_negative; [apply chances|].
      apply sum_not_negative; now apply difference_not_negative.
    + rewrite one_of_more. replace w3 with (1 - l3) by (rewrite <- three; ring). ring.
Qed.

Lemma not_sure : 0 <= 1 - v.
Proof.
  replace (1 - v) with (l3 + (w3 - v)) by (rewrite <- (three_v_one numbers); ring).
  apply sum_not_negative; [apply chances|apply (w3_v numbers)].
Qed.

Lemma beat_ordered f : rising f -> forall a n,
  beat n f a <= beat n f (S a) /\ beat (S n) f a <= beat n f a.
Proof.
  intros rise. pose proof (one_not_more f rise) as most. destruct rise as [positive rises].
  assert (each : forall m b, 0 <= beat m f b) by (intros; apply beat_not_negative; easy || lia).
  assert (more : forall x, 0 <= f (S x) - f x) by (intros; now apply difference_not_negative).
  assert (more_than_one : forall x, 0 <= f (S x) - beat 1 f (S x) + (f (S (S x)) - f (S x))).
  { intros. apply sum_not_negative; [apply difference_not_negative, most|apply more]. }
  pose proof (three_v_one numbers) as three. pose proof (two_v_one numbers) as two.
  apply (induction_on_units (fun a n =>
    beat n f a <= beat n f (S a) /\ beat (S n) f a <= beat n f a)).
  intros a n IH.
  assert (before : forall b m, (b + m < a + n)%nat -> 0 <= beat m f (S b) - beat m f b)
    by (intros; now apply difference_not_negative, IH).
  assert (fewer : forall b m, (b + m < a + n)%nat -> 0 <= beat m f b - beat (S m) f b)
    by (intros; now apply difference_not_negative, IH).
  split.
  - destruct n as [|[|n]]; [rewrite !nobody; apply rises| |];
      (destruct a as [|[|[|a]]]; [rewrite beat_by_nobody by lia; apply each| | |]).
    + apply (le_by _ _ (w2 * (f 1%nat - beat 1 f 1 + (f 2%nat - f 1%nat)))).
      * apply product_not_negative; [apply chances|apply more_than_one].
      * rewrite one_of_two. replace l2 with (1 - w2) by (rewrite <- two; ring). ring.
    + apply (le_by _ _ (w3 * (f 3%nat - f 2%nat)
        + (w3 - w2) * (f 1%nat - beat 1 f 1 + (f 2%nat - f 1%nat))
        + l3 * (beat 1 f 2 - beat 1 f 1))).
      * apply three_terms; [apply chances|apply more|apply (w3_w2 numbers)|apply more_than_one|
          apply chances|apply before; lia].
      * rewrite one_of_more, (one_of_two f). replace l2 with (1 - w2) by (rewrite <- two; ring).
        replace l3 with (1 - w3) by (rewrite <- three; ring). ring.
    + apply (le_by _ _ (w3 * (f (S (S (S (S a)))) - f (S (S (S a))))
        + l3 * (beat 1 f (S (S (S a))) - beat 1 f (S (S a))))).
      * apply two_terms; [apply chances|apply more|apply chances|apply before; lia].
      * rewrite !one_of_more. ring.
    + apply (le_by _ _ (q2 * (beat n f 2 - beat (S n) f 2)
        + q2 * (beat (S n) f 2 - beat (S n) f 1) + (q2 + q1 - v) * beat (S n) f 1)).
      * apply three_terms; [apply chances|apply fewer; lia|apply chances|apply before; lia|
          apply (q_v numbers)|apply each].
      * rewrite two_of_one, two_of_two. ring.
    + apply (le_by _ _ (p2 * (beat n f 3 - beat n f 2)
        + p1 * (beat (S n) f 2 - beat (S n) f 1) + p0 * beat (S (S n)) f 1
        + ((p2 - q2) * (beat n f 2 - beat (S n) f 2)
        + (p2 - q2) * (beat (S n) f 2 - beat (S n) f 1)
        + (p2 + p1 - (q2 + q1)) * beat (S n) f 1))).
      * apply sum_not_negative.
        -- apply three_terms; [apply chances|apply before; lia|apply chances|apply before; lia|
             apply chances|apply each].
        -- apply three_terms; [apply (p2_q2 numbers)|apply fewer; lia|apply (p2_q2 numbers)|
             apply before; lia|apply (p_q numbers)|apply each].
      * rewrite two_of_more, (two_of_two n f). ring.
    + apply (le_by _ _ (p2 * (beat n f (S (S (S (S a)))) - beat n f (S (S (S a))))
        + p1 * (beat (S n) f (S (S (S a))) - beat (S n) f (S (S a)))
        + p0 * (beat (S (S n)) f (S (S a)) - beat (S (S n)) f (S a)))).
      * apply three_terms; [apply chances|apply before; lia|apply chances|apply before; lia|
          apply chances|apply before; lia].
      * rewrite !two_of_more. ring.
  - destruct a as [|a]; [rewrite beat_by_nobody by lia; apply each|].
    destruct n as [|[|n]]; [rewrite nobody; apply most| |]; destruct a as [|[|a]].
    + apply (le_by _ _ ((1 - v) * beat 1 f 1)); [|rewrite (two_of_one 0); ring].
      apply product_not_negative; [exact not_sure|apply each].
    + apply (le_by _ _ ((w2 - q2) * (f 1%nat - beat 1 f 1 + (f 2%nat - f 1%nat))
        + (1 - (q2 + q1)) * beat 1 f 1)).
      * apply two_terms; [apply (w2_q2 numbers)|apply more_than_one|apply (two_v_two numbers)|
          apply each].
      * rewrite (two_of_two 0), nobody, one_of_two.
        replace l2 with (1 - w2) by (rewrite <- two; ring). ring.
    + apply (le_by _ _ ((w3 * l3 + (w3 * w3 - p2))
          * (f (S (S a)) - beat 1 f (S (S a)) + (f (S (S (S a))) - f (S (S a))))
        + p0 * (beat 1 f (S (S a)) - beat 1 f (S a)) + p0 * (beat 1 f (S a) - beat 2 f (S a)))).
      * apply three_terms; [apply sum_not_negative; [|apply (w3_p2 numbers)]|apply more_than_one|
          apply chances|apply before; lia|apply chances|apply fewer; lia].
        apply product_not_negative; apply chances.
      * rewrite (two_of_more 0), nobody, one_of_more.
        replace p1 with (1 - p2 - p0) by (rewrite <- (three_v_two numbers); ring).
        replace l3 with (1 - w3) by (rewrite <- three; ring). ring.
    + apply (le_by _ _ (v * (beat (S n) f 1 - beat (S (S n)) f 1)));
        [|rewrite (two_of_one (S n)), (two_of_one n); ring].
      apply product_not_negative; [apply chances|apply fewer; lia].
    + apply (le_by _ _ (q2 * (beat n f 2 - beat (S n) f 2)
        + q1 * (beat (S n) f 1 - beat (S (S n)) f 1))).
      * apply two_terms; apply chances || (apply fewer; lia).
      * rewrite (two_of_two (S n)), (two_of_two n). ring.
    + apply (le_by _ _ (p2 * (beat n f (S (S (S a))) - beat (S n) f (S (S (S a))))
        + p1 * (beat (S n) f (S (S a)) - beat (S (S n)) f (S (S a)))
        + p0 * (beat (S (S n)) f (S a) - beat (S (S (S n))) f (S a)))).
      * apply three_terms; apply chances || (apply fewer; lia).
      * rewrite (two_of_more (S n)), (two_of_more n). ring.
Qed.

Lemma beat_rises f : rising f -> forall a n, beat n f a <= beat n f (S a).
Proof. intros rise a n. now apply beat_ordered. Qed.

Definition shrink (n : nat) : Qc := if (n =? 0)%nat then w1 else v.

Lemma one_attacker_shrinks n f : beat (S n) f 1 = shrink n * beat n f 1.
Proof. destruct n as [|n]; [now rewrite one_of_one, nobody|apply two_of_one]. Qed.

(** ** The gap *)

Definition gap (i m : nat) (f : nat -> Qc) (b : nat) : Qc :=
  p2 * pair i m f (S (S (S b))) + p1 * pair i (S m) f (S (S b)) + p0 * pair i (S (S m)) f (S b)
  - pair i (S (S m)) f (S (S (S b))).

Lemma gap_1_step m f b : gap 1 m f (S (S b)) = l3 * gap 1 m f (S b).
Proof.
  unfold gap. cbn [Nat.add].
  rewrite !(pair_1_of_more _ f (S (S b))), !(pair_1_of_more _ f (S b)), !(pair_1_of_more _ f b),
    (two_of_more _ f (S b)). cbn [Nat.add]. ring.
Qed.

Lemma gap_2_step m f b : gap 2 m f (S (S b)) = p1 * gap 1 m f (S b) + p0 * gap 2 m f b.
Proof.
  unfold gap. cbn [Nat.add].
  rewrite !(pair_2_of_more 0 _ f (S (S b))), !(pair_2_of_more 0 _ f (S b)),
    !(pair_2_of_more 0 _ f b), !pair_0, (two_of_more _ f (S b)).
  cbn [Nat.add]. ring.
Qed.

Lemma shrinks n : shrink n = w1 \/ shrink n = v.
Proof. destruct n; [now left|now right]. Qed.

Lemma gap_1_at_4 m f : gap 1 m f 1 = two_1_4 * beat m f 2 + one_1_4 (shrink m) * beat m f 1.
Proof.
  unfold gap. rewrite !(pair_1_of_more _ f 1), !(pair_1_of_more _ f 0), !pair_1_of_two,
    (two_of_more _ f 0), two_of_two, two_of_one, one_attacker_shrinks. ring.
Qed.

Lemma gap_2_at_3 m f : gap 2 m f 0 = two_2_3 * beat m f 2 + one_2_3 (shrink m) * beat m f 1.
Proof.
  unfold gap. rewrite !(pair_2_of_more 0 _ f 0), !(pair_2_of_two 0), !pair_0, !pair_1_of_two,
    !pair_of_one, two_of_two, two_of_one, one_attacker_shrinks. ring.
Qed.

Lemma gap_2_at_4 m f : gap 2 m f 1 = two_2_4 * beat m f 2 + one_2_4 (shrink m) * beat m f 1.
Proof.
  unfold gap. rewrite !(pair_2_of_more 0 _ f 1), !(pair_2_of_more 0 _ f 0), !(pair_2_of_two 0),
    !pair_0, !(pair_1_of_more _ f 0), !pair_1_of_two, !pair_of_one, (two_of_more _ f 0), two_of_two,
    two_of_one, one_attacker_shrinks. ring.
Qed.

(** The same, in few battles. *)
Definition later_gap_1 (m : nat) (f : nat -> Qc) (b : nat) : Qc :=
  l3 ^ b * (two_1_4 * beat m f 2 + one_1_4 (shrink m) * beat m f 1).

Fixpoint later_gap_2 (m : nat) (f : nat -> Qc) (b : nat) : Qc :=
  match b with
  | O => two_2_3 * beat m f 2 + one_2_3 (shrink m) * beat m f 1
  | S O => two_2_4 * beat m f 2 + one_2_4 (shrink m) * beat m f 1
  | S (S c) => p1 * later_gap_1 m f c + p0 * later_gap_2 m f c
  end.

Lemma gap_1_is m f b : gap 1 m f (S b) = later_gap_1 m f b.
Proof.
  unfold later_gap_1. rewrite <- gap_1_at_4. induction b as [|b IH]; cbn [Qcpower]; [ring|].
  rewrite gap_1_step, IH. ring.
Qed.

Lemma gap_2_is m f : forall b, gap 2 m f b = later_gap_2 m f b.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|b]] IH; cbn [later_gap_2];
    [apply gap_2_at_3|apply gap_2_at_4|].
  now rewrite gap_2_step, gap_1_is, IH by lia.
Qed.

Section Rising.
Variable f : nat -> Qc.
Hypothesis rise : rising f.

Lemma beaten n a : 0 <= beat n f a.
Proof. apply beat_not_negative; [lia|exact chances|apply rise]. Qed.

Lemma of_p2_q2 x : 0 <= x -> 0 <= x * (p2 - q2).
Proof. intros X. apply product_not_negative; [exact X|apply (p2_q2 numbers)]. Qed.

Lemma product x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof. apply product_not_negative. Qed.

Lemma gap_1_not_negative m b : 0 <= gap 1 m f (S b).
Proof.
  induction b as [|b IH].
  - apply (le_by _ _ (two_1_4 * (beat m f 2 - beat m f 1)
      + (two_1_4 + one_1_4 (shrink m)) * beat m f 1)); [|rewrite gap_1_at_4; ring].
    apply two_terms; [| |apply (gap_1_4 numbers), shrinks|apply beaten].
    + apply of_p2_q2, product; apply chances.
    + now apply difference_not_negative, beat_rises.
  - rewrite gap_1_step. apply product; [apply chances|exact IH].
Qed.

Lemma gap_2_not_negative m : forall b, 0 <= gap 2 m f b.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|b]] IH.
  - rewrite gap_2_at_3. apply two_terms; try apply beaten; [|apply (gap_2_3 numbers), shrinks].
    apply of_p2_q2, chances.
  - rewrite gap_2_at_4. apply two_terms; try apply beaten; [|apply (gap_2_4 numbers), shrinks].
    apply of_p2_q2, product; apply chances.
  - rewrite gap_2_step. apply two_terms; try apply chances; [apply gap_1_not_negative|apply IH;
      lia].
Qed.

End Rising.

(** ** The edge, and what a round leaves *)

Definition excess (k : nat) (f : nat -> Qc) (b : nat) : Qc :=
  match b with
  | O => gap 2 k f 0 - gap 1 (S k) f 0
  | S c => later_gap_2 k f b - later_gap_1 (S k) f c
  end.

Lemma excess_is_of_gaps k f b : excess k f b = gap 2 k f b - gap 1 (S k) f b.
Proof. destruct b; [easy|]. cbn [excess]. now rewrite gap_2_is, gap_1_is. Qed.

Definition edge (k : nat) (f : nat -> Qc) (a : nat) : Qc := pair 1 (S k) f a - pair 2 k f a.

Lemma edge_step k f b : edge (S (S k)) f (S (S (S b))) =
  p2 * edge k f (S (S (S b))) + p1 * edge (S k) f (S (S b)) + p0 * edge (S (S k)) f (S b)
  + excess k f b.
Proof. rewrite excess_is_of_gaps. unfold edge, gap. ring. Qed.

(** A step of two units, without the battles in which both are the attacker's. *)
Definition rest (g : nat -> Qc) (a : nat) : Qc := g (S (S a)) - p0 * g a.

Lemma before_rest g a : g (S (S a)) = rest g a + p0 * g a.
Proof. unfold rest. ring. Qed.

Lemma from_rest g a : 0 <= g a -> 0 <= g (S a) ->
  (forall b, (a <= b)%nat -> 0 <= rest g b) -> forall b, (a <= b)%nat -> 0 <= g b.
Proof.
  intros first second later. apply (well_founded_induction lt_wf (fun b => (a <= b)%nat -> 0 <= g
    b)).
  intros b IH le. destruct (Nat.eq_dec b a) as [->|]; [exact first|].
  destruct (Nat.eq_dec b (S a)) as [->|]; [exact second|].
  destruct b as [|[|b]]; [lia|lia|]. rewrite before_rest.
  apply sum_not_negative; [apply later; lia|apply product_not_negative; [apply chances|apply IH;
    lia]].
Qed.

Lemma excess_rest k f b : rest (excess k f) (S b) =
  p1 * gap 1 k f (S (S b)) + (p0 - l3 * l3) * gap 1 (S k) f (S b).
Proof.
  unfold rest. rewrite !excess_is_of_gaps, gap_2_step, !(gap_1_step (S k)). ring.
Qed.

Definition drive (f : nat -> Qc) (b : nat) : Qc :=
  (w3 * w3 - p2) * f (S (S (S (S b)))) + (l3 * w3 * w3 + l3 * p2 - p1 * w3) * f (S (S (S b)))
  - w3 * (p0 - l3 * l3) * beat 1 f (S (S b)).

Lemma first_rest f b : rest (edge 0 f) (S (S (S b))) = l3 * rest (edge 0 f) (S (S b)) + drive f b.
Proof.
  unfold rest, edge, drive.
  rewrite !(pair_1_of_more _ f (S (S b))), !(pair_1_of_more _ f (S b)), !(pair_1_of_more _ f b),
    !(pair_2_of_more 0 _ f (S (S b))), !(pair_2_of_more 0 _ f (S b)), !pair_0,
    !(pair_1_of_more _ f (S b)), !(pair_1_of_more _ f b), !nobody,
    !(one_of_more f (S b)), !(one_of_more f b). ring.
Qed.

Lemma second_rest f b : rest (edge 1 f) (S (S (S b))) = l3 * rest (edge 1 f) (S (S b)).
Proof.
  unfold rest, edge.
  rewrite !(pair_1_of_more _ f (S (S b))), !(pair_1_of_more _ f (S b)), !(pair_1_of_more _ f b),
    !(pair_2_of_more 0 _ f (S (S b))), !(pair_2_of_more 0 _ f (S b)), !pair_0,
    !(pair_1_of_more _ f (S b)), !(pair_1_of_more _ f b), !(two_of_more _ f (S b)), !nobody,
    !(one_of_more f (S b)). ring.
Qed.

(** The edges of none and of one, from two attackers on, in few battles. *)
Fixpoint first_later (f : nat -> Qc) (b : nat) : Qc :=
  match b with O => rest (edge 0 f) 2 | S c => l3 * first_later f c + drive f c end.

Fixpoint first_edges (f : nat -> Qc) (b : nat) : Qc :=
  match b with
  | O => edge 0 f 2
  | S O => edge 0 f 3
  | S (S c) => first_later f c + p0 * first_edges f c
  end.

Fixpoint second_edges (f : nat -> Qc) (b : nat) : Qc :=
  match b with
  | O => edge 1 f 2
  | S O => edge 1 f 3
  | S (S c) => l3 ^ c * rest (edge 1 f) 2 + p0 * second_edges f c
  end.

Lemma first_edges_are f : forall b, first_edges f b = edge 0 f (S (S b)).
Proof.
  assert (later : forall b, first_later f b = rest (edge 0 f) (S (S b))).
  { induction b as [|b IH]; [easy|]. cbn [first_later]. now rewrite first_rest, IH. }
  apply (well_founded_induction lt_wf). intros [|[|b]] IH; [easy..|]. cbn [first_edges].
  now rewrite (before_rest (edge 0 f)), later, IH by lia.
Qed.

Lemma second_edges_are f : forall b, second_edges f b = edge 1 f (S (S b)).
Proof.
  assert (later : forall b, l3 ^ b * rest (edge 1 f) 2 = rest (edge 1 f) (S (S b))).
  { induction b as [|b IH]; cbn [Qcpower]; [ring|]. rewrite second_rest, <- IH. ring. }
  apply (well_founded_induction lt_wf). intros [|[|b]] IH; [easy..|]. cbn [second_edges].
  now rewrite (before_rest (edge 1 f)), later, IH by lia.
Qed.

(** The edge of a third unit after [third b] attackers, but for a part of itself. *)
Definition third (f : nat -> Qc) (b : nat) : Qc :=
  p2 * first_edges f (S b) + p1 * second_edges f b + excess 0 f b.

Definition fourth (f : nat -> Qc) (b : nat) : Qc :=
  p2 * second_edges f (S (S b)) + p1 * third f b + excess 1 f (S b).

Lemma third_is f b :
  third f b = p2 * edge 0 f (S (S (S b))) + p1 * edge 1 f (S (S b)) + excess 0 f b.
Proof. unfold third. now rewrite first_edges_are, second_edges_are. Qed.

Lemma fourth_is f b :
  fourth f b = p2 * edge 1 f (S (S (S (S b)))) + p1 * third f b + excess 1 f (S b).
Proof. unfold fourth. now rewrite second_edges_are. Qed.

Lemma third_step f b : edge 2 f (S (S (S b))) = third f b + p0 * edge 2 f (S b).
Proof. rewrite edge_step, third_is. ring. Qed.

Lemma fourth_step f b : edge 3 f (S (S (S (S b)))) =
  fourth f b + p1 * p0 * edge 2 f (S b) + p0 * edge 3 f (S (S b)).
Proof. rewrite edge_step, third_step, fourth_is. ring. Qed.

Lemma third_rest f b :
  rest (third f) (S (S b)) = l3 * rest (third f) (S b) + p2 * drive f (S (S b)).
Proof.
  transitivity (p2 * rest (edge 0 f) (S (S (S (S (S b))))) + p1 * rest (edge 1 f) (S (S (S (S b))))
    + rest (excess 0 f) (S (S b))); [unfold rest; rewrite !third_is; ring|].
  transitivity (l3 * (p2 * rest (edge 0 f) (S (S (S (S b)))) + p1 * rest (edge 1 f) (S (S (S b)))
    + rest (excess 0 f) (S b)) + p2 * drive f (S (S b))); [|unfold rest; rewrite !third_is; ring].
  rewrite !excess_rest, !gap_1_step, (first_rest f (S (S b))), (second_rest f (S b)). ring.
Qed.

Lemma fourth_rest f b :
  rest (fourth f) (S (S b)) = l3 * rest (fourth f) (S b) + p1 * (p2 * drive f (S (S b))).
Proof.
  transitivity (p2 * rest (edge 1 f) (S (S (S (S (S (S b)))))) + p1 * rest (third f) (S (S b))
    + rest (excess 1 f) (S (S (S b)))); [unfold rest; rewrite !fourth_is; ring|].
  transitivity (l3 * (p2 * rest (edge 1 f) (S (S (S (S (S b))))) + p1 * rest (third f) (S b)
    + rest (excess 1 f) (S (S b))) + p1 * (p2 * drive f (S (S b))));
    [|unfold rest; rewrite !fourth_is; ring].
  rewrite !excess_rest, !gap_1_step, third_rest, (second_rest f (S (S (S b)))). ring.
Qed.

Lemma minus x : 0 <= - (1) * x -> x <= 0.
Proof.
  intros le. apply (le_by _ _ (- (1) * x)); [exact le|]. ring.
Qed.

(** ** One before two, and two before one, where nothing is worth one attacker *)

Lemma second_at_2 G : G 1%nat = 0 -> edge 1 G 2 = 0.
Proof.
  intros zero. unfold edge. rewrite (pair_1_of_two 2 G), (pair_2_of_two 0 1 G),
    (pair_0 1 G 0), (two_of_one 0 G), one_of_one, zero. ring.
Qed.

Lemma second_at_3 G : G 1%nat = 0 -> edge 1 G 3 = (w3 * q2 - p2 * w2) * G 2%nat.
Proof.
  intros zero. unfold edge.
  rewrite (pair_1_of_more 2 G 0), (pair_1_of_two 2 G), (pair_2_of_more 0 1 G 0),
    (pair_0 1 G 1), (pair_1_of_two 1 G), (pair_of_one 2 1 G), (two_of_one 0 G),
    (two_of_two 0 G), nobody, one_of_two, one_of_one, zero. ring.
Qed.

Lemma second_at_4 G : G 1%nat = 0 -> edge 1 G 4 = l3 * (w3 * q2 - p2 * w2) * G 2%nat.
Proof.
  intros zero. unfold edge.
  rewrite (pair_1_of_more 2 G 1), (pair_1_of_more 2 G 0), (pair_1_of_two 2 G),
    (pair_2_of_more 0 1 G 1), (pair_0 1 G 2), (pair_1_of_more 1 G 0), (pair_1_of_two 1 G),
    (pair_2_of_two 0 1 G), (pair_0 1 G 0), (two_of_more 0 G 0), (two_of_one 0 G),
    (two_of_two 0 G), !nobody, (one_of_more G 0), one_of_two, one_of_one, zero. ring.
Qed.

Lemma rest_of_second G b : G 1%nat = 0 ->
  rest (edge 1 G) (S b) = l3 ^ b * (w3 * q2 - p2 * w2) * G 2%nat.
Proof.
  intros zero. induction b as [|[|b] IH].
  - unfold rest. rewrite second_at_3 by easy. unfold edge.
    rewrite !pair_of_one. cbn [Qcpower]. ring.
  - unfold rest. rewrite second_at_4, second_at_2 by easy. cbn [Qcpower]. ring.
  - rewrite (second_rest G b), IH. cbn [Qcpower]. ring.
Qed.

Lemma second_edge G : G 1%nat = 0 -> 0 <= G 2%nat -> forall a, edge 1 G a <= 0.
Proof.
  intros zero some a. apply minus. revert a. apply (well_founded_induction lt_wf).
  intros [|[|[|a]]] IH.
  - unfold edge. rewrite !pair_of_nobody by lia. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - unfold edge. rewrite !pair_of_one. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - rewrite second_at_2 by easy. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - apply (le_by _ _ (l3 ^ a * ((p2 * w2 - w3 * q2) * G 2%nat) + p0 * (- (1) * edge 1 G (S a)))).
    + apply two_terms; [| |apply chances|apply IH; lia].
      * clear IH. induction a as [|a power]; cbn [Qcpower]; [easy|].
        apply product_not_negative; [apply chances|exact power].
      * apply product_not_negative; [apply (turns numbers)|exact some].
    + rewrite before_rest, rest_of_second by easy. ring.
Qed.

(** What a garrison of three costs more than two, where one stands behind, or two. *)
Definition three (j : nat) (f : nat -> Qc) (a : nat) : Qc := pair 3 j f a - pair 2 (S j) f a.

Lemma three_step k f b : three (S k) f (S (S (S b))) =
  p2 * edge k f (S (S (S b))) + p0 * three (S k) f (S b) + gap 2 k f b.
Proof. unfold three, edge, gap. rewrite (pair_2_of_more 1). ring. Qed.

Definition third_of_two (f : nat -> Qc) (b : nat) : Qc :=
  p2 * second_edges f (S b) + later_gap_2 1 f b.

Lemma third_of_two_is f b : third_of_two f b = p2 * edge 1 f (S (S (S b))) + gap 2 1 f b.
Proof. unfold third_of_two. now rewrite second_edges_are, gap_2_is. Qed.

Lemma third_of_two_rest f b :
  rest (third_of_two f) (S b) = l3 * rest (third_of_two f) b.
Proof.
  transitivity (p2 * rest (edge 1 f) (S (S (S (S b)))) + p1 * gap 1 1 f (S (S b)));
    [unfold rest; rewrite !third_of_two_is, gap_2_step; ring|].
  transitivity (l3 * (p2 * rest (edge 1 f) (S (S (S b))) + p1 * gap 1 1 f (S b)));
    [|unfold rest; rewrite !third_of_two_is, gap_2_step; ring].
  rewrite gap_1_step, (second_rest f (S b)). ring.
Qed.

(** ** What is looked at for rays *)

Definition on_rays (F : (nat -> Qc) -> Qc) : bool :=
  forallb (fun c => leb 0 (F (ray c))) (seq 1 8).

(** The battles of one to four attackers against n + 1, and n + 2, and those that follow. *)
Definition next (rows : (Qc * Qc * Qc * Qc) * (Qc * Qc * Qc * Qc)) :=
  let '(x1, x2, x3, x4, (y1, y2, y3, y4)) := rows in
  let z1 := v * y1 in let z2 := q2 * x2 + q1 * y1 in
  (y1, y2, y3, y4, (z1, z2, p2 * x3 + p1 * y2 + p0 * z1, p2 * x4 + p1 * y3 + p0 * z2)).

Definition up_to_four (n : nat) (f : nat -> Qc) :=
  let row m := (beat m f 1, beat m f 2, beat m f 3, beat m f 4) in (row (S n), row (S (S n))).

Fixpoint sweep (n : nat) (rows : (Qc * Qc * Qc * Qc) * (Qc * Qc * Qc * Qc)) :=
  match n with O => [] | S m => rows :: sweep m (next rows) end.

Lemma sweep_are f n : forall s,
  sweep n (up_to_four s f) = map (fun k => up_to_four k f) (seq s n).
Proof.
  induction n as [|n IH]; intros s; [easy|]. cbn [sweep seq map]. rewrite <- IH. do 2 f_equal.
  unfold next, up_to_four. now rewrite (two_of_more (S s) f 1), (two_of_more (S s) f 0),
    (two_of_two (S s)), (two_of_one (S s)).
Qed.

(** What [edge] is where three attackers or fewer, or four, come to the second battle. *)
Definition of_four (c1 c2 c3 c4 : Qc) (row : Qc * Qc * Qc * Qc) : Qc :=
  let '(x1, x2, x3, x4) := row in c1 * x1 + c2 * x2 + c3 * x3 + c4 * x4.

Definition edge_of_4 (rows : (Qc * Qc * Qc * Qc) * (Qc * Qc * Qc * Qc)) : Qc :=
  of_four (l3 * l3 * w2) (l3 * w3) w3 0 (snd rows)
  - of_four (p1 * l3 * w2 + p0 * q2) (p1 * w3) p2 0 (fst rows).

Definition edge_of_5 (rows : (Qc * Qc * Qc * Qc) * (Qc * Qc * Qc * Qc)) : Qc :=
  of_four (l3 * l3 * l3 * w2) (l3 * l3 * w3) (l3 * w3) w3 (snd rows)
  - of_four (p1 * l3 * l3 * w2 + p0 * p1 * w2) (p1 * l3 * w3 + p0 * p2) (p1 * w3) p2 (fst rows).

Definition row_starts (edges : (Qc * Qc * Qc * Qc) * (Qc * Qc * Qc * Qc) -> Qc) : bool :=
  forallb (fun c => terms_start 2 [v ^ 2; q2; p2; p2] (map edges (sweep 8 (up_to_four 1 (ray c)))))
    (seq 1 8).

Record based : Prop := Based {
  first_2 : on_rays (fun f => edge 0 f 2) = true;
  first_3 : on_rays (fun f => edge 0 f 3) = true;
  first_4 : on_rays (fun f => rest (edge 0 f) 2) = true;
  third_4 : on_rays (fun f => third f 1) = true;
  third_5 : on_rays (fun f => third f 2) = true;
  third_6 : on_rays (fun f => rest (third f) 1) = true;
  third_edge_4 : on_rays (fun f => edge 2 f 4) = true;
  third_edge_5 : on_rays (fun f => edge 2 f 5) = true;
  fourth_7 : on_rays (fun f => fourth f 3) = true;
  fourth_8 : on_rays (fun f => fourth f 4) = true;
  fourth_9 : on_rays (fun f => rest (fourth f) 1) = true;
  fourth_edge_4 : on_rays (fun f => edge 3 f 4) = true;
  fourth_edge_5 : on_rays (fun f => edge 3 f 5) = true;
  fourth_edge_6 : on_rays (fun f => edge 3 f 6) = true;
  of_two_3 : on_rays (fun f => third_of_two f 0) = true;
  of_two_4 : on_rays (fun f => third_of_two f 1) = true;
  of_two_5 : on_rays (fun f => rest (third_of_two f) 0) = true;
  defenders_2 : on_rays (fun f => w3 * beat 1 f 2 - beat 2 f 2) = true;
  defenders_3 : on_rays (fun f => w3 * beat 2 f 2 - beat 3 f 2) = true;
  row_4 : row_starts edge_of_4 = true;
  row_5 : row_starts edge_of_5 = true }.
Hypothesis bases : based.

Lemma linear_beat N n a : (1 <= a <= N)%nat -> linear N (fun f => beat n f a).
Proof.
  intros le. split; intros; [now apply beat_add; lia|now apply beat_mul; lia|].
  apply beat_ext_of_some; [lia|lia|]. intros x le'. apply H. lia.
Qed.

Lemma linear_edge k a : (a <= 8)%nat -> linear 8 (fun f => edge k f a).
Proof. intros le. apply linear_sub; now apply linear_pair. Qed.

Lemma linear_gap i m b : (b <= 5)%nat -> linear 8 (fun f => gap i m f b).
Proof.
  intros le. apply linear_sub; [apply linear_add; [apply linear_add|]|];
    try apply linear_mul; apply linear_pair; lia.
Qed.

Lemma linear_ext N F G : (forall f, F f = G f) -> linear N G -> linear N F.
Proof. intros same [a m e]. split; intros; rewrite !same; auto. Qed.

Lemma linear_excess k b : (b <= 5)%nat -> linear 8 (fun f => excess k f b).
Proof.
  intros le. apply (linear_ext 8 _ (fun f => gap 2 k f b - gap 1 (S k) f b)).
  - intros f. apply excess_is_of_gaps.
  - apply linear_sub; now apply linear_gap.
Qed.

Lemma linear_third b : (b <= 5)%nat -> linear 8 (fun f => third f b).
Proof.
  intros le. apply (linear_ext 8 _ _ (fun f => third_is f b)).
  apply linear_add; [apply linear_add; apply linear_mul; apply linear_edge; lia|].
  now apply linear_excess.
Qed.

Lemma linear_fourth b : (b <= 4)%nat -> linear 8 (fun f => fourth f b).
Proof.
  intros le. apply (linear_ext 8 _ _ (fun f => fourth_is f b)).
  apply linear_add; [apply linear_add; apply linear_mul;
    [apply linear_edge|apply linear_third]; lia|]. apply linear_excess. lia.
Qed.

Lemma linear_third_of_two b : (b <= 5)%nat -> linear 8 (fun f => third_of_two f b).
Proof.
  intros le. apply (linear_ext 8 _ _ (fun f => third_of_two_is f b)).
  apply linear_add; [apply linear_mul, linear_edge; lia|now apply linear_gap].
Qed.

Lemma linear_rest (F : (nat -> Qc) -> nat -> Qc) a : linear 8 (fun f => F f (S (S a))) ->
  linear 8 (fun f => F f a) -> linear 8 (fun f => rest (F f) a).
Proof. intros far near. apply linear_sub; [exact far|]. now apply linear_mul. Qed.

Section Bases.
Variable f : nat -> Qc.
Hypothesis rise : rising f.

Lemma from_rays F : linear 8 F -> on_rays F = true -> 0 <= F f.
Proof. intros lin all. now apply (rays_decide 8). Qed.

Lemma drive_not_negative b : 0 <= drive f b.
Proof.
  destruct rise as [positive rises].
  assert (most := one_not_more f rise (S b)).
  apply (le_by _ _ ((w3 * w3 - p2) * (f (S (S (S (S b)))) - f (S (S (S b))))
    + (w3 * w3 - p2 + (l3 * w3 * w3 + l3 * p2 - p1 * w3) - w3 * (p0 - l3 * l3)) * f (S (S (S b)))
    + w3 * (p0 - l3 * l3) * (f (S (S b)) - beat 1 f (S (S b)) + (f (S (S (S b))) - f (S (S b)))))).
  - apply three_terms.
    + apply (w3_p2 numbers).
    + apply difference_not_negative, rises.
    + apply (driven numbers).
    + apply positive.
    + apply product_not_negative; [apply chances|apply (p0_l3 numbers)].
    + apply sum_not_negative; apply difference_not_negative; [exact most|apply rises].
  - unfold drive. ring.
Qed.

Lemma first_rest_not_negative b : 0 <= rest (edge 0 f) (S (S b)).
Proof.
  induction b as [|b IH].
  - apply (from_rays (fun f => rest (edge 0 f) 2)); [|apply (first_4 bases)].
    apply linear_rest; apply linear_edge; lia.
  - rewrite first_rest. apply sum_not_negative; [|apply drive_not_negative].
    apply product_not_negative; [apply chances|exact IH].
Qed.

Lemma first_edge a : 0 <= edge 0 f a.
Proof.
  destruct a as [|[|a]].
  - unfold edge. rewrite !pair_of_nobody by lia. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - unfold edge. rewrite !pair_of_one. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - apply (from_rest (edge 0 f) 2); [| |intros [|[|b]] le; [lia|lia|]|lia].
    + apply (from_rays (fun f => edge 0 f 2)); [apply linear_edge; lia|apply (first_2 bases)].
    + apply (from_rays (fun f => edge 0 f 3)); [apply linear_edge; lia|apply (first_3 bases)].
    + apply first_rest_not_negative.
Qed.

Lemma third_not_negative : forall b, 0 <= third f (S b).
Proof.
  assert (later : forall b, 0 <= rest (third f) (S b)).
  { induction b as [|b IH].
    - apply (from_rays (fun f => rest (third f) 1)); [|apply (third_6 bases)].
      apply linear_rest; apply linear_third; lia.
    - rewrite third_rest. apply two_terms; try apply chances; [exact IH|apply drive_not_negative]. }
  intros b. apply (from_rest (third f) 1); [| |intros [|c] le; [lia|apply later]|lia].
  - apply (from_rays (fun f => third f 1)); [apply linear_third; lia|apply (third_4 bases)].
  - apply (from_rays (fun f => third f 2)); [apply linear_third; lia|apply (third_5 bases)].
Qed.

Lemma third_edge b : 0 <= edge 2 f (S (S (S (S b)))).
Proof.
  apply (from_rest (edge 2 f) 4); [| |intros [|[|[|[|c]]]] le; try lia|lia].
  - apply (from_rays (fun f => edge 2 f 4)); [apply linear_edge; lia|apply (third_edge_4 bases)].
  - apply (from_rays (fun f => edge 2 f 5)); [apply linear_edge; lia|apply (third_edge_5 bases)].
  - apply (le_by _ _ (third f (S (S (S c))))); [apply third_not_negative|].
    unfold rest. rewrite third_step. ring.
Qed.

Lemma fourth_not_negative : forall b, 0 <= fourth f (S (S (S b))).
Proof.
  assert (later : forall b, 0 <= rest (fourth f) (S b)).
  { induction b as [|b IH].
    - apply (from_rays (fun f => rest (fourth f) 1)); [|apply (fourth_9 bases)].
      apply linear_rest; apply linear_fourth; lia.
    - rewrite fourth_rest. apply two_terms; try apply chances; [exact IH|].
      apply product_not_negative; [apply chances|apply drive_not_negative]. }
  intros b. apply (from_rest (fourth f) 3); [| |intros [|c] le; [lia|apply later]|lia].
  - apply (from_rays (fun f => fourth f 3)); [apply linear_fourth; lia|apply (fourth_7 bases)].
  - apply (from_rays (fun f => fourth f 4)); [apply linear_fourth; lia|apply (fourth_8 bases)].
Qed.

Lemma fourth_edge b : 0 <= edge 3 f (S (S (S (S b)))).
Proof.
  destruct b as [|b].
  { apply (from_rays (fun f => edge 3 f 4)); [apply linear_edge; lia|apply (fourth_edge_4 bases)]. }
  apply (from_rest (edge 3 f) 5); [| |intros [|[|[|[|[|c]]]]] le; try lia|lia].
  - apply (from_rays (fun f => edge 3 f 5)); [apply linear_edge; lia|apply (fourth_edge_5 bases)].
  - apply (from_rays (fun f => edge 3 f 6)); [apply linear_edge; lia|apply (fourth_edge_6 bases)].
  - apply (le_by _ _ (fourth f (S (S (S c))) + p1 * p0 * edge 2 f (S (S (S (S c)))))).
    + apply sum_not_negative; [apply fourth_not_negative|].
      apply product_not_negative; [apply product_not_negative; apply chances|apply third_edge].
    + unfold rest. rewrite fourth_step. ring.
Qed.

(** ** Two attackers *)

Lemma two_attackers_shrink : forall n, 0 <= w3 * beat (S n) f 2 - beat (S (S n)) f 2.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|n]] IH; [| |].
  { apply (from_rays (fun f => w3 * beat 1 f 2 - beat 2 f 2)); [|apply (defenders_2 bases)].
    apply linear_sub; [apply linear_mul|]; apply linear_beat; lia. }
  { apply (from_rays (fun f => w3 * beat 2 f 2 - beat 3 f 2)); [|apply (defenders_3 bases)].
    apply linear_sub; [apply linear_mul|]; apply linear_beat; lia. }
  apply (le_by _ _ (q2 * (w3 * beat (S n) f 2 - beat (S (S n)) f 2)
    + q1 * ((w3 - v) * beat (S (S n)) f 1))).
  - apply two_terms; try apply chances; [apply IH; lia|].
    apply product_not_negative; [apply (w3_v numbers)|now apply beaten].
  - rewrite (two_of_two (S (S n))), (two_of_two (S n)), (two_of_one (S n)). ring.
Qed.
(** ** Four and five attackers *)

End Bases.

Notation row_roots := [v ^ 2; q2; p2; p2].

Lemma more_roots f : vanishes 2 [p2; p2; q2; v ^ 2] f -> vanishes 2 row_roots f.
Proof. apply vanishes_in_any_order, Permutation_sym, (Permutation_rev row_roots). Qed.

Lemma row_1 f : vanishes 2 [v ^ 2] (fun n => beat (S n) f 1).
Proof.
  intros n. cbn [steps_of]. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add].
  rewrite !two_of_one. cbn [Qcpower]. ring.
Qed.

Lemma row_2 f : vanishes 2 [q2; v ^ 2] (fun n => beat (S n) f 2).
Proof.
  apply (vanishes_ext 2 [v ^ 2] (step 2 q2 (fun n => beat (S n) f 2))
    (fun n => q1 * beat (S (1 + n)) f 1)).
  - intros n. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add]. rewrite two_of_two. ring.
  - apply vanishes_mul, (vanishes_shift 2 [v ^ 2] 1 (fun n => beat (S n) f 1)), row_1.
Qed.

Lemma row_3 f : vanishes 2 [p2; q2; v ^ 2] (fun n => beat (S n) f 3).
Proof.
  apply (vanishes_ext 2 [q2; v ^ 2] (step 2 p2 (fun n => beat (S n) f 3))
    (fun n => p1 * beat (S (1 + n)) f 2 + p0 * beat (S (2 + n)) f 1)).
  - intros n. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add]. rewrite (two_of_more _ f 0).
    ring.
  - apply vanishes_add; apply vanishes_mul.
    + apply (vanishes_shift 2 [q2; v ^ 2] 1 (fun n => beat (S n) f 2)), row_2.
    + apply vanishes_more, (vanishes_shift 2 [v ^ 2] 2 (fun n => beat (S n) f 1)), row_1.
Qed.

Lemma row_of_4 f : vanishes 2 [p2; p2; q2; v ^ 2] (fun n => beat (S n) f 4).
Proof.
  apply (vanishes_ext 2 [p2; q2; v ^ 2] (step 2 p2 (fun n => beat (S n) f 4))
    (fun n => p1 * beat (S (1 + n)) f 3 + p0 * beat (S (2 + n)) f 2)).
  - intros n. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add]. rewrite (two_of_more _ f 1).
    ring.
  - apply vanishes_add; apply vanishes_mul.
    + apply (vanishes_shift 2 [p2; q2; v ^ 2] 1 (fun n => beat (S n) f 3)), row_3.
    + apply vanishes_more, (vanishes_shift 2 [q2; v ^ 2] 2 (fun n => beat (S n) f 2)), row_2.
Qed.

Lemma row_vanishes s c1 c2 c3 c4 f : vanishes 2 row_roots (fun k =>
  c1 * beat (S (s + k)) f 1 + c2 * beat (S (s + k)) f 2 + c3 * beat (S (s + k)) f 3
  + c4 * beat (S (s + k)) f 4).
Proof.
  apply more_roots. repeat apply vanishes_add; apply vanishes_mul.
  - do 3 apply vanishes_more. apply (vanishes_shift 2 [v ^ 2] s (fun n => beat (S n) f 1)), row_1.
  - do 2 apply vanishes_more.
    apply (vanishes_shift 2 [q2; v ^ 2] s (fun n => beat (S n) f 2)), row_2.
  - apply vanishes_more.
    apply (vanishes_shift 2 [p2; q2; v ^ 2] s (fun n => beat (S n) f 3)), row_3.
  - apply (vanishes_shift 2 [p2; p2; q2; v ^ 2] s (fun n => beat (S n) f 4)), row_of_4.
Qed.

Lemma difference_vanishes s c1 c2 c3 c4 d1 d2 d3 d4 f : vanishes 2 row_roots (fun k =>
  of_four c1 c2 c3 c4 (snd (up_to_four (s + k) f))
  - of_four d1 d2 d3 d4 (fst (up_to_four (s + k) f))).
Proof.
  apply (vanishes_ext 2 row_roots _ (fun k => of_four c1 c2 c3 c4 (fst (up_to_four (S s + k) f))
    + - (1) * of_four d1 d2 d3 d4 (fst (up_to_four (s + k) f)))).
  - intros k. cbn [up_to_four of_four fst snd Nat.add]. ring.
  - apply vanishes_add; [|apply vanishes_mul]; apply row_vanishes.
Qed.

Lemma edges_at_2 s f : vanishes 2 row_roots (fun k => edge (S (s + k)) f 2).
Proof.
  eapply vanishes_ext; [|apply (difference_vanishes s w2 0 0 0 q2 0 0 0 f)].
  intros k. unfold edge, up_to_four, of_four. cbn [fst snd].
  rewrite (pair_2_of_two 0), pair_0, pair_1_of_two. ring.
Qed.

Lemma edges_at_3 s f : vanishes 2 row_roots (fun k => edge (S (s + k)) f 3).
Proof.
  eapply vanishes_ext; [|apply (difference_vanishes s (l3 * w2) w3 0 0 (p1 * w2) p2 0 0 f)].
  intros k. unfold edge, up_to_four, of_four. cbn [fst snd].
  rewrite (pair_2_of_more 0 _ _ 0), !(pair_1_of_more _ _ 0), !pair_0, !pair_1_of_two,
    !pair_of_one. ring.
Qed.

Lemma edge_at_4 k f : edge (S k) f 4 = edge_of_4 (up_to_four k f).
Proof.
  unfold edge, edge_of_4, up_to_four, of_four. cbn [fst snd].
  rewrite (pair_2_of_more 0 _ _ 1), !(pair_1_of_more _ _ 1), !(pair_1_of_more _ _ 0),
    (pair_2_of_two 0), !pair_0, !pair_1_of_two. ring.
Qed.

Lemma edges_at_4 s f : vanishes 2 row_roots (fun k => edge (S (s + k)) f 4).
Proof.
  apply (vanishes_ext 2 row_roots _ _ (fun k => edge_at_4 (s + k) f)), difference_vanishes.
Qed.

Lemma edge_at_5 k f : edge (S k) f 5 = edge_of_5 (up_to_four k f).
Proof.
  unfold edge, edge_of_5, up_to_four, of_four. cbn [fst snd].
  rewrite (pair_2_of_more 0 _ _ 2), !(pair_1_of_more _ _ 2), !(pair_1_of_more _ _ 1),
    (pair_2_of_more 0 _ _ 0), !(pair_1_of_more _ _ 0), !pair_0, !pair_1_of_two, !pair_of_one. ring.
Qed.

Lemma edges_at_5 s f : vanishes 2 row_roots (fun k => edge (S (s + k)) f 5).
Proof.
  apply (vanishes_ext 2 row_roots _ _ (fun k => edge_at_5 (s + k) f)), difference_vanishes.
Qed.

Lemma row_from_rays a edges f : (a <= 8)%nat ->
  (forall k g, edge (S k) g a = edges (up_to_four k g)) ->
  (forall c, vanishes 2 row_roots (fun k => edge (S (1 + k)) (ray c) a)) ->
  row_starts edges = true -> rising f -> forall k, 0 <= edge (S (S k)) f a.
Proof.
  intros le same none start rise k.
  apply (rays_decide 8 (fun f => edge (S (S k)) f a)); [now apply linear_edge|exact rise|].
  apply forallb_forall. intros c there. apply (proj1 (forallb_forall _ _) start) in there.
  rewrite sweep_are, <- seq_shift, !map_map in there.
  apply Qle_bool_iff. apply (never_negative 2 row_roots ltac:(lia) _ (none c)).
  unfold starts. rewrite <- there. f_equal. apply map_ext. intros m. apply same.
Qed.

Lemma four_attackers f : rising f -> forall k, 0 <= edge (S (S k)) f 4.
Proof.
  apply (row_from_rays 4 edge_of_4); [lia|exact edge_at_4|intros c; apply (edges_at_4 1)|].
  exact (row_4 bases).
Qed.

Lemma five_attackers f : rising f -> forall k, 0 <= edge (S (S k)) f 5.
Proof.
  apply (row_from_rays 5 edge_of_5); [lia|exact edge_at_5|intros c; apply (edges_at_5 1)|].
  exact (row_5 bases).
Qed.

(** ** One before three or more, against two before two or more *)

Section Cut.
Variable f : nat -> Qc.
Hypothesis rise : rising f.

Lemma two_1_4_not_negative : 0 <= two_1_4.
Proof.
  apply product_not_negative; [apply product_not_negative; apply chances|apply (p2_q2 numbers)].
Qed.

Lemma gap_shrinks k : 0 <= gap 1 (S k) f 1 - gap 1 (S (S k)) f 1.
Proof.
  apply (le_by _ _ (two_1_4 * (w3 * beat (S k) f 2 - beat (S (S k)) f 2)
    + l3 * two_1_4 * (beat (S k) f 2 - beat (S k) f 1)
    + (l3 * two_1_4 + (1 - v) * one_1_4 v) * beat (S k) f 1)).
  - apply three_terms; [apply two_1_4_not_negative|now apply two_attackers_shrink| | |
      apply (gap_falls numbers)|now apply beaten].
    + apply product_not_negative; [apply chances|apply two_1_4_not_negative].
    + now apply difference_not_negative, beat_rises.
  - transitivity (two_1_4 * ((w3 + l3) * beat (S k) f 2 - beat (S (S k)) f 2)
      + (1 - v) * one_1_4 v * beat (S k) f 1); [|ring].
    rewrite (gap_1_at_4 (S k) f), (gap_1_at_4 (S (S k)) f), (two_of_one k f), (three_v_one numbers).
    change (shrink (S k)) with v. change (shrink (S (S k))) with v. ring.
Qed.

Lemma excess_not_negative k b : 0 <= excess (S k) f (S (S (S b))).
Proof.
  apply (from_rest (excess (S k) f) 3); [| |intros [|c] le; [lia|]|lia].
  - apply (le_by _ _ ((p1 * l3 * two_1_4 + p0 * two_2_4 - l3 * l3 * two_1_4) * beat (S k) f 2
      + (p1 * l3 * one_1_4 v + p0 * one_2_4 v - l3 * l3 * one_1_4 v) * beat (S k) f 1
      + l3 * l3 * (gap 1 (S k) f 1 - gap 1 (S (S k)) f 1))).
    + apply three_terms; [apply (excess_of_two numbers)|now apply beaten|
        apply (excess_of_one numbers)|now apply beaten|
        apply product_not_negative; apply chances|apply gap_shrinks].
    + rewrite excess_is_of_gaps, (gap_2_step (S k) f 1), (gap_1_step (S (S k)) f 1),
        (gap_1_step (S (S k)) f 0), (gap_1_step (S k) f 0), (gap_2_at_4 (S k) f),
        (gap_1_at_4 (S k) f). change (shrink (S k)) with v. ring.
  - apply (le_by _ _ ((p1 * l3 * l3 + p0 * p1 - l3 * l3 * l3) * gap 1 (S k) f 1
      + p0 * p0 * gap 2 (S k) f 0
      + l3 * l3 * l3 * (gap 1 (S k) f 1 - gap 1 (S (S k)) f 1))).
    + apply three_terms.
      * apply (later_excess numbers).
      * now apply gap_1_not_negative.
      * apply product_not_negative; apply chances.
      * now apply gap_2_not_negative.
      * apply product_not_negative; [apply product_not_negative|]; apply chances.
      * apply gap_shrinks.
    + rewrite excess_is_of_gaps, (gap_2_step (S k) f 2), (gap_2_step (S k) f 0),
        (gap_1_step (S (S k)) f 2), (gap_1_step (S (S k)) f 1), (gap_1_step (S (S k)) f 0),
        (gap_1_step (S k) f 1), (gap_1_step (S k) f 0). ring.
  - rewrite excess_rest. apply two_terms; [apply chances|now apply gap_1_not_negative|
      apply (p0_l3 numbers)|now apply gap_1_not_negative].
Qed.

Lemma edge_not_negative k a : 0 <= edge (S (S k)) f (S (S (S (S a)))).
Proof.
  revert k a. apply (induction_on_units (fun k a => 0 <= edge (S (S k)) f (S (S (S (S a)))))).
  intros [|[|k]] a IH; [now apply third_edge|now apply fourth_edge|].
  destruct a as [|[|a]]; [now apply four_attackers|now apply five_attackers|].
  rewrite edge_step. apply sum_not_negative; [|apply excess_not_negative].
  apply three_terms; [apply chances|apply IH; lia|apply chances|apply IH; lia|apply chances|
    apply IH; lia].
Qed.

(** ** Three before one or more *)

Lemma three_of_two k : 0 <= three (S k) f 2.
Proof.
  apply (le_by _ _ (q2 * ((w2 - v) * beat (S k) f 1))).
  - apply product_not_negative; [apply chances|].
    apply product_not_negative; [apply (w2_v numbers)|now apply beaten].
  - unfold three. rewrite (pair_2_of_two 1 (S k) f), (pair_2_of_two 0 (S (S k)) f),
      (pair_0 (S (S k)) f 0), (pair_1_of_two (S k) f), (two_of_one k f). ring.
Qed.

Lemma three_of_three k : 0 <= three (S k) f 3.
Proof.
  apply (le_by _ _ (p2 * (w3 * beat (S k) f 2 - beat (S (S k)) f 2)
    + (p2 * l3 * w2 + p1 * (q2 - v * w2)) * beat (S k) f 1)).
  - apply two_terms; [apply chances|now apply two_attackers_shrink|apply (three_at_3 numbers)|
      now apply beaten].
  - unfold three. rewrite (pair_2_of_more 1 (S k) f 0), (pair_2_of_more 0 (S (S k)) f 0),
      (pair_2_of_two 0 (S k) f), (pair_0 (S k) f 0), (pair_0 (S (S k)) f 1),
      (pair_1_of_more (S k) f 0), (pair_1_of_two (S k) f), (pair_1_of_two (S (S k)) f),
      (pair_of_one 3 (S k) f), (pair_of_one 2 (S (S k)) f), (two_of_one k f). ring.
Qed.

Lemma third_of_two_not_negative b : 0 <= third_of_two f b.
Proof.
  apply (from_rest (third_of_two f) 0); [| |intros c _|lia].
  - apply (from_rays f rise (fun f => third_of_two f 0)); [|apply (of_two_3 bases)].
    apply linear_third_of_two. lia.
  - apply (from_rays f rise (fun f => third_of_two f 1)); [|apply (of_two_4 bases)].
    apply linear_third_of_two. lia.
  - induction c as [|c IH].
    + apply (from_rays f rise (fun f => rest (third_of_two f) 0)); [|apply (of_two_5 bases)].
      apply linear_rest; apply linear_third_of_two; lia.
    + rewrite third_of_two_rest. apply product_not_negative; [apply chances|exact IH].
Qed.

Lemma three_not_negative k : forall a, 0 <= three (S k) f a.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|[|a]]] IH.
  - unfold three. rewrite !pair_of_nobody by lia. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - unfold three. rewrite !pair_of_one. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - apply three_of_two.
  - destruct k as [|[|k]].
    + rewrite three_step. apply sum_not_negative; [|now apply gap_2_not_negative].
      apply two_terms; [apply chances|now apply first_edge|apply chances|apply IH; lia].
    + apply (le_by _ _ (third_of_two f a + p0 * three 2 f (S a))).
      * apply sum_not_negative; [apply third_of_two_not_negative|].
        apply product_not_negative; [apply chances|apply IH; lia].
      * rewrite three_step, third_of_two_is. ring.
    + destruct a as [|a]; [apply three_of_three|].
      rewrite three_step. apply sum_not_negative; [|now apply gap_2_not_negative].
      apply two_terms; [apply chances|apply edge_not_negative|apply chances|apply IH; lia].
Qed.

(** ** The former of two neighbours may be cut to two *)

Definition cut (i j : nat) (a : nat) : Qc := pair (S (S i)) (S j) f a - pair 2 (S (i + j)) f a.

Lemma cut_not_negative j : forall a i, 0 <= cut i j a.
Proof.
  apply (induction_on_units (fun a i => 0 <= cut i j a)). intros a i IH. destruct i as [|[|i]].
  - unfold cut. cbn [Nat.add]. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - apply three_not_negative.
  - destruct a as [|[|[|a]]].
    + unfold cut. rewrite !pair_of_nobody by lia. apply (le_by _ _ 0); [apply Qcle_refl|ring].
    + unfold cut. rewrite !pair_of_one. apply (le_by _ _ 0); [apply Qcle_refl|ring].
    + apply (le_by _ _ (q2 * cut i j 2 + q2 * ((q2 - v * v) * beat (S (i + j)) f 1))).
      * apply two_terms; [apply chances|apply IH; lia|apply chances|].
        apply product_not_negative; [apply (q2_vv numbers)|now apply beaten].
      * unfold cut. cbn [Nat.add].
        rewrite (pair_2_of_two (S (S i)) (S j) f), (pair_2_of_two 0 (S (i + j)) f),
          (pair_2_of_two 0 (S (S (S (i + j)))) f), (pair_0 (S (i + j)) f 0),
          (pair_0 (S (S (S (i + j)))) f 0), (two_of_one (S (i + j)) f), (two_of_one (i + j) f).
          ring.
    + apply (le_by _ _ (p2 * cut i j (S (S (S a))) + p1 * cut (S i) j (S (S a))
        + p0 * cut (S (S i)) j (S a) + gap 2 (S (i + j)) f a)).
      * apply sum_not_negative; [|now apply gap_2_not_negative].
        apply three_terms; [apply chances|apply IH; lia|apply chances|apply IH; lia|apply chances|
          apply IH; lia].
      * unfold cut, gap. cbn [Nat.add]. rewrite (pair_2_of_more (S (S i)) (S j) f a). ring.
Qed.
End Cut.
End Two.
