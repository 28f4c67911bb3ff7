"""Best play: the highest chance to take what is needed, over all policies or most of them.

    V(s) = max over attacks of Σ weight V(s after the round),    V = 1 if nothing is left to take,

where a conquest is worth the most over the numbers of armies that may move in.  These hold:

1. *Dead ground.*  Free armies that border nothing left are worth nothing: armies move only into a
   territory that falls, out of the one that attacked it.
2. *Hopeless.*  Each conquest binds a free army for good.  So a sector with fewer free armies than
   territories to take is worth 0; and one in which fewer can ever reach a part (`Front.behind`).
3. *Sectors.*  As sectors (`Front.sectors`) share no army, V is the product of theirs: a choice
   changes one sector only, and the others are constant factors.
4. *More is no worse* where the number of dice is free, which settles how many armies move in where
   the source or the target borders nothing left (`Front.moves_in`).

With `every` number of armies tried otherwise, the value is the optimum.  Without, it is that of the
best policy which at a conquest moves all or the fewest, and any number (a) where what the source
and the target border is no longer connected, or (b) where neither leaves a chance: a lower bound,
and nearly always the optimum.
"""

from operator import mul

from riskexact.turn.evaluation import Policy, Work
from riskexact.turn.front import Attack, Front, FrontState


class BestPlay(Policy[FrontState]):
    """The values of the states of a front, and the policy that has them."""

    def __init__(self, front: Front, every: bool = False) -> None:
        super().__init__(front)
        self._every = every

    def begun(self, state: FrontState) -> FrontState:
        """Return the state: nothing else matters."""
        return state

    _state = begun

    def _worth(self, state: FrontState, units: int) -> Work[FrontState]:
        """Return the product of the values of its sectors."""
        front, values = self.front, self.values
        known = values.get(state)
        if known is not None:  # it is one sector, and nothing else
            return known
        value, used = 1, 0
        for left, keep, hopeless in front.sectors(front.left(state), front.live(state)):
            needed = (left & front.needed).bit_count()
            if not needed:
                continue
            sector = tuple(map(mul, state, keep))
            if hopeless or sum(sector[front.enemies :]) < needed:
                return 0
            worth = values.get(sector)
            if worth is None:
                worth = yield sector
            if not worth:
                return 0
            value *= worth
            used += front.units(sector)
        return value * front.powers[units - used]

    def _after(
        self, state: FrontState, attack: Attack, i: int, j: int, units: int
    ) -> Work[FrontState]:
        after = self.front.fought(state, attack, i, j)
        if after[attack.target]:
            return (yield from self._worth(after, units))
        front, best = self.front, 0
        every = some = front.moves_in(after, attack)
        joined = attack.source, attack.target, front.left(after), front.live(after)
        if not self._every and front.are_joined(*joined):
            some = every[:: max(1, len(every) - 1)]
        for numbers in (some, every):
            for m in numbers:
                worth = yield from self._moved(after, attack, m, units)
                best = max(best, worth)
            if best or self._every:
                break
        return best

    def _moved(
        self, state: FrontState, attack: Attack, armies: int, units: int
    ) -> Work[FrontState]:
        return self._worth(self.front.moved(state, attack, armies), units)
