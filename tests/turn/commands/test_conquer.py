"""The command line for maps: `riskexact conquer` and `riskexact place`."""

import re
import shlex
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest

from riskexact.base.text import fraction_text
from riskexact.battle.campaign.garrisons import best_garrisons
from riskexact.rules.catalogue import RULES
from riskexact.turn import evaluation
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import map_named
from riskexact.turn.placement import hold, place
from riskexact.turn.position import Position
from riskexact.turn.review import review
from riskexact.turn.turns import best_turn
from tests.commands import Capture, answer, in_json, run

AUSTRALIA = "Indonesia=3 New-Guinea=2 western-australia=2 'Eastern Australia=1'"


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search has the time that it needs, on a busy machine too."""
    monkeypatch.setattr(evaluation, "monotonic", lambda: 0)


def test_conquer(capsys: Capture) -> None:
    data = answer(capsys, "conquer", *shlex.split(f"--mine siam=9 --take Australia {AUSTRALIA}"))
    enemy = {"Indonesia": 3, "New Guinea": 2, "Western Australia": 2, "Eastern Australia": 1}
    asked = conquer(Position("classic", {"Siam": 9}, enemy), "Australia")
    assert data["map"] == "classic"
    assert (data["mine"], data["enemy"], data["take"]) == ({"Siam": 9}, enemy, ["Australia"])
    assert (data["move"], data["dice"], data["proved"]) == ("any", "free", True)
    assert Fraction(data["win"]["fraction"]) == asked.lower
    assert data["at_most"] == data["win"]
    assert Fraction(data["best_path"]["fraction"]) == asked.best_path
    assert [
        (m["from"], m["to"], m["dice"], Fraction(m["win"]["fraction"]), m["move_in"])
        for m in data["moves"]
    ] == list(asked.moves)


def test_terms_of_the_turn(capsys: Capture) -> None:
    typed = "--mine Brazil=10 Argentina=3 Venezuela=3:capital --move dice --dice most"
    data = answer(capsys, "conquer", *typed.split())
    position = Position(
        "classic", {"Brazil": 10}, {"Argentina": 3, "Venezuela": 3}, {"Venezuela": RULES["capital"]}
    )
    asked = conquer(position, move="dice", dice="most")
    assert Fraction(data["win"]["fraction"]) == asked.lower
    assert data["take"] == ["Venezuela", "Argentina"]
    assert data["best_path"] is None


def test_a_border_that_leads_one_way(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = '[borders]\nAlert = ["Nord"]\n[one_way]\n"North Pole" = ["Alert"]\n'
    Path("pole.toml").write_text(text, encoding="utf-8")
    there = shlex.split("--map pole.toml --mine North-Pole=6 Alert=1 Nord=1")
    told = answer(capsys, "conquer", *there, "--move", "3")
    assert told["win"]["fraction"] == "2840562775/3869835264"
    back = shlex.split("conquer --map pole.toml --mine Alert=6 North-Pole=1")
    for typed, message in (
        (back, "North Pole must be within reach: no way leads there from mine"),
        (["certify", *there], "no border in play that leads one way, not North Pole to Alert"),
    ):
        status, out, err = run(capsys, *typed)
        assert (status, out) == (2, "")
        assert message in err


def test_worth(capsys: Capture) -> None:
    typed = "--mine Siam=5,China=2 --worth India=3,card=2,loss=1/2 India=3"
    data = answer(capsys, "conquer", *typed.split())
    position = Position("classic", {"Siam": 5, "China": 2}, {"India": 3})
    turn = best_turn(position, {"India": 3, "card": 2, "loss": "1/2"})
    assert Fraction(data["value"]["fraction"]) == turn.value
    assert data["stop"] is False
    assert data["moves"][0]["from"] == "Siam"


def test_a_large_position_is_answered_in_its_seconds(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "monotonic", count().__next__)
    asia = (t for t in map_named("classic").named("Asia") if t != "Middle East")
    enemy = [f"{t}=3" for t in asia]
    typed = ["conquer", "--mine", "Ukraine=20,Middle-East=20", "--seconds", "9", *enemy]
    data = answer(capsys, *typed)
    assert (data["proved"], data["best_path"]) == (False, None)
    assert Fraction(data["win"]["fraction"]) < Fraction(data["at_most"]["fraction"])
    out = run(capsys, *typed)[1]
    between = r"at least \d+\.\d %, at most \d+\.\d %"
    assert re.search(rf"\nto take all of them: {between}\n(No a|A)ttack ", out)
    assert "\nat most: " in out
    data = answer(capsys, *typed, "--worth", "Asia=7,card=1")
    assert (data["proved"], data["stop"]) == (False, False)


def test_place(capsys: Capture) -> None:
    data = answer(capsys, "place", *["7", "--on", "Australia", "--against", "Siam=8"])
    best = place(7, "Australia", {"Siam": 8})
    assert data["armies"] == best.armies
    assert Fraction(data["hold"]["fraction"]) == best.lower
    assert data["proved"]
    data = answer(capsys, "place", *["9", "--front", "a=6,b=4+3", "--aim", "weakest"])
    assert answer(capsys, "place", *["9", "--front", "a=6,b=4+3"])["aim"] == "all"
    apart = hold(9, {"a": [6], "b": [4, 3]}, aim="weakest")
    assert (data["fronts"], data["armies"]) == ({"a": [6], "b": [4, 3]}, apart.armies)
    assert Fraction(data["hold"]["fraction"]) == apart.lower


def test_a_line(capsys: Capture) -> None:
    asked = "9 --line 3 --free 11 --rules single-loss --retreat-at 1"
    data = answer(capsys, "place", *asked.split())
    best = best_garrisons(11, 9, 3, RULES["single-loss"], retreat_at=1)
    assert data["defenders"] == list(best.garrisons)
    assert data["win"] == in_json(best.win_probability)
    assert (data["attackers"], data["units"], data["territories"]) == (11, 9, 3)


@pytest.mark.tools
def test_the_review_of_a_turn(capsys: Capture) -> None:
    file = str(Path(__file__).parents[1] / "turn.jsonl")
    found, data = review(file), answer(capsys, "review", file, "--seconds", "none")
    for name in ("start", "end", "luck", "mistakes"):
        assert data[name] == in_json(getattr(found, name).lower)
    assert [step["mistake"]["fraction"] for step in data["steps"]] == [
        fraction_text(step.mistake.lower) for step in found.steps
    ]
    assert data["steps"][0]["best"] == [{"attack": ["Siam", "Indonesia"], "dice": 3}]
