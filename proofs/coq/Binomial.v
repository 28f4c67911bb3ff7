(** * Single-loss rules: three geometric borders and a binomial interior

    3 v 2 dice of which the highest pair alone is compared: [odds 1 p].  The borders Q(1, d) and
    Q(a, 1) are those of [Geometric]; here are Q(2, d) and the interior a >= 3, d >= 2, which is the
    general theorem [first_exit] for K = 1. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle FirstExit Geometric.
Open Scope nat_scope.
Open Scope Qc_scope.

Section SingleLoss.
Variable p : nat -> nat -> nat -> Qc.
Notation Q := (odds 1 p).

Theorem single_loss_two_attackers d : (1 <= d)%nat ->
  Q 2 d = Q 2 1 * p 2 2 1 ^ (d - 1)
        + p 2 2 0 * p 1 1 1 * p 1 2 1 * geometric_sum (p 2 2 1) (p 1 2 1) (d - 1).
Proof.
  destruct d as [|d]; [lia|]. intros _. replace (S d - 1)%nat with d by lia.
  induction d as [|d IH].
  - unfold geometric_sum. cbn [sum Qcpower]. ring.
  - rewrite (round_of_one 1 p ltac:(lia) 2 2) by lia.
    replace (S (S d) - 1)%nat with (S d) by lia. rewrite IH.
    change (2 - 1)%nat with 1%nat. rewrite one_attacker by lia.
    replace (S (S d) - 1)%nat with (S d) by lia.
    rewrite geometric_sum_S. cbn [Qcpower]. ring.
Qed.

Lemma constant_single_rounds : constant_rounds (dice 3 2 1 0 p) 1 3 2 (p 3 2).
Proof. now apply (dice_have_constant_rounds 3 2 1 0 p); lia. Qed.

Lemma reach_from_the_bottom a d i : (3 <= a)%nat -> (2 <= d)%nat -> (i < S (a - 3))%nat ->
  reach 1 (p 3 2) a d (3 + i) 2 =
  number (binomial (d - 2 + (a - 3 - i)) (a - 3 - i)) * p 3 2 1 ^ (d - 2) * p 3 2 0 ^ (a - 3 - i).
Proof.
  intros enough_a enough_d le. unfold reach.
  replace (3 + i <=? a)%nat with true by (symmetry; apply Nat.leb_le; lia).
  replace (2 <=? d)%nat with true by (symmetry; apply Nat.leb_le; lia).
  rewrite Nat.mod_1_r, Nat.div_1_r. cbn [andb Nat.eqb].
  replace (a + d - (3 + i + 2))%nat with (d - 2 + (a - 3 - i))%nat by lia.
  rewrite T_binomial by lia. rewrite binomial_symmetric.
  now replace (d - 2 + (a - 3 - i) - (d - 2))%nat with (a - 3 - i)%nat by lia.
Qed.

Lemma reach_from_the_left a d i : (3 <= a)%nat -> (2 <= d)%nat -> (i < S (d - 2))%nat ->
  reach 1 (p 3 2) a d 3 (2 + i) =
  number (binomial (a - 3 + (d - 2 - i)) (d - 2 - i)) * p 3 2 1 ^ (d - 2 - i) * p 3 2 0 ^ (a - 3).
Proof.
  intros enough_a enough_d le. unfold reach.
  replace (3 <=? a)%nat with true by (symmetry; apply Nat.leb_le; lia).
  replace (2 + i <=? d)%nat with true by (symmetry; apply Nat.leb_le; lia).
  rewrite Nat.mod_1_r, Nat.div_1_r. cbn [andb Nat.eqb].
  replace (a + d - (3 + (2 + i)))%nat with (a - 3 + (d - 2 - i))%nat by lia.
  replace (d - (2 + i))%nat with (d - 2 - i)%nat by lia.
  rewrite T_binomial by lia.
  now replace (a - 3 + (d - 2 - i) - (d - 2 - i))%nat with (a - 3)%nat by lia.
Qed.

Theorem single_loss_interior a d : (3 <= a)%nat -> (2 <= d)%nat ->
  Q a d =
    p 3 2 1 ^ (d - 1) * (Σ j < a - 2,
      number (binomial (d - 2 + j) j) * p 3 2 0 ^ j * Q (a - j) 1)
  + p 3 2 0 ^ (a - 2) * (Σ k < d - 1,
      number (binomial (a - 3 + k) k) * p 3 2 1 ^ k * Q 2 (d - k)).
Proof.
  intros enough_a enough_d. unfold odds at 1.
  rewrite (first_exit _ 1 3 2 (p 3 2)); [|now apply every_round_costs; lia
    |apply constant_single_rounds|easy|easy].
  unfold exit_sum. rewrite !sum_of_1, !Nat.add_0_r.
  replace (a - 2)%nat with (S (a - 3)) by lia. replace (d - 1)%nat with (S (d - 2)) by lia.
  f_equal; rewrite <- sum_mul, <- sum_turned; apply sum_ext.
  - intros j le. rewrite reach_from_the_bottom by lia.
    unfold bottom_exits. rewrite sum_of_2.
    replace (3 + (S (a - 3) - 1 - j))%nat with (a - j)%nat by lia.
    replace (a - 3 - (S (a - 3) - 1 - j))%nat with j by lia.
    cbn [Nat.sub Nat.ltb Nat.leb Qcpower]. rewrite ?Nat.sub_0_r. unfold odds. ring.
  - intros k le. rewrite reach_from_the_left by lia.
    unfold left_exits. rewrite sum_of_2.
    replace (S (d - 2) - 1 - k)%nat with (d - 2 - k)%nat by lia.
    replace (2 + (d - 2 - k))%nat with (d - k)%nat by lia.
    replace (d - 2 - (d - 2 - k))%nat with k by lia.
    replace (2 <=? d - k - 0)%nat with true by (symmetry; apply Nat.leb_le; lia).
    cbn [andb Nat.sub Nat.ltb Nat.leb Qcpower]. rewrite ?Nat.sub_0_r. unfold odds. ring.
Qed.

End SingleLoss.
