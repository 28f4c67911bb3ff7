"""The overlaps of tiles: a check that costs nothing.

What lies on the edge of a tile is found by the closed form, and its neighbour finds the same
battles by the recursion.  Each tile takes *marks*, digests of its values there: "edge" of those
that it begins with, "inside" of those with which others begin.  Where the marks of a battle differ,
one of the two tiles is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Literal

from riskexact.odds.states import State

Side = Literal["edge", "inside"]

Marks = Mapping[str, Mapping[str, str]]
"""By side, and by battle as in "49 v 51": what it is worth, digested."""

Worth = Fraction | Mapping[State, int]
"""What a battle is worth: its chance, or those of its ends as whole numbers."""


class Marking:
    """What takes the marks of one tile."""

    def __init__(self) -> None:
        """Begin without any."""
        self.marks: dict[str, dict[str, str]] = {}

    def mark(self, side: Side, attackers: int, defenders: int, worth: Worth) -> None:
        """Take the mark of a battle.

        >>> marking = Marking()
        >>> marking.mark("edge", 1, 1, Fraction(5, 12))
        >>> marking.marks
        {'edge': {'1 v 1': '1e8f0c44b22c909e'}}
        """
        if isinstance(worth, Fraction):
            words = [f"{worth.numerator:x}/{worth.denominator:x}"]
        else:
            words = [f"{a} {d} {number:x}" for (a, d), number in sorted(worth.items())]
        digest = sha256("\n".join(words).encode()).hexdigest()[:16]
        self.marks.setdefault(side, {})[f"{attackers} v {defenders}"] = digest


def disagreements(tiles: Iterable[tuple[str, Marks]]) -> Iterator[tuple[str, str, str]]:
    """Yield (battle, tile, tile) for each battle about which two tiles of a data set disagree.

    >>> below, above = {"inside": {"50 v 51": "ab"}}, {"edge": {"50 v 51": "cd"}}
    >>> list(disagreements([("one", below), ("other", above)]))
    [('50 v 51', 'one', 'other')]
    """
    known = list(tiles)
    inside = {
        battle: (mark, name)
        for name, marks in known
        for battle, mark in marks.get("inside", {}).items()
    }
    for name, marks in known:
        for battle, mark in marks.get("edge", {}).items():
            other, neighbour = inside.get(battle, (mark, name))
            if other != mark:
                yield battle, neighbour, name
