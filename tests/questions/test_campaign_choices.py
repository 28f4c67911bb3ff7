"""Tests of `campaign.choices`, and with them of the search in `campaign.pareto`."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.choices import Order, best_garrisons, best_order
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import any_rules, territories

Drawn = list[tuple[int, Rules, int]]


def every_order(
    attackers: int, drawn: Drawn, reserve: int, neighbours: Any = None
) -> dict[tuple[int, ...], Fraction]:
    """The chance of each order that can be walked, in lexical order, each played for itself."""
    found = {}
    for order in permutations(range(len(drawn))):
        steps = zip(("source", *order), order, strict=False)
        if neighbours is None or all(b in neighbours.get(a, ()) for a, b in steps):
            garrisons, rules, stay = zip(*(drawn[i] for i in order), strict=True)
            if garrisons[0] or attackers:
                found[order] = Campaign(attackers, garrisons, rules, stay, reserve).win_probability
    return found


@settings(max_examples=100)
@given(
    st.integers(1, 14),
    st.lists(territories, min_size=1, max_size=4),
    st.sampled_from([0, 0, 0, 1, 3]),
)
def test_all_orders_compared(attackers: int, drawn: Drawn, reserve: int) -> None:
    """The best value, and the first of those that have it."""
    garrisons, rules, stay = zip(*drawn, strict=True)
    every = every_order(attackers, drawn, reserve)
    best = best_order(attackers, garrisons, rules, stay, reserve)
    assert best.win_probability == max(every.values())
    assert best.territories == max(every, key=lambda order: every[order])


@given(
    st.integers(1, 12),
    st.lists(territories, min_size=2, max_size=4),
    st.data(),
)
def test_orders_that_can_be_walked(attackers: int, drawn: Drawn, data: st.DataObject) -> None:
    n = len(drawn)
    places = st.sets(st.integers(0, n - 1), min_size=1)
    neighbours: Any = {place: data.draw(places) for place in ("source", *range(n))}
    garrisons, rules, stay = zip(*drawn, strict=True)
    every = every_order(attackers, drawn, 0, neighbours)
    if not every:
        with pytest.raises(RiskError, match="neighbours must leave a way from the source"):
            best_order(attackers, garrisons, rules, stay, neighbours=neighbours)
        return
    best = best_order(attackers, garrisons, rules, stay, neighbours=neighbours)
    assert best == (max(every, key=lambda order: every[order]), max(every.values()))


@given(st.integers(1, 10), st.permutations([1, 1, 2, 2, 3]))
def test_territories_that_are_alike(attackers: int, garrisons: list[int]) -> None:
    """They are taken in the order in which they are given."""
    every = every_order(attackers, [(g, STANDARD, 1) for g in garrisons], 0)
    best = best_order(attackers, garrisons)
    assert best == (max(every, key=lambda order: every[order]), max(every.values()))


@pytest.mark.parametrize("name", RULES)
def test_every_rule_set_of_the_catalogue(name: str) -> None:
    drawn = [(2, STANDARD, 1), (2, RULES[name], 1), (3, RULES[name], 2)]
    every = every_order(9, drawn, 0)
    best = best_order(9, (2, 2, 3), (STANDARD, RULES[name], RULES[name]), (1, 1, 2))
    assert best == (max(every, key=lambda order: every[order]), max(every.values()))


def test_the_last_leaves_nobody_behind() -> None:
    """Without a fight, all that counts is who would have to stay behind."""
    assert best_order(4, (0, 0, 0), leave_behind=(1, 9, 2)) == Order((0, 2, 1), Fraction(1))
    assert best_order(3, (0, 0, 0), leave_behind=(1, 9, 2)) == Order((0, 1, 2), Fraction(0))


def test_seven_territories() -> None:
    """5,040 orders: none of those with two neighbours exchanged is better."""
    garrisons = (1, 2, 3, 4, 5, 6, 7)
    best = best_order(40, garrisons)
    for i in range(6):
        other = list(best.territories)
        other[i], other[i + 1] = other[i + 1], other[i]
        exchanged = Campaign(40, [garrisons[j] for j in other])
        assert exchanged.win_probability <= best.win_probability
    assert (
        Campaign(40, [garrisons[j] for j in best.territories]).win_probability
        == best.win_probability
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attackers": 0}, "attackers must be a whole number, 1 or more, not 0"),
        ({"garrisons": ()}, "garrisons must have a number for each territory"),
        ({"rules": (SINGLE_LOSS,)}, "rules must be one for all 3 territories, or 3, not 1"),
        ({"leave_behind": -1}, "leave_behind must be"),
        ({"reserve": -1}, "reserve must be"),
        ({"neighbours": [(0, 1)]}, 'neighbours must map "source" and territories from 0 to 2'),
        ({"neighbours": {"source": 1}}, 'neighbours must map "source" .* not 1'),
        ({"neighbours": {"source": np.array(1)}}, 'neighbours must map "source" .* not array'),
        ({"neighbours": {"sauce": [1]}}, "neighbours: a territory must be .* from 0 to 2, not 's"),
        ({"neighbours": {"source": [3]}}, "neighbours: a territory must be .* 0 to 2, not 3"),
        ({"neighbours": {3: [1]}}, "neighbours: a territory must be .* 0 to 2, not 3"),
        ({"neighbours": {"source": [0], 0: [1]}}, "neighbours must leave a way from the source"),
        ({"neighbours": {}}, "neighbours must leave a way from the source"),
        ({"garrisons": range(1, 41)}, "at most 131072 states in common, not 1099511627776"),
        ({"garrisons": (3,) * 30, "attackers": 10_000}, "must"),
        ({"attackers": 10**9}, "at most 100000 together"),
    ],
)
def test_bad_input(arguments: dict[str, Any], message: str) -> None:
    usual: dict[str, Any] = {"attackers": 9, "garrisons": (2, 3, 1)}
    with pytest.raises(RiskError, match=message):
        best_order(**(usual | arguments))


def test_territories_that_are_alike_are_many_orders_and_few_states() -> None:
    best = best_order(70, (2,) * 12 + (3,) * 12)
    assert sorted(best.territories) == list(range(24))


def spreads(units: int, territories: int) -> Iterator[tuple[int, ...]]:
    """Every spread with 1 or more on each, in lexical order."""
    if territories == 1:
        yield (units,)
        return
    for first in range(1, units - territories + 2):
        for others in spreads(units - first, territories - 1):
            yield (first, *others)


@given(
    st.integers(0, 12),
    st.lists(st.tuples(any_rules, st.integers(0, 2)), min_size=1, max_size=3),
    st.integers(0, 4),
    st.sampled_from([0, 0, 0, 2]),
)
def test_all_spreads_compared(
    attackers: int, chain: list[tuple[Rules, int]], more: int, reserve: int
) -> None:
    """The least value, and the first of those that have it."""
    rules, stay = zip(*chain, strict=True)
    units = len(chain) + more
    every = {
        garrisons: Campaign(attackers, garrisons, rules, stay, reserve).win_probability
        for garrisons in spreads(units, len(chain))
    }
    best = best_garrisons(attackers, units, len(chain), rules, stay, reserve)
    assert best == (min(every, key=lambda garrisons: every[garrisons]), min(every.values()))


@pytest.mark.parametrize("name", RULES)
def test_spreads_of_every_rule_set_of_the_catalogue(name: str) -> None:
    rules = (STANDARD, RULES[name], STANDARD)
    every = {
        garrisons: Campaign(10, garrisons, rules).win_probability for garrisons in spreads(8, 3)
    }
    best = best_garrisons(10, 8, 3, rules)
    assert best == (min(every, key=lambda garrisons: every[garrisons]), min(every.values()))


def test_sixteen_units_on_five_territories() -> None:
    """1,365 spreads."""
    best = best_garrisons(20, 16, 5)
    assert best.win_probability == min(
        Campaign(20, garrisons).win_probability for garrisons in spreads(16, 5)
    )
    assert Campaign(20, best.garrisons).win_probability == best.win_probability


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((9, 2, 3), "units must be a whole number, 3 or more, not 2"),
        ((9, 3, 0), "territories must be a whole number, from 1 to 1000, not 0"),
        ((9, 10**4, 1001), "territories must be a whole number, from 1 to 1000, not 1001"),
        ((-1, 3, 3), "attackers must be"),
        ((9, 3.5, 3), "units must be"),
        ((9, 6, 3, [STANDARD]), "rules must be one for all 3 territories, or 3, not 1"),
        ((9, 6, 3, STANDARD, (1, 1)), "leave_behind must be one for all 3 territories, or 3"),
        ((9, 6, 3, STANDARD, 1, -1), "reserve must be"),
        ((9, 10**9, 3), "at most 100000 together"),
        ((3000, 3000, 30), "must fit in 1 GiB"),
    ],
)
def test_bad_input_of_spreads(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        best_garrisons(*arguments)


def test_as_many_territories_as_there_can_be() -> None:
    assert best_garrisons(2, 1000, 1000).garrisons == (1,) * 1000
