"""The integral of `poles` by the trapezoidal rule on the circle through the saddle, with bounds.

On the circle |x| = R on which P(x)^M x^(3/2 - d) has its saddle, F(x) is largest at x = R and soon
negligible to both sides.  The trapezoidal rule takes the mean of F over m nodes, the m-th roots of
-R^m, of which none is real.  Its value follows from Cauchy's theorem: with

    k(x) = 1 / (1 + (R/x)^m),    about 0 within the circle and about 1 outside,

whose poles are the nodes, and two more circles of radii R₋ < R < R₊,

    mean of F = 1/(2πi) ∮_{R₊} F k dx/x - 1/(2πi) ∮_{R₋} F k dx/x - Σ_{R₋<|p|<R₊} k(p) res_p F/x.

The integral on R₊ is that of F, up to *aliasing*, the integral of F (k - 1); that on R₋ is all
aliasing.  A pole inside the circle of its part but outside R₊ is added, and one outside the circle
of its part but inside R₊ is subtracted:

    ∮ F dx/x / (2πi) = mean of F + Σ_p (k(p) or k(p) - 1) res_p F/x + aliasing,

with k for poles inside the circle of their part and k - 1 for others; beyond the two circles k
counts as 1 or 0.  So a pole may lie anywhere except on a node.

Three errors are bounded, and the bounds added to the radius of the result:

- *aliasing*: |k| on R₋ and |k - 1| on R₊ are at most 1 / ((ratio of the radii)^m - 1), and |F| at
  most its value at the positive radius, except for denominators, which are bounded by the distances
  of their poles;
- *nodes left out*: on an arc |F| is bounded by distances too, and by |P|: with u = 1 - cos t,
  |P(R e^(it)) / P(R)|^2 = 1 - f(u), and f is concave, so that its least value on an arc is at an
  end of it;
- *rounding*, by the arithmetic of balls.

The proof holds for any choice of R, R₋, R₊, m and nodes.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from flint import acb, arb, arb_poly, ctx, fmpq, fmpz

from riskexact.engine.balls import UndecidedError, lower, upper
from riskexact.engine.poles import Enclosed, Integrand, Pole

GUARD_BITS = 64
"""Bits of working precision beyond those of the result and of its size."""

NUDGES = ((1, 1), (24, 25), (21, 20), (9, 10), (11, 10))
"""Powers of R₊/R and R₋/R to try until no pole is close to the circle."""

MOST_STEPS = 400
"""Increases of m before the precision is increased."""


class EnclosedChance(NamedTuple):
    """The chance to win, or else to lose, in a ball that is relatively narrow."""

    value: arb
    wins: bool


def by_integral(integrand: Integrand) -> EnclosedChance:
    """Return the chance to win or to lose, whichever comes without cancellation.

    Its relative accuracy is about the working precision; raises `UndecidedError` if the bounds are
    too wide for it.

    >>> from riskexact.engine.poles import integrand_of
    >>> from riskexact.rules import STANDARD
    >>> lose = by_integral(integrand_of(10**18, 10**18, STANDARD))
    >>> lose.wins, lose.value.str(5, radius=False)
    (False, '4.6003e-2057091910374875')
    """
    bits = ctx.prec
    size = (integrand.longest + integrand.d).bit_length()
    with ctx.workprec(bits + 2 * size + GUARD_BITS):
        return _Circle(integrand, bits).chance()


class _Circle:
    """The circle through the saddle, in balls of the current working precision."""

    def __init__(self, integrand: Integrand, bits: int) -> None:
        P, self.N, self.M, self.d, parts = integrand
        self.P = arb_poly(P)
        self.w = [arb(P[k]) for k in range(3)]
        self.degree = P.degree()
        self.R = self._saddle(2 * self.d - 3)
        self.PR = self.P(self.R)
        self.variance = self._variance()
        self.wins = bool(self.R >= 1)
        one, *others = parts
        self.parts = [Enclosed(part) for part in (one._replace(around=self.wins), *others)]
        # a sum of N terms may be larger than its integral by the square root of the variance
        self.bits = bits + (int(_whole(self.variance)) + 1).bit_length() // 2 + 12
        # on a small circle the parts, of which all begin with x^2, are as small as R^2
        scale = lower(self.R**2) if self.R < 1 else arb(1)
        self.negligible = scale * arb(2) ** -self.bits

    def chance(self) -> EnclosedChance:
        """Return the integral: the mean over the nodes, the poles, and the three errors."""
        m, inner, outer, aliasing = self._nodes()
        kept, left_out = self._kept(m)
        scale = (self.N * self.PR.log() - self.d * self.R.log()).exp()
        error = arb(0, upper((aliasing + left_out) * scale))
        value = self._mean(m, kept) * scale + error + self._residues(m, inner, outer)
        return EnclosedChance(value if self.wins else -value, self.wins)

    # --- the choice of the circles and of the number of nodes

    def _saddle(self, twice: int) -> arb:
        """Return a number near the x > 0 with x P'(x)/P(x) = twice / (2 M): any R > 0 would do.

        For 0 < twice < 2 K M it is a positive root of w_2 (2-k) x^2 + w_1 (1-k) x - w_0 k.
        """
        k = arb(fmpq(twice, 2 * self.M))
        w0, w1, w2 = self.w
        b = w1 * (1 - k)
        root = (b * b + 4 * w2 * w0 * (2 - k) * k).sqrt()
        falling = twice > 2 * self.M  # k > 1
        x = (root - b) / (2 * w2 * (2 - k)) if falling else 2 * k * w0 / (b + root)
        if not x > 0:
            raise UndecidedError
        return x.mid()

    def _variance(self) -> arb:
        """Return the variance of the defender's losses in rounds tilted by R; at least 2^-10."""
        tilted = [w * self.R**k / self.PR for k, w in enumerate(self.w)]
        mean = tilted[1] + 2 * tilted[2]
        variance = self.M * (tilted[1] + 4 * tilted[2] - mean**2)
        return arb.max(variance.mid(), arb(2) ** -10)

    def _nodes(self) -> tuple[int, arb, arb, arb]:
        """Return an even m, R₋ and R₊ for which aliasing is negligible, and the bound of it."""
        m = 2 * (int(_whole((2 * self._nats() * self.variance).sqrt())) // 2 + 2)
        for _ in range(MOST_STEPS):
            outer, above = self._radius(m, 1)
            inner, below = self._radius(m, -1)
            aliasing = above + below
            if not aliasing < self.negligible:
                m = 2 * (m * 53 // 100 + 1)
            elif self._is_on_a_pole(m):
                m += 2
            else:
                return m, inner, outer, aliasing
        raise UndecidedError

    def _nats(self) -> arb:
        """Return the number of powers of e that are negligible."""
        return self.bits * arb(2).log()

    def _radius(self, m: int, side: int) -> tuple[arb, arb]:
        """Return R₊ (side 1) or R₋ (side -1), and the bound of the aliasing there.

        It is best near the saddle for an index that is larger, or smaller, by m.
        """
        index = 2 * self.d - 3 + 2 * m * side
        if 0 < index < 2 * self.degree * self.M:
            best = self._saddle(index) / self.R
        else:
            best = arb(2) ** (side * (self.bits + 8))
        for p, q in NUDGES:
            ratio = (best if p == q else best ** (arb(p) / q)).mid()
            radius = (self.R * ratio).mid()
            if not (radius > self.R if side > 0 else 0 < radius < self.R):
                continue
            gap = arb.min(abs(radius - self.R), radius).mid() / 256
            if all(lower(pole.modulus - radius) > gap for _, pole in self._poles()):
                aliasing = self._aliasing(radius, m, side)
                if aliasing.is_finite():
                    return radius, aliasing
        raise UndecidedError

    def _poles(self) -> Iterator[tuple[Enclosed, Pole]]:
        return ((part, pole) for part in self.parts for pole in part.poles)

    def _is_on_a_pole(self, m: int) -> bool:
        """Return whether a pole close to the circle may be close to a node as well."""
        return any(
            not abs(pole.modulus - self.R) > self.R / m
            and not self._to_nearest_node(pole.angle, m) > arb(1) / 50
            for _, pole in self._poles()
        )

    def _to_nearest_node(self, angle: arb, m: int) -> arb:
        """Return the distance of an angle from the nearest of the angles (2j + 1) π/m, in 2π/m.

        A lower bound: 0 if the ball leaves it open between which two nodes the angle lies.
        """
        steps = m * angle / (2 * arb.pi()) - arb(1) / 2
        below = steps.floor().unique_fmpz()
        return arb(0) if below is None else arb.min(steps - below, below + 1 - steps)

    # --- the bounds, in units of |P(R)^N R^-d|

    def _aliasing(self, radius: arb, m: int, side: int) -> arb:
        """Return the bound of the integral of F k, or F (k - 1), on another circle."""
        ratio = radius / self.R
        growth = self.N * (self.P(radius) / self.PR).log() - self.d * ratio.log()
        damping = (ratio if side > 0 else 1 / ratio) ** fmpz(m) - 1
        if not damping > 0:
            return arb("inf")
        parts = self._bound_of_parts(radius, lambda pole: [lower(pole.modulus - radius)] * 2)
        return upper(parts * growth.exp()) / lower(damping)

    def _kept(self, m: int) -> tuple[int, arb]:
        """Return the number of nodes kept, from the positive axis on, and a bound of the others."""
        half = m // 2
        guess = (2 * self._nats() / self.variance).sqrt() * m / (2 * arb.pi())
        kept = min(half, int(_whole(guess)) + 2)
        while True:
            # two arcs, because the bound of |P| is much too large on the far one
            ends = (kept, min(2 * kept, half), half)
            left_out = upper(self._arc(*ends[:2], m) + self._arc(*ends[1:], m))
            if left_out < self.negligible or kept == half:
                return kept, left_out
            kept = min(half, kept + kept // 20 + 1)

    def _arc(self, first: int, end: int, m: int) -> arb:
        """Return a bound of what nodes first <= j < end, and mirror images, add to the mean."""
        if first == end:
            return arb(0)
        low, high = (2 * first + 1) * arb.pi() / m, (2 * end - 1) * arb.pi() / m

        def distances(pole: Pole) -> list[arb]:
            return [
                self._distance(pole.modulus, angle, low, high, m)
                for angle in (pole.angle, -pole.angle)
            ]

        decay = self._decay(low)
        return 2 * arb(end - first) / m * self._bound_of_parts(self.R, distances) * decay

    def _distance(self, modulus: arb, angle: arb, low: arb, high: arb, m: int) -> arb:
        """Return a lower bound of the distance of a pole from nodes at angles from low to high.

        It is at least the distance from the circle, and from the ray through the nearest node.
        """
        full = 2 * arb.pi()
        if angle < low:
            apart = arb.min(low - angle, full + angle - high)
        elif angle > high:
            apart = angle - high
        else:
            apart = self._to_nearest_node(angle, m) * full / m
        if apart > full / 4:
            ray = modulus
        else:
            ray = modulus * apart.sin() if 0 < apart < full / 4 else arb(0)
        return arb.max(lower(modulus - self.R), lower(ray))

    def _decay(self, angle: arb) -> arb:
        """Return a bound of |P(R e^(it)) / P(R)|^N for all t from an angle on to π.

        f(u) = u (b_1 + 2 b_2 (2 - u)), because 1 - cos(2t) = 2 u (2 - u).
        """
        w0, w1, w2 = self.w
        b1 = 2 * w1 * self.R * (w0 + w2 * self.R**2) / self.PR**2
        b2 = 2 * w0 * w2 * self.R**2 / self.PR**2
        u = 2 * (angle / 2).sin() ** 2
        f = arb.min(u * (b1 + 2 * b2 * (2 - u)), 2 * b1)
        rest = upper(1 - f)
        return upper(rest ** (arb(self.N) / 2)) if 0 < rest < 1 else arb(1)

    def _bound_of_parts(self, radius: arb, distances: Callable[[Pole], Sequence[arb]]) -> arb:
        """Return a bound of |Σ parts| on |x| = radius, by the distances of poles from it."""
        return sum(
            (
                part.bound(radius, (x for p in part.poles for x in distances(p)[: p.copies]))
                for part in self.parts
            ),
            arb(0),
        )

    # --- the value

    def _mean(self, m: int, kept: int) -> arb:
        """Return the mean of F over the nodes, those left out taken as 0, over P(R)^N R^-d."""
        N, d, step = fmpz(self.N), fmpz(self.d), arb.pi() / m
        total = arb(0)
        for j in range(kept):
            angle = (2 * j + 1) * step
            sine, cosine = angle.sin_cos()
            x = acb(self.R * cosine, self.R * sine)
            power = ((self.P(x) / self.PR).log() * N - acb(0, d * angle)).exp()
            total += (power * sum((part.at(x) for part in self.parts), acb(0))).real
        return total * 2 / m

    def _residues(self, m: int, inner: arb, outer: arb) -> arb:
        """Return the sum over all poles of k, or k - 1, times the residue of F/x."""
        total = arb(0)
        for part, pole in self._poles():
            weight = self._weight(pole, m, inner, outer, part.around)
            if weight != 0:
                x = pole.place
                power = (self.P(x).log() * fmpz(self.N) - x.log() * fmpz(self.d)).exp()
                total += pole.copies * (weight * part.residue(x) * power).real
        return total

    def _weight(self, pole: Pole, m: int, inner: arb, outer: arb, around: bool) -> acb:
        """Return k at a pole inside the circle of its part, and k - 1 at any other."""
        if pole.modulus > outer:
            return acb(1 if around else 0)
        if pole.modulus < inner:
            return acb(0 if around else -1)
        if not inner < pole.modulus < outer:
            raise UndecidedError
        power = ((self.R.log() - pole.place.log()) * m).exp()
        return 1 / (1 + power) if around else -power / (1 + power)


def _whole(value: arb) -> fmpz:
    """Return a whole number near a ball's middle."""
    whole = value.mid().floor().unique_fmpz()
    if whole is None:
        raise UndecidedError
    return whole
