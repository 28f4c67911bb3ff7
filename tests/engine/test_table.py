"""Tables in integers, against the recursion."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.engine import cell
from riskexact.engine.columns import Scale
from riskexact.engine.table import IntegerTable
from riskexact.odds import recursion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import base_of, exponent, least_base, round_with_loss
from tests.strategies import ANY, rule_sets


@given(rule_sets(ANY), st.integers(0, 9), st.integers(0, 9))
def test_every_cell(rules: Rules, a: int, d: int) -> None:
    """Any rules, ties to nobody among them; any shape of the rectangle."""
    table = IntegerTable(a, d, rules)
    if a + d:
        for state, expected in recursion.cells(a, d, rules):
            value = table[state]
            assert value == expected
            assert type(value) is Fraction
            assert gcd(value.numerator, value.denominator) == 1


@pytest.mark.parametrize("name", RULES)
def test_the_catalogue(name: str) -> None:
    table = IntegerTable(25, 20, RULES[name])
    assert all(table[state] == value for state, value in recursion.cells(25, 20, RULES[name]))


@pytest.mark.parametrize("shape", [(300, 300), (500, 40), (40, 500)])
def test_larger_tables(shape: tuple[int, int]) -> None:
    table = IntegerTable(*shape, STANDARD)
    for a, d in (shape, (shape[0] - 7, shape[1] - 1), (3, shape[1]), (shape[0], 2), (17, 33)):
        assert table[a, d] == cell.win_probability(a, d, STANDARD)
    assert table[shape[0], 0] == 1
    assert table[0, shape[1]] == 0


def exponents(rules: Rules, p: int) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """The exponents of p in the denominators of all results (i, j, e), by numbers of dice."""
    return {
        dice: [(i, j, exponent(p, Fraction(count, throws).denominator)) for (i, j), count in ends]
        for dice in rules.dice_numbers()
        for ends, throws in [round_with_loss(*dice, rules)]
    }


def most_on_a_path(rules: Rules, p: int, a: int, d: int) -> dict[tuple[int, int], int]:
    """The largest exponents of p on the way from each state to an end: by the definition."""
    needs = exponents(rules, p)
    most: dict[tuple[int, int], int] = {}
    for x in range(1, a + 1):
        for y in range(1, d + 1):
            most[x, y] = max(e + most.get((x - i, y - j), 0) for i, j, e in needs[rules.dice(x, y)])
    return most


@given(rule_sets(ANY))
def test_the_scale_bounds_every_path(rules: Rules) -> None:
    for p, (alpha, delta, once) in Scale(rules)._rates.items():
        assert min(alpha, delta, once) >= 0
        most = most_on_a_path(rules, p, 12, 11)
        assert all(e <= alpha * a + delta * d + once for (a, d), e in most.items())
        # and no smaller rate would do for ever
        far = most_on_a_path(rules, p, 60, 60)
        lines = [((30, n), (60, n)) for n in range(1, 5)] + [
            ((n, 30), (n, 60)) for n in range(1, 5)
        ]
        for x, y in ((alpha - 1, delta), (alpha, delta - 1)):
            assert any(
                far[there] - x * there[0] - y * there[1] > far[here] - x * here[0] - y * here[1]
                for here, there in [*lines, ((30, 30), (60, 60))]
            )


def test_the_scale_of_standard_rules() -> None:
    assert Scale(STANDARD)._rates == {2: (4, 3, 1), 3: (3, 3, 0)}


def test_denominators_with_large_primes() -> None:
    """Given a change: the throws that change something have a factor that is not found."""
    rules = Rules(3, 4, faces=89, ties="nobody")
    table = IntegerTable(5, 5, rules)
    assert all(table[state] == value for state, value in recursion.cells(5, 5, rules))


@given(rule_sets())
def test_the_least_base(rules: Rules) -> None:
    """It does for every result, and divides the base of the kernel."""
    base = least_base(rules)
    assert base_of(rules) % base == 0
    for dice in rules.dice_numbers():
        ends, throws = round_with_loss(*dice, rules)
        assert all(count * base ** (i + j) % throws == 0 for (i, j), count in ends)
