"""What tiles have in common, by both roads."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication import costs, publish, values
from riskexact.publication.directory import staging_of
from riskexact.publication.overlaps import Marking, Marks, disagreements
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByRecursion
from riskexact.questions.battle import win_probability
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.publications import noted, only, tree

WITH_BORDERS = [rules for rules in RULES.values() if rules.has_closed_form]


def marks_of(edition: Edition, side: int, data_set: str) -> list[tuple[str, Marks]]:
    found: list[tuple[str, Marks]] = []
    for tile in edition.tiles(side):
        marking = Marking()
        for _ in getattr(ByRecursion(marking), data_set)(edition.rules, tile):
            pass
        found.append((tile.name, marking.marks))
    return found


@pytest.mark.parametrize("data_set", ["win", "outcomes"])
@given(st.sampled_from(WITH_BORDERS), st.integers(1, 12), st.integers(1, 9))
def test_tiles_agree_about_every_battle_on_an_edge(
    data_set: str, rules: object, most: int, side: int
) -> None:
    edition = Edition(rules, most)  # type: ignore[arg-type]
    marks = marks_of(edition, side, data_set)
    assert list(disagreements(marks)) == []
    edges = {battle for _, each in marks for battle in each.get("edge", {})}
    assert edges <= {battle for _, each in marks for battle in each.get("inside", {})}
    assert bool(edges) == (most > side)


def test_marks_tell_values_apart() -> None:
    marking = Marking()
    worth = [Fraction(1, 3), Fraction(1, 4), {(1, 0): 2}, {(0, 1): 2}, {(1, 0): 3}]
    for d, each in enumerate(worth):
        marking.mark("edge", 1, d, each)  # type: ignore[arg-type]
    assert len(set(marking.marks["edge"].values())) == len(worth)


def test_a_closed_form_that_is_wrong_publishes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One wrong value on one edge is enough, and what is right is not made again."""
    only(monkeypatch, "win")
    monkeypatch.setattr(costs, "MOST_OF_FILE", 5000)  # tiles of 4 × 4
    target = tmp_path / "odds"
    right = win_probability
    wrong = Fraction(1, 7)
    monkeypatch.setattr(
        values,
        "win_probability",
        lambda a, d, rules: wrong if (a, d) == (4, 6) else right(a, d, rules),
    )
    with pytest.raises(RiskError, match=r"standard/win must be the same by both roads.*at 4 v 6"):
        publish(target, [Edition(STANDARD, 8)])
    assert not target.exists()
    assert staging_of(target).exists()
    monkeypatch.setattr(values, "win_probability", right)
    made = noted(monkeypatch)
    publish(target, [Edition(STANDARD, 8)])
    assert sorted(made) == ["standard/win/0001-0004_0005-0008", "standard/win/0005-0008_0005-0008"]
    publish(tmp_path / "other", [Edition(STANDARD, 8)])
    assert tree(target) == tree(tmp_path / "other")
