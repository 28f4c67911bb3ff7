(** * Errors of rounding add up ([riskexact.battle.tables.floats])

    Main result: [errors_add_up].  If in each state of a table the mean of a round is found but for e
    and h, then the table holds the expected values but for N e and N h, N being the number of units.
    So it is for floats: e is the error of a weighted sum in pairs of floats, and h what is set to 0. *)

From Coq Require Import Arith Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Contest Hands Certify Rules RealHands Lines SaddlePoint
  Aliasing LeftOut.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** What follows for means, and for two steps *)

Lemma le_by_difference x y z : y + - x = z -> 0 <= z -> x <= y.
Proof. intros <-. now apply Qcle_minus_iff. Qed.

Lemma near_less_closely e h e' h' x y : near e h x y -> e <= e' -> h <= h' -> 0 <= x -> 0 <= y ->
  near e' h' x y.
Proof.
  intros [left right] E H X Y. apply Qcle_minus_iff in left, right, E, H.
  split; [apply (le_by_difference _ _ (y + h + - ((1 - e) * x) + (e' + - e) * x + (h' + - h)))
         |apply (le_by_difference _ _ (x + h + - ((1 - e) * y) + (e' + - e) * y + (h' + - h)))];
    try ring; auto using sum_not_negative, product_not_negative.
Qed.

Lemma mean_of_difference {X} e h f g (things : weighted X) : total things <> 0 ->
  mean g things + h + - ((1 - e) * mean f things)
  = mean (fun x => g x + h + - ((1 - e) * f x)) things.
Proof.
  intros some. unfold mean.
  rewrite (weighted_sum_ext (fun x => g x + h + - ((1 - e) * f x))
    (fun x => g x + (h * 1 + (e - 1) * f x))) by (intros; ring).
  rewrite !weighted_sum_add, !weighted_sum_mul. fold (total things). now field.
Qed.

Lemma near_means {X} e h f g (things : weighted X) : total things <> 0 ->
  (forall x w, In (x, w) things -> near e h (f x) (g x)) -> near e h (mean f things) (mean g things).
Proof.
  intros some each. split; apply Qcle_minus_iff; rewrite mean_of_difference by easy;
    apply mean_not_negative; intros x w there; destruct (each x w there) as [left right];
    [exact (proj1 (Qcle_minus_iff _ _) left)|exact (proj1 (Qcle_minus_iff _ _) right)].
Qed.

(** m e and m h so far, and one step more. *)
Lemma near_once_more m e h x y z : 0 <= m -> 0 <= e <= 1 -> 0 <= h -> 0 <= x -> 0 <= z ->
  near (m * e) (m * h) x y -> near e h y z -> near ((m + 1) * e) ((m + 1) * h) x z.
Proof.
  intros M [E E'] H X Z [first first'] [next next']. assert (unit : 0 <= 1) by easy.
  apply Qcle_minus_iff in first, first', next, next', E'. split.
  - apply (le_by_difference _ _ ((z + h + - ((1 - e) * y))
      + (1 + - e) * (y + m * h + - ((1 - m * e) * x)) + m * e * h + m * e * e * x)); [ring|].
    auto 12 using sum_not_negative, product_not_negative.
  - destruct (leb 0 (1 - m * e)) eqn:small.
    + apply leb_le in small.
      apply (le_by_difference _ _ ((x + m * h + - ((1 - m * e) * y))
        + (1 - m * e) * (y + h + - ((1 - e) * z)) + m * e * h + m * e * e * z)); [ring|].
      auto 12 using sum_not_negative, product_not_negative.
    + assert (large : 0 <= m * e - 1).
      { replace (m * e - 1) with (- (1 - m * e)) by ring.
        apply Qclt_le_weak. apply Qcnot_le_lt. intros le. apply Qcopp_le_compat in le.
        unfold leb in small. apply Bool.not_true_iff_false in small. apply small, Qle_bool_iff.
        replace (1 - m * e) with (- - (1 - m * e)) by ring. exact le. }
      apply (le_by_difference _ _ (x + (m + 1) * h + (m * e - 1) * z + e * z)); [ring|].
      auto 12 using sum_not_negative, product_not_negative.
Qed.

(** ** Tables *)

Lemma number_in_order m n : (m <= n)%nat -> number m <= number n.
Proof.
  intros le. apply (le_by_difference _ _ (number (n - m))); [|apply number_not_negative].
  rewrite number_sub by easy. ring.
Qed.

Theorem errors_add_up c f V e h a d : decisive c -> 0 <= e <= 1 -> 0 <= h ->
  (forall x y, 0 <= f x y) -> (forall x y, 0 <= V x y) ->
  (forall x y, ended c x y = true -> V x y = f x y) ->
  (forall x y, ended c x y = false -> near e h
    (mean (fun losses => V (x - fst losses) (y - snd losses))%nat (costly (throws_at c x y)))
    (V x y)) ->
  near (number (a + d) * e) (number (a + d) * h) (expected c f a d) (V a d).
Proof.
  intros decisive_c E H F positive at_end rounds. revert a d.
  assert (values := expected_not_negative c f F).
  assert (shares : forall n, 0 <= number n * e) by
    (intros n; apply product_not_negative; [apply number_not_negative|easy]).
  assert (amounts : forall n, 0 <= number n * h) by
    (intros n; apply product_not_negative; [apply number_not_negative|easy]).
  apply (induction_on_rounds c); intros a d ongoing; [|intros IH].
  - rewrite general_recursion, ongoing, at_end by easy.
    apply (near_less_closely 0 0); [|apply shares|apply amounts|apply F|apply F].
    split; (apply (le_by_difference _ _ 0); [ring|apply Qcle_refl]).
  - assert (inside := ongoing). apply ended_false in inside.
    replace (a + d)%nat with (S (a + d - 1)) by lia. rewrite number_S.
    rewrite general_recursion, ongoing.
    refine (near_once_more _ e h _ _ _ (number_not_negative _) E H _ (positive a d) _
      (rounds a d ongoing)); [apply mean_not_negative; intros losses w _; apply values|].
    apply near_means; [now apply decisive_c|]. intros losses w there.
    assert (cost := costly_costs _ _ _ there).
    assert (fewer : number (a - fst losses + (d - snd losses)) <= number (a + d - 1))
      by (apply number_in_order; lia).
    apply (near_less_closely _ _ _ _ _ _ (IH _ w there)); [| |apply values|apply positive];
      (apply Qcmult_le_compat_r; [exact fewer|]); [apply E|exact H].
Qed.

(** ** Real dice: a table that is printed with three digits *)

Lemma rounded_down x : in_thousandths x <= x.
Proof.
  unfold in_thousandths, Qcle. rewrite fraction_in_Q. unfold Qle. cbn [Qnum Qden].
  rewrite Z.mul_comm. now apply Z.mul_div_le.
Qed.

Lemma rounded_by_a_thousandth x : x <= in_thousandths x + Q2Qc (1 # 1000).
Proof.
  unfold in_thousandths. set (digits := (_ / _)%Z).
  replace (_ + _) with (Q2Qc (digits + 1 # 1000))
    by (apply Qc_is_canon; unfold Qcplus; rewrite !fraction_in_Q; unfold Qeq; cbn; lia).
  unfold Qcle. rewrite fraction_in_Q. unfold Qle. cbn [Qnum Qden]. rewrite Z.mul_comm.
  apply Z.lt_le_incl. rewrite Z.add_1_r, (Z.mul_comm _ (Zpos _)).
  rewrite (Z.mul_comm 1000). now apply Z.mul_succ_div_gt.
Qed.

Lemma thousandths_not_negative x : 0 <= x -> 0 <= in_thousandths x.
Proof.
  unfold in_thousandths, Qcle. rewrite !fraction_in_Q. unfold Qle. cbn [Qnum Qden].
  rewrite Z.mul_1_r. cbn. intros positive. rewrite Z.mul_1_r. apply Z.div_pos; lia.
Qed.

Lemma mean_of_rounded (f : nat * nat -> Qc) things : total things <> 0 ->
  near 0 (Q2Qc (1 # 1000))
    (mean (fun x => in_thousandths (f x)) things) (in_thousandths (mean f things)).
Proof.
  intros some.
  assert (below : mean (fun x => in_thousandths (f x)) things <= mean f things).
  { apply (le_by_difference _ _
      (mean (fun x => f x + 0 + - ((1 - 0) * in_thousandths (f x))) things)).
    - rewrite <- mean_of_difference by easy. ring.
    - apply mean_not_negative. intros x _ _.
      apply (le_by_difference _ _ (f x + - in_thousandths (f x))); [ring|].
      apply (proj1 (Qcle_minus_iff _ _)), rounded_down. }
  assert (above : mean f things <= mean (fun x => in_thousandths (f x)) things + Q2Qc (1 # 1000)).
  { apply Qcle_minus_iff.
    replace (_ + - _) with (mean (fun x => in_thousandths (f x)) things + Q2Qc (1 # 1000)
      + - ((1 - 0) * mean f things)) by ring.
    rewrite mean_of_difference by easy. apply mean_not_negative. intros x _ _.
    apply (le_by_difference _ _ (in_thousandths (f x) + Q2Qc (1 # 1000) + - f x)); [ring|].
    apply (proj1 (Qcle_minus_iff _ _)), rounded_by_a_thousandth. }
  unfold near. replace (1 - 0) with 1 by ring. rewrite !Qcmult_1_l. split.
  - apply Qcle_trans with (1 := below), rounded_by_a_thousandth.
  - apply Qcle_trans with (2 := above), rounded_down.
Qed.

Theorem standard_table_of_thousandths a d :
  near (number (a + d) * 0) (number (a + d) * Q2Qc (1 # 1000))
    (win_chance standard_rules 0 0 a d) (in_thousandths (win_chance standard_rules 0 0 a d)).
Proof.
  assert (won_positive : forall x y, 0 <= won x y)
    by (intros x y; unfold won; now destruct (y =? 0)%nat).
  assert (some : decisive (fought standard_rules 0 0))
    by (apply (hands_are_decisive 432), standard_base).
  refine (errors_add_up (fought standard_rules 0 0) won
    (fun x y => in_thousandths (win_chance standard_rules 0 0 x y)) 0 (Q2Qc (1 # 1000)) a d some
    (conj _ _) _ won_positive _ _ _); [easy|easy|easy| | |].
  - intros x y. apply thousandths_not_negative, expected_not_negative, won_positive.
  - intros x y over. unfold win_chance. rewrite general_recursion, over. unfold won.
    destruct (y =? 0)%nat; apply Qc_is_canon; reflexivity.
  - intros x y ongoing. unfold win_chance at 2. rewrite general_recursion, ongoing.
    exact (mean_of_rounded
      (fun losses => win_chance standard_rules 0 0 (x - fst losses) (y - snd losses)) _
      (some x y ongoing)).
Qed.
