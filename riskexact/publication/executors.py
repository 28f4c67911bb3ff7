"""Who does the jobs: this process, or an executor of processes, or of a Dask cluster."""

import gc
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError, require
from riskexact.base.interrupts import deferred_interrupts
from riskexact.publication.plan import installed_versions

MAX_WORKERS, SECONDS_TO_CONNECT = 1000, 10
Function = Callable[[Any], Any]


def usable_cores() -> int:
    """Return the number of cores that this process may use, and `MAX_WORKERS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(usable or 1, MAX_WORKERS)


def spread(
    work: Function, stages: Sequence[Sequence[Any]], workers: int = 1, scheduler: str | None = None
) -> Iterator[Any]:
    """Yield work(task) as it ends, stage by stage; `RiskError` where nobody is left to work."""
    if scheduler is None and workers == 1:
        yield from (work(task) for tasks in stages for task in tasks)
        return
    work = partial(_alike, installed_versions(), work)
    with _processes(workers) if scheduler is None else _cluster(scheduler) as executor:
        for tasks in stages:
            with deferred_interrupts():  # which the processes that are started never see
                ended = futures.as_completed([executor.submit(work, task) for task in tasks])
            yield from (future.result() for future in ended)


def _alike(versions: dict[str, str], work: Function, task: object) -> object:
    if installed_versions() != versions:
        raise RiskError(f"workers must have {versions}, not {installed_versions()}")
    return work(task)


@contextmanager
def _processes(workers: int) -> Iterator[futures.Executor]:
    pool: Any = futures.ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent)
    try:
        yield pool
    except futures.BrokenExecutor:
        raise RiskError("a worker died, perhaps out of memory") from None
    finally:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool._result_queue._writer.close()  # or the rest of a result would be waited for
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    parent: Any = parent_process()
    Thread(target=lambda: os._exit(parent.join() or 1), daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[futures.Executor]:
    require("distributed", "cluster", "a scheduler needs")
    import distributed

    dask: Any = distributed  # it is typed in part
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    client = None
    with suppress(OSError, ValueError):
        dask.comm.parse_address(address, strict=True)
        client = dask.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    if client is None:
        # what is left of it would block the next client, if collected in the thread of that
        gc.collect()
        raise RiskError(
            f"scheduler must be the address of a running one, not {short_repr(address)}"
        )
    try:
        with client:
            yield client.get_executor(pure=False)
    except (dask.KilledWorker, futures.CancelledError):
        raise RiskError(f"scheduler {short_repr(address)} or its workers died") from None
