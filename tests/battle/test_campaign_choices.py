"""Tests of `campaign.choices` against every campaign, and of its search."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import permutations
from operator import ge, le
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.campaign import Campaign, checked_territories, choices
from riskexact.battle.campaign.choices import (
    Choice,
    Order,
    Search,
    add_to_front,
    best_order,
    campaign_attackers_needed,
)
from riskexact.battle.campaign.garrisons import best_garrisons
from riskexact.battle.campaign.sweep import Territory, max_bits
from riskexact.battle.needed.growing import least_force
from riskexact.rules import STANDARD, Rules
from riskexact.rules.hand import Hand
from tests.strategies import any_rules, territories, tries

Drawn = list[tuple[int, Rules, int]]


def every_order(
    attackers: int, drawn: Drawn, retreat_at: int, neighbours: Any = None
) -> dict[tuple[int, ...], Fraction]:
    """The chance of each order that can be walked, in lexical order, each played for itself."""
    found = {}
    for order in permutations(range(len(drawn))):
        steps = zip(("source", *order), order, strict=False)
        if neighbours is None or all(b in neighbours.get(a, ()) for a, b in steps):
            garrisons, rules, stay = zip(*(drawn[i] for i in order), strict=True)
            if garrisons[0] or attackers:
                found[order] = Campaign(
                    attackers, garrisons, rules, stay, retreat_at
                ).win_probability
    return found


@tries(33)
@given(
    st.integers(1, 14),
    st.lists(territories, min_size=1, max_size=4),
    st.sampled_from([0, 0, 0, 1, 3]),
)
def test_all_orders_compared(attackers: int, drawn: Drawn, retreat_at: int) -> None:
    """The best value, and the first of those that have it."""
    garrisons, rules, stay = zip(*drawn, strict=True)
    every = every_order(attackers, drawn, retreat_at)
    best = best_order(attackers, garrisons, rules, stay, retreat_at)
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


def test_the_last_leaves_nobody_behind() -> None:
    """Without a fight, all that counts is who would have to stay behind."""
    assert best_order(4, (0, 0, 0), leave_behind=(1, 9, 2)) == Order((0, 2, 1), Fraction(1))
    assert best_order(3, (0, 0, 0), leave_behind=(1, 9, 2)) == Order((0, 1, 2), Fraction(0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attackers": 0}, "attackers must be a whole number, 1 or more, not 0"),
        ({"neighbours": [(0, 1)]}, 'neighbours must map "source" and territories from 0 to 2'),
        ({"neighbours": {"source": 1}}, 'neighbours must map "source" .* not 1'),
        ({"neighbours": {"source": np.array(1)}}, 'neighbours must map "source" .* not array'),
        ({"neighbours": {"sauce": [1]}}, "neighbours: a territory must be .* from 0 to 2, not 's"),
        ({"neighbours": {"source": [3]}}, "neighbours: a territory must be .* 0 to 2, not 3"),
        ({"neighbours": {"source": [0], 0: [1]}}, "neighbours must leave a way from the source"),
        ({"garrisons": range(1, 41)}, "at most 131072 states in common, not 1099511627776"),
        ({"garrisons": (3,) * 30, "attackers": 10_000}, "must"),
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
    attackers: int, chain: list[tuple[Rules, int]], more: int, retreat_at: int
) -> None:
    """The least value, and the first of those that have it."""
    rules, stay = zip(*chain, strict=True)
    units = len(chain) + more
    every = {
        garrisons: Campaign(attackers, garrisons, rules, stay, retreat_at).win_probability
        for garrisons in spreads(units, len(chain))
    }
    best = best_garrisons(attackers, units, len(chain), rules, stay, retreat_at)
    assert best == (min(every, key=lambda garrisons: every[garrisons]), min(every.values()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((9, 2, 3), "units must be a whole number, 3 or more, not 2"),
        ((9, 3, 0), "territories must be a whole number, from 1 to 1000, not 0"),
        ((9, 10**4, 1001), "territories must be a whole number, from 1 to 1000, not 1001"),
        ((3000, 3000, 30, "standard", 2), "units must be at most 38 where all spreads over 30 "),
    ],
)
def test_bad_input_of_spreads(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        best_garrisons(*arguments)


def test_as_many_territories_as_there_can_be() -> None:
    assert best_garrisons(2, 1000, 1000).garrisons == (1,) * 1000


# ---- the search

vectors = st.lists(st.tuples(*[st.integers(0, 4)] * 3).map(list), min_size=1, max_size=9)


@given(vectors, st.booleans())
def test_a_front_is_what_nothing_is_as_good_as(added: list[list[int]], lowest: bool) -> None:
    front: list[list[int]] = []
    no_better = ge if lowest else le
    for vector in added:
        add_to_front(front, vector, no_better)
    for vector in added:
        assert any(all(map(no_better, vector, other)) for other in front)
    for vector in front:
        assert sum(all(map(no_better, vector, other)) for other in front) == 1


def test_vectors_must_fit_before_any_work_and_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """One vector for each state, with an entry for each number of attackers that can be there."""
    places = [Territory(2, STANDARD, 3), Territory(3, STANDARD, 9), Territory(1, STANDARD, 1)]
    after: dict[Hashable, list[Choice]] = {
        "": [(0, places[0], "0")],
        "0": [(1, places[1], "01")],
        "01": [(2, places[2], None)],
    }

    def search(vectors: int) -> Search:
        """Reckon with this many vectors for each state."""
        monkeypatch.setattr(choices, "VECTORS", vectors)
        return Search(10, "", after.__getitem__, places, 0)

    held = sum((most + 1) * max_bits(10, places) // 2 for most in (10, 7, 0))
    monkeypatch.setattr(choices, "MAX_BITS", held)
    search(1)
    assert search(0).best() == ((0, 1, 2), Fraction(0))
    monkeypatch.setattr(choices, "MAX_BITS", held - 1)
    with pytest.raises(RiskError, match="the campaigns to choose from must fit in"):
        search(1)
    with pytest.raises(RiskError, match="the campaigns to choose from must fit in"):
        search(0).best()


def test_what_is_refused_names_its_limits() -> None:
    with pytest.raises(RiskError, match="must fit in 1 GiB, not 2 GiB or more; take fewer"):
        best_order(8000, range(50, 56))
    choices.check_states(choices.MAX_STATES)


# ---- the least force


def test_certain_wins() -> None:
    assert campaign_attackers_needed((0, 0, 0), 1) == 3
    assert campaign_attackers_needed((0, 0, 0), 1, leave_behind=0) == 1
    assert campaign_attackers_needed((0, 0), 0) == 1
    assert campaign_attackers_needed((3, 3), 0) == 0
    assert campaign_attackers_needed((0, 0), 1, leave_behind=(2, 9), retreat_at=4) == 7
    always = Rules(faces=1, ties="attacker")
    assert campaign_attackers_needed((5, 5), 1, always) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3, 3), 1), "reaches against 3 and 3 defenders, not 1: none .* tends to 1$"),
        (((0, 3), "100%"), "reaches against 0 and 3 defenders, not 1: none .* tends to 1$"),
        (((3,), "1%", Rules(faces=1)), "against 3 defenders, not 1/100: .* tends to 0$"),
        (((3,), 2), "chance must be 0 to 1"),
        (((3,), 0.9), "chance must be 0 to 1, exact or text"),
        (((), "9/10"), "garrisons must have a number for each territory"),
        (((3,), "9/10", STANDARD, -1), "leave_behind must be"),
        (((3,), "9/10", STANDARD, 1, -1), "retreat_at must be"),
        (((50_000, 50_000), "9/10"), r"any force against 100000 must fit in 1 GiB"),
        (((5000,) * 10, "9/10"), "must fit in 1 GiB"),
    ],
)
def test_bad_input_of_forces(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        campaign_attackers_needed(*arguments)


RARELY = Rules(Hand((6, 6, 1), to_all=-5), Hand((6, 6)), ties="attacker")
"""Attack dice of at most 1, against the better of two: 1/36 of the throws."""


def test_a_search_goes_on_until_there_is_an_answer() -> None:
    force = least_force(checked_territories((2, 2), RARELY, 1), Fraction(9, 10))
    assert force.attackers > 100
    assert force.of_one_less is not None
    assert force.of_one_less < Fraction(9, 10) <= force.win_probability
    assert force.win_probability == Campaign(force.attackers, (2, 2), RARELY).win_probability


def test_a_lone_defender_who_may_hold() -> None:
    """The second defender's die always loses: full dice cost both, and yet nothing is certain."""
    rules = Rules(2, Hand((6, 1)), ties="attacker")
    with pytest.raises(RiskError, match="none reaches it; with ever more of them the chance tends"):
        campaign_attackers_needed((2, 2), 1, rules)
