"""The odds as formulas, for sympy: expressions, text and LaTeX.

- `equations`: an equation with the numbers it holds for, and how it is printed and checked;
- `lines`: one row or column of the odds as a function of the other number, for any rules;
- `symbols`: the chances of a round as letters;
- `whole`: all of Q(a, d), by its borders and the sum over the interior;
- `generating`: the generating function in two variables, for any rules;
- `limits`: the break-even ratio, and the normal approximation, for large armies.

Each formula is compared with the recursion, at numbers, before it is returned; `WrongFormulaError`
would tell of a formula that is wrong.  Where there is none, `RiskError` says why.

>>> print(column(1).equations[-1].text)
Q(a, 1) = 1 - 637*(49/144)^(a - 2)/2592   for a = 2, 3, 4, …
"""

from riskexact.formulas.equations import Equation, Formula, Range, WrongFormulaError
from riskexact.formulas.generating import explicit, generating_function
from riskexact.formulas.limits import NormalApproximation, limit_laws, normal_approximation
from riskexact.formulas.lines import column, row
from riskexact.formulas.whole import whole_formula

__all__ = [
    "Equation",
    "Formula",
    "NormalApproximation",
    "Range",
    "WrongFormulaError",
    "column",
    "explicit",
    "generating_function",
    "limit_laws",
    "normal_approximation",
    "row",
    "whole_formula",
]
