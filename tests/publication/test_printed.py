"""Printed tables hold the exact numbers, in Markdown and in LaTeX that compiles."""

import re
import subprocess
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.text import decimal_text, percent_text
from riskexact.odds import recursion
from riskexact.publication.data import CHANCES
from riskexact.publication.plan import Edition
from riskexact.publication.printed import printed_tables
from riskexact.publication.printed_text import PRINTED_FORMATS, latex, markdown
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.questions.needed import attackers_needed
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.programs import needs
from tests.reference import p_battle
from tests.strategies import ANY, plain_rules

FEW = Edition(STANDARD, 12)

DRAWN = Edition(Rules(4, 3, faces=8, ties="nobody", name="50% of #1 & <b>_x_</b> | ~^\\ Ü ☂"), 3)


def lines_of(name: str, edition: Edition) -> list[list[str]]:
    """The cells of the lines of a table in Markdown, without its headings."""
    text = "".join(markdown(printed_tables(edition)[name], edition, ByRecursion()))
    lines = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [line for line in lines if line[-1] != "---:" and line[0] not in HEADS]


HEADS = {"attackers", "armies", "defenders", "battle", "left", "Defend with 1"}


def exact(numerator: str, denominator: str) -> Fraction:
    """A chance of a listing."""
    over = 1
    for factor in denominator.split(" · "):
        base, _, power = factor.partition("^")
        over *= int(base) ** int(power or 1)
    chance = Fraction(int(numerator), over)
    assert chance.denominator == over, "not in lowest terms"
    return chance


def test_the_wolfram_table() -> None:
    edition = Edition(STANDARD, 20)
    fractions, decimals = (
        lines_of(name, edition) for name in ("wolfram-exact", "wolfram-20-digits")
    )
    assert [line[0] for line in fractions] == [f"Attack with {n}" for n in range(2, 17)]
    for armies, exact_line, line in zip(range(2, 17), fractions, decimals, strict=True):
        expected = [p_battle(armies, d) for d in range(1, 5)]
        assert [Fraction(cell) for cell in exact_line[1:]] == expected
        assert line[1:] == [decimal_text(chance, 20) for chance in expected]
        assert len(line[1]) >= 20
    head = "".join(markdown(printed_tables(edition)["wolfram-exact"], edition, ByRecursion()))
    assert "| Defend with 1 | Defend with 2 | Defend with 3 | Defend with 4 |" in head


def test_the_larger_tables() -> None:
    board = dict(recursion.cells(12, 12))
    listed = {
        (int(armies) - 1, int(d)): exact(*over)
        for armies, d, *over in lines_of("larger-exact", FEW)
    }
    assert listed == {(a, d): p for (a, d), p in board.items() if a and d}
    blocks = lines_of("larger-20-digits", FEW)
    assert len(blocks) == 3 * 12
    for number, (armies, *cells) in enumerate(blocks):
        first = 1 + 5 * (number // 12)
        expected = [board[int(armies) - 1, d] for d in range(first, min(first + 5, 13))]
        assert cells == [decimal_text(p, 20) for p in expected]


def test_the_classic_ten_by_ten() -> None:
    board = dict(recursion.cells(10, 10))
    lines = lines_of("ten-by-ten", FEW)
    assert len(lines) == 10
    for a, *cells in lines:
        assert cells == [percent_text(board[int(a), d]) for d in range(1, 11)]


def test_how_many_do_i_need() -> None:
    for d, *cells in lines_of("needed", Edition(SINGLE_LOSS, 4)):
        assert list(map(int, cells)) == [attackers_needed(int(d), p, SINGLE_LOSS) for p in CHANCES]


def left(cell: str) -> tuple[int, int]:
    side, _, units = cell.partition(" ")
    return (int(units), 0) if side == "A" else (0, int(units))


def test_the_outcome_matrix() -> None:
    """`matrix[a][d][s]` of the notebook, every cell of it, by the recursion."""
    names = ["outcomes-exact-01-10", "outcomes-exact-11-12"]
    found: dict[tuple[int, ...], Fraction] = {}
    for battle, end, *over in chain.from_iterable(lines_of(name, FEW) for name in names):
        a, d = map(int, battle.split(" v "))
        found[a, d, *left(end)] = exact(*over)
    percent: dict[tuple[int, ...], str] = {}
    a = 0
    for end, *cells in lines_of("outcomes-percent", FEW):
        x, y = left(end)
        if y == 0 and x > a:
            a += 1
            assert x == a
        for d, cell in enumerate(cells, start=1):
            if cell.strip():
                percent[a, d, x, y] = cell.strip()
        if (x, y) == (1, 0):
            most = a
    assert most == 12
    expected = {
        (a, d, *end): p
        for a in range(1, 13)
        for d in range(1, 13)
        for end, p in recursion.outcomes(a, d).items()
    }
    assert found == expected
    assert percent == {cell: percent_text(p, 2) for cell, p in expected.items()}


def test_only_the_notebooks_rules_are_listed_exactly() -> None:
    names = set(printed_tables(Edition(SINGLE_LOSS, 40)))
    assert "outcomes-percent" in names
    assert not any(name.startswith("outcomes-exact") for name in names)
    assert "outcomes-exact-31-40" in printed_tables(Edition(STANDARD, 40))


def test_nothing_goes_beyond_forty() -> None:
    names = printed_tables(Edition(STANDARD, 200))
    assert list(names) == list(printed_tables(Edition(STANDARD, 40)))
    lines = lines_of("larger-exact", Edition(STANDARD, 41))
    assert [lines[0][:2], lines[-1][:2]] == [["2", "1"], ["41", "40"]]


@given(st.builds(Edition, plain_rules(ANY), st.integers(1, 6)))
@settings(max_examples=8)
def test_both_methods_print_the_same(edition: Edition) -> None:
    for printed in printed_tables(edition).values():
        for text in PRINTED_FORMATS.values():
            by_recursion = "".join(text(printed, edition, ByRecursion()))
            assert by_recursion == "".join(text(printed, edition, ByClosedForm()))
            assert by_recursion.endswith("\n")
            assert " \n" not in by_recursion
        assert by_recursion.isascii()


@pytest.mark.parametrize("edition", [FEW, DRAWN, Edition(SINGLE_LOSS, 1)])
def test_every_table_says_how_it_is_read(edition: Edition) -> None:
    for name, printed in printed_tables(edition).items():
        for ending, text in PRINTED_FORMATS.items():
            words = "".join(text(printed, edition, ByRecursion())).replace("\\", "")
            assert printed.title in words
            assert edition.rules.description in words or ending == "tex"
            armies = "all units on the attacking territory" in words
            assert armies != ("units that are free to fight" in words), name


def unset(tex: str) -> str:
    """A cell of LaTeX as it is in Markdown."""
    tex = re.sub(r"\\textrm{(.*)}", r"\1", tex)
    tex = re.sub(r"\\frac{(\d+)}{(\d+)}", r"\1/\2", tex)
    return re.sub(r"(.*) \\cdot 10\^{(.*)}", r"\1e\2", tex).strip()


def test_latex_has_the_numbers_of_markdown() -> None:
    for name, printed in printed_tables(FEW).items():
        tex = "".join(latex(printed, FEW, ByRecursion()))
        if name.startswith(("larger-exact", "outcomes-exact")):
            found = re.findall(r"\\chance{(.*?)}{([0-9 ]+)}{(.+)}$", tex, re.MULTILINE)
            assert not re.search(r"\^\d", tex), "a power of several digits needs braces"
            assert [
                [
                    what,
                    numerator.replace(" ", ""),
                    re.sub(r"\^{(\d+)}", r"^\1", over.replace("\\cdot", "·")),
                ]
                for what, numerator, over in found
            ] == [line[1:] for line in lines_of(name, FEW)]
        else:
            rows = re.findall(r"^(.* & .*) \\\\(?:\[6pt\])?$", tex, re.MULTILINE)
            cells = [list(map(unset, row.split(" & "))) for row in rows]
            assert cells == [list(map(str.strip, line)) for line in lines_of(name, FEW)]


def test_small_chances_keep_their_digits() -> None:
    edition = Edition(STANDARD, 30)
    lines = lines_of("larger-20-digits", edition)
    cell = next(line for line in lines[5 * 30 :] if line[0] == "2")[-1]
    assert cell == decimal_text(recursion.win_probability(1, 30), 20)
    assert 0 < Decimal(cell) < Decimal("1e-17")
    tex = "".join(latex(printed_tables(edition)["larger-20-digits"], edition, ByRecursion()))
    mantissa, _, power = cell.partition("e")
    assert f" {mantissa} \\cdot 10^{{{power}}} " in tex


@needs("pdflatex")
@pytest.mark.parametrize("edition", [FEW, DRAWN], ids=["standard", "drawn"])
def test_latex_compiles(edition: Edition, tmp_path: Path) -> None:
    """Everything fits on its page, in one run; several documents, one process."""
    tables = printed_tables(edition)
    for name, printed in tables.items():
        text = "".join(latex(printed, edition, ByRecursion()))
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8", newline="\n")
    for name in tables:
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
        done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        assert "Overfull" not in done.stdout, (name, done.stdout[-2000:])
        assert (tmp_path / f"{name}.pdf").stat().st_size > 10_000
