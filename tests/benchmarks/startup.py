"""`python -m tests.benchmarks.startup`: `riskexact odds 17 6` beside `python -c pass`.

Whole processes, in turn; the ratio is taken pair by pair.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 41


def seconds(*command: str) -> float:
    """Return how long a process takes."""
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started


def main() -> None:
    """Measure and print."""
    riskexact = str(Path(sys.executable).with_name("riskexact"))
    ratios, answers, nothings = [], [], []
    for _ in range(RUNS):
        nothings.append(seconds(sys.executable, "-c", "pass"))
        answers.append(seconds(riskexact, "odds", "17", "6"))
        ratios.append(answers[-1] / nothings[-1])
    print(f"python -c pass       {1000 * median(nothings):6.1f} ms")
    print(f"riskexact odds 17 6  {1000 * median(answers):6.1f} ms")
    print(f"ratio                {median(ratios):6.2f} (median of {RUNS} pairs; bar: 6)")


if __name__ == "__main__":
    main()
