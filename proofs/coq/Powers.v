(** * Powers of rational numbers that are not negative, compared; those below 1 tend to 0 *)

From Coq Require Import Arith Lia ZArith QArith Qcanon.
From Risk Require Import Sums Rules Lines SaddlePoint.
Open Scope nat_scope.
Open Scope Qc_scope.

Lemma times_compat x x' y y' : 0 <= x -> 0 <= y' -> x <= x' -> y <= y' -> x * y <= x' * y'.
Proof.
  intros X Y le le'. apply Qcle_trans with (x * y'); [now apply times_le|].
  now apply Qcmult_le_compat_r.
Qed.

Lemma power_not_negative x n : 0 <= x -> 0 <= x ^ n.
Proof.
  intros X. induction n as [|n IH]; cbn [Qcpower]; [easy|]. now apply product_not_negative.
Qed.

Lemma power_at_least_1 x n : 1 <= x -> 1 <= x ^ n.
Proof.
  intros X. induction n as [|n IH]; cbn [Qcpower]; [apply Qcle_refl|].
  rewrite <- (Qcmult_1_l 1) at 1. apply times_compat; try easy.
  now apply Qcle_trans with 1.
Qed.

Lemma power_descends x m n : 0 <= x -> x <= 1 -> (m <= n)%nat -> x ^ n <= x ^ m.
Proof.
  intros X le. induction 1 as [|n _ IH]; [apply Qcle_refl|].
  cbn [Qcpower]. rewrite <- (Qcmult_1_l (x ^ m)). apply times_compat; try easy.
  now apply power_not_negative.
Qed.

Lemma number_above x : exists j, x <= number j.
Proof.
  exists (Z.to_nat (Z.abs (Qnum x))). unfold Qcle, number. rewrite fraction_in_Q. unfold Qle. cbn.
  rewrite Z2Nat.id by lia. nia.
Qed.

Lemma bernoulli a j : 0 <= a <= 1 -> a ^ j * (1 + number j * (1 - a)) <= 1.
Proof.
  intros [some most]. assert (0 <= 1 - a) as left by now apply -> Qcle_minus_iff.
  induction j as [|j IH].
  - rewrite number_0. replace (a ^ 0 * (1 + 0 * (1 - a))) with 1 by (cbn; ring). apply Qcle_refl.
  - rewrite number_S. cbn [Qcpower].
    replace (a * a ^ j * (1 + (number j + 1) * (1 - a)))
      with (a ^ j * (1 + number j * (1 - a)) * a + a ^ (S j) * (1 - a)) by (cbn [Qcpower]; ring).
    replace 1 with (1 * a + 1 * (1 - a)) at 4 by ring.
    apply Qcplus_le_compat; apply Qcmult_le_compat_r; try easy.
    now apply (power_descends a 0 (S j)); [| |lia].
Qed.

Lemma powers_vanish a short : 0 <= a -> a < 1 -> 0 < short -> exists j, a ^ j <= short.
Proof.
  intros some less positive.
  assert (0 < 1 - a) as left by now apply -> Qclt_minus_iff.
  assert (0 < (1 - a) * short) as product.
  { rewrite <- (Qcmult_0_l short). now apply Qcmult_lt_compat_r. }
  destruct (number_above (1 / ((1 - a) * short))) as [j above]. exists j.
  assert (1 <= number j * ((1 - a) * short)) as enough.
  { replace 1 with (1 / ((1 - a) * short) * ((1 - a) * short)) at 1.
    - apply Qcmult_le_compat_r; [easy|]. now apply Qclt_le_weak.
    - assert (forall x, x <> 0 -> 1 / x * x = 1) as inverse by (intros; now field).
      apply inverse. intros zero. now rewrite zero in product. }
  assert (0 <= a ^ j) as power by now apply power_not_negative.
  apply Qcle_trans with (a ^ j * (number j * ((1 - a) * short))).
  { rewrite <- (Qcmult_1_r (a ^ j)) at 1. now apply times_le. }
  apply Qcle_trans with (a ^ j * (1 + number j * (1 - a)) * short).
  - replace (a ^ j * (1 + number j * (1 - a)) * short)
      with (a ^ j * (number j * ((1 - a) * short)) + a ^ j * short) by ring.
    rewrite <- (Qcplus_0_r (a ^ j * (number j * ((1 - a) * short)))) at 1.
    apply Qcplus_le_compat; [apply Qcle_refl|]. apply product_not_negative; [easy|].
    now apply Qclt_le_weak.
  - rewrite <- (Qcmult_1_l short) at 2. apply Qcmult_le_compat_r; [|now apply Qclt_le_weak].
    apply bernoulli. split; [easy|now apply Qclt_le_weak].
Qed.
