from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from riskexact.errors import RiskError
from riskexact.rules import RULES, SINGLE_LOSS, STANDARD, Rules, rules_named
from tests.strategies import any_rules


def test_the_named_rules() -> None:
    assert Rules(attack_dice=3, defence_dice=2, faces=6, pairs=2, ties="defender") == STANDARD
    assert Rules(attack_dice=3, defence_dice=2, faces=6, pairs=1, ties="defender") == SINGLE_LOSS
    assert dict(RULES) == {"standard": STANDARD, "single-loss": SINGLE_LOSS}
    assert STANDARD != SINGLE_LOSS


@given(any_rules)
def test_one_game_is_one_value(rules: Rules) -> None:
    assert rules.pairs is not None
    full = min(rules.attack_dice, rules.defence_dice)
    assert 1 <= rules.pairs <= full
    named = replace(rules, name="house")
    assert named == rules
    assert hash(named) == hash(rules)
    if rules.pairs == full:
        more = replace(rules, pairs=full + 5)
        assert more == rules
        assert hash(more) == hash(replace(rules, pairs=None)) == hash(rules)


def test_values_are_immutable_and_exact() -> None:
    with pytest.raises(FrozenInstanceError):
        STANDARD.faces = 8  # type: ignore[misc]
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
    + [{"ties": "both"}, {"ties": None}, {"ties": True}, {"faces": 1, "ties": "nobody"}],
)
def test_impossible_rules(field: dict[str, Any]) -> None:
    name = next(iter(field))
    with pytest.raises(RiskError, match=rf"^{name} must be .*, not "):
        Rules(**field)


def test_the_largest_rules() -> None:
    assert Rules(20, 20, 100).most_lost == 20
    with pytest.raises(RiskError, match="name must be text, not 3"):
        Rules(name=3)  # type: ignore[arg-type]


def test_unknown_name() -> None:
    with pytest.raises(RiskError, match="standard, single-loss, not 'chess'"):
        rules_named("chess")


def test_dice_thrown_with_few_units() -> None:
    assert [STANDARD.dice(a, d) for a, d in [(1, 1), (2, 9), (3, 1), (9, 9)]] == [
        (1, 1), (2, 2), (3, 1), (3, 2),
    ]  # fmt: skip


def test_labels() -> None:
    assert Rules().label == "standard"
    assert Rules(faces=8, name="octa").label == "octa"
    assert Rules(name="house").label == "house"
    borrowed = replace(STANDARD, ties="attacker")
    assert borrowed.label == "3 v 2 dice, 6 faces, 2 pairs, ties to the attacker"
    assert isinstance(borrowed.to_json(), dict)
    assert Rules(faces=8, pairs=1, ties="nobody").label == (
        "3 v 2 dice, 8 faces, 1 pair, ties to nobody"
    )


def test_rules_in_json() -> None:
    assert STANDARD.to_json() == Rules().to_json() == "standard"
    assert Rules(faces=8, name="octa").to_json() == "octa"
    assert Rules(4, 2, 8, 1, "attacker").to_json() == {
        "attack_dice": 4, "defence_dice": 2, "faces": 8, "pairs": 1, "ties": "attacker",
    }  # fmt: skip
