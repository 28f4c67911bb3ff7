"""Small publications, as tests want them: without pictures and pages, made in no time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.publication import Making, jobs
from riskexact.publication.data import DATA_SETS
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD

SMALL = (Edition(STANDARD, 2), Edition(SINGLE_LOSS, 3))

KINDS = {kind.__name__.removeprefix("_"): kind for kind in jobs.KINDS}


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let publications consist of these data sets and kinds of files, and need no extra."""
    chosen = {name: DATA_SETS[name] for name in names if name in DATA_SETS}
    kinds = [KINDS["data"]] if chosen else []
    kinds += [KINDS[name] for name in names if name in KINDS]
    if chosen:
        monkeypatch.setattr(jobs, "DATA_SETS", chosen)
    monkeypatch.setattr(jobs, "KINDS", kinds)
    monkeypatch.setattr(publication, "installed_extras", lambda: ())


def noted(monkeypatch: pytest.MonkeyPatch, most: int = 10**9) -> list[str]:
    """Return a list to which the names of jobs are added as this process makes them.

    After `most` of them an interrupt comes.
    """
    names: list[str] = []
    make = Making.__call__

    def making(self: Making, job: jobs.Job) -> None:
        if len(names) == most:
            raise KeyboardInterrupt
        names.append(job.name)
        make(self, job)

    monkeypatch.setattr(Making, "__call__", making)
    return names


def tree(directory: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a directory, links not followed."""
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


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
