"""Printed tables: what they hold.

- the table of J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20:
  2 to 16 armies against 1 to 4 defenders, exact and to 20 digits;
- the larger ones that the post offered for download, up to 41 armies against 40 defenders;
- the classic 10 × 10 in percent, and how many attackers it takes;
- the outcome matrix of the notebook "Risk Calculator", who is left after each battle: in percent,
  one page for each number of attackers, and for the standard rules, which are the notebook's, also
  exactly.  `matrix[a][d][s]` of the notebook is battle a v d, left A s - N + 1 where
  s >= N and left D N - s elsewhere.

None goes beyond 40 on either side.  `printed_text` says what they look like.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from riskexact.base.grid import Grid
from riskexact.base.text import counted, decimal_text, fraction_text, percent_text
from riskexact.publication.data import CHANCES
from riskexact.publication.plan import Edition
from riskexact.publication.values import Outcomes, Values
from riskexact.rules import STANDARD

MOST = 40
"""The largest number of units on either side, not counting the one that stays behind."""

MAX_DEFENDERS, MAX_ARMIES = 4, 16
"""The size of the Wolfram table."""

SIDE_OF_CLASSIC = 10

PRINTED_DIGITS = 20
"""Significant digits of the decimals in the tables of the Wolfram post."""

COLUMNS_OF_DIGITS = 5
"""The number of columns of `PRINTED_DIGITS` digits that fit on a page."""

ATTACKERS_OF_A_FILE = 10
"""The numbers of attackers that share a file of exact outcomes."""


class Sheet(NamedTuple):
    """A table on a page of its own; `size` is the type size, as LaTeX calls it."""

    heading: str
    table: Grid
    size: str


class Listing(NamedTuple):
    """Exact chances one below the other, in groups: (group, ((what, chance), …)).

    `of` names what the groups are, and what is listed in them.
    """

    heading: str
    of: tuple[str, str]
    groups: Iterable[tuple[str, Iterable[tuple[str, Fraction]]]]


class Printed(NamedTuple):
    """A printed table: its title, how to read it, and its parts, page by page."""

    title: str
    notes: tuple[str, ...]
    parts: Callable[[Values], Iterator[Sheet | Listing]]


def printed_tables(edition: Edition) -> dict[str, Printed]:
    """Return the printed tables of an edition, by file name, none larger than the edition.

    >>> from riskexact.rules import STANDARD
    >>> tables = printed_tables(Edition(STANDARD, 20))
    >>> list(tables)[:4]
    ['wolfram-exact', 'wolfram-20-digits', 'larger-exact', 'larger-20-digits']
    >>> list(tables)[4:]
    ['ten-by-ten', 'needed', 'outcomes-percent', 'outcomes-exact-01-10', 'outcomes-exact-11-20']
    """
    tables = {**_wolfram(edition), **_larger(edition)}
    tables["ten-by-ten"] = _classic(edition)
    tables["needed"] = _needed(edition)
    tables["outcomes-percent"] = _outcomes_in_percent(edition)
    if edition.rules == STANDARD:
        most = min(edition.most, MOST)
        for first in range(1, most + 1, ATTACKERS_OF_A_FILE):
            attackers = range(first, min(first + ATTACKERS_OF_A_FILE, most + 1))
            name = f"outcomes-exact-{attackers[0]:02}-{attackers[-1]:02}"
            tables[name] = _outcomes_exactly(edition, attackers)
    return tables


def _title(what: str, attackers: int, defenders: int) -> str:
    return f"Chance that the attacker wins, {what}: up to {attackers} attackers against {defenders}"


ARMIES = (
    "Armies are all units on the attacking territory, the one that stays behind included: "
    "attackers free to fight = armies - 1."
)
ATTACKERS = (
    "Attackers are the units that are free to fight: the one that must stay behind is not counted, "
    "so that armies = attackers + 1."
)
OUTCOMES = (
    'This is what the matrix of the notebook "Risk Calculator" holds. A 3 is a battle that '
    "the attacker wins with 3 attackers left, D 3 one that the defender wins with 3 defenders "
    "left; what cannot happen is left out."
)
SOURCE = 'J. McLoone, "How to Win at Risk: Exact Probabilities", Wolfram Blog, 2017-11-20'


def _wolfram(edition: Edition) -> dict[str, Printed]:
    attackers = range(1, min(edition.most, MAX_ARMIES - 1) + 1)
    defenders = range(1, min(edition.most, MAX_DEFENDERS) + 1)

    def printed(what: str, show: Callable[[Fraction], str]) -> Printed:
        def parts(values: Values) -> Iterator[Sheet]:
            head = ["", *(f"Defend with {d}" for d in defenders)]
            rows = [
                [f"Attack with {a + 1}", *map(show, chances)]
                for a, chances in _rows(edition, attackers, defenders, values)
            ]
            yield Sheet("", Grid("", head, rows), "normalsize")

        notes = (f"The layout is that of {SOURCE}: rows are armies. {ARMIES}",)
        return Printed(_title(what, attackers[-1], defenders[-1]), notes, parts)

    return {
        "wolfram-exact": printed("exact", fraction_text),
        f"wolfram-{PRINTED_DIGITS}-digits": printed(
            f"to {PRINTED_DIGITS} significant digits", _digits
        ),
    }


def _larger(edition: Edition) -> dict[str, Printed]:
    most = min(edition.most, MOST)
    side = range(1, most + 1)
    size = f"2 to {most + 1} armies against 1 to {most} defenders"
    notes = (f"More of the table in {SOURCE}: {size}. {ARMIES}",)

    def exact(values: Values) -> Iterator[Listing]:
        groups = (
            (f"{a + 1}", [(str(d), p) for d, p in zip(side, row, strict=True)])
            for a, row in _rows(edition, side, side, values)
        )
        yield Listing("", ("armies", "defenders"), groups)

    def digits(values: Values) -> Iterator[Sheet]:
        rows = list(_rows(edition, side, side, values))
        for first in range(0, most, COLUMNS_OF_DIGITS):
            block = slice(first, first + COLUMNS_OF_DIGITS)
            columns = [str(d) for d in side[block]]
            cells = [[str(a + 1), *map(_digits, row[block])] for a, row in rows]
            heading = f"Against {columns[0]} to {columns[-1]} defenders"
            yield Sheet(heading, Grid("", ["armies", *columns], cells), "small")

    in_digits = f"to {PRINTED_DIGITS} significant digits"
    return {
        "larger-exact": Printed(_title("exact", most, most), notes, exact),
        f"larger-{PRINTED_DIGITS}-digits": Printed(_title(in_digits, most, most), notes, digits),
    }


def _classic(edition: Edition) -> Printed:
    side = range(1, min(edition.most, SIDE_OF_CLASSIC) + 1)

    def parts(values: Values) -> Iterator[Sheet]:
        rows = [
            [str(a), *map(percent_text, chances)]
            for a, chances in _rows(edition, side, side, values)
        ]
        yield Sheet("", Grid("", ["attackers", *map(str, side)], rows), "large")

    notes = (f"Rows are attackers, columns are defenders. {ATTACKERS}",)
    return Printed(_title("in percent", side[-1], side[-1]), notes, parts)


def _needed(edition: Edition) -> Printed:
    most = min(edition.most, MOST)

    def parts(values: Values) -> Iterator[Sheet]:
        needed = values.needed(edition.rules, most, CHANCES)
        found = {(d, chance): a for d, chance, a, _ in needed}
        head = ["defenders", *(f"{percent_text(chance, 0)} %" for chance in CHANCES)]
        rows = [
            [str(d), *(str(found.get((d, chance), "")) for chance in CHANCES)]
            for d in range(1, most + 1)
        ]
        yield Sheet("", Grid("", head, rows), "small")

    notes = (
        "The fewest attackers that win with at least the chance above the column against the "
        f"defenders of the row. {ATTACKERS}",
    )
    return Printed("How many do I need?", notes, parts)


def _outcomes_in_percent(edition: Edition) -> Printed:
    side = range(1, min(edition.most, MOST) + 1)

    def parts(values: Values) -> Iterator[Sheet]:
        for a, battles in _outcomes(edition, side, values):
            columns = [dict(chances) for chances in battles.values()]
            outcomes = [(left, 0) for left in range(a, 0, -1)] + [(0, left) for left in side]
            rows = [
                [_left(each), *(_in_percent(column.get(each)) for column in columns)]
                for each in outcomes
            ]
            yield Sheet(
                f"{counted(a, 'attacker')} against …, and who is left",
                Grid("", ["left", *map(str, battles)], rows),
                "tiny" if edition.most > 20 else "scriptsize",
            )

    notes = (f"Each column is one number of defenders. {OUTCOMES} {ATTACKERS}",)
    return Printed("Survivors of a battle, in percent", notes, parts)


def _outcomes_exactly(edition: Edition, attackers: range) -> Printed:
    def parts(values: Values) -> Iterator[Listing]:
        for a, battles in _outcomes(edition, attackers, values):
            groups = [
                (f"{a} v {d}", [(_left(each), chance) for each, chance in outcomes])
                for d, outcomes in battles.items()
            ]
            yield Listing(f"{counted(a, 'attacker')} against …", ("battle", "left"), groups)

    notes = (f"{OUTCOMES} {ATTACKERS}",)
    return Printed("Survivors of a battle, exactly", notes, parts)


def _outcomes(
    edition: Edition, attackers: range, values: Values
) -> Iterator[tuple[int, dict[int, Outcomes]]]:
    """Yield the number of attackers, and for each number of defenders all outcomes."""
    defenders = range(1, min(edition.most, MOST) + 1)
    battles = values.outcomes(edition.rules, attackers, defenders)
    for a, row in groupby(battles, key=lambda battle: battle[0][0]):
        yield a, {d: outcomes for (_, d), outcomes in row}


def _rows(
    edition: Edition, attackers: range, defenders: range, values: Values
) -> Iterator[tuple[int, list[Fraction]]]:
    cells = values.win(edition.rules, attackers, defenders)
    for a, row in groupby(cells, key=lambda cell: cell[0][0]):
        yield a, [chance for _, chance in row]


def _left(outcome: tuple[int, int]) -> str:
    return f"A {outcome[0]}" if outcome[0] else f"D {outcome[1]}"


def _in_percent(chance: Fraction | None) -> str:
    return "" if chance is None else percent_text(chance, 2)


def _digits(chance: Fraction) -> str:
    return decimal_text(chance, PRINTED_DIGITS)
