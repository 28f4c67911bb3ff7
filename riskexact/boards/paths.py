"""The best path: one stack in a fixed order, each battle to the end; all survivors move in.

It is what a player has who follows a plan whatever happens; best play is measured against it.
"""

from fractions import Fraction
from functools import cache
from operator import le

from riskexact.boards.front import Front, bits
from riskexact.odds.weights import backward
from riskexact.questions.campaign.pareto import Vector, add_to_front


def best_path(front: Front) -> Fraction | None:
    """Return the chance of the best path that takes all that is needed; None if there is none.

    Vectors have a value for each number of free armies, over base^units as in `front`; those of the
    paths from one node through the same nodes left are a Pareto front (`campaign.pareto`).  Equals
    `campaign.choices.best_order` from each node of the attacker.
    """
    n, start, base = front.enemies, front.start, front.base
    if not front.needed:
        return Fraction(1)
    most = max(start[n:], default=0)

    def units(left: int) -> int:
        """Return the units of a state, free armies aside."""
        return sum(start[u] - 1 for u in bits(left))

    def before(after: Vector, target: int) -> Vector:
        """Return the vector before the battle for a node, from that of the survivors there."""
        garrison, rules = front.enemy[target]

        def worth(a: int, d: int) -> int:
            return 0 if d or not a else after[a - 1]

        return [row[garrison] for _, row in backward(most, garrison, rules, base, worth)]

    @cache
    def vectors(stands: int, left: int) -> list[Vector]:
        """Return the Pareto front of the paths from a node."""
        if not left & front.needed:
            return [[base ** (units(left) + free) for free in range(most + 1)]]
        found: list[Vector] = []
        for u in bits(front.borders[stands] & left):
            for vector in vectors(u, left & ~(1 << u)):
                add_to_front(found, before(vector, u), le)
        return found

    left = front.left(start)
    chances = (
        Fraction(vector[start[n + t]], base ** (start[n + t] + units(left)))
        for t in range(n, front.nodes)
        for vector in vectors(t, left)
    )
    return max(chances, default=None)
