(** * Standard rules: the border of two attackers and a trinomial interior

    3 v 2 dice of which both pairs are compared: [odds 2 p].  The borders Q(1, d) and Q(a, 1) are
    those of [Geometric]; here are the two-step border Q(2, d) and the interior a >= 3, d >= 2.  It
    is the general theorem [first_exit] for K = 2, with the exits of 3 v 2 dice written out. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle FirstExit Geometric.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Standard.
Variable p : nat -> nat -> nat -> Qc.
Notation Q := (odds 2 p).

(** A round of x v 2 dice, x being 2 or 3. *)
Lemma round_of_two x a d : (2 <= a)%nat -> (2 <= d)%nat -> x = Nat.min a 3 ->
  Q a d = p x 2 2 * Q a (d - 2) + p x 2 1 * Q (a - 1) (d - 1) + p x 2 0 * Q (a - 2) d.
Proof.
  intros enough_a enough_d ->. rewrite (odds_round 2 p ltac:(lia) 2) by lia. rewrite sum_of_3.
  replace (Nat.min d 2) with 2%nat by lia. cbn [Nat.sub]. rewrite !Nat.sub_0_r. ring.
Qed.

(** ** Two attackers *)

Lemma two_attackers_two_steps d : (2 <= d)%nat ->
  Q 2 d = p 2 2 2 * Q 2 (d - 2) + p 2 2 1 * (p 1 1 1 * p 1 2 1 ^ (d - 2)).
Proof.
  intros enough. rewrite (round_of_two 2) by lia. cbn [Nat.sub].
  rewrite one_attacker, odds_lost by lia.
  replace (d - 1 - 1)%nat with (d - 2)%nat by lia. ring.
Qed.

Theorem standard_two_attackers m e :
  Q 2 (2 * m + e) = p 2 2 2 ^ m * Q 2 e
    + p 2 2 1 * p 1 1 1 * p 1 2 1 ^ e * geometric_sum (p 2 2 2) (p 1 2 1 ^ 2) m.
Proof.
  induction m as [|m IH].
  - unfold geometric_sum. cbn [sum Qcpower Nat.add Nat.mul]. ring.
  - rewrite two_attackers_two_steps by lia.
    replace (2 * S m + e - 2)%nat with (2 * m + e)%nat by lia. rewrite IH.
    rewrite geometric_sum_S, power_add, power_mul. cbn [Qcpower]. ring.
Qed.

(** ** The interior *)

Lemma constant_standard_rounds : constant_rounds (dice 3 2 2 0 p) 2 3 2 (p 3 2).
Proof. now apply (dice_have_constant_rounds 3 2 2 0 p); lia. Qed.

Theorem standard_interior a d : (3 <= a)%nat -> (2 <= d)%nat ->
  Q a d =
    (Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 2 * (p 3 2 2 + p 3 2 1 * Q (2 + i) 1))
  + (Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 3 * (p 3 2 2 * Q (3 + i) 1))
  + (Σ i < d - 1, reach 2 (p 3 2) a d 3 (2 + i)
      * ((if (i =? 0)%nat then 0 else p 3 2 1 * Q 2 (1 + i)) + p 3 2 0 * Q 1 (2 + i)))
  + (Σ i < d - 1, reach 2 (p 3 2) a d 4 (2 + i) * (p 3 2 0 * Q 2 (2 + i))).
Proof.
  intros enough_a enough_d. unfold odds at 1.
  rewrite (first_exit _ 2 3 2 (p 3 2)); [|now apply every_round_costs; lia
    |apply constant_standard_rounds|easy|easy].
  unfold exit_sum. rewrite !sum_of_2, !Nat.add_0_r.
  replace (S (a - 3)) with (a - 2)%nat by lia. replace (S (d - 2)) with (d - 1)%nat by lia.
  rewrite <- !Qcplus_assoc. f_equal; [|f_equal; [|f_equal]];
    apply sum_ext; intros i le; cbn [Nat.add]; f_equal.
  - unfold bottom_exits. rewrite sum_of_3. cbn [Nat.sub Nat.ltb Nat.leb].
    pose proof (odds_won 2 p (3 + i)) as conquered.
    unfold odds in *. cbn [Nat.add] in *. rewrite conquered. ring.
  - unfold bottom_exits. rewrite sum_of_3. cbn [Nat.sub Nat.ltb Nat.leb]. unfold odds. ring.
  - unfold left_exits. rewrite sum_of_3.
    destruct i as [|i]; cbn [Nat.sub Nat.ltb Nat.leb andb Nat.eqb];
      unfold odds; cbn [Nat.add]; ring.
  - unfold left_exits. rewrite sum_of_3. cbn [Nat.sub Nat.ltb Nat.leb andb].
    unfold odds; cbn [Nat.add]. ring.
Qed.

End Standard.
