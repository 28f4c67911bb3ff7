"""What a whole game is played on and how, checked: names on the outside, numbers inside.

Territories are numbers, in the order of the board.  A *pattern* is the set of territories that the
mover has, as bits; the other player has the rest.  With the armies of all territories it is a
position at the start of a turn, before the mover places.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import comb, lcm

from riskexact.base.arguments import one_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.dice import Losses, round_with_loss
from riskexact.turn.front import DICE_RULES, MOVE_RULES, bits
from riskexact.turn.geography import Map, checked_map
from riskexact.turn.position import Position, checked_position

FORTIFY_RULES = ("border", "connected", "none")
"""After the attacks, armies move once: over a border of one's own, along a way of one's own, or not
at all."""

USUAL_ARMIES = {2: 60, 3: 30, 4: 30, 5: 26}
"""By the number of territories, the armies of both players to which a board is solved."""

MAX_GAME_POSITIONS = 4_000_000
"""Positions of the largest table: a few minutes, and half a gigabyte."""

MAX_ROUND_BITS = 32
"""Bits of the common denominator of all rounds."""

BoardArmies = tuple[int, ...]
"""The armies of each territory."""

Round = tuple[tuple[Losses, int], ...]
"""The losses of a round, each with its weight over one denominator for all rounds."""


class Terms(Frozen):
    """The question of `Game`, which says what its arguments are; immutable, checked, hashable."""

    board: Map
    reinforcements: int
    rules: Rules
    bonuses: Mapping[tuple[str, ...], int]
    dice: str
    move: str
    fortify: str
    armies: int

    def __init__(
        self,
        board: Map | str,
        reinforcements: int = 3,
        rules: Rules | str = STANDARD,
        bonuses: Mapping[tuple[str, ...], int] = FrozenMapping({}),
        dice: str = "free",
        move: str = "dice",
        fortify: str = "border",
        armies: int | None = None,
    ) -> None:
        """Check every argument."""
        world = checked_map(board)
        n = len(world.territories)
        if not 2 <= n <= max(USUAL_ARMIES):
            raise RiskError(
                f"board must have 2 to {max(USUAL_ARMIES)} territories, not {n}: the positions of "
                "more are too many to be solved"
            )
        for t, u in world.one_way:
            raise RiskError(f"board must have no border that leads one way, not {t} to {u}")
        one_of(dice, "dice", DICE_RULES)
        one_of(move, "move", MOVE_RULES)
        one_of(fortify, "fortify", FORTIFY_RULES)
        most = n
        while position_count(n, most + 1) <= MAX_GAME_POSITIONS:
            most += 1
        self._set(
            board=world,
            reinforcements=whole(reinforcements, "reinforcements", 1, most),
            rules=rule_set(rules),
            bonuses=_bonuses(world, bonuses),
            dice=dice,
            move=move,
            fortify=fortify,
            armies=whole(USUAL_ARMIES[n] if armies is None else armies, "armies", n, most),
        )
        if (income := max(map(self.incomes, range(1, self.everything)))) > most:
            raise RiskError(
                f"new armies of a turn, with all bonuses, must be at most {most} on this board, "
                f"not {short_repr(income)}"
            )
        self._check_rounds()

    def _key(self) -> tuple[object, ...]:
        board, *others = self._values()
        others[2] = tuple(sorted(self.bonuses.items()))
        return board, board.territories, *others

    def _check_rounds(self) -> None:
        """Refuse rules under which a throw cannot go one player's way: `sweeps` needs that."""
        for (x, y), ends in self.rounds.items():
            if any(min(lost[side] for lost, _ in ends) for side in (0, 1)):
                raise RiskError(
                    f"rules must let either side lose nothing in a round of {x} v {y} dice, "
                    f"not {self.rules.description}"
                )
        if self.denominator.bit_length() > MAX_ROUND_BITS:
            raise RiskError(
                f"rules must have chances over a denominator of at most {MAX_ROUND_BITS} bits, "
                f"not {self.denominator.bit_length()}: {self.rules.description}"
            )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The territories."""
        return self.board.territories

    @property
    def positions(self) -> int:
        """The number of positions to `armies` in all."""
        return position_count(len(self.names), self.armies)

    @cached_property
    def everything(self) -> int:
        """The pattern of who has won."""
        return (1 << len(self.names)) - 1

    @cached_property
    def around(self) -> tuple[int, ...]:
        """For each territory those that it borders, as bits."""
        index, near = self.names.index, self.board.neighbours
        return tuple(sum(1 << index(u) for u in near(t)) for t in self.names)

    @cached_property
    def denominator(self) -> int:
        """The common denominator of all rounds, given a loss."""
        rounds = (round_with_loss(*dice, self.rules) for dice in self.rules.dice_numbers())
        return lcm(*(Fraction(n, total).denominator for ends, total in rounds for _, n in ends))

    @cached_property
    def rounds(self) -> Mapping[tuple[int, int], Round]:
        """The rounds that cost somebody a unit; the others are thrown again."""
        over, found = self.denominator, dict[tuple[int, int], Round]()
        most_x, most_y = self.rules.max_dice
        for x, y in product(range(1, most_x + 1), range(1, most_y + 1)):
            ends, total = round_with_loss(x, y, self.rules)
            found[x, y] = tuple((lost, n * over // total) for lost, n in ends)
        return found

    def round(self, dice: int, defenders: int) -> Round:
        """Return the ways in which a round of that many dice ends against these defenders."""
        return self.rounds[dice, self.rules.defence.dice_of(defenders)]

    def incomes(self, pattern: int) -> int:
        """Return the armies that the mover places: reinforcements, and bonuses of groups he has."""
        return self.reinforcements + sum(
            bonus for group, bonus in self._groups if not group & ~pattern
        )

    @cached_property
    def _groups(self) -> list[tuple[int, int]]:
        """The groups with a bonus, as bits, and the continents; who has everything has won."""
        given = [*self.bonuses.items(), *self.board.continents.values()]
        return [(sum(1 << self.names.index(t) for t in group), bonus) for group, bonus in given]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of territories that keep all borders and incomes, the identity first."""
        around, incomes, patterns = self.around, self.incomes, range(1, self.everything)
        return tuple(
            image
            for image in permutations(range(len(around)))
            if all(around[image[i]] == permuted(each, image) for i, each in enumerate(around))
            and all(incomes(p) == incomes(permuted(p, image)) for p in patterns)
        )

    def attack_dice(self, armies: int) -> range:
        """Return the numbers of dice that these armies may throw, the one that stays counted."""
        most = self.rules.attack.dice_of(armies - 1)
        return range((most or 1) if self.dice == "most" else 1, most + 1)

    def ways_to_move(self, pattern: int) -> list[tuple[int, int]]:
        """Return the pairs of territories between which the mover may fortify."""
        pairs, most = [], {"none": 0, "border": 1, "connected": len(self.names)}[self.fortify]
        for i in bits(pattern):
            reached = 1 << i
            for _ in range(most):
                for k in bits(reached):
                    reached |= self.around[k] & pattern
            pairs += [(i, j) for j in bits(reached ^ 1 << i)]
        return pairs

    def numbers(self, position: object) -> tuple[int, BoardArmies]:
        """Return a position as a pattern and armies; `RiskError` if it is none of this game."""
        checked = checked_position(position)
        mine, enemy = checked.mine, checked.enemy
        if checked.map != self.board:
            raise RiskError(
                f"position must be on the board {self.board.title}, not {checked.map.title}"
            )
        for t in self.names:
            if t not in mine and t not in enemy:
                raise RiskError(f"{t} must be mine or the enemy's: a whole game leaves none empty")
        if checked.rules not in (STANDARD, self.rules):
            raise RiskError("rules of the position must be those of the game, or left out")
        if not mine or not enemy:
            raise RiskError("mine and enemy must both have a territory, or the game is over")
        armies = tuple((mine if t in mine else enemy)[t] for t in self.names)
        if sum(armies) > self.armies:
            raise RiskError(
                f"position must have at most {self.armies} armies in all, not {sum(armies)}: it is "
                "outside the table of this game"
            )
        return sum(1 << i for i, t in enumerate(self.names) if t in mine), armies

    def position(self, pattern: int, armies: BoardArmies) -> Position:
        """Return the position of a pattern and armies."""
        stands = list(enumerate(zip(self.names, armies, strict=True)))
        mine, enemy = ({t: a for i, (t, a) in stands if pattern >> i & 1 == own} for own in (1, 0))
        return Position(self.board, mine, enemy, self.rules)


def position_count(territories: int, armies: int) -> int:
    """Return how many positions have up to this many armies in all."""
    return ((1 << territories) - 2) * comb(armies, territories)


def permuted(pattern: int, image: tuple[int, ...]) -> int:
    """Return a set of territories, each of which goes to its image."""
    return sum(1 << image[i] for i in bits(pattern))


def _bonuses(world: Map, given: object) -> Mapping[tuple[str, ...], int]:
    """Return the bonuses by groups of territories, in the order of the board."""
    if not isinstance(given, Mapping):
        raise RiskError(
            f'bonuses must map groups to armies, such as {{("A", "B"): 1}}, not {short_repr(given)}'
        )
    found: dict[tuple[str, ...], int] = {}
    for group, bonus in given.items():
        if isinstance(group, str) or not isinstance(group, Iterable):
            raise RiskError(
                f'bonuses must be of groups, such as ("A", "B"), not {short_repr(group)}'
            )
        each = world.named(group)
        if not 0 < len(each) < len(world.territories):
            raise RiskError(f"a bonus must be of a part of the board, not {short_repr(group)}")
        if each in found:
            raise RiskError(f"bonuses must have each group once, not {short_repr(group)} again")
        found[each] = whole(bonus, f"bonus of {', '.join(each)}")
    return FrozenMapping(found)
