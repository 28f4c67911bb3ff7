"""Work spread over processes."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication.workers import spread


@dataclass(frozen=True)
class Work:
    """What a worker of these tests does with a number; spawned processes can import it."""

    dies_at: int = -1
    fails_at: int = -1

    def __call__(self, number: int) -> tuple[int, int]:
        if number == self.dies_at:
            os._exit(9)
        if number == self.fails_at:
            raise RiskError(f"number must be another one, not {number}")
        return number * number, os.getpid()


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_results_are_the_same(workers: int) -> None:
    results = {task: result for task, (result, _) in spread(Work(), range(9), workers)}
    assert results == {n: n * n for n in range(9)}


def test_work_is_spread() -> None:
    processes = {process for _, (_, process) in spread(Work(), range(40), 2)}
    assert len(processes) == 2
    assert os.getpid() not in processes
    assert [process for _, (_, process) in spread(Work(), [1], 5)] == [os.getpid()]
    assert list(spread(Work(), [], 5)) == []


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(RiskError, match="another one, not 3"):
        list(spread(Work(fails_at=3), range(9), 2))


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(RiskError, match="a worker died at 3"):
        list(spread(Work(dies_at=3), range(9), 2))


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """Even if that is killed while they are at work."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os, sys, time\n"
        "from riskexact.publication.workers import spread\n"
        "def work(task):\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    list(spread(work, [1, 2], 2))\n"
    )
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": root},
    ) as running:
        assert running.stdout is not None
        workers = [int(running.stdout.readline()) for _ in range(2)]
        running.kill()
        running.wait()
        for _ in range(100):
            if not any(map(alive, workers)):
                break
            time.sleep(0.1)
        assert not any(map(alive, workers))


def alive(process: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def interrupts_are_blocked(task: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_no_worker_takes_an_interrupt_not_even_the_first() -> None:
    # in a process of its own, where nothing has been started before
    command = (
        "from riskexact.publication.workers import spread\n"
        "from tests.publication.test_workers import interrupts_are_blocked\n"
        "print([blocked for _, blocked in spread(interrupts_are_blocked, range(2), 2)])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "[True, True]\n"
