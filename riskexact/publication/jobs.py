"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Those that need others, the pages, read what these made.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from posixpath import dirname
from typing import Any

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.pages import addressed
from riskexact.base.text import pluralize
from riskexact.game.tables import settled_table, written_table
from riskexact.publication import pages
from riskexact.publication.api import ABOUT, API_INDEX, api_files, api_index, api_paths
from riskexact.publication.data import (
    ALL_SETS,
    CONTINENT_SETS,
    CONTINENTS_EDITION,
    DATA_FORMATS,
    DATA_SETS,
    GAME_SETS,
    GAMES_EDITION,
    SOLVED_GAMES,
)
from riskexact.publication.metadata import (
    citation_text,
    csv_on_the_web,
    ending_of,
    licence_text,
)
from riskexact.publication.pages import LOCALES, ReadMade
from riskexact.publication.pictures import PICTURE_FORMATS, pictures_of
from riskexact.publication.plan import CONTINENTS, GAMES, TABLES, Edition, Plan, guests
from riskexact.publication.site import ROBOTS, site_files
from riskexact.publication.values import Values

MAX_FILES = 20_000

DOCUMENT = "document"
"""Instead of the extra that a file needs: nobody makes it, it is taken in."""

PACKAGE, SUMS = "datapackage.json", "SHA256SUMS"
"""The description of a publication."""

CITATION, LICENCE_FILE, CSVW = "CITATION.cff", "LICENSE", "csv-metadata.json"

WHOLE = (
    (PACKAGE, "The data package: what this is, how each file was made, all sizes and checksums"),
    (SUMS, "The checksums of all files, for sha256sum"),
    (CSVW, "The columns of all CSV files, as CSV on the Web"),
    (API_INDEX, ABOUT),
    (CITATION, "How to cite it"),
    (LICENCE_FILE, "The licence"),
)
"""Files of the whole publication that the page of all tables leads to."""

OnProgress = Callable[[str, float], None]
"""Progress callback: (message, fraction of the jobs done, 0 to 1)."""

Made = Mapping[str, bytes]


class Job(NamedTuple):
    """One piece of work.

    - `name`: the path of its files, or the common part of their paths;
    - `about` and `method`: what the files are, and how they are made, in words for people;
    - `files`: the path of each, with the extra that it needs or None;
    - `maker(paths, values, read_made)` returns the files of these paths, and others that take no
      time; `read_made(path)` returns a file of a job that needs no others;
    - `data_set`: the name of the data set, if it is one;
    - `needs_others`: whether it reads files that others made.
    """

    name: str
    about: str
    method: str
    files: Mapping[str, str | None]
    maker: Callable[[Sequence[str], Values, ReadMade], Made]
    data_set: str = ""
    needs_others: bool = False

    @property
    def paths(self) -> list[str]:
        return list(self.files)

    def make(self, paths: Sequence[str], values: Values, read_made: ReadMade) -> Made:
        """Return the bytes of some of its files."""
        made = self.maker(paths, values, read_made)
        return {path: made[path] for path in paths}


def _alone(make: Callable[..., Made], arguments: Sequence[object], *_: object) -> Made:
    """Return files that take no values and no other files."""
    return make(*arguments)


def data_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield all data sets, or their parts for some attackers."""
    asked = [(each.name, each, data_set) for data_set in DATA_SETS.values() for each in plan]
    if plan.continents:
        asked += [(CONTINENTS, CONTINENTS_EDITION, each) for each in CONTINENT_SETS.values()]
    if plan.games:
        asked += [(GAMES, GAMES_EDITION, each) for each in GAME_SETS.values()]
    for folder, edition, data_set in asked:
        parts = data_set.parts(edition) if data_set.has(edition) else ()
        for part in parts:
            name = f"{folder}/{data_set.name}"
            if len(parts) > 1:
                name += f"/{part[0]:03}-{part[-1]:03}"
            files = {f"{name}.csv": None, f"{name}.json": None, f"{name}.parquet": "data"}
            if folder == GAMES and data_set.name in SOLVED_GAMES:
                files[f"{name}.rxg"] = None
            maker = partial(_data, data_set.name, edition, part)
            about, method = data_set.description, data_set.method
            yield Job(name, about, method, files, maker, data_set.name)


def _data(
    name: str, edition: Edition, attackers: range, paths: Sequence[str], values: Values, _: ReadMade
) -> Made:
    table = ALL_SETS[name].table(edition, attackers, values)
    return {
        path: written_table(settled_table(SOLVED_GAMES[name]))
        if path.endswith(".rxg")
        else DATA_FORMATS[ending_of(path)](table)
        for path in paths
    }


def api_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    for edition in plan:
        paths = api_paths(edition)
        yield Job(paths[0], ABOUT, "recursion", dict.fromkeys(paths), partial(_api, edition))


def _api(edition: Edition, _: Sequence[str], values: Values, __: ReadMade) -> Made:
    return api_files(edition, values)


def picture_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the pictures of each edition, on a light and on a dark ground."""
    for edition in plan:
        for picture in pictures_of(edition):
            name = f"{edition.name}/pictures/{picture}"
            files = {f"{name}{ending}": "plot" for ending in (".svg", pages.DARK_SVG, ".png")}
            maker = partial(_picture, edition, picture)
            yield Job(name, picture, "drawn from the closed form", files, maker)


def _picture(edition: Edition, picture: str, paths: Sequence[str], *_: object) -> Made:
    draw = pictures_of(edition)[picture]
    dark = {path: path.endswith(pages.DARK_SVG) for path in paths}
    drawn = {each: draw(dark=each) for each in set(dark.values())}
    return {path: PICTURE_FORMATS[ending_of(path)](drawn[dark[path]]) for path in paths}


def whole_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the app for all rule sets of the plan, and texts about the whole publication."""
    published = {edition.name: pages.rules_path(edition) for edition in plan}
    published |= pages.solved_pages(plan) | {"": TABLES}
    published |= {name: f"{GAMES}/{name}.rxg" for name in SOLVED_GAMES if plan.games}
    rule_sets = [edition.rules for edition in plan]
    for guest in guests():
        maker = partial(_alone, guest.files, (rule_sets, published, plan.address))
        yield Job(guest.SERVED[0], guest.WHAT, guest.METHOD, dict.fromkeys(guest.SERVED), maker)
    methods = dict.fromkeys((API_INDEX, CSVW), "put together from the plan")
    methods |= dict.fromkeys((CITATION, LICENCE_FILE), "text")
    tables = {path: job.data_set for job in before for path in job.paths if path.endswith(".csv")}
    for path, method in methods.items():
        maker = partial(_alone, _texts, (plan, tables))
        yield Job(path, dict(WHOLE)[path], method, {path: None}, maker)


def _texts(plan: Plan, tables: Mapping[str, str]) -> Made:
    csvw = csv_on_the_web({path: ALL_SETS[name].schema for path, name in tables.items()})
    return {
        API_INDEX: api_index(plan),
        CSVW: (json.dumps(csvw, indent=1, ensure_ascii=False) + "\n").encode(),
        CITATION: citation_text().encode(),
        LICENCE_FILE: licence_text().encode(),
    }


def page_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the pages of the rule sets and of what is solved, and those of all tables."""
    about = "The page of a rule set", "recursion"
    asked: list[tuple[str, str, str, pages.PagesMaker]] = [
        (pages.rules_path(each), *about, partial(pages.rules_pages, each)) for each in plan
    ]
    solved = {
        CONTINENTS: ("The page of the solved continents", "put together from the CSV files"),
        GAMES: ("The page of the solved whole games", "text"),
    }
    for name, path in pages.solved_pages(plan).items():
        asked.append((path, *solved[name], partial(pages.solved_page, name)))
    data = [path for job in before for path in job.paths if job.data_set]
    tables: pages.PagesMaker = partial(pages.tables_pages, plan, data)
    asked.append((TABLES, "The page of all tables", "recursion", tables))
    made = [(path, job.about) for job in before for path in job.paths]
    for name, what, method, make in asked:
        beside = [each for each in made if each[0].startswith(f"{dirname(name)}/")]
        paths = {locale.code: locale.page(name) for locale in LOCALES}
        maker = partial(_pages, make, WHOLE if name == TABLES else beside, plan.address, paths)
        yield Job(name, what, method, dict.fromkeys(paths.values()), maker, needs_others=True)


def _pages(
    make: pages.PagesMaker,
    files: pages.Files,
    site: str,
    languages: Mapping[str, str],
    _: Sequence[str],
    values: Values,
    read_made: ReadMade,
) -> Made:
    made = make(values, files, read_made)
    return {path: addressed(page, site, path, languages).encode() for path, page in made.items()}


def site_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield documents, which no job makes, and what makes a site of it: files for its host."""
    taken = {path for job in before for path in job.paths}
    paths = [path for path in plan.documents if path not in taken]
    if paths:
        documents = dict.fromkeys(paths, DOCUMENT)
        about = "The documents", "taken in as they are"
        yield Job("documents", *about, documents, _documents, needs_others=True)
    if plan.site is not None:
        listed = [path for path in (*sorted(taken), *paths) if path.endswith((".html", ".pdf"))]
        files = dict.fromkeys(site_files(plan, listed))
        about = "Files for the host of a site", "put together from the plan"
        yield Job(ROBOTS, *about, files, partial(_alone, site_files, (plan, listed)))


def _documents(paths: Sequence[str], _: Values, read_made: ReadMade) -> Made:
    return {path: read_made(path) for path in paths}


KINDS_OF_JOBS: tuple[Callable[[Plan, Sequence[Job]], Iterable[Job]], ...] = (
    data_jobs, api_jobs, picture_jobs, whole_jobs, page_jobs, site_jobs
)  # fmt: skip
"""What yields the jobs of a kind, those before given, in the order in which pages list files."""


def jobs_of(plan: Plan) -> list[Job]:
    """Return the jobs of a plan, those that need others last; `RiskError` for too many files."""
    jobs: list[Job] = []
    extras = (None, DOCUMENT, *plan.extras)
    for kind in KINDS_OF_JOBS:
        for job in list(kind(plan, jobs)):
            files = {path: extra for path, extra in job.files.items() if extra in extras}
            jobs.append(job._replace(files=files))
    number = sum(len(job.files) for job in jobs)
    if number > MAX_FILES:
        raise RiskError(
            f"max must be smaller for these rule sets: a publication may have {MAX_FILES} files, "
            f"not {number}"
        )
    return jobs


def with_progress(results: Iterable[Any], jobs: int, progress: OnProgress) -> Iterator[Any]:
    """Yield the results; tell how many jobs are done before, and once each result is used."""
    progress(f"0 of {pluralize(jobs, 'job')}", 0)
    for done, result in enumerate(results, 1):
        yield result
        progress(f"{done} of {pluralize(jobs, 'job')}", done / jobs)
