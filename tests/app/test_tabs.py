"""The tabs of the app in a real browser: each keeps what it was asked, none disturbs another."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from riskexact import app as calculator
from riskexact.app import TABS
from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.rules import STANDARD
from riskexact.rules.languages import LANGUAGES
from tests.app.visits import OpenPage, ends_with, goes_to, percent_text, plays_by, shows, typed
from tests.browser import NARROW, PHONE, needs_chromium, timers_end, visiting, wait_until

pytestmark = needs_chromium


RISIKO = "RisiKo!: tre dadi in difesa"


def opens(page: Page, name: str) -> None:
    tab = page.get_by_role("link", name=name, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")


def test_each_tab_keeps_what_it_was_asked(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9&retreat=2", NARROW)
    typed(page, "Attackers", 15)
    opens(page, "Turn")
    expect(page).to_have_url(page.url.partition("#")[0] + "#turn")
    expect(page.locator("#chance")).to_have_text("57.5 %")
    page.locator("#throw").get_by_role("button", name="1 each", exact=True).click()
    turn = page.evaluate("location.href")
    opens(page, "Why")
    expect(page.locator("#place")).to_have_text("Step 1 of 10")
    page.get_by_role("button", name="Next").click()
    opens(page, "Battle")
    ends_with(page, "#a=15&d=9&retreat=2")
    expect(page.get_by_label("Attackers", exact=True)).to_have_value("15")
    opens(page, "Turn")
    expect(page).to_have_url(turn)
    opens(page, "Why")
    expect(page.locator("#place")).to_have_text("Step 2 of 10")
    # as the browser goes back, and as an address asks
    page.go_back()
    expect(page.locator("#next")).to_contain_text("Indonesia")
    goes_to(page, "#a=8&d=5")
    shows(page, win_probability(8, 5))


def test_why_opens_with_the_battle_that_was_asked(open_page: OpenPage) -> None:
    page = open_page("#a=13&d=9&stays=1", PHONE)
    opens(page, "Why")
    expect(page.locator("#place")).to_have_text("Step 10 of 10")
    expect(page.locator("#sum .fraction")).to_have_text(fraction_text(win_probability(12, 9)))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Back").click()
    opens(page, "Battle")
    opens(page, "Why")
    expect(page.locator("#place")).to_have_text("Step 9 of 10")


def test_why_says_that_another_battle_is_not_drawn(open_page: OpenPage) -> None:
    for hash_ in ("#a=21&d=9", "#a=12&d=9&rules=risiko"):
        page = open_page(hash_, PHONE)
        opens(page, "Why")
        expect(page.locator("#settings")).to_contain_text("not with yours")
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#settings")).not_to_contain_text("yours")
    opens(open_page("", PHONE), "Why")
    expect(page.locator("#settings")).not_to_contain_text("yours")


def test_the_open_tab_is_told_to_everybody(open_page: OpenPage) -> None:
    page = open_page(size=NARROW)
    page.evaluate("addEventListener('hashchange', () => { window.from = scrollY; })")
    for name in ("Turn", "Play", "Tables", "Why", "Battle"):
        opens(page, name)
        here = page.locator("#tabs [aria-current]")
        expect(here).to_have_text(name)
        expect(here).to_be_focused()
        assert page.evaluate("from") == 0  # at once
        expect(page.locator("h1")).to_have_count(1)
        # the link to the answer leads there
        page.locator(".skip").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_be_focused()
        assert "#answer" not in page.evaluate("location.hash")
    for code in LANGUAGES:
        page.locator("#language").select_option(code)
        boxes = [link.bounding_box() for link in page.locator("#tabs a").all()]
        assert len(boxes) == len(TABS)
        for box in boxes:
            assert box
            assert box["height"] == 52, code
            assert box["x"] + box["width"] <= NARROW[0], code


def test_nothing_of_a_tab_goes_on_when_it_is_left(open_page: OpenPage) -> None:
    page = open_page()
    goes_to(page, "#a=500&d=500")  # whose bars and numbers of units come later
    # nobody works out the answer before it is left
    page.evaluate("() => { window.post = Worker.prototype.postMessage; }")
    page.evaluate("() => { Worker.prototype.postMessage = () => {}; }")
    goes_to(page, "#a=2400&d=2400&below=20")
    expect(page.locator("#cancel")).to_be_visible()
    opens(page, "Why")
    wait_until(page, lambda: not page.workers)
    page.set_viewport_size({"width": 700, "height": 500})
    page.emulate_media(color_scheme="dark")
    timers_end(page, 400)
    assert page.evaluate("document.body.className") == ""
    page.evaluate("() => { Worker.prototype.postMessage = window.post; }")
    opens(page, "Turn")
    expect(page.locator("#chance")).to_have_text("57.5 %")
    wait_until(page, lambda: len(page.workers) == 1)


def test_rules_and_language_are_those_of_all_tabs(open_page: OpenPage) -> None:
    page = open_page("#turn&rules=single-loss")
    ends_with(page, "#turn")
    expect(page.locator("#rule-set")).to_have_value("single-loss")
    goes_to(page, "#&rules=capital")
    shows(page, win_probability(7, 5, "capital"))
    plays_by(page, "risiko")
    page.locator("#language").select_option("it")
    opens(page, "Turno")
    expect(page.locator("#rule-set")).to_have_value("risiko")
    expect(page.locator("#chance")).to_have_text("32,2 %")
    expect(page.locator("#settings")).to_have_text(f"{RISIKO}\u00a0· True Random\u00a0· armate")
    page.locator("#settings").click()
    expect(page.locator("#move")).to_be_focused()
    opens(page, "Tabelle")
    expect(page.locator("#settings")).to_have_text(f"{RISIKO}\u00a0· True Random\u00a0· armate")
    expect(page.locator("#rule-set")).to_have_value("risiko")
    expect(page.locator("#odds tr:nth-child(8) td:nth-child(6)")).to_have_text("54,2")
    opens(page, "Gioca")
    expect(page.locator("#settings")).to_contain_text("Standard")
    opens(page, "Perché")
    expect(page.locator("#settings")).to_contain_text("passo 1")  # not the battle that was asked
    expect(page.locator("#place")).to_have_text("Passo 1 di 10")


def test_a_table_leads_to_its_battles_and_is_printed(open_page: OpenPage) -> None:
    page = open_page("#tables", PHONE)
    page.locator("#rule-set").select_option("capital")
    rows = "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    for first, blitz in ((2, ""), (1, "3.3")):
        shown = page.locator("#odds tbody tr").evaluate_all(rows)
        assert [row[0] for row in shown] == [str(n) for n in range(first, first + 20)]
        for a, d in ((1, 1), (3, 2), (14, 9), (20, 20), (1, 20)):
            win = Battle(a, d, "capital", blitz=bool(blitz)).win_probability
            assert f"{shown[a - 1][d]} %" == percent_text(win)
        page.locator("#odds a").nth(20 * 13 + 8).click()
        shows(page, Battle(14, 9, "capital", blitz=bool(blitz)).win_probability)
        page.evaluate("localStorage.setItem('riskexact.armies', 'false')")
        page.evaluate("localStorage.setItem('riskexact.blitz', '3.3')")
        opens(page, "Tables")
    expect(page.locator("#title")).to_contain_text("Balanced Blitz 3.3")
    # one click prints it on one page
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    for gone in ("#print", "#rule-set", "#tabs", "#language"):
        expect(page.locator(gone)).to_be_hidden()
    page.set_viewport_size({"width": 703, "height": 1031})
    fits = "innerWidth == 703 && document.body.scrollHeight <= 1031"
    wait_until(page, lambda: page.evaluate(fits))
    assert page.evaluate("document.querySelector('.wide').scrollWidth <= innerWidth")


def test_a_feature_that_is_not_there_has_no_tab(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for feature in ("turn", "game"):
        monkeypatch.setitem(sys.modules, f"riskexact.{feature}", None)
    path = tmp_path / "index.html"
    path.write_text(calculator.page([STANDARD]), encoding="utf-8")
    with visiting(browser, f"{path.as_uri()}#turn", NARROW) as visit:
        expect(visit.page.locator("#tabs a")).to_have_text(["Battle", "Tables", "Why"])
        expect(visit.page.locator("#chance")).not_to_be_empty()
        opens(visit.page, "Tables")
        visit.is_alone()
