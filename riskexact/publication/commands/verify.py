"""What `verify` computes again: a publication, test vectors, or a table of others."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Column, Data, Report, TableItem, Text
from riskexact.base.text import fraction_text, pluralize, signed_text
from riskexact.cli.parser import refuse
from riskexact.odds.states import sides_text
from riskexact.publication.commands.publish import time_left
from riskexact.publication.commands.vectors import MAX_WRONG_SHOWN
from riskexact.publication.executors import usable_cores
from riskexact.publication.tables_of_others import check_table
from riskexact.publication.vectors import NAMES, VectorsVerdict, is_vectors, verify_vectors
from riskexact.publication.vectors.question import digits_of, questions
from riskexact.publication.verification import PublicationVerdict, verify_publication
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import in_words, rules_json

CheckedDirectory = tuple[PublicationVerdict | VectorsVerdict, str, Mapping[str, object]]
"""What was found, what was checked, and the same in JSON."""

TABLE_SUFFIXES = ".csv", ".tsv", ".txt", ".md"
"""The suffixes of files that are read as tables."""

FAULT = "file", "line", "column", "problem"


def verifies(options: Namespace) -> bool:
    """Return whether a directory is asked about."""
    return options.directory is not None and options.defenders is None


def verify(options: Namespace) -> Report:
    """Return what is wrong in the directory, or in a table."""
    refuse(options, ("steps",), "with ATTACKERS and DEFENDERS")
    if Path(options.directory).suffix.lower() in TABLE_SUFFIXES:
        return _table(options)
    refuse(options, ("rules", "max"), "without a DIRECTORY")
    began = perf_counter()
    try:
        if is_vectors(options.directory):
            refuse(options, ("workers",), "with a publication")
            verdict, checked, about = _vectors(options)
        else:
            verdict, checked, about = _publication(options)
    except OSError as error:
        reason = error.strerror or error
        raise RiskError(
            f"directory {short_repr(options.directory)} cannot be read: {reason}"
        ) from None
    seconds, faults, notes = perf_counter() - began, verdict.faults, verdict.notes
    result = pluralize(len(faults), "fault") if faults else "no fault"
    text = Text(*notes, *map(str, faults), f"{checked}: {result} ({seconds:.1f} s)")
    rows = [(file, line, column, problem) for file, problem, line, column in faults]
    found = {"seconds": round(seconds, 3), "notes": notes}
    table = TableItem("faults", [Column(None, key) for key in FAULT], rows)
    report = Report("", {**about, **found}, table, text)
    report.failed = bool(faults)
    return report


def _table(options: Namespace) -> Report:
    """Return which cells of a table are wrong, and what would explain them."""
    refuse(options, ("workers", "max"), "without a table")
    rules = "any" if options.rules == "all" else options.rules or STANDARD
    checked = check_table(options.directory, rules)
    wrong, cells = checked.wrong, pluralize(checked.cells, "cell")
    right = f"{len(wrong)} of {cells} are wrong" if wrong else f"{cells}, all right"
    said = [
        f"{right} under {in_words(checked.rules)}, {checked.orientation} in rows, {checked.finest}"
    ]
    if wrong:
        a, d, printed, _, exact = wrong[0]
        smallest = f"{sides_text(a, d)}: {printed} for {digits_of(exact, 10)}"
        said.append(f"what would explain it: {checked.mistake or 'no mistake that is known'}")
        said.append(f"the smallest battle that is wrong: {smallest}")
    rows = [
        (a, d, printed, exact, None if value is None else signed_text(value - exact, 3))
        for a, d, printed, value, exact in wrong
    ]
    exactly = Column("exactly", show=lambda exact: digits_of(exact, 10))
    columns: list[Column | str] = ["attackers", "defenders", "printed", exactly, "off by"]
    about = {
        "table": options.directory,
        "rules": rules_json(checked.rules),
        "orientation": checked.orientation,
        "printed": checked.finest,
        "cells": checked.cells,
        "mistake": checked.mistake,
    }
    keys = "attackers", "defenders", "printed", "fraction", "off"
    data = [
        dict(zip(keys, (*typed, fraction_text(exact), off), strict=True))
        for *typed, exact, off in rows
    ]
    items = [BLANK, TableItem("", columns, rows[:MAX_WRONG_SHOWN])] * bool(wrong)
    report = Report("", about, Data("wrong", data), Text(*said), *items)
    report.failed = bool(wrong)
    return report


def _publication(options: Namespace) -> CheckedDirectory:
    verdict = verify_publication(
        options.directory,
        workers=options.workers or usable_cores(),
        progress=time_left(options.directory),
    )
    package = verdict.package
    about = {
        "riskexact_version": package.version,
        "command": package.plan.command,
        "content": package.content,
        "files": len(package.files),
        "remade": verdict.remade,
    }
    files = pluralize(len(package.files), "file")
    checked = f"{files}, {verdict.remade} of them recomputed by the other method"
    return verdict, checked, about


def _vectors(options: Namespace) -> CheckedDirectory:
    verdict = verify_vectors(options.directory)
    about = {
        "riskexact_version": verdict.version,
        "command": "riskexact vectors",
        "files": len(NAMES),
        "remade": len(NAMES),
    }
    checked = f"{pluralize(len(NAMES), 'file')}, {len(questions())} answers computed again"
    return verdict, checked, about
