"""The price of garrisons: campaigns of enough attackers have the same chances."""

from fractions import Fraction
from itertools import accumulate
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.campaign import Campaign
from riskexact.battle.price import Price
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import any_rules, tries

PERCENT = Fraction(1, 100)


@pytest.mark.tools
@given(
    garrisons=st.lists(st.integers(0, 4), min_size=1, max_size=3),
    rules=st.lists(any_rules, min_size=3, max_size=3),
    most=st.integers(0, 6),
)
@tries(17)
def test_chances_are_those_of_a_campaign(
    garrisons: list[int], rules: list[Rules], most: int
) -> None:
    """Whoever begins with n + A units, A of which throw all dice, loses n and has A left."""
    rules = rules[: len(garrisons)]
    try:
        price = Price(garrisons, rules)
        assert price.mean >= 0
    except RiskError:
        assume(False)
    full = max(each.attack.units_for_max_dice for each in rules)
    campaign = Campaign(most + full, garrisons, rules, leave_behind=0)
    n = len(garrisons)
    chances = [campaign.outcomes.pmf((full + most - lost, n, 0)) for lost in range(most + 1)]
    assert [price.pmf(lost) for lost in range(most + 1)] == chances
    assert price.cdf(most) == sum(chances)
    assert price.sf(most) == 1 - sum(chances)


@given(
    garrisons=st.lists(st.integers(1, 5), min_size=1, max_size=3),
    rules=any_rules,
    percent=st.integers(0, 99),
)
@tries(17)
def test_a_quantile_is_the_least_number_that_is_enough(
    garrisons: list[int], rules: Rules, percent: int
) -> None:
    price = Price(garrisons, rules)
    try:
        chances = price.up_to(percent * PERCENT)
    except RiskError:
        assume(False)
    n = price.quantile(percent * PERCENT)
    assert n == len(chances) - 1
    assert list(accumulate(chances)) == [price.cdf(lost) for lost in range(n + 1)]
    assert price.cdf(n) >= percent * PERCENT
    assert n == 0 or price.cdf(n - 1) < percent * PERCENT
    assert price.cdf(n) == 1 or price.quantile(price.cdf(n)) == n


@pytest.mark.parametrize("name", ["standard", "risiko", "two-defenders-need-three"])
def test_mean_and_variance_are_those_of_the_chances(name: str) -> None:
    """But for a rest, of which Chebyshev's inequality has no part: the terms fall geometrically."""
    price = Price((2, 1, 2), RULES[name])
    chances = [price.pmf(n) for n in range(150)]
    first = sum(n * p for n, p in enumerate(chances))
    second = sum(n * n * p for n, p in enumerate(chances))
    assert 0 < price.mean - first < Fraction(1, 10**9)
    assert 0 < price.variance + price.mean**2 - second < Fraction(1, 10**9)


def test_thousands_of_units_lost() -> None:
    """One defender falls at last, and each round before costs a unit: a geometric law."""
    rest = 1 - Price(1).pmf(0)
    assert Price(1).cdf(20_000) == 1 - rest**20_001
    assert Price(1).quantile(1 - rest**5000) == 4999


def test_one_value_in_several_spellings() -> None:
    assert Price(3) == Price((3,)) == Price([3], "standard") == Price((3,), (STANDARD,))
    assert len({Price((3, 2)), Price([3, 2], rules=("standard", STANDARD)), Price((2, 3))}) == 2
    assert eval(f"{Price(3)!r}"[1:6]) is Price
    assert Price((3, 2)).replace(rules="capital").rules == RULES["capital"]


def test_an_empty_territory_costs_nothing() -> None:
    assert Price(0).mean == Price(0).variance == Price(0).quantile("99%") == 0
    assert Price((0, 2, 0)).mean == Price(2).mean


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Price(-1), "garrisons: each must be a whole number, 0 or more, not -1"),
        (
            lambda: Price(cast(Any, 2.0)),
            "garrisons must have a number for each territory, one or more",
        ),
        (lambda: Price((50_000, 50_001)), "defenders must be at most 100000 together for an ex"),
        (lambda: Price(2001).pmf(1), "defenders must be at most 2000 together for the chances"),
        (lambda: Price(3).quantile(1), "chance must be less than 1, not 1: any number of units"),
        (lambda: Price(3).cdf(-1), "n must be a whole number, from 0 to 100000, not -1"),
        (lambda: Price(2, Rules(1, 1, faces=1)).mean, "rules of a price must let 1 v 1 dice cost"),
    ],
)
def test_what_has_no_price(ask: Any, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        ask()
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
