"""One cell Q(a, d) of any size, exactly, in a few hundred products of the result's length.

For 3 v 2 dice and rounds that cost one or two units the closed form (`closed_form.binomial`,
`closed_form.trinomial`) is four sums down columns of the interior weights, because the values on
the boundary are sums of powers (`closed_form.boundary`, with c, r, `slow` and `fast`).  With
s = a + d, κ = fast, g = slow for the parity of s, and p_αδ, w, v as in those modules:

two units a round, T(n, i) of w_0, w_1, w_2, and T'(n, i) of w_2, w_1, w_0:

    Q(a, d) = Σ_n [(w_1 + w_2) T(n, d-2) + w_2 T(n, d-3)]
              - c r^(s-5) Σ_n r^(-2n) [w_1 T(n, d-2) + w_2 T(n, d-3)]
              + p_12^(s-4) Σ_n p_12^(-2n) [(w_0 p_11 + w_1 κ) T'(n, a-3) + w_0 κ T'(n, a-4)]
              + g v_2^⌊(s-4)/2⌋ Σ_n v_2^(-n) [w_1 T'(n, a-3) + w_0 T'(n, a-4)]

over n <= (s-6)/2; where s is odd, n = (s-5)/2 comes with the first T alone (and without w_1 in the
last two lines).  One unit a round, q = w_0, p = w_1:

    Q(a, d) = p^(d-1) Σ_{j<=a-3} C(d-2+j, j) q^j [1 - c r^(a-2-j)]
              + q^(a-2) Σ_{j<=d-2} C(a-3+j, j) p^j [slow p_22^(d-1-j) + fast p_12^(d-1-j)],

where slow > 0 > fast: two dice never show less than one of them.

The first two sums, along the bottom of the interior, run down one column (`columns`) and are found
together by binary splitting (`splitting`); so are the last two, along its left side.  Constants are
kept as powers of primes (`primes`), so that factors that cancel are never multiplied out.  The
first two sums, times a known power of the primes of the dice, make a whole number, and so do the
last two: one rounded division each, of numbers cut to a little more than its quotient, is exact.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from flint import fmpz

from riskexact.base.fractions import UnfactoredError, exponent, lowest_terms, prime_factors
from riskexact.engine.columns import Binomial, Trinomial, common_divisor
from riskexact.engine.primes import Primes
from riskexact.engine.splitting import two_sums
from riskexact.odds.closed_form.boundary import boundary
from riskexact.odds.closed_form.geometric import chances, covered
from riskexact.rules import Rules
from riskexact.rules.dice import loss_counts

SINGLE_STEPS = {1: 100, 2: 240}
"""The longest sums that run by single steps, by the units that a round costs.

Measured: for longer sums leaves of several steps are faster.
"""

GUARD_BITS = 80
"""Bits of a division beyond those of its quotient."""


class _Run(NamedTuple):
    """Two sums along one recurrence: steps lo <= n < hi from `start`, and a constant for each sum.

    The k-th sum is wanted times (-1)^negative_k Π primes^exponents_k.
    """

    recurrence: Trinomial | Binomial
    lo: int
    hi: int
    start: tuple[int, ...]
    odd_end: bool
    negative: Sequence[bool]
    exponents: Sequence[Sequence[int]]


def applies(rules: Rules) -> bool:
    """Return whether `win_probability` covers the rules.

    >>> from riskexact.rules import STANDARD
    >>> applies(STANDARD), applies(Rules(4, 2))
    (True, False)
    """
    return _plan(rules) is not None


def win_probability(attackers: int, defenders: int, rules: Rules) -> Fraction:
    """Return Q(a, d) for a >= 3, d >= 2 and rules to which the formulas apply.

    Equals `closed_form.win_probability` and `recursion.win_probability`.

    >>> from riskexact.rules import STANDARD
    >>> win_probability(3, 2, STANDARD)
    Fraction(6610505, 10077696)
    """
    plan = _plan(rules)
    assert plan is not None
    a, d = attackers, defenders
    places = plan.places(a, d)
    X = _whole(plan.primes, plan.bottom(a, d), places) + _whole(
        plan.primes, plan.left(a, d), places
    )
    return _reduced(X, zip(plan.primes.list, places, strict=True))


@lru_cache(maxsize=64)
def _plan(rules: Rules) -> "_OneUnit | _TwoUnits | None":
    """Return the formulas of the rules, or None if they do not apply.

    They divide by chances and by differences of chances, and their constants must be factored.
    """
    for cost, plan in ((1, _OneUnit), (2, _TwoUnits)):
        if covered(rules, cost):
            try:
                return plan(rules)
            except (ZeroDivisionError, UnfactoredError):
                return None
    return None


def _whole(primes: Primes, run: _Run, places: Sequence[int]) -> fmpz:
    """Return (both sums with their constants) × Π primes^places, which is a whole number."""
    steps = run.hi - run.lo
    if steps <= SINGLE_STEPS[run.recurrence.size]:
        sums = run.recurrence.by_single_steps(run.lo, run.hi, run.start)
    else:
        length = _leaf_steps(run.recurrence.size, steps)
        sums = two_sums(run.recurrence, run.lo, run.hi, run.start, length, run.odd_end)
    exponents = [[e + k for e, k in zip(each, places, strict=True)] for each in run.exponents]
    common = [min(pair) for pair in zip(*exponents, strict=True)]
    numerator = fmpz(0)
    for s, own, negative in zip(sums.s, exponents, run.negative, strict=True):
        factor, _ = primes.power_product([e - c for e, c in zip(own, common, strict=True)])
        numerator += -s * factor if negative else s * factor
    times, over = primes.power_product(common)
    return _divided(numerator * times, sums.D * over)


def _leaf_steps(size: int, steps: int) -> int:
    """Return the length of a leaf for vectors of `size` numbers; measured."""
    if size == 1:
        return 24
    return 20 if steps > 30_000 else 16 if steps > 3000 else 6 if steps > 700 else 5


def _divided(numerator: fmpz, denominator: fmpz) -> fmpz:
    """Return the nearest integer to a quotient of which low bits were cut off."""
    cut = 2 * denominator.bit_length() - numerator.bit_length() - GUARD_BITS
    if cut > 0:
        numerator, denominator = numerator >> cut, denominator >> cut
    half = denominator >> 1
    quotient, rest = divmod(numerator + half, denominator)
    if abs(rest - half) << 24 > denominator:
        raise ArithmeticError("the sums of a cell are no whole number")
    return quotient


def _reduced(X: fmpz, places: Iterable[tuple[int, int]]) -> Fraction:
    """Return X / Π p^k for the (p, k) in lowest terms."""
    denominator = fmpz(1)
    for p, k in places:
        X, left = _without_factors(X, p, k)
        denominator *= fmpz(p) ** left
    return lowest_terms(int(X), int(denominator))


def _without_factors(X: fmpz, p: int, most: int) -> tuple[fmpz, int]:
    """Divide X by p as often as possible, up to `most` times; return the times left too."""
    power = 16
    while most:
        while power > most or X % fmpz(p) ** power:
            if power == 1:
                return X, most
            power //= 2
        X //= fmpz(p) ** power
        most -= power
    return X, most


Exponents = tuple[int, ...]
"""The absolute value of a number, as the exponents of the primes of a plan."""


class _Factor(NamedTuple):
    """A constant factor: its sign, and powers (base, exponent)."""

    negative: bool
    powers: tuple[tuple[Exponents, int], ...] = ()


def _product(*powers: tuple[Exponents, int]) -> list[int]:
    """Return the exponents of a product of powers (base, exponent)."""
    return [
        sum(map(mul, each, [power for _, power in powers]))
        for each in zip(*(base for base, _ in powers), strict=True)
    ]


class _Bounds:
    """Exponents in the denominators of the sums, bounded.

    A round that costs (i, j) units multiplies a denominator by that of its chance.  So with numbers
    α and δ for a unit of either side, such that i α + j δ is at least the exponent of p in it for
    every result of a round, α a + δ d bounds the exponent of p in Q(a, d), without the constants.
    The bottom boundary adds rounds that cost one attacker, the left one those that cost defenders.
    """

    def __init__(self, rules: Rules, primes: Primes, constants: Sequence[Fraction]) -> None:
        interior = chances(3, 2, rules)
        r, s, v = chances(3, 1, rules)[0], chances(1, 2, rules)[1], chances(2, 2, rules)[-1]
        cost = len(interior) - 1
        thrown = {faces for hand in rules.thrown(3, 2) for faces in hand}
        dice = set().union(*map(prime_factors, thrown))
        self._rates: list[tuple[tuple[int, int], tuple[int, int], int] | None] = []
        for p in primes.list:
            if p not in dice:
                self._rates.append(None)
                continue
            e = [exponent(p, chance.denominator) for chance in interior]
            left = max(exponent(p, s.denominator), -(-exponent(p, v.denominator) // cost))
            self._rates.append(
                (
                    _rates(e, exponent(p, r.denominator)),
                    _rates(e[::-1], left),
                    8
                    + sum(exponent(p, x.denominator) + exponent(p, x.numerator) for x in constants),
                )
            )

    def places(self, a: int, d: int) -> tuple[int, ...]:
        """Return a bound for each prime, 0 for those that divide no number of throws."""
        result = []
        for rates in self._rates:
            if rates is None:
                result.append(0)
                continue
            bottom, left, spare = rates
            twice = max(bottom[0] * a + bottom[1] * d, left[0] * d + left[1] * a)
            result.append(-(-twice // 2) + spare)
        return tuple(result)


def _rates(exponents: Sequence[int], least: int) -> tuple[int, int]:
    """Return 2 α for the one side and 2 δ for the other, whole numbers, with α >= `least`.

    `exponents` are those of the chances that the other side loses 0, 1, …, K units.
    """
    K = len(exponents) - 1
    one = max(-(-2 * exponents[0] // K), 2 * least)
    other = max(-(-(2 * e - (K - k) * one) // k) for k, e in enumerate(exponents) if k)
    return one, other


class _Weights(NamedTuple):
    """The weights of one sum: f_0 and f_1, and f_0 in a last step without f_1."""

    f0: Fraction
    f1: Fraction
    last: Fraction


class _Column:
    """Both sums down the columns of one trinomial, with the constants of `columns.Trinomial`."""

    def __init__(
        self, counts: Sequence[int], z: tuple[Fraction, Fraction], weights: Sequence[_Weights]
    ) -> None:
        A, B, C = counts
        raw = (2 * A * C, B * C, A * B, B * B)
        alpha = common_divisor([*map(Fraction, raw), *(2 * C / z_k for z_k in z)])
        a, b, c, e = (int(x / alpha) for x in raw)
        self._entries = a, b, c, e
        self._zeta = int(2 * C / (z[0] * alpha)), int(2 * C / (z[1] * alpha))
        self._units = [common_divisor([x for x in each if x]) for each in weights]
        self._f = [
            [int(x / unit) for x in each] for each, unit in zip(weights, self._units, strict=True)
        ]
        self._B, self._C = B, C
        self.constants = [Fraction(C), *z, *self._units, *map(Fraction, self._zeta)]
        """All numbers that come as powers."""

    def settle(self, primes: Primes) -> None:
        """Keep the constants as exponents."""
        self._power_of_C, *rest = (primes.exponents(x) for x in self.constants)
        self._powers = list(zip(rest[:2], rest[2:4], rest[4:], strict=True))

    def run(self, i: int, s: int, factors: Sequence[_Factor]) -> _Run:
        """Return the run down the column i, for battles of s units, times a factor for each sum."""
        odd = s % 2
        lo, hi = i // 2, (s - 4) // 2 + odd
        (f00, f01, last0), (f10, f11, last1) = self._f
        recurrence = Trinomial(
            self._entries,
            self._zeta,
            ((f00, f01), (f10, f11)),
            ((last0, 0), (last1, 0)),
            i,
            hi - 1 if odd else None,
        )
        # T(lo, i) and T(lo, i-1) are C^lo and lo B C^(lo-1), or 0 and C^lo
        start, power = ((0, 1), lo) if i % 2 else ((self._C, lo * self._B), lo - 1)
        exponents = [
            _product(*factor.powers, (z, lo), (unit, 1), (zeta, lo - hi), (self._power_of_C, power))
            for factor, (z, unit, zeta) in zip(factors, self._powers, strict=True)
        ]
        return _Run(recurrence, lo, hi, start, bool(odd), [f.negative for f in factors], exponents)


class _TwoUnits:
    """The formulas for rounds that cost two units."""

    def __init__(self, rules: Rules) -> None:
        """Compute the constants; `ZeroDivisionError` where the formulas do not hold."""
        border = boundary(rules)
        p11, s, c, r, (_, _, v2) = border
        kappa, g = border.fast, border.slow
        w0, w1, w2 = chances(3, 2, rules)
        counts = loss_counts(3, 2, rules)
        W = sum(counts)
        self._bottom = _Column(
            counts,
            (Fraction(1, W), 1 / (r * r * W)),
            (_Weights(w1 + w2, w2, w1 + w2), _Weights(w1, w2, w1)),
        )
        self._left = _Column(
            counts[::-1],
            (1 / (s * s * W), 1 / (v2 * W)),
            (
                _Weights(w0 * p11 + w1 * kappa, w0 * kappa, w0 * p11),
                _Weights(w1, w0, Fraction(0)),
            ),
        )
        self._signs = [g_k < 0 for g_k in g]
        own = [r, s, v2, c, *g]
        self.primes = Primes([*own, *self._bottom.constants, *self._left.constants])
        self._r, self._s, self._v2, self._c, *self._g = map(self.primes.exponents, own)
        self._bottom.settle(self.primes)
        self._left.settle(self.primes)
        self.places = _Bounds(rules, self.primes, [c, w0, w2, p11]).places

    def bottom(self, a: int, d: int) -> _Run:
        """Return the first two sums."""
        s = a + d
        factors = _Factor(False), _Factor(True, ((self._c, 1), (self._r, s - 5)))
        return self._bottom.run(d - 2, s, factors)

    def left(self, a: int, d: int) -> _Run:
        """Return the last two sums."""
        s = a + d
        factors = (
            _Factor(False, ((self._s, s - 4),)),
            _Factor(self._signs[s % 2], ((self._g[s % 2], 1), (self._v2, (s - 4) // 2))),
        )
        return self._left.run(a - 3, s, factors)


class _OneUnit:
    """The formulas for rounds that cost one unit."""

    def __init__(self, rules: Rules) -> None:
        """Compute the constants; `ZeroDivisionError` where the formulas do not hold."""
        border = boundary(rules)
        p11, s, c, r, (_, p22) = border
        (slow,), fast = border.slow, border.fast
        q, p = chances(3, 2, rules)
        self._shared = _shared(q, q / r), _shared(p / p22, p / s)
        own = [p, q, r, s, p22, c, slow, fast]
        zetas = [Fraction(zeta) for _, _, pair in self._shared for zeta in pair]
        self.primes = Primes([*own, *zetas])
        self._p, self._q, self._r, self._s, self._p22, self._c, self._slow, self._fast = map(
            self.primes.exponents, own
        )
        zeta_powers = list(map(self.primes.exponents, zetas))
        self._zetas = zeta_powers[:2], zeta_powers[2:]
        self.places = _Bounds(rules, self.primes, [c, p11, p, q]).places

    def bottom(self, a: int, d: int) -> _Run:
        """Return the first two sums."""
        p = (self._p, d - 1)
        factors = _Factor(False, (p,)), _Factor(True, (p, (self._c, 1), (self._r, a - 2)))
        return self._run(0, d - 2, a - 2, factors)

    def left(self, a: int, d: int) -> _Run:
        """Return the last two sums."""
        q = (self._q, a - 2)
        factors = (
            _Factor(False, (q, (self._slow, 1), (self._p22, d - 1))),
            _Factor(True, (q, (self._fast, 1), (self._s, d - 1))),
        )
        return self._run(1, a - 3, d - 1, factors)

    def _run(self, side: int, D: int, terms: int, factors: Sequence[_Factor]) -> _Run:
        exponents = [
            _product(*factor.powers, (zeta, -terms))
            for factor, zeta in zip(factors, self._zetas[side], strict=True)
        ]
        recurrence = Binomial(D, *self._shared[side])
        return _Run(recurrence, 0, terms, (1,), False, [f.negative for f in factors], exponents)


def _shared(x: Fraction, y: Fraction) -> tuple[int, int, tuple[int, int]]:
    """Return n, m and whole ζ_k with x = n / (m ζ_1) and y = n / (m ζ_2)."""
    n, m = lcm(x.numerator, y.numerator), gcd(x.denominator, y.denominator)
    return n, m, (int(Fraction(n, m) / x), int(Fraction(n, m) / y))
