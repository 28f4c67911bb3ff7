"""The odds of all battles up to a size, as a heat map with contours."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.text import counted, listed
from riskexact.pictures.labels import (
    attackers_do,
    percent,
    short_percent,
    under,
    units_text,
    whole_ticks,
)
from riskexact.pictures.picture import Picture, look, new_figure, write_head
from riskexact.questions.tables import Table, win_table
from riskexact.rules import STANDARD, Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.contour import QuadContourSet
    from matplotlib.figure import Figure

LEVELS = {
    Fraction(1, 10): (0, (1, 1.5)),
    Fraction(3, 10): (0, (4, 2)),
    Fraction(1, 2): "solid",
    Fraction(7, 10): (0, (8, 2)),
    Fraction(9, 10): (0, (6, 2, 1, 2)),
}
"""The chances with a contour, and its dashes."""

MAX_MAP_LINES = 200
"""The most rows or columns."""

MOST_PATHS = 2500
"""The most cells drawn as shapes; more are drawn as an image."""

MOST_NUMBERED_CELLS = 20, 12
"""The most rows and columns that leave room for percentages in the cells."""

COLOURS = "cividis"
"""From dark blue to bright yellow: lighter for higher chances, to colour-blind eyes too.

J. Nuñez, C. Anderton and R. Renslow, "Optimizing colormaps with consideration for color vision
deficiency to enable accurate interpretation of scientific data", PLOS ONE, 2018-08-01.
"""


def heat_map(
    attackers: Iterable[int] = range(1, 41),
    defenders: Iterable[int] = range(1, 41),
    rules: Rules = STANDARD,
    armies: bool = False,
) -> Picture:
    """Return a heat map of the odds, with contours at 10, 30, 50, 70 and 90 %.

    - `attackers`, `defenders`: successive numbers of units, 2 to 200 of them, such as
      `range(1, 41)`; the attackers are those free to fight;
    - `armies`: mark the axis of the attacker with armies, one of which stays behind.

    The cells are those of `win_table`; contours interpolate linearly between the middles of cells,
    as in the first picture of the notebook "Risk Calculator".  If there is room, each cell shows
    its percentage.  Raises `RiskError`, also if matplotlib is missing.

    >>> heat_map(range(1, 11), range(1, 11)).title
    'It takes 10 attackers for even odds or better against 10 defenders'
    """
    rows, columns = successive(attackers, "attackers"), successive(defenders, "defenders")
    table = win_table(rows, columns, rules)
    title = f"{_finding(table, armies)}{under(rules)}"
    with look():
        figure = _draw(table, armies)
        write_head(figure, title)
    return Picture(title, _words(table, armies), figure)


def successive(numbers: Iterable[int], name: str) -> range:
    """Return the numbers along an axis as a range; raise `RiskError` unless they are successive.

    >>> successive([3, 4, 5], "attackers")
    range(3, 6)
    >>> successive([3, 5], "attackers")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers must be 2 to 200 successive numbers for a map, not [3, 5]
    """
    drawn = list(islice(numbers, MAX_MAP_LINES + 1)) if isinstance(numbers, Iterable) else []
    line = [whole(number, name) for number in drawn]
    if not 2 <= len(line) <= MAX_MAP_LINES or line != list(range(line[0], line[0] + len(line))):
        raise RiskError(
            f"{name} must be 2 to {MAX_MAP_LINES} successive numbers for a map, "
            f"not {shown(numbers)}"
        )
    return range(line[0], line[-1] + 1)


def _draw(table: Table, armies: bool) -> "Figure":
    figure = new_figure(7.6, 6.6)
    axes = figure.subplots()
    values = table.to_numpy()
    cells = _draw_cells(axes, table, values)
    levels = [level for level in LEVELS if values.min() < level < values.max()]
    if levels:
        _draw_contours(axes, table, values, levels)
    if all(n <= most for n, most in zip(values.shape, MOST_NUMBERED_CELLS, strict=True)):
        _number_cells(axes, table, cells.to_rgba(values))
    _draw_scale(figure, axes, cells)
    _mark_axes(axes, table, armies)
    return figure


def _draw_cells(axes: "Axes", table: Table, values: Any) -> "QuadMesh":
    return axes.pcolormesh(
        table.defenders,
        table.attackers,
        values,
        vmin=0,
        vmax=1,
        cmap=COLOURS,
        shading="nearest",
        edgecolors="face",
        linewidth=0.3,
        rasterized=values.size > MOST_PATHS,
    )


def _draw_contours(axes: "Axes", table: Table, values: Any, levels: Sequence[Fraction]) -> None:
    contours = axes.contour(
        table.defenders,
        table.attackers,
        values,
        levels=[float(level) for level in levels],
        colors=[_ink(level) for level in levels],
        linestyles=[LEVELS[level] for level in levels],
        linewidths=1.6,
    )
    _label_contours(axes, table, levels, contours)


def _number_cells(axes: "Axes", table: Table, grounds: Any) -> None:
    """Write its percentage in each cell, on the colour of the cell."""
    for (row, a), (column, d) in product(enumerate(table.attackers), enumerate(table.defenders)):
        axes.text(
            d,
            a,
            short_percent(table[a, d]),
            color=_ink(table[a, d]),
            ha="center",
            va="center",
            fontsize=8,
            bbox={"facecolor": grounds[row, column], "edgecolor": "none", "pad": 1},
        )


def _draw_scale(figure: "Figure", axes: "Axes", cells: "QuadMesh") -> None:
    """Draw the scale of colours, with the dashes of the contours."""
    scale = figure.colorbar(cells, ax=axes, shrink=0.9, aspect=30)
    scale.set_label("chance that the attacker wins")
    scale.set_ticks([0, *map(float, LEVELS), 1], labels=["0", *map(percent, LEVELS), "100 %"])
    scale.outline.set_visible(False)
    for level, dashes in LEVELS.items():
        scale.ax.axhline(float(level), color=_ink(level), linestyle=dashes, linewidth=1.6)


def _label_contours(
    axes: "Axes", table: Table, levels: Sequence[Fraction], contours: "QuadContourSet"
) -> None:
    """Write the level of each contour beside the map, where the contour leaves it."""
    rows, columns = table.attackers, table.defenders
    top, right = [], []
    for level, path in zip(levels, contours.get_paths(), strict=True):
        # from 0 at the lower left corner of the map to 1 at the upper right one
        vertices: Any = path.vertices
        places = [
            ((d - columns[0] + 0.5) / len(columns), (a - rows[0] + 0.5) / len(rows))
            for d, a in vertices
        ]
        across, up = max(places, key=sum)
        if 1 - up - 0.5 / len(rows) < 1 - across - 0.5 / len(columns):
            top.append((across, level))
        else:
            right.append((up, level))
    for place, level in _apart(top, 0.08):
        axes.text(place, 1.01, percent(level), ha="center", transform=axes.transAxes, fontsize=9)
    for place, level in _apart(right, 0.03):
        axes.text(1.01, place, percent(level), va="center", transform=axes.transAxes, fontsize=9)


def _apart(labels: Sequence[tuple[float, Fraction]], gap: float) -> list[tuple[float, Fraction]]:
    """Return labels along an edge, moved so that they are at least `gap` apart.

    >>> _apart([(0.5, Fraction(1, 2)), (0.25, Fraction(1, 10)), (0.75, Fraction(9, 10))], 0.375)
    [(0.25, Fraction(1, 10)), (0.625, Fraction(1, 2)), (1.0, Fraction(9, 10))]
    """
    placed: list[tuple[float, Fraction]] = []
    for place, level in sorted(labels):
        placed.append((max(place, placed[-1][0] + gap) if placed else place, level))
    return placed


def _mark_axes(axes: "Axes", table: Table, armies: bool) -> None:
    """Write numbers and names along both axes."""
    rows, columns = table.attackers, table.defenders
    ticks = whole_ticks(rows[0] + armies, rows[-1] + armies)
    axes.set_yticks([n - armies for n in ticks], labels=map(str, ticks))
    axes.set_xticks(whole_ticks(columns[0], columns[-1]))
    axes.set_ylabel("armies, one of which stays behind" if armies else "attackers, free to fight")
    axes.set_xlabel("defenders")
    axes.spines[:].set_visible(False)
    if max(len(rows), len(columns)) <= 2 * min(len(rows), len(columns)):
        axes.set_aspect("equal")


def _ink(chance: Fraction) -> str:
    """Return a colour for text on the colour of a chance, with a contrast of 4.5 or more."""
    return "white" if chance < Fraction(47, 100) else "black"


def _finding(table: Table, armies: bool) -> str:
    """Return the title: where the odds are even."""
    half, most, d = Fraction(1, 2), table.attackers[-1], table.defenders[-1]
    fewest = fewest_attackers(table, d, half)
    if fewest is not None and fewest > table.attackers[0]:
        units = units_text(fewest, armies)
        return f"It takes {units} for even odds or better against {counted(d, 'defender')}"
    beaten = [d for d in table.defenders if table[most, d] >= half]
    if fewest is None and beaten:
        get = attackers_do(most, armies, "get")
        return f"{get} even odds or better against {counted(beaten[-1], 'defender')} at most"
    units = (
        f"{table.attackers[0] + armies} to {most + armies} {'armies' if armies else 'attackers'}"
    )
    return f"The odds of {units} against {table.defenders[0]} to {d} defenders"


def _words(table: Table, armies: bool) -> str:
    """Return the alternative text: the corners, and the attackers needed for each contour."""
    least, most = table.attackers[0], table.attackers[-1]
    few, many = table.defenders[0], table.defenders[-1]
    corners = listed(
        f"{percent(table[a, d])} for {a} against {d}" for a in (least, most) for d in (few, many)
    )
    columns = sorted({few + (many - few) * quarter // 4 for quarter in range(5)})
    needed = []
    for d in columns:
        numbers = (fewest_attackers(table, d, level) for level in LEVELS)
        texts = listed("none of them" if n is None else n + armies for n in numbers)
        needed.append(f"against {d}, {texts}")
    side = "armies, of which one stays behind" if armies else "attackers"
    return (
        f"Heat map of the chance that the attacker wins{under(table.rules)}: {least} to {most} "
        f"attackers upwards, {few} to {many} defenders to the right, and contours at "
        f"{listed(map(percent, LEVELS))}. The corners: {corners}. The fewest {side}, for at least "
        f"these chances: {'; '.join(needed)}."
    )


def fewest_attackers(table: Table, defenders: int, chance: Fraction) -> int | None:
    """Return the fewest attackers in the table with at least that chance, or None.

    >>> fewest_attackers(win_table(range(1, 11), [5]), 5, Fraction(1, 2))
    5
    """
    return next((a for a in table.attackers if table[a, defenders] >= chance), None)
