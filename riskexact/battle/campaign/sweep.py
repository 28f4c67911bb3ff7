"""The outcomes of a campaign: swept forward in whole numbers, or battle by battle.

In the sweep a unit is *gone* when it has fallen or stays behind.  As in the kernel
(`odds.weights`), the chance that the campaign passes through a state is kept as its *mass*, a whole
number over base^(units gone by then).  All rules of the campaign share one base.  No fraction or
gcd is needed on the way.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from riskexact.base.certain import Certain, Real
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import cached_property
from riskexact.base.text import DIGITS
from riskexact.battle.blitz import Fight, InBalls
from riskexact.battle.needed.growing import common_base
from riskexact.odds.states import MAX_BITS, State, check_bits, check_units, sides_text
from riskexact.odds.weights import forward
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import DiceNumbers, round_with_loss

if TYPE_CHECKING:
    from riskexact.engine.balls import Balls

P = TypeVar("P")
"""A chance, exact or a ball."""

Outcome = tuple[int, int, int]
"""(attackers left, territories taken, defenders left on the next)."""


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


def move_on(survivors: Sequence[int], stays: int, base: int, retreat_at: int) -> list[int]:
    """Leave units behind: masses by survivors → masses by attackers free to go on.

    Survivors with too few of them stop, and are left out.
    """
    arrived = [0] * max(1, len(survivors) - stays)
    # if nobody goes on, the power could be of any length
    scale = base**stays if len(arrived) > retreat_at + 1 else 0
    for x in range(retreat_at + 1, len(arrived)):
        arrived[x] = survivors[x + stays] * scale
    return arrived


class Sweep:
    """The sweep through a campaign, which stops with no more than `retreat_at` attackers."""

    def __init__(
        self, attackers: int, territories: Sequence[Territory], retreat_at: int = 0
    ) -> None:
        self.attackers, self.territories, self.retreat_at = attackers, territories, retreat_at
        self.base = common_base(territories)

    def visits(self) -> Iterator[tuple[int, int, list[int], int]]:
        """Yield (number of the territory, a, row, gone), for a attackers in each battle.

        `row[d]` is the mass on a attackers and d defenders, with `gone` - d units gone; the battle
        ends there without defenders, or with no more attackers than `retreat_at`.
        """
        arrived, units = [0] * self.attackers + [1], self.attackers
        for n, (garrison, rules, stays) in enumerate(self.territories):
            survivors, units = [0] * len(arrived), units + garrison
            for a, row in forward(arrived, garrison, rules, self.base, self.retreat_at):
                survivors[a] = row[0]
                yield n, a, row, units - a
            arrived = move_on(survivors, stays, self.base, self.retreat_at)

    def outcomes(self) -> Iterator[WeightedOutcome]:
        """Yield the outcomes, from the first territory on.

        An outcome that comes about in several ways is yielded once for each.
        """
        places = self.territories
        for n, a, (won, *held), gone in self.visits():
            free = max(0, a - places[n].leave_behind)
            if won and n + 1 == len(places):
                yield WeightedOutcome(a, n + 1, 0, 0, won, gone)
            elif won and free <= self.retreat_at:
                yield WeightedOutcome(free, n + 1, places[n + 1].garrison, a - free, won, gone)
            if a <= self.retreat_at:
                occupiers = places[n - 1].leave_behind if n else 1
                for d, mass in enumerate(held, 1):
                    if mass:
                        yield WeightedOutcome(a, n, d, occupiers, mass, gone - d)

    def probability(self, weights: Iterable[tuple[int, int]]) -> Fraction:
        """Return the total chance of (gone, mass), …."""
        total = reached = 0
        for gone, mass in sorted(weights):
            total = total * self.base ** (gone - reached) + mass
            reached = gone
        return Fraction(total, self.base**reached)

    def expected_rounds(self) -> Fraction:
        """Return the expected number of rounds in all battles together.

        States in which the same dice are thrown are taken together.
        """
        thrown: dict[tuple[int, DiceNumbers], Counter[int]] = defaultdict(Counter)
        for n, a, row, gone in self.visits():
            for d, mass in enumerate(row):
                if d and mass and a > self.retreat_at:
                    thrown[n, self.territories[n].rules.dice(a, d)][gone - d] += mass
        expected = []
        for (n, dice), masses in thrown.items():
            # rounds of these dice until one costs a unit
            rules = self.territories[n].rules
            rounds = Fraction(rules.throws(*dice), round_with_loss(*dice, rules)[1])
            expected.append(self.probability(masses.items()) * rounds)
        return exact_sum(expected)


def check_campaign(attackers: int, territories: Sequence[Territory]) -> None:
    """Raise `RiskError` if a campaign would not fit."""
    defenders = sum(each.garrison for each in territories)
    check_units(attackers, defenders)
    # the rows of a sweep and the outcomes, with half the bits on average, and their fractions
    rows = max((each.rules.max_losses + 1) * each.garrison for each in territories)
    held = max_bits(attackers, territories) * (rows + 3 * max_outcomes(attackers, territories))
    check_bits(held, MAX_BITS, f"a campaign of {sides_text(attackers, defenders)}")


def max_outcomes(attackers: int, territories: Sequence[Territory]) -> int:
    """Return a bound on the number of outcomes; one round at most passes a limit."""
    return attackers + sum(each.garrison * each.rules.max_losses for each in territories)


def max_bits(attackers: int, territories: Sequence[Territory]) -> int:
    """Return the largest size of a mass in bits."""
    units = attackers + sum(each.garrison for each in territories)
    return units * common_base(territories).bit_length()


def best_first(outcome: Outcome) -> Outcome:
    """Return the key that sorts outcomes from the best for the attacker to the worst.

    >>> sorted([(0, 0, 2), (0, 1, 3), (2, 0, 1), (4, 2, 0), (5, 2, 0)], key=best_first)
    [(5, 2, 0), (4, 2, 0), (0, 1, 3), (2, 0, 1), (0, 0, 2)]
    """
    a, territory, d = outcome
    return -territory, d, -a


def mixed(
    attackers: int,
    territories: Sequence[Territory],
    retreat_at: int,
    fight: Callable[[int, Territory], Mapping[State, P]],
    add: Callable[[Iterable[P]], P],
) -> "dict[Outcome, P]":
    """Return the chance of each outcome of a campaign whose battles end as `fight` says.

    - `fight`: the chance of each outcome of a battle, from the attackers and the territory;
    - `add`: the sum of chances.
    """
    found: dict[Outcome, list[P]] = {}
    arrived: Mapping[int, Any] = {attackers: 1}
    for n, territory in enumerate(territories):
        going_on: dict[int, list[P]] = {}
        for x, arrival in arrived.items():
            for (a, d), p in fight(x, territory).items():
                free = max(0, a - territory.leave_behind)
                if d:
                    end = a, n, d
                elif n + 1 == len(territories):
                    end = a, n + 1, 0
                elif free <= retreat_at:
                    end = free, n + 1, territories[n + 1].garrison
                else:
                    going_on.setdefault(free, []).append(arrival * p)
                    continue
                found.setdefault(end, []).append(arrival * p)
        arrived = {x: add(chances) for x, chances in going_on.items()}
    return {outcome: add(chances) for outcome, chances in found.items()}


class Fights(InBalls):
    """The battles of a campaign in Balanced Blitz: the question that its `Certain` chances carry.

    `stop_until` attackers are kept out of each battle.  Its parts are the outcomes.
    """

    attackers: int
    territories: tuple[Territory, ...]
    stop_until: int
    version: BlitzVersion | None

    def outcomes(self) -> dict[Outcome, Real]:
        """Return the chance of each possible outcome, from the best to the worst."""
        # in the precision of the first digits, while other threads wait
        ends = sorted(self.balls.decided(self.balls.all, DIGITS), key=best_first)
        return {end: Fraction(1) if len(ends) == 1 else Certain(self, end) for end in ends}

    @cached_property
    def balls(self) -> "Balls[Outcome]":
        from riskexact.engine.balls import Balls, total

        def fight(a: int, at: Territory) -> Mapping[State, Any]:
            out = min(self.stop_until, a) if at.garrison else 0
            battle = a - out, at.garrison, at.rules
            fought = self._known.setdefault(battle, Fight(*battle, self.version))
            return {(x + out, d): p for (x, d), p in fought.balls.all().items()}

        campaign = self.attackers, self.territories, self.stop_until
        return Balls(lambda: mixed(*campaign, fight, total))

    def share(self, other: "Fights") -> None:
        """Use the battles of another campaign, too."""
        self._set(_known=other._known)

    @cached_property
    def _known(self) -> dict[object, Fight]:
        return {}
