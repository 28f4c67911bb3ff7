(** * Certificates: one answer, evaluated in whole numbers, defender by defender

    - [column r B ...]        the values of the states with d defenders, for a = 0, ..., A: whole
                              numbers, over a power of the base B.  Such a line follows from those
                              of fewer defenders; only as many are kept as a round can cost
    - [round_table r B]       what a round costs, with whole weights over powers of B

    Main results: where the kernel finds that the numbers agree, the odds of a battle or a campaign
    are that fraction ([win_certified], [campaign_certified]), or a number of attackers is the least
    that has a chance ([least_certified], [least_for_campaign]). *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Contest Hands.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** What a round costs *)

(** Losses with weights that may be any whole numbers. *)
Definition costs : Type := list (nat * nat * Z).

Definition raised_to (B : Z) (losses : nat * nat) (w : N) : Z :=
  Z.of_N w * B ^ Z.of_nat (fst losses + snd losses).

Definition over_base (B : Z) (throws : weighted (nat * nat)) : costs :=
  let all := whole_total throws in
  map (fun '(losses, w) => (losses, raised_to B losses w / all)) throws.

Definition is_whole (B : Z) (most a d : nat) (throws : weighted (nat * nat)) : bool :=
  let all := whole_total throws in
  (0 <? all) && forallb (fun '(losses, w) =>
    (fst losses <=? a)%nat && (snd losses <=? d)%nat && (snd losses <=? most)%nat
    && (raised_to B losses w mod all =? 0)) throws.

Definition most_lost (r : ruleset) : nat := length (scoring_pairs r).

Definition round_table (r : ruleset) (B : Z) : list (list costs) :=
  map (fun a => map (fun d => over_base B (costly (all_grouped r a d)))
      (seq 1 (units_for_all_dice (defence r))))
    (seq 1 (units_for_all_dice (attack r))).

Definition base_is_right (r : ruleset) (B : Z) : bool :=
  (0 <? B) && forallb (fun a => forallb (fun d =>
      is_whole B (most_lost r) a d (costly (all_grouped r a d)))
      (seq 1 (units_for_all_dice (defence r))))
    (seq 1 (units_for_all_dice (attack r))).

Definition found (r : ruleset) (table : list (list costs)) (a d : nat) : costs :=
  nth (Nat.min d (units_for_all_dice (defence r)) - 1)
    (nth (Nat.min a (units_for_all_dice (attack r)) - 1) table []) [].

(** ** The lines of states *)

(** The value after a loss: of the lines before, the last first; and of this line, newest first. *)
Definition value_after (before : list (list Z)) (line : list Z) (a : nat) (losses : nat * nat)
    : Z :=
  match snd losses with
  | O => nth (fst losses - 1) line 0
  | S j => nth (a - fst losses) (nth j before []) 0
  end.

Definition whole_mean (round : costs) (values : nat * nat -> Z) : Z :=
  fold_right (fun '(losses, w) sum => w * values losses + sum) 0 round.

Section Lines.
Variables (c : contest) (round : nat -> nat -> costs) (most A : nat) (ends : list Z).

Fixpoint newest_first (before : list (list Z)) (d n : nat) : list Z :=
  match n with
  | O => []
  | S a =>
      let line := newest_first before d a in
      (if ended c a d then 0 else whole_mean (round a d) (value_after before line a)) :: line
  end.

Fixpoint lines_to (d : nat) : list (list Z) :=
  match d with
  | O => [ends]
  | S e => let before := lines_to e in rev (newest_first before d (S A)) :: firstn most before
  end.
End Lines.

Definition column (r : ruleset) (B : Z) (retreat stop A d : nat) (ends : list Z) : list Z :=
  let table := round_table r B in
  hd [] (lines_to (fought r retreat stop) (found r table) (most_lost r) A ends d).

Definition powers (B : Z) (A : nat) : list Z := map (fun a => B ^ Z.of_nat a) (seq 0 (S A)).

Definition win_column (r : ruleset) (B : Z) (retreat stop A d : nat) : list Z :=
  column r B retreat stop A d (powers B A).

Fixpoint campaign_column (territories : list territory) (B : Z) (reserve A : nat) : list Z :=
  match territories with
  | [] => powers B A
  | t :: later =>
      column (played_by t) B reserve 0 A (garrison t)
        match later with
        | [] => powers B A
        | _ =>
            let next := campaign_column later B reserve A in
            map (fun x => if (x <=? left_behind t + reserve)%nat then 0
                          else B ^ Z.of_nat (left_behind t) * nth (x - left_behind t) next 0)
              (seq 0 (S A))
        end
  end.

(** ** Grouping changes nothing *)

Local Open Scope Qc_scope.

Lemma same_counts_equal xs ys : same_counts xs ys = true -> xs = ys.
Proof. unfold same_counts. now destruct (list_eq_dec Z.eq_dec xs ys). Qed.

Lemma same_losses_equal x y : same_losses x y = true -> x = y.
Proof.
  destruct x, y. unfold same_losses. rewrite andb_true_iff, !Nat.eqb_eq. cbn. now intros [-> ->].
Qed.

Theorem grouped_throws_are_all r xs ys f :
  weighted_sum f (grouped_throws r xs ys) = weighted_sum f (throws_of r xs ys).
Proof.
  unfold grouped_throws, throws_of.
  rewrite weighted_sum_grouped by apply same_losses_equal.
  rewrite !weighted_sum_together, weighted_sum_grouped by apply same_counts_equal.
  apply weighted_sum_ext. intros shows w _. now apply weighted_sum_grouped, same_counts_equal.
Qed.

Lemma grouped_costly r a d f :
  weighted_sum f (costly (all_grouped r a d)) = weighted_sum f (costly (all_throws r a d)).
Proof.
  unfold costly, all_grouped, all_throws. now rewrite !weighted_sum_filter, grouped_throws_are_all.
Qed.

(** ** One state *)

Lemma weighted_whole_sum B most a d all throws g v scale : integer all <> 0 ->
  forallb (fun '(losses, w) =>
    (fst losses <=? a)%nat && (snd losses <=? d)%nat && (snd losses <=? most)%nat
    && (raised_to B losses w mod all =? 0)%Z) throws = true ->
  (forall losses w, In (losses, w) throws ->
    (fst losses <= a)%nat -> (snd losses <= d)%nat -> (snd losses <= most)%nat ->
    integer (g losses) * integer B ^ (fst losses + snd losses) = v losses * scale) ->
  integer all * integer (whole_mean
    (map (fun '(losses, w) => (losses, raised_to B losses w / all)%Z) throws) g)
  = weighted_sum v throws * scale.
Proof.
  intros not_0. induction throws as [|[losses w] others IH]; intros whole values.
  - cbn. replace (integer 0) with 0 by now apply Qc_is_canon. ring.
  - cbn [forallb] in whole. rewrite !andb_true_iff, !Nat.leb_le, Z.eqb_eq in whole.
    destruct whole as ((((in_a & in_d) & in_most) & divides) & whole).
    cbn [map whole_mean fold_right weighted_sum].
    fold (whole_mean (map (fun '(losses, w) => (losses, raised_to B losses w / all)%Z) others) g).
    rewrite integer_add, Qcmult_plus_distr_r, IH
      by (easy || (intros each u there; apply (values each u); now right)).
    rewrite Qcmult_plus_distr_l. f_equal.
    rewrite <- (Qcmult_assoc (from_N w)), <- (values losses w) by (easy || now left).
    assert (exact : integer all * integer (raised_to B losses w / all)
      = from_N w * integer B ^ (fst losses + snd losses)).
    { unfold from_N. rewrite <- integer_power, <- !integer_mul. f_equal.
      fold (raised_to B losses w). symmetry. apply Z_div_exact_full_2; [|easy].
      intros zero. now rewrite zero in not_0. }
    rewrite integer_mul, Qcmult_assoc, exact. ring.
Qed.

Lemma whole_mean_is_mean B most a d throws g v scale : is_whole B most a d throws = true ->
  (forall losses w, In (losses, w) throws ->
    (fst losses <= a)%nat -> (snd losses <= d)%nat -> (snd losses <= most)%nat ->
    integer (g losses) * integer B ^ (fst losses + snd losses) = v losses * scale) ->
  integer (whole_mean (over_base B throws) g) = mean v throws * scale.
Proof.
  unfold is_whole. rewrite andb_true_iff, Z.ltb_lt. intros [some whole] values.
  assert (not_0 : integer (whole_total throws) <> 0) by (apply integer_not_0; lia).
  assert (sums := weighted_whole_sum B most a d _ throws g v scale not_0 whole values).
  unfold mean. rewrite <- whole_total_is_total.
  transitivity (integer (whole_total throws) * integer (whole_mean (over_base B throws) g)
    / integer (whole_total throws)); [now field|].
  unfold over_base. rewrite sums. now field.
Qed.

(** ** All states *)

Lemma nth_map_seq {X} (f : nat -> X) n i nothing : (i < n)%nat ->
  nth i (map f (seq 1 n)) nothing = f (S i).
Proof.
  intros lt. rewrite (nth_indep _ nothing (f 0%nat)) by (rewrite map_length, seq_length; lia).
  now rewrite map_nth, seq_nth by lia.
Qed.

Lemma nth_from_0 {X} (f : nat -> X) n i nothing : (i < n)%nat ->
  nth i (map f (seq 0 n)) nothing = f i.
Proof.
  intros lt. rewrite (nth_indep _ nothing (f 0%nat)) by (rewrite map_length, seq_length; lia).
  now rewrite map_nth, seq_nth by lia.
Qed.

Lemma some_units_for_all_dice h : (1 <= units_for_all_dice h)%nat.
Proof. unfold units_for_all_dice. induction (map fst (unit_dice h)); cbn; lia. Qed.

Lemma found_is_whole r B most a d : base_is_right r B = true -> (most_lost r <= most)%nat ->
  (1 <= a)%nat -> (1 <= d)%nat ->
  exists throws, found r (round_table r B) a d = over_base B (costly throws)
    /\ is_whole B most a d (costly throws) = true
    /\ forall f, weighted_sum f (costly throws) = weighted_sum f (costly (all_throws r a d)).
Proof.
  unfold base_is_right. rewrite andb_true_iff, forallb_forall.
  intros [_ right] enough some_a some_d.
  pose proof (some_units_for_all_dice (attack r)). pose proof (some_units_for_all_dice (defence r)).
  set (A := units_for_all_dice (attack r)) in *. set (D := units_for_all_dice (defence r)) in *.
  set (x := Nat.min a A). set (y := Nat.min d D).
  exists (all_grouped r x y). repeat split.
  - unfold found, round_table. fold A D x y. rewrite nth_map_seq by lia.
    rewrite nth_map_seq by lia. do 2 f_equal; f_equal; lia.
  - assert (here := right x). rewrite forallb_forall in here.
    assert (whole : is_whole B (most_lost r) x y (costly (all_grouped r x y)) = true)
      by (apply here; apply in_seq; lia).
    unfold is_whole in *. rewrite andb_true_iff, forallb_forall in *.
    destruct whole as [positive whole]. split; [easy|]. intros [losses w] there.
    specialize (whole _ there). cbn in whole.
    rewrite !andb_true_iff, !Nat.leb_le in *. repeat split; try easy; lia.
  - intros f. now rewrite grouped_costly, (throws_of_most_dice r a d).
Qed.

Lemma nth_firstn_below {X} (things : list X) n i nothing : (i < n)%nat ->
  nth i (firstn n things) nothing = nth i things nothing.
Proof.
  revert n i. induction things as [|x others IH]; intros [|n] [|i] lt; cbn; try easy; try lia.
  apply IH. lia.
Qed.

Section Column.
Variables (c : contest) (round : nat -> nat -> costs) (B : Z) (most A : nat) (ends : list Z).
Variables (f : nat -> nat -> Qc) (scale : Qc).
Hypothesis round_right : forall a d, (1 <= a)%nat -> (1 <= d)%nat ->
  exists throws, round a d = over_base B (costly throws)
    /\ is_whole B most a d (costly throws) = true
    /\ forall g, weighted_sum g (costly throws) = weighted_sum g (costly (throws_at c a d)).
Hypothesis ends_right : forall x, (x <= A)%nat ->
  integer (nth x ends 0%Z) = f x 0%nat * scale * integer B ^ x.
Hypothesis nothing_else : forall x y, (0 < y)%nat -> f x y = 0.

Definition stands_for (a d : nat) (x : Z) : Prop :=
  integer x = expected c f a d * scale * integer B ^ (a + d).

Lemma next_value_right before line a d : (1 <= d)%nat -> (a <= A)%nat ->
  (forall i, (1 <= i <= a)%nat -> stands_for (a - i) d (nth (i - 1) line 0%Z)) ->
  (forall j x, (j < most)%nat -> (j < d)%nat -> (x <= A)%nat ->
    stands_for x (d - S j) (nth x (nth j before []) 0%Z)) ->
  stands_for a d
    (if ended c a d then 0 else whole_mean (round a d) (value_after before line a))%Z.
Proof.
  intros some in_A this_line lines. unfold stands_for. rewrite general_recursion.
  destruct (ended c a d) eqn:ongoing.
  - rewrite nothing_else by lia. replace (integer 0) with 0 by now apply Qc_is_canon. ring.
  - apply ended_false in ongoing.
    destruct (round_right a d ltac:(lia) some) as (throws & -> & whole & same).
    unfold mean, total. rewrite <- !same, <- Qcmult_assoc.
    apply (whole_mean_is_mean _ _ _ _ _ _ _ _ whole).
    intros [i j] w there. apply costly_costs in there. cbn [fst snd] in *. intros in_a in_d in_most.
    assert (value : stands_for (a - i) (d - j) (value_after before line a (i, j))).
    { destruct j as [|j]; cbn [value_after fst snd].
      - rewrite Nat.sub_0_r. apply this_line. lia.
      - apply lines; lia. }
    rewrite value. rewrite <- !Qcmult_assoc, <- power_add. do 3 f_equal. lia.
Qed.

Lemma newest_first_right before d n : (1 <= d)%nat -> (n <= S A)%nat ->
  (forall j x, (j < most)%nat -> (j < d)%nat -> (x <= A)%nat ->
    stands_for x (d - S j) (nth x (nth j before []) 0%Z)) ->
  forall k, (k < n)%nat ->
  stands_for k d (nth (n - 1 - k) (newest_first c round before d n) 0%Z).
Proof.
  intros some in_A lines. induction n as [|a IH]; intros k lt; [lia|].
  cbn [newest_first]. destruct (Nat.eq_dec k a) as [->|].
  - replace (S a - 1 - a)%nat with 0%nat by lia. cbn [nth].
    apply next_value_right; [easy|lia| |easy]. intros i in_a.
    replace (i - 1)%nat with (a - 1 - (a - i))%nat by lia. apply IH; lia.
  - replace (S a - 1 - k)%nat with (S (a - 1 - k)) by lia. cbn [nth]. apply IH; lia.
Qed.

Lemma newest_first_length before d n : length (newest_first c round before d n) = n.
Proof. induction n as [|n IH]; cbn; [easy|]. now rewrite IH. Qed.

Lemma lines_right d : forall j x, (j <= most)%nat -> (j <= d)%nat -> (x <= A)%nat ->
  stands_for x (d - j)
    (nth x (nth j (lines_to c round most A ends d) []) 0%Z).
Proof.
  induction d as [|e IH]; intros j x in_most in_d in_A.
  - replace j with 0%nat by lia. cbn [lines_to nth]. unfold stands_for.
    rewrite general_recursion. cbn [ended Nat.eqb orb]. rewrite Nat.add_0_r.
    now apply ends_right.
  - cbn [lines_to]. destruct j as [|j]; cbn [nth].
    + rewrite rev_nth by (rewrite newest_first_length; lia). rewrite newest_first_length.
      replace (S A - S x)%nat with (S A - 1 - x)%nat by lia.
      rewrite Nat.sub_0_r. apply newest_first_right; try lia.
      intros k y in_k k_most in_y. replace (S e - S k)%nat with (e - k)%nat by lia.
      apply IH; lia.
    + rewrite nth_firstn_below by lia. replace (S e - S j)%nat with (e - j)%nat by lia.
      apply IH; lia.
Qed.

End Column.

Lemma column_right r B retreat stop A ends f scale : base_is_right r B = true ->
  (forall x, (x <= A)%nat -> integer (nth x ends 0%Z) = f x 0%nat * scale * integer B ^ x) ->
  (forall x y, (0 < y)%nat -> f x y = 0) ->
  forall a d, (a <= A)%nat ->
  integer (nth a (column r B retreat stop A d ends) 0%Z)
  = expected (fought r retreat stop) f a d * scale * integer B ^ (a + d).
Proof.
  intros right ends_right nothing_else a d in_A. unfold column.
  assert (right_line := lines_right (fought r retreat stop) (found r (round_table r B)) B
    (most_lost r) A ends f scale (fun a d => found_is_whole r B _ a d right (le_n _))
    ends_right nothing_else d 0 a ltac:(lia) ltac:(lia) in_A).
  rewrite Nat.sub_0_r in right_line. destruct d; exact right_line.
Qed.

(** ** Battles and campaigns *)

(** Something can happen in every round. *)
Lemma hands_are_decisive B r retreat stop : base_is_right r B = true ->
  decisive (fought r retreat stop).
Proof.
  intros right x y ongoing. apply ended_false in ongoing.
  destruct (found_is_whole r B _ x y right (le_n _) ltac:(lia) ltac:(lia))
    as (throws & _ & whole & same).
  cbn [fought throws_at]. unfold total. rewrite <- same. fold (total (costly throws)).
  apply andb_true_iff in whole as [some _]. apply Z.ltb_lt in some.
  rewrite <- whole_total_is_total. apply integer_not_0. lia.
Qed.

Lemma power_looked_up B A x : (x <= A)%nat -> integer (nth x (powers B A) 0%Z) = integer B ^ x.
Proof. intros le. unfold powers. rewrite nth_from_0 by lia. apply integer_power. Qed.

Lemma win_column_right r B retreat stop A a d : base_is_right r B = true -> (a <= A)%nat ->
  integer (nth a (win_column r B retreat stop A d) 0%Z)
  = win_chance r retreat stop a d * integer B ^ (a + d).
Proof.
  intros right in_A. unfold win_column.
  rewrite (column_right r B retreat stop A _ won 1); [unfold win_chance; ring|easy| | |easy].
  - intros x in_x. rewrite power_looked_up by easy. unfold won. cbn [Nat.eqb]. ring.
  - now intros x [|y].
Qed.

Definition all_garrisons (territories : list territory) : nat :=
  fold_right (fun t sum => garrison t + sum)%nat 0%nat territories.

Definition bases_are_right (territories : list territory) (B : Z) : bool :=
  forallb (fun t => base_is_right (played_by t) B) territories.

Lemma campaign_column_right territories B reserve A : bases_are_right territories B = true ->
  forall a, (a <= A)%nat ->
  integer (nth a (campaign_column territories B reserve A) 0%Z)
  = campaign territories reserve a * integer B ^ (a + all_garrisons territories).
Proof.
  induction territories as [|t later IH]; intros right a in_A.
  - cbn [campaign_column campaign all_garrisons fold_right].
    rewrite Nat.add_0_r, power_looked_up by easy. ring.
  - unfold bases_are_right in right. cbn [forallb] in right.
    apply andb_true_iff in right as [right rest].
    specialize (IH rest). cbn [campaign_column campaign].
    rewrite (column_right _ _ _ _ _ _ (fun x y =>
      if (0 <? y)%nat then 0 else match later with
      | [] => 1
      | _ => if (x <=? left_behind t + reserve)%nat then 0
             else campaign later reserve (x - left_behind t)
      end) (integer B ^ all_garrisons later)); [|easy| |now intros x [|y]|easy].
    + cbn [all_garrisons fold_right]. fold (all_garrisons later).
      rewrite <- Qcmult_assoc, <- power_add.
      do 2 f_equal. lia.
    + intros x in_x. cbn [Nat.ltb Nat.leb]. destruct later as [|next others].
      * rewrite power_looked_up by easy. cbn. ring.
      * rewrite nth_from_0 by lia. destruct (x <=? left_behind t + reserve)%nat eqn:stops.
        -- replace (integer 0) with 0 by now apply Qc_is_canon. ring.
        -- apply Nat.leb_gt in stops. rewrite integer_mul, integer_power, IH by lia.
           rewrite Qcmult_comm, <- !Qcmult_assoc, <- !power_add. do 2 f_equal. lia.
Qed.

(** ** The numbers that are printed *)

(** How x over [scale] compares with n/m. *)
Definition compared_with (x scale : Z) (n m : Number.uint) : option comparison :=
  let n := Z.of_num_uint n in
  let m := Z.of_num_uint m in
  if ((0 <? m) && (0 <? scale))%Z then Some (m * x ?= n * scale)%Z else None.

Definition is_fraction (x scale : Z) (n m : Number.uint) : bool :=
  match compared_with x scale n m with Some Eq => true | _ => false end.

Definition is_less (x scale : Z) (n m : Number.uint) : bool :=
  match compared_with x scale n m with Some Lt => true | _ => false end.

Definition is_enough (x scale : Z) (n m : Number.uint) : bool :=
  match compared_with x scale n m with Some Lt | None => false | _ => true end.

Lemma integer_le x y : integer x <= integer y <-> (x <= y)%Z.
Proof. unfold integer, Qcle. cbn [this Q2Qc]. rewrite !Qred_correct. now rewrite Zle_Qle. Qed.

Lemma integer_lt x y : integer x < integer y <-> (x < y)%Z.
Proof. unfold integer, Qclt. cbn [this Q2Qc]. rewrite !Qred_correct. now rewrite Zlt_Qlt. Qed.

Lemma fraction_times n m : (0 < Z.of_num_uint m)%Z ->
  fraction n m * integer (Z.of_num_uint m) = integer (Z.of_num_uint n).
Proof.
  intros positive. unfold fraction, integer, Qcmult. apply Q2Qc_eq_iff. cbn [this Q2Qc].
  rewrite !Qred_correct, Qmake_Qdiv, Z2Pos.id by easy. field.
  intros zero. apply (proj1 (inject_Z_injective _ 0)) in zero. lia.
Qed.

Lemma comparison_right x scale n m v answer : integer x = v * integer scale ->
  compared_with x scale n m = Some answer ->
  match answer with Eq => v = fraction n m | Lt => v < fraction n m | Gt => fraction n m < v end.
Proof.
  unfold compared_with. set (M := Z.of_num_uint m). set (N := Z.of_num_uint n). intros value.
  destruct ((0 <? M) && (0 <? scale))%Z eqn:signs; [|easy].
  apply andb_true_iff in signs as [positive scaled]. rewrite Z.ltb_lt in positive, scaled.
  intros [= <-].
  assert (more : 0 < integer (M * scale)) by (apply (integer_lt 0); lia).
  assert (left : v * integer (M * scale) = integer (M * x)).
  { rewrite !integer_mul, value. ring. }
  assert (right : fraction n m * integer (M * scale) = integer (N * scale)).
  { rewrite integer_mul, Qcmult_assoc. unfold M at 1. rewrite fraction_times by easy.
    now rewrite integer_mul. }
  assert (le_is_le : forall y z, y * integer (M * scale) <= z * integer (M * scale) <-> y <= z).
  { intros y z. split; [now apply Qcmult_lt_0_le_reg_r|].
    intros le. apply Qcmult_le_compat_r; [easy|now apply Qclt_le_weak]. }
  destruct (Z.compare_spec (M * x) (N * scale)) as [same|less|greater].
  - apply Qcle_antisym; apply le_is_le; rewrite left, right, same; apply Qcle_refl.
  - apply Qcnot_le_lt. rewrite <- le_is_le, left, right, integer_le. lia.
  - apply Qcnot_le_lt. rewrite <- le_is_le, left, right, integer_le. lia.
Qed.

Lemma is_fraction_right x scale n m v : integer x = v * integer scale ->
  is_fraction x scale n m = true -> v = fraction n m.
Proof.
  unfold is_fraction. intros value.
  destruct (compared_with x scale n m) as [[]|] eqn:answer; try easy.
  intros _. exact (comparison_right _ _ _ _ _ _ value answer).
Qed.

Lemma is_less_right x scale n m v : integer x = v * integer scale ->
  is_less x scale n m = true -> v < fraction n m.
Proof.
  unfold is_less. intros value.
  destruct (compared_with x scale n m) as [[]|] eqn:answer; try easy.
  intros _. exact (comparison_right _ _ _ _ _ _ value answer).
Qed.

Lemma is_enough_right x scale n m v : integer x = v * integer scale ->
  is_enough x scale n m = true -> fraction n m <= v.
Proof.
  unfold is_enough. intros value.
  destruct (compared_with x scale n m) as [[]|] eqn:answer; try easy;
    intros _; assert (holds := comparison_right _ _ _ _ _ _ value answer).
  - rewrite holds. apply Qcle_refl.
  - now apply Qclt_le_weak.
Qed.

(** ** Certificates *)

(** The number of attackers a has the chance n/m, and none below has. *)
Definition is_least_force (B : Z) (d : nat) (column : list Z) (a : nat) (n m : Number.uint)
    : bool :=
  is_enough (nth a column 0%Z) (B ^ Z.of_nat (a + d)) n m
  && forallb (fun fewer => is_less (nth fewer column 0%Z) (B ^ Z.of_nat (fewer + d)) n m) (seq 0 a).

Definition win_is (B : Z) (r : ruleset) (retreat stop a d : nat) (n m : Number.uint) : bool :=
  base_is_right r B
  && is_fraction (nth a (win_column r B retreat stop a d) 0%Z) (B ^ Z.of_nat (a + d)) n m.

Definition win_needs (B : Z) (r : ruleset) (a d : nat) (n m : Number.uint) : bool :=
  base_is_right r B && is_least_force B d (win_column r B 0 0 a d) a n m.

Definition campaign_is (B : Z) (ts : list territory) (reserve a : nat) (n m : Number.uint) : bool :=
  bases_are_right ts B
  && is_fraction (nth a (campaign_column ts B reserve a) 0%Z)
       (B ^ Z.of_nat (a + all_garrisons ts)) n m.

Definition campaign_needs (B : Z) (ts : list territory) (reserve a : nat) (n m : Number.uint)
    : bool :=
  bases_are_right ts B
  && is_least_force B (all_garrisons ts) (campaign_column ts B reserve a) a n m.

Lemma least_force_right B d column a n m (v : nat -> Qc) :
  (forall x, (x <= a)%nat -> integer (nth x column 0%Z) = v x * integer B ^ (x + d)) ->
  is_least_force B d column a n m = true ->
  fraction n m <= v a /\ forall fewer, (fewer < a)%nat -> v fewer < fraction n m.
Proof.
  intros values. unfold is_least_force. rewrite andb_true_iff, forallb_forall. intros [enough less].
  split.
  - refine (is_enough_right _ _ _ _ _ _ enough). rewrite integer_power. now apply values.
  - intros fewer lt. apply (is_less_right (nth fewer column 0%Z) (B ^ Z.of_nat (fewer + d))).
    + rewrite integer_power. apply values. lia.
    + apply less, in_seq. lia.
Qed.

Theorem win_certified B r retreat stop a d n m : win_is B r retreat stop a d n m = true ->
  win_chance r retreat stop a d = fraction n m.
Proof.
  unfold win_is. rewrite andb_true_iff. intros [right same].
  refine (is_fraction_right _ _ _ _ _ _ same).
  rewrite integer_power. now apply win_column_right.
Qed.

Lemma least_certified B r a d n m : win_needs B r a d n m = true ->
  fraction n m <= win_chance r 0 0 a d /\
  forall fewer, (fewer < a)%nat -> win_chance r 0 0 fewer d < fraction n m.
Proof.
  unfold win_needs. rewrite andb_true_iff. intros [right least].
  refine (least_force_right _ _ _ _ _ _ (fun a => win_chance r 0 0 a d) _ least).
  intros x le. now apply win_column_right.
Qed.

Lemma campaign_certified B ts reserve a n m : campaign_is B ts reserve a n m = true ->
  campaign ts reserve a = fraction n m.
Proof.
  unfold campaign_is. rewrite andb_true_iff. intros [right same].
  refine (is_fraction_right _ _ _ _ _ _ same).
  rewrite integer_power. now apply campaign_column_right.
Qed.

Lemma least_for_campaign_certified B ts reserve a n m : campaign_needs B ts reserve a n m = true ->
  fraction n m <= campaign ts reserve a /\
  forall fewer, (fewer < a)%nat -> campaign ts reserve fewer < fraction n m.
Proof.
  unfold campaign_needs. rewrite andb_true_iff. intros [right least].
  refine (least_force_right _ _ _ _ _ _ (campaign ts reserve) _ least).
  intros x le. now apply campaign_column_right.
Qed.
