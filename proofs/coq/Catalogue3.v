(** * The rule sets of three pairs, under which the most dice are best: the kernel takes seconds *)

From Risk Require Import Spec SpecCatalogue RuleSets.

Lemma risiko_has_saddle : has_saddle risiko.
Proof. apply hands_have_a_saddle. vm_cast_no_check (eq_refl true). Qed.

Lemma zombies_behind_a_wall_has_saddle : has_saddle zombies_behind_a_wall.
Proof. apply hands_have_a_saddle. vm_cast_no_check (eq_refl true). Qed.

Lemma capital_behind_a_wall_has_saddle : has_saddle capital_behind_a_wall.
Proof. apply hands_have_a_saddle. vm_cast_no_check (eq_refl true). Qed.
