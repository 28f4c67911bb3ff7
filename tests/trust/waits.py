"""`python -m tests.trust.waits`: commands of hostile sizes, each of which ends soon.

Every command is asked with sizes drawn from small to absurd, in a process of at most 3 GB.  It
answers, or refuses in a line, within half a minute; what takes longer is printed, and the exit
status is 1.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from riskexact.rules.catalogue import RULES

SECONDS = 30.0
BYTES = 3 << 30

SIZES = ("0", "1", "2", "3", "7", "20", "60", "150", "400", "1000", "3000", "50000", "1000000")
ABSURD = ("1000000000000000000", "1" + 40 * "0", "-1", "1.5")

QUESTIONS = (
    "odds N N",
    "odds N N --exact",
    "odds N N --blitz",
    "odds N N --retreat-at N",
    "outcomes N N",
    "outcomes N N --rounds",
    "luck N N --left N N",
    "need N --chance 9/10",
    "need N --price",
    "campaign N N N N",
    "table --attackers N --defenders N",
    "table --attackers 1..N --defenders 1..N",
    "verify N N",
    "strategy N N",
    "strategy N N --order after-the-throw",
    "formula --attackers N",
    "simulate N N --battles N",
    "conquer --mine Siam=N Indonesia=N --seconds 5",
    "conquer --mine Siam=N China=N Indonesia=N India=N --seconds 5",
    "conquer --mine Siam=N Indonesia=N --reinforce N --seconds 5",
    "place N --on Australia --against Siam=N --seconds 5",
    "place N --line N --free N",
    "place N --front A=N,B=N,C=N",
    "game line-3 --mine A=N --enemy B=N,C=N",
    "game ring-4 --mine A=N --enemy B=N,C=1,D=1 --bonus A,B=N",
    "game star-5 --mine A=N --enemy B=1,C=1,D=1,E=N",
    "game --duel N N -r N",
    "round N N",
)
"""Commands with an N for each size."""

RULED = {"game", "formula"}
"""Commands that take a while under any rules: these have the standard ones."""


class Waited(NamedTuple):
    """How long a command took, and how it ended."""

    words: list[str]
    took: float
    status: int | None
    complained: str

    @property
    def well(self) -> bool:
        """Whether it ended soon, with an answer or one line."""
        refused = self.status == 2 and self.complained.count("\n") <= 3
        return self.took <= SECONDS and (self.status in (0, 1) or refused)


def drawn(random: Random) -> Iterator[list[str]]:
    """Yield commands without end, each kind in turn."""
    while True:
        for question in QUESTIONS:
            words = question.split()
            sizes = [*SIZES, random.choice(ABSURD)]
            asked = ["".join(random.choice(sizes) if c == "N" else c for c in w) for w in words]
            own = [] if words[0] in RULED else ["--rules", random.choice([*RULES])]
            yield asked + own * random.randint(0, 1)


def waited(words: list[str], seconds: float = 2 * SECONDS) -> Waited:
    """Run a command with little memory; one that does not end in these seconds is ended."""
    began = monotonic()
    with tempfile.TemporaryDirectory() as directory:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "riskexact", *words],
                cwd=directory,
                env={"PYTHONPATH": str(Path(__file__).parents[2])},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return Waited(words, monotonic() - began, None, "")
    return Waited(words, monotonic() - began, done.returncode, done.stderr)


def main() -> int:
    """Run as many commands as are asked for, and print those that do not end well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    commands, ill = drawn(Random(options.seed)), 0
    for _ in range(options.runs):
        found = waited(next(commands))
        if not found.well:
            ill += 1
            print(f"{found.took:.0f} s, status {found.status}: {' '.join(found.words)}")
            print(found.complained[-300:], end="", flush=True)
    print(f"{options.runs} commands, {ill} did not end well")
    return min(ill, 1)


if __name__ == "__main__":
    sys.exit(main())
