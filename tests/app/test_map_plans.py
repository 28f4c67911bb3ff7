"""Plans on a map, in JavaScript: the same bounds and moves as Python's."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.app import rule_data
from riskexact.base.errors import RiskError
from riskexact.rules import SINGLE_LOSS, Rules
from riskexact.rules.hand import Die
from riskexact.turn.conquest import Conquest, conquer
from riskexact.turn.front import DICE_RULES, MoveRule
from riskexact.turn.geography import map_named
from riskexact.turn.position import Position
from riskexact.turn.review import review
from riskexact.turn.search import Bounded
from riskexact.turn.stacks import UndividedStacks
from tests.node import Node, node
from tests.programs import needs
from tests.strategies import tries
from tests.turn.test_boards import AUSTRALIA, EVERY_MOVE, Case, cases, each
from tests.turn.test_review import played

pytestmark = needs("node")

CLASSIC = map_named("classic").territories


@pytest.fixture(scope="module")
def page() -> Iterator[Node]:
    with node("maps/thread.js") as started:
        yield started


def question(
    position: Position,
    take: Sequence[str],
    through: Sequence[str] = (),
    move: MoveRule = "any",
    dice: str = "free",
) -> dict[str, Any]:
    """A question as the page asks it: territories by their numbers."""
    names = position.map.territories
    targets = [t for t in names if t in take]
    others = [t for t in names if t in through and t not in take]
    enemy = [t for t in [*targets, *others] if t in position.enemy]
    return {
        "borders": [[names.index(t), names.index(u)] for t, u in position.map.borders],
        "oneWay": [[names.index(t), names.index(u)] for t, u in position.map.one_way],
        "mine": [[names.index(t), n] for t, n in position.mine.items()],
        "enemy": [[names.index(t), n] for t, n in position.enemy.items()],
        "take": [names.index(t) for t in targets],
        "through": [names.index(t) for t in others],
        "move": move,
        "dice": dice,
        "rules": rule_data(position.rules)
        if isinstance(position.rules, Rules)
        else [rule_data(position.rules_of(t)) for t in enemy],
    }


def agree(told: Mapping[str, Any], position: Position, answer: Conquest) -> None:
    """What the page answers is what Python does."""
    names = position.map.territories
    assert (Fraction(told["lower"]), Fraction(told["upper"])) == (answer.lower, answer.upper)
    assert told["proved"] == answer.proved
    found = [
        (names[m["source"]], names[m["target"]], m["dice"], Fraction(m["chance"]), m["moveIn"])
        for m in told["moves"]
    ]
    assert found == list(answer.moves)
    assert (
        tuple(move[:3] for move, m in zip(found, told["moves"], strict=True) if m["shown"])
        == answer.shown
    )


@tries(60)
@given(cases(most=4))
def test_random_maps(page: Node, case: Case) -> None:
    answer = conquer(case.position, case.needed, case.allowed, move=case.move, dice=case.dice)
    asked = question(case.position, sorted(case.needed), sorted(case.allowed), case.move, case.dice)
    (told,) = page("plans", [asked])
    agree(told, case.position, answer)
    bounds_agree(page, asked, answer)


@tries(20)
@given(st.data())
def test_corners_of_the_classic_map(page: Node, data: st.DataObject) -> None:
    """Larger ones, where the paths part and stacks meet."""
    take = data.draw(st.sampled_from(["Australia", "South America", "Africa", "Siam", "Ukraine"]))
    world = map_named("classic")
    wanted = world.named(take)
    around = [t for u in wanted for t in world.neighbours(u) if t not in wanted]
    mine = data.draw(st.lists(st.sampled_from(around), min_size=1, max_size=2, unique=True))
    corridors = [t for t in around if t not in mine] if len(wanted) == 1 else []
    position = Position(
        world,
        {t: data.draw(st.integers(4, 8)) for t in mine},
        {t: data.draw(st.integers(1, 2)) for t in [*wanted, *corridors]},
    )
    dice = data.draw(st.sampled_from(DICE_RULES))
    answer = conquer(position, wanted, corridors, dice=dice)
    asked = question(position, wanted, corridors, "any", dice)
    (told,) = page("plans", [asked])
    agree(told, position, answer)
    bounds_agree(page, asked, answer)


def bounds_agree(
    page: Node, asked: Mapping[str, Any], answer: Conquest, *later: tuple[dict[str, Any], Position]
) -> None:
    """Each method of the search, to its end, has Python's values, from as many states.

    A single battle is not searched in Python, which has the odds.
    """
    front = answer.front
    if front.is_single:
        return
    states = [front.start, *(answer._named.state(position) for _, position in later)]
    for method, (told, count) in zip(
        Bounded(front)._methods,
        page("bounds", [asked, *(question for question, _ in later)]),
        strict=True,
    ):
        for state, (value, moves) in zip(states, told, strict=True):
            assert Fraction(value) == method.value(state)
            if isinstance(method, UndividedStacks) and not method._exact:
                found = [(worth, method.moves_in(state, a)) for a, worth in method.attacks(state)]
                assert [(Fraction(worth), armies) for worth, armies in moves] == found
        assert count == method.states


@pytest.mark.parametrize(("bits", "up"), [*product((31, 30, 16), (False, True))])
def test_products_of_values_are_rounded_to_one_side(page: Node, bits: int, up: bool) -> None:
    random, over = Random(bits), 1 << bits
    pairs = [[random.randint(0, over), random.randint(0, over)] for _ in range(20_000)]
    pairs += [[over, over], [over, 1], [1, 1], [over - 1, over], [0, over]]
    expected = [(one * other + (over - 1) * up) // over for one, other in pairs]
    assert page("products", bits, up, pairs) == expected


def test_the_stands_of_a_turn_serve_what_follows(page: Node) -> None:
    start = Position("classic", {"Siam": 9, "China": 6}, {**AUSTRALIA, "India": 2})
    taken = start.fought("Siam", "Indonesia", 3, 2).fought("Siam", "Indonesia", 0, 1, 4)
    later = [
        start.fought("Siam", "Indonesia", 1, 1),
        taken,
        taken.fought("Indonesia", "New Guinea", 1, 1),
        start.replace(mine={"Siam": 7, "China": 8}),
        start,
    ]
    asked = [(question(position, list(position.enemy)), position) for position in later]
    bounds_agree(page, question(start, list(start.enemy)), conquer(start), *asked)


def test_a_small_position_has_rough_bounds_at_once(page: Node) -> None:
    position = Position("classic", {"Middle East": 16}, each("Europe", 2))
    (told,) = page("plans", [question(position, list(position.enemy))])
    lower, upper = map(Fraction, told["heard"][0])
    assert 0.1 < lower < Fraction(told["lower"]) <= Fraction(told["upper"]) <= upper < 1


@tries(25)
@given(cases(most=3), st.integers(0, 1000))
def test_turns_are_reviewed(page: Node, case: Case, seed: int) -> None:
    """Luck and mistakes of each line, the best decisions, and the sums are Python's."""
    position, terms = case.position, {"move": case.move, "dice": case.dice}
    lines, _ = played(case, Random(seed))
    start = {"map": position.map, "mine": position.mine, "enemy": position.enemy}
    try:
        found = review([start | terms | {"rules": position.rules}, *lines])
    except RiskError:  # no way leads there
        return
    names = position.map.territories
    asked = question(position, list(position.enemy), (), case.move, case.dice)
    numbered = [
        {**line, "attack": [*map(names.index, line["attack"])]} if "attack" in line else line
        for line in lines
    ]
    told = page("review", asked, numbered)

    def between(values: Sequence[str]) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, values))

    sums = found.start, found.luck, found.mistakes, found.end
    assert [between(each) for each in told["sums"]] == [tuple(each) for each in sums]
    for step, (luck, mistake, best) in zip(found.steps, told["steps"], strict=True):
        assert (between(luck), between(mistake)) == (tuple(step.luck), tuple(step.mistake))
        decisions = {_decision(each, names) for each in best}
        assert decisions == {*step.best}


def test_as_many_move_in_as_the_rules_say(page: Node) -> None:
    """All numbers are as good, where nothing is left to take."""
    position = Position("classic", {"Siam": 6}, {"Indonesia": 1})
    asked = question(position, ["Indonesia"], (), "dice")
    ends = [CLASSIC.index("Siam"), CLASSIC.index("Indonesia")]
    lines = [{"attack": ends, "dice": 3, "lost": [0, 1]}, {"move_in": 3}]
    _, (_, mistake, best) = page("review", asked, lines)["steps"]
    assert Fraction(mistake[0]) == Fraction(mistake[1]) == 0
    assert [each["armies"] for each in best] == [3, 4, 5]


def _decision(told: Any, names: Sequence[str]) -> tuple[Any, ...]:
    if told is None:
        return ("end",)
    if "armies" in told:
        return "move_in", told["armies"]
    return "attack", names[told["source"]], names[told["target"]], told["dice"]


def drawn(seed: int) -> tuple[Position, list[str], list[str]]:
    """A board, what is to be taken, and what may be."""
    random, world = Random(seed), map_named("classic")
    enemy = [random.choice(world.territories)]

    def beside() -> list[str]:
        return sorted({t for u in enemy for t in world.neighbours(u)} - {*enemy})

    for _ in range(random.randint(3, 8) - 1):
        enemy.append(random.choice(beside()))
    mine = random.sample(beside(), min(len(beside()), random.randint(1, 3)))
    needed = len(enemy) - random.choice([0, 0, 2])
    armies = {t: random.randint(5, 25) for t in mine}, {t: random.randint(1, 5) for t in enemy}
    capital = {enemy[0]: "capital"} if seed % 4 == 2 else {}
    position = Position(world, *armies, capital or "standard")
    return position, enemy[:needed], enemy[needed:]


@pytest.mark.parametrize("seed", [0, 1, 3, 9, 10, 12, 13])
def test_the_same_effort_gives_the_same_answer(page: Node, seed: int) -> None:
    position, take, through = drawn(seed)
    terms = (*EVERY_MOVE, 9)[seed % 7], DICE_RULES[seed % 5 == 0]
    asked = question(position, take, through, *terms)
    widest = (Fraction(0), Fraction(1))
    for effort in (300, 3000, 30_000) if seed == 3 else (300, 6000):  # of 3, to the end of all
        (told,) = page("plans", [asked], effort)
        move, dice = terms
        answer = conquer(position, take, through, move=move, dice=dice, effort=effort)
        assert told["states"] == answer.states
        bounds = Fraction(told["lower"]), Fraction(told["upper"])
        assert bounds == (answer.lower, answer.upper)
        assert widest[0] <= bounds[0] <= bounds[1] <= widest[1]
        widest = bounds
        # bounds are told as they sharpen, and never get worse
        told_last = Fraction(0), Fraction(1)
        for lower, upper in [*told["heard"], bounds]:
            now = Fraction(lower), Fraction(upper)
            assert told_last[0] <= now[0] <= now[1] <= told_last[1]
            told_last = now
        if answer.lower:
            names = position.map.territories
            moves = [
                (names[m["source"]], names[m["target"]], m["dice"], Fraction(m["chance"]))
                for m in told["moves"]
            ]
            assert moves == [move[:4] for move in answer.moves]
            shown = [each[:3] for each, m in zip(moves, told["moves"], strict=True) if m["shown"]]
            assert shown == list(answer.shown)


def test_a_large_position_is_never_refused(page: Node) -> None:
    """Three stacks of 20 against Africa; first bounds come after few states."""
    mine = dict.fromkeys(("Brazil", "Western Europe", "Middle East"), 20)
    position = Position("classic", mine, each("Africa", 3))
    (told,) = page("plans", [question(position, list(position.enemy))], 12_000)
    assert 0.5 < Fraction(told["lower"]) < Fraction(told["upper"]) <= 1
    assert told["heard"]
    assert [CLASSIC[leg["target"]] for leg in told["line"]][-1] in position.enemy
    assert len({leg["target"] for leg in told["line"]}) == len(told["line"]) == 6


NEEDED = dict.fromkeys(("Eastern United States", "Venezuela", "Quebec"), 1)
NOWHERE = {"Western United States": 1}
"""Borders both ends of an attack, behind which lie two parts of what is needed."""

AROUND_NORTH_AFRICA = ("Brazil", "Venezuela", "Western Europe", "Great Britain")
SECOND_LOSES = Rules((Die(6), Die(1), Die(1)), 2)
"""The second die of the attacker always loses: fewer dice may be better."""


KNOWN: list[tuple[dict[str, int], dict[str, int], Any]] = [
    ({"Siam": 14}, AUSTRALIA, "standard"),
    ({"Central America": 8, "North Africa": 8}, each("South America", 3), "standard"),
    ({"North Africa": 20}, dict.fromkeys(AROUND_NORTH_AFRICA, 3), "standard"),
    ({"Brazil": 8, "Egypt": 5},
     dict.fromkeys(["North Africa", "Congo", "South Africa"], 2), "standard"),
    # where the roads part, every number is tried, for another stack stands behind
    ({"North Africa": 12, "Southern Europe": 5},
     dict.fromkeys(AROUND_NORTH_AFRICA, 2), "standard"),
    ({"Central America": 7}, NEEDED | NOWHERE, "standard"),
    ({"Central America": 7, "Ontario": 3}, NEEDED | NOWHERE, "standard"),
    ({"Siam": 9}, {"Indonesia": 2, "New Guinea": 1}, SECOND_LOSES),
    ({"Siam": 9, "China": 2}, AUSTRALIA, SINGLE_LOSS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("n", "move", "dice"),
    [
        *((n, "any", "free") for n in range(len(KNOWN) - 1)),
        (7, "any", "most"),
        *(
            (8, *terms)
            for terms in (("dice", "free"), ("all", "most"), ("any", "most"), (3, "free"))
        ),
        (1, 4, "free"),
        (4, 2, "most"),
    ],
)
def test_known_positions(page: Node, n: int, move: MoveRule, dice: str) -> None:
    mine, enemy, rules = KNOWN[n]
    position = Position("classic", mine, enemy, rules)
    take, through = ([t for t in enemy if (t in NOWHERE) == is_not] for is_not in (False, True))
    asked = question(position, take, through, move, dice)
    (told,) = page("plans", [asked])
    answer = conquer(position, take, through, move=move, dice=dice)
    assert answer.proved
    agree(told, position, answer)
    bounds_agree(page, asked, answer)


def test_bounds_that_differ(page: Node) -> None:
    position = Position("classic", {"Brazil": 15}, each("Africa", 3))
    (told,) = page("plans", [question(position, position.map.named("Africa"))])
    answer = conquer(position)
    assert not answer.proved
    agree(told, position, answer)


def test_a_plan_serves_what_its_position_leads_to(page: Node) -> None:
    start = Position("classic", {"Siam": 14, "India": 3}, AUSTRALIA)
    taken = start.fought("Siam", "Indonesia", 3, 2).fought("Siam", "Indonesia", 0, 1, 10)
    fewer = taken.fought("Indonesia", "New Guinea", 1, 1)
    positions = [start, start.fought("Siam", "Indonesia", 0, 2), taken, fewer]
    told = page("plans", [question(position, list(AUSTRALIA)) for position in positions])
    assert [answer["kept"] for answer in told] == [False, True, True, True]
    for position, answer in zip(positions, told, strict=True):
        agree(answer, position, conquer(position, [t for t in AUSTRALIA if t in position.enemy]))
    # the best moves need no more states
    assert told[1]["states"] - told[0]["states"] < 100


def test_the_next_move_of_a_large_plan_needs_few_more_states(page: Node) -> None:
    start = Position("classic", {"Middle East": 21}, each("Europe", 2))
    thrown = start.fought("Middle East", "Ukraine", 0, 1)
    told = page("plans", [question(position, list(start.enemy)) for position in (start, thrown)])
    assert told[1]["kept"]
    assert told[0]["states"] > 30_000
    assert told[1]["states"] - told[0]["states"] < 10_000


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({}, True),
        ({"mine": {"Siam": 5}}, True),
        ({"mine": {"Siam": 14, "China": 4}}, True),  # borders nothing to take
        ({"mine": {"Siam": 14, "India": 1}}, True),
        ({"enemy": {**AUSTRALIA, "Indonesia": 9}}, True),
        ({"enemy": {**AUSTRALIA, "China": 1}}, True),
        ({"mine": {"Siam": 14, "New Guinea": 2}, "enemy": {"Indonesia": 1}}, False),
        ({"mine": {"Siam": 14, "New Guinea": 2, "Indonesia": 1}}, True),
        ({"mine": {"China": 9}}, False),
        ({"take": ["New Guinea"], "through": list(AUSTRALIA)}, False),
        ({"through": ["China"], "enemy": {**AUSTRALIA, "China": 1}}, False),
        ({"move": "dice"}, False),
        ({"move": 2}, False),
        ({"dice": "most"}, False),
    ],
)
def test_a_plan_serves_nothing_else(page: Node, change: dict[str, Any], kept: bool) -> None:
    def asked(
        mine: Mapping[str, int] = {"Siam": 14},
        enemy: Mapping[str, int] = AUSTRALIA,
        take: Sequence[str] = tuple(AUSTRALIA),
        **rest: Any,
    ) -> dict[str, Any]:
        left = {t: n for t, n in enemy.items() if t not in mine}
        position = Position("classic", mine, left)
        return question(position, take, **rest)

    _, told = page("plans", [asked(), asked(**change)])
    (alone,) = page("plans", [asked(**change)])
    assert told["kept"] == kept
    assert (told["lower"], told["upper"]) == (alone["lower"], alone["upper"])


@pytest.mark.parametrize(("armies", "kept"), [(1, True), (2, False)])
def test_another_stack_is_another_plan(page: Node, armies: int, kept: bool) -> None:
    mine = [{"Siam": 5}, {"Siam": 5, "China": armies}]
    positions = [Position("classic", held, {"India": 3}) for held in mine]
    _, told = page("plans", [question(position, ["India"]) for position in positions])
    assert told["kept"] == kept
    assert Fraction(told["lower"]) == conquer(positions[1]).lower


def test_where_no_way_leads(page: Node) -> None:
    position = Position("classic", {"Siam": 9}, {"Indonesia": 1, "Japan": 2})
    (told,) = page("plans", [question(position, ["Indonesia", "Japan"])])
    assert [CLASSIC[t] for t in told["apart"]] == ["Japan"]
    assert Fraction(told["lower"]) == 0


def test_nothing_is_left_to_take(page: Node) -> None:
    position = Position("classic", {"Siam": 9}, {"Japan": 2})
    (told,) = page("plans", [question(position, ["Siam"], ["Japan"])])
    assert Fraction(told["lower"]) == 1
    assert not told["moves"]
