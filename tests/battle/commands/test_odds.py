"""`odds`, `outcomes` and `luck` print what the library says, in text and in JSON."""

from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle
from riskexact.battle.commands.odds import NEEDED, tenths
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer, in_json, run

STOPS: dict[str, dict[str, Any]] = {
    "--retreat-at 3": {"retreat_at": 3},
    "--stop-at-defenders 2": {"stop_at_defenders": 2},
    "--stop-after 2": {"stop_after": 2},
    "--stop-below 45%": {"stop_below": Fraction(9, 20)},
    "--retreat-at=1 --stop-at-defenders=1 --stop-after=4 --stop-below=.3": {
        "retreat_at": 1, "stop_at_defenders": 1, "stop_after": 4, "stop_below": Fraction(3, 10),
    },
}  # fmt: skip


@pytest.mark.parametrize("typed", STOPS)
def test_stop_rules(capsys: Capture, typed: str) -> None:
    battle = Battle(6, 5, RULES["risiko"], **STOPS[typed])
    asked = ("6", "5", "--rules", "risiko", *typed.split())
    odds = answer(capsys, "odds", *asked)
    for key, chance in (
        ("win", battle.win_probability),
        ("lose", battle.lose_probability),
        ("stopped", battle.stop_probability),
    ):
        assert odds[key] == in_json(chance)
    assert odds["attackers_lost"]["mean"] == in_json(battle.costs.attackers)
    assert odds["defenders_lost"]["mean"] == in_json(battle.costs.defenders)
    if battle.win_probability:
        assert odds["attackers_lost_in_a_win"]["mean"] == in_json(battle.costs_of_a_win.attackers)
    if battle.costs.defenders:
        assert odds["exchange_ratio"] == in_json(battle.exchange_ratio)
    assert answer(capsys, "outcomes", *asked)["outcomes"] == [
        {"attackers": a, "defenders": d} | in_json(chance)
        for (a, d), chance in battle.outcomes.items()
    ]


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


def test_exact_prints_long_fractions_whole(capsys: Capture) -> None:
    battle, out = Battle(60, 60), run(capsys, "odds", "60", "60", "--exact")[1]
    for chance in (battle.win_probability, battle.lose_probability):
        assert f"\n  = {fraction_text(chance)}\n" in out


def test_rounds(capsys: Capture) -> None:
    battle = Battle(6, 5, RULES["risiko"])
    data = answer(capsys, "outcomes", "6", "5", "--rounds", "--rules", "risiko", "--seconds", "20")
    assert data["rounds"] == [{"rounds": n} | in_json(p) for n, p in battle.rounds.items()]
    assert data["mean"] == in_json(battle.mean_rounds)
    assert data["mean_minutes"] == in_json(battle.mean_rounds / 3)


def test_luck(capsys: Capture) -> None:
    data = answer(capsys, "luck", "13", "9", "--armies", "--left", "1", "7")
    assert data["left"] == {"attackers": 1, "defenders": 7}
    luck = Battle(12, 9).luck(0, 7)
    assert data["at_least_this_bad"] == in_json(luck.at_least_this_bad)
    assert data["at_least_this_good"] == in_json(luck.at_least_this_good)
