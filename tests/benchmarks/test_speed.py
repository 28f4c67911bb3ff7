"""The benchmark runs: a few of its measurements, with this version in the place of 0.1.0."""

import pytest

from tests.benchmarks import processes, speed
from tests.benchmarks.processes import Process, RefusedError, Timed
from tests.benchmarks.speed import Point, Row


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured for long."""
    monkeypatch.setattr(processes, "LEAST", 0.001)


def test_all_programs_agree() -> None:
    speed.compare()


def test_a_curve_and_its_rows() -> None:
    with Process(module="tests.benchmarks.yardsticks") as new, Process() as old:
        found = speed.curve(new, old, [10, 20])
        rows = [*speed.beside_the_old(found), *speed.cells(new), speed.start(1)]
        assert 0 < new.peak_gib() < 1
    assert len(found) == 2 * len(speed.CELLS) * len(speed.SHAPES)
    assert speed.curve_text(found).count("\n") == 4
    table = speed.rows_text(rows)
    assert table.splitlines()[2].startswith("| 10 v 10 |")
    assert "times faster than (a) | at least 800 |" in table


def test_another_number_than_that_of_the_old_is_an_error() -> None:
    class Wrong(Process):
        def timed(self, expression: str, least: float | None = None) -> Timed:
            return super().timed(expression, least)._replace(value="0")

    with Process() as new, Wrong() as old, pytest.raises(AssertionError, match="another number"):
        speed.curve(new, old, [10])


def test_a_refusal_is_told() -> None:
    with Process() as new, pytest.raises(RefusedError, match="attackers must be"):
        new.timed("win_probability(-1, 1)")


def test_a_bar_is_met_or_missed() -> None:
    assert speed.faster("", Point(1.0, 0.1), "", 9).met
    assert speed.faster("", Point(1.0, 0.1), "", 11).met is False
    assert speed.times("", Point(1.0, 2.0), "", 2).met
    assert speed.times("", Point(1.0, 2.1), "", 2).met is False
    assert "| **missed** |" in speed.rows_text([Row("what", 1.0, "much", "less", met=False)])
