"""The boundary of a battle in balls: the chances from every state outside the interior.

For any rules whose rounds cost a fixed number of units, by the definition, state by state: O(a + d)
states, in two strips.  All terms are nonnegative, so that the balls stay relatively narrow, however
small the chances become.
"""

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from riskexact.engine.balls import ball
from riskexact.odds.closed_form.regions import Regions
from riskexact.odds.states import State

Strip = list[list[arb]]
"""Values by the place along the strip, and by the place across it."""


class Strips:
    """The chance to win, or to lose, from every boundary state of at most a and d units.

    >>> from riskexact.odds.closed_form.regions import regions_of
    >>> from riskexact.rules import STANDARD
    >>> strips = Strips(regions_of(STANDARD), 5, 5, wins=True)
    >>> strips.value(1, 2).contains(ball(Fraction(275, 2592)))
    True
    """

    def __init__(self, regions: Regions, a: int, d: int, wins: bool) -> None:
        """Fill both strips."""
        self._regions = regions
        self._ends = (arb(wins), arb(not wins))
        self._full = regions.min_attackers, regions.min_defenders
        self._rounds: dict[State, list[tuple[int, int, arb]]] = {}
        self._left = self._filled(d, self._full[0], lambda along, across: (across, along))
        self._bottom = self._filled(a, self._full[1], lambda along, across: (along, across))

    def value(self, x: int, y: int) -> arb:
        """Return the chance from a state outside the interior."""
        if x < self._full[0]:
            return self._left[y][x]
        return self._bottom[x][y]

    def _filled(self, length: int, width: int, state: Callable[[int, int], State]) -> Strip:
        strip: Strip = []
        for along in range(length + 1):
            row: list[arb] = []
            strip.append(row)
            for across in range(width):
                x, y = state(along, across)
                if x == 0 or y == 0:
                    row.append(self._ends[y != 0])
                    continue
                value = arb(0)
                for i, j, p in self._round(x, y):
                    back, aside = state(i, j)
                    value += p * strip[along - back][across - aside]
                row.append(value)
        return strip

    def _round(self, x: int, y: int) -> list[tuple[int, int, arb]]:
        """Return the losses of a round and their chances; units beyond the dice do not matter."""
        state = min(x, self._full[0]), min(y, self._full[1])
        if state not in self._rounds:
            self._rounds[state] = [
                (i, j, ball(Fraction(weight, self._regions.base ** (i + j))))
                for (i, j), weight in self._regions.round(*state)
            ]
        return self._rounds[state]
