"""The p-values of observed counts under exact chances, as fractions or in certain digits.

Letters: `n` trials, of which `k` were successes of chance `p`; `X` the random number of successes.

The *two-sided p-value* of k is `min(1, 2 min(P(X <= k), P(X >= k)))`, by the exact binomial
distribution.  If every trial has the chance p, the p-value is x or less with a chance of at most x,
for every x: either tail is x / 2 or less with a chance of at most x / 2.

For counts of several outcomes, the smallest of their p-values times the number of possible
outcomes, capped at 1, has the same property (C. E. Bonferroni's bound).  It needs no approximation,
however few the trials, and notices any single outcome that occurs too often or too rarely.
Pearson's chi-squared test has no exact p-value.

An impossible outcome that was seen has the p-value 0.
"""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from riskexact.base.arguments import ExactChance, shown, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.text import DIGITS, decimal_text
from riskexact.rules.distribution import Distribution

T = TypeVar("T", bound=Hashable)

MAX_P_VALUE_BITS = 1 << 22
"""Bits of chance ** trials up to which the exact p-value is computed: some seconds."""

BITS_FOR_BALLS = 10_000
"""Bits of chance ** trials above which digits come from balls, which are then faster."""

MAX_P_VALUE_DIGITS = 100
"""Digits of p-values: some tenths of a second for each outcome."""

Count = tuple[int, int, Fraction]
"""Successes, trials, and the chance of a success."""


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
    any size, by balls with proved bounds (`engine.tails`).

    >>> binomial_p_value_decimal(790_000, 1_000_000, "79%"), binomial_p_value_decimal(1, 10, "50%")
    ('1', '0.02148437500')
    >>> binomial_p_value_decimal(800_000, 1_000_000, "79%", digits=5)
    '1.1688e-134'
    """
    return _decimal([_checked(successes, trials, chance)], digits)


def counts_p_value(counts: Mapping[T, int], chances: Distribution[T]) -> Fraction:
    """Return the exact p-value of all counts together, by Bonferroni's bound.

    - `counts`: how often each outcome was seen; a missing outcome was never seen;
    - `chances`: the exact distribution of one trial.

    Raises `RiskError` for invalid counts, for counts that are all 0, and as `binomial_p_value`
    does.

    >>> coin = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> counts_p_value({"heads": 1, "tails": 9}, coin), counts_p_value({"edge": 1}, coin)
    (Fraction(11, 256), Fraction(0, 1))
    """
    each = list(_each(counts, chances))
    possible = [binomial_p_value(*count) for count in each]
    return min(Fraction(1), len(chances) * min(possible))


def counts_p_value_decimal(
    counts: Mapping[T, int], chances: Distribution[T], digits: int = DIGITS
) -> str:
    """Return the p-value of all counts together in `digits` certain digits.

    Equivalent to `decimal_text(counts_p_value(counts, chances), digits)`, at any size.

    >>> coin = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> counts_p_value_decimal({"heads": 1, "tails": 9}, coin)
    '0.04296875000'
    """
    return _decimal(list(_each(counts, chances)), digits, len(chances))


def _checked(successes: object, trials: object, chance: object) -> Count:
    n = whole(trials, "trials", 1)
    return whole(successes, "successes", 0, n), n, checked_chance(chance)


def _each(counts: Mapping[T, int], chances: Distribution[T]) -> Iterator[Count]:
    """Yield the count of each outcome; the impossible ones are one outcome of chance 0."""
    if not isinstance(counts, Mapping) or not isinstance(chances, Distribution):
        wrong = chances if isinstance(counts, Mapping) else counts
        raise RiskError(f"counts must be a mapping, and chances a Distribution, not {shown(wrong)}")
    seen = {outcome: whole(count, "counts") for outcome, count in counts.items()}
    trials = sum(seen.values())
    if not trials:
        raise RiskError("counts must have one outcome that was seen, not none")
    for outcome, chance in chances.items():
        yield seen.pop(outcome, 0), trials, chance
    yield sum(seen.values()), trials, Fraction(0)


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


def _decimal(counts: list[Count], digits: int, factor: int = 1) -> str:
    """Return min(1, factor × the least p-value) in `digits` digits."""
    digits = whole(digits, "digits", 1, MAX_P_VALUE_DIGITS)
    if any(_exact(*count) == 0 for count in counts if count[2] in (0, 1)):
        return "0"
    counts = [count for count in counts if 0 < count[2] < 1]
    if all(_bits(n, p) <= BITS_FOR_BALLS for _, n, p in counts):
        least = min((_exact(*count) for count in counts), default=Fraction(1))
        return decimal_text(min(Fraction(1), factor * least), digits)
    from riskexact.engine.balls import certain_texts
    from riskexact.engine.tails import least_p_value

    return certain_texts(lambda: [least_p_value(counts, factor)], digits)[0]
