"""The finite checks that the proofs of the note name, in whole fractions; letters as there."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate

from proofs.note.battles import (
    MOST,
    Row,
    beaten,
    bulk,
    chances,
    left_behind,
    line,
    point,
    product,
    ray,
)
from proofs.theorem import ProofError
from riskexact.base.frozen import NamedTuple
from riskexact.engine.linear import never_negative

p, q = chances(3, 2), chances(2, 2)
ell, w = chances(3, 1)
s, v, t = (chances(*dice)[1] for dice in ((1, 2), (2, 1), (1, 1)))

ROOTS = {
    r"\ell^2": ell**2, "s^2": s**2, "q_2": q[2], "p_0": p[0], "p_2": p[2], "1": Fraction(1)
}  # fmt: skip
"""The roots of lines, ascending."""

DEFENDERS = 18
"""The most on one territory."""

RATIOS = {1: ("1.025", "0.64"), 2: ("1.71", "0.55"), 4: ("2.944", "0.542")}
"""A and B for the coefficients of G_2^τ, by τ."""

POWERS = {3: (2, 0, 1), 4: (4, 18, 21)}
"""By M: τ, and the first and the last power of G_2 from which all larger ones follow."""


class Line(NamedTuple):
    """A line of numbers, never negative from the place `first` on.

    - `says`: which, in LaTeX; `case`: its ray, 0 where there is but one;
    - `roots`: how often each of `ROOTS` is one, in steps of two;
    - `numbers`: those of the places 0, 1, ….
    """

    says: str
    first: int
    roots: Mapping[str, int]
    numbers: Sequence[Fraction]
    case: int = 0

    def decided(self) -> int:
        """Return the place at which the criterion holds; raise `ProofError` if none is found."""
        factors = [value for name, value in ROOTS.items() for _ in range(self.roots.get(name, 0))]
        reach = 2 * len(factors) + 1
        for place in range(self.first, len(self.numbers) - reach):
            if self.numbers[place] < 0:
                break
            starts = (self.numbers[n : n + reach : 2] for n in (place, place + 1))
            with suppress(ArithmeticError):  # it may obey its roots a place later
                if all(never_negative(start, factors) for start in starts):
                    return place
        raise ProofError(f"the note: {self.says} is not shown")


def lines() -> list[Line]:
    """Return all lines of the proofs on dice and on a line of territories."""
    rays = [each for c in (1, 2, 3) for each in two_or_fewer(c)]
    return [*most_dice(), together(), *sources(), *rays, *two_on_each(), *ratios()]


def along_a(d: int, battles: int = 1) -> dict[str, int]:
    """Return the roots of a ray after so many battles with d defenders in all."""
    return {r"\ell^2": battles, "p_0": d - battles, "1": 1}


def along_d(a: int) -> dict[str, int]:
    """Return the roots of a line along the defenders, with a attackers."""
    return {"s^2": 1, "q_2": int(a > 1), "p_2": max(a - 2, 0)}


def most_dice() -> Iterator[Line]:
    """Yield what one die loses against the most, on the lines to which all comes down."""
    Q, sides = beaten(DEFENDERS, ray(1)), range(DEFENDERS)
    for name, hit, sign in (("G", s, 1), ("H", w, -1), ("H'", v, -1)):
        lost = [[Fraction(0)] * DEFENDERS]
        for d in sides[1:]:
            one_die = [hit * Q[d - 1][a] + (1 - hit) * Q[d][a - 1] for a in sides]
            lost.append([sign * (Q[d][a] - one_die[a]) for a in sides])
        if name != "H'":
            for d in (1, 2):
                yield Line(f"{name}(a,{d})", 2, along_a(d), lost[d])
            yield Line(f"{name}(3,d)", 1, along_d(3), at(lost, 3))
        yield Line(f"{name}(2,d)", 1, along_d(2), at(lost, 2))


def together() -> Line:
    """Return what two defenders together cost more than one and one, in partial sums."""
    one = bulk(1, MOST)
    sums = list(accumulate(minus(product(one, one), bulk(2, MOST))))
    return Line(r"\sum_{e\le x}[z^e](G_1^2-G_2)", 0, along_a(3, 2), sums)


def kernel(garrisons: Sequence[int]) -> list[Row]:
    """Return K(., x) for x = 0, …, 4, where K is T_g or T_g L T_h."""
    return [line(garrisons, point(x)) for x in range(5)]


def source(K: Sequence[Row]) -> Row:
    """Return R_K(a) by a."""
    return [
        p[2] * K[2][a]
        - s * q[1] * K[3][a]
        + s * p[1] * K[2][a - 1]
        - s * s * (K[2][a] + p[0] * (K[4][a] - K[2][a - 2]))
        for a in range(len(K[0]))
    ]


def sources() -> Iterator[Line]:
    """Yield what the recursions of two pairs of garrisons lack, and their differences."""
    yield Line("R_2(a)", 3, {r"\ell^2": 1, "p_0": 1}, source(kernel([2])))
    for first, fewer, more in ((6, [1], [2]), (8, [1, 2], [2, 2])):
        one, two, roots = kernel(fewer), kernel(more), {r"\ell^2": len(more), "p_0": len(more)}
        i, j = ("".join(map(str, each)) for each in (more, fewer))
        yield Line(f"T_{{{i}}}(a,3)-T_{{{j}}}(a,3)", first, roots, minus(two[3], one[3]))
        lacking = minus(source(two), [s * each for each in source(one)])
        yield Line(f"R_{{{i}}}(a)-s\\,R_{{{j}}}(a)", first, roots, lacking)


def minus(f: Row, g: Row) -> Row:
    """Return the difference of two functions."""
    return [x - y for x, y in zip(f, g, strict=True)]


def at(functions: Sequence[Row], a: int) -> Row:
    """Return the values of successive functions at a."""
    return [each[a] for each in functions]


def exchanged(i: int, by: int, behind: Sequence[Row]) -> list[Row]:
    """Return T_i L f_j - T_(i-by) L f_(j+by) for f_0, f_1, …, and 0 where there is none."""
    before, after = ([beaten(n, left_behind(f))[n] for f in behind] for n in (i, i - by))
    nothing: Row = [Fraction(0)] * len(behind[0])
    last = range(len(behind))
    return [minus(before[j], after[j + by]) if j + by in last else nothing for j in last]


def two_or_fewer(c: int) -> Iterator[Line]:
    """Yield the lines by which a garrison of three or more is cut to two, for the ray c."""
    behind = beaten(DEFENDERS, ray(c))
    E, D = exchanged(1, -1, behind), exchanged(3, 1, behind)
    for j in (1, 2):
        yield Line(f"D_{j}(a)", 2, along_a(j + 3, 2), D[j], c)
    for a in (2, 3):
        yield Line(f"D_j({a})", 1, along_d(a - 1), at(D[:-1], a), c)
    for j in (3, 4):
        yield Line(f"E_{j}(a)", 4, along_a(j + 1, 2), E[j], c)
    for a in (4, 5):
        yield Line(f"E_j({a})", 3, along_d(a - 1), at(E, a), c)
    if c > 1:
        yield Line("-E_2(a)", 2, along_a(3, 2), negative(E[2]), c)
    if c > 2:
        yield Line("E_2(a)", 2, along_a(3, 2), E[2], c)


def negative(f: Row) -> Row:
    """Return -f."""
    return [-x for x in f]


def ones_and_twos() -> list[Row]:
    """Return X_M by M."""
    return exchanged(1, -1, [beaten(2, left_behind(f))[2] for f in beaten(DEFENDERS, ray(1))])


def two_on_each() -> Iterator[Line]:
    """Yield the lines by which a one becomes a two."""
    X, E = ones_and_twos(), exchanged(1, -1, beaten(DEFENDERS, ray(1)))
    for M in (3, 4):
        yield Line(f"X_{M}(a)", 6, along_a(M + 3, 3), X[M])
    for a in (6, 7):
        yield Line(f"X_M({a})", 3, along_d(a - 2), at(X, a))
    for a in (3, 4):
        yield Line(f"-X_M({a})", 3, along_d(a - 2), negative(at(X, a)))
    yield Line("X_M(5)", 5, along_d(3), at(X, 5))
    yield Line(r"\sum_{x\le7}X_M(x)\,m_1^{-x}", 5, along_d(5), [weighted(f, 7, m(1)) for f in X])
    for a in (2, 3):
        yield Line(f"-E_M({a})", 4, along_d(a - 1), negative(at(E, a)))
    sums = [weighted(f, 5, 2 * ell) for f in E]
    yield Line(r"\sum_{x\le5}E_M(x)\,(2\ell)^{-x}", 4, along_d(4), sums)


def weighted(f: Row, most: int, ratio: Fraction) -> Fraction:
    """Return the sum of f(x) / ratio^x up to x = most."""
    return sum((f[x] / ratio**x for x in range(most + 1)), Fraction(0))


def m(power: int) -> Fraction:
    """Return m = A / τ + B."""
    A, B = map(Fraction, RATIOS[power])
    return A / power + B


def ratios() -> Iterator[Line]:
    """Yield the conditions of the ratio lemma."""
    for power, (A, B) in RATIOS.items():
        h: Row = point(0)
        for _ in range(power):
            h = product(h, bulk(2, len(h)))
        numbers = [
            (Fraction(A) + Fraction(B) * x) * h[x] - (x + 1) * h[x + 1] for x in range(len(h) - 1)
        ]
        roots = {r"\ell^2": power + 1, "p_0": power + 1}
        yield Line(f"(A_{power}+B_{power}x)h_x-(x+1)h_{{x+1}}", 0, roots, numbers)


def powers(M: int) -> int:
    """Check V_r = G_2^r X_M; return how many numbers were compared with 0.

    Up to the last r, V_r is not negative from r + 6 on, nor G_1 V_r from r + 7 on.  From the first
    r on V_r changes its sign once, and its sum up to r + 7, by powers of 1 / m, is not negative.
    """
    power, first, last = POWERS[M]
    V, compared = ones_and_twos()[M], []
    for r in range(last + 1):
        low = V[: r + 8]
        if r >= first:
            change = next(x for x, value in enumerate(low) if value > 0)
            compared += [*negative(low[:change]), *low[change:], weighted(low, r + 7, m(power))]
        compared += [low[r + 6], low[r + 7], product(low, bulk(1, r + 8))[r + 7]]
        V = product(V, bulk(2, len(V)))
    if min(compared) < 0:
        raise ProofError(f"the note: the powers of G_2 with X_{M} are not shown")
    return len(compared)
