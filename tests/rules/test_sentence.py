"""The plain sentence of a rule set."""

import pytest

from riskexact.rules import Rules
from riskexact.rules.catalogue import GROUPS, RULES, entries, title
from riskexact.rules.hand import Die, Hand
from riskexact.rules.sentence import sentence


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(1, 1), "attacker 1 die, defender 1 die; only the highest pair is compared; "),
        (Rules(3, (8, 8)), "attacker up to 3 dice, defender up to 2 dice with 8 faces; "),
        (Rules(3, (8,)), "attacker up to 3 dice, defender 1 die with 8 faces; "),
        (Rules((10, 8), 2), "attacker up to 2 dice with 10 and 8 faces, defender up to 2; "),
        (
            Rules(faces=8),
            "attacker up to 3 dice with 8 faces, defender up to 2 dice with 8 faces; ",
        ),
        (Rules(pairs=(1, 3), defence_dice=3), "pairs 1 and 3 are compared, counted from the high"),
        (Rules(12, 12), "the 12 highest pairs are compared; "),
        (Rules(ties="attacker"), "; ties go to the attacker"),
        (Rules(ties="nobody"), "; a tie costs nobody a unit"),
        (
            Rules(defence_dice=Hand(2, extra=1)),
            "the defender throws 1 more die and drops the lowest; ",
        ),
        (
            Rules(Hand(3, extra=(8, 8))),
            "the attacker throws 2 more dice with 8 faces and drops the lowest 2; ",
        ),
        (
            Rules(defence_dice=Hand(2, needs=(1, 3))),
            "the defender throws 2 dice only from 3 units on; ",
        ),
        (
            Rules(Hand(3, to_all=-2, clamped=True)),
            "each of the attacker's dice counts 2 less, but at least 1; ",
        ),
        (
            Rules(defence_dice=Hand((8, 6), to_highest=1, clamped=True)),
            "the defender's highest die counts 1 more, but at most its faces; ",
        ),
        (
            Rules(3, Hand(2, at_most_attack=True)),
            "; the defender throws no more dice than the attacker; ",
        ),
        (Rules(Hand(3, to_highest=1)), "the attacker's highest die counts 1 more; "),
        (
            Rules(3, Hand(2, to_highest=1, clamped=True, to_lowest=-1)),
            "; the defender's highest die counts 1 more, but at most 6; the defender's lowest die "
            "counts 1 less, but at least 1; ",
        ),
    ],
)
def test_what_is_said(rules: Rules, said: str) -> None:
    assert said in sentence(rules)


def test_what_is_said_of_other_dice() -> None:
    averages = Die("2-3-3-4-4-5")
    rules = Rules(Hand((6, averages), to_highest=-1, clamped=True), (averages,))
    assert sentence(rules).startswith(
        "attacker up to 2 dice with 6 and 2-3-3-4-4-5 faces, defender 1 die with 2-3-3-4-4-5 "
        "faces; the attacker's highest die counts 1 less, but at least its faces; "
    )
    rerolled = Rules(Hand(3, to_all=-1, clamped=True), 2, faces="2-3x70")
    assert sentence(rerolled).startswith(
        "attacker up to 3 dice with 2-3x70 faces, defender up to 2 dice with 2-3x70 faces; each of "
        "the attacker's dice counts 1 less, but at least 2; "
    )


def test_two_rule_sets_with_one_sentence_are_the_same_dice() -> None:
    said: dict[str, Rules] = {}
    for rules in RULES.values():
        assert said.setdefault(sentence(rules), rules) == rules


def test_every_rule_set_has_a_title_of_its_own_and_a_group() -> None:
    titles = [entry.title for entry in entries().values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert {entry.group for entry in entries().values()} == set(GROUPS)
    assert title(RULES["2210-commander"]) == "Risk 2210 A.D.: commander attacks"
    assert title(Rules(faces=8, name="octahedra")) == "octahedra"
