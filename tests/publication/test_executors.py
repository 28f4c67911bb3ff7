"""Jobs done by processes, and by a Dask cluster on the loopback address, some of them killed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from riskexact.base.errors import RiskError
from riskexact.publication import executors as module
from riskexact.publication import publish
from riskexact.publication.executors import MAX_WORKERS, results, spread, usable_cores
from riskexact.publication.plan import installed_versions
from riskexact.publication.staging import staging_of
from tests.clusters import Cluster, cluster, ended
from tests.publication.work import Work, interrupts_are_blocked, large_result
from tests.publications import SMALL, only, tree

VERSIONS = installed_versions()


def test_work_is_spread_over_processes() -> None:
    assert list(spread(Work(), [[]], 5)) == []
    assert list(spread(Work(), [range(9)], 1)) == [(n * n, os.getpid()) for n in range(9)]
    found = list(spread(Work(), [range(40)], 2))
    assert sorted(result for result, _ in found) == [n * n for n in range(40)]
    assert os.getpid() not in {process for _, process in found}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stage_waits_for_those_before(workers: int) -> None:
    stages = [range(3), range(10, 30), range(30, 33)]
    found = [number for number, _ in spread(Work(), stages, workers)]
    assert [sorted(found[at]) for at in (slice(3), slice(3, 23), slice(23, 26))] == [
        [n * n for n in stage] for stage in stages
    ]


def test_usable_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 5, 8}, raising=False)
    assert usable_cores() == 3
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(5000)))
    assert usable_cores() == MAX_WORKERS
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert usable_cores() == 4
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


def test_what_goes_wrong_in_a_process_is_raised() -> None:
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread(Work(fails_at=3), [range(9)], 2))
    with pytest.raises(RiskError, match="a worker died"):
        list(spread(Work(dies_at=3), [range(9)], 2))


def test_the_other_processes_are_not_waited_for() -> None:
    began = time.monotonic()
    with pytest.raises(RiskError, match="another one, not 1"):
        list(spread(Work(sleeps_at=0, fails_at=1), [range(2)], 2))
    assert time.monotonic() - began < 50


def test_a_process_that_is_sending_its_result_is_not_waited_for() -> None:
    for task in spread(large_result, [[0, 1, 3, 4, 5]], 2):
        assert len(task) == 100_000_000
        break
    with pytest.raises(RiskError, match="a worker died"):
        list(spread(large_result, [[0, 1, 2, 3, 4, 5]], 2))


def test_no_more_tasks_are_on_their_way_than_there_is_room_for() -> None:
    futures: list[Future[int]] = []
    running: list[int] = []

    def submit(*work_and_task: object) -> Future[int]:
        futures.append(Future())
        return futures[-1]

    def room() -> int:
        waiting = [future for future in futures if not future.done()]
        running.append(len(waiting))
        for future in waiting[:1]:
            future.set_result(0)
        return 2

    assert list(results(submit, room, abs, range(5))) == [0] * 5
    assert max(running) == 2


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    """Even if that is killed while they are at work."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os, time\n"
        "from riskexact.publication.executors import spread\n"
        "def work(task):\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    list(spread(work, [[1, 2]], 2))\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        process_group=0,
    ) as running:
        assert running.stdout is not None
        for _ in range(2):
            assert int(running.stdout.readline()) != running.pid
        running.kill()
        running.wait()
    assert ended(running.pid)


def test_no_process_takes_an_interrupt() -> None:
    assert all(spread(interrupts_are_blocked, [range(4)], 2))
    assert not interrupts_are_blocked(0)


# ---- a cluster


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that no test kills."""
    with cluster(tmp_path_factory.mktemp("cluster"), workers=2) as made:
        yield made


def test_work_is_spread_over_a_cluster(lasting: Cluster) -> None:
    found = list(spread(Work(), [range(40)], 1, lasting.address, VERSIONS))
    assert sorted(result for result, _ in found) == [n * n for n in range(40)]
    assert {process for _, process in found} <= {each.pid for each in lasting.workers}
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread(Work(fails_at=3), [range(9)], 1, lasting.address, VERSIONS))


@pytest.mark.parametrize("name", ["riskexact", "pyarrow"])
def test_workers_of_another_version_are_told(lasting: Cluster, name: str) -> None:
    with pytest.raises(RiskError, match=rf"worker tcp://\S+ must have {name} 0.0.1, not "):
        list(spread(Work(), [[1]], 1, lasting.address, VERSIONS | {name: "0.0.1"}))


def test_the_bytes_are_the_same(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds")
    publish(tmp_path / "here", SMALL)
    publish(tmp_path / "there", SMALL, scheduler=lasting.address)
    assert tree(tmp_path / "here") == tree(tmp_path / "there")
    assert not staging_of(tmp_path / "there").exists()


def at(jobs: int, then: Callable[[], object]) -> Callable[[str, float], None]:
    """Return progress that does something when this many jobs are finished."""

    def progress(doing: str, share: float) -> None:
        if doing.startswith(f"{jobs} of "):
            then()

    return progress


def test_a_killed_scheduler_costs_the_unfinished_jobs_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A killed worker costs nothing."""
    only(monkeypatch, "win", "rounds")
    target = tmp_path / "there"
    with cluster(tmp_path, workers=2) as made:

        def kill() -> None:
            made.workers[0].kill()
            made.workers[0].wait()

        publish(tmp_path / "here", SMALL, scheduler=made.address, progress=at(3, kill))
        kill_all = at(3, made.scheduler.kill)
        with pytest.raises(RiskError, match="is gone; the same command goes on from what is"):
            publish(target, SMALL, scheduler=made.address, progress=kill_all)
    assert not target.exists()
    assert capfd.readouterr() == ("", "")
    files = staging_of(target) / "files"
    finished = {path.relative_to(files): path.stat().st_ino for path in files.rglob("*.csv")}
    assert finished
    publish(target, SMALL)
    assert {path: (target / path).stat().st_ino for path in finished} == finished
    assert tree(tmp_path / "here") == tree(target)


@pytest.mark.parametrize("error", [RuntimeError, TimeoutError])
def test_the_message_stays_that_of_the_work_where_closing_fails(
    monkeypatch: pytest.MonkeyPatch, lasting: Cluster, error: type[Exception]
) -> None:
    """As when a connection to a killed scheduler is closed too late."""
    close: Any = Client.close

    def fails(client: Client, **timeout: float) -> None:
        close(client, **timeout)
        if timeout:  # not of a client that is garbage
            raise error("Cannot change state of expiring Timeout")

    monkeypatch.setattr(Client, "close", fails)
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread(Work(fails_at=3), [range(9)], 1, lasting.address, VERSIONS))


def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SECONDS_WITHOUT_WORKERS", 1)
    with cluster(tmp_path, workers=0) as made, pytest.raises(RiskError, match="must have workers"):
        list(spread(Work(), [[1]], 1, made.address, VERSIONS))


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "http://127.0.0.1:80", "tcp://127.0.0.1:1", "tcp://x y:3"]
)
def test_addresses_where_nobody_is(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setattr(module, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(RiskError, match="scheduler must be the address of a running Dask") as told:
        list(spread(Work(), [[1]], 1, address, VERSIONS))
    assert "\n" not in str(told.value)
    assert capfd.readouterr() == ("", "")


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[cluster\]'"):
        publish(tmp_path / "odds", SMALL, scheduler="tcp://127.0.0.1:1")
