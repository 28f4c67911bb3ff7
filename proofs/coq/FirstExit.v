(** * The general theorem: the odds as one sum over the first exits from the interior

    The interior is the states a >= A, d >= D.  There every round costs K units, of which the
    defender loses k with the chance c k: the weights of its states are those of [Weights].

    Main result: [first_exit].  For every battle with such an interior, and whatever the border and
    the values at the end are, the odds are two sums over the K lowest rows and the K lowest columns
    of the interior, alone: O(a + d) terms. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Battle.
Open Scope nat_scope.
Open Scope Qc_scope.

Lemma reach_beyond_rows K c a d x y : (d < y)%nat -> reach K c a d x y = 0.
Proof.
  intros beyond. unfold reach. destruct (Nat.leb_spec y d); [lia|]. now rewrite andb_false_r.
Qed.

Lemma reach_beyond_columns K c a d x y : (a < x)%nat -> reach K c a d x y = 0.
Proof. intros beyond. unfold reach. now destruct (Nat.leb_spec x a); [lia|]. Qed.

Section FirstExit.
Variables (K A D : nat) (c : nat -> Qc) (V : nat -> nat -> Qc).
Hypotheses (K_positive : (1 <= K)%nat) (A_positive : (1 <= A)%nat) (D_positive : (1 <= D)%nat).
Hypothesis one_round : forall a d, (A <= a)%nat -> (D <= d)%nat ->
  V a d = Σ k < S K, c k * V (a - (K - k))%nat (d - k)%nat.
Notation T := (T K c).
Notation inside := (inside A D).
Notation inside_value := (inside_value A D V).

(** ** One round from a state, cut into what stays inside and what does not *)

Definition exits (a d : nat) : Qc :=
  if inside a d then bottom_exits K D c V a d + left_exits K A D c V a d else 0.

Lemma inside_true a d : inside a d = true <-> (A <= a /\ D <= d)%nat.
Proof. unfold inside. now rewrite andb_true_iff, !Nat.leb_le. Qed.

Lemma inside_false a d : inside a d = false <-> (a < A \/ d < D)%nat.
Proof. unfold inside. now rewrite andb_false_iff, !Nat.leb_gt. Qed.

Lemma exits_outside a d : (a < A \/ d < D)%nat -> exits a d = 0.
Proof. intros outside. unfold exits. now rewrite (proj2 (inside_false a d)). Qed.

Lemma inside_value_outside a d : (a < A \/ d < D)%nat -> inside_value a d = 0.
Proof. intros outside. unfold inside_value. now rewrite (proj2 (inside_false a d)). Qed.

Lemma one_round_inside a d :
  inside_value a d = exits a d + Σ k < S K, c k * inside_value (a - (K - k)) (d - k).
Proof.
  destruct (inside a d) eqn:state.
  - apply inside_true in state as [enough_a enough_d].
    unfold inside_value at 1, exits. rewrite (proj2 (inside_true a d)) by easy.
    unfold bottom_exits, left_exits. rewrite one_round by easy.
    rewrite <- !sum_add. apply sum_ext. intros k _.
    unfold inside_value, inside.
    destruct (Nat.ltb_spec (d - k) D), (Nat.leb_spec D (d - k)),
      (Nat.ltb_spec (a - (K - k)) A), (Nat.leb_spec A (a - (K - k))); cbn; ring || lia.
  - apply inside_false in state.
    rewrite exits_outside, inside_value_outside, sum_0; [ring| |easy|easy].
    intros k _. rewrite inside_value_outside by lia. ring.
Qed.

(** ** Round after round *)

(** After n rounds the defender has lost i units, and the attacker the others of the K n. *)
Definition after (n : nat) (f : nat -> nat -> Qc) (a d : nat) : Qc :=
  Σ i < S (K * n), T n i * f (a - (K * n - i))%nat (d - i)%nat.

Lemma one_more_round n a d :
  after n inside_value a d = after n exits a d + after (S n) inside_value a d.
Proof.
  unfold after. rewrite <- (last_round K c n (fun i => inside_value (a - (K * S n - i)) (d - i))).
  rewrite <- sum_add. apply sum_ext. intros i le. rewrite one_round_inside, Qcmult_plus_distr_r.
  do 2 f_equal. apply sum_ext. intros k small. f_equal. f_equal; lia.
Qed.

Lemma rounds_until N a d :
  inside_value a d = Σ n < N, after n exits a d + after N inside_value a d.
Proof.
  induction N as [|N IH].
  - unfold after. rewrite Nat.mul_0_r. cbn. rewrite !Nat.sub_0_r. ring.
  - cbn [sum]. rewrite IH, one_more_round. ring.
Qed.

(** A battle cannot last longer than there are units. *)
Lemma exits_of_all_rounds N a d : (A <= a)%nat -> (D <= d)%nat -> (a + d <= N)%nat ->
  V a d = Σ n < N, after n exits a d.
Proof.
  intros enough_a enough_d long.
  transitivity (inside_value a d).
  - unfold inside_value. now rewrite (proj2 (inside_true a d)).
  - rewrite (rounds_until N). unfold after at 2. rewrite (sum_0 (S (K * N))); [ring|].
    intros i le. rewrite inside_value_outside; [ring|]. nia.
Qed.

(** ** State by state instead of round by round *)

Lemma losses_of_round n a d : (A <= a)%nat -> (D <= d)%nat ->
  after n exits a d = Σ i < S (d - D), Σ e < S (a - A),
    if (K * n =? e + i)%nat then T n i * exits (a - e) (d - i) else 0.
Proof.
  intros enough_a enough_d. unfold after.
  transitivity (Σ i < S (d - D), T n i * exits (a - (K * n - i)) (d - i)).
  - destruct (Nat.le_gt_cases (K * n) (d - D)).
    + symmetry. apply sum_cut; [lia|]. intros i between. rewrite T_beyond by lia. ring.
    + apply sum_cut; [lia|]. intros i between. rewrite exits_outside by lia. ring.
  - apply sum_ext. intros i le. rewrite (sum_one _ (K * n - i)).
    + destruct (Nat.le_gt_cases i (K * n)) as [possible|impossible].
      * replace (K * n =? K * n - i + i)%nat with true by (symmetry; apply Nat.eqb_eq; lia).
        destruct (Nat.ltb_spec (K * n - i) (S (a - A))); [easy|].
        rewrite exits_outside by lia. ring.
      * rewrite T_beyond by easy.
        destruct (K * n - i <? S (a - A))%nat, (K * n =? K * n - i + i)%nat; ring.
    + intros e _ other. destruct (Nat.eqb_spec (K * n) (e + i)); [lia|easy].
Qed.

Lemma exits_of_all_states a d : (A <= a)%nat -> (D <= d)%nat ->
  V a d = Σ i < S (d - D), Σ e < S (a - A),
    reach K c a d (a - e) (d - i) * exits (a - e) (d - i).
Proof.
  intros enough_a enough_d. rewrite (exits_of_all_rounds (S (a + d))) by lia.
  rewrite (sum_ext _ _ _ (fun n _ => losses_of_round n a d enough_a enough_d)).
  rewrite sum_exchange. apply sum_ext. intros i small_i.
  rewrite sum_exchange. apply sum_ext. intros e small_e.
  unfold reach.
  replace (a - e <=? a)%nat with true by (symmetry; apply Nat.leb_le; lia).
  replace (d - i <=? d)%nat with true by (symmetry; apply Nat.leb_le; lia). cbn [andb].
  replace (a + d - (a - e + (d - i)))%nat with (e + i)%nat by lia.
  replace (d - (d - i))%nat with i by lia.
  rewrite (sum_one _ ((e + i) / K)).
  - assert (division := Nat.div_mod (e + i) K ltac:(lia)).
    assert (bound : ((e + i) / K <= e + i)%nat) by (apply Nat.div_le_upper_bound; nia).
    replace ((e + i) / K <? S (a + d))%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    destruct (Nat.eqb_spec ((e + i) mod K) 0), (Nat.eqb_spec (K * ((e + i) / K)) (e + i));
      easy || lia || ring.
  - intros n _ other. destruct (Nat.eqb_spec (K * n) (e + i)) as [equal|]; [|easy].
    exfalso. apply other. rewrite <- equal, Nat.mul_comm. symmetry. apply Nat.div_mul. lia.
Qed.

Lemma exits_of_the_interior a d : (A <= a)%nat -> (D <= d)%nat ->
  V a d = Σ j < S (d - D), Σ i < S (a - A),
    reach K c a d (A + i) (D + j) * exits (A + i) (D + j).
Proof.
  intros enough_a enough_d. rewrite (exits_of_all_states a d) by easy.
  rewrite <- sum_turned. apply sum_ext. intros j small_j.
  rewrite <- sum_turned. apply sum_ext. intros i small_i.
  replace (a - (S (a - A) - 1 - i))%nat with (A + i)%nat by lia.
  now replace (d - (S (d - D) - 1 - j))%nat with (D + j)%nat by lia.
Qed.

(** ** Only K rows and K columns have exits *)

Lemma high_rows_have_no_bottom_exits x y : (D + K <= y)%nat -> bottom_exits K D c V x y = 0.
Proof.
  intros high. apply sum_0. intros k le. now destruct (Nat.ltb_spec (y - k) D); [lia|].
Qed.

Lemma far_columns_have_no_left_exits x y : (A + K <= x)%nat -> left_exits K A D c V x y = 0.
Proof.
  intros far. apply sum_0. intros k le. now destruct (Nat.ltb_spec (x - (K - k)) A); [lia|].
Qed.

(** Sums to m and to n are equal if the terms between are 0. *)
Lemma sum_to_either m n f : (forall i, (n <= i < m \/ m <= i < n)%nat -> f i = 0) ->
  sum m f = sum n f.
Proof.
  intros zero. destruct (Nat.le_gt_cases m n).
  - symmetry. apply sum_cut; [easy|]. intros; apply zero; lia.
  - apply sum_cut; [lia|]. intros; apply zero; lia.
Qed.

Lemma first_exit_of_function a d : (A <= a)%nat -> (D <= d)%nat ->
  V a d = exit_sum K A D c V a d.
Proof.
  intros enough_a enough_d. rewrite (exits_of_the_interior a d) by easy. unfold exit_sum.
  transitivity (
    Σ j < S (d - D), (Σ i < S (a - A),
      reach K c a d (A + i) (D + j) * bottom_exits K D c V (A + i) (D + j))
    + Σ j < S (d - D), (Σ i < S (a - A),
      reach K c a d (A + i) (D + j) * left_exits K A D c V (A + i) (D + j))).
  - rewrite <- sum_add. apply sum_ext. intros j _. rewrite <- sum_add. apply sum_ext. intros i _.
    unfold exits. rewrite (proj2 (inside_true _ _)) by lia. ring.
  - f_equal.
    + apply sum_to_either. intros j between. apply sum_0. intros i _.
      destruct between.
      * rewrite high_rows_have_no_bottom_exits by lia. ring.
      * rewrite reach_beyond_rows by lia. ring.
    + rewrite sum_exchange. apply sum_to_either. intros j between. apply sum_0. intros i _.
      destruct between.
      * rewrite far_columns_have_no_left_exits by lia. ring.
      * rewrite reach_beyond_columns by lia. ring.
Qed.

End FirstExit.

(** ** The theorem *)

Theorem first_exit b K A D c end_value a d :
  rounds_cost b -> constant_rounds b K A D c -> (A <= a)%nat -> (D <= d)%nat ->
  value b end_value a d = exit_sum K A D c (value b end_value) a d.
Proof.
  intros costs (K_positive & A_positive & D_positive & constant) enough_a enough_d.
  apply first_exit_of_function; try easy.
  intros x y enough_x enough_y.
  destruct (constant x y enough_x enough_y) as (ongoing & K_units & C).
  rewrite value_before_the_end; [|easy|apply over_false; lia].
  rewrite K_units. apply sum_ext. intros k le. now rewrite C by lia.
Qed.

(** One die for each unit, of which the highest pairs are compared. *)
Theorem dice_have_constant_rounds A D pairs r p :
  (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat ->
  constant_rounds (dice A D pairs r p) (Nat.min pairs (Nat.min A D)) (Nat.max A (r + 1)) D (p A D).
Proof.
  intros HA HD HP. repeat split; try lia; cbn; try lia.
  intros k _. now replace (Nat.min a A) with A by lia; replace (Nat.min d D) with D by lia.
Qed.
