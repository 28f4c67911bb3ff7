(** * Two on each, and all others on the last

    - [out n]              the chances of how many attackers it costs to take one or two, three dice
                           thrown in each round
    - [prefix first]       the same of several battles
    - [triple k]           what 1, 2 and k + 1 are worth to the attacker more than 2, 2 and k
    - [weighed]            what is left to check, in rows
    - [weighed_with_few]   and where three or four stand on the last

    Main result: [two_on_each].  Where all first battles are fought with three dice, [before] is a
    convolution ([before_is_conv]).  What it is taken of changes its sign once: [edge], or
    [triple]. *)

From Coq Require Import Arith Bool Lia List NArith Permutation ZArith QArith Qcanon.
From Risk Require Import Sums Battle Powers Rules Lines SaddlePoint Line LineTwo LineCandidates
  LineRatio LineRows.
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

Lemma conv_out_1 v e : conv out_1 v (S e) = w3 * v (S e) + l3 * conv out_1 v e.
Proof.
  rewrite conv_step, <- conv_mul, (conv_ext (fun x => out_1 (S x)) (fun x => l3 * out_1 x))
    by (intros x; unfold out_1; cbn [Qcpower]; ring).
  unfold out_1 at 1. cbn [Qcpower]. ring.
Qed.

Lemma conv_out_2 v e : conv out_2 v (S (S e)) =
  p2 * v (S (S e)) + p1 * conv out_1 v (S e) + p0 * conv out_2 v e.
Proof.
  rewrite !conv_step, (conv_ext (fun x => out_2 (S (S x)))
    (fun x => p1 * out_1 (S x) + p0 * out_2 x)) by easy.
  rewrite conv_add, !conv_mul. unfold out_1 at 2. cbn [Qcpower out_2]. ring.
Qed.

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
    rewrite (one_of_more p u (S a)), conv_out_1. change (S (S (S a))) with (3 + a)%nat.
    now rewrite IH.
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
    rewrite (two_of_more p 0 u (S (S a))), nobody, conv_out_2.
    change (S (S (S (S a)))) with (3 + S a)%nat. rewrite one_is_conv by easy.
    change (S (S (S a))) with (3 + a)%nat. now rewrite IH by lia.
Qed.

Lemma ones_twos s t : Forall one_or_two (repeat 1%nat s ++ repeat 2%nat t).
Proof.
  apply Forall_app. split; apply Forall_forall; intros n there; apply repeat_spec in there;
    [now left|now right].
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

Definition fall (h : nat -> Qc) (A B : Qc) (x : nat) : Qc :=
  (A + B * number x) * h x - number (S x) * h (S x).

Lemma ratio_by_fall h A B : (forall x, 0 <= h x) -> (forall x, 0 <= fall h A B x) -> ratio A B h.
Proof.
  intros positive falls. split; [exact positive|]. intros x. apply le_of_difference, falls.
Qed.

Lemma out_1_not_negative x : 0 <= out_1 x.
Proof. apply product_not_negative; [|apply power_not_negative]; apply chances. Qed.

Lemma out_1_falls A B : 0 <= A - l3 -> 0 <= B - l3 -> ratio A B out_1.
Proof.
  intros a b. apply ratio_by_fall; [exact out_1_not_negative|]. intros x.
  apply (le_by _ _ ((A - l3 + (B - l3) * number x) * out_1 x)).
  - apply product_not_negative; [|apply out_1_not_negative]. apply sum_not_negative; [exact a|].
    apply product_not_negative; [exact b|apply number_not_negative].
  - unfold fall, out_1. cbn [Qcpower]. rewrite number_S. ring.
Qed.

Lemma vanishes_out_1 rs u : vanishes 2 rs u -> vanishes 2 (l3 ^ 2 :: rs) (conv out_1 u).
Proof.
  intros none. apply (step_of_steps 2 rs 1 2 2 l3 (conv out_1 u) eq_refl).
  apply (vanishes_ext _ _ _ (fun e => w3 * u (1 + e)%nat)).
  - intros e. unfold step. rewrite Nat.add_1_r, conv_out_1. cbn [Nat.add]. ring.
  - now apply vanishes_mul, vanishes_shift.
Qed.

Lemma vanishes_out_2 rs u : vanishes 2 rs u -> vanishes 2 (p0 :: l3 ^ 2 :: rs) (conv out_2 u).
Proof.
  intros none. apply (vanishes_ext 2 (l3 ^ 2 :: rs) (step 2 p0 (conv out_2 u))
    (fun e => p2 * u (2 + e)%nat + p1 * conv out_1 u (1 + e))).
  - intros e. unfold step. rewrite (Nat.add_comm e 2). cbn [Nat.add]. rewrite conv_out_2. ring.
  - apply vanishes_add; apply vanishes_mul.
    + now apply vanishes_more, vanishes_shift.
    + now apply (vanishes_shift 2 _ 1 (conv out_1 u)), vanishes_out_1.
Qed.

Lemma out_2_vanishes : vanishes 2 [p0; l3 ^ 2] out_2.
Proof.
  apply (vanishes_ext 2 [l3 ^ 2] (step 2 p0 out_2) (fun n => p1 * (w3 * l3 ^ (1 + n)))).
  - intros n. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add out_2]. now unfold out_1; ring.
  - intros n. cbn [steps_of]. unfold step. rewrite (Nat.add_comm n 2). cbn [Nat.add Qcpower]. ring.
Qed.

Lemma fall_vanishes h rs A B : vanishes 2 rs h ->
  vanishes 2 (ascending (rs ++ rs)) (fall h A B).
Proof.
  intros none. apply (vanishes_in_any_order 2 _ _ (ascending_permutes _)).
  apply (vanishes_ext _ _ _ (fun x => (A * h x + B * (number x * h x))
    + - (1) * (number (1 + x) * h (1 + x)%nat))).
  - intros x. unfold fall. cbn [Nat.add]. ring.
  - apply vanishes_add; [apply vanishes_add|]; apply vanishes_mul.
    + now apply vanishes_more_before.
    + now apply vanishes_number.
    + now apply (vanishes_shift 2 _ 1 (fun x => number x * h x)), vanishes_number.
Qed.

Lemma out_2_not_negative : forall x, 0 <= out_2 x.
Proof.
  apply (well_founded_induction lt_wf). intros [|[|x]] IH; cbn [out_2].
  - apply chances.
  - apply product_not_negative; apply chances.
  - apply two_terms; [apply chances|apply out_1_not_negative|apply chances|apply IH; lia].
Qed.

Lemma out_2_falls A B : starts 2 (ascending [p0; l3 ^ 2; p0; l3 ^ 2]) (fall out_2 A B) = true ->
  ratio A B out_2.
Proof.
  intros start. apply ratio_by_fall; [exact out_2_not_negative|].
  exact (never_negative 2 _ ltac:(lia) _ (fall_vanishes out_2 _ A B out_2_vanishes) start).
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

(** What changes its sign once, and is weighed so, is not negative behind a prefix. *)
Lemma behind_prefix A B i first g y last e : 0 <= A -> 0 <= B -> 0 <= i -> (A + B) * i = 1 ->
  ratio (number (length first) * A) B (prefix first) -> (y <= last)%nat ->
  (forall x, (x < y)%nat -> g x <= 0) -> (forall x, (y <= x)%nat -> 0 <= g x) ->
  0 <= Σ x < S last, g x * i ^ x -> (length first - 1 + last <= e)%nat ->
  0 <= conv (prefix first) g e.
Proof.
  intros some_A some_B some_i both falls within below above weighed far.
  apply (pivot (A + B) i (prefix first) g (length first - 1) y last); try assumption.
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

Lemma second_vanishes G : G 1%nat = 0 -> G 2%nat = 0 -> forall a, edge 1 G a = 0.
Proof.
  intros zero zero'. apply (well_founded_induction lt_wf). intros [|[|[|a]]] IH.
  - unfold LineTwo.edge. rewrite !pair_of_nobody by lia. ring.
  - unfold LineTwo.edge. rewrite !pair_of_one. ring.
  - now apply second_at_2.
  - rewrite (before_rest p), (rest_of_second p), zero', IH by (easy || lia). ring.
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
  pose proof (rest_of_second p (leave (beat (S k) everything)) b eq_refl) as second.
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

Definition weight (i x0 x1 x2 x3 : Qc) : Qc := x0 + i * (x1 + i * (x2 + i * x3)).

Variables A B inverse : Qc.

Record weighed : Prop := Weighed {
  some_A : 0 <= A; some_B : 0 <= B; A_l3 : 0 <= A - l3; B_l3 : 0 <= B - l3;
  some_inverse : 0 <= inverse; inverts : (A + B) * inverse = 1;
  one_inverse : 0 <= 1 / (l3 + l3); one_inverts : (l3 + l3) * (1 / (l3 + l3)) = 1;
  falls : starts 2 (ascending [p0; l3 ^ 2; p0; l3 ^ 2]) (fall out_2 A B) = true;
  row_3_1 : starts 2 row_roots (fun j => - (1) * triple (4 + j) 3) = true;
  row_4_1 : starts 2 row_roots (fun j => - (1) * triple (4 + j) 4) = true;
  row_5_1 : starts 2 row_roots (fun j => triple (4 + j) 5) = true;
  row_6_1 : starts 2 row_roots (fun j => triple (4 + j) 6) = true;
  row_surplus : starts 2 row_roots (fun j => surplus (4 + j) 4) = true;
  row_weight : starts 2 row_roots (fun j => weight inverse
    (triple (4 + j) 3) (triple (4 + j) 4) (triple (4 + j) 5) (triple (4 + j) 6)) = true;
  row_2_0 : starts 2 row_roots (fun j => - (1) * end_edge (2 + j) 2) = true;
  row_3_0 : starts 2 row_roots (fun j => - (1) * end_edge (2 + j) 3) = true;
  row_weight_0 : starts 2 row_roots (fun j => weight (1 / (l3 + l3))
    (end_edge (2 + j) 2) (end_edge (2 + j) 3) (end_edge (2 + j) 4) (end_edge (2 + j) 5)) = true }.

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

Lemma weight_vanishes i F0 F1 F2 F3 : vanishes 2 row_roots F0 -> vanishes 2 row_roots F1 ->
  vanishes 2 row_roots F2 -> vanishes 2 row_roots F3 ->
  vanishes 2 row_roots (fun j => weight i (F0 j) (F1 j) (F2 j) (F3 j)).
Proof.
  intros. repeat (apply vanishes_add; [easy|]; apply vanishes_mul). easy.
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

Lemma end_edge_far j a : 0 <= end_edge (2 + j) (S (S (S (S a)))).
Proof. apply (edge_not_negative p chances numbers bases everything rising_everything j). Qed.

Lemma triple_far j c : (4 <= c)%nat -> 0 <= surplus (2 + j) c -> 0 <= triple (2 + j) (S c) ->
  0 <= triple (2 + j) (S (S c)) -> forall a, (S c <= a)%nat -> 0 <= triple (2 + j) a.
Proof.
  intros many first one two.
  assert (far : forall b, (4 <= b)%nat -> 0 <= end_edge (2 + j) b).
  { intros b le. replace b with (S (S (S (S (b - 4))))) by lia. apply end_edge_far. }
  assert (more : forall b, 0 <= surplus (2 + j) (c + b)).
  { induction b as [|b IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r, surplus_step.
    apply two_terms; [apply chances|exact IH|apply chances|].
    apply product_not_negative; [apply chances|apply far; lia]. }
  intros a le. apply (from_rest p chances (triple (2 + j)) (S c)); try assumption.
  intros b le'. replace b with (S (c + (b - S c))) by lia. rewrite triple_rest.
  apply sum_not_negative; [apply more|].
  apply product_not_negative; [apply chances|apply far; lia].
Qed.

Lemma triple_late k : late 2 (triple k).
Proof.
  intros x lt. assert (x = 0 \/ x = 1)%nat as [-> | ->] by lia;
    [|exact (proj1 (triple_early k))].
  unfold triple. rewrite !pair_of_nobody by lia. ring.
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

Lemma ones_fall X Y k : 0 <= X - l3 -> 0 <= Y - l3 ->
  ratio (number (length (repeat 1%nat k)) * X) Y (prefix (repeat 1%nat k)).
Proof.
  intros x y. apply prefix_falls. intros n there. apply repeat_spec in there as ->.
  now apply out_1_falls.
Qed.

Lemma both_fall first n : Forall one_or_two first -> In n first -> ratio A B (out n).
Proof.
  intros each there. rewrite Forall_forall in each. destruct (each n there) as [-> | ->].
  - apply out_1_falls; [apply (A_l3 checked)|apply (B_l3 checked)].
  - apply out_2_falls, (falls checked).
Qed.

Lemma after_ones j k a : (2 * k + 4 <= a)%nat ->
  0 <= before 2 p (repeat 1%nat k) (end_edge (2 + j)) a.
Proof.
  intros many. destruct (Nat.eq_dec k 0) as [->|some].
  { cbn [repeat before]. replace a with (S (S (S (S (a - 4))))) by lia. apply end_edge_far. }
  assert (each := ones_twos k 0). cbn [repeat] in each. rewrite app_nil_r in each.
  destruct (before_is_conv _ _ (end_edge_late (2 + j)) each) as [_ is_conv].
  rewrite repeat_length in is_conv. replace a with (2 + k + (a - 2 - k))%nat by lia.
  rewrite is_conv. apply (behind_prefix l3 l3 (1 / (l3 + l3)) _ _ 2 3).
  - apply chances.
  - apply chances.
  - apply (one_inverse checked).
  - apply (one_inverts checked).
  - apply ones_fall; apply (le_by _ _ 0); [apply Qcle_refl|ring|apply Qcle_refl|ring].
  - lia.
  - intros x lt. assert (x = 0 \/ x = 1)%nat as [-> | ->] by lia.
    + exact (row_not_positive _ (edges_at_2 p 1 everything) (row_2_0 checked) j).
    + exact (row_not_positive _ (edges_at_3 p 1 everything) (row_3_0 checked) j).
  - intros x le. replace (2 + x)%nat with (S (S (S (S (x - 2))))) by lia. apply end_edge_far.
  - assert (enough := row_not_negative _ (weight_vanishes _ _ _ _ _ (edges_at_2 p 1 everything)
      (edges_at_3 p 1 everything) (edges_at_4 p 1 everything) (edges_at_5 p 1 everything))
      (row_weight_0 checked) j).
    cbv beta in enough. unfold weight in enough. apply (le_by _ _ _ enough).
    cbn [sum Nat.add Qcpower]. ring.
  - rewrite repeat_length. lia.
Qed.

Lemma after_twos j first a : Forall one_or_two first -> (2 * length first + 6 <= a)%nat ->
  0 <= before 2 p first (triple (4 + j)) a.
Proof.
  intros each many. destruct (before_is_conv _ _ (triple_late (4 + j)) each) as [_ is_conv].
  set (k := length first) in *. replace a with (2 + k + (a - 2 - k))%nat by lia.
  rewrite is_conv. apply (behind_prefix A B inverse _ _ 3 4).
  - apply (some_A checked).
  - apply (some_B checked).
  - apply (some_inverse checked).
  - apply (inverts checked).
  - apply prefix_falls. intros n. now apply both_fall.
  - lia.
  - intros x lt. assert (x = 0 \/ x = 1 \/ x = 2)%nat as [-> | [-> | ->]] by lia.
    + change (2 + 0)%nat with 2%nat. rewrite (proj2 (triple_early _)). apply Qcle_refl.
    + exact (row_not_positive _ row_3_vanishes (row_3_1 checked) j).
    + exact (row_not_positive _ row_4_vanishes (row_4_1 checked) j).
  - intros x le. apply (triple_far (2 + j) 4); try lia.
    + exact (row_not_negative _ surplus_vanishes (row_surplus checked) j).
    + exact (row_not_negative _ row_5_vanishes (row_5_1 checked) j).
    + exact (row_not_negative _ row_6_vanishes (row_6_1 checked) j).
  - assert (enough := row_not_negative _ (weight_vanishes _ _ _ _ _ row_3_vanishes row_4_vanishes
      row_5_vanishes row_6_vanishes) (row_weight checked) j).
    cbv beta in enough. unfold weight in enough.
    apply (le_by _ _ _ (product_not_negative _ _ (some_inverse checked) enough)).
    change (Σ x < 5, triple (4 + j) (2 + x) * inverse ^ x)
      with (0 + triple (4 + j) 2 * inverse ^ 0 + triple (4 + j) 3 * inverse ^ 1
        + triple (4 + j) 4 * inverse ^ 2 + triple (4 + j) 5 * inverse ^ 3
        + triple (4 + j) 6 * inverse ^ 4).
    rewrite (proj2 (triple_early _)). cbn [Qcpower]. ring.
  - fold k. lia.
Qed.

(** ** Three or four on the last, and twos before it

    What four battles against two cost falls faster than what is known of one makes it: that is
    enough from 22 twos on.  Behind fewer, the values themselves are looked at. *)

Variables A' B' inverse' M d per : Qc.

Definition point (a : nat) : Qc := match a with S (S x) => at_once x | _ => 0 end.

Notation four_twos := [2; 2; 2; 2]%nat.
Notation four_roots := [p0; l3 ^ 2; p0; l3 ^ 2; p0; l3 ^ 2; p0; l3 ^ 2].
Notation taken_1 := (taken_1 p d).
Notation taken_2 := (taken_2 p d).

Definition fours : list Qc := skipn 5 (taken_2 (taken_2 (taken_2 (taken_2
  (map (fun a => d ^ (1 + a) * point a) (seq 1 34)))))).

Fixpoint falling (x : nat) (hs : list Qc) : list Qc :=
  match hs with
  | h :: (h' :: _) as later =>
      d * (number 4 * A' + B' * number x) * h - number (S x) * h' :: falling (S x) later
  | _ => []
  end.

Definition triples (k : nat) : list Qc :=
  let all := map (fun a => d ^ (0 + a) * everything a) (seq 1 50) in
  minus_each (taken_1 (taken_2 (fst (battles p d (S k) all))))
    (taken_2 (taken_2 (fst (battles p d k all)))).

Definition two_or_three (k : nat) : Prop := k = 2%nat \/ k = 3%nat.

Record weighed_with_few : Prop := WeighedWithFew {
  some_B' : 0 <= B'; A'_l3 : 0 <= A' - l3; B'_l3 : 0 <= B' - l3;
  some_inverse' : 0 <= inverse'; inverts' : (A' + B') * inverse' = 1;
  some_M : 0 <= M; some_per : 0 <= per; scales : d * per = 1; M_is : M * inverse' = d;
  all_falls : (length (falling 0 fours) =? 32)%nat = true;
  falls_of_four : terms_start 2 (map (Qcmult (d ^ 2)) (ascending (four_roots ++ four_roots)))
    (falling 0 fours) = true;
  few_surplus : forall k, two_or_three k -> 0 <= surplus k 5;
  few_6 : forall k, two_or_three k -> 0 <= triple k 6;
  few_7 : forall k, two_or_three k -> 0 <= triple k 7;
  few_rows : forall k, two_or_three k -> rows_stay p d 18 M 22 0 (triples k) = true }.

Lemma prefix_app first others e :
  prefix (first ++ others) e = conv (prefix first) (prefix others) e.
Proof.
  revert e. induction first as [|n first IH]; intros e; [symmetry; apply conv_at_once|].
  cbn [app prefix]. rewrite conv_associates. apply sum_ext. intros x _. now rewrite IH.
Qed.

Lemma before_app first others g :
  before 2 p (first ++ others) g = before 2 p first (before 2 p others g).
Proof. induction first as [|n first IH]; [easy|]. cbn [app before]. now rewrite IH. Qed.

Lemma four_vanishes : vanishes 2 four_roots (prefix four_twos).
Proof.
  apply vanishes_out_2, vanishes_out_2, vanishes_out_2.
  apply (vanishes_ext 2 [p0; l3 ^ 2] _ out_2); [intros e; apply conv_with_at_once|].
  exact out_2_vanishes.
Qed.

Hypothesis few : weighed_with_few.

Lemma fours_hold : holds d 11 (prefix four_twos) 0 fours.
Proof.
  assert (each : Forall one_or_two four_twos) by (repeat constructor; now right).
  assert (start := holds_listed d 1 point 34 1).
  do 4 apply (taken_hold p d) in start as [_ start].
  apply (holds_skipped d _ _ 5 1), (holds_shifted d _ _ 6 _ 0) in start.
  apply (holds_ext d 11 _ _ _ 0) with (2 := start). intros e _.
  change (before 2 p four_twos point (2 + length four_twos + e) = prefix four_twos e).
  destruct (before_is_conv four_twos point) as [_ is_conv]; [|exact each|].
  - intros [|[|x]] lt; [easy|easy|lia].
  - rewrite is_conv. apply conv_with_at_once.
Qed.

Lemma falling_holds t h hs : forall x, holds d t h x hs ->
  holds d (S t) (fall h (number 4 * A') B') x (falling x hs).
Proof.
  induction hs as [|y [|y' hs] IH]; intros x; [easy|easy|]. intros [now later].
  split; [|now apply IH]. destruct later as [next _]. rewrite now, next. unfold fall.
  rewrite !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring.
Qed.

Lemma fours_start : starts 2 (map (Qcmult (d ^ 2)) (ascending (four_roots ++ four_roots)))
  (fun x => d ^ 12 * (d ^ x * fall (prefix four_twos) (number 4 * A') B' x)) = true.
Proof.
  unfold starts. rewrite map_length, <- (Permutation_length (ascending_permutes _)).
  replace (2 * length (four_roots ++ four_roots))%nat with (length (falling 0 fours))
    by (apply Nat.eqb_eq, (all_falls few)).
  rewrite <- (holds_is_map d 12 _ _ (falling_holds 11 _ fours 0 fours_hold)).
  exact (falls_of_four few).
Qed.

Lemma four_falls : ratio (number 4 * A') B' (prefix four_twos).
Proof.
  apply ratio_by_fall.
  - apply (prefix_falls A B four_twos). intros n there. apply both_fall with four_twos; [|easy].
    repeat constructor; now right.
  - intros x. apply (sign d per (some_per few) (scales few) x),
      (sign d per (some_per few) (scales few) 12).
    revert x. apply (never_negative 2 _ ltac:(lia)) with (2 := fours_start).
    apply vanishes_mul, vanishes_scaled, fall_vanishes, four_vanishes.
Qed.

Lemma by_fours q : ratio (number (4 * q) * A') B' (prefix (repeat 2%nat (4 * q))).
Proof.
  induction q as [|q IH].
  - rewrite Nat.mul_0_r, number_0. replace (0 * A') with 0 by ring. apply ratio_at_once.
  - replace (4 * S q)%nat with (4 + 4 * q)%nat by lia.
    rewrite number_add, Qcmult_plus_distr_l, repeat_app.
    apply (ratio_ext _ _ _ _ (prefix_app _ _)), ratio_conv; [apply four_falls|exact IH].
Qed.

Lemma triples_hold k : two_or_three k -> holds d (S (S k)) (triple k) 1 (triples k).
Proof.
  intros some. assert (last : forall n, holds d n (beat n everything) 1
    (fst (battles p d n (map (fun a => d ^ (0 + a) * everything a) (seq 1 50))))).
  { intros n. rewrite <- (Nat.add_0_r n) at 1. apply battles_hold, holds_listed. }
  destruct k as [|k']; [destruct some; lia|]. apply differences_hold.
  - apply (taken_hold p d (S (S k'))), (taken_hold p d (S k')), last.
  - apply (taken_hold p d (S k')), (taken_hold p d k'), last.
Qed.

Lemma few_stay k s t a : two_or_three k -> (s <= 1)%nat -> (2 * (s + t) + 6 <= a)%nat ->
  0 <= before 2 p (repeat 1%nat s ++ repeat 2%nat t) (triple k) a.
Proof.
  intros some one many.
  assert (base : forall b, (2 * 0 + 6 <= b)%nat -> 0 <= triple k b).
  { intros b le. assert (2 + (k - 2) = k)%nat as <- by (destruct some; lia).
    apply (triple_far (k - 2) 5); [lia| | | |lia];
      replace (2 + (k - 2))%nat with k by (destruct some; lia);
      [apply (few_surplus few)|apply (few_6 few)|apply (few_7 few)]; exact some. }
  assert (table := rows p d per chances (some_per few) (scales few) 18 M inverse' (some_M few)
    (some_inverse' few) (M_is few) (triple k) 22 (S k) 0 (triples k) (triples_hold k some) base
    (few_rows few k some)).
  destruct (le_lt_dec t 21) as [short|long].
  { destruct s as [|[|s]]; [| |lia]; cbn [repeat app before]; apply table; lia. }
  assert (0 <= (t - 18) mod 4 < 4)%nat by (split; [lia|now apply Nat.mod_upper_bound]).
  assert (divided := Nat.div_mod (t - 18) 4 ltac:(lia)).
  set (q := ((t - 18) / 4)%nat) in *. set (r := (18 + (t - 18) mod 4)%nat).
  replace t with (4 * q + r)%nat by (unfold r; lia).
  rewrite repeat_app, app_assoc, before_app. set (first := repeat 1%nat s ++ repeat 2%nat (4 * q)).
  assert (long' : length first = (s + 4 * q)%nat)
    by (unfold first; now rewrite app_length, !repeat_length).
  destruct (before_is_conv _ _ (triple_late k) (ones_twos 0 r)) as [late_r _].
  destruct (table r ltac:(unfold r; lia)) as (stay & _ & turned).
  destruct (turned ltac:(unfold r; lia)) as [(y & le & below & above) enough].
  destruct (before_is_conv first (before 2 p (repeat 2%nat r) (triple k))) as [_ is_conv];
    [intros x lt; apply late_r; lia|apply ones_twos|].
  replace a with (2 + length first + (a - 2 - length first))%nat by (rewrite long'; unfold r; lia).
  rewrite is_conv. apply (behind_prefix A' B' inverse' _ _ y (2 * r + 5)).
  - apply (le_by _ _ (A' - l3 + l3)); [|ring].
    apply sum_not_negative; [apply (A'_l3 few)|apply chances].
  - apply (some_B' few).
  - apply (some_inverse' few).
  - apply (inverts' few).
  - unfold first. rewrite app_length, number_add, Qcmult_plus_distr_l.
    apply (ratio_ext _ _ _ _ (prefix_app _ _)), ratio_conv.
    + apply ones_fall; [apply (A'_l3 few)|apply (B'_l3 few)].
    + rewrite repeat_length. apply by_fours.
  - exact le.
  - exact below.
  - intros x more. destruct (le_lt_dec x (2 * r + 5)); [apply above; lia|apply stay; lia].
  - exact enough.
  - rewrite long'. unfold r in *. lia.
Qed.
(** ** One unit more before the last *)

Lemma behind_ones_twos s t j a : (s <= j)%nat -> (2 * (s + t) + 6 <= a)%nat ->
  0 <= before 2 p (repeat 1%nat s ++ repeat 2%nat t) (triple (2 + j)) a.
Proof.
  intros le many. destruct j as [|[|j]]; [apply few_stay; unfold two_or_three; lia..|].
  apply (after_twos j); [apply ones_twos|rewrite app_length, !repeat_length; lia].
Qed.

Lemma one_behind_twos t j x :
  line_of (repeat 2%nat t ++ [1; 2; j])%nat x <= line_of (1 :: repeat 2 t ++ [2; j])%nat x.
Proof.
  revert x. induction t as [|t IH]; intros x; [apply Qcle_refl|]. cbn [repeat app].
  apply Qcle_trans with (line_of (2 :: 1 :: repeat 2 t ++ [2; j])%nat x).
  - destruct t as [|t]; cbn [repeat app] in *; apply whole_line_le; (lia || exact chances || exact
      IH).
  - apply (exchange 2 p ltac:(lia) chances 1 2 2 1 [] (repeat 2%nat t ++ [2; j])%nat). intros y.
    apply le_of_difference.
    change (0 <= edge 1 (after 2 p (repeat 2%nat t ++ [2; j])%nat) y).
    rewrite second_vanishes; [apply Qcle_refl| |].
    + destruct t; cbn [repeat app after]; easy.
    + destruct t as [|[|t]]; cbn [repeat app after]; apply (pair_of_one p 2).
Qed.

Lemma one_more_two s t j a : (s <= j)%nat -> (2 * (s + t + 2) <= a)%nat ->
  line_of (spread s (S t) (2 + j)) a <= line_of (spread (S s) t (3 + j)) a.
Proof.
  intros le many. unfold spread. change (repeat 1%nat (S s)) with (1%nat :: repeat 1%nat s).
  rewrite repeat_cons, <- app_assoc. cbn [app]. destruct t as [|t].
  - cbn [repeat app]. rewrite !whole_line_before by lia. apply le_of_difference.
    rewrite <- before_sub. apply (after_ones j s a). lia.
  - apply Qcle_trans with (line_of ((repeat 1%nat s ++ repeat 2%nat t) ++ [1; 2; 3 + j])%nat a).
    + replace (repeat 1%nat s ++ repeat 2%nat (S (S t)) ++ [2 + j])%nat
        with ((repeat 1%nat s ++ repeat 2%nat t) ++ [2; 2; 2 + j])%nat.
      * rewrite !whole_line_before by lia. apply le_of_difference. rewrite <- before_sub.
        apply (behind_ones_twos s t j); lia.
      * rewrite <- app_assoc. f_equal. clear many. induction t as [|t IH]; [easy|].
        cbn [repeat app] in *. now rewrite IH.
    + replace (repeat 2%nat (S t) ++ [3 + j])%nat with (repeat 2%nat t ++ [2; 3 + j])%nat
        by (clear many; induction t as [|t IH]; [easy|]; cbn [repeat app] in *; now rewrite IH).
      rewrite <- app_assoc. destruct t; cbn [repeat app];
        (apply lines_le; [lia|exact chances|]); [intros; apply Qcle_refl|].
      apply (one_behind_twos (S t)).
Qed.

Lemma no_ones s : forall t j a, (2 * (s + t + 1) <= a)%nat ->
  line_of (spread 0 (s + t) (2 + j)) a <= line_of (spread s t (2 + s + j)) a.
Proof.
  induction s as [|s IH]; intros t j a many; [apply Qcle_refl|].
  apply Qcle_trans with (line_of (spread s (S t) (2 + (s + j))) a).
  - replace (S s + t)%nat with (s + S t)%nat by lia. apply IH. lia.
  - replace (2 + S s + j)%nat with (3 + (s + j))%nat by lia. apply one_more_two; lia.
Qed.
End Best.

(** ** Standard rules *)

Lemma standard_is_weighed :
  weighed standard_numbers (Q2Qc (41 # 40)) (Q2Qc (16 # 25)) (Q2Qc (200 # 333)).
Proof.
  split; try (apply leb_le; vm_compute; reflexivity);
    try (apply Qc_is_canon; vm_compute; reflexivity); vm_cast_no_check (eq_refl true).
Qed.

Lemma standard_is_weighed_with_few : weighed_with_few standard_numbers
  (Q2Qc (319 # 432)) (Q2Qc (13 # 24)) (Q2Qc (432 # 553)) (number 553) (number 432) (Q2Qc (1 # 432)).
Proof.
  split; try (apply leb_le; vm_compute; reflexivity);
    try (apply Qc_is_canon; vm_compute; reflexivity);
    try (intros k [-> | ->]; apply leb_le; vm_compute; reflexivity);
    try (intros k [-> | ->]); vm_cast_no_check (eq_refl true).
Qed.

Theorem two_on_each a k n : (1 <= k)%nat -> (2 * k <= n)%nat -> (2 * k <= a)%nat ->
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
  replace (n - 2 * (ones + twos))%nat with (2 + (n - 2 * (ones + twos) - 2))%nat by lia.
  replace rest with (2 + ones + (n - 2 * (ones + twos) - 2))%nat by lia.
  apply (no_ones standard_numbers (counted_not_negative _) standard_is_fair standard_is_based
    _ _ _ standard_is_weighed _ _ _ _ _ _ standard_is_weighed_with_few). lia.
Qed.
