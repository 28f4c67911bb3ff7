"""A table of win probabilities as correctly rounded floats, by numpy.

The recursion is evaluated diagonal by diagonal (a + d), all cells of a diagonal at once, in pairs
of floats (`double_double`).  Then each cell is rounded to the float nearest to its exact value; the
few for which the error might matter are computed exactly.

Letters: `a` attackers, `d` defenders; a diagonal is indexed by `a`, and its number is `a + d`.

**Scale.**  Pairs hold 2**960 Q; a value below 2**-340 on that scale is set to 0 at once.

**Error.**  On diagonal N the exact value lies within N times `mean_error(n)` of the computed one, n
being the number of terms of a mean.  Proved, but for the error of one mean, in
proofs/coq/Rounding.v.

**Rounding.**  Both ends of the error interval are rounded; if they give the same float, so does the
exact value.  Below 2**-1022 of Q, 2**-1022 is added first.  A cell in the middle of two floats is
computed exactly.  All three: riskexact/battle/proofs.md, Tables of floats.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from riskexact.base.arguments import whole
from riskexact.base.errors import require
from riskexact.battle.battle import win_probability
from riskexact.battle.tables.double_double import (
    EXACT_UP_TO,
    Weight,
    halves,
    mean,
    mean_error,
    two_sum,
    weight,
)
from riskexact.rules import Rules, checked_rules
from riskexact.rules.dice import round_with_loss

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]

ONE = 2.0**960
"""The representation of probability 1."""

FLOOR = 2.0**-340
"""Smaller values are set to 0."""

SUBNORMAL = 2.0 ** (960 - 1022)
"""Below this, floats of a probability have fewer than 53 bits."""

FEW = 12
"""The number of cells up to which a loop is faster than numpy; measured."""

HI, LO, HEAD, TAIL, GRAIN = range(5)
"""The rows of a diagonal's array: its cells as operands, and their grains."""

WeightedStep = tuple[int, int, Weight]
"""(attackers lost, defenders lost, chance of that)."""


class Rounds(NamedTuple):
    """The rounds of a rule set: their losses, for each pair of dice numbers.

    `starts` are the numbers of units from which each side throws one more die.
    """

    rules: Rules
    steps: dict[tuple[int, int], tuple[WeightedStep, ...]]
    starts: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def in_grains(self) -> bool:
        """Whether every chance is a multiple of a power of 2."""
        return all(by.grain for steps in self.steps.values() for _, _, by in steps)

    @property
    def error(self) -> float:
        """Twice the most that one round adds to the relative error of a cell."""
        return max((mean_error(len(steps)) for steps in self.steps.values()), default=0.0)

    def stretches(
        self, total: int, cells: range
    ) -> Iterator[tuple[range, tuple[WeightedStep, ...]]]:
        """Yield the stretches of a diagonal on which both sides' dice stay the same."""
        of_attack, of_defence = self.starts
        cuts = {*of_attack, *(total - units + 1 for units in of_defence)}
        inner = sorted(cut for cut in cuts if cells.start < cut < cells.stop)
        for start, stop in pairwise([cells.start, *inner, cells.stop]):
            yield range(start, stop), self.steps[self.rules.dice(start, total - start)]


def win_floats(attackers: int, defenders: int, rules: Rules) -> "Floats":
    """Return the win probability of every battle up to the given one as the nearest float.

    Row a and column d hold `float(recursion.win_probability(a, d, rules))`, subnormal numbers and
    what rounds to 0 or 1 included; (0, 0), which is no battle, holds nan.  Both numbers are 0 or
    more.  Raises `RiskError` for anything else, and where numpy is not installed.

    >>> from riskexact.rules import STANDARD
    >>> win_floats(2, 1, STANDARD)
    array([[       nan, 0.        ],
           [1.        , 0.41666667],
           [1.        , 0.75424383]])
    """
    require("numpy", "data", "arrays need")
    import numpy as np

    checked_rules(rules)
    most_a, most_d = whole(attackers, "attackers"), whole(defenders, "defenders")
    rounds = rounds_of(rules, most_a, most_d)
    table = np.zeros((most_a + 1, most_d + 1))
    table[:, 0] = 1
    table[0, 0] = np.nan
    cells = table.reshape(-1)
    with np.errstate(under="ignore"):
        for total, fights, diagonal in _diagonals(most_a, most_d, rounds):
            # a battle has fewer rounds than units
            values, doubt = _rounded(diagonal, total * rounds.error, total * 2 * FLOOR)
            for k in doubt.nonzero()[0]:
                values[k] = float(win_probability(fights[k], total - fights[k], rules))
            begin, end = (a * most_d + total for a in (fights[0], fights[-1]))
            cells[begin : end + 1 : most_d] = values
    return table


def rounds_of(rules: Rules, attackers: int, defenders: int) -> Rounds:
    """Return the rounds that up to this many units throw."""
    most_x, most_y = rules.dice(attackers, defenders)
    steps = {}
    for dice in product(range(1, most_x + 1), range(1, most_y + 1)):
        changes, throws = round_with_loss(*dice, rules)
        steps[dice] = tuple((i, j, weight(Fraction(n, throws))) for (i, j), n in changes)
    attack, defence = (
        hand.needs or tuple(range(1, hand.max_dice + 1)) for hand in (rules.attack, rules.defence)
    )
    return Rounds(rules, steps, (attack, defence))


def _diagonals(most_a: int, most_d: int, rounds: Rounds) -> Iterator[tuple[int, range, "Floats"]]:
    """Yield (a + d, its a with a fight, the lines of these cells) for each diagonal that has one.

    The diagonals that a round can lead to are kept, and those before them overwritten.
    """
    import numpy as np

    in_grains = rounds.in_grains
    kept = np.zeros((rounds.rules.max_losses + 1, 5, most_a + 1))
    for total in range(1, most_a + most_d + 1):
        now = kept[total % len(kept)]
        now[:, 0] = 0, 0, 0, 0, ONE * in_grains
        if total <= most_a:
            now[:, total] = ONE, 0, ONE, 0, ONE * in_grains
        fights = range(max(1, total - most_d), min(most_a, total - 1) + 1)
        if not fights:
            continue
        cells = slice(fights.start, fights.stop)
        _fill(now, kept, total, fights, rounds, in_grains)
        _settle(now[:, cells])
        yield total, fights, now[:, cells]


def _fill(
    target: "Floats", kept: "Floats", total: int, cells: range, rounds: Rounds, in_grains: bool
) -> None:
    """Set HI and LO of the cells to the mean over one round, and GRAIN to a divisor."""
    import numpy as np

    for stretch, steps in rounds.stretches(total, cells):
        sources = [(kept[(total - i - j) % len(kept)], i, by) for i, j, by in steps]
        if len(stretch) > FEW:
            start, stop = stretch.start, stretch.stop
            terms = [(source[:, start - i : stop - i], by) for source, i, by in sources]
            part = target[:, start:stop]
            part[HI], part[LO] = mean([(_operand(lines), by) for lines, by in terms])
            if in_grains:
                part[GRAIN] = np.minimum.reduce([lines[GRAIN] * by.grain for lines, by in terms])
            continue
        for a in stretch:
            numbers = [(source[:, a - i].tolist(), by) for source, i, by in sources]
            target[HI, a], target[LO, a] = mean([(_operand(each), by) for each, by in numbers])
            if in_grains:
                target[GRAIN, a] = min(each[GRAIN] * by.grain for each, by in numbers)


def _operand(lines: Any) -> tuple[Any, Any, Any, Any]:
    return lines[HI], lines[LO], lines[HEAD], lines[TAIL]


def _settle(diagonal: "Floats") -> None:
    """Make new cells operands, and set to 0 what is below `FLOOR`.

    The grain stays.  If the cell was not 0, the grain is below `FLOOR` too, and so is that of every
    cell that depends on it: such a cell counts as exact only below 2**90 `FLOOR`, and shows as 0.
    """
    if diagonal[HI].min() < FLOOR:
        diagonal[:GRAIN, diagonal[HI] < FLOOR] = 0
    diagonal[HEAD], diagonal[TAIL] = halves(diagonal[HI])


def _rounded(
    diagonal: "Floats", relative: float, absolute: float
) -> "tuple[Floats, np.ndarray[Any, np.dtype[np.bool_]]]":
    """Return the nearest float of each cell, and whether the error leaves it undecided.

    The error is less than half the margin, relative * hi + absolute.  The other half has room for
    the rounding of lo + margin, u**2 hi, since `mean_error` is never less than 25 u**2.
    """
    hi, lo = diagonal[HI], diagonal[LO]
    margin = hi * relative + absolute
    exact = hi / EXACT_UP_TO < diagonal[GRAIN]
    if hi.min() >= SUBNORMAL:
        nearest = hi
        doubt = hi + (lo + margin) != hi + (lo - margin)
    else:
        # the sum of hi and this has its last place where subnormal floats have theirs
        places = (hi < SUBNORMAL) * SUBNORMAL
        last_place, below = two_sum(places, hi)
        # what is left is rounded once more before it is added
        margin += places * 2.0**-104
        exact &= (lo == 0) | (places == 0)
        nearest = last_place + (below + lo) - places
        doubt = last_place + (below + (lo + margin)) != last_place + (below + (lo - margin))
    return nearest / ONE, doubt & ~exact
