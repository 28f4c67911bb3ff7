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
import json
import os
import re
import secrets
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.publication.jobs import PACKAGE, SUMS

with suppress(ImportError):  # not on Windows, which `_check_system` refuses
    import fcntl

PATH = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}(/[a-z0-9][a-z0-9._-]{0,99}){0,4}")

MANIFEST = "manifest.json"
"""What 0.1.0 wrote where others write a data package."""

MOST_BYTES = 1 << 25
"""Of a data package, or a list of checksums, that is read."""

MOST_FOREIGN = 1000
"""How many entries that do not belong are looked for before the search ends."""

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
        for path in _summed(self._old):
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


def staging_of(target: Path) -> Path:
    """Return the name of the staging directory.

    >>> staging_of(Path("atlas/odds")).name
    '.odds.publishing'
    """
    return target.with_name(f".{target.name}.publishing")


def any_file(directory: Path) -> bool:
    """Return whether there is any file, or link, below a directory, which need not exist."""
    return any(
        names or any(Path(here, name).is_symlink() for name in below)
        for here, below, names in os.walk(directory)
    )


def check_replaceable(target: Path) -> None:
    """Raise `RiskError` unless there is nothing, an empty directory, or a publication alone."""
    _check_system()
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


def _check_system() -> None:
    """Refuse a system without locks, or without a way to open a file but not follow a link."""
    if not hasattr(os, "O_NOFOLLOW"):
        raise RiskError("publications need Linux or another Unix, not Windows")


def _is_around_here(directory: Path) -> bool:
    """Return whether a directory is the current one, or above it."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return False
    return any(directory.samefile(each) for each in (here, *here.parents))


def listed(directory: Path) -> tuple[str, ...]:
    """Return the files of a publication, of any version; none of anything else."""
    for name in (PACKAGE, MANIFEST):
        with suppress(OSError, RiskError, ValueError, RecursionError):
            top = json.loads(read_inside(directory, name, MOST_BYTES))
            if isinstance(top, dict) and "riskexact" in top:
                return _summed(directory)
    return ()


def _summed(directory: Path) -> tuple[str, ...]:
    """Return the files of which the checksums are listed, and last the list."""
    try:
        lines = read_inside(directory, SUMS, MOST_BYTES).decode().splitlines()
    except (OSError, RiskError, ValueError):
        return ()
    paths = [line[66:] for line in lines]
    return (*paths, SUMS) if all(map(PATH.fullmatch, paths)) else ()


def foreign(directory: Path, paths: Collection[str]) -> list[str]:
    """Return what is in a directory besides these files, and what is no plain file.

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
    _check_system()
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


def write_into(files: Path, parts: Path, made: Mapping[str, bytes]) -> None:
    """Write finished files below `files`, each whole, by way of `parts`."""
    for path, content in made.items():
        part = parts / secrets.token_hex(16)  # several may be at it
        (files / path).parent.mkdir(parents=True, exist_ok=True)
        write_synced(part, content)
        part.replace(files / path)


def write_synced(path: Path, content: bytes) -> None:
    """Write a file, and wait until it is on the disk; an `OSError` names it."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
    except OSError as error:
        # writing to a descriptor leaves the name out
        raise OSError(error.errno, error.strerror, str(path)) from None


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
