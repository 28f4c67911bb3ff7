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


def reduced(numerator: int, denominator: int) -> Fraction:
    """Return a `Fraction` of long integers; equals `Fraction(numerator, denominator)`.

    >>> reduced(6, 8)
    Fraction(3, 4)
    """
    return in_lowest_terms(fmpz(numerator), fmpz(denominator))


SLACK = 16
"""How far an exponent may be from the one before it to be found by a short remainder."""


FEWEST_FOR_EXPONENTS = 400
"""Powers of the base below which a greatest common divisor is found sooner; measured at 6^4."""


class OverPowers:
    """Fractions x / base^m of one kind after another, in lowest terms.

    Each equals `Fraction(x, base**m)`.  The exponents of the primes of the base in x change little
    from one to the next, so that the last ones tell nearly all of the common divisor, which is
    cheaper than to find the greatest one anew.

    >>> over = OverPowers(6)
    >>> over.fraction(6**20, 21), over.fraction(12, 21)
    (Fraction(1, 6), Fraction(1, 1828079220031488))
    """

    def __init__(self, base: int) -> None:
        """Nothing is known of the exponents yet."""
        self._base = base
        self._known = dict.fromkeys(prime_factors(base), 0)
        self._in_base = {p: exponent(p, base) for p in self._known}

    def fraction(self, x: fmpz | int, m: int) -> Fraction:
        """Return x / base^m; x is not 0."""
        if m < FEWEST_FOR_EXPONENTS:
            return in_lowest_terms(fmpz(x), fmpz(self._base) ** m)
        guess = {p: max(0, known - SLACK // 2) for p, known in self._known.items()}
        numerator, remainder = divmod(fmpz(x), _product(guess))
        if remainder:
            guess, numerator = dict.fromkeys(guess, 0), fmpz(x)
        denominator = fmpz(1)
        for p in guess:
            more = _exponent_in(p, numerator)
            self._known[p] = guess[p] + more
            spare = self._in_base[p] * m - self._known[p]
            # what is more than the denominator has goes back
            numerator = numerator // fmpz(p) ** more * fmpz(p) ** max(0, -spare)
            denominator *= fmpz(p) ** max(0, spare)
        return lowest_terms(int(numerator), int(denominator))


def _product(exponents: dict[int, int]) -> fmpz:
    return prod((fmpz(p) ** k for p, k in exponents.items()), start=fmpz(1))


def _exponent_in(p: int, x: fmpz) -> int:
    """Return the exponent of p in x, by remainders that double in length until one tells."""
    length = SLACK
    while not (rest := int(x % fmpz(p) ** length)):
        length *= 2
    return exponent(p, rest)
