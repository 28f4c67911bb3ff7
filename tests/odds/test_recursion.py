import inspect
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from riskexact.base.errors import RiskError
from riskexact.odds import closed_form, recursion
from riskexact.odds.states import Payoff, Stops, bits_of_fraction, check_size, won
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import round_counts_by_enumeration
from tests.reference import every_path, every_round, is_over, mirrored
from tests.strategies import all_stops, any_rules, battles, fights, lines, payoffs, rule_sets

small_rules = any_rules.filter(lambda rules: rules.attack.max_dice + rules.defence.max_dice <= 5)


@given(small_rules, battles, all_stops, payoffs())
def test_the_recurrence_itself(
    rules: Rules, battle: tuple[int, int], stops: Stops, payoff: Payoff
) -> None:
    """Every cell is its end value, or the mean of the cells that one round leads to."""
    stops = stops.replace(stop_after=None)
    board = dict(recursion.cells(*battle, rules, payoff, stops))
    for (a, d), value in board.items():
        assert type(value) is Fraction
        if is_over(a, d, rules, stops, 0):
            assert value == payoff(a, d)
        else:
            round_ = every_round(a, d, rules)
            assert value == sum(p * board[a - i, d - j] for (i, j), p in round_.items())
    assert list(board)[-1] == battle
    assert len(board) == (battle[0] + 1) * (battle[1] + 1) - 1


@given(small_rules, battles.filter(lambda battle: sum(battle) <= 9), all_stops)
def test_every_path(rules: Rules, battle: tuple[int, int], stops: Stops) -> None:
    """Outcomes and rounds against a walk along every path."""
    ends = every_path(*battle, rules, stops)
    outcomes: dict[tuple[int, int], Fraction] = {}
    rounds: dict[int, Fraction] = {}
    for (a, d, n), p in ends.items():
        outcomes[a, d] = outcomes.get((a, d), Fraction(0)) + p
        rounds[n] = rounds.get(n, Fraction(0)) + p
    assert recursion.outcomes(*battle, rules, stops) == outcomes
    assert recursion.rounds(*battle, rules, stops) == rounds
    if rules.ties != "nobody" or stops.stop_after is not None:
        mean = sum(n * p for n, p in rounds.items())
        assert recursion.mean_rounds(*battle, rules, stops) == mean


@given(any_rules, battles, all_stops, payoffs())
def test_outcomes_carry_the_whole_mass(
    rules: Rules, battle: tuple[int, int], stops: Stops, payoff: Payoff
) -> None:
    """Forwards and backwards give the same mean of any end values."""
    outcomes = recursion.outcomes(*battle, rules, stops)
    assert sum(outcomes.values()) == 1
    mean = sum(p * payoff(*state) for state, p in outcomes.items())
    assert recursion.expected_values(*battle, rules, [payoff], stops) == [mean]


@given(any_rules, fights)
def test_changing_sides(rules: Rules, battle: tuple[int, int]) -> None:
    """With dice, ties and units exchanged, the attacker wins what the defender won."""
    a, d = battle
    mirror = mirrored(rules)
    assert recursion.win_probability(a, d, rules) == 1 - recursion.win_probability(d, a, mirror)


def test_mean_rounds_where_a_throw_may_change_nothing() -> None:
    """One die each, two faces, ties to nobody: half the throws change nothing."""
    coin = Rules(1, 1, faces=2, ties="nobody")
    assert recursion.mean_rounds(1, 1, coin) == 2
    assert recursion.win_probability(1, 1, coin) == Fraction(1, 2)


@given(rule_sets(("defender", "attacker", "nobody")), fights, lines)
def test_mean_rounds_solves_its_own_equation(
    rules: Rules, battle: tuple[int, int], stops: Stops
) -> None:
    """One round, and then as many as from where it leads; it may lead back to where it was."""
    a, d = battle
    mean = recursion.mean_rounds(a, d, rules, stops)
    if stops.reached(a, d):
        assert mean == 0
        return
    counts = round_counts_by_enumeration(*rules.dice(a, d), rules)
    after = sum(
        count * recursion.mean_rounds(a - i, d - j, rules, stops)
        for (i, j), count in counts.items()
    )
    assert mean == 1 + Fraction(after, sum(counts.values()))


@pytest.mark.parametrize(("kind", "size"), [("int64", 10**9), ("uint8", 200)])
def test_terminals_may_be_any_integers(kind: str, size: int) -> None:
    """Numpy's integers do not wrap, because they become Python's."""
    import numpy as np

    value = getattr(np, kind)(size)
    for method in (recursion, closed_form):
        (result,) = method.expected_values(6, 5, STANDARD, [lambda a, d: value])
        assert result == size
        assert type(result.numerator) is int


@pytest.mark.parametrize("value", [0.1, Decimal("0.1"), True, "1", None])
def test_terminals_must_be_exact(value: Any) -> None:
    for method in (recursion, closed_form):
        with pytest.raises(RiskError, match="a payoff must be exact, a Fraction or an int"):
            method.expected_values(3, 2, STANDARD, [lambda a, d: value])


@given(any_rules, fights)
def test_no_fraction_is_longer_than_its_bound(rules: Rules, battle: tuple[int, int]) -> None:
    bound = bits_of_fraction(sum(battle), rules)
    for q in (
        recursion.win_probability(*battle, rules),
        *recursion.outcomes(*battle, rules).values(),
    ):
        assert q.numerator.bit_length() + q.denominator.bit_length() <= bound


def test_the_bound_where_ties_cost_nobody() -> None:
    """Each of the six pairs of numbers of dice counts with its own throws: 21 dice in all."""
    rules = Rules(ties="nobody")
    assert bits_of_fraction(10, rules) == 2 * 10 * 21 * 3
    loaded = Rules(1, 1, faces="1-2x500")
    assert bits_of_fraction(10, loaded) == 2 * 10 * (9 + 9)
    check_size(300, 300, rules, 100_000)
    with pytest.raises(RiskError, match="must fit in 1 GiB, not 2 GiB"):
        check_size(300, 300, rules, 200_000)


def test_the_bound_is_not_far_off() -> None:
    q = recursion.win_probability(60, 60)
    bound = bits_of_fraction(120, STANDARD)
    assert bound / 4 < q.numerator.bit_length() + q.denominator.bit_length() <= bound


@pytest.fixture
def shallow() -> Iterator[None]:
    """A recursion limit hardly above the present depth."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 30)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("shallow")
def test_never_more_than_one_step_deep() -> None:
    assert 0 < recursion.win_probability(70, 70) < 1


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, Rules(4, 4), Rules(ties="nobody")])
def test_the_cache_keeps_what_is_needed_and_no_more(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell is computed once, and the cache stays far smaller than the board."""
    made: list[Any] = []
    definition = recursion.definition

    def watched(*arguments: Any) -> Any:
        made.append(definition(*arguments))
        return made[-1]

    monkeypatch.setattr(recursion, "definition", watched)
    for a, d in [(60, 60), (90, 20), (20, 90)]:
        for _ in recursion.cells(a, d, rules):
            info = made[-1].cache_info()
        assert made[-1].cache_info().currsize == 0
        assert info.misses == (a + 1) * (d + 1) - 1
        assert info.currsize <= info.maxsize <= 10 * (min(a, d) + 1)


@pytest.mark.parametrize("battle", [(-1, 3), (3, -1), (0, 0), (1.5, 2), (True, 2), ("3", 2)])
def test_bad_input(battle: Any) -> None:
    for question in (
        recursion.win_probability,
        recursion.outcomes,
        recursion.rounds,
        recursion.mean_rounds,
    ):
        with pytest.raises(RiskError):
            question(*battle)


def test_bad_rules_and_stops() -> None:
    methods: Any = (recursion, closed_form)
    for method in methods:
        for question in (method.win_probability, method.outcomes, method.rounds):
            with pytest.raises(RiskError, match="a Rules value, such as .*, not 'standard'"):
                question(3, 2, "standard")
            with pytest.raises(RiskError, match="stops must be a Stops value, not 2"):
                question(3, 2, STANDARD, 2)


def test_a_whole_board_counts_no_rounds() -> None:
    with pytest.raises(RiskError, match="stop_after must be None for a whole board, not 3"):
        list(recursion.cells(3, 2, stops=Stops(stop_after=3)))


@given(fights, any_rules, fights)
def test_a_chance_that_is_just_enough_is_fought_on(
    battle: tuple[int, int], rules: Rules, other: tuple[int, int]
) -> None:
    """Where the limit is the chance of a state itself."""
    a, d = other
    limit = recursion.win_probability(a, d, rules)
    assert not recursion.hopeless(a, d, rules, limit)[a] >> d & 1
    stops = Stops(stop_below=limit)
    board = list(recursion.cells(*battle, rules, won, stops))[-1][1]
    assert recursion.expected_values(*battle, rules, [won] * 2, stops) == [board, board]


@given(battles, any_rules)
def test_steps(sides: tuple[int, int], rules: Rules) -> None:
    """Each equation holds; and each state that a battle may come to has one, no other."""
    found = {each[0]: each[1:] for each in recursion.steps(*sides, rules)} if all(sides) else {}
    board = dict(recursion.cells(*sides, rules))
    to_come = {sides} if all(sides) else set()
    reached = set()
    while to_come:
        state = to_come.pop()
        reached.add(state)
        counts, win = found[state]
        assert win == board[state]
        assert sum(counts.values()) == rules.throws(*rules.dice(*state))
        assert sum(n * board[after] for after, n in counts.items()) == sum(counts.values()) * win
        to_come |= {after for after in counts if all(after)} - reached
    assert reached == set(found)
