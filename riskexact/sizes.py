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


def check_size(
    attackers: int, defenders: int, rules: Rules, recursion: bool, fractions: int = 1
) -> None:
    """Raise `RiskError` if the numbers of a battle would not fit.

    `fractions` is how many are held at the end; the recursion holds some diagonals besides.
    """
    units = attackers + defenders
    if units > MOST_UNITS:
        raise RiskError(
            f"attackers and defenders must be at most {MOST_UNITS} together for an exact "
            f"fraction, not {shown(units)}"
        )
    if recursion:
        pairs = rules.pairs_compared(rules.attack_dice, rules.defence_dice)
        fractions += (2 * pairs + 2) * (min(attackers, defenders) + 1)
    bits_each = 2 * units * (rules.attack_dice + rules.defence_dice) * rules.faces.bit_length()
    if fractions * bits_each > MOST_BITS:
        raise RiskError(
            f"the exact fractions of {attackers} attackers against {defenders} defenders must "
            f"fit in {MOST_BITS >> 33} GiB, not {-(-fractions * bits_each >> 33)} GiB"
        )
