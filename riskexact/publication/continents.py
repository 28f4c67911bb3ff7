"""The solved continents as data sets: the best turn of every position."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from riskexact.boards.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS, SolvedContinent
from riskexact.publication.data import (
    DataColumn,
    DataSet,
    DataTable,
    Record,
    chance_columns,
    whole_column,
)
from riskexact.publication.plan import CONTINENTS, Edition
from riskexact.publication.values import Values
from riskexact.rules import STANDARD

EDITION = Edition(STANDARD, SOLVED_ARMIES)
"""The rules and the size of the data sets."""


def _column(territory: str) -> str:
    return re.sub(r"\W+", "_", territory.lower())


def _records(
    continent: SolvedContinent, edition: Edition, attackers: range, values: Values
) -> Iterator[Record]:
    for defenders, armies, chance, best in values.solutions(continent):
        yield *defenders, *armies, chance, "; ".join(f"{t} > {u}: {x}" for t, u, x in best)


def _data_set(name: str, continent: SolvedContinent) -> DataSet:
    territories, entries = continent.territories, continent.entries
    columns = [
        whole_column(_column(t), n, f"Defenders on {t}, 1 to {SOLVED_DEFENDERS}")
        for n, t in enumerate(territories)
    ]
    columns += [
        whole_column(_column(t), n, f"Armies on {t}, the one that stays counted")
        for n, t in enumerate(entries, len(territories))
    ]
    last = len(columns)
    key = tuple(column.name for column in columns)
    columns += chance_columns(last, f"The highest chance to take all of {continent.name}")
    columns.append(
        DataColumn(
            "first", last + 1, "text", "The best first attacks, each source > target: dice; or none"
        )
    )
    return DataSet(
        name,
        f"The best turn to take {continent.name} from {' and '.join(entries)}: standard rules, up "
        f"to {SOLVED_DEFENDERS} defenders on each territory and {SOLVED_ARMIES} armies at the "
        "entries together; any number of dice, and of armies moving in.",
        tuple(columns),
        key,
        partial(_records, continent),
    )


CONTINENT_SETS: Mapping[str, DataSet] = MappingProxyType(
    {name: _data_set(name, continent) for name, continent in SOLVED.items()}
)
"""The data sets of the solved continents by name."""


def continent_table(name: str, values: Values) -> DataTable:
    """Return the table of a solved continent."""
    return CONTINENT_SETS[name].table(EDITION, range(1, SOLVED_ARMIES + 1), values)


def continent_path(name: str) -> str:
    """Return the path of a solved continent's files, without their endings.

    >>> continent_path("australia-from-siam")
    'continents/australia-from-siam'
    """
    return f"{CONTINENTS}/{name}"
