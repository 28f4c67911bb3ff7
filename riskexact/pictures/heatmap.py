"""The odds of all battles up to a size, as a heat map: blue where the attacker is ahead."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.text import counted, listed
from riskexact.drawing.labels import percent, short_percent, whole_ticks
from riskexact.drawing.picture import (
    ATTACKER,
    DEFENDER,
    INK,
    PALE,
    Picture,
    drawing_on,
    look,
    new_figure,
    write_head,
)
from riskexact.pictures.labels import attackers_do, under, units_text
from riskexact.questions.tables import Table, win_table
from riskexact.rules import STANDARD, Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HALF = Fraction(1, 2)

LEVELS = Fraction(1, 10), Fraction(3, 10), HALF, Fraction(7, 10), Fraction(9, 10)
"""The chances with a line, in maps without numbers; those with numbers have that of a half."""

MAX_MAP_LINES = 200
"""The most rows or columns."""

MAX_NUMBERED_CELLS = 20, 12
"""The most rows and columns that leave room for percentages in the cells."""


def heat_map(
    attackers: Iterable[int] = range(1, 41),
    defenders: Iterable[int] = range(1, 41),
    rules: Rules | str = STANDARD,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return a heat map of the odds, in rows of attackers and columns of defenders.

    - `attackers`, `defenders`: successive numbers of units, 2 to 200 of them, such as
      `range(1, 41)`; the attackers are those free to fight;
    - `armies`: mark the axis of the attacker with armies, one of which stays behind;
    - `dark`: draw on a dark ground.

    The cells are those of `win_table`.  If there is room, each shows its percentage, and a line
    parts those with at least even odds from the others; larger maps have lines at 10, 30, 50, 70
    and 90 %.  Raises `RiskError`, also if matplotlib is missing.

    >>> heat_map(range(1, 11), range(1, 11)).title
    'It takes 10 attackers for even odds or better against 10 defenders'
    """
    rows, columns = successive(attackers, "attackers"), successive(defenders, "defenders")
    table = win_table(rows, columns, rules)
    title = f"{_finding(table, armies)}{under(table.rules)}"
    subtitle = "Chance that the attacker wins, in percent: blue from 50 up, orange below"
    with look(dark):
        figure = new_figure(7, 7.4)
        draw_map(figure.subplots(), table, armies)
        write_head(figure, title, subtitle)
    return Picture(title, _words(table, armies), figure, dark)


def plot_table(table: Table, ax: "Axes | None" = None) -> "Axes":
    """Draw a table of odds as `heat_map` does, and return the axes.

    - `ax`: matplotlib axes to draw on, by default those of a new figure of pyplot.

    Raises `RiskError` if matplotlib is missing.

    >>> plot_table(win_table(range(1, 6), [1, 2, 5])).get_xlabel()
    'defenders'
    """
    with drawing_on(ax) as axes:
        draw_map(axes, table)
    return axes


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


def draw_map(axes: "Axes", table: Table, armies: bool = False) -> None:
    """Draw the cells as one image, with their numbers or with labelled lines."""
    values = table.to_numpy()
    rows, columns = values.shape
    numbered = all(n <= most for n, most in zip(values.shape, MAX_NUMBERED_CELLS, strict=True))
    square = not numbered and max(rows, columns) <= 2 * min(rows, columns)
    image = axes.imshow(
        values,
        _colours(),
        vmin=0,
        vmax=1,
        interpolation="none",
        aspect="equal" if square else "auto",
    )
    for level in (HALF,) if numbered else LEVELS:
        _draw_border(axes, values >= float(level), 2.2 if level == HALF else 1)
    if numbered:
        _number_cells(axes, table, image.to_rgba(values))
    else:
        _label_borders(axes, table)
    _mark_axes(axes, table, armies)


def _colours() -> Any:
    """Return the colours from 0 to 1: orange, a pale ground, blue."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("odds", [DEFENDER, PALE, ATTACKER])


def _draw_border(axes: "Axes", above: Any, width: float) -> None:
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


def _number_cells(axes: "Axes", table: Table, grounds: Any) -> None:
    """Write its percentage in each cell, black or white, whichever is clearer on its colour."""
    for (r, a), (c, d) in product(enumerate(table.attackers), enumerate(table.defenders)):
        axes.text(
            c,
            r,
            short_percent(table[a, d]),
            color=clearer_on(grounds[r, c]),
            ha="center",
            va="center",
        )


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


def _label_borders(axes: "Axes", table: Table) -> None:
    """Write the level of each line beside the map, where the line leaves it."""
    right, below = [], []
    last = table.defenders[-1]
    for level in LEVELS:
        fewest = fewest_attackers(table, last, level)
        if fewest is not None and fewest > table.attackers[0]:
            right.append((table.attackers.index(fewest) - 0.5, level))
        elif fewest is None:
            beaten = [table[table.attackers[-1], d] >= level for d in table.defenders]
            if any(beaten):
                below.append((sum(beaten) - 0.5, level))
    rows, columns = len(table.attackers), len(table.defenders)
    style: dict[str, Any] = {"textcoords": "offset points", "fontsize": "small"}
    for place, level in _apart(right, rows / 30):
        edge = columns - 0.5, place
        axes.annotate(percent(level), edge, (4, 0), va="center", **style)
    for place, level in _apart(below, columns / 14):
        axes.annotate(percent(level), (place, rows - 0.5), (0, -4), va="top", ha="center", **style)


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
    """Write numbers and names along both axes, as in the printed table."""
    for axis, line, more in (axes.yaxis, table.attackers, armies), (axes.xaxis, table.defenders, 0):
        ticks = set(whole_ticks(line[0] + more, line[-1] + more))
        marked = [n for n, units in enumerate(line) if len(line) <= 20 or units + more in ticks]
        axis.set_ticks(marked, labels=[str(line[n] + more) for n in marked])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_ylabel("armies, one of which stays behind" if armies else "attackers")
    axes.set_xlabel("defenders")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _finding(table: Table, armies: bool) -> str:
    """Return the title: where the odds are even."""
    most, d = table.attackers[-1], table.defenders[-1]
    fewest = fewest_attackers(table, d, HALF)
    if fewest is not None and fewest > table.attackers[0]:
        units = units_text(fewest, armies)
        return f"It takes {units} for even odds or better against {counted(d, 'defender')}"
    beaten = [d for d in table.defenders if table[most, d] >= HALF]
    if fewest is None and beaten:
        get = attackers_do(most, armies, "get")
        return f"{get} even odds or better against {counted(beaten[-1], 'defender')} at most"
    units = (
        f"{table.attackers[0] + armies} to {most + armies} {'armies' if armies else 'attackers'}"
    )
    return f"The odds of {units} against {table.defenders[0]} to {d} defenders"


def _words(table: Table, armies: bool) -> str:
    """Return the alternative text: the corners, and the attackers needed for each level."""
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
        f"attackers in rows, from the top down, and {few} to {many} defenders in columns. The "
        f"corners: {corners}. The fewest {side}, for at least {listed(map(percent, LEVELS))}: "
        f"{'; '.join(needed)}."
    )


def fewest_attackers(table: Table, defenders: int, chance: Fraction) -> int | None:
    """Return the fewest attackers in the table with at least that chance, or None.

    >>> fewest_attackers(win_table(range(1, 11), [5]), 5, Fraction(1, 2))
    5
    """
    return next((a for a in table.attackers if table[a, defenders] >= chance), None)
