"""Publications: odds tables, data files, pictures and pages that anyone can check.

- `plan`: which rule sets, up to which size, in which tiles;
- `jobs`: what is made, in pieces that do not wait for one another, and `costs`: what that takes;
- `values`: the numbers, by two roads, and `overlaps`: where both meet;
- `manifest`: what a publication says of itself;
- `directory`: where it is written, whole or not at all;
- `workers`, `cluster`: who makes it;
- `verification`: whether all of it is true.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError, require
from riskexact.base.text import counted
from riskexact.publication.cluster import spread_over_cluster, versions_of
from riskexact.publication.costs import ahead, size_text
from riskexact.publication.directory import (
    Finished,
    Staging,
    directory_name,
    staged,
    staged_size,
    write_into,
)
from riskexact.publication.jobs import Job, jobs_of
from riskexact.publication.making import Making, check_overlaps, made_from_nothing
from riskexact.publication.manifest import (
    MANIFEST,
    SUMS,
    Manifest,
    files_of,
    head_of,
    installed_extras,
    installed_libraries,
)
from riskexact.publication.plan import MOST_EDITIONS, Edition, Plan
from riskexact.publication.values import check_publishable, check_tile
from riskexact.publication.workers import MOST_WORKERS, spread

Report = Callable[[str, float], None]
"""What is told how it goes: a few words, and the share of the work that is done, 0 to 1."""

Crew = Callable[[Staging, Sequence[Job]], Iterator[tuple[Job, Finished]]]
"""Who makes jobs and stages their files; yields each job when it is finished."""


def publish(
    directory: str | os.PathLike[str],
    editions: Iterable[Edition] | None = None,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Report = lambda doing, share: None,
) -> Manifest:
    """Write a publication into a directory, whole or not at all, and return its manifest.

    - `directory`: a new name, an empty directory, or an old publication, which is replaced;
    - `editions`: the rule sets and their sizes (None: all of the catalogue, in the usual sizes);
    - `workers`: the number of processes, which changes nothing but the time;
    - `scheduler`: the address of a Dask cluster whose workers do what they can, by the `cluster`
      extra;
    - `progress(doing, share)` is called before the work, with its estimate, and when something is
      finished.

    The files that need an extra which is not installed are left out, as the manifest says.  A
    run that ends too soon leaves what it finished beside the directory, and the same call goes on
    from there.  Raises `RiskError` where the `publish` extra is missing, for a directory that
    holds anything else, at which another run is, or on whose disk it does not fit, and `OSError`
    where the disk refuses.

    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD
    >>> with TemporaryDirectory() as there:
    ...     manifest = publish(Path(there) / "odds", [Edition(STANDARD, 2)])
    ...     (Path(there) / "odds" / "standard" / "win.csv").read_text().splitlines()[1]
    '1,1,5/12,0.4166666667,0.4166666666666667'
    """
    require("jinja2", "publish", "publishing needs")
    here = _crew_of_processes(workers)
    far = _crew_of_cluster(scheduler) if scheduler is not None else here
    work = _Work.of(directory, editions)
    expected = [path for path, _, _ in files_of(work.plan)]
    first, closing = jobs_of(work.plan)
    _check_sizes(first)
    _check_space(work.target, [*first, *closing])
    with staged(work.target, work.identity, [*expected, MANIFEST, SUMS]) as staging:
        making = _Making(staging, [*first, *closing], progress)
        making.make(first, far)
        check_overlaps(first, making.finished, staging)
        making.make(closing, here)  # from the files of the others, which are here
        sums = {path: each for job in making.finished.values() for path, each in job.files.items()}
        manifest = Manifest(
            work.version, work.plan, work.libraries, {path: sums[path] for path in expected}
        )
        texts = {MANIFEST: manifest.text(), SUMS: manifest.sums_text()}
        write_into(
            staging.files, staging.parts, {path: text.encode() for path, text in texts.items()}
        )
        staging.install([*expected, *texts])
    return manifest


def planned(editions: Iterable[Edition] | None = None) -> Plan:
    """Return the plan of these editions (None: the usual ones) with the extras installed here."""
    extras = installed_extras()
    if editions is None:
        return Plan.usual(extras=extras)
    try:
        chosen = tuple(islice(editions, MOST_EDITIONS + 1))
    except TypeError:
        raise RiskError(f"editions must be Edition values, not {shown(editions)}") from None
    for edition in chosen:
        if not isinstance(edition, Edition):
            raise RiskError(f"editions must be Edition values, not {shown(edition)}")
    return Plan(chosen, extras)


@dataclass(frozen=True)
class _Work:
    """What is to be published, where, and by which versions."""

    target: Path
    plan: Plan
    version: str
    libraries: dict[str, str]

    @classmethod
    def of(cls, directory: str | os.PathLike[str], editions: Iterable[Edition] | None) -> "_Work":
        """Check what is asked for."""
        from riskexact.base.version import VERSION

        plan = planned(editions)
        target = _target(directory)
        for edition in plan:
            check_publishable(edition.rules)
        return cls(target, plan, VERSION, installed_libraries(plan.extras))

    @property
    def identity(self) -> str:
        """What must be the same for one run to go on with the work of another."""
        return json.dumps(head_of(self.plan, self.version, self.libraries), indent=2)


class _Making:
    """The making of some jobs, as far as they are not finished yet."""

    def __init__(self, staging: Staging, jobs: Sequence[Job], progress: Report) -> None:
        """Look at what is finished."""
        self.staging = staging
        self.jobs = jobs
        known = staging.finished({job.name for job in jobs})
        nothing = Finished({}, {})
        self.finished = {
            job.name: known.get(job.name, nothing)
            for job in jobs
            if set(known.get(job.name, nothing).files) == set(job.paths)
        }
        self._progress = progress
        self._seconds = sum(job.seconds for job in jobs)
        self._done = sum(job.seconds for job in jobs if job.name in self.finished)

    def make(self, jobs: Iterable[Job], crew: Crew) -> None:
        """Make these."""
        self._report(f", {ahead(self._seconds - self._done)}")
        waiting = [job for job in jobs if job.name not in self.finished]
        waiting.sort(key=lambda job: (-job.seconds, job.name))  # no long one at the end
        for job, finished in crew(self.staging, waiting):
            self.staging.record(job.name, finished)
            self.finished[job.name] = finished
            self._done += job.seconds
            self._report()

    def _report(self, more: str = "") -> None:
        count = f"{len(self.finished)} of {counted(len(self.jobs), 'job')}"
        self._progress(count + more, self._done / self._seconds if self._seconds else 1)


def _check_sizes(jobs: Iterable[Job]) -> None:
    """Raise `RiskError` where a tile would not fit in the memory of whoever makes it."""
    for job in jobs:
        if job.edition and job.tile:
            check_tile(job.kind, job.edition.rules, job.tile)


def _check_space(target: Path, jobs: Iterable[Job]) -> None:
    """Raise `RiskError` where the disk has too little space, with what is staged already."""
    needed = sum(job.size for job in jobs)
    try:
        disk = shutil.disk_usage(target.parent)
    except OSError:  # staging will say why
        return
    if disk.total and needed > disk.free + staged_size(target):
        raise RiskError(
            f"the files must fit on the disk of {shown(str(target.parent))}: they take about "
            f"{size_text(needed)}, and {size_text(disk.free)} are free"
        )


def _crew_of_processes(workers: int) -> Crew:
    number = whole(workers, "workers", 1, MOST_WORKERS)

    def crew(staging: Staging, jobs: Sequence[Job]) -> Iterator[tuple[Job, Finished]]:
        return spread(Making(staging.files, staging.parts), jobs, number)

    return crew


def _crew_of_cluster(scheduler: str) -> Crew:
    def crew(staging: Staging, jobs: Sequence[Job]) -> Iterator[tuple[Job, Finished]]:
        making = Making(staging.files, staging.parts)
        if jobs:
            versions = versions_of(jobs[0].plan)
            for job, made in spread_over_cluster(made_from_nothing, jobs, scheduler, versions):
                yield job, making.write(made)

    return crew


def _target(directory: str | os.PathLike[str]) -> Path:
    """Return the absolute path of the directory; a link in its place stays one."""
    path = Path(os.path.abspath(directory_name(directory)))  # noqa: PTH100
    if path.name == "":
        raise RiskError(f"directory must be the name of a directory, not {shown(directory)}")
    return path
