"""The data sets as Parquet, with what they are and what each column means in the file.

The same libraries make the same bytes.  Fractions and decimals are text, the approximate numbers
are double precision, everything else is a 64-bit integer.
"""

import io
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from riskexact.base.errors import require
from riskexact.publication.data import CONVENTIONS, DataSet, Row
from riskexact.publication.plan import Edition
from riskexact.rules.catalogue import label

if TYPE_CHECKING:
    import pyarrow

ROWS_OF_A_GROUP = 10_000
"""Rows that are held in memory as they are, and read together."""


def parquet_bytes(data_set: DataSet, edition: Edition, rows: Iterable[Row]) -> bytes:
    """Return a Parquet file, made one group of rows after the other.

    Needs the `data` extra: `RiskError` where it is missing.

    >>> from riskexact.publication.data import DATA_SETS
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> edition, win = Edition(STANDARD, 1), DATA_SETS["win"]
    >>> parquet_bytes(win, edition, win.rows(edition, range(1, 2), ByRecursion()))[:4]
    b'PAR1'
    """
    require("pyarrow", "data", "Parquet files need")
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema = _schema(data_set, edition)
    file = io.BytesIO()
    remaining = iter(rows)
    with ParquetWriter(file, schema, compression="zstd") as writer:
        while group := list(islice(remaining, ROWS_OF_A_GROUP)):
            columns = [
                pyarrow.array(column, field.type)
                for column, field in zip(zip(*group, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))
    return file.getvalue()


def _schema(data_set: DataSet, edition: Edition) -> "pyarrow.Schema":
    import pyarrow

    types = {
        "integer": pyarrow.int64(),
        "fraction": pyarrow.string(),
        "decimal": pyarrow.string(),
        "number": pyarrow.float64(),
    }
    return pyarrow.schema(
        [
            pyarrow.field(
                column.name,
                types[column.kind],
                nullable=False,
                metadata={"description": column.description},
            )
            for column in data_set.columns
        ],
        metadata={
            "data_set": data_set.name,
            "description": data_set.description,
            "key": ", ".join(data_set.key),
            "rules": label(edition.rules),
            "rules_description": edition.rules.description,
            **{f"convention: {about}": text for about, text in CONVENTIONS.items()},
        },
    )
