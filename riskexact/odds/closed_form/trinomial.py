"""Standard rules as a formula: their boundary and a trinomial interior (K = 2).

For 3 v 2 dice of which both pairs are compared; any faces, extra dice and modifiers, and ties to
either side.  With the chances of one round that the defender loses 0, 1, 2 units

    w_0, w_1, w_2 for 3 v 2 dice,    v_0, v_1, v_2 for 2 v 2 dice,

the chances p_11 and s = p_12 that one attack die wins against one die and against two, the boundary
Q(1, d) and Q(a, 1) of `boundary`, T(n, i) = [x^i] (w_0 + w_1 x + w_2 x^2)^n, a probability here,
and n = (a + d - a' - d') / 2 wherever that is a whole number:

    Q(2, d) = v_2^m Q(2, e) + v_1 p_11 s^e (v_2^m - s^(2m)) / (v_2 - s^2)
                                                          d = 2m + e, e = 0 or 1, Q(2, 0) = 1
    Q(a, d) = Σ_{a'>=3} T(n, d-2) (w_2 + w_1 Q(a'-1, 1))                         at d' = 2
            + Σ_{a'>=3} T(n, d-3) w_2 Q(a', 1)                                   at d' = 3
            + Σ_{d'>=2} T(n, d-d') ([d' >= 3] w_1 Q(2, d'-1) + w_0 Q(1, d'))     at a' = 3
            + Σ_{d'>=2} T(n, d-d') w_0 Q(2, d')                                  at a' = 4
                                                                          a >= 3, d >= 2

It is the first-exit sum (`closed_form`) with the exits of 3 v 2 dice written out; Q(2, d)
solves Q(2, d) = v_2 Q(2, d-2) + v_1 Q(1, d-1), and where v_2 = s^2 the quotient stands for the
geometric sum that it is.  Both are proved in proofs/coq/Trinomial.v.  This is the readable form:
`closed_form.win_probability` gives the same numbers sooner.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

from riskexact.base.errors import RiskError
from riskexact.odds.closed_form.boundary import (
    chances,
    covered,
    geometric_sum,
    one_attacker,
    one_defender,
    piecewise,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import loss_counts


def applies(rules: Rules) -> bool:
    """Return whether the formula covers the rules.

    >>> applies(STANDARD), applies(Rules(pairs=1))
    (True, False)
    """
    return covered(rules, 2)


@lru_cache(maxsize=1 << 12)
def two_attackers(d: int, rules: Rules = STANDARD) -> Fraction:
    """Return Q(2, d) for d >= 0; equals `recursion.win_probability(2, d, rules)`.

    >>> two_attackers(2)
    Fraction(235, 648)
    """
    p11, s = chances(1, 1, rules)[1], chances(1, 2, rules)[1]
    _, v1, v2 = chances(2, 2, rules)
    m, e = divmod(d, 2)
    start = one_defender(2, rules) if e else 1
    return v2**m * start + v1 * p11 * s**e * geometric_sum(v2, s**2, m)


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
    if not applies(rules):
        raise RiskError(
            f"the trinomial formula needs 3 v 2 dice and 2 pairs, not {rules.description}"
        )
    return piecewise(attackers, defenders, rules, two_attackers, _interior)


def _interior(a: int, d: int, rules: Rules) -> Fraction:
    return sum(_terms(a, d, rules), Fraction(0))


def _terms(a: int, d: int, rules: Rules) -> Iterator[Fraction]:
    """Yield the terms of the interior formula, one for each state with an exit."""
    c0, c1, c2 = loss_counts(3, 2, rules)
    w0, w1, w2 = chances(3, 2, rules)

    def weight(x: int, y: int) -> Fraction:
        """T(n, d - d') at (a', d') = (x, y), 0 where n is no whole number."""
        n, odd = divmod(a + d - x - y, 2)
        return Fraction(0) if odd else T(n, d - y, (c0, c1, c2))

    for x in range(3, a + 1):
        yield weight(x, 2) * (w2 + w1 * one_defender(x - 1, rules))
        yield weight(x, 3) * w2 * one_defender(x, rules)
    for y in range(2, d + 1):
        beside = w1 * two_attackers(y - 1, rules) if y >= 3 else 0
        yield weight(3, y) * (beside + w0 * one_attacker(y, rules))
        yield weight(4, y) * w0 * two_attackers(y, rules)
