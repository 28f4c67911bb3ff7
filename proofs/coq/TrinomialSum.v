(** * The trinomial weights as a sum ([riskexact.closed_form.trinomial.T])

    Main result: [T_trinomial], which says that this is T. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Sum.
Variable c : nat -> Qc.
Notation trinomial_term := (trinomial_term c).
Notation trinomial_sum := (trinomial_sum c).

Lemma ways_0 n j k : (n < k + j)%nat -> ways n j k = 0%nat.
Proof.
  intros many. unfold ways. destruct (Nat.le_gt_cases j n).
  - rewrite (binomial_beyond (n - j) k) by lia. lia.
  - rewrite binomial_beyond by lia. lia.
Qed.

Lemma trinomial_term_0 n j k : (n < k + j)%nat -> trinomial_term n j k = 0.
Proof. intros many. unfold trinomial_term. rewrite ways_0, number_0 by easy. ring. Qed.

(** The last round costs the defender two, one or none. *)
Lemma ways_step n j k : ways (S n) j k =
  (ways n j k + (match k with O => 0 | S k' => ways n j k' end)
   + (match j with O => 0 | S j' => ways n j' k end))%nat.
Proof.
  unfold ways. destruct j as [|j].
  - rewrite !binomial_0, !Nat.sub_0_r. destruct k as [|k]; [rewrite !binomial_0; lia|].
    cbn [binomial]. lia.
  - cbn [binomial Nat.sub]. destruct (Nat.le_gt_cases (S j) n) as [few|many].
    + replace (n - j)%nat with (S (n - S j)) by lia.
      destruct k as [|k]; [rewrite !binomial_0; lia|]. cbn [binomial]. ring.
    + rewrite (binomial_beyond n (S j)) by lia. destruct k; lia.
Qed.

Lemma trinomial_term_step n j k : trinomial_term (S n) j k =
  c 0%nat * trinomial_term n j k
  + c 1%nat * (match k with O => 0 | S k' => trinomial_term n j k' end)
  + c 2%nat * (match j with O => 0 | S j' => trinomial_term n j' k end).
Proof.
  destruct (Nat.lt_ge_cases (S n) (k + j)) as [many|few].
  - rewrite !trinomial_term_0 by lia.
    destruct k, j; rewrite ?trinomial_term_0 by lia; ring.
  - assert (none : c 0%nat * trinomial_term n j k
      = number (ways n j k) * c 2%nat ^ j * c 1%nat ^ k * c 0%nat ^ (S n - k - j)).
    { destruct (Nat.le_gt_cases (k + j) n).
      - unfold trinomial_term. replace (S n - k - j)%nat with (S (n - k - j)) by lia. cbn. ring.
      - rewrite trinomial_term_0, ways_0, number_0 by lia. ring. }
    rewrite none. unfold trinomial_term at 1. rewrite ways_step, !number_add.
    destruct k as [|k], j as [|j]; unfold trinomial_term; cbn [Nat.sub Qcpower]; rewrite ?number_0;
      rewrite ?Nat.sub_0_r.
    + ring.
    + ring.
    + ring.
    + replace (S n - S k - S j)%nat with (n - k - S j)%nat by lia.
      replace (n - S k - j)%nat with (n - k - S j)%nat by lia. ring.
Qed.

Theorem T_trinomial n : forall i, T 2 c n i = trinomial_sum n i.
Proof.
  induction n as [|n IH]; intros i.
  - unfold trinomial_sum. rewrite T_no_round. rewrite (sum_one _ 0).
    + cbn [Nat.mul Nat.leb Nat.ltb]. rewrite Nat.sub_0_r. unfold trinomial_term, ways.
      destruct i as [|i]; cbn; [rewrite number_1|rewrite number_0]; ring.
    + intros j _ some. destruct (2 * j <=? i)%nat; [|easy]. apply trinomial_term_0. lia.
  - rewrite T_one_more_round, sum_of_3, shift_0.
    unfold trinomial_sum.
    rewrite (sum_ext (S i) _ (fun j =>
      c 0%nat * (if (2 * j <=? i)%nat then trinomial_term n j (i - 2 * j) else 0)
      + (c 1%nat * (if (2 * j + 1 <=? i)%nat then trinomial_term n j (i - 1 - 2 * j) else 0)
      + c 2%nat * (match j with O => 0 | S j' =>
          if (2 * j <=? i)%nat then trinomial_term n j' (i - 2 - 2 * j') else 0 end)))).
    + rewrite !sum_add, !sum_mul, IH, <- Qcplus_assoc. f_equal. f_equal; f_equal.
      * unfold shift. destruct (Nat.leb_spec 1 i).
        -- rewrite IH. unfold trinomial_sum. replace (S (i - 1)) with i by lia.
           rewrite (sum_cut i (S i)) by
             (lia || (intros j between; destruct (Nat.leb_spec (2 * j + 1) i); [lia|easy])).
           apply sum_ext. intros j lt.
           destruct (Nat.leb_spec (2 * j) (i - 1)), (Nat.leb_spec (2 * j + 1) i); easy || lia.
        -- symmetry. apply sum_0. intros j lt.
           destruct (Nat.leb_spec (2 * j + 1) i); [lia|easy].
      * rewrite sum_first. unfold shift. destruct (Nat.leb_spec 2 i).
        -- rewrite IH. unfold trinomial_sum.
           rewrite (sum_cut (S (i - 2)) i) by
             (lia || (intros j between; destruct (Nat.leb_spec (2 * S j) i); [lia|easy])).
           rewrite Qcplus_0_l. apply sum_ext. intros j lt.
           destruct (Nat.leb_spec (2 * j) (i - 2)), (Nat.leb_spec (2 * S j) i); easy || lia.
        -- rewrite sum_0; [ring|]. intros j lt.
           destruct (Nat.leb_spec (2 * S j) i); [lia|easy].
    + intros j le. rewrite trinomial_term_step. destruct (Nat.leb_spec (2 * j) i) as [small|large].
      * destruct (Nat.leb_spec (2 * j + 1) i).
        -- replace (i - 2 * j)%nat with (S (i - 1 - 2 * j)) at 2 by lia.
           destruct j as [|j]; [ring|].
           replace (i - 2 * S j)%nat with (i - 2 - 2 * j)%nat at 2 by lia. ring.
        -- replace (i - 2 * j)%nat with 0%nat by lia. destruct j as [|j]; [ring|].
           replace (i - 2 - 2 * j)%nat with 0%nat by lia. ring.
      * destruct (Nat.leb_spec (2 * j + 1) i); [lia|]. destruct j; ring.
Qed.

End Sum.
