(** * Weighted means

    Main results: means are linear; a group has the mean of its members; what is left out and taken
    again ([conditioning]) may as well be counted with the mean itself. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition whole_total {X} (things : weighted X) : Z :=
  fold_right (fun each sum => Z.of_N (snd each) + sum)%Z 0%Z things.

(** ** Sums *)

Lemma weighted_sum_ext {X} f g (things : weighted X) :
  (forall x w, In (x, w) things -> f x = g x) -> weighted_sum f things = weighted_sum g things.
Proof.
  induction things as [|[x w] others IH]; intros same; [easy|].
  cbn. rewrite (same x w), IH; [easy| |now left]. intros y v there. apply (same y v). now right.
Qed.

Lemma weighted_sum_add {X} f g (things : weighted X) :
  weighted_sum (fun x => f x + g x) things = weighted_sum f things + weighted_sum g things.
Proof. induction things as [|[x w] others IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma weighted_sum_mul {X} c f (things : weighted X) :
  weighted_sum (fun x => c * f x) things = c * weighted_sum f things.
Proof. induction things as [|[x w] others IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma weighted_sum_app {X} f (things others : weighted X) :
  weighted_sum f (things ++ others) = weighted_sum f things + weighted_sum f others.
Proof. induction things as [|[x w] rest IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma weighted_sum_filter {X} f (p : X -> bool) (things : weighted X) :
  weighted_sum f (filter (fun each => p (fst each)) things)
  = weighted_sum (fun x => if p x then f x else 0) things.
Proof.
  induction things as [|[x w] others IH]; cbn; [easy|].
  destruct (p x); cbn; rewrite IH; ring.
Qed.

Lemma weighted_sum_exchange {X} n (f : nat -> X -> Qc) (things : weighted X) :
  Σ k < n, weighted_sum (f k) things = weighted_sum (fun x => Σ k < n, f k x) things.
Proof.
  induction things as [|[x w] others IH]; cbn; [now apply sum_0|].
  now rewrite <- IH, <- sum_mul, <- sum_add.
Qed.

Lemma mean_ext {X} f g (things : weighted X) : (forall x w, In (x, w) things -> f x = g x) ->
  mean f things = mean g things.
Proof. intros same. unfold mean. now rewrite (weighted_sum_ext f g). Qed.

Lemma mean_mul {X} c f (things : weighted X) : mean (fun x => c * f x) things = c * mean f things.
Proof. unfold mean, Qcdiv. rewrite weighted_sum_mul. ring. Qed.

Lemma mean_exchange {X} n (f : nat -> X -> Qc) (things : weighted X) :
  Σ k < n, mean (f k) things = mean (fun x => Σ k < n, f k x) things.
Proof. unfold mean, Qcdiv. now rewrite sum_mul_right, weighted_sum_exchange. Qed.

Lemma mean_of_1 {X} (things : weighted X) : total things <> 0 -> mean (fun _ => 1) things = 1.
Proof. intros some. unfold mean, total, Qcdiv in *. now apply Qcmult_inv_r. Qed.

Lemma from_N_add v w : from_N (v + w) = from_N v + from_N w.
Proof. unfold from_N. now rewrite N2Z.inj_add, integer_add. Qed.

Lemma from_N_mul v w : from_N (v * w) = from_N v * from_N w.
Proof. unfold from_N. now rewrite N2Z.inj_mul, integer_mul. Qed.

Lemma weighted_sum_each {X Y} (f : X -> Y) g (things : weighted X) :
  weighted_sum g (each f things) = weighted_sum (fun x => g (f x)) things.
Proof. induction things as [|[x w] others IH]; cbn; [easy|]. now rewrite <- IH. Qed.

Lemma weighted_sum_together {X Y Z} (f : X -> Y -> Z) g (xs : weighted X) (ys : weighted Y) :
  weighted_sum g (together f xs ys)
  = weighted_sum (fun x => weighted_sum (fun y => g (f x y)) ys) xs.
Proof.
  induction xs as [|[x v] others IH]; cbn [together flat_map weighted_sum]; [easy|].
  rewrite weighted_sum_app. fold (together f others ys). rewrite IH. f_equal.
  clear IH others. induction ys as [|[y w] others IH]; cbn; [ring|].
  rewrite IH, from_N_mul. ring.
Qed.

(** ** What is left out and taken again *)

Lemma whole_total_is_total {X} (things : weighted X) : integer (whole_total things) = total things.
Proof.
  induction things as [|[x w] others IH]; [now apply Qc_is_canon|].
  cbn [whole_total fold_right snd]. fold (whole_total others). rewrite integer_add, IH.
  unfold total. cbn. unfold from_N. ring.
Qed.

Lemma some_of_more {X} (p : X -> bool) (things : weighted X) :
  total (filter (fun each => p (fst each)) things) <> 0 -> total things <> 0.
Proof.
  rewrite <- !whole_total_is_total. intros some none.
  assert (sums : (0 <= whole_total (filter (fun each => p (fst each)) things)
    <= whole_total things)%Z).
  { clear. induction things as [|[x w] others IH]; [cbn; lia|].
    cbn [filter fst]. destruct (p x); cbn [whole_total fold_right snd]; fold (whole_total others);
      fold (whole_total (filter (fun each => p (fst each)) others)); lia. }
  destruct (Z.eq_dec (whole_total things) 0) as [zero|other].
  - apply some. now replace (whole_total (filter _ things)) with 0%Z by lia.
  - now apply (integer_not_0 _ other).
Qed.

Lemma conditioning {X} (p : X -> bool) (v : Qc) (f : X -> Qc) (things : weighted X) :
  total (filter (fun each => p (fst each)) things) <> 0 ->
  (forall x, p x = false -> f x = v) ->
  v = mean f (filter (fun each => p (fst each)) things) -> v = mean f things.
Proof.
  intros some_of_those others conditioned. assert (some := some_of_more p things some_of_those).
  set (those := filter (fun each => p (fst each)) things) in *.
  assert (parts : weighted_sum f things = v * (total things - total those) + v * total those).
  { replace (v * total those) with (weighted_sum f those).
    - unfold total, those. rewrite !weighted_sum_filter, Qcmult_comm, <- (Qcmult_comm v).
      unfold Qcminus. rewrite Qcmult_plus_distr_r, <- weighted_sum_mul.
      replace (v * - weighted_sum (fun x => if p x then 1 else 0) things)
        with (weighted_sum (fun x => (- v) * (if p x then 1 else 0)) things)
        by (rewrite weighted_sum_mul; ring).
      rewrite <- !weighted_sum_add. apply weighted_sum_ext. intros x w _.
      destruct (p x) eqn:among; [ring|]. rewrite (others x among). ring.
    - rewrite conditioned at 1. unfold mean. now field. }
  unfold mean. rewrite parts. field. exact some.
Qed.

(** ** Means keep order *)

Lemma mean_not_negative {X} f (things : weighted X) :
  (forall x w, In (x, w) things -> 0 <= f x) -> 0 <= mean f things.
Proof.
  assert (sums : forall g, (forall x w, In (x, w) things -> 0 <= g x) ->
    0 <= weighted_sum g things).
  { intros g. induction things as [|[x w] others IH]; intros each; cbn; [apply Qcle_refl|].
    apply sum_not_negative; [apply product_not_negative; [|apply (each x w); now left]|].
    - unfold from_N, integer, Qcle. rewrite !fraction_in_Q. unfold Qle. cbn. lia.
    - apply IH. intros y v there. apply (each y v). now right. }
  intros some. apply product_not_negative; [now apply sums|]. unfold Qcinv, Qcle.
  rewrite !fraction_in_Q. now apply Qinv_le_0_compat, (sums (fun _ => 1)).
Qed.

Lemma mean_rises {X} f g (things : weighted X) :
  (forall x w, In (x, w) things -> f x <= g x) -> mean f things <= mean g things.
Proof.
  intros le. apply Qcle_minus_iff.
  replace (_ + _) with (mean (fun x => g x + - (1) * f x) things).
  - apply mean_not_negative. intros x w there. replace (g x + _) with (g x + - f x) by ring.
    apply -> (Qcle_minus_iff (f x) (g x)). now apply (le x w).
  - unfold mean. rewrite weighted_sum_add, weighted_sum_mul. unfold Qcdiv. ring.
Qed.

(** ** Groups *)

Lemma weighted_sum_grouped {X} (same : X -> X -> bool) f (things : weighted X) :
  (forall x y, same x y = true -> x = y) ->
  weighted_sum f (grouped same things) = weighted_sum f things.
Proof.
  intros equal.
  assert (one_more : forall x w others, weighted_sum f (with_one_more same x w others)
    = from_N w * f x + weighted_sum f others).
  { intros x w others. induction others as [|[y v] others IH]; cbn; [ring|].
    destruct (same x y) eqn:one; cbn.
    - rewrite (equal x y one), from_N_add. ring.
    - rewrite IH. ring. }
  induction things as [|[x w] others IH]; [easy|].
  change (grouped same ((x, w) :: others)) with (with_one_more same x w (grouped same others)).
  now rewrite one_more, IH.
Qed.
