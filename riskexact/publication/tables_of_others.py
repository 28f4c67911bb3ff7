"""Tables of others: compared cell by cell, and diagnosed as the answers of a program are.

The first row and the first column have the units of each side, the cells chances of the attacker:
fractions, decimals, percentages; in CSV with any delimiter, or as a table of Markdown or text, as
`table` writes them, whose "<0.1" is right of what is less than that.  Below the
heading `armies` the rows count the unit that stays behind, as those of `table --armies` do.  A cell
is right if it is the exact chance, rounded to the digits that it has.  One with fewer decimals than
most has lost zeros at its end, as in spreadsheets: there the others' decimals count.  Fractions
must be exact, decimals to what double precision leaves of a chance.
"""

import csv
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import product
from statistics import median_low

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple, cached_property
from riskexact.base.text import pluralize
from riskexact.battle.tables import Table
from riskexact.publication.vectors.checking import (
    COARSEST_ROUNDING,
    ProgramAnswer,
    simulation,
)
from riskexact.publication.vectors.mistakes import MISTAKES, expected_with
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import each_value, rule_set
from riskexact.rules.files import text_of_file

MAX_GIVEN_BYTES = 1 << 22

MAX_CELLS_RANKED, MAX_CELLS_ASKED, MAX_CELLS_SIMULATED = 60, 24, 80
"""Cells by which rule sets are told apart, that are compared with each mistake, and with that of a
simulation: the smallest, which are quick; of the second others, too, in equal steps."""

MAX_UNITS_ASKED = 24
"""Units of these others."""

MOST_FIT = Fraction(9, 10)
"""The share of these that a mistake must explain."""

FEWEST_WRONG = 3
"""With fewer wrong cells, any mistake might explain them."""

FEWEST_CUT = Fraction(1, 5)
"""The share of the cells that is wrong, at the least, where all are cut off."""

ERROR_OF_A_ROUND = Fraction(1, 1 << 50)
"""What a round, of at most one for each unit, adds to the relative error of double precision: its
chances, products and their sum are rounded eight times at the most, where it has seven results."""

MIDDLE = Fraction(1, 10), Fraction(9, 10)
"""Nearer to 0 and to 1 cells may have more decimals than others, to be told from these."""

EMPTY = ("", "-", "–", "—", "?", "n/a")

Cell = tuple[int, int]
"""Attackers and defenders."""


class GivenTable(NamedTuple):
    """A table as it was read.

    - `cells`: what is printed, by (number of the row, number of the column);
    - `rows`: which side the rows are, "attackers" or "defenders", where the corner says it;
    - `places`: how many decimals most cells have, of the share for a percentage; 0 for fractions.
    """

    cells: Mapping[Cell, ProgramAnswer]
    rows: str | None
    places: int


class WrongCell(NamedTuple):
    """A cell that is wrong: what stands there, what that is, and what is right."""

    attackers: int
    defenders: int
    printed: str
    value: Fraction | None
    exact: Fraction


class CheckedTable(NamedTuple):
    """The result of a check.

    - `orientation`: which side the rows are, "attackers" or "defenders";
    - `cells`: how many there are; `wrong`: those that are wrong, the smallest battle first;
    - `mistake`: what would explain them, as `vectors --check` calls it, or None;
    - `finest`: how finely most of the table is printed, in words.
    """

    rules: Rules
    orientation: str
    cells: int
    wrong: tuple[WrongCell, ...]
    mistake: str | None
    finest: str


def check_table(path: str | os.PathLike[str], rules: Rules | str = STANDARD) -> CheckedTable:
    r"""Compare a table of chances to win with the exact ones, under some rules or "any" known.

    Of any, those are taken by which the fewest cells are wrong.  Raises `RiskError`, with the line,
    for what is no table.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as there:
    ...     file = Path(there) / "odds.csv"
    ...     written = file.write_text("attackers,1,2\n1,41.7,10.6\n2,75.4,36.4")
    ...     checked = check_table(file)
    >>> checked.orientation, [(each.attackers, each.defenders) for each in checked.wrong]
    ('attackers', [(2, 2)])
    """
    chosen = each_value() if rules == "any" else [rule_set(rules)]
    name = os.fspath(path)
    where = short_repr(os.path.basename(name)).strip("'\"")  # noqa: PTH119
    given = read_table(text_of_file(name, "table", MAX_GIVEN_BYTES), where)
    sides = [given.rows] if given.rows else ["attackers", "defenders"]
    few = given._replace(cells=dict(sorted(given.cells.items(), key=_by_size)[:MAX_CELLS_RANKED]))
    likely = min((Candidate(few, each, s) for each in chosen for s in sides), key=_distance).rules
    # what is wrong may be nearest to rules that nobody meant
    tried = dict.fromkeys([likely, chosen[0]])
    candidates = sorted((Candidate(given, r, s) for r in tried for s in sides), key=_distance)
    best, mistake = candidates[0], None
    if len(best.wrong) >= FEWEST_WRONG:
        explained = ((each, each.mistake()) for each in candidates)
        best, mistake = next((each for each in explained if each[1]), (best, None))
    return CheckedTable(best.rules, best.side, len(best.cells), best.wrong, mistake, best.finest)


class Candidate:
    """A table under some rules, with one side in the rows: each cell and what is right there."""

    def __init__(self, given: GivenTable, rules: Rules, side: str) -> None:
        self.rules, self.side, self._places = rules, side, given.places
        cells = (
            ((row, column) if side == "attackers" else (column, row), printed)
            for (row, column), printed in given.cells.items()
        )
        self.cells: dict[Cell, ProgramAnswer] = dict(sorted(cells, key=_by_size))
        attackers, defenders = (sorted({cell[n] for cell in self.cells}) for n in (0, 1))
        table = Table(attackers, defenders, rules)
        self.exact = {cell: Fraction(table[cell]) for cell in self.cells}

    @property
    def finest(self) -> str:
        """How finely most cells are printed, in words."""
        return pluralize(self._places, "decimal") if self._places else "fractions"

    @cached_property
    def wrong(self) -> tuple[WrongCell, ...]:
        """The cells that are wrong, the smallest battle first."""
        return tuple(
            WrongCell(*cell, each.text, each.value, self.exact[cell])
            for cell, each in self.cells.items()
            if not self._fits(cell, self.exact[cell])
        )

    def mistake(self) -> str | None:
        """Return what would explain that cells are wrong."""
        if cut := self._cut():
            return cut
        # the smallest battles, and others in equal steps
        few, cells = MAX_CELLS_ASKED // 2, list(self.cells)
        others = [cell for cell in cells[few:] if sum(cell) <= MAX_UNITS_ASKED]
        asked = cells[:few] + others[:: -(-len(others) // few) or 1]
        fits: Counter[str] = Counter()
        for mistake, cell in product(MISTAKES, asked):
            expected = expected_with(mistake, self._question(cell))
            fits[mistake] += any(self._fits(cell, other) for other in expected)
        likely, most = fits.most_common()[0]
        if most >= MOST_FIT * len(asked):
            return likely
        chances = [
            (each.value, self.exact[cell], self._question(cell))
            for cell, each in self.cells.items()
            if each.value is not None
        ]
        return next(iter(simulation(chances, MAX_CELLS_SIMULATED)), None)

    def _fits(self, cell: Cell, exact: Fraction) -> bool:
        """Return whether a cell is the exact number, by double precision, rounded to its digits."""
        printed = self.cells[cell]
        if printed.value is None:
            return False
        if printed.text[0] in "<>":
            return exact < printed.value if printed.text[0] == "<" else exact > printed.value
        unit = self._unit(printed)
        if "/" in printed.text or unit > COARSEST_ROUNDING:
            return printed.value == exact
        return abs(printed.value - exact) <= unit / 2 + sum(cell) * ERROR_OF_A_ROUND * exact

    def _unit(self, printed: ProgramAnswer) -> Fraction:
        """Return what one in the last place is worth, also where zeros at the end are cut off."""
        return Fraction(1, 10 ** max(printed.places, self._places))

    def _cut(self) -> str | None:
        """Return how the cells are cut off, if all are, and enough of them to tell."""
        if len(self.wrong) < FEWEST_CUT * len(self.cells):
            return None
        for cell, each in self.cells.items():
            if each.value is None:
                return None
            unit, off = self._unit(each), self.exact[cell] - each.value
            if unit > COARSEST_ROUNDING or not 0 <= off < unit:
                return None
        return f"it is cut off after {self.finest}"

    def _question(self, cell: Cell) -> dict[str, object]:
        return {"kind": "wins", "rules": self.rules, "attackers": cell[0], "defenders": cell[1]}


def _by_size(each: tuple[Cell, ProgramAnswer]) -> tuple[int, Cell]:
    return sum(each[0]), each[0]


def _distance(candidate: Candidate) -> tuple[int, float]:
    """Return how many cells are wrong, and how far the cells are off, all together."""
    printed, exact = candidate.cells.values(), candidate.exact.values()
    off = (abs(float((p.value or 0) - x)) for p, x in zip(printed, exact, strict=True))
    return len(candidate.wrong), sum(off)


def _rows(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line, with its number; those of the sizes first."""
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"[^\s|:;,#-]", line) and not line.lstrip().startswith("#")
        if "; rules: " not in line  # the caption of `table`
    ]
    if len(lines) < 2:
        raise RiskError(f"{where} must have a row of sizes, and rows of chances below it")
    delimiter = next((each for each in "\t;|," if each in lines[0][1]), None)
    rows = []
    for number, line in lines:
        plain = line.strip().strip("|") if delimiter == "|" else line
        cells = next(csv.reader([plain], delimiter=delimiter)) if delimiter else plain.split()
        rows.append((number, [cell.strip() for cell in cells]))
    return rows


def read_table(text: str, where: str) -> GivenTable:
    """Return the table of a text; messages call that `where`."""
    (first, head), *others = _rows(text, where)
    corner = len(head) == len(others[0][1]) or not re.search("[0-9]", head[0])
    armies = head[0].lower() == "armies"
    sizes = [_size(cell, f"{where}, line {first}") for cell in head[corner:]]
    found: dict[Cell, ProgramAnswer] = {}
    for number, (size, *printed) in others:
        at = f"{where}, line {number}"
        if len(printed) != len(sizes):
            raise RiskError(
                f"{at} must have {len(sizes)} chances, one below each size, not {len(printed)}: "
                "with commas in decimals the delimiter must be another, or cells quoted"
            )
        row = _size(size, at, int(armies)) - armies
        for column, cell in zip(sizes, printed, strict=True):
            if (row, column) in found:
                raise RiskError(f"{at}: {row} and {column} must have one cell, not another")
            if cell.lower() not in EMPTY:
                found[row, column] = _chance(cell, at)
    if not found:
        raise RiskError(f"{where} must have chances, not only sizes")
    unsigned = {cell: each for cell, each in found.items() if not re.search("[%/]", each.text)}
    if any((each.value or 0) > 1 for each in unsigned.values()):  # percentages
        for place, each in unsigned.items():
            share = each.value and each.value / 100
            found[place] = each._replace(value=share, places=each.places + 2)
    said = "attackers" if armies else head[0].lower() if corner else ""
    sides = [side for side in ("attackers", "defenders") if side[:3] in said]
    rows_are = sides[0] if len(sides) == 1 else None
    return GivenTable(FrozenMapping(found), rows_are, _usual_places(found.values()))


def _usual_places(cells: Collection[ProgramAnswer]) -> int:
    """Return how many decimals most cells have, of those which are no fractions."""
    fine = [each for each in cells if Fraction(1, 10**each.places) <= COARSEST_ROUNDING]
    fine = fine or [*cells]
    middle = [x.places for x in fine if x.value and MIDDLE[0] <= x.value <= MIDDLE[1]]
    return median_low(middle or [min(each.places for each in fine)])


def _size(text: str, at: str, least: int = 0) -> int:
    number = re.fullmatch(r"\D*([0-9]{1,6})\D*", text)
    if number is None or int(number[1]) < least:
        said = f"a size must be a whole number, {least} or more, not {short_repr(text)}"
        raise RiskError(f"{at}: {said}")
    return int(number[1])


def _chance(text: str, at: str) -> ProgramAnswer:
    number = re.sub("^(1 - |[<>])", "", text)
    dotted = number.replace(",", ".") if re.fullmatch(r"[0-9]*,[0-9]+ ?%?", number) else number
    try:
        answer = ProgramAnswer.of(dotted)._replace(text=text)
    except RiskError:
        raise RiskError(
            f"{at}: a cell must be a chance, such as 5/12, 0.417 or 41.7 %, not {short_repr(text)}"
        ) from None
    if text.startswith("1 - ") and answer.value is not None:
        return answer._replace(value=1 - answer.value)
    return answer
