import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.arguments import chance, exact, forces, shown, whole
from riskexact.base.errors import RiskError, require


@pytest.mark.parametrize(
    "value",
    [True, False, 1.0, "1", None, Fraction(1), -1, 10, [1], pytest.param(10**5000, id="long")],
)
def test_whole_refuses_what_is_no_count(value: Any) -> None:
    with pytest.raises(RiskError, match=r"^size must be a whole number, from 0 to 9, not .+$"):
        whole(value, "size", 0, 9)


@pytest.mark.parametrize("value", [0, 9, np.int64(5), np.uint8(3)])
def test_whole_takes_anything_that_is_an_index(value: Any) -> None:
    result = whole(value, "size", 0, 9)
    assert result == value
    assert type(result) is int


def test_forces_need_somebody() -> None:
    assert forces(0, 1) == (0, 1)
    assert forces(1, 0) == (1, 0)
    with pytest.raises(RiskError, match="nobody on either side"):
        forces(0, 0)


@given(st.fractions(0, 1, max_denominator=1000))
def test_chance_of_a_fraction_in_every_form(p: Fraction) -> None:
    assert chance(p) == p
    assert chance(f"{p.numerator}/{p.denominator}") == p


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (0, Fraction(0)),
        (1, Fraction(1)),
        ("90%", Fraction(9, 10)),
        ("12.5 %", Fraction(1, 8)),
        (".5", Fraction(1, 2)),
        ("0.9", Fraction(9, 10)),
        (Decimal("0.9"), Fraction(9, 10)),
        (Decimal("1e-3999"), Fraction(1, 10**3999)),
    ],
)
def test_chance(value: Any, exact: Fraction) -> None:
    assert chance(value) == exact
    assert type(chance(value)) is Fraction


@pytest.mark.parametrize(
    "value",
    [0.9, True, None, "", "x", "1/0", "2", "101%", "-1/2", "1e-999999999", "nan"]
    + [Decimal("nan"), Decimal("1e-999999999"), Decimal(2), Fraction(-1, 2), 2],
)
def test_chance_refuses(value: Any) -> None:
    with pytest.raises(RiskError, match=r"^chance must be 0 to 1.*not "):
        chance(value)


@pytest.mark.parametrize(
    "value",
    [Fraction(10**5000), [10**5000], (Fraction(1, 10**5000),)],
    ids=["fraction", "list", "tuple"],
)
def test_long_numbers_are_refused_in_one_line(value: Any) -> None:
    for function in (whole, chance):
        with pytest.raises(RiskError, match=r"not a long \w+$"):
            function(value, "size")


def test_exact() -> None:
    assert exact(np.int64(3)) == 3
    assert type(exact(np.int64(3))) is int
    assert exact(Fraction(1, 3)) == Fraction(1, 3)
    for value in (0.5, True, "1", Decimal(1), None):
        with pytest.raises(RiskError, match="size must be exact, a Fraction or an int, not"):
            exact(value, "size")


@given(st.text() | st.integers() | st.binary())
def test_shown_is_one_short_line(value: Any) -> None:
    assert len(shown(value)) <= 62
    assert "\n" not in shown(value)


@pytest.mark.parametrize(
    ("function", "value", "end"),
    [
        (chance, 0.9, ': 0.9 is a float; write "9/10", "90%" or Fraction(9, 10)'),
        (chance, np.float64(0.125), ': 0.125 is a float; write "1/8" or Fraction(1, 8)'),
        (chance, 1.5, ": 1.5 is a float"),
        (chance, 1 / 3, ": 0.3333333333333333 is a float"),
        (chance, float("nan"), ": nan is a float"),
        (exact, -2.5, ": -2.5 is a float; write Fraction(-5, 2)"),
        (exact, 1e300, ": 1e+300 is a float"),
        (exact, True, ", not True"),
    ],
)
def test_a_float_is_told_what_to_write(function: Any, value: Any, end: str) -> None:
    with pytest.raises(RiskError) as caught:
        function(value)
    assert str(caught.value).endswith(end)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    require("fractions", "data", "nothing needs")
    for library in ("numpy", "no_such_library"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(RiskError) as error:
            require(library, "data", "arrays need")
        assert str(error.value) == (
            f"arrays need {library}, which is not installed: pip install 'riskexact[data]'"
        )
