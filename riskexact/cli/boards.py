"""The pictures of `riskexact plot` that show states: outcome graph, flow chart, lattice, calls."""

from argparse import Namespace
from typing import TYPE_CHECKING

from riskexact.cli.battle import read_sides
from riskexact.cli.options import Commands, add_armies, add_sides, chosen_rules, number
from riskexact.cli.options import attackers as typed_attackers
from riskexact.cli.pictures import add_kind
from riskexact.rules import SINGLE_LOSS, Rules

if TYPE_CHECKING:
    from riskexact.pictures.picture import Picture


def add_outcome_graph(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "outcome-graph",
        draw_outcome_graph,
        help="every state of a battle, and every round as an arrow as thick as its chance",
        example="riskexact plot outcome-graph 6 4 --armies -o graph.svg",
    )
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")


def draw_outcome_graph(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import outcome_graph

    return outcome_graph(*read_sides(options), options.armies)


def add_flow_chart(kinds: Commands) -> None:
    """Add the kind of picture."""
    add_kind(
        kinds,
        "flow-chart",
        draw_flow_chart,
        help="what happens in a round, with the exact chances, until a side is out",
        example="riskexact plot flow-chart --rules risiko -o chart.svg",
    )


def draw_flow_chart(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import flow_chart

    return flow_chart(chosen_rules(options))


def add_lattice(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "lattice",
        draw_lattice,
        help="interior, borders and both boundaries of a battle, with the paths from A to B",
        example="riskexact plot lattice 9 8 --to 5 4 -o lattice.svg",
        rules="single-loss",
    )
    add_sides(parser)
    parser.add_argument(
        "--to",
        nargs=2,
        metavar=("A", "D"),
        help="the state where the paths end (default: one in the interior)",
    )
    add_armies(parser, "ATTACKERS and A count")


def draw_lattice(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import lattice

    (a, d, _), armies = read_sides(options), options.armies
    end = None
    if options.to is not None:
        end = typed_attackers(options.to[0], armies), number(options.to[1], "defenders")
    return lattice((a, d), end, _rules(options), armies)


def add_calls(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "calls",
        draw_calls,
        help="how often a recursion without a memory asks for each state: Pascal's triangle",
        example="riskexact plot calls 6 6 -o calls.svg",
        rules="single-loss",
    )
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")


def draw_calls(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import call_triangle

    a, d, _ = read_sides(options)
    return call_triangle(a, d, _rules(options), options.armies)


def _rules(options: Namespace) -> Rules:
    """Return the rule set that was named, or the single-loss rules."""
    return SINGLE_LOSS if options.rules is None else chosen_rules(options)
