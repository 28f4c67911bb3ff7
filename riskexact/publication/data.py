"""What a data set is: its columns in words, and its rows.

What the data are is said here once, and read by everything that writes or explains them.  A
*record* is what a data set holds for one of its rows: whole numbers and exact chances.  A *row* is
what is written: each column shows one number of the record, as a whole number, a fraction, a
decimal, or the nearest double; some show words.  `data_sets` has the data sets, and `formats`
writes them.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, Literal

from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.odds.states import MAX_BITS, bits_of_fraction
from riskexact.publication.plan import MAX_TABLE_UNITS, Edition
from riskexact.publication.values import Values
from riskexact.rules.catalogue import label

Record = tuple[Any, ...]
"""Whole numbers, chances as Fractions or Certains, and words."""

Row = tuple[int | str | float | None, ...]

ROWS_OF_A_FILE = 130_000
"""Rows of a file, about: data sets of more are in several files, by ranges of attackers."""

CONVENTIONS: Mapping[str, str] = FrozenMapping(
    {
        "attackers": (
            "Attackers are the units that are free to fight. The one that must stay behind is not "
            "counted: armies on the attacking territory = attackers + 1."
        ),
        "defenders": "Defenders are all units on the defending territory.",
        "round": "A round is one throw of dice by both sides, and the losses that follow.",
        "battle": (
            "A battle goes on, round after round, until no defender or no attacker is left; the "
            "attacker wins if no defender is left. Both sides throw as many dice as the rules "
            "allow for their units."
        ),
        "fraction": (
            "Exact chances are fractions p/q in lowest terms, as text; 0 and 1 are whole numbers."
        ),
        "decimal": (
            f"Decimals are text: the exact chance to {DIGITS} significant digits, rounded half to "
            "even. What is not 1 but would round to it is written as its distance from 1, as in "
            "1 - 3.1e-21."
        ),
        "double": (
            "Doubles, for programs that compute with floating point, are the double-precision "
            "numbers nearest to the exact chance; a chance below about 1e-324 becomes 0, and one "
            "very near to 1 becomes 1."
        ),
        "left out": "What cannot happen has no row.",
    }
)
"""How to read the data, by subject."""


class DataColumn(NamedTuple):
    """A column: its name, what that is, and what it shows of a record.

    - `type`: the type in a Table Schema; `unit`: of the numbers, "" for words;
    - `is_empty`: whether it shows nothing in any row.
    """

    name: str
    description: str
    show: Callable[[Record], int | str | float | None]
    type: Literal["integer", "number", "string"] = "integer"
    unit: str = "units"
    is_empty: bool = False


class DataSet(NamedTuple):
    """A kind of table that is published for every edition of which `has` is true.

    - `records(edition, attackers, values)` yields its records in the order of its key;
    - `key`: the columns that tell one row from all others of the same rule set;
    - `rows_of(attackers, most)`: where it is about battles, the number of rows, about, for some
      attackers against 1 to `most` defenders; None where `attackers` make no difference;
    - `method`: how it is made, in words.
    """

    name: str
    description: str
    columns: tuple[DataColumn, ...]
    key: tuple[str, ...]
    records: Callable[[Edition, range, Values], Iterator[Record]]
    rows_of: Callable[[int, int], int] | None = None
    method: str = "recursion"
    has: Callable[[Edition], bool] = lambda edition: True

    def parts(self, edition: Edition) -> tuple[range, ...]:
        """Return the ranges of attackers of its files, and refuse what would not fit in memory.

        >>> from riskexact.publication.data_sets import DATA_SETS
        >>> from riskexact.rules import STANDARD
        >>> [len(DATA_SETS["outcomes"].parts(Edition(STANDARD, most))) for most in (50, 60, 100)]
        [1, 2, 8]
        """
        if self.rows_of is None:
            return (edition.side,)
        self._check_memory(edition)
        before = [0, *accumulate(self.rows_of(a, edition.most) for a in edition.side)]
        files = groupby(edition.side, lambda a: (before[a] - 1) // ROWS_OF_A_FILE)
        parts = [list(part) for _, part in files]
        return tuple(range(part[0], part[-1] + 1) for part in parts)

    def _check_memory(self, edition: Edition) -> None:
        """Raise `RiskError` where the fractions of a file might not fit in memory."""
        rows_of = self.rows_of
        assert rows_of is not None

        def bits(most: int) -> int:
            last = rows_of(most, most)  # each of the others has no more rows
            rows = min(most * last, ROWS_OF_A_FILE + last)
            return rows * bits_of_fraction(2 * most, edition.rules)

        if bits(edition.most) > MAX_BITS:
            raise RiskError(
                f"max must be at most {bisect(range(1, MAX_TABLE_UNITS), MAX_BITS, key=bits)} for "
                f"{label(edition.rules)}, whose fractions of one file must fit in "
                f"{MAX_BITS >> 33} GiB, not {edition.most}"
            )

    def table(self, edition: Edition, attackers: range, values: Values) -> "DataTable":
        """Return the rows of some attackers of an edition.

        >>> from riskexact.publication.data_sets import DATA_SETS
        >>> from riskexact.publication.values import ByRecursion
        >>> from riskexact.rules import STANDARD
        >>> DATA_SETS["win"].table(Edition(STANDARD, 1), range(1, 2), ByRecursion()).rows
        [(1, 1, '5/12', '0.4166666667', 0.4166666666666667)]
        """
        records = self.records(edition, attackers, values)
        rows = [tuple(column.show(record) for column in self.columns) for record in records]
        return DataTable(self, edition, rows)

    @property
    def schema(self) -> dict[str, Any]:
        """The columns as a Table Schema (https://specs.frictionlessdata.io/table-schema/)."""
        return {
            "fields": [
                {"name": c.name, "type": c.type, "description": c.description} for c in self.columns
            ],
            "primaryKey": list(self.key),
        }


class DataTable(NamedTuple):
    """A data set of an edition, or of some of its attackers: what every format of data holds."""

    data_set: DataSet
    edition: Edition
    rows: Sequence[Row]


def whole_column(name: str, of: int, description: str, unit: str = "units") -> DataColumn:
    """Return a column of whole numbers: those at the place `of` of a record."""
    return DataColumn(name, description, lambda record: record[of], unit=unit)


def text_column(name: str, of: int, description: str) -> DataColumn:
    """Return a column of words."""
    return DataColumn(name, description, lambda record: str(record[of]), "string", "")


def chance_columns(of: int, what: str) -> tuple[DataColumn, ...]:
    """Return the columns that every chance has."""
    return (
        fraction_column("fraction", of, f"{what}, exact: p/q in lowest terms"),
        DataColumn(
            "decimal",
            f"The same to {DIGITS} significant digits",
            lambda record: decimal_text(record[of]),
            "string",
            "1",
        ),
        DataColumn(
            "double",
            "The double-precision number nearest to the same",
            lambda record: float(record[of]),
            "number",
            "1",
        ),
    )


def fraction_column(name: str, of: int, description: str) -> DataColumn:
    """Return a column of exact chances."""
    return DataColumn(name, description, lambda record: fraction_text(record[of]), "string", "1")
