"""Estimates, compared with what is made: bytes, because times are those of the machine."""

import pytest

from riskexact.catalogue import RULES
from riskexact.publication.costs import MOST_OF_TILE, bytes_of_data, side_of_tiles
from riskexact.publication.data_sets import DATA_SETS
from riskexact.publication.jobs import Job, estimate, jobs_of
from riskexact.publication.plan import Edition, Plan, Tile
from riskexact.publication.values import ByRecursion
from riskexact.rules import STANDARD
from tests.publications import only


def made(job: Job) -> int:
    return sum(map(len, job.make(ByRecursion(), lambda path: b"", job.paths).values()))


@pytest.mark.parametrize(("name", "most"), [("standard", 20), ("single-loss", 20), ("risiko", 16)])
def test_sizes_are_right_within_a_factor_of_two(name: str, most: int) -> None:
    first, _ = jobs_of(Plan((Edition(RULES[name], most),)))
    for job in first:
        if job.kind in ("win", "outcomes"):
            assert 1 / 2 < made(job) / job.size < 2, job.name
    data = [job for job in first if job.kind in (*DATA_SETS, "printed")]
    assert 1 / 2 < sum(map(made, data)) / sum(job.size for job in data) < 2


def test_sizes_of_tiles_far_out() -> None:
    first, _ = jobs_of(Plan((Edition(STANDARD, 120),)))
    last = [job for job in first if job.kind == "win"][-1]
    assert last.tile == Tile(range(101, 121), range(101, 121))
    assert 1 / 2 < made(last) / last.size < 2


@pytest.mark.parametrize("most", [1, 50, 51, 200, 1000])
def test_a_tile_fits(most: int) -> None:
    edition = Edition(STANDARD, most)
    for data_set in DATA_SETS.values():
        side = side_of_tiles(data_set, edition)
        last = range(most - min(side, most) + 1, most + 1)
        assert bytes_of_data(data_set, edition, Tile(last, last)) <= MOST_OF_TILE


def test_an_estimate_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "win", "outcomes", "rounds", "printed")
    plan = Plan((Edition(STANDARD, 3), Edition(RULES["risiko"], 2)))
    whole = estimate(plan)
    parts = [estimate(Plan((edition,))) for edition in plan]
    assert whole.files == sum(part.files for part in parts)
    assert whole.seconds == pytest.approx(sum(part.seconds for part in parts))
