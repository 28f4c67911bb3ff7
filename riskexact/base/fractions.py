"""Sums of Fractions over a common denominator, and sums of independent numbers."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import lcm

from riskexact.base.text import EXACTLY, integer_text

WeightsOfNumbers = Mapping[int | Fraction, int]


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


def summed(ours: WeightsOfNumbers, theirs: WeightsOfNumbers) -> WeightsOfNumbers | None:
    """Return the weight of each sum x + y, in ascending order; None for numbers far apart.

    Equivalent to adding up `ours[x] * theirs[y]`, above 0, for all x and y with that sum.  The
    weights of a side are written into one number, far enough apart, and a single product has all
    the sums (Kronecker's substitution): one of decimals, in which long products are quick.

    >>> summed({1: 1, 2: 1}, {0: 2, 1: 3})
    {1: 2, 2: 5, 3: 3}
    """
    scale = lcm(*(x.denominator for x in (*ours, *theirs)))
    sides = [{int(x * scale): weight for x, weight in each.items()} for each in (ours, theirs)]
    places = sum(max(side) - min(side) + 1 for side in sides)
    if places > 4 * (len(ours) + len(theirs)):  # few numbers, and many places
        return None
    width = len(integer_text(sum(ours.values()) * sum(theirs.values())))
    texts = (
        "".join(integer_text(side.get(n, 0)).zfill(width) for n in range(min(side), max(side) + 1))
        for side in sides
    )
    digits = str(EXACTLY.multiply(*map(Decimal, texts))).zfill(width * (places - 1))
    weights = (_read(digits[i : i + width]) for i in range(0, len(digits), width))
    found = enumerate(weights, sum(map(min, sides)))
    return {n if scale == 1 else Fraction(n, scale): weight for n, weight in found if weight}


def _read(digits: str) -> int:
    """Return the number, by halves: `int` takes time with the square of the digits."""
    if len(digits) <= 600:  # which Python reads under any limit
        return int(digits)
    half = len(digits) // 2
    return int(_read(digits[:-half]) * 10**half + _read(digits[-half:]))


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
