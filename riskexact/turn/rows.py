"""Whole numbers in rows: arrays of numpy, or lists with the same operators where it is missing.

`StackRows` has rows of values for all numbers of free armies of the same stacks.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise, product, repeat
from math import prod
from operator import add, floordiv, mul, sub
from typing import Any

from riskexact.base.errors import is_installed
from riskexact.base.frozen import NamedTuple, cached_property

NumberRow = Any
"""A row of whole numbers: values, weights, or places in another row."""


def each(does: Callable[[int, int], int]) -> Any:
    """Return an operator of rows: of the numbers at each place, or of all with one number."""

    def operator(row: Iterable[int], other: int | Iterable[int]) -> "NumberList":
        others = repeat(other) if isinstance(other, int) else other
        return NumberList(map(does, row, others))

    return operator


class NumberList(list[int]):
    """The slow equivalent of an array of whole numbers, of any size."""

    __add__, __sub__, __mul__, __floordiv__ = map(each, (add, sub, mul, floordiv))

    def __getitem__(self, at: NumberRow) -> NumberRow:
        if isinstance(at, NumberList):
            return NumberList(map(super().__getitem__, at))
        found: Any = super().__getitem__(at)
        return NumberList(found) if isinstance(at, slice) else found

    def __setitem__(self, at: NumberRow, values: NumberRow) -> None:
        pairs = zip(at, values, strict=True) if isinstance(at, NumberList) else [(at, values)]
        for place, value in pairs:
            super().__setitem__(place, value)


def row(numbers: Iterable[int], exact: bool = False) -> NumberRow:
    """Return a row: a list if numbers of any size must be exact, or where numpy is missing."""
    if exact or not is_installed("numpy"):
        return NumberList(numbers)
    import numpy as np

    return np.fromiter(numbers, dtype=np.int64)


def higher(one: NumberRow, other: NumberRow) -> NumberRow:
    """Return the higher number of each two."""
    if isinstance(one, NumberList):
        return each(max)(one, other)
    import numpy as np

    return np.maximum(one, other)


def highest(numbers: NumberRow) -> int:
    """Return the highest number of a row."""
    return max(numbers) if isinstance(numbers, NumberList) else int(numbers.max())


class Spots(NamedTuple):
    """Where in rows some numbers of armies are, the fewest armies first.

    - `at`: the places of their values;
    - `firsts`: by armies in all, from -1 to one too many, which is the first with these or more.
    """

    at: NumberRow
    firsts: NumberRow


MAX_TOGETHER = 1 << 15
"""Values that are evaluated together, which fit in a cache."""


def units_of(levels: NumberRow, firsts: NumberRow) -> set[int]:
    """Return the units of spots in rows: the level of a row and the armies of a spot together."""
    armies = [n for n, (first, end) in enumerate(pairwise(firsts), -1) if first < end]
    return {int(level) + n for level in {*levels} for n in armies}


PlacesOf = Callable[[NumberRow, NumberRow], NumberRow]
"""Returns the sums of where some rows begin, and of spots in them."""


def everywhere(levels: NumberRow, firsts: NumberRow, units: int | None) -> Iterator[PlacesOf]:
    """Yield what returns the places of spots in rows, where levels and armies are these units.

    - `levels`: one for each row; `firsts`: those of the spots;
    - `units`: None for any; so it is in lists.

    >>> (places,) = everywhere(row([0, 1]), row([0, 0, 1, 3]), 1)  # of no army, of one, and of one
    >>> [int(place) for place in places(row([10, 20]), row([1, 2, 3]))]
    [12, 13, 21]
    """
    if isinstance(levels, NumberList) or units is None:
        yield lambda begins, spots: NumberList(each + at for each in begins for at in spots)
        return
    import numpy as np

    def places(begins: NumberRow, spots: NumberRow) -> NumberRow:
        found: NumberRow = begins[rows].repeat(counts)
        found += spots[numbers]
        return found

    armies = units - levels
    first, end = firsts.take(armies + 1, mode="clip"), firsts.take(armies + 2, mode="clip")
    chosen = (end > first).nonzero()[0]
    first, every = first[chosen], (end - first)[chosen]
    sums = every.cumsum()
    for part in range(0, int(sums[-1]) if len(sums) else 0, MAX_TOGETHER):
        of = slice(*sums.searchsorted([part, part + MAX_TOGETHER], side="right"))
        rows, counts, before = chosen[of], every[of], (sums - every)[of]
        numbers = (first[of] - before).repeat(counts)
        numbers += np.arange(before[0], before[0] + len(numbers))
        yield places


def finder(numbers: Sequence[int]) -> Callable[[NumberRow], NumberRow]:
    """Return what finds the places of numbers in a list of different ones, or its length.

    >>> [int(place) for place in finder([30, 10, 20])(row([10, 15, 30]))]
    [1, 3, 0]
    """
    last = len(numbers)
    if not is_installed("numpy"):
        places = {number: k for k, number in enumerate(numbers)}
        return lambda wanted: NumberList(places.get(number, last) for number in wanted)
    import numpy as np

    order = np.argsort(numbers)
    ordered = np.asarray(numbers)[order]

    def find(wanted: NumberRow) -> NumberRow:
        at = np.searchsorted(ordered, wanted).clip(max=last - 1)
        return np.where(ordered[at] == wanted, order[at], last)

    return find


def empty(exact: bool = False) -> NumberRow:
    """Return a row of no numbers, each of which is at least 0, and below 2^32 if not `exact`."""
    if exact or not is_installed("numpy"):
        return []
    import numpy as np

    return np.zeros(0, dtype=np.uint32)


def extended(numbers: NumberRow, length: int) -> NumberRow:
    """Return the numbers of an `empty` row, with zeros up to a length."""
    if isinstance(numbers, list):
        return [*numbers, *repeat(0, length - len(numbers))]
    import numpy as np

    found = np.zeros(length, dtype=numbers.dtype)
    found[: len(numbers)] = numbers
    return found


def times(numbers: NumberRow, count: int) -> NumberRow:
    """Return numbers that were taken, each so many times, with room for their sums."""
    import numpy as np

    return np.multiply(numbers, count, dtype=np.int64)


def picked(numbers: NumberRow, places: NumberRow) -> NumberRow:
    """Return the numbers at these places, with room for products."""
    if isinstance(numbers, list):
        return NumberList(map(numbers.__getitem__, places))
    return numbers[places].astype("int64")


def rising(rows: Sequence[NumberRow]) -> NumberRow:
    """Return the places at which some row has a higher number than that before."""
    found = rows[0] < rows[-1]
    for one, other in pairwise(rows):
        found |= one < other
    return found.nonzero()[0]


def maximum_at(numbers: NumberRow, places: NumberRow, least: NumberRow) -> None:
    """Raise the numbers at these places, of which some may be equal, where they are lower."""
    if isinstance(numbers, list):
        for place, number in zip(places, least, strict=True):
            if number > numbers[place]:
                numbers[place] = number
        return
    import numpy as np

    np.maximum.at(numbers, places, least.astype(numbers.dtype))


class ThrowOf(NamedTuple):
    """How a throw ends, from some places.

    - `ends`: which place in its row is that of the armies then, the defenders lost, and its throws;
    - `throws`: all of them;
    - `is_better`: than that with one die fewer, if the values of its ends never rise.
    """

    ends: tuple[tuple[NumberRow, int, int], ...]
    throws: int
    is_better: bool

    def by_place(self) -> "list[ThrowOf]":
        """Return how the throw ends from each of the places."""
        after, fallen, counts = zip(*self.ends, strict=True)
        return [
            ThrowOf(tuple(zip(each, fallen, counts, strict=True)), self.throws, self.is_better)
            for each in zip(*after, strict=True)
        ]


Throwing = tuple[Spots, Sequence[ThrowOf]]
"""Places in rows, and the throws that are allowed there, with the most dice first."""

AttackOfRow = tuple[Sequence[int], Mapping[int, Sequence[ThrowOf]]]
"""Where the rows begin, by the defenders lost, and the throws that are allowed, by places."""


class StackRows:
    """Rows of the same stacks; the first of them has zeros.

    - `free`: the most free armies of every stack; `stacks`: those that the rows are about;
    - `exact`: the values may be of any size;
    - `cells`: what a row counts as, with a value for each stack of less than no army.

    A row begins with a zero, for less than no army.  Then it has a value for each number of free
    armies of each stack, the fewest in all first: what is evaluated together lies together.

    >>> rows = StackRows([2, 1], (0, 1))
    >>> rows.begun(), rows.size, [int(rows.place(armies)) for armies in ((0, 0), (0, 1), (2, 1))]
    (7, 7, [1, 2, 6])
    """

    def __init__(self, free: Sequence[int], stacks: tuple[int, ...], exact: bool = False) -> None:
        self.stacks, self.free = stacks, [free[stack] for stack in stacks]
        self.size = prod(n + 1 for n in self.free) + 1
        self.cells = prod(n + 2 for n in self.free)
        self.values, self._number, self._row = empty(exact), 1, partial(row, exact=exact)
        self.moving, self.into = cache(self._moving), cache(self._into)

    @cached_property
    def _armies(self) -> list[tuple[int, ...]]:
        return sorted(product(*(range(n + 1) for n in self.free)), key=sum)

    @cached_property
    def _of(self) -> dict[int, NumberRow]:
        return {each: self._row(n[i] for n in self._armies) for i, each in enumerate(self.stacks)}

    @cached_property
    def _numbered(self) -> NumberRow:
        """The places by all numbers of armies from -1 on, the last stack first."""
        places = {armies: place for place, armies in enumerate(self._armies, 1)}
        every = product(*(range(-1, n + 1) for n in self.free))
        return self._row(places.get(armies, 0) for armies in every)

    def begun(self) -> int:
        """Return where a new row begins."""
        self._number += 1
        return (self._number - 1) * self.size

    def extend(self) -> None:
        """Make room for the values of new rows."""
        if len(self.values) < self._number * self.size:
            self.values = extended(self.values, self._number * self.size)

    def place(self, armies: Sequence[NumberRow]) -> NumberRow:
        """Return the place of free armies in a row, by stacks; 0 if one has less than none."""
        number: NumberRow = armies[0] + 1
        for n, most in zip(armies[1:], self.free[1:], strict=True):
            number = number * (most + 2) + n + 1
        return self._numbered[number]

    def attack(
        self,
        columns: Sequence[NumberRow],
        levels: NumberRow,
        throwing: Throwing,
        up: bool,
        units: int,
    ) -> None:
        """Raise the values of rows to those of an attack, in states of these units.

        - `columns`: where the rows begin, by the defenders lost; `levels`: defenders;
        - `up`: values are rounded up, not down.
        """
        spots, throws = throwing
        for places in everywhere(levels, spots.firsts, units):
            here = places(columns[0], spots.at)
            chosen: NumberRow | None = None  # None for all
            for ends, total, is_better in throws:
                if chosen is None or len(chosen):
                    value: NumberRow = (total - 1) * up
                    worths = []
                    for back, fallen, count in ends:
                        after = places(columns[fallen], back)
                        worths.append(self.values.take(after if chosen is None else after[chosen]))
                        value = times(worths[-1], count) + value
                    at = here if chosen is None else here[chosen]
                    maximum_at(self.values, at, value // total)
                    if is_better:
                        rises = rising(worths)
                        chosen = rises if chosen is None else chosen[rises]
                if not is_better:
                    chosen = None

    def evaluate(self, begins: int, attacks: Sequence[AttackOfRow], up: bool) -> None:
        """Find the values of a row in a list: the slow equivalent of all attacks on it."""
        values = self.values
        for place in range(1, self.size):
            best = 0
            for columns, throws_at in attacks:
                skips = False
                for ends, total, is_better in throws_at.get(place, ()):
                    if skips:
                        skips = is_better
                        continue
                    worths = [values[columns[fallen] + back] for back, fallen, _ in ends]
                    value = (total - 1) * up
                    for worth, (_, _, count) in zip(worths, ends, strict=True):
                        value += worth * count
                    if value >= (best + 1) * total:  # divisions take long
                        best = value // total
                    skips = is_better and worths == sorted(worths, reverse=True)
            values[begins + place] = best

    def throwing(self, stack: int, dice: range, may: Sequence[range]) -> Spots:
        """Return the places where a stack may throw these numbers of dice."""
        i = self.stacks.index(stack)
        return self._spots([n for n, each in enumerate(self._armies) if may[each[i]] == dice])

    def lost(self, spots: Spots, stack: int, armies: int) -> NumberRow:
        """Return which places those become when a stack loses armies."""
        every = self._at(spots, self.stacks)
        every[stack] = every[stack] - armies
        return self.place([*every.values()])

    def _at(self, spots: Spots, stacks: Iterable[int]) -> dict[int, NumberRow]:
        """Return the armies of some stacks at places."""
        return {each: picked(self._of[each], spots.at - 1) for each in stacks}

    def _spots(self, chosen: Sequence[int]) -> Spots:
        """Return the places of some numbers of armies, in order."""
        sums = [sum(self._armies[n]) for n in chosen]
        firsts = [bisect_left(sums, armies) for armies in range(-1, sum(self.free) + 2)]
        return Spots(self._row(chosen) + 1, self._row(firsts))

    def _moving(self, stack: int, most: int) -> tuple[Spots, NumberRow]:
        """Return the places where a stack has armies to move, and these: 1, 2, ... to the most."""
        i = self.stacks.index(stack)
        counts = [min(each[i], most) for each in self._armies]
        spots = self._spots([n for n, count in enumerate(counts) for _ in range(count)])
        return spots, self._row(moved for count in counts for moved in range(1, count + 1))

    def _into(self, other: "StackRows", stack: int, most: int, stay: bool) -> NumberRow:
        """Return where in rows of fewer stacks those places lead when the armies have moved.

        The `stack` has those that `stay`, or else all that move but one, which is bound.
        """
        spots, moved = self.moving(stack, most)
        every = self._at(spots, other.stacks)
        if stack in every:
            every[stack] = every[stack] - moved if stay else moved - 1
        return other.place([*every.values()])
