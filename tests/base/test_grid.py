import re
import subprocess
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.grid import MORE, SPECIAL, Grid, latex_number, latex_text
from riskexact.base.report import Report
from riskexact.base.text import decimal_text, fraction_text, percent_text
from riskexact.battle.battle import Battle
from riskexact.battle.tables import win_table
from riskexact.battle.tables.written import Look, table_report
from riskexact.rules.distribution import Distribution
from tests.cells import Cells
from tests.programs import needs

texts = st.text(st.characters(exclude_categories=("C", "Z")), max_size=5)


@given(st.lists(st.lists(texts, min_size=3, max_size=3), max_size=3), texts, st.integers(0, 3))
def test_html_holds_every_text(rows: list[list[str]], caption: str, labels: int) -> None:
    head = ["a", "b", "c"]
    html = Grid(caption, head, rows, labels).html()
    cells = Cells(html)
    assert cells.open == []
    assert cells.rows[0] == head
    assert len(cells.rows) == 1 + len(rows)
    for row, read in zip(rows, cells.rows[1:], strict=True):
        assert "".join(row) == "".join(read)
    assert html.count('<th scope="row">') == labels * len(rows)
    assert ("<caption>" in html) == bool(caption)


marked = st.text("ab1&#<>|\\\\`*_[~$/! ", max_size=6).map(str.strip)


@given(st.lists(st.lists(marked, min_size=2, max_size=2), max_size=2), marked)
def test_markdown_has_every_text_and_no_markup(rows: list[list[str]], caption: str) -> None:
    """Each row is cells between bars, in which a sign is markup if no backslash is before it."""
    written = Grid(caption, ["a", "b|c"], rows).markdown().splitlines()
    assert written[-2 - len(rows)] == r"| a | b\|c |"
    for row, line in zip(rows, written[len(written) - len(rows) :], strict=True):
        bar, *cells, end = re.findall(r"((?:\\.|[^|\\])*)\|", line) + [line[-1]]
        assert (bar, end) == ("", "|")
        assert [re.sub(r"\\(.)", r"\1", cell).strip() for cell in cells] == row
    for line in written:
        assert not re.search(r"[`*_[~$]|<[a-z/!]|&[#\w]", re.sub(r"\\.", " ", line))


@given(st.fractions(0, 1), st.integers(1, 9))
def test_numbers_are_known_as_such(exact: Fraction, digits: int) -> None:
    for text in (
        fraction_text(exact),
        decimal_text(exact, digits),
        decimal_text(1 - exact / 10**20, digits),
        percent_text(exact, digits),
    ):
        body = Grid("", [text], [[f"≈ {text}"]], 0).latex()
        assert "textrm" not in body
        assert rf"\approx {latex_number(text)} \\" in body
    for text in ("<0.1", ">99.9"):
        assert rf"{text} \\" in Grid("", ["a"], [[text]], 0).latex()


def test_texts_are_no_numbers() -> None:
    body = Grid("", ["2019-06-05"], [["3/4/5"], ["x_1"], [MORE], [""]], 0).latex()
    assert body.splitlines()[1:5] == [
        r"\textrm{2019-06-05} \\ \hline",
        r"\textrm{3/4/5} \\",
        r"\textrm{x\_1} \\",
        r"\dots \\",
    ]
    for said, shown in (">99.9 %", r"$>$99.9 \%"), ("−<0.1 %", r"$-$$<$0.1 \%"), ("A|b", "A$|$b"):
        assert rf"\textrm{{{shown}}} \\" in Grid(said, ["a"], [[said]], 0).latex()
    assert latex_text("".join(SPECIAL)) == "".join(SPECIAL.values())


LINES = r"""\IfFileExists{booktabs.sty}{\usepackage{booktabs}}
{\let\toprule\hline \let\midrule\hline \let\bottomrule\hline}"""


@needs("pdflatex")
def test_latex_compiles(tmp_path: Path) -> None:
    everything = Distribution({"".join(SPECIAL): 1})
    shown = [
        win_table(range(1, 5), range(1, 4)),
        win_table(range(1, 50), range(1, 44)),
        Battle(5, 5).outcomes,
        everything,
    ]
    body = "\n\n".join(each._repr_latex_() for each in shown)  # type: ignore[attr-defined]
    looks = Look("fraction", 10), Look("decimal", 10), Look("percent", 1)
    grids = [*Report("", {}, Battle(12, 9).outcomes.table()).grids()]
    for look in looks:
        grids += table_report(win_table(range(1, 9), range(1, 6)), look).grids()
    for each, booktabs in product(grids, (False, True)):
        table = each._replace(caption="").latex(booktabs)
        body += rf"\setbox0=\hbox{{{table}}}\typeout{{wide \the\wd0}}"
    source = rf"\documentclass{{article}}{LINES}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "shown.tex").write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "shown.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    measured = re.findall(rb"wide ([0-9.]+)pt", done.stdout)
    points = [each.points for each in grids for _ in range(2)]
    assert list(map(float, measured)) == pytest.approx(points, rel=0.1)
