"""Bounds of the best turn on boards drawn at random: `python -m tests.benchmarks.turns`.

A board has 6 to 12 territories of the enemy's on the classic map, which hang together, 1 to 4
stacks of the attacker's beside them, and 10 to 60 armies.  It was kept if its first bounds left
room for a chance from 5 to 95 %.  One process, one core; idle machines only.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from resource import RUSAGE_SELF, getrusage

from riskexact import Position, conquer
from riskexact.base.text import percent_text
from riskexact.turn.geography import map_named

BAR, WIDTH = 16, 0.01
"""On how many boards the bounds are to be this close after ten seconds."""

SECONDS = 1, 10, 60

SEEDS = 1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24
"""Of the boards that were kept, by the bounds after 5000 states when they were drawn."""

GARRISONS = 1, 1, 1, 2, 2, 3, 3, 4, 5


def drawn(seed: int) -> Position:
    """Return a board."""
    world, random = map_named("classic"), Random(seed)
    while True:
        enemy = [random.choice(world.territories)]
        for _ in range(random.randint(6, 12) - 1):
            enemy.append(random.choice(beside(enemy)))
        around, stacks = beside(enemy), random.randint(1, 4)
        armies = random.randint(10, 60)
        if len(around) >= stacks and armies >= 2 * stacks:
            mine = dict.fromkeys(random.sample(around, stacks), 2)
            for _ in range(armies - 2 * stacks):
                mine[random.choice(list(mine))] += 1
            return Position(world, mine, {t: random.choice(GARRISONS) for t in enemy})


def beside(territories: list[str]) -> list[str]:
    """Return what borders territories of the classic map."""
    world = map_named("classic")
    return sorted({t for u in territories for t in world.neighbours(u)} - {*territories})


def boards() -> Iterator[tuple[int, Position]]:
    """Yield the boards that are kept, with their seeds."""
    for seed in SEEDS:
        yield seed, drawn(seed)


def main() -> None:
    """Print the bounds of every board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=len(SEEDS))
    parser.add_argument("--seconds", type=float, nargs="+", default=SECONDS)
    options = parser.parse_args()
    close = dict.fromkeys(options.seconds, 0)
    print("| board | territories | defenders | armies |", *(f"{n:g} s |" for n in close))
    print("|--:|" + "--:|" * (3 + len(close)))
    for seed, position in islice(boards(), options.boards):
        armies = " + ".join(map(str, sorted(position.mine.values(), reverse=True)))
        cells = [str(len(position.enemy)), str(sum(position.enemy.values())), armies]
        for seconds in close:
            answer = conquer(position, seconds=seconds)
            close[seconds] += answer.upper - answer.lower <= WIDTH
            bounds = answer.lower, answer.upper
            cells.append(" to ".join(dict.fromkeys(percent_text(bound, 3) for bound in bounds)))
        print(f"| {seed} | {' | '.join(cells)} |", flush=True)
    for seconds, boards_ in close.items():
        print(f"within {WIDTH * 100:g} point after {seconds:g} s: {boards_} of {options.boards}")
    memory = getrusage(RUSAGE_SELF).ru_maxrss >> 10
    print(f"bar: {BAR} of {len(SEEDS)} after 10 s; memory {memory} MiB")


if __name__ == "__main__":
    main()
