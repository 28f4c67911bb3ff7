"""A program as people write them, with a mistake if one is asked for.

It answers the questions of `riskexact vectors --check` about battles to be won, in floating-point
numbers, and skips all others.  It knows nothing of the package.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
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


PRINTED: dict[str, Callable[[float], object]] = {
    "loses": lambda p: 1 - p,
    "percent": lambda p: 100 * p,
    "rounds": "{:.4f}".format,
    "digits": "{:.6g}".format,
    "whole percent": "{:.0%}".format,
    "cuts": lambda p: f"{int(p * 10**5) / 10**5:.5f}",
    "wrong somehow": lambda p: p * 0.97,
}
"""What a program with a mistake of the end prints of the right chance."""


def answers(mistake: str, questions: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what the program prints."""
    random = Random(1)
    known: dict[str, Callable[[int, int], float]] = {}
    for question in questions:
        rules = question["rules"]
        if question["kind"] != "wins" or rules["name"] not in ("standard", "single-loss", "risiko"):
            yield "skip"
            continue
        a, d = question["attackers"], question["defenders"]
        if a + d > 110:
            yield ""
            continue
        if mistake == "ignores rules":
            rules = {**rules, "defence_dice": 2, "pairs": 2}
        a += {"armies": -1, "stays": 1, "simulates armies": -1}.get(mistake, 0)
        p = known.setdefault(json.dumps(rules), winning(mistake, rules))(a, d)
        if mistake.startswith("simulates"):
            p = sum(random.random() < p for _ in range(400)) / 400
        yield "nan" if mistake == "overflows" and a > 10 else str(PRINTED.get(mistake, str)(p))
