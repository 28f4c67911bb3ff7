"""The best moment to change from rounds by hand to Balanced Blitz.

In the digital game the attacker may throw rounds by hand, with fair dice, and blitz the rest of the
battle at any moment.  Blitz makes the better side better: so an attacker who is behind throws by
hand, and blitzes once luck has put him ahead.  The best moment is found exactly, state by state
(`engine.switching`): what is compared are certain bounds, never rounded numbers.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from riskexact.base.arguments import forces, whole
from riskexact.base.frozen import Frozen, FrozenMapping, cached_property
from riskexact.base.text import DIGITS
from riskexact.odds.states import State, check_units
from riskexact.questions.balanced_blitz import MAX_BLITZ_DIGITS, BalancedBlitz
from riskexact.questions.battle import win_decimal
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion, checked_version
from riskexact.rules.catalogue import rule_set

if TYPE_CHECKING:
    from riskexact.engine.switching import Switches

MAX_SWITCH_UNITS = 1000
"""Units on both sides together: half a minute."""


class BlitzSwitch(Frozen):
    """One battle in which the attacker throws by hand as long as that is best, and then blitzes.

    - `attackers`, `defenders`, `rules`, `digits`, `version`: as for `BalancedBlitz`; at most 1000
      units together.

    Raises `RiskError`.

    >>> battle = BlitzSwitch(20, 20, digits=4)
    >>> battle.blitz_at_once, battle.win_decimal, battle.blitz_decimal, battle.hand_decimal
    (False, '0.7467', '0.7133', '0.6334')
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
        a, d = forces(attackers, defenders)
        check_units(a, d, MAX_SWITCH_UNITS, "the best switch to Balanced Blitz")
        self._set(
            attackers=a,
            defenders=d,
            rules=rule_set(rules),
            digits=whole(digits, "digits", 1, MAX_BLITZ_DIGITS),
            version=checked_version(version),
        )

    @property
    def blitz_at_once(self) -> bool:
        """Whether to blitz at the start is as good as any other policy.

        >>> BlitzSwitch(3, 2).blitz_at_once, BlitzSwitch(3, 3).blitz_at_once
        (True, False)
        """
        return self.decisions.get((self.attackers, self.defenders), True)

    @property
    def win_decimal(self) -> str:
        """The chance to win under the best policy, in `digits` certain digits.

        >>> BlitzSwitch(2, 2, digits=4).win_decimal  # by hand to the end
        '0.3627'
        """
        return self.win_decimals.get((self.attackers, self.defenders), self.hand_decimal)

    @property
    def blitz_decimal(self) -> str:
        """The chance to win by a blitz at once.

        >>> BlitzSwitch(2, 2, digits=4).blitz_decimal
        '0.2807'
        """
        return BalancedBlitz(
            self.attackers, self.defenders, self.rules, self.digits, self.version
        ).win_decimal

    @property
    def hand_decimal(self) -> str:
        """The chance to win if every round is thrown by hand.

        >>> BlitzSwitch(2, 2, digits=4).hand_decimal
        '0.3627'
        """
        return win_decimal(self.attackers, self.defenders, self.digits, self.rules)

    @cached_property
    def decisions(self) -> Mapping[State, bool]:
        """Whether to blitz at once, in each battle with units on both sides up to this one.

        It is in all battles where no other policy is better, and else a round is thrown by hand.

        >>> [BlitzSwitch(4, 3).decisions[a, 3] for a in (2, 3, 4)]
        [False, False, True]
        """
        return FrozenMapping(self._switches.blitz)

    @cached_property
    def win_decimals(self) -> Mapping[State, str]:
        """The chance to win under the best policy, in each of these battles.

        >>> dict(BlitzSwitch(2, 2, digits=3).win_decimals)
        {(1, 1): '0.417', (1, 2): '0.106', (2, 1): '0.889', (2, 2): '0.363'}
        """
        return FrozenMapping(self._switches.texts)

    @cached_property
    def _switches(self) -> "Switches":
        from riskexact.engine.switching import best_switches

        a, d = self.attackers, self.defenders
        return best_switches(a, d, self.rules, self.version, self.digits)
