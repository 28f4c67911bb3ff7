"""`riskexact plot`: pictures as SVG, PNG and PDF files."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.table import asked_ranges
from riskexact.cli.output import emit, write_whole
from riskexact.cli.parser import Command, asked_mode, free, numbers, pairs
from riskexact.logs.commands.dice import asked_log
from riskexact.turn.commands.conquer import POSITION, asked_position

COMMAND = Command(
    "a picture, as an SVG, PNG or PDF file, with alternative text inside",
    "plot outcomes 12 15 -o outcomes.png",
    "",
    common="",
)

ENDINGS = "svg", "png", "pdf"
"""The methods of `Picture`, and the endings of files."""

GRAPH, LATTICE, CALLS = (5, 4), (9, 8), (6, 6)
"""The battles that are drawn where none is given, as in Python."""

STACK, CONTINENT = "Siam=14", "Australia"
GARRISONS = "Indonesia=3", "New-Guinea=2", "Western-Australia=4", "Eastern-Australia=2"
"""The turn that is drawn where no territory is given."""


class Kind(NamedTuple):
    """A kind of picture: a function of `pictures`, and how its arguments are read."""

    draw: str
    read: Callable[[Namespace], tuple[object, ...]]
    options: str
    help: str
    example: str

    def command(self, name: str) -> Command:
        """Return the command that draws a picture of this kind."""
        rules = "--rules:or" if name == "log" else "--rules"
        return Command(
            self.help,
            f"plot {name} {self.example} -o {name}.svg".replace("  ", " "),
            self.options,
            common=f"{rules} --dark --output:picture",
        )


def run(options: Namespace) -> int:
    """Write the picture in the format that the name of the file ends in."""
    kind, output = KINDS[options.kind], options.output or f"{options.kind}.svg"
    ending = next((each for each in ENDINGS if output.lower().endswith(f".{each}")), None)
    if ending is None:
        raise RiskError(f"output must end in .svg, .png or .pdf, not {shown(output)}")
    drawn, mode = kind.read(options), asked_mode(options)
    mode.pop("retreat_at", None)  # which is among what is drawn
    # matplotlib takes its time, so it is imported when nothing is left to refuse
    from riskexact import pictures

    picture = getattr(pictures, kind.draw)(*drawn, dark=options.dark, **mode)
    write_whole(output, getattr(picture, ending)())
    if options.output is None:
        emit(output + "\n", None)
    return 0


# ---- what is drawn


def _campaign(options: Namespace) -> tuple[object, ...]:
    fought = asked_campaign(options)[0]
    terms = fought.leave_behind, fought.retreat_at
    return fought.attackers, fought.garrisons, fought.rules, *terms, options.armies


def _states(options: Namespace, start: tuple[int, int]) -> tuple[object, ...]:
    a = start[0] if options.attackers is None else free(options)
    d = start[1] if options.defenders is None else options.defenders
    return a, d, options.rules, options.armies


def _lattice(options: Namespace) -> tuple[object, ...]:
    a, d, *others = _states(options, LATTICE)
    if options.to is None:
        return (a, d), None, *others
    options.attackers, defenders = options.to
    return (a, d), (free(options), defenders), *others


def _conquest(options: Namespace) -> tuple[object, ...]:
    if not options.mine and not options.enemy:
        options.mine = pairs(STACK, "mine")
        options.enemy = pairs(",".join(GARRISONS), "enemy")
        options.take = options.take or [CONTINENT]
    names = options.take or None, options.through or []
    return asked_position(options), *names, options.move, options.dice


def _gain(options: Namespace) -> tuple[object, ...]:
    asked = _conquest(options)
    if options.vary is None:
        return asked
    (territory, armies), *more = options.vary
    if more:
        raise RiskError("vary must be one territory, not several")
    return *asked, territory, numbers(armies, "armies", 1)


STATES = "[ATTACKERS] [DEFENDERS] --armies"
CAMPAIGN = "ATTACKERS D... --leave-behind --retreat-at --armies"

KINDS = {
    "heat-map": Kind(
        "heat_map",
        lambda options: (*asked_ranges(options), options.rules, options.armies),
        "--attackers:wide --defenders:wide --armies",
        "the odds of every battle up to a size, as colours",
        "",
    ),
    "outcomes": Kind(
        "outcome_bars",
        lambda asked: (free(asked, least=1), asked.defenders, asked.rules, asked.armies),
        "ATTACKERS DEFENDERS --armies --blitz --stop-until",
        "the survivors of a battle: defenders to the left, attackers to the right",
        "12 15",
    ),
    "net": Kind(
        "net_results",
        _campaign,
        f"{CAMPAIGN} --blitz --stop-until",
        "the survivors of a campaign: attackers left less defenders left",
        "11 3 3 3",
    ),
    "chain": Kind(
        "campaign_odds",
        _campaign,
        CAMPAIGN,
        "the chance to take at least one territory of a campaign, two, and so on",
        "11 3 3 3",
    ),
    "outcome-graph": Kind(
        "outcome_graph",
        partial(_states, start=GRAPH),
        STATES,
        f"every state of a battle, {' v '.join(map(str, GRAPH))} unless told, and every round as "
        "an arrow as thick as its chance",
        "6 4 --armies",
    ),
    "flow-chart": Kind(
        "flow_chart",
        lambda options: (options.rules,),
        "",
        "what happens in a round, with the exact chances, until a side is out",
        "--rules risiko",
    ),
    "lattice": Kind(
        "lattice",
        _lattice,
        f"{STATES} --to",
        f"the states of a battle, {' v '.join(map(str, LATTICE))} unless told, in rows and "
        "columns, with the paths from A to B",
        "9 8 --to 5 4",
    ),
    "calls": Kind(
        "call_triangle",
        partial(_states, start=CALLS),
        STATES,
        "how often a recursion without memoization visits each state of a battle, "
        f"{' v '.join(map(str, CALLS))} unless told",
        "5 5 --rules single-loss",
    ),
    "conquest": Kind(
        "conquest",
        _conquest,
        POSITION,
        "the best turn on a map: what to attack first, and what is likely to follow",
        f"--mine {STACK} --take {CONTINENT} {' '.join(GARRISONS)}",
    ),
    "conquest-gain": Kind(
        "conquest_gain",
        _gain,
        f"{POSITION} --vary",
        "the gain of best play on a map over the best path, by the armies of one territory",
        f"--mine {STACK} {' '.join(GARRISONS)} --vary Siam=2..14",
    ),
    "duel-policy": Kind(
        "duel_policy",
        lambda options: (options.reinforcements, options.rules),
        "--reinforcements",
        "the whole game on two territories: which numbers attack which, with how many dice",
        "-r 5",
    ),
    "log": Kind(
        "log_wins",
        lambda options: (asked_log(options),),
        "LOG --armies",
        "the wins of a log of battles over time, and what is usual for fair dice",
        "battles.csv",
    ),
}
