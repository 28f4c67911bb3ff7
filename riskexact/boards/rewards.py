"""Go on or stop: the highest expected value of a turn.

The value of a turn is that of what has been taken, of the continents completed, and of a card if
anything was taken, less what the armies lost are worth:

    V(s) = max of 0 (to stop) and, over attacks, of Σ chance [V(s after the round) + gained - lost].

As in `best_play`, free armies that border nothing left are worth nothing, and more armies are no
worse where the number of dice is free.  The value of a state is the sum of those of its sectors;
sectors that share a continent which can still be had are one, and all of them are one as long as
the card is to come.  Every number of armies moving in is tried: the value is the optimum.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import NamedTuple

from riskexact.boards.bounds import OnStates
from riskexact.boards.evaluation import Evaluation, Work
from riskexact.boards.front import Attack, Front, FrontState, Sector


class Turn(NamedTuple):
    """A state, the groups that can no longer be had, as a set of bits, and whether a card can."""

    state: FrontState
    lost: int
    card: bool


class Prize(NamedTuple):
    """Nodes of the enemy, as a set of bits, and what it is worth to take all of them."""

    nodes: int
    worth: Fraction


class Rewards:
    """The expected values of the stages of a front.

    - `worth`: what each node of the enemy is worth; `groups`: what some of them are together;
    - `card`: what the first conquest is worth; `army`: what an army lost costs.

    Values are whole numbers over base^units times `over`.
    """

    def __init__(
        self,
        front: Front,
        worth: Sequence[Fraction],
        groups: Sequence[Prize],
        card: Fraction,
        army: Fraction,
        most_states: int,
        on_states: OnStates,
    ) -> None:
        self.front = front
        self.over = lcm(*(v.denominator for v in (*worth, *(g.worth for g in groups), card, army)))
        self._worth = [int(value * self.over) for value in worth]
        self._groups = [(group.nodes, int(group.worth * self.over)) for group in groups]
        self._card, self._army = int(card * self.over), int(army * self.over)
        self._evaluation = Evaluation(self._best, most_states, on_states)

    @property
    def states(self) -> int:
        """The number of stages that have been evaluated."""
        return len(self._evaluation.values)

    def value(self, turn: Turn) -> int:
        """Return the value of a turn."""
        return self._evaluation.run(self._sum(turn, self.front.units(turn.state)))

    def attacks(self, turn: Turn) -> Iterator[tuple[Attack, int]]:
        """Yield every attack with the value of the turn if it comes first."""
        for attack in self.front.attacks(turn.state):
            yield attack, self._evaluation.run(self._first(turn, attack))

    def moves_in(self, turn: Turn, attack: Attack) -> int | None:
        """Return how many armies best move in if the target falls, the fewest among equals.

        None if it cannot fall in this round.
        """
        if not self.front.may_fall(turn.state, attack):
            return None
        defenders = turn.state[attack.target]
        after = turn._replace(state=self.front.fought(turn.state, attack, 0, defenders))
        units = self.front.units(turn.state) - defenders
        worth = {
            m: self._evaluation.run(self._moved(after, attack, m, units))
            for m in self.front.moves_in(after.state, attack)
        }
        return max(worth, key=worth.__getitem__)

    def _best(self, turn: Turn) -> Work[Turn]:
        """Return the value of the best attack, or 0 for none."""
        best = 0
        for attack in self.front.attacks(turn.state):
            value = yield from self._first(turn, attack)
            best = max(best, value)
        return best

    def _first(self, turn: Turn, attack: Attack) -> Work[Turn]:
        """Return the value of a turn with this attack first."""
        front, (state, lost, card) = self.front, turn
        units, value = front.units(state), 0
        for (i, j), weight in front.rounds[attack.target][state[attack.target]][attack.dice - 1]:
            after = Turn(front.fought(state, attack, i, j), lost, card)
            left = units - i - j
            gained = -self._army * i
            if after.state[attack.target]:
                worth = yield from self._sum(after, left)
            else:
                gained += self._gained(after, attack.target)
                worths = []
                for m in front.moves_in(after.state, attack):
                    moved = yield from self._moved(after, attack, m, left)
                    worths.append(moved)
                worth = max(worths)
            value += weight * (worth + gained * front.powers[left])
        return value

    def _moved(self, turn: Turn, attack: Attack, armies: int, units: int) -> Work[Turn]:
        state = self.front.moved(turn.state, attack, armies)
        return self._sum(Turn(state, turn.lost, card=False), units)

    def _gained(self, turn: Turn, target: int) -> int:
        """Return what it is worth that the target has fallen."""
        left = self.front.left(turn.state)
        return (
            self._worth[target]
            + self._card * turn.card
            + sum(
                worth
                for g, (nodes, worth) in enumerate(self._groups)
                if nodes >> target & 1 and not nodes & left and not turn.lost >> g & 1
            )
        )

    def _sum(self, turn: Turn, units: int) -> Work[Turn]:
        """Return the value of any turn over base^units: the sum of its sectors."""
        front, values, total = self.front, self._evaluation.values, 0
        for sector in self._sectors(turn):
            worth = values.get(sector)
            if worth is None:
                worth = yield sector
            total += worth * front.powers[units - front.units(sector.state)]
        return total

    def _sectors(self, turn: Turn) -> Iterator[Turn]:
        """Yield the sectors of a turn that have armies, joined where they share a group."""
        front, (state, lost, card) = self.front, turn
        joined: list[Sector] = []
        for sector in front.sectors(front.left(state), front.live(state)):
            free = sum(map(mul, state[front.enemies :], sector.keep[front.enemies :]))
            # each conquest binds a free army
            for g, (nodes, _) in enumerate(self._groups):
                if free < (sector.left & nodes).bit_count():
                    lost |= 1 << g
            if free:
                joined.append(sector)
        links = [nodes for g, (nodes, _) in enumerate(self._groups) if not lost >> g & 1]
        if card:
            links.append(-1)
        for nodes in links:
            together = [sector for sector in joined if sector.left & nodes]
            joined = [sector for sector in joined if not sector.left & nodes]
            if together:
                joined.append(_union(together))
        for left, _, keep in joined:
            # of groups elsewhere it does not matter whether they are lost
            here = sum(1 << g for g, (nodes, _) in enumerate(self._groups) if nodes & left)
            yield Turn(tuple(map(mul, state, keep)), lost & here, card)


def _union(sectors: Sequence[Sector]) -> Sector:
    left = armies = 0
    for sector in sectors:
        left, armies = left | sector.left, armies | sector.armies
    return Sector(
        left, armies, tuple(map(max, zip(*(sector.keep for sector in sectors), strict=True)))
    )
