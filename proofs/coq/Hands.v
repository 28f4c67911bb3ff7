(** * Hands: the dice of both sides, and what a throw of them costs

    Main results: every throw is there; where a tie costs somebody a unit, and both sides throw all
    dice, all rounds cost the same, so that the odds are a sum over first exits. *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle FirstExit Contest.
Import ListNotations.
Open Scope nat_scope.

(** ** Every throw is there *)

Local Open Scope Qc_scope.

Lemma total_each {X Y} (f : X -> Y) (things : weighted X) : total (each f things) = total things.
Proof. unfold total. now rewrite weighted_sum_each. Qed.

Lemma total_together {X Y Z} (f : X -> Y -> Z) (xs : weighted X) (ys : weighted Y) :
  total (together f xs ys) = total xs * total ys.
Proof.
  unfold total at 1. rewrite weighted_sum_together.
  transitivity (weighted_sum (fun _ => total ys * 1) xs).
  - apply weighted_sum_ext. intros x w _. unfold total. ring.
  - rewrite weighted_sum_mul. unfold total. ring.
Qed.

Lemma total_rolls dice : total (rolls dice) = product_of_totals dice.
Proof.
  induction dice as [|d others IH]; [now apply Qc_is_canon|].
  cbn [rolls product_of_totals]. now rewrite total_together, IH.
Qed.

Theorem throws_are_all r a d : total (all_throws r a d) =
  product_of_totals (dice_of_units (attack r) a ++ extra_dice (attack r))
  * product_of_totals (dice_of_units (defence r) d ++ extra_dice (defence r)).
Proof.
  unfold all_throws, throws_of, hand_counts. now rewrite total_together, !total_each, !total_rolls.
Qed.

(** ** What rounds cost *)

Open Scope nat_scope.

Lemma in_together {X Y Z} (f : X -> Y -> Z) (xs : weighted X) (ys : weighted Y) z w :
  In (z, w) (together f xs ys) ->
  exists x v y u, In (x, v) xs /\ In (y, u) ys /\ z = f x y.
Proof.
  intros there. apply in_flat_map in there as ([x v] & in_xs & there).
  apply in_map_iff in there as ([y u] & same & in_ys).
  injection same as <- _. now exists x, v, y, u.
Qed.

Lemma ranked_with_length x dice : length (ranked_with x dice) = S (length dice).
Proof.
  induction dice as [|first rest IH]; cbn; [easy|].
  destruct (not_above first x); cbn; [easy|]. now rewrite IH.
Qed.

Lemma ranked_length dice : length (ranked dice) = length dice.
Proof.
  induction dice as [|x dice IH]; [easy|].
  change (ranked (x :: dice)) with (ranked_with x (ranked dice)).
  cbn [length]. now rewrite ranked_with_length, IH.
Qed.

Lemma rolls_length dice shown w : In (shown, w) (rolls dice) -> length shown = length dice.
Proof.
  revert shown w. induction dice as [|d others IH]; intros shown w there.
  - destruct there as [same|[]]. now injection same as <- _.
  - apply in_together in there as (face & _ & rest & v & _ & there & ->). cbn.
    now rewrite (IH rest v).
Qed.

Lemma hand_counts_length h dice xs w : In (xs, w) (hand_counts h dice) -> length xs = length dice.
Proof.
  unfold hand_counts, each. rewrite in_map_iff. intros ([shown v] & same & there).
  injection same as <- _. apply rolls_length in there. rewrite app_length in there.
  unfold hand_shows, shifts. rewrite map_length, ranked_length, map_length, combine_length.
  rewrite ranked_length, !map_length, seq_length. lia.
Qed.

Lemma pairs_cost_units r pairs xs ys : ties_cost_one r = true ->
  (fst (pairs_cost r pairs xs ys) + snd (pairs_cost r pairs xs ys) =
   length (filter (fun m => (m - 1 <? length xs) && (m - 1 <? length ys)) pairs)).
Proof.
  intros one. apply Nat.eqb_eq in one.
  assert (each : forall x y, (fst (pair_costs r x y) + snd (pair_costs r x y) = 1)).
  { intros x y. unfold pair_costs. now destruct (x ?= y)%Z. }
  induction pairs as [|m others IH]; [easy|]. cbn [pairs_cost filter].
  destruct (nth_error xs (m - 1)) as [x|] eqn:at_x;
    destruct (nth_error ys (m - 1)) as [y|] eqn:at_y.
  - assert (in_x : (m - 1 < length xs)) by (apply nth_error_Some; congruence).
    assert (in_y : (m - 1 < length ys)) by (apply nth_error_Some; congruence).
    rewrite (proj2 (Nat.ltb_lt _ _) in_x), (proj2 (Nat.ltb_lt _ _) in_y). cbn [andb length fst snd].
    rewrite <- IH. pose proof (each x y). lia.
  - apply nth_error_None in at_y. rewrite (proj2 (Nat.ltb_ge _ _) at_y), andb_false_r. exact IH.
  - apply nth_error_None in at_x. rewrite (proj2 (Nat.ltb_ge _ _) at_x). exact IH.
  - apply nth_error_None in at_x. rewrite (proj2 (Nat.ltb_ge _ _) at_x). exact IH.
Qed.

Lemma throws_cost r a d losses w : ties_cost_one r = true ->
  In (losses, w) (all_throws r a d) ->
  (fst losses + snd losses =
   pairs_thrown r (length (dice_of_units (attack r) a)) (length (dice_of_units (defence r) d))).
Proof.
  intros one there. apply in_together in there as (xs & v & ys & u & in_xs & in_ys & ->).
  rewrite pairs_cost_units by easy.
  now rewrite (hand_counts_length _ _ _ _ in_xs), (hand_counts_length _ _ _ _ in_ys).
Qed.

(** ** The interior: both sides throw all their dice *)

Lemma all_dice h n : dice_of_units h n = dice_of_units h (Nat.min n (units_for_all_dice h)).
Proof.
  unfold dice_of_units, units_for_all_dice.
  assert (bounded : forall each, In each (unit_dice h) ->
    (fst each <= fold_right Nat.max 1 (map fst (unit_dice h)))).
  { induction (unit_dice h) as [|x others IH]; intros each []; cbn.
    - subst. lia.
    - pose proof (IH each ltac:(easy)). lia. }
  f_equal. apply filter_ext_in. intros each there. apply bounded in there.
  destruct (Nat.leb_spec (fst each) n), (Nat.leb_spec (fst each)
    (Nat.min n (fold_right Nat.max 1 (map fst (unit_dice h))))); lia || easy.
Qed.

Lemma throws_of_most_dice r a d : all_throws r a d =
  all_throws r (Nat.min a (units_for_all_dice (attack r)))
    (Nat.min d (units_for_all_dice (defence r))).
Proof. unfold all_throws. now rewrite <- !all_dice. Qed.

Lemma all_dice_are_thrown h :
  length (dice_of_units h (units_for_all_dice h)) = length (unit_dice h).
Proof.
  unfold dice_of_units, units_for_all_dice. rewrite map_length.
  assert (all : forall most dice, (fold_right Nat.max 1 (map fst dice) <= most) ->
    length (filter (fun each : nat * die => fst each <=? most) dice) = length dice).
  { intros most dice. induction dice as [|x others IH]; intros le; [easy|]. cbn in le |- *.
    destruct (Nat.leb_spec (fst x) most); [|lia]. cbn. rewrite IH; lia. }
  now apply all.
Qed.

Theorem hands_first_exit r retreat stop f a d :
  ties_cost_one r = true -> (1 <= full_pairs r) ->
  (Nat.max (units_for_all_dice (attack r)) (S retreat) <= a) ->
  (Nat.max (units_for_all_dice (defence r)) (S stop) <= d) ->
  expected (fought r retreat stop) f a d =
  exit_sum (full_pairs r) (Nat.max (units_for_all_dice (attack r)) (S retreat))
    (Nat.max (units_for_all_dice (defence r)) (S stop)) (share (full_round r))
    (expected (fought r retreat stop) f) a d.
Proof.
  intros one some in_a in_d. apply general_first_exit; [|exact in_a|exact in_d].
  split; [exact some|]. split; [apply Nat.le_max_r|]. split; [apply Nat.le_max_r|]. split.
  - intros x y in_x in_y. unfold fought, full_round. cbn [throws_at]. rewrite throws_of_most_dice.
    f_equal; lia.
  - intros losses w there. unfold full_round in there.
    rewrite (throws_cost r _ _ losses w one there).
    now rewrite !all_dice_are_thrown.
Qed.
