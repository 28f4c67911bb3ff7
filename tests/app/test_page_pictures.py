"""The map of battles and the chart of survivors in a real browser."""

from fractions import Fraction

from PIL import Image
from playwright.sync_api import Page, expect

from riskexact.battle.battle import Battle, win_probability
from tests.app.visits import (
    MARGIN,
    PIXEL,
    OpenPage,
    goes_to,
    percent_text,
    plays_by,
    shows,
    typed,
)
from tests.browser import needs_chromium, wait_until

pytestmark = needs_chromium


def test_the_value_under_the_finger(open_page: OpenPage) -> None:
    page = open_page("#a=18&d=9", has_touch=True, is_mobile=True)
    canvas, chart = page.locator("#map"), page.locator("#chart")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    cell = (box["width"] - MARGIN) / 20
    for a, d in [(20, 1), (1, 20)]:
        x, y = MARGIN + (d - 0.5) * cell, MARGIN + (a - 0.5) * cell
        canvas.tap(position={"x": x, "y": y})
        counts = f"{a} attacker{'s' * (a > 1)} against {d} defender{'s' * (d > 1)}"
        expect(page.locator("#map-readout")).to_contain_text(
            f"{percent_text(win_probability(a, d))} {counts}"
        )
    box = chart.bounding_box()
    assert box
    chart.tap(position={"x": box["width"] - 1, "y": 100})
    expect(page.locator("#chart-readout")).to_contain_text(
        f"{percent_text(Battle(18, 9).outcomes[18, 0])} won with 18 attackers left"
    )


def is_likely(page: Page, n: int, m: int, size: int, likely: bool) -> None:
    """Wait until the n-th row and m-th column of the map is nearer to a win, or to a defeat."""

    def is_drawn() -> bool:
        red, _, blue, drawn = page.locator("#map").evaluate(PIXEL, [n, m, size, MARGIN])
        return bool(drawn and (blue > red) == likely)

    wait_until(page, is_drawn)


def test_the_map_has_attackers_down_and_is_of_any_size(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9")
    for a, d in [(2, 1), (1, 2), (20, 2), (2, 20), (12, 9), (7, 9), (18, 19)]:
        is_likely(page, a, d, 20, win_probability(a, d) > Fraction(1, 2))
    plays_by(page, "ties-to-attacker")
    for a, d in [(1, 1), (12, 14)]:
        is_likely(page, a, d, 20, True)
    plays_by(page, "standard")
    readout = page.locator("#map-readout")
    page.get_by_role("button", name="Show fewer battles").click()
    expect(page.get_by_role("button", name="Show fewer battles")).to_be_disabled()
    # the page of ten with the battle on it: attackers from 11 on
    for n, m in [(1, 9), (2, 9), (10, 1)]:
        is_likely(page, n, m, 10, win_probability(10 + n, m) > Fraction(1, 2))
    # over its edges
    page.locator("#map").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(readout).to_contain_text(percent_text(win_probability(10, 11)))
    is_likely(page, 10, 1, 10, win_probability(10, 11) > Fraction(1, 2))
    for _ in range(5):
        page.get_by_role("button", name="Show more battles").click()
    is_likely(page, 300, 100, 320, True)
    is_likely(page, 100, 300, 320, False)
    # a battle that takes time is worked out as soon as the finger rests
    goes_to(page, "#a=150&d=140")
    expect(readout).to_have_text("150 attackers against 140 defenders")
    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    expect(readout).to_contain_text(percent_text(win_probability(151, 140)))
    # and read out to who moves on it alone
    expect(readout).to_have_attribute("aria-live", "polite")
    typed(page, "Attackers", 8)
    expect(readout).to_have_attribute("aria-live", "off")


def test_the_axes_of_the_survivors(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9")
    chart = page.locator("#chart")
    expect(chart.locator(".percent")).to_have_text(["5 %", "10 %"])
    bars = chart.locator("rect.piece").evaluate_all(
        "(bars) => bars.map((each) => each.getBoundingClientRect().height)"
    )
    lines = chart.locator(".grid").evaluate_all(
        "(lines) => lines.map((each) => each.getBoundingClientRect().y)"
    )
    # the highest bar against the scale
    highest = max(Battle(12, 9).outcomes.values())
    assert abs(max(bars) / (lines[0] - lines[1]) * 5 - float(highest) * 100) < 0.2


def test_the_answer_is_a_picture_to_hand_on(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9")
    page.locator("#card").wait_for()
    shows(page, win_probability(12, 9))
    with page.expect_download() as saved:
        page.get_by_role("button", name="As a picture").click()
    card = Image.open(saved.value.path()).convert("RGB")
    assert (saved.value.suggested_filename, card.size) == ("risk-odds.png", (1200, 630))
    won = [card.getpixel((x, 490)) == (0, 114, 178) for x in range(72, 1128)]
    assert abs(sum(won) / len(won) - win_probability(12, 9)) < 0.002
    expect(page.locator("#notice")).to_have_text("Picture saved")
