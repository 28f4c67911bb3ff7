"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`, whose numbers become
floats only where ink is placed.  They need the `plot` extra, and no display.
"""

from riskexact.pictures.ends import outcome_bars
from riskexact.pictures.flow import flow_chart
from riskexact.pictures.graph import outcome_graph
from riskexact.pictures.grid import lattice
from riskexact.pictures.marches import chain_odds, net_results
from riskexact.pictures.odds import heat_map
from riskexact.pictures.pascal import call_triangle
from riskexact.pictures.picture import Picture

__all__ = [
    "Picture",
    "call_triangle",
    "chain_odds",
    "flow_chart",
    "heat_map",
    "lattice",
    "net_results",
    "outcome_bars",
    "outcome_graph",
]
