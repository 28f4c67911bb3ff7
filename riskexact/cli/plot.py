"""`riskexact plot`: pictures as SVG, PNG and PDF files."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from riskexact.base.arguments import attackers, number, shown
from riskexact.base.errors import RiskError
from riskexact.cli.campaign import add_terms, add_territories, read_campaign
from riskexact.cli.conquer import add_position, read_names, read_pair, read_position
from riskexact.cli.dice import add_log, read_log
from riskexact.cli.options import (
    Commands,
    Parser,
    add_armies,
    add_rules,
    add_sides,
    numbers,
    read_sides,
)
from riskexact.cli.output import emit, write_whole
from riskexact.cli.table import add_ranges, read_ranges
from riskexact.rules.catalogue import rules_named

ENDINGS = "svg", "png", "pdf"
"""The methods of `Picture`, and the endings of files."""


GRAPH, LATTICE, CALLS = (5, 4), (9, 8), (6, 6)
"""The battles that are drawn where none is given, as in Python."""


STACK, CONTINENT = "Siam=14", "Australia"
GARRISONS = "Indonesia=3", "New-Guinea=2", "Western-Australia=4", "Eastern-Australia=2"
"""The turn that is drawn where no territory is given."""


class Kind(NamedTuple):
    """A kind of picture: a function of `pictures`, and how its arguments are read and added."""

    draw: str
    read: Callable[[Namespace], tuple[object, ...]]
    add: Callable[[Parser], None]
    help: str
    example: str


def add_plot(commands: Commands) -> None:
    """Add the command, and under it every kind of picture."""
    plot = commands.add_parser(
        "plot",
        help="a picture, as an SVG, PNG or PDF file",
        description="A picture, as an SVG, PNG or PDF file, with alternative text inside.",
        epilog="example: riskexact plot outcomes 12 15 -o outcomes.png",
    )
    kinds = plot.add_subparsers(dest="kind", metavar="KIND", required=True)
    for name, kind in KINDS.items():
        parser = kinds.add_parser(
            name,
            help=kind.help,
            description=f"{kind.help[0].upper()}{kind.help[1:]}.",
            epilog=f"example: riskexact plot {kind.example}",
        )
        parser.set_defaults(run=partial(run_plot, kind))
        kind.add(parser)
        add_rules(parser, "standard")
        parser.add_argument("--dark", action="store_true", help="draw on a dark ground")
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="write to FILE, whole or not at all; it ends in .svg, .png or .pdf (default: "
            f"{name}.svg in the current directory, whose name is printed)",
        )


def run_plot(kind: Kind, options: Namespace) -> int:
    """Write the picture in the format that the name of the file ends in."""
    output = options.output or f"{options.kind}.svg"
    ending = next((each for each in ENDINGS if output.lower().endswith(f".{each}")), None)
    if ending is None:
        raise RiskError(f"output must end in .svg, .png or .pdf, not {shown(output)}")
    drawn = kind.read(options)
    # matplotlib takes its time, so it is imported when nothing is left to refuse
    from riskexact import pictures

    picture = getattr(pictures, kind.draw)(*drawn, dark=options.dark)
    write_whole(output, getattr(picture, ending)())
    if options.output is None:
        emit(output + "\n", None)
    return 0


# ---- the options of each kind


def _add_battle(parser: Parser) -> None:
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")


def _add_states(parser: Parser, start: tuple[int, int]) -> None:
    for name, default in zip(("attackers", "defenders"), start, strict=True):
        text = f"{name} (default: {default})"
        parser.add_argument(name, metavar=name.upper(), nargs="?", help=text)
    add_armies(parser, "ATTACKERS counts")


def _add_campaign(parser: Parser) -> None:
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    add_territories(parser)
    add_terms(parser)
    add_armies(parser, "ATTACKERS and R count")


def _add_lattice(parser: Parser) -> None:
    _add_states(parser, LATTICE)
    parser.add_argument(
        "--to",
        nargs=2,
        metavar=("A", "D"),
        help="the state where the paths end, A counted as ATTACKERS is (default: about half way)",
    )


def _add_gain(parser: Parser) -> None:
    add_position(parser)
    parser.add_argument(
        "--vary",
        metavar="NAME=LO..HI",
        help="a territory of mine, and its armies along the curve (default: where most stand, from "
        "2 to twice as many)",
    )


# ---- what is drawn


def _read_battle(options: Namespace) -> tuple[object, ...]:
    return *read_sides(options, least=1), options.armies


def _read_campaign(options: Namespace) -> tuple[object, ...]:
    fought = read_campaign(options)[0]
    terms = fought.leave_behind, fought.reserve
    return fought.attackers, fought.garrisons, fought.rules, *terms, options.armies


def _read_states(options: Namespace, start: tuple[int, int]) -> tuple[object, ...]:
    a, d = start
    if options.attackers is not None:
        a = attackers(options.attackers, options.armies)
    if options.defenders is not None:
        d = number(options.defenders, "defenders")
    return a, d, rules_named(options.rules), options.armies


def _read_lattice(options: Namespace) -> tuple[object, ...]:
    a, d, *others = _read_states(options, LATTICE)
    end = None
    if options.to is not None:
        end = attackers(options.to[0], options.armies), number(options.to[1], "defenders")
    return (a, d), end, *others


def _read_conquest(options: Namespace) -> tuple[object, ...]:
    if not options.mine and not options.enemy:
        options.mine, options.enemy = [STACK], GARRISONS
        options.take = options.take or [CONTINENT]
    names = read_names(options.take) or None, read_names(options.through)
    return read_position(options), *names, options.move, options.dice


def _read_gain(options: Namespace) -> tuple[object, ...]:
    asked = _read_conquest(options)
    if options.vary is None:
        return asked
    territory, armies = read_pair(options.vary, "vary")
    return *asked, territory, numbers(armies, "armies", 1)


KINDS = {
    "heat-map": Kind(
        "heat_map",
        lambda options: (*read_ranges(options), rules_named(options.rules), options.armies),
        partial(add_ranges, default="1..40"),
        "the odds of every battle up to a size, as colours",
        "heat-map -o odds.svg",
    ),
    "outcomes": Kind(
        "outcome_bars",
        _read_battle,
        _add_battle,
        "the survivors of a battle: defenders to the left, attackers to the right",
        "outcomes 12 15 -o outcomes.svg",
    ),
    "net": Kind(
        "net_results",
        _read_campaign,
        _add_campaign,
        "the survivors of a campaign: attackers left less defenders left",
        "net 11 3 3 3 -o net.svg",
    ),
    "chain": Kind(
        "campaign_odds",
        _read_campaign,
        _add_campaign,
        "the chance to take at least one territory of a campaign, two, and so on",
        "chain 11 3 3 3 -o chain.svg",
    ),
    "outcome-graph": Kind(
        "outcome_graph",
        partial(_read_states, start=GRAPH),
        partial(_add_states, start=GRAPH),
        "every state of a battle, and every round as an arrow as thick as its chance",
        "outcome-graph 6 4 --armies -o graph.svg",
    ),
    "flow-chart": Kind(
        "flow_chart",
        lambda options: (rules_named(options.rules),),
        lambda parser: None,
        "what happens in a round, with the exact chances, until a side is out",
        "flow-chart --rules risiko -o chart.svg",
    ),
    "lattice": Kind(
        "lattice",
        _read_lattice,
        _add_lattice,
        "the states of a battle in rows and columns, with the paths from A to B",
        "lattice 9 8 --to 5 4 -o lattice.svg",
    ),
    "calls": Kind(
        "call_triangle",
        partial(_read_states, start=CALLS),
        partial(_add_states, start=CALLS),
        "how often a recursion without memoization visits each state",
        "calls 5 5 --rules single-loss -o calls.svg",
    ),
    "conquest": Kind(
        "conquest",
        _read_conquest,
        add_position,
        "the best turn on a map: what to attack first, and what is likely to follow",
        f"conquest --mine {STACK} --take {CONTINENT} {' '.join(GARRISONS)} -o conquest.svg",
    ),
    "conquest-gain": Kind(
        "conquest_gain",
        _read_gain,
        _add_gain,
        "the gain of best play on a map over the best path, by the armies of one territory",
        f"conquest-gain --mine {STACK} {' '.join(GARRISONS)} --vary Siam=2..14 -o gain.svg",
    ),
    "log": Kind(
        "log_wins",
        lambda options: (read_log(options),),
        add_log,
        "the wins of a log of battles over time, and what is usual for fair dice",
        "log battles.csv -o log.svg",
    ),
}
