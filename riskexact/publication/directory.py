"""The directory of a publication: read without trust, compared, and replaced whole or not at all.

Anyone may have left anything in it.  No link is followed, and nothing but plain files is read; what
a file is may be anything, and is neither parsed nor shown as it is.

A directory is written beside its name, and renamed at the end.  A run that fails or is interrupted
removes what it wrote.  One that is killed leaves a directory `.odds.…` beside `odds`, to be removed
by hand, and `odds` as it was before, or complete.  Between the renaming of an old publication and
of the new one there is none for a moment; if a run is killed then, the old one is in `.odds.…/old`,
and the next run puts it back.
"""

import json
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.publication.jobs import CITATION, LICENCE_FILE, PACKAGE, SUMS

PATH = re.compile(
    rf"{re.escape(CITATION)}|{LICENCE_FILE}|[a-z0-9][a-z0-9._-]{{0,99}}(/[a-z0-9][a-z0-9._-]{{0,99}}){{0,4}}"
)

MANIFEST = "manifest.json"
"""The file that 0.1.0 wrote instead of a data package."""

VECTORS_INDEX = "vectors.json"
"""The file that describes a directory of test vectors."""

MAX_DESCRIPTION_BYTES = 1 << 25
"""Of a data package, or a list of checksums, that is read."""

MAX_UNEXPECTED = 1000
"""The number of unexpected entries after which the search ends."""

MAX_BYTES_TOO_MANY = 1 << 16
"""Bytes that are read of a file beyond the size that it must have."""

MAX_BYTES_SHOWN = 60


def directory_name(directory: str | os.PathLike[str]) -> str:
    """Return the name that was given; raise `RiskError` for what can be none."""
    if not hasattr(os, "O_NOFOLLOW"):
        raise RiskError("publications need Linux or another Unix, not Windows")
    try:
        name = os.fspath(directory)
        if not isinstance(name, str) or "\0" in name:
            raise TypeError
        os.fsencode(name)  # no file system has a lone surrogate
    except (TypeError, UnicodeEncodeError):
        name = ""
    if not name:
        raise RiskError(f"directory must be the name of a directory, not {short_repr(directory)}")
    return name


def files_in_package(directory: Path) -> tuple[str, ...]:
    """Return the files of a publication, or of test vectors, of any version; else none."""
    for name in (PACKAGE, MANIFEST, VECTORS_INDEX):
        with suppress(OSError, RiskError, ValueError, RecursionError):
            top = json.loads(read_inside(directory, name, MAX_DESCRIPTION_BYTES))
            if isinstance(top, dict) and "riskexact" in top:
                lines = read_inside(directory, SUMS, MAX_DESCRIPTION_BYTES).decode().splitlines()
                paths = [line[66:] for line in lines]
                return (*paths, SUMS) if all(map(PATH.fullmatch, paths)) else ()
    return ()


def unexpected_files(directory: Path, paths: Collection[str]) -> list[str]:
    """Return the entries of a directory besides these files, and those that are not plain files.

    A directory that holds none of them is unexpected too.
    """
    files = set(paths)
    parents = {str(parent) for path in files for parent in Path(path).parents}

    def found(inside: str) -> Iterator[str]:
        with os.scandir(directory / inside) as entries:
            for entry in entries:
                path = f"{inside}{entry.name}"
                if path in parents and entry.is_dir(follow_symlinks=False):
                    yield from found(f"{path}/")
                elif path not in files or not entry.is_file(follow_symlinks=False):
                    yield path

    return sorted(islice(found(""), MAX_UNEXPECTED))


def read_inside(directory: Path, path: str, most: int) -> bytes:
    """Return the bytes of a plain file inside a directory, and one more than `most` at the most.

    Raises `OSError`, and `RiskError` for a link, or a path through one, and for what is no file.
    """
    file = os.path.realpath(directory / path, strict=True)
    is_inside = file == os.path.join(os.path.realpath(directory), path)  # noqa: PTH118
    about = os.stat(file)  # noqa: PTH116
    if not is_inside or not stat.S_ISREG(about.st_mode):
        raise RiskError(f"{path} must be a plain file")
    with open(file, "rb") as plain:  # noqa: PTH123
        # as much memory is taken as is asked for
        return plain.read(min(most, about.st_size) + 1)


class Fault(NamedTuple):
    """Something that is wrong: the file, the line in it, and the column of a CSV file, if known."""

    path: str
    problem: str
    line: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        column = f", column {self.column}" if self.column else ""
        return f"{self.path}{line}{column}: {self.problem}"


def fault_of(root: Path, path: str, expected: bytes) -> Fault | None:
    """Return what is wrong with a file in a directory; None if it is as it should be."""
    try:
        found = read_inside(root, path, len(expected) + MAX_BYTES_TOO_MANY)
    except (OSError, RiskError) as error:
        return Fault(path, reason(error, path))
    if found == expected:
        return None
    if path.endswith((".parquet", ".png")):
        return Fault(path, "differs from the recomputed file")
    return first_difference(path, found, expected)


def reason(error: Exception, path: str) -> str:
    """Return in few words why a file cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "missing"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error).removeprefix(f"{path} ")


def first_difference(path: str, found: bytes, expected: bytes) -> Fault:
    """Return where a text file differs first from what it should be."""
    lines = zip_longest(BytesIO(found), BytesIO(expected), fillvalue=b"")
    number, pair = next(each for each in enumerate(lines, 1) if each[1][0] != each[1][1])
    sides = list(pair)
    for end in b"\n", b",":
        if all(side.endswith(end) for side in sides):
            sides = [side[:-1] for side in sides]
    header, *rows = (line.split(b",") for line in (expected.partition(b"\n")[0], *sides))
    column = None
    if path.endswith(".csv") and len(header) == len(rows[0]) == len(rows[1]):
        cells = zip(header, *rows, strict=True)
        column, *sides = next(each for each in cells if each[1] != each[2])
    place = next(n for n, pair in enumerate(zip_longest(*sides)) if pair[0] != pair[1])
    start = max(0, place - MAX_BYTES_SHOWN // 2)
    problem = ", should be ".join(_shown(side, start) for side in sides)
    return Fault(path, problem, number, column and column.decode())


def _shown(line: bytes, start: int) -> str:
    """Return a part of a line as text that can be printed."""
    text = line[start : start + MAX_BYTES_SHOWN].decode(errors="replace")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text) or "nothing"


@contextmanager
def replacing(directory: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield an empty directory, which takes the place of another when all is written into it.

    Raises `RiskError` unless that is a new name, an empty directory, or a publication alone.
    """
    target = Path(os.path.abspath(directory_name(directory)))  # noqa: PTH100  (a link stays one)
    if target.name == "":
        raise RiskError(f"directory must be the name of a directory, not {short_repr(directory)}")
    restore(target)
    check_replaceable(target)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as beside:
        new, old = Path(beside, "new"), Path(beside, "old")
        new.mkdir()
        yield new
        check_replaceable(target)
        try:
            if target.exists():
                target.rename(old)
            new.rename(target)
        except BaseException:
            if old.exists() and not target.exists():
                old.rename(target)
            raise


def restore(target: Path) -> None:
    """Put an old publication back, if a run was killed after it had moved it aside."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[a-z0-9_]{{8}}")
    beside = [] if os.path.lexists(target) else [*target.parent.iterdir()]
    for old in (each / "old" for each in beside if name.fullmatch(each.name)):
        if not (old.is_symlink() or old.parent.is_symlink()) and files_in_package(old):
            old.rename(target)
            return


def write_files(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write files by their paths in a directory, down to the disk."""
    for path, content in files.items():
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        with (directory / path).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def check_replaceable(target: Path) -> None:
    """Raise `RiskError` unless there is nothing, an empty directory, or a publication alone."""
    wrong, name = "", short_repr(str(target))
    if target.is_symlink():
        wrong = f"the link {name}"
    elif target.exists() and not target.is_dir():
        wrong = f"the file {name}"
    elif target.exists():
        with suppress(FileNotFoundError):  # a current directory that is gone
            here = Path.cwd()
            if any(target.samefile(each) for each in (here, *here.parents)):
                raise RiskError(
                    f"directory must not be the current directory or one above it, as {name} is: "
                    f"change to its parent first"
                )
        stray = unexpected_files(target, files_in_package(target))
        wrong = f"{name}, which holds {short_repr(stray[0])}" if stray else ""
    if wrong:
        raise RiskError(f"directory must be a new name or an old publication, not {wrong}")
