"""Campaigns in the calculator whose territories have rule sets of their own."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.node import Node, fight, outcomes
from tests.programs import needs
from tests.strategies import any_rules, tries

pytestmark = needs("node")

GOALS = ("50%", "75%", "90%", "95%")


@tries(33)
@given(
    attackers=st.integers(1, 9),
    territories=st.lists(
        st.tuples(st.integers(0, 4), st.sampled_from([*RULES.values()]) | any_rules),
        min_size=1,
        max_size=4,
    ),
    stay=st.integers(0, 2),
    retreat_at=st.sampled_from([0, 0, 1, 2]),
)
def test_all_outcomes(
    page: Node, attackers: int, territories: list[tuple[int, Rules]], stay: int, retreat_at: int
) -> None:
    garrisons, rules = zip(*territories, strict=True)
    asked = fight(attackers, garrisons, stay, retreat_at=retreat_at)
    campaign = Campaign(attackers, garrisons, rules, leave_behind=stay, retreat_at=retreat_at)
    assert outcomes(page, rules, asked) == campaign.outcomes
    answer = page("answer", [each.parts for each in rules], asked)
    assert Fraction(answer["won"]) == campaign.win_probability
    taken = {n: Fraction(chance) for n, chance in enumerate(answer["taken"])}
    assert {n: chance for n, chance in taken.items() if chance} == campaign.conquered
    for seconds in page("seconds", [each.parts for each in rules], asked):
        assert (seconds > 0) == any(garrisons)


@tries(10)
@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from([*RULES.values()])), min_size=1, max_size=3
    )
)
def test_how_many_are_needed(page: Node, territories: list[tuple[int, Rules]]) -> None:
    garrisons, rules = zip(*territories, strict=True)
    found = page("needed", [each.parts for each in rules], fight(1, garrisons, 2))
    assert found == [
        campaign_attackers_needed(garrisons, goal, rules=rules, leave_behind=2) for goal in GOALS
    ]


WEAK = Rules((4,), (8, 8))
"""One attacker in eighteen wins against two dice."""

HOPELESS = Rules((4,), Hand((8, 8), to_all=4))
"""No throw costs the defender a unit."""


@pytest.mark.parametrize("rules", [[WEAK], [STANDARD, WEAK], [WEAK, Rules(2, 3, faces=4)]])
def test_many_are_needed_where_the_attacker_is_weak(page: Node, rules: list[Rules]) -> None:
    garrisons = [4, 3][: len(rules)]
    found = page("needed", [each.parts for each in rules], fight(1, garrisons, 1))
    assert found == [campaign_attackers_needed(garrisons, goal, rules=rules) for goal in GOALS]
    assert found[-1] > 60


def test_no_number_is_enough_where_no_attacker_wins(page: Node) -> None:
    parts = [STANDARD.parts, HOPELESS.parts]
    assert page("needed", parts, fight(1, [3, 1], 1)) == [None] * 4
    assert page("needed", parts, fight(1, [3, 0], 1)) == [
        campaign_attackers_needed([3, 0], goal, rules=[STANDARD, HOPELESS]) for goal in GOALS
    ]
