"""`riskexact game`: the whole game on a small board; with `--duel` on two territories."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from riskexact.base.arguments import by_name, number, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.files import write_whole
from riskexact.base.interval import Interval
from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text
from riskexact.base.text import join_words
from riskexact.cli.output import Headline, pasted, printable
from riskexact.cli.parser import Command, Option, echo, names, pairs, refuse
from riskexact.game.answers import Game, TurnDecision
from riskexact.game.duel import Duel, duel
from riskexact.game.stages import step_text
from riskexact.game.tables import MAX_TABLE_BYTES, proved_game, table_of
from riskexact.game.terms import Terms
from riskexact.rules.catalogue import in_words, rules_json
from riskexact.rules.files import bytes_of_file
from riskexact.turn.commands.conquer import POSITION_OPTIONS, asked_units, bounds
from riskexact.turn.geography import map_named
from riskexact.turn.position import Position, garrison_text

REINFORCEMENTS = Option("R", "new armies of every turn (default: 3)", number, 3)

COMMAND = Command(
    "the whole game on a small board, solved: the chance of who moves first, and best play",
    "game line-3 --mine A=1 --enemy B=1,C=1 -r 3",
    "[BOARD] --mine --enemy --duel --table --verify --reinforcements --bonus --digits --exact "
    "--format",
    more="\n         riskexact game --duel 5 5"
    "\n         riskexact game line-3 --table -o line-3.rxg",
    group="Campaigns and maps",
    own={
        "--mine": POSITION_OPTIONS["--mine"],
        "--reinforcements": REINFORCEMENTS,
        "--table": "instead: write certified bounds of all positions of the board to FILE, with -o",
        "BOARD": Option(
            "BOARD", "line-n, ring-n, star-n or complete-n to five territories, or a map file"
        ),
        "--enemy": Option("NAME=ARMIES", "territories of the enemy's", pairs),
        "--bonus": Option("GROUP=N", "new armies for who has all of a group, such as A,B=1", names),
        "--duel": Option(
            ("MINE", "ENEMY"),
            "two territories: armies of who moves first, and of the other",
            number,
        ),
        "--verify": Option("FILE", "instead: prove the bounds of a table by another program"),
    },
)


def run(options: Namespace) -> Report:
    """Return the chance of the player whose turn begins, and what to do; or of a table."""
    for name, report, more in (
        ("verify", _verified, ("duel", "reinforcements", "rules")),
        ("duel", duel_report, ()),
    ):
        if getattr(options, name) is not None:
            if options.board is not None:
                board = short_repr(options.board)
                raise RiskError(f"game must have a board or --{name}, not both, {board}")
            refuse(options, ("mine", "enemy", "bonus", "table", *more), f"without --{name}")
            return report(options)
    if options.table and options.board is not None:
        refuse(options, ("mine", "enemy"), "without --table")
        return _table(options)
    if options.board is None or options.mine is None or options.enemy is None:
        raise RiskError("game must have a board, --mine and --enemy, or --duel")
    game, asked = _asked_game(options)
    (mine, own), (enemy, others) = (
        asked_units(game.board, typed, side)
        for typed, side in ((options.mine, "mine"), (options.enemy, "enemy"))
    )
    if own or others:
        raise RiskError("rules must be those of the whole game, not of a territory")
    position = Position(game.board, mine, enemy, options.rules)
    asked |= {"mine": mine, "enemy": enemy}
    title = f"{_words(game)}\n{garrison_text(mine)} against {garrison_text(enemy)}"
    return Report(title, asked, *_game(game.value(position), game.best(position)))


def _asked_game(options: Namespace) -> tuple[Game, dict[str, object]]:
    world = map_named(options.board)
    bonuses = by_name(_bonuses(options.bonus or []), "bonuses must have each group")
    game = Game(world, options.reinforcements, options.rules, bonuses)
    return game, {"board": options.board} | _data_of(game)


def _data_of(game: Terms) -> dict[str, object]:
    bonus = {"bonus": {",".join(group): n for group, n in game.bonuses.items()}}
    return {
        "reinforcements": game.reinforcements,
        **(bonus if game.bonuses else {}),
        "rules": rules_json(game.rules),
        "armies": game.armies,
    }


def _words(game: Terms) -> str:
    rules = in_words(game.rules)
    return f"the whole game on {game.board.title}, {game.reinforcements} new armies a turn, {rules}"


def _table(options: Namespace) -> Report:
    file, options.output = options.output, None
    if file is None:
        raise RiskError("-o FILE must be given with --table")
    game, asked = _asked_game(options)
    content = table_of(game)
    write_whole(file, content)
    said = f"{printable(file)}: {_about(game)}, {len(content) / 1e6:.1f} MB"
    check = f"riskexact game --verify {pasted(file)} proves them"
    return Report(_words(game), asked | {"table": file}, Text(said, check))


def _about(game: Terms) -> str:
    return f"bounds of {game.positions} positions, to {game.armies} armies in all"


def _verified(options: Namespace) -> Report:
    game = proved_game(bytes_of_file(options.verify, "the table", MAX_TABLE_BYTES))
    asked = {"board": game.board.title} | _data_of(game)
    said = f"{printable(options.verify)}: {_about(game)}, proved"
    return Report(_words(game), asked | {"table": options.verify}, Text(said))


def _bonuses(typed: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the groups, whose names end at the first one with a number."""
    group: list[str] = []
    for part in typed:
        name, equals, count = part.partition("=")
        group.append(name)
        if equals:
            yield tuple(group), number(count, f"bonus of {join_words(group)}", 0)
            group = []
    if group:
        raise RiskError(f"bonus must be GROUP=N, such as A,B=1, not {short_repr(','.join(group))}")


def _value(found: Duel | Interval) -> Iterator[Item]:
    if found.proved:
        yield Headline(found.lower)
        yield BLANK
    yield from bounds("win", found)


def _game(value: Interval, first: TurnDecision) -> Iterator[Item]:
    yield from _value(value)
    what = {"unique": "best", "tied": "equally good", "undecided": "best as far as is known"}
    yield Text("", f"{what[first.kind]}: {' or '.join(map(step_text, first.best))}")
    yield Data("best", [{name: dict(numbers)} for name, numbers in first.best])


def duel_report(options: Namespace) -> Report:
    """Return the value of a duel and the policy that has it."""
    mine, enemy = options.duel
    found = duel(mine, enemy, options.reinforcements, options.rules)
    asked = {"board": "line-2", "reinforcements": found.reinforcements} | echo(options, "rules")
    asked |= {"mine": {"A": mine}, "enemy": {"B": enemy}}
    return Report(found.words(), asked, *_duel(found))


def _duel(found: Duel) -> Iterator[Item]:
    yield from _value(found)
    if found.policy is None:
        yield Text("no policy is proved best for all numbers of armies")
        return
    yield BLANK
    columns = [Column("armies"), Column("enemy"), Column("dice", "dice")]
    columns += [Column(None, key) for key in ("armies", "least", "most")]
    attacks = [run for run in found.policy.runs() if run.dice]
    armies = [*map(str, range(1, len(found.policy.rows))), f"{len(found.policy.rows)} or more"]
    rows = [
        (armies[run.armies - 1], run.against, run.dice, run.armies, run.first, run.last)
        for run in attacks
    ]
    yield TableItem("policy", columns, rows)
