"""The pictures of `riskexact plot` that show odds: heat map, outcomes, net results, a chain."""

from argparse import Namespace
from typing import TYPE_CHECKING

from riskexact.cli.options import Commands, add_armies
from riskexact.cli.pictures import add_kind
from riskexact.cli.sides import read_sides

if TYPE_CHECKING:
    from riskexact.pictures.picture import Picture


def add_outcomes(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "outcomes",
        draw_outcomes,
        help="what is left of either side after a battle, as two mirrored bar charts",
        example="riskexact plot outcomes 12 15 -o outcomes.svg",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free to fight")
    parser.add_argument("defenders", metavar="DEFENDERS", help="defenders")
    add_armies(parser, "ATTACKERS counts")


def draw_outcomes(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import outcome_bars

    return outcome_bars(*read_sides(options))
