(** * The weights of the interior: T n i = [x^i] (c 0 + c 1 x + ... + c K x^K)^n

    Main results: [T] is the coefficient of P^n ([T_is_the_coefficient], and no other numbers are:
    [coefficients_are_unique]); P Q' = n P' Q for Q = P^n, coefficient by coefficient; binomial
    for K = 1; the same polynomial turned round. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Shifts *)

Lemma shift_below k f i : (i < k)%nat -> shift k f i = 0.
Proof. unfold shift. now destruct (Nat.leb_spec k i); [lia|]. Qed.

Lemma shift_from k f i : shift k f (k + i) = f i.
Proof. unfold shift. replace (k <=? k + i)%nat with true by (symmetry; apply Nat.leb_le; lia).
  f_equal. lia. Qed.

Lemma shift_0 f i : shift 0 f i = f i.
Proof. apply (shift_from 0). Qed.

Lemma shift_S_S k f i : shift (S k) f (S i) = shift k f i.
Proof. easy. Qed.

Lemma shift_shift j k f i : shift j (shift k f) i = shift (j + k) f i.
Proof.
  unfold shift.
  destruct (Nat.leb_spec j i), (Nat.leb_spec (j + k) i); try easy; try lia.
  - destruct (Nat.leb_spec k (i - j)); [f_equal|]; lia.
  - destruct (Nat.leb_spec k (i - j)); [lia|easy].
Qed.

Lemma shift_sum k n f i : shift k (fun i => Σ j < n, f j i) i = Σ j < n, shift k (f j) i.
Proof. unfold shift. destruct (k <=? i)%nat; [easy|]. now rewrite sum_0. Qed.

Lemma shift_mul k c f i : shift k (fun i => c * f i) i = c * shift k f i.
Proof. unfold shift. destruct (k <=? i)%nat; ring. Qed.

Lemma shift_ext k f g i : (forall j, f j = g j) -> shift k f i = shift k g i.
Proof. unfold shift. intros same. now destruct (k <=? i)%nat. Qed.

Lemma shift_weighted j k x e f m :
  shift j (fun m => x * (number m - e) * shift k f m) m
  = x * (number m - number j - e) * shift (j + k) f m.
Proof.
  rewrite <- shift_shift. unfold shift at 1 3. destruct (Nat.leb_spec j m); [|ring].
  rewrite number_sub by easy. ring.
Qed.

(** Sums of a shifted sequence are sums of the sequence. *)
Lemma sum_of_shifted k m f g :
  Σ i < k + m, shift k f i * g i = Σ i < m, f i * g (k + i)%nat.
Proof.
  rewrite sum_drop.
  - apply sum_ext. intros i _. now rewrite shift_from.
  - intros i lt. rewrite shift_below by easy. ring.
Qed.

Section Weights.
Variables (K : nat) (c : nat -> Qc).
Notation P := (P K c).
Notation T := (T K c).

Lemma T_no_round i : T 0 i = if (i =? 0)%nat then 1 else 0.
Proof. easy. Qed.

Lemma T_one_more_round n i : T (S n) i = Σ k < S K, c k * shift k (T n) i.
Proof. easy. Qed.

Lemma T_beyond n : forall i, (K * n < i)%nat -> T n i = 0.
Proof.
  induction n as [|n IH]; intros i beyond.
  - rewrite T_no_round. destruct (Nat.eqb_spec i 0); [lia|easy].
  - rewrite T_one_more_round. apply sum_0. intros k le.
    unfold shift. destruct (k <=? i)%nat; [rewrite IH|]; [ring|lia|ring].
Qed.

(** One more round, seen from the last one: f is what comes after it. *)
Lemma last_round n f :
  Σ i < S (K * n), T n i * (Σ k < S K, c k * f (k + i)%nat)
  = Σ i < S (K * S n), T (S n) i * f i.
Proof.
  transitivity (Σ k < S K, Σ i < S (K * n), c k * (T n i * f (k + i)%nat)).
  - rewrite sum_exchange. apply sum_ext. intros i _. rewrite <- sum_mul.
    apply sum_ext. intros k _. ring.
  - transitivity (Σ k < S K, Σ i < S (K * S n), c k * (shift k (T n) i * f i)).
    + apply sum_ext. intros k le. rewrite !sum_mul. f_equal.
      rewrite <- sum_of_shifted. symmetry. apply sum_cut; [lia|].
      intros i between. unfold shift. destruct (Nat.leb_spec k i); [|ring].
      rewrite T_beyond by lia. ring.
    + rewrite sum_exchange. apply sum_ext. intros i _.
      rewrite T_one_more_round, <- sum_mul_right. apply sum_ext. intros k _. ring.
Qed.

(** ** T is the coefficient of P^n *)

Theorem T_is_the_coefficient n x : Σ i < S (K * n), T n i * x ^ i = P x ^ n.
Proof.
  induction n as [|n IH].
  - rewrite Nat.mul_0_r. cbn. ring.
  - rewrite <- last_round. cbn [Qcpower]. rewrite <- IH, <- sum_mul.
    apply sum_ext. intros i _. unfold P. rewrite <- sum_mul_right, <- sum_mul.
    apply sum_ext. intros k _. rewrite power_add. ring.
Qed.

End Weights.

(** Two polynomials with the same values have the same coefficients: p(2x) - 2^n p(x) has a lower
    degree than p(x), and vanishes where p(x) does. *)
Notation two := (number 2).

Lemma power_of_two k : two ^ k = number (2 ^ k).
Proof. induction k as [|k IH]; [easy|]. cbn [Qcpower]. now rewrite IH, <- number_mul. Qed.

Lemma two_powers_differ i n : (i < n)%nat -> two ^ i - two ^ n <> 0.
Proof.
  intros lt zero. assert (less := Nat.pow_lt_mono_r 2 i n ltac:(lia) lt).
  apply (number_not_0 (2 ^ n - 2 ^ i)); [lia|].
  rewrite number_sub, <- !power_of_two by lia.
  replace (two ^ n - two ^ i) with (- (two ^ i - two ^ n)) by ring. rewrite zero. ring.
Qed.

Lemma zero_polynomial n : forall f, (forall x, Σ i < n, f i * x ^ i = 0) ->
  forall i, (i < n)%nat -> f i = 0.
Proof.
  induction n as [|n IH]; intros f zero; [lia|].
  assert (below : forall i, (i < n)%nat -> f i = 0).
  { intros i lt.
    assert (product : f i * (two ^ i - two ^ n) = 0).
    { apply (IH (fun i => f i * (two ^ i - two ^ n))); [|easy]. intros x.
      transitivity (Σ i < S n, f i * (two * x) ^ i - two ^ n * (Σ i < S n, f i * x ^ i)).
      - rewrite <- sum_mul. cbn [sum]. rewrite power_of_product.
        rewrite (sum_ext n (fun i => f i * (two * x) ^ i)
          (fun i => f i * (two ^ i - two ^ n) * x ^ i + two ^ n * (f i * x ^ i))).
        + rewrite sum_add. ring.
        + intros j _. rewrite power_of_product. ring.
      - rewrite !zero. ring. }
    apply Qcmult_integral in product as [|difference]; [easy|].
    now apply two_powers_differ in difference. }
  intros i le. destruct (Nat.eq_dec i n) as [->|other]; [|apply below; lia].
  specialize (zero 1). cbn [sum] in zero. rewrite sum_0 in zero.
  - rewrite one_to_the in zero. rewrite <- zero. ring.
  - intros j lt. rewrite below by easy. ring.
Qed.

Theorem coefficients_are_unique n f g : (forall x, Σ i < n, f i * x ^ i = Σ i < n, g i * x ^ i) ->
  forall i, (i < n)%nat -> f i = g i.
Proof.
  intros same i lt.
  assert (difference : f i - g i = 0).
  { apply (zero_polynomial n (fun i => f i - g i)); [|easy]. intros x.
    transitivity (Σ i < n, f i * x ^ i + - (1) * (Σ i < n, g i * x ^ i)).
    - rewrite <- sum_mul, <- sum_add. apply sum_ext. intros j _. ring.
    - rewrite same. ring. }
  replace (f i) with (f i - g i + g i) by ring. rewrite difference. ring.
Qed.

(** ** P Q' = n P' Q for Q = P^n *)

(** The coefficient of x^m on both sides, each multiplied by x. *)
Theorem row_recurrence K c n m :
  Σ k < S K, c k * (number m - number k * (number n + 1)) * shift k (T K c n) m = 0.
Proof.
  revert m. induction n as [|n IH]; intros m.
  - apply sum_0. intros k le. unfold shift. rewrite T_no_round.
    destruct (Nat.leb_spec k m); [|ring].
    destruct (Nat.eqb_spec (m - k) 0); [|ring].
    replace k with m by lia. rewrite number_0. ring.
  - (* every round weighs in the same, j before k or k before j *)
    set (pair j k := c j * c k * shift (j + k) (T K c n) m).
    assert (symmetric : Σ j < S K, Σ k < S K, pair j k * (number j - number k) = 0).
    { set (half := Σ j < S K, Σ k < S K, pair j k * number j).
      transitivity (half - half).
      - transitivity (half + - (1) * (Σ j < S K, Σ k < S K, pair j k * number k)).
        + unfold half. rewrite <- sum_mul, <- sum_add. apply sum_ext. intros j _.
          rewrite <- sum_mul, <- sum_add. apply sum_ext. intros k _. ring.
        + unfold half. rewrite (sum_exchange (S K) (S K) (fun j k => pair j k * number k)).
          rewrite (sum_ext (S K) (fun j => Σ i < S K, pair i j * number j)
            (fun j => Σ k < S K, pair j k * number j)); [ring|].
          intros j _. apply sum_ext. intros k _. unfold pair.
          rewrite (Nat.add_comm k j). ring.
      - ring. }
    transitivity (Σ j < S K, c j * shift j (fun m => Σ k < S K,
      c k * (number m - number k * (number n + 1)) * shift k (T K c n) m) m).
    + transitivity (Σ j < S K, c j * shift j (fun m => Σ k < S K,
        c k * (number m - number k * (number n + 1)) * shift k (T K c n) m) m
        + Σ j < S K, Σ k < S K, pair j k * (number j - number k)); [|rewrite symmetric; ring].
      rewrite <- sum_add.
      transitivity (Σ j < S K, Σ k < S K,
        c k * (number m - number k * (number (S n) + 1)) * (c j * shift (j + k) (T K c n) m)).
      * rewrite sum_exchange. apply sum_ext. intros k _.
        rewrite sum_mul. f_equal.
        rewrite (shift_ext _ _ _ _ (T_one_more_round K c n)), shift_sum.
        apply sum_ext. intros j _. rewrite shift_mul, shift_shift, (Nat.add_comm k j). easy.
      * apply sum_ext. intros j _. rewrite shift_sum, <- sum_mul, <- sum_add.
        apply sum_ext. intros k _. unfold pair. rewrite shift_weighted, number_S. ring.
    + apply sum_0. intros j _. unfold shift at 1.
      destruct (j <=? m)%nat; [rewrite IH|]; ring.
Qed.

(** ** The same polynomial turned round *)

Theorem turned_round K c n : forall i, (i <= K * n)%nat ->
  T K (fun k => c (K - k)%nat) n (K * n - i) = T K c n i.
Proof.
  induction n as [|n IH]; intros i le.
  - replace i with 0%nat by lia. now rewrite Nat.mul_0_r.
  - rewrite !T_one_more_round, <- sum_turned. apply sum_ext. intros k small.
    replace (K - (S K - 1 - k))%nat with k by lia. f_equal.
    unfold shift.
    destruct (Nat.leb_spec (S K - 1 - k) (K * S n - i)), (Nat.leb_spec k i); try easy.
    + destruct (Nat.le_gt_cases (i - k) (K * n)).
      * rewrite <- IH by easy. f_equal. lia.
      * lia.
    + apply T_beyond. lia.
    + symmetry. apply T_beyond. lia.
Qed.

(** ** Rounds that cost one unit: binomial weights *)

Lemma binomial_0 n : binomial n 0 = 1%nat.
Proof. now destruct n. Qed.

Lemma binomial_beyond n : forall k, (n < k)%nat -> binomial n k = 0%nat.
Proof.
  induction n as [|n IH]; intros [|k] lt; try lia; cbn; [easy|]. rewrite !IH; lia.
Qed.

Lemma binomial_all n : binomial n n = 1%nat.
Proof. induction n as [|n IH]; cbn; [easy|]. now rewrite IH, binomial_beyond by lia. Qed.

(** The usual quotient of factorials, without a division. *)
Theorem binomial_factorials m n : (binomial (m + n) m * (fact m * fact n) = fact (m + n))%nat.
Proof.
  revert n. induction m as [|m IHm]; intros n.
  - rewrite binomial_0. cbn [fact Nat.add]. lia.
  - induction n as [|n IHn].
    + rewrite Nat.add_0_r, binomial_all. cbn [fact]. lia.
    + cbn [Nat.add binomial]. rewrite Nat.mul_add_distr_r.
      specialize (IHm (S n)). replace (S m + n)%nat with (m + S n)%nat in IHn by lia.
      change (fact (S (m + S n))) with (S (m + S n) * fact (m + S n))%nat.
      change (fact (S m)) with (S m * fact m)%nat in *.
      change (fact (S n)) with (S n * fact n)%nat in *.
      transitivity (S m * (binomial (m + S n) m * (fact m * (S n * fact n)))
        + S n * (binomial (m + S n) (S m) * (S m * fact m * fact n)))%nat; [ring|].
      rewrite IHm, IHn. ring.
Qed.

Lemma binomial_symmetric m n : binomial (m + n) m = binomial (m + n) n.
Proof.
  assert (left := binomial_factorials m n). assert (right := binomial_factorials n m).
  rewrite (Nat.add_comm n m) in right.
  apply (Nat.mul_cancel_r _ _ (fact m * fact n)).
  - pose proof (lt_O_fact m). pose proof (lt_O_fact n). lia.
  - rewrite left, <- right. ring.
Qed.

Theorem T_binomial c n : forall i, (i <= n)%nat ->
  T 1 c n i = number (binomial n i) * c 1%nat ^ i * c 0%nat ^ (n - i).
Proof.
  induction n as [|n IH]; intros i le.
  - replace i with 0%nat by lia. cbn. rewrite number_1. ring.
  - rewrite T_one_more_round. cbn [sum]. rewrite shift_0.
    destruct i as [|i].
    + rewrite IH, shift_below by lia. rewrite !binomial_0, !Nat.sub_0_r, number_1. cbn. ring.
    + rewrite shift_S_S, shift_0, (IH i) by lia. cbn [binomial Nat.sub]. rewrite number_add.
      destruct (Nat.eq_dec i n) as [->|other].
      * rewrite T_beyond, (binomial_beyond n (S n)), Nat.sub_diag, number_0 by lia. cbn. ring.
      * rewrite IH by lia. replace (n - i)%nat with (S (n - S i)) by lia. cbn. ring.
Qed.
