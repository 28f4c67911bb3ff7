"""Lower and upper bounds of best play, which coincide for small positions nearly always.

Small ones are searched by whole stacks from both sides, whose values are exact, and state by state
from below where these differ.  Where no more than a number may move in, states are few: every
number is tried, and both bounds meet.  Larger ones are searched where borders do not matter from
above, by policies with few attacks from below, and by whole stacks with rounded values from both
sides.
"""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from riskexact.base.errors import is_installed
from riskexact.turn.best_play import BestPlay
from riskexact.turn.configuration_values import LEAST_PRECISION, precision
from riskexact.turn.evaluation import MAX_POSITIONS, Bounding, TooManyStatesError
from riskexact.turn.front import Attack, Front, FrontState
from riskexact.turn.search import USUAL_TERMS, AnytimeSearch, Bounds, TurnTerms
from riskexact.turn.selective import AllottedFront, selective_fronts
from riskexact.turn.single import SingleBattle
from riskexact.turn.stacks import ByStacks, NarrowStacks, OneRegion, PooledStacks, UndividedStacks
from riskexact.turn.united import UnitedArmies

BOUND_SHARES = 256, 8, 8, 32, 192
"""The states of rough bounds, of policies with few attacks, of what searches to the end, and of
both bounds by stacks, the upper one first, in proportion."""

SHARES_OF_SEVERAL = 192, 1, 1, 64, 128, 48, 96
"""The same for several stacks, where states do not reach far, with allotments and regions."""

SHARES_WITHOUT_NUMPY = 256, 64, 32, 4, 4, 4, 4
"""The same for a search that ends by the time, where rows are lists, which take far longer."""


class Bounded(AnytimeSearch):
    """Bounds of the chance of best play."""

    def __init__(self, front: Front, terms: TurnTerms = USUAL_TERMS) -> None:
        self._front, self._all_numbers = front, terms.all_numbers
        self._pooled, self._by_stacks = list[PooledStacks](), list[ByStacks]()
        alone = SingleBattle(front) if front.is_single else None
        if alone and alone.bounds_above:
            super().__init__([[], [], [alone]], BOUND_SHARES[:3], alone, terms)
            return
        stacks = sum(map(bool, front.start[front.enemies :]))
        numbers = sorted({min(2, stacks), stacks})
        pooled = [PooledStacks(front, n) for n in numbers]
        narrow = [NarrowStacks(front, n) for n in (2, 3) if n <= stacks]
        undivided: list[UndividedStacks] = [*narrow, UndividedStacks(front)]
        apart, regions = list[UndividedStacks](), list[OneRegion]()
        if stacks > 1:
            allotted = AllottedFront(front, min(2, stacks - 1))
            apart = [NarrowStacks(allotted, 3), UndividedStacks(allotted)]
            regions = [OneRegion(front, n) for n in numbers]
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
        rough: list[Bounding] = [*apart[:1], *by_one, *regions[:1]]
        by_stacks: list[Sequence[Bounding]] = [pooled, undivided, apart[1:], regions[1:]]
        kinds = [rough, [*few, best], settling, *by_stacks]
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
        full = BestPlay(self._front, every=True)
        full.most = min(self._all_numbers, self._effort - self.states)
        full.progress = self._progress
        with suppress(TooManyStatesError):
            value = full.value(state)
            self._keep(state, Bounds(value, value, full))
        self._more += full.states
        full.most = MAX_POSITIONS  # of questions that come later
