"""The walk from the problem of points to a battle: its lattice in `node`, its page in Chromium."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from proofs.specification import THEOREMS
from riskexact.app import language
from riskexact.app.scripts import app_text
from riskexact.base.text import decimal_text, percent_text
from riskexact.battle.battle import Battle
from riskexact.game.duel import duel
from riskexact.odds.recursion import win_probability
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.languages import LANGUAGES
from tests.app.visits import OpenPage
from tests.browser import needs_chromium
from tests.node import Node, node
from tests.programs import needs

STEPS = re.findall(r'\{ name: "(\w+)"', app_text("explore/main.js"))


@pytest.fixture(scope="module")
def lattice() -> Iterator[Node]:
    with node("explore/lattice.js", "core/dice.js") as process:
        yield process


def seen(lattice: Node, rules: Rules, a: int, d: int) -> dict[str, Any]:
    found: dict[str, Any] = lattice("latticeOf", rules.parts, a, d)
    return found


@needs("node")
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, RULES["risiko"], Rules(2, 2, faces=3)])
@pytest.mark.parametrize(("a", "d"), [(1, 1), (3, 2), (6, 5), (8, 7)])
def test_a_lattice_has_the_chances_of_the_recursion(
    lattice: Node, rules: Rules, a: int, d: int
) -> None:
    states = seen(lattice, rules, a, d)["states"]
    assert {(s["a"], s["d"]) for s in states} == set(product(range(a + 1), range(d + 1))) - {(0, 0)}
    for s in states:
        assert Fraction(s["value"]) == win_probability(s["a"], s["d"], rules)
    ends = {(s["a"], s["d"]): Fraction(s["chance"]) for s in states if not (s["a"] and s["d"])}
    assert {end: p for end, p in ends.items() if p} == dict(Battle(a, d, rules).outcomes)


@needs("node")
@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, RULES["risiko"]])
def test_the_first_exits_add_up_to_the_chance(lattice: Node, rules: Rules) -> None:
    x, y = rules.max_dice
    for a, d in [(x, y), (x + 3, y + 2), (x + 5, y), (x, y + 4)]:
        found = seen(lattice, rules, a, d)
        assert sum(Fraction(left["reached"]) for left in found["exits"]) == 1
        assert all(left["a"] < x or left["d"] < y for left in found["exits"])
        assert Fraction(found["sum"]) == win_probability(a, d, rules)
    assert seen(lattice, rules, x - 1, y)["exits"] == []


@needs("node")
def test_paths_are_those_of_pascal(lattice: Node) -> None:
    """One unit a round, and never more than one side's: a point for either player."""
    for s in seen(lattice, SINGLE_LOSS, 6, 5)["states"]:
        lost = 6 - s["a"], 5 - s["d"]
        if s["a"] and s["d"]:
            paths = comb(sum(lost), lost[0])
        else:  # whoever has no unit left lost the last one in the last round
            paths = comb(sum(lost) - 1, lost[1] if s["a"] == 0 else lost[0])
        assert int(s["paths"]) == paths, s


def test_each_step_has_its_texts() -> None:
    for name in STEPS:
        assert {f"{name}.title", f"{name}.idea"} < set(language("en", "explore"))
    for name, idea in language("en", "explore").items():
        if name.endswith(".idea"):
            assert len(re.findall(r"[.?!](?: |$)", idea)) == 1, "one idea a step, each a sentence"


def test_what_is_proved_has_the_names_of_the_first_theorems() -> None:
    names = re.findall(r"<code>(\w+)</code>", app_text("explore/page.html"))
    first = re.findall(
        r"^\| \[`(\w+)`\]", THEOREMS.with_name("README.md").read_text("utf-8"), re.MULTILINE
    )
    assert names == first
    said = language("en", "explore")
    assert decimal_text(Fraction(2387, 2797), 3) in said["proved.price"]
    assert f"{percent_text(duel(1, 1, 3).lower, 1)} %" in said["proved.countries"]


@needs("node")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_step_is_shown(tabs: Callable[..., Node], code: str) -> None:
    texts = language(code, "explore")
    for number, name in enumerate(STEPS, 1):
        shown = tabs("explore", code)("goes", f"#step={number}")
        assert shown["title"] == texts[f"{name}.title"]
        assert f"{number} " in shown["place"]
        assert str(len(STEPS)) in shown["place"]
        assert len(shown["labels"]) >= 4


@needs("node")
def test_what_is_said_of_a_state_and_of_the_exits(tabs: Callable[..., Node]) -> None:
    walk = tabs("explore")
    walk("goes", "#step=9&a=3&d=2")
    for _ in range(4):
        shown = walk("does", "click", "fill")
    assert f"3 and 2: {percent_text(win_probability(3, 2))}"[:-1] in "".join(shown["labels"])
    assert "= 6610505/10077696" in shown["says"]
    assert "3 attackers against 2 defenders." in shown["says"]
    shown = walk("goes", "#step=10&a=10&d=9")
    assert shown["address"] == "#step=10&a=10&d=9"
    assert shown["sum"].endswith(str(win_probability(10, 9)))
    assert "not inside" in walk("goes", "#step=10&a=2&d=9")["sum"]
    # one kind of number: those of the ends are the chances of the outcomes
    labels = walk("goes", "#step=10&a=8&d=6")["labels"]
    for (a, d), chance in Battle(8, 6).outcomes.items():
        assert f"{a} and {d}: {percent_text(chance)}" in labels


@needs("node")
@pytest.mark.parametrize(
    "hash_", ["#step=99&a=-1", "#step=3&a=1e9&d=2", "#step=%%%", "#step=<b>&a=2&d=3"]
)
def test_hostile_addresses_lead_somewhere(tabs: Callable[..., Node], hash_: str) -> None:
    shown = tabs("explore")("goes", hash_)
    assert shown["title"] in language("en", "explore").values()
    assert len(shown["labels"]) >= 4


@pytest.fixture
def tab() -> str:
    return "explore"


def state(page: "Page", a: int, d: int) -> Any:
    return page.locator(f'[role="gridcell"][aria-label^="{a} and {d}:"]')


@needs_chromium
def test_the_walk_is_gone_from_step_to_step(open_page: OpenPage) -> None:
    page = open_page()
    place = "(each) => [each.getBoundingClientRect().y, each.getBoundingClientRect().x]"
    colour = "(each) => getComputedStyle(each).color"

    def first_is(*order: str) -> None:
        """Who wins to the right stands first, and has its colour."""
        first, second = (page.locator(f"#{side}-label") for side in order)
        assert first.evaluate(place) < second.evaluate(place)
        assert first.evaluate(colour) == "rgb(0, 90, 142)"
        assert second.evaluate(colour) == "rgb(125, 82, 0)"

    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    first_is("defenders", "attackers")
    expect(page.locator("#place .icon")).to_have_count(1)
    for number in range(1, len(STEPS)):
        expect(page.locator("#place")).to_have_text(f"Step {number} of {len(STEPS)}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    expect(page.locator("#sum .wide tr")).not_to_have_count(0)
    assert page.locator("#sum .wide").evaluate_all(
        "(tables) => tables.every((each) => each.scrollWidth <= each.clientWidth)"
    )
    first_is("attackers", "defenders")
    expect(page.locator("#place .die")).to_have_count(5)
    page.get_by_label("Attackers").select_option("10")
    page.get_by_label("Defenders").select_option("9")
    expect(page.locator("#sum .fraction")).to_have_text(str(win_probability(10, 9)))
    page.get_by_label("Steps").select_option("0")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("#title")).to_have_text("Das Teilungsproblem")
    expect(page.locator("#proved li").nth(5)).to_contain_text("In Coq bewiesen: two_on_each")


@needs_chromium
def test_states_are_touched_and_reached_by_keys(open_page: OpenPage) -> None:
    page = open_page("#step=9&a=3&d=2")
    says = page.locator("#says")
    expect(state(page, 3, 2)).to_be_empty()
    fill = page.get_by_role("button", name="Fill in one diagonal")
    for _ in range(4):
        fill.click()
    expect(fill).to_be_disabled()
    expect(state(page, 3, 2)).to_have_text(percent_text(win_probability(3, 2)))
    state(page, 3, 2).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(state(page, 2, 1)).to_be_focused()
    expect(says).to_contain_text(str(win_probability(2, 1)))
    expect(page.locator(".arrows line")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("Won")
    page.keyboard.press("ArrowRight")  # there is no state
    expect(state(page, 2, 0)).to_be_focused()
