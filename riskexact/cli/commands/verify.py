"""`riskexact verify`: the closed forms against the recursion, or a directory against both."""

from argparse import Namespace
from collections.abc import Iterable
from functools import partial

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Report, TableItem, Text
from riskexact.base.text import fraction_text, pluralize
from riskexact.cli.options import positive
from riskexact.cli.output import describe
from riskexact.cli.parser import Command, Option, refuse
from riskexact.features import parts
from riskexact.odds.states import sides_text
from riskexact.odds.verification import Mismatch, Verification, verify
from riskexact.rules.catalogue import BUILT_IN, each_value, label, rules_json

COMMAND = Command(
    "one battle by every method; formulas against the recursion; a directory, or a table",
    "verify --max 20",
    "[DIRECTORY] [DEFENDERS] --steps --max --storm... --workers --format",
    more="\n         riskexact verify 3 2 --steps",
    common="--rules:or-all --json --output",
    rules="standard and single-loss; all: every one with a closed form",
    group="Mathematics",
    own={
        "--steps": "with a battle: the equation of each state of the recursion",
        "DIRECTORY": Option(
            "DIRECTORY",
            "a publication or test vectors, recomputed by another method and compared; a table "
            "of others, FILE.csv, compared cell by cell (--rules any: those that fit best); or "
            "ATTACKERS, before DEFENDERS: one battle by every method",
        ),
        "--storm": Option(
            "QUESTION",
            "what another command is asked, such as 17 6 or conquer --mine Siam=9 India=3, also of "
            "the model checker Storm (the extra storm)",
        ),
        "--max": Option("N", "every battle from 1 v 1 to N v N (default: 40)", positive),
    },
)


def run(options: Namespace) -> Report:
    """Return what was compared, and whether anything differed."""
    for part in parts("commands.verify"):
        if part.verifies(options):
            verdict: Report = part.verify(options)
            return verdict
    if options.directory is not None:
        raise RiskError(f"nothing here verifies {short_repr(options.directory)}")
    refuse(options, ("steps",), "with ATTACKERS and DEFENDERS")
    refuse(options, ("workers",), "with a DIRECTORY")
    chosen, most = [options.rules], options.max or 40
    if options.rules in (None, "all"):
        among = each_value() if options.rules else BUILT_IN.values()
        chosen = [rules for rules in among if rules.has_closed_form]
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


def _in_json(name: str, keys: str, rows: Iterable[tuple[object, ...]]) -> TableItem:
    """Return a table that text does not have."""
    return TableItem(name, [Column(None, key) for key in keys.split()], rows)


def _describe(name: str, done: int, cells: int) -> None:
    describe(f"{name}: {done} of {pluralize(cells, 'cell')}, {100 * done // cells} %")


def _checked_text(verdict: Verification) -> str:
    formulas, wrong = " and ".join(verdict.formulas), len(verdict.mismatches)
    result = pluralize(wrong, "mismatch", "mismatches") if wrong else "all equal"
    return (
        f"{label(verdict.rules)}: {pluralize(verdict.cells, 'cell')}, {formulas} against "
        f"recursion: {result} ({verdict.seconds:.1f} s)"
    )


def _mismatch_text(mismatch: Mismatch) -> str:
    sides = sides_text(mismatch.attackers, mismatch.defenders)
    return (
        f"mismatch: {label(mismatch.rules)}, {sides}: "
        f"recursion {fraction_text(mismatch.recursion)}, "
        f"{mismatch.formula} {fraction_text(mismatch.closed_form)}"
    )
