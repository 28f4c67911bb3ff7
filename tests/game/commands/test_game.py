"""The command line for whole games: `riskexact game`."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from riskexact.game.duel import duel
from tests.commands import Capture, answer, run


def test_a_duel(capsys: Capture) -> None:
    status, out, _ = run(capsys, "game", "--duel", "5", "2", "-r", "2", "--json")
    assert status == 0
    data, found = json.loads(out), duel(5, 2, reinforcements=2)
    assert found.policy is not None
    assert data["win"]["fraction"] == data["at_most"]["fraction"] == str(found.lower)
    assert (data["mine"], data["enemy"], data["proved"]) == ({"A": 5}, {"B": 2}, True)
    for attack in data["policy"]:
        for enemy in range(attack["least"], (attack["most"] or 50) + 1):
            assert found.policy.dice(attack["armies"], enemy) == attack["dice"]
    assert sum((attack["most"] or 0) > 0 for attack in data["policy"]) == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "game must have a board, --mine and --enemy, or --duel"),
        ("--duel 0 1", "mine must be a whole number, from 1 to 1000, not 0"),
        ("--duel 1 1 -r 0", "reinforcements must be a whole number, from 1 to 100, not 0"),
        ("--duel 1 1 --rules chess", "chess"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    capsys: Capture, typed: str, message: str
) -> None:
    status, out, error = run(capsys, "game", *typed.split())
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert message in error


@pytest.mark.parametrize("digits", [2, 9])
@pytest.mark.parametrize(
    "asked", ["line-3 --mine B=1 --enemy A=1,C=1", "--duel 2 2 --rules risiko"]
)
def test_the_decimals_of_bounds_enclose_the_value(capsys: Capture, asked: str, digits: int) -> None:
    typed = ("game", *asked.split(), "--digits", str(digits))
    data = json.loads(run(capsys, *typed, "--json")[1])
    text = dict(line.split(": ") for line in run(capsys, *typed)[1].splitlines() if ": " in line)
    assert text["at least"] == data["win"]["decimal"]
    assert text["at most"] == data["at_most"]["decimal"]
    lower, upper = (Fraction(data[name]["fraction"]) for name in ("win", "at_most"))
    printed = [Fraction(text[name]) for name in ("at least", "at most")]
    assert printed[0] <= lower < upper <= printed[1]
    assert printed[1] - upper < Fraction(1, 10**digits) > lower - printed[0]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("line-7 --mine A=1 --enemy B=1", "board must have 2 to 5 territories, not 7"),
        ("line-3 --mine A=1 --enemy B=1", "C must be mine or the enemy's"),
        ("line-3 --mine A=0 --enemy B=1,C=1", "units on A must be"),
        ("line-3 --mine A=1 --enemy B=1,C=40", "outside the table of this game"),
        ("line-3 --mine A=1 --enemy B=1,C=1 --bonus A,B", "bonus must be GROUP=N"),
        ("line-3 --mine A=1:risiko --enemy B=1,C=1", "not of a territory"),
        ("line-3 --duel 1 1", "a board or --duel, not both"),
        ("line-3 --mine A=1", "--mine and --enemy, or --duel"),
        ("line-2 --table", "-o FILE must be given with --table"),
        ("--table", "game must have a board"),
        ("line-2 --table --mine A=1 -o x", "--mine cannot be asked together with --table"),
        ("line-2 --verify x", "a board or --verify, not both, 'line-2'"),
        ("--verify x --table", "--table cannot be asked together with --verify"),
        ("--verify none.rxg", "the table 'none.rxg' cannot be read: "),
    ],
)
def test_boards_and_tables_that_are_refused(capsys: Capture, asked: str, message: str) -> None:
    status, out, err = run(capsys, "game", *asked.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_table_is_written_and_verified(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "duel.rxg")
    asked = ("line-2", "-r", "2", "--bonus", "A=1", "--rules", "risiko")
    data = answer(capsys, "game", *asked, "--table", "-o", file)
    assert data["table"] == file
    assert answer(capsys, "game", "--verify", file) == data
    status, out, _ = run(capsys, "game", "--verify", file)
    assert status == 0
    assert f"{file}: bounds of 3540 positions, to 60 armies in all, proved\n" in out
    content = bytearray(Path(file).read_bytes())
    content[-1] ^= 1
    Path(file).write_bytes(content)
    status, out, err = run(capsys, "game", "--verify", file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "not a true table of a whole game: its hash must be another" in err
