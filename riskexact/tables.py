"""Tables of win probabilities: every cell of a rectangle, exact."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from riskexact import recursion
from riskexact.arguments import shown, whole
from riskexact.battle import Method, road
from riskexact.digits import fraction_text
from riskexact.errors import RiskError
from riskexact.rules import STANDARD, Rules, checked, won
from riskexact.sizes import check_size

if TYPE_CHECKING:
    import numpy as np

MOST_LINES = 10_000
"""Rows, and columns, of a table."""


@dataclass(frozen=True, repr=False)
class Table:
    """Exact win probabilities: `table[a, d]` is a Fraction, for each of its numbers a and d.

    - `attackers`, `defenders`: the numbers of units of the rows and of the columns;
    - `rules`: the rule set;
    - `cells`: the Fractions, a tuple for each row.

    >>> table = win_table(range(1, 4), range(1, 3))
    >>> table[3, 2]
    Fraction(6610505, 10077696)
    >>> table[9, 9]
    Traceback (most recent call last):
        ...
    KeyError: (9, 9)
    """

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    rules: Rules
    cells: tuple[tuple[Fraction, ...], ...]

    def __repr__(self) -> str:
        """Return the shape of the table; its Fractions may be too long for Python to print."""
        rows, columns = len(self.attackers), len(self.defenders)
        return f"<Table of {rows} × {columns} win probabilities, {self.rules.label} rules>"

    def __getitem__(self, cell: tuple[int, int]) -> Fraction:
        """Return the win probability of `attackers, defenders`; `KeyError` outside the table."""
        a, d = cell
        try:
            return self.cells[self.attackers.index(a)][self.defenders.index(d)]
        except ValueError:
            raise KeyError(cell) from None

    def rows(self) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
        """Yield (attackers, cells of that row).

        >>> next(win_table([1], [1]).rows())
        (1, (Fraction(5, 12),))
        """
        yield from zip(self.attackers, self.cells, strict=True)

    def to_rows(self) -> list[dict[str, int | str]]:
        """Return a dictionary for each cell, with its exact fraction as text.

        >>> win_table([1], [1]).to_rows()
        [{'attackers': 1, 'defenders': 1, 'fraction': '5/12'}]
        """
        return [
            {"attackers": a, "defenders": d, "fraction": fraction_text(cell)}
            for a, row in self.rows()
            for d, cell in zip(self.defenders, row, strict=True)
        ]

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Return the cells as float64, each the float nearest to the exact value.

        Needs the `data` extra.

        >>> win_table([1, 2], [1]).to_numpy()
        array([[0.41666667],
               [0.75424383]])
        """
        try:
            import numpy as np
        except ImportError:
            raise RiskError(
                "arrays need numpy, which is not installed: pip install 'riskexact[data]'"
            ) from None
        # int / int is rounded correctly, and so is float(Fraction)
        return np.array([[float(cell) for cell in row] for row in self.cells], dtype=np.float64)


def win_table(
    attackers: Iterable[int],
    defenders: Iterable[int],
    rules: Rules = STANDARD,
    method: Method = "auto",
) -> Table:
    """Return the exact win probability for each number of attackers and each of defenders.

    - `attackers`, `defenders`: the rows and the columns, 0 or more each, every number once;
      not both 0 anywhere, and at most 10,000 of each;
    - `method`: "recursion" fills the whole board up to the largest battle, "closed-form" computes
      cell by cell, and "auto" takes what is less work.

    Equivalent to `win_probability(a, d, rules, method)` for each cell.  Raises `RiskError`.

    >>> win_table([3], [1, 2]).cells
    ((Fraction(342035, 373248), Fraction(6610505, 10077696)),)
    """
    rows, columns = _line(attackers, "attackers"), _line(defenders, "defenders")
    checked(min(rows), min(columns), rules)
    most_a, most_d = max(rows), max(columns)
    chosen = road(method, rules)
    count = len(rows) * len(columns)
    if method == "auto" and _board_is_less_work(most_a, most_d, count):
        chosen = recursion
    check_size(most_a, most_d, rules, count + chosen.held(most_a, most_d, rules))
    if chosen is recursion:
        wanted = {(a, d) for a in rows for d in columns}
        board = {s: value for s, value in recursion.cells(most_a, most_d, rules) if s in wanted}
        cells = tuple(tuple(board[a, d] for d in columns) for a in rows)
    else:
        cells = tuple(
            tuple(chosen.expected_values(a, d, rules, [won], 0)[0] for d in columns) for a in rows
        )
    return Table(rows, columns, rules, cells)


def _board_is_less_work(most_a: int, most_d: int, count: int) -> bool:
    """Return whether the recursion on the whole board takes less time than closed forms by cell.

    In microseconds, measured for standard rules from 40 v 40 to 1000 v 1000: a cell of the board
    takes 10 and, for its Fractions, 35 (m / 1000)^2; a closed form takes 16 + 15 m / 1000 for
    each of its m units.
    """
    m = most_a + most_d
    board = most_a * most_d * (10 + 35 * m * m // 1_000_000)
    return board <= count * m * (16 + 15 * m // 1000)


def _line(numbers: Iterable[int], name: str) -> tuple[int, ...]:
    """Return the numbers of the rows or columns, checked."""
    try:
        drawn = list(islice(numbers, MOST_LINES + 1))
    except TypeError:
        raise RiskError(
            f"{name} must be a range or a list of whole numbers, not {shown(numbers)}"
        ) from None
    if len(drawn) > MOST_LINES:
        raise RiskError(f"{name} must be at most {MOST_LINES} numbers in a table, not more")
    line = tuple(whole(number, name) for number in drawn)
    if not line:
        raise RiskError(f"{name} must be at least one number, not an empty range")
    if len(set(line)) < len(line):
        raise RiskError(f"{name} must be different numbers, not some of them twice")
    return line
