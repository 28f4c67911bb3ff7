"""`python -m tests.benchmarks.publication`: what publications cost, beside what their plan says.

Every job is made in this process, one after the other; seconds are those of the processor, so that
others on the machine matter less.  For each kind of jobs: what was measured, and what of the
estimate that is (bar: between half and twice; what takes less than a tenth of a second counts in
the sum alone).
"""

from collections import defaultdict
from collections.abc import Iterable
from time import process_time

from riskexact.publication.jobs import Job, jobs_of
from riskexact.publication.manifest import installed_extras
from riskexact.publication.plan import Edition, Plan, Tile
from riskexact.publication.values import ROADS
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES

WHOLE = (
    (STANDARD, 20),
    (STANDARD, 40),
    (SINGLE_LOSS, 40),
    (RULES["risiko"], 20),
    (RULES["capital-behind-a-wall"], 20),
    (Rules(ties="nobody", name="ties-to-nobody"), 12),
    (STANDARD, 60),
)

FAR_OUT = (
    (STANDARD, 300, "win", (251, 50), (251, 50)),
    (STANDARD, 300, "outcomes", (151, 6), (151, 6)),
    (STANDARD, 1000, "win", (951, 50), (951, 50)),
    (STANDARD, 1000, "outcomes", (1, 10), (501, 10)),
    (STANDARD, 1000, "outcomes", (501, 3), (501, 4)),
    (STANDARD, 1000, "outcomes", (1000, 1), (998, 3)),
    (SINGLE_LOSS, 1000, "outcomes", (1000, 1), (999, 2)),
)
"""Tiles of large editions: rules, size, data set, and (first, how many) of either side."""


def measured(jobs: Iterable[Job]) -> dict[str, tuple[float, float, float, float]]:
    """Return seconds and bytes, and those that were expected, of each kind of jobs."""
    made: dict[str, bytes] = {}
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
    for job in jobs:
        began = process_time()
        files = job.make(ROADS[job.road or "recursion"](), made.__getitem__, job.paths)
        seconds = process_time() - began
        made |= files
        here = (seconds, sum(map(len, files.values())), job.seconds, job.size)
        sums[job.kind] = [a + b for a, b in zip(sums[job.kind], here, strict=True)]
    return {kind: (each[0], each[1], each[2], each[3]) for kind, each in sums.items()}


def show(name: str, kinds: dict[str, tuple[float, float, float, float]]) -> None:
    """Print a line for each kind, and one for all together."""
    if len(kinds) > 1:
        seconds, size, expected, expected_size = (
            sum(each) for each in zip(*kinds.values(), strict=True)
        )
        kinds = kinds | {"all": (seconds, size, expected, expected_size)}
    for kind, (seconds, size, expected, expected_size) in kinds.items():
        if seconds > 0.1 or kind == "all":
            print(
                f"{name:22} {kind:10} {seconds:7.2f} s  {seconds / expected:5.2f}   "
                f"{size / 1e6:8.2f} MB  {size / expected_size:5.2f}",
                flush=True,
            )


def main() -> None:
    """Measure and print."""
    measured(jobs_of(Plan((Edition(STANDARD, 2),), installed_extras()))[0])  # imports, caches
    for rules, most in WHOLE:
        edition = Edition(rules, most)
        first, closing = jobs_of(Plan((edition,), installed_extras()))
        show(f"{edition.name} {most}", measured([*first, *closing]))
    for rules, most, data_set, *lines in FAR_OUT:
        edition = Edition(rules, most)
        tile = Tile(*(range(first, first + many) for first, many in lines))
        job = Job(data_set, Plan((edition,), installed_extras()), edition, tile)
        show(f"{edition.name} {tile.name}", measured([job]))


if __name__ == "__main__":
    main()
