"""Rows of values for all numbers of free armies of the same stacks."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import product
from math import prod

from riskexact.base.frozen import cached_property
from riskexact.turn.rows import NumberRow, empty, everywhere, extended, maximum_at, picked, row


class StackRows:
    """Rows of the same stacks; the first of them has zeros.

    - `free`: the most free armies of every stack; `stacks`: those that the rows are about;
    - `exact`: the values may be of any size.

    A row has a value for each number of free armies of each stack, and zeros where one is less than
    none, so that armies that are lost or bound are a step in it.

    >>> rows = StackRows([2, 1], (0, 1))
    >>> rows.begun(), rows.step, rows.place((2, 1)), rows.size
    (12, {0: 3, 1: 1}, 11, 12)
    """

    def __init__(self, free: Sequence[int], stacks: tuple[int, ...], exact: bool = False) -> None:
        self.stacks, self.free = stacks, [free[stack] for stack in stacks]
        self.size = prod(n + 2 for n in self.free)
        self.step = {
            stack: prod(n + 2 for n in self.free[i + 1 :]) for i, stack in enumerate(stacks)
        }
        self.values, self._number, self._row = empty(exact), 1, partial(row, exact=exact)
        self.places, self.into = cache(self._places_of), cache(self._into)

    @cached_property
    def _armies(self) -> list[tuple[int, ...]]:
        return list(product(*(range(n + 1) for n in self.free)))

    @cached_property
    def _places(self) -> NumberRow:
        return self._row(map(self.place, self._armies))

    @cached_property
    def _of(self) -> dict[int, NumberRow]:
        return {each: self._row(n[i] for n in self._armies) for i, each in enumerate(self.stacks)}

    def begun(self) -> int:
        """Return where a new row begins."""
        self._number += 1
        return (self._number - 1) * self.size

    def extend(self) -> None:
        """Make room for the values of new rows."""
        if len(self.values) < self._number * self.size:
            self.values = extended(self.values, self._number * self.size)

    def place(self, armies: Sequence[int]) -> int:
        """Return the place of free armies in a row."""
        return sum((n + 1) * step for n, step in zip(armies, self.step.values(), strict=True))

    def attack(
        self,
        begins: NumberRow,
        ends: Sequence[tuple[NumberRow, int, int]],
        throws: int,
        up: bool,
        places: NumberRow,
    ) -> None:
        """Raise the values at places of rows to those of an attack.

        - `ends`: where the rows after a round begin, how far back its value lies, and its throws;
        - `up`: values are rounded up, not down.
        """
        value: NumberRow = (throws - 1) * up
        for starts, back, count in ends:
            value = picked(self.values, everywhere(starts, places - back)) * count + value
        maximum_at(self.values, everywhere(begins, places), value // throws)

    def throwing(self, stack: int, dice: int, may: Sequence[range]) -> list[NumberRow]:
        """Return the places where a stack may throw this many dice, by the sum of all armies."""
        i = self.stacks.index(stack)
        found: list[list[int]] = [[] for _ in range(sum(self.free) + 1)]
        for n, armies in enumerate(self._armies):
            if dice in may[armies[i]]:
                found[sum(armies)].append(n)
        return [picked(self._places, self._row(each)) for each in found]

    def _least(self, stack: int, armies: int) -> NumberRow:
        """Return the numbers of the places where a stack has at least this many armies."""
        i = self.stacks.index(stack)
        return self._row(n for n, each in enumerate(self._armies) if each[i] >= armies)

    def _places_of(self, stack: int, least: int) -> NumberRow:
        """Return the places where a stack has at least this many armies."""
        return picked(self._places, self._least(stack, least))

    def _into(self, other: "StackRows", stack: int, least: int, stay: bool) -> NumberRow:
        """Return where in rows of fewer stacks those places lead, when `least` armies leave.

        The `stack` has those that `stay`, or else all that leave but one, which is bound.
        """
        chosen, places = self._least(stack, least), self._places_of(stack, least) * 0
        for each, step in other.step.items():
            armies = picked(self._of[each], chosen)
            if each == stack:
                armies = armies + -least if stay else armies * 0 + (least - 1)
            places = places + (armies + 1) * step
        return places
