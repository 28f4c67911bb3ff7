"""Python processes that evaluate and time expressions: this version's, or that of 0.1.0.

The file is also what such a process runs, with the standard library and `riskexact` alone.  What is
measured is CPU time, so that others on the machine matter less.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]

LEAST = 0.05
"""Seconds over which an expression is repeated."""


class RefusedError(Exception):
    """What `riskexact` says of a question that it does not answer."""


class Timed(NamedTuple):
    """The seconds that an expression takes, and its value if that is text, or else its hash."""

    seconds: float
    value: str


class Process:
    """A Python process in which the public names of `riskexact` are known."""

    def __init__(self, python: str = sys.executable, module: str = "") -> None:
        """Start it, with all names of a module of the tests if one is given."""
        path = {"PYTHONPATH": str(ROOT)} if python == sys.executable else {}
        self._process = subprocess.Popen(
            [python, "-P", __file__, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | path,
        )

    def timed(self, expression: str, least: float | None = None) -> Timed:
        """Evaluate an expression for some seconds; raise `RefusedError` for a refusal."""
        said = self._ask({"expression": expression, "least": LEAST if least is None else least})
        if "refused" in said:
            raise RefusedError(said["refused"])
        return Timed(said["seconds"], said["value"])

    def peak_gib(self) -> float:
        """Return the most memory that the process ever had."""
        return float(self._ask({})["kib"]) / 2**20

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def __enter__(self) -> "Process":
        """Return the process, which ends with the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def whole_process(*command: str) -> Timed:
    """Return the time of a process from start to end, byte code kept as an installation does."""
    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=surroundings)
    after = getrusage(RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Timed(seconds, "")


def answer(question: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Return what a process says to a question."""
    if not question:
        # what getrusage says would include the process that this one is forked from
        return {"kib": Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]}
    code = compile(question["expression"], "benchmark", "eval")
    number, took = 1, -1.0
    while took <= question["least"]:
        began = process_time()
        try:
            for _ in range(number):
                value = eval(code, names)
        except names["RiskError"] as error:
            return {"refused": str(error)}
        took = process_time() - began
        seconds, number = took / number, 2 * number
    return {"seconds": seconds, "value": value if isinstance(value, str) else f"{hash(value)}"}


def main() -> None:
    """Answer the questions on standard input, a line each."""
    names: dict[str, Any] = {}
    exec("from riskexact import *", names)
    if sys.argv[1]:
        exec(f"from {sys.argv[1]} import *", names)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), names)), flush=True)


if __name__ == "__main__":
    main()
