"""The exact chance that Balanced Blitz bends to a goal, between two fractions.

B(W) is the bent chance to win (`engine.blitz`).  It never falls, so that B(W) >= goal is a bound of
W.  With n, c and p as there, and g = c + (1 - 2c) goal, for a goal above 0:

    B(W) >= goal   if   W >= 1 - n,  or  W > n and S >= g;   S >= g   if   W >= w = r / (1 + r),

where r^p = g / (1 - g).  So the bound is w, unless that is n or less, where W has to be more than
n, or more than 1 - n, which is then the bound.  With p = u/v, r is the u-th root of
(g / (1 - g))^v: a fraction if the numerator and the denominator of that have such roots, and else
irrational.
"""

from fractions import Fraction

from riskexact.base.fractions import whole_root
from riskexact.base.frozen import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.rules.blitz import BlitzVersion


class Unbent(NamedTuple):
    """The bound of the exact chance: between `low` and `high`, and not enough where `strict`."""

    low: Fraction
    high: Fraction
    strict: bool


def unbent(goal: Fraction, version: "BlitzVersion", bits: int) -> Unbent:
    """Return the least W with B(W) >= goal, which is more than 0, between two fractions.

    They are equal, or about 2^-bits apart.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> low, high, strict = unbent(Fraction(9, 10), BLITZ_3_3, 20)
    >>> low < Fraction("0.7624975") < high < low + Fraction(1, 2**20), strict
    (True, False)
    >>> unbent(Fraction(1, 2), BLITZ_3_3, 20)
    Unbent(low=Fraction(1, 2), high=Fraction(1, 2), strict=False)
    """
    least, power = version.negligible, version.sharper
    g = version.cut + (1 - 2 * version.cut) * goal
    if g == 1:
        return Unbent(1 - least, 1 - least, strict=False)
    to_the_u = (g / (1 - g)) ** power.denominator
    if least and to_the_u <= (least / (1 - least)) ** power.numerator:
        return Unbent(least, least, strict=True)
    if least and to_the_u >= ((1 - least) / least) ** power.numerator:
        return Unbent(1 - least, 1 - least, strict=False)
    low, high = (r / (1 + r) for r in _root(to_the_u, power.numerator, bits))
    return Unbent(low, high, strict=False)


def _root(value: Fraction, degree: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return bounds of a root, equal if it is a fraction, else at most 2^-bits apart."""
    above, below = (whole_root(n, degree) for n in value.as_integer_ratio())
    if Fraction(above, below) ** degree == value:
        return Fraction(above, below), Fraction(above, below)
    scaled = whole_root((value.numerator << degree * bits) // value.denominator, degree)
    return Fraction(scaled, 1 << bits), Fraction(scaled + 1, 1 << bits)
