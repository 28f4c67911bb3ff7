"""The throws of two hands, counted by order statistics.

The dice of a hand are ranked from the highest value down.  Dice of a kind are interchangeable, so
only the number of those that are not ranked yet must be remembered.  The highest or the lowest die
of a hand, which may count more than it shows, or less, is counted before it is ranked, or after.
Both hands are ranked at the same time, and each pair is decided when it comes to it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, prod

from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.rules.die import Die
from riskexact.rules.hand import Hand

MAX_STEPS = 5_000_000
"""The most steps of counting: half a minute in the worst case."""

Losses = tuple[int, int]
"""Units lost in one round: (attackers lost, defenders lost)."""

Face = tuple[int, int]
"""What a die shows, with what is added to all dice, and the number of its kind."""


class Ranked(NamedTuple):
    """How far a hand has been ranked.

    `left` are the dice of each kind that are not ranked yet; `early` those of them that have been
    counted, as they count more than they show: (rank, what it shows); `late` what the ranked ones
    count that have not been counted, as they count less.
    """

    left: tuple[int, ...]
    early: tuple[tuple[int, Face], ...] = ()
    late: tuple[int, ...] = ()


class Step(NamedTuple):
    """A step to `ranked` at one value, possible in `ways` ways.

    `got` are the pairs whose dice count this value, `have` those whose dice count this or more.
    A set of pairs is an integer with bit m - 1 for pair m.
    """

    ranked: Ranked
    got: int
    have: int
    ways: int


class OrderStatistics:
    """The throws of one hand: `thrown` are its dice, of which `kept` count."""

    def __init__(self, hand: Hand, thrown: Sequence[Die], kept: int) -> None:
        """Look at every face of every kind of die."""
        number = Counter(thrown)
        # of equals, the dice with the greatest bounds are the highest
        self._kinds = sorted(number, key=lambda die: die.bounds, reverse=True)
        self._on = [
            sum(
                (
                    Counter({hand.added(face, die): weight})
                    for face, weight in zip(die.faces, die.weights, strict=True)
                ),
                Counter[int](),
            )
            for die in self._kinds
        ]
        self._least = [min(on) for on in self._on]
        self._kept = kept
        self._dice = len(thrown)
        self._shifts = hand.shifts(kept)
        self._shifted = [m for m, by in enumerate(self._shifts) if by]
        # what the dice of these ranks count for what they show
        self._counts = {
            (m, (value, kind)): hand.within(value + self._shifts[m], die)
            for m in self._shifted
            for kind, (die, on) in enumerate(zip(self._kinds, self._on, strict=True))
            for value in on
        }
        self.values = {value for on in self._on for value in on} | {*self._counts.values()}
        self._known: dict[tuple[Ranked, int], list[Step]] = {}
        self.start = Ranked(tuple(number[kind] for kind in self._kinds))
        self.end = Ranked((0,) * len(self._kinds))

    def steps(self, ranked: Ranked, value: int) -> list[Step]:
        """Return the steps by which the hand can be ranked at `value`, with their numbers of ways.

        >>> two = OrderStatistics(Hand(2), (Die(6), Die(6)), 2)
        >>> for step in two.steps(two.start, 6):
        ...     print(step.ranked.left, bin(step.got), step.ways)
        (2,) 0b0 1
        (1,) 0b1 2
        (0,) 0b11 1
        """
        known = self._known.get((ranked, value))
        if known is None:
            known = self._known[ranked, value] = self._steps(ranked, value)
        return known

    def work(self, value: int) -> int:
        """Return a bound of the number of steps at a value, from all that may have been ranked.

        >>> order_statistics(Hand((8, 6, 6)), (Die(8), Die(6), Die(6)), 3).work(6)
        18
        """
        kinds = [
            each for each in zip(self.start.left, self._on, strict=True) if value <= max(each[1])
        ]
        before = prod(n + 1 for n, _ in kinds)
        steps = prod((n + 1) * (n + 2) // 2 if value in on else n + 1 for n, on in kinds)
        seldom = often = 1
        for m in self._shifted:
            passed = [
                (shown[0], counts)
                for (rank, shown), counts in self._counts.items()
                if rank == m and min(shown[0], counts) < value <= max(shown[0], counts)
            ]
            may_be = 1 + len(passed)
            # the highest is early before any other, and the lowest is late after all that count
            if (m == 0) == (self._shifts[m] > 0):
                seldom *= may_be
            else:
                often *= may_be
        return (steps + before * (seldom - 1)) * often

    def _steps(self, ranked: Ranked, value: int) -> list[Step]:
        ways = {ranked: 1}
        for m in self._shifted:
            ways |= {each: 1 for before in ways for each in self._early(before, m, value)}
        for kind in range(len(self._kinds)):
            ways = self._ranked(ways, (value, kind))
        before = self._pairs(ranked)
        steps = []
        for (left, early, late), times in ways.items():
            after = Ranked(left, early, tuple(each for each in late if each != value))
            have = self._pairs(after)
            steps.append(Step(after, have ^ before, have, times))
        return steps

    def _pairs(self, ranked: Ranked) -> int:
        """Return the pairs of kept dice that have been counted."""
        dice = min(self._dice - sum(ranked.left), self._kept)
        return (1 << (dice + len(ranked.early) - len(ranked.late))) - 1

    def _early(self, ranked: Ranked, m: int, value: int) -> list[Ranked]:
        """Count the die of rank m before it is ranked, as each that counts `value` and shows less.

        No other die of this rank can have been counted: it would have to be counted again.
        """
        if self._dice - sum(ranked.left) > m or any(rank == m for rank, _ in ranked.early):
            return []
        return [
            ranked._replace(early=(*ranked.early, (m, shown)))
            for (rank, shown), counts in self._counts.items()
            if rank == m and counts == value > shown[0]
        ]

    def _ranked(self, ways: dict[Ranked, int], shown: Face) -> dict[Ranked, int]:
        """Rank any number of the dice of a kind that show a value: the next ones in order."""
        value, kind = shown
        on = self._on[kind][value]
        after: dict[Ranked, int] = {}
        for ranked, times in ways.items():
            left = ranked.left[kind]
            least = left if value == self._least[kind] else 0  # they cannot show less
            for x in range(least, left + 1 if on else 1):
                found = self._with_shifts(ranked, x, shown)
                if found is not None:
                    after[found] = after.get(found, 0) + times * comb(left, x) * on**x
        return after

    def _with_shifts(self, ranked: Ranked, x: int, shown: Face) -> Ranked | None:
        """Return what is ranked with the next x dice showing this; None if none can."""
        left, early, late = ranked
        before = self._dice - sum(left)
        for m in self._shifted:
            if not before <= m < before + x:
                if (m, shown) in early:
                    return None
            elif (m, shown) in early:
                early = tuple(each for each in early if each != (m, shown))
            else:
                counts = self._counts[m, shown]
                if counts > shown[0] or any(rank == m for rank, _ in early):
                    return None
                if counts < shown[0]:
                    late = (*late, counts)
        kind = shown[1]
        return Ranked((*left[:kind], left[kind] - x, *left[kind + 1 :]), early, late)


@lru_cache(maxsize=8)
def order_statistics(hand: Hand, thrown: tuple[Die, ...], kept: int) -> OrderStatistics:
    """Return the throws of one hand, kept because its steps are those of many rounds.

    >>> order_statistics(Hand(2), (Die(6), Die(6)), 2).values
    {1, 2, 3, 4, 5, 6}
    """
    return OrderStatistics(hand, thrown, kept)


def count_losses(
    attack: OrderStatistics, defence: OrderStatistics, pairs: Sequence[int], ties: str
) -> Mapping[Losses, int]:
    """Return the weight of the throws of two hands for each (attackers lost, defenders lost).

    `pairs` are the numbers of those that score, `ties` says who wins a tie.  At each value, pair m
    is

    - tied if both its dice count this value;
    - lost by the side whose die counts less if the other's die counts this.

    Equivalent to `compare` for each two throws.  Raises `RiskError` if that would take too long.

    >>> three, two = (order_statistics(Hand(n), (Die(6),) * n, n) for n in (3, 2))
    >>> count_losses(three, two, (1, 2), "defender")
    FrozenMapping({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    values = sorted(attack.values | defence.values, reverse=True)
    work = sum(attack.work(value) * defence.work(value) for value in values)
    if work > MAX_STEPS:
        raise RiskError(
            "dice must be fewer, or have fewer faces: counting those of a round must take at most "
            f"{MAX_STEPS} steps, not {work}"
        )
    scoring = sum(1 << (m - 1) for m in pairs)
    to_attacker, to_defender = ties == "attacker", ties == "defender"
    start, end = (attack.start, defence.start), (attack.end, defence.end)
    ways: dict[tuple[Ranked, Ranked], dict[Losses, int]] = {start: {(0, 0): 1}}
    for value in values:
        after: dict[tuple[Ranked, Ranked], dict[Losses, int]] = {}
        for (s, t), found in ways.items():
            defence_steps = defence.steps(t, value)
            for s_after, a_got, a_have, a_ways in attack.steps(s, value):
                for t_after, d_got, d_have, d_ways in defence_steps:
                    tied = (a_got & d_got & scoring).bit_count()
                    lost_a = (d_got & ~a_have & scoring).bit_count() + tied * to_defender
                    lost_d = (a_got & ~d_have & scoring).bit_count() + tied * to_attacker
                    target = after.setdefault((s_after, t_after), {})
                    for (a, d), count in found.items():
                        lost = a + lost_a, d + lost_d
                        target[lost] = target.get(lost, 0) + a_ways * d_ways * count
        ways = after
    return FrozenMapping(dict(sorted(ways[end].items())))


def compare(
    attack: Sequence[int], defence: Sequence[int], pairs: Sequence[int], ties: str
) -> Losses:
    """Compare two throws, as they count and highest first: (attackers lost, defenders lost).

    `pairs` are the numbers of those that score, `ties` says who wins a tie.

    >>> compare([6, 2], [5, 5], (1, 2), "defender")
    (1, 1)
    """
    compared = [(attack[m - 1], defence[m - 1]) for m in pairs]
    tied = sum(x == y for x, y in compared)
    return (
        sum(x < y for x, y in compared) + tied * (ties == "defender"),
        sum(x > y for x, y in compared) + tied * (ties == "attacker"),
    )
