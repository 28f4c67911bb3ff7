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
from typing import NamedTuple

from flint import fmpz

from riskexact.base.fractions import exponent
from riskexact.engine.progression import progression

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
    rows, divisor = progression(lambda k: _leaf(D, q, x, length, k), length, 1 << depth, common=2)
    tree = _Tree(q, x, list(rows), length)
    top = tree.levels[-1]
    done = top.length
    *X, p, _ = tree.block(depth, 0, needs_p=done < terms, needs_f=False)
    # the terms that are left, less than one for each leaf
    _, F, *Y = _plain(D, q, x, done, terms)
    e = top.e * factorial(length)
    to_right = p * top.q_power * e
    s_1, s_2 = (
        divisor * X_k * F * fmpz(x_k) ** (terms - done) + to_right * Y_k
        for X_k, Y_k, x_k in zip(X, Y, x, strict=True)
    )
    return s_1, s_2, e * top.kappa * F


def _leaf(D: int, q: int, x: Sequence[int], length: int, k: int) -> list[int]:
    """Return X_1, X_2, p and f of the k-th block of the shortest, with κ = 1 and e = length!."""
    lo, hi = length * k, length * (k + 1)
    _, _, *X = _terms(D, q, x, lo, hi)
    return [*X, comb(D + hi, length), comb(hi, length)]


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


class _Level(NamedTuple):
    """What all blocks of one length share; `odd_powers` are those of the odd parts of the x_k."""

    length: int
    sigma: fmpz
    kappa: fmpz
    e: fmpz
    q_power: fmpz
    odd_powers: Sequence[fmpz]

    def doubled(self, strip: bool) -> "_Level":
        """Return the level of blocks twice as long, with κ = 1 if `strip` and σ = 1 if not."""
        common = self.kappa**2 * fmpz.bin_uiui(2 * self.length, self.length)
        sigma, kappa = (common, fmpz(1)) if strip else (fmpz(1), common)
        odd_powers = [power * power for power in self.odd_powers]
        return _Level(2 * self.length, sigma, kappa, self.e * sigma, self.q_power**2, odd_powers)


class _Tree:
    """The perfect tree of blocks over leaves of `length` terms, each with X_1, X_2, p and f."""

    def __init__(
        self, q: int, x: Sequence[int], leaves: Sequence[Sequence[fmpz]], length: int
    ) -> None:
        """Compute what each level shares; the factorial of a leaf is left out of e."""
        self._leaves = leaves
        self._twos = [exponent(2, x_k) for x_k in x]
        odd = [fmpz(x_k >> twos) ** length for x_k, twos in zip(x, self._twos, strict=True)]
        one = fmpz(1)
        self.levels = [_Level(length, one, one, one, fmpz(q) ** length, odd)]
        for above in range(len(leaves).bit_length() - 1, 0, -1):
            strip = 2 * self.levels[-1].length >= STRIPPED_STEPS and above > 1
            self.levels.append(self.levels[-1].doubled(strip))

    def block(self, depth: int, index: int, needs_p: bool, needs_f: bool) -> Sequence[fmpz]:
        """Return X_1, X_2, p and f of a block at that level; p and f may be any if not needed."""
        if not depth:
            return self._leaves[index]
        below, level = self.levels[depth - 1 : depth + 1]
        *X1, p1, f1 = self.block(depth - 1, 2 * index, True, needs_f)
        *X2, p2, f2 = self.block(depth - 1, 2 * index + 1, needs_p, True)
        to_right = p1 * below.q_power
        joined = [
            (X1_k * (f2 * power) << twos * below.length) + to_right * X2_k
            for X1_k, X2_k, power, twos in zip(X1, X2, below.odd_powers, self._twos, strict=True)
        ]
        p = p1 * p2 // level.sigma if needs_p else p1
        f = f1 * f2 // level.sigma if needs_f else f1
        return [*joined, p, f]
