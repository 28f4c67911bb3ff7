"""Battles between snapshots of a game."""

import json
from typing import Any

import pytest

from riskexact.base.errors import RiskError
from riskexact.logs import dice_log, log_of_text


def game(*boards: str) -> list[dict[str, Any]]:
    """Snapshots from texts such as "A=red5 B=blue2"."""
    found = []
    for board in boards:
        pairs = (each.split("=") for each in board.split())
        found.append({"territories": {
            name: {"owner": what.rstrip("0123456789"), "armies": int(what.lstrip("redblu"))}
            for name, what in pairs
        }})  # fmt: skip
    return found


GAME = game(
    "A=red3 B=blue4 C=red1",
    "A=red8 B=blue4 C=red1",  # red places armies, so he is on turn
    "A=red6 B=blue2 C=red1",  # broken off: 7 v 4, 5 and 2 left
    "A=red5 B=blue2 C=red1",  # whom did he attack?
    "A=red1 B=red3 C=red1",  # 4 v 2, 3 left
    "A=red1 B=red2 C=red2",  # moves on
)


def test_battles_and_what_is_none() -> None:
    log = dice_log(GAME)
    names = "attackers", "defenders", "attackers_left", "defenders_left", "least_defenders_lost"
    rows = [dict(zip(names, row, strict=True)) for row in ((7, 4, 5, 2, 1), (4, 2, 3, 0, 1))]
    assert log.entries == dice_log(rows).entries
    assert dict(log.left_out) == {"no battle": 3}
    assert log_of_text(json.dumps(GAME)) == log == dice_log(GAME, armies=True)


@pytest.mark.parametrize(
    "boards",
    [
        ("A=red5 B=blue4", "A=red3 B=blue2"),  # nobody knows who attacked
        ("A=red5 B=red4", "A=red3 B=red2"),
        ("A=red5 B=blue4", "A=red3 B=blue2 C=red1"),
        ("A=red5 B=blue1 C=red4", "A=red1 B=red3 C=red2"),
        ("A=red5 B=blue1", "A=red5 B=red1"),
        ("A=red5 B=blue1", "A=red3 B=bed2"),
        ("A=red5 B=0", "A=red3 B=red2"),
        ("A=red5 B=blue1 C=red1", "A=red1 B=red4"),
    ],
)
def test_no_battle(boards: tuple[str, ...]) -> None:
    log = dice_log([*game(*boards), *GAME])
    assert (log.battles, log.left_out["no battle"]) == (2, 3 + 2)


@pytest.mark.parametrize("bad", [5, {"territories": []}, {"territories": {"A": {"owner": "red"}}}])
def test_a_snapshot_that_cannot_be(bad: Any) -> None:
    log = [*GAME[:5], bad, *GAME]
    said = r"log, snapshot 6: must be {\"territories\": {NAME: {\"owner\": …, \"armies\": …}, …}}"
    with pytest.raises(RiskError, match=said):
        dice_log(log)
    found = dice_log(log, skip_bad=True)
    assert (found.battles, len(found.skipped)) == (4, 1)
    with pytest.raises(RiskError, match="snapshot 2: armies of 'A' must be a whole number, 0 or"):
        dice_log([GAME[0], {"territories": {"A": {"owner": "red", "armies": -1}}}])
    # more are left than there were
    with pytest.raises(RiskError, match="snapshot 2: attackers_left must be"):
        dice_log(game("A=red5 B=blue1", "A=red4 B=red9"))
