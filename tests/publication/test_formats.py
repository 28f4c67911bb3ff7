"""CSV, JSON and Parquet hold the same rows, and are the same bytes every time."""

import csv
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication.data import CONVENTIONS, DataSet, DataTable, Row
from riskexact.publication.data_sets import DATA_SETS
from riskexact.publication.formats import ROWS_OF_A_GROUP, csv_bytes, json_bytes, parquet_bytes
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
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


def rows(data_set: DataSet, edition: Edition) -> Sequence[Row]:
    return table(data_set, edition).rows


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
    found = list(csv.DictReader(text.splitlines()))
    assert found == [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in named(data_set, edition)
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
        assert field.nullable == column.is_empty
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


@given(plain_rules(ANY))
@settings(max_examples=5)
def test_a_data_set_without_rows(rules: Rules) -> None:
    for data_set in DATA_SETS.values():
        empty = DataTable(data_set, Edition(rules, 1), [])
        assert csv_bytes(empty).count(b"\n") == 1
        assert json.loads(json_bytes(empty))["data"] == []
