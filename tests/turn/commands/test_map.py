"""`riskexact map`: what a map has, and that what it says makes the same map again."""

import pytest

from riskexact.turn.geography import BOARDS, Map, map_named
from tests.commands import Capture, answer, run


def test_its_json_makes_the_map(capsys: Capture) -> None:
    told = answer(capsys, "map")
    name, other_names = told.pop("map"), told.pop("other_names")
    made = Map(**told)
    assert made.name == name
    assert made == map_named("classic")
    assert made.other_names == other_names


def test_its_text_names_everything_once_and_fits_the_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    status, out, err = run(capsys, "map")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 60
    world, lines = map_named("classic"), " ".join(out.split())
    for t in world.territories:
        assert lines.count(f" {t}: {', '.join(world.neighbours(t))}") == 1
    for name, each in world.continents.items():
        assert f" {name}, {each.bonus} armies a turn: {each.territories[0]}: " in lines
    for names in world.other_names.values():
        for other, name in names.items():
            assert f" {other} is {name}" in lines
    assert run(capsys, "maps") == run(capsys, "map", "classic") == (status, out, err)


@pytest.mark.parametrize("command", ["map", "conquer", "place", "certify"])
def test_boards_are_named_wherever_a_map_is_asked_for(capsys: Capture, command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert (status, f"{', '.join(BOARDS)}, a small board" in " ".join(out.split())) == (0, True)


def test_other_names_are_understood_wherever_a_territory_is_named(capsys: Capture) -> None:
    for typed, meant in (
        (
            "conquer --mine Thailand=5 --take Oceania --without-border Hindustan:Siam Indonesien=1 "
            "Nuova-Guinea=1 West-Australien=1 Ost-Australien=1",
            "conquer --mine Siam=5 --take Australia --without-border India:Siam Indonesia=1 "
            "New-Guinea=1 Western-Australia=1 Eastern-Australia=1",
        ),
        ("place 4 --on Hindustan --against Thailand=5", "place 4 --on India --against Siam=5"),
    ):
        assert run(capsys, *typed.split()) == run(capsys, *meant.split())
        assert answer(capsys, *typed.split()) == answer(capsys, *meant.split())
    worth = "conquer --mine Siam=4 Indonesia=1 --worth {}=3 --json"
    told = [run(capsys, *worth.format(name).split())[1] for name in ("Indonesien", "Indonesia")]
    assert told[0].replace("Indonesien", "Indonesia") == told[1]
