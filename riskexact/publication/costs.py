"""What the files of a publication cost, estimated before they are made.

The numbers were measured, on one core of an ordinary machine: the time of a row, and of a battle on
the edge of a tile, and how many bytes a row has in all formats.  They need be right only within a
factor of two.  The exact numbers grow by `digits_of_unit` digits, above and below the line, with
every unit that is lost.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import log10, sqrt
from typing import NamedTuple

from riskexact.publication.data_sets import DataSet
from riskexact.publication.plan import Edition, Plan, Tile
from riskexact.rules.dice import changing_round

MOST_OF_FILE = 60_000_000
"""Bytes of a file, about; a worker that makes one holds ten times as many."""

FORMATS = 2.45
"""How often a fraction is written: in CSV and JSON, and compressed in Parquet."""

BYTES_OF_ROW = 190
"""Bytes of a row in all formats, its fraction left out."""


@lru_cache(maxsize=256)
def digits_of_unit(edition: Edition) -> float:
    """Return by how many digits the denominator of a chance grows with a unit that is lost.

    >>> from riskexact.rules import STANDARD
    >>> round(digits_of_unit(Edition(STANDARD, 40)), 2)
    1.95
    """
    rules = edition.rules
    return log10(rules.throws(*rules.max_dice)) / (rules.losses_per_round or 1)


def rows_of(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return how many rows a data set has, about."""
    if data_set.name == "outcomes":
        return tile.cells * _mean(tile)
    if data_set.tiled:
        return tile.cells
    return 5 * edition.most if data_set.name == "needed" else 30


def bytes_of_data(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return the bytes of the files of a data set, about."""
    fraction = 2 * _digits(data_set, edition, tile)
    return 8000 + rows_of(data_set, edition, tile) * (BYTES_OF_ROW + FORMATS * fraction)


def seconds_of_data(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return the seconds that it takes to make a data set, about."""
    if data_set.name == "needed":
        return 2e-3 + _seconds_of_scan(edition)
    digits = _digits(data_set, edition, tile)
    of_row = 2.4e-5 + digits * 7e-8 + digits**2 * 2.6e-11
    seconds = 2e-3 + rows_of(data_set, edition, tile) * of_row
    if data_set.tiled:
        units = _mean(tile)
        of_end = 1e-5 + units**2 * 1.6e-11
        of_edge = units * (of_end if data_set.name == "outcomes" else 1.5e-6)
        seconds += _edge(edition, tile) * of_edge
        if not edition.rules.has_closed_form:  # all is filled from 1 v 1 on
            filled = tile.attackers[-1] * tile.defenders[-1] - tile.cells
            seconds += filled * rows_of(data_set, edition, tile) / tile.cells * of_row / 4
    return seconds


def _digits(data_set: DataSet, edition: Edition, tile: Tile) -> float:
    """Return the digits of a denominator, in the mean."""
    if data_set.name == "needed":
        units = (edition.most + _attackers_tried(edition)) / 2
    elif data_set.name == "outcomes":
        units = 0.75 * _mean(tile)  # what is left at the end is not lost
    else:
        units = _mean(tile) if data_set.tiled else 0
    return digits_of_unit(edition) * units


def _seconds_of_scan(edition: Edition) -> float:
    """Return the seconds that it takes to try one number of attackers after the other."""
    digits = digits_of_unit(edition) * 2 * edition.most
    return edition.most * _attackers_tried(edition) * (1e-5 + digits * 2e-8)


@lru_cache(maxsize=256)
def _attackers_tried(edition: Edition) -> float:
    """Return how many attackers it takes, about: as many as they lose for each defender, and more.

    That is when both sides throw all dice.
    """
    rules = edition.rules
    changes, _ = changing_round(*rules.max_dice, rules)
    lost, taken = (sum(losses[side] * count for losses, count in changes) for side in (0, 1))
    return 1.1 * edition.most * lost / max(taken, 1) + 3 * sqrt(edition.most)


def _edge(edition: Edition, tile: Tile) -> int:
    """Return how many battles are on the edge of a tile, those that are over left out."""
    reach = edition.rules.max_losses
    attackers, defenders = (
        len(line) + min(reach, line[0] - 1) for line in (tile.attackers, tile.defenders)
    )
    return attackers * defenders - tile.cells


class Total(NamedTuple):
    """What several jobs make: how many they are, bytes, seconds, and the seconds of the longest."""

    jobs: int
    size: float
    seconds: float
    longest: float

    @classmethod
    def of(cls, parts: Iterable["Total"]) -> "Total":
        """Return the total of totals.

        >>> Total.of([Total(1, 10.0, 2.0, 2.0), Total(2, 30.0, 5.0, 4.0)])
        Total(jobs=3, size=40.0, seconds=7.0, longest=4.0)
        """
        jobs, sizes, seconds, longest = zip(*parts, strict=True)
        return cls(sum(jobs), sum(sizes), sum(seconds), max(longest))


def total_of_data(data_set: DataSet, edition: Edition) -> Total:
    """Return what the tiles of a data set cost together, of which those that are alike count once.

    Equivalent to the sum over `tiles_of`, of which the largest edition has tens of thousands.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> from riskexact.rules import STANDARD
    >>> total_of_data(DATA_SETS["outcomes"], Edition(STANDARD, 1000)).jobs
    87888
    """
    known: dict[Tile, Total] = {}
    # by the closed form, the sum of the units is what counts, except where the board begins
    reach = edition.rules.max_losses if edition.rules.has_closed_form else edition.most

    def total(tile: Tile) -> Total:
        alike = _moved_along_diagonal(tile, reach + 1)
        if alike not in known:
            halves = _halves(data_set, edition, alike)
            known[alike] = Total.of(map(total, halves)) if halves else of_one(alike)
        return known[alike]

    def of_one(tile: Tile) -> Total:
        seconds = seconds_of_data(data_set, edition, tile)
        return Total(1, bytes_of_data(data_set, edition, tile), seconds, seconds)

    return Total.of(map(total, _whole_tiles(data_set, edition)))


def _moved_along_diagonal(tile: Tile, first: int) -> Tile:
    """Return the tile with the same units in the mean that begins with `first` attackers.

    One that begins with no more of either side stays where it is.
    """
    a, d = tile.attackers, tile.defenders
    if a.start <= first or d.start <= first:
        return tile
    by = a.start - first
    return Tile(range(first, a.stop - by), range(d.start + by, d.stop + by))


def tiles_of(data_set: DataSet, edition: Edition) -> tuple[Tile, ...]:
    """Return the tiles of a data set: as large as usual, or halves of those, and again halves.

    So no file is larger than `MOST_OF_FILE`, about, however long its fractions are.

    >>> from riskexact.publication.data_sets import DATA_SETS
    >>> from riskexact.rules import STANDARD
    >>> [len(tiles_of(DATA_SETS["outcomes"], Edition(STANDARD, most))) for most in (50, 60, 200)]
    [1, 4, 156]
    """
    return tuple(
        part
        for tile in _whole_tiles(data_set, edition)
        for part in _parts_that_fit(data_set, edition, tile)
    )


def _whole_tiles(data_set: DataSet, edition: Edition) -> tuple[Tile, ...]:
    side = range(1, edition.most + 1)
    return edition.tiles() if data_set.tiled else (Tile(side, side),)


def _parts_that_fit(data_set: DataSet, edition: Edition, tile: Tile) -> Iterator[Tile]:
    halves = _halves(data_set, edition, tile)
    if not halves:
        yield tile
    for each in halves:
        yield from _parts_that_fit(data_set, edition, each)


def _halves(data_set: DataSet, edition: Edition, tile: Tile) -> tuple[Tile, ...]:
    """Return the halves of a tile; none of one that fits, or is about a single battle or none."""
    largest = rows_of(data_set, edition, tile) * (180 + 2 * _digits(data_set, edition, tile))
    if not data_set.tiled or largest <= MOST_OF_FILE or tile.cells == 1:
        return ()
    attackers, defenders = tile.attackers, tile.defenders
    if len(attackers) >= len(defenders):
        half = (len(attackers) + 1) // 2
        return Tile(attackers[:half], defenders), Tile(attackers[half:], defenders)
    half = (len(defenders) + 1) // 2
    return Tile(attackers, defenders[:half]), Tile(attackers, defenders[half:])


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


def time_text(seconds: float) -> str:
    """Return a time for people.

    >>> time_text(0.2), time_text(600), time_text(2e6)
    ('1 s', '10 min', '556 hours')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.3g} hours"


def ahead(seconds: float) -> str:
    """Return what is said before work begins.

    >>> ahead(2e6)
    'about 556 hours of one core ahead'
    """
    return f"about {time_text(seconds)} of one core ahead"


def _mean(tile: Tile) -> float:
    """Return the units of a battle of the tile, in the mean."""
    return (tile.attackers[0] + tile.attackers[-1] + tile.defenders[0] + tile.defenders[-1]) / 2
