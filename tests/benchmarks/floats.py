"""`python -m tests.benchmarks.floats [N]`: a table of correctly rounded floats beside plain ones.

N v N, standard rules; N defaults to 1000.  `yardsticks.float_diagonals` computes one cell, of
which the last digits are wrong; the table has every cell, all digits right.  In turn; the ratio is
taken pair by pair.
"""

import sys
import tracemalloc
from statistics import median
from time import perf_counter
from unittest.mock import patch

from riskexact.questions.tables import floats
from riskexact.rules import STANDARD
from tests.benchmarks.yardsticks import float_diagonals

RUNS = 9


def main(n: int) -> None:
    """Measure and print."""
    plain, table, ratios = [], [], []
    with patch.object(floats, "exact_float", wraps=floats.exact_float) as found_exactly:
        for _ in range(RUNS):
            started = perf_counter()
            about = float_diagonals(n)
            between = perf_counter()
            cells = floats.win_floats(n, n, STANDARD)
            table.append(perf_counter() - between)
            plain.append(between - started)
            ratios.append(table[-1] / plain[-1])
        in_doubt = found_exactly.call_count // RUNS
    tracemalloc.start()
    floats.win_floats(n, n, STANDARD)
    peak = tracemalloc.get_traced_memory()[1] / cells.nbytes
    print(f"{n} v {n}, standard rules: {float(cells[n, n])!r}, by plain floats {about!r}")
    print(f"plain floats, one cell  {1000 * median(plain):7.1f} ms")
    print(f"table, all digits       {1000 * median(table):7.1f} ms, {in_doubt} cells as fractions")
    print(f"ratio                   {median(ratios):7.1f} (median of {RUNS} pairs; bar: 40)")
    print(f"peak memory             {peak:7.2f} of the table's")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
