"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Those that close a publication, the pages, read what the others made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from posixpath import dirname
from typing import TypeVar

from riskexact import calculator
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, NamedTuple
from riskexact.base.text import counted
from riskexact.publication.api import ABOUT, API_INDEX, api_files, api_index, api_paths
from riskexact.publication.data import DataSet
from riskexact.publication.data_sets import CONTINENT_SETS, CONTINENTS_EDITION, DATA_SETS
from riskexact.publication.formats import DATA_FORMATS
from riskexact.publication.metadata import citation_text, licence_text
from riskexact.publication.pages import (
    CONTINENTS_PAGE,
    DARK_SVG,
    Earlier,
    continents_html,
    index_html,
    rules_html,
    rules_path,
)
from riskexact.publication.pictures import PICTURE_FORMATS, pictures_of
from riskexact.publication.plan import CALCULATOR, CONTINENTS, INDEX, Edition, Plan
from riskexact.publication.values import Values

MAX_FILES = 20_000

PACKAGE, SUMS = "datapackage.json", "SHA256SUMS"
"""The description of a publication."""

CITATION, LICENCE_FILE = "CITATION.cff", "LICENSE"

TEXTS = {CITATION: citation_text, LICENCE_FILE: licence_text}

WHOLE = (
    (PACKAGE, "The data package: what this is, how each file was made, all sizes and checksums"),
    (SUMS, "The checksums of all files, for sha256sum"),
    (API_INDEX, ABOUT),
    (CITATION, "How to cite it"),
    (LICENCE_FILE, "The licence"),
)
"""Files of the whole publication that its first page leads to."""


Made = TypeVar("Made")

OnProgress = Callable[[str, float], None]
"""Progress callback: (message, fraction of the jobs done, 0 to 1)."""


def nothing_earlier(path: str) -> bytes:
    """Refuse: for the jobs that ask for no earlier file."""
    raise LookupError(path)


class Request(NamedTuple):
    """What a job is asked for: which of its files, and what it makes them from.

    `earlier(path)` returns a file of a job that closes nothing.
    """

    paths: Iterable[str]
    values: Values
    earlier: Earlier = nothing_earlier


class Job(Frozen):
    """One piece of work; each kind of job is a class, whose `of(plan)` yields those of a plan.

    - `name`: the path of its files, or the common part of their paths;
    - `about` and `method`: what the files are, and how they are made, in words for people;
    - `edition`: the one that it is about, if it is about one; `attackers`: of a part of its data;
    - `closes`: whether it asks for earlier files.
    """

    plan: Plan
    name: str
    about: str
    method: str
    edition: Edition | None
    attackers: range

    closes = False

    def __init__(
        self,
        plan: Plan,
        name: str,
        about: str,
        method: str,
        edition: Edition | None = None,
        attackers: range = range(0),
    ) -> None:
        self._set(plan=plan, name=name, about=about, method=method)
        self._set(edition=edition, attackers=attackers)

    @classmethod
    def of(cls, plan: Plan) -> Iterable["Job"]:
        """Return the jobs of this kind."""
        raise NotImplementedError

    @property
    def files(self) -> Mapping[str, str | None]:
        """The path of each file, with the extra that it needs or None."""
        return {self.name: None}

    @property
    def paths(self) -> list[str]:
        """The paths of the files that the plan's extras make."""
        return [path for path, extra in self.files.items() if extra in (None, *self.plan.extras)]

    def make(self, request: Request) -> dict[str, bytes]:
        """Return the bytes of those of its files that are asked for."""
        raise NotImplementedError


class DataJob(Job):
    """A data set of an edition or of a continent, or its part for some attackers."""

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        for each in DATA_SETS.values():
            for edition in filter(each.has, plan):
                parts = each.parts(edition)
                for part in parts:
                    name = f"{edition.name}/{each.name}"
                    if len(parts) > 1:
                        name += f"/{part[0]:03}-{part[-1]:03}"
                    yield cls(plan, name, each.description, each.method, edition, part)
        for each in CONTINENT_SETS.values() if plan.continents else ():
            name = f"{CONTINENTS}/{each.name}"
            (part,) = each.parts(CONTINENTS_EDITION)
            yield cls(plan, name, each.description, each.method, None, part)

    @property
    def data_set(self) -> DataSet:
        """The data set."""
        return {**DATA_SETS, **CONTINENT_SETS}[self.name.split("/")[1]]

    @property
    def files(self) -> Mapping[str, str | None]:
        return {f"{self.name}.csv": None, f"{self.name}.json": None, f"{self.name}.parquet": "data"}

    def make(self, request: Request) -> dict[str, bytes]:
        edition = self.edition or CONTINENTS_EDITION
        table = self.data_set.table(edition, self.attackers, request.values)
        return {path: DATA_FORMATS[_ending(path)](table) for path in request.paths}


class ApiJob(Job):
    """The static interface: its index, or the files of an edition."""

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        yield cls(plan, API_INDEX, ABOUT, "put together from the plan")
        for edition in plan:
            yield cls(plan, api_paths(edition)[0], ABOUT, "recursion", edition)

    @property
    def files(self) -> Mapping[str, str | None]:
        return dict.fromkeys(api_paths(self.edition) if self.edition else [self.name])

    def make(self, request: Request) -> dict[str, bytes]:
        if self.edition is None:
            return dict.fromkeys(request.paths, api_index(self.plan))
        made = api_files(self.edition, request.values)
        return {path: made[path] for path in request.paths}


class PictureJob(Job):
    """A picture of an edition, on a light and on a dark ground."""

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        for edition in plan:
            for picture in pictures_of(edition):
                name = f"{edition.name}/pictures/{picture}"
                yield cls(plan, name, picture, "drawn from the closed form", edition)

    @property
    def files(self) -> Mapping[str, str | None]:
        return {f"{self.name}{ending}": "plot" for ending in (".svg", DARK_SVG, ".png")}

    def make(self, request: Request) -> dict[str, bytes]:
        assert self.edition is not None
        draw = pictures_of(self.edition)[self.about]
        dark = {path: path.endswith(DARK_SVG) for path in request.paths}
        drawn = {each: draw(dark=each) for each in set(dark.values())}
        return {path: PICTURE_FORMATS[_ending(path)](drawn[dark[path]]) for path in request.paths}


class CalculatorJob(Job):
    """The calculator, for the rule sets of the plan."""

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        method = "put together from the counts of each round"
        yield cls(plan, CALCULATOR, "The calculator", method)

    @property
    def files(self) -> Mapping[str, str | None]:
        return dict.fromkeys(f"{CALCULATOR}/{name}" for name in calculator.SERVED)

    def make(self, request: Request) -> dict[str, bytes]:
        made = calculator.files([edition.rules for edition in self.plan], f"../{INDEX}")
        return {path: made[path.removeprefix(f"{CALCULATOR}/")] for path in request.paths}


class TextJob(Job):
    """The citation, or the licence."""

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        for name in TEXTS:
            yield cls(plan, name, dict(WHOLE)[name], "text")

    def make(self, request: Request) -> dict[str, bytes]:
        return dict.fromkeys(request.paths, TEXTS[self.name]().encode())


class PageJob(Job):
    """The page of a rule set, of the solved continents, or the first page."""

    closes = True

    @classmethod
    def of(cls, plan: Plan) -> Iterator[Job]:
        for edition in plan:
            name = rules_path(edition)
            yield cls(plan, name, "The page of a rule set", "recursion", edition)
        if plan.continents:
            about, method = "The page of the solved continents", "put together from the CSV files"
            yield cls(plan, CONTINENTS_PAGE, about, method)
        yield cls(plan, INDEX, "The first page", "recursion")

    def make(self, request: Request) -> dict[str, bytes]:
        beside = [
            (path, job.about)
            for job in jobs_of(self.plan)
            if job.name.startswith(f"{dirname(self.name)}/") and not job.closes
            for path in job.paths
        ]
        if self.edition is not None:
            page = rules_html(self.edition, request.values, beside, request.earlier)
        elif self.name == CONTINENTS_PAGE:
            page = continents_html(beside, request.earlier)
        else:
            page = index_html(self.plan, request.values, WHOLE)
        return dict.fromkeys(request.paths, page.encode())


KINDS_OF_JOBS: tuple[type[Job], ...] = (
    DataJob, ApiJob, PictureJob, CalculatorJob, TextJob, PageJob,
)  # fmt: skip
"""The kinds of jobs, in the order in which pages list their files; those that close come last."""


def jobs_of(plan: Plan) -> list[Job]:
    """Return the jobs of a plan, those that close it last; `RiskError` for too many files.

    >>> from riskexact.rules import STANDARD
    >>> jobs = jobs_of(Plan.usual([STANDARD], 4))
    >>> jobs[0].name, jobs[-1].name
    ('standard/win', 'index.html')
    """
    jobs = [job for kind in KINDS_OF_JOBS for job in kind.of(plan)]
    files = sum(len(job.paths) for job in jobs)
    if files > MAX_FILES:
        raise RiskError(
            f"max must be smaller for these rule sets: a publication may have {MAX_FILES} files, "
            f"not {files}"
        )
    return jobs


def with_progress(
    results: Iterable[Made], done: int, jobs: int, progress: OnProgress
) -> Iterator[Made]:
    """Yield the results; tell how many jobs are done before, and once each result is used."""
    progress(f"{done} of {counted(jobs, 'job')}", done / jobs)
    for done_now, result in enumerate(results, done + 1):
        yield result
        progress(f"{done_now} of {counted(jobs, 'job')}", done_now / jobs)


def _ending(path: str) -> str:
    return path.rpartition(".")[2]
