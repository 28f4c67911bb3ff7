"""Best play: the highest chance to take what is needed, over all policies or most of them.

    V(s) = max over attacks of Σ weight V(s after the round),    V = 1 if nothing is left to take,

where a conquest is worth the most over the numbers of armies that may move in.  These hold:

1. *Dead ground.*  Free armies that border nothing left are worth nothing: armies move only into a
   territory that falls, out of the one that attacked it.
2. *Hopeless.*  Each conquest binds a free army for good.  So a sector with fewer free armies than
   territories to take is worth 0.
3. *Sectors.*  As sectors (`Front.sectors`) share no army, V is the product of theirs: a choice
   changes one sector only, and the others are constant factors.
4. *More is no worse* where the number of dice is free, which settles how many armies move in where
   the source or the target borders nothing left (`Front.moves_in`).

With `every` number of armies tried otherwise, the value is the optimum.  Without, it is that of the
best policy which at a conquest moves all or the fewest, and any number (a) where what the source
and the target border hangs together no more, or (b) where neither leaves a chance: a lower bound,
and nearly always the optimum.
"""

from collections.abc import Callable, Iterator
from operator import mul

from riskexact.boards.evaluation import Evaluation, Work
from riskexact.boards.front import Attack, Front, FrontState
from riskexact.odds.weights import WeightedRound


class BestPlay:
    """The values of the states of a front, and the policy that has them."""

    def __init__(
        self, front: Front, every: bool, most_states: int, on_states: Callable[[int], None]
    ) -> None:
        self.front, self._every = front, every
        self._evaluation = Evaluation(self._sector, most_states, on_states)

    @property
    def states(self) -> int:
        """The number of states that have been evaluated."""
        return len(self._evaluation.values)

    def allow(self, most_states: int) -> None:
        """Let questions that come later evaluate this many states."""
        self._evaluation.most = most_states

    def value(self, state: FrontState) -> int:
        """Return the value of a state, over base^units."""
        return self._evaluation.run(self._worth(state, self.front.units(state)))

    def attacks(self, state: FrontState) -> Iterator[tuple[Attack, int]]:
        """Yield every attack with the value of the state if it comes first."""
        units = self.front.units(state)
        for attack in self.front.attacks(state):
            yield attack, self._evaluation.run(self._attack_in(state, attack, units))

    def moves_in(self, state: FrontState, attack: Attack) -> int | None:
        """Return how many armies best move in if the target falls, the fewest among equals.

        None if it cannot fall in this round.
        """
        if not self.front.may_fall(state, attack):
            return None
        units = self.front.units(state) - state[attack.target]
        after = self.front.fought(state, attack, 0, state[attack.target])
        worth = {
            m: self._evaluation.run(self._moved(after, attack, m, units))
            for m in self.front.moves_in(after, attack)
        }
        return max(worth, key=worth.__getitem__)

    def _attack_in(self, state: FrontState, attack: Attack, units: int) -> Work[FrontState]:
        """Return the value of a state with this attack first, whatever sectors it has."""
        value = 0
        for (i, j), weight in self._rounds(state, attack):
            after = yield from self._after(state, attack, i, j, units - i - j)
            value += weight * after
        return value

    def _rounds(self, state: FrontState, attack: Attack) -> WeightedRound:
        """Return the rounds that an attack may have, with their weights."""
        return self.front.rounds[attack.target][state[attack.target]][attack.dice - 1]

    def _worth(self, state: FrontState, units: int) -> Work[FrontState]:
        """Return the value of any state over base^units: the product of its sectors."""
        front, values = self.front, self._evaluation.values
        known = values.get(state)
        if known is not None:  # it is one sector, and nothing else
            return known
        value, used = 1, 0
        for left, armies, keep in front.sectors(front.left(state), front.live(state)):
            needed = (left & front.needed).bit_count()
            if not needed:
                continue
            sector = tuple(map(mul, state, keep))
            if not armies or sum(sector[front.enemies :]) < needed:
                return 0
            worth = values.get(sector)
            if worth is None:
                worth = yield sector
            if not worth:
                return 0
            value *= worth
            used += front.units(sector)
        return value * front.powers[units - used]

    def _sector(self, state: FrontState) -> Work[FrontState]:
        """Return the value of one sector: that of its best attack."""
        best = 0
        units = self.front.units(state)
        for attack in self.front.attacks(state):
            value = yield from self._attack_in(state, attack, units)
            best = max(best, value)
        return best

    def _after(
        self, state: FrontState, attack: Attack, i: int, j: int, units: int
    ) -> Work[FrontState]:
        """Return the value after a round with these losses."""
        after = self.front.fought(state, attack, i, j)
        if after[attack.target]:
            return (yield from self._worth(after, units))
        best = 0
        for m in self._numbers(after, attack):
            worth = yield from self._moved(after, attack, m, units)
            best = max(best, worth)
        if not best and not self._every:
            for m in self.front.moves_in(after, attack):
                worth = yield from self._moved(after, attack, m, units)
                best = max(best, worth)
        return best

    def _moved(
        self, state: FrontState, attack: Attack, armies: int, units: int
    ) -> Work[FrontState]:
        return self._worth(self.front.moved(state, attack, armies), units)

    def _numbers(self, state: FrontState, attack: Attack) -> range:
        """Return the numbers of armies to try, of the state in which the target falls."""
        front, (t, u, _) = self.front, attack
        numbers = front.moves_in(state, attack)
        if self._every or not front.are_joined(t, u, front.left(state), front.live(state)):
            return numbers
        return numbers[:: max(1, len(numbers) - 1)]
