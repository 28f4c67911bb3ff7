from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import bounded_percent_text
from riskexact.battle import tables
from riskexact.battle.battle import win_probability
from riskexact.battle.methods import chosen_for_table
from riskexact.battle.tables import COLUMNS_OF_TEXT, COLUMNS_SHOWN, ROWS_SHOWN, filled, win_table
from riskexact.odds import recursion
from riskexact.odds.states import check_table
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.cells import Cells
from tests.strategies import any_rules

if TYPE_CHECKING:
    from riskexact.battle.methods import ChosenForTable

CHOSEN: "tuple[ChosenForTable, ...]" = "recursion", "sweep", "closed-form"

lines = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True)


@given(any_rules, lines, lines)
def test_cells_are_win_probabilities(rules: Rules, rows: list[int], columns: list[int]) -> None:
    table = win_table(rows, columns, rules)
    assert table.attackers == tuple(rows)
    assert table.defenders == tuple(columns)
    for a in rows:
        for d in columns:
            assert table[a, d] == win_probability(a, d, rules)
            assert type(table[a, d]) is Fraction


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS])
def test_both_methods(rules: Rules) -> None:
    slow = win_table(range(1, 13), range(1, 10), rules, "recursion")
    assert hash(slow) == hash(win_table(range(1, 13), range(1, 10), rules))
    assert slow == win_table(range(1, 13), range(1, 10), rules, "closed-form")
    assert slow == win_table(range(1, 13), range(1, 10), rules)
    assert slow != win_table(range(1, 13), range(1, 10), rules, blitz=True)


@pytest.mark.parametrize(
    ("attackers", "defenders", "rules", "method"),
    [
        (range(1, 41), range(1, 41), STANDARD, "sweep"),
        ([30], [10], STANDARD, "closed-form"),
        (range(1, 1001), [1, 2], STANDARD, "sweep"),
        (range(1, 100), range(1, 100), Rules(ties="nobody"), "engine"),
        (range(1, 99), range(1, 99), Rules(ties="nobody"), "sweep"),
        ([700], [700], STANDARD, "closed-form"),
        ([700], [700], Rules(ties="nobody"), "engine"),
        ([3000, 3001], [1], STANDARD, "sweep"),
        (range(400, 800), range(400, 800), STANDARD, "engine"),
    ],
)
def test_auto_takes_what_is_less_work(
    attackers: Any, defenders: Any, rules: Rules, method: str
) -> None:
    cells = len(attackers) * len(defenders)
    assert chosen_for_table(max(attackers), max(defenders), cells, rules) == method


@given(any_rules, lines, lines)
def test_all_methods_have_the_same_cells(rules: Rules, rows: list[int], columns: list[int]) -> None:
    places = tuple(rows), tuple(columns)
    expected = filled(*places, rules, "recursion")
    for chosen in CHOSEN:
        assert filled(*places, rules, chosen) == expected
    with patch.object(tables, "chosen_for_table", return_value="engine"):
        assert dict(win_table(*places, rules)) == expected


def test_edges() -> None:
    table = win_table(range(3), range(1, 3))
    assert table.cells[0] == (Fraction(0), Fraction(0))
    assert win_table([1, 2], [0, 1])[2, 0] == 1
    with pytest.raises(RiskError, match="must not both be 0"):
        win_table(range(3), range(3))


def test_outside_the_table() -> None:
    with pytest.raises(KeyError, match=r"\(4, 1\)"):
        win_table([3], [1])[4, 1]
    with patch.object(tables, "chosen_for_table", return_value="engine"):
        table = win_table((1, 3), (1, 3))
    assert table[3, 1] == win_probability(3, 1)
    assert table[np.int64(3), np.int8(1)] == table[3, 1]  # type: ignore[index]
    for cell in ((2, 1), (1, 2), (2, 2)):  # on the board, and not in the table
        with pytest.raises(KeyError):
            table[cell]


def test_a_small_table_in_a_notebook() -> None:
    table = win_table([2, 1], [1, 2], SINGLE_LOSS)
    head, *rows = Cells(table._repr_html_()).rows
    assert head == ["attackers", "1", "2"]
    assert rows == [[str(a), *map(bounded_percent_text, row)] for a, row in table.rows()]
    caption = "Chance that the attacker wins, in percent; rules: single-loss; rows: attackers free"
    assert caption in table._repr_html_()
    assert table._repr_latex_().startswith(caption)
    assert r"1 & 41.7 & 10.6 \\" in table._repr_latex_()


@pytest.mark.parametrize("most", [COLUMNS_SHOWN, COLUMNS_OF_TEXT])
def test_a_large_table_shows_its_head_and_its_tail(most: int) -> None:
    table = win_table(range(1, 301), range(1, 201))
    text = table._repr_html_() if most == COLUMNS_SHOWN else repr(table)
    lines = text.splitlines()[1:]
    head, *rows = Cells(text).rows if most == COLUMNS_SHOWN else map(str.split, lines)
    half, wide = ROWS_SHOWN // 2, most // 2
    columns = [*range(1, wide + 1), *range(201 - wide, 201)]
    rest = [[*map(str, columns[:wide]), "…", *map(str, columns[wide:])]]
    assert head == ["attackers", *rest[0]]
    assert rows.pop(half) == ["…"] * len(head)
    for a, row in zip([*range(1, half + 1), *range(301 - half, 301)], rows, strict=True):
        cells = [bounded_percent_text(win_probability(a, d)) for d in columns]
        assert row == [str(a), *cells[:wide], "…", *cells[wide:]]
    for each in (text, table._repr_latex_()):
        assert "wins, in percent; " in each
    assert f"; first and last 10 of 300 rows; first and last {wide} of 200 columns" in text
    assert len(table._repr_html_()) < 20_000
    assert "_exact" not in vars(table)


@pytest.mark.parametrize("lines", [ROWS_SHOWN, ROWS_SHOWN + 1])
def test_a_table_is_cut_only_where_it_is_too_long(lines: int) -> None:
    html = win_table(range(1, lines + 1), range(1, lines + 1))._repr_html_()
    assert ("…" in html) == ("first and last" in html) == (lines > ROWS_SHOWN)
    assert len(Cells(html).rows) == 1 + lines  # of 21 lines one is left out, and says so


@pytest.mark.parametrize("rules", [STANDARD, Rules(4, 3), Rules(3, 3)])
def test_large_arrays_need_no_fractions(rules: Rules) -> None:
    rows, columns = range(2, 40, 3), range(50, 3, -1)
    table = win_table(rows, columns, rules)
    array = table.to_numpy()
    assert array.shape == (13, 47)
    exact = dict(recursion.cells(38, 50, rules))
    for i, a in enumerate(rows):
        assert list(array[i]) == [float(exact[a, d]) for d in columns]


def test_arrays_need_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[data\]'"):
        win_table([1], [1]).to_numpy()


def test_a_table_shows_its_numbers() -> None:
    for table, last in (
        (win_table([2000], [2000]), "     2000  >99.9"),
        (win_table([2, 1], [1]), "        1  41.7"),
        (win_table([9], [0, 9]), "        9  100.0  ["),
    ):
        text = str(table)
        assert text == repr(table)
        assert text.startswith("Chance that the attacker wins, ")
        assert text.splitlines()[-1].startswith(last.split("[")[0])


def test_a_table_that_takes_long_is_not_computed_to_be_shown() -> None:
    table = win_table(range(350, 450), range(350, 650))
    brief = "Table of 100 × 300 chances to win, standard rules"
    assert str(table) == brief
    assert table._repr_html_() == f"<p>{brief}</p>\n"
    assert "_exact" not in vars(table)
    assert table[350, 350]
    text = str(table)
    assert text.startswith("Chance that the attacker wins, in percent; rules: standard; ")
    assert "first and last 10 of 100 rows; first and last 5 of 300 columns\n" in text


@pytest.mark.parametrize(
    "cell", [3, None, "31", (), (3,), (3, 1, 1), (6, 1), (3.0, 1), (3, True), ("3", "1")]
)
def test_what_is_no_cell(cell: Any) -> None:
    message = (
        "is not in the table: attackers are 1 to 5, defenders 3, 1"
        if isinstance(cell, tuple)
        else r"is no cell: write table\[attackers, defenders\], such as table\[1, 3\]; rows\(\)"
    )
    with pytest.raises(KeyError, match=message):
        win_table(range(1, 6), [3, 1])[cell]


def test_a_labelled_data_frame() -> None:
    import pandas

    frame = win_table([3, 1], [2, 4]).to_pandas()
    assert frame.loc[3, 2] == float(win_probability(3, 2))
    assert (frame.index.name, list(frame.index)) == ("attackers", [3, 1])
    assert (frame.columns.name, list(frame.columns)) == ("defenders", [2, 4])
    assert isinstance(frame, pandas.DataFrame)


def test_data_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(RiskError, match="need pandas, which is not installed: pip install"):
        win_table([1], [1]).to_pandas()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [1]), "attackers must be at least one number"),
        (([1, 1], [1]), "attackers must be different"),
        (([1], None), "defenders must be a range or .*, not None"),
        ((6, 6), r"attackers must be a range or .*, such as range\(1, 41\), not 6$"),
        ((b"3", [1]), "attackers must be a range or .*, not b'3'"),
        (([1], {1, 2}), "defenders must be a range or .*, not {1, 2}"),
        ((range(10**30), [1]), "attackers must be at most 10000 numbers"),
        ((range(1, 9000), range(1, 9000)), "must fit in 4 GiB"),
        (([7000], [7000], STANDARD, "recursion"), "must fit in 1 GiB"),
        (([1], [1], Rules(ties="nobody"), "closed-form"), "'closed-form' needs"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        win_table(*arguments)


@pytest.mark.tools
def test_the_bound_on_memory() -> None:
    check_table(1300, 1300, STANDARD)
    with pytest.raises(RiskError, match="up to 1400 attackers .* must fit in 4 GiB, not 5 GiB"):
        check_table(1400, 1400, STANDARD)

    for method in ("recursion", "closed-form"):
        with pytest.raises(RiskError, match="must fit in 1 GiB, not [78] GiB"):
            win_table(range(1, 1001), range(1, 1001), method=method)


def test_a_table_is_an_array_of_its_doubles() -> None:
    np = pytest.importorskip("numpy")
    table = win_table(range(1, 4), (2, 5))
    assert np.array_equal(np.array(table), table.to_numpy())
    assert np.array(table, dtype="f4").dtype == np.float32
    assert np.mean(table) == table.to_numpy().mean()
    frame = pytest.importorskip("pandas").DataFrame(table)
    assert frame[1][2] == float(win_probability(3, 5))


def test_a_path_is_written_to(tmp_path: Path) -> None:
    table = win_table([1], [1])
    for form in ("csv", "json", "markdown", "latex"):
        write, path = getattr(table, f"to_{form}"), tmp_path / f"odds.{form}"
        assert write(str(path)) == ""
        assert path.read_text("utf-8") == write()
    with pytest.raises(RiskError, match="^path must be one that can be written, not '/no/where'$"):
        table.to_csv("/no/where")
    with pytest.raises(RiskError, match="^path must be one that can be written, not PosixPath"):
        table.to_csv(tmp_path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "odds.csv", "odds.json", "odds.latex", "odds.markdown",
    ]  # fmt: skip
