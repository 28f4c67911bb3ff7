"""The throws of two hands, counted by order statistics.

The dice of a hand are ranked from the highest value down.  Dice of a kind are interchangeable, so
only the number of those that are not ranked yet must be remembered.  The highest or the lowest die
of a hand, which may count more than it shows, or less, is counted before it is ranked, or after.
Both hands are ranked at the same time, and each pair is decided when it comes to it.  Hands of
several numbers of dice are ranked side by side, in one pass over the values.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb

from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.rules.hand import Faces, Hand, number_of

MAX_STEPS = 5_000_000
"""The most steps of counting: half a minute in the worst case."""

Losses = tuple[int, int]
"""Units lost in one round: (attackers lost, defenders lost)."""

DiceNumbers = tuple[int, int]
"""The dice of a round: (attack dice, defence dice)."""

Face = tuple[int, int]
"""What a die shows, with what is added to all dice, and the number of its kind."""


class Ranked(NamedTuple):
    """How far a hand of which `kept` dice count has been ranked.

    `left` are the dice of each kind that are not ranked yet; `early` those of them that have been
    counted, as they count more than they show: (rank, what it shows); `late` what the ranked ones
    count that have not been counted, as they count less.
    """

    kept: int
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


Moved = tuple[tuple[tuple[int, Face], ...], tuple[int, ...]]
"""What is counted early and late."""

NOTHING_MOVED: Moved = (), ()

Way = tuple[Ranked, Ranked]
"""How far a hand was ranked before a value, and how far after some of its dice at that value."""


class OrderStatistics:
    """The throws of a hand, with each of these numbers of dice (and extra dice)."""

    def __init__(self, hand: Hand, faces: Faces, numbers: Iterable[int]) -> None:
        thrown = {kept: Counter(hand.thrown(kept, faces)) for kept in numbers}
        # of equals, the dice with the greatest bounds are the highest; fewer dice have no others
        kinds = sorted(thrown[max(thrown)], key=lambda die: die.bounds, reverse=True)
        self._on: list[Counter[int]] = [Counter() for _ in kinds]
        for on, die in zip(self._on, kinds, strict=True):
            for face, weight in zip(die.faces, die.weights, strict=True):
                on[hand.added(face, die)] += weight
        self._bounds = [(min(on), max(on)) for on in self._on]
        self._extra = number_of(hand.extra)
        self._shifts = {
            kept: {m: by for m, by in enumerate(hand.shifts(kept)) if by} for kept in thrown
        }
        # what the dice of these ranks count for what they show
        self._counts = {
            (kept, m, (value, kind)): hand.within(value + by, die)
            for kept, shifts in self._shifts.items()
            for m, by in shifts.items()
            for kind, die in enumerate(kinds)
            for value in self._on[kind]
        }
        self.values = set().union(*self._on, self._counts.values())
        self.starts = [
            Ranked(kept, tuple([dice[kind] for kind in kinds])) for kept, dice in thrown.items()
        ]
        # the pairs of kept dice that have been counted, kept for every value
        self._have = dict.fromkeys(self.starts, 0)

    def steps(self, value: int, hands: Iterable[Ranked]) -> dict[Ranked, list[Step]]:
        """Return the steps by which each hand can be ranked at `value`, with their ways.

        >>> two = OrderStatistics(Hand(2), 6, [2])
        >>> for step in two.steps(6, two.starts)[two.starts[0]]:
        ...     print(step.ranked.left, bin(step.got), step.ways)
        (2,) 0b0 1
        (1,) 0b1 2
        (0,) 0b11 1
        """
        steps: dict[Ranked, list[Step]] = {start: [] for start in hands}
        ways = {(start, start): 1 for start in steps}
        if self._counts:
            ways = {(start, each): 1 for start, _ in ways for each in self._early(start, value)}
        for kind in range(len(self._on)):
            ways = self._ranked(ways, (value, kind))
        for (start, (kept, left, early, late)), times in ways.items():
            if late:
                late = tuple([each for each in late if each != value])
            after = Ranked(kept, left, early, late)
            if after not in self._have:
                ranked = min(kept + self._extra - sum(left), kept)
                self._have[after] = (1 << (ranked + len(early) - len(late))) - 1
            have = self._have[after]
            steps[start].append(Step(after, have ^ self._have[start], have, times))
        return steps

    def work(self, value: int) -> int:
        """Return a bound of the number of steps at a value, from all that may have been ranked."""
        bound = 0
        for start in self.starts:
            before = steps = seldom = often = 1
            for n, on, (_, most) in zip(start.left, self._on, self._bounds, strict=True):
                if value <= most:
                    before *= n + 1
                    steps *= (n + 1) * (n + 2) // 2 if value in on else n + 1
            passed: Counter[tuple[int, bool]] = Counter()
            for (kept, m, (shows, _)), counts in self._counts.items():
                if kept == start.kept and (shows < value <= counts or counts <= value < shows):
                    passed[m, counts > shows] += 1
            for (m, is_early), faces in passed.items():
                # the highest is early before any other, the lowest is late after all that count
                if is_early == (m == 0):
                    seldom *= 1 + faces
                else:
                    often *= 1 + faces
            bound += (steps + before * (seldom - 1)) * often
        return bound

    def _early(self, ranked: Ranked, value: int) -> list[Ranked]:
        """Count dice before they are ranked, as any that count `value` and show less, or none.

        No other die of this rank can have been counted: it would have to be counted again.
        """
        kept, left, early, _ = ranked
        found = [ranked]
        for rank in self._shifts[kept]:
            if kept + self._extra - sum(left) <= rank and all(m != rank for m, _ in early):
                found += [
                    each._replace(early=(*each.early, (m, shown)))
                    for each in found
                    for (n, m, shown), counts in self._counts.items()
                    if (n, m) == (kept, rank) and counts == value > shown[0]
                ]
        return found

    def _ranked(self, ways: dict[Way, int], shown: Face) -> dict[Way, int]:
        """Rank any number of the dice of a kind that show a value: the next ones in order."""
        value, kind = shown
        on, lowest = self._on[kind][value], self._bounds[kind][0]
        after: dict[Way, int] = {}
        for (start, ranked), times in ways.items():
            kept, left, _, _ = ranked
            n = left[kind]
            least = n if value == lowest else 0  # they cannot show less
            for x in range(least, n + 1 if on else 1):
                moved = self._moved(ranked, x, shown) if self._counts else NOTHING_MOVED
                if moved is not None:
                    way = start, Ranked(kept, (*left[:kind], n - x, *left[kind + 1 :]), *moved)
                    after[way] = after.get(way, 0) + times * comb(n, x) * on**x
        return after

    def _moved(self, ranked: Ranked, x: int, shown: Face) -> Moved | None:
        """Return what is early and late with the next x dice showing this; None if none can."""
        kept, left, early, late = ranked
        before = kept + self._extra - sum(left)
        for m in self._shifts[kept]:
            if not before <= m < before + x:
                if (m, shown) in early:
                    return None
            elif (m, shown) in early:
                early = tuple(each for each in early if each != (m, shown))
            else:
                counts = self._counts[kept, m, shown]
                if counts > shown[0] or any(rank == m for rank, _ in early):
                    return None
                if counts < shown[0]:
                    late = (*late, counts)
        return early, late


def work(attack: OrderStatistics, defence: OrderStatistics) -> int:
    """Return a bound of the steps in which the losses of all pairs of hands are counted."""
    values = attack.values | defence.values
    return sum([attack.work(value) * defence.work(value) for value in values])


def count_losses(
    attack: OrderStatistics, defence: OrderStatistics, pairs: Sequence[int], ties: str
) -> dict[DiceNumbers, Mapping[Losses, int]]:
    """Return the weight of the throws of each two hands for (attackers lost, defenders lost).

    `pairs` are the numbers of those that score, `ties` says who wins a tie.  At each value, pair m
    is

    - tied if both its dice count this value;
    - lost by the side whose die counts less if the other's die counts this.

    Equivalent to `compare` for each two throws.  Raises `RiskError` if that would take too long.

    >>> three, two = (OrderStatistics(Hand(n), 6, range(1, n + 1)) for n in (3, 2))
    >>> count_losses(three, two, (1, 2), "defender")[3, 2]
    FrozenMapping({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    if (steps := work(attack, defence)) > MAX_STEPS:
        raise RiskError(
            "dice must be fewer, or have fewer faces: counting those of a round must take at most "
            f"{MAX_STEPS} steps, not {steps}"
        )
    scoring = sum([1 << (m - 1) for m in pairs])
    ways = {(s, t): {(0, 0): 1} for s in attack.starts for t in defence.starts}
    for value in sorted(attack.values | defence.values, reverse=True):
        attack_steps = attack.steps(value, [s for s, _ in ways])
        defence_steps = defence.steps(value, [t for _, t in ways])
        after: dict[tuple[Ranked, Ranked], dict[Losses, int]] = {}
        for (s, t), found in ways.items():
            both = scoring & ((1 << min(s.kept, t.kept)) - 1)
            for s_after, a_got, a_have, a_ways in attack_steps[s]:
                for t_after, d_got, d_have, d_ways in defence_steps[t]:
                    tied = (a_got & d_got & both).bit_count()
                    lost_a = (d_got & ~a_have & both).bit_count() + tied * (ties == "defender")
                    lost_d = (a_got & ~d_have & both).bit_count() + tied * (ties == "attacker")
                    target = after.setdefault((s_after, t_after), {})
                    for (a, d), count in found.items():
                        lost = a + lost_a, d + lost_d
                        target[lost] = target.get(lost, 0) + a_ways * d_ways * count
        ways = after
    return {
        (s.kept, t.kept): FrozenMapping(dict(sorted(found.items())))
        for (s, t), found in ways.items()
    }


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
