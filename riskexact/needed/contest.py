"""One side of a battle grows and grows: its chances, line after line, and where they lead.

Letters: `n` units of the side that is asked for, `m` of the other, which has `M`; `P(n, m)` the
chance that the first side wins, the attacker by conquest, the defender by holding; K the most units
that a round costs.  A *line* is P(n, 0), …, P(n, M).  Where the first round has rules of its own,
`P0(n, M)` is the mean of P after it, and P(n, M) elsewhere.

Nothing is taken for monotone.  The lines come in the order of n, each from the K before it, and
what lies beyond them is known by three facts.  Let the side that grows throw all its dice from now
on, and let w_j be the chance that a round of them costs the other side j units.

**The limit.**  P(n, m) tends, for n → ∞, to L(m):  L(0) = 1;  L(m) = 0 where w_0 = 1, and
Σ_{j≥1} w_j L(m - j) / (1 - w_0) elsewhere.  For P(n, m) is a mean of values at fewer n, at m with
weight w_0 < 1, whose limits are known by induction on m.  And where w_0 = 1 no number of dice that
the growing side may throw costs the other a unit, so that P(n, m) = 0 for all n: a pair costs a
unit if the highest that the one die can count is enough for the lowest of the other, and the
highest that the i-th best die can count never falls when a die is added.  (The lowest can fall,
where dice of unequal faces are raised, each within its own; so L may be 0 at 1 and not at 2.)

**The bound.**  All later P(n, m) are at most T(m):  T(0) = 1;  T(m) is the maximum of P(·, m) on
the last K lines and of Σ_{j≥1} w_j T(m - j) / (1 - w_0).  By induction on n: a later P(n, m) is at
most w_0 T(m) + Σ_{j≥1} w_j T(m - j) <= T(m).  Likewise from below, with minima.  T tends to L, so
that every chance other than the limit is settled some day.

**At the limit.**  L(m) - P(n, m) is the mean of its own values on the lines before.  So its sign
follows from theirs, unless they have both.  Signs of K lines are finitely many: they repeat.

The lines are kept as multiples of 2^-b, rounded down, and so are the weights.  One round out of t
possible ends adds at most t + 1 of these to the error, and there are at most n + M + 1 rounds.  The
few P0(n, M) that lie nearer than that to what is asked for are compared exactly.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import count, product
from math import ceil
from operator import floordiv, or_
from typing import Any, Literal, NamedTuple

from riskexact.arguments import shown
from riskexact.battle import win_probability
from riskexact.cached import cached_property
from riskexact.catalogue import label
from riskexact.dice import Losses, changing_round, round_counts
from riskexact.digits import decimal_text
from riskexact.errors import RiskError
from riskexact.hand import Hand
from riskexact.recursion import cells
from riskexact.rules import Rules
from riskexact.states import State

MOST_OPPOSED = 3000
"""Units of the side whose number is given."""

MOST_STEPS = 200_000_000
"""Products of a weight and a value in one search: about a minute."""

GUARD_BITS = 64
"""Bits of a value beyond those that tell the target from 0, 1 and the limit."""

Line = list[int]
Lines = Sequence[Line]
"""Lines, newest first: `lines[i]` has i units fewer than `lines[0]`."""

Counts = Mapping[Losses, int]
"""How many throws cost the side that grows, and the other, so many units."""

POSITIVE, NEGATIVE = 1, 2
SIGNS = {0: 0, POSITIVE: 1, NEGATIVE: -1, POSITIVE | NEGATIVE: None}
"""Signs by their flags: a mean has all flags of its terms; of both, the sign is not known."""


class Arithmetic(NamedTuple):
    """What the values of lines are: the weight of a count out of a total, the mean, and P(n, 0)."""

    weight: Callable[[int, int], int]
    mean: Callable[[Sequence[int]], int]
    edge: int


def fixed_point(bits: int) -> Arithmetic:
    """Return the arithmetic of multiples of 2^-bits, rounded down.

    >>> sixteenths = fixed_point(4)
    >>> sixteenths.mean([sixteenths.weight(1, 3) * sixteenths.edge])
    5
    """

    def weight(number: int, total: int) -> int:
        return (number << bits) // total

    def mean(terms: Sequence[int]) -> int:
        return sum(terms) >> bits

    return Arithmetic(weight, mean, 1 << bits)


def flags(edge: int) -> Arithmetic:
    """Return the arithmetic of signs.

    >>> SIGNS[flags(0).mean([0, NEGATIVE, NEGATIVE])]
    -1
    """

    def weight(number: int, total: int) -> int:
        return 1

    def mean(terms: Sequence[int]) -> int:
        return reduce(or_, terms)

    return Arithmetic(weight, mean, edge)


class Signs(NamedTuple):
    """The signs for n = 1, 2, …, of which those after the first `settled` repeat for ever.

    Or may do so: `doubtful` if one of them had to be computed exactly.
    """

    values: list[int]
    settled: int
    doubtful: bool


@dataclass(frozen=True)
class Contest:
    """The battles of `side`, which grows, against `opposed` units of the other, 1 or more.

    Raises `RiskError` for more than `MOST_OPPOSED`.
    """

    rules: Rules
    side: Literal["attackers", "defenders"]
    opposed: int

    def __post_init__(self) -> None:
        """Refuse what would take too long."""
        if self.opposed > MOST_OPPOSED:
            raise RiskError(
                f"{self._other} must be at most {MOST_OPPOSED} for a search, "
                f"not {shown(self.opposed)}"
            )

    def least(self, target: Fraction) -> int:
        """Return the least n with P0(n, M) >= target, which is more than 0.

        Raises `RiskError` if there is none, or if it would take too long to find.

        >>> from riskexact.rules import STANDARD
        >>> Contest(STANDARD, "attackers", 1).least(Fraction(9, 10))
        3
        """
        if self._needs_repetition(target):
            values, settled, doubtful = self._signs_until_they_repeat(target)
            found = next((n for n, sign in enumerate(values, 1) if sign >= 0), None)
            if found is None and doubtful:
                raise self._in_doubt(target, settled)
        else:
            signs = self._signs(target, None if target < self._limit else max)
            found = next((n for n, sign in enumerate(signs, 1) if sign >= 0), None)
        if found is None:
            raise RiskError(
                f"chance must be one that some number of {self.side} reaches against "
                f"{self._opponent}, not {brief(target)}: none reaches it, and ever more of them "
                f"come to {brief(self._limit)}"
            )
        return found

    def greatest(self, target: Fraction) -> int:
        """Return the greatest n with P0(n, M) <= target, which is less than 1; 0 if none has.

        Raises `RiskError` if there is no greatest, or if it would take too long to find.

        >>> from riskexact.rules import STANDARD
        >>> Contest(STANDARD, "defenders", 3).greatest(Fraction(1, 10))
        1
        """
        if self._needs_repetition(target):
            values, settled, doubtful = self._signs_until_they_repeat(target)
            if doubtful:
                raise self._in_doubt(target, settled)
            endless = any(sign <= 0 for sign in values[settled:])
        else:
            endless = target > self._limit
            values = [] if endless else list(self._signs(target, min))
        if endless:
            raise RiskError(
                f"chance must be one for which some number of {self.side} is the largest against "
                f"{self._opponent}, not {brief(1 - target)}: there are always larger ones"
            )
        return max((n for n, sign in enumerate(values, 1) if sign <= 0), default=0)

    def _needs_repetition(self, target: Fraction) -> bool:
        """Whether values may come as near to the target as one likes."""
        return target in (0, 1) or target == self._limit

    def _signs(self, target: Fraction, pick: Any) -> Iterator[int]:
        """Yield the signs of P0(n, M) - target, in the order of n, from 1 on.

        With max or min for `pick`, until all later ones are below the target, or above it.
        """
        near = min(target, 1 - target, abs(target - self._limit))
        bits = GUARD_BITS + near.denominator.bit_length() - near.numerator.bit_length()
        numbers = fixed_point(bits)
        goal, scale = target.numerator << bits, target.denominator
        most = self._most_lines(target)
        nobody = [[0] * (self.opposed + 1)]
        for n, lines in zip(range(1, most + 1), self._lines(1, nobody, numbers), strict=False):
            value = self._opened(n, lines, numbers)
            # what all roundings amount to, those of a bound included
            slack = (n + 2 * self.opposed + 1) * (self._most_ends + 1)
            if value * scale > goal:
                sign = 1
            elif (value + slack) * scale < goal:
                sign = -1
            else:
                sign = self._exact_sign(n, target)
            yield sign
            if n >= self._full and pick and sign == (1 if pick is min else -1):
                window = lines[: self.rules.most_lost]
                bound = self._far(self._beyond(numbers.edge, floordiv, pick, window), floordiv)
                if bound * scale > goal if pick is min else (bound + slack) * scale < goal:
                    return
        raise self._too_long(target, most)

    def _signs_until_they_repeat(self, target: Fraction) -> Signs:
        """Return the signs of P0(n, M) - target, which is 0, 1 or the limit.

        A constant is the mean of itself: the signs of P - 0 and of P - 1 follow from the first
        line.  Those of P - L follow from the lines up to the one on which all dice are thrown.
        """
        if target in (0, 1):
            known, signs = 0, flags(0 if target else POSITIVE)
            window = [[0] + [NEGATIVE if target else 0] * self.opposed]
        else:
            known, signs = self._full, flags(0)
            window = self._signs_when_all_dice_are_thrown()
        values = [self._exact_sign(n, target) for n in range(1, known + 1)]
        most, exact = self._most_lines(target), 0
        seen: dict[tuple[bytes, ...], int] = {}
        for lines in self._lines(known + 1, window, signs):
            n = len(values) + 1
            sign = SIGNS[self._opened(n, lines, signs)]
            if sign is None:
                sign, exact = self._exact_sign(n, target), n
            values.append(sign)
            state = tuple(bytes(line) for line in lines[: self.rules.most_lost])
            if state in seen:
                return Signs(values, seen[state], exact > seen[state])
            if n >= self._full:
                seen[state] = n
            if n >= most:
                break
        raise self._too_long(target, most)

    def _signs_when_all_dice_are_thrown(self) -> list[Line]:
        """Return the signs of P(n, m) - L(m) on the first line with all dice and those before."""
        n, later = self._full, replace(self.rules, first_round=None)
        win = dict(cells(*self._battle(n, self.opposed), later))
        window = []
        for units in range(n, max(n - self.rules.most_lost, -1), -1):
            line = [0]
            for m in range(1, self.opposed + 1):
                difference = self._chance(win[self._battle(units, m)]) - self._limits[m]
                line.append(POSITIVE if difference > 0 else NEGATIVE if difference else 0)
            window.append(line)
        return window

    def _lines(self, start: int, before: Lines, numbers: Arithmetic) -> Iterator[Lines]:
        """Yield the line of n = start, then of start + 1, …, each with those before it.

        Equivalent to `recursion.cells`, in another order and in other numbers.
        """
        ours, theirs = self._hands(self.rules)
        dice = [theirs.dice_of(m) for m in range(1, self.opposed + 1)]
        last = deque(before, maxlen=self.rules.most_lost + 1)
        thrown, ends, mean = 0, {}, numbers.mean
        for n in count(start):
            if thrown != ours.dice_of(n):
                thrown = ours.dice_of(n)
                ends = {y: _weighted(self._round(thrown, y), numbers) for y in set(dice)}
            line = [numbers.edge]
            last.appendleft(line)
            lines = list(last)
            rounds = {y: [(lines[i], j, by) for i, j, by in ways] for y, ways in ends.items()}
            for m, y in enumerate(dice, 1):
                line.append(mean([by * there[m - j] for there, j, by in rounds[y]]))
            yield lines

    def _opened(self, n: int, lines: Lines, numbers: Arithmetic) -> int:
        """Return P0(n, M)."""
        if self.rules.first_round is None:
            return lines[0][-1]
        opening = _weighted(self._opening(n), numbers)
        return numbers.mean([weight * lines[i][self.opposed - j] for i, j, weight in opening])

    def _beyond(self, one: Any, divided: Any, pick: Any = max, window: Lines = ()) -> list[Any]:
        """Return T(m) for m = 0, …, M, and without a window L(m).

        `one` stands for 1, and `divided` divides a multiple of it by a number.
        """
        ours, theirs = self._hands(self.rules)
        costly = {
            y: [(j, number) for (_, j), number in self._round(ours.most, y).items() if j]
            for y in range(1, theirs.most + 1)
        }
        beyond = [one]
        for m in range(1, self.opposed + 1):
            costs = costly[theirs.dice_of(m)]
            total = sum(number for _, number in costs)
            mean = (
                divided(sum(number * beyond[m - j] for j, number in costs), total) if total else 0
            )
            beyond.append(pick([mean, *(line[m] for line in window)]))
        return beyond

    def _far(self, beyond: Sequence[Any], divided: Any) -> Any:
        """Return what T or L is worth before the first round."""
        opening = self._opening(self._full)
        values = (number * beyond[self.opposed - j] for (_, j), number in opening.items())
        return divided(sum(values), sum(opening.values()))

    @cached_property
    def _limits(self) -> list[Fraction]:
        return self._beyond(Fraction(1), Fraction)

    @cached_property
    def _limit(self) -> Fraction:
        return Fraction(self._far(self._limits, Fraction))

    def _most_lines(self, target: Fraction) -> int:
        """Return how many lines are computed at the most; refuse a target that needs more.

        If no round costs the other side more than r units in the mean for each that it costs this
        one, then all rounds together cost them at most r n in the mean.  To win costs them M, so
        that the chance is at most r n / M.
        """
        most = max(MOST_STEPS // (self._most_ends * self.opposed), 1)
        ratios = []
        for counts in self._rounds:
            ours, theirs = (sum(lost[k] * times for lost, times in counts.items()) for k in (0, 1))
            if theirs and not ours:
                return most
            ratios.append(Fraction(theirs, ours or 1))
        ratio = max(ratios)
        needed = ceil(target * self.opposed / ratio) if ratio else 0
        if needed > most:
            raise self._too_long(target, most)
        return most

    @cached_property
    def _most_ends(self) -> int:
        return max(len(counts) for counts in self._rounds)

    @property
    def _full(self) -> int:
        """The fewest units of the side that grows that throw all dice, in the first round, too."""
        return max(self._hands(rules)[0].full for rules in self._kinds)

    @property
    def _kinds(self) -> list[Rules]:
        first = self.rules.first_round
        return [self.rules, first] if first else [self.rules]

    @property
    def _rounds(self) -> Iterator[Counts]:
        """Every round that can be thrown."""
        for rules in self._kinds:
            ours, theirs = self._hands(rules)
            for x, y in product(range(1, ours.most + 1), range(1, theirs.most + 1)):
                yield self._round(x, y) if rules is self.rules else self._first_round(x, y)

    def _hands(self, rules: Rules) -> tuple[Hand, Hand]:
        """Return the hands of the side that grows and of the other."""
        attack, defence = rules.attack, rules.defence
        return (attack, defence) if self.side == "attackers" else (defence, attack)

    def _battle(self, n: int, m: int) -> State:
        """Return (attackers, defenders); the same exchange is good for dice and losses."""
        return (n, m) if self.side == "attackers" else (m, n)

    def _round(self, x: int, y: int) -> Counts:
        """Return what x of our dice against y can cost, given that it costs something."""
        changes, _ = changing_round(*self._battle(x, y), self.rules)
        return {self._battle(*losses): number for losses, number in changes}

    def _first_round(self, x: int, y: int) -> Counts:
        counts = round_counts(*self._battle(x, y), self.rules.first_round or self.rules)
        return {self._battle(*losses): number for losses, number in counts.items()}

    def _opening(self, n: int) -> Counts:
        """Return what a first round of its own can cost n units and the other side's M."""
        if self.rules.first_round is None:
            return {(0, 0): 1}
        ours, theirs = self._hands(self.rules.first_round)
        return self._first_round(ours.dice_of(n), theirs.dice_of(self.opposed))

    def _chance(self, attackers_win: Fraction) -> Fraction:
        """Return the chance of the side that grows."""
        return attackers_win if self.side == "attackers" else 1 - attackers_win

    def _exact_sign(self, n: int, target: Fraction) -> int:
        """Return the sign of P0(n, M) - target."""
        chance = self._chance(win_probability(*self._battle(n, self.opposed), self.rules))
        return (chance > target) - (chance < target)

    @property
    def _other(self) -> str:
        return "defenders" if self.side == "attackers" else "attackers"

    @property
    def _opponent(self) -> str:
        noun = self._other if self.opposed > 1 else self._other[:-1]
        return f"{self.opposed} {noun} under {label(self.rules)} rules"

    def _too_long(self, target: Fraction, most: int) -> RiskError:
        return RiskError(
            f"{self._other} must be fewer, or the chance another than {brief(target)}: against "
            f"{self._opponent}, at most {most} {self.side} are tried, and that does not settle it"
        )

    def _in_doubt(self, target: Fraction, settled: int) -> RiskError:
        return RiskError(
            f"chance must not be {brief(target)} against {self._opponent}: ever more {self.side} "
            f"come to just that, and beyond {settled} of them it is not known on which side of it"
        )


def _weighted(counts: Counts, numbers: Arithmetic) -> list[tuple[int, int, int]]:
    """Return (units lost by the side that grows, by the other, weight) for each end of a round."""
    total = sum(counts.values())
    return [(i, j, numbers.weight(number, total)) for (i, j), number in counts.items()]


def brief(chance: Fraction) -> str:
    """Return a chance as an error message shows it.

    >>> brief(Fraction(9, 10)), brief(Fraction(1, 3**40))
    ('9/10', '8.2e-20')
    """
    return str(chance) if chance.denominator < 10**12 else decimal_text(chance, 2)
