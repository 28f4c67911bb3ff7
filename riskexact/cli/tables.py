"""`riskexact table`: a table of win probabilities."""

from argparse import Namespace

from riskexact.base.arguments import number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import FORMATS, Column, Report, TableItem
from riskexact.base.text import (
    DIGITS,
    MOST_DIGITS,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_command,
    add_digits,
    add_method,
    numbers,
    one_of,
)
from riskexact.cli.output import emit
from riskexact.questions import tables
from riskexact.rules.catalogue import label, rules_json, rules_named

STYLES = ("fraction", "decimal", "percent")


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
    if format_ == "json" and options.style not in (None, "fraction"):
        raise RiskError(f"as must be fraction in JSON, not {shown(options.style)}")
    usual = "percent"
    if format_ in ("csv", "json"):
        usual = "fraction" if options.digits is None or format_ == "json" else "decimal"
    style = one_of(options.style, STYLES, "as", usual)
    least = 0 if style == "percent" else 1
    digits = 1 if style == "percent" else DIGITS
    if options.digits is not None:
        digits = number(options.digits, "digits", least, MOST_DIGITS)
    _take_positionals(options)
    table = tables.win_table(*read_ranges(options), rules, options.method)
    report = table_report(table, style, digits, options.armies, csv=format_ == "csv")
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


def table_report(
    table: tables.Table, style: str, digits: int, armies: bool = False, csv: bool = False
) -> Report:
    """Return a table of odds, its cells as `style` says.

    In `csv` the first heading is always "attackers", which programs look for, and every cell is a
    number, where else ">99.9" is not said to be certain.

    >>> report = table_report(tables.win_table([1, 2], [1]), "percent", 0, csv=True)
    >>> print(report.tables("csv"), end="")
    attackers,1
    1,42
    2,75
    """
    percent = percent_text if csv else bounded_percent_text
    wins, text = {
        "fraction": ("exact", fraction_text),
        "decimal": (f"to {digits} significant digits", lambda cell: decimal_text(cell, digits)),
        "percent": ("in percent", lambda cell: percent(cell, digits)),
    }[style]
    side, who = (
        ("armies", "armies, one of which stays behind")
        if armies
        else ("attackers", "attackers free to fight")
    )
    numbers = [a + armies for a in table.attackers]
    columns = [Column("attackers" if csv else side), *(Column(str(d)) for d in table.defenders)]
    rows = zip(numbers, table.cells, strict=True)
    return Report(
        f"Chance that the attacker wins, {wins}; rules: {label(table.rules)}; rows: {who}; "
        "columns: defenders",
        {
            "rules": rules_json(table.rules),
            "armies": armies,
            "attackers": numbers,
            "defenders": table.defenders,
            "cells": table.cells,
        },
        TableItem("", columns, lambda: ([a, *map(text, cells)] for a, cells in rows)),
    )
