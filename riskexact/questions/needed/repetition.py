"""The signs of P(n, M) less 0, 1 or its limit, which a side that grows comes as near as one likes.

Letters as in `growing`; L is the limit, as in `beyond`; K is the most units that a round costs.

No precision would do there.  But L(m) - P(n, m) is the mean of its own values on the lines before.
So its sign follows from theirs, unless they have both.  Signs of K lines are finitely many: they
repeat.  A constant is the mean of itself, too: so it is with P - 0 and P - 1.
"""

from fractions import Fraction
from typing import NamedTuple

from riskexact.odds.recursion import cells
from riskexact.questions.needed.beyond import Beyond
from riskexact.questions.needed.lines import (
    NEGATIVE,
    POSITIVE,
    SIGNS,
    Arithmetic,
    Lines,
    flags,
    lines_from,
)


class Signs(NamedTuple):
    """The signs for n = 1, 2, …, of which those after the first `settled` repeat for ever.

    Or may do so: `doubtful` if one of them had to be computed exactly.
    """

    values: list[int]
    settled: int
    doubtful: bool


class Start(NamedTuple):
    """The flags of the lines up to n = `known`, newest first, and how they go on."""

    known: int
    lines: Lines
    numbers: Arithmetic


def repeated_signs(beyond: Beyond, target: Fraction, most: int) -> Signs | None:
    """Return the signs of P(n, M) - target, which is 0, 1 or the limit.

    None if they do not repeat within `most` lines, or little more.
    """
    growing = beyond.growing
    known, before, numbers = start_at(beyond, target)
    values = [growing.exact_sign(n, target) for n in range(1, known + 1)]
    exact = 0
    seen: dict[tuple[bytes, ...], int] = {}
    for lines in lines_from(known + 1, before, growing, numbers):
        n = len(values) + 1
        sign = SIGNS[lines[0][-1]]
        if sign is None:
            sign, exact = growing.exact_sign(n, target), n
        values.append(sign)
        state = tuple(bytes(line) for line in lines[: growing.rules.max_losses])
        if state in seen:
            return Signs(values, seen[state], exact > seen[state])
        if n >= growing.full:
            seen[state] = n
        if n >= most:
            break
    return None


def start_at(beyond: Beyond, target: Fraction) -> Start:
    """Return the lines from which the signs of P - target follow.

    Those of P - 0 and of P - 1 follow from the first line, on which the side that grows has nobody;
    those of P - L from the lines up to the one on which all dice are thrown.
    """
    growing = beyond.growing
    if target == 0:
        return Start(0, [[0] + [0] * growing.opposed], flags(POSITIVE))
    if target == 1:
        return Start(0, [[0] + [NEGATIVE] * growing.opposed], flags(0))
    return Start(growing.full, signs_when_all_dice_are_thrown(beyond), flags(0))


def signs_when_all_dice_are_thrown(beyond: Beyond) -> Lines:
    """Return the signs of P(n, m) - L(m) on the first line with all dice and those before."""
    growing = beyond.growing
    n = growing.full
    win = dict(cells(*growing.battle(n, growing.opposed), growing.rules))
    return [
        [0]
        + [
            _flag(growing.own(win[growing.battle(units, m)]) - beyond.limits[m])
            for m in range(1, growing.opposed + 1)
        ]
        for units in range(n, max(n - growing.rules.max_losses, -1), -1)
    ]


def _flag(difference: Fraction) -> int:
    return POSITIVE if difference > 0 else NEGATIVE if difference else 0
