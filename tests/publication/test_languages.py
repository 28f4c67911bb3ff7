"""The languages of the pages: no text is missing, none is left over, none is left in English."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from riskexact.publication import pages
from riskexact.publication.data import CONTINENT_SETS, CONVENTIONS, DATA_SETS, GAME_SETS
from riskexact.publication.jobs import WHOLE, pictures_of
from riskexact.publication.pages import (
    DOCUMENTS,
    rules_pages,
    solved_page,
    tables_pages,
)
from riskexact.publication.pages.content import Locale
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByRecursion
from riskexact.rules.catalogue import GROUPS, entries
from riskexact.rules.languages import LANGUAGES, common_texts
from tests.publication.test_pages import Element, Page
from tests.rules.test_languages import ENGLISH, NAMED, QUOTED, forms, places

FOLDER = Path(pages.__file__).parent

FIRST, *OTHERS = LANGUAGES

EACH = pytest.mark.parametrize("code", OTHERS)

EDITIONS = [Edition(name, 15) for name in ("standard", "capital", "legacy-bunker")]

SAID_BY_PYTHON = {
    *(f"convention.{key}" for key in CONVENTIONS),
    *(f"data.{name}" for name in ("win", "outcomes", "needed", "rounds", "blitz", "continent")),
    *(
        f"data.{name}"
        for name in ("duel", "game", "datapackage", "sha256sums", "csv-metadata", "api")
    ),
    *(f"data.{name}" for name in ("citation", "license")),
    *(f"picture.{re.sub('-[0-9].*', '', each)}" for each in pictures_of(EDITIONS[0])),
}
"""Keys of what Python itself says in English."""

PROPER = {
    *("riskexact", "csv", "json", "svg", "png", "parquet", "sha256sums", "citation", "cff"),
    *(
        "frictionless",
        "javascript",
        "license",
        "kb",
        "mb",
        "english",
        "deutsch",
        "italiano",
        "sums",
    ),
}
"""Words of pages that are no language's."""


def own(code: str) -> dict[str, str | dict[str, str]]:
    texts: dict[str, str | dict[str, str]] = json.loads(
        (FOLDER / f"{code}.json").read_text("utf-8")
    )
    return texts


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_are_complete_and_clean(code: str) -> None:
    path, first, texts = FOLDER / f"{code}.json", own(FIRST), own(code)
    written = json.dumps(texts, ensure_ascii=False, indent=2) + "\n"
    assert path.read_text("utf-8") == written
    assert texts.keys() == first.keys() | (SAID_BY_PYTHON if code != FIRST else set())
    assert not texts.keys() & common_texts(code).keys()
    for key, text in first.items():
        assert places(texts[key]) == places(text), key
        links = [[form.count("[") for form in forms(each)] for each in (text, texts[key])]
        assert links[0] == links[1], key
    for key, text in texts.items():
        for form in forms(text):
            assert form.strip() == form or key == "making.given", key
            assert not re.search(r"[<>&]|  |\.\.\.|'|\"", form), key
            assert code == FIRST or not ENGLISH.search(QUOTED.sub("", form)), key


def test_every_text_is_used_and_every_one_that_is_used_is_there() -> None:
    files = [*FOLDER.glob("*.html"), *FOLDER.glob("*.py"), FOLDER.parent / "site.py"]
    found = NAMED.findall("\n".join(path.read_text("utf-8") for path in files))
    named, begun = ({key for key in keys if key} for keys in zip(*found, strict=True))
    named |= {f"document.{Path(path).stem}" for path in DOCUMENTS}
    texts, app = own(FIRST).keys(), Locale().texts.keys()
    named |= {f"head.{kind}{end}" for kind in KINDS for end in ("", "-about")}
    assert texts - named - {f"fact.{each}" for each in FACTS} == set()
    wanted = {key for key in named if key.split(".")[0] in {each.split(".")[0] for each in texts}}
    assert {key for key in wanted - app - SAID_BY_PYTHON if not key.endswith(".html")} == set()
    assert begun == {"fact."}


KINDS = ("rules", "tables", "continents", "games", "notebook")

FACTS = ("dice", "special", "compared", "ties", "source", "note")


def all_pages() -> dict[str, str]:
    """A page of every kind in every language, with files of every kind."""
    table = "{0}\n1,1,1,1,2,1/2\n1,1,1,1,3,1/3\n".format
    drawing = b'<svg><title id="t">A picture</title><desc id="d">of something</desc></svg>'
    made: dict[str, str] = {}
    values = ByRecursion()
    for edition in EDITIONS:
        files = [
            (f"{edition.name}/{name}.csv", each.description) for name, each in DATA_SETS.items()
        ]
        files += [(f"{edition.name}/outcomes/001-009.csv", "")]
        files += [(f"{edition.name}/pictures/{name}.svg", "") for name in pictures_of(edition)]
        made |= rules_pages(edition, values, files, lambda path: drawing)
    plan = Plan(EDITIONS, continents=True, games=True, documents=DOCUMENTS)
    made |= tables_pages(plan, [], values, WHOLE, str.encode)
    solved = [(f"continents/{name}.csv", each.description) for name, each in CONTINENT_SETS.items()]
    made |= solved_page("continents", values, solved, lambda path: table("head").encode())
    solved = [(f"games/{name}.csv", each.description) for name, each in GAME_SETS.items()]
    return made | solved_page("games", values, solved, lambda path: b"")


@pytest.fixture(scope="module")
def read() -> dict[str, Page]:
    return {path: Page(text) for path, text in all_pages().items()}


def shown(element: Element, code: str) -> Iterator[str]:
    """What a reader sees or hears in the language."""
    if (
        element.tag in ("style", "script", "code", "pre")
        or element.attributes.get("lang", code) != code
    ):
        return
    told = {"aria-label", "alt"}
    if {"description", "og:title", "og:description"} & {*element.attributes.values()}:
        told.add("content")
    yield from (text for name, text in element.attributes.items() if name in told)
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from shown(child, code)


def words(texts: list[str]) -> set[str]:
    return {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}


@EACH
def test_no_page_has_a_word_of_another_language(read: dict[str, Page], code: str) -> None:
    texts = [form for text in Locale(code).texts.values() for form in forms(text)]
    texts += [each[what] for e in entries().values() for each in [e.others[code]] for what in each]
    known = (
        words([re.sub(r"\{\w+\}", "", text) for text in texts])
        | PROPER
        | {group.lower() for group in GROUPS if " " not in group}
    )
    own_pages = {path: page for path, page in read.items() if path.startswith(f"{code}/")}
    assert len(own_pages) == 6
    for path, page in own_pages.items():
        assert next(page.root.all("html")).attributes["lang"] == code
        assert words(list(shown(page.root, code))) <= known, path


@EACH
def test_numbers_are_those_of_the_first_language(read: dict[str, Page], code: str) -> None:
    for path in ("standard/index.html", "capital/index.html", "continents/index.html"):
        for first, other in zip(
            read[path].root.all("td"), read[f"{code}/{path}"].root.all("td"), strict=True
        ):
            number = first.text.replace(" of ", " von " if code == "de" else " su ")
            assert other.text == number.replace(".", ",")
        figures = [
            [each.text for each in page.root.all("strong")]
            for page in (read[path], read[f"{code}/{path}"])
        ]
        assert [each.replace(".", ",") for each in figures[0]] == figures[1]


def test_places_are_called_as_in_the_app(read: dict[str, Page]) -> None:
    for code in LANGUAGES:
        said = common_texts(code)
        table = read[Locale(code).page("continents/index.html")].find(
            "south-america-from-both-sides"
        )
        caption = next(table.all("caption")).text
        for place in ("south-america", "central-america", "north-africa"):
            assert str(said[f"place.{place}"]) in caption


def test_every_language_leads_to_the_others(read: dict[str, Page]) -> None:
    for code in LANGUAGES:
        page = read[Locale(code).page("standard/index.html")]
        links = list(next(e for e in page.root.all("nav") if e.attributes.get("class")).all("a"))
        assert [e.text for e in links] == [common_texts(each)["language"] for each in LANGUAGES]
        assert [e.attributes["hreflang"] for e in links] == list(LANGUAGES)
        up = "../" if code == FIRST else "../../"
        assert [e.attributes["href"].removeprefix(up) for e in links] == [
            "index.html" if each == code else Locale(each).page("standard/index.html")
            for each in LANGUAGES
        ]
        for element in page.root.all("a"):
            path, _, fragment = element.attributes["href"].partition("#")
            if path.endswith(".html") and element not in links:
                target = normpath(join(dirname(Locale(code).page("standard/index.html")), path))
                assert target in ("index.html", Locale(code).page("tables.html"))
            assert not fragment.startswith("a=") or fragment.endswith(f"&language={code}")
