"""`riskexact need` as its users meet it."""

from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.battle.battle import win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.commands import need
from riskexact.battle.needed import attackers_needed
from riskexact.rules.catalogue import RULES
from tests import commands
from tests.commands import Capture, in_json


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    return commands.run(capture, "need", *arguments)


def answer(capture: Capture, *arguments: str) -> Any:
    return commands.answer(capture, "need", *arguments)


def single(capture: Capture, *arguments: str) -> Any:
    """Return what is echoed, and the only need."""
    data = answer(capture, *arguments)
    (need,) = data.pop("needs")
    return data | need


def test_a_chain_is_gone_through_once(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances that are printed are those that the search came upon."""
    campaign = Campaign(12, (3, 4))
    win, fewer = campaign.win_probability, campaign.replace(attackers=11).win_probability
    monkeypatch.setattr(Campaign, "win_probability", None)
    found = answer(capsys, "3", "4", "--chance", "1/9", "--chance", str(win))["needs"][1]
    assert found["attackers"] == 12
    assert (found["win"], found["fewer"]["win"]) == (in_json(win), in_json(fewer))


def test_the_force_that_takes_a_chain(capsys: Capture) -> None:
    rules = (RULES["standard"], RULES["capital"])
    campaign = Campaign(12, (3, 4), rules, leave_behind=2)
    found = single(capsys, "3", "4:capital", "--chance", "60%", "--leave-behind", "2", "--armies")
    assert found == {
        "defenders": [3, 4],
        "armies": True,
        "leave_behind": 2,
        "rules": ["standard", "capital"],
        "chance": "3/5",
        "attackers": 13,
        "win": in_json(campaign.win_probability),
        "fewer": {"attackers": 12, "win": in_json(campaign.replace(attackers=11).win_probability)},
    }


def test_one_territory_with_the_terms_of_a_campaign(capsys: Capture) -> None:
    """The force that is found wins as `riskexact campaign` says, and one less does not."""
    for terms in (
        ["--retreat-at", "2"],
        ["--leave-behind", "3"],
        ["--retreat-at", "3", "--armies"],
    ):
        found = single(capsys, "4", "--chance", "90%", *terms)
        for force, enough in ((found, True), (found["fewer"], False)):
            typed = str(force["attackers"])
            campaign = commands.answer(capsys, "campaign", typed, "4", *terms)
            assert force["win"] == campaign["win"]
            assert (Fraction(force["win"]["fraction"]) >= Fraction(9, 10)) == enough
            echo = ("defenders", "armies", "leave_behind", "retreat_at", "rules")
            assert [found.get(key) for key in echo] == [campaign.get(key) for key in echo]


def test_the_most_that_can_be_taken(capsys: Capture) -> None:
    assert single(capsys, "--takeable-by", "12", "--chance", "3/4") == {
        "attackers": 12,
        "armies": False,
        "rules": "standard",
        "chance": "3/4",
        "defenders": 9,
        "win": in_json(win_probability(12, 9)),
        "more": {"defenders": 10, "win": in_json(win_probability(12, 10))},
    }


# ---- without a chance

USUAL = ("1/2", "3/4", "9/10", "19/20")


def test_four_chances(capsys: Capture) -> None:
    numbers = [attackers_needed(9, chance) for chance in USUAL]
    needs = [
        {
            "chance": chance,
            "attackers": n,
            "win": in_json(win_probability(n, 9)),
            "fewer": {"attackers": n - 1, "win": in_json(win_probability(n - 1, 9))},
        }
        for chance, n in zip(USUAL, numbers, strict=True)
    ]
    assert answer(capsys, "9") == {
        "defenders": 9,
        "armies": False,
        "rules": "standard",
        "needs": needs,
    }
    armies = answer(capsys, "9", "--armies")["needs"]
    assert [each["attackers"] for each in armies] == [n + 1 for n in numbers]


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


def test_chances_without_the_name_of_the_option(capsys: Capture) -> None:
    named = single(capsys, "9", "--chance", "90%")
    for typed in ("90%", "9/10", "0.9", ".9"):
        assert single(capsys, "9", typed) == single(capsys, typed, "9") == named
    assert single(capsys, "3", "3", "90%") == single(capsys, "3", "3", "--chance", "90%")
    both = answer(capsys, "9", "75%", "--chance", "90%")["needs"]
    assert both == [*answer(capsys, "9", "75%")["needs"], *answer(capsys, "9", "90%")["needs"]]
    assert single(capsys, "--takeable-by", "12", "75%")["defenders"] == 9
