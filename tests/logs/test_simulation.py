"""Thrown dice against the exact odds; and simulators with a fault, which must be caught."""

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import chance_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.logs import throwing
from riskexact.logs.simulation import BLOCK, Simulation, simulate
from riskexact.logs.throwing import throw_die
from riskexact.odds.states import Stops
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import resolve
from riskexact.rules.distribution import Distribution
from riskexact.rules.hand import Die, Hand
from tests.logs.test_throwing import p_value_of_counts
from tests.strategies import all_stops, any_rules, fights, territories, tries

CAUGHT = Fraction(1, 10**6)
"""A right simulator has a smaller p-value once in a million seeds; the seeds here are fixed."""

OTHERS = {
    "ties to nobody": Rules(ties="nobody"),
    "unequal dice": Rules((8, 6, 4), Hand((12, 4), to_highest=-1), ties="attacker"),
    "everything": Rules(
        Hand(3, extra=(8,), to_highest=1, clamped=True),
        Hand(2, needs=(1, 3), to_all=-1),
        pairs=(1, 3),
        ties="nobody",
    ),
}

STOPS = {"none": Stops(), "line": Stops(2), "all": Stops(1, 1, 5, Fraction(1, 10))}


def p_values(found: Simulation) -> tuple[Fraction, Fraction]:
    """Of the wins, and of all outcomes, of which a single one may be too frequent or too rare."""
    wins = Fraction(found.win_p_value_decimal(3))
    outcomes: Distribution[Any] = found.fought.outcomes
    return wins, p_value_of_counts(found.counts, outcomes)


@pytest.mark.parametrize("rules", [STANDARD, RULES["risiko"], *OTHERS.values()])
@pytest.mark.parametrize("stops", STOPS.values(), ids=STOPS)
def test_thrown_dice_agree_with_the_exact_odds(rules: Rules, stops: Stops) -> None:
    battle = Battle(7, 5, rules, **vars(stops))
    found = simulate(battle, 5000, seed=1)
    assert min(p_values(found)) > Fraction(1, 1000)
    assert sum(found.counts.values()) == 5000
    assert set(found.counts) <= set(battle.outcomes)


@tries(10)
@given(any_rules, fights, all_stops, st.integers(0, 2**64 - 1))
def test_any_rules(rules: Rules, sides: tuple[int, int], stops: Stops, seed: int) -> None:
    found = simulate(Battle(*sides, rules, **vars(stops)), 500, seed)
    assert min(p_values(found)) > CAUGHT


def test_a_seed_gives_the_same_battles() -> None:
    assert simulate(Battle(5, 4), 3000, seed=7) == simulate(Battle(5, 4), 3000, seed=7)
    one, other = (simulate(Battle(5, 4), 3000, seed).counts for seed in (7, 8))
    assert one != other
    # a seed of more than 32 bits is none of the blocks of a shorter one
    assert simulate(Battle(5, 4), 3000, 7 + 2**32).counts not in (one, other)
    # whole blocks stay as they are however many follow, so memory has no part in the result
    most, less = (simulate(Battle(6, 6), BLOCK + n, seed=3).counts for n in (50, 0))
    assert sum(most.values()) == BLOCK + 50
    assert all(most[end] >= count for end, count in less.items())


CAMPAIGNS = {
    "of the issue": Campaign(11, (3, 3, 3)),
    "of eight": Campaign(11, (1,) * 8),
    "capital in the middle": Campaign(
        14, (2, 3, 2), (STANDARD, RULES["capital"], STANDARD), leave_behind=(2, 0, 1)
    ),
    "retreat_at": Campaign(12, (3, 2, 4), retreat_at=3),
    "empty territories": Campaign(4, (0, 2, 0, 0, 1), leave_behind=(1, 0, 2, 0, 0)),
    "others": Campaign(
        15, (3, 4, 2), (OTHERS["everything"], OTHERS["ties to nobody"], OTHERS["unequal dice"])
    ),
}


@pytest.mark.parametrize("campaign", CAMPAIGNS.values(), ids=CAMPAIGNS)
def test_campaigns(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    found = simulate(campaign, 5000, seed=1)
    assert min(p_values(found)) > Fraction(1, 1000)
    assert list(found.counts) == [end for end in campaign.outcomes if end in found.counts]
    assert found.wins == sum(
        count for (_, n, _), count in found.counts.items() if n == len(campaign.garrisons)
    )
    mean = mean_rounds_by_parts(campaign)
    # without a battle for each number that comes
    monkeypatch.setattr(Battle, "mean_rounds", property(lambda battle: pytest.fail("one by one")))
    assert campaign.mean_rounds == mean


@tries(7)
@given(st.integers(1, 7), st.lists(territories, min_size=1, max_size=3), st.integers(0, 2))
def test_any_campaign(a: int, chain: list[tuple[int, Rules, int]], retreat_at: int) -> None:
    garrisons, rules, stays = zip(*chain, strict=True)
    campaign = Campaign(a, garrisons, rules, stays, retreat_at)
    found = simulate(campaign, 300, seed=2)
    assert min(p_values(found)) > CAUGHT
    assert campaign.mean_rounds == mean_rounds_by_parts(campaign)


def mean_rounds_by_parts(campaign: Campaign) -> Fraction:
    """The battles for each territory, by those who come there from shorter campaigns."""
    a, garrisons, n = campaign.attackers, campaign.garrisons, len(campaign.garrisons)
    each: list[Any] = [campaign.rules, campaign.leave_behind]
    rules, stays = (one if isinstance(one, tuple) else (one,) * n for one in each)
    mean, arrived = Fraction(0), {a: Fraction(1)}
    for i, garrison in enumerate(garrisons):
        if i:
            before = Campaign(a, garrisons[:i], rules[:i], stays[:i], campaign.retreat_at)
            arrived = {x - stays[i - 1]: p for (x, n, _), p in before.outcomes.items() if n == i}
        for x, p in arrived.items():
            if i == 0 or x > campaign.retreat_at:
                battle = Battle(x, garrison, rules[i], campaign.retreat_at, "recursion")
                mean += p * battle.mean_rounds
    return mean


def test_campaigns_and_battles_of_one_territory_and_of_nothing() -> None:
    battle, campaign = simulate(Battle(5, 4), 500), simulate(Campaign(5, (4,)), 500)
    assert battle.counts == {(a, d): count for (a, _, d), count in campaign.counts.items()}
    # more stay than an array could count
    found = simulate(Campaign(2, [0, 2], leave_behind=10**19, retreat_at=1), 5)
    assert found.counts == {(0, 1, 2): 5}
    assert simulate(Campaign(2, [1, 2], retreat_at=10**19), 5).counts == {(2, 0, 1): 5}
    nobody = Rules(ties="nobody")
    for over in (Battle(3, 0), Battle(0, 3), Battle(0, 3, nobody), Battle(3, 3, retreat_at=3)):
        found = simulate(over, 50)
        assert found.counts == {(over.attackers, over.defenders): 50}
        assert found.win_p_value_decimal() == "1"


# Simulators with a fault.


def other_rules(**changes: object) -> Callable[..., Any]:
    right = throwing.losses
    return lambda attack, defence, rules: right(attack, defence, rules.replace(**changes))


def five_faces(die: Die, *rest: Any) -> Any:
    return np.minimum(throw_die(die, *rest), 5)


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "ties the wrong way": ("losses", other_rules(ties="attacker")),
    "one pair": ("losses", other_rules(pairs=1)),
    "dice of five faces": ("throw_die", five_faces),
    "a die of the defender fewer": (
        "losses",
        lambda attack, defence, rules: resolve(attack, defence[:1], rules),
    ),
}


@pytest.mark.parametrize(("name", "faulty"), FAULTS.values(), ids=FAULTS)
def test_a_simulator_with_a_fault_is_caught(
    name: str, faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = Battle(7, 5, retreat_at=2)
    assert min(p_values(simulate(battle, 2000, seed=1))) > Fraction(1, 100)
    monkeypatch.setattr(throwing, name, faulty)
    assert max(p_values(simulate(battle, 2000, seed=1))) < CAUGHT


def test_numpy_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(RiskError, match=r"needs numpy.*pip install 'riskexact\[data\]'"):
        simulate(Battle(3, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3, 2),), r"fought must be a Battle or a Campaign, not \(3, 2\)"),
        ((Battle(3, 2), 0), "battles must be a whole number, from 1 to 100000000, not 0"),
        ((Battle(3, 2), 10, -1), "seed must be a whole number, from 0 to 1844674407370955161"),
        ((Battle(5, 4, blitz=True),), "blitz must be False for a simulation"),
        ((Campaign(5, (2, 2), blitz=True),), "blitz must be False for a simulation"),
        ((Battle(1500, 501),), "must be at most 2000 together for a simulation, not 2001"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        simulate(*arguments)


def test_a_simulation_shows_its_wins() -> None:
    found = simulate(Battle(12, 9), battles=1000, seed=3)
    won = chance_text(Fraction(found.wins, 1000))
    assert repr(found) == f"<Simulation of 1000 battles 12 v 9, standard, seed 3: {won} won>"
    assert repr(simulate(Campaign(3, (1, 1)), battles=1)).startswith("<Simulation of 1 campaign 3")
