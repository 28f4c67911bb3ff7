"""One of the paths from a state of a battle to another, to be drawn."""

from riskexact.base.errors import RiskError
from riskexact.odds.states import State
from riskexact.pictures.diagram import arrows_from, play_order, versus
from riskexact.rules import STANDARD, Rules


def path(start: State, end: State, rules: Rules = STANDARD) -> list[State]:
    """Return the states of a path close to the straight line from start to end.

    Raises `RiskError` if there is no path.

    >>> path((5, 4), (3, 2))
    [(5, 4), (4, 3), (3, 2)]
    """
    onward = leading_to(start, end, rules)
    if start not in onward:
        raise RiskError(f"no path leads from {versus(start)} to {versus(end)}")
    taken = [start]
    while taken[-1] != end:
        steps = [arrow.end for arrow in arrows_from(taken[-1], rules) if arrow.end in onward]
        taken.append(min(steps, key=lambda state: _off_line(state, start, end)))
    return taken


def leading_to(start: State, end: State, rules: Rules) -> set[State]:
    """Return the states up to `start` from which rounds lead to `end`, and `end` itself."""
    onward = {end}
    for state in reversed(list(play_order(*start))):
        if any(arrow.end in onward for arrow in arrows_from(state, rules)):
            onward.add(state)
    return onward


def _off_line(state: State, start: State, end: State) -> tuple[int, State]:
    """Return a key that grows with the distance from the line through start and end."""
    (a, d), (b, e), (x, y) = start, end, state
    return abs((x - a) * (e - d) - (y - d) * (b - a)), state
