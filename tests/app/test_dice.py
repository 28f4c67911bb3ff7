"""Rule sets of one's own in the calculator: checked and counted as Python does it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.rules import Rules
from riskexact.rules.dice import round_counts
from riskexact.rules.files import rules_of_parts
from riskexact.rules.hand import Hand
from tests.node import FaultError, Node
from tests.programs import needs
from tests.strategies import any_rules, hands, tries

pytestmark = needs("node")


def agrees(page: Node, rules: Rules) -> None:
    """The page counts these dice as Python does."""
    found = page("countsOf", rules.parts)
    for side, hand in (("attack", rules.attack), ("defence", rules.defence)):
        assert found[side] == [
            next(units for units in range(1, 99) if hand.dice_of(units) >= die)
            for die in range(1, hand.max_dice + 1)
        ]
    assert (len(found["rounds"]), len(found["rounds"][0])) == rules.max_dice
    for x, y in rules.dice_numbers():
        counts = {(i, j): int(count) for i, j, count in found["rounds"][x - 1][y - 1]}
        assert counts == round_counts(x, y, rules), (rules, x, y)
    assert page("partsOf", page("rulesOf", rules.parts)) == rules.parts


@tries(100)
@given(any_rules)
def test_any_rules(page: Node, rules: Rules) -> None:
    agrees(page, rules)


@tries(17)
@given(
    st.lists(st.integers(1, 20), min_size=1, max_size=4).map(tuple),
    hands(),
    st.sampled_from(["defender", "attacker"]),
)
def test_dice_of_many_faces(page: Node, dice: tuple[int, ...], defence: Hand, ties: Any) -> None:
    rules = Rules(dice, defence, ties=ties)
    try:
        agrees(page, rules)
    except FaultError as fault:
        assert fault.key == "fault.too-large"  # noqa: PT017
        assert abs(defence.to_highest) > 5 or abs(defence.to_lowest) > 1


NUMBERS = st.integers(-1, 22) | st.sampled_from([-101, 100, 101, 1.5])
FACES = NUMBERS | st.sampled_from(
    ["2-3-3-4-4-5", "1x3-2x3", "9x4", "0-101", "1x0-2", "1-2x1000000", "1-", "4",
     "-".join("5" * 101)]
)  # fmt: skip
DICE = NUMBERS | st.lists(FACES, max_size=4)
HAND = st.fixed_dictionaries(
    {"dice": st.integers(1, 3) | DICE},
    optional={
        "needs": st.lists(st.integers(0, 5), max_size=4) | st.just([1, 2]),
        "extra": DICE,
        "to_all": NUMBERS,
        "to_highest": NUMBERS,
        "to_lowest": NUMBERS,
        "clamped": st.booleans(),
        "at_most_attack": st.booleans(),
    },
)
PARTS = st.fixed_dictionaries(
    {},
    optional={
        "attack_dice": st.integers(1, 4) | DICE | HAND,
        "defence_dice": st.integers(1, 4) | DICE | HAND,
        "faces": st.integers(1, 9) | FACES,
        "pairs": NUMBERS | st.lists(NUMBERS, max_size=4),
        "ties": st.sampled_from(["defender", "attacker", "nobody", "both"]),
    },
)


@tries(100)
@given(PARTS)
@example({"attack_dice": {"dice": [6, 4], "extra": [8, 4]}, "faces": 5})
def test_what_python_refuses_is_refused(page: Node, parts: Mapping[str, Any]) -> None:
    """And nothing else; what is too large for the page apart."""
    try:
        rules = rules_of_parts(parts, "house")
    except RiskError:
        rules = None
    try:
        page("countsOf", parts)
    except FaultError as fault:
        assert rules is None or fault.key == "fault.too-large", (parts, fault.key)  # noqa: PT017
    else:
        assert rules is not None
        assert page("partsOf", page("rulesOf", parts)) == rules.parts


@pytest.mark.parametrize(
    ("parts", "key", "values"),
    [
        ({"faces": 0}, "range", {"field": "faces", "least": 1, "most": 100}),
        ({"attack_dice": 21}, "range", {"field": "attack_dice.dice", "least": 1, "most": 20}),
        ({"defence_dice": {"dice": 19, "extra": 2}}, "extra", {"dice": 19, "most": 20}),
        (
            {"defence_dice": {"dice": 2, "needs": [1, 1]}},
            "needs",
            {"field": "defence_dice.needs", "dice": 2},
        ),
        ({"attack_dice": {"dice": 2, "at_most_attack": True}}, "attack", {}),
        ({"pairs": [2]}, "pairs", {}),
        ({"ties": "both"}, "ties", {}),
        ({"faces": 1, "ties": "nobody"}, "always-tie", {"attack": 1, "defence": 1}),
        ({"attack_dice": 20, "defence_dice": 20}, "too-large", {}),
    ],
)
def test_each_fault(page: Node, parts: object, key: str, values: object) -> None:
    with pytest.raises(FaultError) as raised:
        page("countsOf", parts)
    assert (raised.value.key, raised.value.values) == (f"fault.{key}", values)


def test_many_dice_of_many_faces_are_counted(page: Node) -> None:
    """Throw by throw it would take a day."""
    agreed = page("countsOf", Rules(5, 5, faces=20).parts)["rounds"][4][4]
    assert agreed == json.loads(
        json.dumps([[i, j, str(n)] for (i, j), n in round_counts(5, 5, Rules(5, 5, 20)).items()])
    )
