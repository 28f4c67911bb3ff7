"""The working precision of balls, a global setting of python-flint.

Threads take turns to compute with balls: two that set the precision at once would set each other's,
and leave one of them to the caller.  A ball is right at any precision, so that other code that sets
it meanwhile can make an answer slower, but not wrong.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from flint import ctx

_turn = RLock()
_callers_bits: int | None = None
"""The caller's precision during a turn."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Compute with this many bits; other threads wait, and the caller's precision is restored.

    >>> before = ctx.prec
    >>> with working_precision(100):
    ...     ctx.prec
    100
    >>> ctx.prec == before
    True
    """
    global _callers_bits
    with _turn:
        outermost = _callers_bits is None
        try:
            if outermost:
                _callers_bits = ctx.prec
            with ctx.workprec(bits):
                yield
        finally:
            if outermost:
                _callers_bits = None


def _begin_anew() -> None:
    """Release, in the child of a fork, the turn of a thread that the child does not have."""
    global _turn, _callers_bits
    if _callers_bits is not None:
        ctx.prec, _callers_bits = _callers_bits, None
    _turn = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
