"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Jobs are of kinds, one for each family of files; those of a closing kind come after all others,
because they put together what those made.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from riskexact import calculator
from riskexact.publication.costs import (
    Total,
    bytes_of_data,
    bytes_of_printed,
    bytes_of_sqlite,
    has_sqlite,
    seconds_of_data,
    seconds_of_printed,
    seconds_of_sqlite,
    tiles_of,
    total_of_data,
)
from riskexact.publication.data_files import TEXTS, csv_rows
from riskexact.publication.data_sets import DATA_SETS, DataSet, Row
from riskexact.publication.drawn import FORMATS, pictures_of
from riskexact.publication.pages import INDEX, index_html, rules_html, rules_path
from riskexact.publication.parquet import parquet_bytes
from riskexact.publication.plan import CALCULATOR, Edition, Plan, Tile
from riskexact.publication.printed import printed_tables
from riskexact.publication.printed_text import TEXTS as PRINTED_TEXTS
from riskexact.publication.sqlite_file import sqlite_bytes
from riskexact.publication.values import ROADS, Values, check_publishable

Earlier = Callable[[str], bytes]
"""What returns a file of a job that came before."""


@dataclass(frozen=True)
class Job:
    """One piece of work: files of one kind, for the whole plan, an edition, or a tile or part."""

    kind: str
    plan: Plan
    edition: Edition | None = None
    tile: Tile | None = None
    part: str | None = None

    @property
    def name(self) -> str:
        """What the job is called, in messages and in the record of finished jobs.

        >>> from riskexact.rules import STANDARD
        >>> Job("win", Plan.usual([STANDARD]), Edition(STANDARD, 40)).name
        'standard/win'
        """
        edition, tile = self.edition and self.edition.name, self.tile and self.tile.name
        return "/".join(word for word in (edition, self.kind, tile, self.part) if word)

    @property
    def files(self) -> Mapping[str, str | None]:
        """The paths of all its files, each with the extra that it needs, or None."""
        return KINDS[self.kind].files(self)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files that the plan's extras make."""
        return tuple(
            path for path, extra in self.files.items() if extra is None or extra in self.plan.extras
        )

    @property
    def road(self) -> str | None:
        """The road of `values.ROADS` by which its values are found; None where it has none."""
        return KINDS[self.kind].road

    @property
    def method(self) -> str:
        """How its files are made, in a few words."""
        return KINDS[self.kind].method(self)

    @property
    def seconds(self) -> float:
        """About how long it takes, on one core of an ordinary machine."""
        return KINDS[self.kind].seconds(self)

    @property
    def size(self) -> float:
        """About how many bytes its files have."""
        return KINDS[self.kind].size(self)

    def make(self, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
        """Return the bytes of the files called `paths`."""
        made = KINDS[self.kind].make(self, values, earlier, paths)
        if set(made) != set(paths):
            raise RuntimeError(f"{self.name} made {sorted(made)}, not {sorted(paths)}")
        return made


class Kind(NamedTuple):
    """A family of files: which jobs make them, and how.

    - `jobs(plan)` yields its jobs, and `files(job)` gives the paths of each with the extra needed;
    - `make(job, values, earlier, paths)` returns the bytes of these paths; only a closing kind may
      ask for files that came `earlier`;
    - `method(job)` says in a few words how the files are made;
    - `road`: the road of `values.ROADS` by which values are found, or None where there are none;
    - `seconds(job)` and `size(job)` estimate how long it takes, and the bytes of its files;
    - `many(edition)`, where an edition may have very many jobs, is the total of its estimates, and
      each of these jobs has as many files.
    """

    jobs: Callable[[Plan], Iterator[Job]]
    files: Callable[[Job], Mapping[str, str | None]]
    make: Callable[[Job, Values, Earlier, Sequence[str]], dict[str, bytes]]
    method: Callable[[Job], str]
    road: str | None
    seconds: Callable[[Job], float]
    closing: bool = False
    size: Callable[[Job], float] = lambda job: 20_000.0
    many: Callable[[Edition], Total] | None = None


def jobs_of(plan: Plan) -> tuple[list[Job], list[Job]]:
    """Return the jobs of a plan, and those that come after all of them.

    >>> from riskexact.rules import STANDARD
    >>> first, closing = jobs_of(Plan.usual([STANDARD], 4))
    >>> [job.name for job in first][:1]
    ['standard/win']
    """
    first: list[Job] = []
    closing: list[Job] = []
    for job in every_job(plan):
        (closing if KINDS[job.kind].closing else first).append(job)
    return first, closing


def every_job(plan: Plan) -> Iterator[Job]:
    """Yield the jobs of a plan, of which there may be millions, in the order of `jobs_of`."""
    for late in (False, True):
        for kind in KINDS.values():
            if kind.closing is late:
                yield from kind.jobs(plan)


class Estimate(NamedTuple):
    """What a publication will be: how many jobs and files, bytes, and seconds of one core.

    `longest`: the seconds of the longest job, which no number of workers shortens.
    """

    jobs: int
    files: int
    size: float
    seconds: float
    longest: float

    def seconds_with(self, workers: int) -> float:
        """Return the seconds that so many workers take, each on a core of its own."""
        return max(self.seconds / workers, self.longest)


def estimate(plan: Plan) -> Estimate:
    """Return what a publication will be, right within a factor of two or so.

    Raises `RiskError` for rules that cannot be published.

    >>> from riskexact.rules import STANDARD
    >>> estimate(Plan.usual([STANDARD], 4)).jobs < estimate(Plan.usual(most=4)).jobs
    True
    """
    for edition in plan:
        check_publishable(edition.rules)
    parts = [part for name in KINDS for part in _totals(name, plan)]
    files = sum(files for files, _ in parts)
    total = Total.of(total for _, total in parts)
    return Estimate(total.jobs, files, total.size, total.seconds, total.longest)


def _totals(name: str, plan: Plan) -> Iterator[tuple[int, Total]]:
    """Yield the files of some jobs, and what these cost, until it was done for all of the kind."""
    kind = KINDS[name]
    if kind.many:
        for edition in plan:
            total = kind.many(edition)
            yield total.jobs * len(Job(name, plan, edition).paths), total
    else:
        for job in kind.jobs(plan):
            yield len(job.paths), Total(1, job.size, job.seconds, job.seconds)


def _data(data_set: DataSet) -> Kind:
    """Return the jobs that write a data set, one for each tile where it is about battles."""

    def files(job: Job) -> Mapping[str, str | None]:
        return {f"{job.name}.{ending}": None for ending in TEXTS} | {f"{job.name}.parquet": "data"}

    def make(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
        edition, tile = _place(job)
        rows = list(data_set.rows(edition, tile, values))
        made = {}
        for path in paths:
            text = TEXTS.get(path.rpartition(".")[2])
            made[path] = (
                "".join(text(data_set, edition, rows)).encode()
                if text
                else parquet_bytes(data_set, edition, rows)
            )
        return made

    def method(job: Job) -> str:
        edition, tile = _place(job)
        return ROADS["recursion"]().method(data_set.name, edition.rules, tile)

    return Kind(
        lambda plan: (job for edition in plan for job in _jobs_of(data_set, plan, edition)),
        files,
        make,
        method,
        "recursion",
        lambda job: seconds_of_data(data_set, *_place(job)),
        size=lambda job: bytes_of_data(data_set, *_place(job)),
        many=partial(total_of_data, data_set),
    )


def _jobs_of(data_set: DataSet, plan: Plan, edition: Edition) -> Iterator[Job]:
    tiles = tiles_of(data_set, edition)
    for tile in tiles if len(tiles) > 1 else [None]:
        yield Job(data_set.name, plan, edition, tile)


def _printed_jobs(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        for name in printed_tables(edition):
            yield Job("printed", plan, edition, part=name)


def _printed(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
    edition, _ = _place(job)
    table = printed_tables(edition)[job.part or ""]
    return {
        path: "".join(PRINTED_TEXTS[path.rpartition(".")[2]](table, edition, values)).encode()
        for path in paths
    }


def _picture_jobs(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        for name in pictures_of(edition):
            yield Job("pictures", plan, edition, part=name)


def _drawn(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
    edition, _ = _place(job)
    picture = pictures_of(edition)[job.part or ""]()
    return {path: FORMATS[path.rpartition(".")[2]](picture) for path in paths}


def _sqlite(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
    def rows(data_set: DataSet, edition: Edition) -> Iterator[Row]:
        for part in _jobs_of(data_set, job.plan, edition):
            yield from csv_rows(data_set, earlier(f"{part.name}.csv").decode())

    return {path: sqlite_bytes(job.plan, rows) for path in paths}


CALCULATOR_FILES = (INDEX, "icon.svg", *calculator.PARTS, "service-worker.js")

SQLITE = "riskexact.sqlite"

MOST_LISTED = 100
"""Tiles of a data set of which a page lists every file; the sums list them all."""

WHOLE = (
    (SQLITE, "Everything in one SQLite file"),
    ("manifest.json", "The manifest: what this is, how each file was made, all sizes and sums"),
    ("SHA256SUMS", "The sums of all files, for sha256sum"),
)
"""Files of the whole publication that its first page leads to."""


def _calculator(
    job: Job, values: Values, earlier: Earlier, paths: Sequence[str]
) -> dict[str, bytes]:
    made = calculator.files([edition.rules for edition in job.plan], f"../{INDEX}")
    files = {f"{CALCULATOR}/{name}": content for name, content in made.items()}
    return {path: files[path] for path in paths}


def _page_jobs(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        yield Job("page", plan, edition)
    yield Job("page", plan)


def _page_files(job: Job) -> Mapping[str, str | None]:
    return {rules_path(job.edition) if job.edition else INDEX: None}


def _page(job: Job, values: Values, earlier: Earlier, paths: Sequence[str]) -> dict[str, bytes]:
    before = [
        each
        for each in jobs_of(job.plan)[0]
        if each.edition == job.edition and each.kind != CALCULATOR
    ]
    jobs = Counter(each.kind for each in before)
    files = [
        (path, _about(each))
        for each in before
        if jobs[each.kind] <= MOST_LISTED
        for path in each.paths
    ]
    if job.edition:
        made = rules_html(job.edition, values, files, earlier)
    else:
        whole = [file for file in WHOLE if file[0] != SQLITE or has_sqlite(job.plan)]
        made = index_html(job.plan, values, files, earlier, whole)
    return dict.fromkeys(paths, made)


def _page_seconds(job: Job) -> float:
    most = min(job.edition.most, 40) if job.edition else 10
    return 0.02 + 2e-4 * most**2


def _page_size(job: Job) -> float:
    most = min(job.edition.most, 40) if job.edition else 5
    return 20_000.0 + 130 * most**2


def _about(job: Job) -> str:
    """Return what the files of a job are, in words for people."""
    if job.kind in DATA_SETS:
        return DATA_SETS[job.kind].description
    if job.kind == "printed":
        edition, _ = _place(job)
        return printed_tables(edition)[job.part or ""].title
    return job.part or job.kind


def _place(job: Job) -> tuple[Edition, Tile]:
    """Return the edition and the tile of a job, or the one tile of an edition that is whole."""
    assert job.edition is not None
    side = range(1, job.edition.most + 1)
    return job.edition, job.tile or Tile(side, side)


KINDS: Mapping[str, Kind] = {
    **{data_set.name: _data(data_set) for data_set in DATA_SETS.values()},
    "printed": Kind(
        _printed_jobs,
        lambda job: dict.fromkeys(f"{job.name}.{ending}" for ending in PRINTED_TEXTS),
        _printed,
        lambda job: "recursion",
        "recursion",
        lambda job: seconds_of_printed(job.part or "", *_place(job)),
        size=lambda job: bytes_of_printed(job.part or "", *_place(job)),
    ),
    "pictures": Kind(
        _picture_jobs,
        lambda job: dict.fromkeys((f"{job.name}.{ending}" for ending in FORMATS), "plot"),
        _drawn,
        lambda job: "drawn from the closed form",
        None,
        lambda job: 0.6,
        size=lambda job: 250_000.0,
    ),
    "sqlite": Kind(
        lambda plan: iter([Job("sqlite", plan)] if has_sqlite(plan) else []),
        lambda job: {SQLITE: None},
        _sqlite,
        lambda job: "put together from the CSV files",
        None,
        lambda job: sum(map(seconds_of_sqlite, job.plan)),
        size=lambda job: sum(map(bytes_of_sqlite, job.plan)),
        closing=True,
    ),
    CALCULATOR: Kind(
        lambda plan: iter([Job(CALCULATOR, plan)]),
        lambda job: dict.fromkeys(f"{CALCULATOR}/{name}" for name in CALCULATOR_FILES),
        _calculator,
        lambda job: "put together from the counts of each round",
        None,
        lambda job: 0.05,
    ),
    "page": Kind(
        _page_jobs,
        _page_files,
        _page,
        lambda job: "recursion",
        "recursion",
        _page_seconds,
        closing=True,
        size=_page_size,
    ),
}
"""The kinds of jobs, in the order in which their files are listed."""
