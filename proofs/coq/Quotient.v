(** * Exact quotients, from the last binary digit on

    Where a short number divides a long one without a remainder, the last digits tell the quotient:
    a third of the work of [Z.div] for the numbers here.

    - [odd_quotient m a c]   (a - c) / m for odd m, c being what is borrowed
    - [quotient y m]         y / m

    Main result: [quotient_is_exact]. *)

From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

Fixpoint odd_quotient (m : Z) (a : positive) (c : Z) : Z :=
  match a with
  | xH => (1 - c) / m
  | xO b => if Z.odd c then Z.succ_double (odd_quotient m b (Z.div2 (c + m)))
            else Z.double (odd_quotient m b (Z.div2 c))
  | xI b => if Z.odd c then Z.double (odd_quotient m b (Z.div2 c))
            else Z.succ_double (odd_quotient m b (Z.div2 (c + m)))
  end.

Fixpoint positive_quotient (a m : positive) : Z :=
  match m, a with
  | xO n, xO b => positive_quotient b n
  | xO _, _ => Zpos a / Zpos m
  | _, _ => odd_quotient (Zpos m) a 0
  end.

Definition quotient (y m : Z) : Z :=
  match y, m with
  | Zpos a, Zpos n => positive_quotient a n
  | _, _ => y / m
  end.

Lemma halved x : x = 2 * Z.div2 x + Z.b2z (Z.odd x).
Proof. apply Z.div2_odd. Qed.

Lemma half_of_product m q : m * q = 2 * (m * Z.div2 q) + m * Z.b2z (Z.odd q).
Proof. rewrite (halved q) at 1. ring. Qed.

Lemma odd_quotient_is_exact m a : Z.odd m = true -> forall c q, Zpos a - c = m * q ->
  odd_quotient m a c = q.
Proof.
  intros odd. assert (some : m <> 0) by (intros ->; easy).
  induction a as [b IH|b IH|]; intros c q same; cbn [odd_quotient];
    [| |now rewrite same, Z.mul_comm, Z.div_mul];
    (assert (parity := f_equal Z.odd same); rewrite Z.odd_sub, Z.odd_mul, odd in parity;
     pose proof (halved q); pose proof (halved c); pose proof (halved (c + m));
     pose proof (half_of_product m q); rewrite Z.odd_add, odd in *;
     destruct (Z.odd c), (Z.odd q); try easy; cbn [Z.b2z xorb] in *;
     rewrite (IH _ (Z.div2 q)) by lia; rewrite ?Z.double_spec, ?Z.succ_double_spec; lia).
Qed.

Lemma positive_quotient_is_exact a m q : Zpos a = Zpos m * q -> positive_quotient a m = q.
Proof.
  revert a. induction m as [n _|n IH|]; intros [b|b|] same; cbn [positive_quotient];
    try (apply odd_quotient_is_exact; [easy|lia]); try (apply IH; lia);
    rewrite same, Z.mul_comm; now apply Z.div_mul.
Qed.

Lemma quotient_is_exact q m : m <> 0 -> quotient (m * q) m = q.
Proof.
  intros some. unfold quotient. destruct (m * q) as [|a|a] eqn:same, m as [|n|n]; try easy;
    try (rewrite <- same, Z.mul_comm; now apply Z.div_mul).
  now apply positive_quotient_is_exact.
Qed.
