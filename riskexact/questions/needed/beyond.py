"""The limit of the lines of a side that grows, and bounds of their values beyond any point.

Letters as in `growing`; K is the most units that a round costs.  Nothing is taken for monotone.
Let the side that grows throw all its dice from now on, and let w_j be the chance that a round of
them costs the other side j units.

**The limit.**  P(n, m) tends, for n → ∞, to L(m):  L(0) = 1;  L(m) = 0 where w_0 = 1, and
Σ_{j≥1} w_j L(m - j) / (1 - w_0) elsewhere.  For P(n, m) is a mean of values at fewer n, at m with
weight w_0 < 1, whose limits are known by induction on m.  And where w_0 = 1 no number of dice that
the growing side may throw costs the other a unit, so that P(n, m) = 0 for all n: a pair costs a
unit if the highest that the one die can count is enough for the lowest of the other, and the
highest that the i-th best die can count never falls when a die is added.  (The lowest can fall,
where dice of unequal faces are raised, each within its own; so L may be 0 at 1 and not at 2.)

**The bounds.**  All later P(n, m) are at most T(m):  T(0) = 1;  T(m) is the maximum of P(·, m) on
the last K lines and of Σ_{j≥1} w_j T(m - j) / (1 - w_0).  By induction on n: a later P(n, m) is at
most w_0 T(m) + Σ_{j≥1} w_j T(m - j) <= T(m).  Likewise from below, with minima.  T tends to L, so
that every chance other than the limit is settled some day.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.frozen import cached_property
from riskexact.questions.needed.growing import Growing
from riskexact.questions.needed.lines import Arithmetic, Lines


class OtherLosses(NamedTuple):
    """The losses of the other side: (j, number of throws that cost j units), …, and the total."""

    counts: tuple[tuple[int, int], ...]
    total: int


@dataclass(frozen=True)
class Beyond:
    """Limits and bounds beyond the lines of `growing`."""

    growing: Growing

    @cached_property
    def limits(self) -> list[Fraction]:
        """L(0), …, L(M).

        >>> from riskexact.rules import STANDARD
        >>> Beyond(Growing(STANDARD, "attackers", 2)).limits
        [Fraction(1, 1), Fraction(1, 1), Fraction(1, 1)]
        """
        limits = [Fraction(1)]
        for m, (counts, total) in enumerate(self._costs, 1):
            terms = (number * limits[m - j] for j, number in counts)
            limits.append(sum(terms, Fraction(0)) / total if total else Fraction(0))
        return limits

    @cached_property
    def limit(self) -> Fraction:
        """The limit of P(n, M)."""
        return self.limits[-1]

    def upper_bound(self, lines: Lines, numbers: Arithmetic) -> int:
        """Return T(M) from the last K lines, on which all dice are thrown.

        In fixed point, rounded down in each of M divisions.
        """
        return self._bound(max, lines, numbers)

    def lower_bound(self, lines: Lines, numbers: Arithmetic) -> int:
        """Return the same from below."""
        return self._bound(min, lines, numbers)

    def _bound(
        self, extreme: Callable[[Sequence[int]], int], lines: Lines, numbers: Arithmetic
    ) -> int:
        bounds = [numbers.edge]
        for m, (counts, total) in enumerate(self._costs, 1):
            mean = sum([number * bounds[m - j] for j, number in counts]) // total if total else 0
            bounds.append(extreme([mean, *[line[m] for line in lines]]))
        return bounds[-1]

    @cached_property
    def _costs(self) -> list[OtherLosses]:
        """For m = 1, …, M, the throws of all our dice that cost the other side something."""
        ours, theirs = self.growing.hands
        of_dice = {}
        for y in range(1, theirs.max_dice + 1):
            counts = self.growing.round(ours.max_dice, y).items()
            costly = tuple((j, number) for (_, j), number in counts if j)
            of_dice[y] = OtherLosses(costly, sum(number for _, number in costly))
        return [of_dice[theirs.dice_of(m)] for m in range(1, self.growing.opposed + 1)]
