"""The odds of 3 v 2 dice as formulas: the readable forms, which `verification` compares.

For any faces, extra dice and modifiers, and ties to either side.  `closed_form.win_probability`
gives the same numbers sooner.

**Boundary**: one attacker, one defender, and two attackers.  Against one attacker or one defender
one pair is compared, whatever is compared in the interior.  With p_αδ the attacker's chance in a
round of α v δ dice, K units lost in a round of full dice, s = p_12, r = 1 - p_31, c = 1 - Q(2, 1),
v the chance that 2 v 2 dice cost the defender K units, v' the chance that they cost him K - 1,
u = d - 2 + K, and u = K m + e with 0 <= e < K:

    Q(1, d) = p_11 s^(d-1)                                                          d >= 1
    Q(a, 1) = 1 - c r^(a-2)                                                         a >= 2
    Q(2, d) = v^m Q(2, e+2-K) + v' p_11 s^(e+2-K) Σ_{j<m} v^j s^(K(m-1-j))          d >= 1

where Q(2, 0) = 1.  Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum;
proved in proofs/coq/Geometric.v, Binomial.v and Trinomial.v.

Fast methods and formulas in letters need the last one as a sum of powers, too (`Boundary`): where
s^K is not v, for K = 2 with one `slow` for even u and one for odd u,

    Q(2, d) = slow v^m + fast s^u                                                   d >= 1

For the interior, a >= 3 and d >= 2:

**Binomial**, where only the highest pair is compared (K = 1).  With p the attacker's chance in a
round of 3 v 2 dice and q = 1 - p,

    Q(a, d) = p^(d-1) Σ_{j=0}^{a-3} C(d-2+j, j) q^j Q(a-j, 1)
              + q^(a-2) Σ_{k=0}^{d-2} C(a-3+k, k) p^k Q(2, d-k)

From the same source; proved in proofs/coq/Binomial.v.

**Trinomial**, where both pairs are compared (K = 2).  With the chances w_0, w_1, w_2 that the
defender loses 0, 1, 2 units in a round of 3 v 2 dice, T(n, i) = [x^i] (w_0 + w_1 x + w_2 x^2)^n, a
probability here, and n = (a + d - a' - d') / 2 wherever that is a whole number,

    Q(a, d) = Σ_{a'>=3} T(n, d-2) (w_2 + w_1 Q(a'-1, 1))                         at d' = 2
            + Σ_{a'>=3} T(n, d-3) w_2 Q(a', 1)                                   at d' = 3
            + Σ_{d'>=2} T(n, d-d') ([d' >= 3] w_1 Q(2, d'-1) + w_0 Q(1, d'))     at a' = 3
            + Σ_{d'>=2} T(n, d-d') w_0 Q(2, d')                                  at a' = 4

It is the first-exit sum (`closed_form`) with the exits of 3 v 2 dice written out, and proved with
Q(2, d) in proofs/coq/Trinomial.v.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import comb

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.text import pluralize
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
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
    """Return Q(1, d) for d >= 1; equals `recursion.win_probability(1, d, rules)`."""
    B = boundary(rules)
    return Fraction(B.p11 * B.s ** (d - 1))


@lru_cache(maxsize=1 << 12)
def one_defender(a: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(a, 1) for a >= 2; equals `recursion.win_probability(a, 1, rules)`."""
    B = boundary(rules)
    return Fraction(1 - B.c * B.r ** (a - 2))


@lru_cache(maxsize=1 << 12)
def two_attackers(d: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(2, d) for d >= 1; equals `recursion.win_probability(2, d, rules)`."""
    B = boundary(rules)
    m, e = divmod(d - 2 + B.K, B.K)
    fewest = e + 2 - B.K
    start = 1 - B.c if fewest else 1
    beside = B.second[-2] * B.p11 * B.s**fewest * geometric_sum(B.v, B.s**B.K, m)
    return Fraction(B.v**m * start + beside)


def geometric_sum(x: Fraction, y: Fraction, n: int) -> Fraction:
    """Return Σ_{j<n} x^j y^(n-1-j), which is (x^n - y^n) / (x - y) unless x = y.

    The closed term of a boundary on which two rounds of constant chances follow each other.
    """
    if x == y:
        return n * x ** (n - 1) if n else Fraction(0)
    return (x**n - y**n) / (x - y)


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

    def in_powers(self, a: int, d: int) -> tuple[int, list[tuple[Number, Number]]]:
        """Return n and (coefficient, base) of each n-th power in Q(a, d), for a < 3 or d < 2."""
        if a == 1:
            return d - 1, [(self.p11, self.s)]
        if d == 1:
            return a - 2, [(1, 1), (-self.c, self.r)]
        n, e = divmod(d - 2 + self.K, self.K)
        return n, [(self.slow[e], self.v), (self.fast * self.s**e, self.s**self.K)]


@lru_cache(maxsize=64)
def boundary(rules: Rules = STANDARD) -> Boundary:
    """Return the boundary of rules that `covered` covers, in Fractions."""
    return boundary_of(partial(chances, rules=rules))


def boundary_of(chances: Callable[[int, int], Sequence[Number]]) -> Boundary:
    """Return the boundary in the numbers of `chances`: of (α, δ) dice, by defenders lost."""
    lost, p11 = chances(1, 1)
    return Boundary(
        p11=p11,
        s=chances(1, 2)[1],
        c=chances(2, 1)[0] * lost,
        r=chances(3, 1)[0],
        second=chances(2, 2),
    )


WinFormula = Callable[[int, int, Rules], Fraction]


def binomial(attackers: int, defenders: int, rules: Rules = SINGLE_LOSS) -> Fraction:
    """Return Q(a, d) for a, d >= 1; equals `recursion.win_probability`.

    Raises `RiskError` for smaller numbers, and for rules that the formula does not cover.

    >>> binomial(5, 5)
    Fraction(47136129568274120235960588635, 123773097581886426554063388672)
    """
    return _by_region(attackers, defenders, rules, 1, _binomial_interior)


def trinomial(attackers: int, defenders: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(a, d) for a, d >= 1; equals `recursion.win_probability`.

    Raises `RiskError` for smaller numbers, and for rules that the formula does not cover.

    >>> trinomial(3, 2)
    Fraction(6610505, 10077696)
    """
    return _by_region(attackers, defenders, rules, 2, _trinomial_interior)


FORMULAS = {1: binomial, 2: trinomial}
"""The formulas by the units that a round of full dice costs."""


@lru_cache(maxsize=1 << 14)
def T(n: int, i: int, counts: tuple[int, ...]) -> Fraction:
    """Sum the ways to T(n, i) over the number j of rounds that cost the defender two units.

    `counts` are those of a round; equals `closed_form.weight(counts, n, i) / sum(counts) ** n`.

    >>> sum(T(5, i, (2275, 2611, 2890)) for i in range(11))
    Fraction(1, 1)
    """
    w0, w1, w2 = counts
    ways = sum(
        comb(n, j) * comb(n - j, i - 2 * j) * w2**j * w1 ** (i - 2 * j) * w0 ** (n - i + j)
        for j in range(max(0, i - n), i // 2 + 1)
    )
    return Fraction(ways, (w0 + w1 + w2) ** n)


def _by_region(
    attackers: int, defenders: int, rules: Rules, cost: int, interior: WinFormula
) -> Fraction:
    if not covered(rules) or rules.losses_per_round != cost:
        raise RiskError(
            f"the {FORMULAS[cost].__name__} formula needs 3 v 2 dice and "
            f"{pluralize(cost, 'pair')}, not {rules.description}"
        )
    a, d = whole(attackers, "attackers", 1), whole(defenders, "defenders", 1)
    if a == 1:
        return one_attacker(d, rules)
    if d == 1:
        return one_defender(a, rules)
    return two_attackers(d, rules) if a == 2 else interior(a, d, rules)


def _binomial_interior(a: int, d: int, rules: Rules) -> Fraction:
    q, p = chances(3, 2, rules)
    bottom = (comb(d - 2 + j, j) * q**j * one_defender(a - j, rules) for j in range(a - 2))
    left = (comb(a - 3 + k, k) * p**k * two_attackers(d - k, rules) for k in range(d - 1))
    return p ** (d - 1) * sum(bottom, Fraction(0)) + q ** (a - 2) * sum(left, Fraction(0))


def _trinomial_interior(a: int, d: int, rules: Rules) -> Fraction:
    counts = loss_counts(3, 2, rules)
    w0, w1, w2 = chances(3, 2, rules)

    def weight(x: int, y: int) -> Fraction:
        """T(n, d - d') at (a', d') = (x, y), 0 where n is no whole number."""
        n, odd = divmod(a + d - x - y, 2)
        return Fraction(0) if odd else T(n, d - y, counts)

    total = Fraction(0)
    for x in range(3, a + 1):
        total += weight(x, 2) * (w2 + w1 * one_defender(x - 1, rules))
        total += weight(x, 3) * w2 * one_defender(x, rules)
    for y in range(2, d + 1):
        beside = w1 * two_attackers(y - 1, rules) if y >= 3 else 0
        total += weight(3, y) * (beside + w0 * one_attacker(y, rules))
        total += weight(4, y) * w0 * two_attackers(y, rules)
    return total
