"""The review of whole games as played, against the regrets and values of `Game`."""

import re
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.base.interval import Interval
from riskexact.game import review as reviews
from riskexact.game.answers import Game
from riskexact.rules.dice import round_distribution
from riskexact.turn.position import Position
from riskexact.turn.review import review

Line = dict[str, Any]

solved = cache(Game)


@pytest.fixture(autouse=True)
def solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is solved once."""
    monkeypatch.setattr(reviews, "Game", solved)


def played_game(game: Game, position: Position, seed: int) -> tuple[list[Line], list[Interval]]:
    """Some turns, whose steps are drawn at random, and what every decision cost its player."""
    draw, decision = Random(seed), game.best(position)
    lines: list[Line] = []
    costs = []
    while decision.doing != "won" and len(lines) < 40:
        steps = [step for step, _ in decision.steps]
        attacks = [step for step in steps if step[0] == "attack"]
        step = draw.choice(attacks if attacks and draw.random() < 0.8 else steps)
        costs.append(decision.regret(step))
        lost = None
        match step:
            case "place", armies:
                there = decision.position
                if sum([*there.mine.values(), *there.enemy.values()]) > 9:
                    return lines, costs[:-1]
                lines.append({"place": armies})
            case "attack", source, target, dice:
                defence = game.rules.defence.dice_of(decision.position.enemy[target])
                ways = [each for each in round_distribution(dice, defence, game.rules) if any(each)]
                lost = draw.choice(ways)
                lines.append({"attack": [source, target], "dice": dice, "lost": [*lost]})
            case "move", n:
                lines.append({"move_in": n})
            case "fortify", source, target, n:
                lines += [{"fortify": [source, target, n]}, {"end": True}]
            case ("end",):
                lines.append({"end": True})
        decision = decision.next(step, lost)
    return lines, costs


@pytest.mark.tools
@pytest.mark.parametrize("board", ["line-3", "complete-3"])
@pytest.mark.parametrize("seed", range(4))
def test_luck_and_mistakes_of_a_whole_game_add_up(board: str, seed: int) -> None:
    game = solved(board, 2)
    position = Position(board, {"A": 2}, {"B": 1, "C": 1})
    lines, costs = played_game(game, position, seed)
    first = {"board": board, "reinforcements": 2, "mine": {"A": 2}, "enemy": {"B": 1, "C": 1}}
    found = review([first, *lines])
    assert found.start == game.best(position).value
    whole, gained = found.luck + found.mistakes, found.end - found.start
    assert whole.lower <= gained.upper
    assert gained.lower <= whole.upper
    assert whole.upper - whole.lower < Fraction(1, 1000)
    formal = [n for n, line in enumerate(lines) if "fortify" in line]
    decided = [step for n, step in enumerate(found.steps) if n - 1 not in formal]
    assert len(decided) == len(costs)
    mine = True
    for step, cost in zip(decided, costs, strict=True):
        assert step.enemy != mine
        low, up = step.mistake if step.enemy else Interval(Fraction(0), Fraction(0)) - step.mistake
        assert (low, up) == (cost.lower, cost.upper)
        mine ^= step.played[0] in ("end", "fortify")
    for before, after in zip(found.steps, found.steps[1:], strict=False):
        # what a decision and its throw made of the chance
        change = before.mistake + before.luck
        assert change.lower <= after.chance.upper - before.chance.lower
        assert after.chance.lower - before.chance.upper <= change.upper


GAME = {"board": "line-3", "mine": {"A": 5}, "enemy": {"B": 1, "C": 1}}
PLACE, END_LINE = {"place": {"A": 3}}, {"end": True}
NOT_ALLOWED = "step must be one that is allowed"
TAKES_B = {"attack": ["a", "b"], "dice": 1, "lost": [0, 1]}


def test_a_whole_game_to_its_end() -> None:
    rest: list[Line] = [{"move_in": 7}, {"attack": ["B", "C"], "dice": 3, "lost": [0, 1]}]
    found = review([GAME, PLACE, TAKES_B, *rest])
    assert found.end == Interval(Fraction(1), Fraction(1))
    assert review([GAME, PLACE, TAKES_B, *rest, {"move_in": 3}]).end == found.end
    assert [step.played[0] for step in found.steps] == ["place", "attack", "move", "attack"]
    lost = review([GAME, PLACE, END_LINE, {"place": {"B": 3}}])
    assert (lost.steps[1].enemy, lost.steps[2].enemy) == (False, True)
    assert lost.steps[1].mistake.upper < 0 == lost.steps[2].mistake.lower
    fortify: list[Line] = [{"move_in": 1}, {"fortify": ["A", "B", 6]}, END_LINE]
    passed = review([GAME, PLACE, TAKES_B, *fortify])
    assert [step.enemy for step in passed.steps] == [False] * 5
    assert passed.steps[3].played == ("fortify", "A", "B", 6)
    assert passed.end == passed.steps[-1].chance


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([END_LINE], f"line 2: {NOT_ALLOWED}, such as place 3 armies on A, not end the turn"),
        ([{"place": {}}], f"line 2: {NOT_ALLOWED}, such as place 3 armies on A, not place no arm"),
        ([PLACE, TAKES_B, {"end": True}], "line 4: move_in must come first"),
        ([PLACE, {"move_in": 2}], f"line 3: {NOT_ALLOWED}"),
        ([PLACE, {"end": False}], "line 3: end must be true"),
        ([PLACE, TAKES_B | {"lost": [1, 1]}], "line 3: lost must be [0, 1] or [1, 0] after this"),
        ([PLACE, TAKES_B | {"dice": 4}], f"line 3: {NOT_ALLOWED}"),
        ([PLACE, {"fortify": ["A", "B"]}], "line 3: fortify must be a list of from, to and arm"),
        ([PLACE, {"fortify": 3}], "line 3: fortify must be a list of from, to and armies, not 3"),
        ([PLACE, {"fortify": ["A", "B", 1]}], f"line 3: {NOT_ALLOWED}"),
        ([{"place": 3}], 'line 2: place must map names to armies, such as {"A": 3}, not 3'),
        ([{"place": {"A": 3}, "end": True}], "line 2: key must be one of place"),
        (
            [PLACE, TAKES_B, {"move_in": 1}, {"fortify": ["A", "B", 6]}, PLACE],
            "line 6: end must come after fortify",
        ),
        (
            [PLACE, TAKES_B, {"move_in": 7}, TAKES_B | {"attack": ["B", "C"]}, PLACE],
            "line 6: step must be one of a game that is not over, not place 3 armies on A",
        ),
    ],
)
def test_bad_records_of_games(lines: list[Line], message: str) -> None:
    with pytest.raises(RiskError) as caught:
        review([GAME, *lines])
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ({"board": "line-3"}, "mine must be given, beside board and enemy"),
        (GAME | {"take": ["A"]}, "key must be one of board, mine, enemy, reinforcements, rules, n"),
        (GAME | {"board": 3}, "map must be a Map, or a name"),
        (GAME | {"board": "line-9"}, "board must have 2 to 5 territories, not 9"),
        (GAME | {"reinforcements": 0}, "reinforcements must be a whole number"),
        (GAME | {"rules": {"faces": 0}}, "faces must be a whole number, from 1 to 100, not 0"),
        (GAME | {"mine": {"A": 40}}, "position must have at most 30 armies in all"),
    ],
)
def test_bad_first_lines_of_games(first: Line, message: str) -> None:
    with pytest.raises(RiskError, match=re.escape(message)):
        review([first])
