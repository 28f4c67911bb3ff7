"""Tables in integers, against the recursion."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.fractions import exponent
from riskexact.engine import cell
from riskexact.engine.outcomes import outcomes
from riskexact.engine.table import IntegerTable, _rates
from riskexact.odds import closed_form, recursion
from riskexact.odds.states import Stops
from riskexact.questions.battle import Battle
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import ANY, lines, rule_sets


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


@given(
    st.dictionaries(
        st.sampled_from([(1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (2, 1)]),
        st.builds(lambda k, m: Fraction(1, 2**k * 3**m), st.integers(0, 5), st.integers(0, 5)),
        min_size=1,
    )
)
def test_the_rates_are_the_least_that_do(ends: dict[tuple[int, int], Fraction]) -> None:
    rates = _rates({(1, 1): ends})
    for p in (2, 3):
        needs = [(i, j, exponent(p, chance.denominator)) for (i, j), chance in ends.items()]
        alpha, delta = rates.get(p, (0, 0))
        assert min(alpha, delta) >= 0
        assert all(i * alpha + j * delta >= e for i, j, e in needs)
        least = alpha + delta
        for x in range(least):
            assert any(i * x + j * (least - 1 - x) < e for i, j, e in needs)


@given(rule_sets(), st.integers(0, 9), st.integers(1, 9), lines)
def test_outcomes(rules: Rules, a: int, d: int, stops: Stops) -> None:
    ends = outcomes(a, d, rules, stops)
    expected = closed_form.outcomes(a, d, rules, stops)
    assert list(ends.items()) == list(expected.items())
    assert all(type(p.numerator) is type(p.denominator) is int for p in ends.values())


@pytest.mark.parametrize("sides", [(150, 140), (200, 3), (3, 200)])
def test_larger_outcomes(sides: tuple[int, int]) -> None:
    for rules in (STANDARD, Rules(3, 3)):
        ends = Battle(*sides, rules, retreat_at=1).outcomes
        assert dict(ends) == closed_form.outcomes(*sides, rules, Stops(1))
