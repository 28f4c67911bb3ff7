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

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.odds.limits import MOST_BITS, MOST_SECONDS
from riskexact.questions.campaign.chain import (
    NANOSECONDS_OF_STEP,
    Board,
    Territory,
    board_steps,
    check_chain,
    common_base,
    most_bits,
)

VECTORS = 2
"""Vectors of a front, on which an estimate goes; measured: 1 to 4, in the mean over all boards."""

MOST_STATES = 1 << 17
"""States of one search: those of 17 territories, all different, in any order."""

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

    `chain` is one of the chains: all have as many defenders, and are fought by the same rules.
    Raises `RiskError` where the work would be too much.
    """

    def __init__(
        self,
        attackers: int,
        start: Hashable,
        choices: Choices,
        chain: Sequence[Territory],
        reserve: int,
        lowest: bool = False,
    ) -> None:
        """Take a look at every state, before any work starts."""
        check_chain(attackers, chain)
        self._attackers, self._start, self._choices = attackers, start, choices
        self._no_better = ge if lowest else le
        self._base, self._reserve = common_base(chain), reserve
        self._boards: dict[Territory, Board] = {}
        self._bits = most_bits(attackers, chain)
        self._over = self._base ** (attackers + sum(each.garrison for each in chain))
        self._fronts: dict[Hashable, list[Vector]] = {}
        self._seconds, self._held, self._most_seconds = 0.0, 0, MOST_SECONDS
        states = self._states()
        # where fronts grow beyond the estimate, the search may take longer, but not for ever
        self._seconds, self._held, self._most_seconds = 0.0, 0, 4 * MOST_SECONDS
        self._last_first = reversed(states)

    def best(self) -> Best | None:
        """Return the best chain, the first of equals in the order of choices; None without any."""
        for state, most in self._last_first:
            self._fronts[state] = self._front(state, most)
        front = self._fronts[self._start]
        if not front:
            return None
        values = [vector[self._attackers] for vector in front]
        best = min(values) if self._no_better is ge else max(values)
        names: list[int] = []
        arrived, state = [0] * self._attackers + [1], self._start
        while state is not None:
            name, board, survivors, state = self._next(arrived, state, best)
            names.append(name)
            arrived = board.going_on(survivors)
        return Best(tuple(names), Fraction(best, self._over))

    def _next(
        self, arrived: Vector, state: Hashable, best: int
    ) -> tuple[int, Board, Vector, Hashable]:
        """Return the first choice with which the chain is worth as much as the best."""
        most = len(arrived) - 1
        for name, territory, after in self._choices(state):
            board = self._board(territory)
            survivors, _ = board.fought(arrived)
            for vector in self._after(after):
                if sum(map(mul, survivors, board.worth(vector, most))) == best:
                    return name, board, survivors, after
        raise AssertionError("the best chain is among them")

    def _front(self, state: Hashable, most: int) -> list[Vector]:
        """Return the vectors of a state, for up to `most` attackers, that none is as good as."""
        front: list[Vector] = []
        for _, territory, after in self._choices(state):
            board = self._board(territory)
            for vector in self._after(after):
                self._spend(self._steps_of(most, territory))
                _add(front, board.values(board.worth(vector, most)), self._no_better)
                self._spend(len(front) * (most + 1))
        self._hold(len(front), most)
        return front

    def _after(self, after: Hashable) -> Sequence[Vector | None]:
        return [None] if after is None else self._fronts[after]

    def _board(self, territory: Territory) -> Board:
        if territory not in self._boards:
            self._boards[territory] = Board(territory, self._base, self._reserve)
        return self._boards[territory]

    def _states(self) -> list[tuple[Hashable, int]]:
        """Return all states, those with more to attack first, and the most attackers in front.

        Raises `RiskError` if it would take too much even if fronts have no more vectors than usual.
        """
        states = [(self._start, self._attackers)]
        seen = {self._start}
        for state, most in states:
            self._hold(VECTORS, most)
            for _, territory, after in self._choices(state):
                self._spend(VECTORS * self._steps_of(most, territory))
                if after is not None and after not in seen:
                    seen.add(after)
                    check_states(len(seen))
                    states.append((after, max(0, most - territory.leave_behind)))
        return states

    def _steps_of(self, most: int, territory: Territory) -> int:
        return STEPS_AROUND_A_BOARD + board_steps(most, territory, self._bits)

    def _spend(self, steps: int) -> None:
        self._seconds += steps * NANOSECONDS_OF_STEP / 10**9
        if self._seconds > self._most_seconds:
            raise RiskError(
                f"the chains to choose from must take at most {MOST_SECONDS // 60} minutes to "
                f"compare by an estimate, not {int(self._seconds / 60) + 1} or more; take fewer "
                f"territories or units"
            )

    def _hold(self, vectors: int, most: int) -> None:
        self._held += vectors * (most + 1) * self._bits // 2
        if self._held > MOST_BITS:
            raise RiskError(
                f"the chains to choose from must fit in {MOST_BITS >> 33} GiB, and do not; take "
                f"fewer territories or units"
            )


def check_states(states: int) -> None:
    """Raise `RiskError` for more states than a search may have.

    >>> check_states(1 << 20)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: the chains to choose from must have at most 131072 parts that they \
share, not 1048576; take fewer territories or units
    """
    if states > MOST_STATES:
        raise RiskError(
            f"the chains to choose from must have at most {MOST_STATES} parts that they share, "
            f"not {shown(states)}; take fewer territories or units"
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
