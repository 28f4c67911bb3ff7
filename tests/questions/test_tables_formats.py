import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text, percent_text
from riskexact.questions.tables import Table, win_table
from riskexact.questions.tables.formats import FORMATS, STYLES, render
from riskexact.rules import SINGLE_LOSS, Rules
from tests.cells import Cells

TABLE = win_table([2, 3], [15, 1, 2])


def read(text: str, format_: str) -> list[list[str]]:
    """Read a rendered table back into rows of texts, headings first."""
    if format_ == "csv":
        return list(csv.reader(io.StringIO(text)))
    if format_ == "html":
        cells = Cells(text)
        assert cells.open == []
        return cells.rows
    lines = text.splitlines()
    if format_ == "text":
        return [line.split() for line in lines[2:]]
    if format_ == "markdown":
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
        assert set(rows.pop(1)) == {"---:"}
        return rows
    assert format_ == "latex"
    body = [line.removesuffix(r" \\").removesuffix(r" \\ \hline") for line in lines[2:-1]]
    return [line.split(" & ") for line in body]


def plain(cell: str) -> str:
    """A LaTeX cell as it reads on the page."""
    cell = cell.strip("$").replace(r"\frac{", "").replace("}{", "/").replace(r"\%", "%")
    return cell.replace(r" \cdot 10^{", "e").rstrip("}")


@pytest.mark.parametrize("format_", [name for name in FORMATS if name != "json"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("table", [TABLE, win_table(range(1, 5), [3], SINGLE_LOSS)])
def test_every_format_holds_every_cell(table: Table, style: str, format_: str) -> None:
    text = render(table, format_, style)
    assert text.endswith("\n")
    head, *rows = read(text, format_)
    assert head[1:] == [str(d) for d in table.defenders]
    sign = "" if format_ == "csv" else "%"
    for a, row in zip(table.attackers, rows, strict=True):
        assert int(row[0]) == a
        for d, cell in zip(table.defenders, row[1:], strict=True):
            shown = plain(cell) if format_ == "latex" else cell
            exact = table[a, d]
            assert (
                shown
                == {
                    "fraction": f"{exact.numerator}/{exact.denominator}",
                    "decimal": decimal_text(exact, 10),
                    "percent": percent_text(exact, 1) + sign,
                }[style]
            )


def test_json_always_holds_fractions() -> None:
    for style in STYLES:
        data = json.loads(render(TABLE, "json", style, 3))
        assert data["rules"] == "standard"
        assert data["attackers"] == [2, 3]
        assert data["defenders"] == [15, 1, 2]
        assert [[Fraction(cell) for cell in row] for row in data["cells"]] == [
            list(row) for row in TABLE.cells
        ]
        assert data["cells"][0][1] == "1955/2592"


def test_whole_numbers() -> None:
    data = json.loads(render(win_table([0, 5], [1]), "json"))
    assert data["cells"][0] == ["0"]
    assert read(render(win_table([5], [0, 1]), "csv"), "csv")[1][1] == "1"


@given(st.integers(1, 30))
def test_digits(digits: int) -> None:
    exact = TABLE[2, 15]
    for style, expected in (
        ("decimal", decimal_text(exact, digits)),
        ("percent", percent_text(exact, digits)),
    ):
        assert read(render(TABLE, "csv", style, digits), "csv")[1][1] == expected


def test_digits_of_zero() -> None:
    assert read(render(TABLE, "csv", "percent", 0), "csv")[1][2] == "75"
    with pytest.raises(RiskError, match="digits must be"):
        render(TABLE, "csv", "decimal", 0)


@pytest.mark.parametrize("format_", FORMATS)
def test_armies_are_echoed(format_: str) -> None:
    text = render(TABLE, format_, armies=True)
    if format_ == "json":
        data = json.loads(text)
        assert (data["attackers"], data["armies"]) == ([3, 4], True)
        return
    rows = read(text, format_)
    assert [row[0] for row in rows[1:]] == ["3", "4"]
    assert rows[0][0] == "attackers" if format_ == "csv" else "armies" in rows[0][0]


def test_the_header_of_csv() -> None:
    assert render(TABLE, "csv").splitlines()[0] == "attackers,15,1,2"


def test_titles_say_what_the_numbers_are() -> None:
    assert "exact; rules: standard; rows: attackers free to fight" in render(TABLE)
    assert "to 7 significant digits" in render(TABLE, style="decimal", digits=7)
    assert "to 10 significant digits" in render(TABLE, style="decimal")
    assert "in percent" in render(TABLE, style="percent")
    assert "rows: armies, one of which stays behind" in render(TABLE, armies=True)


def test_titles_are_escaped() -> None:
    table = win_table([1], [1], Rules(faces=8, name="<b> & co"))
    assert "&lt;b&gt; &amp; co" in render(table, "html")


def test_rows_of_latex_fractions_do_not_touch() -> None:
    for style, stretch in (("fraction", "1.7"), ("decimal", "1"), ("percent", "1")):
        text = render(TABLE, "latex", style)
        assert rf"{{\renewcommand{{\arraystretch}}{{{stretch}}}\begin{{tabular}}{{r|rrr}}" in text
        assert text.endswith("\\end{tabular}}\n")
        assert text.count("{") == text.count("}")


def test_columns_of_text_are_aligned() -> None:
    lines = render(TABLE, "text").splitlines()[2:]
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"format": "pdf"}, "format must be one of text, markdown, csv, json, latex, html, not"),
        ({"style": "odds"}, "style must be one of fraction, decimal, percent, not 'odds'"),
        ({"style": "decimal", "digits": 1.0}, "digits must be a whole number"),
    ],
)
def test_bad_input(settings: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        render(TABLE, **settings)
