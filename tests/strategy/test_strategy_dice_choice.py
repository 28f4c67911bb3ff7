"""Tests of `riskexact.strategy.dice_choice`."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.rules import Rules
from riskexact.rules.dice import round_counts
from riskexact.rules.hand import Hand
from riskexact.strategy import Strategy
from riskexact.strategy.dice_choice import (
    MAX_THROWS,
    ORDERS,
    DiceOrder,
    Play,
    best_play,
    max_answers,
    round_of,
    throws,
)
from tests.reference import costs, every_answer, every_throw, what_counts
from tests.strategies import ANY, Payoff, payoffs, rule_sets, tries

few_throws = rule_sets(ANY).filter(lambda rules: rules.throws(*rules.max_dice) <= 400)

rules_and_after = st.tuples(few_throws, payoffs())
"""Rules, and what a round leads to by what it costs."""


def mean(x: int, y: int, rules: Rules, after: Payoff) -> Fraction:
    """The mean after a round, one that changes nothing included."""
    chances = every_throw(x, y, rules)
    return sum((p * after(*losses) for losses, p in chances.items()), Fraction(0))


def with_idle(after: Payoff, idle: Fraction) -> Payoff:
    """The values after a round, if one that changes nothing leads to `idle`."""
    return lambda i, j: after(i, j) if (i, j) != (0, 0) else idle


def means_of(rules: Rules, after: Payoff) -> list[list[Fraction]]:
    """The mean after a round, for each pair of numbers of dice, as far as they are allowed."""
    return [
        [mean(*rules.allowed(x, y), rules, after) for y in range(1, rules.defence.max_dice + 1)]
        for x in range(1, rules.attack.max_dice + 1)
    ]


def matrix_of(rules: Rules, after: Payoff) -> list[list[Fraction]]:
    """The value of each pair of numbers, given that the round changes something."""
    gained = means_of(rules, with_idle(after, Fraction(0)))
    idle = means_of(rules, lambda i, j: Fraction((i, j) == (0, 0)))
    return [
        [g / (1 - p) for g, p in zip(*rows, strict=True)] for rows in zip(gained, idle, strict=True)
    ]


SOLUTIONS: dict[DiceOrder, Callable[[list[list[Fraction]]], Fraction]] = {
    "attacker-first": lambda matrix: max(min(row) for row in matrix),
    "defender-first": lambda matrix: min(max(c) for c in zip(*matrix, strict=True)),
}


@pytest.mark.tools
@given(rules_and_after)
def test_the_orders_by_their_definitions(case: tuple[Rules, Payoff]) -> None:
    rules, after = case
    matrix = matrix_of(rules, after)
    plays: dict[DiceOrder, Play] = {
        order: best_play(rules.max_dice, rules, order, after)
        for order in ORDERS
        if order != "after-the-throw"
    }
    assert plays["most"].value == matrix[-1][-1]
    for order, solution in SOLUTIONS.items():
        assert plays[order].value == solution(matrix)
    # the second to choose knows more
    assert plays["attacker-first"].value <= plays["defender-first"].value
    for play in plays.values():
        met = sum(p * q * matrix[x - 1][y - 1] for x, p in play.attack for y, q in play.defence)
        assert met == play.value
        assert min(play.attack_gain, play.defence_gain) >= 0


@given(rules_and_after)
def test_what_the_most_dice_would_lose(case: tuple[Rules, Payoff]) -> None:
    rules, after = case
    matrix, most = matrix_of(rules, after), rules.max_dice
    for order in SOLUTIONS:
        play = best_play(most, rules, order, after)
        ((x, _),), ((y, _),) = play.attack, play.defence
        answered = rules.allowed(x, most[1]) if order == "attacker-first" else most
        all_thrown = x == most[0], y == answered[1]
        assert all_thrown == (not play.attack_gain, not play.defence_gain)
        if order == "attacker-first":
            assert play.attack_gain == play.value - min(matrix[-1])
            assert play.defence_gain == matrix[x - 1][-1] - play.value
        else:
            assert play.defence_gain == max(row[-1] for row in matrix) - play.value
            assert play.attack_gain == play.value - matrix[-1][y - 1]


@pytest.mark.tools
@given(rules_and_after)
def test_one_after_the_other_an_idle_round_is_as_if_it_had_not_been(
    case: tuple[Rules, Payoff],
) -> None:
    """Choosing again after each throw, or holding on until something changes, is worth the same."""
    rules, after = case
    value = best_play(rules.max_dice, rules, "attacker-first", after).value
    assert max(min(row) for row in means_of(rules, with_idle(after, value))) == value
    value = best_play(rules.max_dice, rules, "defender-first", after).value
    columns = zip(*means_of(rules, with_idle(after, value)), strict=True)
    assert min(max(column) for column in columns) == value


def can_stall(rules: Rules, x: int) -> bool:
    """Whether a defender who sees x dice can always answer with a certain tie."""
    return rules.ties == "nobody" and all(
        any(
            all(costs(xs, ys, rules) == (0, 0) for ys in what_counts(rules.defence, y, rules.faces))
            for y in range(1, rules.allowed(x, rules.defence.max_dice)[1] + 1)
        )
        for xs in what_counts(rules.attack, x, rules.faces)
    )


@given(rules_and_after)
def test_after_the_throw_by_looking_at_every_throw(case: tuple[Rules, Payoff]) -> None:
    rules, after = case
    numbers = range(1, rules.attack.max_dice + 1)
    if any(can_stall(rules, x) for x in numbers):
        with pytest.raises(RiskError, match="the battle might never end"):
            best_play(rules.max_dice, rules, "after-the-throw", after)
        return
    play = best_play(rules.max_dice, rules, "after-the-throw", after)
    # the only value for which this holds
    anew = with_idle(after, play.value)
    most = [rules.allowed(x, rules.defence.max_dice)[1] for x in numbers]
    means = [every_answer(x, y, rules, anew) for x, y in zip(numbers, most, strict=True)]
    assert play.value == max(means)
    ((x, _),) = play.attack
    assert means[x - 1] == play.value
    assert all(mean < play.value for mean in means[x:])
    assert (x == rules.attack.max_dice) == (not play.attack_gain)
    fewer = any(answer.dice < most[x - 1] for answer in play.answers)
    assert fewer == bool(play.defence_gain)
    assert sum(answer.ways for answer in play.answers) == len(
        what_counts(rules.attack, x, rules.faces)
    )


def test_a_better_policy_may_be_followed_by_one_that_is_better_still() -> None:
    """The first improvement is not the last: three policies follow each other here."""
    rules = Rules(2, 3, faces=3, pairs=2, ties="nobody")
    strategy = Strategy(3, 4, Fraction(11, 5), 0, 0, rules, "after-the-throw")
    assert strategy.value == Fraction(7192611877, 25533140760)


@pytest.mark.parametrize("order", ORDERS)
@tries(10)
@given(case=rules_and_after)
def test_the_round_that_is_played(case: tuple[Rules, Payoff], order: DiceOrder) -> None:
    rules, after = case
    most = rules.max_dice
    if order == "after-the-throw" and any(can_stall(rules, x + 1) for x in range(most[0])):
        return
    play = best_play(most, rules, order, after)
    chances = round_of(play, most, rules)
    assert sum(chances.values()) == 1
    assert (0, 0) not in chances
    assert sum(p * after(*losses) for losses, p in chances.items()) == play.value
    assert all(sum(p for _, p in numbers) == 1 for numbers in (play.attack, play.defence))


@given(few_throws)
def test_throws_add_up_to_the_round(rules: Rules) -> None:
    for x, y in rules.dice_numbers():
        if can_stall(rules, x):
            continue
        seen, counts = throws(x, rules.defence.max_dice, rules), Counter[tuple[int, int]]()
        for throw in seen.throws:
            for losses, count in throw.counts[y - 1].items():
                counts[losses] += throw.ways * count
        expected = round_counts(x, y, rules)
        assert counts.total() == seen.total
        assert {losses: Fraction(n, seen.total) for losses, n in counts.items()} == {
            losses: Fraction(n, sum(expected.values())) for losses, n in expected.items()
        }


STALLED = Rules((2,), Hand((1, 2), to_all=9, clamped=True), 2, ties="nobody")
"""A hand of one sure 1, and one of a sure 2 and 1, against a die of two faces."""

NO_ORDERS: list[Any] = ["first", None, 3, ["most"]]

NEVER = "can always tie: the battle might never end"
TOO_MANY = rf"must be at most {MAX_THROWS} throws a side"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: best_play((1, 2), STALLED, "after-the-throw", lambda i, j: Fraction(j)), NEVER),
        (lambda: max_answers((1, 2), STALLED, "after-the-throw"), NEVER),
        *(
            (partial(max_answers, rules.max_dice, rules, "after-the-throw"), TOO_MANY)
            for rules in (Rules(20, 2), Rules(2, 20), Rules(2, 2, faces=100))
        ),
        *(
            (partial(Strategy, 1, 1, dice=wrong), "dice must be one of most, attacker-first, ")
            for wrong in NO_ORDERS
        ),
    ],
)
def test_what_is_refused(call: Callable[[], object], message: str) -> None:
    assert get_args(DiceOrder) == ORDERS
    assert best_play((1, 2), STALLED, "attacker-first", lambda i, j: Fraction(j)).value == 0
    with pytest.raises(RiskError, match=message):
        call()


def test_a_defender_who_may_throw_no_more_dice_than_the_attacker() -> None:
    level = Rules(3, Hand(2, at_most_attack=True))
    for order in ("attacker-first", "after-the-throw"):
        play = best_play((1, 2), level, order, lambda i, j: Fraction(j))
        assert play.defence == ((1, Fraction(1)),)
        assert play.value == Fraction(5, 12)
    two = Strategy(2, 2, 1, 0, 0, level, dice="attacker-first").opening.play
    assert two.attack == ((1, Fraction(1)),)
