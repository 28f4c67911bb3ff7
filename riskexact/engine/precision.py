"""The working precision of balls, which python-flint has once for the whole process.

Whoever computes with balls takes a turn: two threads that each set a precision of their own would
set each other's, and leave one of them to the caller.  A ball is right whatever the precision, so
that a stranger who sets it in the meantime can make an answer take longer, but not make it wrong.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from flint import ctx

_turn = RLock()
_callers_bits: int | None = None
"""The precision that the caller had, while somebody has a turn."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Compute with so many bits; other threads wait, and the caller's precision comes back.

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
    """Forget, in the child of a fork, the turn of a thread that the child does not have."""
    global _turn, _callers_bits
    if _callers_bits is not None:
        ctx.prec, _callers_bits = _callers_bits, None
    _turn = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
