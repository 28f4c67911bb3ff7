"""A chain of territories in whole numbers, read forwards and backwards.

Letters: `N` attackers free at the start; `x` attackers free in front of a territory; `s` survivors
who have taken it; `(a, d)` a state of the battle for it.

A unit is *gone* when it has fallen or stays behind.  The chance that the campaign passes through a
state is kept as a whole number over base^(units gone until then), its *mass*: the units gone are a
function of the state, N - a attackers and the defenders that fell, so that masses on one state
simply add up.  The value of a state, which is the chance to win from there, is a whole number over
base^(units not gone).  One base serves for all rules of the chain (see `weights`).  Nothing on the
way needs a fraction or a gcd.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, repeat
from math import lcm
from operator import mul
from typing import NamedTuple

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.text import sides_text
from riskexact.odds.limits import MOST_BITS, MOST_UNITS, check_seconds, check_units
from riskexact.odds.states import State
from riskexact.odds.weights import base_of, weighted_round
from riskexact.rules import Rules
from riskexact.rules.dice import changing_round, round_counts

NANOSECONDS_OF_STEP = 5
"""What a step of `steps` takes; measured, 2 to 4 forwards and 3 to 6 backwards."""

Ways = tuple[tuple[int, int, int], ...]
"""(attackers lost, defenders lost, weight) for each way a round can end."""


class Territory(NamedTuple):
    """What stands on a territory, how it is fought for, and what stays there when it is taken."""

    garrison: int
    rules: Rules
    leave_behind: int


def common_base(territories: Iterable[Territory]) -> int:
    """Return a base for the rounds of all battles.

    >>> from riskexact.rules import STANDARD
    >>> common_base([Territory(3, STANDARD, 1), Territory(1, Rules(faces=8), 1)]) == 24**4
    True
    """
    return lcm(*(base_of(rules) for rules in {each.rules for each in territories if each.garrison}))


class Board:
    """The battle for one territory, of any number of attackers; the odds are those of `Battle`.

    With no more than `reserve` attackers it is broken off; a conquest comes first.
    """

    def __init__(self, territory: Territory, base: int, reserve: int) -> None:
        """Prepare the rounds: each is weighed when it is first thrown."""
        self.garrison, self.rules, self.leave_behind = territory
        self.base, self.reserve = base, reserve
        self._by_dice: dict[int, list[Ways]] = {}

    def fought(self, arrived: Sequence[int]) -> tuple[list[int], dict[State, int]]:
        """Fight the battle forwards: masses by attackers → (by survivors, broken off by state).

        >>> from riskexact.rules import STANDARD
        >>> board = Board(Territory(2, STANDARD, 1), 6**4, 0)
        >>> survivors, broken = board.fought([0, 1])  # of 1296^2, 1296 and 1296, one attacker
        >>> survivors[1], broken
        (178200, {(0, 1): 249480, (0, 2): 966})
        """
        if not self.garrison:
            return list(arrived), {}
        survivors = [0] * len(arrived)
        broken: dict[State, int] = {}
        for a, row in self._masses(arrived):
            if a <= self.reserve:
                broken |= {(a, d): mass for d, mass in enumerate(row) if d and mass}
            survivors[a] = row[0]
        return survivors, broken

    def rounds(self, arrived: Sequence[int]) -> tuple[list[int], list[int], int]:
        """Fight forwards and count: masses → (by survivors, mean rounds by units gone, their over).

        The mean number of rounds is the sum of what is thrown when so many units have gone in this
        battle, each over the same number.  A state that is not the end of the battle is left after
        1 / P(a round changes something) rounds in the mean.

        >>> from riskexact.rules import STANDARD
        >>> board = Board(Territory(1, STANDARD, 1), 6**4, 0)
        >>> board.rounds([0, 0, 1])[1:]  # 1 + 91/216 in the mean
        ([1, 546, 0, 0], 1)
        >>> 546 / 1296 == 91 / 216
        True
        """
        most = len(arrived) - 1
        if not self.garrison:
            return list(arrived), [0] * (most + 1), 1
        means = {
            x: [self._mean_rounds(x, self.rules.defence.dice_of(d)) for d in self._defenders]
            for x in {self.rules.attack.dice_of(a) for a in range(self.reserve + 1, most + 1)}
        }
        over = lcm(*(mean.denominator for each in means.values() for mean in each))
        weights = {x: [int(mean * over) for mean in each] for x, each in means.items()}
        survivors, thrown = [0] * (most + 1), [0] * (most + self.garrison + 1)
        for a, row in self._masses(arrived):
            survivors[a] = row[0]
            if a > self.reserve:
                there = weights[self.rules.attack.dice_of(a)]
                for d in self._defenders:
                    thrown[most - a + self.garrison - d] += row[d] * there[d - 1]
        return survivors, thrown, over

    def _mean_rounds(self, attack_dice: int, defence_dice: int) -> Fraction:
        """Return how many rounds it takes until one changes something, in the mean."""
        throws = sum(round_counts(attack_dice, defence_dice, self.rules).values())
        return Fraction(throws, changing_round(attack_dice, defence_dice, self.rules)[1])

    @property
    def _defenders(self) -> range:
        return range(1, self.garrison + 1)

    def _masses(self, arrived: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield the masses of all states, by attackers from the most on: a row by defenders."""
        rows = [[0] * (self.garrison + 1) for _ in arrived]
        for a in reversed(range(len(arrived))):
            row = rows[a]
            row[self.garrison] += arrived[a]
            if a > self.reserve:
                ways = self._ways(a)
                for d in range(self.garrison, 0, -1):
                    mass = row[d]
                    if mass:
                        for i, j, weight in ways[d]:
                            rows[a - i][d - j] += mass * weight
            yield a, row
            del rows[a], row

    def going_on(self, survivors: Sequence[int]) -> list[int]:
        """Leave behind who stays: masses by survivors → masses by attackers free to go on.

        Those with too few of them stop, and are left out.
        """
        arrived = [0] * max(1, len(survivors) - self.leave_behind)
        # where nobody goes on the power could be of any length
        stay = self.base**self.leave_behind if len(arrived) > self.reserve + 1 else 0
        for x in range(self.reserve + 1, len(arrived)):
            arrived[x] = survivors[x + self.leave_behind] * stay
        return arrived

    def worth(self, after: Sequence[int] | None, most: int) -> list[int]:
        """Return the values of 0 to `most` survivors, from those of attackers free to go on.

        With `None` this is the last territory, and survivors have won.
        """
        if after is None:
            return [0, *accumulate(repeat(self.base, most), mul)]
        fewest = self.reserve + self.leave_behind + 1
        stay = self.base**self.leave_behind if most >= fewest else 0
        return [after[s - self.leave_behind] * stay if s >= fewest else 0 for s in range(most + 1)]

    def values(self, won: Sequence[int]) -> list[int]:
        """Read the battle backwards: values by survivors → values by attackers in front.

        >>> from riskexact.rules import STANDARD
        >>> board = Board(Territory(2, STANDARD, 1), 6**4, 0)
        >>> board.values([1, 1296])  # a won battle is worth 1
        [0, 230947200]
        >>> 230947200 / 1296**3 == 275 / 2592
        True
        """
        if not self.garrison:
            return list(won)
        # a round goes back so many rows at the most, its own included
        rows: deque[list[int]] = deque(maxlen=self.rules.max_losses + 1)
        values = []
        for a, value in enumerate(won):
            row = [value] + [0] * self.garrison
            rows.append(row)
            if a > self.reserve:
                ways = self._ways(a)
                for d in range(1, self.garrison + 1):
                    row[d] = sum(weight * rows[-1 - i][d - j] for i, j, weight in ways[d])
            values.append(row[self.garrison])
        return values

    def _ways(self, a: int) -> list[Ways]:
        """Return the rounds of a attackers, by defenders."""
        x = self.rules.attack.dice_of(a)
        if x not in self._by_dice:
            weighed = {
                y: tuple((i, j, w) for (i, j), w in weighted_round(x, y, self.rules, self.base))
                for y in range(1, self.rules.defence.dice_of(self.garrison) + 1)
            }
            defenders = range(1, self.garrison + 1)
            self._by_dice[x] = [(), *(weighed[self.rules.defence.dice_of(d)] for d in defenders)]
        return self._by_dice[x]


class End(NamedTuple):
    """Where a campaign ends: `occupiers` stay on the territory that the attackers stand on.

    They are not counted among the attackers; where all territories fell, there are none.
    """

    attackers_left: int
    territory: int
    defenders_left: int
    occupiers: int


class Passage(NamedTuple):
    """A way to an end, of chance mass / base ** gone."""

    end: End
    mass: int
    gone: int


class Chain:
    """Boards in a row, all over one base.

    `attackers` is the most that there can be at the start.
    """

    def __init__(self, attackers: int, territories: Sequence[Territory], reserve: int = 0) -> None:
        """Prepare the boards."""
        self.attackers, self.reserve = attackers, reserve
        self.base = common_base(territories)
        made = {each: Board(each, self.base, reserve) for each in set(territories)}
        self.boards = [made[each] for each in territories]

    def passages(self) -> Iterator[Passage]:
        """Yield the ways to all ends, from the first territory on: one pass forwards."""
        arrived, fallen = [0] * self.attackers + [1], 0
        occupiers, last = 1, len(self.boards) - 1
        for n, board in enumerate(self.boards):
            survivors, broken = board.fought(arrived)
            for (a, d), mass in broken.items():
                gone = self.attackers - a + fallen + board.garrison - d
                yield Passage(End(a, n, d, occupiers), mass, gone)
            fallen, occupiers = fallen + board.garrison, board.leave_behind
            for s, mass in enumerate(survivors):
                free = max(0, s - occupiers)
                if mass and n == last:
                    end = End(s, n + 1, 0, 0)
                elif mass and free <= self.reserve:
                    end = End(free, n + 1, self.boards[n + 1].garrison, s - free)
                else:
                    continue
                yield Passage(end, mass, self.attackers - s + fallen)
            arrived = board.going_on(survivors)

    def mean_rounds(self) -> Fraction:
        """Return the mean number of rounds.

        >>> from riskexact.rules import STANDARD
        >>> Chain(2, [Territory(1, STANDARD, 1)]).mean_rounds()
        Fraction(307, 216)
        """
        arrived, fallen = [0] * self.attackers + [1], 0
        means = []
        for board in self.boards:
            survivors, thrown, over = board.rounds(arrived)
            mass = 0
            for each in thrown:
                mass = mass * self.base + each
            fallen += board.garrison
            means.append(Fraction(mass, self.base ** (self.attackers + fallen) * over))
            arrived = board.going_on(survivors)
        return exact_sum(means)

    def chance(self, passages: Iterable[Passage]) -> Fraction:
        """Return the sum of the chances of some passages."""
        mass = gone = 0
        for each in sorted(passages, key=lambda passage: passage.gone):
            mass = mass * self.base ** (each.gone - gone) + each.mass
            gone = each.gone
        return Fraction(mass, self.base**gone)

    def win_chances(self) -> Iterator[tuple[int, int]]:
        """Yield the chance to win of 0, 1, … attackers at the start: one pass backwards.

        As (numerator, denominator), not in lowest terms; nobody at all wins nothing.

        >>> from riskexact.rules import STANDARD
        >>> [Fraction(*each) for each in Chain(2, [Territory(1, STANDARD, 1)]).win_chances()]
        [Fraction(0, 1), Fraction(5, 12), Fraction(1955, 2592)]
        """
        values: list[int] | None = None
        for board in reversed(self.boards):
            values = board.values(board.worth(values, self.attackers))
        garrisons = sum(board.garrison for board in self.boards)
        whole = self.base**garrisons
        for value in values or ():
            yield value, whole
            whole *= self.base


def check_chain(attackers: int, territories: Sequence[Territory]) -> None:
    """Raise `RiskError` if a campaign would not fit, or take too long.

    >>> from riskexact.rules import STANDARD
    >>> check_chain(300, [Territory(10, STANDARD, 1)] * 30)
    >>> check_chain(9000, [Territory(1000, STANDARD, 1)] * 9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: a campaign of 9000 attackers against 9000 defenders must ...
    """
    defenders = sum(each.garrison for each in territories)
    check_units(attackers, defenders, MOST_UNITS)
    what = f"a campaign of {sides_text(attackers, defenders)}"
    # the window of a board and the ends, of half the bits in the mean, and their fractions
    widest = max((each.rules.max_losses + 1) * each.garrison for each in territories)
    held = most_bits(attackers, territories) * (widest + 3 * _most_ends(attackers, territories))
    if held > MOST_BITS:
        raise RiskError(f"{what} must fit in {MOST_BITS >> 33} GiB, not {-(-held >> 33)} GiB")
    check_seconds(steps(attackers, territories) * NANOSECONDS_OF_STEP / 10**9, what)


def check_ends(attackers: int, territories: Sequence[Territory]) -> None:
    """Raise `RiskError` if the exact chances of all ends would take too long to reduce.

    A greatest common divisor takes a time quadratic in the length, with what checks that nothing is
    missing 6 ns for 64 bits by 64 bits; measured, 3 to 8.

    >>> from riskexact.rules import STANDARD
    >>> check_ends(3000, [Territory(1000, STANDARD, 1)])
    >>> check_ends(30_000, [Territory(1, STANDARD, 1)])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: the exact outcomes of 30000 attackers against 1 defender must ...
    """
    defenders = sum(each.garrison for each in territories)
    words = most_bits(attackers, territories) // 64
    check_seconds(
        6 * _most_ends(attackers, territories) * words**2 / 10**9,
        f"the exact outcomes of {sides_text(attackers, defenders)}",
    )


def _most_ends(attackers: int, territories: Sequence[Territory]) -> int:
    """Return the most ends; a battle that is broken off is so by its first round below a limit."""
    return attackers + sum(each.garrison * each.rules.max_losses for each in territories)


def steps(attackers: int, territories: Sequence[Territory]) -> int:
    """Return about how many steps a pass takes: see `board_steps`.

    >>> from riskexact.rules import STANDARD
    >>> steps(300, [Territory(10, STANDARD, 1)] * 30)
    30069900
    """
    bits = most_bits(attackers, territories)
    return sum(board_steps(attackers, territory, bits) for territory in territories)


def board_steps(attackers: int, territory: Territory, bits: int) -> int:
    """Return about how many steps a board takes: one for 64 bits of a product, and 60 around it.

    There is a product for each way in which a round can end in each state; measured.
    """
    ways = (attackers + 1) * territory.garrison * (territory.rules.max_losses + 1)
    return ways * (60 + bits // 128)


def most_bits(attackers: int, territories: Sequence[Territory]) -> int:
    """Return the most bits of a mass.

    >>> from riskexact.rules import STANDARD
    >>> most_bits(300, [Territory(10, STANDARD, 1)] * 30)
    6600
    """
    units = attackers + sum(each.garrison for each in territories)
    return units * common_base(territories).bit_length()
