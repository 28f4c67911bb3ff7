"""The command line of stop rules, rounds, luck and single throws."""

from fractions import Fraction
from typing import Any

import pytest

from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle
from riskexact.battle.commands.odds import NEEDED, tenths
from riskexact.cli import main
from riskexact.odds.states import Stops
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer

STOPS: list[tuple[list[str], Stops]] = [
    (["--retreat-at", "3"], Stops(3)),
    (["--stop-at-defenders", "2"], Stops(0, 2)),
    (["--stop-after", "2"], Stops(stop_after=2)),
    (["--stop-below", "45%"], Stops(stop_below=Fraction(9, 20))),
    (
        ["--retreat-at=1", "--stop-at-defenders=1", "--stop-after=4", "--stop-below=.3"],
        Stops(1, 1, 4, Fraction(3, 10)),
    ),
]


@pytest.mark.parametrize(("typed", "stops"), STOPS)
def test_stop_rules(capsys: Capture, typed: list[str], stops: Stops) -> None:
    battle = Battle(6, 5, RULES["risiko"], **vars(stops))
    odds = answer(capsys, "odds", "6", "5", "--rules", "risiko", *typed)
    shown = [Fraction(odds[name]["fraction"]) for name in ("win", "lose", "stopped")]
    assert shown == [battle.win_probability, battle.lose_probability, battle.stop_probability]
    assert sum(shown) == 1
    assert Fraction(odds["attackers_lost"]["mean"]["fraction"]) == battle.costs.attackers
    assert Fraction(odds["defenders_lost"]["mean"]["fraction"]) == battle.costs.defenders
    if shown[0]:
        in_a_win = Fraction(odds["attackers_lost_in_a_win"]["mean"]["fraction"])
        assert in_a_win == battle.costs_of_a_win.attackers
    if battle.costs.defenders:
        assert Fraction(odds["exchange_ratio"]["fraction"]) == battle.exchange_ratio
    outcomes = answer(capsys, "outcomes", "6", "5", "--rules", "risiko", *typed)["outcomes"]
    assert {
        (end["attackers"], end["defenders"]): Fraction(end["fraction"]) for end in outcomes
    } == dict(battle.outcomes)


FIVE_LINES = [
    "8 6",
    "9 6 --armies --rules risiko",
    "100 100",
    "8 6 --digits 40",
    "8 6 --retreat-at 3",
    "8 6 --retreat-at 3 --rules risiko",
    "8 6 --armies --retreat-at 3",
    "12 9 --stop-after 3 --stop-at-defenders 2 --stop-below 40%",
    "8 6 --blitz",
    "8 6 --blitz --rules capital",
    "500 500",
    "3000 3000 --retreat-at 1500",
    "60000 60000",
    f"{10**18} {10**18}",
    "0 6",
    "6 0",
]

LONG_TITLES = [
    "8 6 --blitz --stop-until 3 --rules single-loss",
    "8 6 --armies --retreat-at 3 --rules capital",
    "100 100 --blitz --rules risiko",
]
"""Questions that take two lines to say."""


@pytest.mark.parametrize("asked", FIVE_LINES + LONG_TITLES)
def test_five_lines_of_eighty_columns(capsys: Capture, asked: str) -> None:
    assert main(["odds", *asked.split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 5 + (asked in LONG_TITLES)
    assert "" not in lines
    assert max(map(len, lines)) <= 80
    assert " against " in " ".join(lines[:2])
    assert "You " in " ".join(lines[1:3])
    assert lines[-1].startswith("win: ")


def test_needs_and_survivors_of_stop_rules(capsys: Capture) -> None:
    """Those of the battle that is asked about, by trying one number after another."""
    asked: list[tuple[list[str], dict[str, Any]]] = [
        (["--retreat-at", "3"], {"retreat_at": 3}),
        (["--blitz"], {"blitz": True}),
        (["--blitz", "--stop-until", "2"], {"blitz": True, "stop_until": 2}),
    ]
    for typed, terms in asked:
        wins = (Battle(a, 4, **terms).win_probability for a in range(1, 40))
        chances = list(wins)
        needs = [next(a for a, p in enumerate(chances, 1) if p >= c) for c in NEEDED]
        assert main(["odds", "7", "4", *typed]) == 0
        *_, needed, left, _ = capsys.readouterr().out.splitlines()
        assert needed == f"75 % takes {needs[0]} attackers, 90 % takes {needs[1]}"
        battle = Battle(7, 4, **terms)
        means = battle.attackers_left.mean, battle.defenders_left.mean
        said = [tenths(mean) for mean in (*means, 7 - means[0], 4 - means[1])]
        assert left == (
            f"left on average: {said[0]} attackers and {said[1]} defenders; "
            f"lost: {said[2]} and {said[3]}"
        )


def test_exact(capsys: Capture) -> None:
    """Every fraction whole, and the expected values; without it no expected value has a line."""
    battle = Battle(60, 60)
    assert main(["odds", "60", "60"]) == 0
    brief = capsys.readouterr().out
    assert brief.endswith("\nwin: 0.7582047495\n")
    assert main(["odds", "60", "60", "--exact"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(brief[: brief.index("win: ")] + "\nwin: 0.7582047495\n  = ")
    for chance in (battle.win_probability, battle.lose_probability):
        assert f"\n  = {fraction_text(chance)}\n" in out
    assert "\nexpected rounds: " in out
    assert "\nexchange ratio (attackers lost for each defender lost): 0." in out


def test_rounds(capsys: Capture) -> None:
    battle = Battle(6, 5, RULES["risiko"])
    data = answer(capsys, "outcomes", "6", "5", "--rounds", "--rules", "risiko", "--seconds", "20")
    assert {each["rounds"]: Fraction(each["fraction"]) for each in data["rounds"]} == dict(
        battle.rounds
    )
    assert Fraction(data["mean"]["fraction"]) == battle.mean_rounds
    assert Fraction(data["mean_minutes"]["fraction"]) == battle.mean_rounds / 3
    assert main(["outcomes", "3", "2", "--rounds", "--digits", "3"]) == 0
    assert capsys.readouterr().out == (
        "3 attackers against 2 defenders, standard rules\n"
        "\n"
        "expected rounds: 1.84\n"
        "\n"
        "rounds  probability  at most  fraction\n"
        "     1        0.372    0.372  1445/3888\n"
        "     2        0.412    0.784  346325/839808\n"
        "     3        0.216        1  181363/839808\n"
    )


def test_minutes_are_those_of_the_round(capsys: Capture) -> None:
    """However few digits are asked for, and however long it takes."""
    assert main(["outcomes", "100", "100", "--rounds", "--seconds", "671", "--digits", "2"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[6:]]
    minutes = {row[0]: row[1] for row in rows}
    assert [minutes[n] for n in ("60", "137", "149")] == ["671.00", "1532.12", "1666.32"]


def test_rounds_without_a_largest_number(capsys: Capture, tmp_path: Any) -> None:
    house = tmp_path / "house.toml"
    house.write_text('ties = "nobody"\n')
    battle = Battle(3, 2, Rules(ties="nobody"))
    data = answer(capsys, "outcomes", "3", "2", "--rounds", "--rules", str(house))
    assert data["rounds"] is None
    assert Fraction(data["mean"]["fraction"]) == battle.mean_rounds
    assert main(["outcomes", "3", "2", "--rounds", "--rules", str(house)]) == 0
    assert "is unbounded: a round may cause no loss" in capsys.readouterr().out
    asked = ["outcomes", "3", "2", "--rounds", "--rules", str(house)]
    limited = answer(capsys, *asked, "--stop-after", "2")
    assert max(each["rounds"] for each in limited["rounds"]) == 2


def test_luck(capsys: Capture) -> None:
    data = answer(capsys, "luck", "13", "9", "--armies", "--left", "1", "7")
    assert data["left"] == {"attackers": 1, "defenders": 7}
    luck = Battle(12, 9).luck(0, 7)
    assert Fraction(data["at_least_this_bad"]["fraction"]) == luck.at_least_this_bad
    assert Fraction(data["at_least_this_good"]["fraction"]) == luck.at_least_this_good
    assert main(["luck", "12", "9", "--left", "0", "7", "--digits", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "12 attackers against 9 defenders, standard rules: 0 attackers and 7 defenders left\n"
    )
    words = "1.3 % of such battles end at least this badly for you, 99.6 % at least this well"
    assert out.splitlines()[2] == words
    assert "at least this bad: 0.0125\n" in out
    assert main(["luck", "13", "9", "--armies", "--left", "4", "0"]) == 0
    title = capsys.readouterr().out.splitlines()[0]
    assert title.endswith(": 4 armies (3 attackers) and 0 defenders left")


def test_a_throw(capsys: Capture) -> None:
    data = answer(capsys, "round", "5,4,2", "4,4")
    assert data == {
        "rules": "standard",
        "attack": [5, 4, 2],
        "defence": [4, 4],
        "attackers_lost": 1,
        "defenders_lost": 1,
    }
    assert main(["round", "6,6", "6", "--rules", "ties-to-attacker"]) == 0
    assert capsys.readouterr().out == "attacker loses 0, defender loses 1\n"
