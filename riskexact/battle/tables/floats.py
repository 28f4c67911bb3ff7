"""A table of win probabilities as correctly rounded floats, by numpy.

The recursion is evaluated diagonal by diagonal (a + d), all cells of a diagonal at once, in pairs
of floats.  Then each cell is rounded to the float nearest to its exact value; the few for which the
error might matter are computed exactly.

Letters: `a` attackers, `d` defenders; a diagonal is indexed by `a`, and its number is `a + d`.

**Pairs** (hi, lo) have twice the digits of a float, and the value hi + lo, hi being the float
nearest to it: |lo| <= u hi, where u = 2**-53 is the error of one rounding.  An *operand* is a pair
with the two halves of hi besides: (hi, lo, head, tail).  What rounding leaves over in a sum or in a
product of two floats is a float itself, and a few more operations find it (T. J. Dekker, "A
floating-point technique for extending the available precision", Numerische Mathematik 18, 1971;
D. E. Knuth, The Art of Computer Programming, volume 2, section 4.2.2).  That is exact as long as
nothing overflows, and no product underflows.  Functions of pairs take floats, or numpy arrays of
floats and then work cell by cell; numbers are 0 or more.

**The error of `mean`,** in units of u**2 V, V the sum of the n products w x, is at most 8 + 7/2 n +
n**2 / 2, less than (n + 4)**2 / 2; `mean_error` is twice that.  **It has no error** if all products
are multiples of a power of 2, g, and V < 2**91 g.  Both: riskexact/battle/proofs.md, Pairs of
floats.

**Scale.**  Pairs hold 2**960 Q; a value below 2**-340 on that scale is set to 0 at once.

**Error.**  On diagonal N the exact value lies within N times `mean_error(n)` of the computed one, n
being the number of terms of a mean.  Proved, but for the error of one mean, in
proofs/coq/Rounding.v.

**Rounding.**  Both ends of the error interval are rounded; if they give the same float, so does the
exact value.  Below 2**-1022 of Q, 2**-1022 is added first.  A cell in the middle of two floats is
computed exactly.  All three: riskexact/battle/proofs.md, Tables of floats.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from riskexact.battle.battle import win_probability
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]

FloatOrArray = TypeVar("FloatOrArray", float, "np.ndarray[Any, np.dtype[np.float64]]")
Operand = tuple[FloatOrArray, FloatOrArray, FloatOrArray, FloatOrArray]

SPLITTER = 2.0**27 + 1
"""Times this, a float of 53 bits falls into two halves of 26 bits and a sign."""

EXACT_UP_TO = 2.0**90
"""A mean that is computed as less than this many times its grain is exact."""

ONE = 2.0**960
"""The representation of probability 1."""

FLOOR = 2.0**-340
"""Smaller values are set to 0."""

SUBNORMAL = 2.0 ** (960 - 1022)
"""Below this, floats of a probability have fewer than 53 bits."""

HI, LO, HEAD, TAIL, GRAIN = range(5)
"""The rows of a diagonal's array: its cells as operands, and their grains."""


class Weight(NamedTuple):
    """A weight as an operand, with its *grain*: the power of 2 of which it is an odd multiple.

    The grain is 0 for a weight that is no such multiple, or none that a pair can hold.
    """

    hi: float
    lo: float
    head: float
    tail: float
    grain: float


def weight(value: Fraction) -> Weight:
    """Return the pair nearest to a chance, not 0.

    Relative to the chance it is wrong by at most u**2.
    """
    hi = float(value)
    lo = float(value - Fraction(hi))
    exact = Fraction(hi) + Fraction(lo) == value
    return Weight(hi, lo, *halves(hi), 1 / value.denominator if exact else 0.0)


def two_sum(x: FloatOrArray, y: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return x + y rounded, and what rounding left over."""
    total = x + y
    of_y = total - x
    return total, (x - (total - of_y)) + (y - of_y)


def fast_two_sum(x: FloatOrArray, y: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return `two_sum(x, y)`, for |x| >= |y|."""
    total = x + y
    return total, y - (total - x)


def halves(x: FloatOrArray) -> tuple[FloatOrArray, FloatOrArray]:
    """Return two floats of at most 26 bits whose sum is x; |x| is at most 2**990."""
    shifted = SPLITTER * x
    head = shifted - (shifted - x)
    return head, x - head


def times(operand: Operand[FloatOrArray], by: Weight) -> tuple[FloatOrArray, FloatOrArray]:
    """Return hi w.hi rounded, and the rest of the product in one float."""
    hi, lo, head, tail = operand
    rounded = hi * by.hi
    rest = head * by.head - rounded
    rest += head * by.tail
    rest += tail * by.head
    rest += tail * by.tail
    rest += hi * by.lo + lo * by.hi
    return rounded, rest


def mean(
    terms: Sequence[tuple[Operand[FloatOrArray], Weight]],
) -> tuple[FloatOrArray, FloatOrArray]:
    """Return the pair Σ weight × operand of at least one term; the header has its error."""
    total, rest = times(*terms[0])
    for operand, by in terms[1:]:
        rounded, below = times(operand, by)
        total, left_over = two_sum(total, rounded)
        below += left_over
        rest += below
    return fast_two_sum(total, rest)


def mean_error(terms: int) -> float:
    """Return twice a bound on the relative error of a `mean` of this many terms."""
    return (terms + 4) ** 2 * 2.0**-106


WeightedStep = tuple[int, int, Weight]
"""(attackers lost, defenders lost, chance of that)."""


class Rounds:
    """The rounds that up to this many units throw: their losses, for each pair of dice numbers.

    - `error`: twice the most that one round adds to the relative error of a cell;
    - `starts`: the numbers of units from which each side throws one more die.
    """

    def __init__(self, rules: Rules, attackers: int, defenders: int) -> None:
        most_x, most_y = rules.dice(attackers, defenders)
        self.rules, self.steps = rules, dict[tuple[int, int], tuple[WeightedStep, ...]]()
        for dice in product(range(1, most_x + 1), range(1, most_y + 1)):
            changes, throws = round_with_loss(*dice, rules)
            steps = ((i, j, weight(Fraction(n, throws))) for (i, j), n in changes)
            self.steps[dice] = tuple(steps)
        self.error = max(map(mean_error, map(len, self.steps.values())), default=0.0)
        hands = rules.attack, rules.defence
        self.starts = [hand.needs or range(1, hand.max_dice + 1) for hand in hands]

    def stretches(
        self, total: int, cells: range
    ) -> Iterator[tuple[int, int, tuple[WeightedStep, ...]]]:
        """Yield the ends of each stretch of a diagonal on which the dice stay the same."""
        of_attack, of_defence = self.starts
        cuts = {*of_attack, *(total - units + 1 for units in of_defence)}
        inner = sorted(cut for cut in cuts if cells.start < cut < cells.stop)
        for start, stop in pairwise([cells.start, *inner, cells.stop]):
            yield start, stop, self.steps[self.rules.dice(start, total - start)]


def win_floats(attackers: int, defenders: int, rules: Rules) -> "Floats":
    """Return the win probability of every battle up to the given one as the nearest float.

    Row a and column d hold `float(recursion.win_probability(a, d, rules))`, subnormal numbers and
    what rounds to 0 or 1 included; (0, 0), which is no battle, holds nan.
    """
    import numpy as np

    rounds = Rounds(rules, attackers, defenders)
    table = np.zeros((attackers + 1, defenders + 1))
    table[:, 0] = 1
    table[0, 0] = np.nan
    cells = table.reshape(-1)
    with np.errstate(under="ignore"):
        for total, fights, diagonal in _diagonals(attackers, defenders, rounds):
            # a battle has fewer rounds than units
            values, doubt = _rounded(diagonal, total * rounds.error, total * 2 * FLOOR)
            for k in doubt.nonzero()[0]:
                values[k] = float(win_probability(fights[k], total - fights[k], rules))
            begin, end = (a * defenders + total for a in (fights[0], fights[-1]))
            cells[begin : end + 1 : defenders] = values
    return table


def _diagonals(most_a: int, most_d: int, rounds: Rounds) -> Iterator[tuple[int, range, "Floats"]]:
    """Yield (a + d, its a with a fight, the lines of these cells) for each diagonal that has one.

    A cell is the mean over one round, its grain a divisor.  The diagonals that a round can lead to
    are kept, and those before them overwritten.
    """
    import numpy as np

    kept = np.zeros((rounds.rules.max_losses + 1, 5, most_a + 1))
    for total in range(1, most_a + most_d + 1):
        now = kept[total % len(kept)]
        now[:, 0] = 0, 0, 0, 0, ONE
        if total <= most_a:
            now[:, total] = ONE, 0, ONE, 0, ONE
        fights = range(max(1, total - most_d), min(most_a, total - 1) + 1)
        if not fights:
            continue
        for start, stop, steps in rounds.stretches(total, fights):
            terms = []
            for i, j, by in steps:
                terms.append((kept[(total - i - j) % len(kept), :, start - i : stop - i], by))
            pair = mean([(tuple(lines[:GRAIN]), by) for lines, by in terms])
            now[HI, start:stop], now[LO, start:stop] = pair
            grains = [lines[GRAIN] * by.grain for lines, by in terms]
            now[GRAIN, start:stop] = np.minimum.reduce(grains)
        cells = now[:, fights.start : fights.stop]
        _settle(cells)
        yield total, fights, cells


def _settle(diagonal: "Floats") -> None:
    """Make new cells operands, and set to 0 what is below `FLOOR`.

    The grain stays.  If the cell was not 0, the grain is below `FLOOR` too, and so is that of every
    cell that depends on it: such a cell counts as exact only below 2**90 `FLOOR`, and shows as 0.
    """
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
    # the sum of hi and this has its last place where subnormal floats have theirs
    places = (hi < SUBNORMAL) * SUBNORMAL
    last_place, below = two_sum(places, hi)
    # what is left is rounded once more before it is added
    margin += places * 2.0**-104
    exact = (hi / EXACT_UP_TO < diagonal[GRAIN]) & ((lo == 0) | (places == 0))
    nearest = last_place + (below + lo) - places
    doubt = last_place + (below + (lo + margin)) != last_place + (below + (lo - margin))
    return nearest / ONE, doubt & ~exact
