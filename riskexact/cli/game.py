"""`riskexact game`: the whole game on a small board; with `--duel` on two territories."""

from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Value
from riskexact.boards.game.bellman import DuelPolicy
from riskexact.boards.game.duel import Duel, duel
from riskexact.cli.output import Headline
from riskexact.cli.parser import Command, echo

COMMAND = Command(
    "the whole game on a small board, solved: the chance of who moves first, and best play",
    "game --duel 5 5 -r 3",
    "--duel --reinforcements --digits --exact --format",
)


def run(options: Namespace) -> Report:
    """Return the chance of the player whose turn begins, and what to do."""
    if options.duel is None:
        raise RiskError("game must have --duel and two numbers of armies")
    return duel_report(options)


def duel_report(options: Namespace) -> Report:
    """Return the value of a duel and the policy that has it."""
    mine, enemy = options.duel
    found = duel(mine, enemy, options.reinforcements, options.rules)
    asked = {"board": "line-2", "reinforcements": found.reinforcements} | echo(options, "rules")
    asked |= {"mine": {"A": mine}, "enemy": {"B": enemy}}
    return Report(found.words(), asked, *_duel(found))


def _duel(found: Duel) -> Iterator[Item]:
    yield Headline(found.lower)
    yield BLANK
    yield Value("win", found.lower, exact=True)
    yield Value("at_most", found.upper, "")
    yield Data("proved", found.proved)
    yield BLANK
    columns = [Column("armies"), Column("enemy"), Column("dice", "dice")]
    columns += [Column(None, key) for key in ("armies", "least", "most")]
    yield TableItem("policy", columns, list(_attacks(found.policy)))


def _attacks(policy: DuelPolicy) -> Iterator[tuple[str, str, int, int, int, int | None]]:
    """Yield the attacks of the policy, in words and in numbers; the last row holds for any more."""
    for armies, row in enumerate(policy.rows, 1):
        mine = f"{armies} or more" if armies == len(policy.rows) else f"{armies}"
        for dice, same in groupby(enumerate(row, 1), itemgetter(1)):
            enemies = [enemy for enemy, _ in same]
            least, last = enemies[0], enemies[-1]
            most = None if last == len(row) else last
            theirs = f"{least} or more" if most is None else f"{least} to {most}"
            if dice:
                yield mine, f"{least}" if least == most else theirs, dice, armies, least, most
