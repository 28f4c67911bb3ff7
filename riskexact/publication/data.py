"""The data sets of a publication: their columns in words, and their rows.

What the data are is said here once, and read by everything that writes or explains them.  A
*record* is what a data set holds for one of its rows: whole numbers and exact chances.  A *row* is
what is written: each column shows one number of the record, as a whole number, a fraction, a
decimal, or approximately; some show words.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from riskexact.base.errors import RiskError
from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.odds.states import MAX_BITS, bits_of_fraction
from riskexact.publication.plan import MAX_TABLE_UNITS, Edition
from riskexact.publication.values import Values
from riskexact.rules.catalogue import label

DataType = Literal["integer", "fraction", "decimal", "digits", "number", "text"]

Record = tuple[int | Fraction | str, ...]

Row = tuple[int | str | float, ...]

CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""The chances for which the needed forces are published."""

ROWS_OF_A_FILE = 130_000
"""Rows of a file, about: data sets of more are in several files, by ranges of attackers."""

CONVENTIONS: Mapping[str, str] = MappingProxyType(
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
        "approximate": (
            "Approximate numbers, for programs that compute with floating point, are the "
            "double-precision numbers nearest to the exact chance; a chance below about 1e-324 "
            "becomes 0, and one very near to 1 becomes 1."
        ),
        "left out": "What cannot happen has no row.",
    }
)
"""How to read the data, by subject."""


class DataColumn(NamedTuple):
    """A column: its name, the number of the record that it shows, and how, and what that is."""

    name: str
    of: int
    kind: DataType
    description: str


class DataSet(NamedTuple):
    """A kind of table that is published for every rule set.

    - `records(edition, attackers, values)` yields its records in the order of its key;
    - `key`: the columns that tell one row from all others of the same rule set;
    - `rows_of(attackers, most)`: where it is about battles, the number of rows, about, of those of
      some attackers against 1 to `most` defenders; None where `attackers` make no difference.
    """

    name: str
    description: str
    columns: tuple[DataColumn, ...]
    key: tuple[str, ...]
    records: Callable[[Edition, range, Values], Iterator[Record]]
    rows_of: Callable[[int, int], int] | None = None

    def parts(self, edition: Edition) -> tuple[range, ...]:
        """Return the ranges of attackers of its files, and refuse what would not fit in memory.

        >>> from riskexact.rules import STANDARD
        >>> [len(DATA_SETS["outcomes"].parts(Edition(STANDARD, most))) for most in (50, 60, 100)]
        [1, 2, 8]
        """
        attackers = range(1, edition.most + 1)
        if self.rows_of is None:
            return (attackers,)
        self._check_memory(edition)
        before = [0, *accumulate(self.rows_of(a, edition.most) for a in attackers)]
        files = groupby(attackers, lambda a: (before[a] - 1) // ROWS_OF_A_FILE)
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

        >>> from riskexact.publication.values import ByRecursion
        >>> from riskexact.rules import STANDARD
        >>> DATA_SETS["win"].table(Edition(STANDARD, 1), range(1, 2), ByRecursion()).rows
        [(1, 1, '5/12', '0.4166666667', 0.4166666666666667)]
        """
        shown = [(column.of, SHOWN[column.kind]) for column in self.columns]
        records = self.records(edition, attackers, values)
        rows = [tuple(show(record[of]) for of, show in shown) for record in records]
        return DataTable(self, edition, rows)

    @property
    def schema(self) -> dict[str, Any]:
        """The columns as a Table Schema (https://specs.frictionlessdata.io/table-schema/)."""
        return {
            "fields": [
                {"name": c.name, "type": TYPES[c.kind], "description": c.description}
                for c in self.columns
            ],
            "primaryKey": list(self.key),
        }


class DataTable(NamedTuple):
    """A data set of an edition, or of some of its attackers: what every format of data holds."""

    data_set: DataSet
    edition: Edition
    rows: Sequence[Row]


UNITS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("attack_dice", "defence_dice"), "dice")
    | dict.fromkeys(("count", "total"), "throws")
    | dict.fromkeys(("chance", "fraction", "decimal", "approximate"), "1")
)
"""The units of columns of numbers, by name; all others count units of an army."""

SHOWN: Mapping[DataType, Callable[[Any], int | str | float]] = MappingProxyType(
    {
        "integer": int,
        "fraction": fraction_text,
        "decimal": decimal_text,
        "digits": str,
        "number": float,
        "text": str,
    }
)

READ: Mapping[DataType, Callable[[str], int | str | float]] = MappingProxyType(
    {
        "integer": int,
        "fraction": str,
        "decimal": str,
        "digits": str,
        "number": float,
        "text": str,
    }
)

TYPES: Mapping[DataType, str] = MappingProxyType(
    {
        "integer": "integer",
        "fraction": "string",
        "decimal": "string",
        "digits": "string",
        "number": "number",
        "text": "string",
    }
)
"""How a row shows a number, how its text is read again, and what a Table Schema calls its type."""


def whole_column(name: str, of: int, description: str) -> DataColumn:
    return DataColumn(name, of, "integer", description)


def chance_columns(of: int, what: str) -> tuple[DataColumn, ...]:
    """Return the columns that every chance has."""
    return (
        DataColumn("fraction", of, "fraction", f"{what}, exact: p/q in lowest terms"),
        DataColumn("decimal", of, "decimal", f"The same to {DIGITS} significant digits"),
        DataColumn("approximate", of, "number", "The double-precision number nearest to the same"),
    )


START_COLUMNS = (
    whole_column("attackers", 0, "Units of the attacker that are free to fight, at the start"),
    whole_column("defenders", 1, "Units of the defender at the start"),
)


def _win(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    for battle, chance in values.win(edition.rules, attackers, range(1, edition.most + 1)):
        yield *battle, chance


def _outcomes(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    battles = values.outcomes(edition.rules, attackers, range(1, edition.most + 1))
    for battle, outcomes in battles:
        for outcome, chance in outcomes:
            yield *battle, *outcome, chance


def _needed(edition: Edition, _: range, values: Values) -> Iterator[Record]:
    yield from values.needed(edition.rules, edition.most, CHANCES)


def _rounds(edition: Edition, _: range, values: Values) -> Iterator[Record]:
    totals = {dice: edition.rules.throws(*dice) for dice in edition.rules.dice_numbers()}
    for x, y, losses, throws in values.rounds(edition.rules):
        yield x, y, *losses, throws, totals[x, y]


_DATA_SETS = (
    DataSet(
        "win",
        "The chance that the attacker wins, of every battle.",
        (*START_COLUMNS, *chance_columns(2, "The chance that the attacker wins")),
        ("attackers", "defenders"),
        _win,
        lambda attackers, most: most,
    ),
    DataSet(
        "outcomes",
        "Survivors of every battle, from the best for the attacker on.",
        (
            *START_COLUMNS,
            whole_column(
                "attackers_left",
                2,
                "Attackers left at the end, of those that were free to fight; 0 if lost",
            ),
            whole_column("defenders_left", 3, "Defenders left at the end; 0 if won"),
            *chance_columns(4, "The chance of this end"),
        ),
        ("attackers", "defenders", "attackers_left", "defenders_left"),
        _outcomes,
        lambda attackers, most: most * attackers + most * (most + 1) // 2,
    ),
    DataSet(
        "needed",
        "The fewest attackers that win with at least a given chance.",
        (
            whole_column("defenders", 0, "Units of the defender at the start"),
            DataColumn("chance", 1, "fraction", "The least chance to win that is asked for"),
            whole_column(
                "attackers", 2, "The fewest attackers free to fight that have at least that chance"
            ),
            *chance_columns(3, "The chance of these attackers to win"),
        ),
        ("defenders", "chance"),
        _needed,
    ),
    DataSet(
        "rounds",
        "What the throws of one round cost, for every two numbers of dice.",
        (
            whole_column(
                "attack_dice",
                0,
                "Dice that the attacker's units throw; extra dice of the rules come on top",
            ),
            whole_column("defence_dice", 1, "The same of the defender"),
            whole_column("attacker_losses", 2, "Units that the attacker loses"),
            whole_column("defender_losses", 3, "Units that the defender loses"),
            whole_column("count", 4, "How many of the equally likely throws cost that"),
            whole_column("total", 5, "How many throws of these dice there are"),
        ),
        ("attack_dice", "defence_dice", "attacker_losses", "defender_losses"),
        _rounds,
    ),
)

DATA_SETS: Mapping[str, DataSet] = MappingProxyType({each.name: each for each in _DATA_SETS})
"""The data sets by name."""
