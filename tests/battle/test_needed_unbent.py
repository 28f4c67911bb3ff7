"""Forces needed in Balanced Blitz against the adjusted chance of one number after the other."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle import needed
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.needed import attackers_needed, defenders_takeable, garrison_needed, unbent
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from tests.growing import FAR, NOT_MONOTONE, chances
from tests.strategies import blitz_versions, tries

goals = st.fractions(0, 1, max_denominator=60).filter(bool)

BENDS_NOTHING = BlitzVersion("none", negligible=0, cut=0, sharper=1)


def reaches(win: Fraction, goal: Fraction, version: BlitzVersion) -> bool:
    """Whether the adjusted chance is at least the goal: the definition, in fractions."""
    if min(win, 1 - win) <= version.negligible:
        return round(win) >= goal
    share = version.cut + goal * (1 - 2 * version.cut)
    power = version.sharper
    # own^p >= share (own^p + other^p)
    return (win / (1 - win)) ** power.numerator * (1 - share) ** power.denominator >= (
        share**power.denominator
    )


@given(st.fractions(0, 1), goals, blitz_versions)
def test_the_bound_is_where_the_bent_chance_reaches_the_goal(
    win: Fraction, goal: Fraction, version: BlitzVersion
) -> None:
    low, high, strict = unbent(goal, version, 40)
    for exact in (win, low, high):
        if strict:
            assert low == high
            assert reaches(exact, goal, version) == (exact > low)
        elif exact >= high or exact < low:
            assert reaches(exact, goal, version) == (exact >= high)
    assert 0 <= high - low < Fraction(1, 1 << 40)


@given(goals)
def test_the_bound_has_digits_on_either_side_of_the_goal(goal: Fraction) -> None:
    from riskexact.engine.blitz import adjusted_bounds

    low, high, _ = unbent(goal, BLITZ_3_3, 200)
    assert adjusted_bounds(low, 100, 200, BLITZ_3_3)[0] <= goal
    assert adjusted_bounds(high, 100, 200, BLITZ_3_3)[1] >= goal
    assert (low == high) == (goal in (Fraction(1, 2),))


@given(
    st.integers(1, 12),
    goals,
    st.sampled_from([*RULES.values()]),
    blitz_versions | st.just(BLITZ_3_3),
)
def test_the_first_that_has_the_chance_and_the_last(
    opposed: int, goal: Fraction, rules: Rules, version: BlitzVersion
) -> None:
    def first(wins: bool) -> int:
        for n in count(1):
            win = win_probability(*((n, opposed) if wins else (opposed, n)), rules)
            if reaches(win if wins else 1 - win, goal, version):
                return n
        raise AssertionError

    try:
        attackers = attackers_needed(opposed, goal, rules, version)
        garrison = garrison_needed(opposed, goal, rules, version)
    except RiskError:
        assert version.negligible == 0
        assert goal == 1
    else:
        assert attackers == first(wins=True)
        assert garrison == first(wins=False)
    most = defenders_takeable(opposed, goal, rules, version)
    for d in range(1, most + 4):
        assert reaches(win_probability(opposed, d, rules), goal, version) == (d <= most)


@given(st.sampled_from(NOT_MONOTONE), st.integers(1, 5), goals)
def test_rules_under_which_more_units_may_hurt(rules: Rules, opposed: int, goal: Fraction) -> None:
    for side, ask in (("attackers", attackers_needed), ("defenders", garrison_needed)):
        has = [reaches(p, goal, BLITZ_3_3) for p in chances(rules, side, opposed)]
        try:
            found = ask(opposed, goal, rules, BLITZ_3_3)
        except RiskError:
            assert not any(has)
        else:
            assert has.index(True) + 1 == found if found <= FAR else not any(has)
    fails = [reaches(1 - p, goal, BLITZ_3_3) for p in chances(rules, "defenders", opposed)]
    try:
        most = defenders_takeable(opposed, goal, rules, BLITZ_3_3)
    except RiskError:
        assert fails[-1]
    else:
        assert not any(fails[most:])
        assert most == 0 or most > FAR or fails[most - 1]


@pytest.mark.parametrize("n", [10**6, 10**12])
def test_large_forces_have_the_chance_and_one_less_has_not(n: int) -> None:
    goal = Fraction(9, 10)
    for found, (a, d), (one_less_a, one_less_d) in (
        (x := attackers_needed(n, goal, blitz=BLITZ_3_3), (x, n), (x - 1, n)),
        (x := garrison_needed(n, goal, blitz=BLITZ_3_3), (n, x), (n, x - 1)),
    ):
        assert found
        side = "win_probability" if d == n else "lose_probability"
        assert getattr(Battle(a, d, blitz=True), side) >= goal
        assert getattr(Battle(one_less_a, one_less_d, blitz=True), side) < goal


def test_a_version_that_bends_nothing_needs_what_the_battle_needs() -> None:
    for goal in ("1/3", "1/2", "9/10", Fraction(5, 12), Fraction(6610505, 10077696)):
        assert attackers_needed(2, goal, blitz=BENDS_NOTHING) == attackers_needed(2, goal)
        assert garrison_needed(3, goal, blitz=BENDS_NOTHING) == garrison_needed(3, goal)
        assert defenders_takeable(3, goal, blitz=BENDS_NOTHING) == defenders_takeable(3, goal)


def test_a_chance_that_is_negligible_or_hardly_more() -> None:
    """1/20 exactly is dropped; whoever has more wins with the adjusted chance."""
    rules = Rules((20,), Hand((1,), to_all=18))
    assert win_probability(1, 1, rules) == Fraction(1, 20)
    version = BlitzVersion("plain", cut=0, sharper=1)
    assert attackers_needed(1, "1/100", rules, version) == 2
    assert attackers_needed(1, "1/20", rules, version) == 2
    assert attackers_needed(1, "1/100", rules, version.replace(negligible="1/21")) == 1


@tries(13)
@given(st.integers(1, 12), goals, st.integers(1, 3))
def test_bounds_that_are_too_wide_are_narrowed(n: int, goal: Fraction, bits: int) -> None:
    found = attackers_needed(n, goal, blitz=BLITZ_3_3), garrison_needed(n, goal, blitz=BLITZ_3_3)
    most = defenders_takeable(n, goal, blitz=BLITZ_3_3)
    with patch.object(needed, "BITS_OF_BOUNDS", bits):
        assert attackers_needed(n, goal, blitz=BLITZ_3_3) == found[0]
        assert garrison_needed(n, goal, blitz=BLITZ_3_3) == found[1]
        assert defenders_takeable(n, goal, blitz=BLITZ_3_3) == most


def test_a_tiny_chance_without_a_cut() -> None:
    version = BlitzVersion("uncut", negligible=0, cut=0)
    goal = Fraction(1, 10**500)
    most = defenders_takeable(3, goal, blitz=version)
    assert reaches(win_probability(3, most), goal, version)
    assert not reaches(win_probability(3, most + 1), goal, version)


def test_a_chance_of_1_without_a_cut() -> None:
    """Then W has to be 19/20, or 1 if nothing is negligible, which no number reaches."""
    version = BlitzVersion("uncut", cut=0)
    n = attackers_needed(5, 1, blitz=version)
    assert win_probability(n - 1, 5) < Fraction(19, 20) <= win_probability(n, 5)
    with pytest.raises(RiskError, match="not 1: none reaches it$"):
        attackers_needed(5, 1, blitz=version.replace(negligible=0))


def test_a_chance_of_exactly_a_half() -> None:
    """The side that has it keeps it, whatever the power."""
    coin = Rules(1, 1, 2, ties="nobody")
    assert attackers_needed(7, "1/2", coin, BLITZ_3_3) == 7
    assert garrison_needed(7, "1/2", coin, BLITZ_3_3) == 7
    assert defenders_takeable(7, "1/2", coin, BLITZ_3_3) == 7


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: attackers_needed(3, "1/2", Rules((1,), (1,)), BLITZ_3_3),
            r"reaches against 3 defenders under .* in Balanced Blitz of version 3.3, not 1/2: none "
            r"reaches it$",
        ),
        (
            lambda: defenders_takeable(3, "1/2", Rules((6,), (1,), ties="attacker"), BLITZ_3_3),
            "is the largest against 3 attackers under .* in Balanced Blitz .*, not 1/2$",
        ),
        (
            lambda: attackers_needed(3, "1/2", blitz="3.3"),  # type: ignore[arg-type]
            "blitz must be True, False or a BlitzVersion",
        ),
        (lambda: attackers_needed(3, 0.5, blitz=BLITZ_3_3), "chance must be 0 to 1"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_asked(ask: Callable[[], int], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        ask()
