"""Bar charts of chances: the figure, the bars with their percentages, the legend."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from riskexact.pictures.labels import short_percent
from riskexact.pictures.picture import DEFENDER, LOST, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer
    from matplotlib.figure import Figure

MOST_IN_BARS = 1000
"""The most units on a side, on all territories together."""

ALWAYS_SHOWN, RARE = 20, Fraction(1, 1000)

MOST_TURNED = 60
"""The largest number of bars with room for their numbers, turned sideways."""


def rare_end(chances: Sequence[Fraction]) -> int:
    """Return the number of chances at the end of a long list that a chart leaves out.

    They come after the first 20, and their total is at most 1/1000.

    >>> rare_end([Fraction(1, 30)] * 29 + [Fraction(1, 10**9)] * 3), rare_end([Fraction(0)] * 20)
    (3, 0)
    """
    return sum(rest <= RARE for rest in accumulate(reversed(chances[ALWAYS_SHOWN:])))


def bar_chart(*widths: int) -> "tuple[Figure, list[Axes]]":
    """Return an empty figure for bar charts of chances, and the axes of each, by their widths."""
    figure = new_figure(9.6, 5.2)
    (axes,) = figure.subplots(1, len(widths), sharey=True, width_ratios=widths, squeeze=False)
    axes[0].set_ylabel("chance in %")
    return figure, list(axes)


def draw_bars(
    axes: "Axes",
    places: Sequence[float],
    chances: Sequence[Fraction],
    colour: str,
    width: float = 0.86,
    bottom: Sequence[Fraction] | None = None,
    name: str = "",
) -> "BarContainer":
    """Draw a bar for each chance, as high as its percentage; more than 80 have no gaps.

    The bars of the defender and of lost battles are hatched.
    """
    many = len(places) > 80
    return axes.bar(
        places,
        [float(100 * chance) for chance in chances],
        1 if many else width,
        bottom=None if bottom is None else [float(100 * chance) for chance in bottom],
        label=name,
        color=colour,
        hatch="///" if colour in (DEFENDER, LOST) else "",
        edgecolor="white",
        linewidth=0 if many else 1,
    )


def number_bars(
    axes: "Axes", bars: "BarContainer", chances: Iterable[Fraction], upright: bool = True
) -> None:
    """Write the chance in percent above each bar, unless it is 0."""
    texts = [short_percent(chance) if chance else "" for chance in chances]
    axes.bar_label(bars, texts, padding=2, fontsize=8, rotation=0 if upright else 90)


def add_legend(axes: "Axes") -> None:
    """Name the two series of bars above the chart."""
    axes.legend(loc="upper left", bbox_to_anchor=(0, 1.09), ncols=2)
