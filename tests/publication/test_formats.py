"""CSV, JSON, Parquet and SQLite hold the same rows, and are the same bytes every time."""

import csv
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication.data import (
    CONVENTIONS,
    DATA_SETS,
    DataSet,
    Row,
    csv_rows,
    csv_text,
    json_text,
)
from riskexact.publication.parquet import ROWS_OF_A_GROUP, parquet_bytes
from riskexact.publication.plan import Edition
from riskexact.publication.sqlite import sqlite_bytes, write_sqlite
from riskexact.publication.values import METHODS, ByClosedForm, ByRecursion, Values
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import ANY, plain_rules

editions = st.builds(Edition, plain_rules(ANY), st.integers(1, 3))
each = pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)

FEW = Edition(STANDARD, 4)

DIGESTS = """
from tests.publication.test_formats import digests
print(digests())
"""


def rows(data_set: DataSet, edition: Edition, values: Values | None = None) -> list[Row]:
    return list(data_set.rows(edition, range(1, edition.most + 1), values or ByRecursion()))


def named(data_set: DataSet, edition: Edition) -> list[dict[str, Any]]:
    names = [column.name for column in data_set.columns]
    return [dict(zip(names, row, strict=True)) for row in rows(data_set, edition)]


def digests(values: Values | None = None) -> dict[str, str]:
    """SHA-256 of one file of each kind."""
    files = {}
    for name, data_set in DATA_SETS.items():
        content = data_set, FEW, rows(data_set, FEW, values)
        files[name + ".csv"] = "".join(csv_text(*content)).encode()
        files[name + ".json"] = "".join(json_text(*content)).encode()
        files[name + ".parquet"] = parquet_bytes(*content)
    files["odds.sqlite"] = sqlite_bytes(
        [FEW, Edition(SINGLE_LOSS, 3)], partial(rows, values=values)
    )
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def test_the_same_bytes_every_time() -> None:
    expected = digests()
    assert digests() == expected == digests(ByClosedForm())
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS],
        env=os.environ | {"PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        cwd=Path(__file__).parents[2],
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout == f"{expected}\n"


@each
@given(edition=editions)
@settings(max_examples=20)
def test_csv(data_set: DataSet, edition: Edition) -> None:
    text = "".join(csv_text(data_set, edition, rows(data_set, edition)))
    assert text.endswith("\n")
    assert not set(text) & set("\"'\r\t;")
    assert list(csv_rows(data_set, text)) == rows(data_set, edition)
    found = list(csv.DictReader(text.splitlines()))
    assert found == [
        {name: str(value) for name, value in row.items()} for row in named(data_set, edition)
    ]
    for row, read in zip(named(data_set, edition), found, strict=True):
        assert all(float(read[k]) == v for k, v in row.items() if isinstance(v, float))


@each
@given(edition=editions)
@settings(max_examples=20)
def test_json(data_set: DataSet, edition: Edition) -> None:
    text = "".join(json_text(data_set, edition, rows(data_set, edition)))
    assert text.endswith("\n")
    found = json.loads(text)
    assert found["data"] == named(data_set, edition)
    assert [type(v) for row in found["data"] for v in row.values()] == [
        type(v) for row in named(data_set, edition) for v in row.values()
    ]
    fields = found["schema"]["fields"]
    assert [field["name"] for field in fields] == [column.name for column in data_set.columns]
    assert found["schema"]["primaryKey"] == list(data_set.key)
    assert found["conventions"] == dict(CONVENTIONS)
    assert found["rules_description"] == edition.rules.description


@each
@given(edition=editions)
@settings(max_examples=10)
def test_parquet(data_set: DataSet, edition: Edition) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    data = parquet_bytes(data_set, edition, rows(data_set, edition))
    table = parquet.read_table(BytesIO(data))
    assert table.to_pylist() == named(data_set, edition)
    assert [field.name for field in table.schema] == [column.name for column in data_set.columns]
    for field, column in zip(table.schema, data_set.columns, strict=True):
        assert field.metadata[b"description"].decode() == column.description
        assert not field.nullable
    about = {key.decode(): text.decode() for key, text in table.schema.metadata.items()}
    assert about["rules_description"] == edition.rules.description
    assert about["key"] == ", ".join(data_set.key)
    assert {
        f"convention: {key}": text for key, text in CONVENTIONS.items()
    }.items() <= about.items()


def test_parquet_in_groups_of_rows() -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    edition = Edition(SINGLE_LOSS, 22)
    outcomes = DATA_SETS["outcomes"]
    data = parquet_bytes(outcomes, edition, rows(outcomes, edition))
    file = parquet.ParquetFile(BytesIO(data))
    assert file.metadata.num_row_groups == 2
    assert file.metadata.row_group(0).num_rows == ROWS_OF_A_GROUP
    assert file.read().to_pylist() == named(outcomes, edition)


def test_parquet_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[data\]'"):
        parquet_bytes(DATA_SETS["win"], FEW, [])


def opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.row_factory = lambda cursor, row: {
        column[0]: value for column, value in zip(cursor.description, row, strict=True)
    }
    return connection


@given(st.lists(editions, min_size=1, max_size=3, unique_by=lambda edition: edition.name))
@settings(max_examples=10)
def test_sqlite(tmp_path_factory: pytest.TempPathFactory, several: list[Edition]) -> None:
    path = tmp_path_factory.mktemp("sqlite") / "odds.sqlite"
    write_sqlite(path, several, rows)
    assert os.listdir(path.parent) == ["odds.sqlite"]  # noqa: PTH208
    connection = opened(path)
    try:
        for name, data_set in DATA_SETS.items():
            assert connection.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall() == [
                {"rules": edition.name, **row}
                for edition in several
                for row in named(data_set, edition)
            ]
        assert [
            row["rules"] for row in connection.execute("SELECT rules FROM rules ORDER BY rowid")
        ] == [edition.name for edition in several]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [
            {"integrity_check": "ok"}
        ]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()


def test_sqlite_explains_itself(tmp_path: Path) -> None:
    path = tmp_path / "odds.sqlite"
    write_sqlite(path, [FEW], rows)
    connection = opened(path)
    try:
        for name, data_set in DATA_SETS.items():
            columns = connection.execute(
                "SELECT name, type, description FROM columns WHERE data_set = ? ORDER BY position",
                [name],
            ).fetchall()
            info = connection.execute(f"PRAGMA table_info({name})").fetchall()
            assert [(c["name"], c["type"]) for c in columns] == [
                (c["name"], c["type"]) for c in info
            ]
            keys = sorted((c["pk"], c["name"]) for c in info if c["pk"])
            assert [key for _, key in keys] == ["rules", *data_set.key]
            assert all(c["description"] for c in columns)
            assert all(c["notnull"] for c in info)
        said = connection.execute("SELECT about, convention FROM conventions").fetchall()
        assert {row["about"]: row["convention"] for row in said} == dict(CONVENTIONS)
        (rules,) = connection.execute("SELECT * FROM rules").fetchall()
        assert rules["most"] == 4
        assert "Any current edition" in rules["source"]
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT fraction FROM win "
            "WHERE rules = 'standard' AND attackers = 3 AND defenders = 2"
        ).fetchall()
        assert "USING INDEX" in plan[0]["detail"]
    finally:
        connection.close()


def test_sqlite_of_rules_with_a_name_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "odds.sqlite"
    write_sqlite(path, [Edition(Rules(faces=8, name='eights\' "own"'), 1)], rows)
    connection = opened(path)
    try:
        (rules,) = connection.execute("SELECT * FROM rules").fetchall()
    finally:
        connection.close()
    assert rules["source"] is None
    assert rules["rules"] == "eights-own"


def test_every_rule_set_of_the_catalogue_at_once() -> None:
    editions = [Edition(rules, 1) for rules in RULES.values()]
    one, other = (
        sqlite_bytes(editions, partial(rows, values=method())) for method in METHODS.values()
    )
    assert one == other


def test_sqlite_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="unable to open database file"):
        write_sqlite(tmp_path / "missing" / "odds.sqlite", [FEW], rows)
