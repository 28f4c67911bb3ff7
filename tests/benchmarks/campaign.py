"""`python -m tests.benchmarks.campaign`: thirty territories of ten, 300 attackers.

The win chance beside that of fifty cells of 300 v 300 by the closed form, standard rules.  In turn;
the ratio is taken pair by pair.
"""

from statistics import median
from time import perf_counter

from riskexact.questions.battle import win_probability
from riskexact.questions.campaign import Campaign

RUNS = 7
CELLS = 50


def main() -> None:
    """Measure and print."""
    campaigns, ratios = [], []
    for _ in range(RUNS):
        started = perf_counter()
        chance = Campaign(300, (10,) * 30).win_probability
        between = perf_counter()
        for _ in range(CELLS):
            win_probability(300, 300, method="closed-form")
        campaigns.append(between - started)
        ratios.append(campaigns[-1] / (perf_counter() - between))
    print(f"30 territories of 10, 300 attackers: {float(chance):.10f}")
    print(f"win chance              {1000 * median(campaigns):7.1f} ms")
    print(f"ratio to {CELLS} cells       {median(ratios):7.2f} (median of {RUNS} pairs; bar: 1)")


if __name__ == "__main__":
    main()
