"""Where a publication is written: aside first, and moved into place once it is complete.

Beside the directory `odds` the work is staged in `.odds.publishing`, on the same file system:

    plan.json     what is being made, by which version: only the same command goes on with it
    finished      a line for each finished job, with the sums of its files
    files/        the files of the publication, and at last its manifest
    parts/        files that are being written
    old/          the publication that was there before, on its way out

Every file is on the disk before its job is recorded as finished.  Whoever stages holds a lock on
the staging directory, which the system takes back when the process ends, however that happens.
Nothing is ever deleted but what was staged, and the files that the manifest of an old publication
lists.
"""

import errno
import fcntl
import json
import os
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from riskexact.arguments import shown
from riskexact.errors import RiskError
from riskexact.publication.manifest import (
    MANIFEST,
    MOST_BYTES,
    SUMS,
    Sum,
    read_listing,
)

MOST_FOREIGN = 1000
"""How many entries that do not belong are looked for before the search ends."""

_STAGED = {"plan.json", "plan.json.part", "finished", "files", "parts", "old"}


class Staging:
    """The staging directory of one publication, locked."""

    def __init__(self, target: Path) -> None:
        """Take the name of the directory that is to be published."""
        self.target = target
        self.root = staging_of(target)
        self.files = self.root / "files"
        self.parts = self.root / "parts"

    def finished(self) -> dict[str, dict[str, Sum]]:
        """Return the jobs that are finished and whose files still have their sums."""
        jobs: dict[str, dict[str, Sum]] = {}
        with suppress(FileNotFoundError), (self.root / "finished").open("rb") as record:
            for line in record:
                if line.endswith(b"\n"):  # the last may be half a line
                    job = json.loads(line)
                    jobs[job["job"]] = {path: Sum(*each) for path, each in job["files"].items()}
        return {
            name: files
            for name, files in jobs.items()
            if all(self._still_has(path, expected) for path, expected in files.items())
        }

    def record(self, job: str, files: Mapping[str, Sum]) -> None:
        """Write down that a job is finished."""
        sums = {path: [each.size, each.sha256] for path, each in files.items()}
        line = json.dumps({"job": job, "files": sums}) + "\n"
        descriptor = os.open(self.root / "finished", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as record:
                whole_lines = os.fstat(descriptor).st_size
                try:
                    _write_all(descriptor, line.encode())
                    os.fsync(descriptor)
                except OSError:
                    # half a line would join the next
                    record.truncate(whole_lines)
                    raise
        except OSError as error:
            raise _named(error, self.root / "finished") from None

    def install(self, paths: Collection[str]) -> None:
        """Move the complete publication, which consists of these files, into place."""
        stray = foreign(self.files, paths)
        if stray:
            raise RiskError(
                f"{shown(str(self.files))} must hold its own files only, not {stray[0]}"
            )
        for directory, _, _ in os.walk(self.files):
            _sync(Path(directory))
        check_replaceable(self.target)
        if self.target.exists():
            self.target.rename(self.root / "old")
        self.files.rename(self.target)
        _sync(self.target.parent)
        self._remove_old()

    def _still_has(self, path: str, expected: Sum) -> bool:
        try:
            content = read_inside(self.files, path, expected.size)
        except (OSError, RiskError):
            return False
        return Sum.of(content) == expected

    def _begin(self, identity: str) -> None:
        """Make ready for this work, or raise `RiskError` where other work is under way."""
        for entry in sorted(self.root.iterdir()):
            if entry.name not in _STAGED:
                raise RiskError(
                    f"{shown(str(self.root))} must hold unfinished work only, "
                    f"not {shown(entry.name)}"
                )
        old = self.root / "old"
        if old.exists():
            if self.target.exists():
                self._remove_old()
            else:
                old.rename(self.target)
        plan = self.root / "plan.json"
        begun = plan.read_text("utf-8") if plan.exists() else None
        if begun != identity:
            if begun is not None and (self.root / "finished").exists() and self.files.exists():
                raise RiskError(
                    f"{shown(str(self.root))} has unfinished work of another command, or of other "
                    f"versions: go on with that, or remove it"
                )
            self._clear()
            part = self.root / "plan.json.part"
            write_synced(part, identity.encode())
            part.rename(plan)
        elif not self.files.exists():  # it was moved into place, and the rest was left behind
            (self.root / "finished").unlink(missing_ok=True)
        shutil.rmtree(self.parts, ignore_errors=True)
        self.files.mkdir(exist_ok=True)
        self.parts.mkdir()
        _sync(self.root)

    def _remove_old(self) -> None:
        """Remove the files of the old publication, and no other."""
        old = self.root / "old"
        if old.exists():
            for path in [*listed(old), SUMS, MANIFEST]:
                (old / path).unlink(missing_ok=True)
            for directory, _, _ in os.walk(old, topdown=False):
                try:
                    Path(directory).rmdir()
                except OSError:
                    raise RiskError(
                        f"{shown(str(old))} must be looked at: it holds files that came while "
                        f"{shown(str(self.target))} was replaced"
                    ) from None

    def _clear(self) -> None:
        """Remove what was staged, but no old publication."""
        for name in ("finished", "plan.json", "plan.json.part"):
            (self.root / name).unlink(missing_ok=True)
        for name in ("files", "parts"):
            with suppress(FileNotFoundError):
                shutil.rmtree(self.root / name)

    def _end(self) -> None:
        """Remove the staging directory, whose work is done."""
        self._clear()
        self.root.rmdir()


@contextmanager
def staged(target: Path, identity: str) -> Iterator[Staging]:
    """Lock and prepare the staging directory, and remove it if all goes well.

    `identity` says what is made: the same goes on with what is finished, and other work that is
    under way is not touched.  Raises `RiskError` for a directory that may not be replaced.
    """
    check_replaceable(target)
    staging = Staging(target)
    lock = _locked(staging.root, target)
    try:
        staging._begin(identity)
        yield staging
        staging._end()
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
    name = shown(str(target))
    if target.is_symlink():
        raise RiskError(f"directory must be a new name or an old publication, not the link {name}")
    if not target.exists():
        return
    if not target.is_dir():
        raise RiskError(f"directory must be a new name or an old publication, not the file {name}")
    stray = foreign(target, [*listed(target), MANIFEST, SUMS])
    if stray:
        raise RiskError(
            f"directory must be a new name or an old publication, not {name}, "
            f"which holds {shown(stray[0])}"
        )


def listed(directory: Path) -> tuple[str, ...]:
    """Return the paths that the manifest in a directory lists; none where it cannot be read."""
    try:
        return read_listing(read_inside(directory, MANIFEST, MOST_BYTES))
    except (OSError, RiskError):
        return ()


def foreign(directory: Path, paths: Collection[str]) -> list[str]:
    """Return what is in a directory besides these files, and what is no plain file.

    A directory that holds none of them is foreign too.
    """
    files = set(paths)
    parents = {parent for path in files for parent in _parents(path)}
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
    with (
        opened_inside(directory, path) as descriptor,
        os.fdopen(descriptor, "rb", closefd=False) as file,
    ):
        # as much memory is taken as is asked for
        return file.read(min(most, os.fstat(descriptor).st_size) + 1)


@contextmanager
def opened_inside(directory: Path, path: str) -> Iterator[int]:
    """Open a plain file inside a directory for reading, following no link."""
    *above, last = path.split("/")
    here = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in above:
            below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        # without O_NONBLOCK, a pipe would wait for a writer
        file = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise RiskError(f"{path} must be a plain file, not a link") from None
        if error.errno == errno.ENXIO:
            raise RiskError(f"{path} must be a plain file, not a socket") from None
        raise
    finally:
        os.close(here)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise RiskError(f"{path} must be a plain file")
        yield file
    finally:
        os.close(file)


def write_synced(path: Path, content: bytes) -> None:
    """Write a file, and wait until it is on the disk; an `OSError` names it."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
        try:
            _write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _named(error, path) from None


def write_into(files: Path, parts: Path, made: Mapping[str, bytes]) -> dict[str, Sum]:
    """Write finished files below `files`, each whole, by way of `parts`; return their sums."""
    sums = {}
    for path, content in made.items():
        # two processes may be at it, of which one is about to end
        part = parts / f"{sha256(path.encode()).hexdigest()[:32]}.{os.getpid()}"
        (files / path).parent.mkdir(parents=True, exist_ok=True)
        write_synced(part, content)
        part.replace(files / path)
        sums[path] = Sum.of(content)
    return sums


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
            now = root.lstat()
            if os.path.samestat(now, os.fstat(lock)):
                return lock
        except BlockingIOError:
            os.close(lock)
            raise RiskError(
                f"directory {shown(str(target))} must be published by one run at a time: "
                f"another one is at it"
            ) from None
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(lock)
            raise
        # it was removed between the opening and the lock
        os.close(lock)


def _parents(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    return ("/".join(parts[: n + 1]) for n in range(len(parts)))


def _write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _named(error: OSError, path: Path) -> OSError:
    """Return the error with the name of the file, which writing to a descriptor leaves out."""
    return OSError(error.errno, error.strerror, str(path))
