"""The lines of the boundary as generating functions: exact, and far along in balls.

The interior begins with A attackers and D defenders, who throw full dice; such a round costs at
most K units.  W(a, d) is the chance to win, or that to lose.  Beside the interior lie D rows
(d < D) and A columns (a < A).  From the diagonal a + d = s0 = A + D - 1 on, rows throw full attack
dice, columns full defence dice, and they have no state in common.  The few states before that from
which the interior is a round away are the *corner*.

In the row of δ defenders let b_j = W(s0 - δ + j, δ).  If q_i is the chance that a round costs i
attackers and nobody else,

    b_j = Σ_i q_i b_{j-i} + values of lower rows,

so that Σ_j b_j x^j = N(x) / E(x) with E = Π (1 - Σ_i q_i x^i) over the rows up to this one, where
the row δ = 0, of one constant, has the factor 1 - x.  As deg N < deg E + K (δ + 1), that many terms
fix N (riskexact/engine/proofs.md, Lines).

If every round of full dice costs K units, only every K-th diagonal counts, and of each line the
section b_r, b_{r+K}, …  A round on the line costs a fixed k units too.  With l = lcm(k, K),

    1 / (1 - q x^k) = (1 + q x^k + … + (q x^k)^(l/k - 1)) / (1 - q^(l/k) x^l),

so that in x^K the section has E = Π (1 - q^(l/k) x^(l/K)) and, degrees counted as before,
deg N < deg E + δ + 1.  Columns are rows with the sides exchanged.
"""

from functools import lru_cache
from math import lcm

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.engine.balls import UndecidedError
from riskexact.engine.library import arb, arb_poly, ctx, fmpq, fmpq_poly
from riskexact.odds.weights import backward
from riskexact.rules import Rules
from riskexact.rules.dice import Losses, base_of, round_with_loss

MAX_LINES = 100
"""Rows and columns together."""

MAX_PRECISION_STEPS = 14
"""A recurrence of n steps is followed with at most 2^14 bits for each bit of n."""


class BoundaryLine(NamedTuple):
    """A row or a column, whose section is N / E in lowest terms, with E(0) = 1.

    `terms` are its first terms.  `exits[s]` is Σ p w^m over the rounds of chance p by which s units
    fall and an interior state with m units across the line comes here.
    """

    exits: dict[int, fmpq_poly]
    N: fmpq_poly
    E: fmpq_poly
    terms: list[fmpq]

    def later(self, n: int) -> arb_poly:
        """Return the numerator, over E, of the generating function of the terms from the n-th on.

        From the term k = deg N - deg E + 1 on, the recurrence with the characteristic polynomial of
        E alone holds, so that x^(n-k) modulo that polynomial has the coefficients with which terms
        combine to those n - k later.  Close or multiple roots lose bits at every step: precision is
        added until the result is narrow.  Raises `UndecidedError` if that does not help.
        """
        e = self.E.degree()
        k = max(0, self.N.degree() + 1 - e)
        if n <= k or e == 0:
            rest = self.N - self.E * fmpq_poly(self.terms[:n])
            return arb_poly(fmpq_poly(rest.coeffs()[n:]))
        bits, characteristic = ctx.prec, fmpq_poly(self.E.coeffs()[::-1])
        for step in range(3, MAX_PRECISION_STEPS):
            with ctx.workprec(bits + (n.bit_length() << step)):
                power, x = arb_poly([1]), arb_poly([0, 1])
                modulus = arb_poly(characteristic / characteristic[e])
                for bit in bin(n - k)[2:]:
                    power = power * power * (x if bit == "1" else 1) % modulus
                values = [
                    sum((c * self.terms[k + i + j] for i, c in enumerate(power.coeffs())), arb(0))
                    for j in range(e)
                ]
                size = max(abs(value.mid()) for value in values)
                if max(value.rad() for value in values) < size * arb(2) ** -bits:
                    return arb_poly((arb_poly(self.E) * arb_poly(values)).coeffs()[:e])
        raise UndecidedError


class BoundaryLines:
    """The boundary of a rule set, for the chance to win or to lose, on every `step`-th diagonal.

    - `round`: the chances of a round of full dice in which a unit falls;
    - `step`: K where all of these cost K units, else 1;
    - `sides`: the rows by d, and the columns by a, without lines of zeros;
    - `corner`: (W p, units, defenders) of each round from the interior into the corner, with the
      units and the defenders before it.
    """

    def __init__(self, rules: Rules, wins: bool, diagonal: int) -> None:
        """Compute what is exact; of `diagonal` only the remainder by `step` matters."""
        self.rules, self.wins, self.diagonal = rules, wins, diagonal
        self.A, self.D = rules.units_for_max_dice
        if self.A + self.D > MAX_LINES:
            raise RiskError(
                f"units for full dice must be at most {MAX_LINES} of both sides together for "
                f"certain digits, not {self.A} and {self.D}"
            )
        self.s0 = self.A + self.D - 1
        self.round = self._round(self.A, self.D)
        self.K = max(map(sum, self.round))
        self.step = rules.losses_per_round or 1
        self._base = base_of(rules)
        self._first = (diagonal - self.s0) % self.step
        self.sides = self._lines(0), self._lines(1)
        corner = [(x, s - x) for s in range(1, self.s0) for x in range(s + 1)]
        self.corner = [
            (p * value, a + i + d + j, d + j)
            for a, d in corner
            if (value := self._exact(a, d)) != 0
            for (i, j), p in self.round.items()
            if a + i >= self.A and d + j >= self.D
            if (diagonal - a - i - d - j) % self.step == 0
        ]

    def value(self, a: int, d: int) -> arb:
        """Return the chance from a state outside the interior, on one of the diagonals."""
        if a + d < self.s0:
            return arb(self._exact(a, d))
        line = self.sides[0].get(d) if d < self.D else self.sides[1].get(a)
        return line.later((a + d - self.s0) // self.step)[0] if line else arb(0)

    def _round(self, a: int, d: int) -> dict[Losses, fmpq]:
        changes, total = round_with_loss(*self.rules.dice(a, d), self.rules)
        return {losses: fmpq(count, total) for losses, count in changes}

    def _sweep(self, attackers: int, defenders: int) -> list[list[int]]:
        """Return W(a, d) base^(a + d) up to these numbers, in rows of a."""

        def worth(a: int, d: int) -> int:
            return self._base ** (a + d) if self.wins == (d == 0) else 0

        return [row for _, row in backward(attackers, defenders, self.rules, self._base, worth)]

    def _exact(self, a: int, d: int) -> fmpq:
        return fmpq(self._sweep(a, d)[a][d], self._base ** (a + d))

    def _lines(self, side: int) -> dict[int, BoundaryLine]:
        """Return the rows (side 0) or the columns (side 1) by the units across them."""
        width = self.A if side else self.D
        factors = [self._factor(across, side) for across in range(width)]
        degrees = [sum(f.degree() for f in factors[: across + 1]) for across in range(width)]
        # of each line, as many terms as fix N
        known = [e - (-self.K * (across + 1) // self.step) for across, e in enumerate(degrees)]
        length = self.s0 + 2 * self.step * known[-1]
        rows = self._sweep(*((self.A - 1, length) if side else (length, self.D - 1)))
        lines, E = {}, fmpq_poly([1])
        for across, factor in enumerate(factors):
            E *= factor
            terms = [
                fmpq(rows[across][x] if side else rows[x][across], self._base ** (x + across))
                for x in range(self.s0 - across + self._first, length, self.step)
            ][: 2 * known[across]]
            N = fmpq_poly((E * fmpq_poly(terms)).coeffs()[: known[across]])
            if N:
                common = N.gcd(E)
                common *= (E // common)[0]
                exits: dict[int, fmpq_poly] = {}
                for losses, p in self.round.items():
                    before = across + losses[1 - side]
                    if before >= width:
                        leaving = fmpq_poly([0] * before + [p])
                        exits[sum(losses)] = exits.get(sum(losses), fmpq_poly()) + leaving
                lines[across] = BoundaryLine(exits, N // common, E // common, terms)
        return lines

    def _factor(self, across: int, side: int) -> fmpq_poly:
        """Return the factor of E that a line adds to those before it."""
        x = fmpq_poly([0, 1])
        if across == 0:
            return 1 - x
        chances = self._round(*((across, self.D) if side else (self.A, across)))
        factor = fmpq_poly([1])
        for losses, q in chances.items():
            if losses[1 - side] == 0:
                k = losses[side]
                whole = lcm(k, self.step)
                factor -= q ** (whole // k) * x ** (whole // self.step)
        return factor


def boundary_of(rules: Rules, wins: bool, diagonal: int) -> BoundaryLines:
    """Return the boundary for a diagonal, which is that for every `step`-th one, and is kept.

    >>> boundary_of(Rules(), True, 10**18) is boundary_of(Rules(), True, 100)
    True
    """
    return _kept(rules, wins, diagonal % (rules.losses_per_round or 1))


_kept = lru_cache(128)(BoundaryLines)
