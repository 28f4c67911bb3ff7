"""Pages of a real publication: the same by either method, with the words of its pictures."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from riskexact.base.text import percent_text
from riskexact.drawing.picture import Picture, new_figure
from riskexact.odds.recursion import win_probability
from riskexact.publication import publish
from riskexact.publication.jobs import PACKAGE, SUMS
from riskexact.publication.pages import index_html, rules_html
from riskexact.publication.pictures import pictures_of
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.publication.verification import verify_publication
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.browser import browser, needs_chromium, opened
from tests.publication.test_pages import Page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture


@pytest.mark.parametrize(
    "rules", [STANDARD, RULES["legacy-bunker"], Rules(2, 2, 3, ties="nobody", name="<b>")]
)
def test_both_methods_make_the_same_pages(rules: Rules) -> None:
    edition, files = (
        Edition(rules, 6),
        [("x/win.csv", "Odds"), *((f"x/a{end}", "") for end in (".svg", "-dark.svg", ".png"))],
    )
    drawing = b'<svg><title id="title">A &amp; B</title><desc id="alternative">words</desc></svg>'
    one, other = (
        rules_html(edition, values, files, lambda path: drawing)
        for values in (ByRecursion(), ByClosedForm())
    )
    assert one == other
    page = Page(one)
    assert len(page.rows("win")) == 7
    assert len(page.rows("forces-1")) == len(page.rows("forces-2")) == 4
    assert [e.attributes["alt"] for e in page.root.all("img")] == ["words"]
    labels = [e.attributes["aria-label"] for e in list(page.find("pictures").all("a"))[1:]]
    assert labels == ["SVG: A & B", "dark SVG: A & B", "PNG: A & B"]
    assert [e.attributes["srcset"] for e in page.root.all("source")] == ["../x/a-dark.svg"]
    assert [e.text for e in page.find("downloads").all("a")] == ["CSV"]
    assert f"{len(drawing)} Bytes" in page.find("downloads").text
    plan = Plan((edition, Edition(RULES["risiko"], 20)))
    first, second = (
        index_html(plan, values, [("b.csv", "all")]) for values in (ByRecursion(), ByClosedForm())
    )
    assert first == second
    assert "10 v 10" in Page(first).find("rule-sets").text


@pytest.mark.parametrize("words", ["plain", "</title><script>&\"'", "several\nlines, 50 % × 2"])
def test_a_picture_says_on_the_page_what_it_says(words: str) -> None:
    drawing = Picture(words, f"alternative: {words}", new_figure(1, 1)).svg()
    html = rules_html(Edition(STANDARD, 1), ByRecursion(), [("x/a.svg", "")], lambda path: drawing)
    page = Page(html)
    (image,) = page.root.all("img")
    assert image.attributes["alt"] == f"alternative: {words}"
    links = [e.attributes.get("aria-label") for e in page.find("pictures").all("a")]
    assert f"SVG: {words}" in links
    assert not list(page.root.all("script"))


@pytest.mark.parametrize("name", ["standard", "risiko"])
def test_a_page_and_its_pictures_are_light(name: str) -> None:
    """Less than 500 KiB to show a page: itself, and each of its pictures."""
    edition = Edition(RULES[name], 40)
    drawn = {f"x/{each}.svg": draw().svg() for each, draw in pictures_of(edition).items()}
    page = rules_html(edition, ByRecursion(), [(path, "") for path in drawn], drawn.__getitem__)
    assert len(list(Page(page).root.all("img"))) == len(drawn)
    assert len(page.encode()) + sum(map(len, drawn.values())) < 500 * 1024


def test_the_index_is_light() -> None:
    assert len(index_html(Plan.usual(), ByRecursion(), []).encode()) < 100 * 1024


def test_equal_rule_sets_have_their_own_files(tmp_path: Path) -> None:
    names = ["capital", "risiko"]
    publish(tmp_path / "odds", [Edition(RULES[name], 2) for name in names])
    for name in names:
        page = Page((tmp_path / "odds" / name / "index.html").read_text(encoding="utf-8"))
        assert all(
            not link.attributes["href"].startswith("../")
            for link in page.find("downloads").all("a")
        )


def test_a_picture_without_words() -> None:
    page = rules_html(
        Edition(STANDARD, 1), ByRecursion(), [("x/a.svg", "")], lambda path: b"\xff<svg/>"
    )
    assert [e.attributes["alt"] for e in Page(page).root.all("img")] == ["A picture without words"]


def test_a_published_page_is_verified(tmp_path: Path) -> None:
    target = tmp_path / "odds"
    package = publish(target, [Edition(STANDARD, 3)])
    pages = ["index.html", "standard/index.html"]
    for path in pages:
        for link in Page((target / path).read_text(encoding="utf-8")).root.all("a", "img"):
            href = urlsplit(link.attributes.get("href") or link.attributes["src"])
            if href.path and not href.scheme:
                linked = normpath(join(dirname(path), unquote(href.path)))
                assert linked in (*package.files, PACKAGE, SUMS)
    assert verify_publication(target).faults == ()
    page = target / "standard/index.html"
    honest = page.read_text(encoding="utf-8")
    assert honest.count(">91.6</a>") == 1
    page.write_text(honest.replace(">91.6</a>", ">91.7</a>"), encoding="utf-8")
    faults = verify_publication(target).faults
    assert "standard/index.html" in [fault.path for fault in faults]


@pytest.mark.parametrize(
    ("name", "directory"),
    [
        ("Calculator", "3-v-2-dice-4-faces-2-pairs-ties-to-the-defender"),
        ("../<b>/ House rules", "b-house-rules"),
    ],
)
def test_no_name_leads_out_of_its_place(name: str, directory: str) -> None:
    assert Edition(Rules(faces=4, name=name), 3).name == directory


@needs_chromium
def test_a_cell_leads_to_its_battle_in_the_calculator(browser: "Browser", tmp_path: Path) -> None:
    rules = Rules(faces=4, name="ours (4 faces), 50 % more")
    edition = Edition(rules, 4)
    publish(tmp_path / "odds", [Edition(STANDARD, 3), edition])
    with opened(browser, (tmp_path / "odds" / "index.html").as_uri()) as page:
        page.get_by_role("link", name=edition.name, exact=True).click()
        cell = page.locator("#win tbody tr").nth(3).get_by_role("link").nth(2)
        chance = percent_text(win_probability(4, 3, rules))
        assert cell.inner_text() == chance
        cell.click()
        page.get_by_role("heading", name="4 attackers against 3 defenders").wait_for()
        assert page.locator("#rule-set").input_value() == edition.name
        assert re.search(rf"\b{chance} %", page.locator("#answer").inner_text())
