"""Lower and upper bounds of best play, which coincide for small positions nearly always.

Small ones are searched by whole stacks from both sides, whose values are exact, and state by state
from below where these differ.  Where no more than a number may move in, states are few: every
number is tried, and both bounds meet.  Larger ones are searched where borders do not matter from
above (`united`, `region`), by policies with few attacks from below (`allotted`, `selective`,
`narrow`), and by whole stacks with rounded values from both sides.
"""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from riskexact.base.errors import is_installed
from riskexact.turn.allotted import AllottedFront
from riskexact.turn.best_play import BestPlay
from riskexact.turn.configuration_values import LEAST_PRECISION, precision
from riskexact.turn.evaluation import MAX_POSITIONS, TooManyStatesError
from riskexact.turn.front import Attack, Front, FrontState
from riskexact.turn.narrow import NarrowStacks
from riskexact.turn.region import OneRegion
from riskexact.turn.search import (
    USUAL_TERMS,
    AnytimeSearch,
    Bounding,
    Bounds,
    TurnTerms,
)
from riskexact.turn.selective import selective_fronts
from riskexact.turn.single import SingleBattle
from riskexact.turn.stacks import ByStacks, PooledStacks, UndividedStacks
from riskexact.turn.united import UnitedArmies

BOUND_SHARES = 64, 2, 2, 48, 48
"""The states of rough bounds, of policies with few attacks, of what searches to the end, and
of both bounds by stacks, the lower one first, in proportion."""

SHARES_OF_SEVERAL = 48, 2, 2, 200, 96
"""The same for several stacks: lower bounds by stacks are the further off."""

SHARES_WITHOUT_NUMPY = 64, 16, 8, 1, 1
"""The same for a search that ends by the time, where rows are lists, which take far longer."""


class Bounded(AnytimeSearch):
    """Bounds of the chance of best play."""

    def __init__(self, front: Front, terms: TurnTerms = USUAL_TERMS) -> None:
        self._front, self._all_numbers = front, terms.all_numbers
        self._pooled, self._by_stacks = list[PooledStacks](), list[ByStacks]()
        alone = SingleBattle(front) if front.is_single else None
        if alone and alone.bounds_above:
            super().__init__([[], [], [alone]], BOUND_SHARES, alone, terms)
            return
        stacks = sum(map(bool, front.start[front.enemies :]))
        pooled = [PooledStacks(front, n) for n in range(min(2, stacks), stacks + 1)]
        apart = [NarrowStacks(AllottedFront(front, n), 3) for n in (1, 2) if n < stacks]
        narrow = [NarrowStacks(front, n) for n in (2, 3) if n <= stacks]
        undivided: list[UndividedStacks] = [*narrow, UndividedStacks(front)]
        regions = [OneRegion(front, n) for n in sorted({min(2, stacks), stacks}) if stacks > 1]
        if precision(front) < LEAST_PRECISION:
            pooled, apart, undivided, regions = [], [], [], []
        best, exact = BestPlay(front, front.is_capped), PooledStacks(front, stacks, exact=True)
        self._by_stacks = [*pooled, *apart, *undivided, *regions]
        self._pooled = [exact, *reversed(pooled)]
        best.bounds_above = front.is_capped
        few = [BestPlay(each, every=True) for each in selective_fronts(front)]
        few = [alone, *few] if alone else few
        kinds: list[Sequence[Bounding]]
        whole = UndividedStacks(front, exact=True)
        settling: list[Bounding] = [best] if front.is_capped else [exact, whole, best]
        is_slow = terms.seconds is not None and not is_installed("numpy")
        by_one = [UnitedArmies(front)] if front.is_capped or is_slow or not regions else []
        kinds = [[*apart, *by_one, *regions], [*few, best], settling, undivided, pooled]
        shares = SHARES_OF_SEVERAL if stacks > 1 else BOUND_SHARES
        shares = SHARES_WITHOUT_NUMPY if is_slow else shares
        super().__init__(kinds, shares, few[0], terms, {whole: best})

    def bounds(self, state: FrontState) -> Bounds:
        """Return the bounds of a state."""
        return self.of([state], moves=True)[0]

    def limits(self, state: FrontState) -> dict[Attack, Fraction]:
        """Return an upper bound for each attack that comes first; none if none is known."""
        return next(filter(None, (pooled.limits(state) for pooled in self._pooled)), {})

    def of(self, states: Sequence[FrontState], moves: bool = False) -> list[Bounds]:
        """Return the bounds of states; all best `moves` are found only where they are asked for."""
        for method in self._by_stacks:
            method.expect(states)
        return self.of_all(states, moves)

    def _settle(self, state: FrontState) -> None:
        """Try every number of armies moving in, where the bounds differ."""
        lower, upper, _ = self._known[state]
        if lower == upper:
            return
        most = min(self._all_numbers, self._effort - self.states)
        full = BestPlay(self._front, every=True, most=most, progress=self._progress)
        with suppress(TooManyStatesError):
            value = full.value(state)
            self._keep(state, Bounds(value, value, full))
        self._more += full.states
        full.most = MAX_POSITIONS  # of questions that come later
