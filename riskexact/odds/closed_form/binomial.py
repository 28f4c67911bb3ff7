"""Single-loss rules as a formula: a geometric boundary and a binomial interior (K = 1).

For 3 v 2 dice of which only the highest pair is compared; any faces, extra dice and modifiers, and
ties to either side.  With p the attacker's chance in a round of 3 v 2 dice and q = 1 - p, and with
Q(2, d) and Q(a, 1) of `boundary`:

    Q(a, d) = p^(d-1) Σ_{j=0}^{a-3} C(d-2+j, j) q^j Q(a-j, 1)
              + q^(a-2) Σ_{k=0}^{d-2} C(a-3+k, k) p^k Q(2, d-k)        a >= 3, d >= 2

Source: "Should I attack in Risk? (The Board Game)", S. Steinfurter's addendum; proved in
proofs/coq/Binomial.v.  This is the readable form: `closed_form.win_probability` gives the same
numbers sooner.
"""

from fractions import Fraction
from math import comb

from riskexact.odds.closed_form.boundary import chances, one_defender, piecewise, two_attackers
from riskexact.rules import SINGLE_LOSS, Rules


def win_probability(attackers: int, defenders: int, rules: Rules = SINGLE_LOSS) -> Fraction:
    """Return Q(a, d) for a, d >= 1; equals `recursion.win_probability`.

    Raises `RiskError` for smaller numbers, and for rules that the formula does not cover.

    >>> win_probability(5, 5)
    Fraction(47136129568274120235960588635, 123773097581886426554063388672)
    """
    return piecewise(attackers, defenders, rules, 1, _interior)


def _interior(a: int, d: int, rules: Rules) -> Fraction:
    q, p = chances(3, 2, rules)
    bottom = (comb(d - 2 + j, j) * q**j * one_defender(a - j, rules) for j in range(a - 2))
    left = (comb(a - 3 + k, k) * p**k * two_attackers(d - k, rules) for k in range(d - 1))
    return p ** (d - 1) * sum(bottom, Fraction(0)) + q ** (a - 2) * sum(left, Fraction(0))
