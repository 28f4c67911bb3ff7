"""What a data set is: its columns in words, its rows, and these as CSV, JSON and Parquet.

A *record* is what a data set holds for one of its rows: whole numbers, exact chances and words.  A
*row* is what is written: each column shows one entry of the record.  `data_sets` has the data sets.
CSV and JSON have the same bytes everywhere, Parquet where the libraries are the same.
"""

import csv
import io
import json
import tomllib
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any

from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.report import JSON_VERSION
from riskexact.base.resources import package_text
from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.odds.states import MAX_BITS, bits_of_fraction
from riskexact.publication.plan import MAX_TABLE_UNITS, Edition
from riskexact.publication.values import Values
from riskexact.rules.catalogue import label, rules_json

Record = tuple[Any, ...]
"""Whole numbers, chances as Fractions or Certains, and words."""

Row = tuple[int | str | float | None, ...]

ROWS_OF_A_GROUP = 10_000
"""Rows of a Parquet file that are read together."""

ROWS_OF_A_FILE = 130_000
"""Rows of a file, about: data sets of more are in several files, by ranges of attackers."""

CONVENTIONS: Mapping[str, str] = FrozenMapping(
    {
        subject: said.format(digits=DIGITS)
        for subject, said in tomllib.loads(package_text("conventions.toml", "publication")).items()
    }
)
"""How to read the data, by subject."""


class ColumnKind(NamedTuple):
    """How a column shows an entry: its type in a Table Schema, and its unit, "" for words."""

    type: str
    unit: str
    show: Callable[[Any], int | str | float | None]


UNITS = ColumnKind("integer", "units", int)
EXACT = ColumnKind("string", "1", fraction_text)
DECIMAL = ColumnKind("string", "1", decimal_text)
DOUBLE = ColumnKind("number", "1", float)
TEXTS = ColumnKind("string", "", str)
EMPTY = ColumnKind("string", "1", lambda entry: None)


class DataColumn(NamedTuple):
    """A column: its name, what that is, and the place in the record of the entry that it shows."""

    name: str
    description: str
    of: int
    kind: ColumnKind = UNITS


def chance_columns(of: int, what: str) -> tuple[DataColumn, ...]:
    """Return the columns that every chance has."""
    return (
        DataColumn("fraction", f"{what}, exact: p/q in lowest terms", of, EXACT),
        DataColumn("decimal", f"The same to {DIGITS} significant digits", of, DECIMAL),
        DataColumn("double", "The double-precision number nearest to the same", of, DOUBLE),
    )


class DataSet(NamedTuple):
    """A kind of table that is published for every edition of which `has` is true.

    - `records(edition, attackers, values)` yields its records in the order of its key;
    - `key`: the columns that tell one row from all others of the same rule set;
    - `rows_of(attackers, most)`: where it is about battles, the number of rows, about, for some
      attackers against 1 to `most` defenders; None where `attackers` make no difference;
    - `method`: how it is made, in words.
    """

    name: str
    description: str
    columns: tuple[DataColumn, ...]
    key: tuple[str, ...]
    records: Callable[[Edition, range, Values], Iterator[Record]]
    rows_of: Callable[[int, int], int] | None = None
    method: str = "recursion"
    has: Callable[[Edition], bool] = lambda edition: True

    def parts(self, edition: Edition) -> tuple[range, ...]:
        """Return the ranges of attackers of its files, and refuse what would not fit in memory.

        >>> from riskexact.publication.data_sets import DATA_SETS
        >>> from riskexact.rules import STANDARD
        >>> [len(DATA_SETS["outcomes"].parts(Edition(STANDARD, most))) for most in (50, 60, 100)]
        [1, 2, 8]
        """
        rows_of = self.rows_of
        if rows_of is None:
            return (edition.side,)

        def bits(most: int) -> int:
            """Return the bits of the fractions of a file."""
            last = rows_of(most, most)  # each of the others has no more rows
            rows = min(most * last, ROWS_OF_A_FILE + last)
            return rows * bits_of_fraction(2 * most, edition.rules)

        if bits(edition.most) > MAX_BITS:
            raise RiskError(
                f"max must be at most {bisect(range(1, MAX_TABLE_UNITS), MAX_BITS, key=bits)} for "
                f"{label(edition.rules)}, whose fractions of one file must fit in "
                f"{MAX_BITS >> 33} GiB, not {edition.most}"
            )
        before = [0, *accumulate(rows_of(a, edition.most) for a in edition.side)]
        files = groupby(edition.side, lambda a: (before[a] - 1) // ROWS_OF_A_FILE)
        parts = [list(part) for _, part in files]
        return tuple(range(part[0], part[-1] + 1) for part in parts)

    def table(self, edition: Edition, attackers: range, values: Values) -> "DataTable":
        """Return the rows of some attackers of an edition."""
        records = self.records(edition, attackers, values)
        rows = [tuple(c.kind.show(record[c.of]) for c in self.columns) for record in records]
        return DataTable(self, edition, rows)

    @property
    def schema(self) -> dict[str, Any]:
        """The columns as a Table Schema (https://specs.frictionlessdata.io/table-schema/)."""
        return {
            "fields": [
                {"name": c.name, "type": c.kind.type, "description": c.description}
                for c in self.columns
            ],
            "primaryKey": list(self.key),
        }


class DataTable(NamedTuple):
    """A data set of an edition, or of some of its attackers: what every format of data holds."""

    data_set: DataSet
    edition: Edition
    rows: Sequence[Row]


def csv_bytes(table: DataTable) -> bytes:
    """Return a CSV file: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.data_set.columns)
    writer.writerows(table.rows)
    return text.getvalue().encode()


def json_bytes(table: DataTable) -> bytes:
    """Return a JSON file: what the data are, and an object for each row, on a line of its own.

    The columns are described by a Table Schema, which data frames read.
    """
    data_set, edition, rows = table
    about = {
        "version": JSON_VERSION,
        "data_set": data_set.name,
        "description": data_set.description,
        "rules": rules_json(edition.rules),
        "rules_description": edition.rules.description,
        "conventions": dict(CONVENTIONS),
        "schema": data_set.schema,
    }
    head = json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}")
    names = [column.name for column in data_set.columns]
    lines = ",".join("\n  " + json.dumps(dict(zip(names, row, strict=True))) for row in rows)
    return f'{head},\n "data": [{lines}\n ]\n}}\n'.encode()


def parquet_bytes(table: DataTable) -> bytes:
    """Return a Parquet file, with what the data are and what each column means in it.

    Fractions, decimals and words are text, everything else is a 64-bit integer or a double.  Needs
    the `data` extra: `RiskError` where it is missing.
    """
    require("pyarrow", "data", "Parquet files need")
    import pyarrow
    from pyarrow.parquet import write_table

    data_set, rules = table.data_set, table.edition.rules
    types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
    fields = [
        pyarrow.field(c.name, types[c.kind.type], c.kind is EMPTY, {"description": c.description})
        for c in data_set.columns
    ]
    about = {
        "data_set": data_set.name,
        "description": data_set.description,
        "key": ", ".join(data_set.key),
        "rules": label(rules),
        "rules_description": rules.description,
        **{f"convention: {about}": text for about, text in CONVENTIONS.items()},
    }
    columns = [
        pyarrow.array([row[number] for row in table.rows], field.type)
        for number, field in enumerate(fields)
    ]
    whole = pyarrow.table(columns, schema=pyarrow.schema(fields, metadata=about))
    file = io.BytesIO()
    write_table(whole, file, compression="zstd", row_group_size=ROWS_OF_A_GROUP)
    return file.getvalue()


DATA_FORMATS: Mapping[str, Callable[[DataTable], bytes]] = FrozenMapping(
    {"csv": csv_bytes, "json": json_bytes, "parquet": parquet_bytes}
)
"""What writes data, by the ending of the file."""
