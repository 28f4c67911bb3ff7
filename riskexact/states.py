"""The states of a battle: who is left, when it is over, and what an end is worth."""

from collections.abc import Callable
from fractions import Fraction

State = tuple[int, int]
"""Units left in a battle: (attackers, defenders)."""

Terminal = Callable[[int, int], Fraction | int]
"""The value of a state in which a battle is over, as a function of its two numbers."""


def won(attackers: int, defenders: int) -> int:
    """Return 1 for a conquest and 0 for anything else: the terminal values of the odds to win.

    >>> won(3, 0), won(0, 2)
    (1, 0)
    """
    return int(defenders == 0)


def lost(attackers: int, defenders: int) -> int:
    """Return 1 where nobody is left of the attackers, and 0 elsewhere; a terminal value like `won`.

    >>> lost(0, 3), lost(2, 0)
    (1, 0)
    """
    return int(attackers == 0)


def stopped(attackers: int, defenders: int) -> int:
    """Return 1 where both sides have units left, and 0 elsewhere; a terminal value like `won`.

    >>> stopped(2, 3), stopped(0, 3)
    (1, 0)
    """
    return int(attackers > 0 and defenders > 0)


def best_first(state: State) -> tuple[int, int]:
    """Return the key that sorts states from the best for the attacker to the worst.

    >>> sorted([(0, 2), (1, 0), (0, 1), (3, 0)], key=best_first)
    [(3, 0), (1, 0), (0, 1), (0, 2)]
    """
    a, d = state
    return d, -a
