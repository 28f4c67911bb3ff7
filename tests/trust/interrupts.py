"""`python -m tests.trust.interrupts`: Ctrl-C at random moments of every long command.

A command that is interrupted ends within a second with status 130, prints nothing, and leaves no
file, half written or whole, but for the whole files of a directory that it was to fill.  (One that
had printed all of its answer by then, or written all of its file, has ended with status 0; so does
the search for the best turn, with what it knows.)  Terminated or killed it leaves no file under its
own name either.
"""

import argparse
import atexit
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

from tests import patience

LONG = (
    "odds 9000 9000 --rules risiko",
    "odds 40000 40000 --digits 10000000",
    "odds 49000 49000 -o odds.txt",
    "odds 360 360 --method recursion",
    "outcomes 3000 3000 -o outcomes.json --json",
    "outcomes 600 600 --rounds",
    "luck 2000 2000 --left 0 900",
    "need 3000 --chance 9/10",
    "need 1900 --price",
    "outcomes 900 900 --blitz",
    "campaign 900 300 300 300",
    "place 50 --line 4 --free 60",
    "table --attackers 1..900 --defenders 1..900 -o table.csv --format csv",
    "verify --max 64",
    "formula --rules risiko",
    "simulate 900 900 --battles 1000000",
    "strategy 160 160 --order defender-first",
    f"review {Path(__file__).with_name('long.jsonl')} --seconds none",
    "place 16 --on Asia --against Ukraine=30,Alaska=30",
    "conquer --mine Ukraine=20 Ural=9 Siberia=9 China=9 Afghanistan=9 --reinforce 9",
    "game star-4 --table -o star-4.rxg",
    "verify 360 360",
    "publish odds --rules standard --max 100 --workers 1",
    "vectors -o vectors",
    "plot heat-map --attackers 1..200 --defenders 1..200 -o odds.png",
    "verify PUBLICATION --workers 1",
)
"""A command of every kind, at a size that takes a while."""

ANNOUNCED = re.compile(r"riskexact: 1 rule set, .*\n")
"""What `publish` says before it begins, if it takes minutes."""

SECONDS = 1.0
TIMES = 20


class Interrupted(NamedTuple):
    """How a command took its interrupt."""

    signal: int
    after: float
    took: float
    status: int
    printed: str
    complained: str
    left: list[str]

    @property
    def well(self) -> bool:
        """Whether nothing is left, or everything was done."""
        parts = [name for name in self.left if name.endswith(".part")]
        # what is printed comes last: then Python itself is ended
        if self.status == 0 or (self.printed and self.status == -self.signal):
            return not self.complained and not parts
        whole = [name for name in self.left if name not in parts and "/" not in name]
        if self.signal != signal.SIGINT:
            return (self.status, self.printed, whole) == (-self.signal, "", [])
        ended = self.status, self.printed, self.complained, parts, whole
        return ended == (130, "", "", [], [])


@cache
def publication() -> str:
    """Return the directory of a publication, which is made once."""
    made = tempfile.TemporaryDirectory()
    atexit.register(made.cleanup)
    path = f"{made.name}/odds"
    command = ["publish", path, "--rules", "standard", "--max", "2", "--json"]
    subprocess.run([sys.executable, "-m", "riskexact", *command], check=True, capture_output=True)
    return path


def interrupted(words: Sequence[str], after: float, sent: int = signal.SIGINT) -> Interrupted:
    """Run a command in a directory of its own, and interrupt it after this many seconds.

    The clock starts when the program reads its words: before that, Python itself is interrupted.
    """
    words = [publication() if word == "PUBLICATION" else word for word in words]
    code = f"""
import sys
from riskexact.__main__ import main
def words():
    sys.stderr.write("ready\\n")
    sys.stderr.flush()
    yield from {words}
sys.exit(main(words()))
"""
    with (
        tempfile.TemporaryDirectory() as directory,
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=directory,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            # a background job may have been started with interrupts ignored
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as running,
    ):
        try:
            assert running.stderr is not None
            assert running.stderr.readline() == "ready\n"
            sleep(after)
            began = monotonic()
            running.send_signal(sent)
            printed, complained = running.communicate(timeout=patience.SECONDS)
            ill = ANNOUNCED.sub("", complained)
        finally:
            running.kill()
        took, root = monotonic() - began, Path(directory)
        left = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
        return Interrupted(sent, after, took, running.returncode, printed, ill, left)


def main() -> int:
    """Interrupt every long command this many times, and print how it went."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--times", type=int, default=TIMES, metavar="N")
    arguments.add_argument("--longest", type=float, default=4.0, metavar="SECONDS")
    options = arguments.parse_args()
    chosen, bad, all_of_them = Random(0), 0, 0
    for command in LONG:
        took = []
        for _ in range(options.times):
            sent = chosen.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
            end = interrupted(command.split(), chosen.uniform(0, options.longest), sent)
            all_of_them += 1
            took.append(end.took)
            if not end.well or end.took > SECONDS:
                bad += 1
                print(f"  {command}: {end._replace(printed=end.printed[:60])}", flush=True)
        print(f"{command}: {max(took):.2f} s at the longest", flush=True)
    print(f"{all_of_them} interrupts, {all_of_them - bad} ended as they should")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
