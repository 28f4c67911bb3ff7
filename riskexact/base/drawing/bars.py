"""Bar charts of chances: percentages are numbers, and an axis too on the axes of a reader.

Survivors are bars too: of the defender on the left, of the attacker on the right.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from riskexact.base.certain import Real, certain_sum
from riskexact.base.drawing.labels import percent, short_percent, whole_ticks
from riskexact.base.drawing.picture import ATTACKER, DEFENDER, MUTED, PAPER, Axes, drawing_on, head
from riskexact.base.frozen import NamedTuple

MAX_IN_BARS = 1000
"""The most units on a side, on all territories together."""

ALWAYS_SHOWN, RARE = 20, Fraction(1, 1000)

MAX_UPRIGHT, MAX_TURNED = 22, 48
"""The largest number of bars with room for their numbers, upright and turned sideways."""

MAX_TICKS = 32
"""The largest number of bars that each have their number of units."""

IN_PERCENT = "chance, in percent"

OUTLINES = "#d55e00", "#009e73", "#cc79a7", "#5b5953"
"""The colours of bars on other bars, of which the outline is drawn (M. Okabe and K. Ito)."""

ROOM, WORDS = 0.3, 4.5
"""Inches of a bar with room for its number, and of axes with room for words at both corners."""

OF_ONE = "of one"
"""The mark of what is written on bars that stand alone."""

Chances = Mapping[int, Fraction]


def rare_end(chances: Sequence[Fraction]) -> int:
    """Return the number of chances at the end of a long list that a chart leaves out.

    They come after the first 20, and their total is at most 1/1000.

    >>> rare_end([Fraction(1, 30)] * 29 + [Fraction(1, 10**9)] * 3), rare_end([Fraction(0)] * 20)
    (3, 0)
    """
    return sum(rest <= RARE for rest in accumulate(reversed(chances[ALWAYS_SHOWN:])))


def draw_bars(
    axes: Axes,
    chances: Mapping[Any, Fraction],
    colour: str,
    bottom: Mapping[Any, Fraction] | None = None,
    /,
    **style: Any,
) -> None:
    """Draw a bar at each place, as high as its chance; those of the defender are hatched."""
    own: dict[str, Any] = {
        "width": 0.86,
        "bottom": [float(100 * bottom.get(place, 0)) if bottom else 0 for place in chances],
        "color": colour,
        "hatch": "///" if colour == DEFENDER else "",
        "edgecolor": PAPER,
        "linewidth": 0 if style.get("width") == 1 else 0.8,
    }
    heights = [float(100 * chance) for chance in chances.values()]
    axes.bar([*map(float, chances)], heights, **own | style)


def inches(axes: Axes) -> float:
    """Return the width of axes."""
    width: float = axes.bbox.width / axes.figure.dpi
    return width


def number_bars(axes: Axes, heights: Mapping[Any, Fraction], room: bool = True) -> None:
    """Write the percentage above each bar, or the highest, instead of an axis of percentages."""
    highest = max(heights, key=lambda place: heights[place])
    numbered = heights if room and len(heights) <= MAX_TURNED else {highest: heights[highest]}
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
            gid=OF_ONE,
        )
    axes.set_ylim(0, 118 * float(heights[highest] or 1))
    axes.yaxis.set_visible(False)
    axes.spines[["left", "right", "top"]].set_visible(False)


def show_scale(axes: Axes) -> None:
    """Show an axis of percentages from 0, the same for all such axes of a figure."""
    axes.set_ylabel(IN_PERCENT)
    axes.yaxis.set_visible(True)
    alike = [each for each in axes.figure.axes if each.get_ylabel() == IN_PERCENT]
    for each in alike:
        each.set_ylim(0, 1.18 * max(other.dataLim.y1 for other in alike))  # as `number_bars` does


def bars_on(axes: Axes) -> list[Any]:
    """Return the sets of bars on axes, which may have other shapes, too."""
    return [each for each in axes.containers if getattr(each, "patches", ())]


def begin_outlines(axes: Axes, title: str, style: Mapping[str, Any]) -> dict[str, Any]:
    """Return the style of bars on other bars; those have a legend then instead of their words."""
    for text in [*axes.texts]:
        if text.get_gid() == OF_ONE:
            text.remove()
    drawn = bars_on(axes)
    named = [each for each in drawn if each.get_label() and not each.get_label().startswith("_")]
    if not named:
        drawn[-1].set_label(axes.get_title("left").replace("\n", " "))
    axes.set_title("", loc="left")
    colour = OUTLINES[max(len(named) - 1, 0) % len(OUTLINES)]
    outline: dict[str, Any] = {"fill": False, "edgecolor": colour}
    if {"color", "facecolor"} & {*style}:
        outline = {}
    return {"label": title, "linewidth": 1.6, "hatch": "", "zorder": 3, **outline, **style}


class Survivors(NamedTuple):
    """The chances of attackers left less defenders left, by how it ended."""

    won: Chances
    stopped: Chances
    lost: Chances

    @property
    def all(self) -> Chances:
        """The chances however it ended, in order, of every number between."""
        found = {net for part in self for net in part}
        return {
            net: certain_sum(part.get(net, Fraction(0)) for part in self)
            for net in range(min(found), max(found) + 1)
        }

    @property
    def totals(self) -> tuple[Real, ...]:
        """The chances to win, to break off and to lose; what happens always has exactly 1."""
        alone = sum(map(bool, self)) == 1
        return tuple(Fraction(bool(p)) if alone else certain_sum(p.values()) for p in self)

    @property
    def shown(self) -> Chances:
        """Those that a chart shows: all but the rare ones at both ends.

        >>> [*survivors([(2, 0, True, Fraction(1, 2)), (0, 1, False, Fraction(1, 2))]).shown]
        [-1, 0, 1, 2]
        """
        every = self.all
        up = [chance for net, chance in every.items() if net > 0]
        down = [chance for net, chance in every.items() if net <= 0][::-1]
        first, last = rare_end(down), len(every) - rare_end(up)
        return dict([*every.items()][first:last])


def survivors(ends: Iterable[tuple[int, int, bool, Fraction]]) -> Survivors:
    """Return the survivors, from attackers and defenders left, whether it is won, and the chance.

    >>> survivors([(2, 0, True, Fraction(5, 12)), (0, 1, False, Fraction(7, 12))]).lost
    {-1: Fraction(7, 12)}
    """
    parts: tuple[dict[int, list[Fraction]], ...] = {}, {}, {}
    for a, d, won, chance in ends:
        parts[0 if won else 1 if a else 2].setdefault(a - d, []).append(chance)
    return Survivors(*({n: certain_sum(some) for n, some in sorted(p.items())} for p in parts))


def survivors_of(outcomes: Mapping[tuple[int, int], Fraction]) -> Survivors:
    """Return the survivors of a battle, from the chance of each (attackers, defenders) left."""
    return survivors((a, d, d == 0, chance) for (a, d), chance in outcomes.items())


def plot_survivors(ends: Survivors, ax: Axes | None = None, title: str = "", **style: Any) -> Axes:
    """Draw survivors on axes, by default those of a new figure of pyplot, and return the axes."""
    with drawing_on(ax, style.pop("figsize", None)) as axes:
        if bars_on(axes):
            draw_survivors(axes, ends, **begin_outlines(axes, title, style))
            axes.legend(fontsize="small")
        else:
            # letters are smaller than those of a head
            lines = head(title, "", 1.3 * axes.bbox.width / axes.figure.dpi)
            text = "\n".join(line for line, _ in lines).replace("\u00a0", " ")
            axes.set_title(text, loc="left", fontsize="medium", fontweight="bold")
            draw_survivors(axes, ends, room=inches(axes), **style)
        show_scale(axes)
    return axes


def draw_survivors(
    axes: Axes, ends: Survivors, label: str = "", room: float = 7, **style: Any
) -> None:
    """Draw a bar for each result: blue where it is won, orange where it is lost, grey between.

    What has no room in this many inches is left out.
    """
    heights, first = ends.shown, not bars_on(axes)
    below = dict.fromkeys(heights, Fraction(0))
    labelled = ends.won or ends.stopped or ends.lost
    style = {"width": 1 if len(heights) > 80 else 0.86} | style
    for part, colour in (ends.lost, DEFENDER), (ends.stopped, MUTED), (ends.won, ATTACKER):
        bars = {net: part[net] for net in part if net in heights}
        draw_bars(axes, bars, colour, below, label=label if part is labelled else "", **style)
        below |= {net: below[net] + chance for net, chance in bars.items()}
    if not first:  # the words of the first bars stay
        axes.autoscale(axis="x")
        return
    has_room = room >= WORDS or room / len(heights) > ROOM
    number_bars(axes, heights, has_room)
    few = has_room and len(heights) <= MAX_TICKS
    ticks = [*heights] if few else whole_ticks(min(heights), max(heights))
    mirrored = not ends.stopped and not heights.get(0)
    if mirrored:
        ticks = [net for net in ticks if net]
        _at_corners(axes, 0, "defenders left", "", "attackers left")
    else:
        axes.set_xlabel("attackers left less defenders left")
    axes.set_xticks(ticks, labels=[str(abs(net) if mirrored else net) for net in ticks])
    axes.set_xlim(min(heights) - 0.6, max(heights) + 0.6)
    won, stopped, lost = ends.totals
    named = (
        ("The defender holds" if room >= WORDS else "Held", lost),
        ("Broken off", stopped),
        ("The attacker wins" if room >= WORDS else "Won", won),
    )
    _at_corners(axes, 1, *(chance and f"{words}: {percent(chance)}" for words, chance in named))


def _at_corners(axes: Axes, height: int, *words: object) -> None:
    """Write words at the left, the middle and the right: above the bars, or below the ticks."""
    for place, text, side in zip((0, 0.5, 1), words, ("left", "center", "right"), strict=True):
        if text:
            axes.annotate(
                str(text),
                (place, height),
                xycoords="axes fraction",
                xytext=(0, 0 if height else -20),
                textcoords="offset points",
                ha=side,
                va="top",
                fontweight="bold" if height else "normal",
                gid=OF_ONE if height else None,
            )


def plot_distribution(
    distribution: Mapping[Any, Fraction],
    fields: Sequence[str] = (),
    ax: Axes | None = None,
    **style: Any,
) -> Axes:
    """Draw a bar for each outcome of a distribution, and return the axes.

    - `distribution`: the chance of each outcome; numbers stand at their places, others in order;
    - `fields`: the names of the parts of an outcome; attackers and defenders left are drawn as the
      survivors of a battle;
    - `ax`: matplotlib axes to draw on, by default those of a new figure of pyplot;
    - `style`: what `bar` of axes takes, a `title`, and `figsize` of a new figure.

    >>> len(plot_distribution({0: Fraction(1, 4), 1: Fraction(3, 4)}).patches)
    2
    """
    if tuple(fields) == ("attackers_left", "defenders_left"):
        return plot_survivors(survivors_of(distribution), ax, **style)
    numbers = all(isinstance(outcome, int | Fraction) for outcome in distribution)
    placed = distribution if numbers else dict(enumerate(distribution.values()))
    gaps = [float(b - a) for a, b in pairwise(sorted(placed))]
    with drawing_on(ax, style.pop("figsize", None)) as axes:
        title, first = style.pop("title", ""), not bars_on(axes)
        if not first:
            style = begin_outlines(axes, title, style)
        draw_bars(axes, placed, MUTED, **{"width": 0.86 * min(gaps, default=1.0)} | style)
        if first:
            number_bars(axes, placed, inches(axes) >= WORDS)
            axes.set_title(title, loc="left", fontsize="medium")
            if all(isinstance(each, int) for each in placed):
                axes.locator_params(axis="x", integer=True)
        else:
            axes.legend(fontsize="small")
        show_scale(axes)
        if not numbers and len(placed) <= MAX_TURNED:
            parts = (each if isinstance(each, tuple) else (each,) for each in distribution)
            names = [", ".join(map(str, each)) for each in parts]
            turned = 90 if len(names) > MAX_UPRIGHT / 2 else 0
            axes.set_xticks([*placed], labels=names, rotation=turned)
        axes.set_xlabel(", ".join(fields).replace("_", " ") or "outcome")
    return axes
