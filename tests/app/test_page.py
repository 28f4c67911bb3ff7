"""Every control of the calculator in a real browser, against Python."""

from fractions import Fraction

from playwright.sync_api import expect

from riskexact.base.text import decimal_text, fraction_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import attackers_needed
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.app.visits import (
    MARGIN,
    OpenPage,
    counts,
    ends_with,
    exact_text,
    goes_to,
    percent_text,
    plays_by,
    reopen,
    shows,
    tiles,
    typed,
)
from tests.browser import DESKTOP, NARROW, look, needs_chromium, timers_end, wait_until

pytestmark = needs_chromium


def test_may_i_attack_and_what_if_and_the_exact_fraction(open_page: OpenPage) -> None:
    """The story of somebody who has never seen the page, by touch, on a phone."""
    page = open_page(has_touch=True, is_mobile=True)
    typed(page, "Attackers", 15)
    typed(page, "Defenders", 12)
    shows(page, win_probability(15, 12))
    expect(page.locator("#words")).to_have_text("You win about 4 times in 5.")
    page.get_by_role("button", name="Exact fraction", exact=True).tap()
    expect(page.locator("#exact-fraction")).to_have_text(exact_text(win_probability(15, 12)))
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
    typed(page, "On territory 1", 3)
    page.get_by_role("button", name="Territory 2: 1 defender").tap()
    typed(page, "On territory 2", 4)
    typed(page, "Defenders on territory 3", 5)
    campaign = Campaign(15, (3, 4, 5))
    shows(page, campaign.win_probability)
    rows = page.locator("#conquered tr")
    expect(rows).to_have_count(4)
    for taken, chance in campaign.conquered.items():
        expect(rows.nth(taken)).to_contain_text(percent_text(chance))
    typed(page, "Units that stay on each taken territory", 2)
    shows(page, Campaign(15, (3, 4, 5), leave_behind=2).win_probability)
    page.get_by_role("button", name="Remove territory 2").tap()
    shows(page, Campaign(15, (3, 5), leave_behind=2).win_probability)
    expect(page.get_by_label("Defenders on territory 2", exact=True)).to_be_focused()
    page.get_by_role("button", name="Remove territory 2").tap()
    shows(page, win_probability(15, 3))
    expect(page.get_by_role("button", name="+ Territory")).to_be_focused()


def test_a_row_of_territories_is_typed(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9")
    field = page.locator("#sides input").last
    page.locator("#sides input").first.press("Enter")
    expect(field).to_be_focused()
    field.fill("")
    field.press_sequentially("4, 2;1")
    expect(field).to_have_value("4, 2;1")
    shows(page, Campaign(12, (4, 2, 1)).win_probability)
    ends_with(page, "d=4,2,1")
    # the left column has no room for both
    expect(page.locator("#first #campaign, #second > #left:first-child")).to_have_count(2)
    # back to a single one, by the same way
    field.fill("4,")
    shows(page, win_probability(12, 4))
    expect(page.locator("#first > #left:last-child")).to_be_visible()
    field.fill("4,2")
    field.press("Backspace")
    field.press("Backspace")
    shows(page, win_probability(12, 4))
    field.fill("3.3.2")
    shows(page, Campaign(12, (3, 3, 2)).win_probability)
    field.fill("3,3,2")
    field.blur()
    expect(field).to_have_value("3")
    expect(page.locator("#row button")).to_have_text(["3", "3", "2", "+"])
    # a number is now that of the territory alone
    page.get_by_role("button", name="Territory 3: 2 defenders").click()
    field.fill("5")
    shows(page, Campaign(12, (3, 3, 5)).win_probability)
    field.fill("3,x")
    expect(field).to_have_attribute("aria-invalid", "true")
    shows(page, Campaign(12, (3, 3, 5)).win_probability)
    field.fill(",".join(["1"] * 13))
    expect(field).to_have_accessible_description("At most 12 territories")
    field.fill(",".join(["1"] * 12))
    expect(page.get_by_role("button", name="Add a territory")).to_be_disabled()
    # the end of a long one is in reach
    look(page, NARROW)
    goes_to(page, "#a=40&d=3,3,2,5,1,1,1,4,2,8")
    more = page.get_by_role("button", name="Add a territory")
    expect(more).to_be_in_viewport(ratio=1)
    more.click()
    expect(more).to_be_focused()
    expect(more).to_be_in_viewport(ratio=1)
    chosen = page.get_by_role("button", name="Territory 11: 1 defender")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="On territory 11: one more", exact=True).click()
    expect(page.locator("#question")).to_contain_text("2, 8, 2")


def test_by_mouse(open_page: OpenPage) -> None:
    page = open_page(size=DESKTOP)
    page.get_by_role("button", name="Attackers: one more").click()
    page.get_by_role("button", name="Defenders: one fewer").click(click_count=2)
    shows(page, win_probability(9, 3))
    plays_by(page, "risiko")
    shows(page, win_probability(9, 3, RULES["risiko"]))
    plays_by(page, "standard")
    counts(page, "armies")
    shows(page, win_probability(8, 3))
    expect(page.locator("#settings")).to_have_text("Standard · True Random · armies")
    expect(page.locator("#sides .hint")).to_have_text("1 stays, 8 attack")
    page.locator(".tile").nth(2).click()
    shows(page, win_probability(attackers_needed(3, "90%"), 3))
    expect(page.get_by_label("Your armies", exact=True)).to_have_value(tiles(page)[2])
    counts(page, "fighters")

    button = page.get_by_role("button", name="Defenders: one more")
    button.hover()
    defenders = page.get_by_label("Defenders", exact=True)
    page.mouse.down()
    wait_until(page, lambda: int(defenders.input_value()) > 5)
    page.mouse.up()
    held = int(defenders.input_value())
    timers_end(page, 150)
    expect(defenders).to_have_value(str(held))
    # the click that ends it does not count once more
    seen = button.evaluate(
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
    held = int(seen[0])
    assert seen == [str(held), str(held), str(held + 1)]
    held += 1

    page.locator("#chart").hover(position={"x": 46, "y": 100})
    expect(page.locator("#chart-readout")).to_contain_text(
        f"lost with {held} or more defenders left"
    )
    page.get_by_role("radio", name="By side").click()
    page.locator("#chart").hover(position={"x": 46, "y": 100})
    expect(page.locator("#chart-readout")).to_contain_text("exactly 1 attacker left")

    # the map: under the pointer, then as the battle
    typed(page, "Attackers", 20)
    box = page.locator("#map").bounding_box()
    assert box
    cell = (box["width"] - MARGIN) / 20
    page.locator("#map").click(position={"x": MARGIN + 4.5 * cell, "y": MARGIN + 6.5 * cell})
    readout = page.locator("#map-readout")
    expect(readout).to_contain_text(f"{percent_text(win_probability(7, 5))} 7 attackers")
    readout.get_by_role("button", name="exact fraction").click()
    expect(page.locator("#exact-fraction")).to_have_text(exact_text(win_probability(7, 5)))
    page.keyboard.press("Escape")
    readout.get_by_role("button", name="Use this battle").click()
    shows(page, win_probability(7, 5))
    expect(page.locator("#map")).to_be_focused()


def test_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("#a=8&d=5,4")
    # the link to the answer keeps the battle
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("#question")).to_contain_text("8 attackers")
    ends_with(page, "#a=8&d=5,4")
    goes_to(page, "#a=8&d=5")
    page.get_by_label("Attackers", exact=True).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    shows(page, win_probability(19, 5))
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowDown")
    shows(page, win_probability(8, 5))
    page.keyboard.type("3")
    expect(page.get_by_label("Attackers", exact=True)).to_have_value("3")
    shows(page, win_probability(3, 5))

    chart = page.locator("#chart")

    def says(chance: Fraction, words: str) -> None:
        said = f"{percent_text(chance)} {words}"
        expect(page.locator("#chart-readout")).to_contain_text(said)

    outcomes = Battle(3, 5).outcomes
    chart.focus()
    page.keyboard.press("End")
    won = f"{{}}: {percent_text(outcomes[3, 0])}"
    expect(chart).to_have_attribute(
        "aria-valuetext",
        f"{won.format('won with 3 attackers left')}; {won.format('won with 3 or more left')}",
    )
    page.get_by_role("radio", name="By result").focus()
    page.keyboard.press("ArrowRight")
    chart.focus()
    page.keyboard.press("Home")
    says(outcomes[1, 0], "exactly 1 attacker left")

    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#map-readout")).to_contain_text(percent_text(win_probability(3, 4)))
    page.keyboard.press("Enter")
    shows(page, win_probability(3, 4))

    page.locator("#show-exact").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#exact")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#show-exact")).to_be_focused()
    page.locator("#settings").focus()
    page.keyboard.press("Enter")
    page.locator("#fighters").focus()
    page.keyboard.press("ArrowLeft")
    shows(page, win_probability(2, 4))
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_focused()
    # every control is reached
    reopen(page, "#a=9&d=3,4")
    wanted = page.evaluate(
        """() => [...document.querySelectorAll(
            "a[href], button, input, select, summary, [tabindex='0']")]
          .filter((each) => !each.disabled && each.checkVisibility()
            && !each.closest("dialog") && !(each.type === "radio" && !each.checked))
          .length"""
    )
    page.evaluate("window.reached = new Set()")
    for _ in range(wanted + 2):
        page.keyboard.press("Tab")
        page.evaluate("reached.add(document.activeElement)")
    assert page.evaluate("reached.delete(document.body), reached.size") == wanted


def test_the_first_screen_of_a_phone_has_it_all(open_page: OpenPage) -> None:
    page = open_page("")
    shows(page, win_probability(7, 5))
    dock = page.locator("#battle").bounding_box()
    assert dock
    for id_ in ("#settings", "#chance", "#words", "#left-words", "#needed", "#share"):
        box = page.locator(id_).bounding_box()
        assert box
        assert box["y"] + box["height"] <= dock["y"], id_
    fields = page.locator("#sides input")
    # what is typed, right or wrong, moves nothing under the thumb
    before = [each.bounding_box() for each in fields.all()]
    fields.first.fill("x")
    fields.last.fill("x")
    expect(page.locator("#sides .fault:visible")).to_have_count(2)
    assert [each.bounding_box() for each in fields.all()] == before


def test_the_exact_fraction_is_that_of_the_question_above_it(open_page: OpenPage) -> None:
    """Also while the next question, which takes longer, has no answer yet."""
    page = open_page()
    shows(page, win_probability(8, 5))
    title = page.evaluate(
        """() => {
          location.hash = "#a=2500&d=2500";
          return new Promise((resolve) => addEventListener("hashchange", () => {
            document.getElementById("show-exact").click();
            resolve(document.getElementById("exact-title").textContent);
          }));
        }"""
    )
    assert title == "Chance to win, 8 attackers against 5 defenders"
    exact = exact_text(win_probability(8, 5))
    expect(page.locator("#exact-fraction")).to_have_text(exact)
    # and is copied where there is no clipboard
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy fraction").click()
    assert page.evaluate("copied") == fraction_text(win_probability(8, 5))
    page.get_by_role("button", name="Copy decimal").click()
    assert page.evaluate("copied") == decimal_text(win_probability(8, 5), 30)
    # nothing of it is left for the next fraction
    page.keyboard.press("Escape")
    typed(page, "Attackers", 8)
    typed(page, "Defenders", 6)
    shows(page, win_probability(8, 6))
    page.get_by_role("button", name="Exact fraction", exact=True).click()
    expect(page.locator("#exact").get_by_role("status")).to_be_empty()


def test_stops_and_what_was_left_are_typed(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9")
    page.get_by_text("Break off early").click()
    typed(page, "Retreat when this many attackers are left", 3)
    typed(page, "Stop when this many defenders are left", 1)
    typed(page, "Stop after this many rounds", 8)
    typed(page, "Stop when the chance falls below … %", 20)
    shows(page, Battle(12, 9, STANDARD, 3, "auto", 1, 8, "20%").win_probability)
    rounds = page.get_by_label("Stop after this many rounds", exact=True)
    rounds.fill("")
    battle = Battle(12, 9, STANDARD, 3, "auto", 1, None, "20%")
    shows(page, battle.win_probability)
    page.get_by_role("button", name="Stop after this many rounds: one more").click()
    expect(rounds).to_have_value("1")
    page.get_by_role("button", name="Stop after this many rounds: one fewer").click()
    expect(rounds).to_have_value("")
    shows(page, battle.win_probability)
    page.get_by_role("button", name="Remove: stop below 20 %").click()
    expect(page.get_by_role("button", name="Remove: stop at 1 defender")).to_be_focused()
    page.get_by_role("button", name="Remove: stop at 1 defender").click()
    page.get_by_role("button", name="Remove: retreat at 3 attackers").click()
    expect(page.locator("#chips")).to_be_hidden()
    expect(page.locator("#answer")).to_be_focused()

    page.get_by_text("What were the odds of that?").click()
    typed(page, "Defenders left", 4)
    bad, good = Battle(12, 9).luck(0, 4)
    expect(page.locator("#luck")).to_contain_text(f"{percent_text(good)} at least this good")
    page.locator("#luck").get_by_role("button").first.click()
    expect(page.locator("#exact-fraction")).to_have_text(exact_text(bad))


def test_what_cannot_be_typed_is_marked_and_changes_nothing(open_page: OpenPage) -> None:
    page = open_page()
    field = page.get_by_label("Attackers", exact=True)
    for text in ("", "007", "     12 units"):
        field.fill(text)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description("From 0 to 9999")
        shows(page, win_probability(8, 5))
    field.blur()
    expect(field).to_have_value("8")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    said = "0 to 9999, not “12 units”"
    expect(page.locator("#sides .fault").first).to_have_text(said)
    # what is too large becomes the most there is, and nothing moves
    top = field.bounding_box()
    field.fill("1" * 50)
    expect(field).to_have_value("9999")
    expect(page.locator("#sides .fault").first).to_have_text("From 0 to 9999")
    assert field.bounding_box() == top
    typed(page, "Defenders", "x" * 40)
    page.get_by_label("Defenders", exact=True).blur()
    assert field.bounding_box() == top
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # a text that is pasted is not cut where another number would be left of it
    field.fill("")
    page.keyboard.insert_text("     12")
    shows(page, win_probability(12, 5))
