"""Sums of powers: with one denominator, and geometric."""

from collections.abc import Iterable, Sequence
from fractions import Fraction


def power_sums(
    terms: Iterable[tuple[int, Sequence[Fraction | int]]], base: int, width: int
) -> list[Fraction]:
    """Return Σ numerators / base ** exponent for terms (exponent, numerators), many sums at once.

    Each term has `width` numerators, and the exponents must ascend.  Horner's rule, and one
    Fraction for each sum at the end.  Equivalent, for each k, to
    `sum(Fraction(numerators[k]) / base**exponent for exponent, numerators in terms)`.

    >>> power_sums([(0, [1, 2]), (1, [1, 0]), (3, [1, 1])], 10, 2)
    [Fraction(1101, 1000), Fraction(2001, 1000)]
    """
    totals: list[Fraction | int] = [0] * width
    reached = 0
    for exponent, numerators in terms:
        if exponent > reached:
            step = base ** (exponent - reached)
            totals = [total * step for total in totals]
            reached = exponent
        totals = [total + new for total, new in zip(totals, numerators, strict=True)]
    return [Fraction(total, base**reached) for total in totals]


def geometric_sum(x: Fraction, y: Fraction, n: int) -> Fraction:
    """Return Σ_{j<n} x^j y^(n-1-j), which is (x^n - y^n) / (x - y) unless x = y.

    The closed term of a border on which two rounds of constant chances follow each other.

    >>> geometric_sum(Fraction(2), Fraction(3), 3)  # 9 + 6 + 4
    Fraction(19, 1)
    """
    if x == y:
        return n * x ** (n - 1) if n else Fraction(0)
    return (x**n - y**n) / (x - y)
