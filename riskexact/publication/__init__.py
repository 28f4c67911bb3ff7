"""Publications: odds tables, data files, pictures and pages that anyone can check.

`publish` takes a `plan`, has the files of its `jobs` made by `executors` from the `values` of one
method, and describes them in a data `package`.  `verification` makes all of them again from the
values of the other method, and `directory` says where a file is wrong.
"""

import os
from collections.abc import Iterable, Mapping
from itertools import chain

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError, require
from riskexact.base.version import VERSION
from riskexact.publication.directory import PATH, replacing, write_files
from riskexact.publication.executors import MAX_WORKERS, spread
from riskexact.publication.jobs import PACKAGE, SUMS, Job, Made, OnProgress, jobs_of, with_progress
from riskexact.publication.package import DataPackage, Sum
from riskexact.publication.pages import ReadMade
from riskexact.publication.plan import Edition, Plan, installed_extras, installed_libraries
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
    - `documents`: by plain relative path, as `site.documents` and `site.note` return them;
    - `workers`: the number of processes, which changes nothing but the time;
    - `scheduler`: the address of a Dask cluster whose workers do what they can, by the `cluster`
      extra;
    - `progress(doing, share)` is called before the work, and when a job is done.

    Pages need the `publish` extra; files that need another which is not installed are left out, as
    the data package says.  Raises `RiskError` for a directory that holds anything else, and
    `OSError` where the disk refuses.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD
    >>> with TemporaryDirectory() as there:
    ...     package = publish(Path(there) / "odds", [Edition(STANDARD, 2)])
    ...     (Path(there) / "odds" / "standard" / "win.csv").read_text().splitlines()[1]
    '1,1,5/12,0.4166666667,0.5833333333,0.4166666666666667'
    """
    whole(workers, "workers", 1, MAX_WORKERS)
    require("jinja2", "publish", "publishing needs")
    chosen = Plan.usual() if editions is None else editions
    plan = Plan(chosen, installed_extras(), continents, games, site, documents)
    wrong = [path for path in documents if not PATH.fullmatch(path) or path == PACKAGE]
    if wrong:
        raise RiskError(f"documents must have plain relative paths, not {short_repr(wrong[0])}")
    jobs = jobs_of(plan)
    alone, after = ([job for job in jobs if job.needs_others is last] for last in (False, True))
    with replacing(directory) as new:
        write_files(new, documents)
        results = chain(
            spread(made, [alone], workers, scheduler),
            (made(job, lambda path: (new / path).read_bytes()) for job in after),
        )
        sums: dict[str, Sum] = {}
        for files in with_progress(results, len(jobs), progress):
            write_files(new, files)
            sums |= {path: Sum.of(content) for path, content in files.items()}
        package = DataPackage(VERSION, plan, installed_libraries(plan.extras), sums)
        about = {PACKAGE: package.text(), SUMS: package.sums_text()}
        write_files(new, {path: text.encode() for path, text in about.items()})
    return package


def made(job: Job, read_made: ReadMade = lambda path: b"") -> Made:
    """Return the files of a job, in whatever process this is."""
    return job.make(ByRecursion(), job.paths, read_made)
