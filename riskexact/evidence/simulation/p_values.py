"""The p-value of a number of successes, as a fraction or in certain digits.

Letters: `n` trials, of which `k` were successes of chance `p`; `X` the random number of successes.

The *two-sided p-value* of k is `min(1, 2 min(P(X <= k), P(X >= k)))`, by the exact binomial
distribution.  If every trial has the chance p, the p-value is x or less with a chance of at most x,
for every x: either tail is x / 2 or less with a chance of at most x / 2.
"""

from fractions import Fraction

from riskexact.base.arguments import ExactChance, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.text import DIGITS, decimal_text

MAX_P_VALUE_BITS = 1 << 22
"""Bits of chance ** trials up to which the exact p-value is computed: some seconds."""

BITS_FOR_BALLS = 10_000
"""Bits of chance ** trials above which digits come from balls, which are then faster."""

MAX_P_VALUE_DIGITS = 100
"""Digits of p-values: some tenths of a second."""


def binomial_p_value(successes: int, trials: int, chance: ExactChance) -> Fraction:
    """Return the exact two-sided p-value of a number of successes.

    - `trials`: 1 or more; `successes`: 0 to `trials`;
    - `chance`: of a success in each trial, exact, 0 to 1.

    Equivalent to the definition in the header, where P(X = j) = C(n, j) p^j (1 - p)^(n - j).
    Raises `RiskError`, also where the Fraction would be too long (`binomial_p_value_decimal`).

    >>> binomial_p_value(1, 10, Fraction(1, 2)), binomial_p_value(5, 10, "50%")
    (Fraction(11, 512), Fraction(1, 1))
    """
    k, n, p = _checked(successes, trials, chance)
    bits = _bits(n, p)
    if bits > MAX_P_VALUE_BITS:
        raise RiskError(
            f"trials must be at most {MAX_P_VALUE_BITS * n // bits} for an exact p-value with this "
            f"chance, not {n}"
        )
    return _exact(k, n, p)


def binomial_p_value_decimal(
    successes: int, trials: int, chance: ExactChance, digits: int = DIGITS
) -> str:
    """Return the two-sided p-value in `digits` significant digits, 1 to 100, all certain.

    Equivalent to `decimal_text(binomial_p_value(…), digits)`, with its arguments and errors; but at
    any size, by balls with proved bounds (`engine.sums`).

    >>> binomial_p_value_decimal(790_000, 1_000_000, "79%"), binomial_p_value_decimal(1, 10, "50%")
    ('1', '0.02148437500')
    >>> binomial_p_value_decimal(800_000, 1_000_000, "79%", digits=5)
    '1.1688e-134'
    """
    k, n, p = _checked(successes, trials, chance)
    digits = whole(digits, "digits", 1, MAX_P_VALUE_DIGITS)
    if p in (0, 1) or _bits(n, p) <= BITS_FOR_BALLS:
        return decimal_text(_exact(k, n, p), digits)
    from riskexact.engine.balls import Balls
    from riskexact.engine.sums import two_sided

    return Balls(lambda: {"p": two_sided(k, n, p)}).text("p", digits)


def _checked(successes: object, trials: object, chance: object) -> tuple[int, int, Fraction]:
    n = whole(trials, "trials", 1)
    return whole(successes, "successes", 0, n), n, checked_chance(chance)


def _bits(trials: int, chance: Fraction) -> int:
    return trials * chance.denominator.bit_length()


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
