"""Balanced Blitz: a battle under the dice code of RISK: Global Domination, version 3.3.

The game's blitz mode draws the outcome of a battle from a distribution that is bent on purpose.  It
starts from the exact distribution, with W the chance that the attacker wins and L = 1 - W:

1. a W or an L of at most 0.05 becomes 0, and the other side takes all;
2. W becomes W^1.3 / (W^1.3 + L^1.3), and L the rest; the outcomes won by a side keep their
   proportions;
3. of the outcomes in order, from the best for the attacker to the best for the defender, a mass of
   0.10 is cut off at each end, and the remainder is scaled up to 1;
4. each chance is raised to the power 1.8, and scaled so that each side keeps its total.

The powers make the results algebraic numbers, not fractions: they are given as certain digits.
These constants are those of `BLITZ_3_3`; a `BlitzVersion` has others.  Steps 2 to 4 are in
`engine.blitz`.

Source: smgstudio/risk-dice, "as of version 3.3", 2021-09-30, whose notice of 2025-04-17 announces
big changes with version 3.20: the live game may differ.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import DIGITS
from riskexact.odds.limits import MAX_OUTCOMES_UNITS, check_units
from riskexact.odds.states import State
from riskexact.questions.battle import Battle
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion

if TYPE_CHECKING:
    from riskexact.engine.blitz import CutSide

MAX_BLITZ_DIGITS = 10_000


class BalancedBlitz(Frozen):
    """One battle in Balanced Blitz, its chances as certain digits.

    - `attackers`, `defenders`: units free to fight and defenders, 1 or more each and at most 2000
      together;
    - `rules`: the rule set, or its name; in the game a capital has three defence dice, for example;
    - `digits`: significant digits of every number, 1 to 10,000;
    - `version`: the constants.

    Raises `RiskError`.

    >>> battle = BalancedBlitz(3, 2, digits=4)
    >>> battle.win_decimal, battle.lose_decimal
    ('0.7478', '0.2522')
    """

    attackers: int
    defenders: int
    rules: Rules
    digits: int
    version: BlitzVersion

    def __init__(
        self,
        attackers: int,
        defenders: int,
        rules: Rules | str = STANDARD,
        digits: int = DIGITS,
        version: BlitzVersion = BLITZ_3_3,
    ) -> None:
        """Check every field."""
        if not isinstance(version, BlitzVersion):
            raise RiskError(f"version must be a BlitzVersion, not {shown(version)}")
        a, d = whole(attackers, "attackers", 1), whole(defenders, "defenders", 1)
        check_units(a, d, MAX_OUTCOMES_UNITS, "Balanced Blitz")
        self._set(
            attackers=a,
            defenders=d,
            rules=Battle(a, d, rules).rules,
            digits=whole(digits, "digits", 1, MAX_BLITZ_DIGITS),
            version=version,
        )

    @property
    def win_decimal(self) -> str:
        """The chance that the attacker wins, in `digits` certain digits.

        >>> BalancedBlitz(10, 10, digits=10).win_decimal
        '0.6093773696'
        """
        return self._texts[0]

    @property
    def lose_decimal(self) -> str:
        """The chance that the defender holds, in `digits` certain digits.

        >>> BalancedBlitz(20, 15).lose_decimal  # 14 % in the exact battle
        '0'
        """
        return self._texts[1]

    @cached_property
    def outcome_decimals(self) -> Mapping[State, str]:
        """The chance of each possible outcome, in `digits` certain digits, from best to worst.

        >>> dict(BalancedBlitz(1, 2, digits=4).outcome_decimals)
        {(0, 1): '0.03892', (0, 2): '0.9611'}
        """
        winner, loser = self._sides
        states = [*winner.states, *reversed(loser.states)]
        return FrozenMapping(dict(zip(states, self._texts[2:], strict=True)))

    @cached_property
    def _sides(self) -> "tuple[CutSide, CutSide]":
        """The outcomes of both sides after step 1, each from its own best one on."""
        from riskexact.engine.blitz import CutSide

        ends = list(Battle(self.attackers, self.defenders, self.rules).outcomes.items())
        wins = [end for end in ends if end[0][1] == 0]
        losses = [end for end in reversed(ends) if end[0][1] > 0]
        won, lost = (exact_sum(p for _, p in side) for side in (wins, losses))
        if won <= self.version.negligible:
            wins, won = [], Fraction(0)
        if lost <= self.version.negligible:
            losses, lost = [], Fraction(0)
        return (
            CutSide(wins, won, lost, self.version),
            CutSide(losses, lost, won, self.version),
        )

    @cached_property
    def _texts(self) -> list[str]:
        """The digits of both totals, and of each outcome from best to worst."""
        from riskexact.engine.balls import certain_texts

        winner, loser = self._sides
        return certain_texts(
            lambda: [winner.total(), loser.total(), *winner.ends(), *reversed(loser.ends())],
            self.digits,
        )
