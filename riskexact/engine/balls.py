"""Certain digits of numbers that no fraction is at hand for: enclosed in balls, ever narrower.

A ball is a midpoint and a radius; every operation rounds its radius up, so that the exact result
lies inside.  If every number of the ball rounds to the same text, that is the text of the exact
value; else more precision is taken.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from flint import arb, ctx, fmpq, fmpz

from riskexact.base.errors import RiskError
from riskexact.base.text import Rounded, integer_text, notation
from riskexact.engine.precision import working_precision

SPARE_BITS = 64
"""Bits beyond those of the digits that are asked for, at the first attempt."""

ATTEMPTS = 8
"""How often the bits are doubled before a value is given up: it would lie between two texts."""

T = TypeVar("T")


class UndecidedError(Exception):
    """A ball is too wide to tell: more precision may help.  It never leaves the engine."""


def certain_texts(compute: Callable[[], Sequence[arb]], digits: int) -> list[str]:
    """Return `decimal_text` of each value >= 0, all digits certain, from enclosures of them.

    `compute` is called with ever more bits of working precision until it is so.  Raises
    `RiskError` for a value so near to the middle of two texts that no precision here tells.

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
    attempt: Callable[[], T], digits: int, spare: int = SPARE_BITS, attempts: int = ATTEMPTS
) -> T:
    """Return what `attempt` does, with doubled precision after each `UndecidedError`.

    It begins with the bits of so many digits and `spare` more.  Raises `RiskError` when all
    attempts have failed.

    >>> decided(lambda: ctx.prec, 10)
    98
    """
    bits = bits_of(digits) + spare
    for _ in range(attempts):
        with working_precision(bits):
            try:
                return attempt()
            except UndecidedError:
                bits *= 2
    raise RiskError(f"digits must be others than {digits} here: a value lies between two texts")


def bits_of(digits: int) -> int:
    """Return the bits of so many digits, rounded up: log2(10) < 3.322.

    >>> bits_of(10)
    34
    """
    return -(-digits * 3322 // 1000)


def ball_text(value: arb, rest: arb, digits: int) -> str:
    """Return `decimal_text` of the number that lies in the ball `value`, and 1 minus it in `rest`.

    The two balls are given apart, because each may be narrow in proportion when the other is not.
    Raises `UndecidedError` where numbers in the balls have different texts.

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
    """Round what lies in a ball above 0 to so many significant digits, half to even.

    Raises `UndecidedError` where numbers in the ball round differently.  A ball across a power of
    ten is measured on the grids on both sides of it, of which the upper one is ten times coarser:
    it is that power if both say so.

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
    """Return how many bits the binary exponent of a ball has."""
    return int(value.mid().man_exp()[1]).bit_length()


def _exponent(value: arb) -> int:
    """Return the exponent of ten near the ball's: only a guess, which is put right by comparing."""
    guess = (value.mid().log() / arb(10).log()).mid().floor().unique_fmpz()
    if guess is None:
        raise UndecidedError
    return int(guess)


def _nearest(value: arb) -> fmpz:
    """Return the whole number nearest to what lies in the ball, half to even.

    The two ways to round a half differ only for a ball of radius 0 on a half itself.
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
