"""The highest chance to take a set of territories in one turn, and what to attack first."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, floor
from operator import le

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import cached_property
from riskexact.base.interval import Interval
from riskexact.base.text import chance_text
from riskexact.battle.campaign.choices import Vector, add_to_front
from riskexact.battle.question import Parts
from riskexact.odds.weights import backward
from riskexact.turn.evaluation import MAX_POSITIONS
from riskexact.turn.front import Attack, Front, MoveRule, bits
from riskexact.turn.named_front import BestMoves, NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import (
    STATES_OF_ALL_NUMBERS,
    Bounded,
    Bounds,
    OnBounds,
    TurnTerms,
    is_small,
)


class Conquest(BestMoves):
    """Best play from a position: the chance, the first moves, and the policy that has it.

    - `lower`: the chance of the policy, exactly or rounded down past the seventh digit; `upper`: no
      policy has more; `proved`: whether they are equal;
    - `states`: the states that were evaluated.

    >>> answer = conquer(Position("classic", {"Siam": 3}, {"Indonesia": 1}), "Indonesia")
    >>> answer, [(move.dice, move.value) for move in answer.moves]
    (<Conquest Siam 3 v Indonesia 1, standard: 75.4 %>, \
[(2, Fraction(1955, 2592)), (1, Fraction(95, 144))])
    """

    def __init__(
        self, named: NamedFront, bounds: Bounds, states: int, limits: Mapping[Attack, Fraction]
    ) -> None:
        super().__init__(named, bounds)
        self.states = states
        self._limits = {named.by_names(attack): limit for attack, limit in limits.items()}

    def _answer(self) -> str:
        return Interval(self.lower, self.upper).text()

    def _parts(self) -> Parts:
        if not self.proved:  # the first moves may take long
            return [("at least", self.lower, "good"), ("at most", self.upper, "good")], []
        best = self.best_path if is_small(self.front.start) else None
        path = [("best path", chance_text(best))] if best is not None else []
        chances = [("the attacker takes all", self.lower, "good"), ("fails", 1 - self.lower, "bad")]
        return chances, self._attack_first() + path

    @cached_property
    def shown(self) -> tuple[tuple[str, str, int], ...]:
        """Moves of `best` that are proved optimal; all of them if `proved`.

        While the bounds differ, that is one whose chance no other first move can exceed.
        """
        if self.proved or not self.best or not self._limits:
            return self.best if self.proved else ()
        value = self.moves[0].value
        higher = [move for move, limit in self._limits.items() if limit > value]
        return tuple(move for move in self.best if higher in ([], [move]))

    @property
    def in_tenths(self) -> tuple[Fraction, Fraction]:
        """The bounds in tenths of a percent, rounded outwards.

        >>> low, high = conquer(Position("classic", {"Siam": 3}, {"Indonesia": 1})).in_tenths
        >>> float(low), float(high)
        (0.754, 0.755)
        """
        return Fraction(floor(1000 * self.lower), 1000), Fraction(ceil(1000 * self.upper), 1000)

    @cached_property
    def best_path(self) -> Fraction | None:
        """The chance of the `best_path`: what a fixed plan has, against which play is measured."""
        return best_path(self.front)

    def win_probability(self, position: Position) -> Fraction:
        """Return the chance of the policy from a position that this one may lead to."""
        return self._policy.value(self._named.state(position))

    def move_in(self, position: Position, source: str, target: str, dice: int) -> int | None:
        """Return how many armies best move in if the target falls in the next round.

        None if it cannot fall so soon.  Raises `RiskError` for an attack that is not allowed.
        """
        state = self._named.state(position)
        attack = self._named.attack(source, target, dice)
        if attack not in self.front.attacks(state):
            raise RiskError(
                f"dice must be a number that may be thrown there, not {short_repr(dice)}"
            )
        return self._policy.moves_in(state, attack)


def conquer(
    position: Position,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    *,
    move: MoveRule = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    seconds: float | None = None,
    effort: int = MAX_POSITIONS,
    on_bounds: OnBounds = None,
) -> Conquest:
    """Return best play to take a set of territories in one turn.

    - `take`: names of territories or continents; None for all of the enemy's in the position;
    - `through`: territories of the enemy's that may be taken too;
    - `move`: the armies that move in when a territory falls: "any" (1 or more), "dice" (as many as
      dice were thrown, or more), "all" that may, or a number (1 or more, and no more than this);
      one always stays;
    - `dice`: "free" to choose, or the "most" that the rules allow;
    - `all_numbers`: where the two bounds differ, every number of armies moving in is tried, up to
      this many states;
    - `seconds`, `effort`: where the search ends, if not before: the time, None without limit, and
      the states evaluated, by which the answer is the same on every machine;
    - `on_bounds(lower, upper)` is called now and then with the bounds by then.

    Where the bounds meet, equals the recursion over all positions, every number of dice and of
    armies moving in.  Raises `RiskError` for names that are not in the position, and where no way
    leads to them.

    >>> position = Position("classic", {"Siam": 14}, {
    ...     "Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2})
    >>> answer = conquer(position, take="Australia")
    >>> answer.best, answer.proved, round(float(answer.lower), 5), round(float(answer.best_path), 5)
    ((('Siam', 'Indonesia', 3),), True, 0.57548, 0.55621)
    """
    terms = TurnTerms(move, dice, all_numbers, seconds, effort, on_bounds)
    named = NamedFront(position, take, through, terms)
    bounded = Bounded(named.front, terms)
    bounds = bounded.bounds(named.front.start)
    limits = {} if bounds.lower == bounds.upper else bounded.limits(named.front.start)
    return Conquest(named, bounds, bounded.states, limits)


def best_path(front: Front) -> Fraction | None:
    """Return the chance of the best path that takes all that is needed; None if there is none.

    A path is one stack in a fixed order, each battle fought to the end; all survivors move in, or
    as many as may.
    Vectors have a value for each number of free armies, over base^units as in `front`; those of the
    paths from one node through the same nodes left are a Pareto front (`campaign.choices`).  Equals
    `campaign.choices.best_order` from each node of the attacker.
    """
    n, start, base = front.enemies, front.start, front.base
    if not front.needed:
        return Fraction(1)
    most = max(start[n:], default=0)

    def units(left: int) -> int:
        """Return the units of a state, free armies aside."""
        return sum(start[u] - 1 for u in bits(left))

    def before(after: Vector, target: int) -> Vector:
        """Return the vector before the battle for a node, from that of the survivors there."""
        garrison, rules = front.enemy[target]

        def worth(a: int, d: int) -> int:
            moved = min(a, front.most_moving)
            return 0 if d or not a else after[moved - 1] * base ** (a - moved)

        return [row[garrison] for _, row in backward(most, garrison, rules, base, worth)]

    @cache
    def vectors(source: int, left: int) -> list[Vector]:
        """Return the Pareto front of the paths from a node."""
        if not left & front.needed:
            return [[base ** (units(left) + free) for free in range(most + 1)]]
        found: list[Vector] = []
        for u in bits(front.borders[source] & left):
            for vector in vectors(u, left & ~(1 << u)):
                add_to_front(found, before(vector, u), le)
        return found

    left = front.left(start)
    chances = (
        Fraction(vector[start[n + t]], base ** (start[n + t] + units(left)))
        for t in range(n, front.nodes)
        for vector in vectors(t, left)
    )
    return max(chances, default=None)
