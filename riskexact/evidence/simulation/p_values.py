"""The p-value of a number of successes, in certain digits.

Letters: `n` trials, of which `k` were successes of chance `p`; `X` the random number of successes,
P(X = j) = C(n, j) p^j (1 - p)^(n - j).

The *two-sided p-value* of k is `min(1, 2 min(P(X <= k), P(X >= k)))`.  If every trial has the
chance p, it is x or less with a chance of at most x, for every x: either tail is x / 2 or less with
a chance of at most x / 2.
"""

from fractions import Fraction

from riskexact.base.arguments import ExactChance, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.text import DIGITS, decimal_text

BITS_FOR_BALLS = 10_000
"""Bits of chance ** trials above which digits come from balls, which are then faster."""

MAX_P_VALUE_DIGITS = 100
"""Digits of p-values: some tenths of a second."""


def binomial_p_value_decimal(
    successes: int, trials: int, chance: ExactChance, digits: int = DIGITS
) -> str:
    """Return the two-sided p-value of a number of successes in certain significant digits.

    - `trials`: 1 or more; `successes`: 0 to `trials`; `digits`: 1 to 100;
    - `chance`: of a success in each trial, exact, 0 to 1.

    Equivalent to the definition in the header; large numbers by balls with proved bounds
    (`engine.sums`).  Raises `RiskError`.

    >>> binomial_p_value_decimal(790_000, 1_000_000, "79%"), binomial_p_value_decimal(1, 10, "50%")
    ('1', '0.02148437500')
    >>> binomial_p_value_decimal(800_000, 1_000_000, "79%", digits=5)
    '1.1688e-134'
    """
    n, p = whole(trials, "trials", 1), checked_chance(chance)
    k = whole(successes, "successes", 0, n)
    digits = whole(digits, "digits", 1, MAX_P_VALUE_DIGITS)
    if p in (0, 1) or n * p.denominator.bit_length() <= BITS_FOR_BALLS:
        return decimal_text(_exact(k, n, p), digits)
    from riskexact.engine.balls import Balls
    from riskexact.engine.sums import two_sided

    return Balls(lambda: {"p": two_sided(k, n, p)}).text("p", digits)


def _exact(k: int, n: int, p: Fraction) -> Fraction:
    """Return the p-value by definition, each term computed from the one before."""
    if p in (0, 1):
        return Fraction(int(k == n * p))
    success, failure = p.numerator, p.denominator - p.numerator
    term, low, high = failure**n, 0, 0
    for j in range(n + 1):
        low += term if j <= k else 0
        high += term if j >= k else 0
        term = term * (n - j) * success // ((j + 1) * failure)
    return min(Fraction(1), Fraction(2 * min(low, high), p.denominator**n))
