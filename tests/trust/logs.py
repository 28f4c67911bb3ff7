"""Simulated logs, fair and biased: false alarms at the promised rate, biases at the stated power.

`python -m tests.trust.logs --logs 2000` prints, for each test and level, how often fair logs are
suspected, and how often biased ones are found beside the power that is stated.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from riskexact.battle.battle import Battle
from riskexact.logs import DiceLog, dice_log, log_of_text
from riskexact.rules import STANDARD
from riskexact.rules.dice import resolve
from tests.reference import binomial_p_value
from tests.trust import generators

Row = dict[str, Any]

LEVELS = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 5))

UNLIKELY = Fraction(1, 10**4)
"""A chance so small that what has it does not happen in a test."""


def too_many(found: int, trials: int, chance: Fraction) -> bool:
    """Return whether this many are beyond chance, if each has at most this chance."""
    return found > trials * chance and binomial_p_value(found, trials, chance) < UNLIKELY


def fair_log(battles: int, seed: int, largest: int = 8, broken_off: float = 0) -> list[Row]:
    """Return battles thrown die by die; the attacker may break off after any round."""
    rng = random.Random(seed)
    rows = []
    for _ in range(battles):
        a, d = rng.randint(1, largest), rng.randint(1, largest)
        x, y = a, d
        while x and y:
            attack = [rng.randint(1, 6) for _ in range(min(3, x))]
            lost = resolve(attack, [rng.randint(1, 6) for _ in range(min(2, y))], STANDARD)
            x, y = x - lost[0], y - lost[1]
            if x < y and rng.random() < broken_off:
                break  # as players do, when it goes badly
        rows.append(_row(a, d, x, y))
    return rows


def biased_log(battles: int, seed: int, bias: Fraction, largest: int = 8) -> list[Row]:
    """Return battles whose odds are multiplied by the factor of the bias."""
    rng = random.Random(seed)
    factor = float((1 + 2 * bias) / (1 - 2 * bias))
    rows = []
    for _ in range(battles):
        a, d = rng.randint(1, largest), rng.randint(1, largest)
        outcomes = Battle(a, d).outcomes
        weights = [float(p) * (factor if y == 0 else 1) for (_, y), p in outcomes.items()]
        ((x, y),) = rng.choices(list(outcomes), weights)
        rows.append(_row(a, d, x, y))
    return rows


def _row(a: int, d: int, x: int, y: int) -> Row:
    return {"attackers": a, "defenders": d, "attackers_left": x, "defenders_left": y}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign; return 1 if a rate is beyond chance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=2000, help="how many of each kind")
    parser.add_argument("--battles", type=int, default=200, help="battles in each")
    options = parser.parse_args(arguments)
    seeds = range(options.logs)
    faults = 0
    for name, broken in (("fair", 0.0), ("fair, broken off at will", 0.3)):
        logs = [dice_log(fair_log(options.battles, seed, broken_off=broken)) for seed in seeds]
        for level in LEVELS:
            faults += _report_alarms(name, logs, level)
    logs = [
        log_of_text("\n".join(generators.fair(options.battles, seed)), rules="standard")
        for seed in seeds
    ]
    for level in LEVELS:
        faults += _report_alarms("fair throws", logs, level)
    for percent in (5, 10):
        bias = Fraction(percent, 100)
        logs = [dice_log(biased_log(options.battles, seed, bias)) for seed in seeds]
        found = sum(log.tests[0].p_value <= Fraction(1, 20) for log in logs)
        stated = sum((log.power(bias) for log in logs), Fraction(0)) / len(logs)
        low = too_many(len(logs) - found, len(logs), 1 - stated)
        faults += low
        print(f"bias {percent} %: found {found / len(logs):.4f}, stated {float(stated):.4f}"
              f"{' TOO FEW' if low else ''}")  # fmt: skip
    return int(faults > 0)


def _report_alarms(name: str, logs: list[DiceLog], level: Fraction) -> int:
    faults = 0
    tested: Counter[str] = Counter()
    rates: Counter[str] = Counter()
    for log in logs:
        for test in log.tests:
            tested[test.name] += 1
            rates[test.name] += test.p_value <= level
        tested["any, corrected"] += 1
        rates["any, corrected"] += min(test.corrected for test in log.tests) <= level
    for what, alarms in rates.items():
        bad = too_many(alarms, tested[what], level)
        faults += bad
        rate = f"{alarms / tested[what]:.4f}{' TOO MANY' if bad else ''}"
        print(f"{name}, level {level}: {what} {rate}", flush=True)
    return faults


if __name__ == "__main__":
    raise SystemExit(main())
