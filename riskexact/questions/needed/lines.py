"""The chances of a side that grows, line after line.

Letters as in `growing`; K is the most units that a round costs.  A *line* is P(n, 0), …, P(n, M).
The lines come in the order of n, each from the K before it.

What stands for a chance is an integer, of one of two kinds, and an `Arithmetic` knows which.

**Fixed point.**  A chance is a multiple of 2^-b, rounded down, and so are the weights.  One round
out of t possible ends adds at most t + 1 of these to the error, and there are at most n + M + 1
rounds.

**Flags.**  Of a chance less its limit, only the sign is kept.  A mean has the sign of its terms,
unless they have both.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import count
from operator import or_
from typing import NamedTuple, TypeAlias

from riskexact.questions.needed.growing import Counts, Growing

Line: TypeAlias = list[int]
Lines: TypeAlias = Sequence[Line]
"""Lines, newest first: `lines[i]` has i units fewer than `lines[0]`."""

POSITIVE, NEGATIVE = 1, 2
SIGNS = {0: 0, POSITIVE: 1, NEGATIVE: -1, POSITIVE | NEGATIVE: None}
"""Signs by their flags: a mean has all flags of its terms; of both, the sign is not known."""


class Arithmetic(NamedTuple):
    """The arithmetic of lines: the weight of a count out of a total, the mean, and P(n, 0)."""

    weight: Callable[[int, int], int]
    mean: Callable[[Sequence[int]], int]
    edge: int


def fixed_point(bits: int) -> Arithmetic:
    """Return the arithmetic of multiples of 2^-bits, rounded down.

    >>> sixteenths = fixed_point(4)
    >>> sixteenths.mean([sixteenths.weight(1, 3) * sixteenths.edge])
    5
    """

    def weight(number: int, total: int) -> int:
        return (number << bits) // total

    def mean(terms: Sequence[int]) -> int:
        return sum(terms) >> bits

    return Arithmetic(weight, mean, 1 << bits)


def flags(edge: int) -> Arithmetic:
    """Return the arithmetic of signs.

    >>> SIGNS[flags(0).mean([0, NEGATIVE, NEGATIVE])]
    -1
    """

    def weight(number: int, total: int) -> int:
        return 1

    def mean(terms: Sequence[int]) -> int:
        return reduce(or_, terms)

    return Arithmetic(weight, mean, edge)


def lines_from(start: int, before: Lines, growing: Growing, numbers: Arithmetic) -> Iterator[Lines]:
    """Yield the line of n = start, then of start + 1, …, each with those before it.

    Equivalent to `recursion.cells`, in another order and in other numbers.

    >>> from riskexact.rules import STANDARD
    >>> walk = lines_from(1, [[0, 0]], Growing(STANDARD, "attackers", 1), fixed_point(10))
    >>> [next(walk)[0] for n in (1, 2)]  # 15/36 and some 0.754 of 1024
    [[1024, 426], [1024, 771]]
    """
    ours, theirs = growing.hands
    dice = [theirs.dice_of(m) for m in range(1, growing.opposed + 1)]
    last = deque(before, maxlen=growing.rules.max_losses + 1)
    thrown, ends, mean = 0, {}, numbers.mean
    for n in count(start):
        if thrown != ours.dice_of(n):
            thrown = ours.dice_of(n)
            ends = {y: _weighted(growing.round(thrown, y), numbers) for y in set(dice)}
        line = [numbers.edge]
        last.appendleft(line)
        lines = list(last)
        rounds = {y: [(lines[i], j, by) for i, j, by in ways] for y, ways in ends.items()}
        for m, y in enumerate(dice, 1):
            line.append(mean([by * there[m - j] for there, j, by in rounds[y]]))
        yield lines


def _weighted(counts: Counts, numbers: Arithmetic) -> list[tuple[int, int, int]]:
    """Return (units lost by the side that grows, by the other, weight) for each end of a round."""
    total = sum(counts.values())
    return [(i, j, numbers.weight(number, total)) for (i, j), number in counts.items()]
