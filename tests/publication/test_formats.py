"""CSV, JSON, Parquet and SQLite hold the same rows, and are the same bytes every time."""

import csv
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication import sqlite
from riskexact.publication.data import CONVENTIONS, DATA_SETS, DataSet, DataTable, Row
from riskexact.publication.data_text import csv_bytes, csv_rows, json_bytes
from riskexact.publication.parquet import ROWS_OF_A_GROUP, parquet_bytes
from riskexact.publication.plan import Edition
from riskexact.publication.sqlite import sqlite_bytes
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.publications import METHODS_OF_VALUES
from tests.strategies import ANY, plain_rules

editions = st.builds(Edition, plain_rules(ANY), st.integers(1, 3))
each = pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)

FEW = Edition(STANDARD, 4)

DIGESTS = """
from tests.publication.test_formats import digests
print(digests())
"""


def table(data_set: DataSet, edition: Edition, values: Values | None = None) -> DataTable:
    return data_set.table(edition, range(1, edition.most + 1), values or ByRecursion())


def rows(data_set: DataSet, edition: Edition, values: Values | None = None) -> Sequence[Row]:
    return table(data_set, edition, values).rows


def named(data_set: DataSet, edition: Edition) -> list[dict[str, Any]]:
    names = [column.name for column in data_set.columns]
    return [dict(zip(names, row, strict=True)) for row in rows(data_set, edition)]


def digests(values: Values | None = None) -> dict[str, str]:
    """SHA-256 of one file of each kind."""
    files = {}
    for name, data_set in DATA_SETS.items():
        content = table(data_set, FEW, values)
        files[name + ".csv"] = csv_bytes(content)
        files[name + ".json"] = json_bytes(content)
        files[name + ".parquet"] = parquet_bytes(content)
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
    text = csv_bytes(table(data_set, edition)).decode()
    assert text.endswith("\n")
    assert not set(text) & set("\"'\r\t;")
    assert list(csv_rows(data_set, text.splitlines())) == rows(data_set, edition)
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
    text = json_bytes(table(data_set, edition)).decode()
    found = json.loads(text)
    assert found["data"] == named(data_set, edition)
    assert [type(v) for row in found["data"] for v in row.values()] == [
        type(v) for row in named(data_set, edition) for v in row.values()
    ]
    lines = ",".join(f"\n  {json.dumps(row)}" for row in named(data_set, edition))
    assert text.endswith(f'"data": [{lines}\n ]\n}}\n')
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

    data = parquet_bytes(table(data_set, edition))
    read = parquet.read_table(BytesIO(data))
    assert read.to_pylist() == named(data_set, edition)
    assert [field.name for field in read.schema] == [column.name for column in data_set.columns]
    for field, column in zip(read.schema, data_set.columns, strict=True):
        assert field.metadata[b"description"].decode() == column.description
        assert not field.nullable
    about = {key.decode(): text.decode() for key, text in read.schema.metadata.items()}
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
    data = parquet_bytes(table(outcomes, edition))
    file = parquet.ParquetFile(BytesIO(data))
    assert file.metadata.num_row_groups == 2
    assert file.metadata.row_group(0).num_rows == ROWS_OF_A_GROUP
    assert file.read().to_pylist() == named(outcomes, edition)


def test_parquet_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[data\]'"):
        parquet_bytes(DataTable(DATA_SETS["win"], FEW, []))


@contextmanager
def opened(editions: list[Edition]) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(sqlite_bytes(editions, rows))
    connection.row_factory = lambda cursor, row: {
        column[0]: value for column, value in zip(cursor.description, row, strict=True)
    }
    with closing(connection):
        yield connection


@given(st.lists(editions, min_size=1, max_size=3, unique_by=lambda edition: edition.name))
@settings(max_examples=10)
def test_sqlite(several: list[Edition]) -> None:
    with opened(several) as connection:
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


def test_sqlite_explains_itself() -> None:
    with opened([FEW]) as connection:
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


def test_sqlite_of_rules_with_a_name_of_their_own() -> None:
    with opened([Edition(Rules(faces=7, name='sevens\' "own"'), 1)]) as connection:
        (rules,) = connection.execute("SELECT * FROM rules").fetchall()
    assert rules["source"] is None
    assert rules["rules"] == "sevens-own"


def test_every_rule_set_of_the_catalogue_at_once() -> None:
    editions = [Edition(rules, 1) for rules in RULES.values()]
    one, other = (
        sqlite_bytes(editions, partial(rows, values=method()))
        for method in METHODS_OF_VALUES.values()
    )
    assert one == other


def test_sqlite_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BEGINNING", "ATTACH '/missing/odds.sqlite' AS other;")
    with pytest.raises(OSError, match="unable to open database"):
        sqlite_bytes([FEW], rows)


@given(plain_rules(ANY))
@settings(max_examples=5)
def test_a_data_set_without_rows(rules: Rules) -> None:
    for data_set in DATA_SETS.values():
        empty = DataTable(data_set, Edition(rules, 1), [])
        assert csv_bytes(empty).count(b"\n") == 1
        assert json.loads(json_bytes(empty))["data"] == []
        assert list(csv_rows(data_set, csv_bytes(empty).decode().splitlines())) == []
