"""Chances that are fractions or `Certain`, as bounds and as one fraction near them."""

from fractions import Fraction
from typing import TYPE_CHECKING

from riskexact.base.certain import Certain

if TYPE_CHECKING:
    from riskexact.base.certain import Real

BITS = 150
"""Of the bounds: some 45 digits."""


def bounds(chance: "Real", bits: int = BITS) -> tuple[Fraction, Fraction]:
    """Bounds of a chance; a fraction is both of them."""
    return chance.enclosed(bits) if isinstance(chance, Certain) else (chance, chance)


def near(chance: "Real") -> Fraction:
    """A fraction within 2^-151 of a chance."""
    return sum(bounds(chance), Fraction(0)) / 2
