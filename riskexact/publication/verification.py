"""The verification of a publication: everything in it is made again, by the other road.

Nothing in the directory is trusted.  The manifest says which publication it is; what files that
must have, and what is in them, follows from there and is made again, with the values computed by
the road that did not make them.  Files are compared byte by byte and never parsed, so that whoever
changes a digit and all sums to match is found out too.  In the end the manifest itself is rebuilt.

Only the bytes of binary files depend on the versions of libraries: where those differ from the
ones installed here, the sum is all that can be checked, and a note says so.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import cached_property
from riskexact.base.text import counted
from riskexact.publication.costs import ahead
from riskexact.publication.differences import Difference, first_difference
from riskexact.publication.directory import directory_name, foreign, read_inside, write_into
from riskexact.publication.jobs import Job, jobs_of
from riskexact.publication.manifest import (
    MANIFEST,
    MOST_BYTES,
    SUMS,
    Manifest,
    Sum,
    files_of,
    installed_extras,
    installed_libraries,
    read_manifest,
    shaped_by,
)
from riskexact.publication.plan import EXTRAS
from riskexact.publication.values import ROADS, Values, check_publishable
from riskexact.publication.workers import MOST_WORKERS, spread

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
    """What came out: the manifest, how many files were made again, faults, and notes.

    - `remade`: files that were made again and compared byte by byte;
    - `faults`: the first of each faulty file, by path;
    - `notes`: what could not be checked as it should be, and why.
    """

    manifest: Manifest
    remade: int
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


def verify_publication(
    directory: str | os.PathLike[str],
    *,
    workers: int = 1,
    progress: Callable[[str, float], None] = lambda doing, share: None,
) -> PublicationVerdict:
    """Check a publication that anyone may have written: its sums, and every value by another road.

    - `workers`: the number of processes, which changes nothing but the time;
    - `progress(doing, share)` is called before the work, with its estimate, and when something is
      finished.

    Raises `RiskError` for what is no publication at all, and `OSError` where it cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD, Edition, publish
    >>> with TemporaryDirectory() as there:
    ...     manifest = publish(there + "/odds", [Edition(STANDARD, 2)])
    ...     verify_publication(there + "/odds").faults
    ()
    """
    crew = whole(workers, "workers", 1, MOST_WORKERS)
    root = Path(directory_name(directory))
    manifest = read_manifest(_manifest_bytes(root))
    for edition in manifest.plan:
        check_publishable(edition.rules)
    with TemporaryDirectory(prefix="riskexact-") as spool:
        check = _Check(root, manifest, Path(spool))
        return check.run(crew, progress)


@dataclass(frozen=True)
class _Checked:
    """What came out for one file: the sum that it must have, if it is known, and what is wrong."""

    expected: Sum | None
    fault: Fault | None = None


@dataclass(frozen=True)
class _Remaking:
    """What a worker does with a job: make its files by the other road, and compare."""

    root: Path
    spool: Path
    manifest: Manifest
    comparable: frozenset[str]
    sums: Mapping[str, Sum]

    def __call__(self, job: Job) -> dict[str, _Checked]:
        paths = [path for path in job.paths if path in self.comparable]
        made = job.make(_other_road(job), self._earlier, paths) if paths else {}
        checked = {path: self._compared(path, content) for path, content in made.items()}
        checked |= {path: self._sum_alone(path) for path in job.paths if path not in made}
        return checked

    def _compared(self, path: str, expected: bytes) -> _Checked:
        right = Sum.of(expected)
        try:
            found = read_inside(self.root, path, len(expected) + MOST_EXCESS)
        except (OSError, RiskError) as error:
            self._keep(path, expected)
            return _Checked(right, Fault(path, _reason(error, path)))
        if found == expected:
            return _Checked(right)
        self._keep(path, expected)
        if path.endswith((".parquet", ".sqlite", ".png")):
            return _Checked(right, Fault(path, "other bytes than those that were made again"))
        difference = first_difference(path, found, expected)
        assert difference is not None
        return _Checked(right, Fault.at(path, difference))

    def _sum_alone(self, path: str) -> _Checked:
        claimed = self.manifest.files.get(path)
        if claimed is None:
            return _Checked(None)
        if claimed.size > MOST_UNMADE:
            return _Checked(claimed, Fault(path, f"too large to be read, {claimed.size} bytes"))
        try:
            found = Sum.of(read_inside(self.root, path, claimed.size))
        except (OSError, RiskError) as error:
            return _Checked(claimed, Fault(path, _reason(error, path)))
        if found != claimed:
            return _Checked(claimed, Fault(path, "not the bytes of which the manifest has the sum"))
        return _Checked(claimed)

    def _keep(self, path: str, content: bytes) -> None:
        """Keep what a faulty file should be, for the files that are made from it."""
        write_into(self.spool / "files", self.spool, {path: content})

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

    def __init__(self, root: Path, manifest: Manifest, spool: Path) -> None:
        self.root = root
        self.manifest = manifest
        self.spool = spool
        self.files = files_of(manifest.plan)
        self.faults: dict[str, Fault] = {}
        self.notes: list[str] = []
        self.sums: dict[str, Sum] = {}

    def run(self, workers: int, progress: Callable[[str, float], None]) -> PublicationVerdict:
        self._compare_lists()
        if self._incomplete():
            # a manifest of a few bytes could ask for days of work
            self.notes.append("nothing was made again, because files are missing")
            return self._verdict(0)
        comparable = self._comparable
        first, closing = jobs_of(self.manifest.plan)
        total = sum(job.seconds for job in (*first, *closing))
        done, count = 0.0, 0
        progress(f"0 of {counted(len(first) + len(closing), 'job')}, {ahead(total)}", 0.0)
        for stage in (first, closing):
            ordered = sorted(stage, key=lambda job: -job.seconds)
            work = _Remaking(self.root, self.spool, self.manifest, comparable, dict(self.sums))
            for job, checked in spread(work, ordered, workers):
                for path, result in checked.items():
                    if result.expected is not None:
                        self.sums[path] = result.expected
                    if result.fault is not None:
                        self.faults.setdefault(path, result.fault)
                done += job.seconds
                count += 1
                progress(f"{count} of {counted(len(first) + len(closing), 'job')}", done / total)
        self._check_manifest()
        return self._verdict(len(comparable))

    def _verdict(self, made_again: int) -> PublicationVerdict:
        faults = tuple(self.faults[path] for path in sorted(self.faults))
        return PublicationVerdict(self.manifest, made_again, faults, tuple(self.notes))

    def _incomplete(self) -> bool:
        """Name the files that are missing, and return whether any are."""
        missing = [path for path, _, _ in self.files if not os.path.lexists(self.root / path)]
        for path in missing:
            self._fault(path, "missing")
        return bool(missing)

    def _compare_lists(self) -> None:
        """Compare what is there, what the manifest lists, and what must be there."""
        expected = {path for path, _, _ in self.files}
        for path in foreign(self.root, [*expected, MANIFEST, SUMS]):
            if path not in expected and path not in (MANIFEST, SUMS):
                self._fault(path, "not part of the publication")
        for path in sorted(self.manifest.files.keys() - expected):
            self._fault(path, "listed in the manifest, but not part of the publication")

    @cached_property
    def _comparable(self) -> frozenset[str]:
        """The files that are made again here; notes say why others are not."""
        from riskexact.base.version import VERSION

        manifest = self.manifest
        if manifest.version != VERSION:
            self.notes.append(
                f"made by riskexact {manifest.version}, checked by {VERSION}: what changed "
                f"between the two is called a fault"
            )
        here = installed_libraries(EXTRAS)
        extras = installed_extras()
        chosen = set()
        unlike: dict[str, int] = {}
        for path, _, extra in self.files:
            libraries = shaped_by(path, extra)
            other = [name for name in libraries if manifest.libraries.get(name) != here.get(name)]
            if extra is not None and extra not in extras:
                why = f"the sum alone was checked, without riskexact[{extra}]"
            elif other:
                why = "the sum alone was checked, because of other versions here: " + ", ".join(
                    f"{name} {here.get(name)}, not {manifest.libraries.get(name)}" for name in other
                )
            else:
                chosen.add(path)
                continue
            unlike[why] = unlike.get(why, 0) + 1
        self.notes += [f"{counted(count, 'file')}: {why}" for why, count in unlike.items()]
        return frozenset(chosen)

    def _check_manifest(self) -> None:
        """Rebuild the manifest and the sums from what was made again, and compare them."""
        if len(self.sums) < len(self.files):
            missing = min({path for path, _, _ in self.files} - self.sums.keys())
            self._fault(MANIFEST, f"{missing} is not listed")
            return
        manifest = Manifest(
            self.manifest.version, self.manifest.plan, self.manifest.libraries, self.sums
        )
        for path, text in ((MANIFEST, manifest.text()), (SUMS, manifest.sums_text())):
            expected = text.encode()
            try:
                found = read_inside(self.root, path, len(expected) + MOST_EXCESS)
            except (OSError, RiskError) as error:
                self._fault(path, _reason(error, path))
                continue
            difference = first_difference(path, found, expected)
            if difference is not None:
                self.faults.setdefault(path, Fault.at(path, difference))

    def _fault(self, path: str, problem: str) -> None:
        name = path if path.isprintable() and len(path) <= 200 else shown(path)
        self.faults.setdefault(path, Fault(name, problem))


def _other_road(job: Job) -> Values:
    """Return the values by the road that did not make the job's files."""
    return next(road for name, road in ROADS.items() if name != job.road)()


def _manifest_bytes(root: Path) -> bytes:
    try:
        return read_inside(root, MANIFEST, MOST_BYTES)
    except FileNotFoundError:
        what = f"no {MANIFEST}" if root.is_dir() else "no such directory"
        raise RiskError(
            f"directory must be a publication, not {shown(str(root))}: {what}"
        ) from None
    except NotADirectoryError:
        raise RiskError(
            f"directory must be a publication, not the file {shown(str(root))}"
        ) from None


def _reason(error: Exception, path: str) -> str:
    if isinstance(error, FileNotFoundError):
        return "missing"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error).removeprefix(f"{path} ")
