"""A figure to draw circles, boxes, arrows and texts on; positions are in inches."""

from math import atan2, cos, degrees, hypot, radians, sin
from operator import mul
from typing import Any

from riskexact.base.drawing.picture import (
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

Point = tuple[float, float]


class Drawing:
    """A figure to draw on, with a title and a subtitle above, and axes in inches without lines.

    The height is that of the drawing below them.
    """

    def __init__(self, width: float, height: float, title: str, subtitle: str = "") -> None:
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
            self.shape("PathPatch", path, fill=False, edgecolor=stroke, linewidth=line, zorder=2)
        broad = 0.03 + width / 72 * 0.75
        base = _beside(ends[1], arrive, gaps[1] + length)
        head = [
            _beside(ends[1], arrive, gaps[1]),
            _beside(base, arrive + 90, broad),
            _beside(base, arrive - 90, broad),
        ]
        self.shape("Polygon", head, facecolor=color, edgecolor=PAPER, linewidth=0.5, zorder=2)
        t = label_at
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(map(mul, weights, line)) for line in zip(*P, strict=True))
        return x, y

    def shape(self, kind: str, *arguments: Any, **style: Any) -> None:
        """Draw a shape: the name of a class of matplotlib.patches, and its arguments."""
        from matplotlib import patches

        self.axes.add_patch(getattr(patches, kind)(*arguments, **style))

    def circle(self, at: Point, radius: float, dark: bool = False) -> None:
        """Draw the circle of a state, light or dark."""
        face, edge = (INK, PAPER) if dark else (PAPER, INK)
        self.shape("Circle", at, radius, facecolor=face, edgecolor=edge, zorder=3 + dark)

    def outcome(self, at: Point, size: Point, won: bool, text: str, fontsize: float = 9) -> None:
        """Draw an outcome of the battle: blue if it is won, orange if it is lost."""
        corner = at[0] - size[0] / 2, at[1] - size[1] / 2
        self.shape("Rectangle", corner, *size, linewidth=0, zorder=3, facecolor=side_colour(won))
        self.write(at, text, fontsize, fontweight="bold", color=text_colour(won))

    def write(
        self, at: Point, text: str, fontsize: float = 10, ground: float | None = None, **style: Any
    ) -> None:
        """Write a text around a point, above the drawing, on paper that is `ground` points wider.

        Each line is a text of its own: lines stay aligned where a reader's font is narrower.
        """
        if ground is not None:
            style["bbox"] = {"facecolor": PAPER, "edgecolor": "none", "pad": ground}
        lines, between = text.split("\n"), fontsize * 1.35 / 72
        va = style.pop("va", "center")
        above = {"top": 0, "center": (len(lines) - 1) / 2, "bottom": len(lines) - 1}[va]
        for n, line in enumerate(lines):
            own = {"ha": "center", "va": va, "zorder": 5, "fontsize": fontsize, **style}
            self.axes.text(at[0], at[1] + (above - n) * between, line, **own)


def _beside(point: Point, angle: float, by: float) -> Point:
    return point[0] + by * cos(radians(angle)), point[1] + by * sin(radians(angle))


def side_colour(attacker: bool) -> str:
    """Return the colour of the attacker, and of a battle won, or that of the defender."""
    return ATTACKER if attacker else DEFENDER


def text_colour(attacker: bool) -> str:
    """Return the colour of text on the colour of a side."""
    return PAPER if attacker else ON_DEFENDER
