"""Progress on a terminal, and interrupts."""

import os
import pty
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.cli import main, output
from tests import patience
from tests.publications import only
from tests.trust.interrupts import interrupted


class Seen(output.Progress):
    """Shows whatever is being done, before anything else is: its thread may come late."""

    shown = ""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "doing" and "_thread" in vars(self):
            assert patience.comes_true(lambda: str(value) in self.shown)

    def stop(self) -> None:
        assert patience.comes_true(lambda: self.doing in self.shown)
        super().stop()

    def _write(self, text: str) -> None:
        super()._write(text)
        self.shown = text


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is shown from the beginning, and all the time."""
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(output, "Progress", Seen)


def shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch, *words: str, status: int = 0) -> str:
    """What a command writes on standard error where that is a terminal."""
    parent, child = pty.openpty()
    with ThreadPoolExecutor(1) as reader:  # meanwhile, as a terminal that is full waits
        seen = reader.submit(read_until_closed, parent)
        with os.fdopen(child, "w") as terminal:
            monkeypatch.setattr(sys, "stderr", terminal)
            assert main(words) == status
    os.close(parent)
    return seen.result()


def read_until_closed(file: int) -> str:
    seen = b""
    with suppress(OSError):  # that is how a terminal says that its other side is closed
        while part := os.read(file, 1000):
            seen += part
    return seen.decode()


def test_long_work_shows_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command, not only those that count what they have done; wiped before the answer."""
    seen = shown_on_a_terminal(monkeypatch, "outcomes", "60", "60", "--method", "recursion")
    assert re.match(r"\r\x1b\[Kworking, \d+ s \(Ctrl-C ends it\)", seen)
    assert seen.endswith("\r\x1b[K")
    assert capsys.readouterr().out


def test_verify_counts_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = shown_on_a_terminal(monkeypatch, "verify", "--max", "5", "--rules", "standard")
    assert re.search(r"standard: \d+ of 25 cells, \d+ %, \d+ s", seen)


def test_publishing_and_verifying_count_jobs_and_estimate_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "win", "outcomes", "needed", "rounds")
    monkeypatch.chdir(tmp_path)
    rules = ("--rules", "standard", "--rules", "risiko")
    for words in (("publish", "odds", *rules, "--max", "7"), ("verify", "odds")):
        seen = shown_on_a_terminal(monkeypatch, *words)
        assert re.search(r"odds: [1-7] of 8 jobs, \d+ %, about \d+ s left, \d+ s \(Ctrl-C", seen)
        assert seen.endswith("\r\x1b[K")


def test_progress_is_wiped_before_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("outcomes", "60", "60", "--method", "recursion", "-o", "/dev/full")
    seen = shown_on_a_terminal(monkeypatch, *words, status=2)
    assert "\r\x1b[Kriskexact: '/dev/full' cannot be written: No space left" in seen

    def refused(*arguments: object) -> None:
        raise RiskError("no answer")

    monkeypatch.setattr("riskexact.battle.commands.odds.asked_battle", refused)
    seen = shown_on_a_terminal(monkeypatch, "odds", "3", "2", status=2)
    assert seen.endswith("(Ctrl-C ends it)\r\x1b[Kriskexact: no answer\r\n")


def test_nothing_is_shown_where_standard_error_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", "--max", "9"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "command", ["verify --max 500", "table --attackers 1..900 --defenders 1..900 -o table.csv"]
)
def test_an_interrupt_ends_with_130_and_leaves_nothing(command: str) -> None:
    """`python -m tests.trust.interrupts` has more commands."""
    found = interrupted(command.split(), after=0.5)
    assert (found.status, found.printed, found.complained, found.left) == (130, "", "", [])
