"""Tests of `riskexact.strategy.matrix_game`."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.strategy import matrix_game
from riskexact.strategy.matrix_game import Solution, guarantees, saddle_point, solve
from tests.reference import by_supports

Matrix = list[list[Fraction]]


@st.composite
def matrices(draw: st.DrawFn, most: int = 4) -> Matrix:
    """Matrices of few values, so that there are ties, saddle points and rows that are the same."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    entries = st.sampled_from([Fraction(n, 2) for n in range(-4, 5)]) | st.fractions(-5, 5)
    return [[draw(entries) for _ in range(columns)] for _ in range(rows)]


@given(matrices())
def test_both_sides_guarantee_the_value(matrix: Matrix) -> None:
    value, rows, columns = solve(matrix)
    assert (len(rows), len(columns)) == (len(matrix), len(matrix[0]))
    assert sum(rows) == sum(columns) == 1
    assert min(rows + columns) >= 0
    assert guarantees(matrix, rows, columns) == (value, value)
    assert all(type(each) is Fraction for each in (value, *rows, *columns))


@given(matrices())
def test_the_value_is_that_of_a_square_part(matrix: Matrix) -> None:
    assert solve(matrix).value == by_supports(matrix)


@given(matrices(), st.fractions(-3, 3), st.fractions(min_value=Fraction(1, 9), max_value=9))
def test_another_scale_and_the_sides_exchanged(
    matrix: Matrix, more: Fraction, times: Fraction
) -> None:
    value = solve(matrix).value
    assert solve([[times * each + more for each in row] for row in matrix]).value == (
        times * value + more
    )
    turned = [[-each for each in column] for column in zip(*matrix, strict=True)]
    assert solve(turned).value == -value


@given(matrices())
def test_a_solution_that_is_not_mixed_is_taken_and_it_is_the_last(matrix: Matrix) -> None:
    best = max(min(row) for row in matrix)
    found = saddle_point(matrix)
    if best != min(max(column) for column in zip(*matrix, strict=True)):
        assert found is None
        return
    assert found == solve(matrix)
    assert found.value == best
    row = found.rows.index(1)
    assert min(matrix[row]) == best
    assert all(min(later) < best for later in matrix[row + 1 :])
    column = found.columns.index(1)
    assert all(max(later) > best for later in list(zip(*matrix, strict=True))[column + 1 :])


def test_rock_paper_scissors_where_paper_gets_twice_as_much() -> None:
    """By symmetry worth 0; each choice makes the other side indifferent."""
    solution = solve([[0, -2, 1], [2, 0, -1], [-1, 1, 0]])
    chances = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    assert solution == Solution(Fraction(0), chances, chances)


def test_what_does_not_hold_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    half = Fraction(1, 2)
    for rows in ((Fraction(1), Fraction(0)), (3 * half, -half)):
        wrong = Solution(Fraction(0), rows, (half, half))
        monkeypatch.setattr(matrix_game, "_by_simplex", lambda _, wrong=wrong: wrong)
        with pytest.raises(ArithmeticError, match="does not hold"):
            solve([[1, -1], [-1, 1]])
