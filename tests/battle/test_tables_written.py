"""Tables in files: doubles, as numpy saves and the README reads them; sequences of the OEIS."""

import io
import json
import subprocess
from fractions import Fraction
from itertools import product
from math import lcm
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.battle import win_probability
from riskexact.battle.tables import Table, win_table
from riskexact.battle.tables.written import bfile, npy_bytes, numerators
from riskexact.odds import recursion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, run
from tests.programs import needs
from tests.readme import ROOT, blocks
from tests.reference import every_throw
from tests.strategies import any_rules

(IN_PYTHON,), (IN_JAVASCRIPT,) = (
    blocks((ROOT / "riskexact" / "battle" / "commands" / "tables.md").read_text("utf-8"), language)
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


@pytest.mark.tools
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


@pytest.mark.tools
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


A371949 = """
3240, 6415200, 45606240, 12702096000, 170514616320, 430865593920, 25150150080000, 753411576268800,
2398271752673280, 3552119332387200, 49797297158400000, 2595785508222566400, 13369373984761528320,
22330692411407861760, 28155000551019598080
"""
"""All terms of the entry, offset 1; N. S. Georgescu, 2024-04-12, as of revision 77."""

A390860 = """
3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 18, 19, 20, 21, 22, 23, 24, 24, 25,
26, 27, 28, 29, 30, 30, 31, 32, 33, 34, 35, 35, 36, 37, 38, 39, 40, 41, 41, 42, 43, 44, 45, 46, 47,
47, 48, 49, 50, 51, 52, 53, 53, 54, 55, 56, 57, 58, 59, 59
"""
"""All terms of the entry, offset 1; D. Consiglio and S. A. Irvine, 2025, as of revision 49."""


def terms(text: str) -> list[int]:
    return [int(term) for term in text.split(",")]


def read_bfile(text: str) -> list[int]:
    """The terms of a b-file, whose lines are numbered from 1."""
    lines = [line.split(" ") for line in text.splitlines()]
    assert [n for n, _ in lines] == [str(n) for n in range(1, len(lines) + 1)]
    assert text.endswith("\n")
    return [int(term) for _, term in lines]


def counted(size: int) -> list[int]:
    """A371949 by its definition: of a + d - 1 throws of five dice, those that win for the attacker.

    Rounds with fewer dice leave the others aside, and throws after the battle do not matter.
    """
    ways = {(a, 0): 7776 ** (a - 1) for a in range(1, size + 1)}
    ways |= {(0, d): 0 for d in range(1, size + 1)}
    losses = {
        (x, y): {
            (i, j): int(chance * 7776) for (i, j), chance in every_throw(x, y, STANDARD).items()
        }
        for x, y in product((1, 2, 3), (1, 2))
    }
    found = []
    for rounds in range(1, size + 1):
        for a in range(1, rounds + 1):
            d = rounds + 1 - a
            ways[a, d] = sum(
                count * ways[a - i, d - j] * 7776 ** (i + j - 1)
                for (i, j), count in losses[min(a, 3), min(d, 2)].items()
            )
            found.append(ways[a, d])
    return found


def test_a371949() -> None:
    """All of its terms, and 10,011 by its definition."""
    printed = terms(A371949)
    assert len(printed) == 1 + 2 + 3 + 4 + 5
    assert counted(5) == printed
    line = range(1, 142)
    assert list(numerators(win_table(line, line))) == counted(141)


def test_the_command_writes_a371949(capsys: Capture) -> None:
    for words in ("5 5", "--attackers 1..5 --defenders 1..5", "5 --method recursion"):
        status, out, err = run(capsys, "table", *words.split(), "--format", "bfile")
        assert (status, err) == (0, "")
        assert read_bfile(out) == terms(A371949)


def test_a390860(capsys: Capture) -> None:
    printed = terms(A390860)
    words = "table", str(len(printed)), "--format", "bfile", "--chance", "1/2"
    status, out, err = run(capsys, *words, "--armies")
    assert (status, err, read_bfile(out)) == (0, "", printed)
    status, out, err = run(capsys, *words)
    assert (status, err, read_bfile(out)) == (0, "", [term - 1 for term in printed])


@given(any_rules, st.integers(1, 5))
def test_every_term_is_whole(rules: Rules, size: int) -> None:
    """Over powers of the least number that has all numbers of throws that cost somebody a unit."""
    throws = 1
    for dice in rules.dice_numbers():
        each = every_throw(*dice, rules)
        cost = 1 - each.get((0, 0), Fraction(0))
        total = rules.throws(*dice) * cost
        assert total.denominator == 1
        throws = lcm(throws, int(total))
    line = range(1, size + 1)
    cells = [(a, k + 1 - a) for k in line for a in range(1, k + 1)]
    for (a, d), term in zip(cells, numerators(win_table(line, line, rules)), strict=True):
        assert Fraction(term, throws ** (a + d - 1)) == recursion.win_probability(a, d, rules)


def test_a_term_of_more_digits_than_python_prints() -> None:
    assert bfile([10**5000]) == f"1 1{'0' * 5000}\n"
