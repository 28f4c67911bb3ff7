"""The chance of a battle compared with a goal: certain digits, and the fraction where they tie.

Digits decide unless the chance is the goal itself.  Where can it be?

- Not if the denominator of the goal has a prime that no number of throws has: all that a chance
  is divided by are numbers of throws.  Then more digits decide in the end.
- Where the battle looks the same from both sides the chance is 1/2, at any size.
- It is 0 or 1 where nothing is left to chance.  More units than `settled` are as certain to win as
  that number: so few can be, unless every round costs the other side a unit.
- Otherwise the fraction decides where it can be computed.  Beyond, 16,384 bits of the chance would
  have to agree with a goal that was typed in: that is refused, and no case of it is known.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import count

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError, is_installed
from riskexact.odds.states import MAX_UNITS
from riskexact.odds.weights import base_of
from riskexact.questions.battle import win_probability
from riskexact.questions.methods import LIBRARY, chosen
from riskexact.questions.needed.growing import brief, settled
from riskexact.rules import Rules

FIRST_BITS, MAX_COMPARED_BITS = 16, 1 << 14
"""The bits of the first and of the last bounds of a chance that may be the goal."""

UNITS_OF_FRACTIONS = {"engine": 1000, "closed-form": 200, "recursion": 40}
"""Units of both sides together up to which a fraction takes less time than its first digits.

By the method of the fraction; where four times the bits are asked for, twice the units.
"""

CERTAIN_BITS = 1024
"""Bits that leave no doubt that a chance is the goal, if it may be."""


def difference(attackers: int, defenders: int, goal: Fraction, rules: Rules) -> Fraction:
    """Return about `win_probability(attackers, defenders, rules)` less the goal; its sign is exact.

    The rules are such that more units never hurt (`odds.monotone`).  Raises `RiskError` where
    neither digits nor a fraction can tell, as above.

    >>> from riskexact.rules import STANDARD
    >>> [difference(n, 10**9, Fraction(9, 10), STANDARD) > 0 for n in (853473026, 853473027)]
    [False, True]
    >>> difference(1, 1, Fraction(5, 12), STANDARD)
    Fraction(0, 1)
    """
    if attackers == defenders and exchanged(rules) == rules:
        return Fraction(1, 2) - goal
    if goal == 1:
        attackers = min(attackers, settled([(defenders, rules, 0)]))
    elif goal == 0:
        defenders = min(defenders, settled([(attackers, exchanged(rules), 0)]))
    units, method = attackers + defenders, chosen("win", attackers, defenders, rules)
    may_be_equal = pow(base_of(rules), goal.denominator.bit_length(), goal.denominator) == 0
    for attempt in count():
        bits = FIRST_BITS << 2 * attempt
        fits = method != "recursion" and units <= MAX_UNITS
        is_equal = may_be_equal and bits > CERTAIN_BITS and fits
        if (
            units <= UNITS_OF_FRACTIONS[method] << attempt
            or is_equal
            or (fits and not is_installed(LIBRARY))
        ):
            return win_probability(attackers, defenders, rules) - goal
        from riskexact.engine.decimals import enclosure

        finest = bits + 2 + goal.denominator.bit_length()
        low, high = enclosure(attackers, defenders, rules, bits, finest)
        if low == high or not low <= goal <= high:
            return (low if low > goal else high) - goal
        if may_be_equal and bits >= MAX_COMPARED_BITS:
            break
    raise RiskError(
        f"chance must be another than {brief(goal)}: that of {shown(attackers)} attackers against "
        f"{shown(defenders)} agrees with it in {MAX_COMPARED_BITS} bits, and is too long "
        f"for a fraction"
    )


@lru_cache(maxsize=1024)
def exchanged(rules: Rules) -> Rules:
    """Return the rules as the other side sees them.

    >>> exchanged(Rules(3, 2)) == Rules(2, 3, ties="attacker")
    True
    """
    ties = {"defender": "attacker", "attacker": "defender"}.get(rules.ties, "nobody")
    return rules.replace(
        attack_dice=rules.defence_dice, defence_dice=rules.attack_dice, ties=ties, name=None
    )
