"""A short run of the benchmark of turns."""

import re
import sys

import pytest

from tests.benchmarks import turns


@pytest.mark.tools
def test_one_board(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["turns", "--boards", "1", "--seconds", "0.1", "0.5"])
    turns.main()
    out = capsys.readouterr().out
    assert re.search(r"^\| 1 \| 10 \| 29 \| 41 \| [0-9.]+( to [0-9.]+)? \|", out, re.MULTILINE)
    assert "of 1\nbar: 16 of 20 after 10 s; memory" in out


def test_boards_are_as_said() -> None:
    for seed in range(200):
        position = turns.drawn(seed)
        assert 6 <= len(position.enemy) <= 12
        assert 1 <= len(position.mine) <= 4
        assert 10 <= sum(position.mine.values()) <= 60
        assert min(position.mine.values()) >= 2
