"""`riskexact dice` on standard input; `dice.txt` has what it says of files."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Capture, answer, run

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
