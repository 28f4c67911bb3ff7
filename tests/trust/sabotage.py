"""`python -m tests.trust.sabotage`: makes theorems say less, or nothing, and looks who notices.

A saboteur edits the Coq files of `proofs`, the specification among them, and repairs the proofs.
Each of these changes has to be refused, but for one: where the specification says less, and that is
proved, only a reader of its difference sees it.  For each, what it touches is compiled anew.
"""

import re
import sys
from collections.abc import Collection, Mapping
from typing import NamedTuple

from proofs import __main__ as proofs
from proofs import hypotheses, kernel, specification, vernacular
from riskexact.base.errors import RiskError
from riskexact.certificates import coq


class Edit(NamedTuple):
    """What the saboteur writes in a Coq file, and instead of what."""

    file: str
    old: str
    new: str


class Sabotage(NamedTuple):
    """Edits, and a part of what the check says of them."""

    what: str
    edits: tuple[Edit, ...]
    refusal: str


def inserted(text: str) -> tuple[Edit, ...]:
    """The edit of `RealDice.v` that puts a text before its first lemma."""
    place = "Lemma standard_rounds_cost :"
    return (Edit("RealDice", place, f"{text}\n{place}"),)


RISIKO = "risiko : ruleset := RuleSet (dice_6 3) (dice_6 3) [1; 2; 3] (1, 0)."
LAST = "Theorem single_loss_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->"
SADDLE = "Check (SaddlePoint.saddle_point : saddle_point_says)."
OPEN = "Local Open Scope nat_scope.\nFixpoint throws"

SUM = "Σ x < S a, Σ y < S d, ends_at (fought standard_rules 0 0) x y a d = 1"
ENDS_SAY = "Check (RealHands.standard_ends_add_up :\n  forall a d,"


def ends_said(words: str) -> tuple[Edit, ...]:
    """The edit of `Specified.v` that has other words for `standard_ends_add_up`."""
    said = f"{ENDS_SAY} {SUM})."
    return (Edit("Specified", said, f"Check (RealHands.standard_ends_add_up : {words})."),)


UNREAD = (
    Sabotage(
        "a hypothesis outside every section",
        inserted("Hypothesis cheat : forall m n : nat, m = n."),
        "RealDice: Hypothesis cheat",
    ),
    Sabotage(
        "another meaning of <=",
        inserted('Notation "x <= y" := (Qcle x (y + 1)) : Qc_scope.'),
        "RealDice: Notation",
    ),
    Sabotage(
        "another meaning of <=, printed like the old one",
        inserted('Notation "x <= y" := (Qcle x (y + 1)) (only printing) : Qc_scope.'),
        "RealDice: Notation",
    ),
    Sabotage(
        "a local definition",
        inserted("Local Definition won (a d : nat) : Qc := 1."),
        "RealDice: Local Definition won",
    ),
    Sabotage(
        "an axiom between two strings that look like a comment",
        inserted('Definition s := "(*"%string. Axiom cheat : False. Definition t := "*)"%string.'),
        "RealDice: Axiom cheat",
    ),
    Sabotage(
        "a lemma that is admitted, and used by no theorem",
        inserted("Lemma cheat : 0 = 1.\nProof.\nAdmitted."),
        "RealDice: Admitted",
    ),
    Sabotage(
        "an axiom within a proof",
        inserted("Lemma cheat : 0 = 1.\nProof. Axiom no : False. destruct no. Qed."),
        "RealDice: Axiom no",
    ),
    Sabotage(
        "a coercion",
        inserted("Coercion number : nat >-> Qc."),
        "RealDice: Coercion number",
    ),
    Sabotage(
        "a coercion in a record",
        inserted("Record wrapped := Wrapped { unwrapped :> nat -> nat }."),
        "RealDice: Record wrapped",
    ),
    Sabotage(
        "a notation in a definition",
        inserted('Fixpoint f (n : nat) : nat := 0 where "x + y" := (f y) : nat_scope.'),
        "RealDice: Fixpoint f",
    ),
    Sabotage(
        "a definition that is admitted",
        inserted("Definition cheat : 0 = 1 := ltac:(admit)."),
        "RealDice: Definition cheat",
    ),
    Sabotage(
        "a recursion that need not end",
        inserted("Unset Guard Checking.\nFixpoint loop (n : nat) : False := loop n."),
        "RealDice: Unset Guard Checking",
    ),
    Sabotage(
        "another Nat.min",
        inserted("Module Nat.\nDefinition min := Nat.max.\nEnd Nat."),
        "RealDice: Module Nat",
    ),
    Sabotage(
        "a tactic in a new sense",
        inserted("Ltac lia := idtac."),
        "RealDice: Ltac lia",
    ),
    Sabotage(
        "a ring of one's own",
        inserted("Add Ring cheat : Qcrt (setoid cheat cheat_is_equal)."),
        "RealDice: Add Ring cheat",
    ),
    Sabotage(
        "statements of which a part is printed",
        inserted("Global Set Printing Depth 3."),
        "RealDice: Global Set Printing",
    ),
    Sabotage(
        "an axiom behind a bullet within a proof",
        inserted("Lemma cheat : 0 = 1.\nProof. - Axiom no : False. destruct no. Qed."),
        "RealDice: - Axiom no",
    ),
    Sabotage(
        "a definition behind a bullet within a proof",
        inserted("Lemma cheat : 0 = 0.\nProof. - Definition won (a d : nat) : Qc := 1. easy. Qed."),
        "RealDice: - Definition won",
    ),
    Sabotage(
        "a letter that looks like another, in the specification",
        (Edit("Spec", "price (d : nat)", "\N{CYRILLIC SMALL LETTER ER}rice (d : nat)"),),
        "Spec: Definition \N{CYRILLIC SMALL LETTER ER}rice",
    ),
    Sabotage(
        "another meaning of <= in the specification",
        (Edit("Spec", OPEN, f'Notation "x <= y" := (Qcle x (y + 1)) : Qc_scope.\n{OPEN}'),),
        'Spec: Notation "x <= y"',
    ),
    Sabotage(
        "a specification that takes a definition from elsewhere",
        (Edit("SpecEngine", "Import Spec.", "Import Spec Paths."),),
        "SpecEngine: From Risk Require Import Spec Paths",
    ),
    Sabotage(
        "a file that is imported where theorems are compared",
        (Edit("Specified", "Import ListNotations.", "Import ListNotations SaddlePoint."),),
        "Specified: Import ListNotations SaddlePoint",
    ),
    Sabotage(
        "a rule set of the catalogue with the dice of another",
        (Edit("SpecCatalogue", RISIKO, RISIKO.replace("3) [1; 2; 3]", "2) [1]")),),
        "SpecCatalogue.risiko is not that of the catalogue, ruleset := RuleSet (dice_6 3)",
    ),
    Sabotage(
        "a theorem that is a lemma now",
        (Edit("RealDice", LAST, LAST.replace("Theorem", "Lemma")),),
        "RealDice.single_loss_cell is in proofs/theorems.md, but not proved",
    ),
    Sabotage(
        "a statement that is compared with no theorem",
        (Edit("Specified", SADDLE, ""),),
        "saddle_point_says is compared with no theorem",
    ),
    Sabotage(
        "a theorem that is compared with less than its statement",
        (Edit("Specified", SADDLE, SADDLE.replace("saddle_point_says", "forall a : nat, a = a")),),
        "SaddlePoint.saddle_point is compared with forall a : nat, a = a",
    ),
    Sabotage(
        "a theorem that is compared for some chances only",
        (Edit("Specified", "pairs p, one_attacker_says pairs p", "p, one_attacker_says 2 p"),),
        "Geometric.one_attacker is compared with forall p, one_attacker_says 2 p",
    ),
    Sabotage(
        "a notation of a recursion in the specification",
        (
            Edit(
                "SpecEngine",
                "Definition number_of_paths_says",
                'Fixpoint more (x y : nat) : nat := O where "x + y" := (more x y) : nat_scope.\n'
                "Definition number_of_paths_says",
            ),
        ),
        "SpecEngine: Fixpoint more",
    ),
    Sabotage(
        "a coercion in a record of the specification",
        (Edit("Spec", "Thrown { shows : Z;", "Thrown { shows :> Z;"),),
        "Spec: Record thrown",
    ),
    Sabotage(
        "a coercion in a section of the specification",
        (Edit("SpecEngine", "Variable g : game.", "Variables (g : game) (least :> nat -> Qc)."),),
        "SpecEngine: Variables (g : game)",
    ),
    Sabotage(
        "a tactic in place of a term of the specification",
        (Edit("Spec", ": cell := Cell 1 1 0 0.", ": cell := ltac:(exact (Cell 0 1 0 0))."),),
        "Spec: Definition nothing",
    ),
    Sabotage(
        "a tactic in place of a statement",
        ends_said("ltac:(let T := type of RealHands.standard_ends_add_up in exact T)"),
        "Specified: Check (RealHands.standard_ends_add_up : ltac:",
    ),
    Sabotage(
        "a variable of the specification outside of a section",
        (Edit("SpecEngine", "Section Criteria.", "Variable no : 0 = 1.\nSection Criteria."),),
        "SpecEngine: Variable no",
    ),
    Sabotage(
        "variables behind the end of a section of the specification",
        (Edit("SpecEngine", "End Criteria.", "End Criteria.\nVariables no : 0 = 1."),),
        "SpecEngine: Variables no",
    ),
    Sabotage(
        "a hypothesis of the specification outside of a section",
        (Edit("Spec", OPEN, f"Hypothesis no : 0 = 1.\n{OPEN}"),),
        "Spec: Hypothesis no",
    ),
    Sabotage(
        "a context of the specification outside of a section",
        (Edit("Spec", OPEN, f"Context (no : 0 = 1).\n{OPEN}"),),
        "Spec: Context (no",
    ),
    Sabotage(
        "a theorem that is compared with whatever it says",
        ends_said("_"),
        "Specified: Check (RealHands.standard_ends_add_up : _",
    ),
    Sabotage(
        "a theorem of which a part is compared with whatever it says",
        ends_said("forall a d : nat, _ = 1"),
        "Specified: Check (RealHands.standard_ends_add_up : forall a d : nat, _",
    ),
    Sabotage(
        "a name of the specification with a second meaning",
        (
            Edit(
                "SpecEngine",
                "Definition number_of_paths_says",
                "Definition fought (r : ruleset) (retreat stop : nat) : contest :=\n"
                "  Contest (fun _ _ => []) retreat stop.\nDefinition number_of_paths_says",
            ),
        ),
        "SpecEngine: Definition fought",
    ),
    Sabotage(
        "a name of Coq's whose arguments are read in another scope",
        (Edit("Spec", OPEN, f"Arguments Qcle (x y)%nat_scope.\n{OPEN}"),),
        "Spec: Arguments Qcle",
    ),
    Sabotage(
        "a library of Coq's with meanings of its own, in the specification",
        (Edit("SpecTurn", "Import Arith Bool", "Import Reals Arith Bool"),),
        "SpecTurn: From Coq Require Import Reals",
    ),
    Sabotage(
        "a library of Coq's with meanings of its own, where theorems are compared",
        (Edit("Specified", "List QArith Qcanon.", "List QArith Qcanon Reals."),),
        "Specified: From Coq Require Import Arith Bool List QArith Qcanon Reals",
    ),
    Sabotage(
        "a type whose numbers are read as another's",
        (
            Edit(
                "Spec",
                "Bind Scope dec_uint_scope with Number.uint.",
                "Bind Scope dec_uint_scope with Number.uint.\nBind Scope nat_scope with Qc.",
            ),
        ),
        "Spec: Bind Scope nat_scope",
    ),
)
"""What is refused before Coq reads it."""

CELL = "Theorem two_units_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->"
AFTER_CELL = "(** What the engine takes out of such a sum"
EMPTY_CELL = (
    Edit("Cell", CELL, CELL.replace("Theorem two_units_cell", "Lemma honest_cell")),
    Edit(
        "Cell",
        AFTER_CELL,
        f"{CELL} p 3 2 0 = 0 -> p 3 2 0 = 1 ->\n"
        "  r + p 3 1 1 = 1 -> s ^ 2 <> v2 -> Q a d = two_units_sums p a d.\n"
        f"Proof. intros X Y _ _. revert X Y. exact (honest_cell a d). Qed.\n\n{AFTER_CELL}",
    ),
    Edit(
        "SpecEngine",
        "p 3 1 0 + p 3 1 1 = 1 ->\n  p 1 2 1 ^ 2 <> p 2 2 2 ->",
        "p 3 2 0 = 0 -> p 3 2 0 = 1 ->\n  p 3 1 0 + p 3 1 1 = 1 -> p 1 2 1 ^ 2 <> p 2 2 2 ->",
    ),
)
BLOCK = "  A10 b * u0 lo + A11 b * u1 lo = D b * u1 (lo + steps)%nat /\\\n"
CALLS = "Theorem number_of_calls"
CALLS_SAY = "number_of_calls_says : Prop := forall"
AFTER_CALLS = "Lemma calls_of_any_state"
ONE_STATE = "Theorem calls_of_one_state a d x y : 1 <= x <= a"
COUNTS = "Theorem standard_loss_counts"

ENDS = "Theorem standard_ends_add_up a d"
NOTHING = "RealHands.standard_ends_add_up has arguments or hypotheses that nothing was found for"


def for_all(binders: str, before: str = "") -> tuple[Edit, ...]:
    """The edits that prove `standard_ends_add_up` for these arguments alone, and say so."""
    return (
        Edit("RealHands", ENDS, f"{before}{ENDS.replace('a d', binders)}"),
        Edit("Specified", ENDS_SAY, ENDS_SAY.replace("a d,", f"{binders},", 1)),
    )


COMPILED = (
    Sabotage(
        "a record of which there is none",
        for_all(
            "(none : RealHands.unheard) a d",
            "Record unheard : Set := Unheard { few : nat; fewer : (few < few)%nat }.\n",
        ),
        NOTHING,
    ),
    Sabotage("a function to nothing", for_all("(none : nat -> Empty_set) a d"), NOTHING),
    Sabotage("numbers of which there are none", for_all("(n : {n | n < n}%nat) a d"), NOTHING),
    Sabotage(
        "a product that is less than its factor",
        for_all("a d (none : (a * S a < a)%nat)"),
        NOTHING,
    ),
    Sabotage(
        "hypotheses behind a name",
        (
            Edit(
                "RealHands",
                f"{ENDS} :\n  {SUM}.\nProof. ",
                f"Definition hidden : Prop := forall (none : Empty_set) a d, {SUM}.\n"
                "Theorem standard_ends_add_up : hidden.\nProof. intros none a d. ",
            ),
            *ends_said("RealHands.hidden"),
        ),
        NOTHING,
    ),
    Sabotage(
        "an instance in words that Coq takes for the same",
        (
            Edit(
                "RealHands",
                ENDS,
                "Theorem standard_ends_add_up (a d : nat) : 0 + 1 = 1.\n"
                "Proof. easy. Qed.\nLemma honest_ends a d",
            ),
            *ends_said("forall a d : nat, 1 = 1"),
        ),
        "RealHands.standard_ends_add_up is compared with other words than its own",
    ),
    Sabotage(
        "hypotheses on chances that contradict each other",
        EMPTY_CELL,
        "Coq refuses RealDice.v",
    ),
    Sabotage(
        "the same, without the instance",
        (
            *EMPTY_CELL,
            Edit(
                "RealDice",
                "apply two_units_cell; [easy|easy|",
                "apply honest_cell; [easy|easy|",
            ),
        ),
        "Cell.two_units_cell has hypotheses, but no instance",
    ),
    Sabotage(
        "an instance that says nothing, and mentions its theorem",
        (
            Edit(
                "RealDice",
                "Theorem standard_powers_taken_out m n : (2 * n <= m)%nat ->\n"
                "  dice_chance 2 1 2 1 ^ (m - 2 * n) =\n"
                "  dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n.\n"
                "Proof.\n  apply powers_taken_out.\n",
                "Theorem standard_powers_taken_out m n : (2 * n <= m)%nat -> 1 = 1.\n"
                "Proof.\n  pose proof powers_taken_out as _.\n"
                "  enough (dice_chance 2 1 2 1 <> 0) by easy.\n",
            ),
            Edit(
                "Specified",
                "  dice_chance 2 1 2 1 ^ (m - 2 * n)\n"
                "  = dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n)",
                "  1 = 1)",
            ),
        ),
        "Cell.powers_taken_out has hypotheses, but no instance",
    ),
    Sabotage(
        "hypotheses on numbers that contradict each other",
        (
            Edit("RealDice", LAST, f"{LAST} (a + d <= 4)%nat ->"),
            Edit(
                "RealDice",
                "  intros enough_a enough_d. apply one_unit_cell;",
                "  intros enough_a enough_d _. apply one_unit_cell;",
            ),
            Edit(
                "Specified",
                "  single_loss_odds a d = one_unit_sums",
                "  (a + d <= 4)%nat -> single_loss_odds a d = one_unit_sums",
            ),
        ),
        "RealDice.single_loss_cell has arguments or hypotheses that nothing was found for",
    ),
    Sabotage(
        "an argument that nothing can be",
        (
            Edit("Paths", f"{CALLS} a d", f"{CALLS} (none : Empty_set) a d"),
            Edit("SpecEngine", CALLS_SAY, CALLS_SAY.replace("forall", "forall (none : Empty_set)")),
        ),
        "Paths.number_of_calls has arguments or hypotheses that nothing was found for",
    ),
    Sabotage(
        "a theorem of fewer cases",
        (Edit("Paths", ONE_STATE, ONE_STATE.replace("1 <=", "2 <=")),),
        'The term "Paths.calls_of_one_state" has type',
    ),
    Sabotage(
        "a definition in place of the one that is specified, behind another name",
        (
            Edit("Paths", CALLS, "Lemma honest_calls"),
            Edit(
                "Paths",
                AFTER_CALLS,
                "Fixpoint uncounted (n : nat) : nat := match n with O => 0 | S m => calls m m end\n"
                "with calls (a d : nat) : nat := match a with O => 1 | S _ => 2 * M a d - 1 end.\n"
                f"{CALLS} a d : calls a d + 1 = 2 * M a d.\n"
                "Proof. destruct a; [now rewrite M_0_left|]. cbn [calls].\n"
                f"  pose proof (honest_calls (S a) d). lia. Qed.\n\n{AFTER_CALLS}",
            ),
        ),
        'The term "Paths.number_of_calls" has type',
    ),
    Sabotage(
        "a file with the name of one of Coq's",
        (
            Edit("Permutation", "", "Definition Permutation (x y : list nat) := True.\n"),
            Edit("Dice", "Theorem sorted_sorts", "Lemma honest_sorts"),
            Edit("Dice", "Permutation_length, sorted_sorts.", "Permutation_length, honest_sorts."),
            Edit(
                "Dice",
                COUNTS,
                "From Risk Require Import Permutation.\n"
                "Theorem sorted_sorts throw :\n"
                "  Permutation throw (sorted throw) /\\ StronglySorted ge (sorted throw).\n"
                f"Proof. split; [exact I|apply honest_sorts]. Qed.\n\n{COUNTS}",
            ),
        ),
        'The term "Dice.sorted_sorts" has type',
    ),
    Sabotage(
        "an axiom of Coq's library",
        (
            Edit("Paths", "Import Arith Bool Lia List.", "Import Arith Bool Classical Lia List."),
            Edit(
                "Paths",
                "  revert d. induction a as [|a IHa]; intros d; [now rewrite M_0_left|].",
                "  destruct (classic (a = a)) as [_|other]; [|now destruct other].\n"
                "  revert d. induction a as [|a IHa]; intros d; [now rewrite M_0_left|].",
            ),
        ),
        "Paths.number_of_calls rests on something unproved: Axioms: Classical_Prop",
    ),
    Sabotage(
        "another chance of one more round on two countries",
        (Edit("Spec", "Q2Qc (49 # 144) ^ (r - 2)", "Q2Qc (48 # 144) ^ (r - 2)"),),
        "Coq refuses Duel.v",
    ),
    Sabotage(
        "another number of new armies on two countries",
        (
            Edit(
                "Spec",
                "won_within later r (negb mover) q p ((0, 0, 0)%nat :: h) (y + r) x",
                "won_within later r (negb mover) q p ((0, 0, 0)%nat :: h) (y + S r) x",
            ),
        ),
        "Coq refuses DuelPlay.v",
    ),
    Sabotage(
        "policies of which none is legal",
        (Edit("Spec", "/\\ Σ n < attack_dice g a,", "/\\ a <> a /\\ Σ n < attack_dice g a,"),),
        "Coq refuses SaddlePoint.v",
    ),
    Sabotage(
        "a definition that says less",
        (Edit("SpecEngine", BLOCK, ""),),
        "Coq refuses Columns.v",
    ),
    Sabotage(
        "a count one higher and one lower",
        (
            Edit("Dice", "[2275; 2611; 2890]", "[2276; 2610; 2890]"),
            Edit("Spec", "[2275; 2611; 2890]", "[2276; 2610; 2890]"),
        ),
        "Coq refuses Dice.v",
    ),
    Sabotage(
        "dice that are sorted wrongly",
        (Edit("Spec", "then die :: dice else first", "then die :: rest else first"),),
        "Coq refuses Dice.v",
    ),
    Sabotage(
        "a criterion that looks at no state",
        (Edit("SpecEngine", "forallb (f a) (seq 1 D)) (seq 1 A)", "forallb (f a) (seq 1 D)) []"),),
        "Coq refuses Monotone.v",
    ),
    Sabotage(
        "a criterion that compares expected losses only",
        (Edit("SpecEngine", "(tail n c' m)) (seq 0 n)", "(tail n c' m)) (seq 0 1)"),),
        "Coq refuses Monotone.v",
    ),
    Sabotage(
        "the best of policies that always go on",
        (Edit("SpecEngine", "if leb x y then y else x", "if leb x y then y else y"),),
        "Coq refuses Sums.v",
    ),
    Sabotage(
        "a spread with two units on one territory, in place of one",
        (
            Edit("Spec", "(spread (k - 1) 0 (n - (k - 1)))", "(spread (k - 2) 1 (n - k))"),
            Edit("LineSingle", "(spread (k - 1) 0 (n - (k - 1)))", "(spread (k - 2) 1 (n - k))"),
        ),
        "Coq refuses LineSingle.v",
    ),
    Sabotage(
        "two on each against one attacker fewer",
        (
            Edit("Spec", "(2 * k <= a)%nat", "(2 * k - 1 <= a)%nat"),
            Edit("LineBest", "(2 * k <= a)%nat", "(2 * k - 1 <= a)%nat"),
        ),
        "Coq refuses LineBest.v",
    ),
    Sabotage(
        "two on each with one unit fewer: of three units on two territories 1 and 2 are better",
        (
            Edit("Spec", "(2 * k <= n)%nat", "(2 * k - 1 <= n)%nat"),
            Edit("LineBest", "(2 * k <= n)%nat", "(2 * k - 1 <= n)%nat"),
        ),
        "Coq refuses LineBest.v",
    ),
    Sabotage(
        "a line of ones, threes and the rest",
        (Edit("Spec", "repeat 2 twos", "repeat 3 twos"),),
        "Coq refuses LineCandidates.v",
    ),
    Sabotage(
        "a line held by ones and twos under other rules of the catalogue",
        (
            Edit(
                "SpecCatalogue",
                "lotr_leader; lotr_leader_against_stronghold; risk_2210_commander;",
                "lotr_stronghold; lotr_leader_against_stronghold; risk_2210_commander;",
            ),
        ),
        "Coq refuses LineCatalogue.v",
    ),
    Sabotage(
        "another price of a garrison",
        (Edit("Spec", "Q2Qc (2387 # 2797)", "Q2Qc (2386 # 2797)"),),
        "Coq refuses Garrison.v",
    ),
    Sabotage(
        "a root of which some power is 1",
        (Edit("SpecEngine", "forall k, (0 < k < m)%nat", "forall k, (1 < k < m)%nat"),),
        "Coq refuses Nodes.v",
    ),
    Sabotage(
        "throws of two hands that do not multiply",
        (Edit("Spec", "(f x y, (v * w)%N)", "(f x y, v)"),),
        "Coq refuses Means.v",
    ),
    Sabotage(
        "a throw that costs nothing ends the round",
        (Edit("Spec", "(0 <? fst losses + snd losses)", "(0 <=? fst losses + snd losses)"),),
        "Coq refuses Contest.v",
    ),
    Sabotage(
        "a die whose six falls twice as often",
        (Edit("Spec", "(Z.of_nat face, 1%N)", "(Z.of_nat face, if face =? 6 then 2%N else 1%N)"),),
        "Coq refuses RealHands.v",
    ),
    Sabotage(
        "a rule set whose throws are counted as those of another",
        (
            Edit(
                "RuleSets",
                "(r : ruleset) : list (list (list N)) :=\n  let dice",
                "(rules : ruleset) : list (list (list N)) :=\n"
                "  let r := if list_eq_dec Nat.eq_dec (scoring_pairs rules) [1; 2; 3]%nat\n"
                "    then single_loss else rules in\n  let dice",
            ),
        ),
        "Coq refuses RuleSets.v",
    ),
    Sabotage(
        "a certificate of which Coq checks nothing",
        (Edit("Certify", "((0 <? m) && (0 <? scale))%Z then Some", "true then Some"),),
        "Coq refuses Certify.v",
    ),
    Sabotage(
        "a campaign in which nobody stays behind",
        (Edit("Spec", "campaign later reserve (x - left_behind t)", "campaign later reserve x"),),
        "Coq refuses Certify.v",
    ),
    Sabotage(
        "plans whose chances add up to two",
        (Edit("SpecTurn", "p before s n <= 1.", "p before s n <= 1 + 1."),),
        "Coq refuses Decisions.v",
    ),
    Sabotage(
        "a turn in which nothing has to be taken",
        (Edit("SpecTurn", "0 <? mine s t) (to_take g)", "0 <=? mine s t) (to_take g)"),),
        "Coq refuses Turn.v",
    ),
    Sabotage(
        "a turn of another chance",
        tuple(Edit(file, "7209256319291875", "7209256319291876") for file in ("SpecTurn", "Turn")),
        "Coq refuses Turn.v",
    ),
    Sabotage(
        "the worst of all choices",
        (Edit("Turn", "Some (Z.max x y)", "Some (Z.min x y)"),),
        "Coq refuses Turn.v",
    ),
    Sabotage(
        "values of other stages",
        (Edit("Turn", "if same_stage s t then Some x else None", "Some x"),),
        "Coq refuses Turn.v",
    ),
    Sabotage(
        "another factor in the sums over the rounds",
        (Edit("WholeCell", "(Wanted 5501 2890 62208)", "(Wanted 5502 2890 62208)"),),
        "Coq refuses WholeCell.v",
    ),
    Sabotage(
        "certificates of sums that do not look at the smallest armies",
        (Edit("WholeCell", "((3 <=? a) && (2 <=? d))%nat && is_fr", "(2 <=? d)%nat && is_fr"),),
        "Coq refuses WholeCell.v",
    ),
)
"""What Coq has to read: the changed files, and those that rest on them."""

SEEN = (
    Sabotage(
        "a theorem of fewer cases, and a statement of as few",
        (
            Edit("Paths", ONE_STATE, ONE_STATE.replace("1 <=", "2 <=")),
            Edit("SpecEngine", "forall a d x y, (1 <= x <= a)", "forall a d x y, (2 <= x <= a)"),
        ),
        "",
    ),
)
"""What only a reader of the difference sees: a specification that says less, and is proved."""


def edited(sabotage: Sabotage) -> dict[str, str]:
    """Return the Coq files as the saboteur leaves them."""
    texts = kernel.sources()
    for file, old, new in sabotage.edits:
        assert texts.setdefault(file, "").count(old) == 1, (sabotage.what, old)
        texts[file] = texts[file].replace(old, new)
    return texts


def unread(texts: Mapping[str, str]) -> list[str]:
    """Return what the check says before Coq reads the files."""
    readme = specification.THEOREMS.read_text(encoding="utf-8")
    return vernacular.faults(texts) or specification.differences(readme, texts, {})


def refusals(sabotage: Sabotage) -> list[str]:
    """Return what the check says of it.

    Of the compiled files it takes those that are kept, and of the theorems those of the files that
    are edited, or named in the refusal.
    """
    texts = edited(sabotage)
    if refused := unread(texts):
        return refused
    files = {edit.file for edit in sabotage.edits} | set(re.findall(r"(\w+)\.", sabotage.refusal))
    files &= texts.keys() - {*vernacular.SPECIFICATION, vernacular.COMPARISON}
    texts[vernacular.COMPARISON] = comparison(texts, files)
    try:
        with coq.compiled(with_required(texts, vernacular.COMPARISON), keep=False) as there:
            names = specification.compared(texts)
            answers = kernel.answers(list(names), there)
            return [
                *(
                    f"{n} rests on something unproved: {a.assumptions}"
                    for n, a in answers.items()
                    if a.assumptions != kernel.CLOSED
                ),
                *hypotheses.differences(names, specification.instances(texts), there),
            ]
    except RiskError as error:
        return [str(error)]


def comparison(texts: Mapping[str, str], files: Collection[str]) -> str:
    """Return the comparison with the specification of the theorems of these files alone."""
    said = vernacular.sentences(texts[vernacular.COMPARISON])
    checks = [each for each in said if re.match(rf"Check \(?({'|'.join(files)})\.", each)]
    spoken = set(re.findall(r"(\w+)\.\w", " ".join(checks))) & texts.keys() | set(files)
    others = [each for each in said if not each.startswith(("Check", "From Risk Require "))]
    specified = f"From Risk Require Import {' '.join(vernacular.SPECIFICATION)}."
    required = f"From Risk Require {' '.join(sorted(spoken))}."
    return "\n".join([specified, required, *others, *checks])


def with_required(texts: Mapping[str, str], file: str) -> dict[str, str]:
    """Return this file, and those that it requires, and so on."""
    found, wanted = dict[str, str](), [file]
    while wanted:
        each = wanted.pop()
        found[each] = texts[each]
        wanted += set(coq.required(texts[each])) - found.keys()
    return found


def main() -> int:
    """Try all; return 1 if one is not refused as it should be."""
    unnoticed = 0
    with proofs.built(kernel.sources()):
        pass  # so that they are kept
    for sabotage in (*UNREAD, *COMPILED, *SEEN):
        said = refusals(sabotage)
        noticed = any(sabotage.refusal in each for each in said)
        unnoticed += noticed is (sabotage in SEEN)
        print(f"{'refused' if noticed else 'NOT REFUSED'}: {sabotage.what}")
        print("".join(f"  {each[:150]}\n" for each in said), end="", flush=True)
    print(f"{len(UNREAD) + len(COMPILED) + len(SEEN) - unnoticed} as expected, {unnoticed} not")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
