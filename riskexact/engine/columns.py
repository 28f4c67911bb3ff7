"""The recurrences of the interior weights down a column, as blocks of binary splitting.

Sums of the closed form run over the number of rounds n, with the units lost by one side fixed:

- `Trinomial`, two units a round: T(n, i) = [t^i] (A + B t + C t^2)^n with i fixed.  With
  m = 2n + 2 - i, the vector u(n) = (T(n, i), T(n, i-1)) obeys

      u(n+1) = (n+1) / (m (m+1) C) | 2AC (m+1)    BC (m+1)              | u(n)
                                   | AB i         2AC m - B^2 (n-i+1)   |

  (from P Q' = n P' Q for Q = P^n; proved in proofs/coq/Columns.v);
- `Binomial`, one unit a round: C(D + j, j), which is (D + j) / j times its predecessor.

Each comes with two sums Σ z_k^n f_k · u(n).  A common factor α is moved between the matrix and the
z_k so that 1/ζ_k = z_k α / (2C) is one over a whole number, and the entries are as small as can be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from flint import fmpz

from riskexact.engine.splitting import Leaf, Sums


@dataclass(frozen=True)
class Trinomial:
    """The column i of the trinomial with counts A, B, C, and two sums over n.

    `entries` are 2AC, BC, AB, B^2 over α, and `f` the weights (f_k0, f_k1) of both sums; in the
    step `last` (None: in no step) they are `f_last` instead.
    """

    entries: tuple[int, int, int, int]
    zeta: tuple[int, int]
    f: tuple[tuple[int, int], tuple[int, int]]
    f_last: tuple[tuple[int, int], tuple[int, int]]
    i: int
    last: int | None

    size = 2

    def leaf(self, lo: int, hi: int) -> Leaf:
        """Return the block [lo, hi) by single steps."""
        a, b, c, e = self.entries
        zeta1, zeta2 = self.zeta
        i, f = self.i, self.f
        A00 = A11 = D = 1
        A01 = A10 = x0 = x1 = y0 = y1 = 0
        for n in range(lo, hi):
            m = 2 * n + 2 - i
            q = m * (m + 1) // 2
            (f0, f1), (g0, g1) = self.f_last if n == self.last else f
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
        return Leaf([A00, A01, A10, A11], [x0, x1, y0, y1], D)

    def by_single_steps(self, lo: int, hi: int, start: Sequence[int]) -> Sums:
        """Return both sums from u(lo) = `start`: `splitting.two_sums` for few steps."""
        a, b, c, e = self.entries
        zeta1, zeta2 = self.zeta
        i, f = self.i, self.f
        D, x, y = fmpz(1), fmpz(0), fmpz(0)
        u0, u1 = map(fmpz, start)
        for n in range(lo, hi):
            m = 2 * n + 2 - i
            q = m * (m + 1) // 2
            (f0, f1), (g0, g1) = self.f_last if n == self.last else f
            x = (x + f0 * u0 + f1 * u1) * (q * zeta1)
            y = (y + g0 * u0 + g1 * u1) * (q * zeta2)
            t = (m + 1) * (n + 1)
            u0, u1 = (
                u0 * (a * t) + u1 * (b * t),
                u0 * (c * i * (n + 1)) + u1 * ((n + 1) * (a * m - e * (n - i + 1))),
            )
            D *= q
        return Sums((x, y), D)


@dataclass(frozen=True)
class Binomial:
    """The sums Σ C(D + j, j) z_k^j over j, with z_k = numerator / (denominator ζ_k)."""

    D: int
    numerator: int
    denominator: int
    zeta: tuple[int, int]

    size = 1

    def leaf(self, lo: int, hi: int) -> Leaf:
        """Return the block [lo, hi) by single steps."""
        P = F = 1
        x = y = 0
        zeta1, zeta2 = self.zeta
        for j in range(lo, hi):
            f = self.denominator * (j + 1)
            x, y = (x + P) * f * zeta1, (y + P) * f * zeta2
            P *= self.numerator * (self.D + j + 1)
            F *= f
        return Leaf([P], [x, y], F)

    def by_single_steps(self, lo: int, hi: int, start: Sequence[int]) -> Sums:
        """Return both sums from u(lo) = `start`: `splitting.two_sums` for few steps."""
        leaf = self.leaf(lo, hi)
        x, y = leaf.V
        return Sums((fmpz(x * start[0]), fmpz(y * start[0])), fmpz(leaf.D))


def common_divisor(values: Sequence[Fraction]) -> Fraction:
    """Return the greatest number that divides all values.

    >>> common_divisor([Fraction(1, 2), Fraction(3, 4)])
    Fraction(1, 4)
    """
    return reduce(
        lambda x, y: Fraction(gcd(x.numerator, y.numerator), lcm(x.denominator, y.denominator)),
        (abs(value) for value in values),
    )
