"""Formulas: each against the recursion, at numbers that the check inside did not look at."""

import subprocess
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Eq, Expr, Function, Integer, Rational, Symbol, simplify, sqrt, sympify

from riskexact.base.errors import RiskError
from riskexact.formulas import (
    Equation,
    Formula,
    Range,
    WrongFormulaError,
    column,
    explicit,
    general_formula,
    generating,
    generating_function,
    limit_laws,
    normal_approximation,
    price_formula,
    row,
    rows_and_columns,
)
from riskexact.formulas import price as prices
from riskexact.formulas.equations import Known, Q, a, compare, d, value
from riskexact.formulas.rows_and_columns import Direction, Powers, Roots, closed_line, merged
from riskexact.odds import recursion
from riskexact.odds.price import Moments, moments, price
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import break_even_ratio, round_with_loss
from riskexact.rules.hand import Hand
from tests.programs import needs
from tests.strategies import ANY, any_rules, plain_rules, rule_sets, tries

NOBODY = Rules(ties="nobody", name="nobody")
CUBIC = Rules(3, 3, ties="nobody")


def odds(x: int, y: int, rules: Rules) -> Fraction:
    return recursion.win_probability(x, y, rules)


def told(formula: Formula, *numbers: int, **known: Known) -> list[Fraction]:
    """What the equations of a formula say at these numbers: one of them says something."""
    return [
        equation.at(*numbers, **known)[1]
        for equation in formula.equations
        if equation.ranges
        and all(
            m >= r.least and (m - r.least) % r.step == 0
            for r, m in zip(equation.ranges, numbers, strict=True)
        )
    ]


def line_or_none(direction: Direction, fixed: int) -> Any:
    """The closed form, or None where the rules need roots that are not written out."""
    try:
        return closed_line(direction, fixed)
    except RiskError:
        return None


# ---- rows and columns


@given(any_rules, st.integers(1, 6), st.booleans(), st.integers(0, 25))
def test_a_line_is_the_recursion(rules: Rules, fixed: int, columns: bool, further: int) -> None:
    """Far beyond the numbers that it was solved from, for any rules."""
    direction = Direction(rules, columns)
    solution = line_or_none(direction, fixed)
    assume(solution is not None)
    far = solution.last + further
    values = direction.values(fixed, far)
    assert values[max(1, far // 2)] == odds(*direction.state(max(1, far // 2), fixed), rules)
    for place in range(solution.start, far + 1):
        assert solution.value(place) == values[place]


@tries(8)
@given(any_rules, st.integers(1, 4), st.booleans())
def test_the_equations_of_a_line(rules: Rules, fixed: int, columns: bool) -> None:
    """What is printed says the same, for every number from 1 on, once."""
    assume(line_or_none(Direction(rules, columns), fixed) is not None)
    formula = column(fixed, rules) if columns else row(fixed, rules)
    listed = {e.left: e.right for e in formula.equations if not e.ranges}
    for place in range(1, 14):
        state = (place, fixed) if columns else (fixed, place)
        said = [Fraction(str(listed[Q(*state)]))] if Q(*state) in listed else told(formula, place)
        assert said == [odds(*state, rules)]


def test_ties_to_nobody_give_square_roots() -> None:
    (equation,) = column(2, NOBODY).equations
    assert equation.right.has(sqrt(29796045))
    assert told(column(2, NOBODY), 30) == [odds(30, 2, NOBODY)]


def test_rules_that_always_end_alike() -> None:
    """Dice of one face: one side always wins, and the base 1 is met more than once."""
    for ties, wins in (("defender", 0), ("attacker", 1)):
        rules = Rules(2, 2, faces=1, ties=ties)  # type: ignore[arg-type]
        for formula in (column(3, rules), row(3, rules)):
            assert set(told(formula, 8)) == {Fraction(wins)}


def test_factors_with_a_common_root_become_one() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    found = merged(Counter({Powers(1, half): 2, Powers(2, quarter): 1, Powers(1, -half): 1}))
    assert found == {Powers(2, quarter): 4}
    assert merged(Counter({Roots(half, quarter): 2})) == {Roots(half, quarter): 2}


# ---- a formula that is wrong is not handed out


def test_a_corrupted_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rows_and_columns._solved

    def corrupted(*arguments: Any) -> rows_and_columns.ClosedLine:
        solution = honest(*arguments)
        factor, polynomials = solution.terms[-1]
        worse = tuple((p[0] + Fraction(1, 10**30), *p[1:]) for p in polynomials)
        return rows_and_columns.ClosedLine(
            solution.start,
            solution.last,
            (*solution.terms[:-1], rows_and_columns.Term(factor, worse)),
        )

    monkeypatch.setattr(rows_and_columns, "_solved", corrupted)
    with pytest.raises(WrongFormulaError, match=r"the formula for Q\(a, 3\) comes to .* recursion"):
        column(3, Rules(faces=10))


def test_a_shape_that_is_too_small_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check looks beyond the numbers that the coefficients were solved from."""
    honest = rows_and_columns.shape

    def corrupted(direction: Direction, m: int) -> rows_and_columns.Shape:
        factors, start = honest(direction, m)
        return rows_and_columns.Shape(factors - Counter([Powers(2, Fraction(2275, 7776))]), start)

    monkeypatch.setattr(rows_and_columns, "shape", corrupted)
    rows_and_columns._equations.cache_clear()
    with pytest.raises(WrongFormulaError):
        column(5)


@pytest.mark.parametrize("line", ["P", "R_1", "R_2", "C_0", "C_1", "G"])
def test_a_corrupted_generating_function_is_refused(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = generating._equations

    def corrupted(*arguments: Any) -> list[Equation]:
        return [
            Equation(e.left, e.right + (generating.x * generating.y if line in "PG" else 1))
            if str(e.left).startswith(line)
            else e
            for e in honest(*arguments)
        ]

    monkeypatch.setattr(generating, "_equations", corrupted)
    name = "G" if line == "P" else line
    with pytest.raises(WrongFormulaError, match=rf"the equation for {name}\("):
        generating_function()


def test_what_is_no_rational_number_is_refused() -> None:
    with pytest.raises(WrongFormulaError, match="no rational number"):
        value(sqrt(Integer(2)))
    equation = Equation(Q(1, d), d / 3, (Range(d, 1),))
    with pytest.raises(WrongFormulaError, match=r"comes to 2/3 at Q\(1, 2\), .* recursion to 1"):
        compare(equation, [[2]], lambda a, d: Fraction(1))


# ---- general formulas


@tries(3)
@given(rule_sets(), st.integers(0, 7), st.integers(0, 7))
def test_the_general_formula(rules: Rules, x: int, y: int) -> None:
    """Beyond the numbers that were checked, with its own borders and weights put in."""
    assume(
        rules.attack.units_for_max_dice <= 4
        and rules.defence.units_for_max_dice <= 4
        and rules.max_losses <= 2
    )
    formula = general_formula(rules)
    interior = next(e for e in formula.equations if len(e.ranges) == 2 and e.left.func == Q)
    state = rules.attack.units_for_max_dice + x, rules.defence.units_for_max_dice + y

    def border(m: int, k: int) -> Fraction:
        assert m < rules.attack.units_for_max_dice or k < rules.defence.units_for_max_dice
        for equation in formula.equations:
            if equation.left == Q(m, k):
                return value(equation.right)
            for left, varies in ((Q(m, d), k), (Q(a, k), m)):
                if equation.left == left:
                    (r,) = equation.ranges
                    if varies in range(r.least, varies + 1, r.step):
                        return equation.at(varies)[1]
        raise AssertionError(f"nothing is said of Q({m}, {k})")

    def weight(m: int, i: int) -> Fraction:
        if not 0 <= i <= m * (rules.losses_per_round or 1):
            return Fraction(0)
        return formula.equations[-1].at(m, i)[1]

    assert interior.at(*state, Q=border, T=weight)[1] == odds(*state, rules)


def test_a_general_formula_with_many_residue_classes() -> None:
    formula = general_formula(Rules(4, 4))
    steps = {r.step for e in formula.equations for r in e.ranges}
    assert max(steps) == 6  # rows and columns of rounds that cost 1, 2 and 3 units
    assert formula.checked > 100


# ---- generating functions


@tries(4)
@given(rule_sets(ANY))
def test_generating_functions(rules: Rules) -> None:
    """The coefficients, by division of power series."""
    assume(rules.attack.units_for_max_dice <= 4 and rules.defence.units_for_max_dice <= 4)
    equations = generating_function(rules).equations
    over, under = explicit(equations).as_numer_denom()
    over, under = (side.as_poly(generating.x, generating.y) for side in (over, under))
    series: dict[tuple[int, int], Expr] = {}
    constant = under.coeff_monomial(1)
    assert constant != 0
    for x in range(8):
        for y in range(8):
            known = sum(
                c * series[x - i, y - j]
                for (i, j), c in under.terms()
                if (i, j) != (0, 0) and i <= x and j <= y
            )
            series[x, y] = (over.coeff_monomial((x, y)) - known) / constant
            if x:
                assert Fraction(str(series[x, y])) == odds(x, y, rules)
            else:
                assert series[x, y] == 0


def test_the_generating_function_in_letters() -> None:
    for rules in (STANDARD, SINGLE_LOSS, Rules(faces=8)):
        formula = generating_function(rules, in_letters=True)
        assert {"P(x, y)", "R_1(y)", "G(x, y)"} < {str(e.left) for e in formula.equations}
        assert formula.checked > 100


# ---- large armies


@given(plain_rules(ANY), st.integers(1, 4), st.integers(1, 40), st.integers(1, 40))
def test_the_moments_are_those_of_rounds(rules: Rules, rounds: int, x: int, y: int) -> None:
    """Mean and variance after some rounds, by adding the rounds up one by one."""
    try:
        approximation = normal_approximation(rules)
    except RiskError:
        assume(False)
    changes, total = round_with_loss(*rules.max_dice, rules)
    alpha, delta = approximation.attackers_lost, approximation.defenders_lost
    sums = {(0, 0): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (i, j), p in sums.items():
            for (k, m), count in changes:
                after[i + k, j + m] = after.get((i + k, j + m), 0) + p * Fraction(count, total)
        sums = after
    assert sum(p * i for (i, _), p in sums.items()) == rounds * alpha
    assert sum(p * j for (_, j), p in sums.items()) == rounds * delta
    lead = {s: (alpha * s[1] - delta * s[0]) / (alpha + delta) for s in sums}
    assert sum(p * lead[s] for s, p in sums.items()) == 0
    variance = sum(p * lead[s] ** 2 for s, p in sums.items())
    assert variance == rounds * approximation.round_variance
    assert approximation.variance(x, y) == approximation.round_variance * (x + y) / (alpha + delta)
    assert approximation.mean(x, y) == (delta * x - alpha * y) / (alpha + delta)
    if rules.losses_per_round:
        # the defender's losses in (a + d) / K rounds, less d
        assert approximation.mean(x, y) == delta * Fraction(x + y, rules.losses_per_round) - y


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, NOBODY, Rules(3, 3)])
def test_the_normal_approximation_approximates(rules: Rules) -> None:
    """Its error near break-even halves, nearly, when both armies are four times as large."""
    approximation = normal_approximation(rules)
    errors = []
    for y in (25, 100):
        x = round(y * break_even_ratio(rules))
        near = approximation.expression.subs({a: x, d: y}).evalf(20)
        errors.append(abs(float(near - Rational(str(odds(x, y, rules))))))
    assert errors[1] < 0.7 * errors[0] < 0.08
    assert approximation.expression.subs({a: 7, d: 7 / break_even_ratio(rules)}) == Rational(1, 2)


def test_limit_laws() -> None:
    formula = limit_laws()
    found = {str(e.left): e.right for e in formula.equations}
    assert found["rho"] == Rational(2387, 2797)
    approximation = normal_approximation()
    numbers = {a: 40, d: 60}
    inside = {
        Function("mean")(a, d): found["mean(a, d)"],
        Function("variance")(a, d): found["variance(a, d)"],
    }
    spelled_out = found["Q_normal(a, d)"].subs(inside).subs(numbers)
    assert spelled_out == approximation.expression.subs(numbers)
    for state in ((1, 1), (3, 2), (9, 4), (4, 9)):
        at = dict(zip((a, d), state, strict=True))
        odds = recursion.win_probability(*state)
        assert found["Q_least(a, d)"].subs(at) <= odds <= found["Q_most(a, d)"].subs(at)
    assert found["Q_most(a, d)"] == Rational(10, 9) * Rational(29, 25) ** a * Rational(9, 10) ** d
    # along a = rho d + t sqrt(d) the argument tends to c t
    t, large = Symbol("t"), Integer(10) ** 40
    along = (found["mean(a, d)"] / sqrt(found["variance(a, d)"])).subs(
        {a: found["rho"] * large + 3 * sqrt(large), d: large}
    )
    assert abs((along - 3 * found["c"]).evalf(30)) < 1e-15
    assert t not in found["c"].free_symbols
    assert "approximates" in " ".join(formula.remarks)


# ---- what is printed

FORMULAS: dict[str, Callable[[], Formula]] = {
    "column": lambda: column(3),
    "row": lambda: row(2),
    "many classes": lambda: column(3, RULES["risiko"]),
    "square roots": lambda: column(2, NOBODY),
    "general": general_formula,
    "general, K = 3": lambda: general_formula(RULES["risiko"]),
    "general in letters": lambda: general_formula(STANDARD, in_letters=True),
    "single-loss in letters": lambda: general_formula(SINGLE_LOSS, in_letters=True),
    "generating function": generating_function,
    "generating function in letters": lambda: generating_function(STANDARD, in_letters=True),
    "limits": limit_laws,
    "price": price_formula,
    "price, K = 3": lambda: price_formula("risiko"),
    "price, K = 4": lambda: price_formula(Rules(4, 4)),
}

printed = pytest.mark.parametrize("name", FORMULAS)


@cache
def made(name: str) -> Formula:
    return FORMULAS[name]()


@printed
def test_sympy_reads_back_what_is_printed(name: str) -> None:
    formula = made(name)
    known: dict[str, Any] = {}
    head, _, body = formula.render("sympy").partition("\n\n")
    exec(head, known)
    read = [eval(line, known) for line in body.splitlines()]
    assert len(read) == len(formula.equations)
    for found, equation in zip(read, formula.equations, strict=True):
        assert isinstance(found, Eq)
        assert found.lhs == sympify(str(equation.left), known)
        places = {str(r.variable): Integer(r.numbers[1]) for r in equation.ranges}
        ours, theirs = (
            side.subs({s: places.get(str(s), Symbol(str(s))) for s in side.free_symbols}).doit()
            for side in (found.rhs, equation.right)
        )
        assert ours == theirs or simplify(ours - theirs) == 0


@printed
def test_a_formula_shows_itself(name: str) -> None:
    """At a prompt, by `print`, and typeset in a notebook, where `aligned` may stand in `$`."""
    formula, text, latex = made(name), made(name).render("text"), made(name).render("latex")
    assert not [word for word in ("**", "Rational", "Subs") if word in text]
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    assert latex.isascii()
    rows = latex.partition(r"\begin{align*}")[2].partition(r"\end{align*}")[0].split("\\\\")
    assert all(1 <= part.count("&") <= 3 for part in rows)
    assert repr(formula) == str(formula) == text.rstrip("\n")
    assert list(map(repr, formula.equations)) == [each.text for each in formula.equations]
    shown = formula._repr_latex_()
    assert shown.startswith("$\\displaystyle\\begin{aligned}\n")
    assert shown.endswith("\n\\end{aligned}$")
    assert [each.latex in shown for each in formula.equations] == [True] * len(formula.equations)
    assert shown.count("$") == 2
    assert formula.equations[0].latex in formula.equations[0]._repr_latex_()


@needs("pdflatex")
def test_latex_compiles(tmp_path: Path) -> None:
    formulas = "\n".join(made(name).render("latex") for name in FORMULAS)
    formulas += "\n\n".join(made(name)._repr_latex_() for name in FORMULAS)
    (tmp_path / "all.tex").write_text(
        r"\documentclass{article}\usepackage{amsmath}\begin{document}"
        f"\n{formulas}\n" + r"\end{document}",
        encoding="utf-8",
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000


def test_piecewise() -> None:
    expression = row(2).piecewise
    for y in range(1, 9):
        assert Fraction(str(expression.subs(d, y))) == odds(2, y, STANDARD)
    assert Fraction(str(column(1).piecewise.subs(a, 1))) == Fraction(5, 12)


# ---- the price of a garrison


FOUR = Rules(4, 4)
"""Rules whose price has no square roots."""


def priced(formula: Formula, defenders: int) -> Moments:
    """What the formula says of mean and square; a recurrence is given those of fewer defenders."""
    known = [price(m, formula.rules) for m in range(defenders)]
    mean, square = told(
        formula,
        defenders,
        price=lambda m: known[m].mean if m < defenders else price(m, formula.rules).mean,
        square=lambda m: known[m].square,
    )
    return Moments(mean, square)


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, NOBODY, FOUR, RULES["risiko"]], ids=str)
def test_the_price_beyond_what_was_compared(rules: Rules) -> None:
    assert priced(price_formula(rules), 50) == price(50, rules)


@given(rule_sets(ANY))
@tries(3)
def test_the_price_formula_of_any_rules(rules: Rules) -> None:
    try:
        formula = price_formula(rules)
    except RiskError:
        with pytest.raises(RiskError):
            list(islice(moments(rules), rules.defence.units_for_max_dice + 1))
    else:
        assert priced(formula, 23) == price(23, rules)


@pytest.mark.parametrize("name", ["standard", "single-loss", "two-defenders-need-three"])
def test_the_chances_of_all_losses_have_mass_one_and_the_price_as_mean(name: str) -> None:
    """G(1, y) is the sum of all y^d, and dG/dx at x = 1 that of price(d) y^d."""
    x, y = Symbol("x"), Symbol("y")
    G = explicit(price_formula(name).equations)
    assert simplify(G.subs(x, 1) - 1 / (1 - y)) == 0
    slope = G.diff(x).subs(x, 1).together().series(y, 0, 7).removeO()
    means = [each.mean for each in islice(moments(RULES[name]), 7)]
    assert [Fraction(str(slope.coeff(y, d))) for d in range(7)] == means


def test_a_price_formula_is_compared_with_the_recursion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is wrong: a coefficient of a power, or the chances of losses."""
    for name, wrong in {
        "moments": lambda rules: (each._replace(mean=each.mean + 1) for each in moments(rules)),
        "base_of": lambda rules: 12**4,
    }.items():
        with monkeypatch.context() as patched:
            patched.setattr(prices, name, wrong)
            with pytest.raises(WrongFormulaError, match="differs from|comes to"):
                price_formula(FOUR)


# ---- what has no formula

ONE_FACE = Rules(faces=1)
ALWAYS_ONE_EACH = Rules(Hand((2, 9), to_all=5, clamped=True), Hand((1, 1), to_all=3))
"""One attack die shows 2 at the most, the second 6 or more, and both defence dice count 4."""

LETTERS, SIDE = "formulas in letters must have 3 v 2 dice", "must be a whole number, from 1 to 40"
ONE_VARIABLE = "no formula in one variable"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: column(3, CUBIC), "at most a quadratic equation .* of degree 3"),
        (lambda: row(7, Rules(7, 7)), r"formula for Q\(7, d\) must have at most 60 residue"),
        (lambda: column(40, Rules(5, 5)), r"must have at most 150 coefficients, not 1"),
        *((partial(column, bad), f"defenders {SIDE}") for bad in (0, 41)),
        *((partial(row, bad), f"attackers {SIDE}") for bad in (0, 41)),
        (lambda: rows_and_columns._linear([[Fraction(1)] * 2] * 2, [Fraction(1)] * 2),
         "rules must give bases that can be told apart"),
        (lambda: general_formula(NOBODY), "general formula must have rounds .* not a varying one"),
        (lambda: general_formula(Rules(3, 3), in_letters=True), LETTERS),
        (lambda: general_formula(ONE_FACE, in_letters=True), r"by p_12\^2 - v_2, which must not"),
        (lambda: general_formula(Rules(faces=1, pairs=1), in_letters=True),
         "divide by p_12 - p_22, which must not be 0"),
        (lambda: generating_function(NOBODY, in_letters=True), LETTERS),
        (lambda: generating_function(Rules(9, 9)), "at most 16 units for all dice .*, not 18"),
        (lambda: normal_approximation(ALWAYS_ONE_EACH), "rounds must differ in their losses"),
        (lambda: normal_approximation(ONE_FACE), "rules of a break-even ratio must"),
        (lambda: limit_laws(Rules(faces=1, ties="attacker")), "not none of the attacker in"),
        (lambda: price_formula(Rules(3, Hand(2, needs=(1, 9)))), "at most 8 units for all .*not 9"),
        (lambda: price_formula(Rules(1, 1, faces=1)), "must let 1 v 1 dice cost the defender"),
        (lambda: price_formula().piecewise, ONE_VARIABLE),
        (lambda: general_formula(Rules(1, 1)).piecewise, ONE_VARIABLE),
    ],
)  # fmt: skip
def test_what_is_refused(make: Callable[[], object], message: str) -> None:
    error = ValueError if message == ONE_VARIABLE else RiskError
    with pytest.raises(error, match=message):
        make()
    assert column(2, CUBIC)  # two defenders throw two dice
