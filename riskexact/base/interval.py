"""Bounds of a number that is not known exactly, such as a chance or a difference of chances."""

from fractions import Fraction

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text


class Interval(NamedTuple):
    """Bounds of a number x: `lower <= x <= upper`.

    A sum or a difference has bounds of all sums or differences.  A comparison holds of all numbers
    within the bounds; `RiskError` if it holds of some of them only.

    >>> half, more = Interval(Fraction(1, 2), Fraction(1, 2)), Interval(Fraction(3, 4), Fraction(1))
    >>> more - half, half < more, half.proved, more.proved
    (<Interval 25.0 % to 50.0 %>, True, True, False)
    >>> more > more
    Traceback (most recent call last):
        ...
    riskexact.RiskError: bounds must not overlap to be compared, not \
<Interval 75.0 % to 100 %> and <Interval 75.0 % to 100 %>
    """

    lower: Fraction
    upper: Fraction

    @property
    def proved(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    def __add__(self, other: "Interval") -> "Interval":  # type: ignore[override]
        return Interval(self.lower + other.lower, self.upper + other.upper)

    def __sub__(self, other: "Interval") -> "Interval":
        return Interval(self.lower - other.upper, self.upper - other.lower)

    def __lt__(self, other: "Interval") -> bool:  # type: ignore[override]
        return _holds(self.upper < other.lower, self.lower < other.upper, self, other)

    def __le__(self, other: "Interval") -> bool:  # type: ignore[override]
        return _holds(self.upper <= other.lower, self.lower <= other.upper, self, other)

    def __gt__(self, other: "Interval") -> bool:  # type: ignore[override]
        return other < self

    def __ge__(self, other: "Interval") -> bool:  # type: ignore[override]
        return other <= self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text()}>"

    def text(self, plus: str = "") -> str:
        """Return the bounds in percent; `plus` is the sign of a difference above 0.

        >>> Interval(Fraction(-1, 8), Fraction(1, 4)).text("+")
        '−12.5 % to +25.0 %'
        """
        return " to ".join(dict.fromkeys(_signed(bound, plus) for bound in self))


def _holds(always: bool, ever: bool, one: Interval, other: Interval) -> bool:
    """Return whether a comparison holds, of all numbers or of none."""
    if always != ever:
        raise RiskError(f"bounds must not overlap to be compared, not {one} and {other}")
    return always


def _signed(bound: Fraction, plus: str) -> str:
    sign = "−" if bound < 0 else plus if bound > 0 else ""
    return sign + chance_text(abs(bound))
