"""A table of odds as a report: in percent, in decimals or in fractions."""

from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.report import Data, Report, TableItem
from riskexact.base.text import (
    DIGITS,
    bounded_percent_text,
    decimal_text,
    fraction_text,
    percent_text,
)
from riskexact.rules.catalogue import label, rules_json

ATTACKERS = "attackers free to fight"


class Look(NamedTuple):
    """How a table is printed: its style, the digits of it, and whether armies are counted.

    In `csv` the first heading is always "attackers", which programs look for, and every cell is a
    number, where else ">99.9" is not said to be certain.
    """

    style: str
    digits: int
    armies: bool = False
    csv: bool = False


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
    """Return a `Table` as a report.

    >>> from riskexact.battle.tables import win_table
    >>> report = table_report(win_table([1, 2], [1]), Look("percent", 0, csv=True))
    >>> print(report.written("csv"), end="")
    attackers,1
    1,42
    2,75
    """
    percent = percent_text if look.csv else bounded_percent_text
    text, wins = {
        "fraction": (fraction_text, "exact"),
        "decimal": (
            lambda cell: decimal_text(cell, look.digits),
            f"to {look.digits} significant digits",
        ),
        "percent": (lambda cell: percent(cell, look.digits), "in percent"),
    }[look.style]
    side, who = "attackers", ATTACKERS
    if look.armies:
        side, who = "armies", "armies, one of which stays behind"
    numbers = [a + look.armies for a in table.attackers]
    names = ["attackers" if look.csv else side, *map(str, table.defenders)]
    rows = ([a, *map(text, row)] for a, row in zip(numbers, table.cells, strict=True))
    asked: dict[str, object] = {"rules": rules_json(table.rules), "armies": look.armies}
    asked |= {"attackers": numbers, "defenders": [*table.defenders]}
    if table.blitz:
        asked["balanced_blitz"] = table.blitz.json()
    return Report(
        table_title(table, wins, who),
        asked,
        Data("cells", lambda: [[*map(text, row)] for row in table.cells]),
        TableItem("", names, rows),
    )


def npy_bytes(table: Any) -> bytes:
    r"""Return a `Table` in doubles, each the nearest, as a .npy file of numpy, version 1.0.

    After 128 bytes come the rows, in doubles of 8 bytes, the lowest byte first.  Equivalent to what
    numpy saves of `to_numpy`, which needs it.

    >>> from riskexact.battle.tables import win_table
    >>> npy_bytes(win_table([1], [1]))[:8], len(npy_bytes(win_table([1, 2], [1])))
    (b'\x93NUMPY\x01\x00', 144)
    """
    array = table.to_numpy()
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {array.shape}, }}"
    header = b"\x93NUMPY\x01\x00\x76\x00" + f"{head:117}\n".encode()
    return header + bytes(array.astype("<f8").tobytes())
