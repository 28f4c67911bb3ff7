"""The lattice of a battle: interior, borders, both boundaries, and the paths from A to B.

The picture of "Should I attack in Risk? (The Board Game)", sections 3.2 and 6, for any rule set.
Its "Happy Field of Binomial Distribution" is the interior: the states in which both sides throw all
their dice, so that every round has the same chances, and the chance to get from A to B is a count
of paths with their weights.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text
from riskexact.odds.states import State
from riskexact.pictures.diagram import (
    HATCH,
    Point,
    draw_arrow,
    entitled,
    play_order,
    sheet,
    side,
    versus,
    wrapped,
    write,
)
from riskexact.pictures.labels import exact_percent, percent, under
from riskexact.pictures.paths import Paths, leading_to, path, paths
from riskexact.pictures.picture import ATTACKER, FAINT, INK, LOST, WON, Picture, look
from riskexact.rules import SINGLE_LOSS, Rules, checked_rules
from riskexact.rules.dice import loss_counts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_UNITS = 20
"""On each side."""

BORDER = "#dbe9f4"


def lattice(
    start: State = (9, 8),
    end: State | None = None,
    rules: Rules = SINGLE_LOSS,
    armies: bool = False,
) -> Picture:
    """Return the lattice of the states from `start`, A, down to all ends, with paths to `end`, B.

    - `start`, `end`: (attackers, defenders), up to 20 on each side; by default `end` is about two
      thirds of the way down the interior;
    - `armies`: label the rows with armies, one of which stays behind: attackers + 1.

    Numbers in the cells count the paths that lead from A to them, as far as they may go on to B.

    Raises `RiskError` for other sizes and for an end that
    no path leads to.

    >>> lattice((7, 6), (4, 4)).title
    '10 paths lead from 7 v 6 to 4 v 4, in 32.8 % of all battles, single-loss rules'
    """
    checked_rules(rules)
    start = _state(start, "start")
    reached = paths(start, rules)
    end = half_way(start, reached, rules) if end is None else _state(end, "end")
    if end not in reached or end == start:
        raise RiskError(
            f"end must be a state to which rounds lead from {versus(start)}, not {versus(end)}"
        )
    number, probability = reached[end]
    ways = "1 path leads" if number == 1 else f"{number:,} paths lead"
    title = (
        f"{ways} from {entitled(start, armies)} to {entitled(end, armies)}, in "
        f"{percent(probability)} of all battles{under(rules)}"
    )
    cell = min(0.6, 8.4 / (max(start) + 1))
    onward = leading_to(start, end, rules)
    routes = {state: reached[state].number for state in reached if state in onward}
    size = min(8, 16.5 * cell)
    legible = 0.64 * size * len(str(number)) / 72 < 0.52 * cell
    about = [_about_rules(rules), _about_paths(start, end, reached[end], rules)]
    if legible:
        about.insert(1, "Small numbers: paths from A.")
    width = max(7.4, cell * (start[1] + 1) + 1.6)
    lines = wrapped(" ".join(about), width - 0.8, 9.5).splitlines()
    foot = 0.5 + 0.2 * len(lines)
    with look():
        figure, axes = sheet(width, foot + cell * (start[0] + 1) + 1.1, title)
        left = (width - cell * (start[1] + 1)) / 2 + 0.2

        def place(state: State) -> Point:
            return left + cell * (start[1] - state[1] + 0.5), foot + cell * (state[0] + 0.5)

        for state in play_order(*start):
            _draw_cell(axes, place(state), cell, state, rules)
            if not all(state) and state != end:
                _name_end(axes, place(state), cell, state)
        if legible:
            for state, count in routes.items():
                x, y = place(state)
                corner = x + 0.46 * cell, y + 0.46 * cell
                write(axes, corner, str(count), size, ha="right", va="top")
        _draw_path(axes, [place(state) for state in path(start, end, rules)], cell)
        _draw_scales(axes, start, place, cell, armies)
        write(axes, (width / 2, 0.25), "\n".join(lines), 9.5, va="bottom")
    return Picture(title, _words(start, end, number, about, rules, armies), figure)


def _state(state: object, name: str) -> State:
    """Return a battle under way, or `end`, as a state."""
    if not isinstance(state, tuple | list) or len(state) != 2:
        raise RiskError(f"{name} must be (attackers, defenders), not {shown(state)}")
    least = int(name == "start")
    a, d = state
    return (
        whole(a, f"attackers at the {name}", least, MOST_UNITS),
        whole(d, f"defenders at the {name}", least, MOST_UNITS),
    )


def is_interior(state: State, rules: Rules = SINGLE_LOSS) -> bool:
    """Return whether both sides throw all their dice.

    >>> is_interior((3, 2)), is_interior((2, 9))
    (True, False)
    """
    return all(state) and rules.dice(*state) == (rules.attack.max_dice, rules.defence.max_dice)


def half_way(start: State, reached: dict[State, Paths], rules: Rules) -> State:
    """Return the state next to two thirds of the way to the corner of the interior."""
    aim = (
        start[0] + 2 * rules.attack.units_for_max_dice,
        start[1] + 2 * rules.defence.units_for_max_dice,
    )

    def far(state: State) -> tuple[bool, int, State]:
        off = abs(3 * state[0] - aim[0]) + abs(3 * state[1] - aim[1])
        return not is_interior(state, rules), off, state

    return min((state for state in reached if state != start), key=far)


def _draw_cell(axes: "Axes", at: Point, cell: float, state: State, rules: Rules) -> None:
    """Draw the ground of a state: what it is to the battle, and in a border its dice."""
    from matplotlib.patches import Rectangle

    a, d = state
    corner = at[0] - cell / 2, at[1] - cell / 2
    ground: dict[str, Any] = {"facecolor": "white", "edgecolor": FAINT}
    if d == 0:
        ground = {"facecolor": WON, "edgecolor": INK}
    elif a == 0:
        ground = {"facecolor": LOST, "edgecolor": HATCH, "hatch": "////"}
    elif not is_interior(state, rules):
        ground["facecolor"] = BORDER
        x, y = rules.dice(a, d)
        low = corner[0] + 0.06 * cell, corner[1] + 0.06 * cell
        write(axes, low, f"{x}v{y}", min(8, 15 * cell), ha="left", va="bottom")
    axes.add_patch(Rectangle(corner, cell, cell, linewidth=0.6, **ground))


def _name_end(axes: "Axes", at: Point, cell: float, state: State) -> None:
    from matplotlib.patheffects import withStroke

    size = min(9.5, 17 * cell)
    if state[1] == 0:
        write(axes, at, "won", size, color="white")
    else:
        write(axes, at, "lost", size, path_effects=[withStroke(linewidth=2, foreground=LOST)])


def _draw_path(axes: "Axes", points: list[Point], cell: float) -> None:
    """Draw the path, with A at its start and B at its end."""
    from matplotlib.patches import Circle

    radius = 0.24 * cell
    last = len(points) - 2
    for k in range(last + 1):
        gaps = radius if k == 0 else 0.0, radius if k == last else 0.0
        draw_arrow(axes, (points[k], points[k + 1]), 3, gaps, color=ATTACKER)
    for name, at in (("A", points[0]), ("B", points[-1])):
        axes.add_patch(Circle(at, radius, facecolor=INK, edgecolor="white", zorder=4))
        style = {"color": "white", "fontweight": "bold"}
        write(axes, at, name, min(10, 18 * cell), **style)


def _draw_scales(
    axes: "Axes", start: State, place: Callable[[State], Point], cell: float, armies: bool
) -> None:
    """Write the numbers of units along the left and the upper side."""
    a, d = start
    x, y = place(start)
    size, left, top = min(9, 17 * cell), x - 0.75 * cell, y + 0.72 * cell
    for units in range(a + 1):
        write(axes, (left, place((units, d))[1]), str(units + armies), size)
    for units in range(d + 1):
        write(axes, (place((a, units))[0], top), str(units), size)
    write(axes, (x + cell * d / 2, top + 0.26), "defenders")
    write(axes, (left - 0.3, y - cell * a / 2), side(armies), rotation=90)


def _about_rules(rules: Rules) -> str:
    dice = f"{rules.attack.max_dice} v {rules.defence.max_dice} dice"
    kind = {1: " (binomial)", 2: " (trinomial)"}.get(rules.losses_per_round or 0, "")
    borders = "the geometric borders" if rules.has_closed_form else "the borders"
    return f"White: the interior{kind}, {dice} in every round. Shaded: {borders}, with fewer dice."


def _about_paths(start: State, end: State, found: Paths, rules: Rules) -> str:
    """Return how the chance of the paths comes about."""
    chance = exact_percent(found.probability)
    cost = rules.losses_per_round
    if cost is None or not (is_interior(start, rules) and is_interior(end, rules)):
        return f"The chance to get from A to B is {chance}."
    i = start[1] - end[1]
    n = (start[0] - end[0] + i) // cost
    counts = loss_counts(rules.attack.max_dice, rules.defence.max_dice, rules)
    total = sum(counts)
    if cost == 1:
        p = fraction_text(Fraction(counts[1], total))
        how = f"C({n}, {i}) p{raised(i)} q{raised(n - i)} with p = {p}, q = 1 − p"
    else:
        terms = " + ".join(
            f"{count:d}{'x' if k else ''}{raised(k) if k > 1 else ''}"
            for k, count in enumerate(counts)
            if count
        )
        how = f"the coefficient of x{raised(i)} in ({terms}){raised(n)}, over {total}{raised(n)}"
    return f"The chance to get from A to B, in {n} rounds, is {how}: {chance}."


def raised(n: int) -> str:
    """Return a number as an exponent.

    >>> raised(12)
    '¹²'
    """
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(n))


def _words(
    start: State, end: State, number: int, about: list[str], rules: Rules, armies: bool
) -> str:
    taken = ", ".join(versus(state, armies) for state in path(start, end, rules))
    return (
        f"A grid of the states of a battle, {side(armies)} in rows and defenders in columns, from "
        f"A = {versus(start, armies)} at the upper left to the won ends at the right and the lost "
        f"ones at the bottom. {' '.join(about)} To B = {versus(end, armies)} "
        f"{'leads 1 path' if number == 1 else f'lead {number:,} paths'}; the one drawn is {taken}."
    )
