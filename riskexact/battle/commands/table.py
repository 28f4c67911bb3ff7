"""`riskexact table`: a table of win probabilities."""

from argparse import Namespace
from collections.abc import Iterable
from functools import partial

from riskexact.base.arguments import number, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.files import write_whole
from riskexact.base.report import FORMAT_WORDS, Report
from riskexact.base.text import DIGITS, MAX_DIGITS
from riskexact.battle.commands.odds import METHOD_OPTION
from riskexact.battle.methods import Method
from riskexact.battle.needed import attackers_needed
from riskexact.battle.tables import checked_line, win_table, written
from riskexact.cli.output import SHEETS, emit
from riskexact.cli.parser import Command, Option, numbers, percent, refuse

COMMAND = Command(
    "a table of the exact odds to win",
    "table 10 10",
    "[ROWS] [COLUMNS] --attackers --defenders --armies --format --as --digits "
    "--parts --booktabs --doubles --chance --method --blitz",
    group="Tables and pictures",
    own=METHOD_OPTION
    | {
        "--parts": "of CSV and spreadsheets: a row for each battle, with the numerator and the "
        "denominator",
        "--doubles": "instead: the nearest doubles, in an array of numpy, -o FILE.npy",
        "ROWS": Option("ATTACKERS", "1..N rows, or LO..HI; as --attackers"),
        "COLUMNS": Option("DEFENDERS", "1..N columns, or LO..HI; as --defenders"),
        "--attackers": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
        "--defenders": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
        "--format": Option(
            "F",
            "(default: by the suffix of FILE, else text); bfile: the numerators of the odds as a "
            "sequence of the OEIS",
            choices=(*FORMAT_WORDS, "bfile"),
        ),
        "--chance": Option(
            "C",
            "with --format bfile: instead the fewest attackers with this chance, for 1..N "
            "defenders",
            percent,
        ),
        "--as": Option(
            "STYLE",
            "(default: percent; as CSV fraction, or decimal with --digits)",
            choices=("fraction", "decimal", "percent"),
            dest="style",
        ),
        "--digits": Option(
            "N",
            f"significant digits of decimals (default: {DIGITS}), or digits of percentages "
            f"after the point (default: 1)",
            partial(number, least=0, most=MAX_DIGITS),
        ),
    },
)

MAX_BLITZ_DIGITS_IN_TABLE = 5000
"""Digits of a table of Balanced Blitz: some more are needed to round percentages."""


def run(options: Namespace) -> Report | int:
    """Return the table, or write its doubles or a b-file."""
    _check_doubles(options)
    look, (rows, columns) = _look(options), asked_ranges(options)
    if options.format == "bfile":
        emit(written.bfile(_terms(options, rows, columns)), options.output)
        return 0
    refuse(options, ("chance",), "with --format bfile")
    method: Method = options.method or "auto"
    if options.blitz and method != "auto":
        raise RiskError(f"method must be auto with --blitz, not {short_repr(method)}")
    table = win_table(rows, columns, options.rules, method, options.blitz)
    if options.doubles:
        write_whole(options.output, written.npy_bytes(table))
        return 0
    if options.parts:
        return written.long_report(table, look)
    if options.format in SHEETS:
        return written.sheets_report(table, look)
    return written.table_report(table, look)


def _check_doubles(options: Namespace) -> None:
    """Raise `RiskError` unless doubles, and nothing else, are asked for in a file."""
    if options.doubles and not options.output:
        raise RiskError("-o FILE.npy must be given with --doubles")
    if options.doubles and (options.json or {"format", "style", "digits"} & options.given):
        raise RiskError("--doubles must be without --format, --json, --as and --digits")


def _terms(options: Namespace, rows: range, columns: range) -> Iterable[int]:
    if options.blitz or {"style", "digits"} & options.given:
        raise RiskError("--format bfile must be without --as, --digits and --blitz")
    asked = options.chance is not None
    if columns.start != 1 or not (asked or rows == columns):
        sides = " against ".join(f"{each.start}..{each.stop - 1}" for each in (rows, columns))
        what = "defenders" if asked else "attackers free to fight against 1..N defenders"
        raise RiskError(f"a b-file must be of 1..N {what}, not {sides}")
    if asked:
        refuse(options, ("method", "attackers"), "without --chance")
        if options.columns is not None:
            raise RiskError(f"ROWS must be left out with --chance, not {short_repr(options.rows)}")
        units = int(options.armies)
        line = checked_line(columns, "defenders")
        return (attackers_needed(d, options.chance, options.rules) + units for d in line)
    return written.numerators(win_table(rows, columns, options.rules, options.method or "auto"))


def _look(options: Namespace) -> written.Look:
    format_ = options.format
    usual, style, digits = written.usual_look(format_, options.blitz), options.style, options.digits
    if options.parts and style:
        raise RiskError("--parts must be without --as, as it writes every form")
    if format_ == "json" and style not in (None, usual.style):
        raise RiskError(f"as must be {usual.style} in JSON, not {short_repr(style)}")
    if style == "fraction" and options.blitz:
        raise RiskError("as must be decimal or percent with --blitz, not 'fraction'")
    style = style or ("decimal" if digits is not None and usual.csv else usual.style)
    if digits is None:
        digits = 1 if style == "percent" else DIGITS
    most = MAX_BLITZ_DIGITS_IN_TABLE if options.blitz else MAX_DIGITS
    digits = whole(digits, "digits", 0 if style == "percent" else 1, most)
    return written.Look(style, digits, options.armies, format_ == "csv")


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
