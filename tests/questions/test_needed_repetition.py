"""Signs that repeat, against the exact ones, also of numbers beyond those where they do."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.questions.needed.beyond import Beyond
from riskexact.questions.needed.growing import Growing, Side
from riskexact.questions.needed.repetition import repeated_signs
from riskexact.rules import STANDARD, Rules
from riskexact.rules.hand import Hand
from tests.growing import FAR, chances, opponents, sides
from tests.strategies import any_rules

LATE = Rules(
    Hand((1, 4, 1), to_highest=3, clamped=True), Hand((4, 4, 1), to_highest=2, clamped=True)
)
"""Four attackers or fewer never win against three: the lines of 3 and of 4 have the same signs."""


@given(any_rules, sides, opponents, st.sampled_from([Fraction(0), Fraction(1), None]))
@example(LATE, "attackers", 3, Fraction(0))
def test_signs(rules: Rules, side: Side, opposed: int, constant: Fraction | None) -> None:
    """Of differences from 0, from 1, or else from the limit."""
    beyond = Beyond(Growing(rules, side, opposed))
    target = beyond.limit if constant is None else constant
    signs = repeated_signs(beyond, target, 10**6)
    assert signs is not None
    exact = [(p > target) - (p < target) for p in chances(rules, side, opposed)]
    assert signs.values[:FAR] == exact[: len(signs.values)]
    if not signs.doubtful:
        period = signs.values[signs.settled :]
        later = exact[signs.settled :]
        assert later == [period[i % len(period)] for i in range(len(later))]


@pytest.mark.parametrize("target", [Fraction(0), Fraction(1)])
def test_no_repetition_within_few_lines(target: Fraction) -> None:
    """All three dice are thrown by three units, and the lines with fewer are no repetition."""
    beyond = Beyond(Growing(STANDARD, "attackers", 2))
    assert repeated_signs(beyond, target, 3) is None
    found = repeated_signs(beyond, target, 9)
    assert found is not None
    assert len(found.values) > 3
