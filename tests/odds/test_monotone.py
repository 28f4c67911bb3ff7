"""More units never hurt: the finite condition, against tables and against Strassen's theorem."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.odds.monotone import (
    WeightedPoints,
    has_coupling,
    is_dominated,
    is_monotone,
    neighbours,
)
from riskexact.odds.recursion import cells
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.growing import NOT_MONOTONE
from tests.reference import every_round, mirrored
from tests.strategies import ANY, any_rules, detailed_rules, tries

FAR = 14


@given(any_rules)
@tries(50)
def test_never_claimed_where_a_table_shows_otherwise(rules: Rules) -> None:
    assume(is_monotone(rules))
    assert grows_and_falls(rules)


def grows_and_falls(rules: Rules) -> bool:
    win = dict(cells(FAR, FAR, rules))
    return all(
        (a == FAR or win[a, d] <= win[a + 1, d]) and (d == FAR or win[a, d] >= win[a, d + 1])
        for a in range(1, FAR + 1)
        for d in range(1, FAR + 1)
    )


@pytest.mark.parametrize("rules", NOT_MONOTONE)
def test_rules_under_which_more_units_may_hurt(rules: Rules) -> None:
    assert not is_monotone(rules)
    assert not grows_and_falls(rules)


@pytest.mark.parametrize("name", RULES)
def test_every_rule_set_of_the_catalogue(name: str) -> None:
    """And if ties cost nobody."""
    assert is_monotone(RULES[name])
    assert is_monotone(RULES[name].replace(ties="nobody"))


@given(detailed_rules(ANY))
def test_the_sides_exchanged(rules: Rules) -> None:
    assert is_monotone(rules) == is_monotone(mirrored(rules))


@given(any_rules, st.data())
def test_a_coupling_is_found_if_strassen_s_condition_holds(
    rules: Rules, data: st.DataObject
) -> None:
    """Of any two states, near the end of a battle too."""
    units = st.integers(1, 4)
    worse, better = data.draw(st.tuples(units, units)), data.draw(st.tuples(units, units))
    assert is_dominated(worse, better, rules) == dominated_by_all_sets(worse, better, rules)


def dominated_by_all_sets(worse: tuple[int, int], better: tuple[int, int], rules: Rules) -> bool:
    low, high = (
        {(a - i, d - j): p for (i, j), p in every_round(a, d, rules).items()}
        for a, d in (worse, better)
    )

    def below(p: tuple[int, int], q: tuple[int, int]) -> bool:
        return p[0] == 0 or q[1] == 0 or (p[0] <= q[0] and p[1] >= q[1])

    return less_likely(low, high, below)


def less_likely(low: Any, high: Any, below: Callable[[Any, Any], bool]) -> bool:
    """Whether each set of ends is at most as likely as what is better than one of them."""
    better = {p: [q for q in high if below(p, q)] for p in low}
    return all(
        sum(low[p] for p in some) * sum(high.values())
        <= sum(high[q] for q in {q for p in some for q in better[p]}) * sum(low.values())
        for size in range(1, len(low) + 1)
        for some in combinations(low, size)
    )


points = st.tuples(st.integers(0, 3), st.integers(0, 3))
ends = st.dictionaries(points, st.integers(1, 4), min_size=1, max_size=5)


@given(ends, ends)
@tries(133)
def test_a_coupling_of_any_points(low: WeightedPoints, high: WeightedPoints) -> None:
    expected = less_likely(low, high, lambda p, q: bool(p[0] <= q[0] and p[1] <= q[1]))
    assert has_coupling(low, high) == expected


def test_lost_is_the_worst_and_won_the_best() -> None:
    assert is_dominated((1, 1), (3, 9), Rules(faces=1))
    assert is_dominated((3, 9), (1, 1), Rules(faces=1, ties="attacker"))


@given(detailed_rules(ANY))
def test_the_neighbours_have_all_pairs_of_dice(rules: Rules) -> None:
    """Every step of one die, against every number of dice, where most units throw them."""

    def dice(a: int, d: int) -> tuple[int, int]:
        return rules.attack.dice_of(a), rules.defence.dice_of(d)

    found = [(dice(*worse), dice(*better)) for worse, better in neighbours(rules)]
    attack, defence = rules.max_dice
    assert sorted(found) == sorted(
        [((x, y), (x + 1, y)) for x in range(1, attack) for y in range(1, defence + 1)]
        + [((x, y + 1), (x, y)) for x in range(1, attack + 1) for y in range(1, defence)]
    )
    for worse, better in neighbours(rules):
        assert sum(abs(n - m) for n, m in zip(worse, better, strict=True)) == 1
        a, d = max(worse[0], better[0]), max(worse[1], better[1])
        for hand, units, here in (
            (rules.attack, a, worse[0] == better[0]),
            (rules.defence, d, worse[1] == better[1]),
        ):
            if here and hand.dice_of(units) < hand.max_dice:
                assert hand.dice_of(units + 1) == hand.dice_of(units) + 1
            elif here:
                assert units >= hand.units_for_max_dice + rules.max_losses
