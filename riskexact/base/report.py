"""Answers as values, and the one renderer that shows them.

A `Report` has a title, the echo of the question, and items.  One declaration of an item gives both
its JSON key and its text.  A new format of tables is a method of `Grid`, and its name in `FORMATS`.

>>> from fractions import Fraction
>>> report = Report("1 v 1", {}, Exact("win", Fraction(5, 12)), digits=3)
>>> print(report.text(), end="")
1 v 1
<BLANKLINE>
win: 0.417
  = 5/12
>>> print(report.json(), end="")
{"version": 2, "win": {"fraction": "5/12", "decimal": "0.417", "double": 0.4166666666666667}}
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from riskexact.base.arguments import shown
from riskexact.base.certain import Certain
from riskexact.base.certain import signed_text as signed_text
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import (
    DIGITS,
    chance_text,
    counted,
    fraction_text,
    tries_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.base.grid import Grid

FORMATS = ("text", "markdown", "csv", "json", "latex", "html")

JSON_VERSION = 2
"""Of the JSON of all commands."""

BRIEF_DIGITS = 4
"""Significant digits of expected values in text where nothing else is asked for."""

ELLIPSIS = "..."
"""In a fraction: digits are left out here."""


BLOCKS = "\u2588\u2591\u2592"
"""Of a bar: the parts that are won, broken off and lost."""

WON_COLOUR, LOST_COLOUR = "38;5;25", "38;5;178"
"""The colours of a terminal nearest to those of the pages, #0072b2 and #e69f00."""

MAX_DOUBLE = (2 - 2**-52) * 2.0**1023

MAX_BAR_LENGTH = 60
MAX_MANTISSA_LENGTH = 40
"""Characters of certain digits that are enough for a headline; Python reads no more than 4300."""

ALMOST_NEVER = Fraction(1, 10**9)
"""A chance that is said to be almost none, in words."""


class Terminal(NamedTuple):
    """What text is shown on, if not in a file or a pipe.

    - `width`: its columns; `full`: whether fractions are printed whole that are longer;
    - `blocks`: the signs of a bar; `colour`: whether there are colours.
    """

    width: int
    full: bool = False
    blocks: str = BLOCKS
    colour: bool = False

    @property
    def room(self) -> int | None:
        """Characters of the longest line, None for any length."""
        return None if self.full else self.width

    def styled(self, text: str, style: str) -> str:
        """Return the text in a colour, or in bold face ("1")."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text else text

    def bar(self, win: Fraction, lose: Fraction) -> str:
        """Return a bar of the chances, all of it one part only where that is certain."""
        cells = min(self.width, MAX_BAR_LENGTH)
        won = min(max(round(win * cells), int(win > 0)), cells - int(win < 1))
        lost = cells - won
        if win + lose < 1:
            lost = min(max(round(lose * cells), int(lose > 0)), lost)
        counts = won, cells - won - lost, lost
        parts = [block * count for block, count in zip(self.blocks, counts, strict=True)]
        return self.styled(parts[0], WON_COLOUR) + parts[1] + self.styled(parts[2], LOST_COLOUR)


class Item:
    """A part of an answer: JSON entries, and lines of text."""

    def data(self, digits: int) -> dict[str, object]:
        """Return the JSON entries; a Fraction in them is printed as "p/q"."""
        return {}

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines; on a terminal long fractions are shortened."""
        return []


class Report:
    """A title, the echo of the question in JSON, and items.

    Decimals have `digits` digits; None: `DIGITS`, and `BRIEF_DIGITS` for expected values in text.
    """

    def __init__(
        self, title: str, echo: Mapping[str, object], *items: Item, digits: int | None = None
    ) -> None:
        """Keep the values; nothing is computed before it is shown."""
        self.title, self.echo, self.items, self.digits = title, echo, items, digits

    def data(self) -> dict[str, object]:
        """Return the JSON object: the echo, then the entries of each item."""
        return dict(self.echo) | _data(self.items, self.digits or DIGITS)

    def lines(self, terminal: Terminal | None = None) -> list[str]:
        """Return the title, an empty line, and the lines of each item."""
        body = _lines(self.items, self.digits, terminal)
        return [self.title, "", *body] if self.title else body

    def text(self, terminal: Terminal | None = None) -> str:
        """Return the lines, ending in a newline; the last one says how to see what is cut."""
        lines = self.lines(terminal)
        if terminal and not terminal.full and any(ELLIPSIS in line for line in lines):
            lines += ["", "--full prints the fractions whole"]
        return "\n".join([*lines, ""])

    def json(self) -> str:
        """Return one JSON object on one line."""
        import json

        return json.dumps({"version": JSON_VERSION} | self.data(), default=fraction_text) + "\n"

    def tables(self, format: str) -> str:  # noqa: A002  (the word of the command line)
        """Return the tables in one of the `FORMATS`, with the title as caption."""
        if format not in FORMATS:
            raise RiskError(f"format must be one of {', '.join(FORMATS)}, not {shown(format)}")
        if format == "json":
            return self.json()
        tables = (item for item in self.items if isinstance(item, TableItem))
        grids = (table.grid(self.title, self.digits, None) for table in tables)
        return "".join(getattr(grid, format)() for grid in grids)


class Value(Item):
    """A number: one line with its decimal; in JSON `chance_data`.

    - `value`: a Fraction, text where only certain digits are known, or None where there is none;
    - `name`: the JSON key, "" for text alone; `label`: the words before it, "" for JSON alone;
    - `unit`: what stands after it.
    """

    def __init__(
        self,
        name: str,
        value: Fraction | Certain | str | None,
        label: str | None = None,
        unit: str = "",
    ) -> None:
        """Keep the values; the label is the name unless given."""
        self.name, self.value, self.unit = name, value, unit
        self.label = name.replace("_", " ") if label is None else label

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: chance_data(self.value, digits)} if self.name else {}

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the line."""
        if self.value is None or not self.label:
            return []
        return [f"{self.label}: {_decimal(self.value, digits)}{self.unit}"]


class FractionLine(Item):
    """A fraction on a line of its own, below its decimal; JSON does not have it."""

    def __init__(self, value: Fraction) -> None:
        """Keep the value."""
        self.value = value

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the line."""
        room = terminal and terminal.room
        return [f"  = {shortened(self.value, room and room - 4)}"]


class Exact(Value):
    """A number shown with its fraction on a second line."""

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the two lines; certain digits have no second one."""
        lines = super().lines(digits, terminal)
        if lines and isinstance(self.value, Fraction):
            lines += FractionLine(self.value).lines(digits, terminal)
        return lines


class Brief(Value):
    """A number that needs few digits in text, such as an expected value."""

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the line."""
        return super().lines(digits or BRIEF_DIGITS, terminal)


class Mean(Brief):
    """An expected value; in JSON {name: {"mean": …}}."""

    def __init__(self, name: str, value: Fraction, label: str | None = None) -> None:
        """Keep the values; the label is "expected", and the name, unless given."""
        super().__init__(name, value, label or f"expected {name.replace('_', ' ')}")

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: {"mean": chance_data(self.value, digits)}}


class Headline(Item):
    """What was asked for, as players say it: the chance in percent and in words, and a bar.

    - `win`: the chance, or text where only certain digits are known;
    - `stopped`: the chance that the battle is broken off;
    - `does`: the verb and its object, if it is not "win" alone;
    - `more`: returns more lines, called when text is asked for.
    """

    def __init__(
        self,
        win: Fraction | Certain | str,
        stopped: Fraction = Fraction(0),
        does: str = "win",
        more: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """Keep the values."""
        self._win, self._stopped, self._does, self._more = about(win), stopped, does, more

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines; there is a bar on a terminal."""
        percent = chance_text(self._win)
        if terminal:
            percent = terminal.styled(percent, "1")
        lines = [f"{percent}  {self._words()}"]
        lose = 1 - self._win - self._stopped
        if terminal:
            lines.append(terminal.bar(self._win, lose))
        if self._stopped:
            parts = {"won": self._win, "broken off": self._stopped, "lost": lose}
            lines.append(", ".join(f"{chance_text(part)} {name}" for name, part in parts.items()))
        return [*lines, *self._more(), ""]

    def _words(self) -> str:
        win, does = self._win, self._does
        if win in (0, 1):
            return f"You {does} for certain" if win else f"You cannot {does}"
        if win <= Fraction(9, 10):
            return f"You almost never {does}" if win < ALMOST_NEVER else f"You {does} {_tries(win)}"
        if 1 - win < ALMOST_NEVER:
            return f"You almost always {does}"
        fails = "lose" if does == "win" and not self._stopped else f"fail to {does}"
        return f"You {fails} {_tries(1 - win)}"


class CertainDigits(Item):
    """Numbers of which there are certain digits, and no fraction: `texts(digits)`, one a name."""

    def __init__(self, names: Sequence[str], texts: Callable[[int], Sequence[str]]) -> None:
        """Keep both; the digits are computed when they are shown."""
        self._names, self._texts = names, texts

    def data(self, digits: int) -> dict[str, object]:
        """Return the entries."""
        return _data(self._values(digits), digits)

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return a line for each."""
        return _lines(self._values(digits or DIGITS), digits, terminal)

    def _values(self, digits: int) -> list[Value]:
        return [Value(*each) for each in zip(self._names, self._texts(digits), strict=True)]


class Data(Item):
    """A JSON entry without text; `value` may be a function, called when JSON is asked for."""

    def __init__(self, name: str, value: object) -> None:
        """Keep the value."""
        self.name, self.value = name, value

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: self.value() if callable(self.value) else self.value}


class Text(Item):
    """Lines of text that JSON does not have."""

    def __init__(self, *lines: str) -> None:
        """Keep the lines."""
        self._lines = list(lines)

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines."""
        return self._lines


BLANK = Text("")


class Group(Item):
    """Items whose JSON entries are one object of their own."""

    def __init__(self, name: str, *items: Item) -> None:
        """Keep the items."""
        self.name, self.items = name, items

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: _data(self.items, digits)}

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines of all items."""
        return _lines(self.items, digits, terminal)


class Several(Item):
    """Reports of one kind: in JSON a list of objects, in text blocks with an empty line between."""

    def __init__(self, name: str, reports: Sequence[Report]) -> None:
        """Keep the reports."""
        self.name, self.reports = name, reports

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: [report.data() for report in self.reports]}

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines of all reports."""
        return [line for each in self.reports for line in ["", *each.lines(terminal)]][1:]


class Column:
    """A column of a table: its heading, None in JSON alone; its JSON key, "" in text alone."""

    def __init__(self, heading: str | None, key: str = "") -> None:
        """Keep both."""
        self.heading, self.key = heading, key

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entries of a cell."""
        return {self.key: cell} if self.key else {}

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the text of a cell, which may have this many characters, or any number (None)."""
        return _decimal(cell, digits) if isinstance(cell, Fraction | Certain) else str(cell)


class Chance(Column):
    """A column of probabilities: decimals in text, `chance_data` in JSON.

    With a key it is an object of that name.
    """

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entries of a cell."""
        data = chance_data(cell, digits)
        return {self.key: data} if self.key else data or {}


class Fractions(Column):
    """A column of exact fractions, in text alone."""

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the text of a cell."""
        assert isinstance(cell, Fraction)
        return shortened(cell, room)


class Percent(Column):
    """A column of chances: percent in text; `chance_data` below its key in JSON."""

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entry of a cell."""
        return {self.key: chance_data(cell, digits)}

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the text of a cell, "" for None."""
        return chance_text(about(cell)) if isinstance(cell, Fraction | Certain | str) else ""


class BriefColumn(Column):
    """A column of numbers that need few digits in text; below its key in JSON, as a `Value`."""

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entry of a cell."""
        return {self.key: chance_data(cell, digits)} if self.key else {}

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the text of a cell."""
        return super().text(cell, digits or BRIEF_DIGITS, room)


class TableItem(Item):
    """A table: in JSON a list of objects, one for each row, or nothing without a name.

    `rows` may be a function that returns them, called when they are shown.
    """

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[object]] | Callable[[], Iterable[Sequence[object]]],
    ) -> None:
        """Keep the values."""
        self.name, self.columns, self._rows = name, columns, rows

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        if not self.name:
            return {}
        entries: list[dict[str, object]] = []
        for row in self.rows():
            entries.append({})
            for column, cell in zip(self.columns, row, strict=True):
                entries[-1] |= column.data(cell, digits)
        return {self.name: entries}

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the rows in aligned columns, headings first; nothing without headings."""
        from riskexact.base.grid import columns

        grid = self.grid("", digits, terminal)
        return columns([grid.head, *grid.rows]) if grid.head else []

    def rows(self) -> Iterable[Sequence[object]]:
        """Return the rows as values."""
        return self._rows() if callable(self._rows) else self._rows

    def grid(self, caption: str, digits: int | None, terminal: Terminal | None) -> "Grid":
        """Return the table as texts."""
        from riskexact.base.grid import Grid

        printed = [(i, each) for i, each in enumerate(self.columns) if each.heading is not None]
        rows = list(self.rows()) if printed else []
        room = terminal and terminal.room
        columns = []
        for i, column in printed:
            columns.append([column.text(row[i], digits, room) for row in rows])
            if room is not None:
                room -= max(map(len, [str(column.heading), *columns[-1]])) + 2
        head = [str(column.heading) for _, column in printed]
        return Grid(caption, head, list(zip(*columns, strict=True)))


def shortened(value: Fraction, room: int | None) -> str:
    """Return the fraction, or no more than the ends of one that has not enough room.

    >>> shortened(Fraction(1, 3), 3), shortened(Fraction(1, 7**60), 30)
    ('1/3', '1/508...001 (51 digits)')
    """
    text = fraction_text(value)
    if room is None or len(text) <= room:
        return text
    parts = text.split("/")
    digits = f" ({counted(max(map(len, parts)), 'digit')})"
    ends = max(3, (room - len(digits) - 1 - 2 * len(ELLIPSIS)) // 4)
    cut = (
        f"{x[:ends]}{ELLIPSIS}{x[-ends:]}" if len(x) > 2 * ends + len(ELLIPSIS) else x
        for x in parts
    )
    return "/".join(cut) + digits


def _data(items: Iterable[Item], digits: int) -> dict[str, object]:
    """Return the JSON entries of all items."""
    entries: dict[str, object] = {}
    for item in items:
        entries |= item.data(digits)
    return entries


def _lines(items: Iterable[Item], digits: int | None, terminal: Terminal | None) -> list[str]:
    """Return the lines of all items."""
    return [line for item in items for line in item.lines(digits, terminal)]


def about(value: Fraction | Certain | str) -> Fraction:
    """Return a chance near one that is given as certain digits, good for a headline.

    >>> about("0.25"), about("1 - 2e-9999999") == 1 - ALMOST_NEVER / 10
    (Fraction(1, 4), True)
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Certain):
        return min(max(value.low, ALMOST_NEVER / 10), 1 - ALMOST_NEVER / 10)
    if value.startswith("1 - "):
        return 1 - about(value[4:])
    mantissa, _, exponent = value.partition("e")
    if exponent and int(exponent) < -10:
        return ALMOST_NEVER / 10
    return Fraction(f"{mantissa[:MAX_MANTISSA_LENGTH]}e{exponent or 0}")


def _tries(chance: Fraction) -> str:
    """Return how often in a few tries, or how rarely."""
    text = tries_text(chance)
    return text.replace("1 in", "1 time in") if chance < Fraction(1, 10) else text


def _decimal(value: Fraction | Certain | str, digits: int | None) -> str:
    return value if isinstance(value, str) else signed_text(value, digits or DIGITS)


def chance_data(value: object, digits: int = DIGITS) -> dict[str, object] | None:
    """Return the one JSON form of a number, or of certain digits as text; None for None.

    >>> chance_data(Fraction(5, 12), 3)
    {'fraction': Fraction(5, 12), 'decimal': '0.417', 'double': 0.4166666666666667}
    >>> chance_data("1 - 2.6e-208")
    {'fraction': None, 'decimal': '1 - 2.6e-208', 'double': 1.0}
    """
    if value is None:
        return None
    if isinstance(value, Fraction | Certain):
        exact = value if isinstance(value, Fraction) else None
        return {"fraction": exact, "decimal": signed_text(value, digits), "double": _double(value)}
    text = str(value)
    distance = text.removeprefix("1 - ")
    double = float(text) if distance == text else 1 - float(distance)
    return {"fraction": None, "decimal": text, "double": double}


def _double(value: Fraction | Certain) -> float:
    """Return the nearest finite double."""
    try:
        return float(value)
    except OverflowError:
        return MAX_DOUBLE if value > 0 else -MAX_DOUBLE
