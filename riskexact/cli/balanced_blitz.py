"""`riskexact balanced-blitz`: one battle as the digital game draws it, in certified digits."""

from argparse import Namespace

from riskexact.base.text import DIGITS
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_sides,
    number,
)
from riskexact.cli.output import columns, decimal_json, emit, emit_json
from riskexact.cli.sides import read_sides
from riskexact.questions.balanced_blitz import MOST_DIGITS, VERSION, BalancedBlitz


def add_balanced_blitz(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "balanced-blitz",
        run_balanced_blitz,
        help=f"certified digits of a battle in Balanced Blitz, as of version {VERSION} of the game",
        example="riskexact balanced-blitz 10 10",
    )
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})", str(DIGITS))


def run_balanced_blitz(options: Namespace) -> int:
    """Print the chances of both sides and of each end."""
    sides = read_sides(options, least_attackers=1)
    battle = BalancedBlitz(*sides[:3], number(options.digits, "digits", 1, MOST_DIGITS))
    if options.json:
        emit_json(
            sides.header
            | {
                "balanced_blitz": VERSION,
                "win": decimal_json(battle.win_decimal),
                "lose": decimal_json(battle.lose_decimal),
                "outcomes": [
                    {"attackers": a, "defenders": d, **decimal_json(text)}
                    for (a, d), text in battle.outcome_decimals.items()
                ],
            },
            options.output,
        )
        return 0
    rows = [("attackers left", "defenders left", "probability")]
    rows += [(str(a), str(d), text) for (a, d), text in battle.outcome_decimals.items()]
    lines = [
        f"{sides.title}, Balanced Blitz of version {VERSION}",
        "",
        f"win: {battle.win_decimal}",
        f"lose: {battle.lose_decimal}",
        "",
        *columns(rows),
        "",
    ]
    emit("\n".join(lines), options.output)
    return 0
