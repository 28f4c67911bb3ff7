"""The command line for maps: `riskexact conquer` and `riskexact place`."""

import json
import shlex
from fractions import Fraction
from pathlib import Path

from riskexact.base.text import fraction_text
from riskexact.rules.catalogue import RULES
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import map_named
from riskexact.turn.placement import hold, place
from riskexact.turn.position import Position
from riskexact.turn.review import review
from riskexact.turn.turns import best_turn
from tests.commands import Capture, answer, in_json, run

AUSTRALIA = "Indonesia=3 New-Guinea=2 western-australia=2 'Eastern Australia=1'"


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
    status, out, _ = run(
        capsys, "conquer", *shlex.split(f"--mine siam=9 --take Australia {AUSTRALIA}")
    )
    assert status == 0
    assert "You take Australia about " in out
    assert "\nAttack Indonesia from Siam with 3 dice.\n" in out
    assert "move in" not in out
    _, out, _ = run(capsys, "conquer", "--mine", "Siam=9", "Indonesia=2")
    assert "with 3 dice; if it falls, move 8 armies in.\n" in out
    assert "win  move in\n" in out
    held = run(capsys, "conquer", "--mine", "Siam=1,Indonesia=2", "--take", "Indonesia")
    assert "100 %  You take Indonesia for certain" in held[1]


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
    # Madagascar is reached through East Africa only if it may be taken
    typed = "--mine Egypt=6 --take Madagascar --through East-Africa Madagascar=1 East-Africa=1"
    assert Fraction(answer(capsys, "conquer", *typed.split())["win"]["fraction"]) > 0
    status, out, err = run(capsys, "conquer", *typed.replace("--through East-Africa ", "").split())
    assert (status, out) == (2, "")
    assert "Madagascar must be within reach" in err


def test_nothing_is_left_to_take_or_nothing_can_be_done(capsys: Capture) -> None:
    data = answer(capsys, "conquer", "--mine", "Siam=3", "--take", "Siam")
    assert (data["win"]["fraction"], data["best_path"]["fraction"], data["moves"]) == ("1", "1", [])
    _, out, _ = run(capsys, "conquer", "--mine", "Siam=1", "India=3")
    assert "Nothing helps.\n" in out
    assert "move in" not in out


def test_worth(capsys: Capture) -> None:
    typed = "--mine Siam=5,China=2 --worth India=3,card=2,loss=1/2 India=3"
    data = answer(capsys, "conquer", *typed.split())
    position = Position("classic", {"Siam": 5, "China": 2}, {"India": 3})
    turn = best_turn(position, {"India": 3, "card": 2, "loss": "1/2"})
    assert Fraction(data["value"]["fraction"]) == turn.value
    assert data["stop"] is False
    assert data["moves"][0]["from"] == "Siam"
    _, out, _ = run(capsys, "conquer", *["--mine", "Siam=2", "--worth", "card=1,loss=9", "India=8"])
    assert "\nStop.\n" in out
    assert "expected value: 0\n" in out


def test_a_large_position_is_answered_in_its_seconds(capsys: Capture) -> None:
    asia = (t for t in map_named("classic").named("Asia") if t != "Middle East")
    enemy = [f"{t}=3" for t in asia]
    typed = ["conquer", "--mine", "Ukraine=20,Middle-East=20", "--seconds", "1", *enemy]
    data = answer(capsys, *typed)
    assert (data["proved"], data["best_path"]) == (False, None)
    assert Fraction(data["win"]["fraction"]) < Fraction(data["at_most"]["fraction"])
    out = run(capsys, *typed)[1]
    assert "\nto take all of them: between the bounds below\nAttack " in out
    assert "\nat most: " in out
    data = answer(capsys, *typed, "--worth", "Asia=7,card=1")
    assert (data["proved"], data["stop"]) == (False, False)
    for bad in ("0", "-1", "1.5", "soon"):
        status, out, err = run(capsys, *typed[:3], "--seconds", bad, *enemy)
        assert (status, out) == (2, "")
        assert err.startswith("riskexact: seconds must be a whole number, 1 or more, not")


def test_place(capsys: Capture) -> None:
    data = answer(capsys, "place", *["7", "--on", "Australia", "--against", "Siam=8"])
    best = place(7, "Australia", {"Siam": 8})
    assert data["armies"] == best.armies
    assert Fraction(data["hold"]["fraction"]) == best.lower
    assert data["proved"]
    data = answer(capsys, "place", *["9", "--front", "a=6,b=4+3", "--aim", "weakest"])
    apart = hold(9, {"a": [6], "b": [4, 3]}, aim="weakest")
    assert (data["fronts"], data["armies"]) == ({"a": [6], "b": [4, 3]}, apart.armies)
    assert Fraction(data["hold"]["fraction"]) == apart.lower


def test_a_map_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "island.toml"
    path.write_text('[borders]\nNorth = ["South", "Harbour"]\n', encoding="utf-8")
    data = answer(
        capsys, "conquer", "--map", str(path), "--mine", "north=4", "South=2", "Harbour=1"
    )
    assert json.dumps(data["moves"][0]["from"]) == '"North"'
    for text, message in (
        ('[borders]\nNorth = ["South"]\nEast = ["West"]\n', "line 1: borders must connect all"),
        ('[borders]\nNorth = ["North"]\n', "line 2: North must border other territories"),
        ("[borders]\nNorth = 3\n", "line 2: borders of North must be a list of names, not 3"),
        ('[borders]\nA = ["B"]\n[continents]\nC = 4\n', "line 4: C must have territories and"),
        ('[borders]\nA = ["B"]\n[continents.C]\nbonus = -1\nterritories = ["A"]\n', "bonus of C"),
        ('[borders]\nA = ["a "]\n', "names must differ in letters"),
        ("borders = [", "no TOML"),
        ("key = 3\n", "line 1: key must be one of borders, continents, name, not 'key'"),
        ("", "borders must be one or more, not none"),
    ):
        path.write_text(text, encoding="utf-8")
        status, out, err = run(capsys, "conquer", "--map", str(path), "--mine", "A=4", "B=2")
        assert (status, out) == (2, "")
        assert message in err, err
        assert "island.toml" in err


def test_the_review_of_a_turn(capsys: Capture) -> None:
    file = str(Path(__file__).parents[1] / "turn.jsonl")
    found, data = review(file), answer(capsys, "review", file)
    for name in ("start", "end", "luck", "mistakes"):
        assert data[name] == in_json(getattr(found, name).lower)
    assert [step["mistake"]["fraction"] for step in data["steps"]] == [
        fraction_text(step.mistake.lower) for step in found.steps
    ]
    assert data["steps"][0]["best"] == [{"attack": ["Siam", "Indonesia"], "dice": 3}]
    out = run(capsys, "review", file)[1].splitlines()
    assert out[2] == "57.5 % at the start, 0 % at the end"
    assert out[3] == "luck −5.4 %, mistakes −52.2 %, of which ending the turn −44.1 %"
