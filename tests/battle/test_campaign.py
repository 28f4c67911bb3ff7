"""Tests of `riskexact.battle.campaign`."""

from collections import Counter
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import chance_text
from riskexact.battle.campaign import MAX_TERRITORIES, Campaign, outcomes_by_battles
from riskexact.battle.campaign.choices import best_order
from riskexact.battle.campaign.garrisons import best_garrisons
from riskexact.battle.campaign.sweep import Territory, best_first
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.distribution import Distribution
from tests.cells import Cells
from tests.reference import chains_of_the_post, every_campaign
from tests.strategies import territories, tries

Drawn = list[tuple[int, Rules, int]]

reserves = st.sampled_from([0, 0, 0, 1, 2, 4])


def campaign_of(attackers: int, drawn: Drawn, retreat_at: int = 0) -> Campaign:
    """The campaign along territories of (garrison, rules, left behind)."""
    garrisons, rules, stay = zip(*drawn, strict=True)
    return Campaign(attackers, garrisons, rules, stay, retreat_at)


def summed(chances: dict[Any, Fraction], part: Any) -> dict[Any, Fraction]:
    """The chances, added up by a part of each key."""
    sums: Counter[Any] = Counter()
    for key, chance in chances.items():
        sums[part(key)] += chance  # type: ignore[assignment]
    return dict(sums)


@tries(33)
@given(st.integers(0, 9), st.lists(territories, min_size=1, max_size=4), reserves)
def test_one_battle_after_another(attackers: int, drawn: Drawn, retreat_at: int) -> None:
    attackers = attackers or int(drawn[0][0] == 0)
    campaign = campaign_of(attackers, drawn, retreat_at)
    slow = outcomes_by_battles(attackers, [Territory(*each) for each in drawn], retreat_at)
    assert campaign.outcomes == Distribution(slow)
    assert campaign.win_probability == sum(
        (p for (_, n, _), p in slow.items() if n == len(drawn)), Fraction(0)
    )
    assert campaign.lose_probability == sum(
        (p for (a, n, _), p in slow.items() if a == 0 and n < len(drawn)), Fraction(0)
    )
    assert retreat_at or campaign.lose_probability == 1 - campaign.win_probability
    assert campaign.conquered == summed(slow, lambda end: end[1])
    assert campaign.attackers_left == summed(slow, lambda end: end[0])


@given(st.integers(0, 5), st.lists(territories, min_size=1, max_size=3), reserves)
def test_every_path(attackers: int, drawn: Drawn, retreat_at: int) -> None:
    """A walk along every path, which knows of no battles; with it the net result."""
    attackers = attackers or int(drawn[0][0] == 0)
    drawn = [(min(garrison, 3), rules, stay) for garrison, rules, stay in drawn]
    campaign = campaign_of(attackers, drawn, retreat_at)
    ends = every_campaign(attackers, drawn, retreat_at)
    assert campaign.outcomes == summed(ends, lambda end: end[:3])
    garrisons = [garrison for garrison, _, _ in drawn]
    assert campaign.net == summed(ends, lambda end: end[3] - end[2] - sum(garrisons[end[1] + 1 :]))


@pytest.mark.tools
def test_all_rule_sets_in_one_campaign() -> None:
    """Over one base, which has more primes than any of theirs."""
    drawn = [(2, rules, 1) for rules in RULES.values()] + [(2, Rules(faces=7, ties="nobody"), 1)]
    slow = outcomes_by_battles(60, [Territory(*each) for each in drawn])
    assert campaign_of(60, drawn).outcomes == Distribution(slow)


@given(st.integers(2, 9), st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple))
def test_the_program_of_the_post_has_no_fencepost_error(
    armies: int, defenders: tuple[int, ...]
) -> None:
    assert Campaign(armies - 1, defenders).net == chains_of_the_post(armies, defenders)


def test_the_contract() -> None:
    """The conventions, on the smallest examples."""
    # all fall: the survivors are in the last, and nothing is deducted after it
    assert (1, 1, 0) in Campaign(1, (1,)).outcomes
    assert (2, 2, 0) in Campaign(3, (1, 1)).outcomes
    assert (3, 2, 0) not in Campaign(3, (1, 1)).outcomes
    # winners with nobody free to go on
    assert dict(Campaign(1, (1, 5)).outcomes) == {
        (0, 1, 5): Fraction(5, 12),
        (0, 0, 1): Fraction(7, 12),
    }
    assert dict(Campaign(1, (0, 5)).outcomes) == {(0, 1, 5): 1}
    assert dict(Campaign(1, (0, 0)).outcomes) == {(0, 1, 0): 1}
    # nobody at all
    assert dict(Campaign(0, (2, 1)).outcomes) == {(0, 0, 2): 1}
    # nobody stays behind
    assert dict(Campaign(1, (0, 0, 0), leave_behind=0).outcomes) == {(1, 3, 0): 1}
    # more must stay than there are
    assert dict(Campaign(2, (0, 3), leave_behind=5).outcomes) == {(0, 1, 3): 1}
    assert dict(Campaign(2, (0, 3), leave_behind=5).net) == {-1: 1}
    # each its own: that of the last is never asked for
    assert dict(Campaign(9, (0, 0, 0), leave_behind=(2, 3, 99)).outcomes) == {(4, 3, 0): 1}


def test_answers_are_fractions_of_the_standard_library_in_order() -> None:
    campaign = Campaign(6, (2, 3), retreat_at=1)
    for value in (campaign.win_probability, *campaign.outcomes.values(), campaign.net.mean):
        assert type(value) is Fraction
    assert list(campaign.outcomes) == sorted(campaign.outcomes, key=best_first)
    assert list(campaign.conquered) == [0, 1, 2]
    assert list(campaign.net) == sorted(campaign.net)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"garrisons": ()},
            r"garrisons must have a number for each territory, one or more, not \(\)",
        ),
        ({"garrisons": (3, -1)}, "garrisons: each must be a whole number, 0 or more, not -1"),
        ({"garrisons": count(1)}, "garrisons must be at most 1000 territories, not more"),
        ({"attackers": 0, "garrisons": (0, 1)}, "attackers and the first garrison must not both"),
        (
            {"garrisons": np.array(3)},
            "garrisons must have a number for each territory, one or more",
        ),
        ({"garrisons": 3}, r"one or more, not 3: write \(3,\)$"),
        ({"garrisons": "3, 3 2"}, r"one or more, not '3, 3 2': write \(3, 3, 2\)$"),
        ({"garrisons": {3, 1}}, "garrisons must have a number for each territory"),
        ({"garrisons": "three"}, "one or more, not 'three'$"),
        ({"leave_behind": -1}, "leave_behind must be a whole number, 0 or more, not -1"),
        ({"leave_behind": (1, 1)}, "leave_behind must be one for all 3 territories, or 3, not 2"),
        ({"rules": (STANDARD, None, STANDARD)}, "a Rules value or a name .*, not None"),
        ({"rules": [STANDARD] * 4}, "rules must be one for all 3 territories, or 3, not 4"),
        ({"retreat_at": -1}, "retreat_at must be a whole number, 0 or more, not -1"),
        ({"retreat_at": 2, "blitz": True}, "another thing, stop_until=2"),
        ({"stop_until": 2}, "stop_until must be 0 without blitz=True, not 2"),
        ({"attackers": 9000, "garrisons": (100,) * 100}, "must fit in 1 GiB, not 3 GiB"),
    ],
)
def test_bad_input(arguments: dict[str, Any], message: str) -> None:
    """Refused at once, before any work."""
    usual: dict[str, Any] = {"attackers": 5, "garrisons": (3, 3, 3)}
    with pytest.raises(RiskError, match=message):
        Campaign(**(usual | arguments))


def test_the_most_territories() -> None:
    assert Campaign(5, (1,) * MAX_TERRITORIES).win_probability == 0


@pytest.mark.parametrize("stays", [10**30, (1, 10**30), (10**30, 1)])
def test_more_left_behind_than_there_are(stays: Any) -> None:
    """As many stay as there are, at once."""
    campaign = Campaign(5, (3, 3), leave_behind=stays)
    as_many = Campaign(5, (3, 3), leave_behind=[min(5, each) for each in _list(stays)])
    assert campaign.outcomes == as_many.outcomes
    assert campaign.win_probability == as_many.win_probability
    assert best_order(5, (3, 3), leave_behind=stays).win_probability <= 1
    assert best_garrisons(5, 6, 2, leave_behind=stays).win_probability <= 1


def _list(stays: Any) -> list[int]:
    return [stays, stays] if isinstance(stays, int) else list(stays)


@pytest.mark.parametrize(
    ("campaign", "shown"),
    [
        (Campaign(11, (3, 3, 3)), "<Campaign 11 v 3, 3, 3, standard: 61.7 %>"),
        (Campaign(40, (1,) * 14, retreat_at=2), "… 2 more, standard, retreat at 2: >99.9 %>"),
        (Campaign(5, (1, 1), leave_behind=2), "<Campaign 5 v 1, 1, standard, leave behind 2: "),
        (Campaign(200, (101,)), "<Campaign 200 v 101, standard>"),
        (Campaign(40, (21,), Rules(ties="nobody")), "ties to nobody>"),
    ],
)
def test_a_campaign_shows_its_chance(campaign: Campaign, shown: str) -> None:
    assert shown in repr(campaign)


def test_a_campaign_in_a_notebook() -> None:
    campaign = Campaign(11, (3, 3, 3))
    rows = Cells(campaign._repr_html_()).rows
    assert rows[-1][:2] == ["attackers left, on average", "2.813"]
    assert [row[:2] for row in rows[:-1]] == [
        [f"{n} of 3 territories taken", chance_text(campaign.conquered[n])] for n in (3, 2, 1, 0)
    ]
    assert campaign._repr_html_().count('class="bad"') == 3
    assert Campaign(200, (101,))._repr_html_() == "<p>Campaign 200 v 101, standard</p>\n"
