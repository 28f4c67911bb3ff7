"""Pages that are served: installed, without a connection, and in the next version."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from riskexact.calculator import LANGUAGES, files
from riskexact.questions.battle import win_probability
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.browser import NARROW, Visit, look, needs_chromium, served, wait_until
from tests.calculator.visits import percent_text, shows, typed

pytestmark = needs_chromium


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """A window of its own, for what it installs is for all pages in it."""
    context = browser.new_context()
    visit = Visit(context)
    look(visit.page, NARROW)
    yield visit
    context.close()


def is_installed(visit: Visit) -> None:
    visit.page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def test_it_is_installed_and_works_without_a_connection(visit: Visit, tmp_path: Path) -> None:
    made = files([*RULES.values()], "../index.html")
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    page, context = visit.page, visit.page.context
    with served(tmp_path) as root:
        visit.open(root + "index.html")
        is_installed(visit)
        session = context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["short_name"] == "Risk odds"
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as tests are
        page.get_by_role("link", name="Turn").click()
        expect(page.locator("#chance")).to_have_text("57.5 %")
        page.get_by_role("link", name="Battle").click()
        shows(page, win_probability(7, 5))
        asked = {request.removeprefix(root).partition("#")[0] for request in visit.requests}
        assert asked <= set(made)
        # what is elsewhere is not offered without a connection
        home = page.locator("#home")
        expect(home).to_have_attribute("href", "../index.html")
        context.set_offline(True)
        expect(home).to_have_text("Tables (not offline)", use_inner_text=True)
        expect(home).not_to_have_attribute("href", "../index.html")
        for code in LANGUAGES:
            page.locator("#language").select_option(code)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), code
        page.locator("#language").select_option("en")
        context.set_offline(False)
        expect(home).to_have_text("Tables", use_inner_text=True)
        expect(home).to_have_attribute("href", "../index.html")
    # nobody serves it any more
    context.set_offline(True)
    for address in ("index.html#a=6&d=4", "#a=6&d=4"):
        visit.open(root + address)
        shows(page, win_probability(6, 4))
    typed(page, "Attackers", 130)
    typed(page, "Defenders", 120)
    shows(page, win_probability(130, 120))
    # what was a page leads to its tab, at what it was asked
    visit.open(f"{root}map.html#mine=Siam:3&enemy=Indonesia:1")
    shows(page, Fraction(1955, 2592))
    visit.open(f"{root}map.html")
    expect(page.locator("#chance")).to_have_text("57.5 %")
    visit.open(f"{root}explore.html#step=10")
    expect(page.locator("#place")).to_have_text("Step 10 of 10")
    visit.open(f"{root}explore.html")
    expect(page.locator("#place")).to_have_text("Step 1 of 10")
    visit.is_well()


def test_an_installed_calculator_takes_up_the_next_version(visit: Visit, tmp_path: Path) -> None:
    made = files([STANDARD])
    new = re.findall(rb'"(riskexact-calculator-\w+)"', made["service-worker.js"])[0].decode()
    old = "riskexact-calculator-of-earlier"
    before = {
        "log.html": b"<title>A page of logs</title>",
        "service-worker.js": made["service-worker.js"].replace(new.encode(), old.encode()),
    }
    page = visit.page

    def caches() -> object:
        return page.evaluate("caches.keys()")

    with served(tmp_path) as root:
        for name, data in (made | before).items():
            (tmp_path / name).write_bytes(data)
        visit.open(root + "index.html")
        is_installed(visit)
        wait_until(page, lambda: caches() == [old])
        for name, data in made.items():
            (tmp_path / name).write_bytes(data)
        page.goto(root + "log.html")
        expect(page).to_have_title("A page of logs")  # the installed one
        # the browser looks for the next version by itself, but not at once
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        wait_until(page, lambda: caches() == [new])
    # nobody serves it any more, and its old address leads to the calculator
    page.context.set_offline(True)
    page.goto(root + "log.html")
    page.wait_for_url("**/index.html")
    expect(page.locator("#chance")).to_have_text(percent_text(win_probability(7, 5)))
