"""The values of polynomials at 0, 1, 2, …, by the products of a few matrices."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from math import gcd

from riskexact.engine.library import fmpz, fmpz_mat

SHARED_COLUMNS = 48
"""Values that one product of matrices gives in `progression`."""


def progression(
    values: Callable[[int], Sequence[int]], degree: int, count: int, common: int
) -> tuple[Iterator[Sequence[fmpz]], int]:
    """Return the values of several polynomials at k = 0, 1, …, count - 1, and a divisor.

    `values(k)` gives all of them at k; their degree is `degree` at most.  The first `common` of
    them are divided by the divisor, the greatest common one of their Newton differences.

    From the differences at 0 come the values up to `SHARED_COLUMNS` by one product of matrices,
    and the differences there by another.

    >>> rows, divisor = progression(lambda k: (4 * k * k + 6, k), 2, 5, common=1)
    >>> [tuple(map(int, row)) for row in rows], divisor
    ([(3, 0), (5, 1), (11, 2), (21, 3), (35, 4)], 2)
    """
    differences = []
    for row in zip(*(values(k) for k in range(degree + 1)), strict=True):
        at_0 = []
        while row:
            at_0.append(row[0])
            row = tuple(after - before for before, after in pairwise(row))
        differences.append(at_0)
    divisor = gcd(*(x for at_0 in differences[:common] for x in at_0)) or 1
    for at_0 in differences[:common]:
        at_0[:] = [x // divisor for x in at_0]
    return islice(_rows(fmpz_mat(differences), degree, count), count), divisor


def _rows(differences: fmpz_mat, degree: int, count: int) -> Iterator[Sequence[fmpz]]:
    width = min(count, SHARED_COLUMNS)
    binomials, row = [], [1] * width
    for _ in range(degree + 1):
        binomials += row
        row = [0, *accumulate(row)][:-1]
    to_values = fmpz_mat(degree + 1, width, binomials)
    steps = [1]
    for e in range(1, degree + 1):
        steps.append(steps[-1] * (width - e + 1) // e)
    # the e-th difference, `width` further on, is Σ_j C(width, j) times the (e + j)-th here
    onward = fmpz_mat(
        [[steps[j - e] if j >= e else 0 for e in range(degree + 1)] for j in range(degree + 1)]
    )
    for done in range(0, count, width):
        yield from zip(*(differences * to_values).tolist(), strict=True)
        if done + width < count:
            differences = differences * onward
