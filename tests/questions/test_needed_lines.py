"""The lines of a side that grows, against the recursion."""

from hypothesis import given
from hypothesis import strategies as st

from riskexact.questions.needed.growing import Growing, Side
from riskexact.questions.needed.lines import fixed_point, lines_from
from riskexact.rules import Rules
from tests.growing import chances, opponents, sides
from tests.strategies import any_rules


@given(any_rules, sides, opponents, st.integers(6, 70))
def test_lines_are_the_recursion_rounded_down(
    rules: Rules, side: Side, opposed: int, bits: int
) -> None:
    """They are below the exact value, and by no more than the search allows for."""
    growing, numbers = Growing(rules, side, opposed), fixed_point(bits)
    walk = lines_from(1, [[0] * (opposed + 1)], growing, numbers)
    for n, (lines, exact) in enumerate(zip(walk, chances(rules, side, opposed), strict=False), 1):
        error = exact * numbers.edge - lines[0][-1]
        assert 0 <= error <= (n + opposed + 1) * (growing.most_ends + 1)
