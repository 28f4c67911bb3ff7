"""Sums of independent whole numbers: bounds of their chances, and binomial tails.

Every chance is rounded down to a multiple of 2^-bits, and so is every product.  The chances that
are kept then add up to 1 less what all roundings together have taken away.  So the chance of any
set of values lies between the sum that is kept and that sum plus `ScoreSum.missing`: bounds that
one addition shows, whatever has been rounded on the way.  Values whose chances are rounded
to 0 are left out, so that a sum of many numbers has few values.

**Tails.**  With `I_p` the regularised incomplete beta function, the chance of k or more successes
in n trials of chance p is `I_p(k, n - k + 1)` for k from 1 to n.  Arb encloses it at any size.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, takewhile
from math import floor

from riskexact.base.frozen import NamedTuple
from riskexact.engine.balls import ball
from riskexact.engine.library import arb, fmpz_poly


class ScoreSum(NamedTuple):
    """Lower bounds of the chances of `least`, `least` + 1, …, in units of 2^-bits."""

    least: int
    chances: Sequence[int]
    bits: int

    @property
    def missing(self) -> int:
        """The chance that the roundings have taken away, in units of 2^-bits."""
        return (1 << self.bits) - sum(self.chances)

    def at_most(self, value: int) -> tuple[Fraction, Fraction]:
        """Return bounds of the chance of this value or less.

        >>> coins = sum_of([({0: 1 << 19, 1: 1 << 19}, 3)], 20)
        >>> coins.at_most(0), coins.at_least(2)
        ((Fraction(1, 8), Fraction(1, 8)), (Fraction(1, 2), Fraction(1, 2)))
        """
        return self._bounds(self.chances[: max(0, value + 1 - self.least)])

    def at_least(self, value: int) -> tuple[Fraction, Fraction]:
        """Return bounds of the chance of this value or more."""
        return self._bounds(self.chances[max(0, value - self.least) :])

    def usual(self, level: Fraction) -> tuple[int, int]:
        """Return the least and the greatest usual value.

        On each side, the other ones have together a chance of at most level / 2; the bounds show
        that, and no more values do.

        >>> sum_of([({0: 1 << 19, 1: 1 << 19}, 9)], 20).usual(Fraction(1, 20))
        (2, 7)
        """
        allowed = floor(level / 2 * (1 << self.bits)) - self.missing
        few, many = (
            sum(1 for _ in takewhile(lambda mass: mass <= allowed, accumulate(side)))
            for side in (self.chances, reversed(self.chances))
        )
        return self.least + few, self.least + len(self.chances) - 1 - many

    def plus(self, other: "ScoreSum") -> "ScoreSum":
        """Return the sum of two independent numbers: their chances multiplied as polynomials."""
        products = (fmpz_poly(list(self.chances)) * fmpz_poly(list(other.chances))).coeffs()
        chances = [int(each) >> self.bits for each in products]
        first = next((i for i, each in enumerate(chances) if each), len(chances))
        while chances and not chances[-1]:
            chances.pop()
        return ScoreSum(self.least + other.least + first, chances[first:], self.bits)

    def _bounds(self, kept: Sequence[int]) -> tuple[Fraction, Fraction]:
        low, unit = sum(kept), 1 << self.bits
        return Fraction(low, unit), Fraction(low + self.missing, unit)


def sum_of(parts: Iterable[tuple[Mapping[int, int], int]], bits: int) -> ScoreSum:
    """Return the sum of independent numbers, each with its chances, and how often it is added.

    The chances are lower bounds in units of 2^-bits, which may add up to less than 1.

    >>> thirds = sum_of([({-1: (1 << 40) // 3, 2: (2 << 40) // 3}, 2)], 40)
    >>> low, high = thirds.at_least(1)
    >>> low <= Fraction(8, 9) <= high, high - low < Fraction(1, 10**10)
    (True, True)
    """
    terms = []
    for chances, times in parts:
        values = range(min(chances), max(chances) + 1)
        number = ScoreSum(values[0], [chances.get(n, 0) for n in values], bits)
        terms += [_power(number, times)] if times else []
    # in pairs, so that both factors of a product are about as long
    while len(terms) > 1:
        last = terms[len(terms) // 2 * 2 :]
        terms = [x.plus(y) for x, y in zip(terms[::2], terms[1::2], strict=False)] + last
    return terms[0] if terms else ScoreSum(0, [1 << bits], bits)


def _power(number: ScoreSum, times: int) -> ScoreSum:
    """Return the sum of this many independent numbers of one kind."""
    if times == 1:
        return number
    half = _power(number, times // 2)
    twice = half.plus(half)
    return twice.plus(number) if times % 2 else twice


def at_least(successes: int, trials: int, chance: Fraction) -> arb:
    """Return a ball around the chance of at least this many successes."""
    if successes <= 0:
        return arb(1)
    if successes > trials:
        return arb(0)
    return ball(chance).beta_lower(successes, trials - successes + 1, regularized=True)


def two_sided(successes: int, trials: int, chance: Fraction) -> arb:
    """Return a ball around min(1, 2 min(P(X <= successes), P(X >= successes))).

    A ball cannot show that a number is exactly 1.  Twice a tail is 1 only for a chance of 1/2, at
    the middle: 2 P(X <= k) - 1 is a polynomial in the chance p with whole coefficients, and 1 at
    p = 0, so that a root p in lowest terms has the numerator 1; it is -1 at 1 - p = 0 if k < n, so
    that 1 - p has the numerator 1, too.

    >>> two_sided(0, 3, Fraction(1, 2)).str(5, radius=False)
    '0.25000'
    >>> two_sided(1, 3, Fraction(1, 2)) == 1
    True
    """
    if chance == Fraction(1, 2) and abs(2 * successes - trials) <= 1:
        return arb(1)
    high = at_least(successes, trials, chance)
    low = at_least(trials - successes, trials, 1 - chance)
    return arb.min(arb(1), 2 * arb.min(high, low))
