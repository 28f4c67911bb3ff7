"""What pictures say and draw of the states of a battle: rounds as arrows, and words.

States stand where the odds do in a table: attackers in rows from the top down, defenders in columns
from the left.  A battle starts at the lower right, an attacker lost leads up, a defender lost to
the left, so won battles end on the left and lost ones at the top.  Positions are in inches.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd

from riskexact.base.frozen import NamedTuple
from riskexact.drawing.canvas import side_colour
from riskexact.drawing.picture import INK
from riskexact.odds.recursion import chances
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import title
from riskexact.rules.dice import Losses


class Arrow(NamedTuple):
    """A round that leads from one state to another, with its exact probability."""

    start: State
    end: State
    probability: Fraction


def arrows_from(state: State, rules: Rules) -> list[Arrow]:
    """Return the states after the next round with a loss; none if the battle is over.

    >>> arrows_from((1, 1), STANDARD)[0]
    Arrow(start=(1, 1), end=(1, 0), probability=Fraction(5, 12))
    >>> arrows_from((1, 0), STANDARD)
    []
    """
    a, d = state
    if a == 0 or d == 0:
        return []
    found = [Arrow(state, (a - i, d - j), p) for (i, j), p in chances(a, d, rules)]
    return sorted(found, key=lambda arrow: arrow.end, reverse=True)


def play_order(attackers: int, defenders: int) -> Iterator[State]:
    """Yield all states up to the given one, each after those from which a round leads to it.

    >>> list(play_order(1, 1))
    [(1, 1), (1, 0), (0, 1)]
    """
    for a in range(attackers, -1, -1):
        for d in range(defenders, -1, -1):
            if a or d:
                yield a, d


def under(rules: Rules) -> str:
    """Return the rules for a title; nothing for the standard ones.

    >>> from riskexact.rules import SINGLE_LOSS
    >>> under(STANDARD), under(SINGLE_LOSS)
    ('', ' (Single loss: only the highest dice count)')
    """
    return "" if rules == STANDARD else f" ({title(rules)})"


def versus(state: State, armies: bool = False) -> str:
    """Return a state in words: attackers, or armies, against defenders.

    >>> versus((5, 4)), versus((5, 4), armies=True)
    ('5 v 4', '6 v 4')
    """
    return f"{state[0] + armies} v {state[1]}"


def entitled(state: State, armies: bool) -> str:
    """Return a state for a title, with the word "armies" if they are counted.

    >>> entitled((5, 4), armies=True), entitled((5, 4), armies=False)
    ('6 armies v 4', '5 v 4')
    """
    return f"{state[0] + 1} armies v {state[1]}" if armies else versus(state)


def side(armies: bool) -> str:
    """Return the unit that the attacker's numbers count."""
    return "armies (one stays behind)" if armies else "attackers (free to fight)"


def color_of(arrow: Arrow) -> str:
    """Return the colour of the side that loses nothing, or a dark one if both lose units."""
    both = arrow.start[0] != arrow.end[0] and arrow.start[1] != arrow.end[1]
    return INK if both else side_colour(arrow.start[0] == arrow.end[0])


def is_masked(arrow: Arrow) -> bool:
    """Return whether another state stands on the straight line between the two.

    >>> is_masked(Arrow((5, 4), (5, 2), Fraction(1))), is_masked(Arrow((5, 4), (4, 3), Fraction(1)))
    (True, False)
    """
    (a, d), (b, e) = arrow.start, arrow.end
    return gcd(a - b, d - e) > 1


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
