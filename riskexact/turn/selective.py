"""A front on which few attacks are considered: policies for more of the board than search reaches.

At each state the attacker goes for the territories that leave the least trouble: first those with
nothing left behind them, then those that cut nothing off, then those with the fewest ways on and
the fewest defenders; and for one with two defenders or more, to beat it down.  He attacks from
where most armies are, throws the most dice, and moves in the most, the fewest, or all but those
that are still needed where they come from.

Best play with these attacks is a policy, so that its chance is a lower bound of best play.
"""

from collections.abc import Iterator, Sequence

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

    - `targets`: the territories that are considered; `divides`: stacks may be divided.
    """

    def __init__(self, front: Front, targets: int, divides: bool) -> None:
        vars(self).update(vars(front) | {"powers": front.powers})
        self._targets, self._divides = targets, divides

    def attacks(self, state: FrontState) -> Iterator[Attack]:
        """Yield few attacks."""
        n, left = self.enemies, self.left(state)
        live = [t for t in bits(self.live(state)) if self.borders[t] & left]
        live.sort(key=lambda t: (t >= n, -state[n + t]))
        reached = 0
        for t in live:
            reached |= self.borders[t] & left
        targets = sorted(bits(reached), key=lambda u: (self.trouble(u, left), state[u]))
        chosen = targets[: self._targets]
        if self._targets > 1:
            chosen += [u for u in targets[self._targets :] if state[u] > 1][:1]
        for u in chosen:
            near = [t for t in live if self.borders[t] >> u & 1]
            near.sort(key=lambda t: -state[n + t])
            for t in near[:SOURCES_OF_TARGET]:
                yield Attack(t, u, self.dice_of[u][state[n + t]][-1])

    def moves_in(self, state: FrontState, attack: Attack) -> Sequence[int]:
        """Return few numbers of armies that may move in."""
        every, left = super().moves_in(state, attack), self.left(state)
        if not self._divides:
            return every[-1:]
        behind = self.borders[attack.source] & left & ~self.borders[attack.target]
        kept = state[self.enemies + attack.source] - sum(state[u] + 1 for u in bits(behind))
        return sorted({every[0], every[-1]} | ({kept} & {*every}))
