"""Spreadsheets: the tables of a report as a workbook, .xlsx by openpyxl or .ods by odfpy.

A fraction is text, as is its numerator and its denominator: a spreadsheet would read 5/12 as a day
in May, and has 15 digits.  The nearest double is a number, shown in percent; in .xlsx it has 16
digits.
"""

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.report import (
    CHANCE_COLUMNS,
    Report,
    TableItem,
    exact_cells,
    printed_tables,
)
from riskexact.base.text import fraction_text
from riskexact.base.version import VERSION

PERCENT = "0.0000%"
MAX_CELL = 32_767
"""Characters of a cell that spreadsheets take."""

LEAST_WIDTH, MOST_WIDTH = 10, 60
"""Characters of a column that are seen."""

NO_NAME = re.compile(r"[]\[*?:/\\]")
"""What the name of a sheet cannot have."""

CENTIMETRES = 0.2
"""Of a character, about."""


Content = str | int | float
"""Of a cell: a float is shown in percent."""


class Sheet(NamedTuple):
    """A sheet: its name, and its rows, the first of which are the headings."""

    name: str
    rows: Sequence[Sequence[Content]]

    @property
    def widths(self) -> list[int]:
        """The characters that are seen of each column, and some room."""
        texts = (
            [LEAST_WIDTH, *(len(each) for each in column if isinstance(each, str))]
            for column in zip(*self.rows, strict=True)
        )
        return [min(max(lengths), MOST_WIDTH) + 2 for lengths in texts]

    @property
    def has_head(self) -> bool:
        """Whether the first row has headings, which stay in sight."""
        return self.name != "about"


def workbook(report: Report, suffix: str) -> bytes:
    """Return a report as a file, "xlsx" or "ods": a sheet a table, and one about them.

    Raises `RiskError` where there is no table, where the library is missing, and for a fraction
    that is too long for a cell.
    """
    library = {"xlsx": "openpyxl", "ods": "odf"}[suffix]
    require(library, "sheets", "spreadsheets need")
    tables = list(printed_tables(report.items))
    if not tables:
        raise RiskError(f"-o must be .json or text where there is no table, not .{suffix}")
    sheets = []
    for n, each in enumerate(tables, 1):
        name = NO_NAME.split(each.caption)[0] or f"table {n}"
        sheets.append(Sheet(name[:31], list(_rows(each, report.parts))))
    longest = max(len(c) for s in sheets for row in s.rows for c in row if isinstance(c, str))
    if longest > MAX_CELL:
        raise RiskError(f"fractions in a sheet must have at most {MAX_CELL} digits, not {longest}")
    sheets.append(Sheet("about", list(_about(report.title, report.echo))))
    return (_xlsx if suffix == "xlsx" else _ods)(sheets)


def _about(title: str, echo: Mapping[str, object]) -> Iterator[Sequence[Content]]:
    yield "what", title
    for name, value in echo.items():
        yield name, value if isinstance(value, str) else json.dumps(value, default=fraction_text)
    yield "made by", f"riskexact {VERSION}"
    yield "fractions", "exact, as text; numbers beside them are the nearest doubles"


def _rows(table: TableItem, parts: bool) -> Iterator[Sequence[Content]]:
    """Yield the headings and the rows; a chance is a fraction in three columns, and a double.

    One that is in percent has its fraction only with `parts`.
    """
    exact = ("chance", "percent") if parts else ("chance",)
    shown = [
        (place, each)
        for place, each in enumerate(table.columns)
        if each.heading is not None and each.form != "fraction"
    ]
    head: list[Content] = []
    for _, column in shown:
        head += [*(CHANCE_COLUMNS[:3] if column.form in exact else ()), str(column.heading)]
    yield head
    for row in table.rows():
        cells: list[Content] = []
        for place, column in shown:
            value = row[place]
            cells += exact_cells(value) if column.form in exact else []
            if isinstance(value, Fraction | Certain):
                cells.append(float(value))
            else:
                cells.append(value if type(value) is int else "" if value is None else str(value))
        yield cells


def _xlsx(sheets: Sequence[Sheet]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    book.remove(book.active)
    for each in sheets:
        sheet = book.create_sheet(each.name)
        for y, row in enumerate(each.rows, 1):
            for x, value in enumerate(row, 1):
                cell = sheet.cell(y, x, value)
                if isinstance(value, float):
                    cell.number_format = PERCENT
                elif isinstance(value, str):
                    cell.number_format = "@"
                    cell.data_type = "s"  # also of what begins as a formula does
                if y == 1 and each.has_head:
                    cell.font = Font(bold=True)
        sheet.freeze_panes = "A2" if each.has_head else None
        for x, width in enumerate(each.widths, 1):
            sheet.column_dimensions[get_column_letter(x)].width = width
    with io.BytesIO() as file:
        book.save(file)
        return file.getvalue()


def _ods(sheets: Sequence[Sheet]) -> bytes:
    from odf import number, style, table, text
    from odf.opendocument import OpenDocumentSpreadsheet

    def cell(value: Content, is_head: bool) -> Any:
        written = str(value)
        kind: dict[str, Any] = {"valuetype": "float", "value": value}
        if isinstance(value, float):
            written = f"{100 * value:.4f}%"
            kind = {"valuetype": "percentage", "value": value, "stylename": shown}
        elif isinstance(value, str):
            kind = {"valuetype": "string", **({"stylename": bold} if is_head else {})}
        return _filled(table.TableCell(**kind), text.P(text=written))

    book = OpenDocumentSpreadsheet()
    digits = number.Number(decimalplaces=4, minintegerdigits=1)
    percents = _filled(number.PercentageStyle(name="percents"), digits, number.Text(text="%"))
    shown = style.Style(name="percent", family="table-cell", datastylename="percents")
    bold = style.Style(name="bold", family="table-cell")
    bold.addElement(style.TextProperties(fontweight="bold"))
    widths = {}
    for width in sorted({width for each in sheets for width in each.widths}):
        size = style.TableColumnProperties(columnwidth=f"{width * CENTIMETRES:.1f}cm")
        widths[width] = _filled(style.Style(name=f"width{width}", family="table-column"), size)
    _filled(book.automaticstyles, percents, shown, bold, *widths.values())
    for each in sheets:
        columns = [table.TableColumn(stylename=widths[width]) for width in each.widths]
        rows = (
            _filled(table.TableRow(), *(cell(value, each.has_head and not y) for value in row))
            for y, row in enumerate(each.rows)
        )
        _filled(book.spreadsheet, _filled(table.Table(name=each.name), *columns, *rows))
    book.settings.addElement(_frozen([each.name for each in sheets if each.has_head]))
    with io.BytesIO() as file:
        book.write(file)
        return file.getvalue()


def _filled(element: Any, *children: Any) -> Any:
    for child in children:
        element.addElement(child)
    return element


def _frozen(names: Sequence[str]) -> Any:
    """Return the settings by which the first row of these sheets stays in sight."""
    from odf import config

    tables = config.ConfigItemMapNamed(name="Tables")
    for name in names:
        items = (
            config.ConfigItem(name=item, type=kind, text=text)
            for item, kind, text in (
                ("VerticalSplitMode", "short", "2"),
                ("VerticalSplitPosition", "int", "1"),
                ("PositionBottom", "int", "1"),
                ("ActiveSplitRange", "short", "2"),
            )
        )
        tables.addElement(_filled(config.ConfigItemMapEntry(name=name), *items))
    which = config.ConfigItem(name="ViewId", type="string", text="view1")
    views = config.ConfigItemMapIndexed(name="Views")
    views.addElement(_filled(config.ConfigItemMapEntry(), which, tables))
    return _filled(config.ConfigItemSet(name="ooo:view-settings"), views)
