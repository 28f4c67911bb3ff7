"""The outcome graph: every state of a battle, and every round as an arrow.

The thickness of an arrow is its exact probability.  A picture of this kind is in the appendix of
J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20, for 2 to 6 armies
against 1 to 4.
"""

from collections.abc import Mapping
from fractions import Fraction

from riskexact.base.arguments import whole
from riskexact.base.drawing.canvas import Drawing, Point, side_colour
from riskexact.base.drawing.labels import exact_percent, percent, short_percent
from riskexact.base.drawing.picture import INK, PAPER, Picture, look
from riskexact.base.text import fraction_text
from riskexact.battle.battle import Battle
from riskexact.battle.pictures.diagram import Arrow, States, cost
from riskexact.odds.recursion import cells, chances
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, under

MAX_IN_GRAPH = 6
"""The most units on each side for which arrows and labels can be told apart."""

ACROSS, DOWN = 1.8, 1.4
"""Inches from one state to the next."""

RADIUS = 0.33

THICKEST = 12
"""The width in points of an arrow with probability 1."""

ARC_LEFT, ARC_UP, ARC_OUT = (164.0, 36.0), (122.0, 250.0), (122.0, 234.0)
"""The angles of arrows around the state between their ends: to the left, upwards, to a lost end."""


def outcome_graph(
    attackers: int = 5,
    defenders: int = 4,
    rules: Rules | str = STANDARD,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return the graph of all states up to a size, from 1 to 6 units on each side.

    States stand where the odds do in a table, with the chance to win.  Each round with a loss is an
    arrow, as thick as it is probable; for each pair of dice, one state has the chances beside its
    arrows.  States are labelled with attackers free to fight or, with `armies`, with armies, of
    which one stays behind; `dark` draws on a dark ground.

    Raises `RiskError` for other sizes.

    >>> outcome_graph(2, 1).title
    '2 attackers against 1 defender, standard rules: won in 75.4 % of all battles'
    """
    a = whole(attackers, "attackers", 1, MAX_IN_GRAPH)
    d = whole(defenders, "defenders", 1, MAX_IN_GRAPH)
    states = States((a, d), rule_set(rules), armies)
    win = dict(cells(a, d, states.rules))
    won = f"won in {percent(win[a, d])} of all battles"
    title = f"{Battle(a, d, states.rules).words(armies)}: {won}"
    subtitle = (
        f"Circles: {states.side} v defenders, and the chance to win. Arrows: rounds, as thick as "
        "their chances, which are the same wherever the same dice are thrown; to the left "
        "defenders are lost (blue), upwards attackers (orange)."
    )
    if states.rules.ties == "nobody":
        subtitle += " A round that costs nobody a unit is thrown again."
    with look(dark):
        drawing = _draw((title, subtitle), states, win)
    return Picture(title, _words(states, win), drawing.figure, dark)


def _draw(heading: tuple[str, str], states: States, win: Mapping[State, Fraction]) -> Drawing:
    a, d = states.start
    drawing = Drawing(max(ACROSS * d + 1.4, 6), DOWN * a + 1, *heading)
    left = (drawing.axes.get_xlim()[1] - ACROSS * d) / 2

    def place(state: State) -> Point:
        return left + ACROSS * state[1], 0.55 + DOWN * (a - state[0])

    arrows, labelled = rounds_below(states), _first_of_dice(states).values()
    for arrow in sorted(arrows, key=lambda arrow: arrow.is_masked, reverse=True):
        _draw_round(drawing, arrow, place(arrow.start), place(arrow.end), arrow.start in labelled)
    for state in filter(all, win):
        x, y = place(state)
        drawing.circle((x, y), RADIUS)
        drawing.write((x, y + 0.02), states.versus(state), va="bottom", fontweight="bold")
        drawing.write((x, y - 0.04), f"{short_percent(win[state])} %", 8.5, va="top")
    for state in sorted({arrow.end for arrow in arrows if not all(arrow.end)}):
        won = state[1] == 0
        text = f"{'won' if won else 'lost'}\n{states.versus(state)}"
        drawing.outcome(place(state), (0.72, 0.56), won, text)
    return drawing


def rounds_below(states: States) -> list[Arrow]:
    """Return every round with a loss in the battles up to a size.

    >>> [str(arrow.probability) for arrow in rounds_below(States((1, 1), STANDARD))]
    ['5/12', '7/12']
    """
    return [arrow for state in states.in_play_order() for arrow in states.arrows_from(state)]


def _draw_round(drawing: Drawing, arrow: Arrow, start: Point, end: Point, label: bool) -> None:
    """Draw an arrow, around a state between its ends, with or without its chance.

    It has the colour of the side that loses nothing, or a dark one if both lose units.
    """
    upwards, leftwards = start[0] == end[0], start[1] == end[1]
    colour = side_colour(leftwards) if upwards or leftwards else INK
    arc = ARC_LEFT if not upwards else ARC_UP if all(arrow.end) else ARC_OUT
    angles = arc if arrow.is_masked else None
    label_at = 0.3 if arrow.is_masked else 0.72 if upwards else 0.6
    width, gap = THICKEST * float(arrow.probability), RADIUS + 0.03
    at = drawing.arrow((start, end), width, (gap, gap), angles, colour, label_at)
    if label:
        ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
        drawing.write(at, percent(arrow.probability), 8.5, bbox=ground)


def _first_of_dice(states: States) -> dict[tuple[int, int], State]:
    """Return the largest state in which each pair of dice is thrown."""
    first: dict[tuple[int, int], State] = {}
    for state in filter(all, states.in_play_order()):
        first.setdefault(states.rules.dice(*state), state)
    return first


def _words(states: States, win: Mapping[State, Fraction]) -> str:
    start, rules = states.versus(states.start), states.rules
    rounds = [
        f"{x} v {y} dice: "
        + ", ".join(f"{cost(losses)}: {fraction_text(p)}" for losses, p in chances(*state, rules))
        for (x, y), state in _first_of_dice(states).items()
    ]
    return (
        f"A graph of the states of a battle from {start}{under(rules)}, down to its ends; numbers "
        f"count {states.side} v defenders. {len(rounds_below(states))} arrows, as thick as their "
        f"chances, show what one round can cost. {'. '.join(rounds)}. From {start} the attacker "
        f"wins with the chance {exact_percent(win[states.start])}."
    )
