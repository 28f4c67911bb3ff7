"""Lower and upper bounds of best play, which usually coincide.

The upper bound: armies enter a territory only when it falls, and from one territory.  So each
territory of the attacker holds armies of one *stack*, those that stood on one territory at the
start, and no two stacks ever join.  Let the free armies of a stack fight from all that it has
taken, with as many dice as all of them may throw: every real policy is still possible, so the
highest chance of such pools is an upper bound, whatever `MOVE_RULES` and `DICE_RULES` hold.
"""

from contextlib import suppress
from fractions import Fraction

from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text
from riskexact.boards.best_play import BestPlay
from riskexact.boards.evaluation import Evaluation, OnStates, TooManyStatesError, Work
from riskexact.boards.front import Front, FrontState, bits


class Pools(NamedTuple):
    """The defenders left, and of each stack the free armies and the nodes left that it borders."""

    defenders: tuple[int, ...]
    free: tuple[int, ...]
    borders: tuple[int, ...]


class Pooled(Evaluation[Pools]):
    """The values of pools."""

    def __init__(self, front: Front, most: int, on_states: OnStates) -> None:
        super().__init__(self._best, most, on_states)
        self._front = front

    def value(self, state: FrontState) -> Fraction:
        """Return an upper bound of the value of a state."""
        front, n = self._front, self._front.enemies
        stacks = [t for t in range(front.nodes) if state[n + t]]
        free = tuple(state[n + t] for t in stacks)
        borders = tuple(front.borders[t] for t in stacks)
        whole = self.run(self._worth(state[:n], free, borders))
        return Fraction(whole, front.base ** front.units(state))

    def _worth(
        self, defenders: tuple[int, ...], free: tuple[int, ...], borders: tuple[int, ...]
    ) -> Work[Pools]:
        """Return the value of pools, over base^units; nodes taken are still among the borders."""
        front = self._front
        left = sum(1 << u for u, d in enumerate(defenders) if d)
        needed = left & front.needed
        if not needed:
            return front.powers[sum(free) + sum(defenders) - left.bit_count()]
        if sum(free) < needed.bit_count():
            return 0
        at = tuple(b & left if f else 0 for f, b in zip(free, borders, strict=True))
        pools = Pools(defenders, free, at)
        value = self.values.get(pools)
        return (yield pools) if value is None else value

    def _best(self, pools: Pools) -> Work[Pools]:
        """Return the value of the best attack."""
        front, best = self._front, 0
        defenders, free, borders = pools
        for i, (armies, bordered) in enumerate(zip(free, borders, strict=True)):
            for u in bits(bordered):
                rounds = front.rounds[u][defenders[u]]
                for x in range(1, front.dice_of[u][armies].stop):
                    value = 0
                    for (lost, fallen), weight in rounds[x - 1]:
                        left = defenders[u] - fallen
                        after = armies - lost - (not left)
                        reach = bordered if left else bordered | front.borders[u]
                        worth = yield from self._worth(
                            (*defenders[:u], left, *defenders[u + 1 :]),
                            (*free[:i], after, *free[i + 1 :]),
                            (*borders[:i], reach, *borders[i + 1 :]),
                        )
                        value += weight * worth
                    best = max(best, value)
        return best


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
        play = self._play
        upper, lower = self._pooled.value(state), play.value(state)
        if lower < upper:
            full = BestPlay(self._front, True, self._all_numbers, self._on_states)
            with suppress(TooManyStatesError):
                lower = upper = full.value(state)
                play = full
            self._tried += full.states
            full.most = MAX_POSITIONS  # of questions that come later
        return Bounds(lower, upper, play)
