"""A published directory that somebody changed, and what its readers must do with it."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from socket import AF_UNIX, socket
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from hypothesis import strategies as st

import riskexact as rx
from riskexact import publication
from riskexact.publication import jobs, publish
from riskexact.publication.directory import read_inside
from riskexact.publication.jobs import PACKAGE, SUMS
from riskexact.publication.package import Sum, read_package
from riskexact.publication.plan import Edition
from riskexact.publication.verification import PublicationVerdict, verify_publication
from tests.publications import KINDS, tree
from tests.trust.fuzz.targets import MAX_MESSAGE

Change = Callable[[Path], object]
"""What is done to a directory."""

LONG = "7" * 5_000_000
"""More than a Parquet file may have too much."""


@contextmanager
def _small(*kinds: str) -> Iterator[None]:
    """Let publications have these kinds of files, and wait for no disk."""
    with (
        mock.patch.object(jobs, "KINDS_OF_JOBS", [KINDS[kind] for kind in kinds]),
        mock.patch.object(publication, "installed_extras", return_value=("data",)),
        mock.patch.object(os, "fsync"),
    ):
        yield


@cache
def genuine() -> Mapping[str, bytes]:
    """Return the files of a small publication."""
    with _small("data"), TemporaryDirectory() as there:
        publish(Path(there, "odds"), [Edition(rx.STANDARD, 2)])
        return tree(Path(there, "odds"))


def a_publication(changes: Sequence[Change]) -> None:
    """Verify a publication that was changed, and publish in its place.

    Both answer, or refuse in one line; nothing beside the directory is read or written, and nothing
    that differs goes unnoticed.
    """
    with TemporaryDirectory() as there:
        root = Path(there, "odds")
        for path, content in genuine().items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        (root.parent / "outside").mkdir()
        for change in changes:
            with suppress(OSError):  # another change may have come before
                change(root)
        before = _entries(root.parent)
        with _small("data"), _opened() as opened:
            verdict = _answered(lambda: verify_publication(root))
        assert _entries(root.parent) == before, "verifying changes nothing"
        assert not [path for path in opened if ".." in path.split("/")], opened
        if isinstance(verdict, PublicationVerdict):
            lines = [*verdict.notes, *map(str, verdict.faults)]
            assert all(line.isprintable() and len(line) < MAX_MESSAGE for line in lines), lines
            if not verdict.faults and not verdict.notes:
                assert _plain_files(root) == genuine(), "nothing is overlooked"
        outside = {path for path in before if path.split("/")[0] != "odds"}
        with _small("data"):
            _answered(lambda: publish(root, [Edition(rx.SINGLE_LOSS, 1)]))
        after = _entries(root.parent)
        assert {path: after[path] for path in outside} == {path: before[path] for path in outside}


def _answered(ask: Callable[[], object]) -> object:
    """Return the answer, or None where it is refused in one line."""
    message = ""
    try:
        return ask()
    except rx.RiskError as error:
        message = str(error)
    except OSError as error:  # of which the command line makes one line
        message = error.strerror or ""
    assert message.isprintable(), message
    assert 0 < len(message) < MAX_MESSAGE, message
    return None


def _entries(directory: Path) -> dict[str, tuple[object, ...]]:
    """Return what is in a directory: kinds, sizes, times, and where links lead."""
    found: dict[str, tuple[object, ...]] = {}
    for path in directory.rglob("*"):
        about = path.lstat()
        link = path.is_symlink() and path.readlink()
        size = None if stat.S_ISDIR(about.st_mode) else (about.st_size, about.st_mtime_ns)
        found[str(path.relative_to(directory))] = (about.st_mode, size, link)
    return found


def _plain_files(root: Path) -> dict[str, bytes | None]:
    """Return the bytes of each file of a directory; None for what is no plain file."""
    return {
        str(path.relative_to(root)): path.read_bytes() if stat.S_ISREG(mode) else None
        for path in root.rglob("*")
        if not stat.S_ISDIR(mode := path.lstat().st_mode)
    }


# --- what is opened

_watching: list[list[str]] = []


@contextmanager
def _opened() -> Iterator[list[str]]:
    """Watch which names are opened."""
    _watch_from_now_on()
    opened: list[str] = []
    _watching.append(opened)
    try:
        yield opened
    finally:
        _watching.clear()


@cache
def _watch_from_now_on() -> None:
    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("open", "os.scandir", "os.listdir") and isinstance(arguments[0], str):
            for opened in _watching:
                opened.append(arguments[0])

    sys.addaudithook(watch)


# --- changes to any file


def _read(root: Path, path: str) -> bytes:
    """Return the bytes of a file, which an earlier change may have made as large as a disk."""
    try:
        return read_inside(root, path, 1 << 20)
    except rx.RiskError as error:
        raise OSError from error


def _plain(root: Path, path: str) -> Path:
    """Return where a file is, if an earlier change left one there that takes bytes."""
    if not (root / path).is_file():
        raise OSError(f"{path} is no file")
    return root / path


def _bytes(path: str, make: Callable[[bytes], bytes]) -> Change:
    def change(root: Path) -> None:
        _plain(root, path).write_bytes(make(_read(root, path)))

    return change


def _flipped(path: str, place: int, bits: int) -> Change:
    def make(content: bytes) -> bytes:
        at = place % len(content) if content else 0
        return content[:at] + bytes([content[at] ^ bits]) + content[at + 1 :] if content else b"x"

    return _bytes(path, make)


def _put(path: str, place: int, length: int, piece: bytes, times: int) -> Change:
    def make(content: bytes) -> bytes:
        at = place % (len(content) + 1)
        return content[:at] + piece * times + content[at + length :]

    return _bytes(path, make)


def _swapped(path: str, other: str) -> Change:
    return lambda root: _plain(root, path).write_bytes(_read(root, other))


def _stretched(path: str, size: int) -> Change:
    return lambda root: os.truncate(_plain(root, path), size)


def _moved_out(path: str, *, relative: bool) -> Change:
    """Put a link in the place of something genuine: whoever follows it finds nothing wrong."""

    def change(root: Path) -> None:
        outside = root.parent / "outside" / path.replace("/", "-")
        (root / path).rename(outside)
        (root / path).symlink_to(
            os.path.relpath(outside, (root / path).parent) if relative else outside
        )

    return change


def _special(path: str, kind: str) -> Change:
    def change(root: Path) -> None:
        file = root / path
        file.unlink(missing_ok=True)
        match kind:
            case "pipe":
                os.mkfifo(file)
            case "directory":
                file.mkdir()
            case "socket":
                with socket(AF_UNIX) as made:
                    made.bind(str(file))
            case "nothing":
                pass
            case target:
                file.symlink_to(target)

    return change


def _added(name: str, *, directory: bool) -> Change:
    return lambda root: (root / name).mkdir() if directory else (root / name).touch()


def _covered_up(root: Path) -> None:
    """Make the sums again, so that they are those of what is there."""
    with suppress(rx.RiskError):
        found = read_package(_read(root, PACKAGE))
        sums = {path: Sum.of(_read(root, path)) for path in found.files}
        found = found._replace(files=sums)
        with suppress(KeyError):  # files that the plan does not have
            _plain(root, PACKAGE).write_text(found.text())
            _plain(root, SUMS).write_text(found.sums_text())


# --- changes that know what is in a file


def _edited(steps: Sequence[int], value: str, what: str) -> Change:
    """Put a text into the place of a value of the data package, or of its key, or leave it out."""

    def change(root: Path) -> None:
        try:
            top = json.loads(_read(root, PACKAGE))
        except (ValueError, RecursionError):  # by an earlier change
            return
        inside, key = top, None
        for step in steps:
            here = top if key is None else inside[key]
            if not isinstance(here, dict | list) or not here:
                break
            inside, key = (
                here,
                (list(here) if isinstance(here, dict) else range(len(here)))[step % len(here)],
            )
        mark = "put it here"
        if key is None:
            top = mark
        elif what == "left out":
            del inside[key]
        elif what == "key" and isinstance(inside, dict):
            inside[mark] = inside.pop(key)
        else:
            inside[key] = mark
        _plain(root, PACKAGE).write_bytes(
            json.dumps(top).replace(f'"{mark}"', value).encode(errors="surrogatepass")
        )

    return change


def _filled(data_set: str, column: int, value: Any, writing: Mapping[str, Any]) -> Change:
    """Write a Parquet file again, with one value all through a column."""

    def change(root: Path) -> None:
        import pyarrow
        from pyarrow import parquet

        path = f"standard/{data_set}.parquet"
        try:
            table = parquet.read_table(BytesIO(_read(root, path)))
            field = table.schema[column % table.num_columns]
            each = LONG if value == "long" else value
            values = pyarrow.array([each] * table.num_rows, field.type)
            table = table.set_column(column % table.num_columns, field, values)
            parquet.write_table(table, _plain(root, path), **writing)
        except (pyarrow.ArrowException, TypeError, ValueError):
            return

    return change


_paths = st.deferred(lambda: st.sampled_from(sorted(genuine())))
_sizes = st.integers(0, 9000) | st.sampled_from([1 << 20, 1 << 26, (1 << 26) + 1, 1 << 40])
_pieces = st.binary(max_size=9) | st.sampled_from(
    [b"9", b"[", b"\n", b"1e999", b"NaN", b"null", b"\xff", b"/../", b"\0", b"\\", b"{", b'"']
)
_times = st.sampled_from([1, 1, 1, 1, 2, 300, 5000, 100_000])
_hostile_values = st.sampled_from(
    ["0", "-1", "1", "3", "1000", "1000000000", "9" * 18, "9" * 19, "9" * 5000, "1e999", "0.5",
     "NaN", "true", "null", '""', "[]", "{}", "[[[]]]", "[" * 5000, '"../outside/x"', '"/etc"',
     '"a/../b"', '"standard/../x"', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"x\\ny"', '"data"',
     '"A"', '"' + "a" * 300 + '"', '["data"]', '["plot", "data"]', '["data", "plot"]', '"1.0"',
     '{"dice": 1000}', '{"dice": [8, 6], "extra": 1}', '"standard"', '"__class__"', '"0.0.1"',
     '{"bytes": 0, "sha256": "' + "0" * 64 + '"}', '"' + "0" * 64 + '"']
)  # fmt: skip
_names = st.text(max_size=9).filter(lambda name: "\0" not in name and "/" not in name) | (
    st.sampled_from(["x\ny", "\x1b[31m", "a" * 250, ".hidden", "standard/x", "standard/x.csv"])
)

changes = st.lists(
    st.one_of(
        st.builds(_flipped, _paths, st.integers(0, 10**5), st.integers(1, 255)),
        st.builds(_put, _paths, st.integers(0, 10**5), st.integers(0, 99), _pieces, _times),
        st.builds(_swapped, _paths, _paths),
        st.builds(_stretched, _paths, _sizes),
        st.builds(_moved_out, _paths | st.just("standard"), relative=st.booleans()),
        st.builds(
            _special,
            _paths,
            st.sampled_from(
                ["pipe", "directory", "socket", "nothing", "/dev/zero", "/proc/self/mem", ".",
                 PACKAGE]
            ),
        ),
        st.builds(_added, _names, directory=st.booleans()),
        st.builds(
            _edited,
            st.lists(st.integers(0, 20), min_size=1, max_size=5),
            _hostile_values,
            st.sampled_from(["value", "value", "key", "left out"]),
        ),
        st.builds(
            _filled,
            st.sampled_from(["win", "outcomes", "needed", "rounds"]),
            st.integers(0, 9),
            st.sampled_from([0, -1, 2**63 - 1, 0.5, float("nan"), "", "5/12", "long", None]),
            st.sampled_from(
                [{"compression": "zstd"}, {"compression": "none"}, {"use_dictionary": False},
                 {"data_page_version": "2.0"}, {"compression": "gzip"}, {"row_group_size": 1}]
            ),
        ),
        st.just(_covered_up),
    ),
    min_size=1,
    max_size=4,
)  # fmt: skip
