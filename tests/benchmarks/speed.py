"""`python -m tests.benchmarks.speed [--quick] [--readme]`: this project beside what else there is.

Everything in one run on one machine, as ratios; all answers are compared before anything is timed.
`--quick` leaves out what takes long, and `--readme` writes the table into the engine's README, and
a few of its rows into the README.
"""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np
from flint import fmpz

from riskexact.engine import cell
from riskexact.engine.table import IntegerTable
from riskexact.odds import closed_form
from riskexact.questions.battle import Battle, win_decimal, win_probability
from riskexact.questions.tables import win_table
from riskexact.questions.tables.floats import win_floats
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.benchmarks import startup, yardsticks

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- speed: begin -->\n", "<!-- speed: end -->\n"

IN_SHORT = {
    "one cell 100 v 100": "the exact odds of 100 v 100",
    "one cell 10^5 v 10^5, standard": "the exact odds of 100,000 v 100,000",
    "all outcomes 100 v 100": "all outcomes of 100 v 100",
    "table 300 × 300": "a table, 300 × 300",
    "win_decimal 10^18 v 10^18, 50 digits": "50 certain digits of 10^18 v 10^18",
}
"""The rows of the README, and what they are called there."""


class Line(NamedTuple):
    """A line of the table."""

    what: str
    seconds: float
    ratio: str
    bar: str


def seconds(run: Callable[[], object], least: float = 0.3, most_runs: int = 50) -> float:
    """Return the median time of a run, over so many that they take some time."""
    times: list[float] = []
    while sum(times) < least and len(times) < most_runs:
        started = perf_counter()
        run()
        times.append(perf_counter() - started)
    return median(times)


def paired(
    ours: Callable[[], object], theirs: Callable[[], object], pairs: int = 5
) -> tuple[float, float]:
    """Return our median time, and the median of theirs / ours, measured in turn.

    A machine that is shared is now fast, now slow; what runs side by side is slowed alike.
    """
    times, ratios = [], []
    for _ in range(pairs):
        their_time = seconds(theirs, least=0.05)
        times.append(seconds(ours, least=0.05))
        ratios.append(their_time / times[-1])
    return median(times), median(ratios)


def product_of(bits: int) -> Callable[[], object]:
    """Return one product of two integers of so many bits: the physical yardstick."""
    x, y = (fmpz(3) ** (bits * 1000 // 1585 + k) for k in (0, 1))
    return lambda: x * y


def compare() -> None:
    """Raise unless all programs agree."""
    n = 30
    exact = win_probability(n, n, method="recursion")
    table = IntegerTable(n, n, STANDARD)
    assert exact == yardsticks.cached_fractions(n) == cell.win_probability(n, n, STANDARD)
    assert exact == yardsticks.icepool_cell(n) == yardsticks.dyce_cell(n)
    assert exact == closed_form.win_probability(n, n) == table[n, n]
    integers, fractions = yardsticks.integer_table(n), yardsticks.fraction_table(n)
    for a in range(1, n + 1):
        for d in range(1, n + 1):
            assert fractions[a][d] == table[a, d] == Fraction(integers[a][d], 6 ** (5 * (a + d)))
    assert yardsticks.fraction_outcomes(n) == dict(Battle(n, n).outcomes)
    assert abs(yardsticks.float_diagonals(n) - exact) < 1e-12
    array = win_table(range(1, n + 1), range(1, n + 1)).to_numpy()
    assert array[-1, -1] == float(exact)


def cell_of(n: int, rules: Rules = STANDARD) -> Callable[[], Fraction]:
    """Return the computation of one cell."""
    return lambda: cell.win_probability(n, n, rules)


def small_cells() -> list[Line]:
    """One cell beside the programs that compute one."""
    lines: list[Line] = []
    for name, program, bar in (
        ("(a)", yardsticks.cached_fractions, "250"),
        ("icepool", yardsticks.icepool_cell, ""),
        ("dyce", yardsticks.dyce_cell, ""),
    ):
        took, ratio = paired(cell_of(100), lambda program=program: program(100))  # type: ignore[misc]
        what = "" if lines else "one cell 100 v 100"
        lines.append(Line(what, took, f"{ratio:.0f} times faster than {name}", bar))
    took, ratio = paired(cell_of(1000), lambda: yardsticks.float_diagonals(1000), pairs=11)
    return [*lines, Line("one cell 1000 v 1000", took, f"{ratio:.1f} times faster than (c)", "3")]


def large_cells(rules: Rules, sizes: list[int], bars: dict[int, str]) -> list[Line]:
    """One cell in products of integers of its size, and the growth from size to size."""
    lines: list[Line] = []
    for n in sizes:
        bits = cell_of(n, rules)().denominator.bit_length()
        took, ratio = paired(cell_of(n, rules), product_of(bits), pairs=1 if n > 10**5 else 5)
        growth = f", {took / lines[-1].seconds:.1f} times the size before" if lines else ""
        name = f"one cell 10^{len(str(n)) - 1} v 10^{len(str(n)) - 1}, {rules.name}"
        lines.append(Line(name, took, f"{1 / ratio:.0f} products{growth}", bars.get(n, "")))
    return lines


def outcomes_and_tables(quick: bool) -> list[Line]:
    """Everything that has more than one cell."""
    took, ratio = paired(
        lambda: Battle(100, 100).outcomes, lambda: yardsticks.fraction_outcomes(100)
    )
    lines = [Line("all outcomes 100 v 100", took, f"{ratio:.0f} times faster than (a)", "20")]
    if quick:
        return lines
    took, ratio = paired(lambda: Battle(1000, 1000).outcomes, cell_of(1000))
    lines.append(Line("all outcomes 1000 v 1000", took, f"{1 / ratio:.0f} times one cell", "100"))

    def integers() -> IntegerTable:
        return IntegerTable(300, 300, STANDARD)

    took, ratio = paired(integers, lambda: yardsticks.fraction_table(300), pairs=1)
    lines.append(Line("table 300 × 300", took, f"{ratio:.0f} times faster than (a)", "40"))
    took, ratio = paired(integers, lambda: yardsticks.integer_table(300))
    lines.append(Line("", took, f"{ratio:.1f} times faster than (b)", ""))
    table = win_table(range(1, 301), range(1, 301))
    assert table[300, 300] == cell.win_probability(300, 300, STANDARD)
    took, ratio = paired(lambda: [row for _, row in table.rows()], integers, pairs=1)
    lines.append(Line("its 90,000 Fractions", took, f"{1 / ratio:.0f} times the table", ""))
    peak = peak_gib("IntegerTable(1000, 1000, STANDARD)")
    took, ratio = paired(
        lambda: IntegerTable(1000, 1000, STANDARD), lambda: yardsticks.integer_table(1000), pairs=1
    )
    what = f"{ratio:.1f} times faster than (b), {peak:.1f} GiB"
    lines.append(Line("table 1000 × 1000", took, what, "4 GiB"))
    took, ratio = paired(
        lambda: win_floats(1000, 1000, STANDARD), lambda: yardsticks.float_diagonals(1000)
    )
    return [*lines, Line("to_numpy() 1000 × 1000", took, f"{1 / ratio:.0f} times (c)", "40")]


def decimals(exact: float | None) -> list[Line]:
    """Fifty certain digits."""

    def digits_of_a_million() -> str:
        return win_decimal(10**6, 10**6, 50)

    million = seconds(digits_of_a_million)
    huge, ratio_of_huge = paired(lambda: win_decimal(10**18, 10**18, 50), digits_of_a_million)
    single, ratio_of_single = paired(
        lambda: win_decimal(10**6, 10**6, 50, SINGLE_LOSS), digits_of_a_million
    )
    three = seconds(lambda: win_decimal(10**5, 10**5, 50, Rules(3, 3)), most_runs=1)
    ratio = f"{exact / million:.0f} times faster than the exact cell" if exact else ""
    return [
        Line("win_decimal 10^6 v 10^6, 50 digits", million, ratio, "100"),
        Line(
            "win_decimal 10^18 v 10^18, 50 digits", huge, f"{1 / ratio_of_huge:.1f} times that", "3"
        ),
        Line("win_decimal 10^6 v 10^6, K = 1", single, f"{1 / ratio_of_single:.1f} times", ""),
        Line("win_decimal 10^5 v 10^5, 3 v 3 dice", three, f"{three / million:.0f} times", ""),
    ]


def peak_gib(code: str) -> float:
    """Return the peak memory of a process that runs the code, in GiB."""
    setup = (
        "from riskexact.engine import cell; from riskexact.rules import *; "
        "from riskexact.engine.table import IntegerTable; kept = "
    )
    # what getrusage says would include the process that this one is forked from
    report = "; print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    command = [sys.executable, "-c", setup + code + report]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) / 2**20


def time_text(took: float) -> str:
    """Return a time in the unit that suits it."""
    return f"{1000 * took:.3g} ms" if took < 1 else f"{took:.3g} s"


def markdown(lines: list[Line]) -> str:
    """Return the table."""
    rows = ["| what | time | ratio | bar |", "|---|---|---|---|"]
    rows += [
        f"| {what} | {time_text(took)} | {ratio} | {bar} |" for what, took, ratio, bar in lines
    ]
    return "\n".join([*rows, ""])


def in_short(lines: list[Line]) -> str:
    """Return the rows of the README."""
    took = {line.what: time_text(line.seconds) for line in lines}
    rows = [f"| {name} | {took[what]} |" for what, name in IN_SHORT.items()]
    return "\n".join(["| what | time |", "|---|---|", *rows, ""])


def main(options: list[str]) -> None:
    """Compare, measure and print."""
    quick = "--quick" in options
    compare()
    sizes = [10**4] if quick else [10**4, 10**5, 10**6]
    standard = large_cells(STANDARD, sizes, {10**5: "200", 10**6: "320, growth 22"})
    single = large_cells(SINGLE_LOSS, sizes, {10**5: "60", 10**6: "120"})
    lines = [*small_cells(), *standard, *single, *outcomes_and_tables(quick)]
    lines += decimals(None if quick else standard[-1].seconds)
    if not quick:
        gib = peak_gib("cell.win_probability(10**6, 10**6, STANDARD)")
        lines.append(Line("memory of 10^6 v 10^6", standard[-1].seconds, f"{gib:.2f} GiB", "1"))
    ratio, answer = startup.measure(5 if quick else startup.RUNS)
    lines.append(Line("riskexact odds 17 6", answer, f"{ratio:.1f} times python -c pass", "6"))
    print(markdown(lines))
    if "--readme" in options:
        write(ROOT / "riskexact" / "engine" / "README.md", markdown(lines))
        write(ROOT / "README.md", in_short(lines))


def write(readme: Path, table: str) -> None:
    """Put a table where the README has one."""
    before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    readme.write_text(f"{before}{BEGIN}{table}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    np.seterr(under="ignore")
    main(sys.argv[1:])
