"""A position as a front, and back to names: the attacks that best play may begin with."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.base.text import pluralize, shorten
from riskexact.battle.question import Displayed
from riskexact.turn.evaluation import SearchEndedError, in_time
from riskexact.turn.front import Attack, Front, FrontState, bits
from riskexact.turn.position import TERRITORIES_SHOWN, Position, checked_position
from riskexact.turn.search import USUAL_TERMS, Bounds, TurnTerms

SECONDS_AFTERWARDS = 0.4
"""The time to evaluate first moves after a search that ends by the time."""


class Move(NamedTuple):
    """An attack that may come first, by the names of the territories.

    - `value`: the chance, or the expected value of the turn, if it comes first, and best play as it
      was found follows;
    - `move_in`: the armies that best move in if the target falls in this round, None if it cannot.
    """

    source: str
    target: str
    dice: int
    value: Fraction
    move_in: int | None


class NamedFront:
    """A position as a front, and back.

    The front holds all positions of the same territories with no more armies and defenders.

    - `enemy`, `mine`: the territories in play of each side, which are its nodes in this order;
    - `targets`, `others`: those of the enemy's to be taken, and those that may be;
    - `number`: the node of each;
    - `more`: new armies that may stand on each of mine besides.
    """

    def __init__(
        self,
        position: Position,
        take: str | Iterable[str] | None = None,
        through: str | Iterable[str] = (),
        terms: TurnTerms = USUAL_TERMS,
        more: int = 0,
    ) -> None:
        terms = terms.checked()
        self.seconds = None if terms.seconds is None else SECONDS_AFTERWARDS
        self.position = checked_position(position)
        world = position.map
        meant = list(position.enemy) if take is None else world.named(take)
        for t in meant:
            if t not in position.enemy and t not in position.mine:
                raise RiskError(f"{t} must be mine or the enemy's to be taken: how many are on it?")
        self.targets = targets = [t for t in meant if t in position.enemy]
        self.others = [t for t in world.named(through) if t in position.enemy]
        self.enemy = [*dict.fromkeys((*targets, *self.others))]
        around = {t for u in self.enemy for t in world.sources(u)}
        self.mine = [t for t in position.mine if t in around]
        self.names = [*self.enemy, *self.mine]
        self.number = number = {t: n for n, t in enumerate(self.names)}
        self.front = Front(
            [(position.enemy[t], position.rules_of(t)) for t in self.enemy],
            [position.mine[t] - 1 + more for t in self.mine],
            len(targets),
            [(number[t], number[u]) for t, u in world.directed if t in number and u in number],
            terms.move,
            terms.dice,
        )
        self._check_ways()

    def state(self, position: Position) -> FrontState:
        """Return the state of a position on this front; raise `RiskError` for any other."""
        if checked_position(position).map != self.position.map:
            raise RiskError(f"position must be on the map {self.position.map.name}")
        for t in self.enemy:
            d = position.enemy.get(t, 0)
            if bool(d) == (t in position.mine) or d > self.position.enemy[t]:
                raise RiskError(
                    f"position cannot be reached from this one: {t} has at most "
                    f"{pluralize(self.position.enemy[t], 'defender')}"
                )
        state, n = self.state_of(position.mine, position.enemy), self.front.enemies
        if sum(state[n:]) > sum(self.front.start[n:]):
            raise RiskError("position must have no more armies than the one it comes from")
        return state

    def state_of(self, mine: Mapping[str, int], enemy: Mapping[str, int]) -> FrontState:
        """Return the state with these armies and defenders on its territories."""
        defenders = (enemy.get(t, 0) for t in self.enemy)
        return (*defenders, *(mine.get(t, 1) - 1 for t in self.names))

    def attack(self, source: str, target: str, dice: int) -> Attack:
        """Return an attack by the names of its territories."""
        t, u = map(self.position.map.territory, (source, target))
        if t not in self.number or u not in self.enemy:
            raise RiskError(
                f"{short_repr(source)} must be one that may attack {short_repr(target)}"
            )
        return Attack(self.number[t], self.number[u], whole(dice, "dice", 1))

    def by_names(self, attack: Attack) -> tuple[str, str, int]:
        """Return an attack by the names of its territories."""
        return self.names[attack.source], self.names[attack.target], attack.dice

    def _check_ways(self) -> None:
        """Raise `RiskError` if no way leads to what is to be taken."""
        front, grown = self.front, -1
        reached = reduce(or_, front.borders[front.enemies :], 0)
        while reached != grown:
            grown = reached
            reached |= reduce(or_, map(front.borders.__getitem__, bits(reached)), 0)
        for u in bits(front.needed & ~reached):
            raise RiskError(
                f"{self.names[u]} must be within reach: no way leads there from mine through "
                f"what may be taken"
            )


class BestMoves(Displayed):
    """Best play from a position, and from every one that it may lead to, by a policy.

    - `lower`: the value of the policy; `upper`: no policy has more; `proved`: whether they are
      equal.
    """

    def __init__(self, named: NamedFront, bounds: Bounds) -> None:
        self._named, self._policy = named, bounds.play
        self.position, self.front = named.position, named.front
        self.lower, self.upper = bounds.lower, bounds.upper
        self.proved = self.lower == self.upper

    def _key(self) -> tuple[object, ...]:
        named, front = self._named, self.front
        asked = self.position, (*named.enemy,), front.needed, front.move, front.dice
        return *asked, self.lower, self.upper

    @property
    def brief(self) -> str:
        """The position in few words, and what is to be taken if it is not all of the enemy's."""
        targets = self._named.targets
        some = len(targets) < len(self.position.enemy)
        take = f", to take {shorten(targets, TERRITORIES_SHOWN) or 'nothing'}" if some else ""
        return self.position.brief + take

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All first moves, the best first, and equals in the order of the map.

        After a search with `seconds`, none where their values take long: nothing was found then.
        """
        return self.moves_from(self.position)

    @cached_property
    def best(self) -> tuple[tuple[str, str, int], ...]:
        """The first moves (source, target, dice) that are as good as any; none if none can help."""
        return self.next(self.position)

    def _attack_first(self) -> list[tuple[str, str]]:
        return [
            ("attack first", f"{target} from {source}, {pluralize(dice, 'die', 'dice')}")
            for source, target, dice in self.best
        ]

    def next(self, position: Position) -> tuple[tuple[str, str, int], ...]:
        """Return the best moves from a position that this one may lead to, as `best` does.

        Raises `RiskError` for a position of another map, or with other territories.
        """
        moves = self.moves if position is self.position else self.moves_from(position)
        highest = moves[0].value if moves else 0
        return tuple(move[:3] for move in moves if move.value == highest > 0)

    def moves_from(self, position: Position) -> tuple[Move, ...]:
        """Return all moves from a position that this one may lead to, as `moves` does."""
        state = self._named.state(position)
        if not self.front.left(state) & self.front.needed:
            return ()
        policy, named = self._policy, self._named
        policy.progress = in_time(named.seconds)
        try:
            found = sorted(policy.attacks(state), key=lambda each: -each[1])
            return tuple(
                Move(*named.by_names(attack), value, policy.moves_in(state, attack))
                for attack, value in found
            )
        except SearchEndedError:
            return ()
        finally:
            policy.progress = None
