"""Exponential bounds of the odds: Q(a, d) <= C x^a y^d for all numbers of units, and 1 - Q(a, d).

Letters: `A` and `D` units throw all dice, and p_ij is the chance that a round with a loss costs the
attacker i units and the defender j.

**Theorem.**  Let 0 < y <= 1 <= x, and Σ p_ij x^-i y^-j <= 1 for the rounds of 1, …, A attackers
against D defenders.  Then Q(a, d) <= C x^a y^d for all a and d, with C = y^(1-D).  With x and y
exchanged, and the sides, the same holds of 1 - Q(a, d), with C = x^(1-A).

The mean of the bound after a round is no greater than before it: riskexact/odds/proofs.md, Bounds.
For rules whose rounds cost a fixed number of units it is proved in proofs/coq/Bounds.v.  Every x
and y that pass the condition give a bound; a smaller y goes with a larger x, and is better against
many defenders.  Here y is 9/10, or so much nearer to 1 that x need not be more than 2, and x the
least whole number of hundredths.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss

HUNDREDTHS = 100
"""The base that is 1 or more is a whole number of hundredths."""


class Bound(NamedTuple):
    """The function factor × x^a y^d of the attackers a and the defenders d."""

    factor: Fraction
    x: Fraction
    y: Fraction

    def at(self, attackers: int, defenders: int) -> Fraction:
        """Return the value, which may be more than 1.

        >>> win_bound().at(0, 3)
        Fraction(81, 100)
        """
        return self.factor * self.x**attackers * self.y**defenders


def win_bound(rules: Rules = STANDARD) -> Bound:
    """Return a bound of the chance to win: Q(a, d) <= C x^a y^d for all a and d, 0 or more.

    Raises `RiskError` if the attacker loses no unit in some round against all defence dice.

    >>> win_bound()
    Bound(factor=Fraction(10, 9), x=Fraction(29, 25), y=Fraction(9, 10))
    """
    states = states_with_losses(0, "an exponential bound", rules)
    x, y = _bases(lambda x, y: falls(x, y, states, rules))
    return Bound(y ** (1 - rules.defence.units_for_max_dice), x, y)


def loss_bound(rules: Rules = STANDARD) -> Bound:
    """Return a bound of the chance not to win: 1 - Q(a, d) <= C x^a y^d for all a and d.

    Raises `RiskError` if the defender loses no unit in some round against all attack dice.

    >>> loss_bound()
    Bound(factor=Fraction(100, 81), x=Fraction(9, 10), y=Fraction(111, 100))
    """
    states = states_with_losses(1, "an exponential bound", rules)
    y, x = _bases(lambda y, x: falls(x, y, states, rules))
    return Bound(x ** (1 - rules.attack.units_for_max_dice), x, y)


def falls(x: Fraction, y: Fraction, states: Iterable[State], rules: Rules) -> bool:
    """Return whether the round of no state makes x^a y^d greater on average."""
    for state in states:
        changes, total = round_with_loss(*rules.dice(*state), rules)
        if sum(count * x**-i * y**-j for (i, j), count in changes) > total:
            return False
    return True


def states_with_losses(side: int, what: str, rules: Rules) -> list[State]:
    """Return the states, up to full dice, of a side, 0 or 1, against all dice of the other.

    Raises `RiskError` if the side loses no unit in the round of some of them.
    """
    A, D = rules.units_for_max_dice
    states = [(A, d) for d in range(1, D + 1)] if side else [(a, D) for a in range(1, A + 1)]
    for state in states:
        x, y = rules.dice(*state)
        if not any(losses[side] for losses, _ in round_with_loss(x, y, rules)[0]):
            raise RiskError(
                f"both sides must lose units in every kind of round for {what}, not none of the "
                f"{('attacker', 'defender')[side]} in {x} v {y} dice ({rules.description})"
            )
    return states


def _bases(fit: Callable[[Fraction, Fraction], bool]) -> tuple[Fraction, Fraction]:
    """Return the greater and the smaller base; a greater one fits if a smaller one does."""
    n = 10
    while not fit(Fraction(2), 1 - Fraction(1, n)):
        n *= 2
    small = 1 - Fraction(1, n)
    parts = bisect_left(
        range(HUNDREDTHS, 2 * HUNDREDTHS),
        True,
        key=lambda parts: fit(Fraction(parts, HUNDREDTHS), small),
    )
    return Fraction(HUNDREDTHS + parts, HUNDREDTHS), small
