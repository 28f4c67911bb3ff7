"""How long a test waits for what has to come, for none may fail because a machine is busy."""

import time
from collections.abc import Callable

SECONDS = 120
"""A hundred times what anything takes on an idle machine: who waits so long waits in vain."""


def comes_true(is_so: Callable[[], bool]) -> bool:
    """Wait until something is so; return whether it came to be."""
    for _ in range(100 * SECONDS):
        if is_so():
            return True
        time.sleep(0.01)
    return False
