"""`python -m tests.benchmarks.methods [N]`: N v N by recursion and by closed form, with the memory.

N defaults to 300.  1000 takes the recursion some minutes.
"""

import resource
import sys
from time import perf_counter

from riskexact.odds import closed_form, recursion


def main(n: int) -> None:
    """Measure and print."""
    started = perf_counter()
    fast = closed_form.win_probability(n, n)
    between = perf_counter()
    slow = recursion.win_probability(n, n)
    done = perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{n} v {n}, standard rules: {fast.denominator.bit_length()} bits, equal: {fast == slow}")
    print(f"closed form  {between - started:9.4f} s")
    print(
        f"recursion    {done - between:9.4f} s, {(done - between) / (between - started):.0f} times"
    )
    print(f"peak memory  {peak:9.1f} MiB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
