"""What fits: an impossible size is refused before any work starts.

The bounds are on the number of bits, estimated from above: a unit on the board costs at most one
round, so that a probability of a battle of m units is a whole number over t^m, where t is the
number of throws of the largest round that costs one unit.
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
    bits_each = 2 * units * (rules.attack_dice + rules.defence_dice) * rules.faces.bit_length()
    if fractions * bits_each > MOST_BITS:
        raise RiskError(
            f"the exact fractions of {attackers} attackers against {defenders} defenders must "
            f"fit in {MOST_BITS >> 33} GiB, not {-(-fractions * bits_each >> 33)} GiB"
        )
