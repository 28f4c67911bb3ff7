"""Sums over n of values times weights of the interior, Σ_n h(n) T(n, i), for any rules, in balls.

The weights T(n, i) = [x^i] P(x)^n are taken block by block of neighbouring n, each block on a
circle |x| = R of its own, with R the saddle in the middle of the block, by the trapezoidal rule:
the mean over m nodes, the m-th roots of -R^m, of x^-i P(x)^n.  Summed over n first, that is one
polynomial in P(x) for each node.  With

    bound(R) = Σ_n h(n) P(R)^n R^-i,        at least Σ_n h(n) T(n, i) for every R > 0 (Chernoff),

three errors are bounded, and the bounds added to the radius of the result:

- blocks whose bound is negligible are left out;
- *aliasing*: the mean is Σ_l (-1)^l T(n, i + l m) R^(l m) over all whole numbers l.  With another
  radius R' > R the terms l > 0 are at most bound(R') q / (1 - q) together, q = (R / R')^m, and in
  the same way those l < 0 with a radius below R; where all these i + l m lie beyond the degree of
  P^n, they are 0;
- nodes at which |P(x) / P(R)|^n is negligible for the first n of the block, and so for all, are
  left out.

R and m come from floats; only the width of the result depends on them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, isqrt, log

from flint import acb, arb, arb_poly, ctx, fmpq_poly, fmpz

from riskexact.base.frozen import cached_property
from riskexact.engine.balls import UndecidedError, upper

BOUND_BITS = 128
"""Working precision of the bounds, of which only the size matters."""

FARTHEST = 600.0
"""The largest |log R|."""

Factors = Sequence[Sequence[arb]]
"""The factors h_r(n) >= 0 of the weights T(n, i - r), by r and n."""


def blocks(P: fmpq_poly, i: int, lines: Factors) -> "list[Block]":
    """Return blocks whose sums add up to Σ_r Σ_n lines[r][n] [x^(i - r)] P(x)^n.

    The first n is the first with a weight other than 0, and a block about as wide as the weights
    T(n, i) are spread out there.

    >>> P = fmpq_poly([1, 2, 1]) / 4
    >>> ones = [[arb(1)] * 9]  # Σ_n C(2n, 3) / 4^n for n = 0 … 8
    >>> [block.first for block in blocks(P, 3, ones)]
    [2, 6]
    >>> sum(block.value(arb(2) ** -60) for block in blocks(P, 3, ones)).str(10, radius=False)
    '0.9829101562'
    """
    start = max(0, -((len(lines) - 1 - i) // P.degree()))
    found, first, end = [], start, max(map(len, lines))
    while first < end:
        width = max(4, isqrt(first - start))
        parts = tuple(arb_poly(list(line[first : first + width])) for line in lines)
        found.append(Block(P, i, first, width, parts))
        first += width
    return found


@dataclass(frozen=True)
class Block:
    """Σ_r Σ_n h_r(n) T(n, i - r) over `width` of the n from `first` on.

    `lines[r]` is a polynomial with the coefficients h_r(first), h_r(first + 1), and so on.
    """

    P: fmpq_poly
    i: int
    first: int
    width: int
    lines: tuple[arb_poly, ...]

    @cached_property
    def R(self) -> arb:
        """The saddle in the middle of the block."""
        return self._saddle(self.i)

    @cached_property
    def most(self) -> arb:
        """An exact number that is at least the sum, and not much more."""
        return self.bound(self.R)

    def bound(self, R: arb) -> arb:
        """Return an exact number that is at least bound(R)."""
        with ctx.workprec(BOUND_BITS):
            P = arb_poly(self.P)(R)
            total = sum((line(P) * R**r for r, line in enumerate(self.lines)), arb(0))
            return upper(total * P ** fmpz(self.first) / R ** fmpz(self.i))

    def value(self, negligible: arb) -> arb:
        """Return the sum, with an error of about twice `negligible`, a number above 0.

        Raises `UndecidedError` if the balls are too wide to decide.
        """
        R, P = self.R, arb_poly(self.P)
        PR = P(R)
        small = (negligible / self.most).mid()
        m, aliasing = self._nodes(negligible)
        total, step = arb(0), arb.pi() / m
        for j in self._kept(m, small):
            angle = (2 * j + 1) * step
            sine, cosine = angle.sin_cos()
            x = acb(R * cosine, R * sine)
            Px = P(x)
            lines = sum((line(Px) * x**r for r, line in enumerate(self.lines)), acb(0))
            turned = acb(0, -self.i * angle).exp()
            total += ((Px / PR) ** fmpz(self.first) * turned * lines).real
        scale = PR ** fmpz(self.first) / R ** fmpz(self.i)
        return total * 2 / m * scale + arb(0, upper(aliasing + small * self.most))

    def _kept(self, m: int, small: arb) -> list[int]:
        """Return the nodes above the real axis at which |P(x) / P(R)|^first is not so small."""
        kept = []
        with ctx.workprec(BOUND_BITS):
            P, R, step = arb_poly(self.P), self.R, arb.pi() / m
            PR = P(R)
            for j in range(m // 2):
                sine, cosine = ((2 * j + 1) * step).sin_cos()
                ratio = P(acb(R * cosine, R * sine)) / PR
                if not (ratio.real**2 + ratio.imag**2) ** fmpz(self.first) < small**2:
                    kept.append(j)
        return kept

    def _nodes(self, negligible: arb) -> tuple[int, arb]:
        """Return an even m for which aliasing is negligible, and the bound of it.

        Raises `UndecidedError` if the balls are too wide to decide.
        """
        m = self._guess(negligible)
        while True:
            m += m % 2
            aliasing = self._aliasing(m, 1) + self._aliasing(m, -1)
            if aliasing < negligible:
                return m, aliasing
            if not aliasing.is_finite():
                raise UndecidedError
            m += m // 8 + 2

    def _guess(self, negligible: arb) -> int:
        """Return the m for which a normal distribution of the losses would have that aliasing.

        Raises `UndecidedError` if the balls are too wide to decide.
        """
        t = float(self.R.log())
        tilted = self._tilted(t)
        mean = sum(k * p for k, p in tilted)
        variance = self._middle * sum((k - mean) ** 2 * p for k, p in tilted)
        nats = float((self.most / negligible).log())
        square = 2 * nats * variance
        if not 0 <= square < inf:
            raise UndecidedError
        return int(square**0.5) + len(self.lines)

    def _aliasing(self, m: int, side: int) -> arb:
        """Return the bound of the aliasing from indices above (side 1) or below (side -1)."""
        degree = self.P.degree() * (self.first + self.width - 1)
        if self.i - m < 0 if side < 0 else self.i - len(self.lines) + 1 + m > degree:
            return arb(0)
        other = self._saddle(self.i + side * m)
        with ctx.workprec(BOUND_BITS):
            q = (self.R / other) ** fmpz(side * m)
            if not q < 1:
                return arb("inf")
            return upper(self.bound(other) * q / (1 - q))

    def _saddle(self, i: int) -> arb:
        """Return a number near the x > 0 with n x P'(x)/P(x) = i, n in the middle: any would do.

        At indices beyond those of P^n it is small, or large.
        """
        n = self._middle
        least, most = self._logs[0][0] + 0.25 / n, self._logs[-1][0] - 0.25 / n
        mean = min(max(i / n, least), most)
        low, high = -FARTHEST, FARTHEST
        while high - low > 1e-6:
            t = (low + high) / 2
            if sum((k - mean) * p for k, p in self._tilted(t)) < 0:
                low = t
            else:
                high = t
        return arb(low).exp().mid()

    def _tilted(self, t: float) -> list[tuple[int, float]]:
        """Return the chances of the losses of one round, tilted by exp(t)."""
        most = max(each + k * t for k, each in self._logs)
        parts = [(k, exp(each + k * t - most)) for k, each in self._logs]
        total = sum(p for _, p in parts)
        return [(k, p / total) for k, p in parts]

    @property
    def _middle(self) -> float:
        return self.first + self.width / 2

    @cached_property
    def _logs(self) -> list[tuple[int, float]]:
        """The logarithms of the chances of a round that are not 0."""
        return [(k, log(int(c.p) / int(c.q))) for k, c in enumerate(self.P.coeffs()) if c != 0]
