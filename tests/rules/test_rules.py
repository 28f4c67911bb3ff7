from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.battle import win_decimal, win_probability
from riskexact.rules import RULES_PARTS, SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import loss_counts, resolve, round_counts
from riskexact.rules.hand import Hand
from tests.reference import always_ties
from tests.strategies import any_rules, hands


def test_the_named_rules() -> None:
    assert Rules(attack_dice=3, defence_dice=2, faces=6, pairs=2, ties="defender") == STANDARD
    assert Rules(attack_dice=3, defence_dice=2, faces=6, pairs=1, ties="defender") == SINGLE_LOSS
    assert STANDARD != SINGLE_LOSS


@given(any_rules)
def test_one_game_is_one_value(rules: Rules) -> None:
    assert rules.pairs is not None
    full = min(rules.max_dice)
    assert len(rules.scoring_pairs(full, full)) == rules.losses_per_round or rules.ties == "nobody"
    named = rules.replace(name="house")
    assert named == rules
    assert hash(named) == hash(rules)
    if rules.pairs == full:
        more = rules.replace(pairs=full + 5)
        assert more == rules
        assert hash(more) == hash(rules.replace(pairs=None)) == hash(rules)


def test_values_are_immutable() -> None:
    with pytest.raises(AttributeError):
        STANDARD.faces = 8


def test_values_are_exact() -> None:
    import numpy as np

    rules = Rules(attack_dice=np.int64(3))  # type: ignore[arg-type]
    assert type(rules.attack_dice) is int


@pytest.mark.parametrize(
    "field",
    [
        {name: value}
        for name in ("attack_dice", "defence_dice", "faces", "pairs")
        for value in (0, -1, 1.0, True, "3")
    ]
    + [{"attack_dice": 21}, {"defence_dice": 21}, {"faces": 101}, {"attack_dice": None}]
    + [{"ties": "both"}, {"ties": None}, {"ties": True}, {"ties": "nobody", "faces": 1}],
)
def test_impossible_rules(field: dict[str, Any]) -> None:
    name = next(iter(field))
    with pytest.raises(RiskError, match=rf"^{name} must be .*, not "):
        Rules(**field)


def test_the_largest_rules() -> None:
    assert Rules(20, 20, 100).max_losses == 20
    assert Rules((6,) * 20, 2, name="x" * 60).attack.max_dice == 20
    assert Rules(name="x").name == "x"


@pytest.mark.parametrize("name", [3, "", "x" * 61, "two\nlines", "\x1b[31m"])
def test_names_are_one_printable_line(name: Any) -> None:
    with pytest.raises(RiskError, match="name must be one printable line of at most 60"):
        Rules(name=name)


def test_dice_thrown_with_few_units() -> None:
    assert [STANDARD.dice(a, d) for a, d in [(1, 1), (2, 9), (3, 1), (9, 9)]] == [
        (1, 1), (2, 2), (3, 1), (3, 2),
    ]  # fmt: skip


def test_one_game_however_it_is_written() -> None:
    same = [
        Rules((6, 6, 6), (6, 6)),
        Rules(3, 2, 6, (1, 2)),
        Rules([6, 6, 6], Hand(2, needs=(1, 2)), pairs=(2, 1, 7)),  # type: ignore[arg-type]
        Rules((6, 6, 6), (6, 6), faces=20),
        Rules(Hand(3), Hand((6, 6), extra=())),
    ]
    for rules in same:
        assert rules == STANDARD
        assert hash(rules) == hash(STANDARD)
        assert (rules.attack_dice, rules.defence_dice, rules.faces) == (3, 2, 6)
        assert rules.pairs == 2
    assert Rules(3, (8, 8)) == Rules((6, 6, 6), 2, faces=8)
    assert Rules((8, 6, 6), Hand((6, 6), extra=(6,))).defence_dice == Hand(2, extra=1)


@given(any_rules)
def test_a_copy_is_the_same_game(rules: Rules) -> None:
    fields = {name: getattr(rules, name) for name in RULES_PARTS}
    assert Rules(**fields) == rules.replace() == rules
    assert rules.replace(attack_dice=rules.attack, defence_dice=rules.defence) == rules


def test_pairs_that_cost_a_unit() -> None:
    rules = Rules(3, 3, pairs=(1, 3))
    assert [rules.scoring_pairs(3, y) for y in (1, 2, 3)] == [(1,), (1,), (1, 3)]
    assert (rules.losses_per_round, rules.max_losses) == (2, 2)
    assert Rules(3, 2, pairs=(1, 3)) == SINGLE_LOSS
    for pairs in ((2,), (), (0, 1), (1, 1.5)):
        with pytest.raises(RiskError, match="pairs"):
            Rules(pairs=pairs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [
        {"faces": 1},
        {"attack_dice": (1, 6), "defence_dice": (1, 6)},
        {
            "attack_dice": Hand(3, to_all=9, clamped=True),
            "defence_dice": Hand(2, to_all=6, clamped=True),
        },
        {"attack_dice": Hand(1, to_all=-9, clamped=True), "defence_dice": (1,)},
    ],
)
def test_rules_under_which_nothing_changes(fields: dict[str, Any]) -> None:
    for winner in ("defender", "attacker"):
        assert Rules(**fields, ties=winner).losses_per_round
    with pytest.raises(RiskError, match="always tie: no throw would change anything"):
        Rules(**fields, ties="nobody")


def test_dice_that_always_tie_after_the_first() -> None:
    """One die against one always ties here, so a battle that comes to that would never end."""
    with pytest.raises(RiskError, match="where 1 v 1 dice always tie"):
        Rules((1, 6), (1, 6), ties="nobody")


def test_dice_that_tie_at_their_least_and_at_their_most_alone() -> None:
    """Raised to 8, or to 4 where the four is the highest; against an eight that is always 8."""
    raised, eight = Hand((4, 8), to_highest=9, clamped=True), Hand((8,), to_all=8, clamped=True)
    assert Rules(raised, eight, ties="nobody").losses_per_round is None


@pytest.mark.parametrize("to_highest", [0, 1])
def test_two_dice_that_always_tie_where_one_does_not(to_highest: int) -> None:
    """A four that is always 4, and with it an eight that is always 8, against an eight."""
    raised = Hand((4, 8), to_all=8, to_highest=to_highest, clamped=True)
    eight = Hand((8,), to_all=8, clamped=True)
    with pytest.raises(RiskError, match="where 2 v 1 dice always tie"):
        Rules(raised, eight, ties="nobody")


@given(hands(), hands(), st.integers(1, 4), st.sampled_from([None, 1]))
@example(Hand(2), Hand(2, to_all=1, to_highest=-2), 1, None)  # each side always loses one
def test_rules_are_refused_where_dice_always_tie_and_only_there(
    attack: Hand, defence: Hand, faces: int, pairs: int | None
) -> None:
    fixed = Rules(attack, defence, faces, pairs)
    assume(fixed.throws(*fixed.max_dice) <= 2000)
    if always_ties(fixed):
        with pytest.raises(RiskError, match="always tie: no throw would change anything"):
            fixed.replace(ties="nobody")
    else:
        assert fixed.replace(ties="nobody").losses_per_round is None


def test_the_dice_of_one_unit_are_described_as_what_they_are() -> None:
    """One die of six faces is not six dice, and an extra die has its own faces."""
    assert Rules(1, (6,), faces=8).description.startswith("1 v 1d6 dice, 8 faces, ")
    assert Rules(1, 6, faces=8).description.startswith("1 v 6 dice, 8 faces, ")
    assert Rules(2, Hand(2, extra=("5-6",))).description.endswith(  # type: ignore[arg-type]
        "; defence: 1 extra die, 1d5-6, with the lowest dropped"
    )
    dice = 1, 6, (6,), (8,), ("5-6",), (6, 8)
    hands = [Hand(each, extra=more) for each in dice for more in (0, *dice)]  # type: ignore[arg-type]
    all_rules = {Rules(2, hand) for hand in hands}
    assert len({rules.description for rules in all_rules}) == len(all_rules)


def test_descriptions() -> None:
    assert SINGLE_LOSS.description == "3 v 2 dice, 6 faces, 1 pair, ties to the defender"
    rules = Rules(
        Hand((8, 6, 6), to_all=-1, clamped=True),
        Hand(3, needs=(1, 3, 5), extra=2, to_highest=1),
        pairs=(1, 3),
    )
    assert rules.description == (
        "8+6+6 v 3 dice, 6 faces, pairs 1, 3, ties to the defender; "
        "attack: -1 to all dice, within the faces of the die; "
        "defence: 2 extra dice with the lowest 2 dropped, dice from 1, 3, 5 units on, "
        "+1 to the highest die"
    )
    assert rules.parts == {
        "attack_dice": {"dice": [8, 6, 6], "to_all": -1, "clamped": True},
        "defence_dice": {
            "dice": 3, "needs": [1, 3, 5], "extra": 2, "to_highest": 1,
        },
        "faces": 6,
        "pairs": [1, 3],
        "ties": "defender",
    }  # fmt: skip


LEVEL = Rules(3, Hand(2, at_most_attack=True))
"""A defender who throws no more dice than the attacker: KsirK's computer."""


def test_a_defender_who_throws_no_more_dice_than_the_attacker() -> None:
    assert [LEVEL.dice(a, 9) for a in (1, 2, 3, 9)] == [(1, 1), (2, 2), (3, 2), (3, 2)]
    assert list(LEVEL.dice_numbers()) == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert loss_counts(2, 2, LEVEL) == loss_counts(2, 2)
    for ask in (loss_counts, round_counts):
        with pytest.raises(RiskError, match="^defence_dice must be a whole number, .* 1, not 2$"):
            ask(1, 2, LEVEL)
    with pytest.raises(RiskError, match=r"^defence must be 1 die under these rules, not 2$"):
        resolve([6], [5, 5], LEVEL)


def test_he_throws_none_that_the_attacker_never_allows() -> None:
    """More dice than the attacker has are no other game."""
    level = Hand((6, 8, 4), needs=(1, 3, 4), at_most_attack=True)
    assert Rules(2, level) == Rules(2, Hand((6, 8), needs=(1, 3), at_most_attack=True))
    assert Rules(1, level) == Rules(1, 1)
    assert Rules(1, level).losses_per_round == 1


def test_battles_with_such_a_defender() -> None:
    """By an independent recursion."""
    wins = {
        (1, 2): Fraction(25, 144), (1, 3): Fraction(125, 1728),
        (3, 3): Fraction(701665555, 1451188224),
    }  # fmt: skip
    for battle, chance in wins.items():
        for method in ("recursion", "closed-form", "auto"):
            assert win_probability(*battle, LEVEL, method=method) == chance
    for battle, digits in {(5, 5): "0.514392", (10, 10): "0.572618", (12, 9): "0.795395"}.items():
        assert win_decimal(*battle, 6, LEVEL) == digits
