"""The data of a publication: the data sets, their columns in words, and their text as CSV and JSON.

What the data are is said here once, and read by everything that writes or explains them.  A
*record* is what a data set holds for one of its rows: whole numbers and exact chances.  A *row* is
what is written: each column shows one number of the record, as a whole number, a fraction, a
decimal, or approximately.  The text is the same bytes everywhere.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import Literal, NamedTuple

from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.odds.limits import check_size
from riskexact.publication.plan import Edition
from riskexact.publication.values import Values
from riskexact.rules.catalogue import rules_json

DataType = Literal["integer", "fraction", "decimal", "number"]

Record = tuple[int | Fraction, ...]

Row = tuple[int | str | float, ...]

CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""The chances for which the needed forces are published."""

MOST_ROWS = 130_000
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
        before = [0, *accumulate(self.rows_of(a, edition.most) for a in attackers)]
        numbers = groupby(attackers, lambda a: (before[a] - 1) // MOST_ROWS)
        parts = [list(part) for _, part in numbers]
        for part in parts:
            rows = before[part[-1]] - before[part[0] - 1]
            check_size(part[-1], edition.most, edition.rules, rows)
        return tuple(range(part[0], part[-1] + 1) for part in parts)

    def rows(self, edition: Edition, attackers: range, values: Values) -> Iterator[Row]:
        """Yield the rows of an edition, or of some of its attackers.

        >>> from riskexact.publication.values import ByRecursion
        >>> from riskexact.rules import STANDARD
        >>> next(DATA_SETS["win"].rows(Edition(STANDARD, 1), range(1, 2), ByRecursion()))
        (1, 1, '5/12', '0.4166666667', 0.4166666666666667)
        """
        shown = [(column.of, SHOWN[column.kind]) for column in self.columns]
        for record in self.records(edition, attackers, values):
            yield tuple(show(record[of]) for of, show in shown)


UNITS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("attack_dice", "defence_dice"), "dice")
    | dict.fromkeys(("count", "total"), "throws")
    | dict.fromkeys(("chance", "fraction", "decimal", "approximate"), "1")
)
"""The units of columns, by name; all others count units of an army."""

SHOWN: Mapping[DataType, Callable[[int | Fraction], int | str | float]] = MappingProxyType(
    {"integer": int, "fraction": fraction_text, "decimal": decimal_text, "number": float}
)


def _chance(of: int, what: str) -> tuple[DataColumn, ...]:
    """Return the columns that every chance has."""
    return (
        DataColumn("fraction", of, "fraction", f"{what}, exact: p/q in lowest terms"),
        DataColumn("decimal", of, "decimal", f"The same to {DIGITS} significant digits"),
        DataColumn("approximate", of, "number", "The double-precision number nearest to the same"),
    )


_ATTACKERS = DataColumn(
    "attackers", 0, "integer", "Units of the attacker that are free to fight, at the start"
)
_DEFENDERS = DataColumn("defenders", 1, "integer", "Units of the defender at the start")


def _win(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    for battle, chance in values.win(edition.rules, attackers, range(1, edition.most + 1)):
        yield *battle, chance


def _outcomes(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    battles = values.outcomes(edition.rules, attackers, range(1, edition.most + 1))
    for battle, outcomes in battles:
        for outcome, chance in outcomes:
            yield *battle, *outcome, chance


def _needed(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    yield from values.needed(edition.rules, edition.most, CHANCES)


def _rounds(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    totals = {dice: edition.rules.throws(*dice) for dice in edition.rules.dice_numbers()}
    for x, y, losses, throws in values.rounds(edition.rules):
        yield x, y, *losses, throws, totals[x, y]


DATA_SETS: Mapping[str, DataSet] = MappingProxyType(
    {
        data_set.name: data_set
        for data_set in (
            DataSet(
                "win",
                "The chance that the attacker wins, of every battle.",
                (_ATTACKERS, _DEFENDERS, *_chance(2, "The chance that the attacker wins")),
                ("attackers", "defenders"),
                _win,
                lambda attackers, most: most,
            ),
            DataSet(
                "outcomes",
                "Who is left at the end, of every battle, from the best for the attacker on.",
                (
                    _ATTACKERS,
                    _DEFENDERS,
                    DataColumn(
                        "attackers_left",
                        2,
                        "integer",
                        "Attackers left at the end, of those that were free to fight; 0 if lost",
                    ),
                    DataColumn(
                        "defenders_left",
                        3,
                        "integer",
                        "Defenders left at the end; 0 if won",
                    ),
                    *_chance(4, "The chance of this end"),
                ),
                ("attackers", "defenders", "attackers_left", "defenders_left"),
                _outcomes,
                lambda attackers, most: most * attackers + most * (most + 1) // 2,
            ),
            DataSet(
                "needed",
                "The fewest attackers that win with at least a given chance.",
                (
                    DataColumn("defenders", 0, "integer", "Units of the defender at the start"),
                    DataColumn(
                        "chance", 1, "fraction", "The least chance to win that is asked for"
                    ),
                    DataColumn(
                        "attackers",
                        2,
                        "integer",
                        "The fewest attackers free to fight that have at least that chance",
                    ),
                    *_chance(3, "The chance of these attackers to win"),
                ),
                ("defenders", "chance"),
                _needed,
            ),
            DataSet(
                "rounds",
                "What the throws of one round cost, for every two numbers of dice.",
                (
                    DataColumn(
                        "attack_dice",
                        0,
                        "integer",
                        "Dice that the attacker's units throw; extra dice of the rules come on top",
                    ),
                    DataColumn("defence_dice", 1, "integer", "The same of the defender"),
                    DataColumn("attacker_losses", 2, "integer", "Units that the attacker loses"),
                    DataColumn("defender_losses", 3, "integer", "Units that the defender loses"),
                    DataColumn(
                        "count",
                        4,
                        "integer",
                        "How many of the equally likely throws cost that",
                    ),
                    DataColumn("total", 5, "integer", "How many throws of these dice there are"),
                ),
                ("attack_dice", "defence_dice", "attacker_losses", "defender_losses"),
                _rounds,
            ),
        )
    }
)
"""The data sets by name."""


def csv_text(data_set: DataSet, edition: Edition, rows: Iterable[Row]) -> Iterator[str]:
    """Yield a CSV file line by line: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules import STANDARD
    >>> edition, win = Edition(STANDARD, 1), DATA_SETS["win"]
    >>> lines = csv_text(win, edition, win.rows(edition, range(1, 2), ByRecursion()))
    >>> print("".join(lines), end="")
    attackers,defenders,fraction,decimal,approximate
    1,1,5/12,0.4166666667,0.4166666666666667
    """
    yield ",".join(column.name for column in data_set.columns) + "\n"
    for row in rows:
        yield ",".join(map(str, row)) + "\n"


def csv_rows(data_set: DataSet, text: str) -> Iterator[Row]:
    r"""Yield the rows of a CSV file that `csv_text` made.

    >>> list(csv_rows(DATA_SETS["win"], "attackers,…\n1,1,5/12,0.42,0.4166666666666667\n"))
    [(1, 1, '5/12', '0.42', 0.4166666666666667)]
    """
    readers = [READERS[column.kind] for column in data_set.columns]
    for line in text.splitlines()[1:]:
        yield tuple(read(cell) for read, cell in zip(readers, line.split(","), strict=True))


def json_text(data_set: DataSet, edition: Edition, rows: Iterable[Row]) -> Iterator[str]:
    """Yield a JSON file line by line: what the data are, and an object for each row.

    The columns are told as a Table Schema (https://specs.frictionlessdata.io/table-schema/), which
    data frames read.
    """
    about = {
        "data_set": data_set.name,
        "description": data_set.description,
        "rules": rules_json(edition.rules),
        "rules_description": edition.rules.description,
        "conventions": dict(CONVENTIONS),
        "schema": {
            "fields": [
                {"name": c.name, "type": TYPES[c.kind], "description": c.description}
                for c in data_set.columns
            ],
            "primaryKey": list(data_set.key),
        },
    }
    yield json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}") + ',\n "data": ['
    names = [column.name for column in data_set.columns]
    between = "\n  "
    for row in rows:
        yield between + json.dumps(dict(zip(names, row, strict=True)))
        between = ",\n  "
    yield "\n ]\n}\n"


TYPES: Mapping[DataType, str] = MappingProxyType(
    {"integer": "integer", "fraction": "string", "decimal": "string", "number": "number"}
)

READERS: Mapping[DataType, Callable[[str], int | str | float]] = MappingProxyType(
    {"integer": int, "fraction": str, "decimal": str, "number": float}
)

TEXTS: Mapping[str, Callable[[DataSet, Edition, Iterable[Row]], Iterator[str]]] = MappingProxyType(
    {"csv": csv_text, "json": json_text}
)
"""The text formats of data, by what their files' names end in."""
