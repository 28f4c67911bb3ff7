"""The pictures of `riskexact plot` that show odds: heat map, outcomes, net results, a chain."""

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from riskexact.cli.battle import read_sides
from riskexact.cli.campaign import add_chain as add_terms
from riskexact.cli.campaign import add_territories, read_campaign
from riskexact.cli.options import Commands, Parser, add_armies, add_sides, chosen_rules
from riskexact.cli.pictures import add_kind
from riskexact.cli.tables import add_ranges, read_ranges

if TYPE_CHECKING:
    from riskexact.pictures.picture import Picture


def add_heat_map(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "heat-map",
        draw_heat_map,
        help="the odds of every battle up to a size, as colours with contours",
        example="riskexact plot heat-map -o odds.svg",
    )
    add_ranges(parser, "1..40")


def add_outcomes(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "outcomes",
        draw_outcomes,
        help="what is left of either side after a battle, as two mirrored bar charts",
        example="riskexact plot outcomes 12 15 -o outcomes.svg",
    )
    add_sides(parser)
    add_armies(parser, "ATTACKERS counts")


def add_net(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "net",
        draw_net,
        help="attackers left less defenders left, after a battle or a chain of territories",
        example="riskexact plot net 11 3 3 3 -o net.svg",
    )
    _add_campaign(parser)


def add_chain(kinds: Commands) -> None:
    """Add the kind of picture."""
    parser = add_kind(
        kinds,
        "chain",
        draw_chain,
        help="how many territories of a chain are taken",
        example="riskexact plot chain 11 3 3 3 -o chain.svg",
    )
    _add_campaign(parser)


def _add_campaign(parser: Parser) -> None:
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free in the first battle")
    add_territories(parser)
    add_terms(parser)
    add_armies(parser, "ATTACKERS and R count")


def draw_heat_map(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import heat_map

    return heat_map(*read_ranges(options), chosen_rules(options), options.armies)


def draw_outcomes(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import outcome_bars

    return outcome_bars(*read_sides(options, least_attackers=1), options.armies)


def draw_net(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import net_results

    return _draw_campaign(net_results, options)


def draw_chain(options: Namespace) -> "Picture":
    """Return the picture."""
    from riskexact.pictures import campaign_odds

    return _draw_campaign(campaign_odds, options)


def _draw_campaign(draw: "Callable[..., Picture]", options: Namespace) -> "Picture":
    campaign = read_campaign(options)[0]
    return draw(
        campaign.attackers,
        campaign.garrisons,
        campaign.rules,
        campaign.leave_behind,
        campaign.reserve,
        options.armies,
    )
