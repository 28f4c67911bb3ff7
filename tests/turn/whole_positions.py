"""The best turn by a recursion over whole positions, which shares nothing with the package.

`python -m tests.turn.whole_positions 3000` compares that many random maps with `conquer`.
"""

import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

from riskexact.turn.conquest import conquer
from riskexact.turn.evaluation import Playable
from riskexact.turn.geography import Map
from riskexact.turn.position import Position
from riskexact.turn.search import Bounded

EFFORTS = 20, 100, 500

MOVES: tuple[str | int, ...] = ("any", "dice", "all", 1, 2, 3)


@cache
def throws(x: int, y: int) -> list[tuple[tuple[int, int], Fraction]]:
    """What x dice against y cost both sides, ties to the defender, and how often; not nothing."""
    found: Counter[tuple[int, int]] = Counter()
    for dice in product(range(1, 7), repeat=x + y):
        pairs = list(zip(sorted(dice[:x])[::-1], sorted(dice[x:])[::-1], strict=False))
        fallen = sum(mine > theirs for mine, theirs in pairs)
        found[len(pairs) - fallen, fallen] += 1
    return [(lost, Fraction(n, 6 ** (x + y))) for lost, n in found.items()]


class Board(NamedTuple):
    """Territories by number; those of the enemy have armies below 0."""

    ways: tuple[tuple[int, int], ...]
    armies: tuple[int, ...]
    wanted: tuple[int, ...]
    open: tuple[int, ...]
    move: str | int
    dice: str

    def value(self) -> Fraction:
        """The highest chance to hold all that is wanted."""

        @cache
        def best(armies: tuple[int, ...]) -> Fraction:
            if all(armies[t] > 0 for t in self.wanted):
                return Fraction(1)
            found = Fraction(0)
            for t, u in self.ways:
                if armies[t] > 1 and armies[u] < 0 and u in self.open:
                    most = min(3, armies[t] - 1)
                    for x in range(most if self.dice == "most" else 1, most + 1):
                        chances = throws(x, min(2, -armies[u]))
                        worth = (p * after(armies, t, u, x, *lost) for lost, p in chances)
                        found = max(found, sum(worth, Fraction(0)))
            return found

        def after(
            armies: tuple[int, ...], t: int, u: int, x: int, mine: int, theirs: int
        ) -> Fraction:
            here, there = armies[t] - mine, armies[u] + theirs
            if there:
                return best(with_armies(armies, t, u, here, there))
            numbers = range(1, here)
            if self.move == "dice":
                numbers = range(min(x, here - 1), here)
            elif self.move == "all":
                numbers = range(here - 1, here)
            elif self.move != "any":
                numbers = range(1, min(int(self.move), here - 1) + 1)
            return max(best(with_armies(armies, t, u, here - m, m)) for m in numbers)

        return best(self.armies)

    def position(self) -> Position:
        """The same for `conquer`."""
        both = [(t, u) for t, u in self.ways if t < u and (u, t) in self.ways]
        one = [(t, u) for t, u in self.ways if (u, t) not in self.ways]
        world = Map([named(each) for each in both], one_way=[named(each) for each in one])
        stands = {name(t): n for t, n in enumerate(self.armies)}
        return Position(
            world,
            {t: n for t, n in stands.items() if n > 0},
            {t: -n for t, n in stands.items() if n < 0},
        )


def with_armies(armies: tuple[int, ...], t: int, u: int, here: int, there: int) -> tuple[int, ...]:
    after = list(armies)
    after[t], after[u] = here, there
    return tuple(after)


def name(t: int) -> str:
    return "ABCDE"[t]


def named(way: tuple[int, int]) -> tuple[str, str]:
    return name(way[0]), name(way[1])


def drawn(random: Random) -> Board:
    """A map of two to five territories, most borders of which lead one way, and a question."""
    n = random.randint(2, 5)
    ways = set()
    for u in range(1, n):
        beside = {random.randrange(u), *(t for t in range(u) if random.random() < 0.3)}
        for t in beside:
            ways |= random.choice([{(t, u)}, {(u, t)}, {(t, u), (u, t)}])
    mine = random.sample(range(n), random.randint(1, max(1, n - 2)))
    size = {2: 9, 3: 8, 4: 6, 5: 5}[n]
    armies = tuple(
        random.randint(2, size) if t in mine else -random.randint(1, 3 if n < 5 else 2)
        for t in range(n)
    )
    enemies = [t for t in range(n) if t not in mine]
    wanted = random.sample(enemies, random.randint(1, len(enemies)))
    free = [t for t in enemies if t in wanted or random.random() < 0.6]
    move, dice = random.choice(MOVES), random.choice(["free", "free", "most"])
    return Board(tuple(sorted(ways)), armies, (*wanted,), (*free,), move, dice)


def with_a_way(seed: int) -> Board:
    """A random board on which ways lead to all that is wanted."""
    random = Random(seed)
    return next(each for each in iter(lambda: drawn(random), None) if reached(each))


def compare(board: Board) -> None:
    """Compare `conquer`, and each of its methods, on a board to which a way leads."""
    value = board.value()
    position = board.position()
    take, through = ([*map(name, each)] for each in (board.wanted, board.open))
    answer = conquer(position, take, through, move=board.move, dice=board.dice)
    assert answer.lower == answer.upper == value, board
    for effort in EFFORTS:
        early = conquer(position, take, through, move=board.move, dice=board.dice, effort=effort)
        assert early.lower <= value <= early.upper, (board, effort)
    front = answer.front
    for method in Bounded(front)._methods:
        found = method.value(front.start)
        assert found >= value or not method.bounds_above, (board, method)
        assert found <= value or not isinstance(method, Playable), (board, method)


def reached(board: Board) -> bool:
    """Whether ways lead to all that is wanted."""
    found = {t for t, n in enumerate(board.armies) if n > 0}
    for _ in board.armies:
        found |= {u for t, u in board.ways if t in found and u in board.open}
    return found.issuperset(board.wanted)


if __name__ == "__main__":
    for n in range(int(sys.argv[1])):
        compare(with_a_way(n))
    print(f"{sys.argv[1]} maps: all are equal")
