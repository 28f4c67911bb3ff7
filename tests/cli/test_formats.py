"""`--format`, and the suffix of a file, in every command that prints a table, and in the others."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from riskexact.base.report import FORMATS
from tests.cells import Cells
from tests.commands import WIDE, Capture, run

TABLES = {
    "outcomes 3 2": "attackers left",
    "outcomes 3 2 --rounds --seconds 30": "minutes",
    "outcomes 3 2 --blitz": "probability",
    "need 3": "attackers",
    "need 3,2 80% 2/3": "chance",
    "need --garrison-against 3 --blitz": "hold",
    "need 3,2 --price": "attackers lost",
    "need --dearest --rules capital": "dearest unit",
    "campaign 5 2,1": "territories taken",
    "round": "attacker loses",
    "rules capital": "attacker loses",
    "strategy 3 2 --territory 4": "attack while",
    "simulate 3 2": "observed",
    "dice battles.csv": "p-value",
    "conquer --mine Siam=4 Indonesia=1": "move in",
    "conquer --mine Siam=3 --reinforce 1 Indonesia=1": "new on Siam",
    "table 2 2": "attackers",
}
"""Questions whose answer has a table, each with words of its headings."""

SUFFIXES = {"csv": "csv", "json": "json", "md": "markdown", "tex": "latex", "html": "html"}


def printed(capture: Capture, *words: str) -> str:
    status, out, err = run(capture, *words)
    assert (status, WIDE.sub("", err)) == (0, ""), words
    return out


@pytest.fixture
def _few_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a short log."""
    log = Path(__file__).parents[1] / "logs" / "battles.csv"
    lines = log.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "battles.csv").write_text("".join(lines[:8]), "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.tools
@pytest.mark.usefixtures("_few_battles")
@pytest.mark.parametrize("typed", TABLES)
def test_every_table_has_every_format(capsys: Capture, tmp_path: Path, typed: str) -> None:
    words, seen = typed.split(), set()
    for format_ in FORMATS:
        text = printed(capsys, *words, "--format", format_)
        assert_whole(text, format_)
        seen.add(text)
        if format_ not in ("csv", "json"):
            assert TABLES[typed] in re.sub(r"\s+", " ", text)
    assert len(seen) == len(FORMATS)
    assert printed(capsys, *words, "-o", str(tmp_path / "x.csv")) == ""
    assert (tmp_path / "x.csv").read_text("utf-8") in seen


def test_the_suffix_decides_as_the_option_does(capsys: Capture, tmp_path: Path) -> None:
    words = ("table", "2", "2")
    for suffix, format_ in SUFFIXES.items():
        text = printed(capsys, *words, "--format", format_)
        for name in (f"x.{suffix}", f"x.y.{suffix.upper()}"):
            assert printed(capsys, *words, "-o", str(tmp_path / name)) == ""
            assert (tmp_path / name).read_text("utf-8") == text
        assert printed(capsys, *words, "--format", suffix) == text
    text = printed(capsys, *words)
    assert text == printed(capsys, *words, "--format", "text")
    assert printed(capsys, *words, "--json") == printed(capsys, *words, "--format", "json")
    assert run(capsys, *words, "-o", str(tmp_path / "x.csv.old"))[0] == 2
    for name in ("x.txt", "x", "csv"):
        printed(capsys, *words, "-o", str(tmp_path / name))
        assert (tmp_path / name).read_text("utf-8") == text


def assert_whole(text: str, format_: str) -> None:
    """CSV has rows as long as their headings, HTML closes its tags, JSON is an object."""
    for block in text.split("\n\n"):
        if format_ == "csv":
            assert len({len(row) for row in csv.reader(io.StringIO(block))}) == 1
        if format_ == "markdown":
            rows = [line for line in block.splitlines() if line.startswith("|")]
            assert len({line.count("|") for line in rows}) < 2
    assert format_ != "html" or Cells(text).open == []
    assert format_ != "json" or json.loads(text)["version"] == 2


def test_what_the_file_is_of_commands_without_a_table(capsys: Capture, tmp_path: Path) -> None:
    """A .json file of any report; LaTeX of a formula; pages, proofs and vectors as ever."""
    for words in (("odds", "3", "2"), ("luck", "3", "2", "--left", "0", "1")):
        printed(capsys, *words, "-o", str(tmp_path / "x.json"))
        assert (tmp_path / "x.json").read_text("utf-8") == printed(capsys, *words, "--json")
    formula = ("formula", "--defenders", "1")
    printed(capsys, *formula, "-o", str(tmp_path / "x.tex"))
    latex = (tmp_path / "x.tex").read_text("utf-8")
    assert latex == printed(capsys, *formula, "--format", "tex")
    assert r"\frac" in latex
    page = tmp_path / "page.html"
    assert printed(capsys, "calculator", "-o", str(page), "--json").startswith('{"version"')
    assert page.read_text("utf-8").startswith("<!")
    printed(capsys, "certify", "1", "1", "-o", str(tmp_path / "proof.v"))
    assert (tmp_path / "proof.v").read_text("utf-8").startswith("(**")
