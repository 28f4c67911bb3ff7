"""Weighted sums of numbers with twice the digits of a float, and a bound on their error.

A number is a *pair* of floats (hi, lo) whose value is hi + lo, hi being the float nearest to it:
|lo| <= u hi, where u = 2**-53 is the error of one rounding.  An *operand* is a pair with the two
halves of hi besides: (hi, lo, head, tail).  All functions take floats, or numpy arrays of floats
and then work cell by cell; numbers are 0 or more.

What rounding leaves over in a sum or in a product of two floats is a float itself, and a few more
operations find it (T. J. Dekker, "A floating-point technique for extending the available
precision", Numerische Mathematik 18, 1971; D. E. Knuth, The Art of Computer Programming, volume 2,
section 4.2.2).  That is exact as long as nothing overflows, and no product underflows.

**The error of `mean`,** in units of u**2 V, V the sum of the n products w x, is at most 8 + 7/2 n +
n**2 / 2, less than (n + 4)**2 / 2; `mean_error` is twice that.  **It has no error** if all products
are multiples of a power of 2, g, and V < 2**91 g.  Both: riskexact/battle/proofs.md, Pairs of
floats.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    import numpy as np

FloatOrArray = TypeVar("FloatOrArray", float, "np.ndarray[Any, np.dtype[np.float64]]")

SPLITTER = 2.0**27 + 1
"""Times this, a float of 53 bits falls into two halves of 26 bits and a sign."""

EXACT_UP_TO = 2.0**90
"""A mean that is computed as less than this many times its grain is exact."""


class Weight(NamedTuple):
    """A weight as an operand, with its *grain*: the power of 2 of which it is an odd multiple.

    The grain is 0 for a weight that is no such multiple, or none that a pair can hold.
    """

    hi: float
    lo: float
    head: float
    tail: float
    grain: float


def weight(value: Fraction) -> Weight:
    """Return the pair nearest to a chance, not 0.

    Relative to the chance it is wrong by at most u**2.
    """
    hi = float(value)
    lo = float(value - Fraction(hi))
    exact = Fraction(hi) + Fraction(lo) == value
    return Weight(hi, lo, *halves(hi), 1 / value.denominator if exact else 0.0)


def two_sum(x: FloatOrArray, y: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return x + y rounded, and what rounding left over."""
    total = x + y
    of_y = total - x
    return total, (x - (total - of_y)) + (y - of_y)


def fast_two_sum(x: FloatOrArray, y: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return `two_sum(x, y)`, for |x| >= |y|."""
    total = x + y
    return total, y - (total - x)


def halves(x: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return two floats of at most 26 bits whose sum is x; |x| is at most 2**990.

    >>> halves(1 + 2.0**-52) == (1.0, 2.0**-52)
    True
    """
    shifted = SPLITTER * x
    head = shifted - (shifted - x)
    return head, x - head


def product(
    operand: tuple[FloatOrArray, FloatOrArray, FloatOrArray, FloatOrArray], by: Weight
) -> tuple[FloatOrArray, FloatOrArray]:
    """Return hi w.hi rounded, and the rest of the product in one float."""
    hi, lo, head, tail = operand
    rounded = hi * by.hi
    rest = head * by.head - rounded
    rest += head * by.tail
    rest += tail * by.head
    rest += tail * by.tail
    rest += hi * by.lo + lo * by.hi
    return rounded, rest


def mean(
    terms: Sequence[tuple[tuple[FloatOrArray, FloatOrArray, FloatOrArray, FloatOrArray], Weight]],
) -> tuple[FloatOrArray, FloatOrArray]:
    """Return the pair Σ weight × operand of at least one term; the header has its error."""
    total, rest = product(*terms[0])
    for operand, by in terms[1:]:
        rounded, below = product(operand, by)
        total, left_over = two_sum(total, rounded)
        below += left_over
        rest += below
    return fast_two_sum(total, rest)


def mean_error(terms: int) -> float:
    """Return twice a bound on the relative error of a `mean` of this many terms."""
    return (terms + 4) ** 2 * 2.0**-106
