"""Estimates, compared with what is made: bytes, because times are those of the machine."""

from collections import Counter
from itertools import product

import pytest

from riskexact.base.errors import RiskError
from riskexact.publication.costs import MOST_OF_FILE, bytes_of_data, tiles_of
from riskexact.publication.data_sets import DATA_SETS, DataSet
from riskexact.publication.jobs import Job, estimate, jobs_of
from riskexact.publication.plan import Edition, Plan, Tile
from riskexact.publication.values import ByRecursion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES, label
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


@pytest.mark.parametrize("most", [1, 49, 50, 51, 77, 200])
@pytest.mark.parametrize("name", ["standard", "single-loss"])
def test_tiles_cover_every_battle_once_and_fit(name: str, most: int) -> None:
    edition = Edition(RULES[name], most)
    for data_set in DATA_SETS.values():
        tiles = tiles_of(data_set, edition)
        battles = Counter(
            battle for tile in tiles for battle in product(tile.attackers, tile.defenders)
        )
        assert set(battles.values()) == {1}
        assert len(battles) == most**2
        for tile in tiles:
            assert bytes_of_data(data_set, edition, tile) < 3 * MOST_OF_FILE


def test_a_file_of_the_largest_edition_fits() -> None:
    outcomes, edition = DATA_SETS["outcomes"], Edition(STANDARD, 400)
    tile = max(tiles_of(outcomes, edition), key=lambda tile: bytes_of_data(outcomes, edition, tile))
    one = range(tile.attackers[-1], tile.attackers[-1] + 1)
    job = Job("outcomes", Plan((edition,)), edition, Tile(one, tile.defenders[:1]))
    files = job.make(ByRecursion(), lambda path: b"", job.paths)
    assert tile.cells * max(map(len, files.values())) < 64e6


def test_an_estimate_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "win", "outcomes", "rounds", "printed")
    plan = Plan((Edition(STANDARD, 3), Edition(RULES["risiko"], 2)))
    whole = estimate(plan)
    parts = [estimate(Plan((edition,))) for edition in plan]
    assert whole.files == sum(part.files for part in parts)
    assert whole.seconds == pytest.approx(sum(part.seconds for part in parts))


@pytest.mark.parametrize(
    "rules", [*RULES.values(), Rules(1, 1), Rules(ties="nobody", name="house")], ids=label
)
@pytest.mark.parametrize(("most", "largest_file"), [(1, 10**9), (51, 10**5), (160, 10**7)])
def test_an_estimate_is_the_sum_over_all_jobs(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, most: int, largest_file: int
) -> None:
    monkeypatch.setattr("riskexact.publication.costs.MOST_OF_FILE", largest_file)
    plan = Plan((Edition(rules, most), Edition(Rules(faces=7), 2)), ("data",))
    jobs = [job for stage in jobs_of(plan) for job in stage]
    whole = estimate(plan)
    assert (whole.jobs, whole.files) == (len(jobs), sum(len(job.paths) for job in jobs))
    assert whole.size == pytest.approx(sum(job.size for job in jobs))
    assert whole.seconds == pytest.approx(sum(job.seconds for job in jobs))
    assert whole.longest == pytest.approx(max(job.seconds for job in jobs))


def test_an_estimate_of_the_largest_edition_looks_at_few_of_its_tiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    estimated: list[Tile] = []

    def seconds(data_set: DataSet, edition: Edition, tile: Tile) -> float:
        estimated.append(tile)
        return 1.0

    monkeypatch.setattr("riskexact.publication.costs.seconds_of_data", seconds)
    jobs = estimate(Plan.usual([STANDARD], 1000)).jobs
    assert jobs > 50_000 > 10 * len(estimated)


def test_rules_that_cannot_be_published_are_not_planned() -> None:
    with pytest.raises(RiskError, match="to be published"):
        estimate(Plan.usual([Rules(20, 2)], 4))
