"""Every cell of a rectangle as a whole number over a known power, one diagonal at a time.

Q(a, d) = X(a, d) / Π p^(α_p a + δ_p d), with rates α_p, δ_p for each prime p such that p divides
the denominator of the chance of each losses (i, j) at most i α_p + j δ_p times.  So X obeys the
recursion with integer coefficients, and needs no reduction.

The cells of the diagonal a + d = s are the coefficients of a polynomial D_s in x, x marking an
attacker.  In the interior a round is the same everywhere, so that there

    D_s = Σ_k P_k(x) D_(s-k),        P_k(x) = Σ_i c(i, k-i) x^i,

with c(i, j) the coefficient of the losses (i, j): a product with a short polynomial, which
python-flint computes without a step of Python for each cell.  The few cells of a diagonal on the
boundary are computed one by one.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import prod

from flint import fmpz, fmpz_poly

from riskexact.base.fractions import exponent, prime_factors
from riskexact.engine.primes import in_lowest_terms
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, round_with_loss

DicePair = tuple[int, int]


class IntegerTable:
    """Q(a, d) for 0 <= a <= attackers and 0 <= d <= defenders, kept as integers.

    `table[a, d]` is a `Fraction`, made on access; equals `recursion.win_probability`.  Raises
    `UnfactoredError` for rules whose numbers of throws have large prime factors.

    >>> from riskexact.rules import STANDARD
    >>> IntegerTable(3, 2, STANDARD)[3, 2]
    Fraction(6610505, 10077696)
    """

    def __init__(self, attackers: int, defenders: int, rules: Rules) -> None:
        """Fill the rectangle."""
        chances = _chances(rules)
        self._rates = _rates(chances)
        coefficients = {
            dice: {losses: self._coefficient(losses, chance) for losses, chance in ends.items()}
            for dice, ends in chances.items()
        }
        step = self._scale(1, 0)
        self._diagonals = list(_diagonals(attackers, defenders, rules, coefficients, step))

    def __getitem__(self, cell: tuple[int, int]) -> Fraction:
        """Return Q(a, d) in lowest terms."""
        a, d = cell
        return in_lowest_terms(self._diagonals[a + d][a], self._scale(a, d))

    def _scale(self, a: int, d: int) -> fmpz:
        """Return the denominator of X(a, d)."""
        return prod(
            (fmpz(p) ** (alpha * a + delta * d) for p, (alpha, delta) in self._rates.items()),
            start=fmpz(1),
        )

    def _coefficient(self, losses: Losses, chance: Fraction) -> fmpz:
        scale = self._scale(*losses)
        return scale * chance.numerator // chance.denominator


def _chances(rules: Rules) -> dict[DicePair, dict[Losses, Fraction]]:
    """Return the chances of the losses of a round with a loss, for every pair of dice."""
    result = {}
    for dice in rules.dice_numbers():
        changes, total = round_with_loss(*dice, rules)
        result[dice] = {losses: Fraction(count, total) for losses, count in changes}
    return result


def _rates(chances: dict[DicePair, dict[Losses, Fraction]]) -> dict[int, tuple[int, int]]:
    """Return the least sufficient rates α and δ for each prime."""
    ends = [(losses, chance) for each in chances.values() for losses, chance in each.items()]
    primes = set().union(*(prime_factors(chance.denominator) for _, chance in ends))
    rates = {}
    for p in sorted(primes):
        needs = [(i, j, exponent(p, chance.denominator)) for (i, j), chance in ends]
        rates[p] = min(
            (
                (alpha, max([0, *(-(-(e - i * alpha) // j) for i, j, e in needs if j)]))
                for alpha in range(max(e for _, _, e in needs) + 1)
                if all(i * alpha >= e for i, j, e in needs if not j)
            ),
            key=sum,
        )
    return rates


def _diagonals(
    most_a: int,
    most_d: int,
    rules: Rules,
    coefficients: dict[DicePair, dict[Losses, fmpz]],
    step: fmpz,
) -> Iterator[fmpz_poly]:
    """Yield D_0, D_1, …; `step` is what a won cell grows by with each attacker."""
    interior = coefficients[rules.max_dice]
    P = {
        k: fmpz_poly([interior.get((i, k - i), 0) for i in range(k + 1)])
        for k in sorted({i + j for i, j in interior})
    }
    reach = rules.max_losses
    last: list[fmpz_poly] = []
    won = fmpz(1)
    for s in range(most_a + most_d + 1):
        first, final = max(0, s - most_d), min(most_a, s)
        low, high = (
            max(rules.attack.units_for_max_dice, first),
            min(final, s - rules.defence.units_for_max_dice),
        )
        diagonal = fmpz_poly([0])
        if low <= high:
            for k, P_k in P.items():
                diagonal += P_k * last[-k]
        # the boundary, and what the products have outside the rectangle
        outside = max(low, high + 1)
        for a in chain(range(max(0, first - reach), low), range(outside, final + reach + 1)):
            d = s - a
            if a and d == 0 and a <= final:
                diagonal[a] = won
            elif a and first <= a <= final:
                ends = coefficients[rules.dice(a, d)]
                diagonal[a] = sum((c * last[-i - j][a - i] for (i, j), c in ends.items()), fmpz(0))
            elif diagonal[a]:
                diagonal[a] = 0
        yield diagonal
        won *= step
        last = [*last, diagonal][-reach:]
