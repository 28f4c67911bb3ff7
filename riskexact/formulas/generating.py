"""The generating function of the odds: a rational function of two variables, for any rules.

    G(x, y) = Σ_{a >= 1, d >= 0} Q(a, d) x^a y^d

Let A and D be the units that throw full dice, p_ij the chance that a round of full dice with a
loss costs the attacker i units and the defender j, and P(x, y) = Σ p_ij x^i y^j.  In the interior
Q(a, d) = Σ p_ij Q(a-i, d-j), so (1 - P) G has only boundary terms: those of x^a y^d with a < A or
d < D.  They follow from the rows and columns of the boundary,

    R_a(y) = Σ_{d >= 0} Q(a, d) y^d for a < A,        C_d(x) = Σ_{a >= 1} Q(a, d) x^a for d < D,

which are rational, as R_a - Σ p_ij y^j R_{a-i} is a polynomial of degree below D.

Each equation is checked: the series of the recursion times the denominator must equal the
numerator, term by term up to some degree.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from sympy import Expr, Function, Integer, Poly, Symbol, expand, factor, fraction, together

from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text
from riskexact.formulas.equations import Equation, Formula, WrongFormulaError, ordered_sum
from riskexact.formulas.general import LossChances, letters
from riskexact.odds.recursion import cells, chances
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set
from riskexact.rules.dice import Losses

x, y = Symbol("x"), Symbol("y")

EXTRA_TERMS = 6
"""The number of terms beyond full dice that are compared with the recursion."""

MAX_FULL_DICE_UNITS = 16
"""The largest number of units for full dice, on both sides together."""

ChancesOf = Callable[[int, int], LossChances]

Turned = Callable[[int, int], tuple[int, int]]


def generating_function(rules: Rules | str = STANDARD, in_letters: bool = False) -> Formula:
    """Return the equation for G(x, y), after those for the functions in it.

    For any rules; with `in_letters`, for 3 v 2 dice, with letters for the chances of a round.  The
    coefficients are compared with the recursion.  Raises `RiskError` for more than 16 units for
    full dice, and for letters under other rules.

    >>> generating_function(Rules(1, 1))
    generating function of Q(a, d), 1 v 1 dice, 6 faces, 1 pair, ties to the defender
    G(x, y) is the sum of Q(a, d) x^a y^d for a >= 1, d >= 0
    <BLANKLINE>
    P(x, y) = 7*x/12 + 5*y/12
    C_0(x) = x/(1 - x)
    G(x, y) = (1 - 7*x/12)*C_0(x)/(1 - P(x, y))
    """
    rules = rule_set(rules)
    lines = sum(rules.units_for_max_dice)
    if lines > MAX_FULL_DICE_UNITS:
        raise RiskError(
            f"rules of a generating function must need at most {MAX_FULL_DICE_UNITS} units for all "
            f"dice of both sides, not {lines} ({rules.description})"
        )
    remarks = ["G(x, y) is the sum of Q(a, d) x^a y^d for a >= 1, d >= 0"]
    numbers: Mapping[Symbol, Fraction] = {}
    if in_letters:
        rounds, numbers = letters(rules)
        remarks += [f"{letter} = {fraction_text(number)}" for letter, number in numbers.items()]
        equations = _equations(rules, lambda a, d: rounds[rules.dice(a, d)])
    else:
        equations = _equations(rules, lambda a, d: dict(chances(a, d, rules)))
    checked = _compared(equations, rules, numbers)
    title = f"generating function of Q(a, d), {in_words(rules)}"
    return Formula(title, rules, tuple(equations), checked, tuple(remarks))


def _equations(rules: Rules, round_of: ChancesOf) -> list[Equation]:
    A, D = rules.units_for_max_dice
    full = round_of(A, D)
    corner = _corner(A, D, round_of)

    def kernel(p: Mapping[Losses, Expr], a: int, d: int) -> Expr:
        """Return the coefficient of x^a y^d in (1 - P) G."""
        lower = sum(chance * corner.get((a - i, d - j), 0) for (i, j), chance in p.items())
        return corner[a, d] - lower

    def lines(first: Expr, number: int, letter: Symbol, full: int, state: Turned) -> list[Expr]:
        """Return the rows, or the columns; `state` has the number of the line at its place."""
        found = [first]
        for m in range(1, number):
            round_ = round_of(*state(m, full))
            start = sum(kernel(round_, *state(m, n)) * letter**n for n in range(full))
            turned = {state(*losses): chance for losses, chance in round_.items()}
            found.append(next_line(found, turned, letter, start))
        return found

    rows = lines(Integer(0), A, y, D, lambda a, d: (a, d))
    columns = lines(x / (1 - x), D, x, A, lambda d, a: (a, d))
    R = [Integer(0), *(Function(f"R_{a}")(y) for a in range(1, A))]
    C = [Function(f"C_{d}")(x) for d in range(D)]
    # each row and column with the factor by which it enters (1 - P) G
    border = [
        R[a] * x**a * (1 - polynomial({(i, j): p for (i, j), p in full.items() if a + i < A}))
        for a in range(1, A)
    ] + [
        C[d] * y**d * (1 - polynomial({(i, j): p for (i, j), p in full.items() if d + j < D}))
        for d in range(D)
    ]
    twice = sum(kernel(full, a, d) * x**a * y**d for a in range(A) for d in range(D))
    P, G = Function("P")(x, y), Function("G")(x, y)
    return [
        Equation(P, polynomial(full)),
        *map(Equation, R[1:], rows[1:]),
        *map(Equation, C, columns),
        Equation(G, ordered_sum(*border, -expand(twice)) / (1 - P)),
    ]


def next_line(lines: Sequence[Expr], round_: LossChances, letter: Symbol, start: Expr = 0) -> Expr:
    """Return the line after these, by the chances of the losses (across the lines, along them)."""
    below = sum(p * letter**n * lines[-k] for (k, n), p in round_.items() if k)
    again = sum(p * letter**n for (k, n), p in round_.items() if not k)
    return factor(together((start + below) / (1 - again)))


def polynomial(chances: LossChances) -> Expr:
    """Return P(x, y) of a round."""
    return ordered_sum(*(chances[i, j] * x**i * y**j for i, j in sorted(chances, reverse=True)))


def _corner(A: int, D: int, round_of: ChancesOf) -> dict[Losses, Expr]:
    """Return Q(a, d) for a < A, d < D, in numbers or letters, and 0 for (0, 0)."""
    Q: dict[Losses, Expr] = {}
    for a in range(A):
        for d in range(D):
            if a == 0 or d == 0:
                Q[a, d] = Integer(a > 0)
            else:
                Q[a, d] = sum(p * Q[a - i, d - j] for (i, j), p in round_of(a, d).items())
    return Q


def explicit(equations: list[Equation] | tuple[Equation, ...]) -> Expr:
    """Return the last equation with the others substituted: a rational function.

    >>> explicit(generating_function(Rules(1, 1)).equations)
    x*(1 - 7*x/12)/((1 - x)*(-7*x/12 - 5*y/12 + 1))
    """
    return equations[-1].right.subs({e.left: e.right for e in equations[:-1]})


def _compared(equations: list[Equation], rules: Rules, numbers: Mapping[Symbol, Fraction]) -> int:
    """Compare all coefficients with the recursion, and return their number."""
    degree = 2 * sum(rules.units_for_max_dice) + rules.max_losses
    polynomials = (each for e in equations[1:-1] for each in fraction(together(e.right)))
    most = max([degree, *(int(Poly(p, x, y).total_degree()) for p in polynomials)]) + EXTRA_TERMS
    odds = {
        state: value
        for state, value in cells(most, most, rules)
        if sum(state) <= most and state[0] > 0
    }
    put = [Equation(each.left, each.right.subs(numbers)) for each in equations]
    return compare_lines(put, odds, most)


def compare_lines(equations: list[Equation], series: Mapping[Losses, Expr], most: int) -> int:
    """Compare equations with a series up to a degree, and return the number of coefficients.

    Each line is compared by itself, then the last equation with their series substituted.
    """
    first, *lines, total = equations
    known = {first.left: first.right}
    checked = 0
    for line in lines:
        name, _, number = str(line.left.func).partition("_")
        fixed = int(number)
        if name == "R":
            own = {(0, j): value for (i, j), value in series.items() if i == fixed}
        else:
            own = {(i, 0): value for (i, j), value in series.items() if j == fixed}
        _compare_series(line.left, line.right, own, most - fixed)
        known[line.left] = Poly(own, x, y).as_expr()
        checked += len(own)
    _compare_series(total.left, total.right.xreplace(known), series, most)
    return checked + len(series)


def _compare_series(name: Expr, ratio: Expr, series: Mapping[Losses, Expr], most: int) -> None:
    """Raise unless denominator × series equals the numerator up to a total degree."""
    over, under = (Poly(side, x, y) for side in fraction(together(ratio)))
    product = under * Poly(series, x, y)
    for powers in {*product.monoms(), *over.monoms()}:
        found, wanted = (side.coeff_monomial(powers) for side in (over, product))
        if sum(powers) <= most and found != wanted:
            raise WrongFormulaError(
                f"the equation for {name} differs from the recursion at x^{powers[0]} y^{powers[1]}"
            )
