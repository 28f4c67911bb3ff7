"""The powers of primes by which the chances of a battle become whole numbers, for all rules.

A result of a round that costs i attackers and j defenders multiplies a denominator by the one of
its chance; let p divide it e times.  For each prime p there are rates α, δ with i α + j δ >= e for
every result that can come again and again, and a number `once` for the others.  Which these are:
units beyond those that full dice need count no more, and what a result does to the others is to
lower them, or nothing.  Where it does nothing it may come again.  So the states of at most that
many units are gone through from the highest down, and the most that results in them need beyond
i α + j δ, one below the other, is `once`: p divides the denominator of the chance of any path of
rounds that costs a attackers and d defenders at most α a + δ d + once times.
"""

from fractions import Fraction
from itertools import product
from math import lcm, prod

from riskexact.rules import Rules
from riskexact.rules.dice import (
    Losses,
    UnfactoredError,
    base_of,
    exponent,
    prime_factors,
    round_with_loss,
)

RoundChances = dict[tuple[int, int], dict[Losses, Fraction]]
"""The chances of the results of a round, by the numbers of dice."""


class Scale:
    """Rates of a rule set, of the least α + δ for each prime, and `once`, a product of powers.

    Where the numbers of throws have large prime factors, the base of `odds.weights` takes the place
    of the primes.

    >>> from riskexact.rules import STANDARD
    >>> Scale(STANDARD).power(1, 0) == 2**4 * 3**3, Scale(STANDARD).power(0, 1) == 2**3 * 3**3
    (True, True)
    """

    def __init__(self, rules: Rules) -> None:
        self._results: RoundChances = {}
        for dice in rules.dice_numbers():
            changes, throws = round_with_loss(*dice, rules)
            self._results[dice] = {losses: Fraction(count, throws) for losses, count in changes}
        chances = [chance for each in self._results.values() for chance in each.values()]
        try:
            primes = set().union(*(prime_factors(chance.denominator) for chance in chances))
            self._rates = {p: rates(rules, self._results, p) for p in sorted(primes)}
        except UnfactoredError:
            self._rates = {base_of(rules): (1, 1, 0)}
        self.once = prod(p**once for p, (_, _, once) in self._rates.items())

    def power(self, i: int, j: int) -> int:
        """Return Π p^(α i + δ j)."""
        return prod(p ** (alpha * i + delta * j) for p, (alpha, delta, _) in self._rates.items())

    def coefficients(self, attack_dice: int, defence_dice: int) -> tuple[dict[Losses, int], int]:
        """Return the chances of a round, times Π p^(α i + δ j), over one divisor: 1 for full dice.

        >>> from riskexact.rules import STANDARD
        >>> Scale(STANDARD).coefficients(1, 1)
        ({(0, 1): 90, (1, 0): 252}, 1)
        """
        results = self._results[attack_dice, defence_dice]
        scaled = {losses: chance * self.power(*losses) for losses, chance in results.items()}
        divisor = lcm(*(value.denominator for value in scaled.values()))
        return {losses: int(value * divisor) for losses, value in scaled.items()}, divisor


def rates(rules: Rules, results: RoundChances, p: int) -> tuple[int, int, int]:
    """Return α, δ and `once` for a prime."""
    full_a, full_d = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice
    # for each state, e, i, j and the states that may follow
    needs = {
        (x, y): [
            (
                exponent(p, chance.denominator),
                i,
                j,
                set(product(lower(x, i, full_a), lower(y, j, full_d))),
            )
            for (i, j), chance in results[rules.dice(x, y)].items()
        ]
        for x, y in product(range(1, full_a + 1), range(1, full_d + 1))
    }
    again = [
        (e, i, j) for state, each in needs.items() for e, i, j, after in each if state in after
    ]
    alpha, delta = min(
        (
            (alpha, max([0, *(-(-(e - i * alpha) // j) for e, i, j in again if j)]))
            for alpha in range(max(e for e, _, _ in again) + 1)
            if all(i * alpha >= e for e, i, j in again if not j)
        ),
        key=sum,
    )
    once: dict[tuple[int, int], int] = {}
    for state, each in needs.items():
        beyond = [
            e - i * alpha - j * delta + once.get(below, 0)
            for e, i, j, after in each
            for below in after - {state}
        ]
        once[state] = max(0, *beyond)
    return alpha, delta, max(once.values())


def lower(units: int, lost: int, full: int) -> range:
    """Return how many units may be left of this many, or of more if these are `full`.

    >>> list(lower(2, 1, 3)), list(lower(3, 1, 3))
    ([1], [2, 3])
    """
    return range(units - lost, units + 1 if units == full else units - lost + 1)
