"""A publication is written whole or not at all, whatever happens on the way."""

import fcntl
import os
import signal
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication import publish
from riskexact.publication.directory import listed
from riskexact.publication.plan import Edition
from riskexact.publication.staging import Staging, staging_of
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.publications import SMALL, changed, noted, only, tree

OLD, NEW = [Edition(STANDARD, 1), Edition(SINGLE_LOSS, 1)], [Edition(STANDARD, 2)]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "win", "rounds")
    # what a killed process wrote is there; only a machine without power would forget it
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def dies_at(step: int, work: Callable[[], object]) -> bool:
    """Do the work in a child that is killed before or after a change of the disk; False if it ends.

    That is the work of one process; what it does in others is their own.
    """
    child = os.fork()
    if child == 0:
        left = step

        def step_on() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def counted(change: Callable[..., object]) -> Callable[..., object]:
            def counting(*arguments: object, **keywords: object) -> object:
                step_on()
                changed = change(*arguments, **keywords)
                step_on()
                return changed

            return counting

        with suppress(BaseException):
            for name in ("mkdir", "rename", "replace", "rmdir", "unlink", "fsync"):
                setattr(os, name, counted(getattr(os, name)))
            Path.open = counted(Path.open)  # type: ignore[assignment,method-assign]
            work()
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


@pytest.mark.parametrize("replaces", [False, True])
def test_a_run_that_is_killed_leaves_the_old_or_none_and_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaces: bool
) -> None:
    """At every change of the disk: the name has nothing half, and a second run ends the same."""
    only(monkeypatch, "rounds")
    publish(tmp_path / "new", NEW)
    publish(tmp_path / "old", OLD)
    new, old = tree(tmp_path / "new"), tree(tmp_path / "old")
    step = 0
    seen = set()
    while True:
        target = tmp_path / f"odds-{step}"
        if replaces:
            publish(target, OLD)
        killed = dies_at(step, lambda target=target: publish(target, NEW))  # type: ignore[misc]
        there = tree(target) if target.exists() else None
        assert there in ((old if replaces else None), new, None)
        seen.add("none" if there is None else "old" if there == old else "new")
        if not killed:
            break
        publish(target, NEW)
        assert tree(target) == new
        assert not staging_of(target).exists()
        step += 1
    assert step > 50
    assert seen == ({"none", "old", "new"} if replaces else {"none", "new"})


def test_the_old_publication_comes_back_whatever_is_done_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the two moves; then something else is asked for."""
    target = tmp_path / "odds"
    publish(target, OLD)
    before = tree(target)
    rename = Path.rename

    def moving(self: Path, to: Path) -> Path:
        if self.name == "files":
            raise KeyboardInterrupt
        return rename(self, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", moving)
        with pytest.raises(KeyboardInterrupt):
            publish(target, NEW)
    assert not target.exists()
    with pytest.raises(RiskError, match="unfinished work of another command"):
        publish(target, SMALL)
    assert tree(target) == before


def test_finished_jobs_are_not_made_again_and_those_of_another_command_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "odds"
    with monkeypatch.context() as patch:
        noted(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            publish(target, SMALL)
    assert not target.exists()
    before = tree(staging_of(target))
    with pytest.raises(RiskError, match="unfinished work of another command"):
        publish(target, NEW)
    assert tree(staging_of(target)) == before
    with (
        changed(staging_of(target) / "plan.json", b"{", b"\xff"),
        pytest.raises(RiskError, match="unfinished work of another command"),
    ):
        publish(target, SMALL)
    # a file of one of the finished jobs is gone since
    (staging_of(target) / "files" / "standard" / "win.json").unlink()
    names = noted(monkeypatch)
    said: list[str] = []
    publish(target, SMALL, progress=lambda doing, share: said.append(doing))
    assert names == ["standard/win", "single-loss/rounds"]
    assert said == ["2 of 4 jobs", "3 of 4 jobs", "4 of 4 jobs"]
    publish(tmp_path / "other", SMALL)
    assert tree(target) == tree(tmp_path / "other")
    publish(target, NEW)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    target = tmp_path / "odds"
    staging_of(target).mkdir()
    lock = os.open(staging_of(target), os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with pytest.raises(RiskError, match="one run at a time"):
        publish(target, NEW)
    os.close(lock)
    publish(target, NEW)


def test_the_lock_is_not_that_of_a_directory_which_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening and locking, the run that held the lock may end and remove the directory."""
    target = tmp_path / "odds"
    lock = fcntl.flock
    gone: list[bool] = []

    def locking(descriptor: int, how: int) -> None:
        if not gone:
            staging_of(target).rmdir()
            gone.append(True)
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", locking)
    publish(target, NEW)
    assert gone
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odds"]


def written(at: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (at / path).parent.mkdir(parents=True, exist_ok=True)
        (at / path).write_text(text)


SUM = "0" * 64


@pytest.mark.parametrize(
    ("put", "message"),
    [
        (lambda at: at.write_text("mine"), "not the file"),
        (lambda at: at.symlink_to("elsewhere"), "not the link"),
        (lambda at: os.mkfifo(at), "not the file"),
        (lambda at: (at / "photos").mkdir(parents=True), "holds 'photos'"),
        (lambda at: written(at, {"notes.txt": "mine"}), "holds 'notes.txt'"),
        (lambda at: written(at, {"datapackage.json": "{}"}), "holds 'datapackage.json'"),
        # a data package of somebody else, and checksums without a publication
        (lambda at: written(at, {"datapackage.json": "{}", "a.csv": "",
                                 "SHA256SUMS": f"{SUM}  datapackage.json\n{SUM}  a.csv\n"}),
         "holds 'SHA256SUMS'"),
        (lambda at: written(at, {"a.iso": "", "SHA256SUMS": f"{SUM}  a.iso\n"}),
         "holds 'SHA256SUMS'"),
        (lambda at: written(at, {"manifest.json": '{"riskexact": 1}',
                                 "SHA256SUMS": f"{SUM}  ../mine\n"}), "holds 'SHA256SUMS'"),
    ],
)  # fmt: skip
def test_what_is_not_a_publication_is_refused_and_kept(
    tmp_path: Path, put: Callable[[Path], object], message: str
) -> None:
    target = tmp_path / "odds"
    put(target)
    before = sorted((path, path.lstat().st_ino) for path in tmp_path.rglob("*"))
    with pytest.raises(RiskError, match=message):
        publish(target, NEW)
    assert sorted((path, path.lstat().st_ino) for path in tmp_path.rglob("*")) == before


def test_a_publication_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "odds"
    publish(target, OLD)
    (target / "standard" / "notes.txt").write_text("mine")
    with pytest.raises(RiskError, match=r"holds 'standard/notes.txt'"):
        publish(target, NEW)
    (target / "standard" / "notes.txt").unlink()
    (target / "standard" / "win.csv").unlink()
    (target / "standard" / "win.csv").symlink_to("/etc/passwd")
    with pytest.raises(RiskError, match=r"holds 'standard/win.csv'"):
        publish(target, NEW)


def test_files_that_come_while_a_publication_is_replaced_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "odds"
    publish(target, OLD)
    remove = Staging._remove_old

    def coming(self: Staging) -> None:
        (self.root / "old" / "notes.txt").write_text("mine")
        remove(self)

    monkeypatch.setattr(Staging, "_remove_old", coming)
    with pytest.raises(RiskError, match="files came into the old publication"):
        publish(target, NEW)
    assert (staging_of(target) / "old" / "notes.txt").read_text() == "mine"


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
    assert sorted(listed(target)) == sorted(tree(target))


@pytest.mark.parametrize("put", [lambda at: at.write_text(""), lambda at: at.symlink_to("x")])
def test_something_in_the_way_of_the_staging_directory(
    tmp_path: Path, put: Callable[[Path], object]
) -> None:
    put(tmp_path / ".odds.publishing")
    with pytest.raises(RiskError, match="must be removed: it is in the way"):
        publish(tmp_path / "odds", NEW)


@pytest.mark.parametrize(
    "path",
    ["mine", "files/standard/win.csv", "old/keep.txt", "files", "part/a.txt", "plan.json/a.txt"],
)
def test_what_no_run_has_staged_is_kept(tmp_path: Path, path: str) -> None:
    target = tmp_path / "odds"
    keep = staging_of(target) / path
    keep.parent.mkdir(parents=True)
    keep.write_text("mine")
    message = f"must hold unfinished work only, not '{path.split('/')[0]}'"
    with pytest.raises(RiskError, match=message):
        publish(target, NEW)
    assert tree(staging_of(target)) == {path: b"mine"}


@pytest.mark.parametrize("path", ["files/keep.txt", "keep.txt"])
@pytest.mark.parametrize("before", [OLD, NEW])
def test_what_came_to_an_unfinished_run_is_kept_and_said_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, before: list[Edition]
) -> None:
    """Even while nothing is finished."""
    target = tmp_path / "odds"
    keep = staging_of(target) / path

    def interrupted(doing: str, share: float) -> None:
        if path.startswith("files"):
            keep.write_text("mine")
        os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        publish(target, before, progress=interrupted)
        os._exit(0)
    os.waitpid(child, 0)
    keep.write_text("mine")
    with pytest.raises(RiskError, match="unfinished work (of|only)|must hold its own files only"):
        publish(target, NEW, progress=lambda doing, share: pytest.fail("begun"))
    assert keep.read_text() == "mine"


def test_a_link_in_staging_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "odds"
    (tmp_path / "mine").mkdir()
    staging_of(target).mkdir()
    (staging_of(target) / "files").symlink_to(tmp_path / "mine")
    with pytest.raises(RiskError, match="unfinished work only, not 'files'"):
        publish(target, NEW)
    assert not list((tmp_path / "mine").iterdir())


@pytest.mark.parametrize("name", [".", "..", "../odds", "../../a", "../link"])
def test_the_current_directory_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a" / "odds").mkdir(parents=True)
    (tmp_path / "a" / "link").symlink_to(tmp_path / "a" / "odds")
    monkeypatch.chdir(tmp_path / "a" / "odds")
    with pytest.raises(RiskError, match="current directory or one above|not the link"):
        publish(name, NEW)
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["link", "odds"]
    publish("../other", NEW)


def test_a_current_directory_that_is_gone_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    (tmp_path / "odds").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    publish(tmp_path / "odds", NEW)


@pytest.mark.parametrize("name", ["", "/", "a\0b", None, 3, b"odds"])
def test_names_that_are_none(name: object) -> None:
    with pytest.raises(RiskError, match="must be the name of a directory"):
        publish(name, NEW)  # type: ignore[arg-type]


def test_files_can_be_read_by_whoever_may_read_others(tmp_path: Path) -> None:
    publish(tmp_path / "odds", NEW)
    mask = os.umask(0)
    os.umask(mask)
    for path in (tmp_path / "odds").rglob("*"):
        usual = 0o777 if path.is_dir() else 0o666
        assert stat.S_IMODE(path.stat().st_mode) == usual & ~mask
