"""The command line for whole games: `riskexact game`."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands import Capture, answer, run


@pytest.mark.tools
@pytest.mark.parametrize("digits", [2, 9])
@pytest.mark.parametrize(
    "asked", ["line-3 --mine B=1 --enemy A=1,C=1", "--duel 2 2 --rules risiko"]
)
def test_the_decimals_of_bounds_enclose_the_value(capsys: Capture, asked: str, digits: int) -> None:
    typed = ("game", *asked.split(), "--digits", str(digits))
    data = answer(capsys, *typed)
    text = dict(line.split(": ") for line in run(capsys, *typed)[1].splitlines() if ": " in line)
    assert text["at least"] == data["win"]["decimal"]
    assert text["at most"] == data["at_most"]["decimal"]
    lower, upper = (Fraction(data[name]["fraction"]) for name in ("win", "at_most"))
    printed = [Fraction(text[name]) for name in ("at least", "at most")]
    assert printed[0] <= lower < upper <= printed[1]
    assert printed[1] - upper < Fraction(1, 10**digits) > lower - printed[0]


def test_a_table_of_rules_and_a_board_of_ones_own_says_so(capsys: Capture, tmp_path: Path) -> None:
    house, board, file = (str(tmp_path / name) for name in ("house.toml", "own.toml", "own.rxg"))
    Path(house).write_text('name = "Standard rules"\nties = "attacker"\nfaces = 8', "utf-8")
    Path(board).write_text('name = "line-2"\n[borders]\nSiam = ["India"]', "utf-8")
    said = (
        "the whole game on a map of its own, called 'line-2', 1 new armies a turn, 3 v 2 dice, "
        "8 faces, 2 pairs, ties to the attacker, called 'Standard rules'"
    )
    status, out, err = run(
        capsys, "game", board, "-r", "1", "--rules", house, "--table", "-o", file
    )
    assert (status, err) == (0, "")
    assert " ".join(out.split()).startswith(said)
    status, out, err = run(capsys, "game", "--verify", file)
    assert (status, err) == (0, "")
    assert " ".join(out.split()).startswith(said)
    assert answer(capsys, "game", "--verify", file)["board"] == "a map of its own, called 'line-2'"


@pytest.mark.tools
def test_a_table_is_written_and_verified(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "duel.rxg")
    asked = ("line-2", "-r", "2", "--bonus", "A=1", "--rules", "risiko")
    data = answer(capsys, "game", *asked, "--table", "-o", file)
    assert data["table"] == file
    assert answer(capsys, "game", "--verify", file) == data
    content = bytearray(Path(file).read_bytes())
    content[-1] ^= 1
    Path(file).write_bytes(content)
    status, out, err = run(capsys, "game", "--verify", file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "not a true table of a whole game: its hash must be another" in err
