"""`riskexact formula` as its users meet it."""

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from sympy import Rational, Symbol

from riskexact.formulas import (
    column,
    general,
    general_formula,
    generating_function,
    limit_laws,
    row,
)
from riskexact.formulas.equations import Equation, Range, T, i, n
from riskexact.odds import recursion
from riskexact.rules import SINGLE_LOSS
from riskexact.rules.catalogue import RULES
from tests import commands
from tests.commands import Capture


def test_what_is_printed_is_what_the_library_returns(capsys: Capture) -> None:
    for arguments, formula in (
        (["--defenders", "3"], column(3)),
        (["--attackers", "2", "--rules", "single-loss"], row(2, SINGLE_LOSS)),
        (["--attackers", "3", "--armies"], row(2)),
        (["--generating-function"], generating_function()),
        (["--rules", "single-loss"], general_formula(SINGLE_LOSS)),
        (["--rules", "single-loss", "--letters"], general_formula(SINGLE_LOSS, in_letters=True)),
        (["--limits", "--rules", "risiko"], limit_laws(RULES["risiko"])),
    ):
        assert run(capsys, *arguments) == (0, formula.render("text"), "")
        assert run(capsys, *arguments, "--format", "latex")[1] == formula.render("latex")
        assert run(capsys, *arguments, "--format", "sympy")[1] == formula.render("sympy")


def run(capture: Capture, *arguments: str) -> tuple[int, str, str]:
    return commands.run(capture, "formula", *arguments)


def answer(capture: Capture, *arguments: str) -> Any:
    return commands.answer(capture, "formula", *arguments)


def test_json(capsys: Capture) -> None:
    data = answer(capsys, "--attackers", "2", "--rules", "standard")
    assert (data["formula"], data["attackers"], data["armies"]) == ("row", 2, False)
    assert data["rules"] == "standard"
    assert data["checked"] >= 8
    assert [e["where"] for e in data["equations"]] == [
        [{"variable": "d", "from": 0, "step": 2}],
        [{"variable": "d", "from": 1, "step": 2}],
    ]
    # the strings for sympy are the formula: evaluated, they are the recursion
    for equation in data["equations"]:
        known: dict[str, Any] = {"d": Symbol("d")}
        exec("from sympy import *\nQ = Function('Q')", known)
        found = eval(equation["sympy"], known)
        (where,) = equation["where"]
        for d in range(where["from"] or where["step"], 12, where["step"]):
            exact = Fraction(str(found.rhs.subs(known["d"], d)))
            assert exact == recursion.win_probability(2, d)


def test_a_wrong_formula_is_not_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = general._weights
    twice = Equation(T(n, i), 2 * honest([Rational(1, 3)] * 3).right, (Range(n, 0), Range(i, 0)))
    monkeypatch.setattr(general, "_weights", lambda c: twice)
    status, out, err = run(capsys)
    assert (status, out) == (1, "")
    assert err.startswith("riskexact: the formula for T(n, i) comes to ")
    assert err.count("\n") == 1


def test_sympy_is_imported_for_formulas_alone() -> None:
    """Not by the other commands, nor by the help, nor before bad input is refused."""
    commands_ = "odds 17 6", "table", "rules", "round", "formula --letters --limits", "--help"
    code = (
        "import sys\nfrom riskexact.cli import main\n"
        f"for words in {commands_!r}:\n"
        "    try: main(words.split())\n    except SystemExit: pass\n"
        "print('sympy' in sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    assert done.stderr.splitlines()[-1] == "False"
