"""The two roads to published values give the same numbers."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.engine import outcomes
from riskexact.odds import recursion
from riskexact.odds.states import best_first
from riskexact.publication import values as module
from riskexact.publication.data_sets import CHANCES
from riskexact.publication.plan import Tile
from riskexact.publication.values import (
    ROADS,
    ByClosedForm,
    ByRecursion,
    check_publishable,
    most_attackers,
)
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.reference import every_throw
from tests.strategies import ANY, rule_sets

NOBODY = Rules(ties="nobody")

lines = st.builds(
    lambda first, length: range(first, first + length), st.integers(1, 9), st.integers(1, 5)
)
tiles = st.builds(Tile, lines, lines)
publishable = rule_sets(ANY)


@given(publishable, tiles)
def test_win_by_both_roads(rules: Rules, tile: Tile) -> None:
    one, other = (dict(road().win(rules, tile)) for road in ROADS.values())
    assert one == other
    assert list(one) == list(other) == list(product(tile.attackers, tile.defenders))
    assert all(type(chance) is Fraction for chance in [*one.values(), *other.values()])


@given(publishable, tiles)
def test_outcomes_by_both_roads(rules: Rules, tile: Tile) -> None:
    one, other = (list(road().outcomes(rules, tile)) for road in ROADS.values())
    assert one == other
    assert [battle for battle, _ in one] == list(product(tile.attackers, tile.defenders))
    for (a, d), ends in one:
        states = [end for end, _ in ends]
        assert states == sorted(states, key=best_first)
        assert all(chance > 0 for _, chance in ends)
        assert sum(chance for _, chance in ends) == 1
        assert all(x <= a and y <= d and 0 in (x, y) for x, y in states)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_catalogue(rules: Rules) -> None:
    tile = Tile(range(1, 8), range(1, 8))
    one, other = (road() for road in ROADS.values())
    assert list(one.win(rules, tile)) == list(other.win(rules, tile))
    assert list(one.outcomes(rules, tile)) == list(other.outcomes(rules, tile))
    assert list(one.needed(rules, 4, CHANCES)) == list(other.needed(rules, 4, CHANCES))
    assert list(one.rounds(rules)) == list(other.rounds(rules))


@pytest.mark.parametrize("rules", [STANDARD, SINGLE_LOSS, Rules(3, 3), NOBODY])
def test_tiles_fit_together(rules: Rules) -> None:
    whole = dict(ByRecursion().win(rules, Tile(range(1, 13), range(1, 13))))
    ends = dict(ByRecursion().outcomes(rules, Tile(range(1, 13), range(1, 13))))
    halves = range(1, 7), range(7, 13)
    for tile in (Tile(x, y) for x in halves for y in halves):
        for battle, chance in ByRecursion().win(rules, tile):
            assert chance == whole.pop(battle)
        for battle, chances in ByRecursion().outcomes(rules, tile):
            assert chances == ends.pop(battle)
    assert not whole
    assert not ends


def test_a_tile_far_out() -> None:
    tile = Tile(range(200, 203), range(180, 184))
    one, other = (road() for road in ROADS.values())
    assert list(one.win(STANDARD, tile)) == list(other.win(STANDARD, tile))
    tile = Tile(range(250, 251), range(200, 202))
    assert list(one.outcomes(STANDARD, tile)) == list(other.outcomes(STANDARD, tile))


def test_the_roads_share_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    tile = Tile(range(1, 6), range(1, 6))
    expected = list(ByRecursion().win(STANDARD, tile)), list(ByRecursion().outcomes(STANDARD, tile))

    def forbidden(*arguments: object) -> None:
        raise AssertionError(arguments)

    with monkeypatch.context() as patch:
        for name in ("Battle", "win_probability", "attackers_needed", "recursion"):
            patch.setattr(module, name, forbidden)
        road = ByRecursion()
        assert (list(road.win(STANDARD, tile)), list(road.outcomes(STANDARD, tile))) == expected
        assert list(road.needed(STANDARD, 3, CHANCES))
        assert list(road.rounds(STANDARD))
    for name in ("changing_round", "weighted_mean", "round_counts", "recursion"):
        monkeypatch.setattr(module, name, forbidden)
    other = ByClosedForm()
    assert (list(other.win(STANDARD, tile)), list(other.outcomes(STANDARD, tile))) == expected
    assert list(other.needed(STANDARD, 3, CHANCES))
    assert list(other.rounds(STANDARD))


def test_a_wrong_edge_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "weighted_outcomes", lambda *_: {(1, 0): 1})
    with pytest.raises(ArithmeticError, match="does not add up"):
        next(ByRecursion().outcomes(STANDARD, Tile(range(3, 4), range(1, 2))))


@given(publishable, st.integers(1, 3), st.sampled_from([Fraction(1, 3), *CHANCES]))
@settings(max_examples=20)
def test_needed_by_both_roads(rules: Rules, most: int, chance: Fraction) -> None:
    one, other = (list(road().needed(rules, most, [chance])) for road in ROADS.values())
    assert one == other


def test_needed_is_the_fewest() -> None:
    found = {
        (d, chance): (a, win) for d, chance, a, win in ByRecursion().needed(STANDARD, 9, CHANCES)
    }
    assert list(found) == list(product(range(1, 10), CHANCES))
    for (d, chance), (a, win) in found.items():
        assert win == recursion.win_probability(a, d) >= chance
        assert all(recursion.win_probability(x, d) < chance for x in range(1, a))


def test_what_nobody_reaches_is_left_out() -> None:
    rules = Rules(1, 1, faces=1)
    for road in ROADS.values():
        assert list(road().needed(rules, 2, CHANCES)) == []
    assert most_attackers(40) > 4 * 60


@given(publishable)
@settings(max_examples=40)
def test_rounds_by_both_roads(rules: Rules) -> None:
    one, other = (list(road().rounds(rules)) for road in ROADS.values())
    assert one == other
    totals = Counter[tuple[int, int]]()
    for x, y, losses, throws in one:
        totals[x, y] += throws
        assert Fraction(throws, rules.throws(x, y)) == every_throw(x, y, rules)[losses]
    assert totals == {dice: rules.throws(*dice) for dice in rules.dice_numbers()}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules(20, 2), "rules must have fewer dice, or fewer faces, to be published: .* 3656"),
        (Rules(3, 3, faces=100), "rules must have fewer dice, or fewer faces, to be published"),
        ("standard", "rules must be a Rules value"),
    ],
)
def test_rules_that_cannot_be_published(rules: Rules, message: str) -> None:
    tile = Tile(range(1, 2), range(1, 2))
    with pytest.raises(RiskError, match=message):
        check_publishable(rules)
    for road in ROADS.values():
        for answer in (
            road().win(rules, tile),
            road().outcomes(rules, tile),
            road().needed(rules, 1, CHANCES),
            road().rounds(rules),
        ):
            with pytest.raises(RiskError, match=message):
                next(answer)


def test_rules_of_many_dice() -> None:
    rules = Rules(6, 2)
    assert list(ByRecursion().rounds(rules)) == list(ByClosedForm().rounds(rules))


def test_what_does_not_fit_is_refused() -> None:
    tile = Tile(range(49_000, 49_050), range(49_000, 49_050))
    with pytest.raises(RiskError, match="must fit in 1 GiB"):
        next(ByRecursion().outcomes(STANDARD, tile))
    with pytest.raises(RiskError, match="must be at most 100000 together"):
        next(ByRecursion().win(STANDARD, Tile(range(1, 2), range(100_000, 100_001))))


@pytest.mark.parametrize(
    ("data_set", "rules", "first", "by_recursion", "by_closed_form"),
    [
        ("win", STANDARD, 1, "recursion", "closed form"),
        ("win", STANDARD, 2, "recursion from the closed form on the edge", "closed form"),
        ("outcomes", NOBODY, 2, "recursion", "recursion forwards from each battle"),
        ("needed", STANDARD, 2, "recursion", "proved search, and closed form"),
        ("rounds", STANDARD, 1, "count of the throws by values", "every throw"),
    ],
)
def test_methods(
    data_set: str, rules: Rules, first: int, by_recursion: str, by_closed_form: str
) -> None:
    tile = Tile(range(first, 9), range(1, 9))
    assert ByRecursion().method(data_set, rules, tile) == by_recursion
    assert ByClosedForm().method(data_set, rules, tile) == by_closed_form
