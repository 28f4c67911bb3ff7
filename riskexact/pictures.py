"""Pictures of every feature that is here, as matplotlib figures with alternative text.

Every function takes plain values, computes exactly, and returns a `Picture`; numbers become floats
only when drawn.  Needs the `plot` extra, but no display.  The features have them, in their folders
`pictures`; here they are together.

Battles, campaigns, tables and distributions also draw themselves on axes of matplotlib: `plot`.
"""

from typing import Any

from riskexact.base.drawing.picture import Picture
from riskexact.features import parts

__all__ = ["Picture"]

for _part in parts("pictures"):
    globals().update({name: getattr(_part, name) for name in _part.__all__})
    __all__ += _part.__all__


def __getattr__(name: str) -> Any:
    """Raise, for what no feature has; it says to type checkers that there are more names."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
