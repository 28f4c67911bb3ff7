"""What the calculator is told: by its address, by the browser, and by what it remembers."""

import re

import pytest
from playwright.sync_api import expect

from riskexact.app import language
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.rules.catalogue import RULES
from tests.app.visits import (
    OpenPage,
    counts,
    ends_with,
    goes_to,
    opens_settings,
    percent_text,
    plays_by,
    reopen,
    shows,
    shows_in,
    typed,
)
from tests.browser import needs_chromium

pytestmark = needs_chromium

NOTICES_STAY = """
const set = setTimeout;
window.setTimeout = (call, after, ...more) => (after >= 4000 ? 0 : set(call, after, ...more));
"""


def test_a_battle_in_the_address(open_page: OpenPage) -> None:
    page = open_page(before=NOTICES_STAY, permissions=["clipboard-read", "clipboard-write"])
    plays_by(page, "two-defenders-need-three")
    counts(page, "armies")
    typed(page, "Your armies", 14)
    page.get_by_text("Break off early").click()
    page.get_by_text("What were the odds").click()
    typed(page, "Retreat when this many armies are left", 3)
    typed(page, "Defenders left", 2)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#notice")).to_have_text(
        "Answer copied; a page opened from a file has no link"
    )
    rules = RULES["two-defenders-need-three"]
    win = Battle(13, 5, rules, 2).win_probability
    battle = "14 armies against 5 defenders, New Zealand and UK, about 1990, retreat at 3 armies"
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{battle}: I win {percent_text(win)}"
    expect(page).to_have_title(f"{percent_text(win)} – {battle}")
    # which is not said of another battle
    typed(page, "Your armies", 15)
    expect(page.locator("#notice")).to_be_empty()
    typed(page, "Your armies", 14)
    shared = "#a=14&d=5&retreat=3&rules=two-defenders-need-three&stays=1&left=1,2"
    ends_with(page, shared)
    expect(page.locator(".stale")).to_have_count(0)
    answer = page.locator("body").inner_text()
    reopen(page, shared)
    shows(page, win)
    expect(page.locator("body")).to_have_text(answer, use_inner_text=True)
    # an address that is typed into an open page, with its commas as some write them
    goes_to(page, "#a=7&d=2%2C3,2&behind=2")
    shows(page, Campaign(7, (2, 3, 2), leave_behind=2).win_probability)


@pytest.mark.parametrize("rules", ["<img src=x onerror=alert(1)>", "%3Cscript%3E"])
def test_a_hostile_address_does_nothing_but_show_a_message(open_page: OpenPage, rules: str) -> None:
    page = open_page("#a=9&d=4", again=False)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    goes_to(page, f"#a=5&d=3&rules={rules}")
    expect(page.locator("#message")).to_contain_text("This link could not be read")
    expect(page.locator("#message *, #question *")).to_have_count(0)
    goes_to(page, "#a=9&d=4")
    expect(page.locator("#message")).to_be_hidden()


def test_rules_the_mode_and_the_count_are_remembered_and_nothing_else(open_page: OpenPage) -> None:
    page = open_page("")
    shows(page, win_probability(7, 5))
    opens_settings(page)
    page.get_by_role("checkbox", name="Balanced Blitz 3.3").check()
    plays_by(page, "risiko")
    counts(page, "fighters")
    typed(page, "Attackers", 20)
    assert page.evaluate("Object.entries(localStorage).sort()") == [
        ["riskexact.armies", "false"],
        ["riskexact.blitz", "3.3"],
        ["riskexact.rules", "risiko"],
    ]
    bent = Battle(8, 5, RULES["risiko"], blitz=True).win_probability
    reopen(page)
    shows(page, bent)
    # a link says its own, and is not remembered
    reopen(page, "#a=9&d=4")
    shows(page, win_probability(9, 4))
    reopen(page)
    shows(page, bent)
    for key, value in (("rules", "__proto__"), ("blitz", "9.9")):
        page.evaluate("(pair) => localStorage.setItem(...pair)", [f"riskexact.{key}", value])
    reopen(page)
    shows(page, win_probability(8, 5))


def test_an_italian_is_asked_once_by_which_edition_he_plays(open_page: OpenPage) -> None:
    page = open_page("", locale="it-IT")
    ask = page.locator("#edition")
    shows_in(page, win_probability(7, 5, RULES["risiko"]))
    ask.get_by_role("button", name="due dadi").click()
    shows_in(page, win_probability(7, 5))
    expect(ask).to_be_hidden()
    reopen(page)
    shows_in(page, win_probability(7, 5))
    expect(ask).to_be_hidden()
    page.evaluate("localStorage.clear()")
    reopen(page)
    expect(ask.get_by_role("button")).to_have_count(2)
    for button in ask.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 60
    ask.get_by_role("button", name="RisiKo!").click()
    reopen(page)
    shows_in(page, win_probability(7, 5, RULES["risiko"]))
    expect(ask).to_be_hidden()
    # a link says its own, and asks nobody, and nor is a German asked or an Englishman
    page.evaluate("localStorage.clear()")
    for hash_ in ("#a=9&d=4", ""):
        reopen(page, hash_)
        for code in ("de", "en") if not hash_ else ("it",):
            page.locator("#language").select_option(code)
            expect(ask).to_be_hidden()


def test_nothing_is_remembered_where_the_browser_forbids_it(open_page: OpenPage) -> None:
    forbid = """
    Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
    """
    page = open_page(before=forbid)
    page.get_by_label("Language").select_option("Italiano")
    counts(page, "armies")
    plays_by(page, "risiko")
    shows_in(page, win_probability(7, 5, RULES["risiko"]))


def test_the_language_of_the_browser_and_the_one_that_is_chosen(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=5", locale="de-AT")
    texts = language("de")
    words = page.locator("#words")
    expect(words).to_have_text("Du gewinnst in etwa 96 von 100 Fällen.")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_title(re.compile("^96,4 % – 12 Angreifer gegen 5 "))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    typed(page, "Rückzug, wenn so viele Angreifer übrig sind", 2)
    page.get_by_role("button", name=texts["answer.add"]).click()
    # nothing is in English but what is the same
    english = {text for text in language("en").values() if isinstance(text, str)}
    said = page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((each) => [
          each.getAttribute("aria-label"), each.placeholder,
          ...[...each.childNodes].filter((node) => node.nodeType === 3)
            .map((node) => node.data.trim())])"""
    )
    spoken = {text for text in texts.values() if isinstance(text, str)}
    assert {each for each in said if each} & (english - spoken) == {"English"}
    # the one that is chosen by hand is kept
    reopen(page, "#a=12&d=5")
    page.get_by_label("Sprache").select_option("Italiano")
    expect(words).to_have_text("Vinci circa 96 volte su 100.")
    page.reload()
    expect(words).to_have_text("Vinci circa 96 volte su 100.")
