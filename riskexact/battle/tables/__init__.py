"""Tables of win probabilities: every cell of a rectangle, exact."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import attackers_of, forces, index, items_of, short_repr, whole
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError, require
from riskexact.base.export import Exported, parsed
from riskexact.base.frozen import Frozen, cached_property
from riskexact.base.grid import MORE, Grid
from riskexact.base.text import bounded_percent_text, number_or_text
from riskexact.battle.battle import win_probability
from riskexact.battle.blitz import Fight
from riskexact.battle.methods import Method, chosen_for_table, refuse_method
from riskexact.battle.question import each_in_words, rules_of_json
from riskexact.odds import recursion
from riskexact.odds.states import MAX_OUTCOMES_UNITS, check_size, check_table, check_units
from riskexact.odds.weights import backward
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion, checked_version, version_of_json
from riskexact.rules.catalogue import in_words, rule_set, rules_json
from riskexact.rules.dice import base_of
from riskexact.rules.distribution import frame_columns

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

    from riskexact.battle.methods import ChosenForTable
    from riskexact.engine.table import IntegerTable

MAX_TABLE_LINES = 10_000
"""The most rows, and the most columns, of a table."""

FEWEST_FOR_FLOATS = 400
"""The number of cells above which an array is computed without fractions; measured."""

MAX_UNWANTED = 50
"""The most cells that are computed for an array, for each one wanted."""

ROWS_SHOWN, COLUMNS_SHOWN, COLUMNS_OF_TEXT = 20, 20, 10
"""The size of a table in a notebook, and its columns at a prompt."""

QUICK_CELLS = 100_000
"""The largest battle, attackers × defenders, with which what is shown takes 50 ms; measured."""

Units = tuple[int, ...]


class Table(Exported, Frozen, Mapping[tuple[int, int], "Real"]):
    """Exact win probabilities: `table[a, d]` is a Fraction, for each of its numbers a and d.

    It maps the cells (a, d), row by row, to their chances; `rows` yields the rows.  The arguments
    are those of `win_table`.

    >>> table = win_table(range(1, 4), range(1, 3))
    >>> table[3, 2]
    Fraction(6610505, 10077696)
    >>> table[9, 9]
    Traceback (most recent call last):
        ...
    KeyError: '(9, 9) is not in the table: attackers are 1 to 3, defenders 1, 2'
    >>> list(table)[:3], len(table), (3, 2) in table
    ([(1, 1), (1, 2), (2, 1)], 6, True)
    """

    attackers: Units
    defenders: Units
    rules: Rules
    method: Method
    blitz: BlitzVersion | None

    def __init__(
        self,
        attackers: Iterable[int],
        defenders: Iterable[int],
        rules: Rules | str = STANDARD,
        method: Method = "auto",
        blitz: BlitzVersion | bool | None = None,
    ) -> None:
        rows, columns = checked_line(attackers, "attackers"), checked_line(defenders, "defenders")
        rules, version = rule_set(rules), checked_version(blitz)
        self._set(attackers=rows, defenders=columns, rules=rules, method=method, blitz=version)
        forces(min(rows), min(columns))
        most = max(rows), max(columns)
        if version:
            refuse_method(method)
            if sum(most) > MAX_OUTCOMES_UNITS:
                self._set(_exact=None)
                return
        check_units(*most)
        chosen = chosen_for_table(*most, len(self), rules, method)
        if chosen == "engine":
            check_table(*most, rules)
        else:
            self._set(_exact=filled(rows, columns, rules, chosen, method))

    @classmethod
    def from_json(
        cls, text: str, rules: Rules | str = STANDARD, blitz: BlitzVersion | bool | None = None
    ) -> "Table":
        """Return the table that `to_json` or `to_csv` wrote; its cells are computed again.

        - `rules`, `blitz`: of CSV, which has none of its own.

        Armies, as `table --armies` writes them, count the unit that stays behind.  Raises
        `RiskError` where a cell is another one.

        >>> table = win_table([1, 2], [1], rules="risiko")
        >>> Table.from_json(table.to_json()) == Table.from_csv(table.to_csv(), "risiko") == table
        True
        """
        data: Any = parsed(text)
        is_csv = isinstance(data, list)
        if is_csv:
            armies = "armies" in data[0]
            rows = [number_or_text(row.get("armies" if armies else "attackers")) for row in data]
            columns = [number_or_text(name) for name in [*data[0]][1:]]
        else:
            armies = data.get("armies") is True
            rows, columns = data.get("attackers"), data.get("defenders")
            version: Any = version_of_json(data.get("balanced_blitz"))
            rules, blitz = rules_of_json(data.get("rules")), version
        if armies:
            rows = [attackers_of(None, each) for each in checked_line(rows, "armies")]
        table = cls(rows, columns, rules, blitz=blitz)
        if parsed(table._written("csv" if is_csv else "json", armies)) != data:
            asked = in_words(table.rules)
            raise RiskError(f"cells must be the exact chances, {asked}, not {short_repr(text)}")
        return table

    from_csv = from_json

    def _written(self, format: str, armies: bool = False) -> str:  # noqa: A002
        from riskexact.battle.tables.written import table_report, usual_look

        report = table_report(self, usual_look(format, bool(self.blitz))._replace(armies=armies))
        report.echo = {**report.echo, "rules": rules_json(self.rules)}
        return report.written(format)

    def _key(self) -> tuple[object, ...]:
        return self.attackers, self.defenders, self.rules, self.blitz

    @cached_property
    def _exact(self) -> "IntegerTable | dict[tuple[int, int], Fraction] | None":
        """The chances by hand: in integers of the engine, filled when a cell is first read."""
        from riskexact.engine.table import IntegerTable

        return IntegerTable(max(self.attackers), max(self.defenders), self.rules)

    def _chance(self, cell: tuple[int, int]) -> Real:
        """Return the chance of a cell; in Balanced Blitz from the exact one, if that is known."""
        exact = None if self._exact is None else self._exact[cell]
        if not self.blitz:
            return exact
        fight = Fight(*cell, self.rules, self.blitz)
        if exact is not None:
            fight.know(exact)
        return fight.sides[0]

    @cached_property
    def cells(self) -> tuple[tuple[Real, ...], ...]:
        """All Fractions, a tuple for each row.

        >>> win_table([1], [1, 2]).cells
        ((Fraction(5, 12), Fraction(275, 2592)),)
        """
        return tuple(row for _, row in self.rows())

    def __repr__(self) -> str:
        """Return the first and the last rows and columns, as in a notebook.

        >>> win_table([2, 3], range(1, 7))
        Chance that the attacker wins, in percent; rules: standard; rows: attackers free to fight; \
columns: defenders
        attackers     1     2     3     4     5     6
                2  75.4  36.3  20.6   9.1   4.9   2.1
                3  91.6  65.6  47.0  31.5  20.6  13.4
        """
        return self._grid(COLUMNS_OF_TEXT).shown()

    def __getitem__(self, cell: tuple[int, int]) -> Real:
        """Return the win probability of `attackers, defenders`; `KeyError` outside the table."""
        found = self._cell(cell)
        if found:
            return self._chance(found)
        if isinstance(cell, tuple):
            rows, columns = _span(self.attackers), _span(self.defenders)
            raise KeyError(
                f"{short_repr(cell)} is not in the table: attackers are {rows}, defenders {columns}"
            )
        a, d = self.attackers[0], self.defenders[0]
        raise KeyError(
            f"{short_repr(cell)} is no cell: write table[attackers, defenders], such as "
            f"table[{a}, {d}]; rows() has the rows"
        )

    def __contains__(self, cell: object) -> bool:
        return self._cell(cell) is not None

    def _cell(self, cell: Any) -> tuple[int, int] | None:
        """Return the cell in ints, None for what is no cell of the table."""
        try:
            a, d = map(index, cell)
        except (TypeError, ValueError):  # no pair
            return None
        rows, columns = self._numbers
        return (a, d) if a in rows and d in columns else None

    @cached_property
    def _numbers(self) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(self.attackers), frozenset(self.defenders)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return product(self.attackers, self.defenders)

    def __len__(self) -> int:
        return len(self.attackers) * len(self.defenders)

    def rows(self) -> Iterator[tuple[int, tuple[Real, ...]]]:
        """Yield (attackers, cells of that row).

        >>> next(win_table([1], [1]).rows())
        (1, (Fraction(5, 12),))
        """
        for a in self.attackers:
            yield a, tuple(self._chance((a, d)) for d in self.defenders)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each cell: exact as text, and as floats.

        >>> win_table([1], [0]).to_rows()
        [{'attackers': 1, 'defenders': 0, 'fraction': '1', 'probability': 1.0, 'percent': 100.0}]
        """
        return [{"attackers": a, "defenders": d, **frame_columns(p)} for (a, d), p in self.items()]

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw the table as a heat map, as `pictures.heat_map` does, and return the axes.

        The arguments are those of `Battle.plot`; `style` is what `imshow` of axes takes, such as
        `cmap`, a `title`, and `figsize` of a new figure.

        >>> win_table(range(1, 6), [1, 2, 5]).plot().get_xlabel()
        'defenders'
        """
        from riskexact.base.drawing.heat import ChanceMap, draw_map
        from riskexact.base.drawing.picture import drawing_on

        how = each_in_words(self.rules, self.blitz)
        title = f"chance that the attacker wins, in percent, {how}"
        with drawing_on(ax, style.pop("figsize", None)) as axes:
            axes.set_title(style.pop("title", title), loc="left", fontsize="medium")
            draw_map(axes, ChanceMap(self.attackers, self.defenders, self), **style)
        return axes

    def to_pandas(self) -> Any:  # a pandas.DataFrame
        """Return `to_numpy` as a pandas data frame, labelled; pandas must be installed."""
        require("pandas", "pandas", "data frames need")
        import pandas as pd

        return pd.DataFrame(
            self.to_numpy(),
            index=pd.Index(self.attackers, name="attackers"),
            columns=pd.Index(self.defenders, name="defenders"),
        )

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Return the cells as float64, each the nearest float to the exact value.

        Needs the `data` extra.

        >>> win_table([1, 2], [1]).to_numpy()
        array([[0.41666667],
               [0.75424383]])
        """
        require("numpy", "data", "arrays need")
        import numpy as np

        from riskexact.battle.tables.floats import win_floats

        most = max(self.attackers), max(self.defenders)
        few = len(self) <= FEWEST_FOR_FLOATS or prod(most) >= MAX_UNWANTED * len(self)
        if not (self.blitz or few):
            return win_floats(*most, self.rules)[np.ix_(self.attackers, self.defenders)]
        # int / int is rounded correctly, and so is float(Fraction)
        return np.array([[float(cell) for cell in row] for row in self.cells], dtype=np.float64)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return `to_numpy`, which numpy converts: rows are those of `attackers`."""
        return self.to_numpy()

    def _repr_html_(self) -> str:
        return self._grid().html()

    def _repr_latex_(self) -> str:
        return self._grid().latex()

    def _grid(self, most_columns: int = COLUMNS_SHOWN) -> Grid:
        """Return the table for prompts and notebooks: its first and its last rows and columns.

        Without any cell that takes long: then the first ones, or nothing but its size.
        """
        known = vars(self).get("_exact") is not None
        for tail in (True, False):
            rows = _cut(self.attackers, ROWS_SHOWN, tail)
            columns = _cut(self.defenders, most_columns, tail)
            if known or max(rows) * max(columns) <= QUICK_CELLS:
                break
        else:
            size = f"{len(self.attackers)} × {len(self.defenders)}"
            return Grid(f"Table of {size} chances to win, {in_words(self.rules)}", [], [])
        table = self if known else Table(rows, columns, self.rules, blitz=self.blitz)
        lines = [["attackers", *map(str, columns)]]
        lines += [[str(a), *(bounded_percent_text(table[a, d]) for d in columns)] for a in rows]
        from riskexact.battle.tables.written import table_title

        caption = [table_title(self)]
        for name, kept, of in ("rows", rows, self.attackers), ("columns", columns, self.defenders):
            if len(kept) < len(of):
                n = len(kept) // (1 + tail)
                caption.append(f"first {'and last ' if tail else ''}{n} of {len(of)} {name}")
                if kept is rows:
                    lines.insert(1 + n, [MORE] * len(lines[0]))
                else:
                    lines = [[*line[: 1 + n], MORE, *line[1 + n :]] for line in lines]
        return Grid("; ".join(caption), lines[0], lines[1:])


def _cut(numbers: Units, most: int, tail: bool) -> Units:
    """Return the numbers, or no more than the first and the last, or the first."""
    ends = numbers[: most // 2] + numbers[-(most // 2) :] if tail else numbers[:most]
    return ends if len(numbers) > most else numbers


def _span(numbers: Units) -> str:
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}"
    return short_repr(numbers).strip("(),")


def win_table(
    attackers: Iterable[int],
    defenders: Iterable[int],
    rules: Rules | str = STANDARD,
    method: Method = "auto",
    blitz: BlitzVersion | bool | None = None,
) -> Table:
    """Return the exact win probability for each number of attackers and each of defenders.

    - `attackers`, `defenders`: the rows and the columns: at most 10,000 different numbers each, 0
      or more, and not 0 on both sides;
    - `method`: "recursion" visits all states up to the largest battle, "closed-form" computes cell
      by cell, and "auto" takes the faster: cell by cell, or all states in integers;
    - `blitz`: as for `Battle`: its chances are `Certain`, and the numbers of any size.

    Equivalent to `win_probability(a, d, rules, method)` for each cell.  Raises `RiskError`.

    >>> win_table([3], [1, 2]).cells
    ((Fraction(342035, 373248), Fraction(6610505, 10077696)),)
    """
    return Table(attackers, defenders, rules, method, blitz)


def filled(
    rows: Units, columns: Units, rules: Rules, chosen: "ChosenForTable", method: Method = "auto"
) -> dict[tuple[int, int], Fraction]:
    """Return the cells by the recursion, by a sweep in whole numbers, or each on its own."""
    most, wanted = (max(rows), max(columns)), set(product(rows, columns))
    held = recursion.held(*most, rules) if chosen == "recursion" else 0
    check_size(*most, rules, len(wanted) + held)
    if chosen == "recursion":
        return {state: win for state, win in recursion.cells(*most, rules) if state in wanted}
    if chosen == "closed-form":
        return {cell: win_probability(*cell, rules, method) for cell in wanted}
    base = base_of(rules)
    swept = backward(*most, rules, base, lambda a, d: 0 if d else base**a)
    return {
        (a, d): Fraction(row[d], base ** (a + d))
        for a, row in swept
        for d in columns
        if (a, d) in wanted
    }


def checked_line(numbers: Iterable[int], name: str) -> Units:
    """Return the numbers of the rows or columns, checked."""
    drawn = items_of(numbers, MAX_TABLE_LINES)
    if drawn is None:
        allowed = "a range or a list of whole numbers, such as range(1, 41)"
        raise RiskError(f"{name} must be {allowed}, not {short_repr(numbers)}")
    if len(drawn) > MAX_TABLE_LINES:
        raise RiskError(f"{name} must be at most {MAX_TABLE_LINES} numbers in a table, not more")
    line = tuple(whole(number, name) for number in drawn)
    if not line:
        raise RiskError(f"{name} must be at least one number, not an empty range")
    if len(set(line)) < len(line):
        raise RiskError(f"{name} must be different numbers, not some of them twice")
    return line
