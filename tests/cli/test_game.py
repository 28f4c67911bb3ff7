"""The command line for whole games: `riskexact game`."""

import json

import pytest

from riskexact.boards.game.duel import duel
from tests.commands import Capture, run


def test_a_duel(capsys: Capture) -> None:
    status, out, _ = run(capsys, "game", "--duel", "5", "2", "-r", "2", "--json")
    assert status == 0
    data, found = json.loads(out), duel(5, 2, reinforcements=2)
    assert data["win"]["fraction"] == data["at_most"]["fraction"] == str(found.lower)
    assert (data["mine"], data["enemy"], data["proved"]) == ({"A": 5}, {"B": 2}, True)
    for attack in data["policy"]:
        for enemy in range(attack["least"], (attack["most"] or 50) + 1):
            assert found.policy.dice(attack["armies"], enemy) == attack["dice"]
    assert sum((attack["most"] or 0) > 0 for attack in data["policy"]) == 1


def test_the_policy_is_told_in_words(capsys: Capture) -> None:
    _, out, _ = run(capsys, "game", "--duel", "1", "1")
    assert "  = 373248/404461\n" in out
    assert [line.split() for line in out.splitlines()[-3:]] == [
        ["2", "1", "1"], ["3", "1", "to", "3", "2"], ["4", "or", "more", "1", "or", "more", "3"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "game must have --duel and two numbers of armies"),
        ("--duel 0 1", "mine must be a whole number, from 1 to 1000, not 0"),
        ("--duel 1 1 -r 0", "reinforcements must be a whole number, from 1 to 100, not 0"),
        ("--duel 1 1 --rules chess", "chess"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    capsys: Capture, typed: str, message: str
) -> None:
    status, out, error = run(capsys, "game", *typed.split())
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert message in error
