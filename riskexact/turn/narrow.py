"""Lower bounds by narrow policies: whole stacks with few attacks.

Each stack goes for one target: that which leaves the least trouble (`Front.trouble`), then that
which the fewest stacks reach, then that with the fewest defenders.  The first few of these attacks
are considered.  A battle that has begun goes on, from any stack, until one defender or none is
left, so that few configurations come up.

Any attacks that are chosen by the configuration make policies of `UndividedStacks`, whose best one
is a lower bound of best play.
"""

from collections.abc import Sequence

from riskexact.turn.configurations import AttackOn, Ground, Place, Ways
from riskexact.turn.front import Front
from riskexact.turn.stacks import UndividedStacks


class NarrowWays(Ways):
    """Undivided stacks with few attacks, `targets` at the most, but from all stacks in a battle."""

    def __init__(self, front: Front, targets: int) -> None:
        super().__init__(front, pooled=False)
        self._targets = targets

    def chosen(self, place: Place, defenders: Sequence[int]) -> list[AttackOn]:
        start, every = self.front.start, self.attacks(place)
        begun = [attack for attack in every if 1 < defenders[attack[1]] < start[attack[1]]]
        if begun:
            return begun
        reached = [u for _, u, _ in every]

        def trouble(attack: AttackOn) -> tuple[object, ...]:
            (_, ground), u, _ = attack  # of equals by node: stacks are numbered by their armies
            return *self.front.trouble(u, place[0]), reached.count(u), defenders[u], u, ground

        first: dict[Ground, AttackOn] = {}
        for attack in sorted(every, key=trouble):
            first.setdefault(attack[0], attack)
        return list(first.values())[: self._targets]


class NarrowStacks(UndividedStacks):
    """Lower bounds, and the policy that has them, by `NarrowWays`."""

    def __init__(self, front: Front, targets: int) -> None:
        self._targets = targets
        super().__init__(front)

    def _ways_of(self, front: Front) -> Ways:
        return NarrowWays(front, self._targets)
