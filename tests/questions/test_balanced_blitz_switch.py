"""The best moment to blitz against plain recursions in decimals, and against every policy."""

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.odds.states import State
from riskexact.questions.balanced_blitz import BalancedBlitz, bounds
from riskexact.questions.balanced_blitz.switch import BlitzSwitch
from riskexact.questions.battle import win_probability
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss
from tests.strategies import any_rules, blitz_versions

COIN = Rules(1, 1, 2, ties="nobody")


def exact(text: str) -> Fraction:
    return sum(bounds(text), Fraction(0)) / 2


def bent(win: Fraction, version: BlitzVersion) -> Decimal:
    """The bent chance, to some fifty digits."""
    if win <= version.negligible or 1 - win <= version.negligible:
        return Decimal(round(win))
    own, other = (
        (Decimal(x.numerator) / x.denominator)
        ** (Decimal(version.sharper.numerator) / version.sharper.denominator)
        for x in (win, 1 - win)
    )
    cut = Decimal(version.cut.numerator) / version.cut.denominator
    return min(max((own / (own + other) - cut) / (1 - 2 * cut), Decimal(0)), Decimal(1))


def by_recursion(
    a: int, d: int, rules: Rules, version: BlitzVersion
) -> dict[State, tuple[Decimal, Decimal]]:
    """The chance by a blitz at once, and by a round by hand and the best policy after it."""
    found: dict[State, tuple[Decimal, Decimal]] = {}

    def best(x: int, y: int) -> Decimal:
        return Decimal(int(y == 0)) if x == 0 or y == 0 else max(found[x, y])

    with localcontext() as context:
        context.prec = 60
        for x, y in product(range(1, a + 1), range(1, d + 1)):
            counts, throws = round_with_loss(*rules.dice(x, y), rules)
            hand = sum((n * best(x - i, y - j) for (i, j), n in counts), Decimal(0)) / throws
            found[x, y] = bent(win_probability(x, y, rules), version), hand
    return found


@settings(max_examples=40)
@given(
    any_rules | st.sampled_from([*RULES.values()]),
    st.integers(1, 7),
    st.integers(1, 7),
    blitz_versions | st.just(BLITZ_3_3),
)
def test_the_best_of_both_state_by_state(
    rules: Rules, a: int, d: int, version: BlitzVersion
) -> None:
    battle = BlitzSwitch(a, d, rules, 20, version)
    expected = by_recursion(a, d, rules, version)
    assert list(battle.decisions) == list(battle.win_decimals) == list(expected)
    for state, (at_once, by_hand) in expected.items():
        close = abs(at_once - by_hand) < Decimal("1e-40")
        assert close or battle.decisions[state] == (at_once > by_hand)
        value = Fraction(max(at_once, by_hand))
        assert abs(exact(battle.win_decimals[state]) - value) <= value / 10**18
    assert battle.win_decimal == battle.win_decimals[a, d]
    assert battle.blitz_at_once == battle.decisions[a, d]


def chance_under(policy: Mapping[State, bool], a: int, d: int) -> Fraction:
    """The chance to win if a blitz begins where the policy says so."""

    @cache
    def value(x: int, y: int) -> Fraction:
        if x == 0 or y == 0:
            return Fraction(int(y == 0))
        if policy[x, y]:
            return exact(BalancedBlitz(x, y, digits=40).win_decimal)
        counts, throws = round_with_loss(*STANDARD.dice(x, y), STANDARD)
        return sum((n * value(x - i, y - j) for (i, j), n in counts), Fraction(0)) / throws

    return value(a, d)


@pytest.mark.parametrize("sides", [(3, 3), (2, 4), (4, 2)])
def test_no_policy_is_better(sides: tuple[int, int]) -> None:
    """Among all: each state of a small battle is in or out."""
    battle = BlitzSwitch(*sides, digits=30)
    states = list(battle.decisions)
    best = max(
        chance_under(dict(zip(states, choice, strict=True)), *sides)
        for choice in product([True, False], repeat=len(states))
    )
    low, high = bounds(battle.win_decimal)
    assert low <= best <= high
    assert low <= chance_under(battle.decisions, *sides) <= high


def test_it_is_no_worse_than_either_and_no_better_than_the_bound() -> None:
    """The least concave function above the bent chance: by Jensen, none is better."""
    battle = BlitzSwitch(25, 25)
    for (a, d), text in battle.win_decimals.items():
        win, best = win_probability(a, d), bounds(text)[1]
        assert best >= win
        assert best >= bounds(BalancedBlitz(a, d).win_decimal)[0]
        assert best <= Fraction("1.18560") * win
        alone = (a, d) == (25, 25)
        assert not alone or battle.hand_decimal == decimal_text(win)


def test_what_is_equally_good_is_a_blitz() -> None:
    """1 against 1 with a coin: 1/2 either way; and 1 is 1."""
    coin = BlitzSwitch(1, 1, COIN)
    assert (coin.blitz_at_once, coin.win_decimal) == (True, "0.5000000000")
    certain = BlitzSwitch(5, 1)
    assert (certain.blitz_at_once, certain.win_decimal) == (True, "1")


def test_a_version_that_bends_nothing_is_indifferent_everywhere() -> None:
    plain = BlitzVersion("none", negligible=0, cut=0, sharper=1)
    battle = BlitzSwitch(6, 6, version=plain)
    assert all(battle.decisions.values())
    assert battle.win_decimal == battle.blitz_decimal == battle.hand_decimal


def test_a_power_of_one_is_compared_in_fractions() -> None:
    """Where no cut is met a round by hand changes nothing, and is never better."""
    battle = BlitzSwitch(8, 8, version=BlitzVersion("linear", negligible=0, sharper=1))
    expected = by_recursion(8, 8, STANDARD, battle.version)
    for state, (at_once, by_hand) in expected.items():
        assert battle.decisions[state] == (at_once - by_hand > Decimal("-1e-50"))


def test_the_chance_that_is_hardly_there() -> None:
    """Rules under which the attacker cannot win: nothing to choose."""
    battle = BlitzSwitch(3, 2, Rules((1,), (1,)))
    assert (battle.win_decimal, battle.blitz_decimal, battle.hand_decimal) == ("0", "0", "0")


@pytest.mark.parametrize(("sides", "win"), [((0, 3), "0"), ((3, 0), "1")])
def test_battles_that_are_over(sides: tuple[int, int], win: str) -> None:
    battle = BlitzSwitch(*sides)
    assert (battle.win_decimal, battle.blitz_decimal, battle.hand_decimal) == (win, win, win)
    assert not battle.decisions
    assert battle.blitz_at_once


def test_a_policy_of_a_larger_battle_is_that_of_the_smaller() -> None:
    large, small = BlitzSwitch(30, 30, "capital"), BlitzSwitch(9, 12, "capital")
    assert all(large.decisions[state] == blitz for state, blitz in small.decisions.items())
    assert all(large.win_decimals[state] == text for state, text in small.win_decimals.items())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "must not both be 0"),
        ((500, 501), "at most 1000 together for the best switch to Balanced Blitz, not 1001"),
        ((3, 2, "chess"), "not 'chess'"),
        ((3, 2, STANDARD, 0), "digits must be a whole number, from 1 to 10000"),
        ((3, 2, STANDARD, 5, None), "version must be a BlitzVersion, not None"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        BlitzSwitch(*arguments)
