"""A front whose territories are allotted to stacks: lower bounds where there are many of them.

Parts of the board with one or two stacks each have few configurations, and their chances multiply.
"""

from collections.abc import Sequence

from riskexact.base.frozen import NamedTuple
from riskexact.turn.front import Front, bits


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

    - `stacks`: the most that share their nodes.

    The stack with the most spare armies takes a node that it borders: one that the fewest others
    border, then one beside the node it took last, then one with the fewest ways on.  Then those
    that have the least to spare join those that have the most, as far as they meet.
    """

    def __init__(self, front: Front, stacks: int) -> None:
        vars(self).update(vars(front))
        self._sectors, self._joined, self._troubles = {}, {}, {}
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
        others = [share.borders for share in shares.values() if share.stacks != (t,)]
        order = []
        for u in bits(borders & left):
            bordering, onward = sum(each >> u & 1 for each in others), front.borders[u] & left
            order.append((bordering, not front.borders[last[t]] >> u & 1, onward.bit_count(), u))
        u = min(order)[-1]
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
