"""Binary splitting: two sums along a linear recurrence, in a few products of the result's size.

A vector u(n) of one or two numbers obeys u(n+1) = M_n u(n) / q_n, where M_n and q_n are polynomials
in n with integer coefficients.  To be found are the two sums (k = 1, 2)

    Σ_{lo <= n < hi} f_k(n) · u(n) / ζ_k^(n - lo),        ζ_k a whole number.

(The caller takes constants that do not fit that form out of the sums.)  A *block* of
steps [lo, hi) is kept in whole numbers (A, V, D): A u(lo) / D = u(hi), and the k-th sum over the
block is the k-th row of V u(lo), divided by D ζ_k^(hi - lo).  Two blocks in a row join by

    A = A2 A1,    V = V2 A1 + diag(ζ_1^L, ζ_2^L) D2 V1,    D = D2 D1,        L = hi2 - lo2.

In a balanced tree the numbers double in length from level to level, so that the whole takes
O(log n) products of the final length.  On the left edge of the tree the vector u(lo) is put in,
which saves products of matrices; on the right edge no A is needed.  A few blocks are applied to the
vector in turn, without a tree.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from math import gcd
from typing import NamedTuple, Protocol

from flint import fmpz, fmpz_mat

WINOGRAD_BITS = 20_000
"""Entries longer than this are worth seven products with more additions instead of eight."""

LEAVES_IN_TURN = 140
"""The largest number of leaves that is faster without a tree, for vectors of two; measured."""


class Leaf(NamedTuple):
    """A block of a few steps: A and V row by row, and D, as integers."""

    A: list[int]
    V: list[int]
    D: int


class Recurrence(Protocol):
    """The recurrence and its two sums."""

    @property
    def zeta(self) -> tuple[int, int]:
        """The ζ_k."""

    @property
    def size(self) -> int:
        """The length of u, 1 or 2."""

    def leaf(self, lo: int, hi: int) -> Leaf:
        """Return the block [lo, hi) by single steps.

        The entries of A and V, for blocks of one length, are polynomials in lo of a degree of at
        most twice that length.
        """


class Sums(NamedTuple):
    """The sums are s_k / (D ζ_k^steps)."""

    s: tuple[fmpz, fmpz]
    D: fmpz


class _Steps(NamedTuple):
    A: fmpz_mat  # without a row where it is not needed
    V: fmpz_mat
    D: fmpz


def two_sums(
    recurrence: Recurrence, lo: int, hi: int, start: Sequence[int], leaf_steps: int, odd_end: bool
) -> Sums:
    """Return both sums over lo <= n < hi > lo, from u(lo) = `start`.

    Leaves have `leaf_steps` steps.  With `odd_end`, the last step differs from the others, and its
    block does not come from their polynomials.

    Equivalent to `Recurrence.leaf(lo, hi)`, applied to `start`.
    """
    leaves, divisor = _leaves(recurrence, lo, hi, leaf_steps, odd_end)
    lengths = [min(leaf_steps, hi - n) for n in range(lo, hi, leaf_steps)]
    if recurrence.size == 2 and len(leaves) <= LEAVES_IN_TURN:
        sums, D = _in_turn(leaves, lengths, recurrence.zeta, start)
    else:
        tree = _Tree(recurrence, leaves, lengths)
        V, D = tree.applied(fmpz_mat(recurrence.size, 1, list(start)))
        sums = V[0, 0], V[1, 0]
    return Sums(sums, D * divisor)


def _leaves(
    recurrence: Recurrence, lo: int, hi: int, steps: int, odd_end: bool
) -> tuple[list[Sequence[fmpz]], int]:
    """Return A, D and V of each leaf as one list, and a divisor taken out of A and D."""
    m = recurrence.size
    alike = (hi - lo - odd_end) // steps
    if alike < 2 * steps + 1:
        alike = 0
    leaves: list[Sequence[fmpz]] = []
    divisor = 1
    if alike:
        values, divisor = progression(
            lambda k: _flat(recurrence.leaf(lo + steps * k, lo + steps * (k + 1))),
            2 * steps,
            alike,
            m * m + 1,
        )
        leaves += values
    for n in range(lo + steps * alike, hi, steps):
        leaf = recurrence.leaf(n, min(hi, n + steps))
        scaled = leaf._replace(V=[divisor * v for v in leaf.V])
        leaves.append([*map(fmpz, _flat(scaled))])
    return leaves, divisor


def _flat(leaf: Leaf) -> list[int]:
    """Return A, D and V as one list."""
    return [*leaf.A, leaf.D, *leaf.V]


def _in_turn(
    leaves: Sequence[Sequence[fmpz]],
    lengths: Sequence[int],
    zeta: tuple[int, int],
    start: Sequence[int],
) -> tuple[tuple[fmpz, fmpz], fmpz]:
    """Return V u and D of all leaves of a vector of two numbers, from one to the next."""
    powers = {length: (fmpz(zeta[0]) ** length, fmpz(zeta[1]) ** length) for length in set(lengths)}
    u0, u1 = map(fmpz, start)
    x, y, D = fmpz(0), fmpz(0), fmpz(1)
    for (a00, a01, a10, a11, d, v00, v01, v10, v11), length in zip(leaves, lengths, strict=True):
        zeta1, zeta2 = powers[length]
        x = x * (d * zeta1) + v00 * u0 + v01 * u1
        y = y * (d * zeta2) + v10 * u0 + v11 * u1
        u0, u1 = a00 * u0 + a01 * u1, a10 * u0 + a11 * u1
        D *= d
    return (x, y), D


class _Tree:
    """The balanced tree of blocks; powers of the ζ_k are computed once for each length."""

    def __init__(
        self, recurrence: Recurrence, leaves: Sequence[Sequence[fmpz]], lengths: Sequence[int]
    ) -> None:
        m = recurrence.size
        self._zeta = recurrence.zeta
        self._leaves = [
            _Steps(fmpz_mat(m, m, row[: m * m]), fmpz_mat(2, m, row[m * m + 1 :]), row[m * m])
            for row in leaves
        ]
        self._ends = [0, *accumulate(lengths)]
        self._powers: dict[int, tuple[fmpz, fmpz]] = {}

    def applied(self, u: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
        """Return V u and D of the whole tree."""
        _, sums, D = self._left_edge(0, len(self._leaves), u, needs_A=False)
        return sums, D

    def _left_edge(
        self, lo: int, hi: int, u: fmpz_mat, needs_A: bool
    ) -> tuple[fmpz_mat, fmpz_mat, fmpz]:
        """Return A u, V u and D of the leaves lo to hi, the first of which starts at u."""
        if hi - lo == 1:
            A, V, D = self._leaves[lo]
            return A * u, V * u, D
        middle = (lo + hi) // 2
        w, sums, D1 = self._left_edge(lo, middle, u, needs_A=True)
        A, V, D2 = self._block(middle, hi, needs_A)
        joined = V * w + self._scaling(D2, middle, hi) * sums
        return A * w, joined, D2 * D1

    def _block(self, lo: int, hi: int, needs_A: bool = True) -> _Steps:
        if hi - lo == 1:
            A, V, D = self._leaves[lo]
            return _Steps(A if needs_A else fmpz_mat(0, A.ncols()), V, D)
        middle = (lo + hi) // 2
        A1, V1, D1 = self._block(lo, middle)
        A2, V2, D2 = self._block(middle, hi, needs_A)
        A, V = products(A2, V2, A1)
        return _Steps(A, V + self._scaling(D2, middle, hi) * V1, D2 * D1)

    def _scaling(self, D: fmpz, lo: int, hi: int) -> fmpz_mat:
        """Return diag(ζ_1^L, ζ_2^L) D for the L steps of the leaves lo to hi."""
        length = self._ends[hi] - self._ends[lo]
        if length not in self._powers:
            self._powers[length] = (fmpz(self._zeta[0]) ** length, fmpz(self._zeta[1]) ** length)
        first, second = self._powers[length]
        return fmpz_mat(2, 2, [D * first, 0, 0, D * second])


def products(A2: fmpz_mat, V2: fmpz_mat, A1: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat]:
    """Return A2 A1 and V2 A1; A2 may be without a row.

    For long entries by S. Winograd's scheme: seven products for 2 × 2 matrices, and the sums of
    entries of A1 are shared.

    >>> A = fmpz_mat([[1, 2], [3, 4]])
    >>> products(A, A, A) == (A * A, A * A)
    True
    """
    if A1.nrows() == 1 or A1[0, 0].bit_length() < WINOGRAD_BITS:
        return A2 * A1, V2 * A1
    b11, b12, b21, b22 = A1.entries()
    t1 = b12 - b11
    t2 = b22 - t1
    t3 = b22 - b12
    t4 = t2 - b21

    def times(X: fmpz_mat) -> fmpz_mat:
        if not X.nrows():
            return X
        a11, a12, a21, a22 = X.entries()
        s1 = a21 + a22
        s2 = s1 - a11
        s3 = a11 - a21
        s4 = a12 - s2
        p1, p5 = a11 * b11, s1 * t1
        u2 = p1 + s2 * t2
        u3 = u2 + s3 * t3
        return fmpz_mat(2, 2, [p1 + a12 * b21, u2 + p5 + s4 * b22, u3 - a22 * t4, u3 + p5])

    return times(A2), times(V2)


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
