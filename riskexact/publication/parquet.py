"""The data sets as Parquet, with what they are and what each column means in the file.

The same libraries make the same bytes.  Fractions and decimals are text, the approximate numbers
are double precision, everything else is a 64-bit integer.
"""

import io
from typing import TYPE_CHECKING

from riskexact.base.errors import require
from riskexact.publication.data import CONVENTIONS, DataTable
from riskexact.rules.catalogue import label

if TYPE_CHECKING:
    import pyarrow

ROWS_OF_A_GROUP = 10_000
"""Rows that are read together."""


def parquet_bytes(table: DataTable) -> bytes:
    """Return a Parquet file.

    Needs the `data` extra: `RiskError` where it is missing.

    >>> from riskexact.publication.data import DATA_SETS
    >>> from riskexact.publication.plan import Edition
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> table = DATA_SETS["win"].table(Edition(STANDARD, 1), range(1, 2), ByRecursion())
    >>> parquet_bytes(table)[:4]
    b'PAR1'
    """
    require("pyarrow", "data", "Parquet files need")
    import pyarrow
    from pyarrow.parquet import write_table

    schema = _schema(table)
    columns = [
        pyarrow.array([row[number] for row in table.rows], field.type)
        for number, field in enumerate(schema)
    ]
    file = io.BytesIO()
    whole = pyarrow.table(columns, schema=schema)
    write_table(whole, file, compression="zstd", row_group_size=ROWS_OF_A_GROUP)
    return file.getvalue()


def _schema(table: DataTable) -> "pyarrow.Schema":
    import pyarrow

    data_set, rules = table.data_set, table.edition.rules
    types = {
        "integer": pyarrow.int64(),
        "fraction": pyarrow.string(),
        "decimal": pyarrow.string(),
        "digits": pyarrow.string(),
        "number": pyarrow.float64(),
        "text": pyarrow.string(),
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
            "rules": label(rules),
            "rules_description": rules.description,
            **{f"convention: {about}": text for about, text in CONVENTIONS.items()},
        },
    )
