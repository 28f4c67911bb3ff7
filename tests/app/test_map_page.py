"""The map page in a real browser: a turn from the first tap to the last throw."""

import json
import re
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from riskexact.battle.campaign import Campaign
from riskexact.cli import main
from riskexact.rules import STANDARD
from riskexact.rules.languages import LANGUAGES
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import Map, map_named
from riskexact.turn.position import Position
from riskexact.turn.review import review
from tests.app.visits import OpenPage, ends_with, exact_text, goes_to, hash_of, percent_text
from tests.benchmarks.turns import drawn
from tests.browser import DESKTOP, NARROW, PHONE, look, needs_chromium, wait_until
from tests.turn.test_boards import AUSTRALIA, each

CLASSIC = map_named("classic")
pytestmark = needs_chromium


@pytest.fixture
def tab() -> str:
    return "maps"


SOUTH = each("South America", 3)


def shows(page: Page, position: Position, take: str | None = None, **rules: Any) -> None:
    """The page shows the chance and the first move that Python finds."""
    answer = conquer(position, take, **rules)
    assert answer.proved
    expect(page.locator("#chance")).to_have_text(percent_text(answer.lower))
    source, target, dice = answer.best[0]
    throws = f"{dice} dice" if dice > 1 else "1 die"
    expect(page.locator("#next")).to_have_text(f"Next: attack {target} from {source} with {throws}")


def throw(page: Page, name: str) -> None:
    page.locator("#throw").get_by_role("button", name=name, exact=True).click()


def territory(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=re.compile(f"^{name}: "))


def test_a_turn(open_page: OpenPage) -> None:
    now = Position("classic", {"Siam": 14}, AUSTRALIA)
    page = open_page()
    shows(page, now)
    throw(page, "1 each")
    throw(page, "they lose 2")
    now = now.fought("Siam", "Indonesia", 1, 3, 12)
    expect(page.locator("#next")).to_have_text("Indonesia has fallen. How many move in?")
    # the map is that after the throw
    expect(territory(page, "Indonesia")).to_have_accessible_name("Indonesia: mine, 12 armies")
    # and the plan goes on at once
    expect(page.locator("#board .tag-text")).to_have_text(["1", "2", "3"])
    # from far its numbers would be a heap
    page.locator("#view").select_option("world")
    expect(page.locator("#board .attack")).to_have_count(3)
    expect(page.locator("#board .tag")).to_have_count(0)
    page.locator("#view").select_option("play")
    expect(page.locator("#arrows")).to_contain_text("if each round ends as is most likely")
    expect(page.locator("#throw input")).to_have_value("12")
    fewer = page.locator("#throw").get_by_role("button", name="Armies that move into").first
    fewer.click()
    expect(territory(page, "Indonesia")).to_have_accessible_name("Indonesia: mine, 11 armies")
    # a reload asks again
    page.reload()
    expect(page.locator("#next")).to_have_text("Indonesia has fallen. How many move in?")
    page.locator("#throw").get_by_role("button", name="Armies that move into").last.click()
    page.get_by_role("button", name="Move in 12").click()
    shows(page, now, "Australia")
    ends_with(page, hash_of(dict(now.mine), dict(now.enemy), "&take=Australia"))
    # back to the throw by which it fell, and on
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#next")).to_have_text("Next: attack Indonesia from Siam with 3 dice")
    page.go_forward()
    expect(territory(page, "Indonesia")).to_have_accessible_name("Indonesia: mine, 12 armies")
    page.reload()
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator("#chance")).to_have_text("57.5 %")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.go_forward()
    expect(territory(page, "Siam")).to_have_accessible_name("Siam: mine, 13 armies")


def each_left(armies: dict[str, int], fallen: str) -> dict[str, int]:
    return {t: n for t, n in armies.items() if t != fallen}


def points(said: str) -> str:
    return said.replace("%", "points")


def test_a_turn_is_reviewed_and_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(hash_of({"Siam": 5}, {"Indonesia": 2, "New Guinea": 1}, "&move=dice"))
    expect(page.get_by_role("button", name="What should I have done?")).to_be_hidden()
    page.get_by_role("button", name="Indonesia from Siam, 2 dice").click()
    throw(page, "they lose 2")
    page.get_by_role("button", name="Move in 4").click()
    throw(page, "you lose 1")
    page.reload()
    page.get_by_role("button", name="What should I have done?").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the turn").click()
    file = tmp_path / "turn.jsonl"
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8").partition("\n")[0])["rules"] == STANDARD.parts
    found = review(file)
    assert [step.played[0] for step in found.steps] == ["attack", "move_in", "attack"]
    luck, mistakes = (points(each.text("+")) for each in (found.luck, found.mistakes))
    expect(page.locator("#review-sum")).to_have_text(f"Luck {luck}, mistakes {mistakes}.")
    wrong = [step for step in found.steps if step.mistake.lower < 0]
    expect(page.locator("#review-steps li")).to_have_count(len(wrong))
    expect(page.locator("#review-steps li").first).to_have_text(
        f"Indonesia from Siam, 2 dice. Better: 3 dice, {points('+' + wrong[0].mistake.text()[1:])}."
    )
    # what is changed by hand begins another turn
    page.get_by_role("radio", name="Armies", exact=True).check()
    territory(page, "Siam").click()
    expect(page.get_by_role("button", name="What should I have done?")).to_be_hidden()
    expect(page.locator("#review-card")).to_be_hidden()


def test_a_continent_is_entered_in_few_taps(open_page: OpenPage) -> None:
    """From an empty map to Brazil with 20 against Africa, where three are not at the usual 2."""
    page = open_page(size=PHONE, again=False, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Empty map").tap()
    page.get_by_label("Take", exact=True).select_option("Africa")
    taps = 2  # to open the list, and to choose
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # no tap is a long press
    for name, times in (("Brazil", 1), ("North Africa", 2), ("Egypt", 1)):
        for _ in range(times):
            territory(page, name).tap()
            taps += 1
        if name == "Brazil":
            page.get_by_role("spinbutton", name="Armies").tap()
            page.keyboard.type("20")
            taps += 1 + len("20")
    page.clock.resume()
    territory(page, "Congo").click(delay=600)  # a long press
    taps += 1
    page.get_by_role("button", name="Done", exact=True).tap()
    taps += 1
    assert taps < 15
    enemy = {**each("Africa", 2), "North Africa": 4, "Egypt": 3, "Congo": 1}
    expect(page).to_have_url(re.compile(re.escape(hash_of({"Brazil": 20}, {})[:-7])))
    goes_to(page, page.url.partition("#")[2].replace("%2C", ","))
    answer = conquer(Position("classic", {"Brazil": 20}, enemy))
    expect(page.locator("#chance")).to_have_text(percent_text(answer.lower))


def test_a_map_is_set_up_by_tapping(open_page: OpenPage) -> None:
    page = open_page()
    goes_to(page, "#mine=North-Africa:7&enemy=")
    page.get_by_label("Take", exact=True).select_option("South America")
    expect(page.get_by_label("Show", exact=True)).to_have_value("1")
    territory(page, "North Africa").click()
    territory(page, "Brazil").click()
    territory(page, "Brazil").click()
    territory(page, "Brazil").click(button="right")
    page.get_by_role("button", name="Done", exact=True).click()
    enemy = {**each("South America", 2), "Brazil": 3}
    shows(page, Position("classic", {"North Africa": 8}, enemy))
    # the enemy's territory becomes mine, and goes out of play
    territory(page, "Venezuela").click()
    page.get_by_role("radio", name="Mine").check()
    expect(territory(page, "Venezuela")).to_have_accessible_name("Venezuela: mine, 3 armies")
    page.get_by_role("radio", name="Out").check()
    expect(page.locator("#refused")).to_have_text("How many armies are on Venezuela?")
    page.get_by_label("Take", exact=True).select_option("All enemies")
    del enemy["Venezuela"]
    shows(page, Position("classic", {"North Africa": 8}, enemy))
    page.get_by_role("button", name="Brazil from North Africa").first.click()
    expect(page.locator("#moves [aria-pressed='true']")).to_have_count(1)
    expect(page.locator("#moves [aria-pressed='true']")).to_contain_text("Brazil")


def test_a_battle_and_a_campaign_are_asked_by_tapping(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    arrows = page.locator("#board .tag-text")
    expect(arrows).to_have_text(["1", "2", "3", "4"])
    territory(page, "Siam").tap()
    territory(page, "Indonesia").tap()
    battle = percent_text(Campaign(13, [3]).win_probability)
    expect(arrows).to_have_text([battle])
    expect(page.locator("#question")).to_have_text("From Siam: Indonesia")
    territory(page, "Western Australia").tap()
    territory(page, "Eastern Australia").tap()
    chances = [Campaign(13, [3, 4, 2][:n]).win_probability for n in (1, 2, 3)]
    expect(arrows).to_have_text([percent_text(chance) for chance in chances])
    expect(page.locator("#chance")).to_have_text(percent_text(chances[-1]))
    page.get_by_role("button", name="Exact fraction", exact=True).tap()
    expect(page.locator("#exact-fraction")).to_have_text(exact_text(chances[-1]))
    page.get_by_role("button", name="Close").tap()
    expect(page).to_have_url(re.compile("&way=Siam,Indonesia,Western-Australia,Eastern-Australia"))
    # a tap on what is on the way ends it there; a reload keeps it
    territory(page, "Eastern Australia").tap()
    territory(page, "New Guinea").tap()
    page.reload()
    expect(page.locator("#question")).to_have_text(
        "From Siam: Indonesia, Western Australia, New Guinea"
    )
    # the way goes on from what has fallen
    throw(page, "they lose 2")
    throw(page, "they lose 1")
    page.get_by_role("button", name="Move in 13").tap()
    expect(page.locator("#question")).to_have_text("From Indonesia: Western Australia, New Guinea")
    territory(page, "Indonesia").tap()
    expect(page.locator("#question")).to_have_text(
        "The chance to take Australia: 3 territories left"
    )
    # a tap on a territory of the enemy's alone means the largest stack beside it
    territory(page, "New Guinea").tap()
    expect(page.locator("#question")).to_have_text("From Indonesia: New Guinea")
    goes_to(page, hash_of({"Siam": 3}, {"Indonesia": 2, "Eastern Australia": 1}))
    territory(page, "Eastern Australia").tap()
    expect(page.locator("#notice")).to_have_text(
        "Nothing of yours that can attack borders Eastern Australia."
    )


def test_no_line_crosses_a_name(open_page: OpenPage) -> None:
    """In every language on a phone, and on a desktop."""
    page = open_page(size=PHONE)
    views = ("play", "world", *map(str, range(6)))
    for size, codes in ((PHONE, LANGUAGES), (DESKTOP, LANGUAGES[-1:])):
        look(page, size)
        expect_width(page, size[0])
        for code in codes:
            speaks(page, code)
            for view in views:
                page.locator("#view").select_option(view)
                assert page.evaluate(CROSSED) == []
                names = page.locator("#board .name").evaluate_all(
                    "all => all.map((each) => Number(each.dataset.of))"
                )
                if view not in ("play", "world"):
                    held = [*CLASSIC.continents.values()][int(view)].territories
                    missing = {CLASSIC.territories.index(t) for t in held} - {*names}
                    assert len(missing) <= (1 if size == DESKTOP else 4)


CROWDED = [
    hash_of({"Siam": 14}, AUSTRALIA, "&take=Australia"),
    hash_of({"Central America": 8, "North Africa": 8}, SOUTH, "&take=South-America"),
    hash_of({"Ukraine": 30}, each_left(each("Europe", 1), "Ukraine")),
    hash_of(
        {"Ural": 20},
        dict.fromkeys(("Siberia", "Irkutsk", "Yakutsk", "Kamchatka", "Japan"), 2),
        "&way=Ural,Siberia,Irkutsk,Yakutsk,Kamchatka,Japan",
    ),
]


def speaks(page: Page, code: str) -> None:
    """Have the page in another language."""
    page.locator("#language").select_option(code)
    expect(page.locator("html")).to_have_attribute("lang", code)


def expect_width(page: Page, width: int) -> None:
    wait_until(page, lambda: page.evaluate("innerWidth") == width)


def test_no_tag_of_an_arrow_lies_on_a_name(open_page: OpenPage) -> None:
    page = open_page(size=NARROW)
    for size, codes in ((NARROW, LANGUAGES), ((768, 1024), ("de",))):
        look(page, size)
        expect_width(page, size[0])
        for hash_, tags in zip(CROWDED, (4, 4, 6, 5), strict=True):
            goes_to(page, hash_)
            for code in codes:
                speaks(page, code)
                expect(page.locator("#board .tag")).to_have_count(tags)
                assert page.evaluate(COVERED) == [], (hash_, code, size)


COVERED = """() => {
  const boxes = (kind) => [...document.querySelectorAll(`#board ${kind}`)].map((e) => e.getBBox());
  const meets = (one, other) =>
    one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y < other.y + 0.9 * other.height && other.y + 0.1 * other.height < one.y + one.height;
  return boxes(".tag").flatMap((tag) => boxes(".name").filter((name) => meets(tag, name)));
}"""


CROSSED = """() => {
  const svg = document.querySelector("#board svg");
  const names = [...svg.querySelectorAll(".name")].map((name) => [name.dataset.of, name.getBBox()]);
  const crossed = [];
  for (const line of svg.querySelectorAll(".lane:not([hidden]), .attack .line")) {
    const length = line.getTotalLength();
    for (let along = 0; along <= length; along += 4) {
      const { x, y } = line.getPointAtLength(along);
      crossed.push(...names.filter(([, box]) =>
        x > box.x + 2 && x < box.x + box.width - 2 && y > box.y + 2 && y < box.y + box.height - 2,
      ).map(([name]) => name));
    }
  }
  return crossed;
}"""


def test_what_is_to_be_taken_is_enlarged_with_its_neighbours(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    goes_to(page, "#mine=Brazil:20&enemy=")
    page.get_by_label("Take", exact=True).select_option("Africa")
    expect(page.get_by_label("Show", exact=True)).to_have_value("3")
    for name in ("Brazil", *CLASSIC.continents["Africa"].territories):
        expect(territory(page, name)).to_be_in_viewport()
        number = CLASSIC.territories.index(name)
        expect(page.locator(f"#board .name[data-of='{number}']")).to_be_visible()
    # and a map that is too small to be touched is so by a tap
    page.get_by_label("Show", exact=True).select_option("The whole map")
    territory(page, "Ukraine").tap()
    expect(page.get_by_label("Show", exact=True)).to_have_value("2")
    expect(page.locator("#edit")).to_be_hidden()
    territory(page, "Ukraine").tap()
    expect(page.locator("#territory")).to_have_value("15")


def test_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(size=DESKTOP)
    territory(page, "Siam").focus()
    page.keyboard.press("ArrowDown")
    expect(territory(page, "Indonesia")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("+")
    enemy = {**AUSTRALIA, "Indonesia": 5}
    expect(territory(page, "Indonesia")).to_be_focused()
    shows(page, Position("classic", {"Siam": 14}, enemy))
    territory(page, "Indonesia").focus()
    page.keyboard.press("ArrowRight")
    expect(territory(page, "New Guinea")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(territory(page, "China")).to_be_focused()
    page.keyboard.press("m")
    page.keyboard.press("-")
    expect(territory(page, "China")).to_have_accessible_name("China: mine, 4 armies")
    page.keyboard.press("Delete")
    expect(territory(page, "China")).to_have_accessible_name("China: out of play")
    # digits are a number; Enter goes on to what is to be taken
    page.keyboard.type("12")
    expect(territory(page, "China")).to_have_accessible_name("China: mine, 12 armies")
    page.keyboard.press("Delete")
    for name in (*AUSTRALIA, next(iter(AUSTRALIA))):
        page.keyboard.press("+")
        page.keyboard.press("Enter")
        expect(territory(page, name)).to_be_focused()
    # one step from a territory to its editor, and back
    expect(page.locator("#territory")).to_have_value("38")
    page.keyboard.press("Tab")
    expect(page.get_by_role("spinbutton", name="Armies")).to_be_focused()
    page.keyboard.press("Escape")
    expect(territory(page, "Indonesia")).to_be_focused()
    expect(page.locator("#edit")).to_be_hidden()
    # keys are said, and the drawing is no stop
    goes_to(page, "#turn")
    page.locator("#view").focus()
    keys = page.locator("#keys")
    expect(keys).to_have_js_property("offsetWidth", 1)
    page.keyboard.press("Tab")
    badge = page.locator(".badge:focus")
    expect(badge).to_have_attribute("aria-keyshortcuts", re.compile("Delete"))
    wait_until(page, lambda: keys.evaluate("(each) => each.offsetWidth") > 100)
    expect(page.locator("#board svg")).to_have_accessible_description(re.compile("^Keys: "))
    # what is read out when the chance changes says which one it is
    expect(page.get_by_role("status").filter(has=page.locator("#chance"))).to_have_text(
        re.compile("The chance to take Australia: 4 territories left.*57.5 %", re.DOTALL)
    )


def test_a_long_search_sharpens_what_it_shows_and_can_be_stopped(open_page: OpenPage) -> None:
    board = drawn(22)
    long = hash_of(board.mine, board.enemy)
    page = open_page()
    page.evaluate(SEEN)
    goes_to(page, long)
    expect(page.locator("#chance")).to_have_text(re.compile("^at least [0-9.]+ %$"))
    expect(page.locator("#next")).to_contain_text("Next: attack")
    wait_until(page, lambda: page.evaluate("seen.size") > 1)
    # a button that is pressed while bounds sharpen stays
    assert page.evaluate("pressed.isConnected")
    expect(page.locator("#board .attack").first).to_be_visible()
    expect(page.locator("#states")).to_have_text(re.compile(r"^[\d,]+ positions$"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#refused")).to_have_text("Stopped. Change something to ask again.")
    expect(page.locator("#chance")).to_contain_text("at least")
    expect(page.locator("#working")).to_be_hidden()
    wait_until(page, lambda: len(page.workers) == 1)
    # another question is answered soon, also while a long one is open
    goes_to(page, long + "&dice=most")
    expect(page.locator("#working")).to_be_visible()
    goes_to(page, "#turn")
    expect(page.locator("#chance")).to_have_text("57.5 %")


SEEN = """() => {
  window.seen = new Set();
  const chance = document.getElementById("chance");
  new MutationObserver(() => {
    if (chance.textContent.startsWith("at least")) {
      window.pressed ??= document.querySelector("#throw button");
      seen.add(chance.textContent);
    }
  }).observe(chance, { childList: true });
}"""
"""Remembers the bounds that are shown, and the first button for a throw."""


def test_a_map_of_ones_own_is_opened_played_and_kept(open_page: OpenPage, tmp_path: Path) -> None:
    names = [f"Land {n}" for n in range(1, 31)]
    layout = {t: (37 * (n % 6), 29 * (n // 6) + n % 2) for n, t in enumerate(names)}
    world = Map([*pairwise(names), *zip(names, names[6:], strict=False)], layout=layout)
    world = world.replace(continents={f"Row {n}": (names[6 * n : 6 * n + 6], 2) for n in range(5)})
    (tmp_path / "own.json").write_text(json.dumps(world.json()), encoding="utf-8")
    assert main(["map", str(tmp_path / "own.json"), "-o", str(tmp_path / "mine.json")]) == 0
    page = open_page()
    page.locator("#game-card summary").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    page.set_input_files("#map-file", wrong)
    expect(page.locator("#notice")).to_contain_text("riskexact map FILE")
    page.set_input_files("#map-file", tmp_path / "mine.json")
    expect(page.locator("#question")).to_have_text("Who stands where?")
    mine, enemy = {"Land 7": 9}, {"Land 8": 2, "Land 2": 1}
    goes_to(page, hash_of(mine, enemy))
    now = Position(world, mine, enemy)
    shows(page, now)
    source, target, _ = conquer(now).best[0]
    throw(page, "they lose 1" if enemy[target] == 1 else "they lose 2")
    page.locator("#throw").get_by_role("button", name=re.compile("^Move in")).click()
    page.locator("#review").click()
    expect(page.locator("#review-sum")).to_contain_text("Luck")
    with page.expect_download() as download:
        page.locator("#save").click()
    found = review(download.value.path().read_text("utf-8"))
    assert found.steps[0].played == ("attack", source, target, conquer(now).best[0][2])
    page.reload()
    expect(page.locator("#question")).to_contain_text("all of the enemy’s")
    page.locator("#game-card summary").click()
    page.locator("#classic-map").click()
    shows(page, Position("classic", {"Siam": 14}, AUSTRALIA))
