"""Values of states, each computed once, without recursion on Python's stack, and their policy.

A value is computed by a generator, which yields each state whose value it needs and is sent it.
"""

from collections.abc import Callable, Generator, Hashable, Iterator
from typing import Generic, TypeVar

from riskexact.base.errors import RiskError
from riskexact.boards.front import Attack, Front, FrontState

Key = TypeVar("Key", bound=Hashable)

OnStates = Callable[[int], None]
"""Called now and then with the number of states that have been evaluated."""

Work = Generator[Key, int, int]
"""The computation of a whole number from the values of states."""


class TooManyStatesError(RiskError):
    """There are more states than allowed."""


class Evaluation(Generic[Key]):
    """The values of states, which `work(state)` computes; `most` states, or `TooManyStatesError`.

    `on_states` is called with their number, now and then.
    """

    def __init__(self, work: Callable[[Key], Work[Key]], most: int, on_states: OnStates) -> None:
        self.values: dict[Key, int] = {}
        self._work, self.most, self._on_states = work, most, on_states

    def run(self, work: Work[Key]) -> int:
        """Return what the work returns, and keep the values of all states that it needs.

        >>> def steps(n):  # 2 to the n
        ...     return 2 * (yield n - 1) if n else 1
        >>> Evaluation(steps, 6000, lambda states: None).run(steps(5000)) == 2**5000
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
                if not len(values) & 0xFFF:
                    self._on_states(len(values))
                if len(values) > self.most:
                    raise TooManyStatesError(
                        f"position must have at most {self.most} states, not more: take fewer "
                        f"territories, or fewer armies"
                    ) from None
            else:
                value = values.get(needed)
                if value is None:
                    waiting.append((needed, self._work(needed)))


class Policy(Generic[Key]):
    """The values of the stages of a front, whole numbers over base^units times `over`.

    A stage is a state, and what else matters of the turn so far.
    """

    over = 1

    def __init__(self, front: Front, most_states: int, on_states: OnStates) -> None:
        self.front = front
        self._evaluation = Evaluation(self._best, most_states, on_states)

    @property
    def states(self) -> int:
        """The number of stages that have been evaluated."""
        return len(self._evaluation.values)

    def allow(self, most_states: int) -> None:
        """Let questions that come later evaluate this many stages."""
        self._evaluation.most = most_states

    def begun(self, state: FrontState) -> Key:
        """Return the stage at which the turn begins."""
        raise NotImplementedError

    def value(self, stage: Key) -> int:
        """Return the value of a stage."""
        return self._evaluation.run(self._worth(stage, self.front.units(self._state(stage))))

    def attacks(self, stage: Key) -> Iterator[tuple[Attack, int]]:
        """Yield every attack with the value of the stage if it comes first."""
        state = self._state(stage)
        units = self.front.units(state)
        for attack in self.front.attacks(state):
            yield attack, self._evaluation.run(self._first(stage, attack, units))

    def moves_in(self, stage: Key, attack: Attack) -> int | None:
        """Return how many armies best move in if the target falls, the fewest among equals.

        None if it cannot fall in this round.
        """
        front, state = self.front, self._state(stage)
        if not front.may_fall(state, attack):
            return None
        units = front.units(state) - state[attack.target]
        fallen = front.fought(state, attack, 0, state[attack.target])
        worth = {
            m: self._evaluation.run(self._moved(stage, attack, m, units))
            for m in front.moves_in(fallen, attack)
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
