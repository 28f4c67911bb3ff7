"""The lattice of a battle: its states in rows and columns, and the paths from A to B.

The picture of "Should I attack in Risk? (The Board Game)", sections 3.2 and 6, for any rule set.
Its "Happy Field of Binomial Distribution" is the interior: both sides throw all their dice, every
round has the same chances, and the chance to get from A to B is a sum over paths.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import fraction_text
from riskexact.drawing.canvas import Drawing, Point, side_colour, text_colour
from riskexact.drawing.labels import exact_percent, percent
from riskexact.drawing.picture import INK, LINE, MARGIN, PALE, PAPER, Picture, look
from riskexact.odds.recursion import path_counts, visits
from riskexact.odds.states import State
from riskexact.pictures.diagram import arrows_from, entitled, play_order, side, under, versus
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.dice import loss_counts

MAX_IN_LATTICE = 20
"""The most units on a side."""


def lattice(
    start: State = (9, 8),
    end: State | None = None,
    rules: Rules | str = STANDARD,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return the lattice of the states from `start`, A, to all outcomes, with paths to `end`, B.

    - `start`, `end`: (attackers, defenders), up to 20 on each side; by default `end` is about two
      thirds of the way down the interior;
    - `armies`: label the rows with armies, one of which stays behind: attackers + 1;
    - `dark`: draw on a dark ground.

    Numbers in the cells count the paths from A that lead on to B.

    Raises `RiskError` for other sizes, and for an end that no path leads to.

    >>> lattice((7, 6), (5, 4)).title
    '3 paths lead from 7 v 6 to 5 v 4, in 33.0 % of all battles'
    """
    rules = rule_set(rules)
    start = _state(start, "start")
    counts = path_counts(start, rules)
    end = half_way(start, counts, rules) if end is None else _state(end, "end")
    if end not in counts or end == start:
        raise RiskError(
            f"end must be a state to which rounds lead from {versus(start)}, not {versus(end)}"
        )
    chance = next(visit.probability for visit in visits(*start, rules) if visit.state == end)
    number = counts[end]
    ways = "1 path leads" if number == 1 else f"{number:,} paths lead"
    title = (
        f"{ways} from {entitled(start, armies)} to {entitled(end, armies)}, in "
        f"{percent(chance)} of all battles{under(rules)}"
    )
    about = [_about_rules(rules), _about_paths(start, end, rules)]
    numbers: dict[State, int] = {}
    if _legible(number, start):
        about.insert(1, "Numbers at the top: paths from A.")
        onward = leading_to(start, end, rules)
        numbers = {state: count for state, count in counts.items() if state in onward}
    route = path(start, end, rules)
    with look(dark):
        drawing = _draw(
            (title, f"{' '.join(about)} {percent(chance)}."), rules, armies, route, numbers
        )
    return Picture(
        title,
        _words(route, number, f"{' '.join(about)} {exact_percent(chance)}.", armies),
        drawing.figure,
        dark,
    )


class Layout(NamedTuple):
    """The positions of the cells in inches, for all states up to `start`."""

    start: State
    cell: float
    left: float
    foot: float

    def place(self, state: State) -> Point:
        """Return the middle of a cell."""
        return (
            self.left + self.cell * (state[1] + 0.5),
            self.foot + self.cell * (self.start[0] - state[0] + 0.5),
        )


def _cell(start: State) -> float:
    """Return the side of a cell."""
    return min(0.6, 8.4 / (max(start) + 1))


def _small(cell: float) -> float:
    """Return the size of the numbers in the cells."""
    return min(8, 16.5 * cell)


def _legible(number: int, start: State) -> bool:
    """Return whether a cell has room for the number."""
    cell = _cell(start)
    return 0.64 * _small(cell) * len(str(number)) / 72 < 0.52 * cell


def _draw(
    heading: tuple[str, str],
    rules: Rules,
    armies: bool,
    route: list[State],
    numbers: Mapping[State, int],
) -> Drawing:
    """Draw the cells, their numbers, the path, and the scales."""
    start, end = route[0], route[-1]
    cell = _cell(start)
    width = max(7.2, cell * (start[1] + 1) + 1.2)
    height = max(cell * (start[0] + 1) + 0.9, 2.8)
    drawing = Drawing(width, height, *heading)
    foot = height - cell * (start[0] + 1) - 0.9 + MARGIN
    at = Layout(start, cell, (width - cell * (start[1] + 1)) / 2 + 0.2, foot)
    for state in play_order(*start):
        _draw_cell(drawing, at.place(state), cell, state, rules)
        if not all(state) and state != end:
            won = state[1] == 0
            size = min(9.5, 17 * cell)
            drawing.write(at.place(state), "won" if won else "lost", size, color=text_colour(won))
    for state, count in numbers.items():
        x, y = at.place(state)
        corner = x + 0.46 * cell, y + 0.46 * cell
        drawing.write(corner, str(count), _small(cell), ha="right", va="top")
    _draw_path(drawing, [at.place(state) for state in route], cell)
    _draw_scales(drawing, at, armies)
    return drawing


def _state(state: object, name: str) -> State:
    """Return a state, after checking it."""
    if not isinstance(state, tuple | list) or len(state) != 2:
        raise RiskError(f"{name} must be (attackers, defenders), not {shown(state)}")
    least = int(name == "start")
    a, d = state
    return (
        whole(a, f"attackers at the {name}", least, MAX_IN_LATTICE),
        whole(d, f"defenders at the {name}", least, MAX_IN_LATTICE),
    )


def is_interior(state: State, rules: Rules = STANDARD) -> bool:
    """Return whether both sides throw all their dice.

    >>> is_interior((3, 2)), is_interior((2, 9))
    (True, False)
    """
    return all(state) and rules.dice(*state) == rules.max_dice


def half_way(start: State, states: Iterable[State], rules: Rules) -> State:
    """Return the state closest to two thirds of the way to the corner of the interior."""
    aim = (
        start[0] + 2 * rules.attack.units_for_max_dice,
        start[1] + 2 * rules.defence.units_for_max_dice,
    )

    def far(state: State) -> tuple[bool, int, State]:
        off = abs(3 * state[0] - aim[0]) + abs(3 * state[1] - aim[1])
        return not is_interior(state, rules), off, state

    return min((state for state in states if state != start), key=far)


def path(start: State, end: State, rules: Rules = STANDARD) -> list[State]:
    """Return the states of a path close to the straight line from start to end.

    Raises `RiskError` if there is no path.

    >>> path((5, 4), (3, 2))
    [(5, 4), (4, 3), (3, 2)]
    """
    onward = leading_to(start, end, rules)
    if start not in onward:
        raise RiskError(f"no path leads from {versus(start)} to {versus(end)}")
    taken = [start]
    while taken[-1] != end:
        steps = [arrow.end for arrow in arrows_from(taken[-1], rules) if arrow.end in onward]
        taken.append(min(steps, key=lambda state: _off_line(state, start, end)))
    return taken


def leading_to(start: State, end: State, rules: Rules) -> set[State]:
    """Return the states up to `start` from which rounds lead to `end`, and `end` itself."""
    onward = {end}
    for state in reversed(list(play_order(*start))):
        if any(arrow.end in onward for arrow in arrows_from(state, rules)):
            onward.add(state)
    return onward


def _off_line(state: State, start: State, end: State) -> tuple[int, State]:
    """Return a key that grows with the distance from the line through start and end."""
    (a, d), (b, e), (x, y) = start, end, state
    return abs((x - a) * (e - d) - (y - d) * (b - a)), state


def _draw_cell(drawing: Drawing, at: Point, cell: float, state: State, rules: Rules) -> None:
    """Draw the ground of a state: interior, boundary with its dice, or outcome."""
    from matplotlib.patches import Rectangle

    a, d = state
    corner = at[0] - cell / 2, at[1] - cell / 2
    ground: dict[str, Any] = {"facecolor": PAPER, "edgecolor": LINE}
    if not all(state):
        ground["facecolor"] = side_colour(d == 0)
    elif not is_interior(state, rules):
        ground["facecolor"] = PALE
        x, y = rules.dice(a, d)
        low = corner[0] + 0.06 * cell, corner[1] + 0.06 * cell
        drawing.write(low, f"{x}v{y}", min(8, 15 * cell), ha="left", va="bottom")
    drawing.axes.add_patch(Rectangle(corner, cell, cell, linewidth=0.6, **ground))


def _draw_path(drawing: Drawing, points: list[Point], cell: float) -> None:
    """Draw the path, with A at its start and B at its end."""
    radius = 0.24 * cell
    last = len(points) - 2
    for k in range(last + 1):
        gaps = radius if k == 0 else 0.0, radius if k == last else 0.0
        drawing.arrow((points[k], points[k + 1]), 3, gaps, color=INK)
    for name, at in (("A", points[0]), ("B", points[-1])):
        drawing.circle(at, radius, dark=True)
        drawing.write(at, name, min(10, 18 * cell), color=PAPER, fontweight="bold")


def _draw_scales(drawing: Drawing, at: Layout, armies: bool) -> None:
    """Write the numbers of units along the left and the upper side."""
    (a, d), cell = at.start, at.cell
    x, y = at.place((0, 0))
    size, left, top = min(9, 17 * cell), x - 0.75 * cell, y + 0.72 * cell
    for units in range(a + 1):
        drawing.write((left, at.place((units, 0))[1]), str(units + armies), size)
    for units in range(d + 1):
        drawing.write((at.place((0, units))[0], top), str(units), size)
    drawing.write((x + cell * d / 2, top + 0.24), "defenders")
    middle = left - 0.24, y - cell * a / 2
    drawing.write(middle, side(armies), rotation=90, rotation_mode="anchor")


def _about_rules(rules: Rules) -> str:
    dice = f"{rules.attack.max_dice} v {rules.defence.max_dice} dice"
    return f"Plain: {dice} in every round, the same chances. Shaded: fewer dice, as written there."


def _about_paths(start: State, end: State, rules: Rules) -> str:
    """Return the words before the chance of the paths: its formula, if they are in the interior."""
    cost = rules.losses_per_round
    if cost is None or not (is_interior(start, rules) and is_interior(end, rules)):
        return "The chance to get from A to B is"
    i = start[1] - end[1]
    n = (start[0] - end[0] + i) // cost
    counts = loss_counts(*rules.max_dice, rules)
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
    return f"The chance to get from A to B, in {n} rounds, is {how}:"


def raised(n: int) -> str:
    """Return a number as an exponent.

    >>> raised(12)
    '¹²'
    """
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(n))


def _words(route: list[State], number: int, about: str, armies: bool) -> str:
    start, end = route[0], route[-1]
    taken = ", ".join(versus(state, armies) for state in route)
    return (
        f"A grid of the states of a battle, {side(armies)} in rows and defenders in columns, from "
        f"A = {versus(start, armies)} at the lower right to the won ends at the left and the lost "
        f"ones at the top. {about} To B = {versus(end, armies)} "
        f"{'leads 1 path' if number == 1 else f'lead {number:,} paths'}; the one drawn is {taken}."
    )
