"""`python -m tests.trust.sabotage`: makes theorems say less, or nothing, and looks who notices.

A saboteur edits the Coq files of `proofs`, what `proofs/README.md` says of them, and the pins.
Each of these changes has to be refused.  For each, only what it touches is compiled anew.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proofs import __main__ as proofs
from proofs import hypotheses, kernel, listing, pins, vernacular
from riskexact.base.errors import RiskError
from riskexact.cli import coq

README = "README"


class Edit(NamedTuple):
    """What the saboteur writes in a Coq file, or in the `README`, and instead of what."""

    file: str
    old: str
    new: str


class Sabotage(NamedTuple):
    """Edits, and a part of what the check says of them; if `pinned`, what Coq prints is pinned."""

    what: str
    edits: tuple[Edit, ...]
    refusal: str
    pinned: bool = False


def inserted(text: str) -> tuple[Edit, ...]:
    """The edit of `RealDice.v` that puts a text before its first definition."""
    place = "Definition standard_battle :"
    return (Edit("RealDice", place, f"{text}\n{place}"),)


def in_geometric(text: str) -> tuple[Edit, ...]:
    """The edit of `Geometric.v` that puts a text before the odds are defined."""
    return (Edit("Geometric", "Definition odds", f"{text}\n\nDefinition odds"),)


def both(file: str, text: str, old: str, new: str) -> tuple[Edit, ...]:
    """The edit of a part of this text, both in a Coq file and in the README."""
    changed = text.replace(old, new)
    return Edit(file, text, changed), Edit(README, text, changed)


WON = "Definition won (a d : nat) : Qc := if (d =? 0)%nat then 1 else 1 - 1."

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
        "a local definition in place of the one that is shown",
        in_geometric(f"Local {WON}"),
        "Geometric: Local Definition won",
    ),
    Sabotage(
        "the same without the word that gives it away",
        in_geometric(WON),
        "won is defined in Battle and Geometric",
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
        "a file of the library that has an axiom",
        inserted("From Coq Require Import Classical."),
        "RealDice: From Coq Require Import Classical",
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
        "a second name behind another one",
        inserted(
            "Fixpoint uncounted (n : nat) : nat := n\n"
            "with weighted_sum {X} (f : X -> Qc) (xs : list (X * N)) : Qc := 1."
        ),
        "RealDice: Fixpoint uncounted",
    ),
    Sabotage(
        "a file with the name of one of Coq's",
        (
            Edit("Permutation", "", "Definition Permutation (x y : list nat) := True.\n"),
            Edit("Dice", "Import Sums.", "Import Sums Permutation."),
        ),
        "Permutation is a name of Coq's",
    ),
    Sabotage(
        "a letter that looks like another, in the README as well",
        both("Garrison", "price (d : nat)", "price", "\N{CYRILLIC SMALL LETTER ER}rice"),
        "Garrison: Definition \N{CYRILLIC SMALL LETTER ER}rice",
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
        "  r + p 3 1 1 = 1 -> s ^ 2 <> v2 -> Q a d = two_units_sums a d.\n"
        f"Proof. intros X Y _ _. revert X Y. exact (honest_cell a d). Qed.\n\n{AFTER_CELL}",
    ),
    Edit(
        README,
        "p 3 1 0 + p 3 1 1 = 1 -> p 1 2 1 ^ 2 <> p 2 2 2 -> odds 2 p a d",
        "p 3 2 0 = Q2Qc 0 ->\np 3 2 0 = 1 ->\n"
        "p 3 1 0 + p 3 1 1 = 1 -> p 1 2 1 ^ 2 <> p 2 2 2 -> odds 2 p a d",
    ),
)
BLOCK = "  A10 b * u0 lo + A11 b * u1 lo = D b * u1 (lo + steps)%nat /\\\n"
LAST = "Theorem single_loss_cell a d : (3 <= a)%nat -> (2 <= d)%nat ->"
LISTED = "(2 <= d)%nat -> single_loss_odds a d = one_unit_sums (dice_chance 1) a d"

COMPILED = (
    Sabotage(
        "hypotheses on chances that contradict each other",
        EMPTY_CELL,
        "Coq refuses RealDice.v",
        pinned=True,
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
            Edit(README, "Real dice: `RealDice.standard_cell`. ", ""),
        ),
        "Cell.two_units_cell has hypotheses, but no instance",
        pinned=True,
    ),
    Sabotage(
        "an instance that says nothing",
        (
            Edit(
                "RealDice",
                "  dice_chance 2 1 2 1 ^ (m - 2 * n) =\n"
                "  dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n.\n"
                "Proof.\n  apply powers_taken_out.\n",
                "  1 = 1.\nProof.\n  enough (dice_chance 2 1 2 1 <> 0) by easy.\n",
            ),
            Edit(
                README,
                "dice_chance 2 1 2 1 ^ (m - 2 * n) =\n"
                "dice_chance 2 1 2 1 ^ m * (1 / dice_chance 2 1 2 1 ^ 2) ^ n",
                "1 = 1",
            ),
        ),
        "RealDice.standard_powers_taken_out does not use Cell.powers_taken_out",
        pinned=True,
    ),
    Sabotage(
        "hypotheses on numbers that contradict each other",
        (
            Edit("RealDice", LAST, f"{LAST} (a + d <= 4)%nat ->"),
            Edit("RealDice", "d. apply one_unit_cell;", "d _. apply one_unit_cell;"),
            Edit(README, LISTED, LISTED.replace("-> s", "-> (a + d <= 4)%nat -> s")),
        ),
        "RealDice.single_loss_cell has contradictory hypotheses",
        pinned=True,
    ),
    Sabotage(
        "a theorem of fewer cases, in the README as well",
        (
            Edit("RealDice", LAST, LAST.replace("2 <= d", "3 <= d")),
            Edit(README, LISTED, LISTED.replace("2 <= d", "3 <= d")),
        ),
        "RealDice.single_loss_cell is not what is pinned",
    ),
    Sabotage(
        "a theorem that is a lemma now",
        (Edit("RealDice", LAST, LAST.replace("Theorem", "Lemma")),),
        "RealDice.single_loss_cell is in proofs/README.md, but not proved",
        pinned=True,
    ),
    Sabotage(
        "the definition of the README in a comment, and another in its place",
        (
            Edit(
                "RealDice",
                "Definition standard_battle : battle := dice 3 2 2 0 (dice_chance 2).",
                "(* Definition standard_battle : battle := dice 3 2 2 0 (dice_chance 2). *)\n"
                "Definition standard_battle : battle := dice 3 2 2 (1 - 1) (dice_chance 2).",
            ),
        ),
        "RealDice.v does not say, as proofs/README.md does: Definition standard_battle",
        pinned=True,
    ),
    Sabotage(
        "a definition that says less, in the README as well",
        (Edit("Columns", BLOCK, ""), Edit(README, BLOCK, "")),
        "Coq refuses Columns.v",
        pinned=True,
    ),
    Sabotage(
        "a count one higher and one lower, in the README as well",
        (
            Edit("Dice", "[2275; 2611; 2890]", "[2276; 2610; 2890]"),
            Edit(README, "[2275%Z; 2611%Z; 2890%Z]", "[2276%Z; 2610%Z; 2890%Z]"),
        ),
        "Coq refuses Dice.v",
        pinned=True,
    ),
    Sabotage(
        "a criterion that looks at no state, in the README as well",
        both("Monotone", "forallb (fun a => forallb (f a) (seq 1 D)) (seq 1 A)", "(seq 1 A)", "[]"),
        "Coq refuses Monotone.v",
        pinned=True,
    ),
    Sabotage(
        "a criterion that compares expected losses only, in the README as well",
        both("Monotone", "(tail n c m) (tail n c' m)) (seq 0 n)", "(seq 0 n)", "(seq 0 1)"),
        "Coq refuses Monotone.v",
        pinned=True,
    ),
    Sabotage(
        "the best of policies that always go on, in the README as well",
        both("Stopping", "if leb x y then y else x", "then y else x", "then y else y"),
        "Coq refuses Stopping.v",
        pinned=True,
    ),
    Sabotage(
        "another price of a garrison, in the README as well",
        both("Garrison", "Q2Qc (2387 # 2797)", "2387", "2386"),
        "Coq refuses Garrison.v",
        pinned=True,
    ),
    Sabotage(
        "a root of which some power is 1, in the README as well",
        both("Nodes", "(0 < k < m)%nat -> ring_power w k <> one", "0 < k", "1 < k"),
        "Coq refuses Nodes.v",
        pinned=True,
    ),
    Sabotage(
        "throws of two hands that do not multiply, in the README as well",
        both("Means", "(f x y, (v * w)%N)", "(v * w)%N", "v"),
        "Coq refuses Means.v",
        pinned=True,
    ),
    Sabotage(
        "a throw that costs nothing ends the round, in the README as well",
        both("Contest", "(0 <? fst losses + snd losses)", "<?", "<=?"),
        "Coq refuses Contest.v",
        pinned=True,
    ),
    Sabotage(
        "a die whose six falls twice as often, in the README as well",
        both("Hands", "(Z.of_nat face, 1%N)", "1%N", "if face =? 6 then 2%N else 1%N"),
        "Coq refuses RealHands.v",
        pinned=True,
    ),
    Sabotage(
        "a certificate of which Coq checks nothing",
        (Edit("Certify", "((0 <? m) && (0 <? scale))%Z then Some", "true then Some"),),
        "Coq refuses Certify.v",
        pinned=True,
    ),
    Sabotage(
        "a campaign in which nobody stays behind, in the README as well",
        both("Hands", "campaign later reserve (x - left_behind t)", "(x - left_behind t)", "x"),
        "Coq refuses Certify.v",
        pinned=True,
    ),
    Sabotage(
        "ties that always cost the attacker a unit, in the README as well",
        both("Hands", "  | Eq => tied_pair r", "tied_pair r", "(1, 0)"),
        "Hands.pair_costs is not what is pinned",
    ),
    Sabotage(
        "nothing is added to any die, in the README as well",
        both("Hands", "(with_added h (to_all h))", "(to_all h)", "0"),
        "Hands.hand_shows is not what is pinned",
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


def edited(sabotage: Sabotage) -> tuple[dict[str, str], str]:
    """Return the Coq files and the README as the saboteur leaves them."""
    texts = kernel.sources() | {README: listing.README.read_text(encoding="utf-8")}
    for file, old, new in sabotage.edits:
        assert texts.setdefault(file, "").count(old) == 1, (sabotage.what, old)
        texts[file] = texts[file].replace(old, new)
    return texts, texts.pop(README)


def refusals(sabotage: Sabotage) -> list[str]:
    """Return what the check says of it.

    Of the compiled files it takes those that are kept; where Coq should refuse a file, it compiles
    that one and what it requires, and no others.
    """
    texts, readme = edited(sabotage)
    refused = vernacular.faults(texts)
    if refused:
        return refused
    if match := re.match(r"Coq refuses (\w+)\.v", sabotage.refusal):
        texts = with_required(texts, match[1])
    try:
        with coq.compiled(texts, keep=False) as there:
            return differences(texts, readme, there, sabotage.pinned)
    except RiskError as error:
        return [str(error)]


def differences(texts: Mapping[str, str], readme: str, there: Path, pinned: bool) -> list[str]:
    """Return what is wrong with the compiled files, as `python -m proofs` would."""
    names = proofs.theorems(texts)
    understood = pins.understood(names, there)
    held = understood if pinned else pins.pinned()
    return [
        *listing.differences(readme, texts, kernel.answers(names, there)),
        *pins.differences(understood, held),
        *hypotheses.differences(listing.listed(readme), there),
    ]


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
    for sabotage in (*UNREAD, *COMPILED):
        said = refusals(sabotage)
        noticed = any(sabotage.refusal in each for each in said)
        unnoticed += not noticed
        print(f"{'refused' if noticed else 'NOT REFUSED'}: {sabotage.what}")
        print("".join(f"  {each[:150]}\n" for each in said), end="", flush=True)
    print(f"{len(UNREAD) + len(COMPILED) - unnoticed} refused, {unnoticed} not")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
