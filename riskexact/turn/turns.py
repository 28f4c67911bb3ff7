"""Go on or stop: the turn of the highest expected value.

The value of a turn is that of what has been taken, of the continents completed, and of a card if
anything was taken, less what the armies lost are worth:

    V(s) = max of 0 (to stop) and, over attacks, of Σ chance [V(s after the round) + gained - lost].

As in `best_play`, free armies that border nothing left are worth nothing, and more armies are no
worse where the number of dice is free.  The value of a state is the sum of those of its sectors;
sectors that share a continent which can still be had are one, and all of them are one as long as
the card is to come.  Every number of armies moving in is tried: the value is the optimum.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from operator import mul

from riskexact.base.arguments import ExactChance, short_repr
from riskexact.base.arguments import worth as worth_of
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import decimal_text
from riskexact.battle.question import Parts
from riskexact.turn.evaluation import MAX_POSITIONS, Policy, Work
from riskexact.turn.front import Attack, Front, FrontState, MoveRule
from riskexact.turn.named_front import BestMoves, NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import AnytimeSearch, Bounds, OnBounds, TurnTerms
from riskexact.turn.selective import SelectiveFront, selective_fronts
from riskexact.turn.united import UnitedArmies

TURN_SHARES = 16, 8, 8
"""The states of an upper bound, of policies with few attacks, and of the optimum, in proportion."""


class Turn(NamedTuple):
    """A state, the groups that can no longer be had, as a set of bits, and whether a card can."""

    state: FrontState
    lost: int
    card: bool


class Prizes(NamedTuple):
    """What each territory taken is worth, a card, and an army lost.

    - `groups`: what is left of territories and continents, as sets of bits, and their values.
    """

    each: Fraction
    card: Fraction
    loss: Fraction
    groups: list[tuple[int, Fraction]]


class Rewards(Policy[Turn]):
    """The expected values of the stages of a front."""

    def __init__(self, front: Front, prizes: Prizes) -> None:
        super().__init__(front)
        self.bounds_above = not isinstance(front, SelectiveFront)
        each, card, loss, groups = prizes
        self.over = lcm(*(x.denominator for x in (each, card, loss, *(x for _, x in groups))))
        self._each, self._card, self._loss = (int(x * self.over) for x in (each, card, loss))
        self._groups = [(nodes, int(x * self.over)) for nodes, x in groups]

    def begun(self, state: FrontState) -> Turn:
        """Return the turn in which nothing has been taken yet, unless a node has fallen."""
        return Turn(state, 0, card=all(state[: self.front.enemies]))

    def _state(self, stage: Turn) -> FrontState:
        return stage.state

    def _after(self, stage: Turn, attack: Attack, i: int, j: int, units: int) -> Work[Turn]:
        front, (state, lost, card), gained = self.front, stage, -self._loss * i
        after = Turn(front.fought(state, attack, i, j), lost, card)
        if after.state[attack.target]:
            worth = yield from self._worth(after, units)
        else:
            gained += self._gained(after, attack.target)
            worths = []
            for m in front.moves_in(after.state, attack):
                worths.append((yield from self._moved(after, attack, m, units)))
            worth = max(worths)
        return worth + gained * front.powers[units]

    def _moved(self, stage: Turn, attack: Attack, armies: int, units: int) -> Work[Turn]:
        state = self.front.moved(stage.state, attack, armies)
        return self._worth(Turn(state, stage.lost, card=False), units)

    def _gained(self, turn: Turn, target: int) -> int:
        """Return what it is worth that the target has fallen."""
        left, gained = self.front.left(turn.state), self._each + self._card * turn.card
        for g, (nodes, worth) in enumerate(self._groups):
            if nodes >> target & 1 and not nodes & left and not turn.lost >> g & 1:
                gained += worth
        return gained

    def _worth(self, stage: Turn, units: int) -> Work[Turn]:
        """Return the sum of the values of its sectors."""
        front, total = self.front, 0
        for sector in self._sectors(stage):
            worth = self.values.get(sector)
            if worth is None:
                worth = yield sector
            total += worth * front.powers[units - front.units(sector.state)]
        return total

    def _sectors(self, turn: Turn) -> Iterator[Turn]:
        """Yield the sectors of a turn that have armies, joined where they share a group."""
        front, (state, lost, card) = self.front, turn
        joined: list[tuple[int, tuple[int, ...]]] = []
        for here, keep, _ in front.sectors(front.left(state), front.live(state)):
            free = sum(map(mul, state[front.enemies :], keep[front.enemies :]))
            # each conquest binds a free army
            for g, (nodes, _) in enumerate(self._groups):
                if free < (here & nodes).bit_count():
                    lost |= 1 << g
            if free:
                joined.append((here, keep))
        links = [nodes for g, (nodes, _) in enumerate(self._groups) if not lost >> g & 1]
        if card:
            links.append(-1)
        for nodes in links:
            together = [each for each in joined if each[0] & nodes]
            joined = [each for each in joined if not each[0] & nodes]
            if together:
                parts, keeps = zip(*together, strict=True)
                joined.append((sum(parts), tuple(map(max, zip(*keeps, strict=True)))))
        for here, keep in joined:
            # of groups elsewhere it does not matter whether they are lost
            own = sum(1 << g for g, (nodes, _) in enumerate(self._groups) if nodes & here)
            yield Turn(tuple(map(mul, state, keep)), lost & own, card)


class Separately(UnitedArmies):
    """An upper bound of the value of a turn: everything at the chance that it alone is taken."""

    def __init__(self, front: Front, prizes: Prizes) -> None:
        super().__init__(front)
        alone = [(1 << u, prizes.each) for u in range(front.enemies)]
        self._groups, self._card = [*alone, *prizes.groups], prizes.card
        self.all = sum((worth for _, worth in self._groups), self._card)
        """The value if all is taken."""

    def value(self, state: FrontState) -> Fraction:
        chances = (worth * self.chance(state, nodes) for nodes, worth in self._groups)
        return sum(chances, self._card)


class BestTurn(BestMoves):
    """The highest expected value of a turn, and its policy; no best move means to stop.

    - `lower`: the expected value of the policy, exactly; `upper`: no policy has more; `proved`:
      whether they are equal; `value`: the same as `lower`.

    >>> best_turn(Position("classic", {"Siam": 5}, {"Indonesia": 3}), {"Indonesia": 4})
    <BestTurn Siam 5 v Indonesia 3, standard: worth 2.566>
    """

    def __init__(self, named: NamedFront, bounds: Bounds, worth: Mapping[str, Fraction]) -> None:
        super().__init__(named, bounds)
        self.value, self._values = self.lower, frozenset(worth.items())

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self._values

    def _answer(self) -> str:
        return f"worth {self._worth}"

    @property
    def _worth(self) -> str:
        bounds = self.lower, self.upper
        return " to ".join(dict.fromkeys(decimal_text(bound, 4) for bound in bounds))

    def _parts(self) -> Parts:
        first = self._attack_first() or [("first", "stop: no attack is worth it")]
        return [], [("worth", self._worth), *first]


def best_turn(
    position: Position,
    worth: Mapping[str, ExactChance],
    *,
    move: MoveRule = "any",
    dice: str = "free",
    seconds: float | None = None,
    effort: int = MAX_POSITIONS,
    on_bounds: OnBounds = None,
) -> BestTurn:
    """Return the turn of the highest expected value, and whether to go on or to stop.

    - `worth`: exact values, 0 or more: of territories and of whole continents by their names, of
      "territory" (each one taken), of a "card" for the first conquest, and of a "loss", what an
      army lost costs;
    - all else is as for `conquer`; every territory of the enemy's in the position may be taken.

    The value is the highest mean of what is taken, less what is lost, over all policies; `best` is
    empty with no move that is worth more than nothing.  Where the bounds meet, equals the recursion
    over all positions.
    Raises `RiskError` as `conquer` does, for values that are not exact, and for a continent of
    which a territory is neither mine nor the enemy's.

    >>> position = Position("classic", {"Western Australia": 4, "Indonesia": 1, "New Guinea": 1}, {
    ...     "Eastern Australia": 2})
    >>> turn = best_turn(position, {"Australia": 6, "territory": 1, "card": 2, "loss": 1})
    >>> turn.best, round(float(turn.value), 2)
    ((('Western Australia', 'Eastern Australia', 3),), 4.5)
    """
    terms = TurnTerms(move, dice, seconds=seconds, effort=effort, on_bounds=on_bounds)
    named = NamedFront(position, terms=terms)
    if not isinstance(worth, Mapping):
        raise RiskError(
            f'worth must map names to values, such as {{"Asia": 7}}, not {short_repr(worth)}'
        )
    exactly = {name: worth_of(value, f"worth of {name}") for name, value in worth.items()}
    front, prizes = named.front, prizes_of(named, exactly)
    above = Separately(front, prizes)
    below = [Rewards(few, prizes) for few in selective_fronts(front)]
    search = AnytimeSearch([[above], below, [Rewards(front, prizes)]], TURN_SHARES, below[0], terms)
    (bounds,) = search.of([front.start], True, above.all)
    return BestTurn(named, bounds, exactly)


def prizes_of(named: NamedFront, worth: Mapping[str, Fraction]) -> Prizes:
    """Return what is worth something, by the nodes of a front."""
    position, values = named.position, dict(worth)
    each, card, loss = (values.pop(name, Fraction(0)) for name in ("territory", "card", "loss"))
    groups, called = [], dict[str, str]()
    for name, value in values.items():
        if called.setdefault(position.map.called(name), name) != name:
            raise RiskError(f"worth must have each name once, not {short_repr(name)} again")
        territories = position.map.named([name])
        for t in territories:
            if t not in position.mine and t not in named.enemy:
                raise RiskError(f"{t} must be mine or the enemy's, if {name} has a worth")
        left = sum(1 << named.number[t] for t in territories if t in named.enemy)
        if left:
            groups.append((left, value))
    return Prizes(each, card, loss, groups)
