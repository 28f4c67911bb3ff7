"""`riskexact balanced-blitz`, and the commands with `--blitz`: as the digital game draws battles.

Certain digits stand where a command has fractions, and `balanced_blitz`, the version, in its JSON.
"""

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

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
from riskexact.base.text import DIGITS, chance_text, counted
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
from riskexact.questions.balanced_blitz import (
    MAX_BLITZ_DIGITS,
    BalancedBlitz,
    blitz_table,
    bounds,
)
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3

IN_JSON: dict[str, object] = {"balanced_blitz": BLITZ_3_3.name}
"""The version, as JSON has it."""

IN_WORDS = f", Balanced Blitz of version {BLITZ_3_3.name}"

SPARE_DIGITS = 10
"""Digits beyond those of a percentage that is rounded from certain digits."""


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
    return Report(title, echo, *_chances(battle), BLANK, _outcomes(battle))


def run_odds(options: Namespace) -> Report:
    """Return the chances of both sides."""
    battle, title, echo = _read_battle(options)
    return Report(title, echo, *_chances(battle))


def run_outcomes(options: Namespace) -> Report:
    """Return the chance of each outcome that is left."""
    battle, title, echo = _read_battle(options)
    return Report(title, echo, _outcomes(battle))


def run_luck(options: Namespace) -> Report:
    """Return how likely an outcome at least as bad, and at least as good, was."""
    battle, title, echo = _read_battle(options)
    typed, d = (number(text, "left") for text in options.left)
    a, left = free_attackers(typed, options.armies)
    title += f": {left} and {counted(d, 'defender')} left"
    echo["left"] = {"attackers": typed, "defenders": d}
    luck = battle.luck(a, d)
    bad, good = (chance_text(about(text)) for text in luck)
    words = f"{bad} of such battles end at least this badly for you, {good} at least this well"
    chances = (Value(name, text) for name, text in luck._asdict().items())
    return Report(title, echo, Text(words, ""), *chances)


def _read_battle(options: Namespace) -> tuple[BalancedBlitz, str, dict[str, object]]:
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
    battle = BalancedBlitz(a, d, rules, blitz_digits(options), retreat_at=staying)
    return battle, title, echo | IN_JSON


def _chances(battle: BalancedBlitz) -> Iterator[Item]:
    """Yield the chances of both sides."""
    stop = battle.stop_decimal
    yield Headline(battle.win_decimal, about(stop))
    yield Value("win", battle.win_decimal)
    yield Value("lose", battle.lose_decimal)
    if battle.retreat_at:
        yield Value("stopped", stop)


def _outcomes(battle: BalancedBlitz) -> TableItem:
    columns = [
        Column("attackers left", "attackers"),
        Column("defenders left", "defenders"),
        Chance("probability"),
    ]
    rows = [(*left, p) for left, p in battle.outcome_decimals.items()]
    return TableItem("outcomes", columns, rows)


def table_cells(
    rows: Sequence[int], columns: Sequence[int], rules: Rules, digits: int
) -> list[list[str]]:
    """Return the digits of a table, a list for each row."""
    table = blitz_table(rows, columns, rules, digits)
    return [[table[a, d] for d in columns] for a in rows]


def percent_cells(
    rows: Sequence[int],
    columns: Sequence[int],
    rules: Rules,
    digits: int,
    percent: Callable[[Fraction], str],
) -> list[list[str]]:
    """Return the percentages of a table to this many digits after the point, all certain.

    >>> from riskexact.base.text import percent_text
    >>> percent_cells(range(9, 11), range(10, 12), Rules(), 1, percent_text)
    [['46.7', '33.9'], ['60.9', '49.0']]
    """

    def certain(a: int, d: int, cell: str, known: int) -> str:
        low, high = map(percent, bounds(cell))
        if low == high:
            return low
        return certain(a, d, BalancedBlitz(a, d, rules, 2 * known).win_decimal, 2 * known)

    known = digits + 2 + SPARE_DIGITS
    cells = table_cells(rows, columns, rules, known)
    return [
        [certain(a, d, cell, known) for d, cell in zip(columns, row, strict=True)]
        for a, row in zip(rows, cells, strict=True)
    ]
