"""The data sets as CSV and JSON: text that is the same bytes everywhere, piece by piece."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from riskexact.publication.data_sets import CONVENTIONS, DataSet, Kind, Row
from riskexact.publication.plan import Edition
from riskexact.rules.catalogue import rules_json


def csv_text(data_set: DataSet, edition: Edition, rows: Iterable[Row]) -> Iterator[str]:
    """Yield a CSV file line by line: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> edition, win = Edition(STANDARD, 1), DATA_SETS["win"]
    >>> lines = csv_text(win, edition, win.rows(edition, edition.tiles()[0], ByRecursion()))
    >>> print("".join(lines), end="")
    attackers,defenders,fraction,decimal,approximate
    1,1,5/12,0.4166666667,0.4166666666666667
    """
    yield ",".join(column.name for column in data_set.columns) + "\n"
    for row in rows:
        yield ",".join(map(str, row)) + "\n"


def csv_rows(data_set: DataSet, text: str) -> Iterator[Row]:
    r"""Yield the rows of a CSV file that `csv_text` made.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> list(csv_rows(DATA_SETS["win"], "attackers,…\n1,1,5/12,0.42,0.4166666666666667\n"))
    [(1, 1, '5/12', '0.42', 0.4166666666666667)]
    """
    readers = [READERS[column.kind] for column in data_set.columns]
    for line in text.splitlines()[1:]:
        yield tuple(read(cell) for read, cell in zip(readers, line.split(","), strict=True))


def json_text(data_set: DataSet, edition: Edition, rows: Iterable[Row]) -> Iterator[str]:
    """Yield a JSON file line by line: what the data are, and an object for each row.

    The columns are told as a Table Schema (https://specs.frictionlessdata.io/table-schema/), which
    data frames read.
    """
    about = {
        "data_set": data_set.name,
        "description": data_set.description,
        "rules": rules_json(edition.rules),
        "rules_description": edition.rules.description,
        "conventions": dict(CONVENTIONS),
        "schema": {
            "fields": [
                {"name": c.name, "type": TYPES[c.kind], "description": c.description}
                for c in data_set.columns
            ],
            "primaryKey": list(data_set.key),
        },
    }
    yield json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}") + ',\n "data": ['
    names = [column.name for column in data_set.columns]
    between = "\n  "
    for row in rows:
        yield between + json.dumps(dict(zip(names, row, strict=True)))
        between = ",\n  "
    yield "\n ]\n}\n"


TYPES: Mapping[Kind, str] = MappingProxyType(
    {"integer": "integer", "fraction": "string", "decimal": "string", "number": "number"}
)

READERS: Mapping[Kind, Callable[[str], int | str | float]] = MappingProxyType(
    {"integer": int, "fraction": str, "decimal": str, "number": float}
)

TEXTS: Mapping[str, Callable[[DataSet, Edition, Iterable[Row]], Iterator[str]]] = MappingProxyType(
    {"csv": csv_text, "json": json_text}
)
"""The text formats of data, by what their files' names end in."""
