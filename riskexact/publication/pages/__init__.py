"""The pages of a publication: of all tables, and of each rule set, from Jinja2 templates.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative but those to the sources, and it contains no date.  `content` is what the
templates are told.  Files that were made before give the sizes on a page, and the words of a
picture, which stand in its SVG.

A text may come from a stranger's rule file, or from a file that somebody changed, and whatever it
holds, it stays text: every value is made `visible` and then escaped, unless a template itself made
it as markup.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import unescape
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import quote

from riskexact.base.errors import require
from riskexact.base.text import (
    DIGITS,
    bounded_percent_text,
    counted,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.boards.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS
from riskexact.calculator import MOVED
from riskexact.calculator.document import document, package_text
from riskexact.odds.states import State
from riskexact.publication.data import CONVENTIONS
from riskexact.publication.data_sets import CHANCES, CONTINENT_SETS
from riskexact.publication.metadata import SOURCES, schema_org
from riskexact.publication.pages.content import (
    BANDS,
    Chapter,
    Download,
    Presented,
    Shown,
    band,
    battle_address,
    by_group,
    most_defenders,
    rules_address,
    side,
    tones,
)
from riskexact.publication.plan import CONTINENTS, GAMES, INDEX, NOTE, TABLES, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.blitz import BLITZ_VERSIONS

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = "publication.pages"

UNSEEN = {"Cc", "Cf", "Cs"}
"""Unicode's categories of control, format and surrogate characters."""

DOCUMENT_WORDS = {
    "notebooks/player.html": "A notebook for players",
    "notebooks/teacher.html": "A notebook for teachers",
    "notebooks/lesson.html": "A lesson of 45 minutes, to print",
    "notebooks/data-scientist.html": "A notebook for data scientists",
    "notebooks/mathematician.html": "A notebook for mathematicians",
    "notebooks/two-countries.html": "Risk on two countries is solved, by hand",
    "reference/riskexact.html": "The reference of the Python package",
    NOTE: "The note: theorems and how they are proved",
}
"""What the documents are, by path; others are parts of these."""

Files = Sequence[tuple[str, str]]
"""(path, what it is) of files, in the order of the page."""

Earlier = Callable[[str], bytes]
"""Returns a file of an earlier job."""

DARK_SVG = "-dark.svg"
"""The end of the path of a picture for a dark ground, where that for a light one has ".svg"."""

CONTINENTS_PAGE, GAMES_PAGE = f"{CONTINENTS}/{INDEX}", f"{GAMES}/{INDEX}"
"""The paths of the pages of the solved continents and of the solved whole games."""


def rules_path(edition: Edition) -> str:
    """Return the path of an edition's page.

    >>> from riskexact.rules import STANDARD
    >>> rules_path(Edition(STANDARD, 40))
    'standard/index.html'
    """
    return f"{edition.name}/{INDEX}"


def rules_html(edition: Edition, values: Values, files: Files, earlier: Earlier) -> str:
    """Return the page of an edition; `files` are all that were made of it, pictures too.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> page = rules_html(Edition(STANDARD, 2), ByRecursion(), [], lambda path: b"")
    >>> "<h1>Standard</h1>" in page
    True
    """
    units = side(edition)
    forces = values.needed(edition.rules, most_defenders(edition), CHANCES)
    chapter = Chapter(
        Presented(edition),
        values.rounds(edition.rules),
        dict(values.win(edition.rules, units, units)),
        {(force.defenders, force.chance): force.attackers for force in forces},
        list(_pictures(files, earlier)),
        _downloads(files, earlier),
        {
            version.name: dict(values.blitz(edition.rules, version, units))
            for version in BLITZ_VERSIONS
            if f"{edition.name}/blitz-{version.name}.csv" in dict(files)
        },
    )
    return rules_page(chapter)


def rules_page(chapter: Chapter) -> str:
    """Return the page of a rule set as a whole HTML document."""
    return page_text(
        "rules.html",
        f"{chapter.about.title}: exact odds of battles in Risk",
        f"Exact odds of battles in Risk. {chapter.about.sentence}",
        page=rules_path(chapter.about.edition),
        rules=chapter.about.edition.rules,
        chosen=rules_address(chapter.about.edition.rules),
        chapter=chapter,
    )


def solved_pages(plan: Plan) -> dict[str, str]:
    """Return the paths of the pages of what is solved, by its directory."""
    pages = {CONTINENTS: plan.continents, GAMES: plan.games}
    return {name: f"{name}/{INDEX}" for name, has in pages.items() if has}


def tables_html(plan: Plan, values: Values, files: Files) -> str:
    """Return the page of all tables; `files` are of the whole publication, and made after it."""
    listed = []
    for edition in plan:
        a, d = Presented(edition).example
        ((_, win),) = values.win(edition.rules, range(a, a + 1), range(d, d + 1))
        listed.append(Presented(edition, win))
    first = plan.editions[0]
    odds = dict(values.win(first.rules, side(first), side(first)))
    there = [(path, words) for path, words in DOCUMENT_WORDS.items() if path in plan.documents]
    downloads = [Download(*file) for file in files]
    return tables_page(listed, odds, downloads, there, **solved_pages(plan))


def tables_page(
    listed: Sequence[Presented],
    win: Mapping[State, Fraction],
    downloads: Sequence[Download],
    documents: Sequence[tuple[str, str]] = (),
    continents: str = "",
    games: str = "",
) -> str:
    """Return the page of all tables; the picture has the chances by the first of the rule sets.

    `continents` and `games` are the paths of the pages of what is solved, "" for none.
    """
    return page_text(
        "tables.html",
        "Exact odds of battles in Risk",
        "Odds of battles in the board game Risk, as exact fractions: tables, pictures, data, and a "
        "calculator.",
        page=TABLES,
        first=listed[0],
        groups=by_group(listed),
        win=win,
        path=rules_path,
        downloads=downloads,
        documents=documents,
        continents=continents,
        games=games,
        sources=SOURCES.values(),
        metadata=schema_org(download.path for download in downloads),
    )


def continents_html(files: Files, earlier: Earlier) -> str:
    """Return the page of the solved continents; `files` are all that were made of them."""
    return page_text(
        "continents.html",
        "Australia and South America are solved: the best turn in Risk",
        "The highest chance to take a continent in one turn, exactly, and what to attack first.",
        page=CONTINENTS_PAGE,
        continents=[_solved(name, earlier) for name in CONTINENT_SETS],
        most=SOLVED_DEFENDERS,
        armies=SOLVED_ARMIES,
        downloads=_downloads(files, earlier),
    )


def games_html(files: Files, earlier: Earlier) -> str:
    """Return the page of the solved whole games; `files` are all that were made of them."""
    return page_text(
        "games.html",
        "Small boards of Risk are solved: the whole game",
        "What every position of the whole game of two players is worth on small boards of Risk.",
        page=GAMES_PAGE,
        downloads=_downloads(files, earlier),
    )


def _solved(name: str, earlier: Earlier) -> dict[str, object]:
    """Return the table of a solved continent: equal garrisons, and equal stacks at all entries."""
    continent, entries = SOLVED[name].name, SOLVED[name].entries
    first = len(SOLVED[name].territories)
    last = first + len(entries)
    chances = {
        (int(row[0]), int(row[first])): Fraction(row[last])
        for row in list(csv.reader(earlier(f"{CONTINENTS}/{name}.csv").decode().splitlines()))[1:]
        if len(set(row[:first])) == len(set(row[first:last])) == 1
    }
    garrisons = sorted({d for d, _ in chances})
    each = " each" if len(entries) > 1 else ""
    return {
        "name": name,
        "title": f"{continent} from {' and '.join(entries)}{each}",
        "garrisons": garrisons,
        "rows": [
            (a, [chances[d, a] for d in garrisons])
            for a in sorted({a for (_, a), p in chances.items() if p})
        ],
    }


def _downloads(files: Files, earlier: Earlier) -> list[Download]:
    return [
        Download(path, about, len(earlier(path)))
        for path, about in files
        if not path.endswith((".svg", ".png"))
    ]


def _pictures(files: Files, earlier: Earlier) -> Iterator[Shown]:
    for path, _ in files:
        if path.endswith(".svg") and not path.endswith(DARK_SVG):
            drawing = earlier(path).decode(errors="replace")
            title, alternative = (_inside(drawing, element) for element in ("title", "desc"))
            name = path.removesuffix(".svg")
            formats = {"SVG": path, "dark SVG": name + DARK_SVG, "PNG": f"{name}.png"}
            yield Shown(title, alternative, formats)


def _inside(drawing: str, element: str) -> str:
    """Return the text of the first such element, as `drawing.picture` writes it."""
    found = re.search(rf'<{element} id="[\w-]+">([^<]+)</{element}>', drawing)
    return unescape(found[1]) if found else "A picture without words"


def page_text(template: str, title: str, description: str, **values: object) -> str:
    """Return a page as a whole document.

    - `template`: the name of its file;
    - `title`, `description`: plain text for its head;
    - `values`: what the template is told, with `page`, the path of the page.
    """
    return document(
        visible(title),
        _environment().get_template(template).render({"chosen": "", **values}),
        description=visible(description),
        styles={"pages": package_text("pages.css", FOLDER)},
    )


def visible(string: str) -> str:
    r"""Return the text with U+FFFD for what nobody can see, except the end of a line.

    >>> visible("a\tb\u202ec\ud800\n")
    'a\ufffdb\ufffdc\ufffd\n'
    """
    if string.isprintable():
        return string
    return "".join(c if c == "\n" or category(c) not in UNSEEN else "\ufffd" for c in string)


def address(page: str, file: str) -> str:
    """Return how `page` links to `file`, both paths in one publication: always relative.

    >>> address("standard/index.html", "standard/win.csv"), address("index.html", "a b/javascript:")
    ('win.csv', 'a%20b/javascript%3A')
    """
    return quote(relpath(file, dirname(page) or "."), errors="replace")


@lru_cache(1)
def _environment() -> "Environment":
    require("jinja2", "publish", "pages need")
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: Any) -> Any:
        return value if isinstance(value, Markup) else visible(str(value))

    environment = Environment(
        loader=FunctionLoader(lambda name: package_text(name, FOLDER)),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "address": address,
        "bands": BANDS,
        "battle_address": battle_address,
        "app": INDEX,
        "play": "#play",
        "turn": MOVED["map.html"],
        "why": MOVED["explore.html"],
        "chances": CHANCES,
        "digits": DIGITS,
        "convention_texts": list(CONVENTIONS.values()),
        "tables": TABLES,
    }
    environment.filters |= {
        "band": band,
        "counted": counted,
        "decimal": decimal_text,
        "fraction": fraction_text,
        "percent": bounded_percent_text,
        "tones": tones,
        "width": percent_text,
    }
    return environment
