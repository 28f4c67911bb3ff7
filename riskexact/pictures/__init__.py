"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`, whose numbers become
floats only where ink is placed.  They need the `plot` extra, and no display.
"""

from riskexact.pictures.ends import outcome_bars
from riskexact.pictures.marches import chain_odds, net_results
from riskexact.pictures.odds import heat_map
from riskexact.pictures.picture import Picture

__all__ = ["Picture", "chain_odds", "heat_map", "net_results", "outcome_bars"]
