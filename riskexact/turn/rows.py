"""Whole numbers in rows: arrays of numpy, or lists with the same operators where it is missing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from operator import add, floordiv, mul, sub
from typing import Any

from riskexact.base.errors import is_installed
from riskexact.base.frozen import NamedTuple

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


def taken(numbers: NumberRow, places: NumberRow, chosen: NumberRow | None) -> NumberRow:
    """Return the numbers at those of the places that are chosen."""
    return numbers.take(places if chosen is None else places[chosen])


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
