"""The border: two strips of constant dice, run through from the exits of the interior to the end.

Along a line of a strip the dice stay the same, so that it obeys a linear recurrence with constant
coefficients.  For 3 v 2 dice and the odds to win it is solved in closed terms (`geometric`,
`binomial`, `trinomial`); for any rules and any payoffs the recurrence itself serves, in
O(a + d) steps.  It is read forwards here: Q(exit) is Σ over the ends of (probability to end there
from the exit) × (value of that end), so that Σ over exits of weight × Q(exit), summed by ends
first, is Σ over ends of (weight of all paths that end there) × value, which needs no table of Q.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from riskexact.odds.closed_form.board import Board
from riskexact.odds.closed_form.first_exit import exits
from riskexact.odds.states import State
from riskexact.odds.weights import Round


class Visit(NamedTuple):
    """The battle passes through `state`, with probability weight / base ** lost.

    `ended` says whether it is over there, `lost` is the number of units lost until then, and
    `rounds` the number of rounds.
    """

    state: State
    ended: bool
    rounds: int
    lost: int
    weight: int


def visits(board: Board, a: int, d: int, count_rounds: bool = False) -> Iterator[Visit]:
    """Yield the visits of states outside the interior, by units lost.

    With `count_rounds` the visits of a state are kept apart by the number of rounds until then,
    which takes O((a + d)^2) steps; without it, `rounds` is 0 and the steps are O(a + d).

    Equals `recursion.visits` outside the interior.

    >>> from riskexact.odds.closed_form.board import board_of
    >>> from riskexact.rules import Rules
    >>> for visit in visits(board_of(Rules(1, 1)), 1, 1, count_rounds=True):
    ...     print(visit)
    Visit(state=(0, 1), ended=True, rounds=1, lost=1, weight=21)
    Visit(state=(1, 0), ended=True, rounds=1, lost=1, weight=15)
    """
    one = int(count_rounds)
    rounds_of: dict[State, Round] = {}
    leaving = exits(board, a, d)
    # the weights of (x, y, rounds), by the units lost until then
    ahead: defaultdict[int, defaultdict[tuple[int, int, int], int]]
    ahead = defaultdict(lambda: defaultdict(int))
    for lost in range(a + d + 1):
        here = ahead[lost]
        if lost % board.cost == 0:
            n = lost // board.cost
            for (x, y), weight in next(leaving, {}).items():
                here[x, y, n * one] += weight
        for (x, y, rounds), weight in here.items():
            ended = board.is_over(x, y)
            yield Visit((x, y), ended, rounds, lost, weight)
            if not ended:
                # beyond full dice, more units throw the same
                dice = min(x, board.full_attack), min(y, board.full_defence)
                if dice not in rounds_of:
                    rounds_of[dice] = board.round(*dice)
                for (i, j), part in rounds_of[dice]:
                    ahead[lost + i + j][x - i, y - j, rounds + one] += weight * part
        del ahead[lost]
