"""The odds as formulas: sympy expressions, text and LaTeX.

- `equations`: equations with their ranges, and how they are printed and checked;
- `rows_and_columns`: Q(a, d) with one of the two numbers fixed, for any rules;
- `general`: Q(a, d) for all a and d: its boundary, and the sum over the interior; letters for the
  chances of a round;
- `generating`: the generating function in two variables, for any rules;
- `asymptotics`: large armies: the break-even ratio, the normal approximation, and bounds;
- `price`: units lost to take a garrison with plenty of attackers, for any rules.

Each formula is compared with the recursion at numbers before it is returned; a wrong one raises
`WrongFormulaError`.  If there is no formula, `RiskError` says why.

>>> from riskexact import formulas
>>> print(formulas.column(1).equations[-1].text)
Q(a, 1) = 1 - 637*(49/144)^(a - 2)/2592   for a = 2, 3, 4, …
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riskexact.formulas.asymptotics import NormalApproximation, limit_laws, normal_approximation
    from riskexact.formulas.equations import Equation, Formula, Range, WrongFormulaError
    from riskexact.formulas.general import general_formula
    from riskexact.formulas.generating import explicit, generating_function
    from riskexact.formulas.price import price_formula
    from riskexact.formulas.rows_and_columns import column, row

__all__ = [
    "Equation",
    "Formula",
    "NormalApproximation",
    "Range",
    "WrongFormulaError",
    "column",
    "explicit",
    "general_formula",
    "generating_function",
    "limit_laws",
    "normal_approximation",
    "price_formula",
    "row",
]

HOMES = ("equations", "rows_and_columns", "general", "generating", "asymptotics", "price")


def __getattr__(name: str) -> object:
    """Import sympy, which takes a while, when a formula is first asked for."""
    from importlib import import_module

    from riskexact.base.interrupts import deferred_interrupts

    if name in __all__:
        for home in HOMES:
            with deferred_interrupts():
                module = import_module(f"riskexact.formulas.{home}")
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
