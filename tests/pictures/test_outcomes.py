"""How one battle ends: bars as high as the chances, and a hole that is explained."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex

from riskexact.base.errors import RiskError
from riskexact.pictures import outcome_bars
from riskexact.pictures.labels import percent, short_percent
from riskexact.pictures.outcomes import _share, _worse_rounds, has_hole, survivors
from riskexact.pictures.picture import PALE, Picture
from riskexact.questions.battle import Battle
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts_by_enumeration
from tests.strategies import MOST_THROWS, plain_rules


def bars(picture: Picture, side: int) -> dict[int, float]:
    """The height of the bar at each number of units, as drawn: 0 for defenders, 1 for attackers."""
    axes = picture.figure.axes[side]
    [container] = axes.containers
    return {round(bar.get_center()[0]): bar.get_height() for bar in container}


def caption(picture: Picture) -> str:
    return picture.figure.get_supxlabel().replace("\n", " ")


@settings(max_examples=8)
@given(
    st.integers(1, 9),
    st.integers(1, 9),
    plain_rules(("defender", "attacker", "nobody")) | st.sampled_from([*RULES.values()]),
)
def test_bars_are_as_high_as_the_chances(attackers: int, defenders: int, rules: Rules) -> None:
    picture = outcome_bars(attackers, defenders, rules)
    outcomes = Battle(attackers, defenders, rules, method="recursion").outcomes
    held = {d: outcomes.get((0, d), Fraction(0)) for d in range(1, defenders + 1)}
    won = {a: outcomes.get((a, 0), Fraction(0)) for a in range(1, attackers + 1)}
    for side, chances in ((0, held), (1, won)):
        assert bars(picture, side) == {n: float(100 * p) for n, p in chances.items()}
        axes = picture.figure.axes[side]
        assert [text.get_text() for text in axes.texts] == [
            short_percent(p) if p else "" for p in chances.values()
        ]
        for n, p in chances.items():
            assert f"{n}: {percent(p)}" in picture.alternative or " to " in picture.alternative
    win = sum(won.values())
    assert f" in {percent(win)} of all battles" in picture.title
    assert picture.figure.axes[0].get_title() == f"defender holds: {percent(1 - win)}"
    assert picture.figure.axes[1].get_title() == f"attacker wins: {percent(win)}"


def test_the_sides_are_mirrored_at_one_scale() -> None:
    left, right = outcome_bars(12, 15).figure.axes
    assert left.get_xlim() == (15.5, 0.5)
    assert right.get_xlim() == (0.5, 12.5)
    assert left.get_ylim() == right.get_ylim()
    assert list(left.get_xticks()) == list(range(1, 16))
    for axes, last in ((left, 1.5), (right, 2.5)):
        [grey] = [patch for patch in axes.patches if to_hex(patch.get_facecolor()) == PALE]
        place = grey.get_extents().transformed(axes.transData.inverted())
        assert sorted(place.intervalx) == pytest.approx([0.5, last])


@pytest.mark.parametrize(
    ("attackers", "defenders", "rules", "title"),
    [
        (12, 15, STANDARD, "12 attackers beat 15 defenders in 38.7 % of all battles"),
        # "Should I attack in Risk?", section 4
        (5, 5, SINGLE_LOSS, "5 attackers beat 5 defenders in 38.1 % of all battles, single-loss"),
        (10, 8, SINGLE_LOSS, "10 attackers beat 8 defenders in 57.5 % of all battles, single-loss"),
    ],
)
def test_the_pictures_of_the_sources(
    attackers: int, defenders: int, rules: Rules, title: str
) -> None:
    picture = outcome_bars(attackers, defenders, rules)
    assert picture.title.startswith(title)
    assert "hole in the middle" in caption(picture)
    assert "hole in the middle" in picture.alternative


def test_the_hole_in_the_middle() -> None:
    """33 v 38, as the notebook "Risk Calculator" says, and why it is there."""
    outcomes = Battle(33, 38).outcomes
    assert outcomes[0, 1] < outcomes[0, 2]
    assert outcomes[1, 0] < outcomes[2, 0] < outcomes[3, 0]
    picture = outcome_bars(33, 38)
    assert caption(picture).startswith(
        "Grey: down to the last defender and 2 attackers, a side throws fewer dice. It then loses "
        "more of the units at stake, so fewer battles end there: hence the hole in the middle."
    )
    assert picture.alternative.endswith(
        "the defender loses 54.0 % of them in rounds of 3 v 2 dice, 66.0 % in 3 v 1, 39.0 % in "
        "2 v 2 and 25.5 % in 1 v 2."
    )


@given(plain_rules(("defender", "attacker", "nobody")), st.integers(1, 4), st.integers(1, 4))
def test_share_of_the_units_at_stake(rules: Rules, attack: int, defence: int) -> None:
    attack, defence = min(attack, rules.attack.max_dice), min(defence, rules.defence.max_dice)
    assume(rules.throws(attack, defence) <= MOST_THROWS)
    lost = [0, 0]
    for (attackers, defenders), count in round_counts_by_enumeration(
        attack, defence, rules
    ).items():
        lost[0] += attackers * count
        lost[1] += defenders * count
    assert _share(attack, defence, rules) == Fraction(lost[1], sum(lost))


@pytest.mark.parametrize("name", list(RULES))
def test_every_hole_of_the_catalogue_is_explained(name: str) -> None:
    """Whatever the rules: the hole comes with rounds of fewer dice that cost their side more."""
    rules = RULES[name]
    for a, d in ((20, 20), (12, 20), (20, 12)):
        attack, defence = survivors(a, d, rules)
        assert attack.total + defence.total == 1
        if has_hole(attack, defence):
            assert _worse_rounds(attack, defence, rules)


def test_no_hole_where_there_is_none() -> None:
    for attackers, defenders, rules in (
        (1, 1, STANDARD),
        (9, 1, STANDARD),
        (8, 8, Rules(attack_dice=1, defence_dice=1)),
    ):
        picture = outcome_bars(attackers, defenders, rules)
        assert "hole" not in picture.alternative
        assert "hole" not in caption(picture)
    assert caption(picture) == ""


def test_rare_ends_of_large_armies_are_left_out_and_that_is_said() -> None:
    picture = outcome_bars(100, 100)
    outcomes = Battle(100, 100).outcomes
    held, won = bars(picture, 0), bars(picture, 1)
    for shown, beyond in ((held, (0, 1)), (won, (1, 0))):
        most = max(shown)
        assert list(shown) == list(range(1, most + 1))
        rest = [p for (a, d), p in outcomes.items() if a * beyond[0] + d * beyond[1] > most]
        assert 0 < sum(rest) <= Fraction(1, 1000)
        assert sum(rest) + outcomes[most * beyond[0], most * beyond[1]] > Fraction(1, 1000)
    assert caption(picture).endswith(
        f"Not shown, at most 0.1 % a side: more than {max(held)} defenders or {max(won)} attackers "
        "left."
    )
    assert list(picture.figure.axes[0].texts) == []


def test_armies_are_named() -> None:
    title = outcome_bars(1, 2, armies=True).title
    assert title == "2 armies (1 attacker) beat 2 defenders in 10.6 % of all battles"
    assert "exactly 275/2592" in outcome_bars(1, 2).alternative


@pytest.mark.parametrize("value", [0, -1, 1001, True, 2.0, "3", None])
def test_errors(value: Any) -> None:
    with pytest.raises(RiskError, match="attackers must be a whole number, from 1 to 1000, not "):
        outcome_bars(value, 3)
    with pytest.raises(RiskError, match="defenders must be a whole number, from 1 to 1000, not "):
        outcome_bars(3, value)
    with pytest.raises(RiskError, match="rules must be "):
        outcome_bars(3, 3, value)
