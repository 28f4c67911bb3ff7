"""`riskexact balanced-blitz`, and the commands with `--blitz`: as the digital game draws battles.

Certain digits stand where a command has fractions, and `balanced_blitz`, the version, in its JSON.
"""

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from riskexact.base.arguments import number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Chance,
    Column,
    Headline,
    Item,
    Report,
    TableItem,
    Text,
    Value,
    about,
)
from riskexact.base.text import DIGITS, chance_text, counted, decimal_text
from riskexact.cli.options import (
    STOPS,
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_sides,
    echo_sides,
    free_attackers,
    read_sides,
    refuse,
)
from riskexact.questions.battle import Battle
from riskexact.questions.blitz import MAX_BLITZ_DIGITS
from riskexact.questions.tables import win_table
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3

IN_JSON: dict[str, object] = {"balanced_blitz": BLITZ_3_3.name}
"""The version, as JSON has it."""

IN_WORDS = f", Balanced Blitz of version {BLITZ_3_3.name}"


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
    add_digits(parser)


def blitz_digits(options: Namespace) -> int:
    """Return the number of significant digits, or the default."""
    if options.digits is None:
        return DIGITS
    return number(options.digits, "digits", 1, MAX_BLITZ_DIGITS)


def run_balanced_blitz(options: Namespace) -> Report:
    """Return the chances of both sides and of each outcome."""
    battle, title, echo = _read_battle(options)
    digits = blitz_digits(options)
    return Report(title, echo, *_chances(battle, digits), BLANK, _outcomes(battle, digits))


def run_odds(options: Namespace) -> Report:
    """Return the chances of both sides."""
    battle, title, echo = _read_battle(options)
    return Report(title, echo, *_chances(battle, blitz_digits(options)))


def run_outcomes(options: Namespace) -> Report:
    """Return the chance of each outcome that is left."""
    battle, title, echo = _read_battle(options)
    return Report(title, echo, _outcomes(battle, blitz_digits(options)))


def run_luck(options: Namespace) -> Report:
    """Return how likely an outcome at least as bad, and at least as good, was."""
    battle, title, echo = _read_battle(options)
    typed, d = (number(text, "left") for text in options.left)
    a, left = free_attackers(typed, options.armies)
    title += f": {left} and {counted(d, 'defender')} left"
    echo["left"] = {"attackers": typed, "defenders": d}
    luck = battle.luck(a, d)
    bad, good = map(chance_text, luck)
    words = f"{bad} of such battles end at least this badly for you, {good} at least this well"
    digits = blitz_digits(options)
    chances = (Value(name, decimal_text(p, digits)) for name, p in luck._asdict().items())
    return Report(title, echo, Text(words, ""), *chances)


def _read_battle(options: Namespace) -> tuple[Battle, str, dict[str, object]]:
    """Return the battle, its title, and its echo in JSON."""
    a, d, rules = read_sides(options)
    title, echo = echo_sides(a, d, rules, options.armies)
    staying, retreat_at = 0, getattr(options, "retreat_at", None)
    if hasattr(options, "method"):
        refuse(options, [name for name in STOPS if name != "retreat_at"], "without --blitz")
        if options.method != "auto":
            raise RiskError(f"method must be auto with --blitz, not {shown(options.method)}")
    title += IN_WORDS
    if retreat_at is not None:
        echo["retreat_at"] = typed = number(retreat_at, "retreat-at")
        staying, left = free_attackers(typed, options.armies)
        title += f", {left} kept out of it"
    battle = Battle(a, d, rules, blitz=True, stop_until=staying)
    return battle, title, echo | IN_JSON


def _chances(battle: Battle, digits: int) -> Iterator[Item]:
    """Yield the chances of both sides."""
    yield Headline(battle.win_probability, about(battle.stop_probability))
    yield Value("win", decimal_text(battle.win_probability, digits))
    yield Value("lose", decimal_text(battle.lose_probability, digits))
    if battle.stop_until:
        yield Value("stopped", decimal_text(battle.stop_probability, digits))


def _outcomes(battle: Battle, digits: int) -> TableItem:
    columns = [
        Column("attackers left", "attackers"),
        Column("defenders left", "defenders"),
        Chance("probability"),
    ]
    rows = [(*left, decimal_text(p, digits)) for left, p in battle.outcomes.items()]
    return TableItem("outcomes", columns, rows)


def table_cells(
    rows: Sequence[int], columns: Sequence[int], rules: Rules, text: Callable[[Any], str]
) -> list[list[str]]:
    """Return the texts of a table, a list for each row.

    >>> from riskexact.base.text import percent_text
    >>> table_cells(range(9, 11), range(10, 12), Rules(), percent_text)
    [['46.7', '33.9'], ['60.9', '49.0']]
    """
    return [[*map(text, row)] for row in win_table(rows, columns, rules, blitz=True).cells]
