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


def test_a_battle_in_the_address(open_page: OpenPage) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    plays_by(page, "two-defenders-need-three")
    counts(page, "armies")
    typed(page, "Your armies", 14)
    page.get_by_text("Break off early").click()
    page.get_by_text("What were the odds").click()
    typed(page, "Retreat when this many armies are left", 3)
    typed(page, "Stop after this many rounds", 9)
    typed(page, "Defenders left", 2)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#notice")).to_have_text("Answer and link copied")
    chance = percent_text(
        Battle(13, 5, RULES["two-defenders-need-three"], 2, "auto", 0, 9).win_probability
    )
    battle = (
        "14 armies against 5 defenders, New Zealand and UK, about 1990, retreat at 3 armies, "
        "at most 9 rounds"
    )
    # the answer travels with its address, for nothing after a "#" reaches who shows a preview
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{battle}: I win {chance}\n{page.url}"
    expect(page).to_have_title(f"{chance} – {battle}")
    # which is not said of another battle
    typed(page, "Your armies", 15)
    expect(page.locator("#notice")).to_be_empty(timeout=3000)  # it stays longer otherwise
    typed(page, "Your armies", 14)
    shared = page.evaluate("location.hash")
    answer = page.locator("body").inner_text()
    hash_ = "#a=14&d=5&retreat=3&rounds=9&rules=two-defenders-need-three&stays=1&left=0,2"
    assert shared == hash_
    reopen(page, shared)
    rules = RULES["two-defenders-need-three"]
    shows(page, Battle(13, 5, rules, 2, "auto", 0, 9).win_probability)
    assert page.locator("body").inner_text() == answer
    # an address that is typed into an open page, with its commas as some write them
    goes_to(page, "#a=7&d=2%2C3,2&behind=2")
    shows(page, Campaign(7, (2, 3, 2), leave_behind=2).win_probability)


HOSTILE = [
    "a=1",
    "a=5&d=",
    "a=5&d=3&a=6",
    "a=-5&d=3",
    "a=5.5&d=3",
    "a=1e3&d=3",
    "a=99999&d=3",
    "a=5&d=3&unknown=1",
    "a=5&d=3&__proto__=1",
    "a=5&d=3&constructor=1",
    "a=5&d=" + ",".join(["3"] * 13),
    "a=5&d=3&rules=chess",
    "a=5&d=3&rules=__proto__",
    "a=5&d=3&rules=<img src=x onerror=alert(1)>",
    "a=5&d=3&rules=%3Cimg%20src=x%20onerror=alert(1)%3E",
    "a=5&d=3&left=1",
    "a=5&d=3&blitz=",
    "a=5&d=3&blitz=9.9",
    "a=5&d=3&blitz=__proto__",
    "a=5&d=3&below=101",
    "a=5&d=3&stays=yes",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "%00%ff",
    "a=5&d=3&rounds=0",
    "a=5&d=3&rounds=" + "9" * 700,
    "\u202ea=5&d=3",
]


def test_hostile_addresses_do_nothing_but_show_a_message(open_page: OpenPage) -> None:
    first, other = (percent_text(win_probability(*sides)) for sides in ((7, 5), (9, 4)))
    page = open_page("#a=9&d=4")
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    shown = page.evaluate(
        """async (hostile) => {
          const shown = [];
          for (const hash of hostile.flatMap((each) => [each, "a=9&d=4"])) {
            const heard = new Promise((resolve) => {
              addEventListener("hashchange", resolve, { once: true });
            });
            location.hash = hash;
            await heard;
            const message = document.getElementById("message");
            shown.push([
              message.checkVisibility() ? message.textContent : "",
              document.getElementById("chance").textContent,
              document.querySelectorAll("#message *, #question *").length,
            ]);
          }
          return shown;
        }""",
        HOSTILE,
    )
    assert len(shown) == 2 * len(HOSTILE)
    for message, chance, elements in shown[::2]:
        assert message == "This link could not be read; showing 8 armies against 5 defenders."
        assert (chance, elements) == (first, 0)
    assert shown[1::2] == [["", other, 0]] * len(HOSTILE)


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
        page.evaluate(
            "([key, value]) => localStorage.setItem(`riskexact.${key}`, value)", [key, value]
        )
    reopen(page)
    shows(page, win_probability(8, 5))


def test_an_italian_is_asked_once_by_which_edition_he_plays(open_page: OpenPage) -> None:
    page = open_page("", locale="it-IT")
    ask = page.locator("#edition")
    expect(ask).to_be_visible()
    shows_in(page, win_probability(7, 5, RULES["risiko"]))
    for button in ask.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 60
    ask.get_by_role("button", name="due dadi").click()
    shows_in(page, win_probability(7, 5))
    expect(ask).to_be_hidden()
    reopen(page)
    shows_in(page, win_probability(7, 5))
    expect(ask).to_be_hidden()
    page.evaluate("localStorage.clear()")
    reopen(page)
    ask.get_by_role("button", name="RisiKo!").click()
    reopen(page)
    shows_in(page, win_probability(7, 5, RULES["risiko"]))
    expect(ask).to_be_hidden()
    # a link says its own, and asks nobody
    page.evaluate("localStorage.clear()")
    reopen(page, "#a=9&d=4")
    shows_in(page, win_probability(9, 4))
    expect(ask).to_be_hidden()
    # nor is a German or an Englishman asked
    reopen(page)
    for code in ("de", "en"):
        page.locator("#language").select_option(code)
        expect(ask).to_be_hidden()


def test_nothing_is_remembered_where_the_browser_forbids_it(open_page: OpenPage) -> None:
    forbid = """
    Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
    """
    page = open_page(before=forbid)
    page.get_by_label("Language").select_option("Italiano")
    expect(page.locator("#question")).to_have_text("8 attaccanti contro 5 difensori")
    counts(page, "armies")
    plays_by(page, "risiko")
    shows_in(page, win_probability(7, 5, RULES["risiko"]))


SPOKEN = {
    "de-AT": ("1.000 Angreifer gegen 4 Verteidiger", "Rückzug, wenn so viele Angreifer übrig sind"),
    "it": ("1000 attaccanti contro 4 difensori", "Ritirata quando restano questi attaccanti"),
}


@pytest.mark.parametrize("locale", SPOKEN)
def test_the_language_of_the_browser(open_page: OpenPage, locale: str) -> None:
    question, retreat = SPOKEN[locale]
    page = open_page(locale=locale)
    code = locale[:2]
    texts = language(code)
    shows_in(page, win_probability(8, 5))
    expect(page.locator("html")).to_have_attribute("lang", code)
    chance = percent_text(win_probability(8, 5)).replace(".", ",")
    expect(page).to_have_title(re.compile(f"^{chance} – 8 .*(gegen|contro) 5 "))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    typed(page, retreat, 2)
    typed(page, texts["luck.defenders"], 3)
    page.get_by_role("button", name=texts["answer.add"]).click()
    # nothing is in English but what is the same
    english = {text for text in language("en").values() if isinstance(text, str)}
    spoken = {text for text in texts.values() if isinstance(text, str)}
    said = page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((each) => [
          each.getAttribute("aria-label"), each.placeholder,
          ...[...each.childNodes].filter((node) => node.nodeType === 3)
            .map((node) => node.data.trim())])"""
    )
    assert {each for each in said if each} & (english - spoken) == {"English"}
    goes_to(page, "#a=1000&d=4")
    expect(page.locator("#question")).to_have_text(question)


def test_the_language_chosen_by_hand_is_kept(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=5", locale="fr")
    expect(page.locator("#words")).to_have_text("You win about 96 times in 100.")
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.locator("#words")).to_have_text("Du gewinnst in etwa 96 von 100 Fällen.")
    expect(page.locator("#needed")).to_contain_text("95 %")
    page.reload()
    expect(page.locator("#words")).to_have_text("Du gewinnst in etwa 96 von 100 Fällen.")
    page.get_by_label("Sprache").select_option("Italiano")
    expect(page.locator("#words")).to_have_text("Vinci circa 96 volte su 100.")
