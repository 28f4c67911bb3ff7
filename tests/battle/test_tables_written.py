"""A table of doubles as a .npy file: what numpy saves, and what the readers of the README read."""

import io
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.battle import win_probability
from riskexact.battle.tables import Table, win_table
from riskexact.battle.tables.written import npy_bytes
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.programs import needs
from tests.readme import ROOT, blocks
from tests.strategies import any_rules

(IN_PYTHON,), (IN_JAVASCRIPT,) = (
    blocks((ROOT / "riskexact" / "cli" / "tables.md").read_text("utf-8"), language)
    for language in ("py", "js")
)
"""The two readers, of a file called odds.npy."""

RELEASED = "standard", "single-loss", "risiko"
"""The rule sets whose files come with a release."""

N = 1000

CUT = 127, 128, 129, 128 + 8 * N, 128 + 8 * N * N - 8, 128 + 8 * N * N - 1
"""Bytes that are left of a file that was cut off."""

numbers = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True)


def saved(table: Table) -> bytes:
    file = io.BytesIO()
    np.save(file, table.to_numpy())
    return file.getvalue()


@given(numbers, numbers, any_rules)
def test_it_is_what_numpy_saves(rows: list[int], columns: list[int], rules: Rules) -> None:
    table = win_table(rows, columns, rules)
    assert npy_bytes(table) == saved(table)
    read = np.load(io.BytesIO(npy_bytes(table)), allow_pickle=False)
    assert read.tolist() == [[float(cell) for cell in row] for row in table.cells]


def test_balanced_blitz_and_long_lines() -> None:
    for table in (win_table([1, 7], [2], blitz=True), win_table(range(10_000), [1])):
        assert npy_bytes(table) == saved(table)


@pytest.fixture(scope="module", params=RELEASED)
def released(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder with the file of a rule set, and cells of it, exact."""
    rules, draw = RULES[request.param], Random(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    content = npy_bytes(win_table(range(1, N + 1), range(1, N + 1), rules))
    (folder / "odds.npy").write_bytes(content)
    assert len(content) == 128 + 8 * N * N
    cells = [(8, 6), (1, 1), (1, N), (N, 1), (N, N), (3, 650), (60, 4)]
    cells += [(draw.randint(1, N), draw.randint(1, N)) for _ in range(20)]
    return folder, {cell: float(win_probability(*cell, rules)) for cell in cells}


def in_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names that the reader in Python defines."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(IN_PYTHON, names)
    return names


def in_javascript(folder: Path, then: str) -> "subprocess.CompletedProcess[str]":
    """Run the reader in JavaScript, and then more."""
    command = ["node", "--input-type=module", "--eval", IN_JAVASCRIPT + then]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_reader_in_python(released: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, exact = released
    read = in_python(folder, monkeypatch)
    assert {(a, d): read["odds"][a - 1, d - 1] for a, d in exact} == exact
    assert read["win"] == exact[8, 6]
    with pytest.raises(IndexError):
        read["odds"][N, 0]


@needs("node")
def test_the_reader_in_javascript(released: Any) -> None:
    folder, exact = released
    at = [N * (a - 1) + d - 1 for a, d in exact]
    done = in_javascript(folder, f"console.log(JSON.stringify([win, {at}.map((i) => odds[i])]))")
    win, cells = json.loads(done.stdout)
    assert dict(zip(exact, cells, strict=True)) == exact
    assert win == exact[8, 6]


@needs("node")
@pytest.mark.parametrize("size", CUT)
def test_a_file_that_was_cut_off(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both readers raise an error; neither reads other numbers."""
    (tmp_path / "odds.npy").write_bytes(bytes(size))
    with pytest.raises((TypeError, ValueError)):
        in_python(tmp_path, monkeypatch)
    done = in_javascript(tmp_path, "")
    assert done.returncode == 1
    assert "RangeError" in done.stderr
