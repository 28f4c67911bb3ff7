"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`; numbers become floats
only when drawn.  Needs the `plot` extra, but no display.

- `labels`: the words of titles; `outcomes`: the survivors of a battle or campaign; `campaigns`:
  pictures of either, and how many territories are taken;
- `heatmap`: the odds of all battles up to a size;
- `diagram`: states and arrows of the flow chart (`flow`), the outcome graph (`graph`), the lattice
  of paths (`path_lattice`, with `paths`) and the triangle of calls (`calls`);
- `conquest`: a map with the best first attack and what follows; `gain`: what best play gains there;
- `log_wins`: the wins of a log over time, beside what is usual.

`plot_battle`, `plot_campaign`, `plot_table` and `plot_distribution` draw on given matplotlib axes,
or those of a new figure of pyplot, and return the axes.
"""

from riskexact.drawing.picture import Picture
from riskexact.pictures.calls import call_triangle
from riskexact.pictures.campaigns import campaign_odds, net_results, outcome_bars, plot_campaign
from riskexact.pictures.conquest import conquest
from riskexact.pictures.flow import flow_chart
from riskexact.pictures.gain import conquest_gain
from riskexact.pictures.graph import outcome_graph
from riskexact.pictures.heatmap import heat_map, plot_table
from riskexact.pictures.log_wins import log_wins
from riskexact.pictures.outcomes import plot_battle, plot_distribution
from riskexact.pictures.path_lattice import lattice

__all__ = [
    "Picture",
    "call_triangle",
    "campaign_odds",
    "conquest",
    "conquest_gain",
    "flow_chart",
    "heat_map",
    "lattice",
    "log_wins",
    "net_results",
    "outcome_bars",
    "outcome_graph",
    "plot_battle",
    "plot_campaign",
    "plot_distribution",
    "plot_table",
]
