"""Lower and upper bounds of best play, which coincide for small positions nearly always.

Methods run in turns with doubling budgets until the bounds meet or the limit is reached.  What was
found by then is kept; no bound ever gets worse.  Which methods search, and how far, is decided by
states alone, so that the same effort gives the same answer everywhere.

Small ones are searched by whole stacks from both sides, whose values are exact, and state by state
from below where these differ.  Where no more than a number may move in, states are few: every
number is tried, and both bounds meet.  Larger ones are searched where borders do not matter from
above, by policies with few attacks from below, and by whole stacks with rounded values from both
sides.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod
from numbers import Real

from riskexact.base.arguments import one_of, short_repr, whole
from riskexact.base.errors import RiskError, is_installed
from riskexact.base.frozen import NamedTuple
from riskexact.turn.best_play import BestPlay, SingleBattle
from riskexact.turn.configuration_values import LEAST_PRECISION, precision
from riskexact.turn.evaluation import (
    MAX_POSITIONS,
    Bounding,
    Playable,
    SearchEndedError,
    TooManyStatesError,
    in_time,
)
from riskexact.turn.front import DICE_RULES, Attack, Front, FrontState, MoveRule, checked_move
from riskexact.turn.selective import AllottedFront, selective_fronts
from riskexact.turn.stacks import NarrowStacks, OneRegion, PooledStacks, UndividedStacks
from riskexact.turn.united import UnitedArmies

FIRST_STATES = 128
"""States that are searched first."""

AT_ONCE = 100_000
"""Combinations of armies and defenders up to which a position is searched to the end at once."""

UNINTERRUPTED_STATES, LONG_STATES = 2048, 1 << 15
"""States after which a search to the end is interrupted, first by one for rough bounds."""

SETTLING = 2
"""The number of the kind whose methods search to the end, and settle a state."""

ROUGH_STATES = 2048, 1024
"""States of the first two kinds, for rough bounds."""

STATES_OF_ALL_NUMBERS = 5000
"""States up to which every number of armies moving in is tried, where the bounds differ."""

OnBounds = Callable[[Fraction, Fraction], None] | None
"""Called now and then with the bounds of the best that is asked about."""


def is_small(state: FrontState) -> bool:
    """Return whether a position is searched to the end at once."""
    return prod(n + 1 for n in state) <= AT_ONCE


class TurnTerms(NamedTuple):
    """The terms of a turn, and of the search for the best one, as for `conquer`."""

    move: MoveRule = "any"
    dice: str = "free"
    all_numbers: int = STATES_OF_ALL_NUMBERS
    seconds: float | None = None
    effort: int = MAX_POSITIONS
    on_bounds: OnBounds = None

    def checked(self) -> "TurnTerms":
        """Return the terms; raise `RiskError` for any that are none."""
        one_of(self.dice, "dice", DICE_RULES)
        whole(self.effort, "effort", 1)
        whole(self.all_numbers, "all_numbers")
        seconds = self.seconds
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, Real) or not seconds > 0
        ):
            raise RiskError(f"seconds must be a number above 0, or None, not {short_repr(seconds)}")
        if not (self.on_bounds is None or callable(self.on_bounds)):
            what = f"not {short_repr(self.on_bounds)}"
            raise RiskError(f"on_bounds must be a function of two bounds, or None, {what}")
        return self._replace(move=checked_move(self.move))


USUAL_TERMS = TurnTerms()


class Bounds(NamedTuple):
    """The value of a policy, `play`, and one that no policy exceeds."""

    lower: Fraction
    upper: Fraction
    play: Playable


class AnytimeSearch:
    """Bounds of states; what is found for one serves the others.

    - `kinds`: methods of several kinds, of which a method begins where the one before it has ended:
      two for rough bounds, then one whose methods settle a state when all have ended, then others;
    - `shares`: for how many states each kind searches, in proportion;
    - `first`: the policy of a state as long as there is none better;
    - `instead`: policies that are no worse and tell all best moves, of those that do not;
    - `untried`: the states for which no policy was found.
    """

    def __init__(
        self,
        kinds: Sequence[Sequence[Bounding]],
        shares: Sequence[int],
        first: Playable,
        terms: TurnTerms,
        instead: Mapping[Playable, Playable] = {},
    ) -> None:
        self._effort, self._on_bounds = terms.effort, terms.on_bounds
        self._in_time = in_time(terms.seconds)
        self._kinds, self._shares, self._first, self._more = kinds, shares, first, 0
        self._instead = instead
        self._known: dict[FrontState, Bounds] = {}
        self.untried: set[FrontState] = set()
        self._best: tuple[Fraction, Fraction] | None = None

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        return sum(method.states for method in self._methods) + self._more

    @property
    def _methods(self) -> list[Bounding]:
        return list(dict.fromkeys(method for methods in self._kinds for method in methods))

    def of(
        self, states: Sequence[FrontState], moves: bool = False, most: Fraction = Fraction(1)
    ) -> list[Bounds]:
        """Return the bounds of states, all of which are sharpened in turn.

        - `moves`: all first moves that are as good as any are to be found, not bounds alone;
        - `most`: an upper bound of all of them.
        """
        self._known = dict.fromkeys(states, Bounds(Fraction(0), most, self._first))
        self.untried = set(self._known)
        self._best = None
        for method in self._methods:
            method.progress = self._progress
            method.expect(states)
        try:
            with suppress(SearchEndedError):
                self._sharpen(moves)
        finally:
            for method in self._methods:  # questions that come later have limits of their own
                method.most, method.progress = MAX_POSITIONS, None
        return [self._known[state] for state in states]

    def _sharpen(self, moves: bool) -> None:
        """Search every state for more and more states until it is settled.

        That is where the bounds meet; all best moves are found by what searches to the end.  Where
        all states are small, that comes first, and the others search only if it takes long.
        """
        left = {state: [list(methods) for methods in self._kinds] for state in self._known}
        rough, states = [0] * SETTLING, FIRST_STATES
        at_once = all(map(is_small, left))
        if at_once:
            self._search(left, [*rough, UNINTERRUPTED_STATES], moves)
            self._search(left, ROUGH_STATES, moves)
            self._search(left, [*rough, LONG_STATES], moves)
            others = [self._effort for _ in self._kinds[SETTLING + 1 :]]
            self._search(left, [*rough, 0, *others], moves)
        while left:
            shares = [states * share for share in self._shares]
            self._search(left, [*rough, self._effort] if at_once else shares, moves)
            states *= 2

    def _search(
        self,
        left: dict[FrontState, list[list[Bounding]]],
        shares: Sequence[int],
        moves: bool,
    ) -> None:
        """Let each kind search for its share of states; drop what is settled.

        What a method leaves of the share, since it ends before, the next of its kind has.
        """
        for kind, share in enumerate(shares):
            for state, waiting in list(left.items()):
                end = self.states + share
                while waiting[kind] and self.states < end:
                    if not self._has_ended(waiting[kind][0], state, end - self.states):
                        break
                    del waiting[kind][0]
                    lower, upper, play = self._known[state]
                    if lower == upper:  # only all best moves may be left to find
                        self._keep(state, Bounds(lower, upper, self._instead.get(play, play)))
                        for n, methods in enumerate(waiting):
                            if n != SETTLING or not moves or play in self._instead:
                                methods.clear()
                if not waiting[SETTLING]:
                    self._settle(state)
                    del left[state]

    def _has_ended(self, method: Bounding, state: FrontState, states: int) -> bool:
        """Return whether a method finds a value within this many states, and keep it."""
        self._in_time(0)
        remaining = self._effort - self.states
        if remaining <= 0:
            raise SearchEndedError("the effort is spent")
        method.most = method.states + min(states, remaining)
        try:
            value = method.value(state)
        except TooManyStatesError as ended:
            if isinstance(ended, SearchEndedError) or states >= remaining:
                raise SearchEndedError("the effort is spent") from None
            return False
        lower, upper, play = self._known[state]
        if isinstance(method, Playable):
            self.untried.discard(state)
            if value >= lower:
                lower, play = value, method
        if method.bounds_above:
            upper = min(upper, value)
        self._keep(state, Bounds(lower, upper, play))
        return True

    def _keep(self, state: FrontState, bounds: Bounds) -> None:
        self._known[state], self._best = bounds, None

    def _settle(self, state: FrontState) -> None:
        """Try a last method, for few states."""

    def _progress(self, states: int) -> None:
        """Report the bounds of the best of all states, and end the search when the time is up."""
        self._in_time(states)
        if self._on_bounds is None:
            return
        if self._best is None:
            known = self._known.values()
            self._best = max(each.lower for each in known), max(each.upper for each in known)
        self._on_bounds(*self._best)


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
        self._pooled = list[PooledStacks]()
        alone = [SingleBattle(front)] if front.is_single else []
        if alone and alone[0].bounds_above:
            super().__init__([[], [], alone], BOUND_SHARES[:3], alone[0], terms)
            return
        stacks = sum(map(bool, front.start[front.enemies :]))
        fits = precision(front) >= LEAST_PRECISION
        several = fits and stacks > 1
        numbers = sorted({min(2, stacks), stacks})
        pooled = [PooledStacks(front, n) for n in numbers if fits]
        regions = [OneRegion(front, n) for n in numbers if several]
        undivided = _undivided(front, [n for n in (2, 3) if n <= stacks]) if fits else []
        apart = _undivided(AllottedFront(front, min(2, stacks - 1)), [3]) if several else []
        best, exact = BestPlay(front, front.is_capped), PooledStacks(front, stacks, exact=True)
        best.bounds_above, whole = front.is_capped, UndividedStacks(front, exact=True)
        self._pooled = [exact, *reversed(pooled)]
        few = [*alone, *(BestPlay(each, every=True) for each in selective_fronts(front))]
        is_slow = terms.seconds is not None and not is_installed("numpy")
        by_one = [UnitedArmies(front)] if front.is_capped or is_slow or not regions else []
        kinds: list[Sequence[Bounding]] = [
            [*apart[:1], *by_one, *regions[:1]],
            [*few, best],
            [best] if front.is_capped else [exact, whole, best],
            *(pooled, undivided, apart[1:], regions[1:]),
        ]
        shares = SHARES_OF_SEVERAL if stacks > 1 else BOUND_SHARES
        shares = SHARES_WITHOUT_NUMPY if is_slow else shares
        super().__init__(kinds, shares, few[0], terms, {whole: best})

    def bounds(self, state: FrontState) -> Bounds:
        """Return the bounds of a state."""
        return self.of([state], moves=True)[0]

    def limits(self, state: FrontState) -> dict[Attack, Fraction]:
        """Return an upper bound for each attack that comes first; none if none is known."""
        return next(filter(None, (pooled.limits(state) for pooled in self._pooled)), {})

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


def _undivided(front: Front, targets: Iterable[int]) -> list[UndividedStacks]:
    """Return policies by stacks: narrow ones, by their number of targets, then all."""
    return [*(NarrowStacks(front, n) for n in targets), UndividedStacks(front)]
