"""Publications: odds tables, data files, pictures and pages that anyone can check.

`publish` takes a `plan`, has the files of its `jobs` made by `executors` from the `values` of one
method, writes them by `staging`, and describes them in a data `package`.  `verification` makes all
of them again from the values of the other method, and `differences` says where a file is wrong.
"""

import json
import os
from collections.abc import Iterable, Mapping
from itertools import chain

from riskexact.base.arguments import whole
from riskexact.base.errors import require
from riskexact.base.version import VERSION
from riskexact.publication.directory import target_path
from riskexact.publication.executors import MAX_WORKERS, spread
from riskexact.publication.jobs import (
    PACKAGE,
    SUMS,
    Job,
    OnProgress,
    Request,
    jobs_of,
    nothing_earlier,
    with_progress,
)
from riskexact.publication.package import DataPackage, Sum, identity
from riskexact.publication.pages import Earlier
from riskexact.publication.plan import (
    Edition,
    Plan,
    installed_extras,
    installed_libraries,
    installed_versions,
)
from riskexact.publication.staging import staged
from riskexact.publication.values import ByRecursion


def publish(
    directory: str | os.PathLike[str],
    editions: Iterable[Edition] | None = None,
    *,
    continents: bool = False,
    games: bool = False,
    site: str | None = None,
    documents: Mapping[str, bytes] = {},
    workers: int = 1,
    scheduler: str | None = None,
    progress: OnProgress = lambda doing, share: None,
) -> DataPackage:
    """Write a publication into a directory, whole or not at all, and return its data package.

    - `directory`: a new name, an empty directory, or an old publication, which is replaced;
    - `editions`: the rule sets and their sizes (None: all of the catalogue, in the usual sizes);
    - `continents`, `games`: whether the solved continents, and the solved whole games, are
      published too, each in a minute or two;
    - `site`: the address of a site, "" if that is not known, or None for no site;
    - `documents`: by path, as `site.documents` and `site.note` return them;
    - `workers`: the number of processes, which changes nothing but the time;
    - `scheduler`: the address of a Dask cluster whose workers do what they can, by the `cluster`
      extra;
    - `progress(doing, share)` is called before the work, and when a job is done.

    Pages need the `publish` extra; files that need another which is not installed are left out, as
    the data package says.  A run that ends too soon leaves what it finished beside the directory,
    and the same call goes on from there.  Raises `RiskError` for a directory that holds anything
    else, or at which another run is, and `OSError` where the disk refuses.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD
    >>> with TemporaryDirectory() as there:
    ...     package = publish(Path(there) / "odds", [Edition(STANDARD, 2)])
    ...     (Path(there) / "odds" / "standard" / "win.csv").read_text().splitlines()[1]
    '1,1,5/12,0.4166666667,0.4166666666666667'
    """
    whole(workers, "workers", 1, MAX_WORKERS)
    require("jinja2", "publish", "publishing needs")
    chosen = Plan.usual() if editions is None else editions
    plan = Plan(chosen, installed_extras(), continents, games, site, documents)
    target = target_path(directory)
    jobs = jobs_of(plan)
    paths = [path for job in jobs for path in job.paths]
    libraries = installed_libraries(plan.extras)
    made_from = json.dumps(identity(plan, VERSION, libraries), indent=2)
    with staged(target, made_from, [*paths, PACKAGE, SUMS]) as staging:
        staging.write(documents)
        waiting = [job for job in jobs if not staging.has(job.paths)]
        first = [job for job in waiting if not job.closes]
        versions = installed_versions(plan.extras)
        results = chain(
            spread(made, [first], workers, scheduler, versions),
            (made(job, staging.read) for job in waiting if job.closes),
        )
        for files in with_progress(results, len(jobs) - len(waiting), len(jobs), progress):
            staging.write(files)
        sums = {path: Sum.of(staging.read(path)) for path in paths}
        package = DataPackage(VERSION, plan, libraries, sums)
        staging.write({PACKAGE: package.text().encode(), SUMS: package.sums_text().encode()})
        staging.install()
    return package


def made(job: Job, earlier: Earlier = nothing_earlier) -> dict[str, bytes]:
    """Return the files of a job, in whatever process this is."""
    return job.make(Request(job.paths, ByRecursion(), earlier))
