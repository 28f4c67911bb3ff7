"""Bar charts of chances, with their percentages as numbers instead of an axis."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from riskexact.pictures.labels import short_percent
from riskexact.pictures.picture import DEFENDER, MUTED, PAPER, drawing_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_IN_BARS = 1000
"""The most units on a side, on all territories together."""

ALWAYS_SHOWN, RARE = 20, Fraction(1, 1000)

MOST_UPRIGHT, MOST_TURNED = 22, 48
"""The largest number of bars with room for their numbers, upright and turned sideways."""

CHART = 7.2, 4.2
"""The size in inches of a bar chart."""


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
    """Write the percentage above each bar, if there is room, and remove the axis of percentages."""
    upright = len(heights) <= MOST_UPRIGHT
    for place, chance in heights.items() if len(heights) <= MOST_TURNED else ():
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
    axes.set_ylim(0, 118 * float(max(heights.values()) or 1))
    axes.yaxis.set_visible(False)
    axes.spines[["left", "right", "top"]].set_visible(False)


def plot_distribution(
    distribution: Mapping[Any, Fraction], fields: Sequence[str] = (), ax: "Axes | None" = None
) -> "Axes":
    """Draw a bar for each outcome of a distribution, and return the axes.

    - `distribution`: the chance of each outcome; numbers stand at their places, others in order;
    - `fields`: the names of the parts of an outcome;
    - `ax`: matplotlib axes to draw on, by default those of a new figure of pyplot.

    Raises `RiskError` if matplotlib is missing.

    >>> from riskexact import Battle
    >>> len(plot_distribution(Battle(2, 1).attackers_left).patches)
    3
    """
    numbers = all(isinstance(outcome, int | Fraction) for outcome in distribution)
    placed = distribution if numbers else dict(enumerate(distribution.values()))
    gaps = [float(b - a) for a, b in pairwise(sorted(placed))]
    with drawing_on(ax) as axes:
        draw_bars(axes, placed, MUTED, width=0.86 * min(gaps, default=1.0))
        number_bars(axes, placed)
        if not numbers and len(placed) <= MOST_TURNED:
            names = [_name(outcome) for outcome in distribution]
            turned = 90 if len(names) > MOST_UPRIGHT / 2 else 0
            axes.set_xticks([*placed], labels=names, rotation=turned)
        axes.set_xlabel(", ".join(fields).replace("_", " "))
    return axes


def _name(outcome: object) -> str:
    return ", ".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
