"""Balanced Blitz against what its sources print, and against the algorithm in plain floats."""

from collections.abc import Callable, Mapping
from decimal import localcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import arb
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle
from riskexact.battle.tables import win_table
from riskexact.engine.balls import Balls, UndecidedError, bounds_of
from riskexact.engine.blitz import CutSide, adjusted_bounds, adjusted_texts
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.hand import Hand
from tests.battle.test_balanced_blitz_switch import adjusted
from tests.chances import bounds, near
from tests.strategies import any_rules, blitz_versions, tries
from tests.trust.blitz import balanced, equals_the_algorithm, equals_the_formula

# The percentages of the checks, and of third parties who tried the game's code (10 v 8
# to 5 v 3): the win chance in Balanced Blitz.
PERCENT = {
    (3, 2): "74.78", (10, 10): "60.94", (20, 20): "71.33", (3, 3): "45.17", (4, 4): "46.19",
    (5, 5): "51.01", (8, 8): "57.68", (15, 15): "66.93", (2, 1): "88.90", (5, 4): "72.08",
    (5, 3): "90.91", (10, 8): "84.74", (20, 15): "100.00",
    (47, 50): "72.03", (48, 50): "77.10", (49, 50): "82.15", (50, 50): "86.35",
}  # fmt: skip


OURS = BLITZ_3_3.replace(name="ours", cut="5%")


def blitz(
    a: int,
    d: int,
    rules: Rules | str = STANDARD,
    version: BlitzVersion | bool = True,
    staying: int = 0,
) -> Battle:
    return Battle(a, d, rules, blitz=version, stop_until=staying)


@pytest.mark.parametrize("sides", PERCENT)
def test_published_percentages(sides: tuple[int, int]) -> None:
    win = blitz(*sides).win_probability
    assert f"{float(100 * win):.2f}" == PERCENT[sides]


def test_a_published_end() -> None:
    """smgstudio/risk-dice, README: 30 attackers lose exactly 12 against 15 on a capital."""
    ends = blitz(30, 15, "capital").outcomes
    assert decimal_text(ends[18, 0], 15) == "0.0100282888709122"


def by_steps(
    ends: Mapping[State, Fraction],
    version: BlitzVersion = BLITZ_3_3,
    number: Callable[[int], Any] = float,
) -> dict[State, Any]:
    """The algorithm step by step, as its source describes it, in floats or other numbers."""

    def real(value: Fraction) -> Any:
        return number(value.numerator) / value.denominator

    negligible, sharper, peaked, most = (
        real(value) for value in (version.negligible, version.sharper, version.peaked, version.cut)
    )
    chances = {state: real(p) for state, p in ends.items()}

    def total(won: bool) -> Any:
        return sum(p for (_, d), p in chances.items() if (d == 0) == won)

    def scale(won: bool, target: Any) -> None:
        before = total(won)
        for state in chances:
            if (state[1] == 0) == won and before:
                chances[state] *= target / before

    for side in (True, False):
        if total(side) <= negligible:
            scale(side, number(0))
            scale(not side, number(1))
    win, lose = total(True) ** sharper, total(False) ** sharper
    scale(True, win / (win + lose))
    scale(False, lose / (win + lose))
    for states in (list(chances), list(reversed(chances))):
        cut = number(0)
        for state in states:
            cut += chances[state]
            chances[state] = max(number(0), cut - most)
            if cut > most:
                break
    win, lose = total(True), total(False)
    chances = {state: p**peaked if p else p for state, p in chances.items()}
    scale(True, win / (win + lose))
    scale(False, lose / (win + lose))
    return chances


@tries(27)
@given(any_rules, st.integers(1, 12), st.integers(1, 12), blitz_versions | st.just(BLITZ_3_3))
def test_any_version_equals_the_algorithm_in_floats(
    rules: Rules, a: int, d: int, version: BlitzVersion
) -> None:
    """Where floats can tell: neither the twentieth nor what a cut leaves is met exactly."""
    ends = dict(Battle(a, d, rules).outcomes)
    win = sum(p for (_, left), p in ends.items() if left == 0)
    assume(all(abs(version.negligible - p) > 1e-9 for p in (win, 1 - win)))
    floats = by_steps(ends, version)
    assume(all(not 0 < p < 1e-6 for p in floats.values()))
    decimals = {end: float(p) for end, p in blitz(a, d, rules, version).outcomes.items()}
    assert {end: p for end, p in floats.items() if p} == pytest.approx(decimals, rel=1e-6)


def test_a_version_that_bends_nothing() -> None:
    plain = BlitzVersion("none", negligible=0, cut=0, sharper=1, peaked=1)
    battle = blitz(12, 9, version=plain)
    assert battle.win_probability == Battle(12, 9).win_probability
    for end, p in Battle(12, 9).outcomes.items():
        assert decimal_text(battle.outcomes[end], 30) == decimal_text(p, 30)


def exact(text: str) -> Fraction:
    return 1 - Fraction(text[4:]) if text.startswith("1 - ") else Fraction(text)


@pytest.mark.parametrize("sides", [(3, 2), (7, 9), (12, 8), (40, 37)])
def test_the_digits_add_up_and_more_of_them_agree(sides: tuple[int, int]) -> None:
    battle = blitz(*sides)
    ends = {state: exact(decimal_text(p, 60)) for state, p in battle.outcomes.items()}
    for state, p in battle.outcomes.items():
        assert abs(exact(decimal_text(p, 30)) - ends[state]) <= Fraction(1, 10**30)
        assert bounds(p)[0] - Fraction(1, 10**60) < ends[state] < bounds(p)[1] + Fraction(1, 10**60)
    assert abs(sum(ends.values(), Fraction(0)) - 1) < Fraction(1, 10**58)
    for won, p in ((True, battle.win_probability), (False, battle.lose_probability)):
        side = sum((p for (_, d), p in ends.items() if (d == 0) == won), Fraction(0))
        assert abs(side - exact(decimal_text(p, 60))) < Fraction(1, 10**58)


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        (Rules((20,), Hand((1,), to_all=18)), {(0, 1): 1}),  # W is exactly 1/20
        (Rules((20,), Hand((1,), to_all=17)), {(0, 1): 1}),  # and here 1/10, before the power
        (Rules((20,), (1,)), {(1, 0): 1}),  # L is exactly 1/20
        (Rules((1,), (1,)), {(0, 1): 1}),
    ],
)
def test_an_end_that_is_certain(rules: Rules, ends: dict[State, int]) -> None:
    battle = blitz(1, 1, rules)
    assert dict(battle.outcomes) == ends
    won = next(iter(ends))[1] == 0
    chances = battle.win_probability, battle.lose_probability
    assert chances == ((1, 0) if won else (0, 1))
    assert all(isinstance(chance, Fraction) for chance in chances)


@pytest.mark.parametrize(
    ("sides", "rules"),
    [
        ((1, 2), Rules(Hand((1,), extra=(2,)), (5, 3), pairs=1, ties="attacker")),
        ((2, 1), Rules((5, 3), (2,), pairs=1)),
    ],
)
def test_a_side_of_exactly_a_twentieth_is_dropped(sides: tuple[int, int], rules: Rules) -> None:
    """Else it would bear a part of the cut, and the ends of the other side would be others."""
    battle = Battle(*sides, rules)
    assert Fraction(1, 20) in (battle.win_probability, battle.lose_probability)
    floats = {end: p for end, p in by_steps(dict(battle.outcomes)).items() if p}
    outcomes = blitz(*sides, rules).outcomes
    assert {end: float(p) for end, p in outcomes.items()} == pytest.approx(floats)
    assert len(outcomes) == 2


def test_ends_that_the_cut_meets_exactly() -> None:
    """A side alone, whose first and last end are a tenth, and are cut off."""
    ends = [((3, 0), Fraction(1, 10)), ((2, 0), Fraction(8, 10)), ((1, 0), Fraction(1, 10))]
    side = CutSide(ends, Fraction(1), Fraction(0), BLITZ_3_3)
    assert side.states == [(2, 0)]
    barely = [((3, 0), Fraction(11, 100)), ((2, 0), Fraction(79, 100)), ((1, 0), Fraction(1, 10))]
    assert CutSide(barely, Fraction(1), Fraction(0), BLITZ_3_3).states == [(3, 0), (2, 0)]


def test_a_fair_coin_keeps_its_half() -> None:
    coin = blitz(1, 1, Rules(1, 1, 2, ties="nobody"))
    assert coin.win_probability == coin.lose_probability == Fraction(1, 2)
    even = blitz(90, 90, Rules(3, 3, ties="nobody"))
    assert even.win_probability == even.lose_probability == Fraction(1, 2)


def test_digits_that_no_precision_makes_certain() -> None:
    """An exact 0.125 lies between 0.12 and 0.13."""
    one = Balls(lambda: {"8th": arb(1).exp().log() / 8, "inf": 1 / (1 - arb(1).exp().log())})
    for part, digits in (("8th", 2), ("inf", 3)):
        with pytest.raises(RiskError, match=f"cannot decide the rounding to {digits} digits"):
            one.text(part, digits)
    assert one.text("8th", 3) == "0.125"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "attackers and defenders must not both be 0"),
        ((3, 2, STANDARD, "3.3"), "blitz must be True, False or a BlitzVersion, not '3.3'"),
        ((3, 2, STANDARD, True, -1), "stop_until must be a whole number, 0 or more"),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        blitz(*arguments)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"retreat_at": 3}, "^retreat_at must be 0 in Balanced Blitz, not 3: .* stop_until=3$"),
        (
            {"stop_after": 3},
            "stop rules must be stop_until alone in Balanced Blitz, not stop after",
        ),
        ({"method": "recursion"}, "method must be auto in Balanced Blitz, not 'recursion'"),
        ({"blitz": False, "stop_until": 3}, "^stop_until must be 0 without blitz=True, not 3$"),
    ],
)
def test_what_is_not_asked_in_balanced_blitz(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Battle(9, 7, **({"blitz": True} | fields))


@pytest.mark.parametrize(
    "name",
    ["rounds", "mean_rounds", "expectations", "costs_of_a_win", "exchange_ratio"],
)
def test_what_has_no_answer_in_balanced_blitz(name: str) -> None:
    with pytest.raises(
        RiskError, match="^blitz must be False for .*: Balanced Blitz throws no dice"
    ):
        getattr(blitz(9, 7), name)
    with pytest.raises(RiskError, match="method must be auto in Balanced Blitz"):
        win_table([1], [1], STANDARD, "recursion", blitz=True)


@pytest.mark.parametrize("digits", [0, 10_001])
def test_digits_are_at_most_10000(digits: int) -> None:
    chance: Any = blitz(3, 2).win_probability
    with pytest.raises(RiskError, match="digits must be a whole number, from 1 to"):
        chance.text(digits)


def test_what_is_expected_is_a_sum_over_the_outcomes() -> None:
    battle = blitz(12, 9)
    mean = sum((near(p) * a for (a, _), p in battle.outcomes.items()), Fraction(0))
    for found in (
        battle.attackers_left.mean,
        battle.expected_value(lambda a, d: a),
        12 - battle.costs.attackers,
    ):
        assert abs(near(found) - mean) < Fraction(1, 10**40)
    assert battle.attackers_left.cdf(20) == 1
    assert battle.attackers_left.quantile(1) == 10


def test_a_battle_says_itself() -> None:
    battle = blitz(13, 10, "capital", OURS, 3)
    assert battle.words() == (
        "13 attackers against 10 defenders, capital rules, Balanced Blitz of version ours, "
        "stop until 3 attackers"
    )
    assert Battle.from_json(battle.json()) == battle
    assert battle.json()["blitz"] == {
        "name": "ours", "negligible": "1/20", "cut": "1/20", "sharper": "13/10", "peaked": "9/5",
    }  # fmt: skip
    assert blitz(3, 2).json() == {"kind": "battle", "attackers": 3, "defenders": 2, "blitz": "3.3"}
    assert repr(blitz(9, 9)).endswith("standard, Balanced Blitz of version 3.3: 59.4 %>")


# ---- the chance to win as a function of the exact one


@tries(17)
@given(
    st.tuples(st.just(STANDARD), st.integers(1, 60), st.integers(1, 60))
    | st.tuples(any_rules, st.integers(0, 9), st.integers(1, 9))
)
def test_the_shortcut_equals_the_whole_algorithm(battle: tuple[Rules, int, int]) -> None:
    """`python -m tests.trust.blitz` takes all of these sizes, and larger ones at random."""
    rules, a, d = battle
    assert equals_the_algorithm(a, d, rules)


@tries(4)
@given(st.randoms(use_true_random=False), st.sampled_from([50, 1000, 10_000]))
def test_digits_of_a_battle_are_those_of_its_fraction(chosen: Random, most: int) -> None:
    """That command takes a million units, too."""
    assert equals_the_formula(*balanced(most, chosen))


@given(st.fractions(0, 1))
def test_the_formula(win: Fraction) -> None:
    own, other = (exact(text) for text in adjusted_texts(win, 25, BLITZ_3_3))
    assert abs(own + other - 1) < Fraction(1, 10**24)
    with localcontext() as context:
        context.prec = 60
        assert abs(own - Fraction(adjusted(win, BLITZ_3_3))) < Fraction(1, 10**24)


@given(st.fractions(0, 1), st.fractions(0, 1), blitz_versions)
def test_the_adjusted_chance_never_falls_and_is_that_of_the_other_side_mirrored(
    one: Fraction, other: Fraction, version: BlitzVersion
) -> None:
    low, high = (adjusted_texts(win, 20, version) for win in sorted((one, other)))
    assert exact(low[0]) <= exact(high[0])
    assert adjusted_texts(1 - one, 20, version) == adjusted_texts(one, 20, version)[::-1]


@pytest.mark.parametrize(
    ("win", "expected"),
    [
        (Fraction(1, 20), "0"),
        (Fraction(1, 20) + Fraction(1, 10**400), "0.5000"),
        (Fraction(19, 20) - Fraction(1, 10**400), "0.9500"),
        (Fraction(19, 20), "1"),
    ],
)
def test_a_twentieth_is_told_from_what_is_hardly_more(win: Fraction, expected: str) -> None:
    version = BlitzVersion("plain", cut=0, sharper=1)
    found = adjusted_texts(win, 4, version)[0]
    assert found == (expected if expected in ("0", "1") else found)
    assert (found in ("0", "1")) == (win in (Fraction(1, 20), Fraction(19, 20)))


def test_a_limit_that_a_ball_holds_exactly() -> None:
    version = BlitzVersion("quarter", negligible="1/4", cut=0, sharper=2)
    assert adjusted_texts(Fraction(1, 4), 10, version) == ("0", "1")
    assert adjusted_texts(Fraction(3, 4), 10, version) == ("1", "0")


@pytest.mark.parametrize("power", [Fraction(1), Fraction(2), Fraction(1, 2)])
def test_a_cut_that_leaves_exactly_nothing(power: Fraction) -> None:
    """S is exactly 1/10 where W/L is 1/9 to the power 1/p: what is left is 0, not tiny."""
    ratio = {
        Fraction(1): Fraction(1, 9),
        Fraction(2): Fraction(1, 3),
        Fraction(1, 2): Fraction(1, 81),
    }
    version = BlitzVersion("ours", negligible=0, sharper=power)
    win = ratio[power] / (1 + ratio[power])
    assert adjusted_texts(win, 10, version) == ("0", "1")
    more = adjusted_texts(win + Fraction(1, 10**300), 3, version)
    assert Fraction(0) < Fraction(more[0]) < Fraction(1, 10**290)
    assert more[1].startswith("1 - ")


@pytest.mark.parametrize(
    ("sides", "both"),
    [((0, 3), (0, 1)), ((3, 0), (1, 0)), ((10**18, 10**18), (1, 0))],
)
def test_battles_that_are_decided(sides: tuple[int, int], both: tuple[int, int]) -> None:
    battle = blitz(*sides)
    assert (battle.win_probability, battle.lose_probability) == both


def test_outcomes_of_large_battles_are_refused() -> None:
    with pytest.raises(RiskError, match="at most 2000 together for outcomes in Balanced Blitz"):
        blitz(1000, 1001).outcomes  # noqa: B018


# ---- Stop Until


@given(st.integers(0, 9), st.integers(0, 6), st.integers(0, 12))
def test_those_who_stay_out_of_the_fight(a: int, d: int, stay: int) -> None:
    """smgstudio/risk-dice: the battle is that of the others, and they are left in any case."""
    assume(a or d)
    battle = blitz(a, d, staying=stay)
    ends = battle.outcomes
    fighting = a - min(stay, a) if d else a
    if fighting or d == 0:
        others = blitz(fighting, d)
        out = a - fighting
        assert dict(ends) == {(x + out, y): p for (x, y), p in others.outcomes.items()}
        assert battle.win_probability == others.win_probability
    else:
        assert dict(ends) == {(a, d): 1}
    chances = battle.win_probability, battle.lose_probability, battle.stop_probability
    assert abs(sum(map(near, chances), Fraction(0)) - 1) < Fraction(1, 10**40)
    assert (battle.stop_probability != 0) == any(x and y for x, y in ends)
    assert (battle.lose_probability != 0) == any(x == 0 for x, _ in ends)


# ---- luck


@tries(10)
@given(st.integers(1, 20), st.integers(1, 20))
def test_luck_adds_up_the_outcomes(a: int, d: int) -> None:
    battle = blitz(a, d)
    ends = {end: near(p) for end, p in battle.outcomes.items()}
    listed = list(ends)
    for i, end in enumerate(listed):
        bad, good = map(near, battle.luck(*end))
        assert abs(bad - sum(ends[each] for each in listed[i:])) < Fraction(1, 10**40)
        assert abs(good - sum(ends[each] for each in listed[: i + 1])) < Fraction(1, 10**40)
    assert battle.luck(*listed[0]).at_least_this_bad == 1
    assert battle.luck(*listed[-1]).at_least_this_good == 1


@pytest.mark.parametrize("left", [(12, 0), (0, 9), (3, 3), (0, 10)])
def test_luck_of_an_end_that_is_cut_off_or_none(left: tuple[int, int]) -> None:
    with pytest.raises(
        RiskError, match="left must be an end of 12 attackers against 9 .*Balanced Bl"
    ):
        blitz(12, 9).luck(*left)


# ---- tables


@pytest.mark.parametrize("last", [12, 2500])
def test_a_table_has_the_digits_of_each_battle(last: int) -> None:
    """Small ones come from a table of fractions, large ones battle by battle."""
    rows, columns = [1, 3, 12, last + 1], [0, 2, 11, last]
    table = win_table(rows, columns, "risiko", blitz=True)
    assert list(table) == [(a, d) for a in rows for d in columns]
    for (a, d), chance in table.items():
        win = blitz(a, d, "risiko").win_probability
        assert chance == win
        assert decimal_text(chance, 7) == decimal_text(win, 7)
        assert table.to_numpy()[rows.index(a), columns.index(d)] == float(win)


# ---- bounds of chances


@tries(13)
@given(st.integers(1, 400), st.integers(1, 400), st.integers(1, 200))
def test_bounds_are_those_of_the_bent_fraction(a: int, d: int, bits: int) -> None:
    """Narrow in proportion, and also where a side has hardly a chance and no version drops it."""
    version = BlitzVersion("soft", negligible=0, cut=0, sharper=Fraction(11, 10))
    chance: Any = blitz(a, d, version=version).win_probability
    low, high = chance.enclosed(bits)
    least, most = adjusted_bounds(Battle(a, d).win_probability, bits + 60, bits + 9000, version)
    assert low <= most
    assert least <= high
    assert 0 < low <= high < 1
    assert high - low <= min(high, 1 - low) / 2**bits


def test_balls_without_bounds_are_undecided() -> None:
    with pytest.raises(UndecidedError):
        bounds_of(arb("nan"), arb("nan"), 3, 20)
