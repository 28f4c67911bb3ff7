"""Certain digits of numbers without a fraction: enclosed in balls, with precision as needed.

A ball is a midpoint and a radius; every operation rounds its radius up, so that the exact result
lies inside.  If every number of the ball rounds to the same text, that is the text of the exact
value; if not, the precision is increased.

The working precision is one for the whole process, so that threads take turns to compute with
balls: two that set it at once would set each other's, and leave one of them to the caller.  A ball
is right at any precision: other code that sets it meanwhile can make an answer slower, not wrong.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock
from typing import TypeVar

from riskexact.base.errors import RiskError
from riskexact.base.text import Rounded, integer_text, notation
from riskexact.engine.library import arb, ctx, fmpq, fmpz

SPARE_BITS = 64
"""Bits beyond what the requested digits need, at the first attempt."""

ATTEMPTS = 8
"""Attempts, each with twice the bits, before a value is taken to lie between two texts."""

T = TypeVar("T")

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


def ball(value: Fraction) -> arb:
    """Return a ball around a fraction, as narrow as the working precision allows."""
    return arb(fmpq(value.numerator, value.denominator))


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
