"""Paths of rounds: their number, and the one that is drawn."""

from collections import Counter
from itertools import pairwise
from math import comb

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds.closed_form.interior import weight
from riskexact.odds.states import State
from riskexact.pictures.paths import leading_to, path, path_counts
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import loss_counts, round_with_loss
from tests.strategies import ANY, FIXED, rule_sets


def every_path(start: State, rules: Rules) -> list[list[State]]:
    """Walk every path from a state to wherever it leads."""
    found = [[start]]
    for taken in found:
        a, d = taken[-1]
        if a and d:
            changes, _ = round_with_loss(*rules.dice(a, d), rules)
            found += [[*taken, (a - i, d - j)] for (i, j), _ in changes]
    return found


small = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(small, rule_sets(ANY))
def test_paths_are_those_that_can_be_walked(start: State, rules: Rules) -> None:
    walked = every_path(start, rules)
    counts = path_counts(start, rules)
    assert counts == Counter(taken[-1] for taken in walked)
    for end in counts:
        onward = leading_to(start, end, rules)
        assert {s for taken in walked if taken[-1] == end for s in taken} <= onward
        assert path(start, end, rules) in walked


@given(rule_sets(FIXED), st.integers(0, 6), st.integers(0, 6))
def test_interior_weights(rules: Rules, lost: int, beaten: int) -> None:
    """The paths between interior states are K-nomial, and so are their chances."""
    a, d = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    start = a + lost, d + beaten
    cost = rules.losses_per_round
    assert cost is not None
    counts = loss_counts(*rules.max_dice, rules)
    n, rest = divmod(lost + beaten, cost)
    number = 0 if rest else weight([int(c > 0) for c in counts], n, beaten)
    assert path_counts(start, rules).get((a, d), 0) == number


@given(st.integers(1, 12), st.integers(1, 12))
def test_single_loss_is_pascal_s_triangle(a: int, d: int) -> None:
    """M(a, d) = (a + d)! / (a! d!), of "Should I attack in Risk? (The Board Game)", 3.1."""
    counts = path_counts((a, d))
    for x in range(1, a + 1):
        for y in range(1, d + 1):
            assert counts[x, y] == comb(a - x + d - y, a - x)
    assert all(counts[x, 0] == counts[x, 1] for x in range(1, a + 1))
    assert all(counts[0, y] == counts[1, y] for y in range(1, d + 1))
    assert sum(counts.values()) == 2 * comb(a + d, a) - 1


def test_the_source_s_thirty_against_twenty() -> None:
    assert path_counts((30, 20))[1, 1] == comb(48, 19) > 10**13


@given(st.tuples(st.integers(1, 9), st.integers(1, 9)), rule_sets(ANY), st.data())
def test_every_step_is_a_round(start: State, rules: Rules, data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(sorted(path_counts(start, rules))))
    taken = path(start, end, rules)
    assert (taken[0], taken[-1]) == (start, end)
    for (a, d), (b, e) in pairwise(taken):
        assert min(a, d) > 0
        assert (a - b, d - e) in dict(round_with_loss(*rules.dice(a, d), rules)[0])


@given(st.integers(3, 12), st.integers(2, 12), st.integers(1, 5))
def test_a_drawn_path_is_close_to_the_straight_line(a: int, d: int, n: int) -> None:
    for rules in (SINGLE_LOSS, STANDARD):
        assume(a > n and d > n)
        assert all(abs((a - x) - (d - y)) <= 1 for x, y in path((a + n, d + n), (a, d), rules))


def test_no_path() -> None:
    assert (5, 3) not in path_counts((5, 4), STANDARD)
    for end in ((5, 3), (6, 4), (5, 5)):
        with pytest.raises(RiskError, match="no path leads from 5 v 4 to"):
            path((5, 4), end, STANDARD)
