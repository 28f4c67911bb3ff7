"""Publications: odds tables, data files, pictures and pages that anyone can check.

- `plan`: which rule sets, up to which size, in which tiles;
- `jobs`: what is made, in pieces that do not wait for one another;
- `values`: the numbers, by two roads;
- `manifest`: what a publication says of itself;
- `directory`: where it is written, whole or not at all;
- `workers`: the processes that make it;
- `checking`: whether all of it is true.
"""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from riskexact.arguments import shown, whole
from riskexact.errors import RiskError
from riskexact.publication.directory import (
    Staging,
    read_inside,
    staged,
    write_into,
)
from riskexact.publication.jobs import Job, jobs_of
from riskexact.publication.manifest import (
    MANIFEST,
    SUMS,
    Manifest,
    Sum,
    files_of,
    head_of,
    installed_extras,
    installed_libraries,
)
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ROADS, check_publishable
from riskexact.publication.workers import MOST_WORKERS, spread

Report = Callable[[str, float], None]
"""What is told how it goes: a few words, and the share of the work that is done, 0 to 1."""


def publish(
    directory: str | os.PathLike[str],
    editions: Iterable[Edition] | None = None,
    *,
    workers: int = 1,
    progress: Report = lambda doing, share: None,
) -> Manifest:
    """Write a publication into a directory, whole or not at all, and return its manifest.

    - `directory`: a new name, an empty directory, or an old publication, which is replaced;
    - `editions`: the rule sets and their sizes (None: all of the catalogue, in the usual sizes);
    - `workers`: the number of processes, which changes nothing but the time;
    - `progress(doing, share)` is called when something is finished.

    The files that need an extra which is not installed are left out, as the manifest says.  A
    run that ends too soon leaves what it finished beside the directory, and the same call goes on
    from there.  Raises `RiskError` for a directory that holds anything else or at which another run
    is, and `OSError` where the disk refuses.

    >>> from tempfile import TemporaryDirectory
    >>> from riskexact import STANDARD
    >>> with TemporaryDirectory() as there:
    ...     manifest = publish(Path(there) / "odds", [Edition(STANDARD, 2)])
    ...     (Path(there) / "odds" / "standard" / "win.csv").read_text().splitlines()[1]
    '1,1,5/12,0.4166666667,0.4166666666666667'
    """
    plan = planned(editions)
    crew = whole(workers, "workers", 1, MOST_WORKERS)
    target = _target(directory)
    for edition in plan:
        check_publishable(edition.rules)
    from riskexact import __version__

    libraries = installed_libraries(plan.extras)
    identity = json.dumps(head_of(plan, __version__, libraries), indent=2)
    expected = [path for path, _, _ in files_of(plan)]
    with staged(target, identity) as staging:
        files = _make_all(plan, staging, crew, progress)
        manifest = Manifest(__version__, plan, libraries, {path: files[path] for path in expected})
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
    chosen = tuple(editions)
    for edition in chosen:
        if not isinstance(edition, Edition):
            raise RiskError(f"editions must be Edition values, not {shown(edition)}")
    return Plan(chosen, extras)


@dataclass(frozen=True)
class _Making:
    """What a worker does with a job: make its files and write them."""

    files: Path
    parts: Path

    def __call__(self, job: Job) -> dict[str, Sum]:
        values = ROADS[job.road or "recursion"]()
        made = job.make(values, self._earlier, job.paths)
        return write_into(self.files, self.parts, made)

    def _earlier(self, path: str) -> bytes:
        return read_inside(self.files, path, 1 << 40)


def _make_all(plan: Plan, staging: Staging, workers: int, progress: Report) -> dict[str, Sum]:
    """Make what is not finished yet, and return the sums of all files."""
    finished = staging.finished()
    first, closing = jobs_of(plan)
    total = sum(job.seconds for job in (*first, *closing))
    sums: dict[str, Sum] = {}
    done = 0.0
    count = 0
    for stage in (first, closing):
        waiting: list[Job] = []
        for job in stage:
            if set(finished.get(job.name, ())) == set(job.paths):
                sums |= finished.get(job.name, {})
                done += job.seconds
                count += 1
            else:
                waiting.append(job)
        # the longest first, so that no worker is left with it at the end
        progress(f"{count} of {len(first) + len(closing)} jobs", done / total)
        waiting.sort(key=lambda job: -job.seconds)
        for job, made in spread(_Making(staging.files, staging.parts), waiting, workers):
            staging.record(job.name, made)
            sums |= made
            done += job.seconds
            count += 1
            progress(f"{count} of {len(first) + len(closing)} jobs", done / total)
    return sums


def _target(directory: str | os.PathLike[str]) -> Path:
    """Return the absolute path of the directory; a link in its place stays one."""
    try:
        path = Path(os.path.abspath(directory))  # noqa: PTH100
        if not os.fspath(directory) or path.name == "" or "\0" in str(path):
            raise ValueError
    except (TypeError, ValueError):
        raise RiskError(
            f"directory must be the name of a directory, not {shown(directory)}"
        ) from None
    return path
