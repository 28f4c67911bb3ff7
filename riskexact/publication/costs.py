"""What the files of a publication cost, estimated before they are made.

The numbers were measured, on one core of an ordinary machine: the time of a row, and of a battle on
the edge of a tile, and how many bytes a row has in all formats.  They need be right only within a
factor of two.  The exact numbers grow by `digits_of_unit` digits, above and below the line, with
every unit that is lost.
"""

from math import isqrt, log10

from riskexact.publication.data_sets import DataSet
from riskexact.publication.plan import SIDE, Edition, Plan, Tile

MOST_OF_TILE = 1 << 28
"""Bytes of all files of a tile, about: what a worker can hold at once."""

FORMATS = 2.45
"""How often a fraction is written: in CSV and JSON, and compressed in Parquet."""

BYTES_OF_ROW = 190
"""Bytes of a row in all formats, its fraction left out."""


def digits_of_unit(edition: Edition) -> float:
    """Return by how many digits the denominator of a chance grows with a unit that is lost.

    >>> from riskexact.rules import STANDARD
    >>> round(digits_of_unit(Edition(STANDARD, 40)), 2)
    1.95
    """
    rules = edition.rules
    return log10(rules.throws(rules.attack.most, rules.defence.most)) / (rules.fixed_cost or 1)


def rows_of(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return how many rows a data set has, about."""
    if data_set.name == "outcomes":
        return tile.cells * _mean(tile)
    if data_set.tiled:
        return tile.cells
    return 5 * edition.most if data_set.name == "needed" else 30


def bytes_of_data(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return the bytes of the files of a data set, about."""
    units = 1.7 * edition.most if data_set.name == "needed" else 0.75 * _mean(tile)
    fraction = 0 if data_set.name == "rounds" else 2 * digits_of_unit(edition) * units
    return 8000 + rows_of(data_set, edition, tile) * (BYTES_OF_ROW + FORMATS * fraction)


def seconds_of_data(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return the seconds that it takes to make a data set, about."""
    if data_set.name == "needed":  # a scan of a table that is half as long again as it is wide
        return 2e-3 + 2.2e-5 * edition.most**2
    units = _mean(tile)
    digits = digits_of_unit(edition) * units
    seconds = 2e-3 + rows_of(data_set, edition, tile) * (2.4e-5 + digits * 2e-8 + digits**2 * 4e-12)
    if data_set.tiled and (tile.attackers[0] > 1 or tile.defenders[0] > 1):
        edge = (edition.rules.most_lost + 1) * (len(tile.attackers) + len(tile.defenders))
        ends = units if data_set.name == "outcomes" else 1
        seconds += edge * (units * 4e-6 + ends * 2e-5)
    return seconds


def side_of_tiles(data_set: DataSet, edition: Edition) -> int:
    """Return the units along a tile: fewer than usual where the files would be too large.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> from riskexact.rules import STANDARD
    >>> [side_of_tiles(DATA_SETS["outcomes"], Edition(STANDARD, most)) for most in (50, 200, 1000)]
    [50, 14, 3]
    """
    if data_set.name != "outcomes":
        return SIDE
    last = range(edition.most, edition.most + 1)
    return max(
        1, min(SIDE, isqrt(int(MOST_OF_TILE / bytes_of_data(data_set, edition, Tile(last, last)))))
    )


def bytes_of_printed(name: str, edition: Edition, tile: Tile) -> float:
    """Return the bytes of a printed table, about."""
    most = min(edition.most, 40)
    if name.startswith("outcomes-exact"):
        return 20_000 + 10 * most**2 * (30 + 4 * digits_of_unit(edition) * 0.75 * most)
    if name.startswith("outcomes"):
        return 5000 + 14 * most**3
    if name.startswith("larger-exact"):
        return 5000 + most**2 * (30 + 4 * digits_of_unit(edition) * most)
    return 5000 + 60 * most**2


def seconds_of_printed(name: str, edition: Edition, tile: Tile) -> float:
    """Return the seconds that it takes to make a printed table, about."""
    most = min(edition.most, 40)
    if name.startswith("outcomes"):
        return 5e-3 + 3e-5 * most**3
    return 5e-3 + 5e-5 * most**2


def bytes_of_sqlite(edition: Edition) -> float:
    """Return the bytes of an edition in the SQLite file, about."""
    rows = edition.most**3 + edition.most**2
    return rows * (75 + 1.5 * digits_of_unit(edition) * edition.most)


def seconds_of_sqlite(edition: Edition) -> float:
    """Return the seconds that it takes to put an edition into the SQLite file, about."""
    return 1e-2 + 8e-6 * edition.most**3


MOST_OF_SQLITE = 1 << 30
"""Bytes of the largest SQLite file that is made, about."""


def has_sqlite(plan: Plan) -> bool:
    """Return whether all data of a publication fit in one SQLite file.

    >>> from riskexact.rules import STANDARD
    >>> [has_sqlite(Plan((Edition(STANDARD, most),))) for most in (40, 400)]
    [True, False]
    """
    return sum(map(bytes_of_sqlite, plan)) <= MOST_OF_SQLITE


def size_text(size: float) -> str:
    """Return a number of bytes for people.

    >>> size_text(2.5e12)
    '2.5 TB'
    """
    units = ("kB", "MB", "GB", "TB")
    power = min(int(log10(max(size, 1000)) // 3), len(units))
    return f"{size / 1000**power:.3g} {units[power - 1]}"


def _mean(tile: Tile) -> float:
    """Return the units of a battle of the tile, in the mean."""
    return (tile.attackers[0] + tile.attackers[-1] + tile.defenders[0] + tile.defenders[-1]) / 2
