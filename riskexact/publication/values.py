"""The values that a publication holds, by two methods that share none of the work.

- `ByRecursion`: the definition, in whole numbers: chances row by row, each battle from those after
  a round (`weights.backward`), and outcomes from each battle to its end (`weights.forward`).
- `ByClosedForm`: each battle on its own, by the sum over first exits.  Rules under which a tie
  costs nobody have no closed form; `recursion.outcomes`, in fractions, serves instead.

One of them makes a publication, and the other checks it.  Both yield battles in the order of the
attackers, then of the defenders.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.blitz import Fight
from riskexact.battle.needed import attackers_needed
from riskexact.game.bellman import DuelValues, certified
from riskexact.game.table_check import checked
from riskexact.game.tables import rows_of_table, settled_table, written_table
from riskexact.game.terms import BoardArmies, Terms
from riskexact.odds import recursion
from riskexact.odds.states import State, best_first, won
from riskexact.odds.weights import backward, forward
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import (
    DiceNumbers,
    Losses,
    base_of,
    round_counts,
    round_counts_by_enumeration,
)
from riskexact.turn.solved import (
    SOLVED_ARMIES,
    SOLVED_DEFENDERS,
    BestStart,
    SolvedContinent,
    solutions,
)

BITS_FOR_FLINT = 5000
"""Bits of a denominator from which on flint reduces a fraction; measured."""

Outcomes = list[tuple[State, Fraction]]
"""(attackers left, defenders left) and their chances, from the best for the attacker on."""

Battles = Iterator[tuple[State, Fraction]]
BattlesWithOutcomes = Iterator[tuple[State, Outcomes]]
BlitzBattles = Iterator[tuple[State, Real]]
RoundCounts = dict[DiceNumbers, dict[Losses, int]]

Needed = tuple[int, Fraction, int, Fraction]
"""Defenders, a chance, the fewest attackers that have it, and the chance that these have."""


def most_attackers(most: int) -> int:
    """Return the most attackers that are tried against 1 to `most` defenders."""
    return 100 + 10 * most


class ByRecursion:
    """Values by the recursion, in whole numbers over powers of one base."""

    def win(self, rules: Rules, attackers: range, defenders: range) -> Battles:
        """Yield each battle with the chance to win it: the mean of the chances after a round."""
        base = base_of(rules)
        for a, row in _win_rows(rules, attackers[-1], defenders[-1]):
            if a in attackers:
                for d in defenders:
                    yield (a, d), _fraction(row[d], base ** (a + d))

    def outcomes(self, rules: Rules, attackers: range, defenders: range) -> BattlesWithOutcomes:
        """Yield each battle with the chances of all its outcomes: follow it to its end."""
        base = base_of(rules)
        powers = [base**lost for lost in range(attackers[-1] + defenders[-1] + 1)]
        for a, d in product(attackers, defenders):
            ends = {
                (x, y): mass
                for x, row in forward([0] * a + [1], d, rules, base)
                for y, mass in enumerate(row)
                if mass and 0 in (x, y)
            }
            if sum(mass * powers[sum(end)] for end, mass in ends.items()) != powers[a + d]:
                raise ArithmeticError(f"the outcomes of {a} v {d} do not add up to 1")
            totals = {end: powers[a + d - sum(end)] for end in sorted(ends, key=best_first)}
            yield (a, d), [(end, _fraction(ends[end], total)) for end, total in totals.items()]

    def blitz(self, rules: Rules, version: BlitzVersion, side: range) -> BlitzBattles:
        """Yield each battle of these numbers with the chance to win it in Balanced Blitz.

        The exact chance is adjusted, which takes no outcome.
        """
        for battle, chance in self.win(rules, side, side):
            fight = Fight(*battle, rules, version)
            fight.know(chance)
            yield battle, fight.sides[0]

    def needed(self, rules: Rules, most: int, chances: Sequence[Fraction]) -> Iterator[Needed]:
        """Yield the fewest attackers for 1 to `most` defenders and for each of the chances above 0.

        One number after the other is tried against all of the defenders; what none up to
        `most_attackers` reaches is left out.
        """
        asked = list(product(range(1, most + 1), chances))
        base = base_of(rules)
        found: dict[tuple[int, Fraction], Needed] = {}
        for a, row in _win_rows(rules, most_attackers(most), most):
            for d, chance in [each for each in asked if a and each not in found]:
                total = base ** (a + d)
                if row[d] * chance.denominator >= total * chance.numerator:
                    found[d, chance] = d, chance, a, _fraction(row[d], total)
            if len(found) == len(asked):
                break
        yield from (found[each] for each in asked if each in found)

    def solutions(self, continent: SolvedContinent) -> Iterator[BestStart]:
        """Return the best turn of every position of a solved continent, by two equal bounds."""
        return solutions(continent, SOLVED_DEFENDERS, SOLVED_ARMIES)

    def duels(self, most: int) -> Iterator[tuple[int, int, Fraction]]:
        """Return armies of a duel and the chance of who begins: the mean after a round or turn."""
        return _duels(most, DuelValues.__call__)

    def games(self, terms: Terms) -> list[tuple[BoardArmies, Fraction, Fraction]]:
        """Return the positions of a whole game to half of its armies, with both bounds.

        All positions are swept over until nothing changes.
        """
        return rows_of_table(settled_table(terms), terms.armies // 2)

    def rounds(self, rules: Rules) -> RoundCounts:
        """Return how many throws cost which losses, for every two numbers of dice, by values."""
        return _rounds(round_counts, rules)


class ByClosedForm:
    """The same values by the closed form, each battle on its own."""

    def win(self, rules: Rules, attackers: range, defenders: range) -> Battles:
        """Sum over the first exits of each battle."""
        for battle in product(attackers, defenders):
            yield battle, _win(*battle, rules)

    def outcomes(self, rules: Rules, attackers: range, defenders: range) -> BattlesWithOutcomes:
        """Sum over the first exits of each battle."""
        for a, d in product(attackers, defenders):
            closed = rules.has_closed_form
            ends = Battle(a, d, rules).outcomes if closed else recursion.outcomes(a, d, rules)
            yield (a, d), list(ends.items())

    def blitz(self, rules: Rules, version: BlitzVersion, side: range) -> BlitzBattles:
        """Cut and bend the outcomes of each battle, and add up those that are won."""
        for a, d in product(side, side):
            outcomes = Battle(a, d, rules, blitz=version).outcomes
            yield (a, d), outcomes.probability(lambda end: end[1] == 0)

    def needed(self, rules: Rules, most: int, chances: Sequence[Fraction]) -> Iterator[Needed]:
        """Search each of the numbers on its own."""
        for d, chance in product(range(1, most + 1), chances):
            try:
                a = attackers_needed(d, chance, rules)
            except RiskError:  # no number of attackers has that chance
                continue
            if a <= most_attackers(most):
                yield d, chance, a, _win(a, d, rules)

    def solutions(self, continent: SolvedContinent) -> Iterator[BestStart]:
        """Take the optimum over every number of armies that may move in."""
        return solutions(continent, SOLVED_DEFENDERS, SOLVED_ARMIES, every=True)

    def duels(self, most: int) -> Iterator[tuple[int, int, Fraction]]:
        """Take the mean over the ends of a battle."""
        return _duels(most, DuelValues.far)

    def games(self, terms: Terms) -> list[tuple[BoardArmies, Fraction, Fraction]]:
        """Sweep too, and prove the bounds by one sweep of another program."""
        sweeps = settled_table(terms)
        checked(written_table(sweeps))
        return rows_of_table(sweeps, terms.armies // 2)

    def rounds(self, rules: Rules) -> RoundCounts:
        """Look at each throw; throws of one side whose dice count the same are one."""
        return _rounds(round_counts_by_enumeration, rules)


Values = ByRecursion | ByClosedForm
"""The questions that both methods answer, each in its own way."""


def _rounds(count: Callable[[int, int, Rules], Mapping[Losses, int]], rules: Rules) -> RoundCounts:
    return {dice: dict(sorted(count(*dice, rules).items())) for dice in rules.dice_numbers()}


def _duels(
    most: int, chance: Callable[[DuelValues, int, int], Fraction]
) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the armies of a duel, 1 to `most` on each side, and the chance of who begins."""
    found = certified(STANDARD, 3)
    assert found is not None
    values = DuelValues(STANDARD, 3, found.policy)
    for x, y in product(range(1, most + 1), repeat=2):
        yield x, y, chance(values, x + values.reinforcements, y)


def _win_rows(rules: Rules, attackers: int, defenders: int) -> Iterator[tuple[int, list[int]]]:
    """Yield (a, row), where row[d] is the chance to win of a v d, times base^(a + d)."""
    base = base_of(rules)
    return backward(attackers, defenders, rules, base, lambda a, d: base**a if won(a, d) else 0)


def _fraction(numerator: int, denominator: int) -> Fraction:
    """Return a Fraction; Python's own gcd is slow for long numbers."""
    if denominator.bit_length() < BITS_FOR_FLINT:
        return Fraction(numerator, denominator)
    from riskexact.engine.table import reduced

    return reduced(numerator, denominator)


def _win(a: int, d: int, rules: Rules) -> Fraction:
    if rules.has_closed_form:
        return win_probability(a, d, rules)
    return exact_sum(p for end, p in recursion.outcomes(a, d, rules).items() if won(*end))
