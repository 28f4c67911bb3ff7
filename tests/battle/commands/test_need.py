"""`riskexact need` as its users meet it."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.battle.blitz import Fight
from riskexact.battle.campaign import Campaign
from riskexact.battle.commands import need
from riskexact.battle.needed import attackers_needed
from riskexact.battle.price import Price
from riskexact.odds.states import MAX_UNITS
from riskexact.rules.catalogue import RULES
from tests import commands
from tests.commands import Capture, in_json


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    return commands.run(capture, "need", *arguments)


def answer(capture: Capture, *arguments: str) -> Any:
    return commands.answer(capture, "need", *arguments)


def test_a_chain_is_gone_through_once(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances that are printed are those that the search came upon."""
    campaign = Campaign(12, (3, 4))
    win, fewer = campaign.win_probability, campaign.replace(attackers=11).win_probability
    monkeypatch.setattr(Campaign, "win_probability", None)
    found = answer(capsys, "3", "4", "--chance", "1/9", "--chance", str(win))["needs"][1]
    assert found["attackers"] == 12
    assert (found["win"], found["fewer"]["win"]) == (in_json(win), in_json(fewer))


def test_chances_that_no_number_reaches(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their rows say so."""

    def at_most_three_quarters(d: int, chance: Fraction, rules: object, blitz: None) -> int:
        if chance > Fraction(3, 4):
            raise RiskError("no number of attackers reaches it")
        return attackers_needed(d, chance)

    monkeypatch.setattr(need, "attackers_needed", at_most_three_quarters)
    needs = answer(capsys, "9")["needs"]
    assert [each["attackers"] for each in needs] == [9, 12, None, None]
    assert needs[3] == {"chance": "19/20", "attackers": None, "win": None, "fewer": None}
    rows = run(capsys, "9")[1].splitlines()[-3:]
    assert rows == ["  75 %         12  79.0 %", "  90 %       none", "  95 %       none"]


def test_many_defenders_have_a_price_and_no_chances(capsys: Capture) -> None:
    found = answer(capsys, "2500", "--price")
    assert found["attackers_lost"]["mean"] == in_json(Price(2500).mean)
    assert found["attackers_lost"]["chances"] == found["enough"] == []
    assert [each["defenders"] for each in found["prices"]] == [*range(1, 21), 2500]
    assert "chance" not in run(capsys, "2500", "--exact", "--price")[1]


def test_the_dearest_unit_of_every_rule_set(capsys: Capture) -> None:
    assert [each["rules"] for each in answer(capsys, "--dearest")["dearest"]] == list(RULES)


@pytest.mark.parametrize(
    "asked", [("700",), ("--garrison-against", "700"), ("150", "--rules", "wall")]
)
def test_percent_of_certain_digits_is_that_of_the_fraction(
    asked: tuple[str, ...], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_digits = run(capsys, *asked)[1]
    monkeypatch.setattr(need, "UNITS_OF_FRACTIONS", defaultdict(lambda: MAX_UNITS))
    monkeypatch.setattr(Fight, "text", None)
    assert run(capsys, *asked)[1] == by_digits


def test_fractions_that_take_too_long_together_are_digits(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JSON, where a range has many of them."""
    asked = "150..151", "--chance", "1/2", "--rules", "wall"
    fractions = [each["win"] for each in answer(capsys, *asked)["needs"]]
    monkeypatch.setattr(need, "WALK_STEPS", 10**6)
    digits = [each["win"] for each in answer(capsys, *asked)["needs"]]
    assert all(each["fraction"] for each in fractions)
    assert digits == [each | {"fraction": None} for each in fractions]
