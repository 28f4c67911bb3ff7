"""Jobs done by processes, and by a Dask cluster on the loopback address, some of them killed."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication import executors, publish
from riskexact.publication.executors import MAX_WORKERS, spread, usable_cores
from tests import patience
from tests.clusters import cluster, ended
from tests.commands import Capture
from tests.publication.work import Work, interrupts_are_blocked
from tests.publications import SMALL, only, tree


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", patience.SECONDS)


def test_work_is_spread_over_processes() -> None:
    assert list(spread(Work(), [[]], 5)) == []
    assert all(spread(interrupts_are_blocked, [range(4)], 2))
    assert not interrupts_are_blocked(0)
    assert list(spread(Work(), [range(9)], 1)) == [(n * n, os.getpid()) for n in range(9)]
    stages = [range(3), range(10, 30), range(30, 33)]  # each waits for those before
    found = list(spread(Work(), stages, 2))
    assert os.getpid() not in {process for _, process in found}
    for stage, part in zip(stages, (found[:3], found[3:23], found[23:]), strict=True):
        assert sorted(result for result, _ in part) == [n * n for n in stage]


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


# ---- a cluster


def test_a_cluster(tmp_path: Path, capfd: Capture) -> None:
    """It does the work, with the same bytes; a killed worker costs nothing, and a fault is told."""
    with cluster(tmp_path, workers=2) as made, pytest.MonkeyPatch.context() as patch:
        found = list(spread(Work(), [range(40)], 1, made.address))
        assert sorted(result for result, _ in found) == [n * n for n in range(40)]
        assert {process for _, process in found} <= {each.pid for each in made.workers}
        with pytest.raises(RiskError, match="another one, not 3"):
            list(spread(Work(fails_at=3), [range(9)], 1, made.address))
        only(patch, "win", "rounds")
        publish(tmp_path / "here", SMALL)
        publish(tmp_path / "there", SMALL, scheduler=made.address)
        assert tree(tmp_path / "here") == tree(tmp_path / "there")
        going = spread(Work(), [range(9), range(9, 20)], 1, made.address)
        next(going)
        made.workers[0].kill()
        assert len(list(going)) == 19
        patch.setattr(executors, "installed_versions", lambda: {"riskexact": "0.0.1"})
        with pytest.raises(RiskError, match=r"workers must have {'riskexact': '0.0.1'}, not {"):
            list(spread(Work(), [[1]], 1, made.address))
        patch.undo()
        patch.setattr(executors, "SECONDS_TO_CONNECT", patience.SECONDS)
        going = spread(Work(stays_at=5), [range(9)], 1, made.address)
        next(going)
        made.scheduler.kill()
        with pytest.raises(RiskError, match=f"scheduler '{made.address}' or its workers died"):
            list(going)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("address", ["", "here", "tcp://", "http://127.0.0.1:80", "tcp://[::1]:1"])
def test_addresses_where_nobody_is(
    monkeypatch: pytest.MonkeyPatch, capfd: Capture, address: str
) -> None:
    client = pytest.importorskip("distributed").Client

    def clients() -> list[object]:
        return [each for each in gc.get_objects() if type(each) is client]

    others = clients()
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(RiskError, match="scheduler must be the address of a running one"):
        list(spread(Work(), [[1]], 1, address))
    assert capfd.readouterr() == ("", "")
    assert len(clients()) <= len(others)  # one that is left would lock the next one


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RiskError, match=r"pip install 'riskexact\[cluster\]'"):
        publish(tmp_path / "odds", SMALL, scheduler="tcp://127.0.0.1:1")
