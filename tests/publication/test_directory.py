"""A directory is read without a link or waiting, compared, and written whole or not at all."""

import os
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication import publish
from riskexact.publication.directory import (
    MAX_BYTES_SHOWN,
    Fault,
    files_in_package,
    first_difference,
    read_inside,
    unexpected_files,
)
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.publications import only, tree

# --- reading


def test_unexpected_entries(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").mkdir()
    (tmp_path / "a" / "listed").write_text("")
    (tmp_path / "c").symlink_to("a")
    assert unexpected_files(tmp_path, ["a/listed", "c", "missing"]) == ["a/b", "c"]


def test_reading_follows_no_link_and_waits_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "real" / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    assert read_inside(tmp_path, "real/file", 3) == b"1234"
    for path in ("link/file", "real/link", "pipe", "real"):
        with pytest.raises(RiskError, match=f"{path} must be a plain file"):
            read_inside(tmp_path, path, 9)
    with pytest.raises(FileNotFoundError):
        read_inside(tmp_path, "real/nothing", 9)


# --- where texts differ first

CSV = b"attackers,defenders,fraction\n1,1,5/12\n1,2,275/2592\n"


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (CSV.replace(b"275", b"276"), (3, "fraction", "276/2592", "275/2592")),
        (CSV.replace(b"1,2,", b"1,3,"), (3, "defenders", "3", "2")),
        (CSV.replace(b"attackers", b"armies"), (1, "attackers", "armies", "attackers")),
        (CSV.replace(b"5/12", b""), (2, "fraction", "nothing", "5/12")),
        (CSV.replace(b"1,1,5/12", b"1,1"), (2, None, "1,1", "1,1,5/12")),
        (CSV[:-1], (3, "fraction", "275/2592", "275/2592�")),
        (CSV + b"2,1,1\n", (4, None, "2,1,1�", "nothing")),
        (CSV.replace(b"\n", b"\r\n"), (1, "fraction", "fraction�", "fraction")),
        (b"", (1, None, "nothing", "attackers,defenders,fraction�")),
        (b"\xff\x1b[31m" + CSV, (1, "attackers", "��[31mattackers", "attackers")),
    ],
)
def test_places_in_csv(found: bytes, place: tuple[int, str | None, str, str]) -> None:
    line, column, there, right = place
    fault = Fault("a/win.csv", f"{there}, should be {right}", line, column)
    assert first_difference("a/win.csv", found, CSV) == fault


def test_places_in_other_texts() -> None:
    right = b"<p>1</p>\n" + b"a" * 999 + b"1" + b"b" * 999
    fault = first_difference("a.html", right.replace(b"a1b", b"a2b"), right)
    parts = ("a" * 30 + digit + "b" * 29 for digit in "21")
    assert fault == Fault("a.html", ", should be ".join(parts), 2)


@given(
    st.binary(),
    st.text().map(str.encode),
    st.sampled_from(["a.csv", "a.json", "a.html"]),
)
def test_every_difference_has_a_place(found: bytes, expected: bytes, path: str) -> None:
    assume(found != expected)
    _, problem, line, _ = first_difference(path, found, expected)
    assert line is not None
    assert 1 <= line <= expected.count(b"\n") + 1
    assert found.split(b"\n")[: line - 1] == expected.split(b"\n")[: line - 1]
    assert problem.isprintable()
    assert ", should be " in problem
    assert len(problem) <= 2 * MAX_BYTES_SHOWN + 30


# --- writing

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
