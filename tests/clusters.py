"""Dask clusters on the loopback address, and groups of processes, as tests need them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests import patience

ROOT = Path(__file__).parent.parent


class Cluster(NamedTuple):
    """A scheduler, its address, and its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(place: Path, workers: int) -> Iterator[Cluster]:
    """Start a scheduler and this many workers, one thread each; all of them are gone afterwards."""
    about = place / "scheduler.json"
    running = [_started(place, "scheduler", "--port", "0", "--scheduler-file", str(about))]
    try:
        address = _address(about, running[0])
        running += [
            _started(place, "worker", address, "--nthreads", "1", "--no-nanny")
            for _ in range(workers)
        ]
        yield Cluster(address, running[0], running[1:])
    finally:
        for process in running:
            process.kill()
            process.wait()


def _started(place: Path, what: str, *words: str) -> subprocess.Popen[bytes]:
    with (place / "log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
            + ["--host", "127.0.0.1", "--no-dashboard"],
            stdout=log,
            stderr=log,
            cwd=place,
            env=os.environ
            | {
                "PYTHONPATH": str(ROOT),
                "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": f"{patience.SECONDS}s",
            },
        )


def _address(about: Path, scheduler: subprocess.Popen[bytes]) -> str:
    def is_written() -> bool:
        assert scheduler.poll() is None, about.with_name("log").read_text()
        return about.exists() and about.read_text().endswith("}")

    assert patience.comes_true(is_written), "the scheduler does not start"
    return str(json.loads(about.read_text())["address"])


def ended(group: int) -> bool:
    """Wait until no process of a group is alive; one that nobody has waited for counts no more."""
    return patience.comes_true(lambda: not any(_states(group)))


def _states(group: int) -> Iterator[str]:
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            state, _, of, *_ = file.read_text().rpartition(")")[2].split()
            if int(of) == group and state != "Z":
                yield state
