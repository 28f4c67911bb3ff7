"""Best play on maps, against brute force without any reduction."""

import pickle
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import dist, prod
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.battle.battle import win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import best_order
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import resolve, round_with_loss
from riskexact.rules.hand import Hand
from riskexact.strategy import Strategy
from riskexact.turn import configuration_values, evaluation, placement, rows, search
from riskexact.turn.best_play import BestPlay
from riskexact.turn.configuration_values import Configuration, ConfigurationValues, precision
from riskexact.turn.conquest import conquer
from riskexact.turn.evaluation import MAX_POSITIONS, Bounding
from riskexact.turn.front import DICE_RULES, MOVE_RULES, Attack, Front, MoveRule, bits
from riskexact.turn.geography import Map, classic_layout, map_named
from riskexact.turn.named_front import NamedFront
from riskexact.turn.placement import Placement, held_by, hold, place, placements, reinforce
from riskexact.turn.position import Position
from riskexact.turn.rows import StackRows
from riskexact.turn.search import AnytimeSearch, Bounded, Bounds, TurnTerms
from riskexact.turn.selective import AllottedFront, selective_fronts
from riskexact.turn.stacks import NarrowStacks, OneRegion, PooledStacks, UndividedStacks
from riskexact.turn.turns import Prizes, Rewards, Separately, best_turn
from riskexact.turn.united import UnitedArmies, funnels
from tests.benchmarks.turns import drawn
from tests.cells import Cells
from tests.reference import binomial_p_value
from tests.strategies import tries

Armies = tuple[int, ...]


Stop = Callable[[Armies], Fraction]
"""What it is worth to stop, by the armies; those of the enemy are below 0, and come first."""


def brute_force(
    position: Position, allowed: frozenset[str], move: MoveRule, dice: str, stop: Stop
) -> Fraction:
    """The model itself: every attack, every number of dice, every number of armies; or stop."""
    names = [*position.enemy, *position.mine]
    around = [[names.index(u) for u in position.map.targets(t) if u in names] for t in names]
    rules = [position.rules_of(t) for t in names]
    may = [t in allowed for t in names]

    @cache
    def value(armies: Armies) -> Fraction:
        best = stop(armies)
        for t, mine in enumerate(armies):
            for u in around[t]:
                if mine < 2 or armies[u] >= 0 or not may[u]:
                    continue
                most = rules[u].attack.dice_of(mine - 1)
                for x in range(1 if dice == "free" else most, most + 1):
                    best = max(best, attack(armies, t, u, x))
        return best

    def attack(armies: Armies, t: int, u: int, x: int) -> Fraction:
        changes, total = round_with_loss(x, rules[u].defence.dice_of(-armies[u]), rules[u])
        found = Fraction(0)
        for (i, j), count in changes:
            after = list(armies)
            after[t] -= i
            after[u] += j
            if after[u]:
                worth = value(tuple(after))
            else:
                have = after[t]
                fewest = {"dice": min(x, have - 1), "all": have - 1}.get(str(move), 1)
                each = []
                for m in range(fewest, min(have, move + 1 if isinstance(move, int) else have)):
                    after[t], after[u] = have - m, m
                    each.append(value(tuple(after)))
                worth = max(each)
            found += Fraction(count, total) * worth
        return found

    return value((*(-d for d in position.enemy.values()), *position.mine.values()))


class Case(NamedTuple):
    position: Position
    needed: frozenset[str]
    allowed: frozenset[str]
    move: MoveRule
    dice: str

    @property
    def brute(self) -> Fraction:
        names = [*self.position.enemy, *self.position.mine]
        wanted = [names.index(t) for t in self.needed]

        def stop(armies: Armies) -> Fraction:
            return Fraction(all(armies[t] > 0 for t in wanted))

        return brute_force(self.position, self.allowed, self.move, self.dice, stop)

    def front(self) -> Front:
        terms = TurnTerms(self.move, self.dice)
        return NamedFront(self.position, self.needed, self.allowed, terms).front


SMALL_RULES = [
    STANDARD,
    *(RULES[n] for n in ("single-loss", "risiko", "bonus-die", "two-defenders-need-three")),
    Rules(3, 2, faces=2),
    Rules(2, 2, ties="nobody"),
    Rules((8, 6, 6), 2, pairs=1),
    Rules(3, Hand(2, at_most_attack=True)),
]


EVERY_MOVE: tuple[MoveRule, ...] = (*MOVE_RULES, 1, 2, 3)


@st.composite
def cases(draw: st.DrawFn, most: int = 3) -> Case:
    """A small map that is connected, one or two stacks, needed territories and corridors."""
    enemies, stacks = draw(st.integers(1, most)), draw(st.integers(1, 2))
    enemy = [f"t{n}" for n in range(enemies)]
    mine = [f"s{n}" for n in range(stacks)]
    names = [*mine, *enemy]
    # some borders lead one way, not all of them away from mine
    ways = {(draw(st.sampled_from(names[: names.index(t)])), t): 1 for t in names[1:]}
    for pair in combinations(names, 2):
        if draw(st.integers(0, 3)) == 0:
            ways.setdefault(pair, 2)
    led = {pair: max(0, draw(st.integers(-1, most))) for pair, most in ways.items()}
    one_way = [(t, u) if kind == 1 else (u, t) for (t, u), kind in sorted(led.items()) if kind]
    free = draw(st.integers(enemies, enemies + (5 if enemies < 3 else 3)))
    first = draw(st.integers(0, free)) if stacks == 2 else free
    rules: Rules | Mapping[str, Rules]
    rules = draw(st.sampled_from([*SMALL_RULES, *[STANDARD] * 6]))
    if draw(st.integers(0, 5)) == 0:
        rules = {t: draw(st.sampled_from(SMALL_RULES)) for t in enemy}
    position = Position(
        Map(sorted(pair for pair, kind in led.items() if not kind), one_way=one_way),
        dict(zip(mine, [first + 1, free - first + 1], strict=False)),
        {t: draw(st.integers(1, 3 if enemies < 3 else 2)) for t in enemy},
        rules,
    )
    corridors = frozenset(t for t in enemy if draw(st.integers(0, 4)) == 0)
    needed = frozenset(enemy) - corridors or frozenset(enemy[:1])
    move, dice = draw(st.sampled_from(EVERY_MOVE)), draw(st.sampled_from(DICE_RULES))
    return Case(position, needed, frozenset(enemy), move, dice)


@tries(60)
@given(cases())
def test_best_play_is_that_of_brute_force(case: Case) -> None:
    answer = conquer(case.position, case.needed, case.allowed, move=case.move, dice=case.dice)
    assert answer.proved
    assert answer.lower == case.brute
    front = answer.front
    few = [BestPlay(each, every=True) for each in selective_fronts(front)]
    fronts = front, *(AllottedFront(front, n) for n in (1, 2))
    below: list[Bounding] = [BestPlay(front), *few, *map(UndividedStacks, fronts)]
    assert all(each.value(front.start) <= answer.lower for each in below)
    united = [PooledStacks(front, n, exact) for n in (1, 2) for exact in (False, True)]
    above: list[Bounding] = [UnitedArmies(front), *united]
    assert all(each.value(front.start) >= answer.lower for each in above)
    for source, target, dice in answer.best:
        assert source in case.position.mine
        assert target in case.position.enemy
        assert dice
    path = answer.best_path
    assert (
        path is None or path <= answer.lower or case.dice == "most" or case.move in ("dice", "all")
    )


def undivided(front: Front) -> Fraction:
    """The policy of `UndividedStacks`, state by state: what it allows after a conquest, no more."""
    n, bordered = front.enemies, [{*bits(front.borders[t])} for t in range(front.nodes)]

    @cache
    def value(state: Armies) -> Fraction:
        left = {u for u in range(n) if state[u]}
        if not left & {*bits(front.needed)}:
            return Fraction(1)
        return max(
            (
                exact_sum(
                    Fraction(weight, front.base ** sum(lost)) * after(state, attack, *lost)
                    for lost, weight in front.rounds_of(state, attack)
                )
                for attack in front.attacks(state)
            ),
            default=Fraction(0),
        )

    def after(before: Armies, attack: Attack, i: int, j: int) -> Fraction:
        state = front.fought(before, attack, i, j)
        if state[attack.target]:
            return value(state)
        left = useful({u for u in range(n) if state[u]})
        behind, on = (bordered[t] & left for t in (attack.source, attack.target))
        free = state[n + attack.source]
        most = min(free, front.most_moving)
        if front.move in ("dice", "all") or not behind:
            numbers: Iterable[int] = [most]
        elif not on:
            numbers = [1]
        elif parted(state, attack, left):
            numbers = range(1, most + 1)
        else:
            stay, go = front.moved(state, attack, 1), [*front.moved(state, attack, most)]
            go[n + attack.source] = 0  # others are out of play
            return max(value(stay), value((*go,)))
        return max(value(front.moved(state, attack, m)) for m in numbers)

    def useful(left: set[int]) -> set[int]:
        """What leads to something that is needed."""
        return set().union(*parts(left, []))

    def parts(left: set[int], reached: list[set[int]]) -> list[set[int]]:
        found = [{u} | bordered[u] & left for u in left] + reached
        for part in [*found]:
            joined = [each for each in found if each & part]
            found = [each for each in found if not each & part] + [set().union(part, *joined)]
        return [part for part in found if part & {*bits(front.needed)}]

    def parted(state: Armies, attack: Attack, left: set[int]) -> bool:
        """Whether no needed part of the rest can be reached from both."""
        others = [t for t in range(front.nodes) if state[n + t] and t != attack.source]
        sides = {
            tuple(bool(part & bordered[t]) for t in (attack.source, attack.target))
            for part in parts(left, [bordered[t] & left for t in others])
        }
        return (True, True) not in sides and {(True, False), (False, True)} <= sides

    return value(front.start)


ROUNDED = Fraction(1, 10**6)
"""More than what is lost by rounding."""


@pytest.mark.tools
@tries(40)
@given(cases(4))
def test_stands_have_the_values_of_their_states(case: Case) -> None:
    front = case.front()
    stacks = sum(map(bool, front.start[front.enemies :]))
    policy, above = UndividedStacks(front), PooledStacks(front, stacks)
    assert 0 <= undivided(front) - policy.value(front.start) < ROUNDED
    pooled = PooledStacks(front, stacks, exact=True).value(front.start)
    assert 0 <= above.value(front.start) - pooled < ROUNDED
    assert all(PooledStacks(front, k).value(front.start) >= pooled for k in range(1, stacks))
    for attack in front.attacks(front.start):
        armies = policy.moves_in(front.start, attack)
        after = front.fought(front.start, attack, 0, front.start[attack.target])
        assert armies is None or armies in front.numbers_moving_in(after, attack)
    # what is best first has the value of the policy, and leads to states with the values it needs
    best = max(policy.attacks(front.start), key=lambda each: each[1], default=None)
    if best is None:
        return
    attack, first = best
    assert 0 <= first - policy.value(front.start) < ROUNDED
    total = Fraction(0)
    for (i, j), weight in front.rounds_of(front.start, attack):
        after = front.fought(front.start, attack, i, j)
        if not after[attack.target]:
            armies = policy.moves_in(front.fought(front.start, attack, i, 0), attack)
            assert armies is not None
            assert armies in front.numbers_moving_in(after, attack)
            after = front.moved(after, attack, armies)
        total += Fraction(weight, front.base ** (i + j)) * policy.value(after)
    assert abs(total - first) < ROUNDED


@pytest.mark.parametrize(("move", "armies"), [("any", 8), (3, 3)])
def test_without_hope_as_many_move_in_as_may(move: MoveRule, armies: int) -> None:
    world = Map([("A", "B"), ("B", "C"), ("C", "D")])
    position = Position(world, {"A": 9, "C": 1}, {"B": 1, "D": 1})
    front = NamedFront(position, terms=TurnTerms(move)).front
    policy, attack = UndividedStacks(front), next(front.attacks(front.start))
    assert policy.value(front.start) == 0
    assert policy.moves_in(front.start, attack) == armies


@tries(40)
@given(cases(4))
def test_no_first_attack_has_more_than_its_limit(case: Case) -> None:
    front = case.front()
    stacks = sum(map(bool, front.start[front.enemies :]))
    above, every = PooledStacks(front, stacks), BestPlay(front, every=True)
    assert above.limits(front.start) == {}
    whole = above.value(front.start)
    limits = above.limits(front.start)
    assert {*limits} == {*front.attacks(front.start)}
    assert all(limits[attack] >= value for attack, value in every.attacks(front.start))
    if limits and case.dice == "free":
        assert 0 <= whole - max(limits.values()) < ROUNDED


@pytest.mark.parametrize("others", [{}, {"Ontario": 3}])
def test_a_corridor_that_leads_nowhere_joins_nothing(others: dict[str, int]) -> None:
    """It borders both ends of an attack, behind which lie two parts of what is needed."""
    needed = dict.fromkeys(("Eastern United States", "Venezuela", "Quebec"), 1)
    enemy = needed | {"Western United States": 1}
    position = Position("classic", {"Central America": 7, **others}, enemy)
    front = NamedFront(position, needed, enemy).front
    policy = UndividedStacks(front)
    above, exact = (PooledStacks(front, 1 + len(others), each) for each in (False, True))
    assert 0 <= undivided(front) - policy.value(front.start) < ROUNDED
    assert 0 <= above.value(front.start) - exact.value(front.start) < ROUNDED


@pytest.mark.parametrize("dice", ["free", "most"])
@pytest.mark.parametrize("move", ["any", "dice", "all"])
def test_who_moves_into_a_corridor_that_leads_nowhere_is_lost(move: str, dice: str) -> None:
    """A first attack has no more than it is worth, even if what it takes leads nowhere."""
    board = Map([("A", "B"), ("A", "C"), ("B", "D")])
    position = Position(board, {"A": 8}, {"B": 1, "C": 1, "D": 1}, "single-loss")
    front = NamedFront(position, ["B", "D"], ["C"], TurnTerms(move, dice)).front
    policy, every = UndividedStacks(front), BestPlay(front, every=True)
    policy.value(front.start)
    worth = dict(every.attacks(front.start))
    attacks = dict(policy.attacks(front.start))
    assert len({attack.target for attack in attacks}) == 2
    assert all(value <= worth[attack] for attack, value in attacks.items())


def test_a_narrow_policy_knows_its_attacks_by_any_numbers_of_its_stacks() -> None:
    """Of attacks that are alike it considers two, whichever stacks have more armies."""
    board = Map([("r", "a"), ("s", "b"), ("t", "c"), ("a", "b"), ("b", "c"), ("a", "c")])
    position = Position(board, {"r": 4, "s": 3, "t": 5}, dict.fromkeys("abc", 2))
    front = NamedFront(position).front
    narrow = NarrowStacks(front, 2)
    value = narrow.value(front.start)
    worth = dict(narrow.attacks(front.start))
    assert len({attack.target for attack in worth}) == 2
    assert value - ROUNDED < max(worth.values()) <= value + ROUNDED


def test_a_funnel_is_one_territory() -> None:
    """Of two stacks before two territories both go on, each by its own."""
    board = Map([("s", "u"), ("t", "u"), ("s", "v"), ("t", "v")])
    front = NamedFront(Position(board, {"s": 4, "t": 4}, {"u": 2, "v": 2})).front
    best = BestPlay(front, every=True).value(front.start)
    assert list(funnels(front, front.start)) == []
    assert all(
        each.value(front.start) >= best for each in (UnitedArmies(front), OneRegion(front, 2))
    )
    alone = NamedFront(Position(board, {"s": 4, "t": 4, "v": 1}, {"u": 2})).front
    assert [nodes for _, nodes in funnels(alone, alone.start)] == [[*bits(alone.live(alone.start))]]


@pytest.mark.parametrize(
    ("borders", "mine", "enemy", "rules"),
    [
        # of three parts behind a conquest one is reached from both of its ends, two from one
        (["s u", "s a", "u c", "s d", "u d"], {"s": 8}, dict.fromkeys("uacd", 1), STANDARD),
        # each stack throws the die of 12 faces; the second die of a pool has 2
        (["s t", "r t"], {"s": 2, "r": 2}, {"t": 2}, Rules((12, 2), 2)),
        # all of a stack move in, as the other one takes what lies behind
        (["s u", "s a", "u c", "r a"], {"s": 3, "r": 9}, {"u": 1, "a": 2, "c": 2}, STANDARD),
    ],
)
@pytest.mark.parametrize("dice", DICE_RULES)
def test_bounds_by_stacks_hold_the_optimum(
    borders: list[str], mine: dict[str, int], enemy: dict[str, int], rules: Rules, dice: str
) -> None:
    board = Map([(pair[0], pair[2]) for pair in borders])
    front = NamedFront(Position(board, mine, enemy, rules), terms=TurnTerms("any", dice)).front
    every, above = BestPlay(front, every=True), PooledStacks(front, len(mine))
    best = every.value(front.start)
    pools: list[PooledStacks | UnitedArmies] = [
        UnitedArmies(front),
        above,
        *(PooledStacks(front, 1, exact) for exact in (False, True)),
    ]
    assert all(each.value(front.start) >= best for each in pools)
    whole = UndividedStacks(front, exact=True).value(front.start)
    assert whole == undivided(front)
    assert 0 <= whole - UndividedStacks(front).value(front.start) < ROUNDED
    limits = above.limits(front.start)
    assert all(limits[attack] >= value for attack, value in every.attacks(front.start))


def test_what_leads_nowhere_costs_nothing() -> None:
    costs = []
    for corridor in ({}, {"x": 1}):
        enemy = {"n": 2, "m": 2, **corridor}
        position = Position(Map([("s", "n"), ("n", "m"), ("s", "x")]), {"s": 9}, enemy)
        front = NamedFront(position, ["n", "m"], enemy).front
        kinds = PooledStacks(front, 1), UndividedStacks(front)
        costs.append([(kind.value(front.start), kind.states) for kind in kinds])
    assert costs[0] == costs[1]


def test_values_are_those_of_no_more_armies_than_a_row_has() -> None:
    front = Front([(3, STANDARD)], [3, 5], 1, [(1, 0), (2, 0)])
    policy, other = UndividedStacks(front), (3, 0, 5, 3)
    policy.value(front.start)
    assert dict(policy.attacks(other)) == dict(UndividedStacks(front).attacks(other))


@pytest.mark.parametrize("rules", [STANDARD, Rules(5, 4), Rules(3, 2, faces=100)])
def test_a_value_times_the_throws_of_a_round_is_exact_in_a_float(rules: Rules) -> None:
    bits = precision(Front([(9, rules)], [9], 1, [(1, 0)]))
    throws = max(round_with_loss(*dice, rules)[1] for dice in rules.dice_numbers())
    assert bits < 32
    assert throws << bits < 2**53


@pytest.mark.parametrize(
    ("mine", "borders", "allotted"),
    [
        # a conquest costs the attacker and one who stays: 5 are then fewer than 4
        ([5, 4], [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)], [0, 0, 0, 0b101, 0b010]),
        # whatever is in reach is somebody's, also where armies are too few
        ([1], [(0, 3), (0, 1), (1, 2)], [0b010, 0b101, 0b010, 0b001]),
    ],
)
def test_territories_are_allotted_to_who_has_most_to_spare(
    mine: list[int], borders: list[tuple[int, int]], allotted: list[int]
) -> None:
    ways = [way for i, j in borders for way in ((i, j), (j, i))]
    front = Front([(1, STANDARD)] * 3, mine, 3, ways)
    assert AllottedFront(front, 1).borders == allotted


def test_rows_that_are_too_long_are_not_begun() -> None:
    mine = dict.fromkeys(("Brazil", "Western Europe", "Middle East", "Siam"), 100)
    position = Position("classic", mine, dict.fromkeys(("North Africa", "Egypt", "India"), 3))
    answer = conquer(position, effort=20_000)
    assert 0 <= answer.lower < answer.upper <= 1
    assert answer.states < 30_000


@pytest.mark.parametrize(("armies", "cost"), [(300, 1), (1200, 4)])
def test_a_long_value_counts_as_several_states(armies: int, cost: int) -> None:
    front = NamedFront(Position("classic", {"Siam": armies}, {"Indonesia": 2, "India": 2})).front
    assert front.cost == cost
    united = UnitedArmies(front)
    united.value(front.start)
    assert united.states == 6 * armies * cost  # garrisons of 0 to 2, the smaller one first
    rounded, exact = (PooledStacks(front, 1, exact) for exact in (False, True))
    assert exact.value(front.start) <= rounded.value(front.start)
    (values,), (cells,) = exact.values.values(), rounded.values.values()
    assert values.cells == cost * configuration_values.EXACT_ROOM * cells.cells


@pytest.mark.tools
def test_rules_with_too_many_throws_have_the_other_bounds() -> None:
    rules = Rules(attack_dice=5, defence_dice=5, faces=60, pairs=5)
    position = Position("classic", {"Siam": 30}, dict.fromkeys(AUSTRALIA, 5), rules)
    answer = conquer(position, effort=5000)
    assert 0 < answer.lower <= answer.upper


@tries(10)
@given(cases(4))
def test_lists_have_the_values_of_arrays(case: Case) -> None:
    front = case.front()
    kinds = UndividedStacks(front), PooledStacks(front, 2)
    found = [(kind.value(front.start), kind.states) for kind in kinds]
    with pytest.MonkeyPatch.context() as patch:
        for module in (rows, configuration_values):
            patch.setattr(module, "is_installed", lambda name: False)
        kinds = UndividedStacks(front), PooledStacks(front, 2)
        assert [(kind.value(front.start), kind.states) for kind in kinds] == found


@pytest.mark.tools
@tries(13)
@given(cases(5), st.integers(0, 4))
def test_bounds_of_larger_positions_hold_the_optimum(case: Case, more: int) -> None:
    """Beyond brute force: the optimum is that over every number of armies moving in."""
    mine = {t: n + more for t, n in case.position.mine.items()}
    position = case.position.replace(mine=mine)
    front = conquer(position, case.needed, case.allowed, move=case.move, dice=case.dice).front
    every = BestPlay(front, every=True)
    optimum = every.value(front.start)
    lower, upper, _ = Bounded(front, TurnTerms(all_numbers=0)).bounds(front.start)
    assert lower <= optimum <= upper
    # each attack that the policy calls best has the chance that it says
    if lower == optimum:
        chances = dict(every.attacks(front.start))
        play = Bounded(front, TurnTerms(all_numbers=0)).bounds(front.start).play
        assert all(value <= chances[attack] for attack, value in play.attacks(front.start))


EFFORTS = 1, 3, 10, 30, 100, 300, 1000, 10_000


@pytest.mark.tools
@tries(100)
@given(cases())
def test_at_every_effort_the_bounds_hold_the_optimum_and_never_widen(case: Case) -> None:
    """As large positions are searched, where no search is to the end at once."""
    optimum, before = case.brute, (Fraction(0), Fraction(1))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(search, "AT_ONCE", 0)
        patched.setattr(search, "FIRST_STATES", 2)
        for effort in EFFORTS:
            terms: dict[str, Any] = {"move": case.move, "dice": case.dice, "effort": effort}
            found = conquer(case.position, case.needed, case.allowed, **terms)
            assert before[0] <= found.lower <= optimum <= found.upper <= before[1]
            assert found.states <= effort + 40
            before = found.lower, found.upper
    assert found.proved


@tries(67)
@given(st.data())
def test_the_best_turn_is_that_of_brute_force(data: st.DataObject) -> None:
    case = data.draw(cases())
    enemy, armies_first = list(case.position.enemy), sum(case.position.mine.values())
    worth, every = {t: data.draw(st.integers(0, 3)) for t in enemy}, data.draw(st.integers(0, 3))
    groups = [
        (frozenset(t for t in enemy if data.draw(st.booleans())) or frozenset(enemy), bonus)
        for bonus in data.draw(st.lists(st.integers(1, 6), max_size=2))
    ]
    card = data.draw(st.sampled_from([0, 0, 1, 2]))
    loss = data.draw(st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1)]))
    front = conquer(case.position, enemy, move=case.move, dice=case.dice).front
    # `conquer` orders the enemy's as the position does, which is the map's order
    alone = [(1 << u, Fraction(worth[t])) for u, t in enumerate(enemy) if worth[t]]
    several = [(sum(1 << enemy.index(t) for t in group), Fraction(b)) for group, b in groups]
    prizes = Prizes(Fraction(every), Fraction(card), loss, [*alone, *several])
    rewards = Rewards(front, prizes)

    def stop(armies: Armies) -> Fraction:
        taken = {t for t, n in zip(enemy, armies, strict=False) if n > 0}
        lost = armies_first - sum(n for n in armies if n > 0)
        bonus = sum(b for group, b in groups if group <= taken)
        each = sum(every + worth[t] for t in taken)
        return each + bonus + card * bool(taken) - loss * lost

    brute = brute_force(case.position, frozenset(enemy), case.move, case.dice, stop)
    assert rewards.value(front.start) == brute
    for few in selective_fronts(front):
        assert Rewards(few, prizes).value(front.start) <= brute
    assert Separately(front, prizes).value(front.start) >= brute


ASIA = [t for t in map_named("classic").named("Asia") if t != "Middle East"]
LARGE = Position("classic", {"Ukraine": 20, "Middle East": 20}, dict.fromkeys(ASIA, 3))


@pytest.mark.tools
def test_a_search_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**9))
    monkeypatch.setattr(evaluation, "monotonic", lambda: next(clock))
    short, long = (conquer(LARGE, seconds=n) for n in (12, 80))
    assert short.states < long.states < 40 * 1024
    assert short.lower <= long.lower < long.upper <= short.upper
    assert not long.proved
    assert pickle.loads(pickle.dumps(long)).best == long.best
    assert len(long.best) <= 1
    value = best_turn(LARGE, {"Asia": 7, "card": 1, "territory": "1/2"}, seconds=36)
    assert 0 <= value.lower < value.upper <= 7 + 1 + Fraction(11, 2)
    many = reinforce(LARGE, 9, seconds=36)
    assert len(many) == 10
    assert all(each.lower <= each.upper <= 1 for each in many)


def test_what_was_not_searched_is_not_evaluated_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first moves of a policy that was never found: those that are known soon, or none."""
    clock = iter(range(10**9))
    monkeypatch.setattr(evaluation, "monotonic", lambda: next(clock))
    most = Position("classic", {"Ukraine": 300, "Middle East": 300}, dict.fromkeys(ASIA, 300))
    for answer in (conquer(most, seconds=1), best_turn(most, {"Asia": 7}, seconds=1)):
        assert answer.lower == 0
        assert not answer.moves + answer.best + answer.next(most)
        assert isinstance(answer._policy, evaluation.Policy)
        assert answer._policy.states <= 3 * 256
        assert repr(answer)
        assert answer._repr_html_()


def test_a_late_comparison_of_armies_that_move_in_is_of_some() -> None:
    front = NamedFront(Position("classic", {"Siam": 40}, {"Indonesia": 1, "New Guinea": 9})).front
    play, attack = BestPlay(front, every=True), next(front.attacks(front.start))
    best = play.moves_in(front.start, attack)
    late = BestPlay(front, every=True)
    late.progress = evaluation.in_time(1e-9)
    assert best == 39
    assert late.moves_in(front.start, attack) in (None, *range(1, 39))


class Known(BestPlay):
    """A method that knows a lower bound."""

    def __init__(self, front: Front, known: Fraction) -> None:
        super().__init__(front)
        self.known = known

    def value(self, state: Armies) -> Fraction:
        return self.known


def test_a_bound_that_is_found_later_and_worse_is_not_taken() -> None:
    front = Front([(1, STANDARD)], [1], 1, [(1, 0)])
    good, bad = (Known(front, Fraction(1, n)) for n in (2, 3))
    search = AnytimeSearch([[], [], [good, bad]], (1, 1, 1), bad, TurnTerms())
    found = search.of([front.start])
    assert found == [Bounds(Fraction(1, 2), Fraction(1), good)]


@pytest.mark.tools
def test_more_effort_sharpens_both_bounds() -> None:
    enemy = dict.fromkeys(["Ural", "Siberia", "Afghanistan", "China", "India", "Mongolia"], 3)
    position = LARGE.replace(mine={"Ukraine": 20, "Middle East": 9}, enemy=enemy)
    rough, sharp = (conquer(position, effort=effort) for effort in (20_000, 100_000))
    assert 0 < rough.lower < sharp.lower < sharp.upper < rough.upper < 1


@pytest.mark.tools
def test_an_attack_that_no_other_exceeds_is_shown_to_be_best() -> None:
    enemy = {"Ural": 9, "China": 2, "Middle East": 9, "India": 3}
    position = Position("classic", {"Mongolia": 12, "Siam": 13}, enemy)
    early, found = (conquer(position, effort=effort) for effort in (4000, 12_000))
    assert early.lower < early.upper
    assert early.shown == ()
    assert found.lower < found.upper
    assert found.shown == found.best == (("Mongolia", "China", 3),)
    proved = conquer(Position("classic", {"Siam": 14}, {"Indonesia": 3}))
    assert proved.proved
    assert proved.shown == proved.best
    # two attacks that are alike, whose limits are their values
    twins = conquer(Position(Map([("A", "B"), ("A", "C")]), {"A": 4}, {"B": 1, "C": 1}))
    limits = {move[:3]: move.value for move in twins.moves}
    vars(twins).update(proved=False, _limits=limits)
    assert len(twins.best) == 2
    assert twins.shown == twins.best


def test_several_stacks_have_a_policy_after_few_states() -> None:
    mine = dict.fromkeys(("Brazil", "Western Europe", "Middle East"), 20)
    assert conquer(Position("classic", mine, each("Africa", 3)), effort=600).lower > 0


def test_the_second_policy_with_few_attacks_does_not_wait_for_stacks() -> None:
    most = Position("classic", {"Ukraine": 15}, each("Asia", 3))
    named = NamedFront(most)
    bounded = Bounded(named.front)
    enemy = dict.fromkeys(most.enemy, 1) | {"India": 2, "China": 2}
    ((lower, upper, _),) = bounded.of([named.state_of(most.mine, enemy)])
    assert lower == upper > 0
    assert bounded.states < 1500


@pytest.mark.tools
def test_placements_that_were_not_tried_are_counted() -> None:
    """A placement that was tried has a policy of its own; the others have bounds all the same."""
    for effort, untried in ((5000, 9), (120_000, 0)):
        ways = reinforce(LARGE, 9, effort=effort)
        assert sum(each.untried for each in ways) == untried
        assert all(each.lower > 0 for each in ways if not each.untried)
    best = place(16, "Asia", {"Ukraine": 30, "Alaska": 30}, effort=5000)
    assert 0 < best.untried <= 1365
    assert best.upper == 1
    assert place(7, "Australia", {"Siam": 8}).untried == 0


@pytest.mark.tools
def test_a_long_search_of_a_small_position_has_rough_bounds_soon() -> None:
    """Where they meet, nobody waits for the best moves unless they are asked for."""
    asia = dict.fromkeys([*ASIA, "Middle East"], 1)
    found = conquer(Position("classic", {"Ukraine": 20}, asia), effort=9000)
    assert 0 < found.lower <= found.upper < 1
    assert found.states <= 9040
    heard: list[Fraction] = []
    for effort in (20_000, 60_000):
        best = place(
            12, "Asia", {"Ukraine": 20}, effort=effort, on_bounds=lambda low, _: heard.append(low)
        )
        assert best.proved
    assert heard[: len(heard) // 2] == heard[len(heard) // 2 :]


@pytest.mark.tools
@pytest.mark.parametrize("most", [0, 100])
def test_stands_that_were_interrupted_are_found_anew(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = NamedFront(drawn(22)).front
    expected = PooledStacks(front, 2).value(front.start)
    above, explore = PooledStacks(front, 2), ConfigurationValues._explore

    def interrupted(values: ConfigurationValues, configuration: Configuration) -> None:
        if len(values._begins) > most:
            raise KeyboardInterrupt
        explore(values, configuration)

    monkeypatch.setattr(ConfigurationValues, "_explore", interrupted)
    with pytest.raises(KeyboardInterrupt):
        above.value(front.start)
    monkeypatch.undo()
    assert above.value(front.start) == expected


def test_whoever_hears_the_bounds_may_end_a_search_with_what_it_knows() -> None:
    heard = []

    def end(lower: Fraction, upper: Fraction) -> None:
        heard.append((lower, upper))
        if len(heard) == 400:
            raise evaluation.SearchEndedError

    answer = conquer(LARGE, on_bounds=end)
    assert (answer.lower, answer.upper) == heard[-1]
    assert all(a[0] <= b[0] <= b[1] <= a[1] for a, b in pairwise(heard))
    assert answer.lower < answer.upper


STEPS: list[tuple[Any, str]] = [
    (ConfigurationValues, "begin"),
    (ConfigurationValues, "_explore"),
    (ConfigurationValues, "_conquer"),
    (ConfigurationValues, "_charge"),
    (StackRows, "begun"),
    (StackRows, "attack"),
    (Front, "moved"),
]


@pytest.mark.tools
@pytest.mark.parametrize(("owner", "name"), STEPS)
def test_ctrl_c_leaves_no_table_half_filled(
    owner: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes at the first call of a step, or at the second, and so on; then all goes on."""
    position = Position("classic", {"Mongolia": 6, "Siam": 5}, {"China": 2, "India": 1, "Ural": 1})
    front, step = NamedFront(position).front, getattr(owner, name)
    expected = [method.value(front.start) for method in Bounded(front)._methods]
    interrupts = 0
    for most in (0, 1, 2, 3, 5, 8, 15, 40):
        for method, value in zip(Bounded(front)._methods, expected, strict=True):
            calls = iter(range(most))

            def interrupted(*given: Any, calls: Iterable[int] = calls) -> Any:
                if next(iter(calls), None) is None:
                    raise KeyboardInterrupt
                return step(*given)

            monkeypatch.setattr(owner, name, interrupted)
            try:
                method.value(front.start)
            except KeyboardInterrupt:
                interrupts += 1
            monkeypatch.setattr(owner, name, step)
            assert method.value(front.start) == value
    assert interrupts > 3


@pytest.mark.tools
def test_ctrl_c_comes_out_of_a_search_which_can_be_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = LARGE.replace(enemy=dict.fromkeys(["Ural", "Siberia", "Afghanistan", "China"], 3))
    front, terms = NamedFront(position).front, TurnTerms(effort=10_000)
    monkeypatch.setattr(search, "AT_ONCE", 0)
    expected = Bounded(front, terms).bounds(front.start)[:2]

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for owner, name in [(StackRows, "attack"), (Front, "moved"), (AnytimeSearch, "_keep")]:
        bounded = Bounded(front, terms)
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                bounded.bounds(front.start)
        for method in bounded._methods:
            assert (method.most, method.progress) == (MAX_POSITIONS, None)
        lower, upper, _ = bounded.bounds(front.start)
        assert lower <= expected[1]
        assert expected[0] <= upper


@pytest.mark.parametrize("seconds", [10**400, Fraction(10**400, 3), float("inf")])
def test_a_time_that_no_float_has_never_comes(seconds: Any) -> None:
    position = Position("classic", {"Siam": 4}, {"India": 2})
    assert conquer(position, seconds=seconds).lower == conquer(position).lower


@pytest.mark.parametrize("seconds", [0, -1, "3", True, float("nan")])
def test_bad_limits(seconds: Any) -> None:
    with pytest.raises(RiskError, match="seconds must be a number above 0, or None, not"):
        conquer(LARGE, seconds=seconds)
    with pytest.raises(RiskError, match="effort must be a whole number, 1 or more, not 0"):
        conquer(LARGE, effort=0)
    with pytest.raises(RiskError, match="on_bounds must be a function of two bounds, or None, not"):
        conquer(LARGE, on_bounds=seconds)


AUSTRALIA = {"Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2}


def each(continent: str, defenders: int) -> dict[str, int]:
    return dict.fromkeys(map_named("classic").named(continent), defenders)


TWO_STACKS = {"Central America": 8, "North Africa": 8}, each("South America", 3)
ONE_DIE = {"Brazil": 8, "Egypt": 5}, {"North Africa": 2, "Congo": 2, "South Africa": 2}


@pytest.mark.parametrize(
    ("mine", "enemy", "best", "path"),
    [
        # don't finish him off
        (
            {"Siam": 14},
            AUSTRALIA,
            Fraction(
                11760830594778161497382655141856090525625,
                20436543904294281434532714836234399121408,
            ),
            0.5562137420559531,
        ),
        (
            {"North Africa": 13},
            {"Brazil": 2, "Venezuela": 5, "Peru": 1, "Argentina": 5},
            Fraction(
                1804487031123499261993532724218446130196875,
                4966080168743510388591449705204958986502144,
            ),
            0.31682,
        ),
        (
            *TWO_STACKS,
            Fraction(
                332262347449151005830628120101832043201462640625,
                617859830274392588506993806522780177264650747904,
            ),
            0.0417,
        ),
        # the paths part: no path takes all four
        (
            {"North Africa": 20},
            {"Brazil": 3, "Venezuela": 3, "Western Europe": 3, "Great Britain": 3},
            Fraction(
                80525905026703997996986860156763625756322351850296598253125,
                114768756451435163288861075669349501566347993194377917759488,
            ),
            None,
        ),
        (*ONE_DIE, Fraction(616891917302135417264019625, 1146047199832281727352438784), 0.4378),
    ],
)
def test_known_answers(
    mine: dict[str, int], enemy: dict[str, int], best: Fraction, path: float | None
) -> None:
    answer = conquer(Position("classic", mine, enemy))
    assert (answer.lower, answer.upper, answer.proved) == (best, best, True)
    if path is None:
        assert answer.best_path is None
    else:
        assert float(answer.best_path or 0) == pytest.approx(path, abs=5e-5)


def test_what_to_do_first() -> None:
    """The first moves, and those in mid-turn."""
    answer = conquer(Position("classic", {"Siam": 14}, AUSTRALIA))
    assert answer.best == (("Siam", "Indonesia", 3),)
    now = Position(
        "classic",
        {"Siam": 1, "Indonesia": 11},
        {"New Guinea": 1, "Western Australia": 4, "Eastern Australia": 2},
    )
    assert answer.next(now) == (("Indonesia", "Western Australia", 3),)
    assert round(float(answer.win_probability(now)), 4) == 0.7307
    finish = next(move for move in answer.moves_from(now) if move.target == "New Guinea")
    assert float(finish.value) == pytest.approx(0.7241, abs=1e-4)
    two = conquer(Position("classic", *TWO_STACKS))
    assert two.best == (("Central America", "Venezuela", 3),)
    brazil = next(move for move in two.moves if move.target == "Brazil")
    assert round(float(brazil.value), 4) == 0.5343
    assert conquer(Position("classic", *ONE_DIE)).best == (("Egypt", "North Africa", 1),)


@pytest.mark.parametrize(
    ("move", "dice", "chance"),
    [("any", "free", 0.7833), ("dice", "most", 0.6111), ("dice", "free", 0.6920)],
)
def test_the_rule_of_moving_in_matters_at_dead_ends(move: str, dice: str, chance: float) -> None:
    position = Position("classic", {"Brazil": 10}, {"Argentina": 3, "Venezuela": 3})
    answer = conquer(position, move=move, dice=dice)
    assert answer.proved
    assert round(float(answer.lower), 4) == chance


LINE = "AB BC"
OCEANIA = "AB AC BD CD DE"
"""Malaysia, Borneo, Sumatra, Australia and Java, with Malaysia beside both of its neighbours."""


@pytest.mark.parametrize(
    ("borders", "rules", "armies", "move", "chance"),
    [
        (LINE, "standard", (6, 1, 1), "any", "884045675/967458816"),
        (LINE, "standard", (6, 1, 1), 3, "2840562775/3869835264"),
        (LINE, "standard", (6, 1, 1), 2, "3171332425/7739670528"),
        (LINE, "standard", (6, 1, 2), "any", "1162811759275/1671768834048"),
        (LINE, "standard", (6, 1, 2), 3, "586430922775/1671768834048"),
        (LINE, "standard", (6, 1, 2), 2, "174423283375/1671768834048"),
        (LINE, "risiko", (9, 1, 2), 3, "1807990494308141575/4991874990165983232"),
        (OCEANIA, "risiko", (10, 1, 1, 1, 1), 3, "557079007699765625/1663958330055327744"),
        (OCEANIA, "risiko", (10, 1, 1, 1, 1), 4, "2212955675714374375/3327916660110655488"),
    ],
)
def test_no_more_move_in_than_a_number(
    borders: str, rules: str, armies: Armies, move: MoveRule, chance: str
) -> None:
    """By a recursion over whole positions that others wrote, for the Argentine game's rule too."""
    mine, *enemy = zip("ABCDE", armies, strict=False)
    world = Map([(pair[0], pair[1]) for pair in borders.split()])
    position = Position(world, dict([mine]), dict(enemy), rules)
    answer = conquer(position, move=move)
    assert answer.proved
    assert answer.lower == Fraction(chance)
    path = answer.best_path
    assert path is None or path <= answer.lower
    assert all(each.move_in is None or each.move_in <= armies[0] for each in answer.moves)


def test_as_many_as_there_are_are_any_number() -> None:
    position = Position("classic", {"Siam": 9, "China": 4}, AUSTRALIA)
    some, many, every = (conquer(position, move=move) for move in (2, 99, "any"))
    assert some.lower < many.lower == every.lower
    assert many.moves == every.moves
    assert many.best_path == every.best_path
    assert {move.move_in for move in some.moves} <= {None, 1, 2}


def test_more_may_be_worse_where_the_most_dice_are_forced() -> None:
    """The reduction that `Front.moves_in` makes only where the number of dice is free."""
    position = Position(
        Map([("s0", "t0"), ("s1", "t1"), ("t0", "t1"), ("t0", "t2")]),
        {"s0": 5, "s1": 4},
        {"t0": 2, "t1": 2, "t2": 1},
    )
    case = Case(position, frozenset(position.enemy), frozenset(position.enemy), "any", "most")
    answer = conquer(position, dice="most")
    assert answer.lower == case.brute
    assert round(float(answer.lower), 4) == 0.4714
    front = answer.front
    front.dice = "free"  # as if more were never worse; the dice themselves stay forced
    worse = BestPlay(front, every=True).value(front.start)
    assert round(float(worse), 4) == 0.4663


def test_any_number_moves_in_where_neither_all_nor_the_fewest_leave_a_chance() -> None:
    borders = ["s t0", "s t3", "s t5", "t0 t1", "t0 t2", "t3 t4", "t3 t5"]
    world = Map([(pair.split()[0], pair.split()[1]) for pair in borders])
    front = conquer(Position(world, {"s": 8}, {f"t{n}": 1 for n in range(6)})).front
    some, every = (BestPlay(front, all_) for all_ in (False, True))
    assert some.value(front.start) == every.value(front.start)


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.integers(1, 12),
    st.sampled_from(list(RULES)),
)
def test_a_line_with_forced_moves_is_a_campaign(
    garrisons: list[int], attackers: int, name: str
) -> None:
    names = ["start", *(f"t{n}" for n in range(len(garrisons)))]
    position = Position(
        Map(list(pairwise(names))),
        {"start": attackers + 1},
        dict(zip(names[1:], garrisons, strict=True)),
        RULES[name],
    )
    answer = conquer(position, move="all", dice="most")
    assert answer.lower == Campaign(attackers, garrisons, RULES[name]).win_probability
    assert answer.best_path == answer.lower


@given(st.integers(1, 8), st.integers(1, 6), st.sampled_from(["standard", "lotr-leader", "risiko"]))
def test_one_territory_is_a_battle(attackers: int, defenders: int, name: str) -> None:
    position = Position("classic", {"Siam": attackers + 1}, {"India": defenders}, RULES[name])
    forced = conquer(position, dice="most")
    assert forced.lower == win_probability(attackers, defenders, RULES[name])
    strategy = Strategy(attackers, defenders, 1, 0, 0, RULES[name], "attacker-first")
    assert conquer(position).lower >= forced.lower
    if not strategy.fewer_dice:
        assert conquer(position).lower == forced.lower


@given(cases())
def test_the_best_path_is_the_best_order(case: Case) -> None:
    position = case.position
    enemy = list(position.enemy)
    borders: dict[int | str, list[int]] = {
        n: [enemy.index(u) for u in position.map.targets(t) if u in enemy]
        for n, t in enumerate(enemy)
    }
    chances = []
    for t, armies in position.mine.items():
        source = [enemy.index(u) for u in position.map.targets(t) if u in enemy]
        if armies > 1 and source:
            with suppress(RiskError):  # no way through all of them
                order = best_order(
                    armies - 1,
                    list(position.enemy.values()),
                    [position.rules_of(u) for u in enemy],
                    neighbours=borders | {"source": source},
                )
                chances.append(order.win_probability)
    path = conquer(position).best_path
    assert (path or 0) == max(chances, default=Fraction(0))


def test_a_proved_policy_can_be_asked_beyond_the_states_that_proved_it() -> None:
    """Every number of armies was tried within a limit, which later questions do not have."""
    enemy = dict.fromkeys(["Ukraine", "Southern Europe", "North Africa", "Middle East"], 2)
    position = Position("classic", {"East Africa": 8}, enemy)
    found = conquer(position)
    every = BestPlay(found.front, every=True)
    assert every.value(found.front.start) == found.lower
    answer = conquer(position, all_numbers=every.states)
    assert answer.proved
    assert not conquer(position, all_numbers=every.states - 1).proved
    easy = Position("classic", {"East Africa": 6}, dict.fromkeys(enemy, 1))
    assert answer.win_probability(easy) == conquer(easy).lower
    few = BestPlay(answer.front, every=True)
    few.most = 3
    with pytest.raises(RiskError, match="position must have at most 3 states, not more"):
        few.value(answer.front.start)


@pytest.mark.tools
def test_a_policy_that_is_followed_meets_its_chance() -> None:
    answer = conquer(
        Position("classic", {"Siam": 7}, {"Indonesia": 2, "New Guinea": 1, "Western Australia": 1})
    )
    random = Random(2026)
    wins, games = 0, 400
    for _ in range(games):
        now = answer.position
        while now.enemy and (best := answer.next(now)):
            source, target, dice = best[0]
            y = STANDARD.defence.dice_of(now.enemy[target])
            attack, defence = ([random.randint(1, 6) for _ in range(n)] for n in (dice, y))
            lost, fallen = resolve(attack, defence)
            armies = answer.move_in(now, source, target, dice) or 0
            falls = fallen == now.enemy[target]
            now = now.fought(source, target, lost, fallen, armies if falls else 0)
        wins += not now.enemy
    assert binomial_p_value(wins, games, answer.lower) > Fraction(1, 1000)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"take": "Austalia"}, "of the map classic, not 'Austalia'; did you mean Australia?"),
        ({"take": 3}, 'territories must be names, such as ["Siam"], not 3'),
        ({"take": "Japan"}, "Japan must be mine or the enemy's to be taken: how many are on it?"),
        ({"take": "Brazil"}, "Brazil must be within reach: no way leads there from mine"),
        ({"move": "some"}, "move must be any, dice, all, or a whole number, 1 or more, not 'some'"),
        ({"move": 0}, "move must be any, dice, all, or a whole number, 1 or more, not 0"),
        ({"move": True}, "move must be any, dice, all, or a whole number, 1 or more, not True"),
        ({"move": 2.0}, "move must be any, dice, all, or a whole number, 1 or more, not 2.0"),
        ({"dice": 3}, "dice must be one of free, most, not 3"),
        ({"mine": {"Siam": 0}}, "armies on Siam must be a whole number, 1 or more, not 0"),
        ({"enemy": {"Siam": 1}}, "Siam must be mine or the enemy's, not both"),
        ({"mine": {"Siam": 1, "siam": 2}}, "mine must have each territory once, not 'siam' again"),
        ({"mine": ["Siam"]}, "mine must map territories to numbers"),
        ({"map": "moon"}, "map must be classic, teg, ksirk, xfrisk, domination, a small"),
        ({"map": 3}, 'map must be a Map, or a name such as "classic", not 3'),
    ],
)  # fmt: skip
def test_bad_input(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {
        "map": "classic", "mine": {"Siam": 3}, "enemy": {"India": 2, "Brazil": 1}, "take": "India",
    } | change  # fmt: skip
    with pytest.raises(RiskError) as caught:
        conquer(
            Position(given["map"], given["mine"], given["enemy"]),
            given["take"],
            **{name: value for name, value in change.items() if name in ("move", "dice")},
        )
    assert message in str(caught.value)


def test_the_order_of_rules_by_territory_does_not_matter() -> None:
    rules = {"Indonesia": "risiko", "India": "capital"}
    position = Position("classic", {"Siam": 3}, {"Indonesia": 2, "India": 1}, rules)
    same = position.replace(rules=dict(reversed(rules.items())))
    assert position == same
    assert len({position, same}) == 1


@pytest.mark.parametrize("ask", [conquer, lambda position: best_turn(position, {"territory": 1})])
def test_answers_come_back_from_other_processes(ask: Callable[[Position], Any]) -> None:
    answer = ask(Position("classic", {"Siam": 4}, {"Indonesia": 2, "New Guinea": 1}))
    for copied in (pickle.loads(pickle.dumps(answer)), deepcopy(answer)):
        assert copied.moves == answer.moves
        assert repr(copied) == repr(answer)


def test_a_card_is_paid_once() -> None:
    start = Position("classic", {"Siam": 5}, {"Indonesia": 1, "New Guinea": 1})
    turn = best_turn(start, {"card": 2, "loss": Fraction(1, 2)})
    assert turn.best
    taken = start.fought("Siam", "Indonesia", 0, 1, moved=4)
    assert turn.next(taken) == ()
    assert turn.moves_from(taken)[0].value < 0


def test_a_turn_that_is_worth_nothing_is_ended() -> None:
    """One die against one wins with 5/12."""
    position = Position("classic", {"Siam": 2}, {"Indonesia": 1})
    for worth in ({"territory": 7, "loss": 5}, {"territory": 0}):
        turn = best_turn(position, worth)
        assert not turn.best
        assert turn.value == turn.moves[0].value == 0


def test_a_pool_is_divided_where_its_ways_part() -> None:
    """Armies that move to Brazil never come back, so two ways are not fought with all armies."""
    enemy = {"Brazil": 3, "Venezuela": 3, "Western Europe": 3, "Great Britain": 3}
    found = conquer(Position("classic", {"North Africa": 20}, enemy), all_numbers=0)
    exact = PooledStacks(found.front, 1, exact=True)
    assert exact.value(found.front.start) == found.lower
    assert UnitedArmies(found.front).value(found.front.start) > found.lower


def test_the_best_stand_where_bounds_differ() -> None:
    on = ["Ukraine", "Southern Europe", "North Africa", "Middle East"]
    against = {"East Africa": 8}
    best = place(7, on, against, all_numbers=0)
    bounds = []
    for stand in placements(7, map_named("classic").named(on), 1):
        answer = conquer(Position("classic", against, stand), all_numbers=0)
        bounds.append((1 - answer.upper, 1 - answer.lower, stand))
    assert any(lower < upper for lower, upper, _ in bounds)
    assert best.lower == max(lower for lower, _, _ in bounds)
    assert best.upper == max(upper for _, upper, _ in bounds)
    first = next(stand for lower, _, stand in bounds if lower == best.lower)
    assert best.armies == first


def test_what_no_stand_exceeds_may_be_the_bound_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    half, play = Fraction(1, 2), BestPlay(Front([(1, STANDARD)], [1], 1, [(1, 0)]))
    bounds = Bounds(half / 2, half, play), Bounds(Fraction(0), Fraction(1), play)
    monkeypatch.setattr(Bounded, "of", lambda self, states: bounds)
    best = place(3, ["Indonesia", "New Guinea"], {"Siam": 2})
    assert (best.armies["Indonesia"], best.lower, best.upper) == (2, half, Fraction(1))


def test_there_may_be_as_many_placements_as_are_said() -> None:
    assert len(placements(9999, ["Siam", "China"], 0)) == 10_000
    with pytest.raises(RiskError, match="more than 10000 placements"):
        placements(10_000, ["Siam", "China"], 0)


def test_of_equal_stands_the_first_is_returned() -> None:
    """A single attacker cannot take two territories, whatever stands on them."""
    assert place(5, ["Indonesia", "New Guinea"], {"Siam": 2}).armies == {
        "Indonesia": 4, "New Guinea": 1,
    }  # fmt: skip


@tries(10)
@given(
    st.integers(3, 9),
    st.lists(st.lists(st.integers(1, 7), max_size=2), min_size=1, max_size=3),
    st.sampled_from(["all", "weakest"]),
)
def test_fronts_are_held_best(units: int, attackers: list[list[int]], aim: str) -> None:
    fronts = {f"front {i}": each for i, each in enumerate(attackers)}
    chances = []
    for stand in placements(units, list(fronts), 1)[::-1]:
        held = [
            held_by(stand[name], tuple(n - 1 for n in each), STANDARD)
            for name, each in fronts.items()
        ]
        chances.append(prod(held) if aim == "all" else min(held))
    best = hold(units, fronts, aim=aim)
    assert best.lower == best.upper == max(chances)
    assert sum(best.armies.values()) == units


@pytest.mark.parametrize("armies", [[5, 5, 9, 30], [60] * 6, [2, 3]])
def test_few_first_digits_tell_the_same_stands(
    monkeypatch: pytest.MonkeyPatch, armies: list[int]
) -> None:
    """Without any, all chances are multiplied."""
    fronts = {f"front {i}": [n] for i, n in enumerate(armies)}
    found = []
    for few in 0, 1, 8, 512:
        monkeypatch.setattr(placement, "LEADING_BITS", few)
        found.append(hold(60, fronts))
    assert found == [found[0]] * 4


def test_every_territory_has_a_place_of_its_own() -> None:
    layout, classic = classic_layout(), map_named("classic")
    assert set(layout.at) == set(classic.territories)
    assert all(0 < x < 1180 and 0 < y < 660 for x, y in layout.at.values())
    assert min(dist(p, q) for p, q in combinations(layout.at.values(), 2)) > 80
    for t, again in layout.again.items():  # behind the edge, beside a neighbour there
        assert not 0 < again[0] < 1180
        assert min(dist(again, layout.at[u]) for u in classic.neighbours(t)) < 130


def test_other_values_are_no_positions() -> None:
    with pytest.raises(RiskError, match="position must be a Position, not 3"):
        conquer(3)  # type: ignore[arg-type]
    answer = conquer(Position("classic", {"Siam": 9}, {"India": 3}))
    with pytest.raises(RiskError, match="position must be a Position, not None"):
        answer.next(None)  # type: ignore[arg-type]
    for defenders in (2, 3):
        with pytest.raises(RiskError, match="position must have no more armies than the one it co"):
            answer.next(Position("classic", {"Siam": 10}, {"India": defenders}))
    assert answer.next(Position("classic", {"Siam": 9}, {"India": 2})) == (("Siam", "India", 3),)


def test_attacks_that_are_not_allowed() -> None:
    answer = conquer(Position("classic", {"Siam": 9}, {"India": 1}))
    assert answer.move_in(answer.position, "Siam", "India", 3) == 8
    with pytest.raises(RiskError, match="dice must be a number that may be thrown there, not 4"):
        answer.move_in(answer.position, "Siam", "India", 4)
    for dice in (0, -1, True, 3.0, Fraction(3)):
        with pytest.raises(RiskError, match="dice must be a whole number, 1 or more, not"):
            answer.move_in(answer.position, "Siam", "India", dice)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ask", "given", "message"),
    [
        (Map, (3,), 'borders must be pairs, such as [("Peru", "Brazil")], not 3'),
        (Map, ([("A", "B", "C")],), "a border must be a pair of names, not"),
        (Map, ([3],), "a border must be a pair of names, not 3"),
        (Map, ([("A", "B")], 3), "continents must map names to territories and a bonus"),
        (Map, ([("A", "B")], {"C": ((), 3)}), "C must have one territory or more, not none"),
        (Map, ([("A", "B")], {"C": 3}), "C must have territories and a bonus, not 3"),
        (best_turn, (Position("classic", {}, {}), 3), "worth must map names to values"),
        (hold, (5, 3), "fronts must map names to armies, such as"),
        (hold, (501, {"a": [3]}), "units must be a whole number, from 1 to 500, not 501"),
        (hold, (3, {10**5000: [3]}), "name of a front must be text, not an integer of 16610 bits"),
        (best_turn, (Position("classic", {}, {}), {"loss": "1e-99999999"}), "loss must be 0 or"),
        (best_turn, (Position("classic", {"India": 3}, {"Siam": 1}), {"Siam": 1, "Thailand": 5}),
         "worth must have each name once, not 'Thailand' again"),
        (Position, ("classic", {}, {}, {"Siam": STANDARD, "siam": "capital"}),
         "rules must have each territory once, not 'siam' again"),
    ],
)  # fmt: skip
def test_arguments_of_another_kind(ask: Any, given: Any, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        ask(*given)
    assert message in str(caught.value)


def test_a_prompt_shows_the_question_and_the_answer() -> None:
    position = Position("classic", {"Siam": 14}, AUSTRALIA)
    brief = (
        "Siam 14 v Indonesia 3, New Guinea 2, Western Australia 4, Eastern Australia 2, standard"
    )
    assert repr(position) == f"<Position classic, {brief}>"
    assert repr(conquer(position)) == f"<Conquest {brief}: 57.5 %>"
    two = f"<Conquest {brief}, to take Indonesia, New Guinea: 97.2 %>"
    assert repr(conquer(position, ["New Guinea", "Indonesia"])) == two
    assert repr(conquer(position, "Siam")) == f"<Conquest {brief}, to take nothing: 100 %>"
    everyone = Position("classic", {}, dict.fromkeys(map_named("classic").territories, 3))
    assert len(repr(everyone)) < 200
    assert "nobody v Alaska 3, " in repr(everyone)
    assert repr(everyone).endswith(", … 36 more, standard>")
    named = Position("classic", {}, {}, {"Siam": "capital"})
    assert repr(named) == "<Position classic, nobody v nobody>"


@pytest.mark.tools
def test_a_notebook_shows_the_answer_as_a_small_table() -> None:
    position = Position("classic", {"Siam": 14}, AUSTRALIA)
    assert Cells(position._repr_html_()).rows[:3] == [
        ["mine", "enemy"], ["Siam", "14"], ["Indonesia", "3"],
    ]  # fmt: skip
    assert Cells(conquer(position)._repr_html_()).rows == [
        ["the attacker takes all", "57.5 %"], ["fails", "42.5 %"],
        ["attack first", "Indonesia from Siam, 3 dice"], ["best path", "55.6 %"],
    ]  # fmt: skip
    assert Cells(position.map._repr_html_()).rows[::6] == [
        ["territories", "bonus"], ["Australia", "4", "2"],
    ]  # fmt: skip
    line = Map([("A", "B")], name="<line>")
    assert "0 continents" in line._repr_html_()
    assert "<line>" not in line._repr_html_()
    turn = best_turn(position, {"Indonesia": 4, "loss": 1})
    assert ["worth", "1.679"] in Cells(turn._repr_html_()).rows
    never = best_turn(position, {"loss": 1})
    assert Cells(never._repr_html_()).rows == [
        ["worth", "0"],
        ["first", "stop: no attack is worth it"],
    ]
    assert Position("classic", {}, {})._repr_html_() == "<p>Position, classic</p>\n"


def test_bounds_that_differ_are_both_shown() -> None:
    position = Position("classic", {"Siam": 14}, AUSTRALIA)
    open_ = conquer(position)
    vars(open_).update(upper=Fraction(3, 5), proved=False)
    assert repr(open_).endswith(": 57.5 % to 60.0 %>")
    assert Cells(open_._repr_html_()).rows == [["at least", "57.5 %"], ["at most", "60.0 %"]]
    placed = Placement({"Siam": 2}, Fraction(1, 2), Fraction(2, 3))
    assert repr(placed) == "<Placement Siam 2: 50.0 % to 66.7 %>"
    assert Cells(placed._repr_html_()).rows == [
        ["at least", "50.0 %"], ["at most", "66.7 %"], ["Siam", "2"],
    ]  # fmt: skip
    sure = Placement({"Siam": 2}, Fraction(1, 2), Fraction(1, 2))
    assert Cells(sure._repr_html_()).rows == [["chance", "50.0 %"], ["Siam", "2"]]
