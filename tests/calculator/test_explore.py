"""The walk from the problem of points to a battle: its lattice in `node`, its page in Chromium."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from riskexact import calculator
from riskexact.base.text import percent_text
from riskexact.calculator import LANGUAGES, language
from riskexact.calculator.document import package_text
from riskexact.odds.recursion import win_probability
from riskexact.questions.battle import Battle
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.browser import DESKTOP, PHONE, SCHEMES, browser, look, needs_chromium, opened, violations
from tests.node import Node, node
from tests.programs import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]  # a fixture

STEPS = re.findall(r'\{ name: "(\w+)"', package_text("explore/steps.js"))


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


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("explore") / "explore.html"
    path.write_text(calculator.page("explore", calculator="index.html"), encoding="utf-8")
    return path.as_uri()


def state(page: "Page", a: int, d: int) -> Any:
    return page.locator(f'[role="gridcell"][aria-label^="{a} and {d}:"]')


@needs_chromium
def test_every_step_is_served_to_all(browser: "Browser", address: str) -> None:
    with opened(browser, address) as page:
        for number, name in enumerate(STEPS, 1):
            assert page.locator("#title").inner_text() == language("en", "explore")[f"{name}.title"]
            assert page.locator("#place").inner_text() == f"Step {number} of {len(STEPS)}"
            if number < len(STEPS):
                page.get_by_role("button", name="Next").click()
        assert page.get_by_role("button", name="Next").is_disabled()
        page.get_by_label("Steps").select_option("0")
        assert page.get_by_role("button", name="Back").is_disabled()


@needs_chromium
@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_is_accessible(browser: "Browser", address: str, scheme: Any) -> None:
    for step in (1, 3, 7, 10):
        with opened(browser, f"{address}#step={step}") as page:
            for size in (PHONE, DESKTOP):
                look(page, size, scheme)
                wide = page.locator("html").evaluate("(e) => e.scrollWidth - e.clientWidth")
                assert wide == 0
            page.context.close()


@needs_chromium
def test_axe_finds_no_fault(browser: "Browser", tmp_path: Path) -> None:
    text = re.sub(
        r'<meta http-equiv="Content-Security-Policy"[^>]*>',
        "",
        calculator.page("explore", calculator="a.html"),
    )
    (tmp_path / "explore.html").write_text(text, encoding="utf-8")
    for step in (3, 10):
        with opened(browser, (tmp_path / "explore.html").as_uri() + f"#step={step}") as page:
            for scheme in SCHEMES:
                look(page, PHONE, scheme)
                assert violations(page) == []


@needs_chromium
def test_states_are_touched_and_reached_by_keys(browser: "Browser", address: str) -> None:
    with opened(browser, f"{address}#step=9&a=3&d=2") as page:
        assert state(page, 3, 2).inner_text() == ""
        for _ in range(4):
            page.get_by_role("button", name="Fill in one diagonal").click()
        assert page.get_by_role("button", name="Fill in one diagonal").is_disabled()
        assert state(page, 3, 2).inner_text() == percent_text(win_probability(3, 2))
        assert "6610505/10077696" in page.locator("#says").inner_text()
        state(page, 3, 2).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert state(page, 2, 1).evaluate("(e) => e === document.activeElement")
        assert "2 attackers against 1 defender." in page.locator("#says").inner_text()
        assert str(win_probability(2, 1)) in page.locator("#says").inner_text()
        assert page.locator(".arrows line").count() == 2
        page.keyboard.press("ArrowRight")
        assert "Won" in page.locator("#says").inner_text()
        page.keyboard.press("ArrowRight")  # there is no state
        assert state(page, 2, 0).evaluate("(e) => e === document.activeElement")


@needs_chromium
def test_the_sum_over_the_exits_is_shown(browser: "Browser", address: str) -> None:
    with opened(browser, f"{address}#step=10") as page:
        page.get_by_label("Attackers").select_option("10")
        page.get_by_label("Defenders").select_option("9")
        exact = page.locator("#sum .fraction").inner_text()
        assert Fraction(exact) == win_probability(10, 9)
        assert page.url.endswith("#step=10&a=10&d=9")
        page.get_by_label("Attackers").select_option("2")
        assert "not inside" in page.locator("#sum").inner_text()


@needs_chromium
@pytest.mark.parametrize("hash_", ["#step=99&a=-1", "#a=1e9&d=2", "#%%%", "#step=<b>&a=2&d=3"])
def test_hostile_addresses_lead_somewhere(browser: "Browser", address: str, hash_: str) -> None:
    with opened(browser, address + hash_) as page:
        assert page.locator("#title").inner_text()
        assert page.locator('[role="gridcell"]').count() >= 4


@needs_chromium
def test_it_speaks_the_languages(browser: "Browser", address: str) -> None:
    with opened(browser, address) as page:
        page.get_by_label("Language").select_option("de")
        assert page.locator("#title").inner_text() == "Das Teilungsproblem"
        assert page.locator("html").get_attribute("lang") == "de"


@needs_chromium
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sum_fits_on_a_phone(browser: "Browser", address: str, code: str) -> None:
    with opened(browser, f"{address}#step={len(STEPS)}") as page:
        look(page, PHONE)
        page.locator("#language").select_option(code)
        assert page.locator("#sum .wide tr").count() > 2
        assert page.locator("#sum .wide").evaluate("(e) => e.scrollWidth - e.clientWidth") == 0
