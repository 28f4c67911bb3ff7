"""Tests of `campaign.fronts`; those of `orders` and `spreads` compare it with every chain."""

from collections.abc import Hashable
from fractions import Fraction
from operator import ge, le

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.campaign import fronts
from riskexact.questions.campaign.chain import (
    NANOSECONDS_OF_STEP,
    Territory,
    board_steps,
    most_bits,
)
from riskexact.questions.campaign.fronts import STEPS_AROUND_A_BOARD, Best, Choice, Search, _add
from riskexact.questions.campaign.orders import best_order
from riskexact.questions.campaign.spreads import best_garrisons
from riskexact.rules import STANDARD

vectors = st.lists(st.tuples(*[st.integers(0, 4)] * 3).map(list), min_size=1, max_size=9)


@given(vectors, st.booleans())
def test_a_front_is_what_nothing_is_as_good_as(added: list[list[int]], lowest: bool) -> None:
    front: list[list[int]] = []
    no_better = ge if lowest else le
    for vector in added:
        _add(front, vector, no_better)
    for vector in added:
        assert any(all(map(no_better, vector, other)) for other in front)
    for vector in front:
        assert sum(all(map(no_better, vector, other)) for other in front) == 1


def test_steps_are_counted_before_any_work_and_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """One vector for each state, with an entry for each number of attackers that can be there."""
    two, three, one = chain = [
        Territory(2, STANDARD, 3),
        Territory(3, STANDARD, 9),
        Territory(1, STANDARD, 1),
    ]

    def search(
        choices: dict[Hashable, list[Choice]], most_steps: int, on_the_way: bool = False
    ) -> Search:
        """Allow so many steps before the work, a vector for each state, or four times as many."""
        seconds = (most_steps + 0.5) * NANOSECONDS_OF_STEP / 10**9
        monkeypatch.setattr(fronts, "VECTORS", 0 if on_the_way else 1)
        monkeypatch.setattr(fronts, "MOST_SECONDS", seconds / 4 if on_the_way else seconds)
        return Search(10, "", choices.__getitem__, chain, 0)

    def boards(*arrive: tuple[int, Territory]) -> int:
        bits = most_bits(10, chain)
        return sum(STEPS_AROUND_A_BOARD + board_steps(most, each, bits) for most, each in arrive)

    line: dict[Hashable, list[Choice]] = {
        "": [Choice(0, two, "0")],
        "0": [Choice(1, three, "01")],
        "01": [Choice(2, one, None)],
    }
    before = boards((10, two), (7, three), (0, one))
    search(line, before)
    with pytest.raises(RiskError, match="minutes to compare by an estimate, not 1"):
        search(line, before - 1)
    work = before + 11 + 8 + 1
    assert search(line, work, on_the_way=True).best() == Best((0, 1, 2), Fraction(0))
    with pytest.raises(RiskError, match="to compare by an estimate, not 1 or more"):
        search(line, work - 1, on_the_way=True).best()

    # each state holds a vector, too
    held = sum((most + 1) * most_bits(10, chain) // 2 for most in (10, 7, 0))
    monkeypatch.setattr(fronts, "MOST_BITS", held)
    assert search(line, work, on_the_way=True).best() == Best((0, 1, 2), Fraction(0))
    search(line, before)
    monkeypatch.setattr(fronts, "MOST_BITS", held - 1)
    with pytest.raises(RiskError, match="the chains to choose from must fit in"):
        search(line, before)
    with pytest.raises(RiskError, match="the chains to choose from must fit in"):
        search(line, work, on_the_way=True).best()
    monkeypatch.undo()

    fork: dict[Hashable, list[Choice]] = {
        "": [Choice(0, two, "0"), Choice(1, three, "1")],
        "0": [Choice(1, three, None)],
        "1": [Choice(0, two, None)],
    }
    before = boards((10, two), (10, three), (7, three), (1, two))
    search(fork, before)
    with pytest.raises(RiskError, match="to compare by an estimate"):
        search(fork, before - 1)


def test_what_is_refused_names_its_limits() -> None:
    with pytest.raises(RiskError, match="must take at most 20 minutes to compare .*, not 21 or"):
        best_garrisons(1000, 700, 2)
    with pytest.raises(RiskError, match="must fit in 1 GiB, and do not"):
        best_order(8000, range(50, 56))
    fronts.check_states(fronts.MOST_STATES)
