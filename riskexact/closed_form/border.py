"""The border: two strips of constant dice, run through from the exits of the interior to the end.

Along a strip the dice are the same, so that each line obeys a linear recurrence with constant
coefficients.  With terminal values 0 and 1 it is solved in closed terms (`binomial`, `trinomial`);
for any rules and any terminal values the recurrence itself serves, in O(a + d) steps.  It is read
forwards here: Σ over exits of weight × Q(exit) is the same number as Σ over ends of (weight of
the paths that end there) × (value of that end), and the second form needs no table of Q.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from riskexact.closed_form.board import Board
from riskexact.closed_form.first_exit import exits
from riskexact.rules import State


def visits(board: Board, a: int, d: int, clock: int = 0) -> Iterator[tuple[State, int, int, int]]:
    """Yield (state, rounds, lost, weight) for each state outside the interior that is visited.

    The battle from (a, d) passes through `state`, or ends there, with the probability
    `weight / board.unit ** lost`, where `lost` is the number of units lost until then; it never
    decreases from one yield to the next.  With `clock=1` the visits are kept apart by the number
    of rounds played until then, which takes O((a + d)^2) steps; with `clock=0`, `rounds` is 0.

    >>> from riskexact.closed_form.board import board_of
    >>> from riskexact.rules import Rules
    >>> for visit in visits(board_of(Rules(1, 1)), 1, 1, clock=1):
    ...     print(*visit)
    (0, 1) 1 1 21
    (1, 0) 1 1 15
    """
    leaving = exits(board, a, d)
    ahead: dict[int, Counter[tuple[State, int]]] = {}
    for lost in range(a + d + 1):
        here = ahead.pop(lost, Counter())
        if lost % board.cost == 0:
            n = lost // board.cost
            for state, weight in next(leaving, {}).items():
                here[state, n * clock] += weight
        for ((x, y), rounds), weight in here.items():
            yield (x, y), rounds, lost, weight
            if not board.is_over(x, y):
                for (i, j), part in board.round(x, y):
                    target = (x - i, y - j), rounds + clock
                    ahead.setdefault(lost + i + j, Counter())[target] += weight * part


def geometric_sum(x: Fraction, y: Fraction, n: int) -> Fraction:
    """Return Σ_{j<n} x^j y^(n-1-j), which is (x^n - y^n) / (x - y) unless x = y.

    The closed term of a border on which two rounds of constant chances follow each other.

    >>> geometric_sum(Fraction(2), Fraction(3), 3)  # 9 + 6 + 4
    Fraction(19, 1)
    """
    return n * x ** (n - 1) if n and x == y else (x**n - y**n) / (x - y) if n else Fraction(0)
