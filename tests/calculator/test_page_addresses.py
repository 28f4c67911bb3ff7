"""What the calculator is told: by its address, by the browser, and by what it remembers."""

import pytest
from playwright.sync_api import expect

from riskexact.calculator import language
from riskexact.questions.battle import Battle, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.rules.catalogue import RULES
from tests.browser import needs_chromium
from tests.calculator.visits import OpenPage, goes_to, percent_text, reopen, shows, shows_in, typed

pytestmark = needs_chromium


def test_a_battle_in_the_address(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label("Rules", exact=True).select_option("two-defenders-need-three")
    page.get_by_role("radio", name="all armies").click()
    typed(page, "Armies", 14)
    page.get_by_text("Break off early").click()
    page.get_by_text("What were the odds").click()
    typed(page, "Retreat when this many armies are left", 3)
    typed(page, "Stop after this many rounds", 9)
    typed(page, "Defenders left", 2)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#notice")).to_have_text("Link copied")
    # which is not said of another battle
    typed(page, "Armies", 15)
    expect(page.locator("#notice")).to_be_empty(timeout=1500)  # it stays longer otherwise
    typed(page, "Armies", 14)
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
    first, other = (percent_text(win_probability(*sides)) for sides in ((8, 5), (9, 4)))
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
        assert message == "This link could not be read; showing 8 attackers against 5 defenders."
        assert (chance, elements) == (first, 0)
    assert shown[1::2] == [["", other, 0]] * len(HOSTILE)


def test_rules_the_mode_and_the_count_are_remembered_and_nothing_else(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("radio", name="Balanced Blitz 3.3").check(force=True)
    page.get_by_label("Rules", exact=True).select_option("risiko")
    page.get_by_role("radio", name="all armies").click()
    typed(page, "Armies", 20)
    assert page.evaluate("Object.entries(localStorage).sort()") == [
        ["riskexact.armies", "true"],
        ["riskexact.blitz", "3.3"],
        ["riskexact.rules", "risiko"],
    ]
    bent = Battle(7, 5, RULES["risiko"], blitz=True).win_probability
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
    shows(page, win_probability(7, 5))


def test_nothing_is_remembered_where_the_browser_forbids_it(open_page: OpenPage) -> None:
    forbid = """
    Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
    """
    page = open_page(before=forbid)
    page.get_by_label("Language").select_option("Italiano")
    expect(page.locator("#question")).to_have_text("8 attaccanti contro 5 difensori")
    page.get_by_role("radio", name="tutte le armate").click()
    page.get_by_label("Regole", exact=True).select_option("risiko")
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
    expect(page).to_have_title(f"{texts['page.heading']} {texts['page.exactly']}")
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
