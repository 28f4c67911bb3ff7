"""The board of a battle, cut into interior, border and ends, with whole-number weights.

- *End*: conquered (d = 0), or broken off (a <= retreat_at).
- *Interior*: both sides throw their full dice and the battle is not over; every round costs K.
- *Border*: what is left, a strip along the ends in which one side throws fewer dice, or both do.

Probabilities are kept as whole numbers over a power of one base, the number of throws of full
dice.  The throws of every round divide it, and a round costs at least one unit, so that a path
that costs m units has a probability that is a whole number over `base ** m`.
"""

from functools import lru_cache
from typing import NamedTuple

from riskexact.dice import Losses, changing_round, loss_counts
from riskexact.errors import RiskError
from riskexact.rules import Rules, is_over

Round = tuple[tuple[Losses, int], ...]
"""((attackers lost, defenders lost), weight over `base ** lost`) for each way a round can end."""


class Board(NamedTuple):
    """One rule set with a retreat: `cost` is K, and `base` what the weights are over."""

    rules: Rules
    retreat_at: int
    cost: int
    base: int

    @property
    def full_attack(self) -> int:
        """The fewest attackers in the interior."""
        return max(self.rules.attack_dice, self.retreat_at + 1)

    @property
    def full_defence(self) -> int:
        """The fewest defenders in the interior."""
        return self.rules.defence_dice

    def is_over(self, a: int, d: int) -> bool:
        """Return whether (a, d) ends the battle."""
        return is_over(a, d, self.retreat_at)

    def is_interior(self, a: int, d: int) -> bool:
        """Return whether (a, d) lies in the interior."""
        return a >= self.full_attack and d >= self.full_defence

    def round(self, a: int, d: int) -> Round:
        """Return the round that is thrown at (a, d)."""
        return _weighted_round(*self.rules.dice(a, d), self.rules, self.base)

    def interior_weights(self) -> tuple[int, ...]:
        """Return c_0, …, c_K of a round in the interior, over `base ** K`."""
        counts = loss_counts(self.rules.attack_dice, self.rules.defence_dice, self.rules)
        return tuple(count * self.base ** (self.cost - 1) for count in counts)


def board_of(rules: Rules, retreat_at: int = 0) -> Board:
    """Return the board of a rule set; raise `RiskError` where rounds cost no fixed number.

    >>> from riskexact.rules import STANDARD
    >>> board = board_of(STANDARD)
    >>> board.cost, board.is_interior(3, 2), board.is_interior(2, 9), board.base == 6**5
    (2, True, False, True)
    """
    if rules.fixed_cost is None:
        raise RiskError(
            f"method 'closed-form' needs rounds that cost a fixed number of units, and under "
            f"these rules ({rules.label}) that number varies; take 'recursion' or 'auto'"
        )
    base = rules.faces ** (rules.attack_dice + rules.defence_dice)
    return Board(rules, retreat_at, rules.fixed_cost, base)


@lru_cache(maxsize=1024)
def _weighted_round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> Round:
    changes, throws = changing_round(attack_dice, defence_dice, rules)
    return tuple(((i, j), count * (base ** (i + j) // throws)) for (i, j), count in changes)
