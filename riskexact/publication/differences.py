"""Where a file differs from what it should be, which was made again and is trusted.

What it is may be anything, and is neither parsed nor shown as it is.
"""

from io import BytesIO
from itertools import zip_longest
from pathlib import Path

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.publication.directory import read_inside

MAX_BYTES_TOO_MANY = 1 << 16
"""Bytes that are read of a file beyond the size that it must have."""

MAX_BYTES_SHOWN = 60


class Fault(NamedTuple):
    """Something that is wrong: the file, the line in it, and the column of a CSV file, if known."""

    path: str
    problem: str
    line: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        column = f", column {self.column}" if self.column else ""
        return f"{self.path}{line}{column}: {self.problem}"


def fault_of(root: Path, path: str, expected: bytes) -> Fault | None:
    """Return what is wrong with a file in a directory; None if it is as it should be."""
    try:
        found = read_inside(root, path, len(expected) + MAX_BYTES_TOO_MANY)
    except (OSError, RiskError) as error:
        return Fault(path, reason(error, path))
    if found == expected:
        return None
    if path.endswith((".parquet", ".png")):
        return Fault(path, "differs from the recomputed file")
    return first_difference(path, found, expected)


def reason(error: Exception, path: str) -> str:
    """Return in few words why a file cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "missing"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return str(error).removeprefix(f"{path} ")


def first_difference(path: str, found: bytes, expected: bytes) -> Fault:
    r"""Return where a text file differs first from what it should be.

    >>> str(first_difference("win.csv", b"d,fraction\n1,5/13\n", b"d,fraction\n1,5/12\n"))
    'win.csv, line 2, column fraction: 5/13, should be 5/12'
    """
    lines = zip_longest(BytesIO(found), BytesIO(expected), fillvalue=b"")
    number, pair = next(each for each in enumerate(lines, 1) if each[1][0] != each[1][1])
    sides = list(pair)
    for end in b"\n", b",":
        if all(side.endswith(end) for side in sides):
            sides = [side[:-1] for side in sides]
    header, *rows = (line.split(b",") for line in (expected.partition(b"\n")[0], *sides))
    column = None
    if path.endswith(".csv") and len(header) == len(rows[0]) == len(rows[1]):
        cells = zip(header, *rows, strict=True)
        column, *sides = next(each for each in cells if each[1] != each[2])
    place = next(n for n, pair in enumerate(zip_longest(*sides)) if pair[0] != pair[1])
    start = max(0, place - MAX_BYTES_SHOWN // 2)
    problem = ", should be ".join(_shown(side, start) for side in sides)
    return Fault(path, problem, number, column and column.decode())


def _shown(line: bytes, start: int) -> str:
    """Return a part of a line as text that can be printed."""
    text = line[start : start + MAX_BYTES_SHOWN].decode(errors="replace")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text) or "nothing"
