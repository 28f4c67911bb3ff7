"""The lattice of a battle: its states in rows and columns, and the paths from A to B.

The picture of "Should I attack in Risk? (The Board Game)", sections 3.2 and 6, for any rule set.
Its "Happy Field of Binomial Distribution" is the interior: both sides throw all their dice, every
round has the same chances, and the chance to get from A to B is a sum over paths.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from riskexact.base.arguments import short_repr, whole
from riskexact.base.drawing.canvas import Drawing, Point, side_colour, text_colour
from riskexact.base.drawing.labels import exact_percent, percent
from riskexact.base.drawing.picture import INK, LINE, MARGIN, PALE, PAPER, Picture, look
from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text
from riskexact.battle.pictures.graph import States
from riskexact.odds.recursion import path_counts, visits
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, under
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
    rules, start = rule_set(rules), _state(start, "start")
    states = States(start, rules, armies)
    counts = path_counts(start, rules)
    end = half_way(states, counts) if end is None else _state(end, "end")
    if end not in counts or end == start:
        asked, plain = f"{end[0]} v {end[1]}", f"{start[0]} v {start[1]}"
        raise RiskError(f"end must be a state to which rounds lead from {plain}, not {asked}")
    chance = next(visit.probability for visit in visits(*start, rules) if visit.state == end)
    ways = "1 path leads" if counts[end] == 1 else f"{counts[end]:,} paths lead"
    title = (
        f"{ways} from {states.entitled(start)} to {states.entitled(end)}, in "
        f"{percent(chance)} of all battles{under(rules)}"
    )
    dice = "{} v {} dice".format(*rules.max_dice)
    about = [
        f"Plain: {dice} in every round, the same chances. Shaded: fewer dice, as written there.",
        _about_paths(states, end),
    ]
    numbers: dict[State, int] = {}
    if Layout(start).has_room_for(counts[end]):
        about.insert(1, "Numbers at the top: paths from A.")
        onward = leading_to(states, end)
        numbers = {state: count for state, count in counts.items() if state in onward}
    route, said = path(states, end), " ".join(about)
    with look(dark):
        drawing = _draw((title, f"{said} {percent(chance)}."), states, route, numbers)
    words = _words(states, route, counts[end], f"{said} {exact_percent(chance)}.")
    return Picture(title, words, drawing.figure, dark)


class Layout:
    """The cells in inches, for all states up to `start`: their side, the whole, and numbers."""

    def __init__(self, start: State) -> None:
        a, d = self.start = start
        self.cell = cell = min(0.6, 8.4 / (max(start) + 1))
        self.size = max(7.2, cell * (d + 1) + 1.2), max(cell * (a + 1) + 0.9, 2.8)
        self.number_size = min(8, 16.5 * cell)

    def place(self, state: State) -> Point:
        """Return the middle of a cell."""
        (a, d), (width, height) = self.start, self.size
        left = (width - self.cell * (d + 1)) / 2 + 0.2
        foot = height - self.cell * (a + 1) - 0.9 + MARGIN
        return left + self.cell * (state[1] + 0.5), foot + self.cell * (a - state[0] + 0.5)

    def has_room_for(self, number: int) -> bool:
        """Return whether a number fits into a cell."""
        return 0.64 * self.number_size * len(str(number)) / 72 < 0.52 * self.cell


def _draw(
    heading: tuple[str, str], states: States, route: list[State], numbers: Mapping[State, int]
) -> Drawing:
    at = Layout(states.start)
    cell, drawing = at.cell, Drawing(*at.size, *heading)
    for state in states.in_play_order():
        _draw_cell(drawing, at.place(state), cell, state, states.rules)
        if not all(state) and state != route[-1]:
            won = state[1] == 0
            size = min(9.5, 17 * cell)
            drawing.write(at.place(state), "won" if won else "lost", size, color=text_colour(won))
    for state, count in numbers.items():
        x, y = at.place(state)
        corner = x + 0.46 * cell, y + 0.46 * cell
        drawing.write(corner, str(count), at.number_size, ha="right", va="top")
    _draw_path(drawing, [at.place(state) for state in route], cell)
    _draw_scales(drawing, at, states)
    return drawing


def _state(state: object, name: str) -> State:
    if not isinstance(state, tuple | list) or len(state) != 2:
        raise RiskError(f"{name} must be (attackers, defenders), not {short_repr(state)}")
    least = int(name == "start")
    a, d = state
    return (
        whole(a, f"attackers at the {name}", least, MAX_IN_LATTICE),
        whole(d, f"defenders at the {name}", least, MAX_IN_LATTICE),
    )


def is_interior(state: State, rules: Rules = STANDARD) -> bool:
    """Return whether both sides throw all their dice."""
    return all(state) and rules.dice(*state) == rules.max_dice


def half_way(states: States, reached: Iterable[State]) -> State:
    """Return the state closest to two thirds of the way to the corner of the interior."""
    start, rules = states.start, states.rules
    corner = rules.attack.units_for_max_dice, rules.defence.units_for_max_dice

    def far(state: State) -> tuple[bool, int, State]:
        off = sum(
            abs(3 * n - (most + 2 * c)) for n, most, c in zip(state, start, corner, strict=True)
        )
        return not is_interior(state, rules), off, state

    return min((state for state in reached if state != start), key=far)


def path(states: States, end: State) -> list[State]:
    """Return the states of a path from the start to an end, close to the straight line."""
    onward, (a, d) = leading_to(states, end), states.start

    def off_line(state: State) -> tuple[int, State]:
        """Return a key that grows with the distance from the line."""
        return abs((state[0] - a) * (end[1] - d) - (state[1] - d) * (end[0] - a)), state

    taken = [states.start]
    while taken[-1] != end:
        steps = {arrow.end for arrow in states.arrows_from(taken[-1])}
        taken.append(min(steps & onward, key=off_line))
    return taken


def leading_to(states: States, end: State) -> set[State]:
    """Return the states from which rounds lead to `end`, and `end` itself."""
    onward = {end}
    for state in reversed([*states.in_play_order()]):
        if any(arrow.end in onward for arrow in states.arrows_from(state)):
            onward.add(state)
    return onward


def _draw_cell(drawing: Drawing, at: Point, cell: float, state: State, rules: Rules) -> None:
    """Draw the ground of a state: interior, boundary with its dice, or outcome."""
    corner = at[0] - cell / 2, at[1] - cell / 2
    ground = PAPER
    if not all(state):
        ground = side_colour(state[1] == 0)
    elif not is_interior(state, rules):
        ground = PALE
        x, y = rules.dice(*state)
        low = corner[0] + 0.06 * cell, corner[1] + 0.06 * cell
        drawing.write(low, f"{x}v{y}", min(8, 15 * cell), ha="left", va="bottom")
    style = {"facecolor": ground, "edgecolor": LINE, "linewidth": 0.6}
    drawing.shape("Rectangle", corner, cell, cell, **style)


def _draw_path(drawing: Drawing, points: list[Point], cell: float) -> None:
    radius = 0.24 * cell
    last = len(points) - 2
    for k, step in enumerate(pairwise(points)):
        drawing.arrow(step, 3, (radius * (k == 0), radius * (k == last)), color=INK)
    for name, at in (("A", points[0]), ("B", points[-1])):
        drawing.circle(at, radius, dark=True)
        drawing.write(at, name, min(10, 18 * cell), color=PAPER, fontweight="bold")


def _draw_scales(drawing: Drawing, at: Layout, states: States) -> None:
    (a, d), cell = at.start, at.cell
    x, y = at.place((0, 0))
    size, left, top = min(9, 17 * cell), x - 0.75 * cell, y + 0.72 * cell
    for units in range(a + 1):
        drawing.write((left, at.place((units, 0))[1]), str(units + states.armies), size)
    for units in range(d + 1):
        drawing.write((at.place((0, units))[0], top), str(units), size)
    drawing.write((x + cell * d / 2, top + 0.24), "defenders")
    middle = left - 0.24, y - cell * a / 2
    drawing.write(middle, states.side, rotation=90, rotation_mode="anchor")


def _about_paths(states: States, end: State) -> str:
    """Return the words before the chance of the paths: its formula, if they are in the interior."""
    start, rules = states.start, states.rules
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
    """Return a number as an exponent."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(n))


def _words(states: States, route: list[State], number: int, about: str) -> str:
    start, *_, end = named = [states.versus(state) for state in route]
    return (
        f"A grid of the states of a battle, {states.side} in rows and defenders in columns, from "
        f"A = {start} at the lower right to the won ends at the left and the lost ones at the top. "
        f"{about} To B = {end} {'leads 1 path' if number == 1 else f'lead {number:,} paths'}; the "
        f"one drawn is {', '.join(named)}."
    )
