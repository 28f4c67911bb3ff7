"""`riskexact simulate` as its users meet it."""

import re
import sys
from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle
from riskexact.logs.simulation import simulate
from riskexact.odds.states import Stops
from riskexact.rules.catalogue import RULES
from tests import commands
from tests.commands import Capture, in_json


@pytest.mark.parametrize(
    ("name", "stop", "stops"),
    [
        ("risiko", [], Stops()),
        (
            "standard",
            ["--retreat-at", "2", "--stop-after", "4", "--stop-below", "5%"],
            Stops(2, 0, 4, Fraction(1, 20)),
        ),
    ],
)
def test_json(capsys: Capture, name: str, stop: list[str], stops: Stops) -> None:
    arguments = ["6", "4", "--rules", name, "--battles", "300", "--seed", "5", "--digits", "6"]
    data = answer(capsys, *arguments, *stop)
    battle = Battle(6, 4, RULES[name], **vars(stops))
    found = simulate(battle, 300, 5)
    assert (data["attackers"], data["defenders"], data["rules"]) == (6, 4, name)
    assert (data["battles"], data["seed"], data.get("retreat_at")) == (300, 5, 2 if stop else None)
    for key, observed, exact in (
        ("win", Fraction(found.wins, 300), battle.win_probability),
        ("attackers_left", None, battle.attackers_left.mean),
        ("defenders_left", None, battle.defenders_left.mean),
    ):
        assert data[key]["exact"] == in_json(exact, 6)
        if observed is not None:
            assert data[key]["observed"]["fraction"] == fraction_text(observed)
    nearest = {"double": float(found.win_p_value_decimal(50))}
    assert data["p_values"] == {"wins": in_json(found.win_p_value_decimal(6)) | nearest}
    outcomes = {(o["attackers"], o["defenders"]): o for o in data["outcomes"]}
    assert {end: Fraction(o["fraction"]) for end, o in outcomes.items()} == battle.outcomes
    assert {end: o["count"] for end, o in outcomes.items() if o["count"]} == found.counts


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    return commands.run(capture, "simulate", *arguments)


def answer(capture: Capture, *arguments: str) -> Any:
    return commands.answer(capture, "simulate", *arguments)


def test_numpy_is_missing(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    status, out, err = run(capsys, "3", "2")
    assert (status, out) == (2, "")
    assert "needs numpy, which is not installed: pip install 'riskexact[data]'" in err


def test_few_digits_in_text_alone(capsys: Capture) -> None:
    """A frequency of some thousand battles has no more."""
    words = ("12", "9", "--battles", "1000")
    data = answer(capsys, *words)
    assert len(data["p_values"]["wins"]["decimal"]) == len("0.") + 10
    assert len(data["win"]["exact"]["decimal"]) == len("0.") + 10
    out = run(capsys, *words)[1]
    assert re.search(r"\n +win +0\.\d{4}  0\.7899\n", out)
    assert re.search(r"p-value of the wins: 0\.\d{4}\n", out)
    assert "0.789881\n" in run(capsys, *words, "--digits", "6")[1]
