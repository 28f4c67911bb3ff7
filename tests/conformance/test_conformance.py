"""The report on programs of others: its table, made of a program that stands in for one."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import __main__ as conformance
from tests.conformance.adapters import PROGRAMS, directory_of

STANDS_IN = """
from functools import cache
from riskexact import win_probability

def get_risk_probability(armies, defenders):
    if defenders == 7:
        raise IndexError
    return float(win_probability(armies - 1, defenders)) {flaw}
"""
"""A module with the one function that JackHanke/risk is asked for."""


def installed(directory: Path, flaw: str) -> Path:
    home = directory / "JackHanke+risk"
    home.mkdir()
    (home / "risk.py").write_text(STANDS_IN.format(flaw=flaw), "utf-8")
    git = ["git", "-C", str(home), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "x", "--date", "2020-01-02"], check=True)
    return directory


def cells(directory: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (row,) = conformance.table(directory).splitlines()[2:]
    assert f"sipolac+risk is not in {directory}" in capsys.readouterr().err
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize(
    ("flaw", "reason", "off"),
    [
        ("", "it is no number (12)", ""),
        ("* 100", "the chance is in percent (", "99"),
    ],
)
def test_a_row_says_who_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flaw: str, reason: str, off: str
) -> None:
    program, version, kinds, right, wrong, worst, why, _ = cells(installed(tmp_path, flaw), capsys)
    assert (program, kinds, worst) == ("GitHub: JackHanke/risk", "wins", off)
    assert re.fullmatch(r"[0-9a-f]{7}, [0-9-]{10}", version)
    assert why.startswith(reason)
    assert int(right) + int(wrong) > 150
    assert (int(wrong) > 100) == bool(flaw)


def test_a_program_that_cannot_be_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = installed(tmp_path, "")
    (directory / "JackHanke+risk" / "risk.py").write_text("import no_such_module")
    *_, remark = cells(directory, capsys)
    assert remark.startswith("could not be asked: the program must end with status 0, not 1")


def test_the_report_names_every_program_once_and_six_at_least() -> None:
    text = conformance.README.read_text("utf-8")
    made = text.partition(conformance.BEGIN)[2].partition(conformance.END)[0]
    rows = made.splitlines()
    assert rows[0] == conformance.HEAD
    named = [row.split("|")[1].partition(":")[2].strip().replace("/", "+") for row in rows[2:]]
    assert named == list(PROGRAMS)
    assert len({directory_of(name) for name in named}) >= 6
    for row in rows[2:]:
        assert row.count("|") == conformance.HEAD.count("|")
        assert int(row.split("|")[4]) + int(row.split("|")[5]) > 10


def test_a_run_writes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{conformance.BEGIN}old\n{conformance.END}after\n")
    monkeypatch.setattr(conformance, "README", page)
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path)])
    conformance.main()
    assert page.read_text("utf-8").startswith(f"before\n{conformance.BEGIN}{conformance.HEAD}\n")
    assert page.read_text("utf-8").endswith(f"|\n{conformance.END}after\n")
    first = page.read_text("utf-8")
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path), "--print"])
    conformance.main()
    assert capsys.readouterr().out in first
