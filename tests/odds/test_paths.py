"""The number of paths of rounds, against the calls of a recursion without a cache."""

from collections import Counter
from fractions import Fraction
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from riskexact.odds.closed_form import weight
from riskexact.odds.recursion import path_counts, win_probability
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.dice import loss_counts, round_with_loss
from tests.strategies import ANY, FIXED, rule_sets


def calls_of_the_recursion(a: int, d: int, rules: Rules) -> tuple[Fraction, Counter[State]]:
    """Run the recursion without a cache, and count what it asks for."""
    calls: Counter[State] = Counter()

    def win(a: int, d: int) -> Fraction:
        calls[a, d] += 1
        if d == 0 or a == 0:
            return Fraction(d == 0)
        changes, total = round_with_loss(*rules.dice(a, d), rules)
        return sum((count * win(a - i, d - j) for (i, j), count in changes), Fraction(0)) / total

    return win(a, d), calls


@given(st.integers(1, 5), st.integers(1, 5), rule_sets(ANY))
def test_counts_are_those_of_the_recursion(a: int, d: int, rules: Rules) -> None:
    value, calls = calls_of_the_recursion(a, d, rules)
    assert value == win_probability(a, d, rules)
    assert path_counts((a, d), rules) == calls


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
