"""Every format and style of `riskexact table`."""

import csv
import io
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from riskexact.base.report import FORMATS
from riskexact.base.text import (
    bounded_percent_text,
    decimal_text,
    fraction_text,
    number_text,
    telling_percent_text,
)
from riskexact.battle.tables import Table, win_table
from riskexact.rules import SINGLE_LOSS
from tests.cells import Cells
from tests.commands import WIDE, Capture, run

ASKED: list[tuple[tuple[str, ...], Table]] = [
    (
        ("--attackers", "2..3", "--defenders", "1..15"),
        win_table([2, 3], range(1, 16)),
    ),
    (
        ("--attackers", "1..4", "--defenders", "3", "--rules", "single-loss"),
        win_table(range(1, 5), [3], SINGLE_LOSS),
    ),
    (("--attackers", "0..5", "--defenders", "1"), win_table(range(6), [1])),
]


STYLES = ("fraction", "decimal", "percent")


def printed(capture: Capture, *words: str) -> str:
    status, out, err = run(capture, "table", *words)
    assert (status, WIDE.sub("", err)) == (0, "")
    assert out.endswith("\n")
    return out


def read(text: str, format_: str) -> list[list[str]]:
    """Read a table back into rows of texts, headings first."""
    if format_ == "csv":
        return list(csv.reader(io.StringIO(text)))
    if format_ == "html":
        cells = Cells(text)
        assert cells.open == []
        return cells.rows
    lines = text.splitlines()
    if format_ == "text":
        assert len({len(line) for line in lines[2:]}) == 1
        return [line.split() for line in lines[2:]]
    if format_ == "markdown":
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
        assert set(rows.pop(1)) == {"---:"}
        return rows
    assert format_ == "latex"
    return [
        [plain(cell) for cell in line.partition(r" \\")[0].split(" & ")] for line in lines[3:-1]
    ]


def plain(cell: str) -> str:
    """A LaTeX cell as it reads on the page."""
    for sign, read_as in {
        r"\rule{0pt}{14pt}": "",
        r"\frac{": "",
        r"\textrm{": "",
        "}{": "/",
        r"\%": "%",
    }.items():
        cell = cell.replace(sign, read_as)
    return cell.replace(r" \cdot 10^{", "e").rstrip("}")


@pytest.mark.parametrize("format_", [name for name in FORMATS if name != "json"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("digits", [None, "3"])
def test_every_format_holds_every_cell(
    capsys: Capture, style: str, format_: str, digits: str | None
) -> None:
    def shown(exact: Fraction) -> str:
        if style == "fraction":
            return fraction_text(exact)
        if style == "decimal":
            decimal = number_text if format_ == "csv" else decimal_text
            return decimal(exact, int(digits or 10))
        text = telling_percent_text if format_ == "csv" else bounded_percent_text
        return text(exact, int(digits or 1))

    for words, table in ASKED:
        more = () if digits is None else ("--digits", digits)
        out = printed(capsys, *words, "--format", format_, "--as", style, *more)
        head, *rows = read(out, format_)
        assert head == ["attackers", *map(str, table.defenders)]
        assert rows == [[str(a), *map(shown, cells)] for a, cells in table.rows()]


def test_what_the_cells_are_unless_it_is_said(capsys: Capture) -> None:
    """Percent where people read; fractions where programs do."""
    usual = {name: "fraction" if name in ("csv", "json") else "percent" for name in FORMATS}
    for format_, style in usual.items():
        words = ("3", "4", "--format", format_)
        assert printed(capsys, *words) == printed(capsys, *words, "--as", style)
    assert max(map(len, printed(capsys).splitlines()[2:])) <= 80


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("3 5", "--attackers 1..3 --defenders 1..5"),
        ("4", "--attackers 1..4 --defenders 1..4"),
        ("2..3 4-5", "--attackers 2-3 --defenders 4..5"),
        ("0 2", "--attackers 0 --defenders 1..2"),
        ("3 2 --armies", "--attackers 2..3 --defenders 1..2 --armies"),
        ("--as decimal 3 2", "--attackers 1..3 --defenders 1..2 --as decimal"),
    ],
)
def test_sizes_without_the_name_of_an_option(capsys: Capture, words: str, same: str) -> None:
    assert printed(capsys, *words.split()) == printed(capsys, *same.split())


def test_doubles(capsys: Capture, tmp_path: Path) -> None:
    """The nearest ones, in the order of the rows and columns that are asked for."""
    for name, words, table in (
        ("a.npy", ("3", "4"), win_table(range(1, 4), range(1, 5))),
        ("b.NPY", ("2..3", "4..4", "--rules", "single-loss"), win_table([2, 3], [4], SINGLE_LOSS)),
        ("c.npy", ("3", "2", "--armies"), win_table([1, 2], [1, 2])),
        ("d.npy", ("2", "2", "--blitz"), win_table([1, 2], [1, 2], blitz=True)),
    ):
        file = tmp_path / name
        assert run(capsys, "table", *words, "--doubles", "-o", str(file)) == (0, "", "")
        read = np.load(file, allow_pickle=False)
        assert read.tolist() == [[float(cell) for cell in row] for row in table.cells]


def test_doubles_without_numpy(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    file = tmp_path / "x.npy"
    status, out, err = run(capsys, "table", "3", "--doubles", "-o", str(file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "numpy" in err
    assert not file.exists()
