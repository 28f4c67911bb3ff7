"""What the calculator is told: by its address, by the browser, and by what it remembers."""

import pytest
from playwright.sync_api import expect

from riskexact.calculator import language
from riskexact.questions.battle import Battle, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.rules.catalogue import RULES
from tests.browser import needs_chromium
from tests.calculator.visits import OpenPage, goes_to, percent_text, shows, shows_in, typed

pytestmark = needs_chromium


def test_a_battle_in_the_address(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_label("Rules", exact=True).select_option("two-defenders-need-three")
    page.get_by_role("radio", name="all armies").click()
    typed(visit, "Armies", 14)
    page.get_by_text("Break off early").click()
    page.get_by_text("What were the odds").click()
    typed(visit, "Retreat when this many armies are left", 3)
    typed(visit, "Stop after this many rounds", 9)
    typed(visit, "Defenders left", 2)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#notice")).to_have_text("Link copied")
    # which is not said of another battle
    typed(visit, "Armies", 15)
    expect(page.locator("#notice")).to_be_empty(timeout=1500)  # it stays longer otherwise
    typed(visit, "Armies", 14)
    shared = page.evaluate("location.href")
    answer = visit.text("body")
    hash_ = "#a=14&d=5&retreat=3&rounds=9&rules=two-defenders-need-three&stays=1&left=0,2"
    assert shared.endswith(hash_)
    visit.open(shared)
    rules = RULES["two-defenders-need-three"]
    shows(visit, Battle(13, 5, rules, 2, "auto", 0, 9).win_probability)
    assert visit.text("body") == answer
    # an address that is typed into an open page, with its commas as some write them
    goes_to(visit, "#a=7&d=2%2C3,2&behind=2")
    shows(visit, Campaign(7, (2, 3, 2), leave_behind=2).win_probability)


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
    "a=5&d=3&blitz=9.9",
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
    visit = open_page("#a=9&d=4")
    visit.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    shown = visit.page.evaluate(
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


def test_rules_and_the_count_are_remembered_and_nothing_else(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_label("Rules", exact=True).select_option("risiko")
    page.get_by_role("radio", name="all armies").click()
    typed(visit, "Armies", 20)
    assert page.evaluate("Object.entries(localStorage).sort()") == [
        ["riskexact.armies", "true"],
        ["riskexact.rules", "risiko"],
    ]
    visit.reopen()
    shows(visit, win_probability(7, 5, RULES["risiko"]))
    # a link says its own, and is not remembered
    visit.reopen("#a=9&d=4")
    shows(visit, win_probability(9, 4))
    visit.reopen()
    shows(visit, win_probability(7, 5, RULES["risiko"]))
    page.evaluate("localStorage.setItem('riskexact.rules', '__proto__')")
    visit.reopen()
    shows(visit, win_probability(7, 5))


def test_nothing_is_remembered_where_the_browser_forbids_it(open_page: OpenPage) -> None:
    forbid = """
    Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
    """
    visit = open_page(before=forbid)
    visit.page.get_by_label("Language").select_option("Italiano")
    expect(visit.page.locator("#question")).to_have_text("8 attaccanti contro 5 difensori")
    visit.page.get_by_role("radio", name="tutte le armate").click()
    visit.page.get_by_label("Regole", exact=True).select_option("risiko")
    shows_in(visit, win_probability(7, 5, RULES["risiko"]))


SPOKEN = {
    "de-AT": ("2.500 Angreifer gegen 4 Verteidiger", "Rückzug, wenn so viele Angreifer übrig sind"),
    "it": ("2500 attaccanti contro 4 difensori", "Ritirata quando restano questi attaccanti"),
}


@pytest.mark.parametrize("locale", SPOKEN)
def test_the_language_of_the_browser(open_page: OpenPage, locale: str) -> None:
    question, retreat = SPOKEN[locale]
    visit = open_page(locale=locale)
    page = visit.page
    code = locale[:2]
    texts = language(code)
    shows_in(visit, win_probability(8, 5))
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page).to_have_title(f"{texts['page.heading']} {texts['page.exactly']}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    typed(visit, retreat, 2)
    typed(visit, texts["luck.defenders"], 3)
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
    goes_to(visit, "#a=2500&d=4")
    expect(page.locator("#question")).to_have_text(question)


def test_the_language_chosen_by_hand_is_kept(open_page: OpenPage) -> None:
    visit = open_page("#a=12&d=5", locale="fr")
    page = visit.page
    expect(page.locator("#words")).to_have_text("You lose about 1 time in 28.")
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.locator("#words")).to_have_text("Du verlierst in etwa 1 von 28 Fällen.")
    expect(page.locator("#needed")).to_contain_text("95 %")
    page.reload()
    expect(page.locator("#words")).to_have_text("Du verlierst in etwa 1 von 28 Fällen.")
    page.get_by_label("Sprache").select_option("Italiano")
    expect(page.locator("#words")).to_have_text("Perdi circa 1 volta su 28.")
