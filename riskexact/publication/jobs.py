"""The jobs of a publication: each makes a few files, and none waits for another.

A job says beforehand which files it makes, and is a small value that can be sent to any worker.
Those that need others, the pages, read what these made.

The static interface is small JSON files under paths that stay the same, for programs that fetch:

- `api/v3/index.json`: the rule sets, how far they go, and what is where;
- `api/v3/RULES/index.json`: a rule set, the counts of its rounds, and the attackers needed;
- `api/v3/RULES/ATTACKERS.json`: the chances of these attackers to win, by the defenders.

What a path leads to only ever gains keys; anything else would be `v4`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from posixpath import dirname
from typing import Any

from riskexact.base.drawing.picture import Picture
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.pages import addressed
from riskexact.base.report import DATA_VERSION
from riskexact.base.text import pluralize
from riskexact.base.version import VERSION
from riskexact.battle.pictures.campaigns import campaign_odds, outcome_bars
from riskexact.battle.pictures.graph import outcome_graph
from riskexact.battle.pictures.heatmap import MAX_MAP_LINES, heat_map
from riskexact.battle.pictures.path_lattice import lattice
from riskexact.game.tables import settled_table, written_table
from riskexact.publication import pages
from riskexact.publication.data import (
    ALL_SETS,
    CHANCES,
    CONTINENT_SETS,
    CONTINENTS_EDITION,
    CONVENTIONS,
    DATA_FORMATS,
    DATA_SETS,
    GAME_SETS,
    GAMES_EDITION,
    SOLVED_GAMES,
    chance_row,
    json_line,
)
from riskexact.publication.metadata import citation_text, csv_on_the_web, ending_of, licence_text
from riskexact.publication.pages import DARK_SVG, LOCALES, ReadMade
from riskexact.publication.plan import API, CONTINENTS, GAMES, TABLES, Edition, Plan, guests
from riskexact.publication.site import site_files
from riskexact.publication.values import Values
from riskexact.rules import SINGLE_LOSS
from riskexact.rules.catalogue import BUILT_IN, title
from riskexact.rules.sentence import sentence

MAX_FILES = 20_000

DOCUMENT = "document"
"""Instead of the extra that a file needs: nobody makes it, it is taken in."""

PACKAGE, SUMS = "datapackage.json", "SHA256SUMS"
"""The description of a publication."""

CITATION, LICENCE_FILE, CSVW = "CITATION.cff", "LICENSE", "csv-metadata.json"

ROOT = f"{API}/v3"
"""The directory of the static interface."""

API_INDEX = f"{ROOT}/index.json"

ABOUT = "The static interface: a small JSON file for each number of attackers"

WHOLE = (
    (PACKAGE, "The data package: what this is, how each file was made, all sizes and checksums"),
    (SUMS, "The checksums of all files, for sha256sum"),
    (CSVW, "The columns of all CSV files, as CSV on the Web"),
    (API_INDEX, ABOUT),
    (CITATION, "How to cite it"),
    (LICENCE_FILE, "The licence"),
)
"""Files of the whole publication that the page of all tables leads to."""

BATTLES = (12, 15), (33, 38)
"""Whose outcomes are drawn, as in the notebook "Risk Calculator"."""

SINGLE_LOSS_BATTLES = (5, 5), (10, 8)
"""The same, as in "Should I attack in Risk? (The Board Game)"."""

CHAIN = 11, (3, 3, 3)
"""The campaign of "RISK battles: Simulating the distribution of outcomes": 12 armies."""

OnProgress = Callable[[str, float], None]
"""Progress callback: (message, fraction of the jobs done, 0 to 1)."""

Made = Mapping[str, bytes]


class Job(NamedTuple):
    """One piece of work.

    - `about` and `method`: what the files are, and how they are made, in words for people;
    - `files`: the path of each, with the extra that it needs or None;
    - `make(values, paths, read_made)` returns those of its files that have these paths;
      `read_made(path)` returns a file of a job that needs no others;
    - `data_set`: the name of the data set, if it is one;
    - `needs_others`: whether it reads files that others made.
    """

    about: str
    method: str
    files: Mapping[str, str | None]
    make: Callable[[Values, Sequence[str], ReadMade], Made]
    data_set: str = ""
    needs_others: bool = False

    @property
    def paths(self) -> list[str]:
        return list(self.files)


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
            make = partial(_data, data_set.name, edition, part)
            yield Job(data_set.description, data_set.method, files, make, data_set.name)


def _data(
    name: str, edition: Edition, attackers: range, values: Values, paths: Sequence[str], _: ReadMade
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
        files = dict.fromkeys(api_paths(edition))
        yield Job(ABOUT, "recursion", files, partial(api_files, edition))


def api_paths(edition: Edition) -> tuple[str, ...]:
    """Return the paths of an edition's files: its index, then one for each number of attackers."""
    return tuple(f"{ROOT}/{edition.name}/{each}.json" for each in ("index", *edition.side))


def api_files(edition: Edition, values: Values, *_: object) -> dict[str, bytes]:
    """Return the files of an edition by their paths."""
    index, *rest = api_paths(edition)
    files = {index: _interface_json(_edition_index(edition, values))}
    won = values.win(edition.rules, edition.side, edition.side)
    for path, (a, chances) in zip(rest, groupby(won, lambda each: each[0][0]), strict=True):
        battles = [{"defenders": d, "win": chance_row(chance)} for (_, d), chance in chances]
        files[path] = _interface_json({"rules": edition.name, "attackers": a, "battles": battles})
    return files


def api_index(plan: Plan) -> bytes:
    listed = [
        _sizes(edition)
        | {"index": f"{edition.name}/index.json", "path": f"{edition.name}/{{attackers}}.json"}
        for edition in plan
    ]
    return _interface_json(
        {"riskexact": VERSION, "conventions": dict(CONVENTIONS), "rules": listed}
    )


def _sizes(edition: Edition) -> dict[str, Any]:
    name, ends = edition.name, [1, edition.most]
    return {"name": name, "title": title(edition.rules), "attackers": ends, "defenders": ends}


def _edition_index(edition: Edition, values: Values) -> dict[str, Any]:
    """Return the index of an edition: its rules, their rounds, and the attackers needed."""
    rules = edition.rules
    return _sizes(edition) | {
        "sentence": sentence(rules),
        "rules": rules.parts,
        "rounds": [
            {
                "attack_dice": x,
                "defence_dice": y,
                "total": rules.throws(x, y),
                "losses": [
                    {"attackers": i, "defenders": j, "count": n} for (i, j), n in counts.items()
                ],
            }
            for (x, y), counts in values.rounds(rules).items()
        ],
        "needed": [
            {"defenders": d, "chance": chance, "attackers": a}
            for d, chance, a, _ in values.needed(rules, edition.most, CHANCES)
        ],
    }


def _interface_json(content: Mapping[str, Any]) -> bytes:
    """Return compact JSON, with each entry of a list of objects on a line of its own."""
    parts = []
    for key, value in {"version": DATA_VERSION, **content}.items():
        text = json_line(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(map(json_line, value)) + "\n]"
        parts.append(f"{json_line(key)}: {text}")
    return ("{" + ",\n".join(parts) + "}\n").encode()


def picture_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the pictures of each edition, on a light and on a dark ground."""
    for edition in plan:
        for picture, draw in pictures_of(edition).items():
            name = f"{edition.name}/pictures/{picture}"
            files = {f"{name}{ending}": "plot" for ending in (".svg", DARK_SVG, ".png")}
            yield Job(picture, "drawn from the closed form", files, partial(_picture, draw))


def _picture(draw: Callable[..., Picture], _: Values, paths: Sequence[str], __: ReadMade) -> Made:
    if not paths:
        return {}
    light, dark = draw(dark=False), draw(dark=True)
    return dict(zip(paths, (light.svg(), dark.svg(), light.png()), strict=True))


def pictures_of(edition: Edition) -> Mapping[str, Callable[..., Picture]]:
    """Return what draws each picture of an edition, by name, with the argument `dark`."""
    rules, most = edition.rules, edition.most
    drawn: dict[str, Callable[..., Picture]] = {}
    if most > 1:
        side = range(1, min(most, MAX_MAP_LINES) + 1)
        drawn["heat-map"] = partial(heat_map, side, side, rules)
    drawn["outcome-graph"] = partial(outcome_graph, rules=rules)
    for a, d in SINGLE_LOSS_BATTLES if rules == SINGLE_LOSS else BATTLES:
        if max(a, d) <= most:
            drawn[f"outcomes-{a}-{d}"] = partial(outcome_bars, a, d, rules)
    drawn["chain"] = partial(campaign_odds, *CHAIN, rules)
    if rules in BUILT_IN.values():
        drawn["lattice"] = partial(lattice, rules=rules)
    return drawn


def whole_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the app for all rule sets of the plan, and texts about the whole publication."""
    published = {edition.name: pages.rules_path(edition) for edition in plan}
    published |= pages.solved_pages(plan) | {"": TABLES}
    published |= {name: f"{GAMES}/{name}.rxg" for name in SOLVED_GAMES if plan.games}
    asked = [edition.rules for edition in plan], published, plan.address
    for guest in guests():
        make = partial(_of_a_guest, guest.files, asked)
        yield Job(guest.WHAT, guest.METHOD, dict.fromkeys(guest.SERVED), make)
    schemas = {
        path: ALL_SETS[job.data_set].schema
        for job in before
        for path in job.paths
        if path.endswith(".csv")
    }
    texts = {
        API_INDEX: api_index(plan),
        CSVW: (json.dumps(csv_on_the_web(schemas), indent=1, ensure_ascii=False) + "\n").encode(),
        CITATION: citation_text().encode(),
        LICENCE_FILE: licence_text().encode(),
    }
    for path, text in texts.items():
        method = "text" if path in (CITATION, LICENCE_FILE) else "put together from the plan"
        yield Job(dict(WHOLE)[path], method, {path: None}, partial(_given, {path: text}))


def _of_a_guest(files: Callable[..., Made], asked: Sequence[object], *_: object) -> Made:
    return files(*asked)


def _given(files: Made, *_: object) -> Made:
    return files


def page_jobs(plan: Plan, before: Sequence[Job]) -> Iterator[Job]:
    """Yield the pages of the rule sets and of what is solved, and those of all tables."""
    made = [(path, job.about) for job in before for path in job.paths]

    def job(name: str, about: str, method: str, make: pages.PagesMaker) -> Job:
        beside = [each for each in made if each[0].startswith(f"{dirname(name)}/")]
        paths = {locale.code: locale.page(name) for locale in LOCALES}
        files = WHOLE if name == TABLES else beside
        maker = partial(_pages, make, files, plan.address, paths)
        return Job(about, method, dict.fromkeys(paths.values()), maker, needs_others=True)

    for each in plan:
        make: pages.PagesMaker = partial(pages.rules_pages, each)
        yield job(pages.rules_path(each), "The page of a rule set", "recursion", make)
    solved = {
        CONTINENTS: ("The page of the solved continents", "put together from the CSV files"),
        GAMES: ("The page of the solved whole games", "text"),
    }
    for name, path in pages.solved_pages(plan).items():
        yield job(path, *solved[name], partial(pages.solved_page, name))
    data = [path for job in before for path in job.paths if job.data_set]
    yield job(
        TABLES, "The page of all tables", "recursion", partial(pages.tables_pages, plan, data)
    )


def _pages(
    make: pages.PagesMaker,
    files: pages.Files,
    site: str,
    languages: Mapping[str, str],
    values: Values,
    _: Sequence[str],
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
        yield Job("The documents", "taken in as they are", documents, _documents, needs_others=True)
    if plan.site is not None:
        listed = [path for path in (*sorted(taken), *paths) if path.endswith((".html", ".pdf"))]
        files = site_files(plan, listed)
        about = "Files for the host of a site", "put together from the plan"
        yield Job(*about, dict.fromkeys(files), partial(_given, files))


def _documents(_: Values, paths: Sequence[str], read_made: ReadMade) -> Made:
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
