(** * The sums by which the fast engine finds one cell ([riskexact.engine.cell])

    The formulas of [Binomial] and [Trinomial] with the borders put in, which are sums of powers:
    then every sum runs over the number n of rounds, down one column of the weights.  Letters, with
    S = a + d units:

    - r = p 3 1 0, s = p 1 2 1; w0, w1, w2 = p 3 2 0, p 3 2 1, p 3 2 2; v1, v2 = p 2 2 1, p 2 2 2

    Main results: [two_units_cell] and [one_unit_cell]. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle FirstExit Geometric Binomial Trinomial.
Open Scope nat_scope.
Open Scope Qc_scope.

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

(** *** The number of units, N whole rounds beyond four of them, and what is left *)

Lemma halves m : ((2 * m) / 2 = m /\ (2 * m + 1) / 2 = m)%nat.
Proof.
  split; [rewrite Nat.mul_comm; now apply Nat.div_mul|].
  symmetry. apply Nat.div_unique with 1%nat; lia.
Qed.

Lemma sizes_of_units units : (4 <= units)%nat ->
  (units = 2 * ((units - 4) / 2) + 4 + units mod 2 /\ units mod 2 <= 1)%nat.
Proof.
  intros enough. pose proof (Nat.div_mod (units - 4) 2 ltac:(lia)).
  pose proof (Nat.mod_upper_bound (units - 4) 2 ltac:(lia)).
  assert (units mod 2 = (units - 4) mod 2)%nat.
  { replace units with (units - 4 + 2 * 2)%nat at 1 by lia. now rewrite Nat.mod_add. }
  lia.
Qed.

Section Cell.
Variables units N e : nat.
Hypotheses (sizes : units = (2 * N + 4 + e)%nat) (parity : (e <= 1)%nat).

Lemma rounds_to_first_line : ((units + 2 - 5) / 2 = N + e)%nat.
Proof.
  pose proof (halves N). pose proof (halves (N + 1)).
  destruct e as [|[|]]; [|  |lia].
  - replace (units + 2 - 5)%nat with (2 * N + 1)%nat by lia. lia.
  - replace (units + 2 - 5)%nat with (2 * (N + 1))%nat by lia. lia.
Qed.

Lemma rounds_to_second_line : ((units + 2 - 6) / 2 = N)%nat.
Proof.
  pose proof (halves N). destruct e as [|[|]]; [| |lia].
  - replace (units + 2 - 6)%nat with (2 * N)%nat by lia. lia.
  - replace (units + 2 - 6)%nat with (2 * N + 1)%nat by lia. lia.
Qed.

Lemma last_round_apart f : sum (N + e) f = sum N f + if (e =? 1)%nat then f N else 0.
Proof.
  destruct e as [|[|]]; [rewrite Nat.add_0_r; cbn; ring|now rewrite Nat.add_1_r|lia].
Qed.

(** *** The borders, as sums of powers *)

Hypotheses (total : r + p 3 1 1 = 1) (different : s ^ 2 <> v2).

Lemma one_defender_left n : (2 * n + 5 <= units)%nat ->
  Q (units - 3 - 2 * n) 1 = 1 - (1 - Q 2 1) * r ^ (units - 5 - 2 * n).
Proof. intros few. rewrite one_defender by (easy || lia). do 3 f_equal. lia. Qed.

Lemma one_attacker_left n : (2 * n + 5 <= units)%nat ->
  Q 1 (units - 3 - 2 * n) = p 1 1 1 * s ^ (units - 4 - 2 * n).
Proof. intros few. rewrite one_attacker by lia. do 2 f_equal. lia. Qed.

Lemma two_attackers_left n : (n < N)%nat ->
  Q 2 (units - 4 - 2 * n) = kappa p * s ^ (units - 4 - 2 * n) + gee p e * v2 ^ (N - n).
Proof.
  intros few. rewrite two_attackers_as_powers by easy. f_equal.
  replace (units - 4 - 2 * n)%nat with (e + (N - n) * 2)%nat by lia.
  rewrite Nat.mod_add, Nat.div_add by lia.
  rewrite (Nat.mod_small e), (Nat.div_small e) by lia. easy.
Qed.

(** *** The sums, for any weights of the two lines below, and of the two on the left *)

Variables bottom below left beside : nat -> Qc.

Definition corner_left (n : nat) : Qc :=
  (if (units - 3 - 2 * n =? 2)%nat then 0 else w1 * Q 2 (units - 4 - 2 * n))
  + w0 * Q 1 (units - 3 - 2 * n).

Lemma last_terms :
  (if (e =? 1)%nat then bottom N * (w2 + w1 * Q (units - 3 - 2 * N) 1) else 0)
  + (if (e =? 1)%nat then left N * corner_left N else 0)
  = (if (e =? 1)%nat then (w1 + w2) * bottom N else 0)
  - (1 - Q 2 1) * (if (e =? 1)%nat then w1 * bottom N else 0)
  + (if (e =? 1)%nat then s * (w0 * p 1 1 1 * left N) else 0).
Proof.
  unfold corner_left. destruct (Nat.eqb_spec e 1) as [uneven|]; [|ring].
  rewrite one_defender_left, one_attacker_left by lia.
  replace (units - 3 - 2 * N)%nat with 2%nat by lia.
  replace (units - 5 - 2 * N)%nat with 0%nat by lia.
  replace (units - 4 - 2 * N)%nat with 1%nat by lia. cbn [Nat.eqb Qcpower]. ring.
Qed.

Lemma other_terms :
  (Σ n < N, bottom n * (w2 + w1 * Q (units - 3 - 2 * n) 1))
  + (Σ n < N, below n * (w2 * Q (units - 3 - 2 * n) 1))
  + (Σ n < N, left n * corner_left n)
  + (Σ n < N, beside n * (w0 * Q 2 (units - 4 - 2 * n)))
  = (Σ n < N, ((w1 + w2) * bottom n + w2 * below n))
  - (1 - Q 2 1) * (Σ n < N, r ^ (units - 5 - 2 * n) * (w1 * bottom n + w2 * below n))
  + (Σ n < N, s ^ (units - 4 - 2 * n)
      * ((w0 * p 1 1 1 + w1 * kappa p) * left n + w0 * kappa p * beside n))
  + gee p e * (Σ n < N, v2 ^ (N - n) * (w1 * left n + w0 * beside n)).
Proof.
  match goal with |- _ = ?x - ?c * ?y + ?z + ?g * ?t =>
    transitivity (x + - c * y + z + g * t); [|ring] end.
  rewrite <- !sum_mul, <- !sum_add. apply sum_ext. intros n lt. unfold corner_left.
  rewrite one_defender_left, one_attacker_left, two_attackers_left by lia.
  destruct (Nat.eqb_spec (units - 3 - 2 * n) 2); [lia|]. ring.
Qed.

Lemma sums_of_lines :
  (Σ n < N + e, bottom n * (w2 + w1 * Q (units - 3 - 2 * n) 1))
  + (Σ n < N, below n * (w2 * Q (units - 3 - 2 * n) 1))
  + (Σ n < N + e, left n * corner_left n)
  + (Σ n < N, beside n * (w0 * Q 2 (units - 4 - 2 * n)))
  = ((Σ n < N, ((w1 + w2) * bottom n + w2 * below n))
    + (if (e =? 1)%nat then (w1 + w2) * bottom N else 0))
  - (1 - Q 2 1) * ((Σ n < N, r ^ (units - 5 - 2 * n) * (w1 * bottom n + w2 * below n))
    + (if (e =? 1)%nat then w1 * bottom N else 0))
  + ((Σ n < N, s ^ (units - 4 - 2 * n)
      * ((w0 * p 1 1 1 + w1 * kappa p) * left n + w0 * kappa p * beside n))
    + (if (e =? 1)%nat then s * (w0 * p 1 1 1 * left N) else 0))
  + gee p e * (Σ n < N, v2 ^ (N - n) * (w1 * left n + w0 * beside n)).
Proof.
  rewrite !last_round_apart.
  match type of other_terms with ?sums = _ => match type of last_terms with ?lasts = _ =>
    transitivity (sums + lasts); [ring|] end end.
  rewrite other_terms, last_terms. ring.
Qed.
End Cell.

(** *** The four lines, round by round *)

Section Lines.
Variables a d N e : nat.
Hypotheses (enough_a : (3 <= a)%nat) (enough_d : (2 <= d)%nat) (parity : (e <= 1)%nat).
Hypothesis sizes : (a + d = 2 * N + 4 + e)%nat.

Lemma row_2 f : Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 2 * f (3 + i)%nat
  = Σ n < N + e, T 2 (p 3 2) n (d - 2) * f (a + d - 2 - 2 * n)%nat.
Proof.
  replace (a - 2)%nat with (S (a - 3)) by lia. rewrite rounds_of_line by easy.
  change (3 + 2)%nat with 5%nat.
  rewrite (rounds_to_first_line (a + d) N e) by easy.
  now replace (2 <=? d)%nat with true by (symmetry; apply Nat.leb_le; lia).
Qed.

Lemma row_3 f : Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 3 * f (3 + i)%nat
  = Σ n < N, shift 1 (T 2 (p 3 2) n) (d - 2) * f (a + d - 3 - 2 * n)%nat.
Proof.
  replace (a - 2)%nat with (S (a - 3)) by lia. rewrite rounds_of_line by easy.
  change (3 + 3)%nat with 6%nat.
  rewrite (rounds_to_second_line (a + d) N e) by easy. apply sum_ext. intros n _. f_equal.
  unfold shift. destruct (Nat.leb_spec 3 d), (Nat.leb_spec 1 (d - 2)); try lia; [f_equal; lia|easy].
Qed.

Lemma column_3 f : Σ i < d - 1, reach 2 (p 3 2) a d 3 (2 + i) * f (2 + i)%nat
  = Σ n < N + e, T 2 (turned (p 3 2)) n (a - 3) * f (a + d - 3 - 2 * n)%nat.
Proof.
  replace (d - 1)%nat with (S (d - 2)) by lia. rewrite rounds_of_column by easy.
  change (2 + 3)%nat with 5%nat.
  rewrite (rounds_to_first_line (a + d) N e) by easy.
  now replace (3 <=? a)%nat with true by (symmetry; apply Nat.leb_le; lia).
Qed.

Lemma column_4 f : Σ i < d - 1, reach 2 (p 3 2) a d 4 (2 + i) * f (2 + i)%nat
  = Σ n < N, shift 1 (T 2 (turned (p 3 2)) n) (a - 3) * f (a + d - 4 - 2 * n)%nat.
Proof.
  replace (d - 1)%nat with (S (d - 2)) by lia. rewrite rounds_of_column by easy.
  change (2 + 4)%nat with 6%nat.
  rewrite (rounds_to_second_line (a + d) N e) by easy. apply sum_ext. intros n _. f_equal.
  unfold shift. destruct (Nat.leb_spec 4 a), (Nat.leb_spec 1 (a - 3)); try lia; [f_equal; lia|easy].
Qed.

Lemma interior_by_rounds : Q a d =
  (Σ n < N + e, T 2 (p 3 2) n (d - 2) * (w2 + w1 * Q (a + d - 3 - 2 * n) 1))
  + (Σ n < N, shift 1 (T 2 (p 3 2) n) (d - 2) * (w2 * Q (a + d - 3 - 2 * n) 1))
  + (Σ n < N + e, T 2 (turned (p 3 2)) n (a - 3) * corner_left (a + d) n)
  + (Σ n < N, shift 1 (T 2 (turned (p 3 2)) n) (a - 3) * (w0 * Q 2 (a + d - 4 - 2 * n))).
Proof.
  rewrite standard_interior by easy. f_equal; [f_equal; [f_equal|]|].
  - etransitivity; [exact (row_2 (fun x => w2 + w1 * Q (x - 1) 1))|]. apply sum_ext. intros n lt.
    now replace (a + d - 2 - 2 * n - 1)%nat with (a + d - 3 - 2 * n)%nat by lia.
  - apply (row_3 (fun x => w2 * Q x 1)).
  - etransitivity; [|etransitivity; [exact (column_3 (fun y =>
      (if (y =? 2)%nat then 0 else w1 * Q 2 (y - 1)) + w0 * Q 1 y))|]].
    { apply sum_ext. intros i _. now destruct i. }
    apply sum_ext. intros n lt. unfold corner_left.
    now replace (a + d - 3 - 2 * n - 1)%nat with (a + d - 4 - 2 * n)%nat by lia.
  - apply (column_4 (fun y => w0 * Q 2 y)).
Qed.
End Lines.

Theorem two_units_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->
  r + p 3 1 1 = 1 -> s ^ 2 <> v2 -> Q a d = two_units_sums p a d.
Proof.
  intros enough_a enough_d total different.
  destruct (sizes_of_units (a + d)) as [sizes parity]; [lia|].
  rewrite (interior_by_rounds a d ((a + d - 4) / 2) ((a + d) mod 2)) by easy.
  now apply sums_of_lines.
Qed.

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

Theorem one_unit_cell a d : (3 <= a)%nat -> (2 <= d)%nat -> r + p 3 1 1 = 1 -> p22 <> s ->
  Q a d = one_unit_sums p a d.
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
