"""Executors: who does the jobs.  The results do not depend on the executor.

- this process, one job after the other;
- processes of this machine, started afresh ("spawn"), so that they inherit no threads, locks or
  open files; a script that asks for them needs the usual guard `if __name__ == "__main__":`;
- a Dask cluster, whose workers may come and go.  They need the same riskexact, and the same
  libraries that shape files, as the process that asks.
"""

import logging
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError, require
from riskexact.base.text import counted
from riskexact.publication.libraries import installed_versions

MOST_WORKERS = 1000

SECONDS_TO_CONNECT = 10

SECONDS_WITHOUT_WORKERS = 60

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
            yield from _results(executor, work, tasks, lambda: 2 * workers)
        except BrokenProcessPool:
            raise RiskError("a worker died, perhaps out of memory") from None


def spread_over_cluster(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    address: str,
    versions: Mapping[str, str],
) -> Iterator[Result]:
    """Do what `spread` does on a Dask cluster.

    `versions` gives the libraries that each worker must have.  Raises `RiskError` where the
    `cluster` extra is missing, nobody is at the address, the scheduler goes, no worker comes, one
    has other versions, or a task kills one worker after another.
    """
    with _connected(address) as client:
        from distributed import KilledWorker

        cluster = _Cluster(client, address, versions)
        try:
            yield from _results(cluster, work, tasks, cluster.room)
        except KilledWorker:
            raise RiskError(
                "workers died at the same job again and again, perhaps out of memory"
            ) from None
        except ImportError as error:
            raise RiskError(
                f"every worker must have riskexact {versions['riskexact']}; one says: {error}"
            ) from None
        except CancelledError:
            raise cluster.gone() from None


def with_progress(
    results: Iterable[Result], done: int, tasks: int, progress: OnProgress
) -> Iterator[Result]:
    """Yield the results; tell how many tasks are done before, and once each result is used."""
    progress(f"{done} of {counted(tasks, 'job')}", done / tasks)
    for done_now, result in enumerate(results, done + 1):
        yield result
        progress(f"{done_now} of {counted(tasks, 'job')}", done_now / tasks)


def _results(
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


# ---- processes


class _Processes(ProcessPoolExecutor):
    """Processes that take no interrupt from the keyboard, which is for the one that asks."""

    def submit(self, *arguments: Any, **keywords: Any) -> Future[Any]:
        # a process begins with what its parent blocks, and is begun when a task is submitted
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*arguments, **keywords)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    spawn = multiprocessing.get_context("spawn")
    executor = _Processes(workers, spawn, initializer=_begin)
    try:
        yield executor
    finally:
        for process in list((executor._processes or {}).values()):
            process.kill()
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Let this process end at once when the one that started it ends, however that happens."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


# ---- a cluster


class _Cluster(Executor):
    """An executor whose tasks are done by the workers of a Dask cluster."""

    def __init__(self, client: Any, address: str, versions: Mapping[str, str]) -> None:
        self._client = client  # distributed is typed in part
        self._executor = client.get_executor(pure=False)
        self._address = address
        self._versions = dict(versions)
        self._last_seen = monotonic()

    def submit(self, *work_and_task: Any, **_: Any) -> Future[Any]:
        packed = pickle.dumps(work_and_task)
        future: Future[Any] = self._executor.submit(_of_any_worker(), self._versions, packed)
        return future

    def room(self) -> int:
        """Return the number of tasks to submit at once; `RiskError` if there are no workers."""
        try:
            if self._client.status != "running":
                raise OSError
            threads = int(sum(self._client.nthreads().values()))
        except OSError:
            raise self.gone() from None
        if threads:
            self._last_seen = monotonic()
        elif monotonic() - self._last_seen > SECONDS_WITHOUT_WORKERS:
            raise RiskError(
                f"scheduler {shown(self._address)} must have workers: "
                f"there was none for {SECONDS_WITHOUT_WORKERS} seconds"
            )
        return 2 * threads

    def gone(self) -> RiskError:
        """Return the error for workers that do not answer any more."""
        return RiskError(
            f"scheduler {shown(self._address)} is gone; the same command goes on from what is "
            f"finished"
        )


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    require("distributed", "cluster", "a scheduler needs")
    import distributed
    from distributed.comm.addressing import parse_address
    from distributed.comm.registry import get_backend

    connect: Any = distributed.Client
    with _quiet():
        try:
            get_backend(parse_address(address, strict=True)[0])
            client = connect(
                address, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="riskexact"
            )
        except (OSError, ValueError, TypeError) as error:
            reason = "nobody answers" if isinstance(error, OSError) else str(error)
            raise RiskError(
                f"scheduler must be the address of a running Dask scheduler, as in "
                f"tcp://127.0.0.1:8786, not {shown(address)}: {' '.join(reason.split())}"
            ) from None
        try:
            yield client
        finally:
            client.close(timeout=1)


def _of_any_worker() -> Callable[[Mapping[str, str], bytes], object]:
    """Return a function that travels with its code, so that workers without riskexact say so."""

    def do(versions: Mapping[str, str], packed: bytes) -> object:
        from riskexact.publication.executors import do_here

        return do_here(versions, packed)

    return do


def do_here(versions: Mapping[str, str], packed: bytes) -> object:
    """Do a task of `spread_over_cluster`, where this worker has the right versions."""
    from distributed import get_worker

    here = installed_versions()
    for name, right in versions.items():
        if here.get(name) != right:
            raise RiskError(
                f"worker {get_worker().address} must have {name} {right}, not {here.get(name)}"
            )
    work, task = pickle.loads(packed)
    return work(task)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's own log messages."""
    loggers = [
        logging.getLogger(name)
        for name in list(logging.root.manager.loggerDict)
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
