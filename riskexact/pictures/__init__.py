"""Pictures of battles, campaigns and rules, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`, whose numbers become
floats only where ink is placed.  They need the `plot` extra, and no display.
"""

from riskexact.pictures.ends import outcome_bars
from riskexact.pictures.picture import Picture

__all__ = ["Picture", "outcome_bars"]
