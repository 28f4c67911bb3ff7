(** * Sequences that fall slowly keep one change of sign

    - [conv h v e]         the convolution: the sum of h x * v (e - x)
    - [ratio A B h]        h is not negative, and (x + 1) h (x + 1) <= (A + B x) h x
    - [at_once]            1 at 0, and 0 elsewhere

    Main results: ratios add up ([ratio_conv]); where h is a convolution of k such sequences,
    h (x + 1) <= (A + B) h x from k - 1 on ([ratio_from]).
    Then its convolution with a sequence that changes its sign once, from - to +, is not negative,
    if its first terms, weighed, are not ([pivot]). *)

From Coq Require Import Arith Bool Lia List Permutation ZArith QArith Qcanon.
From Risk Require Import Sums Lines Powers Rules Line.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition conv (h v : nat -> Qc) (e : nat) : Qc := Σ x < S e, h x * v (e - x)%nat.

Definition at_once (x : nat) : Qc := if (x =? 0)%nat then 1 else 0.

Definition ratio (A B : Qc) (h : nat -> Qc) : Prop :=
  (forall x, 0 <= h x) /\ forall x, number (S x) * h (S x) <= (A + B * number x) * h x.

Lemma conv_step h v e : conv h v (S e) = h 0%nat * v (S e) + conv (fun x => h (S x)) v e.
Proof. unfold conv. rewrite sum_first. f_equal. Qed.

Lemma conv_ext h g v e : (forall x, h x = g x) -> conv h v e = conv g v e.
Proof. intros same. apply sum_ext. intros x _. now rewrite same. Qed.

Lemma conv_add h g v e : conv (fun x => h x + g x) v e = conv h v e + conv g v e.
Proof. unfold conv. rewrite <- sum_add. apply sum_ext. intros x _. ring. Qed.

Lemma conv_mul c h v e : conv (fun x => c * h x) v e = c * conv h v e.
Proof. unfold conv. rewrite <- sum_mul. apply sum_ext. intros x _. ring. Qed.

Lemma conv_associates e : forall h g v, conv (conv h g) v e = conv h (conv g v) e.
Proof.
  induction e as [|e IH]; intros h g v; [unfold conv; cbn; ring|].
  rewrite !conv_step, <- IH.
  rewrite (conv_ext (fun x => conv h g (S x)) (fun x => h 0%nat * g (S x) + conv (fun y => h (S y))
    g x))
    by (intros x; apply conv_step).
  rewrite conv_add, conv_mul.
  replace (conv h g 0) with (h 0%nat * g 0%nat) by (unfold conv; cbn; ring). ring.
Qed.

Lemma conv_at_once v e : conv at_once v e = v e.
Proof.
  unfold conv. rewrite sum_first, sum_0; [|intros x _; unfold at_once; cbn; ring].
  unfold at_once. cbn [Nat.eqb]. rewrite Nat.sub_0_r. ring.
Qed.

Lemma conv_with_at_once h e : conv h at_once e = h e.
Proof.
  unfold conv. cbn [sum]. rewrite sum_0, Nat.sub_diag; [unfold at_once; cbn [Nat.eqb]; ring|].
  intros x lt. unfold at_once. destruct (Nat.eqb_spec (e - x) 0); [lia|ring].
Qed.

Lemma sum_at_most n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  intros le. apply le_of_difference.
  replace (sum n g - sum n f) with (Σ i < n, (g i + - (1) * f i)).
  - apply sum_of_nonnegative. intros i lt. apply (le_by _ _ (g i - f i)); [|ring].
    now apply difference_not_negative, le.
  - rewrite sum_add, sum_mul. ring.
Qed.

Lemma ratio_conv A A' B h g : ratio A B h -> ratio A' B g -> ratio (A + A') B (conv h g).
Proof.
  intros [positive falls] [positive' falls']. split.
  - intros x. apply sum_of_nonnegative. intros i _. now apply product_not_negative.
  - intros e.
    apply Qcle_trans with (Σ x < S e, (A + B * number x) * h x * g (e - x)%nat
      + Σ x < S e, h x * ((A' + B * number (e - x)) * g (e - x)%nat)).
    + replace (number (S e) * conv h g (S e)) with
        (Σ x < S e, number (S x) * h (S x) * g (e - x)%nat
         + Σ x < S e, h x * (number (S (e - x)) * g (S (e - x)))).
      * apply Qcplus_le_compat; apply sum_at_most; intros x lt.
        -- now apply Qcmult_le_compat_r.
        -- rewrite !(Qcmult_comm (h x)). now apply Qcmult_le_compat_r.
      * unfold conv. rewrite <- sum_mul.
        transitivity (Σ x < S (S e), (number x * h x * g (S e - x)%nat
          + h x * (number (S e - x) * g (S e - x)%nat))).
        -- rewrite sum_add. f_equal.
           ++ rewrite (sum_first (S e)), number_0. cbn [Nat.sub]. ring.
           ++ change (sum (S (S e)) (fun x => h x * (number (S e - x) * g (S e - x)%nat))) with
                (Σ x < S e, h x * (number (S e - x) * g (S e - x)%nat)
                 + h (S e) * (number (S e - S e) * g (S e - S e)%nat)).
              rewrite Nat.sub_diag, number_0.
              rewrite (sum_ext (S e) (fun x => h x * (number (S e - x) * g (S e - x)%nat))
                (fun x => h x * (number (S (e - x)) * g (S (e - x))))); [ring|].
              intros x lt. now replace (S e - x)%nat with (S (e - x)) by lia.
        -- apply sum_ext. intros x lt. rewrite (number_sub (S e) x) by lia. ring.
    + rewrite <- sum_add. unfold conv. rewrite <- sum_mul.
      rewrite (sum_ext (S e) _ (fun x => (A + A' + B * number e) * (h x * g (e - x)%nat)));
        [apply Qcle_refl|].
      intros x lt. rewrite (number_sub e x) by lia. ring.
Qed.

Lemma ratio_ext A B h g : (forall x, h x = g x) -> ratio A B g -> ratio A B h.
Proof. intros same [positive falls]. split; intros x; rewrite !same; auto. Qed.

Lemma ratio_at_once B : ratio 0 B at_once.
Proof.
  split; intros x; unfold at_once; [now destruct (x =? 0)%nat|]. cbn [Nat.eqb].
  destruct x as [|x]; cbn [Nat.eqb].
  - rewrite number_0. apply (le_by _ _ 0); [apply Qcle_refl|ring].
  - apply (le_by _ _ 0); [apply Qcle_refl|ring].
Qed.

Lemma ratio_from A B k h : 0 <= A -> 0 <= B -> ratio (number k * A) B h ->
  forall x, (k <= S x)%nat -> h (S x) <= (A + B) * h x.
Proof.
  intros some_A some_B [positive falls] x le.
  apply Qcmult_lt_0_le_reg_r with (number (S x)); [apply number_positive; lia|].
  rewrite !(Qcmult_comm _ (number (S x))). apply Qcle_trans with (1 := falls x).
  apply (le_by _ _ ((number (S x - k) * A + B) * h x)).
  - apply product_not_negative; [|apply positive]. apply sum_not_negative; [|exact some_B].
    apply product_not_negative; [apply number_not_negative|exact some_A].
  - rewrite (number_sub (S x) k), number_S by lia. ring.
Qed.

Lemma pivot m inverse b v e y last N : 0 <= m -> 0 <= inverse -> m * inverse = 1 ->
  (forall x, 0 <= b x) -> (forall x, (e <= x)%nat -> b (S x) <= m * b x) ->
  (y <= last)%nat -> (forall x, (x < y)%nat -> v x <= 0) ->
  (forall x, (y <= x)%nat -> 0 <= v x) -> 0 <= Σ x < S last, v x * inverse ^ x ->
  (e + last <= N)%nat -> 0 <= conv b v N.
Proof.
  intros some_m some_i both positive falls within below above weighed far.
  set (C := fun x => b (N - x)%nat * m ^ x).
  assert (rises : forall x k, (x + k <= last)%nat -> C x <= C (x + k)%nat).
  { intros x. induction k as [|k IH]; intros le; [rewrite Nat.add_0_r; apply Qcle_refl|].
    apply Qcle_trans with (1 := IH ltac:(lia)). rewrite Nat.add_succ_r. unfold C.
    replace (N - (x + k))%nat with (S (N - S (x + k))) by lia. cbn [Qcpower].
    rewrite (Qcmult_comm m), (Qcmult_comm (m ^ (x + k)) m), Qcmult_assoc.
    apply Qcmult_le_compat_r; [|now apply power_not_negative].
    rewrite (Qcmult_comm (b _) m). apply falls. lia. }
  unfold conv. rewrite <- sum_turned.
  replace (S N) with (S last + (N - last))%nat at 1 by lia. rewrite sum_split.
  apply sum_not_negative.
  - apply (le_by _ _ (C y * (Σ x < S last, v x * inverse ^ x)
      + Σ x < S last, v x * inverse ^ x * (C x - C y))).
    + apply sum_not_negative.
      * apply product_not_negative; [|exact weighed].
        apply product_not_negative; [apply positive|now apply power_not_negative].
      * apply sum_of_nonnegative. intros x lt. destruct (le_lt_dec y x) as [more|less].
        -- apply product_not_negative; [apply product_not_negative|].
           ++ now apply above.
           ++ now apply power_not_negative.
           ++ apply difference_not_negative. replace x with (y + (x - y))%nat by lia.
              apply rises. lia.
        -- apply (le_by _ _ ((0 - v x) * inverse ^ x * (C y - C x))); [|ring].
           apply product_not_negative; [apply product_not_negative|].
           ++ now apply difference_not_negative, below.
           ++ now apply power_not_negative.
           ++ apply difference_not_negative. replace y with (x + (y - x))%nat by lia.
              apply rises. lia.
    + rewrite <- sum_mul, <- sum_add, Qcplus_0_l. apply sum_ext. intros x lt. unfold C.
      replace (S N - 1 - x)%nat with (N - x)%nat by lia.
      replace (N - (N - x))%nat with x by lia.
      transitivity (v x * b (N - x)%nat * (m * inverse) ^ x); [rewrite both, one_to_the; ring|].
      rewrite power_of_product. ring.
  - apply sum_of_nonnegative. intros x lt. apply product_not_negative; [apply positive|].
    apply above. lia.
Qed.

(** ** A criterion, with the terms of a sequence that vanishes multiplied by their places *)

Lemma vanishes_more_before L ss rs f : vanishes L rs f -> vanishes L (ss ++ rs) f.
Proof. intros none. induction ss as [|s ss IH]; [easy|]. now apply vanishes_more. Qed.

Lemma vanishes_number L rs : forall f, vanishes L rs f ->
  vanishes L (rs ++ rs) (fun n => number n * f n).
Proof.
  induction rs as [|r rs IH]; intros f none.
  - intros n. cbn [app steps_of]. rewrite (none n : f n = 0). ring.
  - cbn [app]. apply (vanishes_ext L (rs ++ r :: rs) (step L r (fun n => number n * f n))
      (fun n => number n * step L r f n + number L * f (L + n)%nat)).
    + intros n. unfold step. rewrite number_add, (Nat.add_comm L n). ring.
    + apply vanishes_add.
      * apply (vanishes_in_any_order L (r :: rs ++ rs)); [apply Permutation_middle|].
        apply vanishes_more, IH, none.
      * apply vanishes_mul, vanishes_more_before.
        now apply (vanishes_shift L (r :: rs) L f).
Qed.

Lemma vanishes_scaled L rs d : forall f, vanishes L rs f ->
  vanishes L (map (Qcmult (d ^ L)) rs) (fun n => d ^ n * f n).
Proof.
  induction rs as [|r rs IH]; intros f none.
  - intros n. cbn [map steps_of]. rewrite (none n : f n = 0). ring.
  - apply (vanishes_ext L _ (step L (d ^ L * r) (fun n => d ^ n * f n))
      (fun n => d ^ L * (d ^ n * step L r f n))).
    + intros n. unfold step. rewrite power_add. ring.
    + apply vanishes_mul, IH, none.
Qed.
