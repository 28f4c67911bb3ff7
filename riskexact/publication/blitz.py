"""The chances to win under Balanced Blitz as data sets, one for each version of the game."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from riskexact.base.text import DIGITS
from riskexact.odds.states import State
from riskexact.publication.data import START_COLUMNS, DataColumn, DataSet, DataTable, Record
from riskexact.publication.data_text import csv_rows
from riskexact.publication.plan import Edition
from riskexact.publication.values import Values
from riskexact.rules import STANDARD
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import entries

GROUP = "Digital game"
"""The group of the catalogue whose rule sets Balanced Blitz is for, beside the standard rules."""

MAX_BLITZ_UNITS = 40
"""Units on each side of the largest battle; to verify, the outcomes of all are looked at."""


def _records(
    version: BlitzVersion, edition: Edition, attackers: range, values: Values
) -> Iterator[Record]:
    for battle, digits in values.blitz(edition.rules, version, blitz_side(edition)):
        yield *battle, digits


def _data_set(version: BlitzVersion) -> DataSet:
    about = f"Balanced Blitz {version.name}, the blitz of RISK: Global Domination"
    digits = DataColumn(
        "decimal",
        2,
        "digits",
        f"The chance that the attacker wins, bent: {DIGITS} certain digits, of a number that is "
        "no fraction but where it is 0, 1 or 0.5",
    )
    return DataSet(
        f"blitz-{version.name}",
        f"The chance that the attacker wins under {about}, for up to {MAX_BLITZ_UNITS} units on "
        "each side: certain digits, no fractions.",
        (*START_COLUMNS, digits),
        ("attackers", "defenders"),
        partial(_records, version),
    )


BLITZ_SETS: Mapping[str, DataSet] = MappingProxyType(
    {f"blitz-{version.name}": _data_set(version) for version in BLITZ_VERSIONS}
)
"""The data sets of Balanced Blitz by name."""


def has_blitz(edition: Edition) -> bool:
    """Return whether an edition is played in the digital game.

    >>> from riskexact.rules.catalogue import RULES
    >>> [name for name in list(RULES)[:4] if has_blitz(Edition(name, 3))]
    ['standard', 'capital']
    """
    entry = entries().get(edition.name)
    return edition.name == STANDARD.name or (entry is not None and entry.group == GROUP)


def blitz_side(edition: Edition) -> range:
    """Return the numbers of units on each side of an edition's battles.

    >>> blitz_side(Edition("capital", 200))
    range(1, 41)
    """
    return range(1, min(edition.most, MAX_BLITZ_UNITS) + 1)


def blitz_path(version: BlitzVersion, edition: Edition) -> str:
    """Return the path of an edition's files in a version, without their endings.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> blitz_path(BLITZ_3_3, Edition("capital", 4))
    'capital/blitz-3.3'
    """
    return f"{edition.name}/blitz-{version.name}"


def blitz_table(version: BlitzVersion, edition: Edition, values: Values) -> DataTable:
    """Return the table of an edition in a version.

    >>> from riskexact.publication.values import ByRecursion
    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> blitz_table(BLITZ_3_3, Edition("capital", 2), ByRecursion()).rows[2:]
    [(2, 1, '0.8889927601'), (2, 2, '0.2806652567')]
    """
    data_set = BLITZ_SETS[f"blitz-{version.name}"]
    return data_set.table(edition, blitz_side(edition), values)


def blitz_chances(
    version: BlitzVersion, edition: Edition, earlier: Callable[[str], bytes]
) -> dict[State, Fraction]:
    r"""Return the decimals of an edition's battles, as numbers.

    - `earlier`: returns the file that has them, by its path.

    >>> from riskexact.rules.blitz import BLITZ_3_3
    >>> file = b"attackers,defenders,decimal\n3,1,1 - 2e-12\n3,2,0.7478309386\n"
    >>> chances = blitz_chances(BLITZ_3_3, Edition("standard", 3), lambda path: file)
    >>> 1 - chances[3, 1], chances[3, 2]
    (Fraction(1, 500000000000), Fraction(3739154693, 5000000000))
    """
    path = blitz_path(version, edition)
    lines = earlier(f"{path}.csv").decode().splitlines()
    found = {}
    for a, d, digits in csv_rows(BLITZ_SETS[path.partition("/")[2]], lines):
        near, _, distance = str(digits).partition(" - ")
        found[int(a), int(d)] = Fraction(near) - Fraction(distance or 0)
    return found
