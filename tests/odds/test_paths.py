"""The number of paths of rounds, against a walk along each."""

from collections import Counter
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from riskexact.odds.closed_form.interior import weight
from riskexact.odds.paths import path_counts
from riskexact.odds.states import State
from riskexact.rules import Rules
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
    assert path_counts(start, rules) == Counter(taken[-1] for taken in walked)


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
