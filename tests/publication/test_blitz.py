"""Balanced Blitz, published for the digital game and verified by the whole algorithm."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.text import decimal_text, percent_text
from riskexact.battle.battle import Battle
from riskexact.engine import blitz as engine
from riskexact.odds.states import State
from riskexact.publication.data import DATA_SETS, has_blitz
from riskexact.publication.jobs import PACKAGE
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import GROUPS, RULES, entries
from tests.publication.test_pages import Page
from tests.strategies import ANY, rule_sets

DIGITAL = [name for name in RULES if has_blitz(Edition(name, 1))]

BLITZ = DATA_SETS["blitz-3.3"]

OTHER_VERSION = BlitzVersion("9.9", "1/4", "1/20", 2, Fraction(1, 2))


def test_the_editions_of_the_digital_game() -> None:
    assert {"standard", "capital", "capital-behind-a-wall", "ties-to-attacker"} <= set(DIGITAL)
    # the same dice elsewhere are no blitz
    assert RULES["risiko"] == RULES["capital"]
    assert not {"risiko", "single-loss", "2210-commander"} & set(DIGITAL)
    assert {entries()[name].group for name in DIGITAL[1:]} < set(GROUPS)
    assert not has_blitz(Edition(Rules(faces=7), 3))


@given(rule_sets(ANY), st.integers(1, 6), st.sampled_from([BLITZ_3_3, OTHER_VERSION]))
def test_both_methods_give_the_same_digits(rules: Rules, most: int, version: BlitzVersion) -> None:
    side = range(1, most + 1)
    one, other = (digits(m(), rules, version, side) for m in (ByRecursion, ByClosedForm))
    assert one == other
    assert [battle for battle, *_ in one] == [(a, d) for a in side for d in side]


def digits(
    values: Values, rules: Rules, version: BlitzVersion, side: range
) -> list[tuple[State, str, float]]:
    """What a publication has of each chance."""
    blitz = values.blitz(rules, version, side)
    return [(battle, decimal_text(chance), float(chance)) for battle, chance in blitz]


def test_the_methods_share_no_bending(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one needs no outcome, and the other not the formula for the chance to win."""
    asked = STANDARD, BLITZ_3_3, range(1, 7)
    expected = digits(ByRecursion(), *asked)

    def forbidden(*arguments: object) -> None:
        raise AssertionError(arguments)

    with monkeypatch.context() as patch:
        patch.setattr(engine, "AdjustedOutcomes", forbidden)
        assert digits(ByRecursion(), *asked) == expected
    monkeypatch.setattr(engine, "adjusted", forbidden)
    for name in ("adjusted_texts", "adjusted_bounds", "adjusted_fraction"):
        monkeypatch.setattr(engine, name, forbidden)
    assert digits(ByClosedForm(), *asked) == expected


def test_the_files_say_what_they_are(whole: Path) -> None:
    found = sorted(str(path.relative_to(whole)) for path in whole.glob("*/blitz-*"))
    paths = ["capital/blitz-3.3", "standard/blitz-3.3"]
    assert found == [f"{path}.{end}" for path in paths for end in ("csv", "json", "parquet")]
    top = json.loads((whole / PACKAGE).read_text("utf-8"))
    resources = {each["path"]: each for each in top["resources"]}
    for path in found:
        assert "Balanced Blitz 3.3" in resources[path]["title"]
        assert "certain digits, no fractions" in resources[path]["title"]
        fields = resources[path]["schema"]["fields"]
        units = {field["name"]: field["unit"] for field in fields}
        assert units == {
            "attackers": "units", "defenders": "units", "fraction": "1", "decimal": "1",
            "complement": "1", "double": "1",
        }  # fmt: skip
    rows = list(csv.DictReader((whole / "capital/blitz-3.3.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 36
    told = json.loads((whole / "capital/blitz-3.3.json").read_text("utf-8"), parse_float=str)
    cells = [
        {key: "" if each is None else str(each) for key, each in row.items()}
        for row in told["data"]
    ]
    assert cells == rows


def test_the_page_of_an_edition_has_the_table(whole: Path) -> None:
    page = Page((whole / "capital/index.html").read_text("utf-8"))
    rows = page.rows("blitz-1")
    assert rows[3][4].text == percent_text(Battle(3, 4, "capital", blitz=True).win_probability)
    assert [cell.text for cell in rows[6][1:]][::5] == ["100", "12.3"]
    assert "certain digits" in page.find("blitz").text
    (link,) = [e.attributes["href"] for e in page.find("blitz").all("a")]
    assert link == "../index.html#a=6&d=6&rules=capital&blitz=3.3&language=en"
    assert any("Balanced Blitz 3.3" in e.text for e in page.find("downloads").all("p"))
    plain = (whole / "single-loss/index.html").read_text("utf-8")
    assert "Balanced Blitz" not in plain
