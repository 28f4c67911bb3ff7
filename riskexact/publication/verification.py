"""The verification of a publication: everything in it is made again, by the other method.

Nothing in the directory is trusted.  The data package says which publication it is; what files that
must have, and what is in them, follows from there and is made again, with the values computed by
the method that did not make them.  Files are compared byte by byte and never parsed, so that
a changed digit is found even if all checksums were changed to match.  In the end the data package
itself is made again.

Only the bytes of binary files depend on the versions of libraries: where those differ from the
ones installed here, the checksum is all that can be checked, and a note says so.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.text import counted
from riskexact.base.version import VERSION
from riskexact.publication.data_package import DataPackage, Sum, read_package
from riskexact.publication.differences import Difference, first_difference
from riskexact.publication.directory import (
    MANIFEST,
    MOST_BYTES,
    directory_name,
    foreign,
    read_inside,
    write_into,
)
from riskexact.publication.executors import MOST_WORKERS, spread
from riskexact.publication.jobs import PACKAGE, SUMS, Job, jobs_of
from riskexact.publication.libraries import installed_extras, installed_libraries, shaped_by
from riskexact.publication.plan import EXTRAS
from riskexact.publication.values import ByClosedForm, check_publishable

MOST_UNMADE = 1 << 28
"""Bytes of a file that is read although it cannot be made again."""

MOST_EXCESS = 1 << 16
"""Bytes that are read of a file beyond the size that it must have."""


@dataclass(frozen=True)
class Fault:
    """Something that is wrong: the file, and where in it, as far as that is known."""

    path: str
    problem: str
    line: int | None = None
    column: str | None = None

    @classmethod
    def at(cls, path: str, difference: Difference) -> "Fault":
        """Return the fault that a difference is."""
        problem = f"{difference.found}, should be {difference.expected}"
        return cls(path, problem, difference.line, difference.column)

    def __str__(self) -> str:
        """Return one line.

        >>> str(Fault("standard/win.csv", "5/13, should be 5/12", 17, "fraction"))
        'standard/win.csv, line 17, column fraction: 5/13, should be 5/12'
        """
        line = f", line {self.line}" if self.line is not None else ""
        column = f", column {self.column}" if self.column is not None else ""
        return f"{self.path}{line}{column}: {self.problem}"


@dataclass(frozen=True)
class PublicationVerdict:
    """The result: the data package, the number of recomputed files, faults, and notes.

    - `remade`: files that were made again and compared byte by byte;
    - `faults`: the first of each faulty file, by path;
    - `notes`: what could not be checked as it should be, and why.
    """

    package: DataPackage
    remade: int
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


def verify_publication(
    directory: str | os.PathLike[str],
    *,
    workers: int = 1,
    progress: Callable[[str, float], None] = lambda doing, share: None,
) -> PublicationVerdict:
    """Check a publication that anyone may have written: sums, and every value by another method.

    - `workers`: the number of processes, which changes nothing but the time;
    - `progress(doing, share)` is called before the work, and when a job is done.

    Raises `RiskError` for what is no publication at all, or was published by 0.1.0, and `OSError`
    where it cannot be read.

    >>> verify_publication("nowhere")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: directory must be a publication, not 'nowhere': no such directory
    """
    whole(workers, "workers", 1, MOST_WORKERS)
    root = Path(directory_name(directory))
    package = read_package(_package_bytes(root))
    for edition in package.plan:
        check_publishable(edition.rules)
    with TemporaryDirectory(prefix="riskexact-") as spool:
        return _Check(root, package, Path(spool)).run(workers, progress)


@dataclass(frozen=True)
class _Checked:
    """The result for one file: the checksum that it must have, if known, and its fault."""

    expected: Sum | None
    fault: Fault | None = None


@dataclass(frozen=True)
class _Remaking:
    """Recompute the files of a job by the closed form, and compare."""

    root: Path
    spool: Path
    package: DataPackage
    comparable: frozenset[str]
    sums: Mapping[str, Sum]

    def __call__(self, job: Job) -> dict[str, _Checked]:
        listed = job.paths(self.package.plan)
        paths = [path for path in listed if path in self.comparable]
        made = job.make(ByClosedForm(), self._earlier, paths) if paths else {}
        checked = {path: self._compared(path, content) for path, content in made.items()}
        return checked | {path: self._sum_alone(path) for path in listed if path not in made}

    def _compared(self, path: str, expected: bytes) -> _Checked:
        right = Sum.of(expected)
        try:
            found = read_inside(self.root, path, len(expected) + MOST_EXCESS)
        except (OSError, RiskError) as error:
            fault = Fault(path, _reason(error, path))
        else:
            if found == expected:
                return _Checked(right)
            if path.endswith((".parquet", ".sqlite", ".png")):
                fault = Fault(path, "other bytes than those that were made again")
            else:
                fault = Fault.at(path, first_difference(path, found, expected))
        # for the files that are made from this one
        write_into(self.spool / "files", self.spool, {path: expected})
        return _Checked(right, fault)

    def _sum_alone(self, path: str) -> _Checked:
        claimed = self.package.files.get(path)
        if claimed is None:
            return _Checked(None)
        if claimed.size > MOST_UNMADE:
            return _Checked(claimed, Fault(path, f"too large to be read, {claimed.size} bytes"))
        try:
            found = Sum.of(read_inside(self.root, path, claimed.size))
        except (OSError, RiskError) as error:
            return _Checked(claimed, Fault(path, _reason(error, path)))
        other = Fault(path, "not the bytes of which the data package has the sum")
        return _Checked(claimed, None if found == claimed else other)

    def _earlier(self, path: str) -> bytes:
        right = self.sums[path]
        try:
            content = read_inside(self.root, path, right.size)
        except (OSError, RiskError):
            content = b""
        if Sum.of(content) != right:
            content = read_inside(self.spool / "files", path, right.size)
        return content


class _Check:
    """One verification."""

    def __init__(self, root: Path, package: DataPackage, spool: Path) -> None:
        self.root = root
        self.package = package
        self.spool = spool
        self.jobs = jobs_of(package.plan)
        self.expected = {path for job in self.jobs for path in job.paths(package.plan)}
        self.faults: dict[str, Fault] = {}
        self.notes: list[str] = []
        self.sums: dict[str, Sum] = {}

    def run(self, workers: int, progress: Callable[[str, float], None]) -> PublicationVerdict:
        for path in foreign(self.root, [*self.expected, PACKAGE, SUMS]):
            if path not in (*self.expected, PACKAGE, SUMS):
                self._fault(path, "not part of the publication")
        for path in sorted(self.package.files.keys() - self.expected):
            self._fault(path, "listed in the data package, but not part of the publication")
        missing = [path for path in self.expected if not os.path.lexists(self.root / path)]
        for path in missing:
            self._fault(path, "missing")
        if missing:
            # a data package of a few bytes could ask for days of work
            self.notes.append("nothing was made again, because files are missing")
            return self._verdict(0)
        comparable = self._comparable()
        done = 0
        progress(f"0 of {counted(len(self.jobs), 'job')}", 0.0)
        for closes in (False, True):
            stage = [job for job in self.jobs if job.closes is closes]
            work = _Remaking(self.root, self.spool, self.package, comparable, dict(self.sums))
            for _, checked in spread(work, stage, workers):
                for path, result in checked.items():
                    if result.expected is not None:
                        self.sums[path] = result.expected
                    if result.fault is not None:
                        self.faults.setdefault(path, result.fault)
                done += 1
                progress(f"{done} of {counted(len(self.jobs), 'job')}", done / len(self.jobs))
        self._check_package()
        return self._verdict(len(comparable))

    def _verdict(self, made_again: int) -> PublicationVerdict:
        faults = tuple(self.faults[path] for path in sorted(self.faults))
        return PublicationVerdict(self.package, made_again, faults, tuple(self.notes))

    def _comparable(self) -> frozenset[str]:
        """Return the files that are made again here; notes say why others are not."""
        if self.package.version != VERSION:
            self.notes.append(
                f"made by riskexact {self.package.version}, checked by {VERSION}: what changed "
                f"between the two is called a fault"
            )
        here = installed_libraries(EXTRAS)
        extras = installed_extras()
        chosen = set()
        unlike: Counter[str] = Counter()
        for path, extra in {p: e for job in self.jobs for p, e in job.files.items()}.items():
            if path not in self.expected:
                continue
            other = [
                f"{name} {here.get(name)}, not {self.package.libraries.get(name)}"
                for name in shaped_by(path, extra)
                if self.package.libraries.get(name) != here.get(name)
            ]
            if extra is not None and extra not in extras:
                unlike[f"the sum alone was checked, without riskexact[{extra}]"] += 1
            elif other:
                why = "the sum alone was checked, because of other versions here: "
                unlike[why + ", ".join(other)] += 1
            else:
                chosen.add(path)
        self.notes += [f"{counted(count, 'file')}: {why}" for why, count in unlike.items()]
        return frozenset(chosen)

    def _check_package(self) -> None:
        """Make the data package and the sums from what was made again, and compare them."""
        unknown = self.expected - self.sums.keys()
        if unknown:
            self._fault(PACKAGE, f"{min(unknown)} is not listed")
            return
        package = replace(self.package, files=self.sums)
        for path, text in ((PACKAGE, package.text()), (SUMS, package.sums_text())):
            expected = text.encode()
            try:
                found = read_inside(self.root, path, len(expected) + MOST_EXCESS)
            except (OSError, RiskError) as error:
                self._fault(path, _reason(error, path))
                continue
            if found != expected:
                difference = first_difference(path, found, expected)
                self.faults.setdefault(path, Fault.at(path, difference))

    def _fault(self, path: str, problem: str) -> None:
        name = path if path.isprintable() and len(path) <= 200 else shown(path)
        self.faults.setdefault(path, Fault(name, problem))


def _package_bytes(root: Path) -> bytes:
    name = shown(str(root))
    try:
        return read_inside(root, PACKAGE, MOST_BYTES)
    except FileNotFoundError:
        if (root / MANIFEST).is_file():
            raise RiskError(
                f"directory must be verified by the version that published it, and {name} is one "
                f"of riskexact 0.1.0: it has {MANIFEST}, not {PACKAGE}"
            ) from None
        what = f"no {PACKAGE}" if root.is_dir() else "no such directory"
        raise RiskError(f"directory must be a publication, not {name}: {what}") from None
    except NotADirectoryError:
        raise RiskError(f"directory must be a publication, not the file {name}") from None


def _reason(error: Exception, path: str) -> str:
    if isinstance(error, FileNotFoundError):
        return "missing"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error).removeprefix(f"{path} ")
