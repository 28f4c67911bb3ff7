(** * The rule sets of the catalogue, decided by the kernel *)

From Coq Require Import Bool Lia List.
From Risk Require Import Spec SpecCatalogue RuleSets Catalogue3.
Import ListNotations.

Lemma all_fit : forallb fits rule_sets = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem games_are_played : games_are_played_says.
Proof. exact (all_of fits is_played _ game_is_played all_fit). Qed.

Theorem total_mass_1_for_all : total_mass_1_for_all_says.
Proof. exact (all_of fits has_mass_1 _ hands_have_mass_1 all_fit). Qed.

Theorem more_units_never_hurt : more_units_never_hurt_says.
Proof.
  apply (all_of (fun r => fits r && is_helpful r)).
  - intros r both. apply andb_prop in both as [fit helpful]. now apply hands_are_monotone.
  - vm_cast_no_check (eq_refl true).
Qed.

Theorem most_dice_are_best : most_dice_are_best_says.
Proof.
  do 3 (apply Forall_cons; [exact risiko_has_saddle|]).
  apply Forall_cons; [exact zombies_behind_a_wall_has_saddle|].
  apply Forall_cons; [exact capital_behind_a_wall_has_saddle|].
  apply (all_of is_decided _ _ hands_have_a_saddle). vm_cast_no_check (eq_refl true).
Qed.

Theorem fewer_dice_are_better : fewer_dice_are_better_says.
Proof.
  assert (fit := all_fit). rewrite forallb_forall in fit.
  assert (defended : forall r a d, In r rule_sets -> one_defence_die_is_better r (S a) (S d) = true ->
    defender_gains r (S a) (S d)).
  { intros r a d there. apply defender_gains_by_one; [now apply fit|lia|lia]. }
  do 6 (split; [apply defended; [cbn; tauto|vm_cast_no_check (eq_refl true)]|]).
  split; [|apply defended; [cbn; tauto|vm_cast_no_check (eq_refl true)]].
  apply attacker_gains_by_one; [apply fit; cbn; tauto|lia|lia|vm_cast_no_check (eq_refl true)].
Qed.
