"""Whole numbers in rows: arrays of numpy, or lists with the same operators where it is missing."""

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from operator import add, floordiv, mul, sub
from typing import Any

from riskexact.base.errors import is_installed

NumberRow = Any
"""A row of whole numbers: values, weights, or places in another row."""


class NumberList:
    """The slow equivalent of an array of whole numbers of 64 bits."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __getitem__(self, at: NumberRow) -> NumberRow:
        if isinstance(at, NumberList):
            return NumberList(map(self._numbers.__getitem__, at._numbers))
        return NumberList(self._numbers[at]) if isinstance(at, slice) else self._numbers[at]

    def __setitem__(self, at: NumberRow, values: NumberRow) -> None:
        if not isinstance(at, NumberList):
            self._numbers[at] = values
        else:
            for place, value in zip(at, values, strict=True):
                self._numbers[place] = value

    def _each(self, does: Callable[[int, int], int], other: "int | NumberList") -> "NumberList":
        others = repeat(other) if isinstance(other, int) else other
        return NumberList(map(does, self, others))

    def __add__(self, other: "int | NumberList") -> "NumberList":
        return self._each(add, other)

    def __sub__(self, other: "int | NumberList") -> "NumberList":
        return self._each(sub, other)

    def __mul__(self, other: "int | NumberList") -> "NumberList":
        return self._each(mul, other)

    def __floordiv__(self, other: "int | NumberList") -> "NumberList":
        return self._each(floordiv, other)


def row(numbers: Iterable[int]) -> NumberRow:
    """Return a row of numpy if it is there, else one of lists."""
    if not is_installed("numpy"):
        return NumberList(numbers)
    import numpy as np

    return np.fromiter(numbers, dtype=np.int64)


def higher(one: NumberRow, other: NumberRow) -> NumberRow:
    """Return the higher number of each two."""
    if isinstance(one, NumberList):
        return one._each(max, other)
    import numpy as np

    return np.maximum(one, other)


def highest(numbers: NumberRow) -> int:
    """Return the highest number of a row."""
    return max(numbers) if isinstance(numbers, NumberList) else int(numbers.max())
