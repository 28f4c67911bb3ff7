"""The two sums along one side of the interior, and the powers of primes that make chances whole.

**Sums.**  A side of a cell is Σ_k K_k S_k, k = 1, 2, with constants K_k and sums S_k over the
numbers n of rounds, in which the units that one side has lost stay the same.  Both sums are found
by Horner's rule along with one sequence of whole numbers, a step for each n; where these are many,
by binary splitting (`splitting`).

**Scale.**  For each prime p there are rates α, δ and a number `once` such that p divides the
denominator of the chance of any path of rounds that costs a attackers and d defenders at most
α a + δ d + once times: riskexact/engine/proofs.md, Primes.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod

from riskexact.base.frozen import Any, NamedTuple
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.dice import (
    DiceNumbers,
    Losses,
    UnfactoredError,
    base_of,
    exponent,
    primes_of,
    round_with_loss,
)

Integer = Callable[[int], Any]
End = tuple[int, int, int, set[State]]
"""Units lost, the denominator of the chance, and the states that may follow."""


class Scale:
    """Rates of a rule set, of the least α + δ for each prime, and `once`, a product of powers.

    Where the numbers of throws have large prime factors, the base of `odds.weights` takes the place
    of the primes.

    >>> Scale(Rules()).power(1, 0) == 2**4 * 3**3, Scale(Rules()).power(0, 1) == 2**3 * 3**3
    (True, True)
    """

    def __init__(self, rules: Rules) -> None:
        self._results: dict[DiceNumbers, dict[Losses, Fraction]] = {}
        for dice in rules.dice_numbers():
            changes, throws = round_with_loss(*dice, rules)
            self._results[dice] = {losses: Fraction(count, throws) for losses, count in changes}
        try:
            primes, ends = sorted(primes_of(rules)), self._ends(rules)
            self._rates = {p: rates(ends, p) for p in primes}
        except UnfactoredError:
            self._rates = {base_of(rules): (1, 1, 0)}
        self.primes = tuple(self._rates)
        self.once = prod(p**once for p, (_, _, once) in self._rates.items())

    def power(self, i: int, j: int) -> int:
        """Return Π p^(α i + δ j)."""
        return prod(p ** (alpha * i + delta * j) for p, (alpha, delta, _) in self._rates.items())

    def most(self, a: int, d: int) -> list[int]:
        """Return a bound of the exponent of each prime in the denominator of Q(a, d)."""
        return [alpha * a + delta * d + once for alpha, delta, once in self._rates.values()]

    def coefficients(self, attack_dice: int, defence_dice: int) -> tuple[dict[Losses, int], int]:
        """Return the chances of a round × Π p^(α i + δ j), over one divisor: 1 for full dice."""
        results = self._results[attack_dice, defence_dice]
        scaled = {losses: chance * self.power(*losses) for losses, chance in results.items()}
        numerators, divisor = over_one_number([*scaled.values()])
        return dict(zip(scaled, numerators, strict=True)), divisor

    def _ends(self, rules: Rules) -> dict[State, list[End]]:
        """Return the results in each state that full dice do not need more units than."""
        full_a, full_d = rules.units_for_max_dice
        ends: dict[State, list[End]] = {}
        for x, y in product(range(1, full_a + 1), range(1, full_d + 1)):
            ends[x, y] = []
            for (i, j), chance in self._results[rules.dice(x, y)].items():
                # the units left of these, or of more where these throw full dice
                left_a = range(x - i, x + 1 if x == full_a else x - i + 1)
                left_d = range(y - j, y + 1 if y == full_d else y - j + 1)
                ends[x, y].append((i, j, chance.denominator, set(product(left_a, left_d))))
        return ends


def rates(ends: Mapping[State, Sequence[End]], p: int) -> tuple[int, int, int]:
    """Return α, δ and `once` for a prime."""
    needs = {
        state: [(exponent(p, n), i, j, after) for i, j, n, after in each]
        for state, each in ends.items()
    }
    again = [
        (e, i, j) for state, each in needs.items() for e, i, j, after in each if state in after
    ]
    least = max([0, *[-(-e // i) for e, i, j in again if not j]])
    fitting = [
        (alpha, max([0, *[-(-(e - i * alpha) // j) for e, i, j in again if j]]))
        for alpha in range(least, max(again)[0] + 1)
    ]
    alpha, delta = min(fitting, key=sum)
    once: dict[State, int] = {}
    for state, each in needs.items():
        beyond = [
            e - i * alpha - j * delta + once.get(below, 0)
            for e, i, j, after in each
            for below in after - {state}
        ]
        once[state] = max(0, *beyond)
    return alpha, delta, max(once.values())


class Base(NamedTuple):
    """The number Π p^exponent × rest, over the primes p of the dice, none of which divides rest."""

    exponents: tuple[int, ...]
    rest: int


def split(number: int, primes: Sequence[int]) -> Base:
    """Return a number >= 1 by the exponents of primes."""
    exponents = []
    for p in primes:
        exponents.append(exponent(p, number))
        number //= p ** exponents[-1]
    return Base(tuple(exponents), number)


SEQUENCE_STEPS, BINOMIAL_STEPS = 650, 430
"""Steps down a column of trinomials, and of binomials, up to which single ones are fastest."""


class SideSum(NamedTuple):
    """The number numerator / divisor × Π base^exponent over `powers`.

    It is a whole number over powers of the primes of the dice; so it is without the other primes in
    powers of positive exponents, which are multiplied on in the end.
    """

    numerator: Any
    divisor: Any
    powers: tuple[tuple[Base, int], ...]


class Trinomials:
    """The column i of T(n, i) = [t^i] P(t)^n, for P = A + B t + C t^2 and W = A + B + C.

    The sums of a side, over n < N, and in a battle of an odd number of units over n = N with
    `last`_k T(N, i) alone, are

        S_k = Σ_n x_k^(N-n) [f_k0 T(n, i) + f_k1 T(n, i-1)] / W^n.

    The sequence is s_n = (i/n) T(n, i) = [t^(i-1)] P'(t) P(t)^(n-1), whole numbers for i, n >= 1.
    It begins at m = ⌈i/2⌉ with 2 C^m, or for odd i with i B C^(m-1), and goes on (`splitting`;
    proofs/coq/Columns.v) for D = 4AC - B^2 and e = 2n + 4 - i by

        s_(n+2) = (n+1) [((8AC - B^2) n + 10AC - B^2 - D i) s_(n+1) - D A n s_n] / (C e (e-1)).

    No other sequence is needed: with α_k = B f_k0 - 2A f_k1 and β_k = W x_k f_k1

        i B S_k = Σ_{m<=n<=N} x_k^(N-n) [(α_k + 2β_k) n - β_k i] s_n / W^n
                  - N (α_k - [odd] B last_k) s_N / W^N.

    Of n rounds that cost the one side i units, i - n or more cost it two, so that C^(i-n) divides
    s_n.  The loop computes s_n / C^(i-n) up to n = i, and s_n beyond; where N < i, C^(i-N) is
    common to both sums, and comes last.
    """

    def __init__(
        self,
        counts: Sequence[int],
        ratios: Sequence[Fraction],
        weights: Sequence[Sequence[Fraction]],
        factors: Sequence[Sequence[Fraction]],
        primes: Sequence[int],
    ) -> None:
        """Prepare the constants; raise `ZeroDivisionError` where one of A, B, C and the x_k is 0.

        `ratios` are the x_k, `weights` each f_k0, f_k1 and `last`_k, and `factors` the K_k of even
        and odd battles.
        """
        A, B, C = counts
        W = A + B + C
        if not all((A, B, C, *ratios)):
            raise ZeroDivisionError
        self._counts, self._ratios = (A, B, C), ratios
        # s_n is multiplied by P^(n-m), and S_k by W^N P^(N-m), so that x_k becomes x_k W P
        P = lcm(*((W * x).denominator for x in ratios))
        D = 4 * A * C - B * B
        self._recurrence = P * (8 * A * C - B * B), P * (10 * A * C - B * B), P * D, P * P * D * A
        self._P, self._x = P, [int(P * W * x) for x in ratios]
        units = [common_divisor(each) for each in weights]
        self._f = [[int(f / unit) for f in each] for each, unit in zip(weights, units, strict=True)]
        self._constants = [
            [K * unit for K, unit in zip(each, units, strict=True)] for each in factors
        ]
        self._factors = [over_one_number([K / (B * P) for K in each]) for each in self._constants]
        # the weight of s_n is (alpha + 2 beta) n - beta i, and in the end less alpha and `last`
        self._weights = [
            (P * (B * f0 - 2 * A * f1), x * f1, P * B * last)
            for (f0, f1, last), x in zip(self._f, self._x, strict=True)
        ]
        self._primes = primes
        self._bases = split(P, primes), split(W, primes), split(C, primes)

    def side(self, i: int, across: int, integer: Integer) -> SideSum:
        """Return the side, in numbers made by `integer` where it takes few steps.

        Beyond the corner of the interior there are `i` units that are lost, and `across` others.
        """
        N, odd = divmod(i + across + 1, 2)
        if i and N - i // 2 > SEQUENCE_STEPS:
            return self._by_splitting(i, N, odd)
        sum1, sum2 = (self._horner if i else self._geometric)(i, N, odd, integer)
        (k1, k2), divisor = self._factors[odd]
        P, W, C = self._bases
        powers = (P, (i + 1) // 2 - N), (W, -N), (C, max(0, i - N))
        return SideSum(k1 * sum1 + k2 * sum2, divisor * (i or 1), powers)

    def _by_splitting(self, i: int, N: int, odd: int) -> SideSum:
        """Return the side by `splitting.two_sums`, for i > 0."""
        from riskexact.engine.library import fmpz
        from riskexact.engine.splitting import Recurrence, two_sums

        A, B, C = self._counts
        W = A + B + C
        whole = [Fraction(x) for x in (2 * A * C, B * C, A * B, B * B)]
        whole += [2 * C * W * x for x in self._ratios]
        alpha = common_divisor(whole)
        *entries, zeta1, zeta2 = (int(x / alpha) for x in whole)
        lo, hi = i // 2, N + odd
        steps = hi - lo
        # T(lo, i) and T(lo, i-1) are 0 and C^lo, or C^lo and lo B C^(lo-1)
        start = (0, 1) if i % 2 else (C, lo * B)
        recurrence = Recurrence(
            entries,
            (zeta1, zeta2),
            [(f0, f1) for f0, f1, _ in self._f],
            [last for _, _, last in self._f],
            i,
            N if odd else None,
        )
        sum1, sum2, D = two_sums(recurrence, lo, hi, start, leaf_steps(steps))
        (k1, k2), divisor = over_one_number(
            [K / x**odd for K, x in zip(self._constants[odd], self._ratios, strict=True)]
        )
        up, down = (split(n, self._primes) for n in (alpha / 2).as_integer_ratio())
        _, over, power = self._bases
        # the division needs all that has been taken out of the entries
        return SideSum(
            (k1 * sum1 + k2 * sum2) * fmpz(up.rest) ** steps,
            divisor * D,
            ((up._replace(rest=1), steps), (down, -steps), (power, i - 1 - hi), (over, -hi)),
        )

    def _horner(self, i: int, N: int, odd: int, integer: Integer) -> tuple[Any, Any]:
        """Return i B P S_k without their denominators, for i > 0."""
        _, B, C = self._counts
        e0, e1, e2, e3 = self._recurrence
        (alpha1, beta1, last1), (alpha2, beta2, last2) = self._weights
        m = (i + 1) // 2
        now, before = integer(i * B if i % 2 else 2), integer(0)
        up1, up2 = integer(alpha1 + 2 * beta1), integer(alpha2 + 2 * beta2)
        weight1, weight2 = up1 * m - beta1 * i, up2 * m - beta2 * i
        sum1, sum2 = weight1 * now, weight2 * now
        factor = e1 - e2 * i + e0 * (m - 1)
        e = 2 * m + 2 - i
        divisor, more, evenly = e * (e - 1), 4 * e + 2, 8
        for start, end, content, by in ((m, min(i, N), C, 1), (i, N, 1, C)):
            x1, x2 = self._x[0] * content, self._x[1] * content
            e4 = integer(e3 * content)
            before *= by
            divisor, more, evenly = divisor * by, more * by, evenly * by
            for n in range(start, end):
                before, now = now, (now * (n * factor) - before * (e4 * (n * (n - 1)))) // divisor
                weight1 += up1
                weight2 += up2
                sum1 = sum1 * x1 + now * weight1
                sum2 = sum2 * x2 + now * weight2
                factor += e0
                divisor += more
                more += evenly
        now *= N
        return sum1 - (alpha1 - odd * last1) * now, sum2 - (alpha2 - odd * last2) * now

    def _geometric(self, i: int, N: int, odd: int, integer: Integer) -> tuple[Any, Any]:
        """Return B P S_k without their denominators, for i = 0."""
        A, B, _ = self._counts
        u = integer(self._P * A)
        power = u**N
        sums = []
        for (f0, _, last), x in zip(self._f, self._x, strict=True):
            # Σ x^(N-1-n) u^n over n < N
            inner = N * u ** max(0, N - 1) if u == x else (integer(x) ** N - power) // (x - u)
            sums.append(B * self._P * (f0 * x * inner + odd * last * power))
        return sums[0], sums[1]


class Binomials:
    """The sums S_k = Σ_{j<=N} x_k^(N-j) C(D+j, j) q^j, and the side p^(D+1) Σ_k K_k S_k."""

    def __init__(
        self,
        p: Fraction,
        q: Fraction,
        ratios: Sequence[Fraction],
        factors: Sequence[Fraction],
        primes: Sequence[int],
    ) -> None:
        """Prepare the constants.  Raises `ZeroDivisionError` where one of them is 0."""
        if not all((p, q, *ratios)):
            raise ZeroDivisionError
        over = lcm(q.denominator, *(x.denominator for x in ratios))
        self._q, self._x = int(q * over), [int(x * over) for x in ratios]
        self._factors, self._divisor = over_one_number(factors)
        self._p = split(p.numerator, primes), split(p.denominator, primes)
        self._over = split(over, primes)

    def side(self, D: int, N: int, integer: Integer) -> SideSum:
        """Return the side, in numbers made by `integer` where it takes few steps."""
        q, (x1, x2) = self._q, self._x
        if N > BINOMIAL_STEPS:
            from riskexact.engine.splitting import binomial_sums

            sum1, sum2, divisor = binomial_sums(D, N, q, (x1, x2))
            sum1, sum2, divisor = x2 * sum1, x1 * sum2, x1 * x2 * divisor
        else:
            term = sum1 = sum2 = integer(1)
            for j in range(1, N + 1):
                term = term * (q * (D + j)) // j
                sum1 = sum1 * x1 + term
                sum2 = sum2 * x2 + term
            divisor = integer(1)
        k1, k2 = self._factors
        win, throws = self._p
        powers = (win, D + 1), (throws, -D - 1), (self._over, -N)
        return SideSum(k1 * sum1 + k2 * sum2, self._divisor * divisor, powers)


def leaf_steps(steps: int) -> int:
    """Return the length of a leaf of a tree of this many steps; measured."""
    return 20 if steps > 30_000 else 16 if steps > 2500 else 8


def common_divisor(values: Sequence[Fraction]) -> Fraction:
    """Return the greatest number that divides all values, which are not all 0."""
    return Fraction(
        gcd(*(value.numerator for value in values)), lcm(*(value.denominator for value in values))
    )


def over_one_number(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return numerators, and the least denominator that the values have in common.

    >>> over_one_number([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    common = lcm(*(value.denominator for value in values))
    return [int(value * common) for value in values], common
