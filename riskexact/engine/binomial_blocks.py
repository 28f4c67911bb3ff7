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

from flint import fmpz

from riskexact.base.fractions import exponent
from riskexact.engine.progression import progression

BLOCK_STEPS = 16
"""Steps of the shortest blocks, which have less than twice as many; measured."""

STRIPPED_STEPS = 500
"""Steps of the shortest blocks that are worth a division by σ; measured."""

INVERSE_BITS = 20_000
"""Bits of a divisor from which on its inverse is worth while; measured."""


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


class _Level:
    """What all blocks of one length share; `odd_powers` are those of the odd parts of the x_k."""

    def __init__(self, length: int, q_power: fmpz, odd_powers: Sequence[fmpz]) -> None:
        """Set κ, e and σ to those of the shortest blocks, apart from their factorial."""
        self.length, self.q_power, self.odd_powers = length, q_power, odd_powers
        self.kappa = self.e = fmpz(1)
        self.sigma: _Exact | None = None

    def doubled(self, strip: bool) -> "_Level":
        """Return the level of blocks twice as long, with κ = 1 if `strip` and σ = 1 if not."""
        q_power, *odd_powers = (power * power for power in (self.q_power, *self.odd_powers))
        level = _Level(2 * self.length, q_power, odd_powers)
        common = self.kappa * self.kappa * fmpz.bin_uiui(level.length, self.length)
        if strip:
            level.sigma, level.e = _Exact(common), self.e * common
        else:
            level.kappa, level.e = common, self.e
        return level


class _Tree:
    """The perfect tree of blocks over leaves of `length` terms, each with X_1, X_2, p and f."""

    def __init__(
        self, q: int, x: Sequence[int], leaves: Sequence[Sequence[fmpz]], length: int
    ) -> None:
        """Compute what each level shares."""
        self._leaves = leaves
        self._twos = [exponent(2, x_k) for x_k in x]
        odd = [x_k >> twos for x_k, twos in zip(x, self._twos, strict=True)]
        self.levels = [_Level(length, fmpz(q) ** length, [fmpz(x_k) ** length for x_k in odd])]
        while len(leaves) >> len(self.levels):
            below = self.levels[-1]
            top = len(leaves) >> len(self.levels) == 1
            self.levels.append(below.doubled(2 * below.length >= STRIPPED_STEPS and not top))

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
        p, f = p1 * p2 if needs_p else p1, f1 * f2 if needs_f else f1
        if level.sigma:
            p, f = level.sigma(p) if needs_p else p, level.sigma(f) if needs_f else f
        return [*joined, p, f]


class _Exact:
    """Exact division by one number, again and again, by its inverse modulo a power of two."""

    def __init__(self, divisor: fmpz) -> None:
        """Take out the twos; the inverse grows with the quotients."""
        self._divisor = divisor
        self._twos = (divisor & -divisor).bit_length() - 1
        self._odd = divisor >> self._twos
        self._bits, self._inverse = 1, fmpz(1)

    def __call__(self, x: fmpz) -> fmpz:
        """Return x / divisor >= 0, which must be a whole number.

        >>> _Exact(fmpz(12))(fmpz(60))
        5
        """
        if self._odd.bit_length() < INVERSE_BITS:
            return x // self._divisor
        bits = x.bit_length() - self._divisor.bit_length() + 1
        while self._bits < bits:
            # a b = 1 + ε makes a b (2 - a b) = 1 - ε^2
            self._bits = min(2 * self._bits, max(bits, INVERSE_BITS))
            product = _low(self._odd, self._bits) * self._inverse
            self._inverse = _low(self._inverse * (2 - _low(product, self._bits)), self._bits)
        return _low(_low(x >> self._twos, bits) * _low(self._inverse, bits), bits)


def _low(x: fmpz, bits: int) -> fmpz:
    """Return the lowest bits of x."""
    return x & ((fmpz(1) << bits) - 1)
