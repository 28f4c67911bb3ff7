"""Single battles on a map, against the odds and against best play."""

from fractions import Fraction
from random import Random
from typing import Literal

import pytest

import riskexact as rx
from riskexact.battle.battle import win_probability
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from riskexact.turn.best_play import BestPlay, SingleBattle, most_dice_are_best
from riskexact.turn.conquest import conquer
from riskexact.turn.front import DICE_RULES, Front
from riskexact.turn.position import Position
from riskexact.turn.search import Bounded, TurnTerms

TIES: tuple[Literal["attacker", "defender", "nobody"], ...] = ("attacker", "defender", "nobody")


def battle(free: int, defenders: int, rules: Rules, dice: str = "free") -> Front:
    return Front([(defenders, rules)], [free], 1, [(1, 0)], dice=dice)


def random_rules(seed: int) -> Rules:
    random = Random(seed)
    attack, defence = (
        Hand(
            tuple(random.choices((4, 6, 8), k=random.randint(1, 3))),
            to_highest=random.randint(-1, 1),
        )
        for _ in range(2)
    )
    return Rules(attack, defence, ties=random.choice(TIES))


LEVEL = Rules(3, Hand(2, at_most_attack=True))

EVERY = [*RULES.values(), *map(random_rules, range(24)), LEVEL]


@pytest.mark.tools
@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_if_the_most_dice_are_shown_to_be_best_then_best_play_has_the_odds(rules: Rules) -> None:
    front = battle(9, 8, rules)
    every = BestPlay(front, every=True)
    gains = [
        every.value((d, 0, a)) > win_probability(a, d, rules)
        for a in range(1, 10)
        for d in range(1, 9)
    ]
    assert any(gains) <= (not most_dice_are_best(rules))


def test_a_battle_whose_odds_take_long_is_searched_like_others() -> None:
    """These took minutes, whatever the seconds of the search were."""
    long = Rules(Hand(5), Hand(4, extra=2, at_most_attack=True), faces=20, ties="nobody")
    assert [battle(20, d, long).is_single for d in (20, 400)] == [True, False]
    assert battle(25_000, 25_000, Rules()).is_single


def test_the_catalogue_is_decided_as_coq_does() -> None:
    decided = {name for name, rules in RULES.items() if most_dice_are_best(rules)}
    assert {*RULES} - decided == {"2210-commander"}
    assert sum(map(most_dice_are_best, EVERY[len(RULES) :])) > 5
    assert not most_dice_are_best(Rules(20, 20))
    assert not most_dice_are_best(Rules(Hand((6, 6), needs=(1, 900)), 2))


@pytest.mark.parametrize("dice", DICE_RULES)
@pytest.mark.parametrize("rules", ["standard", "risiko", "2210-commander"])
def test_single_battles_are_played_as_best_play_does(rules: str, dice: str) -> None:
    front = battle(8, 6, RULES[rules], dice)
    single, every = SingleBattle(front), BestPlay(front, every=True)
    if single.bounds_above:
        for state in [(d, 0, a) for d in range(1, 7) for a in range(8)]:
            assert single.value(state) == every.value(state)
            assert list(single.attacks(state)) == list(every.attacks(state))
            for attack in front.attacks(state):
                assert single.moves_in(state, attack) == every.moves_in(state, attack)
    else:
        assert single.value(front.start) < every.value(front.start)
        assert Bounded(front).bounds(front.start)[:2] == (every.value(front.start),) * 2


def test_a_single_battle_of_any_size_is_answered_by_the_odds() -> None:
    position = Position("classic", {"Siam": 3001}, {"Indonesia": 2900})
    answer = conquer(position)
    assert answer.proved
    assert answer.lower == win_probability(3000, 2900)
    assert answer.best == (("Siam", "Indonesia", 3),)
    assert answer.states < 9
    assert "best path" not in answer._repr_html_()
    with pytest.raises(rx.RiskError, match="at most 50000 in all, not 60000; odds has more"):
        conquer(position.replace(mine={"Siam": 30_001}, enemy={"Indonesia": 30_001}))


def test_where_fewer_dice_may_be_better_the_odds_are_a_lower_bound() -> None:
    rules = RULES["2210-commander"]
    front = battle(80, 80, rules)
    lower, upper, _ = Bounded(front, TurnTerms(effort=6000)).bounds(front.start)
    odds = SingleBattle(front).value(front.start)
    assert odds == win_probability(80, 80, rules) < lower == upper


def test_one_die_holds_such_a_defender_to_one_die() -> None:
    """2 v 2: one die each, and then 2 v 1 or 1 v 2, is better than two dice each."""
    position = Position("line-2", {"A": 3}, {"B": 2}, LEVEL)
    answer, most = conquer(position), conquer(position, dice="most")
    p, q = Fraction(15, 36), win_probability(2, 1, LEVEL)
    assert answer.best == (("A", "B", 1),)
    assert answer.lower == p * q + (1 - p) * p**2
    assert most.lower == win_probability(2, 2, LEVEL) == (295 + 420 * p) / 1296
    assert answer.lower > most.lower
    assert answer.proved
    assert most.proved
    assert not most_dice_are_best(LEVEL)
