(** * Powers of rational numbers that are not negative, compared *)

From Coq Require Import Arith Lia QArith Qcanon.
From Risk Require Import Sums Lines SaddlePoint.
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
