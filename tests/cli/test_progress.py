"""Progress on a terminal, and interrupts."""

import os
import pty
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from riskexact.base.errors import RiskError
from riskexact.cli import main, output
from tests.publications import only
from tests.trust.interrupts import interrupted


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
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(output, "SECONDS_BETWEEN", 0.01)
    seen = shown_on_a_terminal(monkeypatch, "outcomes", "60", "60", "--method", "recursion")
    assert seen.startswith("\r\x1b[Kworking, 0 s (Ctrl-C ends it)")
    assert seen.endswith("\r\x1b[K")
    assert capsys.readouterr().out


def test_verify_counts_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(output, "SECONDS_BETWEEN", 0.001)
    seen = shown_on_a_terminal(monkeypatch, "verify", "--max", "25", "--rules", "standard")
    assert re.search(r"standard: \d+ of 625 cells, \d+ %, 0 s", seen)


def test_publishing_and_verifying_count_jobs_and_estimate_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(output, "SECONDS_BETWEEN", 0.0001)
    only(monkeypatch, "win", "outcomes", "needed", "rounds")
    monkeypatch.chdir(tmp_path)
    rules = ("--rules", "standard", "--rules", "risiko")
    for words in (("publish", "odds", *rules, "--max", "7"), ("verify", "odds")):
        seen = shown_on_a_terminal(monkeypatch, *words)
        assert re.search(r"odds: [1-7] of 8 jobs, \d+ %, about \d+ s left, \d+ s \(Ctrl-C", seen)
        assert seen.endswith("\r\x1b[K")


def test_progress_is_wiped_before_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    words = ("outcomes", "60", "60", "--method", "recursion", "-o", "/dev/full")
    seen = shown_on_a_terminal(monkeypatch, *words, status=2)
    assert "\r\x1b[Kriskexact: '/dev/full' cannot be written: No space left" in seen

    def refused(*arguments: object) -> None:
        time.sleep(0.2)
        raise RiskError("no answer")

    monkeypatch.setattr("riskexact.battle.commands.odds.asked_battle", refused)
    seen = shown_on_a_terminal(monkeypatch, "odds", "3", "2", status=2)
    assert seen.endswith("(Ctrl-C ends it)\r\x1b[Kriskexact: no answer\r\n")


def test_nothing_is_shown_where_standard_error_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.0)
    assert main(["verify", "--max", "9"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "command",
    ["verify --max 500", "table --attackers 1..900 --defenders 1..900 -o table.csv"],
)
def test_an_interrupt_ends_with_130_and_leaves_nothing(command: str) -> None:
    """`python -m tests.trust.interrupts` has more commands."""
    found = interrupted(command.split(), after=0.5)
    assert (found.status, found.printed, found.complained, found.left) == (130, "", "", [])
