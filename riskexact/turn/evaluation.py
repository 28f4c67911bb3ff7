"""Values of states, each computed once, without recursion on Python's stack, and their policy.

A value is computed by a generator, which yields each state whose value it needs and is sent it.
"""

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

from riskexact.base.errors import RiskError
from riskexact.turn.front import Attack, Front, FrontState

Key = TypeVar("Key", bound=Hashable)

MAX_POSITIONS = 3_000_000
"""States that are held at once: some 1.5 GiB."""

MAX_SECONDS = 10**9
"""A longer time never comes either, and floats may not have it."""

OnStates = Callable[[int], None] | None
"""Called now and then with the number of states that have been evaluated; it may raise."""

Work = Generator[Key, int, int]
"""The computation of a whole number from the values of states."""


class TooManyStatesError(RiskError):
    """There are more states than allowed."""


class SearchEndedError(TooManyStatesError):
    """The time is up, or the effort is spent."""


def in_time(seconds: float | None) -> Callable[[int], None]:
    """Return what ends an evaluation that takes longer, if a time is given."""
    until = inf if seconds is None else monotonic() + float(min(seconds, MAX_SECONDS))

    def end_late(states: int) -> None:
        if monotonic() > until:
            raise SearchEndedError("the time is up")

    return end_late


class Bounding:
    """What finds bounds of the values of states, from above if they are `bounds_above`.

    - `most`: the states that it may evaluate, or `TooManyStatesError`; `values`: what it has found.
    """

    bounds_above = False
    most = MAX_POSITIONS
    progress: OnStates = None
    value: Callable[[FrontState], Fraction]

    def __init__(self, front: Front) -> None:
        self.front = front
        self.values: dict[Any, Any] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave values behind in copies and pickles, where they are computed again, in silence."""
        return vars(self) | {"values": {}, "progress": None}

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        raise NotImplementedError

    def expect(self, states: Sequence[FrontState]) -> None:
        """Take in which states will be asked for, so that they may be evaluated together."""

    def _report(self) -> None:
        if self.progress:
            self.progress(self.states)


class Playable(Bounding):
    """A policy, whose values are lower bounds of best play, and exact if also upper ones.

    `attacks` yields every attack with the value of the turn if it comes first.
    """

    attacks: Callable[[FrontState], Iterator[tuple[Attack, Fraction]]]
    _moves_in: Callable[[FrontState, Attack], int | None]

    def moves_in(self, state: FrontState, attack: Attack) -> int | None:
        """Return how many armies best move in if the target falls, the fewest among equals.

        None if it cannot fall in this round.
        """
        rounds, defenders = self.front.rounds_of(state, attack), state[attack.target]
        falls = any(fallen == defenders for (_, fallen), _ in rounds)
        return self._moves_in(state, attack) if falls else None


class Policy(Playable, Generic[Key]):
    """The values of the stages of a front, whole numbers over base^units times `over`.

    A stage is a state, and what else matters of the turn so far.

    - `begun` returns the stage at which the turn begins, `_state` the state of a stage;
    - `_worth`: the value of any stage over base^units, from its sectors;
    - `_after`: that after an attack with these losses;
    - `_moved`: that after the target has fallen, with this many armies moved in.
    """

    over = 1
    values: dict[Key, int]
    begun: Callable[[FrontState], Key]
    _state: Callable[[Key], FrontState]
    _worth: Callable[[Key, int], Work[Key]]
    _after: Callable[[Key, Attack, int, int, int], Work[Key]]
    _moved: Callable[[Key, Attack, int, int], Work[Key]]

    @property
    def states(self) -> int:
        return len(self.values)

    def value(self, state: FrontState) -> Fraction:
        units = self.front.units(state)
        whole = self._run(self._worth(self.begun(state), units))
        return Fraction(whole, self.over * self.front.base**units)

    def attacks(self, state: FrontState) -> Iterator[tuple[Attack, Fraction]]:
        units = self.front.units(state)
        over = self.over * self.front.base**units
        for attack in self.front.attacks(state):
            yield attack, Fraction(self._run(self._first(self.begun(state), attack, units)), over)

    def _moves_in(self, state: FrontState, attack: Attack) -> int | None:
        front, defenders = self.front, state[attack.target]
        units = front.units(state) - defenders
        worth: dict[int, int] = {}
        with suppress(SearchEndedError):  # of those that were compared in time
            for m in front.moves_in(front.fought(state, attack, 0, defenders), attack):
                worth[m] = self._run(self._moved(self.begun(state), attack, m, units))
        return max(worth, key=worth.__getitem__, default=None)

    def _first(self, stage: Key, attack: Attack, units: int) -> Work[Key]:
        """Return the value of a stage with this attack first."""
        value = 0
        for (i, j), weight in self.front.rounds_of(self._state(stage), attack):
            after = yield from self._after(stage, attack, i, j, units - i - j)
            value += weight * after
        return value

    def _best(self, stage: Key) -> Work[Key]:
        """Return the value of the best attack, or 0 for none."""
        state, best = self._state(stage), 0
        units = self.front.units(state)
        for attack in self.front.attacks(state):
            value = yield from self._first(stage, attack, units)
            best = max(best, value)
        return best

    def _run(self, work: Work[Key]) -> int:
        """Return what the work returns, and keep the values of all stages that it needs."""
        values = self.values
        waiting: list[tuple[Key | None, Work[Key]]] = [(None, work)]
        value: int | None = None
        while True:
            try:
                needed = waiting[-1][1].send(value)  # type: ignore[arg-type]
            except StopIteration as done:
                stage, _ = waiting.pop()
                found: int = done.value
                if stage is None:
                    return found
                values[stage] = value = found
                if not len(values) & 0xFF:
                    self._report()
                if len(values) > self.most:
                    raise TooManyStatesError(
                        f"position must have at most {self.most} states, not more: take fewer "
                        f"territories, or fewer armies"
                    ) from None
            else:
                value = values.get(needed)
                if value is None:
                    waiting.append((needed, self._best(needed)))
