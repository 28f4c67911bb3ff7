"""Numbers between rational bounds, with more digits on demand.

A chance that is rational is a `Fraction`.  One that is not, or whose fraction would not fit, is a
`Certain`: it carries its question, which can be asked for narrower bounds.
"""

from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import partial, partialmethod, reduce
from math import ceil, floor
from operator import ge, gt, le, lt

from riskexact.base.arguments import exact, index, of_decimal, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import Any, Frozen, Never, cached_property
from riskexact.base.text import DIGITS, MAX_DIGITS, signed_text
from riskexact.base.text import Real as Real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


Enclosure = tuple[Fraction, Fraction]
"""Of a number: it is not less than the first, and not more than the second."""

Multiples = tuple[int, int]
"""An enclosure in multiples of a power of 2."""

BITS_OF_CERTAIN = 64
"""The bounds `low` and `high` are at most 2^-64 apart; comparisons begin with them."""

MAX_CERTAIN_BITS = 1 << 14
"""Bits after which two numbers are not told apart."""

MAX_BITS_OF_REPR = 1024

MAX_SPARE_BITS = 1 << 17
"""Bits that products may have before the point, or lose, beside those that are asked for."""


class Certain(Frozen):
    """A number known by certain bounds, which are as narrow as they are asked to be.

    - `question`, `part`: what is asked.  A question is a value that is frozen and can be pickled,
      and has `enclosed(part, bits)`, certain bounds (low, high) at most 2^-bits apart, as an
      `Operation` has.  It may have `text(part, digits)`, too, for a number whose distance from 0 or
      1 has no bounds that would fit.  No part of it is exactly 0 or 1.

    Sums, differences and products with a `Certain`, a `Decimal` or whatever is rational are
    `Certain`; anything else, such as a float, is refused, but for arrays, whose elements are taken.
    `==` and `hash` look at the question as it is written, and never compute: equal
    values of different questions are not equal, and a `Certain` never equals a `Fraction`.  The
    comparisons `<`, `<=`, `>` and `>=`, and `round`, `int`, `floor` and `ceil`, ask for more bits
    until they are certain, and raise `RiskError` after 16,384 bits: they would never end where a
    sum of such numbers is a whole one.

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
        if hasattr(self.question, "text"):
            own: str = self.question.text(self.part, digits)
            return own
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

    __float__, __int__ = partialmethod(settled, float), partialmethod(settled, int)
    __floor__, __ceil__ = partialmethod(settled, floor), partialmethod(settled, ceil)

    def __round__(self, ndigits: int | None = None) -> Fraction | int:
        return self.settled(lambda bound: round(bound, ndigits))

    def __floordiv__(self, other: object) -> Never:
        raise RiskError("operation must be floor(x * Fraction(1, n)), not //, % or divmod")

    __mod__ = __divmod__ = __rfloordiv__ = __rmod__ = __rdivmod__ = __floordiv__

    def __bool__(self) -> bool:
        """Return whether it is not 0, as no part of a question is."""
        return not isinstance(self.question, Operation) or self._sign() != 0

    def __repr__(self) -> str:
        short = partial(signed_text, digits=DIGITS)
        own = hasattr(self.question, "text")
        try:
            digits = self.text() if own else self.settled(short, most=MAX_BITS_OF_REPR)
        except RiskError:
            return self._bounds_text()
        return f"{type(self).__name__}({digits}…)"

    def _bounds_text(self) -> str:
        try:
            low, high = map(float, self.enclosed(BITS_OF_CERTAIN))
        except (RiskError, OverflowError):
            return f"{type(self).__name__}(too large)"
        return f"{type(self).__name__}({low} to {high})"

    def __neg__(self) -> "Certain":
        return 0 - self

    def _with(self, symbol: str, other: object) -> "Certain":
        return _operation(symbol, self, other)

    def _after(self, symbol: str, other: object) -> "Certain":
        return _operation(symbol, other, self)

    __add__, __radd__ = partialmethod(_with, "+"), partialmethod(_after, "+")
    __sub__, __rsub__ = partialmethod(_with, "-"), partialmethod(_after, "-")
    __mul__, __rmul__ = partialmethod(_with, "*"), partialmethod(_after, "*")

    def _is(self, relation: Callable[[int, int], bool], other: object) -> bool:
        """Compare; numbers are equal only if they are written alike, or have no width."""
        if isinstance(other, Certain) and self == other:
            return relation(0, 0)
        less: Any = _operation("-", self, other)
        if less is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        own, known = less.question.operands
        if isinstance(known, Fraction):  # a difference would lose bounds that are near to 0
            return relation(own.settled(lambda x: (x > known) - (x < known)), 0)
        return relation(less._sign(), 0)

    __lt__, __le__ = partialmethod(_is, lt), partialmethod(_is, le)
    __gt__, __ge__ = partialmethod(_is, gt), partialmethod(_is, ge)

    def _sign(self) -> int:
        return self.settled(lambda x: (x > 0) - (x < 0))

    def _sympy_(self) -> Any:
        """Return what is no sympy expression, so that sympy asks us and not for a float."""
        from sympy.core.symbol import Str

        return Str(repr(self))


class Operation(Frozen):
    """A sum, a difference or a product as it is written, of numbers of which one is `Certain`.

    It may be deep, and share parts: all is done once for each of its `steps`, without recursion.

    >>> Operation("-", (Fraction(1), Fraction(1, 4), Fraction(1, 2))).enclosed(None, 8)
    (Fraction(1, 4), Fraction(1, 4))
    """

    symbol: str
    operands: tuple[Real, ...]

    @cached_property
    def steps(self) -> tuple[Any, ...]:
        """The different numbers of the expression, each after its operands."""
        places, found = dict[int, int](), dict[Any, int]()
        waiting: list[Real] = [Certain(self)]
        while waiting:
            question: Any = getattr(each := waiting[-1], "question", None)
            operands = question.operands if isinstance(question, Operation) else ()
            if left := [inner for inner in operands if id(inner) not in places]:
                waiting += left
            else:
                step = (question.symbol, *(places[id(o)] for o in operands)) if operands else each
                places[id(waiting.pop())] = found.setdefault(step, len(found))
        return tuple(found)

    def _key(self) -> tuple[Any, ...]:
        return self.steps

    def __reduce__(self) -> "tuple[Any, ...]":
        return _of_steps, self.steps

    def enclosed(self, part: object, bits: int) -> Enclosure:
        """Return certain bounds, at most 2^-bits apart, rounded outwards to short fractions.

        Each step is enclosed in multiples of 2^-scale; and again with a larger `scale`, if products
        have made the last one too wide.
        """
        grid = bits + 2
        scale = grid + len(self.steps).bit_length()
        while True:
            low, high = self._over(scale, bits)
            wanting = (high - low - 1).bit_length() - (scale - bits - 1)
            if wanting <= 0:
                cut = scale - grid
                return Fraction(low >> cut, 1 << grid), Fraction(-(-high >> cut), 1 << grid)
            scale += wanting

    def _over(self, scale: int, bits: int) -> Multiples:
        found = list[Multiples]()
        for step in self.steps:
            if isinstance(step, tuple):
                own = reduce(partial(_STEPS[step[0]], scale), map(found.__getitem__, step[1:]))
            else:
                low, high = step.enclosed(scale) if isinstance(step, Certain) else (step, step)
                own = floor(low * (1 << scale)), ceil(high * (1 << scale))
            spare = max(-own[0], own[1]).bit_length() - bits
            if spare > MAX_SPARE_BITS:
                raise RiskError(
                    f"products must need at most {MAX_SPARE_BITS} more bits, not {spare}"
                )
            found.append(own)
        return found[-1]


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
    if any(hasattr(each, "__array__") and index(each) is None for each in (one, other)):
        return NotImplemented  # type: ignore[no-any-return]
    return Certain(Operation(symbol, (_operand(one), _operand(other))))


def _operand(value: object) -> Real:
    if isinstance(value, Certain):
        return value
    decimal = of_decimal(value) if isinstance(value, Decimal) else None
    return Fraction(exact(value, "operand")) if decimal is None else decimal


def _of_steps(*steps: Any) -> Operation:
    made: list[Real] = []
    for step in steps:
        if isinstance(step, tuple):
            step = Certain(Operation(step[0], tuple(made[place] for place in step[1:])))
        made.append(step)
    return made[-1].question  # type: ignore[no-any-return, union-attr]


def _multiplied(scale: int, one: Multiples, other: Multiples) -> Multiples:
    corners = [x * y for x in one for y in other]
    return min(corners) >> scale, -(-max(corners) >> scale)


_STEPS: dict[str, Callable[[int, Multiples, Multiples], Multiples]] = {
    "+": lambda scale, one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda scale, one, other: (one[0] - other[1], one[1] - other[0]),
    "*": _multiplied,
}
