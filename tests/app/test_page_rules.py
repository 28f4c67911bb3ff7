"""Rules in the calculator in a real browser: named ones, one's own, and those of a territory."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES, entries, grouped
from riskexact.rules.hand import Die, Hand
from riskexact.rules.sentence import sentence
from tests.app.visits import (
    OpenPage,
    chips,
    goes_to,
    opens_settings,
    percent_text,
    plays_by,
    reopen,
    shows,
    tiles,
    typed,
)
from tests.browser import needs_chromium, wait_until

pytestmark = needs_chromium


def test_all_that_decides_the_number_is_said_and_can_be_taken_back(open_page: OpenPage) -> None:
    hash_ = "#a=12&d=9&retreat=4&stop=2&rounds=8&below=20&rules=lotr-leader&stays=1"
    rules = RULES["lotr-leader"]
    page = open_page(hash_)
    shows(page, Battle(11, 9, rules, 3, "auto", 2, 8, "20%").win_probability)
    assert chips(page) == [
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
    shows(page, Battle(11, 9, rules, 3, "auto", 2, None, "20%").win_probability)
    expect(page.get_by_role("button", name="Remove: stop below 20 %")).to_be_focused()
    for name in ("stop below 20 %", "stop at 2 defenders", "retreat at 4 armies"):
        page.get_by_role("button", name=f"Remove: {name}").click()
    shows(page, win_probability(11, 9, rules))
    expect(page.locator("#chips")).to_be_hidden()
    expect(page.locator("#answer")).to_be_focused()
    said = "The Lord of the Rings: leader attacks · True Random · armies"
    expect(page.locator("#settings")).to_have_text(said)
    goes_to(page, "#a=12&d=3,2&behind=2&stop=1")
    shows(page, Campaign(12, (3, 2), leave_behind=2).win_probability)
    assert chips(page) == ["2 stay on each territory"]


def about(rules: Rules, name: str = "") -> str:
    """What the page says of rules, by their name if they have one."""
    said = sentence(rules).replace("'", "’")
    named = entries().items()
    same = [entry.title for other, entry in named if entry.rules == rules and other != name]
    return f"{said}. The same dice as {', '.join(same)}" if same else said


def test_rules_by_edition_with_their_sentence(open_page: OpenPage) -> None:
    page = open_page()
    for group, named in grouped().items():
        options = (
            page.locator("#rule-set optgroup", has=page.locator("option"))
            .and_(page.locator(f'[label="{group}"]'))
            .locator("option")
        )
        assert options.all_inner_texts() == [entry.title for entry in named.values()]
    assert "The same dice as Capital" in about(RULES["risiko"], "risiko")
    for name in ("risiko", "legacy-bunker", "standard"):
        plays_by(page, entries()[name].title)
        expect(page.locator("#about-rules")).to_have_text(about(RULES[name], name))


OWN = "Custom rules…"


SAID = ("two-defenders-need-three", "legacy-bear-against-bunker", "godstorm-magic")
"""Rule sets that say something in most fields."""


@pytest.mark.parametrize("name", SAID)
def test_what_the_catalogue_says_can_be_said(open_page: OpenPage, name: str) -> None:
    page = open_page("#a=9&d=7")
    rules = RULES[name]
    opens_settings(page)
    page.locator("#rule-set").select_option(rules.name)
    page.locator("#rule-set").select_option(OWN)
    expect(page.locator("#own")).to_be_visible()
    shows(page, win_probability(9, 7, rules))
    expect(page.locator("#about-rules")).to_have_text(about(rules))
    shared = page.evaluate("location.hash")
    expect(page.get_by_label("Attacker’s dice", exact=True)).to_be_visible()
    plays_by(page, "standard")
    expect(page.locator("#own")).to_be_hidden()
    goes_to(page, shared)
    shows(page, win_probability(9, 7, rules))
    own = shared.partition("rules=")[2].replace(",", ", ")
    expect(page.locator("#settings")).to_contain_text(f"Custom rules ({own}) · ")


def test_rules_are_typed(open_page: OpenPage) -> None:
    page = open_page("#a=9&d=7")
    opens_settings(page)
    page.locator("#rule-set").select_option(OWN)
    attack = page.get_by_role("group", name="Attacker")
    defence = page.get_by_role("group", name="Defender")
    faces = "Faces, of all or of each: 8, 6, 6 or 2-3-3-4-4-5"

    def are(rules: Rules) -> None:
        shows(page, win_probability(9, 7, rules))
        expect(page.locator("#about-rules")).to_have_text(about(rules))

    page.get_by_role("button", name="Attacker’s dice: one more").click()
    are(Rules(4))
    typed(page, "Defender’s dice", 3)
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
    typed(page, "Pairs of dice that are compared", 2)
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


def test_rules_that_cannot_be_played_by(open_page: OpenPage) -> None:
    page = open_page()
    opens_settings(page)
    page.locator("#rule-set").select_option(OWN)
    attack = page.get_by_role("group", name="Attacker")
    faces = attack.get_by_label("Faces, of all or of each: 8, 6, 6 or 2-3-3-4-4-5")
    fault = page.locator("#own-fault")
    for text, said in {"0": "from 1 to", "101": "from 1 to 100", "6-101": "from 0 to"}.items():
        faces.fill(text)
        expect(fault).to_contain_text(said)
    for text in ("2-3-", "six"):
        faces.fill(text)
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
    shows(page, win_probability(8, 5))


def test_rules_of_a_territory(open_page: OpenPage) -> None:
    page = open_page("#a=12&d=3,5:bonus-die,2:3v1&rules=risiko")
    each = [RULES["risiko"], RULES["bonus-die"], Rules(3, 1)]

    def are(garrisons: Sequence[int], rules: Sequence[Rules]) -> None:
        shows(page, Campaign(12, garrisons, rules).win_probability)

    are((3, 5, 2), each)
    assert chips(page) == [
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
    wait_until(page, lambda: tiles(page) == goals)
    goes_to(page, "#a=9&d=5:capital")
    shows(page, win_probability(9, 5, RULES["capital"]))
    assert chips(page) == ["territory 1: Capital"]
    expect(page.locator("#map-readout")).to_contain_text(
        percent_text(win_probability(9, 5, RULES["capital"]))
    )
