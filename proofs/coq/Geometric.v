(** * The borders of 3 v 2 dice that are geometric: one attacker, or one defender

    The p x y i are any rational numbers, so that the theorems hold for any dice; where the chances
    of a round have to add up to 1, the theorem says which. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Rounds.
Variables (pairs : nat) (p : nat -> nat -> nat -> Qc).
Hypothesis pairs_positive : (1 <= pairs)%nat.
Notation Q := (odds pairs p).

Lemma every_round_costs : rounds_cost (dice 3 2 pairs 0 p).
Proof. apply dice_cost; lia. Qed.

Lemma odds_won a : Q a 0 = 1.
Proof. apply value_at_the_end. easy. Qed.

Lemma odds_lost d : (1 <= d)%nat -> Q 0 d = 0.
Proof.
  intros some. unfold odds. rewrite value_at_the_end.
  - unfold won. now destruct d; [lia|].
  - unfold over. now rewrite orb_true_r.
Qed.

Lemma odds_round k a d : (1 <= a)%nat -> (1 <= d)%nat ->
  k = Nat.min pairs (Nat.min (Nat.min a 3) (Nat.min d 2)) ->
  Q a d = Σ i < S k, p (Nat.min a 3) (Nat.min d 2) i * Q (a - (k - i)) (d - i).
Proof.
  intros some_a some_d ->. unfold odds at 1. rewrite value_before_the_end.
  - easy.
  - apply every_round_costs.
  - apply over_false. cbn. lia.
Qed.

(** One unit is lost in a round of x v y dice. *)
Lemma round_of_one x y a d : (1 <= a)%nat -> (1 <= d)%nat ->
  x = Nat.min a 3 -> y = Nat.min d 2 -> Nat.min pairs (Nat.min x y) = 1%nat ->
  Q a d = p x y 1 * Q a (d - 1) + p x y 0 * Q (a - 1) d.
Proof.
  intros some_a some_d -> -> one. rewrite (odds_round 1) by lia. cbn [sum Nat.sub].
  rewrite !Nat.sub_0_r. ring.
Qed.

Theorem one_attacker d : (1 <= d)%nat -> Q 1 d = p 1 1 1 * p 1 2 1 ^ (d - 1).
Proof.
  destruct d as [|d]; [lia|]. intros _. induction d as [|d IH].
  - rewrite (round_of_one 1 1), odds_won, odds_lost by lia. cbn. ring.
  - rewrite (round_of_one 1 2), odds_lost by lia.
    replace (S (S d) - 1)%nat with (S d) by lia. rewrite IH.
    replace (S d - 1)%nat with d by lia. cbn. ring.
Qed.

Theorem one_defender a : p 3 1 0 + p 3 1 1 = 1 -> (2 <= a)%nat ->
  Q a 1 = 1 - (1 - Q 2 1) * p 3 1 0 ^ (a - 2).
Proof.
  intros total. destruct a as [|[|a]]; [lia|lia|]. intros _. induction a as [|a IH].
  - cbn. ring.
  - rewrite (round_of_one 3 1), odds_won by lia.
    replace (S (S (S a)) - 1)%nat with (S (S a)) by lia. rewrite IH.
    replace (S (S a) - 2)%nat with a by lia. replace (S (S (S a)) - 2)%nat with (S a) by lia.
    replace (p 3 1 1) with (1 - p 3 1 0) by (rewrite <- total; ring). cbn. ring.
Qed.

Theorem two_against_one : Q 2 1 = p 2 1 1 + p 2 1 0 * p 1 1 1.
Proof.
  rewrite (round_of_one 2 1), odds_won by lia. rewrite one_attacker by lia. cbn. ring.
Qed.

End Rounds.

(** ** Geometric sums *)

Lemma geometric_sum_S x y n : geometric_sum x y (S n) = y ^ n + x * geometric_sum x y n.
Proof.
  unfold geometric_sum. rewrite sum_first, <- sum_mul.
  replace (S n - 1 - 0)%nat with n by lia. cbn [Qcpower]. f_equal; [ring|].
  apply sum_ext. intros j lt. replace (S n - 1 - S j)%nat with (n - 1 - j)%nat by lia. ring.
Qed.

Theorem geometric_sum_times_difference x y n : geometric_sum x y n * (x - y) = x ^ n - y ^ n.
Proof.
  induction n as [|n IH]; [unfold geometric_sum; cbn [sum Qcpower]; ring|].
  rewrite geometric_sum_S. cbn [Qcpower].
  transitivity (x * (geometric_sum x y n * (x - y)) + y ^ n * (x - y)); [ring|].
  rewrite IH. ring.
Qed.

Theorem geometric_sum_quotient x y n : x <> y -> geometric_sum x y n = (x ^ n - y ^ n) / (x - y).
Proof.
  intros different. rewrite <- geometric_sum_times_difference. field.
  intros zero. apply different. replace x with (x - y + y) by ring. rewrite zero. ring.
Qed.

Theorem geometric_sum_of_equals x n : geometric_sum x x n = number n * x ^ (n - 1).
Proof.
  destruct n as [|n]; [unfold geometric_sum; cbn [sum]; rewrite number_0; ring|].
  transitivity (Σ j < S n, x ^ n).
  - apply sum_ext. intros j le. rewrite <- power_add. f_equal. lia.
  - replace (S n - 1)%nat with n by lia. generalize (x ^ n). intros y.
    induction (S n) as [|m IH]; cbn [sum]; [rewrite number_0|rewrite IH, number_S]; ring.
Qed.
