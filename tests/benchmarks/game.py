"""`python -m tests.benchmarks.game [--quick] [FILE]`: whole games, how fast and how close.

It prints a row for each bar, or scores the answers in a FILE to the questions of `positions`.

- `--quick` leaves out what takes longer than seconds.
"""

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction
from time import process_time

import riskexact as rx
from riskexact.game.answers import TurnDecision
from riskexact.game.bellman import certified
from riskexact.game.stages import Stage
from riskexact.game.table_check import checked
from riskexact.game.tables import table_of
from riskexact.game.terms import Terms
from tests.benchmarks.positions import scored
from tests.benchmarks.processes import Process
from tests.benchmarks.speed import Row, rows_text, tell, time_text

BOARDS = (
    ("line-3", 30, 3.0, 4e-8, 3),
    ("Australia", 30, 25.0, 3e-8, 3),
    ("line-4", 34, 40.0, 7e-7, 3),
    ("line-5", 26, 90.0, 2e-4, 1),
)
"""Of each board the armies, and bars: seconds, and the width where all have as many armies."""

TABLES = ("line-3", "complete-3", "line-4", "ring-4", "star-4", "complete-4", "Australia", "line-5")

MAX_MEGABYTES, MAX_VERIFY_SECONDS = 8.0, 5.0

NEARLY = Fraction(1, 10**9)


def row(what: str, seconds: float, measured: str, bar: float) -> Row:
    """Return a row with a bar on the seconds."""
    return Row(what, seconds, measured, f"at most {time_text(bar)}", seconds <= bar)


def solved(board: str, armies: int, each: int) -> str:
    """Solve a board; return the seconds, and the widest bounds where all have up to `each` armies.

    >>> float(solved("line-2", 20, 1).split()[1]) < 1e-4
    True
    """
    began = process_time()
    game = rx.Game(board, armies=armies)
    stages, n = game.stages, len(game.names)
    took = process_time() - began
    positions = [(p, (a,) * n) for p in range(1, game.everything) for a in range(1, each + 1)]
    values = [game.chance(*stages.bounds(Stage(*position))) for position in positions]
    return f"{took} {max(float(value.upper - value.lower) for value in values)}"


def boards(quick: bool) -> Iterator[Row]:
    """Yield the times of solving, the widths, and the memory of the largest board."""
    for board, armies, seconds, width, each in BOARDS[: 1 if quick else None]:
        with Process(module="tests.benchmarks.game") as new:
            said = new.timed(f"solved({board!r}, {armies}, {each})", least=0).value
            took, wide = map(float, said.split())
            mib = 1024 * new.peak_gib()
        what = f"{board} to {armies} armies"
        yield row(what, took, f"{mib:.0f} MiB", seconds)
        yield Row(f"{what}: width", 0, f"{wide:.1e}", f"at most {width:.0e}", wide <= width)
    if not quick:
        yield Row(f"{what}: memory", 0, f"{mib:.0f} MiB", "at most 400 MiB", mib <= 400)


def duels() -> Iterator[Row]:
    """Yield the times of duels, once their policy is known, and of the check."""
    rx.duel(1, 1)
    sizes = [(50, 50), (1, 50), (50, 1), (25, 40)]
    times = []
    for size in sizes:
        began = process_time()
        rx.duel(*size)
        times.append(process_time() - began)
    yield row("duels to 50 v 50, the slowest", max(times), "", 0.01)
    checks = {}
    for r in range(1, 21):
        began = process_time()
        assert certified(rx.STANDARD, r)
        checks[process_time() - began] = r
    slowest = max(checks)
    yield row(f"check of a duel, r to 20: {checks[slowest]}", slowest, "", 1.0)


def exact() -> Row:
    """Return the time of the exact fraction of the triangle."""
    began = process_time()
    game = rx.Game("complete-3")
    found = game.value(rx.Position("complete-3", {"A": 1}, {"B": 1, "C": 1}))
    said = "proved" if found.proved else "**not proved**"
    return row("complete-3: the fraction", process_time() - began, said, 3.0)


def undecided(board: str, armies: int) -> Row:
    """Return the share of decisions that are neither unique, nor tied, nor within 1e-9."""
    began = process_time()
    game = rx.Game(board)
    totals = [a for a in _armies(len(game.names), armies) if sum(a) <= armies]
    found = [
        any(decision.regret(step).upper > NEARLY for step in decision.best)
        for p in range(1, game.everything)
        for each in totals
        for doing in ("place", "attack")
        for decision in [TurnDecision(game, Stage(p, each, doing))]
        if decision.kind == "undecided"
    ]
    number = 2 * (game.everything - 1) * len(totals)
    share = sum(found) / number
    what = f"{board}: undecided to {armies} armies, of {number}"
    return Row(what, process_time() - began, f"{share:.2%}", "at most 1 %", share <= 0.01)


def _armies(territories: int, most: int) -> list[tuple[int, ...]]:
    if territories == 0:
        return [()]
    return [(a, *rest) for a in range(1, most) for rest in _armies(territories - 1, most)]


def tables(quick: bool) -> Iterator[Row]:
    """Yield the sizes of tables, and the time of the check, in minutes for all."""
    for board in TABLES[: 2 if quick else None]:
        terms = Terms(board)
        began = process_time()
        content = table_of(terms)
        made, size = process_time() - began, len(content) / 1e6
        bar = f"at most {MAX_MEGABYTES:g} MB"
        yield Row(f"table of {board}", made, f"{size:.2f} MB", bar, size <= MAX_MEGABYTES)
        began = process_time()
        checked(content)
        took, small = process_time() - began, len(terms.names) <= 4
        what = f"table of {board}: --verify"
        yield row(what, took, "", MAX_VERIFY_SECONDS) if small else Row(what, took, "")


def measured(quick: bool) -> Iterator[Row]:
    """Yield all rows."""
    yield from duels()
    yield exact()
    yield from boards(quick)
    for board in ("line-3", "complete-3"):
        yield undecided(board, 8 if quick else 15)
    yield from tables(quick)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, or score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("file", metavar="FILE", nargs="?")
    options = parser.parse_args(arguments)
    if options.file is not None:
        print(scored(options.file))
        return
    rows = []
    for each in measured(options.quick):
        tell(each)
        rows.append(each)
    print(rows_text(rows))


if __name__ == "__main__":
    main()
