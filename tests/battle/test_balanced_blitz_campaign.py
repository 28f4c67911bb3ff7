"""Campaigns in Balanced Blitz against the mixture of their battles, in digits."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import campaign_attackers_needed, least_of
from riskexact.battle.campaign.sweep import best_first
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from tests.chances import bounds, near
from tests.strategies import blitz_versions, tries

BENDS_NOTHING = BlitzVersion("none", negligible=0, cut=0, sharper=1, peaked=1)


def walked(
    a: int,
    garrisons: list[int],
    rules: list[str],
    stays: int,
    staying: int,
    version: BlitzVersion,
) -> dict[tuple[int, int, int], Fraction]:
    """Every way through a campaign, battle by battle."""
    found: dict[tuple[int, int, int], Fraction] = {}

    def fight(free: int, n: int, chance: Fraction) -> None:
        battle = Battle(free, garrisons[n], rules[n], blitz=version, stop_until=staying)
        for (left, d), own in battle.outcomes.items():
            p = chance * near(own)
            going_on = max(0, left - stays)
            if d == 0 and n + 1 < len(garrisons) and going_on > staying:
                fight(going_on, n + 1, p)
                continue
            end = (left, n, d)
            if d == 0:
                last = n + 1 == len(garrisons)
                end = (left, n + 1, 0) if last else (going_on, n + 1, garrisons[n + 1])
            found[end] = found.get(end, Fraction(0)) + p

    fight(a, 0, Fraction(1))
    return found


@tries(10)
@example(2, [0, 1], ["standard"] * 3, 0, 3, BLITZ_3_3)
@given(
    st.integers(0, 9),
    st.lists(st.integers(0, 4), min_size=1, max_size=3),
    st.lists(st.sampled_from(["standard", "capital", "single-loss"]), min_size=3, max_size=3),
    st.integers(0, 2),
    st.integers(0, 3),
    blitz_versions | st.just(BLITZ_3_3),
)
def test_a_campaign_is_the_mixture_of_its_battles(
    a: int,
    garrisons: list[int],
    rules: list[str],
    stays: int,
    staying: int,
    version: BlitzVersion,
) -> None:
    assume(a or garrisons[0])
    rules = rules[: len(garrisons)]
    campaign = Campaign(a, garrisons, rules, stays, blitz=version, stop_until=staying)
    ends = walked(a, garrisons, rules, stays, staying, version)
    assert list(campaign.outcomes) == sorted(ends, key=best_first)
    for end, chance in campaign.outcomes.items():
        assert abs(near(chance) - ends[end]) < ends[end] / 10**18
    for n, chance in campaign.conquered.items():
        taken = sum((p for end, p in ends.items() if end[1] == n), Fraction(0))
        assert abs(near(chance) - taken) < taken / 10**18
        assert (chance == 1) == (len(campaign.conquered) == 1)
    assert list(campaign.conquered) == sorted({end[1] for end in ends})
    assert campaign.win_probability == campaign.conquered.pmf(len(garrisons))
    assert sorted(campaign.attackers_left) == sorted({end[0] for end in ends})


@tries(10)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=3),
    st.fractions("1/10", 1, max_denominator=20),
    st.sampled_from(["standard", "capital"]),
    st.integers(0, 2),
    st.integers(0, 3),
)
@example([1], Fraction(9, 10), "standard", 0, 2)  # who wins always
@example([5, 0], Fraction(1), "standard", 1, 0)
def test_the_least_force_is_the_first_that_has_the_chance(
    garrisons: list[int], goal: Fraction, rules: str, stays: int, staying: int
) -> None:
    terms: dict[str, Any] = {"rules": rules, "leave_behind": stays, "blitz": True}
    terms["stop_until"] = staying
    found = campaign_attackers_needed(garrisons, goal, **terms)
    first = int(not garrisons[0])
    chances = [Campaign(a, garrisons, **terms).win_probability for a in range(first, found + 1)]
    assert [chance >= goal for chance in chances] == [False] * (found - first) + [True]
    territories = Campaign(found, garrisons, **terms).territories
    force = least_of(territories, goal, 0, BLITZ_3_3, staying)
    assert (force.attackers, force.win_probability) == (found, chances[-1])


def test_no_force_that_fits_has_the_chance() -> None:
    assert campaign_attackers_needed((2000,), 0, blitz=True) == 0
    with pytest.raises(RiskError, match="at most 2000 units in Balanced Blitz, not 1/2"):
        campaign_attackers_needed((1000, 999), "1/2", blitz=True)


def test_a_campaign_that_nothing_is_bent_in() -> None:
    plain, bent = Campaign(11, (3, 3, 3)), Campaign(11, (3, 3, 3), blitz=BENDS_NOTHING)
    assert dict.fromkeys(bent.outcomes) == dict.fromkeys(plain.outcomes)
    low, high = bounds(bent.win_probability)
    assert low <= plain.win_probability <= high


@pytest.mark.parametrize("name", ["net", "mean_rounds"])
def test_what_has_no_answer_in_balanced_blitz(name: str) -> None:
    with pytest.raises(
        RiskError, match="^blitz must be False for .*: Balanced Blitz throws no dice"
    ):
        getattr(Campaign(9, (3, 2), blitz=True), name)


def test_who_is_left_of_one_territory_is_who_is_left_of_the_battle() -> None:
    assert Campaign(9, (7,), blitz=True).survivors == Battle(9, 7, blitz=True).survivors
    assert Campaign(9, (7,)).survivors == Battle(9, 7).survivors


def test_a_campaign_says_itself() -> None:
    campaign = Campaign(11, (3, 2), stop_until=1, blitz=True)
    assert campaign.words().startswith(
        "11 attackers against 3 and 2 defenders, standard rules, Balanced Blitz of version 3.3\n"
    )
    assert Campaign.from_json(campaign.json()) == campaign


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1500, (600,)), "at most 2000 together for a campaign in Balanced Blitz, not 2100"),
        ((3, (1,), "standard", 1, 0, "3.3"), "blitz must be True, False or a BlitzVersion"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Campaign(*arguments[:5], blitz=arguments[5] if len(arguments) == 6 else True)  # type: ignore[misc]


def test_outcomes_in_which_a_number_is_always_the_same_are_shown() -> None:
    """All that can happen in this campaign is that its one territory is taken."""
    outcomes = Campaign(6, (3,), blitz=True).outcomes
    assert "mode (5, 1, 0), mean 4.480, 1 and 0\n" in repr(outcomes)
    assert "mean 4.480, 1 and 0" in outcomes._repr_html_()
