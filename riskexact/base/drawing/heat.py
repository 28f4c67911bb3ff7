"""Tables of chances as heat maps: blue from a half up, orange below."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from riskexact.base.drawing.labels import percent, short_percent, whole_ticks
from riskexact.base.drawing.picture import ATTACKER, DEFENDER, INK, PALE, Axes
from riskexact.base.frozen import NamedTuple

HALF = Fraction(1, 2)

LEVELS = Fraction(1, 10), Fraction(3, 10), HALF, Fraction(7, 10), Fraction(9, 10)
"""The chances with a line, in maps without numbers; those with numbers have that of a half."""

MAX_NUMBERED_CELLS = 20, 12
"""The most rows and columns that leave room for percentages in the cells."""


class ChanceMap(NamedTuple):
    """A table of chances: attackers in rows, defenders in columns, a chance for each pair."""

    rows: Sequence[int]
    columns: Sequence[int]
    chances: Mapping[tuple[int, int], Fraction]


def draw_map(axes: Axes, cells: ChanceMap, armies: bool = False, **style: Any) -> None:
    """Draw the cells as one image, with their numbers or with labelled lines."""
    from numpy import array

    values = array([[float(cells.chances[a, d]) for d in cells.columns] for a in cells.rows])
    rows, columns = values.shape
    numbered = all(n <= most for n, most in zip(values.shape, MAX_NUMBERED_CELLS, strict=True))
    square = not numbered and max(rows, columns) <= 2 * min(rows, columns)
    own = {"cmap": _colours(), "vmin": 0, "vmax": 1, "interpolation": "none"}
    image = axes.imshow(values, **own | {"aspect": "equal" if square else "auto"} | style)
    for level in (HALF,) if numbered else LEVELS:
        _draw_border(axes, values >= float(level), 2.2 if level == HALF else 1)
    if numbered:
        grounds, centred = image.to_rgba(values), {"ha": "center", "va": "center"}
        for (r, a), (c, d) in product(enumerate(cells.rows), enumerate(cells.columns)):
            text = short_percent(cells.chances[a, d])
            axes.text(c, r, text, centred, color=clearer_on(grounds[r, c]))
    else:
        _label_borders(axes, cells)
    _mark_axes(axes, cells, armies)


def _colours() -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("odds", [DEFENDER, PALE, ATTACKER])


def _draw_border(axes: Axes, above: Any, width: float) -> None:
    """Draw the sides between the cells that are above a level and those that are not."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    rows, columns = above.shape
    corners = []
    for r, c in product(range(rows), range(columns)):
        if c + 1 < columns and above[r, c] != above[r, c + 1]:
            corners += [(c + 0.5, r - 0.5), (c + 0.5, r + 0.5)]
        if r + 1 < rows and above[r, c] != above[r + 1, c]:
            corners += [(c - 0.5, r + 0.5), (c + 0.5, r + 0.5)]
    if corners:
        path = Path(corners, [Path.MOVETO, Path.LINETO] * (len(corners) // 2))
        style = {"edgecolor": INK, "linewidth": width, "capstyle": "round"}
        axes.add_patch(PathPatch(path, fill=False, **style))


def clearer_on(ground: Sequence[float]) -> str:
    """Return the colour of text, black or white, with the higher contrast on a colour.

    >>> clearer_on((0, 0, 0.5)), clearer_on((1, 0.8, 0.2))
    ('#ffffff', '#000000')
    """
    return "#ffffff" if luminance(ground) < 0.179 else "#000000"


def luminance(colour: Sequence[float]) -> float:
    """Return the relative luminance of red, green and blue, from 0 to 1 (WCAG 2).

    >>> luminance((0, 0, 0)), round(luminance((1, 1, 1)), 9)
    (0.0, 1.0)
    """
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour]
    return sum(part * v for part, v in zip((0.2126, 0.7152, 0.0722), linear, strict=False))


def _label_borders(axes: Axes, cells: ChanceMap) -> None:
    """Write the level of each line beside the map, where the line leaves it."""
    right, below = [], []
    last = cells.columns[-1]
    for level in LEVELS:
        fewest = fewest_attackers(cells, last, level)
        if fewest is not None and fewest > cells.rows[0]:
            right.append((cells.rows.index(fewest) - 0.5, level))
        elif fewest is None:
            beaten = [cells.chances[cells.rows[-1], d] >= level for d in cells.columns]
            if any(beaten):
                below.append((sum(beaten) - 0.5, level))
    rows, columns = len(cells.rows), len(cells.columns)
    style: dict[str, Any] = {"textcoords": "offset points", "fontsize": "small"}
    for place, level in _apart(right, rows / 30):
        edge = columns - 0.5, place
        axes.annotate(percent(level), edge, (4, 0), va="center", **style)
    for place, level in _apart(below, columns / 14):
        axes.annotate(percent(level), (place, rows - 0.5), (0, -4), va="top", ha="center", **style)


def _apart(labels: Sequence[tuple[float, Fraction]], gap: float) -> list[tuple[float, Fraction]]:
    """Return labels along an edge, moved so that they are at least `gap` apart."""
    placed: list[tuple[float, Fraction]] = []
    for place, level in sorted(labels):
        placed.append((max(place, placed[-1][0] + gap) if placed else place, level))
    return placed


def _mark_axes(axes: Axes, cells: ChanceMap, armies: bool) -> None:
    """Write numbers and names along both axes, as in the printed cells."""
    for axis, line, more in (axes.yaxis, cells.rows, armies), (axes.xaxis, cells.columns, 0):
        ticks = set(whole_ticks(line[0] + more, line[-1] + more))
        marked = [n for n, units in enumerate(line) if len(line) <= 20 or units + more in ticks]
        axis.set_ticks(marked, labels=[str(line[n] + more) for n in marked])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_ylabel("armies, one of which stays behind" if armies else "attackers")
    axes.set_xlabel("defenders")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def fewest_attackers(cells: ChanceMap, defenders: int, chance: Fraction) -> int | None:
    """Return the fewest attackers in the cells with at least that chance, or None.

    >>> fewest_attackers(ChanceMap([1, 2], [1], {(1, 1): HALF, (2, 1): Fraction(3, 4)}), 1, HALF)
    1
    """
    return next((a for a in cells.rows if cells.chances[a, defenders] >= chance), None)
