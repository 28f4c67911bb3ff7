"""Values of states, each computed once, without recursion on Python's stack.

A value is computed by a generator, which yields each state whose value it needs and is sent it.
"""

from collections.abc import Callable, Generator, Hashable
from typing import Generic, TypeVar

from riskexact.base.errors import RiskError

Key = TypeVar("Key", bound=Hashable)

Work = Generator[Key, int, int]
"""The computation of a whole number from the values of states."""


class TooManyStatesError(RiskError):
    """There are more states than allowed."""


class Evaluation(Generic[Key]):
    """The values of states, which `work(state)` computes; `most` states, or `TooManyStatesError`.

    `on_states` is called with their number, now and then.
    """

    def __init__(
        self, work: Callable[[Key], Work[Key]], most: int, on_states: Callable[[int], None]
    ) -> None:
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
