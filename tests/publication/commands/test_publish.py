"""`riskexact publish` and `riskexact verify DIRECTORY`."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from riskexact import publication
from riskexact.publication import verification
from riskexact.publication.commands import publish as command
from riskexact.publication.plan import Edition, Plan
from riskexact.rules import STANDARD
from tests import patience
from tests.clusters import ended
from tests.commands import Capture, answer, run
from tests.publications import changed, only, tree, unfilled

SMALL = ("--rules", "standard", "--max", "2")

TAKES = "riskexact: 1 rule set, 2 jobs: 6 files; about 2 MB, some seconds\n"
"""What is said when such a publication is begun, if the extras are installed."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place for publications of a few files."""
    only(monkeypatch, "win", "rounds")
    monkeypatch.setattr(command, "installed_extras", lambda: ("data", "plot"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_publish_and_verify(small: Path, capsys: Capture) -> None:
    status, out, err = run(capsys, "publish", "odds", *SMALL)
    assert (status, err) == (0, TAKES)
    said = json.loads((small / "odds" / "datapackage.json").read_text())["riskexact"]
    assert out.splitlines()[0].startswith("odds: 4 files, 0.0 MB, and their checksums, content ")
    assert len(tree(small / "odds")) == 4 + len(("datapackage.json", "SHA256SUMS"))
    assert said["content"]["sha256"] in out
    assert said["command"] == "riskexact publish DIRECTORY --rules standard --max 2"
    assert "riskexact verify odds checks all of it" in out
    status, out, err = run(capsys, "verify", "odds")
    assert (status, err) == (0, "")
    assert out.startswith("4 files, 4 of them recomputed by the other method: no fault (")
    made = json.loads(run(capsys, "publish", "odds", *SMALL, "--json")[1])
    assert made["files"] == 4
    checked = answer(capsys, "verify", "odds")
    assert (checked["faults"], checked["notes"], checked["remade"]) == ([], [], 4)
    assert checked["content"] == made["content"]


def test_a_note_is_taken_in(small: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    only(monkeypatch, "win", "whole", "page", "site")
    (small / "proofs.pdf").write_bytes(b"%PDF-1.5 a note")
    assert run(capsys, "publish", "odds", *SMALL, "--note", "proofs.pdf")[0] == 0
    said = json.loads((small / "odds" / "datapackage.json").read_text())
    assert said["riskexact"]["command"].endswith(" --max 2 --note note.pdf")
    (own,) = (each for each in said["resources"] if each["path"] == "note.pdf")
    assert (own["mediatype"], own["bytes"]) == ("application/pdf", 15)
    assert 'href="note.pdf"' in (small / "odds" / "tables.html").read_text(encoding="utf-8")
    assert "1 file: the checksum alone was compared" in run(capsys, "verify", "odds")[1]
    (small / "odds" / "note.pdf").write_bytes(b"%PDF-1.5 changed")
    status, out, _ = run(capsys, "verify", "odds", "--json")
    (fault,) = json.loads(out)["faults"]
    assert (status, fault["file"]) == (1, "note.pdf")


def test_the_command_in_the_data_package_makes_it_again(small: Path, capsys: Capture) -> None:
    (small / "house.toml").write_text("faces = 7\n")
    words = ["--rules", "house.toml", "--rules", "single-loss", "--max", "2"]
    assert run(capsys, "publish", "odds", *words)[0] == 0
    said = json.loads((small / "odds" / "datapackage.json").read_text())["riskexact"]["command"]
    assert said == "riskexact publish DIRECTORY --rules house.toml --rules single-loss --max 2"
    assert run(capsys, "publish", "again", *said.split()[3:])[0] == 0
    assert tree(small / "odds") == tree(small / "again")
    assert (small / "odds" / "house" / "win.csv").exists()


def test_a_fault_is_told_and_the_status_is_1(small: Path, capsys: Capture) -> None:
    run(capsys, "publish", "odds", *SMALL)
    with changed(small / "odds" / "standard" / "win.csv", b"5/12", b"5/13"):
        status, out, err = run(capsys, "verify", "odds")
        assert (status, err) == (1, "")
        assert out.splitlines()[0] == (
            "standard/win.csv, line 2, column fraction: 5/13, should be 5/12"
        )
        assert "1 fault" in out
        status, out, err = run(capsys, "verify", "odds", "--json")
        assert status == 1
        assert json.loads(out)["faults"] == [
            {
                "file": "standard/win.csv",
                "line": 2,
                "column": "fraction",
                "problem": "5/13, should be 5/12",
            }
        ]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("publish /proc/odds", "cannot be written: "),
        ("publish file", "not the file"),
        ("publish link", "not the link"),
        ("publish other", "which holds 'notes.txt'"),
        ("verify other", "no datapackage.json"),
    ],
)
def test_unusable_directories(small: Path, capsys: Capture, typed: str, message: str) -> None:
    (small / "file").write_text("mine")
    (small / "link").symlink_to("elsewhere")
    (small / "other").mkdir()
    (small / "other" / "notes.txt").write_text("mine")
    before = sorted(small.rglob("*"))
    status, out, err = run(capsys, *typed.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert sorted(small.rglob("*")) == before


def test_a_missing_extra_is_named(
    small: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "installed_extras", lambda: ())
    status, _, err = run(capsys, "publish", "odds", *SMALL)
    assert status == 0
    assert err.splitlines() == [
        "riskexact: Parquet files are left out, which need numpy and pyarrow: "
        "pip install 'riskexact[data]'",
        "riskexact: pictures are left out, which need matplotlib: pip install 'riskexact[plot]'",
        TAKES.strip().replace("6 files", "4 files"),
    ]


def test_a_full_disk_is_one_line(
    small: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, left = os.fsync, 2

    def full(descriptor: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        synced(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        status, out, err = run(capsys, "publish", "odds", *SMALL)
    assert (status, out) == (2, "")
    full_disk = "riskexact: 'odds' cannot be written: No space left on device\n"
    assert err.removeprefix(TAKES) == full_disk
    assert not list(small.iterdir())
    assert run(capsys, "publish", "odds", *SMALL)[0] == 0


@pytest.mark.parametrize(
    "name", ["my odds", "-odds", "it's", "a\nb\x1b[31m'\\", "\udcff", "é\u202e"]
)
def test_names_are_shown_so_that_nothing_happens_and_can_be_pasted(
    small: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    described: list[str] = []
    monkeypatch.setattr(command, "describe", described.append)
    status, out, err = run(capsys, "publish", *SMALL, "--", name)
    assert (status, err) == (0, TAKES)
    assert out.endswith("\n")
    assert all(line.isprintable() for line in out[:-1].split("\n"))
    assert described
    assert all(line.isprintable() for line in described)
    assert len(out.splitlines()) == 2
    advice = out.splitlines()[1].removesuffix(" checks all of it")
    said = subprocess.run(
        ["bash", "-c", advice.replace("riskexact verify", "printf %s")],
        capture_output=True,
        check=True,
    ).stdout
    assert os.path.normpath(os.fsdecode(said)) == name
    assert run(capsys, *shlex.split(advice)[1:])[0] == 0 or not name.isprintable()


@pytest.mark.parametrize(("cores", "typed"), [(1, 1), (3, 3), (8, 2)])
def test_all_cores_work_unless_workers_says_otherwise(
    small: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, cores: int, typed: int
) -> None:
    asked: list[int] = []

    def noting(*arguments: Any) -> Iterator[Any]:
        work, stages, workers, *_ = arguments
        asked.append(workers)
        return map(work, chain.from_iterable(stages))

    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(cores)))
    monkeypatch.setattr(publication, "spread", noting)
    monkeypatch.setattr(verification, "spread", noting)
    words = () if typed == cores else ("--workers", str(typed))
    assert run(capsys, "publish", "odds", *SMALL, *words)[0] == 0
    assert run(capsys, "verify", "odds", *words)[0] == 0
    assert asked == [typed, typed]


def interrupted(
    place: Path, words: tuple[str, ...], is_at_work: Callable[[int], bool]
) -> tuple[int, str, str]:
    """Interrupt a command when it is at work; return exit status, standard output and error."""
    with subprocess.Popen(
        [sys.executable, "-m", "riskexact", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3]), "TMPDIR": str(place)},
        # a group of its own, as a terminal's is, whose every process is interrupted
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            assert patience.comes_true(lambda: is_at_work(running.pid))
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=patience.SECONDS)
        finally:
            running.kill()
    assert ended(running.pid)
    return running.returncode, out, err


@pytest.mark.parametrize("workers", [(), ("--workers", "1")])
def test_an_interrupt_ends_it_soon_and_leaves_nothing(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    words = ("publish", "odds", *workers)
    status, out, err = interrupted(tmp_path, words, lambda _: any(tmp_path.rglob("*.csv")))
    assert (status, out) == (130, "")
    sizes = r"\d+ rule sets, \d+ jobs: \d+ files; about \d+ MB, about \d minutes of one processor"
    assert re.fullmatch(rf"riskexact: {sizes}\n", err)
    assert not list(tmp_path.iterdir())


def test_an_interrupt_ends_a_verification(tmp_path: Path) -> None:
    """With all of its processes, and nothing beside the directory."""
    unfilled(tmp_path / "odds", Edition(STANDARD, 100))

    def is_at_work(process: int) -> bool:
        return bool(Path(f"/proc/{process}/task/{process}/children").read_text().split())

    words = ("verify", "odds", "--workers", "2")
    assert interrupted(tmp_path, words, is_at_work) == (130, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["odds"]


def test_continents_and_games_are_announced() -> None:
    plain = Plan((Edition(STANDARD, 3),))
    solved, games = plain.replace(continents=True), plain.replace(games=True)
    assert command._size_text(plain).endswith("about 2 MB, some seconds")
    assert command._size_text(games).endswith("about 38 MB, about 3 minutes of one processor")
    assert command._size_text(solved).endswith("about 68 MB, about 1 minute of one processor")


def test_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 20.0, 400.0])
    shown: list[str] = []
    monkeypatch.setattr(command, "monotonic", lambda: next(clock))
    monkeypatch.setattr(command, "describe", shown.append)
    show = command.time_left("odds")
    show("0 of 9 jobs", 0.5)
    show("1 of 9 jobs", 0.75)
    show("2 of 9 jobs", 0.8)
    assert shown == [
        "odds: 0 of 9 jobs, 50 %",
        "odds: 1 of 9 jobs, 75 %, about 10 s left",
        "odds: 2 of 9 jobs, 80 %, about 4 min left",
    ]
