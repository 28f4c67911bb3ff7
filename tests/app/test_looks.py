"""How the pages look: on any screen, in every language, to everybody."""

import pytest
from playwright.sync_api import Page, expect

from riskexact.battle.battle import win_probability
from riskexact.rules.languages import LANGUAGES
from tests.app.visits import (
    OpenPage,
    goes_to,
    opens_settings,
    percent_text,
    typed,
)
from tests.browser import (
    DESKTOP,
    NARROW,
    SCHEMES,
    Size,
    look,
    needs_chromium,
    violations,
    wait_until,
)

pytestmark = needs_chromium

OWN_RULES = "#a=99&d=30,15:capital,20&behind=2&retreat=4&stays=1&rules=d8.2d6v2,attack-highest=1"
STOPS = "#a=15&d=12&blitz=3.3&rules=capital-behind-a-wall&retreat=2&stop=1&left=0,4&stays=1"

UNFOLDED = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"


WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && !each.closest("#row, .unseen, .skip, svg, .wide"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth - 8
      && getComputedStyle(each).position !== "fixed" && each.closest(".card, #dock > *")
      && !each.matches(".card")
    || each.matches("button, .choice span, .chip, .tile")
      && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What is wider than the screen or its card, or than there is room for its words."""

SMALL = """() => [...document.querySelectorAll(
    "button, select, .stepper input, .choice label, .touched, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("#path"))
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([html, box]) => `${html}: ${box.width} x ${box.height}`)"""
"""What is too small to be touched."""

SHORT = "document.querySelectorAll('#odds tr:nth-child(n + 5)').forEach((each) => each.remove())"
"""Leaves some rows of a table, each cell of which would be looked at."""


def is_accessible(page: Page, part: str = "html") -> None:
    for scheme in SCHEMES:
        look(page, NARROW, scheme)
        assert violations(page, part, scheme) == []


@pytest.mark.parametrize(
    ("tab", "hash_", "opens", "shown"),
    [
        ("battle", OWN_RULES, "#show-exact", "#exact"),
        ("battle", STOPS, "#show-exact", "#exact"),
        ("maps", "#turn", "[data-territory='38']", "#edit"),
        ("play", "#play", "", ""),
        ("tables", "#tables", "", ""),
        ("explore", "#step=3", "", ""),
        ("explore", "#step=10", "", ""),
    ],
)
def test_it_is_for_all_and_fits_a_narrow_phone_in_every_language(
    open_page: OpenPage, tab: str, hash_: str, opens: str, shown: str
) -> None:
    page = open_page(hash_, NARROW)
    page.evaluate(UNFOLDED)
    page.evaluate(SHORT)
    is_accessible(page)
    if hash_ == STOPS:
        look(page, DESKTOP)
        assert violations(page) == []
        look(page, NARROW)
    for code in reversed(LANGUAGES) if hash_ != "#step=3" else ():
        page.locator("#language").select_option(code)
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.evaluate(WIDE) == [], code
        if opens:
            if tab == "maps":
                page.locator("#mode-armies").check()
            page.locator(opens).first.click()
            box = page.locator(shown).bounding_box()
            assert box
            assert box["width"] <= NARROW[0]
            assert page.evaluate(WIDE) == [], code
            if code == LANGUAGES[0] and hash_ != STOPS:
                is_accessible(page, shown)
            page.keyboard.press("Escape")
        assert page.evaluate(NO_WIDER)


def test_what_comes_and_goes_is_for_all_too(open_page: OpenPage) -> None:
    page = open_page("#a=oops", NARROW)
    typed(page, "Defenders", "x")
    expect(page.locator("#message")).to_be_visible()
    is_accessible(page, "#message")
    is_accessible(page, "#battle")
    page.locator("#settings").click()
    is_accessible(page, "#setup")
    page.keyboard.press("Escape")
    page.evaluate("Worker.prototype.postMessage = () => {}")  # nobody works out the next answer
    goes_to(page, "#a=2000&d=2000")
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    is_accessible(page, "#working")
    # what is touched is large enough
    goes_to(page, "#a=9&d=3,4&left=0,2")
    assert page.evaluate(SMALL) == []
    goes_to(page, "#mine=Siam:4&enemy=Indonesia:1")
    page.reload()
    page.get_by_role("button", name="they lose 1", exact=True).wait_for()
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Siam: ").click()
    assert page.evaluate(SMALL) == []
    page.locator("#throw").get_by_role("button", name="they lose 1", exact=True).click()
    is_accessible(page, "#next-step")


def test_the_numbers_are_within_reach_and_hide_nothing(open_page: OpenPage) -> None:
    page = open_page("#a=9&d=3,4", NARROW)
    # no label is broken within a word: it would be many short lines
    heights = page.locator("#territories label, button.quiet:visible").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert len(heights) > 3
    assert max(heights) < 45
    page.emulate_media(reduced_motion="reduce")
    # in the lower part of the screen, whatever is scrolled to
    page.evaluate("scrollTo(0, 700)")
    for name in ("Attackers: one more", "On territory 1"):
        box = page.get_by_label(name, exact=True).bounding_box()
        assert box
        assert NARROW[1] - 120 < box["y"] < NARROW[1] - 44
    page.evaluate("scrollTo(0, 0)")
    for _ in range(40):
        page.keyboard.press("Tab")
        hidden = page.evaluate(
            """() => {
              const { activeElement } = document;
              const box = activeElement.getBoundingClientRect();
              const dock = document.getElementById("battle");
              return !dock.contains(activeElement) && activeElement !== document.body
                && box.top > dock.getBoundingClientRect().top;
            }"""
        )
        assert not hidden, page.evaluate("document.activeElement.outerHTML")


@pytest.mark.parametrize("size", [NARROW, DESKTOP], ids=["narrow", "desktop"])
def test_the_chance_stays_in_sight(open_page: OpenPage, size: Size) -> None:
    page = open_page(size=size)
    dock = page.locator("#dock-chance")
    expect(dock).to_be_hidden()
    page.locator("#map").scroll_into_view_if_needed()
    page.get_by_role("button", name="Attackers: one more").click()
    expect(dock).to_have_text(percent_text(win_probability(9, 5)))
    expect(dock).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(dock).to_be_hidden()
    # just beneath what stays at the upper edge, where the last of it is hidden
    page.evaluate(
        """() => {
          const { bottom } = document.getElementById("chance").getBoundingClientRect();
          const fixed = matchMedia("(min-width: 40rem)").matches;
          const edge = fixed ? document.getElementById("controls").offsetHeight : 0;
          scrollTo({ top: bottom - edge + 2, behavior: "instant" });
        }"""
    )
    expect(dock).to_be_visible()


def test_a_sheet_of_paper_has_answers_and_nothing_to_press(open_page: OpenPage) -> None:
    page = open_page("#a=15&d=3,4,5&stays=1&retreat=3", DESKTOP)
    page.emulate_media(media="print")
    for gone in ("button:not(#settings, .chip, .tile, .exact)", "input", "select", "summary"):
        expect(page.locator(f"{gone}:visible")).to_have_count(0)
    for kept in ("#settings", "#question", "#chance", "#conquered", "#losses", "#chart", "#map"):
        expect(page.locator(kept)).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    # one page of it: A4 at 96 dpi, but for the margins
    page.set_viewport_size({"width": 703, "height": 1031})
    fits = f"innerWidth == 703 && document.body.scrollHeight <= 1031 && {NO_WIDER}"
    wait_until(page, lambda: page.evaluate(fits))


def test_colours_that_are_forced_and_those_under_the_pointer(open_page: OpenPage) -> None:
    page = open_page(size=DESKTOP)
    page.emulate_media(forced_colors="active")
    opens_settings(page)
    choice = page.locator("#count .choice span")
    colour = "(each) => getComputedStyle(each).backgroundColor"
    before = [each.evaluate(colour) for each in choice.all()]
    page.locator("#armies").check(force=True)
    assert [each.evaluate(colour) for each in choice.all()] == before[::-1]
    assert before[0] != before[1]
    page.keyboard.press("Escape")
    look(page, DESKTOP)
    page.get_by_role("button", name="Exact fraction", exact=True).click()
    button = page.get_by_role("button", name="Copy fraction")
    button.evaluate("(each) => each.blur()")
    colours = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
    for scheme in SCHEMES:
        look(page, DESKTOP, scheme)
        page.mouse.move(0, 0)
        apart = button.evaluate(colours)
        button.hover()
        assert button.evaluate(colours) == apart
        page.mouse.down()
        assert button.evaluate(colours) == apart
        page.mouse.move(0, 0)
        page.mouse.up()
