"""Rows of values for all numbers of free armies of the same stacks."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import product
from math import prod

from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.turn.rows import (
    NumberRow,
    Spots,
    empty,
    everywhere,
    extended,
    maximum_at,
    picked,
    rising,
    row,
    taken,
    times,
    where,
)


class ThrowOf(NamedTuple):
    """How a throw ends.

    - `ends`: how far back the value of each end lies, the defenders lost, and its throws;
    - `throws`: all of them;
    - `is_better`: than that with one die fewer, if the values of its ends never rise.
    """

    ends: tuple[tuple[int, int, int], ...]
    throws: int
    is_better: bool


AttackOfRow = tuple[Sequence[int], Mapping[int, Sequence[ThrowOf]]]
"""Where the rows begin, by the defenders lost, and the throws that are allowed, by places."""


class StackRows:
    """Rows of the same stacks; the first of them has zeros.

    - `free`: the most free armies of every stack; `stacks`: those that the rows are about;
    - `exact`: the values may be of any size.

    A row has a value for each number of free armies of each stack, and zeros where one is less than
    none, so that armies that are lost or bound are a step in it.

    >>> rows = StackRows([2, 1], (0, 1))
    >>> rows.begun(), rows.step, rows.place((2, 1)), rows.size
    (24, {0: 3, 1: 1}, 11, 12)
    """

    def __init__(self, free: Sequence[int], stacks: tuple[int, ...], exact: bool = False) -> None:
        self.stacks, self.free = stacks, [free[stack] for stack in stacks]
        self.size = prod(n + 2 for n in self.free)
        self.step = {
            stack: prod(n + 2 for n in self.free[i + 1 :]) for i, stack in enumerate(stacks)
        }
        # the first two have zeros: a step back from the second is in the first
        self.values, self._number, self._row = empty(exact), 2, partial(row, exact=exact)
        self.places, self.into = cache(self._places_of), cache(self._into)

    @cached_property
    def _armies(self) -> list[tuple[int, ...]]:
        return sorted(product(*(range(n + 1) for n in self.free)), key=sum)

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
        columns: Sequence[NumberRow],
        levels: NumberRow,
        throwing: Iterable[tuple[Spots, Sequence[ThrowOf]]],
        units: int,
        up: bool,
    ) -> None:
        """Raise the values of rows to those of an attack, in states of these units.

        - `columns`: where the rows before them begin, by the defenders lost; `levels`: defenders;
        - `throwing`: the throws at some places, with the most dice first;
        - `up`: values are rounded up, not down.
        """
        for spots, throws in throwing:
            for at in everywhere(columns, levels, [spots] * len(columns), units):
                if len(at[0]):
                    self._throw(at, throws, up)

    def _throw(self, every: list[NumberRow], throws: Sequence[ThrowOf], up: bool) -> None:
        at = every
        for ends, total, is_better in throws:
            if len(at[0]):
                worths = [
                    taken(self.values, at[fallen], self.size - back) for back, fallen, _ in ends
                ]
                value: NumberRow = (total - 1) * up
                for worth, (_, _, count) in zip(worths, ends, strict=True):
                    value = times(worth, count) + value
                maximum_at(self.values, at[0] + self.size, value // total)
                at = where(rising(worths), at) if is_better else every
            elif not is_better:
                at = every

    def evaluate(self, begins: int, attacks: Sequence[AttackOfRow], up: bool) -> None:
        """Find the values of a row in a list: the slow equivalent of all attacks on it."""
        values = self.values
        for place in self._places:
            best = 0
            for columns, throws_at in attacks:
                skips = False
                for ends, total, is_better in throws_at.get(place, ()):
                    if skips:
                        skips = is_better
                        continue
                    worths = [values[columns[fallen] + place - back] for back, fallen, _ in ends]
                    value = (total - 1) * up
                    for worth, (_, _, count) in zip(worths, ends, strict=True):
                        value += worth * count
                    best = max(best, value // total)
                    skips = is_better and worths == sorted(worths, reverse=True)
            values[begins + place] = best

    def throwing(self, stack: int, dice: range, may: Sequence[range]) -> Spots:
        """Return the places where a stack may throw these numbers of dice."""
        i = self.stacks.index(stack)
        return self._spots([n for n, each in enumerate(self._armies) if may[each[i]] == dice])

    def _spots(self, chosen: Sequence[int], at: NumberRow = None) -> Spots:
        """Return where some of the armies are, by their numbers."""
        sums = [sum(self._armies[n]) for n in chosen]
        firsts = [bisect_left(sums, armies) for armies in range(-1, sum(self.free) + 2)]
        at = picked(self._places, self._row(chosen)) if at is None else at
        return Spots(at, self._row(firsts))

    def _least(self, stack: int, armies: int) -> list[int]:
        """Return the numbers of the places where a stack has at least this many armies."""
        i = self.stacks.index(stack)
        return [n for n, each in enumerate(self._armies) if each[i] >= armies]

    def _places_of(self, stack: int, least: int) -> Spots:
        """Return the places where a stack has at least this many armies."""
        return self._spots(self._least(stack, least))

    def _into(self, other: "StackRows", stack: int, least: int, stay: bool) -> Spots:
        """Return where in rows of fewer stacks those places lead, when `least` armies leave.

        The `stack` has those that `stay`, or else all that leave but one, which is bound.
        """
        chosen = self._least(stack, least)
        numbers, places = self._row(chosen), self.places(stack, least).at * 0
        for each, step in other.step.items():
            armies = picked(self._of[each], numbers)
            if each == stack:
                armies = armies + -least if stay else armies * 0 + (least - 1)
            places = places + (armies + 1) * step
        return self._spots(chosen, places)
