"""Balanced Blitz on exact chances: the outcomes that survive its cuts, and their new chances.

Steps 2 to 4 of the module `balanced_blitz`, for a side that wins with the chance W, the other with
L.  The outcomes that survive a cut are found exactly, because W^1.3 / (W^1.3 + L^1.3) > t is
equivalent to (1/t - 1)^10 > (L/W)^13; their chances are balls.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from flint import arb

from riskexact.engine.balls import ball
from riskexact.odds.states import State

CUT = Fraction(1, 10)
"""The mass that is cut off at each end."""
SHARPER = (13, 10)
"""The power of the chances of both sides, 1.3."""
PEAKED = (9, 5)
"""The power of the chance of each outcome, 1.8."""


class CutSide:
    """The outcomes that one side wins, from its best one on, before and after the cuts.

    `chances` are those of the exact battle, `own` is their sum, and `other` that of the other side.
    """

    def __init__(
        self, chances: Sequence[tuple[State, Fraction]], own: Fraction, other: Fraction
    ) -> None:
        """Find the outcomes that survive the cuts, wholly or in part."""
        self.states: list[State] = []
        if not own:
            return
        self._own, self._against = own, other / own
        sums = [Fraction(0), *accumulate(p for _, p in chances)]
        first = bisect_right(sums, 0, key=lambda mass: self._compare(mass, CUT)) - 1
        after = bisect_left(sums, 0, key=lambda mass: self._compare(mass, 1 - CUT))
        left = range(first, min(after, len(chances)))
        self.states = [chances[i][0] for i in left]
        self._sums = [(sums[i], sums[i + 1]) for i in left]

    def _compare(self, mass: Fraction, bound: Fraction) -> int:
        """Compare share × mass / own with the bound, exactly: -1, 0 or 1.

        The share is 1 / (1 + against^1.3), so that it is a comparison of (part / bound - 1)^10 with
        against^13, where part = mass / own.
        """
        beyond = mass / self._own / bound - 1
        numerator, denominator = SHARPER
        left, right = beyond**denominator, self._against**numerator
        if beyond < 0:
            return -1
        return (left > right) - (left < right)

    def _share(self) -> arb:
        """Return the side's share after step 2, own^1.3 / (own^1.3 + other^1.3)."""
        return 1 / (1 + _power(ball(self._against), *SHARPER)) if self._against else arb(1)

    def total(self) -> arb:
        """Return the side's share after step 3, that of the outcomes that survive the cuts."""
        if not self.states:
            return arb(0)
        if self._compare(self._own, 1 - CUT) >= 0:
            return arb(1)
        return (self._share() - ball(CUT)) / ball(1 - 2 * CUT)

    def ends(self) -> list[arb]:
        """Return the chance of each surviving outcome after step 4."""
        if len(self.states) < 2:
            return [self.total() for _ in self.states]
        scale = self._share() / ball(self._own)
        peaked = []
        for before, upto in self._sums:
            low = ball(CUT) if self._compare(before, CUT) < 0 else scale * ball(before)
            high = ball(1 - CUT) if self._compare(upto, 1 - CUT) > 0 else scale * ball(upto)
            peaked.append(_power(high - low, *PEAKED))
        factor = self.total() / sum(peaked)
        return [factor * each for each in peaked]


def _power(base: arb, numerator: int, denominator: int) -> arb:
    """Return base ** (numerator / denominator) of a ball above 0."""
    return (base**numerator).root(denominator)
