"""The odds of 3 v 2 dice as formulas: the readable forms, which `verification` compares.

For any faces, extra dice and modifiers, and ties to either side; with Q(1, d), Q(2, d) and Q(a, 1)
of `boundary`, and a >= 3, d >= 2.  `closed_form.win_probability` gives the same numbers sooner.

**Binomial**, where only the highest pair is compared (K = 1).  With p the attacker's chance in a
round of 3 v 2 dice and q = 1 - p,

    Q(a, d) = p^(d-1) Σ_{j=0}^{a-3} C(d-2+j, j) q^j Q(a-j, 1)
              + q^(a-2) Σ_{k=0}^{d-2} C(a-3+k, k) p^k Q(2, d-k)

Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum; proved in
proofs/coq/Binomial.v.

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

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.text import pluralize
from riskexact.odds.closed_form.boundary import (
    chances,
    covered,
    one_attacker,
    one_defender,
    two_attackers,
)
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import loss_counts

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
