"""The search: the least number of units that reaches a chance, and the greatest that does not.

Letters as in `growing`.  One number is tried after the other, n = 1, 2, …, on its line (`lines`),
until a bound of all later ones (`beyond`) settles the question.  For a target that is the limit
itself, or 0 or 1, no bound does; there the signs of the differences repeat (`repetition`).

The few P(n, M) that lie nearer to the target than rounding can tell are compared exactly.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import cached_property
from riskexact.base.text import counted, decimal_text
from riskexact.questions.needed.beyond import Beyond
from riskexact.questions.needed.growing import Growing, Side
from riskexact.questions.needed.lines import (
    Arithmetic,
    Lines,
    fixed_point,
    lines_from,
)
from riskexact.questions.needed.repetition import Signs, repeated_signs
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words

MAX_OPPOSED = 3000
"""Units of the side whose number is given."""

MOST_STEPS = 200_000_000
"""Products of a weight and a value in one search: about a minute."""

GUARD_BITS = 64
"""Bits of a value beyond those that tell the target from 0, 1 and the limit."""


@dataclass(frozen=True)
class Goal:
    """A chance that is asked for, beside chances that are multiples of 2^-bits, rounded down."""

    target: Fraction
    bits: int

    @cached_property
    def numbers(self) -> Arithmetic:
        """The arithmetic of those multiples."""
        return fixed_point(self.bits)

    def sign(self, value: int, error: int) -> int | None:
        """Return the sign of x - target for value <= x <= value + error; None if it may be any.

        >>> third = Goal(Fraction(1, 3), bits=4)
        >>> [third.sign(value, error=2) for value in (3, 4, 5, 6)]
        [-1, None, None, 1]
        """
        goal, scale = self.target.numerator << self.bits, self.target.denominator
        if value * scale > goal:
            return 1
        if (value + error) * scale < goal:
            return -1
        return None


@dataclass(frozen=True)
class Contest:
    """The battles of `side`, which grows, against `opposed` units of the other, 1 or more.

    Raises `RiskError` for more than `MAX_OPPOSED`.
    """

    rules: Rules
    side: Side
    opposed: int

    def __post_init__(self) -> None:
        """Refuse what would take too long."""
        if self.opposed > MAX_OPPOSED:
            raise RiskError(
                f"{self._other} must be at most {MAX_OPPOSED} for a search, "
                f"not {shown(self.opposed)}"
            )

    def least(self, target: Fraction) -> int:
        """Return the least n with P(n, M) >= target, which is more than 0.

        Raises `RiskError` if there is none, or if it would take too long to find.

        >>> from riskexact.rules import STANDARD
        >>> Contest(STANDARD, "attackers", 1).least(Fraction(9, 10))
        3
        """
        if self._needs_repetition(target):
            signs = self._repeated_signs(target)
            found = next((n for n, sign in enumerate(signs.values, 1) if sign >= 0), None)
            if found is None and signs.doubtful:
                raise self._in_doubt(target, signs.settled)
        else:
            found = self._first(target)
        if found is None:
            raise RiskError(
                f"chance must be one that some number of {self.side} reaches against "
                f"{self._opponent}, not {brief(target)}: none reaches it; with ever more of them "
                f"the chance tends to {brief(self._beyond.limit)}"
            )
        return found

    def greatest(self, target: Fraction) -> int:
        """Return the greatest n with P(n, M) <= target, which is less than 1; 0 if none has.

        Raises `RiskError` if there is no greatest, or if it would take too long to find.

        >>> from riskexact.rules import STANDARD
        >>> Contest(STANDARD, "defenders", 3).greatest(Fraction(1, 10))
        1
        """
        found: int | None = None
        if self._needs_repetition(target):
            signs = self._repeated_signs(target)
            if signs.doubtful:
                raise self._in_doubt(target, signs.settled)
            if all(sign > 0 for sign in signs.values[signs.settled :]):
                found = max((n for n, sign in enumerate(signs.values, 1) if sign <= 0), default=0)
        elif target < self._beyond.limit:
            found = self._last(target)
        if found is None:
            raise RiskError(
                f"chance must be one for which some number of {self.side} is the largest against "
                f"{self._opponent}, not {brief(1 - target)}: there are always larger ones"
            )
        return found

    def _needs_repetition(self, target: Fraction) -> bool:
        """Whether values may come as near to the target as one likes."""
        return target in (0, 1) or target == self._beyond.limit

    def _repeated_signs(self, target: Fraction) -> Signs:
        self._check_work(target)
        signs = repeated_signs(self._beyond, target, self._most_lines)
        if signs is None:
            raise self._too_long(target)
        return signs

    def _first(self, target: Fraction) -> int | None:
        """Return the least n with P(n, M) >= target, which is not the limit; None if none has."""
        goal, one_does = self._goal(target), target < self._beyond.limit
        for n, sign, lines in self._tried(goal):
            if sign >= 0:
                return n
            if not one_does and self._later_sign(self._beyond.upper_bound, goal, n, lines) == -1:
                return None
        raise self._too_long(target)

    def _last(self, target: Fraction) -> int:
        """Return the greatest n with P(n, M) <= target, which is below the limit; 0 if none."""
        goal, last = self._goal(target), 0
        for n, sign, lines in self._tried(goal):
            if sign <= 0:
                last = n
            elif self._later_sign(self._beyond.lower_bound, goal, n, lines) == 1:
                return last
        raise self._too_long(target)

    def _tried(self, goal: Goal) -> Iterator[tuple[int, int, Lines]]:
        """Yield n = 1, 2, …, the sign of P(n, M) - target, and the line of n with those before."""
        self._check_work(goal.target)
        nobody = [[0] * (self.opposed + 1)]
        walk = lines_from(1, nobody, self._growing, goal.numbers)
        for n, lines in zip(range(1, self._most_lines + 1), walk, strict=False):
            sign = goal.sign(lines[0][-1], self._error(n))
            yield n, self._growing.exact_sign(n, goal.target) if sign is None else sign, lines

    def _later_sign(
        self, bound: Callable[[Lines, Arithmetic], int], goal: Goal, n: int, lines: Lines
    ) -> int | None:
        """Return the sign of a bound of all P beyond n less the target; None if it may be any."""
        if n < self._growing.full:
            return None
        return goal.sign(bound(lines[: self.rules.max_losses], goal.numbers), self._error(n))

    def _goal(self, target: Fraction) -> Goal:
        """Return the target with bits enough to tell it from 0, 1 and the limit."""
        near = min(target, 1 - target, abs(target - self._beyond.limit))
        bits = GUARD_BITS + near.denominator.bit_length() - near.numerator.bit_length()
        return Goal(target, bits)

    def _error(self, n: int) -> int:
        """Return a bound of all roundings, those of a bound included."""
        return (n + 2 * self.opposed + 1) * (self._growing.most_ends + 1)

    @cached_property
    def _growing(self) -> Growing:
        return Growing(self.rules, self.side, self.opposed)

    @cached_property
    def _beyond(self) -> Beyond:
        return Beyond(self._growing)

    @property
    def _most_lines(self) -> int:
        """The most lines that are computed."""
        return max(MOST_STEPS // (self._growing.most_ends * self.opposed), 1)

    def _check_work(self, target: Fraction) -> None:
        """Refuse a target that is known to need more lines.

        If no round has more than r expected losses of the other side for each of this one, then all
        rounds together have at most r n.  A win costs the other side M units, so that the chance is
        at most r n / M.
        """
        ratios = []
        for counts in self._growing.rounds:
            ours, theirs = (sum(lost[k] * times for lost, times in counts.items()) for k in (0, 1))
            if theirs and not ours:
                return
            ratios.append(Fraction(theirs, ours or 1))
        ratio = max(ratios)
        if ratio and ceil(target * self.opposed / ratio) > self._most_lines:
            raise self._too_long(target)

    @property
    def _other(self) -> str:
        return "defenders" if self.side == "attackers" else "attackers"

    @property
    def _opponent(self) -> str:
        return f"{counted(self.opposed, self._other[:-1])} under {in_words(self.rules)}"

    def _too_long(self, target: Fraction) -> RiskError:
        return RiskError(
            f"{self._other} must be fewer, or the chance another than {brief(target)}: against "
            f"{self._opponent}, at most {counted(self._most_lines, self.side[:-1])} may be tried, "
            f"and that does not settle it"
        )

    def _in_doubt(self, target: Fraction, settled: int) -> RiskError:
        return RiskError(
            f"chance must not be {brief(target)} against {self._opponent}: with ever more "
            f"{self.side} it tends to just that, and beyond {settled} of them it is not known on "
            f"which side of it"
        )


def brief(chance: Fraction) -> str:
    """Return a chance as an error message shows it.

    >>> brief(Fraction(9, 10)), brief(Fraction(1, 3**40))
    ('9/10', '8.2e-20')
    """
    return str(chance) if chance.denominator < 10**12 else decimal_text(chance, 2)
