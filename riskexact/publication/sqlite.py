"""All data of a publication in one SQLite file, with what they are and what each column means.

A table for each data set, with the rule set as the first column of its key; `rules` has the rule
sets; `data_sets`, `columns` and `conventions` explain the rest.  The same version of SQLite makes
the same bytes: nothing in the file depends on the date, and everything is put in in one order.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.publication.data import CONVENTIONS, DATA_SETS, DataSet, DataType, Row
from riskexact.publication.plan import Edition
from riskexact.rules.catalogue import entries, known_as

Rows = Callable[[DataSet, Edition], Iterable[Row]]
"""Yields all rows of a data set that belong to an edition."""

MAX_SQLITE_ROWS = 2_000_000
"""Rows of outcomes, about, of the largest SQLite file that is made."""

SQLITE_TYPES: dict[DataType, str] = {
    "integer": "INTEGER",
    "fraction": "TEXT",
    "decimal": "TEXT",
    "number": "REAL",
}

BEGINNING = """
PRAGMA page_size = 4096;
PRAGMA auto_vacuum = NONE;
PRAGMA encoding = 'UTF-8';
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
BEGIN;
CREATE TABLE rules (
    rules TEXT NOT NULL PRIMARY KEY,
    most INTEGER NOT NULL,
    description TEXT NOT NULL,
    source TEXT,
    note TEXT
);
CREATE TABLE data_sets (
    data_set TEXT NOT NULL PRIMARY KEY,
    description TEXT NOT NULL
);
CREATE TABLE columns (
    data_set TEXT NOT NULL REFERENCES data_sets,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (data_set, position)
);
CREATE TABLE conventions (
    about TEXT NOT NULL PRIMARY KEY,
    convention TEXT NOT NULL
);
"""
"""A file that is read when it is whole needs no journal."""

RULES_COLUMN = ("rules", "TEXT", "The rule set; the table of that name says what it is")


def has_sqlite(editions: Iterable[Edition]) -> bool:
    """Return whether all data of a publication fit in one SQLite file.

    >>> from riskexact.rules import STANDARD
    >>> [has_sqlite([Edition(STANDARD, most)]) for most in (40, 200)]
    [True, False]
    """
    return sum(edition.most**3 for edition in editions) <= MAX_SQLITE_ROWS


def sqlite_bytes(editions: Iterable[Edition], rows: Rows) -> bytes:
    """Return a SQLite file with the data of the editions.

    Raises `OSError` where the disk for temporary files refuses.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> def rows(data_set, edition):
    ...     return data_set.table(edition, range(1, 3), ByRecursion()).rows
    >>> connection = sqlite3.connect(":memory:")
    >>> connection.deserialize(sqlite_bytes([Edition(STANDARD, 2)], rows))
    >>> question = "SELECT fraction FROM win WHERE attackers = 2 AND defenders = 1"
    >>> connection.execute(question).fetchone()
    ('1955/2592',)
    """
    with TemporaryDirectory() as directory:
        path = Path(directory) / "data.sqlite"
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                _write(connection, list(editions), rows)
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from error
        return path.read_bytes()


def _write(connection: sqlite3.Connection, editions: list[Edition], rows: Rows) -> None:
    connection.executescript(BEGINNING)
    _explain(connection, editions)
    for data_set in DATA_SETS.values():
        connection.execute(_table(data_set))
        places = ", ".join("?" * (1 + len(data_set.columns)))
        for edition in editions:
            connection.executemany(
                f"INSERT INTO {data_set.name} VALUES ({places})",
                ((edition.name, *row) for row in rows(data_set, edition)),
            )
    connection.execute("COMMIT")


def _explain(connection: sqlite3.Connection, editions: list[Edition]) -> None:
    for edition in editions:
        entry = entries().get(known_as(edition.rules) or "")
        source, note = (entry.source, entry.note) if entry else (None, None)
        what = edition.name, edition.most, edition.rules.description, source, note
        connection.execute("INSERT INTO rules VALUES (?, ?, ?, ?, ?)", what)
    for name, data_set in DATA_SETS.items():
        connection.execute("INSERT INTO data_sets VALUES (?, ?)", (name, data_set.description))
        columns = ((c.name, SQLITE_TYPES[c.kind], c.description) for c in data_set.columns)
        for position, column in enumerate([RULES_COLUMN, *columns], start=1):
            row = name, position, *column
            connection.execute("INSERT INTO columns VALUES (?, ?, ?, ?, ?)", row)
    connection.executemany("INSERT INTO conventions VALUES (?, ?)", CONVENTIONS.items())


def _table(data_set: DataSet) -> str:
    columns = [f"{column.name} {SQLITE_TYPES[column.kind]} NOT NULL" for column in data_set.columns]
    key = ", ".join(["rules", *data_set.key])
    lines = ["rules TEXT NOT NULL REFERENCES rules", *columns, f"PRIMARY KEY ({key})"]
    return f"CREATE TABLE {data_set.name} (\n    " + ",\n    ".join(lines) + "\n)"
