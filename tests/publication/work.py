"""What processes do in the tests of executors: each imports this file, and nothing large."""

import os
import signal
from dataclasses import dataclass
from threading import Event

from riskexact.base.errors import RiskError


@dataclass(frozen=True)
class Work:
    """What a worker of these tests does with a number; other processes can import it."""

    dies_at: int = -1
    fails_at: int = -1
    stays_at: int = -1

    def __call__(self, number: int) -> tuple[int, int]:
        if number == self.dies_at:
            os._exit(9)
        if number == self.fails_at:
            raise RiskError(f"number must be another one, not {number}")
        if number == self.stays_at:
            Event().wait()
        return number * number, os.getpid()


def interrupts_are_blocked(task: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
