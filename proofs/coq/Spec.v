(** * What is claimed: the models to trust, and the statements that matter

    Read it as a lecture: one throw of dice, a battle, any rules, the choice of dice, a garrison.
    [Specified.v] has Coq compare each [x_says] with the theorem; [SpecEngine.v] has the others.
    [Qc] are the rational numbers in lowest terms.  A difference of natural numbers stops at 0. *)

From Coq Require Import Arith Bool List NArith Permutation Sorted ZArith QArith Qcanon.
Import ListNotations.

(** ** Numbers, and sums of them *)
Local Open Scope Qc_scope.
Fixpoint sum (n : nat) (f : nat -> Qc) : Qc :=
  match n with O => 0 | S m => sum m f + f m end.
Definition number (n : nat) : Qc := Q2Qc (inject_Z (Z.of_nat n)).
Definition integer (z : Z) : Qc := Q2Qc (inject_Z z).
Notation "'Σ' i < n , f" := (sum n (fun i => f))
  (at level 41, i name, n at level 69, f at level 41, right associativity) : Qc_scope.

(** ** One throw: sort, compare the highest [pairs] dice, ties to the defender *)
Local Open Scope nat_scope.
Fixpoint throws (faces n : nat) : list (list nat) :=
  match n with O => [[]]
  | S m => flat_map (fun face => map (cons face) (throws faces m)) (seq 1 faces) end.
Fixpoint insert (die : nat) (dice : list nat) : list nat :=
  match dice with [] => [die]
  | first :: rest => if first <=? die then die :: dice else first :: insert die rest end.
Definition sorted (throw : list nat) : list nat := fold_right insert [] throw.
Definition defenders_lost (pairs : nat) (attack defence : list nat) : nat :=
  let compared := firstn pairs (combine (sorted attack) (sorted defence)) in
  length (filter (fun '(x, y) => y <? x) compared).
Definition pairs_compared (pairs x y : nat) : nat := Nat.min pairs (Nat.min x y).
Definition loss_count (pairs x y i : nat) : nat :=
  length (filter (fun '(attack, defence) => defenders_lost pairs attack defence =? i)
    (list_prod (throws 6 x) (throws 6 y))).
Definition loss_counts (pairs x y : nat) : list Z :=
  map (fun i => Z.of_nat (loss_count pairs x y i)) (seq 0 (S (pairs_compared pairs x y))).
Local Open Scope Qc_scope.
(** The chance of [i] lost defenders. *)
Definition dice_chance (pairs x y i : nat) : Qc :=
  number (loss_count pairs x y i) / number (6 ^ (x + y)).
Definition sorted_sorts_says : Prop :=
  forall throw : list nat, Permutation throw (sorted throw) /\ StronglySorted ge (sorted throw).
Definition counts_are_of_all_throws_says : Prop := forall pairs x y,
  list_sum (map (loss_count pairs x y) (seq 0 (S (pairs_compared pairs x y)))) =
    (6 ^ (x + y))%nat.
Definition dice_chances_add_up_says : Prop :=
  forall pairs x y, Σ i < S (pairs_compared pairs x y), dice_chance pairs x y i = 1.
Definition standard_loss_counts_says : Prop :=
  loss_counts 2 3 2 = [2275; 2611; 2890]%Z /\ loss_counts 2 3 1 = [441; 855]%Z /\
  loss_counts 2 2 2 = [581; 420; 295]%Z /\ loss_counts 2 2 1 = [91; 125]%Z /\
  loss_counts 2 1 2 = [161; 55]%Z /\ loss_counts 2 1 1 = [21; 15]%Z.

(** ** A battle whose rounds cost a number of units each *)
Record battle :=
  Battle { cost : nat -> nat -> nat; chance : nat -> nat -> nat -> Qc; retreat_at : nat }.
Definition over (b : battle) (a d : nat) : bool := ((d =? 0) || (a <=? retreat_at b))%nat.
(** In at most [rounds] rounds: [round] has the worth of a state, given that of the next ones. *)
Fixpoint play {X} (over : X -> bool) (round : (X -> Qc) -> X -> Qc) (end_value : X -> Qc)
    (rounds : nat) (x : X) : Qc :=
  match rounds with O => end_value x
  | S fewer => if over x then end_value x else round (play over round end_value fewer) x end.
(** The expected payoff at the end. *)
Definition value (b : battle) (end_value : nat -> nat -> Qc) (a d : nat) : Qc :=
  play (fun '(a, d) => over b a d)
    (fun V '(a, d) => Σ i < S (cost b a d), chance b a d i * V (a - (cost b a d - i), d - i)%nat)
    (fun '(a, d) => end_value a d) (a + d) (a, d).
Definition won (a d : nat) : Qc := if (d =? 0)%nat then 1 else 0.
(** At most A v D dice, one for each unit, and a retreat with r units. *)
Definition dice (A D pairs r : nat) (p : nat -> nat -> nat -> Qc) : battle :=
  Battle (fun a d => Nat.min pairs (Nat.min (Nat.min a A) (Nat.min d D)))
         (fun a d i => p (Nat.min a A) (Nat.min d D) i) r.
Definition odds (pairs : nat) (p : nat -> nat -> nat -> Qc) (a d : nat) : Qc :=
  value (dice 3 2 pairs 0 p) won a d.
Definition standard_odds : nat -> nat -> Qc := odds 2 (dice_chance 2).
Definition single_loss_odds : nat -> nat -> Qc := odds 1 (dice_chance 1).
Definition standard_battle : battle := dice 3 2 2 0 (dice_chance 2).
Definition rounds_cost (b : battle) : Prop :=
  forall a d, over b a d = false -> (1 <= cost b a d)%nat.
Definition chances_add_up (b : battle) : Prop :=
  forall a d, over b a d = false -> Σ i < S (cost b a d), chance b a d i = 1.
Definition ends_in (b : battle) (x y a d : nat) : Qc :=
  value b (fun a' d' => if ((a' =? x) && (d' =? y))%nat then 1 else 0) a d.
Definition the_recursion_says : Prop :=
  forall (b : battle) (end_value : nat -> nat -> Qc) (a d : nat), rounds_cost b ->
  value b end_value a d =
    (if over b a d then end_value a d else Σ i < S (cost b a d),
       chance b a d i * value b end_value (a - (cost b a d - i)) (d - i)).
Definition value_is_a_mean_says : Prop :=
  forall (b : battle) (f : nat -> nat -> Qc) (a d : nat), rounds_cost b ->
  value b f a d = Σ x < S a, Σ y < S d, f x y * ends_in b x y a d.
Definition total_mass_1_says : Prop :=
  forall (b : battle) (a d : nat), rounds_cost b -> chances_add_up b -> Σ x < S a, Σ y < S d,
  ends_in b x y a d = 1.
Definition dice_total_mass_1_says : Prop :=
  forall A D pairs r a d, (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat -> Σ x < S a,
  Σ y < S d, ends_in (dice A D pairs r (dice_chance pairs)) x y a d = 1.

(** ** The first exit: the odds from the K lowest rows and columns alone *)
Definition shift (k : nat) (f : nat -> Qc) (i : nat) : Qc :=
  if (k <=? i)%nat then f (i - k)%nat else 0.
(** The coefficient i of (c 0 + c 1 x + ... + c K x^K)^n. *)
Fixpoint T (K : nat) (c : nat -> Qc) (n i : nat) : Qc :=
  match n with O => if (i =? 0)%nat then 1 else 0
  | S m => Σ k < S K, c k * shift k (T K c m) i end.
Definition reach (K : nat) (c : nat -> Qc) (a d x y : nat) : Qc :=
  if ((x <=? a) && (y <=? d) && ((a + d - (x + y)) mod K =? 0))%nat
  then T K c ((a + d - (x + y)) / K) (d - y) else 0.
Definition bottom_exits (K D : nat) (c : nat -> Qc) (V : nat -> nat -> Qc) (x y : nat) : Qc :=
  Σ k < S K, if (y - k <? D)%nat then c k * V (x - (K - k))%nat (y - k)%nat else 0.
Definition left_exits (K A D : nat) (c : nat -> Qc) (V : nat -> nat -> Qc) (x y : nat) : Qc :=
  Σ k < S K, if ((x - (K - k) <? A) && (D <=? y - k))%nat
             then c k * V (x - (K - k))%nat (y - k)%nat else 0.
Definition exit_sum (K A D : nat) (c : nat -> Qc) (V : nat -> nat -> Qc) (a d : nat) : Qc :=
  Σ j < K, (Σ i < S (a - A),
    reach K c a d (A + i) (D + j) * bottom_exits K D c V (A + i) (D + j))
  + Σ j < K, (Σ i < S (d - D),
    reach K c a d (A + j) (D + i) * left_exits K A D c V (A + j) (D + i)).
Definition constant_rounds (b : battle) (K A D : nat) (c : nat -> Qc) : Prop :=
  (1 <= K)%nat /\ (1 <= A)%nat /\ (1 <= D)%nat /\
  forall a d, (A <= a)%nat -> (D <= d)%nat ->
    (retreat_at b < a)%nat /\ cost b a d = K /\
    forall k, (k <= K)%nat -> chance b a d k = c k.
Definition first_exit_says : Prop :=
  forall (b : battle) (K A D : nat) (c : nat -> Qc) (end_value : nat -> nat -> Qc) (a d : nat),
  rounds_cost b -> constant_rounds b K A D c -> (A <= a)%nat -> (D <= d)%nat ->
  value b end_value a d = exit_sum K A D c (value b end_value) a d.
Definition dice_have_constant_rounds_says : Prop :=
  forall (A D pairs r : nat) (p : nat -> nat -> nat -> Qc), (1 <= A)%nat -> (1 <= D)%nat ->
  (1 <= pairs)%nat ->
  constant_rounds (dice A D pairs r p) (Nat.min pairs (Nat.min A D)) (Nat.max A (r + 1)) D
    (p A D).

(** ** Any rules *)
Definition weighted (X : Type) : Type := list (X * N).
Definition from_N (w : N) : Qc := integer (Z.of_N w).
Fixpoint weighted_sum {X} (f : X -> Qc) (things : weighted X) : Qc :=
  match things with [] => 0 | (x, w) :: others => from_N w * f x + weighted_sum f others end.
Definition total {X} (things : weighted X) : Qc := weighted_sum (fun _ => 1) things.
Definition mean {X} (f : X -> Qc) (things : weighted X) : Qc :=
  weighted_sum f things / total things.
Definition each {X Y} (f : X -> Y) (things : weighted X) : weighted Y :=
  map (fun '(x, w) => (f x, w)) things.
Definition together {X Y Z} (f : X -> Y -> Z) (xs : weighted X) (ys : weighted Y) : weighted Z :=
  flat_map (fun '(x, v) => map (fun '(y, w) => (f x y, (v * w)%N)) ys) xs.
(** Losses of the attacker and of the defender, each as often as it is thrown. *)
Record contest :=
  Contest { throws_at : nat -> nat -> weighted (nat * nat); retreat_line : nat; stop_line : nat }.
Definition costs_units (losses : nat * nat) : bool := (0 <? fst losses + snd losses)%nat.
(** A throw that costs nothing is thrown again. *)
Definition costly (throws : weighted (nat * nat)) : weighted (nat * nat) :=
  filter (fun throw => costs_units (fst throw)) throws.
Definition ended (c : contest) (a d : nat) : bool :=
  ((d =? 0) || (a <=? retreat_line c) || (d <=? stop_line c))%nat.
Definition expected (c : contest) (f : nat -> nat -> Qc) (a d : nat) : Qc :=
  play (fun '(a, d) => ended c a d)
    (fun V '(a, d) => mean (fun losses => V (a - fst losses, d - snd losses)%nat)
      (costly (throws_at c a d)))
    (fun '(a, d) => f a d) (a + d) (a, d).
Definition ends_at (c : contest) (x y a d : nat) : Qc :=
  expected c (fun a' d' => if ((a' =? x) && (d' =? y))%nat then 1 else 0) a d.
Definition decisive (c : contest) : Prop :=
  forall a d, ended c a d = false -> total (costly (throws_at c a d)) <> 0.
Definition share (throws : weighted (nat * nat)) (k : nat) : Qc :=
  mean (fun losses => if (snd losses =? k)%nat then 1 else 0) throws.
Definition general_recursion_says : Prop :=
  forall (c : contest) (f : nat -> nat -> Qc) (a d : nat),
  expected c f a d =
    (if ended c a d then f a d
       else mean (fun losses => expected c f (a - fst losses) (d - snd losses))
         (costly (throws_at c a d))).
Definition general_mean_says : Prop :=
  forall (c : contest) (f : nat -> nat -> Qc) (a d : nat), expected c f a d = Σ x < S a,
  Σ y < S d, f x y * ends_at c x y a d.
Definition general_total_mass_1_says : Prop :=
  forall (c : contest) (a d : nat), decisive c -> Σ x < S a, Σ y < S d, ends_at c x y a d = 1.
Definition thrown_again_says : Prop :=
  forall (c : contest) (f : nat -> nat -> Qc) (a d : nat), ended c a d = false ->
  total (costly (throws_at c a d)) <> 0 ->
  expected c f a d =
    mean (fun losses => expected c f (a - fst losses) (d - snd losses)) (throws_at c a d).

(** ** Hands of dice *)
Local Open Scope nat_scope.
(** Faces, each as often as it is on the die. *)
Definition die : Type := weighted Z.
Definition numbered (faces : nat) : die := map (fun face => (Z.of_nat face, 1%N)) (seq 1 faces).
(** The units that each die needs; [clamped] keeps a changed die within its faces. *)
Record hand := Hand {
  unit_dice : list (nat * die); extra_dice : list die; to_all : Z; to_highest : Z;
  to_lowest : Z; clamped : bool }.
Record thrown := Thrown { shows : Z; least : Z; most : Z }.
Definition thrown_as (d : die) (face : Z) : thrown :=
  let faces := map fst d in
  Thrown face (fold_right Z.min face faces) (fold_right Z.max face faces).
Fixpoint rolls (dice : list die) : weighted (list thrown) :=
  match dice with [] => [([], 1%N)]
  | d :: others => together (fun face shown => thrown_as d face :: shown) d (rolls others) end.
Definition with_added (h : hand) (more : Z) (x : thrown) : thrown :=
  let raw := (shows x + more)%Z in
  Thrown (if clamped h then Z.max (least x) (Z.min raw (most x)) else raw) (least x) (most x).
Definition not_above (x y : thrown) : bool :=
  ((shows x <? shows y) || (shows x =? shows y)
    && ((most x <? most y) || (most x =? most y) && (least x <=? least y)))%Z.
Fixpoint ranked_with (x : thrown) (dice : list thrown) : list thrown :=
  match dice with [] => [x]
  | first :: rest => if not_above first x then x :: dice else first :: ranked_with x rest end.
Definition ranked (dice : list thrown) : list thrown := fold_right ranked_with [] dice.
Definition shifts (h : hand) (kept : nat) : list Z :=
  map (fun m => Z.add (if m =? 1 then to_highest h else 0%Z)
                      (if m =? kept then to_lowest h else 0%Z))
    (seq 1 kept).
Definition dice_of_units (h : hand) (units : nat) : list die :=
  map snd (filter (fun each => fst each <=? units) (unit_dice h)).
Definition hand_shows (h : hand) (kept : nat) (dice : list thrown) : list Z :=
  let all := ranked (map (with_added h (to_all h)) dice) in
  map shows (ranked (map (fun '(x, more) => with_added h more x) (combine all (shifts h kept)))).
Definition hand_counts (h : hand) (dice : list die) : weighted (list Z) :=
  each (hand_shows h (length dice)) (rolls (dice ++ extra_dice h)).
(** [tied_pair] is what a tie costs the attacker and the defender. *)
Record ruleset :=
  RuleSet { attack : hand; defence : hand; scoring_pairs : list nat; tied_pair : nat * nat }.
Definition pair_costs (r : ruleset) (x y : Z) : nat * nat :=
  match (x ?= y)%Z with Gt => (0, 1) | Lt => (1, 0) | Eq => tied_pair r end.
Fixpoint pairs_cost (r : ruleset) (pairs : list nat) (xs ys : list Z) : nat * nat :=
  match pairs with
  | [] => (0, 0)
  | m :: others =>
      let cost := pairs_cost r others xs ys in
      match nth_error xs (m - 1), nth_error ys (m - 1) with
      | Some x, Some y => (fst (pair_costs r x y) + fst cost, snd (pair_costs r x y) + snd cost)
      | _, _ => cost
      end
  end.
Definition throws_of (r : ruleset) (xs ys : list die) : weighted (nat * nat) :=
  together (pairs_cost r (scoring_pairs r)) (hand_counts (attack r) xs) (hand_counts (defence r) ys).
Definition all_throws (r : ruleset) (a d : nat) : weighted (nat * nat) :=
  throws_of r (dice_of_units (attack r) a) (dice_of_units (defence r) d).
Definition fought (r : ruleset) (retreat stop : nat) : contest :=
  Contest (all_throws r) retreat stop.
Definition win_chance (r : ruleset) (retreat stop a d : nat) : Qc :=
  expected (fought r retreat stop) won a d.
Definition dice_6 (n : nat) : hand :=
  Hand (map (fun unit => (unit, numbered 6)) (seq 1 n)) [] 0 0 0 false.
Definition standard_rules : ruleset := RuleSet (dice_6 3) (dice_6 2) [1; 2]%nat (1, 0)%nat.
Record territory := Territory { played_by : ruleset; garrison : nat; left_behind : nat }.
Fixpoint campaign (territories : list territory) (reserve a : nat) : Qc :=
  match territories with
  | [] => 1%Qc
  | t :: later =>
      expected (fought (played_by t) reserve 0)
        (fun x y =>
          if 0 <? y then 0%Qc
          else match later with
          | [] => 1%Qc
          | _ => if x <=? left_behind t + reserve then 0%Qc
                 else campaign later reserve (x - left_behind t)
          end)
        a (garrison t)
  end.
(** A line: one unit stays on each territory that is taken. *)
Definition line (r : ruleset) (garrisons : list nat) : nat -> Qc :=
  campaign (map (fun units => Territory r units 1) garrisons) 0.
Definition spread (ones twos rest : nat) : list nat := repeat 1 ones ++ repeat 2 twos ++ [rest].
(** No other spread of the units over the territories is better for the defender. *)
Definition is_best (r : ruleset) (a : nat) (garrisons : list nat) : Prop :=
  forall others, length others = length garrisons -> list_sum others = list_sum garrisons ->
  Forall (le 1) others -> (line r garrisons a <= line r others a)%Qc.
Definition single_loss_rules : ruleset :=
  RuleSet (dice_6 3) (dice_6 2) [1]%nat (1, 0)%nat.
Definition ties_cost_one (r : ruleset) : bool := fst (tied_pair r) + snd (tied_pair r) =? 1.
Definition pairs_thrown (r : ruleset) (x y : nat) : nat :=
  length (filter (fun m => (m - 1 <? x) && (m - 1 <? y)) (scoring_pairs r)).
Definition units_for_all_dice (h : hand) : nat := fold_right Nat.max 1 (map fst (unit_dice h)).
Definition full_round (r : ruleset) : weighted (nat * nat) :=
  all_throws r (units_for_all_dice (attack r)) (units_for_all_dice (defence r)).
Definition full_pairs (r : ruleset) : nat :=
  pairs_thrown r (length (unit_dice (attack r))) (length (unit_dice (defence r))).
Local Open Scope Qc_scope.
Definition standard_rules_are_standard_says : Prop :=
  forall a d, win_chance standard_rules 0 0 a d = standard_odds a d.
Definition one_on_each_says : Prop := forall a k n : nat, (1 <= k <= n)%nat ->
  is_best single_loss_rules a (spread (k - 1) 0 (n - (k - 1))).
Definition held_by_ones_and_twos (r : ruleset) : Prop := forall a k n : nat, (1 <= k <= n)%nat ->
  exists ones twos : nat, (ones + twos + 1)%nat = k /\ (ones + 2 * twos < n)%nat /\
  is_best r a (spread ones twos (n - (ones + 2 * twos))).
Definition ones_twos_rest_says : Prop := held_by_ones_and_twos standard_rules.
Definition two_on_each_says : Prop := forall a k n : nat,
  (1 <= k)%nat -> (2 * k <= n)%nat -> (2 * k <= a)%nat ->
  is_best standard_rules a (spread 0 (k - 1) (n - 2 * (k - 1))).
Definition hands_first_exit_says : Prop :=
  forall (r : ruleset) (retreat stop : nat) (f : nat -> nat -> Qc) (a d : nat),
  ties_cost_one r = true -> (1 <= full_pairs r)%nat ->
  (Nat.max (units_for_all_dice (attack r)) (S retreat) <= a)%nat ->
  (Nat.max (units_for_all_dice (defence r)) (S stop) <= d)%nat ->
  expected (fought r retreat stop) f a d =
    exit_sum (full_pairs r) (Nat.max (units_for_all_dice (attack r)) (S retreat))
      (Nat.max (units_for_all_dice (defence r)) (S stop)) (share (full_round r))
      (expected (fought r retreat stop) f) a d.

(** ** Certificates, and tables *)
Bind Scope dec_uint_scope with Number.uint.
Definition fraction (n m : Number.uint) : Qc :=
  Q2Qc (Z.of_num_uint n # Z.to_pos (Z.of_num_uint m)).
Definition two_territories : list territory :=
  [Territory standard_rules 1 1; Territory standard_rules 2 1]%nat.
Record cell := Cell { numerator : Number.uint; denominator : Number.uint; twos : Z; threes : Z }.
Definition nothing : cell := Cell 1 1 0 0.
Definition at_ {X} (nothing : X) (table : list (list X)) (a d : nat) : X :=
  nth (d - 1) (nth (a - 1) table []) nothing.
Definition published (table : list (list cell)) (a d : nat) : Q :=
  let c := at_ nothing table a d in
  Z.of_num_uint (numerator c) # Z.to_pos (Z.of_num_uint (denominator c)).
Definition standard_3_against_2_says : Prop :=
  win_chance standard_rules 0 0 3 2 = fraction 6610505 10077696.
Definition standard_least_against_2_says : Prop :=
  fraction 9 10 <= win_chance standard_rules 0 0 6 2 /\
  (forall fewer, (fewer < 6)%nat -> win_chance standard_rules 0 0 fewer 2 < fraction 9 10).
Definition standard_least_against_20_says : Prop :=
  fraction 9 10 <= win_chance standard_rules 0 0 27 20 /\
  (forall fewer, (fewer < 27)%nat -> win_chance standard_rules 0 0 fewer 20 < fraction 9 10).
Definition standard_campaign_says : Prop :=
  campaign two_territories 0 4 = fraction 2017223125 3869835264.
Definition standard_least_for_campaign_says : Prop :=
  fraction 9 10 <= campaign two_territories 0 8 /\
  (forall fewer, (fewer < 8)%nat -> campaign two_territories 0 fewer < fraction 9 10).
(** Of a printed table with that many rows and columns. *)
Definition table_is_right (odds : nat -> nat -> Qc) (table : list (list cell)) (size : nat) :=
  forall a d, (1 <= a <= size)%nat -> (1 <= d <= size)%nat ->
  this (odds a d) = published table a d.

(** ** Each side chooses its dice: more units never hurt, and the most dice are best *)
Record game := Game {
  attack_dice : nat -> nat; defence_dice : nat -> nat; compared : nat;
  chances : nat -> nat -> nat -> Qc }.
Definition units (g : game) (x y : nat) : nat := pairs_compared (compared g) x y.
Definition most_dice (g : game) : battle :=
  Battle (fun a d => units g (attack_dice g a) (defence_dice g d))
         (fun a d => chances g (attack_dice g a) (defence_dice g d)) 0.
Definition most_odds (g : game) : nat -> nat -> Qc := value (most_dice g) won.
Definition monotone (g : game) : Prop := forall a a' d d', (a <= a')%nat -> (d' <= d)%nat ->
  most_odds g a d <= most_odds g a' d'.
Definition standard : game :=
  Game (fun a => Nat.min a 3) (fun d => Nat.min d 2) 2 (dice_chance 2).
Definition standard_odds_are_monotone_says : Prop :=
  forall a a' d d' : nat, (a <= a')%nat -> (d' <= d)%nat ->
  standard_odds a d <= standard_odds a' d'.
(** The rounds before: both numbers of dice, and lost defenders. *)
Definition history : Type := list (nat * nat * nat).
(** A policy gives each number of dice a chance. *)
Definition policy : Type := history -> nat -> nat -> nat -> Qc.
Definition legal_attack (g : game) (x : policy) : Prop :=
  forall h a d, (1 <= a)%nat -> (1 <= d)%nat ->
    (forall n, 0 <= x h a d n) /\ Σ n < attack_dice g a, x h a d (S n) = 1.
Definition legal_defence (g : game) (y : policy) : Prop :=
  forall h a d, (1 <= a)%nat -> (1 <= d)%nat ->
    (forall n, 0 <= y h a d n) /\ Σ n < defence_dice g d, y h a d (S n) = 1.
Definition always (most : nat -> nat -> nat) : policy :=
  fun _ a d n => if (n =? most a d)%nat then 1 else 0.
Definition most_attack (g : game) : policy := always (fun a _ => attack_dice g a).
Definition most_defence (g : game) : policy := always (fun _ d => defence_dice g d).
Definition round_played (g : game) (x y : policy) (V : history * nat * nat -> Qc)
    '((h, a, d) : history * nat * nat) : Qc :=
  Σ m < attack_dice g a, Σ n < defence_dice g d, x h a d (S m) * y h a d (S n) *
    (Σ i < S (units g (S m) (S n)), chances g (S m) (S n) i *
      V ((S m, S n, i) :: h, a - (units g (S m) (S n) - i), d - i)%nat).
Definition played (g : game) (x y : policy) (a d : nat) : Qc :=
  play (fun '(_, a, d) => (d =? 0) || (a =? 0))%nat (round_played g x y)
    (fun '(_, a, d) => won a d) (a + d) ([], a, d).
Definition saddle (g : game) : Prop := forall a d,
  played g (most_attack g) (most_defence g) a d = most_odds g a d /\
  (forall x, legal_attack g x -> played g x (most_defence g) a d <= most_odds g a d) /\
  (forall y, legal_defence g y -> most_odds g a d <= played g (most_attack g) y a d).
(** Rules by the units that each die needs, and the counts of each round. *)
Definition dice_of (needs : list nat) (units : nat) : nat :=
  length (filter (fun least => (least <=? units)%nat) needs).
Definition counted (counts : list (list (list N))) (x y i : nat) : Qc :=
  let losses := nth (y - 1) (nth (x - 1) counts []) [] in
  Q2Qc (inject_Z (Z.of_N (nth i losses 0%N)))
  / Q2Qc (inject_Z (Z.of_N (fold_right N.add 0%N losses))).
Definition rule_set (attack_needs defence_needs : list nat) (pairs : nat)
    (counts : list (list (list N))) : game :=
  Game (dice_of attack_needs) (dice_of defence_needs) pairs (counted counts).
Definition saddle_point_says : Prop := forall a d,
  played standard (most_attack standard) (most_defence standard) a d = standard_odds a d /\
  (forall x : policy, legal_attack standard x ->
    played standard x (most_defence standard) a d <= standard_odds a d) /\
  (forall y : policy, legal_defence standard y ->
     standard_odds a d <= played standard (most_attack standard) y a d).

(** ** What taking a garrison costs *)
Definition price (d : nat) : Qc :=
  Q2Qc (2387 # 2797) * number d
  - Q2Qc (164501904 # 743204855) * (1 - Q2Qc (-2890 # 5501) ^ d).
Definition cost_of_three (d : nat) : nat := pairs_compared 2 3 (Nat.min d 2).
Definition obeys_price_recursion (f : nat -> Qc) : Prop := f 0%nat = 0 /\
  forall d, (1 <= d)%nat -> f d = Σ i < S (cost_of_three d),
    dice_chance 2 3 (Nat.min d 2) i * (number (cost_of_three d - i) + f (d - i)%nat).
Definition price_recursion_says : Prop :=
  forall f : nat -> Qc, obeys_price_recursion f <-> (forall d, f d = price d).
Definition price_of_a_garrison_says : Prop := forall r a d, (2 <= r)%nat ->
  value (dice 3 2 2 r (dice_chance 2)) (fun x y : nat => number x - price y) a d =
    number a - price d.

(** ** Two countries, until one side has both *)
(** Up to three dice, one unit staying behind, or none, which ends the turn. *)
Definition dice_allowed (x : nat) : nat := Nat.min 3 (x - 1).
(** [after] gets the losses of both sides; the defender throws the most dice. *)
Definition mean_of_round (n y : nat) (after : nat -> nat -> Qc) : Qc :=
  let cost := units standard n (Nat.min y 2) in
  Σ i < S cost, dice_chance 2 n (Nat.min y 2) i * after (cost - i)%nat i.
(** After a turn the other gets [r] units. *)
Definition worth_of (r : nat) (W : nat -> nat -> Qc) (x y n : nat) : Qc :=
  if (n =? 0)%nat then 1 - W (y + r)%nat x
  else mean_of_round n y (fun i j => W (x - i) (y - j))%nat.
Definition bellman (r : nat) (W : nat -> nat -> Qc) (best : nat -> nat -> nat) : Prop :=
  forall x y, (1 <= x)%nat -> W x 0%nat = 1 /\ 0 <= W x y <= 1 /\ ((1 <= y)%nat ->
    (best x y <= dice_allowed x)%nat /\ worth_of r W x y (best x y) = W x y /\
    forall n, (n <= dice_allowed x)%nat -> worth_of r W x y n <= W x y).
Definition legal (p : policy) : Prop := forall h x y, (1 <= x)%nat -> (1 <= y)%nat ->
  (forall n, 0 <= p h x y n) /\ Σ n < S (dice_allowed x), p h x y n = 1.
(** That the mover (p), or else the other, has won within [steps] rounds and ends of turns. *)
Fixpoint won_within (steps r : nat) (mover : bool) (p q : policy) (h : history) (x y : nat) : Qc :=
  if (y =? 0)%nat then if mover then 1 else 0
  else match steps with
  | O => 0
  | S later => Σ n < S (dice_allowed x), p h x y n *
      if (n =? 0)%nat then won_within later r (negb mover) q p ((0, 0, 0)%nat :: h) (y + r) x
      else mean_of_round n y (fun i j =>
        won_within later r mover p q ((n, Nat.min y 2, j) :: h) (x - i) (y - j))
  end.
Definition one_each (r : nat) : Qc :=
  1 / (1 + Q2Qc (7 # 12) * Q2Qc (91 # 216) * Q2Qc (49 # 144) ^ (r - 2)).
Definition two_countries_says : Prop := forall r, (3 <= r)%nat ->
  exists (W : nat -> nat -> Qc) (best : nat -> nat -> nat), bellman r W best /\
  (forall x y, best x y = dice_allowed x \/ (x <= 3)%nat /\ best x y = 0%nat) /\
  W (1 + r)%nat 1%nat = one_each r /\
  forall x y, (1 <= x)%nat -> (1 <= y)%nat -> (forall other steps, legal other ->
    won_within steps r true other (always best) [] x y <= W x y /\
    won_within steps r false (always best) other [] x y <= 1 - W x y) /\
  (forall short, 0 < short -> exists steps, forall other, legal other ->
    W x y - short <= won_within steps r true (always best) other [] x y /\
    1 - W x y - short <= won_within steps r false other (always best) [] x y).
