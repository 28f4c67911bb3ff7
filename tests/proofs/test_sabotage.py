"""A change anywhere makes the check of the theorems fail."""

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
        ("Geometric", "p 1 1 1 * p 1 2 1 ^ (d - 1).", "p 1 1 1 * p 1 2 1 ^ d."),
        ("Geometric", "rewrite IH. ring.", "ring."),
    ],
)
def test_a_changed_constant_statement_or_step_is_refused(
    recompile: Recompile, name: str, old: str, new: str
) -> None:
    with pytest.raises(RiskError, match=rf"^Coq refuses {name}\.v,.*Error"):
        recompile(name, source(name, old, new))


@pytest.mark.parametrize("each", sabotage.UNREAD, ids=lambda each: each.what)
def test_a_sabotage_that_coq_need_not_read(each: sabotage.Sabotage) -> None:
    refused = sabotage.unread(sabotage.edited(each))
    assert any(each.refusal in why for why in refused), refused


QUICK = (
    *("hypotheses behind a name", "a theorem of fewer cases"),
    *("a file with the name of one of Coq's", "a certificate of which Coq checks nothing"),
)
"""Some of each kind; all, and what only readers see, take minutes: `tests.trust.sabotage`."""


@needs_coq
@pytest.mark.usefixtures("theory")
@pytest.mark.parametrize("what", QUICK)
def test_a_sabotage_that_coq_refuses(what: str) -> None:
    (each,) = (each for each in sabotage.COMPILED if each.what == what)
    refused = sabotage.refusals(each)
    assert any(each.refusal in why for why in refused), refused


def test_what_may_stand_in_a_file() -> None:
    assert vernacular.faults(kernel.sources()) == []
    proof = "Lemma a : 1 = 1. Proof. {} easy. Qed."
    for allowed in ("- ", "{ idtac. }", "2: idtac.", "now idtac."):
        assert vernacular.faults({"A": proof.format(allowed)}) == []
    for refused in ("Abort.", "Defined.", "Set Printing All.", "admit.", "2: admit.", "Show."):
        for before in ("", "- ", "{ ", "} + ", "1: ", "2, 3: { ", "all: ", "#[local] "):
            assert vernacular.faults({"A": proof.format(before + refused)})
    for refused in ("Variable a : nat.", "End A.", "#[global] Lemma a : 1 = 1.", "Let a := 1."):
        assert vernacular.faults({"A": refused}) == [f"A: {refused}"]
    section = "Section A. Variable a : nat. Notation b := a. End A."
    assert vernacular.faults({"A": section}) == []


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("SpecEngine", "Lemma a : 1 = 1. Proof. Hypothesis a : 1 = 1. Notation a := 1."),
        ("SpecEngine", "Axiom a : 1. Open Scope Z_scope. Coercion a : b >-> c."),
        ("SpecEngine", "From Risk Require Import Paths. From Risk Require Export Spec."),
        ("SpecEngine", "#[local] Definition a := 1. Local Definition a := 1."),
        ("Specified", "Import Paths. Definition a := 1. Notation a := 1. Goal True. Lemma a : b."),
        ("Specified", "From Risk Require Import Paths. From Risk Require Export Spec."),
    ],
)
def test_what_may_stand_in_the_specification(name: str, refused: str) -> None:
    section = "Section A. Variable a : nat. Definition b := a. End A."
    assert vernacular.faults({"Spec": section, "Specified": "Check A.b. Check (A.b : nat)."}) == []
    for sentence in vernacular.sentences(refused):
        assert vernacular.faults({name: sentence}) == [f"{name}: {sentence}"]
