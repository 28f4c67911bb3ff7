"""The first difference of two texts: line, column, found and expected text.

One of them is what was made again, and is trusted; the other may hold anything, and is neither
parsed nor shown as it is.
"""

import re
from typing import NamedTuple

MAX_BYTES_SHOWN = 60


class Difference(NamedTuple):
    """A difference in a file: line, column by its name, and both sides."""

    line: int
    column: str | None
    found: str
    expected: str


def first_difference(path: str, found: bytes, expected: bytes) -> Difference:
    r"""Return where a text file differs first from what it should be.

    >>> first_difference("standard/win.csv", b"d,fraction\n1,5/13\n", b"d,fraction\n1,5/12\n")
    Difference(line=2, column='fraction', found='5/13', expected='5/12')
    >>> first_difference("x.json", b'{"a": 1, "b": 2}', b'{"a": 1, "b": 3}').column
    'b'
    """
    start = _common(found, expected)
    line = expected.count(b"\n", 0, start) + 1
    before = expected.rfind(b"\n", 0, start) + 1
    there, right = (text[before : _end_of_line(text, start)] for text in (found, expected))
    column, there, right = _cell(path, expected, start - before, there, right)
    if there == right:
        there, right = b"another line end", b"a line end"
    return Difference(line, column, *shortened(there, right))


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common beginning, in bytes."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def _end_of_line(text: bytes, start: int) -> int:
    end = text.find(b"\n", start)
    return len(text) if end < 0 else end


def _cell(
    path: str, expected: bytes, offset: int, there: bytes, right: bytes
) -> tuple[str | None, bytes, bytes]:
    """Return the name of the column at this place of the line, and what both lines have there."""
    if path.endswith(".csv"):
        number = right.count(b",", 0, offset)
        cells = [side.split(b",") for side in (there, right)]
        if len(cells[0]) != len(cells[1]):
            return None, there, right
        names = expected[: _end_of_line(expected, 0)].split(b",")
        column = names[number].decode() if number < len(names) else str(number)
        return column, cells[0][number], cells[1][number]
    if path.endswith(".json"):
        keys = list(re.finditer(rb'"([^"]*)": ', right[: offset + 1]))
        if keys and keys[-1].end() <= offset:
            start = keys[-1].end()
            ends = (re.split(rb', "|[\]}]', side[start:], maxsplit=1) for side in (there, right))
            there, right = (end[0].strip(b'", ') for end in ends)
            return keys[-1][1].decode(), there, right
    return None, there, right


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
