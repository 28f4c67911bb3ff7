"""Equations: two sympy expressions, and the numbers for which they are equal.

Q(a, d) is the chance to win, T(n, i) are the weights of the interior.  A variable starts at a least
number and grows in equal steps; each residue class has its own equation.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, islice, product

from sympy import (
    Add,
    And,
    Eq,
    Expr,
    Function,
    Integer,
    Mod,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    expand,
    expand_func,
    together,
)
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from riskexact.base.frozen import NamedTuple
from riskexact.base.text import fraction_text
from riskexact.rules import Rules

Q, T = Function("Q"), Function("T")
a, d, n, i, j, k = (Symbol(name, integer=True, nonnegative=True) for name in "adnijk")

LATEX_ROW = 160
"""Characters of LaTeX after which a sum continues in the next row."""

Known = Callable[..., Fraction]


class WrongFormulaError(ArithmeticError):
    """A formula differs from the recursion: a bug in this package, raised instead of a result."""


class Range(NamedTuple):
    """A variable runs through `least`, `least + step`, `least + 2 step`, and so on."""

    variable: Symbol
    least: int
    step: int = 1

    @property
    def numbers(self) -> tuple[int, ...]:
        """The first three numbers, which stand for all when printed.

        >>> Range(a, 3, 2).numbers
        (3, 5, 7)
        """
        return tuple(islice(count(self.least, self.step), 3))

    @property
    def condition(self) -> Expr:
        """The range as a sympy condition.

        >>> Range(a, 3, 2).condition
        (a >= 3) & Eq(Mod(a, 2), 1)
        """
        residue = Eq(Mod(self.variable, self.step), self.least % self.step)
        return And(self.variable >= self.least, residue)


class Equation(NamedTuple):
    """`left` = `right`, for all numbers in `ranges`."""

    left: Expr
    right: Expr
    ranges: tuple[Range, ...] = ()

    def at(self, *numbers: int, **known: Known) -> tuple[Expr, Fraction]:
        """Return the left side, and the value of the right side, at numbers of the ranges.

        `known` has the functions that remain, by name.  Raises `WrongFormulaError` if the value is
        not rational.

        >>> Equation(Q(a, 1), a / 2, (Range(a, 1),)).at(7)
        (Q(7, 1), Fraction(7, 2))
        """
        values = {r.variable: Integer(m) for r, m in zip(self.ranges, numbers, strict=True)}
        return self.left.subs(values), value(self.right.subs(values), **known)

    @property
    def text(self) -> str:
        """One line of plain text.

        >>> Equation(Q(a, 1), a**2, (Range(a, 1),)).text
        'Q(a, 1) = a^2   for a = 1, 2, 3, …'
        """
        return f"{_text(self.left)} = {_text(self.right)}{self._ranges('   for ', '…')}"

    @property
    def latex(self) -> str:
        r"""A row of the environment `align*` of the package amsmath.

        >>> Equation(Q(a, 1), a**2, (Range(a, 1),)).latex
        'Q(a, 1) &= a^{2} && a = 1, 2, 3, \\dotsc'
        """
        line = f"{_Latex().doprint(self.left)} &= {_Latex(LATEX_ROW).doprint(self.right)}"
        return line + self._ranges(" && ", r"\dotsc", r";\ ")

    @property
    def sympy(self) -> str:
        """One line of Python, for sympy.

        >>> Equation(Q(a, 1), a**2, (Range(a, 1),)).sympy
        'Eq(Q(a, 1), a**2)  # a = 1, 2, 3, ...'
        """
        left, right = (_Python().doprint(e) for e in (self.left, self.right))
        return f"Eq({left}, {right}){self._ranges('  # ', '...')}"

    def __repr__(self) -> str:
        return self.text

    def _repr_latex_(self) -> str:
        return _typeset([self])

    def _ranges(self, mark: str, dots: str, between: str = "; ") -> str:
        """Return what each variable runs through, after a mark; nothing if there is none."""
        each = (f"{r.variable} = {', '.join(map(str, r.numbers))}, {dots}" for r in self.ranges)
        return mark + between.join(each) if self.ranges else ""


class Formula(NamedTuple):
    """Equations with remarks; `checked` is the number of comparisons with the recursion."""

    title: str
    rules: Rules
    equations: tuple[Equation, ...]
    checked: int
    remarks: tuple[str, ...] = ()

    def render(self, format_: str = "text") -> str:
        """Return the equations as "text", or as complete "latex" or "sympy" source.

        >>> squares = (Equation(Q(a, 1), a**2, (Range(a, 1),)),)
        >>> print(Formula("Squares", Rules(), squares, checked=0).render("sympy"), end="")
        # Squares
        from sympy import *
        a = Symbol('a', integer=True, nonnegative=True)
        Q = Function('Q')
        <BLANKLINE>
        Eq(Q(a, 1), a**2)  # a = 1, 2, 3, ...
        """
        lines = [getattr(equation, format_) for equation in self.equations]
        mark = {"text": "", "latex": "% ", "sympy": "# "}[format_]
        head = [f"{mark}{line}" for line in (self.title, *self.remarks)]
        if format_ == "latex":
            rows = [f"{line} \\\\" for line in lines[:-1]] + lines[-1:]
            # a page may break between the rows of a long formula
            lines = [r"\allowdisplaybreaks", r"\begin{align*}", *rows, r"\end{align*}"]
        if format_ == "sympy":
            head += ["from sympy import *", *self._definitions]
        return "\n".join([*head, "", *lines, ""])

    def __repr__(self) -> str:
        return self.render().rstrip("\n")

    def _repr_latex_(self) -> str:
        return _typeset(self.equations)

    @property
    def _definitions(self) -> list[str]:
        """Lines of Python that define the letters and functions."""
        sides = [side for e in self.equations for side in (e.left, e.right)]
        letters = sorted({s for side in sides for s in side.atoms(Symbol)}, key=str)
        functions = sorted({str(f.func) for side in sides for f in side.atoms(AppliedUndef)})
        return [
            f"{s} = Symbol('{s}'{', integer=True, nonnegative=True' * bool(s.is_integer)})"
            for s in letters
        ] + [f"{name} = Function('{name}')" for name in functions]

    @property
    def piecewise(self) -> Expr:
        """The right sides of equations for one function of one variable as one expression.

        Raises `ValueError` for a formula of several functions, or in several variables.

        >>> Formula("", Rules(), (Equation(Q(a, 1), a**2, (Range(a, 1),)),), checked=0).piecewise
        Piecewise((a**2, a >= 1))
        """
        variables = {r.variable for e in self.equations for r in e.ranges}
        if len(variables) != 1 or len({e.left.func for e in self.equations}) != 1:
            raise ValueError(f"{self.title}: no formula in one variable")
        (variable,) = variables
        return Piecewise(
            *(
                (e.right, e.ranges[0].condition)
                if e.ranges
                else (e.right, Eq(variable, e.left.args[0 if variable == a else 1]))
                for e in self.equations
            )
        )


def _typeset(equations: Sequence[Equation]) -> str:
    """Return equations below each other, between dollar signs, as notebooks typeset them."""
    rows = " \\\\\n".join(equation.latex for equation in equations)
    return f"$\\displaystyle\\begin{{aligned}}\n{rows}\n\\end{{aligned}}$"


def ordered_sum(*terms: Expr) -> Expr:
    """Return the sum of the terms other than 0, to be printed in this order.

    >>> ordered_sum(Integer(1), Integer(0), -a).args
    (1, -a)
    """
    terms = tuple(term for term in terms if term != 0)
    return Add(*terms, evaluate=False) if len(terms) > 1 else Add(*terms)


def value(expression: Expr, **known: Known) -> Fraction:
    """Return the rational value of an expression without variables.

    >>> from sympy import Sum, binomial
    >>> value(Sum(binomial(3, j) * T(j), (j, 0, 3)), T=lambda m: Fraction(m, 2))
    Fraction(6, 1)
    """
    sums = {}
    for total in expression.atoms(Sum):
        # term by term; 0 if the last number is less than the first
        ((variable, first, last),) = total.limits
        numbers = map(Integer, range(int(first), int(last) + 1))
        sums[total] = Add(*(total.function.xreplace({variable: m}) for m in numbers))
    number = expression.xreplace(sums).doit()
    values = {
        function: Rational(known[str(function.func)](*map(int, function.args)))
        for function in number.atoms(AppliedUndef)
    }
    number = expand(expand_func(number.xreplace(values)))
    if not isinstance(number, Rational):
        raise WrongFormulaError(f"a formula comes to {number}, which is no rational number")
    return Fraction(number)


def compare(
    equation: Equation, axes: Sequence[Sequence[int]], expected: Known, **known: Known
) -> int:
    """Check an equation at the product of `axes`, and return the number of points.

    `expected` gives what is on the left, such as Q(a, d).  Raises `WrongFormulaError` at the first
    point where it differs.
    """
    points = list(product(*axes))
    for numbers in points:
        left, found = equation.at(*numbers, **known)
        wanted = expected(*map(int, left.args))
        if found != wanted:
            raise WrongFormulaError(
                f"the formula for {_text(equation.left)} comes to {fraction_text(found)} at "
                f"{left}, and the recursion to {fraction_text(wanted)}"
            )
    return len(points)


class _Together(Printer):  # type: ignore[misc]
    """Exponents, and what is rounded to whole numbers, as one fraction."""

    power, floor, ceiling = "{}**({})", "floor({})", "ceiling({})"

    def _print_Pow(self, power: Expr, *options: bool) -> str:
        if not power.exp.is_Add:
            return str(super()._print_Pow(power, *options))
        base = self.parenthesize(power.base, PRECEDENCE["Pow"])
        return self.power.format(base, self._print(together(power.exp)))

    def _print_floor(self, floor: Expr, exp: None = None) -> str:
        return self.floor.format(self._print(together(floor.args[0])))

    def _print_ceiling(self, ceiling: Expr, exp: None = None) -> str:
        return self.ceiling.format(self._print(together(ceiling.args[0])))


class _Plain(_Together, StrPrinter):  # type: ignore[misc]
    """Terms in the order in which they were given."""

    def doprint(self, expression: Expr) -> str:
        """Return the text, with the outermost sum in its own order and inner sums sorted."""
        if isinstance(expression, Add):
            return str(self._print_Add(expression, order="none"))
        return str(super().doprint(expression))


class _Python(_Plain):
    """Python source of the same expression."""

    def _print_Rational(self, number: Rational) -> str:
        return f"Rational({number.p}, {number.q})"

    def _print_Half(self, number: Rational) -> str:
        return self._print_Rational(number)


class _Text(_Plain):
    """One line, as it would be written by hand."""

    floor, ceiling = "⌊{}⌋", "⌈{}⌉"

    def _print_binomial(self, binomial: Expr) -> str:
        return f"C({', '.join(map(self._print, binomial.args))})"

    def _print_factorial(self, factorial: Expr) -> str:
        return f"{self.parenthesize(factorial.args[0], PRECEDENCE['Func'])}!"

    def _print_Subs(self, value: Expr) -> str:
        derivative, (variable,), (at,) = value.args
        function, (_, times) = derivative.args
        return f"((d/d{variable})**{times} {self._print(function)} at {variable} = {at})"

    def _print_Sum(self, total: Expr) -> str:
        variable, low, high = total.limits[0]
        terms = self._print(total.function)
        return f"Σ({variable} = {self._print(low)}..{self._print(high)}) {terms}"


class _Latex(_Together, LatexPrinter):  # type: ignore[misc]
    """LaTeX as sympy writes it, with the terms of the outermost sum in the given order.

    Rows of the environment `align*` are broken between terms before they exceed `row`.
    """

    power = "{}^{{{}}}"
    floor, ceiling = r"\left\lfloor {} \right\rfloor", r"\left\lceil {} \right\rceil"

    def __init__(self, row: int | None = None) -> None:
        super().__init__()
        self._row = row

    def doprint(self, expression: Expr) -> str:
        """Return the text, the outermost sum in its own order and those inside sorted."""
        if not isinstance(expression, Add):
            return str(super().doprint(expression))
        rows = [""]
        for term in (str(super(_Latex, self).doprint(term)) for term in expression.args):
            if self._row is not None and rows[-1] and len(rows[-1]) + len(term) > self._row:
                rows.append("")
            sign, size = ("-", term[1:].lstrip()) if term.startswith("-") else ("+", term)
            rows[-1] += f" {sign} {size}"
        return " \\\\\n&\\qquad".join(rows).removeprefix(" + ").removeprefix(" ")

    def _print_Function(self, function: Expr, exp: None = None) -> str:
        if isinstance(function, AppliedUndef):
            name = self._deal_with_super_sub(str(function.func))
            if len(str(function.func)) > 3 and "_" not in name:
                name = rf"\operatorname{{{name}}}"
            return f"{name}({', '.join(map(self._print, function.args))})"
        return str(super()._print_Function(function, exp))


def _text(expression: Expr) -> str:
    return str(_Text().doprint(expression)).replace("**", "^")
