"""The calls of a recursion without a cache: a triangle of how often it asks for each state.

Without a cache the recursion asks for the same states again and again.  Under single-loss rules it
calls Q(a', d') once for each path of rounds from (a, d), of which there are

    M(a - a', d - d') = (a - a' + d - d')! / ((a - a')! (d - d')!)

while both sides have units ("Should I attack in Risk? (The Board Game)", section 3.1).  Other rules
give other triangles: trinomial coefficients in the interior of the standard rules.
"""

from collections.abc import Mapping
from itertools import groupby

from riskexact.base.arguments import whole
from riskexact.base.drawing.canvas import Drawing, Point
from riskexact.base.drawing.picture import LINE, Picture, look
from riskexact.base.errors import RiskError
from riskexact.battle.pictures.graph import States
from riskexact.odds.recursion import path_counts
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, under

MAX_IN_TRIANGLE = 16
"""Attackers and defenders together."""

CALLS_ACROSS, CALLS_DOWN = 0.94, 0.78
"""Inches between the states of a line, and between lines."""

CALL_RADIUS = 0.31


def call_triangle(
    attackers: int = 6,
    defenders: int = 6,
    rules: Rules | str = STANDARD,
    dark: bool = False,
) -> Picture:
    """Return the triangle of the calls that the recursion without a cache makes for one battle.

    - `attackers`, `defenders`: 1 or more, together at most 16;
    - `dark`: draw on a dark ground.

    Each state stands below those whose rounds lead to it, one line lower for each unit lost.

    Raises `RiskError` for other sizes.

    >>> call_triangle(5, 4).title
    '5 v 4 costs the naive recursion 92 calls for 22 states'
    """
    a = whole(attackers, "attackers", 1, MAX_IN_TRIANGLE - 1)
    d = whole(defenders, "defenders", 1, MAX_IN_TRIANGLE - 1)
    if a + d > MAX_IN_TRIANGLE:
        raise RiskError(
            f"attackers and defenders must together be at most {MAX_IN_TRIANGLE}, not {a + d}"
        )
    states = States((a, d), rule_set(rules))
    counts = path_counts((a, d), states.rules)
    title = (
        f"{states.entitled((a, d))} costs the naive recursion {sum(counts.values()):,} calls for "
        f"{len(counts)} states{under(states.rules)}"
    )
    subtitle = (
        f"How often it asks for each state, {states.side} v defenders. A line further down a unit "
        "is lost: to the left a defender, to the right an attacker. Every number is the sum of "
        "those from which an arrow leads to it."
    )
    with look(dark):
        drawing = _draw((title, subtitle), states, counts)
    return Picture(title, _words(states, counts), drawing.figure, dark)


def _draw(heading: tuple[str, str], states: States, counts: Mapping[State, int]) -> Drawing:
    a, d = states.start
    width = max(7.2, CALLS_ACROSS * (a + d) / 2 + 1.4)
    height = CALLS_DOWN * (a + d - 1) + 1
    apex = width / 2 + CALLS_ACROSS * (d - a) / 4, height - 0.45

    def place(state: State) -> Point:
        lost, beaten = a - state[0], d - state[1]
        return apex[0] + CALLS_ACROSS * (lost - beaten) / 2, apex[1] - CALLS_DOWN * (beaten + lost)

    drawing = Drawing(width, height, *heading)
    for state, count in counts.items():
        for arrow in states.arrows_from(state):
            angles = None
            if arrow.is_masked:  # the arrow goes around the state between its ends
                angles = (222.0, 102.0) if arrow.start[0] == arrow.end[0] else (318.0, 78.0)
            gaps = CALL_RADIUS, CALL_RADIUS + 0.02
            drawing.arrow((place(state), place(arrow.end)), 0.9, gaps, angles, LINE)
        _draw_state(drawing, place(state), f"{count:,}", states.versus(state), state)
    return drawing


def _draw_state(drawing: Drawing, at: Point, count: str, name: str, state: State) -> None:
    if not all(state):
        drawing.outcome(at, (0.74, 0.46), state[1] == 0, f"{count}\n{name}", 8.5)
        return
    drawing.circle(at, CALL_RADIUS)
    (x, y), size = at, 10 if len(count) < 5 else 8
    drawing.write((x, y - 0.02), count, size, va="bottom", fontweight="bold")
    drawing.write((x, y - 0.04), name, 8, va="top")


def _words(states: States, counts: Mapping[State, int]) -> str:
    """Return the alternative text: the triangle line by line, from its top."""
    lines = [
        ", ".join(f"{states.versus(state)}: {counts[state]:,}" for state in line)
        for _, line in groupby(sorted(counts, key=lambda state: (-sum(state), state)), key=sum)
    ]
    return (
        f"A triangle of the states that the recursion without a memory asks for on its way from "
        f"{states.versus(states.start)} to the ends{under(states.rules)}; numbers count "
        f"{states.side} v defenders. Calls, line by line from the top: {'; '.join(lines)}. In all "
        f"{sum(counts.values()):,} calls for {len(counts)} states; with a memory one each would do."
    )
