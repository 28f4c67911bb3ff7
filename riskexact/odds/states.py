"""The states of a battle: who is left, when it is over, and what an end is worth."""

from collections.abc import Callable
from fractions import Fraction

from riskexact.base.arguments import ExactChance, chance, shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen

State = tuple[int, int]
"""Units left in a battle: (attackers, defenders)."""

Payoff = Callable[[int, int], Fraction | int]
"""The value of a state in which a battle is over, as a function of its two numbers."""


def won(attackers: int, defenders: int) -> int:
    """Return 1 for a conquest and 0 for anything else: the payoffs of the odds to win.

    >>> won(3, 0), won(0, 2)
    (1, 0)
    """
    return int(defenders == 0)


def lost(attackers: int, defenders: int) -> int:
    """Return 1 where nobody is left of the attackers, and 0 elsewhere; a payoff like `won`.

    >>> lost(0, 3), lost(2, 0)
    (1, 0)
    """
    return int(attackers == 0)


def stopped(attackers: int, defenders: int) -> int:
    """Return 1 where both sides have units left, and 0 elsewhere; a payoff like `won`.

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


class Stops(Frozen):
    """The stop rules of a battle: the attacker breaks off as soon as one of them says so.

    - `retreat_at`: at most this many attackers are left;
    - `stop_at_defenders`: at most this many defenders are left;
    - `stop_after`: this many rounds have been thrown, those without a loss included (`None`: no
      limit);
    - `stop_below`: the exact chance to win from here, if the battle were fought out, is less; it
      may be given as `arguments.chance` takes it.

    A conquest comes first: with no defender left the battle is won whatever is left.  Where a rule
    holds from the start, nothing happens.  A round that costs several units may go beyond a line.

    Raises `RiskError`.

    >>> Stops(retreat_at=3, stop_below="2/5")
    Stops(retreat_at=3, stop_at_defenders=0, stop_after=None, stop_below=Fraction(2, 5))
    """

    retreat_at: int
    stop_at_defenders: int
    stop_after: int | None
    stop_below: Fraction

    def __init__(
        self,
        retreat_at: int = 0,
        stop_at_defenders: int = 0,
        stop_after: int | None = None,
        stop_below: ExactChance = Fraction(0),
    ) -> None:
        """Check every argument."""
        self._set(
            retreat_at=whole(retreat_at, "retreat_at"),
            stop_at_defenders=whole(stop_at_defenders, "stop_at_defenders"),
            stop_after=None if stop_after is None else whole(stop_after, "stop_after"),
            stop_below=chance(stop_below, "stop_below"),
        )

    def reached(self, attackers: int, defenders: int) -> bool:
        """Return whether a battle is over by who is left: conquered, lost, or broken off.

        >>> stops = Stops(retreat_at=2, stop_at_defenders=1)
        >>> stops.reached(5, 0), stops.reached(2, 3), stops.reached(3, 1), stops.reached(3, 2)
        (True, True, True, False)
        """
        return defenders == 0 or attackers <= self.retreat_at or defenders <= self.stop_at_defenders

    @property
    def by_units(self) -> bool:
        """Whether who is left decides, and neither rounds nor chances do.

        >>> Stops(retreat_at=2).by_units, Stops(stop_after=3).by_units
        (True, False)
        """
        return self.stop_after is None and not self.stop_below


FOUGHT_OUT = Stops()
"""Until one side is gone."""


def checked_stops(stops: object) -> Stops:
    """Return the stop rules, after checking that they are some; raise `RiskError` for others.

    >>> checked_stops(FOUGHT_OUT) is FOUGHT_OUT
    True
    """
    if not isinstance(stops, Stops):
        raise RiskError(f"stops must be a Stops value, not {shown(stops)}")
    return stops
