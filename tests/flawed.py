"""A program as people write them, with a mistake if one is asked for: `python flawed.py MISTAKE`.

It answers the questions of `riskexact vectors --check` about battles to be won, in floating-point
numbers, and skips all others.  It knows nothing of the package.
"""

import json
import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any


@cache
def one_round(x: int, y: int, faces: int, pairs: int, ties: str) -> dict[tuple[int, int], float]:
    chances: dict[tuple[int, int], float] = {}
    for throw in product(range(1, faces + 1), repeat=x + y):
        xs, ys = sorted(throw[:x], reverse=True), sorted(throw[x:], reverse=True)
        compared = list(zip(xs, ys, strict=False))[:pairs]
        won = sum(a > b or (a == b and ties == "attacker") for a, b in compared)
        lost = len(compared) - won, won
        chances[lost] = chances.get(lost, 0) + 1 / faces ** (x + y)
    return chances


def winning(mistake: str, rules: dict[str, Any]) -> Callable[[int, int], float]:
    x, y, faces = (rules[name] for name in ("attack_dice", "defence_dice", "faces"))
    ties = "attacker" if mistake == "ties" else rules["ties"]
    pairs = 1 if mistake == "single" else rules["pairs"]
    if mistake == "three":
        y = 3
        pairs = 3 if pairs == 2 else pairs

    @cache
    def win(a: int, d: int) -> float:
        if d <= 0 or a <= 0:
            return float(d <= 0 and (a > 0 or mistake != "all dice, none left"))
        thrown = (x, y) if mistake.startswith("all dice") else (min(a, x), min(d, y))
        chances = one_round(*thrown, faces, pairs, ties).items()
        return sum(p * win(a - i, d - j) for (i, j), p in chances)

    return win


def main(mistake: str) -> None:
    random = Random(1)
    known: dict[str, Callable[[int, int], float]] = {}
    for line in sys.stdin:
        question = json.loads(line)
        rules = question["rules"]
        if question["kind"] != "wins" or rules["name"] not in ("standard", "single-loss", "risiko"):
            print("skip")
            continue
        a, d = question["attackers"], question["defenders"]
        if a + d > 110:
            print()
            continue
        if mistake == "ignores rules":
            rules = {**rules, "defence_dice": 2, "pairs": 2}
        a += {"armies": -1, "stays": 1, "simulates armies": -1}.get(mistake, 0)
        key = json.dumps(rules)
        p = known.setdefault(key, winning(mistake, rules))(a, d)
        if mistake == "loses":
            print(1 - p)
        elif mistake == "percent":
            print(f"{100 * p!r}")
        elif mistake == "rounds":
            print(f"{p:.4f}")
        elif mistake == "digits":
            print(f"{p:.6g}")
        elif mistake == "whole percent":
            print(f"{p:.0%}")
        elif mistake == "cuts":
            print(f"{int(p * 10**5) / 10**5:.5f}")
        elif mistake == "overflows":
            print("nan" if a > 10 else p)
        elif mistake.startswith("simulates"):
            print(sum(random.random() < p for _ in range(400)) / 400)
        elif mistake == "wrong somehow":
            print(p * 0.97)
        else:
            print(p)


if __name__ == "__main__":
    main(sys.argv[1])
