"""The board of a battle, cut into interior, border and ends, with whole-number weights.

- *End*: conquered (d = 0), or broken off (a <= retreat_at, or d <= stop_at_defenders).
- *Interior*: both sides throw their full dice and the battle is not over; every round costs K.
- *Border*: what is left, a strip along the ends in which one side throws fewer dice, or both do.

Probabilities are whole numbers over powers of one base, that of `weights`.
"""

from typing import NamedTuple

from riskexact.base.errors import RiskError
from riskexact.odds.states import FOUGHT_OUT, Stops, checked_stops
from riskexact.odds.weights import Round, base_of, weighted_round
from riskexact.rules import Rules
from riskexact.rules.dice import loss_counts


class Board(NamedTuple):
    """One rule set with stop rules: `cost` is K, and `base` what the weights are over.

    The interior begins at `full_attack` attackers and `full_defence` defenders.
    """

    rules: Rules
    stops: Stops
    cost: int
    base: int
    full_attack: int
    full_defence: int

    def is_over(self, a: int, d: int) -> bool:
        """Return whether (a, d) ends the battle."""
        return self.stops.reached(a, d)

    def is_interior(self, a: int, d: int) -> bool:
        """Return whether (a, d) lies in the interior."""
        return a >= self.full_attack and d >= self.full_defence

    def round(self, a: int, d: int) -> Round:
        """Return the round that is thrown at (a, d)."""
        return weighted_round(*self.rules.dice(a, d), self.rules, self.base)

    def interior_weights(self) -> tuple[int, ...]:
        """Return c_0, …, c_K of a round in the interior, over `base ** K`."""
        counts = loss_counts(self.rules.attack.max_dice, self.rules.defence.max_dice, self.rules)
        return tuple(count * (self.base**self.cost // sum(counts)) for count in counts)


def board_of(rules: Rules, stops: Stops = FOUGHT_OUT) -> Board:
    """Return the board of a battle's rules; raise `RiskError` where there is no closed form.

    >>> from riskexact.rules import STANDARD
    >>> board = board_of(STANDARD)
    >>> board.cost, board.is_interior(3, 2), board.is_interior(2, 9), board.base == 6**4
    (2, True, False, True)
    """
    if rules.losses_per_round is None:
        raise RiskError(
            f"method 'closed-form' needs rounds that cost a fixed number of units, and under "
            f"these rules ({rules.description}) that number varies; take 'recursion' or 'auto'"
        )
    if not checked_stops(stops).by_units:
        raise RiskError(
            "method 'closed-form' needs stop rules that look at who is left, not at rounds or "
            "chances; take 'recursion' or 'auto'"
        )
    full_attack = max(rules.attack.units_for_max_dice, stops.retreat_at + 1)
    full_defence = max(rules.defence.units_for_max_dice, stops.stop_at_defenders + 1)
    return Board(rules, stops, rules.losses_per_round, base_of(rules), full_attack, full_defence)
