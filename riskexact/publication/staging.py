"""Where a publication is written: aside first, and moved into place once it is complete.

Beside the directory `odds` the work is staged in `.odds.publishing`, on the same file system:

    plan.json   what is being made, by which version: only the same command goes on with it
    files/      the finished files of the publication
    parts/      files that are being written
    old/        the publication that was there before, on its way out

A file gets its name in `files` when all of it is on the disk, so the next run goes on from there.
Whoever stages holds a lock on the staging directory, which the system takes back when the process
ends, however that happens.  Nothing is ever deleted but what was staged, and the files that an old
publication lists.  What was staged is known by the plan, which is written before everything else
and removed after it.
"""

import errno
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.publication.directory import (
    any_file,
    check_system,
    foreign,
    listed,
    summed,
    write_synced,
)

with suppress(ImportError):  # not on Windows, which `directory.check_system` refuses
    import fcntl

_KINDS = {"plan.json": stat.S_ISREG, "plan.json.part": stat.S_ISREG} | dict.fromkeys(
    ("files", "parts", "old"), stat.S_ISDIR
)


class Staging:
    """The staging directory of one publication, locked."""

    def __init__(self, target: Path, identity: str, paths: Collection[str]) -> None:
        self.target = target
        self.root = staging_of(target)
        self.files = self.root / "files"
        self.parts = self.root / "parts"
        self._old = self.root / "old"
        self._plan = self.root / "plan.json"
        self._identity = identity
        self._paths = paths

    def begin(self) -> None:
        """Make ready; raise `RiskError` for other work, and for files of others."""
        self._check_entries()
        if self._old.exists():
            if self.target.exists():
                self._remove_old()
            else:
                self._old.rename(self.target)
        begun = self._plan.read_text("utf-8", errors="replace") if self._plan.exists() else None
        if begun not in (None, self._identity):
            if any_file(self.files):
                raise RiskError(
                    f"{shown(str(self.root))} has unfinished work of another command, or of other "
                    f"versions: go on with that, or remove it"
                )
            shutil.rmtree(self.files, ignore_errors=True)  # empty directories
        self._check_files()
        write_synced(self.root / "plan.json.part", self._identity.encode())
        (self.root / "plan.json.part").replace(self._plan)
        for directory in (self.files, self.parts):
            directory.mkdir(exist_ok=True)
        for part in self.parts.iterdir():
            part.unlink()

    def has(self, paths: Collection[str]) -> bool:
        """Return whether these files are finished."""
        return all((self.files / path).is_file() for path in paths)

    def install(self) -> None:
        """Move the publication into place: its files are complete."""
        self._check_files()
        for directory, _, _ in os.walk(self.files):
            _sync(Path(directory))
        check_replaceable(self.target)
        if self.target.exists():
            self.target.rename(self._old)
        self.files.rename(self.target)
        _sync(self.target.parent)
        if self._old.exists():
            self._remove_old()

    def end(self) -> None:
        """Remove the staging directory, in which no finished file is; last of all the plan."""
        for directory in (self.files, self.parts):
            shutil.rmtree(directory, ignore_errors=True)
        for path in (self.root / "plan.json.part", self._plan):
            path.unlink(missing_ok=True)
        self.root.rmdir()

    def _check_files(self) -> None:
        stray = foreign(self.files, self._paths) if self.files.exists() else []
        if stray:
            raise RiskError(
                f"{shown(str(self.files))} must hold its own files only, not {shown(stray[0])}"
            )

    def _check_entries(self) -> None:
        """Raise `RiskError` for what no run has staged, which is not to be deleted."""
        name = shown(str(self.root))
        stray = []
        for entry in sorted(self.root.iterdir()):
            is_kind = _KINDS.get(entry.name)
            if is_kind is None:
                stray.append(entry.name)
            elif not is_kind(entry.lstat().st_mode):
                what = "plain file" if is_kind is stat.S_ISREG else "directory"
                raise RiskError(
                    f"{name} must hold unfinished work only: {entry.name} must be a {what}"
                )
        for directory in (self.files, self.parts, self._old):
            for entry in sorted(directory.iterdir()) if directory.exists() else []:
                part = directory != self.parts or re.fullmatch("[0-9a-f]{32}", entry.name)
                if not (part and self._plan.exists()):
                    stray.append(f"{directory.name}/{entry.name}")
        if stray:
            raise RiskError(f"{name} must hold unfinished work only, not {shown(stray[0])}")

    def _remove_old(self) -> None:
        """Remove the files of the old publication, and no other."""
        for path in summed(self._old):
            (self._old / path).unlink(missing_ok=True)
        for directory, _, _ in os.walk(self._old, topdown=False):
            try:
                Path(directory).rmdir()
            except OSError:
                raise RiskError(
                    f"{shown(str(self._old))} must be looked at: it holds files that came while "
                    f"{shown(str(self.target))} was replaced"
                ) from None


@contextmanager
def staged(target: Path, identity: str, paths: Collection[str]) -> Iterator[Staging]:
    """Lock and prepare the staging directory, and remove it if all goes well, or nothing is done.

    `identity` says what is made: the same goes on with what is finished, and other work that is
    under way is not touched.  What is made are the files called `paths`, and no other is removed.
    Raises `RiskError` for a directory that may not be replaced.
    """
    check_replaceable(target)
    staging = Staging(target, identity, paths)
    lock = _locked(staging.root, target)
    try:
        staging.begin()
        try:
            yield staging
        except BaseException:
            if not any_file(staging.root / "files") and not any_file(staging.root / "old"):
                with suppress(OSError):
                    staging.end()
            raise
        staging.end()
    finally:
        os.close(lock)


def staging_of(target: Path) -> Path:
    """Return the name of the staging directory.

    >>> staging_of(Path("atlas/odds")).name
    '.odds.publishing'
    """
    return target.with_name(f".{target.name}.publishing")


def check_replaceable(target: Path) -> None:
    """Raise `RiskError` unless there is nothing, an empty directory, or a publication alone."""
    check_system()
    name = shown(str(target))
    if target.is_symlink():
        raise RiskError(f"directory must be a new name or an old publication, not the link {name}")
    if not target.exists():
        return
    if not target.is_dir():
        raise RiskError(f"directory must be a new name or an old publication, not the file {name}")
    if _is_around_here(target):
        raise RiskError(
            f"directory must be another than the current one and those above it, not {name}: "
            f"name it from its parent"
        )
    stray = foreign(target, listed(target))
    if stray:
        raise RiskError(
            f"directory must be a new name or an old publication, not {name}, "
            f"which holds {shown(stray[0])}"
        )


def _is_around_here(directory: Path) -> bool:
    """Return whether a directory is the current one, or above it."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return False
    return any(directory.samefile(each) for each in (here, *here.parents))


def _locked(root: Path, target: Path) -> int:
    """Make the staging directory, if need be, and lock it; return the open descriptor."""
    while True:
        with suppress(FileExistsError):
            root.mkdir()
        try:
            lock = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except FileNotFoundError:
            continue
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise RiskError(
                    f"{shown(str(root))} must be a directory: it is in the way"
                ) from None
            raise
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(root.lstat(), os.fstat(lock)):
                return lock
        except BlockingIOError:
            os.close(lock)
            raise RiskError(
                f"directory {shown(str(target))} must be published by one run at a time: "
                f"another one is at it"
            ) from None
        except FileNotFoundError:
            pass
        os.close(lock)  # it was removed between the opening and the lock


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
