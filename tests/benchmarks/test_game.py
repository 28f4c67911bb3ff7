"""The benchmark of whole games runs, and its thousand positions are as the solver says."""

import json
from pathlib import Path

import pytest

from riskexact import game as room
from tests.benchmarks import game, positions
from tests.benchmarks.speed import Row, rows_text

NUMBERS = {"line-2": 5, "line-3": 20, "complete-3": 10}


def test_every_row_has_a_bar() -> None:
    rows = [*game.duels(), game.exact(), *game.boards(quick=True), *game.tables(quick=True)]
    rows.append(game.undecided("line-3", 5))
    assert all(isinstance(row, Row) and row.bar for row in rows)
    assert [row.measured for row in rows if "undecided" in row.what] == ["0.00%"]
    text = rows_text(rows)
    for what in ("line-3 to 30 armies: width", "table of line-3: --verify", "complete-3: the frac"):
        assert f"| {what}" in text


def test_the_positions_are_as_the_solver_says() -> None:
    asked = positions.read()
    assert len(asked) == sum(positions.NUMBERS.values()) == 1000
    for board, number in positions.NUMBERS.items():
        assert sum(question["board"] == board for question in asked) == number
    for board, number in NUMBERS.items():
        found = [*positions.questions({board: number})]
        assert found == [each for each in asked if each["board"] == board][:number]


def test_the_best_answers_cost_nothing(tmp_path: Path) -> None:
    asked = positions.read()
    best = [min(each["regrets"], key=each["regrets"].__getitem__) for each in asked]
    (tmp_path / "best").write_text("\n".join(best), encoding="utf-8")
    *_, row = positions.scored(str(tmp_path / "best")).splitlines()
    assert row == "| best | 0.00 | 100.0 |"
    worst = positions.regrets_of(asked, ["[]"] * len(asked))
    assert worst == [max(each["regrets"].values()) for each in asked]
    (tmp_path / "best").write_text("[]\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="must have 1000 lines, not 1"):
        positions.scored(str(tmp_path / "best"))


def test_simple_policies_take_steps_that_are_allowed() -> None:
    for question in positions.read():
        for policy in positions.POLICIES.values():
            assert json.loads(policy(question))
            assert policy(question) in question["regrets"]


def test_the_readme_has_the_scores() -> None:
    text = (Path(room.__file__).parent / "README.md").read_text("utf-8")
    assert positions.simple_policies() in text
