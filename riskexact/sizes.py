"""What fits: an impossible size is refused before any work starts.

The bounds are on the number of bits, estimated from above.  On the way to an end every unit costs
at most one round, and each round multiplies the denominator by at most the number of its throws.
Where every round costs a fixed number of units, those numbers are powers of `faces` up to the
throws of full dice.  Where a tie costs nobody, the throws that change something have no such
common base, and each pair of numbers of dice counts on its own.
"""

from riskexact.arguments import shown
from riskexact.errors import RiskError
from riskexact.rules import Rules

MOST_UNITS = 100_000
"""Units of both sides together for an exact fraction: some minutes of work at the most."""

MOST_BITS = 1 << 33
"""Bits of all numbers that are held at once: 1 GiB."""


def check_size(attackers: int, defenders: int, rules: Rules, fractions: int) -> None:
    """Raise `RiskError` if so many exact fractions of a battle, held at once, would not fit.

    >>> from riskexact.rules import STANDARD
    >>> check_size(10**9, 10**9, STANDARD, 1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: attackers and defenders must be at most 100000 together ...
    """
    units = attackers + defenders
    if units > MOST_UNITS:
        raise RiskError(
            f"attackers and defenders must be at most {MOST_UNITS} together for an exact "
            f"fraction, not {shown(units)}"
        )
    bits = fractions * bits_of_fraction(units, rules)
    if bits > MOST_BITS:
        raise RiskError(
            f"the exact fractions of {attackers} attackers against {defenders} defenders must "
            f"fit in {MOST_BITS >> 33} GiB, not {-(-bits >> 33)} GiB"
        )


def bits_of_fraction(units: int, rules: Rules) -> int:
    """Return the most bits, numerator and denominator, of a probability of so many units.

    >>> from riskexact.rules import STANDARD
    >>> bits_of_fraction(10, STANDARD)
    300
    """
    attack, defence = rules.attack_dice, rules.defence_dice
    dice = attack + defence
    if rules.fixed_cost is None:
        dice = sum(x + y for x in range(1, attack + 1) for y in range(1, defence + 1))
    return 2 * units * dice * rules.faces.bit_length()
