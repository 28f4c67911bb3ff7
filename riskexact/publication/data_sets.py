"""What a publication's data are: the data sets, their columns in words, and the conventions.

Said here once, and read by everything that writes data or explains them.  A *record* is what a data
set holds for one of its rows: whole numbers and exact chances.  A *row* is what is written: each
column shows one number of the record, as a whole number, a fraction, a decimal, or approximately.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from riskexact.base.text import DIGITS, decimal_text, fraction_text
from riskexact.publication.plan import Edition, Tile
from riskexact.publication.values import Values

Kind = Literal["integer", "fraction", "decimal", "number"]

Record = tuple[int | Fraction, ...]

Row = tuple[int | str | float, ...]

CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""The chances for which the needed forces are published."""

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
"""How the data are to be read, by what it is about."""


class Column(NamedTuple):
    """A column: its name, the number of the record that it shows, and how, and what that is."""

    name: str
    of: int
    kind: Kind
    description: str


class DataSet(NamedTuple):
    """A kind of table that is published for every rule set.

    - `records(edition, tile, values)` yields its records in the order of the columns of its key;
    - `key`: the columns that tell one row from all others of the same rule set;
    - `tiled`: whether it is about the battles of a tile; else the tile makes no difference.
    """

    name: str
    description: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    tiled: bool
    records: Callable[[Edition, Tile, Values], Iterator[Record]]

    def rows(self, edition: Edition, tile: Tile, values: Values) -> Iterator[Row]:
        """Yield the rows of an edition, or of one of its tiles.

        >>> from riskexact.publication.values import ByRecursion
        >>> from riskexact.rules import STANDARD
        >>> edition = Edition(STANDARD, 1)
        >>> next(DATA_SETS["win"].rows(edition, edition.tiles()[0], ByRecursion()))
        (1, 1, '5/12', '0.4166666667', 0.4166666666666667)
        """
        shown = [(column.of, SHOWN[column.kind]) for column in self.columns]
        for record in self.records(edition, tile, values):
            yield tuple(show(record[of]) for of, show in shown)


SHOWN: Mapping[Kind, Callable[[int | Fraction], int | str | float]] = MappingProxyType(
    {"integer": int, "fraction": fraction_text, "decimal": decimal_text, "number": float}
)


def _chance(of: int, what: str) -> tuple[Column, ...]:
    """Return the columns that every chance has."""
    return (
        Column("fraction", of, "fraction", f"{what}, exact: p/q in lowest terms"),
        Column("decimal", of, "decimal", f"The same to {DIGITS} significant digits"),
        Column("approximate", of, "number", "The double-precision number nearest to the same"),
    )


_ATTACKERS = Column(
    "attackers", 0, "integer", "Units of the attacker that are free to fight, at the start"
)
_DEFENDERS = Column("defenders", 1, "integer", "Units of the defender at the start")


def _win(edition: Edition, tile: Tile, values: Values) -> Iterator[Record]:
    for battle, chance in values.win(edition.rules, tile):
        yield *battle, chance


def _outcomes(edition: Edition, tile: Tile, values: Values) -> Iterator[Record]:
    for battle, ends in values.outcomes(edition.rules, tile):
        for end, chance in ends:
            yield *battle, *end, chance


def _needed(edition: Edition, tile: Tile, values: Values) -> Iterator[Record]:
    yield from values.needed(edition.rules, edition.most, CHANCES)


def _rounds(edition: Edition, tile: Tile, values: Values) -> Iterator[Record]:
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
                True,
                _win,
            ),
            DataSet(
                "outcomes",
                "Who is left at the end, of every battle, from the best for the attacker on.",
                (
                    _ATTACKERS,
                    _DEFENDERS,
                    Column(
                        "attackers_left",
                        2,
                        "integer",
                        "Attackers left at the end, of those that were free to fight; 0 if lost",
                    ),
                    Column("defenders_left", 3, "integer", "Defenders left at the end; 0 if won"),
                    *_chance(4, "The chance of this end"),
                ),
                ("attackers", "defenders", "attackers_left", "defenders_left"),
                True,
                _outcomes,
            ),
            DataSet(
                "needed",
                "The fewest attackers that win with at least a given chance.",
                (
                    Column("defenders", 0, "integer", "Units of the defender at the start"),
                    Column("chance", 1, "fraction", "The least chance to win that is asked for"),
                    Column(
                        "attackers",
                        2,
                        "integer",
                        "The fewest attackers free to fight that have at least that chance",
                    ),
                    *_chance(3, "The chance to win that so many have"),
                ),
                ("defenders", "chance"),
                False,
                _needed,
            ),
            DataSet(
                "rounds",
                "What the throws of one round cost, for every two numbers of dice.",
                (
                    Column(
                        "attack_dice",
                        0,
                        "integer",
                        "Dice that the attacker's units throw; extra dice of the rules come on top",
                    ),
                    Column("defence_dice", 1, "integer", "The same of the defender"),
                    Column("attacker_losses", 2, "integer", "Units that the attacker loses"),
                    Column("defender_losses", 3, "integer", "Units that the defender loses"),
                    Column(
                        "count", 4, "integer", "How many of the equally likely throws cost that"
                    ),
                    Column("total", 5, "integer", "How many throws of these dice there are"),
                ),
                ("attack_dice", "defence_dice", "attacker_losses", "defender_losses"),
                False,
                _rounds,
            ),
        )
    }
)
"""The data sets by name."""
