(** * Finite sums of rational numbers, and whole numbers among them

    What the other files need of sums: they are linear, may be split, shifted, turned round and
    exchanged, a sum of which one term alone is not 0 is that term, and they keep order. *)

From Coq Require Import Arith Lia List ZArith QArith Qcanon.
From Risk Require Export Spec SpecEngine.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Numbers *)

Lemma number_0 : number 0 = 0.
Proof. easy. Qed.

Lemma number_add m n : number (m + n) = number m + number n.
Proof.
  unfold number, Qcplus. apply Q2Qc_eq_iff. cbn [this Q2Qc].
  now rewrite (Qred_correct (inject_Z (Z.of_nat m))), (Qred_correct (inject_Z (Z.of_nat n))),
    Nat2Z.inj_add, inject_Z_plus.
Qed.

Lemma number_1 : number 1 = 1.
Proof. apply Qc_is_canon. easy. Qed.

Lemma number_S n : number (S n) = number n + 1.
Proof. now rewrite <- Nat.add_1_r, number_add, number_1. Qed.

Lemma number_mul m n : number (m * n) = number m * number n.
Proof.
  unfold number, Qcmult. apply Q2Qc_eq_iff. cbn [this Q2Qc].
  now rewrite (Qred_correct (inject_Z (Z.of_nat m))), (Qred_correct (inject_Z (Z.of_nat n))),
    Nat2Z.inj_mul, inject_Z_mult.
Qed.

Lemma number_sub m n : (n <= m)%nat -> number (m - n) = number m - number n.
Proof.
  intros le. replace (number m) with (number (m - n + n)) by (f_equal; lia).
  rewrite number_add. ring.
Qed.

Lemma number_not_0 n : n <> 0%nat -> number n <> 0.
Proof.
  intros nonzero zero. unfold number in zero. apply (Q2Qc_eq_iff _ 0%Q) in zero.
  unfold Qeq in zero. cbn in zero. lia.
Qed.

(** ** Powers *)

Lemma power_add x m n : x ^ (m + n) = x ^ m * x ^ n.
Proof. induction m as [|m IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma power_mul x m n : x ^ (m * n) = (x ^ m) ^ n.
Proof.
  induction n as [|n IH]; cbn; [now rewrite Nat.mul_0_r|].
  now rewrite Nat.mul_succ_r, Nat.add_comm, power_add, IH.
Qed.

Lemma power_of_product x y n : (x * y) ^ n = x ^ n * y ^ n.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma one_to_the n : 1 ^ n = 1.
Proof. induction n as [|n IH]; cbn; [easy|]. rewrite IH. ring. Qed.

Lemma power_not_0 x n : x <> 0 -> x ^ n <> 0.
Proof.
  intros nonzero. induction n as [|n IH]; cbn; [easy|].
  intros zero. now apply Qcmult_integral in zero as [|].
Qed.

(** ** Integers *)

Lemma integer_add y z : integer (y + z)%Z = integer y + integer z.
Proof.
  unfold integer, Qcplus. apply Q2Qc_eq_iff. cbn [this Q2Qc].
  now rewrite (Qred_correct (inject_Z y)), (Qred_correct (inject_Z z)), inject_Z_plus.
Qed.

Lemma integer_mul y z : integer (y * z)%Z = integer y * integer z.
Proof.
  unfold integer, Qcmult. apply Q2Qc_eq_iff. cbn [this Q2Qc].
  now rewrite (Qred_correct (inject_Z y)), (Qred_correct (inject_Z z)), inject_Z_mult.
Qed.

Lemma integer_power z n : integer (z ^ Z.of_nat n)%Z = integer z ^ n.
Proof.
  induction n as [|n IH]; [now apply Qc_is_canon|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r, integer_mul, IH by lia. easy.
Qed.

Lemma integer_not_0 z : z <> 0%Z -> integer z <> 0.
Proof.
  intros nonzero zero. apply nonzero. apply (Q2Qc_eq_iff _ 0%Q) in zero.
  unfold Qeq in zero. cbn in zero. lia.
Qed.

(** ** Sums *)

Lemma sum_of_1 f : sum 1 f = f 0%nat.
Proof. cbn. ring. Qed.

Lemma sum_of_2 f : sum 2 f = f 0%nat + f 1%nat.
Proof. cbn. ring. Qed.

Lemma sum_of_3 f : sum 3 f = f 0%nat + f 1%nat + f 2%nat.
Proof. cbn. ring. Qed.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n as [|n IH]; cbn; intros same; [easy|].
  rewrite IH, (same n); auto.
Qed.

Lemma sum_add n f g : Σ i < n, (f i + g i) = sum n f + sum n g.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma sum_mul n c f : Σ i < n, c * f i = c * sum n f.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma sum_mul_right n c f : Σ i < n, f i * c = sum n f * c.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma sum_0 n f : (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof.
  induction n as [|n IH]; cbn; intros zero; [easy|].
  rewrite IH, (zero n) by auto. ring.
Qed.

Lemma sum_first n f : sum (S n) f = f 0%nat + Σ i < n, f (S i).
Proof.
  induction n as [|n IH]; [cbn; ring|].
  change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IH. cbn. ring.
Qed.

Lemma sum_split m n f : sum (m + n) f = sum m f + Σ i < n, f (m + i)%nat.
Proof.
  induction n as [|n IH]; cbn; [rewrite Nat.add_0_r; ring|].
  rewrite Nat.add_succ_r. cbn. rewrite IH. ring.
Qed.

(** Terms that are 0 from m on, and terms that are 0 up to k. *)
Lemma sum_cut m n f : (m <= n)%nat ->
  (forall i, (m <= i < n)%nat -> f i = 0) -> sum n f = sum m f.
Proof.
  intros le zero. replace n with (m + (n - m))%nat by lia.
  rewrite sum_split, (sum_0 (n - m)); [ring|]. intros i lt. apply zero. lia.
Qed.

Lemma sum_drop k n f : (forall i, (i < k)%nat -> f i = 0) ->
  sum (k + n) f = Σ i < n, f (k + i)%nat.
Proof. intros zero. rewrite sum_split, sum_0 by easy. ring. Qed.

Lemma sum_turned n f : Σ i < n, f (n - 1 - i)%nat = sum n f.
Proof.
  induction n as [|n IH]; [easy|].
  rewrite sum_first. cbn [sum]. rewrite <- IH.
  replace (S n - 1 - 0)%nat with n by lia.
  rewrite (sum_ext n (fun i => f (S n - 1 - S i)%nat) (fun i => f (n - 1 - i)%nat)); [ring|].
  intros i lt. f_equal. lia.
Qed.

Lemma sum_exchange m n (f : nat -> nat -> Qc) :
  Σ i < m, Σ j < n, f i j = Σ j < n, Σ i < m, f i j.
Proof.
  induction m as [|m IH]; cbn [sum].
  - now rewrite sum_0.
  - now rewrite IH, <- sum_add.
Qed.

(** At most one term is not 0. *)
Lemma sum_one n j f : (forall i, (i < n)%nat -> i <> j -> f i = 0) ->
  sum n f = if (j <? n)%nat then f j else 0.
Proof.
  intros zero. destruct (Nat.ltb_spec j n) as [lt|ge].
  - replace n with (j + S (n - S j))%nat by lia.
    rewrite sum_split, sum_first, sum_0, sum_0.
    + rewrite Nat.add_0_r. ring.
    + intros i small. apply zero; lia.
    + intros i small. apply zero; lia.
  - apply sum_0. intros i small. apply zero; lia.
Qed.

Lemma sum_only n j f : (j < n)%nat -> (forall i, (i < n)%nat -> i <> j -> f i = 0) ->
  sum n f = f j.
Proof. intros lt zero. rewrite (sum_one n j) by easy. now apply Nat.ltb_lt in lt as ->. Qed.

(** ** Order *)

Lemma fraction_in_Q x : (this (Q2Qc x) == x)%Q.
Proof. apply Qred_correct. Qed.

Lemma number_not_negative n : 0 <= number n.
Proof. unfold number, Qcle. rewrite !fraction_in_Q. unfold Qle. cbn. lia. Qed.

Lemma leb_le x y : leb x y = true -> x <= y.
Proof. apply Qle_bool_iff. Qed.

Lemma product_not_negative x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof.
  intros X Y. replace (Q2Qc 0) with (0 * y) by ring. now apply Qcmult_le_compat_r.
Qed.

Lemma sum_not_negative x y : 0 <= x -> 0 <= y -> 0 <= x + y.
Proof. intros X Y. replace (Q2Qc 0) with (0 + 0) by ring. now apply Qcplus_le_compat. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [|n IH]; intros le; cbn [sum]; [apply Qcle_refl|].
  apply Qcplus_le_compat; [apply IH; intros|]; apply le; lia.
Qed.

Lemma times_le x y z : 0 <= x -> y <= z -> x * y <= x * z.
Proof. intros positive le. rewrite !(Qcmult_comm x). now apply Qcmult_le_compat_r. Qed.

Lemma sum_of_nonnegative n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  induction n as [|n IH]; intros each; cbn [sum]; [apply Qcle_refl|].
  apply sum_not_negative; [apply IH; intros|]; apply each; lia.
Qed.

Lemma sum_has n f i : (forall j, (j < n)%nat -> 0 <= f j) -> (i < n)%nat -> f i <= sum n f.
Proof.
  intros each lt. apply Qcle_trans with (Σ j < n, if (j =? i)%nat then f j else 0).
  - rewrite (sum_only _ i), Nat.eqb_refl; [apply Qcle_refl|easy|].
    intros j _ other. now apply Nat.eqb_neq in other as ->.
  - apply sum_le. intros j less. destruct (j =? i)%nat; [apply Qcle_refl|auto].
Qed.

Lemma leb_total x y : leb x y = false -> y <= x.
Proof.
  intros greater. apply Qclt_le_weak, Qcnot_le_lt. intros le.
  apply Qle_bool_iff in le. unfold leb in greater. congruence.
Qed.

Lemma larger_left x y : x <= larger x y.
Proof. unfold larger. destruct (leb x y) eqn:le; [now apply leb_le|apply Qcle_refl]. Qed.

Lemma larger_right x y : y <= larger x y.
Proof. unfold larger. destruct (leb x y) eqn:le; [apply Qcle_refl|now apply leb_total]. Qed.

Lemma larger_least x y z : x <= z -> y <= z -> larger x y <= z.
Proof. unfold larger. now destruct (leb x y). Qed.
