"""Size limits, checked before any work; a refusal names what is allowed.

The bounds are on the number of bits, estimated from above.  A battle has at most one round with a
loss for each unit, and each round multiplies the denominator by at most its number of throws.  If
every round costs a fixed number of units, these numbers are powers of `faces` up to the throws of
full dice.  If a tie costs nobody a unit, the throws with a loss have no such common base, and each
pair of numbers of dice counts on its own.
"""

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.text import counted
from riskexact.odds.states import sides_text
from riskexact.rules import Rules

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

    >>> from riskexact.rules import STANDARD
    >>> check_size(10**9, 10**9, STANDARD, 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers and defenders must be at most 100000 together ...
    """
    check_units(attackers, defenders)
    units = attackers + defenders
    bits = fractions * bits_of_fraction(units, rules)
    if bits > MAX_BITS:
        raise RiskError(
            f"the exact fractions of {sides_text(attackers, defenders)} must fit in "
            f"{MAX_BITS >> 33} GiB, not {-(-bits >> 33)} GiB"
        )


def check_units(
    attackers: int, defenders: int, most: int = MAX_UNITS, what: str = "an exact fraction"
) -> None:
    """Raise `RiskError` if both sides together have more than `most` units.

    >>> check_units(10**9, 10**9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers and defenders must be at most 100000 together ...
    """
    units = attackers + defenders
    if units > most:
        raise RiskError(
            f"attackers and defenders must be at most {most} together for {what}, "
            f"not {shown(units)}"
        )


def check_rounds(rounds: int, attackers: int, defenders: int, rules: Rules) -> None:
    """Raise `RiskError` if the chances of all states after every round would not fit.

    >>> from riskexact.rules import STANDARD
    >>> check_rounds(10**9, 5, 5, STANDARD)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: stop_after must be at most 7953643 rounds of 5 attackers against \
5 defenders under these rules, not 1000000000
    """
    most = MAX_BITS // ((attackers + 1) * (defenders + 1) * bits_of_fraction(1, rules))
    if rounds > most:
        raise RiskError(
            f"stop_after must be at most {counted(most, 'round')} of "
            f"{sides_text(attackers, defenders)} under these rules, not {shown(rounds)}"
        )


def check_table(attackers: int, defenders: int, rules: Rules) -> None:
    """Raise `RiskError` if the win probabilities of all battles up to a size would not fit.

    >>> from riskexact.rules import STANDARD
    >>> check_table(1000, 1000, STANDARD)
    >>> check_table(3000, 3000, STANDARD)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: a table up to 3000 attackers against 3000 defenders must fit in \
4 GiB, not 48 GiB
    """
    # whole numbers over known powers have half the bits, and on average half of those
    bits = attackers * defenders * bits_of_fraction(attackers + defenders, rules) // 4
    if bits > MAX_TABLE_BITS:
        raise RiskError(
            f"a table up to {sides_text(attackers, defenders)} must fit in "
            f"{MAX_TABLE_BITS >> 33} GiB, not {-(-bits >> 33)} GiB"
        )


def bits_of_fraction(units: int, rules: Rules) -> int:
    """Return the largest size in bits of a probability in a battle of `units`.

    >>> from riskexact.rules import STANDARD
    >>> bits_of_fraction(10, STANDARD)
    300
    """
    bits = _bits_of_throw(*rules.max_dice, rules)
    if rules.losses_per_round is None:
        bits = sum(_bits_of_throw(x, y, rules) for x, y in rules.dice_numbers())
    return 2 * units * bits


def _bits_of_throw(attack_dice: int, defence_dice: int, rules: Rules) -> int:
    return sum(
        die.total.bit_length() for hand in rules.thrown(attack_dice, defence_dice) for die in hand
    )
