"""What lies beyond the lines of a side that grows, against lines that come later."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.questions.needed.beyond import Beyond
from riskexact.questions.needed.growing import Growing, Side
from riskexact.questions.needed.lines import fixed_point
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss
from tests.growing import FAR, SIDES, UNEQUAL, chances, opponents, sides
from tests.strategies import ANY, any_rules, detailed_rules, rule_sets


@given(any_rules, sides, opponents, st.integers(0, 6))
def test_bounds(rules: Rules, side: Side, opposed: int, more: int) -> None:
    """No later chance is above one bound or below the other, and the limit lies between them."""
    growing, numbers = Growing(rules, side, opposed), fixed_point(300)
    start = growing.full + more
    assume(start < FAR)
    columns = [[Fraction(0), *chances(rules, side, m)] for m in range(1, opposed + 1)]
    window = [
        [numbers.edge, *(floor(column[n] * numbers.edge) for column in columns)]
        for n in range(start, max(start - rules.max_losses, -1), -1)
    ]
    beyond = Beyond(growing)
    low, high = (bound(window, numbers) for bound in (beyond.lower_bound, beyond.upper_bound))
    later = [chance * numbers.edge for chance in chances(rules, side, opposed)[start:]]
    # each of the lines was rounded down, and so is each of M divisions
    for value in (*later, beyond.limit * numbers.edge):
        assert low <= value <= high + opposed + 1


@given(rule_sets(ANY) | detailed_rules(ANY))
def test_where_all_dice_cost_nothing_fewer_cost_nothing(rules: Rules) -> None:
    """On which the limit 0 relies, for both sides."""
    for x, y in rules.dice_numbers():
        for k, full in ((1, (rules.attack.max_dice, y)), (0, (x, rules.defence.max_dice))):
            if all(lost[k] == 0 for lost, _ in round_with_loss(*full, rules)[0]):
                assert all(lost[k] == 0 for lost, _ in round_with_loss(x, y, rules)[0])


@pytest.mark.parametrize("side", SIDES)
def test_with_standard_rules_enough_units_come_as_near_to_certainty_as_one_likes(
    side: Side,
) -> None:
    beyond = Beyond(Growing(STANDARD, side, 50))
    assert beyond.limits == [1] * 51
    assert beyond.limit == 1


def test_a_limit_that_is_neither_0_nor_1() -> None:
    both = dict(round_with_loss(2, 2, UNEQUAL)[0])[0, 2]
    one = dict(round_with_loss(2, 2, UNEQUAL)[0])[1, 1]
    beyond = Beyond(Growing(UNEQUAL, "attackers", 2))
    assert beyond.limits == [1, 0, Fraction(both, both + one)]
    assert beyond.limit == beyond.limits[2]
