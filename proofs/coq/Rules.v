(** * The two rule sets of the tables, with the dice of [Dice]

    Main results: their chances as numbers; total mass 1.  The formulas of [Geometric], [Binomial] and
    [Trinomial] hold for any chances, so for these. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric Binomial Trinomial.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Total mass *)

Theorem dice_total_mass_1 A D pairs r a d : (1 <= A)%nat -> (1 <= D)%nat -> (1 <= pairs)%nat ->
  Σ x < S a, Σ y < S d, ends_in (dice A D pairs r (dice_chance pairs)) x y a d = 1.
Proof.
  intros HA HD HP. apply total_mass_1.
  - now apply dice_cost.
  - intros x y _. apply dice_chances_add_up.
Qed.

(** ** The chances of a round *)

Theorem standard_chances :
  dice_chance 2 3 2 0 = Q2Qc (2275 # 7776) /\
  dice_chance 2 3 2 1 = Q2Qc (2611 # 7776) /\
  dice_chance 2 3 2 2 = Q2Qc (2890 # 7776) /\
  dice_chance 2 3 1 0 = Q2Qc (441 # 1296) /\ dice_chance 2 3 1 1 = Q2Qc (855 # 1296) /\
  dice_chance 2 2 2 0 = Q2Qc (581 # 1296) /\
  dice_chance 2 2 2 1 = Q2Qc (420 # 1296) /\
  dice_chance 2 2 2 2 = Q2Qc (295 # 1296) /\
  dice_chance 2 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 2 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 2 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 2 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 2 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 2 1 1 1 = Q2Qc (15 # 36).
Proof. repeat split; apply Qc_is_canon; vm_compute; reflexivity. Qed.

Theorem single_loss_chances :
  dice_chance 1 3 2 0 = Q2Qc (4109 # 7776) /\ dice_chance 1 3 2 1 = Q2Qc (3667 # 7776) /\
  dice_chance 1 3 1 0 = Q2Qc (441 # 1296) /\ dice_chance 1 3 1 1 = Q2Qc (855 # 1296) /\
  dice_chance 1 2 2 0 = Q2Qc (791 # 1296) /\ dice_chance 1 2 2 1 = Q2Qc (505 # 1296) /\
  dice_chance 1 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 1 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 1 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 1 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 1 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 1 1 1 1 = Q2Qc (15 # 36).
Proof. repeat split; apply Qc_is_canon; vm_compute; reflexivity. Qed.

Lemma number_positive n : (1 <= n)%nat -> 0 < number n.
Proof. intros some. unfold number, Qclt. rewrite !fraction_in_Q. unfold Qlt. cbn. lia. Qed.
