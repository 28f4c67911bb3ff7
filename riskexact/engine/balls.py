"""Certain digits of numbers without a fraction: enclosed in balls, with precision as needed.

A ball is a midpoint and a radius; every operation rounds its radius up, so that the exact result
lies inside.  If every number of the ball rounds to the same text, that is the text of the exact
value; if not, the precision is increased.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from flint import arb, ctx, fmpq, fmpz

from riskexact.base.errors import RiskError
from riskexact.base.text import Rounded, integer_text, notation
from riskexact.engine.precision import working_precision

SPARE_BITS = 64
"""Bits beyond those of the requested digits, at the first attempt."""

ATTEMPTS = 8
"""Attempts, each with twice the bits, before a value is taken to lie between two texts."""

T = TypeVar("T")


class UndecidedError(Exception):
    """A ball is too wide to decide: more precision may help.  It is always caught in the engine."""


def certain_texts(compute: Callable[[], Sequence[arb]], digits: int) -> list[str]:
    """Return `decimal_text` of each value >= 0, all digits certain, from enclosures.

    `compute` is called with increasing working precision until all digits are certain.  Raises
    `RiskError` for a value too close to the midpoint between two texts.

    >>> certain_texts(lambda: [arb(2).sqrt() / 2, arb(0)], 20)
    ['0.70710678118654752440', '0']
    """

    def texts() -> list[str]:
        values = compute()
        if not all(value.is_finite() for value in values):
            raise RiskError("digits must be fewer here: the value has no finite enclosure")
        return [ball_text(value, 1 - value, digits) for value in values]

    return decided(texts, digits)


def decided(
    attempt: Callable[[], T], digits: int, guard: int = SPARE_BITS, attempts: int = ATTEMPTS
) -> T:
    """Return the result of `attempt`, with doubled precision after each `UndecidedError`.

    The first precision is that of the digits and of `guard` more bits.  Raises `RiskError` when all
    attempts have failed.

    >>> decided(lambda: ctx.prec, 10)
    98
    """
    bits = bits_of(digits) + guard
    for _ in range(attempts):
        with working_precision(bits):
            try:
                return attempt()
            except UndecidedError:
                bits *= 2
    raise RiskError(
        f"cannot decide the rounding to {digits} digits (exact tie); try another number of digits"
    )


def bits_of(digits: int) -> int:
    """Return the number of bits in this many digits, rounded up: log2(10) < 3.322.

    >>> bits_of(10)
    34
    """
    return -(-digits * 3322 // 1000)


def ball_text(value: arb, rest: arb, digits: int) -> str:
    """Return `decimal_text` of the number enclosed in `value`; `rest` encloses 1 minus it.

    The balls are separate because either may be relatively narrow when the other is not.  Raises
    `UndecidedError` if numbers in the balls have different texts.

    >>> ball_text(arb(1), arb("1e-4021"), 2)
    '1 - 1.0e-4021'
    """
    if value == 0 or rest == 0:
        return "0" if value == 0 else "1"
    if not (value > 0 and (rest > 0 or rest < 0)):
        raise UndecidedError
    return notation(
        rounded_ball(value, digits), rest > 0, lambda: ball_text(abs(rest), value, digits)
    )


def rounded_ball(value: arb, digits: int) -> Rounded:
    """Round the number in a ball above 0 to significant digits, half to even.

    Raises `UndecidedError` if numbers in the ball round differently.  A ball that contains a power
    of ten is rounded on the grids on both sides of it, the upper one ten times coarser, and both
    must give that power.

    >>> rounded_ball(arb(2) ** -(10**18), 5)
    Rounded(mantissa='61131', exponent=-301029995663981196)
    """
    low, high = fmpz(10) ** (digits - 1), fmpz(10) ** digits
    # a power of ten loses as many bits as its exponent has
    with ctx.workprec(ctx.prec + 2 * _size_of_exponent(value) + 32):
        guess = _exponent(value)

        def scaled(exponent: int) -> arb:
            return value * arb(10) ** fmpz(digits - 1 - exponent)

        for exponent in (guess, guess - 1, guess + 1):
            y = scaled(exponent)
            if y >= low and y < high:
                return _normal(_nearest(y), exponent, low, high)
        for exponent in (guess, guess - 1):
            fine, coarse = scaled(exponent), scaled(exponent + 1)
            if abs(fine - high) < 1 and (_nearest(fine), _nearest(coarse)) == (high, low):
                return _normal(low, exponent + 1, low, high)
    raise UndecidedError


def ball(value: Fraction) -> arb:
    """Return a ball around a fraction, as narrow as the working precision allows.

    >>> bool(ball(Fraction(1, 3)).contains(fmpq(1, 3)))
    True
    """
    return arb(fmpq(value.numerator, value.denominator))


def power(base: arb, numerator: int, denominator: int) -> arb:
    """Return base ** (numerator / denominator) of a ball above 0.

    >>> bool(power(arb(1024), 13, 10).contains(2**13))
    True
    """
    return (base**numerator).root(denominator)


def upper(value: arb) -> arb:
    """Return an exact number that is at least |value|."""
    return arb(value.abs_upper())


def lower(value: arb) -> arb:
    """Return an exact number that is at most |value|."""
    return arb(value.abs_lower())


def _size_of_exponent(value: arb) -> int:
    """Return the number of bits of a ball's binary exponent."""
    return int(value.mid().man_exp()[1]).bit_length()


def _exponent(value: arb) -> int:
    """Return a guess of the ball's exponent of ten, which the caller corrects by comparing."""
    guess = (value.mid().log() / arb(10).log()).mid().floor().unique_fmpz()
    if guess is None:
        raise UndecidedError
    return int(guess)


def _nearest(value: arb) -> fmpz:
    """Return the integer nearest to the number in the ball, half to even.

    Rounding half up and half down differ only for a ball of radius 0 at a half.
    """
    half = arb(1) / 2
    up, down = (value + half).floor().unique_fmpz(), (value - half).ceil().unique_fmpz()
    if up is None or down is None:
        raise UndecidedError
    return up if up % 2 == 0 else down


def _normal(nearest: fmpz, exponent: int, low: fmpz, high: fmpz) -> Rounded:
    if nearest == high:
        nearest, exponent = low, exponent + 1
    return Rounded(integer_text(int(nearest)), exponent)
