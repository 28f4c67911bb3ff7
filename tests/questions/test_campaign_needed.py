"""Tests of `riskexact.questions.campaign.choices`."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.battle import win_probability
from riskexact.questions.campaign import Campaign, checked_territories
from riskexact.questions.campaign.choices import campaign_attackers_needed
from riskexact.questions.needed.growing import least_force
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand

chances = st.fractions(min_value=0, max_value=1, max_denominator=40).filter(lambda p: p < 1)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple),
    chances,
    st.sampled_from(list(RULES.values())),
    st.integers(0, 2),
    st.integers(0, 3),
)
def test_the_first_of_all_numbers(
    garrisons: tuple[int, ...], chance: Fraction, rules: Rules, stay: int, reserve: int
) -> None:
    """Against campaigns of every smaller force, each played for itself."""
    needed = campaign_attackers_needed(garrisons, chance, rules, stay, reserve)
    for a in range(int(garrisons[0] == 0), needed):
        assert Campaign(a, garrisons, rules, stay, reserve).win_probability < chance
    assert Campaign(needed, garrisons, rules, stay, reserve).win_probability >= chance


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple),
    chances,
    st.sampled_from(list(RULES.values())),
    st.integers(0, 3),
)
def test_the_chances_on_the_way(
    garrisons: tuple[int, ...], chance: Fraction, rules: Rules, reserve: int
) -> None:
    force = least_force(checked_territories(garrisons, rules, 1), chance, reserve)
    of = [
        None if a < int(garrisons[0] == 0) else Campaign(a, garrisons, rules, 1, reserve)
        for a in (force.attackers, force.attackers - 1)
    ]
    assert force[1:] == tuple(each and each.win_probability for each in of)
    assert type(force.win_probability) is Fraction


@pytest.mark.parametrize("chance", ["1/2", "9/10", "0.999"])
def test_one_territory(chance: str) -> None:
    needed = campaign_attackers_needed((10,), chance)
    assert win_probability(needed, 10) >= Fraction(chance) > win_probability(needed - 1, 10)


def test_at_least_is_at_least() -> None:
    exact = Campaign(9, (2, 3)).win_probability
    assert campaign_attackers_needed((2, 3), exact) == 9
    assert campaign_attackers_needed((2, 3), exact + Fraction(1, 10**90)) == 10


def test_where_more_attackers_are_worse() -> None:
    """A second attack die whose modifier spoils the highest: the first number that will do."""
    rules = Rules(Hand(2, to_highest=-5), 1, faces=6)
    best = [Campaign(a, (1,), rules).win_probability for a in range(1, 40)]
    worse = Rules(Hand((6, 1), to_all=-3), Hand(1, to_all=0), faces=6)
    assert best == sorted(best)
    chances = [Campaign(a, (1, 1), worse).win_probability for a in range(30)]
    for chance in chances[1:]:
        found = campaign_attackers_needed((1, 1), chance, worse)
        assert found == next(a for a, each in enumerate(chances) if each >= chance)


def test_certain_wins() -> None:
    assert campaign_attackers_needed((0, 0, 0), 1) == 3
    assert campaign_attackers_needed((0, 0, 0), 1, leave_behind=0) == 1
    assert campaign_attackers_needed((0, 0), 0) == 1
    assert campaign_attackers_needed((3, 3), 0) == 0
    assert campaign_attackers_needed((0, 0), 1, leave_behind=(2, 9), reserve=4) == 7
    always = Rules(faces=1, ties="attacker")
    assert campaign_attackers_needed((5, 5), 1, always) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3, 3), 1), "reaches against 3 and 3 defenders, not 1: none .* tends to 1$"),
        (((0, 3), "100%"), "reaches against 0 and 3 defenders, not 1: none .* tends to 1$"),
        (((3,), "1%", Rules(faces=1)), "against 3 defenders, not 1/100: .* tends to 0$"),
        (((3,), 2), "chance must be 0 to 1"),
        (((3,), 0.9), "chance must be 0 to 1, exact or text"),
        (((), "9/10"), "garrisons must have a number for each territory"),
        (((3,), "9/10", STANDARD, -1), "leave_behind must be"),
        (((3,), "9/10", STANDARD, 1, -1), "reserve must be"),
        (((50_000, 50_000), "9/10"), r"any force against 100000 must fit in 1 GiB"),
        (((5000,) * 10, "9/10"), "must fit in 1 GiB"),
    ],
)
def test_bad_input_and_goals_out_of_reach(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        campaign_attackers_needed(*arguments)


def test_one_die_may_do_what_the_dice_of_all_do_not() -> None:
    """The throws that show that no force will do are those of every number of dice."""
    assert campaign_attackers_needed((1,), "5/12", Rules(1, 1)) == 1


RARELY = Rules(Hand((6, 6, 1), to_all=-5), Hand((6, 6)), ties="attacker")
"""Attack dice of at most 1, against the better of two: 1/36 of the throws."""


def test_a_search_goes_on_until_there_is_an_answer() -> None:
    force = least_force(checked_territories((2, 2), RARELY, 1), Fraction(9, 10))
    assert force.attackers > 100
    assert force.of_one_less is not None
    assert force.of_one_less < Fraction(9, 10) <= force.win_probability
    assert force.win_probability == Campaign(force.attackers, (2, 2), RARELY).win_probability


def test_a_lone_defender_who_may_hold() -> None:
    """The second defender's die always loses: full dice cost both, and yet nothing is certain."""
    rules = Rules(2, Hand((6, 1)), ties="attacker")
    with pytest.raises(RiskError, match="none reaches it; with ever more of them the chance tends"):
        campaign_attackers_needed((2, 2), 1, rules)
