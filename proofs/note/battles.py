"""A line of territories as linear operators, in whole fractions, under standard rules.

Letters as in the note: T_n f(a) is the mean of f(units left) where a attackers beat n defenders,
and 0 where they do not; L f(x) = f(x - 1).  A function f is the list of f(0), f(1), …, f(MOST).
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from riskexact.rules.dice import loss_counts

MOST = 30
"""The most attackers that the checks look at."""

Row = Sequence[Fraction]


@cache
def chances(attack_dice: int, defence_dice: int) -> Row:
    """Return the chances that a round costs the defender 0, 1, … units.

    >>> [str(chance) for chance in chances(3, 1)]
    ['49/144', '95/144']
    """
    counts = loss_counts(attack_dice, defence_dice)
    return [Fraction(count, sum(counts)) for count in counts]


def beaten(n: int, f: Row) -> list[Row]:
    """Return T_0 f, T_1 f, …, T_n f.

    >>> str(beaten(2, ray(1))[2][3])  # the chance of 3 against 2
    '6610505/10077696'
    """
    rows: list[Row] = [f]
    for d in range(1, n + 1):
        row = [Fraction(0)]
        for a in range(1, len(f)):
            round_chances = chances(min(a, 3), min(d, 2))
            lost = len(round_chances) - 1
            row.append(Fraction(0))  # where no defender falls, the same row stands on the right
            for i, chance in enumerate(round_chances):
                after = rows[d - i] if i else row
                row[a] += chance * after[a - (lost - i)]
        rows.append(row)
    return rows


def left_behind(f: Row) -> Row:
    """Return L f."""
    return [Fraction(0), *f[:-1]]


def ray(c: int) -> Row:
    """Return the function that is 1 from c on, and 0 below."""
    return [Fraction(int(x >= c)) for x in range(MOST + 1)]


def point(x: int) -> Row:
    """Return the function that is 1 at x, and 0 elsewhere."""
    return [Fraction(int(each == x)) for each in range(MOST + 1)]


def line(garrisons: Sequence[int], f: Row) -> Row:
    """Return T_g1 L T_g2 L … T_gk f: the chance to take the line if f is `ray(1)`.

    >>> str(line([1, 2], ray(1))[4])
    '2017223125/3869835264'
    """
    f = beaten(garrisons[-1], f)[-1]
    for n in garrisons[-2::-1]:
        f = beaten(n, left_behind(f))[-1]
    return f


def candidates(k: int, n: int) -> list[tuple[int, ...]]:
    """Return the lines of k garrisons that may be best: ones, twos, and the rest, if there is any.

    >>> candidates(3, 5)
    [(2, 2, 1), (1, 2, 2), (1, 1, 3)]
    """
    lines = ((*[1] * i, *[2] * (k - 1 - i), n - 2 * (k - 1) + i) for i in range(k))
    return [line for line in lines if line[-1] >= 1]


def bulk(n: int, most: int) -> list[Fraction]:
    """Return the coefficients of G_n: the chances to beat n defenders at a loss of 0, 1, ….

    Every round is one of three attack dice.
    """
    steps = [[Fraction(int(e == 0)) for e in range(most + 1)]]
    for d in range(1, n + 1):
        round_chances, row = chances(3, min(d, 2)), list[Fraction]()
        lost = len(round_chances) - 1
        for e in range(most + 1):
            row.append(Fraction(0))
            for i, chance in enumerate(round_chances):
                if e >= lost - i:
                    row[e] += chance * (steps[d - i] if i else row)[e - (lost - i)]
        steps.append(row)
    return steps[n]


def product(f: Row, g: Row) -> list[Fraction]:
    """Return the product of two power series, to as many terms as the first has.

    >>> product([1, 1, 0], [1, 1, 0]) == [1, 2, 1]
    True
    """
    return [
        sum((f[i] * g[e - i] for i in range(e + 1) if e - i < len(g)), Fraction(0))
        for e in range(len(f))
    ]
