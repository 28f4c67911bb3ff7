"""A turn: a map with the best first attack and what follows; what best play gains there."""

from riskexact.turn.pictures.conquest import conquest
from riskexact.turn.pictures.gain import conquest_gain

__all__ = ["conquest", "conquest_gain"]
