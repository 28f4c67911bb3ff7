"""Tests of `riskexact.questions.campaign.chain`."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.odds import limits as sizes
from riskexact.odds.weights import base_of
from riskexact.questions.battle import Battle
from riskexact.questions.campaign import Campaign, outcomes_by_battles
from riskexact.questions.campaign.chain import (
    Board,
    Chain,
    Territory,
    _most_ends,
    check_chain,
    check_ends,
    common_base,
)
from riskexact.questions.campaign.orders import best_order
from riskexact.rules import STANDARD, Rules
from tests.strategies import territories


@given(
    st.integers(1, 7),
    st.lists(territories, min_size=1, max_size=3),
    st.sampled_from([0, 0, 1, 3]),
)
def test_forwards_and_backwards(
    attackers: int, chain: list[tuple[int, Rules, int]], reserve: int
) -> None:
    """The pass backwards has the chance of every number of attackers at once."""
    places = [Territory(*each) for each in chain]
    backwards = [Fraction(*each) for each in Chain(attackers, places, reserve).win_chances()]
    assert len(backwards) == attackers + 1
    assert backwards[0] == 0
    for a in range(1, attackers + 1):
        forwards = Chain(a, places, reserve)
        taken = [each for each in forwards.passages() if each.end.territory == len(places)]
        assert backwards[a] == forwards.chance(taken)
        assert backwards[a] == sum(
            (
                p
                for end, p in outcomes_by_battles(a, places, reserve).items()
                if end[1] == len(places)
            ),
            Fraction(0),
        )


@given(st.integers(1, 7), st.lists(territories, min_size=1, max_size=3))
def test_masses_are_the_chances_over_known_numbers(
    attackers: int, chain: list[tuple[int, Rules, int]]
) -> None:
    """The units gone and the base say what a mass is over; all masses add up to 1."""
    made = Chain(attackers, [Territory(*each) for each in chain])
    passages = list(made.passages())
    assert made.chance(passages) == 1
    assert sum(Fraction(p.mass, made.base**p.gone) for p in passages) == 1
    assert made.chance([]) == 0


@settings(max_examples=20)
@given(territories, st.lists(st.integers(0, 9), min_size=1, max_size=7), st.integers(0, 3))
def test_who_survives_does_so_with_rounds_counted_too(
    territory: tuple[int, Rules, int], arrived: list[int], reserve: int
) -> None:
    place = Territory(*territory)
    board = Board(place, common_base([place]), reserve)
    survivors, thrown, over = board.rounds(arrived)
    assert survivors == board.fought(arrived)[0]
    if not place.garrison:
        assert (thrown, over) == ([0] * len(arrived), 1)


@settings(max_examples=30)
@given(territories.filter(lambda each: each[0] > 0), st.integers(1, 5), st.integers(0, 2))
def test_the_rounds_of_one_battle(
    territory: tuple[int, Rules, int], attackers: int, reserve: int
) -> None:
    place = Territory(*territory)
    board = Board(place, common_base([place]), reserve)
    _, thrown, over = board.rounds([0] * attackers + [1])
    mean = sum(Fraction(mass, board.base**gone) for gone, mass in enumerate(thrown))
    battle = Battle(attackers, place.garrison, place.rules, retreat_at=reserve)
    assert mean / over == battle.mean_rounds


def test_one_base_for_all_rules() -> None:
    octahedral = Rules(faces=8)
    base = common_base([Territory(3, STANDARD, 1), Territory(3, octahedral, 1)])
    assert base % base_of(STANDARD) == base % base_of(octahedral) == 0
    assert common_base([Territory(0, STANDARD, 1)]) == 1


def test_sizes() -> None:
    check_chain(10_000, [Territory(1, STANDARD, 1)])
    for attackers, garrisons, message in (
        (40_000, (1,), "must fit in 1 GiB, not"),
        (99_999, (2,), "at most 100000 together"),
        (12_000, (1000,) * 4, "must fit in 1 GiB, not"),
    ):
        with pytest.raises(RiskError, match=message):
            check_chain(attackers, [Territory(each, STANDARD, 1) for each in garrisons])


def test_the_estimates_of_room_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses of 11 bits for each of 9 units, 9 in a window and 3 for each of 14 ends."""
    chain = [Territory(2, STANDARD, 1), Territory(3, STANDARD, 1)]
    needed = 11 * 9 * (9 + 3 * 14)
    monkeypatch.setattr("riskexact.questions.campaign.chain.MOST_BITS", needed)
    check_chain(4, chain)
    monkeypatch.setattr("riskexact.questions.campaign.chain.MOST_BITS", needed - 1)
    with pytest.raises(RiskError, match="must fit in 0 GiB, not 1 GiB"):
        check_chain(4, chain)
    seconds: list[float] = []
    monkeypatch.setattr(
        "riskexact.questions.campaign.chain.check_seconds", lambda s, _: seconds.append(s)
    )
    check_ends(300, [Territory(10, STANDARD, 1)] * 30)
    assert seconds == [6 * 900 * (6600 // 64) ** 2 / 10**9]


def test_what_takes_a_minute_is_not_refused_and_what_takes_too_long_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the estimate, 69 s."""
    chain = [Territory(1000, STANDARD, 1)] * 4
    check_chain(2000, chain)
    monkeypatch.setattr(sizes, "MOST_SECONDS", 60)
    with pytest.raises(RiskError, match="4000 defenders must take at most 1 minutes .*, not 2$"):
        check_chain(2000, chain)


def test_the_ends_of_a_battle_that_is_broken_off_are_held_too() -> None:
    """However many stay in reserve, a round goes below their number only once."""
    for attackers, garrisons, reserve in ((30, (20, 20), 10), (9, (30,), 3), (5, (2, 2), 4)):
        chain = [Territory(each, STANDARD, 1) for each in garrisons]
        ends = {passage.end for passage in Chain(attackers, chain, reserve).passages()}
        assert len(ends) <= _most_ends(attackers, chain)


def test_the_fewest_who_can_go_on() -> None:
    """Of two attackers one must be left behind, and the other one is all that goes on."""
    chain = Chain(2, [Territory(1, STANDARD, 1)] * 2)
    assert [Fraction(*each) for each in chain.win_chances()] == [
        Campaign(attackers, (1, 1)).win_probability for attackers in (0, 1, 2)
    ]
    assert best_order(2, (1, 1)).win_probability == Campaign(2, (1, 1)).win_probability > 0
