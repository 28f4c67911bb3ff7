"""Icons, dice, and what moves where motion is wanted."""

import pytest
from playwright.sync_api import expect

from riskexact.battle.battle import win_probability
from tests.app.visits import (
    OpenPage,
    goes_to,
    opens_settings,
    percent_text,
    plays_by,
    typed,
)
from tests.browser import NARROW, needs_chromium

pytestmark = needs_chromium

COUNTED = """
window.moved = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  moved.push(this.id || this.getAttribute("class"));
  return animate.apply(this, how);
};
"""
"""Remembers what moves."""

TAKEN = "#mine=Siam:3&enemy=Indonesia:1"

tab = pytest.fixture(lambda: "battle", name="tab")


def test_tabs_have_icons_and_dice_lie_where_dice_are_spoken_of(open_page: OpenPage) -> None:
    page = open_page(size=NARROW)
    expect(page.locator("#tabs .icon")).to_have_count(5)
    expect(page.get_by_role("link", name="Battle", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    for rules, sides in (("standard", (3, 2)), ("risiko", (3, 3))):
        plays_by(page, rules)
        opens_settings(page)
        for side, dice in zip(("attacker", "defender"), sides, strict=True):
            expect(page.locator(f"#about-dice .{side} .die")).to_have_count(dice)
        page.keyboard.press("Escape")
    # the highest first; and a die of eight faces shows none
    goes_to(page, "#a=5&d=3&rules=3v2d8")
    pips = "(dice) => dice.map((each) => each.lastChild.getAttribute('d').split('h').length - 1)"
    assert page.locator("#about-dice .die").evaluate_all(pips) == [6, 5, 3, 0, 0]
    expect(page.locator("#needed strong").last).not_to_be_empty()
    goes_to(page, TAKEN)
    expect(page.locator("#next")).to_have_text("Next: attack Indonesia from Siam with 2 dice")
    expect(page.locator("#next .die")).to_have_count(2)


def test_what_moves_where_motion_is_wanted(open_page: OpenPage) -> None:
    """A number that changes, and dice that fall when everything is taken."""
    page = open_page("#a=8&d=5&left=4,1", before=COUNTED)

    def moved() -> set[str]:
        """What moved since the last time; 36 dice, or none."""
        found: list[str] = page.evaluate("moved.splice(0)")
        expect(page.locator(".sky")).to_have_count(0)
        assert sum("die" in each for each in found) in (0, 36)
        return {"dice" if "die" in each else each for each in found}

    expect(page.locator("#luck")).to_contain_text("does not end")
    for motion, falls in (("no-preference", {"dice"}), ("reduce", set())):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        moved()
        typed(page, "Attackers", 9)
        expect(page.locator("#chance")).to_have_text(percent_text(win_probability(9, 5)))
        assert moved() == ({"chance"} if falls else set())
        typed(page, "Attackers", 9)
        assert moved() == set()
        typed(page, "Attackers", 8)
        moved()
        typed(page, "Defenders left", 0)
        expect(page.locator("#luck")).to_contain_text("at least this good for you")
        assert moved() == falls
        typed(page, "Attackers left", 3)
        assert moved() == set()
        goes_to(page, TAKEN)
        page.get_by_role("button", name="you lose 1", exact=True).click()
        expect(page.locator("#next")).to_contain_text("1 die")
        assert "dice" not in moved()
        page.get_by_role("button", name="they lose 1", exact=True).click()
        expect(page.locator("#next")).to_contain_text("has fallen")
        assert moved() >= falls
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#next")).to_contain_text("1 die")
        page.go_forward()
        expect(page.locator("#next")).to_contain_text("has fallen")
        assert "dice" not in moved()
        goes_to(page, "#a=8&d=5&left=4,1")
