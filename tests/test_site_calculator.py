"""The calculator in a real browser: its arithmetic against Python's, and every control of it."""

import json
import os
import re
import shutil
import subprocess
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

import riskexact
from riskexact.battle import Battle, win_probability
from riskexact.campaign import Campaign
from riskexact.campaign.needed import campaign_attackers_needed
from riskexact.catalogue import RULES
from riskexact.digits import decimal_text, fraction_text
from riskexact.errors import RiskError
from riskexact.hand import Hand
from riskexact.needed import attackers_needed
from riskexact.recursion import cells
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.site.calculator import files, page, rule_data
from tests.strategies import battles, retreats, rule_sets

ALL = list(RULES.values())
SOURCES = Path(riskexact.__file__).parent / "site" / "calculator"
KEPT = "RISKEXACT_SKIPS_NOTHING" in os.environ

needs_chromium = pytest.mark.skipif(
    shutil.which("chromium") is None and not KEPT,
    reason="chromium is not installed (on Debian or Ubuntu: apt-get install chromium)",
)
needs_tsc = pytest.mark.skipif(
    shutil.which("tsc") is None and not KEPT,
    reason="tsc is not installed (on Debian or Ubuntu: apt-get install node-typescript)",
)

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 900}


# -- the page as a text ---------------------------------------------------------------------------


def test_the_page_is_light_and_asks_for_nothing() -> None:
    text = page(ALL)
    assert len(text.encode()) < 300 * 1024
    assert set(re.findall(r"https?://[^\s\"'<>)`]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(|\beval\b|innerHTML|\son\w+=", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert policy[1].startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]


def test_the_page_is_told_the_counts_of_each_round_and_no_other_number() -> None:
    for rules in ALL:
        data: Any = rule_data(rules)
        for units in range(1, 9):
            for side, hand in (("attack", rules.attack), ("defence", rules.defence)):
                assert sum(need <= units for need in data[side]) == hand.dice_of(units)
        for x, row in enumerate(data["rounds"], 1):
            for y, counts in enumerate(row, 1):
                told = {(i, j): int(count) for i, j, count in counts}
                assert told == riskexact.round_counts(x, y, rules)


def test_rule_sets_that_the_page_cannot_have() -> None:
    with pytest.raises(RiskError, match="one rule set or more"):
        page([])
    with pytest.raises(RiskError, match="each rule set once, not 'standard' again"):
        page([STANDARD, SINGLE_LOSS, Rules()])
    with pytest.raises(RiskError, match="must not have a first round of their own"):
        page([Rules(first_round=SINGLE_LOSS)])


def test_a_hostile_name_stays_a_name() -> None:
    text = page([Rules(faces=5, name="</script><script>alert(1)</script>")])
    assert "alert(1)" not in text or "</script><script>alert" not in text


def test_the_files_belong_together() -> None:
    made = files(ALL, home="../index.html")
    assert made == files(ALL, home="../index.html")
    assert b'href="../index.html"' in made["index.html"]
    assert files([STANDARD])["service-worker.js"] != made["service-worker.js"]
    manifest = json.loads(made["manifest.webmanifest"])
    for icon in manifest["icons"]:
        data = made[icon["src"]]
        if icon["type"] == "image/png":
            size = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert icon["sizes"] == "{}x{}".format(*size)
    kept = re.search(rb"const FILES = (\[.*\]);", made["service-worker.js"])
    assert kept
    assert {*json.loads(kept[1]), "service-worker.js"} == set(made)


@needs_tsc
def test_types() -> None:
    command = ["tsc", "--project", str(SOURCES / "tsconfig.json")]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


# -- the browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "chromium is not installed"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of the page as a file."""
    path = tmp_path_factory.mktemp("calculator") / "calculator.html"
    path.write_text(page(ALL), encoding="utf-8")
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

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.requests: list[str] = []
        self.printed: list[str] = []
        context.add_init_script(WATCH)
        context.set_default_timeout(20_000)
        context.on("request", self._asked)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.printed.append(message.text))
        self.page.on("pageerror", lambda error: self.printed.append(str(error)))
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


@contextmanager
def visiting(browser: Browser, address: str, **options: Any) -> Iterator[Visit]:
    context = browser.new_context(**{"viewport": PHONE, **options})
    try:
        visit = Visit(context, address)
        yield visit
        visit.is_well()
    finally:
        context.close()


@pytest.fixture(scope="module")
def calculator(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose arithmetic is asked directly."""
    with visiting(browser, address) as visit:
        visit.page.evaluate(
            """() => {
              const { Rules, endsOf, overPower, valuesUpTo, attackersNeeded, costsOf, luckOf,
                      decimal, percent } = arithmetic;
              const text = (x) => x && `${x.n}/${x.d}`;
              const made = new Map();
              const rulesOf = (data) => {
                const key = JSON.stringify(data);
                made.set(key, made.get(key) ?? new Rules(data));
                return made.get(key);
              };
              window.ask = {
                ends(data, fights) {
                  return fights.map((fight) => {
                    const { base, ends } = endsOf(fight, rulesOf(data));
                    return ends.map((end) => [end.attackers, end.taken, end.defenders,
                                              text(overPower(end.mass, base, end.power))]);
                  });
                },
                cells(data, most) {
                  const rules = rulesOf(data);
                  return valuesUpTo(most, most, rules).map((row, a) => row.map((value, d) =>
                    text(overPower(value, rules.base, a + d))));
                },
                needed: (data, fights) => fights.map((f) => attackersNeeded(f, rulesOf(data))),
                costs(data, fights) {
                  return fights.map((fight) => {
                    const costs = costsOf(fight, endsOf(fight, rulesOf(data)));
                    return Object.values(costs).map(text);
                  });
                },
                luck(data, fight, lefts) {
                  const answer = endsOf(fight, rulesOf(data));
                  return lefts.map(([a, d]) => {
                    const luck = luckOf(fight, answer, a, d);
                    return luck && Object.values(luck).map(text);
                  });
                },
                texts: (values, digits) => values.map(([n, d]) => {
                  const value = { n: BigInt(n), d: BigInt(d) };
                  return [decimal(value, digits), percent(value)];
                }),
              };
            }"""
        )
        yield visit.page


def asked(calculator: Page, question: str, *arguments: object) -> Any:
    """Ask the arithmetic of the page."""
    return calculator.evaluate(
        "([question, args]) => ask[question](...args)", [question, [*arguments]]
    )


def fight(
    attackers: int, garrisons: Sequence[int], leave_behind: int = 1, **stops: int | None
) -> dict[str, object]:
    return {
        "attackers": attackers,
        "garrisons": list(garrisons),
        "leaveBehind": leave_behind,
        "retreatAt": stops.get("retreat_at", 0),
        "stopAtDefenders": stops.get("stop_at_defenders", 0),
        "stopAfter": stops.get("stop_after"),
        "stopBelow": stops.get("stop_below", 0),
    }


def lowest(text: str) -> Fraction:
    """A fraction that is in lowest terms already."""
    n, d = map(int, text.split("/"))
    value = Fraction(n, d)
    assert (value.numerator, value.denominator) == (n, d)
    return value


def merged(ends: Sequence[tuple[int, int, int, str]]) -> Mapping[tuple[int, int, int], Fraction]:
    """The chance of each end; the page keeps those apart that more or fewer units stayed behind."""
    found: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for a, taken, d, text in ends:
        found[a, taken, d] += lowest(text)
    return found


def by_battle(battle: Battle) -> Mapping[tuple[int, int, int], Fraction]:
    return {(a, int(d == 0), d): p for (a, d), p in battle.outcomes.items()}


# -- its arithmetic -------------------------------------------------------------------------------


@needs_chromium
def test_every_cell_under_every_rule_set(calculator: Page) -> None:
    checked = 0
    for rules in ALL:
        found = asked(calculator, "cells", rule_data(rules), 16)
        for (a, d), value in cells(16, 16, rules):
            assert lowest(found[a][d]) == value
            checked += 1
    assert checked == 20 * (17 * 17 - 1)


@needs_chromium
def test_a_large_cell(calculator: Page) -> None:
    found = asked(calculator, "cells", rule_data(STANDARD), 100)
    assert lowest(found[100][100]) == win_probability(100, 100)
    assert lowest(found[99][37]) == win_probability(99, 37)


STOPS: list[dict[str, Any]] = [
    {},
    {"retreat_at": 3},
    {"stop_at_defenders": 2},
    {"stop_after": 3},
    {"stop_below": 40},
    {"retreat_at": 2, "stop_at_defenders": 1, "stop_after": 5, "stop_below": 15},
]


def battle_with(a: int, d: int, rules: Rules, stops: dict[str, Any]) -> Battle:
    below = stops.get("stop_below", 0)
    return Battle(a, d, rules, **{**stops, "stop_below": Fraction(below, 100)})


@needs_chromium
def test_outcomes_under_every_rule_set_and_every_stop_rule(calculator: Page) -> None:
    checked = 0
    sides = [(9, 7), (4, 11), (1, 1), (0, 3), (6, 0)]
    for rules in ALL:
        cases = [(a, d, stops) for a, d in sides for stops in STOPS]
        fights = [fight(a, [d], **stops) for a, d, stops in cases]
        for (a, d, stops), ends in zip(
            cases, asked(calculator, "ends", rule_data(rules), fights), strict=True
        ):
            assert merged(ends) == by_battle(battle_with(a, d, rules, stops)), (rules, a, d, stops)
            checked += len(ends)
    assert checked > 4000


@needs_chromium
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rules=rule_sets(("defender", "attacker", "nobody")),
    sides=battles,
    retreat_at=retreats,
    stop_at_defenders=retreats,
    stop_after=st.none() | st.integers(0, 5),
    stop_below=st.integers(0, 100),
)
def test_outcomes_under_any_rules(
    calculator: Page, rules: Rules, sides: tuple[int, int], **stops: Any
) -> None:
    a, d = sides
    (ends,) = asked(calculator, "ends", rule_data(rules), [fight(a, [d], **stops)])
    assert merged(ends) == by_battle(battle_with(a, d, rules, stops))


CHAINS = [
    (11, [3, 3, 3], 1, 0),
    (9, [1, 0, 4, 2], 2, 0),
    (12, [5, 2], 0, 3),
    (14, [2, 1, 1, 1, 3], 3, 1),
    (3, [0, 2, 2], 1, 0),
]


@needs_chromium
def test_chains_under_every_rule_set(calculator: Page) -> None:
    for rules in ALL:
        fights = [fight(a, d, stay, retreat_at=reserve) for a, d, stay, reserve in CHAINS]
        answers = asked(calculator, "ends", rule_data(rules), fights)
        for (a, d, stay, reserve), ends in zip(CHAINS, answers, strict=True):
            campaign = Campaign(a, d, rules, leave_behind=stay, reserve=reserve)
            assert merged(ends) == dict(campaign.outcomes), (rules, a, d)


@needs_chromium
def test_how_many_are_needed_under_every_rule_set(calculator: Page) -> None:
    goals = ["50%", "75%", "90%", "95%"]
    for rules in ALL:
        defenders = [1, 2, 7, 12]
        fights = [fight(1, [d]) for d in defenders] + [fight(1, [3, 1, 2], 2)]
        *single, chain = asked(calculator, "needed", rule_data(rules), fights)
        for d, found in zip(defenders, single, strict=True):
            assert found == [attackers_needed(d, goal, rules) for goal in goals]
        assert chain == [
            campaign_attackers_needed([3, 1, 2], goal, rules=rules, leave_behind=2) for goal in goals
        ]


@needs_chromium
def test_what_it_costs_under_every_rule_set(calculator: Page) -> None:
    for rules in ALL:
        cases = [(a, d, stops) for a, d in [(9, 7), (3, 5)] for stops in STOPS[:4]]
        fights = [fight(a, [d], **stops) for a, d, stops in cases]
        answers = asked(calculator, "costs", rule_data(rules), fights)
        for (a, d, stops), (yours, theirs, of_a_win) in zip(cases, answers, strict=True):
            battle = battle_with(a, d, rules, stops)
            assert (lowest(yours), lowest(theirs)) == battle.costs
            if battle.win_probability:
                assert lowest(of_a_win) == battle.costs_of_a_win.attackers
            else:
                assert of_a_win is None


@needs_chromium
def test_what_a_chain_costs(calculator: Page) -> None:
    """One of three dies, and one stays, in all chains of which everybody else survives."""
    ((yours, theirs, of_a_win),) = asked(
        calculator, "costs", rule_data(STANDARD), [fight(2, [1, 1], 1)]
    )
    # both territories fall only if nobody dies against the first
    outcomes = Campaign(2, [1, 1]).outcomes
    assert lowest(theirs) == sum(
        p * (taken if taken == 2 else taken + 1 - d) for (_, taken, d), p in outcomes.items()
    )
    assert lowest(of_a_win) == 0
    assert 0 < lowest(yours) < 2


@needs_chromium
def test_luck_under_every_rule_set(calculator: Page) -> None:
    lefts = [(a, d) for a in range(7) for d in range(6)]
    for rules in ALL:
        for stops in (STOPS[0], STOPS[1], STOPS[3]):
            battle = battle_with(5, 4, rules, stops)
            found = asked(calculator, "luck", rule_data(rules), fight(5, [4], **stops), lefts)
            for (a, d), luck in zip(lefts, found, strict=True):
                try:
                    expected = battle.luck(a, d)
                except RiskError:
                    assert luck is None
                else:
                    assert tuple(map(lowest, luck)) == expected


@needs_chromium
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    values=st.lists(
        st.fractions(0, 1)
        | st.integers(1, 10**30).map(lambda n: Fraction(1, n))
        | st.integers(1, 10**30).map(lambda n: 1 - Fraction(1, n)),
        min_size=20,
        max_size=20,
    ),
    digits=st.integers(1, 40),
)
def test_decimals(calculator: Page, values: list[Fraction], digits: int) -> None:
    pairs = [[str(value.numerator), str(value.denominator)] for value in values]
    for value, (decimal, percent) in zip(
        values, asked(calculator, "texts", pairs, digits), strict=True
    ):
        assert decimal == decimal_text(value, digits)
        rounded = round(value * 1000)
        if rounded in (0, 1000) and value not in (0, 1):
            assert percent == ("< 0.1 %" if rounded == 0 else "> 99.9 %")
        elif value in (0, 1):
            assert percent == f"{value * 100} %"
        else:
            assert percent == f"{rounded // 10}.{rounded % 10} %"
