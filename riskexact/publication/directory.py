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
lists.  What was staged is known by the plan, which is written before everything else and removed
after it.
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
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.publication.manifest import (
    MANIFEST,
    MOST_BYTES,
    PATH,
    SUMS,
    Sum,
    read_listing,
)
from riskexact.publication.overlaps import Marks

with suppress(ImportError):  # not on Windows, which `_check_system` refuses
    import fcntl

MOST_FOREIGN = 1000
"""How many entries that do not belong are looked for before the search ends."""

_STAGED = re.compile(r"plan\.json(\.[0-9a-f]+)?|finished|files|parts|old")

_PART = re.compile(r"[0-9a-f]{32}|finished")


class Finished(NamedTuple):
    """What is known of a finished job: the sums of its files, and its marks for `overlaps`."""

    files: Mapping[str, Sum]
    marks: Marks


class Staging:
    """The staging directory of one publication, locked.

    `identity` says what is made, and by which versions.
    """

    def __init__(self, target: Path, identity: str) -> None:
        """Take the name of the directory that is to be published."""
        self.target = target
        self.identity = identity
        self.root = staging_of(target)
        self.files = self.root / "files"
        self.parts = self.root / "parts"
        self.own_record = self.root / "finished"

    def finished(self, names: Collection[str]) -> dict[str, Finished]:
        """Return those of the jobs that are finished and whose files still have their sums."""
        jobs: dict[str, Finished] = {}
        for path in self._records():
            with path.open("rb") as record:
                for job in map(_job_of_line, record):
                    if job and job["of"] == self._digest and job["job"] in names:
                        sums = {path: Sum(*each) for path, each in job["files"].items()}
                        jobs[job["job"]] = Finished(sums, job["marks"])
        return {
            name: job
            for name, job in jobs.items()
            if all(self._still_has(path, expected) for path, expected in job.files.items())
        }

    def record(self, name: str, job: Finished) -> None:
        """Write down that a job is finished."""
        sums = {path: [each.size, each.sha256] for path, each in job.files.items()}
        about = {"of": self._digest, "job": name, "files": sums, "marks": job.marks}
        line = json.dumps(about) + "\n"
        descriptor = os.open(self.own_record, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as record:
                whole_lines = os.fstat(descriptor).st_size
                if whole_lines and os.pread(descriptor, 1, whole_lines - 1) != b"\n":
                    line = "\n" + line  # who wrote the last one was killed
                try:
                    _write_all(descriptor, line.encode())
                    os.fsync(descriptor)
                except OSError:
                    # half a line would join the next
                    record.truncate(whole_lines)
                    raise
        except OSError as error:
            raise _named(error, self.own_record) from None

    def forget(self, names: Collection[str]) -> None:
        """Let these jobs count as not finished, whoever recorded them."""
        for path in self._records():
            lines = path.read_bytes().splitlines(keepends=True)
            kept = [line for line in lines if (_job_of_line(line) or {}).get("job") not in names]
            if len(kept) < len(lines):
                part = self.parts / path.name
                write_synced(part, b"".join(kept))
                part.replace(path)

    def install(self, paths: Collection[str]) -> None:
        """Move the complete publication, which consists of these files, into place."""
        self._check_files(paths)
        for directory, _, _ in os.walk(self.files):
            _sync(Path(directory))
        check_replaceable(self.target)
        if self.target.exists():
            self.target.rename(self.root / "old")
        self.files.rename(self.target)
        _sync(self.target.parent)
        self._remove_old()

    def _check_files(self, paths: Collection[str]) -> None:
        """Raise `RiskError` for files beside these."""
        stray = foreign(self.files, paths) if self.files.exists() else []
        if stray:
            raise RiskError(
                f"{shown(str(self.files))} must hold its own files only, not {shown(stray[0])}"
            )

    def _still_has(self, path: str, expected: Sum) -> bool:
        try:
            content = read_inside(self.files, path, expected.size)
        except (OSError, RiskError):
            return False
        return Sum.of(content) == expected

    @property
    def _digest(self) -> str:
        return sha256(self.identity.encode()).hexdigest()[:32]

    @property
    def _plan(self) -> Path:
        return self.root / "plan.json"

    def _records(self) -> list[Path]:
        return sorted(path for path in self.root.iterdir() if path.name.startswith("finished"))

    def _begin(self, paths: Collection[str]) -> None:
        """Make ready to make these files; raise `RiskError` for other work, and other files."""
        self._check_entries()
        old = self.root / "old"
        if old.exists():
            if self.target.exists():
                self._remove_old()
            else:
                old.rename(self.target)
        begun = self._begun()
        if begun != self.identity:
            if begun is not None and self.files.exists() and any(self.files.iterdir()):
                raise self._other_work()
            self._clear()
            self._write_plan()
        elif not self.files.exists():  # it was moved into place, and the rest was left behind
            for record in self._records():
                record.unlink()
        self._check_files(paths)
        shutil.rmtree(self.parts, ignore_errors=True)
        self._make_directories()

    def _begun(self) -> str | None:
        return self._plan.read_text("utf-8", errors="replace") if self._plan.exists() else None

    def _write_plan(self) -> None:
        part = self._plan.with_name(f"plan.json.{secrets.token_hex(8)}")
        write_synced(part, self.identity.encode())
        part.replace(self._plan)

    def _make_directories(self) -> None:
        self.files.mkdir(exist_ok=True)
        self.parts.mkdir(exist_ok=True)
        _sync(self.root)

    def _check_entries(self) -> None:
        """Raise `RiskError` for what no run has staged, which is not to be deleted."""
        entries = sorted(self.root.iterdir())
        stray = [entry.name for entry in entries if not _STAGED.fullmatch(entry.name)]
        for entry in [] if stray else entries:
            directory = entry.name in ("files", "parts", "old")
            if not (stat.S_ISDIR if directory else stat.S_ISREG)(entry.lstat().st_mode):
                what = "directory" if directory else "plain file"
                raise RiskError(
                    f"{shown(str(self.root))} must hold unfinished work only: "
                    f"{shown(entry.name)} must be a {what}"
                )
        stray = stray or self._unknown_parts() or self._without_plan()
        if stray:
            raise RiskError(
                f"{shown(str(self.root))} must hold unfinished work only, not {shown(stray[0])}"
            )

    def _unknown_parts(self) -> list[str]:
        parts = sorted(self.parts.iterdir()) if self.parts.exists() else []
        return [f"parts/{part.name}" for part in parts if not _PART.fullmatch(part.name)]

    def _without_plan(self) -> list[str]:
        """Return what is staged although there is no plan."""
        found = [path.name for path in self._records()]
        for directory in (self.files, self.parts):
            if directory.exists():
                found += [f"{directory.name}/{path.name}" for path in sorted(directory.iterdir())]
        return [] if self._plan.exists() else found

    def _other_work(self) -> RiskError:
        return RiskError(
            f"{shown(str(self.root))} has unfinished work of another command, or of other "
            f"versions: go on with that, or remove it"
        )

    def _remove_old(self) -> None:
        """Remove the files of the old publication, and no other."""
        old = self.root / "old"
        if old.exists():
            paths = listed(old)
            for path in [*paths, SUMS, MANIFEST] if paths else []:
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
        """Remove what was staged, but no old publication; last of all the plan."""
        for name in ("files", "parts"):
            with suppress(FileNotFoundError):
                shutil.rmtree(self.root / name)
        for path in [*self._records(), *self.root.glob("plan.json.*"), self._plan]:
            path.unlink(missing_ok=True)

    def _end(self) -> None:
        """Remove the staging directory, whose work is done."""
        self._clear()
        self.root.rmdir()


@contextmanager
def staged(target: Path, identity: str, paths: Collection[str]) -> Iterator[Staging]:
    """Lock and prepare the staging directory, and remove it if all goes well, or nothing is done.

    `identity` says what is made: the same goes on with what is finished, and other work that is
    under way is not touched.  What is made are the files called `paths`, and no other is removed.
    Raises `RiskError` for a directory that may not be replaced.
    """
    check_replaceable(target)
    staging = Staging(target, identity)
    lock = _locked(staging.root, target)
    try:
        staging._begin(paths)
        try:
            yield staging
        except BaseException:
            with suppress(OSError, RiskError):
                if not staging._records():  # nothing is lost
                    staging._check_files(paths)
                    staging._end()
            raise
        staging._end()
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


def staged_size(target: Path) -> int:
    """Return how many bytes of files are staged."""
    return sum(
        (Path(directory) / name).lstat().st_size
        for directory, _, names in os.walk(staging_of(target) / "files")
        for name in names
    )


def has_finished(staging: Path) -> bool:
    """Return whether a staging directory has finished jobs, from which another run goes on."""
    return any(path.stat().st_size for path in staging.glob("finished*"))


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
    # a manifest.json that is none of ours, alone, is something else too
    paths = listed(target)
    stray = foreign(target, [*paths, MANIFEST, SUMS] if paths else [])
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
    """Return whether whoever is here would be left in a directory that is gone."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return False
    return any(directory.samefile(each) for each in (here, *here.parents))


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
    _check_system()
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
        # several may be at it, and not on one machine only
        part = parts / secrets.token_hex(16)
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


def _job_of_line(line: bytes) -> dict[str, Any] | None:
    """Return what a line of a record says; None where it is half a line, or none of ours."""
    try:
        job: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return job if _is_job(job) else None


def _is_job(job: Any) -> bool:
    """Return whether a record is in the types that `Staging.record` writes."""
    return (
        isinstance(job, dict)
        and all(isinstance(job.get(key), str) for key in ("of", "job"))
        and all(isinstance(job.get(key), dict) for key in ("files", "marks"))
        and all(PATH.fullmatch(path) and _is_sum(each) for path, each in job["files"].items())
        and all(isinstance(marks, dict) for marks in job["marks"].values())
    )


def _is_sum(value: Any) -> bool:
    return (
        isinstance(value, list) and [type(each) for each in value] == [int, str] and value[0] >= 0
    )


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
