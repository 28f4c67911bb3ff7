"""Single-loss rules as a formula: a geometric boundary and a binomial interior (K = 1).

For 3 v 2 dice of which only the highest pair is compared; any faces, extra dice and modifiers, and
ties to either side.  With p_αδ the attacker's chance in a round of α v δ dice, p = p_32 and
q = 1 - p, and the boundary Q(1, d) and Q(a, 1) of `boundary`:

    Q(2, d) = Q(2, 1) p_22^(d-1)
              + (1 - p_22) p_11 p_12 (p_22^(d-1) - p_12^(d-1)) / (p_22 - p_12)     d >= 1
    Q(a, d) = p^(d-1) Σ_{j=0}^{a-3} C(d-2+j, j) q^j Q(a-j, 1)
              + q^(a-2) Σ_{k=0}^{d-2} C(a-3+k, k) p^k Q(2, d-k)        a >= 3, d >= 2

(Where p_22 = p_12, as for dice of one face, the quotient stands for the geometric sum that it is.)

Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum; proved in
`proofs/`.  This is the readable form: `closed_form.win_probability` gives the same numbers sooner.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from riskexact.base.errors import RiskError
from riskexact.odds.closed_form.boundary import (
    chances,
    covered,
    geometric_sum,
    one_defender,
    piecewise,
)
from riskexact.rules import SINGLE_LOSS, Rules


def applies(rules: Rules) -> bool:
    """Return whether the formula covers the rules.

    >>> applies(SINGLE_LOSS), applies(Rules())
    (True, False)
    """
    return covered(rules, 1)


@lru_cache(maxsize=1 << 12)
def two_attackers(d: int, rules: Rules = SINGLE_LOSS) -> Fraction:
    """Return Q(2, d) for d >= 1; equals `recursion.win_probability(2, d, rules)`.

    >>> two_attackers(2)
    Fraction(6275, 17496)
    """
    p11, p12, p22 = (chances(*dice, rules)[1] for dice in ((1, 1), (1, 2), (2, 2)))
    return one_defender(2, rules) * p22 ** (d - 1) + (1 - p22) * p11 * p12 * geometric_sum(
        p22, p12, d - 1
    )


def win_probability(attackers: int, defenders: int, rules: Rules = SINGLE_LOSS) -> Fraction:
    """Return Q(a, d) for a, d >= 1; equals `recursion.win_probability`.

    Raises `RiskError` for smaller numbers, and for rules that the formula does not cover.

    >>> win_probability(5, 5)
    Fraction(47136129568274120235960588635, 123773097581886426554063388672)
    """
    if not applies(rules):
        raise RiskError(
            f"the binomial formula needs 3 v 2 dice and 1 pair, not {rules.description}"
        )
    return piecewise(attackers, defenders, rules, two_attackers, _interior)


def _interior(a: int, d: int, rules: Rules) -> Fraction:
    q, p = chances(3, 2, rules)
    bottom = (comb(d - 2 + j, j) * q**j * one_defender(a - j, rules) for j in range(a - 2))
    left = (comb(a - 3 + k, k) * p**k * two_attackers(d - k, rules) for k in range(d - 1))
    return p ** (d - 1) * sum(bottom, Fraction(0)) + q ** (a - 2) * sum(left, Fraction(0))
