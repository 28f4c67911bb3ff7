"""Publications made by a Dask cluster: processes on the loopback address, some of them killed."""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import pytest

from riskexact import publication
from riskexact.base.errors import RiskError
from riskexact.publication import cluster as module
from riskexact.publication import publish
from riskexact.publication.cluster import spread_over_cluster, versions_of
from riskexact.publication.directory import staging_of
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import STANDARD
from tests.clusters import Cluster, cluster
from tests.publications import SMALL, only, tree

VERSIONS = versions_of(Plan.usual([STANDARD]))

TILED = [Edition(STANDARD, 60)]


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that no test kills."""
    with cluster(tmp_path_factory.mktemp("cluster"), workers=2) as made:
        yield made


@dataclass(frozen=True)
class Work:
    """What a worker of these tests does with a number."""

    fails_at: int = -1

    def __call__(self, number: int) -> tuple[int, int]:
        if number == self.fails_at:
            raise RiskError(f"number must be another one, not {number}")
        return number * number, os.getpid()


def test_work_is_spread(lasting: Cluster) -> None:
    results = list(spread_over_cluster(Work(), range(40), lasting.address, VERSIONS))
    assert {task: result for task, (result, _) in results} == {n: n * n for n in range(40)}
    assert {process for _, (_, process) in results} <= {each.pid for each in lasting.workers}
    assert list(spread_over_cluster(Work(), [], lasting.address, VERSIONS)) == []


def test_what_the_work_raises_is_raised(lasting: Cluster) -> None:
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread_over_cluster(Work(fails_at=3), range(9), lasting.address, VERSIONS))


def test_no_more_is_on_its_way_than_fits(lasting: Cluster) -> None:
    """What is taken up slowly is not piled up by the workers."""
    spread = spread_over_cluster(Work(), range(1000), lasting.address, VERSIONS)
    next(spread)
    assert spread.gi_frame is not None  # type: ignore[attr-defined]
    on_their_way = spread.gi_yieldfrom.gi_frame.f_locals["self"].on_their_way  # type: ignore[attr-defined]
    assert len(on_their_way) < module.TASKS_OF_A_THREAD * 2
    spread.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["riskexact", "pyarrow"])
def test_workers_of_another_version_are_told(lasting: Cluster, name: str) -> None:
    with pytest.raises(RiskError, match=rf"worker tcp://\S+ must have {name} 0.0.1, not "):
        list(spread_over_cluster(Work(), [1], lasting.address, VERSIONS | {name: "0.0.1"}))


def test_the_bytes_are_the_same(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds", "printed", "sqlite")
    publish(tmp_path / "here", SMALL)
    publish(tmp_path / "there", SMALL, scheduler=lasting.address)
    assert tree(tmp_path / "here") == tree(tmp_path / "there")
    assert not staging_of(tmp_path / "there").exists()


def test_a_full_disk_costs_the_unfinished_jobs_only(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    publish(tmp_path / "here", SMALL)
    sizes = sorted(path.stat().st_size for path in (tmp_path / "here").rglob("*.json"))
    small, large = resource.getrlimit(resource.RLIMIT_FSIZE)
    target = tmp_path / "there"
    resource.setrlimit(resource.RLIMIT_FSIZE, (sizes[-2], large))
    try:
        with pytest.raises(OSError, match="File too large"):
            publish(target, SMALL, scheduler=lasting.address)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, large))
    assert not target.exists()
    publish(target, SMALL, scheduler=lasting.address)
    assert tree(target) == tree(tmp_path / "here")


def at(jobs: int, then: Callable[[], object]) -> Callable[[str, float], None]:
    """Return progress that does something when so many jobs are finished."""

    def progress(doing: str, share: float) -> None:
        if doing.startswith(f"{jobs} of "):
            then()

    return progress


def test_a_killed_worker_costs_its_unfinished_jobs_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    publish(tmp_path / "here", TILED)
    with cluster(tmp_path, workers=2) as made:
        first, second = made.workers
        list(spread_over_cluster(Work(), range(40), made.address, VERSIONS))

        killing = Timer(1, first.kill)

        def stop() -> None:
            first.send_signal(signal.SIGSTOP)  # in the middle of a job, or with its result
            killing.start()

        publish(tmp_path / "there", TILED, scheduler=made.address, progress=at(1, stop))
        killing.join()
        assert first.wait(10) == -signal.SIGKILL
        assert second.poll() is None
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_a_killed_scheduler_costs_the_unfinished_jobs_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    only(monkeypatch, "win", "rounds")
    target = tmp_path / "there"
    with cluster(tmp_path, workers=1) as made:
        kill = at(2, made.scheduler.kill)
        with pytest.raises(RiskError, match="is gone; the same command goes on from what is"):
            publish(target, TILED, scheduler=made.address, progress=kill)
    assert not target.exists()
    assert capfd.readouterr() == ("", "")
    files = staging_of(target) / "files"
    finished = {path.relative_to(files): path.stat().st_ino for path in files.rglob("*.csv")}
    assert 2 <= len(finished) < 5
    publish(target, TILED)
    assert {path: (target / path).stat().st_ino for path in finished} == finished
    publish(tmp_path / "here", TILED)
    assert tree(tmp_path / "here") == tree(target)


def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SECONDS_WITHOUT_WORKERS", 1)
    with cluster(tmp_path, workers=0) as made, pytest.raises(RiskError, match="must have workers"):
        list(spread_over_cluster(Work(), [1], made.address, VERSIONS))


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "http://127.0.0.1:80", "tcp://127.0.0.1:1", "tcp://x y:3"]
)
def test_addresses_where_nobody_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    address: str,
) -> None:
    monkeypatch.setattr(module, "SECONDS_TO_CONNECT", 1)
    only(monkeypatch, "win", "rounds")
    with pytest.raises(RiskError, match="scheduler must be the address of a running Dask") as told:
        publish(tmp_path / "odds", SMALL, scheduler=address)
    assert "\n" not in str(told.value)
    assert capfd.readouterr() == ("", "")
    publish(tmp_path / "odds", SMALL)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[cluster\]'"):
        publication.publish(tmp_path / "odds", SMALL, scheduler="tcp://127.0.0.1:1")


class Lost:
    """A future that has no result."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def result(self) -> object:
        raise self.error


@pytest.mark.parametrize("status", ["running", "closed"])
def test_what_has_no_result(status: str) -> None:
    from distributed import CancelledError, KilledWorker
    from distributed.scheduler import WorkerState

    class Client:
        pass

    client = Client()
    client.status = status  # type: ignore[attr-defined]
    spread = module._Spread(client, "tcp://a:1", Work(), [], {"riskexact": "9.9"})
    with pytest.raises(RiskError, match="workers died at 7 again and again"):
        spread._result(Lost(KilledWorker("7", WorkerState, 3)), 7)  # type: ignore[arg-type]
    with pytest.raises(RiskError, match=r"every worker must have riskexact 9.9; one says: No mod"):
        spread._result(Lost(ImportError("No module named 'riskexact'")), 7)
    with pytest.raises(RiskError, match="is gone"):
        spread._result(Lost(CancelledError("7")), 7)
    with pytest.raises(OSError if status == "running" else RiskError):
        spread._result(Lost(OSError()), 7)
