"""The best moment to blitz against plain recursions in decimals, and against every policy."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle, win_probability
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss
from riskexact.strategy import Strategy
from tests.chances import bounds, near
from tests.strategies import any_rules, blitz_versions, tries

COIN = Rules(1, 1, 2, ties="nobody")


def switch(
    a: int, d: int, rules: Rules | str = STANDARD, blitz: BlitzVersion | bool = True
) -> Strategy:
    return Strategy(a, d, rules=rules, blitz=blitz)


def adjusted(win: Fraction, version: BlitzVersion) -> Decimal:
    """The adjusted chance, to some fifty digits."""
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
            found[x, y] = adjusted(win_probability(x, y, rules), version), hand
    return found


@tries(13)
@given(
    any_rules | st.sampled_from([*RULES.values()]),
    st.integers(1, 7),
    st.integers(1, 7),
    blitz_versions | st.just(BLITZ_3_3),
)
def test_the_best_of_both_state_by_state(
    rules: Rules, a: int, d: int, version: BlitzVersion
) -> None:
    strategy = switch(a, d, rules, version)
    expected = by_recursion(a, d, rules, version)
    assert list(strategy.decisions) == list(expected)
    for state, (at_once, by_hand) in expected.items():
        close = abs(at_once - by_hand) < Decimal("1e-40")
        decision = strategy.decisions[state]
        assert close or decision.attack == (at_once <= by_hand)
        found = decision.stop, decision.play.value, decision.value
        for chance, value in zip(found, (at_once, by_hand, max(at_once, by_hand)), strict=True):
            assert abs(near(chance) - Fraction(value)) <= Fraction(value) / 10**38
    assert strategy.value == strategy.win_probability == strategy.decisions[a, d].value
    assert strategy.lose_probability == 1 - strategy.value


@pytest.mark.tools
def test_it_is_no_worse_than_either_and_no_better_than_the_bound() -> None:
    """The least concave function above the adjusted chance: by Jensen, none is better."""
    for (a, d), decision in switch(25, 25).decisions.items():
        win, best = win_probability(a, d), bounds(decision.value)[1]
        assert best >= win
        assert best >= bounds(Battle(a, d, blitz=True).win_probability)[0]
        assert best <= Fraction("1.18560") * win


def test_what_is_equally_good_is_a_blitz() -> None:
    """1 against 1 with a coin: 1/2 either way; and 1 is 1."""
    for strategy, win in ((switch(1, 1, COIN), Fraction(1, 2)), (switch(5, 1), Fraction(1))):
        assert not strategy.opening.attack
        assert type(strategy.value) is Fraction
        assert strategy.value == win


def test_a_version_that_bends_nothing_is_indifferent_everywhere() -> None:
    plain = BlitzVersion("none", negligible=0, cut=0, sharper=1)
    for (a, d), decision in switch(6, 6, blitz=plain).decisions.items():
        assert not decision.attack
        assert decision.stop == decision.play.value == win_probability(a, d)


@pytest.mark.parametrize(("sides", "win"), [((0, 3), 0), ((3, 0), 1)])
def test_battles_that_are_over(sides: tuple[int, int], win: int) -> None:
    strategy = switch(*sides)
    assert strategy.value == strategy.win_probability == win
    assert not strategy.decisions


def test_what_a_switch_has_no_answer_to() -> None:
    strategy = switch(3, 2)
    with pytest.raises(RiskError, match="blitz must be False for the outcomes of a strategy"):
        strategy.outcomes  # noqa: B018
    assert strategy.stop_probability == 0
    assert not strategy.fewer_dice
    assert "Balanced Blitz of version 3.3" in strategy.words()
    assert Strategy.from_json(strategy.json()) == strategy


def test_the_largest_size() -> None:
    with pytest.raises(RiskError, match="at most 1000 together for the best switch to Balanced"):
        switch(500, 501)


@pytest.mark.parametrize("name", ["territory", "attacker_unit", "defender_unit", "dice"])
def test_values_are_no_part_of_a_switch(name: str) -> None:
    value: Any = "after-the-throw" if name == "dice" else 2
    with pytest.raises(RiskError, match=f"^{name} must be left out with blitz"):
        Strategy(3, 2, blitz=True, **{name: value})
