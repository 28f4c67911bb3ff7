"""The powers of primes by which the chances of a battle become whole numbers, for all rules.

A result of a round that costs i attackers and j defenders multiplies a denominator by that of its
chance.  For each prime p there are rates α and δ such that i α + j δ is at least the exponent of p
there for every result that can come again and again, and a number `once` for the others: with all
attackers or all defenders that full dice need, the numbers of dice may stay as they are; any other
result lowers one of them.  So the exponent of p in the chance of any path of rounds that costs a
attackers and d defenders is at most α a + δ d + once.
"""

from fractions import Fraction
from math import lcm, prod

from riskexact.base.fractions import UnfactoredError, exponent, prime_factors
from riskexact.base.frozen import NamedTuple
from riskexact.odds.weights import base_of
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, round_with_loss

Denominators = dict[tuple[int, int], dict[Losses, int]]
"""The denominators of the chances of all results, by the numbers of dice."""


class Coefficients(NamedTuple):
    """The chances of a round times Π p^(α i + δ j), as numerators over one divisor."""

    numerators: dict[Losses, int]
    divisor: int


class Scale:
    """The least rates of a rule set, and `once`, as products of powers.

    Where the numbers of throws have large prime factors, the base of `odds.weights` takes the place
    of the primes.

    >>> from riskexact.rules import STANDARD
    >>> Scale(STANDARD).power(1, 0) == 2**4 * 3**3, Scale(STANDARD).power(0, 1) == 2**3 * 3**3
    (True, True)
    """

    def __init__(self, rules: Rules) -> None:
        """Find them for each prime."""
        self._chances = {}
        for dice in rules.dice_numbers():
            changes, total = round_with_loss(*dice, rules)
            self._chances[dice] = {losses: Fraction(count, total) for losses, count in changes}
        denominators = {
            dice: {losses: chance.denominator for losses, chance in chances.items()}
            for dice, chances in self._chances.items()
        }
        try:
            primes = set().union(
                *(prime_factors(n) for each in denominators.values() for n in each.values())
            )
            self._rates = {p: rates(rules, denominators, p) for p in sorted(primes)}
        except UnfactoredError:
            self._rates = {base_of(rules): (1, 1, 0)}
        self.once = prod(p**once for p, (_, _, once) in self._rates.items())

    def power(self, i: int, j: int) -> int:
        """Return Π p^(α i + δ j)."""
        return prod(p ** (alpha * i + delta * j) for p, (alpha, delta, _) in self._rates.items())

    def coefficients(self, attack_dice: int, defence_dice: int) -> Coefficients:
        """Return those of a round with these dice; with full dice the divisor is 1."""
        scaled = {
            losses: chance * self.power(*losses)
            for losses, chance in self._chances[attack_dice, defence_dice].items()
        }
        divisor = lcm(*(value.denominator for value in scaled.values()))
        return Coefficients(
            {losses: int(value * divisor) for losses, value in scaled.items()}, divisor
        )


def rates(rules: Rules, denominators: Denominators, p: int) -> tuple[int, int, int]:
    """Return the least α + δ for the results that can come again, and `once` for all results.

    Units beyond those that full dice need are like these; then a battle goes through the states
    from there down, and comes again to the one where it is, or never.
    """
    full = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    needs = {
        (x, y): [(i, j, exponent(p, n)) for (i, j), n in denominators[rules.dice(x, y)].items()]
        for x in range(1, full[0] + 1)
        for y in range(1, full[1] + 1)
    }
    again = [
        (i, j, e)
        for (x, y), results in needs.items()
        for i, j, e in results
        if (x == full[0] or not i) and (y == full[1] or not j)
    ]
    alpha, delta = min(
        (
            (alpha, max([0, *(-(-(e - i * alpha) // j) for i, j, e in again if j)]))
            for alpha in range(max(e for _, _, e in again) + 1)
            if all(i * alpha >= e for i, j, e in again if not j)
        ),
        key=sum,
    )
    # the most that results from a state down need beyond α and δ
    once: dict[tuple[int, int], int] = {}
    for (x, y), results in needs.items():
        once[x, y] = max(
            0,
            *(
                e - i * alpha - j * delta + once.get((x_left, y_left), 0)
                for i, j, e in results
                for x_left in range(x - i, x + 1 if x == full[0] else x - i + 1)
                for y_left in range(y - j, y + 1 if y == full[1] else y - j + 1)
            ),
        )
    return alpha, delta, max(once.values())
