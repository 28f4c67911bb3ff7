"""Upper bounds of best play: the armies of a stack fight from all that it has taken.

Armies enter a territory only when it falls, and from one territory.  So each
territory of the attacker holds armies of one *stack*, those that stood on one territory at the
start, and no two stacks ever join.  Let the free armies of a stack fight from all that it has
taken, with as many dice as all of them may throw: every real policy is still possible, so the
highest chance of such pools is an upper bound, whatever `MOVE_RULES` and `DICE_RULES` hold.

It stays one if stacks are united, and if all of them may attack everything.  Then it no longer
matters which territory has how many defenders left, and few states remain (`Anywhere`).
"""

from fractions import Fraction
from itertools import product
from math import prod

from riskexact.base.frozen import NamedTuple
from riskexact.boards.evaluation import (
    MAX_POSITIONS,
    Evaluation,
    OnStates,
    TooManyStatesError,
    Work,
    ignored,
)
from riskexact.boards.front import Front, FrontState, bits


class Pools(NamedTuple):
    """The defenders left, and of each stack the free armies and the nodes left that it borders."""

    defenders: tuple[int, ...]
    free: tuple[int, ...]
    borders: tuple[int, ...]


class Pooled(Evaluation[Pools]):
    """The values of pools."""

    bounds_above = True

    def __init__(self, front: Front) -> None:
        super().__init__(self._best)
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


Garrisons = tuple[tuple[int, int], ...]
"""Those to be beaten, in ascending order: the number of their rules, and their defenders."""


class Anywhere:
    """The values of pools that border everything, the smallest stacks united to leave `stacks`.

    They are computed by rows: a row has the values of the same garrisons, by the free armies.
    """

    bounds_above = True

    def __init__(self, front: Front, stacks: int) -> None:
        self.most, self.states = MAX_POSITIONS, 0
        self.on_states: OnStates = ignored
        self._front, self._stacks = front, stacks
        kinds = list(dict.fromkeys(rules for _, rules in front.enemy))
        self._kind = [kinds.index(rules) for _, rules in front.enemy]
        # of each kind, the node with the most defenders has the rounds of all
        nodes = sorted(range(front.enemies), key=lambda u: front.enemy[u][0])
        self._node = {self._kind[u]: u for u in nodes}
        self._rows: dict[tuple[Garrisons, FrontState], list[int]] = {}

    def value(self, state: FrontState) -> Fraction:
        """Return an upper bound of the value of a state."""
        return self.chance(state, self._front.needed)

    def chance(self, state: FrontState, nodes: int) -> Fraction:
        """Return an upper bound of the chance to take these nodes, a set of bits."""
        front, n = self._front, self._front.enemies
        left = sorted((self._kind[u], state[u]) for u in bits(front.left(state) & nodes))
        garrisons = tuple(left)
        armies = sorted(filter(None, state[n:]), reverse=True)
        free = *armies[: self._stacks - 1], sum(armies[self._stacks - 1 :])
        cells = prod(armies + 1 for armies in free)
        for each in self._below(garrisons, free, (self.most - self.states) // cells):
            self._rows[each, free] = self._row(each, free)
            self.states += cells
            self.on_states(self.states)
        units = sum(free) + sum(defenders - 1 for _, defenders in garrisons)
        return Fraction(self._rows[garrisons, free][-1], front.base**units)

    def _below(self, garrisons: Garrisons, free: FrontState, most: int) -> list[Garrisons]:
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

    def _row(self, garrisons: Garrisons, free: FrontState) -> list[int]:
        """Return the values of garrisons, by the free armies in lexicographic order."""
        every = product(*(range(armies + 1) for armies in free))
        if not garrisons:
            return [self._front.powers[sum(each)] for each in every]
        steps = [prod(armies + 1 for armies in free[i + 1 :]) for i in range(len(free))]
        row = [0] * prod(armies + 1 for armies in free)
        attacks = [self._attack(garrisons, g, row, free) for g in _different(garrisons)]
        for here, stacks in enumerate(every):
            if sum(stacks) < len(garrisons):
                continue
            best = 0
            for armies, step in zip(stacks, steps, strict=True):
                for dice, ends in attacks:
                    for x in dice[armies]:
                        value = 0
                        for cost, weight, after in ends[x - 1]:
                            if cost <= armies:
                                value += weight * after[here - cost * step]
                        if value > best:
                            best = value
            row[here] = best
        return row

    def _attack(
        self, garrisons: Garrisons, g: int, row: list[int], free: FrontState
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
