"""Tests of `riskexact.strategy`."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import chance_text
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from riskexact.strategy import Strategy
from riskexact.strategy.dice_choice import ORDERS, DiceOrder
from tests.cells import Cells
from tests.reference import every_round
from tests.strategies import ANY, any_rules, battles, fights, rule_sets, tries
from tests.strategy.test_strategy_dice_choice import SOLUTIONS, matrix_of

Worth = tuple[Any, Any, Any]

BEFORE: tuple[DiceOrder, ...] = ("attacker-first", "defender-first")
"""The orders in which the numbers are chosen before any dice are thrown."""

worths = st.tuples(*[st.sampled_from([Fraction(0), 1, 1, 2, Fraction(1, 3), 7])] * 3)
"""Values of a territory and of the units of both sides."""

few_throws = st.sampled_from([STANDARD, *RULES.values()]) | rule_sets(ANY).filter(
    lambda rules: rules.throws(*rules.max_dice) <= 400
)

small = st.tuples(st.integers(1, 4), st.integers(1, 4))


def solved(
    sides: tuple[int, int], worth: Worth, rules: Rules, dice: DiceOrder = "most"
) -> Strategy:
    """A strategy whose decisions are made; not one for a defender who can tie for ever."""
    try:
        return Strategy(*sides, *worth, rules, dice)
    except RiskError as error:
        assert "might never end" in str(error)  # noqa: PT017
    assume(False)
    raise AssertionError


# ---- attack or stop


@given(fights, worths, rule_sets(ANY))
def test_bellman(sides: tuple[int, int], worth: Worth, rules: Rules) -> None:
    """Each state is worth the better of its two choices, and the attacker stops where they tie.

    That no policy is better then is a theorem, `Stopping.no_policy_is_better`.
    """
    found = Strategy(*sides, *worth, rules)

    def value(a: int, d: int) -> Fraction:
        return found.worth(a, d) if not (a and d) else found.decisions[a, d].value

    assert found.value == value(*sides)
    assert len(found.decisions) == sides[0] * sides[1]
    for (a, d), decision in found.decisions.items():
        going_on = sum(p * value(a - i, d - j) for (i, j), p in every_round(a, d, rules).items())
        assert decision.stop == a * worth[1] - d * worth[2]
        assert decision.play.value == going_on
        assert decision.attack == (going_on > decision.stop)
        assert decision.value == max(going_on, decision.stop)
        assert type(decision.value) is Fraction


@pytest.mark.parametrize("dice", ORDERS)
@tries(10)
@given(sides=battles, worth=worths, rules=any_rules)
def test_the_value_is_the_mean_of_the_outcomes(
    sides: tuple[int, int], worth: Worth, rules: Rules, dice: DiceOrder
) -> None:
    assume(dice != "after-the-throw" or rules.throws(*rules.max_dice) < 400)
    found = solved(sides, worth, rules, dice)
    outcomes = found.outcomes
    assert sum(p * found.worth(*state) for state, p in outcomes.items()) == found.value
    assert found.value >= found.worth(*sides)
    assert found.win_probability + found.lose_probability + found.stop_probability == 1
    assert all(
        not all(state)
        or not found.decisions[state].attack
        or (state == sides and not found.opening.attack)
        for state in outcomes
    )


# ---- how many dice


def matrix_in(found: Strategy, a: int, d: int) -> list[list[Fraction]]:
    """What each pair of numbers of dice is worth in a state."""

    def after(i: int, j: int) -> Fraction:
        x, y = a - i, d - j
        if min(x, y) < 0:  # more units than are there are never lost
            return Fraction(0)
        return found.worth(x, y) if 0 in (x, y) else found.decisions[x, y].value

    most_x, most_y = found.rules.dice(a, d)
    return [row[:most_y] for row in matrix_of(found.rules, after)[:most_x]]


@given(small, worths, few_throws, st.sampled_from(BEFORE))
def test_every_state_is_solved(
    sides: tuple[int, int], worth: Worth, rules: Rules, dice: DiceOrder
) -> None:
    """Fewer dice are told where, and only where, a side that throws the most once does worse.

    What it loses by that is tested with `dice_choice`.
    """
    found = Strategy(*sides, *worth, rules, dice)
    gains: dict[tuple[int, int, str], Fraction] = {}
    for state, decision in found.decisions.items():
        play = decision.play
        assert play.value == SOLUTIONS[dice](matrix_in(found, *state))
        if decision.attack:
            sides_of = {"attacker": play.attack_gain, "defender": play.defence_gain}
            gains |= {(*state, side): gain for side, gain in sides_of.items() if gain}
    told = {(each.attackers, each.defenders, each.side): each.gain for each in found.fewer_dice}
    assert told == gains
    assert len(told) == len(found.fewer_dice)


@given(small, worths, few_throws)
def test_who_knows_more_is_better_off(sides: tuple[int, int], worth: Worth, rules: Rules) -> None:
    orders: tuple[DiceOrder, ...] = ("after-the-throw", *BEFORE)
    values = [solved(sides, worth, rules, dice).value for dice in orders]
    assert values == sorted(values)


@pytest.mark.parametrize(
    "name",
    ["standard", "single-loss", "two-defenders-need-three", "2210-commander", "legacy-bear"]
    + ["legacy-ammo-shortage-lowest-raised"],
)
def test_the_catalogue_after_the_throw(name: str) -> None:
    """The defender profits from a second look everywhere, if a second die costs a second unit."""
    fewer = Strategy(6, 6, 1, 0, 0, RULES[name], "after-the-throw").fewer_dice
    seen = {(f.attackers, f.defenders) for f in fewer if f.side == "defender"}
    if RULES[name] == SINGLE_LOSS:
        assert not seen  # one unit is at stake, whatever is thrown
    else:
        least = 3 if name == "two-defenders-need-three" else 2
        expected = {(a, d) for a in range(2, 7) for d in range(least, 7)}
        if name == "2210-commander":
            expected.remove((2, 2))  # where the attacker throws one die
        if name == "legacy-bear":
            expected.remove((2, 2))  # a single die has the whole reduction
        if name == "legacy-ammo-shortage-lowest-raised":
            expected |= {(1, d) for d in range(2, 7)}  # a single die has no reduction
        assert seen == expected
    attackers = [(f.attackers, f.defenders) for f in fewer if f.side == "attacker"]
    assert attackers == ([(2, 2)] if name == "2210-commander" else [])


def test_who_chooses_second_gains_where_there_is_no_saddle_point() -> None:
    """A larger die goes first, so that one die may beat what two do not."""
    rules = Rules((12, 6), Hand((6, 4), to_highest=3, clamped=True))
    values = []
    for dice in BEFORE:
        found = Strategy(3, 2, 5, 1, 1, rules, dice)
        values.append(found.value)
        assert found.value == SOLUTIONS[dice](matrix_in(found, 3, 2))
    assert values[0] < values[1]


# ---- bad input


def opening_at(*state: Any) -> object:
    return Strategy(3, 2).opening_at(*state)


NUMBER = "must be a whole number, 0 or more, not"
DECISION = "must both be 1 or more for a decision, not 3 and 0"


@pytest.mark.tools
@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [
        (Strategy, (3.0, 2), rf"attackers {NUMBER} 3\.0"),
        (Strategy, (0, 0), "attackers and defenders must not both be 0"),
        (Strategy, (3, 2, 0.5), r"territory must be exact, a Fraction or an int, not 0\.5"),
        (Strategy, (3, 2, -1), "territory must be 0 or more, not -1"),
        (Strategy, (700, 701), "700 attackers against 701 defenders must fit in 1 GiB, not 3 GiB"),
        (Strategy, (10**300, 1), "must be at most 100000 together .*, not an integer of"),
        (
            Strategy,
            (200, 200, 1, 0, 0, Rules(20, 20, faces=100, ties="nobody")),
            "up to 200 attackers against 200 defenders must fit in 1 GiB, not 222 GiB",
        ),
        (Strategy, (200, 200, 1, 0, 0, Rules(5, 5), "after-the-throw"), "in 1 GiB, not 2 GiB"),
        (Strategy, (9, 9, 1, 0, 0, Rules(20, 2), "after-the-throw"), "choose after the throw th"),
        (lambda: Strategy(3, 0).opening, (), DECISION),
        (lambda: Strategy(3, 0).advice, (), DECISION),
        (opening_at, (4, 1), r"state must be from 1 v 1 to 3 v 2, not \(4, 1\)"),
        (opening_at, (2.0, 1), NUMBER),
        (opening_at, (2, True), NUMBER),
        (opening_at, ([], 1), NUMBER),
    ],
)
def test_bad_input(call: Callable[..., object], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RiskError, match=message):
        call(*arguments)


def test_states_without_a_decision() -> None:
    over = Strategy(3, 0, 5, 1, 1)
    assert over.value == 8
    assert not over.decisions
    assert not over.fewer_dice
    assert dict(over.outcomes) == {(3, 0): 1}
    assert Strategy(0, 3, 5, 1, 1).value == -3
    found = Strategy(4, 3, 2, 1, 1)
    assert found.opening == found.opening_at(4, 3) == found.decisions[4, 3]
    assert found.opening_at(2, 1) == found.decisions[2, 1]
    with pytest.raises(TypeError):
        found.decisions[1, 1] = None  # type: ignore[index]


def follows(advice: str, a: int, d: int) -> bool | None:
    """Whether the advice is to attack in a state; None where it does not say."""
    if advice == "stop at once":
        return False
    if "fight to the end" in advice:
        return True
    said = re.fullmatch(
        r"attack while you have (\d+) attackers? or more, stop at (\d+)"
        r"(?: \(never against (\d+) defenders?( or fewer)?\)| (\(against fewer .*\)))?",
        advice,
    )
    assert said, advice
    least, stop, against, _, others = said.groups()
    assert int(stop) == int(least) - 1
    if others:
        return None
    return True if against and d <= int(against) else a >= int(least)


@given(fights, worths, rule_sets(ANY))
@example((8, 6), (1, 1, 1), STANDARD)
@example((9, 6), (5, 1, 1), STANDARD)
@example((9, 9), (0, 1, 1), STANDARD)
@example((12, 9), (10, 2, 1), STANDARD)
@example((5, 5), (1, 0, 0), STANDARD)
def test_advice_is_true_in_every_state(sides: tuple[int, int], worth: Worth, rules: Rules) -> None:
    found = Strategy(*sides, *worth, rules)
    if "as in the table" in found.advice:
        return
    for (a, d), decision in found.decisions.items():
        said = follows(found.advice, a, d)
        if d == sides[1] and said is None:
            said = a >= int(found.advice.split()[4])
        if found.advice != "stop at once" or (a, d) == sides:
            assert said in (None, decision.attack), found.advice


def test_under_blitz_the_advice_is_to_throw_or_to_blitz() -> None:
    advice = Strategy(12, 10, blitz=True).advice
    assert advice.startswith("throw by hand while you have 1 attacker or more, blitz at 0 (against")
    assert Strategy(5, 4, blitz=True).advice == "blitz at once"


def test_a_strategy_shows_its_value() -> None:
    strategy = Strategy(12, 9, 5, 1, 1)
    assert repr(strategy).endswith(", territory=5: worth 8.217>")
    rows = Cells(strategy._repr_html_()).rows
    assert [row[:2] for row in rows] == [
        ["the attacker wins", chance_text(strategy.win_probability)],
        ["the attacker stops", chance_text(strategy.stop_probability)],
        ["the defender holds", chance_text(strategy.lose_probability)],
        ["first", "attack"],
        ["worth", "8.217"],
    ]
    assert repr(Strategy(1, 3, attacker_unit=0)).endswith("worth -2.627>")
    assert ["first", "stop"] in Cells(Strategy(3, 0)._repr_html_()).rows
    large = Strategy(30, 30)
    assert repr(large) == "<Strategy 30 v 30, standard>"
    assert large._repr_html_() == "<p>Strategy 30 v 30, standard</p>\n"
    assert repr(Strategy(7, 7, dice="defender-first")).endswith("dice=defender-first>")
