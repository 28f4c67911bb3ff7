"""The published tables as Coq files, in which the kernel confirms every fraction.

The fractions come from the code that prints the tables, with the same digits.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from riskexact.base.text import fraction_text
from riskexact.battle.tables import win_table
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.dice import exponent

TABLES = {
    "StandardTable": ("standard", 2, STANDARD, 40),
    "SingleLossTable": ("single_loss", 1, SINGLE_LOSS, 20),
}
"""For each file: the name of the rules in it, the pairs compared, the rules, rows and columns."""

BASES = {"standard": (4, 3), "single_loss": (5, 5)}
"""Exponents of 2 and of 3 in a number of which a power makes each chance of a table whole."""


@lru_cache(maxsize=1)
def files() -> Mapping[str, str]:
    """Return the text of the file of each table."""
    return {
        name: file(rules_name, pairs, fractions(rules, size))
        for name, (rules_name, pairs, rules, size) in TABLES.items()
    }


def fractions(rules: Rules, size: int) -> list[list[str]]:
    """Return the table as it is published.

    >>> fractions(STANDARD, 2)
    [['5/12', '275/2592'], ['1955/2592', '235/648']]
    """
    table = win_table(range(1, size + 1), range(1, size + 1), rules)
    return [list(map(fraction_text, row)) for row in table.cells]


def file(name: str, pairs: int, cells: Sequence[Sequence[str]]) -> str:
    """Return the Coq file that states a table, and has the kernel confirm it."""
    rows = ";\n".join(f"[{'; '.join(map(_cell, row))}]" for row in cells)
    size = len(cells)
    twos, threes = BASES[name]
    return f"""\
From Coq Require Import List ZArith QArith Qcanon.
From Risk Require Export Spec Tables.
Import ListNotations.

Definition {name}_table : list (list cell) := [
{rows}].

Theorem {name}_table_certified : table_is_right {name}_odds {name}_table {size}.
Proof.
  apply (certified {name}_rules {pairs} {twos} {threes}); [repeat constructor| |];
    vm_cast_no_check (eq_refl true).
Qed.
"""


def _cell(fraction: str) -> str:
    numerator, denominator = fraction.split("/")
    x, y = (exponent(prime, int(denominator)) for prime in (2, 3))
    return f"Cell {numerator} {denominator} {x} {y}"
