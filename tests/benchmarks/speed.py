"""`python -m tests.benchmarks.speed [--quick] [--old PYTHON] [--readme]`: how fast, beside what.

Everything is measured in turn with what it is compared with, in processes of their own: CPU time,
and the median of the ratios.  Answers are compared before anything is timed, and those of 0.1.0
whenever they are timed.

- `--quick` leaves out what takes longer than seconds;
- `--old` is a Python in whose environment `riskexact` 0.1.0 is installed;
- `--readme` writes the tables into the engine's README, and a few rows into the README.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

import riskexact as rx
from tests.benchmarks import yardsticks
from tests.benchmarks.processes import ROOT, Process, RefusedError, Timed, whole_process

BEGIN, END = "<!-- speed: begin -->\n", "<!-- speed: end -->\n"

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 10**4, 10**5, 10**6)
SHAPES: dict[str, Callable[[int], tuple[int, int]]] = {
    "n v n": lambda n: (n, n),
    "n v n/10": lambda n: (n, n // 10),
    "n/10 v n": lambda n: (n // 10, n),
}
PAIRS = {10**5: 3, 10**6: 1}
"""How often what takes long is measured."""

CELLS = ("standard", "single-loss")
"""The rule sets of the curve."""

IN_SHORT = {
    "100 v 100": "the exact odds of 100 v 100",
    "10^5 v 10^5, standard": "the exact odds of 100,000 v 100,000",
    "all outcomes 100 v 100": "all outcomes of 100 v 100",
    "table 300 × 300": "a table, 300 × 300",
    "50 digits of 10^18 v 10^18": "50 certain digits of 10^18 v 10^18",
}
"""The rows of the README, and what they are called there."""


class Row(NamedTuple):
    """A measurement; whether its bar is met, if it has one."""

    what: str
    seconds: float
    measured: str
    bar: str = ""
    met: bool | None = None


class Point(NamedTuple):
    """A point of the curve: the time of this version, and its ratio to that of 0.1.0."""

    seconds: float
    ratio: float


Run = Callable[[], Timed]

Curve = dict[tuple[str, str, int], Point]
"""By rule set, shape and n."""


def in_turn(ours: Run, theirs: Run, pairs: int = 5, same: bool = False) -> Point:
    """Return our median time, and the median of ours / theirs, measured in turn.

    A machine that is shared is now fast, now slow; what runs side by side is slowed alike.  With
    `same`, both must have the same value.
    """
    times, ratios = [], []
    for _ in range(pairs):
        theirs_timed, ours_timed = theirs(), ours()
        assert not same or theirs_timed.value == ours_timed.value, "0.1.0 has another number"
        times.append(ours_timed.seconds)
        ratios.append(ours_timed.seconds / theirs_timed.seconds)
    return Point(median(times), median(ratios))


def faster(what: str, point: Point, peer: str, bar: float | None = None) -> Row:
    """Return a row that says how many times faster than a peer this is."""
    factor = 1 / point.ratio
    wanted = "" if bar is None else f"at least {bar:g}"
    met = None if bar is None else factor >= bar
    return Row(what, point.seconds, f"{number_text(factor)} times faster than {peer}", wanted, met)


def times(what: str, point: Point, unit: str, bar: float) -> Row:
    """Return a row that says how many of a unit this takes."""
    met = point.ratio <= bar
    return Row(what, point.seconds, f"{number_text(point.ratio)} {unit}", f"at most {bar:g}", met)


def compare() -> None:
    """Raise unless all programs agree."""
    n = 30
    exact = rx.win_probability(n, n, method="recursion")
    table = rx.win_table(range(1, n + 1), range(1, n + 1))
    assert exact == yardsticks.cached_fractions(n) == rx.win_probability(n, n)
    assert exact == yardsticks.icepool_cell(n) == yardsticks.dyce_cell(n)
    assert exact == rx.win_probability(n, n, method="closed-form")
    integers, fractions = yardsticks.integer_table(n), yardsticks.fraction_table(n)
    for a in range(1, n + 1):
        for d in range(1, n + 1):
            assert fractions[a][d] == table[a, d] == Fraction(integers[a][d], 6 ** (5 * (a + d)))
    assert yardsticks.fraction_outcomes(n) == dict(rx.Battle(n, n).outcomes)
    assert abs(yardsticks.float_diagonals(n) - exact) < 1e-12
    assert table.to_numpy()[-1, -1] == float(exact)


def win(a: int, d: int, rules: str = "standard") -> str:
    """Return the expression of one cell."""
    return f"win_probability({a}, {d}, RULES[{rules!r}])"


def digits(a: int, d: int, rules: str = "standard") -> str:
    """Return the expression of fifty certain digits."""
    return f"win_decimal({a}, {d}, 50, RULES[{rules!r}])"


def table(n: int) -> str:
    """Return the expression of a table."""
    return f"win_table(range(1, {n + 1}), range(1, {n + 1}))"


def beside(process: Process, ours: str, theirs: str, pairs: int = 5) -> Point:
    """Return one expression beside another, in the same process."""
    return in_turn(partial(process.timed, ours), partial(process.timed, theirs), pairs)


def curve(new: Process, old: Process, sizes: Iterable[int]) -> Curve:
    """Return cells of all sizes beside 0.1.0, whose answers are the same."""
    found: Curve = {}
    for n, rules, (shape, battle) in product(sizes, CELLS, SHAPES.items()):
        expression, pairs = win(*battle(n), rules), PAIRS.get(n, 5)
        ours, theirs = partial(new.timed, expression), partial(old.timed, expression)
        point = found[rules, shape, n] = in_turn(ours, theirs, pairs, same=True)
        tell(f"{expression}: {time_text(point.seconds)}, {point.ratio:.3g} of 0.1.0's time")
    return found


def beside_the_old(found: Curve) -> Iterator[Row]:
    """Yield what is asked of the curve."""
    for n, bar in ((10, 7.0), (50, 12.0)):
        if point := found.get(("standard", "n v n", n)):
            yield faster(f"{n} v {n}", point, "0.1.0", bar)
    worst = max(found, key=lambda key: found[key].ratio)
    rules, shape, n = worst
    what = f"slowest of the curve: {rules}, {shape}, n = {size_text(n)}"
    yield times(what, found[worst], "times 0.1.0", 1)
    for (rules, bar), n in product((("standard", 1.0), ("single-loss", 0.75)), (10**5, 10**6)):
        if point := found.get((rules, "n v n", n)):
            size = size_text(n)
            yield times(f"{size} v {size}, {rules}", point, "times 0.1.0", bar)


def cells(new: Process) -> Iterator[Row]:
    """Yield single cells beside the programs that compute one."""
    for program, peer, bar in (
        ("cached_fractions", "(a)", 800.0),
        ("icepool_cell", "icepool", None),
        ("dyce_cell", "dyce", None),
    ):
        yield faster("100 v 100", beside(new, win(100, 100), f"{program}(100)"), peer, bar)
    point = beside(new, win(1000, 1000), "float_diagonals(1000)", pairs=11)
    yield faster("1000 v 1000", point, "(c)", 3.7)


def many_cells(new: Process, quick: bool) -> Iterator[Row]:
    """Yield what has more than one cell."""
    point = beside(new, "Battle(100, 100).outcomes", "len(fraction_outcomes(100))")
    yield faster("all outcomes 100 v 100", point, "(a)", 20)
    cells = "[win_probability(300, 300, method='closed-form') for _ in range(50)][-1]"
    point = beside(new, "Campaign(300, (10,) * 30).win_probability", cells)
    yield times("30 territories of 10, 300 attackers", point, "times 50 closed forms 300 v 300", 1)
    if quick:
        return
    point = beside(new, "Battle(1000, 1000).outcomes", win(1000, 1000))
    yield times("all outcomes 1000 v 1000", point, "cells", 25)
    for program, peer, bar in (("fraction_table", "(a)", 40.0), ("integer_table", "(b)", None)):
        point = beside(new, f"{table(300)}[300, 300]", f"len({program}(300))", pairs=3)
        yield faster("table 300 × 300", point, peer, bar)
    point = beside(new, f"{table(1000)}[1000, 1000]", "len(integer_table(1000))", pairs=3)
    yield faster("table 1000 × 1000", point, "(b)", 6)
    for what, expression, most in (
        ("table 1000 × 1000", f"{table(1000)}[1000, 1000]", 1.2),
        ("10^6 v 10^6", win(10**6, 10**6), 1.0),
    ):
        with Process() as another:
            seconds = another.timed(expression).seconds
            peak = another.peak_gib()
        what = f"memory of {what}"
        yield Row(what, seconds, f"{peak:.2f} GiB", f"at most {most:g}", peak <= most)
    floats = f"float({table(1000)}.to_numpy()[-1, -1])"
    point = beside(new, floats, "float_diagonals(1000)", pairs=3)
    yield times("to_numpy() 1000 × 1000", point, "times (c)", 40)


def certain_digits(new: Process, old: Process | None, quick: bool) -> Iterator[Row]:
    """Yield fifty certain digits: the slowest rule set, and those that are refused."""
    million, huge = digits(10**6, 10**6), digits(10**18, 10**18)
    yield times("50 digits of 10^18 v 10^18", beside(new, huge, million), "times 10^6 v 10^6", 3)
    if quick or old is None:
        return
    found, refused = list[tuple[float, str, Point]](), dict[str, list[str]]()
    for name, n in product(rx.RULES, (10**6, 10**9, 10**12, 10**18)):
        ours, theirs = partial(new.timed, digits(n, n, name)), partial(old.timed, million)
        size = size_text(n)
        try:
            point = in_turn(ours, theirs, pairs=3)
            found.append((point.ratio, f"{name}, {size} v {size}", point))
        except RefusedError:
            refused.setdefault(name, []).append(size)
    _, slowest, point = max(found)
    yield times(f"50 digits, the slowest: {slowest}", point, "times 0.1.0's standard 10^6", 30)
    for name, sizes in refused.items():
        yield Row(f"50 digits, {name}", 0, f"refused at {', '.join(sizes)}", "", False)


def needed(quick: bool) -> Iterator[Row]:
    """Yield the smallest forces, asked once in a new process; the bars are an idle machine's."""
    for n, bar in ((300, 0.02), (10**6, 1.0), (10**12, 1.0))[: 1 if quick else None]:
        row = partial(Row, f"need {size_text(n)}, 90 %", bar=f"at most {time_text(bar)}")
        with Process() as new:
            new.timed("attackers_needed(3, '90%')")
            try:
                seconds, _ = new.timed(f"attackers_needed({n}, '90%')", least=0)
                yield row(seconds, "", met=seconds <= bar)
            except RefusedError:
                yield row(0, "refused", met=False)


def start(runs: int) -> Row:
    """Return the first answer of the command line."""
    riskexact = str(Path(sys.executable).with_name("riskexact"))
    point = in_turn(
        partial(whole_process, riskexact, "odds", "17", "6"),
        partial(whole_process, sys.executable, "-c", "pass"),
        runs,
    )
    return times("riskexact odds 17 6", point, "times python -c pass", 3.5)


def time_text(took: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if factor * took >= 1:
            return f"{factor * took:.3g} {unit}"
    return f"{1e6 * took:.3g} µs"


def number_text(number: float) -> str:
    """Return a ratio in three digits, or more before the point."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def size_text(n: int) -> str:
    """Return a power of ten as one, where that is shorter."""
    return f"10^{len(str(n)) - 1}" if n >= 10**4 else f"{n}"


def rows_text(rows: Sequence[Row]) -> str:
    """Return the rows as a table."""
    lines = ["| what | time | measured | bar | |", "|---|---|---|---|---|"]
    before = ""
    for row in rows:
        what = "" if row.what == before else row.what
        before = row.what
        met = {None: "", True: "met", False: "**missed**"}[row.met]
        lines.append(
            f"| {what} | {time_text(row.seconds) if row.seconds else ''} | {row.measured} "
            f"| {row.bar} | {met} |"
        )
    return "\n".join([*lines, ""])


def curve_text(found: Curve) -> str:
    """Return the curve as a table."""
    columns = [(rules, shape) for rules in CELLS for shape in SHAPES]
    lines = [
        "| n | " + " | ".join(f"{rules}, {shape}" for rules, shape in columns) + " |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for n in sorted({n for _, _, n in found}):
        points = [found[rules, shape, n] for rules, shape in columns]
        cells = " | ".join(f"{time_text(time)}, {ratio:.2g}" for time, ratio in points)
        lines.append(f"| {size_text(n)} | {cells} |")
    return "\n".join([*lines, ""])


def in_short(rows: Sequence[Row]) -> str:
    """Return the rows of the README."""
    took = {row.what: time_text(row.seconds) for row in reversed(rows)}
    lines = [f"| {name} | {took[what]} |" for what, name in IN_SHORT.items()]
    return "\n".join(["| what | time |", "|---|---|", *lines, ""])


def write(readme: Path, text: str) -> None:
    """Put tables where the README has them."""
    before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    readme.write_text(f"{before}{BEGIN}{text}{END}{after}", encoding="utf-8")


def tell(what: object) -> None:
    """Show a measurement as soon as it is made: the tables come minutes later."""
    print(what, file=sys.stderr, flush=True)


def measured(old: Process | None, quick: bool) -> tuple[list[Row], Curve]:
    """Return all rows, and the curve, which is empty without 0.1.0."""
    found: Curve = {}
    rows: list[Row] = []

    def add(more: Iterable[Row]) -> None:
        for row in more:
            tell(row)
            rows.append(row)

    with Process(module="tests.benchmarks.yardsticks") as new:
        if old:
            found = curve(new, old, [n for n in SIZES if n <= (100 if quick else 10**6)])
            add(beside_the_old(found))
        add(cells(new))
        add(many_cells(new, quick))
        add(certain_digits(new, old, quick))
    add(needed(quick))
    add([start(11 if quick else 41)])
    return rows, found


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--old", metavar="PYTHON")
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args(arguments)
    if options.readme and (options.quick or not options.old):
        parser.error("--readme takes --old, and no --quick")
    compare()
    with Process(options.old) if options.old else nullcontext() as old:
        if old and old.timed("__import__('riskexact').__version__").value != "0.1.0":
            parser.error("--old must be a Python with riskexact 0.1.0")
        rows, found = measured(old, options.quick)
    tables = rows_text(rows)
    if found:
        tables += f"\n{curve_text(found)}"
    print(tables)
    if options.readme:
        write(ROOT / "riskexact" / "engine" / "README.md", tables)
        write(ROOT / "README.md", in_short(rows))


if __name__ == "__main__":
    main()
