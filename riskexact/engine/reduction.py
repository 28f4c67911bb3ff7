"""Long fractions in lowest terms."""

from fractions import Fraction

from riskexact.engine.cell import lowest_terms
from riskexact.engine.library import fmpz


def reduced(numerator: fmpz | int, denominator: fmpz | int) -> Fraction:
    """Return a `Fraction` by flint's greatest common divisor; equals `Fraction` of the integers.

    >>> reduced(6, 8)
    Fraction(3, 4)
    """
    X, over = fmpz(numerator), fmpz(denominator)
    divisor = X.gcd(over)
    return lowest_terms(int(X // divisor), int(over // divisor))


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
        self._base = fmpz(base)
        self._slack = self._base**SLACK
        self._most = self._slack**2
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
        more = denominator.gcd(self._most)
        # a prime that is still common afterwards has divided `more`
        while (more := numerator.gcd(more)) != 1:
            common, numerator, denominator = common * more, numerator // more, denominator // more
            more = denominator.gcd(more)
        self._m, self._common, self._denominator = m, common, denominator
        return lowest_terms(int(numerator), int(denominator))
