"""`riskexact table`: a table of win probabilities."""

from argparse import Namespace
from typing import TYPE_CHECKING, NamedTuple

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.report import Data, Report, TableItem
from riskexact.base.text import (
    DIGITS,
    MAX_DIGITS,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.cli.output import emit, terminal
from riskexact.cli.parser import Command, numbers
from riskexact.questions import tables
from riskexact.rules.catalogue import label, rules_json

if TYPE_CHECKING:
    from riskexact.questions.methods import Method

COMMAND = Command(
    "a table of the exact odds to win",
    "table 10 10",
    "[ROWS] [COLUMNS] --attackers --defenders --armies --format --as --digits:table --method "
    "--blitz",
)

MAX_BLITZ_DIGITS_IN_TABLE = 5000
"""Digits of a table of Balanced Blitz: some more are needed to round percentages."""


def run(options: Namespace) -> int:
    """Print or write the table."""
    if options.json and options.format not in (None, "json"):
        raise RiskError(f"format must be json with --json, not {shown(options.format)}")
    format_ = "json" if options.json else options.format or "text"
    look, (rows, columns) = _look(options, format_), asked_ranges(options)
    method: Method = options.method or "auto"
    if options.blitz and method != "auto":
        raise RiskError(f"method must be auto with --blitz, not {shown(method)}")
    table = tables.win_table(rows, columns, options.rules, method, options.blitz)
    report = table_report(table, look)
    screen = terminal(options)
    emit(report.tables(format_, screen and screen.width), options.output)
    return 0


def _look(options: Namespace, format_: str) -> "Look":
    """Return how the table is printed."""
    in_json = "decimal" if options.blitz else "fraction"
    style, digits = options.style, options.digits
    if format_ == "json" and style not in (None, in_json):
        raise RiskError(f"as must be {in_json} in JSON, not {shown(style)}")
    if style == "fraction" and options.blitz:
        raise RiskError("as must be decimal or percent with --blitz, not 'fraction'")
    if style is None and format_ in ("csv", "json"):
        exact = not options.blitz and (digits is None or format_ == "json")
        style = "fraction" if exact else "decimal"
    style = style or "percent"
    if digits is None:
        digits = 1 if style == "percent" else DIGITS
    most = MAX_BLITZ_DIGITS_IN_TABLE if options.blitz else MAX_DIGITS
    digits = whole(digits, "digits", 0 if style == "percent" else 1, most)
    return Look(style, digits, options.armies, format_ == "csv")


def asked_ranges(options: Namespace) -> tuple[range, range]:
    """Return the numbers of attackers free to fight and of defenders."""
    first, side = 1 + options.armies, "armies" if options.armies else "attackers"
    rows, columns = options.attackers, options.defenders
    if getattr(options, "rows", None) is not None:
        for name in ("attackers", "defenders"):
            if getattr(options, name) is not None:
                raise RiskError(f"{name} must be given once, not twice")
        rows = numbers(_up_to(options.rows, first), side)
        columns = numbers(_up_to(options.columns or options.rows, 1), "defenders")
    rows, columns = rows or range(1, 11), columns or range(1, 11)
    whole(rows.start, side, int(options.armies))
    return range(rows.start - options.armies, rows.stop - options.armies), columns


def _up_to(text: str, first: int) -> str:
    """Return a range as the options take it: from the first number on, if there is only a last."""
    below = map(str, range(first))
    return f"{first}..{text}" if text.isdecimal() and text not in below else text


class Look(NamedTuple):
    """How a table is printed: its style, the digits of it, and whether armies are counted.

    In `csv` the first heading is always "attackers", which programs look for, and every cell is a
    number, where else ">99.9" is not said to be certain.
    """

    style: str
    digits: int
    armies: bool = False
    csv: bool = False


def table_report(table: tables.Table, look: Look) -> Report:
    """Return a table of odds.

    >>> report = table_report(tables.win_table([1, 2], [1]), Look("percent", 0, csv=True))
    >>> print(report.tables("csv"), end="")
    attackers,1
    1,42
    2,75
    """
    percent = percent_text if look.csv else bounded_percent_text
    text, wins = {
        "fraction": (fraction_text, "exact"),
        "decimal": (
            lambda cell: decimal_text(cell, look.digits),
            f"to {look.digits} significant digits",
        ),
        "percent": (lambda cell: percent(cell, look.digits), "in percent"),
    }[look.style]
    side, who = "attackers", "attackers free to fight"
    if look.armies:
        side, who = "armies", "armies, one of which stays behind"
    numbers = [a + look.armies for a in table.attackers]
    names = ["attackers" if look.csv else side, *map(str, table.defenders)]
    rows = ([a, *map(text, row)] for a, row in zip(numbers, table.cells, strict=True))
    asked: dict[str, object] = {"rules": rules_json(table.rules), "armies": look.armies}
    asked |= {"attackers": numbers, "defenders": [*table.defenders]}
    how, cells = "", Data("cells", table.cells)
    if table.blitz:
        asked["balanced_blitz"], how = table.blitz.name, f", {table.blitz.words}"
        cells = Data("cells", lambda: [[*map(text, row)] for row in table.cells])
    return Report(
        f"Chance that the attacker wins, {wins}; rules: {label(table.rules)}{how}; rows: {who}; "
        "columns: defenders",
        asked,
        cells,
        TableItem("", names, rows),
    )
