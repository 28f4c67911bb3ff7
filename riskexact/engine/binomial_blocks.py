"""Two sums of binomials by binary splitting, in blocks without common factors.

To be found are Σ_{j<=N} x_k^(N-j) C(D+j, j) q^j for k = 1, 2.  With t_j = C(D+j, j) (q/x_k)^j, over
a *block* of terms lo <= j < hi, of length L = hi - lo,

    t_hi / t_lo = (q/x_k)^L p / f,      p = κ C(D+hi, L),  f = κ C(hi, L),
    Σ t_j / t_lo = X_k / (e f x_k^L),

where κ and e depend on L alone.  L! has gone from p and f, which have a few bits a step where the
products of L numbers have twenty.  Two blocks of length L/2 join by

    X_k = X1_k f2 x_k^(L/2) + q^(L/2) p1 X2_k,    p = p1 p2 / σ,  f = f1 f2 / σ,  e = σ e1.

As C(n, L/2) C(n - L/2, L/2) = C(n, L) C(L, L/2), the division by σ = κ1^2 C(L, L/2) is exact, and
gives κ = 1; for short blocks σ = 1 is cheaper, and κ = κ1^2 C(L, L/2).  All blocks of one length
share σ, q^(L/2) and x_k^(L/2).
"""

from collections.abc import Sequence
from math import comb, factorial

from riskexact.base.frozen import NamedTuple
from riskexact.engine.library import fmpz
from riskexact.engine.splitting import progression
from riskexact.rules.dice import exponent

BLOCK_STEPS = 16
"""Steps of the shortest blocks, which have less than twice as many; measured."""

STRIPPED_STEPS = 500
"""Steps of the shortest blocks that are worth a division by σ; measured."""


def binomial_sums(D: int, N: int, q: int, x: Sequence[int]) -> tuple[fmpz, fmpz, fmpz]:
    """Return s_1, s_2 and E, for the sums s_k / (E x_k).

    >>> s_1, s_2, E = binomial_sums(2, 99, 5, (7, 11))
    >>> s_2 == E * 11 * sum(11 ** (99 - j) * comb(2 + j, j) * 5**j for j in range(100))
    True
    """
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
    *X, p, _ = _joined(blocks, levels)
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


def _joined(blocks: Sequence[Sequence[fmpz]], levels: Sequence[_Level]) -> Sequence[fmpz]:
    """Return X_1, X_2, p and f of 2^n blocks in a row, joined in n levels."""
    if not levels:
        return blocks[0]
    *below, (sigma, q_power, x_powers) = levels
    middle = len(blocks) // 2
    *X1, p1, f1 = _joined(blocks[:middle], below)
    *X2, p2, f2 = _joined(blocks[middle:], below)
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
