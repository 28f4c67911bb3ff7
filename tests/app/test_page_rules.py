"""Rules in the calculator in a real browser: of any edition, one's own, and Balanced Blitz."""

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import garrison_needed
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.catalogue import RULES, entries, grouped
from riskexact.rules.hand import Die, Hand
from tests.app.visits import (
    MARGIN,
    PIXEL,
    OpenPage,
    closes_settings,
    ends_with,
    opens_settings,
    plays_by,
    reopen,
    shows,
    typed,
)
from tests.browser import needs_chromium, wait_until

pytestmark = needs_chromium


def test_rules_are_listed_by_edition(open_page: OpenPage) -> None:
    page = open_page("#a=9&d=7")
    for group, named in grouped().items():
        options = page.locator(f'#rule-set optgroup[label="{group}"] option')
        assert options.all_inner_texts() == [entry.title for entry in named.values()]
    plays_by(page, entries()["risiko"].title)
    shows(page, win_probability(9, 7, RULES["risiko"]))


OWN = "Custom rules…"


def test_rules_are_typed(open_page: OpenPage) -> None:
    page = open_page("#a=9&d=7")
    expect(page.locator("#own")).to_be_hidden()
    opens_settings(page)
    page.locator("#rule-set").select_option(OWN)
    attack = page.get_by_role("group", name="Attacker")
    defence = page.get_by_role("group", name="Defender")
    faces = "Faces, of all or of each: 8, 6, 6 or 2-3-3-4-4-5"

    def are(rules: Rules) -> None:
        shows(page, win_probability(9, 7, rules))

    page.get_by_role("button", name="Attacker’s dice: one more").click()
    are(Rules(4))
    typed(page, "Defender’s dice", 3)
    attack.get_by_label(faces).fill("8, 6, 6")
    defence.get_by_label(faces).fill("10")
    defence.get_by_label("Highest die counts").select_option("1 more")
    are(Rules((8, 6, 6), Hand((10, 10, 10), to_highest=1)))
    defence.get_by_label("Stays within the faces").check()
    attack.get_by_label("Every die counts").select_option("2 less")
    attack.get_by_label("Extra dice; the lowest are dropped", exact=True).fill("1")
    defence.get_by_label("Units needed for each die").fill("1 3 4")
    typed(page, "Pairs of dice that are compared", 2)
    side = Hand((8, 6, 6), extra=(6,), to_all=-2)
    theirs = Hand((10, 10, 10), (1, 3, 4), to_highest=1, clamped=True)
    are(Rules(side, theirs, pairs=2))
    page.get_by_label("A tie", exact=True).select_option("goes to the attacker")
    attack.get_by_label("Lowest die counts").select_option("3 more")
    attack.get_by_label(faces).fill("8 2-3-3-4-4-5, 6 ")
    side = Hand((8, Die("2-3-3-4-4-5"), 6), extra=(6,), to_all=-2, to_lowest=3)
    final = Rules(side, theirs, pairs=2, ties="attacker")
    are(final)
    shared = page.evaluate("location.hash")
    # kept on the device, and in the address
    reopen(page)
    shows(page, win_probability(7, 5, final))
    reopen(page, shared)
    are(final)
    # and what cannot be played by
    opens_settings(page)
    page.locator("#rule-set").select_option("standard")
    page.locator("#rule-set").select_option(OWN)
    fault, typed_faces = page.locator("#own-fault"), attack.get_by_label(faces)
    for text, wrong in {"101": "from 1 to 100", "6-101": "from 0 to"}.items():
        typed_faces.fill(text)
        expect(fault).to_contain_text(wrong)
    typed_faces.fill("2-3-")
    expect(fault).to_have_text("Numbers such as 8 or 8, 6, 6")
    typed_faces.fill("6")
    expect(fault).to_be_empty()
    attack.get_by_label("Units needed for each die").fill("2, 3, 4")
    expect(fault).to_contain_text("from 1 up")
    extra = attack.get_by_label("Extra dice; the lowest are dropped", exact=True)
    extra.fill("18")
    expect(fault).to_contain_text("At most 20 dice")
    # one fault at a time, beneath what is typed
    extra.fill("many")
    expect(page.locator("#own .fault:visible")).to_have_count(1)
    typed_faces.fill("six")
    expect(page.locator("#own .fault:visible")).to_have_count(1)
    expect(page.locator("#own .typed:has(:focus) + .fault")).to_have_text(
        "Numbers such as 8 or 8, 6, 6"
    )
    shows(page, win_probability(9, 7))


def test_rules_of_a_territory(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=3,5:bonus-die,2:3v1&rules=risiko")
    each = [RULES["risiko"], RULES["bonus-die"], Rules(3, 1)]

    def are(garrisons: Sequence[int], rules: Sequence[Rules]) -> None:
        shows(page, Campaign(12, garrisons, rules).win_probability)

    are((3, 5, 2), each)
    select = page.get_by_label("Rules on territory 1", exact=True)
    select.select_option("ties-to-attacker")
    each[0] = RULES["ties-to-attacker"]
    are((3, 5, 2), each)
    ends_with(page, "d=3:ties-to-attacker,5:bonus-die,2:3v1&rules=risiko")
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
    ends_with(page, "#a=12&d=4,4&rules=risiko")


def test_a_blitz_is_chosen_and_taken_back(open_page: OpenPage) -> None:
    page = open_page("#a=15&d=12&left=3,0")
    map_ = page.locator("#map")
    place = [9, 9, 20, MARGIN]
    wait_until(page, lambda: map_.evaluate(PIXEL, place)[3] == 255)  # it is drawn
    thrown = map_.evaluate(PIXEL, place)
    opens_settings(page)
    blitz = page.get_by_role("checkbox", name="Balanced Blitz 3.3")
    blitz.focus()
    page.keyboard.press("Space")
    closes_settings(page)
    shows(page, Battle(15, 12, blitz=True).win_probability)
    wait_until(page, lambda: map_.evaluate(PIXEL, place) != thrown)
    ends_with(page, "#a=15&d=12&blitz=3.3&left=3,0")
    expect(page.locator("#stops .stepper:visible")).to_have_count(0)
    page.get_by_text("Break off early").click()
    expect(page.locator("#stops .stepper:visible")).to_have_count(1)
    page.get_by_role("button", name="More digits", exact=True).click()
    page.get_by_role("button", name="Copy decimal").click()
    expect(page.locator("#exact-notice")).to_have_text("Decimal copied")
    page.keyboard.press("Escape")
    # no fraction of an outcome, of the odds of it, or of a battle on the map
    for readout in ("#chart-readout", "#luck", "#map-readout"):
        button = page.locator(readout).get_by_role("button").first
        expect(button).to_have_accessible_name(re.compile("more digits"))
        button.click()
        expect(page.locator("#exact-fraction")).to_be_hidden()
        page.keyboard.press("Escape")
    # who needs more defenders takes them
    strongest = page.locator("#holding button").last
    fewest = str(garrison_needed(15, "95%", blitz=BLITZ_3_3))
    expect(strongest).to_have_accessible_name(f"95 %: {fewest} defenders; use")
    strongest.click()
    expect(page.get_by_label("Defenders", exact=True)).to_have_value(fewest)
    page.get_by_role("button", name="+ Territory").click()
    expect(page.locator("#holding")).to_be_hidden()
    page.get_by_role("button", name="Remove territory 2").click()
    expect(page.locator("#holding")).to_be_visible()
    opens_settings(page)
    blitz.uncheck()
    page.locator("#capital").check()
    page.locator("#zombies").check()
    expect(page.locator("#rule-set")).to_have_value("zombies-behind-a-wall")
    page.locator("#rule-set").select_option("ties-to-attacker")
    expect(page.locator("#capital")).not_to_be_checked()
    closes_settings(page)
    shows(page, win_probability(15, int(fewest), RULES["ties-to-attacker"]))
    page.get_by_role("button", name="Exact fraction", exact=True).click()
    for back in ("#exact-fraction", "#exact-size", "#exact-copy"):
        expect(page.locator(back)).to_be_visible()
