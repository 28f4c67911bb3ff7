"""`odds`, `outcomes` and `luck` print what the library says, in text and in JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from riskexact.base.text import fraction_text
from riskexact.battle.battle import SOON, Battle, has_fraction
from riskexact.battle.commands.odds import NEEDED, tenths
from riskexact.rules import STANDARD, Rules
from tests.commands import Capture, run


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("--retreat-at 3", {"retreat_at": 3}),
        ("--blitz", {"blitz": True}),
        ("--blitz --stop-until 2", {"blitz": True, "stop_until": 2}),
    ],
)
def test_needs_and_survivors_of_stop_rules(
    capsys: Capture, typed: str, terms: dict[str, Any]
) -> None:
    """Those of the battle that is asked about, by trying one number after another."""
    chances = [Battle(a, 4, **terms).win_probability for a in range(1, 40)]
    needs = [next(a for a, p in enumerate(chances, 1) if p >= c) for c in NEEDED]
    *_, needed, left, _ = run(capsys, "odds", "7", "4", *typed.split())[1].splitlines()
    assert needed == f"75 % takes {needs[0]} attackers, 90 % takes {needs[1]}"
    battle = Battle(7, 4, **terms)
    means = battle.attackers_left.mean, battle.defenders_left.mean
    said = [tenths(mean) for mean in (*means, 7 - means[0], 4 - means[1])]
    assert left == (
        f"left on average: {said[0]} attackers and {said[1]} defenders; "
        f"lost: {said[2]} and {said[3]}"
    )


@pytest.mark.parametrize(("retreat_at", "said"), [(3000, True), (3001, False), (10**9, False)])
@pytest.mark.parametrize("command", ["odds 7 1", "campaign 7 1 1"])
def test_numbers_beyond_a_far_retreat_are_not_gone_through(
    capsys: Capture, command: str, retreat_at: int, said: bool
) -> None:
    out = run(capsys, *command.split(), "--retreat-at", str(retreat_at))[1]
    assert ("75 % takes" in out) is said


@pytest.mark.tools
@pytest.mark.parametrize(
    ("typed", "battle"),
    [
        ("2000 3", Battle(2000, 3)),  # the engine's cell
        ("2000 3 --rules wall", Battle(2000, 3, "wall")),
        ("10000 3 --rules wall", Battle(10000, 3, "wall", method="closed-form")),
        ("10000 3 --retreat-at 2", Battle(10000, 3, retreat_at=2, method="closed-form")),
    ],
)
def test_large_battles_have_the_chances_of_the_library(
    capsys: Capture, typed: str, battle: Battle
) -> None:
    answer = json.loads(run(capsys, "odds", *typed.split(), "--json")[1])
    chances = battle.win_probability, battle.lose_probability
    assert [answer[name]["fraction"] for name in ("win", "lose")] == [*map(fraction_text, chances)]


def test_the_recursion_is_left_where_it_takes_minutes() -> None:
    rules = Rules(1, 1, ties="nobody")  # which have no closed form
    assert has_fraction(463, 463, rules)
    assert not has_fraction(464, 464, rules)
    assert not has_fraction(1, 12_000, rules)  # as `odds` would refuse it
    assert has_fraction(465, 465, STANDARD)
    # where a round has more ends, and fractions are longer
    longer = Rules(ties="nobody")
    assert has_fraction(321, 321, longer)
    assert not has_fraction(322, 322, longer)
    assert has_fraction(202, 202, longer, SOON)
    assert not has_fraction(203, 203, longer, SOON)


LONGEST = """
ties = "nobody"
faces = 20
attack_dice = { dice = 5, to_highest = 1 }
defence_dice = { dice = 4, extra = 2, at_most_attack = true }
"""


@pytest.mark.parametrize(
    ("asked", "most"),
    [
        ("odds 80 80 --stop-after 999", 78),
        ("outcomes 200 200", 78),
        ("campaign 250 100 100", 199),
        ("need 60,60", 57),
        ("need 1..100 50%", 23),
        ("need 200 50% --price", 46),
    ],
)
def test_long_numbers_take_long(capsys: Capture, tmp_path: Path, asked: str, most: int) -> None:
    """Each took minutes by rules whose rounds have many ends, and no common number of throws."""
    file = tmp_path / "longest.toml"
    file.write_text(LONGEST, encoding="utf-8")
    status, _, err = run(capsys, *asked.split(), "--rules", str(file))
    assert (status, f"must be at most {most} " in err) == (2, True), err


def test_exact_prints_long_fractions_whole(capsys: Capture) -> None:
    battle, out = Battle(60, 60), run(capsys, "odds", "60", "60", "--exact")[1]
    for chance in (battle.win_probability, battle.lose_probability):
        assert f"\n  = {fraction_text(chance)}\n" in out


@pytest.mark.parametrize(
    "command",
    [
        "odds 3 2", "outcomes 3 2", "luck 3 2 --left 0 2", "strategy 3 2", "campaign 3 2 1",
        "need 3", "need 3 90%", "need 3 2", "table 2 2",
    ],
)  # fmt: skip
def test_more_digits_than_python_reads_at_once(capsys: Capture, command: str) -> None:
    status, out, err = run(capsys, *command.split(), "--digits", "4500", "--blitz")
    assert (status, err) == (0, "")
    assert out
    few = run(capsys, *command.split(), "--blitz")[1].splitlines()
    if command.split()[0] in ("odds", "luck", "strategy", "campaign"):
        assert out.splitlines()[:3] == few[:3]
