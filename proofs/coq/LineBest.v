(** * Two on each, and all others on the last

    - [out n]              the chances of how many attackers it costs to take one or two, three dice
                           thrown in each round
    - [prefix first]       the same of several battles
    - [triple k]           what 1, 2 and k + 1 are worth to the attacker more than 2, 2 and k
    - [weighed]            what is left to check, in rows

    Main result: [two_on_each].  Where all first battles are fought with three dice, [before] is a
    convolution ([before_is_conv]).  What it is taken of changes its sign once: [edge], or
      [triple]. *)

From Coq Require Import Arith Bool Lia List NArith Permutation ZArith QArith Qcanon.
From Risk Require Import Sums Battle Rules Lines SaddlePoint Line LineTwo LineCandidates LineRatio.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Best.
Variable p : nat -> nat -> nat -> Qc.
Hypothesis chances : forall x y i, 0 <= p x y i.
Hypothesis numbers : fair p.
Hypothesis bases : based p.
Notation beat := (beat 2 p).
Notation pair := (pair p).
Notation edge := (edge p).
Notation rest := (rest p).
Notation p2 := (p 3 2 2).
Notation p1 := (p 3 2 1).
Notation p0 := (p 3 2 0).
Notation w3 := (p 3 1 1).
Notation l3 := (p 3 1 0).
Notation q2 := (p 2 2 2).
Notation w2 := (p 2 1 1).
Notation v := (p 1 2 1).
Notation row_roots := [v ^ 2; q2; p2; p2].

(** ** Battles against one or two, where three dice are thrown *)

Definition out_1 (x : nat) : Qc := w3 * l3 ^ x.

Fixpoint out_2 (x : nat) : Qc :=
  match x with
  | O => p2
  | S O => p1 * w3
  | S (S y) => p1 * out_1 (S y) + p0 * out_2 y
  end.

Definition out (n : nat) : nat -> Qc := if (n =? 1)%nat then out_1 else out_2.

Definition late (k : nat) (u : nat -> Qc) : Prop := forall x, (x < k)%nat -> u x = 0.

Lemma nobody_late n u : late 3 u -> (1 <= n <= 2)%nat -> late 3 (beat n u).
Proof.
  intros zero one_two x lt.
  assert (n = 1 \/ n = 2)%nat as [-> | ->] by lia;
    assert (x = 0 \/ x = 1 \/ x = 2)%nat as [-> | [-> | ->]] by lia.
  - apply beat_by_nobody; lia.
  - rewrite one_of_one, zero by lia. ring.
  - rewrite one_of_two, one_of_one, !zero by lia. ring.
  - apply beat_by_nobody; lia.
  - rewrite (two_of_one p 0), one_of_one, zero by lia. ring.
  - rewrite (two_of_two p 0), nobody, one_of_one, !zero by lia. ring.
Qed.

Lemma one_is_conv u a : late 3 u -> beat 1 u (3 + a) = conv out_1 (fun x => u (3 + x)%nat) a.
Proof.
  intros zero. induction a as [|a IH].
  - change (3 + 0)%nat with 3%nat.
    rewrite (one_of_more p u 0), (nobody_late 1 u zero ltac:(lia) 2%nat) by lia.
    unfold conv, out_1. cbn [sum Qcpower Nat.sub Nat.add]. ring.
  - change (3 + S a)%nat with (S (S (S (S a)))).
    rewrite (one_of_more p u (S a)), conv_step.
    change (S (S (S a))) with (3 + a)%nat. rewrite IH, <- conv_mul.
    rewrite (conv_ext (fun x => out_1 (S x)) (fun x => l3 * out_1 x))
      by (intros x; unfold out_1; cbn [Qcpower]; ring).
    unfold out_1 at 2. cbn [Qcpower Nat.add]. ring.
Qed.

Lemma two_is_conv u : late 3 u -> forall a,
  beat 2 u (3 + a) = conv out_2 (fun x => u (3 + x)%nat) a.
Proof.
  intros zero. apply (well_founded_induction lt_wf). intros [|[|a]] IH.
  - change (3 + 0)%nat with 3%nat. rewrite (two_of_more p 0 u 0), nobody,
      (nobody_late 1 u zero ltac:(lia) 2%nat), (nobody_late 2 u zero ltac:(lia) 1%nat) by lia.
    unfold conv. cbn [sum out_2 Nat.sub Nat.add]. ring.
  - change (3 + 1)%nat with 4%nat. rewrite (two_of_more p 0 u 1), nobody,
      (nobody_late 2 u zero ltac:(lia) 2%nat) by lia.
    replace (beat 1 u 3) with (conv out_1 (fun x => u (3 + x)%nat) 0)
      by (symmetry; apply (one_is_conv u 0 zero)).
    unfold conv, out_1. cbn [sum out_2 Qcpower Nat.sub Nat.add]. ring.
  - change (3 + S (S a))%nat with (S (S (S (S (S a))))).
    rewrite (two_of_more p 0 u (S (S a))), nobody, !conv_step.
    change (S (S (S (S a)))) with (3 + S a)%nat. rewrite one_is_conv, conv_step by easy.
    change (S (S (S a))) with (3 + a)%nat. rewrite IH by lia.
    rewrite (conv_ext (fun x => out_2 (S (S x)))
      (fun x => p1 * out_1 (S x) + p0 * out_2 x)) by easy.
    rewrite conv_add, !conv_mul. unfold out_1 at 1. cbn [Qcpower out_2 Nat.add]. ring.
Qed.

Fixpoint prefix (first : list nat) : nat -> Qc :=
  match first with [] => at_once | n :: others => conv (out n) (prefix others) end.

Lemma before_is_conv first g : late 2 g -> Forall one_or_two first ->
  late (2 + length first) (before 2 p first g) /\
  forall e, before 2 p first g (2 + length first + e) = conv (prefix first) (fun x => g (2 +
    x)%nat) e.
Proof.
  intros zero. induction 1 as [|n others one_two _ [IHzero IH]].
  - split; [exact zero|]. intros e. cbn [prefix]. now rewrite conv_at_once.
  - set (w := before 2 p others g) in *. set (k := length others) in *.
    assert (none : late (3 + k) (leave w)).
    { intros x lt. unfold leave. destruct (Nat.leb_spec x 1); [easy|]. apply IHzero. lia. }
    assert (none_3 : late 3 (leave w)) by (intros x lt; apply none; lia).
    assert (is_conv : forall a, beat n (leave w) (3 + a)
                                = conv (out n) (fun x => leave w (3 + x)%nat) a).
    { destruct one_two as [-> | ->]; [now intros; apply one_is_conv|now apply two_is_conv]. }
    cbn [length before prefix]. fold w k.
    assert (shifted : forall e, conv (out n) (fun x => leave w (3 + x)%nat) (k + e)
      = conv (out n) (fun x => w (2 + k + x)%nat) e).
    { intros e. unfold conv. rewrite (sum_cut (S e)); [|lia|].
      - apply sum_ext. intros x lt. unfold leave. cbn [Nat.add Nat.leb].
        f_equal. f_equal. lia.
      - intros x between. rewrite none by lia. ring. }
    split.
    + intros x lt. destruct (le_lt_dec 3 x) as [many|few].
      * replace x with (3 + (x - 3))%nat by lia. rewrite is_conv. apply sum_0. intros y le.
        rewrite none by lia. ring.
      * apply (nobody_late n (leave w) none_3); [|lia]. destruct one_two; lia.
    + intros e. replace (2 + S k + e)%nat with (3 + (k + e))%nat by lia.
      rewrite is_conv, shifted, conv_associates. apply sum_ext. intros x lt.
      f_equal. apply IH.
Qed.

(** ** They fall fast enough *)

Definition fall (A B : Qc) (x : nat) : Qc := (A + B * number x) * out_2 x - number (S x) * out_2 (S
  x).

Lemma out_1_falls A B : 0 <= A - l3 -> 0 <= B - l3 -> ratio A B out_1.
Proof.
  intros a b. split; intros x.
  - unfold out_1. apply product_not_negative; [apply chances|]. induction x as [|x IH]; [easy|].
    cbn [Qcpower]. apply product_not_negative; [apply chances|exact IH].
  - apply (le_by _ _ ((A - l3 + (B - l3) * number x) * (w3 * l3 ^ x))).
    + apply product_not_negative.
      * apply sum_not_negative; [exact a|].
        apply product_not_negative; [exact b|apply number_not_negative].
      * apply product_not_negative; [apply chances|]. induction x as [|x IH]; [easy|].
        cbn [Qcpower]. apply product_not_negative; [apply chances|exact IH].
    + unfold out_1. cbn [Qcpower]. rewrite number_S. ring.
Qed.

Lemma out_1_vanishes : vanishes 2 [l3 ^ 2] out_1.
Proof.
  intros n. cbn [steps_of]. unfold step, out_1. rewrite (Nat.add_comm n 2). cbn [Nat.add Qcpower].
  ring.
Qed.

Lemma out_2_vanishes : vanishes 2 [p0; l3 ^ 2] out_2.
Proof.
  apply (vanishes_ext 2 [l3 ^ 2] (step 2 p0 out_2) (fun n => p1 * out_1 (1 + n))).
  - intros n. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add out_2]. ring.
  - apply vanishes_mul, (vanishes_shift 2 [l3 ^ 2] 1 out_1), out_1_vanishes.
Qed.

Lemma fall_vanishes A B : vanishes 2 [l3 ^ 2; l3 ^ 2; p0; p0] (fall A B).
Proof.
  apply (vanishes_in_any_order 2 ([p0; l3 ^ 2] ++ [p0; l3 ^ 2])).
  { apply Permutation_trans with [l3 ^ 2; p0; p0; l3 ^ 2]; [apply perm_swap|].
    apply perm_skip, Permutation_sym, Permutation_cons_append with (l := [p0; p0]). }
  apply (vanishes_ext _ _ _ (fun x => (A * out_2 x + B * (number x * out_2 x))
    + - (1) * (number (1 + x) * out_2 (1 + x)))).
  - intros x. unfold fall. cbn [Nat.add]. ring.
  - apply vanishes_add; [apply vanishes_add|]; apply vanishes_mul.
    + apply (vanishes_more_before 2 [p0; l3 ^ 2]), out_2_vanishes.
    + apply vanishes_number, out_2_vanishes.
    + apply (vanishes_shift 2 _ 1 (fun x => number x * out_2 x)), vanishes_number, out_2_vanishes.
Qed.

Lemma out_2_not_negative : forall x, 0 <= out_2 x.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|x]] IH; cbn [out_2].
  - apply chances.
  - apply product_not_negative; apply chances.
  - apply two_terms; [apply chances| |apply chances|apply IH; lia].
    unfold out_1. apply product_not_negative; [apply chances|].
    clear IH. induction x as [|x IH]; cbn [Qcpower];
      (apply product_not_negative; [apply chances|]); [easy|exact IH].
Qed.

Lemma out_2_falls A B : starts 2 [l3 ^ 2; l3 ^ 2; p0; p0] (fall A B) = true -> ratio A B out_2.
Proof.
  intros start. split; [exact out_2_not_negative|]. intros x. apply le_of_difference.
  apply (never_negative 2 [l3 ^ 2; l3 ^ 2; p0; p0] ltac:(lia) (fall A B) (fall_vanishes A B) start).
Qed.

Lemma prefix_falls A B first : (forall n, In n first -> ratio A B (out n)) ->
  ratio (number (length first) * A) B (prefix first).
Proof.
  induction first as [|n others IH]; intros each.
  - replace (number (length (@nil nat)) * A) with 0 by (cbn [length]; rewrite number_0; ring).
    apply ratio_at_once.
  - cbn [length prefix]. replace (number (S (length others)) * A)
      with (A + number (length others) * A) by (rewrite number_S; ring).
    apply ratio_conv; [apply each; now left|apply IH; intros; apply each; now right].
Qed.

(** What has one change of sign, and is weighed so, is not negative behind a prefix. *)
Lemma behind_prefix A B inverse first g e : 0 <= A -> 0 <= B -> 0 <= inverse -> (A + B) * inverse =
  1 ->
  (forall n, In n first -> ratio A B (out n)) -> (length first <= S e)%nat ->
  g 0%nat <= 0 -> g 1%nat <= 0 -> (forall x, 0 <= g (S (S x))) ->
  0 <= (A + B) * (A + B) * g 0%nat + (A + B) * g 1%nat + g 2%nat + inverse * g 3%nat ->
  0 <= conv (prefix first) g (S (S (S e))).
Proof.
  intros some_A some_B some_i both each enough one two later weighed.
  pose proof (prefix_falls A B first each) as falls.
  apply (window (A + B) inverse); try assumption.
  - now apply sum_not_negative.
  - apply falls.
  - intros x le. apply (ratio_from A B (length first)); [assumption..|lia].
Qed.

(** ** One, two and the rest, against two, two and one less *)

Definition everything (_ : nat) : Qc := 1.

Definition triple (k a : nat) : Qc :=
  pair 1 2 (leave (beat (S k) everything)) a - pair 2 2 (leave (beat k everything)) a.

Notation turned := (w3 * q2 - p2 * w2).
Notation last_one k := (beat (S k) everything 1).
Notation end_edge k := (edge k everything).

Lemma rising_everything : rising everything.
Proof. now split. Qed.

Lemma beat_sub n u w a : beat n (fun x => u x - w x) a = beat n u a - beat n w a.
Proof.
  transitivity (beat n (fun x => u x + - (1) * w x) a).
  - apply beat_ext; [lia|]. intros x _. ring.
  - rewrite beat_add, beat_mul by lia. ring.
Qed.

Lemma triple_split k a : triple k a =
  edge 1 (leave (beat (S k) everything)) a + beat 2 (leave (end_edge k)) a.
Proof.
  assert (split : beat 2 (leave (end_edge k)) a
    = pair 2 1 (leave (beat (S k) everything)) a - pair 2 2 (leave (beat k everything)) a).
  { unfold pair at 1 2, LineTwo.pair. rewrite <- beat_sub. apply beat_ext; [lia|]. intros x _.
    unfold leave at 1 2 4. destruct (x <=? 1)%nat; [ring|]. easy. }
  rewrite split. unfold triple, LineTwo.edge. ring.
Qed.

Lemma second_at_2 G : G 1%nat = 0 -> edge 1 G 2 = 0.
Proof.
  intros zero. unfold LineTwo.edge. rewrite (pair_1_of_two p 2 G), (pair_2_of_two p 0 1 G),
    (pair_0 p 1 G 0), (two_of_one p 0 G), one_of_one, zero. ring.
Qed.

Lemma second_at_3 G : G 1%nat = 0 -> edge 1 G 3 = turned * G 2%nat.
Proof.
  intros zero. unfold LineTwo.edge.
  rewrite (pair_1_of_more p 2 G 0), (pair_1_of_two p 2 G), (pair_2_of_more p 0 1 G 0),
    (pair_0 p 1 G 1), (pair_1_of_two p 1 G), (pair_of_one p 2 1 G), (two_of_one p 0 G),
    (two_of_two p 0 G), nobody, one_of_two, one_of_one, zero. ring.
Qed.

Lemma second_at_4 G : G 1%nat = 0 -> edge 1 G 4 = l3 * turned * G 2%nat.
Proof.
  intros zero. unfold LineTwo.edge.
  rewrite (pair_1_of_more p 2 G 1), (pair_1_of_more p 2 G 0), (pair_1_of_two p 2 G),
    (pair_2_of_more p 0 1 G 1), (pair_0 p 1 G 2), (pair_1_of_more p 1 G 0), (pair_1_of_two p 1 G),
    (pair_2_of_two p 0 1 G), (pair_0 p 1 G 0), (two_of_more p 0 G 0), (two_of_one p 0 G),
    (two_of_two p 0 G), !nobody, (one_of_more p G 0), one_of_two, one_of_one, zero. ring.
Qed.

Lemma rest_of_second G b : G 1%nat = 0 -> rest (edge 1 G) (S b) = l3 ^ b * turned * G 2%nat.
Proof.
  intros zero. induction b as [|[|b] IH].
  - unfold LineTwo.rest. rewrite second_at_3 by easy. unfold LineTwo.edge.
    rewrite !pair_of_one. cbn [Qcpower]. ring.
  - unfold LineTwo.rest. rewrite second_at_4, second_at_2 by easy. cbn [Qcpower]. ring.
  - rewrite (second_rest p G b), IH. cbn [Qcpower]. ring.
Qed.

Lemma second_vanishes G : G 1%nat = 0 -> G 2%nat = 0 -> forall a, edge 1 G a = 0.
Proof.
  intros zero zero'. apply (well_founded_induction lt_wf). intros [|[|[|a]]] IH.
  - unfold LineTwo.edge. rewrite !pair_of_nobody by lia. ring.
  - unfold LineTwo.edge. rewrite !pair_of_one. ring.
  - now apply second_at_2.
  - rewrite (before_rest p), rest_of_second, zero', IH by (easy || lia). ring.
Qed.

Definition arrived (k x : nat) : Qc := beat 1 (leave (end_edge k)) (S (S x)).

Lemma end_edge_late k : late 2 (end_edge k).
Proof.
  intros x lt. assert (x = 0 \/ x = 1)%nat as [-> | ->] by lia; unfold LineTwo.edge.
  - rewrite !pair_of_nobody by lia. ring.
  - rewrite !pair_of_one. ring.
Qed.

Lemma leave_late g : late 2 g -> late 3 (leave g).
Proof.
  intros zero x lt. unfold leave. destruct (Nat.leb_spec x 1); [easy|]. apply zero. lia.
Qed.

Lemma arrived_0 k : arrived k 0 = 0.
Proof. apply (nobody_late 1 _ (leave_late _ (end_edge_late k))); lia. Qed.

Lemma arrived_step k x : arrived k (S x) = w3 * end_edge k (S (S x)) + l3 * arrived k x.
Proof. unfold arrived. rewrite (one_of_more p _ x). easy. Qed.

Lemma triple_early k : triple k 1 = 0 /\ triple k 2 = 0.
Proof.
  split; rewrite triple_split, (nobody_late 2 _ (leave_late _ (end_edge_late k))) by lia.
  - unfold LineTwo.edge. rewrite !pair_of_one. ring.
  - rewrite second_at_2 by easy. ring.
Qed.

Lemma triple_rest k b : rest (triple k) (S b) =
  l3 ^ b * turned * last_one k + p1 * arrived k b + p2 * end_edge k (S (S b)).
Proof.
  pose proof (rest_of_second (leave (beat (S k) everything)) b eq_refl) as second.
  change (leave (beat (S k) everything) 2) with (last_one k) in second. rewrite <- second.
  unfold LineTwo.rest. rewrite !triple_split, (two_of_more p 0 _ b), nobody.
  unfold arrived. change (leave (end_edge k) (S (S (S b)))) with (end_edge k (S (S b))). ring.
Qed.

Lemma triple_3 k : triple k 3 = turned * last_one k + p2 * end_edge k 2.
Proof.
  destruct (triple_early k) as [early _].
  rewrite (before_rest p), triple_rest, early, arrived_0. cbn [Qcpower]. ring.
Qed.

Lemma triple_4 k : triple k 4 =
  l3 * turned * last_one k + p1 * w3 * end_edge k 2 + p2 * end_edge k 3.
Proof.
  destruct (triple_early k) as [_ early].
  rewrite (before_rest p), triple_rest, early, arrived_step, arrived_0. cbn [Qcpower]. ring.
Qed.

Lemma triple_5 k : triple k 5 = (l3 * l3 + p0) * turned * last_one k
  + (p1 * l3 * w3 + p0 * p2) * end_edge k 2 + p1 * w3 * end_edge k 3 + p2 * end_edge k 4.
Proof.
  rewrite (before_rest p), triple_rest, triple_3, !arrived_step, arrived_0. cbn [Qcpower]. ring.
Qed.

Lemma triple_6 k : triple k 6 = (l3 * l3 * l3 + p0 * l3) * turned * last_one k
  + (p1 * l3 * l3 * w3 + p0 * p1 * w3) * end_edge k 2
  + (p1 * l3 * w3 + p0 * p2) * end_edge k 3 + p1 * w3 * end_edge k 4 + p2 * end_edge k 5.
Proof.
  rewrite (before_rest p), triple_rest, triple_4, !arrived_step, arrived_0. cbn [Qcpower]. ring.
Qed.

(** What has arrived, but for the border. *)
Definition surplus (k b : nat) : Qc := l3 ^ b * turned * last_one k + p1 * arrived k b.

Lemma surplus_step k b :
  surplus k (S b) = l3 * surplus k b + p1 * (w3 * end_edge k (S (S b))).
Proof. unfold surplus. rewrite arrived_step. cbn [Qcpower]. ring. Qed.

(** ** The finite checks, in rows *)

Definition weight (m i x0 x1 x2 x3 : Qc) : Qc := m * m * x0 + m * x1 + x2 + i * x3.

Variables A B inverse : Qc.

Record weighed : Prop := Weighed {
  some_A : 0 <= A; some_B : 0 <= B; A_l3 : 0 <= A - l3; B_l3 : 0 <= B - l3;
  some_inverse : 0 <= inverse; inverts : (A + B) * inverse = 1;
  one_inverse : 0 <= 1 / (l3 + l3); one_inverts : (l3 + l3) * (1 / (l3 + l3)) = 1;
  falls : starts 2 [l3 ^ 2; l3 ^ 2; p0; p0] (fall A B) = true;
  row_3_1 : starts 2 row_roots (fun j => - (1) * triple (4 + j) 3) = true;
  row_4_1 : starts 2 row_roots (fun j => - (1) * triple (4 + j) 4) = true;
  row_5_1 : starts 2 row_roots (fun j => triple (4 + j) 5) = true;
  row_6_1 : starts 2 row_roots (fun j => triple (4 + j) 6) = true;
  row_surplus : starts 2 row_roots (fun j => surplus (4 + j) 4) = true;
  row_weight : starts 2 row_roots (fun j => weight (A + B) inverse
    (triple (4 + j) 3) (triple (4 + j) 4) (triple (4 + j) 5) (triple (4 + j) 6)) = true;
  row_2_0 : starts 2 row_roots (fun j => - (1) * end_edge (4 + j) 2) = true;
  row_3_0 : starts 2 row_roots (fun j => - (1) * end_edge (4 + j) 3) = true;
  row_weight_0 : starts 2 row_roots (fun j => weight (l3 + l3) (1 / (l3 + l3))
    (end_edge (4 + j) 2) (end_edge (4 + j) 3) (end_edge (4 + j) 4) (end_edge (4 + j) 5)) = true }.

Lemma combination_vanishes c d2 d3 d4 d5 : vanishes 2 row_roots (fun j =>
  c * last_one (4 + j) + d2 * end_edge (4 + j) 2 + d3 * end_edge (4 + j) 3
  + d4 * end_edge (4 + j) 4 + d5 * end_edge (4 + j) 5).
Proof.
  repeat apply vanishes_add; try apply vanishes_mul.
  - apply (vanishes_ext 2 row_roots _ (fun j => 1 * beat (S (4 + j)) everything 1
      + 0 * beat (S (4 + j)) everything 2 + 0 * beat (S (4 + j)) everything 3
      + 0 * beat (S (4 + j)) everything 4)); [intros j; ring|apply row_vanishes].
  - apply (edges_at_2 p 3).
  - apply (edges_at_3 p 3).
  - apply (edges_at_4 p 3).
  - apply (edges_at_5 p 3).
Qed.

Lemma combined (F : nat -> Qc) c d2 d3 d4 d5 : (forall k, F k =
    c * last_one k + d2 * end_edge k 2 + d3 * end_edge k 3 + d4 * end_edge k 4
    + d5 * end_edge k 5) -> vanishes 2 row_roots (fun j => F (4 + j)%nat).
Proof.
  intros same. apply (vanishes_ext _ _ _ _ (fun j => same (4 + j)%nat)), combination_vanishes.
Qed.

Lemma row_3_vanishes : vanishes 2 row_roots (fun j => triple (4 + j) 3).
Proof.
  apply (combined (fun k => triple k 3) turned p2 0 0 0). intros k. rewrite triple_3. ring.
Qed.

Lemma row_4_vanishes : vanishes 2 row_roots (fun j => triple (4 + j) 4).
Proof.
  apply (combined (fun k => triple k 4) (l3 * turned) (p1 * w3) p2 0 0). intros k.
  rewrite triple_4. ring.
Qed.

Lemma row_5_vanishes : vanishes 2 row_roots (fun j => triple (4 + j) 5).
Proof.
  apply (combined (fun k => triple k 5) ((l3 * l3 + p0) * turned) (p1 * l3 * w3 + p0 * p2) (p1 *
    w3) p2 0).
  intros k. rewrite triple_5. ring.
Qed.

Lemma row_6_vanishes : vanishes 2 row_roots (fun j => triple (4 + j) 6).
Proof.
  apply (combined (fun k => triple k 6) ((l3 * l3 * l3 + p0 * l3) * turned) (p1 * l3 * l3 * w3 + p0
    * p1 * w3)
    (p1 * l3 * w3 + p0 * p2) (p1 * w3) p2).
  intros k. rewrite triple_6. ring.
Qed.

Lemma surplus_vanishes : vanishes 2 row_roots (fun j => surplus (4 + j) 4).
Proof.
  apply (combined (fun k => surplus k 4) (l3 * l3 * l3 * l3 * turned) (p1 * w3 * l3 * l3 * l3)
    (p1 * w3 * l3 * l3) (p1 * w3 * l3) (p1 * w3)).
  intros k. unfold surplus. rewrite !arrived_step, arrived_0. cbn [Qcpower]. ring.
Qed.

Lemma weight_vanishes m i F0 F1 F2 F3 : vanishes 2 row_roots F0 -> vanishes 2 row_roots F1 ->
  vanishes 2 row_roots F2 -> vanishes 2 row_roots F3 ->
  vanishes 2 row_roots (fun j => weight m i (F0 j) (F1 j) (F2 j) (F3 j)).
Proof.
  intros. apply vanishes_add; [apply vanishes_add; [apply vanishes_add|]|]; try easy;
    now apply vanishes_mul.
Qed.

Lemma row_not_negative F : vanishes 2 row_roots F -> starts 2 row_roots F = true ->
  forall j, 0 <= F j.
Proof. intros none start. apply (never_negative 2 row_roots); [lia|easy..]. Qed.

Lemma row_not_positive F : vanishes 2 row_roots F ->
  starts 2 row_roots (fun j => - (1) * F j) = true -> forall j, F j <= 0.
Proof.
  intros none start j. apply minus. revert j. apply row_not_negative; [|exact start].
  now apply vanishes_mul.
Qed.

Hypothesis checked : weighed.

Lemma end_edge_far j a : 0 <= end_edge (4 + j) (S (S (S (S a)))).
Proof.
  apply (edge_not_negative p chances numbers bases everything rising_everything (S (S j))).
Qed.

Lemma surplus_not_negative j b : 0 <= surplus (4 + j) (4 + b).
Proof.
  induction b as [|b IH].
  - revert j. exact (row_not_negative _ surplus_vanishes (row_surplus checked)).
  - change (4 + S b)%nat with (S (4 + b)). rewrite surplus_step.
    apply two_terms; [apply chances|exact IH|apply chances|].
    apply product_not_negative; [apply chances|apply end_edge_far].
Qed.

Lemma triple_far j a : 0 <= triple (4 + j) (5 + a).
Proof.
  apply (from_rest p chances (triple (4 + j)) 5); [| |intros b le|lia].
  - exact (row_not_negative _ row_5_vanishes (row_5_1 checked) j).
  - exact (row_not_negative _ row_6_vanishes (row_6_1 checked) j).
  - replace b with (S (4 + (b - 5))) by lia. rewrite triple_rest.
    apply sum_not_negative; [apply surplus_not_negative|].
    apply product_not_negative; [apply chances|apply end_edge_far].
Qed.

(** ** One unit more before the last *)

Notation line_of := (whole_line 2 p).

Lemma before_sub first g h a :
  before 2 p first (fun x => g x - h x) a = before 2 p first g a - before 2 p first h a.
Proof.
  revert a. induction first as [|n others IH]; intros a; [easy|]. cbn [before].
  rewrite <- beat_sub. apply beat_ext; [lia|]. intros x _. unfold leave.
  destruct (x <=? 1)%nat; [ring|apply IH].
Qed.

Lemma ones_fall k n : In n (repeat 1%nat k) -> ratio l3 l3 (out n).
Proof.
  intros there. apply repeat_spec in there as ->. cbn [out Nat.eqb].
  apply out_1_falls; apply (le_by _ _ 0); [apply Qcle_refl|ring|apply Qcle_refl|ring].
Qed.

Lemma both_fall first n : Forall one_or_two first -> In n first -> ratio A B (out n).
Proof.
  intros each there. rewrite Forall_forall in each. destruct (each n there) as [-> | ->].
  - apply out_1_falls; [apply (A_l3 checked)|apply (B_l3 checked)].
  - apply out_2_falls, (falls checked).
Qed.

Lemma after_ones j k a : (2 * k + 4 <= a)%nat ->
  0 <= before 2 p (repeat 1%nat k) (end_edge (4 + j)) a.
Proof.
  intros many. destruct k as [|k].
  { replace a with (S (S (S (S (a - 4))))) by lia. apply end_edge_far. }
  assert (each : Forall one_or_two (repeat 1%nat (S k))).
  { apply Forall_forall. intros n there. left. now apply repeat_spec in there. }
  destruct (before_is_conv _ _ (end_edge_late (4 + j)) each) as [_ is_conv].
  rewrite repeat_length in is_conv.
  replace a with (2 + S k + S (S (S (a - 6 - k))))%nat by lia. rewrite is_conv.
  apply (behind_prefix l3 l3 (1 / (l3 + l3))).
  - apply chances.
  - apply chances.
  - apply (one_inverse checked).
  - apply (one_inverts checked).
  - apply ones_fall.
  - rewrite repeat_length. lia.
  - exact (row_not_positive _ (edges_at_2 p 3 everything) (row_2_0 checked) j).
  - exact (row_not_positive _ (edges_at_3 p 3 everything) (row_3_0 checked) j).
  - intros x. apply end_edge_far.
  - exact (row_not_negative _ (weight_vanishes _ _ _ _ _ _
      (edges_at_2 p 3 everything)
      (edges_at_3 p 3 everything)
      (edges_at_4 p 3 everything)
      (edges_at_5 p 3 everything)) (row_weight_0 checked) j).
Qed.

Lemma triple_late k : late 2 (triple k).
Proof.
  intros x lt. assert (x = 0 \/ x = 1)%nat as [-> | ->] by lia;
    [|exact (proj1 (triple_early k))].
  unfold triple. rewrite !pair_of_nobody by lia. ring.
Qed.

Lemma after_twos j first a : Forall one_or_two first -> (2 * length first + 6 <= a)%nat ->
  0 <= before 2 p first (triple (4 + j)) a.
Proof.
  intros each many. destruct (before_is_conv _ _ (triple_late (4 + j)) each) as [_ is_conv].
  set (k := length first) in *.
  replace a with (2 + k + S (S (S (S (a - 6 - k)))))%nat by lia.
  rewrite is_conv, conv_late by exact (proj2 (triple_early (4 + j))).
  apply (behind_prefix A B inverse).
  - apply (some_A checked).
  - apply (some_B checked).
  - apply (some_inverse checked).
  - apply (inverts checked).
  - intros n. now apply both_fall.
  - fold k. lia.
  - exact (row_not_positive _ row_3_vanishes (row_3_1 checked) j).
  - exact (row_not_positive _ row_4_vanishes (row_4_1 checked) j).
  - intros x. apply triple_far.
  - exact (row_not_negative _ (weight_vanishes _ _ _ _ _ _ row_3_vanishes row_4_vanishes
      row_5_vanishes row_6_vanishes) (row_weight checked) j).
Qed.

Lemma one_behind_twos t j x :
  line_of (repeat 2%nat t ++ [1; 2; 5 + j])%nat x <= line_of (1 :: repeat 2 t ++ [2; 5 + j])%nat x.
Proof.
  revert x. induction t as [|t IH]; intros x; [apply Qcle_refl|]. cbn [repeat app].
  apply Qcle_trans with (line_of (2 :: 1 :: repeat 2 t ++ [2; 5 + j])%nat x).
  - destruct t as [|t]; cbn [repeat app] in *; apply whole_line_le; (lia || exact chances || exact
      IH).
  - apply (exchange 2 p ltac:(lia) chances 1 2 2 1 [] (repeat 2%nat t ++ [2; 5 + j])%nat). intros y.
    apply le_of_difference.
    change (0 <= edge 1 (after 2 p (repeat 2%nat t ++ [2; 5 + j])%nat) y).
    rewrite second_vanishes; [apply Qcle_refl| |].
    + destruct t; cbn [repeat app after]; easy.
    + destruct t as [|[|t]]; cbn [repeat app after]; apply (pair_of_one p 2).
Qed.

Lemma one_more_two s t j a : (2 * (s + t + 2) <= a)%nat ->
  line_of (spread s (S t) (4 + j)) a <= line_of (spread (S s) t (5 + j)) a.
Proof.
  intros many. unfold spread. change (repeat 1%nat (S s)) with (1%nat :: repeat 1%nat s).
  rewrite repeat_cons, <- app_assoc. cbn [app]. destruct t as [|t].
  - cbn [repeat app]. rewrite !whole_line_before by lia. apply le_of_difference.
    rewrite <- before_sub. apply (after_ones j s a). lia.
  - apply Qcle_trans with (line_of ((repeat 1%nat s ++ repeat 2%nat t) ++ [1; 2; 5 + j])%nat a).
    + replace (repeat 1%nat s ++ repeat 2%nat (S (S t)) ++ [4 + j])%nat
        with ((repeat 1%nat s ++ repeat 2%nat t) ++ [2; 2; 4 + j])%nat.
      * rewrite !whole_line_before by lia. apply le_of_difference. rewrite <- before_sub.
        apply (after_twos j); [|rewrite app_length, !repeat_length; lia].
        apply Forall_app. split; apply Forall_forall; intros n there;
          apply repeat_spec in there; [now left|now right].
      * rewrite <- app_assoc. f_equal. clear many. induction t as [|t IH]; [easy|].
        cbn [repeat app] in *. now rewrite IH.
    + replace (repeat 2%nat (S t) ++ [5 + j])%nat with (repeat 2%nat t ++ [2; 5 + j])%nat
        by (clear many; induction t as [|t IH]; [easy|]; cbn [repeat app] in *; now rewrite IH).
      rewrite <- app_assoc. destruct t; cbn [repeat app];
        (apply lines_le; [lia|exact chances|]); [intros; apply Qcle_refl|].
      apply (one_behind_twos (S t)).
Qed.

Lemma no_ones s : forall t j a, (2 * (s + t + 1) <= a)%nat ->
  line_of (spread 0 (s + t) (4 + j)) a <= line_of (spread s t (4 + s + j)) a.
Proof.
  induction s as [|s IH]; intros t j a many; [apply Qcle_refl|].
  apply Qcle_trans with (line_of (spread s (S t) (4 + (s + j))) a).
  - replace (S s + t)%nat with (s + S t)%nat by lia. apply IH. lia.
  - replace (4 + S s + j)%nat with (5 + (s + j))%nat by lia. apply one_more_two. lia.
Qed.
End Best.

(** ** Standard rules *)

Lemma standard_is_weighed :
  weighed standard_numbers (Q2Qc (41 # 40)) (Q2Qc (16 # 25)) (Q2Qc (200 # 333)).
Proof.
  split; try (apply leb_le; vm_compute; reflexivity);
    try (apply Qc_is_canon; vm_compute; reflexivity); vm_cast_no_check (eq_refl true).
Qed.

Theorem two_on_each a k n : (1 <= k)%nat -> (2 * k + 2 <= n)%nat -> (2 * k <= a)%nat ->
  is_best standard_rules a (spread 0 (k - 1) (n - 2 * (k - 1))).
Proof.
  intros some enough many others same_length same_sum each.
  unfold spread in same_length, same_sum. cbn [repeat app] in same_length, same_sum.
  rewrite app_length, repeat_length in same_length. cbn [length] in same_length.
  rewrite list_sum_app, list_sum_repeat in same_sum.
  unfold list_sum in same_sum at 2. cbn [fold_right] in same_sum.
  destruct (candidates standard_numbers (counted_not_negative _) standard_is_fair
    standard_is_based others) as (ones & twos & rest & length & units & some_rest & le);
    [intros ->; cbn in same_length; lia|exact each|].
  rewrite !standard_line. apply Qcle_trans with (2 := le a).
  replace (k - 1)%nat with (ones + twos)%nat by lia.
  replace (n - 2 * (ones + twos))%nat with (4 + (n - 2 * (ones + twos) - 4))%nat by lia.
  replace rest with (4 + ones + (n - 2 * (ones + twos) - 4))%nat by lia.
  apply (no_ones standard_numbers (counted_not_negative _) standard_is_fair standard_is_based
    _ _ _ standard_is_weighed). lia.
Qed.
