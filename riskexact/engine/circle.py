"""The chance to win or to lose as one coefficient of a polynomial: its mean over a circle.

W(a, d) is the chance to win, or the chance to lose, S = a + d, and the other letters are as in
`boundary`.  The interior's diagonal

    I_S(z) = Σ_m W(S - m, m) z^m,        D <= m <= S - A,

is a polynomial with coefficients between 0 and 1.  Let P_s(z) = Σ_{i+j=s} p_ij z^j, where a round
of full dice costs i attackers and j defenders with the chance p_ij.  By the definition of W,

    I_S = Σ_s P_s I_{S-s} + X_S,

X_S being what comes from the boundary: no round leads into the interior.  No diagonal before A + D
has an interior state.  So with g_0 = 1, g_n = Σ_s P_s g_{n-s} and g_n = 0 for n < 0,

    I_S = Σ_r g_{S-r} X_r,        g_n = Σ_k c_k u_k^n,        c_k = 1 / Π_{l≠k} (1 - u_l/u_k),

by partial fractions of 1 / (1 - Σ_s P_s x^s), the u_k being the roots of u^K = Σ_s P_s u^(K-s).
The second formula gives the zeros of -K < n < 0, too.  If every round costs K units, there is one
term on every K-th diagonal, P_K^(n/K).  Below, V is u_k, or P_K.

In X_r the boundary states are terms of lines, b_0, b_1, …, of which b_t, b_{t+1}, … have the
generating function N_t / E.  For any V other than a root, and T the number of terms,

    Σ_{t0<=t<t1} V^(T-1-t) b_t = (V^(T-t0) N_{t0}(1/V) - V^(T-t1) N_{t1}(1/V)) / (V E(1/V)),

and for columns 1/z stands for z, a for d, and V / z^step for V (riskexact/engine/proofs.md, Spans).

**Three bounds.**  W(a, d) = [z^d] I_S is the mean of I_S(z) z^(-d) over the m nodes of |z| = R with
angles (2j+1)π/m, but for three errors: aliasing, nodes that are left out, and rounding.  The first
two are bounded in riskexact/engine/proofs.md, The mean over a circle; the last is that of balls.
The first two together are `certain_digits` in proofs/coq/Circle.v.
"""

from collections.abc import Iterable
from math import gcd

from riskexact.base.frozen import NamedTuple
from riskexact.engine.balls import UndecidedError, lower, total, upper
from riskexact.engine.boundary import BoundaryLines
from riskexact.engine.library import acb, acb_poly, arb, ctx, fmpq, fmpq_poly, fmpz

ARCS = 16
"""Balls of angle by which the part of a circle that is far from its peaks is covered."""


class Span(NamedTuple):
    """The terms t0 <= t < t1 of all lines of one side: 0 for rows, 1 for columns."""

    side: int
    t0: int
    t1: int


CORNER = Span(2, 0, 0)
"""The states of the corner, which lie on no line."""

Window = list[tuple[list[tuple[int, acb_poly]], acb_poly, acb_poly, acb_poly]]
"""For each line of a span: ((s / step, exits[s]), …), N_{t0}, N_{t1} and E."""


class Diagonal:
    """I_S(z) z^(-d), in balls of the precision at which it is made."""

    def __init__(self, a: int, d: int, boundary: BoundaryLines) -> None:
        self.a, self.d, self.S, self.boundary, self.step = a, d, a + d, boundary, boundary.step
        self.T, odd = divmod(self.S - boundary.s0, self.step)
        self.first = boundary.s0 + odd
        """The first diagonal with boundary states that count."""
        costs = sorted({i + j for i, j in boundary.round})
        P = {s: [boundary.round.get((s - j, j), fmpq(0)) for j in range(s + 1)] for s in costs}
        self._P = {s: acb_poly(fmpq_poly(p)) for s, p in P.items()}
        self.weights = {s: [(j, arb(p)) for j, p in enumerate(P[s]) if p != 0] for s in costs}
        self.corner = [
            (acb(value), m, (self.first - s) // self.step) for value, s, m in boundary.corner
        ]
        self._windows: dict[Span, Window] = {}

    def rounds(self, z: acb) -> dict[int, acb]:
        """Return P_s(z) by s."""
        return {s: P(z) for s, P in self._P.items()}

    def roots(self, q: dict[int, acb]) -> list[tuple[acb, acb]]:
        """Return every V with its c, where the P_s have the values q_s.

        c_k is u_k^(K-1) / f'(u_k), f being the polynomial with the roots u_k.
        """
        K, found = self.boundary.K, []
        if self.step == K:
            return [(q[K], acb(1))]
        f = acb_poly([*(-q.get(s, acb(0)) for s in range(K, 0, -1)), 1])
        slope = f.derivative()
        try:
            roots = list(f.roots())
        except ValueError:
            raise UndecidedError from None
        for u in roots:
            for _ in range(ctx.prec.bit_length()):  # Newton's method, in balls
                u = u.mid() - f(u.mid()) / slope(u)
            found.append((u, u ** (K - 1) / slope(u)))
        return found

    def window(self, span: Span) -> Window:
        """Return the lines of a span, which are kept."""
        if span not in self._windows:
            self._windows[span] = [
                (
                    [(s // self.step, acb_poly(w)) for s, w in line.exits.items()],
                    acb_poly(line.later(span.t0)),
                    acb_poly(line.later(span.t1)),
                    acb_poly(line.E),
                )
                for line in self.boundary.sides[span.side].values()
                if line.exits
            ]
        return self._windows[span]


class Part:
    """Some spans of I_S(z) z^(-d), no two of which overlap."""

    def __init__(self, diagonal: Diagonal, spans: Iterable[Span]) -> None:
        spans = set(spans)
        self._of, self._corner = diagonal, diagonal.corner if CORNER in spans else []
        self._windows = [(span, diagonal.window(span)) for span in sorted(spans - {CORNER})]
        self._gaps = {k - j for P in diagonal.weights.values() for j, _ in P for k, _ in P if j < k}
        self.peaks = gcd(*self._gaps) or 1
        """The number of angles at which every |P_s| is as large as at 0."""

    def at(self, q: dict[int, acb], z: acb, down: acb, up: acb) -> acb:
        """Return the value at z with q_s for P_s(z); `down` is z^(-d), and `up` is z^a."""
        of, y, total = self._of, 1 / z, acb(0)
        for V, c in of.roots(q):
            big = V ** fmpz(of.T) * down
            found = sum((value * z**m * V**n for value, m, n in self._corner), acb(0)) * big
            for (side, t0, t1), window in self._windows:
                U, w = (V * y**of.step, y) if side else (V, z)
                first, last = (big * z**of.first, up) if side else (big, down)
                if t0 > 0:
                    first = U ** fmpz(of.T - t0) * last
                if t1 < of.T:
                    last = U ** fmpz(of.T - t1) * last
                x = 1 / U
                for exits, N0, N1, E in window:
                    leaving = sum((p(w) * x**n for n, p in exits), acb(0))
                    found += leaving * (first * N0(x) - last * N1(x)) / E(x)
            total += c * found
        return total

    def bound(self, r: arb, q: dict[int, acb] | None = None) -> arb:
        """Return an upper bound of the value at r > 0, with q_s >= |P_s| for P_s(r)."""
        z, of = acb(r), self._of
        value = self.at(q or of.rounds(z), z, z ** fmpz(-of.d), z ** fmpz(of.a)).real
        return upper(value) if value.is_finite() else arb("inf")

    def nodes(self, m: int, kept: int) -> list[int]:
        """Return the nodes above the real axis that are among the `kept` on a side of a peak.

        All j of a P_s differ by multiples of `peaks`; m is a multiple of twice that number.
        """
        starts = range(0, m, m // self.peaks)
        near = {start + i for start in starts for i in range(-kept, kept)}
        return sorted(j for j in near if 0 <= j < m // 2)

    def mean(self, R: arb, m: int, nodes: Iterable[int]) -> arb:
        """Return the mean over m nodes, where all but these and their conjugates count as 0."""
        of, total = self._of, arb(0)
        down, up = R ** fmpz(-of.d), R ** fmpz(of.a)
        for j in nodes:
            z, turned_down, turned_up = (
                acb(fmpq((2 * j + 1) * n % (2 * m), m)).exp_pi_i() for n in (1, -of.d, of.a)
            )
            z *= R
            total += self.at(of.rounds(z), z, down * turned_down, up * turned_up).real
        return 2 * total / m

    def aliasing(self, R: arb, m: int, radii: Iterable[arb]) -> arb:
        """Return the first bound, by the best of these radii on either side of R."""
        of, radii, total = self._of, list(radii), arb(0)
        for side in (1, -1):
            found = [arb("inf")]
            if not of.boundary.D <= of.d + side * m <= of.S - of.boundary.A:
                continue
            for r in (arb(1), *radii):
                t = (R / r) ** fmpz(side * m)
                if t < 1:
                    found.append(upper((1 if r == 1 else self.bound(r)) * t / (1 - t)))
            total += min(found)
        return total

    def left_out(self, R: arb, m: int, kept: int) -> arb:
        """Return the second bound, for the mean over all but `nodes(m, kept)`.

        They are θ0 = (2 kept + 1) π/m or more away from every peak.  The bound of |P_s| falls while
        (k - j) θ/2 <= π/2; beyond, it is found for balls of θ, half way to the next peak.
        """
        if 2 * kept * self.peaks >= m:
            return arb(0)
        first, falls = arb.pi() * (2 * kept + 1) / m, arb.pi() / max(self._gaps, default=1)
        width = (arb.pi() / self.peaks - falls) / (2 * ARCS)
        arcs = [falls + width * arb(2 * i + 1, arb(1.01)) for i in range(ARCS)]
        angles = [arc for arc in arcs if not arc < first] + [first] * (not first > falls)
        q = {}
        for s, P in self._of.weights.items():
            w = [(j, p * R**j) for j, p in P]
            pairs = [(4 * v * x, k - j) for j, v in w for k, x in w if j < k]
            least = min(
                lower(total(v * lower((gap * angle / 2).sin()) ** 2 for v, gap in pairs))
                for angle in angles
            )
            whole = total(v for _, v in w)
            q[s] = acb(upper(upper(whole**2 - least).sqrt()))
        return self.bound(R, q)
