"""Where a file differs from what it should be.

What it should be was made again, and is trusted; what it is may be anything, and is neither parsed
nor shown as it is.
"""

import re
from io import BytesIO
from itertools import takewhile, zip_longest
from pathlib import Path

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.publication.directory import read_inside

MAX_BYTES_TOO_MANY = 1 << 16
"""Bytes that are read of a file beyond the size that it must have."""

MAX_BYTES_SHOWN = 60

LINE_ENDINGS = {b"\r\n": "CRLF line ending", b"\n": "LF", b"": "no line ending"}


class Fault(NamedTuple):
    """Something that is wrong: the file, and where in it, as far as that is known."""

    path: str
    problem: str
    line: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        """Return one line.

        >>> str(Fault("standard/win.csv", "5/13, should be 5/12", 17, "fraction"))
        'standard/win.csv, line 17, column fraction: 5/13, should be 5/12'
        """
        line = f", line {self.line}" if self.line is not None else ""
        column = f", column {self.column}" if self.column is not None else ""
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
    r"""Return where a text file differs first from what it should be: line, and column by its name.

    >>> first_difference("win.csv", b"d,fraction\n1,5/13\n", b"d,fraction\n1,5/12\n")
    Fault(path='win.csv', problem='5/13, should be 5/12', line=2, column='fraction')
    >>> first_difference("x.json", b'{"a": 1, "b": 2}', b'{"a": 1, "b": 3}').column
    'b'
    >>> first_difference("win.csv", b"d,fraction\r\n", b"d,fraction\n").problem
    'CRLF line ending, should be LF'
    """
    lines = zip_longest(BytesIO(found), BytesIO(expected), fillvalue=b"")
    number, (there, right) = next(
        (number, sides) for number, sides in enumerate(lines, 1) if sides[0] != sides[1]
    )
    texts = there.rstrip(b"\r\n"), right.rstrip(b"\r\n")
    if texts[0] == texts[1]:
        endings = (LINE_ENDINGS.get(side[len(texts[0]) :], "?") for side in (there, right))
        return Fault(path, ", should be ".join(endings), number)
    column, there, right = _cell(path, expected.partition(b"\n")[0], *texts)
    return Fault(path, ", should be ".join(shortened(there, right)), number, column)


def _cell(path: str, header: bytes, there: bytes, right: bytes) -> tuple[str | None, bytes, bytes]:
    """Return the name of the column where two lines differ, and what both have there."""
    if path.endswith(".csv"):
        names, *sides = (line.split(b",") for line in (header, there, right))
        if len(sides[0]) == len(sides[1]):
            cells = enumerate(zip(*sides, strict=True))
            column, (there, right) = next(each for each in cells if each[1][0] != each[1][1])
            return names[column].decode() if column < len(names) else str(column), there, right
    if path.endswith(".json"):
        place = _common(there, right)
        keys = list(re.finditer(rb'"([^"]*)": ', right[: place + 1]))
        if keys and keys[-1].end() <= place:
            start = keys[-1].end()
            ends = (re.split(rb', "|[\]}]', side[start:], maxsplit=1) for side in (there, right))
            one, other = (end[0].strip(b'", ') for end in ends)
            if one != other:
                return keys[-1][1].decode(), one, other
    return None, there, right


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common beginning."""
    pairs = zip(one, other, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def shortened(found: bytes, expected: bytes) -> tuple[str, str]:
    """Return both as text that fits in a message, the first difference in it.

    >>> shortened(b"5/13", b"5/12"), len(shortened(b"1" * 999, b"2" * 999)[0])
    (('5/13', '5/12'), 61)
    """
    start = max(0, _common(found, expected) - MAX_BYTES_SHOWN // 3)
    if max(len(found), len(expected)) <= MAX_BYTES_SHOWN:
        start = 0

    def shown(side: bytes) -> str:
        text = side[start : start + MAX_BYTES_SHOWN].decode(errors="replace")
        text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
        cut_short = "…" if len(side) > start + MAX_BYTES_SHOWN else ""
        return f"{'…' if start else ''}{text}{cut_short}" or "nothing"

    return shown(found), shown(expected)
