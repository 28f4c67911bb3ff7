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
)


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
                        worths.append(taken(self.values, places(columns[fallen], back), chosen))
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
