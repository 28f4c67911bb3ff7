"""`riskexact dice` on standard input; `dice.txt` has what it says of files."""

import io
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from riskexact.rules.dice import round_distribution
from tests.commands import Capture, answer, in_json, run

HEADER = "attackers,defenders,attackers_left,defenders_left"


def test_standard_input_armies_and_rules(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = f"{HEADER}\n6,4,3,0\n6,4,1,2\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    piped = answer(capsys, "dice", "-", "--armies", "--rules", "risiko")
    path = tmp_path / "3v2"
    path.write_text(f"{HEADER}\n5,4,2,0\n5,4,0,2\n", "utf-8")
    assert piped == answer(capsys, "dice", str(path), "--rules", "risiko")
    assert piped != answer(capsys, "dice", str(path))


@pytest.mark.parametrize("times", [1, 500])
def test_every_digit_is_right(capsys: Capture, tmp_path: Path, times: int) -> None:
    """However long the log is."""
    path = tmp_path / "throws.txt"
    path.write_text("6 4 2 - 5 3\n6 6 - 2\n" * times, "utf-8")
    data = answer(capsys, "dice", str(path))
    first, second = (
        sum((j - i) * p for (i, j), p in round_distribution(*dice).items())
        for dice in ((3, 2), (2, 1))
    )
    told = {each["name"]: each["expected"] for each in data["tests"]}
    exact = {
        "losses": (first + second) * times,
        "rounds 3 v 2": Fraction(2890, 7776) * times,
        "attack dice": Fraction(5 * times, 6),
        # of the second, as the first ones before and behind it were
        "neighbours": second * (4 * times - 2),
    }
    for name, mean in exact.items():
        assert told[name] == in_json(mean) | {"fraction": None}, name
    if times == 1:
        assert told["losses"]["decimal"] == "0.3155864198"
        face = data["faces"][5]
        assert face["p_value"] == in_json(Fraction(2 * 276, 7776)) | {"fraction": None}
        least = data["face_power"][2]["chance"]
        assert least == in_json(Fraction(15, 100) ** 3) | {"fraction": None}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe1", "standard input must be text in UTF-8"),
        (b"", ""),
        (f"{HEADER}\n5,4,6,0".encode(), ""),
        (b"[" * 9999, ""),
        (None, "standard input must be open, to be read"),
    ],
)
def test_bad_logs_are_one_line(
    capsys: Capture, monkeypatch: Any, content: bytes | None, said: str
) -> None:
    stdin = None if content is None else io.TextIOWrapper(io.BytesIO(content))
    monkeypatch.setattr(sys, "stdin", stdin)
    status, out, err = run(capsys, "dice", "-")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
