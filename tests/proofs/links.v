(* What Coq computes of each function that rests on a theorem.  `links.py` has the same by the
   function, under the same words, and defines before what Coq is to judge of Python's: `written`,
   `sums_of_blocks`, and the bounds.  All names are those of the specification, and these. *)

Definition shown (q : Qc) := [Qnum q; Zpos (Qden q)].
Definition board (A D : nat) : list (nat * nat) := list_prod (seq 1 A) (seq 1 D).
Definition corner (A D : nat) : list (nat * nat) := list_prod (seq 0 (S A)) (seq 0 (S D)).
Definition at_all {X} (states : list (nat * nat)) (f : nat -> nat -> X) : list X :=
  map (fun s => f (fst s) (snd s)) states.
Definition counts_of (pairs : nat) : list (list (list N)) :=
  map (fun x => map (fun y => map Z.to_N (loss_counts pairs x y)) (seq 1 2)) (seq 1 3).
Definition counts1 := Eval vm_compute in counts_of 1.
Definition counts2 := Eval vm_compute in counts_of 2.
Definition p1 := counted counts1.
Definition p2 := counted counts2.
Definition c2 (k : nat) : Qc := integer (Z.of_N (nth k (nth 1 (nth 2 counts2 []) []) 0%N)).
Definition first (f : nat -> bool) : nat :=
  match find f (seq 0 12) with Some n => n | None => 0%nat end.
Definition yes (answer : bool) : Qc := if answer then 1 else 0.
Definition worth (a d : nat) : Qc := number a - number d + (if (d =? 0)%nat then integer 2 else 0).
Definition of_9_units (n : nat) : Qc := diagonal 3 2 (odds 2 p2) 9 n.
Definition at_radius (r : Qc) : Qc := (Σ n < 10, of_9_units n * r ^ n) / r ^ 4.
Definition two_nodes : complex := sum_over_nodes complex_numbers
  2 (complex_sub (0, 0) (1, 0)) 10 (fun n => complex_real (of_9_units n)) (0, 1) 4.
Definition two_of_four : complex := sum_over_kept complex_numbers
  Nat.even 4 (0, 1) 10 (fun n => complex_real (of_9_units n)) (0, 1) 4.
Definition at_most_54 (q : nat -> Qc) (r : Qc) : Qc :=
  largest 2 3 2 (of_one_cost 2 (p2 3 2)%nat) (odds 2 p2) q r 9 / r ^ 4.
Definition point (z : complex) (n : nat) (c : nat -> Qc) : complex :=
  rational_polynomial complex_numbers n c z.
Definition half : Qc := Q2Qc (1 # 2).
Definition coin : battle := dice 1 1 1 0 (fun _ _ _ => half).
Definition coin_left_out (q r : Qc) : Qc :=
  largest 1 1 1 (of_one_cost 1 (fun _ => half)) (value coin won) (fun _ => q) r 9 / r ^ 4.
Definition two_thirds (x : Qc) : bool := Qle_bool (2 # 3) x.
Definition odd_rules : ruleset := RuleSet
  (Hand [(1, numbered 3); (2, [(0%Z, 1%N); (2%Z, 2%N)])] [numbered 2] 0 1 (-1) true)%nat
  (Hand [(1, numbered 2); (3, numbered 3)] [] (-1) 0 1 false)%nat [1; 2]%nat (0, 0)%nat.
Definition gap_rules : ruleset := RuleSet
  (Hand [(1, numbered 6); (3, numbered 6); (4, numbered 6)] [] 0 0 0 false)%nat
  (Hand [(1, numbered 6); (2, numbered 6); (3, numbered 8)] [] 0 0 0 false)%nat
  [1; 3]%nat (0, 1)%nat.
Definition losing (i j : nat) (losses : nat * nat) : Qc :=
  if ((fst losses =? i) && (snd losses =? j))%nat then 1 else 0.
Definition two_faces (n : nat) : hand :=
  Hand (map (fun unit => (unit, numbered 2)) (seq 1 n)) [] 0 0 0 false.
Definition island (goals : list nat) : map_turn := MapTurn [(0, 1); (1, 2)]%nat
  (fun _ => RuleSet (two_faces 2) (two_faces 1) [1%nat] (1, 0)%nat) goals
  (fun _ => 1%nat) (fun _ _ => 1%nat).
Definition landed : stage := Stage [(4, 0); (0, 1); (0, 1)]%nat None.
Definition first_choice : plan (turn (island [1%nat])) :=
  fun _ _ n => if (n =? 0)%nat then 1 else 0.
Definition chance_in (column : list Z) (a d : nat) : Qc :=
  integer (nth a column 0%Z) / integer 432 ^ (a + d).
Definition least_of (column : list Z) (d : nat) : Qc := number (hd 0%nat
  (filter (fun a => (9 * 432 ^ Z.of_nat (a + d) <=? 10 * nth a column 0)%Z) (seq 0 31))).
Definition to_double (q : Q) : Qc :=
  let n := Qnum q in let d := Zpos (Qden q) in
  let e := (52 + Z.log2 d - Z.log2 n)%Z in
  let places := (if n * 2 ^ e <? 2 ^ 52 * d then e + 1 else e)%Z in
  Q2Qc ((2 * n * 2 ^ places + d) / (2 * d) # Z.to_pos (2 ^ places)).
Definition kept_of_siam : Z := kept_value (explored australia 432
  (map (table_on australia 432) (attacked australia from_siam)) 40
  (FMapPositive.PositiveMap.empty _) from_siam) from_siam.
(* One attack die first, then one more than were lost in the last round; one defence die or two. *)
Definition cautious : policy := fun h a d n =>
  let wanted := match h with
    | [] => 1
    | (x, y, i) :: _ => 1 + (Spec.units standard x y - i)
    end%nat in
  if (n =? Nat.min wanted (Nat.min a 3))%nat then 1 else 0.
Definition even : policy := fun h a d n =>
  if (2 <=? d)%nat then Q2Qc (1 # 2) else if (n =? 1)%nat then 1 else 0.
Definition unproved : ruleset := RuleSet
  (Hand [(1, numbered 5); (2, numbered 5)] [] 0 0 0 false)%nat
  (Hand [(1, numbered 8); (2, numbered 4)] [] 0 5 0 true)%nat [1; 2]%nat (1, 0)%nat.
Definition less (q : Qc) : Qc := if Qle_bool 1 q then q - Q2Qc (1 # 100) else q.
Definition with_less (bounded : Qc -> Qc -> Qc -> bool) (bound : Qc * Qc * Qc) : list Qc :=
  let '(factor, x, y) := bound in
  map yes [bounded factor x y; bounded factor (less x) (less y)].

(* rules.dice.loss_counts: 3 v 2 dice, single losses *)
Compute map shown (map integer (loss_counts 1 3 2)).
(* rules.dice.round_counts_by_enumeration: 3 v 2 dice *)
Compute map shown (map integer (loss_counts 2 3 2)).
(* odds.closed_form.written_out.chances: 2 v 2 dice *)
Compute map shown (map (dice_chance 2 2 2) (seq 0 3)).
(* rules.dice.loss_counts: all numbers of dice of the catalogue *)
Compute map shown (
  map (fun n => integer (Z.of_N n)) (concat (concat (concat (map grouped_counts rule_sets))))).
(* rules.dice.round_counts: 2 v 3 units, dice of 2 and 3 faces *)
Compute map shown (
  at_all (corner 2 2) (fun i j => weighted_sum (losing i j) (all_throws odd_rules 2 3))).
(* rules.dice.round_counts: the same *)
Compute map shown (
  let dice h n := product_of_totals (dice_of_units h n ++ extra_dice h) in
  [dice (attack odd_rules) 2%nat * dice (defence odd_rules) 3%nat;
  total (all_throws odd_rules 2 3)]).
(* rules.dice.round_with_loss: the same *)
Compute map shown (
  map (fun throws => mean (fun l => number (fst l)) (costly throws))
  [all_throws odd_rules 2 3; all_grouped odd_rules 2 3]).
(* odds.recursion.expected_values: 2 v 2, 2 v 1 and 1 v 2 of two odd rule sets *)
Compute map shown (
  [expected (fought odd_rules 0 0) (fun a d => number (a * a + 3 * d)%nat) 2 2;
  win_chance odd_rules 1 0 2 1; win_chance gap_rules 0 1 1 2]).
(* odds.recursion.outcomes: 2 v 1 of an odd rule set, all ends *)
Compute map shown (
  at_all (corner 2 1) (fun x y => ends_at (fought odd_rules 0 0) x y 2 1)).
(* odds.closed_form.regions_of: rules with gaps, 4 v 3 dice *)
Compute map shown (
  let more h n := number (Nat.max (units_for_all_dice h) (S n)) in
  if ties_cost_one gap_rules then number (full_pairs gap_rules) ::
  more (attack gap_rules) 4%nat :: more (defence gap_rules) 1%nat ::
  map (share (grouped same_losses (full_round gap_rules))) (seq 0 3) else []).
(* certificates.certificates.of_battle: 1 v 1, 3 v 2 *)
Compute map shown (
  [win_chance standard_rules 0 0 1 1; fraction 5 12; fraction 6610505 10077696]).
(* certificates.certificates.of_campaign: 2 v 1, 0 and 3 v 1, 1 of an odd rule set, 4 v 1, 2 *)
Compute map shown (
  [campaign [Territory odd_rules 1 0; Territory odd_rules 0 1] 0 2;
  campaign [Territory odd_rules 1 1; Territory odd_rules 1 0] 0 3;
  fraction 2017223125 3869835264]).
(* certificates.certificates.of_battle: an odd rule set, as written *)
Compute map shown
  [win_chance written 1 0 2 1; win_chance written 0 0 2 1; win_chance written 0 1 1 2].
(* certificates.certificates.certificate: 3 v 2; the least force against 2, 20, and 1, 2; 4 v 1, 2 *)
Compute map shown (
  let two := win_column standard_rules 432 0 0 9 2 in
  let all := campaign_column two_territories 432 0 9 in
  [chance_in two 3 2; least_of two 2;
  least_of (win_column standard_rules 432 0 0 30 20) 20; least_of all 3; chance_in all 4 3]).
(* odds.recursion.expected_values: 5 v 3, retreat at 1 *)
Compute map shown (
  [value (dice 3 2 2 1 p2) (fun a d => number (a * a + 3 * d)%nat) 5 3]).
(* odds.recursion.win_probability: 2 v 1, all to 4 v 4 *)
Compute map shown (value standard_battle won 2 1 :: at_all (board 4 4) (odds 2 p2)).
(* odds.closed_form.visits: 5 v 3, retreat at 1, all ends *)
Compute map shown (at_all (corner 5 3) (fun x y => ends_in (dice 3 2 2 1 p2) x y 5 3)).
(* rules.distribution.Distribution: 4 v 3, single losses, all ends *)
Compute map shown (at_all (corner 4 3) (fun x y => ends_in (dice 3 2 1 0 p1) x y 4 3)).
(* odds.closed_form.exits: 6 v 5 *)
Compute map shown [exit_sum 2 3 2 (p2 3 2)%nat (odds 2 p2) 6 5].
(* odds.closed_form.regions_of: 4 v 3 dice, two pairs, retreat at 5 *)
Compute map shown (
  let b := dice 4 3 2 5 p2 in map number [cost b 6 3; retreat_at b + 1; 3]%nat).
(* odds.closed_form.weight: n < 4, i < 8 *)
Compute map shown (at_all (list_prod (seq 0 4) (seq 0 8)) (T 2 c2)).
(* odds.closed_form.columns: n < 5, i = 3, 4 *)
Compute map shown (at_all (list_prod (seq 0 5) [3; 4]) (T 2 c2)).
(* odds.closed_form.written_out.geometric_sum: n < 4, equal and other bases *)
Compute map shown (
  flat_map (fun y => map (geometric_sum (integer 2) (integer y)) (seq 0 4)) [3; 2]%Z).
(* odds.closed_form.written_out.one_attacker: 1 v 1 to 6 *)
Compute map shown (map (odds 2 p2 1) (seq 1 6)).
(* odds.closed_form.written_out.one_defender: 2 to 7 v 1 *)
Compute map shown (map (fun a => odds 2 p2 a 1) (seq 2 6)).
(* odds.closed_form.written_out.binomial: all to 4 v 4 *)
Compute map shown (at_all (board 4 4) (odds 1 p1)).
(* odds.closed_form.written_out.two_attackers: 2 v 1 to 6, single losses 2 v 0 to 6 *)
Compute map shown (map (odds 1 p1 2) (seq 1 6) ++ map (odds 2 p2 2) (seq 0 7)).
(* odds.closed_form.written_out.trinomial: all to 4 v 4 *)
Compute map shown (at_all (board 4 4) (odds 2 p2)).
(* odds.closed_form.written_out.T: n < 4, i < 8 *)
Compute map shown (at_all (list_prod (seq 0 4) (seq 0 8)) (trinomial_sum (p2 3 2)%nat)).
(* odds.closed_form.written_out.boundary: standard rules *)
Compute map shown [kappa p2; gee p2 0; gee p2 1].
(* odds.closed_form.written_out.boundary: single losses *)
Compute map shown [- beyond p1; odds 1 p1 2 1 + beyond p1].
(* engine.cell.win_probability: 3 to 7 v 2 to 4 *)
Compute map shown (at_all (list_prod (seq 3 5) (seq 2 3)) (two_units_sums p2)).
(* engine.columns.Trinomials: 3 to 7 v 2 to 4 *)
Compute map shown (at_all (list_prod (seq 3 5) (seq 2 3)) (two_units_sums p2)).
(* engine.columns.Binomials: 3 to 7 v 2 to 4 *)
Compute map shown (at_all (list_prod (seq 3 5) (seq 2 3)) (one_unit_sums p1)).
(* engine.splitting.two_sums: 4 steps of one recurrence *)
Compute map shown sums_of_blocks.
(* odds.monotone.is_monotone: the catalogue, and one of which it is false *)
Compute map shown (map yes (map is_helpful (rule_sets ++ [unproved]))).
(* odds.monotone.is_monotone: standard rules, single losses *)
Compute map shown (
  map (fun g => yes (rounds_are_fair g 3 2 && more_units_help g 3 2))
  [standard_counted; grouped_game single_loss]).
(* odds.bounds.win_bound: standard, and a hundredth less *)
Compute map shown (with_less (win_is_bounded standard_counted 3 2) standard_win_bound).
(* odds.bounds.win_bound: single-loss, and a hundredth less *)
Compute map shown (
  with_less (win_is_bounded (grouped_game single_loss) 3 2) single_loss_win_bound).
(* odds.bounds.loss_bound: standard, and a hundredth less *)
Compute map shown (with_less (loss_is_bounded standard_counted 3 2) standard_loss_bound).
(* odds.bounds.loss_bound: single-loss, and a hundredth less *)
Compute map shown (
  with_less (loss_is_bounded (grouped_game single_loss) 3 2) single_loss_loss_bound).
(* battle.campaign.garrisons.best_garrisons: two territories *)
Compute map shown (map (line single_loss_rules (spread 1 0 1)) [1; 2]%nat).
(* odds.price.price: d < 9 *)
Compute map shown (map Spec.price (seq 0 9)).
(* odds.price.price: d = 1 to 4 *)
Compute map shown (
  map (fun d => Σ i < S (cost_of_three d), p2 3%nat (Nat.min d 2) i
  * (number (cost_of_three d - i) + Spec.price (d - i)%nat)) (seq 1 4)).
(* game.duel.duel: 3 to 8 new armies *)
Compute map shown (map one_each (seq 3 6)).
(* game.duel.duel: 2 v 1, one die each, four steps *)
Compute map shown (
  let play := always (fun x _ => Nat.min 1 (x - 1)) in
  map (fun mover => won_within 4 3 mover play play [] 2 1) [true; false]).
(* game.bellman.DuelValues: 2 to 4 armies against 3 *)
Compute map shown (
  flat_map (fun x => map (worth_of 3 (fun x y => number x / number (x + y)) x 3)
  (seq 1 (dice_allowed x))) (seq 2 3)).
(* strategy.Strategy: all to 4 v 3 *)
Compute map shown (at_all (corner 4 3) (best (dice 3 2 2 0 p2) worth)).
(* strategy.Strategy: 3 v 2 *)
Compute map shown (
  let b := dice 3 2 2 0 p2 in [stopped b worth (stop_at_best b worth) 3 2]).
(* engine.circle.Part.mean: 5 v 4, two nodes *)
Compute map shown [fst two_nodes / number 2].
(* engine.circle.Part.bound: 5 v 4, radius 2 *)
Compute map shown [at_radius (integer 2)].
(* engine.circle.Part.aliasing: 5 v 4, radius 1/2 *)
Compute map shown (
  let t := Q2Qc (1 # 4) in map (fun C => C * t / (1 - t)) [1 + at_radius t]).
(* engine.circle.Part.mean: 5 v 4, two of four nodes *)
Compute map shown [fst two_of_four / number 6].
(* engine.circle.Part.mean: 5 v 4, radius 1/2, four nodes *)
Compute map shown (
  [fst (mean_of_kept complex_numbers
  (fun _ => true) 2 (complex_sub (0, 0) (1, 0)) 10 of_9_units
  (0, half) (0, - number 2) 4 4)]).
(* engine.circle.Part.mean: 5 v 4, all aliases *)
Compute map shown [aliases 2 4 10 of_9_units 1].
(* engine.saddle.Coefficient.enclosed: 5 v 4 *)
Compute map shown [odds 2 p2 5 4].
(* odds.recursion.win_probability: 9 units *)
Compute map shown [fst (standard_mean 5 4)].
(* engine.circle.Part.bound: 5 v 4, no alias in the interior *)
Compute map shown [standard_error 5 4 / (number 3 / number 4)].
(* engine.circle.Part.bound: 5 v 4 *)
Compute map shown [at_most_54 standard_round_bound 1].
(* engine.circle.Part.left_out: 5 v 4, a coin *)
Compute map shown (
  [coin_left_out (Q2Qc (5 # 8)) (Q2Qc (3 # 4));
  complex_norm (point (0, Q2Qc (3 # 4)) 2 (fun _ => half))]).
(* engine.circle.Diagonal.rounds: one angle *)
Compute map shown (
  let h := (Q2Qc (4 # 5), Q2Qc (3 # 5)) in
  let c := (p2 3 2)%nat in let w j := c j * half ^ j in
  let sine n := snd (ring_power complex_numbers h n) in
  [complex_norm (point (complex_mul (half, 0) (complex_mul h h)) 3 c);
  (Σ j < 3, w j) ^ 2 - Σ k < 3, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2]).
(* battle.tables.floats.win_floats: all to 4 v 4, three digits *)
Compute map shown (at_all (board 4 4) (fun a d => in_thousandths (odds 2 p2 a d))).
(* battle.tables.floats.win_floats: to the last bit *)
Compute map shown (
  at_all (board 9 9 ++ map (fun s => (5 * fst s, 5 * snd s)%nat) (board 8 8))
  (fun a d => to_double (published standard_table a d))).
(* engine.boundary.BoundaryLines: an odd rule set *)
Compute map shown (
  let r := odd_rules in let round := full_round r in
  number (units_for_all_dice (attack r)) :: number (units_for_all_dice (defence r)) ::
  number (most_units round) ::
  flat_map (fun s => map (round_share round s) (seq 0 (S s))) (seq 1 4)).
(* engine.boundary.BoundaryLines: standard rules *)
Compute map shown (
  [number 3; number 2; number 2] ++
  flat_map (fun s => map (standard_share s) (seq 0 (S s))) (seq 1 4)).
(* odds.recursion.path_counts: all to 4 v 3 *)
Compute map shown (map number (at_all (board 4 3) (fun x y => calls_of 4 3 x y))).
(* odds.recursion.path_counts: 4 v 3, 3 v 1 *)
Compute map shown (map number [calls 4 3; M 3 1]).
(* turn.best_play.BestPlay: 3 armies, 1 and 1 defenders, dice of 2 faces *)
Compute map shown [highest 9 (turn (island [1; 2]%nat)) landed].
(* odds.recursion.win_probability: 3 v 1, dice of 2 faces *)
Compute map shown [carried_out 9 (turn (island [1%nat])) first_choice [] landed].
(* certificates.turn.of_turn: Siam 8 against Australia 2, 1, 1, 1 *)
Compute map shown [integer kept_of_siam / integer 432 ^ units from_siam].
(* battle.battle.win_probability: 2 v 2 *)
Compute map shown [standard_odds 2 2; single_loss_odds 2 2].
(* battle.needed.attackers_needed: 1 to 4 defenders *)
Compute map shown (
  map (fun d => number (first (fun a => two_thirds (odds 2 p2 a d)))) (seq 1 4)).
(* battle.needed.garrison_needed: 1 to 4 attackers *)
Compute map shown (
  map (fun a => number (first (fun d => two_thirds (1 - odds 2 p2 a d)))) (seq 1 4)).
(* strategy.Strategy: 3 v 3 of two rule sets *)
Compute map shown (
  map (fun g => played g (most_attack g) (most_defence g) 3 3)
  (map grouped_game [risiko; four_dice])).
(* strategy.Strategy: 2 v 2, 2 v 3 *)
Compute map shown (
  [played standard (most_attack standard) (most_defence standard) 2 2;
  most_odds (game_of standard_rules) 2 3]).
(* battle.tables.win_table: all to 4 v 4, 17 v 6, 40 v 40 *)
Compute map shown (
  at_all (board 4 4 ++ [(17, 6); (40, 40)]%nat)
  (fun a d => Q2Qc (published standard_table a d))).
(* rules.dice.round_with_loss: 3 v 3, two policies of the defender *)
Compute map shown (
  map (fun defence => played standard cautious defence 3 3) [even; most_defence standard]).
