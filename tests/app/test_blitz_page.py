"""Balanced Blitz in the calculator, as a player meets it: in Chromium, against Python."""

import re

from playwright.sync_api import Page, expect

from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import attackers_needed, garrison_needed
from riskexact.rules import STANDARD
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.catalogue import RULES
from tests.app.visits import (
    MARGIN,
    PIXEL,
    OpenPage,
    chips,
    closes_settings,
    counts,
    goes_to,
    opens_settings,
    shows,
    tiles,
    typed,
)
from tests.browser import needs_chromium

pytestmark = needs_chromium


def choose(page: Page, mode: str) -> None:
    opens_settings(page)
    page.get_by_role("checkbox", name="Balanced Blitz 3.3").set_checked(mode != "dice")
    closes_settings(page)


def holding(page: Page) -> list[str]:
    return page.locator("#holding strong").all_inner_texts()


def test_a_blitz_is_chosen_and_taken_back(open_page: OpenPage) -> None:
    page = open_page("#a=15&d=12")
    shows(page, win_probability(15, 12))
    cell = [9, 9, 20, MARGIN]
    thrown = page.locator("#map").evaluate(PIXEL, cell)
    choose(page, "Balanced Blitz 3.3")
    shows(page, Battle(15, 12, blitz=True).win_probability)
    assert page.locator("#map").evaluate(PIXEL, cell) != thrown
    expect(page.locator("#settings")).to_have_text("Standard · Balanced Blitz 3.3 · attackers")
    assert page.evaluate("location.hash") == "#a=15&d=12&blitz=3.3"
    # who shares it, says it
    page.get_by_role("button", name="More digits", exact=True).click()
    expect(page.locator("#exact-title")).to_have_text(
        "Chance to win, 15 attackers against 12 defenders, Balanced Blitz 3.3"
    )
    page.keyboard.press("Escape")
    opens_settings(page)
    expect(page.locator("#about-blitz")).to_contain_text("decimals, not exact fractions")
    closes_settings(page)
    choose(page, "dice")
    shows(page, win_probability(15, 12))
    expect(page.locator("#settings")).to_have_text("Standard · True Random · attackers")
    expect(page.get_by_role("button", name="Exact fraction", exact=True)).to_be_visible()
    # by the keyboard
    opens_settings(page)
    page.get_by_role("checkbox", name="Balanced Blitz 3.3").focus()
    page.keyboard.press("Space")
    shows(page, Battle(15, 12, blitz=True).win_probability)


def test_the_switches_of_the_digital_game(open_page: OpenPage) -> None:
    page = open_page("#a=9&d=7")
    opens_settings(page)
    capital, zombies = (page.locator(f"#{id_}") for id_ in ("capital", "zombies"))
    for first, second, rules in (
        (True, False, "capital"),
        (True, True, "zombies-behind-a-wall"),
        (False, True, "ties-to-attacker"),
        (False, False, "standard"),
    ):
        capital.set_checked(first)
        zombies.set_checked(second)
        shows(page, win_probability(9, 7, RULES[rules]))
        expect(page.locator("#rule-set")).to_have_value(rules)
    # as the game's words say them, and other rules are neither
    page.locator("#rule-set").select_option("zombies-behind-a-wall")
    expect(capital).to_be_checked()
    expect(zombies).to_be_checked()
    page.locator("#rule-set").select_option("risiko")
    expect(capital).not_to_be_checked()
    expect(zombies).not_to_be_checked()


def test_there_are_digits_and_no_fraction(open_page: OpenPage) -> None:
    page = open_page("#a=15&d=12&blitz=3.3&left=3,0")
    digits = page.locator("#exact-decimal")
    win = bent_chance(15, 12)
    page.get_by_role("button", name="More digits", exact=True).click()
    expect(digits).to_have_text(re.compile(r"0\.\d{10}"))
    assert abs(float(digits.inner_text()) - win) < 1e-10
    expect(page.locator("#exact-about")).to_contain_text("There is no exact fraction")
    for gone in ("#exact-fraction", "#exact-size", "#exact-copy"):
        expect(page.locator(gone)).to_be_hidden()
    page.get_by_role("button", name="Copy decimal").click()
    expect(page.locator("#exact-notice")).to_have_text("Decimal copied")
    page.keyboard.press("Escape")
    # nor of an outcome, of the odds of it, or of a battle on the map
    for place in ("#chart-readout", "#luck", "#map-readout"):
        button = page.locator(place).get_by_role("button").first
        expect(button).to_have_accessible_name(re.compile("more digits"))
        button.click()
        expect(page.locator("#exact-fraction")).to_be_hidden()
        page.keyboard.press("Escape")
    # what is certain is so
    goes_to(page, "#a=20&d=15&blitz=3.3")
    expect(page.locator("#words")).to_have_text("You always win.")
    page.get_by_role("button", name="More digits", exact=True).click()
    expect(digits).to_have_text("1")
    page.keyboard.press("Escape")
    # and the fraction comes back
    choose(page, "dice")
    page.get_by_role("button", name="Exact fraction", exact=True).click()
    for back in ("#exact-fraction", "#exact-size", "#exact-copy"):
        expect(page.locator(back)).to_be_visible()
    page.keyboard.press("Escape")


def test_how_many_attack_and_how_many_hold(open_page: OpenPage) -> None:
    goals = ("50%", "75%", "90%", "95%")
    page = open_page("#a=15&d=12")
    expect(page.locator("#holding-words")).to_contain_text("against 15 attackers to hold")
    for version in (None, BLITZ_3_3):
        if version:
            choose(page, "Balanced Blitz 3.3")
        needed = [str(attackers_needed(12, goal, blitz=version)) for goal in goals]
        assert tiles(page) == needed
        assert holding(page) == [str(garrison_needed(15, goal, blitz=version)) for goal in goals]
    strongest = page.locator("#holding button").last
    fewest = holding(page)[-1]
    expect(strongest).to_have_accessible_name(f"95 %: {fewest} defenders; use")
    strongest.click()
    shows(page, Battle(15, int(fewest), blitz=True).win_probability)
    expect(page.get_by_label("Defenders", exact=True)).to_have_value(fewest)
    # the army that stays does not fight
    counts(page, "armies")
    expect(page.locator("#holding-words")).to_contain_text("against 15 armies to hold")
    expect(page.locator("#holding strong").last).to_have_text(
        str(garrison_needed(14, "95%", blitz=BLITZ_3_3))
    )
    page.get_by_role("button", name="+ Territory").click()
    expect(page.locator("#holding")).to_be_hidden()
    page.get_by_role("button", name="Remove territory 2").click()
    expect(page.locator("#holding")).to_be_visible()


def bent_chance(attackers: int, defenders: int) -> float:
    return float(Battle(attackers, defenders, blitz=True).win_probability)


def test_a_blitz_stops_at_attackers_alone(open_page: OpenPage) -> None:
    hash_ = "#a=13&d=10&retreat=3&stop=2&rounds=4&below=30&blitz=3.3"
    page = open_page(hash_)
    shows(page, Battle(10, 10, blitz=True).win_probability)
    assert chips(page) == ["retreat at 3 attackers"]
    expect(page.locator("#stops-words")).to_contain_text("Stop Until")
    assert page.locator("#stops .stepper:visible label").all_inner_texts() == [
        "Retreat when this many attackers are left"
    ]
    expect(page.locator("#split-words")).to_contain_text("broken off 39.1 %")
    choose(page, "dice")
    expect(page.locator("#stops .stepper:visible")).to_have_count(4)
    assert chips(page)[1:] == ["stop at 2 defenders", "at most 4 rounds", "stop below 30 %"]
    # on every territory of a campaign
    goes_to(page, "#a=12&d=3,2:capital,4&behind=2&blitz=3.3")
    rules = [STANDARD, RULES["capital"], STANDARD]
    shows(page, Campaign(12, (3, 2, 4), rules, 2, blitz=True).win_probability)
    assert chips(page) == ["territory 2: Capital", "2 stay on each territory"]


def test_what_were_the_odds_of_a_blitz(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=9&blitz=3.3&left=3,0")
    ends = Battle(12, 9, blitz=True).outcomes
    bad = sum(float(p) for (a, d), p in ends.items() if d or a <= 3)
    good = sum(float(p) for (a, d), p in ends.items() if not d and a >= 3)
    luck = page.locator("#luck")
    expect(luck).to_contain_text(f"{100 * bad:.1f} % at least this bad")
    expect(luck).to_contain_text(f"{100 * good:.1f} % at least this good")
    # the game cuts off the best that dice can do
    assert (12, 0) not in ends
    typed(page, "Attackers left", 12)
    expect(luck).to_contain_text("does not end with 12 attackers and 0 defenders")
