(** * Rule sets given by hands: what the kernel decides of their throws, for all numbers of units

    - [grouped_counts r]    [counts_of r], with equal hands and losses counted as one
    - [fits r]              ties cost one unit, dice need more and more units, the highest pairs score
    - [is_helpful r], [is_decided r]    the decisions of [Monotone] and [MostDice]

    Main results: the game of a rule set is its battle, throw by throw; its chances add up to 1; what
    is decided is so; and one die is better where one round shows it. *)

From Coq Require Import Arith Bool Lia List NArith Sorted ZArith QArith Qcanon.
From Risk Require Import SpecCatalogue Sums Means Battle Dice Contest Hands Certify Lines Rounds
  MostDice SaddlePoint Monotone.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Counts, grouped *)

Definition grouped_counts (r : ruleset) : list (list (list N)) :=
  let dice h x := map snd (firstn x (unit_dice h)) in
  map (fun x => map (fun y =>
      let throws := grouped_throws r (dice (attack r) x) (dice (defence r) y) in
      map (times throws) (seq 0 (S (length (scoring_pairs r)))))
    (seq 1 (length (unit_dice (defence r))))) (seq 1 (length (unit_dice (attack r)))).

Definition loses (i : nat) (losses : nat * nat) : Qc := if (snd losses =? i)%nat then 1 else 0.

Lemma times_is_sum throws i : from_N (times throws i) = weighted_sum (loses i) throws.
Proof.
  induction throws as [|[losses w] others IH]; [now apply Qc_is_canon|].
  cbn [weighted_sum]. rewrite <- IH. unfold times, loses. cbn [fold_right].
  destruct (snd losses =? i)%nat; rewrite ?from_N_add; ring.
Qed.

Lemma from_N_injective v w : from_N v = from_N w -> v = w.
Proof.
  unfold from_N, integer. intros same. apply Q2Qc_eq_iff in same. unfold Qeq in same. cbn in same. lia.
Qed.

Lemma counts_grouped r : grouped_counts r = counts_of r.
Proof.
  apply map_ext. intros x. apply map_ext. intros y. apply map_ext. intros i.
  apply from_N_injective. rewrite !times_is_sum. apply grouped_throws_are_all.
Qed.

(** ** The counts of a round are its chances *)

Definition dice_in (h : hand) (x : nat) : list die := map snd (firstn x (unit_dice h)).

Lemma sum_of_counts f n s :
  from_N (fold_right N.add 0%N (map f (seq s n))) = Σ i < n, from_N (f (s + i)%nat).
Proof.
  revert s. induction n as [|n IH]; intros s; [now apply Qc_is_canon|].
  rewrite sum_first, Nat.add_0_r. cbn [seq map fold_right]. rewrite from_N_add, IH. f_equal.
  apply sum_ext. intros i _. now rewrite Nat.add_succ_r.
Qed.

Lemma counts_add_up throws p : (forall losses w, In (losses, w) throws -> (snd losses <= p)%nat) ->
  from_N (fold_right N.add 0%N (map (times throws) (seq 0 (S p)))) = total throws.
Proof.
  intros few. rewrite sum_of_counts.
  rewrite (sum_ext _ _ (fun i => weighted_sum (loses i) throws)) by (intros; apply times_is_sum).
  rewrite weighted_sum_exchange. apply weighted_sum_ext. intros losses w there. cbn beta.
  apply few in there. rewrite (sum_only _ (snd losses)); [|lia|].
  - unfold loses. now rewrite Nat.eqb_refl.
  - intros i _ other. unfold loses. now rewrite (proj2 (Nat.eqb_neq _ _)) by lia.
Qed.

Lemma counted_is_share r x y i : ties_cost_one r = true ->
  (1 <= x <= length (unit_dice (attack r)))%nat -> (1 <= y <= length (unit_dice (defence r)))%nat ->
  (i <= length (scoring_pairs r))%nat ->
  counted (counts_of r) x y i = share (throws_of r (dice_in (attack r) x) (dice_in (defence r) y)) i.
Proof.
  intros one in_x in_y le. unfold counted, counts_of. rewrite !nth_map_seq by lia.
  replace (S (x - 1)) with x by lia. replace (S (y - 1)) with y by lia.
  fold (dice_in (attack r) x) (dice_in (defence r) y).
  rewrite nth_from_0 by lia. fold (from_N (times (throws_of r (dice_in (attack r) x)
    (dice_in (defence r) y)) i)).
  unfold share, mean. f_equal; [apply times_is_sum|].
  apply counts_add_up. intros losses w there.
  apply in_together in there as (xs & v & ys & u & _ & _ & ->).
  pose proof (pairs_cost_units r (scoring_pairs r) xs ys one) as units.
  pose proof (filter_length_le (fun m => (m - 1 <? length xs) && (m - 1 <? length ys))%nat
    (scoring_pairs r)). lia.
Qed.

(** ** What fits *)

Fixpoint ascend (needs : list nat) : bool :=
  match needs with [] => true | n :: more => forallb (Nat.leb n) more && ascend more end.

Definition needs_of (h : hand) : list nat := map fst (unit_dice h).

Definition hand_fits (h : hand) : bool :=
  ascend (needs_of h) && needs_fit (needs_of h) &&
  forallb (fun d => 0 <? whole_total d)%Z (map snd (unit_dice h) ++ extra_dice h).

Definition fits (r : ruleset) : bool :=
  ties_cost_one r && hand_fits (attack r) && hand_fits (defence r) &&
  (1 <=? length (scoring_pairs r))%nat &&
  if list_eq_dec Nat.eq_dec (scoring_pairs r) (seq 1 (length (scoring_pairs r))) then true else false.

Lemma first_dice h n : ascend (needs_of h) = true ->
  dice_of_units h n = dice_in h (dice_of (needs_of h) n).
Proof.
  unfold dice_of_units, dice_in, dice_of, needs_of.
  induction (unit_dice h) as [|[least d] others IH]; intros order; [easy|].
  cbn [map ascend fst] in order. apply andb_prop in order as [more order].
  cbn [filter map fst]. destruct (Nat.leb_spec least n) as [enough|few].
  - cbn [map snd length firstn]. f_equal. now apply IH.
  - rewrite forallb_forall in more. cbn [length firstn map].
    enough (none : length (filter (fun m => m <=? n)%nat (map fst others)) = 0%nat).
    { rewrite IH, none by easy. easy. }
    clear IH order. induction others as [|[m e] others IH]; [easy|]. cbn [filter fst map] in *.
    pose proof (more m (or_introl eq_refl)) as le. apply Nat.leb_le in le.
    replace (m <=? n)%nat with false by (symmetry; apply Nat.leb_gt; lia).
    apply IH. intros each there. apply more. now right.
Qed.

Lemma dice_of_le needs n : (dice_of needs n <= length needs)%nat.
Proof. apply filter_length_le. Qed.

Lemma dice_in_length h x : (x <= length (unit_dice h))%nat -> length (dice_in h x) = x.
Proof. intros le. unfold dice_in. rewrite map_length, firstn_length. lia. Qed.

Lemma pairs_below p : forall x y, length (filter (fun m => (m - 1 <? x) && (m - 1 <? y))%nat (seq 1 p)) =
  Nat.min p (Nat.min x y).
Proof.
  intros x y. induction p as [|p IH]; [easy|].
  rewrite seq_S, filter_app, app_length, IH. cbn [filter].
  replace (1 + p - 1)%nat with p by lia.
  destruct (Nat.ltb_spec p x), (Nat.ltb_spec p y); cbn [andb length]; lia.
Qed.

Lemma some_of_all h n : hand_fits h = true -> product_of_totals (dice_of_units h n ++ extra_dice h) <> 0.
Proof.
  unfold hand_fits. rewrite !andb_true_iff, forallb_forall. intros [_ some].
  assert (some' : forall d, In d (dice_of_units h n ++ extra_dice h) -> total d <> 0).
  { intros d there. rewrite <- whole_total_is_total. apply integer_not_0.
    enough (0 < whole_total d)%Z by lia. apply Z.ltb_lt, some. apply in_or_app.
    apply in_app_or in there as [there|there]; [left|now right].
    apply in_map_iff in there as (each & <- & there). apply in_map. now apply filter_In in there. }
  induction (dice_of_units h n ++ extra_dice h) as [|d others IH]; cbn; [easy|].
  intros none. apply Qcmult_integral in none as [none|none].
  - now apply (some' d (or_introl eq_refl)).
  - apply IH; [|easy]. intros e there. apply some'. now right.
Qed.

Section Fitting.
Variable r : ruleset.
Hypothesis fitting : fits r = true.
Notation g := (game_of r).
Notation A := (list_max (needs_of (attack r))).
Notation D := (list_max (needs_of (defence r))).

Lemma fits_in_parts : ties_cost_one r = true /\ hand_fits (attack r) = true /\
  hand_fits (defence r) = true /\ (1 <= length (scoring_pairs r))%nat /\
  scoring_pairs r = seq 1 (length (scoring_pairs r)).
Proof.
  unfold fits in fitting. rewrite !andb_true_iff, Nat.leb_le in fitting.
  destruct fitting as [[[[one x] y] some] all]. repeat split; try easy.
  now destruct (list_eq_dec Nat.eq_dec _ _).
Qed.

Lemma hands_well_formed : well_formed g A D.
Proof.
  destruct fits_in_parts as (_ & x & y & some & _).
  unfold hand_fits in x, y. rewrite !andb_true_iff in x, y.
  destruct x as [[_ x] _], y as [[_ y] _]. apply dice_of_fits in x, y.
  unfold well_formed. cbn. tauto.
Qed.

Lemma dice_thrown h n : hand_fits h = true ->
  dice_of_units h n = dice_in h (dice_of (needs_of h) n) /\
  length (dice_of_units h n) = dice_of (needs_of h) n /\
  (dice_of (needs_of h) n <= length (unit_dice h))%nat.
Proof.
  unfold hand_fits. rewrite !andb_true_iff. intros [[order _] _].
  pose proof (dice_of_le (needs_of h) n) as le. unfold needs_of at 2 in le. rewrite map_length in le.
  rewrite first_dice, dice_in_length by easy. auto.
Qed.

Lemma rounds_cost_units a d losses w : In (losses, w) (all_throws r a d) ->
  (fst losses + snd losses = units g (attack_dice g a) (defence_dice g d))%nat.
Proof.
  destruct fits_in_parts as (one & x & y & _ & all). intros there.
  rewrite (throws_cost r a d losses w one there). unfold pairs_thrown. rewrite all, pairs_below.
  unfold units, pairs_compared. cbn [compared attack_dice defence_dice game_of rule_set].
  now rewrite (proj1 (proj2 (dice_thrown _ a x))), (proj1 (proj2 (dice_thrown _ d y))).
Qed.

Lemma some_units a d : (1 <= a)%nat -> (1 <= d)%nat ->
  (1 <= units g (attack_dice g a) (defence_dice g d))%nat.
Proof.
  destruct hands_well_formed as (some & _ & _ & X & Y & _). intros some_a some_d.
  pose proof (X a some_a). pose proof (Y d some_d). unfold units, pairs_compared. lia.
Qed.

Lemma round_of_hands a d f : (1 <= a)%nat -> (1 <= d)%nat ->
  let k := units g (attack_dice g a) (defence_dice g d) in
  mean f (costly (all_throws r a d)) =
  Σ i < S k, chances g (attack_dice g a) (defence_dice g d) i * f (k - i, i)%nat.
Proof.
  intros some_a some_d. pose proof (some_units a d some_a some_d) as some. cbv zeta.
  rewrite (costly_all _ _ some (rounds_cost_units a d)).
  rewrite (mean_by_losses _ _ f (rounds_cost_units a d)).
  destruct fits_in_parts as (one & x & y & _).
  apply sum_ext. intros i lt. f_equal. unfold all_throws.
  destruct (dice_thrown _ a x) as (-> & _ & le_x), (dice_thrown _ d y) as (-> & _ & le_y).
  destruct hands_well_formed as (_ & _ & _ & X & Y & _).
  symmetry. apply counted_is_share; [easy|split; [apply (X a some_a)|easy]
    |split; [apply (Y d some_d)|easy]|].
  unfold units, pairs_compared in lt. cbn [compared game_of rule_set] in lt. lia.
Qed.

(** ** The game is the battle *)

Lemma game_is_played : is_played r.
Proof.
  unfold is_played. apply induction_on_units. intros a d IH.
  unfold most_odds, win_chance in *.
  rewrite general_recursion, the_recursion by exact (every_round_costs_units g A D hands_well_formed).
  assert (same : ended (fought r 0 0) a d = over (most_dice g) a d).
  { unfold ended, over. cbn. destruct d; [easy|]. now destruct a. }
  rewrite same. destruct (over _ a d) eqn:ongoing; [easy|].
  apply over_false in ongoing. cbn [retreat_at most_dice] in ongoing.
  cbn [fought throws_at most_dice cost chance]. rewrite round_of_hands by lia.
  pose proof (some_units a d ltac:(lia) ltac:(lia)).
  apply sum_ext. intros i lt. cbn [fst snd]. f_equal. apply IH. lia.
Qed.

Lemma hands_have_mass_1 : has_mass_1 r.
Proof.
  intros retreat stop a d. apply general_total_mass_1. intros x y ongoing.
  apply ended_false in ongoing. cbn [fought throws_at].
  rewrite (costly_all _ _ (some_units x y ltac:(lia) ltac:(lia)) (rounds_cost_units x y)).
  destruct fits_in_parts as (_ & attackers & defenders & _).
  rewrite throws_are_all. intros none. apply Qcmult_integral in none as [none|none];
    revert none; now apply some_of_all.
Qed.

(** ** What is decided *)

Definition is_helpful : bool :=
  monotone_rules (needs_of (attack r)) (needs_of (defence r)) (length (scoring_pairs r))
    (grouped_counts r).

(** A number that makes all chances whole. *)
Definition scale : positive :=
  N.succ_pos (N.pred (fold_right N.lcm 1%N
    (map (fold_right N.add 0%N) (concat (grouped_counts r))))).

Definition is_decided : bool :=
  decided_rules (needs_of (attack r)) (needs_of (defence r)) (length (scoring_pairs r))
    (grouped_counts r) scale.

Lemma hands_are_monotone : is_helpful = true -> is_monotone r.
Proof.
  unfold is_helpful. rewrite counts_grouped. intros helpful. apply rules_monotone in helpful.
  intros a a' d d' more fewer. rewrite <- !game_is_played. now apply helpful.
Qed.

Lemma hands_have_a_saddle : is_decided = true -> has_saddle r.
Proof. unfold is_decided. rewrite counts_grouped. apply rules_saddle. Qed.
End Fitting.

(** ** One die in the first round, and the most from then on *)

Section OneDie.
Variables (g : game) (A D : nat).
Hypothesis formed : well_formed g A D.

Lemma pick_both X Y m n (R : nat -> nat -> Qc) : (1 <= m <= X)%nat -> (1 <= n <= Y)%nat ->
  Σ i < X, Σ j < Y, (if (S i =? m)%nat then 1 else 0) * (if (S j =? n)%nat then 1 else 0) * R i j =
  R (m - 1)%nat (n - 1)%nat.
Proof.
  intros in_X in_Y. rewrite <- (pick_one Y n), <- (pick_one X m (fun i => Σ j < Y, _ * R i j)) by easy.
  apply sum_ext. intros i _. rewrite <- sum_mul. apply sum_ext. intros j _. ring.
Qed.

(** One die now, and then the most. *)
Definition one_die_first (most : nat -> nat -> nat) : policy := fun before a d n =>
  if (n =? match before with [] => 1 | _ => most a d end)%nat then 1 else 0.

Lemma some_dice a d : (1 <= a)%nat -> (1 <= d)%nat ->
  (1 <= attack_dice g a)%nat /\ (1 <= defence_dice g d)%nat.
Proof. destruct formed as (_ & _ & _ & X & Y & _). intros A_some D_some. now split; [apply X|apply Y]. Qed.

(** Policies that throw the most dice from the second round on. *)
Section Later.
Variables x y : policy.
Hypothesis later_x : forall e before, x (e :: before) = most_attack g [].
Hypothesis later_y : forall e before, y (e :: before) = most_defence g [].

Lemma later_rounds : forall fuel e before a d, (a + d <= fuel)%nat ->
  played_within fuel g x y (e :: before) a d = most_odds g a d.
Proof.
  induction fuel as [|fuel IH]; intros e before a d enough; cbn [play round_played].
  { rewrite odds_at_the_end; [easy|]. now replace d with 0%nat by lia. }
  destruct ((d =? 0) || (a =? 0))%nat eqn:state; [now rewrite odds_at_the_end|].
  apply ongoing in state as [some_a some_d].
  destruct (some_dice a d some_a some_d) as [some_x some_y].
  rewrite later_x, later_y. unfold most_attack, most_defence, always.
  rewrite (pick_both _ _ (attack_dice g a) (defence_dice g d)) by lia. cbn beta.
  rewrite (one_round g A D formed) by easy. unfold mean_after, units_at, chances_at.
  replace (S (attack_dice g a - 1)) with (attack_dice g a) by lia.
  replace (S (defence_dice g d - 1)) with (defence_dice g d) by lia.
  pose proof (units_fit_at g A D formed a d some_a some_d). unfold units_at in *.
  apply sum_ext. intros i lt. now rewrite IH by lia.
Qed.

Lemma first_round m n a d : (1 <= a)%nat -> (1 <= d)%nat ->
  (1 <= m <= attack_dice g a)%nat -> (1 <= n <= defence_dice g d)%nat ->
  x [] a d = (fun i => if (i =? m)%nat then 1 else 0) ->
  y [] a d = (fun i => if (i =? n)%nat then 1 else 0) ->
  played g x y a d = mean_after (most_odds g) (units g m n) (chances g m n) a d.
Proof.
  intros some_a some_d le_x le_y first_x first_y. unfold played.
  destruct (a + d)%nat as [|fuel] eqn:all; [lia|].
  cbn [play round_played]. replace ((d =? 0) || (a =? 0))%nat with false
    by (symmetry; apply orb_false_iff; rewrite !Nat.eqb_neq; lia).
  rewrite first_x, first_y, pick_both by easy. cbn beta. unfold mean_after.
  replace (S (m - 1)) with m by lia. replace (S (n - 1)) with n by lia.
  pose proof (units_fit g A D formed m n a d le_x le_y some_a some_d).
  apply sum_ext. intros i lt. now rewrite later_rounds by lia.
Qed.
End Later.

Lemma one_die_is_legal : legal_attack g (one_die_first (fun a _ => attack_dice g a)) /\
  legal_defence g (one_die_first (fun _ d => defence_dice g d)).
Proof.
  split; intros before a d some_a some_d; apply one_choice;
    destruct (some_dice a d some_a some_d), before; lia.
Qed.
End OneDie.

Definition grouped_game (r : ruleset) : game :=
  rule_set (needs_of (attack r)) (needs_of (defence r)) (length (scoring_pairs r)) (grouped_counts r).

Definition one_attack_die_is_better (r : ruleset) (a d : nat) : bool :=
  let g := grouped_game r in
  negb (leb (mean_after (most_odds g) (units g 1 (defence_dice g d)) (chances g 1 (defence_dice g d))
    a d) (most_odds g a d)).

Definition one_defence_die_is_better (r : ruleset) (a d : nat) : bool :=
  let g := grouped_game r in
  negb (leb (most_odds g a d) (mean_after (most_odds g) (units g (attack_dice g a) 1)
    (chances g (attack_dice g a) 1) a d)).

Lemma not_leb x y : negb (leb x y) = true -> y < x.
Proof.
  intros greater. apply Qcnot_le_lt. intros le. apply Qle_bool_iff in le.
  unfold leb in greater. now rewrite le in greater.
Qed.

Lemma attacker_gains_by_one r a d : fits r = true -> (1 <= a)%nat -> (1 <= d)%nat ->
  one_attack_die_is_better r a d = true -> attacker_gains r a d.
Proof.
  intros fitting some_a some_d better. unfold one_attack_die_is_better, grouped_game in better.
  rewrite counts_grouped in better. fold (game_of r) in better. apply not_leb in better.
  pose proof (hands_well_formed r fitting) as formed.
  destruct (some_dice _ _ _ formed a d some_a some_d) as [some_x some_y].
  set (one := one_die_first (fun a _ => attack_dice (game_of r) a)). exists one.
  split; [now apply (one_die_is_legal _ _ _ formed)|].
  rewrite (first_round _ _ _ formed one (most_defence (game_of r)) (fun _ _ => eq_refl)
    (fun _ _ => eq_refl) 1 (defence_dice (game_of r) d)) by (lia || reflexivity).
  now rewrite <- game_is_played.
Qed.

Lemma defender_gains_by_one r a d : fits r = true -> (1 <= a)%nat -> (1 <= d)%nat ->
  one_defence_die_is_better r a d = true -> defender_gains r a d.
Proof.
  intros fitting some_a some_d better. unfold one_defence_die_is_better, grouped_game in better.
  rewrite counts_grouped in better. fold (game_of r) in better. apply not_leb in better.
  pose proof (hands_well_formed r fitting) as formed.
  destruct (some_dice _ _ _ formed a d some_a some_d) as [some_x some_y].
  set (one := one_die_first (fun _ d => defence_dice (game_of r) d)). exists one.
  split; [now apply (one_die_is_legal _ _ _ formed)|].
  rewrite (first_round _ _ _ formed (most_attack (game_of r)) one (fun _ _ => eq_refl)
    (fun _ _ => eq_refl) (attack_dice (game_of r) a) 1) by (lia || reflexivity).
  now rewrite <- game_is_played.
Qed.

(** ** All of a list *)

Lemma all_of {X} (decision : X -> bool) (claim : X -> Prop) (things : list X) :
  (forall x, decision x = true -> claim x) -> forallb decision things = true -> Forall claim things.
Proof. intros right all. apply Forall_forall. intros x there. rewrite forallb_forall in all. auto. Qed.
