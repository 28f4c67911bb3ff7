"""The states of a battle in three regions, with the whole-number weights of their rounds.

- *Interior*: both sides throw their full dice, and the battle is not over; every round costs K.
- *Boundary*: two strips along the outcomes in which one side throws fewer dice, or both do.
- *Outcomes*: conquered (d = 0), or broken off (a <= retreat_at, or d <= stop_at_defenders).
"""

from collections.abc import Callable

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.odds.states import FOUGHT_OUT, Stops, checked_stops
from riskexact.odds.weights import WeightedRound, base_of, weighted_round
from riskexact.rules import Rules
from riskexact.rules.dice import loss_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Regions(NamedTuple):
    """The regions of one rule set with stop rules; weights are over powers of `base`.

    K is `losses_per_round`.  The interior begins at `min_attackers` and `min_defenders`.  All
    weights are made by `integer`, which may be that of a library.
    """

    rules: Rules
    stops: Stops
    losses_per_round: int
    base: int
    min_attackers: int
    min_defenders: int
    integer: "Callable[[int], Any]" = int

    def is_interior(self, a: int, d: int) -> bool:
        """Return whether (a, d) lies in the interior."""
        return a >= self.min_attackers and d >= self.min_defenders

    def round(self, a: int, d: int) -> WeightedRound:
        """Return the round that is thrown at (a, d)."""
        weights = weighted_round(*self.rules.dice(a, d), self.rules, self.base)
        return tuple((losses, self.integer(weight)) for losses, weight in weights)

    def interior_weights(self) -> tuple[int, ...]:
        """Return c_0, …, c_K of a round in the interior, over `base ** K`."""
        counts = loss_counts(*self.rules.max_dice, self.rules)
        power = self.base**self.losses_per_round
        return tuple(self.integer(count * power // sum(counts)) for count in counts)


def regions_of(rules: Rules, stops: Stops = FOUGHT_OUT) -> Regions:
    """Return the regions of a battle; raise `RiskError` where there is no closed form.

    >>> from riskexact.rules import STANDARD
    >>> regions = regions_of(STANDARD)
    >>> regions.losses_per_round, regions.is_interior(3, 2), regions.is_interior(2, 9)
    (2, True, False)
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
    min_attackers = max(rules.attack.units_for_max_dice, stops.retreat_at + 1)
    min_defenders = max(rules.defence.units_for_max_dice, stops.stop_at_defenders + 1)
    return Regions(
        rules, stops, rules.losses_per_round, base_of(rules), min_attackers, min_defenders
    )
