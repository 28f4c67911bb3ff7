"""`python -m tests.benchmarks.publication [MAX]`: what the jobs of a publication take.

Every job of the standard rules up to MAX (40) is made in this process, one after the other; seconds
are those of the processor, so that others on the machine matter less.
"""

import sys
from collections import defaultdict
from time import process_time

from riskexact.publication.jobs import Request, jobs_of
from riskexact.publication.plan import Edition, Plan, installed_extras
from riskexact.rules import STANDARD
from tests.publications import METHODS_OF_VALUES


def main() -> None:
    """Measure and print a line for each kind of files, by both methods."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    plan = Plan((Edition(STANDARD, most),), installed_extras())
    for name, method in METHODS_OF_VALUES.items():
        made: dict[str, bytes] = {}
        seconds: defaultdict[str, float] = defaultdict(float)
        size: defaultdict[str, int] = defaultdict(int)
        for job in jobs_of(plan):
            began = process_time()
            files = job.make(Request(job.paths, method(), made.__getitem__))
            kind = "/".join(job.name.split("/")[1:2]) or job.name
            seconds[kind] += process_time() - began
            size[kind] += sum(map(len, files.values()))
            made |= files
        for kind in seconds:
            print(f"{name:12} {kind:12} {seconds[kind]:7.2f} s {size[kind] / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
