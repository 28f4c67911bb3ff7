"""The solved whole games, published and verified by another method."""

from fractions import Fraction
from pathlib import Path

import pytest

import riskexact as rx
from riskexact import publication
from riskexact.game.sweeps import Sweeps
from riskexact.game.tables import proved_game, written_table
from riskexact.game.terms import Terms
from riskexact.publication import jobs, publish, values
from riskexact.publication.data import GAME_SETS, GAMES_EDITION, SOLVED_GAMES
from riskexact.publication.plan import Edition, Plan
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.publication.verification import verify_publication
from riskexact.rules import STANDARD

SMALL = ("duel", "line-3", "complete-3")


@pytest.mark.parametrize("name", SMALL)
def test_rows_by_two_methods(name: str) -> None:
    assert sorted(GAME_SETS) == sorted(["duel", *SOLVED_GAMES])
    table, other = (
        GAME_SETS[name].table(GAMES_EDITION, range(1), values)
        for values in (ByRecursion(), ByClosedForm())
    )
    assert table == other
    columns = [column.name for column in GAME_SETS[name].columns]
    key = len(GAME_SETS[name].key)
    game = rx.Game("line-2" if name == "duel" else name)
    keys = [row[:key] for row in table.rows]
    assert keys == sorted(set(keys))
    assert len(keys) == (900 if name == "duel" else 2730)
    for row in table.rows[:: len(keys) // 7]:
        if name == "duel":
            value = rx.duel(*row[:2]).lower  # type: ignore[arg-type]
            assert (columns[2], row[2]) == ("fraction", str(value))
            continue
        armies = {t: int(str(n)) for t, n in zip("ABC", row, strict=False)}
        mine = {t: n for t, n in armies.items() if n > 0}
        enemy = {t: -n for t, n in armies.items() if n < 0}
        found = game.value(rx.Position(name, mine, enemy))
        assert columns[-2:] == ["lower", "upper"]
        lower, upper = (Fraction(float(str(number))) for number in row[-2:])
        assert (2**30 * lower).denominator == (2**30 * upper).denominator == 1
        assert lower <= found.lower <= found.upper <= upper


def test_bounds_that_are_not_proved_are_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms("line-2", armies=9)
    good = ByClosedForm().games(terms)
    assert good == ByRecursion().games(terms)
    assert max(sum(map(abs, armies)) for armies, _, _ in good) == 4

    def better(sweeps: Sweeps) -> bytes:
        sweeps.lower[1][0] += 1
        content = written_table(sweeps)
        sweeps.lower[1][0] -= 1
        return content

    monkeypatch.setattr(values, "written_table", better)
    with pytest.raises(rx.RiskError, match="its lower bound over"):
        ByClosedForm().games(terms)


def test_a_publication_with_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "installed_extras", lambda: ("data",))
    monkeypatch.setattr(jobs, "GAME_SETS", {name: GAME_SETS[name] for name in SMALL[:2]})
    monkeypatch.setattr(jobs, "SOLVED_GAMES", {"line-3": SOLVED_GAMES["line-3"]})
    plan = Plan((Edition(STANDARD, 1),), games=True)
    assert plan.command == "riskexact publish DIRECTORY --rules standard --max 1 --games"
    package = publish(tmp_path / "odds", plan.editions, games=True)
    assert {"games/duel.csv", "games/line-3.json", "games/line-3.parquet"} <= set(package.files)
    table = (tmp_path / "odds/games/line-3.rxg").read_bytes()
    assert proved_game(table) == SOLVED_GAMES["line-3"]
    assert '"line-3":"games/line-3.rxg"' in (tmp_path / "odds/index.html").read_text("utf-8")
    page = (tmp_path / "odds/games/index.html").read_text(encoding="utf-8")
    assert "Small boards of Risk are solved" in page
    assert 'href="line-3.csv"' in page
    assert 'href="games/index.html"' in (tmp_path / "odds/tables.html").read_text("utf-8")
    file = tmp_path / "odds/games/line-3.csv"
    head, first, *rows = file.read_text("utf-8").splitlines()
    assert head == "a,b,c,lower,upper"
    file.write_text("\n".join([head, first[:-1] + "0", *rows, ""]), encoding="utf-8")
    verdict = verify_publication(tmp_path / "odds")
    assert verdict.package.plan == plan.replace(extras=("data",))
    (fault,) = verdict.faults
    assert (fault.path, fault.column) == ("games/line-3.csv", "upper")
