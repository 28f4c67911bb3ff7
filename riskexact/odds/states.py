"""The states of a battle, its stop rules, and payoffs."""

from collections.abc import Callable
from fractions import Fraction

from riskexact.base.arguments import ExactChance, chance, shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen
from riskexact.base.text import chance_text, counted, fraction_text

State = tuple[int, int]
"""Units left in a battle: (attackers, defenders)."""

MAX_TEXT = 60
"""Characters of a chance that a stop rule writes as a fraction."""

Payoff = Callable[[int, int], Fraction | int]
"""The value of an outcome, as a function of (attackers left, defenders left)."""


def won(attackers: int, defenders: int) -> int:
    """Payoff: 1 if no defender is left, else 0; its expected value is the chance to win.

    >>> won(3, 0), won(0, 2)
    (1, 0)
    """
    return int(defenders == 0)


def lost(attackers: int, defenders: int) -> int:
    """Payoff: 1 if no attacker is left, else 0.

    >>> lost(0, 3), lost(2, 0)
    (1, 0)
    """
    return int(attackers == 0)


def stopped(attackers: int, defenders: int) -> int:
    """Payoff: 1 if both sides have units left, else 0.

    >>> stopped(2, 3), stopped(0, 3)
    (1, 0)
    """
    return int(attackers > 0 and defenders > 0)


def attackers_left(attackers: int, defenders: int) -> int:
    """Payoff: the number of attackers left.

    >>> attackers_left(2, 3)
    2
    """
    return attackers


def defenders_left(attackers: int, defenders: int) -> int:
    """Payoff: the number of defenders left.

    >>> defenders_left(2, 3)
    3
    """
    return defenders


def attackers_left_in_a_win(attackers: int, defenders: int) -> int:
    """Payoff: the number of attackers left if the battle is won, else 0.

    >>> attackers_left_in_a_win(2, 0), attackers_left_in_a_win(2, 3)
    (2, 0)
    """
    return attackers * won(attackers, defenders)


def best_first(state: State) -> tuple[int, int]:
    """Return the key that sorts states from the best for the attacker to the worst.

    >>> sorted([(0, 2), (1, 0), (0, 1), (3, 0)], key=best_first)
    [(3, 0), (1, 0), (0, 1), (0, 2)]
    """
    a, d = state
    return d, -a


def sides_text(attackers: int, defenders: int) -> str:
    """Return two sides in words.

    >>> sides_text(1, 2)
    '1 attacker against 2 defenders'
    """
    return f"{counted(attackers, 'attacker')} against {counted(defenders, 'defender')}"


def armies_text(n: int) -> str:
    """Return a number of armies in words.

    >>> armies_text(1), armies_text(18)
    ('1 army', '18 armies')
    """
    return counted(n, "army", "armies")


def attackers_text(attackers: int, armies: bool) -> str:
    """Return attackers in words, after their armies, the one that stays counted, if asked for.

    >>> attackers_text(11, armies=False), attackers_text(11, armies=True)
    ('11 attackers', '12 armies (11 attackers)')
    """
    units = counted(attackers, "attacker")
    return f"{armies_text(attackers + 1)} ({units})" if armies else units


class Stops(Frozen):
    """The stop rules of a battle: the attacker breaks off as soon as one of them holds.

    - `retreat_at`: this number of attackers, or fewer, are left;
    - `stop_at_defenders`: this number of defenders, or fewer, are left;
    - `stop_after`: this number of rounds has been thrown, rounds without a loss included (`None`:
      no limit);
    - `stop_below`: the chance to win the battle fought out from here is below this; as
      `arguments.chance` takes it.

    A conquest comes first: with no defender left the battle is won, however many attackers are
    left.  If a rule holds at the start, no round is thrown.  A round that costs several units may
    pass a limit.

    Raises `RiskError`.

    >>> Stops(retreat_at=3, stop_below="2/5")
    Stops(retreat_at=3, stop_below=Fraction(2, 5))
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
        """Return whether the units left end the battle: conquered, lost, or broken off.

        >>> stops = Stops(retreat_at=2, stop_at_defenders=1)
        >>> stops.reached(5, 0), stops.reached(2, 3), stops.reached(3, 1), stops.reached(3, 2)
        (True, True, True, False)
        """
        return defenders == 0 or attackers <= self.retreat_at or defenders <= self.stop_at_defenders

    def words(self, armies: bool = False) -> list[str]:
        """Return each stop rule in words, of the attacker's armies if asked for.

        >>> Stops(retreat_at=3, stop_below="2/5").words()
        ['retreat at 3 attackers', 'stop below a chance of 2/5']
        """
        words = []
        if self.retreat_at:
            words.append(f"retreat at {attackers_text(self.retreat_at, armies)}")
        if self.stop_at_defenders:
            words.append(f"stop at {counted(self.stop_at_defenders, 'defender')}")
        if self.stop_after is not None:
            words.append(f"stop after {counted(self.stop_after, 'round')}")
        if self.stop_below:
            text = fraction_text(self.stop_below)
            text = text if len(text) <= MAX_TEXT else chance_text(self.stop_below)
            words.append(f"stop below a chance of {text}")
        return words

    @property
    def by_units(self) -> bool:
        """Whether the units left alone decide, not rounds or chances.

        >>> Stops(retreat_at=2).by_units, Stops(stop_after=3).by_units
        (True, False)
        """
        return self.stop_after is None and not self.stop_below


FOUGHT_OUT = Stops()
"""No stop rule: the battle goes on until one side is gone."""


def checked_stops(stops: object) -> Stops:
    """Return `stops` if it is a `Stops` value; else raise `RiskError`.

    >>> checked_stops(FOUGHT_OUT) is FOUGHT_OUT
    True
    """
    if not isinstance(stops, Stops):
        raise RiskError(f"stops must be a Stops value, not {shown(stops)}")
    return stops
