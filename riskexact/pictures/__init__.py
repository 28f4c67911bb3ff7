"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`; numbers become floats
only when drawn.  Needs the `plot` extra, but no display.

- `campaigns`: the survivors of a battle or campaign, and how many territories are taken;
- `heatmap`: the odds of all battles up to a size;
- `diagram`: states and arrows of the flow chart (`flow`), the outcome graph (`graph`), the lattice
  of paths (`path_lattice`) and the triangle of calls (`calls`);
- `conquest`: a map with the best first attack and what follows; `gain`: what best play gains there;
- `duel_policy`: when to attack in the whole game on two territories;
- `log_wins`: the wins of a log over time, beside what is usual.

Battles, campaigns, tables and distributions also draw themselves on axes of matplotlib: `plot`.
"""

from riskexact.base.drawing.picture import Picture
from riskexact.battle.pictures.calls import call_triangle
from riskexact.battle.pictures.campaigns import campaign_odds, net_results, outcome_bars
from riskexact.battle.pictures.flow import flow_chart
from riskexact.battle.pictures.graph import outcome_graph
from riskexact.battle.pictures.heatmap import heat_map
from riskexact.battle.pictures.path_lattice import lattice
from riskexact.game.pictures.duel_policy import duel_policy
from riskexact.logs.pictures.log_wins import log_wins
from riskexact.turn.pictures.conquest import conquest
from riskexact.turn.pictures.gain import conquest_gain

__all__ = [
    "Picture",
    "call_triangle",
    "campaign_odds",
    "conquest",
    "conquest_gain",
    "duel_policy",
    "flow_chart",
    "heat_map",
    "lattice",
    "log_wins",
    "net_results",
    "outcome_bars",
    "outcome_graph",
]
