"""The state space of one turn: nodes in play, ways to attack, dice.

In one turn, any number of times, the attacker chooses a territory of his with two armies or more, a
bordering territory of the enemy, and a number of dice; if it falls, he moves armies in.  Nothing
else happens.  One army stays on every territory, so only the others, the *free* ones, are counted.

A territory in play is a *node*: first those of the enemy, then the attacker's.  The nodes taken in
the turn go on as the attacker's.  A *state* is one tuple: the defenders left on each node of the
enemy, 0 where it is taken, and then the free armies on every node.

The *units* of a state are its free armies and its defenders, less one for each node of the enemy
that is left.  A round costs as many of them as units fall; a conquest costs none: one free army
more is bound, and one node less is left.  So all values are whole numbers over base^units, as in
the kernel (`odds.weights`), and two choices compare as whole numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, compress, repeat
from math import isqrt, lcm
from operator import mul, or_

from riskexact.base.arguments import index, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.battle.battle import SOON, has_fraction
from riskexact.odds.states import MAX_BITS
from riskexact.rules import Rules
from riskexact.rules.dice import WeightedRound, base_of, weighted_round

BITS_OF_STATE = 1 << 12
"""Bits of a value that counts as one state: those of some 400 armies and defenders."""

MAX_SINGLE_UNITS = 50_000
"""Armies and defenders of a single battle: some seconds."""

FrontState = tuple[int, ...]
"""The defenders on the nodes of the enemy, then the free armies on all nodes."""

MoveRule = str | int

MOVE_RULES = ("any", "dice", "all")
"""Armies that move in: at least one, at least as many as dice were thrown, or all that are free.
A number as a rule: at least one, and at most so many."""

DICE_RULES = ("free", "most")
"""The attacker throws as many dice as he likes, or as many as he may."""


def checked_move(move: object) -> MoveRule:
    """Return a rule of moving in; raise `RiskError` for anything else."""
    if isinstance(move, str) and move in MOVE_RULES:
        return move
    number = index(move)
    if number is None or number < 1:
        raise RiskError(
            f"move must be {', '.join(MOVE_RULES)}, or a whole number, 1 or more, not "
            f"{short_repr(move)}"
        )
    return number


class Sector(NamedTuple):
    """Nodes of a state that have to do with one another: a state of its own.

    - `left`: its nodes of the enemy, as a set of bits;
    - `keep`: 1 for each number of the state that belongs to it, else 0;
    - `hopeless`: whether too few may move in to take all that is needed, however many there are.
    """

    left: int
    keep: tuple[int, ...]
    hopeless: bool


class Attack(NamedTuple):
    """An attack from one node on another with a number of dice."""

    source: int
    target: int
    dice: int


class Front:
    """The nodes in play, and what can be done with them.

    - `enemy`: (defenders, rules) of each node of the enemy; the first `needed` must be taken, the
      others may be;
    - `mine`: the free armies of each node of the attacker;
    - `ways`: pairs of nodes, by number: the second can be attacked from the first;
    - `move`, `dice`: one of `MOVE_RULES`, or a number, and of `DICE_RULES`.

    Raises `RiskError` for more units than fit in memory.
    """

    def __init__(
        self,
        enemy: Sequence[tuple[int, Rules]],
        mine: Sequence[int],
        needed: int,
        ways: Sequence[tuple[int, int]],
        move: MoveRule = "any",
        dice: str = "free",
    ) -> None:
        n = self.enemies = len(enemy)
        self.nodes = n + len(mine)
        self.needed = (1 << needed) - 1
        self.bits = [1 << t for t in range(self.nodes)]
        self.move, self.dice = move, dice
        self.is_capped = isinstance(move, int)
        self.most_moving = move if isinstance(move, int) else sum(mine)
        """How many armies may move in, at the most."""
        self.start: FrontState = (*(d for d, _ in enemy), *[0] * n, *mine)
        # the nodes of the enemy that can be attacked from each, which it borders, as a set of bits
        self.borders = [0] * self.nodes
        for i, j in ways:
            if j < n:
                self.borders[i] |= 1 << j
        self.base = lcm(*(base_of(rules) for _, rules in enemy))
        self.enemy = enemy
        self.is_single = n == needed == len(mine) == 1 and all(
            rules.has_closed_form or has_fraction(mine[0], d, rules, SOON) for d, rules in enemy
        )
        """Whether there is one battle and no other, which is answered in some seconds."""
        if self.is_single:
            self._check_units(MAX_SINGLE_UNITS, "; odds has more")
        else:
            self._check_powers()
        self._sectors: dict[tuple[int, int], tuple[Sector, ...]] = {}

    @cached_property
    def powers(self) -> list[int]:
        """The powers of the base, as many as any state has units; `RiskError` for too many."""
        self._check_powers()
        return list(accumulate(repeat(self.base, self.units(self.start)), mul, initial=1))

    @cached_property
    def cost(self) -> int:
        """How many states a value counts as: a long one takes more time, and more memory."""
        return 1 + self.units(self.start) * self.base.bit_length() // BITS_OF_STATE

    def _check_powers(self) -> None:
        self._check_units(isqrt(2 * MAX_BITS // self.base.bit_length()))

    def _check_units(self, most: int, more: str = "") -> None:
        if (units := self.units(self.start)) > most:
            raise RiskError(
                f"armies and defenders in play must be at most {most} in all, not "
                f"{short_repr(units)}{more}"
            )

    @cached_property
    def rounds(self) -> list[list[list[WeightedRound]]]:
        """For each node of the enemy, by defenders and by dice less one, the weighted rounds."""
        return [
            [
                [
                    weighted_round(x, rules.defence.dice_of(left), rules, self.base)
                    for x in range(1, rules.attack.max_dice + 1)
                ]
                if left
                else []
                for left in range(garrison + 1)
            ]
            for garrison, rules in self.enemy
        ]

    @cached_property
    def dice_of(self) -> list[list[range]]:
        """For each node of the enemy, by free armies, the numbers of dice to choose from."""
        forced, armies = self.dice == "most", range(sum(self.start[self.enemies :]) + 1)
        numbers = (map(rules.attack.dice_of, armies) for _, rules in self.enemy)
        return [[range(x if forced else 1, x + 1) for x in each] for each in numbers]

    def units(self, state: FrontState) -> int:
        """Return the exponent of the base over which the value of a state is a whole number."""
        return sum(state) - self.enemies + state[: self.enemies].count(0)

    def left(self, state: FrontState) -> int:
        """Return the nodes of the enemy that are left, as a set of bits."""
        return sum(compress(self.bits, state[: self.enemies]))

    def live(self, state: FrontState) -> int:
        """Return the nodes with free armies, as a set of bits."""
        return sum(compress(self.bits, state[self.enemies :]))

    def attacks(self, state: FrontState) -> Iterator[Attack]:
        """Yield every attack."""
        n, left = self.enemies, self.left(state)
        for t in range(self.nodes):
            if free := state[n + t]:
                for u in bits(self.borders[t] & left):
                    for x in self.dice_of[u][free]:
                        yield Attack(t, u, x)

    def rounds_of(self, state: FrontState, attack: Attack) -> WeightedRound:
        """Return the weighted rounds that an attack may begin with."""
        return self.rounds[attack.target][state[attack.target]][attack.dice - 1]

    def moves_in(self, state: FrontState, attack: Attack) -> Sequence[int]:
        """Return how many armies may move in, of the state in which the target falls.

        Where the number of dice is free, more armies are no worse: they can do as fewer do, with
        the same dice.  So then the most move in if the source borders nothing left, else the fewest
        if the target borders nothing left.  (Where the most dice are forced, that is false.)
        """
        numbers = self.numbers_moving_in(state, attack)
        if self.dice == "free":
            left = self.left(state)
            if not self.borders[attack.source] & left:
                return numbers[-1:]
            if not self.borders[attack.target] & left:
                return numbers[:1]
        return numbers

    def numbers_moving_in(self, state: FrontState, attack: Attack) -> range:
        """Return how many armies the rules allow to move in, also where some are no better."""
        free = state[self.enemies + attack.source]
        if isinstance(self.move, int):
            return range(1, min(self.move, free) + 1)
        fewest = {"any": 1, "dice": min(attack.dice, free), "all": free}
        return range(fewest[self.move], free + 1)

    def moved(self, state: FrontState, attack: Attack, armies: int) -> FrontState:
        """Return the state in which the target has fallen, and this many armies moved in."""
        n, (t, u, _) = self.enemies, attack
        after = list(state)
        after[u] = 0
        after[n + t] -= armies
        after[n + u] = armies - 1
        return tuple(after)

    def fought(
        self, state: FrontState, attack: Attack, attackers: int, defenders: int
    ) -> FrontState:
        """Return the state after a round with these losses."""
        n, (t, u, _) = self.enemies, attack
        after = list(state)
        after[n + t] -= attackers
        after[u] -= defenders
        return tuple(after)

    def sectors(self, left: int, live: int) -> tuple[Sector, ...]:
        """Return the sectors of a state, by its nodes of the enemy and those with free armies.

        Nodes of the enemy belong together if one borders the other, or a node with free armies
        borders both.  Sectors share no army, now or later.  Free armies that border no node left
        are in none.
        """
        key = left, live
        if key not in self._sectors:
            parts = self._parts(left, (self.borders[t] & left for t in bits(live)))
            parts = sorted(filter(None, parts), key=lambda nodes: nodes & -nodes)
            self._sectors[key] = tuple(self._sector(nodes, live) for nodes in parts)
        return self._sectors[key]

    def _sector(self, nodes: int, live: int) -> Sector:
        armies = [live >> t & 1 and self.borders[t] & nodes > 0 for t in range(self.nodes)]
        keep = [nodes >> u & 1 for u in range(self.enemies)] + [*map(int, armies)]
        behind = self.behind(nodes, sum(compress(self.bits, armies)), nodes & self.needed)
        return Sector(nodes, tuple(keep), any(part.bit_count() > most for part, most in behind))

    def _parts(self, left: int, reaches: Iterable[int]) -> list[int]:
        """Return the connected components of the nodes left, connected as in `components`."""
        found: list[int] = []
        for nodes in (*reaches, *(1 << u | self.borders[u] & left for u in bits(left))):
            joined = [part for part in found if part & nodes]
            found = [part for part in found if not part & nodes]
            found.append(reduce(or_, joined, nodes))
        return found

    def components(self, left: int, reaches: Iterable[int]) -> list[int]:
        """Return the connected components of the nodes left that have something to take.

        Nodes are connected if one borders the other, or if one of the `reaches`, sets of nodes
        left, has both.
        """
        return sorted(part for part in self._parts(left, reaches) if part & self.needed)

    def behind(self, left: int, live: int, wanted: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of wanted nodes that border no army now, with the most that reach each.

        These are the armies that move into what falls before it, where no more than a number may.
        """
        near = reduce(or_, map(self.borders.__getitem__, bits(live)), 0)
        for part in self.components(wanted & ~near, ()) if self.is_capped else ():
            around = sum(self.borders[t] & part > 0 for t in bits(left & ~part))
            yield part, around * (self.most_moving - 1)

    def trouble(self, target: int, left: int) -> tuple[bool, int, int]:
        """Return whether anything lies behind a node, the pieces of the rest, and the ways on."""
        rest = left & ~(1 << target)
        onward = self.borders[target] & rest
        return onward != 0, len(self.sectors(rest, 0)), onward.bit_count()

    def are_joined(self, state: FrontState, attack: Attack) -> bool:
        """Return whether what both ends of an attack border belongs together without them."""
        one, other = self.borders[attack.source], self.borders[attack.target]
        others = self.live(state) & ~(1 << attack.source | 1 << attack.target)
        sectors = self.sectors(self.left(state), others)
        return any(nodes & one and nodes & other for nodes, *_ in sectors)


def bits(numbers: int) -> Iterator[int]:
    """Yield the numbers in a set of bits, in ascending order."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest
