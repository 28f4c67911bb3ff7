"""Attackers who grow: their chances, the limit, and where the search ends."""

from fractions import Fraction
from itertools import islice
from math import lcm

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.needed import growing
from riskexact.battle.needed.growing import (
    brief,
    least_force,
    limit,
    settled,
    tried,
)
from riskexact.odds.monotone import is_monotone
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss
from riskexact.rules.hand import Hand
from tests.growing import FAR, NOT_MONOTONE, UNEQUAL, all_rules, chances, opponents
from tests.strategies import ANY, detailed_rules, rule_sets, territories

campaigns = st.lists(
    territories | st.tuples(st.integers(1, 3), st.sampled_from(NOT_MONOTONE), st.integers(0, 1)),
    min_size=1,
    max_size=3,
)
reserves = st.sampled_from([0, 0, 0, 1, 2])

LATE = Rules(
    Hand((1, 4, 1), to_highest=3, clamped=True), Hand((4, 4, 1), to_highest=2, clamped=True)
)
"""Four attackers or fewer never win against three."""

ONE_FOR_ONE = Rules(Hand(2, to_highest=-5), faces=1, ties="attacker")
"""Of two units on each side one is left: whoever has more always wins."""


def first_chances(
    places: list[tuple[int, Rules, int]], most: int, retreat_at: int = 0
) -> list[Fraction]:
    return [Fraction(*chance) for _, *chance in islice(tried(places, retreat_at), most + 1)]


@given(campaigns, reserves)
def test_chances_are_those_of_campaigns(
    places: list[tuple[int, Rules, int]], retreat_at: int
) -> None:
    garrisons, rules, stays = zip(*places, strict=True)
    found = first_chances(places, 12, retreat_at)
    for n in range(int(garrisons[0] == 0), 13):
        campaign = Campaign(n, garrisons, rules, stays, retreat_at)
        assert found[n] == campaign.win_probability


@given(all_rules, opponents)
def test_chances_are_those_of_battles(rules: Rules, opposed: int) -> None:
    assert first_chances([(opposed, rules, 7)], FAR)[1:] == chances(rules, "attackers", opposed)


@given(campaigns)
def test_the_chances_tend_to_the_limit(places: list[tuple[int, Rules, int]]) -> None:
    most = limit(places)
    assume(most > 0)
    near = Fraction(999, 1000) * most
    found = least_force(places, near)
    assert near <= found.win_probability
    assert (found.of_one_less or 0) < near


@given(campaigns, reserves, st.data())
def test_least(places: list[tuple[int, Rules, int]], retreat_at: int, data: st.DataObject) -> None:
    """Also for a chance that is attained, for the limit, 0 and 1."""
    begin = int(places[0][0] == 0)
    found = first_chances(places, 20, retreat_at)
    goal = data.draw(
        st.sampled_from([*found, limit(places), Fraction(0), Fraction(1)])
        | st.fractions(0, 1, max_denominator=50)
    )
    assume(goal <= limit(places) * Fraction(99, 100) or goal >= limit(places))
    force = None
    try:
        force = least_force(places, goal, retreat_at)
    except RiskError as error:
        if "more are not tried" in str(error):
            assert not all(is_monotone(rules) for garrison, rules, _ in places if garrison)
    fit = [n for n in range(begin, 21) if found[n] >= goal]
    if force is None or force.attackers > 20:
        assert not fit
    else:
        n = force.attackers
        assert fit[0] == n
        assert force.win_probability == found[n]
        assert force.of_one_less == (found[n - 1] if n > begin else None)


@given(campaigns, reserves)
@example([(3, LATE, 1)], 0)
@example([(3, ONE_FOR_ONE, 1), (2, ONE_FOR_ONE, 2)], 1)
def test_settled(places: list[tuple[int, Rules, int]], retreat_at: int) -> None:
    """If 40 attackers or some number around are certain to win, a number below `settled` is."""
    assume(limit(places) == 1)
    enough = settled(places, retreat_at)
    assume(enough <= 25)
    found = first_chances(places, 40, retreat_at)
    assert (1 in found) == (1 in found[:enough])


def test_settled_with_ends_that_cost_one_side_alone() -> None:
    assert settled([(9, STANDARD, 1)]) == 3 + 2
    assert settled([(9, STANDARD, 1), (9, STANDARD, 1)], retreat_at=7) == 8 + 2
    assert settled([(0, STANDARD, 4), (9, STANDARD, 1)], retreat_at=7) == 4 + 8 + 2
    assert settled([(9, ONE_FOR_ONE, 1)]) > 10


@given(rule_sets(ANY) | detailed_rules(ANY))
def test_where_all_dice_cost_nothing_fewer_cost_nothing(rules: Rules) -> None:
    """On which the limit 0 relies."""
    for x, y in rules.dice_numbers():
        full = round_with_loss(rules.attack.max_dice, y, rules)[0]
        if all(lost[1] == 0 for lost, _ in full):
            assert all(lost[1] == 0 for lost, _ in round_with_loss(x, y, rules)[0])


def test_limits() -> None:
    assert limit([(50, STANDARD, 1), (0, STANDARD, 1), (3, STANDARD, 9)]) == 1
    assert limit([(3, STANDARD, 1), (3, Rules(faces=1), 1)]) == 0
    both = dict(round_with_loss(2, 2, UNEQUAL)[0])[0, 2]
    one = dict(round_with_loss(2, 2, UNEQUAL)[0])[1, 1]
    two = Fraction(both, both + one)
    assert [limit([(m, UNEQUAL, 0)]) for m in (0, 1, 2)] == [1, 0, two]
    assert limit([(2, UNEQUAL, 0), (2, UNEQUAL, 0)]) == two**2


def test_a_limit_that_is_neither_0_nor_1() -> None:
    places = [(2, UNEQUAL, 0)]
    most = limit(places)
    near = most - Fraction(1, 10**9)
    found = least_force(places, near)
    assert found.attackers > 10
    assert chances(UNEQUAL, "attackers", 2)[9] < near
    for goal in (most, most + Fraction(1, 10**9), Fraction(1)):
        with pytest.raises(RiskError, match="up to 1000 attackers do not decide the chance"):
            least_force(places, goal)


def test_under_monotone_rules_forces_beyond_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "MAX_TRIED", 20)
    assert least_force([(40, STANDARD, 0)], Fraction(1, 2)).attackers > 20
    with pytest.raises(RiskError, match="rules must be such that more units never hurt where"):
        least_force([(40, UNEQUAL, 0)], Fraction(1, 2))


def test_short_chances_in_messages() -> None:
    assert brief(Fraction(1, 10**12 - 1)) == "1/999999999999"
    assert brief(Fraction(1, 10**12)) == "1.0e-12"


def test_numbers_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [Territory(3, STANDARD, 1), Territory(4, STANDARD, 1)]
    bits = 7 * 3 * (100 + 7) * lcm(6**4).bit_length()
    monkeypatch.setattr(growing, "MAX_BITS", bits)
    goal = 1 - Fraction(1, 10**60)
    with pytest.raises(RiskError, match=r"the chances of up to 1\d\d units against 7 must"):
        least_force(places, goal)
    assert least_force(places, Fraction(1, 2))
