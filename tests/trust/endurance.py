"""`python -m tests.trust.endurance`: a million mixed questions in one process, which must not grow.

A tenth of the questions warm the caches up; what is resident after them is compared with what is
at the end.  The exit status is 1 if that has grown by more than the bound.
"""

import argparse
import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import riskexact as rx

QUERIES = 1_000_000
MAX_GROWTH = 32 << 20
"""Bytes that may be added after warming up: what allocators keep for themselves."""


def _rules(chosen: Random) -> rx.Rules:
    """The standard rules, mostly; or one of some thousand others."""
    if chosen.random() < 0.9:
        return rx.STANDARD
    if chosen.random() < 0.5:
        return chosen.choice(list(rx.RULES.values()))
    return rx.Rules(
        chosen.randint(1, 3),
        chosen.randint(1, 3),
        faces=chosen.randint(2, 20),
        pairs=chosen.randint(1, 3),
        ties=chosen.choice(["attacker", "defender"]),
    )


def _odds(chosen: Random) -> object:
    return rx.win_probability(chosen.randint(1, 12), chosen.randint(1, 12), _rules(chosen))


def _large_odds(chosen: Random) -> object:
    return rx.win_probability(chosen.randint(100, 200), chosen.randint(100, 200))


def _outcomes(chosen: Random) -> object:
    battle = rx.Battle(chosen.randint(1, 6), chosen.randint(1, 6), _rules(chosen))
    return battle.outcomes.probability(lambda left: left[0] > 2)


def _stopped(chosen: Random) -> object:
    return rx.Battle(chosen.randint(1, 9), chosen.randint(1, 9), retreat_at=2).costs


def _decimals(chosen: Random) -> object:
    return rx.win_decimal(chosen.randint(1, 10**6), chosen.randint(1, 10**6), chosen.randint(1, 12))


def _campaign(chosen: Random) -> object:
    chain = [chosen.randint(1, 4) for _ in range(chosen.randint(1, 3))]
    return rx.Campaign(chosen.randint(1, 9), chain).win_probability


def _needed(chosen: Random) -> object:
    return rx.attackers_needed(chosen.randint(1, 12), f"{chosen.randint(1, 99)}%")


def _table(chosen: Random) -> object:
    a, d = chosen.randint(1, 6), chosen.randint(1, 6)
    return rx.win_table(range(a, a + 3), range(d, d + 3))[a, d]


def _dice(chosen: Random) -> object:
    rules = _rules(chosen)
    return rx.round_counts(1, 1, rules), rx.break_even_ratio(
        rules
    ) if rules.losses_per_round else None


def _refused(chosen: Random) -> object:
    try:
        rx.win_probability(chosen.randint(-9, -1), "x" * chosen.randint(1, 99))  # type: ignore[arg-type]
    except rx.RiskError as error:
        return str(error)
    raise AssertionError("that was to be refused")


QUESTIONS: Mapping[Callable[[Random], object], int] = {
    _odds: 600,
    _dice: 150,
    _refused: 60,
    _outcomes: 60,
    _stopped: 30,
    _campaign: 40,
    _needed: 30,
    _table: 20,
    _decimals: 8,
    _large_odds: 2,
}
"""Each with its share."""


class Measured(NamedTuple):
    """What is held at one moment."""

    resident: int
    cached: int
    objects: int


def measured() -> Measured:
    """Return the resident bytes, the entries of all caches, and the objects that Python tracks."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    caches = [
        value.cache_info().currsize
        for name, module in list(sys.modules.items())
        if name.startswith("riskexact")
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper)
    ]
    return Measured(pages * os.sysconf("SC_PAGE_SIZE"), sum(caches), len(gc.get_objects()))


def endure(queries: int, seed: int = 0) -> tuple[Measured, Measured, Counter[str]]:
    """Ask; return what was held after a tenth of the questions, and at the end, and their kinds."""
    chosen, asked = Random(seed), Counter[str]()
    kinds, shares = list(QUESTIONS), list(QUESTIONS.values())
    for number in range(queries):
        if number == queries // 10:
            before = measured()
        ask = chosen.choices(kinds, shares)[0]
        ask(chosen)
        asked[ask.__name__.strip("_").replace("_", " ")] += 1
    return before, measured(), asked


def main() -> int:
    """Ask a million questions, and say what became of memory."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--queries", type=int, default=QUERIES, metavar="N")
    options = arguments.parse_args()
    began = monotonic()
    before, after, asked = endure(options.queries)
    print(", ".join(f"{count} {kind}" for kind, count in asked.most_common()))
    for name, was, now in zip(Measured._fields, before, after, strict=True):
        print(f"{name}: {was} after a tenth, {now} at the end, {now - was:+}")
    print(f"{options.queries} queries in {monotonic() - began:.0f} s")
    return 1 if after.resident - before.resident > MAX_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
