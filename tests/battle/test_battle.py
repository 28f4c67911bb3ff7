from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle, win_decimal, win_probability
from riskexact.battle.methods import METHODS, UNITS_FOR_ENGINE, answers_of, chosen
from riskexact.engine import cell
from riskexact.odds import closed_form, recursion
from riskexact.odds.states import Payoff, Stops
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.cells import Cells
from tests.reference import chance_to_win, every_path
from tests.strategies import all_stops, any_rules, battles, lines, payoffs, rule_sets


@given(rule_sets(), battles, lines, payoffs())
def test_every_method_gives_the_same_answers(
    rules: Rules, sides: tuple[int, int], stops: Stops, payoff: Payoff
) -> None:
    auto, slow, fast = (Battle(*sides, rules, method=method, **vars(stops)) for method in METHODS)
    assert auto.win_probability == slow.win_probability == fast.win_probability
    assert auto.outcomes == slow.outcomes == fast.outcomes
    assert auto.rounds == slow.rounds == fast.rounds
    assert auto.mean_rounds == slow.mean_rounds == fast.mean_rounds
    for battle in (auto, slow, fast):
        assert battle.expected_value(payoff) == slow.expected_value(payoff)
        assert battle.expectations == slow.expectations


@given(any_rules, battles, all_stops)
def test_the_questions_agree_with_each_other(
    rules: Rules, sides: tuple[int, int], stops: Stops
) -> None:
    battle = Battle(*sides, rules, **vars(stops))
    assert battle.stops == stops
    won, lost, stopped = (
        battle.win_probability,
        battle.lose_probability,
        battle.stop_probability,
    )
    assert won + lost + stopped == 1
    assert won == battle.outcomes.probability(lambda state: state[1] == 0)
    assert lost == battle.outcomes.probability(lambda state: state[0] == 0)
    assert battle.attackers_left.mean == battle.expected_value(lambda a, d: a)
    assert battle.defenders_left.mean == battle.expected_value(lambda a, d: d)
    if rules.ties != "nobody" or stops.stop_after is not None:
        assert battle.rounds.mean == battle.mean_rounds
    if stops == Stops():
        assert stopped == 0
        assert won == win_probability(*sides, rules)


def test_a_chance_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riskexact.battle.battle.lost", lambda a, d: 0)
    with pytest.raises(RiskError, match="the chances must add up to 1, not Fraction"):
        Battle(3, 2).expectations  # noqa: B018


@given(any_rules, battles.filter(lambda sides: sum(sides) <= 8), all_stops)
def test_costs_by_every_path(rules: Rules, sides: tuple[int, int], stops: Stops) -> None:
    assume(rules.attack.max_dice + rules.defence.max_dice <= 5)
    battle = Battle(*sides, rules, **vars(stops))
    ends = every_path(*sides, rules, stops)
    lost = [
        sum((p * (start - end[side]) for end, p in ends.items()), Fraction(0))
        for side, start in enumerate(sides)
    ]
    assert list(battle.costs) == lost
    if lost[1]:
        assert battle.exchange_ratio == lost[0] / lost[1]
    else:
        with pytest.raises(RiskError, match="defenders must be lost for an exchange ratio"):
            battle.exchange_ratio  # noqa: B018
    wins = {end: p for end, p in ends.items() if end[1] == 0}
    if wins:
        left = sum(p * end[0] for end, p in wins.items()) / sum(wins.values())
        assert list(battle.costs_of_a_win) == [sides[0] - left, sides[1]]
    else:
        with pytest.raises(RiskError, match="a win must be possible for its costs"):
            battle.costs_of_a_win  # noqa: B018


@given(any_rules, battles.filter(lambda sides: sum(sides) <= 6), all_stops)
def test_luck_by_every_path(rules: Rules, sides: tuple[int, int], stops: Stops) -> None:
    """Every end beside every other."""
    assume(rules.attack.max_dice + rules.defence.max_dice <= 5)
    battle = Battle(*sides, rules, **vars(stops))
    ends = every_path(*sides, rules, stops)
    for a, d, _ in ends:
        luck = battle.luck(a, d)

        def as_good(x: int, y: int, a: int = a, d: int = d) -> bool:
            return (y == 0 or d > 0) and (x - y >= a - d or (y == 0 and d > 0))

        def as_bad(x: int, y: int, a: int = a, d: int = d) -> bool:
            return (y > 0 or d == 0) and (x - y <= a - d or (y > 0 and d == 0))

        assert luck.at_least_this_good == sum(p for (x, y, _), p in ends.items() if as_good(x, y))
        assert luck.at_least_this_bad == sum(p for (x, y, _), p in ends.items() if as_bad(x, y))
        assert sum(luck) >= 1 + battle.outcomes[a, d]


@pytest.mark.parametrize(
    ("battle", "left"),
    [
        (Battle(12, 9), (3, 2)),
        (Battle(12, 9), (13, 0)),
        (Battle(12, 9), (0, 10)),
        (Battle(5, 0), (3, 0)),
        (Battle(0, 5), (0, 3)),
        (Battle(1, 1, Rules(faces=1)), (1, 0)),  # the defender wins all ties
        (Battle(4, 4, retreat_at=2), (2, 0)),  # a round costs two units
    ],
)
def test_results_that_cannot_be(battle: Battle, left: tuple[int, int]) -> None:
    assert left not in battle.outcomes
    message = "left must be an end of .*, not attackers {} and defenders {}".format(*left)
    with pytest.raises(RiskError, match=message):
        battle.luck(*left)


def test_what_no_battle_ends_with_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Battle, "expected_values", None)
    for battle in (Battle(12, 9), Battle(12, 9, retreat_at=2)):
        with pytest.raises(RiskError, match="left must be an end of"):
            battle.luck(3, 2)


def test_luck_of_a_battle_broken_off() -> None:
    battle = Battle(12, 9, stop_after=3)
    assert battle.luck(9, 6).at_least_this_bad < 1
    for left in ((12, 9), (0, 9)):  # three rounds cost six units
        with pytest.raises(RiskError, match="left must be an end of .* stop after 3 rounds, not"):
            battle.luck(*left)
    with pytest.raises(RiskError, match="left must be an end"):
        Battle(5, 5, retreat_at=3).luck(0, 5)
    assert Battle(12, 9, stop_after=1, method="recursion").rounds == {1: 1}
    assert Battle(5, 5, Rules(ties="nobody"), stop_after=0).rounds_have_a_largest_number
    assert list(Battle(12, 9, stop_after=0).luck(12, 9)) == [1, 1]


def test_stop_below_is_the_chance_of_the_battle_fought_out() -> None:
    """Fought on exactly where the chance is not less; and with a chance that is met exactly."""
    threshold = win_probability(3, 3)
    battle = Battle(6, 6, stop_below=threshold)
    for a, d in battle.outcomes:
        assert 0 in (a, d) or chance_to_win(a, d, STANDARD) < threshold
    assert Battle(3, 3, stop_below=threshold).win_probability > 0
    assert dict(Battle(3, 3, stop_below=threshold + Fraction(1, 10**40)).outcomes) == {(3, 3): 1}


def test_stops_that_count_or_look_have_no_closed_form() -> None:
    several: list[dict[str, Any]] = [{"stop_after": 3}, {"stop_below": "1/2"}]
    for stops in several:
        with pytest.raises(RiskError, match="'closed-form' needs stop rules that look at who is"):
            Battle(5, 5, method="closed-form", **stops)


def test_rounds_that_change_nothing_are_counted_where_rounds_are_limited() -> None:
    """One die each, two faces, ties to nobody: half the throws change nothing."""
    battle = Battle(1, 1, Rules(1, 1, faces=2, ties="nobody"), stop_after=3)
    assert battle.stop_probability == Fraction(1, 8)
    assert dict(battle.rounds) == {1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert battle.mean_rounds == Fraction(7, 4)


@pytest.mark.parametrize(
    ("stops", "message"),
    [
        ({"stop_after": -1}, "stop_after must be a whole number, 0 or more, not -1"),
        ({"stop_below": 0.5}, "stop_below must be 0 to 1, exact .* not 0.5"),
        ({"stop_at_defenders": -1}, "stop_at_defenders must be a whole number, 0 or more"),
        (
            {"rules": Rules(ties="nobody"), "stop_after": 10**9},
            "stop_after must be at most .* rounds of 5 attackers against 5 defenders",
        ),
    ],
)
def test_bad_stops(stops: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Battle(5, 5, **stops)


def test_rounds_without_a_largest_number() -> None:
    battle = Battle(3, 2, Rules(ties="nobody"))
    with pytest.raises(RiskError, match="no largest value .* take mean_rounds"):
        battle.rounds  # noqa: B018
    assert battle.mean_rounds > Battle(3, 2).mean_rounds
    assert dict(Battle(3, 0, Rules(ties="nobody")).rounds) == {0: 1}
    assert dict(Battle(3, 2, Rules(ties="nobody"), retreat_at=3).rounds) == {0: 1}


def test_auto_takes_the_closed_form_where_there_is_one() -> None:
    assert answers_of(chosen("outcomes", 3, 2, STANDARD)) is closed_form
    varying = Rules(ties="nobody")
    assert answers_of(chosen("outcomes", 3, 2, varying)) is recursion
    with pytest.raises(RiskError, match="'closed-form' needs rounds"):
        Battle(3, 2, varying, method="closed-form")


def test_results_are_fractions_of_the_standard_library() -> None:
    for method in METHODS:
        battle = Battle(5, 4, method=method)
        for value in (
            battle.win_probability,
            battle.lose_probability,
            battle.stop_probability,
            battle.mean_rounds,
            battle.attackers_left.variance,
            *battle.outcomes.values(),
            *battle.rounds.values(),
        ):
            assert type(value) is Fraction


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attackers": -1, "defenders": 3}, "attackers must be a whole number, 0 or more, not -1"),
        ({"attackers": 3, "defenders": 2.5}, "defenders must be .* not 2.5"),
        ({"attackers": 0, "defenders": 0}, "must not both be 0"),
        ({"attackers": 3, "defenders": 2, "retreat_at": -1}, "retreat_at must be .* not -1"),
        ({"attackers": 3, "defenders": 2, "method": "magic"}, "auto, recursion, closed-form, not"),
        ({"attackers": 10**9, "defenders": 10**9}, "at most 4000000 together .* not 2000000000"),
        (
            {"attackers": 20_000, "defenders": 20_000, "method": "recursion"},
            "must fit in 1 GiB, not 17 GiB",
        ),
    ],
)
def test_bad_input(arguments: Any, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        Battle(**arguments)


def test_outcomes_that_would_not_fit_are_refused_before_any_work() -> None:
    with pytest.raises(RiskError, match="must fit in 1 GiB"):
        Battle(8_470, 8_470).outcomes  # noqa: B018
    with pytest.raises(RiskError, match="must fit in 1 GiB"):
        Battle(1_860, 1_860).rounds  # noqa: B018


def test_the_largest_sizes_that_are_not_refused() -> None:
    """Just inside the bounds; made, but not worked out."""
    assert Battle(50_000, 50_000).method == "auto"
    assert Battle(1_600, 1_600, method="recursion").method == "recursion"
    with pytest.raises(RiskError, match="at most 100000 together"):
        Battle(50_000, 50_001, Rules(4, 2))
    with pytest.raises(RiskError, match="must fit in 1 GiB"):
        Battle(4_900, 4_900, method="recursion")


def test_a_battle_that_stops_early_is_not_refused_for_its_size() -> None:
    """Few rounds lead to few states."""
    battle = Battle(3_000, 3_000, stop_after=3)
    assert battle.stop_probability == 1
    assert battle.mean_rounds == 3


def test_where_the_engine_has_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """At any size, by rules, stops and method; without making a battle."""
    used: list[tuple[int, int]] = []
    computed = cell.win_probability

    def watched(a: int, d: int, rules: Rules) -> Fraction:
        used.append((a, d))
        return computed(a, d, rules)

    monkeypatch.setattr(cell, "win_probability", watched)
    sides = [(0, 1), (1, 0), (1, 1), (75, 74), (75, 75), (2, 300), (300, 1), (147, 3)]
    for a, d in sides:
        value = win_probability(a, d)
        assert value == win_probability(a, d, method="closed-form")
        assert Battle(a, d).lose_probability == 1 - value
    assert used == [side for side in sides for _ in range(2)]
    used.clear()
    assert Battle(100, 100, retreat_at=1).win_probability < win_probability(100, 99, Rules(4, 2))
    assert win_probability(10, 9, method="recursion") > win_probability(10, 10, SINGLE_LOSS, "auto")
    assert used == [(10, 10)]
    with pytest.raises(RiskError, match="must be at most 4000000 together"):
        win_probability(2_000_001, 2_000_000)


def test_decimals_at_any_size() -> None:
    """The digits of balls and those of the fraction are the same."""
    for sides in ((80, 80), (100, 70), (3, 200), (500, 2)):
        for rules in (STANDARD, SINGLE_LOSS, Rules(3, 3), Rules(ties="nobody", pairs=1)):
            exact = decimal_text(win_probability(*sides, rules), 25)
            assert win_decimal(*sides, 25, rules) == exact
    assert win_decimal(10**6, 10**6, 20) == "1 - 3.4515455405367865672e-2060"
    with pytest.raises(RiskError, match="must be at most"):
        win_decimal(10**6, 10**6, 20, method="closed-form")
    with pytest.raises(RiskError, match="rules must be a Rules value"):
        win_decimal(10**6, 10**6, rules="chess")


def test_rounds_are_counted_only_in_a_battle_that_starts() -> None:
    rules = Rules(ties="nobody")
    for battle in (
        Battle(5, 5, rules, stop_after=10**9, retreat_at=5),
        Battle(5, 5, rules, stop_after=10**9, stop_below=1),
    ):
        assert battle.outcomes == {(5, 5): 1}
    for below in (0, "1%", win_probability(5, 5, rules)):
        with pytest.raises(RiskError, match="stop_after must be at most"):
            Battle(5, 5, rules, stop_after=10**9, stop_below=below)


def test_the_engine_walks_for_large_battles_and_only_where_the_method_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def walked(*arguments: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("riskexact.engine.walk.outcomes", walked)
    half = UNITS_FOR_ENGINE // 2
    for battle in (Battle(half, half - 1), Battle(half, half, method="recursion")):
        assert sum(battle.outcomes.values()) == 1
    with pytest.raises(ArithmeticError):
        Battle(half, half).outcomes  # noqa: B018


@pytest.mark.parametrize(
    ("battle", "shown"),
    [
        (Battle(12, 9), "<Battle 12 v 9, standard: 79.0 %>"),
        (Battle(40, 3), "<Battle 40 v 3, standard: >99.9 %>"),
        (Battle(1, 9, Rules(ties="nobody", name="house")), "nobody, called 'house': <0.1 %>"),
        (
            Battle(12, 9, retreat_at=3, stop_at_defenders=1, stop_after=1, stop_below="1/3"),
            "retreat at 3 attackers, stop at 1 defender, stop after 1 round, "
            "stop below a chance of 1/3: 0 %>",
        ),
        (Battle(1000, 1000), "<Battle 1000 v 1000, standard: 99.9 %>"),
        (Battle(1001, 1000), "<Battle 1001 v 1000, standard>"),
        (
            Battle(30, 31, stop_below="25%"),
            "<Battle 30 v 31, standard, stop below a chance of 1/4>",
        ),
        (Battle(2, 1, Rules(20, 20, faces=100)), "ties to the defender>"),
        (Battle(9, 9, Rules(ties="nobody"), stop_after=1000), "stop after 1000 rounds>"),
        (Battle(9, 9, stop_after=1000), "stop after 1000 rounds: 55.8 %>"),
    ],
)
def test_a_battle_shows_its_chance_where_that_takes_no_time(battle: Battle, shown: str) -> None:
    assert repr(battle).endswith(shown)
    assert repr(battle).startswith("<Battle ")


def test_a_battle_in_a_notebook() -> None:
    rows = Cells(Battle(12, 9)._repr_html_()).rows
    assert [row[:2] for row in rows] == [
        ["the attacker wins", "79.0 %"],
        ["the defender holds", "21.0 %"],
        ["attackers left, on average", "4.902"],
        ["defenders left", "0.7010"],
        ["rounds", "8.185"],
    ]
    html = Battle(12, 9, retreat_at=3)._repr_html_()
    assert '<span class="good" style="width:6.46em"' in html
    assert ["the attacker breaks off", "35.4 %"] in [row[:2] for row in Cells(html).rows]
    assert Battle(1001, 1000)._repr_html_() == "<p>Battle 1001 v 1000, standard</p>\n"
