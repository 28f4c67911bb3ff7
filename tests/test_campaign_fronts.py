"""Tests of `campaign.fronts`; those of `orders` and `spreads` compare it with every chain."""

from operator import ge, le

from hypothesis import given
from hypothesis import strategies as st

from riskexact.campaign.fronts import _add

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
