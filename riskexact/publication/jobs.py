"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Those that close a publication, the pages, read what the others made.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from riskexact import calculator
from riskexact.base.errors import RiskError
from riskexact.publication.api import ABOUT, API_INDEX, api_files, api_index, api_paths
from riskexact.publication.blitz import BLITZ_SETS, blitz_path, blitz_table, has_blitz
from riskexact.publication.continents import CONTINENT_SETS, continent_path, continent_table
from riskexact.publication.data import DATA_SETS, DataSet, DataTable
from riskexact.publication.data_text import csv_bytes, csv_rows, json_bytes
from riskexact.publication.dataset import citation_text, licence_text
from riskexact.publication.pages import (
    CONTINENTS_PAGE,
    DARK_SVG,
    Earlier,
    continents_html,
    index_html,
    rules_html,
    rules_path,
)
from riskexact.publication.parquet import parquet_bytes
from riskexact.publication.pictures import PICTURE_FORMATS, pictures_of
from riskexact.publication.plan import CALCULATOR, INDEX, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion

MAX_FILES = 20_000

PACKAGE, SUMS = "datapackage.json", "SHA256SUMS"
"""The description of a publication."""

CITATION, LICENCE_FILE = "CITATION.cff", "LICENSE"

WHOLE = (
    (PACKAGE, "The data package: what this is, how each file was made, all sizes and checksums"),
    (SUMS, "The checksums of all files, for sha256sum"),
    (API_INDEX, ABOUT),
    (CITATION, "How to cite it"),
    (LICENCE_FILE, "The licence"),
)
"""Files of the whole publication that its first page leads to."""

DATA_FORMATS = {"csv": csv_bytes, "json": json_bytes, "parquet": parquet_bytes}
"""What writes data, by the ending of the file."""


class Request(NamedTuple):
    """What a job is asked for: which of its files, and what it makes them from.

    `earlier(path)` returns a file of a job that closes nothing.
    """

    paths: list[str]
    values: Values
    earlier: Earlier


def nothing_earlier(path: str) -> bytes:
    """Refuse: for the jobs that ask for no earlier file."""
    raise LookupError(path)


@dataclass(frozen=True)
class Job:
    """One piece of work.

    - `files`: the path of each file that it makes, with the extra that this needs or None;
    - `about` and `method`: what the files are, and how they are made, in words for people;
    - `make(request)` returns the bytes of the files that are asked for;
    - `edition`: the one that it is about, if it is about one;
    - `closes`: whether it asks for earlier files.
    """

    name: str
    files: Mapping[str, str | None]
    about: str
    method: str
    make: Callable[[Request], dict[str, bytes]]
    edition: Edition | None = None
    closes: bool = False

    def paths(self, plan: Plan) -> list[str]:
        """Return the paths of the files that a plan's extras make."""
        return [path for path, extra in self.files.items() if extra in (None, *plan.extras)]


def jobs_of(plan: Plan) -> list[Job]:
    """Return the jobs of a plan, those that close it last; `RiskError` for too many files.

    >>> from riskexact.rules import STANDARD
    >>> jobs = jobs_of(Plan.usual([STANDARD], 4))
    >>> jobs[0].name, jobs[-1].name
    ('standard/win', 'index.html')
    """
    jobs = [job for kind in KINDS_OF_JOBS for job in kind(plan)]
    files = sum(len(job.paths(plan)) for job in jobs)
    if files > MAX_FILES:
        raise RiskError(
            f"max must be smaller for these rule sets: a publication may have {MAX_FILES} files, "
            f"not {files}"
        )
    return jobs


def _data(plan: Plan) -> Iterator[Job]:
    for data_set in DATA_SETS.values():
        for edition in plan:
            for attackers in data_set.parts(edition):
                name = _name(data_set, edition, attackers)
                yield Job(
                    name,
                    _data_files(name),
                    data_set.description,
                    "count of the throws by values" if data_set.name == "rounds" else "recursion",
                    partial(_write_data, edition, data_set.name, attackers),
                    edition,
                )


def _name(data_set: DataSet, edition: Edition, attackers: range) -> str:
    name = f"{edition.name}/{data_set.name}"
    if len(attackers) == edition.most:
        return name
    return f"{name}/{attackers[0]:03}-{attackers[-1]:03}"


def _write_data(
    edition: Edition, name: str, attackers: range, request: Request
) -> dict[str, bytes]:
    table = DATA_SETS[name].table(edition, attackers, request.values)
    return _data_bytes(table, request)


def _data_files(name: str) -> dict[str, str | None]:
    return {f"{name}.csv": None, f"{name}.json": None, f"{name}.parquet": "data"}


def _data_bytes(table: DataTable, request: Request) -> dict[str, bytes]:
    return {path: DATA_FORMATS[_ending(path)](table) for path in request.paths}


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _continents(plan: Plan) -> Iterator[Job]:
    for name, data_set in CONTINENT_SETS.items() if plan.continents else ():
        path = continent_path(name)
        method = "two equal bounds of best play"
        yield Job(
            path, _data_files(path), data_set.description, method, partial(_write_continent, name)
        )


def _write_continent(name: str, request: Request) -> dict[str, bytes]:
    table = continent_table(name, request.values)
    return _data_bytes(table, request)


def _blitz(plan: Plan) -> Iterator[Job]:
    for version, data_set in zip(BLITZ_VERSIONS, BLITZ_SETS.values(), strict=True):
        for edition in filter(has_blitz, plan):
            path = blitz_path(version, edition)
            make = partial(_write_blitz, version, edition)
            method = "recursion, and the chance bent"
            yield Job(path, _data_files(path), data_set.description, method, make, edition)


def _write_blitz(version: BlitzVersion, edition: Edition, request: Request) -> dict[str, bytes]:
    table = blitz_table(version, edition, request.values)
    return _data_bytes(table, request)


def _api(plan: Plan) -> Iterator[Job]:
    make = partial(_write_api_index, plan)
    yield Job(API_INDEX, {API_INDEX: None}, ABOUT, "put together from the plan", make)
    for edition in plan:
        paths = api_paths(edition)
        write = partial(_write_api, edition)
        yield Job(paths[0], dict.fromkeys(paths), ABOUT, "recursion", write)


def _write_api_index(plan: Plan, request: Request) -> dict[str, bytes]:
    return dict.fromkeys(request.paths, api_index(plan))


def _write_api(edition: Edition, request: Request) -> dict[str, bytes]:
    made = api_files(edition, request.values)
    return {path: made[path] for path in request.paths}


def _citation(plan: Plan) -> Iterator[Job]:
    for path, text in ((CITATION, citation_text), (LICENCE_FILE, licence_text)):
        make = partial(_write_text, text)
        yield Job(path, {path: None}, dict(WHOLE)[path], "text", make)


def _write_text(text: Callable[[], str], request: Request) -> dict[str, bytes]:
    return dict.fromkeys(request.paths, text().encode())


def _pictures(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        for picture in pictures_of(edition):
            name = f"{edition.name}/pictures/{picture}"
            files = {f"{name}{ending}": "plot" for ending in (".svg", DARK_SVG, ".png")}
            make = partial(_draw, edition, picture)
            yield Job(name, files, picture, "drawn from the closed form", make, edition)


def _draw(edition: Edition, name: str, request: Request) -> dict[str, bytes]:
    draw = pictures_of(edition)[name]
    drawn = {dark: draw(dark=dark) for dark in {path.endswith(DARK_SVG) for path in request.paths}}
    return {
        path: PICTURE_FORMATS[_ending(path)](drawn[path.endswith(DARK_SVG)])
        for path in request.paths
    }


def _calculator(plan: Plan) -> Iterator[Job]:
    files = dict.fromkeys(f"{CALCULATOR}/{name}" for name in calculator.SERVED)
    method = "put together from the counts of each round"
    yield Job(CALCULATOR, files, "The calculator", method, partial(_make_calculator, plan))


def _make_calculator(plan: Plan, request: Request) -> dict[str, bytes]:
    made = calculator.files([edition.rules for edition in plan], f"../{INDEX}")
    return {path: made[path.removeprefix(f"{CALCULATOR}/")] for path in request.paths}


def _pages(plan: Plan) -> Iterator[Job]:
    for edition in plan:
        make: Callable[[Request], dict[str, bytes]] = partial(_write_page, plan, edition)
        files = {rules_path(edition): None}
        about = "The page of a rule set"
        yield Job(rules_path(edition), files, about, "recursion", make, edition, closes=True)
    if plan.continents:
        make = partial(_write_continents, plan)
        about, method = "The page of the solved continents", "put together from the CSV files"
        yield Job(CONTINENTS_PAGE, {CONTINENTS_PAGE: None}, about, method, make, closes=True)
    make = partial(_write_index, plan)
    yield Job(INDEX, {INDEX: None}, "The first page", "recursion", make, closes=True)


def _write_page(plan: Plan, edition: Edition, request: Request) -> dict[str, bytes]:
    files = [
        (path, job.about)
        for job in jobs_of(plan)
        if job.edition and job.edition.name == edition.name and not job.closes
        for path in job.paths(plan)
    ]
    page = rules_html(edition, request.values, files, request.earlier)
    return dict.fromkeys(request.paths, page.encode())


def _write_continents(plan: Plan, request: Request) -> dict[str, bytes]:
    files = [(path, job.about) for job in _continents(plan) for path in job.paths(plan)]
    rows = {
        name: csv_rows(each, request.earlier(f"{continent_path(name)}.csv").decode().splitlines())
        for name, each in CONTINENT_SETS.items()
    }
    page = continents_html(rows, files, request.earlier)
    return dict.fromkeys(request.paths, page.encode())


def _write_index(plan: Plan, request: Request) -> dict[str, bytes]:
    return dict.fromkeys(request.paths, index_html(plan, request.values, WHOLE).encode())


KINDS_OF_JOBS = (
    _data,
    _blitz,
    _api,
    _pictures,
    _continents,
    _calculator,
    _citation,
    _pages,
)
"""The generator of the jobs of each kind, in the order in which their files are listed."""
