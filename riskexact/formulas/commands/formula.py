"""`riskexact formula`: the odds as formulas, each checked against the recursion first."""

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text
from riskexact.base.text import wrapped
from riskexact.cli.options import BY_SUFFIX, positive
from riskexact.cli.output import complain, terminal
from riskexact.cli.parser import Command, Option, echo, free

if TYPE_CHECKING:
    from riskexact.formulas import Formula

COMMAND = Command(
    "the odds in closed form: a row, a column, or all of a rule set",
    "formula --defenders 1",
    "--attackers --defenders --armies --generating-function --limits --price --letters --format",
    group="Mathematics",
    own={
        "--generating-function": "the sum of Q(a, d) x^a y^d as a rational function",
        "--letters": "letters for the chances of a round (general formula, generating function)",
        "--limits": "large armies: the exact break-even ratio, a normal approximation, and bounds",
        "--price": "units lost to take d defenders with plenty of attackers",
        "--attackers": Option("N", "Q(N, d) as a function of d, for N up to 40", positive),
        "--defenders": Option("N", "Q(a, N) as a function of a, for N up to 40", positive),
        "--format": Option("F", BY_SUFFIX, choices=("text", "json", "latex", "tex", "sympy")),
    },
)


def run(options: Namespace) -> Report | int:
    """Return a formula; return 1 if the check finds it wrong."""
    notation = options.format
    options.format = "json" if options.json else "text"
    asked, line = _asked(options)
    if options.letters and line:
        raise RiskError(f"--letters must not be given with --{next(iter(line))}: it has numbers")
    if options.letters and asked in ("limits", "price"):
        raise RiskError(f"--letters must not be given with --{asked}: its numbers are fixed")
    if options.armies and "attackers" not in line:
        raise RiskError("--armies must not be given without --attackers: it counts those")

    from riskexact.formulas import WrongFormulaError

    try:
        formula = _formula(asked, line, options)
    except WrongFormulaError as error:
        complain(f"riskexact: {error}")
        return 1
    typed = echo(options, *line, *(["armies"] if "attackers" in line else []))
    text = formula.render("text" if options.json else notation).removesuffix("\n")
    if notation == "text" and (screen := terminal(options)):
        words, *lines = text.partition("\n\n")  # those are to be copied
        text = "".join([wrapped(words, screen.width), *lines])
    equations = [
        {
            "where": [
                {"variable": str(r.variable), "from": r.least, "step": r.step}
                for r in equation.ranges
            ],
            "text": equation.text,
            "latex": equation.latex,
            "sympy": equation.sympy,
        }
        for equation in formula.equations
    ]
    found = {
        "title": formula.title,
        "remarks": formula.remarks,
        "equations": equations,
        "checked": formula.checked,
    }
    return Report("", {"formula": asked} | typed | echo(options, "rules") | found, Text(text))


def _asked(options: Namespace) -> tuple[str, dict[str, int]]:
    """Return the kind of formula, and the fixed number, if there is one."""
    chosen = [
        name
        for name in ("attackers", "defenders", "generating-function", "limits", "price")
        if getattr(options, name.replace("-", "_")) not in (None, False)
    ]
    if len(chosen) > 1:
        raise RiskError(f"--{chosen[0]} must not be given together with --{chosen[1]}")
    if chosen == ["attackers"]:
        return "row", {"attackers": free(options, least=1)}
    if chosen == ["defenders"]:
        return "column", {"defenders": options.defenders}
    return chosen[0] if chosen else "whole", {}


def _formula(asked: str, line: dict[str, int], options: Namespace) -> "Formula":
    # sympy takes its time, so it is imported when nothing is left to refuse
    from riskexact import formulas

    given: dict[str, Callable[..., Formula]] = {
        "row": formulas.row,
        "column": formulas.column,
        "limits": formulas.limit_laws,
        "price": formulas.price_formula,
        "whole": formulas.general_formula,
        "generating-function": formulas.generating_function,
    }
    letters = {"in_letters": True} if options.letters else {}
    return given[asked](*line.values(), options.rules, **letters)
