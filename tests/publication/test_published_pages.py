"""Pages of a real publication: the same by either method, with the words of its pictures."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from riskexact.base.drawing.picture import DARK, LIGHT, Picture, new_figure
from riskexact.base.text import decimal_text, percent_text
from riskexact.battle.battle import Battle
from riskexact.odds.recursion import win_probability
from riskexact.publication import publish
from riskexact.publication.jobs import pictures_of
from riskexact.publication.pages import DARK_SVG, LOCALES, rules_pages, tables_pages
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByRecursion
from riskexact.publication.verification import verify_publication
from riskexact.rules import STANDARD
from tests.browser import browser, needs_chromium, opened
from tests.publication.conftest import OWN
from tests.publication.test_pages import Page
from tests.publications import changed, tree

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture

BLITZ = decimal_text(Battle(4, 3, "capital", blitz=True).win_probability)


@pytest.mark.parametrize(
    "words", ["plain", "</title><script>&\"'", "several\nlines, 50 % × 2", None]
)
def test_a_picture_says_on_the_page_what_it_says(words: str | None) -> None:
    """Or that it says nothing, in the language of the page."""
    drawing = b"\xff<svg/>"
    if words:
        drawing = Picture(words, f"alternative: {words}", new_figure(1, 1)).svg()
    made = rules_pages(Edition(STANDARD, 1), ByRecursion(), [("x/a.svg", "")], lambda path: drawing)
    none = ("A picture without words", "Ein Bild ohne Worte", "Un’immagine senza parole")
    for html, without in zip(made.values(), none, strict=True):
        page = Page(html)
        (image,) = page.root.all("img")
        assert image.attributes["alt"] == (f"alternative: {words}" if words else without)
        links = [e.attributes.get("aria-label") for e in page.find("pictures").all("a")]
        assert f"SVG: {words or without}" in links
        assert not list(page.root.all("script"))


def test_a_page_and_its_pictures_are_light() -> None:
    """Less than 500 KiB to show a page: itself, and each of its pictures."""
    edition = Edition(STANDARD, 40)
    drawn = {f"x/{each}.svg": draw().svg() for each, draw in pictures_of(edition).items()}
    files = [(path, "") for path in drawn]
    for page in rules_pages(edition, ByRecursion(), files, drawn.__getitem__).values():
        assert len(list(Page(page).root.all("img"))) == len(drawn)
        assert len(page.encode()) + sum(map(len, drawn.values())) < 500 * 1024
    # and the index
    for page in tables_pages(Plan.usual(), [], ByRecursion(), [], str.encode).values():
        assert len(page.encode()) < 100 * 1024


def test_every_page_links_to_files_that_are_there(whole: Path) -> None:
    names, linked = set(tree(whole)), set()
    pages = [name for name in names if re.fullmatch(r"(?!index|calc).*\.html", name)]
    assert len(pages) == 6 * len(LOCALES)
    read = {path: Page((whole / path).read_text(encoding="utf-8")) for path in pages}
    for path, page in read.items():
        for element in page.root.all("a"):
            href = urlsplit(element.attributes["href"])
            if element.attributes.get("rel") == "external noreferrer":
                assert path in ("tables.html", "de/index.html", "it/index.html")
                assert href.scheme == "https"
                continue
            assert (href.scheme, href.netloc, href.query) == ("", "", "")
            target = normpath(join(dirname(path), unquote(href.path))) if href.path else path
            linked.add(target)
            if target in read and href.fragment:
                assert read[target].find(href.fragment)
    data = {name for name in names if re.search(r"^(?!api).*/.*\.(csv|json|parquet)$", name)}
    assert {*pages, *data, "SHA256SUMS", "index.html"} < linked < names
    for name in ("capital", "risiko"):  # which are equal
        shown = read[f"{name}/index.html"].find("downloads")
        links = [link.attributes["href"] for link in shown.all("a")]
        assert links
        assert not any(link.startswith("../") for link in links)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("api/v3/standard/3.json", "6610505", "6610506"),
        ("icon.svg", "512", "612"),
        ("capital/blitz-3.3.csv", BLITZ, BLITZ[:-1] + str(9 - int(BLITZ[-1]))),
        ("standard/index.html", ">91.6</a>", ">91.7</a>"),
    ],
)
def test_a_changed_digit_of_any_kind_of_file_is_found(
    whole: Path, path: str, old: str, new: str
) -> None:
    line = (whole / path).read_text("utf-8").partition(old)[0].count("\n") + 1
    with changed(whole / path, old.encode(), new.encode()):
        (fault,) = verify_publication(whole).faults
    assert (fault.path, fault.line) == (path, line)
    assert new.strip("</a>") in fault.problem


def test_a_publication_with_pictures_is_right(tmp_path: Path) -> None:
    """By processes that hash and order sets in other ways, which find what is wrong, too."""
    package = publish(tmp_path / "odds", [Edition(STANDARD, 2)], workers=2)
    assert {"standard/pictures/heat-map-dark.svg", "standard/win.parquet"} < set(package.files)
    for path in package.files:
        if path.startswith("standard/pictures/") and path.endswith(".svg"):
            drawn = (tmp_path / "odds" / path).read_text(encoding="utf-8")
            ground = (DARK if path.endswith(DARK_SVG) else LIGHT).paper
            assert re.findall(r'fill="(#\w+)"', drawn)[0] == ground
    with changed(tmp_path / "odds/standard/win.csv", b"5/12", b"5/12345"):
        verdict = verify_publication(tmp_path / "odds", workers=2)
    assert ([each.path for each in verdict.faults], verdict.notes) == (["standard/win.csv"], ())
    assert verdict.remade == len(package.files)


@needs_chromium
def test_a_cell_leads_to_its_battle_in_the_calculator(browser: "Browser", whole: Path) -> None:
    edition = Edition(OWN, 4)
    with opened(browser, (whole / "tables.html").as_uri()) as page:
        page.get_by_role("link", name=edition.name, exact=True).click()
        cell = page.locator("#win tbody tr").nth(3).get_by_role("link").nth(2)
        chance = percent_text(win_probability(4, 3, OWN))
        assert cell.inner_text() == chance
        cell.click()
        page.get_by_role("heading", name="4 attackers against 3 defenders").wait_for()
        assert page.locator("#rule-set").input_value() == edition.name
        assert re.search(rf"\b{chance} %", page.locator("#answer").inner_text())
