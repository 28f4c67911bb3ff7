"""Bar charts of chances, with their percentages as numbers instead of an axis."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from riskexact.drawing.labels import short_percent
from riskexact.drawing.picture import DEFENDER, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_IN_BARS = 1000
"""The most units on a side, on all territories together."""

ALWAYS_SHOWN, RARE = 20, Fraction(1, 1000)

MAX_UPRIGHT, MAX_TURNED = 22, 48
"""The largest number of bars with room for their numbers, upright and turned sideways."""


def rare_end(chances: Sequence[Fraction]) -> int:
    """Return the number of chances at the end of a long list that a chart leaves out.

    They come after the first 20, and their total is at most 1/1000.

    >>> rare_end([Fraction(1, 30)] * 29 + [Fraction(1, 10**9)] * 3), rare_end([Fraction(0)] * 20)
    (3, 0)
    """
    return sum(rest <= RARE for rest in accumulate(reversed(chances[ALWAYS_SHOWN:])))


def draw_bars(
    axes: "Axes",
    chances: Mapping[Any, Fraction],
    colour: str,
    bottom: Mapping[Any, Fraction] | None = None,
    width: float = 0.86,
) -> None:
    """Draw a bar at each place, as high as its chance; those of the defender are hatched."""
    axes.bar(
        [float(place) for place in chances],
        [float(100 * chance) for chance in chances.values()],
        width,
        bottom=[float(100 * bottom.get(place, 0)) if bottom else 0 for place in chances],
        color=colour,
        hatch="///" if colour == DEFENDER else "",
        edgecolor=PAPER,
        linewidth=0 if width == 1 else 0.8,
    )


def number_bars(axes: "Axes", heights: Mapping[Any, Fraction]) -> None:
    """Write the percentage above each bar, or the highest, instead of an axis of percentages."""
    highest = max(heights, key=lambda place: heights[place])
    numbered = heights if len(heights) <= MAX_TURNED else {highest: heights[highest]}
    upright = len(numbered) <= MAX_UPRIGHT
    for place, chance in numbered.items():
        axes.annotate(
            short_percent(chance) if chance else "",
            (float(place), float(100 * chance)),
            xytext=(0, 2) if upright else (2, 2),
            textcoords="offset points",
            ha="center" if upright else "left",
            va="bottom" if upright else "center",
            rotation=0 if upright else 90,
            rotation_mode="anchor",
            fontsize="small",
        )
    axes.set_ylim(0, 118 * float(heights[highest] or 1))
    axes.yaxis.set_visible(False)
    axes.spines[["left", "right", "top"]].set_visible(False)
