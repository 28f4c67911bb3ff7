"""`riskexact plot`: pictures as SVG and PNG files."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from riskexact.base.arguments import attackers, number, shown
from riskexact.base.errors import RiskError
from riskexact.cli.campaign import add_terms, add_territories, read_campaign
from riskexact.cli.options import Commands, Parser, add_armies, add_rules, add_sides, read_sides
from riskexact.cli.output import write_whole
from riskexact.cli.tables import add_ranges, read_ranges
from riskexact.rules.catalogue import rules_named

if TYPE_CHECKING:
    from riskexact.pictures.picture import Picture

SUFFIXES = (".svg", ".png")


class Kind(NamedTuple):
    """A kind of picture: a function of `pictures`, and how its arguments are read and added."""

    draw: str
    read: Callable[[Namespace], tuple[object, ...]]
    add: Callable[[Parser], None]
    help: str
    example: str
    rules: str = "standard"


def add_plot(commands: Commands) -> None:
    """Add the command, and under it every kind of picture."""
    plot = commands.add_parser(
        "plot",
        help="a picture, as an SVG or PNG file",
        description="A picture, as an SVG or PNG file, with alternative text inside.",
        epilog="example: riskexact plot outcomes 12 15 -o outcomes.svg",
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
        add_rules(parser, kind.rules)
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            required=True,
            help="write to FILE, whole or not at all; it ends in .svg or .png",
        )
        kind.add(parser)


def run_plot(kind: Kind, options: Namespace) -> int:
    """Write the picture as SVG or PNG, by the name of the file."""
    suffix = next((s for s in SUFFIXES if options.output.lower().endswith(s)), None)
    if suffix is None:
        allowed = " or ".join(SUFFIXES)
        raise RiskError(f"output must end in {allowed}, not {shown(options.output)}")
    drawn = kind.read(options)
    # matplotlib takes its time, so it is imported when nothing is left to refuse
    from riskexact import pictures

    picture: Picture = getattr(pictures, kind.draw)(*drawn)
    write_whole(options.output, picture.svg() if suffix == ".svg" else picture.png())
    return 0


# ---- the options of each kind


def _add_battle(parser: Parser) -> None:
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")


def _add_campaign(parser: Parser) -> None:
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    add_territories(parser)
    add_terms(parser)
    add_armies(parser, "ATTACKERS and R count")


def _add_lattice(parser: Parser) -> None:
    add_sides(parser)
    parser.add_argument(
        "--to",
        nargs=2,
        metavar=("A", "D"),
        help="the state where the paths end (default: one in the interior)",
    )
    add_armies(parser, "ATTACKERS and A count")


# ---- what is drawn


def _read_battle(options: Namespace, least: int = 0) -> tuple[object, ...]:
    return *read_sides(options, least), options.armies


def _read_campaign(options: Namespace) -> tuple[object, ...]:
    fought = read_campaign(options)[0]
    terms = fought.leave_behind, fought.reserve
    return fought.attackers, fought.garrisons, fought.rules, *terms, options.armies


def _read_lattice(options: Namespace) -> tuple[object, ...]:
    a, d, rules = read_sides(options)
    end = None
    if options.to is not None:
        end = attackers(options.to[0], options.armies), number(options.to[1], "defenders")
    return (a, d), end, rules, options.armies


KINDS = {
    "heat-map": Kind(
        "heat_map",
        lambda options: (*read_ranges(options), rules_named(options.rules), options.armies),
        partial(add_ranges, default="1..40"),
        "the odds of every battle up to a size, as colours with contours",
        "heat-map -o odds.svg",
    ),
    "outcomes": Kind(
        "outcome_bars",
        partial(_read_battle, least=1),
        _add_battle,
        "what is left of either side after a battle, as two mirrored bar charts",
        "outcomes 12 15 -o outcomes.svg",
    ),
    "net": Kind(
        "net_results",
        _read_campaign,
        _add_campaign,
        "attackers left minus defenders left, after a battle or a campaign",
        "net 11 3 3 3 -o net.svg",
    ),
    "chain": Kind(
        "campaign_odds",
        _read_campaign,
        _add_campaign,
        "the number of territories that a campaign takes",
        "chain 11 3 3 3 -o chain.svg",
    ),
    "outcome-graph": Kind(
        "outcome_graph",
        _read_battle,
        _add_battle,
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
        "interior and boundaries of the states of a battle, with the paths from A to B",
        "lattice 9 8 --to 5 4 -o lattice.svg",
        "single-loss",
    ),
    "calls": Kind(
        "call_triangle",
        _read_battle,
        _add_battle,
        "how often a recursion without memoization visits each state: Pascal's triangle",
        "calls 6 6 -o calls.svg",
        "single-loss",
    ),
}
