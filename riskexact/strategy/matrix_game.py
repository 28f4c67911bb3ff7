"""Two-player zero-sum games with simultaneous choices, solved exactly.

A game is a matrix: one player chooses a row, the other a column and pays the entry.  By von
Neumann's minimax theorem the game has a value: a mixed strategy of the row player expects at least
that, whatever the other does, and one of the column player pays at most that on average.  Both are
found exactly and checked: the two guarantees are equal, or an error is raised.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Matrix = Sequence[Sequence[Fraction | int]]
"""The entries; rows are of one length, and there is at least one row and one column."""


class Solution(NamedTuple):
    """The value of a game, and a mixed strategy of each player."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve(matrix: Matrix) -> Solution:
    """Return the exact value of a game, and an optimal mixed strategy of each player.

    If there is a saddle point, the last one is taken; else the strategies are a vertex of the
    linear program, found by the simplex method.

    >>> solve([[1, -1], [-1, 1]])  # matching pennies
    Solution(value=Fraction(0, 1), rows=(Fraction(1, 2), Fraction(1, 2)), \
columns=(Fraction(1, 2), Fraction(1, 2)))
    >>> solve([[3, 5], [4, 6]]).rows
    (Fraction(0, 1), Fraction(1, 1))
    """
    solution = saddle_point(matrix) or _by_simplex(matrix)
    value, rows, columns = solution
    mixed = all(min(strategy) >= 0 and sum(strategy) == 1 for strategy in (rows, columns))
    if not mixed or guarantees(matrix, rows, columns) != (value, value):
        raise ArithmeticError(f"the solution {solution} of a matrix game does not hold")
    return solution


def guarantees(
    matrix: Matrix, rows: Sequence[Fraction], columns: Sequence[Fraction]
) -> tuple[Fraction, Fraction]:
    """Return the least expected gain of `rows`, and the greatest expected cost of `columns`.

    The value of the game lies between them, for any two mixed strategies.

    >>> guarantees([[1, -1], [-1, 1]], (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    (Fraction(-1, 1), Fraction(0, 1))
    """
    least = min(
        sum((p * entry for p, entry in zip(rows, column, strict=True)), Fraction(0))
        for column in zip(*matrix, strict=True)
    )
    most = max(
        sum((q * entry for q, entry in zip(columns, row, strict=True)), Fraction(0))
        for row in matrix
    )
    return least, most


def saddle_point(matrix: Matrix) -> Solution | None:
    """Return the last solution in pure strategies, or None if there is none.

    >>> saddle_point([[1, -1], [-1, 1]]) is None
    True
    """
    least = [min(row) for row in matrix]
    most = [max(column) for column in zip(*matrix, strict=True)]
    value = max(least)
    if value != min(most):
        return None
    rows, columns = (
        tuple(Fraction(index == last_index(values, value)) for index in range(len(values)))
        for values in (least, most)
    )
    return Solution(Fraction(value), rows, columns)


def last_index(values: Sequence[Fraction | int], value: Fraction | int) -> int:
    """Return the last index of `value`.

    >>> last_index([1, 2, 2, 0], 2)
    2
    """
    return max(index for index, each in enumerate(values) if each == value)


def _by_simplex(matrix: Matrix) -> Solution:
    """Solve the game as a linear program, by Bland's rule, which cannot cycle.

    All entries are shifted above 0.  With y = columns / value, the column player maximises the sum
    of y >= 0 such that every row of matrix × y is at most 1.  Each row has a slack variable, whose
    price in the end is the row player's strategy / value.
    """
    m, n = len(matrix), len(matrix[0])
    raised = 1 - Fraction(min(map(min, matrix)))
    table = [
        [entry + raised for entry in row] + [Fraction(i == k) for k in range(m)] + [Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    price = [Fraction(-1)] * n + [Fraction(0)] * (m + 1)
    basis = list(range(n, n + m))
    while any(each < 0 for each in price[:-1]):
        enters = next(k for k, each in enumerate(price) if each < 0)
        _, _, leaves = min(
            (row[-1] / row[enters], basis[i], i) for i, row in enumerate(table) if row[enters] > 0
        )
        basis[leaves] = enters
        table[leaves] = [each / table[leaves][enters] for each in table[leaves]]
        for i, row in enumerate(table):
            if i != leaves and row[enters]:
                table[i] = _without(row, enters, table[leaves])
        price = _without(price, enters, table[leaves])
    value = 1 / price[-1]
    columns = [Fraction(0)] * (n + m)
    for k, row in zip(basis, table, strict=True):
        columns[k] = row[-1] * value
    rows = tuple(each * value for each in price[n:-1])
    return Solution(value - raised, rows, tuple(columns[:n]))


def _without(row: list[Fraction], column: int, pivot: list[Fraction]) -> list[Fraction]:
    """Return the row minus the multiple of `pivot` (1 in the column) that leaves 0 there."""
    factor = row[column]
    return [each - factor * other for each, other in zip(row, pivot, strict=True)]
