"""Snapshots of a game, and the battles between each two of them.

A snapshot is `{"territories": {"Alaska": {"owner": "red", "armies": 5}, …}}`; in a log they stand
in order.  Between two neighbouring ones is a battle if no more than two territories changed, and

- one changed hands, and the other lost armies to its new owner's: it was taken; or
- both lost armies, of two owners, and one of these is on turn: it was broken off.

On turn is who took a territory last, or alone got armies, without losing any elsewhere.  A battle
in which no defender fell cannot be seen: each one has `least_defenders_lost` 1.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError

NO_BATTLE = "no battle"

Board = Mapping[str, tuple[str, int]]
"""The owner and the armies of each territory."""


def battles(
    snapshots: Iterable[Any], where: str, armies: bool
) -> Iterator[tuple[str, "dict[str, int] | RiskError | str"]]:
    """Yield what is between each two snapshots: the row of a battle, `NO_BATTLE`, or an error.

    `armies`: whether rows are to count the unit that stays behind.
    """
    before: Board | None = None
    turn = ""
    for n, snapshot in enumerate(snapshots, 1):
        try:
            after = _board(snapshot)
        except RiskError as error:
            before = None
            yield f"{where}, snapshot {n}", error
            continue
        if before is not None:
            row, turn = _between(before, after, turn, 1 - armies)
            yield f"{where}, snapshot {n}", row
        before = after


def _board(snapshot: Any) -> Board:
    try:
        return {
            name: (str(each["owner"]), whole(each["armies"], f"armies of {short_repr(name)}"))
            for name, each in snapshot["territories"].items()
        }
    except (AttributeError, KeyError, TypeError):
        raise RiskError('must be {"territories": {NAME: {"owner": …, "armies": …}, …}}') from None


def _between(
    before: Board, after: Board, turn: str, stays: int
) -> tuple[dict[str, int] | str, str]:
    """Return the battle, if it was one, and who is on turn after it."""
    if before.keys() != after.keys():
        return NO_BATTLE, turn
    changed = [(before[name], after[name]) for name in before if before[name] != after[name]]
    taken = [(old, new) for old, new in changed if old[0] != new[0]]
    if any(old[1] == 0 for old, _ in taken):  # nobody was there
        return NO_BATTLE, turn
    lost = [(old, new) for old, new in changed if old[0] == new[0] and old[1] > new[1]]
    gained = {new[0] for old, new in changed if old[0] == new[0] and old[1] < new[1]}
    if len(taken) == len(lost) == 1 and len(changed) == 2 and taken[0][1][0] == lost[0][0][0]:
        ((old, new),), (source, left) = taken, lost[0]
        return _row(source[1] - stays, old[1], left[1] + new[1] - stays, 0), new[0]
    if len(lost) == len(changed) == 2:
        lost.sort(key=lambda each: each[0][0] != turn)  # who is on turn comes first
        (source, left), (target, held) = lost
        if source[0] == turn != target[0]:
            return _row(source[1] - stays, target[1], left[1] - stays, held[1]), turn
    if len(gained) == 1 and not taken and not lost:
        (turn,) = gained
    return NO_BATTLE, turn


def _row(*numbers: int) -> dict[str, int]:
    names = "attackers", "defenders", "attackers_left", "defenders_left", "least_defenders_lost"
    return dict(zip(names, (*numbers, 1), strict=True))
