"""The best turn on a map: who stands where, what to attack first, and how it may go on.

A schematic: territories stand as in `turn.geography`, those of a map without a layout in a ring.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from math import atan2, cos, dist, hypot, pi, sin
from textwrap import fill

from riskexact.base.drawing.canvas import Drawing, Point
from riskexact.base.drawing.labels import percent
from riskexact.base.drawing.picture import ATTACKER, INK, LINE, MUTED, PALE, PAPER, Picture, look
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import join_words, pluralize
from riskexact.odds.states import armies_text
from riskexact.rules.catalogue import title as title_of
from riskexact.rules.catalogue import under
from riskexact.rules.dice import round_with_loss
from riskexact.turn.conquest import Conquest, conquer
from riskexact.turn.front import MoveRule
from riskexact.turn.geography import layout_of
from riskexact.turn.parts import Border
from riskexact.turn.position import Position, garrison_text

UNITS_PER_INCH = 70
"""The scale of the map; neighbours are about 100 units apart."""

MARGIN_OF_NAMES, STEP = 1.2, 0.46
"""Inches beside the outermost territories, and for each step."""

OF_TERRITORY, OF_STUB = 0.24, 0.55
"""Inches: of a territory, and of the line towards one that is not shown."""

GAP = OF_TERRITORY + 0.05
"""Inches between an arrow and the middle of a territory."""

MAX_DRAWN_STEPS = 9
"""The most steps that are written."""

MOVE_TERMS = {
    "any": "any number of armies move in",
    "dice": "at least as many armies move in as dice were thrown",
    "all": "all armies move in but one",
}

DICE_TERMS = {
    "free": "you choose how many dice you throw",
    "most": "you throw the most dice allowed",
}


class Assault(NamedTuple):
    """Rounds in a row from one territory against another.

    - `dice`: the numbers of dice that are thrown, without repetition;
    - `left`: the defenders left; `moved`: the armies that move in if there are none.
    """

    source: str
    target: str
    dice: tuple[int, ...]
    left: int
    moved: int

    def __str__(self) -> str:
        """Return the step in words, but for the territories."""
        dice = f"{' then '.join(map(str, self.dice))} {'die' if self.dice == (1,) else 'dice'}"
        if self.left:
            return f"{dice}, down to {self.left}"
        return f"{dice}, {self.moved} move{'s' if self.moved == 1 else ''} in"


def conquest(
    position: Position,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    move: MoveRule = "any",
    dice: str = "free",
    dark: bool = False,
) -> Picture:
    """Return a map of a position with the best first attack, and the steps that may follow.

    - `position`, `take`, `through`, `move`, `dice`: as for `conquer`;
    - `dark`: draw on a dark ground.

    The steps are those of best play where every round has its most likely result.  Where the chance
    is not proved to be the best there is, the picture says "at least" and "at most".  Raises
    `RiskError` as `conquer` does, and if matplotlib is missing.

    >>> conquest(Position("classic", {"Siam": 3}, {"Indonesia": 1})).title
    'You take Indonesia in 75.4 % of all turns'
    """
    goals = asked_goals(position, take)
    answer = conquer(position, goals, through, move=move, dice=dice)
    chance = percent(answer.lower if answer.proved else answer.in_tenths[0])
    least = "" if answer.proved else "at least "
    title = f"You take {goals_text(position, goals)} in {least}{chance} of all turns"
    title += rules_text(position)
    subtitle, steps = _subtitle(answer, terms_text(move, dice)), likely_steps(answer)
    with look(dark):
        drawing = _draw((title, subtitle), position, steps)
    return Picture(title, _words(position, f"{title}. {subtitle}", steps), drawing.figure, dark)


# ---- words


def asked_goals(position: Position, take: str | Iterable[str] | None) -> list[str]:
    """Return the names of what is to be taken; raise `RiskError` where one side has nothing."""
    for side in ("mine", "enemy"):
        if not getattr(position, side):
            raise RiskError(f"{side} must have one territory or more")
    if take is None:
        return [*map(position.map.called_alone, position.enemy)]
    return [take] if isinstance(take, str) else list(take)


def goals_text(position: Position, goals: Iterable[str]) -> str:
    """Return what is to be taken."""
    names = [*dict.fromkeys(map(position.map.called, goals))]
    return join_words(names) if len(names) < 4 else f"all {len(names)} territories"


def rules_text(position: Position) -> str:
    """Return the rules of the enemy's territories for a title; nothing for the standard ones."""
    rules = list(dict.fromkeys(map(position.rules_of, position.enemy)))
    return under(rules[0]) if len(rules) < 2 else f" (rules: {join_words(map(title_of, rules))})"


def terms_text(move: MoveRule, dice: str) -> str:
    """Return the terms of a turn."""
    if isinstance(move, int):
        moving = f"at most {armies_text(move)} move{'s' if move == 1 else ''} in"
    else:
        moving = MOVE_TERMS[move]
    return f"When a territory falls, {moving}; {DICE_TERMS[dice]}."


def _subtitle(answer: Conquest, terms: str) -> str:
    if not answer.proved:
        terms = f"No play has more than {percent(answer.in_tenths[1])}. {terms}"
    if answer.best_path is None:
        return f"{terms} No path, one stack in a fixed order, takes all."
    path = "The best path" if answer.proved else "A path"
    chance = percent(answer.best_path)
    return f"{terms} {path}, one stack in a fixed order that fights each battle out: {chance}."


def _words(position: Position, said: str, steps: list[Assault]) -> str:
    """Return the alternative text: who stands where, what the titles say, and every step."""
    mine, enemy = map(garrison_text, (position.mine, position.enemy))
    words = (
        f"A schematic map. Mine, as blue circles: {mine}. The enemy's, as orange squares: {enemy}. "
        f"{said}"
    )
    for t, u in _one_way(position, _places(position)):
        words += f" The border from {t} to {u} leads one way only."
    if not steps:
        return words
    plan = "".join(f" {n}. {s.target} from {s.source}: {s}." for n, s in enumerate(steps, 1))
    return (
        f"{words} Attack {steps[0].target} from {steps[0].source} first. Arrows, where every round "
        f"has its most likely result:{plan}"
    )


# ---- the plan


def likely_steps(answer: Conquest) -> list[Assault]:
    """Return the steps of the policy where every round with a loss has its most likely result."""
    steps: list[Assault] = []
    position = answer.position
    while (moves := answer.moves_from(position)) and moves[0].value:
        source, target, dice, _, move_in = moves[0]
        rules, defenders = position.rules_of(target), position.enemy[target]
        changes, _ = round_with_loss(dice, rules.defence.dice_of(defenders), rules)
        (lost, fallen), _ = max(changes, key=lambda change: change[1])
        moved = (move_in or 0) if fallen == defenders else 0
        position = position.fought(source, target, lost, fallen, moved)
        thrown: tuple[int, ...] = (dice,)
        if steps and steps[-1][:2] == (source, target):
            before = steps.pop().dice
            thrown = before if before[-1] == dice else (*before, dice)
        steps.append(Assault(source, target, thrown, defenders - fallen, moved))
    return steps


# ---- the drawing


def _draw(heading: tuple[str, str], position: Position, steps: list[Assault]) -> Drawing:
    places = _places(position)
    every = [at for each in places.values() for at in each]
    (west, east), (north, south) = ((min(n), max(n)) for n in zip(*every, strict=True))
    across, down = ((east - west) / UNITS_PER_INCH, (south - north) / UNITS_PER_INCH)
    written = [(f"{n}  {s.target}", f"from {s.source}: {s}") for n, s in enumerate(steps, 1)]
    column = 0.35 + 0.068 * max([30, *(len(line) for _, line in written[:MAX_DRAWN_STEPS])])
    width = max(7.2, across + 2 * MARGIN_OF_NAMES + column)
    height = max(down + 1.4, 1.2 + STEP * min(len(steps), MAX_DRAWN_STEPS + 1))
    drawing = Drawing(width, height, *heading)
    left, top = (width - column - across) / 2, (height + down) / 2

    def inches(at: Point) -> Point:
        return left + (at[0] - west) / UNITS_PER_INCH, top - (at[1] - north) / UNITS_PER_INCH

    at = {t: [inches(place) for place in each] for t, each in places.items()}
    lines = list(_lines(position, at))
    for start, end, shown in lines:
        line = "-" if shown else ":"
        drawing.axes.plot(*zip(start, end, strict=True), line, color=LINE, linewidth=1.1, zorder=1)
    for t, u in _one_way(position, at):
        for ends in _ends(at[t], at[u]):
            drawing.arrow(ends, 1.6, (GAP, GAP), color=LINE)
    _draw_arrows(drawing, at, steps)
    for t, each in at.items():
        for place in each:
            around = [end for start, end, _ in lines if start == place]
            _draw_territory(drawing, position, t, place, around)
    _write_steps(drawing, (width - column, height - 0.35), written)
    return drawing


def _places(position: Position) -> dict[str, list[Point]]:
    """Return where the territories in play stand, and those that border the enemy's.

    Those that border each other over the edge of the map stand where they are near the others.
    """
    world = position.map
    near = {u for t in position.enemy for u in (t, *world.neighbours(t))}
    shown = [t for t in world.territories if t in near or t in position.mine]
    layout = layout_of(world)
    if layout is None:
        ring, turn = max(100.0, 100 * len(shown) / (2 * pi)), 2 * pi / len(shown)
        return {t: [(ring * sin(n * turn), -ring * cos(n * turn))] for n, t in enumerate(shown)}
    edge = [t for t in shown if t in layout.again]
    home = [t for t in edge if {*world.neighbours(t)} & {*shown} - {*edge}] or edge[:1]
    places: dict[str, list[Point]] = {}
    for t in shown:
        behind = t in edge and any(u != t for u in home)
        places[t] = [layout.at[t]] if t not in edge or t in home else []
        places[t] += [layout.again[t]] if behind else []
    return places


def _lines(
    position: Position, at: Mapping[str, list[Point]]
) -> Iterator[tuple[Point, Point, bool]]:
    """Yield each border both ways, and the beginning of those that lead out of the picture."""
    found = layout_of(position.map)
    layout = found.at if found else {}
    for t, each in at.items():
        for u in position.map.neighbours(t):
            if u in at:
                yield from ((start, end, True) for start, end in _ends(each, at[u]))
            elif t in position.mine and t in layout and u in layout:
                (x, y), (p, q) = layout[t], layout[u]
                far = hypot(p - x, q - y) / OF_STUB
                start = each[0]
                yield start, (start[0] + (p - x) / far, start[1] - (q - y) / far), False


def _one_way(position: Position, shown: Container[str]) -> list[Border]:
    """Return the borders in the picture that lead one way only."""
    return [(t, u) for t, u in position.map.one_way if t in shown and u in shown]


def _ends(one: list[Point], other: list[Point]) -> list[tuple[Point, Point]]:
    """Return the places of two territories where they border: one pair, or two at the edge."""
    pairs = [(start, end) for start in one for end in other]
    nearest = min(dist(*pair) for pair in pairs)
    return [pair for pair in pairs if dist(*pair) < 1.5 * nearest]


def _draw_arrows(drawing: Drawing, at: Mapping[str, list[Point]], steps: list[Assault]) -> None:
    """Draw the first attack as a thick arrow with its dice, and the others with their numbers."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for n, step in enumerate(steps, 1):
        numbers.setdefault((step.source, step.target), []).append(n)
    for (source, target), each in numbers.items():
        first = each[0] == 1
        ends = _ends(at[source], at[target])[0]
        width, colour = (7, ATTACKER) if first else (2.5, LINE)
        middle = drawing.arrow(ends, width, (GAP, GAP), color=colour, label_at=0.45)
        text = ", ".join(map(str, each))
        if first:
            text += f": {pluralize(steps[0].dice[0], 'die', 'dice')}"
        drawing.write(middle, text, 9, 1.5, fontweight="bold" if first else "normal")


def _draw_territory(
    drawing: Drawing, position: Position, territory: str, at: Point, around: list[Point]
) -> None:
    """Draw a territory, with its name where the fewest lines are."""
    radius = OF_TERRITORY
    if territory in position.enemy:
        side = 1.8 * OF_TERRITORY
        drawing.outcome(at, (side, side), False, str(position.enemy[territory]), 12)
    elif territory in position.mine:
        drawing.shape("Circle", at, radius, facecolor=ATTACKER, linewidth=0, zorder=3)
        drawing.write(at, str(position.mine[territory]), 12, fontweight="bold", color=PAPER)
    else:
        radius /= 2
        drawing.shape("Circle", at, radius, facecolor=PALE, edgecolor=LINE, linewidth=1, zorder=3)
    angles = [atan2(y - at[1], x - at[0]) for x, y in around]

    def room(side: Point) -> float:
        """Return the angle between a side and the nearest line, but for what is enough."""
        own = atan2(side[1], side[0])
        return min([1.0, *(abs((own - angle + pi) % (2 * pi) - pi) for angle in angles)])

    x, y = max([(0, -1), (1, 0), (-1, 0), (0, 1)], key=room)
    gap = radius + 0.07
    drawing.write(
        (at[0] + gap * x, at[1] + gap * y),
        fill(territory, 14),
        9,
        ha=("center", "left", "right")[x],
        va=("center", "bottom", "top")[y],
        color=INK if territory in position.mine or territory in position.enemy else MUTED,
        ground=0.5,
    )


def _write_steps(drawing: Drawing, at: Point, steps: list[tuple[str, str]]) -> None:
    x, y = at
    head = "If every round has its\nmost likely result:" if steps else "Nothing to attack."
    drawing.write((x, y), head, 9, ha="left", va="center", color=MUTED)
    for n, (target, how) in enumerate(steps[:MAX_DRAWN_STEPS], 1):
        top = y - 0.1 - STEP * n
        weight = "bold" if n == 1 else "normal"
        drawing.write((x, top), target, 9.5, ha="left", va="bottom", fontweight=weight)
        drawing.write((x, top - 0.02), how, 8, ha="left", va="top", color=MUTED)
    if len(steps) > MAX_DRAWN_STEPS:
        drawing.write((x, y - 0.1 - STEP * (MAX_DRAWN_STEPS + 1)), "and so on", 9, ha="left")
