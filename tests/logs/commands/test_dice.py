"""`riskexact dice` as its users meet it."""

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from riskexact.logs import dice_log
from tests.commands import Capture, answer, run
from tests.trust.logs import fair_log

HEADER = "attackers,defenders,attackers_left,defenders_left"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = fair_log(20, seed=4)
    path = tmp_path / "log.csv"
    lines = [HEADER, *(",".join(map(str, row.values())) for row in rows)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_json(capsys: Capture, file: Path) -> None:
    log = dice_log(file)
    data = answer(capsys, "dice", str(file))
    assert next(iter(data)) == "battles"
    assert (data["battles"], data["rounds"], data["in_part"], data["left_out"]) == (20, 0, 0, {})
    assert [test["name"] for test in data["tests"]] == ["wins", "losses", "surprise"]
    for told, test in zip(data["tests"], log.tests, strict=True):
        assert told["statistic"] == told["statistic_at_least"] == test.least
        assert told["p_value"] == told["p_value_at_least"]
        for key, exact in (("p_value", test.p_value), ("corrected", test.corrected)):
            assert abs(Fraction(told[key]["decimal"]) - exact) <= exact / 10**9
        assert test.expected is not None
        assert (
            abs(Fraction(told["expected"]["decimal"]) - test.expected) <= abs(test.expected) / 10**9
        )
    assert [each["bias"] for each in data["power"]] == ["1/50", "1/20", "1/10"]
    for each in data["power"]:
        assert each["needed"] == log.needed(each["bias"])
        assert abs(Fraction(each["chance"]["decimal"]) - log.power(each["bias"])) < Fraction(
            1, 10**9
        )


def test_an_odd_log_is_told_so(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(HEADER + "\n" + "10,5,0,4\n" * 4, "utf-8")
    out = run(capsys, "dice", str(path))[1]
    assert "at most <0.1 % look as odd as this one" in out
    assert "This speaks against fair dice." in out


def test_what_is_known_in_part(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    rows: list[dict[str, Any]] = [
        dict(zip(HEADER.split(","), row, strict=True)) | {"mode": mode}
        for row, mode in (((5, 4, 3, 2), "dice"), ((5, 4, 3, 0), "blitz"), ((2, 2, 1, 0), None))
    ]
    path.write_text(json.dumps(rows), "utf-8")
    data = answer(capsys, "dice", str(path))
    assert (data["battles"], data["in_part"], data["left_out"]) == (2, 1, {"mode": 1})
    wins = data["tests"][0]
    assert wins["statistic"] is None
    assert (wins["statistic_at_least"], wins["statistic_at_most"]) == (1, 2)
    assert wins["p_value_at_least"]["double"] < wins["p_value"]["double"]
    out = run(capsys, "dice", str(path))[1]
    assert "1 of the battles are known in part" in out
    assert "Left out, because something is unknown: mode of 1." in out
    assert "1 to 2" in out


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
