"""Files that anyone may have written, byte by byte, and what their readers must do with them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.publication.differences import Difference, first_difference
from riskexact.publication.directory import Finished, Staging
from riskexact.publication.manifest import (
    MANIFEST,
    PATH,
    Sum,
    files_of,
    read_listing,
    read_manifest,
)
from riskexact.publication.verification import Fault
from tests.trust.fuzz.directories import genuine
from tests.trust.fuzz.targets import LONGEST_MESSAGE, refused_in_one_line


def a_manifest(data: bytes) -> None:
    """A manifest is refused, or says what it must."""
    refused_in_one_line(read_listing, data)
    if not refused_in_one_line(read_manifest, data):
        manifest = read_manifest(data)
        assert manifest.size >= 0
        assert all(PATH.fullmatch(path) for path in manifest.files)
        if sum(edition.most**2 for edition in manifest.plan) < 100**2:
            assert files_of(manifest.plan)


def a_text(data: bytes) -> None:
    """A text differs from what it should be in a place that can be shown, or not at all."""
    path, found = _texts()[data[0] % len(_texts()) if data else 0], data[1:]
    difference = first_difference(path, found, genuine()[path])
    assert (difference is None) is (found == genuine()[path])
    _showable(path, difference)


def _texts() -> list[str]:
    return [path for path in genuine() if not path.endswith((".parquet", ".sqlite"))]


IDENTITY = "the identity"


def a_record(data: bytes) -> None:
    """A record of finished jobs may be damaged: then less is finished."""
    with TemporaryDirectory() as there:
        staging = Staging(Path(there, "odds"), IDENTITY)
        staging.root.mkdir()
        staging.own_record.write_bytes(data)
        assert set(staging.finished(["win"])) <= {"win"}


def record_of_a_job() -> bytes:
    """Return what `a_record` begins with."""
    with TemporaryDirectory() as there:
        staging = Staging(Path(there, "odds"), IDENTITY)
        staging.root.mkdir()
        for files in ({}, {"standard/win.csv": Sum.of(b"")}):
            staging.record("win", Finished(files, {"edge": {"1 v 1": "ab"}}))
        return staging.own_record.read_bytes()


def _showable(path: str, difference: Difference | None) -> None:
    if difference is not None:
        line = str(Fault.at(path, difference))
        assert line.isprintable(), line
        assert len(line) < LONGEST_MESSAGE, line


BYTES: Mapping[str, Callable[[bytes], None]] = {
    "manifest": a_manifest,
    "text": a_text,
    "record": a_record,
}
"""The readers."""


def seeds_of(name: str) -> list[bytes]:
    """Return inputs to begin with."""
    texts = [bytes([number]) + genuine()[path] for number, path in enumerate(_texts())]
    known = {"manifest": [genuine()[MANIFEST]], "record": [record_of_a_job()], "text": texts}
    return known.get(name, [b"\0"])
