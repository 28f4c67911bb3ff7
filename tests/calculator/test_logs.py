"""The page of logs: its arithmetic against Python's, in `node`, and itself in a browser."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from riskexact.calculator import LANGUAGES, log_page, rule_data
from riskexact.calculator.log_page import log_language
from riskexact.calculator.scripts import LOG
from riskexact.evidence.logs import BENDS, dice_log
from riskexact.evidence.logs.over_time import over_time
from riskexact.rules.catalogue import RULES
from tests.browser import PHONE, SCHEMES, browser, look, needs_chromium, opened, violations
from tests.node import FaultError, Node, node
from tests.programs import needs
from tests.trust.logs import honest_log

ALL = list(RULES.values())
DATA = [rule_data(RULES[name]) for name in ("standard", "risiko", "single-loss")]
ARITHMETIC = [path for path in LOG if path.startswith("arithmetic/")]

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def js() -> Iterator[Node]:
    with node(ARITHMETIC) as started:
        yield started


def battle(a: int, d: int, x: object, y: object, **more: object) -> dict[str, object]:
    return {"attackers": a, "defenders": d, "attackers_left": x, "defenders_left": y, **more}


def rounds(a: int, d: int, x: object, y: object, **more: object) -> dict[str, object]:
    return {"attack_dice": a, "defence_dice": d, "attackers_lost": x, "defenders_lost": y, **more}


PART = [
    battle(5, 4, "", 0), battle(6, 6, 3, 2), battle(8, 5, "2..6", 0), battle(5, 5, 0, 3),
]  # fmt: skip
BLITZ = [
    battle(12, 10, 4, 0, mode="blitz"), battle(5, 5, 0, 3, mode="blitz"),
    battle(9, 8, 0, 2, mode="blitz"), battle(20, 15, 9, 0, mode="blitz"),
    battle(4, 4, 2, 0, mode="dice"), battle(3, 3, 0, 2, mode=""),
]  # fmt: skip
LOGS: dict[str, list[dict[str, Any]]] = {
    "honest": honest_log(120, seed=3, largest=14),
    "broken off": honest_log(60, seed=5, broken_off=0.3),
    "in part": PART,
    "blitz": BLITZ,
    "impossible": [*BLITZ[:2], battle(20, 15, 0, 3, mode="blitz")],
    "rules": [battle(6, 5, 3, 0, rules="RisiKo!"), battle(6, 5, 0, 2, rules="single-loss")],
    "seen": [battle(5, 4, 3, 0, least_lost=3, least_defenders_lost=1), battle(2, 2, 0, 1)],
    "seen blitz": [battle(9, 7, 3, 0, mode="blitz", least_lost=3), battle(5, 5, 0, 1)],
    "rounds": [
        rounds(3, 2, 0, 2, count=40), rounds(3, 2, 1, 1, count=30), rounds(3, 2, 2, 0, count=50),
        rounds(2, 1, 1, 0), rounds(1, 1, 0, 1, rules="risiko"), rounds(3, 2, "", 1, count=3),
    ],
}  # fmt: skip


def close(told: float, exact: Fraction) -> bool:
    return abs(told - float(exact)) <= 1e-8 * max(1e-12, abs(float(exact)))


@needs("node")
@pytest.mark.parametrize("name", LOGS)
def test_the_same_tests_as_in_python(js: Node, name: str) -> None:
    rows = LOGS[name]
    log, told = dice_log(rows), js("tests", json.dumps(rows), False, DATA)
    for key, value in (
        ("battles", log.battles), ("rounds", log.rounds), ("inPart", log.in_part),
        ("impossible", log.impossible), ("leftOut", dict(log.left_out)),
    ):  # fmt: skip
        assert told[key] == value, key
    assert len(told["tests"]) == len(log.tests)
    for found, test in zip(told["tests"], log.tests, strict=True):
        assert (found["least"], found["most"]) == (test.least, test.most), test
        assert abs(found["expected"] - float(test.expected)) < 1e-5
        assert close(found["pAtLeast"], test.p_value_at_least), test
        assert close(found["p"], test.p_value), test
        assert close(found["corrected"], test.corrected), test
        assert found["losses"] == (None if test.losses is None else list(test.losses))
    for each, bend in zip(told["power"], BENDS, strict=True):
        exact = log.power(bend)
        assert abs(each["power"] - float(exact)) < 1e-9
        needed = log.needed(bend)
        assert each["needed"] == (needed if needed is not None and needed <= 100_000 else None)
    moments = [
        [m.number, m.least, m.most, [m.usual_least, m.usual_most]] for m in over_time(log.entries)
    ]
    assert [[m["number"], m["least"], m["most"], m["usual"]] for m in told["moments"]] == moments


CSV = "attackers,defenders,attackers_left,defenders_left"


@needs("node")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "fault.empty"),
        (f"{CSV}\n", "fault.empty"),
        ("name,id\nAnn,f00", "fault.columns"),
        ("[1]", "fault.json"),
        ("[{]", "fault.json"),
        (f"{CSV}\n5,4,6,0", "fault.number"),
        (f"{CSV}\n5,4,x,0", "fault.number"),
        (f"{CSV}\n5,4,3..1,0", "fault.number"),
        (f"{CSV}\n5,4,0,0", "fault.end"),
        (f"{CSV},mode\n5,4,1,0,manual", "fault.mode"),
        (f"{CSV},mode\n5,4,1,1,blitz", "fault.blitz"),
        (f"{CSV},mode\n5,4,1,0,", "fault.none"),
        (f"{CSV},rules\n5,4,1,0,chess", "fault.unknown-rules"),
        (f"{CSV}\n" + "1,1,1,0\n" * 5001, "fault.rows"),
    ],
)
def test_bad_logs(js: Node, text: str, key: str) -> None:
    with pytest.raises(FaultError) as caught:
        js("tests", text, False, DATA)
    assert caught.value.key == key
    for code in LANGUAGES:
        form = log_language(code)[key]
        places = {name for _, name, _, _ in Formatter().parse(form) if name}
        assert places <= set(caught.value.values), code
    if text.count("\n") == 1 and "line" in caught.value.values:
        assert caught.value.values["line"] == "2"


@needs("node")
def test_every_form_of_a_file(js: Node) -> None:
    expected = js("tests", json.dumps([battle(12, 9, 0, 4), battle(5, 3, 2, 0)]), False, DATA)
    for text in (
        f"{CSV}\n12,9,0,4\n5,3,2,0",
        f"\ufeff{CSV.upper().replace(',', ';')}\r\n12;9;0;4\r\n\r\n5;3;2;0\r\n",
        "\n".join(line.replace(",", "\t") for line in (CSV, "12,9,0,4", "5,3,2,0")),
        f'player,{CSV}\n"Ann, ""B""\n",12,9,0,4\nC,5,3,2,0\n',
    ):
        assert js("tests", text, False, DATA) == expected
    assert js("tests", f"{CSV}\n13,9,1,4\n6,3,3,0", True, DATA) == expected


def test_the_texts_of_all_languages() -> None:
    first = log_language("en")
    for code in LANGUAGES:
        texts = log_language(code)
        # titles of rule sets are the catalogue's in English
        assert [key for key in texts if not key.startswith("rules.")] == [
            key for key in first if not key.startswith("rules.")
        ]
        for key, form in first.items():
            forms = [*form.values()] if isinstance(form, dict) else [form]
            others = [*texts[key].values()] if isinstance(texts[key], dict) else [texts[key]]
            named = [
                {name for each in some for _, name, _, _ in Formatter().parse(each) if name}
                for some in (forms, others)
            ]
            assert named[0] == named[1], (code, key)


def test_every_text_is_used() -> None:
    code = log_page(ALL[:1], "index.html")
    code = code[: code.index('id="languages"')] + code[code.index('id="interface"') :]
    for key in json.loads(
        (Path(__file__).parents[2] / "riskexact/calculator/logs/en.json").read_text("utf-8")
    ):
        begun = key.startswith("tests.") and f"`{key.split('.')[0]}." in code
        page = key in ("page.description",)
        assert f'"{key}"' in code or begun or page, key


def test_the_page_asks_for_nothing() -> None:
    text = log_page(ALL)
    assert set(re.findall(r"https?://[^\s\"'<>)`]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(|\beval\b|innerHTML|\son\w+=|fetch\(", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert policy[1].startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")
    assert "connect-src" not in policy[1]
    assert "unsafe" not in policy[1]


# -- the browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("log") / "log.html"
    path.write_text(log_page(ALL, "index.html"), encoding="utf-8")
    return path.as_uri()


@needs_chromium
def test_a_list_is_pasted(browser: Browser, address: str) -> None:
    rows = honest_log(40, seed=9)
    text = "\n".join([CSV, *(",".join(map(str, row.values())) for row in rows)])
    log = dice_log(rows)
    with opened(browser, address) as page:
        expect(page.locator("#verdict")).to_have_text("No list yet")
        page.get_by_role("textbox", name="Paste a list of battles").fill(text)
        expect(page.locator("#verdict")).to_have_text("Nothing here speaks against fair dice")
        expect(page.locator("#words")).to_contain_text("40 battles.")
        for row, test in zip(page.locator("#tests tbody tr").all(), log.tests, strict=True):
            cells = row.locator("th, td").all_inner_texts()
            assert cells[1] == f"{test.least:,}".replace("-", "−")
            assert cells[3] == f"{float(f'{float(test.p_value):.3g}'):g}"
        chart = page.get_by_role("img")
        wins = log.tests[0]
        assert f"In the end {wins.least}, where" in str(chart.get_attribute("aria-label"))
        # faults are told beside what is typed, and nothing else is
        page.get_by_role("textbox", name="Paste a list of battles").fill(f"{CSV}\n5,4,9,0")
        expect(page.locator("#fault")).to_have_text(
            "Line 2: attackers_left must be 0 to 5, not “9”."
        )
        expect(page.locator("#result")).to_be_hidden()
        page.get_by_label("Language").select_option("Deutsch")
        expect(page.locator("#fault")).to_contain_text("Zeile 2: attackers_left muss 0 bis 5 sein")


@needs_chromium
def test_files_armies_rules_and_the_example(browser: Browser, address: str, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"{CSV}\n6,4,1,2\n6,4,4,0\n", "utf-8")
    with opened(browser, address) as page:
        page.locator("#file").set_input_files(path)
        # as armies, nobody is left that is free to fight
        expect(page.locator("#notes")).to_contain_text("1 is known in part")
        page.get_by_label("Attackers are armies").check()
        expect(page.locator("#notes")).to_have_text("")
        expect(page.locator("#words")).to_contain_text("2 battles.")
        expected = page.locator("#tests tbody tr").first.locator("td").nth(1)
        before = expected.inner_text()
        page.get_by_label("Rules, if the list").select_option("risiko")
        expect(expected).not_to_have_text(before)
        page.get_by_role("button", name="Example").click()
        page.get_by_label("Attackers are armies").uncheck()
        expect(page.locator("#words")).to_contain_text("10 battles.")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("#verdict")).to_have_text("No list yet")


@needs_chromium
def test_in_part_and_impossible(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        area = page.get_by_role("textbox", name="Paste a list of battles")
        area.fill(json.dumps([*PART, battle(3, 3, 2, 0, mode="")]))
        expect(page.locator("#notes")).to_contain_text("3 are known in part")
        expect(page.locator("#notes")).to_contain_text("1 row is left out")
        area.fill(json.dumps(LOGS["impossible"]))
        expect(page.locator("#verdict")).to_have_text(
            "1 battle ended as Balanced Blitz 3.3 never ends one"
        )


@needs_chromium
def test_it_is_accessible_on_a_phone_and_by_keyboard(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    # axe runs a script of its own, which the policy forbids
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", log_page(ALL))
    (tmp_path / "log.html").write_text(text, encoding="utf-8")
    for scheme in SCHEMES:
        with opened(browser, (tmp_path / "log.html").as_uri()) as page:
            look(page, PHONE, scheme)
            page.get_by_role("button", name="Example").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#result")).to_be_visible()
            assert violations(page) == []
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= PHONE[0]
            for button in page.get_by_role("button").all():
                box = button.bounding_box()
                assert box
                assert box["height"] >= 44
            page.get_by_label("Language").select_option("Deutsch")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
