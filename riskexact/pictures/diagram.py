"""Diagrams of the states of a battle: states, rounds as arrows, outcomes, and text.

States stand where the odds do in a table: attackers in rows from the top down, defenders in columns
from the left.  A battle starts at the lower right, an attacker lost leads up, a defender lost to
the left, so won battles end on the left and lost ones at the top.  Positions are in inches.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import atan2, cos, degrees, gcd, hypot, radians, sin
from textwrap import fill
from typing import Any, NamedTuple

from riskexact.drawing.picture import (
    ATTACKER,
    DEFENDER,
    INK,
    ON_DEFENDER,
    PAPER,
    head,
    head_height,
    new_figure,
    write_head,
)
from riskexact.odds.recursion import chances
from riskexact.odds.states import State
from riskexact.rules import Rules
from riskexact.rules.dice import Losses

Point = tuple[float, float]


class Arrow(NamedTuple):
    """A round that leads from one state to another, with its exact probability."""

    start: State
    end: State
    probability: Fraction


def arrows_from(state: State, rules: Rules) -> list[Arrow]:
    """Return the states after the next round with a loss; none if the battle is over.

    >>> from riskexact.rules import STANDARD
    >>> arrows_from((1, 1), STANDARD)[0]
    Arrow(start=(1, 1), end=(1, 0), probability=Fraction(5, 12))
    >>> arrows_from((1, 0), STANDARD)
    []
    """
    a, d = state
    if a == 0 or d == 0:
        return []
    found = [Arrow(state, (a - i, d - j), p) for (i, j), p in chances(a, d, rules)]
    return sorted(found, key=lambda arrow: arrow.end, reverse=True)


def play_order(attackers: int, defenders: int) -> Iterator[State]:
    """Yield all states up to the given one, each after those from which a round leads to it.

    >>> list(play_order(1, 1))
    [(1, 1), (1, 0), (0, 1)]
    """
    for a in range(attackers, -1, -1):
        for d in range(defenders, -1, -1):
            if a or d:
                yield a, d


def versus(state: State, armies: bool = False) -> str:
    """Return a state in words: attackers, or armies, against defenders.

    >>> versus((5, 4)), versus((5, 4), armies=True)
    ('5 v 4', '6 v 4')
    """
    return f"{state[0] + armies} v {state[1]}"


def entitled(state: State, armies: bool) -> str:
    """Return a state for a title, with the word "armies" if they are counted.

    >>> entitled((5, 4), armies=True), entitled((5, 4), armies=False)
    ('6 armies v 4', '5 v 4')
    """
    return f"{state[0] + 1} armies v {state[1]}" if armies else versus(state)


def side(armies: bool) -> str:
    """Return the unit that the attacker's numbers count."""
    return "armies (one stays behind)" if armies else "attackers (free to fight)"


class Drawing:
    """A figure to draw on, with a title and a subtitle above, and axes in inches without lines.

    The height is that of the drawing below them.
    """

    def __init__(self, width: float, height: float, title: str, subtitle: str = "") -> None:
        """Make an empty figure."""
        whole = height + head_height(head(title, subtitle, width))
        self.figure = new_figure(width, whole)
        write_head(self.figure, title, subtitle)
        self.figure.set_layout_engine("none")  # everything has a fixed position
        self.axes = self.figure.add_axes((0, 0, 1, height / whole))
        self.axes.set(xlim=(0, width), ylim=(0, height))
        self.axes.axis("off")

    def arrow(
        self,
        ends: tuple[Point, Point],
        width: float,
        gaps: tuple[float, float],
        angles: tuple[float, float] | None = None,
        color: str = INK,
        label_at: float = 0.5,
    ) -> Point:
        """Draw an arrow, `width` points wide, and return the place for its label.

        It keeps `gaps`, in inches, from its ends, and leaves and arrives at `angles`, in degrees;
        by default it is straight.
        """
        from matplotlib.patches import PathPatch, Polygon
        from matplotlib.path import Path

        (x, y), (u, v) = ends
        straight = degrees(atan2(v - y, u - x))
        leave, arrive = angles or (straight, straight + 180)
        length = 0.1 + width / 72 * 0.85  # of the head
        reach = min(0.3 * hypot(u - x, v - y), 1)
        P = [
            _beside(ends[0], leave, gaps[0]),
            _beside(ends[0], leave, gaps[0] + reach),
            _beside(ends[1], arrive, gaps[1] + length + reach),
            _beside(ends[1], arrive, gaps[1] + length * 0.9),
        ]
        path = Path(P, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        for stroke, line in ((PAPER, width + 1.5), (color, width)):
            self.axes.add_patch(
                PathPatch(path, fill=False, edgecolor=stroke, linewidth=line, zorder=2)
            )
        broad = 0.03 + width / 72 * 0.75
        base = _beside(ends[1], arrive, gaps[1] + length)
        head = [
            _beside(ends[1], arrive, gaps[1]),
            _beside(base, arrive + 90, broad),
            _beside(base, arrive - 90, broad),
        ]
        self.axes.add_patch(
            Polygon(head, facecolor=color, edgecolor=PAPER, linewidth=0.5, zorder=2)
        )
        t = label_at
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        return (
            sum(w * point[0] for w, point in zip(weights, P, strict=True)),
            sum(w * point[1] for w, point in zip(weights, P, strict=True)),
        )

    def circle(self, at: Point, radius: float, dark: bool = False) -> None:
        """Draw the circle of a state, light or dark."""
        from matplotlib.patches import Circle

        face, edge = (INK, PAPER) if dark else (PAPER, INK)
        self.axes.add_patch(Circle(at, radius, facecolor=face, edgecolor=edge, zorder=3 + dark))

    def outcome(self, at: Point, size: Point, won: bool, text: str, fontsize: float = 9) -> None:
        """Draw an outcome of the battle: blue if it is won, orange if it is lost."""
        from matplotlib.patches import Rectangle

        (x, y), (w, h) = at, size
        corner = x - w / 2, y - h / 2
        self.axes.add_patch(
            Rectangle(corner, w, h, linewidth=0, zorder=3, facecolor=side_colour(won))
        )
        self.write(at, text, fontsize, fontweight="bold", color=text_colour(won))

    def write(self, at: Point, text: str, fontsize: float = 10, **style: Any) -> None:
        """Write a text around a point, above the drawing, each line as a text of its own.

        So lines stay aligned where a reader's font is narrower.
        """
        lines, between = text.split("\n"), fontsize * 1.35 / 72
        va = style.pop("va", "center")
        above = {"top": 0, "center": (len(lines) - 1) / 2, "bottom": len(lines) - 1}[va]
        for n, line in enumerate(lines):
            own = {"ha": "center", "va": va, "zorder": 5, "fontsize": fontsize, **style}
            self.axes.text(at[0], at[1] + (above - n) * between, line, **own)


def _beside(point: Point, angle: float, by: float) -> Point:
    return point[0] + by * cos(radians(angle)), point[1] + by * sin(radians(angle))


def color_of(arrow: Arrow) -> str:
    """Return the colour of the side that loses nothing, or a dark one if both lose units."""
    both = arrow.start[0] != arrow.end[0] and arrow.start[1] != arrow.end[1]
    return INK if both else side_colour(arrow.start[0] == arrow.end[0])


def is_masked(arrow: Arrow) -> bool:
    """Return whether another state stands on the straight line between the two.

    >>> is_masked(Arrow((5, 4), (5, 2), Fraction(1))), is_masked(Arrow((5, 4), (4, 3), Fraction(1)))
    (True, False)
    """
    (a, d), (b, e) = arrow.start, arrow.end
    return gcd(a - b, d - e) > 1


def side_colour(attacker: bool) -> str:
    """Return the colour of the attacker, and of a battle won, or that of the defender."""
    return ATTACKER if attacker else DEFENDER


def text_colour(attacker: bool) -> str:
    """Return the colour of text on the colour of a side."""
    return PAPER if attacker else ON_DEFENDER


def wrapped(text: str, inches: float, fontsize: float = 10) -> str:
    """Return the text in lines of a width in inches, with letters about 0.56 em wide."""
    return fill(text, int(72 * inches / (0.56 * fontsize)))


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
