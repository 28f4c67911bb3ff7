"""Publications: odds tables, data files, pictures and pages that anyone can check.

- `plan`: which rule sets, up to which size;
- `jobs`: what is made, in pieces that do not wait for one another: `data` and its formats,
  `printed` tables, `pictures`, `pages`;
- `values`: the numbers, by two methods;
- `executors`: who does the jobs;
- `staging`: where the files are written, whole or not at all, and `directory`, as it is read;
- `data_package`: what a publication says of itself;
- `verification`: whether all of it is true.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError, require
from riskexact.base.text import counted
from riskexact.base.version import VERSION
from riskexact.publication.data_package import DataPackage, Sum, identity
from riskexact.publication.directory import directory_name, read_inside, write_into
from riskexact.publication.executors import MOST_WORKERS, spread, spread_over_cluster
from riskexact.publication.jobs import PACKAGE, SUMS, Job, jobs_of
from riskexact.publication.libraries import (
    installed_extras,
    installed_libraries,
    installed_versions,
)
from riskexact.publication.pages import Earlier
from riskexact.publication.plan import MOST_EDITIONS, Edition, Plan
from riskexact.publication.staging import staged
from riskexact.publication.values import ByRecursion, check_publishable

OnProgress = Callable[[str, float], None]
"""Progress callback: (message, fraction of the jobs done, 0 to 1)."""

MOST_BYTES = 1 << 40
"""Of a file that was made before."""


def publish(
    directory: str | os.PathLike[str],
    editions: Iterable[Edition] | None = None,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress = lambda doing, share: None,
) -> DataPackage:
    """Write a publication into a directory, whole or not at all, and return its data package.

    - `directory`: a new name, an empty directory, or an old publication, which is replaced;
    - `editions`: the rule sets and their sizes (None: all of the catalogue, in the usual sizes);
    - `workers`: the number of processes, which changes nothing but the time;
    - `scheduler`: the address of a Dask cluster whose workers do what they can, by the `cluster`
      extra;
    - `progress(doing, share)` is called before the work, and when a job is done.

    Pages need the `publish` extra; files that need another which is not installed are left out, as
    the data package says.  A run that ends too soon leaves what it finished beside the directory,
    and the same call goes on from there.  Raises `RiskError` for a directory that holds anything
    else, or at which another run is, and `OSError` where the disk refuses.

    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD
    >>> with TemporaryDirectory() as there:
    ...     package = publish(Path(there) / "odds", [Edition(STANDARD, 2)])
    ...     (Path(there) / "odds" / "standard" / "win.csv").read_text().splitlines()[1]
    '1,1,5/12,0.4166666667,0.4166666666666667'
    """
    whole(workers, "workers", 1, MOST_WORKERS)
    require("jinja2", "publish", "publishing needs")
    plan = planned(editions)
    target = _target(directory)
    for edition in plan:
        check_publishable(edition.rules)
    jobs = jobs_of(plan)
    paths = [path for job in jobs for path in job.paths(plan)]
    libraries = installed_libraries(plan.extras)
    made_from = json.dumps(identity(plan, VERSION, libraries), indent=2)
    with staged(target, made_from, [*paths, PACKAGE, SUMS]) as staging:
        waiting = [job for job in jobs if not staging.has(job.paths(plan))]
        first = [job for job in waiting if not job.closes]
        closing = [job for job in waiting if job.closes]
        done = len(jobs) - len(waiting)
        progress(f"{done} of {counted(len(jobs), 'job')}", done / len(jobs))
        making = Making(plan, staging.files, staging.parts)
        made = (
            spread(making, first, workers)
            if scheduler is None
            else _made_elsewhere(making, first, scheduler)
        )
        for _ in chain(made, spread(making, closing, 1)):
            done += 1
            progress(f"{done} of {counted(len(jobs), 'job')}", done / len(jobs))
        files = {path: Sum.of(making.earlier(path)) for path in paths}
        package = DataPackage(VERSION, plan, libraries, files)
        making.write({PACKAGE: package.text().encode(), SUMS: package.sums_text().encode()})
        staging.install()
    return package


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
class Making:
    """Make and write the files of a job of a plan."""

    plan: Plan
    files: Path
    parts: Path

    def __call__(self, job: Job) -> None:
        """Make and write."""
        self.write(made(self.plan, job, self.earlier))

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write what was made, here or elsewhere."""
        write_into(self.files, self.parts, files)

    def earlier(self, path: str) -> bytes:
        """Return a file that is finished."""
        return read_inside(self.files, path, MOST_BYTES)


def _no_earlier(path: str) -> bytes:
    raise LookupError(path)


def made(plan: Plan, job: Job, earlier: Earlier = _no_earlier) -> dict[str, bytes]:
    """Return the files of a job, wherever this process is."""
    return job.make(ByRecursion(), earlier, job.paths(plan))


def _made_elsewhere(making: Making, jobs: Sequence[Job], scheduler: str) -> Iterator[None]:
    """Yield when a job is done by a cluster, and its files are written here."""
    work = partial(made, making.plan)
    versions = installed_versions(making.plan.extras)
    for _, files in spread_over_cluster(work, jobs, scheduler, versions):
        making.write(files)
        yield


def _target(directory: str | os.PathLike[str]) -> Path:
    """Return the absolute path of the directory; a link in its place stays one."""
    path = Path(os.path.abspath(directory_name(directory)))  # noqa: PTH100
    if path.name == "":
        raise RiskError(f"directory must be the name of a directory, not {shown(directory)}")
    return path
