"""The outcome graph: every state of a battle, and every round as an arrow.

The thickness of an arrow is its exact probability.  A picture of this kind is in the appendix of
J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20, for 2 to 6 armies
against 1 to 4.
"""

from fractions import Fraction

from riskexact.base.arguments import whole
from riskexact.base.text import fraction_text
from riskexact.odds.recursion import cells, chances
from riskexact.odds.states import State
from riskexact.pictures.diagram import (
    Arrow,
    Drawing,
    Point,
    arrows_from,
    color_of,
    cost,
    is_masked,
    play_order,
    side,
    versus,
    wrapped,
)
from riskexact.pictures.labels import battles_won, exact_percent, percent, under
from riskexact.pictures.picture import PAPER, Picture, look
from riskexact.rules import STANDARD, Rules, checked_rules

MOST_IN_GRAPH = 6
"""The most units on each side for which arrows and labels can be told apart."""

ACROSS, DOWN = 1.8, 1.4
"""Inches from one state to the next."""

RADIUS = 0.33

THICKEST = 16
"""The width in points of an arrow with probability 1."""


def outcome_graph(
    attackers: int = 5, defenders: int = 4, rules: Rules = STANDARD, armies: bool = False
) -> Picture:
    """Return the graph of all states up to a size, from 1 to 6 units on each side.

    Each round with a loss is an arrow, as thick as it is probable and labelled with its chance.
    States are labelled with the chance to win, and with attackers free to fight or, with `armies`,
    with armies, of which one stays behind.

    Raises `RiskError` for other sizes.

    >>> outcome_graph(2, 1).title
    'Round by round, 2 attackers beat 1 defender in 75.4 % of all battles'
    """
    a = whole(attackers, "attackers", 1, MOST_IN_GRAPH)
    d = whole(defenders, "defenders", 1, MOST_IN_GRAPH)
    arrows = rounds_below(a, d, checked_rules(rules))
    win = dict(cells(a, d, rules))
    title = f"Round by round, {battles_won(a, d, win[a, d], rules, armies)}"
    with look():
        drawing = _draw(title, (a, d), arrows, win, rules, armies)
    return Picture(title, _words(a, d, arrows, win, rules, armies), drawing.figure)


def _draw(
    title: str,
    start: State,
    arrows: list[Arrow],
    win: dict[State, Fraction],
    rules: Rules,
    armies: bool,
) -> Drawing:
    a, d = start
    width = ACROSS * d + 2.1
    notes = "\n".join(wrapped(entry, width - 0.8, 9) for entry in _legend(a, d, rules))
    foot = 0.2 + 0.16 * (notes.count("\n") + 1)
    drawing = Drawing(width, foot + DOWN * a + 2.4, title)

    def place(state: State) -> Point:
        return 1.1 + ACROSS * (d - state[1]), foot + 0.45 + DOWN * state[0]

    key = wrapped(
        f"Circles: {side(armies)} v defenders, and the chance to win. "
        "Arrows: one round, as thick as its chance; to the right defenders are lost (blue), "
        "downwards attackers (orange).",
        width - 0.6,
    )
    drawing.write((width / 2, drawing.axes.get_ylim()[1] - 0.5), key, va="top")
    for arrow in arrows:
        _draw_round(drawing, arrow, place(arrow.start), place(arrow.end))
    for state, value in win.items():
        if all(state):
            _draw_state(drawing, place(state), versus(state, armies), percent_in_circle(value))
    for state in sorted({arrow.end for arrow in arrows if not all(arrow.end)}):
        won = state[1] == 0
        text = f"{'won' if won else 'lost'}\n{versus(state, armies)}"
        drawing.outcome(place(state), (0.72, 0.56), won, text)
    drawing.write((width / 2, foot), notes, 9, va="top")
    return drawing


def rounds_below(attackers: int, defenders: int, rules: Rules = STANDARD) -> list[Arrow]:
    """Return every round with a loss in battles up to a size.

    >>> [str(arrow.probability) for arrow in rounds_below(1, 1)]
    ['5/12', '7/12']
    """
    return [
        arrow for state in play_order(attackers, defenders) for arrow in arrows_from(state, rules)
    ]


def percent_in_circle(p: Fraction) -> str:
    """Return a chance as a percentage that fits in a circle.

    >>> percent_in_circle(Fraction(1, 3)), percent_in_circle(Fraction(1, 10**6))
    ('33.3 %', '< 0.1 %')
    """
    return percent(p).replace("under", "<").replace("over", ">")


def _draw_round(drawing: Drawing, arrow: Arrow, start: Point, end: Point) -> None:
    """Draw an arrow with its label, around a state between its ends."""
    angles = None
    label_at = 0.12 if start[0] == end[0] else 0.26 if start[1] == end[1] else 0.3
    if is_masked(arrow):
        angles = (60.0, 116.0) if start[1] == end[1] else (226.0, 170.0)
        label_at = 0.5
    width, gap = THICKEST * float(arrow.probability), RADIUS + 0.03
    at = drawing.arrow((start, end), width, (gap, gap), angles, color_of(arrow), label_at)
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.2}
    drawing.write(at, percent_in_circle(arrow.probability), 8.5, bbox=ground, zorder=2.5)


def _draw_state(drawing: Drawing, at: Point, name: str, win: str) -> None:
    drawing.circle(at, RADIUS)
    x, y = at
    drawing.write((x, y + 0.02), name, va="bottom", fontweight="bold")
    drawing.write((x, y - 0.04), win, 8.5, va="top")


def _legend(attackers: int, defenders: int, rules: Rules) -> list[str]:
    """Return the exact chances of the rounds, a line for each pair of dice."""
    first: dict[tuple[int, int], State] = {}
    for a, d in play_order(attackers, defenders):
        if a and d:
            first.setdefault(rules.dice(a, d), (a, d))
    again = ["a round that costs nobody a unit is thrown again"] if rules.ties == "nobody" else []
    return [
        f"{x} v {y} dice: "
        + ", ".join(f"{cost(losses)}: {fraction_text(p)}" for losses, p in chances(*state, rules))
        for (x, y), state in first.items()
    ] + again


def _words(
    a: int,
    d: int,
    arrows: list[Arrow],
    win: dict[State, Fraction],
    rules: Rules,
    armies: bool,
) -> str:
    return (
        f"A graph of the states of a battle from {versus((a, d), armies)}{under(rules)}, down to "
        f"its ends; numbers count {side(armies)} v defenders. {len(arrows)} arrows, as thick as "
        f"their chances, show what one round can cost. {'. '.join(_legend(a, d, rules))}. From "
        f"{versus((a, d), armies)} the attacker wins with the chance {exact_percent(win[a, d])}."
    )
