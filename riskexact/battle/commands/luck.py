"""`riskexact luck`: how likely an outcome at least this bad, or this good, was."""

from argparse import Namespace

from riskexact.base.arguments import whole
from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text, Value
from riskexact.base.text import chance_text, pluralize
from riskexact.battle.commands.odds import BATTLE, METHOD_OPTION, answerable_battle
from riskexact.battle.commands.ranges import battle_report
from riskexact.cli.parser import Command, Option, span
from riskexact.odds.states import attackers_text

COMMAND = Command(
    "the exact chance of an outcome at least this bad, and at least this good",
    "luck 12 9 --left 0 7",
    f"{BATTLE} --left",
    own=METHOD_OPTION
    | {
        "--left": Option(
            ("X", "Y"),
            "attackers and defenders that were left; with LO..HI, LO.. or ..HI the chance of that",
            span,
            required=True,
        ),
    },
)


def run(options: Namespace) -> Report:
    """Return how likely an outcome at least as bad, and at least as good, was."""
    battle, asked = answerable_battle(options)
    (typed, _), (d, _) = options.left
    if any(low != high for low, high in options.left):
        spans = dict(zip(("attackers", "defenders"), options.left, strict=True))
        options.left = spans["attackers"]
        return battle_report(battle, asked | {"left": spans}, options, spans["defenders"])
    a = whole(typed, "armies left", int(options.armies)) - options.armies
    left = f"{attackers_text(a, options.armies)} and {pluralize(d, 'defender')} left"
    try:
        luck = battle.luck(a, d)
    except RiskError as error:  # which speaks of attackers
        said = str(error).replace(battle.title(), battle.title(options.armies))
        units = f"armies {typed}" if options.armies else f"attackers {a}"
        raise RiskError(said.replace(f"attackers {a}", units)) from None
    bad, good = map(chance_text, luck)
    return Report(
        f"{battle.words(options.armies)}: {left}",
        asked | {"left": {"attackers": typed, "defenders": d}},
        Text(
            f"{bad} of such battles end at least this badly for you, {good} at least this well", ""
        ),
        *(Value(name, value, exact=True) for name, value in luck._asdict().items()),
    )
