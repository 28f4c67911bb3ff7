"""Numbers as vectors of prime exponents, so that huge powers cancel before they are multiplied.

And the reduction of those that have been.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from flint import fmpz

from riskexact.factors import exponent, prime_factors
from riskexact.sums import lowest_terms


class Primes:
    """A set of primes, and what is made of them alone.

    >>> primes = Primes([Fraction(12), Fraction(5, 7)])
    >>> primes.list, primes.exponents(Fraction(5, 7))
    ((2, 3, 5, 7), (0, 0, 1, -1))
    """

    def __init__(self, values: Sequence[Fraction]) -> None:
        """Collect the primes of the numerators and denominators."""
        found: set[int] = set()
        for value in values:
            found |= prime_factors(abs(value.numerator)) | prime_factors(value.denominator)
        self.list = tuple(sorted(found))

    def exponents(self, value: Fraction) -> tuple[int, ...]:
        """Return the exponent of each prime in |value|, which has no others.

        Raises `ZeroDivisionError` for 0, which has no exponents.
        """
        if not value:
            raise ZeroDivisionError
        found = tuple(
            exponent(p, value.numerator) - exponent(p, value.denominator) for p in self.list
        )
        assert abs(value) == prod(
            (Fraction(p) ** k for p, k in zip(self.list, found, strict=True)), start=1
        )
        return found

    def power_product(self, exponents: Sequence[int]) -> tuple[fmpz, fmpz]:
        """Return the product of the powers, as numerator and denominator.

        >>> Primes([Fraction(6)]).power_product((3, -2))
        (8, 9)
        """
        numerator = denominator = fmpz(1)
        shift = 0
        for p, k in zip(self.list, exponents, strict=True):
            if p == 2:
                shift = k
            elif k > 0:
                numerator *= fmpz(p) ** k
            elif k < 0:
                denominator *= fmpz(p) ** -k
        return (
            (numerator << shift, denominator) if shift >= 0 else (numerator, denominator << -shift)
        )


def in_lowest_terms(X: fmpz, over: fmpz) -> Fraction:
    """Return X / over as a `Fraction`, reduced by flint's greatest common divisor.

    >>> in_lowest_terms(fmpz(6), fmpz(8))
    Fraction(3, 4)
    """
    divisor = X.gcd(over)
    return lowest_terms(int(X // divisor), int(over // divisor))
