"""The theorems that Coq checks, and what the check looks at."""

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from proofs import (
    __main__,
    catalogue,
    hypotheses,
    kernel,
    published,
    recheck,
    specification,
    vernacular,
)
from proofs.kernel import CLOSED, Answer
from riskexact.base.errors import RiskError
from riskexact.certificates import coq
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.programs import needs
from tests.proofs.conftest import Recompile, source
from tests.trust.sabotage import comparison

TEXT = specification.THEOREMS.read_text(encoding="utf-8")

needs_coq = needs("coqc")


@needs_coq
def test_every_theorem_is_proved_and_listed(
    theory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = kernel.sources()
    wrong = __main__.formal(texts, theory)
    printed = capsys.readouterr().out
    assert wrong == 0, printed
    names = specification.listed(TEXT)
    root = specification.THEOREMS.parents[1] / "README.md"
    assert f"Coq checks [{len(names)} theorems](proofs/README.md)" in root.read_text("utf-8")
    assert printed.count(f"\n  {CLOSED}\n") == len(specification.compared(texts)) >= len(names)
    assert printed.endswith(f"Coq: {len(names)} theorems, as specified; 0 things wrong\n")


@needs_coq
def test_a_weaker_statement_is_not_what_is_specified(theory: Path, recompile: Recompile) -> None:
    weaker = source("Geometric", "n : x <> y ->", "n : n <> O -> x <> y ->")
    weaker = weaker.replace(
        "intros different. rewrite <- geo", "intros _ different. rewrite <- geo"
    )
    compared = comparison(kernel.sources(), {"Geometric"})
    coq.read("Compared", compared, theory)
    with pytest.raises(RiskError, match=r"Coq refuses Compared\.v.*geometric_sum_quotient"):
        coq.read("Compared", compared, recompile("Geometric", weaker))


@needs_coq
def test_what_rests_on_something_unproved_is_found(recompile: Recompile) -> None:
    text = (
        "From Risk Require Import Sums.\nAxiom cheat : forall m n : nat, m = n.\n"
        "Variable unused : 0 = 2.\n"
        "Theorem by_axiom : 0 = 1.\nProof. apply cheat. Qed.\n"
        "Theorem admitted : 1 = 2.\nProof. Admitted.\n"
        "Theorem sound : 1 = 1.\nProof. easy. Qed.\n"
    )
    names = [f"Cheat.{name}" for name in kernel.theorems(text)]
    said = kernel.answers(names, recompile("Cheat", text))
    unused = "Axioms: Cheat.unused : 0 = 2"
    assert {name: answer.assumptions for name, answer in said.items()} == {
        names[0]: "Axioms: cheat : forall m n : nat, m = n",
        names[1]: "Axioms: admitted : 1 = 2",
        names[2]: CLOSED,
        "Cheat.unused": unused,
        "cheat": "Axioms: cheat : forall m n : nat, m = n",
        "admitted": "Axioms: admitted : 1 = 2",
    }
    assert vernacular.faults({"Cheat": text}) == [
        "Cheat: Axiom cheat : forall m n : nat, m = n.",
        "Cheat: Variable unused : 0 = 2.",
        "Cheat: Admitted.",
    ]
    readme = "".join(f"**`{name}`** .\n\n" for name in names)
    checks = "".join(f"Check ({name} : {said[name].statement}).\n" for name in names)
    assert specification.differences(readme, {"Cheat": text, "Specified": checks}, said) == [
        "Cheat.admitted rests on something unproved: Axioms: admitted : 1 = 2",
        "Cheat.by_axiom rests on something unproved: Axioms: cheat : forall m n : nat, m = n",
        f"Cheat.unused rests on something unproved: {unused}",
        "admitted rests on something unproved: Axioms: admitted : 1 = 2",
        "cheat rests on something unproved: Axioms: cheat : forall m n : nat, m = n",
    ]


@needs_coq
def test_hypotheses_are_told_apart(recompile: Recompile) -> None:
    text = """From Coq Require Import Arith.
Theorem bare : 1 = 1. Proof. easy. Qed.
Theorem numbers n : 1 <= n -> (n < 3 /\\ 0 <= n) -> 1 = 1. Proof. easy. Qed.
Theorem contradictory n : 1 <= n -> n < 1 -> 1 = 1. Proof. easy. Qed.
Theorem others (f : nat -> nat) : (forall n, f n <= 1) -> 1 = 1. Proof. easy. Qed.
Theorem of_types X (x : X) (f : X * nat -> list X) n : 1 <= n -> n < 2 -> 1 = 1. Proof. easy. Qed.
Theorem six (n : nat) : n * n < n -> 1 = 1. Proof. easy. Qed.
Theorem seven (x : nat + {n | n < n}) (y : {n | n < n}) : 1 = 1. Proof. easy. Qed.
Definition named : Prop := forall x : Empty_set, 1 = 1.
Theorem eight : named. Proof. easy. Qed.
Theorem nine : 1 + 1 = 2 + 0. Proof. easy. Qed.
"""
    names = {f"Told.{name}": "" for name in kernel.theorems(text)} | {
        "Told.nine": "(1 + 1 = 2)%nat"
    }
    wrong = hypotheses.differences(names, ["Told.nine"], recompile("Told", text))
    unfulfilled = ("contradictory", "six", "seven", "eight")
    assert wrong == sorted(
        [
            *(
                f"Told.{n} has arguments or hypotheses that nothing was found for"
                for n in unfulfilled
            ),
            "Told.nine is compared with other words than its own",
            "Told.others has hypotheses, but no instance",
        ]
    )


@needs_coq
def test_an_instance_is_the_theorem_applied(recompile: Recompile) -> None:
    text = """From Coq Require Import Arith.
Theorem others (f : nat -> nat) : (forall n, f n <= 1) -> f 0 <= 1. Proof. easy. Qed.
Lemma mentioned : 1 = 1. Proof. pose proof others. easy. Qed.
Lemma itself f : (forall n, f n <= 1) -> f 0 <= 1. Proof. exact (others f). Qed.
Lemma instance n : 1 <= n -> 0 <= 1.
Proof. intros some. assert (n = n) by easy. apply (others (fun _ => 0)). auto. Qed.
"""
    names = [f"Told.{name}" for name in ("others", "mentioned", "itself", "instance")]
    directory = recompile("Told", text)
    wrong = ["Told.others has hypotheses, but no instance"]

    def told(*numbers: int, instances: Sequence[int]) -> list[str]:
        asked = {names[n]: "" for n in numbers}
        return hypotheses.differences(asked, [names[n] for n in instances], directory)

    itself = "Told.itself has hypotheses, but no instance"
    assert told(0, 1, 2, instances=[1, 2]) == [itself, *wrong]
    assert told(0, 1, 3, instances=[1]) == wrong
    assert told(0, 1, 3, instances=[3]) == []


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
@pytest.mark.parametrize(
    ("rules", "best"),
    [(RULES["bonus-die"], False), (RULES["2210-commander"], False), (Rules(2, 2, pairs=1), True)],
    ids=["bonus die", "commander", "in no catalogue"],
)
def test_coq_decides_whether_the_most_dice_are_best(
    recompile: Recompile, rules: Rules, best: bool
) -> None:
    text = (
        "From Coq Require Import List ZArith.\n"
        "From Risk Require Import Spec SpecCatalogue RuleSets.\n"
        f"Import ListNotations.\nLemma best : has_saddle ({catalogue.in_coq(rules)}).\n"
        "Proof. apply hands_have_a_saddle. vm_cast_no_check (eq_refl true). Qed.\n"
    )
    with contextlib.nullcontext() if best else pytest.raises(RiskError, match="is_decided"):
        recompile("Decided", text)


@needs_coq
def test_coq_finds_the_state_where_one_die_is_better(theory: Path) -> None:
    """At the state before, in the row or column, the most dice are still best."""
    terms = [
        f"one_{'attack' if side == 'attacker' else 'defence'}_die_is_better "
        f"{catalogue.identifier(name)} {a} {d - before}"
        for name, (side, a, d) in catalogue.REFUTED.items()
        for before in (0, 1)
    ]
    said = kernel.asked([f"Eval vm_compute in [{'; '.join(terms)}]%nat."], ["RuleSets."], theory)
    assert re.findall("true|false", said) == ["true", "false"] * len(catalogue.REFUTED)


def test_a_rule_set_that_is_not_that_of_the_catalogue_is_told() -> None:
    texts = kernel.sources()
    assert list(catalogue.differences(texts)) == []
    text, risiko = texts["SpecCatalogue"], "risiko : ruleset := RuleSet (dice_6 {})"
    for name, old, new in (
        ("risiko", risiko.format(3), risiko.format(2)),
        ("rule_sets", "[standard_rules; single_loss;", "[standard_rules; "),
    ):
        assert old in text
        (told,) = catalogue.differences({"SpecCatalogue": text.replace(old, new, 1)})
        assert told.startswith(f"SpecCatalogue.{name} is not that of the catalogue, ")


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


ENTRY = "**`A.b`** One is one.\n\n"
PROVED = {
    "Spec": "Definition b_says : Prop := 1 = 1.",
    "A": "Theorem b : 1 = 1. Proof. easy. Qed.",
    "Specified": "Check (A.b : b_says).",
}
UNSPECIFIED = "A.b is proved, but not specified"


@pytest.mark.parametrize(
    ("readme", "changes", "wrong"),
    [
        (ENTRY, {}, []),
        ("", {}, ["A.b is proved, but proofs/theorems.md lacks it"]),
        (f"{ENTRY}**`A.c`** .\n\n", {}, ["A.c is in proofs/theorems.md, but not proved"]),
        (ENTRY, {"Spec": "", "Specified": ""}, [UNSPECIFIED]),
        (ENTRY, {"Spec": "", "Specified": "Check A.b."}, [UNSPECIFIED]),
        (ENTRY, {"Spec": "", "Specified": "Check (A.b : 1 = 1)."}, []),
        (ENTRY, {"Specified": "Check (A.b : 1 = 1)."},
         ["A.b is compared with 1 = 1, not with b_says"]),
        (ENTRY, {"Specified": "Check (A.b : b_says). Check A.b."},
         ["A.b is compared with nothing, not with b_says", UNSPECIFIED]),
        (ENTRY, {"SpecEngine": "Definition c_says (n : nat) : Prop := n = n."},
         ["c_says is compared with no theorem"]),
    ],
)  # fmt: skip
def test_what_is_claimed_but_not_proved_is_told(
    readme: str, changes: dict[str, str], wrong: Sequence[str]
) -> None:
    answers = {"A.b": Answer("1 = 1", CLOSED)}
    assert specification.differences(readme, PROVED | changes, answers) == wrong


@pytest.mark.parametrize(
    ("statement", "whole"),
    [
        ("b_says", True),
        ("forall m n, b_says m n", True),
        ("forall m n, b_says n m", False),
        ("forall m, b_says m m", False),
        ("forall m m, b_says m m", False),
        ("forall m, b_says m 1", False),
        ("forall m : nat, b_says m", False),
        ("1 = 2 -> b_says", False),
        ("b_says -> b_says", False),
    ],
)
def test_a_statement_is_compared_for_all_variables_of_its_section(
    statement: str, whole: bool
) -> None:
    texts = PROVED | {"Specified": f"Check (A.b : {statement})."}
    wrong = specification.differences(ENTRY, texts, {})
    assert wrong == ([] if whole else [f"A.b is compared with {statement}, not with b_says"])


def test_what_the_command_cannot_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        __main__.main(["fresh"])
    assert "usage: python -m proofs [-h] [--fresh] [--prover PATH]\n" in capsys.readouterr().err
    monkeypatch.setenv("PATH", "")
    assert __main__.main() == 1
    assert "coqc or rocq must be installed to check, and neither is" in capsys.readouterr().err


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


@pytest.mark.parametrize(("refused", "status"), [(None, 0), ("too new", 1)])
def test_another_prover_reads_a_certificate_of_each_kind_too(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    refused: str | None,
    status: int,
) -> None:
    monkeypatch.setenv("PATH", os.environ["PATH"])
    (tmp_path / "coqc").write_text("#!/bin/sh\necho The Rocq Prover, version 9.2\n", "utf-8")
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setattr(__main__, "built", lambda texts, fresh: contextlib.nullcontext(Path()))
    monkeypatch.setattr(__main__, "derivations", int)
    monkeypatch.setattr(__main__, "formal", lambda texts, directory: 0)
    monkeypatch.setattr(coq, "refusal", lambda text, files: refused)
    assert __main__.main(["--prover", str(tmp_path)]) == status
    printed = capsys.readouterr().out
    assert printed.count(refused or "\n  accepted\n") == 8
    last = ("0 certificates accepted, 8" if refused else "8 certificates accepted, 0") + " refused"
    assert printed.endswith(f"version 9.2 ({tmp_path}/coqc): {last}\n")
