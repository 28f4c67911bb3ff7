"""The best of many chains of territories, where each step leaves a choice of what comes next.

A *state* is what is still to be attacked, and `None` nothing; in each there are *choices*: the
territory that comes next, and the state after it.  Every way through them is a chain.

For each state there are vectors: the chances to win with 0, 1, 2, … attackers in front of it, one
vector for each chain that is left.  The vector before a battle is a sum, with weights that are no
less than 0, of the entries of the vector after it (`Board.values`).  So a chain whose vector is
nowhere better than that of another in the same state is no better whatever comes before: it can be
dropped.  The others are the *front* of the state, often one vector where there are many chains.
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from operator import ge, le, mul
from typing import NamedTuple

from riskexact.campaign.chain import (
    Board,
    Territory,
    board_steps,
    check_chain,
    common_base,
    most_bits,
)
from riskexact.errors import RiskError

MOST_STEPS = 1 << 31
"""Steps of one search, counted as by `chain.steps`: some ten seconds."""

STEPS_AROUND_A_BOARD = 10_000
"""What a choice takes, however small its board; measured."""

Vector = list[int]


class Choice(NamedTuple):
    """A territory that can come next, under a name, and the state after it."""

    name: int
    territory: Territory
    after: Hashable


Choices = Callable[[Hashable], Sequence[Choice]]
"""The choices in a state, the one to take first among equals first.

All chains on which a state is reached must have left as many units behind and as many defenders to
come, so that the vectors of a state are whole numbers over the same denominators.
"""


class Best(NamedTuple):
    """The names of the territories of the best chain, and its chance to win."""

    names: tuple[int, ...]
    win_probability: Fraction


class Search:
    """The search for the chain that is won with the highest chance, or with the `lowest`.

    `chain` is one of the chains, and `widest` has the largest garrison for each rule set in any.
    Raises `RiskError` where the work would be too much.
    """

    def __init__(
        self,
        attackers: int,
        start: Hashable,
        choices: Choices,
        chain: Sequence[Territory],
        widest: Sequence[Territory],
        reserve: int,
        lowest: bool = False,
    ) -> None:
        """Take a look at every state, before any work starts."""
        check_chain(attackers, chain)
        self._attackers, self._start, self._choices = attackers, start, choices
        self._no_better = ge if lowest else le
        self._base, self._reserve = common_base(widest), reserve
        self._boards: dict[Territory, Board] = {}
        self._bits = most_bits(attackers, chain)
        self._over = self._base ** (attackers + sum(each.garrison for each in chain))
        self._fronts: dict[Hashable, list[Vector]] = {}
        self._steps = 0
        self._visit_all()
        self._steps = 0

    def best(self) -> Best | None:
        """Return the best chain, the first of equals in the order of choices; None without any."""
        front = self._front(self._start, self._attackers)
        if not front:
            return None
        values = [vector[self._attackers] for vector in front]
        best = min(values) if self._no_better is ge else max(values)
        names: list[int] = []
        scale = 1
        arrived, state = [0] * self._attackers + [1], self._start
        while state is not None:
            name, board, survivors, state = self._next(arrived, state, best)
            names.append(name)
            scale *= board.scale
            arrived = board.going_on(survivors)
        return Best(tuple(names), Fraction(best, self._over * scale))

    def _next(
        self, arrived: Vector, state: Hashable, best: int
    ) -> tuple[int, Board, Vector, Hashable]:
        """Return the first choice with which the chain is worth as much as the best."""
        most = len(arrived) - 1
        for name, territory, after in self._choices(state):
            board = self._board(territory)
            survivors, _ = board.fought(arrived)
            for vector in self._after(territory, after, most):
                if sum(map(mul, survivors, board.worth(vector, most))) == best:
                    return name, board, survivors, after
        raise AssertionError("the best chain is among them")

    def _front(self, state: Hashable, most: int) -> list[Vector]:
        """Return the vectors of a state, for up to `most` attackers, that none is as good as."""
        if state not in self._fronts:
            front: list[Vector] = []
            for _, territory, after in self._choices(state):
                board = self._board(territory)
                for vector in self._after(territory, after, most):
                    self._spend(STEPS_AROUND_A_BOARD + board_steps(most, territory, self._bits))
                    _add(front, board.values(board.worth(vector, most)), self._no_better)
                    self._spend(len(front) * (most + 1))
            self._fronts[state] = front
        return self._fronts[state]

    def _after(self, territory: Territory, after: Hashable, most: int) -> Sequence[Vector | None]:
        if after is None:
            return [None]
        return self._front(after, max(0, most - territory.leave_behind))

    def _board(self, territory: Territory) -> Board:
        if territory not in self._boards:
            self._boards[territory] = Board(territory, self._base, self._reserve)
        return self._boards[territory]

    def _visit_all(self) -> None:
        """Count the steps that there are if every front is one vector."""
        seen, ahead = set(), [(self._start, self._attackers)]
        while ahead:
            state, most = ahead.pop()
            if state in seen or state is None:
                continue
            seen.add(state)
            for _, territory, after in self._choices(state):
                self._spend(STEPS_AROUND_A_BOARD + board_steps(most, territory, self._bits))
                ahead.append((after, max(0, most - territory.leave_behind)))

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise RiskError(
                f"the chains to choose from must take at most {MOST_STEPS} steps to compare, "
                f"not {self._steps} or more; take fewer territories or units"
            )


def _add(front: list[Vector], vector: Vector, no_better: Callable[[int, int], bool]) -> None:
    """Add a vector to a front, unless it is nowhere better than one of them; drop those such.

    >>> front = [[0, 1, 5]]
    >>> _add(front, [0, 2, 4], le)
    >>> _add(front, [0, 2, 3], le)
    >>> front
    [[0, 1, 5], [0, 2, 4]]
    """
    if any(all(map(no_better, vector, other)) for other in front):
        return
    front[:] = [other for other in front if not all(map(no_better, other, vector))]
    front.append(vector)
