"""Where texts, databases and Parquet files differ first."""

import sqlite3
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.publication import binary_differences
from riskexact.publication.binary_differences import binary_difference
from riskexact.publication.data_sets import DATA_SETS, Row
from riskexact.publication.differences import LONGEST_SHOWN, Difference, first_difference
from riskexact.publication.parquet import parquet_bytes
from riskexact.publication.plan import Edition
from riskexact.rules import STANDARD

CSV = b"attackers,defenders,fraction\n1,1,5/12\n1,2,275/2592\n"


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (CSV.replace(b"275", b"276"), (3, "fraction", "276/2592", "275/2592")),
        (CSV.replace(b"1,2,", b"1,3,"), (3, "defenders", "3", "2")),
        (CSV.replace(b"attackers", b"armies"), (1, "attackers", "armies", "attackers")),
        (CSV.replace(b"5/12", b""), (2, "fraction", "nothing", "5/12")),
        (CSV.replace(b"1,1,5/12", b"1,1"), (2, None, "1,1", "1,1,5/12")),
        (CSV[:-1], (3, "fraction", "another line end", "a line end")),
        (CSV + b"2,1,1\n", (4, None, "2,1,1", "nothing")),
        (CSV.replace(b"\n", b"\r\n"), (1, "fraction", "fraction�", "fraction")),
        (b"", (1, None, "nothing", "attackers,defenders,fraction")),
        (b"\xff\x1b[31m" + CSV, (1, "attackers", "��[31mattackers", "attackers")),
    ],
)
def test_places_in_csv(found: bytes, place: tuple[int, str | None, str, str]) -> None:
    assert first_difference("a/win.csv", found, CSV) == Difference(*place)


def test_places_in_json_markdown_and_latex() -> None:
    row = b'{"data": [\n  {"attackers": 1, "fraction": "5/12", "approximate": 0.41},\n  {}]}'
    for old, new, column in (
        (b"5/12", b"5/13", "fraction"),
        (b"0.41", b"0.42", "approximate"),
        (b": 1,", b": 2,", "attackers"),
    ):
        difference = first_difference("a.json", row.replace(old, new), row)
        assert difference == (2, column, new.decode().strip(": ,"), old.decode().strip(": ,"), None)
    table = b"| a | 1 | 2 |\n| ---: | ---: | ---: |\n| 1 | 41.7 | 10.6 |\n"
    difference = first_difference("a.md", table.replace(b"10.6", b"10.7"), table)
    assert difference == (3, "3", "10.7", "10.6", None)
    table = b"a & 1 & 2 \\\\\n1 & 41.7 & 10.6 \\\\\n"
    difference = first_difference("a.tex", table.replace(b"41.7", b"41.8"), table)
    assert difference == (2, "2", "41.8", "41.7", None)
    assert first_difference("a.html", b"<p>1</p>", b"<p>2</p>") == (
        1, None, "<p>1</p>", "<p>2</p>", None,
    )  # fmt: skip


@given(
    st.binary(),
    st.text().map(str.encode),
    st.sampled_from(["a.csv", "a.json", "a.md", "a.tex", "a.html"]),
)
def test_every_difference_has_a_place(found: bytes, expected: bytes, path: str) -> None:
    difference = first_difference(path, found, expected)
    assert (difference is None) == (found == expected)
    if difference is not None:
        assert difference.line is not None
        assert 1 <= difference.line <= expected.count(b"\n") + 1
        assert (
            found.split(b"\n")[: difference.line - 1]
            == (expected.split(b"\n")[: difference.line - 1])
        )
        for side in (difference.found, difference.expected):
            assert side.isprintable()
            assert len(side) <= LONGEST_SHOWN + 30


def test_long_values_are_shown_where_they_differ() -> None:
    right = b"fraction\n" + b"1" * 5000 + b"/7\n"
    wrong = right[:4000] + b"2" + right[4001:]
    difference = first_difference("a.csv", wrong, right)
    assert difference is not None
    assert difference.found.startswith("…111")
    assert difference.found.count("2") == 1
    assert "2" not in difference.expected


# ---- binary files

ROWS: list[Row] = [(1, 1, "5/12", "0.42", 0.42), (1, 2, "275/2592", "0.11", 0.11)]


def parquet(rows: list[Row]) -> bytes:
    return parquet_bytes(DATA_SETS["win"], Edition(STANDARD, 2), rows)


def database(path: Path, *statements: str) -> bytes:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path.read_bytes()


def test_places_in_parquet() -> None:
    right = parquet(ROWS)
    assert binary_difference("a.parquet", right, right) is None
    wrong = parquet([ROWS[0], (1, 2, "276/2592", "0.11", 0.11)])
    assert binary_difference("a.parquet", wrong, right) == (
        None, "fraction", "276/2592", "275/2592", 2,
    )  # fmt: skip
    difference = binary_difference("a.parquet", parquet(ROWS[:1]), right)
    assert difference == (None, None, "1 row", "2 rows", None)
    others = parquet_bytes(DATA_SETS["rounds"], Edition(STANDARD, 2), [(1, 1, 1, 0, 21, 36)])
    difference = binary_difference("a.parquet", others, right)
    assert difference is not None
    assert difference.found == "other columns or descriptions"
    for broken in (b"", b"PAR1", right[:-9], right[:50] + b"\xff" * 50 + right[100:]):
        assert binary_difference("a.parquet", broken, right) is not None


def test_a_parquet_file_of_large_values_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """One string of eight megabytes, of which every row has the number."""
    right = parquet([(1, n, f"{n}/7", "0.42", 0.42) for n in range(3)])
    bomb = parquet([(1, n, "7" * 8_000_000, "0.42", 0.42) for n in range(3)])
    assert len(bomb) < 20_000
    monkeypatch.setattr(binary_differences, "_rows", None)  # nothing is decoded
    difference = binary_difference("a.parquet", bomb, right)
    assert difference is not None
    assert difference.found.startswith("values of 8 MB")
    assert difference.expected.endswith(" kB")


def test_what_many_rows_have_is_kept_once() -> None:
    many = 50
    right = parquet([(1, n, f"{n}/7", "0.42", 0.42) for n in range(many)])
    rows: list[Row] = [(1, n, "0/7" + "1" * 100_000, "0.42", 0.42) for n in range(many)]
    file = binary_differences._parquet_file(parquet(rows))
    texts = [row[2] for row in binary_differences._rows(file, 0)]
    assert len(texts) == many
    assert len(set(map(id, texts))) == 1
    difference = binary_difference("a.parquet", parquet(rows), right)
    assert difference == (None, "fraction", "0/7" + "1" * 57 + "…", "0/7", 1)


def test_parquet_files_in_another_layout_have_other_bytes() -> None:
    import pyarrow.parquet

    right = parquet(ROWS)
    table = pyarrow.parquet.read_table(BytesIO(right))
    for layout in ({"row_group_size": 1}, {"data_page_version": "2.0"}):
        file = BytesIO()
        pyarrow.parquet.write_table(table, file, **layout)
        difference = binary_difference("a.parquet", file.getvalue(), right)
        assert difference in (
            None, (None, None, "pages of another kind", "those of the data set", None),
        )  # fmt: skip
    # of the same values, only stored in another way
    file = BytesIO()
    pyarrow.parquet.write_table(table, file, use_dictionary=False)
    assert binary_difference("a.parquet", file.getvalue(), right) is None


@given(st.data())
def test_no_parquet_file_with_other_bytes_breaks_the_reader(data: st.DataObject) -> None:
    right = parquet(ROWS)
    place = data.draw(st.integers(0, len(right) - 1))
    wrong = right[:place] + data.draw(st.binary(min_size=1, max_size=9)) + right[place + 5 :]
    difference = binary_difference("a.parquet", wrong, right)
    assert difference is None or isinstance(difference, Difference)


def test_places_in_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "made.sqlite"
    table = "CREATE TABLE win (a INTEGER, fraction TEXT)"
    rows = "INSERT INTO win VALUES (1, '5/12'), (2, '1955/2592')"
    right = database(path, table, rows)
    assert binary_difference("a.sqlite", right, right) is None
    wrong = database(path, table, rows.replace("1955", "1956"))
    assert binary_difference("a.sqlite", wrong, right) == (
        None, "win.fraction", "1956/2592", "1955/2592", 2,
    )  # fmt: skip
    wrong = database(path, table, rows.replace("1,", "1.5,"))
    assert binary_difference("a.sqlite", wrong, right) == (None, "win.a", "1.5", "1", 1)
    difference = binary_difference("a.sqlite", database(path, table), right)
    assert difference == (None, None, "no row", "a row", 1)
    for more in (
        "CREATE TRIGGER t AFTER INSERT ON win BEGIN DELETE FROM win; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (a)",
    ):
        difference = binary_difference("a.sqlite", database(path, table, rows, more), right)
        assert difference is not None
        assert difference.found == "other tables"
    for broken in (b"", b"SQLite format 3\0", right[:100], right[:4000] + b"\xff" * 2000):
        assert binary_difference("a.sqlite", broken, right) is not None
    # the way in which equal values are stored
    wrong = database(path, "PRAGMA page_size = 512", table, rows)
    assert binary_difference("a.sqlite", wrong, right) is None


@pytest.mark.parametrize("name", [b"\x1b[31m", b"\xd3\xd3\xd3\xd3\xd3", b"x\ny\tz"])
def test_what_a_broken_database_says_is_shown_as_text(tmp_path: Path, name: bytes) -> None:
    """The message of SQLite quotes the file."""
    right = database(tmp_path / "made.sqlite", "CREATE TABLE outcomes (a INTEGER)")
    broken = right.replace(b"CREATE TABLE", b"CREATE ?ABLE").replace(b"outcomes"[: len(name)], name)
    difference = binary_difference("a.sqlite", broken, right)
    assert difference is not None
    assert difference.found.startswith("not readable: ")
    assert difference.found.isprintable()
