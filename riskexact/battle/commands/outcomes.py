"""`riskexact outcomes`: who is left after a battle, or how many rounds it takes."""

from argparse import Namespace
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from riskexact.base.report import BLANK, Column, Item, Report, TableItem, Text, Value
from riskexact.base.text import percent_text
from riskexact.battle.battle import Battle
from riskexact.battle.commands.odds import BATTLE, METHOD_OPTION, answerable_battle
from riskexact.battle.commands.ranges import battle_report
from riskexact.cli.options import positive
from riskexact.cli.parser import Command, Option, echo, refuse, span

COMMAND = Command(
    "the exact distribution of who is left after a battle, or of how many rounds it takes",
    "outcomes 5 3 --digits 6",
    f"{BATTLE} --rounds --seconds --lost --left --parts --booktabs --format",
    more="\n         riskexact outcomes 12 9 --rounds --seconds 20"
    "\n         riskexact outcomes 25 15 --lost 0..1",
    own=METHOD_OPTION
    | {
        "--lost": Option(
            "RANGE",
            "instead: the chance that this many attackers are lost: N, LO..HI, LO.. or ..HI",
            span,
        ),
        "--left": Option("RANGE", "instead: the chance that this many attackers are left", span),
        "--rounds": "instead: how many rounds the battle takes",
        "--seconds": Option("S", "with --rounds: seconds of a round; prints minutes too", positive),
    },
)


def run(options: Namespace) -> Report:
    """Return the probability of each outcome, of each number of rounds, or of some outcomes."""
    if options.rounds:
        refuse(options, ("blitz",), "without --rounds")
    else:
        refuse(options, ("seconds",), "with --rounds")
    battle, asked = answerable_battle(options)
    if options.lost or options.left:
        refuse(options, ("rounds",), "without --lost or --left")
        return battle_report(battle, asked | echo(options, "lost", "left"), options)
    if options.rounds:
        # in JSON the rounds stand before the mean
        items, asked["rounds"] = list(_rounds(battle, options.seconds)), None
    else:
        items = [battle.outcomes.table(short=True)]
    return Report(battle.words(options.armies), asked, *items)


def _rounds(battle: Battle, seconds: int | None) -> Iterator[Item]:
    # what would not fit is refused before the mean is computed
    rounds = battle.rounds if battle.rounds_have_a_largest_number else None
    mean = battle.mean_rounds
    yield Value("mean", mean, "expected rounds", brief=True)
    if seconds is not None:
        yield Value("mean_minutes", mean * Fraction(seconds, 60), "expected minutes", brief=True)
    yield BLANK
    if rounds is None:
        yield Text("the number of rounds is unbounded: a round may cause no loss")
        return
    columns = [
        Column("rounds", "rounds"),
        Column(None if seconds is None else "minutes"),
        Column("probability", form="chance"),
        Column("at most"),
        Column("fraction", form="fraction"),
    ]
    numbers = sorted(rounds)
    at_most = accumulate(rounds[n] for n in numbers)
    rows = [
        # hundredths, of a minute here
        (n, percent_text(Fraction(n * (seconds or 0), 6000), 2), rounds[n], reached, rounds[n])
        for n, reached in zip(numbers, at_most, strict=True)
    ]
    yield TableItem("rounds", columns, rows)
