"""Balanced Blitz: what the dice code of RISK: Global Domination, version 3.3, makes of a battle.

The game's blitz mode draws the end of a battle from a distribution that is bent on purpose.  From
the exact distribution of the ends, with W the chance that the attacker wins and L = 1 - W:

1. a W or an L of at most 0.05 becomes 0, and the other side takes all;
2. W becomes W^1.3 / (W^1.3 + L^1.3), and L the rest; the ends of each side keep their proportions;
3. of the ends in order, from the best for the attacker to the best for the defender, 0.10 of the
   mass is cut off at each end, and what is left is scaled up to 1;
4. each chance is raised to the power 1.8, and scaled so that each side keeps its total.

The powers make the results algebraic numbers, not fractions: they are given as certified digits.
The ends that a cut leaves over are found exactly, because W^1.3 / (W^1.3 + L^1.3) > t is the same
as (1/t - 1)^10 > (L/W)^13.

Source: smgstudio/risk-dice, "as of version 3.3", 2021-09-30, whose notice of 2025-04-17 announces
big changes with version 3.20: the live game may differ.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from riskexact.arguments import shown, whole
from riskexact.battle import Battle
from riskexact.cached import cached_property
from riskexact.digits import DIGITS
from riskexact.errors import RiskError
from riskexact.frozen import Frozen, FrozenMapping
from riskexact.rules import STANDARD, Rules
from riskexact.states import State
from riskexact.sums import exact_sum

if TYPE_CHECKING:
    from flint import arb

VERSION = "3.3"
"""The version of the game whose algorithm this is."""

NEGLIGIBLE = Fraction(1, 20)
CUT = Fraction(1, 10)
SHARPER = (13, 10)
"""The power of the chances of both sides, 1.3."""
PEAKED = (9, 5)
"""The power of the chance of each end, 1.8."""

MOST_DIGITS = 10_000

MOST_UNITS = 2000
"""Units of both sides together: the chance of every end is needed exactly."""


@dataclass(frozen=True)
class BalancedBlitz(Frozen):
    """One battle in Balanced Blitz, its chances as certified digits.

    - `attackers`, `defenders`: units free to fight and defenders, 1 or more each and at most 2000
      together;
    - `rules`: what is thrown; in the game a capital has three defence dice, for example;
    - `digits`: significant digits of every number, 1 to 10,000.

    Raises `RiskError`.

    >>> battle = BalancedBlitz(3, 2, digits=4)
    >>> battle.win_decimal, battle.lose_decimal
    ('0.7478', '0.2522')
    """

    attackers: int
    defenders: int
    rules: Rules = STANDARD
    digits: int = DIGITS

    def __post_init__(self) -> None:
        """Check every field."""
        attackers = whole(self.attackers, "attackers", 1)
        defenders = whole(self.defenders, "defenders", 1)
        if attackers + defenders > MOST_UNITS:
            raise RiskError(
                f"attackers and defenders must be at most {MOST_UNITS} together for Balanced "
                f"Blitz, not {shown(attackers + defenders)}"
            )
        Battle(attackers, defenders, self.rules)
        object.__setattr__(self, "attackers", attackers)
        object.__setattr__(self, "defenders", defenders)
        object.__setattr__(self, "digits", whole(self.digits, "digits", 1, MOST_DIGITS))

    @property
    def win_decimal(self) -> str:
        """The chance that the attacker wins, to so many certain digits.

        >>> BalancedBlitz(10, 10, digits=10).win_decimal
        '0.6093773696'
        """
        return self._texts[0]

    @property
    def lose_decimal(self) -> str:
        """The chance that the defender holds, to so many certain digits.

        >>> BalancedBlitz(20, 15).lose_decimal  # 14 % in the exact battle
        '0'
        """
        return self._texts[1]

    @cached_property
    def outcome_decimals(self) -> Mapping[State, str]:
        """The chance of each end that is possible, to so many certain digits, from best to worst.

        >>> dict(BalancedBlitz(1, 2, digits=4).outcome_decimals)
        {(0, 1): '0.03892', (0, 2): '0.9611'}
        """
        winner, loser = self._sides
        states = [*winner.states, *reversed(loser.states)]
        return FrozenMapping(dict(zip(states, self._texts[2:], strict=True)))

    @cached_property
    def _sides(self) -> "tuple[_Side, _Side]":
        """The ends of both sides that are left after the cuts, from their own best one on."""
        ends = list(Battle(self.attackers, self.defenders, self.rules).outcomes.items())
        wins = [end for end in ends if end[0][1] == 0]
        losses = [end for end in reversed(ends) if end[0][1] > 0]
        won, lost = (exact_sum(p for _, p in side) for side in (wins, losses))
        if won <= NEGLIGIBLE:
            wins, won = [], Fraction(0)
        if lost <= NEGLIGIBLE:
            losses, lost = [], Fraction(0)
        return _Side(wins, won, lost), _Side(losses, lost, won)

    @cached_property
    def _texts(self) -> list[str]:
        """The digits of both totals, and of each end from best to worst."""
        from riskexact.engine.balls import certain_texts

        winner, loser = self._sides

        def compute() -> "list[arb]":
            return [winner.total(), loser.total(), *winner.ends(), *reversed(loser.ends())]

        return certain_texts(compute, self.digits)


class _Side:
    """The ends of one side, from its best one on, what is cut off them, and what becomes of them.

    `chances` are those of the exact battle, `own` is their sum, and `other` that of the other side.
    """

    def __init__(
        self, chances: Sequence[tuple[State, Fraction]], own: Fraction, other: Fraction
    ) -> None:
        """Find the ends that the cuts leave over, wholly or in part."""
        self._own = own
        self._against = other / own if own else Fraction(0)
        sums = [Fraction(0), *accumulate(p for _, p in chances)]
        first = bisect_right(sums, 0, key=lambda mass: self._compare(mass, CUT)) - 1
        after = bisect_left(sums, 0, key=lambda mass: self._compare(mass, 1 - CUT))
        left = range(first, min(after, len(chances))) if own else range(0)
        self.states = [chances[i][0] for i in left]
        self._sums = [(sums[i], sums[i + 1]) for i in left]

    def _compare(self, mass: Fraction, bound: Fraction) -> int:
        """Compare share × mass / own with the bound, exactly: -1, 0 or 1.

        The share is 1 / (1 + against^1.3), so that it is a comparison of (part / bound - 1)^10 with
        against^13, where part = mass / own.
        """
        beyond = mass / self._own / bound - 1 if self._own else Fraction(-1)
        numerator, denominator = SHARPER
        left, right = beyond**denominator, self._against**numerator
        if beyond < 0:
            return -1
        return (left > right) - (left < right)

    def _share(self) -> "arb":
        """Return the side's share after step 2, own^1.3 / (own^1.3 + other^1.3)."""
        from riskexact.engine.balls import ball, power

        against = power(ball(self._against), *SHARPER) if self._against else ball(self._against)
        return 1 / (1 + against)

    def total(self) -> "arb":
        """Return the side's share after step 3, which is that of what the cuts leave over."""
        from riskexact.engine.balls import ball

        if not self.states:
            return ball(Fraction(0))
        if self._compare(self._own, 1 - CUT) >= 0:
            return ball(Fraction(1))
        return (self._share() - ball(CUT)) / ball(1 - 2 * CUT)

    def ends(self) -> "list[arb]":
        """Return the chance of each end that is left, after step 4."""
        from riskexact.engine.balls import ball, power

        if len(self.states) < 2:
            return [self.total() for _ in self.states]
        scale = self._share() / ball(self._own)
        peaked = []
        for before, upto in self._sums:
            low = ball(CUT) if self._compare(before, CUT) < 0 else scale * ball(before)
            high = ball(1 - CUT) if self._compare(upto, 1 - CUT) > 0 else scale * ball(upto)
            peaked.append(power(high - low, *PEAKED))
        factor = self.total() / sum(peaked)
        return [factor * each for each in peaked]
