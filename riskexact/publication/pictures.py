"""The pictures of a publication: which ones an edition has, by the names of their files."""

from collections.abc import Callable, Mapping
from functools import partial

from riskexact.base.drawing.picture import Picture
from riskexact.battle.pictures.campaigns import campaign_odds, outcome_bars
from riskexact.battle.pictures.graph import outcome_graph
from riskexact.battle.pictures.heatmap import MAX_MAP_LINES, heat_map
from riskexact.battle.pictures.path_lattice import lattice
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS
from riskexact.rules.catalogue import BUILT_IN

BATTLES = (12, 15), (33, 38)
"""Whose outcomes are drawn, as in the notebook "Risk Calculator"."""

SINGLE_LOSS_BATTLES = (5, 5), (10, 8)
"""The same, as in "Should I attack in Risk? (The Board Game)"."""

CHAIN = 11, (3, 3, 3)
"""The campaign of "RISK battles: Simulating the distribution of outcomes": 12 armies."""

PICTURE_FORMATS: Mapping[str, Callable[[Picture], bytes]] = {
    "svg": Picture.svg,
    "png": Picture.png,
}


def pictures_of(edition: Edition) -> Mapping[str, Callable[..., Picture]]:
    """Return what draws each picture of an edition, by name, with the argument `dark`."""
    rules, most = edition.rules, edition.most
    drawn: dict[str, Callable[..., Picture]] = {}
    if most > 1:
        side = range(1, min(most, MAX_MAP_LINES) + 1)
        drawn["heat-map"] = partial(heat_map, side, side, rules)
    drawn["outcome-graph"] = partial(outcome_graph, rules=rules)
    for a, d in SINGLE_LOSS_BATTLES if rules == SINGLE_LOSS else BATTLES:
        if max(a, d) <= most:
            drawn[f"outcomes-{a}-{d}"] = partial(outcome_bars, a, d, rules)
    drawn["chain"] = partial(campaign_odds, *CHAIN, rules)
    if rules in BUILT_IN.values():
        drawn["lattice"] = partial(lattice, rules=rules)
    return drawn
