"""The numbers of units needed, against the definition: one battle after the other."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle import needed
from riskexact.battle.battle import win_decimal, win_probability
from riskexact.battle.needed import (
    Contest,
    attackers_needed,
    defenders_takeable,
    difference,
    first,
    garrison_needed,
    growing,
)
from riskexact.battle.needed.growing import limit
from riskexact.engine import decimals
from riskexact.engine.decimals import enclosure
from riskexact.odds.bounds import win_bound
from riskexact.odds.monotone import is_monotone
from riskexact.odds.recursion import cells
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import break_even_ratio
from riskexact.rules.hand import Hand
from tests.growing import FAR, UNEQUAL, WAVERING, all_rules
from tests.reference import mirrored

METHODS = tuple(needed.UNITS_OF_FRACTIONS)

QUESTIONS: dict[str, Callable[..., int]] = {
    "attackers": attackers_needed, "garrison": garrison_needed, "takeable": defenders_takeable,
}  # fmt: skip

ALWAYS_HOLDS = Rules(defence_dice=Hand(2, to_all=6))
ALWAYS_FALLS = Rules(Hand(3, to_all=6), ties="attacker")
SECOND_DIE_HOLDS = Rules(1, Hand((1, 6), to_highest=5, clamped=True))
"""One defender may fall, and two never do: the highest of their dice always shows 6."""

MORE_WINS = Rules(Hand(2, to_highest=-5), faces=1, ties="attacker")
"""The first of two dice always loses, so that of two units on each side one is left."""


def board(rules: Rules, opposed: int) -> dict[str, list[Fraction]]:
    """For each question the chances that its numbers 0, …, FAR have; -1 where is no battle."""
    win = dict(cells(FAR, FAR, rules))
    attacks = [win.get((n, opposed), Fraction(-1)) for n in range(FAR + 1)]
    defends = [win.get((opposed, n), Fraction(-1)) for n in range(FAR + 1)]
    return {
        "attackers": attacks,
        "garrison": [1 - p if p >= 0 else p for p in defends],
        "takeable": defends,
    }


def has_bound(rules: Rules) -> bool:
    """Whether the chance to win falls with the defenders by `odds.bounds`."""
    try:
        return bool(win_bound(rules))
    except RiskError:
        return False


@given(all_rules, st.integers(0, 6), st.data())
def test_the_definition(rules: Rules, opposed: int, data: st.DataObject) -> None:
    """Also for chances that are just those of a battle, and for the limit."""
    for question, odds in board(rules, opposed).items():
        other = rules if question == "attackers" else mirrored(rules)
        most = limit([(opposed, other, 0)])
        tends_to = 1 - most if question == "takeable" else most
        occurring = [p for p in [*odds, tends_to] if p >= 0]
        chance = data.draw(st.sampled_from(occurring) | st.fractions(0, 1, max_denominator=99))
        fit = [n for n, p in enumerate(odds) if p >= chance]
        try:
            found = QUESTIONS[question](opposed, chance, rules)
        except RiskError:
            # none of those that are looked at has it, or some of the last of them still have it
            refused = fit[-1] > FAR - 4 if question == "takeable" else not fit
            undecided = chance == tends_to or (question == "takeable" and not has_bound(rules))
            assert refused or (undecided and not is_monotone(rules))
            continue
        if found > FAR:
            assert not fit or question == "takeable"
        elif question == "takeable":
            assert found == (fit[-1] if fit else 0)
        else:
            assert found == fit[0]


def test_a_goal_on_the_first_bounds_of_a_chance_is_told_from_it() -> None:
    low, high = enclosure(1500, 1500, STANDARD, needed.FIRST_BITS, 64)
    assert difference(1500, 1500, high, STANDARD) < 0 < difference(1500, 1500, low, STANDARD)


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS])
def test_at_least_includes_the_chance_itself(rules: Rules) -> None:
    """At sizes where no rounded number could tell."""
    exact, little = win_probability(60, 50, rules), Fraction(1, 10**400)
    assert attackers_needed(50, exact, rules) == 60
    assert attackers_needed(50, exact + little, rules) == 61
    assert attackers_needed(50, exact - little, rules) == 60
    assert defenders_takeable(60, exact, rules) == 50
    assert defenders_takeable(60, exact + little, rules) == 49
    assert garrison_needed(60, 1 - exact, rules) == 50
    assert garrison_needed(60, 1 - exact + little, rules) == 51


@given(
    st.sampled_from(list(RULES.values())),
    st.integers(1, 20),
    st.integers(1, 30),
    st.fractions(0, 1, max_denominator=1000),
)
def test_digits_decide_as_fractions_do(rules: Rules, opposed: int, n: int, other: Fraction) -> None:
    """Also for a chance that a force has."""
    attained = win_probability(n, opposed, rules)
    questions = [
        (attackers_needed, attained),
        (attackers_needed, other),
        (garrison_needed, 1 - attained),
        (defenders_takeable, attained),
    ]
    expected = [ask(opposed, chance, rules) for ask, chance in questions if 0 < chance < 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(needed, "UNITS_OF_FRACTIONS", dict.fromkeys(METHODS, 0))
        assert expected == [
            ask(opposed, chance, rules) for ask, chance in questions if 0 < chance < 1
        ]


def test_a_thousand_million() -> None:
    """Digits of the forces around the number: by the engine, which the definition tests."""
    assert attackers_needed(10**9, "90%") == 853473027
    assert defenders_takeable(10**9, "90%") == 1171689325
    assert garrison_needed(10**9, "90%") == 1171838116
    for a, d, least in (
        (853473027, 10**9, True),
        (853473026, 10**9, False),
        (10**9, 1171689325, True),
        (10**9, 1171689326, False),
    ):
        assert (win_decimal(a, d, 20) >= "0.90000000000000000000") == least
    for d, at_most in ((1171838116, True), (1171838115, False)):
        assert (win_decimal(10**9, d, 20) <= "0.10000000000000000000") == at_most


@pytest.mark.parametrize("ask", QUESTIONS.values())
def test_certain_and_impossible_at_any_size(ask: Callable[..., int]) -> None:
    """None is certain; and a goal that no fraction of dice is, next to a chance, is decided."""
    for chance in (1, 1 - Fraction(1, 10**30)):
        if ask is defenders_takeable:
            assert ask(10**6, 1) == 0
        elif chance == 1:
            with pytest.raises(RiskError, match="none reaches it; with ever more of them"):
                ask(10**6, 1)
    third = Fraction(1, 7)
    assert ask(10**6, third) == ask(10**6, third + Fraction(1, 10**30))


def test_even_at_any_size_where_the_sides_are_the_same() -> None:
    """No digits tell 1/2 from 1/2."""
    even = Rules(1, 1, ties="nobody")
    assert win_probability(9, 9, even) == Fraction(1, 2)
    for n in (9, 30, 500, 10**9):
        assert attackers_needed(n, "1/2", even) == n
        assert garrison_needed(n, "1/2", even) == n
        assert defenders_takeable(n, "1/2", even) == n


@given(st.integers(1, 300), st.integers(0, 400), st.integers(0, 9), st.booleans())
def test_first(least: int, guess: int, flat: int, strict: bool) -> None:
    """From any guess, for steps and slopes, and without asking about nobody."""
    asked = []

    def above(n: int) -> Fraction:
        asked.append(n)
        if flat < 5:  # 0 at some numbers
            return Fraction((n - least) // (flat + 1))
        return Fraction(1, 10**99) if n >= least else Fraction(-1)

    found = first(above, guess, strict)
    assert found == (least + (flat + 1) * strict if flat < 5 else least)
    assert min(asked) >= 1
    assert len(asked) <= 50


@pytest.mark.tools
def test_few_chances_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer than the bits of the number."""
    asked = []

    def counted(*start: Any) -> Fraction:
        asked.append(start)
        return difference(*start)

    monkeypatch.setattr(needed, "difference", counted)
    assert attackers_needed(10**60, "90%") > 10**59
    assert len(asked) < 50


def test_chances_next_to_0_and_1() -> None:
    tiny = Fraction(1, 10**300)
    a = attackers_needed(30, 1 - tiny)
    assert 1 - win_probability(a, 30) <= tiny < 1 - win_probability(a - 1, 30)
    d = garrison_needed(30, 1 - tiny)
    assert win_probability(30, d) <= tiny < win_probability(30, d - 1)
    assert defenders_takeable(30, tiny) == d - 1 + (win_probability(30, d) == tiny)
    assert attackers_needed(1000, tiny) == 3
    assert win_probability(3, 1000) > tiny > win_probability(2, 1000)


def test_few_bits_tell_small_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as tell one from the goal in proportion, however far both are from 1."""
    rules, goal, asked = Rules(3, 3, 3, pairs=1, ties="nobody"), Fraction(1, 10**3000), set()

    def noted(a: int, d: int, rules: Rules, bits: int, finest: int) -> tuple[Fraction, Fraction]:
        asked.add(bits)
        return enclosure(a, d, rules, bits, finest)

    monkeypatch.setattr(decimals, "enclosure", noted)
    a = attackers_needed(14343, goal, rules)
    assert max(asked) <= 64
    (_, under), (over, _) = (enclosure(n, 14343, rules, 30, 11000) for n in (a - 1, a))
    assert under < goal <= over


def test_nobody() -> None:
    """0 v 0 is no battle, so that it is no answer."""
    for chance in (0, "1/2", 1):
        assert attackers_needed(0, chance) == garrison_needed(0, chance) == 1
    assert attackers_needed(7, 0) == garrison_needed(7, 0) == 0
    assert defenders_takeable(0, "1/2") == 0
    assert defenders_takeable(1, "1/2") == 0
    with pytest.raises(RiskError, match="chance must be more than 0 for a largest number of def"):
        defenders_takeable(3, 0)


def test_certainty() -> None:
    """There is none but where the dice leave no choice."""
    assert attackers_needed(50, 1, ALWAYS_FALLS) == 1
    assert garrison_needed(50, 1, ALWAYS_HOLDS) == 1


def test_certain_by_numbers() -> None:
    """Where whoever has more always wins."""
    win = dict(cells(6, 6, MORE_WINS))
    assert all(win[a, d] == (a > d) for a, d in win)
    for chance in ("1/9", 1):
        assert attackers_needed(200, chance, MORE_WINS) == 201
        assert garrison_needed(200, chance, MORE_WINS) == 200
        assert defenders_takeable(200, chance, MORE_WINS) == 199


@pytest.mark.parametrize("chance", ["1/1000", "1/2", 1])
def test_goals_that_nobody_reaches(chance: str | int) -> None:
    with pytest.raises(RiskError, match="reaches against 3 defenders under .* tends to 0$"):
        attackers_needed(3, chance, ALWAYS_HOLDS)
    with pytest.raises(RiskError, match="reaches against 1 attacker under .* tends to 0$"):
        garrison_needed(1, chance, ALWAYS_FALLS)
    with pytest.raises(RiskError, match=f"3 attackers under .*, not {chance}: with .* tends to 1$"):
        defenders_takeable(3, chance, ALWAYS_FALLS)
    assert defenders_takeable(3, chance, ALWAYS_HOLDS) == 0


def test_odds_that_do_not_grow_with_the_force() -> None:
    """The first number that will do is not the one after the last that will not."""
    holds = [1 - win_probability(5, d, UNEQUAL) for d in range(1, 4)]
    assert holds[0] == 1 > holds[1]
    assert garrison_needed(5, 1, UNEQUAL) == 1
    assert defenders_takeable(5, 1 - holds[1], UNEQUAL) >= 2
    swapped = mirrored(UNEQUAL)
    assert win_probability(1, 5, swapped) == 1 > win_probability(2, 5, swapped)
    assert attackers_needed(5, 1, swapped) == 1


def test_where_more_units_may_hurt_no_more_than_a_thousand_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (needed, growing):
        monkeypatch.setattr(module, "MAX_TRIED", 20)
    for n, ask, side in (
        (60, attackers_needed, "attackers"),
        (60, garrison_needed, "defenders"),
        (20, defenders_takeable, "defenders"),
    ):
        with pytest.raises(RiskError, match=f"up to 20 {side} do not decide the chance 1/2: under"):
            ask(n, "1/2", WAVERING)
    assert attackers_needed(60, "1/2") > 20


@given(all_rules, st.integers(1, 6))
@example(SECOND_DIE_HOLDS, 2)
def test_the_limit_is_that_of_all_units_of_the_other_side(rules: Rules, opposed: int) -> None:
    """Under rules that are monotone it is found without going through all of them."""
    assume(is_monotone(rules))
    attack, defence = (Contest(rules, side, opposed) for side in ("attackers", "defenders"))
    assert attack._limit == limit([(opposed, rules, 0)])
    assert defence._limit == limit([(opposed, mirrored(rules), 0)])


def test_one_unit_more_of_the_other_side_may_decide() -> None:
    assert is_monotone(SECOND_DIE_HOLDS)
    assert attackers_needed(1, "1/2", SECOND_DIE_HOLDS) == 1
    with pytest.raises(RiskError, match="tends to 0$"):
        attackers_needed(2, "1/2", SECOND_DIE_HOLDS)


@pytest.mark.parametrize("ask", QUESTIONS.values())
def test_bad_input(ask: Callable[..., int]) -> None:
    for units in (-1, 1.0, "3", True, None):
        with pytest.raises(RiskError, match="must be a whole number, 0 or more, not"):
            ask(units, "1/2")
    for chance in (0.5, -1, 2, "1.01", "101%", "-1%", "half", None, True, Decimal("NaN"), "1/0"):
        with pytest.raises(RiskError, match="chance must be 0 to 1, exact or text"):
            ask(3, chance)
    with pytest.raises(RiskError, match="a Rules value or a name .*, not 'chess'"):
        ask(3, "1/2", "chess")
    assert ask(3, Decimal("0.5")) == ask(3, Fraction(1, 2)) == ask(3, "50 %")


def test_messages_of_huge_numbers_are_short() -> None:
    for chance in (1, "1/2"):
        with pytest.raises(RiskError, match="an integer of 16610 bits") as raised:
            attackers_needed(10**5000, chance, Rules(faces=1))
        assert len(str(raised.value)) < 300
    with pytest.raises(RiskError, match="any force against an integer of 16610 bits must fit in"):
        attackers_needed(10**5000, "1/2", UNEQUAL)


def test_no_bound_is_a_reason_of_the_rules() -> None:
    """One attack die against two loses nothing here, so that no number is known to be the last."""
    rules = Rules(Hand((8, 4), to_highest=5, clamped=True), Hand((5, 5)), faces=4, ties="attacker")
    assert not has_bound(rules)
    for chance in ("1/2", 1):
        with pytest.raises(RiskError, match=r"^rules must be such that more units never hurt"):
            defenders_takeable(2, chance, rules)


def test_defenders_who_throw_no_more_dice_than_the_attacker() -> None:
    """As the defender sees the rules, he is an attacker who throws no more than the other."""
    level = Rules(3, Hand(2, at_most_attack=True))
    for attackers, goal in ((1, "1/2"), (2, "3/4"), (6, "9/10")):
        least = next(
            d for d in range(99) if 1 - win_probability(attackers, d, level) >= Fraction(goal)
        )
        assert garrison_needed(attackers, goal, level) == least
    many = attackers_needed(10**6, "1/2", level)
    assert win_probability(attackers_needed(40, "1/2", level), 40, level) >= Fraction(1, 2)
    assert abs(Fraction(many, 10**6) - break_even_ratio(level)) < Fraction(1, 1000)
