"""Pages of a made-up publication: their numbers, their links, their markup, and how they look."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from riskexact.base.text import bounded_percent_text, fraction_text, percent_text
from riskexact.battle.needed import attackers_needed
from riskexact.odds import recursion
from riskexact.publication.data import CHANCES
from riskexact.publication.metadata import SOURCES
from riskexact.publication.pages import LOCALES, rules_page, rules_path, tables_pages, visible
from riskexact.publication.pages.content import (
    Chapter,
    Download,
    Locale,
    most_defenders,
    side,
)
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByRecursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts
from tests.browser import (
    DESKTOP,
    NARROW,
    PHONE,
    SCHEMES,
    Scheme,
    browser,
    look,
    needs_chromium,
    opened,
    violations,
    visiting,
    wait_until,
)
from tests.strategies import rule_sets

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="576" height="432" viewBox="0 0 576 432">'
    '<path d="M60 20V380H540" fill="none" stroke="#1a1a1a"/></svg>'
)


def chapter_of(rules: Rules, most: int) -> Chapter:
    """A rule set's chapter."""
    edition = Edition(rules, most)
    name, units = edition.name, side(edition)[-1]
    defenders = range(1, most_defenders(edition) + 1)
    endings = {"SVG": ".svg", "dark SVG": "-dark.svg", "PNG": ".png"}
    files = {words: f"{name}/map{ending}" for words, ending in endings.items()}
    return Chapter(
        edition,
        {dice: round_counts(*dice, rules) for dice in rules.dice_numbers()},
        {(a, d): p for (a, d), p in recursion.cells(units, units, rules) if a and d},
        {(d, c): attackers_needed(d, c, rules) for d in defenders for c in CHANCES},
        [{"title": "Even odds", "alternative": "A line from corner to corner.", "files": files}],
        [
            Download(f"{name}/win.csv", "The attacker’s chance", 1234567),
            Download(f"{name}/win.json", "The attacker’s chance", 17),
            Download(f"{name}/rounds.csv", "One round", 99),
            Download(f"{name}/outcomes/001-010.parquet", "Survivors", 2345),
        ],
    )


NAMES = ("standard", "single-loss", "legacy-ammo-shortage")
EACH = pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)


@lru_cache
def chapters() -> list[Chapter]:
    """The chapters of a publication of three rule sets."""
    return [chapter_of(RULES[name], 11) for name in NAMES]


FILES = {
    "datapackage.json": "The data package",
    "manifest.json": "The manifest",
    "SHA256SUMS": "The sums of all files",
}


@lru_cache
def indexes() -> dict[str, str]:
    """The pages of all tables of that publication."""
    plan = Plan([chapter.edition for chapter in chapters()])
    return tables_pages(plan, [], ByRecursion(), [*FILES.items()], str.encode)


def index(locale: Locale = LOCALES[0]) -> str:
    """That in a language."""
    return indexes()[locale.page("tables.html")]


def publication() -> dict[str, str]:
    """All its pages, and something in the place of every other file."""
    files = indexes() | {"index.html": "<!DOCTYPE html>"} | dict.fromkeys(FILES, "")
    for chapter in chapters():
        path = rules_path(chapter.edition)
        files |= {locale.page(path): rules_page(chapter, locale) for locale in LOCALES}
        files |= {file.path: "" for file in chapter.downloads}
        for picture in chapter.pictures:
            files |= dict.fromkeys(picture["files"].values(), DRAWING)
    return files


@dataclass
class Element:
    """An element of a page."""

    tag: str
    attributes: dict[str, str]
    children: "list[Element | str]" = field(default_factory=list)

    def all(self, *tags: str) -> "Iterator[Element]":
        """Every element inside, itself included, in the order of the page; of these tags only."""
        if not tags or self.tag in tags:
            yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.all(*tags)

    @property
    def text(self) -> str:
        """All text inside."""
        return "".join(c if isinstance(c, str) else c.text for c in self.children)


class Page(HTMLParser):
    """A page as a tree; whatever is not closed, or closed twice, fails."""

    # of those that may stand open in HTML, these are never closed in ours
    VOID = ("meta", "br", "img", "link", "source")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open = [Element("", {})]
        assert text.startswith("<!DOCTYPE html>\n")
        assert text.endswith("</html>\n")
        self.feed(text)
        self.close()
        assert [element.tag for element in self.open] == [""]
        self.root = self.open[0]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute of {tag} twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def find(self, identifier: str) -> Element:
        """The element with that id."""
        (found,) = (e for e in self.root.all() if e.attributes.get("id") == identifier)
        return found

    def rows(self, identifier: str) -> list[list[Element]]:
        """The cells of a table, row by row, headings first."""
        return [list(row.all("th", "td")) for row in self.find(identifier).all("tr")]


def texts(row: list[Element]) -> list[str]:
    return [cell.text for cell in row]


# --- numbers


@EACH
def test_odds(number: int) -> None:
    chapter = chapters()[number]
    page = Page(rules_page(chapter))
    (_, *defenders), *rows = page.rows("win")
    assert [int(cell.text) for cell in defenders] == list(range(1, len(defenders) + 1))
    for a, (heading, *cells) in enumerate(rows, 1):
        assert heading.text == str(a)
        for d, cell in enumerate(cells, 1):
            chance = chapter.win[a, d]
            assert cell.text == bounded_percent_text(chance)
            assert (cell.attributes["class"] in ("b3", "b4", "b5")) == (chance >= Fraction(1, 2))
            (link,) = cell.all("a")
            battle = f"a={a}&d={d}&rules={chapter.edition.name}&language=en"
            assert link.attributes["href"] == f"../index.html#{battle}"
    assert len(rows) * len(defenders) == len(chapter.win)


def test_tones_change_at_the_contours_of_the_heat_map() -> None:
    bounds = [Fraction(each, 100) for each in (10, 30, 50, 70, 90)]
    just_below = [bound - Fraction(1, 10**9) for bound in bounds]
    for number, chances in ((1, bounds), (0, just_below)):
        odds = {(a, d): chance for a in range(1, 6) for d, chance in enumerate(chances, 1)}
        page = Page(rules_page(chapter_of(STANDARD, 5)._replace(win=odds)))
        tones = [cell.attributes["class"] for cell in page.rows("win")[1][1:]]
        assert tones == [f"b{band + number}" for band in range(5)]


@given(rule_sets(ties=("defender", "attacker", "nobody")))
def test_rounds_of_any_rules(rules: Rules) -> None:
    x, y = rules.max_dice
    counts = {(x, y): round_counts(x, y, rules)}
    page = Page(rules_page(Chapter(Edition(rules, 1), counts, {(1, 1): Fraction(1, 2)}, {})))
    _, *rows = page.rows("throws")
    read = {}
    for dice, percent, lost, taken, throws, fraction in map(texts, rows):
        assert dice == f"{x} v {y}"
        count, total = (int(each) for each in throws.split(" of "))
        assert total == rules.throws(x, y)
        assert (fraction, percent) == (
            fraction_text(Fraction(count, total)),
            bounded_percent_text(Fraction(count, total)),
        )
        read[int(lost), int(taken)] = count
    assert read == counts[x, y]
    formula = page.find("making").text
    changed = sum(count for lost, count in read.items() if any(lost))
    for (i, j), count in read.items():
        if i or j:
            after = f"Q(a{f' − {i}' if i else ''}, d{f' − {j}' if j else ''})"
            assert f" {fraction_text(Fraction(count, changed))} {after}" in formula
    assert ("P(x)" in formula) == rules.has_closed_form == ("no closed form" not in formula)


@EACH
def test_forces(number: int) -> None:
    chapter = chapters()[number]
    page = Page(rules_page(chapter))
    (headings, *rows), (again, *more) = page.rows("forces-1"), page.rows("forces-2")
    assert texts(headings) == texts(again) == ["Against", "50 %", "75 %", "90 %", "95 %", "99 %"]
    assert (len(rows), len(more)) == (6, 5)
    rows += more
    for row in rows:
        d = int(row[0].text)
        for chance, cell in zip(CHANCES, row[1:], strict=True):
            force = int(cell.text)
            edition = chapter.edition
            fewer, wins = (
                recursion.win_probability(a, d, edition.rules) for a in (force - 1, force)
            )
            assert wins >= chance > fewer
            (link,) = cell.all("a")
            battle = f"a={force}&d={d}&rules={edition.name}&language=en"
            assert link.attributes["href"].endswith(f"#{battle}")
    assert len(rows) == len({d for d, _ in chapter.needed})


def test_a_chance_that_no_force_has() -> None:
    half, last = CHANCES[0], CHANCES[-1]
    chapter = chapter_of(STANDARD, 2)._replace(needed={(1, half): 3, (2, last): 4})
    page = Page(rules_page(chapter))
    assert texts(page.rows("forces-1")[1]) == ["1", "3", "–", "–", "–", "–"]
    assert texts(page.rows("forces-2")[1]) == ["2", "–", "–", "–", "–", "4"]
    assert "A dash" in page.find("needed").text
    assert "A dash" not in rules_page(chapters()[0])


def test_numbers_of_the_index() -> None:
    page = Page(index())
    listed = page.find("rule-sets")
    first, single, ammo = chapters()
    in_order = [first, ammo, single]  # house rules come last
    shown = [e.text for e in listed.all("strong")]
    assert shown == [f"{percent_text(c.win[10, 10])} %" for c in in_order]
    widths = [list(svg.all("rect"))[1].attributes["width"] for svg in listed.all("svg")]
    assert widths == [percent_text(c.win[10, 10], 2) for c in in_order]
    assert "10 attackers against 10 defenders" in page.find("rule-sets").text


# --- words


def test_the_rules_say_where_they_differ_from_the_standard() -> None:
    def said(rules: Rules) -> str:
        return Page(rules_page(chapter_of(rules, 1))).find("rules").text

    assert "standard:" not in said(STANDARD)
    assert "Source" in said(STANDARD)
    assert "Source" not in said(Rules(faces=7))
    assert said(SINGLE_LOSS).count("standard:") == 1
    pairs = "only the highest pair is compared standard: the two highest pairs are compared"
    assert pairs in said(SINGLE_LOSS)  # parentheses by style
    eight = said(Rules((8, 6, 6), 3, ties="nobody"))
    assert "attacker up to 3 dice with 8, 6 and 6 faces, defender up to 3 standard:" in eight
    assert "a tie costs nobody a unit standard: ties go to the defender" in eight
    assert "defender's highest die counts 1 more, but at most 6" in said(RULES["legacy-bunker"])
    # the same dice are said to be the same
    capital, risiko = (rules_page(chapter_of(RULES[name], 2)) for name in ("capital", "risiko"))
    assert "The same dice as RisiKo!: three defence dice and Behind a wall." in capital
    assert "The same dice as Capital and Behind a wall." in risiko
    assert "The same dice" not in rules_page(chapters()[0])


def test_sources_are_cited_by_author_title_and_date() -> None:
    items = list(Page(index()).find("sources").all("li"))
    assert [item.text for item in items] == list(map(str, SOURCES.values()))
    assert len(items) == 11
    links = [[link.attributes["href"] for link in item.all("a")] for item in items]
    assert links == [[source.address] if source.address else [] for source in SOURCES.values()]
    assert all(link.startswith("https://") for (link,) in filter(None, links))


def test_the_picture_has_the_tones_of_the_table() -> None:
    chapter = chapters()[0]
    page = Page(rules_page(chapter))
    (picture,) = (e for e in page.root.all("svg") if "viewbox" in e.attributes)
    drawn = {
        (int(rect.attributes["y"]) // 10 + 1, x // 10 + 1): rect.attributes["class"][1:]
        for rect in picture.all("rect")
        for start in [int(rect.attributes["x"])]
        for x in range(start, start + int(rect.attributes["width"]), 10)
    }
    tones = [[cell.attributes["class"][1:] for cell in row[1:]] for row in page.rows("win")[1:]]
    assert drawn == {
        (a, d): tone for a, row in enumerate(tones, 1) for d, tone in enumerate(row, 1)
    }
    (line,) = picture.all("path")
    down = re.findall(r"M(\d+) (\d+)v10", line.attributes["d"])
    assert [int(y) // 10 + 1 for _, y in down] == list(range(2, 11))  # 1 and 11 are at the edges
    for x, y in down:
        a, d = int(y) // 10 + 1, int(x) // 10
        assert chapter.win[a, d] >= Fraction(1, 2) > chapter.win[a, d + 1]


def test_downloads() -> None:
    chapter = chapters()[0]
    shown = Page(rules_page(chapter)).find("downloads")
    (data,) = (e for e in shown.all("ul") if e.attributes.get("class") == "downloads")
    assert [e.text for e in data.all("p")] == ["The attacker’s chance", "One round", "Survivors"]
    assert [e.text for e in data.all("a")] == ["CSV", "JSON", "CSV", "1 to 10 attackers: Parquet"]
    assert [e.text for e in data.all("span")] == ["1.2 MB", "17 Bytes", "99 Bytes", "2.3 kB"]
    whole = Page(index()).find("downloads")
    assert [e.text for e in whole.all("a")] == ["JSON", "JSON", "SHA256SUMS"]
    assert [e.attributes["href"] for e in whole.all("a")] == [*FILES]


def test_what_is_there_has_a_section() -> None:
    full = chapter_of(STANDARD, 1)
    sections = {"How many do I need?", "Pictures", "Downloads"}
    none = full._replace(needed={}, pictures=(), downloads=())
    for chapter, shown in ((full, sections), (none, set())):
        found = {e.text for e in Page(rules_page(chapter)).root.all("h2")}
        assert found & sections == shown
    odds = dict.fromkeys(product(range(1, 21), range(1, 21)), Fraction(1, 2))
    for most in (20, 99):
        chapter = chapters()[0]._replace(edition=Edition(STANDARD, most), win=odds)
        assert ("go up to 99 against 99" in rules_page(chapter)) == (most == 99)


# --- markup


@pytest.mark.parametrize(
    "path",
    ["tables.html", "de/index.html", *(f"{name}/index.html" for name in (*NAMES, "it/standard"))],
)
def test_structure(path: str) -> None:
    page = Page(publication()[path])
    elements = list(page.root.all())
    identifiers = [e.attributes["id"] for e in elements if "id" in e.attributes]
    assert len(identifiers) == len(set(identifiers))
    for element in elements:
        label = element.attributes.get("aria-labelledby")
        assert label is None or label in identifiers
        assert "style" not in element.attributes
        assert not any(name.startswith("on") for name in element.attributes)
    tags = [e.tag for e in elements]
    assert tags.count("main") == tags.count("h1") == tags.count("header") == 1
    assert tags.count("footer") == 1
    assert not {"iframe", "object", "form", "base"} & set(tags)
    scripts = [e.attributes for e in elements if e.tag == "script"]
    assert all(each == {"type": "application/ld+json"} for each in scripts), "data, never run"
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert all(lower - upper <= 1 for upper, lower in pairwise(levels))
    for table in page.root.all("table"):
        assert len(list(table.all("caption"))) == 1
        assert all(cell.attributes["scope"] in ("row", "col") for cell in table.all("th"))
    for image in page.root.all("img"):
        assert len(image.attributes["alt"]) > 10
    spoken = path[:2] if path[2] == "/" else "en"
    assert next(page.root.all("html")).attributes["lang"] == spoken


def test_every_page_has_the_tabs_of_the_calculator() -> None:
    for page, up, rules in (
        (index(), "", ""),
        (rules_page(chapters()[0]), "../", "&rules=standard"),
    ):
        links = [*next(Page(page).root.all("nav")).all("a")]
        tabs = {"Battle": "", "Turn": "turn", "Play": "play", "Tables": None, "Why": "why"}
        assert {link.text: link.attributes["href"] for link in links} == {
            name: f"{up}tables.html" if tab is None else f"{up}index.html#{tab}{rules}&language=en"
            for name, tab in tabs.items()
        }
        here = {link.text: link.attributes.get("aria-current") for link in links}
        assert here == dict.fromkeys(tabs) | {"Tables": "true" if up else "page"}


def test_a_page_asks_for_nothing_but_its_pictures() -> None:
    for text in (index(), rules_page(chapters()[0])):
        page = Page(text)
        policy = next(e for e in page.root.all("meta") if "http-equiv" in e.attributes)
        allowed = policy.attributes["content"]
        assert "img-src 'self' data:" in allowed
        assert not re.search("script-src|unsafe", allowed)
        assert not re.search(r"url\(|@import", text)
        for element in page.root.all():
            asked = {value for name, value in element.attributes.items() if name != "href"}
            assert not any("//" in value for value in asked), "only links lead elsewhere"


hostile = st.text(st.characters(exclude_categories=[])) | st.sampled_from(
    ["</title><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\0\x1b\u202e\ud800"]
)


@given(hostile, hostile)
def test_hostile_words_stay_words(words: str, path: str) -> None:
    files = dict.fromkeys(["SVG", "dark SVG", words], path or "x")
    shown = [{"title": words, "alternative": words, "files": files}]
    downloads = [Download(path or "x", words, 1)]
    chapter = chapter_of(STANDARD, 1)._replace(pictures=shown, downloads=downloads)
    plan, listed = Plan([chapter.edition]), [(each.path, each.about) for each in downloads]
    indexes = tables_pages(plan, [], ByRecursion(), listed, str.encode)
    for text in (rules_page(chapter), indexes["tables.html"]):
        text.encode()
        page = Page(text)
        tags = {e.tag for e in page.root.all()}
        assert "iframe" not in tags
        for script in page.root.all("script"):
            json.loads(script.text)  # data, and not ended by the words
        assert visible(words).strip() in page.root.text
        for image in page.root.all("img"):
            assert set(image.attributes) == {"src", "alt", "decoding"}
        for link in page.root.all("a"):
            if link.attributes.get("rel") != "external noreferrer":
                assert urlsplit(link.attributes["href"]).scheme == ""


# --- how they look, in a real browser


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The publication on disk."""
    directory = tmp_path_factory.mktemp("publication")
    for path, text in publication().items():
        (directory / path).parent.mkdir(exist_ok=True, parents=True)
        (directory / path).write_text(text, encoding="utf-8")
    return directory


PAGES = ("tables.html", "standard/index.html")

IN_EACH = pytest.mark.parametrize("locale", LOCALES, ids=[locale.code for locale in LOCALES])

CUT = """
Array.from(document.querySelectorAll("body *"), (element) => {
  const { clientWidth, scrollWidth } = element;
  const isBeyond = element.getBoundingClientRect().right > innerWidth;
  const isCut = isBeyond || (clientWidth > 0 && scrollWidth > clientWidth + 1);
  return isCut && !element.closest(".wide, .skip, svg") ? element.outerHTML : "";
}).filter(Boolean)
"""
"""What lies beyond the edge of the screen, or of its own box, though nothing scrolls there."""


@needs_chromium
@pytest.mark.parametrize("path", PAGES)
def test_accessible(browser: "Browser", directory: Path, path: str) -> None:
    with opened(browser, (directory / path).as_uri()) as page:
        for size in (PHONE, DESKTOP):
            for scheme in SCHEMES:
                look(page, size, scheme)
                assert violations(page, scheme=scheme) == [], (size, scheme)


@needs_chromium
@IN_EACH
def test_pages_fit_the_screen(browser: "Browser", directory: Path, locale: Locale) -> None:
    """The narrowest phone; what a player reads, and the table on the first screen, on others."""
    with opened(browser, (directory / locale.page("tables.html")).as_uri()) as page:
        look(page, NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert page.evaluate(CUT) == []
    with opened(browser, (directory / locale.page("standard/index.html")).as_uri()) as page:
        look(page, NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert page.evaluate(CUT) == []
        look(page, PHONE)
        inside = "table => table.parentElement.scrollWidth <= table.parentElement.clientWidth"
        assert page.locator(".forces").evaluate_all(f"all => all.every({inside})")
        percent = page.locator("#throws th").nth(1).bounding_box()
        assert percent is not None
        assert percent["x"] + percent["width"] < PHONE[0]
        for size in (DESKTOP, (390, 844)):
            look(page, size)
            for cell in ("#win thead th", "#win tbody tr:nth-child(10) th"):
                expect(page.locator(cell).first).to_be_in_viewport(ratio=1)


@needs_chromium
@pytest.mark.parametrize("scheme", SCHEMES)
def test_pictures_are_shown_and_nothing_else_is_asked_for(
    browser: "Browser", directory: Path, scheme: Scheme
) -> None:
    address = (directory / "standard/index.html").as_uri()
    # a window of its own, which is light or dark from the start
    with visiting(browser, address, PHONE, scheme, color_scheme=scheme) as visit:
        widths = visit.page.evaluate("Array.from(document.images, image => image.naturalWidth)")
        assert widths == [576]
        picture = "standard/map.svg" if scheme == "light" else "standard/map-dark.svg"
        assert visit.requests == [address, (directory / picture).as_uri()]
    with visiting(browser, (directory / "tables.html").as_uri()) as visit:
        assert visit.requests == [visit.address]


@needs_chromium
def test_tables_are_reached_by_keyboard(browser: "Browser", directory: Path) -> None:
    with opened(browser, (directory / "standard/index.html").as_uri()) as page:
        look(page, PHONE)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.locator("[aria-labelledby=win-caption]").focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        wait_until(page, lambda: page.url.endswith("#needed"))
        page.locator("[aria-labelledby=win-caption]").focus()
        page.keyboard.press("ArrowRight")
        table = page.locator("[aria-labelledby=win-caption]")
        wait_until(page, lambda: bool(table.evaluate("table => table.scrollLeft > 0")))
