"""The board of a battle, cut into interior, border and ends, with whole-number weights.

- *End*: conquered (d = 0), or broken off (a <= retreat_at).
- *Interior*: both sides throw their full dice and the battle is not over; every round costs K.
- *Border*: what is left, a strip along the ends in which one side's dice are fewer.

Every probability is kept as a whole number of parts.  With `unit` a common multiple of the
throws of all rounds, a path that costs m units has a probability that is a whole number of
`unit ** -m`, because each of its rounds costs at least one.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from riskexact.dice import Losses, changing_round, fixed_cost, loss_counts
from riskexact.errors import RiskError
from riskexact.rules import Rules

Round = list[tuple[Losses, int]]
"""((attackers lost, defenders lost), weight over `unit ** lost`) for each way a round can end."""


class Board(NamedTuple):
    """The interior `a >= full_attack`, `d >= full_defence`, and the rounds, for one rule set.

    `counts` are the weights c_0, …, c_K of an interior round, over `unit ** K`; `rounds` has the
    round for each pair of numbers of dice.
    """

    rules: Rules
    retreat_at: int
    full_attack: int
    full_defence: int
    cost: int
    counts: Sequence[int]
    unit: int
    rounds: Mapping[tuple[int, int], Round]

    def is_over(self, a: int, d: int) -> bool:
        """Return whether (a, d) ends the battle."""
        return d == 0 or a <= self.retreat_at

    def is_interior(self, a: int, d: int) -> bool:
        """Return whether (a, d) lies in the interior."""
        return a >= self.full_attack and d >= self.full_defence

    def round(self, a: int, d: int) -> Round:
        """Return the round that is thrown at (a, d)."""
        return self.rounds[self.rules.dice(a, d)]


@lru_cache(maxsize=256)
def board_of(rules: Rules, retreat_at: int = 0) -> Board:
    """Return the board of a rule set; raise `RiskError` where rounds cost no fixed number.

    >>> from riskexact.rules import STANDARD
    >>> b = board_of(STANDARD)
    >>> b.cost, b.is_interior(3, 2), b.is_interior(2, 9), b.unit == 6**5
    (2, True, False, True)
    """
    cost = fixed_cost(rules)
    if cost is None:
        raise RiskError(
            f"method 'closed-form' needs rounds that cost a fixed number of units, and under "
            f"these rules ({rules.label}) that number varies; take 'recursion' or 'auto'"
        )
    thrown = {
        (attack, defence): changing_round(attack, defence, rules)
        for attack in range(1, rules.attack_dice + 1)
        for defence in range(1, rules.defence_dice + 1)
    }
    unit = lcm(*(total for _, total in thrown.values()))
    full = loss_counts(rules.attack_dice, rules.defence_dice, rules)
    return Board(
        rules=rules,
        retreat_at=retreat_at,
        full_attack=max(rules.attack_dice, retreat_at + 1),
        full_defence=rules.defence_dice,
        cost=cost,
        counts=tuple(count * (unit**cost // sum(full)) for count in full),
        unit=unit,
        rounds={
            dice: [((i, j), count * (unit ** (i + j) // total)) for (i, j), count in changes]
            for dice, (changes, total) in thrown.items()
        },
    )
