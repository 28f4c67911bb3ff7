"""Numbers as vectors of prime exponents, so that huge powers cancel before they are multiplied.

And the reduction of long fractions to lowest terms.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from flint import fmpz

from riskexact.base.fractions import exponent, lowest_terms, prime_factors


class Primes:
    """A set of primes, and the products of their powers.

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
        """Return the exponent of each prime in |value|, a product of powers of them.

        Raises `ZeroDivisionError` for 0, which has no exponents.
        """
        if not value:
            raise ZeroDivisionError
        found = tuple(
            exponent(p, value.numerator) - exponent(p, value.denominator) for p in self.list
        )
        product = prod((Fraction(p) ** k for p, k in zip(self.list, found, strict=True)), start=1)
        if product != abs(value):
            raise ArithmeticError(f"{value} has other primes than {self.list}")
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


def reduced(numerator: int, denominator: int) -> Fraction:
    """Return a `Fraction` of long integers; equals `Fraction(numerator, denominator)`.

    >>> reduced(6, 8)
    Fraction(3, 4)
    """
    return in_lowest_terms(fmpz(numerator), fmpz(denominator))


SLACK = 4
"""Powers of the base that the common divisor may lose from one fraction to the next; measured."""


class OverPowers:
    """Fractions x / base^m of one kind after another, in lowest terms.

    Each equals `Fraction(x, base**m)`.  The common divisor of x and base^m grows little from one to
    the next, so that most of it, and of the denominator, is known from the last one, and the rest
    is found by greatest common divisors with short numbers.

    >>> over = OverPowers(6)
    >>> over.fraction(6**20, 21), over.fraction(12, 21)
    (Fraction(1, 6), Fraction(1, 1828079220031488))
    """

    def __init__(self, base: int) -> None:
        """Start without a known common divisor."""
        self._base = fmpz(base)
        self._slack = self._base**SLACK
        self._forget()

    def _forget(self) -> None:
        self._m, self._common, self._denominator = 0, fmpz(1), fmpz(1)

    def fraction(self, x: fmpz | int, m: int) -> Fraction:
        """Return x / base^m, quickly where x has most of the common divisor of the last ones."""
        if m < self._m:
            self._forget()
        spare = self._common.gcd(self._slack)
        common = self._common // spare
        numerator, remainder = divmod(fmpz(x), common)
        if remainder:
            self._forget()
            return self.fraction(x, m)
        denominator = self._denominator * spare * self._base ** (m - self._m)
        while (more := numerator.gcd(denominator.gcd(self._slack**2))) != 1:
            common, numerator, denominator = common * more, numerator // more, denominator // more
        self._m, self._common, self._denominator = m, common, denominator
        return lowest_terms(int(numerator), int(denominator))
