"""A Dask cluster as the executor of jobs: its workers may come and go.

They need the same riskexact, and the same libraries that shape files, as the process that asks.
"""

import logging
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from time import monotonic
from typing import Any

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError, require
from riskexact.publication.executors import Result, Task, results
from riskexact.publication.libraries import installed_versions

SECONDS_TO_CONNECT = 10

SECONDS_WITHOUT_WORKERS = 60


def spread_over_cluster(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    address: str,
    versions: Mapping[str, str],
) -> Iterator[Result]:
    """Do what `executors.spread` does on a Dask cluster.

    `versions` gives the libraries that each worker must have.  Raises `RiskError` where the
    `cluster` extra is missing, nobody is at the address, the scheduler goes, no worker comes, one
    has other versions, or a task kills one worker after another.
    """
    with _connected(address) as client:
        from distributed import KilledWorker

        cluster = _Cluster(client, address, versions)
        try:
            yield from results(cluster, work, tasks, cluster.room)
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
        from riskexact.publication.cluster import do_here

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
