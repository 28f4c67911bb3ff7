"""A battle seen by one side, which grows and grows: its dice, its rounds and its exact chance.

Letters: `n` units of the side that grows, `m` of the other, which has `M`; `x` and `y` are their
dice; a round costs the first side `i` units and the other `j`.  `P(n, m)` is the chance that the
side that grows wins, the attacker by conquest, the defender by holding.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from riskexact.base.frozen import cached_property
from riskexact.odds.states import State
from riskexact.questions.battle import win_probability
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, round_with_loss
from riskexact.rules.hand import Hand

Side: TypeAlias = Literal["attackers", "defenders"]

Counts: TypeAlias = Mapping[Losses, int]
"""The number of throws for each (units lost by the growing side, by the other)."""


@dataclass(frozen=True)
class Growing:
    """The battles of `side`, which grows, against `opposed` units of the other, 1 or more."""

    rules: Rules
    side: Side
    opposed: int

    def battle(self, n: int, m: int) -> State:
        """Return (attackers, defenders); the same exchange is good for dice and losses.

        >>> from riskexact.rules import STANDARD
        >>> Growing(STANDARD, "defenders", 5).battle(2, 5)
        (5, 2)
        """
        return (n, m) if self.side == "attackers" else (m, n)

    def own(self, attackers_win: Fraction) -> Fraction:
        """Return the chance of the side that grows, given that of the attacker."""
        return attackers_win if self.side == "attackers" else 1 - attackers_win

    def exact_sign(self, n: int, target: Fraction) -> int:
        """Return the sign of P(n, M) - target, by `battle.win_probability`.

        >>> from riskexact.rules import STANDARD
        >>> Growing(STANDARD, "attackers", 1).exact_sign(1, Fraction(15, 36))
        0
        """
        chance = self.own(win_probability(*self.battle(n, self.opposed), self.rules))
        return (chance > target) - (chance < target)

    @property
    def hands(self) -> tuple[Hand, Hand]:
        """The hands of the side that grows and of the other."""
        attack, defence = self.rules.attack, self.rules.defence
        return (attack, defence) if self.side == "attackers" else (defence, attack)

    @property
    def full(self) -> int:
        """The fewest units of the side that grows that throw all dice."""
        return self.hands[0].units_for_max_dice

    def round(self, x: int, y: int) -> Counts:
        """Return the losses of x of our dice against y in rounds with a loss.

        >>> from riskexact.rules import STANDARD
        >>> Growing(STANDARD, "defenders", 5).round(1, 3)
        {(1, 0): 855, (0, 1): 441}
        """
        changes, _ = round_with_loss(*self.battle(x, y), self.rules)
        return {self.battle(*losses): number for losses, number in changes}

    @property
    def rounds(self) -> Iterator[Counts]:
        """Every round that can be thrown."""
        for dice in self.rules.dice_numbers():
            yield self.round(*self.battle(*dice))

    @cached_property
    def most_ends(self) -> int:
        """In how many ways a round can end, at the most."""
        return max(len(counts) for counts in self.rounds)
