from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.rules import SINGLE_LOSS, Rules
from riskexact.rules.dice import (
    break_even_ratio,
    loss_counts,
    resolve,
    round_counts,
    round_counts_by_enumeration,
    round_distribution,
    round_with_loss,
)
from riskexact.rules.hand import Hand
from tests.reference import every_throw, mirrored, sides
from tests.strategies import any_rules, rule_sets


@given(any_rules, st.data())
def test_counts_equal_enumeration(rules: Rules, data: st.DataObject) -> None:
    attack, defence = data.draw(st.sampled_from(list(rules.dice_numbers())))
    assume(rules.throws(attack, defence) <= 20_000)
    counts = round_counts(attack, defence, rules)
    assert dict(counts) == dict(round_counts_by_enumeration(attack, defence, rules))
    assert sum(counts.values()) == rules.throws(attack, defence)
    assert all(type(count) is int for count in counts.values())
    assert all(counts.values())
    changes, total = round_with_loss(attack, defence, rules)
    chances = every_throw(attack, defence, rules)
    assert counts == {losses: p * rules.throws(attack, defence) for losses, p in chances.items()}
    assert dict(changes) == {losses: n for losses, n in counts.items() if losses != (0, 0)}
    assert total == sum(n for _, n in changes)


@given(rule_sets())
def test_every_round_costs_as_many_units_as_pairs(rules: Rules) -> None:
    dice = rules.max_dice
    assert rules.losses_per_round == rules.max_losses == len(rules.scoring_pairs(*dice))
    counts = loss_counts(*dice, rules)
    assert len(counts) == rules.max_losses + 1
    assert {(len(counts) - 1 - i, i): c for i, c in enumerate(counts) if c} == dict(
        round_counts(*dice, rules)
    )


@given(any_rules)
def test_changing_sides_changes_the_losses(rules: Rules) -> None:
    """What the attacker is to the defender, the defender is to the attacker."""
    x, y = rules.max_dice
    assert dict(round_counts(x, y, rules)) == {
        (i, j): count for (j, i), count in round_counts(y, x, mirrored(rules)).items()
    }


# "RISK battles: Simulating the distribution of outcomes", 2019-06-05: its 14 counts
RISK_BATTLES = {
    (3, 2): (2275, 2611, 2890),
    (3, 1): (441, 855),
    (2, 2): (581, 420, 295),
    (2, 1): (91, 125),
    (1, 2): (161, 55),
    (1, 1): (21, 15),
}


def test_the_fourteen_counts() -> None:
    assert {dice: loss_counts(*dice) for dice in RISK_BATTLES} == RISK_BATTLES


def test_single_loss_counts() -> None:
    """Throws that the attacker wins; "Should I attack in Risk?" has them as rounded percentages."""
    wins = {(3, 2): 3667, (3, 1): 855, (2, 2): 505, (2, 1): 125, (1, 2): 55, (1, 1): 15}
    assert {dice: loss_counts(*dice, rules=SINGLE_LOSS)[1] for dice in wins} == wins
    percent = {(3, 2): 47, (3, 1): 66, (2, 2): 39, (2, 1): 58, (1, 2): 25, (1, 1): 42}
    assert {dice: round(100 * wins[dice] / 6 ** sum(dice)) for dice in wins} == percent


def test_one_less_for_every_defence_die() -> None:
    """As "Risk Legacy: Odds with Various Modifiers" has it; the values stay within the faces."""
    rules = Rules(defence_dice=Hand(2, to_all=-1, clamped=True))
    assert loss_counts(3, 2, rules) == (1050, 2016, 4710)


def test_ties_to_nobody() -> None:
    assert dict(round_counts(3, 2, Rules(ties="nobody"))) == {
        (0, 0): 381, (1, 0): 915, (2, 0): 979, (0, 1): 1545, (1, 1): 1066, (0, 2): 2890,
    }  # fmt: skip


def test_ten_dice_against_ten_in_polynomial_time() -> None:
    """Enumeration would look at 6**20 throws, and never come back."""
    counts = loss_counts(10, 10, Rules(10, 10))
    assert sum(counts) == 6**20
    swapped = loss_counts(10, 10, Rules(10, 10, ties="attacker"))
    assert counts == swapped[::-1]


@pytest.mark.parametrize("dice", [(0, 1), (4, 2), (3, 3), (1, -1), (True, 1), (1.0, 1)])
def test_dice_that_the_rules_do_not_allow(dice: Any) -> None:
    for function in (loss_counts, round_counts):
        with pytest.raises(RiskError, match=r"_dice must be a whole number, from 1 to [23], not"):
            function(*dice)


@given(any_rules)
def test_the_distribution_of_a_round_is_its_counts(rules: Rules) -> None:
    dice = rules.max_dice
    losses = round_distribution(*dice, rules)
    throws = rules.throws(*dice)
    assert losses == {
        lost: Fraction(count, throws)
        for lost, count in round_counts_by_enumeration(*dice, rules).items()
    }
    assert list(losses.to_rows()[0])[:2] == ["attackers_lost", "defenders_lost"]


def test_rules_must_be_a_value_or_a_name() -> None:
    for function in (loss_counts, round_counts):
        assert function(3, 2, rules="Standard") == function(3, 2)
        with pytest.raises(RiskError, match="a Rules value or a name .*, not 'chess'"):
            function(3, 2, rules="chess")


def test_no_loss_counts_where_the_cost_varies() -> None:
    rules = Rules(ties="nobody")
    assert rules.losses_per_round is None
    with pytest.raises(RiskError, match="ties must not be 'nobody'"):
        loss_counts(3, 2, rules)


def test_counts_that_would_take_too_long_are_refused() -> None:
    many = Rules(Hand(10, extra=10, to_highest=3), Hand(10, extra=10, to_highest=-3), faces=100)
    with pytest.raises(RiskError, match="dice must be fewer, or have fewer faces"):
        round_counts(10, 10, many)
    assert sum(round_counts(1, 1, Rules(20, 20, 100)).values()) == 10_000


def test_the_battle_of_the_notebook() -> None:
    """The notebook "Risk Calculator" fights one battle, throw by throw."""
    assert resolve([2, 4, 5], [4, 4]) == (1, 1)
    assert resolve([1, 3, 3], [2, 4]) == (1, 1)
    assert resolve([4, 6], [6]) == (1, 0)
    assert resolve([3], [3]) == (1, 0)


@given(any_rules, st.data())
def test_every_throw_resolved(rules: Rules, data: st.DataObject) -> None:
    """All throws together are the round."""
    x, y = data.draw(st.sampled_from(list(rules.dice_numbers())))
    assume(rules.throws(x, y) <= 1500)
    attack, defence = rules.thrown(x, y)
    throws = product(*map(sides, attack + defence))
    counts = Counter(resolve(throw[: len(attack)], throw[len(attack) :], rules) for throw in throws)
    chances = every_throw(x, y, rules)
    assert counts == {losses: p * rules.throws(x, y) for losses, p in chances.items()}


@pytest.mark.parametrize(
    ("attack", "defence", "message"),
    [
        ([1, 2, 3, 4], [1], "attack must be 1 or 2 or 3 dice under these rules, not 4"),
        ([], [1], "attack must be 1 or 2 or 3 dice under these rules, not 0"),
        ([1], [6, 7], "defence: a die must be a whole number, from 1 to 6, not 7"),
        ([0], [6], "attack: a die must be a whole number, from 1 to 6, not 0"),
        ([1.0], [6], "attack: a die must be a whole number, from 1 to 6, not 1.0"),
        (3, [6], "attack must be a list of what each die shows, not 3"),
        ([3], "6", "defence must be a list of what each die shows, not '6'"),
    ],
)
def test_dice_that_cannot_be_resolved(attack: Any, defence: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        resolve(attack, defence)
    with pytest.raises(RiskError, match="defence must be 1 die under these rules, not 2"):
        resolve([1], [1, 2], Rules(3, 1))


@given(any_rules)
def test_break_even_ratio(rules: Rules) -> None:
    """What a throw of full dice costs on average, by looking at every throw."""
    assume(rules.throws(*rules.max_dice) <= 4000)
    chances = every_throw(*rules.max_dice, rules)
    attackers = sum((i * p for (i, _), p in chances.items()), Fraction(0))
    defenders = sum((j * p for (_, j), p in chances.items()), Fraction(0))
    if defenders:
        assert break_even_ratio(rules) == attackers / defenders
    else:
        with pytest.raises(RiskError, match="full dice cost the defender a unit"):
            break_even_ratio(rules)
