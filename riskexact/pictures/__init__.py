"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`, whose numbers become
floats only where ink is placed.  They need the `plot` extra, and no display.
"""

from riskexact.pictures.calls import call_triangle
from riskexact.pictures.campaigns import campaign_odds, net_results
from riskexact.pictures.flow import flow_chart
from riskexact.pictures.graph import outcome_graph
from riskexact.pictures.heatmap import heat_map
from riskexact.pictures.outcomes import outcome_bars
from riskexact.pictures.path_lattice import lattice
from riskexact.pictures.picture import Picture

__all__ = [
    "Picture",
    "call_triangle",
    "campaign_odds",
    "flow_chart",
    "heat_map",
    "lattice",
    "net_results",
    "outcome_bars",
    "outcome_graph",
]
