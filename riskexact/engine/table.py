"""Every cell of a rectangle as a whole number over a known power, one diagonal at a time.

X(a, d) = Q(a, d) Π p^(α_p a + δ_p d + once_p) is a whole number (`columns`).  X obeys the recursion
with coefficients c(i, j) Π p^(α_p i + δ_p j), c(i, j) the chance of the losses (i, j); in the
interior they are whole numbers, and on the boundary a division makes X whole.

The cells of the diagonal a + d = s are the coefficients of a polynomial D_s in x, x marking an
attacker.  In the interior

    D_s = Σ_k P_k(x) D_(s-k),        P_k(x) = Σ_i c(i, k-i) Π p^(α_p i + δ_p (k-i)) x^i.

Long fractions are put in lowest terms by flint's greatest common divisor (`reduced`).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, chain, repeat
from math import prod
from operator import mul

from riskexact.engine.cell import coprime, lowest_terms
from riskexact.engine.columns import Scale
from riskexact.engine.library import fmpq, fmpz, fmpz_poly
from riskexact.rules import Rules

SOME = 256
"""Powers of each prime that a cell is divided by at once, where it can be; measured."""


class IntegerTable:
    """Q(a, d) for 0 <= a <= attackers and 0 <= d <= defenders, kept as integers.

    `table[a, d]` is a `Fraction`, made on access; equals `recursion.win_probability`.

    >>> IntegerTable(3, 2, Rules())[3, 2]
    Fraction(6610505, 10077696)
    """

    def __init__(self, attackers: int, defenders: int, rules: Rules) -> None:
        scale = Scale(rules)
        self._diagonals = list(_diagonals(attackers, defenders, rules, scale))
        steps = ((fmpz(scale.power(1, 0)), attackers), (fmpz(scale.power(0, 1)), defenders))
        self._powers = [list(accumulate(repeat(step, n), mul, initial=1)) for step, n in steps]
        self._once, self._some = fmpz(scale.once), fmpz(prod(scale.primes)) ** SOME

    def __getitem__(self, cell: tuple[int, int]) -> Fraction:
        a, d = cell
        denominator = self._powers[0][a] * self._powers[1][d] * self._once
        numerator = self._diagonals[a + d][a]
        numerator, denominator, _ = coprime(numerator, denominator, self._some, fmpz.gcd)
        return lowest_terms(int(numerator), int(denominator))


def _diagonals(most_a: int, most_d: int, rules: Rules, scale: Scale) -> Iterator[fmpz_poly]:
    """Yield D_0, D_1, …."""
    coefficients = {dice: scale.coefficients(*dice) for dice in rules.dice_numbers()}
    interior = coefficients[rules.max_dice][0]
    P = {
        k: fmpz_poly([interior.get((i, k - i), 0) for i in range(k + 1)])
        for k in sorted({i + j for i, j in interior}, reverse=True)
    }
    reach, (A, D) = rules.max_losses, rules.units_for_max_dice
    last: list[fmpz_poly] = []
    # a won cell, and what it grows by with each attacker
    won, step = fmpz(scale.once), fmpz(scale.power(1, 0))
    for s in range(most_a + most_d + 1):
        first, final = max(0, s - most_d), min(most_a, s)
        low, high = max(A, first), min(final, s - D)
        diagonal = fmpz_poly([0])
        if low <= high:
            # the first product is the diagonal: a sum with nothing would copy it
            products = (P_k * last[-k] for k, P_k in P.items())
            diagonal = next(products)
            for product in products:
                diagonal += product
        # the boundary, and what the products have outside the rectangle
        outside = max(low, high + 1)
        for a in chain(range(max(0, first - reach), low), range(outside, final + reach + 1)):
            d = s - a
            if a and d == 0 and a <= final:
                diagonal[a] = won
            elif a and first <= a <= final:
                ends, divisor = coefficients[rules.dice(a, d)]
                total = sum((c * last[-i - j][a - i] for (i, j), c in ends.items()), fmpz(0))
                diagonal[a], rest = divmod(total, divisor)
                if rest:
                    raise ArithmeticError("a cell is no whole number")
            elif diagonal[a]:
                diagonal[a] = 0
        yield diagonal
        won *= step
        last = [*last, diagonal][-reach:]


def reduced(numerator: fmpq | fmpz | int, denominator: fmpz | int) -> Fraction:
    """Return a `Fraction` by flint's greatest common divisor; equals `Fraction` of the two.

    >>> reduced(6, 8), reduced(fmpq(1, 2), 3)
    (Fraction(3, 4), Fraction(1, 6))
    """
    value = fmpq(numerator) / denominator
    return lowest_terms(int(value.p), int(value.q))
