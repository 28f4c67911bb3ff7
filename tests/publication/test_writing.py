"""A publication is written whole or not at all, whatever happens on the way."""

import os
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication import publish
from riskexact.publication.directory import files_in_package
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.publications import only, tree

OLD, NEW = [Edition(STANDARD, 1), Edition(SINGLE_LOSS, 1)], [Edition(STANDARD, 2)]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rounds")
    # what a killed process wrote is there; only a machine without power would forget it
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def stopped_at(step: int, stop: Callable[[], object], work: Callable[[], object]) -> bool:
    """Do the work in a child that stops before or after a change of the disk; False if it ends."""
    child = os.fork()
    if child == 0:
        left = step

        def step_on() -> None:
            nonlocal left
            left -= 1
            if left == -1:
                stop()

        def counted(change: Callable[..., object]) -> Callable[..., object]:
            def counting(*arguments: object, **keywords: object) -> object:
                step_on()
                changed = change(*arguments, **keywords)
                step_on()
                return changed

            return counting

        with suppress(BaseException):
            names = ("mkdir", "rename", "fsync") if stop is killed else ("rename", "fsync")
            for name in names:
                setattr(os, name, counted(getattr(os, name)))
            Path.open = counted(Path.open)  # type: ignore[assignment,method-assign]
            work()
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) != 0


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("stop", [killed, interrupted])
@pytest.mark.parametrize("replaces", [False, True])
def test_a_run_that_is_stopped_leaves_the_old_or_none(
    tmp_path: Path, stop: Callable[[], object], replaces: bool
) -> None:
    """At every change of the disk the name has nothing half; an interrupted run leaves no more."""
    publish(tmp_path / "new", NEW)
    publish(tmp_path / "old", OLD)
    new, old = tree(tmp_path / "new"), tree(tmp_path / "old")
    step, seen = 0, set()
    while True:
        place = tmp_path / str(step)
        place.mkdir()
        target = place / "odds"
        if replaces:
            publish(target, OLD)
        is_stopped = stopped_at(step, stop, lambda target=target: publish(target, NEW))  # type: ignore[misc]
        there = tree(target) if target.exists() else None
        if there is None and replaces:  # between the two renames
            assert stop is killed
            assert [tree(path) for path in place.glob(".odds.*/old")] == [old]
            with pytest.raises(KeyboardInterrupt):
                publish(target, NEW, progress=lambda doing, share: interrupted())
            assert tree(target) == old
        assert there in (old if replaces else None, new, None)
        seen.add("none" if there is None else "old" if there == old else "new")
        if stop is interrupted:
            assert {path.name for path in place.iterdir()} <= {"odds"}
        if not is_stopped:
            break
        step += 1 if stop is killed else 5
    assert step > 10
    assert seen >= {"old" if replaces else "none", "new"}


def test_what_else_is_in_a_directory_is_kept(tmp_path: Path) -> None:
    """Before the work, as a link in the place of a file, or from a moment of the work on."""
    target = tmp_path / "odds"
    publish(target, OLD)
    own = target / "standard" / "rounds.csv"
    content = own.read_bytes()
    own.unlink()
    own.symlink_to("/etc/passwd")
    with pytest.raises(RiskError, match=r"holds 'standard/rounds.csv'"):
        publish(target, NEW)
    own.unlink()
    own.write_bytes(content)
    before = tree(target) | {"notes.txt": b"mine"}

    def coming(doing: str, share: float) -> None:
        (target / "notes.txt").write_text("mine")

    for _ in range(2):
        with pytest.raises(RiskError, match=r"holds 'notes.txt'"):
            publish(target, NEW, progress=coming)
        assert tree(tmp_path) == {f"odds/{path}": each for path, each in before.items()}


def test_what_others_call_old_is_not_taken_for_ours(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    publish(tmp_path / "mine" / "old", OLD)
    before = tree(tmp_path / "mine")
    publish(tmp_path / "odds", NEW)
    assert tree(tmp_path / "mine") == before


def test_an_empty_directory_and_old_publications_are_replaced(tmp_path: Path) -> None:
    target = tmp_path / "odds"
    target.mkdir()
    publish(target, OLD)
    # as 0.1.0 published it
    (target / "datapackage.json").rename(target / "manifest.json")
    sums = (target / "SHA256SUMS").read_text().replace("datapackage.json", "manifest.json")
    (target / "SHA256SUMS").write_text(sums)
    publish(target, NEW)
    publish(tmp_path / "other", NEW)
    assert tree(target) == tree(tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds", "other"]
    assert sorted(files_in_package(target)) == sorted(tree(target))
    # they can be read by whoever may read others
    mask = os.umask(0)
    os.umask(mask)
    for path in [target, *target.rglob("*")]:
        usual = 0o777 if path.is_dir() else 0o666
        assert stat.S_IMODE(path.stat().st_mode) == usual & ~mask


PLACE = "current directory or one above|not the link"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((each, PLACE) for each in (".", "..", "../odds", "../../a", "../link")),
        *((e, "must be the name of a directory") for e in ("", "/", "a\0b", None, 3, b"odds")),
    ],
)
def test_what_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: Any, message: str
) -> None:
    (tmp_path / "a" / "odds").mkdir(parents=True)
    (tmp_path / "a" / "link").symlink_to(tmp_path / "a" / "odds")
    monkeypatch.chdir(tmp_path / "a" / "odds")
    with pytest.raises(RiskError, match=message):
        publish(name, NEW)
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["link", "odds"]


def test_a_current_directory_that_is_gone_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    (tmp_path / "odds").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    publish(tmp_path / "odds", NEW)


@pytest.mark.parametrize(
    "path", ["../notes.txt", "/tmp/notes.txt", "My notes.pdf", "datapackage.json", "SHA256SUMS"]
)
def test_documents_have_paths_that_can_be_verified(tmp_path: Path, path: str) -> None:
    with pytest.raises(RiskError, match="documents must have plain relative paths, not '"):
        publish(tmp_path / "odds", NEW, documents={path: b""})
    assert list(tmp_path.iterdir()) == []
