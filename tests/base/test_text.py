import decimal
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import (
    bounded_percent_text,
    chance_text,
    complement_text,
    decimal_text,
    fitted,
    fraction_text,
    integer_text,
    number_text,
    percent_text,
    telling_percent_text,
    tries_text,
)

values = st.fractions(0, 1) | st.builds(
    lambda n, e: Fraction(n, 10**e), st.integers(0, 10**6), st.integers(0, 30)
)


def rounded(value: Fraction, digits: int) -> decimal.Decimal:
    """The library's own correctly rounded division: half to even, this many significant digits."""
    with decimal.localcontext(decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_EVEN)):
        return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)


@given(values, st.integers(1, 40))
def test_decimals_are_rounded_correctly(value: Fraction, digits: int) -> None:
    text = decimal_text(value, digits)
    if value in (0, 1):
        assert text == str(value)
    elif value > 1 == rounded(value, digits) == digits:
        assert text == str(rounded(value, 2))
    elif text.startswith("1 - "):
        assert value < 1
        assert rounded(value, digits) == 1
        assert text == f"1 - {decimal_text(1 - value, digits)}"
    else:
        assert decimal.Decimal(text) == rounded(value, digits)
        mantissa = text.partition("e")[0].replace(".", "").lstrip("0")
        assert len(mantissa) == digits or (len(mantissa) > digits and "." not in text)


@given(values | values.map(lambda p: 1 - min(p, Fraction(1)) / 10**9), st.integers(1, 20))
@example(1 - Fraction(1, 10**17), 10)
@example(1 - Fraction(5, 10**18), 10)
@example(Fraction(1, 7**30), 10)
def test_numbers_of_data_files(value: Fraction, digits: int) -> None:
    """Near to 1 with the fewest digits that tell them from it, or 17 that are rounded down."""
    chance, most = min(value, Fraction(1)), max(digits, 17)
    down = decimal.Context(prec=most, rounding=decimal.ROUND_FLOOR)
    shown = (number_text(chance, digits), chance), (complement_text(chance, digits), 1 - chance)
    for text, exact in shown:
        assert re.fullmatch(r"[0-9]+\.[0-9]+(e-[0-9]+)?|[0-9]e-[0-9]+", text)
        near = (rounded(exact, n) for n in range(digits, most + 1))
        least = down.divide(*map(decimal.Decimal, exact.as_integer_ratio()))
        told = exact if exact in (0, 1) else next((each for each in near if each != 1), least)
        assert Fraction(text) == Fraction(told)
        assert (Fraction(text) == 1) == (exact == 1)


@given(values.filter(bool), st.integers(1, 12))
def test_notation(value: Fraction, digits: int) -> None:
    """Plain from 1e-6, as it looks after rounding."""
    text = decimal_text(value, digits)
    near = rounded(value, digits)
    if near != 1:
        plain = decimal.Decimal("1e-6") <= near
        assert ("e" not in text) == plain


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 2), 4, "0.5000"),
        (Fraction(25, 1000), 1, "0.02"),
        (Fraction(35, 1000), 1, "0.04"),
        (Fraction(1, 10**6), 3, "0.00000100"),
        (Fraction(999_999, 10**12), 3, "0.00000100"),
        (Fraction(999_999, 10**12), 6, "9.99999e-7"),
        (Fraction(99, 100), 1, "1 - 0.01"),
        (1 - Fraction(31, 10**4022), 2, "1 - 3.1e-4021"),
        (Fraction(29, 2), 10, "14.50000000"),
        (Fraction(29, 2), 2, "14"),
        (Fraction(29, 2), 1, "10"),
        (12345, 3, "12300"),
        (Fraction(4, 3), 1, "1.3"),
        (1 + Fraction(1, 10**9), 1, "1.0"),
        (1 + Fraction(1, 10**9), 3, "1.00"),
    ],
)
def test_decimal_text(value: Fraction, digits: int, text: str) -> None:
    assert decimal_text(value, digits) == text


@given(st.fractions(0, 2), st.integers(0, 20))
@example(Fraction(1, 8), 0)
@example(Fraction(3, 8), 0)
@example(Fraction(1, 10**4), 3)
@example(Fraction(9996, 10_000), 1)
def test_percent_text(value: Fraction, digits: int) -> None:
    percent = rounded(100 * value, 99).quantize(decimal.Decimal(1).scaleb(-digits))
    assert percent_text(value, digits) == f"{percent:f}"


@pytest.mark.parametrize("text", [percent_text, bounded_percent_text])
def test_digits_of_a_percentage_may_be_a_number_of_numpy(text: Callable[..., str]) -> None:
    for chance in (Fraction(1, 3), Fraction(1, 10**9)):
        assert text(chance, np.uint8(20)) == text(chance, 20)


@given(st.fractions(0, 1) | st.integers(1, 10**9).map(lambda n: Fraction(1, n)), st.integers(0, 9))
def test_only_what_is_certain_is_shown_as_certain(value: Fraction, digits: int) -> None:
    for chance in (value, 1 - value):
        text = bounded_percent_text(chance, digits)
        if text[0] in "<>":
            bound = Fraction(text[1:]) / 100
            assert 0 < chance < bound if text[0] == "<" else bound < chance < 1
        else:
            assert text == percent_text(chance, digits)
            assert Fraction(text) not in (0, 100) or chance in (0, 1)
        bare = chance in (0, 1)
        assert chance_text(chance) == f"{100 * chance if bare else bounded_percent_text(chance)} %"


@given(st.integers(0, 30_000), st.integers(-9, 9), st.sampled_from([1, -1]))
def test_integers_of_any_length(bits: int, more: int, sign: int) -> None:
    """Under the lowest limit that Python accepts, against Python without any."""
    number = sign * ((1 << bits) * 5 // 3 + more)
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(640)
        text = integer_text(number)
        sys.set_int_max_str_digits(0)
        assert text == str(number)
    finally:
        sys.set_int_max_str_digits(limit)


def test_the_limit_of_python_is_left_alone() -> None:
    """Under the lowest limit that Python accepts everything prints, and the limit stays."""
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(640)
        assert fraction_text(Fraction(10**5000 + 1, 10**5000)).count("0") == 2 * 5000 - 1
        assert len(decimal_text(Fraction(1, 3), 7000)) == 7002
        assert len(percent_text(Fraction(1, 3), 7000)) == 7003
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("value", [0.1, True, "1/2", None, decimal.Decimal(1)])
def test_values_must_be_exact(value: Any) -> None:
    for function in (decimal_text, percent_text, fraction_text):
        with pytest.raises(RiskError, match="value must be exact, a Fraction or an int, not"):
            function(value)


def test_decimals_of_negative_values_are_refused() -> None:
    for function in (decimal_text, percent_text):
        with pytest.raises(RiskError, match=r"value must be 0 or more, not Fraction\(-1, 2\)"):
            function(Fraction(-1, 2))


@pytest.mark.parametrize("digits", [0, -1, 1.0, True, "3", 10**8])
def test_digits_out_of_range(digits: Any) -> None:
    with pytest.raises(RiskError, match="digits must be a whole number, from 1 to 10000000"):
        decimal_text(Fraction(1, 3), digits)


def least_tries(chance: Fraction) -> list[tuple[int, int]]:
    """Return the wins in the least number of tries that is near enough, by search."""
    most = min(Fraction(1, 40), min(chance, 1 - chance) / 5)
    for tries in (2, 3, 4, 5, 10, 20, 100):
        off = {wins: abs(chance - Fraction(wins, tries)) for wins in range(1, tries)}
        near = [wins for wins in off if off[wins] <= (Fraction(1, 200) if tries == 100 else most)]
        if near:
            return [(wins, tries) for wins in near if off[wins] == min(off.values())]
    return []


@given(st.fractions(0, 1))
@example(Fraction(1, 200))
@example(Fraction(199, 200) + Fraction(1, 10**30))
@example(Fraction(1, 8))
@example(Fraction(1, 16))
@example(Fraction(1, 16) + Fraction(1, 10**30))
@example(Fraction(1, 24) - Fraction(1, 10**30))
def test_a_chance_in_tries(chance: Fraction) -> None:
    """In the least number that is near enough; "about" is left out where it is exact."""
    said, found = tries_text(chance), least_tries(chance)
    if not found:
        rare, sure = 2 * chance < 1, chance in (0, 1)
        almost = "almost never win" if rare else "almost always win"
        assert said == (("cannot win" if rare else "win for certain") if sure else almost)
        return
    wins, tries = found[-1]
    about = "" if Fraction(wins, tries) == chance else "about "
    assert said == f"win {about}{wins} {'time' if wins == 1 else 'times'} in {tries}"


def test_a_chance_that_players_know() -> None:
    for chance, said in (
        ("0.992", "about 99 times in 100"), ("0.335", "about 1 time in 3"), ("1/4", "1 time in 4"),
        ("0.7296", "about 3 times in 4"), ("0.803", "about 4 times in 5"),
        ("0.697", "about 7 times in 10"), ("0.953", "about 19 times in 20"),
        ("1/200", "about 1 time in 100"), ("0.93", "93 times in 100"),
        ("0.575", "about 3 times in 5"),
    ):  # fmt: skip
        assert tries_text(Fraction(chance), "hold") == f"hold {said}"


def test_a_title_fits() -> None:
    """What goes without saying is left out, in turn; then lines are broken between words."""
    said = {
        "8 attackers (9 armies on the territory), standard rules": 1,
        "800 attackers (801 armies on the territory), standard rules": 1,
        "8 attackers (9 armies on the territory), standard rules, retreat at 3": 1,
        "8 attackers (9 armies on the territory), single-loss rules, single-loss-two rules": 2,
    }
    lines = [fitted(title, 60) for title in said]
    assert lines[0] == next(iter(said))
    assert lines[2] == "8 attackers (9 armies), standard rules, retreat at 3"
    assert lines[3].split("\n")[1] in {"rules", "single-loss-two rules"}
    assert [text.count("\n") + 1 for text in lines] == [*said.values()]
    assert fitted("a standard, standard rules, " + 45 * "x", 60) == "a standard, " + 45 * "x"


def test_a_percentage_tells_a_chance_from_0_and_100() -> None:
    for p in (Fraction(1, 10**9), 1 - Fraction(1, 10**9), Fraction(1, 3), Fraction(1, 2000)):
        text = telling_percent_text(p)
        assert 0 < Fraction(text) < 100
        assert text == percent_text(p, len(text.partition(".")[2]))
    assert [telling_percent_text(n, 2) for n in (0, 1)] == ["0.00", "100.00"]
    with pytest.raises(RiskError, match="^percent must have at most 300 digits .* decimals do$"):
        telling_percent_text(Fraction(1, 10**400))
