"""`python -m tests.benchmarks.startup`: `riskexact odds 17 6` beside `python -c pass`.

Whole processes, in turn; the ratio is taken pair by pair.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 41


def seconds(*command: str) -> float:
    """Return how long a process takes, where byte code may be kept as an installation keeps it."""
    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=surroundings)
    return perf_counter() - started


def measure(runs: int) -> tuple[float, float]:
    """Return the median ratio, and the median time of `riskexact odds 17 6`."""
    riskexact = str(Path(sys.executable).with_name("riskexact"))
    ratios, answers = [], []
    for _ in range(runs):
        nothing = seconds(sys.executable, "-c", "pass")
        answers.append(seconds(riskexact, "odds", "17", "6"))
        ratios.append(answers[-1] / nothing)
    return median(ratios), median(answers)


def main() -> None:
    """Measure and print."""
    ratio, answer = measure(RUNS)
    print(f"riskexact odds 17 6  {1000 * answer:6.1f} ms")
    print(f"ratio                {ratio:6.2f} (median of {RUNS} pairs; bar: 6)")


if __name__ == "__main__":
    main()
