"""Campaigns in Balanced Blitz against the mixture of their battles, in digits."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.questions.balanced_blitz import BalancedBlitz, bounds
from riskexact.questions.balanced_blitz.campaign import BlitzCampaign
from riskexact.questions.campaign import Campaign
from riskexact.questions.campaign.battles import best_first
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from tests.strategies import blitz_versions

BENDS_NOTHING = BlitzVersion("none", negligible=0, cut=0, sharper=1, peaked=1)


def exact(text: str) -> Fraction:
    return sum(bounds(text), Fraction(0)) / 2


def walked(
    a: int, garrisons: list[int], rules: list[str], stays: int, reserve: int, version: BlitzVersion
) -> dict[tuple[int, int, int], Fraction]:
    """Every way through a campaign, battle by battle."""
    found: dict[tuple[int, int, int], Fraction] = {}

    def fight(free: int, n: int, chance: Fraction) -> None:
        battle = BalancedBlitz(free, garrisons[n], rules[n], 40, version, reserve)
        for (left, d), text in battle.outcome_decimals.items():
            p = chance * exact(text)
            going_on = max(0, left - stays)
            if d == 0 and n + 1 < len(garrisons) and going_on > reserve:
                fight(going_on, n + 1, p)
                continue
            end = (left, n, d)
            if d == 0:
                last = n + 1 == len(garrisons)
                end = (left, n + 1, 0) if last else (going_on, n + 1, garrisons[n + 1])
            found[end] = found.get(end, Fraction(0)) + p

    fight(a, 0, Fraction(1))
    return found


@settings(max_examples=30)
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
    reserve: int,
    version: BlitzVersion,
) -> None:
    assume(a or garrisons[0])
    rules = rules[: len(garrisons)]
    campaign = BlitzCampaign(a, garrisons, rules, stays, reserve, 20, version)
    ends = walked(a, garrisons, rules, stays, reserve, version)
    assert list(campaign.outcome_decimals) == sorted(ends, key=best_first)
    for end, text in campaign.outcome_decimals.items():
        assert abs(exact(text) - ends[end]) < ends[end] / 10**18
    for n, text in campaign.conquered_decimals.items():
        taken = sum((p for end, p in ends.items() if end[1] == n), Fraction(0))
        assert abs(exact(text) - taken) < taken / 10**18
        assert (text == "1") == (len(campaign.conquered_decimals) == 1)
    assert list(campaign.conquered_decimals) == sorted({end[1] for end in ends})
    won = campaign.conquered_decimals.get(len(garrisons), "0")
    assert campaign.win_decimal == won


def test_a_campaign_that_nothing_is_bent_in() -> None:
    plain, bent = Campaign(11, (3, 3, 3)), BlitzCampaign(11, (3, 3, 3), version=BENDS_NOTHING)
    assert dict.fromkeys(bent.outcome_decimals) == dict.fromkeys(plain.outcomes)
    low, high = bounds(bent.win_decimal)
    assert low <= plain.win_probability <= high


def test_one_territory_is_one_battle() -> None:
    battle = BalancedBlitz(9, 7, "capital", 15)
    campaign = BlitzCampaign(9, [7], "capital", digits=15)
    assert campaign.win_decimal == battle.win_decimal
    ends = {(a, int(d == 0), d): p for (a, d), p in battle.outcome_decimals.items()}
    assert campaign.outcome_decimals == ends


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1500, (600,)), "at most 2000 together for a campaign in Balanced Blitz, not 2100"),
        ((0, (0,)), "attackers and the first garrison must not both be 0"),
        ((3, ()), "garrisons must have a number for each territory"),
        ((3, (1,), "standard", 1, 0, 0), "digits must be a whole number, from 1 to 10000"),
        ((3, (1,), "standard", 1, 0, 5, "3.3"), "blitz must be True, False or a BlitzVersion"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        BlitzCampaign(*arguments)
