"""The data as text: CSV and JSON, whose bytes are the same everywhere."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from riskexact.publication.data import CONVENTIONS, READ, DataSet, DataTable, Row
from riskexact.rules.catalogue import rules_json


def csv_bytes(table: DataTable) -> bytes:
    """Return a CSV file: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.

    >>> from riskexact.publication.data import DATA_SETS
    >>> from riskexact.publication.plan import Edition
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> table = DATA_SETS["win"].table(Edition(STANDARD, 1), range(1, 2), ByRecursion())
    >>> print(csv_bytes(table).decode(), end="")
    attackers,defenders,fraction,decimal,approximate
    1,1,5/12,0.4166666667,0.4166666666666667
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.data_set.columns)
    writer.writerows(table.rows)
    return text.getvalue().encode()


def csv_rows(data_set: DataSet, lines: Iterable[str]) -> Iterator[Row]:
    """Yield the rows of a CSV file that `csv_bytes` made.

    >>> from riskexact.publication.data import DATA_SETS
    >>> list(csv_rows(DATA_SETS["win"], ["attackers,…", "1,1,5/12,0.42,0.4166666666666667"]))
    [(1, 1, '5/12', '0.42', 0.4166666666666667)]
    """
    readers = [READ[column.kind] for column in data_set.columns]
    cells = csv.reader(lines)
    next(cells)
    for row in cells:
        yield tuple(read(cell) for read, cell in zip(readers, row, strict=True))


def json_bytes(table: DataTable) -> bytes:
    """Return a JSON file: what the data are, and an object for each row, on a line of its own.

    The columns are described by a Table Schema, which data frames read.
    """
    data_set, edition, rows = table
    about = {
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
