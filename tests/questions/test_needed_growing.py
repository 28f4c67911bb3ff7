"""Attackers who grow: their chances, the limit, the bounds beyond, and where the search ends."""

from fractions import Fraction
from itertools import islice
from math import lcm

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.sweep import Territory
from riskexact.questions.needed import growing
from riskexact.questions.needed.growing import (
    brief,
    greatest_force,
    least_force,
    limit,
    out_of_reach,
    settled,
    tried,
)
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
    places: list[tuple[int, Rules, int]], most: int, reserve: int = 0
) -> list[Fraction]:
    return [Fraction(*each[1:3]) for each in islice(tried(places, reserve), most + 1)]


@given(campaigns, reserves)
def test_chances_are_those_of_campaigns(places: list[tuple[int, Rules, int]], reserve: int) -> None:
    garrisons, rules, stays = zip(*places, strict=True)
    found = first_chances(places, 12, reserve)
    for n in range(int(garrisons[0] == 0), 13):
        campaign = Campaign(n, garrisons, rules, stays, reserve)
        assert found[n] == campaign.win_probability


@given(all_rules, opponents)
def test_chances_are_those_of_battles(rules: Rules, opposed: int) -> None:
    assert first_chances([(opposed, rules, 7)], FAR)[1:] == chances(rules, "attackers", opposed)


@given(campaigns, reserves, st.integers(1, 3))
def test_bounds(places: list[tuple[int, Rules, int]], reserve: int, checks: int) -> None:
    """No later chance is above one bound or below the other, and the limit lies between them."""
    search = tried(places, reserve)
    checked = ((over, battles) for _, _, over, battles in search if battles)
    over, battles = next(islice(checked, checks - 1, None))
    bounds = [Fraction(battles.bound(extreme), over) for extreme in (min, max)]
    later = [Fraction(value, over) for _, value, over, _ in islice(search, 12)]
    for chance in (*later, limit(places)):
        assert bounds[0] <= chance <= bounds[1]


@given(campaigns)
def test_the_bounds_tend_to_the_limit(places: list[tuple[int, Rules, int]]) -> None:
    most = limit(places)
    assume(most > 0)
    near = Fraction(999, 1000) * most
    found = least_force(places, near)
    assert found is not None
    assert near <= found.win_probability
    assert (found.of_one_less or 0) < near


@given(campaigns, reserves, st.data())
def test_least(places: list[tuple[int, Rules, int]], reserve: int, data: st.DataObject) -> None:
    """Also for a chance that is attained, for the limit, 0 and 1."""
    begin = int(places[0][0] == 0)
    found = first_chances(places, 20, reserve)
    goal = data.draw(
        st.sampled_from([*found, limit(places), Fraction(0), Fraction(1)])
        | st.fractions(0, 1, max_denominator=50)
    )
    assume(goal <= limit(places) * Fraction(99, 100) or goal >= limit(places))
    force = least_force(places, goal, reserve)
    fit = [n for n in range(begin, 21) if found[n] >= goal]
    if force is None or force.attackers > 20:
        assert not fit
    else:
        n = force.attackers
        assert fit[0] == n
        assert force.win_probability == found[n]
        assert force.of_one_less == (found[n - 1] if n > begin else None)


@given(all_rules, opponents, st.data())
def test_greatest(rules: Rules, opposed: int, data: st.DataObject) -> None:
    found = chances(rules, "attackers", opposed)
    most = limit([(opposed, rules, 0)])
    goal = data.draw(st.sampled_from(found) | st.fractions(0, 1, max_denominator=50))
    assume(goal < most * Fraction(99, 100))
    last = greatest_force([(opposed, rules, 0)], goal)
    fit = [n for n, chance in enumerate(found, 1) if chance <= goal]
    if last <= FAR:
        assert last == max(fit, default=0)
    else:
        assert all(n <= last for n in fit)


@given(campaigns, reserves)
@example([(3, LATE, 1)], 0)
@example([(3, ONE_FOR_ONE, 1), (2, ONE_FOR_ONE, 2)], 1)
def test_settled(places: list[tuple[int, Rules, int]], reserve: int) -> None:
    """If 40 attackers or some number around are certain to win, a number below `settled` is."""
    assume(limit(places) == 1)
    enough = settled(places, reserve)
    assume(enough <= 25)
    found = first_chances(places, 40, reserve)
    assert (1 in found) == (1 in found[:enough])


def test_bounds_wait_until_all_dice_are_thrown_against_any_territory() -> None:
    late = Rules(Hand(2, needs=(1, 7)), 1)
    for places, fewest in (
        ([(2, late, 0)], 7),
        ([(2, STANDARD, 3), (1, late, 0)], 3 + 7),
        ([(1, late, 0), (2, STANDARD, 3)], 7),
    ):
        search = tried(places)
        assert next(n for n, _, _, battles in search if battles) in range(fewest, fewest + 2)


@given(rule_sets(ANY) | detailed_rules(ANY))
def test_no_round_costs_more_units_than_there_are_where_all_dice_are_thrown(rules: Rules) -> None:
    """On which the bounds rely, which look at as many numbers."""
    assert rules.max_losses <= rules.attack.units_for_max_dice


def test_settled_with_ends_that_cost_one_side_alone() -> None:
    assert settled([(9, STANDARD, 1)]) == 3 + 2
    assert settled([(9, STANDARD, 1), (9, STANDARD, 1)], reserve=7) == 8 + 2
    assert settled([(0, STANDARD, 4), (9, STANDARD, 1)], reserve=7) == 4 + 8 + 2
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
    assert found is not None
    assert found.attackers > 10
    assert chances(UNEQUAL, "attackers", 2)[9] < near
    for goal in (most, most + Fraction(1, 10**9), Fraction(1)):
        assert least_force(places, goal) is None


def test_the_error_of_a_goal_that_is_not_reached() -> None:
    """The limit may be reached far out unless it is 0 or 1, between which no chance lies."""
    for goal, most, known in (
        (Fraction(0), Fraction(0), "reaches"),
        (Fraction(1), Fraction(1), "reaches"),
        (Fraction(1, 2), Fraction(1, 3), "reaches"),
        (Fraction(1, 2), Fraction(1, 2), "is known to reach"),
    ):
        assert f"none {known} it" in str(out_of_reach(goal, most, "attackers", "3 defenders"))
    assert brief(Fraction(1, 10**12 - 1)) == "1/999999999999"
    assert brief(Fraction(1, 10**12)) == "1.0e-12"


def test_numbers_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [Territory(3, STANDARD, 1), Territory(4, STANDARD, 1)]
    bits = 7 * 3 * (100 + 7) * lcm(6**4).bit_length()
    monkeypatch.setattr(growing, "MAX_BITS", bits)
    goal = 1 - Fraction(1, 10**60)
    with pytest.raises(RiskError, match=r"the chances of up to 1\d\d units against 7 must"):
        least_force(places, goal)
    assert least_force(places, Fraction(1, 2)) is not None
