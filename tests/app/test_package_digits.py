"""Certain digits in the JavaScript package, which come from bounds: those of Python."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import riskexact as rx
from tests.app.package import Asked, options
from tests.programs import needs
from tests.strategies import any_rules, tries

pytestmark = [needs("npm"), needs("tsc")]


def digits_of(js: Asked, a: int, d: int, digits: int, rules: rx.Rules) -> object:
    return js(f"winDecimal({a}, {d}, {options(rules, digits=digits)})")


@tries(100)
@given(
    any_rules,
    st.integers(0, 40) | st.integers(0, 250),
    st.integers(1, 40) | st.integers(1, 250),
    st.integers(1, 60),
)
def test_they_are_those_of_python(js: Asked, rules: rx.Rules, a: int, d: int, digits: int) -> None:
    told = digits_of(js, a, d, digits, rules)
    assume(told != "RiskError: rules: dice must be fewer, or have fewer faces")  # a million steps
    assert told == rx.win_decimal(a, d, digits, rules)


@pytest.mark.parametrize("digits", [1, 2, 9, 10, 11, 12, 13, 17, 40, 200])
def test_large_battles_of_any_odds(js: Asked, digits: int) -> None:
    """Near certain and near impossible, beyond the doubles too."""
    for a, d in ((1000, 1000), (300, 350), (60, 900), (900, 60), (5, 800), (800, 5), (700, 700)):
        for name in ("standard", "capital", "single-loss"):
            expected = rx.win_decimal(a, d, digits, name)
            assert js(f'winDecimal({a}, {d}, {{ rules: "{name}", digits: {digits} }})') == expected


def test_chances_that_doubles_hardly_hold(js: Asked) -> None:
    exponents = set()
    for d in range(1200, 1640, 8):
        expected = rx.win_decimal(8, d, 4)
        assert js(f"winDecimal(8, {d}, {{ digits: 4 }})") == expected
        exponents.add(int(expected.partition("e")[2]) // 10)
    assert {-27, -28, -30, -31, -32, -33} <= exponents


def test_numbers_that_no_bounds_decide(js: Asked) -> None:
    """A chance that stands between two numbers of as many digits, and those that are certain."""
    even = rx.Rules(1, 1, ties="nobody")
    for n, digits in ((1, 1), (2, 1), (3, 2), (5, 3), (9, 7)):
        denominator = rx.win_probability(n, n + 1, even).denominator
        assert denominator & (denominator - 1) == 0  # so its digits end
        for each in range(1, 2 * n):
            assert digits_of(js, n, n + 1, each, even) == rx.win_decimal(n, n + 1, each, even)
        assert digits_of(js, n, n, digits, even) == rx.win_decimal(n, n, digits, even)
    assert digits_of(js, 0, 9, 5, even) == "0"
    assert digits_of(js, 9, 0, 5, even) == "1"
    always = rx.Rules(1, 1, faces=1)  # each tie is the defender's
    assert digits_of(js, 30, 30, 5, always) == "0"


def test_ten_digits_of_a_thousand(js: Asked) -> None:
    assert js("winDecimal(1000, 1000)") == rx.win_decimal(1000, 1000)
