"""The calculator's arithmetic in `node`: the same fractions as Python's, and as texts."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.battle.needed import attackers_needed
from riskexact.odds.recursion import cells
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.app.visits import percent_text
from tests.node import THREE, Node, fight, lowest, outcomes
from tests.programs import needs
from tests.strategies import battles, retreats, rule_sets, tries

pytestmark = needs("node")


def by_battle(battle: Battle) -> Mapping[tuple[int, int, int], Fraction]:
    return {(a, int(d == 0), d): p for (a, d), p in battle.outcomes.items()}


def test_every_cell_under_every_rule_set(page: Node) -> None:
    checked = 0
    for rules in RULES.values():
        found = page("cells", rules.parts, 16)
        for (a, d), value in cells(16, 16, rules):
            assert lowest(found[a][d]) == value
            checked += 1
    assert checked == len(RULES) * (17 * 17 - 1)


def test_every_colour_of_the_map(page: Node) -> None:
    """What it is painted with is the chance, but for the rounding of floating point."""
    for rules in (STANDARD, RULES["two-defenders-need-three"], RULES["bonus-die"]):
        shades = page("shades", rules.parts, 12, None)
        for (a, d), value in cells(12, 12, rules):
            assert abs(shades[13 * a + d] - float(value)) < 1e-12


def test_a_large_cell(page: Node) -> None:
    found = page("cells", STANDARD.parts, 100)
    assert lowest(found[100][100]) == win_probability(100, 100)
    assert lowest(found[99][37]) == win_probability(99, 37)


STOPS: list[dict[str, Any]] = [
    {},
    {"retreat_at": 3},
    {"stop_at_defenders": 2},
    {"stop_after": 3},
    {"stop_below": 40},
    {"retreat_at": 2, "stop_at_defenders": 1, "stop_after": 5, "stop_below": 15},
]


def battle_with(a: int, d: int, rules: Rules, stops: dict[str, Any]) -> Battle:
    below = stops.get("stop_below", 0)
    return Battle(a, d, rules, **{**stops, "stop_below": Fraction(below, 100)})


@pytest.mark.parametrize("rules", THREE)
@pytest.mark.parametrize("stops", STOPS)
def test_outcomes_under_every_stop_rule(page: Node, rules: Rules, stops: dict[str, Any]) -> None:
    for a, d in [(9, 7), (4, 11), (1, 1), (0, 3), (6, 0), (13, 10)]:
        found = outcomes(page, rules, fight(a, [d], **stops))
        assert found == by_battle(battle_with(a, d, rules, stops)), (a, d)


@tries(13)
@given(
    rules=rule_sets(("defender", "attacker", "nobody")),
    sides=battles,
    retreat_at=retreats,
    stop_at_defenders=retreats,
    stop_after=st.none() | st.integers(0, 5),
    stop_below=st.integers(0, 100),
)
def test_outcomes_under_any_rules(
    page: Node, rules: Rules, sides: tuple[int, int], **stops: Any
) -> None:
    a, d = sides
    found = outcomes(page, rules, fight(a, [d], **stops))
    assert found == by_battle(battle_with(a, d, rules, stops))


def test_a_chance_that_is_just_enough_is_no_reason_to_stop(page: Node) -> None:
    even = Rules(1, 1, ties="nobody")
    assert win_probability(1, 1, even) == Fraction(1, 2)
    going_on, stopped = (outcomes(page, even, fight(1, [1], stop_below=n)) for n in (50, 51))
    assert going_on == {(1, 1, 0): Fraction(1, 2), (0, 0, 1): Fraction(1, 2)}
    assert stopped == {(1, 0, 1): 1}


CAMPAIGNS = [
    (11, [3, 3, 3], 1, 0),
    (9, [1, 0, 4, 2], 2, 0),
    (12, [5, 2], 0, 3),
    (14, [2, 1, 1, 1, 3], 3, 1),
    (3, [0, 2, 2], 1, 0),
]


def test_how_many_are_needed_under_every_rule_set(page: Node) -> None:
    goals = ["50%", "75%", "90%", "95%"]
    for rules in RULES.values():
        for d in (1, 2, 7, 12):
            found = page("needed", rules.parts, fight(1, [d]))
            assert found == [attackers_needed(d, goal, rules) for goal in goals]
        assert page("needed", rules.parts, fight(1, [3, 1, 2], 2)) == [
            campaign_attackers_needed([3, 1, 2], goal, rules=rules, leave_behind=2)
            for goal in goals
        ]


@pytest.mark.parametrize("rules", THREE)
def test_expected_losses(page: Node, rules: Rules) -> None:
    for a, d, stops in [(a, d, stops) for a, d in [(9, 7), (3, 5)] for stops in STOPS[:4]]:
        yours, theirs, of_a_win = page("answer", rules.parts, fight(a, [d], **stops))["lost"]
        battle = battle_with(a, d, rules, stops)
        assert (lowest(yours), lowest(theirs)) == battle.costs
        if battle.win_probability:
            assert lowest(of_a_win) == battle.costs_of_a_win.attackers
        else:
            assert of_a_win is None


def campaign_costs(
    attackers: int,
    garrisons: Sequence[int],
    stay: int,
    retreat_at: int,
    ends_of: Callable[..., Any],
) -> tuple[Any, Any]:
    """What the battles of a campaign cost, each over all who come to it; nobody who stays is lost.

    - `ends_of`: the chance of each outcome of attackers against a garrison.
    """
    arrived: Mapping[int, Any] = {attackers: 1}
    yours = theirs = 0
    for garrison in garrisons:
        going_on: defaultdict[int, Any] = defaultdict(int)
        for x, arrival in arrived.items():
            for (left, standing), p in ends_of(x, garrison).items():
                yours += arrival * p * (x - left)
                theirs += arrival * p * (garrison - standing)
                if not standing and left - stay > retreat_at:
                    going_on[left - stay] += arrival * p
        arrived = going_on
    return yours, theirs


def outcomes_of(rules: Rules, retreat_at: int) -> Callable[[int, int], Any]:
    return lambda a, d: Battle(a, d, rules, retreat_at=retreat_at).outcomes


@pytest.mark.parametrize("rules", THREE)
def test_expected_losses_of_a_campaign(page: Node, rules: Rules) -> None:
    for a, d, stay, retreat_at in CAMPAIGNS:
        answer = page("answer", rules.parts, fight(a, d, stay, retreat_at=retreat_at))
        costs = campaign_costs(a, d, stay, retreat_at, outcomes_of(rules, retreat_at))
        assert tuple(map(lowest, answer["lost"][:2])) == costs


@pytest.mark.parametrize("rules", THREE)
@pytest.mark.parametrize("stops", [STOPS[0], STOPS[1], STOPS[3]])
def test_luck(page: Node, rules: Rules, stops: dict[str, Any]) -> None:
    lefts = [(a, d) for a in range(7) for d in range(6)]
    battle = battle_with(5, 4, rules, stops)
    found = page("luck", rules.parts, fight(5, [4], **stops), lefts)
    for (a, d), luck in zip(lefts, found, strict=True):
        try:
            expected = battle.luck(a, d)
        except RiskError:
            assert luck is None
        else:
            assert tuple(map(lowest, luck)) == expected


@tries(10)
@given(
    values=st.lists(
        st.fractions(0, 1)
        | st.integers(1, 10**30).map(lambda n: Fraction(1, n))
        | st.integers(1, 10**30).map(lambda n: 1 - Fraction(1, n)),
        min_size=20,
        max_size=20,
    ),
    digits=st.integers(1, 40),
)
def test_decimals(page: Node, values: list[Fraction], digits: int) -> None:
    pairs = [[str(value.numerator), str(value.denominator)] for value in values]
    for value, (decimal, percent) in zip(values, page("texts", pairs, digits), strict=True):
        assert decimal == decimal_text(value, digits)
        assert f"{percent} %" == percent_text(value)


def test_halves_are_rounded_to_even(page: Node) -> None:
    values = [Fraction(n, 2000) for n in range(1, 2000, 2)]
    pairs = [[str(value.numerator), str(value.denominator)] for value in values]
    for value, (decimal, percent) in zip(values, page("texts", pairs, 2), strict=True):
        assert decimal == decimal_text(value, 2)
        assert f"{percent} %" == percent_text(value)
