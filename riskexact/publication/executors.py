"""Who does the jobs: this process, processes of this machine, or the workers of a Dask cluster.

The last two are executors as in concurrent.futures, and the results do not depend on which.

- Processes are started afresh ("spawn"), so that they inherit no threads, locks or open files; a
  script that asks for them needs the usual guard `if __name__ == "__main__":`.
- The workers of a cluster may come and go.  They need the same riskexact, and the same libraries
  that shape files, as the process that asks.
"""

import logging
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError, require

MAX_WORKERS = 1000

SECONDS_TO_CONNECT, SECONDS_WITHOUT_WORKERS = 10, 60

Task = TypeVar("Task")
Result = TypeVar("Result")

Crew = tuple[Callable[..., "futures.Future[Any]"], Callable[[], int]]
"""What submits (work, task), and what returns how many tasks may be on their way, if any worker is
left: else it raises."""


def usable_cores() -> int:
    """Return the number of cores that this process may use, and `MAX_WORKERS` at most.

    >>> 1 <= usable_cores() <= MAX_WORKERS
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_WORKERS)
    return min(os.cpu_count() or 1, MAX_WORKERS)


def spread(
    work: Callable[[Task], Result],
    stages: Sequence[Sequence[Task]],
    workers: int = 1,
    scheduler: str | None = None,
    versions: Mapping[str, str] | None = None,
) -> Iterator[Result]:
    """Yield work(task) for each task, in the order in which they are finished.

    - `stages`: lists of tasks; those of a list wait for all that come before;
    - `workers`: the number of processes of this machine;
    - `scheduler`: the address of a Dask cluster that does it instead (the extra `cluster`);
    - `versions`: riskexact and the libraries that the workers of the cluster must have.

    `work` and the tasks must be picklable; what the work raises is raised here.  Raises `RiskError`
    if a process dies, and where a cluster has no scheduler, no workers, or others than it must.

    >>> list(spread(abs, [[-2, 3], [-1]]))
    [2, 3, 1]
    """
    if scheduler is None and workers == 1:
        yield from map(work, chain.from_iterable(stages))
        return
    crew = _processes(workers) if scheduler is None else _cluster(scheduler, versions or {})
    with crew as (submit, room):
        for tasks in stages:
            yield from results(submit, room, work, tasks)


def results(
    submit: Callable[..., "futures.Future[Result]"],
    room: Callable[[], int],
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
) -> Iterator[Result]:
    """Yield results as they come; no more tasks are on their way than there is room for."""
    waiting = deque(tasks)
    running: set[futures.Future[Result]] = set()
    while waiting or running:
        free = room() - len(running)
        # a process is begun when a task is submitted, with what its parent blocks
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            running |= {submit(work, waiting.popleft()) for _ in range(min(free, len(waiting)))}
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for future in futures.wait(running, 1, futures.FIRST_COMPLETED).done:
            running.remove(future)
            yield future.result()


@contextmanager
def _processes(workers: int) -> Iterator[Crew]:
    """Start processes, which take no interrupt from the keyboard; kill them in the end."""
    spawn = multiprocessing.get_context("spawn")
    executor: Any = futures.ProcessPoolExecutor(workers, spawn, initializer=_end_with_parent)

    def room() -> int:
        # the executor does not notice a process that died in the middle of sending its result
        processes = executor._processes
        if processes is None or not all(process.is_alive() for process in processes.values()):
            raise BrokenProcessPool
        return 2 * workers

    try:
        yield executor.submit, room
    except BrokenProcessPool:
        raise RiskError("a worker died, perhaps out of memory") from None
    finally:
        queue = executor._result_queue
        for process in list((executor._processes or {}).values()):
            process.kill()
        # the rest of a result that was being sent: without a writer it is not waited for
        if queue is not None:
            queue._writer.close()
        executor.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Let this process end at once when the one that started it ends, however that happens."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def _cluster(address: str, versions: Mapping[str, str]) -> Iterator[Crew]:
    """Connect to the scheduler of a Dask cluster, whose own log messages are not shown."""
    require("distributed", "cluster", "a scheduler needs")
    from distributed import KilledWorker

    last_seen = monotonic()
    scheduler = f"scheduler {shown(address)}"
    gone = RiskError(f"{scheduler} is gone; the same command goes on from what is finished")
    with _quiet():
        client = _client(address)
        executor = client.get_executor(pure=False)

        def submit(*work_and_task: object) -> Any:
            return executor.submit(_of_any_worker(), versions, pickle.dumps(work_and_task))

        def room() -> int:
            nonlocal last_seen
            try:
                threads = int(sum(client.nthreads().values()))
            except OSError:
                raise gone from None
            if client.status != "running":
                raise gone
            if threads:
                last_seen = monotonic()
            elif monotonic() - last_seen > SECONDS_WITHOUT_WORKERS:
                time = f"{SECONDS_WITHOUT_WORKERS} seconds"
                raise RiskError(f"{scheduler} must have workers: there was none for {time}")
            return 2 * threads

        try:
            yield submit, room
        except KilledWorker:
            message = "workers died at the same job again and again, perhaps out of memory"
            raise RiskError(message) from None
        except ImportError as error:
            right = f"riskexact {versions['riskexact']}"
            raise RiskError(f"every worker must have {right}; one says: {error}") from None
        except futures.CancelledError:
            raise gone from None
        finally:
            with suppress(RuntimeError, TimeoutError):  # of a client that has lost its scheduler
                client.close(timeout=1)


def _client(address: str) -> Any:
    from distributed import Client
    from distributed.comm.addressing import parse_address
    from distributed.comm.registry import get_backend

    connect: Any = Client  # distributed is typed in part
    try:
        get_backend(parse_address(address, strict=True)[0])
        return connect(address, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="riskexact")
    except (OSError, ValueError, TypeError) as error:
        reason = "nobody answers" if isinstance(error, OSError) else " ".join(str(error).split())
        raise RiskError(
            f"scheduler must be the address of a running Dask scheduler, as in "
            f"tcp://127.0.0.1:8786, not {shown(address)}: {reason}"
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    names = [
        name
        for name in logging.root.manager.loggerDict
        if name.startswith(("distributed", "tornado", "asyncio"))
    ]
    loggers = [logger for logger in map(logging.getLogger, names) if not logger.disabled]
    try:
        for logger in loggers:
            logger.disabled = True
        yield
    finally:
        for logger in loggers:
            logger.disabled = False


def _of_any_worker() -> Callable[[Mapping[str, str], bytes], object]:
    """Return what does a task on a worker of a cluster that has the right versions.

    It travels with its code, so that workers without riskexact say so.
    """

    def do(versions: Mapping[str, str], packed: bytes) -> object:
        from distributed import get_worker

        from riskexact.base.errors import RiskError
        from riskexact.publication.plan import installed_versions

        here = installed_versions()
        for name, right in versions.items():
            if here.get(name) != right:
                worker = get_worker().address
                raise RiskError(f"worker {worker} must have {name} {right}, not {here.get(name)}")
        work, task = pickle.loads(packed)
        return work(task)

    return do
