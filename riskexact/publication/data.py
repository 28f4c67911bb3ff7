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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, groupby, starmap
from typing import Any

from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.report import DATA_VERSION
from riskexact.base.resources import package_text
from riskexact.base.text import DIGITS, complement_text, fraction_text, number_text
from riskexact.game.terms import Terms
from riskexact.odds.states import MAX_BITS, bits_of_fraction
from riskexact.publication.plan import MAX_TABLE_UNITS, Edition
from riskexact.publication.values import Values
from riskexact.rules import STANDARD
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import entries, label, rules_json
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS, SolvedContinent

Row = tuple[int | str | float | None, ...]


class Digits(str):
    """A number as it is written, with digits that a double may not have."""

    __slots__ = ()


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


def read_texts(name: str) -> Mapping[str, Any]:
    """Return a TOML file of the publication."""
    return FrozenMapping(tomllib.loads(package_text(name, "publication")))


ENCODER = json.JSONEncoder(ensure_ascii=False, default=fraction_text)

CONVENTIONS: Mapping[str, str] = FrozenMapping(
    {about: text.format(digits=DIGITS) for about, text in read_texts("conventions.toml").items()}
)
"""How to read the data, by subject."""

KINDS: Mapping[str, Any] = read_texts("data_sets.toml")
"""The words of each kind of data set."""

# without a choice outside of parentheses: validators put anchors beside the first and last
PATTERN = "(0|[1-9][0-9]*)(/[1-9][0-9]*)?"

HERE = {"required": True}
WHOLE_NUMBER, SHARE = HERE | {"minimum": 0}, HERE | {"minimum": 0, "maximum": 1}

TYPES: Mapping[str, tuple[str, str, Mapping[str, object]]] = FrozenMapping(
    {
        "fraction": ("string", "1", HERE | {"pattern": PATTERN}),
        "chance": ("string", "1", HERE | {"enum": list(map(fraction_text, CHANCES))}),
        **dict.fromkeys(
            ("decimal", "complement", "double", "lower", "upper"), ("number", "1", SHARE)
        ),
        **dict.fromkeys(("attack_dice", "defence_dice"), ("integer", "dice", WHOLE_NUMBER)),
        **dict.fromkeys(("count", "total"), ("integer", "throws", WHOLE_NUMBER)),
        "first": ("string", "", HERE),
    }
)
"""The type of a column in a Table Schema, its unit, "" for words, and what its values must be."""


class DataColumn(NamedTuple):
    """A column: its name, what that is, type and unit; no `constraints` if it has no values."""

    name: str
    description: str
    type: str = "integer"
    unit: str = "units"
    constraints: Mapping[str, object] = WHOLE_NUMBER


class DataSet(NamedTuple):
    """A kind of table that is published for every edition of which `has` is true.

    - `method`: how it is made, in words;
    - `rows(edition, attackers, values)` yields its rows in the order of its key;
    - `keys`: the number of columns, its first, that tell a row from all others of the rule set;
    - `rows_of(attackers, most)`: where it is about battles, the number of rows, about, for some
      attackers against 1 to `most` defenders; None where `attackers` make no difference.
    """

    name: str
    description: str
    method: str
    keys: int
    columns: tuple[DataColumn, ...]
    rows: Callable[[Edition, range, Values], Iterator[Row]]
    rows_of: Callable[[int, int], int] | None = None
    has: Callable[[Edition], bool] = lambda edition: True

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns[: self.keys])

    def parts(self, edition: Edition) -> tuple[range, ...]:
        """Return the ranges of attackers of its files, and refuse what would not fit in memory."""
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
        return DataTable(self, edition, list(self.rows(edition, attackers, values)))

    @property
    def schema(self) -> dict[str, Any]:
        """The columns as a Table Schema (https://specs.frictionlessdata.io/table-schema/)."""
        fields = [
            {"name": c.name, "type": c.type, "description": c.description}
            | ({"constraints": c.constraints} if c.constraints else {})
            for c in self.columns
        ]
        return {"fields": fields, "primaryKey": list(self.key)}


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
        "version": DATA_VERSION,
        "data_set": data_set.name,
        "description": data_set.description,
        "rules": rules_json(edition.rules),
        "rules_description": edition.rules.description,
        "conventions": dict(CONVENTIONS),
        "schema": data_set.schema,
    }
    head = json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}")
    names = [column.name for column in data_set.columns]
    lines = ",".join("\n  " + json_line(dict(zip(names, row, strict=True))) for row in rows)
    return f'{head},\n "data": [{lines}\n ]\n}}\n'.encode()


def json_line(value: object) -> str:
    """Return JSON in one line; a Fraction is text, and `Digits` a number with all of them."""
    if type(value) in (Digits, int, float):
        return str(value)
    if isinstance(value, dict):
        entries = [f"{ENCODER.encode(key)}: {json_line(each)}" for key, each in value.items()]
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(json_line, value))}]"
    return ENCODER.encode(value)


def parquet_bytes(table: DataTable) -> bytes:
    """Return a Parquet file, with what the data are and what each column means in it.

    Fractions and words are text, everything else is a 64-bit integer or a double, decimals too.
    Snappy compresses it, which browsers read.
    """
    import pyarrow
    from pyarrow.parquet import write_table

    data_set, rules = table.data_set, table.edition.rules
    types = {"integer": pyarrow.int64(), "number": pyarrow.float64(), "string": pyarrow.string()}
    fields = [
        pyarrow.field(c.name, types[c.type], not c.constraints, {"description": c.description})
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
        pyarrow.array((float(cell) if type(cell) is Digits else cell for cell in cells), field.type)
        for cells, field in zip(zip(*table.rows, strict=True), fields, strict=True)
    ]
    whole = pyarrow.table(columns, schema=pyarrow.schema(fields, metadata=about))
    file = io.BytesIO()
    write_table(whole, file, compression="snappy", row_group_size=ROWS_OF_A_GROUP)
    return file.getvalue()


DATA_FORMATS: Mapping[str, Callable[[DataTable], bytes]] = FrozenMapping(
    {"csv": csv_bytes, "json": json_bytes, "parquet": parquet_bytes}
)
"""What writes data, by the ending of the file."""


def _columns(words: Mapping[str, str]) -> Iterator[DataColumn]:
    """Yield the columns with their types, those of a chance for each "fraction"."""
    for name, text in words.items():
        several = {name: text}
        if name == "fraction":
            several = {
                name: f"{text}, exact: p/q in lowest terms",
                "decimal": f"The same as a number, to {DIGITS} significant digits or more",
                "complement": f"1 minus the same, to {DIGITS} significant digits or more",
                "double": "The double-precision number nearest to the same",
            }
        for each, what in several.items():
            yield DataColumn(each, what, *TYPES.get(each, ()))


def _data_set(
    kind: str,
    name: str,
    rows: Callable[[Edition, range, Values], Iterator[Row]],
    territories: Iterable[tuple[str, str]] = (),
    **words: object,
) -> DataSet:
    """Return a data set of some kind, with what its words name and the columns of territories."""
    about = KINDS[kind]
    first = {re.sub(r"\W+", "_", t.lower()): text.format(t) for t, text in territories}
    others = {column: text.format(**words) for column, text in about["columns"].items()}
    columns = tuple(_columns(first | others))
    keys = about["keys"] or len(first)
    return DataSet(name, about["description"].format(**words), about["method"], keys, columns, rows)


def chance_row(chance: Real) -> dict[str, str | float | None]:
    """Return a chance by the names of its columns; the fraction of a `Certain` is None."""
    return {
        "fraction": fraction_text(chance) if isinstance(chance, Fraction) else None,
        "decimal": Digits(number_text(chance)),
        "complement": Digits(complement_text(chance)),
        "double": float(chance),
    }


def _win(edition: Edition, attackers: range, values: Values) -> Iterator[Row]:
    for battle, chance in values.win(edition.rules, attackers, edition.side):
        yield *battle, *chance_row(chance).values()


def _outcomes(edition: Edition, attackers: range, values: Values) -> Iterator[Row]:
    for battle, outcomes in values.outcomes(edition.rules, attackers, edition.side):
        for outcome, chance in outcomes:
            yield *battle, *outcome, *chance_row(chance).values()


def _needed(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for d, chance, a, win in values.needed(edition.rules, edition.most, CHANCES):
        yield d, fraction_text(chance), a, *chance_row(win).values()


def _rounds(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for dice, counts in values.rounds(edition.rules).items():
        for losses, throws in counts.items():
            yield *dice, *losses, throws, edition.rules.throws(*dice)


def _duels(edition: Edition, _: range, values: Values) -> Iterator[Row]:
    for mine, enemy, chance in values.duels(edition.most):
        yield mine, enemy, *chance_row(chance).values()


def group_of(edition: Edition) -> str:
    """Return the group of the catalogue that lists an edition; "" for none."""
    entry = entries().get(edition.name)
    return entry.group if entry else ""


def has_blitz(edition: Edition) -> bool:
    """Return whether an edition is played in the digital game."""
    return edition.name == STANDARD.name or group_of(edition) == GROUP


def _blitz(version: BlitzVersion) -> DataSet:
    def rows(edition: Edition, _: range, values: Values) -> Iterator[Row]:
        side = edition.side[:MAX_BLITZ_UNITS]
        for battle, chance in values.blitz(edition.rules, version, side):
            yield *battle, *(chance_row(chance) | {"fraction": None}).values()

    version_words: dict[str, Any] = {"version": version.name, "most": MAX_BLITZ_UNITS}
    data_set = _data_set("blitz", f"blitz-{version.name}", rows, **version_words)
    empty = "Empty: the chance is no fraction but where it is 0, 1 or 1/2"
    a, d, fraction, *others = data_set.columns
    fraction = fraction._replace(description=empty, constraints={})
    return data_set._replace(columns=(a, d, fraction, *others), has=has_blitz)


def _continent(name: str, continent: SolvedContinent) -> DataSet:
    def rows(_: Edition, __: range, values: Values) -> Iterator[Row]:
        for defenders, armies, chance, best in values.solutions(continent):
            first = "; ".join(f"{t} > {u}: {x}" for t, u, x in best)
            yield *defenders, *armies, *chance_row(chance).values(), first

    territories = [
        (t, f"Defenders on {{}}, 1 to {SOLVED_DEFENDERS}") for t in continent.territories
    ]
    territories += [(t, "Armies on {}, the one that stays counted") for t in continent.entries]
    words = {"continent": continent.name, "entries": " and ".join(continent.entries)}
    sizes = {"defenders": SOLVED_DEFENDERS, "armies": SOLVED_ARMIES}
    return _data_set("continent", name, rows, territories, **words, **sizes)


def _game(terms: Terms) -> DataSet:
    def rows(_: Edition, __: range, values: Values) -> Iterator[Row]:
        for armies, lower, upper in values.games(terms):
            yield *armies, float(lower), float(upper)

    board = terms.board.name
    territories = [
        (t, "Armies on {}: above 0 of the mover, below 0 of the other") for t in terms.names
    ]
    return _data_set("game", board, rows, territories, board=board, armies=terms.armies // 2)


def _by_name(*data_sets: DataSet) -> Mapping[str, DataSet]:
    return FrozenMapping({each.name: each for each in data_sets})


DATA_SETS: Mapping[str, DataSet] = _by_name(
    _data_set("win", "win", _win)._replace(rows_of=lambda attackers, most: most),
    _data_set("outcomes", "outcomes", _outcomes)._replace(
        rows_of=lambda attackers, most: most * attackers + most * (most + 1) // 2
    ),
    _data_set("needed", "needed", _needed),
    _data_set("rounds", "rounds", _rounds),
    *map(_blitz, BLITZ_VERSIONS),
)
"""The data sets of an edition by name."""

CONTINENT_SETS: Mapping[str, DataSet] = _by_name(*starmap(_continent, SOLVED.items()))
"""The data sets of the solved continents by name: the best turn of every position."""

GAME_SETS: Mapping[str, DataSet] = _by_name(
    _data_set("duel", "duel", _duels, armies=GAME_ARMIES), *map(_game, SOLVED_GAMES.values())
)
"""The data sets of whole games by name: what every position is worth."""

ALL_SETS: Mapping[str, DataSet] = FrozenMapping({**DATA_SETS, **CONTINENT_SETS, **GAME_SETS})
