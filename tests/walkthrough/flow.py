"""The flow chart of a battle: a round with its exact chances, repeated until a side is out.

The "Risk battle odds flow chart" of J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram
Blog, 2017-11-20, for any rule set.  Its five probabilities, pWin2, pWin1Lose1, pLose2, pWin1 and
pLose1, are those of the first two bars and the fifth under standard rules.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from textwrap import fill

from riskexact.base.drawing.canvas import Drawing, Point, side_colour, text_colour
from riskexact.base.drawing.labels import exact_percent, percent
from riskexact.base.drawing.picture import (
    ATTACKER,
    DEFENDER,
    INK,
    MARGIN,
    PALE,
    PAPER,
    Picture,
    look,
)
from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text, pluralize
from riskexact.battle.pictures.graph import cost
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, under
from riskexact.rules.dice import Losses, round_distribution
from riskexact.rules.hand import Faces, Hand, as_die

MAX_FLOW_ROUNDS = 12
"""The most rows; there is one for each pair of numbers of dice."""

Results = Mapping[Losses, Fraction]
"""The exact chances of the losses in a round, from the best for the attacker to the worst."""

Flow = Mapping[tuple[int, int], Results]
"""Those of each pair of numbers of dice, from the most dice to the fewest."""


def flow_chart(rules: Rules | str = STANDARD, dark: bool = False) -> Picture:
    """Return the flow chart of a battle: dice, comparison, exact chances of the losses, outcomes.

    `dark` draws on a dark ground.  Raises `RiskError` for more than 12 pairs of numbers of dice.

    >>> flow_chart().title
    'A round of 3 v 2 dice costs the defender 2 units in 37.2 % of the throws'
    """
    rules = rule_set(rules)
    rows = prod(rules.max_dice)
    if rows > MAX_FLOW_ROUNDS:
        raise RiskError(
            f"rules of a flow chart must have at most {MAX_FLOW_ROUNDS} pairs of dice numbers, "
            f"not {rows}"
        )
    rounds = results(rules)
    (x, y), chances = next(iter(rounds.items()))
    most = max(chances, key=lambda losses: losses[1])
    title = (
        f"A round of {x} v {y} dice costs the defender {pluralize(most[1], 'unit')} in "
        f"{percent(chances[most])} of the throws{under(rules)}"
    )
    subtitle = (
        "The bars: what a round costs, attackers v defenders where it is narrow, and how likely "
        "that is. Blue costs the defender, orange the attacker, grey both or nobody."
    )
    with look(dark):
        drawing = _draw((title, subtitle), rounds, rules)
    return Picture(title, _words(rounds, rules), drawing.figure, dark)


def results(rules: Rules = STANDARD) -> Flow:
    """Return the chances of the losses for each pair of dice, also that nobody loses a unit.

    >>> str(results()[3, 2][0, 2])
    '1445/3888'
    """
    found = {}
    for dice in reversed([*rules.dice_numbers()]):
        chances = round_distribution(*dice, rules).items()
        found[dice] = dict(sorted(chances, key=lambda each: (each[0][0] - each[0][1], each[0][0])))
    return found


def thrown(hand: Hand, faces: Faces) -> list[str]:
    """Return in words how many dice units throw, a line for each number of dice.

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
        if set(each) != {as_die(faces)}:
            what += f" with {', '.join(map(str, each))} faces"
        lines.append(f"{who} {what}")
    return lines


def _hands(rules: Rules) -> list[list[str]]:
    return [thrown(hand, rules.faces) + hand.remarks for hand in (rules.attack, rules.defence)]


def compared(rules: Rules = STANDARD) -> str:
    """Return in words which dice are compared, and who loses a unit.

    >>> compared(Rules(pairs=1))
    'Compare the highest die of each side. The lower one costs its side a unit, a tie the attacker.'
    """
    ordinals = ("highest", "second", "third", "fourth", "fifth", "sixth")
    pairs = rules.scoring_pairs(*rules.max_dice)
    names = [ordinals[m - 1] if m <= len(ordinals) else f"{m}th" for m in pairs]
    dice = f"the {names[0]} die of each side"
    if len(names) > 1:
        dice += "".join(f", then the {name}" for name in names[1:]) + ", where both have one"
    loser = {"defender": "the attacker", "attacker": "the defender", "nobody": "nobody"}[rules.ties]
    return f"Compare {dice}. The lower one costs its side a unit, a tie {loser}."


THICK = 2.2
"""Points, of an arrow."""

BROAD, ROW, DICE, DIGIT = 7.2, 0.66, 1.35, 0.071
"""Inches: of the chart, from one bar to the next, from the left to the bars, and of a digit."""

LINE_OF_BOX = 75
"""Letters, about 0.56 em wide, that a box has room for."""

MIDDLE = BROAD / 2 + 0.25
SIDES = MIDDLE - 1.6, MIDDLE + 1.6
"""Where what belongs to the attacker stands, and to the defender."""


def _draw(heading: tuple[str, str], rounds: Flow, rules: Rules) -> Drawing:
    sides, how = _hands(rules), fill(compared(rules), LINE_OF_BOX)
    tall, thick = 0.42 + 0.19 * max(map(len, sides)), 0.41 + 0.19 * how.count("\n")
    drawing = Drawing(BROAD, 4.4 + tall + thick + ROW * len(rounds), *heading)
    start = drawing.axes.get_ylim()[1] - 0.4
    throw = start - 0.65 - tall / 2
    compare = throw - tall / 2 - 0.4 - thick / 2
    bars = compare - thick / 2 - 0.35
    ask = bars - ROW * len(rounds) - 0.75
    battle = "A battle: attackers free to fight against defenders"
    _box(drawing, (MIDDLE, start), (5.4, 0.5), battle)
    named = ("Attacker", ATTACKER), ("Defender", DEFENDER)
    for x, (name, color), lines in zip(SIDES, named, sides, strict=True):
        _box(drawing, (x, throw), (3, tall), "\n".join([name, *lines]), color)
        _lead(drawing, (x, start - 0.25), (x, throw + tall / 2))
        _lead(drawing, (x, throw - tall / 2), (x, throw - tall / 2 - 0.4))
    _box(drawing, (MIDDLE, compare), (6.2, thick), how)
    _lead(drawing, (MIDDLE, bars + 0.35), (MIDDLE, bars))
    for n, ((x, y), chances) in enumerate(rounds.items()):
        _draw_chances(drawing, bars - ROW * (n + 0.5), f"{x} v {y} dice", chances)
    _lead(drawing, (MIDDLE, ask + 0.75), (MIDDLE, ask + 0.42))
    _draw_end(drawing, ask, start)
    return drawing


def _lead(drawing: Drawing, start: Point, end: Point) -> None:
    drawing.arrow((start, end), THICK, (0.02, 0.02))


def _draw_end(drawing: Drawing, ask: float, start: float) -> None:
    """Draw the question, the line from it back up to the start, and both outcomes."""
    edge = MIDDLE - 1.3
    corners = [(edge, ask), (MIDDLE, ask + 0.42), (MIDDLE + 1.3, ask), (MIDDLE, ask - 0.42)]
    drawing.shape("Polygon", corners, facecolor=PAPER, edgecolor=INK, linewidth=1.2)
    drawing.write((MIDDLE, ask), "Is one side out?")
    way = [edge, 0.25, 0.25, MIDDLE - 2.8], [ask, ask, start, start]
    drawing.axes.plot(*way, color=INK, linewidth=THICK, solid_joinstyle="miter")
    _lead(drawing, (MIDDLE - 3, start), (MIDDLE - 2.7, start))
    drawing.write((edge - 0.15, ask + 0.1), "no: another round", ha="right", va="bottom")
    drawing.write((MIDDLE, ask - 0.66), "yes")
    for x, won, text in (
        (SIDES[0], True, "No defender is left:\nthe attacker has won"),
        (SIDES[1], False, "No attacker is left:\nthe attack has failed"),
    ):
        _lead(drawing, (MIDDLE, ask - 0.42), (x, ask - 0.95))
        drawing.outcome((x, ask - 1.25), (2.5, 0.6), won, text, 10)


def _box(drawing: Drawing, at: Point, size: Point, text: str, color: str = INK) -> None:
    (x, y), (w, h) = at, size
    drawing.shape(
        "FancyBboxPatch",
        (x - w / 2 + 0.08, y - h / 2 + 0.08),
        w - 0.16,
        h - 0.16,
        boxstyle="round,pad=0.08",
        facecolor=PAPER,
        edgecolor=color,
        linewidth=1.2 if color == INK else 2.5,
        zorder=3,
    )
    drawing.write(at, text)


def _draw_chances(drawing: Drawing, y: float, dice: str, chances: Results) -> None:
    x, full = DICE, BROAD - DICE - MARGIN
    drawing.write((0.4, y), dice, ha="left", fontweight="bold")
    for losses, chance in chances.items():
        width = full * float(chance)
        ground, ink = PALE, INK
        if 0 in losses and losses != (0, 0):
            ground, ink = side_colour(losses[0] == 0), text_colour(losses[0] == 0)
        corner = x, y - ROW / 2 + 0.03
        style = {"facecolor": ground, "edgecolor": PAPER, "linewidth": 1}
        drawing.shape("Rectangle", corner, width, ROW - 0.06, **style)
        lost = cost(losses)
        if len(lost) * DIGIT > width:
            lost = " v ".join(f"−{n}" if n else "0" for n in losses)
        fraction = fraction_text(chance)
        texts = [lost, percent(chance), *[fraction] * (len(fraction) * DIGIT < width)]
        drawing.write((x + width / 2, y), "\n".join(texts), 8, color=ink)
        x += width


def _words(rounds: Flow, rules: Rules) -> str:
    lines = [
        f"{x} v {y} dice: "
        + ", ".join(f"{cost(losses)} {exact_percent(p)}" for losses, p in chances.items())
        for (x, y), chances in rounds.items()
    ]
    attack, defence = map(", ".join, _hands(rules))
    return (
        f"A flow chart of a battle{under(rules)}. Attacker: {attack}. Defender: {defence}. "
        f"{compared(rules)} {'. '.join(lines)}. Rounds follow until one side is out: when no "
        "defender is left, the attacker has won; when no attacker is left, the attack has failed."
    )
