"""Battles, campaigns and rules as matplotlib figures with alternative text.

- `campaigns`: the survivors of a battle or campaign, and how many territories are taken;
- `heatmap`: the odds of all battles up to a size;
- `graph`: states and rounds as circles and arrows; `path_lattice`: the lattice of paths.
"""

from riskexact.battle.pictures.campaigns import campaign_odds, net_results, outcome_bars
from riskexact.battle.pictures.graph import outcome_graph
from riskexact.battle.pictures.heatmap import heat_map
from riskexact.battle.pictures.path_lattice import lattice

__all__ = [
    "campaign_odds",
    "heat_map",
    "lattice",
    "net_results",
    "outcome_bars",
    "outcome_graph",
]
