"""Work spread over processes: the same results whatever their number.

With one worker the work is done in this process.  More are started afresh ("spawn"), so that they
inherit no threads, locks or open files; a script that asks for them needs the usual guard
`if __name__ == "__main__":`.  They take no interrupt from the keyboard, which is for the process
that started them, and end at once when it ends, however that happens.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import TypeVar

from riskexact.base.errors import RiskError

MOST_WORKERS = 1000

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    work: Callable[[Task], Result], tasks: Sequence[Task], workers: int
) -> Iterator[tuple[Task, Result]]:
    """Yield (task, work(task)) for each task, in the order in which they are finished.

    `work` and the tasks must be picklable; what the work raises is raised here.  Raises `RiskError`
    if a worker dies.

    >>> list(spread(abs, [-2, 3], 1))
    [(-2, 2), (3, 3)]
    """
    if min(workers, len(tasks)) <= 1:
        for task in tasks:
            yield task, work(task)
        return
    waiting = deque(tasks)
    crew = [_hired(work) for _ in range(min(workers, len(tasks)))]
    busy: dict[Connection, Task] = {}

    def give(connection: Connection) -> None:
        if waiting:
            busy[connection] = waiting.popleft()
            connection.send(busy[connection])

    try:
        for _, connection in crew:
            give(connection)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                task = busy.pop(ready)
                try:
                    result = ready.recv()
                except (EOFError, ConnectionError):
                    raise RiskError(
                        f"a worker died at {getattr(task, 'name', task)}, perhaps out of memory"
                    ) from None
                if isinstance(result, _Raised):
                    raise result.error
                give(ready)
                yield task, result
    finally:
        for process, connection in crew:
            process.kill()
            process.join()
            connection.close()


class _Raised:
    """An exception on its way to the process that asked."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def _hired(work: Callable[[Task], Result]) -> tuple[SpawnProcess, Connection]:
    """Start a process that does `work`, and return it with the connection to it."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=_serve, args=(there, work), daemon=True
    )
    # starting it lets interrupts through again, so it is started before they are blocked
    resource_tracker.ensure_running()
    # a child begins with what its parent blocks
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    there.close()
    return process, here


def _serve(connection: Connection, work: Callable[[Task], Result]) -> None:
    """Do what comes through the connection until there is nobody at its other end."""
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            result: object = work(task)
        except BaseException as error:
            result = _Raised(error)
        try:
            connection.send(result)
        except OSError:
            return


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
