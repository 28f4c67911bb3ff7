"""The least force for a campaign, and the best order of attack.

The best order, or spread, is found by dynamic programming over Pareto fronts.  A *state* is what is
still to be attacked; `None` is nothing.  In each there are *choices*: the next territory, and the
state after it.  Every sequence of choices is a campaign.

Each campaign that is left in a state has a vector: the chances to win with 0, 1, 2, … attackers.
The vector before a battle is a sum, with weights of at least 0, of the entries of the vector after
it (`growing.values`).  So a vector that is nowhere better than another one of the same state can be
dropped: it is no better whatever comes before.  The others are the *Pareto front* of the state,
often one vector for many campaigns.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import prod
from operator import ge, le, mul
from typing import NamedTuple, cast

from riskexact.base.arguments import ExactChance, short_repr, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.battle.campaign import checked_territories
from riskexact.battle.campaign.sweep import Fights, Territory, check_campaign, max_bits, move_on
from riskexact.battle.needed.growing import Force, brief, common_base, least_force, values
from riskexact.odds.states import MAX_BITS, MAX_OUTCOMES_UNITS, check_bits
from riskexact.odds.weights import forward
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion, checked_mode
from riskexact.rules.distribution import Distribution

FROM_SOURCE = "source"
"""The territory from which the attack comes, in `neighbours`."""

Neighbours = Mapping[int | str, Collection[int]]
"""The territories that can be attacked from each of them, by number from 0, and from "source"."""

VECTORS = 2
"""Vectors of a front that are assumed before the work; measured: 1 to 4 on average."""

MAX_STATES = 1 << 17
"""States of one search: those of 17 different territories in any order."""

Vector = list[int]

Choice = tuple[int, Territory, Hashable]
"""The name of a territory that can come next, the territory, and the state after it."""

Choices = Callable[[Hashable], Sequence[Choice]]
"""The choices in a state, in the order in which equals are preferred.

All campaigns that reach a state must have left the same number of units behind and have the same
number of defenders ahead: then its vectors are whole numbers over the same denominators.
"""


def campaign_attackers_needed(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    blitz: BlitzVersion | bool | None = None,
    stop_until: int = 0,
) -> int:
    """Return the smallest number of attackers who take all territories with at least that chance.

    The arguments are those of `Campaign`; `chance` is exact, from 0 to 1.  Equivalent to trying
    0, 1, 2, … attackers in turn, which one backward pass does (`needed.growing`); monotonicity is
    not assumed.  In Balanced Blitz they are tried in turn, as far as `Campaign` takes them.

    Raises `RiskError` as `Campaign` does, for a chance that no number of attackers reaches, and for
    numbers that would not fit in memory.

    >>> campaign_attackers_needed((3, 3, 3), "90%")
    16
    >>> campaign_attackers_needed((3, 3), 1)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be one that some number of attackers reaches against \
3 and 3 defenders, not 1: none reaches it; with ever more of them the chance tends to 1
    """
    goal = checked_chance(chance)
    territories = checked_territories(garrisons, rules, leave_behind)
    retreat = whole(retreat_at, "retreat_at")
    version, staying = checked_mode(blitz, stop_until, retreat)
    return least_of(territories, goal, retreat, version, staying).attackers


def least_of(
    territories: Sequence[Territory],
    goal: Fraction,
    retreat_at: int,
    version: BlitzVersion | None,
    stop_until: int,
) -> Force:
    """Return the first force that has the chance; in Balanced Blitz they are tried in turn."""
    if version is None:
        return least_force(territories, goal, retreat_at)
    defenders, n = sum(each.garrison for each in territories), len(territories)
    before, first = None, Fights(1, tuple(territories), stop_until, version)
    for a in range(int(not territories[0].garrison), MAX_OUTCOMES_UNITS - defenders + 1):
        fights = first.replace(attackers=a)
        fights.share(first)
        outcomes = Distribution.from_trusted(fights.outcomes())
        win = outcomes.probability(lambda outcome: outcome[1] == n)
        if win >= goal:
            return Force(a, win, before)
        before = win
    raise RiskError(
        f"chance must be one that is reached with at most {MAX_OUTCOMES_UNITS} units in Balanced "
        f"Blitz, not {brief(goal)}"
    )


class Order(NamedTuple):
    """An order of attack, by the numbers of the territories from 0, and its chance to take all."""

    territories: tuple[int, ...]
    win_probability: Fraction


def best_order(
    attackers: int,
    garrisons: Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    neighbours: Neighbours | None = None,
) -> Order:
    """Return the order of attack that takes all territories with the highest chance.

    The arguments are those of `Campaign`, with 1 attacker or more; values given for each territory
    belong to it in any order.  The attack moves from territory to territory: `neighbours` says
    which can be attacked from each, numbered from 0, and from "source"; without it every order is
    possible.  Among several best orders, the first in lexicographic order is returned.

    Equivalent to a `Campaign` for each order in turn; the header says how the work is shared.
    Raises `RiskError` as `Campaign` does, if no order is possible, and if there are too many to
    compare.

    >>> order = best_order(8, (2, 1, 3))
    >>> order.territories, round(float(order.win_probability), 6)
    ((2, 0, 1), 0.637187)
    >>> borders = {"source": [0, 1], 0: [1, 2], 1: [0], 2: [0]}
    >>> best_order(8, (2, 1, 3), neighbours=borders).territories
    (1, 0, 2)
    """
    a = whole(attackers, "attackers", 1)
    territories = checked_territories(garrisons, rules, leave_behind)
    if neighbours is None:  # of equal territories, only how many are left matters
        check_states(prod(alike + 1 for alike in Counter(territories).values()))
    start, choices = _choices(territories, neighbours)
    search = Search(a, start, choices, territories, whole(retreat_at, "retreat_at"))
    best = search.best()
    if best is None:
        raise RiskError(
            f"neighbours must leave a way from the source through all {len(territories)} "
            f"territories, not {short_repr(neighbours)}"
        )
    return Order(*best)


def _choices(
    territories: Sequence[Territory], neighbours: Neighbours | None
) -> tuple[Hashable, Choices]:
    """Return the start, and the choices: a state is (territories left, where the attack stands)."""
    n = len(territories)
    borders = None if neighbours is None else _checked_neighbours(neighbours, n)

    def choices(state: Hashable) -> list[Choice]:
        left, stands = cast(tuple[frozenset[int], int | str], state)
        if borders is None:
            # of equal territories, the first
            can_be_next = frozenset(
                {territories[i]: i for i in sorted(left, reverse=True)}.values()
            )
        else:
            can_be_next = left & borders.get(stands, frozenset())
        found: list[Choice] = []
        for i in sorted(can_be_next):
            # without borders, it does not matter where the attack stands
            after = (left - {i}, FROM_SOURCE if borders is None else i)
            found.append((i, territories[i], after if len(left) > 1 else None))
        return found

    return (frozenset(range(n)), FROM_SOURCE), choices


def _checked_neighbours(neighbours: Neighbours, n: int) -> dict[int | str, frozenset[int]]:
    what = (
        f'neighbours must map "{FROM_SOURCE}" and territories from 0 to {n - 1} to such territories'
    )
    if not isinstance(neighbours, Mapping):
        raise RiskError(f"{what}, not {short_repr(neighbours)}")
    borders: dict[int | str, frozenset[int]] = {}
    for place, others in neighbours.items():
        try:
            if isinstance(others, str | bytes) or not isinstance(others, Collection):
                raise TypeError
            reached = list(others)
        except TypeError:  # an array without dimensions claims to be a collection
            raise RiskError(f"{what}, not {short_repr(others)}") from None
        key = place if place == FROM_SOURCE else whole(place, "neighbours: a territory", 0, n - 1)
        borders[key] = frozenset(whole(i, "neighbours: a territory", 0, n - 1) for i in reached)
    return borders


# ---- the search


class Search:
    """The search for the campaign with the highest chance to win, or the `lowest`.

    `largest` are the territories of a campaign of the largest size.  Raises `RiskError` if the
    vectors would not fit.
    """

    def __init__(
        self,
        attackers: int,
        start: Hashable,
        choices: Choices,
        largest: Sequence[Territory],
        retreat_at: int,
        lowest: bool = False,
    ) -> None:
        check_campaign(attackers, largest)
        self._attackers, self._start, self._choices = attackers, start, choices
        self._no_better = ge if lowest else le
        self._base, self._retreat_at = common_base(largest), retreat_at
        self._bits = max_bits(attackers, largest)
        self._over = self._base ** (attackers + sum(each.garrison for each in largest))
        self._fronts: dict[Hashable, list[Vector]] = {}
        self._held = 0
        self._states = self._counted_states()

    def best(self) -> tuple[tuple[int, ...], Fraction] | None:
        """Return the names of the best campaign, the first among equals, and its chance to win.

        None if there is no campaign.
        """
        self._held = 0
        for state, most in reversed(self._states):
            front: list[Vector] = []
            self._fronts[state] = front
            for _, territory, after in self._choices(state):
                for vector in self._vectors(territory, after, most):
                    add_to_front(front, vector, self._no_better)
            self._hold(len(front), most)
        if not front:
            return None
        chances = [vector[self._attackers] for vector in front]
        best = min(chances) if self._no_better is ge else max(chances)
        names: list[int] = []
        arrived, state = [0] * self._attackers + [1], self._start
        while state is not None:
            name, arrived, state = self._next(arrived, state, best)
            names.append(name)
        return tuple(names), Fraction(best, self._over)

    def _next(self, arrived: Vector, state: Hashable, best: int) -> tuple[int, Vector, Hashable]:
        """Return the first choice of a campaign that is as good as the best."""
        for name, territory, after in self._choices(state):
            for vector in self._vectors(territory, after, len(arrived) - 1):
                if sum(map(mul, arrived, vector)) == best:
                    garrison, rules, stays = territory
                    rows = forward(arrived, garrison, rules, self._base, self._retreat_at)
                    survivors = [row[0] for _, row in rows][::-1]
                    return name, move_on(survivors, stays, self._base, self._retreat_at), after
        raise AssertionError("the best campaign is among them")

    def _vectors(self, territory: Territory, after: Hashable, most: int) -> Iterator[Vector]:
        """Yield the vectors before the battle for a territory, from those after it."""
        for vector in [None] if after is None else self._fronts[after]:
            later = None if vector is None else iter(vector)
            yield list(islice(values(territory, self._base, self._retreat_at, later), most + 1))

    def _counted_states(self) -> list[tuple[Hashable, int]]:
        """Return all states with their largest number of attackers, the longest campaigns first.

        Raises `RiskError` if fronts of `VECTORS` vectors would not fit.
        """
        most_of = {self._start: self._attackers}
        states = [self._start]
        for state in states:
            self._hold(VECTORS, most_of[state])
            for _, territory, after in self._choices(state):
                if after is not None and after not in most_of:
                    most_of[after] = max(0, most_of[state] - territory.leave_behind)
                    check_states(len(most_of))
                    states.append(after)
        return [*most_of.items()]

    def _hold(self, vectors: int, most: int) -> None:
        self._held += vectors * (most + 1) * self._bits // 2
        fewer = " or more; take fewer territories or units"
        check_bits(self._held, MAX_BITS, "the campaigns to choose from", fewer)


def check_states(states: int) -> None:
    """Raise `RiskError` for more states than a search may have."""
    if states > MAX_STATES:
        raise RiskError(
            f"the campaigns to choose from must have at most {MAX_STATES} states in common, "
            f"not {short_repr(states)}; take fewer territories or units"
        )


def add_to_front(
    front: list[Vector], vector: Vector, no_better: Callable[[int, int], bool]
) -> None:
    """Add a vector to a Pareto front unless a member is as good; drop the members it beats."""
    if any(all(map(no_better, vector, other)) for other in front):
        return
    front[:] = [other for other in front if not all(map(no_better, other, vector))]
    front.append(vector)
