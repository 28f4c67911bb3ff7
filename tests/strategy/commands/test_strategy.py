"""`riskexact strategy` as its users meet it."""

from fractions import Fraction
from typing import Any

import pytest

from riskexact.battle.blitz import Fight
from riskexact.rules.catalogue import RULES, each_value
from riskexact.strategy import Strategy
from riskexact.strategy.commands.strategy import WORTH
from tests.commands import Capture, answer, in_json


@pytest.mark.parametrize(
    ("rules", "dice"),
    [("risiko", "most"), ("2210-commander", "defender-first"), ("standard", "after-the-throw")],
)
def test_json(capsys: Capture, rules: str, dice: str) -> None:
    values = ("--territory", "3", "--attacker-unit", "1/2", "--defender-unit", "0.75")
    data = answer(capsys, "strategy", "4", "3", *values, "--order", dice, "--rules", rules)
    strategy = Strategy(4, 3, 3, Fraction(1, 2), Fraction(3, 4), RULES[rules], dice)  # type: ignore[arg-type]
    units = (Fraction(1, 2), Fraction(3, 4))
    assert (data["attackers"], data["defenders"], data["rules"]) == (4, 3, rules)
    assert (data["territory"], data["attacker_unit"], data["defender_unit"]) == ("3", "1/2", "3/4")
    assert data["order"] == dice
    assert data["attack"] is strategy.opening.attack
    for name, exact in (
        ("value", strategy.value),
        ("value_with_most_dice", Strategy(4, 3, 3, *units, RULES[rules]).value),
        ("stop", strategy.worth(4, 3)),
        ("win", strategy.win_probability),
        ("lose", strategy.lose_probability),
        ("stopped", strategy.stop_probability),
    ):
        assert Fraction(data[name]["fraction"]) == exact
    assert data["stop"]["decimal"] == "-0.2500000000"
    states = {(s["attackers"], s["defenders"]): s for s in data["states"]}
    assert set(states) == set(strategy.decisions)
    for state, decision in strategy.decisions.items():
        printed = states[state]
        assert printed["attack"] is decision.attack
        assert printed["value"] == in_json(Fraction(decision.value))
        for side, numbers in (
            ("attack_dice", decision.play.attack),
            ("defence_dice", decision.play.defence),
        ):
            shown = [(n["dice"], Fraction(n["chance"]["fraction"])) for n in printed[side]]
            assert shown == list(numbers)
        assert [(tuple(a["throw"]), a["dice"]) for a in printed.get("answers", [])] == [
            (a.throw, a.dice) for a in decision.play.answers
        ]
    assert data["opening"] == {k: v for k, v in states[4, 3].items() if not k.endswith("ers")} | (
        {"answers": states[4, 3]["answers"]} if dice == "after-the-throw" else {}
    )
    assert [(f["attackers"], f["defenders"], f["side"], f["gain"]) for f in data["fewer_dice"]] == [
        (f.attackers, f.defenders, f.side, in_json(f.gain)) for f in strategy.fewer_dice
    ]


def test_most_dice_of_all_rule_sets(capsys: Capture) -> None:
    asked = ("--most-dice", "1", "--rules", "all", "--order", "attacker-first")
    checked = answer(capsys, "strategy", *asked)["checked"]
    assert [each["rules"] for each in checked] == [rules.name for rules in each_value()]


def test_everything_is_worth_1_unless_it_is_said(capsys: Capture) -> None:
    ones = [word for name in WORTH for word in (f"--{name.replace('_', '-')}", "1")]
    for more in ([], ["--order", "after-the-throw"], ["--armies"]):
        assert answer(capsys, "strategy", "5", "4", *more) == (
            answer(capsys, "strategy", "5", "4", *more, *ones)
        )
    alone = answer(capsys, "strategy", "5", "4", "--territory", "3")
    assert [alone[name] for name in WORTH] == ["3", "1", "1"]
    assert alone["value"] == in_json(Strategy(5, 4, 3).value)
    assert answer(capsys, "strategy", "5", "4")["value"] == in_json(Strategy(5, 4).value)


def test_when_to_blitz(capsys: Capture) -> None:
    """In certain digits: no fraction is known."""

    def certain(chance: object) -> Any:
        return in_json(chance, 6) | {"fraction": None}

    words = ("13", "10", "--armies", "--rules", "capital", "--digits", "6", "--blitz")
    data, strategy = (
        answer(capsys, "strategy", *words),
        Strategy(12, 10, rules="capital", blitz=True),
    )
    opening = strategy.opening
    assert data["balanced_blitz"] == "3.3"
    assert data["blitz_at_once"] is not opening.attack
    assert opening.attack
    by_hand = Fight(12, 10, RULES["capital"]).sides[0]
    for key, chance in (("win", opening.value), ("blitz", opening.stop), ("by_hand", by_hand)):
        assert data[key] == certain(chance)
    assert data["states"] == [
        {"attackers": a, "defenders": d, "blitz": not each.attack, "win": certain(each.value)}
        for (a, d), each in strategy.decisions.items()
    ]
