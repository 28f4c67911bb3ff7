"""Upper bounds where borders do not matter: every stack attacks everything.

*One region.*  Let each stack attack all that is left, wherever it is.  Every real policy is still
possible, and its armies are no fewer: so this is a relaxation.  Configurations that differ by a
permutation of nodes under the same rules are alike, so that few remain: defenders in order.  What
need not be taken is left out: no way leads through it, and each army that takes it is missed.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import le

from riskexact.turn.configurations import AttackOn, Ground, Place, WayOn, Ways
from riskexact.turn.front import Front, FrontState, bits
from riskexact.turn.funnels import funnels, without_funnels
from riskexact.turn.stacks import PooledStacks


class RegionWays(Ways):
    """Pools that attack everything: the ground of each is all that is left to take."""

    def __init__(self, front: Front) -> None:
        super().__init__(front, pooled=True)
        kinds = dict[object, list[int]]()
        for u in bits(front.needed):
            kinds.setdefault(front.enemy[u][1], []).append(u)
        self._kinds = list(kinds.values())
        self._kind = {u: nodes[0] for nodes in self._kinds for u in nodes}

    def sectors(self, left: int, grounds: Iterable[Ground]) -> list[Place] | None:
        left &= self.front.needed
        within = tuple(sorted((stack, left) for stack, _ in grounds))
        return ([(left, within)] if within else None) if left else []

    def attacks(self, place: Place) -> list[AttackOn]:
        if place not in self._known:
            left, grounds = place
            self._known[place] = [
                (each, u, [WayOn(tuple(self.sectors(left & ~(1 << u), grounds) or ()), 0, 0)])
                for each in grounds
                for u in bits(left)
            ]
        return self._known[place]

    def chosen(self, place: Place, defenders: Sequence[int]) -> list[AttackOn]:
        alike = {
            (stack, self._kind[u], defenders[u]): (stack, u, ways)
            for stack, u, ways in self.attacks(place)
        }
        return list(alike.values())

    def canonical(self, place: Place, defenders: Sequence[int]) -> tuple[Place, tuple[int, ...]]:
        left, after = 0, [0] * self.front.enemies
        for nodes in self._kinds:
            numbers = sorted(filter(None, [defenders[u] for u in nodes]), reverse=True)
            for u, number in zip(nodes, numbers, strict=False):
                left |= 1 << u
                after[u] = number
        return (left, tuple([(stack, left) for stack, _ in place[1]])), tuple(after)


class OneRegion(PooledStacks):
    """Upper bounds: every stack attacks everything, and funnels are taken away."""

    def _ways_of(self, front: Front) -> Ways:
        return RegionWays(front)

    def __init__(self, front: Front, most_stacks: int) -> None:
        super().__init__(front, most_stacks)
        self._start = self._reduced(front.start)

    def value(self, state: FrontState) -> Fraction:
        return super().value(self._reduced(state))

    def expect(self, states: Sequence[FrontState]) -> None:
        super().expect([self._reduced(state) for state in states])

    def _reduced(self, state: FrontState) -> FrontState:
        start = self.front.start
        of = start if all(map(le, state, start)) else state
        return without_funnels(self.front, state, funnels(self.front, of))
