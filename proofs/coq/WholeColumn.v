(** * Weights round by round, in whole numbers

    The sums of [Cell] run over the number n of rounds, and take two weights of each: T n i, where i
    units are lost in all, and T n (i - 1).  Here they are whole numbers, those of a round being
    whole numbers over some base.

    - [task]                what a round weighs, the units lost, and two sums that are to be found
    - [state]               after n rounds: both weights, and both sums over the rounds before
    - [one_more l n s]      the state after one round more; each quotient is exact, its divisor short
    - [after_rounds l n]    the state after n rounds, from round ⌊i/2⌋ on: before, all weights are 0

    Main result: [after_is_right]. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Weights Columns Quotient.
Open Scope nat_scope.
Open Scope Z_scope.

(** Σ k < n, factor^(n - k) (of_here T k i + of_below T k (i - 1)) *)
Record wanted := Wanted { of_here : Z; of_below : Z; factor : Z }.

Record task := Task
  { loses_0 : Z; loses_1 : Z; loses_2 : Z; lost : nat; first : wanted; second : wanted }.

Record state := State { weight_here : Z; weight_below : Z; first_sum : Z; second_sum : Z }.

Definition added (w : wanted) (s : state) (sum : Z) : Z :=
  factor w * (sum + of_here w * weight_here s + of_below w * weight_below s).

Definition one_more (l : task) (n : Z) (s : state) : state :=
  let m := 2 * (n + 1) - Z.of_nat (lost l) in
  let by_0 := loses_0 l * weight_here s in
  let by_1 := loses_1 l * weight_below s in
  let next := quotient ((n + 1) * (2 * by_0 + by_1)) m in
  let two_below := quotient (next - by_0 - by_1) (loses_2 l) in
  State next
    (quotient ((n + 1) * (2 * (loses_0 l * weight_below s) + loses_1 l * two_below)) (m + 1))
    (added (first l) s (first_sum s)) (added (second l) s (second_sum s)).

Definition at_first (l : task) : state :=
  let h := Nat.div2 (lost l) in
  let power n := loses_2 l ^ Z.of_nat n in
  if Nat.even (lost l) then State (power h) (Z.of_nat h * loses_1 l * power (h - 1)%nat) 0 0
  else State 0 (power h) 0 0.

Fixpoint after_first (l : task) (more : nat) : state :=
  match more with
  | O => at_first l
  | S before => one_more l (Z.of_nat (Nat.div2 (lost l) + before)) (after_first l before)
  end.

Definition after_rounds (l : task) (n : nat) : state := after_first l (n - Nat.div2 (lost l)).

Local Open Scope Qc_scope.

Definition weights_of (l : task) (k : nat) : Qc :=
  match k with O => integer (loses_0 l) | S O => integer (loses_1 l) | _ => integer (loses_2 l) end.

Definition summed (l : task) (w : wanted) (n : nat) : Qc :=
  Σ k < n, integer (factor w) ^ (n - k)
    * (integer (of_here w) * T 2 (weights_of l) k (lost l)
       + integer (of_below w) * shift 1 (T 2 (weights_of l) k) (lost l)).

Definition is_after (l : task) (n : nat) (s : state) : Prop :=
  integer (weight_here s) = T 2 (weights_of l) n (lost l) /\
  integer (weight_below s) = shift 1 (T 2 (weights_of l) n) (lost l) /\
  integer (first_sum s) = summed l (first l) n /\
  integer (second_sum s) = summed l (second l) n.

(** ** Exact quotients *)

Lemma integer_equal x y : integer x = integer y -> x = y.
Proof.
  intros same. apply (Q2Qc_eq_iff (inject_Z x) (inject_Z y)) in same.
  exact (proj1 (inject_Z_injective x y) same).
Qed.

Lemma integer_sub x y : integer (x - y) = integer x - integer y.
Proof.
  transitivity (integer (x - y) + integer y - integer y); [ring|].
  rewrite <- integer_add. do 2 f_equal. lia.
Qed.

Definition is_whole_number (x : Qc) : Prop := exists z, integer z = x.

Lemma exact_quotient y m x : is_whole_number x -> m <> 0%Z -> integer m * x = integer y ->
  integer (quotient y m) = x.
Proof.
  intros [z <-] some same. rewrite <- integer_mul in same. apply integer_equal in same.
  now rewrite <- same, quotient_is_exact.
Qed.

Lemma shift_is_whole k f i : (forall j, is_whole_number (f j)) -> is_whole_number (shift k f i).
Proof. intros whole. unfold shift. destruct (k <=? i)%nat; [apply whole|now exists 0%Z]. Qed.

Lemma weights_are_whole l n : forall i, is_whole_number (T 2 (weights_of l) n i).
Proof.
  induction n as [|n IH]; intros i.
  - rewrite T_no_round. destruct (i =? 0)%nat; [exists 1%Z|exists 0%Z]; now apply Qc_is_canon.
  - rewrite T_one_more_round, sum_of_3.
    destruct (shift_is_whole 0 _ i IH) as [x <-], (shift_is_whole 1 _ i IH) as [y <-],
      (shift_is_whole 2 _ i IH) as [z <-].
    unfold weights_of. rewrite <- !integer_mul, <- !integer_add. now eexists.
Qed.

(** ** One round more *)

Lemma added_is_right l w s n sum : integer (weight_here s) = T 2 (weights_of l) n (lost l) ->
  integer (weight_below s) = shift 1 (T 2 (weights_of l) n) (lost l) ->
  integer sum = summed l w n -> integer (added w s sum) = summed l w (S n).
Proof.
  intros this below before. unfold added, summed. cbn [Spec.sum].
  replace (S n - n)%nat with 1%nat by lia.
  rewrite !integer_mul, !integer_add, !integer_mul, this, below, before, <- Qcplus_assoc.
  rewrite (Qcmult_plus_distr_r (integer (factor w)) (summed l w n)). unfold summed.
  rewrite <- sum_mul. f_equal; [|cbn [Qcpower]; ring].
  apply sum_ext. intros k lt. replace (S n - k)%nat with (S (n - k)) by lia. cbn [Qcpower]. ring.
Qed.

Lemma one_more_is_right l n s : loses_2 l <> 0%Z -> (lost l <= 2 * n + 1)%nat ->
  is_after l n s -> is_after l (S n) (one_more l (Z.of_nat n) s).
Proof.
  intros some enough (this & below & one_sum & other_sum).
  unfold is_after, one_more. cbn [weight_here weight_below first_sum second_sum].
  set (i := lost l) in *. set (m := (2 * (Z.of_nat n + 1) - Z.of_nat i)%Z).
  assert (m_right : integer m = two * (number n + 1) - number i).
  { unfold m. rewrite integer_sub, integer_mul, integer_add. reflexivity. }
  set (next := quotient _ m).
  assert (next_right : integer next = T 2 (weights_of l) (S n) i).
  { apply exact_quotient; [apply weights_are_whole|lia|].
    rewrite m_right, next_weight, !integer_mul, !integer_add, !integer_mul, this, below.
    change (integer (Z.of_nat n)) with (number n). change (integer 2) with two.
    change (integer 1) with (1 : Qc). cbn [weights_of]. ring. }
  set (two_below := quotient _ (loses_2 l)).
  assert (two_below_right : integer two_below = shift 2 (T 2 (weights_of l) n) i).
  { apply exact_quotient; [apply shift_is_whole, weights_are_whole|easy|].
    rewrite !integer_sub, !integer_mul, next_right, this, below.
    rewrite T_one_more_round, sum_of_3, shift_0.
    cbn [weights_of]. ring. }
  repeat split; [easy| | |].
  - apply exact_quotient; [apply shift_is_whole, weights_are_whole|lia|].
    rewrite integer_add, m_right. change (integer 1) with (1 : Qc).
    rewrite next_weight_below, !integer_mul, !integer_add, !integer_mul, below, two_below_right.
    change (integer (Z.of_nat n)) with (number n). change (integer 2) with two.
    change (integer 1) with (1 : Qc). cbn [weights_of]. ring.
  - now apply added_is_right.
  - now apply added_is_right.
Qed.

(** ** The first state, and all others *)

Lemma most_lost_weighs c n : T 2 c n (2 * n) = c 2%nat ^ n.
Proof.
  induction n as [|n IH]; [easy|].
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. rewrite T_one_more_round, sum_of_3, shift_0.
  rewrite T_beyond by lia. rewrite !shift_S_S, !shift_0, (T_beyond 2 c n (S (2 * n))) by lia.
  rewrite IH. cbn [Qcpower]. ring.
Qed.

Lemma one_less_lost_weighs c n :
  shift 1 (T 2 c n) (2 * n) = number n * c 1%nat * c 2%nat ^ (n - 1).
Proof.
  induction n as [|n IH]; [rewrite shift_below by lia; rewrite number_0; ring|].
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. rewrite shift_S_S, shift_0.
  rewrite T_one_more_round, sum_of_3, shift_0, T_beyond by lia.
  rewrite !shift_S_S, shift_0, IH, most_lost_weighs, number_S.
  replace (S n - 1)%nat with n by lia. destruct n as [|n]; [rewrite number_0; cbn; ring|].
  replace (S n - 1)%nat with n by lia. cbn [Qcpower]. ring.
Qed.

Lemma nothing_summed l w n : (2 * n <= lost l)%nat -> summed l w n = 0.
Proof.
  intros few. apply sum_0. intros k lt. rewrite T_beyond by lia. unfold shift.
  destruct (1 <=? lost l)%nat; [rewrite T_beyond by lia|]; ring.
Qed.

Lemma at_first_is_right l : is_after l (Nat.div2 (lost l)) (at_first l).
Proof.
  assert (half := Nat.div2_odd (lost l)). unfold at_first, is_after.
  rewrite !nothing_summed by lia. rewrite <- Nat.negb_odd. set (h := Nat.div2 (lost l)) in *.
  destruct (Nat.odd (lost l)); cbn [Nat.b2n negb] in *;
    cbn [weight_here weight_below first_sum second_sum]; rewrite ?integer_mul, !integer_power.
  - replace (lost l) with (S (2 * h)) by lia. rewrite shift_S_S, shift_0.
    now rewrite T_beyond, most_lost_weighs by lia.
  - replace (lost l) with (2 * h)%nat by lia. now rewrite most_lost_weighs, one_less_lost_weighs.
Qed.

Lemma after_is_right l n : loses_2 l <> 0%Z -> (lost l <= 2 * n + 1)%nat ->
  is_after l n (after_rounds l n).
Proof.
  intros some enough. pose proof (Nat.div2_odd (lost l)) as half.
  destruct (Nat.odd (lost l)); cbn [Nat.b2n] in half;
    replace n with (Nat.div2 (lost l) + (n - Nat.div2 (lost l)))%nat at 1 by lia;
    unfold after_rounds;
    (induction (n - Nat.div2 (lost l))%nat as [|more IH];
      [rewrite Nat.add_0_r; apply at_first_is_right
      |rewrite Nat.add_succ_r; apply one_more_is_right; [easy|lia|easy]]).
Qed.
