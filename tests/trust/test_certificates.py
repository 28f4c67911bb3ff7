"""Coq checks certificates; `python -m tests.trust.certificates` has 100 random ones."""

import random
from pathlib import Path

import pytest

from riskexact.certificates import coq
from riskexact.certificates.certificates import certificate
from riskexact.certificates.turn import FILES_FOR_TURNS
from riskexact.rules import Rules
from riskexact.rules.hand import Die, Hand
from tests.commands import Capture, run
from tests.programs import needs
from tests.trust.certificates import KINDS, faults

pytestmark = needs("coqc")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("battle", "large")])
def test_random_certificates(kind: str) -> None:
    """Battles are those without a line to stop at; a large one is refused with the least."""
    assert faults(random.Random(kind), kind) == []


def test_a_certificate_of_everything_that_hands_have() -> None:
    rules = Rules(
        Hand((8, Die((0, 5), (1, 70)), 6), extra=(4,), to_highest=1, to_lowest=-1, clamped=True),
        Hand(3, needs=(1, 3, 4), to_all=-1, to_highest=2),
        pairs=(1, 3),
        ties="nobody",
    )
    text = certificate(6, 5, rules, retreat_at=1)
    assert coq.refusal(text) is None
    for true, false in (
        ("0 1 (-1) true", "0 1 (-1) false"),
        ("(5%Z, 70%N)", "(5%Z, 71%N)"),
        ("[1; 3]", "[1; 2]"),
    ):
        assert text.count(true) == 1
        assert coq.refusal(text.replace(true, false)) is not None


AUSTRALIA = ("Indonesia=2", "New-Guinea=1", "Western-Australia=1", "Eastern-Australia=1")


def test_a_turn_on_the_map(capsys: Capture, tmp_path: Path) -> None:
    """Siam 8 against Australia; `python -m tests.trust.certificates` changes the other numbers."""
    file = tmp_path / "odds.v"
    asked = ("certify", "--mine", "Siam=8", "--take", "Australia", *AUSTRALIA)
    assert run(capsys, *asked, "-o", str(file))[0] == 0
    status, out, _ = run(capsys, "certify", "--verify", str(file))
    assert status == 0
    assert "no way to play has a higher chance than 55.5 %, and one has it; Coq accepts" in out
    text = file.read_text(encoding="utf-8")
    assert text.count("7209256319291875") == 1
    changed = text.replace("7209256319291875", "7209256319291876")
    assert coq.refusal(changed, FILES_FOR_TURNS) is not None


def test_an_axiom_in_a_certificate_is_found() -> None:
    text = certificate(3, 2).replace("Theorem odds", "Axiom no : False. Theorem odds")
    text = text.replace("Proof. apply", "Proof. destruct no. Qed. Goal 0 = 0. easy. (* ")
    text = text.replace("true). Qed.", "*) Qed.")
    assert "no : False" in str(coq.refusal(text))


def test_the_commands_of_the_contract(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "odds.v"
    status, out, err = run(capsys, "certify", "17", "6", "-o", str(file), "--check")
    assert status == 0
    assert err == "" or err.startswith("riskexact: Coq compiles ")  # unless that was kept
    assert out == (
        f"{file}: 17 attackers against 6 defenders, standard rules: the chance to win is 99.2 %; "
        f"Coq accepts the proof, version {coq.version()}\n"
    )
    assert file.read_text(encoding="utf-8") == certificate(17, 6)
    status, out, _ = run(capsys, "certify", "15", "9", "--need", "90%", "--check")
    assert status == 0
    assert "9/10 or more, and no fewer attackers have that; Coq accepts" in out
