"""The theorems that Coq checks, and what the check looks at."""

import contextlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from proofs import (
    __main__,
    catalogue,
    hypotheses,
    kernel,
    listing,
    pins,
    published,
    recheck,
    vernacular,
)
from proofs.kernel import CLOSED, Answer
from riskexact.base.errors import RiskError
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.programs import needs
from tests.proofs.conftest import Recompile, source

TEXT = listing.README.read_text(encoding="utf-8")

needs_coq = needs("coqc")


@needs_coq
def test_every_theorem_is_proved_and_listed(
    theory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = __main__.formal(kernel.sources(), theory)
    printed = capsys.readouterr().out
    assert wrong == 0, printed
    names = listing.listed(TEXT)
    root = listing.README.parents[1] / "README.md"
    assert f"Coq checks [{len(names)} theorems](proofs/README.md)" in root.read_text("utf-8")
    for name, entry in names.items():
        assert f"{name}\n  {entry.statement}\n  {CLOSED}\n" in printed
    assert printed.endswith(f"Coq: {len(names)} theorems proved, 0 things wrong\n")


@needs_coq
def test_a_weaker_statement_is_not_that_of_the_readme(recompile: Recompile) -> None:
    weaker = source("Geometric", "n : x <> y ->", "n : n <> O -> x <> y ->")
    weaker = weaker.replace(
        "intros different. rewrite <- geo", "intros _ different. rewrite <- geo"
    )
    said = kernel.answers(["Geometric.geometric_sum_quotient"], recompile("Geometric", weaker))
    wrong = listing.differences(TEXT, kernel.sources(), said)
    assert len(wrong) == 1
    assert wrong[0].startswith("Geometric.geometric_sum_quotient is not what proofs/README.md says")


@needs_coq
def test_what_rests_on_something_unproved_is_found(recompile: Recompile) -> None:
    text = (
        "From Risk Require Import Sums.\nAxiom cheat : forall m n : nat, m = n.\n"
        "Theorem by_axiom : 0 = 1.\nProof. apply cheat. Qed.\n"
        "Theorem admitted : 1 = 2.\nProof. Admitted.\n"
        "Theorem sound : 1 = 1.\nProof. easy. Qed.\n"
    )
    names = [f"Cheat.{name}" for name in kernel.theorems(text)]
    said = kernel.answers(names, recompile("Cheat", text))
    assert [answer.assumptions for answer in said.values()] == [
        "Axioms: cheat : forall m n : nat, m = n",
        "Axioms: admitted : 1 = 2",
        CLOSED,
    ]
    assert vernacular.faults({"Cheat": text}) == [
        "Cheat: Axiom cheat : forall m n : nat, m = n.",
        "Cheat: Admitted.",
    ]
    readme = "".join(f"**`{name}`** .\n\n```coq\n{said[name].statement}\n```\n" for name in names)
    assert listing.differences(readme, {"Cheat": text}, said) == [
        "Cheat.admitted rests on something unproved: Axioms: admitted : 1 = 2",
        "Cheat.by_axiom rests on something unproved: Axioms: cheat : forall m n : nat, m = n",
    ]


def test_what_coq_prints_is_pinned_both_ways() -> None:
    held = {"A.b": "A.b :  1 = 1", "A.c": "A.c = 2"}
    assert pins.differences({"A.b": "A.b : 1 = 1", "A.c": "A.c = 2"}, held) == []
    assert pins.differences({"A.b": "A.b : 1 = 2", "A.d": ""}, held) == [
        "A.b is not what is pinned: A.b : 1 = 2",
        "A.c is pinned, but nothing speaks of it",
        "A.d is not pinned",
    ]


@needs_coq
def test_hypotheses_are_told_apart(recompile: Recompile) -> None:
    text = """From Coq Require Import Arith.
Theorem bare : 1 = 1. Proof. easy. Qed.
Theorem numbers n : 1 <= n -> (n < 3 /\\ 0 <= n) -> 1 = 1. Proof. easy. Qed.
Theorem contradictory n : 1 <= n -> n < 1 -> 1 = 1. Proof. easy. Qed.
Theorem others (f : nat -> nat) : (forall n, f n <= 1) -> 1 = 1. Proof. easy. Qed.
"""
    names = [f"Told.{name}" for name in kernel.theorems(text)]
    kinds = hypotheses.judged(names, recompile("Told", text))
    assert list(kinds.values()) == ["numbers", "numbers", "contradictory", "others"]


@pytest.mark.parametrize("granted", ["Risk.Cheat.cheat", ""])
def test_what_coqchk_finds_unproved_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], granted: str
) -> None:
    said = recheck.GRANTED | ({"Axioms": granted} if granted else {})
    monkeypatch.setattr(recheck, "built", lambda texts: contextlib.nullcontext(Path()))
    monkeypatch.setattr(recheck, "summary", lambda texts, directory: said)
    assert recheck.main() == bool(granted)
    assert granted in capsys.readouterr().out


@needs_coq
def test_coqchk_finds_an_axiom(recompile: Recompile) -> None:
    directory = recompile(
        "Cheat", "Axiom cheat : 0 = 1.\nTheorem by_axiom : 0 = 1.\nexact cheat. Qed."
    )
    assert recheck.summary(["Cheat"], directory)["Axioms"] == "Risk.Cheat.cheat"


@needs_coq
@pytest.mark.parametrize("name", ["bonus-die", "2210-commander"])
def test_the_most_dice_are_not_best_where_coq_decides_so(recompile: Recompile, name: str) -> None:
    with pytest.raises(RiskError, match=r"Coq refuses Refuted\.v,.*decided_rules"):
        recompile("Refuted", catalogue.files({name: RULES[name]}, refuted=())[catalogue.FILE])


@needs_coq
def test_the_most_dice_are_best_for_rules_that_are_in_no_catalogue(recompile: Recompile) -> None:
    few = {"one": Rules(1, 1), "two": Rules(2, 2, pairs=1), "same": Rules(2, 2, pairs=1)}
    text = catalogue.files(few)[catalogue.FILE]
    assert "Definition same : game := two." in text
    recompile("Small", text)


@needs_coq
@pytest.mark.parametrize(
    ("state", "fraction"),
    [(None, ""), ((2, 1), "236/648"), ((0, 0), "10/24"), ((3, 3), "1/2")],
    ids=["as published", "another numerator", "not in lowest terms", "another fraction"],
)
def test_a_changed_fraction_is_refused(
    recompile: Recompile, state: tuple[int, int] | None, fraction: str
) -> None:
    cells = published.fractions(STANDARD, 5)
    if state is None:
        recompile("Small", published.file("standard", 2, cells))
        return
    cells[state[0]][state[1]] = fraction
    with pytest.raises(RiskError, match="Coq refuses Small"):
        recompile("Small", published.file("standard", 2, cells))


def test_a_changed_definition_is_found() -> None:
    texts = kernel.sources()
    assert listing.undefined(TEXT, texts) == []
    assert listing.undefined(TEXT.replace("then 1 else 0.", "then 1 else 1.", 1), texts)
    shorter = TEXT.replace("Definition won", "Definition one")
    assert "proofs/README.md does not define won" in listing.undefined(shorter, texts)


def test_a_theorem_that_is_missing_on_either_side_is_found() -> None:
    entry = "**`A.b`** One is one.\n\n```coq\n1 = 1\n```\n"
    said = {"A.b": Answer("1 = 1", CLOSED)}
    text = {"A": "Theorem b : 1 = 1. Proof. easy. Qed."}
    assert listing.differences(entry, text, said) == []
    assert listing.differences("", text, said) == ["A.b is proved, but proofs/README.md lacks it"]
    assert listing.differences(entry, {}, {}) == ["A.b is in proofs/README.md, but not proved"]


def test_where_coq_is_missing_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert __main__.main() == 1
    assert capsys.readouterr().err == (
        "coqc is not installed: on Debian or Ubuntu, apt-get install coq\n"
    )


def test_a_wrong_argument_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["pins"]) == 2
    assert capsys.readouterr().err == "usage: python -m proofs [--fresh | pin]\n"


def test_the_command_fails_where_anything_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def built(texts: Mapping[str, str], fresh: bool) -> contextlib.nullcontext[Path]:
        asked.append(fresh)
        return contextlib.nullcontext(Path())

    monkeypatch.setattr(__main__, "built", built)
    for failed, wrong in ((0, 0), (0, 2), (1, 0)):
        monkeypatch.setattr(__main__, "derivations", lambda failed=failed: failed)
        monkeypatch.setattr(__main__, "formal", lambda texts, directory, wrong=wrong: wrong)
        assert __main__.main() == bool(failed or wrong)
    assert __main__.main(["--fresh"]) == 1
    assert asked == [False, False, False, True]
