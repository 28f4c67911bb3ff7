(** * The sums by which the fast engine finds one cell ([riskexact.engine.cell])

    The formulas of [Binomial] and [Trinomial] with the borders put in, which are sums of powers:
    then every sum runs over the number n of rounds, down one column of the weights.  Letters, with
    S = a + d units:

    - r = p 3 1 0, s = p 1 2 1; w0, w1, w2 = p 3 2 0, p 3 2 1, p 3 2 2; v1, v2 = p 2 2 1, p 2 2 2
    - [kappa p], [gee p e]     the constants of Q(2, d) = κ s^d + g_e v2^⌊d/2⌋, e = d mod 2, under
                               the standard rules
    - [beyond p]               that of the single-loss rules, where Q(2, d) is
                               (Q(2, 1) + beyond) p22^(d-1) - beyond s^(d-1)
    - [turned c]               the coefficients c 2, c 1, c 0

    Main results: [two_units_cell] and [one_unit_cell]. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle FirstExit Geometric Binomial Trinomial.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Constants.
Variable p : nat -> nat -> nat -> Qc.

Definition kappa : Qc := p 2 2 1 * p 1 1 1 / (p 1 2 1 ^ 2 - p 2 2 2).

Definition gee (parity : nat) : Qc := odds 2 p 2 parity - kappa * p 1 2 1 ^ parity.

Definition beyond : Qc := p 2 2 0 * p 1 1 1 * p 1 2 1 / (p 2 2 1 - p 1 2 1).

End Constants.

Definition turned (c : nat -> Qc) (k : nat) : Qc := c (2 - k)%nat.

(** ** The rounds on which a line of the interior can be reached *)

(** Line y, from column L on. *)
Lemma rounds_of_line c a d L y f : (L <= a)%nat ->
  Σ i < S (a - L), reach 2 c a d (L + i) y * f (L + i)%nat
  = Σ n < (a + d + 2 - (L + y)) / 2,
      (if (y <=? d)%nat then T 2 c n (d - y) else 0) * f (a + d - y - 2 * n)%nat.
Proof.
  intros enough. destruct (Nat.leb_spec y d) as [reachable|beyond].
  2:{ rewrite !sum_0; [easy| |]; intros i _; [ring|]. rewrite reach_beyond_rows by easy. ring. }
  set (N := ((a + d + 2 - (L + y)) / 2)%nat).
  assert (rounds : forall n, (n < N <-> 2 * n + (L + y) <= a + d)%nat).
  { intros n. unfold N.
    pose proof (Nat.div_mod (a + d + 2 - (L + y)) 2 ltac:(lia)).
    pose proof (Nat.mod_upper_bound (a + d + 2 - (L + y)) 2 ltac:(lia)). lia. }
  transitivity (Σ i < S (a - L), Σ n < N,
    if (L + i + y + 2 * n =? a + d)%nat then T 2 c n (d - y) * f (L + i)%nat else 0).
  - apply sum_ext. intros i le.
    rewrite (sum_one _ ((a + d - (L + i + y)) / 2)).
    + unfold reach.
      replace (L + i <=? a)%nat with true by (symmetry; apply Nat.leb_le; lia).
      replace (y <=? d)%nat with true by (symmetry; apply Nat.leb_le; lia). cbn [andb].
      set (m := (a + d - (L + i + y))%nat).
      pose proof (Nat.div_mod m 2 ltac:(lia)). pose proof (Nat.mod_upper_bound m 2 ltac:(lia)).
      replace (m / 2 <? N)%nat with true by (symmetry; apply Nat.ltb_lt, rounds; lia).
      destruct (Nat.eqb_spec (m mod 2) 0), (Nat.eqb_spec (L + i + y + 2 * (m / 2)) (a + d));
        easy || lia || ring.
    + intros n _ other. destruct (Nat.eqb_spec (L + i + y + 2 * n) (a + d)); [|easy].
      exfalso. apply other. replace (a + d - (L + i + y))%nat with (n * 2)%nat by lia.
      now rewrite Nat.div_mul.
  - rewrite sum_exchange. apply sum_ext. intros n lt. apply rounds in lt.
    rewrite (sum_one _ (a + d - y - 2 * n - L)).
    + replace (L + (a + d - y - 2 * n - L) + y + 2 * n =? a + d)%nat with true
        by (symmetry; apply Nat.eqb_eq; lia).
      replace (L + (a + d - y - 2 * n - L))%nat with (a + d - y - 2 * n)%nat by lia.
      destruct (Nat.ltb_spec (a + d - y - 2 * n - L) (S (a - L))); [easy|].
      rewrite T_beyond by lia. ring.
    + intros i _ other. destruct (Nat.eqb_spec (L + i + y + 2 * n) (a + d)); [lia|easy].
Qed.

(** The board turned round: what one side loses, the other has lost. *)
Lemma reach_turned c a d x y : reach 2 c a d x y = reach 2 (turned c) d a y x.
Proof.
  unfold reach. rewrite (andb_comm (x <=? a)%nat), (Nat.add_comm d a), (Nat.add_comm y x).
  destruct (Nat.leb_spec y d), (Nat.leb_spec x a), (Nat.eqb_spec ((a + d - (x + y)) mod 2) 0);
    cbn [andb]; try easy.
  pose proof (Nat.div_mod (a + d - (x + y)) 2 ltac:(lia)).
  set (n := ((a + d - (x + y)) / 2)%nat) in *.
  rewrite <- (turned_round 2 c n (d - y)) by lia. f_equal. lia.
Qed.

Lemma rounds_of_column c a d L x f : (L <= d)%nat ->
  Σ i < S (d - L), reach 2 c a d x (L + i) * f (L + i)%nat
  = Σ n < (a + d + 2 - (L + x)) / 2,
      (if (x <=? a)%nat then T 2 (turned c) n (a - x) else 0) * f (a + d - x - 2 * n)%nat.
Proof.
  intros enough.
  rewrite (sum_ext _ _ (fun i => reach 2 (turned c) d a (L + i) x * f (L + i)%nat)).
  - rewrite rounds_of_line, (Nat.add_comm d a) by easy. easy.
  - intros i _. now rewrite reach_turned.
Qed.

(** ** Standard rules *)

Section Standard.
Variable p : nat -> nat -> nat -> Qc.
Notation Q := (odds 2 p).
Notation r := (p 3 1 0)%nat.
Notation s := (p 1 2 1)%nat.
Notation w0 := (p 3 2 0)%nat.
Notation w1 := (p 3 2 1)%nat.
Notation w2 := (p 3 2 2)%nat.
Notation v1 := (p 2 2 1)%nat.
Notation v2 := (p 2 2 2)%nat.

Lemma difference_not_0 x y : x <> y -> x - y <> 0.
Proof.
  intros different zero. apply different.
  replace x with (x - y + y) by ring. rewrite zero. ring.
Qed.

Theorem two_attackers_as_powers d : s ^ 2 <> v2 ->
  Q 2 d = kappa p * s ^ d + gee p (d mod 2) * v2 ^ (d / 2).
Proof.
  intros different. assert (nonzero := difference_not_0 _ _ different).
  rewrite (Nat.div_mod d 2) at 1 2 by lia. rewrite standard_two_attackers.
  set (m := (d / 2)%nat). set (e := (d mod 2)%nat).
  unfold gee, kappa. rewrite geometric_sum_quotient by congruence.
  rewrite power_add, power_mul. field.
  split; [easy|]. apply difference_not_0. congruence.
Qed.

Definition two_units_sums (a d : nat) : Qc :=
  let units := (a + d)%nat in
  let N := ((units - 4) / 2)%nat in
  let odd := (units mod 2 =? 1)%nat in
  let bottom n := T 2 (p 3 2) n (d - 2) in
  let below n := shift 1 (T 2 (p 3 2) n) (d - 2) in
  let left n := T 2 (turned (p 3 2)) n (a - 3) in
  let beside n := shift 1 (T 2 (turned (p 3 2)) n) (a - 3) in
    ((Σ n < N, ((w1 + w2) * bottom n + w2 * below n))
      + (if odd then (w1 + w2) * bottom N else 0))
  - (1 - Q 2 1) * ((Σ n < N, r ^ (units - 5 - 2 * n) * (w1 * bottom n + w2 * below n))
      + (if odd then w1 * bottom N else 0))
  + ((Σ n < N, s ^ (units - 4 - 2 * n)
        * ((w0 * p 1 1 1 + w1 * kappa p) * left n + w0 * kappa p * beside n))
      + (if odd then s * (w0 * p 1 1 1 * left N) else 0))
  + gee p (units mod 2) * (Σ n < N, v2 ^ ((units - 4) / 2 - n) * (w1 * left n + w0 * beside n)).

Lemma two_units_cell_let a d : (3 <= a)%nat -> (2 <= d)%nat ->
  r + p 3 1 1 = 1 -> s ^ 2 <> v2 ->
  let units := (a + d)%nat in
  let N := ((units - 4) / 2)%nat in
  let odd := (units mod 2 =? 1)%nat in
  let bottom n := T 2 (p 3 2) n (d - 2) in
  let below n := shift 1 (T 2 (p 3 2) n) (d - 2) in
  let left n := T 2 (turned (p 3 2)) n (a - 3) in
  let beside n := shift 1 (T 2 (turned (p 3 2)) n) (a - 3) in
  Q a d =
    ((Σ n < N, ((w1 + w2) * bottom n + w2 * below n))
      + (if odd then (w1 + w2) * bottom N else 0))
  - (1 - Q 2 1) * ((Σ n < N, r ^ (units - 5 - 2 * n) * (w1 * bottom n + w2 * below n))
      + (if odd then w1 * bottom N else 0))
  + ((Σ n < N, s ^ (units - 4 - 2 * n)
        * ((w0 * p 1 1 1 + w1 * kappa p) * left n + w0 * kappa p * beside n))
      + (if odd then s * (w0 * p 1 1 1 * left N) else 0))
  + gee p (units mod 2) * (Σ n < N, v2 ^ ((units - 4) / 2 - n) * (w1 * left n + w0 * beside n)).
Proof.
  intros enough_a enough_d total different units N odd bottom below left beside.
  set (e := (units mod 2)%nat).
  assert (sizes : (units = 2 * N + 4 + e /\ e <= 1)%nat).
  { unfold e, N. pose proof (Nat.div_mod (units - 4) 2 ltac:(lia)).
    pose proof (Nat.mod_upper_bound (units - 4) 2 ltac:(lia)).
    assert (same : (units mod 2 = (units - 4) mod 2 \/ units < 4)%nat).
    { destruct (Nat.lt_ge_cases units 4); [now right|left].
      replace units with (units - 4 + 2 * 2)%nat at 1 by lia. now rewrite Nat.mod_add. }
    unfold units in *. lia. }
  destruct sizes as [sizes parity].
  assert (halves : forall m, ((2 * m) / 2 = m /\ (2 * m + 1) / 2 = m)%nat).
  { intros m. split; [rewrite Nat.mul_comm; now apply Nat.div_mul|].
    symmetry. apply Nat.div_unique with 1%nat; lia. }
  assert (lines : ((units + 2 - (3 + 2)) / 2 = N + e /\ (units + 2 - (3 + 3)) / 2 = N
    /\ (units + 2 - (2 + 3)) / 2 = N + e /\ (units + 2 - (2 + 4)) / 2 = N)%nat).
  { assert (e = 0 \/ e = 1)%nat as [even | uneven] by lia;
      [rewrite even in * | rewrite uneven in *]; repeat split.
    - replace (units + 2 - (3 + 2))%nat with (2 * N + 1)%nat by lia.
      rewrite (proj2 (halves N)). lia.
    - replace (units + 2 - (3 + 3))%nat with (2 * N)%nat by lia. apply halves.
    - replace (units + 2 - (2 + 3))%nat with (2 * N + 1)%nat by lia.
      rewrite (proj2 (halves N)). lia.
    - replace (units + 2 - (2 + 4))%nat with (2 * N)%nat by lia. apply halves.
    - replace (units + 2 - (3 + 2))%nat with (2 * (N + 1))%nat by lia. apply halves.
    - replace (units + 2 - (3 + 3))%nat with (2 * N + 1)%nat by lia. apply halves.
    - replace (units + 2 - (2 + 3))%nat with (2 * (N + 1))%nat by lia. apply halves.
    - replace (units + 2 - (2 + 4))%nat with (2 * N + 1)%nat by lia. apply halves. }
  destruct lines as (line_2 & line_3 & column_3 & column_4).
  (* the borders, as sums of powers *)
  assert (one_defender_left : forall n, (2 * n + 5 <= units)%nat ->
    Q (units - 3 - 2 * n) 1 = 1 - (1 - Q 2 1) * r ^ (units - 5 - 2 * n)).
  { intros n few. rewrite one_defender by (easy || lia). do 3 f_equal. lia. }
  assert (two_attackers_left : forall n, (n < N)%nat ->
    Q 2 (units - 4 - 2 * n)
    = kappa p * s ^ (units - 4 - 2 * n) + gee p e * v2 ^ ((units - 4) / 2 - n)).
  { intros n few. rewrite two_attackers_as_powers by easy. f_equal. fold N.
    replace (units - 4 - 2 * n)%nat with (e + (N - n) * 2)%nat by lia.
    rewrite Nat.mod_add, Nat.div_add by lia.
    rewrite (Nat.mod_small e), (Nat.div_small e) by lia. easy. }
  assert (one_attacker_left : forall n, (2 * n + 5 <= units)%nat ->
    Q 1 (units - 3 - 2 * n) = p 1 1 1 * s ^ (units - 4 - 2 * n)).
  { intros n few. rewrite one_attacker by lia. do 2 f_equal. lia. }
  rewrite standard_interior by easy.
  (* line by line, and round by round *)
  transitivity (
    (Σ n < N + e, bottom n * (w2 + w1 * Q (units - 3 - 2 * n) 1))
    + (Σ n < N, below n * (w2 * Q (units - 3 - 2 * n) 1))
    + (Σ n < N + e, left n
        * ((if (units - 3 - 2 * n =? 2)%nat then 0 else w1 * Q 2 (units - 4 - 2 * n))
        + w0 * Q 1 (units - 3 - 2 * n)))
    + (Σ n < N, beside n * (w0 * Q 2 (units - 4 - 2 * n)))).
  - replace (a - 2)%nat with (S (a - 3)) by lia.
    replace (d - 1)%nat with (S (d - 2)) by lia.
    f_equal; [f_equal; [f_equal|]|].
    + assert (line := rounds_of_line (p 3 2) a d 3 2 (fun x => w2 + w1 * Q (x - 1) 1) enough_a).
      fold units in line. rewrite line_2 in line. etransitivity; [exact line|].
      apply sum_ext. intros n lt.
      destruct (Nat.leb_spec 2 d); [|lia].
      now replace (units - 2 - 2 * n - 1)%nat with (units - 3 - 2 * n)%nat by lia.
    + assert (line := rounds_of_line (p 3 2) a d 3 3 (fun x => w2 * Q x 1) enough_a).
      fold units in line. rewrite line_3 in line. etransitivity; [exact line|].
      apply sum_ext. intros n lt. unfold below, shift.
      destruct (Nat.leb_spec 3 d), (Nat.leb_spec 1 (d - 2)); try lia; [|easy].
      now replace (d - 2 - 1)%nat with (d - 3)%nat by lia.
    + assert (line := rounds_of_column (p 3 2) a d 2 3
        (fun y => (if (y =? 2)%nat then 0 else w1 * Q 2 (y - 1)) + w0 * Q 1 y) enough_d).
      fold units in line. rewrite column_3 in line. etransitivity; [|etransitivity; [exact line|]].
      { apply sum_ext. intros i _. now destruct i. }
      apply sum_ext. intros n lt.
      destruct (Nat.leb_spec 3 a); [|lia].
      now replace (units - 3 - 2 * n - 1)%nat with (units - 4 - 2 * n)%nat by lia.
    + assert (line := rounds_of_column (p 3 2) a d 2 4 (fun y => w0 * Q 2 y) enough_d).
      fold units in line. rewrite column_4 in line. etransitivity; [exact line|].
      apply sum_ext. intros n lt. unfold beside, shift.
      destruct (Nat.leb_spec 4 a), (Nat.leb_spec 1 (a - 3)); try lia; [|easy].
      now replace (a - 3 - 1)%nat with (a - 4)%nat by lia.
  - (* the last round apart, where units is odd *)
    assert (last : forall f, sum (N + e) f = sum N f + if odd then f N else 0).
    { intros f. unfold odd. fold e.
      assert (e = 0 \/ e = 1)%nat as [-> | ->] by lia; cbn [Nat.eqb].
      - rewrite Nat.add_0_r. ring.
      - rewrite Nat.add_1_r. easy. }
    rewrite !last. clear last.
    assert (ends : (if odd then bottom N * (w2 + w1 * Q (units - 3 - 2 * N) 1) else 0)
        + (if odd then left N * ((if (units - 3 - 2 * N =? 2)%nat then 0
            else w1 * Q 2 (units - 4 - 2 * N)) + w0 * Q 1 (units - 3 - 2 * N)) else 0)
      = (if odd then (w1 + w2) * bottom N else 0) - (1 - Q 2 1) * (if odd then w1 * bottom N else 0)
        + (if odd then s * (w0 * p 1 1 1 * left N) else 0)).
    { unfold odd. fold e. assert (e = 0 \/ e = 1)%nat as [-> | uneven] by lia; cbn [Nat.eqb];
        [ring|]. rewrite uneven in *. cbn [Nat.eqb].
      rewrite one_defender_left, one_attacker_left by lia.
      replace (units - 3 - 2 * N)%nat with 2%nat by lia.
      replace (units - 5 - 2 * N)%nat with 0%nat by lia.
      replace (units - 4 - 2 * N)%nat with 1%nat by lia. cbn [Nat.eqb Qcpower]. ring. }
    assert (others :
      (Σ n < N, bottom n * (w2 + w1 * Q (units - 3 - 2 * n) 1))
      + (Σ n < N, below n * (w2 * Q (units - 3 - 2 * n) 1))
      + (Σ n < N, left n
          * ((if (units - 3 - 2 * n =? 2)%nat then 0 else w1 * Q 2 (units - 4 - 2 * n))
          + w0 * Q 1 (units - 3 - 2 * n)))
      + (Σ n < N, beside n * (w0 * Q 2 (units - 4 - 2 * n)))
      = (Σ n < N, ((w1 + w2) * bottom n + w2 * below n))
      - (1 - Q 2 1) * (Σ n < N, r ^ (units - 5 - 2 * n) * (w1 * bottom n + w2 * below n))
      + (Σ n < N, s ^ (units - 4 - 2 * n)
          * ((w0 * p 1 1 1 + w1 * kappa p) * left n + w0 * kappa p * beside n))
      + gee p e * (Σ n < N, v2 ^ ((units - 4) / 2 - n) * (w1 * left n + w0 * beside n))).
    { match goal with |- _ = ?x - ?c * ?y + ?z + ?g * ?t =>
        transitivity (x + - c * y + z + g * t); [|ring] end.
      rewrite <- !sum_mul, <- !sum_add. apply sum_ext. intros n lt.
      rewrite one_defender_left, one_attacker_left, two_attackers_left by lia.
      destruct (Nat.eqb_spec (units - 3 - 2 * n) 2); [lia|]. ring. }
    match type of others with ?sums = _ => match type of ends with ?lasts = _ =>
      transitivity (sums + lasts); [ring|] end end.
    rewrite others, ends. ring.
Qed.

Theorem two_units_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->
  r + p 3 1 1 = 1 -> s ^ 2 <> v2 -> Q a d = two_units_sums a d.
Proof. exact (two_units_cell_let a d). Qed.

(** What the engine takes out of such a sum: r^m Σ (r^-2)^n ... *)
Theorem powers_taken_out x m n : x <> 0 -> (2 * n <= m)%nat ->
  x ^ (m - 2 * n) = x ^ m * (1 / x ^ 2) ^ n.
Proof.
  intros nonzero le. replace (x ^ m) with (x ^ (m - 2 * n) * (x ^ 2) ^ n)
    by (rewrite <- power_mul, <- power_add; f_equal; lia).
  assert (inverse : (x ^ 2) ^ n * (1 / x ^ 2) ^ n = 1).
  { rewrite <- power_of_product. replace (x ^ 2 * (1 / x ^ 2)) with 1.
    - apply one_to_the.
    - unfold Qcdiv. rewrite Qcmult_1_l. symmetry. apply Qcmult_inv_r. now apply power_not_0. }
  rewrite <- Qcmult_assoc, inverse. ring.
Qed.

End Standard.

(** ** Single-loss rules *)

Section SingleLoss.
Variable p : nat -> nat -> nat -> Qc.
Notation Q := (odds 1 p).
Notation r := (p 3 1 0)%nat.
Notation s := (p 1 2 1)%nat.
Notation p22 := (p 2 2 1)%nat.

Definition one_unit_sums (a d : nat) : Qc :=
    p 3 2 1 ^ (d - 1) * (Σ j < a - 2,
      number (binomial (d - 2 + j) j) * p 3 2 0 ^ j * (1 - (1 - Q 2 1) * r ^ (a - 2 - j)))
  + p 3 2 0 ^ (a - 2) * (Σ j < d - 1,
      number (binomial (a - 3 + j) j) * p 3 2 1 ^ j
      * ((Q 2 1 + beyond p) * p22 ^ (d - 1 - j) - beyond p * s ^ (d - 1 - j))).

Theorem one_unit_cell a d : (3 <= a)%nat -> (2 <= d)%nat -> r + p 3 1 1 = 1 -> p22 <> s ->
  Q a d = one_unit_sums a d.
Proof.
  intros enough_a enough_d total different. unfold one_unit_sums.
  rewrite single_loss_interior by easy.
  do 2 f_equal; apply sum_ext; intros j lt; f_equal.
  - rewrite one_defender by (easy || lia). do 3 f_equal. lia.
  - rewrite single_loss_two_attackers, geometric_sum_quotient by (easy || lia).
    replace (d - j - 1)%nat with (d - 1 - j)%nat by lia. unfold beyond.
    field. now apply difference_not_0.
Qed.

End SingleLoss.
