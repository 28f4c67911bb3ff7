"""The directory of a publication, as anyone may have left it: what is in it, read without trust.

No link is followed, and nothing but plain files is read.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.publication.jobs import PACKAGE, SUMS

PATH = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}(/[a-z0-9][a-z0-9._-]{0,99}){0,4}")

MANIFEST = "manifest.json"
"""The file that 0.1.0 wrote instead of a data package."""

MOST_DESCRIPTION_BYTES = 1 << 25
"""Of a data package, or a list of checksums, that is read."""

MOST_FOREIGN = 1000
"""The number of foreign entries after which the search ends."""


def directory_name(directory: str | os.PathLike[str]) -> str:
    """Return the name that was given; raise `RiskError` for what can be none."""
    try:
        name = os.fspath(directory)
        if not isinstance(name, str) or not name or "\0" in name:
            raise TypeError
    except TypeError:
        raise RiskError(
            f"directory must be the name of a directory, not {shown(directory)}"
        ) from None
    return name


def target_path(directory: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a directory to write; a link in its place stays one."""
    path = Path(os.path.abspath(directory_name(directory)))  # noqa: PTH100
    if path.name == "":
        raise RiskError(f"directory must be the name of a directory, not {shown(directory)}")
    return path


def any_file(directory: Path) -> bool:
    """Return whether there is any file, or link, below a directory, which need not exist."""
    return any(
        names or any(Path(here, name).is_symlink() for name in below)
        for here, below, names in os.walk(directory)
    )


def check_system() -> None:
    """Refuse a system without locks, or without a way to open a file but not follow a link."""
    if not hasattr(os, "O_NOFOLLOW"):
        raise RiskError("publications need Linux or another Unix, not Windows")


def listed(directory: Path) -> tuple[str, ...]:
    """Return the files of a publication, of any version; none of anything else."""
    for name in (PACKAGE, MANIFEST):
        with suppress(OSError, RiskError, ValueError, RecursionError):
            top = json.loads(read_inside(directory, name, MOST_DESCRIPTION_BYTES))
            if isinstance(top, dict) and "riskexact" in top:
                return summed(directory)
    return ()


def summed(directory: Path) -> tuple[str, ...]:
    """Return the files of which the checksums are listed, and last the list."""
    try:
        lines = read_inside(directory, SUMS, MOST_DESCRIPTION_BYTES).decode().splitlines()
    except (OSError, RiskError, ValueError):
        return ()
    paths = [line[66:] for line in lines]
    return (*paths, SUMS) if all(map(PATH.fullmatch, paths)) else ()


def foreign(directory: Path, paths: Collection[str]) -> list[str]:
    """Return the entries of a directory besides these files, and those that are not plain files.

    A directory that holds none of them is foreign too.
    """
    files = set(paths)
    parents = {str(parent) for path in files for parent in Path(path).parents}
    found: list[str] = []
    waiting = [""]
    while waiting and len(found) < MOST_FOREIGN:
        inside = waiting.pop()
        with os.scandir(directory / inside) as entries:
            for entry in entries:
                path = f"{inside}/{entry.name}" if inside else entry.name
                if path in parents and entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif path not in files or not entry.is_file(follow_symlinks=False):
                    found.append(path)
                if len(found) >= MOST_FOREIGN:
                    break
    return sorted(found)


def read_inside(directory: Path, path: str, most: int) -> bytes:
    """Return the bytes of a plain file inside a directory, and one more than `most` at the most.

    No link is followed on the way, and nothing but a plain file is opened for long.  Raises
    `OSError`, and `RiskError` for what is no plain file.
    """
    check_system()
    *above, last = path.split("/")
    here = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in above:
            below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        # without O_NONBLOCK, a pipe would wait for a writer
        descriptor = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise RiskError(f"{path} must be a plain file, not a link") from None
        if error.errno == errno.ENXIO:
            raise RiskError(f"{path} must be a plain file, not a socket") from None
        raise
    finally:
        os.close(here)
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise RiskError(f"{path} must be a plain file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            # as much memory is taken as is asked for
            return file.read(min(most, about.st_size) + 1)
    finally:
        os.close(descriptor)
