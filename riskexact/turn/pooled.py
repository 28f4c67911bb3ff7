"""Upper bounds of best play: the armies of a stack fight from all that it has taken.

Armies enter a territory only when it falls, and from one territory.  So each
territory of the attacker holds armies of one *stack*, those that stood on one territory at the
start, and no two stacks ever join.  Let the free armies of a stack fight from all that it has
taken, with as many dice as all of them may throw: every real policy is still possible, so the
highest chance of such pools is an upper bound, whatever `MOVE_RULES` and `DICE_RULES` hold.

It stays one if a pool is divided at a conquest, as its armies are in fact: some move in, and from
there they never come back.  That is done where the two parts have nothing more to do with each
other, so that no sector ever has more pools than stacks (`Pooled`).

It also stays one if all stacks are united, and may attack everything.  Then it no longer matters
which territory has how many defenders left, and few states remain (`Anywhere`).
"""

from collections.abc import Iterable
from fractions import Fraction

from riskexact.base.frozen import NamedTuple
from riskexact.turn.evaluation import (
    MAX_POSITIONS,
    Evaluation,
    OnStates,
    TooManyStatesError,
    Work,
    ignored,
)
from riskexact.turn.front import Front, FrontState, bits

Pool = tuple[int, int]
"""Free armies, and the nodes left that they border, as a set of bits."""


class Pools(NamedTuple):
    """The defenders left, and the pools that may attack them, the largest first."""

    defenders: tuple[int, ...]
    pools: tuple[Pool, ...]


class Pooled(Evaluation[Pools]):
    """The values of the pools of a sector."""

    bounds_above = True

    def __init__(self, front: Front) -> None:
        super().__init__(self._best)
        self._front = front
        self._parts: dict[tuple[int, ...], list[int]] = {}

    def value(self, state: FrontState) -> Fraction:
        """Return an upper bound of the value of a state."""
        front, n = self._front, self._front.enemies
        pools = [(state[n + t], front.borders[t]) for t in bits(front.live(state))]
        units = front.units(state)
        whole = self.run(self._worth(state[:n], pools, units))
        return Fraction(whole, front.base**units)

    def _worth(self, defenders: tuple[int, ...], pools: Iterable[Pool], units: int) -> Work[Pools]:
        """Return the product of the values of the sectors, over base^units."""
        front, values, value = self._front, self.values, 1
        # most often they are a sector, which is known
        known = values.get(Pools(defenders, tuple(sorted(pools, reverse=True))))
        if known is not None:
            return known
        left = front.left(defenders)
        pools = [(free, borders & left) for free, borders in pools if free and borders & left]
        for nodes in self._sectors(left, pools):
            within = sorted([pool for pool in pools if pool[1] & nodes], reverse=True)
            free = sum([pool[0] for pool in within])
            if free < (nodes & front.needed).bit_count():
                return 0
            here = defenders
            if nodes != left:
                here = tuple([d if nodes >> u & 1 else 0 for u, d in enumerate(defenders)])
            pooled = Pools(here, tuple(within))
            worth = values.get(pooled)
            if worth is None:
                worth = yield pooled
            if not worth:
                return 0
            value *= worth
            units -= free + sum(here) - nodes.bit_count()
        return value * front.powers[units]

    def _sectors(self, left: int, pools: Iterable[Pool]) -> list[int]:
        """Return the sets of nodes that hang together, as far as there is something to take."""
        key = left, *[borders & left for _, borders in pools]
        if key not in self._parts:
            self._parts[key] = self._front.parts(left, key[1:])
        return self._parts[key]

    def _best(self, pools: Pools) -> Work[Pools]:
        """Return the value of the best attack."""
        front, best, (defenders, every) = self._front, 0, pools
        units = front.units(defenders) + sum([free for free, _ in every])
        for i, (free, borders) in enumerate(every):
            others = [*every[:i], *every[i + 1 :]]
            for u in bits(borders):
                worth: dict[tuple[int, int], int] = {}
                for ends in front.rounds[u][defenders[u]][: front.dice_of[u][free].stop - 1]:
                    value = 0
                    for end, weight in ends:
                        if end not in worth:
                            after = *defenders[:u], defenders[u] - end[1], *defenders[u + 1 :]
                            pool = free - end[0], borders
                            worth[end] = yield from self._after(
                                after, u, pool, others, units - sum(end)
                            )
                        value += weight * worth[end]
                    best = max(best, value)
        return best

    def _after(
        self, defenders: tuple[int, ...], target: int, pool: Pool, others: list[Pool], units: int
    ) -> Work[Pools]:
        """Return the value after a round of a pool, divided in the best way if the target fell."""
        if defenders[target]:
            return (yield from self._worth(defenders, [pool, *others], units))
        (free, borders), best = pool, 0
        left = self._front.left(defenders)
        on = self._front.borders[target]
        parts = self._sectors(left, others)
        reach = [(part & borders > 0, part & on > 0) for part in parts]
        if (True, True) in reach or not ((True, False) in reach and (False, True) in reach):
            return (yield from self._worth(defenders, [(free - 1, borders | on), *others], units))
        for moved in range(free):
            divided = [(free - 1 - moved, borders), (moved, on), *others]
            worth = yield from self._worth(defenders, divided, units)
            best = max(best, worth)
        return best


Garrisons = tuple[tuple[int, int], ...]
"""Those to be beaten, in ascending order: the number of their rules, and their defenders."""


class Anywhere:
    """The values of one pool of all armies, which borders everything.

    They are computed by rows: a row has the values of the same garrisons, by the free armies.
    """

    bounds_above = True

    def __init__(self, front: Front) -> None:
        self.most, self.states = MAX_POSITIONS, 0
        self.on_states: OnStates = ignored
        self._front = front
        kinds = list(dict.fromkeys(rules for _, rules in front.enemy))
        self._kind = [kinds.index(rules) for _, rules in front.enemy]
        # of each kind, the node with the most defenders has the rounds of all
        nodes = sorted(range(front.enemies), key=lambda u: front.enemy[u][0])
        self._node = {self._kind[u]: u for u in nodes}
        self._rows: dict[tuple[Garrisons, int], list[int]] = {}

    def value(self, state: FrontState) -> Fraction:
        """Return an upper bound of the value of a state."""
        return self.chance(state, self._front.needed)

    def chance(self, state: FrontState, nodes: int) -> Fraction:
        """Return an upper bound of the chance to take these nodes, a set of bits."""
        front, n = self._front, self._front.enemies
        left = sorted((self._kind[u], state[u]) for u in bits(front.left(state) & nodes))
        garrisons, free = tuple(left), sum(state[n:])
        for each in self._below(garrisons, free, (self.most - self.states) // (free + 1)):
            self._rows[each, free] = self._row(each, free)
            self.states += free + 1
            self.on_states(self.states)
        units = free + sum(defenders - 1 for _, defenders in garrisons)
        return Fraction(self._rows[garrisons, free][-1], front.base**units)

    def _below(self, garrisons: Garrisons, free: int, most: int) -> list[Garrisons]:
        """Return what the garrisons may become, as far as it has no row, the fewest first."""
        found, waiting = set(), [garrisons]
        while waiting:
            each = waiting.pop()
            if each in found or (each, free) in self._rows:
                continue
            found.add(each)
            if len(found) > most:
                raise TooManyStatesError(f"position must have at most {self.most} states, not more")
            waiting += (_beaten(each, g, 1) for g in _different(each))
        return sorted(found, key=lambda each: sum(defenders for _, defenders in each))

    def _row(self, garrisons: Garrisons, most: int) -> list[int]:
        """Return the values of garrisons, by the free armies."""
        if not garrisons:
            return self._front.powers[: most + 1]
        row = [0] * (most + 1)
        attacks = [self._attack(garrisons, g, row, most) for g in _different(garrisons)]
        for free in range(len(garrisons), most + 1):
            row[free] = max(
                sum(
                    weight * after[free - cost]
                    for cost, weight, after in ends[x - 1]
                    if cost <= free
                )
                for dice, ends in attacks
                for x in dice[free]
            )
        return row

    def _attack(
        self, garrisons: Garrisons, g: int, row: list[int], free: int
    ) -> tuple[list[range], list[list[tuple[int, int, list[int]]]]]:
        """Return the dice by armies, and by dice how a round ends: cost, weight, row after it."""
        kind, defenders = garrisons[g]
        front, node = self._front, self._node[kind]
        dice = [range(1, numbers.stop) for numbers in front.dice_of[node]]
        return dice, [
            [
                (
                    lost + (fallen == defenders),
                    weight,
                    self._rows[_beaten(garrisons, g, fallen), free] if fallen else row,
                )
                for (lost, fallen), weight in rounds
            ]
            for rounds in front.rounds[node][defenders]
        ]


def _different(garrisons: Garrisons) -> list[int]:
    """Return the places of garrisons, only the first of equals: they are in ascending order.

    >>> _different(((0, 1), (0, 1), (0, 2)))
    [0, 2]
    """
    return [g for g, each in enumerate(garrisons) if not g or each != garrisons[g - 1]]


def _beaten(garrisons: Garrisons, g: int, fallen: int) -> Garrisons:
    """Return the garrisons after a round against one of them.

    >>> _beaten(((0, 1), (0, 2)), 0, 1), _beaten(((0, 1), (0, 3)), 1, 2)
    (((0, 2),), ((0, 1), (0, 1)))
    """
    kind, defenders = garrisons[g]
    left = [(kind, defenders - fallen)] if fallen < defenders else []
    return tuple(sorted((*garrisons[:g], *garrisons[g + 1 :], *left)))
