"""The board of a battle, cut into interior, border and ends, with whole-number weights.

- *End*: conquered (d = 0), or broken off (a <= retreat_at).
- *Interior*: both sides throw their full dice and the battle is not over; every round costs K.
- *Border*: what is left, a strip along the ends in which one side throws fewer dice, or both do.

Probabilities are kept as whole numbers over powers of one base, the least number such that the
throws of every round that costs k units divide base^k.  So a path that costs m units has a
probability that is a whole number over `base ** m`.
"""

from functools import lru_cache
from typing import NamedTuple

from riskexact.dice import Losses, changing_round, loss_counts
from riskexact.errors import RiskError
from riskexact.factors import exponent, prime_factors
from riskexact.rules import Rules
from riskexact.states import is_over

Round = tuple[tuple[Losses, int], ...]
"""((attackers lost, defenders lost), weight over `base ** lost`) for each way a round can end."""


class Board(NamedTuple):
    """One rule set with a retreat: `cost` is K, and `base` what the weights are over.

    The interior begins at `full_attack` attackers and `full_defence` defenders.
    """

    rules: Rules
    retreat_at: int
    cost: int
    base: int
    full_attack: int
    full_defence: int

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
        counts = loss_counts(self.rules.attack.most, self.rules.defence.most, self.rules)
        return tuple(count * (self.base**self.cost // sum(counts)) for count in counts)


def board_of(rules: Rules, retreat_at: int = 0) -> Board:
    """Return the board of a rule set; raise `RiskError` where there is no closed form.

    >>> from riskexact.rules import STANDARD
    >>> board = board_of(STANDARD)
    >>> board.cost, board.is_interior(3, 2), board.is_interior(2, 9), board.base == 6**4
    (2, True, False, True)
    """
    if rules.fixed_cost is None:
        raise RiskError(
            f"method 'closed-form' needs rounds that cost a fixed number of units, and under "
            f"these rules ({rules.description}) that number varies; take 'recursion' or 'auto'"
        )
    if rules.first_round is not None:
        raise RiskError(
            f"method 'closed-form' needs rules that stay the same, and these have another first "
            f"round ({rules.description}); take 'recursion' or 'auto'"
        )
    full_attack = max(rules.attack.full, retreat_at + 1)
    base = _base(rules)
    return Board(rules, retreat_at, rules.fixed_cost, base, full_attack, rules.defence.full)


@lru_cache(maxsize=1024)
def _base(rules: Rules) -> int:
    base = 1
    full = rules.thrown(rules.attack.most, rules.defence.most)
    for p in set().union(*(prime_factors(faces) for hand in full for faces in hand)):
        base *= p ** max(
            -(-exponent(p, rules.throws(x, y)) // len(rules.costly_pairs(x, y)))
            for x in range(1, rules.attack.most + 1)
            for y in range(1, rules.defence.most + 1)
        )
    return base


@lru_cache(maxsize=1024)
def _weighted_round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> Round:
    changes, throws = changing_round(attack_dice, defence_dice, rules)
    return tuple(((i, j), count * (base ** (i + j) // throws)) for (i, j), count in changes)
