"""The command line for whole games: `riskexact game`."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands import Capture, answer, run
from tests.game.test_tables import SMALL, joined, parted


@pytest.mark.tools
@pytest.mark.parametrize(
    ("asked", "digits"),
    [("line-3 --mine B=1 --enemy A=1,C=1", 9), ("--duel 2 2 --rules risiko", 2)],
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


@pytest.mark.tools
def test_a_table_is_written_and_verified(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "duel.rxg")
    asked = ("line-2", "-r", "6", "--bonus", "A=1", "--rules", "risiko")
    data = answer(capsys, "game", *asked, "--table", "-o", file)
    assert data["table"] == file
    assert answer(capsys, "game", "--verify", file) == data
    content = bytearray(Path(file).read_bytes())
    content[-1] ^= 1
    Path(file).write_bytes(content)
    status, out, err = run(capsys, "game", "--verify", file)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "not a true table of a whole game: its sha256 must be " in err


def test_a_false_bound_is_a_check_that_failed(capsys: Capture, tmp_path: Path) -> None:
    header, numbers = parted(SMALL)
    right, table = numbers[0], tmp_path / "false.rxg"
    table.write_bytes(joined(header, [right + 1000, *numbers[1:]]))
    assert run(capsys, "game", "--verify", str(table)) == (
        1,
        "",
        "riskexact: not a true table of a whole game: its lower bound over 1073741824 of A 1 "
        f"against B 1 must be at most {right}, not {right + 1000}\n",
    )
    table.write_bytes(b"{}")
    assert run(capsys, "game", "--verify", str(table))[0] == 2
