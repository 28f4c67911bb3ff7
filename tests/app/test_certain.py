"""Large battles in doubles, by `node`: exact numbers lie between the bounds, digits are certain."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.battle import Battle
from riskexact.battle.needed import attackers_needed
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.node import THREE, Node, fight, outcomes
from tests.programs import needs
from tests.strategies import rule_sets, tries
from tests.trust.large import certain_digits

pytestmark = needs("node")


def within(value: Fraction | int, bounds: Sequence[str], sharp: bool = True) -> bool:
    """Whether a number is between two; and ten digits of it are known, if they should be."""
    least, most = map(Fraction, bounds)
    assert not sharp or most - least <= value * Fraction(1, 10**10), (value, float(most - least))
    return least <= value <= most


def holds_of(found: dict[str, Any], battle: Battle) -> None:
    """Check every number of a battle."""
    chances = [battle.win_probability, battle.stop_probability, battle.lose_probability]
    assert all(within(*pair) for pair in zip(chances, found["chances"], strict=True))
    assert all(within(*pair) for pair in zip(battle.costs, found["losses"], strict=False))
    if battle.win_probability:
        assert within(battle.costs_of_a_win.attackers, found["losses"][2])
    for a, _, d, *bounds in found["outcomes"]:
        assert within(battle.outcomes.get((a, d), 0), bounds, sharp=False)
    assert {(a, d) for a, _, d, *_ in found["outcomes"]} >= {*battle.outcomes}


@pytest.mark.parametrize("name", RULES)
def test_every_number_under_every_rule_set(page: Node, name: str) -> None:
    rules = RULES[name]
    for a, d in ((0, 3), (3, 0), (9, 14), (25, 20)):
        holds_of(page("certain", rules.parts, fight(a, [d])), Battle(a, d, rules))


@tries(20)
@given(
    rule_sets(("defender", "attacker", "nobody")),
    st.integers(1, 25),
    st.integers(1, 25),
    st.integers(0, 3),
)
def test_every_number_under_any_rules(page: Node, rules: Rules, a: int, d: int, stop: int) -> None:
    stops = {"retreat_at": stop, "stop_at_defenders": max(0, stop - 1)}
    holds_of(
        page("certain", rules.parts, fight(a, [d], **stops)),
        Battle(a, d, rules, stop, "auto", max(0, stop - 1)),
    )


@pytest.mark.parametrize("rules", THREE)
def test_campaigns_and_tails_that_are_cut(page: Node, rules: Rules) -> None:
    """Outcomes that the doubles leave out are listed, too, and none is too likely."""
    for asked in (
        fight(14, [4, 1, 5], 2, retreat_at=1),
        fight(240, [40], retreat_at=3),
        fight(60, [190]),
    ):
        exact = outcomes(page, rules, asked)
        found = page("certain", rules.parts, asked)
        won = sum(p for (_, taken, _), p in exact.items() if taken == len(asked["garrisons"]))
        assert within(won, found["chances"][0], sharp=won > Fraction(1, 10**20))
        costs = page("answer", rules.parts, asked)["lost"][:2]
        for cost, bounds in zip(map(Fraction, costs), found["losses"], strict=False):
            assert within(cost, bounds, sharp=False)
        for a, taken, d, *bounds in found["outcomes"]:
            if len(asked["garrisons"]) == 1:
                assert within(exact.get((a, taken, d), 0), bounds, sharp=False)


@pytest.mark.parametrize(
    ("a", "d", "name", "least"),
    [
        (500, 500, "standard", 11), (12, 9999, "standard", 10), (2000, 12, "risiko", 10),
        (900, 1900, "capital", 10), (150, 400, "bonus-die", 10),
        (700, 650, "lotr-leader-against-stronghold", 11),
        (9999, 1, "standard", 9), (1, 9999, "standard", 10),
    ],
)  # fmt: skip
def test_every_digit_is_certain(page: Node, a: int, d: int, name: str, least: int) -> None:
    digits, right = certain_digits(page, a, d, RULES[name])
    assert right
    assert digits >= least


def test_how_many_are_needed_also_where_a_chance_equals_a_goal(page: Node) -> None:
    even = Rules(1, 1, ties="nobody")  # as many attackers as defenders: 1/2
    for rules, d in ((even, 9), (STANDARD, 300), (RULES["risiko"], 120)):
        goals = [attackers_needed(d, goal, rules) for goal in ("50%", "75%", "90%", "95%")]
        assert page("needed", rules.parts, fight(1, [d])) == goals
