"""Logs of throws as real programs throw them, from the numbers that their generators make."""

import random
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count, islice

import numpy as np

SIZES = [(3, 2)] * 4 + [(3, 1)] * 2 + [(2, 2), (2, 1), (1, 2), (1, 1)]
"""Dice of both sides, about as often as in a game."""

RAND_MAX = 2**31 - 1


def glibc(seed: int = 1) -> Iterator[int]:
    """`rand()` of the GNU C library; 1 is the seed of a program that never calls `srand`."""
    r = [seed]
    for _ in range(30):
        r.append(16807 * r[-1] % RAND_MAX)
    last = deque(r[3:] + r[:3], 31)
    for i in count():
        last.append((last[0] + last[-3]) % 2**32)
        if i >= 310:
            yield last[-1] >> 1


def microsoft(seed: int) -> Iterator[int]:
    """`rand()` of Microsoft's C library, which has 15 bits."""
    while True:
        seed = (seed * 214013 + 2531011) % 2**31
        yield seed >> 16


def in_double(number: int) -> int:
    """A die of xfrisk."""
    return 1 + int(6.0 * (number / (RAND_MAX + 1.0)))


def in_single(number: int) -> int:
    """A die of TEG: the greatest 64 numbers of 2^31 make a 7."""
    return 1 + int(np.float32(6.0) * np.float32(number) / np.float32(RAND_MAX + 1.0))


def throws(dice: Iterator[int], number: int, seed: int = 0) -> list[str]:
    """Lines of throws; how many dice each side has depends on the seed alone."""
    sizes = random.Random(seed).choices(SIZES, k=number)
    return [" - ".join(" ".join(map(str, islice(dice, n))) for n in size) for size in sizes]


def unseeded(games: int, number: int) -> list[str]:
    """Games of xfrisk's computer players: each throws the same dice."""
    return throws(map(in_double, glibc()), number) * games


def scaled(number: int, greatest: int) -> list[str]:
    """Dice of TEG, in which a number of 31 ones comes up."""
    numbers = (RAND_MAX if i == greatest else n for i, n in enumerate(glibc(7)))
    return throws(map(in_single, numbers), number)


def modulo(number: int, seed: int = 7) -> list[str]:
    """`1 + rand() % 6` of 15 bits."""
    return throws((1 + n % 6 for n in microsoft(seed)), number)


def fair(number: int, seed: int, weights: tuple[int, ...] = (10,) * 6) -> list[str]:
    """Dice whose faces have weights."""
    rng = random.Random(seed)
    draw: Callable[[], int] = lambda: rng.choices(range(1, 7), weights)[0]  # noqa: E731
    return throws(iter(draw, 0), number, seed)
