"""Where two SQLite or two Parquet files differ first: the row and the column.

Both are read only if their bytes differ, and only to name the place: that they differ is known.
What is found there is read with care.  A database must have the very tables of the one that was
made again, or no table is read; it is opened as an immutable file, and its schema is not trusted to
run anything.  A Parquet file must have the same columns, numbers of rows and, about, sizes, by the
headers of its pages; and no value is kept more than once, however many rows have it.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from riskexact.base.arguments import shown
from riskexact.base.text import counted
from riskexact.publication.costs import size_text
from riskexact.publication.differences import Difference, shortened
from riskexact.publication.parquet_pages import decompressed_size

MOST_MEMORY = 1 << 22
"""Bytes that the values of a Parquet file may take beyond twice those that they should."""


def binary_difference(path: str, found: bytes, expected: bytes) -> Difference | None:
    """Return where a binary file differs first from what it should be.

    None where they are equal, where no more is known of this kind of file, and where only the way
    in which equal values are stored differs.
    """
    if found == expected:
        return None
    if path.endswith(".sqlite"):
        return _sqlite_difference(found, expected)
    if path.endswith(".parquet"):
        return _parquet_difference(found, expected)
    return None


def _sqlite_difference(found: bytes, expected: bytes) -> Difference | None:
    try:
        with _database(found) as there, _database(expected) as right:
            tables = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
            definitions = [each.execute(tables).fetchmany(1000) for each in (there, right)]
            if definitions[0] != definitions[1]:
                return Difference(None, None, "other tables", "those of a publication")
            for kind, table, _, _ in definitions[1]:
                if kind != "table":
                    continue
                # in the order in which they were put in, whatever the indexes say
                question = f"SELECT * FROM {table} NOT INDEXED ORDER BY rowid"
                rows = right.execute(question)
                names = [column[0] for column in rows.description]
                difference = _row_difference(
                    [f"{table}.{name}" for name in names], there.execute(question), rows
                )
                if difference is not None:
                    return difference
    except (sqlite3.Error, UnicodeDecodeError) as error:  # its message may be bytes of the file
        return Difference(None, None, f"not readable: {shown(str(error))}", "a SQLite file")
    return None


@contextmanager
def _database(content: bytes) -> Iterator[sqlite3.Connection]:
    with TemporaryDirectory(prefix="riskexact-") as directory:
        file = Path(directory) / "data.sqlite"
        file.write_bytes(content)
        address = f"{file.as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            connection.text_factory = lambda text: text.decode(errors="replace")
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            yield connection


def _parquet_difference(found: bytes, expected: bytes) -> Difference | None:
    import pyarrow

    try:
        there, right = (_parquet_file(side) for side in (found, expected))
        if not there.schema_arrow.equals(right.schema_arrow, check_metadata=True):
            return Difference(None, None, "other columns or descriptions", "those of the data set")
        rows = [file.metadata.num_rows for file in (there, right)]
        if rows[0] != rows[1]:
            return Difference(None, None, counted(rows[0], "row"), counted(rows[1], "row"))
        if not _same_frame(there, right):
            return None
        should = decompressed_size(expected, right.metadata)
        try:
            size = decompressed_size(found, there.metadata)
        except ValueError:
            return Difference(None, None, "pages of another kind", "those of the data set")
        if size > 2 * should + MOST_MEMORY:
            return Difference(
                None, None, f"values of {size_text(size)}", f"values of {size_text(should)}"
            )
        first = 0
        for group in range(right.num_row_groups):
            difference = _row_difference(
                right.schema_arrow.names, _rows(there, group), _rows(right, group), first
            )
            if difference is not None:
                return difference
            first += right.metadata.row_group(group).num_rows
    except (pyarrow.ArrowException, OSError, ValueError, LookupError, MemoryError):
        return Difference(None, None, "not readable", "a Parquet file")
    return None


def _parquet_file(content: bytes) -> Any:
    """Open a Parquet file; texts that come again and again are kept once, in a dictionary."""
    import pyarrow
    from pyarrow.parquet import ParquetFile

    file = ParquetFile(pyarrow.BufferReader(content))
    texts = [field.name for field in file.schema_arrow if field.type == pyarrow.string()]
    return ParquetFile(pyarrow.BufferReader(content), read_dictionary=texts)


def _same_frame(there: Any, right: Any) -> bool:
    """Return whether both have the same layout, by the same writer, whose ways are known."""
    frames = [
        (
            file.metadata.created_by,
            [
                file.metadata.row_group(group).num_rows
                for group in range(file.metadata.num_row_groups)
            ],
        )
        for file in (there, right)
    ]
    return frames[0] == frames[1] and bool(there.schema.equals(right.schema))


def _rows(file: Any, group: int) -> Iterator[tuple[object, ...]]:
    return zip(*map(_values, file.read_row_group(group).columns), strict=True)


def _values(column: Any) -> Iterator[object]:
    for chunk in column.chunks:
        if hasattr(chunk, "dictionary"):
            # one string for each entry, however many rows have it
            texts = chunk.dictionary.to_pylist()
            yield from (texts[index] for index in chunk.indices.to_pylist())
        else:
            yield from chunk.to_pylist()


def _row_difference(
    names: list[str],
    found: Iterable[tuple[object, ...]],
    expected: Iterable[tuple[object, ...]],
    first: int = 0,
) -> Difference | None:
    """Return the first row and column in which two tables differ."""
    for number, (there, right) in enumerate(zip_longest(found, expected), start=first + 1):
        if there is None or right is None:
            what = ("no row", "a row") if there is None else ("a row", "no row")
            return Difference(None, None, *what, row=number)
        for name, one, other in zip(names, there, right, strict=True):
            # 1 equals 1.0, but only one of them is right
            if one != other or type(one) is not type(other):
                sides = shortened(str(one).encode(), str(other).encode())
                return Difference(None, name, *sides, row=number)
    return None
