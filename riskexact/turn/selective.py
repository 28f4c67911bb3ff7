"""Fronts on which fewer attacks are considered: policies for more of the board than search reaches.

Best play with these attacks is a policy, so that its chance is a lower bound of best play.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from riskexact.base.frozen import NamedTuple
from riskexact.turn.front import Attack, Front, FrontState, bits

BREADTHS = (1, False), (1, True), (2, True), (3, True)
"""Numbers of targets, and whether a stack may be divided."""

SOURCES_OF_TARGET = 2
"""From how many territories each target is attacked."""


def selective_fronts(front: Front) -> "list[SelectiveFront]":
    """Return the front with few attacks, then with more and more."""
    return [SelectiveFront(front, *breadth) for breadth in BREADTHS]


class SelectiveFront(Front):
    """A front with fewer attacks, that shares what the other has worked out.

    At each state the attacker goes for the territories that leave the least trouble: first those
    with nothing left behind them, then those that cut nothing off, then those with the fewest ways
    on and the fewest defenders; and for one with two defenders or more, to beat it down.  He
    attacks from where most armies are, throws the most dice, and moves in the most, the fewest, or
    all but those that are still needed where they come from.

    - `targets`: the territories that are considered; `divides`: stacks may be divided.
    """

    def __init__(self, front: Front, targets: int, divides: bool) -> None:
        vars(self).update(vars(front) | {"powers": front.powers})
        self._targets, self._divides = targets, divides

    def attacks(self, state: FrontState) -> Iterator[Attack]:
        """Yield few attacks."""
        n, left, live = self.enemies, self.left(state), [*bits(self.live(state))]
        reached = reduce(or_, (self.borders[t] & left for t in live), 0)
        targets = sorted(bits(reached), key=lambda u: (self.trouble(u, left), state[u]))
        chosen = targets[: self._targets]
        if self._targets > 1:
            chosen += [u for u in targets[self._targets :] if state[u] > 1][:1]
        for u in chosen:
            near = (t for t in live if self.borders[t] >> u & 1)
            for t in sorted(near, key=lambda t: -state[n + t])[:SOURCES_OF_TARGET]:
                yield Attack(t, u, self.dice_of[u][state[n + t]][-1])

    def moves_in(self, state: FrontState, attack: Attack) -> Sequence[int]:
        """Return few numbers of armies that may move in."""
        every, left = super().moves_in(state, attack), self.left(state)
        if not self._divides:
            return every[-1:]
        behind = self.borders[attack.source] & left & ~self.borders[attack.target]
        kept = state[self.enemies + attack.source] - sum(state[u] + 1 for u in bits(behind))
        return sorted({every[0], every[-1]} | ({kept} & {*every}))


class Share(NamedTuple):
    """The nodes of stacks, the nodes of the enemy that they may take, and what they border.

    - `spare`: the free armies that remain if each defender costs one, and each conquest.
    """

    stacks: tuple[int, ...]
    nodes: int
    borders: int
    spare: int


class AllottedFront(Front):
    """A front on which each node of the enemy may be attacked from few stacks, and what they took.

    Parts of the board with one or two stacks each have few configurations, and their chances
    multiply.

    - `stacks`: the most that share their nodes.

    The stack with the most spare armies takes a node that it borders: one that the fewest others
    border, then one beside the node it took last, then one with the fewest ways on.  Then those
    that have the least to spare join those that have the most, as far as they meet.
    """

    def __init__(self, front: Front, stacks: int) -> None:
        vars(self).update(vars(front))
        self._sectors = {}
        self.borders = [0] * front.nodes
        for share in _joined(_shares(front), stacks):
            for t in (*share.stacks, *bits(share.nodes)):
                self.borders[t] = front.borders[t] & share.nodes


def _shares(front: Front) -> list[Share]:
    """Return the shares of single stacks."""
    n, left = front.enemies, front.left(front.start)
    last = {t: t for t in bits(front.live(front.start))}
    shares = {t: Share((t,), 0, front.borders[t], front.start[n + t]) for t in last}
    while able := [t for t in shares if shares[t].borders & left]:
        t = max(able, key=lambda each: shares[each].spare)
        _, nodes, borders, spare = shares[t]
        u = min(
            bits(borders & left),
            key=lambda u: (
                sum(share.borders >> u & 1 for share in shares.values()),
                not front.borders[last[t]] >> u & 1,
                (front.borders[u] & left).bit_count(),
            ),
        )
        spare -= front.start[u] + 1
        shares[t] = Share((t,), nodes | 1 << u, borders | front.borders[u], spare)
        last[t] = u
        left &= ~(1 << u)
    return list(shares.values())


def _joined(shares: Sequence[Share], stacks: int) -> list[Share]:
    """Return shares of several stacks, as many as allowed."""
    joined = list(shares)
    for single in sorted(shares, key=lambda share: share.spare):
        weak = next(share for share in joined if single.stacks[0] in share.stacks)
        able = [
            share
            for share in joined
            if share is not weak
            and len(share.stacks) + len(weak.stacks) <= stacks
            and share.borders & weak.nodes | weak.borders & share.nodes
        ]
        if able:
            strong = max(able, key=lambda share: share.spare)
            joined.remove(weak)
            joined.remove(strong)
            joined.append(
                Share(
                    strong.stacks + weak.stacks,
                    strong.nodes | weak.nodes,
                    strong.borders | weak.borders,
                    strong.spare + weak.spare,
                )
            )
    return joined
