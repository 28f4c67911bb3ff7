"""Executors: who does the jobs.  The results do not depend on the executor.

- this process, one job after the other;
- processes of this machine, started afresh ("spawn"), so that they inherit no threads, locks or
  open files; a script that asks for them needs the usual guard `if __name__ == "__main__":`;
- a Dask cluster: `cluster`.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypeVar

from riskexact.base.errors import RiskError
from riskexact.base.text import counted

MAX_WORKERS = 1000

Task = TypeVar("Task")
Result = TypeVar("Result")

OnProgress = Callable[[str, float], None]
"""Progress callback: (message, fraction of the jobs done, 0 to 1)."""


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """Yield work(task) for each task, in the order in which they are finished.

    `work` and the tasks must be picklable; what the work raises is raised here.  Raises `RiskError`
    if a worker dies.

    >>> list(spread(abs, [-2, 3], 1))
    [2, 3]
    """
    if min(workers, len(tasks)) <= 1:
        yield from map(work, tasks)
        return
    with _processes(min(workers, len(tasks))) as executor:
        try:
            yield from results(executor, work, tasks, executor.room)
        except BrokenProcessPool:
            raise RiskError("a worker died, perhaps out of memory") from None


def with_progress(
    results: Iterable[Result], done: int, tasks: int, progress: OnProgress
) -> Iterator[Result]:
    """Yield the results; tell how many tasks are done before, and once each result is used."""
    progress(f"{done} of {counted(tasks, 'job')}", done / tasks)
    for done_now, result in enumerate(results, done + 1):
        yield result
        progress(f"{done_now} of {counted(tasks, 'job')}", done_now / tasks)


def results(
    executor: Executor,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    room: Callable[[], int],
) -> Iterator[Result]:
    """Yield results as they come; no more tasks are on their way than there is room for."""
    waiting = deque(tasks)
    running: set[Future[Result]] = set()
    while waiting or running:
        for _ in range(min(room() - len(running), len(waiting))):
            running.add(executor.submit(work, waiting.popleft()))
        for future in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
            running.remove(future)
            yield future.result()


class _Processes(ProcessPoolExecutor):
    """Processes that take no interrupt from the keyboard, which is for the one that asks."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, multiprocessing.get_context("spawn"), initializer=_begin)
        self._room = 2 * workers

    def submit(self, *arguments: Any, **keywords: Any) -> Future[Any]:
        # a process begins with what its parent blocks, and is begun when a task is submitted
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*arguments, **keywords)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def room(self) -> int:
        """Return how many tasks may be on their way; raise `BrokenProcessPool` if a process died.

        The executor does not notice a process that died in the middle of sending its result.
        """
        processes = self._processes
        if processes is None or not all(process.is_alive() for process in processes.values()):
            raise BrokenProcessPool
        return self._room

    def end(self) -> None:
        """Kill the processes, whatever they are doing."""
        queue: Any = self._result_queue
        for process in list((self._processes or {}).values()):
            process.kill()
        # the rest of a result that was being sent: without a writer it is not waited for
        if queue is not None:
            queue._writer.close()
        self.shutdown(cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[_Processes]:
    executor = _Processes(workers)
    try:
        yield executor
    finally:
        executor.end()


def _begin() -> None:
    """Let this process end at once when the one that started it ends, however that happens."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
