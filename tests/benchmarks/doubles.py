"""`python -m tests.benchmarks.doubles`: how long the readers of the README take for a table.

A program of each language reads the table of 1000 against 1000 eleven times, with the file in the
cache of the machine.  The median has to be at most 10 ms; that of `numpy.load` is beside it.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.cli import main as riskexact
from tests.readme import ROOT, blocks

MOST_MS = 10

PYTHON = """
from statistics import median
from time import perf_counter

def read():
    start = perf_counter()
    exec(READER, {{}})
    return 1000 * (perf_counter() - start)

READER = compile({!r}, "reader", "exec")
print(median(read() for _ in range(11)))
"""

JAVASCRIPT = """
const times = [];
for (let n = 0; n < 11; n += 1) {{
  const start = performance.now();
  {}
  times.push(performance.now() - start);
}}
console.log(times.sort((x, y) => x - y)[5]);
"""

NUMPY = 'import numpy\nwin = numpy.load("odds.npy")[8 - 1, 6 - 1]'


def milliseconds() -> Iterator[tuple[str, float]]:
    """Yield each reader and its time."""
    text = (ROOT / "riskexact/battle/commands/tables.md").read_text("utf-8")
    ((in_python,), (in_javascript,)) = (blocks(text, language) for language in ("py", "js"))
    imported, _, body = in_javascript.partition("\n\n")
    node = ["node", "--input-type=module", "--eval"]
    python = [sys.executable, "-c"]
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "odds.npy"))
        riskexact(["table", "1000", "1000", "--doubles", "-o", file])
        for name, command in {
            "Python": [*python, PYTHON.format(in_python)],
            "numpy": [*python, PYTHON.format(NUMPY)],
            "JavaScript": [*node, f"{imported}\n{JAVASCRIPT.format(body)}"],
        }.items():
            done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=True)
            yield name, float(done.stdout)


def main() -> None:
    """Print a line for each reader."""
    for name, took in milliseconds():
        met = "met" if took <= MOST_MS else "**missed**"
        print(f"{name}: {took:.3g} ms, at most {MOST_MS} ms: {met}")


if __name__ == "__main__":
    main()
