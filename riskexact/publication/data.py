"""The data sets: their columns in words, their rows, and these as CSV, JSON and Parquet.

They are of every rule set, of Balanced Blitz, and of solved continents and games.  CSV and JSON
have the same bytes everywhere, Parquet where the libraries are the same.
"""

import csv
import io
import json
import re
import tomllib
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any

from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.report import JSON_VERSION
from riskexact.base.resources import package_text
from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.game.terms import Terms
from riskexact.odds.states import MAX_BITS, bits_of_fraction
from riskexact.publication.plan import MAX_TABLE_UNITS, Edition
from riskexact.publication.values import Values
from riskexact.rules import STANDARD
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import entries, label, rules_json
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS, SolvedContinent

Row = tuple[int | str | float | None, ...]

ROWS_OF_A_GROUP = 10_000
"""Rows of a Parquet file that are read together."""

ROWS_OF_A_FILE = 130_000
"""Rows of a file, about: data sets of more are in several files, by ranges of attackers."""

CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""The chances for which the needed forces are published."""

GROUP = "Digital game"
"""The group of the catalogue whose rule sets Balanced Blitz is for, beside the standard rules."""

MAX_BLITZ_UNITS = 40
"""Units on each side of the largest battle; to verify, the outcomes of all are looked at."""

CONTINENTS_EDITION = Edition(STANDARD, SOLVED_ARMIES)
"""The rules and the size of the solved continents."""

GAME_ARMIES = 30
"""Armies of each side in the largest duel."""

GAMES_EDITION = Edition(STANDARD, GAME_ARMIES)

GAME_WORDS = "two players, standard rules, 3 new armies a turn, no cards"

SOLVED_GAMES: Mapping[str, Terms] = FrozenMapping(
    {
        terms.board.name: terms
        for terms in (
            *map(Terms, ("line-3", "complete-3", "ring-4", "star-4", "complete-4", "Australia")),
            *(Terms("line-4", armies=34), Terms("line-5")),
        )
    }
)
"""By their boards; each is solved to the armies of its `Terms`, and published to half of them."""

CONVENTIONS: Mapping[str, str] = FrozenMapping(
    {
        subject: said.format(digits=DIGITS)
        for subject, said in tomllib.loads(package_text("conventions.toml", "publication")).items()
    }
)
"""How to read the data, by subject."""


class DataColumn(NamedTuple):
    """A column: its name, what that is, its type in a Table Schema, and its unit, "" for words."""

    name: str
    description: str
    type: str = "integer"
    unit: str = "units"
    is_empty: bool = False


class DataSet(NamedTuple):
    """A kind of table that is published for every edition of which `has` is true.

    - `rows(edition, attackers, values)` yields its rows in the order of its key;
    - `keys`: the number of columns, its first, that tell a row from all others of the rule set;
    - `rows_of(attackers, most)`: where it is about battles, the number of rows, about, for some
      attackers against 1 to `most` defenders; None where `attackers` make no difference;
    - `method`: how it is made, in words.
    """

    name: str
    description: str
    columns: tuple[DataColumn, ...]
    keys: int
    rows: Callable[[Edition, range, Values], Iterator[Row]]
    rows_of: Callable[[int, int], int] | None = None
    method: str = "recursion"
    has: Callable[[Edition], bool] = lambda edition: True

    @property
    def key(self) -> tuple[str, ...]:
        """The columns that tell one row from all others of the same rule set."""
        return tuple(column.name for column in self.columns[: self.keys])

    def parts(self, edition: Edition) -> tuple[range, ...]:
        """Return the ranges of attackers of its files, and refuse what would not fit in memory.

        >>> [len(DATA_SETS["outcomes"].parts(Edition(STANDARD, most))) for most in (50, 60, 100)]
        [1, 2, 8]
        """
        rows_of = self.rows_of
        if rows_of is None:
            return (edition.side,)

        def bits(most: int) -> int:
            """Return the bits of the fractions of a file."""
            last = rows_of(most, most)  # each of the others has no more rows
            rows = min(most * last, ROWS_OF_A_FILE + last)
            return rows * bits_of_fraction(2 * most, edition.rules)

        if bits(edition.most) > MAX_BITS:
            raise RiskError(
                f"max must be at most {bisect(range(1, MAX_TABLE_UNITS), MAX_BITS, key=bits)} for "
                f"{label(edition.rules)}, whose fractions of one file must fit in "
                f"{MAX_BITS >> 33} GiB, not {edition.most}"
            )
        before = [0, *accumulate(rows_of(a, edition.most) for a in edition.side)]
        files = groupby(edition.side, lambda a: (before[a] - 1) // ROWS_OF_A_FILE)
        parts = [list(part) for _, part in files]
        return tuple(range(part[0], part[-1] + 1) for part in parts)

    def table(self, edition: Edition, attackers: range, values: Values) -> "DataTable":
        """Return the rows of some attackers of an edition."""
        return DataTable(self, edition, list(self.rows(edition, attackers, values)))

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


def csv_bytes(table: DataTable) -> bytes:
    """Return a CSV file: the names of the columns, then the rows.

    No value has a comma, a quotation mark or a line end in it, so that none is ever quoted.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.data_set.columns)
    writer.writerows(table.rows)
    return text.getvalue().encode()


def json_bytes(table: DataTable) -> bytes:
    """Return a JSON file: what the data are, and an object for each row, on a line of its own.

    The columns are described by a Table Schema, which data frames read.
    """
    data_set, edition, rows = table
    about = {
        "version": JSON_VERSION,
        "data_set": data_set.name,
        "description": data_set.description,
        "rules": rules_json(edition.rules),
        "rules_description": edition.rules.description,
        "conventions": dict(CONVENTIONS),
        "schema": data_set.schema,
    }
    head = json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}")
    names = [column.name for column in data_set.columns]
    lines = ",".join("\n  " + json.dumps(dict(zip(names, row, strict=True))) for row in rows)
    return f'{head},\n "data": [{lines}\n ]\n}}\n'.encode()


def parquet_bytes(table: DataTable) -> bytes:
    """Return a Parquet file, with what the data are and what each column means in it.

    Fractions, decimals and words are text, everything else is a 64-bit integer or a double.  Needs
    the `data` extra: `RiskError` where it is missing.
    """
    require("pyarrow", "data", "Parquet files need")
    import pyarrow
    from pyarrow.parquet import write_table

    data_set, rules = table.data_set, table.edition.rules
    types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
    fields = [
        pyarrow.field(c.name, types[c.type], c.is_empty, {"description": c.description})
        for c in data_set.columns
    ]
    about = {
        "data_set": data_set.name,
        "description": data_set.description,
        "key": ", ".join(data_set.key),
        "rules": label(rules),
        "rules_description": rules.description,
        **{f"convention: {about}": text for about, text in CONVENTIONS.items()},
    }
    columns = [
        pyarrow.array([row[number] for row in table.rows], field.type)
        for number, field in enumerate(fields)
    ]
    whole = pyarrow.table(columns, schema=pyarrow.schema(fields, metadata=about))
    file = io.BytesIO()
    write_table(whole, file, compression="zstd", row_group_size=ROWS_OF_A_GROUP)
    return file.getvalue()


DATA_FORMATS: Mapping[str, Callable[[DataTable], bytes]] = FrozenMapping(
    {"csv": csv_bytes, "json": json_bytes, "parquet": parquet_bytes}
)
"""What writes data, by the ending of the file."""


def _chance_columns(what: str) -> tuple[DataColumn, ...]:
    """Return the columns that every chance has."""
    double = "The double-precision number nearest to the same"
    return (
        DataColumn("fraction", f"{what}, exact: p/q in lowest terms", "string", "1"),
        DataColumn("decimal", f"The same to {DIGITS} significant digits", "string", "1"),
        DataColumn("double", double, "number", "1"),
    )


def _shown(chance: Fraction) -> Row:
    """Return the cells of a chance."""
    return fraction_text(chance), decimal_text(chance), float(chance)


START_COLUMNS = (
    DataColumn("attackers", "Units of the attacker that are free to fight, at the start"),
    DataColumn("defenders", "Units of the defender at the start"),
)


def _win(edition: Edition, attackers: range, values: Values) -> Iterator[Row]:
    for battle, chance in values.win(edition.rules, attackers, edition.side):
        yield *battle, *_shown(chance)


def _outcomes(edition: Edition, attackers: range, values: Values) -> Iterator[Row]:
    for battle, outcomes in values.outcomes(edition.rules, attackers, edition.side):
        for outcome, chance in outcomes:
            yield *battle, *outcome, *_shown(chance)


def _needed(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for d, chance, a, win in values.needed(edition.rules, edition.most, CHANCES):
        yield d, fraction_text(chance), a, *_shown(win)


def _rounds(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for dice, counts in values.rounds(edition.rules).items():
        for losses, throws in counts.items():
            yield *dice, *losses, throws, edition.rules.throws(*dice)


EVERY_EDITION = (
    DataSet(
        "win",
        "The chance that the attacker wins, of every battle.",
        (*START_COLUMNS, *_chance_columns("The chance that the attacker wins")),
        2,
        _win,
        lambda attackers, most: most,
    ),
    DataSet(
        "outcomes",
        "Survivors of every battle, from the best for the attacker on.",
        (
            *START_COLUMNS,
            DataColumn(
                "attackers_left",
                "Attackers left at the end, of those that were free to fight; 0 if lost",
            ),
            DataColumn("defenders_left", "Defenders left at the end; 0 if won"),
            *_chance_columns("The chance of this end"),
        ),
        4,
        _outcomes,
        lambda attackers, most: most * attackers + most * (most + 1) // 2,
    ),
    DataSet(
        "needed",
        "The fewest attackers that win with at least a given chance.",
        (
            DataColumn("defenders", "Units of the defender at the start"),
            DataColumn("chance", "The least chance to win that is asked for", "string", "1"),
            DataColumn(
                "attackers", "The fewest attackers free to fight that have at least that chance"
            ),
            *_chance_columns("The chance of these attackers to win"),
        ),
        2,
        _needed,
    ),
    DataSet(
        "rounds",
        "What the throws of one round cost, for every two numbers of dice.",
        (
            DataColumn(
                "attack_dice",
                "Dice that the attacker's units throw; extra dice of the rules come on top",
                unit="dice",
            ),
            DataColumn("defence_dice", "The same of the defender", unit="dice"),
            DataColumn("attacker_losses", "Units that the attacker loses"),
            DataColumn("defender_losses", "Units that the defender loses"),
            DataColumn("count", "How many of the equally likely throws cost that", unit="throws"),
            DataColumn("total", "How many throws of these dice there are", unit="throws"),
        ),
        4,
        _rounds,
        method="count of the throws by values",
    ),
)
"""The data sets of every edition."""


def has_blitz(edition: Edition) -> bool:
    """Return whether an edition is played in the digital game."""
    entry = entries().get(edition.name)
    return edition.name == STANDARD.name or (entry is not None and entry.group == GROUP)


def _blitz(version: BlitzVersion) -> DataSet:
    def rows(edition: Edition, _: range, values: Values) -> Iterator[Row]:
        side = edition.side[:MAX_BLITZ_UNITS]
        for battle, chance in values.blitz(edition.rules, version, side):
            yield *battle, None, decimal_text(chance), float(chance)

    about = f"Balanced Blitz {version.name}, the blitz of RISK: Global Domination"
    fraction, *others = _chance_columns("The chance that the attacker wins, bent")
    empty = "Empty: the chance is no fraction but where it is 0, 1 or 1/2"
    return DataSet(
        f"blitz-{version.name}",
        f"The chance that the attacker wins under {about}, for up to {MAX_BLITZ_UNITS} units on "
        "each side: certain digits, no fractions.",
        (*START_COLUMNS, fraction._replace(description=empty, is_empty=True), *others),
        2,
        rows,
        method="recursion, and the chance bent",
        has=has_blitz,
    )


def _named(territory: str) -> str:
    """Return the name of a territory's column."""
    return re.sub(r"\W+", "_", territory.lower())


def _continent(name: str, continent: SolvedContinent) -> DataSet:
    def rows(_: Edition, __: range, values: Values) -> Iterator[Row]:
        for defenders, armies, chance, best in values.solutions(continent):
            first = "; ".join(f"{t} > {u}: {x}" for t, u, x in best)
            yield *defenders, *armies, *_shown(chance), first

    about = dict.fromkeys(continent.territories, f"Defenders on {{}}, 1 to {SOLVED_DEFENDERS}")
    about |= dict.fromkeys(continent.entries, "Armies on {}, the one that stays counted")
    return DataSet(
        name,
        f"The best turn to take {continent.name} from {' and '.join(continent.entries)}: standard "
        f"rules, up to {SOLVED_DEFENDERS} defenders on each territory and {SOLVED_ARMIES} armies "
        "at the entries together; any number of dice, and of armies moving in.",
        (
            *(DataColumn(_named(each), text.format(each)) for each, text in about.items()),
            *_chance_columns(f"The highest chance to take all of {continent.name}"),
            DataColumn(
                "first", "The best first attacks, each source > target: dice; or none", "string", ""
            ),
        ),
        len(about),
        rows,
        method="two equal bounds of best play",
    )


def _duels(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for mine, enemy, chance in values.duels(edition.most):
        yield mine, enemy, *_shown(chance)


DUEL = DataSet(
    "duel",
    f"The whole game on two territories, for up to {GAME_ARMIES} armies of each: {GAME_WORDS}.",
    (
        DataColumn("mine", "Armies of the player whose turn begins, before he places"),
        DataColumn("enemy", "Armies of the other"),
        *_chance_columns("The chance of the first that he has everything in the end"),
    ),
    2,
    _duels,
)

BOUND_COLUMNS = (
    DataColumn("lower", "The chance that the mover can force is this at least", "number", "1"),
    DataColumn("upper", "The chance that the other cannot prevent is this at most", "number", "1"),
)


def _game(terms: Terms) -> DataSet:
    def rows(_: Edition, __: range, values: Values) -> Iterator[Row]:
        for armies, lower, upper in values.games(terms):
            yield *armies, float(lower), float(upper)

    armies = "Armies on {}: above 0 of the mover, below 0 of the other"
    return DataSet(
        terms.board.name,
        f"The whole game on {terms.board.name}, for up to {terms.armies // 2} armies in all: "
        f"{GAME_WORDS}. Bounds are whole numbers over 2^30, exactly.",
        (*(DataColumn(_named(t), armies.format(t)) for t in terms.names), *BOUND_COLUMNS),
        len(terms.names),
        rows,
        method="sweeps over all positions",
    )


DATA_SETS: Mapping[str, DataSet] = FrozenMapping(
    {each.name: each for each in (*EVERY_EDITION, *map(_blitz, BLITZ_VERSIONS))}
)
"""The data sets of an edition by name."""

CONTINENT_SETS: Mapping[str, DataSet] = FrozenMapping(
    {name: _continent(name, continent) for name, continent in SOLVED.items()}
)
"""The data sets of the solved continents by name: the best turn of every position."""

GAME_SETS: Mapping[str, DataSet] = FrozenMapping(
    {each.name: each for each in (DUEL, *map(_game, SOLVED_GAMES.values()))}
)
"""The data sets of whole games by name: what every position is worth."""

ALL_SETS: Mapping[str, DataSet] = FrozenMapping({**DATA_SETS, **CONTINENT_SETS, **GAME_SETS})
