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
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import pluralize
from riskexact.base.version import VERSION
from riskexact.publication.directory import (
    MANIFEST,
    MAX_DESCRIPTION_BYTES,
    Fault,
    directory_name,
    fault_of,
    read_inside,
    reason,
    unexpected_files,
    write_files,
)
from riskexact.publication.executors import MAX_WORKERS, spread
from riskexact.publication.jobs import (
    DOCUMENT,
    PACKAGE,
    SUMS,
    Job,
    OnProgress,
    jobs_of,
    with_progress,
)
from riskexact.publication.package import DataPackage, Sum, read_package
from riskexact.publication.plan import EXTRAS, LIBRARIES, installed_extras, installed_libraries
from riskexact.publication.values import ByClosedForm

MAX_BYTES_UNMADE = 1 << 28
"""Bytes of a file that is read although it cannot be recomputed."""


class PublicationVerdict(NamedTuple):
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
    progress: OnProgress = lambda doing, share: None,
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
    whole(workers, "workers", 1, MAX_WORKERS)
    root = Path(directory_name(directory))
    package = read_package(_package_bytes(root))
    jobs = jobs_of(package.plan)
    expected = [path for job in jobs for path in job.paths]
    faults = list(_faults_of_names(root, package, expected))
    missing = [Fault(path, "missing") for path in expected if not os.path.lexists(root / path)]
    if missing:
        # a data package of a few bytes could ask for days of work
        faults, remade = faults + missing, 0
        notes = ["nothing was recomputed, because files are missing"]
    else:
        unlike = _unlike(package, jobs)
        with TemporaryDirectory(prefix="riskexact-") as spool:
            work = _Remaking(root, Path(spool), package.files, unlike)
            stages = [[job for job in jobs if job.needs_others is last] for last in (False, True)]
            results = with_progress(spread(work.checked, stages, workers), len(jobs), progress)
            faults += _faults_of_content(root, package, expected, results)
        remade = len(expected) - len(unlike)
        notes = notes_on_version(package.version)
        notes += [
            f"{pluralize(count, 'file')}: the checksum alone was compared, {why}"
            for why, count in Counter(unlike.values()).items()
        ]
    first = {fault.path: fault for fault in reversed(faults)}
    in_order = tuple(first[path] for path in sorted(first))
    return PublicationVerdict(package, remade, in_order, tuple(notes))


def notes_on_version(version: str) -> list[str]:
    """Return what to say of a directory that another version made; nothing of one of this."""
    made = f"made by riskexact {version}, checked by {VERSION}"
    different = "a difference between these versions is called a fault"
    return [] if version == VERSION else [f"{made}: {different}"]


def _faults_of_names(root: Path, package: DataPackage, expected: list[str]) -> Iterator[Fault]:
    """Yield what is there, or listed, and should not be."""
    own = {*expected, PACKAGE, SUMS}
    for path in unexpected_files(root, own):
        if path not in own:
            name = path if path.isprintable() and len(path) <= 200 else short_repr(path)
            yield Fault(name, "not part of the publication")
    for path in sorted(package.files.keys() - set(expected)):
        yield Fault(path, "listed in the data package, but not part of the publication")


def _unlike(package: DataPackage, jobs: Iterable[Job]) -> dict[str, str]:
    """Return the files whose bytes cannot be made again here, with the reason."""
    here, there = installed_libraries(EXTRAS), package.libraries
    why = {DOCUMENT: "as it was taken in"}
    for extra, names in LIBRARIES.items():
        others = [
            f"{n} {here.get(n)}, not {there.get(n)}" for n in names if there.get(n) != here.get(n)
        ]
        if extra not in installed_extras():
            why[extra] = f"without riskexact[{extra}]"
        elif others:
            why[extra] = f"because of other versions here: {', '.join(others)}"
    files = {path: extra for job in jobs for path, extra in job.files.items()}
    return {path: why[extra] for path, extra in files.items() if extra in why}


_Checked = tuple[str, Sum | None, Fault | None]
"""The result for one file: its path, the checksum that it must have, if known, and its fault."""


def _faults_of_content(
    root: Path, package: DataPackage, expected: list[str], results: Iterable[list[_Checked]]
) -> Iterator[Fault]:
    """Yield the faults of all files, then of the data package and the sums, made from theirs."""
    sums: dict[str, Sum] = {}
    for path, right, fault in chain.from_iterable(results):
        if fault is not None:
            yield fault
        if right is not None:
            sums[path] = right
    if sums.keys() == set(expected):
        package = package._replace(files=sums)
        for path, text in ((PACKAGE, package.text()), (SUMS, package.sums_text())):
            yield from filter(None, [fault_of(root, path, text.encode())])


class _Remaking(NamedTuple):
    """Recompute the files of a job by the closed form, and compare.

    Of a faulty file the right one is put into the `spool`, for the files that are made from it.
    """

    root: Path
    spool: Path
    listed: Mapping[str, Sum]
    unlike: Mapping[str, str]

    def checked(self, job: Job) -> list[_Checked]:
        alike = [path for path in job.paths if path not in self.unlike]
        made = job.make(ByClosedForm(), alike, self._read_made) if alike else {}
        checked = [self._sum_alone(path) for path in job.paths if path in self.unlike]
        for path, content in made.items():
            fault = fault_of(self.root, path, content)
            if fault:
                write_files(self.spool, {path: content})
            checked.append((path, Sum.of(content), fault))
        return checked

    def _sum_alone(self, path: str) -> _Checked:
        claimed = self.listed.get(path)
        if claimed is None:
            return path, None, Fault(PACKAGE, f"{path} is not listed")
        if claimed.size > MAX_BYTES_UNMADE:
            return path, claimed, Fault(path, f"too large to be read, {claimed.size} bytes")
        try:
            found = Sum.of(read_inside(self.root, path, claimed.size))
        except (OSError, RiskError) as error:
            return path, claimed, Fault(path, reason(error, path))
        other = Fault(path, "differs from its checksum in the data package")
        return path, claimed, None if found == claimed else other

    def _read_made(self, path: str) -> bytes:
        """Return a file as it should be; one that cannot be made again, as it is."""
        most = MAX_BYTES_UNMADE if path in self.unlike else sys.maxsize - 1
        for place in (self.spool, self.root):
            with suppress(OSError, RiskError):
                return read_inside(place, path, most)
        return b""


def _package_bytes(root: Path) -> bytes:
    name = short_repr(str(root))
    try:
        return read_inside(root, PACKAGE, MAX_DESCRIPTION_BYTES)
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
