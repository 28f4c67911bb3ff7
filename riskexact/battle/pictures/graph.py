"""The outcome graph: every state of a battle, and every round as an arrow.

The thickness of an arrow is its exact probability.  A picture of this kind is in the appendix of
J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20, for 2 to 6 armies
against 1 to 4.

States stand where the odds do in a table: attackers in rows from the top down, defenders in columns
from the left.  A battle starts at the lower right, an attacker lost leads up, a defender lost to
the left, so won battles end on the left and lost ones at the top.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import gcd

from riskexact.base.arguments import whole
from riskexact.base.drawing.canvas import Drawing, Point, side_colour
from riskexact.base.drawing.labels import exact_percent, percent, short_percent
from riskexact.base.drawing.picture import INK, Picture, look
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import fraction_text, pluralize
from riskexact.battle.battle import Battle
from riskexact.odds.recursion import cells, chances
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, under
from riskexact.rules.dice import Losses

MAX_IN_GRAPH = 6
"""The most units on each side for which arrows and labels can be told apart."""

ACROSS, DOWN = 1.8, 1.4
"""Inches from one state to the next."""

RADIUS = 0.33

THICKEST = 12
"""The width in points of an arrow with probability 1."""

ARC_LEFT, ARC_UP, ARC_OUT = (164.0, 36.0), (122.0, 250.0), (122.0, 234.0)
"""The angles of arrows around the state between their ends: to the left, upwards, to a lost end."""


class Arrow(NamedTuple):
    """A round that leads from one state to another, with its exact probability."""

    start: State
    end: State
    probability: Fraction

    @property
    def is_masked(self) -> bool:
        """Whether another state stands on the straight line between the two.

        >>> one = Fraction(1)
        >>> Arrow((5, 4), (5, 2), one).is_masked, Arrow((5, 4), (4, 3), one).is_masked
        (True, False)
        """
        (a, d), (b, e) = self.start, self.end
        return gcd(a - b, d - e) > 1


class States(NamedTuple):
    """The states of a battle, by its start; `armies` are told instead of attackers.

    >>> states = States((5, 4), STANDARD, armies=True)
    >>> states.versus((3, 2)), states.entitled((3, 2)), states.side
    ('4 v 2', '4 armies v 2', 'armies (one stays behind)')
    >>> States((5, 4), STANDARD, armies=True).entitled((0, 2))
    '1 army v 2'
    >>> States((5, 4), STANDARD).entitled((3, 2))
    '3 v 2'
    """

    start: State
    rules: Rules
    armies: bool = False

    def versus(self, state: State) -> str:
        """Return a state in words: attackers, or armies, against defenders."""
        return f"{state[0] + self.armies} v {state[1]}"

    def entitled(self, state: State) -> str:
        """Return a state for a title, with the word "armies" if they are counted."""
        if not self.armies:
            return self.versus(state)
        return f"{pluralize(state[0] + 1, 'army', 'armies')} v {state[1]}"

    @property
    def side(self) -> str:
        """The unit that the attacker's numbers count."""
        return "armies (one stays behind)" if self.armies else "attackers (free to fight)"

    def arrows_from(self, state: State) -> list[Arrow]:
        """Return the rounds with a loss from a state; none if the battle is over."""
        if not all(state):
            return []
        a, d = state
        found = [Arrow(state, (a - i, d - j), p) for (i, j), p in chances(a, d, self.rules)]
        return sorted(found, key=lambda arrow: arrow.end, reverse=True)

    def arrows(self) -> list[Arrow]:
        """Return every round with a loss in the battles up to the start."""
        return [arrow for state in self.in_play_order() for arrow in self.arrows_from(state)]

    def in_play_order(self) -> Iterator[State]:
        """Return all states, each after those from which a round leads to it."""
        rows, columns = (range(units, -1, -1) for units in self.start)
        return filter(any, product(rows, columns))


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

    arrows, labelled = states.arrows(), _first_of_dice(states).values()
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
        drawing.write(at, percent(arrow.probability), 8.5, ground=1)


def _first_of_dice(states: States) -> dict[tuple[int, int], State]:
    """Return the largest state in which each pair of dice is thrown."""
    first: dict[tuple[int, int], State] = {}
    for state in filter(all, states.in_play_order()):
        first.setdefault(states.rules.dice(*state), state)
    return first


def cost(losses: Losses) -> str:
    """Return the losses of a round in words.

    >>> cost((0, 2)), cost((1, 1)), cost((2, 1)), cost((0, 0))
    ('defender loses 2', 'each loses 1', 'attacker loses 2, defender 1', 'nobody loses any')
    """
    i, j = losses
    if i == j:
        return f"each loses {i}" if i else "nobody loses any"
    if i and j:
        return f"attacker loses {i}, defender {j}"
    return f"attacker loses {i}" if i else f"defender loses {j}"


def _words(states: States, win: Mapping[State, Fraction]) -> str:
    start, rules = states.versus(states.start), states.rules
    rounds = [
        f"{x} v {y} dice: "
        + ", ".join(f"{cost(losses)}: {fraction_text(p)}" for losses, p in chances(*state, rules))
        for (x, y), state in _first_of_dice(states).items()
    ]
    return (
        f"A graph of the states of a battle from {start}{under(rules)}, down to its ends; numbers "
        f"count {states.side} v defenders. {len(states.arrows())} arrows, as thick as their "
        f"chances, show what one round can cost. {'. '.join(rounds)}. From {start} the attacker "
        f"wins with the chance {exact_percent(win[states.start])}."
    )
