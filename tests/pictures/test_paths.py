"""The path that is drawn."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds.recursion import path_counts
from riskexact.odds.states import State
from riskexact.pictures.path_lattice import leading_to, path
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import round_with_loss
from tests.strategies import ANY, rule_sets


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
def test_a_drawn_path_is_one_that_can_be_walked(start: State, rules: Rules) -> None:
    walked = every_path(start, rules)
    for end in path_counts(start, rules):
        onward = leading_to(start, end, rules)
        assert {s for taken in walked if taken[-1] == end for s in taken} <= onward
        assert path(start, end, rules) in walked


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
