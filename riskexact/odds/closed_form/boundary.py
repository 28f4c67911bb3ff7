"""The boundary of 3 v 2 dice as sums of powers: what fast methods and formulas in letters need.

With K units lost in a round of full dice, p_αδ the attacker's chance in a round of α v δ dice,
s = p_12, r = 1 - p_31, c = 1 - Q(2, 1), and v the chance that 2 v 2 dice cost the defender K units:

    Q(1, d) = p_11 s^(d-1)                                     d >= 1
    Q(a, 1) = 1 - c r^(a-2)                                    a >= 2
    Q(2, d) = slow v^⌊u/K⌋ + fast s^u,   u = d - 2 + K,        d >= 1

For K = 2 there is one `slow` for even u and one for odd u.  The same numbers as those of
`geometric`, `binomial` and `trinomial`, which derive them, where s^K is not v.
"""

from collections.abc import Callable, Sequence
from functools import partial

from riskexact.base.frozen import NamedTuple
from riskexact.odds.closed_form.geometric import chances
from riskexact.rules import STANDARD, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Number = Any
else:
    Number = object
"""A `Fraction`, or another number that is computed with in the same way: of flint, or a letter."""


class Power(NamedTuple):
    """The number coefficient × base^exponent."""

    coefficient: Number
    base: Number
    exponent: int


class Boundary(NamedTuple):
    """The constants of the boundary, named as above; `second` are the chances of 2 v 2 dice."""

    p11: Number
    s: Number
    c: Number
    r: Number
    second: Sequence[Number]

    @property
    def K(self) -> int:
        """The units lost in a round of full dice."""
        return len(self.second) - 1

    @property
    def v(self) -> Number:
        """The chance that 2 v 2 dice cost the defender K units."""
        return self.second[-1]

    @property
    def fast(self) -> Number:
        """The coefficient of s^u; `ZeroDivisionError` where s^K is v.

        Q(2, d) = v Q(2, d - K) + second[K - 1] Q(1, d + 1 - K), solved for the part in s.
        """
        return self.second[-2] * self.p11 * self.s ** (2 - self.K) / (self.s**self.K - self.v)

    @property
    def slow(self) -> tuple[Number, ...]:
        """The coefficients of v^⌊u/K⌋, by u modulo K: from Q(2, 1), and from Q(2, 0) = 1."""
        if self.K == 1:
            return (1 - self.c - self.fast,)
        return 1 - self.fast, 1 - self.c - self.fast * self.s

    def two_attackers(self, d: int) -> tuple[Power, Power]:
        """Return the powers that add up to Q(2, d), d >= 1.

        >>> sum(x.coefficient * x.base**x.exponent for x in boundary().two_attackers(2))
        Fraction(235, 648)
        """
        u = d - 2 + self.K
        return Power(self.slow[u % self.K], self.v, u // self.K), Power(self.fast, self.s, u)

    def one_attacker(self, d: int) -> Power:
        """Return Q(1, d), d >= 1.

        >>> boundary().one_attacker(2)
        Power(coefficient=Fraction(5, 12), base=Fraction(55, 216), exponent=1)
        """
        return Power(self.p11, self.s, d - 1)

    def one_defender_lost(self, a: int) -> Power:
        """Return 1 - Q(a, 1), a >= 2.

        >>> boundary().one_defender_lost(3)
        Power(coefficient=Fraction(637, 2592), base=Fraction(49, 144), exponent=1)
        """
        return Power(self.c, self.r, a - 2)


def boundary(rules: Rules = STANDARD) -> Boundary:
    """Return the boundary of rules that `geometric.covered` covers, in Fractions."""
    return boundary_of(partial(chances, rules=rules))


def boundary_of(chances: Callable[[int, int], Sequence[Number]]) -> Boundary:
    """Return the boundary in the numbers of `chances`: of (α, δ) dice, by defenders lost.

    >>> boundary_of(chances) == boundary()
    True
    """
    lost, p11 = chances(1, 1)
    return Boundary(
        p11=p11,
        s=chances(1, 2)[1],
        c=chances(2, 1)[0] * lost,
        r=chances(3, 1)[0],
        second=chances(2, 2),
    )
