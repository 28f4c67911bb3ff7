(** * The rule sets of the catalogue, as hands of dice, and what is claimed of them

    The program writes them so in its certificates; they are compared. *)

From Coq Require Import Arith Bool List NArith ZArith QArith Qcanon.
From Risk Require Import Spec.
Import ListNotations.
Local Open Scope nat_scope.
Local Open Scope Qc_scope.

(** Of rules given by hands: a side throws any number of its dice, the first ones of the list. *)
Definition times (throws : weighted (nat * nat)) (i : nat) : N :=
  fold_right (fun '(losses, w) more => if (snd losses =? i)%nat then w + more else more)%N 0%N throws.
Definition counts_of (r : ruleset) : list (list (list N)) :=
  let dice h x := map snd (firstn x (unit_dice h)) in
  map (fun x => map (fun y => map (times (throws_of r (dice (attack r) x) (dice (defence r) y)))
      (seq 0 (S (length (scoring_pairs r)))))
    (seq 1 (length (unit_dice (defence r))))) (seq 1 (length (unit_dice (attack r)))).
Definition game_of (r : ruleset) : game :=
  rule_set (map fst (unit_dice (attack r))) (map fst (unit_dice (defence r)))
    (length (scoring_pairs r)) (counts_of r).
(** The odds of the game are those of the battle, throw by throw. *)
Definition is_played (r : ruleset) : Prop :=
  forall a d, most_odds (game_of r) a d = win_chance r 0 0 a d.
Definition has_mass_1 (r : ruleset) : Prop := forall retreat stop a d,
  Σ x < S a, Σ y < S d, ends_at (fought r retreat stop) x y a d = 1.
Definition is_monotone (r : ruleset) : Prop := forall a a' d d', (a <= a')%nat -> (d' <= d)%nat ->
  win_chance r 0 0 a d <= win_chance r 0 0 a' d'.
Definition has_saddle (r : ruleset) : Prop := saddle (game_of r).
(** Somebody does better than with the most dice. *)
Definition attacker_gains (r : ruleset) (a d : nat) : Prop := exists x, legal_attack (game_of r) x /\
  win_chance r 0 0 a d < played (game_of r) x (most_defence (game_of r)) a d.
Definition defender_gains (r : ruleset) (a d : nat) : Prop := exists y, legal_defence (game_of r) y /\
  played (game_of r) (most_attack (game_of r)) y a d < win_chance r 0 0 a d.

(** ** The rule sets *)
Local Open Scope nat_scope.
Definition sixes (n : nat) : list (nat * die) := unit_dice (dice_6 n).
(** Of 36 such throws one is a 1, and seven are each other face. *)
Definition magic : die :=
  [(1%Z, 1%N); (2%Z, 7%N); (3%Z, 7%N); (4%Z, 7%N); (5%Z, 7%N); (6%Z, 7%N)].
Definition single_loss : ruleset := RuleSet (dice_6 3) (dice_6 2) [1] (1, 0).
Definition risiko : ruleset := RuleSet (dice_6 3) (dice_6 3) [1; 2; 3] (1, 0).
Definition capital : ruleset := RuleSet (dice_6 3) (dice_6 3) [1; 2; 3] (1, 0).
Definition wall : ruleset := RuleSet (dice_6 3) (dice_6 3) [1; 2; 3] (1, 0).
Definition capital_behind_a_wall : ruleset := RuleSet (dice_6 3) (dice_6 4) [1; 2; 3] (1, 0).
Definition four_dice : ruleset := RuleSet (dice_6 4) (dice_6 2) [1; 2] (1, 0).
Definition bonus_die : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [numbered 6] 0 0 0 false) [1; 2] (1, 0).
Definition bonus_attack_die : ruleset :=
  RuleSet (Hand (sixes 3) [numbered 6] 0 0 0 false) (dice_6 2) [1; 2] (1, 0).
Definition ties_to_attacker : ruleset := RuleSet (dice_6 3) (dice_6 2) [1; 2] (0, 1).
Definition two_dice_attack : ruleset := RuleSet (dice_6 2) (dice_6 2) [1; 2] (1, 0).
Definition zombies_attack_a_wall : ruleset := RuleSet (dice_6 2) (dice_6 3) [1; 2] (1, 0).
Definition zombies_behind_a_wall : ruleset := RuleSet (dice_6 3) (dice_6 3) [1; 2; 3] (0, 1).
Definition two_defenders_need_three : ruleset :=
  RuleSet (dice_6 3) (Hand [(1, numbered 6); (3, numbered 6)] [] 0 0 0 false) [1; 2] (1, 0).
Definition legacy_bunker : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 1 0 true) [1; 2] (1, 0).
Definition legacy_ammo_shortage : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 (-1) 0 true) [1; 2] (1, 0).
Definition legacy_fortification : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 1 0 0 true) [1; 2] (1, 0).
Definition legacy_bear : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 0 (-1) true) [1; 2] (1, 0).
Definition legacy_bear_against_bunker : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 1 (-1) true) [1; 2] (1, 0).
Definition legacy_lowest_raised : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 0 1 true) [1; 2] (1, 0).
Definition legacy_ammo_shortage_lowest_raised : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 (-1) 1 true) [1; 2] (1, 0).
Definition lotr_leader : ruleset :=
  RuleSet (Hand (sixes 3) [] 0 1 0 false) (dice_6 2) [1; 2] (1, 0).
Definition lotr_stronghold : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 1 0 false) [1; 2] (1, 0).
Definition lotr_leader_defends : ruleset :=
  RuleSet (dice_6 3) (Hand (sixes 2) [] 0 1 0 false) [1; 2] (1, 0).
Definition lotr_leader_against_stronghold : ruleset :=
  RuleSet (Hand (sixes 3) [] 0 1 0 false) (Hand (sixes 2) [] 0 1 0 false) [1; 2] (1, 0).
Definition risk_2210_commander : ruleset :=
  RuleSet (Hand [(1, numbered 8); (2, numbered 6); (3, numbered 6)] [] 0 0 0 false) 
    (dice_6 2) [1; 2] (1, 0).
Definition risk_2210_commander_defends : ruleset :=
  RuleSet (dice_6 3) (Hand [(1, numbered 8); (2, numbered 6)] [] 0 0 0 false) [1; 2] (1, 0).
Definition risk_2210_space_station : ruleset :=
  RuleSet (dice_6 3) (Hand [(1, numbered 8); (2, numbered 8)] [] 0 0 0 false) [1; 2] (1, 0).
Definition risk_2210_commander_against_station : ruleset :=
  RuleSet (Hand [(1, numbered 8); (2, numbered 6); (3, numbered 6)] [] 0 0 0 false) 
    (Hand [(1, numbered 8); (2, numbered 8)] [] 0 0 0 false) [1; 2] (1, 0).
Definition risk_2210_two_commanders : ruleset :=
  RuleSet (Hand [(1, numbered 8); (2, numbered 8); (3, numbered 6)] [] 0 0 0 false) 
    (dice_6 2) [1; 2] (1, 0).
Definition godstorm_magic : ruleset :=
  RuleSet (Hand [(1, magic); (2, magic); (3, magic)] [] 0 0 0 false) (dice_6 2) [1; 2] (1, 0).
Definition godstorm_magic_defends : ruleset :=
  RuleSet (dice_6 3) (Hand [(1, magic); (2, magic)] [] 0 0 0 false) [1; 2] (1, 0).
Definition rule_sets : list ruleset := [standard_rules; single_loss; risiko; capital; wall;
  capital_behind_a_wall; four_dice; bonus_die; bonus_attack_die; ties_to_attacker; two_dice_attack;
  zombies_attack_a_wall; zombies_behind_a_wall; two_defenders_need_three; legacy_bunker;
  legacy_ammo_shortage; legacy_fortification; legacy_bear; legacy_bear_against_bunker;
  legacy_lowest_raised; legacy_ammo_shortage_lowest_raised; lotr_leader; lotr_stronghold;
  lotr_leader_defends; lotr_leader_against_stronghold; risk_2210_commander;
  risk_2210_commander_defends; risk_2210_space_station; risk_2210_commander_against_station;
  risk_2210_two_commanders; godstorm_magic; godstorm_magic_defends].

(** ** What is claimed of them *)
Definition games_are_played_says : Prop := Forall is_played rule_sets.
Definition total_mass_1_for_all_says : Prop := Forall has_mass_1 rule_sets.
Definition more_units_never_hurt_says : Prop := Forall is_monotone rule_sets.
Definition most_dice_are_best_says : Prop := Forall has_saddle [risiko; capital; wall;
  zombies_behind_a_wall; capital_behind_a_wall; standard_rules; single_loss; four_dice;
  bonus_attack_die; ties_to_attacker; two_dice_attack; zombies_attack_a_wall;
  two_defenders_need_three; legacy_ammo_shortage; legacy_fortification; legacy_bear;
  legacy_bear_against_bunker; lotr_leader; lotr_leader_against_stronghold;
  risk_2210_space_station; risk_2210_commander_against_station; risk_2210_two_commanders;
  godstorm_magic; godstorm_magic_defends].
Definition fewer_dice_are_better_says : Prop :=
  defender_gains bonus_die 2 3 /\ defender_gains legacy_bunker 3 16 /\
  defender_gains legacy_lowest_raised 2 3 /\
  defender_gains legacy_ammo_shortage_lowest_raised 3 14 /\ defender_gains lotr_stronghold 3 16 /\
  defender_gains lotr_leader_defends 3 16 /\ attacker_gains risk_2210_commander 2 2 /\
  defender_gains risk_2210_commander_defends 2 3.
Definition ones_twos_rest_in_catalogue_says : Prop := Forall held_by_ones_and_twos [
  standard_rules; bonus_attack_die; legacy_ammo_shortage; legacy_fortification; legacy_bear;
  legacy_bear_against_bunker; lotr_leader; lotr_leader_against_stronghold; risk_2210_commander;
  risk_2210_space_station; risk_2210_commander_against_station; risk_2210_two_commanders;
  godstorm_magic_defends].
