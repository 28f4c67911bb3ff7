"""The best path: one stack in a fixed order, each battle to the end; all survivors move in.

It is what a player has who follows a plan whatever happens; best play is measured against it.
"""

from fractions import Fraction
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
    n, start = front.enemies, front.start
    if not front.needed:
        return Fraction(1)
    left, most = front.left(start), max(start[n:], default=0)
    search = _Search(front, most)
    return max(
        (
            Fraction(vector[start[n + t]], front.base ** (start[n + t] + search.bound(left)))
            for t in range(n, front.nodes)
            for vector in search.vectors(t, left)
        ),
        default=None,
    )


class _Search:
    """The vectors of all paths that are left, by where the stack stands and what is left."""

    def __init__(self, front: Front, most: int) -> None:
        self._front, self._most = front, most
        self._found: dict[tuple[int, int], list[Vector]] = {}

    def bound(self, left: int) -> int:
        """Return the units of a state, free armies aside."""
        return sum(self._front.start[u] - 1 for u in bits(left))

    def vectors(self, stands: int, left: int) -> list[Vector]:
        """Return the Pareto front of the paths from a node."""
        front = self._front
        if not left & front.needed:
            power = front.base ** self.bound(left)
            return [[power * front.base**free for free in range(self._most + 1)]]
        found = self._found.get((stands, left))
        if found is None:
            found = []
            for u in bits(front.borders[stands] & left):
                for vector in self.vectors(u, left & ~(1 << u)):
                    add_to_front(found, self._before(vector, u), le)
            self._found[stands, left] = found
        return found

    def _before(self, after: Vector, target: int) -> Vector:
        """Return the vector before the battle for a node, from that of the survivors there."""
        garrison, rules = self._front.enemy[target]

        def worth(a: int, d: int) -> int:
            return 0 if d or not a else after[a - 1]

        rows = backward(self._most, garrison, rules, self._front.base, worth)
        return [row[garrison] for _, row in rows]
