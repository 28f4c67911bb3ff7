"""One cell Q(a, d) of any size, exactly, for 3 v 2 dice whose rounds cost one or two units.

There the closed form (`closed_form.written_out`) is four sums down columns of the interior weights,
because the values on the boundary are sums of powers, with c, r, `slow` and `fast`.  With κ = fast,
g = slow for the parity of a + d, N = ⌊(a+d-4)/2⌋, odd = 1 if a + d is odd and 0 else, and p_αδ, w
and v as there:

two units a round, T(n, i) of w_0, w_1, w_2, and T'(n, i) of w_2, w_1, w_0:

    Q(a, d) = Σ_n [(w_1 + w_2) T(n, d-2) + w_2 T(n, d-3)]
              - c r^(odd-1) Σ_n (r^2)^(N-n) [w_1 T(n, d-2) + w_2 T(n, d-3)]
              + s^odd Σ_n (s^2)^(N-n) [(w_0 p_11 + w_1 κ) T'(n, a-3) + w_0 κ T'(n, a-4)]
              + g Σ_n v_2^(N-n) [w_1 T'(n, a-3) + w_0 T'(n, a-4)]

over n < N; where a + d is odd, n = N comes with the first T alone (and without w_1 in the last two
lines).  One unit a round, q = w_0, p = w_1:

    Q(a, d) = p^(d-1) Σ_{j<=a-3} C(d-2+j, j) q^j [1 - c r^(a-2-j)]
              + q^(a-2) Σ_{j<=d-2} C(a-3+j, j) p^j [slow p_22^(d-1-j) + fast s^(d-1-j)].

The first two sums, along the bottom of the interior, run down one column (`columns`), and so do the
last two, along its left side.  Either side is a sum of the chances of paths, so that times a known
power of the primes of the dice (`columns`) it is a whole number, found by one division.
"""

import numbers
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from math import gcd

from riskexact.base.frozen import Any, NamedTuple
from riskexact.engine.columns import Binomials, Integer, Scale, SideSum, Trinomials, over_one_number
from riskexact.odds.closed_form.written_out import Boundary, boundary, chances, covered
from riskexact.rules import Rules
from riskexact.rules.dice import loss_counts

INT_UNITS = 640
"""Units up to which Python's own integers are as fast, within a tenth; without flint to load."""


class _LowestTerms(NamedTuple):
    numerator: int
    denominator: int


numbers.Rational.register(_LowestTerms)


def lowest_terms(numerator: int, denominator: int) -> Fraction:
    """Return the Fraction of two integers known to be coprime, with denominator > 0.

    Equivalent to `Fraction(numerator, denominator)`, which would run Euclid's algorithm, quadratic
    in the length and for long numbers slower than all the rest.  `Fraction` accepts any registered
    `numbers.Rational` without reducing it.
    """
    value: Fraction = Fraction(_LowestTerms(numerator, denominator))  # type: ignore[call-overload]
    return value


def coprime(
    numerator: Any, denominator: Any, some: Any, gcd: Callable[[Any, Any], Any]
) -> tuple[Any, Any, Any]:
    """Return two numbers over their greatest common divisor, and this.

    It is found by `gcd` of short divisors of `some`, which every prime of the denominator divides.
    """
    common, more = 1, gcd(denominator, some)
    # a prime that is still common afterwards has divided `more`
    while (more := gcd(numerator, more)) != 1:
        common, numerator, denominator = common * more, numerator // more, denominator // more
        more = gcd(denominator, more)
    return numerator, denominator, common


def applies(rules: Rules) -> bool:
    """Return whether `win_probability` covers the rules.

    >>> applies(Rules()), applies(Rules(4, 2))
    (True, False)
    """
    return _formulas(rules) is not None


def win_probability(attackers: int, defenders: int, rules: Rules) -> Fraction:
    """Return Q(a, d) for a, d >= 0, not both 0, under rules to which the formulas apply.

    Equals `closed_form.win_probability` and `recursion.win_probability`.

    >>> win_probability(3, 2, Rules())
    Fraction(6610505, 10077696)
    """
    a, d = attackers, defenders
    if not (a and d):
        return Fraction(a > 0)
    formulas = _formulas(rules)
    assert formulas is not None
    integer: Integer = int
    if a + d > INT_UNITS:
        from riskexact.engine.library import fmpz

        integer = fmpz
    if a < 3 or d < 2:
        return _on_the_border(formulas.border, a, d, integer)
    primes, places = formulas.scale.primes, formulas.scale.most(a, d)
    bottom = formulas.bottom.side(d - 2, a - 3, integer)
    left = formulas.left.side(a - 3, d - 2, integer)
    X = _whole(bottom, primes, places, integer) + _whole(left, primes, places, integer)
    if not X:  # a single defender who always holds
        return Fraction(0)
    denominator = 1
    for p, most in zip(primes, places, strict=True):
        X, left_over = _without_factors(X, p, most, integer)
        denominator *= integer(p) ** left_over
    return lowest_terms(int(X), int(denominator))


class _Formulas(NamedTuple):
    """The boundary and the scale of rules, the first two sums, and the last two."""

    border: Boundary
    scale: Scale
    bottom: Trinomials | Binomials
    left: Trinomials | Binomials


@lru_cache(maxsize=64)
def _formulas(rules: Rules) -> _Formulas | None:
    """Return the formulas of the rules, or None if they do not apply.

    They divide by chances, by their differences, and by the counts of full dice.
    """
    if not covered(rules):
        return None
    with suppress(ZeroDivisionError):
        sides = _one_unit if rules.losses_per_round == 1 else _two_units
        border, scale = boundary(rules), Scale(rules)
        return _Formulas(border, scale, *sides(rules, border, scale.primes))
    return None


def _one_unit(rules: Rules, border: Boundary, primes: Sequence[int]) -> tuple[Binomials, Binomials]:
    _, s, c, r, (_, p22) = border
    (slow,), fast = border.slow, border.fast
    q, p = chances(3, 2, rules)
    bottom = Binomials(p, q, (Fraction(1), r), (Fraction(1), -c * r), primes)
    return bottom, Binomials(q, p, (p22, s), (slow * p22, fast * s), primes)


def _two_units(
    rules: Rules, border: Boundary, primes: Sequence[int]
) -> tuple[Trinomials, Trinomials]:
    p11, s, c, r, (_, _, v2) = border
    kappa, g = border.fast, border.slow
    w0, w1, w2 = chances(3, 2, rules)
    counts = loss_counts(3, 2, rules)
    bottom = Trinomials(
        counts,
        (Fraction(1), r * r),
        ((w1 + w2, w2, w1 + w2), (w1, w2, w1)),
        ((Fraction(1), -c / r), (Fraction(1), -c)),
        primes,
    )
    left = Trinomials(
        counts[::-1],
        (s * s, v2),
        ((w0 * p11 + w1 * kappa, w0 * kappa, w0 * p11), (w1, w0, Fraction(0))),
        ((Fraction(1), g[0]), (s, g[1])),
        primes,
    )
    return bottom, left


def _on_the_border(border: Boundary, a: int, d: int, integer: Integer) -> Fraction:
    """Return Q(a, d) where a < 3 or d < 2, from its powers."""
    n, terms = border.in_powers(a, d)
    coefficients, bases = zip(*terms, strict=True)
    factors, divisor = over_one_number(coefficients)
    numbers, over = over_one_number(bases)
    X = sum(integer(x) ** n * factor for x, factor in zip(numbers, factors, strict=True))
    if not X:  # a single defender who always holds
        return Fraction(0)
    denominator, some = integer(over) ** n * divisor, integer(over * divisor)
    X, denominator, _ = coprime(X, denominator, some, gcd if integer is int else type(X).gcd)
    return lowest_terms(int(X), int(denominator))


def _whole(side: SideSum, primes: Sequence[int], places: Sequence[int], integer: Integer) -> Any:
    """Return the side × Π p^places, which is a whole number."""
    numerator, divisor, powers = side
    for base, n in powers:
        if n < 0 and base.rest > 1:
            divisor *= integer(base.rest) ** -n
    for k, p in enumerate(primes):
        n = places[k]
        for base, times in powers:
            n += times * base.exponents[k]
        if p == 2:
            numerator, divisor = numerator << max(0, n), divisor << max(0, -n)
        elif n > 0:
            numerator *= integer(p) ** n
        else:
            divisor *= integer(p) ** -n
    whole = _quotient(numerator, divisor)
    for base, n in powers:
        if n > 0 and base.rest > 1:
            whole *= integer(base.rest) ** n
    return whole


QUOTIENT_GUARD_BITS = 80
"""Bits beyond the length of its quotient that a division keeps, to see that it is whole."""


def _quotient(numerator: Any, divisor: Any) -> Any:
    """Return a quotient that is a whole number; low bits that it does not need are cut off."""
    if not numerator:
        return numerator
    cut = 2 * divisor.bit_length() - numerator.bit_length() - QUOTIENT_GUARD_BITS
    if cut <= 0:
        quotient, rest = divmod(numerator, divisor)
        exact = not rest
    else:
        numerator, divisor = numerator >> cut, divisor >> cut
        half = divisor >> 1
        quotient, rest = divmod(numerator + half, divisor)
        exact = abs(rest - half) << 24 <= divisor
    if not exact:
        raise ArithmeticError("the sums of a cell are no whole number")
    return quotient


def _without_factors(X: Any, p: int, most: int, integer: Integer) -> tuple[Any, int]:
    """Divide X by p as often as possible, up to `most` times; return the times left too."""
    if p == 2:
        twos = min(most, (X & -X).bit_length() - 1)
        return X >> twos, most - twos
    # by p, p^2, p^4, … as long as that goes, and then by the same ones backward
    power, factor, taken = 1, integer(p), []
    while power <= most:
        quotient, rest = divmod(X, factor)
        if rest:
            break
        X, most = quotient, most - power
        taken.append((power, factor))
        power, factor = 2 * power, factor * factor
    for power, factor in reversed(taken):
        if power <= most and not X % factor:
            X, most = X // factor, most - power
    return X, most
