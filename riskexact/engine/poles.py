"""The chance to win as one coefficient integral with few poles, for 3 v 2 dice.

The formulas of `closed_form.trinomial` and `closed_form.binomial` are sums over n of a weight of
the interior, [x^i] P(x)^n with P(x) = w_0 + … + w_K x^K, and a value on the boundary, a sum of
powers ρ^n.  Each is a coefficient of a geometric sum, on the bottom and on the left boundary

    Σ_{n<L} (ρ P)^n      = (1 - (ρ P)^L) / (1 - ρ P),
    Σ_{n<L} (ρ P/x^K)^n  = (1 - (ρ P/x^K)^L) x^K / (x^K - ρ P).

The 1 contributes nothing to the coefficient, on a circle around all poles in the first case (the
integrand falls off at infinity) and on one within them all in the second (it is analytic there).
The rest has the large power in common.  With S = a + d, and L the numbers of rounds
until the last interior state, M in the lowest row and column and N in the next (M = N = S - 4 for
K = 1; M = ⌊(S-3)/2⌋, N = ⌊(S-4)/2⌋ for K = 2), it is

    Q(a, d) = 1/(2πi) ∮ F(x) dx/x,    F(x) = P(x)^N x^(-d) Σ_parts numerator(x) / denominator(x),

where each part has its own circle: around its poles, or within them (and around 0).  The part
x^2 / (x - 1), by which a battle that is over at d = 0 is won, has the residue 1, so that leaving it
out gives Q - 1: the chance to lose, without any cancellation.

Derived for this project from the closed forms, and tested against them.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from flint import acb, arb, arb_poly, fmpq, fmpq_poly

from riskexact.engine.balls import lower, upper
from riskexact.odds.closed_form.boundary import Boundary, boundary_of
from riskexact.odds.closed_form.geometric import chances, covered
from riskexact.rules import Rules


class Part(NamedTuple):
    """One fraction in F, exact; `around`: whether its circle runs around its poles or within."""

    numerator: fmpq_poly
    denominator: fmpq_poly
    around: bool


class Integrand(NamedTuple):
    """F(x) = P(x)^N x^(-d) Σ parts; `longest` is M, and `parts[0]` the one with the pole at 1."""

    P: fmpq_poly
    N: int
    longest: int
    d: int
    parts: tuple[Part, ...]


def integrand_of(a: int, d: int, rules: Rules) -> Integrand | None:
    """Return F for a >= 3 and d >= 2, or None for rules to which the derivation does not apply.

    It applies to 3 v 2 dice (`closed_form.geometric.covered`) unless a divisor is 0, two powers of
    the boundary coincide, or a denominator has a double root or the root 0.

    >>> from riskexact.rules import STANDARD
    >>> integrand_of(3, 2, STANDARD).parts[0]
    Part(numerator=5501/7776*x^3 + 2275/7776*x^2, denominator=x + (-1), around=True)
    """
    made = _one_pair if covered(rules, 1) else _two_pairs if covered(rules, 2) else None
    if not made or _exact(3, 1, rules)[0] == 0:
        return None
    border = boundary_of(partial(_exact, rules=rules))
    if 0 in (border.s, border.v) or border.s**border.K == border.v:
        return None
    found = made(a + d, d, rules, border)
    return found if all(map(_is_simple, found.parts)) else None


def _is_simple(part: Part) -> bool:
    """Return whether the poles of a part are simple, and none is 0."""
    c, b, a = (part.denominator[k] for k in range(3))
    return c != 0 and (a == 0 or b * b - 4 * a * c != 0)


_x = fmpq_poly([0, 1])


def _one_pair(S: int, d: int, rules: Rules, border: Boundary) -> Integrand:
    """Return F for K = 1.  Below, ρ = 1 / r, 1 / v and 1 / s (see `boundary`)."""
    w0, w1 = _exact(3, 2, rules)
    P = fmpq_poly([w0, w1])
    (slow,) = border.slow
    parts = (
        Part(_x**2, _x - 1, True),
        Part(w1 * border.c * _x**2, 1 - P / border.r, True),
        Part(-w0 * slow * _x**2, _x - P / border.v, False),
        Part(-w0 * border.fast * _x**2, _x - P / border.s, False),
    )
    return Integrand(P, S - 4, S - 4, d, parts)


def _two_pairs(S: int, d: int, rules: Rules, border: Boundary) -> Integrand:
    """Return F for K = 2.  Below, ρ = 1 / r^2, 1 / s^2 and 1 / v (see `boundary`).

    The powers of x or P by which a sum of M terms exceeds one of N are multiplied out.
    """
    w0, w1, w2 = _exact(3, 2, rules)
    r, s, slow = border.r, border.s, border.slow[S % 2]
    P = fmpq_poly([w0, w1, w2])
    M, N = (S - 3) // 2, (S - 4) // 2
    more = P ** (M - N)
    bottom = w1 * r ** (S - 5 - 2 * M) * more + w2 * r ** (S - 5 - 2 * N) * _x
    at_three = w0 * border.p11 * s ** (S - 4 - 2 * M) * more * _x ** (S - 3 - 2 * M)
    at_two = (w0 + w1 * _x) * _x ** (S - 4 - 2 * N)
    parts = (
        Part(_x**2 * (1 + (M - N) * (w1 + w2) * (_x - 1)), _x - 1, True),
        Part(border.c * _x**2 * bottom, 1 - P / r**2, True),
        Part(
            -(_x**2) * (at_three + border.fast * s ** (S - 4 - 2 * N) * at_two),
            _x**2 - P / s**2,
            False,
        ),
        Part(-(_x**2) * slow * at_two, _x**2 - P / border.v, False),
    )
    return Integrand(P, N, M, d, parts)


def _exact(attack_dice: int, defence_dice: int, rules: Rules) -> list[fmpq]:
    return [fmpq(p.numerator, p.denominator) for p in chances(attack_dice, defence_dice, rules)]


class Pole(NamedTuple):
    """A pole in balls; with `copies` 2, it and its mirror image in the real axis."""

    place: acb
    modulus: arb
    angle: arb
    copies: int


class Enclosed:
    """A part in balls, at the working precision of its making: its values, bounds and poles."""

    def __init__(self, part: Part) -> None:
        """Find the poles."""
        self.around = part.around
        self._numerator = arb_poly(part.numerator)
        self._denominator = arb_poly(part.denominator)
        self._slope = self._denominator.derivative()
        self._most = arb_poly([abs(c) for c in part.numerator.coeffs()])
        self._lead = abs(arb(part.denominator.coeffs()[-1]))
        self.poles = list(_poles(part.denominator))

    def at(self, x: acb) -> acb:
        """Return the part's value at x."""
        return self._numerator(x) / self._denominator(x)

    def residue(self, x: acb) -> acb:
        """Return the residue of the part over x, at its pole x."""
        return self._numerator(x) / (self._slope(x) * x)

    def bound(self, radius: arb, distances: Iterable[arb]) -> arb:
        """Return a bound of the part on |x| = radius where its poles are at least so far away."""
        denominator = self._lead
        for distance in distances:
            denominator *= distance
        return upper(self._most(radius)) / lower(denominator)


def _poles(denominator: fmpq_poly) -> Iterator[Pole]:
    """Yield the roots of a polynomial of degree 1 or 2 that are simple and not 0."""
    c, b, a = (denominator[k] for k in range(3))
    disc = b * b - 4 * a * c
    if a == 0:
        places = [acb(arb(-c / b))] if b != 0 else []
    elif disc < 0:
        places = [acb(arb(-b / (2 * a)), abs(arb(-disc).sqrt() / (2 * arb(a))))]
    else:
        # the sum without cancellation, and the other root by the product of both
        root = arb(disc).sqrt()
        q = -(arb(b) + (root if b >= 0 else -root)) / 2
        places = [acb(q / arb(a)), acb(arb(c) / q)]
    for place in places:
        yield Pole(place, abs(place), place.arg(), 2 if disc < 0 else 1)
