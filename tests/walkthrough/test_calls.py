"""The triangle of calls: what a recursion without a memory really does."""

from collections import Counter

import pytest

from riskexact.base.errors import RiskError
from riskexact.odds.recursion import path_counts
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.drawn import crowded, texts
from tests.walkthrough.calls import call_triangle


@pytest.mark.parametrize("rules", [SINGLE_LOSS, STANDARD, Rules(3, 3), Rules(ties="nobody")])
def test_every_text_can_be_read(rules: Rules) -> None:
    picture = call_triangle(6, 5, rules, dark=True)
    assert not crowded(picture)
    counts = path_counts((6, 5), rules)
    shown = Counter(texts(picture))
    for (a, d), count in counts.items():
        name = f"{a} v {d}"
        assert shown[name] == 1
        assert f"{name}: {count:,}" in picture.alternative
    numbers = Counter(f"{count:,}" for count in counts.values())
    assert all(shown[text] == n for text, n in numbers.items())


@pytest.mark.parametrize(("a", "d"), [(8, 8), (1, 15), (15, 1), (1, 1)])
def test_other_sizes(a: int, d: int) -> None:
    assert not crowded(call_triangle(a, d))


def test_sizes_and_rules_that_cannot_be_drawn() -> None:
    for a, d in ((0, 3), (3, 0), (16, 1)):
        with pytest.raises(RiskError, match="from 1 to 15"):
            call_triangle(a, d)
    with pytest.raises(RiskError, match="together be at most 16, not 17"):
        call_triangle(9, 8)
