"""How much a Parquet file holds, told by the headers of its pages before any is decompressed.

The columns of a row group are rows of pages, each behind a header in Thrift's compact protocol:
https://parquet.apache.org/docs/file-format/data-pages/ and the file parquet.thrift of the format.
What the end of the file says of sizes may be wrong; a reader goes by these headers.  They are read
more strictly than readers do, so that nobody can take them for anything else.
"""

from collections.abc import Iterator
from typing import Any

DATA, DICTIONARY = 0, 2
"""The kinds of pages that `parquet` writes, the first version of each."""

PLACES = {DATA: 5, DICTIONARY: 7}
"""The field of a header that tells more about a page of a kind."""

ENCODINGS = frozenset({0, 2, 8})
"""Plain, and numbers of dictionary entries: no value takes more bytes than its page has."""

MOST_FIELD = 100
DEEPEST = 3


def decompressed_size(content: bytes, metadata: Any) -> int:
    """Return how many bytes the pages of a file take once they are decompressed.

    `metadata` is what pyarrow reads at the end of the file.  Raises `ValueError` for pages that
    this package does not write, or that do not have one value for each row.
    """
    try:
        return _decompressed_size(content, metadata)
    except IndexError:
        raise ValueError("pages that do not end") from None


def _decompressed_size(content: bytes, metadata: Any) -> int:
    total = 0
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            values = {DATA: 0, DICTIONARY: 0}
            for kind, count, size in _pages(content, chunk):
                values[kind] += count
                total += size
            _must(values[DATA] == chunk.num_values == group.num_rows >= values[DICTIONARY])
    return total


def _pages(content: bytes, chunk: Any) -> Iterator[tuple[int, int, int]]:
    """Yield the kind, the number of values and the decompressed size of the pages of a column."""
    at = chunk.data_page_offset
    if chunk.has_dictionary_page:
        at = min(at, chunk.dictionary_page_offset)
    end = at + chunk.total_compressed_size
    _must(0 <= at <= end <= len(content))
    while at < end:
        header, at = _fields(content, at)
        kind, size, compressed = (_count(header, field) for field in (1, 2, 3))
        _must(kind in PLACES)
        about = header.get(PLACES[kind])
        _must(isinstance(about, dict) and about.get(2) in ENCODINGS)
        yield kind, _count(about, 1), size
        at += compressed
    _must(at == end)


def _fields(content: bytes, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """Return the fields of a structure by their numbers, and where it ends."""
    _must(depth <= DEEPEST)
    fields: dict[int, Any] = {}
    number = 0
    while content[at]:
        further, kind = divmod(content[at], 16)
        at += 1
        if further:
            number += further
        else:
            number, at = _signed(content, at)
        value: Any = None
        if kind in (4, 5, 6):
            value, at = _signed(content, at)
        elif kind == 8:  # text, which tells nothing here
            length, at = _unsigned(content, at)
            at += length
        elif kind == 12:
            value, at = _fields(content, at, depth + 1)
        else:
            _must(kind in (1, 2))  # true and false
        # of a field that comes twice, or with a long number, readers may take either
        _must(number not in fields and 0 < number <= MOST_FIELD)
        fields[number] = value
    return fields, at + 1


def _unsigned(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, the least first, and where it ends."""
    value = 0
    for shift in range(0, 64, 7):
        byte = content[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise ValueError("not a number")


def _signed(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of which every other one is negative (0, -1, 1, -2, …), and where it ends."""
    value, at = _unsigned(content, at)
    return (value >> 1) ^ -(value & 1), at


def _count(fields: Any, number: int) -> int:
    value = fields.get(number)
    _must(isinstance(value, int) and 0 <= value < 1 << 31)
    return int(value)


def _must(right: bool) -> None:
    if not right:
        raise ValueError("pages of another kind")
