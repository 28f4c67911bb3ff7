"""The values of configurations: one row each, for all numbers of free armies at once.

Exact values are whole numbers over base^units of the front.  As the value of a state with fewer
units is one over a smaller power, no division leaves a remainder.  Others are whole numbers over
one power of 2.  They are rounded at each round, up for an upper bound and down for a lower one, so
that both stay bounds; and they have few enough digits to be the same in JavaScript.  All
configurations with as many defenders are evaluated together, from few armies to many.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, compress, pairwise
from operator import itemgetter
from typing import TypeVar

from riskexact.base.errors import is_installed
from riskexact.base.frozen import NamedTuple
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, round_with_loss
from riskexact.turn.configurations import Ground, Place, WayOn, Ways
from riskexact.turn.evaluation import TooManyStatesError
from riskexact.turn.front import Front
from riskexact.turn.rows import (
    AttackOfRow,
    NumberList,
    NumberRow,
    StackRows,
    Throwing,
    ThrowOf,
    everywhere,
    maximum_at,
    picked,
    row,
    units_of,
)

MAX_CELLS = 1 << 26
"""Rounded values in all rows: some 260 MiB."""

EXACT_COST, EXACT_ROOM = 2, 5
"""How many rounded values take as long as an exact one, and as much room."""

ROW_COST = 200
"""What a row costs besides its values, as many values."""

PRECISION, EXACT_BITS = 31, 52
"""Bits of a value, and of its product with the number of throws of a round, at the most."""

LEAST_PRECISION = 16
"""Bits of a value that are worth while."""

RoundEnds = tuple[tuple[tuple[Losses, int], ...], int]
"""The throws that cost somebody a unit, and their number, as `round_with_loss` has them."""

Together = TypeVar("Together")

Columns = list[list[int]]
"""Where rows begin: first those to be computed, then those that they depend on."""


def precision(front: Front) -> int:
    """Return the bits of a value: less than the least where a round has too many throws."""
    every = {rules for _, rules in front.enemy}
    throws = (round_with_loss(x, y, each)[1] for each in every for x, y in each.dice_numbers())
    return min(PRECISION, EXACT_BITS - max(throws, default=1).bit_length())


Configuration = tuple[Place, tuple[int, ...]]
"""A place, and the defenders on each node, 0 elsewhere."""


class FightsAlike(NamedTuple):
    """What attacks have in common that are evaluated together.

    - `rules`, `dice`: those of the defender;
    - `binds`: where all who throw fall, one of the armies is bound, and the others go on as before.
    """

    rows: StackRows
    stack: int
    rules: int
    dice: int
    binds: bool


class ConquestsAlike(NamedTuple):
    """What conquests have in common that are evaluated together.

    - `ways`: for each way to go on whether the stack is divided, and for each of its places the
      rows, and whether those that stay and those that move in fight on there.
    """

    rows: StackRows
    stack: int
    ways: tuple[tuple[bool, tuple[tuple[StackRows, bool, bool], ...]], ...]


class ConfigurationValues:
    """The values of configurations, and of those that they lead to.

    - `free`: the most free armies of each stack;
    - `ways`: of pools all values are upper bounds, of undivided stacks lower ones;
    - `exact`: they are not rounded.
    """

    def __init__(self, ways: Ways, free: Sequence[int], exact: bool) -> None:
        self.front, self._free, self.ways, self._exact = ways.front, free, ways, exact
        self.cells = self.cost = 0
        self._rows: dict[tuple[int, ...], StackRows] = {}  # by stacks
        self._begins: dict[Configuration, int] = {}
        self._waiting: list[Configuration] = []
        # by the nodes left and the grounds, which stack may be on which
        self._labelled: dict[tuple[int, tuple[int, ...]], set[tuple[Ground, ...]]] = defaultdict(
            set
        )
        self._fights: dict[FightsAlike, Columns] = {}
        self._conquests: dict[ConquestsAlike, Columns] = {}
        self._throwing = cache(self._may_throw)
        rules = [rules for _, rules in self.front.enemy]
        self._rules: list[Rules] = list(dict.fromkeys(rules))
        self._rules_of = list(map(self._rules.index, rules))
        self.over = self.front.powers[-1] if exact else 1 << precision(self.front)

    @property
    def complete(self) -> bool:
        """Whether all configurations that were begun are evaluated."""
        return not self._waiting and not self._fights

    def rounded(self, value: NumberRow, over: int) -> NumberRow:
        """Return values over a number, rounded to the side that they bound from."""
        return (value + (over - 1) * self.ways.pooled) // over

    def begin(self, place: Place, defenders: Sequence[int]) -> int:
        """Return where the row of a configuration begins; a new one waits until it is explored."""
        configuration = self.ways.canonical(place, defenders)
        begins = self._begins.get(configuration)
        if begins is None:
            place = nodes, grounds = configuration[0]
            self._labelled[nodes, tuple(sorted([each for _, each in grounds]))].add(grounds)
            begins = self._begins[configuration] = self._of(place).begun()
            self._waiting.append(configuration)
        return begins

    def found(self, place: Place, defenders: Sequence[int], free: Mapping[int, int]) -> int | None:
        """Return the value of a configuration by its free armies; None if it has no row.

        Of `defenders`, others than those on the nodes of the place do not matter.

        The stacks of an evaluated configuration may have other numbers, and no more armies.
        """
        place, within = self.ways.canonical(place, defenders)
        ordered = sorted(place[1], key=itemgetter(1))
        for grounds in self._labelled.get((place[0], tuple([each for _, each in ordered])), ()):
            numbers = sorted(grounds, key=itemgetter(1))
            armies = {k: free[stack] for (k, _), (stack, _) in zip(numbers, ordered, strict=True)}
            begins = self._begins.get(((place[0], grounds), within))
            if begins is not None and all(n <= self._free[k] for k, n in armies.items()):
                rows = self._rows[tuple(sorted(armies))]
                return int(rows.values[begins + rows.place([armies[k] for k in rows.stacks])])
        return None

    def evaluate(self, most: int, progress: Callable[[], None]) -> None:
        """Find all configurations, and then their values; `TooManyStatesError` if that costs more.

        What has been found serves the next call; `progress` is called now and then, and may raise.
        """
        while self._waiting:
            if self.cost > most or self.cells > MAX_CELLS:
                raise TooManyStatesError("position must have fewer configurations")
            progress()
            self._explore(self._waiting.pop())
        for rows in self._rows.values():
            rows.extend()
        fights = [
            (each.rows, self._throwing(each), self._columns(columns))
            for each, columns in self._fights.items()
        ]
        conquests = [(each, self._columns(columns)) for each, columns in self._conquests.items()]
        in_lists = self._exact or not is_installed("numpy")
        evaluate = self._evaluate_in_lists if in_lists else self._evaluate_in_arrays
        evaluate(conquests, fights, progress)
        self._fights, self._conquests = {}, {}

    def _evaluate_in_arrays(
        self,
        conquests: Iterable[tuple[ConquestsAlike, list[NumberRow]]],
        fights: Iterable[tuple[StackRows, Sequence[Throwing], list[NumberRow]]],
        progress: Callable[[], None],
    ) -> None:
        """Evaluate all, those with the fewest units first."""
        found: dict[int, list[partial[None]]] = defaultdict(list)
        for conquest, (levels, *columns) in conquests:
            spots, _ = conquest.rows.moving(conquest.stack, 1)
            for units in units_of(levels, spots.firsts):
                does = partial(self._conquer, conquest, columns, levels, units)
                found[units].append(does)
        for rows, throwing, (levels, *columns) in fights:
            for each in throwing:
                for units in units_of(levels, each[0].firsts):
                    does = partial(rows.attack, columns, levels, each, self.ways.pooled, units)
                    found[units].append(does)
        for units in sorted(found):
            for does in found[units]:
                progress()
                does()

    def _evaluate_in_lists(
        self,
        conquests: Iterable[tuple[ConquestsAlike, list[NumberRow]]],
        fights: Iterable[tuple[StackRows, Sequence[Throwing], list[NumberRow]]],
        progress: Callable[[], None],
    ) -> None:
        """Evaluate all, row by row, those with the fewest defenders first."""
        attacks: dict[int, dict[tuple[StackRows, int], list[AttackOfRow]]] = defaultdict(dict)
        for rows, throwing, columns in fights:
            throws_at: dict[int, Sequence[ThrowOf]] = {}
            for spots, throws in throwing:
                every = zip(*(each.by_place() for each in throws), strict=True)
                throws_at.update(zip(spots.at, every, strict=True))
            for level, *starts in zip(*columns, strict=True):
                attacks[level].setdefault((rows, starts[0]), []).append((starts, throws_at))
        for level in range(sum(d for d, _ in self.front.enemy) + 1):
            for (rows, here), of_row in attacks[level].items():
                progress()
                rows.evaluate(here, of_row, self.ways.pooled)
            for conquest, (levels, *columns) in conquests:
                some = [NumberList(compress(each, map(level.__eq__, levels))) for each in columns]
                if some[0]:
                    self._conquer(conquest, some, levels, None)

    def _columns(self, columns: Columns) -> list[NumberRow]:
        return [row(column, self._exact) for column in columns]

    def _of(self, place: Place) -> StackRows:
        """Return the rows of a place."""
        stacks = tuple([stack for stack, _ in place[1]])
        if stacks not in self._rows:
            self._rows[stacks] = StackRows(self._free, stacks, self._exact)
        return self._rows[stacks]

    def _charge(self, rows: StackRows) -> None:
        """Note what a row costs."""
        cost, room = (EXACT_COST, EXACT_ROOM) if self._exact else (1, 1)
        cells = rows.cells * (self.front.cost if self._exact else 1)
        self.cells += cells * room
        self.cost += cells * cost + ROW_COST

    def _explore(self, configuration: Configuration) -> None:
        """Note what each attack from a configuration leads to."""
        place, defenders = configuration
        rows, level = self._of(place), sum(defenders)
        self._charge(rows)
        for (stack, _), u, ways in self.ways.chosen(place, defenders):
            here, rules = defenders[u], self._rules_of[u]
            dice = self._rules[rules].defence.dice_of(here)
            begins, binds = [level, self._begins[configuration]], False
            for left in range(here - 1, here - dice - 1, -1):
                after = (*defenders[:u], left, *defenders[u + 1 :])
                if left:
                    row_after = self.begin(place, after)
                else:
                    row_after, binds = self._conquered(rows, stack, after, ways)
                begins.append(row_after)
            _note(self._fights, FightsAlike(rows, stack, rules, dice, binds), begins)

    def _conquered(
        self, rows: StackRows, stack: int, defenders: tuple[int, ...], ways: list[WayOn]
    ) -> tuple[int, bool]:
        """Return where the row of a conquest begins, and whether an army is bound before."""
        if not ways:
            return 0, False  # a row of zeros
        ends = [[self.begin(place, defenders) for place in way.places] for way in ways]
        shape = tuple(
            (
                way.stays != way.moves,
                tuple(
                    (self._of(place), s == way.stays, s == way.moves)
                    for s, place in enumerate(way.places)
                ),
            )
            for way in ways
        )
        if shape == ((False, ((rows, True, True),)),):
            return ends[0][0], True
        self._charge(rows)
        begins = rows.begun()
        columns = [sum(defenders), begins, *(each for one in ends for each in one)]
        _note(self._conquests, ConquestsAlike(rows, stack, shape), columns)
        return begins, False

    def _may_throw(self, fight: FightsAlike) -> list[Throwing]:
        """Return the places where a stack may throw the same dice, and how these throws end."""
        rules = self._rules[fight.rules]
        may = self.front.dice_of[self._rules_of.index(fight.rules)]
        if self.ways.pooled:
            may = [range(1, numbers.stop) for numbers in may]
        may = may[: self._free[fight.stack] + 1]
        bound = fight.dice if fight.binds else None
        found = list[Throwing]()
        for dice in dict.fromkeys(may[1:]):
            spots = fight.rows.throwing(fight.stack, dice, may)
            lost = cache(partial(fight.rows.lost, spots, fight.stack))
            rounds = [round_with_loss(x, fight.dice, rules) for x in dice[::-1]]
            better = [is_no_better(fewer, more) for more, fewer in pairwise(rounds)]
            throws = [
                ThrowOf(
                    tuple((lost(i + (fallen == bound)), fallen, n) for (i, fallen), n in ends),
                    number,
                    is_better,
                )
                for (ends, number), is_better in zip(rounds, [*better, False], strict=True)
            ]
            found.append((spots, throws))
        return found

    def _conquer(
        self,
        conquests: ConquestsAlike,
        columns: list[NumberRow],
        levels: NumberRow,
        units: int | None,
    ) -> None:
        """Evaluate conquests of these units: the best way to go on, and to divide a stack."""
        (rows, stack, ways), (here, *ends) = conquests, columns
        for divided, parts in ways:
            most = rows.free[rows.stacks.index(stack)]
            most = min(most, self.front.most_moving) if divided else 1
            spots, _ = rows.moving(stack, most)
            into = [rows.into(other, stack, most, stay or not move) for other, stay, move in parts]
            for places in everywhere(levels, spots.firsts, units):
                at, value = places(here, spots.at), None
                for (other, _, _), begins, each in zip(parts, ends, into, strict=False):
                    worth = picked(other.values, places(begins, each))
                    value = worth if value is None else self.rounded(value * worth, self.over)
                if value is None:  # everything is taken
                    value = picked(rows.values, at) * 0 + self.over
                maximum_at(rows.values, at, value)
            ends = ends[len(parts) :]


def is_no_better(one: RoundEnds, other: RoundEnds) -> bool:
    """Return whether the ends of a round are worse more often, if they come the best first.

    >>> two, three = (round_with_loss(x, 1, Rules()) for x in (2, 3))
    >>> is_no_better(two, three), is_no_better(three, two)
    (True, False)
    """
    (ends, throws), (others, all_others) = one, other
    sums = (list(accumulate(count for _, count in each)) for each in (ends, others))
    return [end for end, _ in ends] == [end for end, _ in others] and all(
        n * all_others <= m * throws for n, m in zip(*sums, strict=True)
    )


def _note(found: dict[Together, Columns], key: Together, begins: list[int]) -> None:
    """Note where rows begin that are evaluated together."""
    for column, each in zip(found.setdefault(key, [[] for _ in begins]), begins, strict=True):
        column.append(each)
