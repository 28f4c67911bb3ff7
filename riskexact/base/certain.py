"""Numbers between rational bounds, with more digits on demand.

A chance that is rational is a `Fraction`.  One that is not, or whose fraction would not fit, is a
`Certain`: it carries its question, which can be asked for narrower bounds.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import reduce
from math import ceil, floor

from riskexact.base.arguments import exact, index, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import Any, Frozen
from riskexact.base.text import DIGITS, MAX_DIGITS, signed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


Real = Fraction | Any
"""A Fraction, or a `Certain`; a caller who knows which of the two need not narrow the type."""

Enclosure = tuple[Fraction, Fraction]
"""Of a number: it is not less than the first, and not more than the second."""

BITS_OF_CERTAIN = 64
"""The bounds `low` and `high` are at most 2^-64 apart; comparisons begin with them."""

MAX_CERTAIN_BITS = 1 << 14
"""Bits after which two numbers are not told apart."""

MAX_BITS_OF_REPR = 1024


class Certain(Frozen):
    """A number known by certain bounds, which are as narrow as they are asked to be.

    - `question`, `part`: what is asked.  A question is a value that is frozen and can be pickled,
      and has `enclosed(part, bits)`, certain bounds (low, high) at most 2^-bits apart, as an
      `Operation` has.  It may have `text(part, digits)`, too, for a number whose distance from 0 or
      1 has no bounds that would fit.  No part of it is exactly 0 or 1.

    Sums, differences and products with a `Fraction`, an `int` or a `Certain` are `Certain`; a float
    is refused.  `==` and `hash` look at the question as it is written, and never compute: equal
    values of different questions are not equal, and a `Certain` never equals a `Fraction`.  The
    comparisons `<`, `<=`, `>` and `>=` ask for more bits until they are certain, and raise
    `RiskError` after 16,384 bits.

    Equivalent to the Fraction x of which all bounds are known: `low <= x <= high`; `text(n)` is
    `decimal_text(x, n)`, and `float` is `float(x)`.

    >>> class Third(Frozen):
    ...     def enclosed(self, part, bits):
    ...         n = (1 << bits) // 3
    ...         return Fraction(n, 1 << bits), Fraction(n + 1, 1 << bits)
    >>> third = Certain(Third())
    >>> third, third.text(20), float(third)
    (Certain(0.3333333333…), '0.33333333333333333333', 0.3333333333333333)
    >>> 1 - 2 * third > Fraction(333, 1000), third == Certain(Third()), third == Fraction(1, 3)
    (True, True, False)
    """

    question: Any
    part: Hashable

    def __init__(self, question: Any, part: Hashable = None) -> None:
        self._set(question=question, part=part)

    @property
    def low(self) -> Fraction:
        """A number that is certainly not more, at most 2^-64 below `high`."""
        return self.enclosed(BITS_OF_CERTAIN)[0]

    @property
    def high(self) -> Fraction:
        """A number that is certainly not less, at most 2^-64 above `low`."""
        return self.enclosed(BITS_OF_CERTAIN)[1]

    def enclosed(self, bits: int) -> Enclosure:
        """Return certain bounds (low, high), at most 2^-bits apart."""
        bounds: Enclosure = self.question.enclosed(self.part, bits)
        return bounds

    def text(self, digits: int = DIGITS) -> str:
        """Return the number to `digits` significant digits, every one certain, as `decimal_text`.

        A number below 0 has a minus sign.  Raises `RiskError` for one that lies between two texts.
        """
        digits = whole(digits, "digits", 1, MAX_DIGITS)
        own: Callable[[Hashable, int], str] | None = getattr(self.question, "text", None)
        if own is not None:
            return own(self.part, digits)
        return self.settled(lambda bound: signed_text(bound, digits), BITS_OF_CERTAIN + 4 * digits)

    def settled(
        self,
        function: "Callable[[Fraction], T]",
        bits: int = BITS_OF_CERTAIN,
        most: int = MAX_CERTAIN_BITS,
    ) -> "T":
        """Return the value that a function has at both bounds, which become narrower until then.

        - `function`: one that never falls, or never rises, such as a rounding;
        - `bits`, `most`: of the first bounds, and of the last, four times as many at least.

        Raises `RiskError` if the values differ even then.
        """
        most = max(most, 4 * bits)
        while True:
            low, high = map(function, self.enclosed(bits))
            if low == high:
                return low
            if bits == most:
                raise RiskError(
                    f"value must not be so near to what it is rounded to or compared with: "
                    f"{most} bits of {self._bounds_text()} cannot tell"
                )
            bits = min(2 * bits, most)

    def __float__(self) -> float:
        return self.settled(float)

    def __bool__(self) -> bool:
        """Return whether it is not 0, as no part of a question is."""
        return not isinstance(self.question, Operation) or self._compared(0) != 0

    def __repr__(self) -> str:
        try:
            if hasattr(self.question, "text"):
                digits = self.text()
            else:
                digits = self.settled(
                    lambda bound: signed_text(bound, DIGITS), BITS_OF_CERTAIN, MAX_BITS_OF_REPR
                )
        except RiskError:
            return self._bounds_text()
        return f"{type(self).__name__}({digits}…)"

    def _bounds_text(self) -> str:
        low, high = map(float, self.enclosed(BITS_OF_CERTAIN))
        return f"{type(self).__name__}({low} to {high})"

    def __neg__(self) -> "Certain":
        return 0 - self

    def __add__(self, other: object) -> "Certain":
        return _operation("+", self, other)

    def __radd__(self, other: object) -> "Certain":
        return _operation("+", other, self)

    def __sub__(self, other: object) -> "Certain":
        return _operation("-", self, other)

    def __rsub__(self, other: object) -> "Certain":
        return _operation("-", other, self)

    def __mul__(self, other: object) -> "Certain":
        return _operation("*", self, other)

    def __rmul__(self, other: object) -> "Certain":
        return _operation("*", other, self)

    def __lt__(self, other: object) -> bool:
        return self._compared(other) < 0

    def __le__(self, other: object) -> bool:
        return self._compared(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._compared(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._compared(other) >= 0

    def _compared(self, other: object) -> int:
        """Return -1, 0 or 1; 0 only for what is written alike, or has no width."""
        return 0 if self == other else (self - other).settled(lambda x: (x > 0) - (x < 0))


class Operation(Frozen):
    """A sum, a difference or a product as it is written, of numbers of which one is `Certain`.

    >>> Operation("-", (Fraction(1), Fraction(1, 4), Fraction(1, 2))).enclosed(None, 8)
    (Fraction(1, 4), Fraction(1, 4))
    """

    symbol: str
    operands: tuple[Real, ...]

    def enclosed(self, part: object, bits: int) -> Enclosure:
        """Return certain bounds, at most 2^-bits apart, rounded outwards to short fractions.

        With n operands x of width w, the bounds of a sum or a difference are at most n w apart, and
        those of a product n w 2^m, where m is the sum of the bits of all |x| rounded up.
        """
        spare = len(self.operands).bit_length() + 1
        if self.symbol == "*":
            coarse = (_bounds(each, 1) for each in self.operands)
            spare += sum(ceil(max(-low, high)).bit_length() for low, high in coarse)
        low, high = reduce(
            _STEPS[self.symbol], (_bounds(each, bits + spare) for each in self.operands)
        )
        grid = 1 << bits + 2
        return Fraction(floor(low * grid), grid), Fraction(ceil(high * grid), grid)


def certain_sum(values: Iterable[Real]) -> Real:
    """Return the sum of numbers: a Fraction, unless one of them is a `Certain`.

    Equivalent to `sum(values, Fraction(0))`.

    >>> certain_sum([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    terms = list(values)
    known = exact_sum(each for each in terms if isinstance(each, Fraction))
    others = [each for each in terms if isinstance(each, Certain)]
    if not others:
        return known
    operands = (known, *others) if known else (*others,)
    return Certain(Operation("+", operands)) if len(operands) > 1 else others[0]


def _operation(symbol: str, one: object, other: object) -> "Certain":
    """Return the operation, of which a chain is one with many operands."""
    operands: list[Real] = []
    for each in (one, other):
        if not isinstance(each, Certain | Fraction | float) and index(each) is None:
            return NotImplemented  # type: ignore[no-any-return]
        operands.append(each if isinstance(each, Certain) else Fraction(exact(each, "operand")))
    first = one.question if isinstance(one, Certain) else None
    if isinstance(first, Operation) and first.symbol == symbol:
        operands[:1] = first.operands
    return Certain(Operation(symbol, tuple(operands)))


def _bounds(value: Real, bits: int) -> Enclosure:
    return value.enclosed(bits) if isinstance(value, Certain) else (value, value)


def _multiplied(one: Enclosure, other: Enclosure) -> Enclosure:
    corners = [x * y for x in one for y in other]
    return min(corners), max(corners)


_STEPS: dict[str, Callable[[Enclosure, Enclosure], Enclosure]] = {
    "+": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "*": _multiplied,
}
