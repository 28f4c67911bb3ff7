"""The data sets: every column is what it says, every row is found by its key, in every format."""

import csv
import hashlib
import json
import os
import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from itertools import chain, product
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from riskexact.base.errors import RiskError
from riskexact.base.text import complement_text, fraction_text, number_text
from riskexact.odds import recursion
from riskexact.publication.data import (
    CHANCES,
    CONVENTIONS,
    DATA_SETS,
    ROWS_OF_A_FILE,
    ROWS_OF_A_GROUP,
    DataSet,
    DataTable,
    Digits,
    csv_bytes,
    json_bytes,
    parquet_bytes,
)
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByClosedForm, ByRecursion, Values
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import ANY, plain_rules, tries

editions = st.builds(Edition, plain_rules(ANY), st.integers(1, 4))
CHANCE = ["fraction", "decimal", "complement", "double"]

each = pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)


def whole(data_set: DataSet, edition: Edition, values: Values | None = None) -> DataTable:
    """The rows of all attackers."""
    return data_set.table(edition, edition.side, values or ByRecursion())


def named(table: DataTable) -> list[dict[str, Any]]:
    names = [column.name for column in table.data_set.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def is_shown(row: dict[str, Any], chance: Fraction) -> bool:
    shown = [row[name] for name in CHANCE]
    decimals = number_text(chance), complement_text(chance)
    return shown == [fraction_text(chance), *decimals, float(chance)]


def test_the_columns_of_the_contract() -> None:
    chance = CHANCE
    assert {name: [c.name for c in data_set.columns] for name, data_set in DATA_SETS.items()} == {
        "win": ["attackers", "defenders", *chance],
        "outcomes": ["attackers", "defenders", "attackers_left", "defenders_left", *chance],
        "needed": ["defenders", "chance", "attackers", *chance],
        "rounds": [
            "attack_dice", "defence_dice", "attacker_losses", "defender_losses", "count", "total",
        ],
        "blitz-3.3": ["attackers", "defenders", *chance],
    }  # fmt: skip
    assert list(map(str, CHANCES)) == ["1/2", "3/4", "9/10", "19/20", "99/100"]


@each
@given(edition=editions)
@tries(8)
def test_rows_are_in_the_order_of_their_key_and_the_same_in_every_format(
    data_set: DataSet, edition: Edition
) -> None:
    table = whole(data_set, edition)
    assert table == whole(data_set, edition, ByClosedForm())
    rows = named(table)
    keys = [tuple(row[name] for name in data_set.key) for row in rows]
    assert len(set(keys)) == len(keys)
    assert [key[0] for key in keys] == sorted(key[0] for key in keys)
    types: dict[str, tuple[type, ...]] = {"integer": (int,), "string": (str,)}
    types["number"] = (float, Digits)
    for row in rows:
        for column in data_set.columns:
            kinds = types[column.type] if column.constraints else (type(None),)
            assert type(row[column.name]) in kinds
    check_csv(csv_bytes(table).decode(), rows)
    empty = DataTable(data_set, edition, [])
    assert csv_bytes(empty).count(b"\n") == 1
    assert json.loads(json_bytes(empty))["data"] == []
    check_json(json_bytes(table).decode(), table, rows)
    check_parquet(parquet_bytes(table), table, rows)


def check_csv(text: str, rows: list[dict[str, Any]]) -> None:
    assert text.endswith("\n")
    assert not set(text) & set("\"'\r\t;")
    found = list(csv.DictReader(text.splitlines()))
    assert found == [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows
    ]
    for row, read in zip(rows, found, strict=True):
        assert all(float(read[k]) == v for k, v in row.items() if isinstance(v, float))


def check_json(text: str, table: DataTable, rows: list[dict[str, Any]]) -> None:
    found = json.loads(text, parse_float=Digits)
    doubles = ("double",)
    for row, read in zip(rows, found["data"], strict=True):
        read |= {name: float(read[name]) for name in doubles if name in read}
        assert repr(read) == repr(row)  # types too
    assert text.count("\n  {") == len(rows)
    assert found["schema"] == table.data_set.schema
    assert found["conventions"] == dict(CONVENTIONS)
    assert found["rules_description"] == table.edition.rules.description


def check_parquet(content: bytes, table: DataTable, rows: list[dict[str, Any]]) -> None:
    file = parquet.ParquetFile(BytesIO(content))
    read = file.read()
    doubles = [
        {name: float(x) if type(x) is Digits else x for name, x in row.items()} for row in rows
    ]
    assert read.to_pylist() == doubles
    chunks = file.metadata.row_group(0)
    assert {chunks.column(n).compression for n in range(len(read.schema))} == {"SNAPPY"}
    for field, column in zip(read.schema, table.data_set.columns, strict=True):
        assert field.name == column.name
        assert field.metadata[b"description"].decode() == column.description
        assert field.nullable == (not column.constraints)
    about = {key.decode(): text.decode() for key, text in read.schema.metadata.items()}
    assert about["rules_description"] == table.edition.rules.description
    assert about["key"] == ", ".join(table.data_set.key)
    conventions = {f"convention: {key}": text for key, text in CONVENTIONS.items()}
    assert conventions.items() <= about.items()


def test_parquet_in_groups_of_rows() -> None:
    table = whole(DATA_SETS["outcomes"], Edition(SINGLE_LOSS, 22))
    file = parquet.ParquetFile(BytesIO(parquet_bytes(table)))
    assert file.metadata.num_row_groups == 2
    assert file.metadata.row_group(0).num_rows == ROWS_OF_A_GROUP


def digests() -> dict[str, str]:
    """SHA-256 of one file of each kind."""
    formats = csv_bytes, json_bytes, parquet_bytes
    tables = [whole(data_set, Edition(STANDARD, 4)) for data_set in DATA_SETS.values()]
    return {
        f"{table.data_set.name} {form.__name__}": hashlib.sha256(form(table)).hexdigest()
        for table, form in product(tables, formats)
    }


def test_the_same_bytes_every_time() -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import digests; print(digests())"],
        env=os.environ | {"PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        cwd=Path(__file__).parents[2],
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout == f"{digests()}\n"


@given(editions)
@tries(8)
def test_win_and_outcomes(edition: Edition) -> None:
    wins = {
        (row["attackers"], row["defenders"]): row for row in named(whole(DATA_SETS["win"], edition))
    }
    assert list(wins) == list(product(edition.side, edition.side))
    outcomes = named(whole(DATA_SETS["outcomes"], edition))
    for (a, d), row in wins.items():
        ends = recursion.outcomes(a, d, edition.rules)
        assert is_shown(row, recursion.win_probability(a, d, edition.rules))
        here = [row for row in outcomes if (row["attackers"], row["defenders"]) == (a, d)]
        assert [(row["attackers_left"], row["defenders_left"]) for row in here] == list(ends)
        assert all(is_shown(row, p) for row, p in zip(here, ends.values(), strict=True))


def test_blitz_ends_at_40_units() -> None:
    """To verify it, the outcomes of all its battles are looked at."""
    values = mock.Mock(spec=ByRecursion)
    values.blitz.return_value = []
    data_set = DATA_SETS["blitz-3.3"]
    assert data_set.table(Edition("capital", 200), range(1, 201), values).rows == []
    assert values.blitz.call_args.args[2] == range(1, 41)


@pytest.mark.parametrize("most", [1, 50, 60, 100, 200])
def test_the_files_of_a_data_set_have_every_attacker_once(most: int) -> None:
    edition = Edition(STANDARD, most)
    for data_set in DATA_SETS.values():
        parts = data_set.parts(edition)
        assert [a for part in parts for a in part] == list(edition.side)
        if data_set.name == "outcomes" and most > 50:
            for part in parts:
                assert len(part) * most * (part[-1] + most) < 3 * ROWS_OF_A_FILE
        else:
            assert len(parts) == 1
    outcomes = DATA_SETS["outcomes"]
    assert [len(outcomes.parts(Edition(STANDARD, n))) for n in (50, 60, 100)] == [1, 2, 8]


def test_the_parts_of_a_data_set_are_that_data_set() -> None:
    edition, outcomes = Edition(Rules(1, 1), 8), DATA_SETS["outcomes"]
    one, *parts = (
        outcomes.table(edition, part, ByRecursion()).rows
        for part in (range(1, 9), range(1, 4), range(4, 5), range(5, 9))
    )
    assert one == list(chain(*parts))


@pytest.mark.parametrize(
    ("rules", "most"),
    [(STANDARD, 394), (RULES["four-dice"], 363), (Rules(4, 3, ties="nobody"), 92)],
)
def test_what_does_not_fit_in_memory_is_refused_with_the_size_that_does(
    rules: Rules, most: int
) -> None:
    outcomes = DATA_SETS["outcomes"]
    assert outcomes.parts(Edition(rules, most))
    for larger in (most + 1, 1000):
        with pytest.raises(RiskError, match=f"max must be at most {most} .* 1 GiB, not {larger}$"):
            outcomes.parts(Edition(rules, larger))


def test_everything_is_explained() -> None:
    for data_set in DATA_SETS.values():
        assert data_set.description.endswith(".")
        assert all(column.description for column in data_set.columns)
        assert set(data_set.key) < {column.name for column in data_set.columns}
    said = " ".join(CONVENTIONS.values())
    assert "armies on the attacking territory = attackers + 1" in said
    assert "1 minus the chance" in said
