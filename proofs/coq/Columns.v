(** * The recurrences on which the fast engine runs ([riskexact.engine.columns], [.splitting])

    For rounds that cost two units, T n i = [x^i] (A + B x + C x^2)^n, A = c 0, B = c 1, C = c 2.

    Main results: the recurrence in a row, the step down a column, and that blocks may be joined. *)

From Coq Require Import Arith Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights.
Open Scope nat_scope.
Open Scope Qc_scope.

Notation two := (number 2).

(** ** Rounds that cost two units *)

Section TwoUnits.
Variable c : nat -> Qc.
Notation T := (T 2 c).
Notation A := (c 0%nat).
Notation B := (c 1%nat).
Notation C := (c 2%nat).

Theorem recurrence_in_a_row n i :
  A * number i * T n i
  = B * (number n - number i + 1) * shift 1 (T n) i
  + C * (two * number n - number i + two) * shift 2 (T n) i.
Proof.
  assert (recurrence := row_recurrence 2 c n i).
  rewrite sum_of_3, shift_0, number_0, number_1 in recurrence.
  set (right := _ + _). transitivity (right + 0); [|ring]. rewrite <- recurrence. unfold right.
  replace two with (1 + 1) by (change 2%nat with (1 + 1)%nat; now rewrite number_add, number_1).
  ring.
Qed.

(** From it, by which T n (i - 2) can be left out. *)
Lemma next_weight n i :
  (two * (number n + 1) - number i) * T (S n) i
  = (number n + 1) * (two * A * T n i + B * shift 1 (T n) i).
Proof.
  assert (recurrence := recurrence_in_a_row n i).
  rewrite T_one_more_round, sum_of_3, shift_0.
  transitivity ((two * number n + two - number i) * (A * T n i + B * shift 1 (T n) i)
    + C * (two * number n - number i + two) * shift 2 (T n) i); [ring|].
  replace (C * _ * _) with (A * number i * T n i - B * (number n - number i + 1) * shift 1 (T n) i)
    by (rewrite recurrence; ring).
  replace two with (1 + 1) by (change 2%nat with (1 + 1)%nat; now rewrite number_add, number_1).
  ring.
Qed.

Lemma next_weight_below n i :
  (two * (number n + 1) - number i + 1) * shift 1 (T (S n)) i
  = (number n + 1) * (two * A * shift 1 (T n) i + B * shift 2 (T n) i).
Proof.
  destruct i as [|i]; [rewrite !shift_below by lia; ring|].
  rewrite !shift_S_S, !shift_0, <- next_weight, (number_S i). ring.
Qed.

(** The step from u(n) = (T n i, T n (i-1)) to u(n+1), where m = 2n + 2 - i. *)
Theorem step_down_a_column n i :
  let m := two * number n + two - number i in
  m * (m + 1) * C * T (S n) i
  = (number n + 1) * (two * A * C * (m + 1) * T n i + B * C * (m + 1) * shift 1 (T n) i)
  /\ m * (m + 1) * C * shift 1 (T (S n)) i
  = (number n + 1) * (A * B * number i * T n i
      + (two * A * C * m - B * B * (number n - number i + 1)) * shift 1 (T n) i).
Proof.
  intros m. assert (here := next_weight n i). assert (below := next_weight_below n i).
  assert (recurrence := recurrence_in_a_row n i).
  replace (two * (number n + 1) - number i) with m in * by (unfold m; ring). split.
  - transitivity ((m + 1) * C * (m * T (S n) i)); [ring|]. rewrite here. ring.
  - transitivity (m * C * ((m + 1) * shift 1 (T (S n)) i)); [ring|]. rewrite below.
    transitivity ((number n + 1) * (two * A * C * m * shift 1 (T n) i
      + B * (C * (two * number n - number i + two) * shift 2 (T n) i))); [unfold m; ring|].
    replace (C * _ * _) with (A * number i * T n i - B * (number n - number i + 1) * shift 1 (T n) i)
      by (rewrite recurrence; ring).
    ring.
Qed.

End TwoUnits.

(** ** Rounds that cost one unit *)

Theorem step_of_binomials D j :
  ((j + 1) * binomial (D + (j + 1)) (j + 1) = (D + j + 1) * binomial (D + j) j)%nat.
Proof.
  assert (this := binomial_factorials j D). assert (next := binomial_factorials (j + 1) D).
  rewrite (Nat.add_comm j D) in this. rewrite (Nat.add_comm (j + 1) D) in next.
  replace (D + (j + 1))%nat with (S (D + j)) in * by lia.
  replace (j + 1)%nat with (S j) in * by lia.
  change (fact (S j)) with (S j * fact j)%nat in next.
  change (fact (S (D + j))) with (S (D + j) * fact (D + j))%nat in next.
  rewrite <- this in next.
  apply (Nat.mul_cancel_r _ _ (fact j * fact D)).
  - pose proof (lt_O_fact j). pose proof (lt_O_fact D). lia.
  - transitivity (binomial (S (D + j)) (S j) * (S j * fact j * fact D))%nat; [ring|].
    rewrite next. replace (D + j + 1)%nat with (S (D + j)) by lia. ring.
Qed.

(** ** Binary splitting *)

Theorem blocks_join u0 u1 f0 f1 zeta lo steps1 steps2 b1 b2 :
  is_block u0 u1 f0 f1 zeta lo steps1 b1 ->
  is_block u0 u1 f0 f1 zeta (lo + steps1) steps2 b2 ->
  is_block u0 u1 f0 f1 zeta lo (steps1 + steps2) (joined zeta steps2 b2 b1).
Proof.
  intros (first0 & first1 & first_sum) (second0 & second1 & second_sum).
  unfold is_block, joined. cbn [A00 A01 A10 A11 V0 V1 D]. rewrite Nat.add_assoc.
  repeat split.
  - transitivity (A00 b2 * (A00 b1 * u0 lo + A01 b1 * u1 lo)
      + A01 b2 * (A10 b1 * u0 lo + A11 b1 * u1 lo)); [ring|].
    rewrite first0, first1.
    transitivity (D b1 * (A00 b2 * u0 (lo + steps1)%nat + A01 b2 * u1 (lo + steps1)%nat)); [ring|].
    rewrite second0. ring.
  - transitivity (A10 b2 * (A00 b1 * u0 lo + A01 b1 * u1 lo)
      + A11 b2 * (A10 b1 * u0 lo + A11 b1 * u1 lo)); [ring|].
    rewrite first0, first1.
    transitivity (D b1 * (A10 b2 * u0 (lo + steps1)%nat + A11 b2 * u1 (lo + steps1)%nat)); [ring|].
    rewrite second1. ring.
  - transitivity (V0 b2 * (A00 b1 * u0 lo + A01 b1 * u1 lo)
      + V1 b2 * (A10 b1 * u0 lo + A11 b1 * u1 lo)
      + zeta ^ steps2 * D b2 * (V0 b1 * u0 lo + V1 b1 * u1 lo)); [ring|].
    rewrite first0, first1, first_sum.
    transitivity (D b1 * (V0 b2 * u0 (lo + steps1)%nat + V1 b2 * u1 (lo + steps1)%nat)
      + D b2 * D b1 * (zeta ^ steps2 * (Σ i < steps1, zeta ^ (steps1 - i)
        * (f0 (lo + i)%nat * u0 (lo + i)%nat + f1 (lo + i)%nat * u1 (lo + i)%nat)))); [ring|].
    rewrite second_sum, sum_split, <- (sum_mul steps1 (zeta ^ steps2)).
    rewrite (sum_ext steps1 (fun i => zeta ^ steps2 * _) (fun i => zeta ^ (steps1 + steps2 - i)
      * (f0 (lo + i)%nat * u0 (lo + i)%nat + f1 (lo + i)%nat * u1 (lo + i)%nat))).
    + rewrite (sum_ext steps2 (fun i => zeta ^ (steps1 + steps2 - (steps1 + i)) * _)
        (fun i => zeta ^ (steps2 - i) * (f0 (lo + steps1 + i)%nat * u0 (lo + steps1 + i)%nat
          + f1 (lo + steps1 + i)%nat * u1 (lo + steps1 + i)%nat))); [ring|].
      intros i _. rewrite Nat.add_assoc. do 2 f_equal. lia.
    + intros i lt. replace (steps1 + steps2 - i)%nat with (steps2 + (steps1 - i))%nat by lia.
      rewrite power_add. ring.
Qed.
