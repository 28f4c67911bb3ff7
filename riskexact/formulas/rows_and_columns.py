"""A row or a column of the odds in closed form: Q(a, d) with one number fixed.

A *column* is a function of `a` (d fixed), a *row* one of `d` (a fixed), and a *line* is either.
Let n be the number that varies and m the fixed one, and p_ij the chance that a round with a loss
costs i units of the side that varies and j of the other.  Once the varying side throws its full
dice, the dice of a line stay the same, so its values f_m obey

    f_m(n) = Σ_i p_i0 f_m(n - i) + Σ_{j >= 1} Σ_i p_ij f_{m-j}(n - i):

a linear recurrence with constant coefficients, driven by the lines below.  Its solutions are
exponential polynomials (riskexact/formulas/proofs.md, Rows and columns), written as powers of p_k0
where only one i, k, occurs, and else with square roots; higher roots are refused.

If the recurrence and all that drives it hold from n = N on, then f_m has its form from N - k on,
where k is the largest i with p_i0 > 0.  The coefficients solve a linear system over the rational
numbers.  The theorem gives the form; the comparison checks the computation.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from sympy import QQ, Add, Expr, Integer, Matrix, Mul, Poly, Pow, Rational, Symbol, sqrt
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import NamedTuple
from riskexact.formulas.equations import Equation, Formula, Q, Range, a, compare, d, ordered_sum
from riskexact.odds.recursion import cells, chances
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set

MAX_FIXED = 40
"""The largest fixed number; its formula fills pages."""

MAX_UNKNOWNS = 150

MAX_CLASSES = 60
"""The most residue classes of the varying number, each with its own equation."""


class Powers(NamedTuple):
    """The factor 1 - base x^step, which gives base^⌊n/step⌋ for each residue of n."""

    step: int
    base: Fraction

    def basis(self, n: int) -> list[Fraction]:
        """Return the values of the sequences, n after the start."""
        steps, residue = divmod(n, self.step)
        return [self.base**steps * (r == residue) for r in range(self.step)]


class Roots(NamedTuple):
    """The irreducible factor 1 - b x - c x², which gives powers of b/2 ± sqrt(b²/4 + c)."""

    b: Fraction
    c: Fraction

    def basis(self, n: int) -> list[Fraction]:
        """Return the values of the sequences, n after the start."""
        b, c = self
        even, odd = (Fraction(1), b / 2), (Fraction(0), Fraction(1))
        for _ in range(n):
            even, odd = ((u[1], b * u[1] + c * u[0]) for u in (even, odd))
        for _ in range(-n):
            even, odd = (((u[1] - b * u[0]) / c, u[0]) for u in (even, odd))
        return [even[0], odd[0]]


Factors = Counter[Powers | Roots]
"""Factors with their multiplicities."""


class Shape(NamedTuple):
    """The form of a line: its factors, and the least n for which it holds."""

    factors: Factors
    start: int


class Direction(NamedTuple):
    """Columns, in which the attackers vary, or rows, in which the defenders vary."""

    rules: Rules
    columns: bool

    @property
    def variable(self) -> Symbol:
        """The letter of the varying number."""
        return a if self.columns else d

    def line(self, m: int) -> Expr:
        """Return line m as an expression, such as Q(a, 1)."""
        return Q(*self.state(self.variable, Integer(m)))

    def state(self, n: int, m: int) -> tuple[int, int]:
        """Return the state (attackers, defenders) of place n on line m."""
        return (n, m) if self.columns else (m, n)

    @property
    def full(self) -> int:
        """The least n with which the varying side throws its full dice."""
        hand = self.rules.attack if self.columns else self.rules.defence
        return hand.units_for_max_dice

    def round(self, m: int) -> Mapping[tuple[int, int], Fraction]:
        """Return the chances of (varying side's losses, fixed side's losses), given a loss."""
        found = chances(*self.state(self.full, m), self.rules)
        return {self.state(*losses): chance for losses, chance in found}

    def values(self, m: int, most: int) -> list[Fraction]:
        """Return the values of line m at 0, …, most, by the recursion."""
        found = dict(cells(*self.state(most, m), self.rules))
        return [found[self.state(n, m)] for n in range(most + 1)]


def column(defenders: int, rules: Rules | str = STANDARD) -> Formula:
    """Return Q(a, d) as a function of a, for a fixed number of defenders, 1 to 40.

    For any rules.  Equivalent to `recursion.win_probability`, with which it is compared before it
    is returned.  Raises `RiskError` if the form needs roots of a polynomial of degree 3 or more,
    and for numbers out of range.

    >>> column(1)
    Q(a, 1) as a function of a, standard rules
    <BLANKLINE>
    Q(1, 1) = 5/12
    Q(a, 1) = 1 - 637*(49/144)^(a - 2)/2592   for a = 2, 3, 4, …
    """
    direction = Direction(rule_set(rules), columns=True)
    return _line(direction, whole(defenders, "defenders", 1, MAX_FIXED))


def row(attackers: int, rules: Rules | str = STANDARD) -> Formula:
    """Return Q(a, d) as a function of d, for a fixed number of attackers, 1 to 40.

    As `column` with the sides exchanged.

    >>> row(1)
    Q(1, d) as a function of d, standard rules
    <BLANKLINE>
    Q(1, d) = 5*(55/216)^(d - 1)/12   for d = 1, 2, 3, …
    """
    direction = Direction(rule_set(rules), columns=False)
    return _line(direction, whole(attackers, "attackers", 1, MAX_FIXED))


def _line(direction: Direction, m: int) -> Formula:
    equations, checked = _equations(direction, m)
    what = f"{direction.line(m)} as a function of {direction.variable}"
    title = f"{what}, {in_words(direction.rules)}"
    return Formula(title, direction.rules, equations, checked)


@lru_cache(maxsize=64)
def _equations(direction: Direction, m: int) -> tuple[tuple[Equation, ...], int]:
    """Return the equations of a line, and the number of comparisons with the recursion."""
    solution = closed_line(direction, m)
    values = direction.values(m, solution.last + 2 * solution.period)
    return solution.equations(direction.line(m), direction.variable, values)


def shape(direction: Direction, m: int) -> Shape:
    """Return the form of line m, by the induction of the header."""
    ends: Factors = Counter([Powers(1, Fraction(1))] if direction.columns else [])
    shapes = [Shape(ends, 1)]
    for line in range(1, m + 1):
        losses = direction.round(line)
        own = {i: p for (i, j), p in losses.items() if j == 0}
        factors: Factors = Counter()
        start = direction.full
        for i, j in losses:
            if j:  # driven by a line below
                factors |= shapes[-j].factors
                start = max(start, shapes[-j].start + i)
        shapes.append(
            Shape(factors + factors_of(*sorted(own.items())), start - max(own, default=0))
        )
    return shapes[m]


@lru_cache(maxsize=256)
def factors_of(*own: tuple[int, Fraction]) -> Factors:
    """Return the factors of 1 - Σ p x^k, own being the pairs (k, p), with k ascending.

    Raises `RiskError` if one of them has no square roots.
    """
    if len(own) <= 1:
        return Counter(Powers(k, p) for k, p in own)
    x = Symbol("x")
    polynomial = Poly(1 - Add(*(Rational(p) * x**k for k, p in own)), x, domain=QQ)
    found: Factors = Counter()
    for factor, times in polynomial.factor_list()[1]:
        # from the constant term on, which becomes 1
        end, *others = map(Fraction, reversed(factor.all_coeffs()))
        rest = [-c / end for c in others]
        if len(rest) > 2:
            raise RiskError(
                f"rules must leave at most a quadratic equation for a closed form, not 0 = "
                f"{factor.as_expr()} of degree {len(rest)}"
            )
        if len(rest) == 2 and rest[0]:
            found[Roots(*rest)] += times
        else:
            found[Powers(len(rest), rest[-1])] += times
    return found


def merged(factors: Factors) -> Factors:
    """Return factors without common roots that have all these roots at least as often.

    1 - r x^k and 1 - s x^l have a common root only if r^(L/k) = s^(L/l), L the common multiple.
    """
    period = _period(factors)
    alike: dict[Fraction, list[Powers]] = {}
    for factor in factors:
        if isinstance(factor, Powers):
            alike.setdefault(factor.base ** (period // factor.step), []).append(factor)
    result: Factors = Counter({f: times for f, times in factors.items() if isinstance(f, Roots)})
    for group in alike.values():
        step = lcm(*(factor.step for factor in group))
        base = group[0].base ** (step // group[0].step)
        result[Powers(step, base)] = sum(factors[factor] for factor in group)
    return result


def _period(factors: Iterable[Powers | Roots]) -> int:
    return lcm(*(factor.step for factor in factors if isinstance(factor, Powers)))


class Term(NamedTuple):
    """A factor's part of the solution: the coefficients of two or `step` polynomials.

    Those of `Powers` are by residues, the first for n = start; those of `Roots` belong to
    (β^m + γ^m) / 2 and (β^m - γ^m) / (β - γ), m = n - start, which are rational.
    """

    factor: Powers | Roots
    polynomials: tuple[tuple[Fraction, ...], ...]


class ClosedLine(NamedTuple):
    """A line in closed form for n >= `start`, solved from its values up to `last`."""

    start: int
    last: int
    terms: tuple[Term, ...]

    @property
    def period(self) -> int:
        """The modulus of the residue classes of n that have their own expressions."""
        return _period(term.factor for term in self.terms)

    def value(self, n: int) -> Fraction:
        """Return the value of the form at n, which may be below the start."""
        return exact_sum(
            basis * sum(c * n**power for power, c in enumerate(polynomial))
            for factor, polynomials in self.terms
            for basis, polynomial in zip(factor.basis(n - self.start), polynomials, strict=True)
        )

    def expression(self, variable: Symbol, least: int) -> Expr:
        """Return the expression in the variable, for the residue class of `least`."""
        parts = [
            part
            for term in sorted(self.terms, key=self._size, reverse=True)
            for part in _written(term, variable, self.start, least)
        ]
        return ordered_sum(*parts)

    def equations(
        self,
        line: Expr,
        variable: Symbol,
        values: Sequence[Fraction],
        spelled: Callable[[Expr], Expr] = lambda expression: expression,
    ) -> tuple[tuple[Equation, ...], int]:
        """Return the equations for `line`, compared with its values, and how many there were."""
        equations = [
            Equation(line.subs(variable, n), Rational(values[n]))
            for n in range(1, min(self.start, len(values)))
        ]
        checked, place = len(equations), line.args.index(variable)
        for least in range(self.start, self.start + self.period):
            ranges = (Range(variable, least, self.period),)
            equation = Equation(line, spelled(self.expression(variable, least)), ranges)
            numbers = range(least, len(values), self.period)
            checked += compare(equation, [numbers], lambda *state: values[state[place]])
            equations.append(equation)
        return tuple(equations), checked

    def _size(self, term: Term) -> Fraction:
        """Return a key that is larger for terms that decay more slowly."""
        factor = term.factor
        if isinstance(factor, Powers):
            return abs(factor.base) ** (2 * self.period // factor.step)
        return abs(factor.c) ** self.period


def _written(term: Term, variable: Symbol, start: int, least: int) -> Iterator[Expr]:
    factor = term.factor
    if isinstance(factor, Powers):
        residue = (least - start) % factor.step
        steps = Mul(
            Integer(1) / factor.step, variable - (start + residue), evaluate=factor.step == 1
        )
        coefficients = [Rational(c) for c in term.polynomials[residue]]
        yield from _product(coefficients, variable, Rational(factor.base), steps)
    else:
        w = sqrt(Rational(factor.b**2 / 4 + factor.c))
        both = [
            (Rational(u) / 2, Rational(v) / (2 * w)) for u, v in zip(*term.polynomials, strict=True)
        ]
        for sign in (1, -1):
            base = Rational(factor.b) / 2 + sign * w
            yield from _product([u + sign * v for u, v in both], variable, base, variable - start)


def _product(coefficients: list[Expr], variable: Symbol, base: Expr, steps: Expr) -> Iterator[Expr]:
    """Yield the polynomial times base^steps as content, polynomial and power, unless it is 0."""
    polynomial = Add(*(c * variable**power for power, c in enumerate(coefficients)))
    if polynomial == 0:
        return
    content: Expr = Integer(1)
    if all(c.is_Rational for c in coefficients):
        content, polynomial = Poly(polynomial, variable).primitive()
        polynomial = polynomial.as_expr()
        if polynomial.as_poly(variable).LC() < 0:
            content, polynomial = -content, -polynomial
    power = Pow(base, steps, evaluate=False)
    factors = [content, polynomial] + [power] * (base != 1)
    factors = [factor for factor in factors if factor != 1] or [Integer(1)]
    yield Mul(*factors, evaluate=False) if len(factors) > 1 else factors[0]


def closed_line(direction: Direction, m: int) -> ClosedLine:
    """Return line m in closed form; raise `RiskError` if it has none in square roots."""
    factors, start = shape(direction, m)
    _refuse_long(direction, m, "residue classes", _period(factors), MAX_CLASSES)
    factors = merged(factors)
    unknowns = sum(len(factor.basis(0)) * times for factor, times in factors.items())
    _refuse_long(direction, m, "coefficients", unknowns, MAX_UNKNOWNS)
    return solved(factors, start, direction.values(m, start + unknowns))


def solved(factors: Factors, start: int, values: list[Fraction]) -> ClosedLine:
    """Return the closed form of values that have these factors, from as early on as it holds.

    The factors are without common roots, as `merged` makes them.  The form holds from `start` on,
    and there are as many values from there as unknowns, or more.
    """
    solution = _solved(factors, start, values)
    earlier = start
    while earlier > 0 and solution.value(earlier - 1) == values[earlier - 1]:
        earlier -= 1
    return _solved(factors, earlier, values) if earlier < start else solution


def _refuse_long(direction: Direction, m: int, what: str, number: int, most: int) -> None:
    if number > most:
        raise RiskError(
            f"the formula for {direction.line(m)} must have at most {most} {what}, not {number}, "
            f"under these rules ({direction.rules.description})"
        )


def _solved(factors: Factors, start: int, values: list[Fraction]) -> ClosedLine:
    """Return the solution of one linear equation for each unknown, at n = start, start + 1, …."""
    unknowns = sum(len(factor.basis(0)) * times for factor, times in factors.items())
    numbers = range(start, start + unknowns)
    matrix = [
        [
            basis * n**power
            for factor, times in factors.items()
            for basis in factor.basis(n - start)
            for power in range(times)
        ]
        for n in numbers
    ]
    found = iter(_linear(matrix, [values[n] for n in numbers]))
    terms = []
    for factor, times in factors.items():
        polynomials = tuple(tuple(next(found) for _ in range(times)) for _ in factor.basis(0))
        degree = max((p for row in polynomials for p, c in enumerate(row) if c), default=-1)
        if degree >= 0:
            terms.append(Term(factor, tuple(row[: degree + 1] for row in polynomials)))
    return ClosedLine(start, start + unknowns, tuple(terms))


def _linear(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    if not matrix:
        return []
    try:
        solution = Matrix(matrix).to_DM(QQ).lu_solve(Matrix(right).to_DM(QQ))
    except DMNonInvertibleMatrixError:
        raise RiskError(
            "rules must give bases that can be told apart, and two of these are roots of one "
            "number: no closed form is given"
        ) from None
    return list(map(Fraction, solution.to_Matrix()))
