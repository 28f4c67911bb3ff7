(** * Are the most dice always best? A decision, for all numbers of units at once

    - [choices g a d]          every way in which one side alone throws fewer in one round: for each the
                            sign with which the other side wants the difference, and the dice
    - [decided g A D b]     the decision: from A attackers, D defenders on the most dice are the same;
                            b is a number that makes the chances whole, for the sake of speed

    Main result: [fewer_dice_never_gain].  What fewer dice gain is not negative anywhere if it is not
    in the corner, and starts so on finitely many rows and columns: see [Rounds].  The odds that the
    decision looks at are a table, made by a program; each is checked against the recursion. *)

From Coq Require Import Arith Bool Factorial Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Lines Rounds.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition choices (g : game) (a d : nat) : list (Qc * nat * nat) :=
  map (fun x => (1, x, defence_dice g d)) (seq 1 (attack_dice g a)) ++
  map (fun y => (- (1), attack_dice g a, y)) (seq 1 (defence_dice g d)).

(** ** The odds, as whole numbers *)

Section Decision.
Variables (g : game) (A D : nat) (b : Qc).

Definition weight (x y i : nat) : Qc := chances g x y i * b ^ units g x y.

Definition scaled (a d : nat) : Qc := most_odds g a d * b ^ (a + d).

Definition round (U : nat -> nat -> Qc) (a d : nat) : Qc :=
  if (d =? 0)%nat then b ^ a
  else if (a =? 0)%nat then 0
  else mean_after U (units g (attack_dice g a) (defence_dice g d))
         (weight (attack_dice g a) (defence_dice g d)) a d.

Definition loses (U : nat -> nat -> Qc) (way : Qc * nat * nat) : nat -> nat -> Qc :=
  let '(s, x, y) := way in gain s (units g x y) (weight x y) U.

(** ** The decision for any numbers U that obey the recursion *)

Definition stride : nat := fact (compared g).

Definition row_roots (d : nat) : list Qc :=
  ascending (roots stride (fun d => units g (attack_dice g A) (defence_dice g d))
    (fun d => weight (attack_dice g A) (defence_dice g d)) (b ^ stride) d).

Definition column_roots (a : nat) : list Qc :=
  ascending (roots stride (fun a => units g (attack_dice g a) (defence_dice g D))
    (fun a i => weight (attack_dice g a) (defence_dice g D)
      (units g (attack_dice g a) (defence_dice g D) - i)) 0 a).

Definition border_rows : list nat := seq 1 (D + compared g - 1).
Definition border_columns : list nat := seq 1 (A + compared g - 1).

Definition interior_is_fair : bool :=
  forallb (fun i => leb 0 (weight (attack_dice g A) (defence_dice g D) i))
    (seq 0 (S (units g (attack_dice g A) (defence_dice g D)))) &&
  forallb (fun k => (stride mod k =? 0)%nat) (seq 1 (compared g)).

Definition corner_is_fair (U : nat -> nat -> Qc) : bool :=
  forallb (fun a => forallb (fun d => forallb (fun way => leb 0 (loses U way a d))
    (choices g a d)) border_rows) border_columns.

Definition rows_are_fair (U : nat -> nat -> Qc) : bool :=
  forallb (fun d => forallb (fun way =>
    starts stride (row_roots d) (fun n => loses U way (A + compared g + n) d))
    (choices g A d)) border_rows.

Definition columns_are_fair (U : nat -> nat -> Qc) : bool :=
  forallb (fun a => forallb (fun way =>
    starts stride (column_roots a) (fun n => loses U way a (D + compared g + n)))
    (choices g a D)) border_columns.

Definition fair (U : nat -> nat -> Qc) : bool :=
  interior_is_fair && corner_is_fair U && rows_are_fair U && columns_are_fair U.

(** ** The table *)

Definition lines := list (list Qc).

Definition looked_up (in_rows in_columns : lines) (U : nat -> nat -> Qc) (a d : nat) : Qc :=
  match nth_error (nth d in_rows []) a, nth_error (nth a in_columns []) d with
  | Some v, _ => v
  | None, Some v => v
  | None, None => U a d
  end.

Definition entry_is_right (U : nat -> nat -> Qc) (a d : nat) : bool :=
  Qc_eq_bool (U a d) (round U a d).

Definition all_right (in_rows in_columns : lines) (U : nat -> nat -> Qc) : bool :=
  forallb (fun d => forallb (fun a => entry_is_right U a d) (seq 0 (length (nth d in_rows []))))
    (seq 0 (length in_rows)) &&
  forallb (fun a => forallb (fun d => entry_is_right U a d) (seq 0 (length (nth a in_columns []))))
    (seq 0 (length in_columns)).

(** Any table will do that passes [all_right]; this is one. *)
Fixpoint line (step : (nat -> nat -> Qc) -> nat -> nat -> Qc) (before : lines) (l n : nat) :
    list Qc :=
  match n with
  | O => []
  | S m =>
      let here := line step before l m in
      here ++ [step (fun i j => nth i (if (j =? l)%nat then here else nth j before []) 0) m l]
  end.

Fixpoint lines_of (step : (nat -> nat -> Qc) -> nat -> nat -> Qc) (n l : nat) : lines :=
  match l with
  | O => []
  | S m => let before := lines_of step n m in before ++ [line step before m n]
  end.

Definition table_of_rows : lines :=
  lines_of round (A + compared g + stride * (D + compared g)) (D + compared g).
Definition table_of_columns : lines :=
  lines_of (fun U d a => round (turned_board U) a d)
    (D + compared g + stride * (A + compared g)) (A + compared g).

Definition decided : bool :=
  let in_rows := table_of_rows in
  let in_columns := table_of_columns in
  let U := looked_up in_rows in_columns scaled in
  all_right in_rows in_columns U && fair U.

(** ** The decision is right *)

Hypothesis formed : well_formed g A D.

Lemma units_le x y : (units g x y <= compared g)%nat.
Proof. unfold units, pairs_compared. lia. Qed.

Lemma every_round_costs_units : rounds_cost (most_dice g).
Proof.
  destruct formed as (P & _ & _ & X & Y & _). intros a d ongoing. apply over_false in ongoing.
  cbn in *. pose proof (X a ltac:(lia)). pose proof (Y d ltac:(lia)).
  unfold units, pairs_compared. lia.
Qed.

Lemma scaled_round a d : scaled a d = round scaled a d.
Proof.
  unfold scaled at 1, round, most_odds. rewrite the_recursion by apply every_round_costs_units.
  unfold over. destruct (Nat.eqb_spec d 0) as [->|some_d]; cbn [orb].
  { rewrite Nat.add_0_r. apply Qcmult_1_l. }
  cbn [retreat_at most_dice]. destruct (Nat.eqb_spec a 0) as [->|some_a].
  { unfold won. destruct d; [easy|apply Qcmult_0_l]. }
  replace (a <=? 0)%nat with false by (symmetry; apply Nat.leb_gt; lia).
  unfold mean_after. cbn [cost chance most_dice]. rewrite <- sum_mul_right. apply sum_ext.
  destruct formed as (_ & _ & _ & X & Y & _).
  pose proof (X a ltac:(lia)). pose proof (Y d ltac:(lia)).
  set (k := units g (attack_dice g a) (defence_dice g d)). intros i lt.
  assert (k <= a /\ k <= d)%nat by (unfold k, units, pairs_compared; lia).
  unfold weight, scaled. fold k.
  assert (b ^ (a + d) = b ^ (a - (k - i) + (d - i)) * b ^ k) as ->
    by (rewrite <- power_add; f_equal; lia).
  unfold most_odds. ring.
Qed.

Section AnyNumbers.
Variable U : nat -> nat -> Qc.
Hypothesis recursion : forall a d, U a d = round U a d.
Hypothesis is_fair : fair U = true.

Lemma U_round a d : (1 <= a)%nat -> (1 <= d)%nat ->
  U a d = mean_after U (units g (attack_dice g a) (defence_dice g d))
    (weight (attack_dice g a) (defence_dice g d)) a d.
Proof.
  intros some_a some_d. rewrite recursion at 1. unfold round.
  destruct a as [|a], d as [|d]; easy || lia.
Qed.

Lemma fair_in_parts : interior_is_fair = true /\ corner_is_fair U = true /\
  rows_are_fair U = true /\ columns_are_fair U = true.
Proof. pose proof is_fair as parts. unfold fair in parts. rewrite !andb_true_iff in parts. tauto. Qed.

Lemma units_divide_stride x y : (1 <= x)%nat -> (1 <= y)%nat ->
  stride = (stride / units g x y * units g x y)%nat.
Proof.
  intros some_x some_y. destruct fair_in_parts as (interior & _).
  apply andb_prop in interior as [_ divides].
  destruct formed as (P & _). pose proof (units_le x y).
  assert (1 <= units g x y)%nat by (unfold units, pairs_compared; lia).
  apply (forallb_seq _ _ _ (units g x y)) in divides; [|lia]. apply Nat.eqb_eq in divides.
  rewrite (Nat.div_mod stride (units g x y)) at 1 by lia. rewrite divides. lia.
Qed.

Lemma stride_positive : (1 <= stride)%nat.
Proof. apply lt_O_fact. Qed.

Lemma row_gain way a d : (A + compared g <= a)%nat -> (1 <= d < D + compared g)%nat ->
  In way (choices g A d) -> 0 <= loses U way a d.
Proof.
  intros far near there. destruct fair_in_parts as (_ & _ & rows_fair & _).
  apply (forallb_seq _ _ _ d) in rows_fair; [|lia].
  rewrite forallb_forall in rows_fair. specialize (rows_fair way there).
  destruct way as [[s x] y]. destruct formed as (P & someA & someD & X & Y & constX & _).
  refine (gain_in_a_row U A stride _ _ (b ^ stride) _ _ _ s _ _ (compared g) a d _
    stride_positive far rows_fair).
  - intros a' d' far' some. cbn beta. rewrite U_round at 1 by lia. now rewrite constX.
  - intros d' some. apply units_divide_stride; [apply X|apply Y]; lia.
  - intros n. rewrite !recursion. unfold round. cbn [Nat.eqb]. rewrite power_add. ring.
  - apply units_le.
Qed.

Lemma column_gain way a d : (1 <= a < A + compared g)%nat -> (D + compared g <= d)%nat ->
  In way (choices g a D) -> 0 <= loses U way a d.
Proof.
  intros near far there. destruct fair_in_parts as (_ & _ & _ & columns_fair).
  apply (forallb_seq _ _ _ a) in columns_fair; [|lia].
  rewrite forallb_forall in columns_fair. specialize (columns_fair way there).
  destruct way as [[s x] y]. destruct formed as (P & someA & someD & X & Y & _ & constY).
  cbn [loses]. rewrite gain_turned.
  refine (gain_in_a_row (turned_board U) D stride _ _ 0 _ _ _ s _ _ (compared g) d a _
    stride_positive far _).
  - intros d' a' far' some. cbn beta. unfold turned_board at 1. rewrite U_round at 1 by lia.
    rewrite constY by lia. now rewrite after_turned.
  - intros a' some. apply units_divide_stride; [apply X|apply Y]; lia.
  - intros n. unfold turned_board. rewrite !recursion. unfold round.
    replace (D + n + stride =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
    cbn [Nat.eqb]. ring.
  - apply units_le.
  - rewrite <- columns_fair. apply starts_ext. intros n. symmetry. apply gain_turned.
Qed.

Lemma corner_gain way a d : (1 <= a < A + compared g)%nat -> (1 <= d < D + compared g)%nat ->
  In way (choices g a d) -> 0 <= loses U way a d.
Proof.
  intros near_a near_d there. destruct fair_in_parts as (_ & corner & _).
  apply (forallb_seq _ _ _ a) in corner; [|lia]. apply (forallb_seq _ _ _ d) in corner; [|lia].
  rewrite forallb_forall in corner. now apply leb_le, corner.
Qed.

Lemma ways_ext a d a' d' : attack_dice g a = attack_dice g a' ->
  defence_dice g d = defence_dice g d' -> choices g a d = choices g a' d'.
Proof. unfold choices. now intros -> ->. Qed.

Lemma every_gain way a d : (1 <= a)%nat -> (1 <= d)%nat ->
  In way (choices g a d) -> 0 <= loses U way a d.
Proof.
  intros some_a some_d there. destruct formed as (P & someA & someD & X & Y & constX & constY).
  destruct (le_lt_dec (A + compared g) a) as [far_a|], (le_lt_dec (D + compared g) d) as [far_d|].
  - rewrite (ways_ext a d A D) in there by (apply constX || apply constY; lia).
    destruct way as [[s x] y].
    apply (gain_in_the_interior U A D (units g (attack_dice g A) (defence_dice g D))
      (weight (attack_dice g A) (defence_dice g D)))
      with (m := compared g); try apply units_le; try lia.
    + pose proof (X A ltac:(lia)). pose proof (Y D ltac:(lia)).
      unfold units, pairs_compared. lia.
    + intros i le. destruct fair_in_parts as (interior & _).
      apply andb_prop in interior as [weights _].
      apply (forallb_seq _ _ _ i) in weights; [|lia]. now apply leb_le.
    + intros a' d' in_a in_d. rewrite U_round at 1 by lia.
      now rewrite constX, constY by lia.
    + intros a' d' in_a in_d line.
      assert (In (s, x, y) (choices g a' d')) as there'
        by (rewrite (ways_ext a' d' A D) by (apply constX || apply constY; lia); easy).
      change (0 <= loses U (s, x, y) a' d').
      destruct (le_lt_dec (A + compared g) a'), (le_lt_dec (D + compared g) d'); [lia| | |].
      * apply row_gain; [lia|lia|].
        now rewrite (ways_ext A d' a' d') by (easy || (symmetry; apply constX; lia)).
      * apply column_gain; [lia|lia|].
        now rewrite (ways_ext a' D a' d') by (easy || (symmetry; apply constY; lia)).
      * apply corner_gain; lia || easy.
  - apply row_gain; [lia|lia|].
    now rewrite (ways_ext A d a d) by (easy || (symmetry; apply constX; lia)).
  - apply column_gain; [lia|lia|].
    now rewrite (ways_ext a D a d) by (easy || (symmetry; apply constY; lia)).
  - apply corner_gain; lia || easy.
Qed.
End AnyNumbers.

(** ** The table is right, so it may stand for the odds *)

Lemma looked_up_is_right in_rows in_columns :
  all_right in_rows in_columns (looked_up in_rows in_columns scaled) = true ->
  forall a d, looked_up in_rows in_columns scaled a d = scaled a d.
Proof.
  intros all. apply andb_prop in all as [rows_fair columns_fair].
  apply induction_on_units. intros a d IH.
  enough (entry_is_right (looked_up in_rows in_columns scaled) a d = true \/
    looked_up in_rows in_columns scaled a d = scaled a d) as [entry|]; [|easy|].
  - apply Qc_eq_bool_correct in entry. rewrite entry, scaled_round. unfold round.
    destruct (Nat.eqb_spec d 0), (Nat.eqb_spec a 0); try easy.
    unfold mean_after. apply sum_ext. intros i lt. f_equal.
    destruct formed as (P & _ & _ & X & Y & _).
    pose proof (X a ltac:(lia)). pose proof (Y d ltac:(lia)).
    apply IH. unfold units, pairs_compared in *. lia.
  - unfold looked_up. destruct (nth_error (nth d in_rows []) a) as [v|] eqn:in_row.
    + left. assert (a < length (nth d in_rows []))%nat by (apply nth_error_Some; congruence).
      destruct (le_lt_dec (length in_rows) d); [rewrite nth_overflow in * by easy; cbn in *; lia|].
      apply (forallb_seq _ _ _ d) in rows_fair; [|lia].
      now apply (forallb_seq _ _ _ a) in rows_fair; [|lia].
    + destruct (nth_error (nth a in_columns []) d) as [v|] eqn:in_column; [left|now right].
      assert (d < length (nth a in_columns []))%nat by (apply nth_error_Some; congruence).
      destruct (le_lt_dec (length in_columns) a);
        [rewrite nth_overflow in * by easy; cbn in *; lia|].
      apply (forallb_seq _ _ _ a) in columns_fair; [|lia].
      now apply (forallb_seq _ _ _ d) in columns_fair; [|lia].
Qed.

Lemma scale_taken_out s x y a d : (x <= a)%nat -> (y <= d)%nat ->
  loses scaled (s, x, y) a d = gain s (units g x y) (chances g x y) (most_odds g) a d * b ^ (a + d).
Proof.
  intros le_x le_y. cbn [loses]. unfold gain.
  enough (mean_after scaled (units g x y) (weight x y) a d =
    mean_after (most_odds g) (units g x y) (chances g x y) a d * b ^ (a + d)) as ->
    by (unfold scaled; ring).
  unfold mean_after. rewrite <- sum_mul_right. apply sum_ext. intros i lt.
  assert (units g x y <= a /\ units g x y <= d)%nat by (unfold units, pairs_compared; lia).
  unfold weight, scaled.
  assert (b ^ (a + d) = b ^ (a - (units g x y - i) + (d - i)) * b ^ units g x y) as ->
    by (rewrite <- power_add; f_equal; lia).
  ring.
Qed.

Lemma power_positive x n : 0 < x -> 0 < x ^ n.
Proof.
  intros positive. induction n as [|n IH]; cbn [Qcpower]; [easy|].
  replace (Q2Qc 0) with (0 * x ^ n) by ring. now apply Qcmult_lt_compat_r.
Qed.

Lemma positive_factor x y : 0 < y -> 0 <= x * y -> 0 <= x.
Proof.
  intros positive product. apply Qcnot_lt_le. intros negative.
  apply (Qcle_not_lt _ _ product). replace (Q2Qc 0) with (0 * y) by ring.
  now apply Qcmult_lt_compat_r.
Qed.

Lemma fewer_dice_never_gain : 0 < b -> decided = true ->
  forall a d, (1 <= a)%nat -> (1 <= d)%nat -> forall s x y, In (s, x, y) (choices g a d) ->
  0 <= gain s (units g x y) (chances g x y) (most_odds g) a d.
Proof.
  intros positive decision a d some_a some_d s x y there.
  unfold decided in decision. apply andb_prop in decision as [entries is_fair].
  assert (same := looked_up_is_right _ _ entries).
  assert (recursion : forall a d, looked_up table_of_rows table_of_columns scaled a d =
    round (looked_up table_of_rows table_of_columns scaled) a d).
  { intros a' d'. rewrite same, scaled_round. unfold round, mean_after.
    destruct (d' =? 0)%nat, (a' =? 0)%nat; try easy.
    apply sum_ext. intros i _. now rewrite same. }
  assert (fair' := every_gain _ recursion is_fair (s, x, y) a d some_a some_d there).
  destruct formed as (_ & _ & _ & X & Y & _).
  assert (x <= a /\ y <= d)%nat as [le_x le_y].
  { pose proof (X a some_a). pose proof (Y d some_d).
    apply in_app_or in there as [there|there]; apply in_map_iff in there as (z & way & there);
      apply in_seq in there; injection way; intros; subst; lia. }
  apply (positive_factor _ (b ^ (a + d))); [now apply power_positive|].
  rewrite <- scale_taken_out by easy. replace (loses scaled (s, x, y) a d)
    with (loses (looked_up table_of_rows table_of_columns scaled) (s, x, y) a d); [easy|].
  cbn [loses]. unfold gain, mean_after. rewrite same. f_equal. unfold Qcminus. f_equal. f_equal.
  apply sum_ext. intros i _. now rewrite same.
Qed.
End Decision.
