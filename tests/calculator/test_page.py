"""The calculator in a real browser: every control of it."""

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Request, ViewportSize, expect

from riskexact.base.text import decimal_text, fraction_text
from riskexact.calculator import LANGUAGES, files, language, page, rule_data
from riskexact.odds.recursion import cells
from riskexact.questions.battle import Battle, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.choices import campaign_attackers_needed
from riskexact.questions.needed import attackers_needed
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES, entries, grouped
from riskexact.rules.hand import Die, Hand
from riskexact.rules.sentence import sentence
from tests.browser import SCHEMES, browser, needs_chromium, wait_until

ALL = list(RULES.values())
__all__ = ["browser"]  # a fixture

pytestmark = needs_chromium

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 320, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of the page as a file."""
    path = tmp_path_factory.mktemp("calculator") / "calculator.html"
    path.write_text(page("battle", ALL), encoding="utf-8")
    return path.as_uri()


WATCH = """
window.faults = [];
addEventListener("securitypolicyviolation", (event) => faults.push(event.violatedDirective));
addEventListener("error", (event) => faults.push(String(event.message)));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
document.addEventListener("copy", () => {
  const { activeElement } = document;
  window.copied = activeElement.value ?? String(getSelection());
});
"""


class Visit:
    """A page that is watched: what it asks for, what goes wrong in it, what it prints."""

    def __init__(self, context: BrowserContext, before: str = "") -> None:
        self.requests: list[str] = []
        self.printed: list[str] = []
        context.add_init_script(before)
        context.add_init_script(WATCH)
        context.set_default_timeout(20_000)
        context.on("request", self._asked)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.printed.append(message.text))
        self.page.on("pageerror", lambda error: self.printed.append(str(error)))
        self.address = ""

    def open(self, address: str) -> None:
        """Go to an address, which may differ from the last one after the "#" alone."""
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.requests.clear()
        self.address = address
        self.page.goto(address)
        expect(self.page.locator("#chance")).not_to_be_empty()

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("blob:", "data:")):
            self.requests.append(request.url)

    def is_well(self) -> None:
        """Nothing was asked for but the page, and nothing went wrong."""
        assert {request.partition("#")[0] for request in self.requests} == {
            self.address.partition("#")[0]
        }
        assert self.printed == []
        assert self.page.evaluate("faults") == []

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()


OPEN: WeakKeyDictionary[Browser, dict[str, Visit]] = WeakKeyDictionary()
"""The visits that tests made, by their options: a new window takes longer than most tests."""


@contextmanager
def visiting(browser: Browser, address: str, before: str = "", **options: Any) -> Iterator[Visit]:
    """Visit the page, after a script of the test has changed the browser for it."""
    options = {"viewport": PHONE, **options}
    kept = OPEN.setdefault(browser, {})
    # what goes wrong in one test is not left to the next
    visit = kept.pop(f"{before} {options}", None) or Visit(browser.new_context(**options), before)
    visit.page.set_viewport_size(options["viewport"])
    visit.open(address)
    yield visit
    visit.is_well()
    # nor what it remembers
    visit.page.evaluate("try { localStorage.clear(); } catch {}")
    kept[f"{before} {options}"] = visit


def percent_text(value: Fraction) -> str:
    """A chance as the page shows it."""
    if value in (0, 1):
        return f"{value * 100} %"
    rounded = round(value * 1000)
    if rounded in (0, 1000):
        return ">99.9 %" if rounded else "<0.1 %"
    return f"{rounded // 10}.{rounded % 10} %"


# -- its controls ---------------------------------------------------------------------------------


def typed(visit: Visit, label: str, value: object) -> None:
    visit.page.get_by_label(label, exact=True).fill(str(value))


def shows(visit: Visit, chance: Fraction) -> None:
    """Wait for the chance to win."""
    expect(visit.page.locator("#chance")).to_have_text(percent_text(chance))


def shows_in(visit: Visit, chance: Fraction) -> None:
    """The same in German and Italian."""
    expect(visit.page.locator("#chance")).to_have_text(percent_text(chance).replace(".", ","))


def tiles(visit: Visit) -> list[str]:
    return visit.page.locator("#needed strong").all_inner_texts()


def test_may_i_attack_and_what_if_and_the_exact_fraction(browser: Browser, address: str) -> None:
    """The story of somebody who has never seen the page, by touch, on a phone."""
    with visiting(browser, address, has_touch=True, is_mobile=True) as visit:
        page = visit.page
        typed(visit, "Attackers", 15)
        typed(visit, "Defenders", 12)
        shows(visit, win_probability(15, 12))
        expect(page.locator("#question")).to_have_text("15 attackers against 12 defenders")
        expect(page.locator("#words")).to_have_text("You win about 4 in 5.")
        goals = ("50%", "75%", "90%", "95%")
        assert tiles(visit) == [str(attackers_needed(12, goal)) for goal in goals]

        page.get_by_role("button", name="Exact fraction", exact=True).tap()
        exact = fraction_text(win_probability(15, 12))
        expect(page.locator("#exact-fraction")).to_have_text(exact.replace("/", " / "))
        expect(page.locator("#exact-decimal")).to_have_text(
            decimal_text(win_probability(15, 12), 30)
        )
        page.get_by_role("button", name="Copy fraction").tap()
        # in the dialog, for what is behind it is neither seen nor read out
        expect(page.locator("#exact").get_by_role("status")).to_have_text("Fraction copied")
        page.get_by_role("button", name="Close").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)

        page.get_by_role("button", name="+ Territory").tap()
        # which is chosen below, and its number is not that of the one before
        expect(page.get_by_label("On territory 2", exact=True)).to_have_value("1")
        page.get_by_role("button", name="Add a territory").tap()
        page.get_by_role("button", name="Territory 1: 12 defenders").tap()
        typed(visit, "On territory 1", 3)
        page.get_by_role("button", name="Territory 2: 1 defender").tap()
        typed(visit, "On territory 2", 4)
        typed(visit, "Defenders on territory 3", 5)
        campaign = Campaign(15, (3, 4, 5))
        shows(visit, campaign.win_probability)
        rows = page.locator("#conquered tr")
        assert rows.count() == 4
        for taken, chance in campaign.conquered.items():
            assert percent_text(chance) in rows.nth(taken).inner_text()
        typed(visit, "Units that stay on each taken territory", 2)
        shows(visit, Campaign(15, (3, 4, 5), leave_behind=2).win_probability)
        page.get_by_role("button", name="Remove territory 2").tap()
        shows(visit, Campaign(15, (3, 5), leave_behind=2).win_probability)
        expect(page.get_by_label("Defenders on territory 2", exact=True)).to_be_focused()
        page.get_by_role("button", name="Remove territory 2").tap()
        shows(visit, win_probability(15, 3))
        expect(page.get_by_role("button", name="+ Territory")).to_be_focused()


MARGIN = 46
"""Left of the map, and above it."""


def test_a_row_of_territories_is_typed(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=9") as visit:
        page = visit.page
        field = page.locator("#sides input").last
        for text, row in {"3,3,2": (3, 3, 2), "3 3 2 ": (3, 3, 2), "4, 2;1": (4, 2, 1)}.items():
            field.fill("")
            field.press_sequentially(text)
            expect(field).to_have_value(text)
            shows(visit, Campaign(12, row).win_probability)
            assert page.url.endswith("d=" + ",".join(map(str, row)))
            # the left column has no room for both
            expect(page.locator("#first #campaign, #second > #left:first-child")).to_have_count(2)
        # back to a single one, by the same way
        field.fill("4,")
        shows(visit, win_probability(12, 4))
        expect(page.locator("#first > #left:last-child")).to_be_visible()
        field.fill("4,2")
        field.press("Backspace")
        field.press("Backspace")
        shows(visit, win_probability(12, 4))
        field.fill("4,2")
        field.fill("6")
        shows(visit, win_probability(12, 6))
        field.fill("3,3,2")
        field.blur()
        expect(field).to_have_value("3")
        assert page.locator("#row button").all_inner_texts() == ["3", "3", "2", "+"]
        expect(page.locator("#question")).to_have_text("12 attackers against 3, 3, 2 defenders")
        # a number is now that of the territory alone
        page.get_by_role("button", name="Territory 3: 2 defenders").click()
        field.fill("5")
        shows(visit, Campaign(12, (3, 3, 5)).win_probability)
        for text in ("3,x", "3,-1", "3.5", "3,10000"):
            field.fill(text)
            expect(field).to_have_attribute("aria-invalid", "true")
            shows(visit, Campaign(12, (3, 3, 5)).win_probability)
        field.fill(",".join(["1"] * 13))
        expect(field).to_have_accessible_description("At most 12 territories")
        field.fill(",".join(["1"] * 12))
        expect(page.get_by_role("button", name="Add a territory")).to_be_disabled()
        expect(page.locator("#question")).to_have_text(f"12 against {', '.join(['1'] * 12)}")


def test_the_end_of_a_long_row_is_in_reach(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=40&d=3,3,2,5,1,1,1,4,2,8", viewport=NARROW) as visit:
        more = visit.page.get_by_role("button", name="Add a territory")
        expect(more).to_be_in_viewport(ratio=1)
        more.click()
        expect(more).to_be_focused()
        expect(more).to_be_in_viewport(ratio=1)
        chosen = visit.page.get_by_role("button", name="Territory 11: 1 defender")
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_be_in_viewport(ratio=1)
        visit.page.get_by_role("button", name="On territory 11: one more", exact=True).click()
        expect(visit.page.locator("#question")).to_contain_text("2, 8, 2")


def test_the_value_under_the_finger(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=18&d=9", has_touch=True, is_mobile=True) as visit:
        page = visit.page
        canvas, chart = page.locator("#map"), page.locator("#chart")
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box
        cell = (box["width"] - MARGIN) / 20
        for a, d in [(1, 1), (20, 1), (1, 20), (20, 20), (13, 8)]:
            x, y = MARGIN + (d - 0.5) * cell, MARGIN + (a - 0.5) * cell
            canvas.tap(position={"x": x, "y": y})
            counts = f"{a} attacker{'s' * (a > 1)} against {d} defender{'s' * (d > 1)}"
            expect(page.locator("#map-readout")).to_contain_text(
                f"{percent_text(win_probability(a, d))} {counts}"
            )
        chart.tap(position={"x": 45, "y": 100})
        expect(page.locator("#chart-readout")).to_contain_text("lost with")
        box = chart.bounding_box()
        assert box
        chart.tap(position={"x": box["width"] - 1, "y": 100})
        expect(page.locator("#chart-readout")).to_contain_text(
            f"{percent_text(Battle(18, 9).outcomes[18, 0])} won with 18 attackers left"
        )


def test_by_mouse(browser: Browser, address: str) -> None:
    with visiting(browser, address, viewport=DESKTOP) as visit:
        page = visit.page
        page.get_by_role("button", name="Attackers: one more").click()
        page.get_by_role("button", name="Defenders: one fewer").click(click_count=2)
        shows(visit, win_probability(9, 3))
        page.get_by_label("Rules", exact=True).select_option("single-loss")
        shows(visit, win_probability(9, 3, SINGLE_LOSS))
        for rules in ALL:
            page.get_by_label("Rules", exact=True).select_option(rules.name)
            shows(visit, win_probability(9, 3, rules))
        page.get_by_label("Rules", exact=True).select_option("standard")
        page.get_by_role("radio", name="all armies").click()
        shows(visit, win_probability(8, 3))
        expect(page.locator("#question")).to_have_text("9 armies against 3 defenders")
        expect(page.locator("#chips")).to_have_text("one army stays behind×")
        assert tiles(visit)[2] == str(attackers_needed(3, "90%") + 1)
        page.locator(".tile").nth(2).click()
        shows(visit, win_probability(attackers_needed(3, "90%"), 3))
        expect(page.get_by_label("Armies", exact=True)).to_have_value(tiles(visit)[2])
        page.get_by_role("radio", name="fighters").click()

        button = page.get_by_role("button", name="Defenders: one more")
        button.hover()
        defenders = page.get_by_label("Defenders", exact=True)
        page.mouse.down()
        wait_until(page, lambda: int(defenders.input_value()) > 5)
        page.mouse.up()
        held = int(defenders.input_value())
        page.wait_for_timeout(150)
        expect(defenders).to_have_value(str(held))
        # the click that ends it does not count once more
        counts = button.evaluate(
            """async (button) => {
              const value = () => button.parentElement.querySelector("input").value;
              button.dispatchEvent(new PointerEvent("pointerdown"));
              await new Promise((resolve) => setTimeout(resolve, 600));
              button.dispatchEvent(new PointerEvent("pointerup"));
              const counts = [value()];
              button.click();
              counts.push(value());
              button.click();
              return [...counts, value()];
            }"""
        )
        held = int(counts[0])
        assert counts == [str(held), str(held), str(held + 1)]
        held += 1

        page.locator("#chart").hover(position={"x": 46, "y": 100})
        expect(page.locator("#chart-readout")).to_contain_text(
            f"lost with {held} or more defenders left"
        )
        page.get_by_role("radio", name="By side").click()
        page.locator("#chart").hover(position={"x": 46, "y": 100})
        expect(page.locator("#chart-readout")).to_contain_text("exactly 1 attacker left")

        # the map: under the pointer, then as the battle
        typed(visit, "Attackers", 20)
        box = page.locator("#map").bounding_box()
        assert box
        cell = (box["width"] - MARGIN) / 20
        page.locator("#map").click(position={"x": MARGIN + 4.5 * cell, "y": MARGIN + 6.5 * cell})
        readout = page.locator("#map-readout")
        expect(readout).to_contain_text(f"{percent_text(win_probability(7, 5))} 7 attackers")
        readout.get_by_role("button", name="exact fraction").click()
        expect(page.locator("#exact-fraction")).to_have_text(
            fraction_text(win_probability(7, 5)).replace("/", " / ")
        )
        page.keyboard.press("Escape")
        readout.get_by_role("button", name="Use this battle").click()
        shows(visit, win_probability(7, 5))
        expect(page.locator("#map")).to_be_focused()


def test_the_link_to_the_answer_keeps_the_battle(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=15&d=12,4") as visit:
        shows(visit, Campaign(15, (12, 4)).win_probability)
        visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#answer")).to_be_focused()
        expect(visit.page.locator("#message")).to_be_hidden()
        expect(visit.page.locator("#question")).to_contain_text("15 attackers")
        assert visit.page.url.endswith("#a=15&d=12,4")


def test_the_exact_fraction_is_that_of_the_question_above_it(
    browser: Browser, address: str
) -> None:
    """Also while the next question, which takes longer, has no answer yet."""
    with visiting(browser, address) as visit:
        shows(visit, win_probability(8, 5))
        title = visit.page.evaluate(
            """() => {
              location.hash = "#a=2500&d=2500";
              return new Promise((resolve) => addEventListener("hashchange", () => {
                document.getElementById("show-exact").click();
                resolve(document.getElementById("exact-title").textContent);
              }));
            }"""
        )
        assert title == "Chance to win, 8 attackers against 5 defenders"
        exact = fraction_text(win_probability(8, 5)).replace("/", " / ")
        expect(visit.page.locator("#exact-fraction")).to_have_text(exact)


def test_the_words_beside_the_chance(browser: Browser, address: str) -> None:
    said = {
        "#a=0&d=3": "You never win.",
        "#a=3&d=0": "You always win.",
        "#a=3&d=6": "You win about 1 in 7.",
        "#a=20&d=5&retreat=4": "You fail about 1 time in 250.",
        "#a=3&d=8": "You win about 1 time in 19.",
        "#a=12&d=5": "You lose about 1 time in 28.",
        "#a=20&d=5": "You lose about 1 time in 1,100.",
        "#a=3&d=1,1,1,1": "You never take all of them.",
        "#a=20&d=3,1": "You fail about 1 time in 5,000.",
        "#a=9&d=3,4": "You take all of them about 2 times in 3.",
    }
    with visiting(browser, address) as visit:
        for hash_, words in said.items():
            visit.page.evaluate("(hash) => { location.hash = hash; }", hash_)
            expect(visit.page.locator("#words")).to_have_text(words)


PIXEL = """(canvas, [n, m, size, margin]) => {
  const cell = (canvas.clientWidth - margin) / size;
  const ratio = canvas.width / canvas.clientWidth;
  const at = (k) => (margin + (k - 0.3) * cell) * ratio;
  const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, -Math.floor(at(m)), -Math.floor(at(n)));
  return [...copy.getImageData(0, 0, 1, 1).data];
}"""


def is_blue(visit: Visit, n: int, m: int, size: int) -> bool:
    """Whether the n-th row and m-th column of the map is nearer to a win than to a defeat."""
    red, _, blue, _ = visit.page.locator("#map").evaluate(PIXEL, [n, m, size, MARGIN])
    return bool(blue > red)


def test_the_map_has_attackers_down_and_defenders_to_the_right(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address + "#a=9&d=20") as visit:
        for a, d in [(2, 1), (1, 2), (20, 2), (2, 20), (12, 9), (7, 9), (18, 19)]:
            assert is_blue(visit, a, d, 20) == (win_probability(a, d) > Fraction(1, 2)), (a, d)
        visit.page.get_by_label("Rules", exact=True).select_option("ties-to-attacker")
        for a, d in [(1, 1), (12, 14), (7, 9), (2, 20)]:
            win = win_probability(a, d, RULES["ties-to-attacker"])
            assert is_blue(visit, a, d, 20) == (win > Fraction(1, 2)), (a, d)


def test_every_colour_of_the_map(browser: Browser, address: str) -> None:
    """What it is painted with is the chance, but for the rounding of floating point."""
    with visiting(browser, address) as visit:
        for rules in (STANDARD, RULES["two-defenders-need-three"], RULES["bonus-die"]):
            shades = visit.page.evaluate(
                "(data) => [...page.shadesUpTo(12, new arithmetic.Rules(data))]", rule_data(rules)
            )
            for (a, d), value in cells(12, 12, rules):
                assert abs(shades[13 * a + d] - float(value)) < 1e-12


def test_the_map_is_of_any_size(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=9") as visit:
        page, readout = visit.page, visit.page.locator("#map-readout")
        page.get_by_role("button", name="Show fewer battles").click()
        expect(page.get_by_role("button", name="Show fewer battles")).to_be_disabled()
        # the page of ten with the battle on it: attackers from 11 on
        for n, m in [(1, 9), (2, 9), (10, 1)]:
            assert is_blue(visit, n, m, 10) == (win_probability(10 + n, m) > Fraction(1, 2))
        # over its edges
        page.locator("#map").focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(readout).to_contain_text(percent_text(win_probability(10, 11)))
        assert is_blue(visit, 10, 1, 10) == (win_probability(10, 11) > Fraction(1, 2))
        for _ in range(5):
            page.get_by_role("button", name="Show more battles").click()
        assert is_blue(visit, 300, 100, 320)
        assert not is_blue(visit, 100, 300, 320)
        # a battle that takes time is worked out as soon as the finger rests
        page.evaluate("location.hash = '#a=150&d=140'")
        expect(readout).to_have_text("150 attackers against 140 defenders")
        page.locator("#map").focus()
        page.keyboard.press("ArrowDown")
        expect(readout).to_contain_text(percent_text(win_probability(151, 140)))
        page.evaluate("location.hash = '#a=9999&d=0'")
        page.locator("#map").focus()
        page.keyboard.press("ArrowDown")
        expect(readout).to_contain_text("1,280 attackers against 1 defender")


def test_the_axes_of_the_survivors(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=9") as visit:
        chart = visit.page.locator("#chart")
        bars = chart.locator("rect.piece").evaluate_all(
            "(bars) => bars.map((each) => each.getBoundingClientRect().height)"
        )
        expect(chart.locator(".percent")).to_have_text(["5 %", "10 %"])
        lines = chart.locator(".grid").evaluate_all(
            "(lines) => lines.map((each) => each.getBoundingClientRect().y)"
        )
        # the highest bar against the scale
        highest = max(Battle(12, 9).outcomes.values())
        assert abs(max(bars) / (lines[0] - lines[1]) * 5 - float(highest) * 100) < 0.2
        ends = chart.locator("text").all_text_contents()[-2:]
        assert ends == ["defenders left", "attackers left"]
        visit.page.evaluate("location.hash = '#a=12&d=9&retreat=3'")
        expect(chart.locator("text").last).to_have_text("attackers ahead")
        visit.page.get_by_role("radio", name="By side").click()
        expect(chart.locator("text").last).to_have_text("survivors")


def test_the_map_is_read_out_to_who_moves_on_it_alone(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        readout = visit.page.locator("#map-readout")
        typed(visit, "Attackers", 9)
        shows(visit, win_probability(9, 5))
        expect(readout).to_have_attribute("aria-live", "off")
        visit.page.locator("#map").focus()
        visit.page.keyboard.press("ArrowRight")
        expect(readout).to_have_attribute("aria-live", "polite")
        typed(visit, "Attackers", 8)
        expect(readout).to_have_attribute("aria-live", "off")


def test_no_label_is_broken_within_a_word(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=3,4,5", viewport=NARROW) as visit:
        # it would be many short lines otherwise
        heights = visit.page.locator("#territories label").evaluate_all(
            "(labels) => labels.map((each) => each.getBoundingClientRect().height)"
        )
        assert len(heights) == 3
        assert max(heights) < 45
        quiet = visit.page.locator("button.quiet:visible").evaluate_all(
            "(buttons) => buttons.map((each) => each.scrollHeight)"
        )
        assert set(quiet) == {44}


def test_forced_colours_leave_the_choice_its_state(browser: Browser, address: str) -> None:
    with visiting(browser, address, forced_colors="active") as visit:
        choice = visit.page.locator("#count .choice span")
        colour = "(each) => getComputedStyle(each).backgroundColor"
        before = [each.evaluate(colour) for each in choice.all()]
        visit.page.get_by_role("radio", name="all armies").click()
        assert [each.evaluate(colour) for each in choice.all()] == before[::-1]
        assert before[0] != before[1]


def test_by_keyboard(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_be_focused()
        page.get_by_label("Attackers", exact=True).focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("PageUp")
        shows(visit, win_probability(19, 5))
        page.keyboard.press("PageDown")
        page.keyboard.press("ArrowDown")
        shows(visit, win_probability(8, 5))
        page.keyboard.type("3")
        expect(page.get_by_label("Attackers", exact=True)).to_have_value("3")
        shows(visit, win_probability(3, 5))

        chart = page.locator("#chart")
        outcomes = Battle(3, 5).outcomes
        chart.focus()
        page.keyboard.press("End")
        won = f"{{}}: {percent_text(outcomes[3, 0])}"
        expect(chart).to_have_attribute(
            "aria-valuetext",
            f"{won.format('won with 3 attackers left')}; {won.format('won with 3 or more left')}",
        )
        page.keyboard.press("Home")
        expect(page.locator("#chart-readout")).to_contain_text(
            f"{percent_text(outcomes[0, 5])} lost with 5 defenders left"
        )
        page.keyboard.press("ArrowRight")
        expect(page.locator("#chart-readout")).to_contain_text(
            f"{percent_text(outcomes[0, 4])} lost with 4 defenders left"
        )
        page.get_by_role("radio", name="By result").focus()
        page.keyboard.press("ArrowRight")
        chart.focus()
        page.keyboard.press("Home")
        expect(page.locator("#chart-readout")).to_contain_text(
            f"{percent_text(outcomes[1, 0])} exactly 1 attacker left"
        )
        expect(page.locator("#chart-readout")).to_contain_text(
            f"{percent_text(outcomes[0, 1])} exactly 1 defender left"
        )

        page.locator("#map").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#map-readout")).to_contain_text(percent_text(win_probability(3, 4)))
        page.keyboard.press("Enter")
        shows(visit, win_probability(3, 4))

        page.locator("#show-exact").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#exact")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#show-exact")).to_be_focused()
        page.locator("#fighters").focus()
        page.keyboard.press("ArrowRight")
        shows(visit, win_probability(2, 4))


def test_every_control_is_reached_by_tab(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=3,4") as visit:
        page = visit.page
        wanted = page.evaluate(
            """() => [...document.querySelectorAll(
                "button, input, select, summary, [tabindex='0']")]
              .filter((each) => !each.disabled && each.checkVisibility()
                && !each.closest("dialog") && !(each.type === "radio" && !each.checked))
              .length"""
        )
        page.evaluate("window.reached = new Set()")
        for _ in range(wanted + 2):
            page.keyboard.press("Tab")
            page.evaluate("reached.add(document.activeElement)")
        # the link to the answer too
        assert page.evaluate("reached.delete(document.body), reached.size") == wanted + 1


def test_stop_rules_and_expected_losses(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=9") as visit:
        page = visit.page
        page.get_by_text("Break off early").click()
        typed(visit, "Retreat when this many attackers are left", 3)
        battle = Battle(12, 9, retreat_at=3)
        shows(visit, battle.win_probability)
        assert f"broken off {percent_text(battle.stop_probability)}" in visit.text("#split-words")
        typed(visit, "Stop when this many defenders are left", 1)
        typed(visit, "Stop after this many rounds", 8)
        typed(visit, "Stop when the chance falls below … %", 20)
        battle = Battle(12, 9, STANDARD, 3, "auto", 1, 8, "20%")
        shows(visit, battle.win_probability)
        costs = [f"{round(cost * 100) / 100:.2f}" for cost in battle.costs]
        assert page.locator("#losses tr").nth(1).locator("td").all_inner_texts() == costs
        typed(visit, "Stop after this many rounds", "")
        battle = Battle(12, 9, STANDARD, 3, "auto", 1, None, "20%")
        shows(visit, battle.win_probability)
        page.get_by_role("button", name="Stop after this many rounds: one more").click()
        expect(page.get_by_label("Stop after this many rounds", exact=True)).to_have_value("1")
        page.get_by_role("button", name="Stop after this many rounds: one fewer").click()
        expect(page.get_by_label("Stop after this many rounds", exact=True)).to_have_value("")
        shows(visit, battle.win_probability)


def test_what_were_the_odds_of_that(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=9") as visit:
        page = visit.page
        page.get_by_text("What were the odds of that?").click()
        typed(visit, "Defenders left", 4)
        bad, good = Battle(12, 9).luck(0, 4)
        expect(page.locator("#luck")).to_contain_text(f"{percent_text(bad)} at least this bad")
        expect(page.locator("#luck")).to_contain_text(f"{percent_text(good)} at least this good")
        page.locator("#luck").get_by_role("button").first.click()
        expect(page.locator("#exact-fraction")).to_have_text(fraction_text(bad).replace("/", " / "))
        page.keyboard.press("Escape")
        typed(visit, "Attackers left", 4)
        expect(page.locator("#luck")).to_have_text(
            "This battle does not end with 4 attackers and 4 defenders left."
        )


def test_what_cannot_be_typed_is_marked_and_changes_nothing(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        field = visit.page.get_by_label("Attackers", exact=True)
        for text in ("", "-1", "1.5", "1e3", "007", "x", "10000", "1" * 50, "     12 units"):
            field.fill(text)
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(field).to_have_accessible_description("A whole number from 0 to 9999")
            shows(visit, win_probability(8, 5))
        field.blur()
        expect(field).to_have_value("8")
        expect(field).not_to_have_attribute("aria-invalid", "true")
        said = "“12 units” is not a whole number from 0 to 9999"
        expect(visit.page.locator("#sides .fault").first).to_have_text(said)
        # a text that is pasted is not cut where another number would be left of it
        field.fill("")
        visit.page.keyboard.insert_text("     12")
        shows(visit, win_probability(12, 5))
        typed(visit, "Attackers", 0)
        shows(visit, Fraction(0))
        typed(visit, "Defenders", 0)
        expect(visit.page.locator("#refused")).to_contain_text("Nobody on either side")


def test_copying_where_there_is_no_clipboard(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.get_by_role("button", name="Exact fraction", exact=True).click()
        page.get_by_role("button", name="Copy fraction").click()
        assert page.evaluate("copied") == fraction_text(win_probability(8, 5))
        page.get_by_role("button", name="Copy decimal").click()
        assert page.evaluate("copied") == decimal_text(win_probability(8, 5), 30)
        # nothing of it is left for the next fraction
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Exact fraction", exact=True).click()
        expect(page.locator("#exact").get_by_role("status")).to_be_empty()


def test_the_main_button_keeps_its_colours_under_the_pointer(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, viewport=DESKTOP) as visit:
        visit.page.get_by_role("button", name="Exact fraction", exact=True).click()
        button = visit.page.get_by_role("button", name="Copy fraction")
        button.evaluate("(each) => each.blur()")
        colours = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
        for scheme in reversed(SCHEMES):  # light is what the next test finds
            visit.page.emulate_media(color_scheme=scheme)
            visit.page.mouse.move(0, 0)
            apart = button.evaluate(colours)
            button.hover()
            assert button.evaluate(colours) == apart
            visit.page.mouse.down()
            assert button.evaluate(colours) == apart
            visit.page.mouse.move(0, 0)
            visit.page.mouse.up()


# -- what decides the number ----------------------------------------------------------------------


def chips(visit: Visit) -> list[str]:
    return [
        each.removesuffix("×").strip() for each in visit.page.locator("#chips li").all_inner_texts()
    ]


def test_all_that_decides_the_number_is_said_and_can_be_taken_back(
    browser: Browser, address: str
) -> None:
    hash_ = "#a=12&d=9&retreat=4&stop=2&rounds=8&below=20&rules=lotr-leader&stays=1"
    rules = RULES["lotr-leader"]
    with visiting(browser, address + hash_) as visit:
        page = visit.page
        shows(visit, Battle(11, 9, rules, 3, "auto", 2, 8, "20%").win_probability)
        assert chips(visit) == [
            "The Lord of the Rings: leader attacks",
            "one army stays behind",
            "retreat at 4 armies",
            "stop at 2 defenders",
            "at most 8 rounds",
            "stop below 20 %",
        ]
        # the exact fraction says its question too
        page.locator("#show-exact").click()
        expect(page.locator("#exact-title")).to_contain_text("retreat at 4 armies, stop at 2")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Remove: at most 8 rounds").click()
        shows(visit, Battle(11, 9, rules, 3, "auto", 2, None, "20%").win_probability)
        expect(page.get_by_role("button", name="Remove: stop below 20 %")).to_be_focused()
        for name in ("stop below 20 %", "stop at 2 defenders", "retreat at 4 armies"):
            page.get_by_role("button", name=f"Remove: {name}").click()
        shows(visit, win_probability(11, 9, rules))
        page.get_by_role("button", name="Remove: one army stays behind").click()
        page.get_by_role("button", name="Remove: The Lord of the Rings: leader attacks").click()
        shows(visit, win_probability(12, 9))
        expect(page.locator("#chips")).to_be_hidden()
        expect(page.locator("#answer")).to_be_focused()
        page.evaluate("location.hash = '#a=12&d=3,2&behind=2&stop=1'")
        shows(visit, Campaign(12, (3, 2), leave_behind=2).win_probability)
        assert chips(visit) == ["2 stay on each territory"]


@pytest.mark.parametrize("size", [PHONE, NARROW, DESKTOP], ids=["phone", "narrow", "desktop"])
def test_the_chance_stays_in_sight(browser: Browser, address: str, size: ViewportSize) -> None:
    with visiting(browser, address, viewport=size) as visit:
        page = visit.page
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
              const fixed = matchMedia("(min-width: 56rem)").matches;
              const edge = fixed ? document.getElementById("controls").offsetHeight : 0;
              scrollTo({ top: bottom - edge + 2, behavior: "instant" });
            }"""
        )
        expect(dock).to_be_visible()


def about(rules: Rules, name: str = "") -> str:
    """What the page says of rules, by their name if they have one."""
    said = sentence(rules).replace("'", "’")
    named = entries().items()
    same = [entry.title for other, entry in named if entry.rules == rules and other != name]
    return f"{said}. The same dice as {', '.join(same)}" if same else said


def test_rules_by_edition_with_their_sentence(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        for group, named in grouped().items():
            options = (
                page.locator("#rule-set optgroup", has=page.locator("option"))
                .and_(page.locator(f'[label="{group}"]'))
                .locator("option")
            )
            assert options.all_inner_texts() == [entry.title for entry in named.values()]
        assert "The same dice as Capital" in about(RULES["risiko"], "risiko")
        for name, entry in entries().items():
            page.get_by_label("Rules", exact=True).select_option(entry.title)
            expect(page.locator("#about-rules")).to_have_text(about(entry.rules, name))


def test_rules_and_the_count_are_remembered_and_nothing_else(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        page.get_by_label("Rules", exact=True).select_option("risiko")
        page.get_by_role("radio", name="all armies").click()
        typed(visit, "Armies", 20)
        assert page.evaluate("Object.entries(localStorage).sort()") == [
            ["riskexact.armies", "true"],
            ["riskexact.rules", "risiko"],
        ]
        visit.open(address)
        shows(visit, win_probability(7, 5, RULES["risiko"]))
        # a link says its own, and is not remembered
        visit.open(address + "#a=9&d=4")
        shows(visit, win_probability(9, 4))
        visit.open(address)
        shows(visit, win_probability(7, 5, RULES["risiko"]))
        page.evaluate("localStorage.setItem('riskexact.rules', '__proto__')")
        visit.open(address)
        shows(visit, win_probability(7, 5))


# -- rules of one's own ---------------------------------------------------------------------------


OWN = "Custom rules…"


def test_all_that_the_catalogue_says_can_be_said(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=7") as visit:
        page = visit.page
        for rules in ALL:
            page.get_by_label("Rules", exact=True).select_option(rules.name)
            page.get_by_label("Rules", exact=True).select_option(OWN)
            expect(page.locator("#own")).to_be_visible()
            shows(visit, win_probability(9, 7, rules))
            expect(page.locator("#about-rules")).to_have_text(about(rules))
            shared = page.evaluate("location.href")
            expect(page.get_by_label("Attacker’s dice", exact=True)).to_be_visible()
            page.get_by_label("Rules", exact=True).select_option("standard")
            expect(page.locator("#own")).to_be_hidden()
            page.evaluate("(hash) => { location.hash = hash; }", shared.partition("#")[2])
            shows(visit, win_probability(9, 7, rules))
            own = shared.partition("rules=")[2].replace(",", ", ")
            assert chips(visit) == [f"Custom rules ({own})"]


def test_rules_are_typed(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=7") as visit:
        page = visit.page
        page.get_by_label("Rules", exact=True).select_option(OWN)
        attack = page.get_by_role("group", name="Attacker")
        defence = page.get_by_role("group", name="Defender")
        faces = "Faces, of all or of each: 8, 6, 6 or 2-3-3-4-4-5"

        def are(rules: Rules) -> None:
            shows(visit, win_probability(9, 7, rules))
            expect(page.locator("#about-rules")).to_have_text(about(rules))

        page.get_by_role("button", name="Attacker’s dice: one more").click()
        are(Rules(4))
        typed(visit, "Defender’s dice", 3)
        are(Rules(4, 3))
        attack.get_by_label(faces).fill("8, 6, 6")
        are(Rules((8, 6, 6), 3))
        defence.get_by_label(faces).fill("10")
        are(Rules((8, 6, 6), (10, 10, 10)))
        defence.get_by_label("Highest die counts").select_option("1 more")
        are(Rules((8, 6, 6), Hand((10, 10, 10), to_highest=1)))
        defence.get_by_label("Stays within the faces").check()
        are(Rules((8, 6, 6), Hand((10, 10, 10), to_highest=1, clamped=True)))
        attack.get_by_label("Every die counts").select_option("2 less")
        attack.get_by_label("Extra dice; the lowest are dropped", exact=True).fill("1")
        side = Hand((8, 6, 6), extra=(6,), to_all=-2)
        are(Rules(side, Hand((10, 10, 10), to_highest=1, clamped=True)))
        defence.get_by_label("Units needed for each die").fill("1 3 4")
        theirs = Hand((10, 10, 10), (1, 3, 4), to_highest=1, clamped=True)
        are(Rules(side, theirs))
        typed(visit, "Pairs of dice that are compared", 2)
        are(Rules(side, theirs, pairs=2))
        page.get_by_label("A tie", exact=True).select_option("goes to the attacker")
        attack.get_by_label("Lowest die counts").select_option("3 more")
        attack.get_by_label(faces).fill("8 2-3-3-4-4-5, 6 ")
        side = Hand((8, Die("2-3-3-4-4-5"), 6), extra=(6,), to_all=-2, to_lowest=3)
        final = Rules(side, theirs, pairs=2, ties="attacker")
        are(final)
        shared = page.evaluate("location.href")
        # kept on the device, and in the address
        visit.open(address)
        shows(visit, win_probability(8, 5, final))
        visit.open(shared)
        are(final)
        page.get_by_role("button", name="Remove: Custom rules (").click()
        shows(visit, win_probability(9, 7))


def test_rules_that_cannot_be_played_by(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        page.get_by_label("Rules", exact=True).select_option(OWN)
        attack = page.get_by_role("group", name="Attacker")
        faces = attack.get_by_label("Faces, of all or of each: 8, 6, 6 or 2-3-3-4-4-5")
        fault = page.locator("#own-fault")
        for text, said in [
            ("0", "from 1 to 100"),
            ("101", "from 1 to 100"),
            ("6-101", "from 0 to"),
        ]:
            faces.fill(text)
            expect(fault).to_contain_text(said)
        faces.fill("2-3-")
        expect(fault).to_have_text("Numbers such as 8 or 8, 6, 6")
        faces.fill("six")
        expect(fault).to_have_text("Numbers such as 8 or 8, 6, 6")
        faces.fill("6")
        expect(fault).to_be_empty()
        attack.get_by_label("Units needed for each die").fill("2, 3, 4")
        expect(fault).to_contain_text("from 1 up")
        extra = attack.get_by_label("Extra dice; the lowest are dropped", exact=True)
        extra.fill("18")
        expect(fault).to_contain_text("At most 20 dice")
        # one fault at a time, beneath what is typed
        extra.fill("many")
        expect(page.locator("#own .fault:visible")).to_have_count(1)
        faces.fill("six")
        expect(page.locator("#own .fault:visible")).to_have_count(1)
        expect(page.locator("#own .typed:has(:focus) + .fault")).to_have_text(
            "Numbers such as 8 or 8, 6, 6"
        )
        shows(visit, win_probability(8, 5))


def test_rules_of_a_territory(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=3,5:bonus-die,2:3v1&rules=risiko") as visit:
        page = visit.page
        each = [RULES["risiko"], RULES["bonus-die"], Rules(3, 1)]

        def are(garrisons: Sequence[int], rules: Sequence[Rules]) -> None:
            shows(visit, Campaign(12, garrisons, rules).win_probability)

        are((3, 5, 2), each)
        assert chips(visit) == [
            "RisiKo!: three defence dice",
            "territory 2: Bonus defence die",
            "territory 3: Custom rules (3v1)",
        ]
        select = page.get_by_label("Rules on territory 1", exact=True)
        select.select_option("ties-to-attacker")
        each[0] = RULES["ties-to-attacker"]
        are((3, 5, 2), each)
        assert page.url.endswith("d=3:ties-to-attacker,5:bonus-die,2:3v1&rules=risiko")
        # rules stay on their territory, whatever becomes of the others
        page.get_by_role("button", name="Remove territory 2").click()
        are((3, 2), [each[0], each[2]])
        page.get_by_role("button", name="Add a territory").click()
        are((3, 2, 1), [each[0], each[2], RULES["risiko"]])
        page.locator("#sides input").last.fill("4,4")
        are((4, 4), [each[0], each[2]])
        page.get_by_role("button", name="Remove: territory 2: Custom rules (3v1)").click()
        are((4, 4), [each[0], RULES["risiko"]])
        select.select_option("Rules as above")
        are((4, 4), [RULES["risiko"], RULES["risiko"]])
        assert page.url.endswith("#a=12&d=4,4&rules=risiko")
        goals = [
            str(campaign_attackers_needed([4, 4], goal, rules=RULES["risiko"]))
            for goal in ("50%", "75%", "90%", "95%")
        ]
        wait_until(page, lambda: tiles(visit) == goals)
        page.evaluate("location.hash = '#a=9&d=5:capital'")
        shows(visit, win_probability(9, 5, RULES["capital"]))
        assert chips(visit) == ["territory 1: Capital"]
        expect(page.locator("#map-readout")).to_contain_text(
            percent_text(win_probability(9, 5, RULES["capital"]))
        )


# -- the address ----------------------------------------------------------------------------------


def test_a_battle_in_the_address(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
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
    assert shared == address + hash_
    with visiting(browser, shared) as visit:
        rules = RULES["two-defenders-need-three"]
        shows(visit, Battle(13, 5, rules, 2, "auto", 0, 9).win_probability)
        assert visit.text("body") == answer
        # an address that is typed into an open page, with its commas as some write them
        visit.page.evaluate("location.hash = '#a=7&d=2%2C3,2&behind=2'")
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


def test_hostile_addresses_do_nothing_but_show_a_message(browser: Browser, address: str) -> None:
    first, other = (percent_text(win_probability(*sides)) for sides in ((8, 5), (9, 4)))
    with visiting(browser, address + "#a=9&d=4") as visit:
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
            assert (
                message == "This link could not be read; showing 8 attackers against 5 defenders."
            )
            assert (chance, elements) == (first, 0)
        assert shown[1::2] == [["", other, 0]] * len(HOSTILE)


# -- languages ------------------------------------------------------------------------------------


SPOKEN = {
    "de-AT": ("2.500 Angreifer gegen 4 Verteidiger", "Rückzug, wenn so viele Angreifer übrig sind"),
    "it": ("2500 attaccanti contro 4 difensori", "Ritirata quando restano questi attaccanti"),
}


@pytest.mark.parametrize("locale", SPOKEN)
def test_the_language_of_the_browser(browser: Browser, address: str, locale: str) -> None:
    question, retreat = SPOKEN[locale]
    with visiting(browser, address, locale=locale) as visit:
        page = visit.page
        code = locale[:2]
        texts = language(code)
        shows_in(visit, win_probability(8, 5))
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page).to_have_title(f"{texts['page.heading']} {texts['page.exactly']}")
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
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
        page.evaluate("location.hash = '#a=2500&d=4'")
        expect(page.locator("#question")).to_have_text(question)


def test_the_language_chosen_by_hand_is_kept(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=12&d=5", locale="fr") as visit:
        page = visit.page
        expect(page.locator("#words")).to_have_text("You lose about 1 time in 28.")
        page.get_by_label("Language").select_option("Deutsch")
        expect(page.locator("#words")).to_have_text("Du verlierst in etwa 1 von 28 Fällen.")
        expect(page.locator("#needed")).to_contain_text("95 %")
        page.reload()
        expect(page.locator("#words")).to_have_text("Du verlierst in etwa 1 von 28 Fällen.")
        page.get_by_label("Sprache").select_option("Italiano")
        expect(page.locator("#words")).to_have_text("Perdi circa 1 volta su 28.")
        visit.requests.clear()
        visit.requests.append(address)  # of the reload


def test_nothing_is_remembered_where_the_browser_forbids_it(browser: Browser, address: str) -> None:
    forbid = """
    Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });
    """
    with visiting(browser, address, before=forbid) as visit:
        visit.page.get_by_label("Language").select_option("Italiano")
        expect(visit.page.locator("#question")).to_have_text("8 attaccanti contro 5 difensori")
        visit.page.get_by_role("radio", name="tutte le armate").click()
        visit.page.get_by_label("Regole", exact=True).select_option("risiko")
        shows_in(visit, win_probability(7, 5, RULES["risiko"]))


EVERYTHING = "#a=99&d=30,15:capital,20&behind=2&retreat=4&stays=1&rules=d8.2d6v2,attack-highest=1"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("address_of", [EVERYTHING, "#a=12&d=9&retreat=3&left=0,4"])
def test_it_fits_a_narrow_phone_in_every_language(
    browser: Browser, address: str, code: str, address_of: str
) -> None:
    with visiting(browser, address, viewport=NARROW, locale=code) as visit:
        page = visit.page
        page.evaluate("(hash) => { location.hash = hash; }", address_of)
        page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        expect(page.locator("#question")).not_to_be_empty()
        # nothing is wider than the screen, nor than its card
        wide = page.evaluate(
            """() => [...document.querySelectorAll("body *")]
              .filter((each) => each.checkVisibility() && !each.closest("#row, .unseen, .skip"))
              .filter((each) => each.getBoundingClientRect().right > innerWidth - 8
                && getComputedStyle(each).position !== "fixed" && each.closest(".card"))
              .map((each) => each.outerHTML.slice(0, 80))"""
        )
        assert [each for each in wide if 'class="card"' not in each] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# -- slow answers ---------------------------------------------------------------------------------


def test_a_slow_answer_never_freezes_the_page_and_can_be_cancelled(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address) as visit:
        page = visit.page
        page.evaluate("location.hash = '#a=2500&d=2500'")
        cancel = page.get_by_role("button", name="Cancel")
        expect(cancel).to_be_visible()
        # frames go on while it is worked out
        slowest = page.evaluate(
            """async () => {
              let slowest = 0;
              for (let n = 0, last = performance.now(); n < 20; n += 1) {
                await new Promise(requestAnimationFrame);
                slowest = Math.max(slowest, performance.now() - last);
                last = performance.now();
              }
              return slowest;
            }"""
        )
        assert slowest < 2000
        expect(page.locator("#progress")).not_to_have_attribute("value", "0")
        cancel.click()
        expect(page.locator("#refused")).to_have_text("Cancelled. Change a number to ask again.")
        expect(cancel).to_be_hidden()
        # another question is answered soon, also while a slow one is open
        page.evaluate("location.hash = '#a=2400&d=2400'")
        expect(cancel).to_be_visible()
        page.evaluate("location.hash = '#a=260&d=250'")
        shows(visit, win_probability(260, 250))
        expect(page.locator("#refused")).to_be_empty()
        expect(page.locator("#needed strong").nth(3)).to_have_text(
            str(attackers_needed(250, "95%"))
        )


def test_a_battle_of_hundreds_is_answered_by_the_worker(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=400&d=380") as visit:
        shows(visit, win_probability(400, 380))
        visit.page.get_by_role("button", name="Exact fraction", exact=True).click()
        expect(visit.page.locator("#exact-fraction")).to_have_text(
            fraction_text(win_probability(400, 380)).replace("/", " / ")
        )


def test_a_browser_without_workers(browser: Browser, address: str) -> None:
    with visiting(browser, address, before="delete window.Worker;") as visit:
        typed(visit, "Attackers", 100)
        typed(visit, "Defenders", 110)
        shows(visit, win_probability(100, 110))
        visit.page.evaluate("location.hash = '#a=2500&d=2500'")
        expect(visit.page.locator("#refused")).to_contain_text("starts no worker")


def test_sizes_that_would_take_too_long_are_refused(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        visit.page.evaluate("location.hash = '#a=9999&d=9999'")
        expect(visit.page.locator("#refused")).to_contain_text("Too large for this page (about ")
        expect(visit.page.locator("#show-exact")).to_be_disabled()
        typed(visit, "Attackers", 5)
        typed(visit, "Defenders", 5)
        shows(visit, win_probability(5, 5))


# -- for everybody --------------------------------------------------------------------------------


def test_axe_finds_nothing(browser: Browser, address: str) -> None:
    everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
    colours = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
    with visiting(browser, address, viewport=NARROW) as visit:
        page = visit.page

        def nothing_found() -> None:
            for scheme in reversed(SCHEMES):
                page.emulate_media(color_scheme=scheme)
                rules = everything if scheme == "light" else colours
                found = Axe().run(page, options={"runOnly": rules})
                assert found.violations_count == 0, found.generate_report()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= page.evaluate("innerWidth")

        page.evaluate(
            "location.hash = '#a=15&d=3,4:capital,5&retreat=2&rules=d8.2d6v2,defence-highest=1'"
        )
        nothing_found()
        page.evaluate("location.hash = '#a=oops'")
        typed(visit, "Defenders", "x")
        nothing_found()
        page.set_viewport_size(DESKTOP)
        page.evaluate("location.hash = '#a=12&d=9&retreat=2&stop=1&left=0,4&stays=1'")
        page.get_by_role("radio", name="By side").check(force=True)
        nothing_found()
        page.get_by_role("button", name="Exact fraction", exact=True).click()
        nothing_found()
        page.keyboard.press("Escape")
        page.evaluate("location.hash = '#a=2000&d=2000'")
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
        nothing_found()


def test_what_is_touched_is_large_enough_and_within_reach(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=3,4&left=0,2", viewport=NARROW) as visit:
        small = visit.page.evaluate(
            """() => [...document.querySelectorAll(
              "button, select, .stepper input, .choice label, summary")]
              .filter((each) => each.checkVisibility())
              .map((each) => [each.textContent.slice(0, 20), each.getBoundingClientRect()])
              .filter(([, box]) => box.height < 44 || box.width < 44)
              .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
        )
        assert small == []
        # both numbers are in the lower part of the screen, whatever is scrolled to
        visit.page.evaluate("scrollTo(0, 700)")
        for name in ("Attackers: one more", "On territory 1"):
            box = visit.page.get_by_label(name, exact=True).bounding_box()
            assert box
            assert NARROW["height"] - 120 < box["y"] < NARROW["height"] - 44


def test_the_numbers_do_not_hide_what_has_the_focus(browser: Browser, address: str) -> None:
    with visiting(browser, address + "#a=9&d=3", viewport=NARROW, reduced_motion="reduce") as visit:
        for _ in range(40):
            visit.page.keyboard.press("Tab")
            hidden = visit.page.evaluate(
                """() => {
                  const { activeElement } = document;
                  const box = activeElement.getBoundingClientRect();
                  const dock = document.getElementById("battle");
                  return !dock.contains(activeElement) && activeElement !== document.body
                    && box.top > dock.getBoundingClientRect().top;
                }"""
            )
            assert not hidden, visit.page.evaluate("document.activeElement.outerHTML")


# -- where it is served ---------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served(directory: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_it_is_installed_and_works_without_a_connection(browser: Browser, tmp_path: Path) -> None:
    made = files(ALL, "../index.html")
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    context = browser.new_context(viewport=PHONE)
    with served(tmp_path) as root:
        visit = Visit(context)
        visit.open(root + "index.html")
        page = visit.page
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        session = context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["short_name"] == "Risk odds"
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as tests are
        assert {request.removeprefix(root).partition("#")[0] for request in visit.requests} <= set(
            made
        )
        # what is elsewhere is not offered without a connection
        home = page.locator("#home")
        expect(home).to_have_attribute("href", "../index.html")
        context.set_offline(True)
        expect(home).to_have_text("All tables (not offline)")
        expect(home).not_to_have_attribute("href", "../index.html")
        for code in LANGUAGES:
            page.locator("#language").select_option(code)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), code
        page.locator("#language").select_option("en")
        context.set_offline(False)
        expect(home).to_have_attribute("href", "../index.html")
    # nobody serves it any more
    context.set_offline(True)
    for address in (root + "index.html#a=6&d=4", root + "#a=6&d=4"):
        page.goto("about:blank")
        page.goto(address)
        shows(visit, win_probability(6, 4))
    typed(visit, "Attackers", 130)
    typed(visit, "Defenders", 120)
    shows(visit, win_probability(130, 120))
    assert visit.printed == []
    assert page.evaluate("faults") == []
    context.close()


def test_an_installed_calculator_takes_up_the_next_version(
    browser: Browser, tmp_path: Path
) -> None:
    made = files([STANDARD])
    new = re.findall(rb'"(riskexact-calculator-\w+)"', made["service-worker.js"])[0].decode()
    old = "riskexact-calculator-of-earlier"
    before = {
        "log.html": b"<title>A page of logs</title>",
        "service-worker.js": made["service-worker.js"].replace(new.encode(), old.encode()),
    }
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()

    def caches() -> object:
        return page.evaluate("caches.keys()")

    with served(tmp_path) as root:
        for name, data in (made | before).items():
            (tmp_path / name).write_bytes(data)
        page.goto(root + "index.html")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        wait_until(page, lambda: caches() == [old])
        for name, data in made.items():
            (tmp_path / name).write_bytes(data)
        page.goto(root + "log.html")
        expect(page).to_have_title("A page of logs")  # the installed one
        wait_until(page, lambda: caches() == [new])
    # nobody serves it any more, and its old address leads to the calculator
    context.set_offline(True)
    page.goto(root + "log.html")
    page.wait_for_url("**/index.html")
    expect(page.locator("#chance")).to_have_text(percent_text(win_probability(8, 5)))
    context.close()
