"""Pictures of battles and campaigns."""

from argparse import Namespace
from functools import partial

from riskexact.base.arguments import number
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.table import asked_ranges
from riskexact.cli.commands.plot import Kind
from riskexact.cli.parser import Option, free, numbers

GRAPH, LATTICE = (5, 4), (9, 8)
"""The battles that are drawn where none is given, as in Python."""


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


STATES = "[ATTACKERS] [DEFENDERS] --armies"
CAMPAIGN = "ATTACKERS D... --leave-behind --retreat-at --armies"

KINDS = {
    "heat-map": Kind(
        "heat_map",
        lambda options: (*asked_ranges(options), options.rules, options.armies),
        "--attackers --defenders --armies",
        "the odds of every battle up to a size, as colours",
        "",
        own={
            "--attackers": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
            "--defenders": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
        },
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
    "lattice": Kind(
        "lattice",
        _lattice,
        f"{STATES} --to",
        f"the states of a battle, {' v '.join(map(str, LATTICE))} unless told, in rows and "
        "columns, with the paths from A to B",
        "9 8 --to 5 4",
        own={
            "--to": Option(
                ("A", "D"), "the state where the paths end (default: about half way)", number
            )
        },
    ),
}
