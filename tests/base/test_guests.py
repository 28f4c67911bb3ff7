"""Numbers of other libraries: what is exact is taken as it is, and what is not is refused."""

from decimal import Decimal
from fractions import Fraction
from operator import add, eq, ge, gt, le, lt, mul, sub
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy

import riskexact as rx
from riskexact import Certain, RiskError
from riskexact.base.arguments import chance, exact, rational, worth

CHANCE = 1 - rx.Battle(3, 3, blitz=True).win_probability

HALVES = [Fraction(1, 2), sympy.Rational(1, 2), flint.fmpq(1, 2)]
ONES = [1, sympy.Integer(1), flint.fmpz(1), np.int64(1), sympy.Rational(1), flint.fmpq(1)]
INEXACT = [
    0.5,
    sympy.Float(0.5),
    sympy.pi,
    sympy.oo,
    mpmath.mpf(0.5),
    flint.arb(0.5),
    np.float32(0.5),
]
NO_NUMBERS = ["1", None, 1j, True, sympy.Symbol("x"), Decimal("NaN"), Decimal("1e999999999")]


@pytest.mark.parametrize("given", [*HALVES, *ONES], ids=repr)
def test_what_is_rational_is_a_chance_and_a_worth(given: Any) -> None:
    value = Fraction(1, 2) if any(given is half for half in HALVES) else 1
    for function in (rational, exact, chance, worth):
        assert function(given) == value
        assert type(function(given)) in (int, Fraction)
    assert rx.Battle(9, 9).rounds.quantile(given) == rx.Battle(9, 9).rounds.quantile(value)


@pytest.mark.parametrize("given", [*INEXACT, *NO_NUMBERS[1:]], ids=repr)
def test_what_is_not_is_none(given: Any) -> None:
    assert rational(given) is None
    for function in (exact, chance, worth):
        with pytest.raises(RiskError, match=r"^\w+ must be .* not .*$"):
            function(given)


@pytest.mark.parametrize("given", [*HALVES, *ONES, Decimal("0.5"), Decimal(1)], ids=repr)
@pytest.mark.parametrize("operator", [add, sub, mul])
def test_a_certain_number_stays_certain_beside_what_is_exact(operator: Any, given: Any) -> None:
    value = chance(given)
    for found, expected in (
        (operator(CHANCE, given), operator(CHANCE, value)),
        (operator(given, CHANCE), operator(value, CHANCE)),
        (sum([given, CHANCE]), sum([value, CHANCE])),
    ):
        assert isinstance(found, Certain)
        assert found == expected


@pytest.mark.parametrize("given", [*HALVES, *ONES, Decimal("0.6")], ids=repr)
def test_a_certain_number_is_compared_with_what_is_exact(given: Any) -> None:
    for operator in (lt, ge, eq):
        assert operator(CHANCE, given) == operator(CHANCE, chance(given))
        assert operator(given, CHANCE) == operator(chance(given), CHANCE)


@pytest.mark.parametrize("given", [*INEXACT, *NO_NUMBERS, np.array([0.5])], ids=repr)
def test_a_certain_number_refuses_all_else_on_both_sides(given: Any) -> None:
    for operator in (add, sub, mul, lt, le, gt, ge):
        for pair in ((CHANCE, given), (given, CHANCE)):
            with pytest.raises(
                RiskError, match="^operand must be exact, a Fraction or an int, not .*$"
            ):
                operator(*pair)
    for pair in ((CHANCE, given), (given, CHANCE)):
        assert not np.any(eq(*pair))


def test_arrays_are_taken_by_their_elements() -> None:
    numbers = np.array([0, 1])
    assert list(lt(CHANCE, numbers)) == list(gt(numbers, CHANCE)) == [False, True]
    assert list(CHANCE + numbers) == [CHANCE + 0, CHANCE + 1]
    assert list(numbers + CHANCE) == [0 + CHANCE, 1 + CHANCE]
