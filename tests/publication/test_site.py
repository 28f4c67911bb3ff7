"""A site: every link inside resolves, under a path too; what hosts ask for; its documents."""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import riskexact as rx
from riskexact import publication
from riskexact.__main__ import main
from riskexact.base.pages import bare
from riskexact.publication import jobs, pages, publish, site
from riskexact.publication.commands import publish as command
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.verification import verify_publication
from riskexact.rules import STANDARD
from tests.browser import PHONE, Visit, browser, look, needs_chromium, served
from tests.publication.test_pages import Page
from tests.publications import changed, tree

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture

ADDRESS = "https://example.org/risk/"
REFERENCE = {"reference/a.html": b"<!DOCTYPE html>\n<title>r</title>"}


reference = site._reference


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small one, with all documents but the reference."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publication, "installed_extras", lambda: ())
        for module, name in (
            *((jobs, each) for each in ("SOLVED_GAMES", "GAME_SETS", "CONTINENT_SETS")),
            (pages, "CONTINENT_SETS"),
        ):
            patch.setattr(module, name, {})
        patch.setattr(site, "_reference", lambda: REFERENCE)
        made = site.documents(ADDRESS) | site.note(b"%PDF-1.5")
        root = tmp_path_factory.mktemp("hosts") / "risk"
        publish(root, [Edition(STANDARD, 2)], site=ADDRESS, documents=made)
        yield root


def links(path: str, text: str) -> Iterator[str]:
    """The files that a page leads to, fragments and other sites left out."""
    for attribute in re.findall(r'\b(?:href|src|srcset)="([^"]*)"', text):
        where = urlsplit(attribute.replace("&amp;", "&"))
        if where.scheme not in ("", "https") or (where.scheme and ADDRESS not in attribute):
            continue
        inside = (
            attribute.removeprefix(ADDRESS) if where.scheme else join(dirname(path), where.path)
        )
        target = normpath(unquote(urlsplit(inside).path)) if where.path else path
        yield "index.html" if target == "." else target.removesuffix("/")


def test_every_link_inside_resolves(whole_site: Path) -> None:
    """A page says its own address once, and where it is in other languages."""
    files = set(tree(whole_site))
    read = {path: (whole_site / path).read_text("utf-8") for path in files if path.endswith("html")}
    no_address = ("404.html", "notebooks/lesson.html", "calculator/", "reference/")
    for path, text in read.items():
        for target in links(path, re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)):
            found = target if target in files else f"{target}/index.html"
            assert found in files, (path, target)
        said = re.findall(r'<link rel="canonical" href="([^"]*)">', text)
        assert said == ([] if path.startswith(no_address) else [ADDRESS + bare(path)]), path
    tables = set(links("tables.html", read["tables.html"]))
    assert {"note.pdf", "notebooks/player.html", "notebooks/lesson.html"} <= tables
    for path in ("tables.html", "standard/index.html", "continents/index.html"):
        paths = {locale.code: locale.page(path) for locale in pages.LOCALES}
        for each in list(paths.values()):
            pattern = r'rel="alternate" hreflang="([^"]*)" href="([^"]*)"'
            paths["x-default"] = path
            assert dict(re.findall(pattern, read[each])) == {
                code: ADDRESS + bare(p) for code, p in paths.items()
            }
    # there in one language alone, or in all at one address
    for path in ("index.html", "notebooks/player.html"):
        assert 'rel="alternate"' not in read[path]


def test_what_a_host_asks_for(whole_site: Path) -> None:
    listed = [each.text or "" for each in ElementTree.parse(whole_site / "sitemap.xml").iter()]
    addresses = [each for each in listed if each.startswith("http")]
    assert addresses[0] == ADDRESS
    assert {f"{ADDRESS}tables.html", f"{ADDRESS}standard/", f"{ADDRESS}note.pdf"} < {*addresses}
    assert {f"{ADDRESS}de/", f"{ADDRESS}it/standard/"} < {*addresses}
    assert not any("calculator" in each or "404" in each for each in addresses)
    lost = (whole_site / "404.html").read_text("utf-8")
    for words in ("There is no such page", "Diese Seite gibt es nicht", "Questa pagina non esiste"):
        assert words in lost
    assert f"Sitemap: {ADDRESS}sitemap.xml" in (whole_site / "robots.txt").read_text("utf-8")
    plain = Plan([Edition(STANDARD, 2)], site="")
    assert set(site.site_files(plan=plain, pages=[])) == {"robots.txt", "404.html"}
    assert plain.command == "riskexact publish DIRECTORY --rules standard --max 2 --site"


def test_a_notebook_is_a_page(whole_site: Path) -> None:
    text = (whole_site / "notebooks/two-countries.html").read_text("utf-8")
    assert "<script" not in text
    page = Page(text)
    assert len([*page.root.all("h1")]) == 1
    assert any("Fraction(373248, 404461)" in each.text for each in page.root.all("pre"))
    assert [each.attributes["alt"] for each in page.root.all("img")] == [
        "What the cell above draws"
    ]


def test_documents_are_verified_by_their_sums(whole_site: Path) -> None:
    verdict = verify_publication(whole_site)
    assert (verdict.faults, verdict.package.plan.address) == ((), ADDRESS)
    assert verdict.notes == ("8 files: the checksum alone was compared, as it was taken in",)
    with changed(whole_site / "notebooks/player.html", b"<h1", b"<h2"):
        (fault,) = verify_publication(whole_site).faults
    assert fault.path == "notebooks/player.html"
    with changed(whole_site / "robots.txt", b"Allow", b"Allaw"):
        (fault,) = verify_publication(whole_site).faults
    assert fault.path == "robots.txt"


def test_what_a_site_cannot_have(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(site, "CLONE", tmp_path)
    assert site.documents() == {}
    for address in ("example.org", "ftp://example.org", "https://a b/", 'https://"'):
        with pytest.raises(rx.RiskError, match="address must be of a site"):
            Plan([Edition(STANDARD, 1)], site=address)
    with pytest.raises(rx.RiskError, match="note must be a PDF file"):
        site.note(b"PDF")
    monkeypatch.setattr(command, "publish", lambda *_, **__: None)
    assert main(["publish", str(tmp_path / "s"), "--site", "--plan"]) in (0, None)
    assert "are left out: they are made in a clone" in capsys.readouterr().err


@needs_chromium
def test_a_phone_gets_the_answer_and_installs_the_app(browser: "Browser", whole_site: Path) -> None:
    context = browser.new_context()
    visit = Visit(context)
    look(visit.page, PHONE)
    page = visit.page
    with served(whole_site.parent) as root:
        visit.open(f"{root}risk/#a=8&d=6")
        expect(page.locator("#chance")).to_have_text("73.0 %")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        session = context.new_cdp_session(page)
        assert session.send("Page.getAppManifest")["errors"] == []
        for name, shown in (("Turn", "#board"), ("Why", "#grid"), ("Tables", "#odds")):
            page.get_by_role("link", name=name, exact=True).click()
            expect(page.locator(shown)).to_be_visible()
        page.get_by_role("link", name="All rule sets").click()
        page.get_by_role("link", name="A notebook for players").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.get_by_role("link", name="Battle", exact=True).click()
        expect(page.locator("#chance")).not_to_be_empty()
    context.set_offline(True)
    visit.open(f"{root}risk/#a=8&d=6")
    expect(page.locator("#chance")).to_have_text("73.0 %")
    page.goto(f"{root}risk/notebooks/player.html")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    visit.is_well()
    context.close()


@needs_chromium
def test_the_app_and_the_pages_speak_the_same_language(
    browser: "Browser", whole_site: Path
) -> None:
    context = browser.new_context(locale="de-DE")
    visit = Visit(context)
    page = visit.page
    with served(whole_site.parent) as root:
        visit.open(f"{root}risk/#tables")
        page.get_by_role("link", name="Alle Regeln").click()
        expect(page).to_have_url(f"{root}risk/de/index.html")
        page.get_by_role("link", name="Standard", exact=True).click()
        page.locator("#win tbody a").last.click()
        expect(page.get_by_role("heading", name="2 Angreifer gegen 2 Verteidiger")).to_be_visible()
        expect(page).to_have_url(f"{root}risk/index.html#a=2&d=2&rules=standard")
        page.go_back()
        page.get_by_role("link", name="Italiano").click()
        expect(page).to_have_url(f"{root}risk/it/standard/index.html")
        page.get_by_role("link", name="Turno", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "it")
        page.get_by_role("link", name="Tabelle", exact=True).click()
        page.get_by_role("link", name="quanti ne servono").click()
        expect(page).to_have_url(f"{root}risk/it/standard/index.html")
        page.get_by_role("link", name="English").click()
        page.get_by_role("link", name="Tables", exact=True).click()
        page.get_by_role("link", name="Why", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
    visit.is_well()
    context.close()


@pytest.mark.tools
@pytest.mark.searches
def test_the_reference_links_to_its_own_files() -> None:
    made = reference()
    pages = ("index", "riskexact", "riskexact/battle", "riskexact/turn")
    assert {f"reference/{page}.html" for page in pages} | {"reference/search.js"} <= set(made)
    assert max(map(len, made.values())) < 1_500_000
    for name in rx.__all__:  # each on a page of its own folder
        assert name.encode() in made["reference/search.js"], name
    assert b'id="Battle"' in made["reference/riskexact/battle.html"]
    for path in made:
        if path.endswith(".html"):
            text = re.sub(r"<(script|pre|code)\b.*?</\1>", "", made[path].decode(), flags=re.DOTALL)
            for target in links(path, text):
                assert target in made, (path, target)
