"""The directory of a publication, as anyone may have left it: what is in it, read without trust.

No link is followed, and nothing but plain files is read.
"""

import json
import os
import re
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
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
                return files_with_sums(directory)
    return ()


def files_with_sums(directory: Path) -> tuple[str, ...]:
    """Return the files whose checksums are listed, and last the list."""
    lines = read_inside(directory, SUMS, MAX_DESCRIPTION_BYTES).decode().splitlines()
    paths = [line[66:] for line in lines]
    return (*paths, SUMS) if all(map(PATH.fullmatch, paths)) else ()


def unexpected_files(directory: Path, paths: Collection[str]) -> list[str]:
    """Return the entries of a directory besides these files, and those that are not plain files.

    A directory that holds none of them is unexpected too.
    """
    files = set(paths)
    parents = {str(parent) for path in files for parent in Path(path).parents}
    found: list[str] = []
    waiting = [""]
    while waiting and len(found) < MAX_UNEXPECTED:
        inside = waiting.pop()
        with os.scandir(directory / inside) as entries:
            for entry in entries:
                path = f"{inside}/{entry.name}" if inside else entry.name
                if path in parents and entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif path not in files or not entry.is_file(follow_symlinks=False):
                    found.append(path)
                if len(found) >= MAX_UNEXPECTED:
                    break
    return sorted(found)


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
