"""Pages that are served: installed, without a connection, and in the next version."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from riskexact.app.published import files
from riskexact.battle.battle import win_probability
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.app.visits import percent_text, shows, typed
from tests.browser import NARROW, Visit, look, needs_chromium, served, wait_until

pytestmark = needs_chromium


SHARES = """() => {
  window.handedOn = [];
  navigator.canShare = () => true;
  navigator.share = async ({ text, url, files }) => {
    handedOn.push([text, url, files?.[0].type]);
  };
}"""


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


def laid(made: dict[str, bytes], root: Path) -> None:
    for name, data in made.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(data)


def test_it_is_installed_and_works_without_a_connection(visit: Visit, tmp_path: Path) -> None:
    pages = {"": "tables.html", "standard": "standard/index.html"}
    made = files([*RULES.values()], pages)
    table = b"<!DOCTYPE html><title>A table</title>"
    laid(made | dict.fromkeys(pages.values(), table), tmp_path)
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
        # the answer travels with its address, for nothing after a "#" reaches who shows a preview
        page.evaluate(SHARES)
        page.get_by_role("button", name="Share").click()
        wait_until(page, lambda: page.evaluate("handedOn.length"))
        [[said, url, picture]] = page.evaluate("handedOn")
        here = page.evaluate("location.href")
        assert said.endswith(f"I win {percent_text(win_probability(7, 5))}\n{here}")
        assert (url, picture) == (None, "image/png")
        asked = {request.removeprefix(root).partition("#")[0] for request in visit.requests}
        assert asked <= set(made)
        # what was visited is there without a connection, and what was not is not offered
        page.get_by_role("link", name="Tables").click()
        listed = page.locator("#pages li")
        expect(listed.get_by_role("link")).to_have_count(2)
        page.get_by_role("link", name="All rule sets").click()
        expect(page).to_have_title("A table")
        page.go_back()
        context.set_offline(True)
        expect(listed.get_by_role("link")).to_have_text(["All rule sets, data and sources"])
        expect(listed.last).to_contain_text("Standard")
        expect(listed.last).to_contain_text("(not offline)")
        context.set_offline(False)
        expect(listed.get_by_role("link")).to_have_count(2)
    # nobody serves it any more
    context.set_offline(True)
    page.goto(root + "tables.html")
    expect(page).to_have_title("A table")
    page.goto(root + "standard/index.html")
    expect(page.locator("#odds")).to_be_visible()
    for address in ("index.html#a=6&d=4", "#a=6&d=4"):
        visit.open(root + address)
        shows(page, win_probability(6, 4))
    typed(page, "Attackers", 130)
    typed(page, "Defenders", 120)
    shows(page, win_probability(130, 120))
    visit.is_well()


def test_old_addresses_lead_to_the_tabs(visit: Visit, tmp_path: Path) -> None:
    laid(files([STANDARD]), tmp_path)
    page = visit.page
    with served(tmp_path) as root:
        for asked, place, shown in (
            ("index.html#a=6&d=4", "#chance", percent_text(win_probability(6, 4))),
            (
                "map.html#mine=Siam:3&enemy=Indonesia:1",
                "#chance",
                percent_text(Fraction(1955, 2592)),
            ),
            ("map.html", "#chance", "57.5 %"),
            ("explore.html#step=10", "#place", "Step 10 of 10"),
            ("explore.html", "#place", "Step 1 of 10"),
            ("log.html", "#chance", percent_text(win_probability(7, 5))),
        ):
            visit.open(f"{root}calculator/{asked}")
            expect(page.locator(place)).to_have_text(shown)
            expect(page).to_have_url(re.compile(re.escape(f"{root}index.html")))
    visit.is_well()


def test_an_installed_app_takes_up_the_next_version(visit: Visit, tmp_path: Path) -> None:
    made = files([STANDARD])
    new = re.findall(rb'"(riskexact-app-\w+)"', made["service-worker.js"])[0].decode()
    old = "riskexact-app-of-earlier"
    before = {
        "index.html": b"<title>An earlier app</title>",
        "service-worker.js": made["service-worker.js"].replace(new.encode(), old.encode()),
    }
    page = visit.page

    def caches() -> object:
        return page.evaluate("caches.keys()")

    with served(tmp_path) as root:
        laid(files([STANDARD]) | before, tmp_path)
        visit.open(root + "index.html")
        page.evaluate("navigator.serviceWorker.register('service-worker.js')")
        is_installed(visit)
        wait_until(page, lambda: caches() == [old])
        laid(made, tmp_path)
        page.goto(root + "index.html")
        expect(page).to_have_title("An earlier app")  # the installed one
        # the browser looks for the next version by itself, but not at once
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        wait_until(page, lambda: caches() == [new])
    # nobody serves it any more
    page.context.set_offline(True)
    page.goto(root + "index.html")
    expect(page.locator("#chance")).to_have_text(percent_text(win_probability(7, 5)))


OLD_WORKER = b"""
addEventListener("install", (event) => event.waitUntil(
  caches.open("riskexact-calculator-1").then((cache) => cache.add("index.html"))));
addEventListener("fetch", (event) => event.respondWith(
  caches.match(event.request).then((kept) => kept ?? fetch(event.request))));
"""


def test_an_app_installed_at_its_old_address_hands_over(visit: Visit, tmp_path: Path) -> None:
    page, made = visit.page, files([STANDARD])
    old = {"index.html": b"<title>An old app</title>", "service-worker.js": OLD_WORKER}
    laid({f"calculator/{name}": data for name, data in old.items()}, tmp_path)
    with served(tmp_path) as root:
        visit.open(f"{root}calculator/index.html")
        page.evaluate("navigator.serviceWorker.register('service-worker.js')")
        is_installed(visit)
        laid(made, tmp_path)
        page.reload()
        expect(page).to_have_title("An old app")
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        page.wait_for_url(f"{root}index.html**")
        expect(page.locator("#chance")).to_have_text(percent_text(win_probability(7, 5)))
        wait_until(page, lambda: "riskexact-calculator-1" not in page.evaluate("caches.keys()"))
