"""The choice of circle, spans and nodes.  It decides how long digits take, never what they are.

*Saddles.*  At z = e^y the diagonals grow by the factor u = e^k for each unit, where k(y) solves
Σ p_ij e^(jy - (i+j)k) = 1.  With these terms as chances a round is *tilted*: of the units that
fall, the share f = dk/dy is the defender's.  On diagonal S, the terms of I_S(z) are then a bell
curve about the index f S, of the variance f' S, f' = df/dy.  The *saddle* of an index is the y at
which it is in the middle.

*Battles along the boundary.*  Along a row each unit costs the factor rho, 1/rho being the root of E
nearest to 0; for columns, u/z stands for u, and 1 - f for f.  Where u < rho at the saddle of d, the
battle ends along the row, and the circle takes a span of it: riskexact/engine/proofs.md, Along a
line.
"""

from typing import cast

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.engine.balls import UndecidedError, floor, total, upper
from riskexact.engine.boundary import BoundaryLines
from riskexact.engine.circle import CORNER, Diagonal, Part, Span
from riskexact.engine.library import acb, arb, ctx, fmpq, fmpz
from riskexact.rules.dice import base_of

MAX_NODES = 100_000
"""Nodes of one circle: some ten seconds for few digits."""

STEPS = 100
"""Steps of an iteration that needs some ten."""

ERROR_BITS = 7
"""Bits by which each error that is bounded is less than the last bit."""


class Tilt(NamedTuple):
    """A tilted round: y, k, f and f', in exact numbers near them."""

    y: arb
    k: arb
    f: arb
    slope: arb

    @property
    def radius(self) -> arb:
        """The exact radius of a circle, near e^y."""
        return self.y.exp().mid()

    def growth(self, side: int) -> arb:
        """Return log u for rows, log (u/z) for columns."""
        return self.k - self.y if side else self.k

    def share(self, side: int) -> arb:
        """Return f for rows, 1 - f for columns."""
        return 1 - self.f if side else self.f


class Tilts:
    """All tilts of a round."""

    def __init__(self, boundary: BoundaryLines, farthest: arb) -> None:
        """Take the largest |y| that is of use."""
        self._round = [(i + j, j, arb(p).log()) for (i, j), p in boundary.round.items()]
        shares = [fmpq(j, i + j) for i, j in boundary.round]
        self.least, self.most = min(shares), max(shares)
        self._farthest, self._enough = farthest, arb(2) ** -(ctx.prec // 2)

    def at(self, y: arb) -> Tilt:
        """Return the round tilted by y, with k by Newton's method."""
        y, k = y.mid(), arb(0)
        for _ in range(STEPS):
            chances = [((p + j * y - s * k).exp().mid(), s, j) for s, j, p in self._round]
            mass = total(p for p, _, _ in chances)
            units = total(p * s for p, s, _ in chances) / mass
            step = (mass.log() / units).mid()
            k = (k + step).mid()
            if abs(step) < self._enough:
                break
        f = (total(p * j for p, _, j in chances) / mass / units).mid()
        slope = total(p * (j - f * s) ** 2 for p, s, j in chances) / mass / units
        return Tilt(y, k, f, slope.mid())

    def saddle(self, share: fmpq) -> Tilt:
        """Return the tilt with this f, or the farthest one.

        By Newton's method for log (f - least) - log (most - f), which is about linear in y.
        """
        if not self.least < share < self.most:
            return self.at(self._farthest if share >= self.most else -self._farthest)
        goal, tilt = arb((share - self.least) / (self.most - share)).log(), self.at(arb(0))
        for _ in range(STEPS):
            low, high = tilt.f - self.least, self.most - tilt.f
            step = (goal - (low / high).log()) / (tilt.slope * (1 / low + 1 / high))
            if not step.is_finite() or abs(step) < self._enough:
                break
            tilt = self.at(tilt.y + step)
        return tilt

    def crossing(self, side: int, growth: arb, tilt: Tilt) -> Tilt:
        """Return the tilt with this growth, by Newton's method from one with less: it is convex."""
        for _ in range(STEPS):
            step = (growth - tilt.growth(side)) / tilt.share(side) * (-1 if side else 1)
            tilt = self.at(tilt.y + step)
            if abs(step) < self._enough:
                break
        return tilt


class Coefficient:
    """W(a, d), a state of the interior, as one coefficient, to about this many bits.

    `_reach` is the number of sigma from the middle of a bell curve to where it is negligible.
    """

    def __init__(self, a: int, d: int, boundary: BoundaryLines, bits: int) -> None:
        """Find the saddle of d, and log rho of both sides."""
        self._diagonal, self._boundary, self._bits = Diagonal(a, d, boundary), boundary, bits
        self._length, self._T = a + d - boundary.s0, self._diagonal.T
        nats = bits * arb(2).log() + arb(self._length).log() + 8
        self._reach = (2 * nats).sqrt().mid()
        self._tilts = Tilts(boundary, (2 * nats).mid())
        self._saddle_of_d = self._saddle(d, 0, 0)
        self._decay = [self._slowest_decay(side) for side in (0, 1)]

    def enclosed(self) -> arb:
        """Return a ball around the coefficient.

        Raises `UndecidedError` if the balls are too wide, and `RiskError` for too many nodes.
        """
        if self._is_zero():
            return arb(0)
        for _ in range(STEPS):
            tilt, sigma, spans = self._circle()
            part, R = Part(self._diagonal, spans), tilt.radius
            largest = (part.bound(R) / (self._reach * sigma)).mid()
            negligible = largest * arb(2) ** -(self._bits + ERROR_BITS)
            if not negligible.is_finite():
                raise UndecidedError
            rest = self._rest(spans)
            if rest <= negligible:
                break
            self._reach = (self._reach * 5 / 4).mid()
        if negligible == 0:
            return arb(0, rest)
        width = self._reach * sigma
        for side, t0, t1 in spans:
            if t1 - t0 < self._T:
                indices = (t1 - t0) * self._diagonal.step * tilt.share(side)
                width = arb.max(width, indices if t0 > 0 else 2 * indices)
        unit = 2 * part.peaks
        m = unit * (floor(width.mid()) // unit + 1)
        while not (aliasing := part.aliasing(R, m, self._radii(spans, m, -m))) < negligible:
            m += unit * (m // unit // 16 + 1)
        kept = floor((self._reach * m / (2 * arb.pi() * sigma)).mid()) + 1
        while not (left_out := part.left_out(R, m, kept)) < negligible:
            kept += kept // 16 + 1
        if kept > MAX_NODES:
            raise RiskError(
                f"attackers and defenders must be fewer for this many certain digits under these "
                f"rules ({self._boundary.rules.description}): they would take hours"
            )
        return part.mean(R, m, part.nodes(m, kept)) + arb(0, upper(aliasing + left_out + rest))

    def _circle(self) -> tuple[Tilt, arb, list[Span]]:
        """Return a tilt, sigma and the spans that are not negligible."""
        tilt = self._saddle_of_d
        side = next((side for side in (0, 1) if self._steepness(side, tilt) < 0), None)
        if side is None:
            sigma = (tilt.slope * self._length + 1).sqrt().mid()
            spans = [CORNER, *(self._beginning(side, tilt, sigma) for side in (0, 1))]
            for near in (0, 1):
                if 8 * sigma * self._steepness(near, tilt) < 1:
                    tilt = self._beside(near, tilt, sigma)
            return tilt, sigma, spans
        tilt = self._tilts.crossing(side, self._decay[side], tilt)
        units = self._above(side, self._diagonal.d) / tilt.share(side)
        sigma = (tilt.slope * units + 1).sqrt().mid()
        middle, half = self._length - units, self._reach * sigma / tilt.share(side)
        spans = [Span(side, self._place(middle - half), self._place(middle + half))]
        if spans[0].t0 == 0:
            spans += [CORNER, self._beginning(1 - side, tilt, sigma)]
        return self._beside(side, tilt, sigma), sigma, spans

    def _beginning(self, side: int, tilt: Tilt, sigma: arb) -> Span:
        """Return the part of the lines near the corner that counts at a tilt with u > rho.

        An index x sigma away from the middle has the factor e^(-x²/2), and e^(-x steep) from being
        on the line so far from the corner.
        """
        steep = sigma * self._steepness(side, tilt)
        if not steep < self._reach:
            return Span(side, 0, self._T)
        x = (steep**2 + self._reach**2).sqrt() - steep
        return Span(side, 0, self._place(x * sigma / tilt.share(side) + self._diagonal.step))

    def _beside(self, side: int, tilt: Tilt, sigma: arb) -> Tilt:
        """Return a tilt nearby, beside the root of E, on the side on which the lines fall off."""
        return self._tilts.at(tilt.y + (-1 if side else 1) / (8 * sigma))

    def _steepness(self, side: int, tilt: Tilt) -> arb:
        """Return log (u / rho), for each index that the line is away from the corner."""
        return (tilt.growth(side) - self._decay[side]) / tilt.share(side)

    def _slowest_decay(self, side: int) -> arb:
        """Return log rho of one side; -inf where its lines end."""
        lines = [line for line in self._boundary.sides[side].values() if line.exits]
        roots = [
            abs(root).mid()
            for line in lines
            for root, _ in cast("list[tuple[acb, int]]", line.E.complex_roots())
        ]
        return (-min(roots).log() / self._diagonal.step).mid() if roots else arb("-inf")

    def _rest(self, spans: list[Span]) -> arb:
        """Return a bound of all terms that are in no span."""
        radii = self._radii(spans, 0)
        rest = [] if CORNER in spans else [CORNER]
        for side in (0, 1):
            taken = [t for span in spans if span.side == side for t in span[1:]]
            ends = [0, *taken, self._T]
            rest += [Span(side, *pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
        parts = [
            Part(self._diagonal, [span]) for span in rest if span == CORNER or span.t0 < span.t1
        ]
        return upper(total(min(part.bound(r) for r in radii) for part in parts))

    def _radii(self, spans: list[Span], *offsets: int) -> list[arb]:
        """Return the radii of the saddles of indices, at the ends of spans within the lines."""
        inside = {(each.side, t) for each in spans for t in each[1:] if 0 < t < self._T}
        ends = [(0, 0), *sorted(inside)]
        return [self._saddle(self._diagonal.d + n, *end).radius for n in offsets for end in ends]

    def _is_zero(self) -> bool:
        """Return whether d is beyond all indices of the diagonal.

        W(a, d) is a whole multiple of base^-(a + d), and I_S(r) r^-d, which it never exceeds, is as
        small as one likes for an enormous r, or 1 / r, if it is 0.
        """
        share = self._above(0, self._diagonal.d) / self._length
        if self._tilts.least < share < self._tilts.most:
            return False
        whole = Part(self._diagonal, [CORNER, Span(0, 0, self._T), Span(1, 0, self._T)])
        least = arb(base_of(self._boundary.rules)) ** fmpz(-self._diagonal.S)
        return whole.bound(least**2 if share <= self._tilts.least else 1 / least**2) < least

    def _above(self, side: int, index: int) -> fmpq:
        """Return how far an index is from the rows, or from the columns: half an index at least."""
        if side:
            return fmpq(2 * (self._diagonal.S - index - self._boundary.A) + 1, 2)
        return fmpq(2 * (index - self._boundary.D) + 1, 2)

    def _saddle(self, index: int, side: int, t: int) -> Tilt:
        """Return the saddle of an index on the diagonal that is reached from place t of a line."""
        length = self._length - t * self._diagonal.step
        share = self._above(side, index) / length if length > 0 else fmpq(1)
        return self._tilts.saddle(1 - share if side else share)

    def _place(self, units: arb) -> int:
        """Return the place on a line this many units from its beginning."""
        return min(max(floor((units / self._diagonal.step).mid()), 0), self._T)
