"""A change anywhere makes the check of the theorems fail."""

import re

import pytest

from proofs import kernel, vernacular
from riskexact.base.errors import RiskError
from tests.programs import needs
from tests.proofs.conftest import Recompile, source
from tests.trust import sabotage

needs_coq = needs("coqc")


@needs_coq
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Dice", "[2275; 2611; 2890]", "[2276; 2611; 2890]"),
        ("Dice", "then die :: dice else", "then die :: rest else"),
        ("Geometric", "p 1 1 1 * p 1 2 1 ^ (d - 1).", "p 1 1 1 * p 1 2 1 ^ d."),
        ("Geometric", "rewrite IH. ring.", "ring."),
        ("Binomial", "number (binomial (d - 2 + j) j)", "number (binomial (d - 1 + j) j)"),
        ("Trinomial", "f_equal; [|f_equal; [|f_equal]];", "f_equal;"),
        ("Modulus", "number 4 * w j * w k * sine", "number 2 * w j * w k * sine"),
        ("Diagonal", "at_most z R ->\n  (forall s, (1", "(forall s, (1"),
        ("Circle", "left_out / number m", "left_out / number (S m)"),
        ("LeftOut", "(2683 # 7776)", "(2682 # 7776)"),
    ],
)
def test_a_changed_constant_statement_or_step_is_refused(
    recompile: Recompile, name: str, old: str, new: str
) -> None:
    with pytest.raises(RiskError, match=rf"^Coq refuses {name}\.v,.*Error"):
        recompile(name, source(name, old, new))


@pytest.mark.parametrize("each", sabotage.UNREAD, ids=lambda each: each.what)
def test_a_sabotage_that_coq_need_not_read(each: sabotage.Sabotage) -> None:
    refused = vernacular.faults(sabotage.edited(each)[0])
    assert any(each.refusal in why for why in refused), refused


QUICK = [each for each in sabotage.COMPILED if each.refusal.startswith("Coq refuses")]


@needs_coq
@pytest.mark.usefixtures("theory")
@pytest.mark.parametrize("each", QUICK, ids=lambda each: each.what)
def test_a_sabotage_that_coq_refuses(each: sabotage.Sabotage) -> None:
    """The others take minutes: `python -m tests.trust.sabotage`."""
    refused = sabotage.refusals(each)
    assert any(each.refusal in why for why in refused), refused


def test_what_may_stand_in_a_file() -> None:
    texts = kernel.sources()
    assert vernacular.faults(texts) == []
    said = "\n".join(each for text in texts.values() for each in vernacular.sentences(text))
    before_a_dot = set(re.findall(r"(?<![\w.'])(\w+)\.[\w']", said))
    assert before_a_dot <= texts.keys() | vernacular.LIBRARIES | vernacular.MODULES
    proof = "Lemma a : 1 = 1. Proof. {} easy. Qed."
    for allowed in ("- ", "{ idtac. }", "2: idtac.", "now idtac."):
        assert vernacular.faults({"A": proof.format(allowed)}) == []
    for refused in ("Abort.", "Defined.", "Set Printing All.", "admit.", "2: admit.", "Show."):
        for before in ("", "- ", "{ ", "} + ", "1: ", "2, 3: { ", "all: ", "#[local] "):
            assert vernacular.faults({"A": proof.format(before + refused)})
    record = "Record a := A {{ b : nat; {} : nat }}."
    assert vernacular.faults({"A": record.format("c")}) == []
    for refused in ("Variable a : nat.", "End A.", "#[global] Lemma a : 1 = 1.", "Let a := 1.",
                    "Lemma a : 1 = 1 with b : 1 = 1.", record.format("c (d : nat)")):  # fmt: skip
        assert vernacular.faults({"A": refused}) == [f"A: {refused}"]
    for taken in ("Permutation", "Nat"):
        assert vernacular.faults({taken: ""}) == [f"{taken} is a name of Coq's"]
    section = "Section A. Variable a : nat. Notation b := a. End A."
    assert vernacular.faults({"A": section}) == ["A: Notation b := a."]
