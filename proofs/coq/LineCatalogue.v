(** * Where a line is held best, under the rule sets of the catalogue

    The kernel counts the throws of a rule set, and decides what is required of the counts. *)

From Coq Require Import Arith Bool List QArith Qcanon.
From Risk Require Import SpecCatalogue Sums Lines SaddlePoint RuleSets Line LineTwo LineCandidates.
Import ListNotations.

Lemma leader_against_stronghold_held : held_by_ones_and_twos lotr_leader_against_stronghold.
Proof.
  apply (held_so standard_numbers (counted_not_negative _) standard_is_fair standard_is_based).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem ones_twos_rest_in_catalogue : ones_twos_rest_in_catalogue_says.
Proof.
  repeat (apply Forall_cons; [first [exact ones_twos_rest|exact leader_against_stronghold_held|
    match goal with |- held_by_ones_and_twos ?r =>
      let counts := eval vm_compute in (grouped_counts r) in
      pose (p := counted counts); apply (held_so p (counted_not_negative _)) end;
    [split; match goal with
      | |- _ = _ => apply Qc_is_canon; vm_compute; reflexivity
      | |- _ <= _ => apply leb_le; vm_cast_no_check (eq_refl true)
      | _ => intros c [-> | ->]; apply leb_le; vm_cast_no_check (eq_refl true) end
    |split; vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl true)]]|]).
  apply Forall_nil.
Qed.
