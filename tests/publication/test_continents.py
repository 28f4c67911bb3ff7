"""The solved continents, published and verified by another method."""

from fractions import Fraction
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.publication import publish, values
from riskexact.publication.data import CONTINENT_SETS, CONTINENTS_EDITION
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.publication.verification import verify_publication
from riskexact.rules import STANDARD
from riskexact.turn.conquest import conquer
from riskexact.turn.position import Position
from riskexact.turn.solved import SOLVED, solutions


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Garrisons of 2 at most, and 6 armies."""
    monkeypatch.setattr(values, "SOLVED_DEFENDERS", 2)
    monkeypatch.setattr(values, "SOLVED_ARMIES", 6)


@pytest.mark.parametrize("name", SOLVED)
def test_a_solution_is_the_answer_of_conquer(name: str) -> None:
    continent = SOLVED[name]
    found = list(solutions(continent, 2, 7))
    assert found == list(solutions(continent, 2, 7, every=True))
    pairs = [(a, b) for a in range(2, 8) for b in range(2, 8) if a + b <= 7]
    assert len(found) == 2**4 * (len(pairs) if len(continent.entries) > 1 else 6)
    for solution in found[:: len(found) // 12]:
        mine = dict(zip(continent.entries, solution.armies, strict=True))
        enemy = dict(zip(continent.territories, solution.defenders, strict=True))
        answer = conquer(Position("classic", mine, enemy), continent.name)
        assert answer.proved
        assert (solution.win_probability, set(solution.best)) == (answer.lower, set(answer.best))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", SOLVED)
def test_rows_by_two_methods(name: str) -> None:
    table, other = (
        CONTINENT_SETS[name].table(CONTINENTS_EDITION, range(1), values)
        for values in (ByRecursion(), ByClosedForm())
    )
    assert table == other
    columns = [column.name for column in CONTINENT_SETS[name].columns]
    row = dict(zip(columns, table.rows[-1], strict=True))
    entries = [entry.lower().replace(" ", "_") for entry in SOLVED[name].entries]
    assert columns[4 : 4 + len(entries)] == entries
    assert Fraction(str(row["fraction"])) > 0
    assert str(row["first"]).count(" > ") == str(row["first"]).count("; ") + 1


@pytest.mark.usefixtures("small")
def test_a_publication_with_continents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "installed_extras", lambda: ("data",))
    plan = Plan((Edition(STANDARD, 1),), continents=True)
    assert plan.command == "riskexact publish DIRECTORY --rules standard --max 1 --continents"
    package = publish(tmp_path / "odds", plan.editions, continents=True)
    path = "continents/australia-from-siam.csv"
    assert path in package.files
    page = (tmp_path / "odds/continents/index.html").read_text(encoding="utf-8")
    assert "Australia and South America are solved" in page
    assert 'href="continents/index.html"' in (tmp_path / "odds/tables.html").read_text("utf-8")
    file = tmp_path / "odds" / path
    file.write_text(
        file.read_text("utf-8").replace("Siam > Indonesia: 3", "Siam > Indonesia: 2", 1)
    )
    verdict = verify_publication(tmp_path / "odds")
    assert verdict.package.plan.continents
    (fault,) = verdict.faults
    assert (fault.path, fault.column) == (path, "first")
