"""Tests of `riskexact.questions.campaign.spreads`."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.spreads import best_garrisons
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import any_rules


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
def test_every_rule_set_of_the_catalogue(name: str) -> None:
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
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        best_garrisons(*arguments)


def test_as_many_territories_as_there_can_be() -> None:
    assert best_garrisons(2, 1000, 1000).garrisons == (1,) * 1000
