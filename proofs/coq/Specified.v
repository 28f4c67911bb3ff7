(** * What is proved is what is specified: Coq compares each theorem with its statement

    A theorem is named with its file, so that no file can put another one in its place.  The names
    after [forall] are those of the section of the statement: it holds for whatever they are. *)

From Coq Require Import Arith Bool List QArith Qcanon.
From Risk Require Import Spec SpecEngine SpecTurn SpecCatalogue.
From Risk Require Aliasing Battle Binomial Bounds Catalogue Cell Certify Circle Columns Contest
  Decisions Diagonal Dice Duel FirstExit Garrison Geometric Hands LeftOut LineBest LineCandidates
  LineCatalogue LineSingle Modulus Monotone Nodes Paths RealDice RealHands Rounding Rules SaddlePoint
  SingleLossTable StandardTable Stopping Trinomial TrinomialSum Turn Weights WholeCell.
Import ListNotations.
Local Open Scope nat_scope.
Local Open Scope Qc_scope.

(** ** One throw: sort, compare the highest [pairs] dice, ties to the defender *)
Check (Dice.sorted_sorts : sorted_sorts_says).
Check (Dice.counts_are_of_all_throws : counts_are_of_all_throws_says).
Check (Dice.dice_chances_add_up : dice_chances_add_up_says).
Check (Dice.standard_loss_counts : standard_loss_counts_says).

(** ** A battle whose rounds cost a number of units each *)
Check (Battle.the_recursion : the_recursion_says).
Check (Battle.value_is_a_mean : value_is_a_mean_says).
Check (Battle.total_mass_1 : total_mass_1_says).
Check (Rules.dice_total_mass_1 : dice_total_mass_1_says).

(** ** The first exit: the odds from the K lowest rows and columns alone *)
Check (FirstExit.first_exit : first_exit_says).
Check (FirstExit.dice_have_constant_rounds : dice_have_constant_rounds_says).

(** ** Any rules *)
Check (Contest.general_recursion : general_recursion_says).
Check (Contest.general_mean : general_mean_says).
Check (Contest.general_total_mass_1 : general_total_mass_1_says).
Check (Contest.thrown_again : thrown_again_says).

(** ** Hands of dice *)
Check (RealHands.standard_rules_are_standard : standard_rules_are_standard_says).
Check (LineSingle.one_on_each : one_on_each_says).
Check (LineCandidates.ones_twos_rest : ones_twos_rest_says).
Check (LineBest.two_on_each : two_on_each_says).
Check (Hands.hands_first_exit : hands_first_exit_says).

(** ** Certificates, and tables *)
Check (Certify.win_certified : forall B r retreat stop a d n m,
  Certify.win_is B r retreat stop a d n m = true -> win_chance r retreat stop a d = fraction n m).
Check (RealHands.standard_3_against_2 : standard_3_against_2_says).
Check (RealHands.standard_least_against_2 : standard_least_against_2_says).
Check (WholeCell.standard_least_against_20 : standard_least_against_20_says).
Check (RealHands.standard_campaign : standard_campaign_says).
Check (RealHands.standard_least_for_campaign : standard_least_for_campaign_says).

(** ** Each side chooses its dice: more units never hurt, and the most dice are best *)
Check (Monotone.standard_odds_are_monotone : standard_odds_are_monotone_says).
Check (SaddlePoint.saddle_point : saddle_point_says).

(** ** The rule sets of the catalogue *)
Check (Catalogue.games_are_played : games_are_played_says).
Check (Catalogue.total_mass_1_for_all : total_mass_1_for_all_says).
Check (Catalogue.more_units_never_hurt : more_units_never_hurt_says).
Check (Catalogue.most_dice_are_best : most_dice_are_best_says).
Check (Catalogue.fewer_dice_are_better : fewer_dice_are_better_says).
Check (LineCatalogue.ones_twos_rest_in_catalogue : ones_twos_rest_in_catalogue_says).

(** ** What taking a garrison costs *)
Check (Garrison.price_recursion : price_recursion_says).
Check (Garrison.price_of_a_garrison : price_of_a_garrison_says).

(** ** One turn on a map *)
Check (Decisions.no_plan_is_better : no_plan_is_better_says).
Check (Turn.standard_turn : standard_turn_says).
Check (Decisions.stopping_at_once : forall n before s,
  carried_out n (turn australia) (fun _ _ _ => 0) before s <= 1).

(** ** Two countries, until one side has both *)
Check (Duel.two_countries : two_countries_says).

(** ** The chances of a round *)
Check (Dice.single_loss_counts : single_loss_counts_says).
Check (Rules.standard_chances : standard_chances_says).
Check (Rules.single_loss_chances : single_loss_chances_says).

(** ** Weights: the coefficients of a power *)
Check (Weights.T_is_the_coefficient : forall K c, T_is_the_coefficient_says K c).
Check (Weights.T_binomial : forall c, T_binomial_says c).
Check (TrinomialSum.T_trinomial : forall c, T_trinomial_says c).
Check (Weights.row_recurrence : forall K c, row_recurrence_says K c).
Check (Weights.turned_round : forall K c, turned_round_says K c).
Check (Columns.recurrence_in_a_row : forall c, recurrence_in_a_row_says c).
Check (Columns.step_down_a_column : forall c, step_down_a_column_says c).
Check (Weights.coefficients_are_unique : coefficients_are_unique_says).
Check (Weights.binomial_factorials : binomial_factorials_says).
Check (Columns.step_of_binomials : step_of_binomials_says).

(** ** The boundary and the interior *)
Check (Geometric.geometric_sum_times_difference : geometric_sum_times_difference_says).
Check (Geometric.geometric_sum_quotient : geometric_sum_quotient_says).
Check (Geometric.geometric_sum_of_equals : geometric_sum_of_equals_says).
Check (Geometric.one_attacker : forall pairs p, one_attacker_says pairs p).
Check (Geometric.one_defender : forall pairs p, one_defender_says pairs p).
Check (Geometric.two_against_one : forall pairs p, two_against_one_says pairs p).
Check (Binomial.single_loss_two_attackers : forall p, single_loss_two_attackers_says p).
Check (Trinomial.standard_two_attackers : forall p, standard_two_attackers_says p).
Check (Binomial.single_loss_interior : forall p, single_loss_interior_says p).
Check (Trinomial.standard_interior : forall p, standard_interior_says p).

(** ** One cell, as sums over the rounds *)
Check (Cell.two_units_cell : forall p, two_units_cell_says p).
Check (Cell.one_unit_cell : forall p, one_unit_cell_says p).
Check (Cell.two_attackers_as_powers : forall p, two_attackers_as_powers_says p).
Check (Cell.powers_taken_out : powers_taken_out_says).
Check (Columns.blocks_join : blocks_join_says).

(** ** Criteria: more units never hurt, and exponential bounds *)
Check (Monotone.helpful_units_are_monotone : forall g, helpful_units_are_monotone_says g).
Check (Monotone.attackers_found_are_the_least : forall g, attackers_found_are_the_least_says g).
Check (Monotone.garrison_found_is_the_least : forall g, garrison_found_is_the_least_says g).
Check (Bounds.win_bound : forall g, win_bound_says g).
Check (Bounds.loss_bound : forall g, loss_bound_says g).
Check (Monotone.single_loss_odds_are_monotone : single_loss_odds_are_monotone_says).
Check (Monotone.standard_odds_are_chances : standard_odds_are_chances_says).
Check (Monotone.single_loss_odds_are_chances : single_loss_odds_are_chances_says).
Check (Bounds.single_loss_win_bound : single_loss_win_bound_says).
Check (Bounds.single_loss_loss_bound : single_loss_loss_bound_says).

(** ** An attacker who may stop *)
Check (Stopping.best_obeys_bellman : best_obeys_bellman_says).
Check (Stopping.no_policy_is_better : no_policy_is_better_says).
Check (Stopping.best_policy_is_best : best_policy_is_best_says).

(** ** Certain digits: a mean over roots of unity *)
Check (Aliasing.coefficient_bound : coefficient_bound_says).
Check (Aliasing.aliases_beyond : aliases_beyond_says).
Check (Aliasing.aliases_before : aliases_before_says).
Check (Nodes.nodes_pick : forall F, nodes_pick_says F).
Check (Diagonal.diagonal_recursion : forall K A D p V F,
  diagonal_recursion_says K A D p V F).
Check (Diagonal.largest_recursion : forall K A D p V, largest_recursion_says K A D p V).
Check (Diagonal.diagonal_at_most : forall K A D p V F,
  diagonal_at_most_says K A D p V F).
Check (LeftOut.nodes_left_out : forall K A D p V F,
  nodes_left_out_says K A D p V F).
Check (Circle.certain_digits : forall K A D p V F,
  certain_digits_says K A D p V F).
Check (Modulus.complex_modulus : complex_modulus_says).
Check (Modulus.real_part_at_most : real_part_at_most_says).
Check (Modulus.norm_on_a_circle : norm_on_a_circle_says).
Check (LeftOut.hands_obey_rounds : hands_obey_rounds_says).

(** ** Tables of floats *)
Check (Rounding.errors_add_up : errors_add_up_says).

(** ** How the kernel counts *)
Check (Hands.throws_are_all : throws_are_all_says).
Check (Certify.grouped_throws_are_all : grouped_throws_are_all_says).

(** ** How often the naive recursion calls itself *)
Check (Paths.number_of_paths : number_of_paths_says).
Check (Paths.number_of_calls : number_of_calls_says).
Check (Paths.calls_of_one_state : calls_of_one_state_says).

(** ** Nothing is empty: what is spoken of exists, and real dice fulfil the hypotheses *)
Check (SaddlePoint.standard_most_dice_are_legal :
  legal_attack standard (most_attack standard) /\ legal_defence standard (most_defence standard)).
Check (Stopping.stop_at_best_is_stopping : forall b worth, is_stopping (stop_at_best b worth)).
Check Monotone.standard_is_monotone.
Check Stopping.standard_best_policy.
Check Stopping.standard_stopping.
Check Nodes.nodes_pick_complex.
Check RealHands.standard_1_against_1.
Check Aliasing.standard_coefficient_bound.
Check Circle.four_nodes.
Check Circle.four_real_parts.
Check (Monotone.three_attackers_are_needed :
  forall m, Q2Qc (1 # 2) <= standard_odds m 2 <-> (3 <= m)%nat).
Check (Monotone.three_defenders_are_needed :
  forall m, Q2Qc (1 # 2) <= 1 - standard_odds 3 m <-> (3 <= m)%nat).
Check (Bounds.standard_win_bound :
  forall a d, standard_odds a d <= Q2Qc (10 # 9) * Q2Qc (29 # 25) ^ a * Q2Qc (9 # 10) ^ d).
Check (Bounds.standard_loss_bound : forall a d,
  1 - standard_odds a d <= Q2Qc (100 # 81) * Q2Qc (9 # 10) ^ a * Q2Qc (111 # 100) ^ d).
Check (Stopping.standard_bellman : forall (worth : nat -> nat -> Qc) (a d : nat),
  best standard_battle worth a d =
    if over standard_battle a d then worth a d
    else larger (worth a d) (mean_after (best standard_battle worth)
      (cost standard_battle a d) (chance standard_battle a d) a d)).
Check (Stopping.standard_optimal_stopping : forall (worth : nat -> nat -> Qc) (a d : nat),
  stopped standard_battle worth (stop_at_best standard_battle worth) a d
    = best standard_battle worth a d /\
  forall s, is_stopping s -> stopped standard_battle worth s a d <= best standard_battle worth a d).
Check (Nodes.four_nodes_pick : forall N c z e,
  sum_over_nodes complex_numbers 4 (0, 1) N c z e =
    ring_sum complex_numbers N (fun n => if (n + e) mod 4 =? 0
      then complex_mul (number 4, 0) (complex_mul (c n) (ring_power complex_numbers z n))
      else (0, 0))).
Check (Aliasing.standard_weights_are_bounded : forall n i s,
  T 2 (dice_chance 2 3 2) n i * number s ^ i <= P 2 (dice_chance 2 3 2) (number s) ^ n).
Check (Aliasing.standard_aliases_beyond : forall n d m N s, (1 <= s)%nat ->
  (1 - (1 / number s) ^ m)
    * (Σ k < N, T 2 (dice_chance 2 3 2) n (d + S k * m) * 1 ^ (S k * m) * number s ^ d)
  <= P 2 (dice_chance 2 3 2) (number s) ^ n * (1 / number s) ^ m).
Check (Aliasing.standard_aliases_before : forall n d m N s, (1 <= s)%nat -> (N * m <= d)%nat ->
  (1 - (1 / number s) ^ m)
    * (Σ k < N, T 2 (dice_chance 2 3 2) n (d - S k * m) / number s ^ (S k * m) * 1 ^ d)
  <= 1 * (1 / number s) ^ m).
Check (LeftOut.standard_norm_on_a_circle : forall s,
  let h := (Q2Qc (4 # 5), Q2Qc (3 # 5)) in
  let w j := dice_chance 2 3 2 j * number s ^ j in
  let sine n := snd (ring_power complex_numbers h n) in
  complex_norm (rational_polynomial complex_numbers 3
    (dice_chance 2 3 2) (complex_mul (complex_real (number s)) (complex_mul h h))) =
  sum 3 w ^ 2 - Σ k < 3, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2).
Check (LeftOut.standard_diagonal : forall N units z, (units < N)%nat ->
  let at_point := rational_polynomial complex_numbers in
  let I units := at_point N (diagonal 3 2 standard_odds units) z in
  let X units := at_point N (entering 2 3 2 LeftOut.standard_share standard_odds units) z in
  I units = add (ring_sum complex_numbers 2 (fun i => mul
    (at_point (S (S i)) (LeftOut.standard_share (S i)) z) (I (units - S i)%nat))) (X units)).
Check (LeftOut.standard_diagonal_at_most : forall units, at_most
  (rational_polynomial complex_numbers (S units)
    (diagonal 3 2 standard_odds units) (0, 1))
  (largest 2 3 2 LeftOut.standard_share standard_odds LeftOut.standard_round_bound 1 units)).
Check (LeftOut.standard_nodes_left_out : forall units e,
  let c m := complex_real (diagonal 3 2 standard_odds units m) in
  at_most (sub
    (sum_over_nodes complex_numbers 4 (0, 1) (S units) c (1, 0) e)
    (sum_over_kept complex_numbers (fun j => j =? 0) 4 (0, 1)
      (S units) c (1, 0) e))
  (number 3
    * largest 2 3 2 LeftOut.standard_share standard_odds LeftOut.standard_round_bound 1 units)).
Check (Rounding.standard_table_of_thousandths : forall a d,
  near (number (a + d) * 0) (number (a + d) * Q2Qc (1 # 1000))
    (win_chance standard_rules 0 0 a d) (in_thousandths (win_chance standard_rules 0 0 a d))).
Check (RealDice.standard_recursion : forall a d, standard_odds a d =
  if over standard_battle a d then won a d
  else Σ i < S (cost standard_battle a d), chance standard_battle a d i
    * standard_odds (a - (cost standard_battle a d - i)) (d - i)).
Check (RealDice.standard_odds_are_a_mean : forall a d,
  standard_odds a d = Σ x < S a, Σ y < S d, won x y * ends_in standard_battle x y a d).
Check (RealDice.standard_total_mass_1 :
  forall a d, Σ x < S a, Σ y < S d, ends_in standard_battle x y a d = 1).
Check (RealDice.standard_first_exit : forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  standard_odds a d = exit_sum 2 3 2 (dice_chance 2 3 2) standard_odds a d).
Check (RealDice.standard_one_defender : forall a, (2 <= a)%nat ->
  standard_odds a 1 = 1 - (1 - standard_odds 2 1) * dice_chance 2 3 1 0 ^ (a - 2)).
Check (RealDice.standard_geometric_sum : forall n,
  geometric_sum (dice_chance 2 1 2 1 ^ 2) (dice_chance 2 2 2 2) n =
    ((dice_chance 2 1 2 1 ^ 2) ^ n - dice_chance 2 2 2 2 ^ n)
    / (dice_chance 2 1 2 1 ^ 2 - dice_chance 2 2 2 2)).
Check (RealDice.standard_weights_are_trinomial : forall n i, (i < S (2 * n))%nat ->
  T 2 (dice_chance 2 3 2) n i = trinomial_sum (dice_chance 2 3 2) n i).
Check (RealDice.powers_make_blocks : forall lo,
  let x := dice_chance 2 3 1 0 in
  let b := Block x 0 0 1 1 0 1 in
  is_block (fun n => x ^ n) (fun _ => 0) (fun _ => 1) (fun _ => 0) 1 lo 2 (joined 1 1 b b)).
Check (RealDice.standard_two_attackers_as_powers : forall d, standard_odds 2 d =
  kappa (dice_chance 2) * dice_chance 2 1 2 1 ^ d
  + gee (dice_chance 2) (d mod 2) * dice_chance 2 2 2 2 ^ (d / 2)).
Check (RealDice.standard_powers_taken_out : forall m n, (2 * n <= m)%nat ->
  dice_chance 2 1 2 1 ^ (m - 2 * n)
  = dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n).
Check (RealDice.standard_cell : forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  standard_odds a d = two_units_sums (dice_chance 2) a d).
Check (RealDice.single_loss_cell : forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  single_loss_odds a d = one_unit_sums (dice_chance 1) a d).
Check (RealHands.standard_ends_add_up :
  forall a d, Σ x < S a, Σ y < S d, ends_at (fought standard_rules 0 0) x y a d = 1).
Check (RealHands.standard_thrown_again : forall a d, (1 <= a)%nat -> (1 <= d)%nat ->
  win_chance standard_rules 0 0 a d =
    mean (fun losses => win_chance standard_rules 0 0 (a - fst losses) (d - snd losses))
      (all_throws standard_rules a d)).
Check (RealHands.standard_hands_first_exit : forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  win_chance standard_rules 0 0 a d =
    exit_sum 2 3 2 (share (full_round standard_rules)) (win_chance standard_rules 0 0) a d).

(** ** Printed tables: files that are generated *)
Check (StandardTable.standard_table_certified :
  table_is_right standard_odds StandardTable.standard_table 40).
Check (SingleLossTable.single_loss_table_certified :
  table_is_right single_loss_odds SingleLossTable.single_loss_table 20).
