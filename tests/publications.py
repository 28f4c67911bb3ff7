"""Small publications, as tests want them: without pictures and pages, made in no time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.publication import jobs
from riskexact.publication.directory import Finished
from riskexact.publication.making import Making
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD

SMALL = (Edition(STANDARD, 2), Edition(SINGLE_LOSS, 3))


def only(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> None:
    """Let publications consist of these kinds of files, and need no extra."""
    chosen = {kind: jobs.KINDS[kind] for kind in kinds}
    monkeypatch.setattr(jobs, "KINDS", chosen)
    monkeypatch.setattr(publication, "installed_extras", lambda: ())


def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the names of jobs are added as this process makes them."""
    names: list[str] = []
    make = Making.__call__

    def making(self: Making, job: jobs.Job) -> Finished:
        names.append(job.name)
        return make(self, job)

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
