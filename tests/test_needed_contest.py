"""A growing side: its lines against the recursion, and the three facts on what lies beyond."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.dice import changing_round
from riskexact.errors import RiskError
from riskexact.hand import Hand
from riskexact.needed.contest import MOST_OPPOSED, NEGATIVE, POSITIVE, Contest, fixed_point
from riskexact.recursion import cells
from riskexact.rules import STANDARD, Rules
from tests.strategies import ANY, any_rules, detailed_rules, rule_sets

Side = Literal["attackers", "defenders"]
SIDES: tuple[Side, Side] = ("attackers", "defenders")

FAR = 14

opponents = st.integers(1, 5)

# One die of the defender counts 6 at the least, which holds against dice of five faces.  Of two,
# the highest is the d4 if it shows more, and that is no more than 4 however much is added: then
# both may fall at once.  So 1 defender always holds, and 2 do not.
UNEQUAL = Rules((5, 5), Hand((8, 4), to_highest=5, clamped=True))


def chances(rules: Rules, side: Side, opposed: int) -> list[Fraction]:
    """The chance of the side with 1, 2, …, FAR units, by the recursion."""
    if side == "attackers":
        board = dict(cells(FAR, opposed, rules))
        return [board[n, opposed] for n in range(1, FAR + 1)]
    board = dict(cells(opposed, FAR, rules))
    return [1 - board[opposed, n] for n in range(1, FAR + 1)]


@given(any_rules, st.sampled_from(SIDES), opponents, st.integers(6, 70))
def test_lines_are_the_recursion_rounded_down(
    rules: Rules, side: Side, opposed: int, bits: int
) -> None:
    """They are below the exact value, and by no more than the search allows for."""
    growing, numbers = Contest(rules, side, opposed), fixed_point(bits)
    walk = growing._lines(1, [[0] * (opposed + 1)], numbers)
    for n, (lines, exact) in enumerate(zip(walk, chances(rules, side, opposed), strict=False), 1):
        error = exact * numbers.edge - growing._opened(n, lines, numbers)
        assert 0 <= error <= (n + opposed + 1) * (growing._most_ends + 1)


@given(any_rules, st.sampled_from(SIDES), opponents, st.integers(0, 6))
def test_bounds(rules: Rules, side: Side, opposed: int, more: int) -> None:
    """No later chance is above one bound or below the other, and the limit lies between them."""
    growing = Contest(rules, side, opposed)
    start = growing._full + more
    assume(start < FAR)
    columns = [
        [Fraction(0), *chances(replace(rules, first_round=None), side, m)]
        for m in range(1, opposed + 1)
    ]
    window: Any = [
        [1, *(column[n] for column in columns)]
        for n in range(start, max(start - rules.most_lost, -1), -1)
    ]
    low, high = (
        growing._far(growing._beyond(Fraction(1), Fraction, pick, window), Fraction)
        for pick in (min, max)
    )
    later = chances(rules, side, opposed)[start:]
    assert low <= min(later) <= max(later) <= high
    assert low <= growing._limit <= high


@given(rule_sets(ANY) | detailed_rules(ANY))
def test_where_all_dice_cost_nothing_fewer_cost_nothing(rules: Rules) -> None:
    """On which the limit 0 relies, for both sides."""
    for x in range(1, rules.attack.most + 1):
        for y in range(1, rules.defence.most + 1):
            for k, full in ((1, (rules.attack.most, y)), (0, (x, rules.defence.most))):
                if all(lost[k] == 0 for lost, _ in changing_round(*full, rules)[0]):
                    assert all(lost[k] == 0 for lost, _ in changing_round(x, y, rules)[0])


@pytest.mark.parametrize("side", SIDES)
def test_with_standard_rules_enough_units_come_as_near_to_certainty_as_one_likes(
    side: Side,
) -> None:
    growing = Contest(STANDARD, side, 50)
    assert growing._limits == [1] * 51
    assert growing._limit == 1


def test_a_limit_that_is_neither_0_nor_1() -> None:
    growing = Contest(UNEQUAL, "attackers", 2)
    both = dict(changing_round(2, 2, UNEQUAL)[0])[0, 2]
    one = dict(changing_round(2, 2, UNEQUAL)[0])[1, 1]
    limit = Fraction(both, both + one)
    assert growing._limits == [1, 0, limit]
    near = limit - Fraction(1, 10**9)
    n = growing.least(near)
    assert n > 10
    assert chances(UNEQUAL, "attackers", 2)[9] < near
    for target in (limit, limit + Fraction(1, 10**9), Fraction(1)):
        with pytest.raises(RiskError, match="that some number of attackers reaches against 2 def"):
            growing.least(target)


def test_no_more_is_tried_than_can_be_done_in_a_minute() -> None:
    message = f"attackers must be at most {MOST_OPPOSED} for a search, not {MOST_OPPOSED + 1}"
    with pytest.raises(RiskError, match=message):
        Contest(STANDARD, "defenders", MOST_OPPOSED + 1)
    # one throw in 10^8 costs the defender a unit
    growing = Contest(Rules((2,), Hand((6,), extra=(6,) * 9)), "attackers", 1000)
    with pytest.raises(RiskError, match=r"defenders must be fewer, .* at most \d+ attackers are"):
        growing.least(Fraction(1, 2))


def test_a_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work cannot be foreseen it is bounded."""
    monkeypatch.setattr("riskexact.needed.contest.MOST_STEPS", 300)
    growing = Contest(STANDARD, "attackers", 5)
    assert growing.least(Fraction(1, 2)) == 5
    with pytest.raises(RiskError, match="at most 20 attackers are tried, and that does not"):
        growing.least(1 - Fraction(1, 10**9))
    monkeypatch.setattr("riskexact.needed.contest.MOST_STEPS", 0)
    with pytest.raises(RiskError, match="at most 1 attackers are tried"):
        growing.least(Fraction(1))


def test_what_the_signs_leave_open_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were both signs at the limit at once; no rules are known that have them."""
    line = [0, POSITIVE | NEGATIVE, POSITIVE | NEGATIVE]
    monkeypatch.setattr(Contest, "_signs_when_all_dice_are_thrown", lambda self: [line, line])
    growing = Contest(UNEQUAL, "attackers", 2)
    for ask in (growing.least, growing.greatest):
        with pytest.raises(RiskError, match=r"beyond \d+ of them it is not known on which side"):
            ask(growing._limit)
