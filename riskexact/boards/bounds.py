"""Lower and upper bounds of best play, which usually coincide."""

from fractions import Fraction

from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text
from riskexact.boards.best_play import BestPlay
from riskexact.boards.evaluation import OnStates, TooManyStatesError
from riskexact.boards.front import Front, FrontState
from riskexact.boards.pooled import Pooled

MAX_POSITIONS = 3_000_000
"""States that are held at once: some 1.5 GiB."""

STATES_OF_ALL_NUMBERS = 5000
"""States up to which every number of armies moving in is tried, where the bounds differ."""


class Bounds(NamedTuple):
    """The chance of a policy, which `play` has, and one that no policy exceeds."""

    lower: Fraction
    upper: Fraction
    play: BestPlay


def bounds_text(lower: Fraction, upper: Fraction) -> str:
    """Return a chance that lies between bounds in percent.

    >>> bounds_text(Fraction(1, 2), Fraction(1, 2)), bounds_text(Fraction(1, 2), Fraction(3, 4))
    ('50.0 %', '50.0 % to 75.0 %')
    """
    return chance_text(lower) + (f" to {chance_text(upper)}" if lower < upper else "")


class Bounded:
    """Bounds of the states of a front; what is found for one serves the others."""

    def __init__(self, front: Front, all_numbers: int, on_states: OnStates) -> None:
        self._front, self._all_numbers, self._on_states = front, all_numbers, on_states
        self._pooled = Pooled(front, MAX_POSITIONS, on_states)
        self._play = BestPlay(front, False, MAX_POSITIONS, on_states)
        self._tried = 0

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        return self._pooled.states + self._play.states + self._tried

    def bounds(self, state: FrontState) -> Bounds:
        """Return the bounds of a state; raise `RiskError` for more than `MAX_POSITIONS` states."""
        over = self._front.base ** self._front.units(state)
        upper, lower = self._pooled.value(state), self._play.value(state)
        play = self._play
        if lower < upper:
            full = BestPlay(self._front, True, self._all_numbers, self._on_states)
            try:
                lower = upper = full.value(state)
            except TooManyStatesError:
                pass
            else:
                play = full
                play.allow(MAX_POSITIONS)
            self._tried += full.states
        return Bounds(Fraction(lower, over), Fraction(upper, over), play)
