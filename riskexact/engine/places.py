"""The powers of the primes of the dice that a chance may have in its denominator.

There are rates α and δ as in `scale`, but in halves, and for either side of the interior by itself:
so the bound is lower.
"""

from collections.abc import Sequence
from math import prod

from riskexact.base.fractions import exponent, prime_factors
from riskexact.base.frozen import NamedTuple
from riskexact.odds.closed_form.boundary import Boundary
from riskexact.odds.closed_form.geometric import chances
from riskexact.rules import Rules


class Base(NamedTuple):
    """The number Π p^exponent × rest, over the primes p of the dice, none of which divides rest."""

    exponents: tuple[int, ...]
    rest: int


class Rates(NamedTuple):
    """2 α and 2 δ along the bottom and along the left side, and the places that come once."""

    bottom: tuple[int, int]
    left: tuple[int, int]
    once: int


class Places:
    """The primes of the dice of 3 v 2 rules whose full dice cost K units, and the bounds."""

    def __init__(self, rules: Rules, border: Boundary) -> None:
        """Find rates for each prime."""
        interior = chances(3, 2, rules)
        thrown = {die.total for hand in rules.thrown(3, 2) for die in hand}
        self.primes = tuple(sorted(set().union(*map(prime_factors, thrown))))
        self._rates = []
        for p in self.primes:
            e = [exponent(p, chance.denominator) for chance in interior]
            r, s, v, c, p11, beside = (
                exponent(p, x.denominator)
                for x in (border.r, border.s, border.v, border.c, border.p11, border.second[-2])
            )
            beside_left = max(s, -(-v // border.K))
            self._rates.append(
                Rates(rates(e, r), rates(e[::-1], beside_left)[::-1], max(c, beside + p11))
            )

    def most(self, a: int, d: int) -> list[int]:
        """Return a bound of the exponent of each prime in the denominator of Q(a, d).

        It bounds them for the two sums of `cell`, each by itself, as well.  For the exits along the
        bottom, T(n, i) / W^n with d - i defenders left is a sum over paths of n rounds, and stays
        below α (a - a') + δ i; the last round comes within what is left of δ d and α a', and
        Q(a', 1) = 1 - c r^(a'-2) within α (a' - 2) and the places of c.  For those along the left
        side, Q(1, d') = p_11 s^(d'-1), and Q(2, d') is a sum over paths with rounds of v, perhaps
        one beside them, and then rounds of s; δ is at least the places of s, and of v for each
        defender.
        """
        return [
            (max(x * a + y * d, z * a + u * d) + 1) // 2 + once
            for (x, y), (z, u), once in self._rates
        ]

    def base(self, number: int) -> Base:
        """Return a number >= 1 by its exponents."""
        found = tuple(exponent(p, number) for p in self.primes)
        dice = prod(p**k for p, k in zip(self.primes, found, strict=True))
        return Base(found, number // dice)


def rates(exponents: Sequence[int], least: int) -> tuple[int, int]:
    """Return 2 α for one side and 2 δ for the other, whole numbers, with α >= `least`.

    `exponents` are those in the chances that the other side loses 0, 1, …, K units.

    >>> rates([5, 5, 4], least=4)
    (8, 4)
    """
    K = len(exponents) - 1
    one = max(-(-2 * exponents[0] // K), 2 * least)
    other = max(0, *(-(-(2 * e - (K - k) * one) // k) for k, e in enumerate(exponents) if k))
    return one, other
