"""`riskexact verify`: the closed forms against the recursion, or a directory against both."""

from argparse import Namespace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text
from riskexact.base.text import counted, fraction_text
from riskexact.cli.output import describe
from riskexact.cli.parser import Command, refuse
from riskexact.odds.states import sides_text
from riskexact.odds.verification import MAX_COMPARED_UNITS, Mismatch, Verification, verify
from riskexact.rules import Rules
from riskexact.rules.catalogue import BUILT_IN, RULES, label, rules_json

if TYPE_CHECKING:
    from riskexact.publication.differences import Fault

    CheckedDirectory = tuple[tuple[str, ...], tuple[Fault, ...], str, dict[str, object]]
    """Notes, faults, what was checked, and the same in JSON."""

COMMAND = Command(
    "the closed forms against the recursion, cell by cell; or all files of a directory",
    "verify --max 20",
    "[DIRECTORY:verify] --max --workers",
    common="--rules:or-all --json --output",
    rules="standard and single-loss; all: every one with a closed form",
)


def run(options: Namespace) -> Report:
    """Return what was compared, and whether anything differed."""
    if options.directory is not None:
        refuse(options, ("rules", "max"), "without a DIRECTORY")
        return _directory(options)
    refuse(options, ("workers",), "with a DIRECTORY")
    chosen = _chosen(options.rules)
    most = 40 if options.max is None else whole(options.max, "max", 1, MAX_COMPARED_UNITS)
    verdicts = [verify(rules, most, partial(_describe, label(rules))) for rules in chosen]
    mismatches = [mismatch for verdict in verdicts for mismatch in verdict.mismatches]
    report = Report(
        "",
        {
            "max": most,
            "checked": [
                {
                    "rules": rules_json(verdict.rules),
                    "formulas": verdict.formulas,
                    "cells": verdict.cells,
                    "seconds": round(verdict.seconds, 3),
                }
                for verdict in verdicts
            ],
            "mismatches": [_mismatch_json(mismatch) for mismatch in mismatches],
        },
        Text(*map(_checked_text, verdicts), *map(_mismatch_text, mismatches)),
    )
    report.failed = bool(mismatches)
    return report


def _directory(options: Namespace) -> Report:
    """Return what was checked in a directory, and whether anything is wrong."""
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
    found = {
        "seconds": round(seconds, 3),
        "notes": notes,
        "faults": [
            {"file": file, "line": line, "column": column, "problem": problem}
            for file, problem, line, column in faults
        ],
    }
    report = Report("", about | found, text)
    report.failed = bool(faults)
    return report


def _publication(options: Namespace) -> "CheckedDirectory":
    from riskexact.cli.publish import time_left
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


def _mismatch_json(mismatch: Mismatch) -> dict[str, object]:
    return {
        "rules": rules_json(mismatch.rules),
        "attackers": mismatch.attackers,
        "defenders": mismatch.defenders,
        "recursion": mismatch.recursion,
        "formula": mismatch.formula,
        "closed_form": mismatch.closed_form,
    }
