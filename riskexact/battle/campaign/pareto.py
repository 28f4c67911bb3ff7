"""Search for the best order of attack, or spread: dynamic programming over Pareto fronts.

A *state* is what is still to be attacked; `None` is nothing.  In each there are *choices*: the next
territory, and the state after it.  Every sequence of choices is a campaign.

Each campaign that is left in a state has a vector: the chances to win with 0, 1, 2, … attackers.
The vector before a battle is a sum, with weights of at least 0, of the entries of the vector after
it (`growing.values`).  So a vector that is nowhere better than another one of the same state can be
dropped: it is no better whatever comes before.  The others are the *Pareto front* of the state,
often one vector for many campaigns.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from operator import ge, le, mul
from typing import NamedTuple

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.battle.campaign.sweep import Territory, check_campaign, max_bits, move_on
from riskexact.battle.needed.growing import common_base, values
from riskexact.odds.states import MAX_BITS, check_bits
from riskexact.odds.weights import forward

VECTORS = 2
"""Vectors of a front that are assumed before the work; measured: 1 to 4 on average."""

MAX_STATES = 1 << 17
"""States of one search: those of 17 different territories in any order."""

Vector = list[int]


class Choice(NamedTuple):
    """A territory that can come next, its name, and the state after it."""

    name: int
    territory: Territory
    after: Hashable


Choices = Callable[[Hashable], Sequence[Choice]]
"""The choices in a state, in the order in which equals are preferred.

All campaigns that reach a state must have left the same number of units behind and have the same
number of defenders ahead: then its vectors are whole numbers over the same denominators.
"""


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
        self._last_first = reversed(self._states())
        self._held = 0

    def best(self) -> tuple[tuple[int, ...], Fraction] | None:
        """Return the names of the best campaign, the first among equals, and its chance to win.

        None if there is no campaign.
        """
        for state, most in self._last_first:
            self._fronts[state] = self._front(state, most)
        front = self._fronts[self._start]
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

    def _front(self, state: Hashable, most: int) -> list[Vector]:
        front: list[Vector] = []
        for _, territory, after in self._choices(state):
            for vector in self._vectors(territory, after, most):
                add_to_front(front, vector, self._no_better)
        self._hold(len(front), most)
        return front

    def _vectors(self, territory: Territory, after: Hashable, most: int) -> Iterator[Vector]:
        """Yield the vectors before the battle for a territory, from those after it."""
        for vector in [None] if after is None else self._fronts[after]:
            later = None if vector is None else iter(vector)
            yield list(islice(values(territory, self._base, self._retreat_at, later), most + 1))

    def _states(self) -> list[tuple[Hashable, int]]:
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
