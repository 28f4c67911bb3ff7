"""Tails of the binomial distribution in balls: the chance of at least, or at most, k successes.

With `I_p` the regularised incomplete beta function, the chance of k or more successes in n trials
of chance p is `I_p(k, n - k + 1)` for k from 1 to n.  Arb encloses it at any size.
"""

from fractions import Fraction

from riskexact.engine.balls import ball
from riskexact.engine.library import arb


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
