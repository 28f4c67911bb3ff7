"""The boundary of 3 v 2 dice: one attacker, one defender, and two attackers.

One pair is compared against one attacker or one defender, whatever is compared in the interior.
With p_αδ the attacker's chance in a round of α v δ dice, K units lost in a round of full dice,
s = p_12, r = 1 - p_31, c = 1 - Q(2, 1), v the chance that 2 v 2 dice cost the defender K units, v'
the chance that they cost him K - 1, u = d - 2 + K, and u = K m + e with 0 <= e < K:

    Q(1, d) = p_11 s^(d-1)                                                          d >= 1
    Q(a, 1) = 1 - c r^(a-2)                                                         a >= 2
    Q(2, d) = v^m Q(2, e+2-K) + v' p_11 s^(e+2-K) Σ_{j<m} v^j s^(K(m-1-j))          d >= 1

where Q(2, 0) = 1.  Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum;
proved in proofs/coq/Geometric.v, Binomial.v and Trinomial.v.

Fast methods and formulas in letters need the last one as a sum of powers, too (`Boundary`): where
s^K is not v, for K = 2 with one `slow` for even u and one for odd u,

    Q(2, d) = slow v^m + fast s^u                                                   d >= 1
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from riskexact.base.frozen import Any, NamedTuple
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import loss_counts

Number = Any
"""A `Fraction`, or another number that is computed with in the same way: of flint, or a letter."""


def covered(rules: Rules) -> bool:
    """Return whether both sides throw at most 3 and 2 dice, one a unit, at a fixed cost.

    >>> covered(STANDARD), covered(Rules(4, 2)), covered(Rules(ties="nobody"))
    (True, False, False)
    """
    return rules.max_dice == rules.units_for_max_dice == (3, 2) and rules.has_closed_form


def chances(attack_dice: int, defence_dice: int, rules: Rules = STANDARD) -> list[Fraction]:
    """Return the chances that the defender loses 0, 1, … units in one round.

    >>> chances(2, 1)
    [Fraction(91, 216), Fraction(125, 216)]
    """
    counts = loss_counts(*rules.allowed(attack_dice, defence_dice), rules)
    return [Fraction(count, sum(counts)) for count in counts]


@lru_cache(maxsize=1 << 12)
def one_attacker(d: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(1, d) for d >= 1; equals `recursion.win_probability(1, d, rules)`.

    >>> one_attacker(2)
    Fraction(275, 2592)
    """
    return Fraction(boundary(rules).one_attacker(d).value)


@lru_cache(maxsize=1 << 12)
def one_defender(a: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(a, 1) for a >= 2; equals `recursion.win_probability(a, 1, rules)`.

    >>> one_defender(2)
    Fraction(1955, 2592)
    """
    return 1 - Fraction(boundary(rules).one_defender_lost(a).value)


@lru_cache(maxsize=1 << 12)
def two_attackers(d: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(2, d) for d >= 1; equals `recursion.win_probability(2, d, rules)`.

    >>> two_attackers(2)
    Fraction(235, 648)
    """
    B = boundary(rules)
    m, e = divmod(d - 2 + B.K, B.K)
    fewest = e + 2 - B.K
    start = 1 - B.c if fewest else 1
    beside = B.second[-2] * B.p11 * B.s**fewest * geometric_sum(B.v, B.s**B.K, m)
    return Fraction(B.v**m * start + beside)


def geometric_sum(x: Fraction, y: Fraction, n: int) -> Fraction:
    """Return Σ_{j<n} x^j y^(n-1-j), which is (x^n - y^n) / (x - y) unless x = y.

    The closed term of a boundary on which two rounds of constant chances follow each other.

    >>> geometric_sum(Fraction(2), Fraction(3), 3)  # 9 + 6 + 4
    Fraction(19, 1)
    """
    if x == y:
        return n * x ** (n - 1) if n else Fraction(0)
    return (x**n - y**n) / (x - y)


class Power(NamedTuple):
    """The number coefficient × base^exponent."""

    coefficient: Number
    base: Number
    exponent: int

    @property
    def value(self) -> Number:
        """The number itself.

        >>> Power(2, 3, 4).value
        162
        """
        return self.coefficient * self.base**self.exponent


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

        >>> sum(power.value for power in boundary().two_attackers(2))
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


@lru_cache(maxsize=64)
def boundary(rules: Rules = STANDARD) -> Boundary:
    """Return the boundary of rules that `covered` covers, in Fractions."""
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
