"""Interrupts from the keyboard that wait for what must not be broken off."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Let an interrupt wait until the end of the block, where the system can (not on Windows).

    python-flint crashes the process if it is interrupted while it is imported, and sympy imports
    it.  A process or thread that is started in the block never sees an interrupt.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
