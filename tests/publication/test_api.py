"""The static interface, as programs fetch it, and the metadata of the dataset."""

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from riskexact.battle.needed import attackers_needed
from riskexact.odds import recursion
from riskexact.publication.jobs import (
    API_INDEX,
    CITATION,
    CSVW,
    LICENCE_FILE,
    api_files,
    api_index,
    api_paths,
    jobs_of,
)
from riskexact.publication.metadata import citation_text, licence_text
from riskexact.publication.pages import tables_pages
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts
from riskexact.rules.files import rules_of_parts
from tests.browser import browser, needs_chromium, opened, served, wait_until
from tests.publication.test_pages import Page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]  # a fixture

ROOT = Path(__file__).parents[2]
EDITIONS = (Edition(STANDARD, 5), Edition("risiko", 4), Edition(Rules(ties="nobody"), 3))


@cache
def fetched(edition: Edition) -> dict[str, Any]:
    return {path: json.loads(text) for path, text in api_files(edition, ByRecursion()).items()}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_every_battle_is_where_the_index_says(edition: Edition) -> None:
    folder = API_INDEX.removesuffix("index.json")
    index = json.loads(api_index(Plan(EDITIONS)))
    (listed,) = (each for each in index["rules"] if each["name"] == edition.name)
    first, last = listed["attackers"]
    for a in range(first, last + 1):
        file = fetched(edition)[folder + listed["path"].replace("{attackers}", str(a))]
        assert (file["rules"], file["attackers"]) == (edition.name, a)
        assert [battle["defenders"] for battle in file["battles"]] == list(range(1, last + 1))
        for battle in file["battles"]:
            win = recursion.win_probability(a, battle["defenders"], edition.rules)
            assert battle["win"]["fraction"] == str(win)
            assert battle["win"]["double"] == float(win)
    about = fetched(edition)[folder + listed["index"]]
    assert rules_of_parts(about["rules"], "fetched") == edition.rules
    for throw in about["rounds"]:
        counts = round_counts(throw["attack_dice"], throw["defence_dice"], edition.rules)
        assert throw["total"] == sum(counts.values())
        losses = {(loss["attackers"], loss["defenders"]): loss["count"] for loss in throw["losses"]}
        assert losses == counts
    assert len(about["needed"]) == 5 * last
    for need in about["needed"]:
        expected = attackers_needed(need["defenders"], need["chance"], edition.rules)
        assert need["attackers"] == expected
    assert len(fetched(edition)) == len(api_paths(edition)) == last + 1
    assert api_files(edition, ByRecursion()) == api_files(edition, ByClosedForm())


@needs_chromium
def test_a_page_fetches_from_a_plain_file_server(
    browser: "Browser", whole: Path, tmp_path: Path
) -> None:
    (tmp_path / "odds").symlink_to(whole)
    (tmp_path / "page.html").write_text(
        """<!doctype html><html lang="en"><link rel="icon" href="data:,"><title></title><script>
        fetch("odds/api/v3/standard/3.json").then((answer) => answer.json()).then((odds) => {
          document.title = odds.battles.find(({ defenders }) => defenders === 2).win.fraction;
        });
        </script>"""
    )
    with served(tmp_path) as address, opened(browser, f"{address}page.html") as page:
        wait_until(page, lambda: page.title() == "6610505/10077696")


def test_an_edition_never_takes_the_place_of_the_interface() -> None:
    assert Edition(Rules(faces=7, name="api"), 3).name.startswith("3-v-2-dice")


def test_the_first_page_describes_the_dataset() -> None:
    plan = Plan((Edition(STANDARD, 3), Edition(RULES["risiko"], 3)))
    page = Page(
        tables_pages(plan, ["b.csv"], ByRecursion(), [(API_INDEX, "api")], str.encode)[
            "tables.html"
        ]
    )
    (script,) = page.root.all("script")
    about = json.loads(script.text)
    assert (about["@context"], about["@type"]) == ("https://schema.org", "Dataset")
    assert 50 <= len(about["description"]) <= 5000  # what Google's search for datasets asks for
    assert [file["contentUrl"] for file in about["distribution"]] == [API_INDEX, "b.csv"]
    paths = {path for job in jobs_of(plan) for path in job.files}
    assert {CITATION, LICENCE_FILE, API_INDEX, CSVW} < paths


def test_citation_and_licence_are_those_of_the_project() -> None:
    """But for what it is."""
    files = (ROOT / "CITATION.cff").read_text(), citation_text()
    # the keys that stand alone, each with what follows up to the next
    parts = [re.split(r"^([a-z-]+):", text, flags=re.MULTILINE)[1:] for text in files]
    project, data = (dict(zip(each[::2], each[1::2], strict=True)) for each in parts)
    assert data.keys() == project.keys()
    assert data["type"] == " dataset\n"
    for key in ("cff-version", "version", "license", "authors"):
        assert data[key] == project[key]
    assert licence_text() == (ROOT / "LICENSE").read_text()
