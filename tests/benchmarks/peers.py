"""`python -m tests.benchmarks.peers`: the same questions, asked of programs of others.

Each is asked in a process of its own, and compared with riskexact in CPU time, start included, and
in memory, as ratios in the same run (medians).  `--readme` writes the table into the README of the
models.  PARI/GP is asked where `gp` is installed.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import NamedTuple

import riskexact as rx
from riskexact.models import model_of
from riskexact.models.model import Model

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- peers: begin -->\n", "<!-- peers: end -->\n"

CAMPAIGN = rx.Campaign(40, (10, 10, 10))
MINE = {"Siam": 14}
ENEMY = {"Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2}
SIAM = rx.Position("classic", MINE, ENEMY)

STORM = """
import stormpy
program = stormpy.parse_prism_program({path!r})
asked = stormpy.parse_properties({asked!r}, program)
model = stormpy.build_model{value}(program, asked)
print(stormpy.model_checking(model, asked[0]).get_value(model.initial_states[0]))
"""

GP = """
wins(x,y)={my(c=vector(min(x,y)+1),A,D);forvec(a=vector(x,i,[1,6]),forvec(d=vector(y,i,[1,6]),
  A=vecsort(a,,4);D=vecsort(d,,4);c[1+sum(i=1,min(x,y),A[i]>D[i])]++));c/6^(x+y)};
W=matrix(3,2,x,y,wins(x,y));
battle(n)={my(Q=matrix(n+1,n+1,a,d,d==1));for(a=1,n,for(d=1,n,my(x=min(a,3),y=min(d,2),
  k=min(x,y),w=W[x,y]);Q[a+1,d+1]=sum(i=0,k,w[i+1]*Q[a-k+i+1,d-i+1])));Q[n+1,n+1]};
print(battle(40))
"""


class Peer(NamedTuple):
    """A program: what it is called, the command that asks it, and what it cannot say."""

    name: str
    command: Sequence[str]
    cannot: str


class Run(NamedTuple):
    """What a process printed, its CPU time in seconds, and its memory in MiB."""

    value: str
    seconds: float
    memory: float


def asked(command: Sequence[str]) -> Run:
    """Run a program once."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stdin=subprocess.DEVNULL, cwd=ROOT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            raise RuntimeError(f"{command[0]} ended with {process.returncode}")
        out.seek(0)
        value = out.read().split()[-1]
    return Run(value, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def python(code: str) -> Sequence[str]:
    """Return the command of a program in Python."""
    return sys.executable, "-c", code


def peers(model: Model, own: str, path: Path) -> Iterator[Peer]:
    """Yield the programs that are asked a question, ours first."""
    path.write_text(model.prism(), encoding="utf-8")
    yield Peer("riskexact", python(f"import riskexact as rx\nprint({own})"), "")
    storm = {"path": str(path), "asked": model.asked}
    exact = STORM.format(**storm, value="[stormpy.Rational]")
    yield Peer(
        "Storm 2.0, exact", python(exact), "digits of large battles, Balanced Blitz, formulas"
    )
    double = STORM.format(**storm, value="")
    yield Peer("Storm 2.0, double (its default)", python(double), "the fraction")
    if own.startswith("rx.win_probability"):
        yards = "from tests.benchmarks.yardsticks import {0}_cell; print({0}_cell(40))"
        yield Peer(
            "lea", python(yards.format("lea")), "a turn; it has floats unless told otherwise"
        )
        yield Peer("icepool", python(yards.format("icepool")), "a turn: there are no decisions")
        yield Peer("dyce", python(yards.format("dyce")), "a turn; `expand` drops rare branches")
        if gp := shutil.which("gp"):
            script = path.with_suffix(".gp")
            script.write_text(GP.replace("\n  ", ""), encoding="utf-8")
            yield Peer("PARI/GP", (gp, "-q", "-f", str(script)), "all but what eight lines say")


QUESTIONS = (
    ("40 v 40", rx.Battle(40, 40), "rx.win_probability(40, 40)"),
    ("40 v 10, 10, 10", CAMPAIGN, "rx.Campaign(40, (10, 10, 10)).win_probability"),
    ("Siam 14 v 3, 2, 4, 2", SIAM, f"rx.conquer(rx.Position('classic', {MINE}, {ENEMY})).lower"),
)


def rows(runs: int) -> Iterator[str]:
    """Yield the table, row by row."""
    yield "| question | program | value | CPU time | memory | what it cannot say |"
    yield "|---|---|---|--:|--:|---|"
    with tempfile.TemporaryDirectory() as folder:
        for name, question, code in QUESTIONS:
            model = model_of(question)
            ours: Run | None = None
            for peer in peers(model, code, Path(folder, "model.prism")):
                found = [asked(peer.command) for _ in range(runs)]
                seconds = median(each.seconds for each in found)
                run = Run(found[0].value, seconds, median(each.memory for each in found))
                ours = ours or run
                value = compared(run.value, model.answer[0])
                times = (
                    f"{run.seconds / ours.seconds:.1f} times | {run.memory / ours.memory:.1f} times"
                )
                if run is ours:
                    times = f"{run.seconds:.2f} s | {run.memory:.0f} MiB"
                yield f"| {name} | {peer.name} | {value} | {times} | {peer.cannot} |"


def compared(value: str, exact: Fraction) -> str:
    """Return in words how a printed value differs from the exact one.

    >>> compared("1/3", Fraction(1, 3)), compared("0.25", Fraction(1, 3))
    ('the fraction', '25 % off')
    """
    if "." not in value and Fraction(value) == exact:
        return "the fraction"
    off = abs(Fraction(value) / exact - 1)
    return f"{float(100 * off):.2g} % off"


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="ask once, not five times")
    parser.add_argument("--readme", action="store_true", help="write the table into the README")
    options = parser.parse_args(arguments)
    lines = []
    for line in rows(1 if options.quick else 5):
        print(line, flush=True)
        lines.append(line)
    if options.readme:
        path = ROOT / "riskexact" / "models" / "README.md"
        before, rest = path.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        table = "\n".join(lines)
        path.write_text(f"{before}{BEGIN}{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
