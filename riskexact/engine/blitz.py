"""Balanced Blitz on exact chances: the outcomes that survive its cuts, and their new chances.

Steps 2 to 4 of the module `balanced_blitz`, for a side that wins with the chance W, the other with
L.  The outcomes that survive a cut are found exactly, because W^1.3 / (W^1.3 + L^1.3) > t is
equivalent to (1/t - 1)^10 > (L/W)^13; their chances are balls.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from riskexact.engine.balls import ball
from riskexact.engine.library import arb
from riskexact.odds.states import State
from riskexact.rules.blitz import BlitzVersion


class CutSide:
    """The outcomes that one side wins, from its best one on, before and after the cuts.

    `chances` are those of the exact battle, `own` is their sum, and `other` that of the other side.
    """

    def __init__(
        self,
        chances: Sequence[tuple[State, Fraction]],
        own: Fraction,
        other: Fraction,
        version: BlitzVersion,
    ) -> None:
        """Find the outcomes that survive the cuts, wholly or in part."""
        self.states: list[State] = []
        self._version, self._cut = version, version.cut
        if not own:
            return
        self._own, self._against = own, other / own
        sums = [Fraction(0), *accumulate(p for _, p in chances)]
        first = bisect_right(sums, 0, key=lambda mass: self._compare(mass, self._cut)) - 1
        after = bisect_left(sums, 0, key=lambda mass: self._compare(mass, 1 - self._cut))
        left = range(first, min(after, len(chances)))
        self.states = [chances[i][0] for i in left]
        self._sums = [(sums[i], sums[i + 1]) for i in left]

    def _compare(self, mass: Fraction, bound: Fraction) -> int:
        """Compare share × mass / own with the bound, exactly: -1, 0 or 1.

        The share is 1 / (1 + against^1.3), so that it is a comparison of (part / bound - 1)^10 with
        against^13, where part = mass / own.
        """
        if bound == 0:
            return int(mass > 0)
        beyond = mass / self._own / bound - 1
        if beyond < 0:
            return -1
        power = self._version.sharper
        left, right = beyond**power.denominator, self._against**power.numerator
        return (left > right) - (left < right)

    def _share(self) -> arb:
        """Return the side's share after step 2, own^1.3 / (own^1.3 + other^1.3)."""
        if not self._against:
            return arb(1)
        return 1 / (1 + _power(ball(self._against), self._version.sharper))

    def total(self) -> arb:
        """Return the side's share after step 3, that of the outcomes that survive the cuts."""
        if not self.states:
            return arb(0)
        if self._compare(self._own, 1 - self._cut) >= 0:
            return arb(1)
        return (self._share() - ball(self._cut)) / ball(1 - 2 * self._cut)

    def ends(self) -> list[arb]:
        """Return the chance of each surviving outcome after step 4."""
        if len(self.states) < 2:
            return [self.total() for _ in self.states]
        scale, cut, peaked = self._share() / ball(self._own), self._cut, []
        for before, upto in self._sums:
            low = ball(cut) if self._compare(before, cut) < 0 else scale * ball(before)
            high = ball(1 - cut) if self._compare(upto, 1 - cut) > 0 else scale * ball(upto)
            peaked.append(_power(high - low, self._version.peaked))
        factor = self.total() / sum(peaked)
        return [factor * each for each in peaked]


def _power(base: arb, power: Fraction) -> arb:
    """Return base ** power of a ball above 0."""
    return (base**power.numerator).root(power.denominator)
