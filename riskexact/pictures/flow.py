"""The flow chart of a battle: what happens in a round, with exact chances, until somebody is out.

The "Risk battle odds flow chart" of J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram
Blog, 2017-11-20, for any rule set.  Its five kinds of results, pWin2, pWin1Lose1, pLose2, pWin1 and
pLose1, are the columns of the chart under standard rules.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from riskexact.base.errors import RiskError
from riskexact.base.text import counted, fraction_text
from riskexact.pictures.diagram import (
    Point,
    cost,
    draw_arrow,
    draw_end,
    sheet,
    wrapped,
    write,
)
from riskexact.pictures.labels import exact_percent, percent, under
from riskexact.pictures.picture import ATTACKER, DEFENDER, FAINT, INK, Picture, look
from riskexact.rules import STANDARD, Rules, checked_rules
from riskexact.rules.dice import Losses, round_counts
from riskexact.rules.hand import Hand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROUNDS = 12
"""Pairs of dice numbers, a row each."""


class Results(NamedTuple):
    """The exact chances of what a round of so many dice can cost."""

    dice: tuple[int, int]
    chances: dict[Losses, Fraction]


def flow_chart(rules: Rules = STANDARD) -> Picture:
    """Return the flow chart of a battle: dice, comparison, exact chances of the losses, ends.

    Raises `RiskError` for more than 12 pairs of
    dice numbers.

    >>> flow_chart().title
    'A round of 3 v 2 dice costs the defender 2 units in 37.2 % of the throws'
    """
    rows = checked_rules(rules).attack.max_dice * rules.defence.max_dice
    if rows > MOST_ROUNDS:
        raise RiskError(
            f"rules of a flow chart must have at most {MOST_ROUNDS} pairs of dice numbers, "
            f"not {rows}"
        )
    rounds = results(rules)
    dice, chances = rounds[0]
    worst = max(chances, key=lambda losses: losses[1])
    title = (
        f"A round of {dice[0]} v {dice[1]} dice costs the defender {counted(worst[1], 'unit')} in "
        f"{percent(chances[worst])} of the throws{under(rules)}"
    )
    with look():
        figure = _draw(title, rounds, rules)
    return Picture(title, _words(rounds, rules), figure)


def results(rules: Rules = STANDARD) -> list[Results]:
    """Return what rounds can cost and how likely that is, from the most dice to the fewest.

    Rounds that cost nobody a unit are among them.

    >>> str(results()[0].chances[0, 2])
    '1445/3888'
    """
    found = []
    for x in range(rules.attack.max_dice, 0, -1):
        for y in range(rules.defence.max_dice, 0, -1):
            counts = round_counts(x, y, rules)
            throws = sum(counts.values())
            chances = {losses: Fraction(n, throws) for losses, n in counts.items()}
            found.append(Results((x, y), chances))
    return found


def all_costs(rounds: list[Results]) -> list[Losses]:
    """Return all that rounds can cost: the most units first, and the attacker's least first.

    >>> all_costs(results())
    [(0, 2), (1, 1), (2, 0), (0, 1), (1, 0)]
    """
    return sorted({losses for each in rounds for losses in each.chances}, key=_most_first)


def _most_first(losses: Losses) -> tuple[int, int]:
    return -sum(losses), losses[0]


def thrown(hand: Hand, faces: int) -> list[str]:
    """Return in words how many dice units throw, a line for each number.

    >>> thrown(STANDARD.defence, 6)
    ['1 unit throws 1 die', '2 or more throw 2 dice']
    """
    lines = []
    for dice in range(1, hand.max_dice + 1):
        units = [u for u in range(1, hand.units_for_max_dice + 1) if hand.dice_of(u) == dice]
        if dice == hand.max_dice:
            who = f"{units[0]} or more throw"
        elif len(units) > 1:
            who = f"{units[0]} to {units[-1]} units throw"
        else:
            who = f"{units[0]} {'unit throws' if units[0] == 1 else 'units throw'}"
        each = hand.thrown(dice, faces)
        what = "1 die" if len(each) == 1 else f"{len(each)} dice"
        if set(each) != {faces}:
            what += f" with {', '.join(map(str, each))} faces"
        lines.append(f"{who} {what}")
    return lines


def compared(rules: Rules = STANDARD) -> str:
    """Return in words which dice are compared and what that costs.

    >>> compared(Rules(pairs=1))
    'Compare the highest die of each side. The lower one costs its side a unit, a tie the attacker.'
    """
    ordinals = ("highest", "second", "third", "fourth", "fifth", "sixth")
    pairs = rules.costly_pairs(rules.attack.max_dice, rules.defence.max_dice)
    names = [ordinals[m - 1] if m <= len(ordinals) else f"{m}th" for m in pairs]
    dice = f"the {names[0]} die of each side"
    if len(names) > 1:
        dice += "".join(f", then the {name}" for name in names[1:]) + ", where both have one"
    loser = {"defender": "the attacker", "attacker": "the defender", "nobody": "nobody"}[rules.ties]
    return f"Compare {dice}. The lower one costs its side a unit, a tie {loser}."


LINE = 2.2
"""Points, of an arrow."""

ROW, COLUMN, HEAD, DICE = 0.48, 1.16, 0.56, 1.1
"""Inches, of the table of the results."""


def _draw(title: str, rounds: list[Results], rules: Rules) -> "Figure":
    costs = all_costs(rounds)
    table = (DICE + COLUMN * len(costs), HEAD + ROW * len(rounds))
    width = max(9.2, table[0] + 2.2)
    middle = width / 2 + 0.25
    sides = [thrown(hand, rules.faces) + hand.remarks for hand in (rules.attack, rules.defence)]
    tall = 0.42 + 0.19 * max(map(len, sides))
    figure, axes = sheet(width, 5.75 + tall + table[1], title)
    top = axes.get_ylim()[1]
    start, throw, compare = top - 1.0, top - 1.65 - tall / 2, top - 2.35 - tall
    grid = compare - 0.75
    ask = grid - table[1] - 0.85
    end = ask - 1.25
    _box(axes, (middle, start), (5.6, 0.5), "A battle: attackers free to fight against defenders")
    for x, name, color, lines in (
        (middle - 1.75, "Attacker", ATTACKER, sides[0]),
        (middle + 1.75, "Defender", DEFENDER, sides[1]),
    ):
        _box(axes, (x, throw), (3.1, tall), "\n".join([name, *lines]), color)
        draw_arrow(axes, ((x, start - 0.25), (x, throw + tall / 2)), LINE, (0.02, 0.02))
        draw_arrow(axes, ((x, throw - tall / 2), (x, compare + 0.3)), LINE, (0.02, 0.02))
    _box(axes, (middle, compare), (6.6, 0.6), wrapped(compared(rules), 6.4, 10))
    draw_arrow(axes, ((middle, compare - 0.3), (middle, grid)), LINE, (0.02, 0.02))
    _table(axes, (middle - table[0] / 2, grid), rounds, costs)
    draw_arrow(axes, ((middle, grid - table[1]), (middle, ask + 0.42)), LINE, (0.02, 0.02))
    _question(axes, (middle, ask), (2.6, 0.84), "Is one side out?")
    left = 0.35
    axes.plot(
        [middle - 1.3, left, left, middle - 2.9],
        [ask, ask, start, start],
        color=INK,
        linewidth=LINE,
        solid_joinstyle="miter",
    )
    draw_arrow(axes, ((middle - 3.1, start), (middle - 2.8, start)), LINE, (0.02, 0.02))
    axes.text(middle - 1.45, ask + 0.1, "no: another round", ha="right", va="bottom")
    for x, won, text in (
        (middle - 1.75, True, "No defender is left:\nthe attacker has won"),
        (middle + 1.75, False, "No attacker is left:\nthe attack has failed"),
    ):
        draw_arrow(axes, ((middle, ask - 0.42), (x, end + 0.3)), LINE, (0.02, 0.02))
        draw_end(axes, (x, end), (2.5, 0.6), won, text, 10)
    write(axes, (middle, ask - 0.66), "yes")
    return figure


def _box(axes: "Axes", at: Point, size: Point, text: str, color: str = INK) -> None:
    """Draw a step; of several lines the first is a heading."""
    from matplotlib.patches import FancyBboxPatch

    (x, y), (w, h) = at, size
    axes.add_patch(
        FancyBboxPatch(
            (x - w / 2 + 0.08, y - h / 2 + 0.08),
            w - 0.16,
            h - 0.16,
            boxstyle="round,pad=0.08",
            facecolor="white",
            edgecolor=color,
            linewidth=1.2 if color == INK else 2.5,
            zorder=3,
        )
    )
    write(axes, at, text)


def _question(axes: "Axes", at: Point, size: Point, text: str) -> None:
    from matplotlib.patches import Polygon

    (x, y), (w, h) = at, (size[0] / 2, size[1] / 2)
    corners = [(x - w, y), (x, y + h), (x + w, y), (x, y - h)]
    axes.add_patch(Polygon(corners, facecolor="white", edgecolor=INK, linewidth=1.2, zorder=3))
    write(axes, at, text)


def _table(axes: "Axes", corner: Point, rounds: list[Results], costs: list[Losses]) -> None:
    """Draw the chances of the results: a row for each pair of dice, a bar for each chance."""
    from matplotlib.patches import Rectangle

    left, top = corner
    width, height = DICE + COLUMN * len(costs), HEAD + ROW * len(rounds)
    axes.add_patch(
        Rectangle(
            (left, top - height), width, height, facecolor="white", edgecolor=INK, linewidth=1.2
        )
    )
    for k, losses in enumerate(costs):
        x = left + DICE + COLUMN * (k + 0.5)
        heading = wrapped(cost(losses), 0.95, 9.5)
        write(axes, (x, top - HEAD / 2), heading, 9.5, fontweight="bold", linespacing=1.2)
    for n, (dice, chances) in enumerate(rounds):
        y = top - HEAD - ROW * (n + 0.5)
        axes.plot([left, left + width], [y + ROW / 2] * 2, color=FAINT, linewidth=0.6)
        write(axes, (left + DICE / 2, y), f"{dice[0]} v {dice[1]} dice", fontweight="bold")
        for k, losses in enumerate(costs):
            if losses in chances:
                x = left + DICE + COLUMN * k + 0.06
                p = chances[losses]
                bottom = y - ROW / 2 + 0.03
                axes.add_patch(
                    Rectangle((x, bottom), (COLUMN - 0.12) * float(p), 0.07, facecolor=INK)
                )
                text = f"{fraction_text(p)}\n{percent(p)}"
                write(axes, (x + COLUMN / 2 - 0.06, y + 0.045), text, 8.5, linespacing=1.2)


def _words(rounds: list[Results], rules: Rules) -> str:
    lines = [
        f"{x} v {y} dice: "
        + ", ".join(
            f"{cost(losses)} {exact_percent(chances[losses])}"
            for losses in sorted(chances, key=_most_first)
        )
        for (x, y), chances in rounds
    ]
    return (
        f"A flow chart of a battle{under(rules)}. Attacker: "
        f"{', '.join(thrown(rules.attack, rules.faces) + rules.attack.remarks)}. Defender: "
        f"{', '.join(thrown(rules.defence, rules.faces) + rules.defence.remarks)}. "
        f"{compared(rules)} {'. '.join(lines)}. Rounds follow until one side is out: when no "
        "defender is left, the attacker has won; when no attacker is left, the attack has failed."
    )
