"""Theorems that sympy decides: they hold, and what it cannot decide is refused."""

from dataclasses import replace

import pytest
from sympy import Expr, Float, Rational, exp, sin

from proofs import dependencies, generating, kernel
from proofs.__main__ import derivations
from proofs.generating import THEOREMS, x, y
from proofs.theorem import ProofError, Theorem, is_zero
from tests.readme import ROOT


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_every_theorem_holds(theorem: Theorem) -> None:
    assert len(theorem.check()) >= len(theorem.certificate)


def test_the_readme_says_what_is_proved() -> None:
    text, listed = (
        (ROOT / "proofs" / name).read_text(encoding="utf-8")
        for name in ("README.md", "theorems.md")
    )
    for theorem in THEOREMS:
        assert f"| {theorem.name} | `{theorem.statement}` |" in text
        assert f"`{theorem.used_by.removeprefix('riskexact.')}`" in text
    assert f"\n{dependencies.picture(kernel.sources())}\n" in listed


def test_a_picture_has_no_arrow_that_follows_from_others() -> None:
    texts = {
        "A": "Theorem a : 1 = 1. Proof. easy. Qed. Lemma l : 1 = 1. Proof. exact a. Qed.",
        "B": "From Risk Require Import A.\n"
        "Theorem b : 1 = 1. Proof. exact l. Qed. Theorem c : 1 = 1. Proof. apply a, b. Qed.",
        "Spec": "".join(f"Definition {name}_says : Prop := 1 = 1. " for name in "abc"),
        "Specified": "Check (A.a : a_says). Check (B.b : b_says). Check (B.c : c_says).",
    }
    assert dependencies.needs(texts) == {"a": set(), "b": {"a"}, "c": {"b"}}
    unseen = {**texts, "B": texts["B"].replace("From Risk Require Import A.", "")}
    assert dependencies.needs(unseen) == {"a": set(), "b": set(), "c": {"b"}}


def test_what_stands_before_the_first_lemma_belongs_to_no_lemma_before() -> None:
    texts = {
        "A": "Lemma a : 1 = 1. Proof. easy. Qed. Lemma b : 1 = 1. Proof. easy. Qed.",
        "B": "From Risk Require Import A. Notation c := a. Lemma d : 1 = 1. Proof. exact c. Qed.",
    }
    assert dependencies.named(texts) == {"A.a": {"A.a"}, "A.b": {"A.b"}, "B.d": {"B.d"}}


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert derivations() == 0
    assert capsys.readouterr().out.endswith("sympy: 5 derivations hold, 0 failed\n\n")
    first = THEOREMS[0]
    false = replace(first, certificate=dict.fromkeys(first.certificate, x))
    monkeypatch.setattr(generating, "THEOREMS", (false, *THEOREMS[1:]))
    assert derivations() == 1
    assert f"FAILED: {first.name}: one attacker" in capsys.readouterr().out


@pytest.mark.parametrize(
    "expression",
    [
        x**y - x**y * 2,
        exp(x),
        sin(x) ** 2 - 1,
        Float(0.5) * x,
        x ** Rational(1, 2),
        1 / ((x + 1) ** 2 - x**2 - 2 * x - 1),
    ],
)
def test_undecidable_expressions_are_refused(expression: Expr) -> None:
    with pytest.raises(ProofError):
        is_zero(expression)


def test_is_zero() -> None:
    assert is_zero((x + y) ** 3 - x**3 - 3 * x**2 * y - 3 * x * y**2 - y**3)
    assert is_zero(1 / (1 - x) - 1 - x / (1 - x))
    assert not is_zero(x)
    assert not is_zero(1 / x)
