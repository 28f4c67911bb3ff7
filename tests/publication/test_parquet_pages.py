"""The headers of a Parquet file's pages, read without trust."""

from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.publication.data_sets import DATA_SETS
from riskexact.publication.parquet import ROWS_OF_A_GROUP, parquet_bytes
from riskexact.publication.parquet_pages import MOST_FIELD, _fields, decompressed_size
from riskexact.publication.plan import Edition
from riskexact.rules import STANDARD

LONGEST_HEADER = 100


def made(rows: int, length: int = 1) -> tuple[bytes, Any]:
    from pyarrow.parquet import ParquetFile

    content = parquet_bytes(
        DATA_SETS["win"],
        Edition(STANDARD, 2),
        [(1, n, f"{n}/" + "7" * length, "0.42", n / 7) for n in range(rows)],
    )
    return content, ParquetFile(BytesIO(content)).metadata


@pytest.mark.parametrize(("rows", "length"), [(1, 1), (300, 9000), (ROWS_OF_A_GROUP + 5, 20)])
def test_the_size_is_that_of_the_metadata_without_the_headers(rows: int, length: int) -> None:
    content, metadata = made(rows, length)
    size = decompressed_size(content, metadata)
    chunks = [
        metadata.row_group(group).column(column)
        for group in range(metadata.num_row_groups)
        for column in range(metadata.num_columns)
    ]
    said = sum(chunk.total_uncompressed_size for chunk in chunks)
    pages = sum(2 + chunk.total_uncompressed_size // 500_000 for chunk in chunks)
    assert size < said < size + pages * LONGEST_HEADER


@given(st.data())
def test_other_bytes_have_a_size_or_are_refused(data: st.DataObject) -> None:
    content, metadata = made(20)
    place = data.draw(st.integers(0, metadata.row_group(0).total_byte_size))
    other = data.draw(st.binary(min_size=1, max_size=9))
    content = content[:place] + other + content[place + len(other) :]
    with suppress(ValueError):
        assert decompressed_size(content, metadata) >= 0


@pytest.mark.parametrize(
    "fields",
    [
        b"\x15\x02\x05\x02\x04\x00",  # the first field twice, the second time as a long way round
        bytes([0x05, *[0x80] * 10, 1, 2, 0]),  # a number of more than 64 bits
        bytes([0x05, 2 * MOST_FIELD + 2 | 128, 1, 2, 0]),  # a field of a large number
        b"\x05\x01\x02\x00",  # and of one below 0
        b"\x1c" * 1000,  # structures in structures
        b"\x19\x15\x02\x00",  # a list
    ],
)
def test_headers_that_readers_may_take_otherwise_are_refused(fields: bytes) -> None:
    with pytest.raises(ValueError, match="pages of another kind|not a number"):
        _fields(fields, 0)


def test_fields() -> None:
    inside = b"\x15\x0a\x18\x03abc\x11\x00"
    assert _fields(b"\x15\x04\x2c" + inside + b"\x00", 0) == (
        {1: 2, 3: {1: 5, 2: None, 3: None}},
        13,
    )
    for end in range(12):
        with pytest.raises(IndexError):
            _fields((b"\x15\x04\x2c" + inside)[:end], 0)


@pytest.mark.parametrize("columns", [{"num_values": 21}, {"data_page_offset": -1}])
def test_metadata_that_do_not_fit_are_refused(columns: dict[str, int]) -> None:
    content, metadata = made(20)

    class Other:
        """Metadata of which every column says something else."""

        def __init__(self, real: Any) -> None:
            self.real = real

        def __getattr__(self, name: str) -> Any:
            if name in ("row_group", "column"):
                return lambda number: Other(getattr(self.real, name)(number))
            return columns.get(name, getattr(self.real, name))

    with pytest.raises(ValueError, match="pages of another kind"):
        decompressed_size(content, Other(metadata))
