"""Publications made in shares, by several runs at once or one after the other."""

import fcntl
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication import publish, publish_shard
from riskexact.publication.directory import staging_of
from riskexact.publication.jobs import jobs_of
from riskexact.publication.making import Making
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.shards import Shard
from riskexact.rules import SINGLE_LOSS, STANDARD
from riskexact.rules.catalogue import RULES
from tests.publications import SMALL, noted, only, tree

ROOT = Path(__file__).parents[2]

OTHER = (Edition(RULES["risiko"], 2),)


@given(st.integers(1, 12), st.integers(0, 3))
def test_shards_share_the_jobs(of: int, more: int) -> None:
    plan = Plan((Edition(STANDARD, 60), *OTHER))
    jobs, _ = jobs_of(plan)
    of += more * len(jobs)
    shares = [Shard(number, of).jobs(jobs) for number in range(1, of + 1)]
    assert sorted(job.name for share in shares for job in share) == sorted(j.name for j in jobs)
    seconds = [sum(job.seconds for job in share) for share in shares]
    assert max(seconds) - min(seconds) <= max(job.seconds for job in jobs)


@pytest.mark.parametrize(
    "text",
    ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "1.5/2", "a/b", "١/٢", "1/1000001", " 1/2", 1],
)
def test_shards_that_are_none(text: Any) -> None:
    with pytest.raises(RiskError, match=r"shards? must be "):
        Shard.read(text)


def test_shards_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds", "sqlite")
    publish(tmp_path / "whole", SMALL)
    target = tmp_path / "odds"
    for number in (3, 1, 2):
        publish_shard(target, Shard(number, 3), SMALL)
        assert not target.exists()
    assert {path.name for path in staging_of(target).iterdir()} == {
        "plan.json", "files", "parts", "finished.1-of-3", "finished.2-of-3", "finished.3-of-3",
    }  # fmt: skip
    made = noted(monkeypatch)
    publish(target, SMALL)
    assert made == ["sqlite"]
    assert tree(target) == tree(tmp_path / "whole")
    assert not staging_of(target).exists()


def test_shards_at_once(tmp_path: Path) -> None:
    """As processes, each with everything that belongs to a publication."""
    command = [sys.executable, "-m", "riskexact", "publish"]
    words = ["--rules", "standard", "--max", "1"]
    where = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(ROOT)}}
    running = [
        subprocess.Popen([*command, "odds", *words, "--shard", f"{n}/2"], **where)  # type: ignore[call-overload]
        for n in (1, 2)
    ]
    assert [process.wait(120) for process in running] == [0, 0]
    subprocess.run([*command, "odds", *words], check=True, timeout=120, **where)  # type: ignore[call-overload]
    publish(tmp_path / "whole", [Edition(STANDARD, 1)])
    assert tree(tmp_path / "odds") == tree(tmp_path / "whole")


def test_staging_directories_of_several_machines_are_copied_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "rounds")
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        publish_shard(tmp_path / str(number) / "odds", Shard(number, 2), SMALL)
        staging = staging_of(tmp_path / str(number) / "odds")
        shutil.copytree(staging, staging_of(tmp_path / "odds"), dirs_exist_ok=True)
    monkeypatch.setattr(Making, "__call__", None)
    publish(tmp_path / "odds", SMALL)
    monkeypatch.undo()
    only(monkeypatch, "win", "outcomes", "rounds")
    publish(tmp_path / "whole", SMALL)
    assert tree(tmp_path / "odds") == tree(tmp_path / "whole")


def test_a_shard_that_was_not_made_is_made_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    publish(tmp_path / "whole", SMALL)
    publish_shard(tmp_path / "odds", Shard(2, 2), SMALL)
    publish(tmp_path / "odds", SMALL)
    assert tree(tmp_path / "odds") == tree(tmp_path / "whole")


def test_finished_jobs_are_not_made_again_by_whatever_shard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    target = tmp_path / "odds"
    publish_shard(target, Shard(1, 1), SMALL)
    monkeypatch.setattr(Making, "__call__", None)
    assert publish_shard(target, Shard(1, 1), SMALL) == 4
    assert publish_shard(target, Shard(2, 3), SMALL) == 1


def test_work_of_another_command_or_version_is_not_mixed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    target = tmp_path / "odds"
    publish_shard(target, Shard(1, 2), SMALL)
    before = tree(staging_of(target))
    for editions in (OTHER, (Edition(STANDARD, 2), Edition(SINGLE_LOSS, 2))):
        with pytest.raises(RiskError, match="unfinished work of another command"):
            publish_shard(target, Shard(2, 2), editions)
        with pytest.raises(RiskError, match="unfinished work of another command"):
            publish(target, editions)
    assert tree(staging_of(target)) == before
    # copied together although they are of different commands
    (tmp_path / "other").mkdir()
    publish_shard(tmp_path / "other" / "odds", Shard(2, 2), (Edition(STANDARD, 3),))
    other = staging_of(tmp_path / "other" / "odds")
    (other / "plan.json").unlink()
    shutil.copytree(other, staging_of(target), dirs_exist_ok=True)
    publish(target, SMALL)
    publish(tmp_path / "whole", SMALL)
    assert tree(target) == tree(tmp_path / "whole")


def test_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards keep a whole run out, and it them; the same shard is made by one run at a time."""
    only(monkeypatch, "win", "rounds")
    target = tmp_path / "odds"
    refused: list[str] = []

    def meanwhile(doing: str, share: float) -> None:
        with pytest.raises(RiskError, match="published by one run at a time") as told:
            publish(target, SMALL)
        refused.append(str(told.value))
        with pytest.raises(RiskError, match=r"shard 1/2 of '.*' must be made by one run at a time"):
            publish_shard(target, Shard(1, 2), SMALL)
        publish_shard(target, Shard(2, 2), SMALL)

    publish_shard(target, Shard(1, 2), SMALL, progress=meanwhile)
    assert refused
    lock = os.open(staging_of(target), os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with pytest.raises(RiskError, match="published by one run at a time"):
        publish_shard(target, Shard(1, 2), SMALL)
    os.close(lock)
    publish(target, SMALL)


def test_a_full_disk_costs_the_unfinished_jobs_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "rounds")
    publish(tmp_path / "whole", SMALL)
    sizes = sorted(path.stat().st_size for path in (tmp_path / "whole").rglob("*.json"))
    target = tmp_path / "odds"
    small, large = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (sizes[-2], large))
    failed = 0
    try:
        for number in (1, 2):
            try:
                publish_shard(target, Shard(number, 2), SMALL)
            except OSError:
                failed += 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, large))
    assert failed
    assert not target.exists()
    publish(target, SMALL)
    assert tree(target) == tree(tmp_path / "whole")
