"""The states of a battle, its stop rules, payoffs, and how large it may be.

Sizes are checked before any work; a refusal names what is allowed.  The bounds are on the number of
bits, estimated from above.  A battle has at most one round with a loss for each unit, and each
round multiplies the denominator by at most its number of throws.  If every round costs a fixed
number of units, these numbers are powers of `faces` up to the throws of full dice.  If a tie costs
nobody a unit, the throws with a loss have no such common base, and each pair of numbers of dice
counts on its own.
"""

from collections.abc import Callable
from fractions import Fraction

from riskexact.base.arguments import ExactChance, chance, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen
from riskexact.base.text import chance_text, fraction_text, pluralize
from riskexact.rules import Rules

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
    """Payoff: 1 if no attacker is left, else 0."""
    return int(attackers == 0)


def stopped(attackers: int, defenders: int) -> int:
    """Payoff: 1 if both sides have units left, else 0."""
    return int(attackers > 0 and defenders > 0)


def attackers_left(attackers: int, defenders: int) -> int:
    """Payoff: the number of attackers left."""
    return attackers


def defenders_left(attackers: int, defenders: int) -> int:
    """Payoff: the number of defenders left."""
    return defenders


def attackers_left_in_a_win(attackers: int, defenders: int) -> int:
    """Payoff: the number of attackers left if the battle is won, else 0."""
    return attackers * won(attackers, defenders)


def best_first(state: State) -> tuple[int, int]:
    """Return the key that sorts states from the best for the attacker to the worst.

    >>> sorted([(0, 2), (1, 0), (0, 1), (3, 0)], key=best_first)
    [(3, 0), (1, 0), (0, 1), (0, 2)]
    """
    a, d = state
    return d, -a


def sides_text(attackers: int, defenders: int, armies: bool = False) -> str:
    """Return two sides in words, with the attacker's armies if asked for.

    >>> sides_text(1, 2)
    '1 attacker against 2 defenders'
    """
    return f"{force_text(attackers, armies)} against {pluralize(defenders, 'defender')}"


def armies_text(n: int) -> str:
    """Return a number of armies in words.

    >>> armies_text(1), armies_text(18)
    ('1 army', '18 armies')
    """
    return pluralize(n, "army", "armies")


def force_text(attackers: int, armies: bool) -> str:
    """Return the attackers as a question begins with them, with their armies if asked for.

    >>> force_text(17, armies=True)
    '17 attackers (18 armies on the territory)'
    """
    both = f" ({armies_text(attackers + 1)} on the territory)" if armies else ""
    return pluralize(attackers, "attacker") + both


def attackers_text(attackers: int, armies: bool) -> str:
    """Return attackers in words, after their armies if asked for.

    >>> attackers_text(11, armies=False), attackers_text(11, armies=True)
    ('11 attackers', '12 armies (11 attackers)')
    """
    units = pluralize(attackers, "attacker")
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
            words.append(f"stop at {pluralize(self.stop_at_defenders, 'defender')}")
        if self.stop_after is not None:
            words.append(f"stop after {pluralize(self.stop_after, 'round')}")
        if self.stop_below:
            text = fraction_text(self.stop_below)
            text = text if len(text) <= MAX_TEXT else chance_text(self.stop_below)
            words.append(f"stop below a chance of {text}")
        return words

    @property
    def by_units(self) -> bool:
        """Whether the units left alone decide, not rounds or chances."""
        return self.stop_after is None and not self.stop_below


FOUGHT_OUT = Stops()
"""No stop rule: the battle goes on until one side is gone."""


def checked_stops(stops: object) -> Stops:
    """Return `stops` if it is a `Stops` value; else raise `RiskError`."""
    if not isinstance(stops, Stops):
        raise RiskError(f"stops must be a Stops value, not {short_repr(stops)}")
    return stops


MAX_UNITS = 100_000
"""Units on both sides together for an exact fraction."""

MAX_BITS = 1 << 33
"""Bits of all numbers held at once: 1 GiB."""

MAX_TABLE_BITS = 1 << 35
"""Bits of all cells of a table: 4 GiB."""

MAX_ENGINE_UNITS = 4_000_000
"""Units on both sides together for `engine.cell`: about 1 GiB on the way."""

MAX_OUTCOMES_UNITS = 2000
"""Units on both sides together if the chances of all outcomes are held several times."""


def check_size(attackers: int, defenders: int, rules: Rules, fractions: int) -> None:
    """Raise `RiskError` if this many exact fractions of a battle would not fit in memory.

    >>> check_size(10**9, 10**9, Rules(), 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers and defenders must be at most 100000 together ...
    """
    check_units(attackers, defenders)
    bits = fractions * bits_of_fraction(attackers + defenders, rules)
    what = f"the exact fractions of {sides_text(attackers, defenders)}"
    check_bits(bits, MAX_BITS, what)


def check_units(
    attackers: int, defenders: int, most: int = MAX_UNITS, what: str = "an exact fraction"
) -> None:
    """Raise `RiskError` if both sides together have more than `most` units."""
    units = attackers + defenders
    if units > most:
        raise RiskError(
            f"attackers and defenders must be at most {most} together for {what}, "
            f"not {short_repr(units)}"
        )


def states_up_to(attackers: int, defenders: int) -> int:
    """Return the units of all states up to a battle, added up, as if each had as many as it.

    >>> states_up_to(3, 2)
    60
    """
    return (attackers + 1) * (defenders + 1) * (attackers + defenders)


def most_of_each(states: int) -> int:
    """Return how many units each side may have for `states_up_to` to be about that number."""
    return int((states / 2) ** (1 / 3)) - 1


def check_states(attackers: int, defenders: int, most: int, what: str) -> None:
    """Raise `RiskError` if all states up to a battle take long: `most` are their units, added up.

    >>> check_states(400, 400, 2 * 10**7, "a best policy")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers and defenders must be at most 214 each, or have as few states, \
for a best policy, not 400 and 400
    """
    if states_up_to(attackers, defenders) > most:
        raise RiskError(
            f"attackers and defenders must be at most {most_of_each(most)} each, or have as few "
            f"states, for "
            f"{what}, not {short_repr(attackers)} and {short_repr(defenders)}"
        )


def check_rounds(rounds: int, attackers: int, defenders: int, rules: Rules) -> None:
    """Raise `RiskError` if the chances of all states after every round would not fit.

    >>> check_rounds(10**9, 5, 5, Rules())
    Traceback (most recent call last):
        ...
    riskexact.RiskError: stop_after must be at most 7953643 rounds of 5 attackers against \
5 defenders under these rules, not 1000000000
    """
    most = MAX_BITS // ((attackers + 1) * (defenders + 1) * bits_of_fraction(1, rules))
    if rounds > most:
        raise RiskError(
            f"stop_after must be at most {pluralize(most, 'round')} of "
            f"{sides_text(attackers, defenders)} under these rules, not {short_repr(rounds)}"
        )


def check_table(attackers: int, defenders: int, rules: Rules) -> None:
    """Raise `RiskError` if the win probabilities of all battles up to a size would not fit.

    >>> check_table(1000, 1000, Rules())
    >>> check_table(3000, 3000, Rules())
    Traceback (most recent call last):
        ...
    riskexact.RiskError: a table up to 3000 attackers against 3000 defenders must fit in \
4 GiB, not 48 GiB
    """
    # whole numbers over known powers have half the bits, and on average half of those
    bits = attackers * defenders * bits_of_fraction(attackers + defenders, rules) // 4
    check_bits(bits, MAX_TABLE_BITS, f"a table up to {sides_text(attackers, defenders)}")


def check_bits(bits: int, most: int, what: str, more: str = "") -> None:
    """Raise `RiskError` for more bits than may be held; `more` ends the message."""
    if bits > most:
        raise RiskError(f"{what} must fit in {most >> 33} GiB, not {-(-bits >> 33)} GiB{more}")


def bits_of_fraction(units: int, rules: Rules) -> int:
    """Return the largest size in bits of a probability in a battle of `units`.

    >>> bits_of_fraction(10, Rules())
    300
    """
    rounds = [rules.max_dice] if rules.has_closed_form else rules.dice_numbers()
    hands = (hand for dice in rounds for hand in rules.thrown(*dice))
    return 2 * units * sum(die.total.bit_length() for hand in hands for die in hand)
