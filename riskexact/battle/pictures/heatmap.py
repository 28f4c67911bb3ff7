"""The odds of all battles up to a size, as a heat map: blue where the attacker is ahead."""

from collections.abc import Iterable
from itertools import islice

from riskexact.base.arguments import short_repr, whole
from riskexact.base.drawing.heat import HALF, LEVELS, ChanceMap, draw_map, fewest_attackers
from riskexact.base.drawing.labels import percent
from riskexact.base.drawing.picture import Picture, chart
from riskexact.base.errors import RiskError
from riskexact.base.text import join_words, pluralize
from riskexact.battle.tables import win_table
from riskexact.odds.states import attackers_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import under

MAX_MAP_LINES = 200
"""The most rows or columns."""

SIZE = 7, 7.4
"""In inches."""


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
    cells = ChanceMap(rows, columns, table)
    return chart(
        f"{_finding(cells, armies)}{under(table.rules)}",
        "Chance that the attacker wins, in percent: blue from 50 up, orange below",
        _words(cells, under(table.rules), armies),
        lambda axes: draw_map(axes, cells, armies),
        dark,
        SIZE,
    )


def successive(numbers: Iterable[int], name: str) -> range:
    """Return the numbers along an axis as a range; raise `RiskError` unless they are successive."""
    drawn = list(islice(numbers, MAX_MAP_LINES + 1)) if isinstance(numbers, Iterable) else []
    line = [whole(number, name) for number in drawn]
    if not 2 <= len(line) <= MAX_MAP_LINES or line != list(range(line[0], line[0] + len(line))):
        given = short_repr(numbers)
        if isinstance(numbers, range) and numbers.step == 1 and numbers:
            given = f"{numbers[0]} to {numbers[-1]}"
        raise RiskError(
            f"{name} must be 2 to {MAX_MAP_LINES} successive numbers for a map, not {given}"
        )
    return range(line[0], line[-1] + 1)


def _finding(cells: ChanceMap, armies: bool) -> str:
    """Return the title: where the odds are even."""
    most, d = cells.rows[-1], cells.columns[-1]
    even = "even odds or better against"
    fewest = fewest_attackers(cells, d, HALF)
    if fewest is not None and fewest > cells.rows[0]:
        return f"It takes {attackers_text(fewest, armies)} for {even} {pluralize(d, 'defender')}"
    beaten = [d for d in cells.columns if cells.chances[most, d] >= HALF]
    if fewest is None and beaten:
        get = "gets" if most + armies == 1 else "get"
        units = attackers_text(most, armies)
        return f"{units} {get} {even} {pluralize(beaten[-1], 'defender')} at most"
    units = "armies" if armies else "attackers"
    line = f"{cells.rows[0] + armies} to {most + armies} {units}"
    return f"The odds of {line} against {cells.columns[0]} to {d} defenders"


def _words(cells: ChanceMap, rules: str, armies: bool) -> str:
    """Return the alternative text: the corners, and the attackers needed for each level."""
    least, most = cells.rows[0], cells.rows[-1]
    few, many = cells.columns[0], cells.columns[-1]
    corners = join_words(
        f"{percent(cells.chances[a, d])} for {a} against {d}"
        for a in (least, most)
        for d in (few, many)
    )
    columns = sorted({few + (many - few) * quarter // 4 for quarter in range(5)})
    needed = []
    for d in columns:
        numbers = (fewest_attackers(cells, d, level) for level in LEVELS)
        texts = join_words("none of them" if n is None else n + armies for n in numbers)
        needed.append(f"against {d}, {texts}")
    side = "armies, of which one stays behind" if armies else "attackers"
    return (
        f"Heat map of the chance that the attacker wins{rules}: {least} to {most} "
        f"attackers in rows, from the top down, and {few} to {many} defenders in columns. The "
        f"corners: {corners}. The fewest {side}, for at least {join_words(map(percent, LEVELS))}: "
        f"{'; '.join(needed)}."
    )
