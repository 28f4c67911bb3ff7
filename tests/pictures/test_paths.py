"""Paths: counted one by one, and with the weights of both roads."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds.closed_form.interior import weight
from riskexact.odds.recursion import visits
from riskexact.odds.states import State
from riskexact.pictures.paths import leading_to, path, paths
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import changing_round, loss_counts
from tests.strategies import ANY, FIXED, rule_sets


def every_path(start: State, rules: Rules) -> list[tuple[list[State], Fraction]]:
    """Walk every path from a state to wherever it leads, with its probability."""
    found = [([start], Fraction(1))]
    for taken, chance in found:
        a, d = taken[-1]
        if a and d:
            changes, total = changing_round(*rules.dice(a, d), rules)
            found += [
                ([*taken, (a - i, d - j)], chance * Fraction(count, total))
                for (i, j), count in changes
            ]
    return found


small = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(small, rule_sets(ANY))
def test_paths_are_those_that_can_be_walked(start: State, rules: Rules) -> None:
    walked = every_path(start, rules)
    found = paths(start, rules)
    assert set(found) == {taken[-1] for taken, _ in walked}
    for end, (number, probability) in found.items():
        chances = [chance for taken, chance in walked if taken[-1] == end]
        assert (number, probability) == (len(chances), sum(chances))
        onward = leading_to(start, end, rules)
        assert {s for taken, _ in walked if taken[-1] == end for s in taken} <= onward
        assert path(start, end, rules) in [taken for taken, _ in walked]


@given(st.tuples(st.integers(1, 12), st.integers(1, 12)), rule_sets(ANY))
def test_the_chance_of_paths_is_that_of_a_visit(start: State, rules: Rules) -> None:
    expected = {visit.state: visit.probability for visit in visits(*start, rules)}
    assert {state: found.probability for state, found in paths(start, rules).items()} == expected


@given(rule_sets(FIXED), st.integers(0, 6), st.integers(0, 6))
def test_interior_weights(rules: Rules, lost: int, beaten: int) -> None:
    a, d = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    start = a + lost, d + beaten
    cost = rules.losses_per_round
    assert cost is not None
    counts = loss_counts(rules.attack.max_dice, rules.defence.max_dice, rules)
    n, rest = divmod(lost + beaten, cost)
    found = paths(start, rules).get((a, d))
    number = 0 if rest else weight([int(c > 0) for c in counts], n, beaten)
    assert (0 if found is None else found.number) == number
    if found is not None:
        assert found.probability == Fraction(weight(counts, n, beaten), sum(counts) ** n)


@given(st.tuples(st.integers(1, 9), st.integers(1, 9)), rule_sets(ANY), st.data())
def test_every_step_is_a_round(start: State, rules: Rules, data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(sorted(paths(start, rules))))
    taken = path(start, end, rules)
    assert (taken[0], taken[-1]) == (start, end)
    for (a, d), (b, e) in pairwise(taken):
        assert min(a, d) > 0
        assert (a - b, d - e) in dict(changing_round(*rules.dice(a, d), rules)[0])


@given(st.integers(3, 12), st.integers(2, 12), st.integers(1, 5))
def test_a_drawn_path_is_close_to_the_straight_line(a: int, d: int, n: int) -> None:
    for rules in (SINGLE_LOSS, STANDARD):
        assume(a > n and d > n)
        assert all(abs((a - x) - (d - y)) <= 1 for x, y in path((a + n, d + n), (a, d), rules))


def test_no_path() -> None:
    assert (5, 3) not in paths((5, 4), STANDARD)
    for end in ((5, 3), (6, 4), (5, 5)):
        with pytest.raises(RiskError, match="no path leads from 5 v 4 to"):
            path((5, 4), end, STANDARD)
