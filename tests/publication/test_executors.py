"""Jobs done by processes, and by a Dask cluster on the loopback address, some of them killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication import executors, publish
from riskexact.publication.executors import MAX_WORKERS, spread, usable_cores
from tests import patience
from tests.clusters import Cluster, cluster, ended
from tests.publication.work import Work, interrupts_are_blocked
from tests.publications import SMALL, only, tree


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", patience.SECONDS)


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
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


def test_what_goes_wrong_in_a_process_is_raised() -> None:
    """And the other processes are not waited for: one of them would never end."""
    with pytest.raises(RiskError, match="another one, not 1"):
        list(spread(Work(stays_at=0, fails_at=1), [range(2)], 2))
    with pytest.raises(RiskError, match="a worker died"):
        list(spread(Work(dies_at=3), [range(9)], 2))


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    """Even if that is killed while they are at work."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os, threading\n"
        "from riskexact.publication.executors import spread\n"
        "def work(task):\n"
        "    os.write(1, b'%d\\n' % os.getpid())\n"
        "    threading.Event().wait()\n"
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
    found = list(spread(Work(), [range(40)], 1, lasting.address))
    assert sorted(result for result, _ in found) == [n * n for n in range(40)]
    assert {process for _, process in found} <= {each.pid for each in lasting.workers}
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread(Work(fails_at=3), [range(9)], 1, lasting.address))


def test_workers_of_another_version_are_told(
    lasting: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "installed_versions", lambda: {"riskexact": "0.0.1"})
    with pytest.raises(RiskError, match=r"workers must have {'riskexact': '0.0.1'}, not {"):
        list(spread(Work(), [[1]], 1, lasting.address))


def test_the_bytes_are_the_same(
    lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds")
    publish(tmp_path / "here", SMALL)
    publish(tmp_path / "there", SMALL, scheduler=lasting.address)
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_a_killed_worker_costs_nothing_and_a_killed_scheduler_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with cluster(tmp_path, workers=2) as made:
        found = spread(Work(), [range(9), range(9, 20)], 1, made.address)
        next(found)
        made.workers[0].kill()
        assert len(list(found)) == 19
        found = spread(Work(stays_at=5), [range(9)], 1, made.address)
        next(found)
        made.scheduler.kill()
        with pytest.raises(RiskError, match=f"scheduler '{made.address}' or its workers died"):
            list(found)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("address", ["", "here", "tcp://", "http://127.0.0.1:80", "tcp://[::1]:1"])
def test_addresses_where_nobody_is(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(RiskError, match="scheduler must be the address of a running one"):
        list(spread(Work(), [[1]], 1, address))
    assert capfd.readouterr() == ("", "")


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[cluster\]'"):
        publish(tmp_path / "odds", SMALL, scheduler="tcp://127.0.0.1:1")
