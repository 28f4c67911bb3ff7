"""Tests of `riskexact.battle.campaign.sweep`; those of `odds.weights` have the kernel itself."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.campaign.sweep import (
    Sweep,
    Territory,
    check_campaign,
    max_outcomes,
)
from riskexact.battle.needed.growing import common_base
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import base_of
from tests.strategies import territories

Drawn = tuple[int, Rules, int]


@given(st.integers(1, 7), st.lists(territories, min_size=1, max_size=3))
def test_masses_are_the_chances_over_known_numbers(attackers: int, drawn: list[Drawn]) -> None:
    """The units gone and the base say what a mass is over; all masses add up to 1."""
    sweep = Sweep(attackers, [Territory(*each) for each in drawn])
    outcomes = list(sweep.outcomes())
    assert sweep.probability((each.gone, each.mass) for each in outcomes) == 1
    assert sum(Fraction(each.mass, sweep.base**each.gone) for each in outcomes) == 1
    assert sweep.probability([]) == 0


def test_one_base_for_all_rules() -> None:
    octahedral = Rules(faces=8)
    base = common_base([Territory(3, STANDARD, 1), Territory(3, octahedral, 1)])
    assert base % base_of(STANDARD) == base % base_of(octahedral) == 0
    assert common_base([Territory(0, STANDARD, 1)]) == 1


def test_sizes() -> None:
    check_campaign(10_000, [Territory(1, STANDARD, 1)])
    for attackers, garrisons, message in (
        (40_000, (1,), "must fit in 1 GiB, not"),
        (99_999, (2,), "at most 100000 together"),
        (12_000, (1000,) * 4, "must fit in 1 GiB, not"),
    ):
        with pytest.raises(RiskError, match=message):
            check_campaign(attackers, [Territory(each, STANDARD, 1) for each in garrisons])


def test_the_estimate_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses of 11 bits for each of 9 units, 9 in the rows of a sweep and 3 for each outcome."""
    places = [Territory(2, STANDARD, 1), Territory(3, STANDARD, 1)]
    needed = 11 * 9 * (9 + 3 * 14)
    monkeypatch.setattr("riskexact.battle.campaign.sweep.MAX_BITS", needed)
    check_campaign(4, places)
    monkeypatch.setattr("riskexact.battle.campaign.sweep.MAX_BITS", needed - 1)
    with pytest.raises(RiskError, match="must fit in 0 GiB, not 1 GiB"):
        check_campaign(4, places)


def test_the_outcomes_of_a_battle_that_is_broken_off_are_counted_too() -> None:
    """However many stay in retreat_at, a round goes below their number only once."""
    for attackers, garrisons, retreat_at in ((30, (20, 20), 10), (9, (30,), 3), (5, (2, 2), 4)):
        places = [Territory(each, STANDARD, 1) for each in garrisons]
        outcomes = {each[:4] for each in Sweep(attackers, places, retreat_at).outcomes()}
        assert len(outcomes) <= max_outcomes(attackers, places)
