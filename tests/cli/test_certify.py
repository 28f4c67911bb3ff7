"""`riskexact certify`, but for what needs Coq, which is in `tests/trust`."""

import json
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from riskexact.base.errors import RiskError
from riskexact.cli import coq
from riskexact.evidence.certificates import FILES, certificate
from riskexact.questions.battle import Battle
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.choices import campaign_attackers_needed
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.commands import Capture, answer, run


def test_without_coq_the_file_is_written(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run(capsys, "certify", "3v2") == (0, certificate(3, 2), "")
    file = tmp_path / "odds.v"
    status, out, err = run(capsys, "certify", "3", "2", "-o", str(file))
    assert (status, err) == (0, "")
    assert "--check has Coq check it, and the file says how to do so by hand" in out
    assert file.read_text(encoding="utf-8") == certificate(3, 2)


def test_a_check_without_coq_is_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    status, out, err = run(capsys, "certify", "3", "2", "--check", "-o", str(tmp_path / "odds.v"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "coqc, which is not installed" in err
    assert not list(tmp_path.iterdir())


def test_what_coq_refuses_is_status_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(coq, "compiler", lambda: "coqc")
    monkeypatch.setattr(coq, "refusal", lambda text, files: "no")
    refused = "riskexact: Coq refuses the certificate: no\n"
    assert run(capsys, "certify", "3", "2", "--check") == (1, "", refused)
    status, out, _ = run(capsys, "certify", "3", "2", "--check", "--json")
    assert (status, json.loads(out)["checked"]) == (1, False)


def test_campaigns(capsys: Capture) -> None:
    data = answer(capsys, "certify", "12", "3", "2:capital", "--armies", "--reserve", "2")
    campaign = Campaign(11, (3, 2), ("standard", "capital"), reserve=1)
    assert Fraction(data["win"]["fraction"]) == campaign.win_probability
    assert data["certificate"] == certificate(11, [3, 2], ["standard", "capital"], reserve=1)
    assert (data["attackers"], data["reserve"], data["checked"]) == (12, 2, None)
    assert "certify 2 1:capital" not in data["certificate"]
    one = answer(capsys, "certify", "2", "1:capital")
    assert one["certificate"] == certificate(2, [1], ["capital"])


def test_stop_lines(capsys: Capture) -> None:
    asked = ("--armies", "--retreat-at", "3", "--stop-at-defenders", "1")
    data = answer(capsys, "certify", "10", "5", *asked)
    assert data["certificate"] == certificate(9, 5, retreat_at=2, stop_at_defenders=1)
    assert (data["retreat_at"], data["stop_at_defenders"]) == (3, 1)


Done = subprocess.CompletedProcess[str]


def test_what_is_too_large_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Battle, "win_probability", property(lambda battle: pytest.fail("computed")))
    with pytest.raises(RiskError, match="at most 2000 in all"):
        certificate(1_000_000, 1_000_000)
    with pytest.raises(RiskError, match="at most 200000 throws in all for Coq to count"):
        certificate(9, 9, Rules(9))


def test_the_theory_is_compiled_once_and_moved_there_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that finds the work of another in its place takes that."""
    compiled: list[str] = []

    def compile_file(file: Path, beside: Path) -> Done:
        assert file.parent == beside
        compiled.append(file.stem)
        if file.stem == FILES[-1] and rival.parent.is_dir():
            rival.mkdir()
            (rival / "rival").touch()
        return Done([], 0, "", "")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(coq, "compiler", lambda: "echo")
    monkeypatch.setattr(coq, "_compile", compile_file)
    rival = tmp_path / "nowhere" / "rival"
    made = coq.compiled_theory()
    assert compiled == list(FILES)
    assert sorted(path.stem for path in made.iterdir()) == sorted(FILES)
    assert coq.compiled_theory() == made
    assert len(compiled) == len(FILES)
    rival = made
    for path in made.iterdir():
        path.unlink()
    made.rmdir()
    assert coq.compiled_theory() == made
    assert [path.name for path in made.iterdir()] == ["rival"]
    assert [path.name for path in made.parent.iterdir()] == [made.name]


def test_a_theory_that_coq_refuses_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(coq, "compiler", lambda: "echo")
    monkeypatch.setattr(coq, "_compile", lambda file, beside: Done([], 1, "", "too\nold"))
    with pytest.raises(RiskError, match=r"one that compiles Sums\.v \(8\.16 does\): too old"):
        coq.compiled_theory()
    assert list((tmp_path / "riskexact").iterdir()) == []


def test_a_cache_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "riskexact").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(coq, "compiler", lambda: "echo")
    with pytest.raises(RiskError, match="must be writable"):
        coq.compiled_theory()


def test_the_theory_is_in_the_package_or_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {path.stem for path in coq.theory().glob("*.v")} >= set(FILES)
    (tmp_path / "theory").mkdir()
    monkeypatch.setattr("riskexact.__file__", str(tmp_path / "__init__.py"))
    assert coq.theory() == tmp_path / "theory"


@pytest.mark.parametrize("n", [97, 98])
def test_large_battles_under_the_standard_rules_are_sums(n: int) -> None:
    """The names and the other rules do not matter; a stop rule does."""
    sums = n == 98
    other_words = Rules(Hand((6, 6, 6)), Hand(2, needs=(1, 2)))
    for text in (certificate(n, n), certificate(n, n, other_words)):
        assert ("apply standard_certified." in text) == sums
        assert ("as sums over the rounds" in text) == sums
        assert ("RealHands" in text) == sums
    for text in (certificate(n, n, "capital"), certificate(n, n, retreat_at=1)):
        assert "apply (win_certified" in text
    text = certificate(campaign_attackers_needed([98], "1/2"), [98], need="1/2")
    assert "apply (least_for_campaign_certified 432)" in text


@pytest.mark.parametrize(
    ("ties", "costs"), [("defender", "(1, 0)"), ("attacker", "(0, 1)"), ("nobody", "(0, 0)")]
)
def test_what_a_tied_pair_costs(
    ties: Literal["defender", "attacker", "nobody"], costs: str
) -> None:
    assert f"[1; 2] {costs}." in certificate(3, 2, Rules(ties=ties))


def test_every_rule_set_of_the_catalogue_has_certificates() -> None:
    for name in RULES:
        assert f"{name} rules" in certificate(5, 4, name) or name == "standard"
