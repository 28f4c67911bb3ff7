"""The price of a garrison as formulas: means, squares, and the generating function of its law.

The letters are those of `odds.price`: L(d) is the number of units lost to take d defenders with
plenty of attackers, and D units throw all defence dice.  The means and squares of L(d) obey the
recurrences of χ² and χ³, so that `rows_and_columns` writes them as sums of powers of the roots of
χ.  Where some roots have no square roots, the recurrences of one step are the formula.

The law of L(d) has the generating function

    L_d(x) = Σ_n P(L(d) = n) x^n,    G(x, y) = Σ_d L_d(x) y^d.

With P(x, y) = Σ p_ij x^i y^j of a round of all dice with a loss, (1 - P) G has only the terms of
y^d with d < D, and below D each L_d is a rational function of those before it.
"""

from collections import Counter
from fractions import Fraction
from itertools import islice

from sympy import Add, Expr, Function, Integer, Poly, Rational

from riskexact.base.errors import RiskError
from riskexact.formulas.equations import Equation, Formula, Known, Range, compare, d, ordered_sum
from riskexact.formulas.general import LossChances
from riskexact.formulas.generating import EXTRA_TERMS, compare_lines, next_line, polynomial, x, y
from riskexact.formulas.rows_and_columns import factors_of, merged, solved
from riskexact.odds.price import falls, masses, moments
from riskexact.odds.recursion import chances
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set
from riskexact.rules.dice import base_of

MAX_UNITS_FOR_FULL_DICE = 8
"""The most units for all defence dice: the generating function has an equation for each."""

MEAN, SQUARE = Function("price"), Function("square")

MEANINGS = (
    "with plenty of attackers, who always throw the most dice, price(d) is the expected number of "
    "units that they lose to take d defenders",
    "square(d) is the expected square of that number: the variance is square(d) - price(d)^2",
    "G(x, y) is the sum over d and n of y^d x^n times the chance that d defenders cost n units",
)


def price_formula(rules: Rules | str = STANDARD) -> Formula:
    """Return equations for the price of d defenders, its square, and the chances of all losses.

    For any rules.  Equivalent to `odds.price`, with whose recursions it is compared before it is
    returned.  Raises `RiskError` for rules without a price, and for more than 8 units for all
    defence dice.

    >>> print(price_formula(Rules(1, 1)).equations[0].text)
    price(d) = 7*d/5   for d = 0, 1, 2, …
    """
    rules = rule_set(rules)
    full = rules.defence.units_for_max_dice
    if full > MAX_UNITS_FOR_FULL_DICE:
        raise RiskError(
            f"rules of a price formula must need at most {MAX_UNITS_FOR_FULL_DICE} units for all "
            f"defence dice, not {full} ({rules.description})"
        )
    try:
        in_powers = [_in_powers(times, rules) for times in (2, 3)]
        equations = [equation for each, _ in in_powers for equation in each]
        checked = sum(number for _, number in in_powers)
    except RiskError:  # no square roots
        equations, checked = _recurrences(rules)
    series, compared = _generating(rules)
    title = f"price of a garrison, {in_words(rules)}"
    return Formula(title, rules, (*equations, *series), checked + compared, MEANINGS)


def _in_powers(times: int, rules: Rules) -> tuple[tuple[Equation, ...], int]:
    """Return the mean or the square in powers of the roots of χ^times, compared; see the header."""
    name, part = (MEAN, "mean") if times == 2 else (SQUARE, "square")
    counts, total = falls(rules)
    factors = factors_of(*sorted((j, Fraction(c, total)) for j, c in counts.items()))
    factors = merged(Counter({factor: times * n for factor, n in factors.items()}))
    start = rules.defence.units_for_max_dice - max(counts)
    most = start + 3 * times * max(counts) + EXTRA_TERMS
    values = [getattr(each, part) for each in islice(moments(rules), most)]
    return solved(factors, start, values).equations(name(d), d, values, _spelled_out)


def _spelled_out(expression: Expr) -> Expr:
    """Return the sum with one term for each power of d, where nothing else depends on it."""
    terms: list[Expr] = []
    for part in Add.make_args(expression):
        if part.is_polynomial(d):
            terms += [coefficient * d**n for (n,), coefficient in Poly(part, d).terms()]
        else:
            terms.append(part)
    return ordered_sum(*terms)


def _recurrences(rules: Rules) -> tuple[list[Equation], int]:
    """Return the recurrences of mean and square for full dice, after their first values."""
    full = rules.defence.units_for_max_dice
    values = list(islice(moments(rules), full + EXTRA_TERMS))
    chances = _round(rules, full)
    falling = 1 - sum(p for (_, j), p in chances.items() if not j)
    # of the rounds after which d - j are left: their chance, and the expected loss in them
    losses = sorted({j for _, j in chances})
    left = {j: sum(p for (_, of), p in chances.items() if of == j) / falling for j in losses}
    lost = {j: sum(i * p for (i, of), p in chances.items() if of == j) / falling for j in losses}
    squares = sum(i * i * p for (i, _), p in chances.items()) / falling
    fallen = [j for j in losses if j]
    steps = {
        MEAN: ordered_sum(sum(lost.values()), *(left[j] * MEAN(d - j) for j in fallen)),
        SQUARE: ordered_sum(
            squares,
            *(2 * lost[j] * MEAN(d - j) for j in losses),
            *(left[j] * SQUARE(d - j) for j in fallen),
        ),
    }
    known: dict[str, Known] = {
        "price": lambda n: values[n].mean,
        "square": lambda n: values[n].square,
    }
    equations: list[Equation] = []
    checked = 0
    for name, step in steps.items():
        of = known[str(name)]
        equations += [Equation(name(n), Rational(of(n))) for n in range(full)]
        equations.append(Equation(name(d), step, (Range(d, full),)))
        checked += compare(equations[-1], [range(full, len(values))], of, **known)
    return equations, checked


def _generating(rules: Rules) -> tuple[list[Equation], int]:
    """Return the equation for G(x, y), after those for the functions in it, compared."""
    full = rules.defence.units_for_max_dice
    P, G = Function("P")(x, y), Function("G")(x, y)
    names = [Integer(1), *(Function(f"L_{m}")(x) for m in range(1, full))]
    lines: list[Expr] = [Integer(1)]
    for m in range(1, full):
        turned = {(j, i): p for (i, j), p in _round(rules, m).items()}
        lines.append(next_line(lines, turned, x))
    chances = _round(rules, full)
    border = [
        line * y**m * (1 - polynomial({(i, j): p for (i, j), p in chances.items() if m + j < full}))
        for m, line in enumerate(names)
    ]
    equations = [
        Equation(P, polynomial(chances)),
        *(Equation(name, line) for name, line in zip(names[1:], lines[1:], strict=True)),
        Equation(G, ordered_sum(*border) / (1 - P)),
    ]
    return equations, _compared(equations, rules)


def _round(rules: Rules, defenders: int) -> LossChances:
    """Return the chances of a round with a loss against this many defenders, of the most dice."""
    return dict(chances(rules.attack.units_for_max_dice, defenders, rules))


def _compared(equations: list[Equation], rules: Rules) -> int:
    """Compare the coefficients with the sweep of `masses`, and return their number."""
    most = 2 * rules.max_losses * rules.defence.units_for_max_dice + EXTRA_TERMS
    base = base_of(rules)
    law = {
        (n, m): Fraction(mass, base ** (n + m))
        for m in range(most + 1)
        for n, mass in enumerate(islice(masses([(m, rules)], base), most - m + 1))
    }
    compare_lines(equations, law, most)
    return len(law)
