"""The theorems that Coq checks; and that a change anywhere makes the check fail."""

import contextlib
import io
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

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
from proofs.theorem import ProofError
from riskexact.evidence.certificates import OVER_ROUNDS, rows
from riskexact.odds.recursion import win_probability
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import loss_counts, round_with_loss
from tests.programs import needs
from tests.proofs import links
from tests.trust import sabotage

TEXT = listing.README.read_text(encoding="utf-8")

needs_coq = needs("coqc")


class Check(NamedTuple):
    """A run of the check: where it compiled, what it printed, how much was wrong."""

    directory: Path
    printed: str
    wrong: int


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """Everything is compiled once, tables included."""
    directory = tmp_path_factory.mktemp("coq")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        wrong = __main__.formal(directory)
    return Check(directory, printed.getvalue(), wrong)


Recompile = Callable[[str, str], Path]


@pytest.fixture
def recompile(check: Check, tmp_path: Path) -> Recompile:
    """Compile another text of one file, beside the compiled others."""

    def compiled(name: str, text: str) -> Path:
        for path in check.directory.glob("*.vo"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
        kernel.compiled(name, tmp_path)
        return tmp_path

    return compiled


def source(name: str, old: str = "", new: str = "") -> str:
    """A file of `proofs/coq`, with one change."""
    text = (kernel.SOURCES / f"{name}.v").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1) if old else text


@needs_coq
def test_every_theorem_is_proved_and_listed(check: Check) -> None:
    assert check.wrong == 0, check.printed
    names = listing.listed(TEXT)
    root = listing.README.parents[1] / "README.md"
    assert f"Coq checks [{len(names)} theorems](proofs/README.md)" in root.read_text("utf-8")
    for name, entry in names.items():
        assert f"{name}\n  {entry.statement}\n  {CLOSED}\n" in check.printed
    assert check.printed.endswith(f"Coq: {len(names)} theorems proved, 0 things wrong\n")


@pytest.fixture(scope="module")
def computed(check: Check) -> list[list[Fraction]]:
    """The numbers of all links by Coq, in one run."""
    return links.by_coq(check.directory)


@needs_coq
@pytest.mark.parametrize("n", range(len(links.LINKS)), ids=lambda n: links.LINKS[n].function)
def test_coq_and_python_compute_the_same(computed: list[list[Fraction]], n: int) -> None:
    assert len(computed) == len(links.LINKS)
    assert computed[n] == list(map(Fraction, links.LINKS[n].python()))


@pytest.mark.parametrize("link", links.LINKS, ids=lambda link: link.function)
def test_the_function_of_a_link_is_executed(link: links.Link) -> None:
    assert links.executed(link)


def test_a_function_that_only_exists_is_not_executed() -> None:
    link = links.Link("odds.recursion.win_probability", "", lambda: loss_counts(1, 1, STANDARD))
    assert not links.executed(link)
    assert not links.executed(link._replace(function="rules.distribution.Distribution"))
    assert links.executed(link._replace(function="rules.dice.loss_counts"))


def test_what_relies_on_a_theorem_is_linked() -> None:
    """Each function after "Used by" has a link, so that it is executed beside Coq."""
    for name, entry in listing.listed(TEXT).items():
        functions = re.findall(r"`([\w.]+)`", entry.words.partition("Used by ")[2])
        assert functions, name
        assert set(functions) <= {link.function for link in links.LINKS}, name


def test_every_definition_is_computed() -> None:
    spoken = links.spoken_of(" ".join([links.COMMANDS, *(link.coq for link in links.LINKS)]), TEXT)
    parts = [part for parts in listing.definitions(TEXT).values() for part in parts]
    defined = {name for part in parts for name in listing.DEFINED.findall(part)}
    assert defined - spoken == links.NOT_COMPUTED


def _lists(printed: str) -> list[list[int]]:
    """The lists of numbers in a list that Coq printed."""
    return [
        [int(number) for number in re.findall(r"\d+", each.replace("%Z", ""))]
        for each in re.findall(r"\[([^][]+)\]", printed)
    ]


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
    with pytest.raises(ProofError, match=rf"^Coq refuses {name}\.v: .*Error"):
        recompile(name, source(name, old, new))


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


@pytest.mark.parametrize("each", sabotage.UNREAD, ids=lambda each: each.what)
def test_a_sabotage_that_coq_need_not_read(each: sabotage.Sabotage) -> None:
    refused = sabotage.refusals(each)
    assert any(each.refusal in why for why in refused), refused


QUICK = [each for each in sabotage.COMPILED if each.refusal.startswith("Coq refuses")]


@needs_coq
@pytest.mark.parametrize("each", QUICK, ids=lambda each: each.what)
def test_a_sabotage_that_coq_refuses(check: Check, each: sabotage.Sabotage) -> None:
    """The others take minutes: `python -m tests.trust.sabotage`."""
    refused = sabotage.refusals(each, check.directory)
    assert any(each.refusal in why for why in refused), refused


def test_what_may_stand_in_a_file() -> None:
    assert vernacular.faults(kernel.sources()) == []
    proof = "Lemma a : 1 = 1. Proof. {} easy. Qed."
    for allowed in ("- ", "{ idtac. }", "2: idtac.", "now idtac."):
        assert vernacular.faults({"A": proof.format(allowed)}) == []
    for refused in ("Abort.", "Defined.", "Set Printing All.", "admit.", "2: admit.", "Show."):
        assert vernacular.faults({"A": proof.format(refused)})
    for refused in ("Variable a : nat.", "End A.", "#[global] Lemma a : 1 = 1.", "Let a := 1."):
        assert vernacular.faults({"A": refused}) == [f"A: {refused}"]
    section = "Section A. Variable a : nat. Notation b := a. End A."
    assert vernacular.faults({"A": section}) == ["A: Notation b := a."]


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
    monkeypatch.setattr(recheck, "built", lambda texts, directory: None)
    monkeypatch.setattr(recheck, "summary", lambda texts, directory: said)
    assert recheck.main() == bool(granted)
    assert granted in capsys.readouterr().out


@needs_coq
def test_coqchk_finds_an_axiom(recompile: Recompile) -> None:
    directory = recompile(
        "Cheat", "Axiom cheat : 0 = 1.\nTheorem by_axiom : 0 = 1.\nexact cheat. Qed."
    )
    assert recheck.summary({"Cheat": ""}, directory)["Axioms"] == "Risk.Cheat.cheat"


@needs_coq
@pytest.mark.parametrize("name", ["bonus-die", "2210-commander"])
def test_the_most_dice_are_not_best_where_coq_decides_so(recompile: Recompile, name: str) -> None:
    with pytest.raises(ProofError, match=r"Coq refuses Refuted\.v: .*decided_rules"):
        recompile("Refuted", catalogue.file({name: RULES[name]}, refuted=()))


@needs_coq
def test_the_most_dice_are_best_for_rules_that_are_in_no_catalogue(recompile: Recompile) -> None:
    recompile("Small", catalogue.file({"one": Rules(1, 1), "two": Rules(2, 2, pairs=1)}))


POLICIES = """
Definition cautious : policy := fun h a d n =>
  let wanted := match h with
    | [] => 1
    | (x, y, i) :: _ => 1 + (units standard x y - i)
    end%nat in
  if (n =? Nat.min wanted (Nat.min a 3))%nat then 1 else 0.
Definition even : policy := fun h a d n =>
  if (2 <=? d)%nat then Q2Qc (1 # 2) else if (n =? 1)%nat then 1 else 0.
"""
"""One attack die first, then one more than were lost in the last round; one defence die or two."""


@needs_coq
@pytest.mark.parametrize("mixed", [True, False])
def test_coq_and_python_play_the_same_game(check: Check, mixed: bool) -> None:
    defence = "even" if mixed else "(most_defence standard)"
    commands = [
        POLICIES,
        f"Definition q := played standard cautious {defence} 4 3.",
        "Eval vm_compute in [[Qnum q; Zpos (Qden q)]].",
    ]
    ((coq,),) = [_lists(kernel.asked(commands, ["MostDice.", "SaddlePoint."], check.directory))]

    def play(a: int, d: int, wanted: int) -> Fraction:
        if not a or not d:
            return Fraction(int(not d))
        x, most = min(wanted, a, 3), min(d, 2)
        chosen = range(1, most + 1) if mixed else [most]
        value = Fraction(0)
        for y in chosen:
            counts, total = round_with_loss(x, y, STANDARD)
            for (i, j), count in counts:
                value += Fraction(count, total * len(chosen)) * play(a - i, d - j, 1 + i)
        return value

    assert Fraction(*coq) == play(4, 3, 1) != win_probability(4, 3)


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
    with pytest.raises(ProofError, match="Coq refuses Small"):
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
    assert capsys.readouterr().err == "usage: python -m proofs [pin]\n"


def test_the_command_fails_where_anything_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "derivations", lambda: 0)
    for wrong in (0, 2):
        monkeypatch.setattr(__main__, "formal", lambda directory, wrong=wrong: wrong)
        assert __main__.main() == bool(wrong)
    monkeypatch.setattr(__main__, "formal", lambda directory: 0)
    monkeypatch.setattr(__main__, "derivations", lambda: 1)
    assert __main__.main() == 1


def test_certificates_name_the_files_that_they_require() -> None:
    """Each after those that it requires, and none besides."""
    texts = kernel.sources()
    for method in (rows(432), OVER_ROUNDS):
        wanted, seen = ["Hands", "Certify", method.files[-1]], set[str]()
        while wanted:
            file = wanted.pop()
            seen.add(file)
            before = method.files[: method.files.index(file)]
            assert set(kernel.required(texts[file])) <= set(before), file
            wanted += kernel.required(texts[file])
        assert seen == set(method.files)
