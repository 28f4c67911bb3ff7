"""`riskexact verify`: the closed forms against the recursion, or a directory against both."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import number, shown, whole
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError, is_installed
from riskexact.base.report import Column, Data, Item, Report, TableItem, Text, Value
from riskexact.base.text import counted, fitted, fraction_text
from riskexact.battle.blitz import Fight
from riskexact.battle.methods import LIBRARY
from riskexact.battle.tables import filled
from riskexact.cli.output import InOneLine, describe
from riskexact.cli.parser import Command, refuse
from riskexact.odds import recursion
from riskexact.odds.states import check_size, check_units, sides_text
from riskexact.odds.verification import Mismatch, Verification, formulas, verify
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import BUILT_IN, RULES, in_words, label, rules_json

if TYPE_CHECKING:
    from riskexact.publication.differences import Fault

    CheckedDirectory = tuple[tuple[str, ...], tuple[Fault, ...], str, dict[str, object]]
    """Notes, faults, what was checked, and the same in JSON."""

COMMAND = Command(
    "one battle by every method; or formulas against the recursion; or a directory",
    "verify --max 20",
    "[DIRECTORY:verify] [DEFENDERS] --steps --max --workers --format",
    more="\n         riskexact verify 3 2 --steps",
    common="--rules:or-all --json --output",
    rules="standard and single-loss; all: every one with a closed form",
)

MAX_UNITS_OF_STEPS = 30
"""Units whose equations are few enough to be read."""

ABOUT_STEPS = (
    "P(a,d) is the chance to win with a attackers left against d defenders.",
    "P(a,0) = 1, P(0,d) = 0, and each way that a round can end counts with its chance:",
)


def run(options: Namespace) -> Report:
    """Return what was compared, and whether anything differed."""
    if options.defenders is not None:
        refuse(options, ("max", "workers"), "without DEFENDERS")
        return _battle(options)
    refuse(options, ("steps",), "with ATTACKERS and DEFENDERS")
    if options.directory is not None:
        refuse(options, ("rules", "max"), "without a DIRECTORY")
        return _directory(options)
    refuse(options, ("workers",), "with a DIRECTORY")
    chosen = _chosen(options.rules)
    most = options.max or 40
    verdicts = [verify(rules, most, partial(_describe, label(rules))) for rules in chosen]
    mismatches = [mismatch for verdict in verdicts for mismatch in verdict.mismatches]
    checked = [(rules_json(v.rules), v.formulas, v.cells, round(v.seconds, 3)) for v in verdicts]
    differ = [
        (rules_json(rules), a, d, expected, formula, value)
        for rules, formula, a, d, expected, value in mismatches
    ]
    report = Report(
        "",
        {"max": most},
        _in_json("checked", "rules formulas cells seconds", checked),
        _in_json("mismatches", "rules attackers defenders recursion formula closed_form", differ),
        Text(*map(_checked_text, verdicts), *map(_mismatch_text, mismatches)),
    )
    report.failed = bool(mismatches)
    return report


def _battle(options: Namespace) -> Report:
    a, d = number(options.directory, "attackers", 1), whole(options.defenders, "defenders", 1)
    rules = options.rules or STANDARD
    if isinstance(rules, str):
        raise RiskError("rules must be one rule set for a battle, not all")
    if options.steps:
        check_units(a, d, MAX_UNITS_OF_STEPS, "--steps")
    check_size(a, d, rules, recursion.held(a, d, rules))
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


def _directory(options: Namespace) -> Report:
    from riskexact.publication.vectors import is_vectors

    began = perf_counter()
    try:
        if is_vectors(options.directory):
            refuse(options, ("workers",), "with a publication")
            notes, faults, checked, about = _vectors(options)
        else:
            notes, faults, checked, about = _publication(options)
    except OSError as error:
        reason = error.strerror or error
        raise RiskError(f"directory {shown(options.directory)} cannot be read: {reason}") from None
    seconds = perf_counter() - began
    result = counted(len(faults), "fault") if faults else "no fault"
    text = Text(*notes, *map(str, faults), f"{checked}: {result} ({seconds:.1f} s)")
    rows = [(file, line, column, problem) for file, problem, line, column in faults]
    found = {"seconds": round(seconds, 3), "notes": notes}
    report = Report("", about | found, _in_json("faults", "file line column problem", rows), text)
    report.failed = bool(faults)
    return report


def _publication(options: Namespace) -> "CheckedDirectory":
    from riskexact.publication.commands.publish import time_left
    from riskexact.publication.executors import usable_cores
    from riskexact.publication.verification import verify_publication

    verdict = verify_publication(
        options.directory,
        workers=options.workers or usable_cores(),
        progress=time_left(options.directory),
    )
    package = verdict.package
    files = counted(len(package.files), "file")
    about: dict[str, object] = {
        "riskexact_version": package.version,
        "command": package.plan.command,
        "content": package.content,
        "files": len(package.files),
        "remade": verdict.remade,
    }
    checked = f"{files}, {verdict.remade} of them recomputed by the other method"
    return verdict.notes, verdict.faults, checked, about


def _vectors(options: Namespace) -> "CheckedDirectory":
    from riskexact.publication.vectors import verify_vectors

    verdict = verify_vectors(options.directory)
    about: dict[str, object] = {
        "riskexact_version": verdict.version,
        "command": "riskexact vectors",
        "files": verdict.files,
        "remade": verdict.files,
    }
    checked = f"{counted(verdict.files, 'file')}, {verdict.cases} answers computed by definition"
    return verdict.notes, verdict.faults, checked, about


def _chosen(rules: Rules | str | None) -> list[Rules]:
    if isinstance(rules, str):
        return [rules for rules in RULES.values() if rules.has_closed_form]
    return list(BUILT_IN.values()) if rules is None else [rules]


def _in_json(name: str, keys: str, rows: Iterable[tuple[object, ...]]) -> TableItem:
    """Return a table that text does not have."""
    return TableItem(name, [Column(None, key) for key in keys.split()], rows)


def _describe(name: str, done: int, cells: int) -> None:
    describe(f"{name}: {done} of {counted(cells, 'cell')}, {100 * done // cells} %")


def _checked_text(verdict: Verification) -> str:
    formulas, wrong = " and ".join(verdict.formulas), len(verdict.mismatches)
    result = counted(wrong, "mismatch", "mismatches") if wrong else "all equal"
    return (
        f"{label(verdict.rules)}: {counted(verdict.cells, 'cell')}, {formulas} against recursion: "
        f"{result} ({verdict.seconds:.1f} s)"
    )


def _mismatch_text(mismatch: Mismatch) -> str:
    sides = sides_text(mismatch.attackers, mismatch.defenders)
    return (
        f"mismatch: {label(mismatch.rules)}, {sides}: "
        f"recursion {fraction_text(mismatch.recursion)}, "
        f"{mismatch.formula} {fraction_text(mismatch.closed_form)}"
    )
