"""An upper bound of best play, nearly always sharp: stacks never merge.

Armies enter a territory only when it falls, and from one territory.  So each territory of the
attacker holds armies of one *stack*, those that stood on one territory at the start, and no two
stacks ever join.  Let the free armies of a stack fight from all that the stack has taken, whichever
of its territories they are on, with as many dice as all of them may throw: every real policy is
still possible, so the highest chance of such pools is an upper bound, whatever `MOVE_RULES` and
`DICE_RULES` hold.
"""

from riskexact.base.frozen import NamedTuple
from riskexact.boards.evaluation import Evaluation, OnStates, Work
from riskexact.boards.front import Front, bits


class Pools(NamedTuple):
    """The defenders left, and of each stack the free armies and the nodes left that it borders."""

    defenders: tuple[int, ...]
    free: tuple[int, ...]
    borders: tuple[int, ...]


class Pooled:
    """The values of pools."""

    def __init__(self, front: Front, most_states: int, on_states: OnStates) -> None:
        self._front = front
        self._evaluation = Evaluation(self._best, most_states, on_states)

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        return len(self._evaluation.values)

    def value(self, state: tuple[int, ...]) -> int:
        """Return an upper bound of the value of a state, over base^units."""
        front, n = self._front, self._front.enemies
        stacks = [t for t in range(front.nodes) if state[n + t]]
        free = tuple(state[n + t] for t in stacks)
        borders = tuple(front.borders[t] for t in stacks)
        return self._evaluation.run(self._worth(state[:n], free, borders))

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
        value = self._evaluation.values.get(pools)
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
