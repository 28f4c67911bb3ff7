"""Throws counted by placing the dice of one hand from the highest value down.

Below the highest value that a die can have, every die of a hand has a value on the same number
of its faces: on one, on none (more is added than that), or on all that are raised to a clamped 1.
So of the dice that could have had a higher value and had not, any are as good as any others, and
how many of them there are is all that has to be remembered.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from riskexact.hand import MOST_FACES, Hand


class Placed(NamedTuple):
    """How far a hand has been placed: `dice` of them, by what they count without `to_highest`.

    `highest` is the highest die while only one of two things is known of it: with a negative
    `to_highest` what it counts, (value, 0); with a positive one what it counts without it, and
    its faces.
    """

    dice: int
    highest: tuple[int, int] | None = None


NONE = Placed(0)


class Step(NamedTuple):
    """To `placed`, in so many ways: the pairs whose dice get this value, and have it or more.

    A set of pairs is an integer, pair m being bit m - 1.
    """

    placed: Placed
    got: int
    have: int
    ways: int


class Placing:
    """The throws of one hand: `thrown` are the faces of its dice, of which `kept` count."""

    def __init__(self, hand: Hand, thrown: Sequence[int], kept: int) -> None:
        """Look at every face of every die."""
        self.all = Placed(len(thrown))
        self._hand = hand
        self._thrown = thrown
        self._kept = kept
        # the values of each kind of die, and on how many of its faces it has them
        self._faces = {
            faces: Counter(hand.added(show, faces) for show in range(1, faces + 1))
            for faces in sorted(set(thrown))
        }
        self._top = {faces: max(on) for faces, on in self._faces.items()}
        self.values = {
            counts
            for faces, on in self._faces.items()
            for value in on
            for counts in (value, hand.highest(value, faces))
        }
        self._lowest = min(self.values)
        # numbers of dice before and after a step, while the highest is known by half, or not
        self.work = (len(thrown) + 1) ** 2 * (1 + abs(hand.to_highest))

    def steps(self, placed: Placed, value: int) -> list[Step]:
        """Return how far the hand can be placed with `value`, and in how many ways.

        >>> for step in Placing(Hand(2), (6, 6), 2).steps(NONE, 6):
        ...     print(step.placed.dice, bin(step.got), step.ways)
        0 0b0 1
        1 0b1 2
        2 0b11 1
        """
        before = self._pairs(placed)
        lowest = value == self._lowest  # where dice that are left have nowhere to go
        return [
            Step(after, self._pairs(after) ^ before, self._pairs(after), ways)
            for after, ways in self._after(placed, value)
            if after == self.all or not lowest
        ]

    def _pairs(self, placed: Placed) -> int:
        """Return the pairs whose dice, of those that are kept, have been placed."""
        kept = min(placed.dice, self._kept)
        if placed.highest is not None:
            kept += 1 if self._hand.to_highest > 0 else -1
        return (1 << kept) - 1

    def _after(self, placed: Placed, value: int) -> list[tuple[Placed, int]]:
        if placed == NONE and self._hand.to_highest:
            return [(NONE, 1), *self._first_steps(value)]
        highest = placed.highest
        if highest and self._hand.to_highest > 0:
            if value > highest[0]:
                return [(placed, 1)]
            return [
                (Placed(x), ways) for x, faces, ways in self._firsts(value) if faces == highest[1]
            ]
        if highest and highest[0] == value:
            highest = None
        return [
            (Placed(placed.dice + x, highest), ways)
            for x, ways in enumerate(self._ways(placed.dice, value))
            if ways
        ]

    def _first_steps(self, value: int) -> Iterator[tuple[Placed, int]]:
        """Place the first dice, where the highest counts something else than it would."""
        if self._hand.to_highest < 0:
            for x, faces, ways in self._firsts(value):
                counts = self._hand.highest(value, faces)
                yield Placed(x, None if counts == value else (counts, 0)), ways
            return
        for faces, on in self._faces.items():
            for without in on:
                if self._hand.highest(without, faces) == value > without:
                    yield Placed(0, (without, faces)), 1
        for x, faces, ways in self._firsts(value):
            if self._hand.highest(value, faces) == value:
                yield Placed(x), ways

    def _firsts(self, value: int) -> Iterator[tuple[int, int, int]]:
        """Yield (x, faces, ways) for x > 0 first dice of which the largest has so many faces."""
        fewer = [0] * (len(self._thrown) + 1)
        for faces in self._faces:
            ways = self._ways(0, value, faces)
            for x in range(1, len(ways)):
                if ways[x] > fewer[x]:
                    yield x, faces, ways[x] - fewer[x]
            fewer = ways

    def _ways(self, placed: int, value: int, most_faces: int = MOST_FACES) -> list[int]:
        """Return in how many ways 0, 1, 2, … more dice have the value.

        Those that can have more, and had not, are chosen freely; those that have it at the most
        come on top, each with its own number of faces.
        """
        thrown = [faces for faces in self._thrown if faces <= most_faces]
        above = [faces for faces in thrown if self._top[faces] > value]
        on = self._faces[above[0]][value] if above else 0
        left = len(above) - placed
        ways = [comb(left, x) * on**x for x in range(left + 1)]
        for faces in thrown:
            if self._top[faces] == value:
                each = self._faces[faces][value]
                ways = [new + each * old for new, old in zip([*ways, 0], [0, *ways], strict=True)]
        return ways + [0] * (len(self._thrown) + 1 - len(ways))
