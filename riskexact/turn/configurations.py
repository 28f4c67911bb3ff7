"""Configurations: what is left to take, and from where each stack attacks.

A *stack* is the free armies of one territory at the start.  A *configuration* says which nodes of a
sector are left, the defenders on them, and for each stack of the sector its *ground*.  It has a
value for all numbers of free armies of its stacks at once, so that there are few configurations
where there are many states.  There are two kinds:

- `pooled`: the ground of a stack is all that it has taken, and every node that this borders can be
  attacked with all armies of the stack.  No real policy does better: an upper bound.
- `undivided`: the ground is one node.  At a conquest all that may move in do, or the fewest.  This
  is a policy: a lower bound, and nearly always close to the optimum.

Where a stack leaves its ground and no more than a number may move in, the others are out of play.

Where a conquest leaves two parts that have nothing to do with each other, a stack is divided in the
best way, in both kinds: some armies move in, and never come back.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from riskexact.base.frozen import NamedTuple
from riskexact.turn.front import Front, bits

Ground = tuple[int, int]
"""A stack by its number, and its ground: a node, or of a pool all nodes left that it borders."""

Place = tuple[int, tuple[Ground, ...]]
"""The nodes left of a sector, as a set of bits, and the grounds of its stacks, in order."""


Places = tuple[Place, ...]


class WayOn(NamedTuple):
    """A way to go on after a conquest.

    - `places`: the sectors in which something is left to take;
    - `stays`, `moves`: the numbers of those in which the armies of the stack fight on that stay
      behind, and that move in; equal where the stack is not divided, None where they are of no use.
    """

    places: Places
    stays: int | None
    moves: int | None


AttackOn = tuple[Ground, int, list[WayOn]]
"""From which ground, the target, and the ways after a conquest."""


class Ways:
    """How stacks attack, and how they may go on after a conquest; by nodes left and grounds."""

    def __init__(self, front: Front, pooled: bool) -> None:
        self.front, self.pooled = front, pooled
        self._known: dict[Place, list[AttackOn]] = {}

    def ground(self, nodes: Sequence[int]) -> int:
        """Return the ground of a stack on nodes; only a pool is on several."""
        return reduce(or_, map(self.front.borders.__getitem__, nodes)) if self.pooled else nodes[0]

    def reach(self, ground: int) -> int:
        """Return the nodes that can be attacked from a ground."""
        return ground if self.pooled else self.front.borders[ground]

    def attacks(self, place: Place) -> list[AttackOn]:
        """Return each attack: from which ground, the target, and the ways after a conquest."""
        if place not in self._known:
            left, grounds = place
            self._known[place] = [
                (each, u, list(self._after(place, each, u)))
                for each in grounds
                for u in bits(self.reach(each[1]) & left)
            ]
        return self._known[place]

    def chosen(self, place: Place, defenders: Sequence[int]) -> list[AttackOn]:
        """Return the attacks that are considered with these defenders."""
        return self.attacks(place)

    def canonical(self, place: Place, defenders: Sequence[int]) -> tuple[Place, tuple[int, ...]]:
        """Return a place, and the defenders there, 0 elsewhere; one for all that are alike."""
        return place, tuple([d if place[0] >> u & 1 else 0 for u, d in enumerate(defenders)])

    def components(self, left: int, grounds: Iterable[Ground]) -> list[int]:
        """Return the connected components of the nodes left that have something to take."""
        return self.front.components(left, [self.reach(ground) & left for _, ground in grounds])

    def useful(self, left: int) -> int:
        """Return the nodes left that are connected to something to take."""
        return reduce(or_, self.components(left, ()), 0)

    def sectors(self, left: int, grounds: Iterable[Ground]) -> Places | None:
        """Return the sectors in which something is to be taken; None if no stack reaches one."""
        ordered, found = sorted(grounds), []
        for part in self.components(self.useful(left), ordered):
            within = tuple(
                (stack, ground & part if self.pooled else ground)
                for stack, ground in ordered
                if self.reach(ground) & part
            )
            if not within:
                return None
            found.append((part, within))
        return tuple(found)

    def _after(self, place: Place, source: Ground, target: int) -> Iterator[WayOn]:
        """Yield the ways after a conquest, of which one is best."""
        left, (stack, ground) = self.useful(place[0] & ~(1 << target)), source
        others = [each for each in place[1] if each != source]
        behind, on = self.reach(ground) & left, self.front.borders[target] & left
        free = self.pooled or self.front.move not in ("dice", "all")
        sides = [(part & behind > 0, part & on > 0) for part in self.components(left, others)]
        if free and (True, True) not in sides and {(True, False), (False, True)} <= {*sides}:
            moved = stack, self.ground([target])
            found = self.sectors(left, [*others, source, moved])
            if found is not None:
                yield WayOn(found, _first(found, behind), _first(found, on))
            return
        after = [ground] if free and behind else []
        if on or not after:
            after.append(self.ground([target]))
        for each in [reduce(or_, after)] if self.pooled else after:
            found = self.sectors(left, [*others, (stack, each)])
            if found is not None:
                number = _first(found, self.reach(each))
                leaves = not behind if self.pooled else each != ground
                stays = None if leaves and self.front.is_capped else number
                yield WayOn(found, stays, number)


class NarrowWays(Ways):
    """Undivided stacks with few attacks, `targets` at the most, but from all stacks in a battle.

    Each stack goes for one target: that which leaves the least trouble (`Front.trouble`), then that
    which the fewest stacks reach, then that with the fewest defenders.  The first few of these
    attacks are considered.  A battle that has begun goes on, from any stack, until one defender or
    none is left, so that few configurations come up.

    Any attacks that are chosen by the configuration make policies of `UndividedStacks`, whose best
    one is a lower bound of best play.
    """

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


class RegionWays(Ways):
    """Pools that attack everything: the ground of each is all that is left to take.

    Every real policy is still possible, and its armies are no fewer: so this is a relaxation.
    Configurations that differ by a permutation of nodes under the same rules are alike, so that few
    remain: defenders in order.  What need not be taken is left out: no way leads through it, and
    each army that takes it is missed.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front, pooled=True)
        kinds = dict[object, list[int]]()
        for u in bits(front.needed):
            kinds.setdefault(front.enemy[u][1], []).append(u)
        self._kinds = list(kinds.values())
        self._kind = {u: nodes[0] for nodes in self._kinds for u in nodes}

    def sectors(self, left: int, grounds: Iterable[Ground]) -> Places | None:
        left &= self.front.needed
        within = tuple(sorted((stack, left) for stack, _ in grounds))
        return (((left, within),) if within else None) if left else ()

    def _after(self, place: Place, source: Ground, target: int) -> Iterator[WayOn]:
        left, grounds = place
        yield WayOn(self.sectors(left & ~(1 << target), grounds) or (), 0, 0)

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


def _first(places: Places, nodes: int) -> int | None:
    """Return the number of the place that has any of these nodes."""
    return next((s for s, (left, _) in enumerate(places) if left & nodes), None)
