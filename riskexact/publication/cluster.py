"""Work spread over a Dask cluster, which may come and go.

The workers need the same riskexact, and the same libraries that shape files, as the process that
asks; each says so before it does anything.  Results come back as values, so that no worker needs
the directory that is published.  What a lost worker had not finished, others do again; without a
scheduler the work ends, and what came back by then is kept.
"""

import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError, require
from riskexact.publication.manifest import installed_libraries
from riskexact.publication.plan import EXTRAS, Plan

# distributed is typed in part
Client = Any
Future = Any

SECONDS_TO_CONNECT = 10

SECONDS_WITHOUT_WORKERS = 60

TASKS_OF_A_THREAD = 2
"""Tasks that a worker's thread has at once, the next one included: results take memory."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def versions_of(plan: Plan) -> dict[str, str]:
    """Return the versions that must be those of the workers.

    >>> from riskexact.rules import STANDARD
    >>> list(versions_of(Plan.usual([STANDARD], extras=())))
    ['riskexact']
    """
    from riskexact.base.version import VERSION

    # SQLite files are put together here
    libraries = {k: v for k, v in installed_libraries(plan.extras).items() if k != "sqlite"}
    return {"riskexact": VERSION, **dict(sorted(libraries.items()))}


def spread_over_cluster(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    address: str,
    versions: Mapping[str, str],
) -> Iterator[tuple[Task, Result]]:
    """Yield (task, work(task)) for each task, in the order in which they are finished.

    `work` and the tasks must be picklable, by name; what the work raises is raised here.  Raises
    `RiskError` where the `cluster` extra is missing, nobody is at the address, the scheduler goes,
    no worker comes, one has other `versions`, or a task kills one worker after another.
    """
    with _connected(address) as client:
        yield from _Spread(client, address, work, tasks, versions).results()


def do_here(versions: Mapping[str, str], packed: bytes) -> object:
    """Do what `spread_over_cluster` asks of a worker, if its versions are the right ones."""
    from distributed import get_worker

    from riskexact.base.version import VERSION

    here = {"riskexact": VERSION} | installed_libraries(EXTRAS)
    for name, right in versions.items():
        if here.get(name) != right:
            raise RiskError(
                f"worker {get_worker().address} must have {name} {right}, not {here.get(name)}"
            )
    work, task = pickle.loads(packed)
    return work(task)


class _Spread:
    """The tasks on their way."""

    def __init__(
        self,
        client: Client,
        address: str,
        work: Callable[[Any], Any],
        tasks: Sequence[Any],
        versions: Mapping[str, str],
    ) -> None:
        self.client = client
        self.address = address
        self.work = work
        self.versions = versions
        self.waiting = deque(tasks)
        self.on_their_way: dict[Future, Any] = {}
        self.back: SimpleQueue[Future] = SimpleQueue()
        self.last_seen = monotonic()
        self.threads = 0

    def results(self) -> Iterator[tuple[Any, Any]]:
        self._look()
        while self.waiting or self.on_their_way:
            while self.waiting and len(self.on_their_way) < TASKS_OF_A_THREAD * self.threads:
                self._send(self.waiting.popleft())
            try:
                future = self.back.get(timeout=1)
            except Empty:
                self._look()
                continue
            task = self.on_their_way.pop(future)
            yield task, self._result(future, task)
            future.release()

    def _send(self, task: Any) -> None:
        future = self.client.submit(
            _task_of_any_worker(), dict(self.versions), pickle.dumps((self.work, task)), pure=False
        )
        self.on_their_way[future] = task
        future.add_done_callback(self.back.put)

    def _result(self, future: Future, task: Any) -> Any:
        from distributed import CancelledError, KilledWorker

        try:
            return future.result()
        except RiskError:
            raise
        except KilledWorker:
            raise RiskError(
                f"workers died at {getattr(task, 'name', task)} again and again, perhaps out of "
                f"memory"
            ) from None
        except ImportError as error:
            raise RiskError(
                f"every worker must have riskexact {self.versions['riskexact']}; one says: {error}"
            ) from None
        except CancelledError:
            raise self._gone() from None
        except OSError as error:
            if self.client.status == "running":
                raise
            raise self._gone() from error

    def _look(self) -> None:
        """See who is there, and end it where nobody is."""
        try:
            if self.client.status != "running":
                raise OSError
            self.threads = sum(self.client.nthreads().values())
        except OSError:
            raise self._gone() from None
        if self.threads:
            self.last_seen = monotonic()
        elif monotonic() - self.last_seen > SECONDS_WITHOUT_WORKERS:
            raise RiskError(
                f"scheduler {shown(self.address)} must have workers: "
                f"there was none for {SECONDS_WITHOUT_WORKERS} seconds"
            )

    def _gone(self) -> RiskError:
        return RiskError(
            f"scheduler {shown(self.address)} is gone; the same command goes on from what is "
            f"finished"
        )


def _task_of_any_worker() -> Callable[[Mapping[str, str], bytes], object]:
    """Return a function that travels with its code, so that workers without riskexact say so."""

    def task(versions: Mapping[str, str], packed: bytes) -> object:
        from riskexact.publication.cluster import do_here

        return do_here(versions, packed)

    return task


@contextmanager
def _connected(address: str) -> Iterator[Client]:
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


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Dask say nothing of its own on standard error for a while."""
    known = logging.root.manager.loggerDict
    loggers = [
        logging.getLogger(name)
        for name in list(known)
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
