(** * One round and all that follows, on lines of states

    - [gain s k c U a d]  s times the difference between U (a, d) and that mean
    - [roots ...]         the numbers by which the line with d defenders vanishes

    Where U obeys the recursion with the same numbers of dice from A attackers on, each line of d
    defenders vanishes; so does the gain on it; and so the columns, turned round.  In the interior a
    gain obeys the recursion itself.  So there it is not negative if it is not on the lines before. *)

From Coq Require Import Arith Bool Lia List QArith Qcanon.
From Risk Require Import Sums Battle Lines.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition gain (s : Qc) (k : nat) (c : nat -> Qc) (U : nat -> nat -> Qc) (a d : nat) : Qc :=
  s * (U a d - mean_after U k c a d).

(** ** Rows: d defenders, and more and more attackers *)

Section Rows.
Variables (U : nat -> nat -> Qc) (A L : nat) (k : nat -> nat) (c : nat -> nat -> Qc) (r : Qc).

Fixpoint roots (d : nat) : list Qc :=
  match d with
  | O => [r]
  | S e => c d 0%nat ^ (L / k d) :: roots e
  end.

Hypothesis recursion : forall a d, (A <= a)%nat -> (1 <= d)%nat ->
  U a d = mean_after U (k d) (c d) a d.
Hypothesis whole : forall d, (1 <= d)%nat -> L = (L / k d * k d)%nat.
Hypothesis first_row : forall n, U (A + n + L)%nat 0%nat = r * U (A + n)%nat 0%nat.

(** A step leaves a sum over rows below. *)
Lemma step_in_a_row e n : step (k (S e)) (c (S e) 0%nat) (fun n => U (A + n)%nat (S e)) n =
  Σ i < k (S e), c (S e) (S i) * U (A + (S i + n))%nat (e - i)%nat.
Proof.
  unfold step. rewrite recursion by lia. unfold mean_after. rewrite sum_first.
  replace (A + (n + k (S e)) - (k (S e) - 0))%nat with (A + n)%nat by lia.
  rewrite Nat.sub_0_r.
  transitivity (Σ i < k (S e), c (S e) (S i) *
    U (A + (n + k (S e)) - (k (S e) - S i))%nat (S e - S i)%nat); [ring|].
  apply sum_ext. intros i lt. f_equal. f_equal; lia.
Qed.

Lemma row_vanishes d : forall e, (e <= d)%nat ->
  vanishes L (roots d) (fun n => U (A + n)%nat e).
Proof.
  induction d as [|d IH]; intros e le.
  - intros n. replace e with 0%nat by lia. cbn [steps_of roots]. unfold step.
    rewrite Nat.add_assoc, first_row. ring.
  - destruct (le_lt_dec e d) as [below|]; [now apply vanishes_more, IH|].
    replace e with (S d) by lia.
    apply (step_of_steps L (roots d) (k (S d)) (L / k (S d)) L (c (S d) 0%nat));
      [apply whole; lia|].
    apply (vanishes_ext _ _ _ _ (step_in_a_row d)), vanishes_sum. intros i lt.
    apply vanishes_mul, (vanishes_shift _ _ (S i) (fun n => U (A + n)%nat (d - i)%nat)), IH. lia.
Qed.

Lemma gain_vanishes s k' c' m d : (k' <= m)%nat ->
  vanishes L (roots d) (fun n => gain s k' c' U (A + m + n) d).
Proof.
  intros le. apply (vanishes_ext _ _ _ (fun n => s * (U (A + (m + n))%nat d +
    Σ i < S k', (- c' i) * U (A + ((m - (k' - i)) + n))%nat (d - i)%nat))).
  - intros n. unfold gain, mean_after. f_equal. rewrite Nat.add_assoc.
    transitivity (U (A + m + n)%nat d +
      (- (1)) * (Σ i < S k', c' i * U (A + m + n - (k' - i))%nat (d - i)%nat)); [ring|].
    f_equal. rewrite <- sum_mul. apply sum_ext. intros i lt.
    replace (A + m + n - (k' - i))%nat with (A + (m - (k' - i) + n))%nat by lia. ring.
  - apply vanishes_mul, vanishes_add.
    + apply (vanishes_shift _ _ m (fun n => U (A + n)%nat d)), row_vanishes. lia.
    + apply vanishes_sum. intros i lt.
      apply vanishes_mul, (vanishes_shift _ _ (m - (k' - i)) (fun n => U (A + n)%nat (d - i)%nat)).
      apply row_vanishes. lia.
Qed.

Lemma gain_in_a_row s k' c' m a d : (k' <= m)%nat -> (1 <= L)%nat -> (A + m <= a)%nat ->
  starts L (ascending (roots d)) (fun n => gain s k' c' U (A + m + n) d) = true ->
  0 <= gain s k' c' U a d.
Proof.
  intros le some far start. replace a with (A + m + (a - (A + m)))%nat by lia.
  apply (never_negative L (ascending (roots d)) some
    (fun n => gain s k' c' U (A + m + n) d)); [|easy].
  apply (vanishes_in_any_order _ _ _ (ascending_permutes (roots d))).
  now apply gain_vanishes.
Qed.
End Rows.

(** ** Columns are rows, turned round *)

Definition turned_board (U : nat -> nat -> Qc) (d a : nat) : Qc := U a d.

Lemma after_turned U k c a d :
  mean_after U k c a d = mean_after (turned_board U) k (fun i => c (k - i)%nat) d a.
Proof.
  unfold mean_after, turned_board. rewrite <- sum_turned. apply sum_ext. intros i lt.
  replace (S k - 1 - i)%nat with (k - i)%nat by lia.
  now replace (k - (k - i))%nat with i by lia.
Qed.

Lemma gain_turned s U k c a d :
  gain s k c U a d = gain s k (fun i => c (k - i)%nat) (turned_board U) d a.
Proof. unfold gain. now rewrite after_turned. Qed.

(** ** The interior *)

Section Interior.
Variables (U : nat -> nat -> Qc) (A D K : nat) (c : nat -> Qc).
Hypothesis some : (1 <= K)%nat.
Hypothesis chances : forall i, (i <= K)%nat -> 0 <= c i.
Hypothesis recursion : forall a d, (A <= a)%nat -> (D <= d)%nat -> U a d = mean_after U K c a d.

Lemma after_in_the_interior k' c' m a d : (k' <= m)%nat -> (A + m <= a)%nat -> (D + m <= d)%nat ->
  mean_after U k' c' a d =
  Σ j < S K, c j * mean_after U k' c' (a - (K - j)) (d - j).
Proof.
  intros le far_a far_d. unfold mean_after at 1.
  transitivity (Σ i < S k', Σ j < S K,
    c j * (c' i * U (a - (K - j) - (k' - i))%nat (d - j - i)%nat)).
  - apply sum_ext. intros i lt. rewrite recursion by lia. unfold mean_after.
    rewrite <- sum_mul. apply sum_ext. intros j _.
    replace (a - (k' - i) - (K - j))%nat with (a - (K - j) - (k' - i))%nat by lia.
    replace (d - i - j)%nat with (d - j - i)%nat by lia. ring.
  - rewrite sum_exchange. apply sum_ext. intros j _. unfold mean_after. now rewrite <- sum_mul.
Qed.

Lemma gain_in_the_interior s k' c' m : (k' <= m)%nat -> (K <= m)%nat ->
  (forall a d, (A <= a)%nat -> (D <= d)%nat -> (a < A + m \/ d < D + m)%nat ->
    0 <= gain s k' c' U a d) ->
  forall a d, (A <= a)%nat -> (D <= d)%nat -> 0 <= gain s k' c' U a d.
Proof.
  intros le enough lines. apply (induction_on_units (fun a d =>
    (A <= a)%nat -> (D <= d)%nat -> 0 <= gain s k' c' U a d)).
  intros a d IH in_a in_d.
  destruct (le_lt_dec (A + m) a); [destruct (le_lt_dec (D + m) d)|]; try (apply lines; lia).
  replace (gain s k' c' U a d)
    with (Σ j < S K, c j * gain s k' c' U (a - (K - j)) (d - j)).
  - apply sum_of_nonnegative. intros j lt. apply product_not_negative; [apply chances|apply IH]; lia.
  - unfold gain. rewrite (after_in_the_interior k' c' m), (recursion a d) by lia.
    change (mean_after U K c a d) with (Σ j < S K, c j * U (a - (K - j))%nat (d - j)%nat).
    transitivity (Σ j < S K, (s * (c j * U (a - (K - j))%nat (d - j)%nat)
      + (- s) * (c j * mean_after U k' c' (a - (K - j)) (d - j)))).
    + apply sum_ext. intros j _. ring.
    + rewrite sum_add, !sum_mul. ring.
Qed.
End Interior.
