"""`riskexact table`: a table of win probabilities."""

from argparse import Namespace
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from riskexact.base.arguments import number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import FORMATS, Column, Report, TableItem
from riskexact.base.text import (
    DIGITS,
    MAX_DIGITS,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_blitz,
    add_command,
    add_digits,
    add_method,
    numbers,
    one_of,
)
from riskexact.cli.output import emit
from riskexact.questions import tables
from riskexact.rules import Rules
from riskexact.rules.catalogue import label, rules_json, rules_named

STYLES = ("fraction", "decimal", "percent")

MAX_BLITZ_TABLE_DIGITS = 5000
"""Digits of a table of Balanced Blitz: some more are needed to round percentages."""


def add_table(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "table",
        run_table,
        help="a table of the exact odds to win",
        example="riskexact table 10 10",
    )
    for name, metavar in (("rows", "ATTACKERS"), ("columns", "DEFENDERS")):
        parser.add_argument(
            name, nargs="?", metavar=metavar, help=f"1..N {name}, or LO..HI; as --{metavar.lower()}"
        )
    add_ranges(parser, "1..10")
    parser.add_argument("--format", metavar="F", help=f"{', '.join(FORMATS)} (default: text)")
    parser.add_argument(
        "--as",
        dest="style",
        metavar="STYLE",
        help=f"{', '.join(STYLES)} (default: percent; as CSV fraction, or decimal with --digits)",
    )
    add_digits(
        parser,
        f"significant digits of decimals (default: {DIGITS}), or digits of percentages after the "
        "point (default: 1)",
    )
    add_method(parser)
    add_blitz(parser)


def add_ranges(parser: Parser, default: str) -> None:
    """Add the numbers of attackers and of defenders."""
    for side in ("attackers", "defenders"):
        parser.add_argument(
            f"--{side}", metavar="RANGE", default=default, help=f"N or LO..HI (default: {default})"
        )
    add_armies(parser, "the numbers of attackers count")


def read_ranges(options: Namespace) -> tuple[range, range]:
    """Return the numbers of attackers free to fight and of defenders."""
    side = "armies" if options.armies else "attackers"
    rows = numbers(options.attackers, side, int(options.armies))
    attackers = range(rows.start - options.armies, rows.stop - options.armies)
    return attackers, numbers(options.defenders, "defenders")


def run_table(options: Namespace) -> int:
    """Print or write the table."""
    rules = rules_named(options.rules)
    if options.json and options.format not in (None, "json"):
        raise RiskError(f"format must be json with --json, not {shown(options.format)}")
    format_ = "json" if options.json else one_of(options.format, FORMATS, "format", "text")
    in_json = "decimal" if options.blitz else "fraction"
    if format_ == "json" and options.style not in (None, in_json):
        raise RiskError(f"as must be {in_json} in JSON, not {shown(options.style)}")
    if options.blitz and options.method != "auto":
        raise RiskError(f"method must be auto with --blitz, not {shown(options.method)}")
    usual = "percent"
    if format_ in ("csv", "json"):
        exact = not options.blitz and (options.digits is None or format_ == "json")
        usual = "fraction" if exact else "decimal"
    style = one_of(options.style, STYLES[options.blitz :], "as", usual)
    least = 0 if style == "percent" else 1
    digits = 1 if style == "percent" else DIGITS
    if options.digits is not None:
        most = MAX_BLITZ_TABLE_DIGITS if options.blitz else MAX_DIGITS
        digits = number(options.digits, "digits", least, most)
    _take_positionals(options)
    ranges, look = read_ranges(options), Look(style, digits, options.armies, format_ == "csv")
    if options.blitz:
        report = blitz_table_report(*ranges, rules, look)
    else:
        report = table_report(tables.win_table(*ranges, rules, options.method), look)
    emit(report.tables(format_), options.output)
    return 0


def _take_positionals(options: Namespace) -> None:
    """Take the ranges that are given without the name of an option."""
    if options.rows is None:
        return
    twice = {"attackers", "defenders"} & getattr(options, "given", set())
    if twice:
        raise RiskError(f"{min(twice)} must be given once, not twice")
    rows, columns = options.rows, options.columns or options.rows
    first = 1 + options.armies
    options.attackers, options.defenders = _up_to(rows, first), _up_to(columns, 1)


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

    def percent(self, cell: Fraction) -> str:
        """Return the percentage of a cell."""
        return (percent_text if self.csv else bounded_percent_text)(cell, self.digits)


def table_report(table: tables.Table, look: Look) -> Report:
    """Return a table of odds.

    >>> report = table_report(tables.win_table([1, 2], [1]), Look("percent", 0, csv=True))
    >>> print(report.tables("csv"), end="")
    attackers,1
    1,42
    2,75
    """
    text = {
        "fraction": fraction_text,
        "decimal": lambda cell: decimal_text(cell, look.digits),
        "percent": look.percent,
    }[look.style]
    texts = ([*map(text, cells)] for cells in table.cells)
    data: dict[str, object] = {"cells": table.cells}
    return _report(table.attackers, table.defenders, table.rules, texts, look, data)


def blitz_table_report(
    attackers: Sequence[int], defenders: Sequence[int], rules: Rules, look: Look
) -> Report:
    """Return a table of Balanced Blitz, in decimals or percent.

    >>> report = blitz_table_report([3], [2, 9], Rules(), Look("percent", 2, csv=True))
    >>> print(report.tables("csv"), end="")
    attackers,2,9
    3,74.78,0.00
    """
    from riskexact.cli.balanced_blitz import IN_JSON, IN_WORDS, table_cells

    def decimal(cell: Fraction) -> str:
        return decimal_text(cell, look.digits)

    text = look.percent if look.style == "percent" else decimal
    cells = table_cells(attackers, defenders, rules, text)
    data = IN_JSON | {"cells": cells}
    return _report(attackers, defenders, rules, cells, look, data, IN_WORDS)


def _report(
    attackers: Sequence[int],
    defenders: Sequence[int],
    rules: Rules,
    cells: Iterable[Sequence[str]],
    look: Look,
    data: dict[str, object],
    how: str = "",
) -> Report:
    """Return the table of these cells; `data` comes after the numbers in JSON."""
    wins = {
        "fraction": "exact",
        "decimal": f"to {look.digits} significant digits",
        "percent": "in percent",
    }[look.style]
    side, who = (
        ("armies", "armies, one of which stays behind")
        if look.armies
        else ("attackers", "attackers free to fight")
    )
    numbers = [a + look.armies for a in attackers]
    columns = [Column("attackers" if look.csv else side), *(Column(str(d)) for d in defenders)]
    echo: dict[str, object] = {"rules": rules_json(rules), "armies": look.armies}
    echo |= {"attackers": numbers, "defenders": [*defenders]}
    return Report(
        f"Chance that the attacker wins, {wins}; rules: {label(rules)}{how}; rows: {who}; "
        "columns: defenders",
        echo | data,
        TableItem("", columns, ([a, *row] for a, row in zip(numbers, cells, strict=True))),
    )
