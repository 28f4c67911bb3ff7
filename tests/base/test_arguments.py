import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.arguments import chance, exact, forces, short_repr, whole, worth
from riskexact.base.errors import RiskError, require


@pytest.mark.parametrize(
    "value",
    [True, False, 1.0, "1", None, Fraction(1), -1, 10, [1], pytest.param(10**5000, id="long")],
)
def test_whole_refuses_what_is_no_count(value: Any) -> None:
    with pytest.raises(RiskError, match=r"^size must be a whole number, from 0 to 9, not .+$"):
        whole(value, "size", 0, 9)


@pytest.mark.parametrize("value", [0, 9])
def test_whole_takes_anything_that_is_an_index(value: Any) -> None:
    result = whole(value, "size", 0, 9)
    assert result == value
    assert type(result) is int


def test_forces_need_somebody() -> None:
    assert forces(0, 1) == (0, 1)
    assert forces(1, 0) == (1, 0)
    with pytest.raises(RiskError, match="nobody on either side"):
        forces(0, 0)


@pytest.mark.parametrize("several", [[1, 2], (), range(3)])
def test_arrays_of_forces_are_told_of_tables(several: Any) -> None:
    for sides, name in ((several, 1), "attackers"), ((1, several), "defenders"):
        with pytest.raises(RiskError) as error:
            forces(*sides)
        assert str(error.value).startswith(
            f"{name} must be one whole number, not {short_repr(several)}"
        )
        assert str(error.value).endswith(
            ": win_table(attackers, defenders).to_numpy() has the chances of several"
        )
    for other in ("12", b"12", {1, 2}, {1: 2}):
        with pytest.raises(RiskError, match="attackers must be a whole number, 0 or more, not"):
            forces(other, 1)


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


@pytest.mark.parametrize("text", ["0." + "9" * 601, "1/" + "9" * 601, "9" * 601])
def test_long_numbers_in_text_are_told_their_limit(text: str) -> None:
    for function in (chance, worth):
        with pytest.raises(RiskError, match="^size must have numbers of at most 600 digits, not"):
            function(text, "size")
    assert chance(f"1/{'9' * 600}") == Fraction(1, 10**600 - 1)


@given(st.text() | st.integers() | st.binary())
def test_shown_is_one_short_line(value: Any) -> None:
    assert len(short_repr(value)) <= 62
    assert "\n" not in short_repr(value)


def count(value: Any) -> int:
    return whole(value, "size", 0, 9)


def checked_forces(value: Any) -> tuple[int, int]:
    return forces(value, 1)


@pytest.mark.parametrize(
    ("function", "value", "end"),
    [
        (chance, 0.9, ': 0.9 is a float; write "9/10", "90%" or Fraction(9, 10)'),
        (chance, 1.5, ": 1.5 is a float"),
        (chance, 1 / 3, ': 0.3333333333333333 is a float; write "1/3" or Fraction(1, 3)'),
        (chance, 0.1 + 0.2, ' is a float; write "3/10", "30%" or Fraction(3, 10)'),
        (chance, 1e-9, ": 1e-09 is a float"),
        (chance, 0.7182818284590452, ": 0.7182818284590452 is a float"),
        (chance, float("nan"), ": nan is a float"),
        (exact, -2.5, ": -2.5 is a float; write Fraction(-5, 2)"),
        (exact, 1e300, ": 1e+300 is a float"),
        (exact, float("-inf"), ": -inf is a float"),
        (exact, True, ", not True"),
        (count, 9.0, ", not 9.0; write 9"),
        (count, 10.0, ", not 10.0"),
        (count, -1.0, ", not -1.0"),
        (count, 2.5, ", not 2.5"),
        (count, float("inf"), ", not inf"),
        (count, True, ", not True"),
        (checked_forces, 1e300, ", not 1e+300"),
    ],
)
def test_a_float_is_told_what_to_write(function: Any, value: Any, end: str) -> None:
    with pytest.raises(RiskError) as caught:
        function(value)
    assert str(caught.value).endswith(end)


def test_numbers_and_arrays_of_numpy() -> None:
    import numpy as np

    for value in np.int64(5), np.uint8(3):
        test_whole_takes_anything_that_is_an_index(value)
        assert exact(value) == int(value)
        assert type(exact(value)) is int
    for several in np.array([1, 2]), np.array([[0.5]]):
        test_arrays_of_forces_are_told_of_tables(several)
    assert forces(np.array(3), np.int64(2)) == (3, 2)
    for function, number, end in (
        (chance, np.float64(0.125), ': 0.125 is a float; write "1/8" or Fraction(1, 8)'),
        (count, np.float64(0), ", not np.float64(0.0); write 0"),
    ):
        test_a_float_is_told_what_to_write(function, number, end)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    require("fractions", "data", "nothing needs")
    for library in ("numpy", "no_such_library"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(RiskError) as error:
            require(library, "data", "arrays need")
        assert str(error.value) == (
            f"arrays need {library}, which is not installed: pip install 'riskexact[data]'"
        )


def test_what_is_nested_too_deep_is_shown_by_its_kind() -> None:
    deep: list[object] = []
    for _ in range(100_000):  # deeper than any version of Python shows
        deep = [deep]
    assert short_repr(deep) == "a long list"
