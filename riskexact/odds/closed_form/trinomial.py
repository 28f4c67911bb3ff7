"""Standard rules as a formula: their boundary and a trinomial interior (K = 2).

For 3 v 2 dice of which both pairs are compared; any faces, extra dice and modifiers, and ties to
either side.  With the chances w_0, w_1, w_2 that the defender loses 0, 1, 2 units in one round of
3 v 2 dice, with Q(1, d), Q(2, d) and Q(a, 1) of `boundary`, with
T(n, i) = [x^i] (w_0 + w_1 x + w_2 x^2)^n, a probability here, and n = (a + d - a' - d') / 2
wherever that is a whole number:

    Q(a, d) = Σ_{a'>=3} T(n, d-2) (w_2 + w_1 Q(a'-1, 1))                         at d' = 2
            + Σ_{a'>=3} T(n, d-3) w_2 Q(a', 1)                                   at d' = 3
            + Σ_{d'>=2} T(n, d-d') ([d' >= 3] w_1 Q(2, d'-1) + w_0 Q(1, d'))     at a' = 3
            + Σ_{d'>=2} T(n, d-d') w_0 Q(2, d')                                  at a' = 4
                                                                          a >= 3, d >= 2

It is the first-exit sum (`closed_form`) with the exits of 3 v 2 dice written out, and proved with
Q(2, d) in proofs/coq/Trinomial.v.  This is the readable form: `closed_form.win_probability` gives
the same numbers sooner.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from riskexact.odds.closed_form.boundary import (
    chances,
    one_attacker,
    one_defender,
    piecewise,
    two_attackers,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import loss_counts


@lru_cache(maxsize=1 << 14)
def T(n: int, i: int, counts: tuple[int, int, int]) -> Fraction:
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


def win_probability(attackers: int, defenders: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(a, d) for a, d >= 1; equals `recursion.win_probability`.

    Raises `RiskError` for smaller numbers, and for rules that the formula does not cover.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return piecewise(attackers, defenders, rules, 2, _interior)


def _interior(a: int, d: int, rules: Rules) -> Fraction:
    c0, c1, c2 = loss_counts(3, 2, rules)
    w0, w1, w2 = chances(3, 2, rules)

    def weight(x: int, y: int) -> Fraction:
        """T(n, d - d') at (a', d') = (x, y), 0 where n is no whole number."""
        n, odd = divmod(a + d - x - y, 2)
        return Fraction(0) if odd else T(n, d - y, (c0, c1, c2))

    total = Fraction(0)
    for x in range(3, a + 1):
        total += weight(x, 2) * (w2 + w1 * one_defender(x - 1, rules))
        total += weight(x, 3) * w2 * one_defender(x, rules)
    for y in range(2, d + 1):
        beside = w1 * two_attackers(y - 1, rules) if y >= 3 else 0
        total += weight(3, y) * (beside + w0 * one_attacker(y, rules))
        total += weight(4, y) * w0 * two_attackers(y, rules)
    return total
