"""`riskexact table`: a table of win probabilities."""

from argparse import Namespace

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.text import MOST_DIGITS
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_command,
    add_digits,
    add_method,
    chosen_rules,
    number,
    numbers,
)
from riskexact.cli.output import emit
from riskexact.questions.tables import win_table
from riskexact.questions.tables.formats import FORMATS, STYLES, check_style, render


def add_table(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "table",
        run_table,
        help="a table of the exact odds to win",
        example="riskexact table --attackers 1..10 --defenders 1..10 --as percent",
    )
    add_ranges(parser, "1..10")
    parser.add_argument("--format", metavar="F", help=f"{', '.join(FORMATS)} (default: text)")
    parser.add_argument(
        "--as",
        dest="style",
        metavar="STYLE",
        help=f"{', '.join(STYLES)} (default: fraction, or decimal where --digits is given)",
    )
    add_digits(parser, "significant digits of decimals (10), or digits after the point (1)")
    add_method(parser)


def add_ranges(parser: Parser, default: str) -> None:
    """Add the numbers of attackers and of defenders."""
    for side in ("attackers", "defenders"):
        parser.add_argument(
            f"--{side}", metavar="RANGE", default=default, help=f"N or LO..HI (default: {default})"
        )
    add_armies(parser, "the numbers of attackers count")


def read_ranges(options: Namespace) -> tuple[range, range]:
    """Return the attackers free to fight and the defenders that were typed."""
    side = "armies" if options.armies else "attackers"
    rows = numbers(options.attackers, side, int(options.armies))
    attackers = range(rows.start - options.armies, rows.stop - options.armies)
    return attackers, numbers(options.defenders, "defenders")


def run_table(options: Namespace) -> int:
    """Print or write the table."""
    rules = chosen_rules(options)
    if options.json and options.format not in (None, "json"):
        raise RiskError(f"format must be json with --json, not {options.format!r}")
    format_ = "json" if options.json else options.format or "text"
    if format_ == "json" and (options.style or "fraction") != "fraction":
        raise RiskError(f"as must be fraction in JSON, not {shown(options.style)}")
    if options.style is not None:
        check_style(options.style, "as")
    style = options.style or ("fraction" if options.digits is None else "decimal")
    least = 0 if style == "percent" else 1
    typed = options.digits
    digits = None if typed is None else number(typed, "digits", least, MOST_DIGITS)
    table = win_table(*read_ranges(options), rules, options.method)
    emit(render(table, format_, style, digits, options.armies), options.output)
    return 0
