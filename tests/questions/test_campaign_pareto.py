"""Tests of `campaign.pareto`; those of orders and spreads compare it with every campaign."""

from collections.abc import Hashable
from fractions import Fraction
from operator import ge, le

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.campaign import pareto
from riskexact.questions.campaign.choices import best_order
from riskexact.questions.campaign.pareto import Choice, Search, add_to_front
from riskexact.questions.campaign.sweep import Territory, max_bits
from riskexact.rules import STANDARD

vectors = st.lists(st.tuples(*[st.integers(0, 4)] * 3).map(list), min_size=1, max_size=9)


@given(vectors, st.booleans())
def test_a_front_is_what_nothing_is_as_good_as(added: list[list[int]], lowest: bool) -> None:
    front: list[list[int]] = []
    no_better = ge if lowest else le
    for vector in added:
        add_to_front(front, vector, no_better)
    for vector in added:
        assert any(all(map(no_better, vector, other)) for other in front)
    for vector in front:
        assert sum(all(map(no_better, vector, other)) for other in front) == 1


def test_vectors_must_fit_before_any_work_and_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """One vector for each state, with an entry for each number of attackers that can be there."""
    places = [Territory(2, STANDARD, 3), Territory(3, STANDARD, 9), Territory(1, STANDARD, 1)]
    choices: dict[Hashable, list[Choice]] = {
        "": [Choice(0, places[0], "0")],
        "0": [Choice(1, places[1], "01")],
        "01": [Choice(2, places[2], None)],
    }

    def search(vectors: int) -> Search:
        """Reckon with this many vectors for each state."""
        monkeypatch.setattr(pareto, "VECTORS", vectors)
        return Search(10, "", choices.__getitem__, places, 0)

    held = sum((most + 1) * max_bits(10, places) // 2 for most in (10, 7, 0))
    monkeypatch.setattr(pareto, "MAX_BITS", held)
    search(1)
    assert search(0).best() == ((0, 1, 2), Fraction(0))
    monkeypatch.setattr(pareto, "MAX_BITS", held - 1)
    with pytest.raises(RiskError, match="the campaigns to choose from must fit in"):
        search(1)
    with pytest.raises(RiskError, match="the campaigns to choose from must fit in"):
        search(0).best()


def test_what_is_refused_names_its_limits() -> None:
    with pytest.raises(RiskError, match="must fit in 1 GiB, not 2 GiB or more; take fewer"):
        best_order(8000, range(50, 56))
    pareto.check_states(pareto.MAX_STATES)
