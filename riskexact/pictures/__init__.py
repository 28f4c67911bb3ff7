"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`; numbers become floats
only when drawn.  Needs the `plot` extra, but no display.

- `picture`: pictures as values, and their common look; `labels`: numbers in words;
- `bars`: bar charts of the outcomes of a battle (`outcomes`) and of a campaign (`campaigns`);
- `heatmap`: the odds of all battles up to a size;
- `diagram`: states and arrows of the flow chart (`flow`), the outcome graph (`graph`), the lattice
  of paths (`path_lattice`, with `paths`) and the triangle of calls (`calls`).
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
