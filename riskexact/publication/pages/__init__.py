"""The pages of a publication: of all tables, and of each rule set, from Jinja2 templates.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative but those to the sources, and it contains no date.  `content` is what the
templates are told.  Files that were made before give the sizes on a page, and the words of a
picture, which stand in its SVG.

Every page is there in each language of the app: English ones are at the top, and others at the same
path in the folder of their language, for search engines and readers alike; data and pictures are
not.  `content` has what they say, too.

A text may come from a stranger's rule file, or from a file that somebody changed, and whatever it
holds, it stays text: every value is made `visible` and then escaped, unless a template itself made
it as markup.
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from html import unescape
from pathlib import PurePath
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import quote

from riskexact.base.errors import require
from riskexact.base.pages import document
from riskexact.base.resources import package_text
from riskexact.base.text import (
    DIGITS,
    Wording,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    percent_text,
    translate,
)
from riskexact.publication.data import CHANCES, CONTINENT_SETS, has_blitz
from riskexact.publication.metadata import OPEN_WITH, SOURCES, schema_org
from riskexact.publication.pages.content import (
    BANDS,
    FOLDER,
    GOAL,
    TOP,
    Chapter,
    Download,
    Locale,
    band,
    battle_address,
    by_group,
    example,
    most_defenders,
    shade,
    side,
    told_of,
    tones,
)
from riskexact.publication.plan import CONTINENTS, GAMES, INDEX, NOTE, TABLES, Edition, Plan
from riskexact.publication.values import Values
from riskexact.rules.blitz import BLITZ_VERSIONS
from riskexact.rules.languages import LANGUAGES
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS

if TYPE_CHECKING:
    from jinja2 import Environment

LOCALES = tuple(map(Locale, LANGUAGES))

UNSEEN = {"Cc", "Cf", "Cs"}
"""Unicode's categories of control, format and surrogate characters."""

TITLED = "player", "teacher", "lesson", "data-scientist", "mathematician", "two-countries"
DOCUMENTS = *(f"notebooks/{name}.html" for name in TITLED), "reference/riskexact.html", NOTE
"""The documents that have a text; others are parts of these."""

Files = Sequence[tuple[str, str]]
"""(path, what it is) of files, in the order of the page."""

ReadMade = Callable[[str], bytes]
"""Returns a file that another job made."""

Pages = dict[str, str]
"""A page in each language, by its path."""

PagesMaker = Callable[[Values, Files, ReadMade], Pages]

DARK_SVG = "-dark.svg"
"""The end of the path of a picture for a dark ground, where that for a light one has ".svg"."""


def rules_path(edition: Edition) -> str:
    return f"{edition.name}/{INDEX}"


def rules_pages(edition: Edition, values: Values, files: Files, read_made: ReadMade) -> Pages:
    """Return the pages of an edition; `files` are all that were made of it, pictures too."""
    units = side(edition)
    forces = values.needed(edition.rules, most_defenders(edition), CHANCES)
    chapter = Chapter(
        edition,
        values.rounds(edition.rules),
        dict(values.win(edition.rules, units, units)),
        {(d, chance): a for d, chance, a, _ in forces},
        blitz={
            version.name: {
                battle: shade(chance)
                for battle, chance in values.blitz(edition.rules, version, units)
            }
            for version in BLITZ_VERSIONS
            if has_blitz(edition)
        },
    )
    pages = {}
    for locale in LOCALES:
        pictures = list(_pictures(locale, files, read_made))
        downloads = _downloads(locale, files, read_made)
        told = chapter._replace(pictures=pictures, downloads=downloads)
        pages[locale.page(rules_path(edition))] = rules_page(told, locale)
    return pages


def rules_page(chapter: Chapter, locale: Locale = LOCALES[0]) -> str:
    """Return the page of a rule set, in a language, as a whole HTML document."""
    told = told_of(chapter, locale)
    return page_text("rules", rules_path(chapter.edition), locale, chapter=chapter, **told)


def solved_pages(plan: Plan) -> dict[str, str]:
    """Return the paths of the pages of what is solved, by its directory."""
    pages = {CONTINENTS: plan.continents, GAMES: plan.games}
    return {name: f"{name}/{INDEX}" for name, has in pages.items() if has}


def tables_pages(
    plan: Plan, data: Sequence[str], values: Values, files: Files, read_made: ReadMade
) -> Pages:
    """Return the pages of all tables.

    - `data`: the paths of the data files; `files`: of the whole publication, and made after it.
    """
    examples = {}
    for edition in plan:
        sides = (range(units, units + 1) for units in example(edition))
        ((battle, win),) = values.win(edition.rules, *sides)
        examples[edition.name] = *battle, win
    first = plan.editions[0]
    told: dict[str, Any] = {
        "first": first,
        "examples": examples,
        "groups": by_group(plan),
        "win": dict(values.win(first.rules, side(first), side(first))),  # of the picture
        "documents": [
            (path, f"document.{PurePath(path).stem}")
            for path in DOCUMENTS
            if path in plan.documents
        ],
        "solved": solved_pages(plan),
        "open_with": OPEN_WITH,
        "sources": SOURCES.values(),
    }
    described = schema_org([*(path for path, _ in files), *data])
    pages = {}
    for locale in LOCALES:
        pages[locale.page(TABLES)] = page_text(
            "tables",
            TABLES,
            locale,
            downloads=[Download(path, locale.about(path, about)) for path, about in files],
            metadata=locale.code == TOP and described,  # once is enough
            **told,
        )
    return pages


def solved_page(name: str, _: Values, files: Files, read_made: ReadMade) -> Pages:
    """Return the pages of the solved continents, or games; `files` are all that were made."""
    continents = CONTINENT_SETS if name == CONTINENTS else ()
    return {
        locale.page(f"{name}/{INDEX}"): page_text(
            name,
            f"{name}/{INDEX}",
            locale,
            continents=[_solved(each, locale, read_made) for each in continents],
            most=SOLVED_DEFENDERS,
            armies=SOLVED_ARMIES,
            downloads=_downloads(locale, files, read_made),
        )
        for locale in LOCALES
    }


def _solved(name: str, locale: Locale, read_made: ReadMade) -> dict[str, object]:
    """Return the table of a solved continent: equal garrisons, and equal stacks at all entries."""
    continent = SOLVED[name]
    first = len(continent.territories)
    last = first + len(continent.entries)
    rows = list(csv.reader(read_made(f"{CONTINENTS}/{name}.csv").decode().splitlines()))[1:]
    chances = {
        (int(row[0]), int(row[first])): Fraction(row[last])
        for row in rows
        if len(set(row[:first])) == len(set(row[first:last])) == 1
    }
    garrisons = sorted({d for d, _ in chances})
    armies = sorted({a for (_, a), p in chances.items() if p})
    title = "continents.from-each" if len(continent.entries) > 1 else "continents.from"
    entries = locale.listed(*map(locale.place, continent.entries))
    return {
        "name": name,
        "title": locale.said(title, continent=locale.place(continent.name), entries=entries),
        "garrisons": garrisons,
        "rows": [(a, [chances[d, a] for d in garrisons]) for a in armies],
    }


def _downloads(locale: Locale, files: Files, read_made: ReadMade) -> list[Download]:
    return [
        Download(path, locale.about(path, about), len(read_made(path)))
        for path, about in files
        if not path.endswith((".svg", ".png"))
    ]


def _pictures(locale: Locale, files: Files, read_made: ReadMade) -> Iterator[dict[str, Any]]:
    for path, _ in files:
        if path.endswith(".svg") and not path.endswith(DARK_SVG):
            drawing = read_made(path).decode(errors="replace")
            title, alternative = (
                locale.picture(path, _inside(drawing, element) or locale.said("picture.none"))
                for element in ("title", "desc")
            )
            name = path.removesuffix(".svg")
            formats = {"SVG": path, "dark SVG": name + DARK_SVG, "PNG": f"{name}.png"}
            yield {"title": title, "alternative": alternative, "files": formats}


def _inside(drawing: str, element: str) -> str:
    """Return the text of the first such element, as `drawing.picture` writes it; "" for none."""
    found = re.search(rf'<{element} id="[\w-]+">([^<]+)</{element}>', drawing)
    return unescape(found[1]) if found else ""


def page_text(kind: str, path: str, locale: Locale | None = None, **values: object) -> str:
    """Return a page as a whole document.

    - `kind`: the name of its template;
    - `path`: of the page in the first language;
    - `locale`: its language, if it is there in all of them; None for one in English alone;
    - `values`: what the template is told, and the texts of its head.
    """
    others = LOCALES if locale else ()
    locale = locale or Locale()
    told = {
        "page": locale.page(path),
        "others": [(each.code, each.said("language"), each.page(path)) for each in others],
        "chosen": "",
        **values,
    }
    return document(
        visible(locale.said(f"head.{kind}", **values)),
        _environment(locale).get_template(f"{kind}.html").render(told),
        description=visible(locale.said(f"head.{kind}-about", **values)),
        styles={"pages": package_text("pages.css", FOLDER)},
        language=locale.code,
    )


def visible(string: str) -> str:
    """Return the text with U+FFFD for what nobody can see, except the end of a line."""
    if string.isprintable():
        return string
    return "".join(c if c == "\n" or category(c) not in UNSEEN else "\ufffd" for c in string)


def address(page: str, file: str) -> str:
    """Return how `page` links to `file`, both paths in one publication: always relative."""
    return quote(relpath(file, dirname(page) or "."), errors="replace")


def _marked(form: Wording) -> Any:
    """Return a text as markup: `words` are code, and [words] lead to an address that is given."""
    from markupsafe import Markup

    if not isinstance(form, str):
        return {number: _marked(each) for number, each in form.items()}
    coded = re.sub("`([^`]+)`", r"<code>\1</code>", form)
    return Markup(re.sub(r"\[([^]]+)\]", r'<a href="{}">\1</a>', coded))


@lru_cache(len(LANGUAGES))
def _environment(locale: Locale = LOCALES[0]) -> "Environment":
    require("jinja2", "publish", "pages need")
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: Any) -> Any:
        return value if isinstance(value, Markup | int) else visible(str(value))

    texts = {key: _marked(form) for key, form in locale.texts.items()}

    def text(key: str, *addresses: str, **values: object) -> str:
        return translate(texts, key, *addresses, **{k: finalize(v) for k, v in values.items()})

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
        "app": INDEX,
        "bands": BANDS,
        "battle_address": battle_address,
        "chances": CHANCES,
        "digits": DIGITS,
        "goal": GOAL,
        "locale": locale,
        "rules_path": rules_path,
        "spoken": f"&language={locale.code}",
        "tables": locale.page(TABLES),
        "text": text,
    }
    environment.filters |= _filters(locale)
    return environment


def _filters(locale: Locale) -> "dict[str, Callable[..., object]]":
    """Return what templates apply to values."""
    return {
        "band": band,
        "decimal": lambda value, digits: locale.localized(decimal_text(value, digits)),
        "fraction": fraction_text,
        "localized": locale.localized,
        "percent": lambda *chance: locale.localized(bounded_percent_text(*chance)),
        "tones": tones,
        "width": percent_text,
    }
