"""What pictures say and draw of the states of a battle: rounds as arrows, and words.

States stand where the odds do in a table: attackers in rows from the top down, defenders in columns
from the left.  A battle starts at the lower right, an attacker lost leads up, a defender lost to
the left, so won battles end on the left and lost ones at the top.  Positions are in inches.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import gcd

from riskexact.base.frozen import NamedTuple
from riskexact.odds.recursion import chances
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.dice import Losses


class Arrow(NamedTuple):
    """A round that leads from one state to another, with its exact probability."""

    start: State
    end: State
    probability: Fraction

    @property
    def is_masked(self) -> bool:
        """Whether another state stands on the straight line between the two.

        >>> one = Fraction(1)
        >>> Arrow((5, 4), (5, 2), one).is_masked, Arrow((5, 4), (4, 3), one).is_masked
        (True, False)
        """
        (a, d), (b, e) = self.start, self.end
        return gcd(a - b, d - e) > 1


class States(NamedTuple):
    """The states of a battle, by its start; `armies` are told instead of attackers.

    >>> states = States((5, 4), STANDARD, armies=True)
    >>> states.versus((3, 2)), states.entitled((3, 2)), states.side
    ('4 v 2', '4 armies v 2', 'armies (one stays behind)')
    >>> States((5, 4), STANDARD).entitled((3, 2))
    '3 v 2'
    """

    start: State
    rules: Rules
    armies: bool = False

    def versus(self, state: State) -> str:
        """Return a state in words: attackers, or armies, against defenders."""
        return f"{state[0] + self.armies} v {state[1]}"

    def entitled(self, state: State) -> str:
        """Return a state for a title, with the word "armies" if they are counted."""
        return f"{state[0] + 1} armies v {state[1]}" if self.armies else self.versus(state)

    @property
    def side(self) -> str:
        """The unit that the attacker's numbers count."""
        return "armies (one stays behind)" if self.armies else "attackers (free to fight)"

    def arrows_from(self, state: State) -> list[Arrow]:
        """Return the rounds with a loss from a state; none if the battle is over.

        >>> States((1, 1), STANDARD).arrows_from((1, 1))[0]
        Arrow(start=(1, 1), end=(1, 0), probability=Fraction(5, 12))
        >>> States((1, 1), STANDARD).arrows_from((1, 0))
        []
        """
        if not all(state):
            return []
        a, d = state
        found = [Arrow(state, (a - i, d - j), p) for (i, j), p in chances(a, d, self.rules)]
        return sorted(found, key=lambda arrow: arrow.end, reverse=True)

    def in_play_order(self) -> Iterator[State]:
        """Return all states, each after those from which a round leads to it.

        >>> list(States((1, 1), STANDARD).in_play_order())
        [(1, 1), (1, 0), (0, 1)]
        """
        rows, columns = (range(units, -1, -1) for units in self.start)
        return filter(any, product(rows, columns))


def cost(losses: Losses) -> str:
    """Return the losses of a round in words.

    >>> cost((0, 2)), cost((1, 1)), cost((2, 1)), cost((0, 0))
    ('defender loses 2', 'each loses 1', 'attacker loses 2, defender 1', 'nobody loses any')
    """
    i, j = losses
    if i == j:
        return f"each loses {i}" if i else "nobody loses any"
    if i and j:
        return f"attacker loses {i}, defender {j}"
    return f"attacker loses {i}" if i else f"defender loses {j}"
