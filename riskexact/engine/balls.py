"""Certain digits of numbers without a fraction: enclosed in balls, with precision as needed.

A ball is a midpoint and a radius; every operation rounds its radius up, so that the exact result
lies inside.  If every number of the ball rounds to the same text, that is the text of the exact
value; if not, the precision is increased.

The working precision is one for the whole process, so that threads take turns to compute with
balls: two that set it at once would set each other's, and leave one of them to the caller.  A ball
is right at any precision: other code that sets it meanwhile can make an answer slower, not wrong.
"""

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock
from typing import Generic, TypeVar

from riskexact.base.errors import RiskError
from riskexact.base.text import BARE_1, Rounded, decimal_text, integer_text, notation
from riskexact.engine.library import arb, ctx, fmpq, fmpz

SPARE_BITS = 64
"""Bits beyond what the requested digits need, at the first attempt."""

ATTEMPTS = 8
"""Attempts, each with twice the bits, before a value is taken to lie between two texts."""

MAX_BITS_OF_SMALL = 1 << 15
"""Bits before the first that is not 0 in bounds that are narrow for what is small."""

T = TypeVar("T")
AnyPart = TypeVar("AnyPart", bound=Hashable)

_turn = RLock()
_callers_bits: int | None = None
"""The caller's precision during a turn."""


class UndecidedError(Exception):
    """A ball is too wide to decide: more precision may help.  It is always caught in the engine."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Compute with this many bits; other threads wait, and the caller's precision is restored."""
    global _callers_bits
    with _turn:
        outermost = _callers_bits is None
        try:
            if outermost:
                _callers_bits = ctx.prec
            with ctx.workprec(bits):
                yield
        finally:
            if outermost:
                _callers_bits = None


def _begin_anew() -> None:
    """Release, in the child of a fork, the turn of a thread that the child does not have."""
    global _turn, _callers_bits
    if _callers_bits is not None:
        ctx.prec, _callers_bits = _callers_bits, None
    _turn = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


class Balls(Generic[AnyPart]):
    """Chances in balls, each computed once for a precision, of which digits and bounds are asked.

    - `compute`: returns all of them, each a fraction where it is known to be one, or else a ball.

    What is asked raises `RiskError` where no precision decides, as between two texts.

    >>> halves = Balls(lambda: {"root": arb(2).sqrt() / 2, "half": Fraction(1, 2)})
    >>> halves.text("root", 20), halves.text("half", 2), halves.bounds("half", 8)
    ('0.70710678118654752440', '0.50', (Fraction(1, 2), Fraction(1, 2)))
    """

    def __init__(self, compute: Callable[[], Mapping[AnyPart, Fraction | arb]]) -> None:
        self._compute = compute
        self._known: dict[int, Mapping[AnyPart, Fraction | arb]] = {}

    def all(self) -> Mapping[AnyPart, Fraction | arb]:
        """Return them in the working precision."""
        if ctx.prec not in self._known:
            self._known[ctx.prec] = self._compute()
        return self._known[ctx.prec]

    def text(self, part: AnyPart, digits: int) -> str:
        """Return `decimal_text` of one of them."""

        def attempt() -> str:
            value = self.all()[part]
            if isinstance(value, Fraction):
                return decimal_text(value, digits)
            return ball_text(value, 1 - value, digits)

        return self.decided(attempt, digits)

    def bounds(self, part: AnyPart, bits: int) -> tuple[Fraction, Fraction]:
        """Return the bounds of one of them, as `bounds_of`."""

        def attempt() -> tuple[Fraction, Fraction]:
            value = self.all()[part]
            if isinstance(value, Fraction):
                return value, value
            return bounds_of(value, 1 - value, bits, bits + MAX_BITS_OF_SMALL)

        return self.decided(attempt, bits * 10 // 33 + 1)

    def decided(self, attempt: Callable[[], T], digits: int) -> T:
        """Return `decided` of the attempt, in one of few precisions."""
        bits = bits_of(digits)
        return decided(attempt, digits, -(-(bits + SPARE_BITS) // 64) * 64 - bits)


def decided(
    attempt: Callable[[], T], digits: int, guard: int = SPARE_BITS, attempts: int = ATTEMPTS
) -> T:
    """Return the result of `attempt`, with doubled precision after each `UndecidedError`.

    The first precision is `guard` bits more than the digits need.  Raises `RiskError` when all
    attempts have failed.
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
    """Return the number of bits in this many digits, rounded up: log2(10) < 3.322."""
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
    rounded = rounded_ball(value, digits)
    if rest < 0 and rounded == BARE_1:
        return ball_text(value, rest, 2)
    return notation(rounded, rest > 0, lambda: ball_text(rest, value, digits))


def rounded_ball(value: arb, digits: int) -> Rounded:
    """Round the number in a ball above 0 to significant digits, half to even.

    Raises `UndecidedError` if numbers in the ball round differently.  A ball that contains a power
    of ten is rounded on the grids on both sides of it, the upper one ten times coarser, and both
    must give that power.
    """
    low, high = int(fmpz(10) ** (digits - 1)), int(fmpz(10) ** digits)
    # a power of ten loses as many bits as its exponent has
    with ctx.workprec(ctx.prec + 2 * int(value.mid().man_exp()[1]).bit_length() + 32):
        guess = floor((value.mid().log() / arb(10).log()).mid())

        def scaled(exponent: int) -> arb:
            return value * arb(10) ** fmpz(digits - 1 - exponent)

        for exponent in (guess, guess - 1, guess + 1):
            y = scaled(exponent)
            if y >= low and y < high and (nearest := _nearest(y)) < high:
                return Rounded(integer_text(nearest), exponent)
        for exponent in (guess, guess - 1):
            fine, coarse = scaled(exponent), scaled(exponent + 1)
            if abs(fine - high) < 1 and (_nearest(fine), _nearest(coarse)) == (high, low):
                return Rounded(integer_text(low), exponent + 1)
    raise UndecidedError


def bounds_of(value: arb, rest: arb, bits: int, finest: int) -> tuple[Fraction, Fraction]:
    """Return bounds (low, high) of the chance enclosed in `value`; `rest` encloses 1 minus it.

    They are at most 2^-bits of the chance, and of the rest, apart, and are whole multiples of
    2^-finest, which alone may put them further apart.  Raises `UndecidedError` if the balls are too
    wide.

    >>> bounds_of(1 - arb("1e-9"), arb("1e-9"), 2, 20)[0] == 1 - Fraction(1, 1 << 20)
    True
    """
    if not (value.is_finite() and rest.is_finite()):
        raise UndecidedError
    wins = bool(value.mid() > rest.mid())
    less = rest if wins else value
    if less == 0:
        return (Fraction(wins),) * 2
    mantissa, exponent = (int(part) for part in less.mid().man_exp())
    fine = min(finest, max(bits + 3 - exponent - mantissa.bit_length(), 0))
    low, high = floor(arb(less.lower()) * (1 << fine)), -floor(-arb(less.upper()) * (1 << fine))
    if high - low > 2 and not less.rad() * (4 << bits) < less.lower():
        raise UndecidedError
    grid = 1 << fine
    low, high = max(low, 0), min(high, grid)
    if wins:
        low, high = grid - high, grid - low
    return Fraction(low, grid), Fraction(high, grid)


def ball(value: Fraction) -> arb:
    """Return a ball around a fraction, as narrow as the working precision allows."""
    return arb(rational(value))


def rational(value: Fraction) -> fmpq:
    """Return a fraction as one of flint, which mixes with balls."""
    return fmpq(value.numerator, value.denominator)


def total(values: Iterable[arb]) -> arb:
    """Return the sum of balls, a ball even if there are none."""
    return sum(values, arb(0))


def floor(value: arb) -> int:
    """Return the floor of the number in the ball, or raise `UndecidedError`."""
    found = value.floor().unique_fmpz()
    if found is None:
        raise UndecidedError
    return int(found)


def upper(value: arb) -> arb:
    """Return an exact number that is at least |value|."""
    return arb(value.abs_upper())


def lower(value: arb) -> arb:
    """Return an exact number that is at most |value|."""
    return arb(value.abs_lower())


def _nearest(value: arb) -> int:
    """Return the integer nearest to the number in the ball, half to even.

    Rounding half up and half down differ only for a ball of radius 0 at a half.
    """
    half = arb(1) / 2
    up, down = floor(value + half), -floor(half - value)
    return up if up % 2 == 0 else down
