"""The review of turns as played, against the chances that `conquer` gives."""

import json
import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.interval import Interval
from riskexact.battle.battle import win_probability
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_json
from riskexact.rules.dice import round_distribution
from riskexact.turn import evaluation
from riskexact.turn.conquest import conquer
from riskexact.turn.front import Front
from riskexact.turn.position import Position
from riskexact.turn.review import Review, review
from riskexact.turn.united import UnitedArmies
from tests.strategies import tries
from tests.turn.test_boards import Case, cases

Line = dict[str, Any]


def played(case: Case, random: Random) -> tuple[list[Line], list[Position]]:
    """A random turn, and each position in which something is decided, but what moves in."""
    now = case.position
    lines: list[Line] = []
    positions = []
    while True:
        attacks = [
            (t, u, x)
            for t, armies in now.mine.items()
            for u in now.map.targets(t)
            if u in now.enemy and u in case.position.enemy
            for x in range(1, now.rules_of(u).attack.dice_of(armies - 1) + 1)
            if case.dice == "free" or x == now.rules_of(u).attack.dice_of(armies - 1)
        ]
        positions.append(now)
        if not attacks or random.random() < 0.1:
            lines += [{"end": True}] if random.random() < 0.7 else []
            return lines, positions
        t, u, x = random.choice(attacks)
        rules = now.rules_of(u)
        losses = round_distribution(x, rules.defence.dice_of(now.enemy[u]), rules)
        i, j = random.choice([each for each in losses if any(each)])
        lines.append({"attack": [t, u], "dice": x, "lost": [i, j]})
        moved = 0
        if j == now.enemy[u]:
            free = now.mine[t] - 1 - i
            least = {"dice": min(x, free), "all": free}.get(str(case.move), 1)
            most = min(free, case.move) if isinstance(case.move, int) else free
            moved = random.randint(least, most)
            if least < most or random.random() < 0.5:
                lines.append({"move_in": moved})
        now = now.fought(t, u, i, j, moved)


def exact(interval: Interval) -> Fraction:
    assert interval.lower == interval.upper
    return interval.lower


@pytest.mark.tools
@tries(60)
@given(cases(), st.integers(0, 10**6))
def test_luck_and_mistakes_add_up(case: Case, seed: int) -> None:
    lines, positions = played(case, Random(seed))
    terms: Line = {"move": case.move, "dice": case.dice}
    enemy = list(case.position.enemy)

    def chance(position: Position) -> Fraction:
        if not position.enemy:
            return Fraction(1)
        try:
            return conquer(position, enemy, all_numbers=10**6, **terms).lower
        except RiskError:  # no way leads there
            return Fraction(0)

    try:
        conquer(case.position, enemy, **terms)
    except RiskError:
        return
    position = case.position
    start: Line = {"map": position.map, "mine": position.mine, "enemy": position.enemy} | terms
    start |= {"take": enemy, "rules": position.rules}
    found = review([start, *lines], all_numbers=10**6)
    assert exact(found.luck) + exact(found.mistakes) == exact(found.end) - exact(found.start)
    assert exact(found.start) == chance(positions[0])
    over = bool(lines) and "end" in lines[-1]
    assert exact(found.end) == (not positions[-1].enemy if over else chance(positions[-1]))
    assert sum(exact(step.mistake) for step in found.steps) == exact(found.mistakes)
    decided = [step for step in found.steps if step.played[0] != "move_in"]
    for step, position in zip(decided, positions, strict=False):
        assert exact(step.chance) == chance(position)
    for step in found.steps:
        assert exact(step.mistake) <= 0
        assert (exact(step.mistake) == 0) == (step.played in step.best)
        assert step.lost is not None or exact(step.luck) == 0


def test_what_may_be_taken_need_not_be() -> None:
    start = START | {"enemy": {"Indonesia": 2, "New Guinea": 1}, "through": ["New Guinea"]}
    found = review([start | {"take": ["Indonesia"]}, ATTACK, {"move_in": 1}, {"end": True}])
    assert exact(found.end) == 1


@pytest.mark.tools
def test_bounds_that_differ_enclose_what_is_exact() -> None:
    enemy = dict.fromkeys(("Ukraine", "Southern Europe", "North Africa", "Middle East"), 2)
    record: list[Line] = [
        {"mine": {"East Africa": 8}, "enemy": enemy},
        {"attack": ["East Africa", "North Africa"], "dice": 3, "lost": [1, 1]},
        {"attack": ["East Africa", "North Africa"], "dice": 2, "lost": [0, 1]},
        {"move_in": 3},
    ]
    sharp, blunt = review(record, all_numbers=10**6), review(record, all_numbers=0)
    assert blunt.start.lower < blunt.start.upper
    for name in ("start", "end", "luck", "mistakes"):
        inner, outer = getattr(sharp, name), getattr(blunt, name)
        assert outer.lower <= inner.lower == inner.upper <= outer.upper
    assert all(step.mistake.upper <= 0 for step in blunt.steps)
    total = blunt.luck + blunt.mistakes
    gained = exact(sharp.end) - exact(sharp.start)
    assert total.lower <= gained <= total.upper


def test_a_file_a_text_and_lines_say_the_same(tmp_path: Path) -> None:
    record: list[Line] = [
        {"mine": {"Siam": 4}, "enemy": {"Indonesia": 1}},
        {"attack": ["siam", "indonesia"], "dice": 3, "lost": [0, 1]},
        {"move_in": 2},
    ]
    text = "\n".join(map(json.dumps, record))
    (tmp_path / "turn.jsonl").write_text(text, encoding="utf-8")
    found = review(record)
    assert found == review(text) == review(tmp_path / "turn.jsonl")
    assert isinstance(found, Review)
    assert [step.played for step in found.steps] == [
        ("attack", "Siam", "Indonesia", 3),
        ("move_in", 2),
    ]
    assert exact(found.end) == 1


START = {"mine": {"Siam": 4}, "enemy": {"Indonesia": 2}}
ATTACK = {"attack": ["Siam", "Indonesia"], "dice": 3, "lost": [0, 2]}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (3, "record must be a file, a text or a list of lines, not 3"),
        ([], "record must have a line with the position, not none"),
        ([{}], "the first line must have mine and enemy, not []"),
        ([{"attackers": 3, "defenders": 2}], "not ['attackers', 'defenders']; what a battle was"),
        ('{"mine"', "line 1 must be a JSON object, not"),
        ([3], "line 1 must be a JSON object, not 3"),
        ('{"mine": {"Siam": 4, "Siam": 5}, "enemy": {"India": 1}}', "line 1: a key must be"),
        ("none.jsonl", "the record 'none.jsonl' cannot be read"),
        ([{"mine": {"Siam": 4}}], "enemy must be given, beside mine"),
        ([START | {"goal": 1}], "key must be one of map, mine, enemy, take, rules, move, dice, t"),
        ([START, {"dice": 3}], "line 2: a line must have one of attack, move_in, end, "),
        (
            [START, ATTACK | {"attack": ["Siam"]}],
            "line 2: attack must be a list of from and to, not",
        ),
        ([START, ATTACK | {"attack": ["Siam", "India"]}], "line 2: 'Siam' must be one that may at"),
        ([START, {"attack": [], "dice": 1}], "line 2: lost must be given, beside attack and dice"),
        ([START, ATTACK | {"dice": 4}], "line 2: dice must be a number that may be thrown there"),
        ([START, ATTACK | {"lost": [2, 2]}], "line 2: lost must be what such a round may cost, n"),
        ([START, ATTACK | {"lost": [0.0, 2]}], "line 2: lost must be a whole number, 0 or more"),
        ([START, {"move_in": 1}], "line 2: move_in must come after an attack that took its targ"),
        ([START, ATTACK, {"move_in": 4}], "line 3: move_in must be a whole number, from 1 to 3"),
        ([START, ATTACK, {"end": True}], "line 3: move_in must come first, as a territory has f"),
        ([START, {"end": False}], "line 2: end must be true, on the last line"),
        ([START, {"end": True}, ATTACK], "line 2: end must be true, on the last line"),
    ],
)
def test_bad_records(record: Any, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        review(record)
    assert message in str(caught.value)


def test_rules_are_as_in_the_json_of_commands() -> None:
    rules = Rules(faces=8, name="octahedra")
    for said in (rules_json(rules), {"Indonesia": rules_json(rules)}):
        assert exact(review([START | {"rules": said}]).start) == win_probability(3, 2, rules=rules)


def test_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "turn.jsonl"
    for line, message in ('{"end": 1}', ": end must be true"), ("3", " must be a JSON object, not"):
        path.write_text(f"{json.dumps(START)}\n{line}", "utf-8")
        with pytest.raises(RiskError, match=f"^{re.escape(str(path))}, line 2{message}"):
            review(path)


def test_a_number_of_states_is_checked() -> None:
    turn = [{"mine": {"Siam": 4}, "enemy": {"Indonesia": 2}}]
    with pytest.raises(RiskError, match="all_numbers must be a whole number, 0 or more, not -1"):
        review(turn, all_numbers=-1)


def test_the_time_is_for_the_whole_record_and_steps_have_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A clock that ticks when it is asked; what is not known by then is between 0 and 1."""
    enemy = dict.fromkeys(["Ural", "Siberia", "Afghanistan", "China", "India", "Mongolia"], 3)
    record: list[dict[str, object]] = [
        {"mine": {"Ukraine": 20, "Middle East": 9}, "enemy": enemy},
        {"attack": ["Ukraine", "Ural"], "dice": 3, "lost": [0, 2]},
        {"attack": ["Ukraine", "Ural"], "dice": 3, "lost": [0, 1]},
        {"move_in": 18},
    ]
    clock = count()
    monkeypatch.setattr(evaluation, "monotonic", lambda: next(clock))
    found = review(record, seconds=90)
    assert next(clock) <= 93
    assert found.luck.lower <= (found.end - found.start - found.mistakes).upper
    assert [0 <= step.chance.lower < step.chance.upper <= 1 for step in found.steps] == [True] * 3


def test_a_review_of_a_single_battle_needs_few_states() -> None:
    """As many as rounds may lead to."""
    found = review(
        [
            {"mine": {"Siam": 1001}, "enemy": {"Indonesia": 1000}},
            {"attack": ["Siam", "Indonesia"], "dice": 3, "lost": [1, 1]},
            {"attack": ["Siam", "Indonesia"], "dice": 2, "lost": [0, 2]},
        ]
    )
    assert found.start.lower == found.start.upper == win_probability(1000, 1000)
    assert found.end.lower == found.end.upper == win_probability(999, 997)
    assert found.luck + found.mistakes == found.end - found.start
    assert found.steps[1].mistake.upper < 0 == found.steps[0].mistake.upper


def test_ctrl_c_ends_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(UnitedArmies, "_row", interrupted)
    monkeypatch.setattr(Front, "moved", interrupted)
    with pytest.raises(KeyboardInterrupt):
        review(Path(__file__).with_name("turn.jsonl"))
