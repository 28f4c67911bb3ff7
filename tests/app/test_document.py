"""A self-contained page: nothing in it runs that its policy does not name, and what it is told."""

import base64
import gzip
import hashlib
import json
import re
import subprocess
from itertools import chain, combinations, pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest

import riskexact
from riskexact import app as calculator
from riskexact.app import rule_data, world
from riskexact.app.published import files
from riskexact.base.errors import RiskError
from riskexact.base.pages import data_text, document
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.languages import LANGUAGES
from riskexact.turn.geography import map_named
from tests.programs import needs

ALL = list(RULES.values())
CLASSIC = map_named("classic")
SOURCES = Path(riskexact.__file__).parent / "app"


def test_every_style_and_script_is_allowed_by_its_hash_and_no_other() -> None:
    text = document(
        "Title",
        "<p>…</p>",
        styles={"red": "p { color: red; }"},
        scripts={"one": "const x = 1;", "two": "x;"},
        data={"values": [1, 2]},
    )
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    directives = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert directives["default-src"] == directives["base-uri"] == "'none'"
    for name, element in (("style-src", "style"), ("script-src", "script")):
        held = re.findall(rf"<{element} id=\"\w+\">(.*?)</{element}>", text, re.DOTALL)
        hashes = [
            f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'"
            for each in held
        ]
        assert directives[name].split(" ") == hashes
        assert len(hashes) == 2
    assert "--attacker:#0072b2;" in text
    assert "The look of every page" not in text


def test_a_page_without_scripts_allows_none() -> None:
    assert "script-src" not in document("Title", "")


def test_a_preview_is_told_what_the_page_is() -> None:
    text = document("a < b", "", description="c & d")
    told = dict(re.findall(r'<meta property="og:(\w+)" content="(.*?)">', text))
    assert told == {"title": "a &lt; b", "description": "c &amp; d"}


def test_texts_stay_texts() -> None:
    hostile = "</script></title><!-- \u2028 \"' & <b>"
    text = document(hostile, "", description=hostile, data={"values": hostile})
    assert text.count("<b>") == 0
    assert text.count("<!--") == 0
    assert text.count("</script>") == text.count("</title>") == 1
    assert json.loads(data_text(hostile)) == hostile


# -- the pages ---------------------------------------------------------------------------------


def test_the_page_is_light_and_asks_for_nothing() -> None:
    text = calculator.page(ALL)
    assert len(text.encode()) < 480_000
    assert len(gzip.compress(text.encode())) < 150_000
    assert set(re.findall(r"https?://[^\s\"'<>)`]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bsrc=|@import|url\(|\beval\b|innerHTML|\son\w+=", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert policy[1].startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]


def test_without_scripts_the_page_says_why_it_is_empty_in_every_language() -> None:
    body = calculator.page(ALL).partition("<body>")[2]
    said = re.match(r'\s*<noscript>(.*?)</noscript>\s*<div id="app"></div>\s*<template', body)
    assert said
    told = re.findall(r'<p class="message" lang="(\w+)">([^<]+)</p>', said[1])
    assert [code for code, _ in told] == list(LANGUAGES)
    assert all("JavaScript" in text for _, text in told)


def test_the_page_is_told_the_counts_of_each_round_and_no_other_number() -> None:
    for rules in RULES.values():
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
        calculator.page([])
    with pytest.raises(RiskError, match="each rule set once, not 'standard' again"):
        calculator.page([STANDARD, SINGLE_LOSS, Rules()])


def test_the_files_belong_together() -> None:
    made = files(ALL, {"": "tables.html"})
    assert made == files(ALL, {"": "tables.html"})
    assert b'id="published">{"":"tables.html"}<' in made["index.html"]
    assert b'href="../index.html"' in made["calculator/log.html"]
    assert files([STANDARD])["service-worker.js"] != made["service-worker.js"]
    manifest = json.loads(made["manifest.webmanifest"])
    for icon in manifest["icons"]:
        data = made[icon["src"]]
        if icon["type"] == "image/png":
            size = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert icon["sizes"] == "{}x{}".format(*size)
    kept = re.search(rb"const FILES = (\[.*\]);", made["service-worker.js"])
    assert kept
    now = {name for name in made if not name.startswith(("calculator/", "preview"))}
    assert {*json.loads(kept[1]), "service-worker.js"} == now


@needs("tsc")
def test_types() -> None:
    command = ["tsc", "--project", str(SOURCES / "tsconfig.json")]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_map_of_the_page_is_the_classic_one() -> None:
    told: Any = world()
    names = [territory["name"] for territory in told["territories"]]
    assert tuple(names) == CLASSIC.territories
    assert [(names[t], names[u]) for t, u in told["borders"]] == list(CLASSIC.borders)
    for continent in told["continents"]:
        held = CLASSIC.continents[continent["name"]].territories
        assert tuple(names[t] for t in continent["territories"]) == held
    assert [names[t] for t in told["optional"]] == ["East Africa", "Middle East"]


def test_every_border_is_drawn() -> None:
    """Territories that border each other have an arc in common, or a lane; no others do."""
    told: Any = world()
    holders: dict[int, set[int]] = {}
    for t, territory in enumerate(told["territories"]):
        for n in chain(*territory["rings"]):
            holders.setdefault(max(n, ~n), set()).add(t)
    assert [*sorted(holders)] == [*range(len(told["arcs"]))]
    on_land = {frozenset(each) for each in holders.values() if len(each) > 1}
    at_sea = {frozenset(lane[:2]) for lane in told["lanes"]}
    number = CLASSIC.territories.index
    over = {frozenset(map(number, ("Alaska", "Kamchatka")))}
    borders = {frozenset(pair) for pair in told["borders"]}
    assert (len(told["territories"]), len(borders)) == (42, 83)
    assert on_land | at_sea | over == borders
    assert len(on_land) + len(at_sea) + len(over) == 83
    # those of one territory are closed
    ends = [_ends(arc) for arc in told["arcs"]]
    for ring in chain(*(territory["rings"] for territory in told["territories"])):
        ways = [ends[n] if n >= 0 else ends[~n][::-1] for n in ring]
        for (_, end), (start, _) in pairwise([*ways, ways[0]]):
            assert end == start


def _ends(arc: list[int]) -> list[tuple[int, int]]:
    return [(arc[0], arc[1]), (sum(arc[::2]), sum(arc[1::2]))]


def test_territories_have_room_in_the_drawing() -> None:
    told: Any = world()
    places = [territory["at"] for territory in told["territories"]]
    assert min(dist(one, other) for one, other in combinations(places, 2)) > 60
    width, height = told["size"]
    assert all(0 < x < width and 0 < y < height for x, y in places)
    # beyond one edge stands what borders the other
    long = [pair for pair in told["borders"] if dist(*(places[t] for t in pair)) > width / 2]
    (alaska, kamchatka) = (CLASSIC.territories.index(t) for t in ("Alaska", "Kamchatka"))
    assert long == [[alaska, kamchatka]]
    assert -width / 8 < places[kamchatka][0] - told["around"] < places[alaska][0] - 60
