"""Answers as values, and the one renderer that shows them.

A `Report` has a title, the echo of the question, and items.  One declaration of an item gives both
its JSON key and its text.  A new format of tables is a method of `Grid`, and its name in `FORMATS`.

>>> from fractions import Fraction
>>> report = Report("1 v 1", {}, Value("win", Fraction(5, 12), exact=True))
>>> report.digits = 3
>>> print(report.text(), end="")
1 v 1
<BLANKLINE>
win: 0.417
  = 5/12
>>> print(report.json(), end="")
{"version": 2, "win": {"fraction": "5/12", "decimal": "0.417", "double": 0.4166666666666667}}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from riskexact.base.certain import Certain, Real
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.text import (
    DIGITS,
    WIDTH,
    Rounding,
    chance_text,
    columns,
    complement_text,
    fitted,
    fraction_text,
    integer_text,
    number_text,
    pluralize,
    signed_text,
    wrapped,
)

FORMATS = ("text", "markdown", "csv", "json", "latex", "html")

FORMAT_WORDS = {name: name for name in FORMATS} | {"md": "markdown", "tex": "latex"}
"""The formats by the words for them, which are suffixes of files, too."""

JSON_VERSION = 2
"""Of the JSON of all commands."""

DATA_VERSION = 3
"""Of published data files, and of CSV: a chance is some of the `CHANCE_COLUMNS` there."""

CHANCE_COLUMNS = ("fraction", "numerator", "denominator", "decimal", "complement", "double")

BRIEF_DIGITS = 4
"""Significant digits of expected values in text where nothing else is asked for."""

BELOW = "  = "
"""The beginning of a line with a fraction, below its decimal."""

ELLIPSIS = "..."
"""In a fraction: digits are left out here."""

BLOCKS = "\u2588\u2591\u2592"
"""The signs of a bar with three parts."""

MAX_DOUBLE = (2 - 2**-52) * 2.0**1023


class Terminal(NamedTuple):
    """What text is shown on, or a `FILE`.

    - `width`: its columns; `full`: whether fractions are printed whole that are longer;
    - `blocks`: the signs of a bar, "" for none; `colour`: whether there are colours.
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
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text and style else text


FILE = Terminal(WIDTH, full=True, blocks="")
"""A file or a pipe."""


class Item:
    """A part of an answer: JSON entries, and lines of text; `items`: those inside of it."""

    items: "Sequence[Item]" = ()

    below_title = False
    """Whether no empty line is between the title and this, and the title is fitted."""

    def data(self, digits: int) -> dict[str, object]:
        """Return the JSON entries; a Fraction in them is printed as "p/q"."""
        return _joined(item.data(digits) for item in self.items)

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        """Return the lines; on a terminal long fractions are shortened."""
        return [line for item in self.items for line in item.lines(digits, terminal)]


class Report:
    """A title, the echo of the question in JSON, and items.

    - `digits`: of decimals; None: `DIGITS`, and `BRIEF_DIGITS` for expected values in text;
    - `fractions`: whether there are any; else every one in JSON is null, and no line has one;
    - `parts`: whether files have numerators and denominators in columns of their own;
    - `booktabs`: whether LaTeX has the lines of this package;
    - `failed`: whether it reports that a check failed.
    """

    digits: int | None = None
    fractions = True
    parts = False
    booktabs = False
    failed = False

    def __init__(self, title: str, echo: Mapping[str, object], *items: Item) -> None:
        self.title, self.echo, self.items = title, echo, items

    def data(self, digits: int | None = None) -> dict[str, object]:
        """Return the JSON object: the echo, then the entries of each item."""
        digits = digits or self.digits or DIGITS
        data = _joined([self.echo, *(item.data(digits) for item in self.items)])
        return data if self.fractions else _without_fractions(data)

    def lines(self, terminal: Terminal = FILE, digits: int | None = None) -> list[str]:
        """Return the title, an empty line if there is to be one, and the lines of each item."""
        digits = digits or self.digits
        body = [line for item in self.items for line in item.lines(digits, terminal)]
        if not self.fractions:
            body = [line for line in body if not line.startswith(BELOW)]
        if self.items and self.items[0].below_title:
            return [fitted(self.title, terminal.width), *body]
        return [self.title, "", *body] if self.title else body

    def text(self, terminal: Terminal = FILE) -> str:
        """Return the lines, ending in a newline; the last one says how to see what is cut."""
        lines = self.lines(terminal)
        if not terminal.full and any(ELLIPSIS in line for line in lines):
            lines += ["", "--exact prints the fractions whole"]
        return wrapped("\n".join([*lines, ""]), terminal.room)

    def json(self) -> str:
        """Return one JSON object on one line."""
        import json

        return json.dumps({"version": JSON_VERSION} | self.data(), default=fraction_text) + "\n"

    def written(self, format: str, terminal: Terminal = FILE) -> str:  # noqa: A002
        """Return the text, the JSON object, or the tables with the title, in one of the `FORMATS`.

        In CSV tables with the same columns are one, and between others is an empty line.  Raises
        `RiskError` where there is no table.
        """
        if format in ("text", "json"):
            return self.json() if format == "json" else self.text(terminal)
        from riskexact.base.grid import Grid

        tables = list(printed_tables(self.items))
        if not tables:
            raise RiskError(f"format must be text or json where there is no table, not {format}")
        if format == "latex":
            return "\n".join(each.latex(self.booktabs) for each in self.grids())
        if format == "csv":
            found: dict[tuple[str, ...], list[list[str]]] = {}
            for table in tables:
                head, *rows = table.records(self.digits or DIGITS, self.fractions, self.parts)
                found.setdefault(tuple(head), []).extend([*row.values()] for row in rows)
            return "\n".join(Grid("", *each).csv() for each in found.items())
        return "\n".join(getattr(each, format)() for each in self.grids())

    def grids(self) -> list[Any]:  # of `Grid`
        """Return the tables as text, in the digits that are asked for."""
        from riskexact.base.grid import Grid

        tables = printed_tables(self.items)
        return [Grid(t.caption or self.title, *t.texts(self.digits, None)) for t in tables]


class Value(Item):
    """A number: one line with its decimal; in JSON `chance_data`.

    - `value`: None where there is none;
    - `name`: the JSON key, "" for text alone; `label`: the words before it, "" for JSON alone;
    - `exact`: the fraction stands on a line of its own, below;
    - `brief`: it needs few digits in text, as an expected value does;
    - `mean`: it is an expected value, in JSON {name: {"mean": …}};
    - `rounding`: of its decimal, `floor` or `ceil` of a bound.
    """

    def __init__(
        self,
        name: str,
        value: Real | None,
        label: str | None = None,
        *,
        exact: bool = False,
        brief: bool = False,
        mean: bool = False,
        rounding: Rounding = round,
    ) -> None:
        self._rounding = rounding
        self.name, self.value = name, value
        self._exact, self._brief, self._mean = exact, brief or mean, mean
        usual = f"expected {name}" if mean else name
        self.label = usual.replace("_", " ") if label is None else label

    def data(self, digits: int) -> dict[str, object]:
        if not self.name:
            return {}
        data = chance_data(self.value, digits, self._rounding)
        return {self.name: {"mean": data} if self._mean else data}

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        value, lines = self.value, []
        if value is None:
            return []
        if self.label:
            digits = digits or (BRIEF_DIGITS if self._brief else None)
            decimal = signed_text(value, digits or DIGITS, self._rounding)
            lines.append(f"{self.label}: {decimal}")
        if self._exact and isinstance(value, Fraction):
            room = terminal.room
            lines.append(f"{BELOW}{shortened(value, room and room - 4)}")
        return lines


class Data(Item):
    """A JSON entry without text; `value` may be a function, called when JSON is asked for."""

    def __init__(self, name: str, value: object) -> None:
        self.name, self.value = name, value

    def data(self, digits: int) -> dict[str, object]:
        return {self.name: self.value() if callable(self.value) else self.value}


class InJson(Item):
    """Items without their text; `items` returns them, called when JSON is asked for."""

    def __init__(self, items: Callable[[], Iterable[Item]]) -> None:
        self._items = items

    def data(self, digits: int) -> dict[str, object]:
        return _joined(item.data(digits) for item in self._items())


class Text(Item):
    """Lines of text that JSON does not have."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        return self._lines


BLANK = Text("")


class Group(Item):
    """Items whose JSON entries are one object of their own."""

    def __init__(self, name: str, *items: Item) -> None:
        self.name, self.items = name, items

    def data(self, digits: int) -> dict[str, object]:
        return {self.name: super().data(digits)}


class Several(Item):
    """Reports of one kind, in text blocks with an empty line between; in JSON a list of objects.

    Without a name JSON does not have them.
    """

    def __init__(self, name: str, reports: Sequence[Report]) -> None:
        self.name, self.reports = name, reports
        self.items = [item for report in reports for item in report.items]

    def data(self, digits: int) -> dict[str, object]:
        return {self.name: [report.data(digits) for report in self.reports]} if self.name else {}

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        return [line for each in self.reports for line in ["", *each.lines(terminal, digits)]][1:]


class Column(NamedTuple):
    """A column of a table: its heading, None in JSON alone; its JSON key, "" in text alone.

    `form` says how cells are shown:

    - "plain": as they are, a number as its decimal, None as nothing;
    - "chance": decimals; in JSON `chance_data`, as an object if there is a key;
    - "brief": the same in few digits; "percent": the same in percent;
    - "fraction": exact fractions, in text alone;
    `show`: a function that returns their text instead, which JSON and CSV do not have.
    """

    heading: str | None
    key: str = ""
    form: str = "plain"
    show: Callable[[Fraction], str] | None = None

    def data(self, cell: object, digits: int) -> dict[str, object]:
        """Return the JSON entries of a cell."""
        is_chance = self.form not in ("plain", "fraction")
        data: Any = chance_data(cell, digits) if is_chance else cell
        if self.key:
            return {self.key: data}
        return data or {} if self.form == "chance" else {}

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the text of a cell, which may have this many characters, or any number (None)."""
        if cell is None:
            return ""
        if not isinstance(cell, Fraction | Certain):
            return str(cell)
        if self.form == "percent":
            return chance_text(cell)
        if self.show and isinstance(cell, Fraction):
            return self.show(cell)
        if self.form == "fraction" and isinstance(cell, Fraction):
            return shortened(cell, room)
        return signed_text(cell, digits or (BRIEF_DIGITS if self.form == "brief" else DIGITS))

    def record(self, cell: object, digits: int, fractions: bool, parts: bool) -> dict[str, str]:
        """Return the CSV entries of a cell: a chance in several columns, others as numbers."""
        name = str(self.heading).replace(" ", "_")
        if self.form == "fraction":
            return {}
        if self.form == "plain" and isinstance(cell, Fraction | Certain):
            return {name: number_text(cell, digits)}
        if self.form == "plain":
            return {name: "" if cell is None else str(cell)}
        before = "" if self.form == "chance" and not self.key else f"{name}_"
        left_out = {*CHANCE_COLUMNS[1:3]} if not parts else set[str]()
        left_out |= {"complement"} if self.form == "brief" else set()
        cells = chance_cells(cell, digits, fractions).items()
        return {before + key: text for key, text in cells if key not in left_out}


class TableItem(Item):
    """A table: in JSON a list of objects, one for each row, or nothing without a name.

    - `columns`: of text as it is where there is only a heading;
    - `rows`: may be a function that returns them, called when they are shown;
    - `caption`: a line above it; `common`: what all rows have, in columns of CSV alone.
    """

    def __init__(
        self,
        name: str,
        columns: Iterable[Column | str],
        rows: Iterable[Sequence[object]] | Callable[[], Iterable[Sequence[object]]],
        caption: str = "",
        common: Mapping[str, object] | None = None,
    ) -> None:
        self.name, self.caption, self.common = name, caption, common or {}
        self._rows = rows if callable(rows) else [*rows]
        self.columns = [Column(each) if isinstance(each, str) else each for each in columns]

    def data(self, digits: int) -> dict[str, object]:
        if not self.name:
            return {}
        rows = (zip(self.columns, row, strict=True) for row in self.rows())
        return {self.name: [_joined(each.data(cell, digits) for each, cell in row) for row in rows]}

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        """Return the rows in aligned columns, headings first; nothing without headings."""
        head, rows = self.texts(digits, terminal.room)
        if not head:
            return []
        last = str.rjust if head[-1].isdecimal() else str.ljust
        lines = columns([head, *rows], last, terminal.room)
        return [self.caption, *lines] if self.caption else lines

    def rows(self) -> Iterable[Sequence[object]]:
        """Return the rows as values."""
        return self._rows() if callable(self._rows) else self._rows

    def texts(
        self, digits: int | None, room: int | None
    ) -> tuple[list[str], list[tuple[str, ...]]]:
        """Return the headings and the rows, whose lines may have this many characters."""
        printed = [(i, each) for i, each in enumerate(self.columns) if each.heading is not None]
        rows = list(self.rows()) if printed else []
        texts = []
        for i, column in printed:
            texts.append([column.text(row[i], digits, room) for row in rows])
            if room is not None:
                room -= max(map(len, [str(column.heading), *texts[-1]])) + 2
        return [str(column.heading) for _, column in printed], list(zip(*texts, strict=True))

    def records(self, digits: int, fractions: bool, parts: bool) -> list[dict[str, str]]:
        """Return the rows of CSV, see `Report` for the last two; first one of the names alone."""
        common = {name: str(value) for name, value in self.common.items()}
        return [
            common
            | _joined(
                column.record(cell, digits, fractions, parts)
                for column, cell in zip(self.columns, row, strict=True)
                if column.heading is not None
            )
            for row in [[None] * len(self.columns), *self.rows()]
        ]


def shortened(value: Fraction, room: int | None) -> str:
    """Return the fraction, or no more than the ends of one that has not enough room.

    >>> shortened(Fraction(1, 3), 3), shortened(Fraction(1, 7**60), 30)
    ('1/3', '1/50...01 (51 digits)')
    """
    text = fraction_text(value)
    if room is None or len(text) <= room:
        return text
    parts = text.split("/")
    digits = f" ({pluralize(max(map(len, parts)), 'digit')})"
    ends = max(1, (room - len(digits) - 1 - 2 * len(ELLIPSIS)) // 4)
    cut = (
        f"{x[:ends]}{ELLIPSIS}{x[-ends:]}" if len(x) > 2 * ends + len(ELLIPSIS) else x
        for x in parts
    )
    return "/".join(cut) + digits


def _joined(entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {key: value for some in entries for key, value in some.items()}


def _without_fractions(data: Any) -> Any:
    if isinstance(data, dict):
        known = {key: _without_fractions(each) for key, each in data.items()}
        return known | {"fraction": None} if "fraction" in known else known
    return [_without_fractions(each) for each in data] if isinstance(data, list) else data


def printed_tables(items: Iterable[Item]) -> Iterator[TableItem]:
    """Yield the tables that have headings, also those inside of other items."""
    for item in items:
        if isinstance(item, TableItem) and any(each.heading is not None for each in item.columns):
            yield item
        yield from printed_tables(item.items)


def nearest_double(value: Real) -> float:
    """Return the finite double that is nearest."""
    try:
        return float(value)
    except OverflowError:
        return MAX_DOUBLE if value > 0 else -MAX_DOUBLE


def exact_cells(value: object) -> list[str]:
    """Return a fraction, its numerator and its denominator; nothing is in them for others."""
    if not isinstance(value, Fraction):
        return ["", "", ""]
    return [fraction_text(value), *map(integer_text, value.as_integer_ratio())]


def chance_cells(value: Any, digits: int = DIGITS, fractions: bool = True) -> dict[str, str]:
    """Return a number as the `CHANCE_COLUMNS`; nothing is in them for None.

    Only a chance has a complement.  Without `fractions` there are none, as under Balanced Blitz.

    >>> [*chance_cells(1 - Fraction(1, 10**30), 3).values()][3:]
    ['0.99999999999999999', '1.00e-30', '1.0']
    """
    if value is None:
        return dict.fromkeys(CHANCE_COLUMNS, "")
    exact = exact_cells(value if fractions else None)
    is_chance = isinstance(value, Certain) or 0 <= value <= 1
    complement = complement_text(value, digits) if is_chance else ""
    shown = [number_text(value, digits), complement, str(nearest_double(value))]
    return dict(zip(CHANCE_COLUMNS, exact + shown, strict=True))


def chance_data(
    value: object, digits: int = DIGITS, rounding: Rounding = round
) -> dict[str, object] | None:
    """Return the JSON form of a number, or of certain digits as text; None for None.

    >>> chance_data(Fraction(5, 12), 3)
    {'fraction': Fraction(5, 12), 'decimal': '0.417', 'double': 0.4166666666666667}
    """
    if value is None:
        return None
    if not isinstance(value, Fraction | Certain):
        text = str(value)
        distance = text.removeprefix("1 - ")
        double = float(text) if distance == text else 1 - float(distance)
        return {"fraction": None, "decimal": text, "double": double}
    text = signed_text(value, digits, rounding)
    if text.startswith("-("):  # no program reads that
        text = number_text(value, digits, rounding)
    exact = value if isinstance(value, Fraction) else None
    return {"fraction": exact, "decimal": text, "double": nearest_double(value)}
