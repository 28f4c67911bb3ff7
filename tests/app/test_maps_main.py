"""The tab of a turn in `node`, against Python: what it shows is a function of its address."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riskexact import app
from riskexact.app import language
from riskexact.battle.campaign import Campaign
from riskexact.cli import main
from riskexact.rules.languages import LANGUAGES
from riskexact.turn.conquest import conquer
from riskexact.turn.front import MoveRule
from riskexact.turn.geography import Map, map_named
from riskexact.turn.position import Position
from tests.app.visits import exact_text, hash_of, percent_text
from tests.node import Node, node, opened_tab
from tests.programs import needs
from tests.turn.test_boards import AUSTRALIA, each

pytestmark = needs("node")

CLASSIC = map_named("classic")


@pytest.fixture(scope="module")
def turn(tabs: Callable[..., Node]) -> Node:
    return tabs("maps")


def shows(turn: Node, position: Position, take: str | None = None, **rules: Any) -> None:
    """The page shows the chance and the first move that Python finds, exactly."""
    answer = conquer(position, take, **rules)
    assert answer.proved
    source, target, dice = answer.best[0]
    throws = f"{dice} dice" if dice > 1 else "1 die"
    shown = turn("shown")
    assert shown["chance"] == shown["turn-chance"] == percent_text(answer.lower)
    assert shown["next"].strip() == f"Next: attack {target} from {source} with {throws}"
    assert shown["certainty"] == "Proved: no way to play has a higher chance."
    assert turn("does", "click", "show-exact")["exact-fraction"] == exact_text(answer.lower)


def test_a_turn_throw_by_throw(turn: Node) -> None:
    now = Position("classic", {"Siam": 14}, AUSTRALIA)
    shown = turn("goes", "#turn")
    question = "The chance to take Australia: 4 territories left"
    assert (shown["question"], shown["page-title"]) == (question, f"57.5 % – {question}")
    assert shown["words"] == "You take all of them about 3 times in 5."
    shows(turn, now)
    for name, losses in (("1 each", (1, 1)), ("you lose 2", (2, 0)), ("1 each", (1, 1))):
        shown = turn("does", "click", name)
        now = now.fought("Siam", "Indonesia", *losses)
        shows(turn, now, "Australia")
    assert shown["throw-title"].startswith("If Indonesia falls, move in 9.")
    shown = turn("does", "click", "they lose 1")
    assert shown["next"] == "Indonesia has fallen. How many move in?"
    assert "Indonesia: mine, 9 armies" in shown["labels"]
    assert "3 territories left" in shown["question"]
    assert shown["throw-title"] == "Best: 9."
    shown = turn("does", "click", "Armies that move into Indonesia: one fewer")
    assert "Indonesia: mine, 8 armies" in shown["labels"]
    best, other = (
        conquer(now.fought("Siam", "Indonesia", 0, 1, m), "Australia").lower for m in (9, 8)
    )
    assert shown["throw-title"] == f"Best: 9. With 8: −{percent_text(best - other)[:-1]}points."
    assert shown["chance"] == percent_text(other)
    shown = turn("does", "click", "Move in 8")
    now = now.fought("Siam", "Indonesia", 0, 1, 8)
    shows(turn, now, "Australia")
    assert shown["address"] == hash_of(dict(now.mine), dict(now.enemy), "&take=Australia")


def test_the_end_of_a_turn(turn: Node) -> None:
    turn("goes", hash_of({"Siam": 3}, {"Indonesia": 1}))
    turn("does", "click", "they lose 1")
    shown = turn("does", "click", "Move in 2")
    assert (shown["next"], shown["chance"]) == ("Everything is taken.", "100 %")
    turn("goes", hash_of({"Siam": 3}, {"Indonesia": 1}))
    turn("does", "click", "you lose 1")
    shown = turn("does", "click", "you lose 1")
    none = "No attack can take all of it any more."
    assert (shown["next"], shown["chance"]) == (none, "0 %")


@pytest.mark.parametrize(
    ("hash_", "question", "why"),
    [
        ("#mine=&enemy=", "Who stands where?",
         "Tap a territory of yours, and say how many armies stand there."),
        ("#mine=Siam:3&enemy=", "Who stands where?", "Now tap a territory of the enemy’s"),
        ("#mine=Siam:3&enemy=Indonesia:1",
         "The chance to take all of the enemy’s: 1 territory left", ""),
        ("#mine=Middle-East:5&enemy=East-Africa:2,Egypt:1&take=Africa",
         "The chance to take Africa: 2 territories left",
         "How many armies are on North Africa, Congo, South Africa, Madagascar?"),
        ("#mine=Siam:9&enemy=Indonesia:1,Japan:2",
         "The chance to take all of the enemy’s: 2 territories left", "Japan"),
    ],
)  # fmt: skip
def test_what_is_not_known_yet(turn: Node, hash_: str, question: str, why: str) -> None:
    shown = turn("goes", hash_)
    assert shown["question"] == question
    assert why in shown["refused"]
    assert bool(why) == bool(shown["refused"])
    if "chance" not in shown or question == "Who stands where?":
        assert shown["next"] == "Nothing to plan yet."


@pytest.mark.parametrize(
    ("move", "dice", "name"),
    [
        ("dice", "most", "single-loss"),
        ("all", "free", "risiko"),
        (6, "free", "risiko"),
        (12, "most", "risiko"),
    ],
)
def test_a_position_in_the_address(turn: Node, move: MoveRule, dice: str, name: str) -> None:
    hash_ = hash_of({"Siam": 12}, AUSTRALIA, f"&move={move}&dice={dice}&rules={name}")
    hash_ = hash_.replace("&dice=free", "")
    turn("goes", hash_)
    shows(turn, Position("classic", {"Siam": 12}, AUSTRALIA, name), move=move, dice=dice)
    # the page writes the same address
    turn("does", "change", "border", {"checked": False})
    assert turn("does", "change", "border", {"checked": True})["address"] == hash_


def test_others_on_the_way_and_the_border_of_some_editions(turn: Node) -> None:
    enemy = {"East Africa": 2, "Egypt": 1}
    rest = dict.fromkeys(["North Africa", "Congo", "South Africa", "Madagascar"], 1)
    whole, mine = {**enemy, **rest, "Southern Europe": 1}, {"Middle East": 9}
    turn("goes", hash_of(mine, whole, "&take=Africa"))
    shows(turn, Position("classic", mine, whole), "Africa")
    shown = turn("does", "change", "through", {"checked": True})
    best = conquer(Position("classic", mine, whole), "Africa", "Southern Europe")
    assert shown["chance"] == percent_text(best.lower)
    assert "&through=yes" in shown["address"]
    turn("goes", hash_of({"Middle East": 6}, enemy))
    shows(turn, Position(CLASSIC, {"Middle East": 6}, enemy))
    assert "border=no" in turn("does", "change", "border", {"checked": False})["address"]
    without = CLASSIC.without_border("East Africa", "Middle East")
    shows(turn, Position(without, {"Middle East": 6}, enemy))


def test_bounds_that_differ_are_called_so(turn: Node) -> None:
    mine, enemy = {"Brazil": 15}, each("Africa", 3)
    answer = conquer(Position("classic", mine, enemy))
    assert not answer.proved
    assert (round(answer.lower * 10**4), round(answer.upper * 10**4)) == (1467, 1468)
    shown = turn("goes", hash_of(mine, enemy))
    assert shown["chance"] == "at least 14.67 %"
    assert shown["words"] == "and at most 14.68 %, whatever is played"
    said = " ".join(shown[part] for part in ("chance", "words", "certainty", "next", "moves"))
    assert not re.search(r"\bbest\b|highest|proved", said, re.IGNORECASE)
    shown = turn("does", "click", "show-exact")
    assert shown["exact-title"] == "The chance of the moves shown"
    assert shown["exact-fraction"] == exact_text(answer.lower)


def test_a_blitz_answers_whole_battles_and_plans_no_turn() -> None:
    kept = {"riskexact.blitz": "3.3", "riskexact.rules": "risiko"}
    with opened_tab("maps", "#turn", "it", kept) as turn:
        shown = turn("shown")
        assert (
            shown["settings"]
            == "RisiKo!: tre dadi in difesa\u00a0· Balanced Blitz 3.3\u00a0· armate"
        )
        assert shown["refused"].startswith("Balanced Blitz decide battaglie intere")
        assert not {"outcome", "result"} & {*shown}
        hash_ = hash_of({"Siam": 14}, AUSTRALIA, "&rules=risiko&blitz=3.3")
        shown = turn("goes", f"{hash_}&way=Siam,Indonesia,New-Guinea")
        garrisons = [AUSTRALIA[each] for each in ("Indonesia", "New Guinea")]
        win = Campaign(13, garrisons, "risiko", blitz=True).win_probability
        assert shown["chance"] == percent_text(win).replace(".", ",")
        assert shown["refused"] == ""
        assert turn("does", "click", "show-exact")["exact-title"] == "Più cifre"
        turn("goes", hash_)
        shown = turn("does", "click", "thrown")
        assert (shown["chance"], "blitz" in shown["address"]) == ("32,2 %", False)
        assert kept == {"riskexact.blitz": "3.3", "riskexact.rules": "risiko"}


def test_another_attack_is_played(turn: Node) -> None:
    mine, south = {"Central America": 8, "North Africa": 8}, each("South America", 3)
    turn("goes", hash_of(mine, south))
    brazil = "Brazil from North Africa, 3 dice"
    assert f"{brazil} 53.4 %" in turn("shown")["moves"]
    shown = turn("does", "click", f"{brazil} 53.4 %")
    assert shown["next"].strip() == "You attack Brazil from North Africa with 3 dice"
    turn("does", "click", "they lose 2")
    shows(turn, Position("classic", mine, south).fought("North Africa", "Brazil", 0, 2))


HOSTILE = [
    "#mine=Siam:14", "#mine=Siam:0&enemy=", "#mine=Siam:501&enemy=", "#mine=Siam&enemy=",
    "#mine=Siam:1,Siam:2&enemy=", "#mine=Siam:1&enemy=Siam:1", "#mine=Atlantis:1&enemy=",
    "#mine=&enemy=&take=Moon", "#mine=&enemy=&move=some", "#mine=&enemy=&move=0",
    "#mine=&enemy=&rules=x",
    "#mine=&enemy=&border=1", "#mine=&enemy=&mine=", "#mine=&enemy=&x=1",
    "#mine=Siam:3&enemy=Indonesia:1&way=Indonesia,Siam", "#mine=Siam:3&enemy=&way=Siam,Siam",
    "#mine=Siam:3&enemy=&way=Moon", "#mine=&enemy=&blitz=9.9",
    "#mine=" + "a" * 5000, "#mine=%&enemy=", "#mine=<script>alert(1)</script>",
]  # fmt: skip


def test_an_address_that_says_no_position(turn: Node) -> None:
    for hash_ in HOSTILE:
        shown = turn("goes", hash_)
        assert shown["message"] == "This link could not be read; showing an example.", hash_
        assert shown["chance"] == "57.5 %"
    shown = turn("goes", "#mine=siam:3&enemy=new_guinea:1,Indonesia:1")
    assert "message" not in shown
    assert "2 territories" in shown["question"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_places_in_every_language(tabs: Callable[..., Node], code: str) -> None:
    texts = language(code, "maps")
    places = (*CLASSIC.territories, *CLASSIC.continents)
    said = {name: texts[f"place.{name.lower().replace(' ', '-')}"] for name in places}
    assert code != "en" or said == {name: name for name in said}
    assert len(set(said.values())) == len(said)
    shown = tabs("maps", code)("goes", "#mine=Siam:3&enemy=Indonesia:1")
    badges = [label.partition(": ")[0] for label in shown["labels"]]
    assert [said[name] for name in CLASSIC.territories] == badges[-42:]
    assert shown["take"].endswith("".join(said[name] for name in CLASSIC.continents))
    assert said["Indonesia"] in shown["next"]
    assert said["Indonesia"].split()[0] in shown["board"]


def test_a_border_that_leads_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    ways, both = [("Siam", "Indonesia")], list(CLASSIC.borders)
    both.remove(*ways)
    world, number = Map(both, CLASSIC.continents, one_way=ways), CLASSIC.territories.index
    numbers = [[[*map(number, pair)] for pair in pairs] for pairs in (both, ways)]
    told = app.world() | dict(zip(("borders", "oneWay"), numbers, strict=True))
    monkeypatch.setattr(app, "world", lambda: told)
    with opened_tab("maps", hash_of({"Siam": 12}, AUSTRALIA)) as turn:
        shows(turn, Position(world, {"Siam": 12}, AUSTRALIA))
        shown = turn("goes", hash_of({"Indonesia": 9}, {"Siam": 2, "New Guinea": 1}))
        assert shown["refused"] == "No way leads to Siam: mark what lies between."


NILE = Map(
    {"Côte d'Or": ["Sudan", "A, b: 3"], "Sudan": ["A, b: 3"]},
    {"Nile: 2": (["Sudan", "A, b: 3"], 2), "Sudan": (["Côte d'Or"], 1)},
    one_way={"North Pole": ["Sudan", "Côte d'Or"]},
)
"""Names with signs of addresses, and a territory in no continent, which none can attack."""


def mine_json(world: Map, tmp_path: Path) -> str:
    """What `riskexact map FILE -o mine.json` writes."""
    own, written = tmp_path / "own.json", tmp_path / "mine.json"
    own.write_text(json.dumps(world.json()), encoding="utf-8")
    assert main(["map", str(own), "-o", str(written)]) == 0
    return written.read_text("utf-8")


@pytest.mark.parametrize("layout", [{}, {t: (n, n * n) for n, t in enumerate(NILE.territories)}])
def test_a_map_of_ones_own(layout: dict[str, tuple[float, float]], tmp_path: Path) -> None:
    kept = {"riskexact.map": mine_json(NILE.replace(layout=layout), tmp_path)}
    mine, enemy = {"North Pole": 6, "Sudan": 2}, {"Côte d'Or": 2, "A, b: 3": 1}
    now = Position(NILE, mine, enemy)
    with opened_tab("maps", "#turn", kept=kept) as turn:
        shown = turn("shown")
        assert (shown["question"], shown["take"]) == (
            "Who stands where?",
            "All enemiesNile: 2Sudan",
        )
        assert "border-row" not in shown
        assert {f"{t}: out of play" for t in NILE.territories} <= {*shown["labels"]}
        assert shown["territory"].endswith("North Pole")
        hash_ = "#mine=Sudan:2,North-Pole:6&enemy=A-b-3:1,Côte-d-Or:2"
        assert turn("goes", hash_)["address"] == hash_
        shows(turn, now)
        assert turn("goes", hash_.replace("ô", "%C3%B4"))["chance"] == turn("shown")["chance"]
        turn("does", "click", "you lose 2" if "you lose 2" in turn("words") else "you lose 1")
        turn("goes", "#mine=Côte-d-Or:3&enemy=North-Pole:1")
        assert turn("shown")["refused"] == "No way leads to North Pole: mark what lies between."
        turn("goes", "#mine=Sudan:3&enemy=A-b-3:1,Côte-d-Or:1&take=Nile-2")
        shows(turn, Position(NILE, {"Sudan": 3}, {"Côte d'Or": 1, "A, b: 3": 1}), "Nile: 2")
    there = ("#turn", True), (hash_, True), (hash_of({"Siam": 3}, {"India": 1}), False)
    for address, own in there:
        with opened_tab("maps", address, kept=kept) as turn:
            assert ("border-row" not in turn("shown")) == own


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", "null", "{}", '{"borders": {}}', '{"borders": {"A": []}}',
        '{"borders": {"A": ["B"]}}', '{"borders": {"A": ["a"], "a": ["A"]}}',
        '{"borders": {"A": ["B"], "B": ["A"]}, "continents": {"C": 3}}',
        '{"borders": {"A": ["B"], "B": ["A"]}, "continents": {"C": {"territories": [3]}}}',
        '{"borders": {"A": ["B"], "B": ["A"]}, "layout": {"A": [1, 2]}}',
        '{"borders": {"A": ["B"], "B": ["A"]}, "layout": {"A": [1, 2], "B": ["x", 1]}}',
    ],
)  # fmt: skip
def test_what_is_no_map_is_not_opened(text: str) -> None:
    with node("maps/own.js") as page:
        assert page("worldOf", text) is None
        assert page("worldOf", '{"borders": {"A": ["B"], "B": ["A"]}}')["borders"] == [[0, 1]]
