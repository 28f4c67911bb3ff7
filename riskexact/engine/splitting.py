"""Binary splitting: two sums down a column of trinomials, or of binomials, in a few long products.

**Trinomials.**  With e = 2n + 2 - i, the vector u(n) = (T(n, i), T(n, i-1)) of `columns.Trinomials`
obeys

    u(n+1) = (n+1) / (e (e+1) C) | 2AC (e+1)    BC (e+1)              | u(n)
                                 | AB i         2AC e - B^2 (n-i+1)   |

(from P Q' = n P' Q for Q = P^n; proved in proofs/coq/Columns.v).  A common factor α is moved from
the entries into 2C / α, so that u(n) (2C / α)^(n - lo) has the whole matrix M_n / q_n with
q_n = e (e+1) / 2, and numbers as small as can be.  To be found are the two sums (k = 1, 2)

    Σ_{lo <= n < hi} f_k(n) · u(n) / (W x_k)^(n - lo),        ζ_k = 2C W x_k / α a whole number.

A *block* of steps [lo, hi) is kept in whole numbers (A, V, D): A u(lo) / D = u(hi), and the k-th
sum over the block is the k-th row of V u(lo), divided by D ζ_k^(hi - lo).  Two blocks in a row join
by

    A = A2 A1,    V = V2 A1 + diag(ζ_1^L, ζ_2^L) D2 V1,    D = D2 D1,        L = hi2 - lo2.

In a balanced tree the numbers double in length from level to level, so that the whole takes
O(log n) products of the final length; fewer, as the left edge has vectors and the right edge no A.

Blocks of one length are values of polynomials at 0, 1, 2, …, which `progression` finds by the
products of a few matrices.

**Binomials.**  To be found are Σ_{j<=N} x_k^(N-j) C(D+j, j) q^j for k = 1, 2.  With
t_j = C(D+j, j) (q/x_k)^j, over a *block* of terms lo <= j < hi, of length L = hi - lo,

    t_hi / t_lo = (q/x_k)^L p / f,      p = κ C(D+hi, L),  f = κ C(hi, L),
    Σ t_j / t_lo = X_k / (e f x_k^L),

where κ and e depend on L alone.  L! has gone from p and f, which have a few bits a step where the
products of L numbers have twenty.  Two blocks of length L/2 join by

    X_k = X1_k f2 x_k^(L/2) + q^(L/2) p1 X2_k,    p = p1 p2 / σ,  f = f1 f2 / σ,  e = σ e1.

As C(n, L/2) C(n - L/2, L/2) = C(n, L) C(L, L/2), the division by σ = κ1^2 C(L, L/2) is exact, and
gives κ = 1; for short blocks σ = 1 is cheaper, and κ = κ1^2 C(L, L/2).  All blocks of one length
share σ, q^(L/2) and x_k^(L/2).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, islice, pairwise
from math import comb, factorial, gcd

from riskexact.base.frozen import NamedTuple
from riskexact.engine.library import fmpz, fmpz_mat
from riskexact.rules.dice import exponent

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
    # the e-th difference, `width` further on, is Σ_j C(width, j) times the (e + j)-th here
    degrees = range(degree + 1)
    onward = fmpz_mat([[comb(width, j - e) if j >= e else 0 for e in degrees] for j in degrees])
    for done in range(0, count, width):
        yield from zip(*(differences * to_values).tolist(), strict=True)
        if done + width < count:
            differences = differences * onward


WINOGRAD_BITS = 20_000
"""Entries longer than this are worth seven products with more additions instead of eight."""


class Recurrence(NamedTuple):
    """The column i and its sums.

    `entries` are 2AC, BC, AB, B^2 over α, and `f` the weights (f_k0, f_k1) of both sums; in the
    step `last` (None: in no step) they are (`f_last`_k, 0) instead.
    """

    entries: Sequence[int]
    zeta: Sequence[int]
    f: Sequence[tuple[int, int]]
    f_last: Sequence[int]
    i: int
    last: int | None

    def leaf(self, lo: int, hi: int) -> list[int]:
        """Return A, D and V of the block [lo, hi), by single steps.

        They are polynomials in lo, for blocks of one length, of a degree of twice that at most.
        """
        a, b, c, e = self.entries
        zeta1, zeta2 = self.zeta
        i = self.i
        A00 = A11 = D = 1
        A01 = A10 = x0 = x1 = y0 = y1 = 0
        for n in range(lo, hi):
            m = 2 * n + 2 - i
            q = m * (m + 1) // 2
            (f0, f1), (g0, g1) = ((f, 0) for f in self.f_last) if n == self.last else self.f
            to_x, to_y = q * zeta1, q * zeta2
            x0, x1 = to_x * (x0 + f0 * A00 + f1 * A10), to_x * (x1 + f0 * A01 + f1 * A11)
            y0, y1 = to_y * (y0 + g0 * A00 + g1 * A10), to_y * (y1 + g0 * A01 + g1 * A11)
            t = (m + 1) * (n + 1)
            b00, b01, b10, b11 = a * t, b * t, c * i * (n + 1), (n + 1) * (a * m - e * (n - i + 1))
            A00, A01, A10, A11 = (
                b00 * A00 + b01 * A10,
                b00 * A01 + b01 * A11,
                b10 * A00 + b11 * A10,
                b10 * A01 + b11 * A11,
            )
            D *= q
        return [A00, A01, A10, A11, D, x0, x1, y0, y1]


class _Block(NamedTuple):
    """A block; at the left edge A u(lo) and V u(lo), and at the right edge an A of no rows."""

    A: fmpz_mat
    V: fmpz_mat
    D: fmpz
    length: int


def two_sums(
    recurrence: Recurrence, lo: int, hi: int, start: Sequence[int], leaf_steps: int
) -> tuple[fmpz, fmpz, fmpz]:
    """Return s_1, s_2 and D, for the sums s_k / (D ζ_k^(hi - lo)) from u(lo) = `start`.

    Leaves have `leaf_steps` steps.  Equivalent to `Recurrence.leaf(lo, hi)`, applied to `start`.
    """
    rows, divisor = _leaves(recurrence, lo, hi, leaf_steps)
    leaves = [
        _Block(fmpz_mat(2, 2, row[:4]), fmpz_mat(2, 2, row[5:]), row[4], min(leaf_steps, hi - n))
        for n, row in zip(range(lo, hi, leaf_steps), rows, strict=True)
    ]
    u = fmpz_mat(2, 1, list(start))
    leaves[-1] = leaves[-1]._replace(A=fmpz_mat(0, 2))
    leaves[0] = leaves[0]._replace(A=leaves[0].A * u, V=leaves[0].V * u)

    @cache
    def powers(length: int) -> list[fmpz]:
        return [fmpz(zeta) ** length for zeta in recurrence.zeta]

    _, V, D, _ = _joined(leaves, powers)
    return V[0, 0], V[1, 0], D * divisor


def _joined(blocks: Sequence[_Block], powers: Callable[[int], Sequence[fmpz]]) -> _Block:
    """Return one block for blocks in a row; `powers(L)` are the ζ_k^L, found once for each L."""
    if len(blocks) == 1:
        return blocks[0]
    middle = len(blocks) // 2
    A1, V1, D1, length1 = _joined(blocks[:middle], powers)
    A2, V2, D2, length2 = _joined(blocks[middle:], powers)
    A, V = products(A2, V2, A1)
    power1, power2 = powers(length2)
    V += fmpz_mat(2, 2, [D2 * power1, 0, 0, D2 * power2]) * V1
    return _Block(A, V, D2 * D1, length1 + length2)


def _leaves(
    recurrence: Recurrence, lo: int, hi: int, steps: int
) -> tuple[list[Sequence[fmpz]], int]:
    """Return A, D and V of each leaf as one list, and a divisor taken out of A and D."""
    # the last step may be unlike the others, and its leaf come from no polynomials
    alike = (hi - lo - (recurrence.last is not None)) // steps
    if alike < 2 * steps + 1:
        alike = 0
    leaves: list[Sequence[fmpz]] = []
    divisor = 1
    if alike:
        values, divisor = progression(
            lambda k: recurrence.leaf(lo + steps * k, lo + steps * (k + 1)), 2 * steps, alike, 5
        )
        leaves += values
    for n in range(lo + steps * alike, hi, steps):
        *A_and_D, v00, v01, v10, v11 = map(fmpz, recurrence.leaf(n, min(hi, n + steps)))
        leaves.append([*A_and_D, *(divisor * v for v in (v00, v01, v10, v11))])
    return leaves, divisor


def products(A2: fmpz_mat, V2: fmpz_mat, A1: fmpz_mat) -> tuple[fmpz_mat, fmpz_mat]:
    """Return A2 A1 and V2 A1; A2 may be without a row, and A1 a vector.

    For long entries by S. Winograd's scheme: seven products for 2 × 2 matrices, and the sums of
    entries of A1 are shared.
    """
    if A1.ncols() == 1 or A1[0, 0].bit_length() < WINOGRAD_BITS:
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


BLOCK_STEPS = 16
"""Steps of the shortest blocks, which have less than twice as many; measured."""

STRIPPED_STEPS = 500
"""Steps of the shortest blocks that are worth a division by σ; measured."""


def binomial_sums(D: int, N: int, q: int, x: Sequence[int]) -> tuple[fmpz, fmpz, fmpz]:
    """Return s_1, s_2 and E, for the sums s_k / (E x_k)."""
    terms = N + 1
    # longer ones need more of their values for the others
    shortest = BLOCK_STEPS if terms > 2500 else BLOCK_STEPS // 2
    depth = max(0, (terms // shortest).bit_length() - 1)
    length = terms >> depth

    def leaf(k: int) -> list[int]:
        """Return X_1, X_2, p and f of the k-th block, with κ = 1 and e = length!."""
        lo, hi = length * k, length * (k + 1)
        _, _, *X = _terms(D, q, x, lo, hi)
        return [*X, comb(D + hi, length), comb(hi, length)]

    rows, divisor = progression(leaf, length, 1 << depth, common=2)
    blocks = [tuple(row) for row in rows]
    # nothing needs f of the first block, nor p of the last where no term is left
    blocks[0] = (*blocks[0][:3], fmpz(0))
    if length << depth == terms:
        blocks[-1] = (*blocks[-1][:2], fmpz(0), blocks[-1][3])
    e, kappa, q_power = fmpz(factorial(length)), fmpz(1), fmpz(q) ** length
    twos = [exponent(2, x_k) for x_k in x]
    odd_powers = [fmpz(x_k >> two) ** length for x_k, two in zip(x, twos, strict=True)]
    levels = []
    for above in range(depth, 0, -1):
        sigma, kappa = fmpz(1), kappa**2 * fmpz.bin_uiui(2 * length, length)
        if 2 * length >= STRIPPED_STEPS and above > 1:
            sigma, kappa = kappa, sigma
        x_powers = [(odd, two * length) for odd, two in zip(odd_powers, twos, strict=True)]
        levels.append(_Level(sigma, q_power, x_powers))
        e, length, q_power = e * sigma, 2 * length, q_power**2
        odd_powers = [odd * odd for odd in odd_powers]
    *X, p, _ = _joined_terms(blocks, levels)
    # the terms that are left, less than one for each leaf
    _, F, *Y = _plain(D, q, x, length, terms)
    to_right = p * q_power * e
    s_1, s_2 = (
        divisor * X_k * F * fmpz(x_k) ** (terms - length) + to_right * Y_k
        for X_k, Y_k, x_k in zip(X, Y, x, strict=True)
    )
    return s_1, s_2, e * kappa * F


class _Level(NamedTuple):
    """What all blocks of one length L share: x_k^(L/2) is `odd` << `twos` for (odd, twos)."""

    sigma: fmpz
    q_power: fmpz
    x_powers: Sequence[tuple[fmpz, int]]


def _joined_terms(blocks: Sequence[Sequence[fmpz]], levels: Sequence[_Level]) -> Sequence[fmpz]:
    """Return X_1, X_2, p and f of 2^n blocks in a row, joined in n levels."""
    if not levels:
        return blocks[0]
    *below, (sigma, q_power, x_powers) = levels
    middle = len(blocks) // 2
    *X1, p1, f1 = _joined_terms(blocks[:middle], below)
    *X2, p2, f2 = _joined_terms(blocks[middle:], below)
    to_right = p1 * q_power
    X = (
        (X1_k * (f2 * odd) << twos) + to_right * X2_k
        for X1_k, X2_k, (odd, twos) in zip(X1, X2, x_powers, strict=True)
    )
    return *X, p1 * p2 // sigma, f1 * f2 // sigma


def _terms(D: int, q: int, x: Sequence[int], lo: int, hi: int) -> list[int]:
    """Return P, F, X_1 and X_2, for t_hi / t_lo = P / (F x_k^L) and Σ t_j / t_lo = X_k / (F x_k^L).

    One term after the other.
    """
    x1, x2 = x
    P = F = 1
    X1 = X2 = 0
    for j in range(lo, hi):
        X1, X2 = (X1 + P) * ((j + 1) * x1), (X2 + P) * ((j + 1) * x2)
        P *= q * (D + j + 1)
        F *= j + 1
    return [P, F, X1, X2]


def _plain(D: int, q: int, x: Sequence[int], lo: int, hi: int) -> list[fmpz]:
    """Return what `_terms` does, by binary splitting without divisions."""
    if hi - lo <= BLOCK_STEPS:
        return [*map(fmpz, _terms(D, q, x, lo, hi))]
    middle = (lo + hi) // 2
    P1, F1, *X1 = _plain(D, q, x, lo, middle)
    P2, F2, *X2 = _plain(D, q, x, middle, hi)
    joined = (
        X1_k * (F2 * fmpz(x_k) ** (hi - middle)) + P1 * X2_k
        for X1_k, X2_k, x_k in zip(X1, X2, x, strict=True)
    )
    return [P1 * P2, F1 * F2, *joined]
