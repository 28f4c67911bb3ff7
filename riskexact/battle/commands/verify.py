"""One battle by every method: what `verify ATTACKERS DEFENDERS` compares."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import perf_counter
from typing import Any

from riskexact.base.arguments import number, whole
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError, is_installed
from riskexact.base.report import Column, Data, Item, Report, TableItem, Text, Value
from riskexact.base.text import fitted
from riskexact.battle.blitz import Fight
from riskexact.battle.methods import LIBRARY
from riskexact.battle.tables import filled
from riskexact.cli.output import InOneLine, describe
from riskexact.cli.parser import refuse
from riskexact.odds import recursion
from riskexact.odds.states import check_size, check_states, check_units, sides_text
from riskexact.odds.verification import formulas
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rules_json

MAX_COMPARED_STATES = 10**8
"""Units of all states for which the recursion, in fractions, takes about ten seconds."""

MAX_UNITS_OF_STEPS = 30
"""Units whose equations are few enough to be read."""

ABOUT_STEPS = (
    "P(a,d) is the chance to win with a attackers left against d defenders.",
    "P(a,0) = 1, P(0,d) = 0, and each way that a round can end counts with its chance:",
)


def verifies(options: Namespace) -> bool:
    """Return whether one battle is asked about."""
    return options.defenders is not None


def verify(options: Namespace) -> Report:
    """Return what every method has for one battle, and whether they agree."""
    refuse(options, ("max", "workers"), "without DEFENDERS")
    a, d = number(options.directory, "attackers", 1), whole(options.defenders, "defenders", 1)
    rules = options.rules or STANDARD
    if isinstance(rules, str):
        raise RiskError("rules must be one rule set for a battle, not all")
    if options.steps:
        check_units(a, d, MAX_UNITS_OF_STEPS, "--steps")
    check_size(a, d, rules, recursion.held(a, d, rules))
    check_states(a, d, MAX_COMPARED_STATES, "every method")
    rows: list[tuple[str, float, Real, Real, str]] = []
    agree = True
    for method, (what, answer) in _methods(rules).items():
        describe(method)
        began = perf_counter()
        win = answer(a, d, rules)
        low, high = (win, win) if isinstance(win, Fraction) else (win.low, win.high)
        seconds = round(perf_counter() - began, 4)
        rows.append((method, seconds, win, win, f"{what} ({seconds:.4f} s)"))
        agree = agree and low <= rows[0][2] <= high
    columns = [Column("method", "method"), Column(None, "seconds"), Column("win", form="chance")]
    columns += [Column(None if agree else "exactly", form="fraction"), Column("what it is")]
    report = Report(
        f"{sides_text(a, d)}, {in_words(rules)}",
        {"attackers": a, "defenders": d, "rules": rules_json(rules)},
        TableItem("methods", columns, rows),
        Data("agree", agree),
        Text("", f"all {len(rows)} agree" if agree else "they do not agree"),
        Value("win", rows[0][2], exact=True),
        *(_steps(a, d, rules) if options.steps else ()),
    )
    report.failed = not agree
    return report


def _methods(rules: Rules) -> dict[str, tuple[str, Callable[[int, int, Rules], Real]]]:
    """Return every exact method for the chance to win, with what it is in words."""
    defined = "the definition, state by state"
    methods: dict[str, Any] = {"recursion": (defined, recursion.win_probability)}
    for name, formula in formulas(rules).items() if rules.has_closed_form else ():
        methods[name] = ("a closed form: a single sum", formula)
    swept = "the recursion in whole numbers"
    methods["sweep"] = (swept, lambda a, d, rules: filled((a,), (d,), rules, "sweep")[a, d])
    if is_installed(LIBRARY):
        from riskexact.engine import cell

        if cell.applies(rules):
            methods["engine"] = ("the closed form in whole numbers", cell.win_probability)
        within = "bounds as near as the digits need"
        methods["certain digits"] = (within, lambda *battle: Fight(*battle).sides[0])
    return methods


def _steps(a: int, d: int, rules: Rules) -> Iterator[Item]:
    """Yield the equations of the recursion, the smallest battle first."""
    rows = []
    yield Text("", *ABOUT_STEPS)
    for (x, y), counts, win in recursion.steps(a, d, rules):
        parts = [f"{n}/{sum(counts.values())} P({i},{j})" for (i, j), n in counts.items()]
        rows.append((x, y, f"P({x},{y}) = {' + '.join(parts)}", win))
        yield Text("", f"{sides_text(x, y)}:", fitted(rows[-1][2]))
        yield InOneLine("", win, f"P({x},{y})")
    columns = [Column(None, key) for key in ("attackers", "defenders", "equation")]
    yield TableItem("steps", [*columns, Column(None, "win", "chance")], rows)
