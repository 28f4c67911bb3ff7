"""The data as CSV, JSON and Parquet.

CSV and JSON have the same bytes everywhere, Parquet where the libraries are the same.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping

from riskexact.base.errors import require
from riskexact.base.frozen import FrozenMapping
from riskexact.base.report import JSON_VERSION
from riskexact.publication.data import CONVENTIONS, DataTable
from riskexact.rules.catalogue import label, rules_json

ROWS_OF_A_GROUP = 10_000
"""Rows of a Parquet file that are read together."""


def csv_bytes(table: DataTable) -> bytes:
    """Return a CSV file: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> from riskexact.publication.plan import Edition
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> table = DATA_SETS["win"].table(Edition(STANDARD, 1), range(1, 2), ByRecursion())
    >>> print(csv_bytes(table).decode(), end="")
    attackers,defenders,fraction,decimal,double
    1,1,5/12,0.4166666667,0.4166666666666667
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

    >>> from riskexact.publication.data_sets import DATA_SETS
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

    data_set, rules = table.data_set, table.edition.rules
    types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
    fields = [
        pyarrow.field(each.name, types[each.type], each.is_empty, {"description": each.description})
        for each in data_set.columns
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
