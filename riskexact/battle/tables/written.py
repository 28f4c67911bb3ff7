"""Tables of odds as they are written: reports, arrays of doubles, and sequences of integers."""

from collections.abc import Iterable, Iterator
from math import lcm

from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.report import Column, Data, Report, TableItem
from riskexact.base.text import (
    DIGITS,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    integer_text,
    number_text,
    telling_percent_text,
)
from riskexact.rules.catalogue import label, rules_json
from riskexact.rules.dice import round_with_loss

ATTACKERS = "attackers free to fight"


class Look(NamedTuple):
    """How a table is printed: its style, the digits of it, and whether armies are counted.

    In `csv` every cell is a number, where else ">99.9" is not said to be certain.
    """

    style: str
    digits: int
    armies: bool = False
    csv: bool = False

    @property
    def side(self) -> str:
        """The units that the rows count."""
        return "armies" if self.armies else "attackers"


def usual_look(format_: str, blitz: bool) -> Look:
    """Return how a table is printed where nothing is said: for people in percent."""
    if format_ not in ("csv", "json"):
        return Look("percent", 1)
    return Look("decimal" if blitz else "fraction", DIGITS, csv=format_ == "csv")


def table_title(table: Any, wins: str = "in percent", rows: str = ATTACKERS) -> str:
    """Return what is in the cells, the rows and the columns of a `Table`."""
    rules = ", ".join([label(table.rules), *([table.blitz.words] if table.blitz else [])])
    return (
        f"Chance that the attacker wins, {wins}; rules: {rules}; rows: {rows}; columns: defenders"
    )


def table_report(table: Any, look: Look) -> Report:
    """Return a `Table` as a report."""
    percent = telling_percent_text if look.csv else bounded_percent_text
    decimal = number_text if look.csv else decimal_text
    text, wins = {
        "fraction": (fraction_text, "exact"),
        "decimal": (
            lambda cell: decimal(cell, look.digits),
            f"to {look.digits} significant digits",
        ),
        "percent": (lambda cell: percent(cell, look.digits), "in percent"),
    }[look.style]
    numbers = [a + look.armies for a in table.attackers]

    def cells() -> list[list[str]]:
        return [[*map(text, row)] for row in table.cells]

    asked: dict[str, object] = {"rules": rules_json(table.rules), "armies": look.armies}
    asked |= {"attackers": numbers, "defenders": [*table.defenders]}
    if table.blitz:
        asked["balanced_blitz"] = table.blitz.json()
    return Report(
        table_title(table, wins, "armies, one of which stays behind" if look.armies else ATTACKERS),
        asked,
        Data("cells", cells),
        TableItem(
            "",
            [look.side, *map(str, table.defenders)],
            lambda: [[a, *row] for a, row in zip(numbers, cells(), strict=True)],
        ),
    )


def sheets_report(table: Any, look: Look) -> Report:
    """Return a `Table` as a report of two tables: doubles in percent, and fractions."""
    report = table_report(table, look._replace(style="percent"))
    names = [*map(str, table.defenders)]
    rows = [[a + look.armies, *row] for a, row in table.rows()]
    percents = [Column(look.side), *(Column(name, form="percent") for name in names)]
    report.items = (TableItem("", percents, rows, "percent"),)
    if not table.blitz:
        exact = [[a, *map(fraction_text, row)] for a, *row in rows]
        report.items += (TableItem("", [look.side, *names], exact, "fractions"),)
    return report


def long_report(table: Any, look: Look) -> Report:
    """Return a `Table` as a report with a row for each battle."""
    report = table_report(table, look)
    report.title = table_title(table, "a row for each battle").partition("; rows")[0]
    rows = [(a + look.armies, d, p) for (a, d), p in table.items()]
    columns = [Column(look.side), Column("defenders"), Column("win", form="chance")]
    report.items = (TableItem("", columns, rows, "odds"),)
    return report


def npy_bytes(table: Any) -> bytes:
    r"""Return a `Table` in doubles, each the nearest, as a .npy file of numpy, version 1.0.

    After 128 bytes come the rows, in doubles of 8 bytes, the lowest byte first.  Equivalent to what
    numpy saves of `to_numpy`, which needs it.
    """
    array = table.to_numpy()
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {array.shape}, }}"
    header = b"\x93NUMPY\x01\x00\x76\x00" + f"{head:117}\n".encode()
    return header + bytes(array.astype("<f8").tobytes())


def numerators(table: Any) -> Iterator[int]:
    """Yield T(a, d) by antidiagonals: T(1, 1), T(1, 2), T(2, 1), T(1, 3), ….

    - `table`: a `Table` of 1 to n attackers against 1 to n defenders; n antidiagonals are in it.

    T(a, d) is the chance to win times N^(a + d - 1), where N is the least common multiple of the
    numbers of throws, of those of a round that cost somebody a unit.  It is whole, as a battle that
    is won has at most a + d - 1 such rounds.  For standard rules N is 7776, and this is A371949.
    """
    rules = table.rules
    throws = lcm(*(round_with_loss(*dice, rules)[1] for dice in rules.dice_numbers()))
    for rounds in range(1, len(table.attackers) + 1):
        for a in range(1, rounds + 1):
            yield (table[a, rounds + 1 - a] * throws**rounds).numerator


def bfile(terms: Iterable[int]) -> str:
    """Return a sequence of offset 1 as a b-file: a line `n a(n)` for n = 1, 2, 3, …."""
    return "".join(f"{n} {integer_text(term)}\n" for n, term in enumerate(terms, 1))
