"""Numbers between bounds against the fractions that they are, which their questions know."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from operator import add, floordiv, ge, gt, le, lt, mod, mul, sub
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base import certain as certain_module
from riskexact.base.certain import BITS_OF_CERTAIN, MAX_SPARE_BITS, Certain, certain_sum
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen
from riskexact.base.text import (
    bounded_percent_text,
    chance_text,
    complement_text,
    decimal_text,
    number_text,
    percent_text,
    signed_text,
)


class Known(Frozen):
    """A question whose answer is a fraction, which it never says."""

    value: Fraction

    def __init__(self, value: Fraction) -> None:
        self._set(value=value)

    def enclosed(self, part: object, bits: int) -> tuple[Fraction, Fraction]:
        grid = 1 << bits + 1
        low, high = floor(self.value * grid), ceil(self.value * grid)
        return Fraction(low - (low == high), grid), Fraction(high + (low == high), grid)


class Counted(Known):
    """One that counts how often it is asked."""

    asked = 0

    def enclosed(self, part: object, bits: int) -> tuple[Fraction, Fraction]:
        Counted.asked += 1
        return super().enclosed(part, bits)


class Text(Known):
    """One that has a text of its own."""

    def text(self, part: object, digits: int) -> str:
        return f"{digits} digits of {part}"


def certain(value: Fraction | int) -> Certain:
    return Certain(Known(Fraction(value)))


values = st.fractions(-3, 3, max_denominator=10**6)
chances = st.fractions(0, 1, max_denominator=10**9).filter(lambda p: 0 < p < 1)
operators = st.sampled_from([add, sub, mul])


@st.composite
def expressions(draw: st.DrawFn, depth: int = 4) -> tuple[Any, Fraction]:
    """A number between bounds, or a fraction, and what it is."""
    if not depth or draw(st.booleans()):
        value = draw(values)
        return draw(st.sampled_from([certain(value), value])), value
    one, other = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    operator = draw(operators)
    return operator(one[0], other[0]), operator(one[1], other[1])


def enclosed(number: Certain, value: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """The bounds, which enclose the value, are as narrow as asked, and short."""
    low, high = number.enclosed(bits)
    assert low <= value <= high <= low + Fraction(1, 1 << bits)
    assert max(low.denominator, high.denominator) <= 1 << bits + 2
    return low, high


@given(expressions(), st.integers(1, 300))
def test_bounds_enclose_the_value_and_are_as_narrow_as_asked(
    expression: tuple[Any, Fraction], bits: int
) -> None:
    number, value = expression
    assume(isinstance(number, Certain))
    enclosed(number, value, bits)
    assert number.low <= value <= number.high <= number.low + Fraction(1, 1 << BITS_OF_CERTAIN)


@given(expressions(), st.integers(1, 40))
def test_text_and_float_are_those_of_the_value(
    expression: tuple[Any, Fraction], digits: int
) -> None:
    """But where the value lies exactly between two texts or is one at which they change."""
    number, value = expression
    assume(isinstance(number, Certain))
    try:
        text = number.text(digits)
    except RiskError:
        assert (abs(value) * 10**60).denominator == 1 or value in (-1, 0, 1)
    else:
        assert text == signed_text(value, digits)
    if value:
        assert float(number) == float(value)


@given(chances, st.integers(0, 6))
def test_percentages_are_those_of_the_value(value: Fraction, digits: int) -> None:
    assume((value * 10**9).denominator > 1)  # not between two of them
    number = certain(value)
    assert percent_text(number, digits) == percent_text(value, digits)
    assert bounded_percent_text(number, digits) == bounded_percent_text(value, digits)
    assert chance_text(number) == chance_text(value)
    for text in decimal_text, number_text, complement_text:
        assert text(number, digits + 1) == text(value, digits + 1)


@pytest.mark.parametrize("value", [Fraction(1, 1 << 20_000), 1 - Fraction(1, 1 << 20_000)])
def test_a_chance_beyond_all_bounds_is_not_called_certain(value: Fraction) -> None:
    """One bound of it is 0 or 1 in any number of bits that is asked for."""
    number = certain(value)
    assert chance_text(number) == chance_text(value)
    assert float(number) == float(value)


@given(values, values, st.sampled_from([lt, le, gt, ge]))
def test_comparisons_are_those_of_the_values(
    one: Fraction, other: Fraction, compare: Callable[[Any, Any], bool]
) -> None:
    assume(one != other)
    expected = compare(one, other)
    assert compare(certain(one), certain(other)) is expected
    assert compare(certain(one), other) is expected
    assert compare(one, certain(other)) is expected


def test_numbers_beyond_16384_bits_are_not_compared() -> None:
    third = certain(Fraction(1, 3))
    near = third + Fraction(1, 1 << 16_000)
    assert third < near
    for other in (Fraction(1, 3), third * 1, third + Fraction(1, 1 << 16_390)):
        with pytest.raises(RiskError, match="16384 bits of Certain.* cannot tell"):
            assert third < other
    with pytest.raises(RiskError, match="cannot tell"):
        assert third - third > 0
    with pytest.raises(RiskError, match="cannot tell"):
        bool(third - third)
    assert third <= third
    assert not third < third


def test_equality_is_that_of_the_questions_and_never_computes() -> None:
    class Silent(Known):
        def enclosed(self, part: object, bits: int) -> tuple[Fraction, Fraction]:
            raise AssertionError

    value = Fraction(1, 3)
    one, same, part = Certain(Silent(value)), Certain(Silent(value)), Certain(Silent(value), "win")
    assert one == same
    assert hash(one) == hash(same)
    assert len({one, same, part, one + 1, same + 1, 1 + one, one - 1, one * 2}) == 6
    assert one != part
    assert one != value
    assert value != one
    assert one != float(value)
    assert one - 1 - 2 == same - 1 - 2 != one - 3
    assert one in {same: 0}
    assert bool(one)


@given(expressions())
def test_numbers_are_copied_and_pickled(expression: tuple[Any, Fraction]) -> None:
    number, _ = expression
    for again in (pickle.loads(pickle.dumps(number)), copy.deepcopy(number), copy.copy(number)):
        assert again == number
        assert hash(again) == hash(number)


@given(st.lists(expressions(1), max_size=6))
def test_a_sum_of_many_is_that_of_two_and_two(terms: list[tuple[Any, Fraction]]) -> None:
    total = certain_sum(number for number, _ in terms)
    value = sum((value for _, value in terms), Fraction(0))
    if all(type(number) is Fraction for number, _ in terms):
        assert type(total) is Fraction
        assert total == value
    else:
        assert isinstance(total, Certain)
        assert total.low <= value <= total.high
    assert certain_sum([certain(1)]) == certain(1)


# ---- expressions that are deep, or share parts


@st.composite
def shared_expressions(draw: st.DrawFn) -> tuple[Any, Fraction]:
    """A number that is made of others, each used any number of times, and what it is."""
    large = st.integers(-(10**30), 10**30).map(Fraction)
    made: list[tuple[Any, Fraction]] = []
    for value in draw(st.lists(values | large, min_size=1, max_size=3)):
        made += [(certain(value), value), (value, value)]
    for _ in range(draw(st.integers(1, 12))):
        operator = draw(operators)
        (one, x), (other, y) = draw(st.sampled_from(made)), draw(st.sampled_from(made))
        made.append((operator(one, other), operator(x, y)))
    return made[-1]


@given(shared_expressions(), st.integers(1, 300))
def test_shared_parts_are_enclosed_as_the_value(
    expression: tuple[Any, Fraction], bits: int
) -> None:
    number, value = expression
    assume(isinstance(number, Certain))
    bounds = enclosed(number, value, bits)
    again = pickle.loads(pickle.dumps(number))
    assert again == number
    assert again.enclosed(bits) == bounds
    assert number != number + 0 != number + 1


def halved(number: Any, times: int) -> Any:
    for _ in range(times):
        number = 1 - number * Fraction(1, 2)
    return number


def squared(number: Any, times: int) -> Any:
    for _ in range(times):
        number = number * number
    return number


def horner(number: Any, degree: int) -> Any:
    total = number
    for n in range(degree):
        total = total * number + Fraction(1, n + 1)
    return total


@pytest.mark.parametrize(
    ("function", "times", "steps"), [(halved, 200, 403), (squared, 9, 10), (horner, 200, 601)]
)
def test_each_step_of_a_nested_expression_is_enclosed_a_few_times(
    monkeypatch: pytest.MonkeyPatch, function: Callable[[Any, int], Any], times: int, steps: int
) -> None:
    """Not once for each way that leads to it: the number of ways doubles at each level."""
    done = []

    def counted(symbol: str) -> Any:
        step = certain_module._STEPS[symbol]

        def counting(*bounds: Any) -> Any:
            done.append(symbol)
            return step(*bounds)

        return counting

    for symbol in "+-*":
        monkeypatch.setitem(certain_module._STEPS, symbol, counted(symbol))
    value, Counted.asked = Fraction(2, 3), 0
    number = function(Certain(Counted(value)), times)
    assert len(number.question.steps) == steps
    low, high = number.enclosed(64)
    assert low <= function(value, times) <= high <= low + Fraction(1, 1 << 64)
    assert Counted.asked <= 3
    assert len(done) <= 3 * steps


@pytest.mark.tools
@pytest.mark.parametrize(("function", "times"), [(halved, 10_000), (squared, 200), (horner, 200)])
def test_deep_expressions_are_computed_compared_hashed_and_copied(
    function: Callable[[Any, int], Any], times: int
) -> None:
    number, same = (function(certain(Fraction(2, 3)), times) for _ in range(2))
    assert 0 <= float(number) < 1
    assert number == same
    assert hash(number) == hash(same)
    assert number != function(certain(Fraction(2, 3)), times - 1)
    for again in (pickle.loads(pickle.dumps(number)), copy.deepcopy(number), copy.copy(number)):
        assert again == number


def test_a_sum_in_a_loop_has_no_depth() -> None:
    total = sum([certain(Fraction(1, 3))] * 5000, Fraction(0))
    assert isinstance(total, Certain)
    assert total.low <= Fraction(5000, 3) <= total.high
    assert pickle.loads(pickle.dumps(total)) == total


def test_operands_stay_in_their_operation() -> None:
    """(1 - x) * y and 1 - x - y are not one chain of three."""
    x, y = Fraction(1, 3), Fraction(1, 7)
    one, other = certain(x), certain(y)
    for number, value in (((1 - one) * other, (1 - x) * y), (1 - one * other, 1 - x * y)):
        assert number.low <= value <= number.high


def test_a_product_is_bounded_by_all_four_corners() -> None:
    """Of narrow bounds of most numbers, rounding outwards hides that two of them are missing."""
    multiplied = certain_module._STEPS["*"]
    assert multiplied(0, (-3, 5), (-2, 7)) == (-21, 35)
    assert multiplied(1, (-3, 5), (1, 3)) == (-5, 8)


def test_products_of_large_numbers_are_as_narrow_as_asked() -> None:
    large = certain(10**40) * certain(10**40) - certain(10**80 - 1)
    assert large.low <= 1 <= large.high <= large.low + Fraction(1, 1 << 64)


def test_a_product_that_is_too_large_says_so() -> None:
    too_large = squared(certain(3), 200)
    for ask in (float, Certain.text, lambda number: number > 0, floor):
        with pytest.raises(RiskError, match=f"products must need at most {MAX_SPARE_BITS} more"):
            ask(too_large)
    assert repr(too_large) == "Certain(too large)"
    assert float(squared(certain(Fraction(1, 3)), 200)) == 0


# ---- whole numbers


@given(expressions(), st.integers(-2, 5))
def test_whole_numbers_are_those_of_the_value(
    expression: tuple[Any, Fraction], digits: int
) -> None:
    """But where the value lies exactly at one, or between two."""
    number, value = expression
    assume(isinstance(number, Certain))
    assume((2 * value * 10**5).denominator > 1)
    for rounded in (floor, ceil, int, round, lambda x: round(x, digits), bool):
        found = rounded(number)
        assert found == rounded(value)
        assert type(found) is type(rounded(value))


def test_a_whole_number_is_told_from_one_just_below() -> None:
    """A float is not: it is 1."""
    near = 1 - certain(Fraction(1, 10**30))
    assert (floor(near), ceil(near), int(near), round(near), float(near)) == (0, 1, 0, 1, 1.0)
    assert (floor(-near), ceil(-near), int(-near)) == (-1, 0, 0)


def test_what_is_exactly_a_whole_number_is_refused_after_16384_bits() -> None:
    one = certain(Fraction(1, 3)) + certain(Fraction(2, 3))
    for ask in (floor, ceil, int):
        with pytest.raises(RiskError, match="16384 bits of Certain.* cannot tell"):
            ask(one)
    assert round(one) == 1


@pytest.mark.parametrize("operator", [floordiv, mod, divmod])
def test_quotients_and_remainders_are_refused(operator: Callable[[Any, Any], Any]) -> None:
    third = certain(Fraction(1, 3))
    for one, other in (
        (third, 2),
        (third, Fraction(1, 2)),
        (2, third),
        (third, third),
        (0.5, third),
    ):
        with pytest.raises(RiskError, match="^operation must be floor.*, not //, % or divmod$"):
            operator(one, other)
    assert floor(third * Fraction(7, 2)) == 1


def test_a_question_with_a_text_is_asked_for_it() -> None:
    number = Certain(Text(Fraction(1, 3)), "win")
    assert number.text(7) == "7 digits of win"
    assert decimal_text(number, 7) == "7 digits of win"
    assert repr(number) == "Certain(10 digits of win…)"
    assert (number + 0).text(3) == "0.333"


def test_what_is_shown() -> None:
    third = certain(Fraction(1, 3))
    assert repr(third) == "Certain(0.3333333333…)"
    assert repr(-third) == "Certain(-0.3333333333…)"
    assert repr(third - 1 + Fraction(1, 10**30)) == "Certain(-0.6666666667…)"
    assert (third * Fraction(3, 10**30) - 1).text(2) == "-(1 - 1.0e-30)"
    assert repr(third - third).startswith("Certain(-")
    assert " to " in repr(third - third)


def test_digits_are_a_whole_number() -> None:
    with pytest.raises(RiskError, match="digits must be a whole number, from 1 to 10000000"):
        certain(Fraction(1, 3)).text(0)
