"""Where a publication is written: aside first, and moved into place once it is complete.

Beside the directory `odds` the work is staged in `.odds.publishing`, on the same file system:

    plan.json   what is being made, by which version: only the same command goes on with it
    files/      the finished files of the publication
    part        the file that is being written
    old/        the publication that was there before, on its way out

A file gets its name in `files` when all of it is on the disk, so the next run goes on from there.
Whoever stages holds a lock on the staging directory, which the system takes back when the process
ends, however that happens.  Nothing is ever deleted but what was staged, and the files that an old
publication lists.  What was staged is known by the plan, which is written before everything else
and removed after it.
"""

import errno
import os
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.publication.directory import any_file, foreign, listed, summed

with suppress(ImportError):  # not on Windows, which `directory.directory_name` refuses
    import fcntl


class Staging:
    """The staging directory of one publication, locked."""

    def __init__(self, target: Path, identity: str, paths: Collection[str]) -> None:
        self.target = target
        self.root = staging_of(target)
        self.files = self.root / "files"
        self._part = self.root / "part"
        self._old = self.root / "old"
        self._plan = self.root / "plan.json"
        self._identity = identity.encode()
        self._paths = paths

    def begin(self) -> None:
        """Make ready; raise `RiskError` for other work, and for files of others."""
        self._check_entries()
        if self._old.exists():
            if self.target.exists():
                self._remove_old()
            else:
                self._old.rename(self.target)
        if self._plan.exists() and self._plan.read_bytes() != self._identity:
            if any_file(self.files):
                raise RiskError(
                    f"{shown(str(self.root))} must be finished by the command that began it, or "
                    f"removed: it holds unfinished work of another command, or of other versions"
                )
            shutil.rmtree(self.files, ignore_errors=True)  # empty directories
        self._check_files()
        self._write(self._plan, self._identity)
        self.files.mkdir(exist_ok=True)

    def has(self, paths: Collection[str]) -> bool:
        """Return whether these files are finished."""
        return all((self.files / path).is_file() for path in paths)

    def read(self, path: str) -> bytes:
        """Return a finished file."""
        return (self.files / path).read_bytes()

    def write(self, made: Mapping[str, bytes]) -> None:
        """Write finished files, each whole."""
        for path, content in made.items():
            (self.files / path).parent.mkdir(parents=True, exist_ok=True)
            self._write(self.files / path, content)

    def install(self) -> None:
        """Move the publication into place: its files are complete."""
        self._check_files()
        for directory, _, _ in os.walk(self.files):
            _sync(directory)
        check_replaceable(self.target)
        if self.target.exists():
            self.target.rename(self._old)
        self.files.rename(self.target)
        _sync(str(self.target.parent))
        if self._old.exists():
            self._remove_old()

    def end(self) -> None:
        """Remove the staging directory, in which no finished file is; last of all the plan."""
        shutil.rmtree(self.files, ignore_errors=True)
        for path in (self._part, self._plan):
            path.unlink(missing_ok=True)
        self.root.rmdir()

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file, and let it have its name when it is on the disk."""
        with self._part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        self._part.replace(path)

    def _check_files(self) -> None:
        stray = foreign(self.files, self._paths) if self.files.exists() else []
        if stray:
            raise RiskError(
                f"{shown(str(self.files))} must hold its own files only, not {shown(stray[0])}"
            )

    def _check_entries(self) -> None:
        """Raise `RiskError` for what no run has staged, which is not to be deleted."""
        staged = {"part": stat.S_ISREG}
        if self._plan.exists():
            staged |= {"plan.json": stat.S_ISREG, "files": stat.S_ISDIR, "old": stat.S_ISDIR}
        for entry in sorted(self.root.iterdir()):
            if entry.name not in staged or not staged[entry.name](entry.lstat().st_mode):
                where, what = shown(str(self.root)), shown(entry.name)
                raise RiskError(f"{where} must hold unfinished work only, not {what}")

    def _remove_old(self) -> None:
        """Remove the files of the old publication, and no other."""
        for path in summed(self._old):
            (self._old / path).unlink(missing_ok=True)
        for directory, _, _ in os.walk(self._old, topdown=False):
            try:
                Path(directory).rmdir()
            except OSError:
                raise RiskError(
                    f"{shown(str(self._old))} must be emptied by hand: files came into the old "
                    f"publication while it was replaced"
                ) from None


@contextmanager
def staged(target: Path, identity: str, paths: Collection[str]) -> Iterator[Staging]:
    """Lock and prepare the staging directory; remove it in the end, unless work is left in it.

    - `identity`: what is made, in words; a run with the same goes on with what is finished, and any
      other refuses to touch it;
    - `paths`: the files that are made, the only ones that are ever removed.

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
    wrong, name = "", shown(str(target))
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
        stray = foreign(target, listed(target))
        wrong = f"{name}, which holds {shown(stray[0])}" if stray else ""
    if wrong:
        raise RiskError(f"directory must be a new name or an old publication, not {wrong}")


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
                raise RiskError(f"{shown(str(root))} must be removed: it is in the way") from None
            raise
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(root.lstat(), os.fstat(lock)):
                return lock
        except BlockingIOError:
            os.close(lock)
            raise RiskError(
                f"directory must be published by one run at a time, and another one has "
                f"{shown(str(target))} locked"
            ) from None
        except FileNotFoundError:
            pass
        os.close(lock)  # it was removed between the opening and the lock


def _sync(directory: str) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
