"""A directory, a publication or test vectors: what `verify DIRECTORY` computes again."""

from argparse import Namespace
from time import perf_counter

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Report, TableItem, Text
from riskexact.base.text import pluralize
from riskexact.cli.parser import refuse
from riskexact.publication.commands.publish import time_left
from riskexact.publication.differences import Fault
from riskexact.publication.executors import usable_cores
from riskexact.publication.vectors import is_vectors, verify_vectors
from riskexact.publication.verification import verify_publication

CheckedDirectory = tuple[tuple[str, ...], tuple[Fault, ...], str, dict[str, object]]
"""Notes, faults, what was checked, and the same in JSON."""


FAULT = "file", "line", "column", "problem"


def verifies(options: Namespace) -> bool:
    """Return whether a directory is asked about."""
    return options.directory is not None and options.defenders is None


def verify(options: Namespace) -> Report:
    """Return what is wrong in the directory."""
    refuse(options, ("steps",), "with ATTACKERS and DEFENDERS")
    refuse(options, ("rules", "max"), "without a DIRECTORY")
    began = perf_counter()
    try:
        if is_vectors(options.directory):
            refuse(options, ("workers",), "with a publication")
            notes, faults, checked, about = _vectors(options)
        else:
            notes, faults, checked, about = _publication(options)
    except OSError as error:
        reason = error.strerror or error
        raise RiskError(
            f"directory {short_repr(options.directory)} cannot be read: {reason}"
        ) from None
    seconds = perf_counter() - began
    result = pluralize(len(faults), "fault") if faults else "no fault"
    text = Text(*notes, *map(str, faults), f"{checked}: {result} ({seconds:.1f} s)")
    rows = [(file, line, column, problem) for file, problem, line, column in faults]
    found = {"seconds": round(seconds, 3), "notes": notes}
    table = TableItem("faults", [Column(None, key) for key in FAULT], rows)
    report = Report("", about | found, table, text)
    report.failed = bool(faults)
    return report


def _publication(options: Namespace) -> CheckedDirectory:
    verdict = verify_publication(
        options.directory,
        workers=options.workers or usable_cores(),
        progress=time_left(options.directory),
    )
    package = verdict.package
    files = pluralize(len(package.files), "file")
    about: dict[str, object] = {
        "riskexact_version": package.version,
        "command": package.plan.command,
        "content": package.content,
        "files": len(package.files),
        "remade": verdict.remade,
    }
    checked = f"{files}, {verdict.remade} of them recomputed by the other method"
    return verdict.notes, verdict.faults, checked, about


def _vectors(options: Namespace) -> CheckedDirectory:
    verdict = verify_vectors(options.directory)
    about: dict[str, object] = {
        "riskexact_version": verdict.version,
        "command": "riskexact vectors",
        "files": verdict.files,
        "remade": verdict.files,
    }
    checked = f"{pluralize(verdict.files, 'file')}, {verdict.cases} answers computed again"
    return verdict.notes, verdict.faults, checked, about
