"""Answers as values, and the one renderer that shows them.

A `Report` has a title, the echo of the question, and items.  One declaration of an item gives both
its JSON key and its text.  A new format of tables is a method of `Grid`, and its name in `FORMATS`.

>>> from fractions import Fraction
>>> report = Report("1 v 1", {"attackers": 1}, Exact("win", Fraction(5, 12)), digits=3)
>>> print(report.text(), end="")
1 v 1
<BLANKLINE>
win: 0.417
  = 5/12
>>> print(report.json(), end="")
{"attackers": 1, "win": {"fraction": "5/12", "decimal": "0.417"}}
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.text import DIGITS, decimal_text, fraction_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.base.grid import Grid

FORMATS = ("text", "markdown", "csv", "json", "latex", "html")


class Item:
    """A part of an answer: JSON entries, and lines of text."""

    def data(self, digits: int) -> dict[str, object]:
        """Return the JSON entries; a Fraction in them is printed as "p/q"."""
        return {}

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the lines; fractions of more than `longest` characters are shortened."""
        return []


class Report:
    """A title, the echo of the question in JSON, and items; decimals have `digits` digits."""

    def __init__(
        self, title: str, echo: Mapping[str, object], *items: Item, digits: int = DIGITS
    ) -> None:
        """Keep the values; nothing is computed before it is shown."""
        self.title, self.echo, self.items, self.digits = title, echo, items, digits

    def data(self) -> dict[str, object]:
        """Return the JSON object: the echo, then the entries of each item."""
        return dict(self.echo) | _data(self.items, self.digits)

    def lines(self, longest: int | None = None) -> list[str]:
        """Return the title, an empty line, and the lines of each item."""
        body = _lines(self.items, self.digits, longest)
        return [self.title, "", *body] if self.title else body

    def text(self, longest: int | None = None) -> str:
        """Return the lines, ending in a newline."""
        return "\n".join([*self.lines(longest), ""])

    def json(self) -> str:
        """Return one JSON object on one line."""
        import json

        return json.dumps(self.data(), default=fraction_text) + "\n"

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
    """A number: one line with its decimal; in JSON its fraction and its decimal.

    - `value`: a Fraction, text where only certain digits are known, or None where there is none;
    - `name`: the JSON key, "" for text alone; `label`: the words before it, "" for JSON alone;
    - `unit`: what stands after it.
    """

    def __init__(
        self, name: str, value: Fraction | str | None, label: str | None = None, unit: str = ""
    ) -> None:
        """Keep the values; the label is the name unless given."""
        self.name, self.value, self.unit = name, value, unit
        self.label = name.replace("_", " ") if label is None else label

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: _exact(self.value, digits)} if self.name else {}

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the line."""
        if self.value is None or not self.label:
            return []
        return [f"{self.label}: {_decimal(self.value, digits)}{self.unit}"]


class FractionLine(Item):
    """A fraction on a line of its own, below its decimal; JSON does not have it."""

    def __init__(self, value: Fraction) -> None:
        """Keep the value."""
        self.value = value

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the line."""
        return [f"  = {shortened(self.value, longest)}"]


class Exact(Value):
    """A number shown with its fraction on a second line."""

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the two lines; certain digits have no second one."""
        lines = super().lines(digits, longest)
        if lines and isinstance(self.value, Fraction):
            lines += FractionLine(self.value).lines(digits, longest)
        return lines


class Mean(Value):
    """An expected value; in JSON {name: {"mean": …}}."""

    def __init__(self, name: str, value: Fraction, label: str | None = None) -> None:
        """Keep the values; the label is "expected", and the name, unless given."""
        super().__init__(name, value, label or f"expected {name.replace('_', ' ')}")

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: {"mean": _exact(self.value, digits)}}


class CertainDigits(Item):
    """Numbers of which there are certain digits, and no fraction: `texts(digits)`, one a name."""

    def __init__(self, names: Sequence[str], texts: Callable[[int], Sequence[str]]) -> None:
        """Keep both; the digits are computed when they are shown."""
        self._names, self._texts = names, texts

    def data(self, digits: int) -> dict[str, object]:
        """Return the entries."""
        return _data(self._values(digits), digits)

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return a line for each."""
        return _lines(self._values(digits), digits, longest)

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

    def lines(self, digits: int, longest: int | None) -> list[str]:
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

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the lines of all items."""
        return _lines(self.items, digits, longest)


class Several(Item):
    """Reports of one kind: in JSON a list of objects, in text blocks with an empty line between."""

    def __init__(self, name: str, reports: Sequence[Report]) -> None:
        """Keep the reports."""
        self.name, self.reports = name, reports

    def data(self, digits: int) -> dict[str, object]:
        """Return the entry."""
        return {self.name: [report.data() for report in self.reports]}

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the lines of all reports."""
        return [line for each in self.reports for line in ["", *each.lines(longest)]][1:]


class Column:
    """A column of a table: its heading, None in JSON alone; its JSON key, "" in text alone."""

    def __init__(self, heading: str | None, key: str = "") -> None:
        """Keep both."""
        self.heading, self.key = heading, key

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entries of a cell."""
        return {self.key: cell} if self.key else {}

    def text(self, cell: object, digits: int, longest: int | None) -> str:
        """Return the text of a cell."""
        return _decimal(cell, digits) if isinstance(cell, Fraction) else str(cell)


class Chance(Column):
    """A column of probabilities: decimals in text, "fraction" and "decimal" in JSON."""

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entries of a cell."""
        return _exact(cell, digits) or {}


class Fractions(Column):
    """A column of exact fractions, in text alone."""

    def text(self, cell: object, digits: int, longest: int | None) -> str:
        """Return the text of a cell."""
        assert isinstance(cell, Fraction)
        return shortened(cell, longest)


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

    def lines(self, digits: int, longest: int | None) -> list[str]:
        """Return the rows in aligned columns, headings first; nothing without headings."""
        from riskexact.base.grid import columns

        grid = self.grid("", digits, longest)
        return columns([grid.head, *grid.rows]) if grid.head else []

    def rows(self) -> Iterable[Sequence[object]]:
        """Return the rows as values."""
        return self._rows() if callable(self._rows) else self._rows

    def grid(self, caption: str, digits: int, longest: int | None) -> "Grid":
        """Return the table as texts."""
        from riskexact.base.grid import Grid

        printed = [(i, each) for i, each in enumerate(self.columns) if each.heading is not None]
        rows = self.rows() if printed else ()
        return Grid(
            caption,
            [str(column.heading) for _, column in printed],
            [[column.text(row[i], digits, longest) for i, column in printed] for row in rows],
        )


def shortened(value: Fraction, longest: int | None) -> str:
    """Return the fraction, or the ends of one with more than `longest` characters.

    >>> shortened(Fraction(1, 3), 3), shortened(Fraction(1, 10**50), 50)[:40]
    ('1/3', '1...1 (1 digits) / 10000000000000000000.')
    """
    text = fraction_text(value)
    if longest is None or len(text) <= longest:
        return text
    return (
        " / ".join(f"{part[:20]}...{part[-20:]} ({len(part)} digits)" for part in text.split("/"))
        + "; --full prints it whole"
    )


def signed_text(value: Fraction, digits: int) -> str:
    """Return the decimal of a value that may be below 0.

    >>> signed_text(Fraction(-1, 8), 2), signed_text(Fraction(1, 10**9) - 1, 2)
    ('-0.12', '-(1 - 1.0e-9)')
    """
    text = decimal_text(abs(value), digits)
    if value >= 0:
        return text
    return f"-({text})" if " " in text else f"-{text}"


def _data(items: Iterable[Item], digits: int) -> dict[str, object]:
    """Return the JSON entries of all items."""
    entries: dict[str, object] = {}
    for item in items:
        entries |= item.data(digits)
    return entries


def _lines(items: Iterable[Item], digits: int, longest: int | None) -> list[str]:
    """Return the lines of all items."""
    return [line for item in items for line in item.lines(digits, longest)]


def _decimal(value: Fraction | str, digits: int) -> str:
    return signed_text(value, digits) if isinstance(value, Fraction) else value


def _exact(value: object, digits: int) -> dict[str, object] | None:
    """Return the JSON form of a number; text is certain digits, of which no fraction is known."""
    if isinstance(value, Fraction):
        return {"fraction": value, "decimal": signed_text(value, digits)}
    return None if value is None else {"fraction": None, "decimal": value}
