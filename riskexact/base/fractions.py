"""Sums of Fractions over a common denominator, Fractions in lowest terms, small prime factors."""

import numbers
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from riskexact.base.frozen import NamedTuple


def weighted_mean(terms: Iterable[tuple[int, Fraction]], total: int) -> Fraction:
    """Return Σ weight × value / total for terms (weight, value).

    Equivalent to `sum(weight * value for weight, value in terms) / total`, in half the time.

    >>> weighted_mean([(1, Fraction(1, 2)), (2, Fraction(1, 3))], 3)
    Fraction(7, 18)
    """
    terms = list(terms)
    common, factors = _common_multiple([value.denominator for _, value in terms])
    numerator = sum(
        weight * value.numerator * factor
        for (weight, value), factor in zip(terms, factors, strict=True)
    )
    return Fraction(numerator, common * total)


def _common_multiple(numbers: list[int]) -> tuple[int, list[int]]:
    """Return the least common multiple, and its quotient by each number.

    Often the largest number is a common multiple already; the divisions show whether it is.

    >>> _common_multiple([2, 12, 4])
    (12, [6, 1, 3])
    """
    common = max(numbers, default=1)
    factors = []
    for number in numbers:
        factor, remainder = divmod(common, number)
        if remainder:
            common = lcm(*numbers)
            return common, [common // each for each in numbers]
        factors.append(factor)
    return common, factors


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Return the sum of the values; equals `sum(values, Fraction(0))`.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    return weighted_mean(((1, value) for value in values), 1)


class _LowestTerms(NamedTuple):
    numerator: int
    denominator: int


numbers.Rational.register(_LowestTerms)


def lowest_terms(numerator: int, denominator: int) -> Fraction:
    """Return the Fraction of two integers known to be coprime, with denominator > 0.

    Equivalent to `Fraction(numerator, denominator)`, which would run Euclid's algorithm, quadratic
    in the length and for long numbers slower than all the rest.  `Fraction` accepts any registered
    `numbers.Rational` without reducing it.

    >>> lowest_terms(3, 4)
    Fraction(3, 4)
    """
    value: Fraction = Fraction(_LowestTerms(numerator, denominator))  # type: ignore[call-overload]
    return value


MAX_DIVISOR = 1 << 14


class UnfactoredError(ArithmeticError):
    """A number has a factor beyond the small primes."""


def prime_factors(n: int) -> set[int]:
    """Return the primes that divide n >= 1, by trial division up to 2^14.

    Raises `UnfactoredError` if that fails.

    >>> sorted(prime_factors(2275))
    [5, 7, 13]
    """
    found, p = set(), 2
    while p * p <= n:
        if p > MAX_DIVISOR:
            raise UnfactoredError(f"a factor of {n.bit_length()} bits")
        while n % p == 0:
            found.add(p)
            n //= p
        p += 1
    return found | {n} if n > 1 else found


def exponent(p: int, n: int) -> int:
    """Return how often p divides n, for n other than 0.

    >>> exponent(2, 7776), exponent(7, 7776)
    (5, 0)
    """
    k = 0
    while n % p == 0:
        n, k = n // p, k + 1
    return k
