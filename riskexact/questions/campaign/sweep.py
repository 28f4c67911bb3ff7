"""A campaign in whole numbers, swept forward through its territories.

A unit is *gone* when it has fallen or stays behind.  As in the kernel (`odds.weights`), the chance
that the campaign passes through a state is kept as its *mass*, a whole number over base^(units gone
by then).  All rules of the campaign share one base.  No fraction or gcd is needed on the way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.odds.states import MAX_BITS, State, check_units, sides_text
from riskexact.odds.weights import forward
from riskexact.questions.needed.growing import common_base
from riskexact.rules import Rules
from riskexact.rules.dice import DiceNumbers, round_with_loss


class Territory(NamedTuple):
    """A territory: its garrison, its rules, and the units that stay when it is taken."""

    garrison: int
    rules: Rules
    leave_behind: int


class WeightedOutcome(NamedTuple):
    """An outcome of a campaign, of chance mass / base ** gone.

    `occupiers` stay on the territory on which the attackers stand, and are not counted among the
    attackers; there are none if all territories fell.
    """

    attackers_left: int
    territory: int
    defenders_left: int
    occupiers: int
    mass: int
    gone: int


class Stage(NamedTuple):
    """The battle for one territory, for any number of attackers, and the move to the next.

    With no more than `reserve` attackers the battle is broken off; a conquest comes first.
    """

    territory: Territory
    base: int
    reserve: int

    def fight(self, arrived: Sequence[int]) -> tuple[list[int], dict[State, int]]:
        """Sweep forward: masses by attackers → (masses by survivors, broken off by state).

        >>> from riskexact.rules import STANDARD
        >>> stage = Stage(Territory(2, STANDARD, 1), 6**4, 0)
        >>> survivors, broken_off = stage.fight([0, 1])  # of 1296^2, 1296 and 1296, one attacker
        >>> survivors[1], broken_off
        (178200, {(0, 1): 249480, (0, 2): 966})
        """
        survivors = [0] * len(arrived)
        broken_off: dict[State, int] = {}
        for a, row in self._forward(arrived):
            survivors[a] = row[0]
            if a <= self.reserve:
                broken_off |= {(a, d): mass for d, mass in enumerate(row) if d and mass}
        return survivors, broken_off

    def rounds(self, arrived: Sequence[int]) -> tuple[list[int], dict[DiceNumbers, list[int]]]:
        """Sweep forward and count: masses by attackers → (by survivors, by dice and units gone).

        States in which the same dice are thrown are taken together; their masses are listed by the
        units gone in this battle.

        >>> from riskexact.rules import STANDARD
        >>> stage = Stage(Territory(1, STANDARD, 1), 6**4, 0)
        >>> dict(stage.rounds([0, 0, 1])[1])  # two dice, and then one with 546 / 1296 = 91/216
        {(2, 1): [1, 0, 0, 0], (1, 1): [0, 546, 0, 0]}
        """
        most, (garrison, rules, _) = len(arrived) - 1, self.territory
        defence_dice = [rules.defence.dice_of(d) for d in range(1, garrison + 1)]
        survivors = [0] * len(arrived)
        thrown: defaultdict[DiceNumbers, list[int]] = defaultdict(
            lambda: [0] * (most + garrison + 1)
        )
        for a, row in self._forward(arrived):
            survivors[a] = row[0]
            if a > self.reserve:
                x = rules.attack.dice_of(a)
                for d, y in enumerate(defence_dice, 1):
                    thrown[x, y][most - a + garrison - d] += row[d]
        return survivors, thrown

    def _forward(self, arrived: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        garrison, rules, _ = self.territory
        return forward(arrived, garrison, rules, self.base, self.reserve)

    def move_on(self, survivors: Sequence[int]) -> list[int]:
        """Leave units behind: masses by survivors → masses by attackers free to go on.

        Survivors with too few of them stop, and are left out.
        """
        stays = self.territory.leave_behind
        arrived = [0] * max(1, len(survivors) - stays)
        # if nobody goes on, the power could be of any length
        scale = self.base**stays if len(arrived) > self.reserve + 1 else 0
        for x in range(self.reserve + 1, len(arrived)):
            arrived[x] = survivors[x + stays] * scale
        return arrived


class Sweep:
    """The sweeps through a campaign with at most `attackers` at the start."""

    def __init__(self, attackers: int, territories: Sequence[Territory], reserve: int = 0) -> None:
        """Choose the base."""
        self.attackers, self.reserve = attackers, reserve
        self.base = common_base(territories)
        self.stages = [Stage(each, self.base, reserve) for each in territories]

    def outcomes(self) -> Iterator[WeightedOutcome]:
        """Yield the outcomes, from the first territory on: one sweep forward.

        An outcome that comes about in several ways is yielded once for each.
        """
        arrived, fallen = [0] * self.attackers + [1], 0
        occupiers, last = 1, len(self.stages) - 1
        for n, stage in enumerate(self.stages):
            survivors, broken_off = stage.fight(arrived)
            garrison, _, stays = stage.territory
            for (a, d), mass in broken_off.items():
                gone = self.attackers - a + fallen + garrison - d
                yield WeightedOutcome(a, n, d, occupiers, mass, gone)
            fallen, occupiers = fallen + garrison, stays
            for s, mass in enumerate(survivors):
                free, gone = max(0, s - stays), self.attackers - s + fallen
                if mass and n == last:
                    yield WeightedOutcome(s, n + 1, 0, 0, mass, gone)
                elif mass and free <= self.reserve:
                    held = self.stages[n + 1].territory.garrison
                    yield WeightedOutcome(free, n + 1, held, s - free, mass, gone)
            arrived = stage.move_on(survivors)

    def probability(self, outcomes: Iterable[WeightedOutcome]) -> Fraction:
        """Return the total chance of some outcomes."""
        mass = gone = 0
        for each in sorted(outcomes, key=lambda outcome: outcome.gone):
            mass = mass * self.base ** (each.gone - gone) + each.mass
            gone = each.gone
        return Fraction(mass, self.base**gone)

    def expected_rounds(self) -> Fraction:
        """Return the expected number of rounds in all battles together.

        >>> from riskexact.rules import STANDARD
        >>> Sweep(2, [Territory(1, STANDARD, 1)]).expected_rounds()
        Fraction(307, 216)
        """
        arrived, fallen = [0] * self.attackers + [1], 0
        expected = []
        for stage in self.stages:
            survivors, thrown = stage.rounds(arrived)
            fallen += stage.territory.garrison
            for dice, masses in thrown.items():
                mass = 0
                for each in masses:
                    mass = mass * self.base + each
                there = Fraction(mass, self.base ** (self.attackers + fallen))
                # rounds of these dice until one costs a unit
                rules = stage.territory.rules
                rounds = Fraction(rules.throws(*dice), round_with_loss(*dice, rules)[1])
                expected.append(there * rounds)
            arrived = stage.move_on(survivors)
        return exact_sum(expected)


def check_campaign(attackers: int, territories: Sequence[Territory]) -> None:
    """Raise `RiskError` if a campaign would not fit.

    >>> from riskexact.rules import STANDARD
    >>> check_campaign(300, [Territory(10, STANDARD, 1)] * 30)
    >>> check_campaign(9000, [Territory(1000, STANDARD, 1)] * 9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: a campaign of 9000 attackers against 9000 defenders must fit in 1 GiB, ...
    """
    defenders = sum(each.garrison for each in territories)
    check_units(attackers, defenders)
    # the rows of a sweep and the outcomes, with half the bits on average, and their fractions
    rows = max((each.rules.max_losses + 1) * each.garrison for each in territories)
    held = max_bits(attackers, territories) * (rows + 3 * max_outcomes(attackers, territories))
    if held > MAX_BITS:
        raise RiskError(
            f"a campaign of {sides_text(attackers, defenders)} must fit in {MAX_BITS >> 33} GiB, "
            f"not {-(-held >> 33)} GiB"
        )


def max_outcomes(attackers: int, territories: Sequence[Territory]) -> int:
    """Return a bound on the number of outcomes; one round at most passes a limit."""
    return attackers + sum(each.garrison * each.rules.max_losses for each in territories)


def max_bits(attackers: int, territories: Sequence[Territory]) -> int:
    """Return the largest size of a mass in bits.

    >>> from riskexact.rules import STANDARD
    >>> max_bits(300, [Territory(10, STANDARD, 1)] * 30)
    6600
    """
    units = attackers + sum(each.garrison for each in territories)
    return units * common_base(territories).bit_length()
