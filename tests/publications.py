"""Small publications, as tests want them: without pictures and pages, made in no time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.base.version import VERSION
from riskexact.publication import jobs
from riskexact.publication.data import DATA_SETS
from riskexact.publication.package import DataPackage, Sum
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import SINGLE_LOSS, STANDARD

SMALL = (Edition(STANDARD, 2), Edition(SINGLE_LOSS, 3))

KINDS = {kind.__name__.removesuffix("_jobs"): kind for kind in jobs.KINDS_OF_JOBS}


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let publications consist of these data sets and kinds of files, and need no extra."""
    chosen = {name: DATA_SETS[name] for name in names if name in DATA_SETS}
    kinds = [KINDS["data"]] if chosen else []
    kinds += [KINDS[name] for name in names if name in KINDS]
    if chosen:
        monkeypatch.setattr(jobs, "DATA_SETS", chosen)
    monkeypatch.setattr(jobs, "KINDS_OF_JOBS", kinds)
    monkeypatch.setattr(publication, "installed_extras", lambda: ())
    # commands start no processes for so little
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)


def tree(directory: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a directory, links not followed."""
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def unfilled(directory: Path, edition: Edition) -> None:
    """Write a publication whose files are all there and all empty."""
    plan = Plan((edition,), ())
    sums = {path: Sum.of(b"") for job in jobs.jobs_of(plan) for path in job.paths}
    for path in (*sums, jobs.SUMS):
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        (directory / path).touch()
    (directory / jobs.PACKAGE).write_text(DataPackage(VERSION, plan, {}, sums).text())


@contextmanager
def changed(path: Path, old: bytes, new: bytes) -> Iterator[None]:
    """Change a file for a while."""
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))
    try:
        yield
    finally:
        path.write_bytes(content)
