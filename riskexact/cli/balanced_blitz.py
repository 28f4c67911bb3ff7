"""`riskexact balanced-blitz`: one battle as the digital game draws it, in certain digits."""

from argparse import Namespace

from riskexact.base.arguments import number
from riskexact.base.report import BLANK, Chance, Column, Headline, Report, TableItem, Value
from riskexact.base.text import DIGITS
from riskexact.cli.battle import echo_sides
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_sides,
    read_sides,
)
from riskexact.questions.balanced_blitz import MAX_BLITZ_DIGITS, BalancedBlitz
from riskexact.rules.blitz import BLITZ_3_3


def add_balanced_blitz(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "balanced-blitz",
        run_balanced_blitz,
        help=f"certain digits of a battle in Balanced Blitz, version {BLITZ_3_3.name} of the game",
        example="riskexact balanced-blitz 10 10",
    )
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})", str(DIGITS))


def run_balanced_blitz(options: Namespace) -> Report:
    """Return the chances of both sides and of each outcome."""
    sides = read_sides(options, least=1)
    battle = BalancedBlitz(*sides, number(options.digits, "digits", 1, MAX_BLITZ_DIGITS))
    title, echo = echo_sides(*sides, options.armies)
    columns = [
        Column("attackers left", "attackers"),
        Column("defenders left", "defenders"),
        Chance("probability"),
    ]
    return Report(
        f"{title}, Balanced Blitz of version {BLITZ_3_3.name}",
        echo | {"balanced_blitz": BLITZ_3_3.name},
        Headline(battle.win_decimal),
        Value("win", battle.win_decimal),
        Value("lose", battle.lose_decimal),
        BLANK,
        TableItem("outcomes", columns, [(*left, p) for left, p in battle.outcome_decimals.items()]),
    )
