"""A relaxation in which one army attacks everything.

Let all free armies fight as one, on everything that is left: every real policy is still possible,
so its highest chance is an upper bound, whatever `MOVE_RULES` and `DICE_RULES` hold.  Then it does
not matter which territory has how many defenders left, and few states remain.

Where no more than a number may move in, what borders no army now is taken by those that move into
what falls before it, one less for each.  Parts that do not border each other are taken apart, as if
each had these armies for itself, so that their chances multiply.

*Funnels.*  Let stacks border one node u, and nothing else that is left.  Only one that takes u goes
on, and one army stays there; if another stack takes it, none of them does.  So where borders do not
matter the attacker is never worse off if u and all of them but the largest are taken away, and that
one pays an army: it has as many as any of them when u has fallen, and whoever else takes u has one
more.  Borders that lead one way change nothing: what counts is where the stacks can go.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil

from riskexact.turn.evaluation import Bounding, TooManyStatesError
from riskexact.turn.front import Front, FrontState, bits

Garrisons = tuple[tuple[int, int], ...]
"""Those to be beaten, in ascending order: the number of their rules, and their defenders."""


class UnitedArmies(Bounding):
    """Upper bounds: one army, of all that are free, attacks everything.

    They are computed by rows: a row has the values of the same garrisons, by the free armies.
    """

    bounds_above = True
    states = 0
    values: dict[tuple[Garrisons, int], list[int]]

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        kinds = list(dict.fromkeys(rules for _, rules in front.enemy))
        self._kind = [kinds.index(rules) for _, rules in front.enemy]
        # of each kind, the node with the most defenders has the rounds of all
        nodes = sorted(range(front.enemies), key=lambda u: front.enemy[u][0])
        self._node = {self._kind[u]: u for u in nodes}

    def value(self, state: FrontState) -> Fraction:
        front = self.front
        found = () if front.is_capped else funnels(front, state)
        return self.chance(without_funnels(front, state, found), front.needed)

    def chance(self, state: FrontState, nodes: int) -> Fraction:
        """Return an upper bound of the chance to take these nodes, a set of bits."""
        front, left = self.front, self.front.left(state)
        wanted, free = left & nodes, sum(state[front.enemies :])
        united = self._united(state, wanted, free)
        behind = list(front.behind(left, front.live(state), wanted))
        if not behind:
            return united
        near = wanted & ~sum(part for part, _ in behind)
        chance = self._united(state, near, free)
        for part, armies in behind:
            chance *= self._united(state, part, min(free, armies))
        over = front.base ** front.units(state)
        return min(united, Fraction(ceil(chance * over), over))

    def _united(self, state: FrontState, nodes: int, free: int) -> Fraction:
        """Return the chance that one army takes these nodes."""
        front = self.front
        garrisons = tuple(sorted((self._kind[u], state[u]) for u in bits(nodes)))
        cost = (free + 1) * self.front.cost
        for each in self._below(garrisons, free, (self.most - self.states) // cost):
            self.values[each, free] = self._row(each, free)
            self.states += cost
            self._report()
        units = free + sum(defenders - 1 for _, defenders in garrisons)
        return Fraction(self.values[garrisons, free][-1], front.base**units)

    def _below(self, garrisons: Garrisons, free: int, most: int) -> list[Garrisons]:
        """Return what the garrisons may become, as far as it has no row, the fewest first."""
        found, waiting = set(), [garrisons]
        while waiting:
            each = waiting.pop()
            if each in found or (each, free) in self.values:
                continue
            found.add(each)
            if len(found) > most:
                raise TooManyStatesError(f"position must have at most {self.most} states, not more")
            waiting += (_beaten(each, g, 1) for g in _different(each))
        return sorted(found, key=lambda each: sum(defenders for _, defenders in each))

    def _row(self, garrisons: Garrisons, most: int) -> list[int]:
        """Return the values of garrisons, by the free armies."""
        if not garrisons:
            return self.front.powers[: most + 1]
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
        front, node = self.front, self._node[kind]
        dice = [range(1, numbers.stop) for numbers in front.dice_of[node]]
        return dice, [
            [
                (
                    lost + (fallen == defenders),
                    weight,
                    self.values[_beaten(garrisons, g, fallen), free] if fallen else row,
                )
                for (lost, fallen), weight in rounds
            ]
            for rounds in front.rounds[node][defenders]
        ]


def _different(garrisons: Garrisons) -> list[int]:
    """Return the places of garrisons, only the first of equals: they are in ascending order."""
    return [g for g, each in enumerate(garrisons) if not g or each != garrisons[g - 1]]


def _beaten(garrisons: Garrisons, g: int, fallen: int) -> Garrisons:
    """Return the garrisons after a round against one of them."""
    kind, defenders = garrisons[g]
    left = [(kind, defenders - fallen)] if fallen < defenders else []
    return tuple(sorted((*garrisons[:g], *garrisons[g + 1 :], *left)))


def funnels(front: Front, state: FrontState) -> Iterator[tuple[int, list[int]]]:
    """Yield each node that all ways of several stacks lead through, and their nodes.

    That is where the others have more armies than the node has defenders.
    """
    n, left, through = front.enemies, front.left(state), dict[int, list[int]]()
    for t in bits(front.live(state)):
        through.setdefault(front.borders[t] & left, []).append(t)
    for borders, nodes in through.items():
        armies = [state[n + t] for t in nodes]
        if borders.bit_count() == 1 and sum(armies) - max(armies) >= state[u := min(bits(borders))]:
            yield u, nodes


def without_funnels(
    front: Front, state: FrontState, found: Iterable[tuple[int, Sequence[int]]]
) -> FrontState:
    """Return a state of no lower value where borders do not matter."""
    n, after = front.enemies, list(state)
    for u, nodes in found:
        most = max(state[n + t] for t in nodes)
        after[u] = 0
        for t in nodes:
            after[n + t] = 0
        after[n + nodes[0]] = max(0, most - 1)
    return tuple(after)
