"""Values of states, each computed once, without recursion on Python's stack, and their policy.

A value is computed by a generator, which yields each state whose value it needs and is sent it.
"""

from collections.abc import Callable, Generator, Hashable, Iterator
from fractions import Fraction
from typing import Generic, Protocol, TypeVar, runtime_checkable

from riskexact.base.errors import RiskError
from riskexact.turn.front import Attack, Front, FrontState

Key = TypeVar("Key", bound=Hashable)

MAX_POSITIONS = 3_000_000
"""States that are held at once: some 1.5 GiB."""

OnStates = Callable[[int], None] | None
"""Called now and then with the number of states that have been evaluated; it may raise."""

Work = Generator[Key, int, int]
"""The computation of a whole number from the values of states."""


@runtime_checkable
class Playable(Protocol):
    """What answers with a policy, whose values are lower bounds of best play."""

    def value(self, state: FrontState) -> Fraction:
        """Return the value of a turn that begins in a state."""

    def attacks(self, state: FrontState) -> Iterator[tuple[Attack, Fraction]]:
        """Yield every attack with the value of the turn if it comes first."""

    def moves_in(self, state: FrontState, attack: Attack) -> int | None:
        """Return how many armies best move in if the target falls, the fewest among equals.

        None if it cannot fall in this round.
        """


class TooManyStatesError(RiskError):
    """There are more states than allowed."""


class Evaluation(Generic[Key]):
    """The values of states, which `work` computes; `most` of them, or `TooManyStatesError`.

    Those of a `Policy` are lower bounds of best play; `bounds_above`: they are upper bounds.
    """

    bounds_above = False

    def __init__(
        self,
        work: Callable[[Key], Work[Key]],
        most: int = MAX_POSITIONS,
        progress: OnStates = None,
    ) -> None:
        self.values: dict[Key, int] = {}
        self._work, self.most, self.progress = work, most, progress

    def __getstate__(self) -> dict[str, object]:
        """Leave values behind in copies and pickles, where they are computed again, in silence."""
        return vars(self) | {"values": {}, "progress": None}

    def value(self, state: FrontState) -> Fraction:
        """Return the value of a state."""
        raise NotImplementedError

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        return len(self.values)

    def run(self, work: Work[Key]) -> int:
        """Return what the work returns, and keep the values of all states that it needs.

        >>> def steps(n):  # 2 to the n
        ...     return 2 * (yield n - 1) if n else 1
        >>> Evaluation(steps, 6000).run(steps(5000)) == 2**5000
        True
        """
        values = self.values
        waiting: list[tuple[Key | None, Work[Key]]] = [(None, work)]
        value: int | None = None
        while True:
            try:
                needed = waiting[-1][1].send(value)  # type: ignore[arg-type]
            except StopIteration as done:
                state, _ = waiting.pop()
                found: int = done.value
                if state is None:
                    return found
                values[state] = value = found
                if self.progress and not len(values) & 0x3FF:
                    self.progress(len(values))
                if len(values) > self.most:
                    raise TooManyStatesError(
                        f"position must have at most {self.most} states, not more: take fewer "
                        f"territories, or fewer armies"
                    ) from None
            else:
                value = values.get(needed)
                if value is None:
                    waiting.append((needed, self._work(needed)))


class Policy(Evaluation[Key]):
    """The values of the stages of a front, whole numbers over base^units times `over`.

    A stage is a state, and what else matters of the turn so far.
    """

    over = 1

    def __init__(self, front: Front, most: int = MAX_POSITIONS, progress: OnStates = None) -> None:
        super().__init__(self._best, most, progress)
        self.front = front

    def begun(self, state: FrontState) -> Key:
        """Return the stage at which the turn begins."""
        raise NotImplementedError

    def value(self, state: FrontState) -> Fraction:
        """Return the value of a turn that begins in a state."""
        units = self.front.units(state)
        whole = self.run(self._worth(self.begun(state), units))
        return Fraction(whole, self.over * self.front.base**units)

    def attacks(self, state: FrontState) -> Iterator[tuple[Attack, Fraction]]:
        """Yield every attack, as every `Playable` does."""
        units = self.front.units(state)
        over = self.over * self.front.base**units
        for attack in self.front.attacks(state):
            yield attack, Fraction(self.run(self._first(self.begun(state), attack, units)), over)

    def moves_in(self, state: FrontState, attack: Attack) -> int | None:
        """Return how many armies best move in, as every `Playable` does."""
        front, defenders = self.front, state[attack.target]
        if all(fallen < defenders for (_, fallen), _ in front.rounds_of(state, attack)):
            return None
        units = front.units(state) - defenders
        worth = {
            m: self.run(self._moved(self.begun(state), attack, m, units))
            for m in front.moves_in(front.fought(state, attack, 0, defenders), attack)
        }
        return max(worth, key=worth.__getitem__)

    def _best(self, stage: Key) -> Work[Key]:
        """Return the value of the best attack, or 0 for none."""
        state, best = self._state(stage), 0
        units = self.front.units(state)
        for attack in self.front.attacks(state):
            value = yield from self._first(stage, attack, units)
            best = max(best, value)
        return best

    def _state(self, stage: Key) -> FrontState:
        raise NotImplementedError

    def _worth(self, stage: Key, units: int) -> Work[Key]:
        """Return the value of any stage over base^units, from its sectors."""
        raise NotImplementedError

    def _first(self, stage: Key, attack: Attack, units: int) -> Work[Key]:
        """Return the value of a stage with this attack first."""
        raise NotImplementedError

    def _moved(self, stage: Key, attack: Attack, armies: int, units: int) -> Work[Key]:
        """Return the value after the target has fallen, with this many armies moved in."""
        raise NotImplementedError
