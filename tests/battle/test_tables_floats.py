"""Tables of floats: every cell is `float` of the exact Fraction, and hardly any is found so."""

from collections.abc import Iterator
from fractions import Fraction
from math import ldexp, nan, nextafter
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.fractions import exact_sum
from riskexact.battle.battle import win_probability
from riskexact.battle.tables import floats
from riskexact.battle.tables.floats import (
    ONE,
    SUBNORMAL,
    Weight,
    fast_two_sum,
    halves,
    mean,
    mean_error,
    times,
    weight,
    win_floats,
)
from riskexact.odds import closed_form, recursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.strategies import any_rules

COIN = Rules(1, 1, faces=2, ties="nobody")
"""Every probability has a power of 2 as denominator, and many lie in the middle of two floats."""

u = Fraction(1, 2**53)


@pytest.fixture
def found_exactly() -> Iterator[list[tuple[int, int]]]:
    """The battles whose fraction was computed."""
    battles = []

    def watched(a: int, d: int, rules: Rules) -> Fraction:
        battles.append((a, d))
        return win_probability(a, d, rules)

    with patch.object(floats, "win_probability", watched):
        yield battles


def wrong_cells(attackers: int, defenders: int, rules: Rules) -> list[tuple[int, int]]:
    """The battles for which the table does not hold `float` of the definition."""
    table = win_floats(attackers, defenders, rules)
    assert table.shape == (attackers + 1, defenders + 1)
    assert table.dtype == np.float64
    assert np.isnan(table[0, 0])
    exact = recursion.cells(attackers, defenders, rules) if attackers + defenders else ()
    return [state for state, value in exact if table[state] != float(value)]


@given(any_rules, st.integers(0, 9), st.integers(0, 9))
def test_every_cell_is_the_float_of_its_fraction(rules: Rules, a: int, d: int) -> None:
    assert wrong_cells(a, d, rules) == []


def test_numbers_of_units_that_no_die_comes_with() -> None:
    """Both borders are wider than a whole stretch of cells."""
    rules = Rules(Hand(3, needs=(1, 5, 31)), Hand(2, needs=(1, 20)))
    assert wrong_cells(50, 40, rules) == []


@pytest.mark.tools
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS])
def test_large_tables(rules: Rules, found_exactly: list[tuple[int, int]]) -> None:
    """All cells of the first rows and columns, some of the last row, and some of all."""
    table = win_floats(300, 300, rules)
    for most_a, most_d in ((12, 300), (300, 12)):
        for state, value in recursion.cells(most_a, most_d, rules):
            assert table[state] == float(value), state
    draw = Random(300)
    sample = [(draw.randint(13, 300), draw.randint(13, 300)) for _ in range(50)]
    for a, d in sample + [(300, d) for d in range(30, 301, 30)]:
        assert table[a, d] == float(closed_form.win_probability(a, d, rules)), (a, d)
    assert found_exactly == []


def test_subnormal_numbers_and_0(found_exactly: list[tuple[int, int]]) -> None:
    assert wrong_cells(3, 1300, STANDARD) == []
    table = win_floats(3, 1300, STANDARD)[1:]
    assert np.count_nonzero((table > 0) & (table < 2.0**-1022)) > 20 * 3
    assert np.count_nonzero(table[:, 1:] == 0) > 100 * 3
    assert found_exactly == []


def test_numbers_that_show_as_1(found_exactly: list[tuple[int, int]]) -> None:
    assert wrong_cells(400, 12, STANDARD) == []
    table = win_floats(400, 12, STANDARD)[1:, 1:]
    assert np.count_nonzero(table == 1) > 1000
    assert np.count_nonzero(table == nextafter(1, 0)) > 5
    assert found_exactly == []


@pytest.mark.parametrize(
    ("rules", "attackers", "defenders"),
    [
        (COIN, 110, 110),
        (COIN, 4, 1150),
        (COIN, 1100, 2),
        (Rules(faces=8), 70, 70),
        (Rules(faces=8), 4, 420),
        (Rules(faces=2), 6, 420),
    ],
)
def test_the_middle_of_two_floats_needs_no_fraction(
    rules: Rules, attackers: int, defenders: int, found_exactly: list[tuple[int, int]]
) -> None:
    assert wrong_cells(attackers, defenders, rules) == []
    assert found_exactly == []


@pytest.mark.tools
def test_without_grains_those_cells_would_be_in_doubt(
    found_exactly: list[tuple[int, int]],
) -> None:
    with patch.object(floats, "EXACT_UP_TO", 0.5):
        assert wrong_cells(70, 70, COIN) == []
    assert len(found_exactly) > 10
    for a, d in found_exactly:
        assert odd_bits(recursion.win_probability(a, d, COIN)) == 54


def odd_bits(value: Fraction) -> int:
    """The bits of a number over a power of 2, from its first 1 to its last."""
    numerator = abs(value.numerator)
    return (numerator // (numerator & -numerator or 1)).bit_length()


def test_cells_in_doubt_are_found_exactly(found_exactly: list[tuple[int, int]]) -> None:
    """An error bound that large puts half of the cells in doubt; their values stay right."""
    for rules in (STANDARD, Rules(ties="nobody"), SINGLE_LOSS):
        found_exactly.clear()
        with patch.object(floats, "mean_error", lambda terms: 2.0**-60):
            assert wrong_cells(14, 14, rules) == []
        assert 20 < len(found_exactly) < 14 * 14 - 20


@pytest.mark.parametrize("name", ["standard", "risiko", "two-defenders-need-three"])
def test_the_error_is_within_the_bound_and_not_far_below(name: str) -> None:
    """As proved, before it is doubled."""
    rules = RULES[name]
    exact = dict(recursion.cells(60, 60, rules))
    rounds = floats.Rounds(rules, 60, 60)
    largest = Fraction(0)
    for total, fights, board in floats._diagonals(60, 60, rounds):
        for a, hi, lo in zip(fights, board[floats.HI], board[floats.LO], strict=True):
            value = exact[a, total - a] * Fraction(ONE)
            error = abs(Fraction(float(hi)) + Fraction(float(lo)) - value) / value
            assert error <= total * Fraction(rounds.error) / 2
            largest = max(largest, error / total / Fraction(rounds.error))
    assert largest > Fraction(1, 1000)


def test_edges() -> None:
    tables = {(0, 0): [[nan]], (0, 2): [[nan, 0.0, 0.0]], (2, 0): [[nan], [1.0], [1.0]]}
    for size, table in tables.items():
        assert np.array_equal(win_floats(*size, STANDARD), np.array(table), equal_nan=True)


# Rounding of one pair


def pairs(low: int, high: int) -> st.SearchStrategy[tuple[float, float]]:
    """Pairs with an hi from 2**low to 2**high, often next to powers of 2 and to middles."""
    digits = st.integers(0, 2**52 - 1) | st.sampled_from([0, 1, 2, 2**51, 2**52 - 2, 2**52 - 1])
    tiny = st.floats(-1, 1) | st.sampled_from([0.0, 1.0, -1.0, 2.0**-40, -(2.0**-40), 2.0**-52])

    def pair(digits: int, exponent: int, rest: float) -> tuple[float, float]:
        hi = ldexp(2**52 + digits, exponent - 52)
        return fast_two_sum(hi, ldexp(rest, exponent - 53))

    return st.builds(pair, digits, st.integers(low, high), tiny)


@given(pairs(960 - 1090, 960), st.sampled_from([0.0, 2.0**-100, 2.0**-90]))
@example((2.0**900, -(2.0 ** (900 - 54))), 2.0**-100)  # below a power of 2 a middle is nearer
def test_a_pair_is_rounded_once(pair: tuple[float, float], error: float) -> None:
    """Whatever lies within half the margin is rounded to that float, if there is no doubt.

    A margin is 0, for a value that is exact, or no less than a table makes it.
    """
    hi, lo = pair
    board = np.array([[hi], [lo], [0.0], [0.0], [0.0]])
    nearest, doubt = floats._rounded(board, error, 0.0)
    value = (Fraction(hi) + Fraction(lo)) / Fraction(ONE)
    if not doubt[0]:
        for end in (-1, 1):
            assert nearest[0] == float(value * (1 + end * Fraction(error) / 2))
    elif hi >= SUBNORMAL:
        assert error > 0
        ends = [float(value * (1 + end * (Fraction(error) + u**2) * 2)) for end in (-1, 1)]
        assert ends[0] != ends[1]


@pytest.mark.parametrize(
    ("absolute", "grain", "is_in_doubt"),
    [(0.0, 0.0, False), (2.0**-90, 0.0, True), (2.0**-90, 2.0**-90, True), (1.0, 2.0**-89, False)],
)
def test_an_error_leaves_a_middle_in_doubt_unless_the_cell_is_exact(
    absolute: float, grain: float, is_in_doubt: bool
) -> None:
    """The bound on the grain is strict: an exact value is less than 2**90 of them."""
    board = np.array([[1.0], [2.0**-53], [0.0], [0.0], [grain]])
    assert floats._rounded(board, 0.0, absolute)[1][0] == is_in_doubt


@pytest.mark.parametrize("middle", [1, 3, 5, 2**30 + 1, 2**53 - 1])
def test_subnormal_middles(middle: int) -> None:
    """Exact ones go to the even float; those that only look so are in doubt."""
    half_a_place = 2.0 ** (960 - 1075)
    for lo, grain in ((0.0, 0.0), (2.0**-300, 0.0), (2.0**-200, 2.0**-200), (0.0, half_a_place)):
        board = np.array([[middle * half_a_place], [lo], [0.0], [0.0], [grain]])
        nearest, doubt = floats._rounded(board, 0.0, 0.0)
        assert doubt[0] == (lo != 0 or grain == 0)
    assert nearest[0] == float(Fraction(middle, 2**1075))


# Double-double arithmetic

positive = pairs(-200, 960).map(lambda pair: pair[0])


def as_operand(pair: tuple[float, float]) -> tuple[float, float, float, float]:
    """The pair with the halves of its hi."""
    return *pair, *halves(pair[0])


chances = st.fractions(0, 1, max_denominator=10**9).filter(bool) | st.sampled_from(
    [
        Fraction(1, 3),
        Fraction(1, 100**80),
        Fraction(2**60 + 1, 2**61),
        Fraction(2**53 - 1, 2**53),
        1 - Fraction(1, 3**90),
    ]
)


@given(chances)
def test_weights(chance: Fraction) -> None:
    by = weight(chance)
    stored = Fraction(by.hi) + Fraction(by.lo)
    assert abs(stored - chance) <= u**2 * chance
    assert by[:4] == as_operand((by.hi, by.lo))
    if by.grain:
        assert stored == chance
        assert (chance / Fraction(by.grain)) % 2 == 1
    else:
        assert stored != chance


@given(pairs(-200, 960), chances)
def test_products(pair: tuple[float, float], chance: Fraction) -> None:
    by = weight(chance)
    rounded, below = times(as_operand(pair), by)
    assert rounded == pair[0] * by.hi
    exact = sum(map(Fraction, pair)) * (Fraction(by.hi) + Fraction(by.lo))
    error = abs(Fraction(rounded) + Fraction(below) - exact)
    assert error <= 8 * u**2 * exact * (1 + 99 * u)
    short = Weight(by.hi, 0.0, by.head, by.tail, 0.0)
    assert sum(map(Fraction, times(as_operand((pair[0], 0.0)), short))) == Fraction(
        pair[0]
    ) * Fraction(by.hi)


@given(st.lists(st.tuples(pairs(-200, 960), st.integers(1, 2**60)), min_size=1, max_size=9))
def test_means(terms: list[tuple[tuple[float, float], int]]) -> None:
    throws = sum(count for _, count in terms)
    exact = exact_sum(
        Fraction(part) * Fraction(count, throws) for pair, count in terms for part in pair
    )
    weights = [weight(Fraction(count, throws)) for _, count in terms]
    operands = [as_operand(pair) for pair, _ in terms]
    hi, lo = mean(list(zip(operands, weights, strict=True)))
    bound = Fraction(mean_error(len(terms))) / 2 * exact
    assert abs(Fraction(hi) + Fraction(lo) - exact) <= bound
    assert hi == hi + lo
    columns = [np.array([operand, operand]).T for operand in operands]
    by_numpy = mean(
        [((c[0], c[1], c[2], c[3]), by) for c, by in zip(columns, weights, strict=True)]
    )
    assert np.array_equal(by_numpy, [[hi, hi], [lo, lo]])


@given(st.lists(st.tuples(st.integers(0, 2**80), st.integers(1, 2**9)), min_size=1, max_size=9))
def test_means_of_few_bits_have_no_error(terms: list[tuple[int, int]]) -> None:
    """Multiples of 1 with weights that are multiples of 2**-9."""
    by = [weight(Fraction(count, 2**9)) for _, count in terms]
    operands = [as_operand((hi := float(n), float(n - int(hi)))) for n, _ in terms]
    exact = sum(Fraction(n * count, 2**9) for n, count in terms)
    assert sum(map(Fraction, mean(list(zip(operands, by, strict=True))))) == exact
